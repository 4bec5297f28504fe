/* SPDX-License-Identifier: Apache-2.0 */
/* Puts the parts of the environment record together and judges what makes results doubtful. */
#include "environment.h"
#include "environment_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Below another root the recorded machine says what it is, since Linux 6.1; else it is guessed. */
static int read_architecture(const char *root, char *ret_arch, size_t size)
{
	char system[256], release[256], buffer[CB__LINE_SIZE];
	cb__span arch;

	if (root[0] == '\0')
		return size >= 256 && cb__system_names(system, release, ret_arch, 256);
	arch = cb__file_value(root, "/proc/sys/kernel/arch", buffer, sizeof(buffer));
	if (arch.len == 0 || arch.len >= size)
		return 0;
	memcpy(ret_arch, arch.text, arch.len);
	ret_arch[arch.len] = '\0';
	return 1;
}

/* Boards name themselves in the device tree: "Raspberry Pi 4 Model B Rev 1.4". */
static void put_board(cb__record *record, const char *root)
{
	char buffer[CB__LINE_SIZE];
	json_t *model = cb__json_text(
		cb__file_value(root, "/proc/device-tree/model", buffer, sizeof(buffer)));

	if (cb__json_is_unknown(json_object_get(record->object, "machine")))
		cb__record_put(record, "machine", model);
	else
		json_decref(model);
}

static json_t *collect_cpu(const char *root)
{
	char arch[256];
	size_t len = 0;
	char *text = cb__file_read(root, "/proc/cpuinfo", &len);
	int arch_known = read_architecture(root, arch, sizeof(arch));
	cb__record record = {NULL, 1};
	cb__cpu cpu;

	if (cb__cpu_init(&cpu, (cb__span){text, text ? len : 0}, arch_known ? arch : NULL) ==
		CB_OK) {
		cb__kinds_annotate(&cpu, root);
		record.object = cb__cpu_to_json(&cpu);
		record.failed = !record.object;
	}
	if (!record.failed) {
		put_board(&record, root);
		cb__topology_put(&record, root);
	}
	cb__cpu_done(&cpu);
	free(text);
	return cb__record_take(&record);
}

/* CPUs that may be kept busy: those allowed, and no more than the quota pays for. */
static json_t *count_usable(const json_t *cpu, const json_t *quota)
{
	json_int_t usable = json_integer_value(json_object_get(cpu, "allowed_cpus"));
	double paid = json_real_value(json_object_get(quota, "cpus"));

	if (usable == 0)
		usable = json_integer_value(json_object_get(cpu, "logical_cpus"));
	if (paid > 0 && paid < (double)usable)
		usable = paid < 1 ? 1 : (json_int_t)paid;
	return cb__json_count((uint64_t)usable);
}

static json_t *steal_to_json(const char *root)
{
	uint64_t steal, total;

	if (cb__environment_cpu_ticks(root, &steal, &total) != CB_OK || total == 0)
		return cb__json_unknown();
	return cb__json_real(100.0 * (double)steal / (double)total);
}

static json_t *collect_parts(const char *root)
{
	cb__record record;
	json_t *cpu, *quota;

	cb__record_init(&record);
	cb__record_put(&record, "cpu", collect_cpu(root));
	cb__record_put(&record, "os", cb__os_to_json(root));
	cpu = json_object_get(record.object, "cpu");
	cb__record_put(&record, "virtualization", cb__virtual_to_json(cpu, root));
	cb__record_put(&record, "container", cb__container_to_json(root));
	cb__record_put(&record, "quota", cb__quota_to_json(root));
	cb__record_put(&record, "steal_percent", steal_to_json(root));
	cb__record_put(&record, "warnings", json_array());
	quota = json_object_get(record.object, "quota");
	if (!record.failed && json_object_set_new(cpu, "usable_cpus", count_usable(cpu, quota)))
		record.failed = 1;
	return cb__record_take(&record);
}

static const json_t *find_cpu(const json_t *environment, const char *member)
{
	return json_object_get(json_object_get(environment, "cpu"), member);
}

static double cpus_allowed(const json_t *environment)
{
	json_int_t allowed = json_integer_value(find_cpu(environment, "allowed_cpus"));

	if (allowed == 0)
		allowed = json_integer_value(find_cpu(environment, "logical_cpus"));
	return allowed > 0 ? (double)allowed : 1;
}

static cb_status check_governor(json_t *environment)
{
	const json_t *governor = find_cpu(environment, "governor");
	const char *name = json_string_value(governor);
	char text[CB__VALUE_LIMIT];

	if (!name || cb__json_is_unknown(governor) || strcmp(name, "performance") == 0)
		return CB_OK;
	(void)snprintf(text, sizeof(text),
		"frequency governor is \"%.64s\": the clock may change while measuring; set it to "
		"\"performance\"",
		name);
	return cb__environment_warn(environment, "governor", text);
}

static const char *plural(unsigned count)
{
	return count == 1 ? "" : "s";
}

/* The load is that of the whole machine, whatever part of it this process may use. */
static double cpus_online(const json_t *environment)
{
	json_int_t online = json_integer_value(find_cpu(environment, "logical_cpus"));

	return online > 0 ? (double)online : cpus_allowed(environment);
}

static cb_status check_load(json_t *environment)
{
	const json_t *os = json_object_get(environment, "os");
	double load = json_real_value(json_array_get(json_object_get(os, "load_average"), 0));
	double online = cpus_online(environment);
	char text[CB__VALUE_LIMIT];

	if (load <= online / 2)
		return CB_OK;
	(void)snprintf(text, sizeof(text),
		"load average is %u.%02u on %u CPU%s: other work competes; wait until it is done",
		(unsigned)load % 1000000, (unsigned)(load * 100) % 100, (unsigned)online,
		plural((unsigned)online));
	return cb__environment_warn(environment, "load", text);
}

static cb_status check_emulated(json_t *environment)
{
	const char *name = json_string_value(json_object_get(environment, "virtualization"));

	if (!name || strcmp(name, "emulated") != 0)
		return CB_OK;
	return cb__environment_warn(
		environment, "emulated", "the CPU is emulated: times say nothing about a real one");
}

static cb_status check_quota(json_t *environment)
{
	const json_t *quota = json_object_get(environment, "quota");
	double paid = json_real_value(json_object_get(quota, "cpus"));
	double allowed = cpus_allowed(environment);
	char text[CB__VALUE_LIMIT];

	if (paid <= 0 || paid >= allowed)
		return CB_OK;
	(void)snprintf(text, sizeof(text),
		"a CPU quota of %u.%02u of %u CPU%s is set: work beyond it is stopped for "
		"milliseconds; raise the quota or use fewer threads",
		(unsigned)paid, (unsigned)(paid * 100) % 100, (unsigned)allowed,
		plural((unsigned)allowed));
	return cb__environment_warn(environment, "quota", text);
}

static cb_status check_hybrid(json_t *environment)
{
	size_t kinds = json_array_size(find_cpu(environment, "kinds"));
	char text[CB__VALUE_LIMIT];

	if (kinds < 2)
		return CB_OK;
	(void)snprintf(text, sizeof(text),
		"the machine has %zu kinds of CPUs: results depend on which one is used; restrict "
		"the process to one kind",
		kinds);
	return cb__environment_warn(environment, "hybrid", text);
}

static cb_status (*const checks[])(json_t *environment) = {
	check_governor, check_load, check_emulated, check_quota, check_hybrid};

cb_status cb__environment_collect(json_t **out, const char *root)
{
	json_t *environment = collect_parts(root);
	cb_status status = environment ? CB_OK : CB_ENOMEM;

	for (size_t i = 0; status == CB_OK && i < sizeof(checks) / sizeof(checks[0]); i++)
		status = checks[i](environment);
	if (status == CB_OK)
		*out = environment;
	else
		json_decref(environment);
	return status;
}

static int has_warning(const json_t *warnings, const char *id)
{
	for (size_t i = 0; i < json_array_size(warnings); i++) {
		const char *other =
			json_string_value(json_object_get(json_array_get(warnings, i), "id"));

		if (other && strcmp(other, id) == 0)
			return 1;
	}
	return 0;
}

cb_status cb__environment_warn(json_t *environment, const char *id, const char *text)
{
	json_t *warnings = json_object_get(environment, "warnings");
	cb__record warning;

	if (!json_is_object(environment))
		return CB_EINVAL;
	if (has_warning(warnings, id))
		return CB_OK;
	if (!json_is_array(warnings)) {
		warnings = json_array();
		if (json_object_set_new(environment, "warnings", warnings) < 0)
			return CB_ENOMEM;
	}
	cb__record_init(&warning);
	cb__record_put(&warning, "id", cb__json_text(cb__span_of(id)));
	cb__record_put(&warning, "text", cb__json_text(cb__span_of(text)));
	if (json_array_append_new(warnings, cb__record_take(&warning)) < 0)
		return CB_ENOMEM;
	return CB_OK;
}

int cb__environment_has_feature(const json_t *environment, const char *feature)
{
	const json_t *flags = find_cpu(environment, "flags");
	const json_t *value = json_object_get(find_cpu(environment, "features"), feature);

	if (json_is_boolean(value))
		return json_is_true(value);
	if (value || !json_is_array(flags))
		return -1;
	return cb__flags_have(flags, feature);
}

/* "cpu  user nice system idle iowait irq softirq steal ...": what follows is counted in user. */
static cb_status parse_ticks(cb__span line, uint64_t *ret_steal, uint64_t *ret_total)
{
	cb__span word;
	uint64_t ticks, steal = 0, total = 0;
	size_t count = 0;

	if (!cb__span_next_word(&line, &word) || !cb__span_is(word, "cpu"))
		return CB_EFORMAT;
	for (; count < 8 && cb__span_next_word(&line, &word); count++) {
		if (!cb__span_to_number(word, &ticks) || ticks > UINT64_MAX / 8)
			return CB_EFORMAT;
		total += ticks;
		steal = count == 7 ? ticks : 0;
	}
	if (count < 4)
		return CB_EFORMAT;
	*ret_steal = steal;
	*ret_total = total;
	return CB_OK;
}

cb_status cb__environment_cpu_ticks(const char *root, uint64_t *ret_steal, uint64_t *ret_total)
{
	char buffer[CB__LINE_SIZE];
	cb__span text = cb__file_value(root, "/proc/stat", buffer, sizeof(buffer));
	cb__span line = {NULL, 0};

	if (!text.text)
		return CB_EIO;
	(void)cb__span_next_line(&text, &line);
	return parse_ticks(line, ret_steal, ret_total);
}
