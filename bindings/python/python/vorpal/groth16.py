"""Proofs by Groth16 for circuits of circom, on BN254 and BLS12-381.

Keys and witnesses are the files of circom and snarkjs, as bytes or by their paths. Proofs, public signals and
verification keys are JSON texts like those of snarkjs, byte for byte: ``json.loads`` reads them.
"""

from vorpal._vorpal import Prover, Verifier

__all__ = ["Prover", "Verifier", "prove", "verify"]


def prove(zkey, witness, *, threads=None):
    """Return the proof and the public signals of one witness: :meth:`Prover.prove` with a new :class:`Prover`."""
    return Prover(zkey, threads=threads).prove(witness, threads=threads)


def verify(key, public, proof, *, threads=None):
    """Return whether one proof is valid: :meth:`Verifier.verify` with a new :class:`Verifier`."""
    return Verifier(key, threads=threads).verify(public, proof, threads=threads)
