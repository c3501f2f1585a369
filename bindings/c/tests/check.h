/* What the tests share. All of it is C11 and C++17. */
#ifndef CHECK_H
#define CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vorpal.h"

/* Ends the program with the place and the library's last message. */
#define CHECK(condition)                                                                                              \
    do {                                                                                                              \
        if (!(condition)) {                                                                                           \
            fprintf(stderr, "%s:%d: %s\n  last error: %s\n", __FILE__, __LINE__, #condition, vorpal_last_error());    \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)
#define OK(call) CHECK((call) == VORPAL_OK)
/* A call must fail with this status, and a message that contains this text. */
#define FAILS(status, text, call)                                                                                     \
    do {                                                                                                              \
        CHECK((call) == (status));                                                                                    \
        CHECK(strstr(vorpal_last_error(), (text)) != NULL);                                                           \
    } while (0)
/* A call must fail and leave the verdict 0. */
#define REFUSES(status, text, call)                                                                                   \
    do {                                                                                                              \
        int32_t valid = 1;                                                                                            \
        FAILS(status, text, call);                                                                                    \
        CHECK(valid == 0);                                                                                            \
    } while (0)
/* The verdict of a call that succeeds. */
#define VERDICT(expected, call)                                                                                       \
    do {                                                                                                              \
        int32_t valid = 7;                                                                                            \
        OK(call);                                                                                                     \
        CHECK(valid == (expected));                                                                                   \
    } while (0)
#define EQUAL(one, other, size) CHECK(memcmp((one), (other), (size)) == 0)

static inline int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* The bytes of exactly 2 * size hexadecimal digits. */
static inline void hex(const char *digits, uint8_t *out, size_t size) {
    for (size_t i = 0; i < size; i++) {
        int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);
        CHECK(high >= 0 && low >= 0);
        out[i] = (uint8_t)(16 * high + low);
    }
}

static inline void *allocate(size_t size) {
    void *memory = malloc(size == 0 ? 1 : size);
    CHECK(memory != NULL);
    return memory;
}

/* A deterministic stream of bytes. */
static inline void fill(uint8_t *out, size_t size, uint64_t seed) {
    for (size_t i = 0; i < size; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        out[i] = (uint8_t)(seed >> 56);
    }
}

static inline vorpal_ctx *context(size_t threads) {
    vorpal_ctx *ctx = NULL;
    OK(vorpal_ctx_new(threads, &ctx));
    return ctx;
}

#endif
