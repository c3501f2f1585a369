/* Keys and signatures of BLS, which its tests share. */
#ifndef BLS_H
#define BLS_H

#include "check.h"

enum { SETS = 5, MOST = 192 };

/* A variant with its lengths. Set `i` has the message `i` of 32 bytes, and one key. */
typedef struct {
    vorpal_ctx *ctx;
    vorpal_bls_suite *suite;
    int32_t variant;
    size_t key, signature;
    uint8_t secrets[SETS][32], messages[SETS * 32], keys[SETS * MOST], signatures[SETS * MOST];
} Values;

static const char *const TAGS[2] = {VORPAL_BLS_TAG_MIN_PK_POP, VORPAL_BLS_TAG_MIN_SIG_POP};
/* Encodings of infinity, and of a point of G1 of order 3: x is 0, and y is 2. */
static const uint8_t INFINITY_BYTES[MOST] = {0xc0}, OUTSIDE_G1[48] = {0x80};

static inline vorpal_bls_suite *suite_of(int32_t variant, int32_t scheme, const char *tag) {
    vorpal_bls_suite *suite = NULL;
    OK(vorpal_bls_suite_new(variant, scheme, tag, &suite));
    return suite;
}

/* The first point of the curve of signatures outside the subgroup, compressed: by small x. */
static inline void outside(const Values *v, uint8_t *point) {
    uint8_t item = VORPAL_ITEM_SIGNATURE;
    memset(point, 0, v->signature);
    point[0] = 0x80;
    for (uint8_t x = 1; item != VORPAL_ITEM_INVALID; x++) {
        CHECK(x < 100);
        point[v->signature - 1] = x;
        OK(vorpal_bls_check_signatures(v->ctx, v->suite, 0, 1, point, &item));
    }
}

static inline Values values(int32_t variant) {
    Values v;
    memset(&v, 0, sizeof v);
    v.ctx = context(2), v.variant = variant;
    v.suite = suite_of(variant, VORPAL_BLS_POSSESSION, TAGS[variant]);
    v.key = variant == VORPAL_BLS_MIN_PK ? VORPAL_BLS_G1_BYTES : VORPAL_BLS_G2_BYTES;
    v.signature = VORPAL_BLS_G1_BYTES + VORPAL_BLS_G2_BYTES - v.key;
    fill(v.messages, sizeof v.messages, 3);
    for (size_t i = 0; i < SETS; i++) {
        uint8_t material[32];
        fill(material, 32, 10 + i);
        OK(vorpal_bls_key_gen(material, 32, NULL, 0, v.secrets[i]));
        OK(vorpal_bls_public_key(v.suite, v.secrets[i], 0, v.keys + v.key * i));
        OK(vorpal_bls_sign(v.suite, v.secrets[i], v.messages + 32 * i, 32, 0, v.signatures + v.signature * i));
    }
    return v;
}

/* The signatures of one message by the first keys. */
static inline void sign_all(const Values *v, const vorpal_bls_suite *suite, size_t count, const uint8_t *message,
                            size_t message_len, uint8_t *signatures) {
    for (size_t i = 0; i < count; i++) {
        OK(vorpal_bls_sign(suite, v->secrets[i], message, message_len, 0, signatures + v->signature * i));
    }
}

static inline void release(Values *v) { vorpal_bls_suite_free(v->suite), vorpal_ctx_free(v->ctx); }

/* Whether the items are valid but for these. */
static inline void check_items(const uint8_t *items, size_t count, size_t wrong, uint8_t item) {
    for (size_t i = 0; i < count; i++) CHECK(items[i] == (i == wrong ? item : (uint8_t)VORPAL_ITEM_OK));
}

#endif
