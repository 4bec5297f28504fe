/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* environment_root.h */

#include "environment_root.h"

static void this_machine_gives_a_whole_record(void **state)
{
	json_t *environment = collect("");
	uint64_t steal = 1, total = 0;

	(void)state;
	assert_true(json_integer_value(at(environment, "cpu.logical_cpus")) > 0);
	assert_true(json_integer_value(at(environment, "cpu.usable_cpus")) > 0);
	assert_true(json_integer_value(at(environment, "os.memory_bytes")) > 0);
	assert_int_equal(
		json_integer_value(at(environment, "os.pointer_bits")), 8 * sizeof(void *));
	assert_true(json_string_length(at(environment, "os.kernel")) > 0);
	assert_true(json_is_array(at(environment, "warnings")));
	if (cb__environment_cpu_ticks("", &steal, &total) == CB_OK)
		assert_true(steal < total);
	json_decref(environment);
}

static void personal_data_of_this_machine_is_not_in_its_record(void **state)
{
	json_t *environment = collect("");
	char *dump = json_dumps(environment, 0);
	char host[256] = "", quoted[300];
	const char *user = getenv("USER");

	(void)state;
	assert_non_null(dump);
	(void)gethostname(host, sizeof(host) - 1);
	(void)snprintf(quoted, sizeof(quoted), "\"%s\"", host);
	assert_null(strstr(dump, quoted));
	(void)snprintf(quoted, sizeof(quoted), "\"%s\"", user ? user : "nobody");
	assert_null(strstr(dump, quoted));
	free(dump);
	json_decref(environment);
}

static void empty_root_gives_unknown_for_everything(void **state)
{
	json_t *environment = collect(*state);
	uint64_t steal, total;

	expect_text(environment, "cpu.model", "unknown");
	expect_text(environment, "cpu.logical_cpus", "unknown");
	expect_text(environment, "cpu.allowed_cpus", "unknown");
	expect_text(environment, "cpu.usable_cpus", "unknown");
	expect_text(environment, "cpu.governor", "unknown");
	expect_text(environment, "cpu.frequency.max_mhz", "unknown");
	expect_text(environment, "cpu.caches", "unknown");
	expect_text(environment, "os.kernel", "unknown");
	expect_text(environment, "os.distribution", "unknown");
	expect_text(environment, "os.memory_bytes", "unknown");
	expect_text(environment, "os.load_average", "unknown");
	expect_text(environment, "virtualization", "unknown");
	expect_text(environment, "container", "unknown");
	expect_text(environment, "quota.cpus", "unknown");
	expect_text(environment, "steal_percent", "unknown");
	assert_int_equal(json_array_size(at(environment, "warnings")), 0);
	assert_int_equal(cb__environment_has_feature(environment, "aes"), -1);
	assert_int_equal(cb__environment_cpu_ticks(*state, &steal, &total), CB_EIO);
	json_decref(environment);
}

static void hybrid_laptop_shows_kinds_governor_and_turbo(void **state)
{
	const char *root = *state;
	json_t *environment;

	put_intel(root, "");
	put(root, "/sys/devices/cpu_core/cpus", "0-3\n");
	put(root, "/sys/devices/cpu_atom/cpus", "4-5\n");
	put(root, "/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
	put(root, "/sys/devices/system/cpu/smt/active", "1\n");
	put(root, "/sys/class/dmi/id/sys_vendor", "LENOVO\n");
	for (unsigned cpu = 0; cpu < 6; cpu++) {
		put_cpu(root, cpu, "cpufreq/scaling_governor", "powersave\n");
		put_cpu(root, cpu, "cpufreq/scaling_driver", "intel_pstate\n");
		put_cpu(root, cpu, "cpufreq/cpuinfo_min_freq", "400000\n");
		put_cpu(root, cpu, "cpufreq/cpuinfo_max_freq", cpu < 4 ? "4700000\n" : "3400000\n");
	}
	put_cpu(root, 0, "cpufreq/base_frequency", "2100000\n");
	put_cpu(root, 0, "cache/index0/level", "1\n");
	put_cpu(root, 0, "cache/index0/type", "Data\n");
	put_cpu(root, 0, "cache/index0/size", "48K\n");
	put_cpu(root, 0, "cache/index0/shared_cpu_list", "0-1\n");
	environment = collect(root);
	expect_text(environment, "cpu.microcode", "0x42c");
	expect_number(environment, "cpu.logical_cpus", 6);
	expect_number(environment, "cpu.cores", 4);
	expect_number(environment, "cpu.threads_per_core", 2);
	assert_true(json_is_true(at(environment, "cpu.smt")));
	assert_true(json_is_true(at(environment, "cpu.turbo")));
	expect_text(environment, "cpu.governor", "powersave");
	expect_text(environment, "cpu.frequency_driver", "intel_pstate");
	expect_number(environment, "cpu.frequency.nominal_mhz", 2100);
	expect_number(environment, "cpu.frequency.min_mhz", 400);
	expect_number(environment, "cpu.frequency.max_mhz", 4700);
	expect_number(environment, "cpu.caches.0.size_bytes", 48 * 1024);
	expect_text(environment, "cpu.caches.0.cpus", "0-1");
	assert_int_equal(json_array_size(at(environment, "cpu.kinds")), 2);
	expect_text(environment, "cpu.kinds.0.class", "performance core");
	expect_text(environment, "cpu.kinds.0.cpus", "0-3");
	expect_text(environment, "cpu.kinds.1.class", "efficient core");
	expect_number(environment, "cpu.kinds.1.count", 2);
	expect_text(environment, "virtualization", "none");
	assert_true(is_warned(environment, "governor"));
	assert_true(is_warned(environment, "hybrid"));
	assert_false(is_warned(environment, "load"));
	assert_false(is_warned(environment, "quota"));
	json_decref(environment);
}

static void equal_parts_at_unequal_speed_are_two_kinds(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/proc/cpuinfo",
		"processor : 0\nBogoMIPS : 52\n\nprocessor : 1\nBogoMIPS : 52\n\n"
		"Features : fp asimd aes\nCPU implementer : 0x41\nCPU part : 0xd03\n");
	put_cpu(root, 0, "cpu_capacity", "1024\n");
	put_cpu(root, 1, "cpu_capacity", "446\n");
	put(root, "/proc/device-tree/model", "Some Board Rev 1.0");
	environment = collect(root);
	expect_number(environment, "cpu.logical_cpus", 2);
	assert_int_equal(json_array_size(at(environment, "cpu.kinds")), 2);
	expect_text(environment, "cpu.kinds.1.name", "ARM Cortex-A53 (0x41/0xd03)");
	expect_number(environment, "cpu.kinds.1.capacity", 446);
	expect_text(environment, "cpu.machine", "Some Board Rev 1.0");
	assert_true(is_warned(environment, "hybrid"));
	json_decref(environment);
	put_cpu(root, 1, "cpu_capacity", "1024\n");
	environment = collect(root);
	assert_int_equal(json_array_size(at(environment, "cpu.kinds")), 1);
	assert_false(is_warned(environment, "hybrid"));
	json_decref(environment);
}

static void performance_governor_is_no_reason_to_warn(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/sys/devices/system/cpu/online", "0-1\n");
	put(root, "/sys/devices/system/cpu/cpufreq/boost", "0\n");
	put_cpu(root, 0, "cpufreq/scaling_governor", "performance\n");
	put_cpu(root, 1, "cpufreq/scaling_governor", "performance\n");
	environment = collect(root);
	expect_text(environment, "cpu.governor", "performance");
	assert_true(json_is_false(at(environment, "cpu.turbo")));
	assert_false(is_warned(environment, "governor"));
	json_decref(environment);
	put_cpu(root, 1, "cpufreq/scaling_governor", "ondemand\n");
	environment = collect(root);
	expect_text(environment, "cpu.governor", "mixed");
	assert_true(is_warned(environment, "governor"));
	json_decref(environment);
}

static void system_is_described(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/proc/sys/kernel/ostype", "Linux\n");
	put(root, "/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n");
	put(root, "/etc/os-release", "NAME=x\nPRETTY_NAME=\"Some OS 1 (a=b)\"\n");
	put(root, "/proc/meminfo", "MemTotal:       16384 kB\nMemFree: 1 kB\n");
	put(root, "/proc/loadavg", "0.42 1.00 12.5 1/98 5500\n");
	put(root, "/proc/stat", "cpu  10 0 20 60 0 0 0 10 5 0\ncpu0 1 2 3 4 5 6 7 8\n");
	environment = collect(root);
	expect_text(environment, "os.name", "Linux");
	expect_text(environment, "os.kernel", "6.1.0-18-amd64");
	expect_text(environment, "os.distribution", "Some OS 1 (a=b)");
	expect_number(environment, "os.memory_bytes", 16384.0 * 1024);
	expect_number(environment, "os.load_average.0", 0.42);
	expect_number(environment, "os.load_average.2", 12.5);
	expect_number(environment, "steal_percent", 10);
	json_decref(environment);
}

/* Under taskset the load is still that of the whole machine. */
static void the_load_is_held_against_all_cpus_of_the_machine(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/sys/devices/system/cpu/online", "0-3\n");
	put(root, "/proc/self/status", "Cpus_allowed_list:\t1\n");
	put(root, "/proc/loadavg", "1.90 9 9 1/98 5500\n");
	environment = collect(root);
	assert_false(is_warned(environment, "load"));
	json_decref(environment);
	put(root, "/proc/loadavg", "9.25 9 9 1/98 5500\n");
	environment = collect(root);
	assert_string_equal(warning_text(environment, "load"),
		"load average is 9.25 on 4 CPUs: other work competes; wait until it is done");
	json_decref(environment);
}

static void load_above_half_the_cpus_is_warned_of(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/sys/devices/system/cpu/online", "0-3\n");
	put(root, "/proc/loadavg", "2.00 9 9 1/98 5500\n");
	environment = collect(root);
	assert_false(is_warned(environment, "load"));
	json_decref(environment);
	put(root, "/proc/loadavg", "2.01 9 9 1/98 5500\n");
	environment = collect(root);
	assert_true(is_warned(environment, "load"));
	json_decref(environment);
}

static void ticks_that_make_no_sense_are_an_error(void **state)
{
	static const char *const texts[] = {"", "cpu", "cpu 1 2 3", "intr 1 2 3 4", "cpu 1 2 x 4 5",
		"cpu 1 2 3 18446744073709551615"};
	uint64_t steal = 7, total = 9;

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		put(*state, "/proc/stat", texts[i]);
		assert_int_equal(cb__environment_cpu_ticks(*state, &steal, &total), CB_EFORMAT);
	}
	assert_int_equal(steal, 7);
	put(*state, "/proc/stat", "cpu  10 0 20 60 0 0 0 10 5 0\n");
	assert_int_equal(cb__environment_cpu_ticks(*state, &steal, &total), CB_OK);
	assert_int_equal(steal, 10);
	assert_int_equal(total, 100);
	put(*state, "/proc/stat", "cpu 1 2 3 4\n");
	assert_int_equal(cb__environment_cpu_ticks(*state, &steal, &total), CB_OK);
	assert_int_equal(steal, 0);
}

static void serial_numbers_beside_what_is_read_stay_out(void **state)
{
	static const char *const paths[] = {"/etc/hostname", "/etc/machine-id",
		"/proc/sys/kernel/hostname", "/sys/class/dmi/id/product_serial",
		"/sys/class/dmi/id/product_uuid", "/sys/class/dmi/id/board_serial",
		"/sys/class/net/eth0/address", "/proc/device-tree/serial-number", "/proc/sysinfo",
		"/sys/class/dmi/id/product_name", "/proc/version"};
	const char *root = *state;
	json_t *environment;
	char *dump;

	put_intel(root, "");
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		put(root, paths[i], "sEcReT\n");
	put(root, "/proc/self/cgroup", "0::/sEcReT\n");
	put(root, "/proc/1/cgroup", "0::/docker/sEcReT\n");
	put(root, "/sys/fs/cgroup/sEcReT/cpu.max", "100000 100000\n");
	environment = collect(root);
	dump = json_dumps(environment, 0);
	assert_non_null(dump);
	assert_null(strstr(dump, "sEcReT"));
	expect_number(environment, "quota.cpus", 1);
	free(dump);
	json_decref(environment);
}

static void warnings_are_not_repeated(void **state)
{
	json_t *environment = json_object();
	json_t *text = json_string("x");

	(void)state;
	assert_int_equal(cb__environment_warn(environment, "debug-build", "a\nb"), CB_OK);
	assert_int_equal(cb__environment_warn(environment, "debug-build", "again"), CB_OK);
	assert_int_equal(cb__environment_warn(environment, "other", "\xff"), CB_OK);
	assert_int_equal(json_array_size(at(environment, "warnings")), 2);
	expect_text(environment, "warnings.0.text", "a b");
	expect_text(environment, "warnings.1.text", "unknown");
	assert_int_equal(cb__environment_warn(text, "other", "text"), CB_EINVAL);
	json_decref(environment);
	json_decref(text);
}

/* Whatever these files hold, the record is whole and can be written. */
static void any_content_of_the_files_is_survived(void **state)
{
	static const char *const paths[] = {"/proc/cpuinfo", "/proc/stat", "/proc/loadavg",
		"/proc/meminfo", "/proc/self/cgroup", "/proc/1/cgroup", "/proc/self/status",
		"/proc/self/mountinfo", "/proc/sys/kernel/arch", "/proc/sys/kernel/osrelease",
		"/etc/os-release", "/sys/devices/system/cpu/online",
		"/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
		"/sys/devices/system/cpu/cpu0/cache/index0/level",
		"/sys/devices/system/cpu/cpu0/cache/index0/size",
		"/sys/devices/system/cpu/cpu0/topology/thread_siblings_list",
		"/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu.stat", "/sys/devices/cpu_core/cpus"};
	static const char alphabet[] = "0123456789-,.:= \n\t\"/cpumax\0\xff\x80z";
	uint32_t seed = 88172645;
	char bytes[600];

	for (size_t turn = 0; turn < 150; turn++) {
		json_t *environment;
		char *dump;

		for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
			size_t len;

			seed = seed * 1664525u + 1013904223u;
			len = (seed >> 8) % (turn % 2 ? 20 : sizeof(bytes));
			for (size_t j = 0; j < len; j++) {
				seed = seed * 1664525u + 1013904223u;
				bytes[j] = turn % 3 ? alphabet[(seed >> 16) % sizeof(alphabet)]
						    : (char)(seed >> 16);
			}
			put_bytes(*state, paths[i], bytes, len);
		}
		environment = collect(*state);
		dump = json_dumps(environment, 0);
		assert_non_null(dump);
		free(dump);
		json_decref(environment);
	}
}

static void a_directory_in_place_of_a_file_is_unreadable(void **state)
{
	json_t *environment;

	put(*state, "/proc/cpuinfo/x", "");
	put(*state, "/proc/loadavg/x", "");
	put(*state, "/sys/devices/system/cpu/online/x", "");
	environment = collect(*state);
	expect_text(environment, "cpu.model", "unknown");
	json_decref(environment);
}

static void huge_files_are_read_in_part(void **state)
{
	size_t len = (size_t)10 << 20;
	char *bytes = malloc(len);
	json_t *environment;

	assert_non_null(bytes);
	memset(bytes, 'x', len);
	memcpy(bytes, "vendor_id : GenuineIntel\nflags : aes\n", 37);
	put_bytes(*state, "/proc/cpuinfo", bytes, len);
	put_bytes(*state, "/proc/meminfo", bytes, len);
	free(bytes);
	environment = collect(*state);
	assert_int_equal(cb__environment_has_feature(environment, "aes"), 1);
	json_decref(environment);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(this_machine_gives_a_whole_record),
		cmocka_unit_test(personal_data_of_this_machine_is_not_in_its_record),
		ROOT_TEST(empty_root_gives_unknown_for_everything),
		ROOT_TEST(hybrid_laptop_shows_kinds_governor_and_turbo),
		ROOT_TEST(equal_parts_at_unequal_speed_are_two_kinds),
		ROOT_TEST(performance_governor_is_no_reason_to_warn),
		ROOT_TEST(system_is_described),
		ROOT_TEST(load_above_half_the_cpus_is_warned_of),
		ROOT_TEST(the_load_is_held_against_all_cpus_of_the_machine),
		ROOT_TEST(ticks_that_make_no_sense_are_an_error),
		ROOT_TEST(serial_numbers_beside_what_is_read_stay_out),
		cmocka_unit_test(warnings_are_not_repeated),
		ROOT_TEST(any_content_of_the_files_is_survived),
		ROOT_TEST(a_directory_in_place_of_a_file_is_unreadable),
		ROOT_TEST(huge_files_are_read_in_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
