#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Launch-to-launch spread of mbedTLS AES-GCM with one and with sixteen stack positions per sample:
# stack_positions.sh [LAUNCHES]
#
# Builds a second libcb with one position, and runs both in turn.
set -eu
cd "$(dirname "$0")/.."

launches=${1:-24}
one=build/one-position

cmake -S . -B "$one" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCB_BUILD_TESTS=OFF \
	-DCMAKE_C_FLAGS=-DCB_STACK_POSITIONS=1u >/dev/null
cmake --build "$one" >/dev/null

# Interquartile range of the launch medians over their median, from raw samples.
spread() {
	"$1/bin/cbench" run -q -s mbedtls:on -a aes-256-gcm --ops seal --sizes 16384 \
		--launches "$launches" --samples 10 --format json | python3 -c '
import json, statistics, sys
samples = json.load(sys.stdin)["cells"][0]["samples"]
launches = {}
for launch, ops, cpu in zip(samples["launch"], samples["ops"], samples["cpu_ns"]):
    launches.setdefault(launch, []).append(cpu / ops)
medians = [statistics.median(values) for values in launches.values()]
q1, middle, q3 = statistics.quantiles(medians, n=4)
print(f"{len(medians)} launches, interquartile range {100 * (q3 - q1) / middle:.1f} %, "
      f"range {100 * (max(medians) - min(medians)) / middle:.1f} %")'
}

for turn in 1 2; do
	echo "turn $turn, one position:      $(spread "$one")"
	echo "turn $turn, sixteen positions: $(spread build/release)"
done
