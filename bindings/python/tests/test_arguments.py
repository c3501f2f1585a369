"""Arrays, buffers, Arrow columns and wrong arguments."""

import array
import sys
import tracemalloc

import numpy as np
import pyarrow as pa
import pytest

import vorpal
from vorpal.secp256k1 import Item, recover_batch, verify_batch


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
    part = column(signed.hashes, 32)
    with pytest.raises(vorpal.ArgumentError, match="2 chunks"):
        recover_batch(pa.chunked_array([part, part]), signed.recoverable)


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
    assert vorpal.msm.msm(bases, limbs.reshape(2, 4)).is_infinity
