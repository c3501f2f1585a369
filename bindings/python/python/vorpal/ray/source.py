"""The source of a recovery: Parquet files, their row groups, and what identifies them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Union

import pyarrow as pa

from vorpal._vorpal import ArgumentError, InputError, StoreError
from vorpal.ray import columns
from vorpal.ray.rowgroup import RowGroup, first_line, footer_digest, open_parquet

if TYPE_CHECKING:
    from vorpal.ray.columns import Kind

    PathLike = Union[str, os.PathLike[str]]


@dataclass(frozen=True)
class SourceFile:
    """A file of the source."""

    path: str
    footer: str | None
    """The digest of its size and its footer, which has the place and the statistics of every column chunk; None if it
    cannot be read."""
    groups: tuple[int, ...] = ()
    """The number of rows of each row group."""
    reason: str = ""

    @property
    def name(self) -> str:
        """The name of the file."""
        return Path(self.path).name


@dataclass(frozen=True)
class Source:
    """All files of a source."""

    kind: Kind
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
                name = f"{Path(file.name).stem}.{group:05}.parquet"
                yield RowGroup(file.path, group, rows, str(sink / name), file.footer or "")


def read_source(source: PathLike | Iterable[PathLike], *, blocks: bool) -> Source:
    """Read the footers of a file, of all ``*.parquet`` files of a folder, or of a list of files."""
    paths = _paths(source)
    stems = [path.stem for path in paths]
    twice = {stem for stem in stems if stems.count(stem) > 1} if len(set(stems)) < len(stems) else set()
    if twice:
        raise ArgumentError(f"source: two files have the name {min(twice)}")
    hidden = [path.name for path in paths if path.name[0] in "._"]
    if hidden:
        raise ArgumentError(f"source: {hidden[0]!r}: readers of the sink would skip the senders of a file of this name")
    kinds: dict[tuple[Kind, str], str] = {}
    files = [_read(path, kinds, blocks) for path in paths]
    if len(kinds) > 1:
        names = " and ".join(f"{name} has {kind} with {position}" for (kind, position), name in kinds.items())
        raise InputError(f"source: {names}; one job has rows of one kind, with the same columns of positions")
    if not kinds:
        raise InputError(f"source: {files[0].name}: {files[0].reason}")
    return Source(next(iter(kinds))[0], tuple(files))


def _paths(source: PathLike | Iterable[PathLike]) -> list[Path]:
    if isinstance(source, (str, os.PathLike)):
        path = Path(source)
        paths = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
        if not paths:
            raise StoreError(f"source: {path} has no file *.parquet")
    else:
        paths = [Path(item) for item in source]
        if not paths:
            raise ArgumentError("source: no files")
    for path in paths:
        if not path.is_file():
            raise StoreError(f"source: {path} is no file")
    return [path.absolute() for path in paths]


def _read(path: Path, kinds: dict[tuple[Kind, str], str], blocks: bool) -> SourceFile:
    try:
        with open_parquet(path) as file:
            metadata, schema = file.metadata, file.schema_arrow
            groups = tuple(metadata.row_group(i).num_rows for i in range(metadata.num_row_groups))
        digest = footer_digest(path)
    except (OSError, pa.ArrowException, ValueError) as error:
        return SourceFile(str(path), None, reason=f"{type(error).__name__}: {first_line(error)}")
    try:
        kind = columns.kind_of(schema)
    except InputError as error:
        raise InputError(f"source: {path.name}: {error}") from None
    if blocks and "block_number" not in schema.names:
        raise InputError(f"source: {path.name}: high_s_before needs a column block_number")
    position = [f"{name} of type {schema.field(name).type}" for name in columns.POSITION if name in schema.names]
    kinds.setdefault((kind, " and ".join(position) or "no position"), path.name)
    return SourceFile(str(path), digest, groups)
