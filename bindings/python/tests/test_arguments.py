"""Arrays, buffers, Arrow columns and wrong arguments."""

import array
import collections
import collections.abc
import ctypes
import sys
import tracemalloc

import numpy as np
import pyarrow as pa
import pytest

import vorpal
from vorpal.secp256k1 import Item, PublicKey, recover, recover_batch, verify_batch


def column(array, width):
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(array), [None, pa.py_buffer(array)])


def test_all_kinds_of_rows(signed):
    hashes, signatures = signed.hashes, signed.recoverable
    kinds = [
        lambda a: a,
        lambda a: a.tobytes(),
        lambda a: bytearray(a.tobytes()),
        lambda a: memoryview(a.tobytes()),
        lambda a: a.reshape(-1),
        lambda a: list(map(bytes, a)),
        lambda a: tuple(map(bytes, a)),
        lambda a: array.array("B", a.tobytes()),
        lambda a: column(a, a.shape[1]),
        lambda a: pa.chunked_array([column(a, a.shape[1])]),
    ]
    for kind in kinds:
        result = recover_batch(kind(hashes), kind(signatures))
        np.testing.assert_array_equal(result.keys, signed.keys)


def test_buffers_of_other_items(signed):
    """A buffer has bytes, as an array has: the bytes of larger items depend on the machine."""
    hash, signature = signed.hashes[0].tobytes(), signed.recoverable[0].tobytes()
    expected = PublicKey(signed.keys[0])
    characters, unsigned, signs = (ctypes.c_char * 32)(*hash), (ctypes.c_ubyte * 32)(*hash), (ctypes.c_byte * 32)
    signs = signs.from_buffer_copy(hash)
    for same in (characters, unsigned, signs, array.array("b", hash), pa.py_buffer(hash), memoryview(hash).cast("c")):
        assert recover(same, signature) == expected
    words, text = array.array("Q", hash), array.array("u" if sys.version_info < (3, 13) else "w", "12345678")
    others = [words, text, memoryview(np.zeros(4)), memoryview(np.zeros(32, bool)), (ctypes.c_uint16 * 16)()]
    for other in [*others, memoryview(words), memoryview(np.zeros(8, ">u4")), array.array("Q")]:
        with pytest.raises(TypeError, match=r"hash: bytes or an array of uint8 is expected, not .* have the format"):
            recover(other, signature)
        with pytest.raises(TypeError, match=r"hashes: .* have the format"):
            recover_batch(other, signature)
    # Several dimensions are those of an array.
    rows = memoryview(signed.hashes[:9].copy())
    assert rows.shape == (9, 32)
    np.testing.assert_array_equal(recover_batch(rows, signed.recoverable[:9]).keys, signed.keys[:9])
    wrong = memoryview(signed.hashes[:9].reshape(18, 16).copy())
    with pytest.raises(vorpal.ArgumentError, match=r"hashes: shape \(18, 16\); \(n, 32\) is expected"):
        recover_batch(wrong, signed.recoverable[:9])


class Boast(collections.abc.Sequence):
    """A sequence with fewer items than it says."""

    def __init__(self, items):
        self.items = items

    def __len__(self):
        return 2**62

    def __getitem__(self, index):
        return self.items[index]


def test_sequences_that_boast(signed):
    """No memory is reserved for a length that a sequence only says that it has."""
    keys = [PublicKey(row) for row in signed.keys[:3]]
    for other in (Boast(keys), tuple(keys), collections.deque(keys)):
        assert PublicKey.sum(other) == PublicKey.sum(keys)
    with pytest.raises(TypeError, match="keys: number 0 of the list: 'int' object is not an instance of 'PublicKey'"):
        PublicKey.sum(range(2**62))
    with pytest.raises(TypeError, match="keys: number 2 of the list"):
        PublicKey.sum([*keys[:2], None])
    for wrong in ("keys", 5, None, {keys[0]}, iter(keys), b""):
        with pytest.raises((TypeError, vorpal.InputError), match="keys: "):
            PublicKey.sum(wrong)


def test_read_only_arrays(signed):
    hashes = signed.hashes.copy()
    hashes.flags.writeable = False
    assert (recover_batch(hashes, signed.recoverable).items == Item.OK).all()


def test_arrow_columns_with_offset(signed):
    hashes, signatures = column(signed.hashes, 32), column(signed.recoverable, 65)
    result = recover_batch(hashes[10:25], signatures[10:25])
    np.testing.assert_array_equal(result.keys, signed.keys[10:25])
    assert len(recover_batch(hashes[:0], signatures[:0]).items) == 0


def test_arrow_nulls_are_named(signed):
    values = [bytes(row) for row in signed.hashes[:9]]
    values[6] = values[8] = None
    hashes = pa.array(values, pa.binary(32))
    with pytest.raises(vorpal.InputError, match="hashes: number 6 is null"):
        recover_batch(hashes, signed.recoverable[:9])
    with pytest.raises(vorpal.InputError, match="hashes: number 4 is null"):
        recover_batch(hashes[2:], signed.recoverable[2:9])
    np.testing.assert_array_equal(recover_batch(hashes[:6], signed.recoverable[:6]).keys, signed.keys[:6])


def test_other_arrow_columns(signed):
    with pytest.raises(TypeError, match="hashes: a column of fixed-size binary values is expected, not of binary"):
        recover_batch(pa.array([bytes(32)], pa.binary()), signed.recoverable[:1])
    with pytest.raises(vorpal.ArgumentError, match=r"hashes: shape \(1, 31\); \(n, 32\)"):
        recover_batch(pa.array([bytes(31)], pa.binary(31)), signed.recoverable[:1])


def test_arrow_columns_of_any_number_of_chunks(signed):
    """What a filter left of a table: chunks of any sizes, and none."""
    hashes, signatures = column(signed.hashes, 32), column(signed.recoverable, 65)
    expected = recover_batch(signed.hashes, signed.recoverable).keys
    for ends in ([0, 300], [0, 7, 300], [0, 0, 100, 100, 299, 300, 300]):
        parts = [
            pa.chunked_array([items[start:end] for start, end in zip(ends, ends[1:])], items.type)
            for items in (hashes, signatures)
        ]
        np.testing.assert_array_equal(recover_batch(*parts).keys, expected)
        np.testing.assert_array_equal(recover_batch(parts[0][5:290], parts[1][5:290]).keys, expected[5:290])
    none = [pa.chunked_array([], items.type) for items in (hashes, signatures)]
    assert recover_batch(*none).keys.shape == (0, 65)
    table = pa.table({"hash": hashes, "signature": signatures})
    table = table.filter(pa.array([False] * 300))
    assert recover_batch(table["hash"], table["signature"]).items.shape == (0,)
    with pytest.raises(vorpal.ArgumentError, match=r"hashes: shape \(0, 31\)"):
        recover_batch(pa.chunked_array([], pa.binary(31)), none[1])
    values = [bytes(row) for row in signed.hashes[:9]]
    values[7] = None
    chunks = pa.chunked_array([pa.array(values[:4], pa.binary(32)), pa.array(values[4:], pa.binary(32))])
    with pytest.raises(vorpal.InputError, match="hashes: number 7 is null"):
        recover_batch(chunks, signed.recoverable[:9])


def test_masked_arrays(signed):
    """A masked value is an error that names it: the memory still has it. A mask that hides nothing is none."""
    hidden = np.zeros(signed.hashes.shape, np.bool_)
    masked = np.ma.MaskedArray(signed.hashes, hidden)
    np.testing.assert_array_equal(recover_batch(masked, signed.recoverable).keys, signed.keys)
    np.testing.assert_array_equal(recover_batch(np.ma.MaskedArray(signed.hashes), signed.recoverable).keys, signed.keys)
    hidden[17, 31] = True
    masked = np.ma.MaskedArray(signed.hashes, hidden)
    with pytest.raises(vorpal.InputError, match="hashes: number 17 is masked"):
        recover_batch(masked, signed.recoverable)
    with pytest.raises(vorpal.InputError, match=r"hashes: number 575 is masked"):
        recover_batch(masked.reshape(-1), signed.recoverable)
    numbers, field = np.ma.MaskedArray(np.arange(4, dtype=np.uint64), [0, 0, 1, 0]), vorpal.fields.Field("bn254_scalar")
    bases = vorpal.msm.Bases.multiples(4, curve="bn254")
    limbs = np.ma.MaskedArray(field.random(4, 1).limbs, np.eye(4, dtype=np.bool_)[[3, 3, 0, 1]] & [[0], [0], [1], [1]])
    for call, name in [
        (lambda: vorpal.msm.msm(bases, numbers), "scalars: number 2"),
        (lambda: vorpal.msm.msm(bases, numbers.astype(np.int32)), "scalars: number 2"),
        (lambda: vorpal.msm.msm(bases, limbs), "scalars: number 2"),
        (lambda: field.from_montgomery(limbs), "limbs: number 2"),
        (lambda: field.vector(numbers), "values: number 2"),
        (lambda: vorpal.transactions.recover_senders(bytes(3), offsets=numbers), "offsets: number 2"),
    ]:
        with pytest.raises(vorpal.InputError, match=f"{name} is masked"):
            call()


def test_arrays_of_other_kinds():
    """Big-endian numbers and views with steps: the right value, or an error that names the argument."""
    bases = vorpal.msm.Bases.multiples(6, curve="bn254")
    expected = vorpal.msm.msm(bases, np.arange(6, dtype=np.uint64))
    for kind in ("i1", "u2", "<i4", ">i4", "i8", ">i8", ">u8", "u8"):
        assert vorpal.msm.msm(bases, np.arange(6).astype(kind)) == expected, kind
    assert vorpal.msm.msm(bases, np.arange(12)[::2] // 2) == expected
    for wrong, kind, text in [
        (np.arange(12, dtype=np.uint64)[::2], vorpal.ArgumentError, "scalars: the array is not contiguous"),
        (np.arange(4).reshape(2, 2), TypeError, "scalars: "),
        (np.zeros((2, 4), ">u8"), TypeError, "scalars: .*>u8"),
        (np.array([1.0]), TypeError, "scalars: .*float64"),
        (np.array([True]), TypeError, "scalars: .*bool"),
        (np.array([3, -4]), vorpal.InputError, "scalars: number 1 is negative"),
    ]:
        with pytest.raises(kind, match=text):
            vorpal.msm.msm(bases, wrong)


def test_empty_batches():
    result = recover_batch(np.zeros((0, 32), np.uint8), b"", addresses=True)
    assert result.keys.shape == (0, 65) and result.addresses.shape == (0, 20) and result.items.shape == (0,)
    assert verify_batch([], [], []).shape == (0,)


@pytest.mark.parametrize(
    ("hashes", "kind", "text"),
    [
        (np.zeros((2, 31), np.uint8), vorpal.ArgumentError, r"hashes: shape \(2, 31\); \(n, 32\) is expected"),
        (np.zeros((2, 32, 1), np.uint8), vorpal.ArgumentError, r"hashes: shape \(2, 32, 1\)"),
        (np.zeros((2, 64), np.uint8)[:, ::2], vorpal.ArgumentError, "hashes: the array is not contiguous"),
        (np.zeros((4, 32), np.uint8)[::2], vorpal.ArgumentError, "hashes: the array is not contiguous"),
        (np.zeros((2, 32), np.uint8, "F"), vorpal.ArgumentError, "hashes: the array is not contiguous"),
        (np.zeros((2, 32)), TypeError, "hashes: an array of uint8 is expected, not of float64"),
        (np.zeros((2, 32), np.int8), TypeError, "hashes: an array of uint8 is expected, not of int8"),
        (bytes(33), vorpal.ArgumentError, "hashes: 33 bytes are no multiple of 32"),
        ([bytes(32), bytes(31)], vorpal.ArgumentError, "hashes: number 1 has 31 bytes, not 32"),
        ([bytes(32), "a"], TypeError, "hashes: number 1 of the list is not of type bytes"),
        (None, TypeError, "hashes: bytes or an array of uint8 is expected, not NoneType"),
        (7, TypeError, "hashes: bytes or an array of uint8 is expected, not int"),
        ("00" * 32, TypeError, "hashes: bytes or an array of uint8 is expected, not str"),
        ({}, TypeError, "hashes: bytes or an array of uint8 is expected, not dict"),
        (bytes(64), vorpal.ArgumentError, "signatures: 3 rows; hashes has 2"),
    ],
)
def test_wrong_rows(hashes, kind, text):
    with pytest.raises(kind, match=text):
        recover_batch(hashes, bytes(3 * 65))


@pytest.mark.parametrize(
    ("threads", "kind"),
    [(-1, ValueError), (1025, ValueError), (2**80, ValueError), ("2", TypeError), (1.5, TypeError), (True, TypeError)],
)
def test_wrong_threads(threads, kind):
    with pytest.raises((kind, TypeError), match="threads"):
        recover_batch(b"", b"", threads=threads)
    with pytest.raises((kind, TypeError), match="threads"):
        vorpal.Context(threads)


def test_errors_are_value_errors():
    for name in ("ArgumentError", "InputError", "NotPossibleError", "CancelledError", "StoreError", "RefusedError"):
        error = getattr(vorpal, name)
        assert issubclass(error, vorpal.Error) and issubclass(error, ValueError) and error.__doc__


def test_inputs_are_not_copied(signed):
    hashes = np.repeat(signed.hashes[:1], 20_000, axis=0)
    signatures = np.zeros((20_000, 64), np.uint8)
    keys = np.zeros((20_000, 65), np.uint8)
    tracemalloc.start()
    verify_batch(hashes, signatures, keys)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000, "the items alone"
    before = sys.getrefcount(hashes)
    recover_batch(hashes[:3], bytes(195))
    assert sys.getrefcount(hashes) == before


def test_unaligned_arrays_are_refused():
    limbs = np.frombuffer(bytes(8 * 9)[1 : 1 + 64], np.uint64)
    memory = np.frombuffer(bytearray(65), np.uint8)[1:].view(np.uint64).reshape(2, 4)
    bases = vorpal.msm.Bases.multiples(2, curve="bn254")
    if not memory.flags.aligned:
        with pytest.raises(vorpal.ArgumentError, match="not contiguous"):
            vorpal.msm.msm(bases, memory)
    assert vorpal.msm.msm(bases, limbs.reshape(2, 4)).is_identity
