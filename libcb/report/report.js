// SPDX-License-Identifier: Apache-2.0
"use strict";
// Sorting, filtering, hiding series, details of a row, saving the data. Everything else stands without it.
(() => {
	const all = (selector, from = document) => Array.from(from.querySelectorAll(selector));
	const make = (name, properties = {}, ...children) => {
		const made = Object.assign(document.createElement(name), properties);
		made.append(...children);
		return made;
	};

	// Legend: each entry becomes a button that hides its series in every chart.
	for (const item of all("#legend li")) {
		const button = make("button", { type: "button" }, ...item.childNodes);
		button.setAttribute("aria-pressed", "true");
		button.addEventListener("click", () => {
			const shown = button.getAttribute("aria-pressed") !== "true";
			button.setAttribute("aria-pressed", String(shown));
			for (const part of all("svg .s" + item.dataset.s))
				part.toggleAttribute("hidden", !shown);
		});
		item.append(button);
	}

	// Sorting: figures by value, what is no figure last, texts by name.
	const valueOf = (cell) => {
		const text = cell ? cell.textContent.trim() : "";
		const number = parseFloat(text);
		return Number.isNaN(number) ? (cell && cell.classList.contains("n") ? null : text) : number;
	};
	const compare = (a, b, sign) => {
		if (a === null || b === null)
			return a === b ? 0 : a === null ? 1 : -1;
		if (typeof a === "number" && typeof b === "number")
			return sign * (a - b);
		return sign * String(a).localeCompare(String(b), "en", { numeric: true });
	};
	const sort = (table, heading, column) => {
		const body = table.tBodies[0];
		const before = heading.getAttribute("aria-sort");
		// what is sought is mostly the fastest: figures begin with the largest
		const first = heading.classList.contains("n") ? "descending" : "ascending";
		const other = first === "ascending" ? "descending" : "ascending";
		const order = before === first ? other : before === other ? "none" : first;
		for (const each of all("tr.s th", table))
			each.removeAttribute("aria-sort");
		if (order !== "none")
			heading.setAttribute("aria-sort", order);
		for (const open of all("tr.more", body))
			open.remove();
		const rows = all("tr", body);
		rows.sort(order === "none" ? (a, b) => a.dataset.place - b.dataset.place :
			(a, b) => compare(valueOf(a.cells[column]), valueOf(b.cells[column]), order === "ascending" ? 1 : -1));
		body.append(...rows);
	};
	for (const table of all("table:has(tr.s)")) {
		all("tr", table.tBodies[0]).forEach((row, place) => { row.dataset.place = place; });
		all("tr.s th", table).forEach((heading, column) => {
			const button = make("button", { type: "button", title: "Sort" }, ...heading.childNodes);
			button.addEventListener("click", () => sort(table, heading, column));
			heading.append(button);
		});
	}

	// Filter: every word must occur in the name of a row or a chart.
	const bar = document.getElementById("bar");
	const rows = all(".matrix tbody tr");
	const filter = (text) => {
		const words = text.toLowerCase().split(/\s+/).filter(Boolean);
		const fits = (name) => words.every((word) => name.toLowerCase().includes(word));
		for (const open of all("tr.more"))
			open.remove();
		for (const row of rows)
			row.hidden = !fits(row.cells[0].textContent + " " + row.cells[1].textContent);
		for (const card of all(".card"))
			card.hidden = !fits(card.dataset.name);
	};
	if (bar) {
		const field = make("input", { type: "search", id: "filter", placeholder: "Filter: aes seal" });
		field.setAttribute("aria-label", "Filter charts and tables by algorithm and operation");
		field.addEventListener("input", () => filter(field.value));
		bar.append(field);
	}

	// The data: columns back into lists of objects.
	const data = JSON.parse(document.getElementById("data").textContent);
	const columnAt = (column, i) => Array.isArray(column) ? column[i] :
		"all" in column ? column.all : column.values[column.rows[i]];
	const unpackRow = (columns, i) => {
		const made = {};
		for (const [path, column] of Object.entries(columns)) {
			const value = columnAt(column, i);
			const [outer, inner] = path.split(/\.(.*)/s);
			if (inner === undefined)
				made[outer] = value;
			else
				(made[outer] ??= {})[inner] = value;
		}
		return made;
	};
	const unpack = (packed) => {
		if (!packed || !packed.columns)
			return packed;
		return Array.from({ length: packed.count }, (_, i) => unpackRow(packed.columns, i));
	};
	const unpackResults = (results) => {
		const cells = unpack(results.cells).map((cell) => {
			if (cell.outcome !== "measured")
				delete cell.summary;
			return cell;
		});
		const ratios = (unpack(results.ratios) || []).map((ratio) => ({ ...ratio,
			a: typeof ratio.a === "number" ? cells[ratio.a].id : ratio.a,
			b: typeof ratio.b === "number" ? cells[ratio.b].id : ratio.b }));
		return { ...results, cells, ratios, fits: unpack(results.fits) || [] };
	};
	const save = (name, text, type) => {
		const url = URL.createObjectURL(new Blob([text], { type }));
		const link = make("a", { href: url, download: name });
		link.click();
		setTimeout(() => URL.revokeObjectURL(url), 1000);
	};
	const tools = document.getElementById("tools");
	if (tools)
		data.documents.forEach((each, i) => {
			const label = data.documents.length > 1 ? "Save JSON of " + each.name : "Save as JSON";
			const button = make("button", { type: "button" }, label);
			button.addEventListener("click", () => save("results" + (i > 0 ? i + 1 : "") + ".json",
				JSON.stringify(unpackResults(each.results), null, 1) + "\n", "application/json"));
			tools.append(button);
		});
})();
