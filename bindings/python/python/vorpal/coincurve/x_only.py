"""Public keys of BIP 340: the ``x`` of a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vorpal._vorpal import Error, InputError, schnorr_verify
from vorpal._vorpal import PublicKey as Point
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context
from vorpal.coincurve.utils import pad_scalar, secret_key

if TYPE_CHECKING:
    from vorpal.coincurve.types import KeyData


class PublicKeyXOnly:
    """A public key of BIP 340. ``public_key`` is the point with an even ``y``, and ``parity`` whether that of the key
    from which it comes is odd.
    """

    public_key: Point

    def __init__(self, data: KeyData, parity: bool = False, context: Context = GLOBAL_CONTEXT) -> None:
        """The key of 32 bytes, or of the ``x`` of a point."""
        self.public_key = _even(data.x_only() if isinstance(data, Point) else data)
        self.parity = parity
        self.context = context

    @classmethod
    def from_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKeyXOnly:
        """The key of a secret key of at most 32 bytes."""
        return cls.of_point(secret_key(secret).public_key(), context)

    @classmethod
    def from_valid_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKeyXOnly:
        """As :meth:`from_secret`: an invalid secret key is an error here too."""
        return cls.from_secret(secret, context)

    @classmethod
    def of_point(cls, point: Point, context: Context = GLOBAL_CONTEXT) -> PublicKeyXOnly:
        """The key of a point, with the parity of its ``y``."""
        return cls(point, parity=point.to_bytes()[0] == 3, context=context)

    def format(self) -> bytes:
        """The 32 bytes of ``x``."""
        return self.public_key.x_only()

    def verify(self, signature: bytes, message: bytes) -> bool:
        """Whether a signature of BIP 340 is valid. Variable time."""
        if len(signature) != 64:
            raise InputError("Signature must be 64 bytes long.")
        try:
            return schnorr_verify(self.format(), message, signature)
        except InputError:
            # A number out of range.
            return False

    def tweak_add(self, scalar: bytes) -> None:
        """Add the multiple of the generator by a scalar to this key, as BIP 341 does. Constant time."""
        try:
            point = self.public_key.add_tweak(pad_scalar(scalar))
        except Error:
            text = "The tweak was out of range, or the resulting public key would be invalid"
            raise InputError(text) from None
        key = PublicKeyXOnly.of_point(point)
        self.public_key, self.parity = key.public_key, key.parity

    def __eq__(self, other: object) -> bool:
        """Whether ``x`` is the same."""
        return self.public_key == other.public_key if isinstance(other, PublicKeyXOnly) else NotImplemented

    def __hash__(self) -> int:
        """That of the 32 bytes."""
        return hash(self.format())


def _even(x: bytes) -> Point:
    try:
        return Point(b"\2" + x)
    except Error:
        raise InputError("The public key could not be parsed or is invalid.") from None
