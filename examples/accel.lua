-- SPDX-License-Identifier: Apache-2.0
-- How much hardware acceleration gives: each operation with it off and with it on, and how many times
-- faster that is. Measures all libraries that are here, or those that are named:
--   lua accel.lua [BUDGET [LIBRARY...]]
local libcb = require "libcb"

-- Progress is for who watches: in a file it would be a long line.
local watched = os.execute("test -t 2")
watched = watched == true or watched == 0

local results = libcb.run {
	subjects = { select(2, ...) },
	algorithms = { "aes-256-gcm", "chacha20-poly1305", "sha256" },
	ops = { "seal", "digest" },
	accel = { "on", "off" },
	sizes = { 1024, 16384 },
	budget = tonumber((...)) or 30,
	progress = watched and function(progress)
		io.stderr:write(("\r%d of %d "):format(progress.done, progress.total))
	end or nil,
}
if watched then
	io.stderr:write("\n")
end

print(("%-10s %-18s %6s %11s %11s %14s"):format("library", "algorithm", "bytes", "off, MB/s", "on, MB/s", "times faster"))
for row in results:rows() do
	local with = row.accel == "off" and results:find((row.id:gsub("/off$", "/on")))
	if with and with.outcome == "measured" and row.outcome == "measured" then
		local gain = results:ratio(row, with)
		print(("%-10s %-18s %6d %11.1f %11.1f %14s"):format(row.backend, row.algorithm, row.size,
			row.rate / 1e6, results:rate(with) / 1e6,
			gain and ("%.2f"):format(gain.ratio) or "?"))
	end
end

-- What makes the figures doubtful.
for warning in results:warnings() do
	print("note: " .. warning.text)
end
