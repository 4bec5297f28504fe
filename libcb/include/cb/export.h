/* SPDX-License-Identifier: Apache-2.0 */
/* The only header that uses compiler extensions; every use has a plain fallback. */
#ifndef CB_EXPORT_H
#define CB_EXPORT_H

#if defined(__GNUC__) || defined(__clang__)
#define CB_API        __attribute__((visibility("default")))
#define CB_MUST_CHECK __attribute__((warn_unused_result))
#define CB_NOINLINE   __attribute__((noinline))
/** Declares cb_linked_NAME: the symbol NAME of whatever else is linked, NULL if there is none. */
#define CB_WEAK(name)      extern void cb_linked_##name(void) __asm__(#name) __attribute__((weak));
#define CB_PRINTF(fmt, va) __attribute__((format(printf, fmt, va)))
/** Bytes on the caller's stack frame until it returns. */
#define CB_STACK_ALLOC(size) __builtin_alloca(size)
/** Makes written instructions visible to the processor. */
#define CB_CLEAR_CACHE(start, end) __builtin___clear_cache((char *)(start), (char *)(end))

/* Sixteen steps of a chain in which each waits for the one before. The loop around them is carried
 * out beside it. CB_CHAIN_MULTIPLY_CYCLES is the latency of a multiplication, where all processors
 * of interest agree on it. */
#define CB_CHAIN_LENGTH   16
#define CB_CHAIN_4(step)  step step step step
#define CB_CHAIN_16(step) CB_CHAIN_4(step) CB_CHAIN_4(step) CB_CHAIN_4(step) CB_CHAIN_4(step)
#define CB_CHAIN(step, value, other)                                                               \
	__asm__ volatile(CB_CHAIN_16(step) : "+r"(value) : "r"(other) : "cc")
#if defined(__x86_64__) || defined(__i386__)
#define CB_CHAIN_ADD(value, addend)      CB_CHAIN("add %1, %0\n\t", value, addend)
#define CB_CHAIN_MULTIPLY(value, factor) CB_CHAIN("imul %1, %0\n\t", value, factor)
#define CB_CHAIN_MULTIPLY_CYCLES         3
#elif defined(__aarch64__) || defined(__arm__) || defined(__riscv)
#define CB_CHAIN_ADD(value, addend) CB_CHAIN("add %0, %0, %1\n\t", value, addend)
#elif defined(__mips__)
#define CB_CHAIN_ADD(value, addend) CB_CHAIN("addu %0, %0, %1\n\t", value, addend)
#endif
#else
#define CB_API
#define CB_MUST_CHECK
#define CB_NOINLINE
#define CB_PRINTF(fmt, va)
#endif

#endif
