/* SPDX-License-Identifier: Apache-2.0 */
/* Which class an instruction is of. Pure: bytes in, a class out. */
#ifndef CB_CLASSIFY_H
#define CB_CLASSIFY_H

#include <stddef.h>
#include <stdint.h>

#include <cb/catalogue.h>

typedef enum cb__class {
#define CB_CLASS(id, name, group, architecture, modes, meaning) CB__CLASS_##id,
#include "classes.def"
#undef CB_CLASS
	CB__CLASS_COUNT /* not a class */
} cb__class;

/** Architectures with a table of instructions. */
typedef enum cb__isa { CB__ISA_NONE, CB__ISA_X86_64, CB__ISA_AARCH64 } cb__isa;

/** Bytes that are always enough. */
#define CB__INSTRUCTION_MAX 15u

/** The architecture this program is built for. */
cb__isa cb__isa_here(void);

/**
 * The class of the instruction at @p bytes, of which @p len may be read. What is no instruction is
 * CB__CLASS_SCALAR: nothing is read past the end, whatever the bytes are.
 */
cb__class cb__classify(cb__isa isa, const uint8_t *bytes, size_t len);

/** Whether a library in mode @p accel may not execute instructions of @p cls. */
int cb__class_is_forbidden(cb__class cls, cb_accel accel);

/** The class called @p name, or CB__CLASS_COUNT. */
cb__class cb__class_find(const char *name);

/** Whether @p name is that of class @p cls or of its group. */
int cb__class_goes_by(cb__class cls, const char *name);

/** The architectures, for cb__classify(). */
cb__class cb__classify_x86_64(const uint8_t *bytes, size_t len);
cb__class cb__classify_aarch64(const uint8_t *bytes, size_t len);

#endif
