"""ECDSA signatures as objects, in place of the structures of libsecp256k1."""

from __future__ import annotations

from typing import NamedTuple

from vorpal._vorpal import Error, InputError, signature_to_der, signature_to_low
from vorpal._vorpal import PublicKey as Point
from vorpal._vorpal import recover as recover_point
from vorpal.coincurve import _asn1
from vorpal.coincurve._asn1 import INTEGER, SEQUENCE, Reader
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context
from vorpal.coincurve.types import Hasher
from vorpal.coincurve.utils import GROUP_ORDER_INT, bytes_to_int, digest_of, sha256

MAX_SIG_LENGTH = 72
CDATA_SIG_LENGTH = 64


class RawSignature(NamedTuple):
    """A signature: ``r`` and ``s``, each zero if it was out of range. Such a signature is invalid for all messages."""

    compact: bytes
    """The 64 bytes ``r || s``."""


class RawRecoverable(NamedTuple):
    """A signature with a recovery identifier."""

    compact: bytes
    """The 64 bytes ``r || s``, both below the order."""
    recovery_id: int
    """The recovery identifier, 0 to 3."""


def cdata_to_der(cdata: RawSignature, context: Context = GLOBAL_CONTEXT) -> bytes:
    """The encoding of a signature in DER."""
    try:
        return signature_to_der(cdata.compact)
    except Error:
        # A zero, which no valid signature has.
        halves = cdata.compact[:32], cdata.compact[32:]
        return _asn1.value(SEQUENCE, *(_asn1.value(INTEGER, _integer(half)) for half in halves))


def der_to_cdata(der: bytes, context: Context = GLOBAL_CONTEXT) -> RawSignature:
    """The signature of an encoding in DER. Other encodings are errors; integers out of range become zeros."""
    try:
        outer = Reader(der)
        values = Reader(outer.read(SEQUENCE))
        outer.end()
        numbers = _number(values.read(INTEGER)) + _number(values.read(INTEGER))
        values.end()
    except Error:
        raise InputError("The DER-encoded signature could not be parsed.") from None
    return RawSignature(numbers)


def _number(contents: bytes) -> bytes:
    """The 32 bytes of an encoded integer; zeros for a negative one, and for one at or above the order."""
    if not contents or (len(contents) > 1 and contents[0] in (0, 0xFF) and (contents[0] ^ contents[1]) < 0x80):
        raise InputError("an integer with more or fewer bytes than necessary")
    number = int.from_bytes(contents, "big", signed=True)
    return number.to_bytes(32, "big") if 0 <= number < GROUP_ORDER_INT else bytes(32)


def _integer(number: bytes) -> bytes:
    """The contents of the encoding of an integer that is not negative."""
    digits = number.lstrip(b"\0")
    return digits if digits and digits[0] < 0x80 else b"\0" + digits


def recover(
    message: bytes, recover_sig: RawRecoverable, hasher: Hasher = sha256, context: Context = GLOBAL_CONTEXT
) -> Point:
    """The public key of a signature. Variable time."""
    digest = digest_of(message, hasher)
    try:
        return recover_point(digest, serialize_recoverable(recover_sig))
    except Error:
        raise InputError("failed to recover ECDSA public key") from None


def serialize_recoverable(recover_sig: RawRecoverable, context: Context = GLOBAL_CONTEXT) -> bytes:
    """The 65 bytes ``r || s || v`` of a signature."""
    return recover_sig.compact + bytes([recover_sig.recovery_id])


def deserialize_recoverable(serialized: bytes, context: Context = GLOBAL_CONTEXT) -> RawRecoverable:
    """The signature of 65 bytes ``r || s || v``, with a recovery identifier of 0 to 3 as ``v``."""
    if len(serialized) != CDATA_SIG_LENGTH + 1:
        raise InputError("Serialized signature must be 65 bytes long.")
    compact, recovery_id = bytes(serialized[:CDATA_SIG_LENGTH]), serialized[CDATA_SIG_LENGTH]
    if recovery_id > 3:
        raise InputError("Invalid recovery id.")
    if not _in_range(compact):
        raise InputError("Failed to parse recoverable signature.")
    return RawRecoverable(compact, recovery_id)


def serialize_compact(raw_sig: RawSignature, context: Context = GLOBAL_CONTEXT) -> bytes:
    """The 64 bytes ``r || s`` of a signature."""
    return raw_sig.compact


def deserialize_compact(ser_sig: bytes, context: Context = GLOBAL_CONTEXT) -> RawSignature:
    """The signature of 64 bytes ``r || s``."""
    if len(ser_sig) != CDATA_SIG_LENGTH:
        raise InputError("invalid signature length")
    if not _in_range(ser_sig):
        raise InputError("secp256k1_ecdsa_signature_parse_compact")
    return RawSignature(bytes(ser_sig))


def signature_normalize(raw_sig: RawSignature, context: Context = GLOBAL_CONTEXT) -> tuple[bool, RawSignature]:
    """Whether ``s`` was in the upper half of its range, and the signature with the lower one."""
    try:
        low = signature_to_low(raw_sig.compact)
    except Error:
        s = bytes_to_int(raw_sig.compact[32:])
        lower = min(s, (GROUP_ORDER_INT - s) % GROUP_ORDER_INT)
        low = raw_sig.compact[:32] + lower.to_bytes(32, "big")
    return low != raw_sig.compact, RawSignature(low)


def recoverable_convert(recover_sig: RawRecoverable, context: Context = GLOBAL_CONTEXT) -> RawSignature:
    """The signature without its recovery identifier."""
    return RawSignature(recover_sig.compact)


def _in_range(compact: bytes) -> bool:
    return max(bytes_to_int(compact[:32]), bytes_to_int(compact[32:])) < GROUP_ORDER_INT
