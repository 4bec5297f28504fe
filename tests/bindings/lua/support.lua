-- SPDX-License-Identifier: Apache-2.0
-- What the tests of the Lua binding share: cases with names, ways to state what must hold, and where
-- things are. A script ends with done(), which exits with 1 if a case failed, and closes the state, so
-- that everything is collected under whatever looks for leaks.
local support = {
	backends = os.getenv("TEST_BACKENDS"),
	cbench = os.getenv("CBENCH"),
	source = os.getenv("TEST_SOURCE"),
}

local failures, cases = 0, 0

local function show(value)
	if type(value) == "string" then
		return ("%q"):format(value)
	end
	return tostring(value)
end

function support.check(condition, what)
	if not condition then
		error(what or "it does not hold", 2)
	end
	return condition
end

function support.equal(actual, expected, what)
	if actual ~= expected then
		error(("%s%s instead of %s"):format(what and what .. ": " or "", show(actual), show(expected)), 2)
	end
end

function support.has(text, part)
	text = tostring(text)
	if not text:find(part, 1, true) then
		error(("no %s in %s"):format(show(part), show(text:sub(1, 400))), 2)
	end
end

--- The value that the function raises.
function support.raised(fn, ...)
	local ok, value = pcall(fn, ...)
	if ok then
		error("nothing was raised", 2)
	end
	return value
end

--- An error of libcb of this status, whose message has the part.
function support.refuses(status, part, fn, ...)
	local value = support.raised(fn, ...)
	support.equal(type(value), "table", "the error " .. tostring(value))
	support.equal(value.name, "CB_" .. status)
	support.equal(value.status, require("libcb").status[status])
	support.has(value.message, part)
	support.equal(tostring(value), value.message)
end

function support.case(name, fn)
	cases = cases + 1
	local ok, value = pcall(fn)
	if not ok then
		failures = failures + 1
		io.stderr:write(name, ": ", tostring(value), "\n")
	end
end

function support.done()
	print(("%s: %d cases, %d failed"):format(_VERSION, cases, failures))
	collectgarbage()
	os.exit(failures == 0 and 0 or 1, true)
end

function support.skip(why)
	print("skipped: " .. why)
	os.exit(77, true)
end

function support.read(file)
	local stream = assert(io.open(file, "rb"))
	local text = assert(stream:read("*a"))
	stream:close()
	return text
end

function support.write(file, text)
	local stream = assert(io.open(file, "wb"))
	stream:write(text)
	stream:close()
end

function support.exists(file)
	local stream = io.open(file, "rb")
	return stream ~= nil and stream:close()
end

--- Name of a file that is not there; what begins with it is removed at the end by clean().
local scratch
function support.scratch(name)
	if not scratch then
		scratch = os.tmpname()
		os.remove(scratch)
		os.execute("mkdir " .. scratch)
	end
	return scratch .. "/" .. name
end

function support.clean()
	if scratch then
		os.execute("rm -rf " .. scratch)
		scratch = nil
	end
end

--- Options of a run that takes next to no time, and more.
function support.quick(more)
	local options = {
		subjects = { "null:on" },
		algorithms = { "null-hash" },
		sizes = { 64 },
		launches = 2,
		samples = 2,
	}
	for name, value in pairs(more or {}) do
		options[name] = value
	end
	return options
end

--- The same of one that would take minutes.
function support.long(more)
	local options = support.quick {
		sizes = { 64, 128, 256 },
		launches = 50,
		samples = 40,
		budget = 600,
	}
	for name, value in pairs(more or {}) do
		options[name] = value
	end
	return options
end

return support
