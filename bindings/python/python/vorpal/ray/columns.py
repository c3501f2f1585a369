"""Columns of tables with signatures or raw transactions, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from vorpal._vorpal import InputError
from vorpal.ray import plain
from vorpal.secp256k1 import Item, recover_batch
from vorpal.transactions import recover_senders

if TYPE_CHECKING:
    import hashlib

    from numpy.typing import NDArray

    from vorpal._types import Threads

Kind = Literal["signatures", "transactions"]
"""What the rows of a table are: signatures with the signed hashes, or raw transactions."""

WIDTHS = {"signing_hash": 32, "r": 32, "s": 32}
POSITION = ("block_number", "transaction_index")
COLUMNS: dict[Kind, tuple[str, ...]] = {
    "signatures": (*WIDTHS, "y_parity"),
    "transactions": ("transaction",),
}
HALF_ORDER = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0
"""The largest low ``s``: half of the order of the group of secp256k1."""
IN_RANGE = (Item.OK, Item.NO_POINT, Item.INFINITY)
"""The results of signatures with ``r`` and ``s`` in range."""


def kind_of(schema: pa.Schema) -> Kind:
    """Return what the rows of a table are. The types of its columns are checked."""
    names = set(schema.names)
    for name in (*POSITION, *(name for columns in COLUMNS.values() for name in columns)):
        if schema.names.count(name) > 1:
            raise InputError(f"columns: {name} occurs {schema.names.count(name)} times")
    found: list[Kind] = [kind for kind, columns in COLUMNS.items() if names.issuperset(columns)]
    if len(found) != 1:
        expected = "; or ".join(", ".join(columns) for columns in COLUMNS.values())
        raise InputError(f"columns: {', '.join(schema.names)}; expected are either {expected}")
    for name in COLUMNS[found[0]]:
        of = plain.type_of(schema.field(name).type)
        if name == "y_parity":
            is_possible = pa.types.is_integer(of) or pa.types.is_boolean(of)
        elif pa.types.is_fixed_size_binary(of):
            is_possible = of.byte_width == WIDTHS.get(name)
        else:
            is_possible = str(of) in ("binary", "large_binary")
        if not is_possible and not plain.is_text(of):
            raise InputError(f"columns: {name} has the type {schema.field(name).type}")
    for field in positions(schema):
        if not pa.types.is_integer(field.type):
            raise InputError(f"columns: {field.name} has the type {schema.field(field.name).type}")
    return found[0]


def positions(schema: pa.Schema) -> list[pa.Field]:
    """Return the columns of the position in the chain, as the sink has them: in one order, without dictionaries."""
    return [pa.field(name, plain.type_of(schema.field(name).type)) for name in POSITION if name in schema.names]


def plain_batch(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Return the columns of a batch in one form: see :mod:`vorpal.ray.plain`."""
    columns = {}
    for name in batch.schema.names:
        column = plain.column_of(batch.column(name))
        if plain.is_text(column.type):
            if name in WIDTHS:
                # `r` and `s` are numbers, which some tables write without leading zeros. A hash is no number.
                column = plain.words(column, is_exact=name == "signing_hash")
            else:
                column = plain.bits(column) if name == "y_parity" else plain.strings(column)
        columns[name] = column
    return pa.RecordBatch.from_pydict(columns)


def columns_of(schema: pa.Schema, kind: Kind) -> list[str]:
    """Return the names of the columns to read."""
    return [*(name for name in POSITION if name in schema.names), *COLUMNS[kind]]


def rows_of(column: Any, width: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the rows of a column of binary values, shape (n, width), and which of them are null or of another length.

    Such rows are zero.
    """
    count, null = len(column), null_rows(column)
    if pa.types.is_fixed_size_binary(column.type):
        memory = column.buffers()[1]
        rows = np.frombuffer(memory, np.uint8)[: (column.offset + count) * width].reshape(-1, width)[column.offset :]
        return (np.where(null[:, None], np.uint8(0), rows) if null.any() else rows), null
    offsets, data = ends_of(column)
    wrong = null | (np.diff(offsets) != width)
    if not wrong.any():
        return data[offsets[0] : offsets[-1]].reshape(-1, width), wrong
    rows = np.zeros((count, width), np.uint8)
    right = np.flatnonzero(~wrong)
    rows[right] = data[offsets[right][:, None] + np.arange(width)]
    return rows, wrong


def ends_of(column: Any) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the offsets of the values of a column of type binary or large_binary, and its bytes."""
    width = np.int64 if pa.types.is_large_binary(column.type) else np.int32
    _, numbers, values = column.buffers()
    if not len(column):
        return np.zeros(1, np.int64), np.zeros(0, np.uint8)
    offsets = np.frombuffer(numbers, width)[column.offset : column.offset + len(column) + 1].astype(np.int64)
    data = np.frombuffer(values, np.uint8) if values is not None and values.size else np.zeros(0, np.uint8)
    return offsets, data


def null_rows(column: Any) -> NDArray[np.bool_]:
    """Return which values are null, shape (n,)."""
    if not column.null_count:
        return np.zeros(len(column), np.bool_)
    return np.asarray(column.is_null().to_numpy(zero_copy_only=False), np.bool_)


def numbers_of(column: Any) -> NDArray[np.int64]:
    """Return integers, -1 for nulls and for numbers that do not fit."""
    fits = pa.types.is_boolean(column.type) or column.type.bit_width < 64
    if fits:
        return np.asarray(column.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False), np.int64)
    values = np.asarray(column.fill_null(0).to_numpy(zero_copy_only=False))
    wrong = null_rows(column) | (values > np.iinfo(np.int64).max)
    return np.where(wrong, -1, np.where(wrong, 0, values).astype(np.int64))


def is_high(s: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which numbers, rows of 32 bytes, are above half of the order."""
    limbs = np.ascontiguousarray(s).view(">u8")
    high = np.zeros(len(s), np.bool_)
    for i in reversed(range(4)):
        bound = np.uint64((HALF_ORDER >> (64 * (3 - i))) & 0xFFFFFFFFFFFFFFFF)
        high = (limbs[:, i] > bound) | ((limbs[:, i] == bound) & high)
    return high


def high_allowed(batch: pa.RecordBatch, before: int) -> NDArray[np.bool_]:
    """Return which rows may have a high ``s``: those of blocks below the number ``before``."""
    if not before:
        return np.zeros(batch.num_rows, np.bool_)
    blocks = numbers_of(batch.column("block_number"))
    return (blocks >= 0) & (blocks < before)


def recover(
    batch: pa.RecordBatch, kind: Kind, *, high_s_before: int, threads: Threads, digest: hashlib._Hash
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the addresses (n, 20) and items (n,) of the rows of a batch, and add its values to a digest."""
    for name in POSITION:
        if name in batch.schema.names:
            digest.update(np.ascontiguousarray(numbers_of(batch.column(name))).data)
    allowed = high_allowed(batch, high_s_before)
    if kind == "transactions":
        return _of_transactions(batch.column("transaction"), allowed, threads, digest)
    return _of_signatures(batch, allowed, threads, digest)


def digest_only(batch: pa.RecordBatch, kind: Kind, digest: hashlib._Hash) -> None:
    """Add the values of a batch to a digest, as :func:`recover` does."""
    for name in POSITION:
        if name in batch.schema.names:
            digest.update(np.ascontiguousarray(numbers_of(batch.column(name))).data)
    if kind == "transactions":
        _transaction_values(batch.column("transaction"), digest)
    else:
        _signature_values(batch, digest)


def _transaction_values(
    column: Any, digest: hashlib._Hash
) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.bool_]]:
    null = null_rows(column)
    offsets, data = ends_of(column)
    ends = offsets.astype(np.uint64)
    digest.update(null.data)
    digest.update((offsets - offsets[0]).data)
    digest.update(data[offsets[0] : offsets[-1]].data)
    return data, ends, null


def _of_transactions(
    column: Any, allowed: NDArray[np.bool_], threads: Threads, digest: hashlib._Hash
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    data, offsets, null = _transaction_values(column, digest)
    found = recover_senders(data, offsets=offsets, high_s=bool(allowed.any()), threads=threads)
    addresses, items = found.addresses, found.items
    if allowed.any() and not allowed.all():
        # Blocks of both kinds: the rows that accept no high s, again.
        strict = recover_senders(data, offsets=offsets, threads=threads)
        addresses = np.where(allowed[:, None], addresses, strict.addresses)
        items = np.where(allowed, items, strict.items)
    if null.any():
        items = np.where(null, np.uint8(Item.TRANSACTION), items)
        addresses = np.where(null[:, None], np.uint8(0), addresses)
    return addresses, items


def _signature_values(
    batch: pa.RecordBatch, digest: hashlib._Hash
) -> tuple[dict[str, NDArray[np.uint8]], NDArray[np.int64], NDArray[np.bool_]]:
    rows, wrong = {}, np.zeros(batch.num_rows, np.bool_)
    for name, width in WIDTHS.items():
        rows[name], bad = rows_of(batch.column(name), width)
        wrong |= bad
        digest.update(np.ascontiguousarray(rows[name]).data)
    parity = numbers_of(batch.column("y_parity"))
    digest.update(np.ascontiguousarray(parity).data)
    digest.update(wrong.data)
    return rows, parity, wrong


def _of_signatures(
    batch: pa.RecordBatch, allowed: NDArray[np.bool_], threads: Threads, digest: hashlib._Hash
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    rows, parity, wrong = _signature_values(batch, digest)
    is_parity = (parity == 0) | (parity == 1)
    last = np.where(is_parity, parity, 255).astype(np.uint8)
    signatures = np.concatenate([rows["r"], rows["s"], last[:, None]], axis=1)
    hashes = np.ascontiguousarray(rows["signing_hash"])
    found = recover_batch(hashes, signatures, keys=False, addresses=True, threads=threads)
    addresses, items = found.addresses, found.items
    assert addresses is not None
    refused = is_high(rows["s"]) & ~allowed & np.isin(items, IN_RANGE)
    items = np.where(wrong, np.uint8(Item.TRANSACTION), np.where(refused, np.uint8(Item.HIGH_S), items))
    addresses = np.where((items == Item.OK)[:, None], addresses, np.uint8(0))
    return addresses, items
