-- SPDX-License-Identifier: Apache-2.0
--- Results, judgements and so on: the library's own documents, and tables of what is in them.
local core = require "libcb.core"
local errors = require "libcb.errors"
local options = require "libcb.options"
local values = require "libcb.values"
local checked = errors.checked

local documents = {}

local Document = {}

-- What is asked for first: a method, then the contents as a table, made when they are wanted.
local function document_index(class)
	return function(self, name)
		local method = class[name] or Document[name]
		if method ~= nil or name ~= "document" then
			return method
		end
		self.document = checked(core.decode(self:json()))
		return self.document
	end
end

local function new_class(name)
	local class = { kind = name }
	class.__name = "libcb." .. name
	class.__index = document_index(class)
	class.__tostring = function(self)
		return (self:format(class.formats[1]):gsub("\n$", ""))
	end
	return class
end

local Results = new_class("results")
documents.Results = Results
local Gate = new_class("gate")
documents.Gate = Gate
local Proofs = new_class("proofs")
documents.Proofs = Proofs
local Comparison = new_class("comparison")
documents.Comparison = Comparison
local Selftest = new_class("selftest")
documents.Selftest = Selftest
local Inventory = new_class("inventory")
documents.Inventory = Inventory
local Advice = new_class("advice")
documents.Advice = Advice

-- Each format of a kind is a method of its name, with _ for -, too.
local function add_formats(class, at)
	class.formats, class.endings = {}, {}
	local i = 0
	while at(i) do
		local name, ending = at(i).name, at(i).ending
		i = i + 1
		class.formats[i] = name
		class.endings[ending or ""] = name
		if name ~= "json" then
			class[(name:gsub("-", "_"))] = function(self, given)
				return self:format(name, given)
			end
		end
	end
end

add_formats(Results, core.results_format_at)
add_formats(Gate, core.gate_format_at)
add_formats(Proofs, core.proofs_format_at)
add_formats(Comparison, core.comparisons_format_at)
add_formats(Selftest, core.selftest_format_at)
add_formats(Inventory, core.inventory_format_at)
add_formats(Advice, core.advices_format_at)

local kinds = {
	results = Results,
	gate = Gate,
	proof = Proofs,
	comparison = Comparison,
	selftest = Selftest,
	advice = Advice,
}

-- What libraries offered elsewhere, of which the library reads nothing; nil if it is something else.
local function open_inventory(file, text)
	local stream = text == nil and io.open(file, "rb")
	if stream then
		text = stream:read "*a"
		stream:close()
	end
	local document = text and core.decode(text)
	if type(document) == "table" and document.schema == "libcb.inventory/1" then
		return setmetatable({ document = document, text = text }, Inventory)
	end
end

--- The document in a file, or that of a text: whatever its kind.
function documents.open(file, text)
	local opened, status, message = core.open_document(file, text)
	local inventory = status == errors.status.EFORMAT and open_inventory(file, text)
	if inventory then
		return inventory
	end
	checked(opened, status, message)
	local kind = opened:kind()
	return documents.wrap(kinds[kind], checked(opened[kind](opened)))
end

-- The collector sees a few bytes where a document may be megabytes, so it is pushed a little.
function documents.wrap(class, handle)
	if handle == nil then
		return nil
	end
	collectgarbage("step")
	return setmetatable({ handle = handle }, class)
end

local function json_flags(given)
	local own = options.take(options.calls.json, given).own
	local flags = 0
	if own.compact then
		flags = flags + core.JSON_COMPACT
	end
	if own.samples == false then
		flags = flags + core.JSON_NO_SAMPLES
	end
	return flags
end

--- A text for people or programs, as cbench shows it: "table", "csv", "markdown" and what else
-- formats has; each is a method, too, such as results:csv(). It ends with a line end.
-- @param given unit, statistic, time, width and so on: those of cb_view_set(), with _ for -
function Document:format(name, given)
	local view = options.take(options.calls.format, given).view
	return checked(self.handle:format(values.check_text("format", name), view))
end

--- Writes a format to a file, whole: an old one stays if that fails.
-- @param name nil: that of the ending of the file
function Document:write(file, name, given)
	values.check_text("file", file)
	name = name or self.endings[file:match("%.[^./]*$") or ""] or self.formats[1]
	errors.succeeded(core.save_text(file, self:format(name, given)))
end

--- The document as JSON, exactly as libcb writes it.
-- @param given compact=true for one line; samples=false leaves the samples of results out
function Document:json(given)
	return checked(self.handle:json(json_flags(given)))
end

--- Writes the JSON to a file, whole: an old one stays if that fails. Options as those of json().
function Document:save(file, given)
	errors.succeeded(self.handle:save(values.check_text("file", file), json_flags(given)))
end

local function iterate(list)
	local i = 0
	return function()
		i = i + 1
		return list and list[i]
	end
end

local function find_by_id(list, id)
	for _, item in ipairs(list) do
		if item.id == id then
			return item
		end
	end
	return nil
end

-- Cells have other names in some documents.
local function cells_of(document)
	local first = document.comparisons and document.comparisons[1]
	return document.cells or document.proofs or first and first.rows or {}
end

--- For loops over the members of a document: cells, and of results subjects, ratios, fits, of the
-- others notes and so on. Each gives the tables of the document, whose members docs/results.md,
-- gate.md, proof.md and compare.md list.
function Document:cells()
	return iterate(cells_of(self.document))
end

--- The cell with this id, or nil.
function Document:find(id)
	return find_by_id(cells_of(self.document), id)
end

--- Whether every planned cell was reached.
function Document:complete()
	return self.document.complete ~= false
end

--- Who was measured, in results and proofs: tables as those of results.
function Document:subjects()
	return iterate(self.document.subjects)
end

--- Whether a cell failed, crashed, timed out, answered wrongly, or did not prove a mode asked for.
function Results:failed()
	return self.handle:failed()
end

function Results:ratios()
	return iterate(self.document.ratios)
end

function Results:fits()
	return iterate(self.document.fits)
end

--- What makes the results doubtful: tables with id and text.
function Results:warnings()
	return iterate(self.document.environment and self.document.environment.warnings)
end

local FINDING = { "id", "text", "subject", "algorithm", "operation", "evidence" }

--- What the rates say of machine and libraries, such as that instructions are not used: tables with
-- id, text, subject, algorithm, operation and evidence.
function Results:findings()
	local found, list = checked(core.findings(self.handle)), {}
	for i = 0, found:count() - 1 do
		list[i + 1] = {}
		for _, name in ipairs(FINDING) do
			list[i + 1][name] = found:field(i, name)
		end
	end
	return iterate(list)
end

local function over(value)
	return value and 1 / value
end

local function turn_round(ratio)
	return {
		panel = ratio.panel,
		a = ratio.b,
		b = ratio.a,
		ratio = 1 / ratio.ratio,
		ci95_low = over(ratio.ci95_high),
		ci95_high = over(ratio.ci95_low),
		ci95_level = ratio.ci95_level,
		launches = ratio.launches,
	}
end

--- Time of cell a over time of cell b, ids or cells, from rounds in which both were sampled.
-- @return a table as those of the document, or nil
function Results:ratio(a, b)
	a = type(a) == "table" and a.id or a
	b = type(b) == "table" and b.id or b
	for ratio in self:ratios() do
		if ratio.a == a and ratio.b == b then
			return ratio
		elseif ratio.a == b and ratio.b == a then
			return turn_round(ratio)
		end
	end
	return nil
end

-- The rule of cb_cell_time(): CPU time if other work had the processor of one thread.
local function time_of(cell, subject)
	local s = cell.summary
	local alone = cell.threads == 1 and cell.processes == 1 and (cell.load or 0) == 0
	if s.contended and s.cpu_median_ns and alone and subject.isolation ~= "none" then
		return "cpu"
	end
	return "wall"
end

-- Nothing unless it was measured.
local function rate_of(cell, subject)
	local s = cell.summary
	if cell.outcome ~= "measured" or not s then
		return nil
	end
	local time = time_of(cell, subject)
	local ns = time == "cpu" and s.cpu_median_ns or s.median_ns
	return (s.bytes_per_second > 0 and cell.size or 1) * 1e9 / ns, time
end

local function find_subject(results, label)
	for subject in results:subjects() do
		if subject.label == label then
			return subject
		end
	end
	return {}
end

--- The rate of a cell, or of its id, as tables show it: bytes per second, or operations per second
-- without a message; by CPU time if other work had its processor, else by wall time.
-- @return the rate and "cpu" or "wall"; nil unless measured
function Results:rate(cell)
	cell = type(cell) == "table" and cell or self:find(cell)
	if not cell then
		return nil
	end
	return rate_of(cell, find_subject(self, cell.subject))
end

local function add_scalars(row, from)
	for name, value in pairs(from or {}) do
		if type(value) ~= "table" then
			row[name] = value
		end
	end
	return row
end

local function flat(cell, subject)
	local row = add_scalars(add_scalars({}, cell), cell.summary)
	row.rate, row.time = rate_of(cell, subject)
	row.backend = subject.backend
	row.implementation = subject.implementation
	row.machine = subject.machine
	row.published = cell.published and cell.published.text
	row.accel = subject.accel
	row.version = subject.library and subject.library.version
	row.build_id = subject.library and subject.library.build_id
	row.accel_achieved = subject.accel_proof and subject.accel_proof.achieved
	row.accel_level = subject.accel_proof and subject.accel_proof.level
	return row
end

--- For loops over cells as flat tables, for whoever writes tables: a cell, its summary, and what its
-- subject is.
function Results:rows()
	local subjects, i = {}, 0
	local cells = self.document.cells
	for subject in self:subjects() do
		subjects[subject.label] = subject
	end
	return function()
		i = i + 1
		return cells[i] and flat(cells[i], subjects[cells[i].subject])
	end
end

--- Exit status that the verdicts mean: 0 fine, 1 regressed, 3 inconclusive, 4 broken, 5 invalid.
function Gate:exit_status()
	return self.handle:exit_status()
end

--- Whether nothing speaks against the head.
function Gate:passed()
	return self:exit_status() == 0
end

--- The verdict on all: "ok", "regressed", "inconclusive", "missing", "broken" or "invalid".
function Gate:verdict()
	return self.document.verdict.word
end

function Gate:notes()
	return iterate(self.document.notes)
end

--- Whether a cell that was asked for could not be followed because something failed.
function Proofs:failed()
	return self.handle:failed()
end

--- What is lacking of requirements, "GLOB=CLASS,CLASS".
-- @return a list of tables with glob, class, id (nil if no cell matches) and judged
function Proofs:require(requirements)
	local texts = table.concat(values.text_list("requirements", requirements), ",")
	local found, lacks = checked(self.handle:require(texts)), {}
	for i = 0, found:count() - 1 do
		lacks[i + 1] = {
			glob = found:field(i, "glob"),
			class = found:field(i, "class_name"),
			id = found:field(i, "cell"),
			judged = found:judged(i),
		}
	end
	return lacks
end

--- What the counts say: tables with id, text, subject, algorithm and operation.
function Proofs:findings()
	return iterate(self.document.findings)
end

--- How many instructions of a class, or of a group of classes, a cell executed.
-- @param cell an id, or the table of a cell
function Proofs:count(cell, class)
	local counts, sum, known = (type(cell) == "table" and cell or self:find(cell) or {}).counts or {}, 0, false
	for _, row in ipairs(self.document.classes) do
		if row.name == class or row.group == class then
			known, sum = true, sum + (counts[row.name] or 0)
		end
	end
	return known and sum or errors.raise(errors.status.ENOTFOUND,
		('there is no class or group "%s"'):format(tostring(class)))
end

--- The advice for each machine in the mode that was asked for, then that in other modes: tables whose
-- members docs/advice.md lists.
function Advice:rankings()
	return iterate(self.document.advices[1].rankings)
end

--- Whether there is a recommendation, for each machine.
function Advice:given()
	return self.document.advices[1].given
end

--- The answer, a sentence for each machine.
function Advice:headline()
	local sentences = {}
	for ranking in self:rankings() do
		sentences[#sentences + 1] = ranking.main and ranking.headline or nil
	end
	return table.concat(sentences, "\n")
end

--- The candidate to take on the first machine, or nil.
function Advice:best()
	local first = self.document.advices[1].rankings[1]
	return first and first.ranked > 0 and first.candidates[1] or nil
end

--- Exit status that it means: 0 fine, 1 false alarms, 5 no limit that can be kept, or a gate was invalid.
function Selftest:exit_status()
	return self.handle:exit_status()
end

--- Whether the gate can be trusted on this machine.
function Selftest:passed()
	return self:exit_status() == 0
end

--- Slowdowns of one size and how many were found: tables that docs/gate.md tells.
function Selftest:rates()
	return iterate(self.document.rates)
end

-- It has a format for it, and nothing to leave out. One that was read is the text that it was.
function Inventory:json()
	return self.text or checked(self.handle:format("json", {}))
end

function Inventory:format(name, given)
	if self.handle == nil then
		errors.raise(errors.status.ENOTSUP, "what libraries offer is shown where they were asked")
	end
	return Document.format(self, name, given)
end

Inventory.__tostring = function(self)
	return self.handle and Document.format(self, "table"):gsub("\n$", "") or Inventory.__name
end

function Inventory:save(file)
	errors.succeeded(core.save_text(values.check_text("file", file), self:json()))
end

function Inventory:libraries()
	return iterate(self.document.libraries)
end

--- Sentences, one for each algorithm: tables whose text is for people.
function Comparison:conclusions()
	return iterate(self.document.comparisons[1].conclusions)
end

function Comparison:notes()
	return iterate(self.document.comparisons[1].notes)
end

return documents
