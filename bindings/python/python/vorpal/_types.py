"""Types of arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional, Protocol, Union

import numpy as np
from numpy.typing import NDArray

from vorpal._vorpal import Context


class ArrowColumn(Protocol):
    """A ``FixedSizeBinaryArray`` of pyarrow, or a ``ChunkedArray`` with one chunk of it."""

    @property
    def type(self) -> Any:
        """The type of the values."""

    @property
    def null_count(self) -> int:
        """The number of null values, which must be 0."""


Bytes = Union[bytes, bytearray, memoryview, NDArray[np.uint8]]
"""Bytes in a row."""
Rows = Union[bytes, bytearray, memoryview, NDArray[np.uint8], ArrowColumn, Sequence[bytes]]
"""Rows of the same number of bytes: arrays of shape (n, width), flat buffers, Arrow columns, lists of ``bytes``."""
Threads = Optional[Union[int, Context]]
"""A number of threads (0: the number of cores), a context, or None for all cores."""
