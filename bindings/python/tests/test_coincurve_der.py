"""Private keys in DER: `vorpal.coincurve.der` against coincurve, and what only it rejects."""

import random
import re

import coincurve as theirs
import coincurve.der
import pytest

import vorpal
from test_coincurve import changed, outcome
from vorpal import coincurve as mine
from vorpal.coincurve import der
from vorpal.coincurve._asn1 import BIT_STRING, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, SEQUENCE, value

SECRET = bytes(range(1, 33))
EC = value(OBJECT_IDENTIFIER, der.EC_PUBKEY_OID)
CURVE = value(OBJECT_IDENTIFIER, der.SECP256K1_OID)
P256 = value(OBJECT_IDENTIFIER, bytes.fromhex("2a8648ce3d030107"))
EXPLICIT = value(SEQUENCE, value(INTEGER, b"\1"))
JUNK = b"\xff\xff"


def key_of(algorithm=EC + CURVE, version=b"\0", key_version=b"\1", secret=SECRET, key=b"", inner=b"", info=b""):
    """A key in DER with these parts, and with bytes after the last value of the key, its octets and the whole."""
    fields = value(SEQUENCE, value(INTEGER, key_version), value(OCTET_STRING, secret), key)
    return value(
        SEQUENCE, value(INTEGER, version), value(SEQUENCE, algorithm), value(OCTET_STRING, fields + inner), info
    )


def public_part(secret, compressed=False, unused=b"\0"):
    return value(0xA1, value(BIT_STRING, unused, theirs.PublicKey.from_secret(secret).format(compressed)))


def test_accepted_keys():
    for data in (
        key_of(),
        key_of(algorithm=EC, key=value(0xA0, CURVE)),
        key_of(key=value(0xA0, CURVE) + public_part(SECRET)),
        key_of(key=public_part(SECRET)),
        key_of(key=public_part(SECRET, compressed=True)),
        key_of(info=value(0xA0, JUNK)),
        mine.PrivateKey(SECRET).to_der(),
    ):
        assert der.decode_der(data) == theirs.der.decode_der(data) == SECRET
        assert der.decode_der(memoryview(data)) == SECRET == mine.PrivateKey.from_der(bytearray(data)).secret
    assert key_of() == der.encode_der(SECRET) == theirs.der.encode_der(SECRET)
    assert key_of(key=public_part(SECRET)) == mine.PrivateKey(SECRET).to_der() == theirs.PrivateKey(SECRET).to_der()
    # The range is that of PrivateKey.
    assert der.decode_der(key_of(secret=bytes(32))) == bytes(32)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        # The byte is that of the whole encoding.
        (key_of(algorithm=EC + P256), "another curve is named"),
        (key_of(algorithm=EC, key=value(0xA0, P256)), "another curve is named"),
        (key_of(key=value(0xA0, P256)), "another curve is named"),
        (key_of(algorithm=EC), "no curve is named"),
        (key_of(algorithm=EC + EXPLICIT), "explicit curve parameters at byte 16 "),
        (key_of(key=value(0xA0, EXPLICIT)), "explicit curve parameters"),
        (key_of(algorithm=EC + value(5)), "expected OBJECT IDENTIFIER of the curve at byte 16"),
        *((key_of(version=version), "version at byte 2 is not 0") for version in (b"\5", b"", bytes(3), b"\1")),
        *((key_of(key_version=version), "version at byte 27 is not 1") for version in (b"\x09", b"", b"\0\1", b"\0")),
        (key_of(algorithm=EC + CURVE + JUNK), "2 bytes after the last value, at byte 23"),
        (key_of(key=value(0xA0, CURVE + JUNK)), "2 bytes after the last value"),
        (key_of(key=value(0xA0, CURVE) * 2), "9 bytes after the last value"),
        (key_of(key=JUNK), "2 bytes after the last value, at byte 64"),
        (key_of(inner=JUNK), "2 bytes after the last value, at byte 64"),
        (key_of(info=JUNK), "2 bytes after the last value, at byte 64"),
        (key_of() + JUNK, "2 bytes after the last value, at byte 64"),
        *(
            (key_of(secret=bytes(size), key=value(0xA0, CURVE)), f"has {size} bytes; 32 are expected")
            for size in (0, 1, 31, 33)
        ),
        (key_of(key=public_part(b"\6")), "public key at byte 65 is not that"),
        (key_of(key=public_part(SECRET, unused=b"\1")), "public key at byte 65 is not that"),
        (key_of(key=value(0xA1, value(BIT_STRING))), "public key at byte 64 is not that"),
        (key_of(key=value(0xA1, public_part(SECRET)[2:] + JUNK)), "2 bytes after the last value"),
        (key_of(info=b"\xa0\x05\1"), "value at byte 64 is longer than what follows"),
        (key_of(info=value(0xA0, JUNK) * 2), "4 bytes after the last value, at byte 68"),
        (key_of(key=b"\xa1\x82", info=value(0xA0, JUNK)), "no length at byte 65"),
        (key_of(key=public_part(SECRET) * 2), "bytes after the last value"),
        (key_of(secret=bytes(32), key=public_part(SECRET)), "Secret scalar must be greater than 0"),
    ],
)
def test_keys_that_coincurve_reads(data, text):
    with pytest.raises(vorpal.InputError, match=text):
        der.decode_der(data)
    assert len(data) < 60 or isinstance(theirs.der.decode_der(data), bytes)


def test_missing_values():
    """Another tag in the place of each value: the text of coincurve and the byte."""
    good, places = key_of(), (0, 2, 5, 7, 23, 25, 27, 30)
    for place in places:
        data = good[:place] + b"\x05" + good[place + 1 :]
        found, expected = (
            outcome(lambda data=data: der.decode_der(data)),
            outcome(lambda data=data: theirs.der.decode_der(data)),
        )
        assert found == f"{expected} at byte {place}"
    for data in (good.replace(der.EC_PUBKEY_OID, bytes(7)), b"", good[:33]):
        found, expected = (
            outcome(lambda data=data: der.decode_der(data)),
            outcome(lambda data=data: theirs.der.decode_der(data)),
        )
        assert isinstance(found, str) and found.startswith(expected)
    # Values end where those do that contain them, not where the whole ends.
    longer = key_of(info=value(0xA0, JUNK))
    for place in (16, 25, 30):
        data = longer[: place + 1] + bytes([longer[place + 1] + 1]) + longer[place + 2 :]
        with pytest.raises(vorpal.InputError, match=f"value at byte {place} is longer than what follows"):
            der.decode_der(data)
    for place in (6, 8, 24, 26, 28, 31):
        data = good[:place] + bytes([0x60]) + good[place + 1 :]
        with pytest.raises(vorpal.InputError, match=f"value at byte {place - 1} is longer than what follows"):
            der.decode_der(data)
        for length in (0x80, 0x81, 0xFF):
            data = good[:place] + bytes([length]) + good[place + 1 :]
            with pytest.raises(vorpal.InputError, match=f"no length at byte {place}|at byte {place - 1} is longer"):
                der.decode_der(data)


def test_changed_keys():
    rng, accepted = random.Random(2), 0
    for good in (key_of(), key_of(key=public_part(SECRET))):
        for _ in range(3000):
            case = changed(good, rng)
            found = outcome(lambda case=case: der.decode_der(case))
            if isinstance(found, bytes):
                accepted += 1
                assert found == theirs.der.decode_der(case), case.hex()
                # Nothing but the secret differs, and nothing if there is a public key.
                assert case == key_of(secret=found) or case == good, case.hex()
            else:
                assert re.search(r"byte|Not an EC private key", found), found
    assert 300 < accepted < 2000
