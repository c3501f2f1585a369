"""State trees of EIP-6800: in memory or on disk, with history and witnesses.

Keys, values and roots have 32 bytes. Keys and values of batches are arrays of shape (n, 32), or other rows of 32 bytes.
Witnesses can be pickled.
"""

from __future__ import annotations

import copyreg
import enum

from vorpal._vorpal import Head, PartialTree, Tree, Witness, basic_data, code_chunks
from vorpal._vorpal import tree_keys as keys

__all__ = ["Head", "PartialTree", "Position", "Tree", "Witness", "basic_data", "code_chunks", "keys"]


class Position(enum.IntEnum):
    """What is at a position of an account: the numbers of :func:`keys`."""

    BASIC_DATA = 0
    """Version, code size, nonce and balance."""
    CODE_HASH = 1
    """The Keccak-256 hash of the code."""
    CODE_CHUNK = 2
    """The chunk of 31 bytes of the code with the number in the argument."""
    STORAGE = 3
    """The storage slot in the argument."""


def _witness(encoded: bytes) -> Witness:
    return Witness.from_bytes(encoded)


copyreg.pickle(Witness, lambda witness: (_witness, (witness.to_bytes(),)))
