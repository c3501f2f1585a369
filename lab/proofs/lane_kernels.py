"""The claims of all kernels for vectors, by name."""

from lane_claims import for_vectors
from lane_conversions import CONVERSIONS, batches
from lane_fma import fma
from lane_products import IFMA
from lane_quads import QUADS


def lane_kernels():
    """The claims by the names of functions in the library, or of special cases of functions.

    The kernels of AVX-IFMA are proved in the encoding that ships. The processor runs them in that of AVX-512.
    """
    return {
        **IFMA,
        **CONVERSIONS,
        **batches(8),
        **for_vectors(IFMA | CONVERSIONS | batches(4), "ifma", "ifma256", "avxifma", native="ifma256_evex"),
        **fma(4),
        **fma(6),
        **for_vectors(fma(4) | fma(6), "fma", "fma512", "avx512f"),
        **QUADS,
    }
