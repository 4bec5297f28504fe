-- SPDX-License-Identifier: Apache-2.0
--- Values of Lua as the texts that libcb takes.
local errors = require "libcb.errors"
local refuse = errors.refuse

local values = {}

-- Whole numbers in a double are exact below this.
local EXACT = 2 ^ 53

local function integer_text(value)
	if math.type and math.type(value) == "integer" then
		return ("%d"):format(value)
	end
	if value >= EXACT or value <= -EXACT then
		return nil
	end
	return ("%.0f"):format(value)
end

-- As short as it can be and still the same number; whatever the locale has for a point.
local function real_text(value)
	local text
	for digits = 15, 17 do
		text = ("%." .. digits .. "g"):format(value)
		if tonumber(text) == value then
			break
		end
	end
	return (text:gsub(",", "."))
end

local function number_text(name, value)
	if value ~= value or value == math.huge or value == -math.huge then
		refuse('"%s" is no number', name)
	end
	local text
	if value == math.floor(value) then
		text = integer_text(value)
	else
		text = real_text(value)
	end
	return text or refuse('"%s" is too large to be exact in a number: give it as a string', name)
end

function values.check_text(name, value)
	if type(value) ~= "string" then
		refuse('"%s" has to be a string, not a %s', name, type(value))
	end
	if value:find("\0", 1, true) then
		refuse('"%s" has a zero byte in it', name)
	end
	return value
end

function values.optional_text(name, value)
	if value == nil then
		return nil
	end
	return values.check_text(name, value)
end

function values.whole(name, value, fallback)
	if value == nil then
		return fallback
	end
	if type(value) ~= "number" or value < 0 or value ~= math.floor(value) or value >= 2 ^ 32 then
		refuse('"%s" has to be a whole number from 0 on, not %s', name, tostring(value))
	end
	return value
end

-- One value as the text that libcb takes. 64-bit integers of LuaJIT are cdata.
local function scalar_text(name, value)
	local kind = type(value)
	if kind == "number" then
		return number_text(name, value)
	end
	if kind == "cdata" then
		value = tostring(value):match("^(%-?%d+)U?LL$") or value
	end
	return values.check_text(name, value)
end

local function check_list(name, list)
	local count = 0
	for key in pairs(list) do
		count = count + 1
		if type(key) ~= "number" then
			refuse('"%s" has to be a list, but has the key "%s"', name, tostring(key))
		end
	end
	if count ~= #list then
		refuse('"%s" has to be a list without holes', name)
	end
	return list
end

function values.value_text(name, value)
	if type(value) == "boolean" then
		return value and "1" or "0"
	end
	if type(value) ~= "table" then
		return scalar_text(name, value)
	end
	local texts = {}
	for i, item in ipairs(check_list(name, value)) do
		texts[i] = scalar_text(name, item)
	end
	return table.concat(texts, ",")
end

-- A list of texts, or the only one.
function values.text_list(name, value)
	if value == nil then
		return {}
	end
	if type(value) ~= "table" then
		return { values.check_text(name, value) }
	end
	local texts = {}
	for i, item in ipairs(check_list(name, value)) do
		texts[i] = values.check_text(name, item)
	end
	return texts
end

return values
