#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Holds the classifier against a disassembler: objdump's mnemonics and operands tell the class of
# every instruction of libraries and of the assembled samples: classify_objdump.sh TEST SAMPLES [LIBRARY...]
set -eu
test=$1
samples=$2
shift 2

for tool in objdump as; do
	command -v "$tool" >/dev/null || {
		echo "no $tool"
		exit 77
	}
done
case $(uname -m) in
x86_64) ;;
*)
	echo "no disassembler for x86-64"
	exit 77
	;;
esac
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# The bytes of the table are those that the assembler makes of its texts, where it knows them.
sed -n 's/^SAMPLE(X86_64, [A-Z0-9]*, "\(.*\)", "\(.*\)")$/\1|\2/p' "$samples" >"$dir/texts"
differ=0
assembled=0
while IFS='|' read -r text bytes; do
	printf '%s\n' "$text" >"$dir/one.s"
	as -o "$dir/one.o" "$dir/one.s" 2>/dev/null || continue
	made=$(objdump -s -j .text "$dir/one.o" | sed -n '5,$s/^ [0-9a-f]* \(.\{35\}\).*/\1/p' | tr -d ' \n')
	assembled=$((assembled + 1))
	if [ "$made" != "$(printf '%s' "$bytes" | tr -d ' ')" ]; then
		echo "$text: the assembler says $made"
		differ=$((differ + 1))
	fi
	cat "$dir/one.s" >>"$dir/all.s"
done <"$dir/texts"
echo "$assembled samples assembled, $differ differ"
if [ "$differ" -gt 0 ] || [ "$assembled" -lt 200 ]; then
	exit 1
fi
as -o "$dir/all.o" "$dir/all.s"

# "class<tab>bytes<tab>text" for each instruction that the disassembler knows. What lies between
# functions are tables, and their bytes no instructions: those it cannot read whole are left out.
name_classes() {
	awk -F '\t' '
	function class_of(m, o, first,    wide) {
		wide = index(o, "zmm") ? 2 : index(o, "ymm") ? 1 : 0
		if (m ~ /^(v?aes|xcrypt)/)
			return wide == 2 ? "vaes512" : wide ? "vaes256" : "aes"
		if (m ~ /^v?pclmul/)
			return wide == 2 ? "vpclmul512" : wide ? "vpclmul256" : "clmul"
		if (m ~ /^(sha1|sha256|vsha512|xsha)/)
			return "sha"
		if (m ~ /^v?gf2p8/)
			return "gfni"
		if (m ~ /^(rdrand|rdseed|xstore)/)
			return "rdrand"
		if (m ~ /^(adcx|adox)/)
			return "adx"
		if (m ~ /^(movbe|popcnt|lzcnt|crc32)/)
			return "bits"
		if (m ~ /^(andn|bls(r|i|msk)|bextr|bzhi|pdep|pext|mulx|rorx|sarx|shlx|shrx)[lq]?$/)
			return "bmi2"
		if (m ~ /^k(mov|and|or|xor|xnor|not|shift|unpck|test|add)/)
			return "avx512vl"
		if (first == "62")
			return wide == 2 ? "avx512" : "avx512vl"
		if (m ~ /^v(perm(q|d|pd|ps)$|perm2i|insert?i128|extracti128|broadcasti128|pbroadcast|pblendd|ps[lr][la]v|p?gather|pmaskmov|fn?m[as]|pdp)/)
			return "avx2"
		if (m ~ /^vbroadcasts/)
			return index(o, "(") ? "avx" : "avx2"
		if (m ~ /^v(p|mpsadbw|movntdqa)/ && wide && m !~ /^v(ptest|permil|perm2f128)/)
			return "avx2"
		if (m ~ /^v[a-z]/ && m !~ /^ver[rw]$|^vm(call|launch|read|write)/)
			return "avx"
		if (o ~ /%mm[0-7]/ && o !~ /xmm/ && m !~ /^(pshufb|ph(add|sub)|pmaddubsw|pmulhrsw|psign|pabs|palignr)/)
			return m ~ /^(cvt)/ ? "sse2" : "x87"
		if (m ~ /^(lddqu|mov(dd|shd|sld)up|h(add|sub)p|addsubp|pshufb|ph(add|sub)|pmaddubsw|pmulhrsw|psign|pabs|palignr)/ ||
			m ~ /^(p?blend|ptest|pmov[sz]x|pmuldq|pmulld|p(min|max)(s[bd]|u[wd])|pcmp(eqq|gtq)|p(ext|ins)r[bdq]|extractps|insertps|round[ps]|dpp[sd]|mpsadbw|movntdqa|packusdw|phminposuw|pcmp[ei]str|extrq|insertq|movnts[sd])/)
			return "ssse3"
		if (m ~ /^(e|fe)mms|^f[a-z]/ && m !~ /^fx(save|rstor)/)
			return "x87"
		if (o ~ /xmm/)
			return "sse2"
		return "scalar"
	}
	NF >= 3 && $3 !~ /\(bad\)|^\.|rex|data16|addr32/ {
		text = $3
		sub(/^((repz?|repnz|lock|bnd|notrack|cs|ds|es|ss|fs|gs|xacquire|xrelease|\{vex\}) )+/, "", text)
		split(text, word, " ")
		operands = substr(text, length(word[1]) + 1)
		sub(/#.*|<.*/, "", operands)
		split($2, byte, " ")
		if (word[1] != "")
			print class_of(word[1], operands, byte[1]) "\t" $2 "\t" text
	}'
}

for file in "$dir/all.o" "$@"; do
	[ -e "$file" ] || continue
	echo "$file"
	objdump -dw "$file" | name_classes | "$test" -
done
