"""A call of every function and method of `vorpal.kzg`, for `every_function.py`."""

import contextlib
import os
from pathlib import Path

import numpy as np

import vorpal
from vorpal import kzg


def cases(folder):
    """The calls by name."""
    blobs = np.random.default_rng(2).integers(256, size=(3, 4096, 32), dtype=np.uint8)
    blobs[:, :, 0] = 0
    blobs = blobs.reshape(3, -1)
    setup, blob = kzg.Setup(4 << 20), blobs[0].tobytes()
    tables, z = setup.tables(), bytes(32)
    commitments, (cells, proofs) = setup.commit(blobs), setup.cells_and_proofs(blobs)
    one, blob_proofs = commitments[0].tobytes(), setup.prove_blobs(blobs, commitments)
    value_proofs, values = setup.prove_values(blobs, z * 3)
    odd, half = list(range(1, 128, 2)), np.ascontiguousarray(cells[:, 1::2])
    of_cells, numbers = np.tile(commitments[:1], (128, 1)), list(range(128))
    data = Path(os.environ.get("VORPAL_DATA") or Path(__file__).parents[4] / "shared/data")
    file = data / "evm/kzg/trusted_setup.txt"
    is_real = file.exists()
    if not is_real:
        assert not os.environ.get("VORPAL_DATA"), file
        # Only the work before the points.
        file = folder / "trusted_setup.txt"
        file.write_text("4096\n65\n")

    def load():
        with contextlib.nullcontext() if is_real else contextlib.suppress(vorpal.InputError):
            kzg.load_trusted_setup(file, 1)

    def arrive():
        verifier = kzg.CellVerifier(setup, commitments)
        verifier.add([0, 1], [3, 4], [cells[0, 3].tobytes(), cells[1, 4].tobytes()], [proofs[0, 3].tobytes()] * 2)
        return verifier

    def parse():
        with contextlib.nullcontext() if is_real else contextlib.suppress(vorpal.InputError):
            kzg.Setup.from_text(file.read_text(), 2 << 20)

    found = {
        "Setup": lambda: kzg.Setup(2 << 20).commit(blobs),
        "Setup.from_text": parse,
        "Setup.tables": setup.tables,
        "Setup.with_tables": lambda: kzg.Setup().with_tables(tables).commit(blobs),
        "Setup.memory": lambda: setup.memory,
        "Setup.explain": setup.explain,
        "Setup.commit": lambda: kzg.Setup().commit(blobs),
        "Setup.prove_blobs": lambda: setup.prove_blobs(blobs, commitments),
        "Setup.prove_values": lambda: setup.prove_values(blobs, z * 3),
        "Setup.verify_values": lambda: setup.verify_values(commitments, z * 3, values, value_proofs),
        "Setup.verify_blobs": lambda: setup.verify_blobs(blobs, commitments, blob_proofs[::-1].copy()),
        "Setup.cells": lambda: setup.cells(blobs),
        "Setup.cells_and_proofs": lambda: setup.cells_and_proofs(blobs),
        "Setup.recover_cells": lambda: setup.recover_cells(odd, half),
        "Setup.recover_cells_and_proofs": lambda: setup.recover_cells_and_proofs(odd, half),
        "Setup.verify_cells": lambda: setup.verify_cells(of_cells, numbers, cells[0], proofs[1]),
        "CellVerifier": lambda: kzg.CellVerifier(setup, commitments),
        "CellVerifier.add": arrive,
        "CellVerifier.finish": lambda: arrive().finish(),
        "CellVerifier.is_valid": lambda: arrive().is_valid(),
        "CellVerifier.__len__": lambda: len(arrive()),
        "load_trusted_setup": load,
        "blob_to_kzg_commitment": lambda: kzg.blob_to_kzg_commitment(blob, setup),
        "compute_kzg_proof": lambda: kzg.compute_kzg_proof(blob, z, setup),
        "compute_blob_kzg_proof": lambda: kzg.compute_blob_kzg_proof(blob, one, setup),
        "verify_kzg_proof": lambda: kzg.verify_kzg_proof(one, z, values[0], value_proofs[0], setup),
        "verify_blob_kzg_proof": lambda: kzg.verify_blob_kzg_proof(blob, one, blob_proofs[0], setup),
        "verify_blob_kzg_proof_batch": lambda: kzg.verify_blob_kzg_proof_batch(blobs, commitments, blob_proofs, setup),
        "compute_cells": lambda: kzg.compute_cells(blob, setup),
        "compute_cells_and_kzg_proofs": lambda: kzg.compute_cells_and_kzg_proofs(blob, setup),
        "recover_cells_and_kzg_proofs": lambda: kzg.recover_cells_and_kzg_proofs(odd, half[0], setup),
        "verify_cell_kzg_proof_batch": lambda: kzg.verify_cell_kzg_proof_batch(
            of_cells, numbers, cells[0], proofs[0], setup
        ),
    }
    return {f"vorpal.kzg.{name}": case for name, case in found.items()}
