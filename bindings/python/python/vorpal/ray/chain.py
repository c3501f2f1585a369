"""Verification of a chain of state roots: ranges of blocks are replayed in parallel from snapshots of the tree.

The blocks are those of ``vorpal replay`` (:mod:`vorpal.blocks`): a folder with ``roots.json``, which has the order of
the files and the root after each, and a file ``N.jsonl`` or ``NAME.csv`` for each block. A snapshot is the directory of
a tree store after some number of blocks.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vorpal import blocks
from vorpal._integers import integer
from vorpal._vorpal import ArgumentError, Error, InputError, RefusedError, StoreError
from vorpal.ipa import Committer
from vorpal.ray import files, report
from vorpal.ray.drive import Bar, Record, drive
from vorpal.ray.workers import Cluster
from vorpal.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vorpal._types import Profile
    from vorpal.ray.bases import PathLike
    from vorpal.ray.drive import Progress
    from vorpal.ray.workers import Engine


@dataclass(frozen=True)
class Range:
    """Blocks that a worker replays: from number ``first`` on, counted from 0, after a snapshot of as many blocks."""

    snapshot: str | None
    """The directory; None for the empty tree."""
    first: int
    before: bytes | None
    """The root after the block before, by ``roots.json``."""
    blocks: tuple[tuple[str, bytes], ...]
    """Files, and the roots after them."""

    def __str__(self) -> str:
        """Name the range."""
        return f"blocks {self.first} to {self.first + len(self.blocks)}"


@dataclass(frozen=True)
class Replayed:
    """What a worker found."""

    start: bytes | None
    end: bytes | None
    failure: str = ""


@dataclass(frozen=True)
class Verified:
    """A chain whose roots are right."""

    blocks: int
    ranges: int
    root: bytes
    """The root after the last block."""
    record: Record


def read_roots(folder: PathLike) -> list[tuple[str, bytes]]:
    """Return the files of a chain and the roots after them, in order."""
    file = Path(folder) / "roots.json"
    if not file.exists():
        raise StoreError(f"folder: {file} is missing")
    return [(root.file, root.root) for root in blocks.read_roots(folder)]


def apply_file(to: Tree, committer: Committer, file: Path, root: bytes, threads: int) -> None:
    """Apply the block in a file to a tree, if it leads to a root."""
    block = blocks.read_block(file)
    keys, values = block.entries(committer, threads=threads)
    to.apply(committer, keys, values, expected=root, label=file.stem, threads=threads)


@dataclass(frozen=True)
class Replay:
    """Makes the work of a worker."""

    folder: str
    profile: Profile
    threads: int
    check: bool

    def __call__(self) -> ReplayRange:
        """Make the work."""
        return ReplayRange(self)


class ReplayRange:
    """The work: replays a range of blocks on a copy of a snapshot. The tables of the committer are made once."""

    def __init__(self, options: Replay) -> None:
        """Make the committer."""
        self._options = options
        self._committer = Committer(options.profile, threads=options.threads)

    def __call__(self, unit: Range) -> Replayed:
        """Do a range. Everything wrong with it is its failure, and no error of the job."""
        try:
            with tempfile.TemporaryDirectory(prefix="vorpal-replay-") as scratch:
                return self._replay(unit, Path(scratch))
        except (Error, OSError) as error:
            return Replayed(None, None, f"{unit}: {error}")

    def _replay(self, unit: Range, scratch: Path) -> Replayed:
        options, name = self._options, ""
        if unit.snapshot is None:
            state = Tree(window=1)
        else:
            copy = scratch / "store"
            shutil.copytree(unit.snapshot, copy)
            state = Tree.open(copy, wait=5.0)
        with state:
            start = state.root
            if unit.first:
                if state.blocks != unit.first:
                    return Replayed(None, None, f"{unit}: {unit.snapshot} has {state.blocks} blocks")
                if start != unit.before:
                    return Replayed(start, None, f"{unit}: {unit.snapshot} has the root {start.hex()}")
                if options.check:
                    state.check(self._committer, threads=options.threads)
            for name, root in unit.blocks:
                try:
                    apply_file(state, self._committer, Path(options.folder) / name, root, options.threads)
                except RefusedError as error:
                    return Replayed(start, None, f"{unit}: {name}: {error}")
            return Replayed(start, state.root)


def find_snapshots(snapshots: PathLike, most: int) -> list[tuple[int, str]]:
    """Return the snapshots in a folder, by number of blocks. Directories are named by this number."""
    found = []
    try:
        for directory in Path(snapshots).absolute().iterdir():
            if directory.is_dir() and directory.name.isdecimal():
                found.append((int(directory.name), str(directory)))
    except OSError as error:
        raise StoreError(f"snapshots: {snapshots}: {error.strerror}") from None
    numbers = [number for number, _ in found]
    if len(set(numbers)) < len(numbers):
        raise InputError(f"snapshots: {snapshots} has two snapshots of the same block")
    return sorted((number, name) for number, name in found if 0 < number < most)


def ranges_of(roots: list[tuple[str, bytes]], snapshots: list[tuple[int, str]]) -> Iterator[Range]:
    """Iterate over the ranges between snapshots. The first one starts from the empty tree."""
    starts: list[tuple[int, str | None]] = [(0, None), *snapshots]
    ends = [number for number, _ in starts[1:]] + [len(roots)]
    for (first, snapshot), end in zip(starts, ends):
        yield Range(snapshot, first, roots[first - 1][1] if first else None, tuple(roots[first:end]))


def verify_chain(
    folder: PathLike,
    snapshots: PathLike,
    *,
    engine: Engine = "ray",
    workers: int | None = None,
    threads: int = 1,
    profile: Profile = "small",
    check: bool = True,
    progress: Progress = None,
    report_page: PathLike | None = None,
) -> Verified:
    """Verify the state roots of a chain: replay its blocks in ranges, each from a snapshot, and compare the roots.

    ``folder`` has the blocks and ``roots.json``; ``snapshots`` has tree stores, in directories named by their numbers
    of blocks (:func:`write_snapshots`). A range is right if its snapshot has the root that ``roots.json`` has for the
    block before, if its blocks lead to their roots, and if it ends with the root that the next range starts from. With
    ``check``, all commitments of a snapshot are computed from its values first; without, a snapshot is trusted. The
    snapshots are copied to the temporary folder of the worker and are not changed.

    Raises :class:`vorpal.RefusedError` after all ranges if some are wrong. The message names each.
    """
    if report_page is not None:
        report.check(report_page)
    roots = read_roots(folder)
    if not roots:
        raise ArgumentError(f"folder: {folder} has no blocks")
    ranges = list(ranges_of(roots, find_snapshots(snapshots, len(roots))))
    found: dict[int, Replayed] = {}
    record = Record()
    make = Replay(str(Path(folder).absolute()), profile, threads, check)
    with Cluster(engine, workers, threads) as cluster:
        for unit, result in drive(
            cluster,
            make,
            ranges,
            size=lambda unit: len(unit.blocks),
            count=len(ranges),
            bar=Bar(progress, len(roots), "blocks"),
            record=record,
        ):
            found[unit.first] = result
    failures = [result.failure for _, result in sorted(found.items()) if result.failure]
    failures += _breaks(ranges, found)
    unwritten = ""
    if report_page is not None:
        failed = [{"source": "chain", "row_group": i, "reason": text} for i, text in enumerate(failures)]
        page = report.page(f"A chain of {len(roots):,} blocks", {"Folder": str(folder)}, record, "blocks", failed)
        try:
            files.write(Path(report_page), page.encode(errors="backslashreplace"))
        except files.SinkError as error:
            unwritten = f"report_page: {error}"
    if failures:
        faults = "1 fault" if len(failures) == 1 else f"{len(failures)} faults"
        raise RefusedError(f"{faults} in {len(ranges)} ranges: " + "; ".join([*failures, *filter(None, [unwritten])]))
    if unwritten:
        raise StoreError(unwritten)
    return Verified(len(roots), len(ranges), roots[-1][1], record)


def _breaks(ranges: list[Range], found: dict[int, Replayed]) -> list[str]:
    """Return where a range has other roots than ``roots.json``, or does not start from the end of the one before."""
    breaks = []
    for unit in ranges:
        got = found[unit.first]
        if not got.failure and (got.end != unit.blocks[-1][1] or (unit.first and got.start != unit.before)):
            breaks.append(f"{unit}: the worker returned the roots of something else")
    for one, other in zip(ranges, ranges[1:]):
        end, start = found[one.first].end, found[other.first].start
        if end is not None and start is not None and end != start:
            breaks.append(f"{one} end with {end.hex()}, {other} start from {start.hex()}")
    return breaks


def write_snapshots(
    folder: PathLike, snapshots: PathLike, every: int, *, profile: Profile = "small", threads: int = 1
) -> list[int]:
    """Replay a chain once, and keep a copy of the tree store after each ``every`` blocks. Return their numbers."""
    every = integer(every, "every", 1)
    roots, target = read_roots(folder), Path(snapshots).absolute()
    for number in range(every, len(roots), every):
        if (target / f"{number:09}").exists():
            raise StoreError(f"snapshots: {target / f'{number:09}'} exists")
    committer = Committer(profile, threads=threads)
    try:
        target.mkdir(parents=True, exist_ok=True)
        _write_snapshots(Path(folder), target, roots, every, committer, threads)
    except OSError as error:
        raise StoreError(f"snapshots: {target}: {error.strerror or error}") from None
    return list(range(every, len(roots), every))


def _write_snapshots(
    folder: Path, target: Path, roots: list[tuple[str, bytes]], every: int, committer: Committer, threads: int
) -> None:
    with tempfile.TemporaryDirectory(prefix=".replay-", dir=target) as scratch:
        store = Path(scratch) / "store"
        for start in range(0, len(roots), every):
            with Tree.open(store, "open_or_create", window=1, wait=5.0) as state:
                for name, root in roots[start : start + every]:
                    apply_file(state, committer, folder / name, root, threads)
            number = start + every
            if number < len(roots):
                partly = Path(scratch) / "copy"
                shutil.copytree(store, partly)
                partly.rename(target / f"{number:09}")
