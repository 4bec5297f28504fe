#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves that includes point downwards only, by the table in ci/layers.txt: layers.sh [ROOT]
#
# libcb        rows of the table; no header of a crypto library
# format       public headers but backend.h, and their own
# public       headers include public and standard headers only
# backends     cb/backend.h, their own headers and their own library
# cli, bindings public headers but backend.h, and their own
set -eu
cd "${1:-$(dirname "$0")/..}"

# Lines "FILE:LINE <name>" or "FILE:LINE "name"" for every include under the given directories.
includes() {
	find "$@" \( -name '*.[chi]' -o -name '*.def' \) 2>/dev/null | sort | while IFS= read -r file; do
		awk -v file="$file" '
			/^[ \t]*#[ \t]*include[ \t]*["<]/ {
				sub(/^[ \t]*#[ \t]*include[ \t]*/, "")
				match($0, /[">][^">]*$/)
				print file ":" FNR " " substr($0, 1, RSTART)
			}' "$file"
	done
}

# What libcb/format may include without leaving it.
above() {
	find libcb/format \( -name '*.[ch]' -o -name '*.def' \) 2>/dev/null | sort
}

files() {
	find libcb/src libcb/report libcb/worker \( -name '*.[ch]' -o -name '*.def' \) 2>/dev/null | sort
}

found=$({ above; files; includes libcb backends cli bindings; } | awk -v table=ci/layers.txt '
	function stem_of(path) {
		sub(/.*\//, "", path)
		sub(/\.[^.]*$/, "", path)
		return path
	}

	function complain(text) {
		print where ": " text
	}

	function read_table(    row, word, count, i, colon) {
		while ((getline row < table) > 0) {
			count = split(row, word, /[ \t]+/)
			if (word[1] == "layer") {
				rows++
				for (i = 2; i <= count; i++)
					layer[word[i]] = rows
			} else if (word[1] == "above") {
				for (i = 3; i <= count; i++)
					lent[word[2] "/" word[i]] = 1
			} else if (word[1] == "library") {
				for (i = 3; i <= count; i++)
					owner[word[i]] = word[2]
			} else if (word[1] == "deny") {
				for (colon = 2; colon <= count && word[colon] != ":"; colon++)
					;
				for (i = 2; i < colon; i++)
					for (row = colon + 1; row <= count; row++)
						denied[word[i] " " word[row]] = 1
			}
		}
	}

	# The word of the table that STEM falls under: itself, or "part_*" for "part_x"; else "".
	function entry_of(stem,    prefix) {
		if (stem in layer)
			return stem
		prefix = stem
		while (sub(/_[^_]*$/, "", prefix))
			if ((prefix "_*") in layer)
				return prefix "_*"
		return ""
	}

	# The backend whose library has header NAME, or "".
	function owner_of(name,    prefix) {
		for (prefix in owner)
			if (index(name, prefix) == 1)
				return owner[prefix]
		return ""
	}

	function check_layer(file, name, is_own,    from, to) {
		if ((stem_of(file) " " name) in denied || ("* " name) in denied)
			complain(stem_of(file) " must not know " name)
		from = entry_of(stem_of(file))
		to = entry_of(stem_of(name))
		if (!is_own || from == "")
			return
		if (to == "")
			complain("\"" name "\" is in no row of " table)
		else if (layer[to] > layer[from])
			complain("\"" name "\" is above " stem_of(file))
	}

	function check_public(name, is_own) {
		if (is_own)
			complain("a public header includes \"" name "\"; use <cb/...>")
		else if (name ~ /\// && name !~ /^cb\//)
			complain("a public header must not need " name)
		else if (name == "jansson.h" || name == "libconfig.h")
			complain("a public header must not need " name)
	}

	function check_backend(file, name, is_own,    part) {
		split(file, part, "/")
		if (name ~ /^cb\// && name != "cb/backend.h")
			complain("a backend includes cb/backend.h only, not " name)
		if (name == "jansson.h" || name == "libconfig.h" || (is_own && name ~ /\//))
			complain("a backend must not know " name)
		if (owner_of(name) != "" && owner_of(name) != part[2])
			complain("only the backend " owner_of(name) " may include " name)
	}

	# A directory above the library: a client that may borrow some of its headers.
	function check_above(file, name, is_own,    directory) {
		directory = file
		sub(/\/[^\/]*$/, "", directory)
		if (is_own && name !~ /\// && !((directory "/" name) in own) && !((directory "/" name) in lent))
			complain("\"" name "\" is no header of " directory ", which sees the library through <cb/...> only")
		check_client(name, is_own)
	}

	function check_client(name, is_own) {
		if (name == "cb/backend.h")
			complain("only backends include cb/backend.h")
		if (is_own && name ~ /\//)
			complain("\"" name "\" leaves its directory; the library is seen through <cb/...> only")
	}

	function check_include(file, quoted,    is_own, name) {
		is_own = (quoted ~ /^"/)
		name = substr(quoted, 2, length(quoted) - 2)
		if (file ~ /^backends\//) {
			check_backend(file, name, is_own)
			return
		}
		if (owner_of(name) != "")
			complain("only the backend " owner_of(name) " may include " name)
		if (file ~ /^libcb\/include\//)
			check_public(name, is_own)
		else if (file ~ /^libcb\/format\//)
			check_above(file, name, is_own)
		else if (file ~ /^libcb\//)
			check_layer(file, name, is_own)
		else
			check_client(name, is_own)
	}

	BEGIN { read_table() }

	NF == 1 && $1 ~ /^libcb\/format\// {
		own[$1] = 1
		next
	}

	NF == 1 {
		where = $1
		present[entry_of(stem_of($1))] = 1
		if (entry_of(stem_of($1)) == "")
			complain("in no row of " table)
		next
	}

	{
		where = $1
		file = $1
		sub(/:[0-9]*$/, "", file)
		check_include(file, $2)
	}

	END {
		where = table
		for (stem in layer)
			if (!(stem in present))
				complain("there is no file for \"" stem "\"")
	}')

if [ -n "$found" ]; then
	printf '%s\n' "$found"
	exit 1
fi
echo "layers: $(includes libcb backends cli bindings | wc -l) includes"
