"""The unit of recovery: a row group of a Parquet file, and the file of its senders.

A file of senders has a name of its own and is written whole, so that a unit may be repeated at any time. Its metadata
contain the digest of the values that were read and of the results, so that a later job knows what is done.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from vorpal._vorpal import Context
from vorpal.ray import columns, files
from vorpal.ray.workers import here
from vorpal.secp256k1 import Item

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from vorpal.ray.columns import Kind

BUFFER = 1 << 20
"""Bytes of a column that are read at once. Without it, pyarrow reads the whole column of a row group."""
BATCH = 1 << 16
"""Rows in one call. Memory for columns is bounded by this number; results of a row group take 33 bytes a row."""
METADATA = b"vorpal"
FORMAT = 1
State = Literal["done", "kept", "corrupted", "other", "unwritten"]
"""Written, there already, unreadable, there already for other values, not written."""


@dataclass(frozen=True)
class RowGroup:
    """A row group of a file of the source, and its file in the sink."""

    source: str
    name: str
    """The name of the file in the source, with the folders below it."""
    group: int
    rows: int
    sink: str
    """The file in the sink."""
    output: str
    """Its name in the folder of senders."""
    footer: str = ""
    """The digest of the file's footer when the job began."""

    def __str__(self) -> str:
        """Name the row group."""
        return f"{self.name}, row group {self.group}"


@dataclass(frozen=True)
class Outcome:
    """What became of a row group."""

    state: State
    summary: dict[str, Any] = field(default_factory=dict)
    """The metadata of the file in the sink."""
    reason: str = ""
    full: bool = False
    worker: str = ""


@dataclass(frozen=True)
class Recovery:
    """Makes the work of a worker."""

    kind: Kind
    positions: tuple[pa.Field, ...]
    """The columns of positions, which all files of the sink have."""
    high_s_before: int
    threads: int

    @property
    def schema(self) -> pa.Schema:
        """The schema of all files of the sink."""
        return pa.schema([*self.positions, ("sender", pa.binary(20)), ("status", pa.uint8())])

    def __call__(self) -> RecoverRowGroup:
        """Make the work."""
        return RecoverRowGroup(self)


class RecoverRowGroup:
    """The work: reads a row group, recovers the senders, writes their file."""

    def __init__(self, options: Recovery) -> None:
        """Make the threads of this worker. A number of threads would be one pool for all workers of a process."""
        self._options = options
        self._context = Context(options.threads)

    def __call__(self, unit: RowGroup) -> Outcome:
        """Do a unit. A row group that cannot be read, and a file that cannot be written, are outcomes, not errors."""
        try:
            present = read_summary(Path(unit.sink), self._facts(unit), self._options.schema)
            if present is not None:
                if self._digest(unit) == present["input"]:
                    return Outcome("kept", present, worker=here())
                reason = f"{unit.sink} has the senders of other values; remove it to recover them again"
                return Outcome("other", reason=reason, worker=here())
            table, summary = self._recover(unit)
        except (OSError, pa.ArrowException, ValueError, KeyError) as error:
            # Also a message of the system's that names no file.
            return Outcome("corrupted", reason=f"{type(error).__name__}: {first_line(error)}", worker=here())
        try:
            files.write(Path(unit.sink), encoded(table, summary))
        except files.SinkError as error:
            return Outcome("unwritten", reason=str(error), full=error.full, worker=here())
        return Outcome("done", summary, worker=here())

    def _facts(self, unit: RowGroup) -> dict[str, Any]:
        """Return what a file in the sink must say of itself to be of this job."""
        options = self._options
        return {
            "format": FORMAT,
            "kind": options.kind,
            "high_s_before": options.high_s_before,
            "source": unit.name,
            "row_group": unit.group,
            "rows": unit.rows,
        }

    def _batches(self, unit: RowGroup) -> Iterator[pa.RecordBatch]:
        with open_parquet(unit.source) as file:
            names = columns.columns_of(file.schema_arrow, self._options.kind)
            rows = 0
            for batch in file.iter_batches(BATCH, row_groups=[unit.group], columns=names, use_threads=False):
                rows += batch.num_rows
                yield columns.plain_batch(batch)
        if rows != unit.rows:
            raise ValueError(f"{rows} rows; the file's footer says {unit.rows}")
        if footer_digest(Path(unit.source)) != unit.footer:
            raise ValueError("the file has changed since the job began, or is another one on this machine")

    def _digest(self, unit: RowGroup) -> str:
        digest = hashlib.sha256()
        for batch in self._batches(unit):
            columns.digest_only(batch, self._options.kind, digest)
        return digest.hexdigest()

    def _recover(self, unit: RowGroup) -> tuple[pa.Table, dict[str, Any]]:
        options, digest = self._options, hashlib.sha256()
        parts, counts = [], np.zeros(len(Item), np.int64)
        for batch in self._batches(unit):
            addresses, items = columns.recover(
                batch, options.kind, high_s_before=options.high_s_before, threads=self._context, digest=digest
            )
            parts.append(part_of(batch, addresses, items))
            counts += np.bincount(items, minlength=len(Item))
        table = pa.Table.from_batches(parts, options.schema)
        summary = {
            **self._facts(unit),
            "counts": names_of(counts),
            "input": digest.hexdigest(),
            "output": digest_of(table),
        }
        return table, summary


def part_of(batch: pa.RecordBatch, addresses: NDArray[np.uint8], items: NDArray[np.uint8]) -> pa.RecordBatch:
    """Return the rows of the sink: the position in the chain, the sender or null, the status."""
    valid = pa.py_buffer(np.packbits(items == Item.OK, bitorder="little").tobytes())
    data = pa.py_buffer(np.ascontiguousarray(addresses))
    wrong = int(np.count_nonzero(items))
    senders = pa.FixedSizeBinaryArray.from_buffers(pa.binary(20), len(items), [valid, data], wrong)
    found = {field.name: batch.column(field.name) for field in columns.positions(batch.schema)}
    found.update(sender=senders, status=pa.array(items, pa.uint8()))
    return pa.RecordBatch.from_pydict(found)


def names_of(counts: NDArray[np.int64]) -> dict[str, int]:
    """Return how often each status occurs, without those that do not."""
    return {item.name: int(count) for item, count in zip(Item, counts) if count}


def digest_of(table: pa.Table) -> str:
    """Return the digest of senders and statuses. It does not depend on the chunks of the columns."""
    digest = hashlib.sha256()
    for batch in table.combine_chunks().to_batches(BATCH):
        for name in columns.POSITION:
            if name in table.schema.names:
                digest.update(np.ascontiguousarray(columns.numbers_of(batch.column(name))).data)
        rows, null = columns.rows_of(batch.column("sender"), 20)
        digest.update(np.ascontiguousarray(rows).data)
        digest.update(null.data)
        digest.update(np.ascontiguousarray(batch.column("status").to_numpy()).data)
    return digest.hexdigest()


def encoded(table: pa.Table, summary: dict[str, Any]) -> pa.Buffer:
    """Return the bytes of a file of the sink."""
    table = table.replace_schema_metadata({METADATA: json.dumps(summary, sort_keys=True)})
    output = pa.BufferOutputStream()
    pq.write_table(table, output, compression="zstd", use_dictionary=["status"], write_page_checksum=True)
    return output.getvalue()


def open_parquet(file: str | os.PathLike[str]) -> pq.ParquetFile:
    """Open a file, read by parts of columns. Checksums of pages are verified where the file has them."""
    return pq.ParquetFile(file, page_checksum_verification=True, pre_buffer=False, memory_map=False, buffer_size=BUFFER)


def read_summary(file: Path, facts: dict[str, Any], schema: pa.Schema) -> dict[str, Any] | None:
    """Return the metadata of a file of the sink that have these facts, and the counts and the digest of its contents.

    Return None for other files: damaged ones, and those of another row group, rule, schema or program.
    """
    try:
        with open_parquet(file) as parquet:
            summary = files.parse_json((parquet.schema_arrow.metadata or {})[METADATA])
            table = parquet.read(use_threads=False)
        if not isinstance(summary, dict) or not isinstance(summary.get("input"), str):
            return None
        if not table.schema.equals(schema) or table["status"].null_count:
            return None
        counts = names_of(np.bincount(table["status"].to_numpy(), minlength=len(Item)))
        found = {**facts, "rows": table.num_rows, "counts": counts, "input": summary["input"]}
        found["output"] = digest_of(table)
    except (OSError, pa.ArrowException, ValueError, KeyError):
        return None
    return summary if summary == found and found["rows"] == facts["rows"] else None


def footer_digest(path: Path) -> str:
    """Return the digest of the size of a Parquet file and its footer."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 8))
        length = int.from_bytes(file.read(8)[:4], "little")
        file.seek(max(0, size - 8 - length))
        return hashlib.sha256(size.to_bytes(8, "little") + file.read()).hexdigest()


def first_line(error: BaseException) -> str:
    """Return the first line of a message."""
    return (str(error).splitlines() or [""])[0]
