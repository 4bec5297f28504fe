/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* environment_root.h */

#include "environment_root.h"

static void expect_virtualization(const char *root, const char *wanted)
{
	json_t *environment = collect(root);

	expect_text(environment, "virtualization", wanted);
	json_decref(environment);
}

static void expect_container(const char *root, const char *wanted)
{
	json_t *environment = collect(root);

	expect_text(environment, "container", wanted);
	json_decref(environment);
}

static void hypervisors_are_known_by_their_firmware(void **state)
{
	static const struct {
		const char *vendor;
		const char *product;
		const char *wanted;
	} cases[] = {
		{"QEMU", "Standard PC (i440FX + PIIX, 1996)", "qemu"},
		{"VMware, Inc.", "VMware Virtual Platform", "vmware"},
		{"Microsoft Corporation", "Virtual Machine", "hyperv"},
		{"innotek GmbH", "VirtualBox", "virtualbox"},
		{"Xen", "HVM domU", "xen"},
		{"Amazon EC2", "c6i.large", "kvm"},
		{"Amazon EC2", "c6i.metal", "none"},
		{"Google", "Google Compute Engine", "kvm"},
		{"Somebody", "Something", "other"},
	};
	const char *root = *state;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		put_intel(root, " hypervisor");
		put(root, "/sys/class/dmi/id/sys_vendor", cases[i].vendor);
		put(root, "/sys/class/dmi/id/product_name", cases[i].product);
		expect_virtualization(root, cases[i].wanted);
	}
	put_intel(root, "");
	expect_virtualization(root, "none");
	put(root, "/sys/class/dmi/id/sys_vendor", "Microsoft Corporation\n");
	put(root, "/sys/class/dmi/id/product_name", "Surface Laptop\n");
	expect_virtualization(root, "none");
	put(root, "/sys/hypervisor/type", "xen\n");
	expect_virtualization(root, "xen");
}

static void device_tree_names_the_hypervisor_on_arm(void **state)
{
	const char *root = *state;

	put_bytes(root, "/proc/device-tree/compatible", "raspberrypi,4\0brcm,bcm2711", 26);
	put_bytes(root, "/proc/device-tree/model", "Raspberry Pi 4", 15);
	expect_virtualization(root, "none");
	put_bytes(root, "/proc/device-tree/compatible", "x\0linux,dummy-virt", 19);
	expect_virtualization(root, "qemu");
	put_bytes(root, "/proc/device-tree/hypervisor/compatible", "linux,kvm", 10);
	expect_virtualization(root, "kvm");
}

static void foreign_cpuinfo_is_emulation_and_is_warned_of(void **state)
{
	const char *root = *state;
	json_t *environment;

	put_intel(root, " hypervisor");
	put(root, "/proc/sys/kernel/arch", "aarch64\n");
	environment = collect(root);
	expect_text(environment, "cpu.architecture", "aarch64");
	expect_text(environment, "virtualization", "emulated");
	assert_true(is_warned(environment, "emulated"));
	assert_int_equal(cb__environment_has_feature(environment, "aes"), -1);
	json_decref(environment);
}

static void containers_are_known_by_their_traces(void **state)
{
	const char *root = *state;

	put(root, "/proc/1/cgroup", "0::/\n");
	expect_container(root, "unknown");
	put(root, "/proc/self/mountinfo",
		"1 2 0:3 /x/resolv.conf /etc/resolv.conf rw - ext4 /dev/x rw\n");
	expect_container(root, "other");
	put(root, "/proc/1/cgroup", "0::/init.scope\n");
	expect_container(root, "none");
	put(root, "/proc/1/cgroup", "4:cpu:/lxc/box\n");
	expect_container(root, "lxc");
	put(root, "/proc/1/cgroup", "4:cpu:/docker/0123\n");
	expect_container(root, "docker");
	put(root, "/run/.containerenv", "");
	expect_container(root, "podman");
	put(root, "/proc/1/cgroup", "4:cpu:/kubepods/burstable/pod1\n");
	expect_container(root, "kubernetes");
}

static void docker_leaves_a_file(void **state)
{
	put(*state, "/.dockerenv", "");
	expect_container(*state, "docker");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROOT_TEST(hypervisors_are_known_by_their_firmware),
		ROOT_TEST(device_tree_names_the_hypervisor_on_arm),
		ROOT_TEST(foreign_cpuinfo_is_emulation_and_is_warned_of),
		ROOT_TEST(containers_are_known_by_their_traces),
		ROOT_TEST(docker_leaves_a_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
