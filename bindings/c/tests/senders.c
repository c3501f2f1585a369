/* Senders one by one, and lists that mix curves: results beside single calls, poisoned entries, bounds, cancellation,
 * eight threads, closing during use, invalid arguments. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { THREADS = 8, COUNT = 60, EACH = 200 };
#define FOR_EVER UINT64_MAX

static uint8_t hashes[COUNT][32], signatures[COUNT][65], addresses[COUNT][20], results[COUNT];

static void rest(void) {
    struct timespec moment = {0, 100000};
    nanosleep(&moment, NULL);
}

/* Signatures of seven keys, some of them malformed, and the results of single calls. */
static void prepare(void) {
    for (size_t i = 0; i < COUNT; i++) {
        uint8_t secret[32], key[65];
        fill(secret, 32, i % 7), fill(hashes[i], 32, 100 + i);
        OK(vorpal_secp256k1_sign(secret, hashes[i], NULL, signatures[i]));
        if (i % 3 == 1) signatures[i][64] = (uint8_t)(signatures[i][64] + 27);
        if (i % 11 == 3) signatures[i][64] = 9;
        if (i % 11 == 5) memset(signatures[i], 0, 32);
        if (i % 11 == 7) memset(signatures[i] + 32, 0xff, 32);
        /* x^3 + 7 is not a square for x = 5. */
        if (i % 11 == 9) memset(signatures[i], 0, 31), signatures[i][31] = 5;
        results[i] = i % 11 == 3                      ? VORPAL_ITEM_RECOVERY_ID
                     : i % 11 == 5 || i % 11 == 7     ? VORPAL_ITEM_SIGNATURE
                     : i % 11 == 9                    ? VORPAL_ITEM_NO_POINT
                                                      : VORPAL_ITEM_OK;
        vorpal_status status = vorpal_secp256k1_recover(hashes[i], signatures[i], key);
        CHECK((status == VORPAL_OK) == (results[i] == VORPAL_ITEM_OK));
        if (status == VORPAL_OK) OK(vorpal_secp256k1_address(key, 65, addresses[i]));
    }
}

static vorpal_sender_pool *pool_of(uint64_t wait, size_t group, size_t threads, size_t queue, size_t cache) {
    vorpal_sender_pool *pool = NULL;
    OK(vorpal_sender_pool_new(wait, group, threads, queue, cache, &pool));
    return pool;
}

static vorpal_sender_metrics metrics_of(vorpal_sender_pool *pool) {
    vorpal_sender_metrics metrics;
    OK(vorpal_sender_pool_metrics(pool, &metrics, 0, NULL, NULL));
    return metrics;
}

/* Takes one result, which must be that of the token modulo COUNT. */
static void take_one(vorpal_sender_pool *pool, uint64_t *token) {
    uint8_t sender[20], item;
    size_t count = 1;
    OK(vorpal_sender_pool_take(pool, FOR_EVER, token, sender, &item, &count));
    CHECK(count == 1 && item == results[*token % COUNT]);
    EQUAL(sender, addresses[*token % COUNT], 20);
}

static void one_by_one(vorpal_ctx *ctx) {
    vorpal_sender_pool *pool = pool_of(100000, 0, 0, 0, 1000);
    uint8_t seen[COUNT] = {0}, senders[COUNT][20], items[COUNT];
    for (size_t i = 0; i < COUNT; i++) OK(vorpal_sender_pool_submit(pool, i, hashes[i], signatures[i], 0));
    for (size_t i = 0; i < COUNT; i++) {
        uint64_t token;
        take_one(pool, &token);
        CHECK(token < COUNT && !seen[token]++);
    }
    const double percents[3] = {0, 50, 100};
    uint64_t latencies[3];
    vorpal_sender_metrics metrics;
    OK(vorpal_sender_pool_metrics(pool, &metrics, 3, percents, latencies));
    CHECK(metrics.submitted == COUNT && metrics.answered == COUNT && metrics.cached == 0 && metrics.ready == 0);
    CHECK(metrics.queued == 0 && metrics.capacity == 4096 && metrics.cancelled == 0 && metrics.refused == 0);
    CHECK(metrics.groups >= COUNT / 16 && metrics.groups <= COUNT);
    CHECK(0 < latencies[0] && latencies[0] <= latencies[1] && latencies[1] <= latencies[2]);
    /* The block: all of it is in the cache, and the results are the same. */
    OK(vorpal_sender_pool_recover_block(ctx, pool, COUNT, hashes[0], signatures[0], senders[0], items));
    EQUAL(items, results, COUNT);
    EQUAL(senders, addresses, sizeof senders);
    CHECK(metrics_of(pool).cached == COUNT);
    /* And one by one from the cache, many at once. */
    uint64_t tokens[COUNT];
    for (size_t i = 0; i < COUNT; i++) OK(vorpal_sender_pool_submit(pool, i, hashes[i], signatures[i], 0));
    size_t count = COUNT;
    OK(vorpal_sender_pool_take(pool, 0, tokens, senders[0], items, &count));
    CHECK(count == COUNT && metrics_of(pool).cached == 2 * COUNT);
    for (size_t i = 0; i < COUNT; i++) CHECK(tokens[i] == i && items[i] == results[i]);
    EQUAL(senders, addresses, sizeof senders);
    vorpal_sender_pool_free(pool);
    /* Without a cache. */
    pool = pool_of(0, 1, 1, 1, 0);
    for (size_t i = 0; i < 4; i++) {
        uint64_t token;
        OK(vorpal_sender_pool_submit(pool, i, hashes[0], signatures[0], FOR_EVER));
        count = 1;
        OK(vorpal_sender_pool_take(pool, FOR_EVER, &token, senders[0], items, &count));
        CHECK(token == i && items[0] == VORPAL_ITEM_OK);
        EQUAL(senders[0], addresses[0], 20);
    }
    CHECK(metrics_of(pool).cached == 0);
    OK(vorpal_sender_pool_recover_block(ctx, pool, 0, NULL, NULL, NULL, NULL));
    vorpal_sender_pool_free(pool);
}

/* Everything that an attacker submits before a victim's signature: its hash with another signature, and a change of
 * each part. The victim's sender is its own. */
static void poison(void) {
    vorpal_sender_pool *pool = pool_of(0, 1, 1, 4, 100);
    static const size_t places[] = {0, 31, 32, 63, 64};
    uint8_t secret[32], other[65], sender[20], item, key[65], address[20], hash[32];
    uint64_t token;
    fill(secret, 32, 99);
    OK(vorpal_secp256k1_sign(secret, hashes[0], NULL, other));
    for (size_t round = 0; round < 2; round++) {
        for (size_t i = 0; i <= 6; i++) {
            memcpy(hash, hashes[0], 32);
            if (i > 0) memcpy(other, signatures[0], 65);
            if (i > 0 && i < 6) other[places[i - 1]] ^= 1;
            if (i == 6) hash[31] ^= 1;
            if (i == 0) OK(vorpal_secp256k1_sign(secret, hash, NULL, other));
            size_t count = 1;
            OK(vorpal_sender_pool_submit(pool, i, hash, other, 0));
            OK(vorpal_sender_pool_take(pool, FOR_EVER, &token, sender, &item, &count));
            CHECK(token == i && memcmp(sender, addresses[0], 20) != 0);
            memset(address, 0, 20);
            if (vorpal_secp256k1_recover(hash, other, key) == VORPAL_OK) {
                OK(vorpal_secp256k1_address(key, 65, address));
            }
            EQUAL(sender, address, 20);
        }
        OK(vorpal_sender_pool_submit(pool, 0, hashes[0], signatures[0], 0));
        take_one(pool, &token);
    }
    CHECK(metrics_of(pool).answered == 8 && metrics_of(pool).cached == 8);
    vorpal_sender_pool_free(pool);
}

/* A full pool, tokens in use, cancellation, closing. */
static void states(void) {
    uint64_t tokens[8];
    uint8_t senders[8][20], items[8];
    size_t count = 8;
    int32_t cancelled = 7;
    /* A group never begins unless it is full. */
    vorpal_sender_pool *pool = pool_of(FOR_EVER, 4, 1, 4, 100);
    OK(vorpal_sender_pool_take(pool, 0, tokens, senders[0], items, &count));
    CHECK(count == 0);
    for (size_t i = 0; i < 3; i++) OK(vorpal_sender_pool_submit(pool, i, hashes[i], signatures[i], 0));
    FAILS(VORPAL_ERROR_ARGUMENT, "token 1 is in use", vorpal_sender_pool_submit(pool, 1, hashes[5], signatures[5], 0));
    OK(vorpal_sender_pool_cancel(pool, 1, &cancelled));
    CHECK(cancelled == 1);
    OK(vorpal_sender_pool_cancel(pool, 1, &cancelled));
    CHECK(cancelled == 0);
    count = 8;
    OK(vorpal_sender_pool_take(pool, 1000000, tokens, senders[0], items, &count));
    CHECK(count == 0);
    /* The cancelled one is in the queue until the group begins, so the fourth fills the pool. */
    OK(vorpal_sender_pool_submit(pool, 1, hashes[4], signatures[4], 0));
    for (size_t taken = 0; taken < 3; taken += count) {
        count = 8;
        OK(vorpal_sender_pool_take(pool, FOR_EVER, tokens, senders[0], items, &count));
        CHECK(count > 0);
        for (size_t i = 0; i < count; i++) {
            size_t expected = tokens[i] == 1 ? 4 : (size_t)tokens[i];
            EQUAL(senders[i], addresses[expected], 20);
        }
    }
    CHECK(metrics_of(pool).cancelled == 1);
    for (size_t i = 6; i < 10; i++) OK(vorpal_sender_pool_submit(pool, i, hashes[i], signatures[i], FOR_EVER));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "full", vorpal_sender_pool_submit(pool, 10, hashes[10], signatures[10], 0));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "full", vorpal_sender_pool_submit(pool, 10, hashes[10], signatures[10], 1000000));
    CHECK(metrics_of(pool).refused == 2);
    while (metrics_of(pool).ready < 4) rest();
    OK(vorpal_sender_pool_cancel(pool, 7, &cancelled));
    CHECK(cancelled == 0);
    uint64_t token;
    take_one(pool, &token);
    OK(vorpal_sender_pool_submit(pool, 11, hashes[11], signatures[11], 0));
    OK(vorpal_sender_pool_close(pool));
    OK(vorpal_sender_pool_close(pool));
    FAILS(VORPAL_ERROR_CANCELLED, "closed", vorpal_sender_pool_submit(pool, 12, hashes[12], signatures[12], FOR_EVER));
    for (size_t i = 0; i < 3; i++) {
        take_one(pool, &token);
        CHECK(token != 11);
    }
    count = 8;
    FAILS(VORPAL_ERROR_CANCELLED, "closed",
          vorpal_sender_pool_take(pool, FOR_EVER, tokens, senders[0], items, &count));
    vorpal_sender_pool_free(pool);
    /* Freed with signatures in it. */
    pool = pool_of(FOR_EVER, 4, 2, 8, 0);
    OK(vorpal_sender_pool_submit(pool, 1, hashes[0], signatures[0], 0));
    vorpal_sender_pool_free(pool);
}

typedef struct {
    vorpal_sender_pool *pool;
    uint64_t number;
    uint64_t accepted, cancelled;
} Thread;

static void *submit(void *argument) {
    Thread *thread = (Thread *)argument;
    for (uint64_t i = 0; i < EACH; i++) {
        uint64_t token = COUNT * (EACH * thread->number + i) + (i * 7 + thread->number) % COUNT;
        int32_t cancelled = 0;
        vorpal_status status = vorpal_sender_pool_submit(thread->pool, token, hashes[token % COUNT],
                                                         signatures[token % COUNT], FOR_EVER);
        if (status == VORPAL_ERROR_CANCELLED) return NULL;
        CHECK(status == VORPAL_OK);
        thread->accepted++;
        if (i % 5 == 0) OK(vorpal_sender_pool_cancel(thread->pool, token, &cancelled));
        thread->cancelled += (uint64_t)cancelled;
    }
    return NULL;
}

/* Takes until the pool is closed, and counts. */
static void *take(void *argument) {
    Thread *thread = (Thread *)argument;
    for (;;) {
        uint64_t tokens[7];
        uint8_t senders[7][20], items[7];
        size_t count = 7;
        vorpal_status status =
            vorpal_sender_pool_take(thread->pool, FOR_EVER, tokens, senders[0], items, &count);
        if (status == VORPAL_ERROR_CANCELLED) return NULL;
        CHECK(status == VORPAL_OK && count >= 1 && count <= 7);
        for (size_t i = 0; i < count; i++) {
            CHECK(items[i] == results[tokens[i] % COUNT]);
            EQUAL(senders[i], addresses[tokens[i] % COUNT], 20);
        }
        thread->accepted += count;
    }
}

/* Eight threads submit and two take; then once more, and the pool is closed during use. */
static void threads(int close_early) {
    vorpal_sender_pool *pool = pool_of(50000, 5, 2, 32, 20);
    pthread_t submitting[THREADS], taking[2];
    Thread submitters[THREADS], takers[2];
    uint64_t accepted = 0, cancelled = 0;
    for (size_t i = 0; i < 2; i++) {
        Thread thread = {pool, i, 0, 0};
        takers[i] = thread;
        CHECK(pthread_create(&taking[i], NULL, take, &takers[i]) == 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        Thread thread = {pool, i, 0, 0};
        submitters[i] = thread;
        CHECK(pthread_create(&submitting[i], NULL, submit, &submitters[i]) == 0);
    }
    if (close_early) {
        while (metrics_of(pool).answered < 100) rest();
        OK(vorpal_sender_pool_close(pool));
    }
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(pthread_join(submitting[i], NULL) == 0);
        accepted += submitters[i].accepted, cancelled += submitters[i].cancelled;
    }
    if (!close_early) {
        /* What was not cancelled is delivered before the pool is closed. */
        CHECK(accepted == THREADS * EACH);
        vorpal_sender_metrics metrics;
        do {
            rest(), metrics = metrics_of(pool);
        } while (metrics.queued > 0 || metrics.ready > 0 ||
                 metrics.answered + metrics.cached + metrics.cancelled < accepted);
        OK(vorpal_sender_pool_close(pool));
    }
    for (size_t i = 0; i < 2; i++) CHECK(pthread_join(taking[i], NULL) == 0);
    uint64_t taken = takers[0].accepted + takers[1].accepted;
    CHECK(close_early ? taken <= accepted - cancelled : taken == accepted - cancelled);
    vorpal_sender_pool_free(pool);
}

static void misuse_of_pools(vorpal_ctx *ctx) {
    vorpal_sender_pool *pool = NULL;
    vorpal_sender_metrics metrics;
    uint64_t tokens[3] = {5, 5, 5}, latency;
    uint8_t senders[60], items[3] = {9, 9, 9};
    size_t count = 2;
    int32_t cancelled;
    double percent = 50;
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_sender_pool_new(0, 0, 0, 0, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "`group` of the pool is 65", vorpal_sender_pool_new(0, 65, 0, 0, 0, &pool));
    FAILS(VORPAL_ERROR_ARGUMENT, "`threads` of the pool is 1025", vorpal_sender_pool_new(0, 0, 1025, 0, 0, &pool));
    FAILS(VORPAL_ERROR_ARGUMENT, "`queue` of the pool is 15", vorpal_sender_pool_new(0, 0, 0, 15, 0, &pool));
    CHECK(pool == NULL);
    vorpal_sender_pool_free(NULL);
    pool = pool_of(0, 1, 1, 8, 8);
    FAILS(VORPAL_ERROR_ARGUMENT, "pool is null", vorpal_sender_pool_submit(NULL, 0, hashes[0], signatures[0], 0));
    FAILS(VORPAL_ERROR_ARGUMENT, "hash is null", vorpal_sender_pool_submit(pool, 0, NULL, signatures[0], 0));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_sender_pool_submit(pool, 0, hashes[0], NULL, 0));
    FAILS(VORPAL_ERROR_ARGUMENT, "pool is null", vorpal_sender_pool_take(NULL, 0, tokens, senders, items, &count));
    FAILS(VORPAL_ERROR_ARGUMENT, "count is null", vorpal_sender_pool_take(pool, 0, tokens, senders, items, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "tokens is null", vorpal_sender_pool_take(pool, 0, NULL, senders, items, &count));
    FAILS(VORPAL_ERROR_ARGUMENT, "senders is null", vorpal_sender_pool_take(pool, 0, tokens, NULL, items, &count));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null", vorpal_sender_pool_take(pool, 0, tokens, senders, NULL, &count));
    FAILS(VORPAL_ERROR_ARGUMENT, "items overlaps senders",
          vorpal_sender_pool_take(pool, 0, tokens, senders, senders + 39, &count));
    FAILS(VORPAL_ERROR_ARGUMENT, "tokens is not aligned",
          vorpal_sender_pool_take(pool, 0, (uint64_t *)(void *)(senders + 1 + (uintptr_t)senders % 2), senders, items,
                                  &count));
    count = SIZE_MAX / 8;
    FAILS(VORPAL_ERROR_ARGUMENT, "tokens: no object has",
          vorpal_sender_pool_take(pool, 0, tokens, senders, items, &count));
    count = 0;
    FAILS(VORPAL_ERROR_ARGUMENT, "count is 0", vorpal_sender_pool_take(pool, 0, tokens, senders, items, &count));
    CHECK(tokens[0] == 5 && items[0] == 9);
    FAILS(VORPAL_ERROR_ARGUMENT, "pool is null", vorpal_sender_pool_cancel(NULL, 0, &cancelled));
    FAILS(VORPAL_ERROR_ARGUMENT, "cancelled is null", vorpal_sender_pool_cancel(pool, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "pool is null", vorpal_sender_pool_metrics(NULL, &metrics, 0, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "metrics is null", vorpal_sender_pool_metrics(pool, NULL, 0, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "percents is null", vorpal_sender_pool_metrics(pool, &metrics, 1, NULL, &latency));
    FAILS(VORPAL_ERROR_ARGUMENT, "latencies is null", vorpal_sender_pool_metrics(pool, &metrics, 1, &percent, NULL));
    OK(vorpal_sender_pool_metrics(pool, &metrics, 1, &percent, &latency));
    CHECK(latency == 0 && metrics.submitted == 0);
    FAILS(VORPAL_ERROR_ARGUMENT, "pool is null", vorpal_sender_pool_close(NULL));
#define REFUSES_ALL(text, call)                                                                                       \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        FAILS(VORPAL_ERROR_ARGUMENT, text, call);                                                                     \
        CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_OK);      \
    } while (0)
    REFUSES_ALL("ctx is null",
                vorpal_sender_pool_recover_block(NULL, pool, 2, hashes[0], signatures[0], senders, items));
    REFUSES_ALL("pool is null",
                vorpal_sender_pool_recover_block(ctx, NULL, 2, hashes[0], signatures[0], senders, items));
    REFUSES_ALL("hashes is null", vorpal_sender_pool_recover_block(ctx, pool, 2, NULL, signatures[0], senders, items));
    REFUSES_ALL("signatures is null",
                vorpal_sender_pool_recover_block(ctx, pool, 2, hashes[0], NULL, senders, items));
    REFUSES_ALL("addresses is null",
                vorpal_sender_pool_recover_block(ctx, pool, 2, hashes[0], signatures[0], NULL, items));
    vorpal_sender_pool_free(pool);
}

/* A list of all claims, right and wrong, beside single calls. */
static void mixed(vorpal_ctx *ctx) {
    enum { LIST = 40 };
    static uint8_t claims[LIST], hash[LIST][32], signature[LIST][65], key[LIST][65], address[LIST][20], items[LIST];
    uint8_t expected[LIST], secret[32], memory[3] = {0};
    for (size_t i = 0; i < LIST; i++) {
        size_t kind = i % 4, fault = i / 4;
        claims[i] = (uint8_t)kind;
        fill(secret, 32, i), fill(hash[i], 32, 500 + i);
        if (kind == VORPAL_CLAIM_SECP256K1 || kind == VORPAL_CLAIM_SECP256K1_SIGNER) {
            OK(vorpal_secp256k1_sign(secret, hash[i], NULL, signature[i]));
            OK(vorpal_secp256k1_public_key(secret, key[i]));
            OK(vorpal_secp256k1_address(key[i], 65, address[i]));
        } else {
            OK(vorpal_p256_sign(secret, hash[i], NULL, signature[i]));
            OK(vorpal_p256_public_key(secret, key[i]));
        }
        if (kind == VORPAL_CLAIM_SECP256K1_SIGNER) memset(key[i], 0xee, 65);
        if (kind < VORPAL_CLAIM_SECP256K1_SIGNER) memset(address[i], 0xee, 20), signature[i][64] = 0xee;
        /* There is no other function for an address on P-256: known ones follow. */
        expected[i] = kind == VORPAL_CLAIM_P256_SIGNER ? VORPAL_ITEM_INVALID : VORPAL_ITEM_OK;
        if (fault == 1) hash[i][7] ^= 1, expected[i] = VORPAL_ITEM_INVALID;
        if (fault == 2) memset(signature[i], 0, 32), expected[i] = VORPAL_ITEM_SIGNATURE;
        if (fault == 3) memset(signature[i] + 32, 0xff, 32), expected[i] = VORPAL_ITEM_SIGNATURE;
        if (fault == 4 && kind != VORPAL_CLAIM_SECP256K1_SIGNER) key[i][64] ^= 1, expected[i] = VORPAL_ITEM_KEY;
        if (fault == 5 && kind == VORPAL_CLAIM_SECP256K1_SIGNER) {
            address[i][0] ^= 1, expected[i] = VORPAL_ITEM_INVALID;
        }
        if (fault == 6 && kind == VORPAL_CLAIM_SECP256K1_SIGNER) {
            signature[i][64] = 5, expected[i] = VORPAL_ITEM_RECOVERY_ID;
        }
        /* A curve instead of the other: the key is not on it. */
        if (fault == 7 && kind < VORPAL_CLAIM_SECP256K1_SIGNER) claims[i] ^= 1, expected[i] = VORPAL_ITEM_KEY;
        if (fault == 8 && kind == VORPAL_CLAIM_SECP256K1_SIGNER) signature[i][64] = (uint8_t)(signature[i][64] + 27);
    }
    OK(vorpal_ecdsa_verify_mixed_batch(ctx, LIST, claims, hash[0], signature[0], key[0], address[0], NULL, 0, items));
    EQUAL(items, expected, LIST);
    OK(vorpal_ecdsa_verify_mixed_batch(ctx, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL));
    /* Keys and addresses are not read where no claim uses them. */
    OK(vorpal_ecdsa_verify_mixed_batch(ctx, 1, claims + 2, hash[2], signature[2], NULL, address[2], NULL, 0, items));
    CHECK(items[0] == VORPAL_ITEM_OK);
    OK(vorpal_ecdsa_verify_mixed_batch(ctx, 2, claims, hash[0], signature[0], key[0], NULL, NULL, 0, items));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_OK);
    /* Addresses of a key on P-256, with and without a prefix: the key of RFC 6979, A.2.5. */
    static const char *const addresses_of_p256[2] = {
        "db1cf7c2c5375aea1b363bd4a67803c7f704051b", "dd298b060a259e7e83d430fc9cd02c6b068d548d"};
    uint8_t one = 1, claim = VORPAL_CLAIM_P256_SIGNER;
    hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721", secret, 32);
    OK(vorpal_p256_sign(secret, hash[0], NULL, signature[0]));
    OK(vorpal_p256_public_key(secret, key[0]));
    for (size_t i = 0; i < 2; i++) {
        hex(addresses_of_p256[i], address[0], 20);
        for (size_t length = 0; length < 2; length++) {
            OK(vorpal_ecdsa_verify_mixed_batch(ctx, 1, &claim, hash[0], signature[0], key[0], address[0], &one, length,
                                               items));
            CHECK(items[0] == (i == length ? VORPAL_ITEM_OK : VORPAL_ITEM_INVALID));
        }
    }
    claims[0] = VORPAL_CLAIM_P256, claims[1] = VORPAL_CLAIM_P256_SIGNER;
    REFUSES_ALL("ctx is null", vorpal_ecdsa_verify_mixed_batch(NULL, 2, claims, hash[0], signature[0], key[0],
                                                               address[0], NULL, 0, items));
    REFUSES_ALL("claims is null", vorpal_ecdsa_verify_mixed_batch(ctx, 2, NULL, hash[0], signature[0], key[0],
                                                                  address[0], NULL, 0, items));
    REFUSES_ALL("hashes is null", vorpal_ecdsa_verify_mixed_batch(ctx, 2, claims, NULL, signature[0], key[0],
                                                                  address[0], NULL, 0, items));
    REFUSES_ALL("signatures is null",
                vorpal_ecdsa_verify_mixed_batch(ctx, 2, claims, hash[0], NULL, key[0], address[0], NULL, 0, items));
    REFUSES_ALL("keys is null", vorpal_ecdsa_verify_mixed_batch(ctx, 2, claims, hash[0], signature[0], NULL,
                                                                address[0], NULL, 0, items));
    REFUSES_ALL("addresses is null",
                vorpal_ecdsa_verify_mixed_batch(ctx, 2, claims, hash[0], signature[0], key[0], NULL, NULL, 0, items));
    REFUSES_ALL("prefix is null", vorpal_ecdsa_verify_mixed_batch(ctx, 2, claims, hash[0], signature[0], key[0],
                                                                  address[0], NULL, 1, items));
    claims[1] = 4;
    REFUSES_ALL("claims: number 1 is 4", vorpal_ecdsa_verify_mixed_batch(ctx, 2, claims, hash[0], signature[0], key[0],
                                                                         address[0], NULL, 0, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null",
          vorpal_ecdsa_verify_mixed_batch(ctx, 1, claims, hash[0], signature[0], key[0], address[0], NULL, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "items overlaps claims",
          vorpal_ecdsa_verify_mixed_batch(ctx, 1, memory, hash[0], signature[0], key[0], address[0], NULL, 0, memory));
}

int main(void) {
    /* A deadlock ends the program. */
    alarm(600);
    vorpal_ctx *ctx = context(2);
    prepare();
    one_by_one(ctx);
    poison();
    states();
    threads(0);
    threads(1);
    misuse_of_pools(ctx);
    /* After `misuse_of_pools`, whose macro it uses. */
    mixed(ctx);
    vorpal_ctx_free(ctx);
    puts("senders: all passed");
    return 0;
}
