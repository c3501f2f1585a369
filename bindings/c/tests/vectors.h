/* Reads the official vectors of KZG: files of YAML with two levels of keys, whose values are text, numbers or lists. */
#ifndef VECTORS_H
#define VECTORS_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KEYS = 8, MAX_ITEMS = 16384 };

/* Ends the program with the file that is read. */
#define REQUIRE(condition)                                                                                            \
    do {                                                                                                              \
        if (!(condition)) {                                                                                           \
            fprintf(stderr, "%s:%d: %s\n  vector: %s\n", __FILE__, __LINE__, #condition, vector_path);                \
            exit(1);                                                                                                  \
        }                                                                                                             \
    } while (0)

static char vector_path[1024];

/* A part of the text of a file. */
typedef struct {
    const char *start;
    size_t len;
} Text;

/* The values of a key; nested lists are flat. */
typedef struct {
    Text name;
    int is_null;
    size_t count;
    Text items[MAX_ITEMS];
} Values_of_key;

/* A file: what is under `input`, and `output`. */
typedef struct {
    char *text;
    size_t keys;
    Values_of_key key[MAX_KEYS];
} Vector;

/* The value of the next scalar: text in quotes without them, or a word. */
static inline void add(Values_of_key *key, const char *start, const char *end) {
    while (start < end && (*start == ' ' || *start == '\'')) start++;
    while (end > start && (end[-1] == ' ' || end[-1] == '\'')) end--;
    if (start == end) return;
    REQUIRE(key != NULL && key->count < MAX_ITEMS);
    key->items[key->count].start = start;
    key->items[key->count++].len = (size_t)(end - start);
}

/* The numbers of a line of a list in brackets. Returns whether the list goes on. */
static inline int add_numbers(Values_of_key *key, const char *at, const char *end) {
    while (at < end) {
        size_t digits = strspn(at, "0123456789");
        if (digits > 0) add(key, at, at + digits);
        at += digits;
        if (at < end && *at++ == ']') return 0;
    }
    return 1;
}

static inline void parse(Vector *vector) {
    Values_of_key *key = NULL;
    int in_brackets = 0;
    vector->keys = 0;
    for (const char *at = vector->text, *end; *at != 0; at = *end == 0 ? end : end + 1) {
        end = at + strcspn(at, "\n");
        at += strspn(at, " ");
        if (in_brackets) {
            in_brackets = add_numbers(key, at, end);
            continue;
        }
        if (at[0] == '-') {
            at += strspn(at, "- ");
            add(key, at, end);
            continue;
        }
        const char *colon = (const char *)memchr(at, ':', (size_t)(end - at));
        REQUIRE(colon != NULL && vector->keys < MAX_KEYS);
        key = &vector->key[vector->keys++];
        key->name.start = at, key->name.len = (size_t)(colon - at);
        key->count = 0, key->is_null = 0;
        const char *value = colon + 1 + strspn(colon + 1, " ");
        if (*value == '[') {
            in_brackets = add_numbers(key, value, end);
        } else if (end - value == 4 && memcmp(value, "null", 4) == 0) {
            key->is_null = 1;
        } else {
            add(key, value, end);
        }
    }
    REQUIRE(!in_brackets);
}

static inline void read_vector(Vector *vector, const char *path) {
    REQUIRE(snprintf(vector_path, sizeof vector_path, "%s", path) < (int)sizeof vector_path);
    FILE *file = fopen(path, "rb");
    REQUIRE(file != NULL && fseek(file, 0, SEEK_END) == 0);
    long len = ftell(file);
    REQUIRE(len > 0 && fseek(file, 0, SEEK_SET) == 0);
    vector->text = (char *)malloc((size_t)len + 1);
    REQUIRE(vector->text != NULL);
    REQUIRE(fread(vector->text, 1, (size_t)len, file) == (size_t)len && fclose(file) == 0);
    vector->text[len] = 0;
    parse(vector);
}

static inline const Values_of_key *get(const Vector *vector, const char *name) {
    for (size_t i = 0; i < vector->keys; i++) {
        const Values_of_key *key = &vector->key[i];
        if (key->name.len == strlen(name) && memcmp(key->name.start, name, key->name.len) == 0) return key;
    }
    fprintf(stderr, "no key %s in %s\n", name, vector_path);
    exit(1);
}

/* The bytes of the hexadecimal digits after `0x`, or 0 if these are not `size` bytes. */
static inline int decode(Text text, uint8_t *out, size_t size) {
    static const char digits[] = "0123456789abcdef";
    REQUIRE(text.len >= 2 && text.start[0] == '0' && text.start[1] == 'x');
    if (text.len != 2 + 2 * size) return 0;
    for (size_t i = 0; i < 2 * size; i++) {
        const char *digit = strchr(digits, text.start[2 + i]);
        REQUIRE(digit != NULL);
        uint8_t half = (uint8_t)(digit - digits);
        out[i / 2] = (uint8_t)(i % 2 == 0 ? half << 4 : out[i / 2] | half);
    }
    return 1;
}

/* The values of a key, `size` bytes each, one after another. Null if one has another length: no flat array has it. */
static inline uint8_t *bytes_of(const Vector *vector, const char *name, size_t size, size_t *count) {
    const Values_of_key *key = get(vector, name);
    uint8_t *bytes = (uint8_t *)malloc(size * key->count + 1);
    REQUIRE(bytes != NULL);
    *count = key->count;
    for (size_t i = 0; i < key->count; i++) {
        if (!decode(key->items[i], bytes + size * i, size)) {
            free(bytes);
            return NULL;
        }
    }
    return bytes;
}

static inline uint64_t *numbers_of(const Vector *vector, const char *name, size_t *count) {
    const Values_of_key *key = get(vector, name);
    uint64_t *numbers = (uint64_t *)malloc(sizeof(uint64_t) * (key->count + 1));
    REQUIRE(numbers != NULL);
    for (size_t i = 0; i < key->count; i++) numbers[i] = strtoull(key->items[i].start, NULL, 10);
    *count = key->count;
    return numbers;
}

/* The output has these `count` values of `size` bytes from its value `first` on. */
static inline void expect(const Vector *vector, size_t first, const uint8_t *bytes, size_t count, size_t size) {
    const Values_of_key *output = get(vector, "output");
    uint8_t *expected = (uint8_t *)malloc(size);
    REQUIRE(expected != NULL && !output->is_null && output->count >= first + count);
    for (size_t i = 0; i < count; i++) {
        REQUIRE(decode(output->items[first + i], expected, size));
        REQUIRE(memcmp(expected, bytes + size * i, size) == 0);
    }
    free(expected);
}

static inline void expect_verdict(const Vector *vector, int is_valid) {
    const Values_of_key *output = get(vector, "output");
    const char *expected = is_valid ? "true" : "false";
    REQUIRE(output->count == 1 && output->items[0].len == strlen(expected));
    REQUIRE(memcmp(output->items[0].start, expected, strlen(expected)) == 0);
}

/* Runs `test` on every file of the folder `FOLDER/FUNCTION`, and returns their number. */
static inline size_t each_vector(const char *folder, const char *function,
                                 void (*test)(void *user, const char *function, const Vector *vector), void *user) {
    static Vector vector;
    char path[1024], name[600];
    size_t count = 0;
    REQUIRE(snprintf(name, sizeof name, "%s/%s/kzg-mainnet", folder, function) < (int)sizeof name);
    DIR *cases = opendir(name);
    if (cases == NULL) fprintf(stderr, "no folder %s\n", name);
    REQUIRE(cases != NULL);
    for (struct dirent *entry; (entry = readdir(cases)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        REQUIRE(snprintf(path, sizeof path, "%s/%s/data.yaml", name, entry->d_name) < (int)sizeof path);
        read_vector(&vector, path);
        test(user, function, &vector);
        free(vector.text);
        count++;
    }
    closedir(cases);
    return count;
}

#endif
