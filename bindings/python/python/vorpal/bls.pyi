import os
from typing import final

import numpy as np
from numpy.typing import NDArray

from vorpal._ciphersuites import G2Basic as G2Basic
from vorpal._ciphersuites import G2MessageAugmentation as G2MessageAugmentation
from vorpal._ciphersuites import G2ProofOfPossession as G2ProofOfPossession
from vorpal._ciphersuites import eth_aggregate_pubkeys as eth_aggregate_pubkeys
from vorpal._ciphersuites import eth_fast_aggregate_verify as eth_fast_aggregate_verify
from vorpal._types import Bytes, DrandScheme, Flags, Group, Indices, Messages, Numbers, Rows, Scheme, Threads

__all__ = [
    "Batch",
    "Committee",
    "DrandChain",
    "G2Basic",
    "G2MessageAugmentation",
    "G2ProofOfPossession",
    "KeyTable",
    "SecretKey",
    "Suite",
    "eth_aggregate_pubkeys",
    "eth_fast_aggregate_verify",
]

@final
class SecretKey:
    """A secret key: 32 bytes, big-endian, above 0 and below the order. Operations take constant time. One secret key
    has public keys and signatures in both groups.

    Python keeps copies of ``bytes`` that nobody can wipe. The key in this object is wiped when the object is freed.
    """
    def __new__(cls, secret: Bytes) -> SecretKey: ...
    @staticmethod
    def key_gen(material: Bytes, *, info: Bytes | None = None, salt: Bytes | None = None) -> SecretKey:
        """The key of at least 32 secret bytes: ``KeyGen`` of draft-irtf-cfrg-bls-signature. ``info`` tells the keys of
        one material apart. Without ``salt`` it is draft 4, whose salt is SHA-256 of ``BLS-SIG-KEYGEN-SALT-``; with a
        salt, draft 5.
        """
    @staticmethod
    def derive_master(seed: Bytes) -> SecretKey:
        """The root of a tree of keys, from at least 32 secret bytes: ``derive_master_SK`` of EIP-2333."""
    def derive_child(self, index: int) -> SecretKey:
        """The child with an index below 2^32: ``derive_child_SK`` of EIP-2333."""
    def to_bytes(self) -> bytes:
        """The 32 bytes of the key, big-endian."""
    def public_key(self, suite: Suite) -> bytes:
        """The public key in the group of the suite's keys: 48 bytes in G1, 96 bytes in G2."""
    def sign(self, suite: Suite, message: Bytes) -> bytes:
        """The signature of a message: 96 bytes in G2 for keys in G1, else 48 bytes. Time may depend on the message."""
    def prove_possession(self, suite: Suite) -> bytes:
        """The proof that the caller has this secret key: the signature of the public key under the tag of proofs
        (``PopProve`` of the draft).
        """

@final
class Suite:
    """The tag and the scheme of the signatures of one protocol, and the group of its keys.

    ``scheme`` is how the protocol excludes keys that are functions of other keys: ``basic`` (the messages of an
    aggregate are distinct), ``augmentation`` (a message begins with the key), or ``possession`` (each key comes with a
    proof). ``keys`` is ``G1``, with signatures in G2, or ``G2``, with signatures in G1. A point has 48 bytes in G1, 96
    bytes in G2. ``tag`` is None for that of draft-irtf-cfrg-bls-signature for this scheme, or the bytes of another one.
    Ethereum's suite is ``Suite("possession")``.

    A malformed key or signature is an error in functions of one signature, and a verdict in those of many.
    """
    def __new__(cls, scheme: Scheme, *, keys: Group = "G1", tag: Bytes | None = None) -> Suite: ...
    @property
    def tag(self) -> bytes:
        """The tag."""
    @property
    def scheme(self) -> Scheme:
        """The scheme."""
    @property
    def keys(self) -> Group:
        """The group of the keys."""
    def verify(self, key: Bytes, message: Bytes, signature: Bytes) -> bool:
        """Whether this is the signature of a key and a message."""
    def aggregate_verify(
        self,
        keys: Rows,
        messages: Messages,
        signature: Bytes,
        *,
        message_offsets: NDArray[np.uint64] | None = None,
        threads: Threads = None,
    ) -> bool:
        """Whether this is the sum of the signatures of ``n`` keys, each of its own message: ``AggregateVerify`` of the
        draft. False for no keys. With the scheme ``basic``, False if two messages are equal.

        ``messages``: an array of shape (n, 32), or a list of ``bytes`` of any lengths, or with ``message_offsets`` (n +
        1 ascending numbers of type ``uint64``) a flat buffer whose part from ``message_offsets[i]`` to
        ``message_offsets[i + 1]`` is message ``i``.
        """
    def fast_aggregate_verify(self, keys: Rows, message: Bytes, signature: Bytes, *, threads: Threads = None) -> bool:
        """Whether this is the sum of the signatures of all keys, (n, 48) or (n, 96), of one message:
        ``FastAggregateVerify`` of the draft. False for no keys, for keys whose sum is infinity, and with the scheme
        ``augmentation`` unless there is one key. It is safe only for keys whose owners have proved that they have the
        secret keys.
        """
    def verify_possession(self, key: Bytes, proof: Bytes) -> bool:
        """Whether this proves that the owner of a key has its secret key: ``PopVerify`` of the draft, whatever the
        suite's own tag.
        """
    def verify_sets(
        self,
        signatures: Rows,
        messages: Messages,
        keys: Rows,
        *,
        message_offsets: NDArray[np.uint64] | None = None,
        key_offsets: NDArray[np.uint64] | None = None,
        threads: Threads = None,
    ) -> NDArray[np.bool_]:
        """Whether each of ``n`` signature sets is valid: an array of truth values of shape (n,). A set has a signature,
        a message and keys, and is valid if :meth:`fast_aggregate_verify` is True. All are verified together; if that
        fails, the wrong ones are searched, which takes about ``log2(n)`` further products for each. A wrong verdict has
        a probability of at most ``(2 n + k) 2^-128``, with ``k`` keys in all. A set with a malformed signature or key
        is not valid.

        ``signatures``: (n, 96) in G2 or (n, 48) in G1. ``messages``, ``message_offsets``: as for
        :meth:`aggregate_verify`. ``keys``: one key for each set, or with ``key_offsets`` (n + 1 ascending numbers of
        type ``uint64``) those from ``key_offsets[i]`` to ``key_offsets[i + 1]`` for set ``i``.
        """
    def are_keys(self, keys: Rows, *, threads: Threads = None) -> NDArray[np.bool_]:
        """Whether each of ``n`` encodings is that of a key: on the curve, in the subgroup and not infinity
        (``KeyValidate`` of the draft). An array of truth values of shape (n,).
        """
    def aggregate(self, signatures: Rows, *, threads: Threads = None) -> bytes:
        """The sum of signatures, ``Aggregate`` of the draft. One that is malformed or outside the subgroup is an error.
        The sum may be infinity.
        """
    def aggregate_keys(self, keys: Rows, *, threads: Threads = None) -> bytes:
        """The sum of keys. No keys, and keys whose sum is infinity, are an error."""
    def combine(self, indices: Numbers, signatures: Rows, *, threads: Threads = None) -> bytes:
        """The signature of a group from the partial signatures of shares of its key: those of ``n`` shares with their
        ``indices``, which are not 0 and distinct. The caller has verified them, and they are as many as the threshold:
        one that is wrong makes the result wrong. One that is malformed or outside the subgroup is an error.
        """
    def combine_partials(
        self,
        message: Bytes,
        indices: Numbers,
        keys: Rows,
        signatures: Rows,
        threshold: int,
        *,
        threads: Threads = None,
    ) -> tuple[bytes | None, NDArray[np.bool_]]:
        """The signature of a group from at least ``threshold`` valid partial signatures of a message: ``(signature,
        valid)``. ``keys`` has the public keys of the shares. All are verified in one batch, and the first valid ones
        are combined. ``valid`` is an array of truth values of shape (n,); ``signature`` is None if too few are valid.
        """

@final
class Batch:
    """A batch of signature sets that arrive one after the other. The work that a set needs alone is done when it is
    added: the sum of its keys, decoding, hashing. Batches of different threads can be merged. Several threads may use a
    batch at the same time, one after the other.
    """
    def __new__(cls, suite: Suite) -> Batch: ...
    def add(
        self,
        signatures: Rows,
        messages: Messages,
        keys: Rows,
        *,
        message_offsets: NDArray[np.uint64] | None = None,
        key_offsets: NDArray[np.uint64] | None = None,
        threads: Threads = None,
    ) -> None:
        """Adds ``n`` sets, given as for :meth:`Suite.verify_sets`. A set with a malformed signature or key is added,
        and is not valid.
        """
    def merge(self, other: Batch, *, threads: Threads = None) -> None:
        """Moves the sets of another batch of an equal suite to the end of this one. The other one is finished then."""
    def finish(self, *, threads: Threads = None) -> NDArray[np.bool_]:
        """Whether each set is valid, in the order in which they were added or merged: an array of truth values of shape
        (n,). All are verified together; if that fails, the wrong ones are searched. The batch is finished then.
        """
    def __len__(self) -> int: ...

@final
class KeyTable:
    """Checked keys by index, as a consensus client has those of all validators. ``keys`` is the group of the keys:
    ``G1`` (48 bytes each) or ``G2`` (96 bytes each).

    Keys are decoded and checked once, when they are appended. Indices never change, and no key is removed. Several
    threads may use a table and append keys at the same time.
    """
    def __new__(cls, keys: Group = "G1") -> KeyTable: ...
    @staticmethod
    def load(file: str | os.PathLike[str], keys: Group = "G1", *, threads: Threads = None) -> KeyTable:
        """Reads a table from a file of :meth:`save`. The hash shows that the keys have not changed by accident; who can
        write the file can choose keys that are in no subgroup. For a file of others, append its keys.
        """
    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the keys to a file. An existing file is replaced once the new one is complete and on the disk."""
    def append(self, keys: Rows, *, threads: Threads = None) -> range:
        """Decodes, checks and appends ``n`` keys, and returns their indices as a ``range``. A malformed key is an
        error, and then nothing is appended.
        """
    def get(self, index: int) -> bytes:
        """The key with an index."""
    def sum(self, indices: Indices, *, threads: Threads = None) -> bytes:
        """The sum of the keys with some indices, which may repeat: a list, or an array of ``uint32`` or ``uint64``. No
        indices, an index without a key, and keys whose sum is infinity are errors.
        """
    def sums(self, indices: Indices, offsets: NDArray[np.uint64], *, threads: Threads = None) -> NDArray[np.uint8]:
        """The sums of ``n`` lists of keys: an array of shape (n, 48) in G1, (n, 96) in G2. List ``i`` has the indices
        from ``offsets[i]`` to ``offsets[i + 1]``: ``n + 1`` ascending numbers of type ``uint64``. Errors are those of
        :meth:`sum`.
        """
    def verify_sets(
        self,
        suite: Suite,
        signatures: Rows,
        messages: Messages,
        indices: Indices,
        *,
        message_offsets: NDArray[np.uint64] | None = None,
        key_offsets: NDArray[np.uint64] | None = None,
        threads: Threads = None,
    ) -> NDArray[np.bool_]:
        """Whether each of ``n`` signature sets is valid, as :meth:`Suite.verify_sets`, for keys of this table.
        ``indices``: one key for each set, or with ``key_offsets`` those from ``key_offsets[i]`` to ``key_offsets[i +
        1]`` for set ``i``. A set with an index that has no key is not valid.
        """
    @property
    def keys(self) -> Group:
        """The group of the keys."""
    def __len__(self) -> int: ...

@final
class Committee:
    """The keys of a committee, such as Ethereum's sync committee, and their sum: the absent members are subtracted from
    it if they are fewer. ``keys``: (n, 48) in G1 or (n, 96) in G2, as those of the suite. A key may occur several
    times.
    """
    def __new__(cls, suite: Suite, keys: Rows, *, threads: Threads = None) -> Committee: ...
    def sum(self, present: Flags, *, threads: Threads = None) -> bytes:
        """The sum of the keys of the members that are present: a truth value for each, as a list or an array of
        ``bool``. An error if none is present, or if the sum is infinity.
        """
    def verify(
        self, suite: Suite, present: Flags, message: Bytes, signature: Bytes, *, threads: Threads = None
    ) -> bool:
        """Whether this is the signature of the members that are present: False if none is."""
    def __len__(self) -> int: ...

@final
class DrandChain:
    """A chain of drand, a network that publishes randomness: its key, and how its rounds are signed. ``scheme`` is one
    of drand's: ``pedersen-bls-chained``, ``pedersen-bls-unchained`` (keys of 48 bytes, signatures of 96 bytes),
    ``bls-unchained-on-g1`` or ``bls-unchained-g1-rfc9380`` (keys of 96 bytes, signatures of 48 bytes).
    """
    def __new__(cls, key: Bytes, scheme: DrandScheme) -> DrandChain: ...
    def message(self, round: int, previous: Bytes | None = None) -> bytes:
        """The 32 bytes that are signed in a round. ``previous`` is the signature of the round before, or the seed of
        the chain for round 1; only ``pedersen-bls-chained`` uses it.
        """
    def verify(self, round: int, signature: Bytes, previous: Bytes | None = None) -> bytes | None:
        """The randomness of a round, 32 bytes, if this is its signature; else None."""
    def verify_rounds(
        self, rounds: Numbers, signatures: Rows, previous: Rows | None = None, *, threads: Threads = None
    ) -> NDArray[np.bool_]:
        """Whether each of ``n`` rounds is valid, in one batch: an array of truth values of shape (n,). ``rounds`` has
        their numbers: a list or ``uint64`` of shape (n,). ``signatures``: (n, 96) or (n, 48). ``previous`` has the
        signatures of the rounds before, of the same shape, so round 1, whose predecessor is the seed, is not among
        them; only ``pedersen-bls-chained`` uses them.
        """
