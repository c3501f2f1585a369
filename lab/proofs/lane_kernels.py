"""The claims of all kernels for vectors, by name."""

from lane_claims import for_vectors
from lane_conversions import CONVERSIONS, batches
from lane_fma import fma, pseudo_mersenne
from lane_products import IFMA
from lane_quads import QUADS
from lane_signed import SIGNED


def lane_kernels():
    """The claims by the names of functions in the library, or of special cases of functions.

    The kernels of AVX-IFMA are proved in the encoding that ships. The processor runs them in that of AVX-512.
    """
    doubles = fma(4) | fma(6) | pseudo_mersenne()
    return {
        **IFMA,
        **CONVERSIONS,
        **batches(8),
        **for_vectors(IFMA | CONVERSIONS | batches(4), "ifma", "ifma256", "avxifma", native="ifma256_evex"),
        **doubles,
        **for_vectors(doubles, "fma", "fma512", "avx512f"),
        **for_vectors(doubles, "fma", "neon", "neon"),
        **for_vectors(doubles, "fma", "relaxed", "relaxed-simd"),
        **SIGNED,
        **QUADS,
    }
