/* SPDX-License-Identifier: Apache-2.0 */
/* Operating system, C library and memory. */
#include "environment_parts.h"

#include <stdlib.h>
#include <string.h>

/* PRETTY_NAME="Debian GNU/Linux 12 (bookworm)", with or without quotes. */
static json_t *read_distribution(const char *root, const char *path)
{
	size_t len = 0;
	char *text = cb__file_read(root, path, &len);
	cb__span rest = {text, text ? len : 0};
	cb__span line, key, value, found = {NULL, 0};
	json_t *distribution;

	while (!found.text && cb__span_next_line(&rest, &line)) {
		cb__span_split(line, '=', &key, &value);
		if (cb__span_is(key, "PRETTY_NAME"))
			found = value;
	}
	if (found.len > 1 && (found.text[0] == '"' || found.text[0] == '\'') &&
		found.text[found.len - 1] == found.text[0]) {
		found.text++;
		found.len -= 2;
	}
	distribution = cb__json_text(found);
	free(text);
	return distribution;
}

static void put_names(cb__record *os, const char *root)
{
	char name[256] = "", release[256] = "", machine[256] = "", buffer[CB__LINE_SIZE];

	cb__record_put(os, "name",
		cb__json_text(
			cb__file_value(root, "/proc/sys/kernel/ostype", buffer, sizeof(buffer))));
	cb__record_put(os, "kernel",
		cb__json_text(cb__file_value(
			root, "/proc/sys/kernel/osrelease", buffer, sizeof(buffer))));
	if (root[0] == '\0' && cb__system_names(name, release, machine, sizeof(name))) {
		cb__record_improve(os, "name", cb__json_text(cb__span_of(name)));
		cb__record_improve(os, "kernel", cb__json_text(cb__span_of(release)));
	}
	cb__record_put(os, "distribution", read_distribution(root, "/etc/os-release"));
	if (cb__json_is_unknown(json_object_get(os->object, "distribution")))
		cb__record_put(os, "distribution", read_distribution(root, "/usr/lib/os-release"));
}

static json_t *json_of(const char *text)
{
	return text ? json_string(text) : cb__json_unknown();
}

static void put_process(cb__record *os)
{
	const uint16_t one = 1;
	unsigned char first;

	memcpy(&first, &one, 1);
	cb__record_put(os, "libc", json_of(cb__system_libc()));
	cb__record_put(os, "libc_version", json_of(cb__system_libc_version()));
	cb__record_put(os, "pointer_bits", json_integer((json_int_t)(8 * sizeof(void *))));
	cb__record_put(os, "byte_order", json_string(first ? "little" : "big"));
	cb__record_put(os, "page_bytes", cb__json_count(cb__system_page_bytes()));
}

static json_t *read_memory(const char *root)
{
	size_t len = 0;
	char *text = cb__file_read(root, "/proc/meminfo", &len);
	cb__span total = cb__span_find((cb__span){text, text ? len : 0}, "MemTotal");
	uint64_t bytes = 0;

	if (!cb__span_to_bytes(total, &bytes) && root[0] == '\0')
		bytes = cb__system_memory_bytes();
	free(text);
	return cb__json_count(bytes);
}

static int read_load(double ret_load[3], const char *root)
{
	char buffer[CB__LINE_SIZE];
	cb__span rest = cb__file_value(root, "/proc/loadavg", buffer, sizeof(buffer));
	cb__span word;

	for (size_t i = 0; i < 3; i++) {
		if (!cb__span_next_word(&rest, &word) || !cb__span_to_real(word, &ret_load[i]))
			return 0;
	}
	return 1;
}

static void put_load(cb__record *os, const char *root)
{
	double load[3];
	json_t *array;

	if (!read_load(load, root) && (root[0] != '\0' || !cb__system_load(load))) {
		cb__record_put(os, "load_average", cb__json_unknown());
		return;
	}
	array = json_array();
	for (size_t i = 0; i < 3; i++)
		cb__record_append(os, array, cb__json_real(load[i]));
	cb__record_put(os, "load_average", array);
}

json_t *cb__os_to_json(const char *root)
{
	cb__record os;

	cb__record_init(&os);
	put_names(&os, root);
	put_process(&os);
	cb__record_put(&os, "memory_bytes", read_memory(root));
	put_load(&os, root);
	return cb__record_take(&os);
}
