/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define VARIANT_USUAL "message"
#define CLASS_SCALAR  "scalar"

/* groups of classes that a text begins with */
static const char *const crypto_groups[] = {"aes", "clmul", "sha", "gfni", "sm"};

size_t cb__proof_append(char *text, size_t text_size, size_t used, const char *format, ...)
{
	va_list arguments;
	int printed;

	va_start(arguments, format);
	printed = vsnprintf(text + used, text_size - used, format, arguments);
	va_end(arguments);
	if (printed > 0)
		used += (size_t)printed;
	return used < text_size ? used : text_size - 1;
}

static void print_count(char text[PROOF_NUMBER_SIZE], const cb_proof *proof, uint64_t count)
{
	if (cb__proof_is_followed(proof))
		snprintf(text, PROOF_NUMBER_SIZE, "%s%llu", proof->complete ? "" : ">",
			(unsigned long long)count);
	else
		snprintf(text, PROOF_NUMBER_SIZE, "-");
}

void cb__proof_inside(char text[PROOF_NUMBER_SIZE], const cb_proof *proof)
{
	print_count(text, proof, proof->inside);
}

void cb__proof_outside(char text[PROOF_NUMBER_SIZE], const cb_proof *proof)
{
	print_count(text, proof, proof->outside);
}

static void print_figure(
	char text[PROOF_NUMBER_SIZE], const cb_proof *proof, double value, int digits)
{
	if (!cb__proof_is_followed(proof) || !isfinite(value) || fabs(value) > 1e15)
		snprintf(text, PROOF_NUMBER_SIZE, "-");
	else
		snprintf(text, PROOF_NUMBER_SIZE, "%.*f", digits, value);
}

void cb__proof_per_byte(char text[PROOF_NUMBER_SIZE], const cb_proof *proof)
{
	print_figure(text, proof, proof->per_byte, 2);
}

void cb__proof_per_message(char text[PROOF_NUMBER_SIZE], const cb_proof *proof)
{
	print_figure(text, proof, proof->per_message, 0);
}

static int is_crypto(const cb_class *class)
{
	for (size_t i = 0; i < sizeof(crypto_groups) / sizeof(crypto_groups[0]); i++)
		if (strcmp(class->group, crypto_groups[i]) == 0)
			return 1;
	return 0;
}

static size_t append_classes(
	char text[PROOF_TEXT_SIZE], size_t used, const cb_proof *proof, int crypto)
{
	const cb_class *class;

	for (size_t i = 0; (class = cb_class_at(i)) != NULL; i++)
		if (proof->counts[i] > 0 && is_crypto(class) == crypto &&
			strcmp(class->name, CLASS_SCALAR) != 0)
			used = cb__proof_append(text, PROOF_TEXT_SIZE, used, "%s%s %llu",
				used > 0 ? ", " : "", class->name,
				(unsigned long long)proof->counts[i]);
	return used;
}

void cb__proof_classes_text(char text[PROOF_TEXT_SIZE], const cb_proof *proof)
{
	size_t used;

	text[0] = '\0';
	used = append_classes(text, 0, proof, 1);
	used = append_classes(text, used, proof, 0);
	if (used == 0)
		snprintf(text, PROOF_TEXT_SIZE, proof->inside > 0 ? "only scalar" : "nothing");
}

int cb__proof_is_trouble(cb_outcome outcome)
{
	return outcome != CB_OUTCOME_MEASURED && outcome != CB_OUTCOME_UNSUPPORTED &&
	       outcome != CB_OUTCOME_SKIPPED;
}

cb__style cb__proof_saying(
	char text[PROOF_TEXT_SIZE], const cb__proof_set *set, const cb_proof *proof)
{
	const cb_proof *other = cb__proof_set_find(set, proof->same_as);
	cb__style look = cb__proof_is_trouble(proof->outcome) ? STYLE_BAD : STYLE_PLAIN;
	char classes[PROOF_TEXT_SIZE];
	size_t used = 0;

	text[0] = '\0';
	if (proof->outcome != CB_OUTCOME_MEASURED)
		used = cb__proof_append(text, PROOF_TEXT_SIZE, 0, "%s%s",
			cb_outcome_name(proof->outcome), cb__proof_is_followed(proof) ? ": " : "");
	if (!cb__proof_is_followed(proof))
		return look == STYLE_PLAIN ? STYLE_FAINT : look;
	if (proof->same_as[0] == '\0') {
		cb__proof_classes_text(classes, proof);
		cb__proof_append(text, PROOF_TEXT_SIZE, used, "%s", classes);
		return look;
	}
	cb__proof_append(text, PROOF_TEXT_SIZE, used, "the same as %s",
		other != NULL ? other->subject->label : proof->same_as);
	return look == STYLE_PLAIN ? STYLE_FAINT : look;
}

void cb__proof_operation(char text[PROOF_TEXT_SIZE], const cb_proof *proof)
{
	int is_usual = strcmp(proof->variant, VARIANT_USUAL) == 0 || proof->variant[0] == '\0';

	snprintf(text, PROOF_TEXT_SIZE, "%s%s%s", proof->operation, is_usual ? "" : " ",
		is_usual ? "" : proof->variant);
}
