"""Sums of points on many workers: the driver, and the work of a part."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from vorpal._integers import integer
from vorpal._vorpal import ArgumentError, Bases, Context, InputError, Partial, Point, StoreError
from vorpal.fields import Field, Vector
from vorpal.msm import partial, scalars_of
from vorpal.ray import files, report
from vorpal.ray.bases import BasesFile, open_bases
from vorpal.ray.drive import Bar, Record, drive
from vorpal.ray.split import Part, Split, choose
from vorpal.ray.workers import Cluster, get

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from vorpal._types import ByteOrder
    from vorpal.ray.bases import PathLike
    from vorpal.ray.drive import Progress
    from vorpal.ray.workers import Engine

    Scalars = Union[PathLike, Sequence[int], NDArray[np.integer[Any]], Vector]

LABEL = b"vorpal.ray.msm 1"


@dataclass(frozen=True)
class Unit:
    """A part of a sum for a worker."""

    part: Part
    scalars: Any
    """The scalars of the part's terms, or a reference to them."""

    def __str__(self) -> str:
        """Name the part."""
        part = self.part
        return f"terms {part.first} to {part.end}, bits {part.first_bit} to {part.end_bit}"


@dataclass(frozen=True)
class Problem:
    """Makes the work of a worker."""

    bases: BasesFile
    job: bytes
    terms: int
    bits: int
    byteorder: ByteOrder
    threads: int

    def __call__(self) -> Sum:
        """Make the work."""
        return Sum(self)


class Sum:
    """The work: reads the bases of a part, which remain for the next part of the same terms, and sums."""

    def __init__(self, problem: Problem) -> None:
        """Make the threads of the worker."""
        self._problem = problem
        self._context = Context(problem.threads)
        self._range: tuple[int, int] | None = None
        self._bases: Bases | None = None

    def __call__(self, unit: Unit) -> bytes:
        """Do a part, and return its bytes."""
        problem, part = self._problem, unit.part
        if self._range != (part.first, part.end) or self._bases is None:
            self._bases = None
            self._bases, self._range = problem.bases.read(part.first, part.end), (part.first, part.end)
        found = partial(
            self._bases,
            get(unit.scalars),
            job=problem.job,
            terms=problem.terms,
            bits=problem.bits,
            first_term=part.first,
            first_bit=part.first_bit,
            end_bit=part.end_bit,
            byteorder=problem.byteorder,
            threads=self._context,
        )
        return found.to_bytes()


def read_scalars(scalars: Scalars, curve: str) -> tuple[NDArray[Any], int]:
    """Return the scalars as rows of an array, and the most bits that they have. A file ``*.npy`` is mapped."""
    bits = Field(f"{curve}_scalar").bits
    rows: Any = scalars
    if isinstance(scalars, (str, os.PathLike)):
        try:
            rows = np.load(scalars, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError) as error:
            raise StoreError(f"scalars: {scalars}: {error}") from None
    rows = scalars_of(curve, rows)
    if not isinstance(rows, np.ndarray):
        raise TypeError("scalars: an array, integers, a vector of a field, or the name of a file *.npy is expected")
    if isinstance(rows, np.ma.MaskedArray) and np.ma.getmaskarray(rows).any():
        raise InputError("scalars: the array hides values by a mask")
    if rows.dtype == np.uint8 and rows.shape[1:] == (32,):
        return rows, bits
    if rows.dtype == np.uint64 and rows.ndim == 1:
        return rows, 64
    if rows.dtype == np.uint64 and rows.shape[1:] == (4,):
        return rows, bits
    shape = f"{rows.dtype} of shape {rows.shape}"
    raise ArgumentError(f"scalars: {shape}; uint8 (n, 32), uint64 (n, 4) or uint64 (n,) is expected")


def job_of(bases: BasesFile, rows: NDArray[Any], byteorder: ByteOrder) -> bytes:
    """Return the identifier of a sum: the digest of the bases' index and of the scalars.

    :func:`vorpal.msm.job` needs all bases in one memory, so the digests of the bases' file take its place.
    """
    digest = hashlib.sha256(LABEL + bases.digest)
    digest.update(f"{rows.dtype} {rows.shape} {byteorder}".encode())
    step = 1 << 20
    for start in range(0, len(rows), step):
        digest.update(np.ascontiguousarray(rows[start : start + step]).data)
    return digest.digest()


def merged(parts: Sequence[Partial]) -> Partial:
    """Return the sum of parts, merged as a tree. Parts of another sum, and parts that overlap, are errors."""
    level = list(parts)
    while len(level) > 1:
        pairs = [level[i].merge(level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[2 * len(pairs) :]
    return level[0]


def split(
    bases: PathLike | BasesFile,
    scalars: Scalars,
    *,
    workers: int,
    memory: int = 1 << 30,
    ranges: int | None = None,
    windows: int | None = None,
) -> Split:
    """Return how :func:`msm` splits a sum. :meth:`Split.explain` says why."""
    opened = bases if isinstance(bases, BasesFile) else open_bases(bases)
    rows, bits = read_scalars(scalars, opened.curve)
    return _split(opened, rows, bits, workers, memory, ranges, windows)


def _split(
    bases: BasesFile,
    rows: NDArray[Any],
    bits: int,
    workers: int,
    memory: int,
    ranges: int | None,
    windows: int | None,
) -> Split:
    memory, workers = integer(memory, "memory", 1), integer(workers, "workers", 1, 100_000)
    ranges = None if ranges is None else integer(ranges, "ranges", 1, max(1, len(rows)))
    windows = None if windows is None else integer(windows, "windows", 1, bits)
    if len(rows) > bases.points:
        raise ArgumentError(f"scalars: {len(rows)} of them; there are {bases.points} bases")
    width = bases.width + rows.dtype.itemsize * int(np.prod(rows.shape[1:]))
    return choose(len(rows), bits, workers, width=width, memory=memory, ranges=ranges, windows=windows)


def msm(
    bases: PathLike | BasesFile,
    scalars: Scalars,
    *,
    engine: Engine = "ray",
    workers: int | None = None,
    threads: int = 1,
    byteorder: ByteOrder = "little",
    memory: int = 1 << 30,
    ranges: int | None = None,
    windows: int | None = None,
    progress: Progress = None,
    report_page: PathLike | None = None,
    record: Record | None = None,
) -> Point:
    """Compute the sum of ``scalars[i] bases[i]`` in parts on many workers. Variable time.

    ``bases`` is a file of :func:`write_bases` that every machine sees under this path. ``scalars`` are an array,
    integers or a vector as those of :func:`vorpal.msm.msm`, or the name of a file ``*.npy``, which is mapped. The
    driver puts the scalars of a part into Ray's object store when a worker gets idle, and workers get them by
    reference.

    :func:`split` chooses ``ranges`` of points and ``windows`` of bits where they are None, such that a part takes at
    most ``memory`` bytes on a worker. A worker that dies is replaced, and only its part is repeated. ``record`` gets
    the times of all parts; ``report_page`` is the name of a page with charts of them. ``progress`` is True for a bar of
    tqdm, or a function of the work done and expected (terms times windows).

    Raises :class:`vorpal.StoreError` if the file of bases is missing, damaged, or another one on a worker's machine, or
    if a file of scalars changes meanwhile.
    """
    if byteorder not in ("little", "big"):
        raise ArgumentError(f"byteorder: {byteorder!r}; there are little and big")
    if report_page is not None:
        report.check(report_page)
    opened = bases if isinstance(bases, BasesFile) else open_bases(bases)
    before = _state_of(scalars)
    rows, bits = read_scalars(scalars, opened.curve)
    record = Record() if record is None else record
    per_term = rows.dtype.itemsize * int(np.prod(rows.shape[1:]))
    job = job_of(opened, rows, byteorder)
    with Cluster(engine, workers, threads, store_of(len(rows) * per_term)) as cluster:
        chosen = _split(opened, rows, bits, cluster.count, memory, ranges, windows)
        parts = []
        for unit, encoded in drive(
            cluster,
            Problem(opened, job, len(rows), bits, byteorder, threads),
            _units(cluster, chosen, rows),
            size=lambda unit: unit.part.end - unit.part.first,
            count=chosen.count,
            bar=Bar(progress, chosen.terms * chosen.windows, "terms"),
            record=record,
        ):
            parts.append(_checked(encoded, opened, job, unit))
    # The mapped scalars were read twice, for the identifier and for the parts.
    if _state_of(scalars) != before:
        raise StoreError(f"scalars: {scalars} has changed since the job began")
    total = merged(parts).finish()
    if report_page is not None:
        facts = {"Bases": opened.path, "Terms": f"{chosen.terms:,}", "Split": chosen.explain()}
        page = report.page(f"A sum of {chosen.terms:,} points", facts, record, "terms", [])
        try:
            files.write(Path(report_page), page.encode(errors="backslashreplace"))
        except files.SinkError as error:
            raise StoreError(f"report_page: {error}; the sum is {total.to_bytes().hex()}") from None
    return total


def _state_of(scalars: Scalars) -> tuple[int, ...] | None:
    """Return what changes with a file of scalars; None for other scalars and for files that are missing."""
    if not isinstance(scalars, (str, os.PathLike)):
        return None
    try:
        found = os.stat(scalars)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def store_of(size: int) -> int:
    """Return the size of the object store for scalars: those of all parts under way, and not more than 4 GiB."""
    return min(size, 4 << 30)


def _units(cluster: Cluster, chosen: Split, rows: NDArray[Any]) -> Iterator[Unit]:
    last: tuple[int, int] | None = None
    reference: Any = None
    for part in chosen.parts():
        if last != (part.first, part.end):
            last = (part.first, part.end)
            reference = cluster.put(np.ascontiguousarray(rows[part.first : part.end]))
        yield Unit(part, reference)


def _checked(encoded: bytes, bases: BasesFile, job: bytes, unit: Unit) -> Partial:
    found = Partial.from_bytes(encoded, curve=bases.curve)
    part = unit.part
    expected = [(part.first, part.end, part.first_bit, part.end_bit)]
    empty = part.first == part.end or part.first_bit == part.end_bit
    if found.job != job or found.covered != ([] if empty else expected):
        raise InputError(f"{unit}: the worker returned a part of another sum")
    return found
