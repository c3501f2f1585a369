/* Cells that arrive one after the other, from several threads too, and tables in files: also damaged ones. */
#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "blobs.h"

/* An encoding on the curve, of a point of order three: x is 0, and y is 2. */
static const uint8_t OUTSIDE[POINT] = {0x80};

/* Adds the cell of a blob at an index. */
static vorpal_status add(const Values *v, vorpal_kzg_verifier *verifier, uint64_t blob, uint64_t index) {
    size_t cell = CELLS * blob + index;
    return vorpal_kzg_verifier_add(v->ctx, verifier, 1, &blob, &index, v->cells + CELL * cell,
                                   v->proofs_of_cells + POINT * cell);
}

static size_t count_of(const vorpal_kzg_verifier *verifier) {
    size_t count = 999;
    OK(vorpal_kzg_verifier_count(verifier, &count));
    return count;
}

static void arrivals(const Values *v) {
    const vorpal_ctx *ctx = v->ctx;
    vorpal_kzg_verifier *verifier = NULL;
    vorpal_kzg_setup *setup = NULL;
    uint8_t items[6];
    OK(vorpal_kzg_setup_new(ctx, 0, &setup));
    OK(vorpal_kzg_verifier_new(ctx, setup, BLOBS, v->commitments, &verifier));
    vorpal_kzg_setup_free(setup);
    VERDICT(1, vorpal_kzg_verifier_finish(ctx, verifier, 0, NULL, &valid));
    VERDICT(1, vorpal_kzg_verifier_finish(ctx, verifier, 0, items, &valid));
    OK(vorpal_kzg_verifier_add(ctx, verifier, 0, NULL, NULL, NULL, NULL));
    static const uint64_t arriving[3][2] = {{1, 90}, {0, 3}, {1, 90}};
    for (size_t i = 0; i < 3; i++) OK(add(v, verifier, arriving[i][0], arriving[i][1]));
    memset(items, 9, sizeof items);
    VERDICT(1, vorpal_kzg_verifier_finish(ctx, verifier, 3, items, &valid));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_OK && items[2] == VORPAL_ITEM_OK && items[3] == 9);
    VERDICT(1, vorpal_kzg_verifier_finish(ctx, verifier, 0, NULL, &valid));

    /* Several at once: a wrong cell, a cell of another column, and a proof outside the subgroup. */
    uint64_t blobs[2] = {0, 1}, indices[2] = {4, 5};
    uint8_t cells[2 * CELL], proofs[2 * POINT];
    memcpy(cells, v->cells + 4 * CELL, CELL), memcpy(cells + CELL, v->cells + ALL_CELLS + 5 * CELL, CELL);
    memcpy(proofs, v->proofs_of_cells + 4 * POINT, POINT), memcpy(proofs + POINT, OUTSIDE, POINT);
    cells[40] ^= 1;
    OK(vorpal_kzg_verifier_add(ctx, verifier, 2, blobs, indices, cells, proofs));
    OK(add(v, verifier, 2, 127));
    CHECK(count_of(verifier) == 6);
    VERDICT(0, vorpal_kzg_verifier_finish(ctx, verifier, 6, items, &valid));
    CHECK(items[2] == VORPAL_ITEM_OK && items[3] == VORPAL_ITEM_INVALID && items[4] == VORPAL_ITEM_INVALID);
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_OK && items[5] == VORPAL_ITEM_OK);
    VERDICT(0, vorpal_kzg_verifier_finish(ctx, verifier, 6, NULL, &valid));

    /* Nothing is added by a call that fails, whichever of its cells is malformed. */
#define REFUSES_TO_ADD(status, text, blobs, indices, cells, proofs)                                                   \
    do {                                                                                                              \
        FAILS(status, text, vorpal_kzg_verifier_add(ctx, verifier, 2, blobs, indices, cells, proofs));                \
        CHECK(count_of(verifier) == 6);                                                                               \
    } while (0)
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "commitment_indices is null", NULL, indices, cells, proofs);
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "cell_indices is null", blobs, NULL, cells, proofs);
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "cells is null", blobs, indices, NULL, proofs);
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "proofs is null", blobs, indices, cells, NULL);
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "aligned", (const uint64_t *)(cells + 1), indices, cells, proofs);
    blobs[1] = BLOBS;
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "commitment index 7 is 3", blobs, indices, cells, proofs);
    blobs[1] = UINT64_MAX;
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "commitment index 7 is", blobs, indices, cells, proofs);
    blobs[1] = 1, indices[1] = 128;
    REFUSES_TO_ADD(VORPAL_ERROR_ARGUMENT, "cell index 7 is 128", blobs, indices, cells, proofs);
    indices[1] = 5, cells[CELL + 32] |= 0x80;
    REFUSES_TO_ADD(VORPAL_ERROR_INPUT, "cell 7: scalar 1 ", blobs, indices, cells, proofs);
    cells[CELL + 32] &= 0x7f, proofs[POINT] = 0;
    REFUSES_TO_ADD(VORPAL_ERROR_INPUT, "proof 7: ", blobs, indices, cells, proofs);
    FAILS(VORPAL_ERROR_ARGUMENT, "no object has a length of",
          vorpal_kzg_verifier_add(ctx, verifier, SIZE_MAX / 8, blobs, indices, cells, proofs));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null",
          vorpal_kzg_verifier_add(NULL, verifier, 2, blobs, indices, cells, proofs));
    FAILS(VORPAL_ERROR_ARGUMENT, "verifier is null",
          vorpal_kzg_verifier_add(ctx, NULL, 2, blobs, indices, cells, proofs));

    /* No old memory is read as a verdict. */
#define REFUSES_SIX(text, call)                                                                                       \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        REFUSES(VORPAL_ERROR_ARGUMENT, text, call);                                                                   \
        for (size_t i = 0; i < 6; i++) CHECK(items[i] == VORPAL_ITEM_INVALID);                                        \
    } while (0)
    REFUSES_SIX("ctx is null", vorpal_kzg_verifier_finish(NULL, verifier, 6, items, &valid));
    REFUSES_SIX("verifier is null", vorpal_kzg_verifier_finish(ctx, NULL, 6, items, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "count is 5; the verifier has 6 cells",
            vorpal_kzg_verifier_finish(ctx, verifier, 5, items, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "no object has a length of",
            vorpal_kzg_verifier_finish(ctx, verifier, SIZE_MAX, items, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null", vorpal_kzg_verifier_finish(ctx, verifier, 6, items, NULL));
    int32_t verdicts[2] = {1, 1};
    FAILS(VORPAL_ERROR_ARGUMENT, "valid overlaps items",
          vorpal_kzg_verifier_finish(ctx, verifier, 6, (uint8_t *)verdicts, &verdicts[1]));
    CHECK(verdicts[1] != 1);

    vorpal_kzg_verifier *none = NULL;
    uint8_t bad[2 * POINT];
    memcpy(bad, v->commitments, POINT), memcpy(bad + POINT, OUTSIDE, POINT);
    FAILS(VORPAL_ERROR_INPUT, "commitment 1: ", vorpal_kzg_verifier_new(ctx, v->setup, 2, bad, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_verifier_new(NULL, v->setup, 1, bad, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_verifier_new(ctx, NULL, 1, bad, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitments is null", vorpal_kzg_verifier_new(ctx, v->setup, 1, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_kzg_verifier_new(ctx, v->setup, 1, bad, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_kzg_verifier_count(verifier, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "verifier is null", vorpal_kzg_verifier_count(NULL, NULL));
    CHECK(none == NULL);
    OK(vorpal_kzg_verifier_new(ctx, v->setup, 0, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitment index 0 is 0", add(v, none, 0, 3));
    vorpal_kzg_verifier_free(none), vorpal_kzg_verifier_free(verifier), vorpal_kzg_verifier_free(NULL);
}

/* What threads share: each adds the cells of some columns, and verifies what is there. */
typedef struct {
    const Values *values;
    vorpal_kzg_verifier *verifier;
    size_t first;
} Part;

enum { THREADS = 4, COLUMNS = 32 };

static void *add_columns(void *argument) {
    const Part *part = (const Part *)argument;
    for (size_t column = part->first; column < COLUMNS; column += THREADS) {
        for (uint64_t blob = 0; blob < BLOBS; blob++) OK(add(part->values, part->verifier, blob, column));
        if (column % 8 == 0) VERDICT(1, vorpal_kzg_verifier_finish(part->values->ctx, part->verifier, 0, NULL, &valid));
    }
    return NULL;
}

static void arrivals_of_threads(const Values *v) {
    vorpal_kzg_verifier *verifier = NULL;
    pthread_t threads[THREADS];
    Part parts[THREADS];
    OK(vorpal_kzg_verifier_new(v->ctx, v->setup, BLOBS, v->commitments, &verifier));
    for (size_t i = 0; i < THREADS; i++) {
        parts[i].values = v, parts[i].verifier = verifier, parts[i].first = i;
        CHECK(pthread_create(&threads[i], NULL, add_columns, &parts[i]) == 0);
    }
    for (size_t i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    CHECK(count_of(verifier) == BLOBS * COLUMNS);
    VERDICT(1, vorpal_kzg_verifier_finish(v->ctx, verifier, 0, NULL, &valid));
    vorpal_kzg_verifier_free(verifier);
}

#define FOLDER "target/c-tests/kzg-tables"

static size_t files_of_folder(void) {
    size_t number = 0;
    DIR *folder = opendir(FOLDER);
    CHECK(folder != NULL);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) number += entry->d_name[0] != '.';
    closedir(folder);
    return number;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static void tables(const Values *v) {
    const char *const path = FOLDER "/tables", *const damaged = FOLDER "/damaged";
    const vorpal_ctx *ctx = v->ctx;
    vorpal_kzg_setup *loaded = NULL, *none = NULL;
    uint8_t found[BLOBS * POINT];
    size_t memory[2];
    CHECK(mkdir(FOLDER, 0777) == 0 || access(FOLDER, W_OK) == 0);
    unlink(path), unlink(damaged);
    write_file(path, (const uint8_t *)"old", 3);
    OK(vorpal_kzg_setup_save(v->tables, path));
    CHECK(files_of_folder() == 1);
    OK(vorpal_kzg_setup_load(ctx, v->setup, path, &loaded));
    OK(vorpal_kzg_setup_memory(v->tables, &memory[0]));
    OK(vorpal_kzg_setup_memory(loaded, &memory[1]));
    CHECK(memory[0] == memory[1]);
    OK(vorpal_kzg_commit_batch(ctx, loaded, BLOBS, v->blobs, found));
    EQUAL(found, v->commitments, sizeof found);
    OK(vorpal_kzg_cells_and_proofs_batch(ctx, loaded, 1, v->blobs, NULL, v->place));
    EQUAL(v->place, v->proofs_of_cells, ALL_PROOFS);
    /* What was loaded is saved as the same bytes. */
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = (uint8_t *)allocate(4 << 20), *again = (uint8_t *)allocate(4 << 20);
    size_t size = fread(bytes, 1, 4 << 20, file);
    CHECK(fclose(file) == 0 && size > memory[0] && size < 4 << 20);
    OK(vorpal_kzg_setup_save(loaded, path));
    file = fopen(path, "rb");
    CHECK(fread(again, 1, 4 << 20, file) == size && fclose(file) == 0);
    EQUAL(bytes, again, size);
    vorpal_kzg_setup_free(loaded);

    /* Files that end early, are too long, or have a wrong byte; a few anywhere, and all parts of the header. */
    static const size_t lengths[] = {0, 1, 8, 63, 64, 65, 1000, 1572864 + 64, 1572864 + 68, 1572864 + 69};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        write_file(damaged, bytes, lengths[i]);
        FAILS(VORPAL_ERROR_STORE, "damaged: ", vorpal_kzg_setup_load(ctx, v->setup, damaged, &none));
    }
    write_file(damaged, bytes, size - 1);
    FAILS(VORPAL_ERROR_STORE, "damaged: ", vorpal_kzg_setup_load(ctx, v->setup, damaged, &none));
    bytes[size] = 0;
    write_file(damaged, bytes, size + 1);
    FAILS(VORPAL_ERROR_STORE, "damaged: ", vorpal_kzg_setup_load(ctx, v->setup, damaged, &none));
    for (size_t i = 0; i < 80; i++) {
        size_t at = i < 64 ? i : (i - 63) * (size / 17);
        bytes[at] ^= 0x40;
        write_file(damaged, bytes, size);
        FAILS(VORPAL_ERROR_STORE, "damaged: ", vorpal_kzg_setup_load(ctx, v->setup, damaged, &none));
        bytes[at] ^= 0x40;
    }
    FAILS(VORPAL_ERROR_STORE, "missing: ", vorpal_kzg_setup_load(ctx, v->setup, FOLDER "/missing", &none));
    FAILS(VORPAL_ERROR_STORE, "kzg-tables: ", vorpal_kzg_setup_load(ctx, v->setup, FOLDER, &none));
    FAILS(VORPAL_ERROR_STORE, "none/file: ", vorpal_kzg_setup_save(v->tables, FOLDER "/none/file"));
    FAILS(VORPAL_ERROR_STORE, "kzg-tables: ", vorpal_kzg_setup_save(v->tables, FOLDER));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "no tables", vorpal_kzg_setup_save(v->setup, damaged));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_setup_save(NULL, damaged));
    FAILS(VORPAL_ERROR_ARGUMENT, "file is null", vorpal_kzg_setup_save(v->tables, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_setup_load(NULL, v->setup, path, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_setup_load(ctx, NULL, path, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "file is null", vorpal_kzg_setup_load(ctx, v->setup, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_kzg_setup_load(ctx, v->setup, path, NULL));
    CHECK(none == NULL && files_of_folder() == 2);
    CHECK(access("target/c-tests/kzg-tables.part", F_OK) != 0);
    unlink(path), unlink(damaged);
    free(bytes), free(again);
}

int main(void) {
    static Values v;
    make(&v);
    arrivals(&v), arrivals_of_threads(&v), tables(&v);
    release(&v);
    puts("kzg_handles: all passed");
    return 0;
}
