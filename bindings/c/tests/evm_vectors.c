/* The vectors of go-ethereum for precompiled contracts: outputs, gas, and failures with their reasons.
 *
 * `evm_vectors DATA` reads the folder `evm/precompiles` of DATA. */
#include "json.h"

typedef struct {
    const char *name;
    int32_t contract, fork;
    size_t count;
} Set;

/* go-ethereum runs the contracts of Prague and Osaka by their newest rules; modular exponentiation has three. */
static const Set SETS[] = {
    {"blake2F", VORPAL_EVM_BLAKE2F, VORPAL_EVM_ISTANBUL, 5},
    {"blsG1Add", VORPAL_EVM_BLS12_G1_ADD, VORPAL_EVM_PRAGUE, 112},
    {"blsG1Mul", VORPAL_EVM_BLS12_G1_MSM, VORPAL_EVM_PRAGUE, 11},
    {"blsG1MultiExp", VORPAL_EVM_BLS12_G1_MSM, VORPAL_EVM_PRAGUE, 154},
    {"blsG2Add", VORPAL_EVM_BLS12_G2_ADD, VORPAL_EVM_PRAGUE, 112},
    {"blsG2Mul", VORPAL_EVM_BLS12_G2_MSM, VORPAL_EVM_PRAGUE, 11},
    {"blsG2MultiExp", VORPAL_EVM_BLS12_G2_MSM, VORPAL_EVM_PRAGUE, 153},
    {"blsMapG1", VORPAL_EVM_BLS12_MAP_FP_TO_G1, VORPAL_EVM_PRAGUE, 105},
    {"blsMapG2", VORPAL_EVM_BLS12_MAP_FP2_TO_G2, VORPAL_EVM_PRAGUE, 105},
    {"blsPairing", VORPAL_EVM_BLS12_PAIRING, VORPAL_EVM_PRAGUE, 106},
    {"bn256Add", VORPAL_EVM_BN254_ADD, VORPAL_EVM_ISTANBUL, 16},
    {"bn256Pairing", VORPAL_EVM_BN254_PAIRING, VORPAL_EVM_ISTANBUL, 14},
    {"bn256ScalarMul", VORPAL_EVM_BN254_MUL, VORPAL_EVM_ISTANBUL, 19},
    {"ecRecover", VORPAL_EVM_EC_RECOVER, VORPAL_EVM_ISTANBUL, 5},
    {"fail-blake2f", VORPAL_EVM_BLAKE2F, VORPAL_EVM_OSAKA, 4},
    {"fail-blsG1Add", VORPAL_EVM_BLS12_G1_ADD, VORPAL_EVM_OSAKA, 6},
    {"fail-blsG1Mul", VORPAL_EVM_BLS12_G1_MSM, VORPAL_EVM_OSAKA, 7},
    {"fail-blsG1MultiExp", VORPAL_EVM_BLS12_G1_MSM, VORPAL_EVM_OSAKA, 7},
    {"fail-blsG2Add", VORPAL_EVM_BLS12_G2_ADD, VORPAL_EVM_OSAKA, 6},
    {"fail-blsG2Mul", VORPAL_EVM_BLS12_G2_MSM, VORPAL_EVM_OSAKA, 7},
    {"fail-blsG2MultiExp", VORPAL_EVM_BLS12_G2_MSM, VORPAL_EVM_OSAKA, 7},
    {"fail-blsMapG1", VORPAL_EVM_BLS12_MAP_FP_TO_G1, VORPAL_EVM_OSAKA, 5},
    {"fail-blsMapG2", VORPAL_EVM_BLS12_MAP_FP2_TO_G2, VORPAL_EVM_OSAKA, 5},
    {"fail-blsPairing", VORPAL_EVM_BLS12_PAIRING, VORPAL_EVM_OSAKA, 9},
    {"modexp", VORPAL_EVM_MOD_EXP, VORPAL_EVM_ISTANBUL, 17},
    {"modexp_eip2565", VORPAL_EVM_MOD_EXP, VORPAL_EVM_BERLIN, 47},
    {"modexp_eip7883", VORPAL_EVM_MOD_EXP, VORPAL_EVM_OSAKA, 45},
    {"p256Verify", VORPAL_EVM_P256_VERIFY, VORPAL_EVM_OSAKA, 782},
    {"pointEvaluation", VORPAL_EVM_POINT_EVALUATION, VORPAL_EVM_CANCUN, 1},
};

/* What go-ethereum calls a failure. */
static const struct {
    const char *error;
    int32_t reason;
} REASONS[] = {
    {"invalid input length", VORPAL_EVM_REASON_LENGTH},
    {"invalid field element top bytes", VORPAL_EVM_REASON_PADDING},
    {"invalid fp.Element encoding", VORPAL_EVM_REASON_COORDINATE},
    {"invalid point: not on curve", VORPAL_EVM_REASON_NOT_ON_CURVE},
    {"g1 point is not on correct subgroup", VORPAL_EVM_REASON_OUTSIDE_G1},
    {"g2 point is not on correct subgroup", VORPAL_EVM_REASON_OUTSIDE_G2},
    {"invalid final flag", VORPAL_EVM_REASON_FLAG},
};

static int32_t reason_of(Part error) {
    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0]; i++) {
        if (is_text(error, REASONS[i].error)) return REASONS[i].reason;
    }
    fprintf(stderr, "no reason for %.*s\n", (int)error.len, error.start);
    exit(1);
}

static void vector(vorpal_ctx *ctx, const Set *set, const char *at, const char *end) {
    size_t len, longest = 0, found_len, expected_len;
    uint8_t *input = bytes_of(value_of(at, end, "Input"), &len);
    Part error = value_of(at, end, "ExpectedError");
    int32_t reason = 7;
    OK(vorpal_evm_call(ctx, set->contract, set->fork, input, len, NULL, &longest, NULL));
    uint8_t *found = (uint8_t *)allocate(longest);
    found_len = longest;
    vorpal_status status = vorpal_evm_call(ctx, set->contract, set->fork, input, len, found, &found_len, &reason);
    if (error.start != NULL) {
        CHECK(status == VORPAL_ERROR_INPUT && reason == reason_of(error));
    } else {
        uint8_t *expected = bytes_of(value_of(at, end, "Expected"), &expected_len);
        uint64_t gas = 0;
        CHECK(status == VORPAL_OK && reason == VORPAL_EVM_REASON_NONE && found_len == expected_len);
        EQUAL(found, expected, expected_len);
        OK(vorpal_evm_gas(set->contract, set->fork, input, len, &gas));
        CHECK(gas == strtoull(value_of(at, end, "Gas").start, NULL, 10));
        free(expected);
    }
    free(input), free(found);
}

int main(int argc, char **argv) {
    char folder[600], name[64];
    CHECK(argc == 2 && snprintf(folder, sizeof folder, "%s/evm/precompiles", argv[1]) < (int)sizeof folder);
    vorpal_ctx *ctx = context(0);
    size_t count = 0;
    for (size_t i = 0; i < sizeof SETS / sizeof SETS[0]; i++) {
        const Set *set = &SETS[i];
        size_t found = 0;
        CHECK(snprintf(name, sizeof name, "%s.json", set->name) < (int)sizeof name);
        char *text = read_text(folder, name);
        /* A vector begins with its input. */
        for (const char *at = next_key(text, "Input"), *next; at != NULL; at = next, found++) {
            next = next_key(at + 1, "Input");
            vector(ctx, set, at, next == NULL ? at + strlen(at) : next);
        }
        if (found != set->count) fprintf(stderr, "%s: %zu vectors\n", set->name, found);
        CHECK(found == set->count);
        count += found;
        free(text);
    }
    vorpal_ctx_free(ctx);
    printf("vectors of contracts: all %zu passed\n", count);
    return 0;
}
