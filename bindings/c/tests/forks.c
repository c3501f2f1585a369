/* Forks: no thread runs but those of contexts, every function works in a child, a store outlives its children, and a
 * process without new threads does what needs none. */
#include <dirent.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "groth16.h"

enum { MANY = 1100, KEYS = 300, FORKS = 100 };

#define FOLDER "target/c-tests/forks"

/* Ends a child. Leaks of what the parent's threads own are no news, so the sanitizer does not look for them. */
static void end(void) {
#if defined(__SANITIZE_ADDRESS__)
    _exit(0);
#else
    exit(0);
#endif
}

/* A child, or 0 in the child, which a deadlock ends. */
static pid_t child(unsigned seconds) {
    fflush(NULL);
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0) alarm(seconds);
    return pid;
}

static void succeeds(pid_t pid) {
    int status = 0;
    CHECK(waitpid(pid, &status, 0) == pid);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* The threads of this process, or 0 where the system does not tell. */
static size_t threads(void) {
    size_t count = 0;
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* Handles of all types, made before a fork. */
typedef struct {
    vorpal_ctx *ctx;
    vorpal_committer *committer;
    vorpal_key_cache *cache;
    vorpal_sender_pool *senders;
    vorpal_bases *bases, *prepared;
    vorpal_partial *low, *high;
    vorpal_tree *memory, *disk;
    vorpal_witness *witness;
    vorpal_partial_tree *proved;
    vorpal_kzg_setup *setup;
    vorpal_kzg_verifier *verifier;
    vorpal_groth16_prover *prover;
    vorpal_groth16_verifier *proofs;
    vorpal_bls_suite *suite;
    vorpal_bls_key_table *keys;
    vorpal_bls_batch *batch;
    vorpal_bls_committee *committee;
    vorpal_ntt_domain *domain;
    vorpal_g2_lines *lines;
    uint64_t *points;
    uint8_t root[32];
} Handles;

static void block(uint8_t *keys, uint8_t *values, uint64_t number) {
    fill(keys, 32 * KEYS, number), fill(values, 32 * KEYS, 100 + number);
}

/* The generator of BN254 in Montgomery form, over and over. */
static uint64_t *points(vorpal_ctx *ctx) {
    uint8_t generator[64] = {0};
    generator[31] = 1, generator[63] = 2;
    vorpal_bases *base = NULL;
    uint64_t one = 1, *points = (uint64_t *)allocate(64 * MANY);
    OK(vorpal_bases_from_bytes(ctx, VORPAL_BN254_G1, VORPAL_FORMAT_GNARK, 1, generator, 64, VORPAL_TRUST_NOTHING,
                               &base));
    OK(vorpal_msm_to_montgomery_vartime(ctx, base, 1, &one, VORPAL_SCALARS_U64, NULL, NULL, points));
    for (size_t i = 1; i < MANY; i++) memcpy(points + 8 * i, points, 64);
    vorpal_bases_free(base);
    return points;
}

static void make(Handles *handles, const char *store) {
    uint8_t keys[32 * KEYS], values[32 * KEYS], job[32] = {7};
    uint64_t scalars[MANY];
    for (size_t i = 0; i < MANY; i++) scalars[i] = i;
    handles->ctx = context(2);
    handles->points = points(handles->ctx);
    OK(vorpal_committer_new(handles->ctx, VORPAL_PROFILE_SMALL, &handles->committer));
    OK(vorpal_key_cache_new(1 << 20, &handles->cache));
    OK(vorpal_sender_pool_new(UINT64_MAX, 4, 1, 4, 8, &handles->senders));
    static const uint8_t zeros[65] = {0};
    OK(vorpal_sender_pool_submit(handles->senders, 1, zeros, zeros, 0));
    OK(vorpal_bases_from_montgomery(handles->ctx, VORPAL_BN254_G1, MANY, handles->points, VORPAL_TRUST_NOTHING,
                                    &handles->bases));
    OK(vorpal_bases_prepare(handles->ctx, handles->bases, 1 << 20, &handles->prepared));
    OK(vorpal_partial_vartime(handles->ctx, job, MANY, 64, 0, 0, 5, handles->bases, MANY, scalars, VORPAL_SCALARS_U64,
                              NULL, NULL, &handles->low));
    OK(vorpal_partial_vartime(handles->ctx, job, MANY, 64, 0, 5, 64, handles->bases, MANY, scalars,
                              VORPAL_SCALARS_U64, NULL, NULL, &handles->high));
    OK(vorpal_tree_in_memory(16, &handles->memory));
    OK(vorpal_tree_open(store, VORPAL_OPEN_CREATE, NULL, &handles->disk));
    const vorpal_tree *trees[2] = {handles->memory, handles->disk};
    block(keys, values, 1);
    for (size_t i = 0; i < 2; i++) {
        OK(vorpal_tree_apply(handles->ctx, handles->committer, trees[i], KEYS, keys, values, "first", NULL,
                             handles->root));
    }
    OK(vorpal_tree_prove(handles->ctx, handles->committer, handles->memory, 3, keys, VORPAL_WITNESS_BOUND,
                         &handles->witness));
    OK(vorpal_witness_verify(handles->ctx, handles->committer, handles->witness, handles->root,
                             VORPAL_WITNESS_BOUND, &handles->proved));
    OK(vorpal_kzg_setup_new(handles->ctx, 2 << 20, &handles->setup));
    static const uint8_t infinity[48] = {0xc0};
    OK(vorpal_kzg_verifier_new(handles->ctx, handles->setup, 1, infinity, &handles->verifier));
    Circuit circuit = circuit_of("bn254");
    OK(vorpal_groth16_prover_open(handles->ctx, circuit.path, 0, &handles->prover));
    OK(vorpal_groth16_verifier_new(handles->ctx, circuit.key.bytes, circuit.key.len, 0, &handles->proofs));
    free_circuit(&circuit);
    uint8_t secret[32] = {7}, key[48];
    size_t first = 0;
    OK(vorpal_bls_suite_new(VORPAL_BLS_MIN_PK, VORPAL_BLS_POSSESSION, VORPAL_BLS_TAG_MIN_PK_POP, &handles->suite));
    OK(vorpal_bls_public_key(handles->suite, secret, 0, key));
    OK(vorpal_bls_key_table_new(VORPAL_BLS_MIN_PK, &handles->keys));
    OK(vorpal_bls_key_table_append(handles->ctx, handles->keys, 0, 1, key, &first, NULL));
    OK(vorpal_bls_batch_new(handles->suite, &handles->batch));
    OK(vorpal_bls_committee_new(handles->ctx, VORPAL_BLS_MIN_PK, 0, 1, key, &handles->committee));
    static const uint64_t infinity_of_g2[16] = {0};
    OK(vorpal_ntt_domain_new(VORPAL_FIELD_BLS12_381_SCALAR, 5, NULL, NULL, &handles->domain));
    OK(vorpal_g2_lines_from_montgomery(VORPAL_PAIRING_BN254, 1, infinity_of_g2, &handles->lines));
}

static void release(Handles *handles) {
    vorpal_g2_lines_free(handles->lines), vorpal_ntt_domain_free(handles->domain);
    vorpal_bls_committee_free(handles->committee), vorpal_bls_batch_free(handles->batch);
    vorpal_bls_key_table_free(handles->keys), vorpal_bls_suite_free(handles->suite);
    vorpal_groth16_prover_free(handles->prover), vorpal_groth16_verifier_free(handles->proofs);
    vorpal_kzg_verifier_free(handles->verifier);
    vorpal_kzg_setup_free(handles->setup);
    vorpal_partial_tree_free(handles->proved), vorpal_witness_free(handles->witness);
    vorpal_tree_free(handles->disk), vorpal_tree_free(handles->memory);
    vorpal_partial_free(handles->high), vorpal_partial_free(handles->low);
    vorpal_bases_free(handles->prepared), vorpal_bases_free(handles->bases);
    vorpal_key_cache_free(handles->cache), vorpal_sender_pool_free(handles->senders);
    vorpal_committer_free(handles->committer);
    vorpal_ctx_free(handles->ctx);
    free(handles->points);
}

static void signatures(vorpal_ctx *ctx, const Handles *handles) {
    uint8_t secret[32], hash[32], key[65], small[33], signature[65], der[72], compact[64], xonly[32], address[20];
    uint8_t items[1], x[32], keys[65];
    int32_t valid = 0;
    size_t len = sizeof der, tables = 0;
    fill(secret, 32, 1), fill(hash, 32, 2);
    OK(vorpal_secp256k1_public_key(secret, key));
    OK(vorpal_secp256k1_convert_key(key, 65, small, 33));
    OK(vorpal_secp256k1_address(small, 33, address));
    OK(vorpal_secp256k1_sign(secret, hash, NULL, signature));
    OK(vorpal_secp256k1_verify(key, 65, hash, signature, 1, &valid));
    CHECK(valid == 1);
    for (size_t i = 0; i < 5; i++) OK(vorpal_key_cache_verify(handles->cache, key, 65, hash, signature, 0, &valid));
    CHECK(valid == 1);
    OK(vorpal_key_cache_tables(handles->cache, &tables));
    OK(vorpal_secp256k1_signature_to_der(signature, der, &len));
    OK(vorpal_secp256k1_signature_from_der(der, len, compact));
    OK(vorpal_secp256k1_signature_to_low(compact, compact));
    EQUAL(compact, signature, 64);
    OK(vorpal_secp256k1_recover(hash, signature, keys));
    EQUAL(keys, key, 65);
    OK(vorpal_secp256k1_ecdh(secret, key, 65, x, NULL));
    OK(vorpal_secp256k1_recover_batch(ctx, 1, hash, signature, keys, address, items));
    CHECK(items[0] == VORPAL_ITEM_OK);
    OK(vorpal_secp256k1_verify_batch(ctx, 1, hash, compact, key, 65, 1, items));
    CHECK(items[0] == VORPAL_ITEM_OK);
    OK(vorpal_secp256k1_schnorr_sign(secret, hash, 32, NULL, compact, xonly));
    OK(vorpal_secp256k1_schnorr_verify(xonly, hash, 32, compact, &valid));
    CHECK(valid == 1);
    OK(vorpal_secp256k1_schnorr_verify_batch(ctx, 1, hash, NULL, compact, xonly, items));
    CHECK(items[0] == VORPAL_ITEM_OK);
    vorpal_key_cache *cache = NULL;
    OK(vorpal_key_cache_new(1 << 20, &cache));
    vorpal_key_cache_free(cache);
    OK(vorpal_p256_public_key(secret, key));
    OK(vorpal_p256_sign(secret, hash, NULL, compact));
    OK(vorpal_p256_verify(key, 65, hash, compact, &valid));
    CHECK(valid == 1);
    OK(vorpal_p256_verify_batch(ctx, 1, hash, compact, key, 65, items));
    CHECK(items[0] == VORPAL_ITEM_OK);
}

/* A pool of now works, and one of before if this process made it. Otherwise it refuses every call, and is freed. */
static void senders(vorpal_ctx *ctx, const Handles *handles, int is_owner) {
    uint8_t secret[32], hash[32], key[65], signature[65], address[20], found[20], item, claim = 0;
    vorpal_sender_metrics metrics;
    vorpal_sender_pool *pool = NULL;
    uint64_t token;
    int32_t cancelled;
    size_t count = 1;
    fill(secret, 32, 1), fill(hash, 32, 2);
    OK(vorpal_secp256k1_public_key(secret, key));
    OK(vorpal_secp256k1_address(key, 65, address));
    OK(vorpal_secp256k1_sign(secret, hash, NULL, signature));
    OK(vorpal_ecdsa_verify_mixed_batch(ctx, 1, &claim, hash, signature, key, NULL, NULL, 0, &item));
    CHECK(item == VORPAL_ITEM_OK);
    OK(vorpal_sender_pool_new(0, 1, 1, 4, 4, &pool));
    OK(vorpal_sender_pool_submit(pool, 5, hash, signature, 0));
    OK(vorpal_sender_pool_take(pool, UINT64_MAX, &token, found, &item, &count));
    CHECK(count == 1 && token == 5 && item == VORPAL_ITEM_OK);
    EQUAL(found, address, 20);
    OK(vorpal_sender_pool_recover_block(ctx, pool, 1, hash, signature, found, &item));
    OK(vorpal_sender_pool_cancel(pool, 5, &cancelled));
    OK(vorpal_sender_pool_metrics(pool, &metrics, 0, NULL, NULL));
    CHECK(cancelled == 0 && metrics.answered == 1 && metrics.cached == 1);
    OK(vorpal_sender_pool_close(pool));
    vorpal_sender_pool_free(pool);
    if (is_owner) {
        OK(vorpal_sender_pool_metrics(handles->senders, &metrics, 0, NULL, NULL));
        CHECK(metrics.queued == 1);
        return;
    }
    const char *text = "forked";
    pool = handles->senders;
    FAILS(VORPAL_ERROR_POISONED, text, vorpal_sender_pool_submit(pool, 2, hash, signature, UINT64_MAX));
    FAILS(VORPAL_ERROR_POISONED, text, vorpal_sender_pool_take(pool, UINT64_MAX, &token, found, &item, &count));
    FAILS(VORPAL_ERROR_POISONED, text, vorpal_sender_pool_cancel(pool, 1, &cancelled));
    FAILS(VORPAL_ERROR_POISONED, text, vorpal_sender_pool_metrics(pool, &metrics, 0, NULL, NULL));
    FAILS(VORPAL_ERROR_POISONED, text,
          vorpal_sender_pool_recover_block(ctx, pool, 1, hash, signature, found, &item));
    FAILS(VORPAL_ERROR_POISONED, text, vorpal_sender_pool_close(pool));
}

static void contracts(vorpal_ctx *ctx) {
    static const int32_t all[18] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 256};
    /* Infinity and zero, which all contracts accept but those of EIP-152 and EIP-4844. */
    static const size_t lengths[18] = {128, 0, 0, 0, 96, 128, 96, 0, 213, 192, 256, 160, 512, 288, 384, 64, 128, 160};
    static const uint8_t input[512] = {0};
    for (size_t i = 0; i < 18; i++) {
        uint8_t output[256];
        size_t len = sizeof output;
        uint64_t gas = 0;
        OK(vorpal_evm_gas(all[i], VORPAL_EVM_OSAKA, input, lengths[i], &gas));
        vorpal_status expected = all[i] == VORPAL_EVM_POINT_EVALUATION ? VORPAL_ERROR_INPUT : VORPAL_OK;
        CHECK(vorpal_evm_call(ctx, all[i], VORPAL_EVM_OSAKA, input, lengths[i], output, &len, NULL) == expected);
    }
}

/* Fields, transforms, hashing and pairings, with handles from before the fork and of its own. */
static void arithmetic(vorpal_ctx *ctx, const Handles *handles) {
    uint8_t bytes[32] = {4}, items[1], points[2][64], generator[64] = {0}, gt[384];
    uint64_t value[4], stored[48], g2[16], neutral[48], root[4];
    size_t size = 0;
    int32_t valid = 7;
    const int32_t field = VORPAL_FIELD_BN254_SCALAR, bn254 = VORPAL_PAIRING_BN254;
    OK(vorpal_field_from_bytes(field, 0, 1, bytes, value));
    OK(vorpal_field_invert_batch(ctx, field, 1, value));
    OK(vorpal_field_sqrt_batch_vartime(ctx, field, 1, value, items));
    CHECK(items[0] == VORPAL_ITEM_OK);
    OK(vorpal_field_to_bytes(field, 0, 1, value, bytes));
    vorpal_ntt_domain *domain = NULL;
    OK(vorpal_ntt_domain_new(field, 0, NULL, NULL, &domain));
    OK(vorpal_ntt_domain_size(domain, &size));
    OK(vorpal_ntt_domain_root(domain, root));
    CHECK(size == 1);
    vorpal_ntt_domain_free(domain);
    OK(vorpal_ntt_evaluate(ctx, handles->domain, 2, handles->points, VORPAL_NTT_NATURAL));
    OK(vorpal_ntt_interpolate(ctx, handles->domain, 2, handles->points, VORPAL_NTT_NATURAL));

    OK(vorpal_hash_to_curve_batch_vartime(ctx, VORPAL_BN254_G2, bytes, 32, 0, 1, bytes, NULL, VORPAL_FORMAT_GNARK,
                                          points[0], 64));
    generator[31] = 1, generator[63] = 2;
    vorpal_g2_lines *lines = NULL;
    OK(vorpal_g2_lines_from_bytes(bn254, VORPAL_FORMAT_GNARK, 1, points[0], 64, &lines));
    OK(vorpal_g2_lines_count(lines, &size));
    CHECK(size == 1);
    OK(vorpal_pairing_prepared_is_one(lines, VORPAL_FORMAT_GNARK, generator, 0, NULL, 64, NULL, 64, &valid));
    CHECK(valid == 0);
    vorpal_g2_lines_free(lines);
    OK(vorpal_pairing_is_one(bn254, VORPAL_FORMAT_GNARK, 1, generator, 64, points[0], 64, &valid));
    CHECK(valid == 0);
    OK(vorpal_pairing_product(bn254, VORPAL_FORMAT_GNARK, 1, generator, 64, points[0], 64, gt, 384));
    memset(g2, 0, sizeof g2);
    OK(vorpal_g2_lines_from_montgomery(bn254, 1, g2, &lines));
    OK(vorpal_pairing_prepared_is_one_of_points(handles->lines, handles->points, 1, handles->points, g2,
                                                VORPAL_TRUST_NOTHING, &valid));
    CHECK(valid == 1);
    vorpal_g2_lines_free(lines);
    OK(vorpal_pairing_is_one_of_points(bn254, 1, handles->points, g2, VORPAL_TRUST_NOTHING, &valid));
    CHECK(valid == 1);
    OK(vorpal_pairing_product_of_points(bn254, 0, NULL, NULL, VORPAL_TRUST_NOTHING, neutral));
    OK(vorpal_pairing_product_of_points(bn254, 1, handles->points, g2, VORPAL_TRUST_NOTHING, stored));
    EQUAL(stored, neutral, sizeof stored);
}

static int32_t count_reports(void *user, uint64_t done, uint64_t total) {
    CHECK(done <= total);
    ++*(size_t *)user;
    return 0;
}

static void sums(vorpal_ctx *ctx, const Handles *handles) {
    uint64_t scalars[MANY], found[3][8];
    uint8_t bytes[64], job[32];
    size_t count = 0, reports = 0, len = 0;
    for (size_t i = 0; i < MANY; i++) scalars[i] = UINT64_MAX - i;
    vorpal_bases *bases = NULL, *prepared = NULL, *opened = NULL;
    OK(vorpal_bases_from_montgomery(ctx, VORPAL_BN254_G1, MANY, handles->points, VORPAL_TRUST_NOTHING, &bases));
    OK(vorpal_bases_count(bases, &count));
    CHECK(count == MANY);
    OK(vorpal_bases_prepare(ctx, handles->bases, 1 << 20, &prepared));
    remove(FOLDER "/bases");
    OK(vorpal_bases_save(handles->prepared, FOLDER "/bases"));
    OK(vorpal_bases_open(ctx, VORPAL_BN254_G1, FOLDER "/bases", &opened));
    const vorpal_bases *all[3] = {handles->bases, prepared, opened};
    for (size_t i = 0; i < 3; i++) {
        OK(vorpal_msm_to_montgomery_vartime(ctx, all[i], MANY, scalars, VORPAL_SCALARS_U64, count_reports, &reports,
                                            found[i]));
        EQUAL(found[i], found[0], 64);
    }
    CHECK(reports > 0);
    OK(vorpal_msm_of_points_vartime(ctx, VORPAL_BN254_G1, MANY, handles->points, VORPAL_TRUST_NOTHING, scalars,
                                    VORPAL_SCALARS_U64, NULL, NULL, found[1]));
    EQUAL(found[1], found[0], 64);
    OK(vorpal_msm_vartime(ctx, bases, MANY, scalars, VORPAL_SCALARS_U64, NULL, NULL, VORPAL_FORMAT_GNARK, bytes, 64));
    uint8_t again[64];
    OK(vorpal_msm_by_vartime(ctx, bases, MANY, scalars, VORPAL_SCALARS_U64, VORPAL_ALGORITHM_JACOBIAN, NULL, NULL,
                             VORPAL_FORMAT_GNARK, again, 64));
    EQUAL(again, bytes, 64);
    vorpal_bases *one = NULL;
    OK(vorpal_bases_from_bytes(ctx, VORPAL_BN254_G1, VORPAL_FORMAT_GNARK, 1, bytes, 64, VORPAL_TRUST_NOTHING, &one));
    vorpal_bases_free(one);

    OK(vorpal_partial_job(ctx, bases, MANY, scalars, VORPAL_SCALARS_U64, job));
    vorpal_partial *part = NULL, *copy = NULL, *sum = NULL;
    OK(vorpal_partial_vartime(ctx, job, MANY, 64, 0, 0, 64, bases, MANY, scalars, VORPAL_SCALARS_U64, NULL, NULL,
                              &part));
    vorpal_partial_free(part);
    OK(vorpal_partial_to_bytes(handles->low, NULL, &len));
    uint8_t *encoded = (uint8_t *)allocate(len);
    OK(vorpal_partial_to_bytes(handles->low, encoded, &len));
    OK(vorpal_partial_from_bytes(VORPAL_BN254_G1, encoded, len, &copy));
    OK(vorpal_partial_merge(copy, handles->high, &sum));
    OK(vorpal_partial_finish(sum, VORPAL_FORMAT_GNARK, bytes, 64));
    vorpal_partial_free(copy), vorpal_partial_free(sum);
    vorpal_bases_free(bases), vorpal_bases_free(prepared), vorpal_bases_free(opened);
    free(encoded);
}

/* The same with elements in memory: a commitment of 32 bytes to 256 values. */
static void elements(vorpal_ctx *ctx, const Handles *handles, const uint8_t *commitment, const uint8_t *values) {
    uint64_t point[12], points[12 * 200], sum[12], scalar[4], proof[208], last[4], *limbs;
    uint8_t item, encoding[32], index = 9, label[2] = {'v', 't'};
    size_t offsets[2] = {0, 1};
    uint32_t opened = 0;
    int32_t valid = 0;
    limbs = (uint64_t *)allocate(32 * 256);
    OK(vorpal_field_from_bytes(VORPAL_FIELD_BANDERSNATCH_SCALAR, 0, 256, values, limbs));
    OK(vorpal_banderwagon_decode_batch_vartime(ctx, 1, commitment, 0, point, &item));
    for (size_t i = 0; i < 200; i++) memcpy(points + 12 * i, point, sizeof point);
    OK(vorpal_banderwagon_normalise_batch_vartime(ctx, 200, points));
    OK(vorpal_banderwagon_encode_batch_vartime(ctx, 1, points, encoding));
    EQUAL(encoding, commitment, 32);
    OK(vorpal_banderwagon_to_scalar_batch_vartime(ctx, 1, point, scalar));
    OK(vorpal_banderwagon_sum_vartime(ctx, 200, points, limbs, sum));
    OK(vorpal_banderwagon_commit_batch_vartime(ctx, handles->committer, 1, offsets, &index, limbs, point, sum));
    OK(vorpal_banderwagon_prove_vartime(ctx, handles->committer, label, 2, 1, point, limbs, 1, &opened, &index, proof,
                                        last));
    OK(vorpal_banderwagon_verify_vartime(ctx, handles->committer, label, 2, 1, point, 1, &opened, &index,
                                         limbs + 4 * index, proof, last, &valid));
    CHECK(valid == 1);
    OK(vorpal_banderwagon_prove_evaluation_vartime(ctx, handles->committer, label, 2, point, limbs, scalar, sum, proof,
                                                   last));
    OK(vorpal_banderwagon_verify_evaluation_vartime(ctx, handles->committer, label, 2, point, scalar, sum, proof, last,
                                                    &valid));
    CHECK(valid == 1);
    vorpal_committer *committer = NULL;
    uint64_t *generators = (uint64_t *)allocate(8 * 12 * 256);
    for (size_t i = 0; i < 256; i++) memcpy(generators + 12 * i, point, sizeof point);
    OK(vorpal_committer_from_points(ctx, VORPAL_PROFILE_SMALL, generators, point, &committer));
    vorpal_committer_free(committer);
    free(generators), free(limbs);
}

static void commitments(vorpal_ctx *ctx, const Handles *handles) {
    enum { COUNT = 200 };
    size_t offsets[COUNT + 1];
    uint8_t indices[COUNT], values[32 * COUNT] = {0}, out[64 * COUNT], again[64 * COUNT], hashes[32 * COUNT];
    for (size_t i = 0; i <= COUNT; i++) offsets[i] = i;
    for (size_t i = 0; i < COUNT; i++) indices[i] = (uint8_t)i, values[32 * i] = (uint8_t)(i + 1);
    for (size_t len = 32; len <= 64; len += 32) {
        OK(vorpal_commit_vartime(handles->committer, COUNT, values, out, len));
        OK(vorpal_commit_batch_vartime(ctx, handles->committer, COUNT, offsets, indices, values, out, len));
        OK(vorpal_commit_delta_batch_vartime(ctx, handles->committer, COUNT, out, 0, offsets, indices, values, again,
                                             len));
        OK(vorpal_map_to_scalar_batch_vartime(ctx, COUNT, out, len, 0, hashes));
    }
    uint8_t *vector = (uint8_t *)allocate(32 * 256), proof[576], point = 9, label[2] = {'v', 't'};
    uint32_t opened = 0;
    int32_t valid = 0;
    memset(vector, 0, 32 * 256);
    memcpy(vector, values, sizeof values);
    OK(vorpal_commit_vartime(handles->committer, 256, vector, out, 32));
    OK(vorpal_multiproof_create_vartime(ctx, handles->committer, label, 2, 1, out, vector, 1, &opened, &point, proof));
    OK(vorpal_multiproof_verify_vartime(ctx, handles->committer, label, 2, 1, out, 1, &opened, &point,
                                        vector + 32 * point, proof, &valid));
    CHECK(valid == 1);
    elements(ctx, handles, out, vector);
    free(vector);
    vorpal_committer *committer = NULL;
    OK(vorpal_committer_save(handles->committer, FOLDER "/tables"));
    OK(vorpal_committer_load(ctx, FOLDER "/tables", &committer));
    vorpal_committer_free(committer);
    remove(FOLDER "/tables");
}

/* Blocks, history and pending writes of a tree, which ends in the state in which it was. */
static void trees(vorpal_ctx *ctx, const Handles *handles, const vorpal_tree *tree) {
    uint8_t keys[32 * KEYS], values[32 * KEYS], found[32 * KEYS], present[KEYS], root[32], after[32];
    uint64_t blocks = 0, nodes = 0;
    size_t len = sizeof found;
    block(keys, values, 2);
    OK(vorpal_tree_update(ctx, tree, KEYS, keys, values));
    OK(vorpal_tree_next_root(ctx, handles->committer, tree, root));
    OK(vorpal_tree_discard(ctx, tree));
    OK(vorpal_tree_update(ctx, tree, KEYS, keys, values));
    OK(vorpal_tree_remove(ctx, tree, 1, keys));
    OK(vorpal_tree_commit(ctx, handles->committer, tree, "second", after));
    OK(vorpal_tree_get(tree, KEYS, keys, found, present));
    CHECK(present[0] == 0 && present[1] == 1);
    OK(vorpal_tree_label(tree, found, &len));
    CHECK(len == strlen("second"));
    OK(vorpal_tree_root_at(tree, 1, root));
    EQUAL(root, handles->root, 32);
    OK(vorpal_tree_get_at(tree, 1, KEYS, keys, found, present));
    CHECK(present[1] == 0);
    OK(vorpal_tree_check(ctx, handles->committer, tree, &nodes));
    /* A rollback with pending writes. */
    block(keys, values, 3);
    OK(vorpal_tree_update(ctx, tree, KEYS, keys, values));
    OK(vorpal_tree_rollback(ctx, tree, 1));
    OK(vorpal_tree_head(tree, root, &blocks));
    EQUAL(root, handles->root, 32);
    OK(vorpal_tree_apply(ctx, handles->committer, tree, KEYS, keys, values, NULL, NULL, root));
    OK(vorpal_tree_rollback(ctx, tree, 1));
}

static void witnesses(vorpal_ctx *ctx, const Handles *handles) {
    uint8_t keys[32 * KEYS], values[32 * KEYS], found[32 * 3], present[3], root[32];
    size_t unbound = 7;
    block(keys, values, 1);
    vorpal_witness *witness = NULL, *written = NULL, *copy = NULL;
    vorpal_partial_tree *proved = NULL;
    OK(vorpal_tree_prove(ctx, handles->committer, handles->memory, 3, keys, VORPAL_WITNESS_BOUND, &witness));
    OK(vorpal_witness_verify(ctx, handles->committer, handles->witness, handles->root, VORPAL_WITNESS_BOUND, &proved));
    OK(vorpal_witness_with_writes(handles->witness, 1, keys, values + 32, &written));
    OK(vorpal_witness_root_after(ctx, handles->committer, handles->proved, written, root));
    OK(vorpal_partial_tree_get(handles->proved, 3, keys, found, present));
    EQUAL(found, values, sizeof found);
    OK(vorpal_partial_tree_unbound(handles->proved, &unbound));
    CHECK(unbound == 0);
    for (int is_json = 0; is_json < 2; is_json++) {
        size_t len = 0;
        OK(is_json ? vorpal_witness_to_json(witness, NULL, &len) : vorpal_witness_to_bytes(witness, NULL, &len));
        uint8_t *bytes = (uint8_t *)allocate(len);
        OK(is_json ? vorpal_witness_to_json(witness, bytes, &len) : vorpal_witness_to_bytes(witness, bytes, &len));
        OK(is_json ? vorpal_witness_from_json(bytes, len, &copy) : vorpal_witness_from_bytes(bytes, len, &copy));
        vorpal_witness_free(copy);
        free(bytes);
    }
    vorpal_witness_free(witness), vorpal_witness_free(written), vorpal_partial_tree_free(proved);
}

static void accounts(vorpal_ctx *ctx, const Handles *handles) {
    uint8_t addresses[20 * KEYS] = {0}, positions[KEYS] = {0}, arguments[32 * KEYS] = {0}, keys[32 * KEYS];
    uint8_t balance[16] = {0}, value[32], code[100] = {0};
    size_t len = 0;
    for (size_t i = 0; i < KEYS; i++) addresses[20 * i] = (uint8_t)i;
    OK(vorpal_tree_keys_vartime(ctx, handles->committer, KEYS, addresses, positions, arguments, keys));
    OK(vorpal_tree_basic_data(1, balance, 2, value));
    OK(vorpal_tree_code_chunks(code, sizeof code, NULL, &len));
}

static void blobs(vorpal_ctx *ctx, const Handles *handles) {
    enum { BLOB = VORPAL_KZG_BLOB_BYTES, CELL = VORPAL_KZG_CELL_BYTES, CELLS = VORPAL_KZG_CELLS };
    enum { POINT = VORPAL_KZG_POINT_BYTES };
    static const uint8_t infinity[POINT] = {0xc0};
    uint8_t commitment[POINT], proof[POINT], z[32] = {0}, y[32], item = 9;
    char tables[100];
    CHECK(snprintf(tables, sizeof tables, "%s/tables-%ld", FOLDER, (long)getpid()) > 0);
    uint8_t *blob = (uint8_t *)allocate(BLOB), *cells = (uint8_t *)allocate(CELLS * CELL);
    uint8_t *again = (uint8_t *)allocate(CELLS * CELL), *proofs = (uint8_t *)allocate(CELLS * POINT);
    uint64_t indices[CELLS], zero = 0;
    int32_t valid = 0;
    size_t memory = 0;
    vorpal_kzg_setup *setup = NULL, *none = NULL;
    vorpal_kzg_verifier *verifier = NULL;
    fill(blob, BLOB, 7);
    for (size_t i = 0; i < BLOB; i += 32) blob[i] = 0;
    for (size_t i = 0; i < CELLS; i++) indices[i] = i;
    OK(vorpal_kzg_setup_new(ctx, 0, &setup));
    OK(vorpal_kzg_setup_memory(handles->setup, &memory));
    CHECK(memory <= 2 << 20);
    FAILS(VORPAL_ERROR_INPUT, "", vorpal_kzg_setup_from_text(ctx, blob, 0, 0, &none));
    memset(cells, 0, CELLS * CELL);
    FAILS(VORPAL_ERROR_INPUT, "", vorpal_kzg_setup_from_points(ctx, cells, cells, blob, 0, &none));
    OK(vorpal_kzg_commit_batch(ctx, handles->setup, 1, blob, commitment));
    OK(vorpal_kzg_prove(ctx, setup, blob, z, proof, y));
    OK(vorpal_kzg_verify(ctx, setup, commitment, z, y, proof, &valid));
    CHECK(valid == 1);
    OK(vorpal_kzg_challenge(blob, commitment, z));
    OK(vorpal_kzg_prove_blob(ctx, handles->setup, blob, commitment, proof));
    OK(vorpal_kzg_verify_blob(ctx, setup, blob, commitment, proof, &valid));
    CHECK(valid == 1);
    OK(vorpal_kzg_verify_blob_batch(ctx, handles->setup, 1, blob, commitment, proof, &item, &valid));
    CHECK(valid == 1 && item == VORPAL_ITEM_OK);
    OK(vorpal_kzg_cells_and_proofs_batch(ctx, handles->setup, 1, blob, cells, proofs));
    OK(vorpal_kzg_recover_batch(ctx, setup, 1, 64, indices, cells, again, NULL));
    EQUAL(cells, again, CELLS * CELL);
    OK(vorpal_kzg_cells_challenge(1, commitment, 1, &zero, indices + 5, cells + 5 * CELL, proofs + 5 * POINT, z));
    OK(vorpal_kzg_verify_cells_batch(ctx, setup, 1, commitment, indices + 5, cells + 5 * CELL, proofs + 5 * POINT,
                                     &item, &valid));
    CHECK(valid == 1 && item == VORPAL_ITEM_OK);
    OK(vorpal_kzg_setup_save(handles->setup, tables));
    OK(vorpal_kzg_setup_load(ctx, setup, tables, &none));
    CHECK(unlink(tables) == 0);
    OK(vorpal_kzg_commit_batch(ctx, none, 1, blob, proof));
    EQUAL(commitment, proof, POINT);
    OK(vorpal_kzg_verifier_new(ctx, setup, 1, commitment, &verifier));
    OK(vorpal_kzg_verifier_add(ctx, verifier, 1, &zero, indices + 5, cells + 5 * CELL, proofs + 5 * POINT));
    OK(vorpal_kzg_verifier_finish(ctx, verifier, 1, &item, &valid));
    CHECK(valid == 1 && item == VORPAL_ITEM_OK);
    /* The blob of infinity is zero, and so are its cells; their proofs are infinity. */
    memset(cells, 0, CELL);
    OK(vorpal_kzg_verifier_count(handles->verifier, &memory));
    OK(vorpal_kzg_verifier_add(ctx, handles->verifier, 1, &zero, indices + 9, cells, infinity));
    OK(vorpal_kzg_verifier_finish(ctx, handles->verifier, 0, NULL, &valid));
    CHECK(valid == 1);
    vorpal_kzg_verifier_free(verifier);
    vorpal_kzg_setup_free(setup), vorpal_kzg_setup_free(none);
    free(blob), free(cells), free(again), free(proofs);
}

/* A proof, alone and in a batch. */
static void circuits(vorpal_ctx *ctx, const Handles *handles) {
    Circuit c = circuit_of("bn254");
    vorpal_groth16_prover *prover = NULL;
    vorpal_groth16_verifier *verifier = NULL;
    uint8_t proof[2048], public_[2048], key[8192];
    size_t len[3] = {0, 0, sizeof key}, places[2] = {0}, signals[2] = {0};
    int32_t valid = 0;
    OK(vorpal_groth16_prover_new(ctx, c.zkey.bytes, c.zkey.len, 1, &prover));
    OK(vorpal_groth16_prover_key(prover, key, &len[2]));
    OK(vorpal_groth16_verifier_new(ctx, key, len[2], 0, &verifier));
    OK(vorpal_groth16_prover_sizes(handles->prover, &len[0], &len[1]));
    OK(vorpal_groth16_prove(ctx, handles->prover, c.wtns.bytes, c.wtns.len, proof, &len[0], public_, &len[1]));
    OK(vorpal_groth16_verify(ctx, handles->proofs, proof, len[0], public_, len[1], &valid));
    CHECK(valid == 1);
    places[1] = len[0], signals[1] = len[1], valid = 0;
    OK(vorpal_groth16_verify_batch(ctx, verifier, 1, proof, places, public_, signals, NULL, &valid));
    CHECK(valid == 1);
    vorpal_groth16_prover_free(prover), vorpal_groth16_verifier_free(verifier);
    free_circuit(&c);
}

/* The secret key 7 and its child, with a message of 32 bytes. */
static void aggregates(vorpal_ctx *ctx, const Handles *handles) {
    uint8_t secrets[2][32] = {{7}}, keys[2 * 96], signatures[2 * 96], sum[96], key[96], message[64] = {3}, items[2];
    uint8_t bits = 1;
    uint32_t zero = 0, index[2] = {1, 2};
    uint64_t round = 1, ids[4];
    size_t number = 4, first = 0;
    int32_t valid = 0;
    char path[100];
    CHECK(snprintf(path, sizeof path, "%s/keys-%ld", FOLDER, (long)getpid()) > 0);
    vorpal_bls_suite *suite = NULL;
    vorpal_bls_key_table *table = NULL;
    vorpal_bls_batch *batch = NULL;
    vorpal_bls_committee *committee = NULL;
    OK(vorpal_bls_key_gen(message, 32, NULL, 0, sum));
    OK(vorpal_bls_key_gen_with_salt(message, 32, NULL, 0, NULL, 0, sum));
    OK(vorpal_bls_derive_master(message, 32, sum));
    OK(vorpal_bls_derive_child(secrets[0], 0, secrets[1]));
    OK(vorpal_bls_check_secret(secrets[1]));
    OK(vorpal_bls_suite_new(VORPAL_BLS_MIN_PK, VORPAL_BLS_POSSESSION, VORPAL_BLS_TAG_MIN_PK_POP, &suite));
    for (size_t i = 0; i < 2; i++) {
        OK(vorpal_bls_public_key(suite, secrets[i], 0, keys + 48 * i));
        OK(vorpal_bls_sign(handles->suite, secrets[i], message, 32, 0, signatures + 96 * i));
    }
    OK(vorpal_bls_prove_possession(suite, secrets[0], 0, sum));
    OK(vorpal_bls_verify_possession(suite, 0, keys, sum, &valid));
    CHECK(valid == 1);
    OK(vorpal_bls_hash_to_curve(suite, message, 32, 0, sum));
    OK(vorpal_bls_verify(handles->suite, 0, keys, message, 32, signatures, &valid));
    CHECK(valid == 1);
    OK(vorpal_bls_aggregate_keys(ctx, suite, 0, 2, keys, key));
    OK(vorpal_bls_eth_aggregate_pubkeys(ctx, 0, 2, keys, key));
    OK(vorpal_bls_aggregate_signatures(ctx, suite, 0, 2, signatures, sum));
    OK(vorpal_bls_aggregate_verify(ctx, suite, 0, 1, key, message, NULL, sum, &valid));
    CHECK(valid == 1);
    OK(vorpal_bls_fast_aggregate_verify(ctx, suite, 0, 2, keys, message, 32, sum, &valid));
    CHECK(valid == 1);
    OK(vorpal_bls_eth_fast_aggregate_verify(ctx, 0, 2, keys, message, 32, sum, &valid));
    CHECK(valid == 1);
    memset(message + 32, 0, 32), message[32] = 3;
    OK(vorpal_bls_verify_sets(ctx, suite, 0, 2, signatures, keys, NULL, message, NULL, items, &valid));
    CHECK(valid == 1);
    OK(vorpal_bls_convert_keys(ctx, suite, 0, 1, keys, 1, key, items));
    OK(vorpal_bls_convert_signatures(ctx, suite, 0, 1, signatures, 0, sum, items));
    OK(vorpal_bls_check_signatures(ctx, suite, 0, 1, signatures, items));
    CHECK(items[0] == VORPAL_ITEM_OK);
    OK(vorpal_bls_combine_partials(ctx, suite, 0, 2, 2, index, keys, signatures, message, 32, sum, items, &valid));
    CHECK(valid == 1);
    OK(vorpal_bls_combine(ctx, suite, 0, 2, index, signatures, sum));
    OK(vorpal_bls_drand_verify(ctx, VORPAL_DRAND_UNCHAINED, 0, keys, 1, &round, NULL, NULL, signatures, NULL, NULL,
                               &valid));
    CHECK(valid == 0);

    OK(vorpal_bls_key_table_new(VORPAL_BLS_MIN_PK, &table));
    OK(vorpal_bls_key_table_append(ctx, handles->keys, 0, 1, keys, &first, NULL));
    OK(vorpal_bls_key_table_count(handles->keys, &number));
    CHECK(number > first && first > 0);
    OK(vorpal_bls_key_table_get(handles->keys, 0, 0, key));
    EQUAL(key, keys, 48);
    OK(vorpal_bls_key_table_sum(ctx, handles->keys, 1, &zero, 0, key));
    EQUAL(key, keys, 48);
    OK(vorpal_bls_key_table_verify_sets(ctx, handles->keys, suite, 0, 1, signatures, &zero, NULL, message, NULL, NULL,
                                        &valid));
    CHECK(valid == 1);
    OK(vorpal_bls_key_table_save(handles->keys, path));
    vorpal_bls_key_table_free(table);
    OK(vorpal_bls_key_table_load(ctx, VORPAL_BLS_MIN_PK, path, &table));
    CHECK(unlink(path) == 0);

    OK(vorpal_bls_batch_new(handles->suite, &batch));
    OK(vorpal_bls_batch_add(ctx, batch, 1, 0, signatures, 1, keys, message, 32));
    OK(vorpal_bls_batch_add_indexed(ctx, handles->batch, 2, 0, signatures, table, 1, &zero, message, 32));
    OK(vorpal_bls_batch_merge(ctx, handles->batch, batch));
    OK(vorpal_bls_batch_count(handles->batch, &number));
    CHECK(number == 2);
    OK(vorpal_bls_batch_finish(ctx, handles->batch, ids, &number, &valid));
    CHECK(valid == 1 && number == 0);
    OK(vorpal_bls_committee_new(ctx, VORPAL_BLS_MIN_PK, 0, 1, keys, &committee));
    OK(vorpal_bls_committee_sum(ctx, committee, &bits, 1, 0, key));
    EQUAL(key, keys, 48);
    OK(vorpal_bls_committee_verify(ctx, handles->committee, suite, 0, &bits, 1, message, 32, signatures, &valid));
    CHECK(valid == 1);
    vorpal_bls_committee_free(committee), vorpal_bls_batch_free(batch), vorpal_bls_key_table_free(table);
    vorpal_bls_suite_free(suite);
}

/* Every function, on handles of before and on a context of before or of now. `is_owner`: whether this process opened
 * the store. */
static void every_function(vorpal_ctx *ctx, const Handles *handles, int is_owner) {
    size_t number = 0;
    CHECK(vorpal_abi_version() == VORPAL_ABI_VERSION && strlen(vorpal_version()) > 0 && strlen(vorpal_backend()) > 0);
    OK(vorpal_ctx_threads(ctx, &number));
    CHECK(number == 2);
    OK(vorpal_selftest(ctx));
    signatures(ctx, handles), sums(ctx, handles), commitments(ctx, handles), accounts(ctx, handles);
    trees(ctx, handles, handles->memory), witnesses(ctx, handles), blobs(ctx, handles), aggregates(ctx, handles);
    circuits(ctx, handles);
    contracts(ctx), arithmetic(ctx, handles), senders(ctx, handles, is_owner);
    vorpal_tree *tree = NULL;
    vorpal_tree_options options;
    OK(vorpal_tree_in_memory(16, &tree));
    vorpal_tree_free(tree);
    OK(vorpal_tree_options_default(&options));
    if (is_owner) {
        trees(ctx, handles, handles->disk);
    } else {
        FAILS(VORPAL_ERROR_STORE, "", vorpal_tree_open(FOLDER "/store", VORPAL_OPEN_EXISTING, &options, &tree));
    }
}

/* An inherited store refuses every call. */
static void refuses(vorpal_ctx *ctx, const Handles *handles) {
    uint8_t keys[32 * KEYS], values[32 * KEYS], found[32 * KEYS], present[KEYS], root[32];
    const vorpal_tree *tree = handles->disk;
    const vorpal_committer *committer = handles->committer;
    size_t len = sizeof found;
    vorpal_witness *witness = NULL;
    block(keys, values, 9);
    const char *text = "process";
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_head(tree, root, NULL));
    /* What the handle knows without the file is the state at the fork. */
    OK(vorpal_tree_label(tree, found, &len));
    OK(vorpal_tree_discard(ctx, tree));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_root_at(tree, 0, root));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_get(tree, KEYS, keys, found, present));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_get_at(tree, 0, KEYS, keys, found, present));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_check(ctx, committer, tree, NULL));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_prove(ctx, committer, tree, 1, keys, VORPAL_WITNESS_BOUND, &witness));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_update(ctx, tree, KEYS, keys, values));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_remove(ctx, tree, KEYS, keys));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_next_root(ctx, committer, tree, root));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_commit(ctx, committer, tree, NULL, root));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_apply(ctx, committer, tree, KEYS, keys, values, NULL, NULL, root));
    FAILS(VORPAL_ERROR_STORE, text, vorpal_tree_rollback(ctx, tree, 1));
}

/* Children that use, close and abandon the parent's store, between and beside its blocks. */
static void store_with_children(Handles *handles) {
    uint8_t keys[32 * KEYS], values[32 * KEYS], root[2][32];
    for (uint64_t number = 0; number < FORKS; number++) {
        pid_t pid = child(120);
        if (pid == 0) {
            if (number % 4 < 2) refuses(handles->ctx, handles);
            if (number % 2 == 1) release(handles);
            end();
        }
        if (number % 3 == 0) succeeds(pid);
        block(keys, values, 1000 + number);
        OK(vorpal_tree_apply(handles->ctx, handles->committer, handles->memory, KEYS, keys, values, NULL, NULL,
                             root[0]));
        OK(vorpal_tree_apply(handles->ctx, handles->committer, handles->disk, KEYS, keys, values, NULL, NULL,
                             root[1]));
        EQUAL(root[0], root[1], 32);
        if (number % 3 != 0) succeeds(pid);
    }
    vorpal_tree_free(handles->disk);
    OK(vorpal_tree_open(FOLDER "/store", VORPAL_OPEN_EXISTING, NULL, &handles->disk));
    uint64_t blocks = 0;
    OK(vorpal_tree_head(handles->disk, root[1], &blocks));
    EQUAL(root[0], root[1], 32);
    CHECK(blocks == 1 + FORKS);
    OK(vorpal_tree_check(handles->ctx, handles->committer, handles->disk, NULL));
    for (uint64_t number = 0; number < FORKS; number++) {
        uint8_t found[32 * KEYS], present[KEYS];
        block(keys, values, 1000 + number);
        OK(vorpal_tree_get(handles->disk, KEYS, keys, found, present));
        EQUAL(found, values, sizeof values);
    }
}

static void *nothing(void *argument) { return argument; }

/* Without new threads, functions without a context work, contexts are not possible, and no handle suffers. */
static void no_threads(const Handles *handles) {
    struct rlimit old, none;
    CHECK(getrlimit(RLIMIT_NPROC, &old) == 0);
    none = old, none.rlim_cur = 0;
    pthread_t thread;
    if ((geteuid() == 0 && setuid(65534) != 0) || setrlimit(RLIMIT_NPROC, &none) != 0 ||
        pthread_create(&thread, NULL, nothing, NULL) == 0) {
        puts("SKIPPED: a process without new threads: this system has no such limit for this user");
        return;
    }
    uint8_t value[32] = {5}, out[64], again[64];
    size_t offsets[2] = {0, 1}, number = 0;
    uint8_t index = 0;
    vorpal_ctx *ctx = NULL;
    OK(vorpal_commit_vartime(handles->committer, 1, value, out, 64));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "threads", vorpal_ctx_new(2, &ctx));
    CHECK(ctx == NULL);
    for (size_t i = 0; i < 2; i++) {
        FAILS(VORPAL_ERROR_NOT_POSSIBLE, "threads",
              vorpal_commit_batch_vartime(handles->ctx, handles->committer, 1, offsets, &index, value, again, 64));
        FAILS(VORPAL_ERROR_NOT_POSSIBLE, "threads",
              vorpal_tree_update(handles->ctx, handles->memory, 1, value, value));
        FAILS(VORPAL_ERROR_NOT_POSSIBLE, "threads", vorpal_ctx_threads(handles->ctx, &number));
    }
    CHECK(setrlimit(RLIMIT_NPROC, &old) == 0);
    OK(vorpal_commit_batch_vartime(handles->ctx, handles->committer, 1, offsets, &index, value, again, 64));
    EQUAL(out, again, 64);
    OK(vorpal_tree_update(handles->ctx, handles->memory, 1, value, value));
}

/* A value of VORPAL_BACKEND that names nothing. The first call of a process reads the variable. */
static void unknown_backend(void) {
    pid_t pid = child(60);
    if (pid == 0) {
        uint8_t secret[32] = {1}, key[65];
        vorpal_ctx *ctx = NULL;
        CHECK(setenv("VORPAL_BACKEND", "foo", 1) == 0);
        FAILS(VORPAL_ERROR_ARGUMENT, "VORPAL_BACKEND is \"foo\"", vorpal_secp256k1_public_key(secret, key));
        FAILS(VORPAL_ERROR_ARGUMENT, "permitted values", vorpal_ctx_new(1, &ctx));
        vorpal_ctx_free(NULL);
        end();
    }
    succeeds(pid);
}

int main(void) {
    alarm(1200);
    unknown_backend();
    mkdir(FOLDER, 0755);
    remove(FOLDER "/bases");
    size_t before = threads();
    static Handles handles;
    make(&handles, FOLDER "/store");
    every_function(handles.ctx, &handles, 1);
    /* The context has two threads, the pool of senders one, and nothing else has any. */
    CHECK(before == 0 || threads() == before + 3);

    /* The threads of the parent's context do not exist in the child, whose calls create others. */
    pid_t pid = child(600);
    if (pid == 0) {
        every_function(handles.ctx, &handles, 0);
        vorpal_ctx *own = context(2);
        every_function(own, &handles, 0);
        vorpal_committer *committer = NULL;
        OK(vorpal_committer_new(own, VORPAL_PROFILE_SMALL, &committer));
        vorpal_committer_free(committer);
        CHECK(before == 0 || threads() == 1 + 2 + 2);
        /* A child of the child. */
        pid = child(600);
        if (pid == 0) {
            trees(handles.ctx, &handles, handles.memory);
            release(&handles);
            end();
        }
        succeeds(pid);
        release(&handles);
        vorpal_ctx_free(own);
        end();
    }
    succeeds(pid);
    pid = child(120);
    if (pid == 0) {
        no_threads(&handles);
        end();
    }
    succeeds(pid);
    store_with_children(&handles);
    release(&handles);
    puts("forks: all passed");
    return 0;
}
