/* Published vectors of curves: Wycheproof's for ECDSA on P-256, RFC 9380's for hashing to BLS12-381.
 *
 * `curve_vectors DATA` reads the folders `evm/wycheproof` and `evm/hash-to-curve` of DATA. */
#include "json.h"

/* The digest of a message, by the contract. */
static void sha256(vorpal_ctx *ctx, const uint8_t *message, size_t len, uint8_t *digest) {
    size_t digest_len = 32;
    OK(vorpal_evm_call(ctx, VORPAL_EVM_SHA256, VORPAL_EVM_OSAKA, message, len, digest, &digest_len, NULL));
}

/* The key of a group comes before its tests, each of which begins with its number. Signatures of another length than
 * 64 bytes are invalid; the function has no length for them. */
static void signatures_on_p256(vorpal_ctx *ctx, const char *folder) {
    char *text = read_text(folder, "ecdsa_secp256r1_sha256_p1363_test.json");
    size_t count = 0, valid_count = 0, no_length = 0;
    const char *group = NULL;
    for (const char *at = next_key(text, "tcId"), *next; at != NULL; at = next, count++) {
        next = next_key(at + 1, "tcId");
        const char *end = next == NULL ? text + strlen(text) : next;
        for (const char *key = next_key(group == NULL ? text : group + 1, "uncompressed"); key != NULL && key < at;
             key = next_key(key + 1, "uncompressed")) {
            group = key;
        }
        CHECK(group != NULL);
        size_t key_len, message_len, len;
        uint8_t *key = bytes_of(value_of(group, at, "uncompressed"), &key_len), digest[32], item = 9;
        uint8_t *message = bytes_of(value_of(at, end, "msg"), &message_len);
        uint8_t *signature = bytes_of(value_of(at, end, "sig"), &len);
        int is_valid = is_text(value_of(at, end, "result"), "valid");
        CHECK(key_len == 65 && (is_valid || is_text(value_of(at, end, "result"), "invalid")));
        sha256(ctx, message, message_len, digest);
        if (len != 64) {
            CHECK(!is_valid);
            no_length++;
        } else {
            int32_t valid = 7;
            vorpal_status status = vorpal_p256_verify(key, 65, digest, signature, &valid);
            CHECK(status == VORPAL_OK || status == VORPAL_ERROR_INPUT);
            CHECK(valid == is_valid);
            OK(vorpal_p256_verify_batch(ctx, 1, digest, signature, key, 65, &item));
            CHECK((item == VORPAL_ITEM_OK) == is_valid);
        }
        valid_count += (size_t)is_valid;
        free(key), free(message), free(signature);
    }
    CHECK(count == 262 && valid_count == 173);
    printf("Wycheproof on P-256: %zu passed, of which %zu have no length of a signature\n", count, no_length);
    free(text);
}

/* A coordinate of G1, or the two coefficients of one of G2: `0x..,0x..`, that of 1 first; the bytes have it last. */
static void coordinate(Part digits, int32_t curve, uint8_t *out) {
    size_t coefficients = curve == VORPAL_BLS12_381_G2 ? 2 : 1;
    CHECK(digits.len == 98 * coefficients + (coefficients - 1));
    for (size_t i = 0; i < coefficients; i++) hex(digits.start + 99 * i + 2, out + 48 * (coefficients - 1 - i), 48);
}

/* The point of a vector comes before its message. */
static void hashes(vorpal_ctx *ctx, const char *folder, const char *name, int32_t curve, int32_t is_encoding) {
    char *text = read_text(folder, name);
    size_t count = 0, coordinate_len = curve == VORPAL_BLS12_381_G2 ? 96 : 48;
    Part tag = value_of(text, text + strlen(text), "dst");
    for (const char *at = next_key(text, "P"), *next; at != NULL; at = next, count++) {
        next = next_key(at + 1, "P");
        const char *end = next == NULL ? text + strlen(text) : next;
        Part message = value_of(at, end, "msg");
        uint8_t expected[192], found[192];
        size_t offsets[2] = {0, message.len};
        coordinate(value_of(at, end, "x"), curve, expected);
        coordinate(value_of(at, end, "y"), curve, expected + coordinate_len);
        OK(vorpal_hash_to_curve_batch_vartime(ctx, curve, (const uint8_t *)tag.start, tag.len, is_encoding, 1,
                                              (const uint8_t *)message.start, offsets, VORPAL_FORMAT_GNARK, found,
                                              2 * coordinate_len));
        EQUAL(found, expected, 2 * coordinate_len);
    }
    CHECK(count == 5);
    free(text);
}

int main(int argc, char **argv) {
    char wycheproof[600], hashing[600];
    CHECK(argc == 2 && snprintf(wycheproof, sizeof wycheproof, "%s/evm/wycheproof", argv[1]) < (int)sizeof wycheproof);
    CHECK(snprintf(hashing, sizeof hashing, "%s/evm/hash-to-curve", argv[1]) < (int)sizeof hashing);
    vorpal_ctx *ctx = context(0);
    signatures_on_p256(ctx, wycheproof);
    hashes(ctx, hashing, "BLS12381G1_XMD_SHA-256_SSWU_RO_.json", VORPAL_BLS12_381_G1, 0);
    hashes(ctx, hashing, "BLS12381G1_XMD_SHA-256_SSWU_NU_.json", VORPAL_BLS12_381_G1, 1);
    hashes(ctx, hashing, "BLS12381G2_XMD_SHA-256_SSWU_RO_.json", VORPAL_BLS12_381_G2, 0);
    hashes(ctx, hashing, "BLS12381G2_XMD_SHA-256_SSWU_NU_.json", VORPAL_BLS12_381_G2, 1);
    vorpal_ctx_free(ctx);
    puts("vectors of curves: all passed");
    return 0;
}
