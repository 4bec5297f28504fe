/* SPDX-License-Identifier: Apache-2.0 */
/* Under which hypervisor and in which container the process runs. Firmware files are searched for
 * known names and not copied: some of their neighbours hold serial numbers. */
#include "environment_parts.h"

#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct trace {
	const char *file;
	const char *text; /* NULL: that the file is there says enough */
	const char *name;
};

static const struct trace signatures[] = {
#define CB__HYPERVISOR_SIGNATURE(signature, name) {NULL, signature, name},
#include "environment_virtual.def"
};

static const struct trace firmware[] = {
#define CB__HYPERVISOR_FIRMWARE(file, text, name) {file, text, name},
#include "environment_virtual.def"
};

static const struct trace containers[] = {
#define CB__CONTAINER_FILE(file, name)       {file, NULL, name},
#define CB__CONTAINER_TEXT(file, text, name) {file, text, name},
#include "environment_virtual.def"
};

static int has_trace(const struct trace *trace, const char *root)
{
	size_t len = 0;
	char *text;
	int found;

	if (!trace->text)
		return cb__file_exists(root, trace->file);
	text = cb__file_read(root, trace->file, &len);
	found = text && cb__span_contains((cb__span){text, len}, trace->text);
	free(text);
	return found;
}

static const char *find_trace(const struct trace *traces, size_t count, const char *root)
{
	for (size_t i = 0; i < count; i++) {
		if (has_trace(&traces[i], root))
			return traces[i].name;
	}
	return NULL;
}

static const char *name_signature(const char *signature)
{
	for (size_t i = 0; i < COUNT(signatures); i++) {
		if (strcmp(signature, signatures[i].text) == 0)
			return signatures[i].name;
	}
	return NULL;
}

static int has_firmware(const char *root)
{
	return cb__file_exists(root, "/sys/class/dmi/id/sys_vendor") ||
	       cb__file_exists(root, "/proc/device-tree/model") ||
	       cb__file_exists(root, "/proc/sysinfo");
}

static const char *find_hypervisor(const json_t *cpu, const char *root)
{
	const json_t *flag = json_object_get(cpu, "hypervisor");
	const char *model = json_string_value(json_object_get(cpu, "model"));
	const char *name = NULL;
	char signature[13];

	if (json_is_true(json_object_get(cpu, "emulated")))
		return "emulated";
	if (root[0] == '\0' && cb__system_hypervisor(signature))
		name = name_signature(signature);
	if (!name)
		name = find_trace(firmware, COUNT(firmware), root);
	if (!name && model && strncmp(model, "QEMU", 4) == 0)
		name = "qemu";
	if (!name && cb__file_exists(root, "/proc/xen/capabilities"))
		name = "xen";
	if (!name && cb__file_exists(root, "/proc/device-tree/ibm,partition-name"))
		name = "powervm";
	if (!name && json_is_true(flag))
		name = "other";
	if (!name && (json_is_false(flag) || has_firmware(root)))
		name = "none";
	return name ? name : CB__UNKNOWN;
}

json_t *cb__virtual_to_json(const json_t *cpu, const char *root)
{
	return json_string(find_hypervisor(cpu, root));
}

/* Asked if no engine is known by name. In a cgroup namespace the group of process 1 reads "/", and
 * then nothing can be said; on a host that runs systemd it is "/init.scope". Engines lay a
 * resolv.conf of their own over that of the image. */
static const char *find_host(const char *root)
{
	static const struct trace host = {"/proc/1/cgroup", "/init.scope", "none"};
	static const struct trace overlay = {
		"/proc/self/mountinfo", "/resolv.conf /etc/resolv.conf", "other"};

	if (cb__file_exists(root, "/run/systemd/system") || has_trace(&host, root))
		return host.name;
	return has_trace(&overlay, root) ? overlay.name : CB__UNKNOWN;
}

json_t *cb__container_to_json(const char *root)
{
	const char *name = find_trace(containers, COUNT(containers), root);

	return json_string(name ? name : find_host(root));
}
