"""`vorpal.coincurve` against coincurve (libsecp256k1)."""

import hashlib
import os
import random

import coincurve as theirs
import coincurve.ecdsa
import coincurve.utils
import pytest

import vorpal
from vorpal import coincurve as mine
from vorpal.coincurve import ecdsa, utils

ORDER = utils.GROUP_ORDER_INT
SECRETS = [n.to_bytes(32, "big") for n in (1, 2, ORDER >> 1, (ORDER >> 1) + 1, ORDER - 2, ORDER - 1)]
SECRETS += [hashlib.sha256(bytes([i])).digest() for i in range(6)]
# Scalars within the range of sums, and beyond it.
SCALARS = [*SECRETS, bytes(32), b"", b"\5", bytes(3) + b"\5"]
BEYOND = [n.to_bytes(32, "big") for n in (ORDER, ORDER + 1, (1 << 256) - 1)]


def outcome(call):
    """The result of a call, or the text of its error."""
    try:
        return call()
    except ValueError as error:
        return str(error)


def both(call):
    """The outcomes of a call with the classes of either package."""
    return outcome(lambda: call(mine)), outcome(lambda: call(theirs))


@pytest.mark.parametrize("secret", SECRETS)
def test_private_keys(secret):
    message = b"message of " + secret

    def all_of(package):
        key = package.PrivateKey(secret)
        return [
            key.secret,
            key.to_hex(),
            key.to_int(),
            key.to_der(),
            key.to_pem(),
            key.public_key.format(),
            key.public_key.point(),
            key.public_key_xonly.format(),
            key.public_key_xonly.parity,
            key.sign(message),
            key.sign(hashlib.sha512(message).digest()[:32], hasher=None),
            key.sign_recoverable(message),
            key.sign_schnorr(secret, secret),
            key.sign_schnorr(secret, None),
            key.ecdh(package.PrivateKey(b"\7").public_key.format()),
            package.PrivateKey.from_pem(key.to_pem()) == package.PrivateKey.from_der(key.to_der()) == key,
            package.PrivateKey.from_hex(key.to_hex()) == package.PrivateKey.from_int(key.to_int()),
            package.PublicKey.from_signature_and_message(key.sign_recoverable(message), message) == key.public_key,
        ]

    found, expected = both(all_of)
    assert found == expected


@pytest.mark.parametrize("secret", SECRETS)
def test_tweaks(secret):
    for scalar in SCALARS + BEYOND:
        for call in (
            lambda package, scalar: package.PrivateKey(secret).add(scalar).secret,
            lambda package, scalar: package.PublicKey.from_secret(secret).add(scalar).format(),
            lambda package, scalar: package.PrivateKey(secret).multiply(scalar).secret,
            lambda package, scalar: package.PublicKey.from_secret(secret).multiply(scalar).format(),
            lambda package, scalar: tweaked(package, secret, scalar),
        ):
            found, expected = both(lambda package, call=call, scalar=scalar: call(package, scalar))
            assert found == expected, scalar.hex()


def tweaked(package, secret, scalar):
    key = package.PrivateKey(secret).public_key_xonly
    key.tweak_add(scalar)
    return key.format(), key.parity


def test_updates():
    for name, scalar in (("add", b"\5"), ("multiply", b"\5"), ("add", b"")):
        key = mine.PrivateKey(b"\3")
        public = key.public_key
        assert getattr(key, name)(scalar, update=True) is key
        fresh = mine.PrivateKey(key.secret)
        assert key.public_key is public and public == fresh.public_key
        assert key.public_key_xonly == fresh.public_key_xonly
        point = mine.PublicKey.from_secret(b"\3")
        assert getattr(point, name)(scalar, update=True) is point and point == fresh.public_key
        before = mine.PrivateKey(b"\3")
        assert getattr(before, name)(scalar) == fresh and before.secret == utils.pad_scalar(b"\3")
    point = mine.PublicKey.from_secret(b"\3")
    assert point.combine([mine.PublicKey.from_secret(b"\4")], update=True) is point
    assert point == mine.PublicKey.from_secret(b"\7")
    # An error changes nothing.
    with pytest.raises(vorpal.InputError, match="resulting private key is invalid"):
        key.add((ORDER - key.to_int()).to_bytes(32, "big"), update=True)
    assert key.public_key == fresh.public_key and key.secret == fresh.secret


def test_sums():
    def sum_of(package, *secrets):
        keys = [package.PublicKey.from_secret(secret) for secret in secrets]
        total = package.PublicKey.combine_keys(keys)
        assert total == keys[0].combine(keys[1:]) and hash(total) == hash(keys[0].combine(keys[1:]))
        return total.format()

    for secrets in (SECRETS[:1], SECRETS, [SECRETS[0], SECRETS[5]], [SECRETS[0], SECRETS[5], SECRETS[3]], [b"\1"] * 5):
        found, expected = both(lambda package, secrets=secrets: sum_of(package, *secrets))
        assert found == expected
    with pytest.raises(vorpal.InputError, match="sum of the public keys is invalid"):
        mine.PublicKey.combine_keys([])


def test_encoded_keys():
    random_key = mine.PrivateKey(SECRETS[7]).public_key
    encoded, compressed = random_key.format(compressed=False), random_key.format()
    cases = [encoded, compressed, b"", b"\2", encoded[:64], encoded + b"\0", compressed + b"\0"]
    cases += [bytes([header]) + encoded[1:] for header in range(9)]
    cases += [bytes([header]) + compressed[1:] for header in range(9)]
    cases += [b"\2" + bytes(32), b"\2" + b"\xff" * 32, b"\4" + bytes(64), encoded[:64] + bytes([encoded[64] ^ 2])]
    for case in cases:
        found, expected = both(lambda package, case=case: package.PublicKey(case).format())
        assert found == expected, case.hex()
        found, expected = both(lambda package, case=case: package.verify_signature(b"", b"", case))
        assert found == expected, case.hex()
    for x in [compressed[1:], bytes(32), b"\xff" * 32, (5).to_bytes(32, "big")]:
        found, expected = both(lambda package, x=x: package.PublicKeyXOnly(x).format())
        assert found == expected, x.hex()
    for wrong in (b"", bytes(31), compressed, compressed[1:] + b"\0", compressed[1:] * 2):
        with pytest.raises(vorpal.InputError, match="could not be parsed"):
            mine.PublicKeyXOnly(wrong)
    assert mine.PublicKeyXOnly.of_point(random_key.public_key).format() == compressed[1:]


def changed(encoding, rng):
    """An encoding with a changed, removed or further byte."""
    at, kind = rng.randrange(len(encoding)), rng.randrange(4)
    byte = bytes([rng.choice((0, 1, 0x7F, 0x80, 0x81, 0xFF, rng.randrange(256)))])
    return encoding[:at] + (byte, b"", byte + encoding[at : at + 1], byte)[kind] + encoding[at + 1 :]


def der_of(r, s):
    """Two integers of Python in DER."""
    parts = [n.to_bytes(n.bit_length() // 8 + 1, "big", signed=True) for n in (r, s)]
    body = b"".join(b"\2" + bytes([len(part)]) + part for part in parts)
    return b"\x30" + bytes([len(body)]) + body


def test_signatures_in_der():
    """Which encodings are errors, which signatures are valid, and what is encoded again."""
    rng, key = random.Random(1), theirs.PrivateKey(SECRETS[8])
    signature = key.sign(b"message")
    r = int.from_bytes(signature[4 : 4 + signature[3]], "big")
    edges = [0, 1, 127, 128, ORDER >> 1, (ORDER >> 1) + 1, ORDER - 1, ORDER, ORDER + 1, 1 << 256, -1, -200, -(1 << 255)]
    cases = [signature, b"", b"\x30", b"\x30\0"] + [der_of(a, b) for a in (*edges, r) for b in edges]
    cases += [der_of(r, ORDER - int.from_bytes(signature[-32:], "big"))]
    cases += [b"\x30\x81\x88\2\x81\x83" + b"\1" * 131 + b"\2\0", b"\x30\x81\x89\2\x81\x83" + b"\1" * 131 + b"\2\1\1"]
    for _ in range(4000):
        case = signature
        for _ in range(rng.randrange(1, 4)):
            case = changed(case, rng)
        cases.append(case)
    valid = parsed = 0
    public = key.public_key.format()
    for case in cases:
        found, expected = both(lambda package, case=case: package.PublicKey(public).verify(case, b"message"))
        assert found == expected, case.hex()
        valid += found is True
        encoded = outcome(lambda case=case: ecdsa.cdata_to_der(ecdsa.der_to_cdata(case)))
        assert encoded == outcome(lambda case=case: theirs.ecdsa.cdata_to_der(theirs.ecdsa.der_to_cdata(case))), (
            case.hex()
        )
        parsed += isinstance(encoded, bytes)
        if isinstance(encoded, bytes):
            was_high, low = ecdsa.signature_normalize(ecdsa.der_to_cdata(case))
            was, normal = theirs.ecdsa.signature_normalize(theirs.ecdsa.der_to_cdata(case))
            assert (was_high, ecdsa.serialize_compact(low)) == (was, theirs.ecdsa.serialize_compact(normal))
    assert valid >= 1 and 200 < parsed < len(cases) - 200


def test_recoverable_signatures():
    key, message = theirs.PrivateKey(SECRETS[9]), b"message"
    good = key.sign_recoverable(message)
    numbers = [n.to_bytes(32, "big") for n in (0, 1, 5, ORDER - 1, ORDER, (1 << 256) - 1)] + [good[:32], good[32:64]]
    cases = [r + s + bytes([v]) for r in numbers for s in numbers for v in (0, 1, 2, 3, 4, 27, 255)]
    for case in [*cases, b"", good[:64], good + b"\0"]:
        found, expected = both(
            lambda package, case=case: package.PublicKey.from_signature_and_message(case, message).format()
        )
        assert found == expected, case.hex()
        again = outcome(lambda case=case: ecdsa.serialize_recoverable(ecdsa.deserialize_recoverable(case)))
        assert again == outcome(
            lambda case=case: theirs.ecdsa.serialize_recoverable(theirs.ecdsa.deserialize_recoverable(case))
        ), case.hex()
    raw = ecdsa.deserialize_recoverable(good)
    assert ecdsa.cdata_to_der(ecdsa.recoverable_convert(raw)) == key.sign(message)
    assert ecdsa.deserialize_compact(good[:64]) == ecdsa.recoverable_convert(raw)
    for wrong in (good, b"\xff" * 64):
        with pytest.raises(vorpal.InputError):
            ecdsa.deserialize_compact(wrong)


def test_schnorr_verification():
    key, message = mine.PrivateKey(SECRETS[10]), bytes(range(32))
    good = key.sign_schnorr(message)
    for case in (good, bytes(64), b"\xff" * 64, good[:32] + bytes(32), good[:63] + b"\0", good[:63], b""):
        found, expected = both(
            lambda package, case=case: package.PublicKeyXOnly(key.public_key_xonly.format()).verify(case, message)
        )
        assert found == expected and (found is True) == (case == good)
    assert not key.public_key_xonly.verify(good, message + b"\0")
    assert key.sign_schnorr(message) != good
    with pytest.raises(vorpal.InputError, match="Message must be 32 bytes"):
        key.sign_schnorr(b"")
    with pytest.raises(vorpal.InputError, match="Auxiliary random data must be 32 bytes"):
        key.sign_schnorr(message, b"\0")


def test_nonces_with_data():
    """The data enters the nonce as libsecp256k1 lets it."""
    key, data = mine.PrivateKey(SECRETS[6]), bytes(range(100, 132))
    ffi = theirs.utils.ffi
    given = ffi.new("unsigned char [32]", data)
    peer = theirs.PrivateKey(SECRETS[6])
    expected = peer.sign_recoverable(b"message", custom_nonce=(ffi.NULL, given))
    assert key.sign_recoverable(b"message", custom_nonce=(None, data)) == expected != key.sign_recoverable(b"message")
    assert key.sign(b"message", custom_nonce=(None, data)) == peer.sign(b"message", custom_nonce=(ffi.NULL, given))
    with pytest.raises(vorpal.ArgumentError, match="functions in C are not supported"):
        key.sign(b"message", custom_nonce=(ffi.NULL, given))
    with pytest.raises(vorpal.ArgumentError, match="entropy: 1 bytes"):
        key.sign(b"message", custom_nonce=(None, b"\0"))


def test_secrets_out_of_range():
    for secret in [b"", bytes(32), bytes(33), b"\1" + bytes(31) + b"\1", b"\0" + BEYOND[0], *BEYOND]:
        for name in ("PrivateKey", "PublicKey.from_secret", "PublicKeyXOnly.from_secret"):
            found, expected = both(lambda package, name=name, secret=secret: call_of(package, name)(secret))
            assert found == expected and "Secret scalar must be greater than 0" in found
    # More than 32 bytes, of which coincurve uses the first ones in some cases.
    key = mine.PrivateKey(b"\1")
    for secret in (b"\0" + SECRETS[6], bytes(39) + b"\5"):
        for call in (mine.PrivateKey, mine.PublicKey.from_secret, mine.PublicKeyXOnly.from_secret, key.multiply):
            with pytest.raises(vorpal.InputError, match=f"has {len(secret)} bytes; at most 32"):
                call(secret)
    for call in (key.add, key.public_key.add, key.public_key_xonly.tweak_add):
        for scalar in (b"\0" + SECRETS[6], SECRETS[6] + b"\0"):
            with pytest.raises(vorpal.InputError, match="has 33 bytes; at most 32"):
                call(scalar)
    with pytest.raises(vorpal.InputError, match="Secret scalar must be greater than 0"):
        mine.PrivateKey.from_int(1 << 256)


@pytest.mark.parametrize("name", ["PublicKey", "PublicKeyXOnly"])
def test_valid_secrets(name):
    for secret in [bytes(32), *BEYOND, *SECRETS]:
        found, expected = both(lambda package, secret=secret: call_of(package, name).from_valid_secret(secret).format())
        assert found == expected and isinstance(found, bytes) == (secret in SECRETS)
    with pytest.raises(vorpal.InputError, match="has 33 bytes; at most 32"):
        call_of(mine, name).from_valid_secret(b"\0" + SECRETS[6])


def call_of(package, name):
    """A class, or a method of one."""
    found = package
    for part in name.split("."):
        found = getattr(found, part)
    return found


def test_helpers():
    for number in (0, 1, 255, 256, ORDER, 1 << 300):
        for name in ("int_to_bytes", "int_to_bytes_padded"):
            assert getattr(utils, name)(number) == getattr(theirs.utils, name)(number)
    for digits in ("", "1", "12", "f" * 63, "0" * 66):
        assert utils.hex_to_bytes(digits) == theirs.utils.hex_to_bytes(digits)
    for size in (1, 2, 47, 48, 49, 200):
        text = utils.der_to_pem(os.urandom(size))
        assert text == theirs.utils.der_to_pem(utils.pem_to_der(text))
    assert {utils.get_valid_secret() for _ in range(3)} and len(utils.get_valid_secret()) == 32
    with pytest.raises(vorpal.InputError, match="Invalid PEM"):
        utils.pem_to_der(b"first\nA\nlast")
    with pytest.raises(vorpal.ArgumentError, match="7 is an invalid context flag"):
        mine.Context(flag=7)
    assert repr(mine.GLOBAL_CONTEXT) == "GLOBAL_CONTEXT" and repr(mine.Context()).startswith("<")


def test_comparisons_and_secrecy():
    key = mine.PrivateKey(SECRETS[6])
    for value in (key, key.public_key, key.public_key_xonly):
        assert value != 1 and value == value and hash(value) == hash(value)
    assert key != mine.PrivateKey(SECRETS[7]) and key.public_key != mine.PublicKey.from_secret(b"\1")
    assert key.to_hex() not in repr(key) and str(key.to_int()) not in repr(key)
