/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_PROOF_CLASSES_H
#define CB_CLI_PROOF_CLASSES_H

#include <stdio.h>

/** Writes the classes of instructions for the help of proving. */
void proof_classes_help(FILE *out);

/** Writes them as a section of the manual. */
void proof_classes_manual(FILE *out);

/** Whether @p name, of @p name_len bytes, is a class or a group of classes. */
int proof_classes_has(const char *name, size_t name_len);

#endif
