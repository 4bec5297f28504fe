-- SPDX-License-Identifier: Apache-2.0
-- Proofs: what a library executed, and what it should have.
local libcb = require "libcb"
local support = require "support"
local case, check, equal, refuses = support.case, support.check, support.equal, support.refuses

local function find_library()
	for _, name in ipairs { "openssl", "mbedtls", "libsodium" } do
		local ok, proofs = pcall(libcb.prove, { subjects = name .. ":on", algorithms = "sha256", sizes = 64 })
		if ok then
			return name, proofs
		end
	end
	return nil
end

local library, proofs = find_library()
if not library then
	support.skip("no library here has sha256")
end

case("a_proof_is_a_document", function()
	equal(proofs.document.schema, "libcb.proof/1")
	local count = 0
	for cell in proofs:cells() do
		count = count + 1
		check(cell.id:find(library .. "/sha256/digest/64", 1, true))
	end
	check(count > 0)
	check(not proofs:failed())
end)

case("requirements_that_nothing_meets_are_lacks", function()
	local lacks = proofs:require("no/such/cell=aes")
	equal(#lacks, 1)
	equal(lacks[1].glob, "no/such/cell")
	equal(lacks[1].class, "aes")
	equal(lacks[1].id, nil)
	equal(type(lacks[1].judged), "boolean")
	equal(#proofs:require { "no/such/cell=aes", "nor/this=aes" }, 2)
	refuses("ENOTFOUND", "no-such-class", proofs.require, proofs, "**=no-such-class")
	refuses("EINVAL", "", proofs.require, proofs, "nonsense")
	check(not pcall(proofs.require, proofs, 5))
end)

case("a_stored_proof_can_be_judged", function()
	local stored = libcb.parse(proofs:json())
	equal(stored.kind, "proofs")
	equal(stored:table(), proofs:table())
	equal(stored:failed(), proofs:failed())
	equal(#stored:require("no/such/cell=aes"), 1)
	check(stored:complete())
end)

case("counts_are_asked_by_class_or_group", function()
	for cell in proofs:cells() do
		if cell.counts then
			equal(proofs:count(cell, "scalar"), cell.counts.scalar or 0)
			equal(proofs:count(cell.id, "scalar"), cell.counts.scalar or 0)
		end
	end
	refuses("ENOTFOUND", '"nosuch"', proofs.count, proofs, "x", "nosuch")
	for subject in proofs:subjects() do
		equal(subject.backend, library)
	end
	for finding in proofs:findings() do
		check(finding.id and finding.text)
	end
end)

case("options_of_other_calls_are_refused", function()
	refuses("EINVAL", 'the option "launches" means nothing to prove', libcb.prove, { launches = 2 })
end)

support.done()
