/* Recoveries in batches of 1,000 through the C interface beside the same in Rust, on one thread each, in turns.
 *
 * `recovery PROGRAM [ROUNDS]`: PROGRAM is the example `recovery_times` of the crate `vorpal`. Prints the lower decile
 * of each side for a signature, and the ratio. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "vorpal.h"

enum { COUNT = 1000, ITEM = 97 };

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, vorpal_last_error());
    exit(1);
}

/* The program of Rust: a line to `input` runs a batch, and a line of `output` has its time in nanoseconds. */
typedef struct {
    FILE *input, *output;
} Rust;

static Rust start(const char *program) {
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) fail("pipe");
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        dup2(to[0], 0), dup2(from[1], 1);
        close(to[0]), close(to[1]), close(from[0]), close(from[1]);
        setenv("RAYON_NUM_THREADS", "1", 1);
        execl(program, program, "1000", (char *)NULL);
        perror(program);
        _exit(1);
    }
    close(to[0]), close(from[1]);
    Rust rust = {fdopen(to[1], "w"), fdopen(from[0], "r")};
    if (rust.input == NULL || rust.output == NULL) fail("fdopen");
    return rust;
}

static double batch_of_rust(const Rust *rust) {
    double nanoseconds;
    if (fputs("\n", rust->input) < 0 || fflush(rust->input) != 0) fail("the program of Rust ended");
    if (fscanf(rust->output, "%lf", &nanoseconds) != 1) fail("the program of Rust has no time");
    return nanoseconds;
}

static void read_inputs(const Rust *rust, uint8_t *hashes, uint8_t *signatures) {
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < ITEM; j++) {
            unsigned int byte;
            if (fscanf(rust->output, "%2x", &byte) != 1) fail("the program of Rust has no inputs");
            *(j < 32 ? hashes + 32 * i + j : signatures + 65 * i + j - 32) = (uint8_t)byte;
        }
    }
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return 1e9 * (double)time.tv_sec + (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double decile(double *times, size_t count) {
    qsort(times, count, sizeof *times, ascending);
    return times[count / 10] / 1e3 / COUNT;
}

int main(int argc, char **argv) {
    static uint8_t hashes[32 * COUNT], signatures[65 * COUNT], keys[65 * COUNT], items[COUNT];
    size_t rounds = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 200;
    if (argc < 2 || rounds == 0) {
        fprintf(stderr, "usage: recovery PROGRAM [ROUNDS]\n");
        return 2;
    }
    Rust rust = start(argv[1]);
    read_inputs(&rust, hashes, signatures);
    vorpal_ctx *ctx = NULL;
    if (vorpal_ctx_new(1, &ctx) != VORPAL_OK) fail("context");
    double *ours = (double *)calloc(rounds, sizeof *ours), *theirs = (double *)calloc(rounds, sizeof *theirs);
    if (ours == NULL || theirs == NULL) fail("memory");
    /* The first round builds tables and warms caches. */
    for (size_t round = 0; round <= rounds; round++) {
        double begin = now();
        if (vorpal_secp256k1_recover_batch(ctx, COUNT, hashes, signatures, keys, NULL, items) != VORPAL_OK) {
            fail("recover");
        }
        double end = now(), other = batch_of_rust(&rust);
        for (size_t i = 0; i < COUNT; i++) {
            if (items[i] != VORPAL_ITEM_OK) fail("a signature is invalid");
        }
        if (round > 0) ours[round - 1] = end - begin, theirs[round - 1] = other;
    }
    double c = decile(ours, rounds), r = decile(theirs, rounds);
    printf("backend %s, one thread, %zu rounds\n", vorpal_backend(), rounds);
    printf("recovery in batches of 1,000: C %.3f us, Rust %.3f us, ratio %.3f\n", c, r, c / r);
    free(ours), free(theirs);
    vorpal_ctx_free(ctx);
    return 0;
}
