/* Calls of eight threads at once: one context, committer, tree, cache, setup, and messages of their own. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = 20, BLOCKS = 3, BATCH = 50, MANY = 5000 };

typedef struct {
    vorpal_ctx *ctx;
    vorpal_committer *committer;
    vorpal_tree *tree;
    vorpal_key_cache *cache;
    vorpal_kzg_setup *setup;
    uint64_t number;
} Shared;

static void *work(void *argument) {
    const Shared *shared = (const Shared *)argument;
    uint8_t secret[32], key[65], hashes[32 * BATCH], signatures[65 * BATCH], keys[65 * BATCH], items[BATCH];
    fill(secret, 32, shared->number), fill(hashes, sizeof hashes, shared->number + 1);
    OK(vorpal_secp256k1_public_key(secret, key));
    for (size_t i = 0; i < BATCH; i++) OK(vorpal_secp256k1_sign(secret, hashes + 32 * i, NULL, signatures + 65 * i));
    for (size_t round = 0; round < ROUNDS; round++) {
        OK(vorpal_secp256k1_recover_batch(shared->ctx, BATCH, hashes, signatures, keys, NULL, items));
        for (size_t i = 0; i < BATCH; i++) EQUAL(keys + 65 * i, key, 65);
        int32_t valid = 0;
        OK(vorpal_key_cache_verify(shared->cache, key, 65, hashes, signatures, 1, &valid));
        CHECK(valid == 1);

        uint8_t tree_key[32] = {0}, value[32] = {0}, found[32], present, root[32];
        tree_key[0] = (uint8_t)shared->number, tree_key[31] = (uint8_t)round, value[0] = (uint8_t)(round + 1);
        OK(vorpal_tree_update(shared->ctx, shared->tree, 1, tree_key, value));
        OK(vorpal_tree_next_root(shared->ctx, shared->committer, shared->tree, root));
        OK(vorpal_tree_get(shared->tree, 1, tree_key, found, &present));
        CHECK(present == 1);
        EQUAL(found, value, 32);

        /* The message is that of this thread's call. */
        char text[40];
        snprintf(text, sizeof text, "key_len is %d", (int)(1000 + shared->number));
        CHECK(vorpal_secp256k1_verify_batch(shared->ctx, 0, NULL, NULL, NULL, 1000 + shared->number, 0, NULL) ==
              VORPAL_ERROR_ARGUMENT);
        CHECK(strstr(vorpal_last_error(), text) != NULL);
    }
    return NULL;
}

/* Blocks, witnesses and checks of one tree at once: each call uses all threads of the context. */
static void *blocks(void *argument) {
    const Shared *shared = (const Shared *)argument;
    uint8_t keys[32 * BATCH], values[32 * BATCH], root[32];
    for (size_t round = 0; round < BLOCKS; round++) {
        fill(keys, sizeof keys, 100 * shared->number + round), fill(values, sizeof values, round);
        OK(vorpal_tree_apply(shared->ctx, shared->committer, shared->tree, BATCH, keys, values, NULL, NULL, root));
        vorpal_witness *witness = NULL;
        OK(vorpal_tree_prove(shared->ctx, shared->committer, shared->tree, BATCH, keys, VORPAL_WITNESS_PLAIN,
                             &witness));
        vorpal_witness_free(witness);
        uint64_t nodes = 0;
        OK(vorpal_tree_check(shared->ctx, shared->committer, shared->tree, &nodes));
        CHECK(nodes > 0);
    }
    return NULL;
}

typedef struct {
    const Shared *shared;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int sum_runs, block_runs, reports;
} Meeting;

/* Lets a block begin, then reads and writes the tree, and sums on the same context: nothing waits for this thread. */
static int32_t use_everything(void *user, uint64_t done, uint64_t total) {
    Meeting *meeting = (Meeting *)user;
    const Shared *shared = meeting->shared;
    CHECK(done <= total);
    if (meeting->reports++ > 0) return 0;
    pthread_mutex_lock(&meeting->mutex);
    meeting->sum_runs = 1;
    pthread_cond_broadcast(&meeting->changed);
    while (!meeting->block_runs) pthread_cond_wait(&meeting->changed, &meeting->mutex);
    pthread_mutex_unlock(&meeting->mutex);
    /* The block takes the lock of the tree meanwhile. */
    struct timespec moment = {0, 100000000};
    nanosleep(&moment, NULL);
    uint8_t key[32] = {1}, value[32], present, root[32];
    OK(vorpal_tree_get(shared->tree, 1, key, value, &present));
    OK(vorpal_tree_apply(shared->ctx, shared->committer, shared->tree, 1, key, key, NULL, NULL, root));
    uint64_t points[8] = {0}, scalar = 3, sum[8];
    OK(vorpal_msm_of_points_vartime(shared->ctx, VORPAL_BN254_G1, 1, points, VORPAL_TRUST_NOTHING, &scalar,
                                    VORPAL_SCALARS_U64, NULL, NULL, sum));
    return 0;
}

static void *one_block(void *argument) {
    Meeting *meeting = (Meeting *)argument;
    const Shared *shared = meeting->shared;
    uint8_t *keys = (uint8_t *)allocate(32 * MANY), root[32];
    pthread_mutex_lock(&meeting->mutex);
    while (!meeting->sum_runs) pthread_cond_wait(&meeting->changed, &meeting->mutex);
    meeting->block_runs = 1;
    pthread_cond_broadcast(&meeting->changed);
    pthread_mutex_unlock(&meeting->mutex);
    fill(keys, 32 * MANY, 7);
    OK(vorpal_tree_apply(shared->ctx, shared->committer, shared->tree, MANY, keys, keys, NULL, NULL, root));
    free(keys);
    return NULL;
}

/* A sum whose callback uses a tree, beside a block on the same context with a single thread. */
static void callbacks(const Shared *with) {
    Shared shared = *with;
    shared.ctx = context(1);
    Meeting meeting = {&shared, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0};
    uint8_t generator[64] = {0};
    generator[31] = 1, generator[63] = 2;
    vorpal_bases *base = NULL;
    uint64_t scalar = 1, sum[8], *points = (uint64_t *)allocate(64 * MANY);
    uint8_t *scalars = (uint8_t *)allocate(32 * MANY);
    OK(vorpal_bases_from_bytes(shared.ctx, VORPAL_BN254_G1, VORPAL_FORMAT_GNARK, 1, generator, 64,
                               VORPAL_TRUST_NOTHING, &base));
    OK(vorpal_msm_to_montgomery_vartime(shared.ctx, base, 1, &scalar, VORPAL_SCALARS_U64, NULL, NULL, points));
    for (size_t i = 1; i < MANY; i++) memcpy(points + 8 * i, points, 64);
    fill(scalars, 32 * MANY, 5);
    for (size_t i = 0; i < MANY; i++) scalars[32 * i + 31] &= 0x0f;
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, one_block, &meeting) == 0);
    OK(vorpal_msm_of_points_vartime(shared.ctx, VORPAL_BN254_G1, MANY, points, VORPAL_TRUST_IN_SUBGROUP, scalars,
                                    VORPAL_SCALARS_LITTLE_ENDIAN, use_everything, &meeting, sum));
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(meeting.reports > 0);
    vorpal_bases_free(base), vorpal_ctx_free(shared.ctx);
    free(points), free(scalars);
}

/* Proofs of cells, which verify. The first such call of a setup without tables computes some: here several first calls
 * at once. */
static void *proofs(void *argument) {
    enum { CELLS = VORPAL_KZG_CELLS };
    const Shared *shared = (const Shared *)argument;
    uint8_t *blob = (uint8_t *)allocate(VORPAL_KZG_BLOB_BYTES), *all = (uint8_t *)allocate(48 * CELLS);
    uint8_t *cells = (uint8_t *)allocate(CELLS * VORPAL_KZG_CELL_BYTES), *commitments = (uint8_t *)allocate(48 * CELLS);
    uint64_t indices[CELLS];
    int32_t valid = 0;
    fill(blob, VORPAL_KZG_BLOB_BYTES, shared->number);
    for (size_t i = 0; i < VORPAL_KZG_BLOB_BYTES; i += 32) blob[i] = 0;
    OK(vorpal_kzg_cells_and_proofs_batch(shared->ctx, shared->setup, 1, blob, cells, all));
    OK(vorpal_kzg_commit_batch(shared->ctx, shared->setup, 1, blob, commitments));
    for (size_t i = 0; i < CELLS; i++) {
        indices[i] = i;
        if (i > 0) memcpy(commitments + 48 * i, commitments, 48);
    }
    OK(vorpal_kzg_verify_cells_batch(shared->ctx, shared->setup, CELLS, commitments, indices, cells, all, NULL,
                                     &valid));
    CHECK(valid == 1);
    free(blob), free(all), free(cells), free(commitments);
    return NULL;
}

static void at_once(Shared *shared, void *(*function)(void *)) {
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, function, &shared[i]) == 0);
    for (size_t i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
}

int main(void) {
    /* A deadlock ends the program. */
    alarm(600);
    Shared shared[THREADS];
    shared[0].ctx = context(2);
    OK(vorpal_committer_new(shared[0].ctx, VORPAL_PROFILE_SMALL, &shared[0].committer));
    OK(vorpal_tree_in_memory(8, &shared[0].tree));
    OK(vorpal_key_cache_new(1 << 20, &shared[0].cache));
    OK(vorpal_kzg_setup_new(shared[0].ctx, 0, &shared[0].setup));
    for (size_t i = 0; i < THREADS; i++) {
        shared[i] = shared[0];
        shared[i].number = i;
    }
    at_once(shared, work);
    uint8_t root[32];
    OK(vorpal_tree_commit(shared[0].ctx, shared[0].committer, shared[0].tree, NULL, root));
    at_once(shared, blocks);
    at_once(shared, proofs);
    callbacks(shared);
    vorpal_tree_free(shared[0].tree), vorpal_committer_free(shared[0].committer);
    vorpal_kzg_setup_free(shared[0].setup);
    vorpal_key_cache_free(shared[0].cache), vorpal_ctx_free(shared[0].ctx);
    puts("threads: all passed");
    return 0;
}
