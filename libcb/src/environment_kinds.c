/* SPDX-License-Identifier: Apache-2.0 */
/* Which CPUs are of one kind, and one line that identifies the whole.
 *
 * big.LITTLE shows in the part codes, not in the model name. Equal parts at unequal speed show in
 * cpu_capacity only, and hybrid x86 in the counter units that the kernel registers. */
#include "environment_parts.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

enum { KIND_LIMIT = 16, KEY_COUNT = 10 };

static const char *const identity_keys[KEY_COUNT] = {"vendor_id", "cpu family", "model",
	"model name", "CPU implementer", "CPU part", "cpu model", "uarch", "marchid", "cpu"};

static const struct {
	const char *path;
	const char *name;
} units[] = {
	{"/sys/devices/cpu_core/cpus", "performance core"},
	{"/sys/devices/cpu_atom/cpus", "efficient core"},
	{"/sys/devices/cpu_lowpower/cpus", "low power core"},
};

struct identity {
	cb__span values[KEY_COUNT];
};

struct kind {
	struct identity identity;
	const cb__cpu_block *first;
	cb__cpuset cpus;
	uint64_t count;
};

void cb__kinds_annotate(cb__cpu *cpu, const char *root)
{
	char buffer[CB__LINE_SIZE];
	cb__cpuset set;

	for (unsigned i = 0; i < COUNT(units); i++) {
		cb__span list = cb__file_value(root, units[i].path, buffer, sizeof(buffer));

		(void)cb__cpuset_parse(&set, list);
		for (size_t j = 0; j < cpu->block_count; j++) {
			if (cb__cpuset_has(&set, cpu->blocks[j].number))
				cpu->blocks[j].pmu = i + 1;
		}
	}
	for (size_t j = 0; j < cpu->block_count; j++) {
		char path[96];

		(void)snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%llu/cpu_capacity",
			(unsigned long long)cpu->blocks[j].number);
		if (!cb__span_to_number(cb__file_value(root, path, buffer, sizeof(buffer)),
			    &cpu->blocks[j].capacity))
			cpu->blocks[j].capacity = 0;
	}
}

static void read_identity(struct identity *identity, cb__span text, const struct identity *common)
{
	for (size_t i = 0; i < KEY_COUNT; i++) {
		identity->values[i] = cb__span_find(text, identity_keys[i]);
		if (!identity->values[i].text && common)
			identity->values[i] = common->values[i];
	}
}

static int is_of_kind(
	const struct kind *kind, const cb__cpu_block *block, const struct identity *identity)
{
	for (size_t i = 0; i < KEY_COUNT; i++) {
		if (!cb__span_same(kind->identity.values[i], identity->values[i]))
			return 0;
	}
	return kind->first->capacity == block->capacity && kind->first->pmu == block->pmu;
}

/* The last kind takes what is too much: no machine has so many. */
static size_t group_blocks(struct kind *kinds, const cb__cpu *cpu)
{
	struct identity common, identity;
	size_t count = 0;

	read_identity(&common, cpu->text, NULL);
	for (size_t i = 0; i < cpu->block_count; i++) {
		const cb__cpu_block *block = &cpu->blocks[i];
		size_t at = 0;

		read_identity(&identity, block->text, &common);
		while (at < count && !is_of_kind(&kinds[at], block, &identity))
			at++;
		if (at == KIND_LIMIT)
			at--;
		if (at == count)
			kinds[count++] = (struct kind){.identity = identity, .first = block};
		kinds[at].count++;
		cb__cpuset_add(&kinds[at].cpus, block->number);
	}
	return count;
}

static json_t *name_kind(const struct kind *kind, const cb__cpu *cpu, const json_t *model)
{
	const cb__span *values = kind->identity.values;
	uint64_t implementer = 0, part = 0;

	if (cpu->arch == CB__ARCH_ARM && cb__span_to_hex(values[4], &implementer) &&
		cb__span_to_hex(values[5], &part) && implementer != 0)
		return cb__name_arm_core(implementer, part);
	if (cpu->arch == CB__ARCH_X86 && values[3].text)
		return cb__json_text(values[3]);
	if (cpu->arch == CB__ARCH_RISCV && values[7].text)
		return cb__json_text(values[7]);
	return json_deep_copy(model);
}

static json_t *kind_to_json(const struct kind *kind, const cb__cpu *cpu, const json_t *model)
{
	cb__record record;

	cb__record_init(&record);
	cb__record_put(&record, "name", name_kind(kind, cpu, model));
	cb__record_put(&record, "class",
		kind->first->pmu > 0 ? json_string(units[kind->first->pmu - 1].name)
				     : cb__json_unknown());
	cb__record_put(&record, "capacity", cb__json_count(kind->first->capacity));
	cb__record_put(&record, "count", cb__json_count(kind->count));
	cb__record_put(&record, "cpus", cb__cpuset_to_json(&kind->cpus));
	return cb__record_take(&record);
}

json_t *cb__kinds_to_json(const cb__cpu *cpu, const json_t *model)
{
	struct kind kinds[KIND_LIMIT];
	size_t count = group_blocks(kinds, cpu);
	cb__record record = {json_array(), 0};

	if (count == 0) {
		json_decref(record.object);
		return cb__json_unknown();
	}
	for (size_t i = 0; i < count; i++)
		cb__record_append(&record, record.object, kind_to_json(&kinds[i], cpu, model));
	return cb__record_take(&record);
}

static const char *text_of(const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));

	return text ? text : CB__UNKNOWN;
}

/* Appends "+item"; what does not fit is left out. */
static void append_item(char *buffer, size_t size, const char *item)
{
	size_t len = strlen(buffer);

	(void)snprintf(buffer + len, size - len, "%s%s", len > 0 ? "+" : "", item);
}

static void list_features(char *buffer, size_t size, const json_t *cpu)
{
	const char *feature;
	json_t *has;

	json_object_foreach(json_object_get(cpu, "features"), feature, has)
	{
		if (json_is_true(has))
			append_item(buffer, size, feature);
	}
}

/* "2*Qualcomm Kryo (0x51/0x211)+2*Qualcomm Kryo (0x51/0x205)". */
static void list_kinds(char *buffer, size_t size, const json_t *cpu)
{
	const json_t *kinds = json_object_get(cpu, "kinds");

	for (size_t i = 0; i < json_array_size(kinds); i++) {
		const json_t *kind = json_array_get(kinds, i);
		char item[CB__VALUE_LIMIT + 32];

		(void)snprintf(item, sizeof(item), "%lld*%s",
			(long long)json_integer_value(json_object_get(kind, "count")),
			text_of(kind, "name"));
		append_item(buffer, size, item);
	}
}

json_t *cb__fingerprint_to_json(const json_t *cpu)
{
	char features[512] = "", kinds[512] = "";

	list_features(features, sizeof(features), cpu);
	list_kinds(kinds, sizeof(kinds), cpu);
	return json_sprintf("%s; %s; %s; %s; %s; %s; %s; %s", text_of(cpu, "architecture"),
		text_of(cpu, "vendor"), text_of(cpu, "family"), text_of(cpu, "model_number"),
		text_of(cpu, "stepping"), text_of(cpu, "model"), kinds[0] ? kinds : CB__UNKNOWN,
		features[0] ? features : "none");
}
