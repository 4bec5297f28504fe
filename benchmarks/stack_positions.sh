#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Launch-to-launch spread of mbedTLS AES-GCM with one and with sixteen stack positions per sample:
# stack_positions.sh [LAUNCHES]
#
# Builds a second libcb with one position and launches both in turn, so that what disturbs one
# disturbs the other. CBENCH names the program with sixteen.
set -eu
cd "$(dirname "$0")/.."

launches=${1:-48}
sixteen=${CBENCH:-build/release/bin/cbench}
one=build/one-position

cmake -S . -B "$one" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCB_BUILD_TESTS=OFF \
	-DCMAKE_C_FLAGS=-DCB_STACK_POSITIONS=1u >/dev/null
cmake --build "$one" >/dev/null

# CPU time of one operation, the median of one launch, in ns.
launch() {
	"$1" run -q -s mbedtls:on -a aes-256-gcm --ops seal --sizes 16384 --launches 1 --samples 10 \
		--format csv |
		awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
			{ print $column["cpu_median_ns"] }'
}

# Interquartile range and range over the median, in percent.
spread() {
	sort -n "$1" | awk '{ x[NR] = $1 } END {
		median = x[int((NR + 1) / 2)]
		printf "interquartile range %.1f %%, range %.1f %%\n",
			100 * (x[int(3 * NR / 4) + 1] - x[int(NR / 4) + 1]) / median,
			100 * (x[NR] - x[1]) / median }'
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
turn=0
while [ "$turn" -lt "$launches" ]; do
	launch "$one/bin/cbench" >>"$work/one"
	launch "$sixteen" >>"$work/sixteen"
	turn=$((turn + 1))
done
echo "one position,      $launches launches: $(spread "$work/one")"
echo "sixteen positions, $launches launches: $(spread "$work/sixteen")"
