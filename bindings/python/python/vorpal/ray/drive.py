"""The loop of the driver: gives units to workers, repeats what dead workers lost, and keeps a record of it all."""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Callable, Union

from vorpal._vorpal import CancelledError, NotPossibleError, StoreError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vorpal.ray.workers import Cluster, Ended, Work, Workers

    Progress = Union[bool, Callable[[int, int], Any], None]

RETRIES = 10
"""How often a unit is repeated after deaths of its worker, and how often a start is. A unit that kills each of its
workers must end."""


@dataclass(frozen=True)
class Span:
    """A unit on a worker, in seconds since the start of the job."""

    worker: int
    start: float
    end: float
    items: int
    lost: str | None = None


@dataclass
class Record:
    """What happened in a job."""

    spans: list[Span] = field(default_factory=list)
    seconds: float = 0.0
    stopping: bool = False
    """Whether no more units are started."""

    @property
    def retries(self) -> int:
        """The number of units that were repeated."""
        return sum(1 for span in self.spans if span.lost)

    @property
    def items(self) -> int:
        """The number of items of the units that were done."""
        return sum(span.items for span in self.spans if not span.lost)


class Bar:
    """Progress: a bar of tqdm with throughput and remaining time, or a function of the items done and expected."""

    def __init__(self, progress: Progress, total: int, unit: str) -> None:
        """Show nothing done of a total."""
        self._call = progress if callable(progress) else None
        self._bar = None
        self._done, self._total = 0, total
        if progress is True:
            try:
                from tqdm import tqdm
            except ImportError:
                raise NotPossibleError('progress: tqdm is not installed; pip install "vorpal[ray]"') from None
            self._bar = tqdm(total=total, unit=unit, unit_scale=True, smoothing=0.1)

    def add(self, items: int, retries: int) -> None:
        """Show more items."""
        self._done += items
        if self._bar is not None:
            if retries:
                self._bar.set_postfix(retries=retries, refresh=False)
            self._bar.update(items)
        if self._call is not None and self._call(self._done, self._total) is False:
            raise CancelledError("the progress callback cancelled the job")

    def close(self) -> None:
        """End the bar."""
        if self._bar is not None:
            self._bar.close()


def drive(
    cluster: Cluster,
    make: Callable[[], Work],
    units: Iterable[Any],
    *,
    size: Callable[[Any], int],
    count: int,
    bar: Bar,
    record: Record,
    retries: int = RETRIES,
) -> Iterator[tuple[Any, Any]]:
    """Yield units and their results in the order in which they end.

    ``units`` is read as workers get idle: at most one unit for each worker is under way. ``size`` is the number of
    items of a unit, ``count`` the number of units. An error of the work ends the job after the units under way. A
    worker has no unit before it has started, so that one that cannot start delays nothing.
    """
    begin, record.stopping = perf_counter(), False
    pending, lost, is_read = iter(units), deque[Any](), False
    running: dict[int, tuple[Any, float]] = {}
    deaths: Counter[int] = Counter()
    failed: BaseException | None = None
    workers = cluster.workers(make, count)
    idle, starts = deque(workers.ready), _Starts(workers, retries)
    try:
        while True:
            while idle and not record.stopping:
                unit = lost.popleft() if lost else next(pending, None)
                if unit is None:
                    is_read = True
                    break
                worker = idle.popleft()
                running[worker] = (unit, perf_counter() - begin)
                workers.start(worker, unit)
            if not running and (record.stopping or (is_read and not lost) or not starts.failures):
                break
            for ended in workers.wait(0.1):
                if ended.is_start:
                    if starts.is_ready(ended):
                        idle.append(ended.worker)
                    elif ended.error is not None:
                        record.stopping, failed = True, failed or ended.error
                    continue
                unit, start = running.pop(ended.worker)
                now = perf_counter() - begin
                record.seconds = now
                if ended.error is not None:
                    record.stopping, failed = True, failed or ended.error
                    continue
                if ended.lost is not None:
                    record.spans.append(Span(ended.worker, start, now, size(unit), ended.lost))
                    deaths[id(unit)] += 1
                    if deaths[id(unit)] > retries:
                        text = f"{unit}: {deaths[id(unit)]} workers died; the last: {ended.lost}"
                        record.stopping, failed = True, failed or StoreError(text)
                        continue
                    lost.append(unit)
                    starts.repeat(ended.worker)
                    bar.add(0, record.retries)
                    continue
                idle.appendleft(ended.worker)
                deaths.pop(id(unit), None)
                record.spans.append(Span(ended.worker, start, now, size(unit)))
                yield unit, ended.result
                bar.add(size(unit), record.retries)
        if failed is None and not record.stopping and (lost or not is_read):
            failed = StoreError(f"no worker can start; the last of {retries + 1} failures: {starts.reason}")
        if failed is not None:
            raise failed
    finally:
        with contextlib.suppress(Exception):
            bar.close()
        workers.close()


class _Starts:
    """The workers that start."""

    def __init__(self, workers: Workers, retries: int) -> None:
        """Count the failures in a row of each one."""
        self._workers, self._retries, self.reason = workers, retries, ""
        self.failures = {worker: 0 for worker in range(workers.count) if worker not in workers.ready}

    def repeat(self, worker: int, failures: int = 0) -> None:
        """Start a new worker in place of one that died."""
        self._workers.replace(worker)
        self.failures[worker] = failures

    def is_ready(self, ended: Ended) -> bool:
        """Whether a worker has started. Otherwise its start is repeated, or given up after too many failures."""
        failures = self.failures.pop(ended.worker) + 1
        if ended.lost is not None:
            self.reason = ended.lost
            if failures <= self._retries:
                self.repeat(ended.worker, failures)
        return ended.lost is None and ended.error is None
