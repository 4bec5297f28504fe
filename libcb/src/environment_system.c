/* SPDX-License-Identifier: Apache-2.0 */
/* The only source of the environment record that asks the running system by calls. */
#if defined(__linux__)
#define _GNU_SOURCE /* sched_getaffinity, getloadavg */
#endif

#include "environment_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#if defined(__linux__)
#include <sched.h>
#endif
#if defined(__GLIBC__) && !defined(__UCLIBC__)
#include <gnu/libc-version.h>
#endif
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

int cb__system_names(char *ret_system, char *ret_release, char *ret_machine, size_t size)
{
	struct utsname names;

	if (uname(&names) < 0)
		return 0;
	(void)snprintf(ret_system, size, "%s", names.sysname);
	(void)snprintf(ret_release, size, "%s", names.release);
	(void)snprintf(ret_machine, size, "%s", names.machine);
	return 1;
}

#if defined(__linux__)
int cb__system_allowed_cpus(cb__cpuset *set)
{
	cpu_set_t allowed[8]; /* the kernel refuses a set smaller than its own */

	memset(set, 0, sizeof(*set));
	memset(allowed, 0, sizeof(allowed));
	if (sched_getaffinity(0, sizeof(allowed), allowed) < 0)
		return 0;
	for (size_t cpu = 0; cpu < CB__CPU_LIMIT; cpu++) {
		if (CPU_ISSET_S(cpu, sizeof(allowed), allowed))
			cb__cpuset_add(set, cpu);
	}
	return cb__cpuset_count(set) > 0;
}
#else
int cb__system_allowed_cpus(cb__cpuset *set)
{
	memset(set, 0, sizeof(*set));
	return 0;
}
#endif

static uint64_t read_sysconf(int name)
{
	long value = sysconf(name);

	return value > 0 ? (uint64_t)value : 0;
}

uint64_t cb__system_online_cpus(void)
{
#if defined(_SC_NPROCESSORS_ONLN)
	return read_sysconf(_SC_NPROCESSORS_ONLN);
#else
	return 0;
#endif
}

uint64_t cb__system_page_bytes(void)
{
	return read_sysconf(_SC_PAGESIZE);
}

uint64_t cb__system_memory_bytes(void)
{
#if defined(_SC_PHYS_PAGES)
	uint64_t pages = read_sysconf(_SC_PHYS_PAGES);

	return pages < UINT64_MAX >> 24 ? pages * cb__system_page_bytes() : 0;
#else
	return 0;
#endif
}

int cb__system_load(double ret_load[3])
{
	return getloadavg(ret_load, 3) == 3;
}

const char *cb__system_libc(void)
{
#if defined(__UCLIBC__)
	return "uclibc";
#elif defined(__GLIBC__)
	return "glibc";
#elif defined(__BIONIC__)
	return "bionic";
#elif defined(__APPLE__)
	return "libSystem";
#elif defined(__linux__)
	return "musl"; /* the only one of them that defines nothing to know it by */
#else
	return NULL;
#endif
}

const char *cb__system_libc_version(void)
{
#if defined(__GLIBC__) && !defined(__UCLIBC__)
	return gnu_get_libc_version();
#else
	return NULL;
#endif
}

#if defined(__x86_64__) || defined(__i386__)
int cb__system_hypervisor(char ret_signature[13])
{
	unsigned a = 0, b = 0, c = 0, d = 0;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & 1u << 31))
		return 0;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(ret_signature, &b, 4);
	memcpy(ret_signature + 4, &c, 4);
	memcpy(ret_signature + 8, &d, 4);
	ret_signature[12] = '\0';
	return 1;
}
#else
int cb__system_hypervisor(char ret_signature[13])
{
	ret_signature[0] = '\0';
	return 0;
}
#endif
