/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_classes.h"

#include <string.h>

#include <cb/prove.h>

static const char introduction[] =
	"Classes of instructions, for --require. A group stands for all of its classes.";

/* the architectures of the table, in its order; NULL past the end */
static const char *architecture_at(size_t index)
{
	const cb_class *class, *earlier;

	for (size_t i = 0; (class = cb_class_at(i)) != NULL; i++) {
		size_t j = 0;

		while ((earlier = cb_class_at(j)) != class &&
			strcmp(earlier->architecture, class->architecture) != 0)
			j++;
		if (earlier == class && index-- == 0)
			return class->architecture;
	}
	return NULL;
}

static int has_group(const cb_class *class)
{
	return strcmp(class->group, class->name) != 0;
}

static void help_class(FILE *out, const cb_class *class)
{
	fprintf(out, "  %-10s  %s", class->name, class->meaning);
	if (has_group(class))
		fprintf(out, " (group %s)", class->group);
	fputc('\n', out);
}

void proof_classes_help(FILE *out)
{
	const char *architecture;
	const cb_class *class;

	fprintf(out, "\n%s\n", introduction);
	for (size_t i = 0; (architecture = architecture_at(i)) != NULL; i++) {
		fprintf(out, "\n%s:\n", architecture[0] != '\0' ? architecture : "everywhere");
		for (size_t j = 0; (class = cb_class_at(j)) != NULL; j++)
			if (strcmp(class->architecture, architecture) == 0)
				help_class(out, class);
	}
}

/* no class has a character that roff would take for its own, but for the dash */
static void manual_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '-')
			fputc('\\', out);
		fputc(*text, out);
	}
}

void proof_classes_manual(FILE *out)
{
	const cb_class *class;

	fputs(".Sh INSTRUCTIONS\n", out);
	manual_text(out, introduction);
	fputs("\n.Bl -tag -width vpclmul512\n", out);
	for (size_t i = 0; (class = cb_class_at(i)) != NULL; i++) {
		fprintf(out, ".It Cm %s\n", class->name);
		manual_text(out, class->meaning);
		fputs(class->architecture[0] != '\0' ? "; " : "", out);
		manual_text(out, class->architecture);
		if (has_group(class))
			fprintf(out, "; group %s", class->group);
		fputs(".\n", out);
	}
	fputs(".El\n", out);
}

static int is_name(const char *text, const char *name, size_t name_len)
{
	return strlen(text) == name_len && memcmp(text, name, name_len) == 0;
}

int proof_classes_has(const char *name, size_t name_len)
{
	const cb_class *class;

	for (size_t i = 0; (class = cb_class_at(i)) != NULL; i++)
		if (is_name(class->name, name, name_len) || is_name(class->group, name, name_len))
			return 1;
	return 0;
}
