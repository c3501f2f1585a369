/* Real data by the C interface: senders of mainnet, state roots of 60 blocks, the sums of ZPrize 2022.
 *
 * `real DATA` reads the folders `mainnet-state` and `zprize` of DATA. */
#include <dirent.h>

#include "check.h"

typedef struct {
    uint8_t *bytes;
    size_t len;
} File;

/* A whole file, with a zero byte after it. */
static File read_file(const char *folder, const char *name) {
    char path[1024];
    CHECK(snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path);
    FILE *file = fopen(path, "rb");
    if (file == NULL) fprintf(stderr, "%s\n", path);
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    long len = ftell(file);
    CHECK(len >= 0 && fseek(file, 0, SEEK_SET) == 0);
    File whole = {(uint8_t *)allocate((size_t)len + 1), (size_t)len};
    CHECK(fread(whole.bytes, 1, whole.len, file) == whole.len && fclose(file) == 0);
    whole.bytes[whole.len] = 0;
    return whole;
}

/* The number of `0x` and hexadecimal digits at the cursor, right-aligned in `size` bytes. */
static const char *quantity(const char *at, uint8_t *out, size_t size) {
    CHECK(at[0] == '0' && at[1] == 'x');
    at += 2;
    size_t digits = strspn(at, "0123456789abcdefABCDEF");
    CHECK(digits >= 1 && digits <= 2 * size);
    memset(out, 0, size);
    for (size_t i = 0; i < digits; i++) {
        size_t place = 2 * size - digits + i;
        out[place / 2] |= (uint8_t)(hex_digit(at[i]) << (place % 2 == 0 ? 4 : 0));
    }
    return at + digits;
}

static const char *skip(const char *at, const char *text) {
    size_t len = strlen(text);
    CHECK(strncmp(at, text, len) == 0);
    return at + len;
}

/* Recovers the senders of a file `N.signatures.csv`. */
static size_t senders(vorpal_ctx *ctx, const char *folder, const char *name) {
    File file = read_file(folder, name);
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < file.len; i++) capacity += file.bytes[i] == '\n';
    uint8_t *hashes = (uint8_t *)allocate(32 * capacity), *signatures = (uint8_t *)allocate(65 * capacity);
    uint8_t *expected = (uint8_t *)allocate(20 * capacity), *found = (uint8_t *)allocate(20 * capacity);
    uint8_t *items = (uint8_t *)allocate(capacity);
    const char *at = strchr((const char *)file.bytes, '\n') + 1;
    for (; *at != 0; count++) {
        at = skip(quantity(at, hashes + 32 * count, 32), ",");
        at = skip(quantity(at, signatures + 65 * count, 32), ",");
        at = skip(quantity(at, signatures + 65 * count + 32, 32), ",");
        CHECK(*at == '0' || *at == '1');
        signatures[65 * count + 64] = (uint8_t)(*at - '0');
        at = quantity(skip(at + 1, ","), expected + 20 * count, 20);
        at += strcspn(at, "\n");
        if (*at == '\n') at++;
    }
    OK(vorpal_secp256k1_recover_batch(ctx, count, hashes, signatures, NULL, found, items));
    for (size_t i = 0; i < count; i++) CHECK(items[i] == VORPAL_ITEM_OK);
    EQUAL(found, expected, 20 * count);
    free(hashes), free(signatures), free(expected), free(found), free(items), free(file.bytes);
    return count;
}

static void all_senders(vorpal_ctx *ctx, const char *folder) {
    DIR *directory = opendir(folder);
    CHECK(directory != NULL);
    size_t files = 0, count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (strstr(entry->d_name, ".signatures.csv") == NULL) continue;
        count += senders(ctx, folder, entry->d_name), files++;
    }
    closedir(directory);
    printf("%s: %zu senders of %zu files\n", folder, count, files);
    CHECK(count > 0);
}

typedef struct {
    uint8_t *addresses, *positions, *arguments, *values;
    size_t count, capacity;
} Writes;

static void write_value(Writes *writes, const uint8_t *address, uint8_t position, const uint8_t *slot,
                        const uint8_t *value) {
    if (writes->count == writes->capacity) {
        writes->capacity = 2 * writes->capacity + 64;
        writes->addresses = (uint8_t *)realloc(writes->addresses, 20 * writes->capacity);
        writes->positions = (uint8_t *)realloc(writes->positions, writes->capacity);
        writes->arguments = (uint8_t *)realloc(writes->arguments, 32 * writes->capacity);
        writes->values = (uint8_t *)realloc(writes->values, 32 * writes->capacity);
        CHECK(writes->addresses && writes->positions && writes->arguments && writes->values);
    }
    size_t i = writes->count++;
    memcpy(writes->addresses + 20 * i, address, 20);
    writes->positions[i] = position;
    if (slot == NULL) {
        memset(writes->arguments + 32 * i, 0, 32);
    } else {
        memcpy(writes->arguments + 32 * i, slot, 32);
    }
    memcpy(writes->values + 32 * i, value, 32);
}

/* The writes of a file of accounts, one a line. */
static void read_accounts(Writes *writes, const char *at) {
    while (*at != 0) {
        uint8_t address[20], balance[16], code_hash[32], slot[32], value[32];
        at = quantity(skip(at, "{\"address\":\""), address, 20);
        char *end = NULL;
        uint64_t nonce = strtoull(skip(at, "\",\"nonce\":"), &end, 10);
        at = quantity(skip(end, ",\"balance\":\""), balance, 16);
        at = skip(quantity(skip(at, "\",\"code_hash\":\""), code_hash, 32), "\"");
        OK(vorpal_tree_basic_data(nonce, balance, 0, value));
        write_value(writes, address, VORPAL_POSITION_BASIC_DATA, NULL, value);
        write_value(writes, address, VORPAL_POSITION_CODE_HASH, NULL, code_hash);
        if (*at == ',') {
            at = skip(at, ",\"storage\":{");
            while (*at == '"') {
                at = quantity(at + 1, slot, 32);
                at = skip(quantity(skip(at, "\":\""), value, 32), "\"");
                write_value(writes, address, VORPAL_POSITION_STORAGE, slot, value);
                if (*at == ',') at++;
            }
            at = skip(at, "}");
        }
        at = skip(at, "}");
        at += strspn(at, "\r\n");
    }
}

/* The blocks of a folder, in the order of `roots.json`. */
static void roots(vorpal_ctx *ctx, const char *folder) {
    vorpal_committer *committer = NULL;
    vorpal_tree *tree = NULL;
    OK(vorpal_committer_new(ctx, VORPAL_PROFILE_MEDIUM, &committer));
    OK(vorpal_tree_in_memory(0, &tree));
    File list = read_file(folder, "roots.json");
    size_t blocks = 0, written = 0;
    for (char *at = (char *)list.bytes; (at = strstr(at, "\"file\"")) != NULL; blocks++) {
        char name[100];
        uint8_t expected[32], root[32];
        CHECK(sscanf(at, "\"file\" : \"%99[^\"]\"", name) == 1 || sscanf(at, "\"file\": \"%99[^\"]\"", name) == 1);
        at = strstr(at, "\"root\"");
        CHECK(at != NULL && (at = strstr(at, "0x")) != NULL);
        quantity(at, expected, 32);
        File file = read_file(folder, name);
        Writes writes = {NULL, NULL, NULL, NULL, 0, 0};
        read_accounts(&writes, (const char *)file.bytes);
        uint8_t *keys = (uint8_t *)allocate(32 * writes.count);
        OK(vorpal_tree_keys_vartime(ctx, committer, writes.count, writes.addresses, writes.positions,
                                    writes.arguments, keys));
        OK(vorpal_tree_apply(ctx, committer, tree, writes.count, keys, writes.values, name, expected, root));
        EQUAL(root, expected, 32);
        written += writes.count;
        free(keys), free(writes.addresses), free(writes.positions), free(writes.arguments), free(writes.values);
        free(file.bytes);
    }
    free(list.bytes);
    vorpal_tree_free(tree), vorpal_committer_free(committer);
    printf("%s: %zu roots, %zu values\n", folder, blocks, written);
    CHECK(blocks > 0);
}

static uint64_t number(const uint8_t *bytes) {
    uint64_t value = 0;
    for (size_t i = 0; i < 8; i++) value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* The vectors of the harness of ZPrize 2022: each a number and so many items. */
static void zprize(vorpal_ctx *ctx, const char *folder) {
    File points = read_file(folder, "points"), scalars = read_file(folder, "scalars");
    File results = read_file(folder, "result.txt");
    size_t point = 0, scalar = 0, vectors = 0;
    for (; point < points.len; vectors++) {
        uint64_t count = number(points.bytes + point);
        CHECK(count == number(scalars.bytes + scalar));
        vorpal_bases *bases = NULL;
        uint8_t sum[48];
        OK(vorpal_bases_from_bytes(ctx, VORPAL_BLS12_377_G1, VORPAL_FORMAT_ARKWORKS, count, points.bytes + point + 8,
                                   48, VORPAL_TRUST_NOTHING, &bases));
        OK(vorpal_msm_vartime(ctx, bases, count, scalars.bytes + scalar + 8, VORPAL_SCALARS_LITTLE_ENDIAN, NULL, NULL,
                              VORPAL_FORMAT_ARKWORKS, sum, 48));
        CHECK(48 * (vectors + 1) <= results.len);
        EQUAL(sum, results.bytes + 48 * vectors, 48);
        vorpal_bases_free(bases);
        point += 8 + 48 * count, scalar += 8 + 32 * count;
    }
    printf("%s: %zu sums\n", folder, vectors);
    CHECK(vectors > 0);
    free(points.bytes), free(scalars.bytes), free(results.bytes);
}

int main(int argc, char **argv) {
    char folder[1024];
    CHECK(argc == 2 && strlen(argv[1]) < 1000);
    vorpal_ctx *ctx = context(0);
    snprintf(folder, sizeof folder, "%s/mainnet-state", argv[1]);
    all_senders(ctx, folder);
    roots(ctx, folder);
    snprintf(folder, sizeof folder, "%s/mainnet-blocks", argv[1]);
    all_senders(ctx, folder);
    snprintf(folder, sizeof folder, "%s/zprize", argv[1]);
    zprize(ctx, folder);
    vorpal_ctx_free(ctx);
    puts("real data: all passed");
    return 0;
}
