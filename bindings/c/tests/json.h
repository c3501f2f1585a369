/* Reads published vectors in JSON: objects one after another, whose text and numbers have no escapes. */
#ifndef JSON_H
#define JSON_H

#include "check.h"

/* A part of the text of a file; no start if there is none. */
typedef struct {
    const char *start;
    size_t len;
} Part;

/* A whole file, with a zero byte after it. */
static inline char *read_text(const char *folder, const char *name) {
    char path[1024];
    CHECK(snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) fprintf(stderr, "%s\n", path);
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    long len = ftell(file);
    CHECK(len >= 0 && fseek(file, 0, SEEK_SET) == 0);
    char *text = (char *)allocate((size_t)len + 1);
    CHECK(fread(text, 1, (size_t)len, file) == (size_t)len && fclose(file) == 0);
    text[len] = 0;
    return text;
}

/* Where a key is next: the key in quotation marks. */
static inline const char *next_key(const char *at, const char *key) {
    char quoted[64];
    CHECK(snprintf(quoted, sizeof quoted, "\"%s\"", key) < (int)sizeof quoted);
    return strstr(at, quoted);
}

/* The value of a key between two places: text without its quotation marks, or a word. */
static inline Part value_of(const char *at, const char *end, const char *key) {
    Part none = {NULL, 0}, found;
    at = next_key(at, key);
    if (at == NULL || at >= end) return none;
    at += strlen(key) + 2;
    at += strspn(at, " :");
    int is_text = *at == '"';
    found.start = at + is_text;
    found.len = strcspn(found.start, is_text ? "\"" : ",} \n");
    return found;
}

static inline int is_text(Part part, const char *text) {
    return part.start != NULL && part.len == strlen(text) && memcmp(part.start, text, part.len) == 0;
}

/* The bytes of hexadecimal digits, with or without `0x`. */
static inline uint8_t *bytes_of(Part part, size_t *len) {
    CHECK(part.start != NULL && part.len % 2 == 0);
    if (part.len >= 2 && part.start[1] == 'x') part.start += 2, part.len -= 2;
    *len = part.len / 2;
    uint8_t *out = (uint8_t *)allocate(*len);
    hex(part.start, out, *len);
    return out;
}

#endif
