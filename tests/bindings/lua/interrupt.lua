-- SPDX-License-Identifier: Apache-2.0
-- A run of minutes for interrupt.sh: WHERE is "main" or "coroutine". Says "go" when it measures, and at
-- the end what was raised and whether something is left.
local libcb = require "libcb"
local support = require "support"

local function begun(progress)
	if progress.done == 1 then
		print("go")
		io.stdout:flush()
	end
end

local function work()
	return libcb.run(support.long { progress = arg[2] == "told" and begun or nil })
end

local function run()
	if arg[1] == "coroutine" then
		return assert(coroutine.resume(coroutine.create(work)))
	end
	return work()
end

-- In a coroutine it is the main state that lua(1) interrupts once it runs again.
local ok, value = pcall(run)
print(ok, tostring(value))
assert(not ok and tostring(value):find("interrupted"))
assert(libcb.partial and not libcb.partial:complete() and #libcb.partial.document.cells == 3)
assert(libcb.run(support.quick()):complete())
print("kept")
