#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Proves what cbench import shows and writes, how it ends, and that compare takes texts as documents.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cd "$here/../fixtures/speed"

# refuse TEXT ARGUMENT...
refuse() {
	text=$1
	shift
	expect 2 "$CBENCH" import "$@"
	one_complaint
	err_has "$text"
	[ ! -s "$dir/out" ] || fail "something on standard output: $*"
}

refuse 'name the files to import'
refuse 'not openssl speed output: it looks like output of bssl speed' spd_bssl_not_openssl.txt
refuse 'nowhere' nowhere.txt
refuse 'processes' spd_102h_gcm.txt --processes 4
refuse 'a number from 1' spd_102h_gcm.txt --processes none
refuse 'contended supplies nothing' spd_102h_gcm.txt --contended
refuse 'matches "nothing*"' published_four_machines.txt --section 'nothing*'

# the table, and the file as well; a document that compare and another import's reader take
expect 0 "$CBENCH" import spd_102h_gcm.txt -o "$dir/gcm.json" --machine 'a machine'
out_has 'aes-128-gcm  seal       8192    2711'
grep -q '"machine": "a machine"' "$dir/gcm.json" || fail 'the machine has no name'
grep -q '"openssl-speed.aead.update/1"' "$dir/gcm.json" || fail 'no semantics'
expect 0 "$CBENCH" compare "$dir/gcm.json" spd_102h_gcm.txt
out_has 'no difference of 5 % or more'

# so do report and advise
expect 0 "$CBENCH" report spd_102h_gcm.txt -o "$dir/gcm.html"
grep -q 'AES-128-GCM' "$dir/gcm.html" || fail 'no report of a text'
expect 5 "$CBENCH" advise spd_102h_gcm.txt -p bulk-transfer
out_has 'imported: AES-128-GCM open of 16 KiB was not measured: "openssl speed -decrypt -evp aes-128-gcm" there measures it'

# of candidates that lack figures the one that lacks least is named
printf '%s\n' 'OpenSSL 3.0.2' 'type 16384 bytes' 'aes-256-gcm 4000000.00k' >"$dir/gcm256.txt"
expect 5 "$CBENCH" advise "$dir/gcm256.txt" -p bulk-transfer
out_has 'imported: AES-256-GCM open of 16 KiB was not measured'

# what it says helps: the same text stands for the one with -decrypt
expect 0 "$CBENCH" import spd_102h_gcm.txt --decrypt -o "$dir/open.json"
expect 0 "$CBENCH" advise spd_102h_gcm.txt "$dir/open.json" -p bulk-transfer
out_has 'with AES-128-GCM, about 2.5 GB/s (2.00 to 3.20), estimated from other sizes'

# what lacks in the figures of other machines is not to be measured here; each has its name
expect 5 "$CBENCH" advise published_four_machines.txt
out_has 'Nothing to recommend, for want of figures, on MacBook Pro late 2011'
out_has 'on Mac mini 2018'
! grep -qi 'measure first' "$dir/out" || fail 'measuring here would not help'

# from standard input
status=0
"$CBENCH" import - --format csv <spd_102h_gcm.txt >"$dir/out" || status=$?
[ "$status" -eq 0 ] || fail 'standard input is not read'
[ "$(wc -l <"$dir/out")" -eq 6 ] || fail 'not five cells'

# what cannot be trusted makes the command end with 4, and is never compared
expect 4 "$CBENCH" import spd_30b3_negative_values.txt
out_has 'failed, 7 cells: negative'
expect 4 "$CBENCH" import spd_truncated_mid_row.txt
out_has 'NOT COMPLETE'
expect 0 "$CBENCH" compare published_rebuild_two_boards.txt -s 'ARMv5 board (A7)'
out_has 'aes-128-cbc encrypt: only original has it, and original is failed (ambiguous'
expect 0 "$CBENCH" import spd_35_fips_skips.txt
out_has 'skipped, 1 cell: openssl speed left it out: RSA sign setup failure'

# one damaged figure costs one cell; a name never has figures in it
printf '%s\n' '## Board' 'OpenSSL 3.0.2' 'type 16 bytes 64 bytes 256 bytes 1024 bytes' \
	'aes-256-cbc 23000.00k 26000.00k 27O00.00k 28000.00k' >"$dir/damaged.txt"
expect 4 "$CBENCH" import "$dir/damaged.txt"
out_has 'failed, 1 cell: "27O00.00k" is no number (line 4)'
out_has 'aes-256-cbc  encrypt    1024      28.0'

# little user time is told once, with both causes, and can be accepted
expect 4 "$CBENCH" import spd_devcrypto_user_time_3x.txt
out_has 'failed, 5 cells: 0.01 to 0.18 s were reported where 3 s had been asked for'
expect 4 "$CBENCH" import spd_devcrypto_user_time_3x.txt --contended --format csv
out_has '/aes-128-cbc/encrypt/64/on'

# processes are kept apart, known or not
expect 0 "$CBENCH" import spd_36_multi12_arm_partial.txt
out_has 'processes=?'
out_has '--processes N supplies it'
expect 0 "$CBENCH" compare spd_36_multi12_arm_partial.txt spd_30_multi2_local.txt -a aes-128-gcm
out_has 'processes unknown and 2'
expect 0 "$CBENCH" import spd_36_multi12_arm_partial.txt --processes 12 --format csv
out_has '/processes=12,'

# one machine of a page, and what its instructions are for
expect 0 "$CBENCH" import published_four_machines.txt --section 'MacBook*'
out_has 'AES instructions are present but not used'
expect 0 "$CBENCH" import published_four_machines.txt --section 'Mac mini*' --cpuinfo \
	../environment/cpu_x86_qemu_no_aes.txt
if grep -q finding "$dir/out"; then fail 'a finding about instructions that are not there'; fi
refuse 'is of one machine' published_four_machines.txt --cpuinfo ../environment/cpu_x86_qemu_no_aes.txt
