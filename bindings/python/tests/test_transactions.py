"""Senders of raw transactions against textbook RLP and Keccak, and transactions of mainnet."""

import json

import numpy as np
import pyarrow as pa
import pytest

import vorpal
from rlp import encode, header, keccak, rlp, sign
from vorpal.blocks import read_signatures
from vorpal.secp256k1 import Item
from vorpal.transactions import recover_senders

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
TO, SLOT, BIG = b"\x11" * 20, b"\x22" * 32, 2**256 - 1
ACCESS = [[TO, [SLOT, bytes(32)]], [b"\0" * 20, []]]
BLOBS = [b"\1" + bytes(31), b"\1" + SLOT[1:]]
AUTHORIZATION = [[1, TO, 5, 1, 7, 9], [BIG, TO, 2**64 - 1, 255, BIG, BIG]]
LEGACY = [0, 1, 21000, TO, 10**18, b"data"]
FIELDS = {
    1: [1, 2**64 - 1, BIG, 21000, b"", 0, b"\x7f", ACCESS],
    2: [1, 0, 0, BIG, 21000, TO, 10**18, bytes(300), []],
    3: [5, 1, 2, 3, 4, TO, 0, b"", ACCESS, 7, BLOBS],
    4: [1, 1, 2, 3, 4, TO, 0, b"\x80", ACCESS, AUTHORIZATION],
}


def envelope(kind, fields, **options):
    signed, hash, address = sign(fields, kind, **options)
    return bytes([kind] if kind else []) + rlp(signed), hash, address


def sidecar(fields, version=None, blobs=2, commitments=2, proofs=None, size=131_072):
    proofs = (2 if version is None else 256) if proofs is None else proofs
    parts = [[b"\5" * size] * blobs, [b"\6" * 48] * commitments, [b"\7" * 48] * proofs]
    return b"\3" + rlp([fields, *([] if version is None else [version]), *parts])


def test_keccak():
    empty = "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    assert keccak(b"").hex() == empty and keccak(bytes(136)) != keccak(bytes(135))


def test_mainnet(data):
    total = 0
    for file in sorted((data / "mainnet-blocks").glob("*.json")):
        block = json.loads(file.read_text())["result"]["transactions"]
        encoded = [encode(transaction) for transaction in block]
        assert all(keccak(raw).hex() == transaction["hash"][2:] for raw, transaction in zip(encoded, block))
        hashes, _, senders, _ = read_signatures(file.with_suffix("").with_suffix(".signatures.csv"))
        found = recover_senders(encoded)
        assert not found.items.any()
        np.testing.assert_array_equal(found.addresses, senders)
        np.testing.assert_array_equal(found.hashes, hashes)
        total += len(block)
    assert total == 457


def valid():
    """Transactions of every kind, each with its hash and address."""
    blob, hash, address = sign(FIELDS[3], 3)
    return [
        envelope(0, LEGACY),
        envelope(0, LEGACY, chain=0),
        envelope(0, LEGACY, chain=1),
        envelope(0, [2**64 - 1, BIG, 1, b"", BIG, bytes(60)], chain=(2**64 - 36) // 2),
        *(envelope(kind, fields) for kind, fields in FIELDS.items()),
        envelope(4, [*FIELDS[4][:9], []]),
        (sidecar(blob), hash, address),
        (sidecar(blob, 1), hash, address),
    ]


def test_every_kind():
    encoded, hashes, addresses = zip(*valid())
    found = recover_senders(list(encoded), threads=2)
    assert not found.items.any()
    assert [bytes(row) for row in found.hashes] == list(hashes)
    assert [bytes(row) for row in found.addresses] == list(addresses)


def malformed():
    """Bytes that are no transaction, by reason."""
    legacy, typed = sign(LEGACY, chain=1)[0], {kind: sign(fields, kind)[0] for kind, fields in FIELDS.items()}

    def with_field(kind, index, value):
        fields = list(typed[kind] if kind else legacy)
        fields[index] = value
        return bytes([kind] if kind else []) + rlp(fields)

    yield from {"empty": b"", "byte": b"\x05", "string": rlp(b"text"), "list": b"\xc0", "type": b"\2"}.items()
    for kind in (0x00, 0x05, 0x7F, 0x80, 0xBF):
        yield f"type {kind}", bytes([kind]) + rlp(typed[2])
    yield "an envelope as a string", rlp(b"\2" + rlp(typed[2]))
    for kind, fields in {0: legacy, **typed}.items():
        prefix = bytes([kind] if kind else [])
        yield f"{kind}: too many fields", prefix + rlp([*fields, 0])
        yield f"{kind}: too few fields", prefix + rlp(fields[:-1])
        yield f"{kind}: bytes after the end", prefix + rlp(fields) + b"\0"
        yield f"{kind}: an empty list", prefix + rlp([])
        for index, value in enumerate(fields):
            yield (
                f"{kind}: field {index} of the other type",
                with_field(kind, index, b"" if type(value) is list else []),
            )
            if type(value) is int:
                leading = b"\0" + value.to_bytes((value.bit_length() + 7) // 8, "big")
                yield f"{kind}: field {index} with a leading zero", with_field(kind, index, leading)
                yield f"{kind}: field {index} is too long", with_field(kind, index, 2**256)
        payload = b"".join(map(rlp, fields))
        longer = len(payload).to_bytes(4, "big")
        yield f"{kind}: a long length", prefix + bytes([0xC0 + 55 + 4]) + longer + payload
        first = rlp(fields[0])
        yield (
            f"{kind}: a single byte with a header",
            prefix + header(0xC0, len(payload) + 2 - len(first)) + (b"\x81\x01" + payload[len(first) :]),
        )
        long_zero = b"\xb8\x01\x01" + payload[len(first) :]
        yield f"{kind}: a short string in long form", prefix + header(0xC0, len(long_zero)) + long_zero
        yield f"{kind}: a length near 2^64", prefix + b"\xff" + b"\xff" * 8 + payload
    for v in (0, 1, 2, 26, 29, 34, 2**64, BIG):
        yield f"v {v}", with_field(0, 6, v)
    for kind in typed:
        for parity in (2, 27, 28, 37, 256):
            yield f"{kind}: parity {parity}", with_field(kind, -3, parity)
        yield f"{kind}: parity as a zero byte", with_field(kind, -3, b"\0")
    for kind, index in {0: 3, 1: 4, 2: 5, 3: 5, 4: 5}.items():
        for size in (1, 19, 21, 32):
            yield f"{kind}: an address of {size}", with_field(kind, index, b"\1" * size)
    yield "blobs for a new contract", with_field(3, 5, b"")
    yield "authorizations for a new contract", with_field(4, 5, b"")
    for kind, index in {1: 7, 2: 8, 3: 8, 4: 8}.items():
        bad = [[b""], [TO, []], [[TO]], [[TO, [], 0]], [[TO[1:], []]], [[TO, [SLOT[1:]]]], [[TO, SLOT]], [[TO, [[]]]]]
        for number, access in enumerate(bad):
            yield f"{kind}: access list {number}", with_field(kind, index, access)
    for number, hashes in enumerate([[SLOT[1:]], [SLOT + b"\1"], [[SLOT]], [0]]):
        yield f"blob hashes {number}", with_field(3, 10, hashes)
    one = AUTHORIZATION[0]
    for number in range(6):
        changed = [*one[:number], b"\0" + bytes(40), *one[number + 1 :]]
        yield f"authorization field {number}", with_field(4, 9, [changed])
    yield from {"short": with_field(4, 9, [one[:5]]), "long": with_field(4, 9, [[*one, 0]])}.items()
    yield "authorization parity 256", with_field(4, 9, [[*one[:3], 256, *one[4:]]])
    blob = typed[3]
    for number, options in enumerate(
        [{"version": v} for v in (0, 2)]
        + [{"blobs": 1}, {"commitments": 3}, {"proofs": 256}, {"size": 131_071}, {"version": 1, "proofs": 2}]
    ):
        yield f"sidecar {number}", sidecar(blob, **options)
    yield "sidecar with more", b"\3" + rlp([blob, [b"\5" * 131_072] * 2, [b"\6" * 48] * 2, [b"\7" * 48] * 2, []])
    yield "sidecar with less", b"\3" + rlp([blob, [b"\5" * 131_072] * 2, [b"\6" * 48] * 2])
    yield "sidecar of another type", b"\2" + sidecar(typed[2])[1:]


def test_malformed():
    good, _, address = envelope(2, FIELDS[2])
    cases = dict(malformed())
    assert len(cases) > 200
    mixed = [item for bad in cases.values() for item in (bad, good)]
    found = recover_senders(mixed)
    wrong = [name for name, item in zip(cases, found.items[::2]) if item != Item.TRANSACTION]
    assert not wrong
    assert not found.addresses[::2].any() and not found.hashes[::2].any()
    assert not found.items[1::2].any() and (found.addresses[1::2] == np.frombuffer(address, np.uint8)).all()


def test_signatures():
    """Numbers out of range, no curve point, and high s."""
    fields, _hash, address = sign(FIELDS[2], 2)
    parity, r, s = fields[-3:]
    cases = {
        (parity, 0, s): Item.SIGNATURE,
        (parity, r, 0): Item.SIGNATURE,
        (parity, ORDER, s): Item.SIGNATURE,
        (parity, r, ORDER): Item.SIGNATURE,
        (parity, r, BIG): Item.SIGNATURE,
        (parity, 5, s): Item.NO_POINT,
        (1 - parity, r, ORDER - s): Item.HIGH_S,
        (parity, r, ORDER // 2 + 1): Item.HIGH_S,
        (parity, r, ORDER // 2): Item.OK,
        (parity, r, s): Item.OK,
    }
    encoded = [b"\2" + rlp([*FIELDS[2], *end]) for end in cases]
    found = recover_senders(encoded)
    assert found.items.tolist() == list(cases.values())
    assert found.hashes.any(axis=1).all() and bytes(found.addresses[-1]) == address
    assert not found.addresses[found.items != Item.OK].any()
    accepted = recover_senders(encoded, high_s=True)
    assert [bytes(row) for row in accepted.addresses[[6, 9]]] == [address, address]
    assert accepted.items.tolist() == [0 if item == Item.HIGH_S else item for item in cases.values()]


def test_truncations_and_changes():
    """No prefix and no extension of a transaction is one; changed bytes never affect other items."""
    random, encoded = np.random.default_rng(3), [item for item in (row[0] for row in valid()) if len(item) < 2000]
    prefixes = [item[:end] for item in encoded for end in range(len(item))]
    assert (recover_senders(prefixes).items == Item.TRANSACTION).all()
    changed = []
    for _ in range(20_000):
        item = bytearray(encoded[random.integers(len(encoded))])
        for _ in range(random.integers(1, 4)):
            item[random.integers(len(item))] = random.integers(256)
        changed.append(bytes(item[: len(item) - random.integers(2) * random.integers(len(item))]))
    changed += [random.bytes(int(size)) for size in random.integers(0, 120, 20_000)]
    mixed = recover_senders(changed + encoded)
    assert not mixed.items[len(changed) :].any()
    alone = [recover_senders([item], high_s=True) for item in changed[:300]]
    together = recover_senders(changed[:300], high_s=True)
    np.testing.assert_array_equal(np.concatenate([one.items for one in alone]), together.items)
    np.testing.assert_array_equal(np.concatenate([one.addresses for one in alone]), together.addresses)
    assert set(mixed.items.tolist()) <= {0, 2, 4, 5, 7, 8}


@pytest.mark.parametrize("kind", [pa.binary(), pa.large_binary()])
def test_arguments(kind):
    encoded, _, addresses = zip(*valid()[:6])
    expected = [bytes(address) for address in addresses]
    column = pa.array(encoded, kind)
    sliced = pa.array([b"", *encoded, b"x"], kind)[1:-1]
    chunked = pa.chunked_array([pa.array(encoded[:2], kind), pa.array(encoded[2:], kind)])
    offsets = np.cumsum([0, *map(len, encoded)]).astype(np.uint64)
    for found in [
        *map(recover_senders, (list(encoded), column, sliced, chunked, pa.chunked_array([column]))),
        recover_senders(b"".join(encoded), offsets=offsets, threads=1),
        recover_senders(np.frombuffer(b"".join(encoded), np.uint8), offsets=offsets),
    ]:
        assert [bytes(row) for row in found.addresses] == expected
    for empty in ([], pa.array([], kind), pa.array([b"x"], kind)[1:], pa.chunked_array([], kind)):
        assert len(recover_senders(empty).items) == 0
    assert recover_senders(pa.array([b"", b""], kind)).items.tolist() == [7, 7]
    with pytest.raises(vorpal.InputError, match="number 1 is null"):
        recover_senders(pa.array([b"", None], kind))
    for bad in (b"", "", 3, None, pa.array([1]), [None], np.zeros(3, np.uint8)):
        with pytest.raises(TypeError, match="transactions"):
            recover_senders(bad)
    for numbers, text in [([], "no numbers"), ([1, 0], "number 1 is below"), ([0, 3], "number 1 is 3")]:
        with pytest.raises(vorpal.ArgumentError, match=text):
            recover_senders(b"\xc0", offsets=np.array(numbers, np.uint64))
