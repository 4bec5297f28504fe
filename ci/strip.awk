# SPDX-License-Identifier: Apache-2.0
# Prints C source with its comments removed and its string and character constants emptied, line by
# line, so that the checks can count braces and look for names without being fooled by text.

BEGIN { in_comment = 0 }

{
	line = $0
	code = ""
	while (line != "") {
		if (in_comment) {
			end = index(line, "*/")
			if (end == 0)
				break
			line = substr(line, end + 2)
			in_comment = 0
		} else if (match(line, /["'\/]/) == 0) {
			code = code line
			break
		} else {
			code = code substr(line, 1, RSTART - 1)
			line = substr(line, RSTART)
			start = substr(line, 1, 2)
			if (start == "//")
				break
			if (start == "/*") {
				in_comment = 1
				code = code " "
				line = substr(line, 3)
			} else if (substr(line, 1, 1) == "/") {
				code = code "/"
				line = substr(line, 2)
			} else {
				quote = substr(line, 1, 1)
				code = code quote quote
				line = after_constant(substr(line, 2), quote)
			}
		}
	}
	print code
}

# The rest of TEXT after the end of a constant that QUOTE closes.
function after_constant(text, quote,    at, c) {
	for (at = 1; at <= length(text); at++) {
		c = substr(text, at, 1)
		if (c == "\\")
			at++
		else if (c == quote)
			return substr(text, at + 1)
	}
	return ""
}
