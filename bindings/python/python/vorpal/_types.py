"""Types of arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Optional, Protocol, Union

import numpy as np
from numpy.typing import NDArray

from vorpal._vorpal import Context


class ArrowColumn(Protocol):
    """A ``FixedSizeBinaryArray`` of pyarrow, or a ``ChunkedArray`` of any number of them."""

    @property
    def type(self) -> Any:
        """The type of the values."""

    @property
    def null_count(self) -> int:
        """The number of null values, which must be 0."""

    def __len__(self) -> int:
        """Return the number of values."""


Bytes = Union[bytes, bytearray, memoryview, NDArray[np.uint8]]
"""Bytes in a row."""
Rows = Union[bytes, bytearray, memoryview, NDArray[np.uint8], ArrowColumn, Sequence[bytes]]
"""Rows of the same number of bytes: arrays of shape (n, width), flat buffers, Arrow columns, lists of ``bytes``."""
Numbers = Union[Sequence[int], NDArray[np.uint64]]
"""Integers: a list or tuple, or an array of shape (n,)."""
Messages = Union[bytes, bytearray, memoryview, NDArray[np.uint8], ArrowColumn, Sequence[Bytes]]
"""Messages of 32 bytes, a list of messages of any lengths, or a flat buffer with offsets."""
Indices = Union[Sequence[int], NDArray[np.uint32], NDArray[np.uint64]]
"""Indices of keys: a list or tuple, or an array of shape (n,)."""
Flags = Union[Sequence[bool], NDArray[np.bool_]]
"""Truth values: a list or tuple, or an array of shape (n,)."""
Threads = Optional[Union[int, Context]]
"""A number of threads (0: the number of cores), a context, or None for all cores."""
Curve = Literal["bls12_377", "bls12_381", "bn254"]
"""A curve of :mod:`vorpal.msm`."""
Format = Literal["arkworks", "gnark", "zcash", "arkworks-0.3"]
"""A format of encoded points: see :class:`vorpal.msm.Bases`."""
Trust = Literal["nothing", "on_curve", "subgroup"]
"""What is known of points: see :class:`vorpal.msm.Bases`."""
ByteOrder = Literal["little", "big"]
"""The order of bytes."""
Algorithm = Optional[Literal["straus", "affine", "edwards", "xyzz", "jacobian", "planner"]]
"""An algorithm of sums; None and ``planner`` let the planner choose."""
Profile = Literal["small", "medium", "large"]
"""The size of the tables of a committer."""
Mode = Literal["existing", "create", "open_or_create"]
"""How a tree is opened."""
Version = Literal["plain", "bound"]
"""A version of witnesses."""
Operands = Literal["random", "small", "unreduced"]
"""The second operands of chains of multiplications."""
Group = Literal["G1", "G2"]
"""The group of BLS keys; signatures are in the other one."""
Scheme = Literal["basic", "augmentation", "possession"]
"""How a protocol of BLS signatures excludes keys that are functions of other keys."""
DrandScheme = Literal[
    "pedersen-bls-chained", "pedersen-bls-unchained", "bls-unchained-on-g1", "bls-unchained-g1-rfc9380"
]
"""A scheme of drand."""
