/* For developers of clients: sign, recover all senders of a block in one call, and find the invalid signature. */
#include <stdio.h>
#include <string.h>

#include "vorpal.h"

enum { COUNT = 100 };

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, vorpal_last_error());
    return 1;
}

int main(void) {
    vorpal_ctx *ctx = NULL;
    if (vorpal_ctx_new(0, &ctx) != VORPAL_OK) return failed("context");

    uint8_t secret[32] = {1}, hashes[32 * COUNT] = {0}, signatures[65 * COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        hashes[32 * i] = (uint8_t)i;
        if (vorpal_secp256k1_sign(secret, hashes + 32 * i, NULL, signatures + 65 * i) != VORPAL_OK) {
            return failed("sign");
        }
    }
    memset(signatures + 65 * 42, 0, 32); /* r = 0 */

    uint8_t senders[20 * COUNT], items[COUNT];
    if (vorpal_secp256k1_recover_batch(ctx, COUNT, hashes, signatures, NULL, senders, items) != VORPAL_OK) {
        return failed("recover");
    }
    for (size_t i = 0; i < COUNT; i++) {
        if (items[i] != VORPAL_ITEM_OK) printf("signature %zu is invalid: reason %d\n", i, items[i]);
    }
    printf("sender 0x");
    for (size_t i = 0; i < 20; i++) printf("%02x", senders[i]);
    puts("");
    vorpal_ctx_free(ctx);
    return 0;
}
