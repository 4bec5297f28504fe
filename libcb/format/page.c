/* SPDX-License-Identifier: Apache-2.0 */
#include "page.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "view.h"

const cb_format *cb__formats_at(const cb__formats *formats, size_t index)
{
	return index < formats->count ? &formats->rows[index].format : NULL;
}

static const cb_view plain_view;

static const cb__format_row *find(const cb__formats *formats, const char *name)
{
	for (size_t i = 0; name != NULL && i < formats->count; i++)
		if (strcmp(formats->rows[i].format.name, name) == 0)
			return &formats->rows[i];
	return NULL;
}

/* "there is no format "x" of results; there are table, speed, ..." */
static cb_status refuse(const cb__formats *formats, const char *name, const cb_view *view)
{
	cb_status status = CB_ENOTFOUND;
	cb_text names = CB_TEXT_INIT;

	for (size_t i = 0; i < formats->count; i++)
		cb__text_format(&names, "%s%s", i > 0 ? ", " : "", formats->rows[i].format.name);
	if (view != NULL && view->ctx != NULL)
		cb__context_fail(view->ctx, status, "there is no format \"%s\" of %s; there are %s",
			name != NULL ? name : "", formats->document, cb__text_string(&names));
	cb__text_done(&names);
	return status;
}

cb_status cb__page_begin_plain(cb__page *p, const cb_view *view)
{
	*p = (cb__page){.view = view != NULL ? view : &plain_view};
	p->locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (p->locale == (locale_t)0)
		return CB_ENOMEM;
	p->out = open_memstream(&p->text, &p->text_len);
	if (p->out == NULL) {
		freelocale(p->locale);
		return CB_ENOMEM;
	}
	p->before = uselocale(p->locale);
	return CB_OK;
}

cb_status cb__page_begin(
	cb__page *p, const cb__formats *formats, const char *name, const cb_view *view)
{
	const cb__format_row *row = find(formats, name);
	cb_status status;

	if (row == NULL)
		return refuse(formats, name, view);
	status = cb__page_begin_plain(p, view);
	if (status != CB_OK)
		return status;
	p->row = row;
	return CB_OK;
}

void cb__page_put(FILE *out, char *text)
{
	fputs(text, out);
	if (text[0] != '\0' && text[strlen(text) - 1] != '\n')
		fputc('\n', out);
	cb_string_free(text);
}

cb_status cb__page_end(cb__page *p, cb_status status, char **out)
{
	int failed = ferror(p->out);

	failed |= fclose(p->out) != 0;
	uselocale(p->before);
	freelocale(p->locale);
	if (status == CB_OK && failed)
		status = CB_ENOMEM;
	if (status == CB_OK)
		*out = p->text;
	else
		free(p->text);
	return status;
}
