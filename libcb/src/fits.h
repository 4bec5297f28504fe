/* SPDX-License-Identifier: Apache-2.0 */
/* From the cells of a run to fixed cost and slope. */
#ifndef CB_FITS_H
#define CB_FITS_H

#include <jansson.h>

#include "matrix.h"

/** A line is fitted through so many sizes at least. */
#define CB__FITS_SIZES_MIN 3

/** A size whose time departs by more from the line is listed, if its interval departs too. */
#define CB__FITS_STEP_PERCENT 5.0

/**
 * The list "fits" of a document: a line for each subject, algorithm and operation with enough
 * measured sizes. In each launch that sampled all of these a line is fitted; estimates and
 * intervals are those of the parameters over these launches. A subject that another stands for
 * has the lines of that one.
 *
 * @param[out] out the caller's
 * @return CB_OK or CB_ENOMEM
 */
cb_status cb__fits_to_json(json_t **out, const cb__matrix *matrix);

#endif
