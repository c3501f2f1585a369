import os
from typing import final

import numpy as np
from numpy.typing import NDArray

from vorpal._types import Bytes, Numbers, Rows, Threads

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

@final
class Setup:
    """A trusted setup, with tables of at most ``memory`` bytes for commitments and proofs; None is no tables.

    ``Setup()`` has the points of Ethereum's ceremony, which are part of the package. Verification needs no tables. The
    smallest tables have 1,572,864 bytes. Several threads may use a setup at the same time.

    Blobs have 131,072 bytes, cells 2,048, commitments and proofs 48, scalars 32 (big-endian, below the order). Batches
    of them are arrays of shape (n, width) or other rows. All work takes variable time.
    """
    def __new__(cls, memory: int | None = None, *, threads: Threads = None) -> Setup: ...
    @staticmethod
    def from_text(text: str, memory: int | None = None, *, threads: Threads = None) -> Setup:
        """The setup of a text in the format of c-kzg's ``trusted_setup.txt``, or in the JSON of the specification. All
        points and their relations are checked.
        """
    def tables(self) -> bytes:
        """The tables as bytes, for :meth:`with_tables`; no bytes if there are none."""
    def with_tables(self, tables: Bytes, *, threads: Threads = None) -> Setup:
        """The same setup with the tables of :meth:`tables` of an equal one. The checksums, the setup and the range of
        coordinates are checked; who can write the bytes can choose commitments and proofs.
        """
    @property
    def memory(self) -> int:
        """The bytes of the tables. Without tables, those of the smallest ones, which are computed on first use."""
    def explain(self) -> str:
        """Describes the tables and what commitments and proofs cost, as text."""
    def commit(self, blobs: Rows, *, threads: Threads = None) -> NDArray[np.uint8]:
        """The commitments to ``n`` blobs: shape (n, 48)."""
    def prove_blobs(self, blobs: Rows, commitments: Rows, *, threads: Threads = None) -> NDArray[np.uint8]:
        """The proofs that ``n`` blobs have their commitments: shape (n, 48). The commitments are decoded, but not
        compared with the blobs.
        """
    def prove_values(
        self, blobs: Rows, points: Rows, *, threads: Threads = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The values of the polynomials of ``n`` blobs, each at its point, and their proofs: ``(proofs, values)`` of
        the shapes (n, 48) and (n, 32). ``points``: (n, 32).
        """
    def verify_values(
        self, commitments: Rows, points: Rows, values: Rows, proofs: Rows, *, threads: Threads = None
    ) -> NDArray[np.bool_]:
        """Whether the polynomial with each commitment has its value at its point: an array of truth values of shape
        (n,). Each proof is verified by itself. ``commitments`` and ``proofs``: (n, 48); ``points`` and ``values``: (n,
        32).
        """
    def verify_blobs(
        self, blobs: Rows, commitments: Rows, proofs: Rows, *, threads: Threads = None
    ) -> NDArray[np.bool_]:
        """Whether each blob has its commitment: an array of truth values of shape (n,). All are verified together; if
        that fails, the wrong ones are searched. ``commitments`` and ``proofs``: (n, 48).
        """
    def cells(self, blobs: Rows, *, threads: Threads = None) -> NDArray[np.uint8]:
        """The 128 cells of each of ``n`` blobs: shape (n, 128, 2048). The first 64 are the blob itself. An interrupt
        (Ctrl+C) ends this and the next three methods after at most 32 blobs.
        """
    def cells_and_proofs(self, blobs: Rows, *, threads: Threads = None) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """The 128 cells of each of ``n`` blobs and their proofs: shapes (n, 128, 2048) and (n, 128, 48)."""
    def recover_cells(self, indices: Numbers, cells: Rows, *, threads: Threads = None) -> NDArray[np.uint8]:
        """All cells of ``n`` blobs from the same ``k`` cells of each, 64 to 128: shape (n, 128, 2048). ``indices`` has
        the ``k`` ascending numbers of the cells; ``cells`` has the shape (n, k, 2048), or (k, 2048) for one blob. Cells
        that are not those of one blob are an error.
        """
    def recover_cells_and_proofs(
        self, indices: Numbers, cells: Rows, *, threads: Threads = None
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """As :meth:`recover_cells`, and the proofs: shapes (n, 128, 2048) and (n, 128, 48)."""
    def verify_cells(
        self,
        commitments: Rows,
        indices: Numbers,
        cells: Rows,
        proofs: Rows,
        *,
        blobs: Numbers | None = None,
        threads: Threads = None,
    ) -> NDArray[np.bool_]:
        """Whether each of ``n`` cells is that of its commitment: an array of truth values of shape (n,). All are
        verified together; if that fails, the wrong ones are searched, which takes about ``log2(n)`` further products of
        two pairings for each.

        ``indices`` has the numbers of the cells, in any order: a list or ``uint64`` of shape (n,). ``cells``: (n,
        2048); ``proofs``: (n, 48). ``commitments`` has the shape (n, 48), or those of the blobs of a block if ``blobs``
        has the number of the commitment of each cell.
        """

@final
class CellVerifier:
    """A batch of cells of the blobs of a block, which grows as cells arrive.

    ``commitments``: (n, 48), those of the blobs, which are decoded once. Proofs are decoded when their cells are added;
    sums and the pairing follow when all cells are verified together. Several threads may use a verifier at the same
    time.
    """
    def __new__(cls, setup: Setup, commitments: Rows, *, threads: Threads = None) -> CellVerifier: ...
    def add(self, blobs: Numbers, indices: Numbers, cells: Rows, proofs: Rows, *, threads: Threads = None) -> None:
        """Adds ``n`` cells: all of them, or none if there is an error. ``blobs`` has the number of each cell's
        commitment, ``indices`` that of the cell: lists or ``uint64`` of shape (n,). ``cells``: (n, 2048); ``proofs``:
        (n, 48).

        A proof on the curve outside the subgroup is added, and its cell is not valid. Indices in errors count all cells
        added so far.
        """
    def finish(self, *, threads: Threads = None) -> NDArray[np.bool_]:
        """Whether each cell that was added is that of its commitment, in the order in which they were added: an array
        of truth values of shape (n,). All are verified together; if that fails, the wrong ones are searched, as by
        :meth:`Setup.verify_cells`. Cells may be added afterwards; the next call verifies all again.
        """
    def is_valid(self, *, threads: Threads = None) -> bool:
        """Whether all cells that were added are those of their commitments; True without cells. Nothing is searched."""
    def __len__(self) -> int: ...

def load_trusted_setup(file: str | os.PathLike[str], precompute: int, /) -> Setup:
    """The trusted setup of a file in the format of c-kzg, whose points and their relations are checked. ``precompute``
    is at most 15. Tables have at most the memory that c-kzg uses for the same number: 768 KiB times
    ``2 ** (precompute - 1)``, or the smallest ones. With 0, the first proofs of cells make the smallest tables.
    """

def blob_to_kzg_commitment(blob: Bytes, trusted_setup: Setup, /) -> bytes:
    """The commitment to a blob."""

def compute_kzg_proof(blob: Bytes, z: Bytes, trusted_setup: Setup, /) -> tuple[bytes, bytes]:
    """The proof of the value of a blob's polynomial at ``z``, and the value: ``(proof, y)``."""

def compute_blob_kzg_proof(blob: Bytes, commitment: Bytes, trusted_setup: Setup, /) -> bytes:
    """The proof that a blob has a commitment. The commitment is decoded, but not compared with the blob."""

def verify_kzg_proof(commitment: Bytes, z: Bytes, y: Bytes, proof: Bytes, trusted_setup: Setup, /) -> bool:
    """Whether the polynomial with a commitment has the value ``y`` at ``z``."""

def verify_blob_kzg_proof(blob: Bytes, commitment: Bytes, proof: Bytes, trusted_setup: Setup, /) -> bool:
    """Whether a blob has a commitment."""

def verify_blob_kzg_proof_batch(blobs: Rows, commitments: Rows, proofs: Rows, trusted_setup: Setup, /) -> bool:
    """Whether all blobs have their commitments. Each argument has all items in a row, or is a list of them."""

def compute_cells(blob: Bytes, trusted_setup: Setup, /) -> list[bytes]:
    """The 128 cells of a blob."""

def compute_cells_and_kzg_proofs(blob: Bytes, trusted_setup: Setup, /) -> tuple[list[bytes], list[bytes]]:
    """The 128 cells of a blob and their proofs: two lists."""

def recover_cells_and_kzg_proofs(
    cell_indices: Numbers, cells: Rows, trusted_setup: Setup, /
) -> tuple[list[bytes], list[bytes]]:
    """All cells of a blob and their proofs from at least 64 cells, given with ascending indices: two lists. Cells that
    are not those of one blob are an error.
    """

def verify_cell_kzg_proof_batch(
    commitments: Rows, cell_indices: Numbers, cells: Rows, proofs: Rows, trusted_setup: Setup, /
) -> bool:
    """Whether all cells are those of their commitments. Lists have an entry for each cell."""
