"""Senders of raw transactions of Ethereum, in batches.

Accepted are legacy transactions, with and without the chain's identifier (EIP-155), and the envelopes of EIP-2718 of
the types 1 (EIP-2930), 2 (EIP-1559), 3 (EIP-4844) and 4 (EIP-7702). A blob transaction may have its sidecar (the form
of the network, also that of EIP-7594). Only canonical encodings are accepted: minimal lengths, integers without leading
zeros, the fields of the type, and no bytes after the end. Numbers of chains are below 2^64, like nonces and limits of
gas. Blobs, proofs and authorizations are not verified, nor are the rules for blocks: versions of blob hashes, empty
lists of blobs or authorizations, fees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from vorpal import _vorpal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from vorpal._types import Bytes, Threads

    Transactions = Union[Sequence[bytes], Bytes, Any]

__all__ = ["Senders", "recover_senders"]


class Senders(NamedTuple):
    """The result of :func:`recover_senders`. Addresses of invalid items are zero."""

    addresses: NDArray[np.uint8]
    """The addresses of the senders, shape (n, 20)."""
    hashes: NDArray[np.uint8]
    """The hashes that the senders signed, shape (n, 32). They are zero for malformed transactions alone."""
    items: NDArray[np.uint8]
    """Numbers of :class:`vorpal.secp256k1.Item`, shape (n,)."""


def recover_senders(
    transactions: Transactions,
    *,
    offsets: NDArray[np.uint64] | None = None,
    high_s: bool = False,
    threads: Threads = None,
) -> Senders:
    """Recover the senders of signed transactions. Variable time.

    ``transactions`` is a list of ``bytes``, an Arrow column of binary values without nulls, or with ``offsets`` (n + 1
    ascending numbers) a flat buffer whose part from ``offsets[i]`` to ``offsets[i + 1]`` is transaction ``i``. Lists
    are copied, and columns of several chunks, of a dictionary or of views. Items of malformed transactions are
    ``Item.TRANSACTION``. An ``s`` in the upper half of its range is ``Item.HIGH_S``; with ``high_s`` it is accepted, as
    in blocks before Homestead (number 1,150,000 of mainnet).

    The time is that of :func:`vorpal.secp256k1.recover_batch` and of a Keccak-256 hash of each transaction.
    """
    flat: Any = transactions
    if offsets is None:
        flat, offsets = _flat(transactions)
    return Senders(*_vorpal.recover_transactions(flat, offsets, high_s=high_s, threads=threads))


def _flat(transactions: Transactions) -> tuple[Bytes, NDArray[np.uint64]]:
    """Return the bytes in a row, and the offsets."""
    if isinstance(transactions, (list, tuple)):
        for i, transaction in enumerate(transactions):
            if not isinstance(transaction, bytes):
                raise TypeError(f"transactions: number {i} of the list is not of type bytes")
        ends = np.cumsum([len(transaction) for transaction in transactions], dtype=np.uint64)
        return b"".join(transactions), np.concatenate([np.zeros(1, np.uint64), ends])
    if not type(transactions).__module__.startswith("pyarrow"):
        raise TypeError("transactions: a list of bytes or an Arrow column is expected; a flat buffer needs offsets")
    return _of_arrow(transactions)


def _of_arrow(column: Any) -> tuple[Bytes, NDArray[np.uint64]]:
    """Return the bytes in a row, and the offsets, of a column of binary values."""
    if hasattr(column, "num_chunks"):
        column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    if hasattr(column, "dictionary_decode"):
        column = column.dictionary_decode()
    if str(getattr(column, "type", "")) == "binary_view":
        column = column.cast("large_binary")
    width = {"binary": np.int32, "large_binary": np.int64}.get(str(getattr(column, "type", "")))
    if width is None or not hasattr(column, "null_count"):
        raise TypeError("transactions: a column of binary values is expected")
    if column.null_count:
        index = column.is_null().index(True).as_py()
        raise _vorpal.InputError(f"transactions: number {index} is null")
    _, numbers, values = column.buffers()
    if not len(column):
        return b"", np.zeros(1, np.uint64)
    offsets = np.frombuffer(numbers, width)[column.offset : column.offset + len(column) + 1].astype(np.uint64)
    data = b"" if values is None or not values.size else np.frombuffer(values, np.uint8)
    return data, offsets
