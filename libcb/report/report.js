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
		closeAll();
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
		closeAll();
		for (const each of rows)
			each.hidden = !fits(each.cells[0].textContent + " " + each.cells[1].textContent);
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
	// Details: the name of a row becomes a button that shows all that is known of its cells.
	const digits = (value, unit = "") => typeof value !== "number" ? "?" :
		(value >= 100 ? Math.round(value).toString() : value.toPrecision(3)) + unit;
	const time = (ns) => typeof ns !== "number" ? "?" : ns >= 1e6 ? digits(ns / 1e6, " ms") :
		ns >= 1e3 ? digits(ns / 1e3, " \u00b5s") : digits(ns, " ns");
	const interval = (s) => typeof s.ci95_low_ns === "number" ?
		time(s.ci95_low_ns) + " to " + time(s.ci95_high_ns) : "none";
	const cellAt = (place) => {
		const [document, index] = place.includes(".") ? place.split(".").map(Number) : [0, Number(place)];
		const packed = data.documents[document];
		return { machine: packed.name, ...unpackRow(packed.results.cells.columns, index) };
	};
	const titles = ["Subject", "Time", "95 % interval", "Best", "CPU time", "Cycles per byte", "Samples", "Note"];
	const describe = (cell) => {
		const s = cell.outcome === "measured" ? cell.summary : null;
		const name = (data.documents.length > 1 ? cell.machine + ": " : "") + cell.subject;
		if (!s)
			return [name, cell.outcome, "", "", "", "", "", cell.reason || ""];
		return [name, time(s.median_ns), interval(s), time(s.min_ns), time(s.cpu_median_ns),
			digits(s.cycles_per_byte), s.n + " in " + s.launches + " launches", cell.missed || ""];
	};
	const row = (name, texts) => make("tr", {}, ...texts.map((text) => make(name, {}, String(text))));
	const showDetails = (of, button) => {
		const open = of.nextElementSibling;
		if (open && open.classList.contains("more")) {
			open.remove();
			button.setAttribute("aria-expanded", "false");
			return;
		}
		const cells = of.dataset.c.split(" ").map(cellAt);
		const table = make("table", {}, make("thead", {}, row("th", titles)),
			make("tbody", {}, ...cells.map((cell) => row("td", describe(cell)))));
		of.after(make("tr", { className: "more" }, make("td", { colSpan: of.cells.length }, table)));
		button.setAttribute("aria-expanded", "true");
	};
	for (const each of rows) {
		const name = each.cells[0];
		const button = make("button", { type: "button", title: "Details" }, ...name.childNodes);
		button.setAttribute("aria-expanded", "false");
		button.addEventListener("click", () => showDetails(each, button));
		name.append(button);
	}
	const closeAll = () => {
		for (const open of all("tr.more"))
			open.remove();
		for (const button of all("[aria-expanded]"))
			button.setAttribute("aria-expanded", "false");
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
