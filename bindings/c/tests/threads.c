/* Calls of eight threads at once: one context, one committer, one tree, one cache, and messages of their own. */
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = 20, BLOCKS = 3, BATCH = 50 };

typedef struct {
    vorpal_ctx *ctx;
    vorpal_committer *committer;
    vorpal_tree *tree;
    vorpal_key_cache *cache;
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
    for (size_t i = 0; i < THREADS; i++) {
        shared[i] = shared[0];
        shared[i].number = i;
    }
    at_once(shared, work);
    uint8_t root[32];
    OK(vorpal_tree_commit(shared[0].ctx, shared[0].committer, shared[0].tree, NULL, root));
    at_once(shared, blocks);
    vorpal_tree_free(shared[0].tree), vorpal_committer_free(shared[0].committer);
    vorpal_key_cache_free(shared[0].cache), vorpal_ctx_free(shared[0].ctx);
    puts("threads: all passed");
    return 0;
}
