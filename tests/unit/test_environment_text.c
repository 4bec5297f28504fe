/* SPDX-License-Identifier: Apache-2.0 */
/* Texts that no kernel writes. */
#include "environment_case.h"

static void bad_bytes_are_dropped_from_texts(void **state)
{
	/* A truncated sequence, an overlong slash, a surrogate, an escape, a C1 control. */
	static const char text[] =
		"vendor_id : Genuine\xc3Intel\nmodel name : A\xc0\xaf\xed\xa0\x80"
		"B\x1b[31m  C\xc2\x85\xc3\xa9\xf0\x9f\x98\x80\nflags : \xff aes\n";
	json_t *cpu = wrap_text(text, sizeof(text) - 1, NULL);

	(void)state;
	expect_text(cpu, "vendor", "GenuineIntel");
	expect_text(cpu, "model", "AB[31m C\xc3\xa9\xf0\x9f\x98\x80");
	assert_int_equal(json_array_size(member(cpu, "flags")), 1);
	free(dump_checked(cpu));
	json_decref(cpu);
}

static void long_values_are_cut_between_characters(void **state)
{
	char text[2048] = "vendor_id : x\nflags : aes\nmodel name : a";
	json_t *cpu;

	(void)state;
	for (size_t len = strlen(text); len < sizeof(text) - 2; len += 2)
		memcpy(text + len, "\xc3\xa9", 2);
	cpu = wrap_text(text, sizeof(text) - 2, NULL);
	assert_in_range(json_string_length(member(cpu, "model")), 250, 256);
	json_decref(cpu);
}

static uint32_t next_random(uint32_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 17;
	*seed ^= *seed << 5;
	return *seed;
}

/* Exact allocation, so that a sanitiser sees any read past the end. */
static void try_bytes(const char *bytes, size_t len)
{
	char *copy = malloc(len > 0 ? len : 1);
	json_t *environment;

	assert_non_null(copy);
	memcpy(copy, bytes, len);
	environment = wrap_text(copy, len, len % 3 == 0 ? NULL : len % 3 == 1 ? "s390x" : "");
	free(dump_checked(environment));
	json_decref(environment);
	free(copy);
}

static void any_bytes_give_a_sound_record(void **state)
{
	static const char *const files[] = {"cpu_s390x_z15.txt", "cpu_riscv_u74.txt",
		"cpu_ppc64_power9.txt", "cpu_armv7_old_single_block.txt", "cpu_mips_mt7621.txt",
		"cpu_x86_amd_vm_generic_name.txt", "cpu_arm64_biglittle_msm8996.txt"};
	char text[TEXT_SIZE], changed[TEXT_SIZE];
	uint32_t seed = 2463534242u;

	(void)state;
	for (size_t i = 0; i < 7 * 150; i++) {
		size_t len = read_fixture(text, files[i % 7]);
		size_t changes = next_random(&seed) % 40;

		memcpy(changed, text, len);
		for (size_t j = 0; j < changes; j++)
			changed[next_random(&seed) % len] = (char)next_random(&seed);
		try_bytes(changed, next_random(&seed) % (len + 1));
	}
	for (size_t i = 0; i < 500; i++) {
		size_t len = next_random(&seed) % 512;

		for (size_t j = 0; j < len; j++)
			changed[j] = (char)next_random(&seed);
		try_bytes(changed, len);
	}
}

static void endless_processors_are_bounded(void **state)
{
	size_t size = 1 << 20, len = 0;
	char *text = malloc(size);
	json_t *cpu;

	(void)state;
	assert_non_null(text);
	for (unsigned i = 0; len + 64 < size; i++)
		len += (size_t)snprintf(
			text + len, 64, "processor : %u\nCPU part : 0x%x\n", i, i % 100);
	cpu = wrap_text(text, len, "aarch64");
	expect_count(cpu, "logical_cpus", 4096);
	assert_int_equal(json_array_size(member(cpu, "kinds")), 16);
	json_decref(cpu);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_bytes_are_dropped_from_texts),
		cmocka_unit_test(long_values_are_cut_between_characters),
		cmocka_unit_test(any_bytes_give_a_sound_record),
		cmocka_unit_test(endless_processors_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
