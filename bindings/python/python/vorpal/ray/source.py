"""The source of a recovery: Parquet files, their row groups, and what identifies them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Union

import pyarrow as pa

from vorpal._vorpal import ArgumentError, InputError, StoreError
from vorpal.ray import columns
from vorpal.ray.rowgroup import RowGroup, first_line, footer_digest, open_parquet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vorpal.ray.columns import Kind

    PathLike = Union[str, os.PathLike[str]]


@dataclass(frozen=True)
class SourceFile:
    """A file of the source."""

    path: str
    name: str
    """Its name, with the folders below that of the source, or for a listed file with those like ``key=value``."""
    footer: str | None
    """The digest of its size and its footer, which has the place and the statistics of every column chunk; None if it
    cannot be read."""
    groups: tuple[int, ...] = ()
    """The number of rows of each row group."""
    reason: str = ""


@dataclass(frozen=True)
class Source:
    """All files of a source."""

    kind: Kind
    positions: tuple[pa.Field, ...]
    """The columns of positions, which all files have."""
    files: tuple[SourceFile, ...]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(sum(file.groups) for file in self.files)

    @property
    def count(self) -> int:
        """The number of row groups."""
        return sum(len(file.groups) for file in self.files)

    def units(self, sink: Path) -> Iterable[RowGroup]:
        """Iterate over the row groups, with the names of their files in the sink."""
        for file in self.files:
            for group, rows in enumerate(file.groups):
                output = f"{stem_of(file.name)}.{group:05}.parquet"
                yield RowGroup(file.path, file.name, group, rows, str(sink / output), output, file.footer or "")


def stem_of(name: str) -> str:
    """Return a name without the ending of its last part."""
    folder, slash, last = name.rpartition("/")
    return f"{folder}{slash}{Path(last).stem}"


Kinds = dict[tuple["Kind", tuple[pa.Field, ...]], str]
"""What rows files have, with the columns of positions, and the first file of each kind."""


def read_source(source: PathLike | Iterable[PathLike], *, blocks: bool, sink: Path | None = None) -> Source:
    """Read the footers of a file, of all ``*.parquet`` files below a folder, or of a list of files.

    Folders with names that begin with a dot or an underscore are skipped, as by all readers of data sets, and so is the
    folder of the sink.
    """
    named = _named(source, sink)
    counts = Counter(stem_of(name) for name, _ in named)
    stem, count = counts.most_common(1)[0]
    if count > 1:
        raise ArgumentError(f"source: two files have the name {stem}")
    for name, _ in named:
        *folders, last = name.split("/")
        if any(part[0] in "._" for part in (*folders, last)):
            raise ArgumentError(f"source: {name!r}: readers of the sink would skip the senders of a file of this name")
        keys = {folder.partition("=")[0] for folder in folders if "=" in folder}
        taken = keys.intersection((*columns.POSITION, "sender", "status"))
        if taken:
            raise ArgumentError(f"source: {name!r}: a folder has the name of the column {min(taken)} of the sink")
    kinds: Kinds = {}
    files = [_read(path, name, kinds, blocks) for name, path in named]
    if len(kinds) > 1:
        names = " and ".join(f"{name} has {kind} with {_described(fields)}" for (kind, fields), name in kinds.items())
        raise InputError(f"source: {names}; one job has rows of one kind, with the same columns of positions")
    if not kinds:
        raise InputError(f"source: {files[0].name}: {files[0].reason}")
    kind, positions = next(iter(kinds))
    return Source(kind, positions, tuple(files))


def _described(fields: tuple[pa.Field, ...]) -> str:
    return " and ".join(f"{field.name} of type {field.type}" for field in fields) or "no position"


def _named(source: PathLike | Iterable[PathLike], sink: Path | None) -> list[tuple[str, Path]]:
    """Return the files and their names."""
    if isinstance(source, (str, os.PathLike)) and Path(source).is_dir():
        folder = Path(source).absolute()
        found = sorted((path.relative_to(folder).as_posix(), path) for path in _below(folder, sink, set()))
        if not found:
            raise StoreError(f"source: {folder} has no file *.parquet")
        return found
    paths = [Path(source)] if isinstance(source, (str, os.PathLike)) else [Path(item) for item in source]
    if not paths:
        raise ArgumentError("source: no files")
    for path in paths:
        if not path.is_file():
            raise StoreError(f"source: {path} is no file")
    return [(_partition(path.absolute()), path.absolute()) for path in paths]


def _below(folder: Path, sink: Path | None, seen: set[Path]) -> Iterator[Path]:
    """Iterate over the files of a folder and its folders. Links to folders are followed, each folder once."""
    place = folder.resolve()
    if place in seen or (sink is not None and seen and place == sink.resolve()):
        return
    seen.add(place)
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise StoreError(f"source: {folder}: {error.strerror}") from None
    for entry in entries:
        if entry.is_dir():
            if entry.name[0] not in "._":
                yield from _below(entry, sink, seen)
        elif entry.name.endswith(".parquet"):
            yield entry


def _partition(path: Path) -> str:
    """Return the name of a file with the folders like ``key=value`` directly above it."""
    parts = [path.name]
    for folder in path.parents:
        if "=" not in folder.name:
            break
        parts.append(folder.name)
    return "/".join(reversed(parts))


def _read(path: Path, name: str, kinds: Kinds, blocks: bool) -> SourceFile:
    try:
        with open_parquet(path) as file:
            metadata, schema = file.metadata, file.schema_arrow
            groups = tuple(metadata.row_group(i).num_rows for i in range(metadata.num_row_groups))
        digest = footer_digest(path)
    except (OSError, pa.ArrowException, ValueError) as error:
        return SourceFile(str(path), name, None, reason=f"{type(error).__name__}: {first_line(error)}")
    try:
        kind = columns.kind_of(schema)
    except InputError as error:
        raise InputError(f"source: {name}: {error}") from None
    if blocks and "block_number" not in schema.names:
        raise InputError(f"source: {name}: high_s_before needs a column block_number")
    kinds.setdefault((kind, tuple(columns.positions(schema))), name)
    return SourceFile(str(path), name, digest, groups)
