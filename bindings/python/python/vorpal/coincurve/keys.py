"""Private keys; and the public keys, under coincurve's name of this module."""

from __future__ import annotations

import hmac
import os
from typing import TYPE_CHECKING

from vorpal._vorpal import ArgumentError, Error, InputError, SecretKey, signature_to_der
from vorpal.coincurve.context import GLOBAL_CONTEXT, Context
from vorpal.coincurve.der import decode_der, encode_der
from vorpal.coincurve.public_keys import PublicKey
from vorpal.coincurve.utils import (
    DEFAULT_NONCE,
    bytes_to_int,
    der_to_pem,
    digest_of,
    get_valid_secret,
    hex_to_bytes,
    int_to_bytes_padded,
    octets,
    pem_to_der,
    secret_key,
    sha256,
    tweak_of,
    validate_secret,
)
from vorpal.coincurve.x_only import PublicKeyXOnly

if TYPE_CHECKING:
    from vorpal.coincurve.types import Hasher, Nonce

__all__ = ["PrivateKey", "PublicKey", "PublicKeyXOnly"]


class PrivateKey:
    """A private key, with its public keys ``public_key`` and ``public_key_xonly``. Operations take constant time."""

    def __init__(self, secret: bytes | None = None, context: Context = GLOBAL_CONTEXT) -> None:
        """The key of at most 32 bytes, most significant first, or a random one."""
        self._key = secret_key(get_valid_secret() if secret is None else secret)
        self.context = context
        point = self._key.public_key()
        self.public_key = PublicKey(point, context)
        self.public_key_xonly = PublicKeyXOnly.of_point(point, context)

    @property
    def secret(self) -> bytes:
        """The 32 bytes of the key."""
        return self._key.to_bytes()

    def sign(self, message: bytes, hasher: Hasher = sha256, custom_nonce: Nonce = DEFAULT_NONCE) -> bytes:
        """An ECDSA signature in DER, with the lower ``s`` and the nonce of RFC 6979."""
        return signature_to_der(self.sign_recoverable(message, hasher, custom_nonce)[:64])

    def sign_schnorr(self, message: bytes, aux_randomness: bytes | None = b"") -> bytes:
        """A signature of BIP 340 of 32 bytes. ``aux_randomness``: 32 bytes; None for zeros; none to draw them."""
        if len(octets(message, "message")) != 32:
            raise InputError("Message must be 32 bytes long.")
        if aux_randomness is not None:
            aux_randomness = octets(aux_randomness, "aux_randomness") or os.urandom(32)
        if aux_randomness is not None and len(aux_randomness) != 32:
            raise InputError("Auxiliary random data must be 32 bytes long.")
        signature = self._key.schnorr_sign(message, auxiliary=aux_randomness)
        if not self.public_key_xonly.verify(signature, message):
            raise InputError("Invalid signature")
        return signature

    def sign_recoverable(self, message: bytes, hasher: Hasher = sha256, custom_nonce: Nonce = DEFAULT_NONCE) -> bytes:
        """An ECDSA signature of 65 bytes ``r || s || v``, as :meth:`sign` with the recovery identifier."""
        function, data = custom_nonce
        if function is not None:
            raise ArgumentError("custom_nonce: functions in C are not supported; (None, data) has 32 bytes of data")
        return self._key.sign(digest_of(message, hasher), entropy=data)

    def ecdh(self, public_key: bytes) -> bytes:
        """The digest of SHA-256 of the shared point, compressed."""
        return self._key.ecdh(PublicKey(public_key).public_key, sha256=True)

    def add(self, scalar: bytes, update: bool = False) -> PrivateKey:
        """The sum with a scalar."""
        tweak = tweak_of(scalar)
        try:
            key = self._key.add_tweak(tweak)
        except Error:
            raise InputError("The tweak was out of range, or the resulting private key is invalid.") from None
        return self._with(key, update)

    def multiply(self, scalar: bytes, update: bool = False) -> PrivateKey:
        """The product with a scalar."""
        return self._with(self._key.mul_tweak(validate_secret(scalar)), update)

    def to_hex(self) -> str:
        """The 64 hexadecimal digits of the key."""
        return self.secret.hex()

    def to_int(self) -> int:
        """The key as an integer."""
        return bytes_to_int(self.secret)

    def to_pem(self) -> bytes:
        """The key in PEM."""
        return der_to_pem(self.to_der())

    def to_der(self) -> bytes:
        """The key in DER, with its public key."""
        return encode_der(self.secret, self.public_key.format(compressed=False))

    @classmethod
    def from_hex(cls, hexed: str, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of hexadecimal digits."""
        return PrivateKey(hex_to_bytes(hexed), context)

    @classmethod
    def from_int(cls, num: int, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of an integer."""
        return PrivateKey(int_to_bytes_padded(num), context)

    @classmethod
    def from_pem(cls, pem: bytes, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of a text in PEM."""
        return PrivateKey.from_der(pem_to_der(pem), context)

    @classmethod
    def from_der(cls, der: bytes, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of an encoding in DER."""
        return PrivateKey(decode_der(der), context)

    def _with(self, key: SecretKey, update: bool) -> PrivateKey:
        """This object with a key, or a new one."""
        if not update:
            return PrivateKey(key.to_bytes(), self.context)
        point = key.public_key()
        self.public_key.public_key, self._key = point, key
        self.public_key_xonly = PublicKeyXOnly.of_point(point, self.context)
        return self

    def __eq__(self, other: object) -> bool:
        """Whether the keys are the same, in constant time."""
        return hmac.compare_digest(self.secret, other.secret) if isinstance(other, PrivateKey) else NotImplemented

    def __hash__(self) -> int:
        """That of the 32 bytes."""
        return hash(self.secret)

    def __repr__(self) -> str:
        """The secret is not shown."""
        return "PrivateKey(...)"
