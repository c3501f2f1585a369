"""RLP, Keccak-256 and transactions in textbook form: the oracle of the tests of raw transactions."""

import coincurve

MASK = (1 << 64) - 1


def rlp(item):
    """The encoding of bytes, of an integer, or of a list of items."""
    if isinstance(item, int):
        item = item.to_bytes((item.bit_length() + 7) // 8, "big")
    if isinstance(item, bytes):
        return item if len(item) == 1 and item[0] < 0x80 else header(0x80, len(item)) + item
    payload = b"".join(map(rlp, item))
    return header(0xC0, len(payload)) + payload


def header(offset, length):
    if length < 56:
        return bytes([offset + length])
    digits = length.to_bytes((length.bit_length() + 7) // 8, "big")
    return bytes([offset + 55 + len(digits)]) + digits


def keccak(data):
    """Keccak-256 (the padding of the submission, as Ethereum uses it)."""
    lanes = [[0] * 5 for _ in range(5)]
    padded = bytearray(data) + b"\1" + bytes(-(len(data) + 1) % 136)
    padded[-1] |= 0x80
    for start in range(0, len(padded), 136):
        for i in range(17):
            lanes[i % 5][i // 5] ^= int.from_bytes(padded[start + 8 * i : start + 8 * i + 8], "little")
        permute(lanes)
    return b"".join(lanes[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


def rotate(value, count):
    count %= 64
    return ((value << count) | (value >> (64 - count))) & MASK


def permute(a):
    register = 1
    for _ in range(24):
        parity = [a[x][0] ^ a[x][1] ^ a[x][2] ^ a[x][3] ^ a[x][4] for x in range(5)]
        for x in range(5):
            for y in range(5):
                a[x][y] ^= parity[x - 1] ^ rotate(parity[(x + 1) % 5], 1)
        x, y, current = 1, 0, a[1][0]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            current, a[x][y] = a[x][y], rotate(current, (t + 1) * (t + 2) // 2)
        for y in range(5):
            row = [a[x][y] for x in range(5)]
            for x in range(5):
                a[x][y] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
        for j in range(7):
            a[0][0] ^= (register & 1) << ((1 << j) - 1)
            register = (register << 1) ^ ((register >> 7) * 0x171)


def number(text):
    return int(text, 16)


def unhex(text):
    return bytes.fromhex(text[2:]) if text else b""


def fields_of(transaction):
    """The type and the signed fields of a transaction in JSON."""
    kind = number(transaction["type"])
    nonce, gas, value = (number(transaction[name]) for name in ("nonce", "gas", "value"))
    to, data = unhex(transaction["to"]), unhex(transaction["input"])
    if kind == 0:
        return kind, [nonce, number(transaction["gasPrice"]), gas, to, value, data]
    access = [[unhex(row["address"]), [unhex(key) for key in row["storageKeys"]]] for row in transaction["accessList"]]
    names = ("gasPrice",) if kind == 1 else ("maxPriorityFeePerGas", "maxFeePerGas")
    fees = [number(transaction[name]) for name in names]
    return kind, [number(transaction["chainId"]), nonce, *fees, gas, to, value, data, access]


def encode(transaction):
    """The encoding of a transaction in JSON."""
    kind, fields = fields_of(transaction)
    fields += [number(transaction[name]) for name in "vrs"]
    return bytes([kind] if kind else []) + rlp(fields)


def sign(fields, kind=0, chain=None, secret=b"\7" * 32):
    """The signed fields, the hash and the address: legacy (kind 0) with or without a chain, or an envelope."""
    signed = fields + [chain, 0, 0] if chain is not None else fields
    hash = keccak(bytes([kind] if kind else []) + rlp(signed))
    key = coincurve.PrivateKey(secret)
    signature = key.sign_recoverable(hash, hasher=None)
    r, s, v = (int.from_bytes(part, "big") for part in (signature[:32], signature[32:64], signature[64:]))
    if kind == 0:
        v += 27 if chain is None else 35 + 2 * chain
    return fields + [v, r, s], hash, keccak(key.public_key.format(compressed=False)[1:])[12:]
