/* Pairings: bilinear products by all forms of points, prepared points, points outside the groups, invalid arguments. */
#include "check.h"

enum { PAIRS = 4 };

typedef struct {
    int32_t id, g1, g2;
    size_t limbs;
    /* The generators, compressed, in the format of gnark-crypto. */
    const char *generator_g1, *generator_g2;
    /* Points of the curves outside of the subgroups, uncompressed; none where the cofactor is one. */
    const char *outside_g1, *outside_g2;
} Curve;

#define Z32 "0000000000000000000000000000000000000000000000000000000000000000"
static const Curve CURVES[3] = {
    {VORPAL_PAIRING_BLS12_377, VORPAL_BLS12_377_G1, VORPAL_BLS12_377_G2, 6,
     "a08848defe740a67c8fc6225bf87ff5485951e2caa9d41bb188282c8bd37cb5cd5481512ffcd394eeab9b16eb21be9ef",
     "a0ea6040e700403170dc5a51b1b140d5532777ee6651cecbe7223ece0799c9de5cf89984bff76fe6b26bfefa6ea16afe"
     "018480be71c785fec89630a2a3841d01c565f071203e50317ea501f557db6b9b71889f52bb53540274e3e48f7c005196",
     NULL, NULL},
    {VORPAL_PAIRING_BLS12_381, VORPAL_BLS12_381_G1, VORPAL_BLS12_381_G2, 6,
     "97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
     "93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"
     "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
     "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004"
     "0a989badd40d6212b33cffc3f3763e9bc760f988c9926b26da9dd85e928483446346b8ed00e1de5d5ea93e354abe706c",
     "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
     "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002"
     "172e93db764a8400a7d5071b6b6f5de0da2f0f4a063119abca014006b7c40a2cfe291a1924e65db0d6d0fcfbf3bf3d5c"
     "18c6b864ae17dc9da64203ffefb966306425a7bc6aeb7c75247438372716284a4173830420cd476ba1a365b95bfcec38"},
    {VORPAL_PAIRING_BN254, VORPAL_BN254_G1, VORPAL_BN254_G2, 4,
     "8000000000000000000000000000000000000000000000000000000000000001",
     "998e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"
     "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed",
     NULL,
     Z32 "0000000000000000000000000000000000000000000000000000000000000001"
     "0d1271953ed9ea0836846e70a1934187998c7f790cb4d7511b7f8da82de048a4"
     "2869111d5381f072f8e2728fdb825a51aadd70e52c9830e9ab4b871c0531f1bb"},
};

/* Pairs whose product is one: (a P, Q), (b P, Q), (c P, 2 Q), (-(a + b + 2 c) P, Q), in all forms. */
typedef struct {
    const Curve *curve;
    uint8_t g1[2][2][PAIRS * 96], g2[2][2][PAIRS * 192]; /* By format and length. */
    uint64_t stored_g1[PAIRS * 12], stored_g2[PAIRS * 24];
} Pairs;

/* The multiple of a generator in all forms. */
static void multiple(vorpal_ctx *ctx, int32_t id, const char *generator, size_t bytes, const uint8_t *scalar,
                     size_t index, uint8_t *out[2][2], uint64_t *stored) {
    uint8_t point[96];
    vorpal_bases *base = NULL;
    hex(generator, point, bytes);
    OK(vorpal_bases_from_bytes(ctx, id, VORPAL_FORMAT_GNARK, 1, point, bytes, VORPAL_TRUST_NOTHING, &base));
    for (int32_t format = VORPAL_FORMAT_ARKWORKS; format <= VORPAL_FORMAT_GNARK; format++) {
        for (size_t part = 1; part <= 2; part++) {
            OK(vorpal_msm_vartime(ctx, base, 1, scalar, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL, format,
                                  out[format][part - 1] + part * bytes * index, part * bytes));
        }
    }
    OK(vorpal_msm_to_montgomery_vartime(ctx, base, 1, scalar, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL,
                                        stored + 2 * bytes / 8 * index));
    vorpal_bases_free(base);
}

/* Replaces `y` by `p - y`, which is the stored form of `-y`. */
static void negate(uint64_t *stored, size_t limbs, const uint64_t *modulus) {
    uint64_t borrow = 0;
    for (size_t i = 0; i < limbs; i++) {
        uint64_t minuend = modulus[i], subtrahend = stored[limbs + i], difference = minuend - subtrahend - borrow;
        borrow = minuend < subtrahend || (minuend == subtrahend && borrow);
        stored[limbs + i] = difference;
    }
}

static const uint64_t MODULI[3][6] = {
    {0x8508c00000000001, 0x170b5d4430000000, 0x1ef3622fba094800, 0x1a22d9f300f5138f, 0xc63b05c06ca1493b,
     0x01ae3a4617c510ea},
    {0xb9feffffffffaaab, 0x1eabfffeb153ffff, 0x6730d2a0f6b0f624, 0x64774b84f38512bf, 0x4b1ba7b6434bacd7,
     0x1a0111ea397fe69a},
    {0x3c208c16d87cfd47, 0x97816a916871ca8d, 0xb85045b68181585d, 0x30644e72e131a029, 0, 0},
};

static Pairs *pairs(vorpal_ctx *ctx, const Curve *curve) {
    Pairs *all = (Pairs *)allocate(sizeof *all);
    all->curve = curve;
    size_t size = 8 * curve->limbs;
    static const uint32_t factors[PAIRS][2] = {{70001, 1}, {123456, 1}, {987, 2}, {70001 + 123456 + 2 * 987, 1}};
    uint8_t *g1[2][2], *g2[2][2];
    for (size_t i = 0; i < 4; i++) g1[i / 2][i % 2] = all->g1[i / 2][i % 2], g2[i / 2][i % 2] = all->g2[i / 2][i % 2];
    for (size_t i = 0; i < PAIRS; i++) {
        uint8_t scalar[2][32] = {{0}};
        for (size_t j = 0; j < 2; j++) {
            for (size_t k = 0; k < 4; k++) scalar[j][k] = (uint8_t)(factors[i][j] >> 8 * k);
        }
        multiple(ctx, curve->g1, curve->generator_g1, size, scalar[0], i, g1, all->stored_g1);
        multiple(ctx, curve->g2, curve->generator_g2, 2 * size, scalar[1], i, g2, all->stored_g2);
    }
    /* The last point of G1 is negative: y becomes p - y in the stored form, which then gives the bytes. */
    uint64_t *last = all->stored_g1 + 2 * curve->limbs * (PAIRS - 1), one = 1;
    negate(last, curve->limbs, MODULI[curve->id]);
    for (int32_t format = VORPAL_FORMAT_ARKWORKS; format <= VORPAL_FORMAT_GNARK; format++) {
        for (size_t part = 1; part <= 2; part++) {
            vorpal_bases *base = NULL;
            OK(vorpal_bases_from_montgomery(ctx, curve->g1, 1, last, VORPAL_TRUST_NOTHING, &base));
            OK(vorpal_msm_vartime(ctx, base, 1, &one, VORPAL_SCALARS_U64, NULL, NULL, format,
                                  all->g1[format][part - 1] + part * size * (PAIRS - 1), part * size));
            vorpal_bases_free(base);
        }
    }
    return all;
}

static void checks(const Pairs *all) {
    int32_t id = all->curve->id;
    size_t size = 8 * all->curve->limbs;
    for (int32_t format = VORPAL_FORMAT_ARKWORKS; format <= VORPAL_FORMAT_GNARK; format++) {
        for (size_t i = 0; i < 4; i++) {
            const uint8_t *g1 = all->g1[format][i / 2], *g2 = all->g2[format][i % 2];
            size_t g1_len = (i / 2 + 1) * size, g2_len = (i % 2 + 1) * 2 * size;
            VERDICT(1, vorpal_pairing_is_one(id, format, PAIRS, g1, g1_len, g2, g2_len, &valid));
            VERDICT(0, vorpal_pairing_is_one(id, format, PAIRS - 1, g1, g1_len, g2, g2_len, &valid));
            VERDICT(1, vorpal_pairing_is_one(id, format, 0, NULL, g1_len, NULL, g2_len, &valid));
        }
    }
    for (int32_t trust = VORPAL_TRUST_NOTHING; trust <= VORPAL_TRUST_IN_SUBGROUP; trust++) {
        VERDICT(1, vorpal_pairing_is_one_of_points(id, PAIRS, all->stored_g1, all->stored_g2, trust, &valid));
        VERDICT(0, vorpal_pairing_is_one_of_points(id, PAIRS - 1, all->stored_g1, all->stored_g2, trust, &valid));
        VERDICT(1, vorpal_pairing_is_one_of_points(id, 0, NULL, NULL, trust, &valid));
    }
}

/* e(a P, Q) e(b P, Q) e(c P, 2 Q) is e((a + b + 2 c) P, Q), the inverse of the pairing of the negative point. */
static void products(const Pairs *all) {
    int32_t id = all->curve->id, field = id == VORPAL_PAIRING_BLS12_377   ? VORPAL_FIELD_BLS12_377_BASE
                                         : id == VORPAL_PAIRING_BLS12_381 ? VORPAL_FIELD_BLS12_381_BASE
                                                                          : VORPAL_FIELD_BN254_BASE;
    size_t limbs = all->curve->limbs, size = 8 * limbs, length = 12 * size;
    uint8_t one[576] = {0}, found[2][576], reversed[576], of_stored[576];
    uint64_t stored[72];
    /* The neutral element: its lowest coefficient is 1. */
    one[0] = 1;
    for (int32_t format = VORPAL_FORMAT_ARKWORKS; format <= VORPAL_FORMAT_GNARK; format++) {
        const uint8_t *g1 = all->g1[format][0], *g2 = all->g2[format][0];
        OK(vorpal_pairing_product(id, format, PAIRS, g1, size, g2, 2 * size, found[format], length));
    }
    EQUAL(found[VORPAL_FORMAT_ARKWORKS], one, length);
    OK(vorpal_pairing_product(id, VORPAL_FORMAT_ARKWORKS, 0, NULL, size, NULL, 2 * size, found[0], length));
    EQUAL(found[0], one, length);
    for (int32_t format = VORPAL_FORMAT_ARKWORKS; format <= VORPAL_FORMAT_GNARK; format++) {
        const uint8_t *g1 = all->g1[format][0], *g2 = all->g2[format][0];
        OK(vorpal_pairing_product(id, format, PAIRS - 1, g1, size, g2, 2 * size, found[format], length));
    }
    CHECK(memcmp(found[0], one, length) != 0);
    for (size_t i = 0; i < length; i++) reversed[i] = found[1][length - 1 - i];
    EQUAL(found[0], reversed, length);
    for (int32_t trust = VORPAL_TRUST_NOTHING; trust <= VORPAL_TRUST_IN_SUBGROUP; trust++) {
        OK(vorpal_pairing_product_of_points(id, PAIRS - 1, all->stored_g1, all->stored_g2, trust, stored));
        OK(vorpal_field_to_bytes(field, 0, 12, stored, of_stored));
        EQUAL(found[0], of_stored, length);
    }
    /* The pairing of the positive point, by that of the negative one: the second half of Fp12 changes its sign. */
    OK(vorpal_pairing_product_of_points(id, 1, all->stored_g1 + 2 * limbs * (PAIRS - 1), all->stored_g2,
                                        VORPAL_TRUST_IN_SUBGROUP, stored));
    for (size_t i = 6; i < 12; i++) {
        uint64_t pair[12] = {0};
        memcpy(pair + limbs, stored + limbs * i, size);
        negate(pair, limbs, MODULI[id]);
        memcpy(stored + limbs * i, pair + limbs, size);
    }
    OK(vorpal_field_to_bytes(field, 0, 12, stored, of_stored));
    EQUAL(found[0], of_stored, length);
}

/* Some of the points of G2 prepared, the others not. */
static void prepared(const Pairs *all) {
    int32_t id = all->curve->id;
    size_t limbs = all->curve->limbs, size = 8 * limbs;
    for (size_t first = 0; first <= PAIRS; first++) {
        size_t rest = PAIRS - first, count = 7;
        vorpal_g2_lines *of_bytes = NULL, *of_stored = NULL;
        OK(vorpal_g2_lines_from_bytes(id, VORPAL_FORMAT_GNARK, first, all->g2[1][0], 2 * size, &of_bytes));
        OK(vorpal_g2_lines_from_montgomery(id, first, all->stored_g2, &of_stored));
        const vorpal_g2_lines *both[2] = {of_bytes, of_stored};
        for (size_t i = 0; i < 2; i++) {
            OK(vorpal_g2_lines_count(both[i], &count));
            CHECK(count == first);
            for (size_t missing = 0; missing <= (rest > 0); missing++) {
                VERDICT(missing == 0, vorpal_pairing_prepared_is_one(
                                          both[i], VORPAL_FORMAT_ARKWORKS, all->g1[0][0], rest - missing,
                                          all->g1[0][0] + size * first, size, all->g2[0][1] + 4 * size * first,
                                          4 * size, &valid));
                for (int32_t trust = VORPAL_TRUST_NOTHING; trust <= VORPAL_TRUST_IN_SUBGROUP; trust++) {
                    VERDICT(missing == 0, vorpal_pairing_prepared_is_one_of_points(
                                              both[i], all->stored_g1, rest - missing,
                                              all->stored_g1 + 2 * limbs * first, all->stored_g2 + 4 * limbs * first,
                                              trust, &valid));
                }
            }
        }
        vorpal_g2_lines_free(of_bytes), vorpal_g2_lines_free(of_stored);
    }
}

/* Infinity on either side is a factor of one. */
static void infinity(const Pairs *all) {
    int32_t id = all->curve->id;
    size_t limbs = all->curve->limbs;
    uint64_t g1[24], g2[48];
    for (size_t side = 0; side < 2; side++) {
        memset(g1, 0, sizeof g1), memset(g2, 0, sizeof g2);
        if (side == 0) memcpy(g1, all->stored_g1, 32 * limbs);
        if (side == 1) memcpy(g2, all->stored_g2, 64 * limbs);
        VERDICT(1, vorpal_pairing_is_one_of_points(id, 2, g1, g2, VORPAL_TRUST_NOTHING, &valid));
        vorpal_g2_lines *lines = NULL;
        OK(vorpal_g2_lines_from_montgomery(id, 2, g2, &lines));
        VERDICT(1, vorpal_pairing_prepared_is_one_of_points(lines, g1, 0, NULL, NULL, VORPAL_TRUST_NOTHING, &valid));
        vorpal_g2_lines_free(lines);
    }
}

/* Points that are no points of the groups, with their numbers. */
static void outside(const Pairs *all) {
    const Curve *curve = all->curve;
    int32_t id = curve->id, gnark = VORPAL_FORMAT_GNARK;
    size_t limbs = curve->limbs, size = 8 * limbs, length = 12 * size;
    uint8_t g1[PAIRS * 96], g2[PAIRS * 192], gt[576];
    uint64_t stored[PAIRS * 24], product[72];
    vorpal_g2_lines *lines = NULL, *none = NULL;
    OK(vorpal_g2_lines_from_montgomery(id, PAIRS, all->stored_g2, &lines));
    memcpy(g1, all->g1[1][1], sizeof g1), memcpy(g2, all->g2[1][1], sizeof g2);
    if (curve->outside_g1 != NULL) {
        hex(curve->outside_g1, g1 + 2 * size, 2 * size);
        REFUSES(VORPAL_ERROR_INPUT, "g1: number 1 is not in the subgroup",
                vorpal_pairing_is_one(id, gnark, PAIRS, g1, 2 * size, g2, 4 * size, &valid));
        FAILS(VORPAL_ERROR_INPUT, "g1: number 1 is not in the subgroup",
              vorpal_pairing_product(id, gnark, PAIRS, g1, 2 * size, g2, 4 * size, gt, length));
        REFUSES(VORPAL_ERROR_INPUT, "g1_of_lines: ",
                vorpal_pairing_prepared_is_one(lines, gnark, g1, 0, NULL, 2 * size, NULL, 4 * size, &valid));
        REFUSES(VORPAL_ERROR_INPUT, "g1: ",
                vorpal_pairing_prepared_is_one(lines, gnark, all->g1[1][1], PAIRS, g1, 2 * size, g2, 4 * size,
                                               &valid));
        memcpy(g1, all->g1[1][1], sizeof g1);
    }
    if (curve->outside_g2 != NULL) {
        hex(curve->outside_g2, g2 + 8 * size, 4 * size);
        REFUSES(VORPAL_ERROR_INPUT, "g2: number 2 is not in the subgroup",
                vorpal_pairing_is_one(id, gnark, PAIRS, g1, 2 * size, g2, 4 * size, &valid));
        FAILS(VORPAL_ERROR_INPUT, "points: number 2 is not in the subgroup",
              vorpal_g2_lines_from_bytes(id, gnark, PAIRS, g2, 4 * size, &none));
        REFUSES(VORPAL_ERROR_INPUT, "g2: ",
                vorpal_pairing_prepared_is_one(lines, gnark, g1, PAIRS, g1, 2 * size, g2, 4 * size, &valid));
        memcpy(g2, all->g2[1][1], sizeof g2);
    }
    g1[6 * size - 1] ^= 1;
    REFUSES(VORPAL_ERROR_INPUT, "g1: ",
            vorpal_pairing_is_one(id, gnark, PAIRS, g1, 2 * size, g2, 4 * size, &valid));
    memset(g2 + 12 * size, 0xff, 4 * size), memcpy(g1, all->g1[1][1], sizeof g1);
    REFUSES(VORPAL_ERROR_INPUT, "g2: ",
            vorpal_pairing_is_one(id, gnark, PAIRS, g1, 2 * size, g2, 4 * size, &valid));
    FAILS(VORPAL_ERROR_INPUT, "points: ", vorpal_g2_lines_from_bytes(id, gnark, PAIRS, g2, 4 * size, &none));

    memcpy(stored, all->stored_g2, sizeof stored);
    stored[4 * limbs] ^= 1;
    REFUSES(VORPAL_ERROR_INPUT, "g2: number 1 is not on the curve",
            vorpal_pairing_is_one_of_points(id, PAIRS, all->stored_g1, stored, VORPAL_TRUST_NOTHING, &valid));
    FAILS(VORPAL_ERROR_INPUT, "g2: number 1 is not on the curve",
          vorpal_pairing_product_of_points(id, PAIRS, all->stored_g1, stored, VORPAL_TRUST_NOTHING, product));
    FAILS(VORPAL_ERROR_INPUT, "points: number 1 is not on the curve",
          vorpal_g2_lines_from_montgomery(id, PAIRS, stored, &none));
    stored[4 * limbs] ^= 1, stored[8 * limbs - 1] = UINT64_MAX;
    for (int32_t trust = VORPAL_TRUST_NOTHING; trust <= VORPAL_TRUST_IN_SUBGROUP; trust++) {
        REFUSES(VORPAL_ERROR_INPUT, "g2: a coordinate of number 1 is not below",
                vorpal_pairing_is_one_of_points(id, PAIRS, all->stored_g1, stored, trust, &valid));
        REFUSES(VORPAL_ERROR_INPUT, "g2: a coordinate of number 1 is not below",
                vorpal_pairing_prepared_is_one_of_points(lines, all->stored_g1, PAIRS, all->stored_g1, stored, trust,
                                                         &valid));
    }
    CHECK(none == NULL);
    vorpal_g2_lines_free(lines);
}

static void misuse(const Pairs *all) {
    const int32_t id = all->curve->id, gnark = VORPAL_FORMAT_GNARK, nothing = VORPAL_TRUST_NOTHING;
    const size_t size = 8 * all->curve->limbs, length = 12 * size;
    uint8_t g1[2 * 96 + 576], g2[2 * 192], gt[576];
    uint64_t stored_g1[24], stored_g2[48 + 72], product[72];
    vorpal_g2_lines *lines = NULL, *none = NULL;
    memcpy(g1, all->g1[1][1], 4 * size), memcpy(g2, all->g2[1][1], 8 * size);
    memcpy(stored_g1, all->stored_g1, 4 * size), memcpy(stored_g2, all->stored_g2, 8 * size);
    OK(vorpal_g2_lines_from_montgomery(id, 2, stored_g2, &lines));
#define IS_ONE(curve, format, g1, g1_len, g2, g2_len)                                                                 \
    vorpal_pairing_is_one(curve, format, 2, g1, g1_len, g2, g2_len, &valid)
    REFUSES(VORPAL_ERROR_ARGUMENT, "curve is 3", IS_ONE(3, gnark, g1, 2 * size, g2, 4 * size));
    REFUSES(VORPAL_ERROR_ARGUMENT, "curve is -1", IS_ONE(-1, gnark, g1, 2 * size, g2, 4 * size));
    REFUSES(VORPAL_ERROR_ARGUMENT, "format is 7", IS_ONE(id, 7, g1, 2 * size, g2, 4 * size));
    REFUSES(VORPAL_ERROR_ARGUMENT, "none of this curve",
            IS_ONE(id, VORPAL_FORMAT_ARKWORKS_0_3, g1, 2 * size, g2, 4 * size));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1_len is 5", IS_ONE(id, gnark, g1, 5, g2, 4 * size));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g2_len is 0", IS_ONE(id, gnark, g1, 2 * size, g2, 0));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1 is null", IS_ONE(id, gnark, NULL, size, g2, 4 * size));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g2 is null", IS_ONE(id, gnark, g1, 2 * size, NULL, 4 * size));
    REFUSES(VORPAL_ERROR_ARGUMENT, "are too many",
            vorpal_pairing_is_one(id, gnark, SIZE_MAX, g1, size, g2, 4 * size, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_pairing_is_one(id, gnark, 2, g1, 2 * size, g2, 4 * size, NULL));
#define IS_ONE_OF(curve, g1, g2, trust) vorpal_pairing_is_one_of_points(curve, 2, g1, g2, trust, &valid)
    REFUSES(VORPAL_ERROR_ARGUMENT, "curve is 3", IS_ONE_OF(3, stored_g1, stored_g2, nothing));
    REFUSES(VORPAL_ERROR_ARGUMENT, "trust is 3", IS_ONE_OF(id, stored_g1, stored_g2, 3));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1 is null", IS_ONE_OF(id, NULL, stored_g2, nothing));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g2 is null", IS_ONE_OF(id, stored_g1, NULL, nothing));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g2 is not aligned",
            IS_ONE_OF(id, stored_g1, (const uint64_t *)(const void *)(g2 + ((uintptr_t)g2 % 8 == 0)), nothing));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_pairing_is_one_of_points(id, 2, stored_g1, stored_g2, nothing, NULL));
#define PRODUCT(curve, format, g1, g2, out, out_len)                                                                  \
    vorpal_pairing_product(curve, format, 2, g1, 2 * size, g2, 4 * size, out, out_len)
    FAILS(VORPAL_ERROR_ARGUMENT, "curve is 3", PRODUCT(3, gnark, g1, g2, gt, length));
    FAILS(VORPAL_ERROR_ARGUMENT, "none of the target group",
          PRODUCT(id, VORPAL_FORMAT_ARKWORKS_0_3, g1, g2, gt, length));
    FAILS(VORPAL_ERROR_ARGUMENT, "out_len is 100", PRODUCT(id, gnark, g1, g2, gt, 100));
    FAILS(VORPAL_ERROR_ARGUMENT, "g1 is null", PRODUCT(id, gnark, NULL, g2, gt, length));
    FAILS(VORPAL_ERROR_ARGUMENT, "g2 is null", PRODUCT(id, gnark, g1, NULL, gt, length));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", PRODUCT(id, gnark, g1, g2, NULL, length));
    FAILS(VORPAL_ERROR_ARGUMENT, "out overlaps g1", PRODUCT(id, gnark, g1, g2, g1 + 1, length));
    FAILS(VORPAL_ERROR_ARGUMENT, "curve is 3",
          vorpal_pairing_product_of_points(3, 2, stored_g1, stored_g2, nothing, product));
    FAILS(VORPAL_ERROR_ARGUMENT, "trust is -1",
          vorpal_pairing_product_of_points(id, 2, stored_g1, stored_g2, -1, product));
    FAILS(VORPAL_ERROR_ARGUMENT, "g1 is null",
          vorpal_pairing_product_of_points(id, 2, NULL, stored_g2, nothing, product));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null",
          vorpal_pairing_product_of_points(id, 2, stored_g1, stored_g2, nothing, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "out overlaps g2",
          vorpal_pairing_product_of_points(id, 2, stored_g1, stored_g2, nothing, stored_g2));

    FAILS(VORPAL_ERROR_ARGUMENT, "curve is 3", vorpal_g2_lines_from_bytes(3, gnark, 2, g2, 4 * size, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "point_len is 3", vorpal_g2_lines_from_bytes(id, gnark, 2, g2, 3, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "points is null", vorpal_g2_lines_from_bytes(id, gnark, 2, NULL, 4 * size, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_g2_lines_from_bytes(id, gnark, 2, g2, 4 * size, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "curve is -1", vorpal_g2_lines_from_montgomery(-1, 2, stored_g2, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "points is null", vorpal_g2_lines_from_montgomery(id, 2, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_g2_lines_from_montgomery(id, 2, stored_g2, NULL));
    size_t count = 0;
    FAILS(VORPAL_ERROR_ARGUMENT, "lines is null", vorpal_g2_lines_count(NULL, &count));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_g2_lines_count(lines, NULL));
#define PREPARED(lines, format, left, count, g1, g2)                                                                  \
    vorpal_pairing_prepared_is_one(lines, format, left, count, g1, 2 * size, g2, 4 * size, &valid)
    REFUSES(VORPAL_ERROR_ARGUMENT, "lines is null", PREPARED(NULL, gnark, g1, 2, g1, g2));
    REFUSES(VORPAL_ERROR_ARGUMENT, "format is 9", PREPARED(lines, 9, g1, 2, g1, g2));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1_of_lines is null", PREPARED(lines, gnark, NULL, 2, g1, g2));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1 is null", PREPARED(lines, gnark, g1, 2, NULL, g2));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g2 is null", PREPARED(lines, gnark, g1, 2, g1, NULL));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1_len is 1",
            vorpal_pairing_prepared_is_one(lines, gnark, g1, 0, NULL, 1, NULL, 4 * size, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_pairing_prepared_is_one(lines, gnark, g1, 0, NULL, 2 * size, NULL, 4 * size, NULL));
#define PREPARED_OF(lines, left, g1, g2, trust)                                                                       \
    vorpal_pairing_prepared_is_one_of_points(lines, left, 2, g1, g2, trust, &valid)
    REFUSES(VORPAL_ERROR_ARGUMENT, "lines is null", PREPARED_OF(NULL, stored_g1, stored_g1, stored_g2, nothing));
    REFUSES(VORPAL_ERROR_ARGUMENT, "trust is 3", PREPARED_OF(lines, stored_g1, stored_g1, stored_g2, 3));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1_of_lines is null", PREPARED_OF(lines, NULL, stored_g1, stored_g2, nothing));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g1 is null", PREPARED_OF(lines, stored_g1, NULL, stored_g2, nothing));
    REFUSES(VORPAL_ERROR_ARGUMENT, "g2 is null", PREPARED_OF(lines, stored_g1, stored_g1, NULL, nothing));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_pairing_prepared_is_one_of_points(lines, stored_g1, 0, NULL, NULL, nothing, NULL));
    CHECK(none == NULL);
    vorpal_g2_lines_free(lines);
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    for (size_t i = 0; i < 3; i++) {
        Pairs *all = pairs(ctx, &CURVES[i]);
        checks(all), products(all), prepared(all), infinity(all), outside(all), misuse(all);
        free(all);
    }
    vorpal_ctx_free(ctx);
    puts("pairings: all passed");
    return 0;
}
