-- SPDX-License-Identifier: Apache-2.0
-- Texts of documents: those that cbench shows.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, has = support.case, support.check, support.equal, support.has
local quick, refuses, scratch = support.quick, support.refuses, support.scratch

local results = libcb.run(quick { sizes = { 64, 256 }, machine = "mine" })

local function output_of(arguments)
	local stream = io.popen(support.cbench .. " " .. arguments .. " 2>/dev/null", "r")
	local text = stream:read("*a")
	stream:close()
	return text
end

case("each_format_is_a_method_too", function()
	for _, name in ipairs(results.formats) do
		local text = results:format(name)
		check(#text > 20, name)
		local method = results[(name:gsub("-", "_"))]
		equal(method(results), name == "json" and results:json() or text)
	end
	has(results:table(), "null-hash")
	has(results:markdown(), "|")
	equal(results:csv():match("^[^,]+"), "id")
end)

case("tostring_is_the_table", function()
	equal(tostring(results) .. "\n", results:table())
	has("" .. tostring(results), "null-hash")
end)

case("options_of_a_view_are_heeded", function()
	check(results:table { unit = "time" } ~= results:table())
	check(#results:table { quiet = true } < #results:table())
	equal(results:format("table", { width = "60" }), results:table { width = 60 })
	refuses("ENOTFOUND", 'no option "units" of format: did you mean "unit"?', results.table, results, { units = "time" })
	refuses("EINVAL", "unit", results.table, results, { unit = "furlongs" })
	refuses("EINVAL", '"unit" has to be UNIT, not a boolean', results.table, results, { unit = true })
end)

case("formats_that_are_none_are_told_with_those_that_are", function()
	refuses("ENOTFOUND", "markdown", results.format, results, "html")
	refuses("EINVAL", '"format" has to be a string, not a nil', results.format, results)
end)

case("a_file_has_the_format_of_its_ending", function()
	results:write(scratch("r.csv"))
	equal(support.read(scratch("r.csv")), results:csv())
	results:write(scratch("r.md"))
	equal(support.read(scratch("r.md")), results:markdown())
	results:write(scratch("r.other"), "markdown")
	equal(support.read(scratch("r.other")), results:markdown())
	results:write(scratch("r.json"))
	equal(libcb.load(scratch("r.json")):json(), results:json())
	refuses("EIO", "no/such", results.write, results, scratch("no/such/r.csv"))
	check(not support.exists(scratch("r.csv.new")))
end)

case("what_libraries_offer_is_listed", function()
	local inventory = libcb.list()
	local seen = {}
	for library in inventory:libraries() do
		seen[library.backend] = library
	end
	check(seen.null)
	has(inventory:table { algorithms = "sha256" }, "sha256")
	has(inventory:csv(), "sha256")
	equal(inventory.document.schema, "libcb.inventory/1")
	local context = libcb.context()
	inventory = context:list()
	context:close()
	context = nil
	collectgarbage()
	has(inventory:json(), "sha256")
	refuses("ENOTFOUND", 'no option "algorithms" of list', libcb.list, { algorithms = "*" })
end)

case("what_libraries_offered_is_read_again_without_texts", function()
	local inventory = libcb.list()
	inventory:save(scratch("list.json"))
	local read = libcb.load(scratch("list.json"))
	equal(read.kind, "inventory")
	equal(read:json(), inventory:json())
	equal(#read.document.libraries, #inventory.document.libraries)
	equal(read:libraries()().backend, inventory:libraries()().backend)
	equal(libcb.parse(inventory:json()).kind, "inventory")
	refuses("ENOTSUP", "where they were asked", read.table, read)
	equal(tostring(read), "libcb.inventory")
	refuses("EFORMAT", "as cbench info writes it", libcb.parse, '{"schema": "libcb.info/1"}')
	refuses("EFORMAT", "is a baseline", libcb.parse, '{"schema": "libcb.baseline/1"}')
	refuses("EFORMAT", "cbench import", libcb.parse, "version: 3.0.19")
end)

case("every_document_can_be_saved", function()
	local comparison = libcb.compare(results, libcb.run(quick { sizes = 64 }))
	comparison:save(scratch("c.json"), { compact = true })
	equal(support.read(scratch("c.json")), comparison:json { compact = true } .. "\n")
	local inventory = libcb.list()
	inventory:save(scratch("i.json"))
	equal(support.read(scratch("i.json")), inventory:json())
	refuses("EIO", "no/such", inventory.save, inventory, scratch("no/such/i.json"))
end)

case("stored_documents_are_shown_as_when_they_were_made", function()
	local other = libcb.run(quick { sizes = 64 })
	for _, made in ipairs { results, libcb.compare(results, other), libcb.advise { results = results } } do
		made:save(scratch("stored.json"))
		local stored = libcb.load(scratch("stored.json"))
		equal(stored.kind, made.kind)
		for _, name in ipairs(made.formats) do
			equal(stored:format(name), made:format(name), made.kind .. " as " .. name)
		end
		equal(libcb.parse(made:json { compact = true }):json(), made:json())
	end
	refuses("EFORMAT", "results, gate, proof, comparison, selftest or advice", libcb.parse, '{"schema": "mine/1"}')
	refuses("EINVAL", '"base" has to be results', libcb.compare, libcb.load(scratch("stored.json")), results)
end)

case("texts_are_those_of_cbench", function()
	if not support.cbench then
		return
	end
	results:save(scratch("base.json"))
	local other = libcb.run(quick { sizes = { 64, 256 } })
	other:save(scratch("head.json"))
	local comparison = libcb.compare(results, other, { base_name = "base", head_name = "head" })
	for _, name in ipairs { "csv", "markdown", "table" } do
		equal(comparison:format(name), output_of(("compare --format %s --width 0 --color never %s %s"):format(
			name, scratch("base.json"), scratch("head.json"))), name)
	end
end)

case("other_documents_have_formats_too", function()
	local old = support.backends .. "/toy/libtoy.so"
	if not support.exists(old) then
		return
	end
	support.write(scratch("libtoy.so"), support.read(old))
	local gate = libcb.gate {
		backends = support.backends .. "/toy_accel.so",
		base = "toy_accel=" .. old,
		head = "toy_accel=" .. scratch("libtoy.so"),
		algorithms = "fixture-hash",
		sizes = 64,
	}
	for _, name in ipairs(gate.formats) do
		equal(type(gate:format(name)), "string")
	end
	has(gate:junit(), "<testsuite")
	has(tostring(gate), "verdict=ok")
	has(gate:table { exit = 0, all = true }, "fixture-hash")
end)

support.clean()
support.done()
