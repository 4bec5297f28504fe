-- SPDX-License-Identifier: Apache-2.0
-- What the Lua binding adds to a call, in nanoseconds, as a row of a table of docs/lua.md. For each Lua:
--   LUA_PATH='build/release/lua/?.lua' LUA_CPATH='build/release/lua/5.4/?.so' lua5.4 benchmarks/lua_calls.lua
local libcb = require "libcb"

local results = libcb.run { subjects = "null:on", algorithms = "null-hash", sizes = 64, launches = 2, samples = 2 }
local handle = results.handle
local context = libcb.context()
local wrong = { sizes = 3.7 }

local measured = libcb.measure({
	["core"] = function() handle:complete() end,
	["facade"] = function() results:complete() end,
	["refused"] = function() pcall(context.run, context, wrong) end,
	["empty"] = function() end,
}, { budget = tonumber((...)) or 20 })

local function of(name)
	local cell = measured:find("function/" .. name .. "/call/0/on")
	return cell.outcome == "measured" and cell.summary.median_ns or 0 / 0
end

local empty = of("empty")
print(("| %s | %.0f | %.0f | %.0f | %.0f |"):format(type(jit) == "table" and "LuaJIT 2.1" or _VERSION,
	of("core") - empty, of("facade") - empty, of("refused") - empty, empty))
