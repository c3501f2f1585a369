"""Raw transactions against a decoder in textbook form: the same bytes are accepted, with the same hash and sender."""

import coincurve
import numpy as np

from rlp import keccak, rlp
from test_transactions import ORDER, valid
from vorpal.secp256k1 import Item
from vorpal.transactions import recover_senders

CELLS = 128
ADDRESS, WORD, BLOB, COMMITMENT = (("bytes", size) for size in (20, 32, 131_072, 48))
TO, DATA, NUMBER, INTEGER = ("to",), ("data",), ("number", 64), ("number", 256)
ACCESS = ("list", ("fields", ADDRESS, ("list", WORD)))
AUTHORIZATION = ("list", ("fields", INTEGER, ADDRESS, NUMBER, ("number", 8), INTEGER, INTEGER))
END = (NUMBER, INTEGER, INTEGER)
START = (NUMBER, NUMBER)
FIELDS = {
    0: (NUMBER, INTEGER, NUMBER, TO, INTEGER, DATA, *END),
    1: (*START, INTEGER, NUMBER, TO, INTEGER, DATA, ACCESS, *END),
    2: (*START, INTEGER, INTEGER, NUMBER, TO, INTEGER, DATA, ACCESS, *END),
    3: (*START, INTEGER, INTEGER, NUMBER, ADDRESS, INTEGER, DATA, ACCESS, INTEGER, ("list", WORD), *END),
    4: (*START, INTEGER, INTEGER, NUMBER, ADDRESS, INTEGER, DATA, ACCESS, AUTHORIZATION, *END),
}
SIDECAR = (("list", BLOB), ("list", COMMITMENT), ("list", COMMITMENT))


def decoded(data):
    """The item that these bytes encode, or None. Canonical bytes are those that the encoder makes of the item."""

    def item(start):
        first, start = data[start], start + 1
        if first < 0x80:
            return bytes([first]), start
        offset = 0xC0 if first >= 0xC0 else 0x80
        length = first - offset
        if length > 55:
            digits = length - 55
            length, start = int.from_bytes(data[start : start + digits], "big"), start + digits
        end = start + length
        if end > len(data):
            raise IndexError
        if offset == 0x80:
            return data[start:end], end
        items = []
        while start < end:
            found, start = item(start)
            items.append(found)
        if start != end:
            raise IndexError
        return items, end

    try:
        found, _ = item(0)
    except (IndexError, RecursionError):
        return None
    return found if rlp(found) == data else None


def fits(value, kind):
    """Whether an item is of a kind."""
    name, *rest = kind
    if name == "list":
        return isinstance(value, list) and all(fits(item, rest[0]) for item in value)
    if name == "fields":
        return isinstance(value, list) and len(value) == len(rest) and all(map(fits, value, rest))
    if not isinstance(value, bytes):
        return False
    if name == "number":
        return len(value) <= rest[0] // 8 and value[:1] != b"\0"
    return {"data": True, "to": len(value) in (0, 20), "bytes": rest == [len(value)]}[name]


def signed(data):
    """The hash that was signed, the parity, r and s; None if the bytes are no transaction."""
    kind = data[0] if data and data[0] < 0xC0 else 0
    fields = decoded(data[1:] if kind else data) if data else None
    if not isinstance(fields, list) or kind not in FIELDS or (kind == 0 and data[0] == 0):
        return None
    if kind == 3 and fields and isinstance(fields[0], list):
        fields, *sidecar = fields
        cells = sidecar[:1] == [b"\1"]
        sidecar = sidecar[cells:]
        if not fits(sidecar, ("fields", *SIDECAR)):
            return None
        count = len(sidecar[0])
        if [len(part) for part in sidecar[1:]] != [count, count * (CELLS if cells else 1)]:
            return None
        if not fits(fields, ("fields", *FIELDS[3])) or len(fields[10]) != count:
            return None
    if not fits(fields, ("fields", *FIELDS[kind])):
        return None
    v, r, s = (int.from_bytes(field, "big") for field in fields[-3:])
    fields = fields[:-3]
    if kind:
        return None if v > 1 else (keccak(bytes([kind]) + rlp(fields)), v, r, s)
    if v >= 35:
        return keccak(rlp([*fields, (v - 35) // 2, 0, 0])), (v - 35) % 2, r, s
    return (keccak(rlp(fields)), v - 27, r, s) if v in (27, 28) else None


def expected(data, high_s):
    """The address, the hash and the item."""
    found = signed(data)
    if found is None:
        return bytes(20), bytes(32), Item.TRANSACTION
    hash, parity, r, s = found
    if not (0 < r < ORDER and 0 < s < ORDER):
        return bytes(20), hash, Item.SIGNATURE
    if s > ORDER // 2 and not high_s:
        return bytes(20), hash, Item.HIGH_S
    signature = r.to_bytes(32, "big") + s.to_bytes(32, "big") + bytes([parity])
    try:
        key = coincurve.PublicKey.from_signature_and_message(signature, hash, hasher=None)
    except ValueError:
        return bytes(20), hash, None
    return keccak(key.format(compressed=False)[1:])[12:], hash, Item.OK


def places(data, start=0, end=None):
    """The headers and ends of all items in a list, and of what is nested in them."""
    end = len(data) if end is None else end
    while start < end:
        first, begin = data[start], start
        yield start
        start += 1
        length = 0 if first < 0x80 else (first - 0x80) % 0x40
        if length > 55:
            digits = length - 55
            length, start = int.from_bytes(data[start : start + digits], "big"), start + digits
        if first >= 0xC0:
            yield from places(data, start, start + length)
        start += length
        assert start > begin


def changed(random, data):
    """A change of an item: another header, bytes before or in it, or an item more or less. Lists are not mended."""
    at = list(places(data, 1 if data[0] < 0xC0 else 0))
    place, other = (at[random.integers(len(at))] for _ in range(2))
    before, after = data[:place], data[place + 1 :]
    first = data[place]
    return [
        lambda: before + bytes([(first + random.integers(1, 256)) % 256]) + after,
        lambda: before + bytes([random.integers(256)]) + data[place:],
        lambda: before + after,
        lambda: before + data[other:],
        lambda: before + b"\x81" + data[place:],
        lambda: before + b"\xb8" + data[place:],
        lambda: before + bytes([first, 0]) + after,
        lambda: before + bytes([first ^ 0x40]) + after,
    ][random.integers(8)]()


def rebuilt(random, item, depth=0):
    """An item with a change below it, encoded canonically: values, lengths, types and numbers of items differ."""
    edges = [b"", b"\0", b"\1", b"\x7f", b"\x80", b"\xff" * 8, b"\xff" * 9, b"\xff" * 32, b"\1" + bytes(32), b"\x1b"]
    if depth and (not isinstance(item, list) or random.integers(4) == 0):
        some = [*edges, [], [b""], bytes(20), bytes(21), bytes(32), bytes(55), bytes(56)]
        choice = random.integers(len(some) + 3)
        if choice < len(some):
            return some[choice]
        return [b"\0" + item, item[1:], item + b"\0"][choice - len(some)] if isinstance(item, bytes) else item[::-1]
    if not item:
        return [b""]
    items, at = list(item), random.integers(len(item))
    choice = random.integers(10)
    if choice == 0:
        del items[at]
    elif choice == 1:
        items.insert(at, items[random.integers(len(items))])
    else:
        items[at] = rebuilt(random, items[at], depth + 1)
    return items


def test_against_the_decoder():
    random = np.random.default_rng(25)
    small = [item for item, _, _ in valid() if len(item) < 2000]
    cases = [changed(random, small[random.integers(len(small))]) for _ in range(2500)]
    for _ in range(4000):
        data = small[random.integers(len(small))]
        prefix = data[:1] if data[0] < 0xC0 else b""
        cases.append(prefix + rlp(rebuilt(random, decoded(data[len(prefix) :]))))
    for kind in range(256):
        cases.append(bytes([kind]) + small[4][1:])
    for high_s in (False, True):
        found = recover_senders(cases, high_s=high_s)
        accepted = 0
        for data, address, hash, item in zip(cases, found.addresses, found.hashes, found.items.tolist()):
            right = expected(data, high_s)
            assert (bytes(address), bytes(hash)) == right[:2], data.hex()
            assert item == right[2] or (right[2] is None and item in (Item.NO_POINT, Item.INFINITY)), data.hex()
            accepted += item != Item.TRANSACTION
        assert 300 < accepted < len(cases) - 300


def test_sidecars_against_the_decoder():
    """Sidecars of each version with one count, one length or one version changed."""
    random = np.random.default_rng(4844)
    for data in [item for item, _, _ in valid() if len(item) > 2000]:
        fields = decoded(data[1:])
        assert expected(data, False)[2] == Item.OK
        cases = []
        for at in range(1, len(fields)):
            part = fields[at]
            if isinstance(part, bytes):
                changes = [b"", b"\0", b"\2", b"\0\1", []]
            else:
                changes = [part[1:], [*part, part[0]], [part[0][1:], *part[1:]], [], b"", [part]]
            cases += [[*fields[:at], change, *fields[at + 1 :]] for change in changes]
        cases += [fields[:at] + fields[at + 1 :] for at in range(len(fields))]
        cases += [[*fields, []], [*fields, b""], [fields[0], *fields], [fields], [fields[0]]]
        encoded = [b"\3" + rlp(case) for case in cases]
        found = recover_senders(encoded, threads=int(random.integers(1, 3)))
        assert [item == Item.TRANSACTION for item in found.items] == [signed(data) is None for data in encoded]
