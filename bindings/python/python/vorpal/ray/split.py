"""How a sum is split among workers: by points, by windows of the scalars' bits, or both."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

from vorpal._vorpal import NotPossibleError

if TYPE_CHECKING:
    from collections.abc import Iterator

LOAD = 1.0
"""The time to fetch, check and convert a point and its scalar, in additions of points."""
SPARE = 1.08
"""Splits up to this much slower than the best one count as equal, and more parts are better then: less is lost with a
worker, and the last parts end closer together."""
WINDOWS = 1.15
"""How much longer a sum of some bits takes than the additions say: it cannot split scalars by the endomorphism."""
MOST_PARTS = 16
"""The most parts for each worker."""
EXTRA = 4
"""Memory of a part, as a multiple of its points and scalars: the copy for the sum, digits and buckets."""


def additions(points: float, bits: int) -> float:
    """Return the additions of a sum of points with scalars of some bits, by the method of buckets.

    The method costs ``points + 2^width`` additions for each of ``bits / width`` windows (signed digits: ``2^(width-1)``
    buckets, two additions each); the best width is taken. The engine does better with its tables and endomorphisms, by
    a similar factor for all splits, so this is for comparisons alone.
    """
    return min(ceil(bits / width) * (points + (1 << width)) for width in range(2, 21))


@dataclass(frozen=True)
class Part:
    """Terms and bits of a part; ends are exclusive."""

    first: int
    end: int
    first_bit: int
    end_bit: int


@dataclass(frozen=True)
class Split:
    """A split of a sum, and why it was chosen."""

    terms: int
    bits: int
    workers: int
    ranges: int
    """Ranges of points."""
    windows: int
    """Ranges of bits."""
    times: dict[str, float] = field(default_factory=dict)
    """Expected time of the best splits of each kind, in additions of points."""
    memory: int = 0
    """Bytes of the largest part on a worker."""
    moved: int = 0
    """Bytes of points and scalars that are moved to workers."""

    @property
    def count(self) -> int:
        """The number of parts."""
        return self.ranges * self.windows

    def parts(self) -> Iterator[Part]:
        """Iterate over the parts: all windows of a range of points, then the next range."""
        for i in range(self.ranges):
            first, end = self.terms * i // self.ranges, self.terms * (i + 1) // self.ranges
            for j in range(self.windows):
                yield Part(first, end, self.bits * j // self.windows, self.bits * (j + 1) // self.windows)

    def explain(self) -> str:
        """Describe the split and the alternatives."""
        kind = "points" if self.windows == 1 else "windows" if self.ranges == 1 else "points and windows"
        lines = [
            f"{self.terms:,} terms of {self.bits} bits on {self.workers} workers: {self.count:,} parts by {kind}",
            f"  {self.ranges:,} ranges of at most {ceil(self.terms / self.ranges):,} points, {self.windows} of "
            f"at most {ceil(self.bits / self.windows)} bits",
            f"  {self.memory / 2**20:,.1f} MiB for a part on a worker; {self.moved / 2**20:,.1f} MiB moved in all",
        ]
        for name, time in sorted(self.times.items(), key=lambda item: item[1]):
            lines.append(f"  {name}: {time:,.0f} additions expected on the busiest worker")
        if self.windows > 1:
            lines.append("  few points for each worker: buckets would cost more than the points, so windows are shared")
        else:
            lines.append("  many points for each worker: every point is moved once, and buckets cost little")
        return "\n".join(lines)


def choose(
    terms: int,
    bits: int,
    workers: int,
    *,
    width: int,
    memory: int = 1 << 30,
    ranges: int | None = None,
    windows: int | None = None,
) -> Split:
    """Choose the split with the smallest expected time of the busiest worker, within ``memory`` bytes for a part.

    ``width`` is the number of bytes of a point and its scalar. ``ranges`` and ``windows`` are chosen if None.
    """
    needed = max(1, ceil(terms * width * EXTRA / memory))
    if needed > max(terms, 1):
        raise NotPossibleError(f"memory: {memory} bytes are too few for one point")
    if ranges is None:
        counts = {workers * i for i in range(1, MOST_PARTS + 1)} | {2**i for i in range(20)}
        possible = sorted({max(count, needed) for count in counts if count <= max(workers * MOST_PARTS, needed)})
        possible = [count for count in possible if count <= max(terms, 1)] or [1]
    else:
        possible = [ranges]
    shared = range(1, min(bits, 64) + 1) if windows is None else [windows]
    options: list[tuple[float, int, int]] = []
    for count in possible:
        for number in shared:
            if ranges is None and windows is None and count * number > max(workers * MOST_PARTS, count):
                break
            points = ceil(terms / count)
            one = additions(points, ceil(bits / number)) + LOAD * points
            one *= WINDOWS if number > 1 else 1
            options.append((one * ceil(count * number / workers), count, number))
    best = min(time for time, _, _ in options)
    near = [option for option in options if option[0] <= SPARE * best]
    # Fewer windows first, since each moves all points again; then more parts.
    _, count, number = min(near, key=lambda option: (option[2], -option[1], option[0]))
    times: dict[str, float] = {}
    for time, some, other in options:
        name = "by points" if other == 1 else "by windows" if some == 1 else "by points and windows"
        times[name] = min(time, times.get(name, time))
    part = width * ceil(terms / count)
    return Split(terms, bits, workers, count, number, times, EXTRA * part, width * terms * number)
