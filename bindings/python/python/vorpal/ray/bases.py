"""Files of bases for sums on many workers: points in Montgomery form that a worker maps, and digests of their pieces.

``write_bases`` writes ``NAME``, the limbs of all points in a row, and ``NAME.json``, which names the curve, the number
of points, and the SHA-256 digest of each 16,384 points. A worker reads what its part needs and compares the digests, so
that a damaged file, or another one of the same name on another machine, is an error and not a wrong sum.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from vorpal._vorpal import ArgumentError, Bases, InputError, StoreError
from vorpal.ray import files

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vorpal._types import Curve, Trust

    PathLike = Union[str, os.PathLike[str]]

PIECE = 1 << 14
"""Points of a piece with a digest of its own."""
FORMAT = 1
LIMBS = {"bls12_377": 6, "bls12_381": 6, "bn254": 4}
"""64-bit limbs of a coordinate."""


@dataclass(frozen=True)
class BasesFile:
    """A file of bases, described by its index."""

    path: str
    curve: Curve
    points: int
    trust: Trust
    digests: tuple[str, ...]

    @property
    def width(self) -> int:
        """Bytes of a point."""
        return 16 * LIMBS[self.curve]

    @property
    def digest(self) -> bytes:
        """The digest of the index: it identifies the bases."""
        text = json.dumps([FORMAT, self.curve, self.points, self.trust, self.digests])
        return hashlib.sha256(text.encode()).digest()

    def read(self, first: int, end: int) -> Bases:
        """Return the points from number ``first`` to ``end``, exclusive. Their digests are verified."""
        if not 0 <= first <= end <= self.points:
            raise ArgumentError(f"bases: points {first} to {end} of {self.points}")
        limbs = LIMBS[self.curve]
        if first == end:
            return Bases.from_montgomery(np.zeros((0, 2 * limbs), np.uint64), curve=self.curve)
        try:
            mapped = np.memmap(self.path, "<u8", "r", shape=(self.points, 2 * limbs))
        except (OSError, ValueError) as error:
            raise StoreError(f"bases: {self.path}: {error}") from None
        for piece in range(first // PIECE, (end - 1) // PIECE + 1):
            part = mapped[PIECE * piece : PIECE * (piece + 1)]
            if hashlib.sha256(part.data).hexdigest() != self.digests[piece]:
                raise StoreError(f"bases: {self.path}: piece {piece} is damaged or of another file")
        points: NDArray[np.uint64] = np.asarray(mapped[first:end])
        return Bases.from_montgomery(points, curve=self.curve, trust=self.trust, threads=1)


def index_of(file: PathLike) -> Path:
    """Return the name of the index of a file."""
    return Path(f"{os.fspath(file)}.json")


def open_bases(file: PathLike) -> BasesFile:
    """Read the index of a file of :func:`write_bases`. The points are read by those who need them."""
    path, index = Path(file).absolute(), files.read_json(index_of(file))
    if index is None:
        raise StoreError(f"bases: {index_of(file)} is missing; write_bases makes it")
    found = _checked(index)
    if found is None:
        raise StoreError(f"bases: {index_of(file)} is damaged")
    opened = BasesFile(str(path), *found)
    try:
        size = path.stat().st_size
    except OSError as error:
        raise StoreError(f"bases: {path}: {error.strerror}") from None
    if size != opened.width * opened.points:
        raise StoreError(f"bases: {path} has {size} bytes; its index says {opened.width * opened.points}")
    return opened


def _checked(index: Any) -> tuple[Curve, int, Trust, tuple[str, ...]] | None:
    if not isinstance(index, dict) or index.get("format") != FORMAT or index.get("curve") not in LIMBS:
        return None
    points, digests, trust = index.get("points"), index.get("digests"), index.get("trust")
    if type(points) is not int or points < 0 or trust not in ("subgroup", "on_curve"):
        return None
    if not isinstance(digests, list) or len(digests) != -(-points // PIECE):
        return None
    return index["curve"], points, trust, tuple(map(str, digests))


def write_bases(file: PathLike, bases: Bases | Iterable[Bases]) -> BasesFile:
    """Write bases that are not prepared, or the parts of very many, to a new file and its index."""
    path = Path(file).absolute()
    if path.exists():
        raise StoreError(f"bases: {path} exists")
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}{files.TEMPORARY}")
    try:
        try:
            curve, points, trust, digests = _write(temporary, [bases] if isinstance(bases, Bases) else bases)
            index = {"format": FORMAT, "curve": curve, "points": points, "trust": trust, "digests": digests}
            # The index first: a file without one could neither be read nor be written again.
            files.write_json(index_of(path), index)
            temporary.rename(path)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"bases: {path}: {error.strerror or error}") from None
    except files.SinkError as error:
        raise StoreError(f"bases: {error}") from None
    return open_bases(path)


def _write(file: Path, parts: Iterable[Bases]) -> tuple[Curve, int, Trust, list[str]]:
    curve: Curve | None = None
    trust: Trust = "subgroup"
    points, digests, digest, filled = 0, [], hashlib.sha256(), 0
    with file.open("xb") as target:
        for part in parts:
            if not isinstance(part, Bases):
                raise TypeError(f"bases: {type(part).__name__} is no Bases")
            if curve not in (None, part.curve):
                raise InputError(f"bases: parts of {curve} and {part.curve}")
            curve = part.curve
            if part.trust != "subgroup":
                trust = "on_curve"
            limbs = part.to_montgomery()
            points += len(limbs)
            while len(limbs):
                taken, limbs = limbs[: PIECE - filled], limbs[PIECE - filled :]
                data = np.ascontiguousarray(taken, "<u8")
                digest.update(data.data)
                target.write(data.data)
                filled += len(taken)
                if filled == PIECE:
                    digests.append(digest.hexdigest())
                    digest, filled = hashlib.sha256(), 0
        target.flush()
        os.fsync(target.fileno())
    if filled:
        digests.append(digest.hexdigest())
    if curve is None:
        raise ArgumentError("bases: no parts")
    return curve, points, trust, digests
