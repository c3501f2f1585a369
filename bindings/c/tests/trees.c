/* State trees: memory against disk, history, witnesses, keys of accounts, invalid input. */
#include "check.h"

enum { KEYS = 60, BLOCKS = 5 };

static void block(uint8_t *keys, uint8_t *values, uint64_t number) {
    fill(keys, 32 * KEYS, number), fill(values, 32 * KEYS, 100 + number);
    /* Stems that share bytes: branches at several depths. */
    for (size_t i = 0; i < KEYS; i++) keys[32 * i] = (uint8_t)(i % 3), keys[32 * i + 1] &= 1;
}

static void history(vorpal_ctx *ctx, const vorpal_committer *committer, const vorpal_tree *tree, uint8_t roots[][32]) {
    uint8_t keys[32 * KEYS], values[32 * KEYS], found[32 * KEYS], present[KEYS], root[32];
    uint64_t blocks = 7;
    memset(roots[0], 0, 32);
    OK(vorpal_tree_head(tree, root, &blocks));
    EQUAL(root, roots[0], 32);
    CHECK(blocks == 0);
    for (uint64_t number = 1; number <= BLOCKS; number++) {
        char label[20];
        snprintf(label, sizeof label, "block %d", (int)number);
        block(keys, values, number);
        if (number % 2 == 1) {
            OK(vorpal_tree_update(ctx, tree, KEYS, keys, values));
            OK(vorpal_tree_next_root(ctx, committer, tree, root));
            OK(vorpal_tree_commit(ctx, committer, tree, label, roots[number]));
            EQUAL(root, roots[number], 32);
        } else {
            uint8_t expected[32] = {1};
            FAILS(VORPAL_ERROR_REFUSED, "another root",
                  vorpal_tree_apply(ctx, committer, tree, KEYS, keys, values, label, expected, root));
            OK(vorpal_tree_head(tree, found, NULL));
            EQUAL(found, roots[number - 1], 32);
            OK(vorpal_tree_apply(ctx, committer, tree, KEYS, keys, values, label, root, roots[number]));
            EQUAL(root, roots[number], 32);
        }
        OK(vorpal_tree_get(tree, KEYS, keys, found, present));
        for (size_t i = 0; i < KEYS; i++) CHECK(present[i] == 1);
        EQUAL(found, values, sizeof values);
        size_t len = 0;
        OK(vorpal_tree_label(tree, NULL, &len));
        CHECK(len == strlen(label));
        OK(vorpal_tree_label(tree, found, &len));
        EQUAL(found, label, len);
    }
    /* An earlier state. */
    block(keys, values, 2);
    OK(vorpal_tree_root_at(tree, 2, root));
    EQUAL(root, roots[2], 32);
    OK(vorpal_tree_get_at(tree, 2, KEYS, keys, found, present));
    EQUAL(found, values, sizeof values);
    OK(vorpal_tree_get_at(tree, 1, KEYS, keys, found, present));
    for (size_t i = 0; i < KEYS; i++) CHECK(present[i] == 0);
    FAILS(VORPAL_ERROR_ARGUMENT, "not kept", vorpal_tree_root_at(tree, 99, root));
    FAILS(VORPAL_ERROR_ARGUMENT, "not kept", vorpal_tree_get_at(tree, 99, KEYS, keys, found, present));
    FAILS(VORPAL_ERROR_ARGUMENT, "cannot be rolled back", vorpal_tree_rollback(ctx, tree, 99));

    /* Writes without a commit are dropped by a rollback, and refused by apply. */
    OK(vorpal_tree_update(ctx, tree, KEYS, keys, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "", vorpal_tree_apply(ctx, committer, tree, KEYS, keys, values, NULL, NULL, root));
    OK(vorpal_tree_rollback(ctx, tree, 2));
    OK(vorpal_tree_head(tree, root, &blocks));
    EQUAL(root, roots[BLOCKS - 2], 32);
    CHECK(blocks == BLOCKS - 2);
    for (uint64_t number = BLOCKS - 1; number <= BLOCKS; number++) {
        block(keys, values, number);
        OK(vorpal_tree_apply(ctx, committer, tree, KEYS, keys, values, NULL, roots[number], root));
    }
    OK(vorpal_tree_remove(ctx, tree, KEYS, keys));
    OK(vorpal_tree_next_root(ctx, committer, tree, root));
    CHECK(memcmp(root, roots[BLOCKS], 32) != 0);
    OK(vorpal_tree_discard(ctx, tree));
    OK(vorpal_tree_next_root(ctx, committer, tree, root));
    EQUAL(root, roots[BLOCKS], 32);
    uint64_t nodes = 0;
    OK(vorpal_tree_check(ctx, committer, tree, &nodes));
    CHECK(nodes > KEYS);
    FAILS(VORPAL_ERROR_ARGUMENT, "", vorpal_tree_commit(ctx, committer, tree, "two\nlines", root));
    FAILS(VORPAL_ERROR_ARGUMENT, "label is not UTF-8", vorpal_tree_commit(ctx, committer, tree, "\xff", root));
    OK(vorpal_tree_discard(ctx, tree));
}

static void witnesses(vorpal_ctx *ctx, const vorpal_committer *committer, const vorpal_tree *tree) {
    uint8_t keys[32 * KEYS], values[32 * KEYS], found[32 * KEYS], present[KEYS], root[32], after[32], expected[32];
    block(keys, values, 1);
    keys[32 * 4 + 20] ^= 1; /* An absent key. */
    OK(vorpal_tree_head(tree, root, NULL));
    for (int32_t version = VORPAL_WITNESS_PLAIN; version <= VORPAL_WITNESS_BOUND; version++) {
        vorpal_witness *witness = NULL, *copy = NULL, *written = NULL;
        vorpal_partial_tree *partial = NULL, *none = NULL;
        OK(vorpal_tree_prove(ctx, committer, tree, KEYS, keys, version, &witness));
        /* Both encodings, back and forth. */
        for (int is_json = 0; is_json < 2; is_json++) {
            size_t len = 0;
            OK(is_json ? vorpal_witness_to_json(witness, NULL, &len) : vorpal_witness_to_bytes(witness, NULL, &len));
            uint8_t *bytes = (uint8_t *)allocate(len), *again = (uint8_t *)allocate(len);
            OK(is_json ? vorpal_witness_to_json(witness, bytes, &len) : vorpal_witness_to_bytes(witness, bytes, &len));
            for (size_t cut = 0; cut < len; cut += len / 50 + 1) {
                CHECK((is_json ? vorpal_witness_from_json(bytes, cut, &copy)
                               : vorpal_witness_from_bytes(bytes, cut, &copy)) == VORPAL_ERROR_INPUT);
            }
            OK(is_json ? vorpal_witness_from_json(bytes, len, &copy) : vorpal_witness_from_bytes(bytes, len, &copy));
            OK(is_json ? vorpal_witness_to_json(copy, again, &len) : vorpal_witness_to_bytes(copy, again, &len));
            EQUAL(bytes, again, len);
            vorpal_witness_free(copy);
            free(bytes), free(again);
        }
        OK(vorpal_witness_verify(ctx, committer, witness, root, version, &partial));
        OK(vorpal_partial_tree_get(partial, KEYS, keys, found, present));
        for (size_t i = 0; i < KEYS; i++) {
            CHECK(present[i] == (i != 4));
            if (i != 4) EQUAL(found + 32 * i, values + 32 * i, 32);
        }
        size_t unbound = 7;
        OK(vorpal_partial_tree_unbound(partial, &unbound));
        CHECK(unbound == 0);
        uint8_t other[32];
        memcpy(other, keys, 32);
        other[31] ^= 1;
        FAILS(VORPAL_ERROR_INPUT, "", vorpal_partial_tree_get(partial, 1, other, found, present));
        FAILS(VORPAL_ERROR_INPUT, "", vorpal_witness_with_writes(witness, 1, other, values, &written));

        /* The root after writes is that of the tree. */
        block(found, values, 77);
        OK(vorpal_witness_with_writes(witness, KEYS, keys, values, &written));
        OK(vorpal_witness_root_after(ctx, committer, partial, written, after));
        OK(vorpal_tree_update(ctx, tree, KEYS, keys, values));
        OK(vorpal_tree_next_root(ctx, committer, tree, expected));
        OK(vorpal_tree_discard(ctx, tree));
        EQUAL(after, expected, 32);
        OK(vorpal_witness_root_after(ctx, committer, partial, witness, after));
        EQUAL(after, root, 32);

        /* Another root refuses the witness. */
        OK(vorpal_tree_root_at(tree, 3, expected));
        FAILS(VORPAL_ERROR_REFUSED, "", vorpal_witness_verify(ctx, committer, witness, expected, version, &none));
        CHECK(none == NULL);
        FAILS(VORPAL_ERROR_ARGUMENT, "version is 2", vorpal_witness_verify(ctx, committer, witness, root, 2, &none));
        /* What an earlier call proved does not outlive a call that fails. */
        none = partial;
        CHECK(vorpal_witness_verify(ctx, committer, NULL, root, version, &none) == VORPAL_ERROR_ARGUMENT);
        CHECK(none == NULL);
        block(keys, values, 1);
        keys[32 * 4 + 20] ^= 1;
        vorpal_witness_free(witness), vorpal_witness_free(written), vorpal_partial_tree_free(partial);
    }
    vorpal_witness *witness = NULL;
    FAILS(VORPAL_ERROR_ARGUMENT, "version is 2", vorpal_tree_prove(ctx, committer, tree, KEYS, keys, 2, &witness));
    FAILS(VORPAL_ERROR_ARGUMENT, "keys: ", vorpal_tree_prove(ctx, committer, tree, 0, NULL, 0, &witness));
}

/* A plain witness of one absent key does not prove its absence, and a caller who relies on it is told. */
static void absence(vorpal_ctx *ctx, const vorpal_committer *committer, const vorpal_tree *tree) {
    /* The branch at 1 has no child 200, and a leaf would have none either. */
    uint8_t key[32] = {1, 200}, value[32], root[32], present = 7;
    vorpal_witness *witness = NULL;
    vorpal_partial_tree *partial = NULL;
    size_t unbound = 0;
    OK(vorpal_tree_head(tree, root, NULL));
    OK(vorpal_tree_prove(ctx, committer, tree, 1, key, VORPAL_WITNESS_PLAIN, &witness));
    FAILS(VORPAL_ERROR_REFUSED, "branch",
          vorpal_witness_verify(ctx, committer, witness, root, VORPAL_WITNESS_BOUND, &partial));
    CHECK(partial == NULL);
    OK(vorpal_witness_verify(ctx, committer, witness, root, VORPAL_WITNESS_PLAIN, &partial));
    OK(vorpal_partial_tree_unbound(partial, &unbound));
    CHECK(unbound == 1);
    FAILS(VORPAL_ERROR_REFUSED, "absence", vorpal_partial_tree_get(partial, 1, key, value, &present));
    vorpal_partial_tree_free(partial), vorpal_witness_free(witness);
    OK(vorpal_tree_prove(ctx, committer, tree, 1, key, VORPAL_WITNESS_BOUND, &witness));
    for (int32_t version = VORPAL_WITNESS_PLAIN; version <= VORPAL_WITNESS_BOUND; version++) {
        OK(vorpal_witness_verify(ctx, committer, witness, root, version, &partial));
        OK(vorpal_partial_tree_get(partial, 1, key, value, &present));
        CHECK(present == 0);
        vorpal_partial_tree_free(partial);
    }
    vorpal_witness_free(witness);
}

static void accounts(vorpal_ctx *ctx, const vorpal_committer *committer) {
    uint8_t addresses[20 * 6], positions[6] = {0, 1, 2, 2, 3, 3}, arguments[32 * 6] = {0}, keys[32 * 6];
    memset(addresses, 0x11, sizeof addresses);
    arguments[32 * 3 - 1] = 127, arguments[32 * 4 - 1] = 128;  /* code chunks 127 and 128 */
    arguments[32 * 5 - 1] = 63, arguments[32 * 6 - 1] = 64;    /* storage slots 63 and 64 */
    OK(vorpal_tree_keys_vartime(ctx, committer, 6, addresses, positions, arguments, keys));
    const uint8_t suffixes[6] = {0, 1, 255, 0, 127, 64};
    for (size_t i = 0; i < 6; i++) CHECK(keys[32 * i + 31] == suffixes[i]);
    for (size_t i = 1; i < 6; i++) CHECK((memcmp(keys, keys + 32 * i, 31) == 0) == (i != 3 && i != 5));
    positions[2] = 4;
    FAILS(VORPAL_ERROR_ARGUMENT, "positions: number 2 is 4",
          vorpal_tree_keys_vartime(ctx, committer, 6, addresses, positions, arguments, keys));
    positions[2] = 2, arguments[32 * 2] = 1;
    FAILS(VORPAL_ERROR_INPUT, "arguments: number 2",
          vorpal_tree_keys_vartime(ctx, committer, 6, addresses, positions, arguments, keys));

    uint8_t balance[16] = {0}, value[32], expected[32] = {0};
    balance[15] = 9;
    OK(vorpal_tree_basic_data(258, balance, 77, value));
    expected[7] = 77, expected[14] = 1, expected[15] = 2, expected[31] = 9;
    EQUAL(value, expected, 32);
    FAILS(VORPAL_ERROR_ARGUMENT, "code_size: ", vorpal_tree_basic_data(258, balance, 1 << 24, value));

    uint8_t code[40], chunks[64];
    size_t len = 0;
    memset(code, 0x60, sizeof code); /* PUSH1 over and over */
    OK(vorpal_tree_code_chunks(code, 40, NULL, &len));
    CHECK(len == 64);
    OK(vorpal_tree_code_chunks(code, 40, chunks, &len));
    CHECK(chunks[0] == 0 && chunks[32] == 1);
    EQUAL(chunks + 1, code, 31);
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    vorpal_committer *committer = NULL;
    vorpal_tree *memory = NULL, *disk = NULL, *second = NULL;
    static uint8_t roots[2][BLOCKS + 1][32];
    OK(vorpal_committer_new(ctx, VORPAL_PROFILE_SMALL, &committer));
    OK(vorpal_tree_in_memory(16, &memory));
    history(ctx, committer, memory, roots[0]);
    witnesses(ctx, committer, memory);
    absence(ctx, committer, memory);

    const char *directory = "target/c-tests/tree";
    vorpal_tree_options options;
    OK(vorpal_tree_options_default(&options));
    CHECK(options.window == 128 && options.check == 1);
    OK(vorpal_tree_open(directory, VORPAL_OPEN_CREATE, &options, &disk));
    FAILS(VORPAL_ERROR_STORE, "tree", vorpal_tree_open(directory, VORPAL_OPEN_CREATE, NULL, &second));
    history(ctx, committer, disk, roots[1]);
    witnesses(ctx, committer, disk);
    EQUAL(roots[0], roots[1], sizeof roots[0]);
    vorpal_tree_free(disk);
    OK(vorpal_tree_open(directory, VORPAL_OPEN_OR_CREATE, NULL, &disk));
    uint8_t root[32];
    OK(vorpal_tree_head(disk, root, NULL));
    EQUAL(root, roots[1][BLOCKS], 32);
    FAILS(VORPAL_ERROR_STORE, "", vorpal_tree_open("target/c-tests/nothing", VORPAL_OPEN_EXISTING, NULL, &second));
    FAILS(VORPAL_ERROR_ARGUMENT, "mode is 3", vorpal_tree_open(directory, 3, NULL, &second));
    accounts(ctx, committer);
    vorpal_tree_free(memory), vorpal_tree_free(disk), vorpal_committer_free(committer), vorpal_ctx_free(ctx);
    puts("trees: all passed");
    return 0;
}
