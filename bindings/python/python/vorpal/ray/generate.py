"""Generated data for tests and measurements: signatures with known senders, from published keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from vorpal.secp256k1 import SecretKey

if TYPE_CHECKING:
    import os

    from numpy.typing import NDArray

    from vorpal.secp256k1 import PublicKey

ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
KEYS, NONCES = 64, 256


def signatures(rows: int, seed: int = 1, first: int = 0) -> tuple[pa.Table, NDArray[np.uint8]]:
    """Return a table of valid signatures of random hashes, and their senders, shape (n, 20).

    ``first`` is the number of rows before these; 150 rows are a block.

    The few keys and nonces are known to everyone and used many times, so a signature takes two multiplications of
    integers. Never sign like this.
    """
    random = np.random.default_rng(seed)
    secrets = [int.from_bytes(random.bytes(31), "big") + 1 for _ in range(KEYS)]
    nonces = [int.from_bytes(random.bytes(31), "big") + 1 for _ in range(NONCES)]
    addresses = np.array([list(_key(secret).address()) for secret in secrets], np.uint8)
    points = [_key(nonce).to_bytes(False) for nonce in nonces]
    r = [int.from_bytes(point[1:33], "big") % ORDER for point in points]
    odd = [point[64] & 1 for point in points]
    inverses = [pow(nonce, -1, ORDER) for nonce in nonces]
    products = [[inverse * x * secret % ORDER for secret in secrets] for inverse, x in zip(inverses, r)]
    hashes = random.bytes(32 * rows)
    signers, used = random.integers(KEYS, size=rows), random.integers(NONCES, size=rows)
    s_bytes, parity = bytearray(), bytearray()
    for i, (signer, nonce) in enumerate(zip(signers.tolist(), used.tolist())):
        hash = int.from_bytes(hashes[32 * i : 32 * i + 32], "big")
        s = (inverses[nonce] * hash + products[nonce][signer]) % ORDER
        is_high = s > ORDER // 2
        s_bytes += (ORDER - s if is_high else s).to_bytes(32, "big")
        parity.append(odd[nonce] ^ is_high)
    r_rows = np.array([list(x.to_bytes(32, "big")) for x in r], np.uint8)[used]
    table = pa.table(
        {
            "block_number": pa.array(np.arange(first, first + rows, dtype=np.int64) // 150),
            "transaction_index": pa.array((np.arange(first, first + rows) % 150).astype(np.int32)),
            "signing_hash": _column(hashes, rows),
            "r": _column(np.ascontiguousarray(r_rows).tobytes(), rows),
            "s": _column(bytes(s_bytes), rows),
            "y_parity": pa.array(np.frombuffer(bytes(parity), np.uint8)),
        }
    )
    return table, addresses[signers]


def _key(secret: int) -> PublicKey:
    return SecretKey(secret.to_bytes(32, "big")).public_key()


def _column(data: bytes, rows: int, width: int = 32) -> pa.Array:
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), rows, [None, pa.py_buffer(data)])


def write_signatures(
    folder: str | os.PathLike[str], rows: int, *, files: int = 1, row_group: int = 1 << 17, seed: int = 1
) -> NDArray[np.uint8]:
    """Write files of signatures, one after the other, and return the senders."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    senders = []
    for number in range(files):
        begin, end = rows * number // files, rows * (number + 1) // files
        with pq.ParquetWriter(folder / f"signatures-{number:04}.parquet", _schema(), **OPTIONS) as writer:
            for start in range(begin, end, row_group):
                table, addresses = signatures(min(row_group, end - start), seed + start, start)
                writer.write_table(table, row_group)
                senders.append(addresses)
    return np.concatenate(senders) if senders else np.zeros((0, 20), np.uint8)


OPTIONS = {"use_dictionary": False, "compression": "none", "write_page_checksum": True}


def _schema() -> pa.Schema:
    return signatures(0)[0].schema
