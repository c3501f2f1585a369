/* Batches of field elements, transforms, and hashing to curves: known values, identities, invalid arguments. */
#include "check.h"

enum { COUNT = 200, SIZE = 8, LARGE = 10 };

typedef struct {
    int32_t id;
    size_t limbs;
    /* The smallest number that has no square root. */
    uint8_t no_square;
    /* The modulus and the inverse of 7, big-endian. */
    const char *modulus, *seventh;
} Field;

static const Field FIELDS[] = {
    {VORPAL_FIELD_BANDERSNATCH_SCALAR, 4, 7,
     "1cfb69d4ca675f520cce760202687600ff8f87007419047174fd06b52876e7e1",
     "0847d51839d4646095f1d892dc1dd89292290200212bb8206a916fa179468b65"},
    {VORPAL_FIELD_BLS12_377_BASE, 6, 5,
     "01ae3a4617c510eac63b05c06ca1493b1a22d9f300f5138f1ef3622fba094800170b5d44300000008508c00000000001",
     "0170c43c145fc55b855729805d1c87e9841ddf62931b35561a8778bb31bed00013c09915e00000007207800000000001"},
    {VORPAL_FIELD_BLS12_377_SCALAR, 4, 11,
     "12ab655e9a2ca55660b44d1e5c37b00159aa76fed00000010a11800000000001",
     "1000a007f1dd2000e52cd4632a78e0012848f84820000000e40f000000000001"},
    {VORPAL_FIELD_BLS12_381_BASE, 6, 2,
     "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
     "03b7028f2cc920f17871aa3e9be63d43577ec1a5475c273fea2b8bcdda1947bc0461b6db3de76db6d16d924924923cf4"},
    {VORPAL_FIELD_BLS12_381_SCALAR, 4, 5,
     "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
     "211f5460e751918257c7624b7077624aaa362edc49241a48db6db6db24924925"},
    {VORPAL_FIELD_BN254_BASE, 4, 3,
     "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47",
     "1ba70841a540edceb2770343b7b7a0357b256177a9659850b4a4e256329090bb"},
    {VORPAL_FIELD_BN254_SCALAR, 4, 5,
     "30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001",
     "06e9c21069503b73ac9dc0d0edede80d4ee2d80a5a8834a709b290cbfdb6db6e"},
    {VORPAL_FIELD_P256_BASE, 4, 3,
     "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
     "249249246db6db6ddb6db6db6db6db6db6db6db7000000000000000000000000"},
    {VORPAL_FIELD_P256_SCALAR, 4, 7,
     "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
     "49249248db6db6dbb6db6db6db6db6db5a8b230d0b2b51dcd7ebf0c9fef7c185"},
    {VORPAL_FIELD_PALLAS_BASE, 4, 5,
     "40000000000000000000000000000000224698fc094cf91b992d30ed00000001",
     "24924924924924924924924924924924a5df32d929e2d77d7c19d2d092492493"},
    {VORPAL_FIELD_SECP256K1_BASE, 4, 3,
     "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
     "db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6db6da9249214d"},
    {VORPAL_FIELD_SECP256K1_SCALAR, 4, 5,
     "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
     "49249249249249249249249249249248c79facd43214c011123c1b03a93412a5"},
    {VORPAL_FIELD_VESTA_BASE, 4, 5,
     "40000000000000000000000000000000224698fc0994a8dd8c46eb2100000001",
     "24924924924924924924924924924924a5df32d92a0bce3574bacf8092492493"},
};

/* The numbers 0, 1, 2, .. in Montgomery form. */
static uint64_t *numbers(const Field *field, uint8_t *bytes, size_t count) {
    size_t size = 8 * field->limbs;
    uint64_t *values = (uint64_t *)allocate(size * count);
    memset(bytes, 0, size * count);
    for (size_t i = 0; i < count; i++) bytes[size * i] = (uint8_t)i, bytes[size * i + 1] = (uint8_t)(i >> 8);
    OK(vorpal_field_from_bytes(field->id, 0, count, bytes, values));
    return values;
}

static void conversions(const Field *field) {
    size_t size = 8 * field->limbs;
    uint8_t bytes[3 * 48], reversed[3 * 48], found[3 * 48], before[3 * 48];
    uint64_t values[3 * 6], other[3 * 6], saved[3 * 6];
    fill(bytes, sizeof bytes, 5);
    for (size_t i = 0; i < 3; i++) {
        bytes[size * i + size - 1] = 0;
        for (size_t j = 0; j < size; j++) reversed[size * i + j] = bytes[size * i + size - 1 - j];
    }
    OK(vorpal_field_from_bytes(field->id, 0, 3, bytes, values));
    OK(vorpal_field_from_bytes(field->id, 1, 3, reversed, other));
    EQUAL(values, other, 3 * size);
    OK(vorpal_field_to_bytes(field->id, 0, 3, values, found));
    EQUAL(found, bytes, 3 * size);
    OK(vorpal_field_to_bytes(field->id, 1, 3, values, found));
    EQUAL(found, reversed, 3 * size);

    /* The modulus is no element, in bytes and in the stored form, and nothing changes. */
    hex(field->modulus, reversed + size, size);
    memcpy(saved, values, sizeof saved);
    FAILS(VORPAL_ERROR_INPUT, "bytes: number 1 is not below the modulus",
          vorpal_field_from_bytes(field->id, 1, 3, reversed, values));
    EQUAL(values, saved, 3 * size);
    for (size_t i = 0; i < field->limbs; i++) {
        values[2 * field->limbs + i] = 0;
        for (size_t j = 0; j < 8; j++) {
            values[2 * field->limbs + i] |= (uint64_t)reversed[size + size - 1 - 8 * i - j] << 8 * j;
        }
    }
    memcpy(before, found, sizeof before), memcpy(saved, values, sizeof saved);
    FAILS(VORPAL_ERROR_INPUT, "values: number 2 is not below the modulus",
          vorpal_field_to_bytes(field->id, 0, 3, values, found));
    EQUAL(found, before, 3 * size);
    uint8_t items[3];
    vorpal_ctx *ctx = context(1);
    FAILS(VORPAL_ERROR_INPUT, "values: number 2 is not below the modulus",
          vorpal_field_invert_batch(ctx, field->id, 3, values));
    FAILS(VORPAL_ERROR_INPUT, "values: number 2 is not below the modulus",
          vorpal_field_sqrt_batch_vartime(ctx, field->id, 3, values, items));
    for (size_t i = 0; i < 3; i++) CHECK(items[i] == VORPAL_ITEM_INVALID);
    EQUAL(values, saved, 3 * size);
    vorpal_ctx_free(ctx);
}

static void inverses(vorpal_ctx *ctx, const Field *field) {
    size_t size = 8 * field->limbs;
    uint8_t bytes[48 * COUNT], found[48 * COUNT], seventh[48];
    uint64_t *values = numbers(field, bytes, COUNT);
    OK(vorpal_field_invert_batch(ctx, field->id, COUNT, values));
    OK(vorpal_field_to_bytes(field->id, 1, COUNT, values, found));
    hex(field->seventh, seventh, size);
    EQUAL(found + 7 * size, seventh, size);
    for (size_t i = 0; i < size; i++) CHECK(found[i] == 0);
    OK(vorpal_field_invert_batch(ctx, field->id, COUNT, values));
    OK(vorpal_field_to_bytes(field->id, 0, COUNT, values, found));
    EQUAL(found, bytes, size * COUNT);
    OK(vorpal_field_invert_batch(ctx, field->id, 0, NULL));
    free(values);
}

/* The square root of `i^2` is `i` or `p - i`. */
static void roots(vorpal_ctx *ctx, const Field *field) {
    size_t size = 8 * field->limbs;
    uint8_t bytes[48 * COUNT] = {0}, found[48 * COUNT], modulus[48], items[COUNT];
    uint64_t values[6 * COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        size_t square = i == 3 ? field->no_square : i * i;
        bytes[size * i + size - 1] = (uint8_t)square, bytes[size * i + size - 2] = (uint8_t)(square >> 8);
    }
    OK(vorpal_field_from_bytes(field->id, 1, COUNT, bytes, values));
    OK(vorpal_field_sqrt_batch_vartime(ctx, field->id, COUNT, values, items));
    OK(vorpal_field_to_bytes(field->id, 1, COUNT, values, found));
    hex(field->modulus, modulus, size);
    for (size_t i = 0; i < COUNT; i++) {
        CHECK(items[i] == (i == 3 ? VORPAL_ITEM_INVALID : VORPAL_ITEM_OK));
        uint8_t one[48] = {0}, other[48];
        if (i != 3) one[size - 1] = (uint8_t)i;
        memcpy(other, modulus, size);
        int borrow = 0;
        for (size_t j = size; j-- > 0;) {
            int digit = modulus[j] - one[j] - borrow;
            borrow = digit < 0;
            other[j] = (uint8_t)(digit + 256 * borrow);
        }
        CHECK(memcmp(found + size * i, one, size) == 0 || memcmp(found + size * i, other, size) == 0);
    }
    OK(vorpal_field_sqrt_batch_vartime(ctx, field->id, 0, NULL, NULL));
}

typedef struct {
    int32_t field;
    /* The root of unity of order 8, a power of the smallest generator. */
    const char *root;
    /* The values of 1 + 2 x + .. + 8 x^7 at points 1 and 3, and at point 3 of the coset of 7. */
    const char *values[3];
} Transform;

static const Transform TRANSFORMS[] = {
    {VORPAL_FIELD_BLS12_377_SCALAR,
     "07405e080788de017108bd18f05d503320f8b46cd75769a00f830f7efbfa0a01",
     {"098def644569899ff823a98e78097bca5249f8262973f6b3a361a6376856990b",
      "098def64456989a1178c43cb3078dbd0cd7c3353a973f6c01c33a63768569913",
      "009c98649b0616e10189020c6ff42e7c4ed1201b80485ece98e940629bf51567"}},
    {VORPAL_FIELD_BLS12_381_SCALAR,
     "345766f603fa66e78c0625cd70d77ce2b38b21c28713b7007228fd3397743f7a",
     {"3d9c9167f96a9b25495c51a9576083ab432e241ab8def899b6781127e7c9c15f",
      "3d9c9167f96a9b29b3eab81d0778aa32a346242e68f6f899b6801127e7c9c15f",
      "2693ab611b0caad35d7dc742085a3a3f475d73286e32f5cd2aec363656ab2a2e"}},
    {VORPAL_FIELD_BN254_SCALAR,
     "2b337de1c8c14f22ec9b9e2f96afef3652627366f8170a0a948dad4ac1bd5e80",
     {"002701a4fd3f1d3e7a309cdc72c7c8fcb5c94af009cb48e6e51461367a2f1796",
      "002701a4fd3f1d38dc09dff2657f0e365b7b3064279b23bdde94d81b75b0c93e",
      "22a409d4cca7fcf2d9ad0abb3a94dece5504ad356ec6fae83de0de866c7ec774"}},
    {VORPAL_FIELD_PALLAS_BASE,
     "3f8f1cc60c6da729d26301123de65ed9c73bfb511bf223ac1d15074e708ac5ae",
     {"1c9b4750c2d9517f0b6812a9e5fb3b38a04685564c70c670adcc4ed22c2cc29c",
      "1289ab293c1f0078970a9062ff2f5027ad1958443b1d56367fcf9c9bf29a796d",
      "332e829f344bb8fb2a3043337d97bd2e314306e99a39b4b82bd1361f6220252f"}},
    {VORPAL_FIELD_VESTA_BASE,
     "3a57bee9fb370430aa5f610ed09c17fe7e538bca7c94ad2b1ba3a33bc04980a4",
     {"116a09fd83150e23d000b193f1505c605c92d85f201e37f3da24c1784b530c98",
      "05f87a885a1216e7bb2e04ac8f6b03b9bd47d1a7980c33ffedad6e6ba148d549",
      "260da567b99c70cc350e2e5aa75e90c9170b9a8dc1bfac73d699c0a26451e734"}},
};

static void equals(int32_t field, const uint64_t *element, const char *digits) {
    uint8_t found[32], expected[32];
    OK(vorpal_field_to_bytes(field, 1, 1, element, found));
    hex(digits, expected, 32);
    EQUAL(found, expected, 32);
}

static void transforms(vorpal_ctx *ctx, const Transform *known) {
    const Field field = {known->field, 4, 0, NULL, NULL};
    uint8_t bytes[32 * (SIZE + 1)], root_bytes[32];
    uint64_t *coefficients = numbers(&field, bytes, SIZE + 1), values[4 * SIZE], reversed[4 * SIZE], root[4];
    vorpal_ntt_domain *domain = NULL, *of_root = NULL, *coset = NULL, *none = NULL;
    size_t size = 0;
    OK(vorpal_ntt_domain_new(known->field, 3, NULL, NULL, &domain));
    OK(vorpal_ntt_domain_size(domain, &size));
    CHECK(size == SIZE);
    OK(vorpal_ntt_domain_root(domain, root));
    equals(known->field, root, known->root);
    memcpy(values, coefficients + 4, sizeof values), memcpy(reversed, values, sizeof values);
    OK(vorpal_ntt_evaluate(ctx, domain, 1, values, VORPAL_NTT_NATURAL));
    equals(known->field, values + 4, known->values[0]), equals(known->field, values + 12, known->values[1]);
    OK(vorpal_ntt_evaluate(ctx, domain, 1, reversed, VORPAL_NTT_BIT_REVERSED));
    static const size_t order[SIZE] = {0, 4, 2, 6, 1, 5, 3, 7};
    for (size_t i = 0; i < SIZE; i++) EQUAL(reversed + 4 * i, values + 4 * order[i], 32);
    OK(vorpal_ntt_interpolate(ctx, domain, 1, values, VORPAL_NTT_NATURAL));
    OK(vorpal_ntt_interpolate(ctx, domain, 1, reversed, VORPAL_NTT_BIT_REVERSED));
    EQUAL(values, coefficients + 4, sizeof values);
    EQUAL(reversed, coefficients + 4, sizeof values);

    /* The same with the root given, and on the coset of 7. */
    hex(known->root, root_bytes, 32);
    OK(vorpal_field_from_bytes(known->field, 1, 1, root_bytes, root));
    OK(vorpal_ntt_domain_new(known->field, 3, root, NULL, &of_root));
    OK(vorpal_ntt_domain_new(known->field, 3, NULL, coefficients + 28, &coset));
    OK(vorpal_ntt_evaluate(ctx, of_root, 1, values, VORPAL_NTT_NATURAL));
    equals(known->field, values + 12, known->values[1]);
    memcpy(values, coefficients + 4, sizeof values);
    OK(vorpal_ntt_evaluate(ctx, coset, 1, values, VORPAL_NTT_NATURAL));
    equals(known->field, values + 12, known->values[2]);
    OK(vorpal_ntt_interpolate(ctx, coset, 1, values, VORPAL_NTT_NATURAL));
    EQUAL(values, coefficients + 4, sizeof values);
    FAILS(VORPAL_ERROR_INPUT, "the order of the root", vorpal_ntt_domain_new(known->field, 4, root, NULL, &none));
    FAILS(VORPAL_ERROR_INPUT, "shift", vorpal_ntt_domain_new(known->field, 3, NULL, coefficients, &none));
    memset(root, 0xff, sizeof root);
    FAILS(VORPAL_ERROR_INPUT, "root is not below", vorpal_ntt_domain_new(known->field, 3, root, NULL, &none));
    FAILS(VORPAL_ERROR_INPUT, "shift is not below", vorpal_ntt_domain_new(known->field, 3, NULL, root, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "roots of unity", vorpal_ntt_domain_new(known->field, 60, NULL, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "log_size is 64", vorpal_ntt_domain_new(known->field, 64, NULL, NULL, &none));
    values[11] = UINT64_MAX;
    memcpy(reversed, values, sizeof values);
    FAILS(VORPAL_ERROR_INPUT, "values: number 2 is not below the modulus",
          vorpal_ntt_evaluate(ctx, domain, 1, values, VORPAL_NTT_NATURAL));
    FAILS(VORPAL_ERROR_INPUT, "values: number 2 is not below the modulus",
          vorpal_ntt_interpolate(ctx, domain, 1, values, VORPAL_NTT_NATURAL));
    EQUAL(values, reversed, sizeof values);
    CHECK(none == NULL);
    vorpal_ntt_domain_free(domain), vorpal_ntt_domain_free(of_root), vorpal_ntt_domain_free(coset);
    free(coefficients);
}

/* Many lists in one call are those of single calls, and larger transforms are inverted. */
static void lists(vorpal_ctx *ctx, int32_t field) {
    const Field numbered = {field, 4, 0, NULL, NULL};
    for (uint32_t log_size = 0; log_size <= LARGE; log_size += 5) {
        size_t size = (size_t)1 << log_size, count = 7 * size;
        uint8_t *bytes = (uint8_t *)allocate(32 * count);
        uint64_t *coefficients = numbers(&numbered, bytes, count), *all = (uint64_t *)allocate(32 * count);
        uint64_t *single = (uint64_t *)allocate(32 * count);
        vorpal_ntt_domain *domain = NULL;
        OK(vorpal_ntt_domain_new(field, log_size, NULL, NULL, &domain));
        for (int32_t order = VORPAL_NTT_NATURAL; order <= VORPAL_NTT_BIT_REVERSED; order++) {
            memcpy(all, coefficients, 32 * count), memcpy(single, coefficients, 32 * count);
            OK(vorpal_ntt_evaluate(ctx, domain, 7, all, order));
            for (size_t i = 0; i < 7; i++) OK(vorpal_ntt_evaluate(ctx, domain, 1, single + 4 * size * i, order));
            EQUAL(all, single, 32 * count);
            OK(vorpal_ntt_interpolate(ctx, domain, 7, all, order));
            for (size_t i = 0; i < 7; i++) OK(vorpal_ntt_interpolate(ctx, domain, 1, single + 4 * size * i, order));
            EQUAL(all, coefficients, 32 * count);
            EQUAL(single, coefficients, 32 * count);
            OK(vorpal_ntt_evaluate(ctx, domain, 0, NULL, order));
        }
        vorpal_ntt_domain_free(domain);
        free(bytes), free(coefficients), free(all), free(single);
    }
}

/* RFC 9380, J.9.1, J.10.1, J.9.2: `x` of the points of "abc". */
static void hashing(vorpal_ctx *ctx) {
    static const struct {
        int32_t curve, is_encoding;
        const char *tag, *x;
        size_t len;
    } known[] = {
        {VORPAL_BLS12_381_G1, 0, "QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_",
         "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903", 48},
        {VORPAL_BLS12_381_G2, 0, "QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_",
         "139cddbccdc5e91b9623efd38c49f81a6f83f175e80b06fc374de9eb4b41dfe4ca3a230ed250fbe3a2acf73a41177fd8"
         "02c2d18e033b960562aae3cab37a27ce00d80ccd5ba4b7fe0e7a210245129dbec7780ccc7954725f4168aff2787776e6", 96},
        {VORPAL_BLS12_381_G1, 1, "QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_NU_",
         "009769f3ab59bfd551d53a5f846b9984c59b97d6842b20a2c565baa167945e3d026a3755b6345df8ec7e6acb6868ae6d", 48},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        uint8_t found[2 * 192], expected[96], short_points[2 * 96];
        const uint8_t *tag = (const uint8_t *)known[i].tag, *messages = (const uint8_t *)"abcab";
        size_t tag_len = strlen(known[i].tag), offsets[3] = {0, 3, 5}, len = known[i].len;
        OK(vorpal_hash_to_curve_batch_vartime(ctx, known[i].curve, tag, tag_len, known[i].is_encoding, 2, messages,
                                              offsets, VORPAL_FORMAT_GNARK, found, 2 * len));
        hex(known[i].x, expected, len);
        EQUAL(found, expected, len);
        OK(vorpal_hash_to_curve_batch_vartime(ctx, known[i].curve, tag, tag_len, known[i].is_encoding, 2, messages,
                                              offsets, VORPAL_FORMAT_GNARK, short_points, len));
        short_points[0] &= 0x1f, short_points[len] &= 0x1f;
        EQUAL(short_points, found, len);
        EQUAL(short_points + len, found + 2 * len, len);
        CHECK(memcmp(found, found + 2 * len, len) != 0);
    }
    /* The points of all suites are in the subgroup, and messages without offsets have 32 bytes. */
    static const int32_t curves[4] = {VORPAL_BLS12_381_G1, VORPAL_BLS12_381_G2, VORPAL_BN254_G1, VORPAL_BN254_G2};
    static const size_t sizes[4] = {48, 96, 32, 64};
    for (size_t i = 0; i < 8; i++) {
        uint8_t messages[20 * 32], all[20 * 96], one[96];
        const uint8_t *tag = (const uint8_t *)"tag";
        int32_t curve = curves[i % 4], is_encoding = i >= 4;
        size_t len = sizes[i % 4];
        vorpal_bases *bases = NULL;
        fill(messages, sizeof messages, i);
        OK(vorpal_hash_to_curve_batch_vartime(ctx, curve, tag, 3, is_encoding, 20, messages, NULL,
                                              VORPAL_FORMAT_ARKWORKS, all, len));
        OK(vorpal_hash_to_curve_batch_vartime(ctx, curve, tag, 3, is_encoding, 1, messages + 19 * 32, NULL,
                                              VORPAL_FORMAT_ARKWORKS, one, len));
        EQUAL(all + 19 * len, one, len);
        OK(vorpal_bases_from_bytes(ctx, curve, VORPAL_FORMAT_ARKWORKS, 20, all, len, VORPAL_TRUST_NOTHING, &bases));
        vorpal_bases_free(bases);
        OK(vorpal_hash_to_curve_batch_vartime(ctx, curve, tag, 3, is_encoding, 0, NULL, NULL, VORPAL_FORMAT_ARKWORKS,
                                              NULL, len));
    }
}

static void misuse(vorpal_ctx *ctx) {
    const int32_t bn254 = VORPAL_FIELD_BN254_SCALAR, natural = VORPAL_NTT_NATURAL;
    uint64_t values[16] = {0};
    uint8_t bytes[128] = {0}, items[4];
    FAILS(VORPAL_ERROR_ARGUMENT, "field is 13", vorpal_field_from_bytes(13, 0, 1, bytes, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "bytes is null", vorpal_field_from_bytes(bn254, 0, 1, NULL, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "values is null", vorpal_field_from_bytes(bn254, 0, 1, bytes, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "too many", vorpal_field_from_bytes(bn254, 0, SIZE_MAX / 8, bytes, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "values overlaps bytes",
          vorpal_field_from_bytes(bn254, 0, 1, (const uint8_t *)values, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "field is -1", vorpal_field_to_bytes(-1, 0, 1, values, bytes));
    FAILS(VORPAL_ERROR_ARGUMENT, "values is null", vorpal_field_to_bytes(bn254, 0, 1, NULL, bytes));
    FAILS(VORPAL_ERROR_ARGUMENT, "bytes is null", vorpal_field_to_bytes(bn254, 0, 1, values, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_field_invert_batch(NULL, bn254, 1, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "field is 13", vorpal_field_invert_batch(ctx, 13, 1, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "values is null", vorpal_field_invert_batch(ctx, bn254, 1, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "values is not aligned",
          vorpal_field_invert_batch(ctx, bn254, 1, (uint64_t *)(void *)((uint8_t *)(void *)values + 1)));
    FAILS(VORPAL_ERROR_ARGUMENT, "no object has", vorpal_field_invert_batch(ctx, bn254, SIZE_MAX / 8, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "too many", vorpal_field_invert_batch(ctx, bn254, SIZE_MAX / 2, values));
#define REFUSES_ALL(text, call)                                                                                       \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        FAILS(VORPAL_ERROR_ARGUMENT, text, call);                                                                     \
        CHECK(items[0] == VORPAL_ITEM_INVALID && items[1] == VORPAL_ITEM_INVALID && items[2] == VORPAL_ITEM_OK);      \
    } while (0)
    REFUSES_ALL("ctx is null", vorpal_field_sqrt_batch_vartime(NULL, bn254, 2, values, items));
    REFUSES_ALL("field is 13", vorpal_field_sqrt_batch_vartime(ctx, 13, 2, values, items));
    REFUSES_ALL("values is null", vorpal_field_sqrt_batch_vartime(ctx, bn254, 2, NULL, items));
    FAILS(VORPAL_ERROR_ARGUMENT, "items is null", vorpal_field_sqrt_batch_vartime(ctx, bn254, 2, values, NULL));

    vorpal_ntt_domain *domain = NULL, *none = NULL;
    size_t size = 0;
    OK(vorpal_ntt_domain_new(bn254, 2, NULL, NULL, &domain));
    FAILS(VORPAL_ERROR_ARGUMENT, "field is 13", vorpal_ntt_domain_new(13, 2, NULL, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "has no transforms",
          vorpal_ntt_domain_new(VORPAL_FIELD_BN254_BASE, 2, NULL, NULL, &none));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_ntt_domain_new(bn254, 2, NULL, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "domain is null", vorpal_ntt_domain_size(NULL, &size));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_ntt_domain_size(domain, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "domain is null", vorpal_ntt_domain_root(NULL, values));
    FAILS(VORPAL_ERROR_ARGUMENT, "root is null", vorpal_ntt_domain_root(domain, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_ntt_evaluate(NULL, domain, 1, values, natural));
    FAILS(VORPAL_ERROR_ARGUMENT, "domain is null", vorpal_ntt_evaluate(ctx, NULL, 1, values, natural));
    FAILS(VORPAL_ERROR_ARGUMENT, "values is null", vorpal_ntt_evaluate(ctx, domain, 1, NULL, natural));
    FAILS(VORPAL_ERROR_ARGUMENT, "order is 2", vorpal_ntt_evaluate(ctx, domain, 1, values, 2));
    FAILS(VORPAL_ERROR_ARGUMENT, "too many", vorpal_ntt_evaluate(ctx, domain, SIZE_MAX / 8, values, natural));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_ntt_interpolate(NULL, domain, 1, values, natural));
    FAILS(VORPAL_ERROR_ARGUMENT, "domain is null", vorpal_ntt_interpolate(ctx, NULL, 1, values, natural));
    FAILS(VORPAL_ERROR_ARGUMENT, "values is null", vorpal_ntt_interpolate(ctx, domain, 1, NULL, natural));
    FAILS(VORPAL_ERROR_ARGUMENT, "order is -1", vorpal_ntt_interpolate(ctx, domain, 1, values, -1));
    CHECK(none == NULL);
    vorpal_ntt_domain_free(domain);

    const uint8_t tag[3] = {1, 2, 3};
    const size_t offsets[3] = {0, 9, 4};
#define HASH(ctx, curve, tag, tag_len, messages, offsets, format, out, out_len)                                       \
    vorpal_hash_to_curve_batch_vartime(ctx, curve, tag, tag_len, 0, 2, messages, offsets, format, out, out_len)
    const int32_t g1 = VORPAL_BN254_G1;
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", HASH(NULL, g1, tag, 3, bytes, NULL, 0, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "curve is 6", HASH(ctx, 6, tag, 3, bytes, NULL, 0, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_NOT_POSSIBLE, "BLS12-377",
          HASH(ctx, VORPAL_BLS12_377_G2, tag, 3, bytes, NULL, 0, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "tag is null", HASH(ctx, g1, NULL, 3, bytes, NULL, 0, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "tag: ", HASH(ctx, g1, tag, 0, bytes, NULL, 0, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "messages is null", HASH(ctx, g1, tag, 3, NULL, NULL, 0, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "message_offsets: number 2 is below",
          HASH(ctx, g1, tag, 3, bytes, offsets, 0, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "format is 3", HASH(ctx, g1, tag, 3, bytes, NULL, 3, (uint8_t *)values, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "point_len is 31", HASH(ctx, g1, tag, 3, bytes, NULL, 0, (uint8_t *)values, 31));
    FAILS(VORPAL_ERROR_ARGUMENT, "points is null", HASH(ctx, g1, tag, 3, bytes, NULL, 0, NULL, 32));
    FAILS(VORPAL_ERROR_ARGUMENT, "points overlaps messages", HASH(ctx, g1, tag, 3, bytes, NULL, 0, bytes, 32));
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++) {
        conversions(&FIELDS[i]), inverses(ctx, &FIELDS[i]), roots(ctx, &FIELDS[i]);
    }
    for (size_t i = 0; i < sizeof TRANSFORMS / sizeof TRANSFORMS[0]; i++) {
        transforms(ctx, &TRANSFORMS[i]), lists(ctx, TRANSFORMS[i].field);
    }
    hashing(ctx), misuse(ctx);
    vorpal_ctx_free(ctx);
    puts("arithmetic: all passed");
    return 0;
}
