/* SPDX-License-Identifier: Apache-2.0 */
/* The part of an instruction of x86-64 that tells its class: prefixes, encoding, map, opcode,
 * vector length. */
#include "classify.h"

#include <cb/backend.h>

/* What stands where an instruction's parts are; each a bit, so that rows can ask for several. */
enum { LEGACY = 1, VEX = 2, EVEX = 4, XOP = 8 };
enum { NP = 1, P66 = 2, PF3 = 4, PF2 = 8, PANY = 15 };
enum { L0 = 1, L1 = 2, L2 = 4, LANY = 7 };

/* Rows ask for any operand, memory, or a register and certain values of ModRM.reg. */
#define MANY      0x0FFu
#define MEM       0x100u
#define REG(mask) (0x200u | (mask))
#define MAPANY    255

struct row {
	uint8_t encoding;
	uint8_t map;
	uint8_t first;
	uint8_t last;
	uint8_t prefixes;
	uint8_t lengths;
	uint16_t modrm;
	uint8_t cls;
};

static const struct row rows[] = {
#define X86(encoding, map, first, last, prefixes, lengths, modrm, cls)                             \
	{encoding, map, first, last, prefixes, lengths, modrm, CB__CLASS_##cls},
#include "classify_x86.def"
#undef X86
};

struct reader {
	const uint8_t *at;
	const uint8_t *end;
};

struct parts {
	int encoding;
	int map;
	int opcode;
	int prefix;
	int length;
	int modrm;
};

/* Bytes past the end read as 0. */
static int peek(const struct reader *reader, size_t offset)
{
	return (size_t)(reader->end - reader->at) > offset ? reader->at[offset] : 0;
}

static int take(struct reader *reader)
{
	return reader->at < reader->end ? *reader->at++ : 0;
}

/* F2 and F3 choose an instruction before 66 does. */
static int take_prefixes(struct reader *reader)
{
	int is_wide = 0;
	int repeat = 0;
	for (; reader->at < reader->end; reader->at++) {
		switch (*reader->at) {
		case 0x66:
			is_wide = 1;
			break;
		case 0xF2:
			repeat = PF2;
			break;
		case 0xF3:
			repeat = PF3;
			break;
		case 0x26:
		case 0x2E:
		case 0x36:
		case 0x3E:
		case 0x64:
		case 0x65:
		case 0x67:
		case 0xF0:
			break;
		default:
			return repeat != 0 ? repeat : is_wide ? P66 : NP;
		}
	}
	return NP;
}

static int prefix_of(int pp)
{
	static const uint8_t prefixes[] = {NP, P66, PF3, PF2};
	return prefixes[pp & 3];
}

static void read_vex(struct parts *out, struct reader *reader)
{
	out->encoding = VEX;
	int is_long = take(reader) == 0xC4;
	out->map = is_long ? take(reader) & 31 : 1;
	int last = take(reader);
	out->length = last & 4 ? L1 : L0;
	out->prefix = prefix_of(last);
}

/* With an operand in a register, the broadcast bit means rounding, which has 512 bits. */
static void read_evex(struct parts *out, struct reader *reader)
{
	static const uint8_t lengths[] = {L0, L1, L2, L2};
	out->encoding = EVEX;
	take(reader);
	out->map = take(reader) & 7;
	out->prefix = prefix_of(take(reader));
	int last = take(reader);
	int is_rounded = (last & 0x10) && peek(reader, 1) >= 0xC0;
	out->length = is_rounded ? L2 : lengths[(last >> 5) & 3];
}

static void read_xop(struct parts *out, struct reader *reader)
{
	out->encoding = XOP;
	take(reader);
	out->map = take(reader) & 31;
	out->length = take(reader) & 4 ? L1 : L0;
}

static void read_legacy(struct parts *out, struct reader *reader)
{
	if ((peek(reader, 0) & 0xF0) == 0x40) /* REX */
		take(reader);
	if (peek(reader, 0) != 0x0F)
		return;
	take(reader);
	out->map = 1;
	int escape = peek(reader, 0);
	if (escape != 0x38 && escape != 0x3A)
		return;
	take(reader);
	out->map = escape == 0x38 ? 2 : 3;
}

static void read_parts(struct parts *out, struct reader *reader)
{
	*out = (struct parts){.encoding = LEGACY, .length = L0};
	out->prefix = take_prefixes(reader);
	switch (peek(reader, 0)) {
	case 0xC4:
	case 0xC5:
		read_vex(out, reader);
		break;
	case 0x62:
		read_evex(out, reader);
		break;
	case 0x8F: /* pop, unless the map that follows is one of XOP's */
		if ((peek(reader, 1) & 31) >= 8)
			read_xop(out, reader);
		break;
	default:
		read_legacy(out, reader);
	}
	out->opcode = take(reader);
	out->modrm = take(reader);
}

static int has_operand(const struct row *row, int modrm)
{
	int is_register = modrm >= 0xC0;
	if (row->modrm == MANY)
		return 1;
	if (row->modrm == MEM)
		return !is_register;
	return is_register && (row->modrm >> ((modrm >> 3) & 7) & 1);
}

cb__class cb__classify_x86_64(const uint8_t *bytes, size_t len)
{
	struct reader reader = {
		bytes, bytes + (len < CB__INSTRUCTION_MAX ? len : CB__INSTRUCTION_MAX)};
	struct parts parts;
	read_parts(&parts, &reader);
	for (size_t i = 0; i < CB_COUNT(rows); i++) {
		const struct row *row = &rows[i];
		int fits = row->encoding == parts.encoding &&
			   (row->map == MAPANY || row->map == parts.map) &&
			   parts.opcode >= row->first && parts.opcode <= row->last &&
			   (row->prefixes & parts.prefix) && (row->lengths & parts.length);
		if (fits && has_operand(row, parts.modrm))
			return (cb__class)row->cls;
	}
	return CB__CLASS_SCALAR;
}
