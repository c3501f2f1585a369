"""Vorpal: an arithmetic engine for chains and provers.

* :mod:`vorpal.secp256k1`: keys, ECDSA, public key recovery, BIP 340, shared secrets; single and in batches;
* :mod:`vorpal.coincurve`: the classes of the package coincurve;
* :mod:`vorpal.transactions`: senders of raw transactions, in batches;
* :mod:`vorpal.msm`: sums of multiples of points on BLS12-377, BLS12-381 and BN254;
* :mod:`vorpal.ipa`: Pedersen commitments over Banderwagon and multiproofs;
* :mod:`vorpal.kzg`: blobs of EIP-4844 and cells of EIP-7594, with the functions of the package ckzg;
* :mod:`vorpal.groth16`: proofs for circuits of circom, with the files and the JSON of snarkjs;
* :mod:`vorpal.bls`: BLS signatures, batches that name what is wrong, tables of keys, with the classes of py_ecc;
* :mod:`vorpal.tree`: the state tree of EIP-6800, in memory or on disk, and witnesses;
* :mod:`vorpal.fields`: vectors of elements of prime fields, and bounds of Montgomery multiplications;
* :mod:`vorpal.blocks`: readers of the files of the ``vorpal`` command;
* :mod:`vorpal.ray` (``pip install vorpal[ray]``, imported on its own): senders of whole histories, large
  sums, chains of roots.

Batches are arrays of ``uint8`` with shape ``(n, width)``, ``bytes`` or other buffers, or Arrow columns of fixed-size
binary values. They are read where they are, and must not change during the call. Lists of ``bytes`` are copied, and
columns of several chunks. Null and masked values are errors. Integers are those of Python and of NumPy. An argument
``threads`` is a number, a :class:`Context`, or None for all cores; functions without it may use all cores. Long work
releases the GIL.

Errors about values are subclasses of :class:`Error`, which is a ``ValueError``. An index beyond a vector is an
``IndexError``, and text with a lone surrogate may be another ``ValueError``. An argument of a wrong type is a
``TypeError``. Outside :mod:`vorpal.ray`, nothing has changed after an error, except after a :class:`StoreError` of a
tree on disk: the block may be in the file. The head of the tree, opened again, shows it.
"""

from vorpal import blocks, bls, coincurve, fields, groth16, ipa, kzg, msm, secp256k1, transactions, tree
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
    "blocks",
    "bls",
    "coincurve",
    "fields",
    "groth16",
    "ipa",
    "kzg",
    "msm",
    "secp256k1",
    "transactions",
    "tree",
]
