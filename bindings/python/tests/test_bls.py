"""BLS signatures of one message or key: the official vectors, the package py_ecc, suites, secret keys, shares."""

import json

import numpy as np
import pytest
from py_ecc.bls import G2Basic, G2MessageAugmentation, G2ProofOfPossession

import vorpal
from vorpal import bls
from vorpal.bls import SecretKey, Suite

POP = Suite("possession")
INFINITY = b"\xc0" + bytes(95)
ORDER = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
PRIME = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
COUNTS = {
    "aggregate": 6,
    "aggregate_verify": 5,
    "batch_verify": 2,
    "deserialization_G1": 13,
    "deserialization_G2": 15,
    "fast_aggregate_verify": 12,
    "hash_to_G2": 4,
    "sign": 10,
    "verify": 29,
}


def key(number):
    return SecretKey(number.to_bytes(32, "big"))


def decode(value):
    if isinstance(value, list):
        return [decode(item) for item in value]
    return bytes.fromhex(value.removeprefix("0x"))


def of_error(call):
    """The result of a call, None for an error."""
    try:
        return call()
    except vorpal.Error:
        return None


def verify(values):
    pubkey, message, signature = (decode(values[name]) for name in ("pubkey", "message", "signature"))
    valid = bls.G2ProofOfPossession.Verify(pubkey, message, signature)
    assert of_error(lambda: POP.verify(pubkey, message, signature)) in (valid, None)
    assert not valid or POP.verify_sets([signature] * 2, [message] * 2, [pubkey] * 2).all()
    return valid


def fast_aggregate_verify(values):
    pubkeys, message, signature = (decode(values[name]) for name in ("pubkeys", "message", "signature"))
    valid = bls.G2ProofOfPossession.FastAggregateVerify(pubkeys, message, signature)
    of_ethereum = bls.eth_fast_aggregate_verify(pubkeys, message, signature)
    assert of_ethereum == (valid or (pubkeys == [] and signature == INFINITY))
    offsets = np.array([0, len(pubkeys)], np.uint64)
    assert POP.verify_sets([signature], [message], pubkeys, key_offsets=offsets).tolist() == [valid]
    return valid


def aggregate_verify(values):
    arguments = (decode(values[name]) for name in ("pubkeys", "messages", "signature"))
    return bls.G2ProofOfPossession.AggregateVerify(*arguments)


def batch_verify(values):
    arguments = (decode(values[name]) for name in ("signatures", "messages", "pubkeys"))
    return bool(POP.verify_sets(*arguments).all())


def hash_to_g2(values):
    """The signature with the secret key 1 is the hash."""
    suite = Suite("basic", tag=b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_")
    return key(1).sign(suite, values["msg"].encode())


def sign(values):
    secret = int(values["privkey"], 16)
    signature = of_error(lambda: bls.G2ProofOfPossession.Sign(secret, decode(values["message"])))
    return signature and "0x" + signature.hex()


def aggregate(values):
    total = of_error(lambda: bls.G2ProofOfPossession.Aggregate(decode(values)))
    return total and "0x" + total.hex()


def deserialization_g1(values):
    pubkey = decode(values["pubkey"])
    # Infinity decodes as a point; as a key it is refused.
    return bls.G2ProofOfPossession.KeyValidate(pubkey) or pubkey == INFINITY[:48]


def deserialization_g2(values):
    return of_error(lambda: POP.aggregate([decode(values["signature"])])) is not None


def compressed(output):
    """The encoding of a point of G2 from texts such as `0x1,0x2`."""
    x, y = ([int(part, 16) for part in output[name].split(",")] for name in ("x", "y"))
    is_larger = y[1] > (PRIME - 1) // 2 if y[1] else y[0] > (PRIME - 1) // 2
    encoded = bytearray(x[1].to_bytes(48, "big") + x[0].to_bytes(48, "big"))
    encoded[0] |= 0xA0 if is_larger else 0x80
    return bytes(encoded)


@pytest.mark.parametrize("function", COUNTS)
def test_the_vectors(data, function):
    paths = sorted((data / "bls" / function).glob("*.json"))
    for path in paths:
        case = json.loads(path.read_text())
        found, expected = globals()[function.lower()](case["input"]), case["output"]
        assert found == (compressed(expected) if function == "hash_to_G2" else expected), path.name
    assert len(paths) == COUNTS[function] and sum(COUNTS.values()) == 96


@pytest.mark.parametrize("peer", [G2Basic, G2MessageAugmentation, G2ProofOfPossession])
def test_ciphersuites_are_those_of_py_ecc(peer):
    """Values of all functions, and the names of all that has no underscore."""
    mine = getattr(bls, peer.__name__)
    names = {name for name in dir(peer) if not name.startswith("_")} - {"xmd_hash_function"}
    assert names == {name for name in dir(mine) if not name.startswith("_")} and peer.DST == mine.DST
    secrets = [1, ORDER - 1]
    keys = [mine.SkToPk(secret) for secret in secrets]
    assert keys == [peer.SkToPk(secret) for secret in secrets]
    messages = [b"", b"message"]
    signatures = [mine.Sign(secret, message) for secret, message in zip(secrets, messages)]
    assert signatures == [peer.Sign(secret, message) for secret, message in zip(secrets, messages)]
    total = mine.Aggregate(signatures)
    assert total == peer.Aggregate(signatures) and mine.AggregateVerify(keys, messages, total)
    assert peer.AggregateVerify(keys, messages, total) and not mine.AggregateVerify(keys, messages[::-1], total)
    assert mine.Verify(keys[1], messages[1], signatures[1]) and not mine.Verify(keys[1], messages[0], signatures[1])
    assert mine.KeyGen(bytes(32), b"info") == peer.KeyGen(bytes(32), b"info")
    twice = mine.Aggregate([mine.Sign(secret, b"same") for secret in (5, 6)])
    both = [mine.SkToPk(5), mine.SkToPk(6)]
    assert mine.AggregateVerify(both, [b"same"] * 2, twice) == (peer is not G2Basic)


def test_proofs_and_sums_are_those_of_py_ecc():
    mine, keys = bls.G2ProofOfPossession, [G2ProofOfPossession.SkToPk(secret) for secret in (5, 6, 7)]
    proof = mine.PopProve(5)
    assert mine.POP_TAG == G2ProofOfPossession.POP_TAG and proof == G2ProofOfPossession.PopProve(5)
    assert mine.PopVerify(keys[0], proof) and not mine.PopVerify(keys[1], proof)
    total = mine._AggregatePKs(keys)
    assert total == G2ProofOfPossession._AggregatePKs(keys) == bls.eth_aggregate_pubkeys(keys) == mine.SkToPk(18)
    signature = mine.Sign(18, b"m")
    assert mine.FastAggregateVerify(keys, b"m", signature) and not mine.FastAggregateVerify(keys[1:], b"m", signature)


def test_bad_input_of_ciphersuites():
    """Verifications are False, as those of py_ecc; the others raise."""
    mine, peer = bls.G2ProofOfPossession, G2ProofOfPossession
    pubkey, signature = mine.SkToPk(5), mine.Sign(5, b"m")
    negative = bytes([pubkey[0] ^ 0x20]) + pubkey[1:]
    outside = b"\x80" + bytes(47)
    bad = [b"", b"x" * 48, pubkey[:47], INFINITY[:48], outside, None, 7, "x", [1]]
    for item in bad:
        for suite in (mine, peer):
            assert suite.Verify(item, b"m", signature) is False and suite.PopVerify(item, signature) is False
            assert suite.FastAggregateVerify([pubkey, item], b"m", signature) is False
            assert suite.AggregateVerify([item], [b"m"], signature) is False
        assert mine.KeyValidate(item) is False
        assert mine.Verify(pubkey, b"m", item) is False
    for suite in (mine, peer):
        assert suite.Verify(pubkey, None, signature) is False and suite.Verify(pubkey, "m", signature) is False
        assert suite.FastAggregateVerify([pubkey, negative], b"m", INFINITY) is False
        assert suite.FastAggregateVerify([], b"m", INFINITY) is suite.AggregateVerify([], [], INFINITY) is False
        assert suite.AggregateVerify([pubkey], [], signature) is False
    for secret in (0, -1, ORDER, 2**300):
        for call in (mine.SkToPk, mine.PopProve, lambda secret: mine.Sign(secret, b"")):
            with pytest.raises(vorpal.InputError, match="SK: the secret key is zero or not below"):
                call(secret)
    for secret in (b"\1" * 32, 1.0, None, True):
        with pytest.raises(TypeError, match="SK: an integer is expected"):
            mine.SkToPk(secret)
    with pytest.raises(vorpal.ArgumentError, match="signatures: nothing to aggregate"):
        mine.Aggregate([])
    with pytest.raises(vorpal.ArgumentError, match="material: 31 bytes of key material"):
        mine.KeyGen(bytes(31))
    with pytest.raises(vorpal.InputError, match="keys: the sum of the public keys is the point at infinity"):
        bls.eth_aggregate_pubkeys([pubkey, negative])
    with pytest.raises(vorpal.InputError, match="keys: number 1: the public key is the point at infinity"):
        mine._AggregatePKs([pubkey, INFINITY[:48]])
    assert bls.eth_fast_aggregate_verify([], b"m", INFINITY) is True
    assert bls.eth_fast_aggregate_verify([], b"m", signature) is False
    assert bls.eth_fast_aggregate_verify([], b"m", None) is False
    assert bls.eth_fast_aggregate_verify(None, b"m", INFINITY) is False


@pytest.mark.parametrize("keys", ["G1", "G2"])
@pytest.mark.parametrize("scheme", ["basic", "augmentation", "possession"])
def test_suites(scheme, keys):
    suite, secret = Suite(scheme, keys=keys), key(5)
    assert (suite.scheme, suite.keys) == (scheme, keys) and repr(suite) == f'Suite("{scheme}", keys="{keys}")'
    assert suite.tag.endswith({"basic": b"_NUL_", "augmentation": b"_AUG_", "possession": b"_POP_"}[scheme])
    public, signature = secret.public_key(suite), secret.sign(suite, b"message")
    assert (len(public), len(signature)) == ((48, 96) if keys == "G1" else (96, 48))
    assert suite.verify(public, b"message", signature) and not suite.verify(public, b"massage", signature)
    other = Suite(scheme, keys=keys, tag=b"another tag")
    assert other.tag == b"another tag" and not other.verify(public, b"message", signature)
    assert suite.verify_possession(public, secret.prove_possession(suite))
    assert not suite.verify_possession(key(6).public_key(suite), secret.prove_possession(suite))
    both, messages = [public, key(6).public_key(suite)], [b"a", b"bc"]
    total = suite.aggregate([secret.sign(suite, b"a"), key(6).sign(suite, b"bc")])
    flat, offsets = b"abc", np.array([0, 1, 3], np.uint64)
    assert suite.aggregate_verify(both, messages, total, threads=2)
    assert suite.aggregate_verify(b"".join(both), flat, total, message_offsets=offsets)
    assert not suite.aggregate_verify(both, messages[::-1], total) and not suite.aggregate_verify([], [], total)
    same = suite.aggregate([secret.sign(suite, b"m"), key(6).sign(suite, b"m")])
    assert suite.fast_aggregate_verify(both, b"m", same) == (scheme != "augmentation")
    assert suite.aggregate_keys(both) == key(11).public_key(suite)
    assert suite.are_keys([*both, bytes(len(public))]).tolist() == [True, True, False]


def test_secret_keys():
    """EIP-2333's first case, and key generation by salts."""
    seed = bytes.fromhex(
        "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141"
        "630c7a3c4ab7c81b2f001698e7463b04"
    )
    master = SecretKey.derive_master(seed)
    number = int.from_bytes(master.to_bytes(), "big")
    assert number == 6083874454709270928345386274498605044986640685124978867557563392430687146096
    child = int.from_bytes(master.derive_child(0).to_bytes(), "big")
    assert child == 20397789859736650942317412262472558107875392172444076792671091975210932703118
    material = bytes(range(32))
    plain, salted = SecretKey.key_gen(material), SecretKey.key_gen(material, salt=b"BLS-SIG-KEYGEN-SALT-")
    assert plain.to_bytes() != salted.to_bytes() != SecretKey.key_gen(material, info=b"i").to_bytes()
    assert repr(plain) == "SecretKey(...)"
    with pytest.raises(vorpal.InputError, match="secret: the secret key is zero"):
        SecretKey(bytes(32))
    with pytest.raises(vorpal.ArgumentError, match="secret: 31 bytes are no multiple of 32"):
        SecretKey(bytes(31))
    with pytest.raises(vorpal.ArgumentError, match="seed: 8 bytes of key material"):
        SecretKey.derive_master(bytes(8))


@pytest.mark.parametrize("keys", ["G1", "G2"])
def test_shares(keys):
    """`f(X) = 5 + 2 X`: share `i` has the key `5 + 2 i`."""
    suite, indices = Suite("possession", keys=keys), [1, 2, 3, 4]
    shares = [key(5 + 2 * index) for index in indices]
    public, expected = [share.public_key(suite) for share in shares], key(5).sign(suite, b"duty")
    partials = [share.sign(suite, b"duty") for share in shares]
    assert suite.combine(indices[1:3], partials[1:3]) == suite.combine(np.array([4, 1], np.uint64), partials[::-3])
    assert suite.combine(indices[:2], partials[:2]) == expected
    wrong = [partials[1], b"\xff" * len(expected), *partials[2:]]
    signature, valid = suite.combine_partials(b"duty", indices, public, wrong, 2)
    assert signature == expected and valid.tolist() == [False, False, True, True]
    signature, valid = suite.combine_partials(b"duty", indices, public, wrong, 3)
    assert signature is None and valid.tolist() == [False, False, True, True]
    signature, valid = suite.combine_partials(b"duty", [1], public[:1], [b"\xff" * len(expected)], 1)
    assert signature is None and valid.tolist() == [False]
    for call, text in [
        (lambda: suite.combine([0, 1], partials[:2]), "indices: share 0 has the index 0"),
        (lambda: suite.combine([2, 7, 2], partials[:3]), "indices: share 2 has the index 2, as one before"),
        (lambda: suite.combine([1, 2**32], partials[:2]), "indices: number 1 is 4294967296"),
        (lambda: suite.combine([1], partials[:2]), "indices: 1 numbers; signatures has 2"),
        (lambda: suite.combine([], []), "signatures: nothing to aggregate"),
        (lambda: suite.combine_partials(b"", indices, public, partials, 0), "threshold: 0; at least 1 is needed"),
        (lambda: suite.combine_partials(b"", [1, 1], public[:2], wrong[:2], 1), "indices: share 1 has the index 1"),
        (lambda: suite.combine_partials(b"", indices, public[1:], partials, 1), "keys: 3 rows; signatures has 4"),
        (
            lambda: Suite("augmentation", keys=keys).combine_partials(b"", indices, public, partials, 1),
            "with augmentation",
        ),
    ]:
        with pytest.raises(vorpal.ArgumentError, match=text):
            call()
    with pytest.raises(vorpal.InputError, match="signatures: number 1: malformed point"):
        suite.combine([1, 2], wrong[:2])


def test_wrong_arguments():
    public, signature = key(5).public_key(POP), key(5).sign(POP, b"m")
    for call, kind, text in [
        (lambda: Suite("proof"), vorpal.ArgumentError, 'scheme: "proof"; there are basic, augmentation, possession'),
        (lambda: Suite("basic", keys="G3"), vorpal.ArgumentError, 'keys: "G3"; there are G1, G2'),
        (lambda: Suite("basic", tag=b""), vorpal.ArgumentError, "tag: the domain separation tag is empty"),
        (lambda: POP.verify(public[1:], b"m", signature), vorpal.ArgumentError, "key: 47 bytes instead of 48"),
        (lambda: POP.verify(public, b"m", public), vorpal.ArgumentError, "signature: 48 bytes instead of 96"),
        (lambda: POP.verify(bytes(48), b"m", signature), vorpal.InputError, "key: malformed point"),
        (lambda: POP.verify(INFINITY[:48], b"m", signature), vorpal.InputError, "key: the public key is the point at"),
        (lambda: POP.verify(public, "m", signature), TypeError, "message: bytes or an array of uint8 is expected"),
        (lambda: POP.fast_aggregate_verify([public, bytes(48)], b"", signature), vorpal.InputError, "keys: number 1: "),
        (lambda: POP.aggregate([signature, bytes(96)]), vorpal.InputError, "signatures: number 1: malformed point"),
        (lambda: POP.aggregate_verify([public], [], signature), vorpal.ArgumentError, "messages: 0 of them; 1 are"),
        (lambda: key(1).sign(bls, b""), TypeError, "Suite"),
    ]:
        with pytest.raises(kind, match=text):
            call()
