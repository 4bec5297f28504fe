-- SPDX-License-Identifier: Apache-2.0
--- Which options a call takes, and sorting them out.
local core = require "libcb.core"
local errors = require "libcb.errors"
local values = require "libcb.values"
local refuse = errors.refuse

local options = {}

local USED_BY = {
	run = core.USED_BY_RUN,
	prove = core.USED_BY_PROVE,
	gate = core.USED_BY_GATE,
	measure = core.USED_BY_MEASURE,
	advise = core.USED_BY_ADVISE,
}

local function has_bit(set, bit)
	return math.floor(set / bit) % 2 == 1
end

local function read_table(count, at)
	local rows, by_name = {}, {}
	for i = 0, count() - 1 do
		local row = at(i)
		rows[i + 1] = {
			name = row.name,
			argument = row.argument,
			fallback = row.fallback,
			help = row.help,
			uses = row.uses, -- nil but for plans
		}
		by_name[row.name] = rows[i + 1]
	end
	return rows, by_name
end

local plan_options, plan_option = read_table(core.option_count, core.option_at)
local import_options, import_option = read_table(core.import_option_count, core.import_option_at)
local rule_options, rule_option = read_table(core.rules_key_count, core.rules_key_at)

local view_options, view_option = read_table(core.view_option_count, core.view_option_at)

local function find_option(by_name, name)
	return by_name[name] or by_name[(name:gsub("_", "-"))]
end

local function as_key(option)
	return (option.name:gsub("-", "_"))
end

-- What has another default where a profile is measured.
local function fallback_of(option, command)
	if command == "advise" and option.name == "budget" then
		return core.ADVISE_BUDGET
	end
	return option.fallback
end

--- The options of a command: "run", "prove", "gate", "measure", "advise" or "import".
-- @return a list of tables with name (as it is spelled here), argument, fallback and help
function options.list(command)
	if not USED_BY[command] and command ~= "import" then
		refuse('there are options of "run", "prove", "gate", "measure", "advise" and "import", not of "%s"',
			tostring(command))
	end
	local list = {}
	for _, option in ipairs(command == "import" and import_options or plan_options) do
		if command == "import" or has_bit(option.uses, USED_BY[command]) then
			list[#list + 1] = {
				name = as_key(option),
				argument = option.argument,
				fallback = fallback_of(option, command),
				help = option.help,
			}
		end
	end
	return list
end

local function refuse_unknown(call, name)
	local names = {}
	for key in pairs(call.own) do
		names[#names + 1] = key
	end
	for _, option in ipairs(call.command and options.list(call.command) or {}) do
		names[#names + 1] = option.name
	end
	for _, option in ipairs(call.has_rules and rule_options or call.has_view and view_options or {}) do
		names[#names + 1] = as_key(option)
	end
	table.sort(names)
	local meant = type(name) == "string" and core.nearest((name:gsub("[-%z]", "_")), names)
	errors.raise(errors.status.ENOTFOUND, ('there is no option "%s" of %s: %s'):format(tostring(name), call.name,
		meant and ('did you mean "%s"?'):format(meant) or "there are " .. table.concat(names, ", ")))
end

local function check_use(call, option)
	if call.command ~= "import" and not has_bit(option.uses, USED_BY[call.command]) then
		refuse('the option "%s" means nothing to %s', as_key(option), call.name)
	end
end

-- Adds a name and a value to the list for the core.
local function put(list, option, name, value)
	if type(value) == "boolean" and option.argument then
		refuse('"%s" has to be %s, not a boolean', tostring(name), option.argument)
	end
	list[#list + 1] = option.name
	list[#list + 1] = values.value_text(name, value)
end

-- What one call was given, sorted out: lists of names and values for plan and rules, and options of
-- its own.
local Order = {}
Order.__index = Order

function Order:text(name)
	return values.optional_text(name, self.own[name])
end

function Order:texts(name)
	return values.text_list(name, self.own[name])
end

function Order:whole(name, fallback)
	return values.whole(name, self.own[name], fallback)
end

-- Lua answers Ctrl-C when some of it runs.
local function nothing() end

function Order:progress()
	local progress = self.own.progress
	if progress ~= nil and type(progress) ~= "function" then
		refuse('"progress" has to be a function, not a %s', type(progress))
	end
	return progress or nothing
end

-- The file of rules, by the name that cbench has for it or that of libcb for Python.
function Order:rules_file()
	if self.own.config ~= nil and self.own.rules ~= nil then
		refuse('"rules" and "config" are the same: leave out one')
	end
	return self:text(self.own.rules ~= nil and "rules" or "config")
end

-- Those of the call's own options that are there, as names and values.
function Order:settings(...)
	local list = {}
	for _, name in ipairs { ... } do
		if self.own[name] ~= nil then
			list[#list + 1] = name
			list[#list + 1] = values.value_text(name, self.own[name])
		end
	end
	return list
end

function options.take(call, given)
	local order = setmetatable({ plan = {}, rules = {}, view = {}, own = {} }, Order)
	if given ~= nil and type(given) ~= "table" then
		refuse("%s takes a table of options, not a %s", call.name, type(given))
	end
	for name, value in pairs(given or {}) do
		local option = type(name) == "string" and call.by_name and find_option(call.by_name, name)
		if call.own[name] then
			order.own[name] = value
		elseif option and call.has_view then
			put(order.view, option, name, value)
		elseif option then
			check_use(call, option)
			put(order.plan, option, name, value)
		elseif call.has_rules and rule_option[name] then
			put(order.rules, rule_option[name], name, value)
		else
			refuse_unknown(call, name)
		end
	end
	return order
end

local function set_of(...)
	local set = {}
	for _, name in ipairs { ... } do
		set[name] = true
	end
	return set
end

options.calls = {
	context = { own = set_of("backend_path", "worker", "launcher", "backends") },
	run = { own = set_of("subjects", "progress"), command = "run" },
	advise = {
		own = set_of("results", "profile", "profile_text", "accel", "across_machines", "subjects",
			"progress"),
		command = "advise",
	},
	import = { own = set_of("files", "text"), command = "import" },
	report = { own = set_of("results", "names", "title", "headline", "command", "gate", "file") },
	prove = { own = set_of("subjects", "progress"), command = "prove" },
	measure = { own = set_of("size", "setup", "teardown", "progress"), command = "measure" },
	gate = {
		own = set_of("base", "head", "config", "rules", "allow_removed", "progress"),
		command = "gate",
		has_rules = true,
	},
	gate_baseline = {
		own = set_of("file", "subjects", "config", "rules", "allow_removed", "progress"),
		command = "gate",
		has_rules = true,
	},
	accept_baseline = {
		own = set_of("file", "reason", "subjects", "config", "rules", "allow_removed", "progress"),
		command = "gate",
		has_rules = true,
	},
	save_baseline = { own = set_of("file", "no_library", "subjects", "progress"), command = "gate" },
	selftest = {
		own = set_of("subject", "runs", "real", "keep", "config", "rules", "progress"),
		command = "gate",
		has_rules = true,
	},
	selftest_recorded = { own = set_of("config", "rules"), has_rules = true },
	judge = { own = set_of("text", "config", "rules"), has_rules = true },
	compare = {
		own = set_of("base_labels", "head_labels", "base_name", "head_name", "algorithms", "ops",
			"sizes", "time"),
	},
	json = { own = set_of("compact", "samples") },
	list = { own = {} },
	format = { own = {}, has_view = true },
}
for name, call in pairs(options.calls) do
	call.name = name
	call.by_name = call.has_view and view_option or call.command == "import" and import_option or
		call.command and plan_option
end

return options
