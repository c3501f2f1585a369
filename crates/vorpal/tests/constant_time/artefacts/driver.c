/* Runs one operation of libvorpal on a secret from standard input between two marks: see `artefacts.rs`. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vorpal.h>

static uint8_t hash[32] = {9}, result[192], other[65];
static struct vorpal_bls_suite *suite;

static vorpal_status ecdsa_key(const uint8_t *secret) { return vorpal_secp256k1_public_key(secret, result); }
static vorpal_status ecdsa(const uint8_t *secret) { return vorpal_secp256k1_sign(secret, hash, NULL, result); }
static vorpal_status ecdh(const uint8_t *secret) { return vorpal_secp256k1_ecdh(secret, other, 65, result, NULL); }
static vorpal_status schnorr(const uint8_t *secret) {
    return vorpal_secp256k1_schnorr_sign(secret, hash, 32, NULL, result, NULL);
}
static vorpal_status p256_key(const uint8_t *secret) { return vorpal_p256_public_key(secret, result); }
static vorpal_status p256(const uint8_t *secret) { return vorpal_p256_sign(secret, hash, NULL, result); }
static vorpal_status bls_key(const uint8_t *secret) { return vorpal_bls_public_key(suite, secret, 0, result); }
static vorpal_status bls(const uint8_t *secret) { return vorpal_bls_sign(suite, secret, hash, 32, 0, result); }
static vorpal_status bls_child(const uint8_t *secret) { return vorpal_bls_derive_child(secret, 1, result); }

/* A leak: recovery takes variable time, and its result depends on the secret. */
static vorpal_status planted(const uint8_t *secret) {
    vorpal_status status = vorpal_secp256k1_sign(secret, hash, NULL, result);
    return status != VORPAL_OK ? status : vorpal_secp256k1_recover(hash, result, result + 65);
}

static const struct {
    const char *name;
    vorpal_status (*run)(const uint8_t *secret);
} operations[] = {
    {"secp256k1 public key", ecdsa_key}, {"ECDSA", ecdsa},     {"ECDH", ecdh},
    {"Schnorr", schnorr},                {"P-256 public key", p256_key}, {"ECDSA on P-256", p256},
    {"BLS public key", bls_key},         {"BLS", bls},         {"BLS child key", bls_child},
    {"planted", planted},
};

static int digit(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

int main(int argc, char **argv) {
    static const uint8_t known[32] = {0x11, 0x22, 0x33};
    uint8_t secret[32];
    char line[80];
    for (size_t i = 0; argc == 2 && i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(argv[1], operations[i].name) != 0) continue;
        const char *tag = VORPAL_BLS_TAG_MIN_PK_POP;
        if (vorpal_bls_suite_new(VORPAL_BLS_MIN_PK, VORPAL_BLS_POSSESSION, tag, &suite) != VORPAL_OK) return 2;
        if (vorpal_secp256k1_public_key(known, other) != VORPAL_OK) return 3;
        /* Tables are built on first use. */
        if (operations[i].run(known) != VORPAL_OK) return 4;
        printf("<thread to watch>%ld\n", (long)syscall(SYS_gettid));
        fflush(stdout);
        if (fgets(line, sizeof line, stdin) == NULL || strlen(line) != 65) return 5;
        for (size_t j = 0; j < 32; j++) secret[j] = (uint8_t)(16 * digit(line[2 * j]) + digit(line[2 * j + 1]));
        raise(SIGUSR1);
        vorpal_status status = operations[i].run(secret);
        raise(SIGUSR1);
        return status == VORPAL_OK ? 0 : 6;
    }
    return 1;
}
