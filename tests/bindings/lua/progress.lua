-- SPDX-License-Identifier: Apache-2.0
-- Progress: what a function is told, that it can stop a run, and that its errors arrive as they are.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, has, long, quick = support.case, support.check, support.equal, support.has,
	support.long, support.quick

-- Runs for minutes unless the function stops it.
local function stopped_by(fn)
	return pcall(libcb.run, long { progress = fn })
end

case("a_function_is_told_how_far_it_is", function()
	local last, calls = nil, 0
	local results = libcb.run(quick {
		sizes = { 64, 128, 256 },
		progress = function(progress)
			calls = calls + 1
			last = progress
			check(progress.done <= progress.total)
			check(progress.elapsed_s >= 0)
		end,
	})
	check(results:complete())
	equal(libcb.partial, nil)
	check(calls > 0)
	equal(last.launches, 2)
	equal(last.done, last.total)
	if math.type then
		equal(math.type(last.done), "integer")
	end
	equal(type(last.current), "string")
end)

case("false_stops_and_what_was_measured_stays", function()
	local ok, value = stopped_by(function(progress)
		return progress.done < 2
	end)
	equal(ok, false)
	equal(value.name, "CB_ECANCELLED")
	equal(value.status, libcb.status.ECANCELLED)
	check(not value.partial:complete())
	equal(libcb.partial, value.partial)
	equal(#value.partial.document.cells, 3)
	check(libcb.run(quick()):complete())
	equal(libcb.partial, nil)
end)

case("an_error_arrives_as_it_is", function()
	local mine = { "mine" }
	for _, value in ipairs { mine, "a text", 5, false, print } do
		local ok, arrived = stopped_by(function(progress)
			if progress.done > 1 then
				error(value, 0)
			end
		end)
		equal(ok, false)
		equal(arrived, value)
		check(not libcb.partial:complete())
	end
	local ok, arrived = stopped_by(function()
		error(nil)
	end)
	equal(ok, false)
	check(arrived == nil or has(arrived, "nil") == nil)
	check(libcb.run(quick()):complete())
end)

case("an_error_of_the_function_has_its_place", function()
	local _, arrived = stopped_by(function(progress)
		return progress.nothing.here
	end)
	has(arrived, "progress.lua:")
end)

case("a_function_that_yields_is_an_error", function()
	local thread = coroutine.create(function()
		return stopped_by(function()
			coroutine.yield()
		end)
	end)
	local resumed, ok, value = coroutine.resume(thread)
	check(resumed)
	equal(ok, false)
	has(value, "yield")
end)

case("a_run_within_a_coroutine_is_as_any_other", function()
	local thread = coroutine.wrap(function()
		local calls = 0
		local results = libcb.run(quick {
			progress = function()
				calls = calls + 1
			end,
		})
		coroutine.yield(results)
		return calls
	end)
	check(thread():complete())
	check(thread() > 0)
end)

case("the_context_is_busy_for_its_own_progress_function", function()
	local context = libcb.context()
	local inner
	context:run(quick {
		progress = function()
			inner = inner or select(2, pcall(context.run, context, quick()))
		end,
	})
	equal(inner.name, "CB_EINVAL")
	has(inner.message, "in use")
	check(context:run(quick()):complete())
end)

case("another_context_runs_within_a_progress_function", function()
	local inner
	libcb.run(quick {
		progress = function()
			inner = inner or libcb.run(quick())
		end,
	})
	check(inner:complete())
end)

case("a_function_may_leave_garbage_and_collect_it", function()
	local calls = 0
	libcb.run(quick {
		launches = 6,
		progress = function(progress)
			calls = calls + 1
			local garbage = {}
			for i = 1, 2000 do
				garbage[i] = progress.current .. i
			end
			collectgarbage()
		end,
	})
	check(calls > 0)
end)

case("a_context_collected_during_its_run_is_none", function()
	local context = libcb.context()
	local results = context:run(quick {
		progress = function()
			context = nil
			collectgarbage()
			collectgarbage()
		end,
	})
	collectgarbage()
	check(results:complete())
end)

local function caught_signals()
	return support.read("/proc/self/status"):match("SigCgt:%s*(%x+)")
end

case("no_signal_handler_is_touched", function()
	if not support.exists("/proc/self/status") then
		return
	end
	local before, during = caught_signals(), nil
	libcb.run(quick {
		progress = function()
			during = caught_signals()
		end,
	})
	equal(during, before)
	equal(caught_signals(), before)
end)

support.done()
