-- SPDX-License-Identifier: Apache-2.0
--- Measures crypto libraries, with and without hardware acceleration.
-- For Lua 5.1 to 5.4 and LuaJIT; docs/lua.md tells it through. What goes wrong is raised: as a table
-- with status (a number of libcb.status), name ("CB_EINVAL") and message, which tostring() gives.
-- @module libcb
local core = require "libcb.core"
local documents = require "libcb.documents"
local errors = require "libcb.errors"
local functions = require "libcb.functions"
local options = require "libcb.options"
local values = require "libcb.values"
local calls, take = options.calls, options.take
local checked, refuse = errors.checked, errors.refuse
local wrap = documents.wrap

local libcb = {
	--- Version of the library that is loaded.
	version = core.version(),
	--- Numbers of statuses by their names without CB_: libcb.status.EINVAL.
	status = errors.status,
	--- What the last call had measured when it was stopped, else nil.
	partial = nil,
	--- The options of a command: "run", "prove", "gate", "measure", "advise" or "import".
	-- @return a list of tables with name (as it is spelled here), argument, fallback and help
	options = options.list,
}

local Context = { __name = "libcb.context" }
Context.__index = Context

-- After a call with progress. What was measured until it was stopped stays at hand.
local function finish(class, handle, stop, thrown, status, message)
	local made = wrap(class, handle)
	libcb.partial = (stop or status) and made or nil
	if stop == "thrown" or stop == "failed" then
		error(thrown, 0)
	end
	if status then
		errors.raise(status, stop == "interrupted" and "interrupted" or message, made)
	end
	return made
end

local function open(self)
	return self.handle or refuse("the context is closed")
end

--- Where backends and workers are.
-- @param given backend_path, worker, launcher (words in front of each worker's command line),
-- backends (files of backends that are elsewhere)
function libcb.context(given)
	local order = take(calls.context, given)
	local handle = checked(core.Context(order:text("backend_path"), order:text("worker"),
		order:texts("launcher")))
	local self = setmetatable({ handle = handle }, Context)
	for _, file in ipairs(order:texts("backends")) do
		self:add_backend(file)
	end
	return self
end

--- Gives the context back now; documents made from it live on.
function Context:close()
	self.handle = nil
end

Context.__close = Context.close

function Context:add_backend(file)
	errors.succeeded(open(self):add_backend(values.check_text("file", file)))
end

--- This machine: a table with version, worker, backends (name and file of each) and environment, as
-- cbench info --format json has it.
function Context:info()
	local handle, backends = open(self), {}
	for name in checked(handle:backends()):gmatch("[^\n]+") do
		backends[#backends + 1] = { name = name, file = handle:backend_file(#backends) }
	end
	return {
		version = libcb.version,
		worker = handle:worker(),
		backends = backends,
		environment = checked(core.decode(checked(handle:environment()))),
	}
end

--- What each library offers in each mode.
-- @return Inventory
function Context:list(given)
	take(calls.list, given)
	return wrap(documents.Inventory, checked(open(self):inventory()))
end

--- Measures. Options are those of cbench run, with _ for -; also subjects and progress.
-- @return Results
function Context:run(given)
	local order = take(calls.run, given)
	return finish(documents.Results,
		open(self):run(order:texts("subjects"), order.plan, order:progress()))
end

local function check_class(name, value, class)
	if type(value) ~= "table" or getmetatable(value) ~= class then
		refuse('"%s" has to be %s, not a %s', name, class.kind, type(value))
	end
	return value.handle
end

-- A list of Results, or the only one, as a table of them and as what the core takes.
local function list_results(given)
	local list = {}
	if getmetatable(given) == documents.Results then
		list[1] = given
	elseif given ~= nil and type(given) ~= "table" then
		refuse('"results" has to be results or a list of them, not a %s', type(given))
	end
	for i, results in ipairs(#list == 0 and given or {}) do
		list[i] = results
	end
	local handles = checked(core.open_documents())
	for i, results in ipairs(list) do
		errors.succeeded(handles:add(check_class(("results[%d]"):format(i), results, documents.Results)))
	end
	return list, handles
end

local function open_profile(order)
	local text = order:text("profile_text")
	return checked(core.open_profile(order:text("profile") or text and "own-profile" or core.PROFILE_USUAL,
		text))
end

local function check_nothing_to_measure(order)
	local name = order.plan[1] or order.own.subjects and "subjects" or order.own.progress and "progress"
	if name then
		refuse('with results nothing is measured: leave out "%s"', name)
	end
end

--- Which library and algorithm to take for a kind of work.
-- @param given results (Results or a list of them; without any it measures, and options of measuring,
-- subjects and progress are about that), profile (a name of libcb.profiles(), or a file),
-- profile_text, accel, across_machines
-- @return Advice
function Context:advise(given)
	local order = take(calls.advise, given)
	local profile, accel = open_profile(order), order:text("accel")
	local list, handles = list_results(order.own.results)
	if order.own.results ~= nil then
		check_nothing_to_measure(order)
	else
		list, handles = list_results(finish(documents.Results, open(self):run_for(profile, accel,
			order:texts("subjects"), order.plan, order:progress())))
	end
	local advice = wrap(documents.Advice,
		checked(core.advise(handles, profile, accel, order.own.across_machines and true or false)))
	advice.results, advice.profile = list, profile -- to which it points
	return advice
end

--- Follows one operation of each cell, instruction by instruction.
-- @return Proofs
function Context:prove(given)
	local order = take(calls.prove, given)
	return finish(documents.Proofs,
		open(self):prove(order:texts("subjects"), order.plan, order:progress()))
end

--- Measures functions of Lua in this process, with an empty one beside them.
-- @param what a function, or a table of them by their names; instead of one also a table with call,
-- size (bytes that a call works through), setup and teardown (before and after each launch)
-- @param given options of measuring, progress; size, setup and teardown for all that have none
-- @return Results
function Context:measure(what, given)
	local order = take(calls.measure, given)
	return finish(documents.Results,
		open(self):measure { functions.list(what, order.own), order.plan, order:progress() })
end

--- Judges whether head lost throughput against base.
-- @return Gate
function Context:gate(given)
	local order = take(calls.gate, given)
	return finish(documents.Gate, open(self):gate(order:text("base"), order:text("head"),
		order:rules_file(), order:text("allow_removed"), order.rules, order.plan,
		order:progress()))
end

--- Judges against what save_baseline() kept in file.
-- @return Gate
function Context:gate_baseline(given)
	local order = take(calls.gate_baseline, given)
	return finish(documents.Gate, open(self):gate_baseline(order:text("file"),
		order:texts("subjects"), order:rules_file(), order:text("allow_removed"), order.rules,
		order.plan, order:progress()))
end

--- The same, and then makes what is there now the baseline, for a reason.
-- @return Gate
function Context:accept_baseline(given)
	local order = take(calls.accept_baseline, given)
	return finish(documents.Gate, open(self):accept_baseline(order:text("file"),
		order:text("reason"), order:texts("subjects"), order:rules_file(),
		order:text("allow_removed"), order.rules, order.plan, order:progress()))
end

--- Measures what later gates compare with, into file.
-- @return a table with runs, cells, failed and has_library
function Context:save_baseline(given)
	local order = take(calls.save_baseline, given)
	local stop, thrown, info, status, message = open(self):save_baseline(order:text("file"),
		order.own.no_library and true or false, order:texts("subjects"), order.plan,
		order:progress())
	finish(nil, nil, stop, thrown, status, message)
	return info
end

--- Tries the gate on this machine: null comparisons, and slowdowns of known size.
-- @return Selftest
function Context:selftest(given)
	local order = take(calls.selftest, given)
	return finish(documents.Selftest, open(self):selftest(order:text("subject") or "openssl:on",
		order:whole("runs", 10), order:whole("real", 0), order:text("keep"),
		order:rules_file(), order.rules, order.plan, order:progress()))
end

-- Without a context of one's own

-- A context, and what is left of the options of a call.
local function split(method, given)
	if given ~= nil and type(given) ~= "table" then
		refuse("%s takes a table of options, not a %s", method, type(given))
	end
	local of_context, of_call = {}, {}
	for name, value in pairs(given or {}) do
		local target = calls.context.own[name] and of_context or of_call
		target[name] = value
	end
	return libcb.context(of_context), of_call
end

-- libcb.run{...} and so on: options of a context and of the call in one table.
local function with_context(method)
	libcb[method] = function(given)
		local context, of_call = split(method, given)
		return context[method](context, of_call)
	end
end

for _, method in ipairs { "info", "list", "run", "advise", "prove", "gate", "gate_baseline", "accept_baseline",
	"save_baseline", "selftest" } do
	with_context(method)
end

--- Context.measure() without a context of one's own.
function libcb.measure(what, given)
	local context, of_call = split("measure", given)
	return context:measure(what, of_call)
end

--- Reads a file that save() or cbench wrote, whatever its kind.
-- @return Results, Gate, Proofs, Comparison, Selftest, Advice or Inventory: kind says which
function libcb.load(file)
	return documents.open(values.check_text("file", file), nil)
end

local function check_bytes(name, value)
	if type(value) ~= "string" then
		refuse('"%s" has to be a string, not a %s', name, type(value))
	end
	return value
end

--- Reads the JSON of a document, whatever its kind.
-- @return as load()
function libcb.parse(text)
	return documents.open(nil, check_bytes("text", text))
end

--- Reads the output of openssl speed, of every age, as results.
-- @param given files (one or a list; "-" is standard input), text, and the options that
-- libcb.options("import") lists
-- @return Results
function libcb.import(given)
	local order = take(calls.import, given)
	local import = checked(core.open_import(order.plan))
	for _, file in ipairs(order:texts("files")) do
		errors.succeeded(import:add_file(file))
	end
	if order.own.text ~= nil then
		errors.succeeded(import:add("text", check_bytes("text", order.own.text)))
	end
	return wrap(documents.Results, checked(import:finish()))
end

--- The profiles that advise() knows by name.
-- @return a list of tables with name, summary, unit and accel
function libcb.profiles()
	local list = {}
	while core.profile_name_at(#list) do
		local profile = checked(core.open_profile(core.profile_name_at(#list), nil))
		list[#list + 1] = {
			name = profile:name(),
			summary = profile:summary(),
			unit = profile:unit(),
			accel = profile:accel(),
		}
	end
	return list
end

--- Results as one page of HTML that needs nothing else. Of several, the others are compared with the
-- first.
-- @param given results (Results or a list of them), names (what each is called), title, headline,
-- command (what made the page), gate (a Gate whose verdicts are shown), file (that is written, too)
-- @return the page
function libcb.report(given)
	local order = take(calls.report, given)
	local _, handles = list_results(order.own.results)
	local gate = order.own.gate and check_class("gate", order.own.gate, documents.Gate)
	local file = order:text("file")
	local page = checked(core.report(handles, order:text("title"), order:texts("names"),
		order:text("headline"), order:text("command"), gate))
	if file then
		errors.succeeded(core.save_text(file, page))
	end
	return page
end

--- How head differs from base, both Results: two runs, or two subjects of one by their labels.
-- @param given base_labels, head_labels (lists), base_name, head_name, algorithms, ops, sizes, time
-- @return Comparison
function libcb.compare(base, head, given)
	local order = take(calls.compare, given)
	local comparison = wrap(documents.Comparison, checked(core.compare(
		check_class("base", base, documents.Results), check_class("head", head, documents.Results),
		order:texts("base_labels"), order:texts("head_labels"),
		order:settings("base_name", "head_name", "algorithms", "ops", "sizes", "time"))))
	comparison.base, comparison.head = base, head -- whose cells it points to
	return comparison
end

--- Judges again what a gate measured and saved, by the rules in it: config replaces them, other rules change one of them.
-- @param file or nil, with text in given
-- @return Gate
function libcb.judge(file, given)
	local order = take(calls.judge, given)
	local text = order.own.text
	if text ~= nil then
		check_bytes("text", text)
	end
	return wrap(documents.Gate, checked(core.judge(values.optional_text("file", file), text,
		order:rules_file(), order.rules)))
end

--- Works a self-test out again from what its option keep wrote.
-- @return Selftest
function libcb.selftest_recorded(directory, given)
	local order = take(calls.selftest_recorded, given)
	return wrap(documents.Selftest, checked(core.selftest_recorded(
		values.optional_text("directory", directory), order:rules_file(), order.rules)))
end

return libcb
