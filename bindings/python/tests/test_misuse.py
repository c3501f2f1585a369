"""Every function and method with odd arguments: an exception of the documented kinds, and never a panic."""

import copy
import inspect
import pickle

import numpy as np
import pytest

from conftest import ROOT
from vorpal import Context, Error, _vorpal, bls, fields, groth16, ipa, kzg, msm, secp256k1, tree

ODD = [
    None,
    True,
    0,
    -1,
    3,
    2**70,
    -(2**63) - 1,
    10**400,
    np.int64(-5),
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
ZKEY = ROOT.parent / "testdata/groth16/bn254/circuit.zkey"


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
    suite, secret = bls.Suite("possession"), bls.SecretKey(b"\1" * 32)
    table, chain = bls.KeyTable(), bls.DrandChain(secret.public_key(suite), "pedersen-bls-chained")
    table.append([secret.public_key(suite)])
    limbs, setup = fields.Field("bn254_scalar").random(3, 1).limbs, kzg.Setup()
    prover = groth16.Prover(ZKEY.read_bytes())
    arguments = {
        "a": limbs, "b": limbs, "addresses": bytes(20), "arguments": bytes(32), "balance": 1, "bases": bases,
        "blob": bytes(131072), "blobs": bytes(131072), "blocks": 0, "cell_indices": list(range(64)),
        "cells": bytes(64 * 2048), "code": b"\x60", "commitment": b"\xc0" + bytes(47),
        "code_size": 1, "commitments": bytes(32), "committer": committer, "count": 3, "curve": "bn254",
        "deltas": bytes(32), "der": secp256k1.signature_to_der(signature[:64]), "encoded": key.public_key().to_bytes(),
        "exponent": b"\3", "field": "bn254_scalar", "hash": hash, "hashes": hash, "indices": np.zeros(1, np.uint8),
        "job": bytes(32), "key": key.public_key(), "keys": bytes(32), "limbs": part.finish().to_montgomery(),
        "memory": 1 << 16, "message": b"m",
        "messages": bytes(32), "modulus": [97], "name": "bn254_scalar", "nonce": 1,
        "offsets": np.array([0, 1], np.uint64), "old": bytes(32), "op": "mul", "openings": np.zeros(1, np.uint32),
        "other": part, "points": np.zeros(1, np.uint8), "positions": np.zeros(1, np.uint8), "precompute": 1,
        "proof": bytes(576), "proofs": (b"\xc0" + bytes(47)) * 64, "tables": b"", "trusted_setup": setup,
        "root": root, "scalars": np.ones(3, np.uint64), "secret": b"\1" * 32, "signature": signature[:64],
        "signatures": signature, "terms": 3, "text": witness.to_json(), "transactions": b"\xc0",
        "values": bytes(32), "width": 32, "witness": witness,
        "material": bytes(32), "present": [True], "previous": b"", "round": 1, "rounds": [1], "scheme": "basic",
        "seed": bytes(32), "suite": suite, "threshold": 1, "y": bytes(32), "z": bytes(32),
        "zkey": ZKEY.read_bytes(), "public": "[]", "publics": ["[]"],
    }  # fmt: skip
    objects = [
        *(Context(1), key, key.public_key(), secp256k1.KeyCache(), bases, part, part.finish(), committer, full),
        *(witness, witness.verify(committer, root), _vorpal.FieldOps("bn254_scalar"), full.head),
        *(msm.plan(bases, np.ones(3, np.uint64)), setup, suite, secret, table, chain, bls.Batch(suite)),
        bls.Committee(suite, [secret.public_key(suite)]),
        *(prover, groth16.Verifier(prover.verification_key())),
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
                if odd_name in LARGE and isinstance(odd, int) and 2**20 < odd < 2**128:
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
                except (Error, TypeError) as error:
                    assert str(error), (name, odd_name, odd)
                    refused += 1
    assert tried > 3000 and refused > tried // 2
    assert ipa.Committer is _vorpal.Committer


INTEGERS = [
    # A call with one integer, its name, and the largest one of its type.
    (lambda n: Context(n), "threads", 1024),
    (lambda n: fields.overflow_shares("bn254_scalar", products=n, samples=1), "products", 2**64 - 1),
    (lambda n: fields.overflow_shares("bn254_scalar", samples=n, products=1), "samples", 2**64 - 1),
    (lambda n: fields.overflow_shares("bn254_scalar", samples=1, products=1, seed=n), "seed", 2**64 - 1),
    (lambda n: _vorpal.FieldOps("bn254_scalar").reduce(bytes(64), n), "width", 2**64 - 1),
    (lambda n: msm.Bases.multiples(n, curve="bn254"), "count", 1 << 24),
    (lambda n: BASES.prepare(n), "memory", 2**64 - 1),
    (lambda n: msm.msm(BASES, [1], width=n), "width", 2**64 - 1),
    (lambda n: msm.plan(BASES, [1], memory=n), "memory", 2**64 - 1),
    (lambda n: msm.partial(BASES, [1], job=bytes(32), terms=n), "terms", 2**64 - 1),
    (lambda n: msm.partial(BASES, [1], job=bytes(32), terms=1, bits=n), "bits", 2**32 - 1),
    (lambda n: msm.partial(BASES, [1], job=bytes(32), terms=1, first_term=n), "first_term", 2**64 - 1),
    (lambda n: msm.partial(BASES, [1], job=bytes(32), terms=1, first_bit=n), "first_bit", 2**32 - 1),
    (lambda n: msm.partial(BASES, [1], job=bytes(32), terms=1, end_bit=n), "end_bit", 2**32 - 1),
    (lambda n: kzg.Setup(n), "memory", 2**64 - 1),
    (lambda n: kzg.Setup().recover_cells([n], bytes(2048)), "indices", 2**64 - 1),
    (lambda n: kzg.load_trusted_setup("/none", n), "precompute", 15),
    (lambda n: secp256k1.KeyCache(n), "memory", 2**64 - 1),
    (lambda n: bls.SecretKey(b"\1" * 32).derive_child(n), "index", 2**32 - 1),
    (lambda n: bls.KeyTable().sum([n]), "indices", 2**64 - 1),
    (lambda n: bls.KeyTable().get(n), "index", 2**32 - 1),
    (lambda n: tree.Tree(window=n), "window", 2**64 - 1),
    (lambda n: tree.Tree.open("/none", window=n), "window", 2**64 - 1),
    (lambda n: tree.Tree.open("/none", cache=n), "cache", 2**64 - 1),
    (lambda n: tree.Tree.open("/none", wait=n), "wait", 2**64),
    (lambda n: tree.Tree().root_at(n), "blocks", 2**64 - 1),
    (lambda n: tree.Tree().get_at(n, b""), "blocks", 2**64 - 1),
    (lambda n: tree.Tree().rollback(n), "blocks", 2**64 - 1),
    (lambda n: tree.basic_data(n, 0), "nonce", 2**64 - 1),
    (lambda n: tree.basic_data(0, n), "balance", 2**128 - 1),
    (lambda n: tree.basic_data(0, 0, n), "code_size", 2**24 - 1),
]
BASES = msm.Bases.multiples(1, curve="bn254")


@pytest.mark.parametrize(("call", "name", "most"), INTEGERS, ids=lambda value: value if isinstance(value, str) else "")
def test_integers_that_do_not_fit(call, name, most):
    """Negative and huge ones are errors of this package that name the argument; others are wrong types."""
    for wrong in (-1, most + 1, 2**128, 2**500, -(2**500), np.int64(-1)):
        with pytest.raises(Error, match=name):
            call(wrong)
    for wrong in ("1", b"1", [1], None.__class__) + (() if name == "wait" else (1.0, True, np.float64(1))):
        with pytest.raises(TypeError, match=name):
            call(wrong)


def test_integers_of_numpy_fit():
    for kind in (np.int8, np.uint64):
        assert tree.basic_data(kind(1), kind(2), kind(3)) == tree.basic_data(1, 2, 3)
        assert len(msm.Bases.multiples(kind(3), curve="bn254")) == 3
        assert Context(kind(2)).threads == 2 and tree.Tree(window=kind(2)).root_at(kind(0)) == bytes(32)
        assert msm.plan(BASES, [1], width=kind(5)).points == 1
    assert tree.basic_data(np.uint64(2**64 - 1), 2**128 - 1, 2**24 - 1)[8:] == b"\xff" * 24


def test_text_that_is_no_unicode():
    """Lone surrogates are a ValueError."""
    for call in (
        lambda text: fields.Field(text),
        lambda text: msm.Bases.multiples(1, curve=text),
        lambda text: BASES.to_bytes(text),
        lambda text: ipa.Committer(text),
        lambda text: tree.Tree.open("/none", text),
    ):
        with pytest.raises(ValueError):
            call("\ud800")


def test_what_cannot_be_pickled(values):
    """Secrets and resources; public keys can be."""
    key = secp256k1.SecretKey(b"\1" * 32)
    others = (bls.SecretKey(b"\1" * 32), bls.KeyTable(), bls.Batch(values[0]["suite"]))
    made = (*others, *values[1][-2:])
    for item in (key, Context(1), values[0]["committer"], tree.Tree(), secp256k1.KeyCache(), kzg.Setup(), *made):
        with pytest.raises(TypeError):
            pickle.dumps(item)
    public = key.public_key()
    assert pickle.loads(pickle.dumps(public)) == public == copy.copy(public)
