/* SPDX-License-Identifier: Apache-2.0 */
/* What /sys tells about the CPUs: which are online, threads of a core, governor, caches. */
#include "environment_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CPU_DIRECTORY "/sys/devices/system/cpu"

enum { PATH_SIZE = 128, NAME_SIZE = 64, CACHE_LIMIT = 16, SAMPLED_CPUS = 1024 };

/* What a walk over the CPUs gathers. */
struct survey {
	uint64_t seen;
	uint64_t cores;
	uint64_t threads; /* most of any core */
	uint64_t min_khz;
	uint64_t max_khz;
	char governor[64];
	int governors_differ;
};

static cb__span read_cpu(const char *root, size_t cpu, const char *name, char *buffer)
{
	char path[PATH_SIZE];

	(void)snprintf(path, sizeof(path), CPU_DIRECTORY "/cpu%zu/%s", cpu, name);
	return cb__file_value(root, path, buffer, CB__LINE_SIZE);
}

/* A core is counted at its first thread. */
static void survey_core(struct survey *survey, const char *root, size_t cpu)
{
	char buffer[CB__LINE_SIZE];
	cb__cpuset siblings;
	uint64_t count;
	size_t first = 0;

	if (!cb__cpuset_parse(
		    &siblings, read_cpu(root, cpu, "topology/thread_siblings_list", buffer)))
		return;
	while (!cb__cpuset_has(&siblings, first))
		first++;
	count = cb__cpuset_count(&siblings);
	survey->cores += first == cpu;
	survey->threads = count > survey->threads ? count : survey->threads;
}

static void survey_governor(struct survey *survey, const char *root, size_t cpu)
{
	char buffer[CB__LINE_SIZE];
	cb__span governor = read_cpu(root, cpu, "cpufreq/scaling_governor", buffer);

	if (governor.len == 0 || governor.len >= sizeof(survey->governor))
		return;
	if (survey->governor[0] == '\0') {
		memcpy(survey->governor, governor.text, governor.len);
		survey->governor[governor.len] = '\0';
	} else if (!cb__span_is(governor, survey->governor)) {
		survey->governors_differ = 1;
	}
}

static void survey_frequency(struct survey *survey, const char *root, size_t cpu)
{
	char buffer[CB__LINE_SIZE];
	uint64_t khz;

	if (cb__span_to_number(read_cpu(root, cpu, "cpufreq/cpuinfo_min_freq", buffer), &khz) &&
		(survey->min_khz == 0 || khz < survey->min_khz))
		survey->min_khz = khz;
	if (cb__span_to_number(read_cpu(root, cpu, "cpufreq/cpuinfo_max_freq", buffer), &khz) &&
		khz > survey->max_khz)
		survey->max_khz = khz;
}

static void survey_cpus(struct survey *survey, const cb__cpuset *online, const char *root)
{
	for (size_t cpu = 0; cpu < CB__CPU_LIMIT && survey->seen < SAMPLED_CPUS; cpu++) {
		if (!cb__cpuset_has(online, cpu))
			continue;
		survey->seen++;
		survey_core(survey, root, cpu);
		survey_governor(survey, root, cpu);
		survey_frequency(survey, root, cpu);
	}
}

static json_t *khz_to_json(uint64_t khz)
{
	return khz > 0 && khz < UINT32_MAX ? cb__json_real((double)khz / 1000) : cb__json_unknown();
}

static void put_frequency(cb__record *cpu, const struct survey *survey, const char *root)
{
	json_t *object = json_object_get(cpu->object, "frequency");
	cb__record frequency = {json_incref(object), !object};
	char buffer[CB__LINE_SIZE];
	uint64_t khz = 0;

	(void)cb__span_to_number(read_cpu(root, 0, "cpufreq/base_frequency", buffer), &khz);
	cb__record_improve(&frequency, "nominal_mhz", khz_to_json(khz));
	cb__record_improve(&frequency, "min_mhz", khz_to_json(survey->min_khz));
	cb__record_improve(&frequency, "max_mhz", khz_to_json(survey->max_khz));
	cb__record_put(cpu, "frequency", cb__record_take(&frequency));
}

/* intel_pstate says the opposite of everybody else. */
static int read_turbo(const char *root)
{
	char buffer[CB__LINE_SIZE];
	uint64_t value;

	if (cb__span_to_number(cb__file_value(root, CPU_DIRECTORY "/intel_pstate/no_turbo", buffer,
				       sizeof(buffer)),
		    &value))
		return value == 0;
	if (cb__span_to_number(
		    cb__file_value(root, CPU_DIRECTORY "/cpufreq/boost", buffer, sizeof(buffer)),
		    &value))
		return value != 0;
	return -1;
}

static json_t *cache_to_json(const char *root, unsigned index)
{
	static const char *const members[] = {"level", "type", "size_bytes", "cpus"};
	static const char *const files[] = {"level", "type", "size", "shared_cpu_list"};
	char buffer[CB__LINE_SIZE], name[NAME_SIZE];
	cb__record record;

	cb__record_init(&record);
	for (size_t i = 0; i < 4; i++) {
		uint64_t number = 0;
		cb__span value;

		(void)snprintf(name, sizeof(name), "cache/index%u/%s", index, files[i]);
		value = read_cpu(root, 0, name, buffer);
		if (i == 1 || i == 3) {
			cb__record_put(&record, members[i], cb__json_text(value));
			continue;
		}
		if (!cb__span_to_bytes(value, &number))
			number = 0;
		cb__record_put(&record, members[i], cb__json_count(number));
	}
	return cb__record_take(&record);
}

static void put_caches(cb__record *cpu, const char *root)
{
	json_t *caches = json_array();
	char path[PATH_SIZE];

	for (unsigned i = 0; i < CACHE_LIMIT; i++) {
		(void)snprintf(path, sizeof(path), CPU_DIRECTORY "/cpu0/cache/index%u/level", i);
		if (!cb__file_exists(root, path))
			break;
		cb__record_append(cpu, caches, cache_to_json(root, i));
	}
	if (caches && json_array_size(caches) == 0)
		json_decref(caches);
	else
		cb__record_put(cpu, "caches", caches);
}

static void put_survey(cb__record *cpu, const struct survey *survey, const char *root)
{
	char buffer[CB__LINE_SIZE];
	uint64_t active;
	const char *governor = survey->governors_differ ? "mixed" : survey->governor;
	int smt = survey->threads > 0 ? survey->threads > 1 : -1;

	if (cb__span_to_number(
		    cb__file_value(root, CPU_DIRECTORY "/smt/active", buffer, sizeof(buffer)),
		    &active))
		smt = active != 0;
	if (survey->seen < SAMPLED_CPUS)
		cb__record_improve(cpu, "cores", cb__json_count(survey->cores));
	cb__record_improve(cpu, "threads_per_core", cb__json_count(survey->threads));
	cb__record_improve(cpu, "smt", cb__json_truth(smt));
	cb__record_improve(cpu, "governor", cb__json_text(cb__span_of(governor)));
	cb__record_improve(cpu, "frequency_driver",
		cb__json_text(read_cpu(root, 0, "cpufreq/scaling_driver", buffer)));
	cb__record_improve(cpu, "turbo", cb__json_truth(read_turbo(root)));
}

/* The calling thread's affinity, or what a recorded /proc/self/status says. */
static uint64_t count_allowed(const char *root)
{
	size_t len = 0;
	char *status;
	cb__cpuset set;
	uint64_t count = 0;

	if (root[0] == '\0' && cb__system_allowed_cpus(&set))
		return cb__cpuset_count(&set);
	status = cb__file_read(root, "/proc/self/status", &len);
	if (status &&
		cb__cpuset_parse(&set, cb__span_find((cb__span){status, len}, "Cpus_allowed_list")))
		count = cb__cpuset_count(&set);
	free(status);
	return count;
}

void cb__topology_put(cb__record *cpu, const char *root)
{
	char buffer[CB__LINE_SIZE];
	struct survey survey = {0};
	cb__cpuset online;
	uint64_t count = 0;

	if (cb__cpuset_parse(
		    &online, cb__file_value(root, CPU_DIRECTORY "/online", buffer, sizeof(buffer))))
		count = cb__cpuset_count(&online);
	else if (root[0] == '\0')
		count = cb__system_online_cpus();
	survey_cpus(&survey, &online, root);
	cb__record_improve(cpu, "logical_cpus", cb__json_count(count));
	cb__record_improve(cpu, "allowed_cpus", cb__json_count(count_allowed(root)));
	put_survey(cpu, &survey, root);
	put_frequency(cpu, &survey, root);
	put_caches(cpu, root);
}
