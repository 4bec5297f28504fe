/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigaction */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include <cb/status.h>

#include "commands.h"
#include "exits.h"
#include "help.h"
#include "message.h"

static int is_either(const char *word, const char *a, const char *b)
{
	return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

static int refuse_command(const char *name)
{
	const char *meant = command_nearest(name);

	if (meant != NULL)
		complain("there is no command \"%s\"; did you mean \"%s\"?", name, meant);
	else
		complain("there is no command \"%s\"; see 'cbench --help'", name);
	return EXIT_USAGE;
}

static int dispatch(int argc, char **argv)
{
	const command *c;

	if (argc < 2) {
		help_general(stderr);
		return EXIT_USAGE;
	}
	if (is_either(argv[1], "-h", "--help")) {
		help_general(stdout);
		return EXIT_FINE;
	}
	if (is_either(argv[1], "-V", "--version")) {
		printf("cbench %s\n", cb_version());
		return EXIT_FINE;
	}
	c = command_find(argv[1]);
	if (c != NULL)
		return c->run(argc - 1, argv + 1);
	return refuse_command(argv[1]);
}

/* A reader that has seen enough is no reason to die before files are written. Neither is a limit on
 * the size of files: who dies of it leaves half a file, who is told of it can take that away. */
static void ignore_refused_writes(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof(action));
	action.sa_handler = SIG_IGN;
	sigemptyset(&action.sa_mask);
	sigaction(SIGPIPE, &action, NULL);
	sigaction(SIGXFSZ, &action, NULL);
}

int main(int argc, char **argv)
{
	int code;

	setlocale(LC_CTYPE, ""); /* characters only: numbers stay as they are */
	ignore_refused_writes();
	code = dispatch(argc, argv);
	errno = 0;
	if (fflush(stdout) != 0 && errno != EPIPE) {
		complain("cannot write standard output: %s", strerror(errno));
		code = exits_worse(code, EXIT_USAGE);
	}
	return code;
}
