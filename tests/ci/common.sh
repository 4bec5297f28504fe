# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh
# For the tests of ci/gate: a cbench that only notes how it was called.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/../cli/common.sh"
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY || :
# shellcheck disable=SC2034 # for the tests
root=$(cd "$here/../.." && pwd)
# What ci/gate leaves behind would be here.
TMPDIR=$dir/tmp
export TMPDIR
mkdir "$TMPDIR"

# Call N ends with line N of the file "codes", and its arguments are in the file "call.N"; each file
# it is asked to write says which call that was, unless the file "mute" is there.
fake=$dir/cbench
cat >"$fake" <<END
#!/bin/sh
dir=$dir
END
cat >>"$fake" <<'END'
n=$(($(cat "$dir/calls" 2>/dev/null || echo 0) + 1))
echo "$n" >"$dir/calls"
printf '%s\n' "$@" >"$dir/call.$n"
printf '%s\n' "${CB_BACKEND_PATH:-}" >"$dir/path.$n"
echo "judgement $n"
[ ! -e "$dir/mute" ] || exit "$(sed -n "${n}p" "$dir/codes")"
last=
for word in "$@"; do
	case $last in
	--json | --junit | --markdown | --codequality | --openmetrics) echo "report $n" >"$word" ;;
	esac
	last=$word
done
# Where the file "open" is, cells look slower when the budget ends, up to the call that it names.
if [ -e "$dir/open" ] && [ "$n" -le "$(cat "$dir/open")" ]; then
	last=
	for word in "$@"; do
		[ "$last" != --json ] || cat >"$word" <<'JSON'
{
  "tool": { "options": { "sizes": [ 64 ],
      "budget": 60.0,
      "cpu": 1 } },
  "notes": [
    {
      "id": "out-of-budget",
      "text": "3 cells look slower and could not be confirmed within the budget: give more with --budget"
    }
  ]
}
JSON
		last=$word
	done
fi
if [ -e "$dir/slow" ]; then
	trap 'echo told >"$dir/told"; kill $!; exit 130' HUP
	sleep 20 &
	wait
fi
exit "$(sed -n "${n}p" "$dir/codes")"
END
chmod +x "$fake"

# gate_ends CODE... -- STATUS ARGUMENT...: ci/gate, where call N of cbench ends with the Nth CODE
gate_ends() {
	rm -f "$dir/calls" "$dir"/call.* "$dir/codes"
	while [ "$1" != -- ]; do
		echo "$1" >>"$dir/codes"
		shift
	done
	shift
	wanted_status=$1
	shift
	expect "$wanted_status" "$root/ci/gate" --cbench "$fake" "$@"
	left=$(ls -A "$TMPDIR")
	[ -z "$left" ] || fail "left behind: $left"
}

# refuses TEXT ARGUMENT...: ci/gate ends with 2 before cbench is called, and says TEXT
refuses() {
	text=$1
	shift
	rm -f "$dir/calls"
	expect 2 "$root/ci/gate" --cbench "$fake" "$@"
	err_has "$text"
	[ ! -e "$dir/calls" ] || fail "cbench was called: $*"
	[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"
}

calls() {
	[ "$(cat "$dir/calls")" -eq "$1" ] || fail "cbench was called $(cat "$dir/calls") times instead of $1"
}

# call_has ARGUMENT...: the last call had these, one after the other
call_has() {
	printf '%s\n' "$@" >"$dir/wanted"
	awk -v count=$# '
		NR == FNR { wanted[NR] = $0; next }
		{ got[FNR] = $0; last = FNR }
		END {
			for (i = 1; i + count - 1 <= last; i++) {
				for (j = 1; j <= count && got[i + j - 1] == wanted[j]; j++)
					;
				if (j > count)
					exit 0
			}
			exit 1
		}' "$dir/wanted" "$dir/call.$(cat "$dir/calls")" ||
		fail "no '$*' in the call: $(tr '\n' ' ' <"$dir/call.$(cat "$dir/calls")")"
}

call_lacks() {
	! grep -qxF -- "$1" "$dir/call.$(cat "$dir/calls")" || fail "there is '$1' in the call"
}

# file_has FILE TEXT
file_has() {
	grep -qF -- "$2" "$1" || fail "no '$2' in $1"
}
