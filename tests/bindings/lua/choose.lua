-- SPDX-License-Identifier: Apache-2.0
-- What others published, findings, advice, and the page of results.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, has, quick = support.case, support.check, support.equal, support.has, support.quick
local refuses = support.refuses

local golden = support.source .. "/tests/cli/golden/advise-results.json"
local speed = support.source .. "/tests/fixtures/speed/"
local own = [[summary = "one block"; unit = "block";
work = ({ algorithm = "aes-256-gcm"; operation = "seal"; size = 1024; });
]]
local text = "type  16 bytes  64 bytes  256 bytes\nsha256  70000.00k  160000.00k  290000.00k\n"

local function collect()
	collectgarbage()
	collectgarbage()
end

local function count(iterator)
	local number = 0
	for _ in iterator do
		number = number + 1
	end
	return number
end

case("imports_are_results", function()
	local results = libcb.import { files = speed .. "published_four_machines.txt", machine = "four" }
	equal(results.document.tool.machine, "four")
	equal(count(results:subjects()), 8)
	local row = results:rows()()
	has(row.machine, "Core i7-2600K")
	has(row.semantics, "openssl-speed.")
	check(#row.published > 0)
	local second = libcb.import { text = text }
	equal(count(second:cells()), 3)
	equal(libcb.parse(results:json()):json(), results:json())
end)

case("imports_take_several_files_and_options_by_name", function()
	local results = libcb.import {
		files = { speed .. "published_four_machines.txt", speed .. "spd_102h_gcm.txt" },
		section = "*Mac*",
	}
	for subject in results:subjects() do
		has(subject.machine, "Mac")
	end
	equal(libcb.import({ text = text, timer = "elapsed" }).document.subjects[1].timer, "elapsed")
end)

case("what_cannot_be_trusted_is_doubtful", function()
	local found
	for cell in libcb.import({ files = speed .. "spd_devcrypto_user_time_3x.txt" }):cells() do
		found = found or cell.doubtful and cell
	end
	equal(found.outcome, "failed")
	check(found.doubtful.median_ns > 0 and #found.reason > 0 and not found.summary)
end)

case("imports_that_are_none_say_why", function()
	refuses("EFORMAT", "bssl speed", libcb.import, { files = speed .. "spd_bssl_not_openssl.txt" })
	refuses("EIO", "nosuch.txt", libcb.import, { files = "nosuch.txt" })
	refuses("EEMPTY", "no text", libcb.import, {})
	refuses("EEMPTY", "no text", libcb.import)
	refuses("EINVAL", "aead", libcb.import, { text = text, aead = 7 })
	refuses("EINVAL", "has to be a string", libcb.import, { text = 5 })
	refuses("ENOTFOUND", 'no option "launches" of import: there are aead', libcb.import, { launches = 1 })
	refuses("EINVAL", "table of options", libcb.import, "file")
end)

case("findings_say_who_leaves_instructions_unused", function()
	local results = libcb.import { files = speed .. "published_four_machines.txt" }
	local finding = results:findings()()
	equal(count(results:findings()), 1)
	equal(finding.id, "acceleration-not-used")
	equal(finding.subject, "MacBook Pro late 2011:evp")
	equal(finding.algorithm, "aes-256-cbc")
	equal(finding.operation, "encrypt")
	equal(finding.evidence, "cpu-name")
	has(finding.text, finding.subject)
	equal(count(libcb.run(quick()):findings()), 0)
end)

case("advice_begins_with_the_answer", function()
	local results = libcb.load(golden)
	local advice = libcb.advise { results = results }
	check(advice:given())
	has(advice:headline(), "For bulk-transfer on Example CPU 2: OpenSSL 3.0.19 with")
	has(tostring(advice):sub(1, 200), advice:headline())
	equal(advice:best().backend, "openssl")
	equal(advice.document.schema, "libcb.advice/1")
	local first = advice:rankings()()
	equal(first.main, true)
	equal(first.candidates[1].name, advice:best().name)
	has(advice:markdown(), advice:best().title)
	equal(libcb.advise({ results = { results, results } }):headline(), advice:headline())
	local file = support.scratch("advice.json")
	advice:save(file)
	equal(support.read(file), advice:json() .. "\n")
	advice:write(support.scratch("advice.md"))
	equal(support.read(support.scratch("advice.md")), advice:markdown())
end)

case("profiles_by_name_file_and_text", function()
	local results = libcb.load(golden)
	equal(#libcb.profiles(), 8)
	for _, profile in ipairs(libcb.profiles()) do
		local advice = libcb.advise { results = results, profile = profile.name }
		equal(advice.document.advices[1].profile.unit, profile.unit)
		check(#profile.summary > 0 and #profile.accel > 0)
	end
	equal(libcb.advise({ results = results, profile_text = own }).document.advices[1].profile.unit, "block")
	local file = support.scratch("mine.cfg")
	support.write(file, own)
	equal(libcb.advise({ results = results, profile = file }).document.advices[1].profile.name, "mine")
	local slow = libcb.advise { results = results, accel = "nocrypto" }
	equal(slow:rankings()().accel, "nocrypto")
end)

case("without_results_advice_measures", function()
	local reports = 0
	local advice = libcb.advise {
		profile_text = own,
		subjects = "openssl:on",
		launches = 1,
		samples = 1,
		budget = 20,
		progress = function()
			reports = reports + 1
		end,
	}
	check(reports > 0)
	for cell in advice.results[1]:cells() do
		equal(cell.algorithm .. "/" .. cell.operation, "aes-256-gcm/seal")
	end
	equal(libcb.advise({ results = advice.results, profile_text = own }):json(), advice:json())
	refuses("ECANCELLED", "", libcb.advise, {
		profile_text = own,
		subjects = "openssl:on",
		budget = 30,
		progress = function(progress)
			return progress.done < 1
		end,
	})
end)

case("advice_without_figures_is_to_measure", function()
	local advice = libcb.advise { results = libcb.run(quick()) }
	check(not advice:given())
	equal(advice:best(), nil)
end)

case("advice_that_cannot_be_given_says_why", function()
	local results = libcb.load(golden)
	local function advise(more)
		more.results = more.results or results
		return libcb.advise(more)
	end
	refuses("ENOTFOUND", 'no profile "nosuch": there are tls13-server', advise, { profile = "nosuch" })
	refuses("EIO", "nosuch.cfg", advise, { profile = "./nosuch.cfg" })
	refuses("EFORMAT", "own-profile", advise, { profile_text = "work" })
	refuses("EINVAL", "is not a mode", advise, { accel = "fast" })
	refuses("EINVAL", "is not a mode", libcb.advise, { accel = "fast" })
	refuses("EINVAL", 'leave out "budget"', advise, { budget = 5 })
	refuses("EINVAL", 'leave out "progress"', advise, { progress = print })
	refuses("EINVAL", "results[1]", advise, { results = { "x" } })
	refuses("EINVAL", "list of them", advise, { results = "x" })
	refuses("EEMPTY", "no results", advise, { results = {} })
	refuses("ENOTFOUND", 'no option "colour" of advise', advise, { colour = 1 })
	refuses("EINVAL", "means nothing to advise", advise, { sizes = 16 })
end)

case("advice_keeps_what_it_points_into", function()
	local advice = libcb.advise { results = libcb.load(golden), profile_text = own }
	collect()
	has(tostring(advice), "1 KiB")
	local first = libcb.load(golden):findings()()
	collect()
	equal(first.id, "acceleration-not-used")
	local ranking = advice:rankings()
	advice = nil
	collect()
	check(ranking().headline)
	check(advice == nil)
end)

case("a_report_is_a_page_that_loads_nothing", function()
	local results = libcb.load(golden)
	local file = support.scratch("r.html")
	local page = libcb.report {
		results = { results, results },
		names = { "before", "after" },
		title = "A <title>",
		command = "cb <made> it",
		headline = "So it is",
		file = file,
	}
	equal(support.read(file), page)
	has(page, "<title>A &lt;title&gt;</title>")
	has(page, "cb &lt;made&gt; it")
	has(page, "So it is")
	has(page, "before")
	check(not page:find('src="?http') and not page:find('href="?http'))
	has(libcb.report { results = results }, "Example CPU 2")
end)

case("a_report_that_cannot_be_made_says_why", function()
	local results = libcb.load(golden)
	refuses("EEMPTY", "needs results", libcb.report, {})
	refuses("EINVAL", "names: there are 1 of them for 2 results", libcb.report,
		{ results = { results, results }, names = "x" })
	refuses("EINVAL", '"gate" has to be gate', libcb.report, { results = results, gate = results })
	refuses("EIO", "/nonexistent/r.html", libcb.report, { results = results, file = "/nonexistent/r.html" })
end)

case("options_are_listed", function()
	local listed = {}
	for _, option in ipairs(libcb.options("advise")) do
		listed[option.name] = option.fallback
	end
	equal(listed.budget, "60")
	equal(listed.algorithms, nil)
	equal(libcb.options("import")[1].name, "machine")
end)

-- What is alive when the state is closed is collected in any order.
KEPT = { libcb.load(golden) }
KEPT[2] = libcb.advise { results = KEPT[1] }
support.clean()
support.done()
