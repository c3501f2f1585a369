/* The interface of rapidsnark: proofs of real keys, verified; short buffers; malformed keys, witnesses and JSON; null
 * pointers; threads and a forked child; a verification with many signals, which starts no thread.
 *
 * `rapidsnark DATA` reads the folder `groth16` of DATA. Without DATA it tests what needs no key. */
#include "prover.h"
#include "verifier.h"

#include <dirent.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned long long Size;

static char message[300];

#define CHECK(condition)                                                                                              \
    do {                                                                                                              \
        if (!(condition)) {                                                                                           \
            fprintf(stderr, "%s:%d: %s\n  message: %s\n", __FILE__, __LINE__, #condition, message);                   \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)
/* A call must fail with this code, and a message that contains this text. */
#define FAILS(code, text, call)                                                                                       \
    do {                                                                                                              \
        message[0] = 0;                                                                                               \
        CHECK((call) == (code));                                                                                      \
        CHECK(strstr(message, (text)) != NULL);                                                                       \
    } while (0)
#define MESSAGE message, sizeof message

static void *allocate(size_t size) {
    void *memory = malloc(size + 1);
    CHECK(memory != NULL);
    return memory;
}

typedef struct {
    uint8_t *bytes;
    Size size;
} File;

static const char *folder;

static void path_of(char *path, size_t size, const char *name) {
    CHECK(snprintf(path, size, "%s/groth16/%s", folder, name) < (int)size);
}

/* A file with a zero after its end, so that it is a text of C too. */
static File read_file(const char *name) {
    char path[600];
    path_of(path, sizeof path, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) fprintf(stderr, "no file %s\n", path);
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    long size = ftell(file);
    CHECK(size > 0);
    rewind(file);
    File result = {(uint8_t *)allocate((size_t)size), (Size)size};
    CHECK(fread(result.bytes, 1, (size_t)size, file) == (size_t)size && fclose(file) == 0);
    result.bytes[size] = 0;
    return result;
}

typedef struct {
    File zkey, witness, key;
    char path[600];
} Circuit;

static Circuit circuit(const char *name, const char *zkey) {
    Circuit result;
    char file[200];
    CHECK(snprintf(file, sizeof file, "%s/%s", name, zkey) < (int)sizeof file);
    result.zkey = read_file(file), path_of(result.path, sizeof result.path, file);
    CHECK(snprintf(file, sizeof file, "%s/witness.wtns", name) < (int)sizeof file);
    result.witness = read_file(file);
    CHECK(snprintf(file, sizeof file, "%s/verification_key.json", name) < (int)sizeof file);
    result.key = read_file(file);
    return result;
}

static void free_circuit(Circuit *c) { free(c->zkey.bytes), free(c->witness.bytes), free(c->key.bytes); }

/* Buffers of the sizes that the library states. */
typedef struct {
    char *proof, *public_signals;
    Size proof_size, public_size;
} Result;

static Result buffers(const Circuit *c) {
    Result result;
    Size size = 0, of_file = 0;
    CHECK(groth16_public_size_for_zkey_buf(c->zkey.bytes, c->zkey.size, &size, MESSAGE) == PROVER_OK);
    CHECK(groth16_public_size_for_zkey_file(c->path, &of_file, MESSAGE) == PROVER_OK);
    CHECK(size == of_file && size > 4 && (size - 4) % 82 == 0);
    result.public_size = size;
    groth16_proof_size(&result.proof_size);
    result.proof = (char *)allocate((size_t)result.proof_size);
    result.public_signals = (char *)allocate((size_t)result.public_size);
    memset(result.proof, 'x', (size_t)result.proof_size);
    memset(result.public_signals, 'x', (size_t)result.public_size);
    return result;
}

static void free_result(Result *result) { free(result->proof), free(result->public_signals); }

/* Checks lengths and forms, and verifies. */
static void check_result(const Circuit *c, Result *r) {
    CHECK(strlen(r->proof) == r->proof_size && strlen(r->public_signals) == r->public_size);
    CHECK(strncmp(r->proof, "{\"pi_a\":[\"", 10) == 0 && strstr(r->proof, "\"protocol\":\"groth16\"}") != NULL);
    CHECK(strchr(r->proof, ' ') == NULL && strchr(r->proof, '\n') == NULL && strstr(r->proof, "curve") == NULL);
    const char *key = (const char *)c->key.bytes;
    CHECK(groth16_verify(r->proof, r->public_signals, key, MESSAGE) == VERIFIER_VALID_PROOF);
    CHECK(groth16_verify(r->proof, r->public_signals, key, NULL, 0) == VERIFIER_VALID_PROOF);

    /* Another last digit of the first signal. */
    char *digit = strpbrk(r->public_signals, "0123456789");
    CHECK(digit != NULL && (digit = strchr(digit, '"')) != NULL);
    digit--;
    char before = *digit;
    *digit = before == '1' ? '2' : '1';
    CHECK(groth16_verify(r->proof, r->public_signals, key, MESSAGE) == VERIFIER_INVALID_PROOF);
    *digit = before;
    /* Another number of signals. */
    FAILS(VERIFIER_ERROR, "public signals instead of", groth16_verify(r->proof, "[]", key, MESSAGE));
    FAILS(VERIFIER_ERROR, "inputs", groth16_verify(r->proof, "[1]", key, MESSAGE));
    FAILS(VERIFIER_ERROR, "inputs", groth16_verify(r->proof, "", key, MESSAGE));
    FAILS(VERIFIER_ERROR, "verification_key", groth16_verify(r->proof, r->public_signals, "{}", MESSAGE));
    FAILS(VERIFIER_ERROR, "proof", groth16_verify("{", r->public_signals, key, MESSAGE));
    FAILS(VERIFIER_ERROR, "proof", groth16_verify("{\"pi_a\":[]}", r->public_signals, key, MESSAGE));
    FAILS(VERIFIER_ERROR, "proof is null", groth16_verify(NULL, r->public_signals, key, MESSAGE));
    FAILS(VERIFIER_ERROR, "inputs is null", groth16_verify(r->proof, NULL, key, MESSAGE));
    FAILS(VERIFIER_ERROR, "verification_key is null", groth16_verify(r->proof, r->public_signals, NULL, MESSAGE));
    FAILS(VERIFIER_ERROR, "not UTF-8", groth16_verify("\xff", r->public_signals, key, MESSAGE));
    /* A point that is not on the curve: one more digit of x. */
    char *other = (char *)allocate((size_t)r->proof_size);
    strcpy(other, r->proof);
    other[10] = other[10] == '1' ? '2' : '1';
    FAILS(VERIFIER_ERROR, "pi_a", groth16_verify(other, r->public_signals, key, MESSAGE));
    free(other);
}

/* All four functions that prove. */
static void proofs(const Circuit *c) {
    void *prover = NULL;
    const File *wtns = &c->witness;
    for (int variant = 0; variant < 4; variant++) {
        Result r = buffers(c);
        int code = PROVER_ERROR;
        message[0] = 0;
        if (variant == 0) {
            code = groth16_prover(c->zkey.bytes, c->zkey.size, wtns->bytes, wtns->size, r.proof, &r.proof_size,
                                  r.public_signals, &r.public_size, MESSAGE);
        } else if (variant == 1) {
            code = groth16_prover_zkey_file(c->path, wtns->bytes, wtns->size, r.proof, &r.proof_size,
                                            r.public_signals, &r.public_size, MESSAGE);
        } else {
            /* The caller's key may change after the prover is created. */
            uint8_t *copy = (uint8_t *)allocate((size_t)c->zkey.size);
            memcpy(copy, c->zkey.bytes, (size_t)c->zkey.size);
            code = variant == 2 ? groth16_prover_create(&prover, copy, c->zkey.size, MESSAGE)
                                : groth16_prover_create_zkey_file(&prover, c->path, MESSAGE);
            CHECK(code == PROVER_OK && prover != NULL);
            memset(copy, 0xff, (size_t)c->zkey.size), free(copy);
            code = groth16_prover_prove(prover, wtns->bytes, wtns->size, r.proof, &r.proof_size, r.public_signals,
                                        &r.public_size, NULL, 0);
            groth16_prover_destroy(prover);
        }
        CHECK(code == PROVER_OK);
        check_result(c, &r);
        free_result(&r);
    }
}

/* A buffer that is too small, by one byte or by all: nothing is written, and the sizes are those that are needed. */
static void short_buffers(const Circuit *c) {
    void *prover = NULL;
    CHECK(groth16_prover_create(&prover, c->zkey.bytes, c->zkey.size, MESSAGE) == PROVER_OK);
    Result first = buffers(c);
#define PROVE(r)                                                                                                      \
    groth16_prover_prove(prover, c->witness.bytes, c->witness.size, (r).proof, &(r).proof_size, (r).public_signals,   \
                         &(r).public_size, MESSAGE)
    CHECK(PROVE(first) == PROVER_OK);
    Size proof_size = 0, length = first.public_size;
    groth16_proof_size(&proof_size);
    for (int variant = 0; variant < 4; variant++) {
        Result r = buffers(c);
        r.proof_size = variant < 2 ? proof_size : variant == 2 ? 0 : 600;
        r.public_size = variant == 0 ? length : variant == 1 ? 0 : length + 1;
        FAILS(PROVER_ERROR_SHORT_BUFFER, "too small", PROVE(r));
        CHECK(r.public_size == length + 1 && r.proof_size > 600 && r.proof_size <= proof_size);
        CHECK(r.proof[0] == 'x' && r.public_signals[0] == 'x');
        /* The length of a proof varies. */
        r.proof_size = proof_size;
        CHECK(PROVE(r) == PROVER_OK && r.public_size == length);
        CHECK(memcmp(r.public_signals, first.public_signals, (size_t)length + 1) == 0);
        check_result(c, &r), free_result(&r);
    }
    groth16_prover_destroy(prover), free_result(&first);
}

/* Keys and witnesses that are cut, changed or of another circuit. */
static void malformed(const Circuit *c, const Circuit *other, const Circuit *of_other_curve) {
    void *prover = (void *)c;
    Size size = 7;
    Result r = buffers(c);
    Size proof_size = r.proof_size, public_size = r.public_size;
#define OF(zkey, zkey_size, wtns, wtns_size)                                                                          \
    groth16_prover(zkey, zkey_size, wtns, wtns_size, r.proof, &r.proof_size, r.public_signals, &r.public_size, MESSAGE)
    for (Size cut = 0; cut < c->zkey.size; cut += 1 + cut / 20) {
        FAILS(PROVER_ERROR, "", groth16_prover_create(&prover, c->zkey.bytes, cut, MESSAGE));
        CHECK(strlen(message) > 0 && prover == (const void *)c);
        FAILS(PROVER_ERROR, "", OF(c->zkey.bytes, cut, c->witness.bytes, c->witness.size));
        int code = groth16_public_size_for_zkey_buf(c->zkey.bytes, cut, &size, MESSAGE);
        CHECK(code == PROVER_ERROR && size == 7);
    }
    for (Size cut = 0; cut < c->witness.size; cut += 1 + cut / 20) {
        FAILS(PROVER_ERROR, "wtns", OF(c->zkey.bytes, c->zkey.size, c->witness.bytes, cut));
    }
    uint8_t *copy = (uint8_t *)allocate((size_t)c->zkey.size);
    memcpy(copy, c->zkey.bytes, (size_t)c->zkey.size);
    copy[0] = 'x';
    FAILS(PROVER_ERROR, "does not begin", groth16_prover_create(&prover, copy, c->zkey.size, MESSAGE));
    copy[0] = 'z';
    memset(copy + c->zkey.size - 400, 0xff, 400);
    CHECK(groth16_prover_create(&prover, copy, c->zkey.size, MESSAGE) == PROVER_OK ||
          strstr(message, "zkey file, section") != NULL);
    if (prover != (const void *)c) groth16_prover_destroy(prover);
    free(copy);
    FAILS(PROVER_INVALID_WITNESS_LENGTH, "signals",
          OF(c->zkey.bytes, c->zkey.size, other->witness.bytes, other->witness.size));
    FAILS(PROVER_ERROR, "another prime",
          OF(c->zkey.bytes, c->zkey.size, of_other_curve->witness.bytes, of_other_curve->witness.size));
    FAILS(PROVER_ERROR, "another prime",
          groth16_public_size_for_zkey_buf(of_other_curve->zkey.bytes, of_other_curve->zkey.size, &size, MESSAGE));
    FAILS(PROVER_ERROR, "another prime",
          groth16_prover_create(&prover, of_other_curve->zkey.bytes, of_other_curve->zkey.size, MESSAGE));
    FAILS(PROVER_ERROR, "does not begin", OF(c->witness.bytes, c->witness.size, c->witness.bytes, c->witness.size));
    CHECK(r.proof_size == proof_size && r.public_size == public_size && r.proof[0] == 'x');

    /* A witness that does not satisfy the circuit has a proof that is not valid. */
    copy = (uint8_t *)allocate((size_t)c->witness.size);
    memcpy(copy, c->witness.bytes, (size_t)c->witness.size);
    copy[c->witness.size - 32] ^= 1;
    CHECK(OF(c->zkey.bytes, c->zkey.size, copy, c->witness.size) == PROVER_OK);
    CHECK(groth16_verify(r.proof, r.public_signals, (char *)c->key.bytes, MESSAGE) == VERIFIER_INVALID_PROOF);
    free(copy), free_result(&r);

    /* Null pointers. */
    r = buffers(c);
    CHECK(groth16_prover_create(&prover, c->zkey.bytes, c->zkey.size, MESSAGE) == PROVER_OK);
#define WITH(object, wtns, proof, proof_size, signals, public_size)                                                   \
    groth16_prover_prove(object, wtns, c->witness.size, proof, proof_size, signals, public_size, MESSAGE)
    Size *sizes[2] = {&r.proof_size, &r.public_size};
    uint8_t *wtns = c->witness.bytes;
    FAILS(PROVER_ERROR, "prover_object", WITH(NULL, wtns, r.proof, sizes[0], r.public_signals, sizes[1]));
    FAILS(PROVER_ERROR, "wtns_buffer", WITH(prover, NULL, r.proof, sizes[0], r.public_signals, sizes[1]));
    FAILS(PROVER_ERROR, "proof_buffer", WITH(prover, wtns, NULL, sizes[0], r.public_signals, sizes[1]));
    FAILS(PROVER_ERROR, "proof_size", WITH(prover, wtns, r.proof, NULL, r.public_signals, sizes[1]));
    FAILS(PROVER_ERROR, "public_buffer", WITH(prover, wtns, r.proof, sizes[0], NULL, sizes[1]));
    FAILS(PROVER_ERROR, "public_size", WITH(prover, wtns, r.proof, sizes[0], r.public_signals, NULL));
    groth16_prover_destroy(prover), free_result(&r);
}

/* What needs no key. */
static void misuse(void) {
    void *prover = NULL;
    Size size = 0;
    char text[] = "unchanged";
    groth16_proof_size(NULL);
    groth16_proof_size(&size);
    CHECK(size == 810);
    groth16_prover_destroy(NULL);
    FAILS(PROVER_ERROR, "prover_object is null", groth16_prover_create(NULL, text, sizeof text, MESSAGE));
    FAILS(PROVER_ERROR, "zkey_buffer is null", groth16_prover_create(&prover, NULL, 0, MESSAGE));
    FAILS(PROVER_ERROR, "impossible", groth16_prover_create(&prover, text, ~0ULL, MESSAGE));
    FAILS(PROVER_ERROR, "zkey_file_path is null", groth16_prover_create_zkey_file(&prover, NULL, MESSAGE));
    FAILS(PROVER_ERROR, "zkey file", groth16_prover_create_zkey_file(&prover, "/no/such/file", MESSAGE));
    FAILS(PROVER_ERROR, "zkey file", groth16_prover_create(&prover, text, sizeof text, MESSAGE));
    FAILS(PROVER_ERROR, "public_size is null", groth16_public_size_for_zkey_buf(text, 4, NULL, MESSAGE));
    FAILS(PROVER_ERROR, "zkey_buffer is null", groth16_public_size_for_zkey_buf(NULL, 4, &size, MESSAGE));
    FAILS(PROVER_ERROR, "zkey_fname is null", groth16_public_size_for_zkey_file(NULL, &size, MESSAGE));
    FAILS(PROVER_ERROR, "/no/such/file", groth16_public_size_for_zkey_file("/no/such/file", &size, MESSAGE));
    FAILS(PROVER_ERROR, "zkey_buffer is null", groth16_prover(NULL, 0, text, 1, text, &size, text, &size, MESSAGE));
    FAILS(PROVER_ERROR, "wtns_buffer is null", groth16_prover(text, 1, NULL, 1, text, &size, text, &size, MESSAGE));
    FAILS(PROVER_ERROR, "zkey_file_path is null",
          groth16_prover_zkey_file(NULL, text, 1, text, &size, text, &size, MESSAGE));
    CHECK(prover == NULL && size == 810);

    /* What fits of a message, and a zero. */
    char part[12];
    memset(part, 'x', sizeof part);
    CHECK(groth16_prover_create(NULL, text, sizeof text, part, 5) == PROVER_ERROR);
    CHECK(memcmp(part, "prov", 5) == 0 && part[5] == 'x');
    CHECK(groth16_prover_create(NULL, text, sizeof text, part, 1) == PROVER_ERROR && part[0] == 0);
    CHECK(groth16_verify(NULL, text, text, part, 0) == VERIFIER_ERROR && part[1] == 'r');
    CHECK(groth16_prover_create(NULL, text, sizeof text, NULL, 100) == PROVER_ERROR);
    CHECK(groth16_verify("{}", text, text, NULL, 100) == VERIFIER_ERROR);
    CHECK(strcmp(text, "unchanged") == 0);
}

/* The key of this circuit is one that nobody contributed to. It has proofs, and the verification refuses it. */
static void uncontributed(void) {
    Circuit c = circuit("bn254/poseidon", "circuit.zkey");
    Result r = buffers(&c);
    CHECK(groth16_prover(c.zkey.bytes, c.zkey.size, c.witness.bytes, c.witness.size, r.proof, &r.proof_size,
                         r.public_signals, &r.public_size, MESSAGE) == PROVER_OK);
    FAILS(VERIFIER_ERROR, "everybody can forge",
          groth16_verify(r.proof, r.public_signals, (char *)c.key.bytes, MESSAGE));
    free_result(&r), free_circuit(&c);
}

typedef struct {
    const Circuit *circuit;
    void *prover;
} Work;

static void *thread(void *argument) {
    const Work *work = (const Work *)argument;
    const Circuit *c = work->circuit;
    char proof[810], public_signals[4096], reason[100];
    for (int i = 0; i < 3; i++) {
        Size proof_size = sizeof proof, public_size = sizeof public_signals;
        int code = groth16_prover_prove(work->prover, c->witness.bytes, c->witness.size, proof, &proof_size,
                                        public_signals, &public_size, reason, sizeof reason);
        CHECK(code == PROVER_OK);
        CHECK(groth16_verify(proof, public_signals, (char *)c->key.bytes, reason, sizeof reason) == 0);
    }
    return NULL;
}

/* One prover on several threads, and in a forked child. */
static void threads_and_forks(const Circuit *c) {
    Work work = {c, NULL};
    pthread_t threads[3];
    CHECK(groth16_prover_create(&work.prover, c->zkey.bytes, c->zkey.size, MESSAGE) == PROVER_OK);
    for (int i = 0; i < 3; i++) CHECK(pthread_create(&threads[i], NULL, thread, &work) == 0);
    for (int i = 0; i < 3; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    fflush(stdout);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        thread(&work);
        _exit(0);
    }
    int status = 1;
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    groth16_prover_destroy(work.prover);
}

/* The threads of this process; 0 where the system has no such folder. */
static int number_of_threads(void) {
    DIR *folder_of_threads = opendir("/proc/self/task");
    int number = 0;
    if (folder_of_threads == NULL) return 0;
    while (readdir(folder_of_threads) != NULL) number++;
    closedir(folder_of_threads);
    return number;
}

/* A key with many signals, made of the first point of another one: the sum over the signals has buckets. */
static void verification_starts_no_thread(const Circuit *c, const char *proof) {
    enum { SIGNALS = 60 };
    const char *key = (const char *)c->key.bytes, *number = strstr(key, "\"nPublic\":"), *list = strstr(key, "\"IC\"");
    CHECK(number != NULL && list != NULL && number < list);
    number = strpbrk(number, "0123456789"), list = strchr(list, '[') + 1;
    const char *rest = number + strspn(number, "0123456789"), *point = strchr(list, '[');
    size_t length = (size_t)(strchr(point, ']') + 1 - point), place = (size_t)(number - key);
    char *wide = (char *)allocate((size_t)c->key.size + (SIGNALS + 1) * (length + 1) + 20);
    char *signals = (char *)allocate(SIGNALS * 80 + 10), *next = signals;
    memcpy(wide, key, place);
    place += (size_t)sprintf(wide + place, "%d%.*s", SIGNALS, (int)(list - rest), rest);
    for (int i = 0; i <= SIGNALS; i++) {
        place += (size_t)sprintf(wide + place, "%s%.*s", i > 0 ? "," : "", (int)length, point);
        if (i > 0) next += sprintf(next, "%s\"%d%060d\"", i > 1 ? "," : "[", i, 1);
    }
    strcpy(wide + place, "]}"), strcpy(next, "]");
    int before = number_of_threads();
    CHECK(groth16_verify(proof, signals, wide, MESSAGE) == VERIFIER_INVALID_PROOF);
    CHECK(number_of_threads() == before);
    free(wide), free(signals);
}

int main(int argc, char **argv) {
    misuse();
    if (argc != 2) {
        puts("rapidsnark: passed without keys");
        return 0;
    }
    folder = argv[1];
    Circuit small = circuit("bn254/multiplier2", "circuit.zkey");
    Circuit large = circuit("bn254/rapidsnark", "circuit_final.zkey");
    Circuit other_curve = circuit("bls12_381/multiplier2", "circuit.zkey");
    /* Proofs of snarkjs. */
    File proof = read_file("bn254/multiplier2/circom.proof"), signals = read_file("bn254/multiplier2/public.json");
    /* Before the first proof starts threads. */
    verification_starts_no_thread(&small, (const char *)proof.bytes);
    proofs(&small), proofs(&large);
    const char *texts[2] = {(char *)proof.bytes, (char *)signals.bytes};
    CHECK(groth16_verify(texts[0], texts[1], (char *)small.key.bytes, MESSAGE) == VERIFIER_VALID_PROOF);
    CHECK(groth16_verify(texts[0], texts[1], (char *)large.key.bytes, MESSAGE) == VERIFIER_INVALID_PROOF);
    free(proof.bytes), free(signals.bytes);
    uncontributed();
    short_buffers(&large), malformed(&small, &large, &other_curve), threads_and_forks(&large);
    free_circuit(&small), free_circuit(&large), free_circuit(&other_curve);
    puts("rapidsnark: all passed");
    return 0;
}
