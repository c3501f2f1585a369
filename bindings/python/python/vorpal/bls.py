"""BLS signatures on BLS12-381: keys, aggregates, batches that name what is wrong, shares of a key, rounds of drand.

A :class:`Suite` is the tag and the scheme of a protocol; Ethereum's is ``Suite("possession")``. Its methods take many
signatures in one call, a :class:`Batch` takes them as they arrive, and a :class:`KeyTable` has checked keys by index.

The classes ``G2Basic``, ``G2MessageAugmentation`` and ``G2ProofOfPossession`` have the names, the arguments and the
results of py_ecc 8: ``from vorpal.bls import G2ProofOfPossession`` replaces the import from ``py_ecc.bls``. Differences
from py_ecc: errors are those of this package, where py_ecc raises ``ValidationError`` or ``ValueError``; arguments may
be arrays and other buffers too; ``KeyGen`` refuses fewer than 32 bytes, and ``Aggregate`` refuses signatures outside
the subgroup; a key that has more than 48 bytes is none.

Points have 48 bytes in G1 and 96 bytes in G2, compressed and big-endian. Secret keys take constant time; keys,
signatures and messages are public.
"""

from vorpal._ciphersuites import (
    G2Basic,
    G2MessageAugmentation,
    G2ProofOfPossession,
    eth_aggregate_pubkeys,
    eth_fast_aggregate_verify,
)
from vorpal._vorpal import BlsBatch as Batch
from vorpal._vorpal import BlsCommittee as Committee
from vorpal._vorpal import BlsDrandChain as DrandChain
from vorpal._vorpal import BlsKeyTable as KeyTable
from vorpal._vorpal import BlsSecretKey as SecretKey
from vorpal._vorpal import BlsSuite as Suite

__all__ = [
    "Batch",
    "Committee",
    "DrandChain",
    "G2Basic",
    "G2MessageAugmentation",
    "G2ProofOfPossession",
    "KeyTable",
    "SecretKey",
    "Suite",
    "eth_aggregate_pubkeys",
    "eth_fast_aggregate_verify",
]
