/* SPDX-License-Identifier: Apache-2.0 */
#include "environment_case.h"

static json_t *load_cpu(const char *name)
{
	char text[TEXT_SIZE];
	size_t len = read_fixture(text, name);

	return wrap_text(text, len, NULL);
}

static void intel_guest_has_aes_but_not_avx2(void **state)
{
	json_t *cpu = load_cpu("cpu_x86_xeon_e5v2_docker.txt");

	(void)state;
	expect_text(cpu, "architecture", "x86_64");
	expect_text(cpu, "vendor", "GenuineIntel");
	expect_text(cpu, "model", "Intel(R) Xeon(R) CPU E5-1650 v2 @ 3.50GHz");
	expect_text(cpu, "family", "6");
	expect_text(cpu, "model_number", "62");
	expect_text(cpu, "stepping", "4");
	expect_text(cpu, "microcode", "unknown");
	expect_count(cpu, "logical_cpus", 1);
	expect_count(cpu, "cores", 1);
	expect_count(cpu, "threads_per_core", 1);
	expect_feature(cpu, "aes", 1);
	expect_feature(cpu, "clmul", 1);
	expect_feature(cpu, "avx", 1);
	expect_feature(cpu, "avx2", 0);
	expect_feature(cpu, "sha2", 0);
	expect_feature(cpu, "sha_ni", 0);
	expect_feature(cpu, "pclmulqdq", 1);
	expect_feature(cpu, "vaes", 0);
	assert_true(json_is_true(member(cpu, "hypervisor")));
	json_decref(cpu);
}

static void amd_guest_has_the_wide_units_and_one_kind(void **state)
{
	json_t *cpu = load_cpu("cpu_x86_amd_vm_generic_name.txt");

	(void)state;
	expect_text(cpu, "vendor", "AuthenticAMD");
	expect_text(cpu, "model", "AMD EPYC");
	expect_text(cpu, "family", "25");
	expect_text(cpu, "model_number", "17");
	expect_count(cpu, "logical_cpus", 2);
	expect_count(cpu, "cores", 2);
	expect_feature(cpu, "vaes", 1);
	expect_feature(cpu, "vpclmul", 1);
	expect_feature(cpu, "sha2", 1);
	expect_feature(cpu, "avx2", 1);
	expect_feature(cpu, "adx", 1);
	assert_true(json_is_true(member(cpu, "hypervisor")));
	assert_int_equal(json_array_size(member(cpu, "kinds")), 1);
	json_decref(cpu);
}

static void clock_is_no_part_of_the_fingerprint(void **state)
{
	char text[TEXT_SIZE];
	size_t len = read_fixture(text, "cpu_x86_amd_vm_generic_name.txt");
	json_t *before = wrap_text(text, len, NULL);
	json_t *after;
	char *clock;

	(void)state;
	text[len] = '\0';
	clock = strstr(text, "2596.136");
	assert_non_null(clock);
	memcpy(clock, "3711.902", 8);
	after = wrap_text(text, len, NULL);
	assert_true(json_equal(member(before, "fingerprint"), member(after, "fingerprint")));
	clock = strstr(text, "25\n"); /* the family */
	assert_non_null(clock);
	memcpy(clock, "26", 2);
	json_decref(after);
	after = wrap_text(text, len, NULL);
	assert_false(json_equal(member(before, "fingerprint"), member(after, "fingerprint")));
	json_decref(before);
	json_decref(after);
}

static void guest_that_hides_aes_shows_its_hypervisor(void **state)
{
	json_t *cpu = load_cpu("cpu_x86_qemu_no_aes.txt");

	(void)state;
	expect_text(cpu, "model", "QEMU Virtual CPU version 2.5+");
	expect_feature(cpu, "aes", 0);
	expect_feature(cpu, "clmul", 0);
	expect_feature(cpu, "sse2", 1);
	assert_true(json_is_true(member(cpu, "hypervisor")));
	assert_true(json_is_false(member(cpu, "emulated")));
	json_decref(cpu);
}

static void armv7_gives_name_and_neon_but_no_serial(void **state)
{
	static const struct {
		const char *file;
		const char *model;
		const char *system;
		json_int_t cpus;
	} cases[] = {
		{"cpu_armv7_rpi2.txt", "ARMv7 Processor rev 5 (v7l)", "BCM2835", 2},
		{"cpu_armv7_old_single_block.txt", "ARMv7 Processor rev 2 (v7l)", "herring", 1},
	};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		json_t *cpu = load_cpu(cases[i].file);
		char *text = dump_checked(cpu);

		expect_text(cpu, "architecture", "arm");
		expect_text(cpu, "vendor", "ARM");
		expect_text(cpu, "model", cases[i].model);
		expect_text(cpu, "system", cases[i].system);
		expect_count(cpu, "logical_cpus", cases[i].cpus);
		expect_feature(cpu, "neon", 1);
		expect_feature(cpu, "aes", 0);
		assert_null(strstr(text, "deadbeef"));
		assert_null(strstr(text, "erial"));
		free(text);
		json_decref(cpu);
	}
}

static void arm_without_a_name_falls_back_to_its_codes(void **state)
{
	json_t *cpu = load_cpu("cpu_arm64_no_model_name.txt");

	(void)state;
	expect_text(cpu, "architecture", "aarch64");
	expect_text(cpu, "vendor", "Phytium");
	expect_text(cpu, "model", "Phytium FTC662 (0x70/0x662)");
	expect_text(cpu, "model_number", "0x662");
	expect_text(cpu, "stepping", "r1p2");
	expect_count(cpu, "logical_cpus", 2);
	expect_feature(cpu, "aes", 0);
	expect_feature(cpu, "clmul", 0);
	expect_feature(cpu, "neon", 1);
	json_decref(cpu);
}

static void arm_codes_nobody_knows_are_shown_as_they_are(void **state)
{
	static const char text[] = "processor\t: 0\nFeatures\t: fp asimd\n"
				   "CPU implementer\t: 0x99\nCPU part\t: 0x123\n";
	json_t *cpu = wrap_text(text, strlen(text), "aarch64");

	(void)state;
	expect_text(cpu, "vendor", "0x99");
	expect_text(cpu, "model", "ARM (0x99/0x123)");
	json_decref(cpu);
}

static void blank_arm_identity_is_unknown_but_its_flags_count(void **state)
{
	json_t *cpu = load_cpu("cpu_arm64_docker_apple_blank.txt");

	(void)state;
	expect_text(cpu, "vendor", "unknown");
	expect_text(cpu, "model", "unknown ARM");
	expect_text(cpu, "model_number", "unknown");
	expect_feature(cpu, "aes", 1);
	expect_feature(cpu, "clmul", 1);
	expect_feature(cpu, "sha512", 1);
	expect_feature(cpu, "sha3", 1);
	json_decref(cpu);
}

static void big_little_has_two_kinds_of_two(void **state)
{
	json_t *cpu = load_cpu("cpu_arm64_biglittle_msm8996.txt");
	const json_t *kinds = member(cpu, "kinds");
	static const char *const cpus[] = {"0-1", "2-3"};

	(void)state;
	expect_count(cpu, "logical_cpus", 4);
	expect_text(cpu, "model", "AArch64 Processor rev 2 (aarch64)");
	assert_int_equal(json_array_size(kinds), 2);
	for (size_t i = 0; i < 2; i++) {
		const json_t *kind = json_array_get(kinds, i);

		assert_int_equal(json_integer_value(json_object_get(kind, "count")), 2);
		assert_string_equal(json_string_value(json_object_get(kind, "cpus")), cpus[i]);
	}
	assert_false(json_equal(json_object_get(json_array_get(kinds, 0), "name"),
		json_object_get(json_array_get(kinds, 1), "name")));
	json_decref(cpu);
}

static void mips_values_keep_their_colons(void **state)
{
	json_t *cpu = load_cpu("cpu_mips_mt7621.txt");

	(void)state;
	expect_text(cpu, "architecture", "mips");
	expect_text(cpu, "model", "MIPS 1004Kc V2.15");
	expect_text(cpu, "system", "MediaTek MT7621 ver:1 eco:3");
	expect_count(cpu, "logical_cpus", 1);
	expect_feature(cpu, "aes", 0);
	expect_feature(cpu, "sha2", 0);
	expect_feature(cpu, "dsp", 1);
	json_decref(cpu);
}

static void riscv_extensions_match_whole(void **state)
{
	json_t *cpu = load_cpu("cpu_riscv_u74.txt");

	(void)state;
	expect_text(cpu, "architecture", "riscv64");
	expect_text(cpu, "vendor", "SiFive");
	expect_text(cpu, "model", "sifive,u74-mc");
	expect_count(cpu, "logical_cpus", 2);
	expect_feature(cpu, "zba", 1);
	expect_feature(cpu, "zbb", 1);
	expect_feature(cpu, "c", 1);
	expect_feature(cpu, "zkn", 0);
	expect_feature(cpu, "zvkned", 0);
	expect_feature(cpu, "aes", 0);
	expect_feature(cpu, "rvv", 0);
	json_decref(cpu);
}

static void riscv_vector_crypto_is_found(void **state)
{
	static const char text[] = "processor\t: 0\nhart\t: 0\n"
				   "isa\t: rv64imafdcv_zba_zvbc_zvkned_zvknhb_zvkt\n";
	json_t *cpu = wrap_text(text, strlen(text), "riscv64");

	(void)state;
	expect_feature(cpu, "aes", 1);
	expect_feature(cpu, "clmul", 1);
	expect_feature(cpu, "sha512", 1);
	expect_feature(cpu, "sm4", 0);
	expect_feature(cpu, "rvv", 1);
	json_decref(cpu);
}

static void s390x_has_four_cpus_and_keeps_no_identification(void **state)
{
	char text[TEXT_SIZE];
	size_t len = read_fixture(text, "cpu_s390x_z15.txt");
	json_t *cpu;
	char *dump, *at;

	(void)state;
	text[len] = '\0';
	at = strstr(text, "identification = 000000");
	assert_non_null(at);
	memcpy(at + strlen("identification = "), "0BADC5", 6);
	cpu = wrap_text(text, len, NULL);
	dump = dump_checked(cpu);
	expect_text(cpu, "vendor", "IBM/S390");
	expect_text(cpu, "machine", "8561");
	expect_text(cpu, "model", "IBM z15 (8561)");
	expect_count(cpu, "logical_cpus", 4);
	expect_feature(cpu, "msa", 1);
	expect_feature(cpu, "cpacf", 1);
	expect_feature(cpu, "aes", 1);
	expect_feature(cpu, "clmul", -1);
	assert_null(strstr(dump, "0BADC5"));
	assert_null(strstr(dump, "identification"));
	free(dump);
	json_decref(cpu);
}

static void power_numbers_have_gaps(void **state)
{
	json_t *cpu = load_cpu("cpu_ppc64_power9.txt");
	const json_t *frequency = member(cpu, "frequency");

	(void)state;
	expect_text(cpu, "architecture", "ppc64");
	expect_text(cpu, "vendor", "IBM");
	expect_text(cpu, "model", "POWER9");
	expect_text(cpu, "stepping", "2.2");
	expect_text(cpu, "model_number", "004e");
	expect_count(cpu, "logical_cpus", 2);
	expect_feature(cpu, "altivec", 1);
	expect_feature(cpu, "aes", 1);
	assert_float_equal(
		json_real_value(json_object_get(frequency, "nominal_mhz")), 2300.0, 1e-9);
	json_decref(cpu);
}

static void foreign_text_means_emulation_and_unknown_features(void **state)
{
	char text[TEXT_SIZE];
	size_t len = read_fixture(text, "cpu_x86_amd_vm_generic_name.txt");
	json_t *cpu = wrap_text(text, len, "aarch64");

	(void)state;
	expect_text(cpu, "architecture", "aarch64");
	assert_true(json_is_true(member(cpu, "emulated")));
	expect_feature(cpu, "aes", -1);
	expect_feature(cpu, "sha_ni", -1);
	expect_text(cpu, "flags", "unknown");
	json_decref(cpu);
	cpu = wrap_text(text, len, "i686");
	assert_true(json_is_false(member(cpu, "emulated")));
	expect_feature(cpu, "aes", 1);
	json_decref(cpu);
}

static void empty_text_gives_a_record_of_unknowns(void **state)
{
	json_t *cpu = wrap_text(NULL, 0, NULL);
	char *text = dump_checked(cpu);

	(void)state;
	expect_text(cpu, "model", "unknown");
	expect_text(cpu, "logical_cpus", "unknown");
	expect_text(cpu, "kinds", "unknown");
	expect_feature(cpu, "aes", -1);
	free(text);
	json_decref(cpu);
}

static void all_texts_have_the_same_members(void **state)
{
	static const char *const files[] = {"cpu_arm64_biglittle_msm8996.txt",
		"cpu_arm64_docker_apple_blank.txt", "cpu_arm64_no_model_name.txt",
		"cpu_armv7_old_single_block.txt", "cpu_armv7_rpi2.txt", "cpu_mips_mt7621.txt",
		"cpu_ppc64_power9.txt", "cpu_riscv_u74.txt", "cpu_s390x_z15.txt",
		"cpu_x86_amd_vm_generic_name.txt", "cpu_x86_qemu_no_aes.txt"};
	json_t *first = load_cpu("cpu_x86_xeon_e5v2_docker.txt");
	const char *key;
	json_t *value;

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		json_t *other = load_cpu(files[i]);

		free(dump_checked(other));
		json_object_foreach(json_object_get(first, "cpu"), key, value)
		{
			assert_non_null(value);
			(void)member(other, key);
		}
		assert_int_equal(json_object_size(json_object_get(first, "cpu")),
			json_object_size(json_object_get(other, "cpu")));
		json_decref(other);
	}
	json_decref(first);
}

static size_t allocations_left;

static void *allocate_until_spent(size_t size)
{
	return allocations_left == 0 || allocations_left-- == 0 ? NULL : malloc(size);
}

/* Each allocation of the JSON library fails once; the sanitiser looks for what is lost. */
static void lack_of_memory_is_reported(void **state)
{
	char text[TEXT_SIZE];
	size_t len = read_fixture(text, "cpu_ppc64_power9.txt");
	cb_status status = CB_ENOMEM;
	json_t *cpu = NULL;
	size_t count;

	(void)state;
	for (count = 0; status == CB_ENOMEM; count++) {
		assert_true(count < 10000);
		allocations_left = count;
		json_set_alloc_funcs(allocate_until_spent, free);
		assert_null(cpu);
		status = cb__environment_cpu_from_text(&cpu, text, len, NULL);
		json_set_alloc_funcs(malloc, free);
	}
	assert_int_equal(status, CB_OK);
	assert_true(count > 50);
	json_decref(cpu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intel_guest_has_aes_but_not_avx2),
		cmocka_unit_test(amd_guest_has_the_wide_units_and_one_kind),
		cmocka_unit_test(clock_is_no_part_of_the_fingerprint),
		cmocka_unit_test(guest_that_hides_aes_shows_its_hypervisor),
		cmocka_unit_test(armv7_gives_name_and_neon_but_no_serial),
		cmocka_unit_test(arm_without_a_name_falls_back_to_its_codes),
		cmocka_unit_test(arm_codes_nobody_knows_are_shown_as_they_are),
		cmocka_unit_test(blank_arm_identity_is_unknown_but_its_flags_count),
		cmocka_unit_test(big_little_has_two_kinds_of_two),
		cmocka_unit_test(mips_values_keep_their_colons),
		cmocka_unit_test(riscv_extensions_match_whole),
		cmocka_unit_test(riscv_vector_crypto_is_found),
		cmocka_unit_test(s390x_has_four_cpus_and_keeps_no_identification),
		cmocka_unit_test(power_numbers_have_gaps),
		cmocka_unit_test(foreign_text_means_emulation_and_unknown_features),
		cmocka_unit_test(empty_text_gives_a_record_of_unknowns),
		cmocka_unit_test(all_texts_have_the_same_members),
		cmocka_unit_test(lack_of_memory_is_reported),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
