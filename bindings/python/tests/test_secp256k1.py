"""Signatures against coincurve (libsecp256k1)."""

import coincurve
import numpy as np
import pytest

import vorpal
from vorpal.secp256k1 import (
    Item,
    KeyCache,
    PublicKey,
    SecretKey,
    recover,
    recover_batch,
    schnorr_verify,
    schnorr_verify_batch,
    signature_from_der,
    signature_to_der,
    signature_to_low,
    verify_batch,
)

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
ADDRESS_OF_ONE = bytes.fromhex("7e5f4552091a69125d5dfcb7b8c2659029395bdf")


def test_recover_batch(signed):
    result = recover_batch(signed.hashes, signed.recoverable, addresses=True)
    assert (result.items == Item.OK).all() and result.items.dtype == np.uint8
    np.testing.assert_array_equal(result.keys, signed.keys)
    alone = recover_batch(signed.hashes, signed.recoverable, keys=False, addresses=True)
    assert alone.keys is None
    np.testing.assert_array_equal(alone.addresses, result.addresses)
    assert recover_batch(signed.hashes, signed.recoverable).addresses is None
    assert result.addresses[0].tobytes() == PublicKey(signed.keys[0]).address()


def test_addresses_are_those_of_ethereum():
    assert SecretKey((1).to_bytes(32, "big")).public_key().address() == ADDRESS_OF_ONE


def test_recovery_byte_with_27(signed):
    shifted = signed.recoverable.copy()
    shifted[:, 64] += 27
    np.testing.assert_array_equal(recover_batch(signed.hashes, shifted).keys, signed.keys)


def test_invalid_items_do_not_affect_others(signed):
    hashes, signatures = signed.hashes[:8].copy(), signed.recoverable[:8].copy()
    signatures[1, 64] = 4
    signatures[2, :32] = 0
    signatures[3, 32:64] = 0xFF
    signatures[4, :32] = np.frombuffer((5).to_bytes(32, "big"), np.uint8)
    signatures[4, 64] = 0
    # r = x(G), s = r, hash = r: the key r^-1 (s R - h G) is infinity for R = G.
    x = PublicKey(SecretKey((1).to_bytes(32, "big")).public_key().to_bytes()).x_only()
    hashes[5] = np.frombuffer(x, np.uint8)
    signatures[5] = np.frombuffer(x + x + b"\0", np.uint8)
    result = recover_batch(hashes, signatures, addresses=True)
    expected = [
        Item.OK,
        Item.RECOVERY_ID,
        Item.SIGNATURE,
        Item.SIGNATURE,
        Item.NO_POINT,
        Item.INFINITY,
        Item.OK,
        Item.OK,
    ]
    assert result.items.tolist() == expected
    valid = result.items == Item.OK
    np.testing.assert_array_equal(result.keys[valid], signed.keys[:8][valid])
    assert not result.keys[~valid].any() and not result.addresses[~valid].any()


@pytest.mark.parametrize("compressed", [False, True])
def test_verify_batch(signed, compressed):
    keys = (signed.compressed if compressed else signed.keys).copy()
    hashes, signatures = signed.hashes.copy(), signed.signatures.copy()
    assert (verify_batch(hashes, signatures, keys) == Item.OK).all()
    hashes[3, 0] ^= 1
    signatures[4, :32] = 0
    keys[5, 0] = 9
    items = verify_batch(hashes, signatures, keys)
    assert items[[3, 4, 5]].tolist() == [Item.INVALID, Item.SIGNATURE, Item.KEY]
    assert (np.delete(items, [3, 4, 5]) == Item.OK).all()
    assert verify_batch(hashes.tobytes(), signatures.tobytes(), keys.tobytes()).tolist() == items.tolist()


def high(signature):
    s = int.from_bytes(signature[32:64], "big")
    return signature[:32] + (ORDER - s).to_bytes(32, "big")


def test_high_s(signed):
    signature, hash, key = high(signed.signatures[0].tobytes()), signed.hashes[0], PublicKey(signed.keys[0])
    assert verify_batch([hash.tobytes()], [signature], [signed.keys[0].tobytes()]).tolist() == [Item.OK]
    assert verify_batch(hash, signature, signed.keys[0], low_s=True).tolist() == [Item.INVALID]
    assert key.verify(hash, signature) and not key.verify(hash, signature, low_s=True)
    assert signature_to_low(signature) == signed.signatures[0].tobytes()


def test_single_operations(signed):
    for secret, hash, recoverable, key in zip(signed.secrets[:20], signed.hashes, signed.recoverable, signed.keys):
        mine, theirs = SecretKey(secret), coincurve.PrivateKey(secret)
        public = mine.public_key()
        assert mine.sign(hash) == recoverable.tobytes()
        assert public.to_bytes(compressed=False) == key.tobytes() and bytes(public) == theirs.public_key.format()
        assert recover(hash, recoverable) == public and hash_of(recover(hash, recoverable)) == hash_of(public)
        signature = mine.sign(hash, entropy=b"\5" * 32)
        assert signature != recoverable.tobytes() and public.verify(hash, signature[:64])
        der = signature_to_der(signature[:64])
        assert theirs.public_key.verify(der, hash.tobytes(), hasher=None)
        assert signature_from_der(der) == signature[:64]
        assert mine.to_bytes() == secret


def hash_of(value):
    return hash(value)


def test_shared_secrets(signed):
    one, other = signed.secrets[:2]
    theirs = coincurve.PrivateKey(other)
    shared = SecretKey(one).ecdh(PublicKey(theirs.public_key.format()), sha256=True)
    assert shared == coincurve.PrivateKey(one).ecdh(theirs.public_key.format())
    point = theirs.public_key.multiply(one)
    assert SecretKey(one).ecdh(PublicKey(theirs.public_key.format())) == point.format()[1:]


def test_schnorr(signed):
    messages, signatures, keys = [], [], []
    for i, secret in enumerate(signed.secrets[:40]):
        message, auxiliary = bytes([i]) * 32, bytes([255 - i]) * 32
        signature = SecretKey(secret).schnorr_sign(message, auxiliary=auxiliary)
        assert signature == coincurve.PrivateKey(secret).sign_schnorr(message, auxiliary)
        messages.append(message)
        signatures.append(signature)
        keys.append(SecretKey(secret).public_key().x_only())
    assert schnorr_verify_batch(b"".join(messages), signatures, keys).tolist() == [Item.OK] * 40
    keys[1], signatures[2], messages[3] = b"\xff" * 32, b"\xff" * 64, b"other" * 7
    items = schnorr_verify_batch(messages, signatures, keys)
    assert items.tolist() == [Item.OK, Item.KEY, Item.SIGNATURE, Item.INVALID] + [Item.OK] * 36
    assert schnorr_verify(keys[0], messages[0], signatures[0])
    assert not schnorr_verify(keys[0], messages[4], signatures[0])


def test_schnorr_messages_of_different_lengths():
    messages = [b"", b"a", b"message " * 100]
    keys = [SecretKey(bytes([i + 1]) * 32) for i in range(3)]
    signatures = [key.schnorr_sign(message) for key, message in zip(keys, messages)]
    x = [key.public_key().x_only() for key in keys]
    offsets = np.cumsum([0] + [len(message) for message in messages]).astype(np.uint64)
    assert schnorr_verify_batch(messages, signatures, x).tolist() == [0, 0, 0]
    assert schnorr_verify_batch(b"".join(messages), signatures, x, offsets=offsets).tolist() == [0, 0, 0]
    wrong = offsets.copy()
    wrong[2] = 0
    assert schnorr_verify_batch(b"".join(messages), signatures, x, offsets=wrong).tolist() == [0, 1, 1]
    for bad, text in [
        (offsets[:3], "3 numbers; 4"),
        (offsets[::-1].copy(), "number 1 is below"),
        (offsets + 1, "is 802"),
    ]:
        with pytest.raises(vorpal.ArgumentError, match=text):
            schnorr_verify_batch(b"".join(messages), signatures, x, offsets=bad)


def test_der_is_strict(signed):
    der = signature_to_der(signed.signatures[0])
    for wrong in (der + b"\0", der[:-1], b"", b"\x30\x80" + der[2:]):
        with pytest.raises(vorpal.InputError, match=r"^der: "):
            signature_from_der(wrong)


def test_key_cache(signed):
    cache, key = KeyCache(), PublicKey(signed.keys[0])
    assert cache.tables == 0
    secret = SecretKey(signed.secrets[0])
    for i in range(200):
        hash = i.to_bytes(32, "big")
        signature = secret.sign(hash)[:64]
        assert cache.verify(key, hash, signature, low_s=True)
        assert not cache.verify(key, (i + 1).to_bytes(32, "big"), signature)
    assert cache.tables == 1


@pytest.mark.parametrize("secret", [bytes(32), b"\xff" * 32, ORDER.to_bytes(32, "big")])
def test_invalid_secret_keys(secret):
    with pytest.raises(vorpal.InputError, match="secret: the secret key is zero or not below"):
        SecretKey(secret)


def test_invalid_single_values(signed):
    key = PublicKey(signed.keys[0])
    for wrong in (b"", b"\2" + bytes(32), b"\4" + bytes(64), signed.keys[0][:64]):
        with pytest.raises(vorpal.InputError, match=r"^encoded: "):
            PublicKey(wrong)
    with pytest.raises(vorpal.ArgumentError, match="hash: 31 bytes"):
        key.verify(bytes(31), signed.signatures[0])
    with pytest.raises(vorpal.InputError, match="signature: r is out of range"):
        key.verify(bytes(32), bytes(64))
    with pytest.raises(vorpal.InputError, match="signature: the byte 9"):
        recover(bytes(32), signed.signatures[0].tobytes() + b"\x09")
    with pytest.raises(TypeError):
        key.verify("a" * 32, signed.signatures[0])
    with pytest.raises(TypeError):
        SecretKey(b"\1" * 32).ecdh(key.to_bytes())
    assert "01" * 32 not in repr(SecretKey(b"\1" * 32))
