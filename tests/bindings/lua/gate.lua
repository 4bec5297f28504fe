-- SPDX-License-Identifier: Apache-2.0
-- Gates, baselines and self-tests, of two copies of a toy library.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, has = support.case, support.check, support.equal, support.has
local refuses, scratch = support.refuses, support.scratch

local module = support.backends .. "/toy_accel.so"
local old = support.backends .. "/toy/libtoy.so"
if not support.exists(module) or not support.exists(old) then
	support.skip("there is no toy library")
end
os.execute("mkdir " .. scratch("new"))
local new = scratch("new/libtoy.so")
support.write(new, support.read(old))

-- Rules by which a gate is short.
local function toy(more)
	local options = {
		backends = { module },
		algorithms = { "fixture-hash" },
		sizes = { 64 },
		screen_launches = 6,
		confirm_launches = 16,
		rounds = 1,
	}
	for name, value in pairs(more or {}) do
		options[name] = value
	end
	return options
end

local function sides(more)
	local options = toy { base = "toy_accel=" .. old, head = "toy_accel=" .. new }
	for name, value in pairs(more or {}) do
		options[name] = value
	end
	return options
end

local regressed

case("copies_are_identical", function()
	local gate = libcb.gate(sides())
	check(gate:passed())
	equal(gate:exit_status(), 0)
	equal(gate:verdict(), "ok")
	for cell in gate:cells() do
		equal(cell.verdict, "identical")
	end
	equal(gate:find("toy_accel/fixture-hash/digest/64/on").verdict, "identical")
end)

case("a_slowdown_regresses", function()
	local gate = libcb.gate(sides { no_shortcut = true, inject = "**=100", limit = "10%" })
	check(not gate:passed())
	equal(gate:exit_status(), 1)
	equal(gate:verdict(), "regressed")
	equal(gate.document.rules.gate.limit_percent, 10)
	local notes = {}
	for note in gate:notes() do
		notes[note.id] = note.text
	end
	check(notes.injected)
	regressed = gate
end)

case("what_was_measured_is_judged_again", function()
	local file = scratch("gate.json")
	regressed:save(file)
	equal(libcb.judge(file):exit_status(), 1)
	equal(libcb.judge(nil, { text = regressed:json() }):exit_status(), 1)
	local changed = libcb.judge(file, { limit = "99%" })
	check(changed:exit_status() ~= 1)
	check(changed:json():find('"limit_percent": *99'))
	equal(changed:json():match('"confirm_launches": *(%d+)'), regressed:json():match('"confirm_launches": *(%d+)'))
	local rules = scratch("rules.conf")
	support.write(rules, 'gate = { limit = "99%"; };')
	check(libcb.judge(file, { config = rules }):exit_status() ~= 1)
	refuses("EINVAL", "limit", libcb.judge, file, { limit = "many" })
	refuses("EINVAL", '"text" has to be a string, not a number', libcb.judge, nil, { text = 5 })
	refuses("ENOTFOUND", 'no option "sizes" of judge', libcb.judge, file, { sizes = 64 })
	refuses("EFORMAT", "", libcb.judge, nil, { text = "{}" })
	refuses("EIO", "none.json", libcb.judge, scratch("none.json"))
end)

case("a_gate_of_one_thing_with_itself_is_refused", function()
	refuses("EINVAL", "", libcb.gate, sides { head = "toy_accel=" .. old })
end)

case("a_gate_is_stopped_by_its_progress_function", function()
	local mine = {}
	local value = support.raised(libcb.gate, sides {
		no_shortcut = true,
		screen_launches = 50,
		rounds = 20,
		progress = function(progress)
			if progress.done > 0 then
				error(mine)
			end
		end,
	})
	equal(value, mine)
	check(libcb.partial == nil or not libcb.partial.document.complete)
end)

case("a_baseline_is_saved_judged_against_and_accepted_into", function()
	local file = scratch("b.json")
	local function save(options)
		options.file = file
		options.backends = { module }
		options.algorithms = "fixture-hash"
		options.sizes = 64
		options.budget = 0.5
		return libcb.save_baseline(options)
	end
	local info = save { subjects = { "toy_accel:on=" .. old } }
	equal(info.runs, 1)
	equal(info.cells, 1)
	equal(info.failed, 0)
	equal(info.has_library, true)
	local gate = libcb.gate_baseline(toy { file = file, subjects = { "toy_accel:on=" .. new } })
	equal(gate:find("toy_accel/fixture-hash/digest/64/on").verdict, "identical")
	equal(gate.document.tool.mode, "bundle")
	refuses("EINVAL", '"reason" has to be', libcb.accept_baseline, toy { file = file })
	check(libcb.accept_baseline(toy {
		file = file,
		reason = "as good as before",
		subjects = { "toy_accel:on=" .. new },
		budget = 0.5,
	}):passed())
	has(support.read(file), "as good as before")
	refuses("EINVAL", "", save, { subjects = { "toy_accel:off" } })
	os.remove(file)
	equal(save({ subjects = { "toy_accel:on" }, no_library = true }).has_library, false)
end)

case("the_gate_tries_itself", function()
	local keep = scratch("kept")
	os.execute("mkdir " .. keep)
	local selftest = libcb.selftest(toy {
		subject = "toy_accel:on=" .. old,
		runs = 1,
		keep = keep,
		budget = 5,
	})
	equal(selftest.document.schema, "libcb.selftest/1")
	local again = libcb.selftest_recorded(keep)
	equal(again.document.schema, "libcb.selftest/1")
	selftest:save(scratch("s.json"))
	local stored = libcb.load(scratch("s.json"))
	equal(stored:table(), selftest:table())
	equal(stored:exit_status(), selftest:exit_status())
	equal(stored:passed(), selftest:exit_status() == 0)
	refuses("EINVAL", '"rules" and "config" are the same', libcb.selftest_recorded, keep, { rules = "a", config = "b" })
	refuses("EIO", "none.conf", libcb.selftest_recorded, keep, { rules = scratch("none.conf") })
	refuses("ENOTFOUND", 'no option "head" of selftest', libcb.selftest, { head = "x" })
end)

support.clean()
support.done()
