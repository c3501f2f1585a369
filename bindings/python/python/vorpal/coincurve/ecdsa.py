"""ECDSA signatures as objects, in place of the structures of libsecp256k1."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TypeVar

from vorpal._vorpal import Error, InputError, signature_to_der, signature_to_low
from vorpal._vorpal import PublicKey as Point
from vorpal._vorpal import recover as recover_point
from vorpal.coincurve import _asn1
from vorpal.coincurve._asn1 import INTEGER, SEQUENCE, Reader
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context
from vorpal.coincurve.types import Hasher
from vorpal.coincurve.utils import GROUP_ORDER_INT, bytes_to_int, digest_of, octets, sha256

MAX_SIG_LENGTH = 72
CDATA_SIG_LENGTH = 64


@dataclass(frozen=True)
class RawSignature:
    """A signature: ``r`` and ``s``, each zero if it was out of range. Such a signature is invalid for all messages."""

    compact: bytes
    """The 64 bytes ``r || s``, both below the order."""

    def __post_init__(self) -> None:
        """Check the length and the range."""
        object.__setattr__(self, "compact", octets(self.compact, "compact"))
        if len(self.compact) != CDATA_SIG_LENGTH:
            raise InputError("invalid signature length")
        if not _in_range(self.compact):
            raise InputError("secp256k1_ecdsa_signature_parse_compact")


@dataclass(frozen=True)
class RawRecoverable:
    """A signature with a recovery identifier."""

    compact: bytes
    """The 64 bytes ``r || s``, both below the order."""
    recovery_id: int
    """The recovery identifier, 0 to 3."""

    def __post_init__(self) -> None:
        """Check the length and the ranges."""
        object.__setattr__(self, "compact", octets(self.compact, "compact"))
        if len(self.compact) != CDATA_SIG_LENGTH:
            raise InputError("Serialized signature must be 65 bytes long.")
        object.__setattr__(self, "recovery_id", operator.index(self.recovery_id))
        if not 0 <= self.recovery_id <= 3:
            raise InputError("Invalid recovery id.")
        if not _in_range(self.compact):
            raise InputError("Failed to parse recoverable signature.")


Raw = TypeVar("Raw", RawSignature, RawRecoverable)


def _compact_of(raw: Raw, kind: type[Raw]) -> bytes:
    """The 64 bytes of a signature of this kind."""
    if not isinstance(raw, kind):
        raise TypeError(f"{kind.__name__} is expected, not {type(raw).__name__}")
    return raw.compact


def cdata_to_der(cdata: RawSignature, context: Context = GLOBAL_CONTEXT) -> bytes:
    """The encoding of a signature in DER."""
    compact = _compact_of(cdata, RawSignature)
    try:
        return signature_to_der(compact)
    except Error:
        # A zero, which no valid signature has.
        halves = compact[:32], compact[32:]
        return _asn1.value(SEQUENCE, *(_asn1.value(INTEGER, _integer(half)) for half in halves))


def der_to_cdata(der: bytes, context: Context = GLOBAL_CONTEXT) -> RawSignature:
    """The signature of an encoding in DER. Other encodings are errors; integers out of range become zeros."""
    try:
        outer = Reader(octets(der, "der"))
        values = outer.enter(SEQUENCE)
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
    return _compact_of(recover_sig, RawRecoverable) + bytes([recover_sig.recovery_id])


def deserialize_recoverable(serialized: bytes, context: Context = GLOBAL_CONTEXT) -> RawRecoverable:
    """The signature of 65 bytes ``r || s || v``, with a recovery identifier of 0 to 3 as ``v``."""
    data = octets(serialized, "serialized")
    if len(data) != CDATA_SIG_LENGTH + 1:
        raise InputError("Serialized signature must be 65 bytes long.")
    return RawRecoverable(data[:CDATA_SIG_LENGTH], data[CDATA_SIG_LENGTH])


def serialize_compact(raw_sig: RawSignature, context: Context = GLOBAL_CONTEXT) -> bytes:
    """The 64 bytes ``r || s`` of a signature."""
    return _compact_of(raw_sig, RawSignature)


def deserialize_compact(ser_sig: bytes, context: Context = GLOBAL_CONTEXT) -> RawSignature:
    """The signature of 64 bytes ``r || s``."""
    return RawSignature(octets(ser_sig, "ser_sig"))


def signature_normalize(raw_sig: RawSignature, context: Context = GLOBAL_CONTEXT) -> tuple[bool, RawSignature]:
    """Whether ``s`` was in the upper half of its range, and the signature with the lower one."""
    compact = _compact_of(raw_sig, RawSignature)
    try:
        low = signature_to_low(compact)
    except Error:
        s = bytes_to_int(compact[32:])
        lower = min(s, (GROUP_ORDER_INT - s) % GROUP_ORDER_INT)
        low = compact[:32] + lower.to_bytes(32, "big")
    return low != compact, RawSignature(low)


def recoverable_convert(recover_sig: RawRecoverable, context: Context = GLOBAL_CONTEXT) -> RawSignature:
    """The signature without its recovery identifier."""
    return RawSignature(_compact_of(recover_sig, RawRecoverable))


def _in_range(compact: bytes) -> bool:
    return max(bytes_to_int(compact[:32]), bytes_to_int(compact[32:])) < GROUP_ORDER_INT
