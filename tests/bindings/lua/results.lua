-- SPDX-License-Identifier: Apache-2.0
-- Results: what is in them, as tables and as JSON, and that cbench has the same.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, has = support.case, support.check, support.equal, support.has
local quick, refuses, scratch = support.quick, support.refuses, support.scratch

case("a_run_gives_cells_with_figures", function()
	local results = libcb.run(quick { sizes = { 64, 256 } })
	local ids = {}
	for cell in results:cells() do
		ids[#ids + 1] = cell.id
		equal(cell.outcome, "measured")
		check(cell.summary.median_ns > 0)
		equal(#cell.samples.wall_ns, cell.summary.n)
	end
	equal(table.concat(ids, " "), "null/null-hash/digest/64/on null/null-hash/digest/256/on")
	check(results:complete())
	check(not results:failed())
end)

case("a_rate_is_the_one_that_libcb_shows", function()
	local text = libcb.run(quick { sizes = { 64, 256 } }):json { samples = false }
	local calm = libcb.parse((text:gsub('"contended": *true', '"contended": false')))
	local busy = libcb.parse((text:gsub('"contended": *false', '"contended": true')))
	local id = "null/null-hash/digest/256/on"
	local cell = busy:find(id)
	local rate, time = busy:rate(id)
	equal(time, "cpu")
	equal(rate, 256 * 1e9 / cell.summary.cpu_median_ns)
	equal(busy:rate(cell), rate)
	equal(select(2, calm:rate(id)), "wall")
	equal(calm:rate(id), 256 * 1e9 / calm:find(id).summary.median_ns)
	equal(busy:rate("nosuch"), nil)
	local shown = busy:csv():gmatch(",cpu,([%d.e+-]+)")
	for row in busy:rows() do
		equal(row.time, "cpu")
		check(math.abs(tonumber(shown()) / row.rate - 1) < 1e-9)
	end
end)

case("a_document_is_made_once_and_when_it_is_wanted", function()
	local results = libcb.run(quick())
	equal(rawget(results, "document"), nil)
	equal(results.document.schema, "libcb.results/1")
	equal(results.document, results.document)
	equal(results.no_such_thing, nil)
end)

case("integers_are_integers", function()
	local cell = libcb.run(quick()):find("null/null-hash/digest/64/on")
	equal(("%d"):format(cell.size), "64")
	equal(tostring(cell.size), "64")
	equal(("%d"):format(cell.summary.n), "4")
	if math.type then
		equal(math.type(cell.size), "integer")
		equal(math.type(cell.samples.ops[1]), "integer")
		equal(math.type(cell.summary.median_ns), "float")
	end
end)

case("integers_beyond_doubles_are_kept", function()
	local text = libcb.run(quick()):json()
	text = check(text:gsub('"seed": *%d+', '"seed": 9007199254740993', 1))
	local seed = libcb.parse(text).document.tool.seed
	equal(tostring(seed), "9007199254740993")
	if math.type then
		equal(math.type(seed), "integer")
	else
		equal(type(seed), "string")
	end
end)

case("what_is_null_is_left_out_and_in_lists_is_false", function()
	local results = libcb.run(quick())
	local cell = results:find("null/null-hash/digest/64/on")
	equal(cell.summary.ci95_low_ns, nil, "an interval of two launches")
	local text = check(results:json():gsub('"clock_hz": *%[[^%]]*%]', '"clock_hz": [null, null, 5, null]', 1))
	local clock = libcb.parse(text):find(cell.id).samples.clock_hz
	equal(#clock, 4)
	equal(clock[1], false)
	equal(clock[3], 5)
	equal(clock[4], false)
end)

case("rows_are_flat", function()
	local count = 0
	for row in libcb.run(quick()):rows() do
		count = count + 1
		equal(row.backend, "null")
		equal(row.accel, "on")
		equal(row.subject, "null:on")
		equal(row.accel_achieved, true)
		check(row.median_ns > 0)
		for name, value in pairs(row) do
			check(type(value) ~= "table", name)
		end
	end
	equal(count, 1)
end)

case("cells_and_ratios_are_found", function()
	local results = libcb.run(quick { subjects = { "a@null:on", "b@null:on" } })
	local cells = {}
	for cell in results:cells() do
		cells[#cells + 1] = cell
	end
	equal(#cells, 2)
	local stored = results.document.ratios[1]
	equal(results:ratio(stored.a, stored.b), stored)
	equal(results:find(stored.a).id, stored.a)
	local turned = results:ratio(results:find(stored.b), results:find(stored.a))
	equal(turned.a, stored.b)
	check(math.abs(turned.ratio * stored.ratio - 1) < 1e-9)
	check(turned.ci95_low == nil and stored.ci95_low == nil, "an interval of two launches")
	equal(results:find("no/such/cell"), nil)
	equal(results:ratio("no", "such"), nil)
	local labels = {}
	for subject in results:subjects() do
		labels[#labels + 1] = subject.label
	end
	equal(table.concat(labels, " "), "a b")
	for warning in results:warnings() do
		check(warning.id and warning.text)
	end
	for _ in results:fits() do
		error("a line through one size")
	end
end)

case("json_is_that_of_the_library_and_is_read_again", function()
	local results = libcb.run(quick())
	local text = results:json()
	equal(libcb.parse(text):json(), text)
	check(not results:json { compact = true }:find("\n."))
	check(not results:json { samples = false }:find('"samples": *{'))
	local file = scratch("r.json")
	results:save(file)
	equal(libcb.load(file):json(), text)
	equal(support.read(file):gsub("%s+$", ""), (text:gsub("%s+$", "")))
	refuses("ENOTFOUND", 'no option "pretty"', results.json, results, { pretty = true })
	refuses("EIO", "no/such", results.save, results, scratch("no/such/r.json"))
end)

case("what_is_no_document_is_refused_with_its_place", function()
	refuses("EFORMAT", "line", libcb.parse, "{")
	refuses("EFORMAT", "", libcb.parse, "")
	refuses("EFORMAT", "", libcb.parse, "\0")
	refuses("EFORMAT", "schema", libcb.parse, "{}")
	refuses("EINVAL", '"text" has to be a string, not a nil', libcb.parse, nil)
	refuses("EINVAL", '"text" has to be a string, not a table', libcb.parse, {})
	refuses("EINVAL", '"file" has to be a string, not a nil', libcb.load, nil)
	refuses("EIO", "no such file", libcb.load, "no such file")
end)

case("strings_keep_zero_bytes", function()
	local text = check(libcb.run(quick()):json():gsub('"reason": *""', '"reason": "a\\u0000b"', 1))
	local ok, results = pcall(libcb.parse, text)
	if ok then
		equal(results:find("null/null-hash/digest/64/on").reason, "a\0b")
	else
		equal(results.name, "CB_EFORMAT")
	end
	refuses("EFORMAT", "", libcb.parse, libcb.run(quick()):json() .. "\0x")
end)

case("cbench_with_the_same_seed_has_the_same_cells", function()
	local file = scratch("cbench.json")
	equal((function(first, _, code) return code or first end)(os.execute(support.cbench ..
		" run -s null:on -a null-hash --sizes 64,256 --launches 2 --samples 2 --seed 7" ..
		" --format json -o " .. file .. " 2>/dev/null")), 0)
	local theirs = libcb.load(file)
	local ours = libcb.run(quick { sizes = "64,256", seed = 7 })
	equal(#ours.document.cells, #theirs.document.cells)
	for i, cell in ipairs(theirs.document.cells) do
		local mine = ours.document.cells[i]
		equal(mine.id, cell.id)
		equal(mine.outcome, cell.outcome)
		equal(mine.semantics, cell.semantics)
		equal(mine.panel, cell.panel)
	end
end)

case("two_results_are_compared", function()
	local results = libcb.run(quick { subjects = { "a@null:on", "b@null:on" }, launches = 6 })
	local comparison = libcb.compare(results, results, {
		base_labels = { "a" },
		head_labels = { "b" },
		base_name = "old",
		algorithms = { "null-*" },
	})
	equal(comparison.document.schema, "libcb.comparison/1")
	has(comparison:json(), '"old"')
	local rows = 0
	for row in comparison:cells() do
		rows = rows + 1
		equal(comparison:find(row.id), row)
	end
	equal(rows, 1)
	for conclusion in comparison:conclusions() do
		has(conclusion.text, "")
	end
	for note in comparison:notes() do
		check(note.id and note.text)
	end
	refuses("ENOTFOUND", '"nobody"', libcb.compare, results, results, { base_labels = { "nobody" }, head_labels = { "b" } })
	refuses("ENOTFOUND", 'no option "frob" of compare: there are algorithms', libcb.compare, results, results, { frob = 1 })
	refuses("EINVAL", '"base" has to be results, not a nil', libcb.compare, nil, results)
	refuses("EINVAL", '"head" has to be results, not a table', libcb.compare, results, {})
	refuses("EINVAL", '"head" has to be results, not a table', libcb.compare, results, comparison)
end)

support.clean()
support.done()
