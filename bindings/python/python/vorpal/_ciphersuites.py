"""The ciphersuites of the package py_ecc, and the functions that Ethereum adds to one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from vorpal import _vorpal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vorpal._types import Bytes, Rows

_ORDER = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
_BASIC, _AUGMENTATION = _vorpal.BlsSuite("basic"), _vorpal.BlsSuite("augmentation")
_POSSESSION = _vorpal.BlsSuite("possession")


def _secret(key: int) -> _vorpal.BlsSecretKey:
    """Return the secret key that is an integer. Its conversion to bytes does not take constant time."""
    if isinstance(key, bool) or not isinstance(key, int):
        raise TypeError(f"SK: an integer is expected, not {type(key).__name__}")
    if not 0 < key < _ORDER:
        raise _vorpal.InputError("SK: the secret key is zero or not below the group order")
    return _vorpal.BlsSecretKey(key.to_bytes(32, "big"))


def _holds(verification: Callable[[], bool]) -> bool:
    """Whether a verification succeeds. Malformed arguments are no error."""
    try:
        return verification()
    except (_vorpal.Error, TypeError):
        return False


class G2Basic:
    """Keys in G1, signatures in G2, the scheme ``basic``: the messages of an aggregate are distinct.

    The methods have the names, the arguments and the results of py_ecc 8. Verifications return False for malformed
    arguments. Errors of the others are those of this package. Secret keys are integers, and Python's integers do not
    take constant time: :class:`vorpal.bls.SecretKey` does.
    """

    DST: ClassVar[bytes] = _BASIC.tag
    """The tag."""
    _suite: ClassVar[_vorpal.BlsSuite] = _BASIC

    @classmethod
    def SkToPk(cls, privkey: int) -> bytes:
        """Return the public key of a secret key: 48 bytes."""
        return _secret(privkey).public_key(cls._suite)

    @classmethod
    def KeyGen(cls, IKM: Bytes, key_info: Bytes = b"") -> int:
        """Return the secret key of at least 32 secret bytes: draft 4 of draft-irtf-cfrg-bls-signature."""
        return int.from_bytes(_vorpal.BlsSecretKey.key_gen(IKM, info=key_info).to_bytes(), "big")

    @staticmethod
    def KeyValidate(PK: Bytes) -> bool:
        """Whether bytes are a key: on the curve, in the subgroup and not infinity."""
        return _holds(lambda: _POSSESSION.are_keys(PK).tolist() == [True])

    @classmethod
    def Sign(cls, SK: int, message: Bytes) -> bytes:
        """Return the signature of a message: 96 bytes."""
        return _secret(SK).sign(cls._suite, message)

    @classmethod
    def Verify(cls, PK: Bytes, message: Bytes, signature: Bytes) -> bool:
        """Whether this is the signature of a key and a message."""
        return _holds(lambda: cls._suite.verify(PK, message, signature))

    @classmethod
    def Aggregate(cls, signatures: Rows) -> bytes:
        """Return the sum of signatures. None, and one that is malformed or outside the subgroup, are an error."""
        return cls._suite.aggregate(signatures)

    @classmethod
    def AggregateVerify(cls, PKs: Rows, messages: Sequence[bytes], signature: Bytes) -> bool:
        """Whether this is the sum of the signatures of keys, each of its own message. False for no keys."""
        return _holds(lambda: cls._suite.aggregate_verify(PKs, messages, signature))


class G2MessageAugmentation(G2Basic):
    """As :class:`G2Basic` with the scheme ``augmentation``: a message begins with the key."""

    DST: ClassVar[bytes] = _AUGMENTATION.tag
    """The tag."""
    _suite: ClassVar[_vorpal.BlsSuite] = _AUGMENTATION


class G2ProofOfPossession(G2Basic):
    """As :class:`G2Basic` with the scheme ``possession``, which is Ethereum's: each key comes with a proof."""

    DST: ClassVar[bytes] = _POSSESSION.tag
    """The tag."""
    POP_TAG: ClassVar[bytes] = b"BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_"
    """The tag of proofs of possession."""
    _suite: ClassVar[_vorpal.BlsSuite] = _POSSESSION

    @classmethod
    def PopProve(cls, SK: int) -> bytes:
        """Return the proof that the caller has a secret key: 96 bytes."""
        return _secret(SK).prove_possession(cls._suite)

    @classmethod
    def PopVerify(cls, PK: Bytes, proof: Bytes) -> bool:
        """Whether this proves that the owner of a key has its secret key."""
        return _holds(lambda: cls._suite.verify_possession(PK, proof))

    @classmethod
    def FastAggregateVerify(cls, PKs: Rows, message: Bytes, signature: Bytes) -> bool:
        """Whether this is the sum of the signatures of all keys of one message. False for no keys."""
        return _holds(lambda: cls._suite.fast_aggregate_verify(PKs, message, signature))

    @classmethod
    def _AggregatePKs(cls, PKs: Rows) -> bytes:
        """Return the sum of keys."""
        return cls._suite.aggregate_keys(PKs)


def eth_aggregate_pubkeys(pubkeys: Rows) -> bytes:
    """Return the sum of keys, as Ethereum's ``eth_aggregate_pubkeys``. No keys, a malformed one, and keys whose sum is
    infinity are an error.
    """
    return _POSSESSION.aggregate_keys(pubkeys)


def eth_fast_aggregate_verify(pubkeys: Rows, message: Bytes, signature: Bytes) -> bool:
    """As :meth:`G2ProofOfPossession.FastAggregateVerify`, but infinity is the signature of no keys."""
    infinity = b"\xc0" + bytes(95)
    if _holds(lambda: len(pubkeys) == 0):
        return _holds(lambda: bytes(signature) == infinity)
    return G2ProofOfPossession.FastAggregateVerify(pubkeys, message, signature)
