"""Every function and method with odd arguments: an exception of the documented kinds, and never a panic."""

import inspect

import numpy as np
import pytest

from vorpal import Context, Error, _vorpal, fields, ipa, msm, secp256k1, tree

ODD = [
    None,
    True,
    0,
    -1,
    3,
    2**70,
    1.5,
    float("nan"),
    "",
    "x" * 33,
    b"",
    b"x",
    bytes(32),
    b"\xff" * 32,
    b"\xff" * 64,
    b"\xff" * 65,
    [],
    [None],
    [b"", b"1"],
    {},
    object(),
    np.zeros(3),
    np.zeros((2, 3), np.uint8),
    np.zeros((2, 64), np.uint8)[:, ::2],
    np.full((2, 32), 255, np.uint8),
    np.full(5, 2**64 - 1, np.uint64),
    np.full((5, 4), 2**64 - 1, np.uint64),
    np.full(2, 255, np.uint8),
    np.full(2, 2**32 - 1, np.uint32),
    np.array(["a"]),
    np.array([b"a", None]),
    np.zeros((0, 0), np.uint8),
    np.array(7, np.uint64),
    memoryview(bytes(64))[::2],
]
LARGE = {"memory", "count", "samples", "products", "cache"}
"""Arguments for which a large number is a request for much memory or time."""
PATHS = {"file", "directory"}


@pytest.fixture(scope="module")
def values(committer):
    """A value for each name of an argument, and objects with methods."""
    key, hash = secp256k1.SecretKey(b"\1" * 32), bytes(32)
    signature = key.sign(hash)
    bases = msm.Bases.multiples(3, curve="bn254")
    full = tree.Tree()
    root = full.apply(committer, bytes(32), b"\1" * 32)
    witness = full.prove(committer, bytes(32))
    part = msm.partial(bases, np.ones(3, np.uint64), job=bytes(32), terms=3)
    limbs = fields.Field("bn254_scalar").random(3, 1).limbs
    arguments = {
        "a": limbs, "b": limbs, "addresses": bytes(20), "arguments": bytes(32), "balance": 1, "bases": bases,
        "blocks": 0, "code": b"\x60",
        "code_size": 1, "commitments": bytes(32), "committer": committer, "count": 3, "curve": "bn254",
        "deltas": bytes(32), "der": secp256k1.signature_to_der(signature[:64]), "encoded": key.public_key().to_bytes(),
        "exponent": b"\3", "field": "bn254_scalar", "hash": hash, "hashes": hash, "indices": np.zeros(1, np.uint8),
        "job": bytes(32), "key": key.public_key(), "keys": bytes(32), "memory": 1 << 16, "message": b"m",
        "messages": bytes(32), "modulus": [97], "name": "bn254_scalar", "nonce": 1,
        "offsets": np.array([0, 1], np.uint64), "old": bytes(32), "op": "mul", "openings": np.zeros(1, np.uint32),
        "other": part, "points": np.zeros(1, np.uint8), "positions": np.zeros(1, np.uint8), "proof": bytes(576),
        "root": root, "scalars": np.ones(3, np.uint64), "secret": b"\1" * 32, "signature": signature[:64],
        "signatures": signature, "terms": 3, "text": witness.to_json(), "transactions": b"\xc0",
        "values": bytes(32), "width": 32, "witness": witness,
    }  # fmt: skip
    objects = [
        *(Context(1), key, key.public_key(), secp256k1.KeyCache(), bases, part, part.finish(), committer, full),
        *(witness, witness.verify(committer, root), _vorpal.FieldOps("bn254_scalar"), full.head),
        msm.plan(bases, np.ones(3, np.uint64)),
    ]
    return arguments, objects


def calls(objects):
    for name, item in vars(_vorpal).items():
        if name.startswith("_") or (inspect.isclass(item) and issubclass(item, Exception)):
            continue
        yield name, item
        if inspect.isclass(item):
            for member in dir(item):
                if not member.startswith("_") and isinstance(inspect.getattr_static(item, member), staticmethod):
                    yield f"{name}.{member}", getattr(item, member)
    for item in objects:
        for member in dir(item):
            function = getattr(item, member)
            is_method = not isinstance(inspect.getattr_static(type(item), member), staticmethod)
            if not member.startswith("_") and member != "close" and callable(function) and is_method:
                yield f"{type(item).__name__}.{member}", function


def test_odd_arguments(values, tmp_path):
    arguments, objects = values
    tried, refused = 0, 0
    for name, function in calls(objects):
        try:
            signature = inspect.signature(function)
        except ValueError:
            continue  # classes without a constructor
        for odd_name in signature.parameters:
            for number, odd in enumerate(ODD):
                if odd_name in LARGE and isinstance(odd, int) and odd > 2**20:
                    continue
                if odd_name in PATHS and isinstance(odd, (str, bytes)):
                    continue
                given, keywords = [], {}
                for parameter in signature.parameters.values():
                    value = odd if parameter.name == odd_name else arguments.get(parameter.name, parameter.default)
                    if parameter.name in PATHS and parameter.name != odd_name:
                        value = tmp_path / f"{name}-{odd_name}-{number}"
                    if parameter.kind is parameter.KEYWORD_ONLY:
                        keywords[parameter.name] = value
                    else:
                        given.append(value)
                tried += 1
                try:
                    function(*given, **keywords)
                except (Error, TypeError, OverflowError, OSError) as error:
                    assert str(error), (name, odd_name, odd)
                    refused += 1
    assert tried > 3000 and refused > tried // 2
    assert ipa.Committer is _vorpal.Committer
