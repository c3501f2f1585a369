import os
from collections.abc import Sequence
from typing import Literal, final

import numpy as np
from numpy.typing import NDArray

from vorpal._types import Bytes, Threads

__all__ = ["Prover", "Verifier", "prove", "verify"]

@final
class Prover:
    """A proving key that is ready for proofs, on BN254 or BLS12-381.

    ``zkey`` has the bytes of a file ``.zkey`` of snarkjs. Lengths, indices and the range of coordinates are checked.
    With ``check``, so is that all points are in their groups: proofs of a key with others may reveal the witness.
    Several threads may use a prover at the same time.
    """
    def __new__(cls, zkey: Bytes, *, check: bool = False, threads: Threads = None) -> Prover: ...
    @staticmethod
    def open(file: str | os.PathLike[str], *, check: bool = False, threads: Threads = None) -> Prover:
        """The prover of the key in a file. Only the sections that proofs need are read."""
    def prove(self, witness: Bytes, *, threads: Threads = None) -> tuple[str, str]:
        """The proof and the public signals of a witness, as JSON texts like those of snarkjs. ``witness`` has the bytes
        of a file ``.wtns`` of circom.

        A witness that does not satisfy the circuit has a proof, too, which is not valid. Blinding factors are those of
        the operating system. The time depends on the witness.
        """
    def verification_key(self) -> str:
        """The key that verifies the proofs, as JSON text like that of snarkjs."""
    @property
    def curve(self) -> Literal["bn128", "bls12381"]:
        """The name of the curve in the files of snarkjs: ``bn128`` or ``bls12381``."""
    @property
    def public(self) -> int:
        """The number of public signals."""

@final
class Verifier:
    """A verification key with checked points, on BN254 or BLS12-381.

    ``key`` is a text: the JSON of snarkjs. A key that nobody contributed to is refused, since everybody can forge its
    proofs; with ``development`` it is not. Several threads may use a verifier at the same time.
    """
    def __new__(cls, key: str, *, development: bool = False, threads: Threads = None) -> Verifier: ...
    def verify(self, public: str, proof: str, *, threads: Threads = None) -> bool:
        """Whether a proof is valid for public signals, both JSON texts of snarkjs. Malformed JSON, another number of
        signals, a number that is not below its prime, and a point that is not in its group are an :class:`InputError`.
        """
    def verify_batch(
        self, publics: Sequence[str], proofs: Sequence[str], *, threads: Threads = None
    ) -> NDArray[np.bool_]:
        """Whether each of ``n`` proofs is valid for its public signals: an array of truth values of shape (n,). All are
        verified together; if that fails, the wrong ones are searched. Both arguments are lists of JSON texts.

        Malformed JSON is an :class:`InputError` with the index. Another number of signals, and a point that is not in
        its group, make a proof invalid. A wrong verdict has a probability of at most ``(2 n + 2) / 2**128``.
        """
    @property
    def curve(self) -> Literal["bn128", "bls12381"]:
        """The name of the curve in the files of snarkjs: ``bn128`` or ``bls12381``."""
    @property
    def public(self) -> int:
        """The number of public signals."""

def prove(zkey: Bytes, witness: Bytes, *, threads: Threads = None) -> tuple[str, str]:
    """Return the proof and the public signals of one witness: :meth:`Prover.prove` with a new :class:`Prover`."""

def verify(key: str, public: str, proof: str, *, threads: Threads = None) -> bool:
    """Return whether one proof is valid: :meth:`Verifier.verify` with a new :class:`Verifier`."""
