/* BLS signatures: keys of both variants, single signatures, aggregates, sets, encodings, partial signatures, rounds of
 * drand; known values, and every misuse. */
#include "bls.h"

/* A vector of bls12-381-tests: the signature of 32 zero bytes. */
static const char *const SECRET = "47b8192d77bf871b62e87859d653922725724a5c031afeabc60bcef5ff665138";
static const char *const SIGNATURE = "b23c46be3a001c63ca711f87a005c200cc550b9429d5f4eb38d74322144f1b63"
                                     "926da3388979e5321012fb1a0526bcd100b5ef5fe72628ce4cd5e904aeaa3279"
                                     "527843fae5ca9ca675f4f51ed8f83bbf7155da9ecc9663100a885d5dc6df96d9";
/* The second test case of EIP-2333, with index 3141592653. */
static const char *const SEED = "3141592653589793238462643383279502884197169399375105820974944592";
static const char *const MASTER = "41c9e07822b092a93fd6797396338c3ada4170cc81829fdfce6b5d34bd5e7ec7";
static const char *const CHILD = "384843fad5f3d777ea39de3e47a8f999ae91f89e42bffa993d91d9782d152a0f";

static void secrets(const Values *v) {
    uint8_t secret[32], child[32], expected[96], seed[32], key[MOST], signature[MOST], before[32], big[32];
    int is_min_pk = v->variant == VORPAL_BLS_MIN_PK;
    hex(SECRET, secret, 32), hex(SIGNATURE, expected, 96), memset(big, 0xff, 32), memset(seed, 0, 32);
    OK(vorpal_bls_sign(v->suite, secret, seed, 32, 0, signature));
    if (is_min_pk) EQUAL(signature, expected, 96);
    hex(SEED, seed, 32);
    OK(vorpal_bls_derive_master(seed, 32, secret));
    hex(MASTER, expected, 32);
    EQUAL(secret, expected, 32);
    OK(vorpal_bls_derive_child(secret, 3141592653u, child));
    hex(CHILD, expected, 32);
    EQUAL(child, expected, 32);
    OK(vorpal_bls_check_secret(child));
    /* A master key is a generated one; a salt changes it. */
    OK(vorpal_bls_key_gen(seed, 32, NULL, 0, child));
    EQUAL(child, secret, 32);
    OK(vorpal_bls_key_gen(seed, 32, seed, 1, child));
    CHECK(memcmp(child, secret, 32) != 0);
    OK(vorpal_bls_key_gen_with_salt(seed, 32, seed, 5, NULL, 0, child));
    CHECK(memcmp(child, secret, 32) != 0);

    memcpy(before, secret, 32);
    FAILS(VORPAL_ERROR_ARGUMENT, "material: 31 bytes", vorpal_bls_key_gen(seed, 31, NULL, 0, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "material: 31 bytes",
          vorpal_bls_key_gen_with_salt(seed, 31, NULL, 0, NULL, 0, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "seed: 31 bytes", vorpal_bls_derive_master(seed, 31, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "material is null", vorpal_bls_key_gen(NULL, 32, NULL, 0, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "info is null", vorpal_bls_key_gen(seed, 32, NULL, 1, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_key_gen(seed, 32, NULL, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret overlaps material", vorpal_bls_key_gen(seed, 32, NULL, 0, seed));
    FAILS(VORPAL_ERROR_ARGUMENT, "no object", vorpal_bls_key_gen(seed, SIZE_MAX, NULL, 0, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "material is null",
          vorpal_bls_key_gen_with_salt(NULL, 32, seed, 5, NULL, 0, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "salt is null", vorpal_bls_key_gen_with_salt(seed, 32, NULL, 5, NULL, 0, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "info is null", vorpal_bls_key_gen_with_salt(seed, 32, seed, 5, NULL, 1, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_key_gen_with_salt(seed, 32, seed, 5, NULL, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "seed is null", vorpal_bls_derive_master(NULL, 32, secret));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_derive_master(seed, 32, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_derive_child(NULL, 0, child));
    FAILS(VORPAL_ERROR_ARGUMENT, "child is null", vorpal_bls_derive_child(secret, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "child overlaps secret", vorpal_bls_derive_child(secret, 0, secret));
    FAILS(VORPAL_ERROR_INPUT, "secret: ", vorpal_bls_derive_child(big, 0, child));
    FAILS(VORPAL_ERROR_INPUT, "secret: ", vorpal_bls_check_secret(big));
    memset(big, 0, 32);
    FAILS(VORPAL_ERROR_INPUT, "secret: ", vorpal_bls_check_secret(big));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_check_secret(NULL));
    FAILS(VORPAL_ERROR_INPUT, "secret: ", vorpal_bls_public_key(v->suite, big, 0, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_public_key(NULL, secret, 0, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_public_key(v->suite, NULL, 0, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "key is null", vorpal_bls_public_key(v->suite, secret, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_public_key(v->suite, secret, 2, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is -1", vorpal_bls_public_key(v->suite, secret, -1, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 8", vorpal_bls_public_key(v->suite, secret, 8, key));
    FAILS(VORPAL_ERROR_INPUT, "secret: ", vorpal_bls_sign(v->suite, big, seed, 32, 0, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_sign(NULL, secret, seed, 32, 0, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_sign(v->suite, NULL, seed, 32, 0, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "message is null", vorpal_bls_sign(v->suite, secret, NULL, 32, 0, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 6", vorpal_bls_sign(v->suite, secret, seed, 32, 6, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_bls_sign(v->suite, secret, seed, 32, 0, NULL));
    EQUAL(before, secret, 32);
}

static void suites(void) {
    vorpal_bls_suite *none = NULL;
    const char *tag = VORPAL_BLS_TAG_MIN_PK_NUL;
    FAILS(VORPAL_ERROR_ARGUMENT, "variant is 2", vorpal_bls_suite_new(2, VORPAL_BLS_BASIC, tag, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "variant is -1", vorpal_bls_suite_new(-1, VORPAL_BLS_BASIC, tag, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "scheme is 3", vorpal_bls_suite_new(VORPAL_BLS_MIN_PK, 3, tag, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "tag is null", vorpal_bls_suite_new(VORPAL_BLS_MIN_PK, 0, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "tag is empty", vorpal_bls_suite_new(VORPAL_BLS_MIN_PK, 0, "", &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_bls_suite_new(VORPAL_BLS_MIN_PK, 0, tag, NULL));
    CHECK(none == NULL);
    vorpal_bls_suite_free(NULL);
}

static void single(const Values *v) {
    const vorpal_bls_suite *suite = v->suite;
    uint8_t bad[MOST] = {0}, out[MOST], proof[MOST];
    const uint8_t *key = v->keys, *signature = v->signatures, *message = v->messages;
    VERDICT(1, vorpal_bls_verify(suite, 0, key, message, 32, signature, &valid));
    VERDICT(0, vorpal_bls_verify(suite, 0, key, message, 31, signature, &valid));
    VERDICT(0, vorpal_bls_verify(suite, 0, key + v->key, message, 32, signature, &valid));
    VERDICT(0, vorpal_bls_verify(suite, 0, key, message, 32, signature + v->signature, &valid));
    VERDICT(0, vorpal_bls_verify(suite, 0, key, message, 32, INFINITY_BYTES, &valid));
    outside(v, out);
    VERDICT(0, vorpal_bls_verify(suite, 0, key, message, 32, out, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "key: ", vorpal_bls_verify(suite, 0, bad, message, 32, signature, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "key: the public key is the point at infinity",
            vorpal_bls_verify(suite, 0, INFINITY_BYTES, message, 32, signature, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "signature: ", vorpal_bls_verify(suite, 0, key, message, 32, bad, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_verify(NULL, 0, key, message, 32, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_verify(suite, 2, key, message, 32, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "key is null", vorpal_bls_verify(suite, 0, NULL, message, 32, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "message is null", vorpal_bls_verify(suite, 0, key, NULL, 32, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_bls_verify(suite, 0, key, message, 32, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null", vorpal_bls_verify(suite, 0, key, message, 32, signature, NULL));

    OK(vorpal_bls_prove_possession(suite, v->secrets[0], 0, proof));
    VERDICT(1, vorpal_bls_verify_possession(suite, 0, key, proof, &valid));
    VERDICT(0, vorpal_bls_verify_possession(suite, 0, key + v->key, proof, &valid));
    VERDICT(0, vorpal_bls_verify_possession(suite, 0, key, signature, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_prove_possession(NULL, v->secrets[0], 0, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_bls_prove_possession(suite, NULL, 0, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_prove_possession(suite, v->secrets[0], 2, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "proof is null", vorpal_bls_prove_possession(suite, v->secrets[0], 0, NULL));
    REFUSES(VORPAL_ERROR_INPUT, "key: ", vorpal_bls_verify_possession(suite, 0, bad, proof, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "proof: ", vorpal_bls_verify_possession(suite, 0, key, bad, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_verify_possession(NULL, 0, key, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "forms is 9", vorpal_bls_verify_possession(suite, 9, key, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "key is null", vorpal_bls_verify_possession(suite, 0, NULL, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "proof is null", vorpal_bls_verify_possession(suite, 0, key, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null", vorpal_bls_verify_possession(suite, 0, key, proof, NULL));
}

/* Every form of the same keys and signatures has the same verdict. */
static void forms(const Values *v) {
    static const int32_t all[6] = {0, 1, 3, 4, 5, 7};
    uint8_t keys[SETS * 2 * MOST], signatures[SETS * 2 * MOST], items[SETS], again[SETS * 2 * MOST], one[2 * MOST];
    for (size_t i = 0; i < 6; i++) {
        int32_t form = all[i];
        size_t key = v->key * (form & 1 ? 2 : 1), signature = v->signature * (form & 4 ? 2 : 1);
        OK(vorpal_bls_convert_keys(v->ctx, v->suite, 0, SETS, v->keys, form, keys, items));
        check_items(items, SETS, SETS, 0);
        OK(vorpal_bls_convert_keys(v->ctx, v->suite, form, SETS, keys, 0, again, items));
        EQUAL(again, v->keys, SETS * v->key);
        OK(vorpal_bls_convert_signatures(v->ctx, v->suite, 0, SETS, v->signatures, form, signatures, items));
        check_items(items, SETS, SETS, 0);
        OK(vorpal_bls_convert_signatures(v->ctx, v->suite, form, SETS, signatures, 0, again, items));
        EQUAL(again, v->signatures, SETS * v->signature);
        OK(vorpal_bls_public_key(v->suite, v->secrets[1], form, one));
        EQUAL(one, keys + key, key);
        OK(vorpal_bls_sign(v->suite, v->secrets[1], v->messages + 32, 32, form, one));
        EQUAL(one, signatures + signature, signature);
        VERDICT(1, vorpal_bls_verify(v->suite, form, keys + key, v->messages + 32, 32, one, &valid));
        VERDICT(0, vorpal_bls_verify(v->suite, form, keys, v->messages + 32, 32, one, &valid));
        VERDICT(1, vorpal_bls_verify_sets(v->ctx, v->suite, form, SETS, signatures, keys, NULL, v->messages, NULL,
                                          items, &valid));
        OK(vorpal_bls_aggregate_signatures(v->ctx, v->suite, form, SETS, signatures, one));
        VERDICT(1, vorpal_bls_aggregate_verify(v->ctx, v->suite, form, SETS, keys, v->messages, NULL, one, &valid));
        keys[key - 1] ^= 1;
        OK(vorpal_bls_convert_keys(v->ctx, v->suite, form, SETS, keys, form, again, items));
        check_items(items, SETS, 0, VORPAL_ITEM_KEY);
        for (size_t k = 0; k < key; k++) CHECK(again[k] == 0);
    }
}

static void encodings(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    const vorpal_bls_suite *suite = v->suite;
    uint8_t items[3], three[3 * MOST] = {0}, out[6 * MOST];
    memcpy(three, v->keys, 2 * v->key), memcpy(three + 2 * v->key, INFINITY_BYTES, v->key);
    OK(vorpal_bls_convert_keys(ctx, suite, 0, 3, three, 1, out, items));
    check_items(items, 3, 2, VORPAL_ITEM_KEY);
    memset(three, 0, sizeof three);
    memcpy(three, v->signatures, v->signature), outside(v, three + v->signature);
    OK(vorpal_bls_check_signatures(ctx, suite, 0, 3, three, items));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_SIGNATURE);
    OK(vorpal_bls_convert_signatures(ctx, suite, 0, 3, three, 4, out, items));
    check_items(items, 3, 2, VORPAL_ITEM_SIGNATURE);
    OK(vorpal_bls_check_signatures(ctx, suite, 4, 2, out, items));
    check_items(items, 2, 1, VORPAL_ITEM_INVALID);
    OK(vorpal_bls_convert_keys(ctx, suite, 0, 0, NULL, 0, NULL, NULL));
    OK(vorpal_bls_convert_signatures(ctx, suite, 0, 0, NULL, 0, NULL, NULL));
    OK(vorpal_bls_check_signatures(ctx, suite, 0, 0, NULL, NULL));

    /* Items of a call that fails are invalid. */
#define LOSES(text, call)                                                                                             \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        FAILS(VORPAL_ERROR_ARGUMENT, text, call);                                                                     \
        CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_OK);      \
    } while (0)
    LOSES("ctx is null", vorpal_bls_convert_keys(NULL, suite, 0, 2, v->keys, 0, out, items));
    LOSES("suite is null", vorpal_bls_convert_keys(ctx, NULL, 0, 2, v->keys, 0, out, items));
    LOSES("forms is 2", vorpal_bls_convert_keys(ctx, suite, 2, 2, v->keys, 0, out, items));
    LOSES("out_forms is 2", vorpal_bls_convert_keys(ctx, suite, 0, 2, v->keys, 2, out, items));
    LOSES("keys is null", vorpal_bls_convert_keys(ctx, suite, 0, 2, NULL, 0, out, items));
    LOSES("out is null", vorpal_bls_convert_keys(ctx, suite, 0, 2, v->keys, 0, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null", vorpal_bls_convert_keys(ctx, suite, 0, 2, v->keys, 0, out, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys: no object",
          vorpal_bls_convert_keys(ctx, suite, 0, SIZE_MAX / 2, v->keys, 0, out, items));
    LOSES("out overlaps keys", vorpal_bls_convert_keys(ctx, suite, 0, 2, out, 0, out + 1, items));
    LOSES("ctx is null", vorpal_bls_convert_signatures(NULL, suite, 0, 2, v->signatures, 0, out, items));
    LOSES("suite is null", vorpal_bls_convert_signatures(ctx, NULL, 0, 2, v->signatures, 0, out, items));
    LOSES("forms is 2", vorpal_bls_convert_signatures(ctx, suite, 2, 2, v->signatures, 0, out, items));
    LOSES("out_forms is 2", vorpal_bls_convert_signatures(ctx, suite, 0, 2, v->signatures, 2, out, items));
    LOSES("signatures is null", vorpal_bls_convert_signatures(ctx, suite, 0, 2, NULL, 0, out, items));
    LOSES("out is null", vorpal_bls_convert_signatures(ctx, suite, 0, 2, v->signatures, 0, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null",
          vorpal_bls_convert_signatures(ctx, suite, 0, 2, v->signatures, 0, out, NULL));
    LOSES("ctx is null", vorpal_bls_check_signatures(NULL, suite, 0, 2, v->signatures, items));
    LOSES("suite is null", vorpal_bls_check_signatures(ctx, NULL, 0, 2, v->signatures, items));
    LOSES("forms is 2", vorpal_bls_check_signatures(ctx, suite, 2, 2, v->signatures, items));
    LOSES("signatures is null", vorpal_bls_check_signatures(ctx, suite, 0, 2, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null", vorpal_bls_check_signatures(ctx, suite, 0, 2, v->signatures, NULL));

    /* A signature with the secret key 1 is the hashed message. */
    uint8_t one[32] = {0}, hashed[MOST], signature[MOST];
    one[31] = 1;
    OK(vorpal_bls_hash_to_curve(suite, v->messages, 32, 0, hashed));
    OK(vorpal_bls_sign(suite, one, v->messages, 32, 0, signature));
    EQUAL(hashed, signature, v->signature);
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_hash_to_curve(NULL, v->messages, 32, 0, hashed));
    FAILS(VORPAL_ERROR_ARGUMENT, "message is null", vorpal_bls_hash_to_curve(suite, NULL, 32, 0, hashed));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_hash_to_curve(suite, v->messages, 32, 2, hashed));
    FAILS(VORPAL_ERROR_ARGUMENT, "point is null", vorpal_bls_hash_to_curve(suite, v->messages, 32, 0, NULL));
}

static void aggregates(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    const vorpal_bls_suite *suite = v->suite;
    uint8_t sum[MOST], signature[MOST], parts[SETS * MOST], bad[SETS * MOST], key[MOST];
    size_t offsets[SETS + 1] = {0, 7, 7, 40, 41, 160}, wrong[SETS + 1] = {0, 8, 7, 40, 41, 160};
    /* One message of all. */
    sign_all(v, suite, SETS, v->messages, 9, parts);
    OK(vorpal_bls_aggregate_signatures(ctx, suite, 0, SETS, parts, sum));
    OK(vorpal_bls_aggregate_keys(ctx, suite, 0, SETS, v->keys, key));
    VERDICT(1, vorpal_bls_verify(suite, 0, key, v->messages, 9, sum, &valid));
    VERDICT(1, vorpal_bls_fast_aggregate_verify(ctx, suite, 0, SETS, v->keys, v->messages, 9, sum, &valid));
    VERDICT(0, vorpal_bls_fast_aggregate_verify(ctx, suite, 0, SETS - 1, v->keys, v->messages, 9, sum, &valid));
    VERDICT(0, vorpal_bls_fast_aggregate_verify(ctx, suite, 0, SETS, v->keys, v->messages, 8, sum, &valid));
    VERDICT(0, vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 0, NULL, v->messages, 9, INFINITY_BYTES, &valid));
    /* A key and its opposite, whose flag of y differs. */
    memcpy(bad, v->keys, v->key), memcpy(bad + v->key, v->keys, v->key), bad[v->key] ^= 0x20;
    FAILS(VORPAL_ERROR_INPUT, "infinity", vorpal_bls_aggregate_keys(ctx, suite, 0, 2, bad, key));
    VERDICT(0, vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 2, bad, v->messages, 9, INFINITY_BYTES, &valid));
    /* A message of each, also of different lengths. */
    OK(vorpal_bls_aggregate_signatures(ctx, suite, 0, SETS, v->signatures, sum));
    VERDICT(1, vorpal_bls_aggregate_verify(ctx, suite, 0, SETS, v->keys, v->messages, NULL, sum, &valid));
    VERDICT(0, vorpal_bls_aggregate_verify(ctx, suite, 0, SETS, v->keys, v->messages, offsets, sum, &valid));
    for (size_t i = 0; i < SETS; i++) {
        OK(vorpal_bls_sign(suite, v->secrets[i], v->messages + offsets[i], offsets[i + 1] - offsets[i], 0,
                           parts + v->signature * i));
    }
    OK(vorpal_bls_aggregate_signatures(ctx, suite, 0, SETS, parts, signature));
    VERDICT(1, vorpal_bls_aggregate_verify(ctx, suite, 0, SETS, v->keys, v->messages, offsets, signature, &valid));
    VERDICT(0, vorpal_bls_aggregate_verify(ctx, suite, 0, 0, NULL, NULL, NULL, INFINITY_BYTES, &valid));
    /* The basic scheme refuses equal messages; augmentation signs the key too. */
    static const char *const tags[2] = {VORPAL_BLS_TAG_MIN_PK_AUG, VORPAL_BLS_TAG_MIN_SIG_AUG};
    vorpal_bls_suite *basic = suite_of(v->variant, VORPAL_BLS_BASIC, TAGS[v->variant]);
    vorpal_bls_suite *augmented = suite_of(v->variant, VORPAL_BLS_AUGMENTATION, tags[v->variant]);
    uint8_t equal[64];
    memcpy(equal, v->messages, 32), memcpy(equal + 32, v->messages, 32);
    sign_all(v, suite, 2, equal, 32, parts);
    OK(vorpal_bls_aggregate_signatures(ctx, suite, 0, 2, parts, sum));
    VERDICT(1, vorpal_bls_aggregate_verify(ctx, suite, 0, 2, v->keys, equal, NULL, sum, &valid));
    VERDICT(0, vorpal_bls_aggregate_verify(ctx, basic, 0, 2, v->keys, equal, NULL, sum, &valid));
    sign_all(v, augmented, 2, equal, 32, parts);
    OK(vorpal_bls_aggregate_signatures(ctx, augmented, 0, 2, parts, sum));
    VERDICT(1, vorpal_bls_aggregate_verify(ctx, augmented, 0, 2, v->keys, equal, NULL, sum, &valid));
    VERDICT(0, vorpal_bls_fast_aggregate_verify(ctx, augmented, 0, 2, v->keys, equal, 32, sum, &valid));
    vorpal_bls_suite_free(basic), vorpal_bls_suite_free(augmented);

    memcpy(bad, v->keys, 3 * v->key), bad[2 * v->key] = 0;
    FAILS(VORPAL_ERROR_INPUT, "key 2: ", vorpal_bls_aggregate_keys(ctx, suite, 0, 3, bad, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys: nothing", vorpal_bls_aggregate_keys(ctx, suite, 0, 0, NULL, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_aggregate_keys(NULL, suite, 0, 3, v->keys, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_aggregate_keys(ctx, NULL, 0, 3, v->keys, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_aggregate_keys(ctx, suite, 2, 3, v->keys, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys is null", vorpal_bls_aggregate_keys(ctx, suite, 0, 3, NULL, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "sum is null", vorpal_bls_aggregate_keys(ctx, suite, 0, 3, v->keys, NULL));
    REFUSES(VORPAL_ERROR_INPUT, "key 2: ",
            vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 3, bad, v->messages, 9, sum, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "key 2: ",
            vorpal_bls_aggregate_verify(ctx, suite, 0, 3, bad, v->messages, NULL, sum, &valid));
    memcpy(bad, v->signatures, 3 * v->signature), outside(v, bad + v->signature);
    FAILS(VORPAL_ERROR_INPUT, "signature 1: ", vorpal_bls_aggregate_signatures(ctx, suite, 0, 3, bad, sum));
    bad[2 * v->signature] = 0, memcpy(bad + v->signature, v->signatures, v->signature);
    FAILS(VORPAL_ERROR_INPUT, "signature 2: ", vorpal_bls_aggregate_signatures(ctx, suite, 0, 3, bad, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "signatures: nothing",
          vorpal_bls_aggregate_signatures(ctx, suite, 0, 0, NULL, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_aggregate_signatures(NULL, suite, 0, 3, parts, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_aggregate_signatures(ctx, NULL, 0, 3, parts, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_aggregate_signatures(ctx, suite, 2, 3, parts, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "signatures is null", vorpal_bls_aggregate_signatures(ctx, suite, 0, 3, NULL, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "sum is null", vorpal_bls_aggregate_signatures(ctx, suite, 0, 3, parts, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "sum overlaps signatures",
          vorpal_bls_aggregate_signatures(ctx, suite, 0, 3, parts, parts + 3));

    bad[0] = 0;
    REFUSES(VORPAL_ERROR_INPUT, "signature: ",
            vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 3, v->keys, v->messages, 9, bad, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null",
            vorpal_bls_fast_aggregate_verify(NULL, suite, 0, 3, v->keys, v->messages, 9, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "suite is null",
            vorpal_bls_fast_aggregate_verify(ctx, NULL, 0, 3, v->keys, v->messages, 9, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "forms is 2",
            vorpal_bls_fast_aggregate_verify(ctx, suite, 2, 3, v->keys, v->messages, 9, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "keys is null",
            vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 3, NULL, v->messages, 9, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "message is null",
            vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 3, v->keys, NULL, 9, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "signature is null",
            vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 3, v->keys, v->messages, 9, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 3, v->keys, v->messages, 9, sum, NULL));
    REFUSES(VORPAL_ERROR_INPUT, "signature: ",
            vorpal_bls_aggregate_verify(ctx, suite, 0, 3, v->keys, v->messages, NULL, bad, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null",
            vorpal_bls_aggregate_verify(NULL, suite, 0, 3, v->keys, v->messages, NULL, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "suite is null",
            vorpal_bls_aggregate_verify(ctx, NULL, 0, 3, v->keys, v->messages, NULL, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "forms is 2",
            vorpal_bls_aggregate_verify(ctx, suite, 2, 3, v->keys, v->messages, NULL, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "keys is null",
            vorpal_bls_aggregate_verify(ctx, suite, 0, 3, NULL, v->messages, NULL, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "messages is null",
            vorpal_bls_aggregate_verify(ctx, suite, 0, 3, v->keys, NULL, NULL, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "message_offsets: number 2 is below number 1",
            vorpal_bls_aggregate_verify(ctx, suite, 0, SETS, v->keys, v->messages, wrong, sum, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "signature is null",
            vorpal_bls_aggregate_verify(ctx, suite, 0, 3, v->keys, v->messages, NULL, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_bls_aggregate_verify(ctx, suite, 0, 3, v->keys, v->messages, NULL, sum, NULL));
}

static void ethereum(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    uint8_t sum[48], expected[48], signature[96], parts[SETS * 96], bad[96] = {0};
    OK(vorpal_bls_eth_aggregate_pubkeys(ctx, 0, SETS, v->keys, sum));
    OK(vorpal_bls_aggregate_keys(ctx, v->suite, 0, SETS, v->keys, expected));
    EQUAL(sum, expected, 48);
    sign_all(v, v->suite, SETS, v->messages, 9, parts);
    OK(vorpal_bls_aggregate_signatures(ctx, v->suite, 0, SETS, parts, signature));
    VERDICT(1, vorpal_bls_eth_fast_aggregate_verify(ctx, 0, SETS, v->keys, v->messages, 9, signature, &valid));
    VERDICT(0, vorpal_bls_eth_fast_aggregate_verify(ctx, 0, SETS, v->keys, v->messages, 9, INFINITY_BYTES, &valid));
    VERDICT(1, vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 0, NULL, v->messages, 9, INFINITY_BYTES, &valid));
    VERDICT(0, vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 0, NULL, v->messages, 9, signature, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys: nothing", vorpal_bls_eth_aggregate_pubkeys(ctx, 0, 0, NULL, sum));
    FAILS(VORPAL_ERROR_INPUT, "key 0: ", vorpal_bls_eth_aggregate_pubkeys(ctx, 0, 1, INFINITY_BYTES, sum));
    FAILS(VORPAL_ERROR_INPUT, "key 0: ", vorpal_bls_eth_aggregate_pubkeys(ctx, 0, 1, OUTSIDE_G1, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_eth_aggregate_pubkeys(NULL, 0, 1, v->keys, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_eth_aggregate_pubkeys(ctx, 2, 1, v->keys, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys is null", vorpal_bls_eth_aggregate_pubkeys(ctx, 0, 1, NULL, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "sum is null", vorpal_bls_eth_aggregate_pubkeys(ctx, 0, 1, v->keys, NULL));
    const uint8_t *m = v->messages;
    REFUSES(VORPAL_ERROR_INPUT, "signature: ",
            vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 1, v->keys, m, 9, bad, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "key 0: ",
            vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 1, bad, m, 9, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null",
            vorpal_bls_eth_fast_aggregate_verify(NULL, 0, 1, v->keys, m, 9, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "forms is 2",
            vorpal_bls_eth_fast_aggregate_verify(ctx, 2, 1, v->keys, m, 9, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "keys is null",
            vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 1, NULL, m, 9, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "message is null",
            vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 1, v->keys, NULL, 9, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "signature is null",
            vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 1, v->keys, m, 9, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 1, v->keys, m, 9, signature, NULL));
}

/* A set of each kind: one key, several keys, none; a malformed signature, a malformed key; messages that repeat. */
static void sets(const Values *v) {
    enum { COUNT = 6, KEYS = 7 };
    const vorpal_ctx *ctx = v->ctx;
    const vorpal_bls_suite *suite = v->suite;
    size_t k = v->key, s = v->signature;
    uint8_t keys[KEYS * MOST], signatures[COUNT * MOST], messages[20], items[COUNT], parts[2 * MOST];
    size_t key_offsets[COUNT + 1] = {0, 1, 3, 3, 4, 5, 7}, message_offsets[COUNT + 1] = {0, 3, 3, 5, 10, 11, 20};
    size_t wrong[COUNT + 1] = {0, 1, 3, 2, 4, 5, 7};
    fill(messages, sizeof messages, 5);
    /* The keys of the sets are 0; 1, 2; none; 3; 4; 0, 1. */
    memcpy(keys, v->keys, SETS * k), memcpy(keys + SETS * k, v->keys, 2 * k);
    static const size_t first[COUNT] = {0, 1, 3, 3, 4, 0}, number[COUNT] = {1, 2, 1, 1, 1, 2};
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < number[i]; j++) {
            OK(vorpal_bls_sign(suite, v->secrets[first[i] + j], messages + message_offsets[i],
                               message_offsets[i + 1] - message_offsets[i], 0, parts + s * j));
        }
        OK(vorpal_bls_aggregate_signatures(ctx, suite, 0, number[i], parts, signatures + s * i));
    }
#define SETS_OF(count, items)                                                                                         \
    vorpal_bls_verify_sets(ctx, suite, 0, count, signatures, keys, key_offsets, messages, message_offsets, items,      \
                           &valid)
    VERDICT(1, SETS_OF(2, items));
    VERDICT(0, SETS_OF(COUNT, items));
    check_items(items, COUNT, 2, VORPAL_ITEM_INVALID);
    VERDICT(0, SETS_OF(COUNT, NULL));
    VERDICT(0, SETS_OF(0, items));
    VERDICT(0, vorpal_bls_verify_sets(ctx, suite, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, &valid));
    signatures[4 * s] = 0, keys[3 * k] = 0, signatures[1] ^= 1;
    memcpy(signatures + 5 * s, signatures + s, s);
    VERDICT(0, SETS_OF(COUNT, items));
    CHECK(items[1] == VORPAL_ITEM_OK && items[2] == VORPAL_ITEM_INVALID && items[3] == VORPAL_ITEM_KEY);
    CHECK(items[4] == VORPAL_ITEM_SIGNATURE && items[5] == VORPAL_ITEM_INVALID);
    CHECK(items[0] == VORPAL_ITEM_SIGNATURE || items[0] == VORPAL_ITEM_INVALID);
    outside(v, signatures);
    VERDICT(0, SETS_OF(2, items));
    check_items(items, 2, 0, VORPAL_ITEM_INVALID);

    /* Sets of equal messages whose faults cancel. */
    uint8_t two[2 * MOST], equal[64];
    memcpy(equal, v->messages, 32), memcpy(equal + 32, v->messages, 32);
    sign_all(v, suite, 2, equal, 32, two);
    VERDICT(1, vorpal_bls_verify_sets(ctx, suite, 0, 2, two, v->keys, NULL, equal, NULL, items, &valid));
    memcpy(parts, two, 2 * s), memcpy(two, parts + s, s), memcpy(two + s, parts, s);
    VERDICT(0, vorpal_bls_verify_sets(ctx, suite, 0, 2, two, v->keys, NULL, equal, NULL, items, &valid));
    CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID);

#define REFUSES_SETS(text, call)                                                                                      \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        REFUSES(VORPAL_ERROR_ARGUMENT, text, call);                                                                   \
        for (size_t i = 0; i < COUNT; i++) CHECK(items[i] == VORPAL_ITEM_INVALID);                                    \
    } while (0)
    const uint8_t *m = messages;
    const size_t *ko = key_offsets, *mo = message_offsets;
    REFUSES_SETS("ctx is null",
                 vorpal_bls_verify_sets(NULL, suite, 0, COUNT, signatures, keys, ko, m, mo, items, &valid));
    REFUSES_SETS("suite is null",
                 vorpal_bls_verify_sets(ctx, NULL, 0, COUNT, signatures, keys, ko, m, mo, items, &valid));
    REFUSES_SETS("forms is 2",
                 vorpal_bls_verify_sets(ctx, suite, 2, COUNT, signatures, keys, ko, m, mo, items, &valid));
    REFUSES_SETS("signatures is null",
                 vorpal_bls_verify_sets(ctx, suite, 0, COUNT, NULL, keys, ko, m, mo, items, &valid));
    REFUSES_SETS("keys is null",
                 vorpal_bls_verify_sets(ctx, suite, 0, COUNT, signatures, NULL, ko, m, mo, items, &valid));
    REFUSES_SETS("key_offsets: number 3 is below number 2",
                 vorpal_bls_verify_sets(ctx, suite, 0, COUNT, signatures, keys, wrong, m, mo, items, &valid));
    REFUSES_SETS("messages is null",
                 vorpal_bls_verify_sets(ctx, suite, 0, COUNT, signatures, keys, ko, NULL, mo, items, &valid));
    REFUSES_SETS("message_offsets: number 3",
                 vorpal_bls_verify_sets(ctx, suite, 0, COUNT, signatures, keys, ko, m, wrong, items, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "items overlaps messages",
            vorpal_bls_verify_sets(ctx, suite, 0, COUNT, signatures, keys, ko, m, mo, messages + 1, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_bls_verify_sets(ctx, suite, 0, COUNT, signatures, keys, ko, m, mo, items, NULL));
    REFUSES(VORPAL_ERROR_ARGUMENT, "no object",
            vorpal_bls_verify_sets(ctx, suite, 0, SIZE_MAX, signatures, keys, NULL, m, NULL, items, &valid));
}

/* The shares 1 to 4 of a polynomial of degree 1: keys that are small numbers. */
static void shares(const Values *v) {
    enum { COUNT = 4 };
    const vorpal_ctx *ctx = v->ctx;
    const vorpal_bls_suite *suite = v->suite;
    size_t k = v->key, s = v->signature;
    uint32_t indices[COUNT] = {1, 2, 3, 4}, zero[COUNT] = {1, 0, 3, 4}, twice[COUNT] = {1, 2, 3, 2};
    uint8_t keys[COUNT * MOST], signatures[COUNT * MOST], expected[MOST], found[MOST], items[COUNT], secret[32] = {0};
    const uint8_t *m = v->messages;
    secret[31] = 5;
    OK(vorpal_bls_sign(suite, secret, m, 32, 0, expected));
    for (uint8_t i = 0; i < COUNT; i++) {
        secret[31] = (uint8_t)(5 + 2 * (i + 1));
        OK(vorpal_bls_public_key(suite, secret, 0, keys + k * i));
        OK(vorpal_bls_sign(suite, secret, m, 32, 0, signatures + s * i));
    }
    OK(vorpal_bls_combine(ctx, suite, 0, 2, indices + 1, signatures + s, found));
    EQUAL(found, expected, s);
#define COMBINE(threshold, indices)                                                                                   \
    vorpal_bls_combine_partials(ctx, suite, 0, threshold, COUNT, indices, keys, signatures, m, 32, found, items, &valid)
    memset(found, 0, s);
    VERDICT(1, COMBINE(2, indices));
    EQUAL(found, expected, s);
    check_items(items, COUNT, COUNT, 0);
    memcpy(signatures, signatures + s, s), signatures[2 * s] = 0, keys[3 * k] = 0;
    memset(found, 7, s);
    VERDICT(0, COMBINE(2, indices));
    CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_OK && items[2] == VORPAL_ITEM_SIGNATURE);
    CHECK(items[3] == VORPAL_ITEM_KEY && found[0] == 7 && found[s - 1] == 7);
    memset(keys, 0, sizeof keys);
    VERDICT(0, COMBINE(2, indices));
    CHECK(items[0] == VORPAL_ITEM_KEY && items[1] == VORPAL_ITEM_KEY && items[2] == VORPAL_ITEM_SIGNATURE);
    REFUSES(VORPAL_ERROR_ARGUMENT, "share 1 has the index 0", COMBINE(2, zero));
    REFUSES(VORPAL_ERROR_ARGUMENT, "share 3 has the index 2", COMBINE(2, twice));
    REFUSES(VORPAL_ERROR_ARGUMENT, "threshold is 0", COMBINE(0, indices));
    CHECK(items[0] == VORPAL_ITEM_INVALID && found[0] == 7);
#define BAD(text, ctx, suite, forms, count, indices, keys, signatures, m, found, valid)                               \
    FAILS(VORPAL_ERROR_ARGUMENT, text,                                                                                \
          vorpal_bls_combine_partials(ctx, suite, forms, 2, count, indices, keys, signatures, m, 32, found, items,     \
                                      valid))
    int32_t valid = 1;
    BAD("ctx is null", NULL, suite, 0, COUNT, indices, keys, signatures, m, found, &valid);
    CHECK(valid == 0);
    BAD("suite is null", ctx, NULL, 0, COUNT, indices, keys, signatures, m, found, &valid);
    BAD("forms is 2", ctx, suite, 2, COUNT, indices, keys, signatures, m, found, &valid);
    BAD("signatures: nothing", ctx, suite, 0, 0, NULL, NULL, NULL, m, found, &valid);
    BAD("indices is null", ctx, suite, 0, COUNT, NULL, keys, signatures, m, found, &valid);
    BAD("keys is null", ctx, suite, 0, COUNT, indices, NULL, signatures, m, found, &valid);
    BAD("signatures is null", ctx, suite, 0, COUNT, indices, keys, NULL, m, found, &valid);
    BAD("message is null", ctx, suite, 0, COUNT, indices, keys, signatures, NULL, found, &valid);
    BAD("signature is null", ctx, suite, 0, COUNT, indices, keys, signatures, m, NULL, &valid);
    BAD("valid is null", ctx, suite, 0, COUNT, indices, keys, signatures, m, found, NULL);
    vorpal_bls_suite *augmented = suite_of(v->variant, VORPAL_BLS_AUGMENTATION, TAGS[v->variant]);
    BAD("suite: with augmentation", ctx, augmented, 0, SETS - 1, indices, v->keys, v->signatures, m, found, &valid);
    /* Here no partial signature is well-formed. */
    BAD("suite: with augmentation", ctx, augmented, 0, COUNT, indices, keys, signatures, m, found, &valid);
    vorpal_bls_suite_free(augmented);

    FAILS(VORPAL_ERROR_INPUT, "signature 2: ", vorpal_bls_combine(ctx, suite, 0, COUNT, indices, signatures, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "share 1 has the index 0",
          vorpal_bls_combine(ctx, suite, 0, 2, zero, signatures, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "signatures: nothing", vorpal_bls_combine(ctx, suite, 0, 0, NULL, NULL, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_combine(NULL, suite, 0, 2, indices, signatures, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_combine(ctx, NULL, 0, 2, indices, signatures, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_combine(ctx, suite, 2, 2, indices, signatures, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "indices is null", vorpal_bls_combine(ctx, suite, 0, 2, NULL, signatures, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "signatures is null", vorpal_bls_combine(ctx, suite, 0, 2, indices, NULL, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_bls_combine(ctx, suite, 0, 2, indices, signatures, NULL));
}

/* Published rounds of drand's default chain, of quicknet and of fastnet, and a round of a key of our own. */
static const char *const DEFAULT =
    "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31";
static const uint64_t NUMBERS[2] = {1337, 3311596};
static const char *const PREVIOUS[2] = {
    "80d95247ddf1bb3acf5738497a5f10406be283144603f63d714bb1a44ff6b93285ae2697fffeb50c68862bd9fbecd4b2"
    "04b1798d2686b4ac5d573615031d9d67e6168bde9a7adf1161430a498ca701a25c216aee3e38ffd5290369034fa050a2",
    "8ed588f2a7716fb1349e2d9803da5db0005e98a83783c353d4a08f183236a9ad91d70ddb01266f4b7c576983db464b43"
    "0e65680b9e0098552758afd6c1e6afcb77e3f62fe1b93d42d1cb63abbb2205512fe12fbf74ea9c5ac3b8f5c1e283a1d8"};
static const char *const ROUNDS[2] = {
    "945b08dcb30e24da281ccf14a646f0630ceec515af5c5895e18cc1b19edd65d156b71c776a369af3487f1bc6af106250"
    "0b059e01095cc0eedce91713977d7735cac675554edfa0d0481bb991ed93d333d08286192c05bf6b65d20f23a37fc7bb",
    "a696b9409ababce45749c3a4ec369074453dd4a79967734e1390d969c8ad8d98897d217b9121e92c8ddebbddda8d92f9"
    "00e3bd6bf9deb166863b1a19390d743f82774001487594c5c09e581db7365f02b70a2c8cc41ce32446ef08e4890c4754"};
static const char *const RANDOMNESS[3] = {"2660664f8d4bc401194d80d81da20a1e79480f65b8e2d205aecbd143b5bfb0d3",
                                          "647c07b2abbf7ff2afb4d670214f565e5cd9f9c91bfdcecb59a21f3c78d73920",
                                          "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"};
static const char *const QUICKNET = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
                                    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
                                    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
static const char *const FASTNET = "a0b862a7527fee3a731bcb59280ab6abd62d5c0b6ea03dc4ddf6612fdfc9d01f"
                                   "01c31542541771903475eb1ec6615f8d0df0b8b6dce385811d6dcf8cbefb8759"
                                   "e5e616a3dfd054c928940766d9a5b9db91e3b697e5d70a975181e007f87fca5e";
static const char *const IN_G1[2] = {
    "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
    "9544ddce2fdbe8688d6f5b4f98eed5d63eee3902e7e162050ac0f45905a55657714880adabe3c3096b92767d886567d0"};
/* SHA-256 of the number 5 in eight bytes. */
static const char *const FIVE = "5dee4dd60ff8d0ba9900fe91e90e0dcf65f0570d42c431f727d0300dd70dc431";

static void rounds(const vorpal_ctx *ctx) {
    uint8_t key[96], signature[2 * 96], expected[2 * 32], randomness[2 * 32], items[2], item = 9, previous[2 * 96];
    uint64_t numbers[2];
    size_t offsets[3] = {0, 96, 192}, wrong[3] = {0, 96, 95};
    memcpy(numbers, NUMBERS, sizeof numbers), hex(DEFAULT, key, 48);
    for (size_t i = 0; i < 2; i++) {
        hex(PREVIOUS[i], previous + 96 * i, 96), hex(ROUNDS[i], signature + 96 * i, 96);
        hex(RANDOMNESS[i], expected + 32 * i, 32);
    }
#define CHAINED(previous, offsets)                                                                                    \
    vorpal_bls_drand_verify(ctx, VORPAL_DRAND_CHAINED, 0, key, 2, numbers, previous, offsets, signature, randomness,   \
                            items, &valid)
    VERDICT(1, CHAINED(previous, NULL));
    EQUAL(randomness, expected, 64);
    check_items(items, 2, 2, 0);
    VERDICT(1, CHAINED(previous, offsets));
    offsets[1] = 95;
    VERDICT(0, CHAINED(previous, offsets));
    CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID);
    numbers[1]++;
    VERDICT(0, CHAINED(previous, NULL));
    check_items(items, 2, 1, VORPAL_ITEM_INVALID);
    memset(expected + 32, 0, 32);
    EQUAL(randomness, expected, 64);
    signature[96] = 0;
    VERDICT(0, CHAINED(previous, NULL));
    check_items(items, 2, 1, VORPAL_ITEM_SIGNATURE);
    VERDICT(0, vorpal_bls_drand_verify(ctx, VORPAL_DRAND_UNCHAINED, 0, key, 2, numbers, NULL, NULL, signature, NULL,
                                       NULL, &valid));
    VERDICT(0, vorpal_bls_drand_verify(ctx, VORPAL_DRAND_CHAINED, 0, key, 0, NULL, NULL, NULL, NULL, NULL, NULL,
                                       &valid));

    numbers[0] = 657413, hex(QUICKNET, key, 96), hex(IN_G1[0], signature, 48), hex(RANDOMNESS[2], expected, 32);
#define IN_G1(scheme)                                                                                                 \
    vorpal_bls_drand_verify(ctx, scheme, 0, key, 1, numbers, NULL, NULL, signature, randomness, &item, &valid)
    VERDICT(1, IN_G1(VORPAL_DRAND_UNCHAINED_IN_G1));
    EQUAL(randomness, expected, 32);
    VERDICT(0, IN_G1(VORPAL_DRAND_UNCHAINED_IN_G1_UNDER_TAG_OF_G2));
    CHECK(item == VORPAL_ITEM_INVALID);
    numbers[0] = 1, hex(FASTNET, key, 96), hex(IN_G1[1], signature, 48);
    VERDICT(1, IN_G1(VORPAL_DRAND_UNCHAINED_IN_G1_UNDER_TAG_OF_G2));
    VERDICT(0, IN_G1(VORPAL_DRAND_UNCHAINED_IN_G1));

    uint8_t hash[32], own[48], secret[32], signatures[96], bad[48] = {0};
    vorpal_bls_suite *suite = suite_of(VORPAL_BLS_MIN_PK, VORPAL_BLS_BASIC, VORPAL_BLS_TAG_MIN_PK_NUL);
    numbers[0] = 5, hex(SECRET, secret, 32), hex(FIVE, hash, 32);
    OK(vorpal_bls_public_key(suite, secret, 0, own));
    OK(vorpal_bls_sign(suite, secret, hash, 32, 0, signatures));
    vorpal_bls_suite_free(suite);
    VERDICT(1, vorpal_bls_drand_verify(ctx, VORPAL_DRAND_UNCHAINED, 0, own, 1, numbers, NULL, NULL, signatures, NULL,
                                       NULL, &valid));

#define REFUSES_ROUND(status, text, call)                                                                             \
    do {                                                                                                              \
        item = VORPAL_ITEM_OK;                                                                                        \
        REFUSES(status, text, call);                                                                                  \
        CHECK(item == VORPAL_ITEM_INVALID);                                                                           \
    } while (0)
    REFUSES_ROUND(VORPAL_ERROR_INPUT, "key: ",
                  vorpal_bls_drand_verify(ctx, 1, 0, bad, 1, numbers, NULL, NULL, signatures, NULL, &item, &valid));
    REFUSES_ROUND(VORPAL_ERROR_ARGUMENT, "scheme is 4",
                  vorpal_bls_drand_verify(ctx, 4, 0, own, 1, numbers, NULL, NULL, signatures, NULL, &item, &valid));
    REFUSES_ROUND(VORPAL_ERROR_ARGUMENT, "ctx is null",
                  vorpal_bls_drand_verify(NULL, 1, 0, own, 1, numbers, NULL, NULL, signatures, NULL, &item, &valid));
    REFUSES_ROUND(VORPAL_ERROR_ARGUMENT, "forms is 2",
                  vorpal_bls_drand_verify(ctx, 1, 2, own, 1, numbers, NULL, NULL, signatures, NULL, &item, &valid));
    REFUSES_ROUND(VORPAL_ERROR_ARGUMENT, "key is null",
                  vorpal_bls_drand_verify(ctx, 1, 0, NULL, 1, numbers, NULL, NULL, signatures, NULL, &item, &valid));
    REFUSES_ROUND(VORPAL_ERROR_ARGUMENT, "rounds is null",
                  vorpal_bls_drand_verify(ctx, 1, 0, own, 1, NULL, NULL, NULL, signatures, NULL, &item, &valid));
    REFUSES_ROUND(VORPAL_ERROR_ARGUMENT, "previous is null",
                  vorpal_bls_drand_verify(ctx, 0, 0, own, 1, numbers, NULL, NULL, signatures, NULL, &item, &valid));
    REFUSES_ROUND(VORPAL_ERROR_ARGUMENT, "signatures is null",
                  vorpal_bls_drand_verify(ctx, 1, 0, own, 1, numbers, NULL, NULL, NULL, NULL, &item, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "previous_offsets: number 2 is below number 1",
            vorpal_bls_drand_verify(ctx, 0, 0, own, 2, numbers, previous, wrong, signature, NULL, items, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "randomness overlaps signatures",
            vorpal_bls_drand_verify(ctx, 1, 0, own, 1, numbers, NULL, NULL, signatures, signatures, &item, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_bls_drand_verify(ctx, 1, 0, own, 1, numbers, NULL, NULL, signatures, NULL, &item, NULL));
}

int main(void) {
    suites();
    for (int32_t variant = VORPAL_BLS_MIN_PK; variant <= VORPAL_BLS_MIN_SIG; variant++) {
        Values v = values(variant);
        secrets(&v), single(&v), forms(&v), encodings(&v), aggregates(&v), sets(&v), shares(&v);
        if (variant == VORPAL_BLS_MIN_PK) ethereum(&v), rounds(v.ctx);
        release(&v);
    }
    puts("bls: all passed");
    return 0;
}
