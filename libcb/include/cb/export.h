/* SPDX-License-Identifier: Apache-2.0 */
/* The only header that uses compiler extensions; every use has a plain fallback. */
#ifndef CB_EXPORT_H
#define CB_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define CB_API             __attribute__((visibility("default")))
#define CB_MUST_CHECK      __attribute__((warn_unused_result))
#define CB_NOINLINE        __attribute__((noinline))
#define CB_PRINTF(fmt, va) __attribute__((format(printf, fmt, va)))
/** Bytes on the caller's stack frame until it returns. */
#define CB_STACK_ALLOC(size) __builtin_alloca(size)
/** Makes written instructions visible to the processor. */
#define CB_CLEAR_CACHE(start, end) __builtin___clear_cache((char *)(start), (char *)(end))
#else
#define CB_API
#define CB_MUST_CHECK
#define CB_NOINLINE
#define CB_PRINTF(fmt, va)
#endif

#endif
