/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* environment_root.h */

#include "environment_root.h"

static void quota_of_two_cpus_leaves_two_usable(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/sys/devices/system/cpu/online", "0-7\n");
	put(root, "/proc/self/status", "Name:\tx\nCpus_allowed_list:\t0-7\n");
	put(root, "/proc/self/cgroup", "0::/user.slice/job.scope\n");
	put(root, "/sys/fs/cgroup/cgroup.controllers", "cpu memory\n");
	put(root, "/sys/fs/cgroup/user.slice/cpu.max", "200000 100000\n");
	put(root, "/sys/fs/cgroup/user.slice/job.scope/cpu.max", "max 100000\n");
	put(root, "/sys/fs/cgroup/user.slice/job.scope/cpu.stat",
		"usage_usec 5\nnr_periods 9\nnr_throttled 3\nthrottled_usec 1234\n");
	environment = collect(root);
	expect_number(environment, "quota.cpus", 2);
	expect_number(environment, "quota.throttled_us", 1234);
	expect_number(environment, "cpu.allowed_cpus", 8);
	expect_number(environment, "cpu.usable_cpus", 2);
	assert_true(is_warned(environment, "quota"));
	json_decref(environment);
	put(root, "/sys/fs/cgroup/user.slice/job.scope/cpu.max", "50000 100000\n");
	environment = collect(root);
	expect_number(environment, "quota.cpus", 0.5);
	expect_number(environment, "cpu.usable_cpus", 1);
	json_decref(environment);
}

static void quota_above_the_allowed_cpus_does_not_bind(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/sys/devices/system/cpu/online", "0-7\n");
	put(root, "/proc/self/status", "Cpus_allowed_list:\t2,6\n");
	put(root, "/proc/self/cgroup", "0::/\n");
	put(root, "/sys/fs/cgroup/cpu.max", "300000 100000\n");
	environment = collect(root);
	expect_number(environment, "quota.cpus", 3);
	expect_number(environment, "cpu.usable_cpus", 2);
	assert_false(is_warned(environment, "quota"));
	json_decref(environment);
}

static void quota_of_version_1_is_found_through_a_host_path(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/sys/devices/system/cpu/online", "0-3\n");
	put(root, "/proc/self/cgroup", "5:memory:/docker/12ab\n4:cpu,cpuacct:/docker/12ab\n");
	put(root, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n");
	put(root, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
	put(root, "/sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_throttled 2\nthrottled_time 7000\n");
	environment = collect(root);
	expect_number(environment, "quota.cpus", 1.5);
	expect_number(environment, "quota.throttled_us", 7);
	expect_number(environment, "cpu.usable_cpus", 1);
	json_decref(environment);
	put(root, "/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
	environment = collect(root);
	expect_text(environment, "quota.cpus", "none");
	expect_number(environment, "cpu.usable_cpus", 4);
	json_decref(environment);
}

static void group_path_that_leaves_the_namespace_is_not_followed(void **state)
{
	const char *root = *state;
	json_t *environment;

	put(root, "/proc/self/cgroup", "0::/../../other\n");
	put(root, "/sys/other/cpu.max", "1000 100000\n");
	put(root, "/sys/fs/cgroup/cgroup.controllers", "cpu\n");
	environment = collect(root);
	expect_text(environment, "quota.cpus", "none");
	json_decref(environment);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROOT_TEST(quota_of_two_cpus_leaves_two_usable),
		ROOT_TEST(quota_above_the_allowed_cpus_does_not_bind),
		ROOT_TEST(quota_of_version_1_is_found_through_a_host_path),
		ROOT_TEST(group_path_that_leaves_the_namespace_is_not_followed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
