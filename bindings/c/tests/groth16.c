/* Proofs of Groth16 on both curves: own ones and those of files, batches that name what is wrong, wrong arguments. */
#include "groth16.h"

enum { PROOFS = 4, SIZE = 1 << 14 };

/* Proofs of a prover are valid, differ, and have the signals of the file. */
static void proofs(const vorpal_ctx *ctx, const Circuit *c, const vorpal_groth16_prover *prover,
                   const vorpal_groth16_verifier *verifier) {
    uint8_t first[SIZE], second[SIZE], signals[SIZE];
    size_t proof_max = 0, public_max = 0, len = SIZE, public_len = SIZE;
    OK(vorpal_groth16_prover_sizes(prover, &proof_max, &public_max));
    CHECK(proof_max > c->proof.len && public_max > c->public_.len && proof_max < SIZE && public_max < SIZE);
    memset(first, 9, SIZE), memset(signals, 9, SIZE);
    OK(vorpal_groth16_prove(ctx, prover, c->wtns.bytes, c->wtns.len, first, &len, signals, &public_len));
    CHECK(len <= proof_max && first[len - 1] == '}' && first[len] == 9 && signals[public_len] == 9);
    CHECK(public_len == c->public_.len);
    EQUAL(signals, c->public_.bytes, public_len);
    VERDICT(1, vorpal_groth16_verify(ctx, verifier, first, len, signals, public_len, &valid));
    VERDICT(1, vorpal_groth16_verify(ctx, verifier, c->proof.bytes, c->proof.len, signals, public_len, &valid));
    size_t other = proof_max;
    public_len = public_max;
    OK(vorpal_groth16_prove(ctx, prover, c->wtns.bytes, c->wtns.len, second, &other, signals, &public_len));
    CHECK(other != len || memcmp(first, second, len) != 0);
    VERDICT(1, vorpal_groth16_verify(ctx, verifier, second, other, signals, public_len, &valid));

    /* A witness that is wrong in its last value has a proof, which is not valid. */
    uint8_t *wrong = (uint8_t *)allocate(c->wtns.len);
    memcpy(wrong, c->wtns.bytes, c->wtns.len);
    wrong[c->wtns.len - 32] ^= 1;
    len = public_len = SIZE;
    OK(vorpal_groth16_prove(ctx, prover, wrong, c->wtns.len, first, &len, signals, &public_len));
    VERDICT(0, vorpal_groth16_verify(ctx, verifier, first, len, signals, public_len, &valid));

    /* Nothing is computed for small buffers, and sizes are written. */
    len = proof_max - 1, public_len = public_max, memset(first, 9, SIZE);
    FAILS(VORPAL_ERROR_BUFFER, "are required",
          vorpal_groth16_prove(ctx, prover, c->wtns.bytes, c->wtns.len, first, &len, signals, &public_len));
    CHECK(len == proof_max && public_len == public_max && first[0] == 9);
    public_len = public_max - 1;
    FAILS(VORPAL_ERROR_BUFFER, "are required",
          vorpal_groth16_prove(ctx, prover, c->wtns.bytes, c->wtns.len, first, &len, signals, &public_len));
    CHECK(len == proof_max && public_len == public_max && first[0] == 9);

    /* Witnesses that are malformed. */
#define WITNESS(text, size)                                                                                           \
    do {                                                                                                              \
        len = public_len = SIZE;                                                                                      \
        FAILS(VORPAL_ERROR_INPUT, text,                                                                               \
              vorpal_groth16_prove(ctx, prover, wrong, size, first, &len, signals, &public_len));                     \
        CHECK(len == SIZE && public_len == SIZE && first[0] == 9);                                                    \
    } while (0)
    WITNESS("wtns: wtns file, section 2", c->wtns.len - 1);
    WITNESS("wtns: ", 0);
    memset(wrong + c->wtns.len - 32, 0xff, 32);
    WITNESS("not below the prime", c->wtns.len);
    wrong[0] ^= 1;
    WITNESS("wtns: ", c->wtns.len);
    free(wrong);

    uint8_t key[SIZE];
    len = 5;
    FAILS(VORPAL_ERROR_BUFFER, "required", vorpal_groth16_prover_key(prover, key, &len));
    CHECK(len == c->key.len);
    OK(vorpal_groth16_prover_key(prover, key, &len));
    EQUAL(key, c->key.bytes, len);
}

/* Replaces the first digit after a text by another one. */
static void change(uint8_t *text, const char *after) {
    char *place = strstr((char *)text, after);
    CHECK(place != NULL);
    for (place += strlen(after); *place < '0' || *place > '9'; place++) {}
    *place = *place == '1' ? '2' : '1';
}

static void batches(const vorpal_ctx *ctx, const Circuit *c, const vorpal_groth16_prover *prover,
                    const vorpal_groth16_verifier *verifier) {
    uint8_t proofs[PROOFS * SIZE], publics[PROOFS * SIZE], items[PROOFS + 1];
    size_t places[PROOFS + 1] = {0}, signals[PROOFS + 1] = {0};
    for (size_t i = 0; i < PROOFS; i++) {
        size_t len = SIZE, public_len = SIZE;
        OK(vorpal_groth16_prove(ctx, prover, c->wtns.bytes, c->wtns.len, proofs + places[i], &len,
                                publics + signals[i], &public_len));
        places[i + 1] = places[i] + len, signals[i + 1] = signals[i] + public_len;
    }
    memset(items, 9, sizeof items);
    VERDICT(1, vorpal_groth16_verify_batch(ctx, verifier, PROOFS, proofs, places, publics, signals, items, &valid));
    for (size_t i = 0; i < PROOFS; i++) CHECK(items[i] == VORPAL_ITEM_OK);
    CHECK(items[PROOFS] == 9);
    VERDICT(1, vorpal_groth16_verify_batch(ctx, verifier, PROOFS, proofs, places, publics, signals, NULL, &valid));
    VERDICT(0, vorpal_groth16_verify_batch(ctx, verifier, 0, NULL, NULL, NULL, NULL, NULL, &valid));

    /* Another signal of proof 2, by its last digit. */
    uint8_t *digit = publics + signals[3] - 1;
    while (*digit < '0' || *digit > '9') digit--;
    *digit = *digit == '1' ? '2' : '1';
    VERDICT(0, vorpal_groth16_verify_batch(ctx, verifier, PROOFS, proofs, places, publics, signals, items, &valid));
    for (size_t i = 0; i < PROOFS; i++) CHECK(items[i] == (i == 2 ? VORPAL_ITEM_INVALID : VORPAL_ITEM_OK));

    /* No old memory is read as a verdict. */
#define REFUSES_ALL(status, text, call)                                                                               \
    do {                                                                                                              \
        memset(items, VORPAL_ITEM_OK, sizeof items);                                                                  \
        REFUSES(status, text, call);                                                                                  \
        for (size_t i = 0; i < PROOFS; i++) CHECK(items[i] == VORPAL_ITEM_INVALID);                                   \
    } while (0)
#define ALL(ctx, verifier, proofs, places, publics, signals)                                                          \
    vorpal_groth16_verify_batch(ctx, verifier, PROOFS, proofs, places, publics, signals, items, &valid)
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "ctx is null", ALL(NULL, verifier, proofs, places, publics, signals));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "verifier is null", ALL(ctx, NULL, proofs, places, publics, signals));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "proofs is null", ALL(ctx, verifier, NULL, places, publics, signals));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "proof_offsets is null", ALL(ctx, verifier, proofs, NULL, publics, signals));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "signals is null", ALL(ctx, verifier, proofs, places, NULL, signals));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "signal_offsets is null", ALL(ctx, verifier, proofs, places, publics, NULL));
    REFUSES_ALL(VORPAL_ERROR_ARGUMENT, "number 2 is below number 1",
                (places[2] = 0, ALL(ctx, verifier, proofs, places, publics, signals)));
    places[2] = places[1];
    REFUSES_ALL(VORPAL_ERROR_INPUT, "proof 1: ", ALL(ctx, verifier, proofs, places, publics, signals));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_groth16_verify_batch(ctx, verifier, PROOFS, proofs, places, publics, signals, items, NULL));
    REFUSES(VORPAL_ERROR_ARGUMENT, "count is too large",
            vorpal_groth16_verify_batch(ctx, verifier, SIZE_MAX, proofs, places, publics, signals, items, &valid));
}

static void verdicts(const vorpal_ctx *ctx, const Circuit *c, const vorpal_groth16_verifier *verifier) {
    const uint8_t *proof = c->proof.bytes, *public_ = c->public_.bytes;
    size_t len = c->proof.len, public_len = c->public_.len;
    uint8_t *text = (uint8_t *)allocate(len + 1);
    VERDICT(1, vorpal_groth16_verify(ctx, verifier, proof, len, public_, public_len, &valid));
    memcpy(text, proof, len), text[len] = 0;
    change(text, "pi_a");
    REFUSES(VORPAL_ERROR_INPUT, "proof: pi_a",
            vorpal_groth16_verify(ctx, verifier, text, len, public_, public_len, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "proof: ",
            vorpal_groth16_verify(ctx, verifier, proof, len - 1, public_, public_len, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "signals: ",
            vorpal_groth16_verify(ctx, verifier, proof, len, public_, public_len - 1, &valid));
    REFUSES(VORPAL_ERROR_INPUT, "signals: 0 public signals",
            vorpal_groth16_verify(ctx, verifier, proof, len, (const uint8_t *)"[]", 2, &valid));
    text[3] = 0xff;
    REFUSES(VORPAL_ERROR_INPUT, "proof: byte 3 is not UTF-8",
            vorpal_groth16_verify(ctx, verifier, text, len, public_, public_len, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "ctx is null",
            vorpal_groth16_verify(NULL, verifier, proof, len, public_, public_len, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "verifier is null",
            vorpal_groth16_verify(ctx, NULL, proof, len, public_, public_len, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "proof is null",
            vorpal_groth16_verify(ctx, verifier, NULL, len, public_, public_len, &valid));
    REFUSES(VORPAL_ERROR_ARGUMENT, "signals is null",
            vorpal_groth16_verify(ctx, verifier, proof, len, NULL, public_len, &valid));
    FAILS(VORPAL_ERROR_ARGUMENT, "valid is null",
          vorpal_groth16_verify(ctx, verifier, proof, len, public_, public_len, NULL));
    free(text);
}

/* Keys that are refused, and arguments. */
static void refusals(const vorpal_ctx *ctx, const Circuit *c, const vorpal_groth16_prover *good) {
    vorpal_groth16_prover *prover = NULL;
    vorpal_groth16_verifier *verifier = NULL;
    uint8_t proof[8], public_[8];
    size_t len = 8, public_len = 8;
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null",
          vorpal_groth16_prover_new(NULL, c->zkey.bytes, c->zkey.len, 0, &prover));
    FAILS(VORPAL_ERROR_ARGUMENT, "zkey is null", vorpal_groth16_prover_new(ctx, NULL, 3, 0, &prover));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_groth16_prover_new(ctx, c->zkey.bytes, c->zkey.len, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "check is 2", vorpal_groth16_prover_new(ctx, c->zkey.bytes, c->zkey.len, 2, &prover));
    FAILS(VORPAL_ERROR_INPUT, "zkey: ", vorpal_groth16_prover_new(ctx, NULL, 0, 0, &prover));
    FAILS(VORPAL_ERROR_INPUT, "zkey: ", vorpal_groth16_prover_new(ctx, c->zkey.bytes, c->zkey.len - 1, 0, &prover));
    FAILS(VORPAL_ERROR_INPUT, "zkey: ", vorpal_groth16_prover_new(ctx, c->wtns.bytes, c->wtns.len, 0, &prover));
    FAILS(VORPAL_ERROR_STORE, "missing.zkey", vorpal_groth16_prover_open(ctx, "missing.zkey", 0, &prover));
    FAILS(VORPAL_ERROR_STORE, "groth16.c", vorpal_groth16_prover_open(ctx, "tests/groth16.c", 0, &prover));
    FAILS(VORPAL_ERROR_ARGUMENT, "path is null", vorpal_groth16_prover_open(ctx, NULL, 0, &prover));
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_groth16_prover_open(NULL, c->path, 0, &prover));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_groth16_prover_open(ctx, c->path, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "check is -1", vorpal_groth16_prover_open(ctx, c->path, -1, &prover));

    /* A point off the curve is found by the check alone. The last section of points, H, precedes the contributions. */
    uint8_t *zkey = (uint8_t *)allocate(c->zkey.len);
    memcpy(zkey, c->zkey.bytes, c->zkey.len);
    const uint32_t type = 9;
    size_t place = 12;
    while (memcmp(zkey + place, &type, 4) != 0) {
        uint64_t length;
        memcpy(&length, zkey + place + 4, 8);
        place += 12 + (size_t)length;
    }
    zkey[place + 12] ^= 1;
    FAILS(VORPAL_ERROR_INPUT, "section 9, point 0", vorpal_groth16_prover_new(ctx, zkey, c->zkey.len, 1, &prover));
    CHECK(prover == NULL);
    OK(vorpal_groth16_prover_new(ctx, zkey, c->zkey.len, 0, &prover));
    vorpal_groth16_prover_free(prover);
    free(zkey);

    FAILS(VORPAL_ERROR_ARGUMENT, "prover is null", vorpal_groth16_prover_sizes(NULL, &len, &public_len));
    FAILS(VORPAL_ERROR_ARGUMENT, "proof_len is null", vorpal_groth16_prover_sizes(good, NULL, &public_len));
    FAILS(VORPAL_ERROR_ARGUMENT, "signals_len is null", vorpal_groth16_prover_sizes(good, &len, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "signals_len overlaps proof_len", vorpal_groth16_prover_sizes(good, &len, &len));
    FAILS(VORPAL_ERROR_ARGUMENT, "prover is null", vorpal_groth16_prover_key(NULL, proof, &len));
    FAILS(VORPAL_ERROR_ARGUMENT, "len is null", vorpal_groth16_prover_key(good, proof, NULL));
#define PROVES(text, ctx, prover, witness, proof, proof_len, public_, public_len)                                     \
    FAILS(VORPAL_ERROR_ARGUMENT, text,                                                                                \
          vorpal_groth16_prove(ctx, prover, witness, c->wtns.len, proof, proof_len, public_, public_len))
    const uint8_t *wtns = c->wtns.bytes;
    PROVES("ctx is null", NULL, good, wtns, proof, &len, public_, &public_len);
    PROVES("prover is null", ctx, NULL, wtns, proof, &len, public_, &public_len);
    PROVES("wtns is null", ctx, good, NULL, proof, &len, public_, &public_len);
    PROVES("proof is null", ctx, good, wtns, NULL, &len, public_, &public_len);
    PROVES("proof_len is null", ctx, good, wtns, proof, NULL, public_, &public_len);
    PROVES("signals is null", ctx, good, wtns, proof, &len, NULL, &public_len);
    PROVES("signals_len is null", ctx, good, wtns, proof, &len, public_, NULL);
    PROVES("signals overlaps proof", ctx, good, wtns, proof, &len, proof, &public_len);
    CHECK(len == 8 && public_len == 8);

    const uint8_t *key = c->key.bytes;
    FAILS(VORPAL_ERROR_ARGUMENT, "ctx is null", vorpal_groth16_verifier_new(NULL, key, c->key.len, 0, &verifier));
    FAILS(VORPAL_ERROR_ARGUMENT, "key is null", vorpal_groth16_verifier_new(ctx, NULL, 1, 0, &verifier));
    FAILS(VORPAL_ERROR_ARGUMENT, "out is null", vorpal_groth16_verifier_new(ctx, key, c->key.len, 0, NULL));
    FAILS(VORPAL_ERROR_ARGUMENT, "development is 3", vorpal_groth16_verifier_new(ctx, key, c->key.len, 3, &verifier));
    FAILS(VORPAL_ERROR_INPUT, "key: ", vorpal_groth16_verifier_new(ctx, key, c->key.len - 1, 0, &verifier));
    FAILS(VORPAL_ERROR_INPUT, "key: ", vorpal_groth16_verifier_new(ctx, NULL, 0, 0, &verifier));
    CHECK(verifier == NULL);
}

/* With the delta of a key that nobody contributed to, which is gamma, everybody can forge proofs. */
static void development(const vorpal_ctx *ctx, const Circuit *c) {
    uint8_t *key = (uint8_t *)allocate(2 * c->key.len);
    memcpy(key, c->key.bytes, c->key.len), key[c->key.len] = 0;
    char *gamma = strstr((char *)key, "\"vk_gamma_2\": "), *delta = strstr((char *)key, "\"vk_delta_2\": ");
    CHECK(gamma != NULL && delta != NULL);
    char *end = strstr(delta, "\"vk_alphabeta_12\"");
    size_t size = (size_t)(delta - gamma), rest = strlen(end) + 1;
    char *copy = (char *)allocate(rest);
    memcpy(copy, end, rest);
    memmove(delta, gamma, size);
    memcpy(delta, "\"vk_delta_2\": ", 14);
    memcpy(delta + size, copy, rest);
    vorpal_groth16_verifier *verifier = NULL;
    size_t len = strlen((char *)key);
    FAILS(VORPAL_ERROR_INPUT, "nobody contributed", vorpal_groth16_verifier_new(ctx, key, len, 0, &verifier));
    OK(vorpal_groth16_verifier_new(ctx, key, len, 1, &verifier));
    VERDICT(0, vorpal_groth16_verify(ctx, verifier, c->proof.bytes, c->proof.len, c->public_.bytes, c->public_.len,
                                     &valid));
    vorpal_groth16_verifier_free(verifier);
    free(copy), free(key);
}

int main(void) {
    vorpal_ctx *ctx = context(2);
    static const char *const curves[2] = {"bn254", "bls12_381"};
    Circuit circuits[2] = {circuit_of(curves[0]), circuit_of(curves[1])};
    vorpal_groth16_verifier *verifiers[2] = {NULL, NULL};
    for (size_t i = 0; i < 2; i++) {
        const Circuit *c = &circuits[i];
        vorpal_groth16_prover *prover = NULL, *opened = NULL;
        OK(vorpal_groth16_prover_new(ctx, c->zkey.bytes, c->zkey.len, 1, &prover));
        OK(vorpal_groth16_prover_open(ctx, c->path, 1, &opened));
        OK(vorpal_groth16_verifier_new(ctx, c->key.bytes, c->key.len, 0, &verifiers[i]));
        proofs(ctx, c, prover, verifiers[i]), proofs(ctx, c, opened, verifiers[i]);
        batches(ctx, c, prover, verifiers[i]);
        verdicts(ctx, c, verifiers[i]);
        refusals(ctx, c, prover);
        development(ctx, c);
        vorpal_groth16_prover_free(prover), vorpal_groth16_prover_free(opened);
    }
    /* A proof and a witness of the other curve. */
    const Circuit *c = &circuits[1];
    REFUSES(VORPAL_ERROR_INPUT, "proof: ", vorpal_groth16_verify(ctx, verifiers[0], c->proof.bytes, c->proof.len,
                                                               c->public_.bytes, c->public_.len, &valid));
    for (size_t i = 0; i < 2; i++) vorpal_groth16_verifier_free(verifiers[i]), free_circuit(&circuits[i]);
    vorpal_groth16_prover_free(NULL), vorpal_groth16_verifier_free(NULL);
    vorpal_ctx_free(ctx);
    puts("groth16: all tests passed");
    return 0;
}
