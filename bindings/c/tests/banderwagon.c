/* Elements, sums and proofs in Montgomery form: identities with the functions over bytes, invalid input. */
#include "check.h"

enum { COUNT = 200, TERMS = 5, VECTORS = 3, OPENINGS = 7, POINT = 12 };

typedef struct {
    vorpal_ctx *ctx;
    vorpal_committer *committer;    /* The generators of Ethereum's testnets, as points in memory. */
    uint8_t encodings[32 * COUNT];  /* Commitments. */
    uint64_t points[POINT * COUNT]; /* The same. */
} Fixture;

/* Scalars of 32 bytes, little-endian, in Montgomery form. */
static void stored(const uint8_t *bytes, size_t count, uint64_t *limbs) {
    OK(vorpal_field_from_bytes(VORPAL_FIELD_BANDERSNATCH_SCALAR, 0, count, bytes, limbs));
}

/* Scalars below the order of Banderwagon, in both forms. */
static void scalars(uint8_t *bytes, uint64_t *limbs, size_t count, uint64_t seed) {
    fill(bytes, 32 * count, seed);
    for (size_t i = 0; i < count; i++) bytes[32 * i + 31] &= 0x0f;
    stored(bytes, count, limbs);
}

static void elements(const Fixture *f) {
    uint64_t *points = (uint64_t *)allocate(sizeof f->points), mapped[4 * COUNT], expected[4 * COUNT];
    uint8_t encodings[32 * COUNT], hashes[32 * COUNT], items[COUNT], bad[32 * 4] = {0};
    for (size_t count = 0; count <= COUNT; count += 50) {
        OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, count, f->points, encodings));
        EQUAL(encodings, f->encodings, 32 * count);
        OK(vorpal_banderwagon_to_scalar_batch_vartime(f->ctx, count, f->points, mapped));
        OK(vorpal_map_to_scalar_batch_vartime(f->ctx, count, f->encodings, 32, 0, hashes));
        stored(hashes, count, expected);
        EQUAL(mapped, expected, 32 * count);
        memcpy(points, f->points, 8 * POINT * count);
        OK(vorpal_banderwagon_normalise_batch_vartime(f->ctx, count, points));
        EQUAL(points, f->points, 8 * POINT * count); /* decoded points have Z = 1 */
    }
    /* The number 0 is the identity; 7 is not in the group, 2^256 - 1 above the modulus, 2 not on the curve. */
    bad[63] = 7, memset(bad + 64, 0xff, 32), bad[127] = 2;
    OK(vorpal_banderwagon_decode_batch_vartime(f->ctx, 4, bad, 0, points, items));
    CHECK(items[0] == VORPAL_ITEM_OK && points[0] == 0 && points[4] != 0 && points[8] != 0);
    CHECK(items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_KEY && items[3] == VORPAL_ITEM_NO_POINT);
    for (size_t i = POINT; i < 4 * POINT; i++) CHECK(points[i] == 0);
    /* No Z. */
    memset(points, 0, 8 * POINT), points[0] = points[4] = 1;
    OK(vorpal_banderwagon_normalise_batch_vartime(f->ctx, 1, points));
    OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, 1, points, encodings));
    OK(vorpal_banderwagon_to_scalar_batch_vartime(f->ctx, 1, points, mapped));
    for (size_t i = 0; i < POINT; i++) CHECK(points[i] == 0 && encodings[i] == 0 && mapped[i % 4] == 0);
    free(points);
}

/* Commitments to vectors whose terms are given sparse, with and without old elements. */
static void sums(const Fixture *f) {
    size_t offsets[COUNT + 1];
    uint8_t indices[COUNT * TERMS], *bytes = (uint8_t *)allocate(32 * COUNT * TERMS), expected[32 * COUNT];
    uint8_t found[32 * COUNT], again[32 * COUNT];
    uint64_t *limbs = (uint64_t *)allocate(32 * COUNT * TERMS), *out = (uint64_t *)allocate(8 * POINT * COUNT);
    scalars(bytes, limbs, COUNT * TERMS, 3);
    for (size_t i = 0; i <= COUNT; i++) offsets[i] = i * TERMS;
    for (size_t i = 0; i < COUNT * TERMS; i++) indices[i] = (uint8_t)(53 * i);
    for (size_t count = 0; count <= COUNT; count = count == 0 ? 1 : count * 5) {
        OK(vorpal_commit_batch_vartime(f->ctx, f->committer, count, offsets, indices, bytes, expected, 32));
        OK(vorpal_banderwagon_commit_batch_vartime(f->ctx, f->committer, count, offsets, indices, limbs, NULL, out));
        OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, count, out, found));
        EQUAL(found, expected, 32 * count);
        OK(vorpal_commit_delta_batch_vartime(f->ctx, f->committer, count, f->encodings, 0, offsets, indices, bytes,
                                             expected, 32));
        OK(vorpal_banderwagon_commit_batch_vartime(f->ctx, f->committer, count, offsets, indices, limbs, f->points,
                                                   out));
        OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, count, out, found));
        EQUAL(found, expected, 32 * count);
    }
    /* s P + (-s) P for each point, and the sum of no points. */
    uint64_t sum[POINT], one[4], identity[POINT];
    uint8_t bytes_of_one[32] = {1};
    stored(bytes_of_one, 1, one);
    OK(vorpal_banderwagon_sum_vartime(f->ctx, 0, NULL, NULL, identity));
    OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, 1, identity, again));
    for (size_t i = 0; i < 32; i++) CHECK(again[i] == 0);
    for (size_t i = 0; i < 4; i++) {
        OK(vorpal_banderwagon_sum_vartime(f->ctx, 1, f->points + POINT * i, one, out + POINT * i));
    }
    OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, 4, out, found));
    EQUAL(found, f->encodings, 128);
    /* The same sum by few and by many points: 40 times one point, and once 40 times the scalar one. */
    for (size_t i = 0; i < 40; i++) memcpy(out + POINT * i, f->points, 8 * POINT), memcpy(limbs + 4 * i, one, 32);
    OK(vorpal_banderwagon_sum_vartime(f->ctx, 40, out, limbs, sum));
    OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, 1, sum, found));
    bytes_of_one[0] = 40;
    stored(bytes_of_one, 1, one);
    OK(vorpal_banderwagon_sum_vartime(f->ctx, 1, f->points, one, sum));
    OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, 1, sum, again));
    EQUAL(found, again, 32);
    free(bytes), free(limbs), free(out);
}

/* Proofs equal those over bytes, and continue the transcript. */
static void proofs(const Fixture *f) {
    uint8_t *bytes = (uint8_t *)allocate(32 * 256 * VECTORS), commitments[32 * VECTORS], expected[576], found[32 * 18];
    uint8_t points[OPENINGS], items[VECTORS], text[2] = {'v', 't'};
    uint64_t *values = (uint64_t *)allocate(32 * 256 * VECTORS), decoded[POINT * VECTORS], proof[208], last[4];
    uint64_t opened_values[4 * OPENINGS], value[4], other[4];
    uint32_t opened[OPENINGS];
    scalars(bytes, values, 256 * VECTORS, 8);
    for (size_t i = 0; i < VECTORS; i++) {
        OK(vorpal_commit_vartime(f->committer, 256, bytes + 32 * 256 * i, commitments + 32 * i, 32));
    }
    OK(vorpal_banderwagon_decode_batch_vartime(f->ctx, VECTORS, commitments, 0, decoded, items));
    for (size_t i = 0; i < OPENINGS; i++) {
        opened[i] = (uint32_t)(i % VECTORS), points[i] = (uint8_t)(37 * i);
        memcpy(opened_values + 4 * i, values + 4 * (256 * opened[i] + points[i]), 32);
    }
    OK(vorpal_multiproof_create_vartime(f->ctx, f->committer, text, 2, VECTORS, commitments, bytes, OPENINGS, opened,
                                        points, expected));
    OK(vorpal_banderwagon_prove_vartime(f->ctx, f->committer, text, 2, VECTORS, decoded, values, OPENINGS, opened,
                                        points, proof, last));
    OK(vorpal_banderwagon_encode_batch_vartime(f->ctx, 17, proof, found));
    EQUAL(found, expected, 32 * 17);
#define VERIFY(ctx, committer, count, proof, challenge)                                                               \
    vorpal_banderwagon_verify_vartime(ctx, committer, text, 2, count, decoded, OPENINGS, opened, points,              \
                                      opened_values, proof, challenge, &valid)
    VERDICT(1, VERIFY(f->ctx, f->committer, VECTORS, proof, other));
    EQUAL(last, other, 32);
    /* X = Y = 0, which no element has: every sum with it is of this form. */
    uint64_t saved[8];
    for (size_t i = 0; i < 17; i++) {
        memcpy(saved, proof + POINT * i, 64), memset(proof + POINT * i, 0, 64);
        VERDICT(0, VERIFY(f->ctx, f->committer, VECTORS, proof, other));
        memcpy(proof + POINT * i, saved, 64);
    }
    memcpy(saved, decoded, 64), memset(decoded, 0, 64);
    VERDICT(0, VERIFY(f->ctx, f->committer, VECTORS, proof, other));
    memcpy(decoded, saved, 64);
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null", VERIFY(NULL, f->committer, VECTORS, proof, other));
    REFUSES(VORPAL_ERROR_ARGUMENT, "committer is null", VERIFY(f->ctx, NULL, VECTORS, proof, other));
    REFUSES(VORPAL_ERROR_ARGUMENT, "proof is null", VERIFY(f->ctx, f->committer, VECTORS, NULL, other));
    REFUSES(VORPAL_ERROR_ARGUMENT, "challenge is null", VERIFY(f->ctx, f->committer, VECTORS, proof, NULL));
    REFUSES(VORPAL_ERROR_ARGUMENT, "challenge overlaps proof", VERIFY(f->ctx, f->committer, VECTORS, proof, proof + 8));
    REFUSES(VORPAL_ERROR_ARGUMENT, "2", VERIFY(f->ctx, f->committer, 2, proof, other));
    opened_values[4] ^= 1;
    VERDICT(0, VERIFY(f->ctx, f->committer, VECTORS, proof, other));
    opened_values[4] ^= 1;
    memset(proof + 204, 0xff, 32);
    REFUSES(VORPAL_ERROR_INPUT, "the scalar of proof: number 0", VERIFY(f->ctx, f->committer, VECTORS, proof, other));
    memset(proof + 12 * 16 + 8, 0, 32);
    REFUSES(VORPAL_ERROR_INPUT, "proof: the coordinate Z of number 16",
            VERIFY(f->ctx, f->committer, VECTORS, proof, other));
    memset(proof + 12 * 16, 0xff, 32);
    REFUSES(VORPAL_ERROR_INPUT, "proof: a coordinate of number 16",
            VERIFY(f->ctx, f->committer, VECTORS, proof, other));
    opened[5] = VECTORS;
    FAILS(VORPAL_ERROR_ARGUMENT, "5",
          vorpal_banderwagon_prove_vartime(f->ctx, f->committer, text, 2, VECTORS, decoded, values, OPENINGS, opened,
                                           points, proof, last));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitments: no object has",
          vorpal_banderwagon_prove_vartime(f->ctx, f->committer, text, 2, SIZE_MAX / 64, decoded, NULL, 0, NULL, NULL,
                                           proof, last));

    /* One vector at one point of the domain. */
    uint64_t nine[4];
    uint8_t bytes_of_nine[32] = {9};
    stored(bytes_of_nine, 1, nine);
    OK(vorpal_banderwagon_prove_evaluation_vartime(f->ctx, f->committer, text, 2, decoded, values, nine, value, proof,
                                                   last));
    EQUAL(value, values + 4 * 9, 32);
#define VERIFY_ONE(proof, challenge)                                                                                  \
    vorpal_banderwagon_verify_evaluation_vartime(f->ctx, f->committer, text, 2, decoded, nine, value, proof,          \
                                                 challenge, &valid)
    VERDICT(1, VERIFY_ONE(proof, other));
    EQUAL(last, other, 32);
    memcpy(saved, proof, 64), memset(proof, 0, 64);
    VERDICT(0, VERIFY_ONE(proof, other));
    memcpy(proof, saved, 64);
    REFUSES(VORPAL_ERROR_ARGUMENT, "proof is null", VERIFY_ONE(NULL, other));
    REFUSES(VORPAL_ERROR_ARGUMENT, "challenge is null", VERIFY_ONE(proof, NULL));
    value[0] ^= 1;
    VERDICT(0, VERIFY_ONE(proof, other));
    memset(value, 0xff, 32);
    REFUSES(VORPAL_ERROR_INPUT, "value: number 0", VERIFY_ONE(proof, other));
    FAILS(VORPAL_ERROR_ARGUMENT, "value is null",
          vorpal_banderwagon_prove_evaluation_vartime(f->ctx, f->committer, text, 2, decoded, values, nine, NULL, proof,
                                                      last));
    FAILS(VORPAL_ERROR_ARGUMENT, "commitment is null",
          vorpal_banderwagon_prove_evaluation_vartime(f->ctx, f->committer, text, 2, NULL, values, nine, value, proof,
                                                      last));
    free(bytes), free(values);
}

static void misuse(const Fixture *f) {
    uint64_t *points = (uint64_t *)allocate(8 * POINT * 256), scalar[4] = {0}, out[POINT], saved[POINT];
    uint8_t items[2], encodings[64];
    size_t offsets[3] = {0, 1, 0};
    vorpal_committer *none = NULL;
    memcpy(points, f->points, 8 * POINT * 2);
    memcpy(saved, points, sizeof saved);
    memset(points + POINT, 0xff, 32);
    FAILS(VORPAL_ERROR_INPUT, "points: a coordinate of number 1 is not below",
          vorpal_banderwagon_normalise_batch_vartime(f->ctx, 2, points));
    EQUAL(points, saved, sizeof saved);
    FAILS(VORPAL_ERROR_INPUT, "number 1", vorpal_banderwagon_encode_batch_vartime(f->ctx, 2, points, encodings));
    FAILS(VORPAL_ERROR_INPUT, "number 1", vorpal_banderwagon_to_scalar_batch_vartime(f->ctx, 2, points, out));
    FAILS(VORPAL_ERROR_ARGUMENT, "points is null", vorpal_banderwagon_normalise_batch_vartime(f->ctx, 2, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "encodings overlaps points",
          vorpal_banderwagon_encode_batch_vartime(f->ctx, 1, points, (uint8_t *)points));
    FAILS(VORPAL_ERROR_ARGUMENT, "no object has",
          vorpal_banderwagon_to_scalar_batch_vartime(f->ctx, SIZE_MAX / 64, points, out));
    FAILS(VORPAL_ERROR_ARGUMENT, "aligned",
          vorpal_banderwagon_encode_batch_vartime(f->ctx, 1, (uint64_t *)((uint8_t *)points + 1), encodings));
    memset(items, VORPAL_ITEM_OK, 2);
    FAILS(VORPAL_ERROR_ARGUMENT, "encodings is null",
          vorpal_banderwagon_decode_batch_vartime(f->ctx, 2, NULL, 0, points, items));
    CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID);
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_banderwagon_decode_batch_vartime(NULL, 0, NULL, 0, NULL, NULL));
    memset(points + 8, 0, 32);
    FAILS(VORPAL_ERROR_INPUT, "points: the coordinate Z of number 0",
          vorpal_banderwagon_sum_vartime(f->ctx, 1, points, scalar, out));
    FAILS(VORPAL_ERROR_INPUT, "old: the coordinate Z of number 0",
          vorpal_banderwagon_commit_batch_vartime(f->ctx, f->committer, 1, offsets, items, scalar, points, out));
    memset(scalar, 0xff, 32);
    FAILS(VORPAL_ERROR_INPUT, "scalars: number 0", vorpal_banderwagon_sum_vartime(f->ctx, 1, f->points, scalar, out));
    FAILS(VORPAL_ERROR_INPUT, "scalars: number 0",
          vorpal_banderwagon_commit_batch_vartime(f->ctx, f->committer, 1, offsets, items, scalar, NULL, out));
    FAILS(VORPAL_ERROR_ARGUMENT, "offsets: number 2 is below number 1",
          vorpal_banderwagon_commit_batch_vartime(f->ctx, f->committer, 2, offsets, items, scalar, NULL, out));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_banderwagon_sum_vartime(f->ctx, 0, NULL, NULL, NULL));

    for (size_t i = 0; i < 256; i++) memcpy(points + POINT * i, f->points, 8 * POINT);
    memset(points + POINT * 77 + 4, 0, 32); /* y = 0 */
    FAILS(VORPAL_ERROR_INPUT, "generators: number 77 is not in the group",
          vorpal_committer_from_points(f->ctx, VORPAL_PROFILE_SMALL, points, f->points, &none));
    FAILS(VORPAL_ERROR_INPUT, "q: number 0 is not in the group",
          vorpal_committer_from_points(f->ctx, VORPAL_PROFILE_SMALL, points, points + POINT * 77, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "profile is 3", vorpal_committer_from_points(f->ctx, 3, points, points, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "q is null",
          vorpal_committer_from_points(f->ctx, VORPAL_PROFILE_SMALL, points, NULL, &none));
    CHECK(none == NULL);
    free(points);
}

int main(void) {
    static Fixture f;
    f.ctx = context(0);
    vorpal_committer *committer = NULL;
    OK(vorpal_committer_new(f.ctx, VORPAL_PROFILE_SMALL, &committer));
    /* The generators themselves: commitments to the vectors 1 at one index each. */
    uint8_t value[32] = {1}, *encodings = (uint8_t *)allocate(32 * 257), items[257], indices[256];
    uint8_t *ones = (uint8_t *)allocate(32 * 256);
    uint64_t *points = (uint64_t *)allocate(8 * POINT * 257);
    size_t offsets[257];
    for (size_t i = 0; i < 257; i++) offsets[i] = i;
    for (size_t i = 0; i < 256; i++) indices[i] = (uint8_t)i, memcpy(ones + 32 * i, value, 32);
    OK(vorpal_commit_batch_vartime(f.ctx, committer, 256, offsets, indices, ones, encodings, 32));
    hex("4a2c7486fd924882bf02c6908de395122843e3e05264d7991e18e7985dad51e9", encodings + 32 * 256, 32);
    OK(vorpal_banderwagon_decode_batch_vartime(f.ctx, 257, encodings, 0, points, items));
    for (size_t i = 0; i < 257; i++) CHECK(items[i] == VORPAL_ITEM_OK);
    OK(vorpal_committer_from_points(f.ctx, VORPAL_PROFILE_SMALL, points, points + POINT * 256, &f.committer));
    uint64_t *limbs = (uint64_t *)allocate(32 * COUNT);
    uint8_t *bytes = (uint8_t *)allocate(32 * COUNT);
    scalars(bytes, limbs, COUNT, 1);
    OK(vorpal_commit_batch_vartime(f.ctx, committer, COUNT, offsets, indices, bytes, f.encodings, 32));
    OK(vorpal_banderwagon_decode_batch_vartime(f.ctx, COUNT, f.encodings, 0, f.points, items));
    /* A committer without points that are known gives the same elements. */
    OK(vorpal_banderwagon_commit_batch_vartime(f.ctx, committer, COUNT, offsets, indices, limbs, NULL, points));
    OK(vorpal_banderwagon_encode_batch_vartime(f.ctx, COUNT, points, encodings));
    EQUAL(encodings, f.encodings, 32 * COUNT);
    elements(&f);
    sums(&f);
    proofs(&f);
    misuse(&f);
    free(encodings), free(points), free(limbs), free(bytes), free(ones);
    vorpal_committer_free(committer), vorpal_committer_free(f.committer), vorpal_ctx_free(f.ctx);
    puts("banderwagon: all passed");
    return 0;
}
