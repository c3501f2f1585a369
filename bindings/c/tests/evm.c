/* Precompiled contracts: a known value of each, its gas by fork, its failures with their reasons, invalid arguments. */
#include "check.h"

/* Sixteen zero bytes, numbers of 32 bytes, and the generators of BLS12-381 and BN254 with multiples of them. */
#define Z "00000000000000000000000000000000"
#define ONE "0000000000000000000000000000000000000000000000000000000000000001"
#define TWO "0000000000000000000000000000000000000000000000000000000000000002"
#define BN_X "0000000000000000000000000000000000000000000000000000000000000001"
#define BN_MINUS_Y "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd45"
#define BN_DOUBLE                                                                                                     \
    "030644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd3"                                                \
    "15ed738c0e0a7c92e7845f96b2ae9c0a68a6a449e3538fc7ff3ebf7a5a18a2c4"
#define BN_G2                                                                                                         \
    "198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"                                                \
    "1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"                                                \
    "090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"                                                \
    "12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"
#define BN_PRIME "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47"
#define X Z "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"
#define Y Z "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1"
#define MINUS_Y Z "114d1d6855d545a8aa7d76c8cf2e21f267816aef1db507c96655b9d5caac42364e6f38ba0ecb751bad54dcd6b939c2ca"
#define DOUBLE                                                                                                        \
    Z "0572cbea904d67468808c8eb50a9450c9721db309128012543902d0ac358a62ae28f75bb8f1c7c42c39a8c5529bf0f4e"              \
    Z "166a9d8cabc673a322fda673779d8e3822ba3ecb8670e461f73bb9021d5fd76a4c56d9d4cd16bd1bba86881979749d28"
#define G2                                                                                                            \
    Z "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"              \
    Z "13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e"              \
    Z "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"              \
    Z "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be"
#define G2_DOUBLE                                                                                                     \
    Z "1638533957d540a9d2370f17cc7ed5863bc0b995b8825e0ee1ea1e1e4d00dbae81f14b0bf3611b78c952aacab827a053"              \
    Z "0a4edef9c1ed7f729f520e47730a124fd70662a904ba1074728114d1031e1572c6c886f6b57ec72a6178288c47c33577"              \
    Z "0468fb440d82b0630aeb8dca2b5256789a66da69bf91009cbfe6bd221e47aa8ae88dece9764bf3bd999d95d71e4c9899"              \
    Z "0f6d4552fa65dd2638b361543f887136a43253d9c66c411697003f7a13c308f5422e1aa0a59c8967acdefd8b6e36ccf3"
/* On the curve, outside the subgroup. */
#define OUTSIDE                                                                                                       \
    Z "000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000004"              \
    Z "0a989badd40d6212b33cffc3f3763e9bc760f988c9926b26da9dd85e928483446346b8ed00e1de5d5ea93e354abe706c"
#define PRIME Z "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"
#define ZERO Z Z Z Z
/* The commitment to the zero polynomial, its versioned hash, and its value zero at zero. */
#define INFINITY48 "c0" Z Z "000000000000000000000000000000"
#define VERSIONED "015f0657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c4440"
/* The state of EIP-152 with the counter 3, for the message "abc". */
#define BLAKE_STATE                                                                                                   \
    "48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5"                                                \
    "d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b"
#define BLAKE(flag) "0000000c" BLAKE_STATE "6162630000000000" Z Z Z Z Z Z Z "0000000000000000" "0300000000000000" \
    "0000000000000000" flag

typedef struct {
    int32_t contract;
    const char *input, *output;
    uint64_t gas;
} Known;

/* Computed by textbook arithmetic, but for the hashes, signatures (the first transaction of mainnet; RFC 6979, A.2.5),
 * and the map. */
static const Known KNOWN[] = {
    {VORPAL_EVM_EC_RECOVER,
     "19b1e28c14f33e74b96b88eba97d4a4fc8a97638d72e972310025b7e1189b049"
     "000000000000000000000000000000000000000000000000000000000000001c"
     "88ff6cf0fefd94db46111149ae4bfc179e9b94721fffd821d38d16464b3f71d0"
     "45e0aff800961cfce805daef7016b9b675c137a6a41a548f7b60a3484c06a33a",
     "000000000000000000000000a1e4380a3b1f749673e270229993ee55f35663b4", 3000},
    {VORPAL_EVM_EC_RECOVER, ONE, "", 3000},
    {VORPAL_EVM_SHA256, "616263", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", 72},
    {VORPAL_EVM_RIPEMD160, "616263", "0000000000000000000000008eb208f7e05d987a9b044a8e98c6b087f15a0bfc", 720},
    {VORPAL_EVM_IDENTITY, "616263", "616263", 18},
    {VORPAL_EVM_IDENTITY, "", "", 15},
    {VORPAL_EVM_MOD_EXP, ONE ONE TWO "03" "05" "0064", "002b", 500},
    {VORPAL_EVM_BN254_ADD, BN_X TWO BN_X TWO, BN_DOUBLE, 150},
    {VORPAL_EVM_BN254_MUL, BN_X TWO TWO, BN_DOUBLE, 6000},
    {VORPAL_EVM_BN254_PAIRING, BN_X TWO BN_G2 BN_X BN_MINUS_Y BN_G2, ONE, 113000},
    {VORPAL_EVM_BN254_PAIRING, BN_X TWO BN_G2, Z Z, 79000},
    {VORPAL_EVM_BLAKE2F, BLAKE("01"),
     "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
     "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
     12},
    {VORPAL_EVM_BLS12_G1_ADD, X Y X Y, DOUBLE, 375},
    {VORPAL_EVM_BLS12_G1_MSM, X Y TWO, DOUBLE, 12000},
    {VORPAL_EVM_BLS12_G2_ADD, G2 G2, G2_DOUBLE, 600},
    {VORPAL_EVM_BLS12_G2_MSM, G2 TWO, G2_DOUBLE, 22500},
    {VORPAL_EVM_BLS12_PAIRING, X Y G2 X MINUS_Y G2, ONE, 102900},
    {VORPAL_EVM_BLS12_PAIRING, X Y G2, Z Z, 70300},
    {VORPAL_EVM_P256_VERIFY,
     "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf"
     "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
     "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8"
     "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
     "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299",
     ONE, 6900},
    {VORPAL_EVM_P256_VERIFY, ONE, "", 6900},
};

typedef struct {
    int32_t contract;
    const char *input;
    int32_t reason;
    const char *text;
} Failing;

static const Failing FAILING[] = {
    {VORPAL_EVM_MOD_EXP, ONE ONE "0000000000000000000000000000000000000000000000000000000000000401",
     VORPAL_EVM_REASON_OPERAND_LENGTH, "too long"},
    {VORPAL_EVM_BN254_ADD, BN_PRIME ONE, VORPAL_EVM_REASON_COORDINATE, "item 0: a coordinate"},
    {VORPAL_EVM_BN254_ADD, BN_X TWO BN_X BN_X, VORPAL_EVM_REASON_NOT_ON_CURVE, "item 1: the point of G1 is not on"},
    {VORPAL_EVM_BN254_PAIRING, ONE, VORPAL_EVM_REASON_LENGTH, "cannot have 32 bytes"},
    {VORPAL_EVM_BN254_MUL, BN_X BN_X ONE, VORPAL_EVM_REASON_NOT_ON_CURVE, "item 0: the point of G1"},
    {VORPAL_EVM_BLAKE2F, BLAKE("02"), VORPAL_EVM_REASON_FLAG, "the final flag is 2"},
    {VORPAL_EVM_BLAKE2F, "00", VORPAL_EVM_REASON_LENGTH, "cannot have 1 bytes"},
    {VORPAL_EVM_BLS12_G1_ADD, X Y, VORPAL_EVM_REASON_LENGTH, "cannot have 128 bytes"},
    {VORPAL_EVM_BLS12_G1_ADD, X Y PRIME Y, VORPAL_EVM_REASON_COORDINATE, "item 1: a coordinate is not below"},
    {VORPAL_EVM_BLS12_G1_MSM, X Y TWO X X TWO, VORPAL_EVM_REASON_NOT_ON_CURVE, "item 1: the point of G1 is not on"},
    {VORPAL_EVM_BLS12_G1_MSM, X Y TWO OUTSIDE TWO, VORPAL_EVM_REASON_OUTSIDE_G1,
     "item 1: the point of G1 is not in the subgroup"},
    {VORPAL_EVM_BLS12_MAP_FP_TO_G1, "01000000000000000000000000000000" Z Z Z, VORPAL_EVM_REASON_PADDING,
     "item 0: a coordinate does not start with"},
    {VORPAL_EVM_BLS12_MAP_FP2_TO_G2, ZERO PRIME, VORPAL_EVM_REASON_COORDINATE, "item 0: a coordinate"},
    {VORPAL_EVM_POINT_EVALUATION, VERSIONED, VORPAL_EVM_REASON_LENGTH, "cannot have 32 bytes"},
    {VORPAL_EVM_POINT_EVALUATION, ONE Z Z Z Z INFINITY48 INFINITY48, VORPAL_EVM_REASON_VERSIONED_HASH,
     "the versioned hash is not"},
};

enum { LONGEST = 1024 };

static uint8_t *bytes(const char *digits, size_t *len) {
    *len = strlen(digits) / 2;
    uint8_t *out = (uint8_t *)allocate(*len);
    hex(digits, out, *len);
    return out;
}

static void known(vorpal_ctx *ctx) {
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++) {
        const Known *one = &KNOWN[i];
        size_t len, expected_len, longest = 7, found_len = LONGEST;
        uint8_t *input = bytes(one->input, &len), *expected = bytes(one->output, &expected_len), found[LONGEST];
        uint64_t gas = 0;
        int32_t reason = 7;
        OK(vorpal_evm_gas(one->contract, VORPAL_EVM_OSAKA, input, len, &gas));
        CHECK(gas == one->gas);
        OK(vorpal_evm_call(ctx, one->contract, VORPAL_EVM_OSAKA, input, len, found, &found_len, &reason));
        CHECK(found_len == expected_len && reason == VORPAL_EVM_REASON_NONE);
        EQUAL(found, expected, expected_len);
        OK(vorpal_evm_call(ctx, one->contract, VORPAL_EVM_OSAKA, input, len, NULL, &longest, NULL));
        CHECK(longest == found_len || found_len == 0);
        if (longest > 0) {
            size_t small = longest - 1;
            reason = 7;
            FAILS(VORPAL_ERROR_BUFFER, "are required",
                  vorpal_evm_call(ctx, one->contract, VORPAL_EVM_OSAKA, input, len, found, &small, &reason));
            CHECK(small == longest && reason == VORPAL_EVM_REASON_NONE);
            OK(vorpal_evm_call(ctx, one->contract, VORPAL_EVM_OSAKA, input, len, found, &small, NULL));
        }
        free(input), free(expected);
    }
}

/* What maps give is in the subgroup, and not always the same: sums of multiples accept it. */
static void maps(vorpal_ctx *ctx) {
    static const int32_t contracts[2][2] = {{VORPAL_EVM_BLS12_MAP_FP_TO_G1, VORPAL_EVM_BLS12_G1_MSM},
                                            {VORPAL_EVM_BLS12_MAP_FP2_TO_G2, VORPAL_EVM_BLS12_G2_MSM}};
    for (size_t i = 0; i < 2; i++) {
        uint8_t element[128] = {0}, points[2][288] = {{0}}, same[256];
        size_t size = i == 0 ? 128 : 256;
        for (size_t j = 0; j < 2; j++) {
            size_t len = 256;
            element[size / 2 - 1] = (uint8_t)(j + 1);
            OK(vorpal_evm_call(ctx, contracts[i][0], VORPAL_EVM_PRAGUE, element, size / 2, points[j], &len, NULL));
            CHECK(len == size);
            points[j][size + 31] = 1;
            OK(vorpal_evm_call(ctx, contracts[i][1], VORPAL_EVM_PRAGUE, points[j], size + 32, same, &len, NULL));
            EQUAL(points[j], same, size);
        }
        CHECK(memcmp(points[0], points[1], size) != 0);
    }
}

static void failing(vorpal_ctx *ctx) {
    for (size_t i = 0; i < sizeof FAILING / sizeof FAILING[0]; i++) {
        const Failing *one = &FAILING[i];
        size_t len, found_len = LONGEST;
        uint8_t *input = bytes(one->input, &len), found[LONGEST], before[LONGEST];
        int32_t reason = VORPAL_EVM_REASON_NONE;
        fill(found, LONGEST, 1), fill(before, LONGEST, 1);
        FAILS(VORPAL_ERROR_INPUT, one->text,
              vorpal_evm_call(ctx, one->contract, VORPAL_EVM_OSAKA, input, len, found, &found_len, &reason));
        CHECK(reason == one->reason && found_len == LONGEST);
        EQUAL(found, before, LONGEST);
        FAILS(VORPAL_ERROR_INPUT, one->text,
              vorpal_evm_call(ctx, one->contract, VORPAL_EVM_OSAKA, input, len, found, &found_len, NULL));
        free(input);
    }
}

/* The zero polynomial is zero everywhere, with infinity as the proof; nothing else is its value. */
static void evaluation(vorpal_ctx *ctx) {
    size_t len, digest_len = 32, output_len = 64;
    uint8_t *commitment = bytes(INFINITY48, &len), input[192] = {0}, output[64], expected[64];
    int32_t reason = 7;
    CHECK(len == 48);
    OK(vorpal_evm_call(ctx, VORPAL_EVM_SHA256, VORPAL_EVM_CANCUN, commitment, 48, input, &digest_len, NULL));
    input[0] = 1;
    memcpy(input + 96, commitment, 48), memcpy(input + 144, commitment, 48);
    OK(vorpal_evm_call(ctx, VORPAL_EVM_POINT_EVALUATION, VORPAL_EVM_CANCUN, input, 192, output, &output_len, &reason));
    hex("0000000000000000000000000000000000000000000000000000000000001000"
        "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001",
        expected, 64);
    CHECK(output_len == 64 && reason == VORPAL_EVM_REASON_NONE);
    EQUAL(output, expected, 64);
#define EVALUATION_FAILS(byte, value, expected_reason, text)                                                          \
    do {                                                                                                              \
        uint8_t saved = input[byte];                                                                                  \
        input[byte] = value;                                                                                          \
        FAILS(VORPAL_ERROR_INPUT, text, vorpal_evm_call(ctx, VORPAL_EVM_POINT_EVALUATION, VORPAL_EVM_CANCUN, input,   \
                                                        192, output, &output_len, &reason));                          \
        CHECK(reason == (expected_reason));                                                                           \
        input[byte] = saved;                                                                                          \
    } while (0)
    EVALUATION_FAILS(95, 1, VORPAL_EVM_REASON_PROOF, "does not have this value");
    EVALUATION_FAILS(32, 0xff, VORPAL_EVM_REASON_SCALAR, "scalar");
    EVALUATION_FAILS(144, 0, VORPAL_EVM_REASON_POINT, "malformed");
    EVALUATION_FAILS(0, 2, VORPAL_EVM_REASON_VERSIONED_HASH, "versioned hash");
    free(commitment);
}

/* Modular exponentiation of one price by each rule, and contracts that a fork lacks. */
static void forks(vorpal_ctx *ctx) {
    size_t len;
    uint8_t *input = bytes("0000000000000000000000000000000000000000000000000000000000000040" ONE
                           "0000000000000000000000000000000000000000000000000000000000000040",
                           &len);
    static const uint64_t expected[5] = {204, 200, 200, 200, 500};
    static const int32_t since[3][2] = {{VORPAL_EVM_POINT_EVALUATION, VORPAL_EVM_CANCUN},
                                        {VORPAL_EVM_BLS12_G1_ADD, VORPAL_EVM_PRAGUE},
                                        {VORPAL_EVM_P256_VERIFY, VORPAL_EVM_OSAKA}};
    for (int32_t fork = VORPAL_EVM_ISTANBUL; fork <= VORPAL_EVM_OSAKA; fork++) {
        uint64_t gas = 0;
        OK(vorpal_evm_gas(VORPAL_EVM_MOD_EXP, fork, input, len, &gas));
        CHECK(gas == expected[fork]);
        for (size_t i = 0; i < 3; i++) {
            size_t output_len = 256;
            if (fork < since[i][1]) {
                FAILS(VORPAL_ERROR_ARGUMENT, "is not in", vorpal_evm_gas(since[i][0], fork, input, len, &gas));
                FAILS(VORPAL_ERROR_ARGUMENT, "but since",
                      vorpal_evm_call(ctx, since[i][0], fork, input, len, NULL, &output_len, NULL));
            } else {
                OK(vorpal_evm_gas(since[i][0], fork, input, len, &gas));
                OK(vorpal_evm_call(ctx, since[i][0], fork, input, len, NULL, &output_len, NULL));
            }
        }
    }
    free(input);
}

static void misuse(vorpal_ctx *ctx) {
    uint8_t input[32] = {1}, output[64];
    size_t len = 64;
    uint64_t gas[2] = {0};
    int32_t reason = 7;
    const int32_t identity = VORPAL_EVM_IDENTITY, osaka = VORPAL_EVM_OSAKA;
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null",
          vorpal_evm_call(NULL, identity, osaka, input, 32, output, &len, &reason));
    CHECK(reason == VORPAL_EVM_REASON_NONE);
    FAILS(VORPAL_ERROR_ARGUMENT, "contract is 0", vorpal_evm_call(ctx, 0, osaka, input, 32, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "contract is 18", vorpal_evm_call(ctx, 18, osaka, input, 32, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "contract is -1", vorpal_evm_call(ctx, -1, osaka, input, 32, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "contract is 65537", vorpal_evm_call(ctx, 65537, osaka, input, 1, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "fork is 5", vorpal_evm_call(ctx, identity, 5, input, 32, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "fork is -1", vorpal_evm_call(ctx, identity, -1, input, 32, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "input is null", vorpal_evm_call(ctx, identity, osaka, NULL, 32, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "output_len is null",
          vorpal_evm_call(ctx, identity, osaka, input, 32, output, NULL, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "output_len overlaps input",
          vorpal_evm_call(ctx, identity, osaka, (const uint8_t *)&len, 8, output, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "output overlaps input",
          vorpal_evm_call(ctx, identity, osaka, output, 32, output + 31, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "reason overlaps output_len",
          vorpal_evm_call(ctx, identity, osaka, input, 32, output, &len, (int32_t *)(void *)&len));
    len = 64;
    FAILS(VORPAL_ERROR_ARGUMENT, "reason is not aligned",
          vorpal_evm_call(ctx, identity, osaka, input, 32, output, &len,
                          (int32_t *)(void *)((uint8_t *)(void *)gas + 1)));
    FAILS(VORPAL_ERROR_ARGUMENT, "input: no object has",
          vorpal_evm_call(ctx, identity, osaka, input, SIZE_MAX, output, &len, NULL));
    CHECK(len == 64);
    FAILS(VORPAL_ERROR_ARGUMENT, "contract is 18", vorpal_evm_gas(18, osaka, input, 32, gas));
    FAILS(VORPAL_ERROR_ARGUMENT, "fork is 5", vorpal_evm_gas(identity, 5, input, 32, gas));
    FAILS(VORPAL_ERROR_ARGUMENT, "input is null", vorpal_evm_gas(identity, osaka, NULL, 32, gas));
    FAILS(VORPAL_ERROR_ARGUMENT, "gas is null", vorpal_evm_gas(identity, osaka, input, 32, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "gas overlaps input",
          vorpal_evm_gas(identity, osaka, (const uint8_t *)gas, 16, &gas[1]));
    CHECK(gas[0] == 0 && gas[1] == 0);
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    known(ctx), maps(ctx), failing(ctx), evaluation(ctx), forks(ctx), misuse(ctx);
    vorpal_ctx_free(ctx);
    puts("evm: all passed");
    return 0;
}
