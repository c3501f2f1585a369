"""Public keys of BIP 340: the ``x`` of a point."""

from __future__ import annotations

from vorpal._vorpal import Error, InputError, schnorr_verify
from vorpal._vorpal import PublicKey as Point
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context
from vorpal.coincurve.utils import octets, secret_key, tweak_of


class XOnlyPoint:
    """The ``x`` of a point, in place of libsecp256k1's structure. It is no :class:`vorpal.secp256k1.PublicKey`."""

    __slots__ = ("x",)

    x: bytes
    """The 32 bytes of ``x``."""

    def __init__(self, x: bytes | Point) -> None:
        """The ``x`` of 32 bytes, or of a point."""
        self.x = x.x_only() if isinstance(x, Point) else _even(octets(x, "data")).x_only()

    def __eq__(self, other: object) -> bool:
        """Whether ``x`` is the same."""
        return self.x == other.x if isinstance(other, XOnlyPoint) else NotImplemented

    def __hash__(self) -> int:
        """That of the 32 bytes."""
        return hash(self.x)


class PublicKeyXOnly:
    """A public key of BIP 340. ``public_key`` is the ``x`` of its point, and ``parity`` whether the ``y`` of the key
    from which it comes is odd.
    """

    public_key: XOnlyPoint

    def __init__(self, data: bytes | XOnlyPoint, parity: bool = False, context: Context = GLOBAL_CONTEXT) -> None:
        """The key of 32 bytes, or the ``public_key`` of another."""
        if isinstance(data, Point):
            raise TypeError("data: a point of a PublicKey is no key of BIP 340; of_point converts it")
        self.public_key = data if isinstance(data, XOnlyPoint) else XOnlyPoint(data)
        self.parity = parity
        self.context = context

    @classmethod
    def from_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKeyXOnly:
        """The key of a secret key of at most 32 bytes."""
        return cls.of_point(secret_key(secret).public_key(), context)

    @classmethod
    def from_valid_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKeyXOnly:
        """As :meth:`from_secret`: an invalid secret key is an error here too."""
        return cls.of_point(secret_key(secret, "Secret was invalid").public_key(), context)

    @classmethod
    def of_point(cls, point: Point, context: Context = GLOBAL_CONTEXT) -> PublicKeyXOnly:
        """The key of a point, with the parity of its ``y``."""
        return cls(XOnlyPoint(point), parity=point.to_bytes()[0] == 3, context=context)

    def format(self) -> bytes:
        """The 32 bytes of ``x``."""
        return self.public_key.x

    def verify(self, signature: bytes, message: bytes) -> bool:
        """Whether a signature of BIP 340 is valid. Variable time."""
        if len(octets(signature, "signature")) != 64:
            raise InputError("Signature must be 64 bytes long.")
        try:
            return schnorr_verify(self.format(), octets(message, "message"), signature)
        except InputError:
            # A number out of range.
            return False

    def tweak_add(self, scalar: bytes) -> None:
        """Add the multiple of the generator by a scalar to this key, as BIP 341 does. Constant time."""
        tweak = tweak_of(scalar)
        try:
            point = _even(self.format()).add_tweak(tweak)
        except Error:
            text = "The tweak was out of range, or the resulting public key would be invalid"
            raise InputError(text) from None
        self.public_key, self.parity = XOnlyPoint(point), point.to_bytes()[0] == 3

    def __eq__(self, other: object) -> bool:
        """Whether ``x`` is the same."""
        return self.public_key == other.public_key if isinstance(other, PublicKeyXOnly) else NotImplemented

    def __hash__(self) -> int:
        """That of the 32 bytes."""
        return hash(self.format())


def _even(x: bytes) -> Point:
    """The point with an even ``y``."""
    try:
        return Point(b"\2" + x)
    except Error:
        raise InputError("The public key could not be parsed or is invalid.") from None
