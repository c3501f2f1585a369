/* Invalid arguments of every kind: null, overlap, lengths, alignment. Nothing ends the process, and nothing changes. */
#include "check.h"

/* A verification that fails leaves no old memory as its verdict. A key of another length has the same status alone and
 * in a batch. */
static void verdicts(vorpal_ctx *ctx) {
    uint8_t secret[32] = {0}, hash[32], key[65], signature[65], bad_key[65], bad_signature[65], items[3];
    uint8_t schnorr[64], xonly[32], bad_xonly[32];
    vorpal_key_cache *cache = NULL;
    secret[31] = 1;
    fill(hash, 32, 3);
    OK(vorpal_key_cache_new(1 << 20, &cache));
    OK(vorpal_secp256k1_public_key(secret, key));
    OK(vorpal_secp256k1_sign(secret, hash, NULL, signature));
    OK(vorpal_secp256k1_schnorr_sign(secret, hash, 32, NULL, schnorr, xonly));
    memcpy(bad_key, key, 65), memset(bad_key + 33, 0, 32);
    memset(bad_signature, 0xff, sizeof bad_signature), memset(bad_xonly, 0xff, sizeof bad_xonly);
    REFUSES(VORPAL_ERROR_INPUT, "public key", vorpal_secp256k1_verify(bad_key, 65, hash, signature, 0, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "", vorpal_secp256k1_verify(key, 65, hash, bad_signature, 0, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "hash is null", vorpal_secp256k1_verify(key, 65, NULL, signature, 0, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "key_len is 64", vorpal_secp256k1_verify(key, 64, hash, signature, 0, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "public key", vorpal_key_cache_verify(cache, bad_key, 65, hash, signature, 0, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "", vorpal_key_cache_verify(cache, key, 65, hash, bad_signature, 0, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "cache is null", vorpal_key_cache_verify(NULL, key, 65, hash, signature, 0, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "key_len is 64",
            vorpal_key_cache_verify(cache, key, 64, hash, signature, 0, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "", vorpal_secp256k1_schnorr_verify(bad_xonly, hash, 32, schnorr, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "", vorpal_secp256k1_schnorr_verify(xonly, hash, 32, bad_signature, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "message is null",
            vorpal_secp256k1_schnorr_verify(xonly, NULL, 32, schnorr, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null",
            vorpal_multiproof_verify_vartime(NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, NULL, hash, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "committer is null",
            vorpal_multiproof_verify_vartime(ctx, NULL, NULL, 0, 0, NULL, 0, NULL, NULL, NULL, hash, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null", vorpal_secp256k1_verify(key, 65, hash, signature, 0, NULL));
#define REFUSES_ALL(text, call)                                                                                       \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        FAILS(VORPAL_ERROR_ARGUMENT, text, call);                                                                     \
        CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_OK);      \
    } while (0)
    REFUSES_ALL("ctx is null", vorpal_secp256k1_verify_batch(NULL, 2, hash, signature, key, 65, 0, items));
    REFUSES_ALL("key_len is 64", vorpal_secp256k1_verify_batch(ctx, 2, hash, signature, key, 64, 0, items));
    REFUSES_ALL("keys is null", vorpal_secp256k1_verify_batch(ctx, 2, hash, signature, NULL, 65, 0, items));
    REFUSES_ALL("hashes is null", vorpal_secp256k1_recover_batch(ctx, 2, NULL, signature, NULL, NULL, items));
    REFUSES_ALL("signatures is null", vorpal_secp256k1_schnorr_verify_batch(ctx, 2, key, NULL, NULL, key, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "key_len is 64", vorpal_secp256k1_address(key, 64, bad_xonly));
    FAILS(VORPAL_ERROR_ARGUMENT, "key_len is 64", vorpal_secp256k1_convert_key(key, 64, bad_key, 33));
    FAILS(VORPAL_ERROR_ARGUMENT, "out_len is 64", vorpal_secp256k1_convert_key(key, 65, bad_key, 64));
    vorpal_key_cache_free(cache);
}

int main(void) {
    vorpal_ctx *ctx = NULL;
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_ctx_new(1, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "threads", vorpal_ctx_new(100000, &ctx));
    CHECK(ctx == NULL);
    OK(vorpal_ctx_new(1, &ctx));

    /* Freeing null is allowed. */
    vorpal_ctx_free(NULL), vorpal_bases_free(NULL), vorpal_partial_free(NULL), vorpal_committer_free(NULL);
    vorpal_tree_free(NULL), vorpal_witness_free(NULL), vorpal_partial_tree_free(NULL), vorpal_key_cache_free(NULL);
    vorpal_kzg_setup_free(NULL), vorpal_kzg_verifier_free(NULL);
    vorpal_groth16_prover_free(NULL), vorpal_groth16_verifier_free(NULL);
    vorpal_bls_suite_free(NULL), vorpal_bls_key_table_free(NULL), vorpal_bls_batch_free(NULL);
    vorpal_bls_committee_free(NULL), vorpal_g2_lines_free(NULL), vorpal_ntt_domain_free(NULL);

    uint8_t memory[4096], saved[4096], items[16];
    fill(memory, sizeof memory, 1);
    memcpy(saved, memory, sizeof memory);
    memset(items, 9, sizeof items);
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null",
          vorpal_secp256k1_recover_batch(NULL, 1, memory, memory, NULL, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "hashes is null",
          vorpal_secp256k1_recover_batch(ctx, 1, NULL, memory, NULL, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "signatures is null",
          vorpal_secp256k1_recover_batch(ctx, 1, memory, NULL, NULL, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null",
          vorpal_secp256k1_recover_batch(ctx, 1, memory, memory, NULL, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys overlaps signatures",
          vorpal_secp256k1_recover_batch(ctx, 2, memory, memory + 64, memory + 193, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "addresses overlaps keys",
          vorpal_secp256k1_recover_batch(ctx, 1, memory, memory + 64, memory + 200, memory + 264, items));
    /* Outputs that begin before an earlier buffer and reach into it, or contain it. */
    FAILS(VORPAL_ERROR_ARGUMENT, "keys overlaps hashes",
          vorpal_secp256k1_recover_batch(ctx, 1, memory + 164, memory + 300, memory + 100, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys overlaps hashes",
          vorpal_secp256k1_recover_batch(ctx, 1, memory + 120, memory + 300, memory + 100, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "addresses overlaps keys",
          vorpal_secp256k1_recover_batch(ctx, 1, memory, memory + 300, memory + 119, memory + 100, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature overlaps hash",
          vorpal_secp256k1_sign(memory + 500, memory + 164, NULL, memory + 100));
    FAILS(VORPAL_ERROR_ARGUMENT, "no object has",
          vorpal_secp256k1_recover_batch(ctx, SIZE_MAX / 16, memory, memory, NULL, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "key_len is 32",
          vorpal_secp256k1_verify_batch(ctx, 1, memory, memory, memory, 32, 0, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "hashes: no object has",
          vorpal_secp256k1_verify_batch(ctx, SIZE_MAX / 40, memory, memory, memory, 65, 0, items));
    EQUAL(memory, saved, sizeof memory);
    FAILS(VORPAL_ERROR_ARGUMENT, "items overlaps hashes",
          vorpal_secp256k1_recover_batch(ctx, 1, memory, memory + 64, NULL, NULL, memory + 31));
    memory[31] = saved[31];

    uint8_t secret[32] = {0};
    FAILS(VORPAL_ERROR_INPUT, "secret key", vorpal_secp256k1_public_key(secret, memory));
    FAILS(VORPAL_ERROR_ARGUMENT, "secret is null", vorpal_secp256k1_sign(NULL, memory, NULL, memory + 64));
    secret[0] = 1;
    FAILS(VORPAL_ERROR_ARGUMENT, "hash is null", vorpal_secp256k1_sign(secret, NULL, NULL, memory + 64));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_secp256k1_sign(secret, memory, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature overlaps secret", vorpal_secp256k1_sign(secret, memory, NULL, secret));
    verdicts(ctx);
    size_t len = 10;
    FAILS(VORPAL_ERROR_ARGUMENT, "len is null", vorpal_secp256k1_signature_to_der(saved, memory, NULL));
    (void)len;

    /* Sums. */
    vorpal_bases *bases = NULL;
    uint64_t limbs[40] = {0}, sum[12];
    FAILS(VORPAL_ERROR_ARGUMENT, "curve is 6",
          vorpal_bases_from_bytes(ctx, 6, 0, 1, memory, 48, VORPAL_TRUST_NOTHING, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "trust is -1", vorpal_bases_from_bytes(ctx, 0, 0, 1, memory, 48, -1, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "format is 9", vorpal_bases_from_bytes(ctx, 0, 9, 1, memory, 48, 0, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "none of this curve",
          vorpal_bases_from_bytes(ctx, VORPAL_BN254_G1, VORPAL_FORMAT_ARKWORKS_0_3, 1, memory, 32, 0, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "point_len is 0", vorpal_bases_from_bytes(ctx, 0, 0, 1, memory, 0, 0, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "point_len is 47, not 48 or 96",
          vorpal_bases_from_bytes(ctx, 0, 0, 1, memory, 47, 0, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "point_len is 48, not 32 or 64",
          vorpal_bases_from_bytes(ctx, VORPAL_BN254_G1, 0, 1, memory, 48, 0, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "count", vorpal_bases_from_bytes(ctx, 0, 0, SIZE_MAX, memory, 48, 0, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "aligned",
          vorpal_bases_from_montgomery(ctx, 0, 1, (const uint64_t *)((const uint8_t *)limbs + 1), 0, &bases));
    CHECK(bases == NULL);
    OK(vorpal_bases_from_montgomery(ctx, 0, 2, limbs, 0, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "count is 3",
          vorpal_msm_to_montgomery_vartime(ctx, bases, 3, limbs, VORPAL_SCALARS_U64, NULL, NULL, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "scalar_format is 4",
          vorpal_msm_to_montgomery_vartime(ctx, bases, 2, limbs, 4, NULL, NULL, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "scalars is null",
          vorpal_msm_to_montgomery_vartime(ctx, bases, 2, NULL, VORPAL_SCALARS_U64, NULL, NULL, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "aligned",
          vorpal_msm_to_montgomery_vartime(ctx, bases, 2, (const uint8_t *)limbs + 4, VORPAL_SCALARS_U64, NULL, NULL,
                                           sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "out overlaps scalars",
          vorpal_msm_to_montgomery_vartime(ctx, bases, 2, limbs, VORPAL_SCALARS_U64, NULL, NULL, limbs + 1));
    FAILS(VORPAL_ERROR_ARGUMENT, "out_len is 50",
          vorpal_msm_vartime(ctx, bases, 2, limbs, VORPAL_SCALARS_U64, NULL, NULL, 0, memory, 50));
    FAILS(VORPAL_ERROR_ARGUMENT, "bases is null",
          vorpal_msm_to_montgomery_vartime(ctx, NULL, 0, limbs, VORPAL_SCALARS_U64, NULL, NULL, sum));
    vorpal_bases_free(bases);
    FAILS(VORPAL_ERROR_ARGUMENT, "file is null", vorpal_bases_open(ctx, 0, NULL, &bases));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bases_open(NULL, 0, "none", &bases));

    /* Trees. */
    vorpal_tree *tree = NULL;
    FAILS(VORPAL_ERROR_ARGUMENT, "directory is null", vorpal_tree_open(NULL, 0, NULL, &tree));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_tree_in_memory(1, NULL));
    OK(vorpal_tree_in_memory(1, &tree));
    FAILS(VORPAL_ERROR_ARGUMENT, "committer is null", vorpal_tree_next_root(ctx, NULL, tree, memory));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys is null", vorpal_tree_update(ctx, tree, 1, NULL, memory));
    FAILS(VORPAL_ERROR_ARGUMENT, "values is null", vorpal_tree_update(ctx, tree, 1, memory, NULL));
    OK(vorpal_tree_update(ctx, tree, 0, NULL, NULL));
    vorpal_tree_free(tree);
    vorpal_ctx_free(ctx);
    puts("misuse: all passed");
    return 0;
}
