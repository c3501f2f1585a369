"""Vorpal: an arithmetic engine for chains and provers.

* :mod:`vorpal.secp256k1`: keys, ECDSA, public key recovery, BIP 340, shared secrets; single and in batches;
* :mod:`vorpal.transactions`: senders of raw transactions, in batches;
* :mod:`vorpal.msm`: sums of multiples of points on BLS12-377, BLS12-381 and BN254;
* :mod:`vorpal.ipa`: Pedersen commitments over Banderwagon and multiproofs;
* :mod:`vorpal.tree`: the state tree of EIP-6800, in memory or on disk, and witnesses;
* :mod:`vorpal.fields`: vectors of elements of prime fields, and bounds of Montgomery multiplications;
* :mod:`vorpal.ray` (``pip install vorpal[ray]``, imported on its own): senders of whole histories and large sums.

Batches are arrays of ``uint8`` with shape ``(n, width)``, ``bytes`` or other buffers, or Arrow columns of fixed-size
binary values. They are not copied, and must not change during the call. Lists of ``bytes`` are copied. Every batch
function has an argument ``threads``: a number, a :class:`Context`, or None for all cores. The GIL is released during
the work.

All errors about values are subclasses of :class:`Error`, which is a ``ValueError``. An argument of a wrong type is a
``TypeError``. After an error nothing has changed; only after a failure of the disk, a tree must be opened again.
"""

from vorpal import fields, ipa, msm, secp256k1, transactions, tree
from vorpal._vorpal import (
    ArgumentError,
    CancelledError,
    Context,
    Error,
    InputError,
    NotPossibleError,
    RefusedError,
    StoreError,
    __version__,
    backend,
)

__all__ = [
    "ArgumentError",
    "CancelledError",
    "Context",
    "Error",
    "InputError",
    "NotPossibleError",
    "RefusedError",
    "StoreError",
    "__version__",
    "backend",
    "fields",
    "ipa",
    "msm",
    "secp256k1",
    "transactions",
    "tree",
]
