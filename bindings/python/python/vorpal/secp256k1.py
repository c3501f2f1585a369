"""secp256k1: keys, ECDSA, public key recovery, Schnorr signatures of BIP 340, shared secrets.

Batches come first: one call for all signatures of a block. A bad item of a batch sets its number in the array of items
(:class:`Item`) and does not affect the others. Single verifications return False for ``Item.INVALID``, and single
operations raise :class:`vorpal.InputError` for the other ones.

Hashes have 32 bytes. Signatures have 64 bytes ``r || s`` or 65 bytes ``r || s || v``, big-endian, with the recovery
identifier 0 to 3 (or this plus 27) as ``v``. Public keys have 33 bytes (compressed) or 65 bytes (``04 || x || y``),
and for BIP 340 32 bytes (``x``). Public keys can be pickled; secret keys cannot.
"""

from __future__ import annotations

import copyreg
import enum
from typing import TYPE_CHECKING, NamedTuple

from vorpal import _vorpal
from vorpal._senders import SenderBlock, SenderMetrics, SenderPool
from vorpal._vorpal import (
    KeyCache,
    PublicKey,
    SecretKey,
    recover,
    schnorr_verify,
    schnorr_verify_batch,
    signature_from_der,
    signature_to_der,
    signature_to_low,
    verify_batch,
    verify_mixed_batch,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vorpal._types import Rows, Threads

__all__ = [
    "Claim",
    "Item",
    "KeyCache",
    "PublicKey",
    "Recovered",
    "SecretKey",
    "SenderBlock",
    "SenderMetrics",
    "SenderPool",
    "recover",
    "recover_batch",
    "schnorr_verify",
    "schnorr_verify_batch",
    "signature_from_der",
    "signature_to_der",
    "signature_to_low",
    "verify_batch",
    "verify_mixed_batch",
]


copyreg.pickle(PublicKey, lambda key: (PublicKey, (key.to_bytes(),)))


class Item(enum.IntEnum):
    """The result of an item of a batch."""

    OK = 0
    """Valid, or recovered."""
    INVALID = 1
    """Well-formed, and not valid for this message and key."""
    SIGNATURE = 2
    """``r`` or ``s`` is out of range."""
    RECOVERY_ID = 3
    """The byte of the recovery identifier is not 0 to 3 or 27 to 30."""
    NO_POINT = 4
    """No curve point corresponds to ``r`` and the recovery identifier."""
    INFINITY = 5
    """The recovered key is the point at infinity."""
    KEY = 6
    """The public key is malformed."""
    TRANSACTION = 7
    """The transaction, or its row of a table, is malformed."""
    HIGH_S = 8
    """``s`` is in the upper half of its range, which the call does not accept."""


class Claim(enum.IntEnum):
    """What an entry of a list with signatures on both curves claims: see :func:`verify_mixed_batch`."""

    SECP256K1 = 0
    """A signature on secp256k1 under a key. ``s`` may be in either half of its range."""
    P256 = 1
    """A signature on P-256 under a key. ``s`` may be in either half of its range."""
    SECP256K1_SIGNER = 2
    """A signature on secp256k1 of an Ethereum address: that of the key which the signature recovers. The recovery
    identifier is 0 or 1, and ``s`` in the lower half of its range."""
    P256_SIGNER = 3
    """A signature on P-256 under a key with an address: the last 20 bytes of Keccak-256 of ``prefix || x || y``."""


class Recovered(NamedTuple):
    """The result of :func:`recover_batch`. Rows of invalid items are zero."""

    keys: NDArray[np.uint8] | None
    """Public keys ``04 || x || y``, shape (n, 65); None if they were not requested."""
    addresses: NDArray[np.uint8] | None
    """Ethereum addresses, shape (n, 20); None if they were not requested."""
    items: NDArray[np.uint8]
    """Numbers of :class:`Item`, shape (n,)."""


def recover_batch(
    hashes: Rows, signatures: Rows, *, keys: bool = True, addresses: bool = False, threads: Threads = None
) -> Recovered:
    """Recover the public keys of signatures, as Ethereum's ``ecrecover`` does. Variable time.

    ``hashes``: (n, 32); ``signatures``: (n, 65), ``r || s || v``. ``s`` may be in the lower or upper half of its range.
    ``keys`` and ``addresses`` tell which results are computed. ``make bench`` measures it. An interrupt (Ctrl+C) ends
    the call after at most 65,536 signatures.
    """
    return Recovered(*_vorpal.recover_batch(hashes, signatures, keys=keys, addresses=addresses, threads=threads))
