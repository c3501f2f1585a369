/* Blobs with commitments, proofs and cells, which the tests of KZG share. */
#ifndef BLOBS_H
#define BLOBS_H

#include "check.h"

enum { BLOB = VORPAL_KZG_BLOB_BYTES, CELL = VORPAL_KZG_CELL_BYTES, CELLS = VORPAL_KZG_CELLS, BLOBS = 3 };
enum { POINT = VORPAL_KZG_POINT_BYTES, ALL_CELLS = CELLS * CELL, ALL_PROOFS = CELLS * POINT };

static const uint8_t INFINITY_BYTES[POINT] = {0xc0};

/* A call for three items must fail, and make all of them invalid. */
#define REFUSES_ALL(status, text, call)                                                                               \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        REFUSES(status, text, call);                                                                                  \
        CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_INVALID); \
        CHECK(items[3] == VORPAL_ITEM_OK);                                                                            \
    } while (0)

/* What the tests share. The blobs are two of random scalars, and the constant 1. */
typedef struct {
    vorpal_ctx *ctx;
    vorpal_kzg_setup *setup, *tables;
    uint8_t *blobs, *cells, *proofs_of_cells, *place;
    uint8_t commitments[BLOBS * POINT], proofs[BLOBS * POINT];
} Values;

static inline void make(Values *v) {
    v->ctx = context(2);
    OK(vorpal_kzg_setup_new(v->ctx, 0, &v->setup));
    OK(vorpal_kzg_setup_new(v->ctx, 3 << 20, &v->tables));
    v->blobs = (uint8_t *)allocate(BLOBS * BLOB);
    v->cells = (uint8_t *)allocate(BLOBS * ALL_CELLS);
    v->proofs_of_cells = (uint8_t *)allocate(BLOBS * ALL_PROOFS);
    v->place = (uint8_t *)allocate(BLOBS * ALL_CELLS);
    fill(v->blobs, BLOBS * BLOB, 1);
    for (size_t i = 0; i < BLOBS * BLOB; i += 32) v->blobs[i] &= 0x3f;
    memset(v->blobs + 2 * BLOB, 0, BLOB);
    for (size_t i = 2 * BLOB; i < 3 * BLOB; i += 32) v->blobs[i + 31] = 1;
    OK(vorpal_kzg_commit_batch(v->ctx, v->setup, BLOBS, v->blobs, v->commitments));
    for (size_t i = 0; i < BLOBS; i++) {
        OK(vorpal_kzg_prove_blob(v->ctx, v->setup, v->blobs + BLOB * i, v->commitments + POINT * i,
                                 v->proofs + POINT * i));
    }
    OK(vorpal_kzg_cells_and_proofs_batch(v->ctx, v->setup, BLOBS, v->blobs, v->cells, v->proofs_of_cells));
}

static inline void release(Values *v) {
    free(v->blobs), free(v->cells), free(v->proofs_of_cells), free(v->place);
    vorpal_kzg_setup_free(v->setup), vorpal_kzg_setup_free(v->tables), vorpal_kzg_setup_free(NULL);
    vorpal_ctx_free(v->ctx);
}

#endif
