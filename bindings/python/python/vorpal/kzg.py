"""KZG commitments of Ethereum: the blobs of EIP-4844 and the cells of EIP-7594.

The methods of :class:`Setup` take many blobs or cells in one call, and a :class:`CellVerifier` takes cells as they
arrive. The functions have the names, the arguments and the
results of the package ckzg 2.1.8: ``from vorpal import kzg as ckzg`` replaces it. ``load_trusted_setup`` returns a
:class:`Setup`, and every :class:`Setup` can be the last argument of the others.

Differences from ckzg: errors are those of this package, where ckzg raises ``ValueError`` or ``RuntimeError``; arguments
may be arrays and other buffers too; the work may use all cores, without the GIL; :func:`load_trusted_setup` also reads
JSON, finds points that do not belong together, and refuses text after the last point and points without white space
between them; :func:`recover_cells_and_kzg_proofs` finds cells that are not those
of one blob. All functions take variable time: blobs and proofs are public.
"""

from vorpal._vorpal import (
    CellVerifier,
    Setup,
    blob_to_kzg_commitment,
    compute_blob_kzg_proof,
    compute_cells,
    compute_cells_and_kzg_proofs,
    compute_kzg_proof,
    load_trusted_setup,
    recover_cells_and_kzg_proofs,
    verify_blob_kzg_proof,
    verify_blob_kzg_proof_batch,
    verify_cell_kzg_proof_batch,
    verify_kzg_proof,
)

__all__ = [
    "CellVerifier",
    "Setup",
    "blob_to_kzg_commitment",
    "compute_blob_kzg_proof",
    "compute_cells",
    "compute_cells_and_kzg_proofs",
    "compute_kzg_proof",
    "load_trusted_setup",
    "recover_cells_and_kzg_proofs",
    "verify_blob_kzg_proof",
    "verify_blob_kzg_proof_batch",
    "verify_cell_kzg_proof_batch",
    "verify_kzg_proof",
]
