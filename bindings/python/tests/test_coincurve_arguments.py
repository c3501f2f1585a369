"""`vorpal.coincurve` with arguments of other types, with subclasses, and under the name `coincurve`."""

import array
import subprocess
import sys

import coincurve as theirs
import coincurve.ecdsa
import numpy
import pytest

import vorpal
from vorpal import coincurve as mine
from vorpal.coincurve import ecdsa, utils

SECRET = bytes(range(1, 33))


def calls(package):
    """Calls with bytes, by name, each a function of the bytes."""
    key = package.PrivateKey(b"\5")
    return {
        "PrivateKey": package.PrivateKey,
        "from_secret": package.PublicKey.from_secret,
        "x_only.from_secret": package.PublicKeyXOnly.from_secret,
        "add": key.add,
        "multiply": key.multiply,
        "public.add": key.public_key.add,
        "public.multiply": key.public_key.multiply,
        "x_only.tweak_add": key.public_key_xonly.tweak_add,
        "PublicKey": package.PublicKey,
        "PublicKeyXOnly": package.PublicKeyXOnly,
        "ecdh": key.ecdh,
        "sign": lambda message: key.sign(message, hasher=None),
        "sign_schnorr": key.sign_schnorr,
        "aux_randomness": lambda data: key.sign_schnorr(bytes(32), 5 if data is None else data),
        "verify": lambda signature: key.public_key.verify(signature, b"message"),
        "x_only.verify": lambda signature: key.public_key_xonly.verify(signature, bytes(32)),
        "x_only.verify a message": lambda message: key.public_key_xonly.verify(bytes(64), message),
        "from_signature_and_message": lambda data: package.PublicKey.from_signature_and_message(data, b"message"),
        "deserialize_compact": package.ecdsa.deserialize_compact,
        "from_der": package.PrivateKey.from_der,
        "from_pem": package.PrivateKey.from_pem,
    }


@pytest.mark.parametrize("name", calls(mine))
def test_wrong_types(name):
    with pytest.raises(TypeError, match="bytes are expected, not items of the format 'Q'"):
        calls(mine)[name](memoryview(array.array("Q", [1, 2, 3, 4])))
    for value in (5, 1.5, "text", "3" * 32, "3" * 64, [1] * 32, [bytes(32)], numpy.ones(32, numpy.uint8), object()):
        with pytest.raises(TypeError, match=f"bytes are expected, not {type(value).__name__}"):
            calls(mine)[name](value)
    if name != "PrivateKey":
        with pytest.raises(TypeError, match="bytes are expected, not"):
            calls(mine)[name](None)


@pytest.mark.parametrize("name", ["from_secret", "add", "multiply", "public.add", "public.multiply", "verify"])
def test_wrong_types_in_coincurve(name):
    for value in (None, 5, "text", [b"1"] * 32):
        with pytest.raises(TypeError):
            calls(theirs)[name](value)


def test_other_bytes():
    """Scalars in other buffers, as coincurve takes them."""
    for kind in (bytes, bytearray, memoryview):
        for package in (mine, theirs):
            key = package.PrivateKey(kind(SECRET))
            assert key.secret == SECRET and type(key.secret) is bytes
            for name in ("add", "multiply"):
                assert getattr(key, name)(kind(SECRET)) == getattr(key, name)(SECRET)
                assert getattr(key.public_key, name)(kind(SECRET)) == getattr(key.public_key, name)(SECRET)
        assert mine.PrivateKey.from_der(kind(key.to_der())).secret == SECRET
        assert mine.PublicKey(kind(key.public_key.format())).format() == key.public_key.format()


def test_integers_and_digits():
    """Errors about values are those of the package, with coincurve's text; wrong types are a ``TypeError``."""
    for call in (
        lambda package: package.PrivateKey.from_int(-1),
        lambda package: package.PrivateKey.from_int(-(1 << 300)),
        lambda package: package.PublicKey.from_point(-1, 5),
        lambda package: package.PublicKey.from_point(5, -1),
        lambda package: package.PrivateKey.from_hex("zz"),
        lambda package: package.PrivateKey.from_hex("0x05"),
        lambda package: package.PrivateKey.from_hex("5 05"),
        lambda package: package.PrivateKey.from_hex("\u0665\u0665"),
    ):
        with pytest.raises((ValueError, OverflowError)) as expected:
            call(theirs)
        with pytest.raises(vorpal.InputError) as found:
            call(mine)
        assert str(found.value) == str(expected.value)
    for call in (
        lambda: mine.PrivateKey.from_int(1.5),
        lambda: mine.PrivateKey.from_int("5"),
        lambda: mine.PrivateKey.from_int(None),
        lambda: mine.PublicKey.from_point(1.5, 5),
        lambda: mine.PublicKey.from_point(5, b"5"),
        lambda: mine.PrivateKey.from_hex(b"05"),
        lambda: mine.PrivateKey.from_hex(5),
        lambda: ecdsa.RawRecoverable(SECRET * 2, 1.5),
        lambda: ecdsa.RawRecoverable(SECRET * 2, "1"),
    ):
        with pytest.raises(TypeError):
            call()
    assert ecdsa.RawRecoverable(SECRET * 2, numpy.uint8(3)) == ecdsa.RawRecoverable(SECRET * 2, 3)
    assert mine.PrivateKey.from_int(numpy.uint64(5)) == mine.PrivateKey.from_int(5)


def test_texts_in_pem():
    """The first and the last line are not read, and characters outside of base64 are skipped, as in coincurve."""
    pem = mine.PrivateKey(SECRET).to_pem()
    first, *body, last = pem.splitlines(keepends=True)
    for text in (
        pem,
        pem.replace(b"\n", b"\r\n"),
        b"\n \n" + pem + b"  \n\n",
        pem.replace(b"PRIVATE", b"EC PRIVATE"),
        b"".join([b"a\n", *body, b"b"]),
        b"".join([first, b"!#", *body, b"*\n", last]),
    ):
        for kind in (bytes, bytearray, memoryview):
            assert mine.PrivateKey.from_pem(kind(text)).secret == SECRET
        assert theirs.PrivateKey.from_pem(text).secret == SECRET
    for text in (b"", first, first + last, b"".join([first, *body[:-1], last]), b"".join(body), b"\xff" * 500):
        with pytest.raises(vorpal.InputError, match=r"Invalid (DER|PEM)"):
            mine.PrivateKey.from_pem(text)
    for wrong in (pem.decode(), 5, None, [pem]):
        with pytest.raises(TypeError, match="pem: bytes are expected"):
            mine.PrivateKey.from_pem(wrong)


def test_kinds_of_keys():
    """The key of one class is not that of another."""
    for wrong in (b"x", 5, None):
        with pytest.raises(TypeError, match=r"public_keys\[0\]: \w+ is no PublicKey"):
            mine.PublicKey.combine_keys([wrong])
        with pytest.raises(TypeError, match="is no PublicKey"):
            mine.PrivateKey(SECRET).public_key.combine([wrong])
    for package in (mine, theirs):
        key = package.PrivateKey(SECRET)
        for wrong in (key.public_key_xonly, key):
            with pytest.raises(TypeError):
                package.PublicKey.combine_keys([wrong])
            with pytest.raises(TypeError):
                key.public_key.combine([wrong])
        with pytest.raises(TypeError):
            package.PublicKey(key.public_key_xonly.public_key).format()
        with pytest.raises(TypeError):
            package.PublicKeyXOnly(key.public_key.public_key).format()
        same = package.PublicKeyXOnly(key.public_key_xonly.public_key)
        assert same == key.public_key_xonly and same.format() == key.public_key.format()[1:]
        assert package.PublicKey(key.public_key.public_key) == key.public_key


@pytest.mark.parametrize("package", [mine, theirs], ids=["mine", "theirs"])
def test_subclasses(package):
    """Constructors return the base classes, whatever arguments a subclass has."""

    class Named(package.PrivateKey):
        def __init__(self, name, secret):
            super().__init__(secret)
            self.name = name

    class Point(package.PublicKey):
        def __init__(self, name, data):
            super().__init__(data)

    key = Named("name", SECRET)
    for made in (Named.from_hex("05"), Named.from_int(5), Named.from_pem(key.to_pem()), Named.from_der(key.to_der())):
        assert type(made) is package.PrivateKey
    signature = key.sign_recoverable(b"message")
    for made in (
        Point.from_secret(SECRET),
        Point.from_valid_secret(SECRET),
        Point.from_point(*key.public_key.point()),
        Point.from_signature_and_message(signature, b"message"),
        Point.combine_keys([key.public_key]),
    ):
        assert type(made) is package.PublicKey and made == key.public_key

    class XOnly(package.PublicKeyXOnly):
        pass

    assert type(XOnly.from_secret(SECRET)) is type(XOnly.from_valid_secret(SECRET)) is XOnly


def test_raw_signatures():
    """They have 64 bytes in range, and are no signatures of the other kind."""
    order = utils.GROUP_ORDER
    for wrong in (b"", b"\1", bytes(63), bytes(65)):
        with pytest.raises(vorpal.InputError, match="invalid signature length"):
            ecdsa.RawSignature(wrong)
        with pytest.raises(vorpal.InputError, match="must be 65 bytes long"):
            ecdsa.RawRecoverable(wrong, 0)
    for wrong in (b"\xff" * 64, order + SECRET, SECRET + order):
        with pytest.raises(vorpal.InputError, match="secp256k1_ecdsa_signature_parse_compact"):
            ecdsa.RawSignature(wrong)
        with pytest.raises(vorpal.InputError, match="Failed to parse recoverable signature"):
            ecdsa.RawRecoverable(wrong, 0)
    for wrong in (-1, 4, 27, 300):
        with pytest.raises(vorpal.InputError, match="Invalid recovery id"):
            ecdsa.RawRecoverable(SECRET * 2, wrong)
    raw, recoverable = ecdsa.RawSignature(bytearray(SECRET * 2)), ecdsa.RawRecoverable(SECRET * 2, 1)
    assert type(raw.compact) is bytes and raw == ecdsa.recoverable_convert(recoverable)
    for name in ("cdata_to_der", "serialize_compact", "signature_normalize"):
        for wrong in (recoverable, SECRET * 2, None):
            with pytest.raises(TypeError):
                getattr(ecdsa, name)(wrong)
    for name in ("serialize_recoverable", "recoverable_convert"):
        for wrong in (raw, SECRET * 2, None):
            with pytest.raises(TypeError):
                getattr(ecdsa, name)(wrong)


def test_listed_differences():
    key = mine.PrivateKey(SECRET)
    with pytest.raises(AttributeError):
        key.secret = bytes(32)
    short = mine.PublicKey.from_valid_secret(b"\5")
    assert short == mine.PublicKey.from_secret(b"\5") and (key == 1, key.public_key == 1) == (False, False)


def test_the_name_coincurve():
    program = """
import importlib, pkgutil
from vorpal import coincurve as mine
mine.install(); mine.install()
import coincurve, coincurve.utils, coincurve.x_only, coincurve.public_keys
from coincurve.keys import PrivateKey
assert coincurve is mine and PrivateKey is mine.PrivateKey and coincurve.utils.sha256 is mine.utils.sha256
assert coincurve.x_only.PublicKeyXOnly is mine.PublicKeyXOnly and coincurve.public_keys.PublicKey is mine.PublicKey
names = [module.name for module in pkgutil.iter_modules(mine.__path__)]
assert "der" in names
for name in names:
    assert importlib.import_module(f"coincurve.{name}") is importlib.import_module(f"vorpal.coincurve.{name}")
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    with pytest.raises(vorpal.NotPossibleError, match="of another package is imported already"):
        mine.install()
