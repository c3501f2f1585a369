/* The official vectors of EIP-4844 and EIP-7594, and setups from the ceremony's file.
 *
 * `kzg_vectors DATA` reads the folder `kzg`, and `evm/kzg/trusted_setup.txt`, of DATA. */
#include "check.h"
#include "vectors.h"

enum { BLOB = VORPAL_KZG_BLOB_BYTES, CELL = VORPAL_KZG_CELL_BYTES, CELLS = VORPAL_KZG_CELLS };
enum { POINT = VORPAL_KZG_POINT_BYTES };

/* What a case uses, and how many no flat arrays express. */
typedef struct {
    vorpal_ctx *ctx;
    vorpal_kzg_setup *setup;
    size_t inexpressible;
} Runner;

static int is(const char *function, const char *name) { return strcmp(function, name) == 0; }

/* Whether the call succeeded. An error is null in the vectors. */
static int succeeded(const Vector *vector, vorpal_status status) {
    int is_null = get(vector, "output")->is_null;
    REQUIRE(status == VORPAL_OK || status == VORPAL_ERROR_INPUT || status == VORPAL_ERROR_ARGUMENT);
    REQUIRE(is_null == (status != VORPAL_OK));
    return !is_null;
}

/* Whether arrays are present and have the same number of items. Other cases cannot be written as a call. */
static int are_expressible(Runner *runner, const Vector *vector, int are_present, const size_t *counts, size_t len) {
    for (size_t i = 1; i < len; i++) are_present = are_present && counts[i] == counts[0];
    if (!are_present) {
        REQUIRE(get(vector, "output")->is_null);
        runner->inexpressible++;
    }
    return are_present;
}

static void blobs(Runner *runner, const char *function, const Vector *vector) {
    size_t counts[4];
    uint8_t *blob = bytes_of(vector, "blob", BLOB, &counts[0]), *other = NULL, *proof = NULL, out[POINT], y[32];
    int is_value = is(function, "compute_kzg_proof"), is_verify = is(function, "verify_blob_kzg_proof");
    int has_other = !is(function, "blob_to_kzg_commitment");
    if (is_value) {
        other = bytes_of(vector, "z", 32, &counts[1]);
    } else if (has_other) {
        other = bytes_of(vector, "commitment", POINT, &counts[1]);
    }
    if (is_verify) proof = bytes_of(vector, "proof", POINT, &counts[2]);
    int are_present = blob != NULL && (other != NULL || !has_other) && (proof != NULL || !is_verify);
    if (are_expressible(runner, vector, are_present, counts, 1)) {
        const vorpal_ctx *ctx = runner->ctx;
        const vorpal_kzg_setup *setup = runner->setup;
        int32_t valid = 7;
        if (is_verify) {
            if (succeeded(vector, vorpal_kzg_verify_blob(ctx, setup, blob, other, proof, &valid))) {
                expect_verdict(vector, valid);
            }
        } else if (is_value) {
            if (succeeded(vector, vorpal_kzg_prove(ctx, setup, blob, other, out, y))) {
                expect(vector, 0, out, 1, POINT), expect(vector, 1, y, 1, 32);
            }
        } else if (is(function, "compute_challenge")) {
            if (succeeded(vector, vorpal_kzg_challenge(blob, other, y))) expect(vector, 0, y, 1, 32);
        } else if (succeeded(vector, has_other ? vorpal_kzg_prove_blob(ctx, setup, blob, other, out)
                                               : vorpal_kzg_commit_batch(ctx, setup, 1, blob, out))) {
            expect(vector, 0, out, 1, POINT);
        }
    }
    free(blob), free(other), free(proof);
}

static void value(Runner *runner, const Vector *vector) {
    size_t counts[4];
    int32_t valid = 7;
    uint8_t *commitment = bytes_of(vector, "commitment", POINT, &counts[0]), *z = bytes_of(vector, "z", 32, &counts[1]);
    uint8_t *y = bytes_of(vector, "y", 32, &counts[2]), *proof = bytes_of(vector, "proof", POINT, &counts[3]);
    int are_present = commitment != NULL && z != NULL && y != NULL && proof != NULL;
    if (are_expressible(runner, vector, are_present, counts, 4) &&
        succeeded(vector, vorpal_kzg_verify(runner->ctx, runner->setup, commitment, z, y, proof, &valid))) {
        expect_verdict(vector, valid);
    }
    free(commitment), free(z), free(y), free(proof);
}

/* The items of a batch agree with its verdict. */
static void expect_items(const uint8_t *items, size_t count, int32_t valid) {
    int are_valid = 1;
    for (size_t i = 0; i < count; i++) are_valid = are_valid && items[i] == VORPAL_ITEM_OK;
    REQUIRE(are_valid == valid);
}

static void batch(Runner *runner, const Vector *vector) {
    size_t counts[3];
    int32_t valid = 7, named = 7;
    uint8_t items[64];
    uint8_t *all = bytes_of(vector, "blobs", BLOB, &counts[0]);
    uint8_t *commitments = bytes_of(vector, "commitments", POINT, &counts[1]);
    uint8_t *proofs = bytes_of(vector, "proofs", POINT, &counts[2]);
    int are_present = all != NULL && commitments != NULL && proofs != NULL;
    if (are_expressible(runner, vector, are_present, counts, 3) &&
        succeeded(vector, vorpal_kzg_verify_blob_batch(runner->ctx, runner->setup, counts[0], all, commitments, proofs,
                                                       NULL, &valid))) {
        expect_verdict(vector, valid);
        REQUIRE(counts[0] <= sizeof items);
        OK(vorpal_kzg_verify_blob_batch(runner->ctx, runner->setup, counts[0], all, commitments, proofs, items,
                                        &named));
        REQUIRE(named == valid);
        expect_items(items, counts[0], valid);
    }
    free(all), free(commitments), free(proofs);
}

static void cells(Runner *runner, int with_proofs, const Vector *vector) {
    size_t count;
    uint8_t *blob = bytes_of(vector, "blob", BLOB, &count), *proofs = (uint8_t *)allocate(CELLS * POINT);
    uint8_t *out = (uint8_t *)allocate(CELLS * CELL);
    if (are_expressible(runner, vector, blob != NULL, &count, 1) &&
        succeeded(vector, vorpal_kzg_cells_and_proofs_batch(runner->ctx, runner->setup, 1, blob, out,
                                                            with_proofs ? proofs : NULL))) {
        expect(vector, 0, out, CELLS, CELL);
        if (with_proofs) expect(vector, CELLS, proofs, CELLS, POINT);
    }
    free(blob), free(proofs), free(out);
}

static void recovery(Runner *runner, const Vector *vector) {
    size_t counts[2];
    uint64_t *indices = numbers_of(vector, "cell_indices", &counts[0]);
    uint8_t *given = bytes_of(vector, "cells", CELL, &counts[1]), *proofs = (uint8_t *)allocate(CELLS * POINT);
    uint8_t *out = (uint8_t *)allocate(CELLS * CELL);
    if (are_expressible(runner, vector, given != NULL, counts, 2)) {
        for (int with_proofs = 0; with_proofs < 2; with_proofs++) {
            if (succeeded(vector, vorpal_kzg_recover_batch(runner->ctx, runner->setup, 1, counts[0], indices, given,
                                                           out, with_proofs ? proofs : NULL))) {
                expect(vector, 0, out, CELLS, CELL);
                if (with_proofs) expect(vector, CELLS, proofs, CELLS, POINT);
            }
        }
    }
    free(indices), free(given), free(proofs), free(out);
}

static void cell_proofs(Runner *runner, const Vector *vector) {
    size_t counts[4];
    int32_t valid = 7, named = 7;
    uint8_t *commitments = bytes_of(vector, "commitments", POINT, &counts[0]);
    uint64_t *indices = numbers_of(vector, "cell_indices", &counts[1]);
    uint8_t *given = bytes_of(vector, "cells", CELL, &counts[2]);
    uint8_t *proofs = bytes_of(vector, "proofs", POINT, &counts[3]);
    uint8_t *items = (uint8_t *)allocate(counts[0]);
    int are_present = commitments != NULL && given != NULL && proofs != NULL;
    if (are_expressible(runner, vector, are_present, counts, 4) &&
        succeeded(vector, vorpal_kzg_verify_cells_batch(runner->ctx, runner->setup, counts[0], commitments, indices,
                                                        given, proofs, NULL, &valid))) {
        expect_verdict(vector, valid);
        OK(vorpal_kzg_verify_cells_batch(runner->ctx, runner->setup, counts[0], commitments, indices, given, proofs,
                                         items, &named));
        REQUIRE(named == valid);
        expect_items(items, counts[0], valid);
    }
    free(commitments), free(indices), free(given), free(proofs), free(items);
}

static void challenge_of_cells(Runner *runner, const Vector *vector) {
    size_t number, counts[3], scalars;
    uint8_t *commitments = bytes_of(vector, "commitments", POINT, &number), out[32];
    uint64_t *of_commitments = numbers_of(vector, "commitment_indices", &counts[0]);
    uint64_t *indices = numbers_of(vector, "cell_indices", &counts[1]);
    uint8_t *given = bytes_of(vector, "cosets_evals", 32, &scalars);
    uint8_t *proofs = bytes_of(vector, "proofs", POINT, &counts[2]);
    int are_present = commitments != NULL && given != NULL && proofs != NULL && scalars == 64 * counts[0];
    if (are_expressible(runner, vector, are_present, counts, 3) &&
        succeeded(vector, vorpal_kzg_cells_challenge(number, commitments, counts[0], of_commitments, indices, given,
                                                     proofs, out))) {
        expect(vector, 0, out, 1, 32);
    }
    free(commitments), free(of_commitments), free(indices), free(given), free(proofs);
}

static void run(void *user, const char *function, const Vector *vector) {
    Runner *runner = (Runner *)user;
    if (is(function, "verify_kzg_proof")) {
        value(runner, vector);
    } else if (is(function, "verify_blob_kzg_proof_batch")) {
        batch(runner, vector);
    } else if (is(function, "compute_cells") || is(function, "compute_cells_and_kzg_proofs")) {
        cells(runner, !is(function, "compute_cells"), vector);
    } else if (is(function, "recover_cells_and_kzg_proofs")) {
        recovery(runner, vector);
    } else if (is(function, "verify_cell_kzg_proof_batch")) {
        cell_proofs(runner, vector);
    } else if (is(function, "compute_verify_cell_kzg_proof_batch_challenge")) {
        challenge_of_cells(runner, vector);
    } else {
        blobs(runner, function, vector);
    }
}

/* The files of each function. */
static const struct {
    const char *function;
    size_t count;
} FUNCTIONS[] = {
    {"blob_to_kzg_commitment", 11},
    {"compute_blob_kzg_proof", 15},
    {"compute_cells", 11},
    {"compute_cells_and_kzg_proofs", 11},
    {"compute_challenge", 9},
    {"compute_kzg_proof", 52},
    {"compute_verify_cell_kzg_proof_batch_challenge", 10},
    {"recover_cells_and_kzg_proofs", 18},
    {"verify_blob_kzg_proof", 29},
    {"verify_blob_kzg_proof_batch", 24},
    {"verify_cell_kzg_proof_batch", 32},
    {"verify_kzg_proof", 122},
};

/* Runs all files. */
static void run_all(vorpal_ctx *ctx, vorpal_kzg_setup *setup, const char *folder) {
    Runner runner = {ctx, setup, 0};
    size_t count = 0;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof FUNCTIONS[0]; i++) {
        size_t found = each_vector(folder, FUNCTIONS[i].function, run, &runner);
        CHECK(found == FUNCTIONS[i].count);
        count += found;
    }
    printf("%s: %zu vectors, %zu of them with lengths that no call can have\n", folder, count, runner.inexpressible);
    CHECK(count == 344 && runner.inexpressible == 51);
}

/* The points of the lines of the ceremony's file. Returns the line after them. */
static const char *points(const char *at, uint8_t *out, size_t count, size_t size) {
    for (size_t i = 0; i < count; i++) {
        hex(at, out + size * i, size);
        at += 2 * size;
        at += strspn(at, "\r\n");
    }
    return at;
}

/* The setups of the ceremony's file are the library's own. */
static vorpal_kzg_setup *setups(vorpal_ctx *ctx, const char *data) {
    char path[1024], *text = (char *)allocate(1 << 20);
    CHECK(snprintf(path, sizeof path, "%s/evm/kzg/trusted_setup.txt", data) < (int)sizeof path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) fprintf(stderr, "no file %s\n", path);
    CHECK(file != NULL);
    size_t len = fread(text, 1, (1 << 20) - 1, file);
    CHECK(len > 800000 && fclose(file) == 0);
    text[len] = 0;
    vorpal_kzg_setup *of_text = NULL, *of_points = NULL, *none = NULL;
    OK(vorpal_kzg_setup_from_text(ctx, (const uint8_t *)text, len, 0, &of_text));
    FAILS(VORPAL_ERROR_INPUT, "is missing", vorpal_kzg_setup_from_text(ctx, (const uint8_t *)text, len / 2, 0, &none));

    uint8_t *lagrange = (uint8_t *)allocate(4096 * 48), *powers = (uint8_t *)allocate(4096 * 48);
    uint8_t powers_g2[65 * 96];
    const char *at = strchr(strchr(text, '\n') + 1, '\n') + 1;
    at = points(at, lagrange, 4096, 48);
    at = points(at, powers_g2, 65, 96);
    points(at, powers, 4096, 48);
    OK(vorpal_kzg_setup_from_points(ctx, lagrange, powers, powers_g2, 14 << 20, &of_points));
    FAILS(VORPAL_ERROR_INPUT, "powers in G1",
          vorpal_kzg_setup_from_points(ctx, powers, lagrange, powers_g2, 0, &none));
    CHECK(none == NULL);
    free(lagrange), free(powers);

    vorpal_kzg_setup *own = NULL;
    uint8_t *blob = (uint8_t *)allocate(BLOB), commitments[3][POINT], *proofs[3];
    fill(blob, BLOB, 5);
    for (size_t i = 0; i < BLOB; i += 32) blob[i] = 0;
    OK(vorpal_kzg_setup_new(ctx, 0, &own));
    const vorpal_kzg_setup *all[3] = {own, of_text, of_points};
    for (size_t i = 0; i < 3; i++) {
        proofs[i] = (uint8_t *)allocate(CELLS * POINT);
        OK(vorpal_kzg_commit_batch(ctx, all[i], 1, blob, commitments[i]));
        OK(vorpal_kzg_cells_and_proofs_batch(ctx, all[i], 1, blob, NULL, proofs[i]));
        EQUAL(commitments[i], commitments[0], POINT);
        EQUAL(proofs[i], proofs[0], CELLS * POINT);
    }
    for (size_t i = 0; i < 3; i++) free(proofs[i]);
    free(blob), free(text);
    vorpal_kzg_setup_free(own), vorpal_kzg_setup_free(of_text);
    return of_points;
}

int main(int argc, char **argv) {
    char folder[600];
    CHECK(argc == 2 && snprintf(folder, sizeof folder, "%s/kzg", argv[1]) < (int)sizeof folder);
    vorpal_ctx *ctx = context(0);
    vorpal_kzg_setup *setup = NULL, *tables = setups(ctx, argv[1]);
    OK(vorpal_kzg_setup_new(ctx, 0, &setup));
    run_all(ctx, setup, folder), run_all(ctx, tables, folder);
    vorpal_kzg_setup_free(setup), vorpal_kzg_setup_free(tables), vorpal_ctx_free(ctx);
    puts("vectors of KZG: all passed");
    return 0;
}
