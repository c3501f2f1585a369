"""Columns of Parquet files in one form: without dictionaries and views, and with bytes in place of hexadecimal text.

A value that is not what its column has, such as text that is no number, becomes null. So it makes its row malformed and
not the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_DIGIT = 255
DIGITS = np.full(256, NO_DIGIT, np.uint8)
DIGITS[np.frombuffer(b"0123456789abcdef", np.uint8)] = range(16)
DIGITS[np.frombuffer(b"ABCDEF", np.uint8)] = range(10, 16)
"""The value of each hexadecimal digit."""


def type_of(of: pa.DataType) -> pa.DataType:
    """Return the type of a column's values without a dictionary and without views."""
    if pa.types.is_dictionary(of):
        of = of.value_type
    if str(of) in ("binary_view", "string_view", "string"):
        return pa.large_binary() if str(of) == "binary_view" else pa.large_string()
    return of


def is_text(of: pa.DataType) -> bool:
    """Whether a type without a dictionary and without views is text."""
    return bool(pa.types.is_large_string(of))


def column_of(column: Any) -> Any:
    """Return a column with values of the type :func:`type_of`."""
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return column if column.type == type_of(column.type) else column.cast(type_of(column.type))


def _digits(column: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]]:
    """Return where the digits of each text begin and end, their values, and which texts have others or are null."""
    count = len(column)
    null = np.zeros(count, np.bool_)
    if column.null_count:
        null = np.asarray(column.is_null().to_numpy(zero_copy_only=False), np.bool_)
    _, numbers, values = column.buffers()
    if not count:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint8), null
    offsets = np.frombuffer(numbers, np.int64)[column.offset : column.offset + count + 1]
    first = int(offsets[0])
    text = np.zeros(0, np.uint8)
    if values is not None and values.size:
        text = np.frombuffer(values, np.uint8)[first : int(offsets[-1])]
    starts, ends = offsets[:-1] - first, offsets[1:] - first
    starts = np.where(null, ends, starts)
    # The two bytes of a prefix `0x`; the text ends with two more, so that each start has them.
    padded = np.concatenate([text, np.zeros(2, np.uint8)])
    is_prefixed = (ends - starts >= 2) & (padded[starts] == ord("0")) & ((padded[starts + 1] | 0x20) == ord("x"))
    starts = starts + 2 * is_prefixed
    found = DIGITS[text]
    others = np.concatenate([np.zeros(1, np.int64), np.cumsum(found == NO_DIGIT)])
    return starts, ends, found, null | (others[ends] != others[starts])


def words(column: Any, is_exact: bool) -> pa.Array:
    """Return texts of up to 64 hexadecimal digits as values of 32 bytes; with ``is_exact``, of 64 digits alone."""
    starts, ends, digits, wrong = _digits(column)
    sizes = ends - starts
    wrong = wrong | (sizes > 64) | (sizes < (64 if is_exact else 1))
    starts = np.where(wrong, ends, starts)
    places = ends[:, None] - 64 + np.arange(64)
    nibbles = np.where(places >= starts[:, None], np.append(digits, np.uint8(0))[places], 0).astype(np.uint8)
    rows = (nibbles[:, ::2] << 4) | nibbles[:, 1::2]
    valid = pa.py_buffer(np.packbits(~wrong, bitorder="little").tobytes())
    return pa.FixedSizeBinaryArray.from_buffers(
        pa.binary(32), len(rows), [valid, pa.py_buffer(np.ascontiguousarray(rows))], int(wrong.sum())
    )


def strings(column: Any) -> pa.Array:
    """Return texts of an even number of hexadecimal digits as binary values."""
    starts, ends, digits, wrong = _digits(column)
    wrong = wrong | ((ends - starts) % 2 != 0)
    starts = np.where(wrong, ends, starts)
    steps = np.zeros(len(digits) + 1, np.int64)
    np.add.at(steps, starts, 1)
    np.add.at(steps, ends, -1)
    nibbles = digits[np.cumsum(steps[:-1]) > 0]
    data = (nibbles[::2] << 4) | nibbles[1::2]
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum((ends - starts) // 2)])
    valid = pa.py_buffer(np.packbits(~wrong, bitorder="little").tobytes())
    buffers = [valid, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(data))]
    return pa.Array.from_buffers(pa.large_binary(), len(wrong), buffers, int(wrong.sum()))


def bits(column: Any) -> pa.Array:
    """Return texts of the number 0 or 1, with or without ``0x``, as integers."""
    starts, ends, digits, wrong = _digits(column)
    wrong = wrong | (ends - starts != 1)
    values = np.append(digits, np.uint8(0))[np.where(wrong, len(digits), starts)]
    wrong = wrong | (values > 1)
    return pa.array(values.astype(np.int64), mask=wrong)
