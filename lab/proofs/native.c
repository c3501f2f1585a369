/* Calls a function of a library on operands from standard input: native LIBRARY FUNCTION.
 *
 * A line of hexadecimal numbers is a call: the number of arguments, then each argument. An argument is the number of
 * words of a buffer and its words, or 0 and the value of an integer. The output is a line for each call: the words of
 * all buffers afterwards, separated by spaces; the buffers are separated by commas, and an integer has no words. */

#include <dlfcn.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ARGUMENTS = 8, WORDS = 64 };

typedef void function(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

static uint64_t next_number(void) {
    uint64_t number;
    if (scanf("%" SCNx64, &number) != 1) exit(3);
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
    static uint64_t buffers[ARGUMENTS][WORDS];
    uint64_t number_of_arguments;
    while (scanf("%" SCNx64, &number_of_arguments) == 1) {
        uint64_t passed[ARGUMENTS] = {0}, words[ARGUMENTS] = {0};
        if (number_of_arguments > ARGUMENTS) return 3;
        for (uint64_t i = 0; i < number_of_arguments; i++) {
            words[i] = next_number();
            if (words[i] > WORDS) return 3;
            for (uint64_t j = 0; j < words[i]; j++) buffers[i][j] = next_number();
            passed[i] = words[i] ? (uint64_t)(uintptr_t)buffers[i] : next_number();
        }
        call(passed[0], passed[1], passed[2], passed[3], passed[4], passed[5], passed[6], passed[7]);
        for (uint64_t i = 0; i < number_of_arguments; i++) {
            if (i) printf(",");
            for (uint64_t j = 0; j < words[i]; j++) printf("%s%" PRIx64, j ? " " : "", buffers[i][j]);
        }
        printf("\n");
    }
    return 0;
}
