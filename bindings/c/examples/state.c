/* For developers of clients with a state: a block of writes, its root, a witness, and a stateless client's check. */
#include <stdio.h>
#include <stdlib.h>

#include "vorpal.h"

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, vorpal_last_error());
    return 1;
}

int main(void) {
    vorpal_ctx *ctx = NULL;
    vorpal_committer *committer = NULL;
    vorpal_tree *tree = NULL;
    if (vorpal_ctx_new(0, &ctx) != VORPAL_OK) return failed("context");
    if (vorpal_committer_new(ctx, VORPAL_PROFILE_SMALL, &committer) != VORPAL_OK) return failed("tables");
    if (vorpal_tree_in_memory(128, &tree) != VORPAL_OK) return failed("tree");

    uint8_t keys[2][32] = {{1}, {2}}, values[2][32] = {{10}, {20}}, root[32];
    if (vorpal_tree_apply(ctx, committer, tree, 2, keys[0], values[0], "block 1", NULL, root) != VORPAL_OK) {
        return failed("apply");
    }

    /* The full node proves one key. The size of the bytes is asked for first. */
    vorpal_witness *witness = NULL;
    size_t len = 0;
    if (vorpal_tree_prove(ctx, committer, tree, 1, keys[1], VORPAL_WITNESS_BOUND, &witness) != VORPAL_OK ||
        vorpal_witness_to_bytes(witness, NULL, &len) != VORPAL_OK) {
        return failed("prove");
    }
    uint8_t *bytes = (uint8_t *)malloc(len);
    if (bytes == NULL || vorpal_witness_to_bytes(witness, bytes, &len) != VORPAL_OK) return failed("bytes");
    vorpal_witness_free(witness);

    /* The stateless client knows the root and the bytes. It demands a proof of everything, absence included. */
    vorpal_partial_tree *part = NULL;
    uint8_t value[32], present = 0;
    if (vorpal_witness_from_bytes(bytes, len, &witness) != VORPAL_OK ||
        vorpal_witness_verify(ctx, committer, witness, root, VORPAL_WITNESS_BOUND, &part) != VORPAL_OK ||
        vorpal_partial_tree_get(part, 1, keys[1], value, &present) != VORPAL_OK) {
        return failed("verify");
    }
    printf("a witness of %zu bytes proves the value %d\n", len, present ? value[0] : -1);

    free(bytes);
    vorpal_partial_tree_free(part), vorpal_witness_free(witness);
    vorpal_tree_free(tree), vorpal_committer_free(committer), vorpal_ctx_free(ctx);
    return 0;
}
