/* SPDX-License-Identifier: Apache-2.0 */
/* Loops written by hand over one library, and how they are held against its backend's driver. */
#ifndef CB_IDIOMS_H
#define CB_IDIOMS_H

#include <stddef.h>
#include <stdint.h>

#include <cb/backend.h>

#include "cell.h"
#include "module.h"

#define IDIOMS_MESSAGE_LEN 16
#define IDIOMS_MAX         8 /* loops of one family */

struct idioms_family;

/** One way to do the operation. */
typedef struct idioms_idiom {
	const char *name;

	/** Everything that is kept between messages; @p state begins as zeros. Whether it worked.
	 */
	int (*open)(void *state, const struct idioms_family *family, const cb_io *io);

	/** Does @p ops operations on the buffers that the driver is given, too. Whether all worked.
	 */
	int (*loop)(void *state, const cb_io *io, uint64_t ops);

	/** Why the driver is not held against it; NULL if it is. */
	const char *aside;
} idioms_idiom;

/** One operation of one algorithm. */
typedef struct idioms_family {
	const char *algorithm;
	cb_op op;
	const idioms_idiom *idioms;
	size_t idiom_count;
	const void *native; /* what open() needs to know of the algorithm */
} idioms_family;

/** What one of the programs is made of. */
typedef struct idioms_library {
	int (*init)(void); /* after the backend's; whether it worked; may be NULL */
	size_t state_size;
	void (*close)(void *state); /* also after a failed open() */
	const idioms_family *families;
	size_t family_count;
} idioms_library;

extern const idioms_library idioms_library_linked;

#define IDIOMS_LAUNCHES  7 /* processes; six are the fewest that have an interval */
#define IDIOMS_SIDES_MAX (IDIOMS_MAX + 2)

/** What one launch found: medians over its rounds. Side 0 is the driver; then come the idioms; the
 *  last is a driver that does nothing. */
typedef struct idioms_sample {
	double ns[IDIOMS_SIDES_MAX];  /* per operation */
	double log[IDIOMS_SIDES_MAX]; /* logarithm of the driver's time over this side's */
} idioms_sample;

/**
 * Times the driver and all loops in turn, for about @p budget_ns.
 *
 * @param launch number of this process: contexts lie elsewhere each time
 * @return CB_OK, CB_EMISMATCH if a loop computes something else than the driver, or what went
 *         wrong; @p why says it
 */
cb_status idioms_measure(idioms_sample *out, const cb__module *module, const idioms_family *family,
	size_t launch, uint64_t budget_ns, cb_text *why);

/** A ratio of times and its interval. */
typedef struct idioms_ratio {
	double value;
	double low;
	double high;
} idioms_ratio;

/** What came out for one family; times in ns per operation. */
typedef struct idioms_verdict {
	size_t fastest; /* of the idioms that count */
	double driver_ns;
	double empty_ns; /* of an operation that is nothing but the call by the core */
	double idiom_ns[IDIOMS_MAX];
	idioms_ratio ratio[IDIOMS_MAX]; /* time of the driver over that of the idiom */
} idioms_verdict;

void idioms_judge(idioms_verdict *out, const idioms_family *family,
	const idioms_sample samples[IDIOMS_LAUNCHES]);

/** Prints the table. */
void idioms_print_head(int is_markdown);
void idioms_print_row(int is_markdown, const char *name, const idioms_family *family,
	const idioms_verdict *verdict);

/** Whether the driver takes more than 1.05 times as long as the fastest loop, and the whole
 * interval says so, and the call by the core, which no driver can avoid, does not explain it. */
int idioms_misses(const idioms_verdict *verdict);

/* The body of a loop: @p done is an expression that is true if one operation worked. It may use
 * `kept`, a `struct kept *`; `io`, the buffers; and `scratch`, a `struct scratch`. */
#define IDIOM_LOOP(name, done)                                                                     \
	static int name(void *state, const cb_io *shared_io, uint64_t ops)                         \
	{                                                                                          \
		struct kept *kept = state;                                                         \
		const cb_io copy = *shared_io;                                                     \
		const cb_io *io = &copy;                                                           \
		struct scratch scratch;                                                            \
                                                                                                   \
		(void)kept;                                                                        \
		(void)scratch;                                                                     \
		while (ops-- > 0)                                                                  \
			if (!(done))                                                               \
				return 0;                                                          \
		return 1;                                                                          \
	}

#define IDIOM_FAMILY(algorithm, op, idioms, native)                                                \
	{                                                                                          \
		algorithm, op, idioms, CB_COUNT(idioms), native                                    \
	}

#endif
