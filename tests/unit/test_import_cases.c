/* SPDX-License-Identifier: Apache-2.0 */
/* What was seen in the wild: each test is one of the recorded cases. */
#include "import_fixture.h"

static size_t count(const cb_results *results, cb_outcome outcome)
{
	size_t found = 0;

	for (size_t i = 0; i < cb_results_cell_count(results); i++)
		found += cb_results_cell_at(results, i)->outcome == outcome;
	return found;
}

static size_t count_warnings(const cb_results *results, const char *text)
{
	size_t found = 0;

	for (size_t i = 0; i < cb_results_warning_count(results); i++)
		found += strstr(cb_results_warning_at(results, i)->text, text) != NULL;
	return found;
}

static void old_tables_name_algorithms_as_new_ones_do(void **state)
{
	const cb_results *results = import_file(*state, "spd_098o_armv6_full.txt");

	assert_near(import_rate(results, "openssl/aes-128-cbc/encrypt/16/on"), 3205760);
	assert_near(import_rate(results, "openssl/des-ede3-cbc/encrypt/8192/on"), 1208250);
	assert_int_equal(count(results, CB_OUTCOME_SKIPPED), 20);
	assert_int_equal(count(results, CB_OUTCOME_FAILED), 0);
	assert_false(cb_results_failed(results));
}

static void what_was_pasted_into_a_page_is_found(void **state)
{
	const cb_results *results = import_file(*state, "spd_098_rst_pasted.txt");

	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 24);
	assert_string_equal(cb_results_subject_at(results, 0)->version, "0.9.8o");
	assert_says(cb_results_subject_at(results, 0)->build_info, "-DOPENSSL_PIC");
}

static void progress_beside_a_table_makes_no_cells(void **state)
{
	const cb_results *results = import_file(*state, "spd_098zh_macos_stderr_mixed.txt");

	assert_int_equal(cb_results_cell_count(results), 5);
	assert_string_equal(cb_results_subject_at(results, 0)->version, "0.9.8zh");
	assert_string_equal(cb_results_subject_at(results, 0)->timer, "user");
}

static void tables_of_keys_need_no_banner_of_numbers(void **state)
{
	const cb_results *results = import_file(*state, "spd_102k_rsa_ecdsa.txt");

	assert_near(import_rate(results, "openssl/rsa-2048/sign/0/on"), 1456.4);
	assert_string_equal(cb_results_subject_at(results, 0)->version, "1.0.2k-fips");
}

static void machine_readable_progress_alone_gives_rates(void **state)
{
	const cb_results *results = import_file(*state, "spd_30_mr_pk_stderr.txt");

	assert_near(import_rate(results, "openssl/rsa-2048/sign/0/on"), 3481 / 0.86);
	assert_true(import_cell(results, "openssl/rsa-2048/sign/0/on")->summary->contended);
	assert_says(import_cell(results, "openssl/ecdsa-256/sign/0/on")->reason, "ambiguous");
}

static void machine_readable_output_has_no_version(void **state)
{
	const cb_results *results = import_file(*state, "spd_30_mr_pk_stdout.txt");

	assert_string_equal(cb_results_subject_at(results, 0)->version, "unknown");
	/* the seconds of an ECDH line are no second rate */
	assert_int_equal(cb_results_cell_count(results), 10);
}

static void a_total_is_one_record_and_keeps_its_processes(void **state)
{
	const cb_results *results = import_file(*state, "spd_30_multi2_local.txt");

	assert_int_equal(cb_results_cell_count(results), 6);
	assert_int_equal(cb_results_cell_at(results, 0)->processes, 2);
}

static void a_partial_capture_of_children_leaves_their_number_open(void **state)
{
	import_fixture *f = *state;
	const cb_results *results = import_file(f, "spd_36_multi12_arm_partial.txt");

	assert_int_equal(cb_results_cell_at(results, 0)->processes, 0);
	assert_int_equal(count_warnings(results, "not all lines were kept"), 1);
	assert_int_equal(count_warnings(results, "--processes N"), 1);
}

static void the_number_of_processes_can_be_supplied(void **state)
{
	import_fixture *f = *state;

	import_set(f, "processes", "12");
	assert_int_equal(
		cb_results_cell_at(import_file(f, "spd_36_multi12_arm_partial.txt"), 0)->processes,
		12);
}

static void all_children_of_a_table_of_keys_are_counted(void **state)
{
	const cb_results *results = import_file(*state, "spd_30b3_multi16_ed25519.txt");

	assert_int_equal(
		import_cell(results, "openssl/ed25519/sign/0/on/processes=16")->processes, 16);
	assert_int_equal(cb_results_cell_count(results), 2);
}

static void multi_block_sizes_come_from_the_heading_or_not_at_all(void **state)
{
	import_fixture *f = *state;
	const cb_results *results = import_file(f, "spd_41_multi_mb_zero_tail.txt");

	assert_int_equal(cb_results_cell_count(results), 5);
	assert_int_equal(count(results, CB_OUTCOME_FAILED), 5);
	assert_near(cb_results_cell_at(results, 0)->doubtful->bytes_per_second, 822804480);
}

static void sizes_can_be_supplied(void **state)
{
	import_fixture *f = *state;
	const cb_results *results;

	import_set(f, "sizes", "8192,16384,32768,65536,131072");
	results = import_file(f, "spd_41_multi_mb_zero_tail.txt");
	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 5);
	assert_near(
		import_rate(results, "openssl/aes-128-cbc-hmac-sha256/seal/8192/on"), 822804480);
}

static void hybrid_names_stay_whole(void **state)
{
	const cb_results *results = import_file(*state, "spd_34_full_4col_rsa.txt");

	assert_near(import_rate(results, "openssl/secp256r1mlkem768/decaps/0/on"), 2379.5);
	assert_near(import_rate(results, "openssl/rsa-2048/decrypt/0/on"), 618.0);
	assert_near(import_rate(results, "openssl/ecdsa-p256/sign/0/on"), 31178.2);
}

static void negative_cells_spoil_no_other(void **state)
{
	const cb_results *results = import_file(*state, "spd_30b3_negative_values.txt");

	assert_int_equal(count(results, CB_OUTCOME_FAILED), 7);
	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 23);
	assert_string_equal(import_cell(results, "openssl/aes-128-cbc/encrypt/16/on")->published,
		"-1040172814.93");
	assert_true(cb_results_failed(results));
}

static void every_table_has_its_own_sizes(void **state)
{
	const cb_results *results = import_file(*state, "spd_bytes_custom.txt");

	assert_int_equal(cb_results_cell_count(results), 3);
	assert_near(import_rate(results, "openssl/sha256/digest/1/on"), 8491940);
	assert_near(import_rate(results, "openssl/sha256/digest/100000000/on"), 1791044780);
}

static void a_line_that_was_printed_late_is_no_record(void **state)
{
	const cb_results *results = import_file(*state, "spd_11_interactive_leftover.txt");

	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 6);
	assert_near(import_rate(results, "openssl/sha512/digest/16/on"), 27702600);
	assert_null(import_cell(results, "openssl/chacha20/encrypt/16/on")->doubtful);
}

static void what_was_left_out_is_listed(void **state)
{
	const cb_results *results = import_file(*state, "spd_35_fips_skips.txt");

	assert_int_equal(count(results, CB_OUTCOME_SKIPPED), 4);
	assert_near(import_rate(results, "openssl/ml-kem-768/encaps/0/on"), 28025);
	assert_int_equal(count_warnings(results, "RSA sign setup failure"), 1);
}

static void line_ends_of_windows_change_nothing(void **state)
{
	const cb_results *results = import_file(*state, "spd_111m_windows_crlf.txt");

	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 6);
	assert_string_equal(cb_results_subject_at(results, 0)->version, "1.1.1m");
}

static void what_has_no_name_is_not_guessed(void **state)
{
	import_fixture *f = *state;
	const cb_results *results = import_file(f, "spd_evp_as_name_multi128.txt");

	assert_int_equal(count(results, CB_OUTCOME_FAILED), 6);
	assert_string_equal(cb_results_cell_at(results, 0)->algorithm, "evp");
}

static void all_that_is_missing_can_be_supplied(void **state)
{
	import_fixture *f = *state;
	const cb_results *results;

	import_set(f, "algorithm", "aes-256-cbc");
	import_set(f, "sizes", "16,64,256,1024,8192,16384");
	import_set(f, "processes", "128");
	results = import_file(f, "spd_evp_as_name_multi128.txt");
	assert_near(import_rate(results, "openssl/aes-256-cbc/encrypt/16384/on/processes=128"),
		230415287360.0);
}

static void a_capture_that_was_cut_is_not_complete(void **state)
{
	const cb_results *results = import_file(*state, "spd_truncated_mid_row.txt");

	assert_false(cb_results_complete(results));
	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 8);
	assert_string_equal(
		import_cell(results, "openssl/sha512/digest/256/on")->published, "2579");
}

static void two_runs_are_two_subjects(void **state)
{
	const cb_results *results = import_file(*state, "spd_41_bad_length_exit0.txt");
	const cb_cell *first =
		import_cell(results, "openssl/aes-256-cbc/encrypt/17/on/subject=4.1.0-dev");
	const cb_cell *second =
		import_cell(results, "openssl/aes-256-cbc/encrypt/17/on/subject=4.1.0-dev:run 2");

	assert_null(first->doubtful);
	assert_says(first->output, "not a multiple of block size");
	assert_near(second->doubtful->bytes_per_second, 416881850);
	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 1);
}

static void time_of_a_processor_that_was_idle_is_flagged(void **state)
{
	const cb_results *results = import_file(*state, "spd_devcrypto_user_time_3x.txt");

	assert_int_equal(count(results, CB_OUTCOME_FAILED), 6);
	assert_says(import_cell(results, "openssl/aes-128-cbc/encrypt/16/on")->reason, "user time");
}

/* What was printed on a shared processor looks like what a device did. */
static void little_user_time_names_both_causes_once(void **state)
{
	static const char text[] =
		"Doing sha256 ops for 1s on 16 size blocks: 3600000 sha256 ops in 0.36s\n"
		"Doing sha256 ops for 1s on 64 size blocks: 2050000 sha256 ops in 0.41s\n" BANNER
		"type 16 bytes 64 bytes\nsha256 160000.00k 320000.00k\n";
	import_fixture *f = *state;
	const cb_results *results = import_text(f, text);
	const char *reason = import_cell(results, "openssl/sha256/digest/16/on")->reason;

	assert_says(reason, "0.36 to 0.41 s were reported where 1 s had been asked for");
	assert_says(reason, "the work was done elsewhere");
	assert_says(reason, "the processor was shared");
	assert_says(reason, "--contended");
	assert_string_equal(import_cell(results, "openssl/sha256/digest/64/on")->reason, reason);

	import_set(f, "contended", "1");
	results = import_text(f, text);
	assert_near(import_rate(results, "openssl/sha256/digest/16/on"), 160e6);
	assert_true(import_cell(results, "openssl/sha256/digest/64/on")->summary->contended);
}

static void hardly_any_user_time_is_no_measure_of_a_shared_processor(void **state)
{
	import_fixture *f = *state;
	const cb_results *results;

	import_set(f, "contended", "1");
	results = import_text(
		f, "Doing sha256 ops for 1s on 16 size blocks: 3600000 sha256 ops in 0.03s\n");
	assert_says(import_cell(results, "openssl/sha256/digest/16/on")->reason, "hundredths");
}

static void elapsed_time_is_never_called_user_time(void **state)
{
	const cb_results *results = import_text(*state,
		"You have chosen to measure elapsed time instead of user CPU time.\n"
		"Doing sha256 ops for 1s on 16 size blocks: 3600000 sha256 ops in 0.36s\n");

	assert_says(import_cell(results, "openssl/sha256/digest/16/on")->reason, "does not stop");
}

/* The first published page. */
static void twelve_runs_have_the_published_trimmed_means(void **state)
{
	static const double means[2][5] = {{83648.76, 88503.87, 89589.39, 89963.42, 90148.66},
		{501863.18, 526591.68, 532407.77, 533733.79, 534754.58}};
	static const char *const sizes[] = {"16", "64", "256", "1024", "8192"};
	static const char *const labels[] = {"low-level", "evp"};
	const cb_results *results = import_file(*state, "published_aesni_12_runs.txt");
	char id[100];

	assert_int_equal(cb_results_subject_count(results), 2);
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < 5; j++) {
			const cb_cell *cell;
			double rate;

			snprintf(id, sizeof id, "openssl/aes-256-cbc/encrypt/%s/on/subject=%s",
				sizes[j], labels[i]);
			cell = import_cell(results, id);
			assert_int_equal(cell->summary->launches, 12);
			rate = (double)cell->size / cell->summary->trimmed_mean_ns * 1e6;
			assert_true(fabs(rate / means[i][j] - 1) < 1e-4);
		}
	assert_string_equal(cb_results_subject_at(results, 0)->api, "low-level");
	assert_string_equal(cb_results_subject_at(results, 1)->api, "evp");
}

/* The second. */
static void only_the_mac_has_instructions_that_are_not_used(void **state)
{
	import_fixture *f = *state;
	const cb_results *results = import_file(f, "published_four_machines.txt");
	cb_findings *findings;

	assert_int_equal(cb_results_subject_count(results), 8);
	assert_int_equal(cb_findings_new(&findings, f->ctx, results), CB_OK);
	assert_int_equal(cb_findings_count(findings), 1);
	assert_string_equal(
		cb_findings_at(findings, 0)->subject->label, "MacBook Pro late 2011:evp");
	assert_says(cb_findings_at(findings, 0)->text, "present but not used");
	assert_says(cb_findings_at(findings, 0)->text, "by its name (i7-2760QM)");
	cb_findings_free(findings);
}

/* The third. */
static void boards_keep_their_processes_and_sizes(void **state)
{
	const cb_results *results = import_file(*state, "published_four_cpus_multi.txt");

	assert_near(import_rate(results, "openssl/aes-128-cbc/encrypt/16384/on/processes=8/"
					 "subject=Core i7-6700 3.40 GHz"),
		493221990);
	assert_near(import_rate(results, "openssl/sha256/digest/16384/on/processes=4/"
					 "subject=Pentium Silver J5005 1.50 GHz"),
		2547853990.0);
	assert_near(import_rate(results, "openssl/sha256/digest/8192/on/"
					 "subject=MIPS 74Kc V5.0 (QCA956X)"),
		22263520);
	assert_int_equal(count_warnings(results, "sizes that openssl speed has by default"), 1);
}

/* The fourth. */
static void slips_of_a_page_are_flagged_and_nothing_is_overwritten(void **state)
{
	const cb_results *results = import_file(*state, "published_rebuild_two_boards.txt");
	const cb_cell *implausible = import_cell(
		results, "openssl/sha256/digest/64/on/subject=ARMv7 board (AX3):original");
	const cb_cell *ambiguous = import_cell(
		results, "openssl/aes-128-cbc/encrypt/16/on/subject=ARMv5 board (A7):original");

	assert_says(implausible->reason, "the time per message falls");
	assert_near(implausible->doubtful->bytes_per_second, 2831950);
	assert_says(ambiguous->reason, "two rows are called \"original\"");
	assert_near(import_cell(results, "openssl/aes-128-cbc/encrypt/16/on/subject=ARMv5 board"
					 " (A7):original/row=2")
			    ->doubtful->bytes_per_second,
		7606460);
	assert_int_equal(count(results, CB_OUTCOME_FAILED), 12);
	assert_int_equal(count(results, CB_OUTCOME_MEASURED), 128);
}

static void sections_can_be_chosen(void **state)
{
	import_fixture *f = *state;
	const cb_results *results;

	import_set(f, "section", "MacBook*");
	results = import_file(f, "published_four_machines.txt");
	assert_int_equal(cb_results_subject_count(results), 2);
}

/* A list of features counts more than a name: a guest may hide what its host has. */
static void features_support_a_finding_and_refute_it(void **state)
{
	static const char text[] =
		BANNER SIZES "aes-256-cbc  85640.09k 84494.55k 88071.75k 87205.46k 89192.90k\n"
			     "aes-256 cbc  82252.04k 84611.36k 95241.36k 96351.47k 95053.10k\n";
	static const struct {
		const char *cpuinfo;
		size_t findings;
	} machines[] = {{"cpu_x86_xeon_e5v2_docker.txt", 1}, {"cpu_x86_qemu_no_aes.txt", 0}};

	import_fixture *f = *state;

	import_set(f, "cpu", "Core i7-2760QM");
	for (size_t i = 0; i < ROWS(machines); i++) {
		char path[1024];
		cb_import *import;
		cb_results *results;
		cb_findings *findings;

		snprintf(path, sizeof path, "%s/environment/%s", CB_TEST_FIXTURES,
			machines[i].cpuinfo);
		assert_int_equal(cb_import_new(&import, f->ctx), CB_OK);
		assert_int_equal(cb_import_set(import, "cpuinfo", path), CB_OK);
		assert_int_equal(cb_import_add(import, "t", text, strlen(text)), CB_OK);
		assert_int_equal(cb_import_finish(import, &results), CB_OK);
		assert_int_equal(cb_findings_new(&findings, f->ctx, results), CB_OK);
		assert_int_equal(cb_findings_count(findings), machines[i].findings);
		if (machines[i].findings > 0)
			assert_string_equal(cb_findings_at(findings, 0)->evidence, "flags");
		cb_findings_free(findings);
		cb_results_free(results);
		cb_import_free(import);
	}
}

/* Standard error of two runs in one file: which of the two figures is meant nobody can tell, and
 * the second is not dropped without a word. */
static void progress_that_comes_twice_is_ambiguous(void **state)
{
	static const char text[] = "Doing md5 for 3s on 16 size blocks: 3000000 md5's in 3.00s\n"
				   "Doing md5 for 3s on 16 size blocks: 6000000 md5's in 3.00s\n";
	const cb_results *results = import_text(*state, text);
	const cb_cell *cell = import_cell(results, "openssl/md5/digest/16/on");

	assert_int_equal(cb_results_cell_count(results), 2);
	assert_int_equal(cell->outcome, CB_OUTCOME_FAILED);
	assert_says(cell->reason, "ambiguous");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(old_tables_name_algorithms_as_new_ones_do),
		TEST(what_was_pasted_into_a_page_is_found),
		TEST(progress_beside_a_table_makes_no_cells),
		TEST(tables_of_keys_need_no_banner_of_numbers),
		TEST(machine_readable_progress_alone_gives_rates),
		TEST(progress_that_comes_twice_is_ambiguous),
		TEST(machine_readable_output_has_no_version),
		TEST(a_total_is_one_record_and_keeps_its_processes),
		TEST(a_partial_capture_of_children_leaves_their_number_open),
		TEST(the_number_of_processes_can_be_supplied),
		TEST(all_children_of_a_table_of_keys_are_counted),
		TEST(multi_block_sizes_come_from_the_heading_or_not_at_all),
		TEST(sizes_can_be_supplied),
		TEST(hybrid_names_stay_whole),
		TEST(negative_cells_spoil_no_other),
		TEST(every_table_has_its_own_sizes),
		TEST(a_line_that_was_printed_late_is_no_record),
		TEST(what_was_left_out_is_listed),
		TEST(line_ends_of_windows_change_nothing),
		TEST(what_has_no_name_is_not_guessed),
		TEST(all_that_is_missing_can_be_supplied),
		TEST(a_capture_that_was_cut_is_not_complete),
		TEST(two_runs_are_two_subjects),
		TEST(time_of_a_processor_that_was_idle_is_flagged),
		TEST(little_user_time_names_both_causes_once),
		TEST(hardly_any_user_time_is_no_measure_of_a_shared_processor),
		TEST(elapsed_time_is_never_called_user_time),
		TEST(twelve_runs_have_the_published_trimmed_means),
		TEST(only_the_mac_has_instructions_that_are_not_used),
		TEST(boards_keep_their_processes_and_sizes),
		TEST(slips_of_a_page_are_flagged_and_nothing_is_overwritten),
		TEST(sections_can_be_chosen),
		TEST(features_support_a_finding_and_refute_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
