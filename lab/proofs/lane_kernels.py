"""The claims of all kernels for vectors, by name."""

from lane_conversions import CONVERSIONS
from lane_fma import FMA
from lane_products import IFMA


def lane_kernels():
    """The claims by the names of functions in the library, or of special cases of functions."""
    return IFMA | CONVERSIONS | FMA
