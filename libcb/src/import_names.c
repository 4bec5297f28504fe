/* SPDX-License-Identifier: Apache-2.0 */
/* Which algorithm a printed name means. */
#include "import.h"

#include <stdio.h>
#include <string.h>

#include <cb/catalogue.h>

static const struct {
	const char *printed;
	const char *algorithm;
	const char *kind;
} names[] = {
#define IMPORT_NAME(printed, algorithm, kind) {printed, algorithm, kind},
#include "import_names.def"
#undef IMPORT_NAME
};

/* Of names that no table has: what they end with, or begin with. */
static const struct {
	const char *part;
	const char *kind;
	int is_end;
} shapes[] = {
	{"-gcm", "aead", 1},
	{"-ccm", "aead", 1},
	{"-ocb", "aead", 1},
	{"-siv", "aead", 1},
	{"poly1305", "aead", 1},
	{"-cbc", "cipher", 1},
	{"-ctr", "cipher", 1},
	{"-ecb", "cipher", 1},
	{"-cfb", "cipher", 1},
	{"-ofb", "cipher", 1},
	{"-xts", "cipher", 1},
	{"-cts", "cipher", 1},
	{"hmac(", "mac", 0},
	{"cmac(", "mac", 0},
	{"sha", "hash", 0},
	{"blake", "hash", 0},
};

/* The tables of apps/speed.c, by their place there, and of the curves' names what the catalogue
 * says. */
static const struct {
	const char *printed;
	const char *curve;
	unsigned bits;
} curves[] = {
	{"secp160r1", "secp160r1", 160},
	{"nistp192", "p192", 192},
	{"nistp224", "p224", 224},
	{"nistp256", "p256", 256},
	{"nistp384", "p384", 384},
	{"nistp521", "p521", 521},
	{"nistk163", "nistk163", 163},
	{"nistk233", "nistk233", 233},
	{"nistk283", "nistk283", 283},
	{"nistk409", "nistk409", 409},
	{"nistk571", "nistk571", 571},
	{"nistb163", "nistb163", 163},
	{"nistb233", "nistb233", 233},
	{"nistb283", "nistb283", 283},
	{"nistb409", "nistb409", 409},
	{"nistb571", "nistb571", 571},
	{"brainpoolp256r1", "brainpoolp256r1", 256},
	{"brainpoolp256t1", "brainpoolp256t1", 256},
	{"brainpoolp384r1", "brainpoolp384r1", 384},
	{"brainpoolp384t1", "brainpoolp384t1", 384},
	{"brainpoolp512r1", "brainpoolp512r1", 512},
	{"brainpoolp512t1", "brainpoolp512t1", 512},
	{"x25519", "x25519", 253},
	{"x448", "x448", 448},
};

const char *cb__import_curve(uint64_t place, uint64_t bits)
{
	if (place >= sizeof curves / sizeof curves[0] || curves[place].bits != bits)
		return NULL;
	return curves[place].printed;
}

/* Lower case, a '-' for blanks, nothing that parts an id. */
static void simplify(char out[CB__IMPORT_NAME], const char *printed)
{
	size_t len = 0;

	for (; *printed != '\0' && len + 1 < CB__IMPORT_NAME; printed++) {
		unsigned char c = (unsigned char)*printed;

		if (c == ' ' || c == '\t' || c == '_')
			c = '-';
		if (c >= 'A' && c <= 'Z')
			c |= 0x20;
		if (c == '-' && (len == 0 || out[len - 1] == '-'))
			continue;
		if (c < 0x80 && c != '\\')
			out[len++] = (char)c;
	}
	while (len > 0 && out[len - 1] == '-')
		len--;
	out[len] = '\0';
}

static void put_name(cb__import_name *out, const char *algorithm, const char *kind, int is_known)
{
	snprintf(out->algorithm, sizeof out->algorithm, "%s", algorithm);
	for (char *c = out->algorithm; *c != '\0'; c++)
		if (*c == '/' || *c == '=' || *c == ',')
			*c = '-';
	out->kind = kind;
	out->is_known = is_known;
}

static const char *kind_of_shape(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
		size_t part = strlen(shapes[i].part);
		const char *at = shapes[i].is_end && len >= part ? name + len - part : name;

		if (len >= part && strncmp(at, shapes[i].part, part) == 0)
			return shapes[i].kind;
	}
	return "unknown";
}

static void read_bulk(cb__import_name *out, const char *name)
{
	const cb_algorithm *algorithm = cb_algorithm_find(name);

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(names[i].printed, name) == 0) {
			put_name(out, names[i].algorithm, names[i].kind, 1);
			out->is_multi_block = strcmp(names[i].kind, "multiblock") == 0;
			return;
		}
	if (algorithm != NULL)
		put_name(out, name, cb_kind_name(algorithm->kind), 1);
	else
		put_name(out, name, kind_of_shape(name), strcmp(kind_of_shape(name), "unknown"));
}

/* "nistp256" is what the catalogue calls p256. */
static const char *curve_name(const char *printed)
{
	for (size_t i = 0; i < sizeof curves / sizeof curves[0]; i++)
		if (strcmp(curves[i].printed, printed) == 0)
			return curves[i].curve;
	return printed;
}

/* The text in parentheses at the end; "" if there is none. */
static void read_inner(char out[CB__IMPORT_NAME], const char *name)
{
	const char *open = strchr(name, '('), *close = open != NULL ? strchr(open, ')') : NULL;

	out[0] = '\0';
	if (close != NULL)
		snprintf(out, CB__IMPORT_NAME, "%.*s", (int)(close - open - 1), open + 1);
}

static uint64_t find_bits(const char *name)
{
	size_t at = strcspn(name, "0123456789");
	uint64_t bits = 0;

	for (; name[at] >= '0' && name[at] <= '9' && bits < 1000000; at++)
		bits = bits * 10 + (uint64_t)(name[at] - '0');
	return bits;
}

/* Families of the tables of keys, and what stands before the curve or the number of bits. */
static const struct {
	const char *part;
	const char *prefix;
	const char *kind;
	int has_curve;
} families[] = {
	{"ecdsa", "ecdsa-", "sign", 1},
	{"ecdh", "ecdh-", "kex", 1},
	{"eddsa", "", "sign", 1},
	{"sm2", "", "sign", 1},
	{"ffdh", "ffdhe", "kex", 0},
	{"rsa", "rsa-", "sign", 0},
	{"dsa", "dsa-", "sign", 0},
};

/* "256 bits ecdsa (nistp256)", and "ecdsap256", "ecdsa-nistp256" as on a command line. */
static void read_curve(char out[CB__IMPORT_NAME], const char *name, const char *family)
{
	const char *after = strstr(name, family) + strlen(family);
	char inner[CB__IMPORT_NAME];

	read_inner(inner, name);
	after += *after == '-';
	snprintf(out, CB__IMPORT_NAME, "%s", curve_name(inner[0] != '\0' ? inner : after));
	if (out[0] == '\0' || strcmp(out, "curvesm2") == 0)
		snprintf(out, CB__IMPORT_NAME, "%s", family);
}

static int read_keys(cb__import_name *out, const char *name)
{
	char text[CB__IMPORT_NAME], what[CB__IMPORT_NAME];

	for (size_t i = 0; i < sizeof families / sizeof families[0]; i++) {
		const char *prefix = families[i].prefix;

		if (strstr(name, families[i].part) == NULL)
			continue;
		if (families[i].has_curve)
			read_curve(what, name, families[i].part);
		else
			snprintf(what, sizeof what, "%llu", (unsigned long long)find_bits(name));
		/* X25519 and X448 are names of their own */
		snprintf(text, sizeof text, "%s%.80s", what[0] == 'x' ? "" : prefix, what);
		put_name(out, text, families[i].kind, 1);
		return 1;
	}
	return 0;
}

/* What has a table of its own is measured there in another way. */
static void read_generic(cb__import_name *out, const char *name, cb__import_table table)
{
	static const char *const twice[] = {
		"rsa", "dsa", "ec", "x25519", "x448", "ed25519", "ed448", "dh", "sm2"};
	char text[CB__IMPORT_NAME];
	const char *suffix = "";

	for (size_t i = 0; i < sizeof twice / sizeof twice[0]; i++)
		if (strncmp(name, twice[i], strlen(twice[i])) == 0 && strstr(name, "ml") == NULL)
			suffix = table == CB__IMPORT_KEM ? "-kem" : "-sig";
	snprintf(text, sizeof text, "%.80s%s", name, suffix);
	if (strncmp(name, "mlkem", 5) == 0)
		snprintf(text, sizeof text, "ml-kem-%.60s", name + 5 + (name[5] == '-'));
	if (strncmp(name, "mldsa", 5) == 0)
		snprintf(text, sizeof text, "ml-dsa-%.60s", name + 5 + (name[5] == '-'));
	put_name(out, text, table == CB__IMPORT_KEM ? "kem" : "sign", 1);
}

void cb__import_name_read(cb__import_name *out, const char *printed, cb__import_table table)
{
	char name[CB__IMPORT_NAME];

	*out = (cb__import_name){.kind = "unknown"};
	simplify(name, printed);
	if (table == CB__IMPORT_KEM || table == CB__IMPORT_SIGNATURES) {
		read_generic(out, name, table);
	} else if (table == CB__IMPORT_KEYS) {
		if (!read_keys(out, name)) {
			const cb_algorithm *algorithm = cb_algorithm_find(name);

			put_name(out, name,
				algorithm != NULL ? cb_kind_name(algorithm->kind) : "sign",
				algorithm != NULL);
		}
	} else {
		read_bulk(out, name);
		out->is_spelled_low = strchr(printed, ' ') != NULL;
	}
}

const char *cb__import_operation(const char *kind, int decrypts)
{
	static const struct {
		const char *kind;
		const char *operation;
		const char *reverse;
	} operations[] = {
		{"hash", "digest", "digest"},
		{"mac", "mac", "mac"},
		{"cipher", "encrypt", "decrypt"},
		{"aead", "seal", "open"},
		{"multiblock", "seal", "open"},
		{"rng", "generate", "generate"},
	};

	for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
		if (strcmp(operations[i].kind, kind) == 0)
			return decrypts ? operations[i].reverse : operations[i].operation;
	return "unknown";
}
