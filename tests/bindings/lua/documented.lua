-- SPDX-License-Identifier: Apache-2.0
-- The examples of docs/lua.md run, one after the other as one program, and those in examples/ too, each
-- with few samples. One after "not run" is compiled only.
local libcb = require "libcb"
local support = require "support"
local case, check, has = support.case, support.check, support.has

local has_openssl = false
for _, backend in ipairs(libcb.info().backends) do
	has_openssl = has_openssl or backend.name == "openssl"
end
if not has_openssl then
	support.skip("there is no OpenSSL, which the examples measure")
end

-- Lines of the program, each where it is in the document; and the blocks that are not run.
local function read_examples(file)
	local lines, apart, is_code, is_apart, block = {}, {}, false, false, nil
	for line in io.lines(file) do
		if is_code and line == "```" then
			apart[#apart + 1] = block and table.concat(block, "\n")
			is_code, is_apart, block, line = false, false, nil, ""
		elseif line == "```lua" then
			is_code, block, line = true, is_apart and {} or nil, ""
		elseif line:find("^<!%-%- not run") then
			is_apart = true
		end
		if block then
			block[#block + 1] = line
		end
		lines[#lines + 1] = is_code and not block and line or ""
	end
	return table.concat(lines, "\n"), apart
end

local function compile(text, name)
	return (loadstring or load)(text, name)
end

-- Calls fn with print and io.write collected, and runs that are short.
local function collected(fn, ...)
	local written, old_print, old_write, old_run = {}, print, io.write, libcb.run
	print = function(...)
		for i = 1, select("#", ...) do
			written[#written + 1] = tostring((select(i, ...)))
		end
	end
	io.write = function(...)
		written[#written + 1] = table.concat { ... }
	end
	libcb.run = function(options)
		options.budget, options.launches, options.samples = nil, 2, 2
		return old_run(options)
	end
	local ok, value = pcall(fn, ...)
	print, io.write, libcb.run = old_print, old_write, old_run
	if not ok then
		error(value, 0)
	end
	return table.concat(written, "\n")
end

case("the_examples_of_the_document_run", function()
	local text, apart = read_examples(support.source .. "/docs/lua.md")
	for _, block in ipairs(apart) do
		check(compile(block, "=docs/lua.md"))
	end
	check(#apart == 1)
	local output = collected(check(compile(text, "=docs/lua.md")))
	has(output, "aes-256-gcm")
	has(output, "times as fast")
	check(support.exists("sha256.csv"))
	check(support.exists("results.html"))
	os.remove("results.html")
	os.remove("sha256.csv")
	os.remove("sha256.json")
end)

case("the_example_shows_what_acceleration_gives", function()
	local output = collected(check(loadfile(support.source .. "/examples/accel.lua")), "1", "openssl")
	has(output, "times faster")
	has(output, "aes-256-gcm")
end)

support.done()
