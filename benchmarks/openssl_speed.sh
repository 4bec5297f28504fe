#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Measures the same thing with cbench and with `openssl speed`, in turn, on one CPU:
# openssl_speed.sh [TURNS]
#
# Both figures are CPU time, which is what `openssl speed` divides by unless it is told otherwise.
# CBENCH names the program, CPU the processor.
set -eu
cd "$(dirname "$0")/.."

turns=${1:-5}
cbench=${CBENCH:-build/release/bin/cbench}
cpu=${CPU:-$(($(nproc) - 1))}

# Bytes per second as `openssl speed -mr` prints them after the last colon.
theirs() {
	taskset -c "$cpu" openssl speed -mr -seconds 2 -bytes "$2" -evp "$1" 2>/dev/null |
		awk -F: '/^\+F:/ { print $NF }'
}

# Bytes per second from the CPU time of one operation.
ours() {
	taskset -c "$cpu" "$cbench" run -q -s openssl:on -a "$1" --ops digest,encrypt,seal \
		--variant "$3" --sizes "$2" --launches 6 --samples 40 --format csv |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
			{ print 1e9 * $column["size"] / $column["cpu_median_ns"] }'
}

middle() {
	printf '%s\n' "$@" | sort -n | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}

# compare ALGORITHM SIZE VARIANT
compare() {
	mine=
	their=
	turn=0
	while [ "$turn" -lt "$turns" ]; do
		mine="$mine $(ours "$1" "$2" "$3")"
		their="$their $(theirs "$1" "$2")"
		turn=$((turn + 1))
	done
	# shellcheck disable=SC2086 # lists of numbers
	awk -v a="$(middle $mine)" -v b="$(middle $their)" -v name="$1" -v size="$2" -v variant="$3" \
		'BEGIN { printf "%-17s %6d %-8s cbench %9.1f MB/s  openssl speed %9.1f MB/s  ratio %.3f\n",
			name, size, variant, a / 1e6, b / 1e6, a / b }'
}

# The variant that does what `openssl speed` of this release does with AES-GCM: since these it sets
# the key for each message, before it added to one endless message.
gcm_variant() {
	openssl version | awk '{
		split($2, v, ".")
		first["3.0"] = 16; first["3.1"] = 8; first["3.2"] = 4; first["3.3"] = 3; first["3.4"] = 1
		branch = v[1] "." v[2]
		if (branch in first)
			rekeys = v[3] + 0 >= first[branch]
		else
			rekeys = v[1] > 3 || (v[1] == 3 && v[2] + 0 > 4)
		print rekeys ? "rekey" : "stream"
	}'
}

gcm=$(gcm_variant)
compare sha256 16384 message
compare aes-256-cbc 16384 message
compare sha256 16 message
compare aes-256-gcm 16384 "$gcm"
compare aes-256-gcm 16 "$gcm"
compare chacha20-poly1305 16 stream
