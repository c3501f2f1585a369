/* ECDSA on P-256: the signatures of RFC 6979, batches against single calls, malformed items, invalid arguments. */
#include "check.h"

enum { COUNT = 50 };

/* RFC 6979, A.2.5: the key, and the signatures of the SHA-256 digests of "sample" and "test". */
static const char *const SECRET = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
static const char *const KEY =
    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";
static const char *const HASHES[2] = {"af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf",
                                      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"};
static const char *const SIGNATURES[2] = {"efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
                                          "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
                                          "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367"
                                          "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083"};

static void known(void) {
    uint8_t secret[32], key[65], found[65], hash[2][32], signature[2][64], entropy[32], compressed[33];
    hex(SECRET, secret, 32), hex(KEY, key, 65);
    OK(vorpal_p256_public_key(secret, found));
    EQUAL(found, key, 65);
    memcpy(compressed, key, 33), compressed[0] = (uint8_t)(2 + key[64] % 2);
    for (size_t i = 0; i < 2; i++) {
        hex(HASHES[i], hash[i], 32), hex(SIGNATURES[i], signature[i], 64);
        OK(vorpal_p256_sign(secret, hash[i], NULL, found));
        EQUAL(found, signature[i], 64);
        VERDICT(1, vorpal_p256_verify(key, 65, hash[i], signature[i], &valid));
        VERDICT(1, vorpal_p256_verify(compressed, 33, hash[i], signature[i], &valid));
        fill(entropy, 32, i);
        OK(vorpal_p256_sign(secret, hash[i], entropy, found));
        CHECK(memcmp(found, signature[i], 64) != 0);
        VERDICT(1, vorpal_p256_verify(key, 65, hash[i], found, &valid));
    }
    VERDICT(0, vorpal_p256_verify(key, 65, hash[1], signature[0], &valid));
    compressed[0] ^= 1;
    VERDICT(0, vorpal_p256_verify(compressed, 33, hash[0], signature[0], &valid));
}

static void batches(vorpal_ctx *ctx) {
    static uint8_t hashes[COUNT][32], signatures[COUNT][64], keys[COUNT][65], compressed[COUNT][33], items[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t secret[32];
        fill(secret, 32, 10 + i), fill(hashes[i], 32, 1000 + i);
        OK(vorpal_p256_public_key(secret, keys[i]));
        OK(vorpal_p256_sign(secret, hashes[i], NULL, signatures[i]));
        memcpy(compressed[i], keys[i], 33), compressed[i][0] = (uint8_t)(2 + keys[i][64] % 2);
    }
    OK(vorpal_p256_verify_batch(ctx, COUNT, hashes[0], signatures[0], keys[0], 65, items));
    for (size_t i = 0; i < COUNT; i++) CHECK(items[i] == VORPAL_ITEM_OK);
    OK(vorpal_p256_verify_batch(ctx, 0, NULL, NULL, NULL, 65, NULL));
    hashes[5][0] ^= 1, compressed[6][0] = 9, memset(signatures[8], 0xff, 32), memset(signatures[9] + 32, 0, 32);
    memset(compressed[10] + 1, 0xff, 32);
    OK(vorpal_p256_verify_batch(ctx, COUNT, hashes[0], signatures[0], compressed[0], 33, items));
    for (size_t i = 0; i < COUNT; i++) {
        int expected = i == 5              ? VORPAL_ITEM_INVALID
                       : i == 6 || i == 10 ? VORPAL_ITEM_KEY
                       : i == 8 || i == 9  ? VORPAL_ITEM_SIGNATURE
                                           : VORPAL_ITEM_OK;
        CHECK(items[i] == expected);
        int32_t valid = 7;
        vorpal_status status = vorpal_p256_verify(compressed[i], 33, hashes[i], signatures[i], &valid);
        CHECK(status == (expected <= VORPAL_ITEM_INVALID ? VORPAL_OK : VORPAL_ERROR_INPUT));
        CHECK(valid == (expected == VORPAL_ITEM_OK));
    }
}

static void misuse(vorpal_ctx *ctx) {
    uint8_t secret[32], hash[32], key[65], bad_key[65], signature[64], bad[64], items[3], zero[32] = {0};
    hex(SECRET, secret, 32), hex(KEY, key, 65), hex(HASHES[0], hash, 32), hex(SIGNATURES[0], signature, 64);
    memset(bad, 0xff, sizeof bad), memcpy(bad_key, key, 65), bad_key[64] ^= 1;
    FAILS(VORPAL_ERROR_INPUT, "secret key", vorpal_p256_public_key(zero, key));
    FAILS(VORPAL_ERROR_INPUT, "secret key", vorpal_p256_sign(bad, hash, NULL, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_p256_public_key(NULL, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "key is null", vorpal_p256_public_key(secret, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "key overlaps secret", vorpal_p256_public_key(key + 40, key));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_p256_sign(NULL, hash, NULL, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "hash is null", vorpal_p256_sign(secret, NULL, NULL, signature));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_p256_sign(secret, hash, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature overlaps entropy", vorpal_p256_sign(secret, hash, signature, signature));
    REFUSES(VORPAL_ERROR_INPUT, "public key", vorpal_p256_verify(bad_key, 65, hash, signature, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "", vorpal_p256_verify(key, 65, hash, bad, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "key_len is 64", vorpal_p256_verify(key, 64, hash, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "key is null", vorpal_p256_verify(NULL, 65, hash, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "hash is null", vorpal_p256_verify(key, 65, NULL, signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_p256_verify(key, 65, hash, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null", vorpal_p256_verify(key, 65, hash, signature, NULL));
#define REFUSES_ALL(text, call)                                                                                       \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        FAILS(VORPAL_ERROR_ARGUMENT, text, call);                                                                     \
        CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_OK);      \
    } while (0)
    REFUSES_ALL("ctx is null", vorpal_p256_verify_batch(NULL, 2, hash, signature, key, 65, items));
    REFUSES_ALL("key_len is 64", vorpal_p256_verify_batch(ctx, 2, hash, signature, key, 64, items));
    REFUSES_ALL("hashes is null", vorpal_p256_verify_batch(ctx, 2, NULL, signature, key, 65, items));
    REFUSES_ALL("signatures is null", vorpal_p256_verify_batch(ctx, 2, hash, NULL, key, 65, items));
    REFUSES_ALL("keys is null", vorpal_p256_verify_batch(ctx, 2, hash, signature, NULL, 65, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null",
          vorpal_p256_verify_batch(ctx, 1, hash, signature, key, 65, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "items overlaps hashes",
          vorpal_p256_verify_batch(ctx, 1, hash, signature, key, 65, hash + 31));
    FAILS(VORPAL_ERROR_ARGUMENT, "no object has",
          vorpal_p256_verify_batch(ctx, SIZE_MAX / 40, hash, signature, key, 65, NULL));
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    known(), batches(ctx), misuse(ctx);
    vorpal_ctx_free(ctx);
    puts("p256: all passed");
    return 0;
}
