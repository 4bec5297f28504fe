-- SPDX-License-Identifier: Apache-2.0
-- Lifetimes: what is left of a run outlives all else; many calls do not grow the process.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, quick = support.case, support.check, support.equal, support.quick

local function collect()
	collectgarbage()
	collectgarbage()
end

case("a_cell_outlives_everything_else", function()
	local context = libcb.context()
	local results = context:run(quick())
	local cell = results.document.cells[1]
	local next_row = results:rows()
	context, results = nil, nil
	collect()
	equal(cell.id, "null/null-hash/digest/64/on")
	equal(#cell.samples.wall_ns, 4)
	equal(next_row().backend, "null")
	check(context == nil and results == nil)
end)

case("results_outlive_their_context", function()
	local results = libcb.context():run(quick())
	collect()
	check(#results:json() > 100)
	local comparison = libcb.compare(results, libcb.parse(results:json()))
	results = nil
	collect()
	check(#comparison:json() > 100)
	check(results == nil)
end)

case("an_iterator_alone_keeps_its_results", function()
	local next_cell = libcb.run(quick { sizes = { 64, 128 } }):cells()
	collect()
	check(next_cell().id)
	collect()
	check(next_cell().id)
	equal(next_cell(), nil)
end)

local function resident_kib()
	local status = io.open("/proc/self/status")
	if not status then
		return nil
	end
	local text = status:read("*a")
	status:close()
	return tonumber(text:match("VmRSS:%s*(%d+)"))
end

-- Growth of the process over calls, after as many that let it find its size.
local function growth_kib(calls, fn)
	for _ = 1, calls do
		fn()
	end
	collect()
	local before = resident_kib()
	for _ = 1, calls do
		fn()
	end
	collect()
	return before and resident_kib() - before or 0
end

-- A sanitizer keeps what is freed for a while, valgrind is slow.
local calls = tonumber(os.getenv("CALLS") or 3500)
local allowed_kib = tonumber(os.getenv("ALLOWED_KIB") or 1024)

case("many_calls_do_not_grow_the_process", function()
	local text = libcb.run(quick()):json()
	local context = libcb.context()
	local grown = growth_kib(calls, function()
		pcall(context.run, context, { sizes = { 3.7 } })
		pcall(libcb.parse, "{")
		pcall(libcb.load, "no such file")
	end)
	check(grown <= allowed_kib, ("refused calls: %d KiB"):format(grown))
	grown = growth_kib(calls / 10, function()
		local results = libcb.parse(text)
		check(results.document.cells[1])
	end)
	check(grown <= 4 * allowed_kib, ("documents: %d KiB"):format(grown))
end)

case("documents_that_are_dropped_are_given_back", function()
	local text = libcb.run(quick { samples = 40, launches = 6 }):json()
	local grown = growth_kib(calls / 50, function()
		libcb.parse(text)
	end)
	check(grown <= 8 * allowed_kib, ("%d KiB of documents of %d KiB"):format(grown, math.floor(#text / 1024)))
end)

case("a_context_may_be_closed_by_the_language", function()
	local chunk = (loadstring or load)([[
		local libcb, quick = ...
		local kept
		do
			local context <close> = libcb.context()
			kept = context
			assert(context:run(quick()):complete())
		end
		return kept.handle == nil
	]])
	if chunk then -- 5.4
		check(chunk(libcb, quick))
	end
end)

-- What is alive when the state is closed is collected in any order.
KEPT = { libcb.context(), libcb.run(quick()) }
support.done()
