"""Pedersen commitments over Banderwagon and multiproofs, byte for byte those of go-ipa and rust-verkle.

A :class:`Committer` has the tables of the 256 generators of Verkle trees. Scalars have 32 bytes, little-endian, below
the order of Banderwagon; commitments have 32 bytes (compressed) or 64. All operations take variable time.
"""

from vorpal._vorpal import Committer, map_to_scalar_batch

__all__ = ["Committer", "map_to_scalar_batch"]
