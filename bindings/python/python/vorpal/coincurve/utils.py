"""Scalars, encodings, and verification with an encoded key."""

from __future__ import annotations

import base64
import binascii
import hashlib
import operator
import os
from typing import TYPE_CHECKING, TypeVar

from vorpal._vorpal import Error, InputError, SecretKey
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vorpal.coincurve.types import Hasher, Nonce

Sliceable = TypeVar("Sliceable", str, bytes)

GROUP_ORDER_INT = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
GROUP_ORDER = GROUP_ORDER_INT.to_bytes(32, "big")
KEY_SIZE = 32
MSG_HASH_SIZE = 32
ZERO = b"\x00"
PEM_HEADER = b"-----BEGIN PRIVATE KEY-----\n"
PEM_FOOTER = b"-----END PRIVATE KEY-----\n"
DEFAULT_NONCE: Nonce = (None, None)
_INVALID_SECRET = f"Secret scalar must be greater than 0 and less than {GROUP_ORDER_INT}."


def sha256(bytestr: bytes) -> bytes:
    """The digest of SHA-256."""
    return hashlib.sha256(bytestr).digest()


def pad_hex(hexed: str) -> str:
    """An even number of hexadecimal digits."""
    return f"0{hexed}" if len(hexed) % 2 else hexed


def bytes_to_int(bytestr: bytes) -> int:
    """The integer of bytes, most significant first."""
    return int.from_bytes(bytestr, "big")


def int_to_bytes(num: int) -> bytes:
    """The bytes of an integer, most significant first: as few as possible, and at least one."""
    number = operator.index(num)
    if number < 0:
        raise InputError("can't convert negative int to unsigned")
    return number.to_bytes(max(1, (number.bit_length() + 7) // 8), "big")


def int_to_bytes_padded(num: int) -> bytes:
    """The bytes of an integer, most significant first: at least 32."""
    return pad_scalar(int_to_bytes(num))


def hex_to_bytes(hexed: str) -> bytes:
    """The bytes of hexadecimal digits: at least 32."""
    try:
        return pad_scalar(bytes.fromhex(pad_hex(hexed)))
    except ValueError as error:
        raise InputError(str(error)) from None


def chunk_data(data: Sliceable, size: int) -> Iterator[Sliceable]:
    """The parts of this size, of which the last one may be shorter."""
    return (data[start : start + size] for start in range(0, len(data), size))


def der_to_pem(der: bytes) -> bytes:
    """A private key in PEM, from DER."""
    lines = chunk_data(base64.b64encode(der), 64)
    return PEM_HEADER + b"".join(line + b"\n" for line in lines) + PEM_FOOTER


def pem_to_der(pem: bytes) -> bytes:
    """The bytes between the first and the last line of a text in PEM.

    As in coincurve, both lines may be any, and characters outside of base64 are skipped.
    """
    try:
        return base64.b64decode(b"".join(octets(pem, "pem").strip().splitlines()[1:-1]))
    except binascii.Error as error:
        raise InputError(f"Invalid PEM: {error}") from None


def get_valid_secret() -> bytes:
    """A secret key from randomness of the system."""
    while True:
        secret = os.urandom(KEY_SIZE)
        try:
            return SecretKey(secret).to_bytes()
        except InputError:
            # Bytes at or above the order are drawn again.
            continue


def octets(value: bytes, name: str) -> bytes:
    """The bytes of an argument: ``bytes``, a ``bytearray`` or a ``memoryview`` of bytes. Others are a ``TypeError``."""
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"{name}: bytes are expected, not {type(value).__name__}")
    if isinstance(value, memoryview) and value.itemsize != 1:
        raise TypeError(f"{name}: bytes are expected, not items of the format '{value.format}'")
    return bytes(value)


def pad_scalar(scalar: bytes) -> bytes:
    """Bytes with zeros in front of them: at least 32."""
    return octets(scalar, "scalar").rjust(KEY_SIZE, ZERO)


def tweak_of(scalar: bytes) -> bytes:
    """The 32 bytes of a scalar that has no more than these."""
    padded = pad_scalar(scalar)
    if len(padded) > KEY_SIZE:
        raise InputError(f"The scalar has {len(padded)} bytes; at most {KEY_SIZE} are expected.")
    return padded


def secret_key(secret: bytes, text: str = _INVALID_SECRET) -> SecretKey:
    """The key of at most 32 bytes, in constant time. ``text`` is that of the error if it is out of range."""
    padded = pad_scalar(secret)
    try:
        key = SecretKey(padded[-KEY_SIZE:])
    except Error:
        raise InputError(text) from None
    if any(padded[:-KEY_SIZE]):
        raise InputError(text)
    # The integer is in range. Zeros in front of 32 bytes are too many bytes.
    tweak_of(padded)
    return key


def validate_secret(secret: bytes) -> bytes:
    """The 32 bytes of a secret key that is above zero and below the order."""
    return secret_key(secret).to_bytes()


def digest_of(message: bytes, hasher: Hasher) -> bytes:
    """The 32 bytes that are signed."""
    digest = octets(hasher(message) if hasher is not None else message, "the hash of the message")
    if len(digest) != MSG_HASH_SIZE:
        raise InputError("Message hash must be 32 bytes long.")
    return digest


def verify_signature(
    signature: bytes,
    message: bytes,
    public_key: bytes,
    hasher: Hasher = sha256,
    context: Context = GLOBAL_CONTEXT,
) -> bool:
    """Whether a signature in DER is valid. ``s`` in the upper half of its range is invalid. Variable time."""
    from vorpal.coincurve.public_keys import PublicKey

    return PublicKey(public_key, context).verify(signature, message, hasher)
