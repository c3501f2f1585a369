/* Commitments and multiproofs: identities between all functions, a known root, invalid input. */
#include "check.h"

enum { COUNT = 40, TERMS = 5 };

/* Scalars below the order of Banderwagon, little-endian. */
static void scalars(uint8_t *out, size_t count, uint64_t seed) {
    fill(out, 32 * count, seed);
    for (size_t i = 0; i < count; i++) out[32 * i + 31] &= 0x0f;
}

static void batches(vorpal_ctx *ctx, const vorpal_committer *committer) {
    size_t offsets[COUNT + 1];
    uint8_t indices[COUNT * TERMS], values[32 * COUNT * TERMS], out[64 * COUNT], old[64 * COUNT], one[64];
    scalars(values, COUNT * TERMS, 3);
    for (size_t i = 0; i <= COUNT; i++) offsets[i] = i * TERMS;
    for (size_t i = 0; i < COUNT * TERMS; i++) indices[i] = (uint8_t)(53 * i);
    for (size_t len = 32; len <= 64; len += 32) {
        OK(vorpal_commit_batch_vartime(ctx, committer, COUNT, offsets, indices, values, out, len));
        for (size_t i = 0; i < COUNT; i++) {
            uint8_t dense[32 * 256] = {0};
            for (size_t j = 0; j < TERMS; j++) {
                memcpy(dense + 32 * indices[TERMS * i + j], values + 32 * (TERMS * i + j), 32);
            }
            OK(vorpal_commit_vartime(committer, 256, dense, one, len));
            EQUAL(one, out + len * i, len);
        }
        /* Nothing added to old commitments, then everything added to commitments to nothing. */
        size_t none[COUNT + 1] = {0};
        OK(vorpal_commit_delta_batch_vartime(ctx, committer, COUNT, out, 0, none, NULL, NULL, old, len));
        EQUAL(old, out, len * COUNT);
        OK(vorpal_commit_batch_vartime(ctx, committer, COUNT, none, NULL, NULL, old, len));
        uint8_t again[64 * COUNT];
        OK(vorpal_commit_delta_batch_vartime(ctx, committer, COUNT, old, 1, offsets, indices, values, again, len));
        EQUAL(again, out, len * COUNT);
        uint8_t hashes[2][32 * COUNT];
        OK(vorpal_map_to_scalar_batch_vartime(ctx, COUNT, out, len, 0, hashes[0]));
        OK(vorpal_map_to_scalar_batch_vartime(ctx, COUNT, out, len, 1, hashes[1]));
        EQUAL(hashes[0], hashes[1], 32 * COUNT);
        if (len == 32) {
            out[32 * 9] ^= 0xff;
            FAILS(VORPAL_ERROR_INPUT, "points: ",
                  vorpal_map_to_scalar_batch_vartime(ctx, COUNT, out, len, 0, hashes[0]));
        }
    }
    FAILS(VORPAL_ERROR_ARGUMENT, "commitment_len is 48",
          vorpal_commit_batch_vartime(ctx, committer, COUNT, offsets, indices, values, out, 48));
    memset(values + 32 * 11, 0xff, 32);
    FAILS(VORPAL_ERROR_INPUT, "values: number 11",
          vorpal_commit_batch_vartime(ctx, committer, COUNT, offsets, indices, values, out, 32));
    /* A function with other names of its arguments has them in its messages. */
    size_t none[COUNT + 1] = {0};
    uint8_t sums[32 * COUNT];
    OK(vorpal_commit_batch_vartime(ctx, committer, COUNT, none, NULL, NULL, old, 32));
    FAILS(VORPAL_ERROR_INPUT, "deltas: number 11",
          vorpal_commit_delta_batch_vartime(ctx, committer, COUNT, old, 0, offsets, indices, values, sums, 32));
    memset(old + 32 * 2, 0xff, 32);
    FAILS(VORPAL_ERROR_INPUT, "old: ",
          vorpal_commit_delta_batch_vartime(ctx, committer, COUNT, old, 0, offsets, indices, values, sums, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "at most 256", vorpal_commit_vartime(committer, 257, values, out, 32));
    offsets[4] = 0;
    FAILS(VORPAL_ERROR_ARGUMENT, "offsets: number 4 is below number 3",
          vorpal_commit_batch_vartime(ctx, committer, COUNT, offsets, indices, values, out, 32));
}

static void multiproofs(vorpal_ctx *ctx, const vorpal_committer *committer) {
    enum { VECTORS = 3, OPENINGS = 7 };
    uint8_t *values = (uint8_t *)allocate(32 * 256 * VECTORS);
    uint8_t commitments[32 * VECTORS], points[OPENINGS], opened_values[32 * OPENINGS], proof[576];
    uint32_t opened[OPENINGS];
    scalars(values, 256 * VECTORS, 8);
    for (size_t i = 0; i < VECTORS; i++) {
        OK(vorpal_commit_vartime(committer, 256, values + 32 * 256 * i, commitments + 32 * i, 32));
    }
    for (size_t i = 0; i < OPENINGS; i++) {
        opened[i] = (uint32_t)(i % VECTORS), points[i] = (uint8_t)(37 * i);
        memcpy(opened_values + 32 * i, values + 32 * (256 * opened[i] + points[i]), 32);
    }
    const uint8_t *label = (const uint8_t *)"vt";
    OK(vorpal_multiproof_create_vartime(ctx, committer, label, 2, VECTORS, commitments, values, OPENINGS, opened,
                                        points, proof));
    int32_t valid = 7;
    OK(vorpal_multiproof_verify_vartime(ctx, committer, label, 2, VECTORS, commitments, OPENINGS, opened, points,
                                        opened_values, proof, &valid));
    CHECK(valid == 1);
    OK(vorpal_multiproof_verify_vartime(ctx, committer, label, 1, VECTORS, commitments, OPENINGS, opened, points,
                                        opened_values, proof, &valid));
    CHECK(valid == 0);
    opened_values[32 * 3] ^= 1;
    OK(vorpal_multiproof_verify_vartime(ctx, committer, label, 2, VECTORS, commitments, OPENINGS, opened, points,
                                        opened_values, proof, &valid));
    CHECK(valid == 0);
    opened[5] = VECTORS, valid = 1;
    FAILS(VORPAL_ERROR_ARGUMENT, "commitments_opened: claim 5",
          vorpal_multiproof_verify_vartime(ctx, committer, label, 2, VECTORS, commitments, OPENINGS, opened, points,
                                           opened_values, proof, &valid));
    CHECK(valid == 0);
    FAILS(VORPAL_ERROR_ARGUMENT, "vectors_opened: query 5",
          vorpal_multiproof_create_vartime(ctx, committer, label, 2, VECTORS, commitments, values, OPENINGS, opened,
                                           points, proof));
    FAILS(VORPAL_ERROR_ARGUMENT, "openings: ",
          vorpal_multiproof_create_vartime(ctx, committer, label, 2, VECTORS, commitments, values, 0, NULL, NULL,
                                           proof));
    memset(proof + 544, 0xff, 32), opened[5] = 0, valid = 1;
    FAILS(VORPAL_ERROR_INPUT, "",
          vorpal_multiproof_verify_vartime(ctx, committer, label, 2, VECTORS, commitments, OPENINGS, opened, points,
                                           opened_values, proof, &valid));
    CHECK(valid == 0);
    free(values);
}

int main(void) {
    vorpal_ctx *ctx = context(0);
    vorpal_committer *committer = NULL, *loaded = NULL;
    OK(vorpal_committer_new(ctx, VORPAL_PROFILE_SMALL, &committer));
    FAILS(VORPAL_ERROR_ARGUMENT, "profile is 3", vorpal_committer_new(ctx, 3, &loaded));
    batches(ctx, committer);
    multiproofs(ctx, committer);

    const char *file = "target/c-tests/tables";
    OK(vorpal_committer_save(committer, file));
    OK(vorpal_committer_load(ctx, file, &loaded));
    uint8_t value[32] = {5}, one[32], other[32];
    OK(vorpal_commit_vartime(committer, 1, value, one, 32));
    OK(vorpal_commit_vartime(loaded, 1, value, other, 32));
    EQUAL(one, other, 32);
    FILE *damaged = fopen(file, "r+b");
    CHECK(damaged != NULL && fseek(damaged, 1000, SEEK_SET) == 0 && fputc(1, damaged) != EOF && fclose(damaged) == 0);
    vorpal_committer *none = NULL;
    FAILS(VORPAL_ERROR_STORE, file, vorpal_committer_load(ctx, file, &none));
    remove(file);
    FAILS(VORPAL_ERROR_STORE, file, vorpal_committer_load(ctx, file, &none));
    CHECK(none == NULL);
    OK(vorpal_selftest(ctx));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx", vorpal_selftest(NULL));
    vorpal_committer_free(committer), vorpal_committer_free(loaded), vorpal_ctx_free(ctx);
    puts("commitments: all passed");
    return 0;
}
