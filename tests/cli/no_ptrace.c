/* SPDX-License-Identifier: Apache-2.0 */
/* Starts PROGRAM ARGUMENT... where ptrace(2) is refused with EPERM, as a container may have it; 77
 * if this machine has no way to refuse it. */
#define _GNU_SOURCE /* syscall numbers */
#include <stdio.h>
#include <unistd.h>

#ifdef __linux__
#include <errno.h>
#include <stddef.h>

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static int refuse(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}
#else
static int refuse(void)
{
	return -1;
}
#endif

int main(int argc, char **argv)
{
	if (argc < 2 || refuse() != 0)
		return 77;
	execvp(argv[1], &argv[1]);
	perror(argv[1]);
	return 127;
}
