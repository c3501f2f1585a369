/* The interface of c-kzg: layouts, setups from points and files, wrong and malformed input, null pointers, and the
 * official vectors.
 *
 * `ckzg DATA` reads the folder `kzg`, and `evm/kzg/trusted_setup.txt`, of DATA. Without DATA it tests what needs no
 * setup. */
#include "ckzg.h"

#include "../../tests/vectors.h"

#define CHECK(condition)                                                                                              \
    do {                                                                                                              \
        if (!(condition)) {                                                                                           \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                           \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)
#define OK(call) CHECK((call) == C_KZG_OK)
#define BAD(call) CHECK((call) == C_KZG_BADARGS)

typedef struct {
    const KZGSettings *settings;
    size_t inexpressible;
} Runner;

static void *allocate(size_t size) {
    void *memory = malloc(size + 1);
    CHECK(memory != NULL);
    memset(memory, 0, size);
    return memory;
}

/* What users of c-kzg rely on: they allocate these by value. */
static void layouts(void) {
    CHECK(sizeof(KZGSettings) == 10 * sizeof(void *) && sizeof(fr_t) == 32 && sizeof(g1_t) == 144);
    CHECK(sizeof(Blob) == 131072 && sizeof(Cell) == 2048 && sizeof(Bytes48) == 48 && sizeof(Bytes32) == 32);
    CHECK(CELLS_PER_EXT_BLOB == 128 && CELLS_PER_BLOB == 64 && sizeof(C_KZG_RET) == sizeof(int));
    CHECK(C_KZG_BADARGS == 1 && C_KZG_ERROR == 2 && C_KZG_MALLOC == 3);
}

/* Numbers, scalars and points that have known bytes. */
static void conversions(void) {
    uint8_t number[8];
    Bytes32 scalar, found;
    Bytes48 point, encoded;
    fr_t field;
    g1_t decoded;
    bytes_from_uint64(number, 0x0102030405060708);
    for (size_t i = 0; i < 8; i++) CHECK(number[i] == i + 1);
    for (size_t i = 0; i < 32; i++) scalar.bytes[i] = (uint8_t)i;
    OK(bytes_to_bls_field(&field, &scalar));
    bytes_from_bls_field(&found, &field);
    CHECK(memcmp(&found, &scalar, 32) == 0);
    hash_to_bls_field(&field, &scalar);
    bytes_from_bls_field(&found, &field);
    CHECK(memcmp(&found, &scalar, 32) == 0);
    memset(&scalar, 0xff, 32);
    BAD(bytes_to_bls_field(&field, &scalar));
    /* 2^256 - 1 modulo the order. */
    Text reduced = {"0x1824b159acc5056f998c4fefecbc4ff55884b7fa0003480200000001fffffffd", 66};
    hash_to_bls_field(&field, &scalar);
    bytes_from_bls_field(&found, &field);
    CHECK(decode(reduced, scalar.bytes, 32) && memcmp(&found, &scalar, 32) == 0);

    Text generator = {"0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac58"
                      "6c55e83ff97a1aeffb3af00adb22c6bb", 98};
    CHECK(decode(generator, point.bytes, 48));
    OK(bytes_to_kzg_commitment(&decoded, &point));
    bytes_from_g1(&encoded, &decoded);
    CHECK(memcmp(&encoded, &point, 48) == 0);
    /* The first limb of the generator's x in Montgomery form, as in blst's constant. */
    CHECK(decoded.x[0] == 0x5cb38790fd530c16);
    /* With another Z this is no point of the curve, and nothing is written. */
    memcpy(decoded.z, decoded.x, sizeof decoded.z);
    memset(&encoded, 7, sizeof encoded);
    bytes_from_g1(&encoded, &decoded);
    CHECK(encoded.bytes[0] == 7);
    memset(&point, 0, sizeof point), point.bytes[0] = 0xc0;
    OK(bytes_to_kzg_proof(&decoded, &point));
    bytes_from_g1(&encoded, &decoded);
    CHECK(memcmp(&encoded, &point, 48) == 0);
    point.bytes[0] = 0;
    BAD(bytes_to_kzg_proof(&decoded, &point));
    BAD(bytes_to_kzg_commitment(&decoded, &point));
    BAD(bytes_to_kzg_commitment(NULL, &point));
    BAD(bytes_to_bls_field(&field, NULL));
    bytes_from_g1(NULL, &decoded), bytes_from_bls_field(&found, NULL), bytes_from_uint64(NULL, 1);
    hash_to_bls_field(NULL, &scalar), compute_challenge(NULL, NULL, NULL);
}

/* Settings that are zero, null pointers, and setups that are none. */
static void misuse(void) {
    KZGSettings none;
    Bytes48 point = {{0}};
    Bytes32 scalar = {{0}};
    bool ok = true;
    uint64_t index = 0;
    Blob *blob = (Blob *)allocate(sizeof(Blob));
    Cell *cells = (Cell *)allocate(CELLS_PER_EXT_BLOB * sizeof(Cell));
    uint8_t *bytes = (uint8_t *)allocate(4096 * 48);
    memset(&none, 0xee, sizeof none);
    BAD(load_trusted_setup(&none, bytes, 4096 * 48, bytes, 4096 * 48, bytes, 65 * 96, 0));
    CHECK(none.tables == NULL && none.wbits == 0 && none.roots_of_unity == NULL);
    BAD(load_trusted_setup(&none, bytes, 47, bytes, 4096 * 48, bytes, 65 * 96, 0));
    BAD(load_trusted_setup(&none, NULL, 4096 * 48, bytes, 4096 * 48, bytes, 65 * 96, 0));
    BAD(load_trusted_setup(&none, NULL, 0, NULL, 0, NULL, 0, 0));
    BAD(load_trusted_setup(NULL, bytes, 4096 * 48, bytes, 4096 * 48, bytes, 65 * 96, 0));
    BAD(load_trusted_setup_file(&none, NULL, 0));
    FILE *file = tmpfile();
    CHECK(file != NULL && fputs("4096\n65\nxy\n", file) >= 0);
    rewind(file);
    BAD(load_trusted_setup_file(&none, file, 0));
    BAD(load_trusted_setup_file(NULL, file, 0));
    CHECK(fclose(file) == 0);
    free_trusted_setup(&none), free_trusted_setup(NULL);

    BAD(blob_to_kzg_commitment(&point, blob, &none));
    BAD(blob_to_kzg_commitment(&point, blob, NULL));
    BAD(compute_kzg_proof(&point, &scalar, blob, &scalar, &none));
    BAD(compute_blob_kzg_proof(&point, blob, &point, &none));
    BAD(compute_cells_and_kzg_proofs(cells, NULL, blob, &none));
    BAD(recover_cells_and_kzg_proofs(cells, NULL, &index, cells, 1, &none));
    BAD(verify_kzg_proof(&ok, &point, &scalar, &scalar, &point, &none));
    CHECK(!ok);
    ok = true;
    BAD(verify_blob_kzg_proof(&ok, blob, &point, &point, &none));
    CHECK(!ok);
    ok = true;
    BAD(verify_blob_kzg_proof_batch(&ok, blob, &point, &point, 1, &none));
    CHECK(!ok);
    ok = true;
    BAD(verify_cell_kzg_proof_batch(&ok, &point, &index, cells, &point, 1, &none));
    CHECK(!ok);
    free(blob), free(cells), free(bytes);
}

/* Null pointers and impossible numbers with settings. */
static void null_pointers(const KZGSettings *s) {
    Bytes48 point = {{0xc0}};
    Bytes32 scalar = {{0}};
    bool ok = true;
    uint64_t index = 0;
    Blob *blob = (Blob *)allocate(sizeof(Blob));
    Cell *cell = (Cell *)allocate(sizeof(Cell));
    BAD(blob_to_kzg_commitment(NULL, blob, s));
    BAD(blob_to_kzg_commitment(&point, NULL, s));
    BAD(compute_kzg_proof(NULL, &scalar, blob, &scalar, s));
    BAD(compute_kzg_proof(&point, NULL, blob, &scalar, s));
    BAD(compute_kzg_proof(&point, &scalar, NULL, &scalar, s));
    BAD(compute_kzg_proof(&point, &scalar, blob, NULL, s));
    BAD(compute_blob_kzg_proof(NULL, blob, &point, s));
    BAD(compute_blob_kzg_proof(&point, NULL, &point, s));
    BAD(compute_blob_kzg_proof(&point, blob, NULL, s));
    BAD(compute_cells_and_kzg_proofs(NULL, NULL, blob, s));
    BAD(compute_cells_and_kzg_proofs(cell, NULL, NULL, s));
    BAD(recover_cells_and_kzg_proofs(NULL, NULL, &index, cell, 1, s));
    BAD(recover_cells_and_kzg_proofs(cell, NULL, NULL, cell, 64, s));
    BAD(recover_cells_and_kzg_proofs(cell, NULL, &index, NULL, 64, s));
    BAD(recover_cells_and_kzg_proofs(cell, NULL, NULL, NULL, 0, s));
    OK(verify_kzg_proof(&ok, &point, &scalar, &scalar, &point, s));
    CHECK(ok);
    BAD(verify_kzg_proof(&ok, NULL, &scalar, &scalar, &point, s));
    CHECK(!ok);
    ok = true;
    BAD(verify_kzg_proof(&ok, &point, &scalar, &scalar, NULL, s));
    CHECK(!ok);
    ok = true;
    BAD(verify_kzg_proof(&ok, &point, NULL, &scalar, &point, s));
    BAD(verify_kzg_proof(&ok, &point, &scalar, NULL, &point, s));
    BAD(verify_kzg_proof(NULL, &point, &scalar, &scalar, &point, s));
    BAD(verify_blob_kzg_proof(NULL, blob, &point, &point, s));
    ok = true;
    BAD(verify_blob_kzg_proof(&ok, NULL, &point, &point, s));
    CHECK(!ok);
    ok = true;
    BAD(verify_blob_kzg_proof(&ok, blob, NULL, &point, s));
    BAD(verify_blob_kzg_proof(&ok, blob, &point, NULL, s));
    BAD(verify_blob_kzg_proof_batch(&ok, NULL, &point, &point, 1, s));
    CHECK(!ok);
    BAD(verify_blob_kzg_proof_batch(&ok, blob, &point, &point, UINT64_MAX, s));
    BAD(verify_blob_kzg_proof_batch(NULL, NULL, NULL, NULL, 0, s));
    OK(verify_blob_kzg_proof_batch(&ok, NULL, NULL, NULL, 0, s));
    ok = false;
    OK(verify_blob_kzg_proof_batch(&ok, NULL, NULL, NULL, 0, NULL));
    CHECK(ok);
    CHECK(ok);
    BAD(verify_cell_kzg_proof_batch(&ok, &point, NULL, cell, &point, 1, s));
    CHECK(!ok);
    BAD(verify_cell_kzg_proof_batch(&ok, &point, &index, cell, &point, UINT64_MAX / 8, s));
    BAD(verify_cell_kzg_proof_batch(NULL, NULL, NULL, NULL, NULL, 0, s));
    OK(verify_cell_kzg_proof_batch(&ok, NULL, NULL, NULL, NULL, 0, s));
    ok = false;
    OK(verify_cell_kzg_proof_batch(&ok, NULL, NULL, NULL, NULL, 0, NULL));
    CHECK(ok);
    CHECK(ok);
    free(blob), free(cell);
}

static int is(const char *function, const char *name) { return strcmp(function, name) == 0; }

/* Whether the call succeeded. An error is null in the vectors. */
static int succeeded(const Vector *vector, C_KZG_RET result) {
    int is_null = get(vector, "output")->is_null;
    REQUIRE(result == C_KZG_OK || result == C_KZG_BADARGS);
    REQUIRE(is_null == (result != C_KZG_OK));
    return !is_null;
}

/* The arrays of a case. If one is missing, or has another number of items, there is no such call. */
typedef struct {
    size_t count;
    int are_present;
    uint8_t *list[4];
    size_t lists;
} Arrays;

static const uint8_t *array(Arrays *arrays, const Vector *vector, const char *name, size_t size) {
    size_t count;
    uint8_t *bytes = bytes_of(vector, name, size, &count);
    arrays->are_present = arrays->are_present && bytes != NULL && (arrays->lists == 0 || count == arrays->count);
    arrays->count = count;
    return arrays->list[arrays->lists++] = bytes;
}

static void run(void *user, const char *function, const Vector *vector) {
    Runner *runner = (Runner *)user;
    const KZGSettings *s = runner->settings;
    static Cell out[CELLS_PER_EXT_BLOB];
    static KZGProof proofs[CELLS_PER_EXT_BLOB];
    Arrays arrays = {0, 1, {NULL, NULL, NULL, NULL}, 0};
    Bytes32 y;
    fr_t field;
    bool ok = true;
    uint64_t *indices = NULL, *of_commitments = NULL;
    size_t number;
    if (is(function, "blob_to_kzg_commitment")) {
        const Blob *blob = (const Blob *)array(&arrays, vector, "blob", sizeof(Blob));
        if (arrays.are_present && succeeded(vector, blob_to_kzg_commitment(proofs, blob, s))) {
            expect(vector, 0, proofs[0].bytes, 1, 48);
        }
    } else if (is(function, "compute_kzg_proof")) {
        const Blob *blob = (const Blob *)array(&arrays, vector, "blob", sizeof(Blob));
        const Bytes32 *z = (const Bytes32 *)array(&arrays, vector, "z", 32);
        if (arrays.are_present && succeeded(vector, compute_kzg_proof(proofs, &y, blob, z, s))) {
            expect(vector, 0, proofs[0].bytes, 1, 48), expect(vector, 1, y.bytes, 1, 32);
        }
    } else if (is(function, "compute_blob_kzg_proof")) {
        const Blob *blob = (const Blob *)array(&arrays, vector, "blob", sizeof(Blob));
        const Bytes48 *commitment = (const Bytes48 *)array(&arrays, vector, "commitment", 48);
        if (arrays.are_present && succeeded(vector, compute_blob_kzg_proof(proofs, blob, commitment, s))) {
            expect(vector, 0, proofs[0].bytes, 1, 48);
        }
    } else if (is(function, "compute_challenge")) {
        const Blob *blob = (const Blob *)array(&arrays, vector, "blob", sizeof(Blob));
        const Bytes48 *commitment = (const Bytes48 *)array(&arrays, vector, "commitment", 48);
        g1_t point;
        REQUIRE(arrays.are_present && bytes_to_kzg_commitment(&point, commitment) == C_KZG_OK);
        compute_challenge(&field, blob, &point);
        bytes_from_bls_field(&y, &field);
        expect(vector, 0, y.bytes, 1, 32);
    } else if (is(function, "verify_kzg_proof")) {
        const Bytes48 *commitment = (const Bytes48 *)array(&arrays, vector, "commitment", 48);
        const Bytes32 *z = (const Bytes32 *)array(&arrays, vector, "z", 32);
        const Bytes32 *value = (const Bytes32 *)array(&arrays, vector, "y", 32);
        const Bytes48 *proof = (const Bytes48 *)array(&arrays, vector, "proof", 48);
        if (arrays.are_present && succeeded(vector, verify_kzg_proof(&ok, commitment, z, value, proof, s))) {
            expect_verdict(vector, ok);
        }
    } else if (is(function, "verify_blob_kzg_proof") || is(function, "verify_blob_kzg_proof_batch")) {
        int is_batch = is(function, "verify_blob_kzg_proof_batch");
        const Blob *blobs = (const Blob *)array(&arrays, vector, is_batch ? "blobs" : "blob", sizeof(Blob));
        const Bytes48 *commitments =
            (const Bytes48 *)array(&arrays, vector, is_batch ? "commitments" : "commitment", 48);
        const Bytes48 *all = (const Bytes48 *)array(&arrays, vector, is_batch ? "proofs" : "proof", 48);
        if (arrays.are_present &&
            succeeded(vector, is_batch ? verify_blob_kzg_proof_batch(&ok, blobs, commitments, all, arrays.count, s)
                                       : verify_blob_kzg_proof(&ok, blobs, commitments, all, s))) {
            expect_verdict(vector, ok);
        }
    } else if (is(function, "compute_cells") || is(function, "compute_cells_and_kzg_proofs")) {
        int with_proofs = !is(function, "compute_cells");
        const Blob *blob = (const Blob *)array(&arrays, vector, "blob", sizeof(Blob));
        if (arrays.are_present &&
            succeeded(vector, compute_cells_and_kzg_proofs(out, with_proofs ? proofs : NULL, blob, s))) {
            expect(vector, 0, out[0].bytes, CELLS_PER_EXT_BLOB, sizeof(Cell));
            if (with_proofs) {
                expect(vector, CELLS_PER_EXT_BLOB, proofs[0].bytes, CELLS_PER_EXT_BLOB, 48);
                KZGProof *alone = (KZGProof *)allocate(CELLS_PER_EXT_BLOB * sizeof(KZGProof));
                OK(compute_cells_and_kzg_proofs(NULL, alone, blob, s));
                REQUIRE(memcmp(alone, proofs, sizeof proofs) == 0);
                free(alone);
            }
        }
    } else if (is(function, "recover_cells_and_kzg_proofs")) {
        indices = numbers_of(vector, "cell_indices", &number);
        const Cell *cells = (const Cell *)array(&arrays, vector, "cells", sizeof(Cell));
        arrays.are_present = arrays.are_present && arrays.count == number;
        for (int with_proofs = 0; arrays.are_present && with_proofs < 2; with_proofs++) {
            if (succeeded(vector, recover_cells_and_kzg_proofs(out, with_proofs ? proofs : NULL, indices, cells,
                                                               number, s))) {
                expect(vector, 0, out[0].bytes, CELLS_PER_EXT_BLOB, sizeof(Cell));
                if (with_proofs) expect(vector, CELLS_PER_EXT_BLOB, proofs[0].bytes, CELLS_PER_EXT_BLOB, 48);
            }
        }
    } else if (is(function, "verify_cell_kzg_proof_batch")) {
        indices = numbers_of(vector, "cell_indices", &number);
        const Bytes48 *commitments = (const Bytes48 *)array(&arrays, vector, "commitments", 48);
        const Cell *cells = (const Cell *)array(&arrays, vector, "cells", sizeof(Cell));
        const Bytes48 *all = (const Bytes48 *)array(&arrays, vector, "proofs", 48);
        arrays.are_present = arrays.are_present && arrays.count == number;
        if (arrays.are_present &&
            succeeded(vector, verify_cell_kzg_proof_batch(&ok, commitments, indices, cells, all, number, s))) {
            expect_verdict(vector, ok);
        }
    } else {
        REQUIRE(is(function, "compute_verify_cell_kzg_proof_batch_challenge"));
        size_t scalars, count, commitment_count;
        indices = numbers_of(vector, "cell_indices", &number);
        of_commitments = numbers_of(vector, "commitment_indices", &count);
        const Bytes48 *all = (const Bytes48 *)array(&arrays, vector, "proofs", 48);
        uint8_t *cells = bytes_of(vector, "cosets_evals", 32, &scalars);
        uint8_t *commitments = bytes_of(vector, "commitments", 48, &commitment_count);
        REQUIRE(arrays.are_present && cells != NULL && commitments != NULL);
        REQUIRE(arrays.count == number && count == number && scalars == 64 * number);
        OK(compute_verify_cell_kzg_proof_batch_challenge(&field, (const Bytes48 *)commitments, commitment_count,
                                                         of_commitments, indices, (const Cell *)cells, all, number));
        bytes_from_bls_field(&y, &field);
        expect(vector, 0, y.bytes, 1, 32);
        free(cells), free(commitments);
    }
    if (!arrays.are_present) {
        REQUIRE(get(vector, "output")->is_null);
        runner->inexpressible++;
    }
    for (size_t i = 0; i < arrays.lists; i++) free(arrays.list[i]);
    free(indices), free(of_commitments);
}

static const char *const FUNCTIONS[] = {
    "blob_to_kzg_commitment",       "compute_blob_kzg_proof",
    "compute_cells",                "compute_cells_and_kzg_proofs",
    "compute_challenge",            "compute_kzg_proof",
    "recover_cells_and_kzg_proofs", "compute_verify_cell_kzg_proof_batch_challenge",
    "verify_blob_kzg_proof",        "verify_blob_kzg_proof_batch",
    "verify_cell_kzg_proof_batch",  "verify_kzg_proof",
};

static void vectors(const KZGSettings *settings, const char *folder) {
    Runner runner = {settings, 0};
    size_t count = 0;
    for (size_t i = 0; i < sizeof FUNCTIONS / sizeof FUNCTIONS[0]; i++) {
        count += each_vector(folder, FUNCTIONS[i], run, &runner);
    }
    printf("%s: %zu vectors, %zu of them with lengths that no call can have\n", folder, count, runner.inexpressible);
    CHECK(count == 344 && runner.inexpressible == 51);
}

/* Recovery in place, as c-kzg permits it. */
static void in_place(const KZGSettings *s) {
    Blob *blob = (Blob *)allocate(sizeof(Blob));
    Cell *cells = (Cell *)allocate(CELLS_PER_EXT_BLOB * sizeof(Cell));
    Cell *same = (Cell *)allocate(CELLS_PER_EXT_BLOB * sizeof(Cell));
    uint64_t indices[CELLS_PER_BLOB];
    for (size_t i = 0; i < sizeof(Blob); i++) blob->bytes[i] = (uint8_t)(i % 32 == 0 ? 0 : 37 * i + i / 300);
    OK(compute_cells_and_kzg_proofs(cells, NULL, blob, s));
    CHECK(memcmp(cells, blob, sizeof(Blob)) == 0);
    for (size_t i = 0; i < CELLS_PER_BLOB; i++) indices[i] = 2 * i, same[i] = cells[2 * i];
    OK(recover_cells_and_kzg_proofs(same, NULL, indices, same, CELLS_PER_BLOB, s));
    CHECK(memcmp(same, cells, CELLS_PER_EXT_BLOB * sizeof(Cell)) == 0);
    free(blob), free(cells), free(same);
}

/* The bytes of points, one on each line from `at` on. Returns the line after them. */
static const char *points(const char *at, uint8_t *out, size_t count, size_t size) {
    for (size_t i = 0; i < count; i++) {
        char digits[2 + 2 * 96 + 1] = "0x";
        Text text = {digits, 2 + 2 * size};
        memcpy(digits + 2, at, 2 * size);
        CHECK(decode(text, out + size * i, size));
        at += 2 * size;
        at += strspn(at, "\r\n");
    }
    return at;
}

/* The setup of a file's points is that of the file. */
static void setup_of_points(const KZGSettings *s, FILE *file) {
    char *text = (char *)allocate(1 << 20);
    rewind(file);
    CHECK(fread(text, 1, (1 << 20) - 1, file) > 800000);
    uint8_t *lagrange = (uint8_t *)allocate(4096 * 48), *powers = (uint8_t *)allocate(4096 * 48);
    uint8_t powers_g2[65 * 96];
    const char *at = strchr(strchr(text, '\n') + 1, '\n') + 1;
    at = points(points(at, lagrange, 4096, 48), powers_g2, 65, 96);
    points(at, powers, 4096, 48);
    KZGSettings own;
    OK(load_trusted_setup(&own, powers, 4096 * 48, lagrange, 4096 * 48, powers_g2, 65 * 96, 0));
    Blob *blob = (Blob *)allocate(sizeof(Blob));
    KZGCommitment found[2];
    for (size_t i = 0; i < sizeof(Blob); i++) blob->bytes[i] = (uint8_t)(i % 32 == 0 ? 0 : 11 * i + i / 200);
    OK(blob_to_kzg_commitment(&found[0], blob, &own));
    OK(blob_to_kzg_commitment(&found[1], blob, s));
    CHECK(memcmp(&found[0], &found[1], 48) == 0);
    free_trusted_setup(&own);
    BAD(load_trusted_setup(&own, lagrange, 4096 * 48, powers, 4096 * 48, powers_g2, 65 * 96, 0));
    BAD(load_trusted_setup(&own, powers, 4095 * 48, lagrange, 4096 * 48, powers_g2, 65 * 96, 0));
    BAD(load_trusted_setup(&own, powers, 4096 * 48, lagrange, 4096 * 48, powers_g2, 65 * 96, 16));
    free(text), free(lagrange), free(powers), free(blob);
}

int main(int argc, char **argv) {
    char path[600];
    layouts(), conversions(), misuse();
    if (argc != 2) {
        puts("ckzg: passed without a setup");
        return 0;
    }
    CHECK(snprintf(path, sizeof path, "%s/evm/kzg/trusted_setup.txt", argv[1]) < (int)sizeof path);
    FILE *file = fopen(path, "r");
    if (file == NULL) fprintf(stderr, "no file %s\n", path);
    CHECK(file != NULL);
    KZGSettings plain, tables;
    memset(&plain, 0xee, sizeof plain);
    BAD(load_trusted_setup_file(&plain, file, 16));
    CHECK(plain.tables == NULL);
    OK(load_trusted_setup_file(&plain, file, 0));
    rewind(file);
    OK(load_trusted_setup_file(&tables, file, 3));
    CHECK(tables.wbits == 3 && plain.wbits == 0);
    setup_of_points(&plain, file);
    CHECK(fclose(file) == 0);
    null_pointers(&plain), in_place(&plain);
    CHECK(snprintf(path, sizeof path, "%s/kzg", argv[1]) < (int)sizeof path);
    vectors(&plain, path), vectors(&tables, path);
    free_trusted_setup(&plain), free_trusted_setup(&plain);
    CHECK(plain.tables == NULL);
    free_trusted_setup(&tables);
    puts("ckzg: all passed");
    return 0;
}
