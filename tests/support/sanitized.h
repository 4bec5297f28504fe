/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a sanitizer watches: it turns some signals into a report and an exit, and takes time. */
#ifndef CB_TEST_SANITIZED_H
#define CB_TEST_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

#endif
