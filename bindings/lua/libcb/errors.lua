-- SPDX-License-Identifier: Apache-2.0
--- What is raised: tables with status, name and message.
local core = require "libcb.core"

local errors = {
	-- Numbers of statuses by their names without CB_.
	status = {},
}

do
	local status = 0
	while core.status_name(status) ~= "CB_UNKNOWN" do
		errors.status[core.status_name(status):sub(4)] = status
		status = status - 1
	end
end

local Error = { __name = "libcb.error" }
Error.__index = Error

function Error:__tostring()
	return self.message
end

function Error.__concat(left, right)
	return tostring(left) .. tostring(right)
end

function errors.raise(status, message, partial)
	local name = core.status_name(status)
	error(setmetatable({ status = status, name = name, message = message, partial = partial }, Error), 0)
end

function errors.refuse(format, ...)
	errors.raise(errors.status.EINVAL, format:format(...))
end

-- What a function of the core returned: its result, and status and message if it failed.
function errors.checked(result, status, message)
	if status then
		errors.raise(status, message)
	end
	return result
end

-- Of one that has no result.
function errors.succeeded(status, message)
	if status then
		errors.raise(status, message)
	end
end

return errors
