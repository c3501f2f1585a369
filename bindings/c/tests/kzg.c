/* Blobs and cells: identities between all functions, known values, wrong proofs, malformed input, null, overlaps. */
#include "blobs.h"

static const char *const GENERATOR = "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58"
                                     "6c55e83ff97a1aeffb3af00adb22c6bb";

static void setups(const Values *v) {
    vorpal_kzg_setup *none = NULL;
    size_t memory = 0;
    OK(vorpal_kzg_setup_memory(v->setup, &memory));
    CHECK(memory == 1572864);
    OK(vorpal_kzg_setup_memory(v->tables, &memory));
    CHECK(memory > 1572864 && memory <= 3 << 20);
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "memory: ", vorpal_kzg_setup_new(v->ctx, 1572863, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_setup_new(NULL, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_kzg_setup_new(v->ctx, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_setup_memory(NULL, &memory));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_kzg_setup_memory(v->setup, NULL));

    const uint8_t *text = (const uint8_t *)"4096\n65\nabc\n\xff";
    FAILS(VORPAL_ERROR_INPUT, "line 2", vorpal_kzg_setup_from_text(v->ctx, text, 5, 0, &none));
    FAILS(VORPAL_ERROR_INPUT, "line 4", vorpal_kzg_setup_from_text(v->ctx, text, 12, 0, &none));
    FAILS(VORPAL_ERROR_INPUT, "text: byte 12 is not UTF-8",
          vorpal_kzg_setup_from_text(v->ctx, text, 13, 0, &none));
    FAILS(VORPAL_ERROR_INPUT, "line 1", vorpal_kzg_setup_from_text(v->ctx, NULL, 0, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "text is null", vorpal_kzg_setup_from_text(v->ctx, NULL, 5, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_setup_from_text(NULL, text, 5, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_kzg_setup_from_text(v->ctx, text, 5, 0, NULL));

    const uint8_t *points = v->blobs, *lagrange = v->cells;
    FAILS(VORPAL_ERROR_INPUT, "point 0", vorpal_kzg_setup_from_points(v->ctx, lagrange, lagrange, points, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "lagrange is null",
          vorpal_kzg_setup_from_points(v->ctx, NULL, lagrange, points, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "powers is null",
          vorpal_kzg_setup_from_points(v->ctx, lagrange, NULL, points, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "powers_g2 is null",
          vorpal_kzg_setup_from_points(v->ctx, lagrange, lagrange, NULL, 0, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null",
          vorpal_kzg_setup_from_points(v->ctx, lagrange, lagrange, points, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null",
          vorpal_kzg_setup_from_points(NULL, lagrange, lagrange, points, 0, &none));
    CHECK(none == NULL);
}

static void commitments(Values *v) {
    uint8_t found[BLOBS * POINT], generator[POINT];
    hex(GENERATOR, generator, POINT);
    EQUAL(v->commitments + 2 * POINT, generator, POINT);
    EQUAL(v->proofs + 2 * POINT, INFINITY_BYTES, POINT);
    OK(vorpal_kzg_commit_batch(v->ctx, v->tables, BLOBS, v->blobs, found));
    EQUAL(found, v->commitments, sizeof found);
    for (size_t i = 0; i < BLOBS; i++) {
        OK(vorpal_kzg_commit_batch(v->ctx, v->setup, 1, v->blobs + BLOB * i, found));
        EQUAL(found, v->commitments + POINT * i, POINT);
    }
    OK(vorpal_kzg_commit_batch(v->ctx, v->setup, 0, NULL, NULL));

    uint8_t before[BLOBS * POINT];
    memcpy(before, found, sizeof found);
    v->blobs[2 * BLOB + 32 * 7] = 0x80;
    FAILS(VORPAL_ERROR_INPUT, "blob 2: scalar 7 ",
          vorpal_kzg_commit_batch(v->ctx, v->setup, BLOBS, v->blobs, found));
    v->blobs[2 * BLOB + 32 * 7] = 0;
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_commit_batch(NULL, v->setup, 1, v->blobs, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_commit_batch(v->ctx, NULL, 1, v->blobs, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "blobs is null", vorpal_kzg_commit_batch(v->ctx, v->setup, 1, NULL, found));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitments is null",
          vorpal_kzg_commit_batch(v->ctx, v->setup, 1, v->blobs, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "blobs: no object has a length of",
          vorpal_kzg_commit_batch(v->ctx, v->setup, SIZE_MAX / 8, v->blobs, found));
    EQUAL(found, before, sizeof found);
    FAILS(VORPAL_ERROR_ARGUMENT, "commitments overlaps blobs",
          vorpal_kzg_commit_batch(v->ctx, v->setup, 1, v->blobs, v->blobs + BLOB - 1));
}

static void values(Values *v) {
    uint8_t z[32], y[32], one[32] = {0}, big[32], proof[POINT], bad[POINT] = {0}, before[POINT];
    const uint8_t *commitment = v->commitments;
    fill(z, 32, 4), z[0] = 0, memset(big, 0xff, 32), one[31] = 1;
    OK(vorpal_kzg_prove(v->ctx, v->setup, v->blobs + 2 * BLOB, z, proof, y));
    EQUAL(proof, INFINITY_BYTES, POINT);
    EQUAL(y, one, 32);
    OK(vorpal_kzg_prove(v->ctx, v->tables, v->blobs, z, proof, y));
    VERDICT(1, vorpal_kzg_verify(v->ctx, v->setup, commitment, z, y, proof, &valid));
    VERDICT(0, vorpal_kzg_verify(v->ctx, v->setup, commitment, z, one, proof, &valid));
    VERDICT(0, vorpal_kzg_verify(v->ctx, v->setup, commitment, y, y, proof, &valid));
    VERDICT(0, vorpal_kzg_verify(v->ctx, v->setup, proof, z, y, commitment, &valid));
    memcpy(before, proof, POINT);

    FAILS(VORPAL_ERROR_INPUT, "z: ", vorpal_kzg_prove(v->ctx, v->setup, v->blobs, big, proof, y));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_prove(NULL, v->setup, v->blobs, z, proof, y));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_prove(v->ctx, NULL, v->blobs, z, proof, y));
    FAILS(VORPAL_ERROR_ARGUMENT, "blob is null", vorpal_kzg_prove(v->ctx, v->setup, NULL, z, proof, y));
    FAILS(VORPAL_ERROR_ARGUMENT, "z is null", vorpal_kzg_prove(v->ctx, v->setup, v->blobs, NULL, proof, y));
    FAILS(VORPAL_ERROR_ARGUMENT, "proof is null", vorpal_kzg_prove(v->ctx, v->setup, v->blobs, z, NULL, y));
    FAILS(VORPAL_ERROR_ARGUMENT, "y is null", vorpal_kzg_prove(v->ctx, v->setup, v->blobs, z, proof, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "y overlaps z", vorpal_kzg_prove(v->ctx, v->setup, v->blobs, z, proof, z));
    EQUAL(proof, before, POINT);

    REFUSES(VORPAL_ERROR_INPUT, "commitment: ", vorpal_kzg_verify(v->ctx, v->setup, bad, z, y, proof, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "proof: ", vorpal_kzg_verify(v->ctx, v->setup, commitment, z, y, bad, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "z: ", vorpal_kzg_verify(v->ctx, v->setup, commitment, big, y, proof, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "y: ", vorpal_kzg_verify(v->ctx, v->setup, commitment, z, big, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null",
            vorpal_kzg_verify(NULL, v->setup, commitment, z, y, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "setup is null",
            vorpal_kzg_verify(v->ctx, NULL, commitment, z, y, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "commitment is null",
            vorpal_kzg_verify(v->ctx, v->setup, NULL, z, y, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "z is null",
            vorpal_kzg_verify(v->ctx, v->setup, commitment, NULL, y, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "y is null",
            vorpal_kzg_verify(v->ctx, v->setup, commitment, z, NULL, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "proof is null",
            vorpal_kzg_verify(v->ctx, v->setup, commitment, z, y, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_kzg_verify(v->ctx, v->setup, commitment, z, y, proof, NULL));
}

static void one_blob(Values *v) {
    uint8_t proof[POINT], bad[POINT] = {0};
    const uint8_t *blob = v->blobs, *commitment = v->commitments;
    OK(vorpal_kzg_prove_blob(v->ctx, v->tables, blob, commitment, proof));
    EQUAL(proof, v->proofs, POINT);
    VERDICT(1, vorpal_kzg_verify_blob(v->ctx, v->setup, blob, commitment, proof, &valid));
    VERDICT(0, vorpal_kzg_verify_blob(v->ctx, v->setup, blob + BLOB, commitment, proof, &valid));
    VERDICT(0, vorpal_kzg_verify_blob(v->ctx, v->setup, blob, commitment + POINT, proof, &valid));
    VERDICT(0, vorpal_kzg_verify_blob(v->ctx, v->setup, blob, commitment, v->proofs + POINT, &valid));
    /* The challenge is that of the proof. */
    uint8_t challenge[32], y[32], at_challenge[POINT];
    OK(vorpal_kzg_challenge(blob, commitment, challenge));
    OK(vorpal_kzg_prove(v->ctx, v->setup, blob, challenge, at_challenge, y));
    EQUAL(at_challenge, proof, POINT);

    FAILS(VORPAL_ERROR_INPUT, "commitment: ", vorpal_kzg_prove_blob(v->ctx, v->setup, blob, bad, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_prove_blob(NULL, v->setup, blob, commitment, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_prove_blob(v->ctx, NULL, blob, commitment, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "blob is null", vorpal_kzg_prove_blob(v->ctx, v->setup, NULL, commitment, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitment is null", vorpal_kzg_prove_blob(v->ctx, v->setup, blob, NULL, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "proof is null", vorpal_kzg_prove_blob(v->ctx, v->setup, blob, commitment, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "proof overlaps blob",
          vorpal_kzg_prove_blob(v->ctx, v->setup, blob, commitment, v->blobs + 100));
    FAILS(VORPAL_ERROR_ARGUMENT, "blob is null", vorpal_kzg_challenge(NULL, commitment, challenge));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitment is null", vorpal_kzg_challenge(blob, NULL, challenge));
    FAILS(VORPAL_ERROR_ARGUMENT, "challenge is null", vorpal_kzg_challenge(blob, commitment, NULL));
    EQUAL(proof, v->proofs, POINT);

    REFUSES(VORPAL_ERROR_INPUT, "commitment: ", vorpal_kzg_verify_blob(v->ctx, v->setup, blob, bad, proof, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "proof: ", vorpal_kzg_verify_blob(v->ctx, v->setup, blob, commitment, bad, &valid));
    v->blobs[0] |= 0x80;
    REFUSES(VORPAL_ERROR_INPUT, "blob: scalar 0 ",
            vorpal_kzg_verify_blob(v->ctx, v->setup, blob, commitment, proof, &valid));
    FAILS(VORPAL_ERROR_INPUT, "blob: scalar 0 ", vorpal_kzg_prove_blob(v->ctx, v->setup, blob, commitment, bad));
    v->blobs[0] &= 0x7f;
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null",
            vorpal_kzg_verify_blob(NULL, v->setup, blob, commitment, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "setup is null",
            vorpal_kzg_verify_blob(v->ctx, NULL, blob, commitment, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "blob is null",
            vorpal_kzg_verify_blob(v->ctx, v->setup, NULL, commitment, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "commitment is null",
            vorpal_kzg_verify_blob(v->ctx, v->setup, blob, NULL, proof, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "proof is null",
            vorpal_kzg_verify_blob(v->ctx, v->setup, blob, commitment, NULL, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_kzg_verify_blob(v->ctx, v->setup, blob, commitment, proof, NULL));
}

static void many_blobs(Values *v) {
    uint8_t items[BLOBS + 1], proofs[BLOBS * POINT];
    int32_t verdict = 1;
    const vorpal_ctx *ctx = v->ctx;
    const vorpal_kzg_setup *setup = v->setup;
    memcpy(proofs, v->proofs, sizeof proofs);
    memset(items, 9, sizeof items);
    VERDICT(1, vorpal_kzg_verify_blob_batch(ctx, setup, BLOBS, v->blobs, v->commitments, proofs, items, &valid));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_OK && items[2] == VORPAL_ITEM_OK && items[3] == 9);
    VERDICT(1, vorpal_kzg_verify_blob_batch(ctx, setup, BLOBS, v->blobs, v->commitments, proofs, NULL, &valid));
    VERDICT(1, vorpal_kzg_verify_blob_batch(ctx, setup, 0, NULL, NULL, NULL, NULL, &valid));
    memcpy(proofs + POINT, v->proofs, POINT);
    VERDICT(0, vorpal_kzg_verify_blob_batch(ctx, setup, BLOBS, v->blobs, v->commitments, proofs, items, &valid));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_OK);
    VERDICT(0, vorpal_kzg_verify_blob_batch(ctx, setup, BLOBS, v->blobs, v->commitments, proofs, NULL, &valid));

    /* No old memory is read as a verdict. */
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "ctx is null",
                vorpal_kzg_verify_blob_batch(NULL, setup, 3, v->blobs, v->commitments, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "setup is null",
                vorpal_kzg_verify_blob_batch(ctx, NULL, 3, v->blobs, v->commitments, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "blobs is null",
                vorpal_kzg_verify_blob_batch(ctx, setup, 3, NULL, v->commitments, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "commitments is null",
                vorpal_kzg_verify_blob_batch(ctx, setup, 3, v->blobs, NULL, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "proofs is null",
                vorpal_kzg_verify_blob_batch(ctx, setup, 3, v->blobs, v->commitments, NULL, items, &valid));
    memset(proofs + 2 * POINT, 0, POINT);
    REFUSES_ALL(VORPAL_ERROR_INPUT, "proof 2: ",
                vorpal_kzg_verify_blob_batch(ctx, setup, 3, v->blobs, v->commitments, proofs, items, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_kzg_verify_blob_batch(ctx, setup, 3, v->blobs, v->commitments, proofs, items, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "items overlaps proofs",
          vorpal_kzg_verify_blob_batch(ctx, setup, 3, v->blobs, v->commitments, proofs, proofs + 9, &verdict));
    REFUSES(VORPAL_ERROR_ARGUMENT, "blobs: no object has a length of",
            vorpal_kzg_verify_blob_batch(ctx, setup, SIZE_MAX / 8, v->blobs, v->commitments, proofs, items, &valid));
}

static void cells(Values *v) {
    for (size_t i = 0; i < BLOBS; i++) EQUAL(v->cells + ALL_CELLS * i, v->blobs + BLOB * i, BLOB);
    const vorpal_kzg_setup *setups[2] = {v->setup, v->tables};
    for (size_t i = 0; i < 2; i++) {
        memset(v->place, 1, BLOBS * ALL_CELLS);
        OK(vorpal_kzg_cells_and_proofs_batch(v->ctx, setups[i], BLOBS, v->blobs, v->place, NULL));
        EQUAL(v->place, v->cells, BLOBS * ALL_CELLS);
        OK(vorpal_kzg_cells_and_proofs_batch(v->ctx, setups[i], BLOBS, v->blobs, NULL, v->place));
        EQUAL(v->place, v->proofs_of_cells, BLOBS * ALL_PROOFS);
    }
    OK(vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, 0, NULL, NULL, NULL));
    v->blobs[BLOB + 32 * 9] |= 0x80;
    memset(v->place, 1, BLOBS * ALL_CELLS);
    FAILS(VORPAL_ERROR_INPUT, "blob 1: scalar 9 ",
          vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, BLOBS, v->blobs, v->place, NULL));
    FAILS(VORPAL_ERROR_INPUT, "blob 1: scalar 9 ",
          vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, BLOBS, v->blobs, NULL, v->place));
    CHECK(v->place[0] == 1 && memcmp(v->place, v->place + 1, BLOBS * ALL_CELLS - 1) == 0);
    v->blobs[BLOB + 32 * 9] &= 0x7f;
    FAILS(VORPAL_ERROR_ARGUMENT, "cells and proofs are null",
          vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, 1, v->blobs, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "blobs is null",
          vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, 1, NULL, v->place, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null",
          vorpal_kzg_cells_and_proofs_batch(NULL, v->setup, 1, v->blobs, v->place, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null",
          vorpal_kzg_cells_and_proofs_batch(v->ctx, NULL, 1, v->blobs, v->place, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "proofs overlaps cells",
          vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, 1, v->blobs, v->place, v->place + 5));
    FAILS(VORPAL_ERROR_ARGUMENT, "no object has a length of",
          vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, SIZE_MAX / 8, v->blobs, v->place, NULL));
}

/* The cells of two blobs at these indices. */
static uint8_t *some_cells(const Values *v, size_t number, const uint64_t *indices) {
    uint8_t *some = (uint8_t *)allocate(2 * number * CELL);
    for (size_t i = 0; i < 2 * number; i++) {
        memcpy(some + CELL * i, v->cells + ALL_CELLS * (i / number) + CELL * indices[i % number], CELL);
    }
    return some;
}

static void recovery(Values *v) {
    uint64_t indices[CELLS];
    uint8_t *proofs = (uint8_t *)allocate(2 * ALL_PROOFS), *out = v->place;
    const vorpal_ctx *ctx = v->ctx;
    const vorpal_kzg_setup *setup = v->setup;
    for (size_t i = 0; i < CELLS; i++) indices[i] = 2 * i + 1;
    uint8_t *half = some_cells(v, 64, indices);
    OK(vorpal_kzg_recover_batch(ctx, setup, 2, 64, indices, half, out, proofs));
    EQUAL(out, v->cells, 2 * ALL_CELLS);
    EQUAL(proofs, v->proofs_of_cells, 2 * ALL_PROOFS);
    memset(out, 1, 2 * ALL_CELLS), memset(proofs, 1, 2 * ALL_PROOFS);
    OK(vorpal_kzg_recover_batch(ctx, v->tables, 2, 64, indices, half, out, NULL));
    EQUAL(out, v->cells, 2 * ALL_CELLS);
    OK(vorpal_kzg_recover_batch(ctx, v->tables, 1, 64, indices, half, NULL, proofs));
    EQUAL(proofs, v->proofs_of_cells, ALL_PROOFS);
    OK(vorpal_kzg_recover_batch(ctx, setup, 0, 64, indices, NULL, NULL, NULL));
    OK(vorpal_kzg_recover_batch(ctx, setup, 0, 128, indices, NULL, NULL, NULL));

    memset(out, 1, 2 * ALL_CELLS);
    /* The bounds of the number of cells, with blobs and without. */
    static const size_t wrong[] = {0, 1, 63, 129, SIZE_MAX};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[64];
        snprintf(text, sizeof text, "number: %zu cells; recovery needs 64 to 128", wrong[i]);
        for (size_t count = 0; count < 2; count++) {
            FAILS(VORPAL_ERROR_ARGUMENT, text,
                  vorpal_kzg_recover_batch(ctx, setup, count, wrong[i], indices, half, out, NULL));
        }
    }
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_kzg_recover_batch(NULL, setup, 1, 64, indices, half, out, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "setup is null", vorpal_kzg_recover_batch(ctx, NULL, 1, 64, indices, half, out, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "cell_indices is null",
          vorpal_kzg_recover_batch(ctx, setup, 1, 64, NULL, half, out, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "cells is null",
          vorpal_kzg_recover_batch(ctx, setup, 1, 64, indices, NULL, out, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "recovered and proofs are null",
          vorpal_kzg_recover_batch(ctx, setup, 1, 64, indices, half, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "too many",
          vorpal_kzg_recover_batch(ctx, setup, SIZE_MAX, 64, indices, half, out, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "aligned",
          vorpal_kzg_recover_batch(ctx, setup, 1, 64, (const uint64_t *)(half + 1), half, out, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "recovered overlaps cells",
          vorpal_kzg_recover_batch(ctx, setup, 1, 64, indices, half, half, NULL));
    indices[5] = 128;
    FAILS(VORPAL_ERROR_ARGUMENT, "cell index 5 is 128",
          vorpal_kzg_recover_batch(ctx, setup, 1, 64, indices, half, out, NULL));
    indices[5] = 9;
    FAILS(VORPAL_ERROR_ARGUMENT, "cell index 5 is 9",
          vorpal_kzg_recover_batch(ctx, setup, 1, 64, indices, half, out, NULL));
    indices[5] = 11;
    half[64 * CELL + 3 * CELL + 5 * 32] |= 0x80;
    FAILS(VORPAL_ERROR_INPUT, "blob 1: cell 3: scalar 5 ",
          vorpal_kzg_recover_batch(ctx, setup, 2, 64, indices, half, out, NULL));
    free(half);
    for (size_t i = 0; i < 65; i++) indices[i] = i;
    half = some_cells(v, 65, indices);
    OK(vorpal_kzg_recover_batch(ctx, setup, 2, 65, indices, half, v->place, NULL));
    memset(out, 1, 2 * ALL_CELLS);
    half[65 * CELL + 31] ^= 1;
    FAILS(VORPAL_ERROR_INPUT, "blob 1: the 65 cells",
          vorpal_kzg_recover_batch(ctx, setup, 2, 65, indices, half, out, NULL));
    FAILS(VORPAL_ERROR_INPUT, "blob 1: the 65 cells",
          vorpal_kzg_recover_batch(ctx, setup, 2, 65, indices, half, out, proofs));
    CHECK(out[0] == 1 && memcmp(out, out + 1, 2 * ALL_CELLS - 1) == 0);
    free(half), free(proofs);
}

static void cell_proofs(Values *v) {
    enum { COUNT = 3 };
    /* Cells of two blobs in two columns, one of them twice. */
    static const uint64_t blobs[COUNT] = {1, 0, 1};
    uint64_t indices[COUNT] = {90, 3, 90};
    uint8_t commitments[COUNT * POINT], proofs[COUNT * POINT], some[COUNT * CELL], items[COUNT + 1];
    const vorpal_ctx *ctx = v->ctx;
    const vorpal_kzg_setup *setup = v->setup;
    for (size_t i = 0; i < COUNT; i++) {
        size_t cell = CELLS * blobs[i] + indices[i];
        memcpy(commitments + POINT * i, v->commitments + POINT * blobs[i], POINT);
        memcpy(some + CELL * i, v->cells + CELL * cell, CELL);
        memcpy(proofs + POINT * i, v->proofs_of_cells + POINT * cell, POINT);
    }
#define VERIFY(items)                                                                                                 \
    vorpal_kzg_verify_cells_batch(ctx, setup, COUNT, commitments, indices, some, proofs, items, &valid)
    memset(items, 9, sizeof items);
    VERDICT(1, VERIFY(items));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_OK && items[2] == VORPAL_ITEM_OK && items[3] == 9);
    VERDICT(1, VERIFY(NULL));
    VERDICT(1, vorpal_kzg_verify_cells_batch(ctx, setup, 0, NULL, NULL, NULL, NULL, NULL, &valid));
    /* A wrong value, a wrong index, a wrong proof: each is named. */
    some[2 * CELL + 31] ^= 1;
    VERDICT(0, VERIFY(items));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_OK && items[2] == VORPAL_ITEM_INVALID);
    indices[1] = 4;
    VERDICT(0, VERIFY(items));
    CHECK(items[0] == VORPAL_ITEM_OK && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_INVALID);
    some[2 * CELL + 31] ^= 1, indices[1] = 3;
    memcpy(proofs, INFINITY_BYTES, POINT);
    VERDICT(0, VERIFY(items));
    CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_OK && items[2] == VORPAL_ITEM_OK);
    VERDICT(0, VERIFY(NULL));
    memcpy(proofs, proofs + 2 * POINT, POINT);
    VERDICT(1, VERIFY(items));

    uint8_t challenge[2][32];
    static const uint64_t of_commitments[COUNT] = {1, 0, 1};
    OK(vorpal_kzg_cells_challenge(2, v->commitments, COUNT, of_commitments, indices, some, proofs, challenge[0]));
    indices[1] = 128;
    OK(vorpal_kzg_cells_challenge(2, v->commitments, COUNT, of_commitments, indices, some, proofs, challenge[1]));
    CHECK(memcmp(challenge[0], challenge[1], 32) != 0);
    FAILS(VORPAL_ERROR_ARGUMENT, "commitments is null",
          vorpal_kzg_cells_challenge(2, NULL, COUNT, of_commitments, indices, some, proofs, challenge[0]));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitment_indices is null",
          vorpal_kzg_cells_challenge(2, v->commitments, COUNT, NULL, indices, some, proofs, challenge[0]));
    FAILS(VORPAL_ERROR_ARGUMENT, "cell_indices is null",
          vorpal_kzg_cells_challenge(2, v->commitments, COUNT, of_commitments, NULL, some, proofs, challenge[0]));
    FAILS(VORPAL_ERROR_ARGUMENT, "cells is null",
          vorpal_kzg_cells_challenge(2, v->commitments, COUNT, of_commitments, indices, NULL, proofs, challenge[0]));
    FAILS(VORPAL_ERROR_ARGUMENT, "proofs is null",
          vorpal_kzg_cells_challenge(2, v->commitments, COUNT, of_commitments, indices, some, NULL, challenge[0]));
    FAILS(VORPAL_ERROR_ARGUMENT, "challenge is null",
          vorpal_kzg_cells_challenge(2, v->commitments, COUNT, of_commitments, indices, some, proofs, NULL));

    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "cell index 1 is 128", VERIFY(items));
    indices[1] = 3;
    some[CELL + 2 * 32] |= 0x80;
    REFUSES_ALL(VORPAL_ERROR_INPUT, "cell 1: scalar 2 ", VERIFY(items));
    some[CELL + 2 * 32] &= 0x7f;
    commitments[2 * POINT] = 0;
    REFUSES_ALL(VORPAL_ERROR_INPUT, "commitment 2: ", VERIFY(items));
    commitments[2 * POINT] = commitments[0], proofs[POINT] = 0;
    REFUSES_ALL(VORPAL_ERROR_INPUT, "proof 1: ", VERIFY(items));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "ctx is null",
                vorpal_kzg_verify_cells_batch(NULL, setup, COUNT, commitments, indices, some, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "setup is null",
                vorpal_kzg_verify_cells_batch(ctx, NULL, COUNT, commitments, indices, some, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "commitments is null",
                vorpal_kzg_verify_cells_batch(ctx, setup, COUNT, NULL, indices, some, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "cell_indices is null",
                vorpal_kzg_verify_cells_batch(ctx, setup, COUNT, commitments, NULL, some, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "cells is null",
                vorpal_kzg_verify_cells_batch(ctx, setup, COUNT, commitments, indices, NULL, proofs, items, &valid));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "proofs is null",
                vorpal_kzg_verify_cells_batch(ctx, setup, COUNT, commitments, indices, some, NULL, items, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_kzg_verify_cells_batch(ctx, setup, COUNT, commitments, indices, some, proofs, items, NULL));
}

int main(void) {
    static Values v;
    make(&v);
    setups(&v), commitments(&v), values(&v), one_blob(&v), many_blobs(&v), cells(&v), recovery(&v), cell_proofs(&v);
    release(&v);
    puts("kzg: all passed");
    return 0;
}
