/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_fixture.h"

#include "rewriting.h"

#define SSL  "openssl 3.0.19 on"
#define OFF  "openssl 3.0.19 off"
#define MBED "mbedtls 2.28.3 on"

/* One message sealed with whatever is chosen. */
#define SEAL                                                                                       \
	"unit = 'message'; bytes = 1000; choices = ['aes-256-gcm', 'chacha20-poly1305'];\n"        \
	"work = ({ algorithm = 'choice'; operation = 'seal'; size = 1000; });\n"

static const line lines[] = {
	{SSL, "aes-256-gcm/seal/16", 100, 1, NULL},
	{SSL, "aes-256-gcm/seal/1000", 2000, 1, NULL},
	{SSL, "chacha20-poly1305/seal/16", 50, 1, NULL},
	{SSL, "chacha20-poly1305/seal/1000", 8000, -1, NULL},
	{OFF, "aes-256-gcm/seal/1000", 90000, 1, NULL},
	{MBED, "aes-256-gcm/seal/1000", 30000, 1, NULL},
	{MBED, "chacha20-poly1305/seal/1000", 0, 1, "crashed"},
};

static char *advised(advise_fixture *f)
{
	char *text = NULL;

	use_text(f, SEAL);
	DOCUMENT(f, MACHINE("A processor", "true"), lines);
	advise(f, NULL);
	const cb_advice *one = f->advice;
	assert_int_equal(cb_advices_to_json(&text, &one, 1, CB_JSON_COMPACT), CB_OK);
	return text;
}

static cb_advices *read_again(const advise_fixture *f, const char *text)
{
	cb_advices *again = NULL;

	if (cb_advices_from_json(&again, f->ctx, text, strlen(text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return again;
}

static void what_is_read_is_shown_and_written_as_before(void **state)
{
	advise_fixture *f = *state;
	char *text = advised(f);
	cb_advices *again = read_again(f, text);
	size_t count = 0;
	const cb_advice *const *list = cb_advices_all(again, &count);
	const cb_advice *original = f->advice;
	const cb_format *format;

	assert_int_equal(count, 1);
	for (size_t i = 0; (format = cb_advices_format_at(i)) != NULL; i++) {
		char *one = NULL, *two = NULL;

		assert_int_equal(cb_advices_format(&one, &original, 1, format->name, NULL), CB_OK);
		assert_int_equal(cb_advices_format(&two, list, count, format->name, NULL), CB_OK);
		assert_string_equal(one, two);
		cb_string_free(one);
		cb_string_free(two);
	}
	cb_advices_free(again);
	cb_string_free(text);
}

static void views_hold_what_the_advice_rests_on(void **state)
{
	advise_fixture *f = *state;
	char *text = advised(f);
	cb_advices *again = read_again(f, text);
	size_t count = 0;
	const cb_advice *a = cb_advices_all(again, &count)[0];
	const cb_candidate *best = &cb_advice_ranking_at(a, 0)->candidates[0];

	assert_string_equal(cb_profile_name(cb_advice_profile(a)), "my");
	assert_string_equal(best->subject->label, "openssl:on");
	assert_string_equal(best->subject->version, "3.0.19");
	assert_int_equal(best->part_count, 1);
	assert_int_equal(best->parts[0].basis, CB_BASIS_MEASURED);
	assert_near(best->parts[0].cell->summary->median_ns, 2000);
	assert_true(cb_advice_is_given(a));
	cb_advices_free(again);
	cb_string_free(text);
}

static const wrong_edit wrong[] = {
	{"'libcb.advice/1'", "'libcb.advice/7'", "schema: \"libcb.advice/7\" cannot be read"},
	{"'documents'", "'document_s'", "documents: missing, or not a list"},
	{"'advices':[{", "'advices':[],'x':[{", "advices: empty"},
	{"'advices':[{", "'advices':[true,{", "advices[0]: not an object"},
	{"'profile':{", "'profiles':{", "advices[0].profile: not an object"},
	{"'name':'my'", "'name':9", "advices[0].profile.name: not a text"},
	{"'rankings'", "'ranking'", "advices[0].rankings: missing, or not a list"},
	{"'main':true", "'main':false", "advices[0].rankings: none of them is a main one"},
	{"'main':true", "'main':1", "advices[0].rankings[0].main: neither true nor false"},
	{"'kind':'", "'kind':'x", "advices[0].rankings[0].kind: no kind of advice"},
	{"'accel':'on','main'", "'accel':'hw','main'", "rankings[0].accel: no acceleration mode"},
	{"'ranked':3", "'ranked':400", "advices[0].rankings[0].ranked: there are"},
	{"'ranked':3", "'ranked':2", "rankings[0].candidates[2].standing: the first 2 are ranked"},
	{"'ranked':3", "'ranked':-1", "advices[0].rankings[0].ranked: negative"},
	{"'either':1", "'either':5", "advices[0].rankings[0].either: more than ranked"},
	{"'candidates':[{", "'candidates':[4,{", "rankings[0].candidates[0]: not an object"},
	{"'standing':'ranked'", "'standing':'good'", "candidates[0].standing: no standing"},
	{"'subject':'openssl:on'", "'subject':'x'", "candidates[0].subject: no subject \"x\""},
	{"'unit_ns':", "'unit_ns':null,'x':", "candidates[0]: ranked, without unit_ns"},
	{"'unit_ns':", "'unit_ns':1e30,'x':", "candidates[0].unit_ns: too large"},
	{"'paired':false", "'paired':null", "candidates[0].paired: neither true nor false"},
	{"'parts':[", "'part':[", "rankings[0].candidates[0].parts: missing, or not a list"},
	{"'basis':'measured'", "'basis':'guess'", "parts[0].basis: no basis of a time"},
	{"'cell':'openssl/", "'cell':'opensel/", "parts[0].cell: no cell \"opensel/"},
	{"'document':0", "'document':1", "parts[0].document: there are 1 documents"},
	{"'notes':[{'id':", "'notes':[{'di':", "advices[0].rankings[0].notes[0].id: missing"},
};

static void wrong_members_are_refused_with_their_place(void **state)
{
	advise_fixture *f = *state;
	char *text = advised(f);

	assert_all_refused(f->ctx, text, wrong, ROWS(wrong));
	cb_string_free(text);
}

static cb_status read_and_free(json_t *document)
{
	cb__fault fault = {0};
	cb_advices *read = NULL;
	cb_status status = cb__advices_read(&read, document, &fault);

	cb_advices_free(read);
	return status;
}

static void broken_texts_do_no_harm(void **state)
{
	advise_fixture *f = *state;
	char *text = advised(f);

	assert_cut_is_refused(f->ctx, text);
	assert_edits_do_no_harm(f->ctx, text);
	assert_reads_whole_or_not(read_and_free, text);
	cb_string_free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADVISE_TEST(what_is_read_is_shown_and_written_as_before),
		ADVISE_TEST(views_hold_what_the_advice_rests_on),
		ADVISE_TEST(wrong_members_are_refused_with_their_place),
		ADVISE_TEST(broken_texts_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
