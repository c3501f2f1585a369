/* Keys and signatures: known values, round trips, batches against single calls, invalid items. */
#include "check.h"

enum { COUNT = 200 };

static void known_values(void) {
    uint8_t secret[32] = {0}, key[65], compressed[33], again[65], address[20], expected[65];
    secret[31] = 1;
    OK(vorpal_secp256k1_public_key(secret, key));
    hex("0479be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
        "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8", expected, 65);
    EQUAL(key, expected, 65);
    OK(vorpal_secp256k1_address(key, 65, address));
    hex("7e5f4552091a69125d5dfcb7b8c2659029395bdf", expected, 20);
    EQUAL(address, expected, 20);
    OK(vorpal_secp256k1_convert_key(key, 65, compressed, 33));
    OK(vorpal_secp256k1_convert_key(compressed, 33, again, 65));
    EQUAL(key, again, 65);

    /* BIP 340, vector 0. */
    uint8_t message[32] = {0}, signature[64], public_key[32];
    secret[31] = 3;
    OK(vorpal_secp256k1_schnorr_sign(secret, message, 32, NULL, signature, public_key));
    hex("f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9", expected, 32);
    EQUAL(public_key, expected, 32);
    hex("e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215"
        "25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0", expected, 64);
    EQUAL(signature, expected, 64);
    int32_t valid = 7;
    OK(vorpal_secp256k1_schnorr_verify(public_key, message, 32, signature, &valid));
    CHECK(valid == 1);
    OK(vorpal_secp256k1_schnorr_verify(public_key, message, 31, signature, &valid));
    CHECK(valid == 0);
}

static void shared_secrets(void) {
    uint8_t one[32], other[32], one_key[65], other_key[65], x[2][32], sha256[2][32];
    fill(one, 32, 1), fill(other, 32, 2);
    OK(vorpal_secp256k1_public_key(one, one_key));
    OK(vorpal_secp256k1_public_key(other, other_key));
    OK(vorpal_secp256k1_ecdh(one, other_key, 65, x[0], sha256[0]));
    OK(vorpal_secp256k1_ecdh(other, one_key, 65, x[1], NULL));
    OK(vorpal_secp256k1_ecdh(other, one_key, 65, NULL, sha256[1]));
    EQUAL(x[0], x[1], 32);
    EQUAL(sha256[0], sha256[1], 32);
    CHECK(memcmp(x[0], sha256[0], 32) != 0);
    FAILS(VORPAL_ERROR_ARGUMENT, "both null", vorpal_secp256k1_ecdh(other, one_key, 65, NULL, NULL));
}

static void encodings(void) {
    uint8_t secret[32], hash[32], signature[65], entropy[32], other[65], der[72], back[64], low[64];
    fill(secret, 32, 3), fill(hash, 32, 4), fill(entropy, 32, 5);
    OK(vorpal_secp256k1_sign(secret, hash, NULL, signature));
    OK(vorpal_secp256k1_sign(secret, hash, entropy, other));
    CHECK(memcmp(signature, other, 65) != 0);
    size_t len = 0;
    OK(vorpal_secp256k1_signature_to_der(signature, NULL, &len));
    CHECK(len >= 68 && len <= 72);
    size_t short_len = len - 1;
    FAILS(VORPAL_ERROR_BUFFER, "required", vorpal_secp256k1_signature_to_der(signature, der, &short_len));
    CHECK(short_len == len);
    OK(vorpal_secp256k1_signature_to_der(signature, der, &len));
    OK(vorpal_secp256k1_signature_from_der(der, len, back));
    EQUAL(back, signature, 64);
    FAILS(VORPAL_ERROR_INPUT, "DER", vorpal_secp256k1_signature_from_der(der, len - 1, back));
    OK(vorpal_secp256k1_signature_to_low(signature, low));
    EQUAL(low, signature, 64);
    OK(vorpal_secp256k1_signature_to_low(low, low));
    EQUAL(low, signature, 64);
}

static void batches(vorpal_ctx *ctx) {
    static uint8_t secrets[COUNT][32], hashes[COUNT][32], signatures[COUNT][65], keys[COUNT][65], found[COUNT][65];
    static uint8_t addresses[COUNT][20], compact[COUNT][64], compressed[COUNT][33], items[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        fill(secrets[i], 32, 10 + i), fill(hashes[i], 32, 1000 + i);
        OK(vorpal_secp256k1_public_key(secrets[i], keys[i]));
        OK(vorpal_secp256k1_convert_key(keys[i], 65, compressed[i], 33));
        OK(vorpal_secp256k1_sign(secrets[i], hashes[i], NULL, signatures[i]));
        memcpy(compact[i], signatures[i], 64);
        if (i % 2 == 1) signatures[i][64] += 27;
    }
    OK(vorpal_secp256k1_recover_batch(ctx, COUNT, hashes[0], signatures[0], found[0], addresses[0], items));
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t key[65], address[20];
        CHECK(items[i] == VORPAL_ITEM_OK);
        EQUAL(found[i], keys[i], 65);
        OK(vorpal_secp256k1_recover(hashes[i], signatures[i], key));
        EQUAL(key, keys[i], 65);
        OK(vorpal_secp256k1_address(key, 65, address));
        EQUAL(address, addresses[i], 20);
    }
    /* Either output may be absent, and a batch may be empty. */
    OK(vorpal_secp256k1_recover_batch(ctx, COUNT, hashes[0], signatures[0], NULL, NULL, items));
    OK(vorpal_secp256k1_recover_batch(ctx, 0, NULL, NULL, NULL, NULL, NULL));

    /* Invalid items change nothing for the others. */
    memset(signatures[3], 0, 32);
    signatures[7][64] = 4;
    memset(signatures[11] + 32, 0xff, 32);
    OK(vorpal_secp256k1_recover_batch(ctx, COUNT, hashes[0], signatures[0], found[0], NULL, items));
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t zeros[65] = {0};
        int expected = i == 3 || i == 11 ? VORPAL_ITEM_SIGNATURE : i == 7 ? VORPAL_ITEM_RECOVERY_ID : VORPAL_ITEM_OK;
        CHECK(items[i] == expected);
        EQUAL(found[i], expected == VORPAL_ITEM_OK ? keys[i] : zeros, 65);
    }

    OK(vorpal_secp256k1_verify_batch(ctx, COUNT, hashes[0], compact[0], keys[0], 65, 1, items));
    for (size_t i = 0; i < COUNT; i++) CHECK(items[i] == VORPAL_ITEM_OK);
    OK(vorpal_secp256k1_verify_batch(ctx, COUNT, hashes[0], compact[0], compressed[0], 33, 0, items));
    for (size_t i = 0; i < COUNT; i++) CHECK(items[i] == VORPAL_ITEM_OK);
    hashes[5][0] ^= 1, compressed[6][0] = 9, memset(compact[8], 0xff, 32);
    OK(vorpal_secp256k1_verify_batch(ctx, COUNT, hashes[0], compact[0], compressed[0], 33, 0, items));
    for (size_t i = 0; i < COUNT; i++) {
        int expected = i == 5   ? VORPAL_ITEM_INVALID
                       : i == 6 ? VORPAL_ITEM_KEY
                       : i == 8 ? VORPAL_ITEM_SIGNATURE
                                : VORPAL_ITEM_OK;
        CHECK(items[i] == expected);
    }
    FAILS(VORPAL_ERROR_ARGUMENT, "key_len is 64",
          vorpal_secp256k1_verify_batch(ctx, COUNT, hashes[0], compact[0], keys[0], 64, 0, items));
}

static void single_verification(void) {
    uint8_t secret[32], hash[32], signature[65], key[65], high[64];
    /* The order of the group. */
    uint8_t order[32];
    hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", order, 32);
    fill(secret, 32, 77), fill(hash, 32, 78);
    OK(vorpal_secp256k1_public_key(secret, key));
    OK(vorpal_secp256k1_sign(secret, hash, NULL, signature));
    memcpy(high, signature, 64);
    int borrow = 0;
    for (int i = 31; i >= 0; i--) {
        int digit = order[i] - signature[32 + i] - borrow;
        borrow = digit < 0;
        high[32 + i] = (uint8_t)(digit + 256 * borrow);
    }
    vorpal_key_cache *cache = NULL;
    OK(vorpal_key_cache_new(1 << 20, &cache));
    for (int round = 0; round < 10; round++) {
        const uint8_t *cases[2] = {signature, high};
        for (int is_high = 0; is_high < 2; is_high++) {
            for (int32_t low_s = 0; low_s < 2; low_s++) {
                int32_t valid = 7, expected = !(is_high && low_s);
                OK(vorpal_secp256k1_verify(key, 65, hash, cases[is_high], low_s, &valid));
                CHECK(valid == expected);
                OK(vorpal_key_cache_verify(cache, key, 65, hash, cases[is_high], low_s, &valid));
                CHECK(valid == expected);
            }
        }
    }
    /* A batch with both halves of s: consensus accepts them, policy the lower one. */
    vorpal_ctx *ctx = context(1);
    uint8_t hashes[2][32], keys[2][65], both[2][64], items[2];
    for (size_t i = 0; i < 2; i++) {
        memcpy(hashes[i], hash, 32), memcpy(keys[i], key, 65), memcpy(both[i], i == 0 ? signature : high, 64);
    }
    for (int32_t low_s = 0; low_s < 2; low_s++) {
        OK(vorpal_secp256k1_verify_batch(ctx, 2, hashes[0], both[0], keys[0], 65, low_s, items));
        CHECK(items[0] == VORPAL_ITEM_OK && items[1] == (low_s ? VORPAL_ITEM_INVALID : VORPAL_ITEM_OK));
    }
    vorpal_ctx_free(ctx);
    size_t tables = 0;
    OK(vorpal_key_cache_tables(cache, &tables));
    CHECK(tables == 1);
    hash[0] ^= 1;
    int32_t valid = 7;
    OK(vorpal_key_cache_verify(cache, key, 65, hash, signature, 0, &valid));
    CHECK(valid == 0);
    vorpal_key_cache_free(cache);
}

static void schnorr_batches(vorpal_ctx *ctx) {
    static uint8_t messages[COUNT * COUNT], signatures[COUNT][64], keys[COUNT][32], items[COUNT];
    static size_t offsets[COUNT + 1];
    fill(messages, sizeof messages, 5);
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t secret[32], auxiliary[32];
        /* Messages of all lengths from 0 on. */
        offsets[i + 1] = offsets[i] + i;
        fill(secret, 32, 5000 + i), fill(auxiliary, 32, 6000 + i);
        OK(vorpal_secp256k1_schnorr_sign(secret, messages + offsets[i], i, auxiliary, signatures[i], keys[i]));
    }
    OK(vorpal_secp256k1_schnorr_verify_batch(ctx, COUNT, messages, offsets, signatures[0], keys[0], items));
    for (size_t i = 0; i < COUNT; i++) CHECK(items[i] == VORPAL_ITEM_OK);
    signatures[17][40] ^= 1;
    memset(keys[18], 0xff, 32);
    OK(vorpal_secp256k1_schnorr_verify_batch(ctx, COUNT, messages, offsets, signatures[0], keys[0], items));
    for (size_t i = 0; i < COUNT; i++) {
        CHECK(items[i] == (i == 17 ? VORPAL_ITEM_INVALID : i == 18 ? VORPAL_ITEM_KEY : VORPAL_ITEM_OK));
    }
    offsets[2] = 0, offsets[1] = 1;
    FAILS(VORPAL_ERROR_ARGUMENT, "offsets: number 2 is below number 1",
          vorpal_secp256k1_schnorr_verify_batch(ctx, COUNT, messages, offsets, signatures[0], keys[0], items));
    /* Without offsets, messages have 32 bytes. */
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t secret[32];
        fill(secret, 32, 5000 + i);
        OK(vorpal_secp256k1_schnorr_sign(secret, messages + 32 * i, 32, NULL, signatures[i], keys[i]));
    }
    OK(vorpal_secp256k1_schnorr_verify_batch(ctx, COUNT, messages, NULL, signatures[0], keys[0], items));
    for (size_t i = 0; i < COUNT; i++) CHECK(items[i] == VORPAL_ITEM_OK);
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    size_t threads = 0;
    OK(vorpal_ctx_threads(ctx, &threads));
    CHECK(threads == 2);
    CHECK(vorpal_abi_version() == VORPAL_ABI_VERSION);
    CHECK(strlen(vorpal_version()) >= 5 && strlen(vorpal_backend()) > 0);
    known_values();
    shared_secrets();
    encodings();
    single_verification();
    batches(ctx);
    schnorr_batches(ctx);
    vorpal_ctx_free(ctx);
    printf("signatures: all passed, backend %s\n", vorpal_backend());
    return 0;
}
