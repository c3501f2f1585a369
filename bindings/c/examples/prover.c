/* For developers of provers: bases in the memory layout of gnark-crypto and arkworks, and a sum over them. */
#include <inttypes.h>
#include <stdio.h>

#include "vorpal.h"

enum { COUNT = 1000 };

static int failed(const char *what) {
    fprintf(stderr, "%s: %s\n", what, vorpal_last_error());
    return 1;
}

/* Prints the progress; any result but 0 would cancel the sum. */
static int32_t show(void *user, uint64_t done, uint64_t total) {
    (void)user;
    fprintf(stderr, "%" PRIu64 " of %" PRIu64 " additions\n", done, total);
    return 0;
}

int main(void) {
    vorpal_ctx *ctx = NULL;
    if (vorpal_ctx_new(0, &ctx) != VORPAL_OK) return failed("context");

    /* The generator (1, 2) of BN254 in the format of gnark-crypto, and its multiples in Montgomery form. */
    uint8_t generator[64] = {0};
    generator[31] = 1, generator[63] = 2;
    vorpal_bases *base = NULL;
    if (vorpal_bases_from_bytes(ctx, VORPAL_BN254_G1, VORPAL_FORMAT_GNARK, 1, generator, 64, VORPAL_TRUST_NOTHING,
                                &base) != VORPAL_OK) {
        return failed("bases");
    }
    static uint64_t points[8 * COUNT], scalars[COUNT];
    for (uint64_t i = 0; i < COUNT; i++) {
        scalars[i] = i + 1;
        if (vorpal_msm_to_montgomery_vartime(ctx, base, 1, &scalars[i], VORPAL_SCALARS_U64, NULL, NULL,
                                             points + 8 * i) != VORPAL_OK) {
            return failed("multiple");
        }
    }
    vorpal_bases_free(base);

    /* The sum of i^2 G over points that stay where they are. */
    uint64_t sum[8];
    if (vorpal_msm_of_points_vartime(ctx, VORPAL_BN254_G1, COUNT, points, VORPAL_TRUST_IN_SUBGROUP, scalars,
                                     VORPAL_SCALARS_U64, show, NULL, sum) != VORPAL_OK) {
        return failed("sum");
    }
    printf("x = %016" PRIx64 "%016" PRIx64 "%016" PRIx64 "%016" PRIx64 " (Montgomery form)\n", sum[3], sum[2], sum[1],
           sum[0]);
    vorpal_ctx_free(ctx);
    return 0;
}
