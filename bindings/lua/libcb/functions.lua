-- SPDX-License-Identifier: Apache-2.0
--- Functions to measure, as the core takes them.
local errors = require "libcb.errors"
local values = require "libcb.values"
local refuse = errors.refuse

local functions = {}

local PARTS = { "size", "setup", "teardown" }

local function empty() end

local function check_function(name, part, value)
	if value ~= nil and type(value) ~= "function" then
		refuse('%s of "%s" has to be a function, not a %s', part, name, type(value))
	end
	return value
end

local function check_size(name, size)
	size = size or 0
	if type(size) ~= "number" or size < 0 or size ~= math.floor(size) or size > 2 ^ 40 then
		refuse('size of "%s" has to be a whole number of bytes, not %s', name, tostring(size))
	end
	return size
end

local function check_parts(name, given)
	for part in pairs(given) do
		if part ~= "call" and part ~= "size" and part ~= "setup" and part ~= "teardown" then
			refuse('"%s" has no part "%s": there are call, setup, size, teardown', name, tostring(part))
		end
	end
end

local function one(name, given, for_all)
	if type(given) == "function" then
		given = { call = given }
	elseif type(given) ~= "table" then
		refuse('"%s" has to be a function, not a %s', name, type(given))
	end
	check_parts(name, given)
	local parts = { name = name, call = check_function(name, "call", given.call) }
	if not parts.call then
		refuse('"%s" has no function "call"', name)
	end
	for _, part in ipairs(PARTS) do
		parts[part] = given[part]
		if parts[part] == nil then
			parts[part] = for_all[part]
		end
	end
	parts.size = check_size(name, parts.size)
	check_function(name, "setup", parts.setup)
	check_function(name, "teardown", parts.teardown)
	return parts
end

local function sorted_names(what)
	local names = {}
	for name in pairs(what) do
		if type(name) ~= "string" then
			refuse("functions to measure are named by strings, not by a %s", type(name))
		end
		names[#names + 1] = values.check_text("name", name)
	end
	table.sort(names)
	return names
end

-- A list in the order of the names; last an empty function, unless there is one or nothing else.
function functions.list(what, for_all)
	if type(what) == "function" then
		what = { ["function"] = what }
	elseif type(what) ~= "table" then
		refuse("a function or a table of functions is measured, not a %s", type(what))
	end
	local list = {}
	for _, name in ipairs(sorted_names(what)) do
		list[#list + 1] = one(name, what[name], for_all)
	end
	if #list > 0 and not what.empty then
		list[#list + 1] = one("empty", empty, {})
	end
	return list
end

return functions
