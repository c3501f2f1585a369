/* Tables of keys, batches that grow and committees; from several threads, in files, and every misuse. */
#include <pthread.h>
#include <unistd.h>

#include "bls.h"

/* The first point outside the subgroup of keys, compressed. */
static void outside_of_keys(const Values *v, uint8_t *point) {
    int32_t other = v->variant == VORPAL_BLS_MIN_PK ? VORPAL_BLS_MIN_SIG : VORPAL_BLS_MIN_PK;
    vorpal_bls_suite *suite = suite_of(other, VORPAL_BLS_BASIC, "tag");
    Values of_keys = *v;
    of_keys.suite = suite, of_keys.signature = v->key;
    outside(&of_keys, point);
    vorpal_bls_suite_free(suite);
}

static vorpal_bls_key_table *table_of(const Values *v) {
    vorpal_bls_key_table *table = NULL;
    size_t first = 7;
    OK(vorpal_bls_key_table_new(v->variant, &table));
    OK(vorpal_bls_key_table_append(v->ctx, table, 0, SETS, v->keys, &first, NULL));
    CHECK(first == 0);
    return table;
}

static size_t count_of(const vorpal_bls_key_table *table) {
    size_t count = 999;
    OK(vorpal_bls_key_table_count(table, &count));
    return count;
}

static void tables(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    size_t k = v->key, s = v->signature, first = 99;
    uint8_t items[SETS], found[2 * MOST], expected[2 * MOST], bad[3 * MOST], parts[3 * MOST];
    uint32_t indices[6] = {0, 4, 4, 1, 2, 9};
    vorpal_bls_key_table *table = table_of(v), *none = NULL;
    for (uint32_t i = 0; i < SETS; i++) {
        OK(vorpal_bls_key_table_get(table, i, 0, found));
        EQUAL(found, v->keys + k * i, k);
    }
    /* The key 4 counts twice. */
    memcpy(parts, v->keys, k), memcpy(parts + k, v->keys + 4 * k, k), memcpy(parts + 2 * k, v->keys + 4 * k, k);
    for (int32_t form = 0; form <= 1; form++) {
        uint8_t three[3 * 2 * MOST];
        OK(vorpal_bls_convert_keys(ctx, v->suite, 0, 3, parts, form, three, items));
        OK(vorpal_bls_aggregate_keys(ctx, v->suite, form, 3, three, expected));
        OK(vorpal_bls_key_table_sum(ctx, table, 3, indices, form, found));
        EQUAL(found, expected, k * (form ? 2 : 1));
    }
    /* Malformed keys are named, and nothing is appended. */
    memcpy(bad, v->keys, 2 * k), outside_of_keys(v, bad + k), memcpy(bad + 2 * k, INFINITY_BYTES, k);
    FAILS(VORPAL_ERROR_INPUT, "key 1: ", vorpal_bls_key_table_append(ctx, table, 0, 3, bad, &first, items));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_KEY && items[2] == VORPAL_ITEM_KEY);
    FAILS(VORPAL_ERROR_INPUT, "key 1: ", vorpal_bls_key_table_append(ctx, table, 0, 3, bad, &first, NULL));
    CHECK(count_of(table) == SETS && first == 99);
    OK(vorpal_bls_key_table_append(ctx, table, 0, 0, NULL, &first, NULL));
    CHECK(first == SETS);
    OK(vorpal_bls_convert_keys(ctx, v->suite, 0, 1, v->keys, 3, found, items));
    OK(vorpal_bls_key_table_append(ctx, table, 3, 1, found, &first, items));
    CHECK(first == SETS && count_of(table) == SETS + 1 && items[0] == VORPAL_ITEM_OK);

    FAILS(VORPAL_ERROR_ARGUMENT, "variant is 2", vorpal_bls_key_table_new(2, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_bls_key_table_new(v->variant, NULL));
#define LOSES(text, call)                                                                                             \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        FAILS(VORPAL_ERROR_ARGUMENT, text, call);                                                                     \
        CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_OK);      \
    } while (0)
    LOSES("ctx is null", vorpal_bls_key_table_append(NULL, table, 0, 2, v->keys, &first, items));
    LOSES("table is null", vorpal_bls_key_table_append(ctx, NULL, 0, 2, v->keys, &first, items));
    LOSES("forms is 2", vorpal_bls_key_table_append(ctx, table, 2, 2, v->keys, &first, items));
    LOSES("keys is null", vorpal_bls_key_table_append(ctx, table, 0, 2, NULL, &first, items));
    LOSES("first is null", vorpal_bls_key_table_append(ctx, table, 0, 2, v->keys, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys: no object",
          vorpal_bls_key_table_append(ctx, table, 0, SIZE_MAX / 2, v->keys, &first, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "table is null", vorpal_bls_key_table_count(NULL, &first));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_bls_key_table_count(table, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "the table has 6 keys, none with the index 6",
          vorpal_bls_key_table_get(table, 6, 0, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "table is null", vorpal_bls_key_table_get(NULL, 0, 0, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_key_table_get(table, 0, 2, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "key is null", vorpal_bls_key_table_get(table, 0, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "indices: number 5: the table has 6 keys, none with the index 9",
          vorpal_bls_key_table_sum(ctx, table, 6, indices, 0, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "indices: nothing", vorpal_bls_key_table_sum(ctx, table, 0, NULL, 0, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_key_table_sum(NULL, table, 3, indices, 0, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "table is null", vorpal_bls_key_table_sum(ctx, NULL, 3, indices, 0, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "indices is null", vorpal_bls_key_table_sum(ctx, table, 3, NULL, 0, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_key_table_sum(ctx, table, 3, indices, 2, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "sum is null", vorpal_bls_key_table_sum(ctx, table, 3, indices, 0, NULL));
    /* A key and its opposite. */
    memcpy(bad, v->keys, k), bad[0] ^= 0x20;
    OK(vorpal_bls_key_table_append(ctx, table, 0, 1, bad, &first, NULL));
    uint32_t cancelling[2] = {0, (uint32_t)first};
    FAILS(VORPAL_ERROR_INPUT, "infinity", vorpal_bls_key_table_sum(ctx, table, 2, cancelling, 0, found));

    /* Sets: keys 0; 1 and 2; an index that does not exist; none; keys that cancel. */
    uint8_t signatures[5 * MOST], messages[5 * 32];
    uint32_t members[6] = {0, 1, 2, 9, 0, (uint32_t)first};
    size_t offsets[6] = {0, 1, 3, 4, 4, 6}, wrong[6] = {0, 1, 0, 4, 4, 6};
    memcpy(messages, v->messages, sizeof messages);
    for (size_t i = 0; i < 5; i++) memcpy(signatures + s * i, v->signatures, s);
    for (size_t i = 0; i < 2; i++) {
        OK(vorpal_bls_sign(v->suite, v->secrets[i + 1], messages + 32, 32, 0, parts + s * i));
    }
    OK(vorpal_bls_aggregate_signatures(ctx, v->suite, 0, 2, parts, signatures + s));
    memcpy(signatures + 4 * s, INFINITY_BYTES, s);
#define SETS_OF(table, count)                                                                                         \
    vorpal_bls_key_table_verify_sets(ctx, table, v->suite, 0, count, signatures, members, offsets, messages, NULL,     \
                                     items, &valid)
    VERDICT(1, SETS_OF(table, 2));
    VERDICT(0, SETS_OF(table, 5));
    for (size_t i = 0; i < 5; i++) CHECK(items[i] == (i < 2 ? VORPAL_ITEM_OK : VORPAL_ITEM_INVALID));
    VERDICT(0, SETS_OF(table, 0));
    signatures[0] = 0;
    VERDICT(0, SETS_OF(table, 2));
    check_items(items, 2, 0, VORPAL_ITEM_SIGNATURE);
    static const uint32_t each[SETS] = {0, 1, 2, 3, 4};
    VERDICT(1, vorpal_bls_key_table_verify_sets(ctx, table, v->suite, 0, SETS, v->signatures, each, NULL, v->messages,
                                                NULL, NULL, &valid));
    vorpal_bls_suite *other = suite_of(1 - v->variant, VORPAL_BLS_BASIC, "tag");
#define REFUSES_SETS(text, call)                                                                                      \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        REFUSES(VORPAL_ERROR_ARGUMENT, text, call);                                                                   \
        for (size_t i = 0; i < 5; i++) CHECK(items[i] == VORPAL_ITEM_INVALID);                                        \
    } while (0)
#define BAD(text, ctx, table, suite, forms, signatures, members, offsets, messages)                                   \
    REFUSES_SETS(text, vorpal_bls_key_table_verify_sets(ctx, table, suite, forms, 5, signatures, members, offsets,     \
                                                        messages, NULL, items, &valid))
    BAD("ctx is null", NULL, table, v->suite, 0, signatures, members, offsets, messages);
    BAD("table is null", ctx, NULL, v->suite, 0, signatures, members, offsets, messages);
    BAD("suite is null", ctx, table, NULL, 0, signatures, members, offsets, messages);
    BAD("keys in G1, the other has keys in G2", ctx, table, other, 0, signatures, members, offsets, messages);
    BAD("forms is 2", ctx, table, v->suite, 2, signatures, members, offsets, messages);
    BAD("signatures is null", ctx, table, v->suite, 0, NULL, members, offsets, messages);
    BAD("indices is null", ctx, table, v->suite, 0, signatures, NULL, offsets, messages);
    BAD("index_offsets: number 2 is below number 1", ctx, table, v->suite, 0, signatures, members, wrong, messages);
    BAD("messages is null", ctx, table, v->suite, 0, signatures, members, offsets, NULL);
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_bls_key_table_verify_sets(ctx, table, v->suite, 0, 5, signatures, members, offsets, messages, NULL,
                                           items, NULL));
    CHECK(none == NULL);
    vorpal_bls_suite_free(other), vorpal_bls_key_table_free(table), vorpal_bls_key_table_free(NULL);
}

static void files(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    char path[100];
    CHECK(snprintf(path, sizeof path, "target/c-tests/keys-%ld", (long)getpid()) > 0);
    vorpal_bls_key_table *table = table_of(v), *loaded = NULL;
    uint8_t found[MOST], byte = 0;
    OK(vorpal_bls_key_table_save(table, path));
    OK(vorpal_bls_key_table_save(table, path));
    OK(vorpal_bls_key_table_load(ctx, v->variant, path, &loaded));
    CHECK(count_of(loaded) == SETS);
    for (uint32_t i = 0; i < SETS; i++) {
        OK(vorpal_bls_key_table_get(loaded, i, 0, found));
        EQUAL(found, v->keys + v->key * i, v->key);
    }
    vorpal_bls_key_table_free(loaded), loaded = NULL;
    FAILS(VORPAL_ERROR_STORE, path, vorpal_bls_key_table_load(ctx, 1 - v->variant, path, &loaded));
    FAILS(VORPAL_ERROR_ARGUMENT, "variant is 2", vorpal_bls_key_table_load(ctx, 2, path, &loaded));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_key_table_load(NULL, v->variant, path, &loaded));
    FAILS(VORPAL_ERROR_ARGUMENT, "file is null", vorpal_bls_key_table_load(ctx, v->variant, NULL, &loaded));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_bls_key_table_load(ctx, v->variant, path, NULL));
    /* A changed byte, and a missing one. */
    FILE *file = fopen(path, "r+b");
    CHECK(file != NULL && fseek(file, -33, SEEK_END) == 0 && fread(&byte, 1, 1, file) == 1);
    byte ^= 1;
    CHECK(fseek(file, -33, SEEK_END) == 0 && fwrite(&byte, 1, 1, file) == 1 && fclose(file) == 0);
    FAILS(VORPAL_ERROR_STORE, path, vorpal_bls_key_table_load(ctx, v->variant, path, &loaded));
    CHECK(truncate(path, 40) == 0);
    FAILS(VORPAL_ERROR_STORE, path, vorpal_bls_key_table_load(ctx, v->variant, path, &loaded));
    CHECK(unlink(path) == 0);
    FAILS(VORPAL_ERROR_STORE, path, vorpal_bls_key_table_load(ctx, v->variant, path, &loaded));
    FAILS(VORPAL_ERROR_STORE, "/nowhere/", vorpal_bls_key_table_save(table, "/nowhere/keys"));
    FAILS(VORPAL_ERROR_ARGUMENT, "table is null", vorpal_bls_key_table_save(NULL, path));
    FAILS(VORPAL_ERROR_ARGUMENT, "file is null", vorpal_bls_key_table_save(table, NULL));
    CHECK(loaded == NULL);
    vorpal_bls_key_table_free(table);
}

static size_t sets_of(const vorpal_bls_batch *batch) {
    size_t count = 999;
    OK(vorpal_bls_batch_count(batch, &count));
    return count;
}

/* Adds set `i` of the values, with the message of set `message`. */
static vorpal_status add(const Values *v, vorpal_bls_batch *batch, uint64_t id, size_t i, size_t message) {
    return vorpal_bls_batch_add(v->ctx, batch, id, 0, v->signatures + v->signature * i, 1, v->keys + v->key * i,
                                v->messages + 32 * message, 32);
}

static void batches(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    size_t k = v->key, s = v->signature, number = 0;
    vorpal_bls_batch *batch = NULL, *other = NULL, *none = NULL;
    uint64_t invalid[40];
    uint8_t bad[2 * MOST] = {0}, uncompressed[2 * MOST], items[1];
    OK(vorpal_bls_batch_new(v->suite, &batch));
    OK(vorpal_bls_batch_new(v->suite, &other));
    VERDICT(0, vorpal_bls_batch_finish(ctx, batch, NULL, NULL, &valid));
    /* More than the batch decodes and hashes together, and the same ids twice. */
    for (size_t i = 0; i < 20; i++) OK(add(v, batch, 100 + i, i % SETS, i % SETS));
    CHECK(sets_of(batch) == 20);
    VERDICT(1, vorpal_bls_batch_finish(ctx, batch, NULL, NULL, &valid));
    CHECK(sets_of(batch) == 0);
    /* The batch may be used again. Wrong: the message, the signature's bytes, the subgroup. */
    OK(add(v, batch, 7, 0, 0));
    OK(add(v, batch, UINT64_MAX, 1, 2));
    OK(vorpal_bls_batch_add(ctx, batch, 8, 0, bad, 1, v->keys, v->messages, 32));
    outside(v, bad);
    OK(vorpal_bls_batch_add(ctx, batch, 9, 0, bad, 1, v->keys, v->messages, 32));
    /* No keys; and other forms. */
    OK(vorpal_bls_batch_add(ctx, batch, 10, 0, v->signatures, 0, NULL, v->messages, 32));
    OK(vorpal_bls_convert_signatures(ctx, v->suite, 0, 1, v->signatures, 4, uncompressed, items));
    OK(vorpal_bls_batch_add(ctx, batch, 11, 4, uncompressed, 1, v->keys, v->messages, 32));
    uncompressed[s * 2 - 1] ^= 1;
    OK(vorpal_bls_batch_add(ctx, batch, 12, 4, uncompressed, 1, v->keys, v->messages, 32));
    number = 6;
    REFUSES(VORPAL_ERROR_BUFFER, "invalid has 6 places; the batch has 7 sets",
            vorpal_bls_batch_finish(ctx, batch, invalid, &number, &valid));
    CHECK(number == 7 && sets_of(batch) == 7);
    VERDICT(0, vorpal_bls_batch_finish(ctx, batch, invalid, &number, &valid));
    CHECK(number == 5 && invalid[0] == UINT64_MAX && invalid[1] == 8 && invalid[2] == 9 && invalid[3] == 10);
    CHECK(invalid[4] == 12);
    /* By index, and merged. */
    vorpal_bls_key_table *table = table_of(v);
    uint32_t indices[2] = {3, 9};
    OK(vorpal_bls_batch_add_indexed(ctx, other, 1, 0, v->signatures + 3 * s, table, 1, indices, v->messages + 96, 32));
    OK(vorpal_bls_batch_add_indexed(ctx, other, 2, 0, v->signatures + 3 * s, table, 1, indices, v->messages, 32));
    for (size_t i = 0; i < 17; i++) OK(add(v, batch, 20 + i, i % SETS, i % SETS));
    OK(vorpal_bls_batch_merge(ctx, batch, other));
    CHECK(sets_of(batch) == 19 && sets_of(other) == 0);
    OK(vorpal_bls_batch_merge(ctx, batch, other));
    number = 40;
    VERDICT(0, vorpal_bls_batch_finish(ctx, batch, invalid, &number, &valid));
    CHECK(number == 1 && invalid[0] == 2);
    OK(add(v, other, 5, 0, 1));
    number = 40;
    VERDICT(0, vorpal_bls_batch_finish(ctx, other, NULL, &number, &valid));
    CHECK(number == 1);

    /* Nothing is added by a call that fails. */
    OK(add(v, batch, 1, 0, 0));
    const uint8_t *key = v->keys, *signature = v->signatures, *m = v->messages;
    memset(bad, 0, sizeof bad), memcpy(bad, v->keys, k);
    FAILS(VORPAL_ERROR_INPUT, "key 1: ", vorpal_bls_batch_add(ctx, batch, 1, 0, signature, 2, bad, m, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_batch_add(NULL, batch, 1, 0, signature, 1, key, m, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "batch is null", vorpal_bls_batch_add(ctx, NULL, 1, 0, signature, 1, key, m, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_batch_add(ctx, batch, 1, 2, signature, 1, key, m, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "signature is null", vorpal_bls_batch_add(ctx, batch, 1, 0, NULL, 1, key, m, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys is null", vorpal_bls_batch_add(ctx, batch, 1, 0, signature, 1, NULL, m, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "message is null",
          vorpal_bls_batch_add(ctx, batch, 1, 0, signature, 1, key, NULL, 32));
#define BAD_INDEXED(text, ctx, batch, forms, signature, table, count, indices, m)                                     \
    FAILS(VORPAL_ERROR_ARGUMENT, text,                                                                                \
          vorpal_bls_batch_add_indexed(ctx, batch, 1, forms, signature, table, count, indices, m, 32))
    BAD_INDEXED("ctx is null", NULL, batch, 0, signature, table, 1, indices, m);
    BAD_INDEXED("batch is null", ctx, NULL, 0, signature, table, 1, indices, m);
    BAD_INDEXED("forms is 2", ctx, batch, 2, signature, table, 1, indices, m);
    BAD_INDEXED("signature is null", ctx, batch, 0, NULL, table, 1, indices, m);
    BAD_INDEXED("table is null", ctx, batch, 0, signature, NULL, 1, indices, m);
    BAD_INDEXED("indices is null", ctx, batch, 0, signature, table, 1, NULL, m);
    BAD_INDEXED("indices: number 1: the table has 5 keys, none with the index 9", ctx, batch, 0, signature, table, 2,
                indices, m);
    BAD_INDEXED("message is null", ctx, batch, 0, signature, table, 1, indices, NULL);
    CHECK(sets_of(batch) == 1);
    FAILS(VORPAL_ERROR_ARGUMENT, "suite is null", vorpal_bls_batch_new(NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_bls_batch_new(v->suite, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "batch is null", vorpal_bls_batch_count(NULL, &number));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_bls_batch_count(batch, NULL));
    vorpal_bls_suite *tagged = suite_of(v->variant, VORPAL_BLS_POSSESSION, "another tag");
    vorpal_bls_suite *of_other = suite_of(1 - v->variant, VORPAL_BLS_POSSESSION, "another tag");
    const vorpal_bls_suite *suites[2] = {tagged, of_other};
    for (size_t i = 0; i < 2; i++) {
        OK(vorpal_bls_batch_new(suites[i], &none));
        FAILS(VORPAL_ERROR_ARGUMENT, i == 0 ? "different suites" : "G2", vorpal_bls_batch_merge(ctx, batch, none));
        vorpal_bls_batch_free(none);
    }
    FAILS(VORPAL_ERROR_ARGUMENT, "batch and other are the same", vorpal_bls_batch_merge(ctx, batch, batch));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_batch_merge(NULL, batch, other));
    FAILS(VORPAL_ERROR_ARGUMENT, "batch is null", vorpal_bls_batch_merge(ctx, NULL, other));
    FAILS(VORPAL_ERROR_ARGUMENT, "other is null", vorpal_bls_batch_merge(ctx, batch, NULL));
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_batch_finish(NULL, batch, NULL, NULL, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "batch is null", vorpal_bls_batch_finish(ctx, NULL, NULL, NULL, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "invalid_count is null", vorpal_bls_batch_finish(ctx, batch, invalid, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null", vorpal_bls_batch_finish(ctx, batch, NULL, NULL, NULL));
    CHECK(sets_of(batch) == 1);
    vorpal_bls_batch_free(batch), vorpal_bls_batch_free(other), vorpal_bls_batch_free(NULL);
    vorpal_bls_key_table_free(table), vorpal_bls_suite_free(tagged), vorpal_bls_suite_free(of_other);
}

static void committees(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    size_t k = v->key, s = v->signature;
    uint8_t sum[MOST], expected[MOST], parts[SETS * MOST], signature[MOST], bad[2 * MOST], keys[9 * MOST];
    uint8_t all = 0x1f, some = 0x15, none = 0, high = 0x20, two[2] = {0x01, 0x01};
    const uint8_t *m = v->messages;
    vorpal_bls_committee *committee = NULL, *nine = NULL, *null = NULL;
    OK(vorpal_bls_committee_new(ctx, v->variant, 0, SETS, v->keys, &committee));
    /* One absent member, and more absent members than present ones. */
    for (uint8_t bits = 1; bits <= all; bits++) {
        size_t number = 0;
        for (size_t i = 0; i < SETS; i++) {
            if (bits >> i & 1) memcpy(parts + k * number++, v->keys + k * i, k);
        }
        OK(vorpal_bls_aggregate_keys(ctx, v->suite, 0, number, parts, expected));
        OK(vorpal_bls_committee_sum(ctx, committee, &bits, 1, 0, sum));
        EQUAL(sum, expected, k);
    }
    for (size_t i = 0; i < 3; i++) OK(vorpal_bls_sign(v->suite, v->secrets[2 * i], m, 32, 0, parts + s * i));
    OK(vorpal_bls_aggregate_signatures(ctx, v->suite, 0, 3, parts, signature));
#define VERIFY(bits) vorpal_bls_committee_verify(ctx, committee, v->suite, 0, &bits, 1, m, 32, signature, &valid)
    VERDICT(1, VERIFY(some));
    VERDICT(0, VERIFY(all));
    VERDICT(0, VERIFY(none));
    /* Bit 8 is the first of the second byte. */
    for (size_t i = 0; i < 9; i++) memcpy(keys + k * i, v->keys + k * (i == 8), k);
    OK(vorpal_bls_committee_new(ctx, v->variant, 0, 9, keys, &nine));
    OK(vorpal_bls_committee_sum(ctx, nine, two, 2, 0, sum));
    OK(vorpal_bls_aggregate_keys(ctx, v->suite, 0, 2, keys + 7 * k, expected));
    EQUAL(sum, expected, k);
    vorpal_bls_committee_free(nine);

    memcpy(bad, v->keys, k), memset(bad + k, 0, k);
    FAILS(VORPAL_ERROR_INPUT, "key 1: ", vorpal_bls_committee_new(ctx, v->variant, 0, 2, bad, &null));
    FAILS(VORPAL_ERROR_ARGUMENT, "variant is 2", vorpal_bls_committee_new(ctx, 2, 0, 1, bad, &null));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_committee_new(ctx, v->variant, 2, 1, bad, &null));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_committee_new(NULL, v->variant, 0, 1, bad, &null));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys is null", vorpal_bls_committee_new(ctx, v->variant, 0, 1, NULL, &null));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_bls_committee_new(ctx, v->variant, 0, 1, bad, NULL));
    CHECK(null == NULL);
    FAILS(VORPAL_ERROR_ARGUMENT, "bits_len is 2, not 1 for 5 members",
          vorpal_bls_committee_sum(ctx, committee, two, 2, 0, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "bit 5 is 1", vorpal_bls_committee_sum(ctx, committee, &high, 1, 0, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "bits: nothing", vorpal_bls_committee_sum(ctx, committee, &none, 1, 0, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_bls_committee_sum(NULL, committee, &all, 1, 0, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "committee is null", vorpal_bls_committee_sum(ctx, NULL, &all, 1, 0, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "bits is null", vorpal_bls_committee_sum(ctx, committee, NULL, 1, 0, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "forms is 2", vorpal_bls_committee_sum(ctx, committee, &all, 1, 2, sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "sum is null", vorpal_bls_committee_sum(ctx, committee, &all, 1, 0, NULL));
    vorpal_bls_suite *other = suite_of(1 - v->variant, VORPAL_BLS_BASIC, "tag");
#define BAD_VERIFY(text, ctx, committee, suite, forms, bits, m, signature)                                            \
    REFUSES(VORPAL_ERROR_ARGUMENT, text,                                                                              \
            vorpal_bls_committee_verify(ctx, committee, suite, forms, bits, 1, m, 32, signature, &valid))
    BAD_VERIFY("ctx is null", NULL, committee, v->suite, 0, &some, m, signature);
    BAD_VERIFY("committee is null", ctx, NULL, v->suite, 0, &some, m, signature);
    BAD_VERIFY("suite is null", ctx, committee, NULL, 0, &some, m, signature);
    BAD_VERIFY("G2", ctx, committee, other, 0, &some, m, signature);
    BAD_VERIFY("forms is 2", ctx, committee, v->suite, 2, &some, m, signature);
    BAD_VERIFY("bits is null", ctx, committee, v->suite, 0, NULL, m, signature);
    BAD_VERIFY("bit 5 is 1", ctx, committee, v->suite, 0, &high, m, signature);
    BAD_VERIFY("message is null", ctx, committee, v->suite, 0, &some, NULL, signature);
    BAD_VERIFY("signature is null", ctx, committee, v->suite, 0, &some, m, NULL);
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_bls_committee_verify(ctx, committee, v->suite, 0, &some, 1, m, 32, signature, NULL));
    signature[0] = 0;
    REFUSES(VORPAL_ERROR_INPUT, "signature: ", VERIFY(some));
    vorpal_bls_suite_free(other), vorpal_bls_committee_free(committee), vorpal_bls_committee_free(NULL);
}

/* What threads share: each fills a batch and merges it, and appends to a table from which it adds. */
typedef struct {
    const Values *values;
    vorpal_bls_batch *batch;
    vorpal_bls_key_table *table;
    uint64_t number;
} Shared;

static void *work(void *argument) {
    const Shared *shared = (const Shared *)argument;
    const Values *v = shared->values;
    vorpal_bls_batch *own = NULL;
    OK(vorpal_bls_batch_new(v->suite, &own));
    for (uint32_t i = 0; i < SETS; i++) {
        size_t first = 0;
        uint8_t key[MOST];
        OK(vorpal_bls_key_table_append(v->ctx, shared->table, 0, 1, v->keys + v->key * i, &first, NULL));
        OK(vorpal_bls_key_table_get(shared->table, (uint32_t)first, 0, key));
        EQUAL(key, v->keys + v->key * i, v->key);
        /* The third set of each thread is wrong. */
        uint32_t index = (uint32_t)first;
        OK(vorpal_bls_batch_add_indexed(v->ctx, own, 10 * shared->number + i, 0, v->signatures + v->signature * i,
                                        shared->table, 1, &index, v->messages + 32 * (i == 2 ? 0 : i), 32));
    }
    OK(vorpal_bls_batch_merge(v->ctx, shared->batch, own));
    vorpal_bls_batch_free(own);
    return NULL;
}

static void threads(const Values *v) {
    enum { THREADS = 8 };
    pthread_t started[THREADS];
    Shared shared[THREADS];
    vorpal_bls_batch *batch = NULL;
    vorpal_bls_key_table *table = NULL;
    OK(vorpal_bls_batch_new(v->suite, &batch));
    OK(vorpal_bls_key_table_new(v->variant, &table));
    for (size_t i = 0; i < THREADS; i++) {
        shared[i].values = v, shared[i].batch = batch, shared[i].table = table, shared[i].number = i;
        CHECK(pthread_create(&started[i], NULL, work, &shared[i]) == 0);
    }
    for (size_t i = 0; i < THREADS; i++) CHECK(pthread_join(started[i], NULL) == 0);
    CHECK(sets_of(batch) == THREADS * SETS && count_of(table) == THREADS * SETS);
    uint64_t invalid[THREADS * SETS], seen = 0;
    size_t number = THREADS * SETS;
    VERDICT(0, vorpal_bls_batch_finish(v->ctx, batch, invalid, &number, &valid));
    CHECK(number == THREADS);
    for (size_t i = 0; i < THREADS; i++) {
        CHECK(invalid[i] % 10 == 2 && invalid[i] / 10 < THREADS);
        seen |= 1u << (invalid[i] / 10);
    }
    CHECK(seen == 0xff);
    vorpal_bls_batch_free(batch), vorpal_bls_key_table_free(table);
}

int main(void) {
    for (int32_t variant = VORPAL_BLS_MIN_PK; variant <= VORPAL_BLS_MIN_SIG; variant++) {
        Values v = values(variant);
        tables(&v), files(&v), batches(&v), committees(&v), threads(&v);
        release(&v);
    }
    puts("bls_handles: all passed");
    return 0;
}
