"""A call of every function, method and property of ``vorpal.groth16``, for ``every_function``."""

from pathlib import Path

from vorpal import groth16

FILES = Path(__file__).parents[2] / "testdata/groth16/bn254"


def cases():
    """Return a call for each name."""
    zkey, witness = ((FILES / name).read_bytes() for name in ("circuit.zkey", "witness.wtns"))
    prover = groth16.Prover(zkey)
    key = prover.verification_key()
    verifier = groth16.Verifier(key)
    proof, public = prover.prove(witness)
    found = {
        "Prover": lambda: groth16.Prover(zkey, check=True),
        "Prover.open": lambda: groth16.Prover.open(FILES / "circuit.zkey"),
        "Prover.prove": lambda: prover.prove(witness),
        "Prover.verification_key": prover.verification_key,
        "Prover.curve": lambda: prover.curve,
        "Prover.public": lambda: prover.public,
        "Verifier": lambda: groth16.Verifier(key),
        "Verifier.verify": lambda: verifier.verify(public, proof),
        "Verifier.verify_batch": lambda: verifier.verify_batch([public] * 5, [proof] * 5),
        "Verifier.curve": lambda: verifier.curve,
        "Verifier.public": lambda: verifier.public,
        "prove": lambda: groth16.prove(zkey, witness),
        "verify": lambda: groth16.verify(key, public, proof),
    }
    return {f"vorpal.groth16.{name}": case for name, case in found.items()}
