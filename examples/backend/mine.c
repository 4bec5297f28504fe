/* SPDX-License-Identifier: Apache-2.0 */
/* A backend to copy: an algorithm that libcb does not know, with published answers to check it
 * against, and two implementations of it. There is no library behind it. */
#include <string.h>

#include <cb/backend.h>

#define MODULUS 65521u

/* Adler-32 (RFC 1950, section 9): the sum of the bytes, and the sum of these sums. */
typedef struct sums {
	uint32_t a;
	uint32_t b;
} sums;

static cb_status finish(cb_io *io, sums s)
{
	const uint8_t digest[] = {
		(uint8_t)(s.b >> 8), (uint8_t)s.b, (uint8_t)(s.a >> 8), (uint8_t)s.a};

	memcpy(io->out, digest, sizeof(digest));
	io->out_len = sizeof(digest);
	return CB_OK;
}

static sums add_bytes(sums s, const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		s.a = (s.a + bytes[i]) % MODULUS;
		s.b = (s.b + s.a) % MODULUS;
	}
	return s;
}

/* As the RFC has it. */
static cb_status run_ref(void *state, cb_io *io)
{
	(void)state;
	return finish(io, add_bytes((sums){1, 0}, io->in, io->in_len));
}

/* Each lane adds up every sixteenth byte, which compilers turn into vector instructions. So many
 * rows at once that nothing overflows. */
#define LANES 16u
#define ROWS  256u

static sums add_rows(sums s, const uint8_t *bytes, size_t rows)
{
	uint32_t a[LANES] = {0}, b[LANES] = {0};
	uint64_t weighted = 0, total = 0;

	for (size_t row = 0; row < rows; row++)
		for (size_t lane = 0; lane < LANES; lane++) {
			a[lane] += bytes[LANES * row + lane];
			b[lane] += a[lane];
		}
	for (size_t lane = 0; lane < LANES; lane++) {
		total += a[lane];
		weighted += LANES * (uint64_t)b[lane] - lane * (uint64_t)a[lane];
	}
	s.b = (uint32_t)((s.b + LANES * rows * (uint64_t)s.a + weighted) % MODULUS);
	s.a = (uint32_t)((s.a + total) % MODULUS);
	return s;
}

static cb_status run_lanes(void *state, cb_io *io)
{
	sums s = {1, 0};
	size_t at = 0;

	(void)state;
	while (io->in_len - at >= LANES) {
		size_t rows = (io->in_len - at) / LANES;

		rows = rows < ROWS ? rows : ROWS;
		s = add_rows(s, io->in + at, rows);
		at += rows * LANES;
	}
	return finish(io, add_bytes(s, io->in + at, io->in_len - at));
}

/* Keys, contexts and tables would be made here, untimed. */
static cb_status open_nothing(void *state, const cb_task *task, const cb_io *io)
{
	(void)state, (void)task, (void)io;
	return CB_OK;
}

static const cb_driver ref_driver = {.open = open_nothing, .run = {[CB_OP_DIGEST] = run_ref}};
static const cb_driver lanes_driver = {.open = open_nothing, .run = {[CB_OP_DIGEST] = run_lanes}};

static const cb_impl ref[] = {{.algorithm = "adler32", .driver = &ref_driver}};
static const cb_impl lanes[] = {{.algorithm = "adler32", .driver = &lanes_driver}};

/* `mine/ref` and `mine/lanes`. One that needs more than every CPU has says so in `unavailable`. */
static const cb_impl_set sets[] = {
	{.name = "ref", .about = "byte by byte", .impls = ref, .impl_count = CB_COUNT(ref)},
	{.name = "lanes",
		.about = "sixteen sums at once",
		.impls = lanes,
		.impl_count = CB_COUNT(lanes)},
};

static const cb_algorithm algorithms[] = {
	{.name = "adler32", .kind = CB_KIND_HASH, .out_len = 4, .block_len = 1, .usual = 1},
};

/* Of every length that takes another path, at least one. */
static const cb_answer answers[] = {
	{.algorithm = "adler32",
		.op = CB_OP_DIGEST,
		.in = "57696b697065646961",
		.out = "11e60398",
		.source = "\"Wikipedia\": en.wikipedia.org/wiki/Adler-32, worked through there"},
	{.algorithm = "adler32",
		.op = CB_OP_DIGEST,
		.in = "6162636465666768696a6b6c6d6e6f707172737475767778797a",
		.out = "90860b20",
		.source = "a to z: adler32() of zlib 1.2.13"},
};

static const char *version(void)
{
	return "1.0";
}

CB_BACKEND_DEFINE = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "mine",
	.version = version,
	.impls = lanes,
	.impl_count = CB_COUNT(lanes),
	.algorithms = algorithms,
	.algorithm_count = CB_COUNT(algorithms),
	.answers = answers,
	.answer_count = CB_COUNT(answers),
	.impl_sets = sets,
	.impl_set_count = CB_COUNT(sets),
};
