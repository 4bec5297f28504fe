-- SPDX-License-Identifier: Apache-2.0
-- Options: all that libcb takes, from values of Lua; what it does not take is refused with a reason.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, quick, refuses = support.case, support.check, support.equal, support.quick,
	support.refuses

local function refuses_run(status, part, options)
	refuses(status, part, libcb.run, quick(options))
end

case("unknown_options_are_told_with_those_that_there_are", function()
	refuses_run("ENOTFOUND", 'there is no option "frobnicate" of run: there are accel, algorithms, ', { frobnicate = "x" })
	refuses_run("ENOTFOUND", 'there is no option "algorithm" of run: did you mean "algorithms"?', { algorithm = "x" })
	refuses_run("ENOTFOUND", 'did you mean "time_limit"?', { ["time-limt"] = 2 })
	refuses("ENOTFOUND", 'did you mean "subjects"?', libcb.run, { subject = "null" })
	refuses("ENOTFOUND", 'did you mean "limit"?', libcb.gate, { limits = "2%" })
	refuses("ENOTFOUND", 'did you mean "backend_path"?', libcb.context, { backendpath = "x" })
	refuses("ENOTFOUND", 'no option "a', libcb.run, { ["a\0b"] = 1 })
	refuses("ENOTFOUND", 'no option "1" of run', libcb.run, { "aes-256-gcm" })
	refuses_run("EINVAL", 'the option "inject" means nothing to run', { inject = "**=5" })
	refuses("EINVAL", 'the option "launches" means nothing to gate', libcb.gate, { launches = 2 })
	refuses("ENOTFOUND", 'no option "limit" of run', libcb.run, { limit = 5 })
	refuses("EINVAL", "takes a table of options, not a string", libcb.run, "aes")
	local context = libcb.context()
	refuses("EINVAL", "run takes a table of options, not a number", context.run, context, 5)
	refuses("ENOTFOUND", 'no option "path" of context', libcb.context, { path = "x" })
end)

case("options_are_listed", function()
	local names = {}
	for _, option in ipairs(libcb.options("run")) do
		names[option.name] = option
		check(option.help ~= "")
	end
	equal(names.time_limit.argument, "SECONDS")
	equal(names.no_samples.argument, nil)
	equal(names.budget.fallback, "120")
	equal(names.inject, nil)
	refuses("EINVAL", "nothing", libcb.options, "nothing")
	refuses("EINVAL", "nil", libcb.options)
end)

case("names_are_written_with_either_line", function()
	equal(libcb.run(quick { ["time-limit"] = 20 }):complete(), true)
	equal(libcb.run(quick { time_limit = 20, no_samples = true }):find("null/null-hash/digest/64/on").samples, nil)
	check(libcb.run(quick { no_samples = false }):find("null/null-hash/digest/64/on").samples)
end)

case("sizes_that_are_no_whole_numbers_are_refused", function()
	for _, size in ipairs { 3.7, "3.7", -1, "x", "" } do
		refuses_run("EINVAL", "sizes", { sizes = { size } })
	end
	refuses_run("EINVAL", '"sizes" is no number', { sizes = { 0 / 0 } })
	refuses_run("EINVAL", '"sizes" is no number', { sizes = 1 / 0 })
	refuses_run("EINVAL", '"sizes" has to be a string, not a boolean', { sizes = { true } })
	refuses_run("EINVAL", '"sizes" has to be a string, not a table', { sizes = { {} } })
end)

case("numbers_and_their_texts_are_the_same", function()
	for _, sizes in ipairs { 64, "64", { 64 }, { "64" }, { 6.4e1 } } do
		local results = libcb.run(quick { sizes = sizes })
		equal(results.document.cells[1].size, 64)
	end
	equal(libcb.run(quick { budget = 0.5, precision = 2.5 }):failed(), false)
end)

case("seeds_are_exact", function()
	local function seed_of(seed)
		local stored = libcb.run(quick { seed = seed }).document.tool.seed
		return type(stored) == "number" and ("%.0f"):format(stored) or stored
	end
	equal(seed_of(2 ^ 53 - 1), "9007199254740991")
	if not math.type then
		equal(seed_of("9007199254740993"), "9007199254740993")
	end
	if math.type then
		equal(libcb.run(quick { seed = 9007199254740993 }).document.tool.seed, 9007199254740993)
	end
	refuses_run("EINVAL", "too large to be exact in a number: give it as a string", { seed = 2 ^ 53 })
	local ok, boxed = pcall((loadstring or load)("return 9007199254740993ULL"))
	if ok and type(boxed) == "cdata" then
		equal(seed_of(boxed), "9007199254740993")
	end
end)

case("numbers_do_not_follow_the_locale", function()
	local old = os.setlocale()
	if not os.setlocale("de_DE.UTF-8") and not os.setlocale("de_DE") then
		return
	end
	local ok, value = pcall(libcb.run, quick { precision = 2.5 })
	os.setlocale(old)
	check(ok, value)
end)

case("lists_have_no_holes_and_no_names", function()
	refuses_run("EINVAL", '"sizes" has to be a list, but has the key "a"', { sizes = { a = 1 } })
	refuses_run("EINVAL", '"subjects" has to be a list without holes', { subjects = { [1] = "null", [3] = "null" } })
	refuses_run("EINVAL", '"subjects" has to be a string, not a number', { subjects = { 5 } })
	refuses_run("EINVAL", '"subjects" has to be a string, not a boolean', { subjects = true })
	check(libcb.run(quick { subjects = "null:on" }):complete())
end)

case("zero_bytes_are_refused_where_they_would_cut_a_text", function()
	refuses_run("EINVAL", '"machine" has a zero byte in it', { machine = "a\0b" })
	refuses_run("EINVAL", '"subjects" has a zero byte in it', { subjects = { "null:on\0" } })
	refuses("EINVAL", '"file" has a zero byte in it', libcb.load, "a\0b")
end)

case("booleans_are_for_switches", function()
	refuses_run("EINVAL", '"budget" has to be SECONDS, not a boolean', { budget = true })
end)

case("what_is_not_there_is_named", function()
	refuses_run("ENOTFOUND", "no-such-backend", { subjects = { "no-such-backend" } })
	refuses_run("ENOTFOUND", "no-such-algorithm", { algorithms = { "no-such-algorithm" } })
	refuses("ENOTFOUND", "none.so", libcb.run, { backends = { "none.so" } })
	local context = libcb.context()
	refuses("EINVAL", '"file" has to be a string, not a nil', context.add_backend, context)
end)

case("nil_is_an_option_that_is_not_there", function()
	check(libcb.run(quick { machine = nil, progress = nil }):complete())
	refuses("EINVAL", '"progress" has to be a function, not a number', libcb.run, quick { progress = 3 })
	refuses("EINVAL", '"base" has to be', libcb.gate, { head = "null:on" })
	refuses("EINVAL", '"head" has to be', libcb.gate, { base = "null:on" })
	refuses("EINVAL", '"file" has to be', libcb.gate_baseline)
	refuses("EINVAL", '"file" has to be', libcb.save_baseline, {})
	refuses("EINVAL", '"file" has to be', libcb.accept_baseline, { reason = "none" })
	refuses("EINVAL", "nothing to judge", libcb.judge)
	refuses("EINVAL", '"directory" has to be', libcb.selftest_recorded)
	refuses("EINVAL", '"runs" has to be a whole number from 0 on, not 1.5', libcb.selftest, { runs = 1.5 })
	refuses("EINVAL", '"runs" has to be a whole number from 0 on, not -1', libcb.selftest, { runs = -1 })
	refuses("EINVAL", '"real" has to be a whole number from 0 on, not 1', libcb.selftest, { real = "1" })
end)

case("a_method_without_its_object_is_an_error", function()
	local core = require "libcb.core"
	local results = libcb.run(quick())
	for _, method in ipairs { results.json, results.save, results.cells, results.complete, results.rows } do
		check(not pcall(method))
		check(not pcall(method, nil))
		check(not pcall(method, 5))
		check(not pcall(method, {}))
	end
	check(not pcall(core.Results))
	for _, name in ipairs { "load_results", "parse_results", "compare", "judge", "decode", "selftest_recorded" } do
		pcall(core[name])
		pcall(core[name], nil, nil, nil, nil, nil)
		check(not pcall(core[name], {}, {}, {}, {}, {}), name)
	end
	check(not pcall(results.handle.json))
	check(not pcall(results.handle.json, nil, 0))
	check(not pcall(results.handle.json, results.handle, 3.7))
	check(not pcall(results.handle.json, results.handle, "0"))
	check(not pcall(results.handle.json, results.handle, -1))
end)

case("a_closed_context_says_so", function()
	local context = libcb.context()
	local results = context:run(quick())
	context:close()
	context:close()
	refuses("EINVAL", "the context is closed", context.run, context, quick())
	check(results:complete())
end)

case("launcher_and_paths_are_taken", function()
	local context = libcb.context { launcher = { "env", "CB_TEST=1" } }
	check(context:run(quick()):complete())
	refuses("EINVAL", '"launcher" has to be a string, not a number', libcb.context, { launcher = { 1 } })
	refuses("EWORKER", "no-such-worker", libcb.run, quick { worker = "./no-such-worker" })
	refuses("ENOTFOUND", "null", libcb.run, quick { backend_path = "nowhere" })
end)

case("this_machine_is_told", function()
	local info = libcb.info()
	equal(info.version, libcb.version)
	check(info.environment.cpu.architecture)
	local seen = {}
	for _, backend in ipairs(info.backends) do
		seen[backend.name] = support.exists(backend.file)
	end
	check(support.exists(info.worker))
	check(seen.null)
end)

support.done()
