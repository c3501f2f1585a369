"""Private keys in DER: PKCS #8 (RFC 5208) with a key of RFC 5915."""

from __future__ import annotations

from vorpal._vorpal import InputError
from vorpal.coincurve import _asn1
from vorpal.coincurve._asn1 import BIT_STRING, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, Reader

# 1.2.840.10045.2.1 (ecPublicKey), 1.3.132.0.10 (secp256k1).
EC_PUBKEY_OID = bytes.fromhex("2a8648ce3d0201")
SECP256K1_OID = bytes.fromhex("2b8104000a")
# The explicit tag of the public key in a key of RFC 5915.
_PUBLIC_KEY = 0xA1


def encode_der(private_key: bytes, public_key: bytes | None = None) -> bytes:
    """The encoding of a private key of 32 bytes, with its public key of 65 bytes if it is given."""
    key = [_asn1.value(INTEGER, b"\1"), _asn1.value(OCTET_STRING, private_key)]
    if public_key is not None:
        key.append(_asn1.value(_PUBLIC_KEY, _asn1.value(BIT_STRING, b"\0", public_key)))
    names = [_asn1.value(OBJECT_IDENTIFIER, name) for name in (EC_PUBKEY_OID, SECP256K1_OID)]
    inner = _asn1.value(OCTET_STRING, _asn1.value(SEQUENCE, *key))
    return _asn1.value(SEQUENCE, _asn1.value(INTEGER, b"\0"), _asn1.value(SEQUENCE, *names), inner)


def decode_der(der_data: bytes) -> bytes:
    """The bytes of a private key. Attributes and the public key are not read."""
    outer = Reader(der_data)
    info = Reader(outer.read(SEQUENCE))
    outer.end()
    info.read(INTEGER)
    algorithm = Reader(info.read(SEQUENCE))
    if algorithm.read(OBJECT_IDENTIFIER) != EC_PUBKEY_OID:
        raise InputError("Not an EC private key")
    if algorithm.next_tag() is not None and algorithm.read(OBJECT_IDENTIFIER) != SECP256K1_OID:
        raise InputError("Not a private key on secp256k1")
    inner = Reader(info.read(OCTET_STRING))
    key = Reader(inner.read(SEQUENCE))
    inner.end()
    key.read(INTEGER)
    return key.read(OCTET_STRING)
