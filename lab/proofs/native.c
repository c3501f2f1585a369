/* Calls a function of a library on operands from standard input: native LIBRARY FUNCTION.
 *
 * A line of hexadecimal numbers is a call: the number of buffers; for each buffer the number of its words, and the
 * words; then the number of arguments, and the arguments. A word or an argument `@2` is the address of the third
 * buffer. The output is a line for each call: the words of all buffers afterwards, separated by spaces; the buffers are
 * separated by commas. */

#include <dlfcn.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ARGUMENTS = 8, BUFFERS = 64, WORDS = 512 };

typedef void function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

static _Alignas(64) uint64_t buffers[BUFFERS][WORDS];

/* Reads a number or the address of a buffer. At the end of the input, returns 0. */
static int next_word(uint64_t *word) {
    char text[20];
    if (scanf("%19s", text) != 1) return 0;
    *word = strtoull(text + (text[0] == '@'), NULL, 16);
    if (text[0] != '@') return 1;
    if (*word >= BUFFERS) exit(3);
    *word = (uint64_t)(uintptr_t)buffers[*word];
    return 1;
}

/* Reads a number up to a limit. */
static uint64_t next_number(uint64_t limit) {
    uint64_t number;
    if (!next_word(&number) || number > limit) exit(3);
    return number;
}

int main(int count, char **names) {
    if (count != 3) return 2;
    void *library = dlopen(names[1], RTLD_NOW);
    void *found = library ? dlsym(library, names[2]) : NULL;
    if (!found) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    function *call = (function *)found;
    uint64_t number_of_buffers;
    while (next_word(&number_of_buffers)) {
        uint64_t passed[ARGUMENTS] = {0}, words[BUFFERS] = {0};
        if (number_of_buffers > BUFFERS) return 3;
        for (uint64_t i = 0; i < number_of_buffers; i++) {
            words[i] = next_number(WORDS);
            for (uint64_t j = 0; j < words[i]; j++) buffers[i][j] = next_number(UINT64_MAX);
        }
        uint64_t number_of_arguments = next_number(ARGUMENTS);
        for (uint64_t i = 0; i < number_of_arguments; i++) passed[i] = next_number(UINT64_MAX);
        call(passed[0], passed[1], passed[2], passed[3], passed[4], passed[5], passed[6], passed[7]);
        for (uint64_t i = 0; i < number_of_buffers; i++) {
            if (i) printf(",");
            for (uint64_t j = 0; j < words[i]; j++) printf("%s%" PRIx64, j ? " " : "", buffers[i][j]);
        }
        printf("\n");
    }
    return 0;
}
