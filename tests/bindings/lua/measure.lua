-- SPDX-License-Identifier: Apache-2.0
-- Measuring functions of Lua in this process.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, has, refuses = support.case, support.check, support.equal, support.has,
	support.refuses

local SHORT = { launches = 2, samples = 3, budget = 20 }

local function short(more)
	local options = {}
	for name, value in pairs(SHORT) do
		options[name] = value
	end
	for name, value in pairs(more or {}) do
		options[name] = value
	end
	return options
end

local text = ("x"):rep(1000)

local function rep()
	return text:rep(3)
end

case("a_function_is_measured_with_an_empty_one_beside_it", function()
	local calls = 0
	local results = libcb.measure(function()
		calls = calls + 1
	end, short())
	local cell = results:find("function/function/call/0/on")
	equal(cell.outcome, "measured")
	check(calls >= cell.samples.ops[1])
	check(cell.summary.median_ns > 0)
	equal(results:find("function/empty/call/0/on").outcome, "measured")
	check(results:complete())
	local is_told = false
	for warning in results:warnings() do
		is_told = is_told or warning.id == "in-process"
	end
	check(is_told, "nothing says that there is no isolation")
end)

case("functions_have_names_and_sizes", function()
	local results = libcb.measure({ rep = rep, ["rep-3"] = { call = rep, size = 3000 } }, short())
	equal(results:find("function/rep-3/call/3000/on").size, 3000)
	check(results:find("function/rep-3/call/3000/on").summary.bytes_per_second > 0)
	check(results:find("function/rep/call/0/on"))
	local all = libcb.measure({ a = rep, b = { call = rep, size = 5 } }, short { size = 7 })
	check(all:find("function/a/call/7/on"))
	check(all:find("function/b/call/5/on"))
	check(results:ratio("function/rep/call/0/on", "function/empty/call/0/on") or
		results:ratio("function/empty/call/0/on", "function/rep/call/0/on"))
end)

case("an_empty_function_of_ones_own_takes_the_place", function()
	local calls = 0
	local results = libcb.measure({
		rep = rep,
		empty = function()
			calls = calls + 1
		end,
	}, short())
	check(calls > 0)
	equal(#results.document.cells, 2)
end)

case("launches_are_set_up_and_torn_down", function()
	local log = {}
	libcb.measure({
		logged = {
			setup = function()
				log[#log + 1] = "setup"
			end,
			call = function()
				if log[#log] ~= "call" then
					log[#log + 1] = "call"
				end
			end,
			teardown = function()
				log[#log + 1] = "teardown"
			end,
		},
	}, short())
	equal(log[1], "setup")
	equal(log[#log], "teardown")
	local setups = 0
	for i, what in ipairs(log) do
		setups = setups + (what == "setup" and 1 or 0)
		check(what ~= "setup" or i == 1 or log[i - 1] == "teardown")
	end
	equal(setups, 2)
end)

case("an_error_stops_and_arrives_as_it_is", function()
	local mine, ended = {}, 0
	local function fails()
		error(mine)
	end
	local function nothing() end
	for _, part in ipairs { "setup", "call", "teardown" } do
		local parts = { call = nothing, teardown = function() ended = ended + 1 end }
		parts[part] = fails
		equal(support.raised(libcb.measure, { part = parts }, short()), mine, part)
	end
	equal(ended, 1, "a function that was set up and then failed is torn down, and only that one")
	local calls = 0
	local begun = os.time()
	equal(support.raised(libcb.measure, {
		later = function()
			calls = calls + 1
			if calls > 2000 then
				error(mine)
			end
		end,
		other = nothing,
	}, { budget = 60 }), mine)
	check(os.difftime(os.time(), begun) < 30, "it went on for long")
	check(not libcb.partial:complete())
	equal(libcb.partial:find("function/later/call/0/on").outcome, "failed")
	for cell in libcb.partial:cells() do
		check(cell.algorithm == "later" or cell.outcome ~= "failed", cell.id .. " is not to blame")
	end
	equal(select(2, pcall(libcb.measure, function() error("a text", 0) end, short())), "a text")
	has(select(2, pcall(libcb.measure, function() error() end, short())) or "nil", "nil")
	has(support.raised(libcb.measure, function() local x = nil; return x.y end, short()), "measure.lua:")
end)

case("a_progress_function_stops_it", function()
	local value = support.raised(libcb.measure, rep, {
		budget = 60,
		progress = function()
			return false
		end,
	})
	equal(value.name, "CB_ECANCELLED")
	local mine = {}
	equal(support.raised(libcb.measure, rep, {
		budget = 60,
		progress = function()
			error(mine)
		end,
	}), mine)
	check(libcb.partial)
end)

case("functions_may_run_in_a_coroutine_but_not_yield", function()
	local resumed, results = coroutine.resume(coroutine.create(function()
		return libcb.measure(rep, short())
	end))
	check(resumed, results)
	check(results:complete())
	local _, ok, value = coroutine.resume(coroutine.create(function()
		return pcall(libcb.measure, coroutine.yield, short())
	end))
	equal(ok, false)
	has(value, "yield")
end)

case("functions_may_make_garbage", function()
	local results = libcb.measure({
		garbage = function()
			local list = {}
			for i = 1, 10 do
				list[i] = { tostring(i) }
			end
			return list
		end,
		collect = collectgarbage,
	}, short())
	check(results:complete())
end)

case("what_is_no_function_is_refused", function()
	refuses("EINVAL", "a function or a table of functions is measured, not a nil", libcb.measure)
	refuses("EINVAL", "not a string", libcb.measure, "print")
	refuses("EINVAL", '"a" has to be a function, not a number', libcb.measure, { a = 5 })
	refuses("EINVAL", "named by strings, not by a number", libcb.measure, { print })
	refuses("EINVAL", '"a" has no function "call"', libcb.measure, { a = {} })
	refuses("EINVAL", 'setup of "a" has to be a function', libcb.measure, { a = { call = rep, setup = 1 } })
	refuses("EINVAL", '"a" has no part "init"', libcb.measure, { a = { call = rep, init = rep } })
	refuses("EINVAL", 'size of "a" has to be a whole number of bytes, not 3.7', libcb.measure, { a = { call = rep, size = 3.7 } })
	refuses("EINVAL", "size", libcb.measure, rep, { size = "5" })
	refuses("EINVAL", "size", libcb.measure, rep, { size = -1 })
	refuses("EINVAL", '"a b" is no name', libcb.measure, { ["a b"] = rep })
	refuses("EINVAL", 'has a zero byte in it', libcb.measure, { ["a\0b"] = rep })
	refuses("EEMPTY", "", libcb.measure, {})
	refuses("EINVAL", 'the option "sizes" means nothing to measure', libcb.measure, rep, { sizes = 64 })
	refuses("ENOTFOUND", 'no option "subjects" of measure', libcb.measure, rep, { subjects = "null" })
end)

support.done()
