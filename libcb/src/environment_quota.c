/* SPDX-License-Identifier: Apache-2.0 */
/* How much CPU time the control groups allow. A group is bound by its own limit and by those of
 * all groups above it, so the tightest on the way up counts. */
#include "environment_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP_SIZE = 1024 };

struct quota {
	double cpus; /* 0: no limit found */
	int known;
	uint64_t throttled_us;
	int throttled_known;
};

struct hierarchy {
	const char *mount;
	int version;
};

static const struct hierarchy hierarchies[] = {
	{"/sys/fs/cgroup", 2},
	{"/sys/fs/cgroup/unified", 2},
	{"/sys/fs/cgroup/cpu,cpuacct", 1},
	{"/sys/fs/cgroup/cpu", 1},
};

static int lists_cpu(cb__span controllers)
{
	cb__span name, rest = controllers;

	while (rest.len > 0) {
		cb__span_split(rest, ',', &name, &rest);
		if (cb__span_is(name, "cpu"))
			return 1;
	}
	return 0;
}

/* The path of the line "0::PATH" (2) or "4:cpu,cpuacct:PATH" (1). A path with ".." leads out of
 * the namespace, where nothing can be read. */
static int find_group(cb__span text, int version, char *ret_path)
{
	cb__span line, number, rest, controllers, path;

	while (cb__span_next_line(&text, &line)) {
		cb__span_split(line, ':', &number, &rest);
		cb__span_split(rest, ':', &controllers, &path);
		if (version == 2 ? controllers.len > 0 : !lists_cpu(controllers))
			continue;
		if (!cb__span_starts(path, "/") || cb__span_contains(path, "..") ||
			path.len >= GROUP_SIZE || memchr(path.text, '\0', path.len))
			path.len = 0;
		while (path.len > 0 && path.text[path.len - 1] == '/')
			path.len--;
		if (path.len > 0)
			memcpy(ret_path, path.text, path.len);
		ret_path[path.len] = '\0';
		return 1;
	}
	return 0;
}

static cb__span read_group(const char *root, const struct hierarchy *hierarchy, const char *group,
	const char *file, char *buffer, size_t buffer_size)
{
	char path[GROUP_SIZE + 128];

	(void)snprintf(path, sizeof(path), "%s%s/%s", hierarchy->mount, group, file);
	return cb__file_value(root, path, buffer, buffer_size);
}

static void apply_limit(struct quota *quota, cb__span limit, cb__span period)
{
	uint64_t limit_us, period_us;
	double cpus;

	if (!cb__span_to_number(limit, &limit_us) || !cb__span_to_number(period, &period_us) ||
		limit_us == 0 || period_us == 0)
		return; /* "max" or "-1" */
	cpus = (double)limit_us / (double)period_us;
	if (quota->cpus <= 0 || cpus < quota->cpus)
		quota->cpus = cpus;
}

static void read_limit(
	struct quota *quota, const char *root, const struct hierarchy *hierarchy, const char *group)
{
	char buffer[CB__LINE_SIZE], other[CB__LINE_SIZE];
	cb__span limit, period, line;

	if (hierarchy->version == 2) {
		line = read_group(root, hierarchy, group, "cpu.max", buffer, sizeof(buffer));
		cb__span_split(line, ' ', &limit, &period);
	} else {
		line = read_group(
			root, hierarchy, group, "cpu.cfs_quota_us", buffer, sizeof(buffer));
		limit = line;
		period = read_group(
			root, hierarchy, group, "cpu.cfs_period_us", other, sizeof(other));
	}
	if (!line.text)
		return;
	quota->known = 1;
	apply_limit(quota, limit, period);
}

/* "throttled_usec 12" (2) or "throttled_time 12000" in ns (1). */
static void read_throttled(
	struct quota *quota, const char *root, const struct hierarchy *hierarchy, const char *group)
{
	char buffer[2048];
	cb__span rest = read_group(root, hierarchy, group, "cpu.stat", buffer, sizeof(buffer));
	const char *wanted = hierarchy->version == 2 ? "throttled_usec" : "throttled_time";
	cb__span line, key, value;
	uint64_t number;

	while (!quota->throttled_known && cb__span_next_line(&rest, &line)) {
		cb__span_split(line, ' ', &key, &value);
		if (!cb__span_is(key, wanted) || !cb__span_to_number(value, &number))
			continue;
		quota->throttled_us = hierarchy->version == 2 ? number : number / 1000;
		quota->throttled_known = number <= INT64_MAX;
	}
}

/* Without a namespace of its own a container sees the host's path, of which only the top exists
 * in its mount: the way up ends there in any case. */
static void climb(
	struct quota *quota, const char *root, const struct hierarchy *hierarchy, char *group)
{
	char *slash;

	do {
		read_limit(quota, root, hierarchy, group);
		read_throttled(quota, root, hierarchy, group);
		slash = strrchr(group, '/');
		if (slash)
			*slash = '\0';
	} while (slash);
}

static void read_quota(struct quota *quota, const char *root)
{
	size_t len = 0;
	char *text = cb__file_read(root, "/proc/self/cgroup", &len);
	char group[GROUP_SIZE];

	for (size_t i = 0; text && i < sizeof(hierarchies) / sizeof(hierarchies[0]); i++) {
		const struct hierarchy *hierarchy = &hierarchies[i];
		char probe[128];

		(void)snprintf(probe, sizeof(probe), "%s/%s", hierarchy->mount,
			hierarchy->version == 2 ? "cgroup.controllers" : "cgroup.procs");
		if (!find_group((cb__span){text, len}, hierarchy->version, group))
			continue;
		climb(quota, root, hierarchy, group);
		/* The topmost group has no limit and so no file for it. */
		quota->known |= cb__file_exists(root, probe);
	}
	free(text);
}

json_t *cb__quota_to_json(const char *root)
{
	struct quota quota = {0};
	cb__record record;

	read_quota(&quota, root);
	cb__record_init(&record);
	if (quota.cpus > 0)
		cb__record_put(&record, "cpus", cb__json_real(quota.cpus));
	else
		cb__record_put(&record, "cpus", json_string(quota.known ? "none" : CB__UNKNOWN));
	cb__record_put(&record, "throttled_us",
		quota.throttled_known ? json_integer((json_int_t)quota.throttled_us)
				      : cb__json_unknown());
	return cb__record_take(&record);
}
