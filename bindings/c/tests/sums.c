/* Sums: identities between all entry points, all curves, formats and kinds of scalars. */
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

enum { COUNT = 100 };

typedef struct {
    int32_t id;
    size_t limbs;
    /* The generator and its multiple by 1^2 + 2^2 + .. + 100^2 = 338350, compressed, in the format of gnark-crypto. */
    const char *generator, *multiple;
    /* The order of the group, big-endian. */
    const char *order;
} Curve;

enum { G1_CURVES = 3, ALL_CURVES = 6 };

static const Curve CURVES[ALL_CURVES] = {
    {VORPAL_BLS12_377_G1, 6,
     "a08848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
     "8089c01ef9527f988b736cca5156c89568fdb63097b9e926af8355e4051d2fd180d58ecf8aa7e4e85e84ce47fb40d2cc",
     "12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001"},
    {VORPAL_BLS12_381_G1, 6,
     "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
     "84fa2d7cb05a5da1e9b3edd26bda387cb54677b13ce76db89c4134f2f416a56b5e9d521c48b47057059412f3266e5f97",
     "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"},
    {VORPAL_BN254_G1, 4, "8000000000000000000000000000000000000000000000000000000000000001",
     "93cfbdc5b7a947c3bd0d8c11b7f993d574e3c4009bd1524432f3863f49035350",
     "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"},
    {VORPAL_BLS12_377_G2, 12,
     "a0ea6040e700403170dc5a51b1b140d5532777ee6651cecbe7223ece0799c9de5cf89984bff76fe6b26bfefa6ea16afe"
     "018480be71c785fec89630a2a3841d01c565f071203e50317ea501f557db6b9b71889f52bb53540274e3e48f7c005196",
     "8008aafd7c1e9770808456e4068b349b26e60db5b082a857e16a7c5156c6338602eaa4d075ec74c94b57f4a9939d94ce"
     "00459b4bd4a34dde78687bd904d1c24180fca34e02ba06e025dd9d5b8a21c0ae1652e5a1ab55dc511c5facae31aebe16",
     "12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001"},
    {VORPAL_BLS12_381_G2, 12,
     "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
     "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
     "8274d9a9bb34715f6a8e6ed59b027f74a9b27e10bfcb456a5bf6ffca665ba350b63732df8f94a4950e1ca87b00add436"
     "10d948a3cdcf19f9d3970db813fdd0d90bb1842995229fc5dd73b7fbee3f76677ef582c54e4979308c70c697739d02c6",
     "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"},
    {VORPAL_BN254_G2, 8,
     "998e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
     "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
     "ec1ceab0388b461a3f6141a94e3e14f8286c0645390486cc1e52a1f5795c0b20"
     "0af0e251f29e4492859fea2ccc463ea621f08b03fb5ad2a6b9a188049e14c3e5",
     "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001"},
};

/* Scalars below every order. */
static void scalars(uint8_t *out, size_t count, uint64_t seed) {
    fill(out, 32 * count, seed);
    for (size_t i = 0; i < count; i++) out[32 * i + 31] &= 0x0f;
}

/* Bases G, 2 G, 3 G, .. in the stored form, made by sums of the generator. */
static uint64_t *multiples(vorpal_ctx *ctx, const Curve *curve, size_t count) {
    size_t coordinate = 8 * curve->limbs;
    uint8_t generator[96];
    uint64_t *points = (uint64_t *)allocate(2 * coordinate * count);
    hex(curve->generator, generator, coordinate);
    vorpal_bases *base = NULL;
    OK(vorpal_bases_from_bytes(ctx, curve->id, VORPAL_FORMAT_GNARK, 1, generator, coordinate, VORPAL_TRUST_NOTHING,
                               &base));
    for (uint64_t i = 0; i < count; i++) {
        uint64_t factor = i + 1;
        OK(vorpal_msm_to_montgomery_vartime(ctx, base, 1, &factor, VORPAL_SCALARS_U64, NULL, NULL,
                                            points + 2 * curve->limbs * i));
    }
    vorpal_bases_free(base);
    return points;
}

typedef struct {
    uint64_t calls, limit;
    pthread_t caller;
} Watch;

static int32_t watch(void *user, uint64_t done, uint64_t total) {
    Watch *state = (Watch *)user;
    (void)done, (void)total;
    CHECK(pthread_equal(pthread_self(), state->caller));
    return ++state->calls > state->limit;
}

/* Bytes in all formats and lengths, points in place, and every kind of trust give the same sum. */
static void forms(vorpal_ctx *ctx, const Curve *curve) {
    size_t coordinate = 8 * curve->limbs;
    uint64_t *points = multiples(ctx, curve, COUNT), ascending[COUNT];
    uint8_t values[32 * COUNT], reversed[32 * COUNT], known[96], sum[96];
    scalars(values, COUNT, 9);
    for (size_t i = 0; i < COUNT; i++) {
        ascending[i] = i + 1;
        for (size_t j = 0; j < 32; j++) reversed[32 * i + j] = values[32 * i + 31 - j];
    }
    vorpal_bases *bases = NULL, *copies = NULL;
    OK(vorpal_bases_from_montgomery(ctx, curve->id, COUNT, points, VORPAL_TRUST_NOTHING, &bases));
    size_t count = 0;
    OK(vorpal_bases_count(bases, &count));
    CHECK(count == COUNT);
    hex(curve->multiple, known, coordinate);
    OK(vorpal_msm_vartime(ctx, bases, COUNT, ascending, VORPAL_SCALARS_U64, NULL, NULL, VORPAL_FORMAT_GNARK, sum,
                          coordinate));
    EQUAL(sum, known, coordinate);

    /* Encodings of the bases by sums with one term, read back in both lengths. */
    uint8_t *bytes = (uint8_t *)allocate(192 * COUNT);
    for (size_t part = 1; part <= 2; part++) {
        uint8_t expected[192], found[192];
        for (int32_t format = VORPAL_FORMAT_ARKWORKS; format <= VORPAL_FORMAT_GNARK; format++) {
            for (size_t i = 0; i < COUNT; i++) {
                uint64_t units[COUNT] = {0};
                units[i] = 1;
                OK(vorpal_msm_vartime(ctx, bases, COUNT, units, VORPAL_SCALARS_U64, NULL, NULL, format,
                                      bytes + part * coordinate * i, part * coordinate));
            }
            for (int32_t trust = VORPAL_TRUST_NOTHING; trust <= VORPAL_TRUST_IN_SUBGROUP; trust++) {
                OK(vorpal_bases_from_bytes(ctx, curve->id, format, COUNT, bytes, part * coordinate, trust, &copies));
                OK(vorpal_msm_vartime(ctx, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL, format,
                                      expected, part * coordinate));
                OK(vorpal_msm_vartime(ctx, copies, COUNT, reversed, VORPAL_SCALARS_BIG_ENDIAN, NULL, NULL, format,
                                      found, part * coordinate));
                EQUAL(expected, found, part * coordinate);
                vorpal_bases_free(copies);
            }
            memset(bytes + part * coordinate * 7, 0xff, part * coordinate);
            FAILS(VORPAL_ERROR_INPUT, "7",
                  vorpal_bases_from_bytes(ctx, curve->id, format, COUNT, bytes, part * coordinate,
                                          VORPAL_TRUST_NOTHING, &copies));
        }
    }

    uint64_t expected[24], found[24];
    OK(vorpal_msm_to_montgomery_vartime(ctx, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL,
                                        expected));
    for (int32_t trust = VORPAL_TRUST_NOTHING; trust <= VORPAL_TRUST_IN_SUBGROUP; trust++) {
        OK(vorpal_msm_of_points_vartime(ctx, curve->id, COUNT, points, trust, values, VORPAL_SCALARS_LITTLE_ENDIAN,
                                        NULL, NULL, found));
        EQUAL(expected, found, 2 * coordinate);
    }
    /* Every coefficient of a coordinate is checked. */
    for (size_t i = 0; i < 2 * curve->limbs; i += curve->limbs % 6 == 0 ? 6 : 4) {
        size_t top = 2 * curve->limbs * 3 + i + (curve->limbs % 6 == 0 ? 5 : 3);
        uint64_t saved = points[top];
        points[top] = UINT64_MAX;
        FAILS(VORPAL_ERROR_INPUT, "points: a coordinate of number 3 is not below the modulus",
              vorpal_bases_from_montgomery(ctx, curve->id, COUNT, points, VORPAL_TRUST_IN_SUBGROUP, &copies));
        points[top] = saved;
    }

    /* Machine integers, the empty sum, and scalars from the order on. */
    uint64_t integers[COUNT], total = 0;
    for (uint64_t i = 0; i < COUNT; i++) integers[i] = i % 7, total += (i + 1) * (i % 7);
    OK(vorpal_msm_to_montgomery_vartime(ctx, bases, COUNT, integers, VORPAL_SCALARS_U64, NULL, NULL, expected));
    OK(vorpal_msm_to_montgomery_vartime(ctx, bases, 1, &total, VORPAL_SCALARS_U64, NULL, NULL, found));
    EQUAL(expected, found, 2 * coordinate);
    OK(vorpal_msm_to_montgomery_vartime(ctx, bases, 0, NULL, VORPAL_SCALARS_U64, NULL, NULL, found));
    for (size_t i = 0; i < 2 * curve->limbs; i++) CHECK(found[i] == 0);
    hex(curve->order, reversed + 32 * 9, 32);
    FAILS(VORPAL_ERROR_INPUT, "scalars: number 9",
          vorpal_msm_to_montgomery_vartime(ctx, bases, COUNT, reversed, VORPAL_SCALARS_BIG_ENDIAN, NULL, NULL, found));

    /* Limbs that are no element, and a point beside the curve. */
    points[2 * curve->limbs * 5] ^= 1;
    FAILS(VORPAL_ERROR_INPUT, "points: number 5 is not on the curve",
          vorpal_bases_from_montgomery(ctx, curve->id, COUNT, points, VORPAL_TRUST_NOTHING, &copies));
    for (size_t i = 0; i < curve->limbs; i++) points[2 * curve->limbs * 5 + i] = UINT64_MAX;
    FAILS(VORPAL_ERROR_INPUT, "a coordinate of number 5",
          vorpal_bases_from_montgomery(ctx, curve->id, COUNT, points, VORPAL_TRUST_IN_SUBGROUP, &copies));
    FAILS(VORPAL_ERROR_INPUT, "a coordinate of number 5",
          vorpal_msm_of_points_vartime(ctx, curve->id, COUNT, points, VORPAL_TRUST_ON_CURVE, integers,
                                       VORPAL_SCALARS_U64, NULL, NULL, found));
    vorpal_bases_free(bases);
    free(points), free(bytes);
}

/* Sums on G2 have neither tables nor parts. */
static void without_tables(vorpal_ctx *ctx, const Curve *curve) {
    uint64_t *points = multiples(ctx, curve, 2), units[2] = {1, 2};
    uint8_t job[32] = {0};
    vorpal_bases *bases = NULL, *none = NULL;
    vorpal_partial *part = NULL;
    OK(vorpal_bases_from_montgomery(ctx, curve->id, 2, points, VORPAL_TRUST_NOTHING, &bases));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "bases of G2", vorpal_bases_prepare(ctx, bases, 1 << 20, &none));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "bases of G2", vorpal_bases_open(ctx, curve->id, "no file", &none));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "not prepared", vorpal_bases_save(bases, "no file"));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "on G2", vorpal_partial_job(ctx, bases, 2, units, VORPAL_SCALARS_U64, job));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "on G2",
          vorpal_partial_vartime(ctx, job, 2, 64, 0, 0, 64, bases, 2, units, VORPAL_SCALARS_U64, NULL, NULL, &part));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "on G2", vorpal_partial_from_bytes(curve->id, job, 32, &part));
    CHECK(none == NULL && part == NULL);
    vorpal_bases_free(bases), free(points);
}

/* Prepared bases, a file, and parts have the same sum as bases. */
static void tables_and_parts(vorpal_ctx *ctx, const Curve *curve) {
    size_t coordinate = 8 * curve->limbs;
    uint64_t *points = multiples(ctx, curve, COUNT), expected[12], found[12];
    uint8_t values[32 * COUNT];
    scalars(values, COUNT, 9);
    vorpal_bases *bases = NULL, *copies = NULL, *prepared = NULL, *opened = NULL;
    OK(vorpal_bases_from_montgomery(ctx, curve->id, COUNT, points, VORPAL_TRUST_NOTHING, &bases));
    OK(vorpal_msm_to_montgomery_vartime(ctx, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL,
                                        expected));
    const char *file = "target/c-tests/bases.prepared";
    OK(vorpal_bases_prepare(ctx, bases, 1 << 20, &prepared));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "already", vorpal_bases_prepare(ctx, prepared, 1 << 20, &copies));
    remove(file);
    OK(vorpal_bases_save(prepared, file));
    FAILS(VORPAL_ERROR_STORE, file, vorpal_bases_save(prepared, file));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "not prepared", vorpal_bases_save(bases, file));
    OK(vorpal_bases_open(ctx, curve->id, file, &opened));
    FAILS(VORPAL_ERROR_STORE, file, vorpal_bases_open(ctx, (curve->id + 1) % 3, file, &copies));
    const vorpal_bases *ways[2] = {prepared, opened};
    for (int i = 0; i < 2; i++) {
        OK(vorpal_msm_to_montgomery_vartime(ctx, ways[i], COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL,
                                            found));
        EQUAL(expected, found, 2 * coordinate);
    }
    remove(file);

    uint8_t job[32], whole[96], merged[96];
    OK(vorpal_partial_job(ctx, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN, job));
    vorpal_partial *low = NULL, *high = NULL, *sum = NULL, *copy = NULL, *none = NULL;
    OK(vorpal_partial_vartime(ctx, job, COUNT, 256, 0, 0, 100, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN,
                              NULL, NULL, &low));
    OK(vorpal_partial_vartime(ctx, job, COUNT, 256, 0, 100, 256, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN,
                              NULL, NULL, &high));
    FAILS(VORPAL_ERROR_ARGUMENT, "bits 100..256",
          vorpal_partial_finish(low, VORPAL_FORMAT_GNARK, merged, 2 * coordinate));
    size_t len = 0;
    OK(vorpal_partial_to_bytes(high, NULL, &len));
    uint8_t *bytes = (uint8_t *)allocate(len);
    OK(vorpal_partial_to_bytes(high, bytes, &len));
    OK(vorpal_partial_from_bytes(curve->id, bytes, len, &copy));
    FAILS(VORPAL_ERROR_INPUT, "bytes", vorpal_partial_from_bytes(curve->id, bytes, len - 1, &sum));
    OK(vorpal_partial_merge(low, copy, &sum));
    FAILS(VORPAL_ERROR_ARGUMENT, "in both", vorpal_partial_merge(low, low, &copy));
    FAILS(VORPAL_ERROR_ARGUMENT, "outside",
          vorpal_partial_vartime(ctx, job, COUNT, 256, 0, 100, 257, bases, COUNT, values,
                                 VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "bits is 257",
          vorpal_partial_vartime(ctx, job, COUNT, 257, 0, 0, 257, bases, COUNT, values,
                                 VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "outside",
          vorpal_partial_vartime(ctx, job, COUNT, 256, 1, 0, 256, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN,
                                 NULL, NULL, &none));
    CHECK(none == NULL);
    OK(vorpal_partial_finish(sum, VORPAL_FORMAT_GNARK, merged, 2 * coordinate));
    OK(vorpal_msm_vartime(ctx, bases, COUNT, values, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL, VORPAL_FORMAT_GNARK,
                          whole, 2 * coordinate));
    EQUAL(whole, merged, 2 * coordinate);
    free(bytes);
    vorpal_partial_free(low), vorpal_partial_free(high), vorpal_partial_free(sum), vorpal_partial_free(copy);
    vorpal_bases_free(bases), vorpal_bases_free(prepared), vorpal_bases_free(opened);
    free(points);
}

/* Every algorithm has the sum of the planner: infinity, equal and opposite points, scalars 0, 1 and -1, no terms. */
static void algorithms(vorpal_ctx *ctx, const Curve *curve) {
    enum { EDGES = 40 };
    size_t limbs = 2 * curve->limbs, bytes = 16 * curve->limbs;
    uint64_t *points = multiples(ctx, curve, EDGES), negative[24];
    uint8_t values[32 * EDGES] = {0}, last[32], expected[192], found[192];
    /* The order minus one; its last byte is odd. */
    hex(curve->order, last, 32), last[31] -= 1;
    vorpal_bases *base = NULL, *bases = NULL, *prepared = NULL;
    OK(vorpal_bases_from_montgomery(ctx, curve->id, 1, points, VORPAL_TRUST_NOTHING, &base));
    OK(vorpal_msm_to_montgomery_vartime(ctx, base, 1, last, VORPAL_SCALARS_BIG_ENDIAN, NULL, NULL, negative));
    for (size_t i = 0; i < EDGES; i++) {
        uint64_t *point = points + limbs * i;
        if (i % 5 == 1) memcpy(point, points, 8 * limbs);
        if (i % 5 == 2) memcpy(point, negative, 8 * limbs);
        if (i % 5 == 3) memset(point, 0, 8 * limbs);
        if (i % 4 == 1) values[32 * i + 31] = 1;
        if (i % 4 == 2) memcpy(values + 32 * i, last, 32);
        if (i % 4 == 3) values[32 * i + 17] = 0xa5, values[32 * i + 30] = (uint8_t)i;
    }
    OK(vorpal_bases_from_montgomery(ctx, curve->id, EDGES, points, VORPAL_TRUST_NOTHING, &bases));
    for (size_t count = 0; count <= EDGES; count++) {
        OK(vorpal_msm_vartime(ctx, bases, count, values, VORPAL_SCALARS_BIG_ENDIAN, NULL, NULL, VORPAL_FORMAT_GNARK,
                              expected, bytes));
        for (int32_t algorithm = VORPAL_ALGORITHM_PLANNER; algorithm <= VORPAL_ALGORITHM_JACOBIAN; algorithm++) {
            vorpal_status status =
                vorpal_msm_by_vartime(ctx, bases, count, values, VORPAL_SCALARS_BIG_ENDIAN, algorithm, NULL, NULL,
                                      VORPAL_FORMAT_GNARK, found, bytes);
            if ((algorithm == VORPAL_ALGORITHM_STRAUS && count > (curve->id <= VORPAL_BN254_G1 ? 8 : 64)) ||
                (algorithm == VORPAL_ALGORITHM_EDWARDS && curve->id != VORPAL_BLS12_377_G1)) {
                FAILS(VORPAL_ERROR_NOT_POSSIBLE, "the algorithm is not possible", status);
            } else {
                OK(status);
                EQUAL(expected, found, bytes);
            }
        }
    }
    FAILS(VORPAL_ERROR_ARGUMENT, "algorithm is 6",
          vorpal_msm_by_vartime(ctx, bases, 1, values, VORPAL_SCALARS_BIG_ENDIAN, 6, NULL, NULL, VORPAL_FORMAT_GNARK,
                                found, bytes));
    if (curve->id <= VORPAL_BN254_G1) {
        OK(vorpal_bases_prepare(ctx, bases, 1 << 20, &prepared));
        FAILS(VORPAL_ERROR_NOT_POSSIBLE, "the bases have tables",
              vorpal_msm_by_vartime(ctx, prepared, 9, values, VORPAL_SCALARS_BIG_ENDIAN, VORPAL_ALGORITHM_XYZZ, NULL,
                                    NULL, VORPAL_FORMAT_GNARK, found, bytes));
        OK(vorpal_msm_by_vartime(ctx, prepared, EDGES, values, VORPAL_SCALARS_BIG_ENDIAN, VORPAL_ALGORITHM_PLANNER,
                                 NULL, NULL, VORPAL_FORMAT_GNARK, found, bytes));
        EQUAL(expected, found, bytes);
    }
    vorpal_bases_free(base), vorpal_bases_free(bases), vorpal_bases_free(prepared);
    free(points);
}

/* A disk that is full after 4096 bytes: there is no file afterwards, under any name. */
static void full_disk(vorpal_ctx *ctx) {
    const char *folder = "target/c-tests/full", *file = "target/c-tests/full/bases";
    uint64_t *points = multiples(ctx, &CURVES[2], COUNT);
    vorpal_bases *bases = NULL, *prepared = NULL, *opened = NULL;
    OK(vorpal_bases_from_montgomery(ctx, VORPAL_BN254_G1, COUNT, points, VORPAL_TRUST_NOTHING, &bases));
    OK(vorpal_bases_prepare(ctx, bases, 1 << 20, &prepared));
    remove(file), rmdir(folder);
    CHECK(mkdir(folder, 0755) == 0);
    struct rlimit old, full;
    CHECK(getrlimit(RLIMIT_FSIZE, &old) == 0 && signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    full = old, full.rlim_cur = 4096;
    CHECK(setrlimit(RLIMIT_FSIZE, &full) == 0);
    vorpal_status status = vorpal_bases_save(prepared, file);
    CHECK(setrlimit(RLIMIT_FSIZE, &old) == 0);
    CHECK(status == VORPAL_ERROR_STORE && strstr(vorpal_last_error(), file) != NULL);
    CHECK(rmdir(folder) == 0);
    CHECK(mkdir(folder, 0755) == 0);
    OK(vorpal_bases_save(prepared, file));
    OK(vorpal_bases_open(ctx, VORPAL_BN254_G1, file, &opened));
    CHECK(remove(file) == 0 && rmdir(folder) == 0);
    vorpal_bases_free(bases), vorpal_bases_free(prepared), vorpal_bases_free(opened);
    free(points);
}

static void cancellation(vorpal_ctx *ctx) {
    enum { MANY = 5000 };
    const Curve *curve = &CURVES[1];
    uint64_t *points = multiples(ctx, curve, 1);
    uint64_t *many = (uint64_t *)allocate(8 * 12 * MANY);
    uint8_t *values = (uint8_t *)allocate(32 * MANY);
    for (size_t i = 0; i < MANY; i++) memcpy(many + 12 * i, points, 96);
    scalars(values, MANY, 12);
    uint64_t found[12];
    Watch all = {0, UINT64_MAX, pthread_self()}, none = {0, 0, pthread_self()};
    OK(vorpal_msm_of_points_vartime(ctx, curve->id, MANY, many, VORPAL_TRUST_IN_SUBGROUP, values,
                                    VORPAL_SCALARS_LITTLE_ENDIAN, watch, &all, found));
    CHECK(all.calls >= 1);
    FAILS(VORPAL_ERROR_CANCELLED, "",
          vorpal_msm_of_points_vartime(ctx, curve->id, MANY, many, VORPAL_TRUST_IN_SUBGROUP, values,
                                       VORPAL_SCALARS_LITTLE_ENDIAN, watch, &none, found));
    free(points), free(many), free(values);
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    for (size_t i = 0; i < ALL_CURVES; i++) forms(ctx, &CURVES[i]), algorithms(ctx, &CURVES[i]);
    for (size_t i = 0; i < G1_CURVES; i++) tables_and_parts(ctx, &CURVES[i]);
    for (size_t i = G1_CURVES; i < ALL_CURVES; i++) without_tables(ctx, &CURVES[i]);
    cancellation(ctx);
    full_disk(ctx);
    vorpal_ctx_free(ctx);
    puts("sums: all passed");
    return 0;
}
