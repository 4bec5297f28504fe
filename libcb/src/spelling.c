/* SPDX-License-Identifier: Apache-2.0 */
#include "spelling.h"

#include <stddef.h>
#include <string.h>

#include <cb/catalogue.h>

static const struct {
	const char *name;
	const char *written;
} algorithms[] = {
	{"chacha20-poly1305", "ChaCha20-Poly1305"},
	{"xchacha20-poly1305", "XChaCha20-Poly1305"},
	{"xsalsa20-poly1305", "XSalsa20-Poly1305"},
	{"chacha20", "ChaCha20"},
	{"xchacha20", "XChaCha20"},
	{"salsa20", "Salsa20"},
	{"poly1305", "Poly1305"},
	{"siphash-2-4", "SipHash-2-4"},
	{"sha1", "SHA-1"},
	{"sha256", "SHA-256"},
	{"sha384", "SHA-384"},
	{"sha512", "SHA-512"},
	{"ecdsa-p256", "ECDSA P-256"},
	{"ecdsa-p384", "ECDSA P-384"},
	{"ecdsa-p521", "ECDSA P-521"},
	{"ed25519", "Ed25519"},
	{"ed448", "Ed448"},
	{"argon2id", "Argon2id"},
	{"scrypt", "scrypt"},
};

void cb__spell_algorithm(cb_text *out, const char *algorithm)
{
	for (size_t i = 0; i < sizeof algorithms / sizeof algorithms[0]; i++)
		if (strcmp(algorithms[i].name, algorithm) == 0) {
			cb__text_add(out, algorithms[i].written);
			return;
		}
	if (cb_algorithm_find(algorithm) == NULL) {
		cb__text_add(out, algorithm);
		return;
	}
	for (; *algorithm != '\0'; algorithm++) {
		char letter = *algorithm;

		/* not toupper(), which follows the locale */
		if (letter >= 'a' && letter <= 'z')
			letter = (char)(letter - 'a' + 'A');
		cb__text_append(out, &letter, 1);
	}
}

void cb__spell_backend(cb_text *out, const char *backend)
{
	static const char *const names[][2] = {{"openssl", "OpenSSL"}, {"mbedtls", "mbedTLS"}};

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strcmp(names[i][0], backend) == 0)
			backend = names[i][1];
	cb__text_add(out, backend);
}
