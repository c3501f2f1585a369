"""Recovery of the senders of whole histories: the driver."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from vorpal._integers import integer
from vorpal._vorpal import ArgumentError, Error, InputError, NotPossibleError, StoreError
from vorpal.ray import columns, files, report
from vorpal.ray.drive import Bar, Record, drive
from vorpal.ray.rowgroup import BATCH, FORMAT, Recovery, open_parquet
from vorpal.ray.source import Source, read_source
from vorpal.ray.workers import Cluster

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vorpal.ray.drive import Progress
    from vorpal.ray.rowgroup import Outcome, RowGroup
    from vorpal.ray.source import PathLike
    from vorpal.ray.workers import Engine

JOB, MANIFEST, INVALID, REPORT = "job.json", "manifest.json", "invalid.parquet", "report.html"


@dataclass(frozen=True)
class Recovered:
    """What a job did. All senders are in ``sink / "senders"``, a data set of Parquet files."""

    sink: Path
    """The folder."""
    manifest: dict[str, Any]
    """The contents of ``manifest.json``: counts and digests, equal for equal input."""
    record: Record
    """When each unit ran on which worker."""
    kept: int
    """The number of row groups that were there already."""
    report: Path | None
    """The page with charts."""

    @property
    def rows(self) -> int:
        """The number of rows with a status."""
        return int(self.manifest["rows"])

    @property
    def invalid(self) -> int:
        """The number of rows without a sender. ``invalid.parquet`` lists them."""
        return self.rows - int(self.manifest["counts"].get("OK", 0))


class IncompleteError(Error):
    """Some row groups are not done, such as unreadable ones; all others are. ``result`` describes what was done."""

    def __init__(self, message: str, result: Recovered | None = None) -> None:
        """Keep the result."""
        super().__init__(message)
        self.result = result


@dataclass
class _State:
    """The outcomes so far."""

    units: dict[str, dict[str, Any]] = field(default_factory=dict)
    failed: list[dict[str, Any]] = field(default_factory=list)
    kept: int = 0
    unwritten: Outcome | None = None


def recover_senders(
    source: PathLike | Iterable[PathLike],
    sink: PathLike,
    *,
    engine: Engine = "ray",
    workers: int | None = None,
    threads: int = 1,
    high_s_before: int = 0,
    progress: Progress = None,
    report_page: bool = True,
) -> Recovered:
    """Recover the sender of every row of Parquet files. A second call goes on where the first one ended.

    ``source`` is a file, a folder with files ``*.parquet`` in it and in its folders, such as ``date=2024-01-01``, or a
    list of files. Their rows are of one of two kinds:

    * ``signing_hash``, ``r``, ``s`` (32 bytes, fixed-size binary or binary) and ``y_parity`` (0 or 1);
    * ``transaction`` (binary), as :func:`vorpal.transactions.recover_senders` reads them.

    Columns may have dictionaries and be views. Text is hexadecimal, with or without ``0x``: a hash of 64 digits, ``r``
    and ``s`` of up to 64. A row whose text is something else is malformed.

    The columns ``block_number`` and ``transaction_index``, if present, are copied to the output, which has ``sender``
    (20 bytes, or null) and ``status`` (a number of :class:`vorpal.secp256k1.Item`) in the order of the input. All files
    have these columns with the same types, or none has, and all files of the output have one schema and the folders of
    the input. A high ``s`` is refused except in blocks below the number ``high_s_before`` (mainnet: 1,150,000). Names
    of files do not begin with a dot or an underscore, and folders of such names are skipped: readers skip both.

    A row group is a unit of work, with an output file of its own. ``workers`` (None: as many as cores allow) do one
    unit at a time on ``threads`` threads each. ``progress`` is True for a bar of tqdm, or a function of the rows done
    and expected, which cancels the job by returning False. Every machine sees ``source`` and ``sink`` under these
    paths.

    Raises :class:`IncompleteError` after all other row groups if some cannot be read, :class:`vorpal.StoreError` if the
    sink is full, cannot be written, or is in use, and :class:`vorpal.InputError` if it has the senders of another
    source or the columns are not those above.
    """
    high_s_before = integer(high_s_before, "high_s_before", most=2**256)
    if report_page and not report.is_possible():
        raise NotPossibleError('report_page: matplotlib is not installed; pip install "vorpal[ray]"')
    folder = Path(sink).absolute()
    read = read_source(source, blocks=high_s_before > 0, sink=folder)
    place, own = folder.resolve(), (folder / files.FOLDER).resolve()
    for file in read.files:
        for parent in (Path(file.path).parent.resolve(), Path(file.path).resolve().parent):
            if parent == place or own in (parent, *parent.parents):
                raise ArgumentError(f"sink: {folder} has a file of the source, {file.name}; the job might overwrite it")
    with files.locked(folder):
        try:
            _claim(folder, read, high_s_before)
            for parent in {Path(unit.sink).parent for unit in read.units(folder / files.FOLDER)}:
                parent.mkdir(parents=True, exist_ok=True)
            (folder / files.FOLDER).mkdir(exist_ok=True)
            # A manifest says that a job is whole.
            (folder / MANIFEST).unlink(missing_ok=True)
            with Cluster(engine, workers, threads) as cluster:
                state, record = _State(), Record()
                make = Recovery(read.kind, read.positions, high_s_before, cluster.threads)
                bar = Bar(progress, read.rows, "rows")
                for unit, outcome in drive(
                    cluster,
                    make,
                    read.units(folder / files.FOLDER),
                    size=lambda unit: unit.rows,
                    count=read.count,
                    bar=bar,
                    record=record,
                ):
                    _take(state, record, unit, outcome)
            return _finish(folder, read, state, record, report_page)
        except files.SinkError as error:
            raise _no_sink(error.full, str(error), "") from None
        except OSError as error:
            raise StoreError(f"sink: {folder}: {error.strerror or error}") from None


def _claim(folder: Path, source: Source, high_s_before: int) -> None:
    """Write what the sink is for, or compare with what is written and with the files of senders that are there.

    New files may be added to a source.
    """
    job: dict[str, Any] = {
        "format": FORMAT,
        "kind": source.kind,
        "high_s_before": high_s_before,
        "files": {file.name: file.footer for file in source.files},
    }
    known = files.read_json(folder / JOB)
    if known is not None:
        if not isinstance(known, dict) or not isinstance(known.get("files"), dict):
            raise StoreError(f"sink: {folder / JOB} is damaged")
        for name in ("format", "kind", "high_s_before"):
            if known.get(name) != job[name]:
                raise InputError(f"sink: {folder} is of a job with {name} {known.get(name)!r}, not {job[name]!r}")
        for name, footer in known["files"].items():
            if name not in job["files"]:
                raise InputError(f"sink: {folder} has the senders of another source, with a file {name}")
            if footer is not None and job["files"][name] != footer:
                raise InputError(f"sink: {folder} has the senders of another file {name}")
    _check_names(folder, source)
    if known != job:
        files.write_json(folder / JOB, job)


def _check_names(folder: Path, source: Source) -> set[str]:
    """Return the names of the files of senders. One that this job would not write is an error: readers would count it.

    Readers of data sets skip names that begin with a dot or an underscore.
    """
    place = folder / files.FOLDER
    found = (file.relative_to(place) for file in place.rglob("*") if not file.is_dir())
    names = {name.as_posix() for name in found if not any(part[0] in "._" for part in name.parts)}
    unknown = names.difference(unit.output for unit in source.units(place))
    if unknown:
        raise InputError(f"sink: {place / min(unknown)} is no file of this job; remove it, or use another sink")
    return names


def _take(state: _State, record: Record, unit: RowGroup, outcome: Outcome) -> None:
    if outcome.state in ("done", "kept"):
        state.units[unit.output] = outcome.summary
        state.kept += outcome.state == "kept"
    elif outcome.state == "unwritten":
        state.unwritten = state.unwritten or outcome
        record.stopping = True
    else:
        state.failed.append({"source": unit.name, "row_group": unit.group, "reason": outcome.reason})


def _no_sink(full: bool, what: str, done: str) -> StoreError:
    reason = "the disk is full" if full else "cannot be written"
    return StoreError(f"sink: {reason}: {what}. {done}The same call goes on when this is mended.")


def _finish(folder: Path, source: Source, state: _State, record: Record, report_page: bool) -> Recovered:
    """Write the manifest, the list of wrong signatures and the report."""
    if state.unwritten is not None:
        done = f"{len(state.units)} of {source.count} row groups are done. "
        raise _no_sink(state.unwritten.full, state.unwritten.reason, done)
    unreadable = [file for file in source.files if file.footer is None]
    failed = [{"source": file.name, "row_group": None, "reason": file.reason} for file in unreadable]
    failed += sorted(state.failed, key=lambda item: (item["source"], item["row_group"]))
    units = dict(sorted(state.units.items()))
    counts: Counter[str] = Counter()
    for summary in units.values():
        counts.update(summary["counts"])
    missing = units.keys() - _check_names(folder, source)
    if missing:
        raise StoreError(f"sink: {folder / files.FOLDER / min(missing)} is missing here, but a worker wrote it")
    rows = sum(summary["rows"] for summary in units.values())
    _write_invalid(
        folder, [name for name, summary in units.items() if summary["counts"].get("OK", 0) < summary["rows"]]
    )
    manifest = {
        "format": FORMAT,
        "kind": source.kind,
        "complete": not failed,
        "rows": rows,
        "counts": dict(sorted(counts.items())),
        "invalid": INVALID,
        "digest": hashlib.sha256(json.dumps(units, sort_keys=True).encode()).hexdigest(),
        "failed": failed,
        "units": units,
    }
    files.write_json(folder / MANIFEST, manifest)
    page = folder / REPORT if report_page else None
    if page is not None:
        title = f"Senders of {source.rows:,} {source.kind}"
        facts = {"Sink": str(folder), "Rows": f"{rows:,}", "Row groups there already": f"{state.kept:,}"}
        facts.update({f"Status {name}": f"{count:,}" for name, count in sorted(counts.items())})
        text = report.page(title, facts, record, "signatures", failed)
        # Names of files may have bytes that are no text.
        files.write(page, text.encode(errors="backslashreplace"))
    result = Recovered(folder, manifest, record, state.kept, page)
    if failed:
        first = failed[0]
        where = first["source"] if first["row_group"] is None else f"{first['source']}, row group {first['row_group']}"
        more = f" and {len(failed) - 1} more (see {folder / MANIFEST})" if len(failed) > 1 else ""
        raise IncompleteError(f"source: {where}: {first['reason']}{more}; all other row groups are done", result)
    return result


def _write_invalid(folder: Path, names: list[str]) -> None:
    """List the rows without a sender: where they are in the output, and their status."""
    types = [
        ("block_number", pa.int64()),
        ("transaction_index", pa.int64()),
        ("file", pa.string()),
        ("row", pa.int64()),
    ]
    schema = pa.schema([*types, ("status", pa.uint8())])
    # Row by row group into the file: a history of wrong rows does not fit into the memory of the driver.
    with files.writing(folder / INVALID) as target, pq.ParquetWriter(target, schema, compression="zstd") as writer:
        for name in names:
            for batch in _invalid_rows(folder / files.FOLDER / name, name, schema):
                writer.write_batch(batch)


def _invalid_rows(file: Path, name: str, schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    start = 0
    with open_parquet(file) as parquet:
        for batch in parquet.iter_batches(BATCH, use_threads=False):
            rows = pc.indices_nonzero(batch.column("status"))
            if len(rows):
                wrong = batch.take(rows)
                found: dict[str, Any] = {}
                for column in columns.POSITION:
                    is_there = column in wrong.schema.names
                    found[column] = wrong.column(column) if is_there else pa.nulls(len(rows), pa.int64())
                    found[column] = pa.array(columns.numbers_of(found[column]), mask=columns.null_rows(found[column]))
                found["file"] = pa.array([name] * len(rows), pa.string())
                found["row"] = pc.add(rows.cast(pa.int64()), start)
                found["status"] = wrong.column("status")
                yield pa.RecordBatch.from_pydict(found, schema=schema)
            start += batch.num_rows
