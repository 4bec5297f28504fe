-- SPDX-License-Identifier: Apache-2.0
-- Measures one cell with the libcb that the interpreter finds.
local libcb = require "libcb"

local results = libcb.run { subjects = { "null:on" }, algorithms = "null-hash", sizes = { 64 }, launches = 1, budget = 3 }
local count = 0
for cell in results:cells() do
	assert(cell.outcome == "measured", cell.id .. " is " .. cell.outcome)
	count = count + 1
end
assert(count == 1, count .. " cells")
