"""Private keys in DER: PKCS #8 (RFC 5208) with a key of RFC 5915."""

from __future__ import annotations

from vorpal._vorpal import InputError
from vorpal.coincurve import _asn1
from vorpal.coincurve._asn1 import BIT_STRING, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, Reader
from vorpal.coincurve.utils import KEY_SIZE, octets, secret_key

# 1.2.840.10045.2.1 (ecPublicKey), 1.3.132.0.10 (secp256k1).
EC_PUBKEY_OID = bytes.fromhex("2a8648ce3d0201")
SECP256K1_OID = bytes.fromhex("2b8104000a")
# The tags of the attributes in PKCS #8, and of the parameters and the public key in a key of RFC 5915.
_ATTRIBUTES = _PARAMETERS = 0xA0
_PUBLIC_KEY = 0xA1
# The fewest bytes that coincurve reads.
_MIN_LENGTH = 34


def encode_der(private_key: bytes, public_key: bytes | None = None) -> bytes:
    """The encoding of a private key of 32 bytes, with its public key of 65 bytes if it is given."""
    key = [_asn1.value(INTEGER, b"\1"), _asn1.value(OCTET_STRING, private_key)]
    if public_key is not None:
        key.append(_asn1.value(_PUBLIC_KEY, _asn1.value(BIT_STRING, b"\0", public_key)))
    names = [_asn1.value(OBJECT_IDENTIFIER, name) for name in (EC_PUBKEY_OID, SECP256K1_OID)]
    inner = _asn1.value(OCTET_STRING, _asn1.value(SEQUENCE, *key))
    return _asn1.value(SEQUENCE, _asn1.value(INTEGER, b"\0"), _asn1.value(SEQUENCE, *names), inner)


def decode_der(der_data: bytes) -> bytes:
    """The 32 bytes of a private key. The curve is named as secp256k1 in the algorithm, in the key or in both.

    A public key must be that of the private key. Attributes are not read.
    """
    data = octets(der_data, "der_data")
    if len(data) < _MIN_LENGTH:
        raise InputError(f"Invalid DER: not a valid PKCS#8 structure: {len(data)} bytes")
    outer = Reader(data)
    info = outer.enter(SEQUENCE, "Invalid DER: not a valid PKCS#8 structure")
    outer.end()
    _read_version(info, 0, "Invalid DER: expected INTEGER tag for version")
    algorithm = info.enter(SEQUENCE, "Invalid DER: expected SEQUENCE tag for algorithm")
    if algorithm.read(OBJECT_IDENTIFIER, "Invalid DER: expected OBJECT IDENTIFIER tag") != EC_PUBKEY_OID:
        raise InputError("Not an EC private key")
    is_named = algorithm.next_tag() is not None
    if is_named:
        _read_curve(algorithm)
    octet_string = info.enter(OCTET_STRING, "Invalid DER: expected OCTET STRING for private key")
    if info.next_tag() == _ATTRIBUTES:
        info.read(_ATTRIBUTES)
    info.end()
    key = octet_string.enter(SEQUENCE, "Invalid EC key format: missing sequence")
    octet_string.end()
    return _read_key(key, is_named)


def _read_key(key: Reader, is_named: bool) -> bytes:
    """The bytes of a key of RFC 5915, which names its curve unless the algorithm does."""
    _read_version(key, 1, "Invalid EC key format: missing version")
    start = key.offset
    secret = key.read(OCTET_STRING, "Invalid DER: expected OCTET STRING for EC private key")
    if len(secret) != KEY_SIZE:
        raise InputError(f"Invalid DER: the private key at byte {start} has {len(secret)} bytes; 32 are expected")
    if key.next_tag() == _PARAMETERS:
        _read_curve(key.enter(_PARAMETERS))
    elif not is_named:
        raise InputError(f"Not a private key on secp256k1: no curve is named up to byte {key.offset}")
    start = key.offset
    if key.next_tag() == _PUBLIC_KEY:
        wrapped = key.enter(_PUBLIC_KEY)
        public = wrapped.read(BIT_STRING)
        wrapped.end()
        point = secret_key(secret).public_key()
        if public not in (b"\0" + point.to_bytes(compressed) for compressed in (False, True)):
            raise InputError(f"Invalid DER: the public key at byte {start} is not that of the private key")
    key.end()
    return secret


def _read_version(reader: Reader, version: int, missing: str) -> None:
    start = reader.offset
    found = reader.read(INTEGER, missing)
    if found != bytes([version]):
        raise InputError(f"Invalid DER: the version at byte {start} is not {version}")


def _read_curve(reader: Reader) -> None:
    """Read the name of secp256k1, after which there is nothing."""
    start = reader.offset
    if reader.next_tag() == SEQUENCE:
        text = f"explicit curve parameters at byte {start} are not supported; the name of the curve is expected"
        raise InputError(f"Not a private key on secp256k1: {text}")
    name = reader.read(OBJECT_IDENTIFIER, "Invalid DER: expected OBJECT IDENTIFIER of the curve")
    if name != SECP256K1_OID:
        raise InputError(f"Not a private key on secp256k1: another curve is named at byte {start}")
    reader.end()
