-- SPDX-License-Identifier: Apache-2.0
-- For installed.sh: what is installed below the prefix measures, and nothing else helps.
local libcb = require "libcb"

local results = libcb.run {
	subjects = "null:on",
	algorithms = "null-hash",
	sizes = 64,
	launches = 2,
	samples = 2,
}
assert(results:complete())
assert(results:find("null/null-hash/digest/64/on").outcome == "measured")
for mapping in io.lines("/proc/self/maps") do
	local file = mapping:match("%S*libcb%.so%S*$")
	assert(not file or file:sub(1, #arg[1]) == arg[1], file)
end
print(_VERSION, libcb.version)
