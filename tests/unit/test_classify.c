/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include <cb/prove.h>

#include "classify.h"
#include "hex.h"
#include "random.h"

static const struct {
	cb__isa isa;
	cb__class cls;
	const char *text;
	const char *bytes;
} samples[] = {
#define SAMPLE(isa, cls, text, bytes) {CB__ISA_##isa, CB__CLASS_##cls, text, bytes},
#include "test_classify.def"
#undef SAMPLE
};

static size_t decode(uint8_t *out, size_t size, const char *spaced)
{
	char hex[64];
	size_t len = 0;
	for (const char *at = spaced; *at != '\0' && len + 1 < sizeof hex; at++)
		if (*at != ' ')
			hex[len++] = *at;
	hex[len] = '\0';
	assert_int_equal(cb__hex_decode(out, size, &len, hex), CB_OK);
	return len;
}

static const char *name_of(cb__class cls)
{
	return cb_class_at((size_t)cls)->name;
}

static void each_sample_is_of_its_class(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++) {
		uint8_t bytes[32] = {0};
		size_t len = decode(bytes, sizeof bytes, samples[i].bytes);
		cb__class found = cb__classify(samples[i].isa, bytes, len);
		if (found != samples[i].cls)
			fail_msg("%s is %s and not %s", samples[i].text, name_of(found),
				name_of(samples[i].cls));
	}
}

static void what_follows_an_instruction_does_not_matter(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++)
		for (int fill = 0; fill < 256; fill += 51) {
			uint8_t bytes[32];
			memset(bytes, fill, sizeof bytes);
			decode(bytes, sizeof bytes, samples[i].bytes);
			assert_int_equal(
				cb__classify(samples[i].isa, bytes, sizeof bytes), samples[i].cls);
		}
}

static void each_class_has_a_sample(void **state)
{
	(void)state;
	for (int cls = 0; cls < CB__CLASS_COUNT; cls++) {
		int is_there = 0;
		for (size_t i = 0; i < ROWS(samples); i++)
			is_there |= samples[i].cls == (cb__class)cls;
		if (!is_there)
			fail_msg("no sample of %s", name_of((cb__class)cls));
	}
}

/* In a block of its own for each length, so that a sanitizer sees a read past the end. */
static void any_bytes_have_a_class(void **state)
{
	(void)state;
	cb__random random = {1};
	for (int i = 0; i < 200000; i++) {
		size_t len = (size_t)(cb__random_next(&random) % 18);
		uint8_t *bytes = malloc(len > 0 ? len : 1);
		assert_non_null(bytes);
		for (size_t j = 0; j < len; j++)
			bytes[j] = (uint8_t)cb__random_next(&random);
		assert_true(cb__classify(CB__ISA_X86_64, bytes, len) < CB__CLASS_COUNT);
		assert_true(cb__classify(CB__ISA_AARCH64, bytes, len) < CB__CLASS_COUNT);
		free(bytes);
	}
}

static void a_sample_that_is_cut_short_is_not_read_past(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(samples); i++) {
		uint8_t bytes[32];
		size_t len = decode(bytes, sizeof bytes, samples[i].bytes);
		for (size_t cut = 0; cut < len; cut++) {
			uint8_t *shorter = malloc(cut > 0 ? cut : 1);
			assert_non_null(shorter);
			memcpy(shorter, bytes, cut);
			assert_true(cb__classify(samples[i].isa, shorter, cut) < CB__CLASS_COUNT);
			free(shorter);
		}
	}
}

static void prefixes_without_end_are_no_instruction(void **state)
{
	(void)state;
	uint8_t bytes[64];
	memset(bytes, 0x66, sizeof bytes);
	assert_int_equal(cb__classify(CB__ISA_X86_64, bytes, sizeof bytes), CB__CLASS_SCALAR);
	assert_int_equal(cb__classify(CB__ISA_NONE, bytes, sizeof bytes), CB__CLASS_SCALAR);
}

static void modes_forbid_what_they_should(void **state)
{
	(void)state;
	static const char *const crypto[] = {"aes", "vaes256", "vaes512", "clmul", "vpclmul256",
		"vpclmul512", "sha", "gfni", "sm", "pmull", "sha1", "sha2", "sha512", "sha3"};
	static const char *const beyond[] = {
		"ssse3", "avx", "avx2", "avx512vl", "avx512", "bmi2", "adx", "bits", "sve"};
	static const char *const floor[] = {"scalar", "x87", "sse2", "asimd", "rdrand"};
	assert_int_equal(ROWS(crypto) + ROWS(beyond) + ROWS(floor), CB__CLASS_COUNT);
	for (size_t i = 0; i < ROWS(crypto); i++) {
		assert_true(cb__class_is_forbidden(cb__class_find(crypto[i]), CB_ACCEL_NOCRYPTO));
		assert_true(cb__class_is_forbidden(cb__class_find(crypto[i]), CB_ACCEL_OFF));
	}
	for (size_t i = 0; i < ROWS(beyond); i++) {
		assert_false(cb__class_is_forbidden(cb__class_find(beyond[i]), CB_ACCEL_NOCRYPTO));
		assert_true(cb__class_is_forbidden(cb__class_find(beyond[i]), CB_ACCEL_OFF));
	}
	for (size_t i = 0; i < ROWS(floor); i++)
		assert_false(cb__class_is_forbidden(cb__class_find(floor[i]), CB_ACCEL_OFF));
	for (int cls = 0; cls < CB__CLASS_COUNT; cls++)
		assert_false(cb__class_is_forbidden((cb__class)cls, CB_ACCEL_ON));
}

static void class_is_found_by_name_and_by_group(void **state)
{
	(void)state;
	assert_int_equal(cb__class_find("vaes512"), CB__CLASS_VAES512);
	assert_int_equal(cb__class_find("vaes"), CB__CLASS_COUNT);
	assert_true(cb__class_goes_by(CB__CLASS_VAES512, "aes"));
	assert_true(cb__class_goes_by(CB__CLASS_VAES512, "vaes512"));
	assert_true(cb__class_goes_by(CB__CLASS_PMULL, "clmul"));
	assert_false(cb__class_goes_by(CB__CLASS_AES, "vaes512"));
	assert_int_equal(cb_class_count(), CB__CLASS_COUNT);
	assert_null(cb_class_at(CB__CLASS_COUNT));
}

/* Lines "class<tab>bytes<tab>text" of an instruction from a disassembler; see objdump.sh. */
static int check_lines(FILE *lines)
{
	char line[512];
	unsigned count = 0;
	unsigned wrong = 0;
	while (fgets(line, sizeof line, lines) != NULL) {
		char *bytes = strchr(line, '\t');
		char *text = bytes != NULL ? strchr(bytes + 1, '\t') : NULL;
		uint8_t code[32];
		if (text == NULL)
			continue;
		*bytes++ = '\0';
		*text++ = '\0';
		size_t len = decode(code, sizeof code, bytes);
		cb__class found = cb__classify(CB__ISA_X86_64, code, len);
		count++;
		if (strcmp(line, name_of(found)) != 0 && wrong++ < 20)
			printf("%s, not %s: %s %s", name_of(found), line, bytes, text);
	}
	printf("%u instructions, %u of another class\n", count, wrong);
	return wrong > 0 || count == 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_sample_is_of_its_class),
		cmocka_unit_test(what_follows_an_instruction_does_not_matter),
		cmocka_unit_test(each_class_has_a_sample),
		cmocka_unit_test(any_bytes_have_a_class),
		cmocka_unit_test(a_sample_that_is_cut_short_is_not_read_past),
		cmocka_unit_test(prefixes_without_end_are_no_instruction),
		cmocka_unit_test(modes_forbid_what_they_should),
		cmocka_unit_test(class_is_found_by_name_and_by_group),
	};
	if (argc > 1 && strcmp(argv[1], "-") == 0)
		return check_lines(stdin);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
