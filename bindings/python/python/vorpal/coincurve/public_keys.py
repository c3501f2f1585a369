"""Public keys: points of the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vorpal._vorpal import Error, InputError
from vorpal._vorpal import PublicKey as Point
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context
from vorpal.coincurve.ecdsa import der_to_cdata, deserialize_recoverable, recover
from vorpal.coincurve.utils import (
    bytes_to_int,
    digest_of,
    int_to_bytes_padded,
    octets,
    secret_key,
    sha256,
    tweak_of,
    validate_secret,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vorpal.coincurve.types import Hasher, KeyData


class PublicKey:
    """A public key. ``public_key`` is the point, of :class:`vorpal.secp256k1.PublicKey`."""

    public_key: Point

    def __init__(self, data: KeyData, context: Context = GLOBAL_CONTEXT) -> None:
        """The key of a point, or of 33 bytes (02, 03), 65 bytes (04) or the 65 bytes of a hybrid encoding (06, 07)."""
        self.public_key = data if isinstance(data, Point) else _decode(data)
        self.context = context

    @classmethod
    def from_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKey:
        """The key of a secret key of at most 32 bytes. Constant time."""
        return PublicKey(secret_key(secret).public_key(), context)

    @classmethod
    def from_valid_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKey:
        """As :meth:`from_secret`: an invalid secret key is an error here too."""
        return PublicKey(secret_key(secret, "Invalid secret.").public_key(), context)

    @classmethod
    def from_point(cls, x: int, y: int, context: Context = GLOBAL_CONTEXT) -> PublicKey:
        """The key with these coordinates."""
        return PublicKey(b"\x04" + int_to_bytes_padded(x) + int_to_bytes_padded(y), context)

    @classmethod
    def from_signature_and_message(
        cls, signature: bytes, message: bytes, hasher: Hasher = sha256, context: Context = GLOBAL_CONTEXT
    ) -> PublicKey:
        """The key of a signature of 65 bytes ``r || s || v``. Variable time."""
        return PublicKey(recover(message, deserialize_recoverable(signature), hasher), context)

    @classmethod
    def combine_keys(cls, public_keys: Sequence[PublicKey], context: Context = GLOBAL_CONTEXT) -> PublicKey:
        """The sum of keys. The point at infinity is an error, and so is the sum of no keys."""
        return PublicKey(_sum(public_keys), context)

    def format(self, compressed: bool = True) -> bytes:
        """The encoding: 33 bytes, or 65 bytes if not ``compressed``."""
        return self.public_key.to_bytes(compressed)

    def point(self) -> tuple[int, int]:
        """The coordinates."""
        encoded = self.format(compressed=False)
        return bytes_to_int(encoded[1:33]), bytes_to_int(encoded[33:])

    def verify(self, signature: bytes, message: bytes, hasher: Hasher = sha256) -> bool:
        """Whether a signature in DER is valid. ``s`` in the upper half of its range is invalid. Variable time."""
        digest = digest_of(message, hasher)
        compact = der_to_cdata(signature).compact
        try:
            return self.public_key.verify(digest, compact, low_s=True)
        except Error:
            # A number out of range.
            return False

    def add(self, scalar: bytes, update: bool = False) -> PublicKey:
        """The sum with the multiple of the generator by a scalar. Constant time."""
        tweak = tweak_of(scalar)
        try:
            point = self.public_key.add_tweak(tweak)
        except Error:
            raise InputError("The tweak was out of range, or the resulting public key is invalid.") from None
        return self._with(point, update)

    def multiply(self, scalar: bytes, update: bool = False) -> PublicKey:
        """The multiple by a scalar. Constant time."""
        return self._with(self.public_key.mul_tweak(validate_secret(scalar)), update)

    def combine(self, public_keys: Sequence[PublicKey], update: bool = False) -> PublicKey:
        """The sum of this key and others."""
        return self._with(_sum([self, *public_keys]), update)

    def _with(self, point: Point, update: bool) -> PublicKey:
        """This object with a point, or a new one."""
        if not update:
            return PublicKey(point, self.context)
        self.public_key = point
        return self

    def __eq__(self, other: object) -> bool:
        """Whether the points are the same."""
        return self.public_key == other.public_key if isinstance(other, PublicKey) else NotImplemented

    def __hash__(self) -> int:
        """That of the encoding of 65 bytes."""
        return hash(self.format(compressed=False))


def _decode(data: bytes) -> Point:
    data = octets(data, "data")
    # The header of a hybrid encoding also has the lowest bit of y.
    is_hybrid = len(data) == 65 and data[0] in (6, 7) and data[0] & 1 == data[64] & 1
    try:
        return Point(b"\4" + data[1:] if is_hybrid else data)
    except Error:
        raise InputError("The public key could not be parsed or is invalid.") from None


def _sum(keys: Sequence[PublicKey]) -> Point:
    for i, key in enumerate(keys):
        if not isinstance(key, PublicKey):
            raise TypeError(f"public_keys[{i}]: {type(key).__name__} is no PublicKey")
    try:
        return Point.sum([key.public_key for key in keys])
    except Error:
        raise InputError("The sum of the public keys is invalid.") from None
