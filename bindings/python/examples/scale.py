"""Simulate the jobs of vorpal.ray on 1, 10 and 100 machines: the tables of ``docs/scale.md``.

Usage: ``python scale.py`` prints the tables from the constants below; ``--measure`` measures the constants of this
machine, and ``--small`` does both with small numbers. ``--cores`` is the number of cores of a machine.

The simulation gives units to workers as the driver of vorpal.ray does. The driver is one queue: it needs time for each
unit and for the bytes that it sends. A worker then reads its bytes over its share of the machine's link, and computes.
"""

from __future__ import annotations

import argparse
import heapq
import json
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import partial
from operator import itemgetter
from pathlib import Path
from time import perf_counter

import numpy as np

from vorpal.ray.split import additions, choose


@dataclass(frozen=True)
class Constants:
    """Times of one core, and speeds of links. All but the last four are measured by ``--measure``, on a quiet Zen 4."""

    signature: float = 7.2e-6
    """Seconds for a signature on a core: reading, recovery, digest, writing."""
    addition: float = 112e-9
    """Seconds of a sum on a core for each addition of the planner (:func:`vorpal.ray.split.additions`)."""
    point: float = 160e-9
    """Seconds on a core to check the digest of a point's 96 bytes and to convert it."""
    unit: float = 0.85e-3
    """Seconds of the driver for a unit, with Ray's call."""
    sent: float = 0.98e-9
    """Seconds of the driver for a byte of scalars: its digest, and putting it into the object store."""
    start: float = 3.5
    """Seconds to start Ray and its workers."""
    link: float = 1.25e9
    """Bytes a second of a machine's link, assumed: 10 Gbit/s."""
    stored: int = 109
    """Bytes of a signature in the source: three columns of 32 bytes, the parity, the position."""
    sender: int = 33
    """Bytes of a sender in the sink, before compression."""
    deaths: float = 0.1
    """Deaths of a worker in an hour, assumed."""


MEASURED = ("signature", "addition", "point", "unit", "sent", "start")


@dataclass(frozen=True)
class Work:
    """A unit: bytes that the driver sends, bytes that the worker reads and writes, seconds of a core."""

    sent: int
    moved: int
    seconds: float


@dataclass(frozen=True)
class Simulated:
    """The result of a simulation."""

    seconds: float
    core_seconds: float
    moved: int
    driver: float
    """The share of the time in which the driver is busy."""
    repeated: int


def simulate(units: Iterable[Work], machines: int, cores: int, constants: Constants, seed: int = 1) -> Simulated:
    """Give units to idle workers, one at a time. Workers die at random; their units are repeated after a second."""
    random = np.random.default_rng(seed)
    idle = [(constants.start, worker) for worker in range(machines * cores)]
    heapq.heapify(idle)
    driver = end = constants.start
    busy = used = 0.0
    moved = repeated = 0
    share = constants.link / cores
    for unit in units:
        while True:
            ready, worker = heapq.heappop(idle)
            begin = max(ready, driver)
            spent = constants.unit + unit.sent * max(constants.sent, 1 / constants.link)
            driver = begin + spent
            busy += spent
            seconds = unit.moved / share + unit.seconds
            moved += unit.moved + unit.sent
            until_death = random.exponential(3600 / constants.deaths) if constants.deaths else np.inf
            if until_death < seconds:
                used += until_death
                repeated += 1
                heapq.heappush(idle, (driver + until_death + 1.0, worker))
                continue
            used += seconds
            end = max(end, driver + seconds)
            heapq.heappush(idle, (driver + seconds, worker))
            break
    return Simulated(end, used, moved, busy / end, repeated)


def signatures(rows: int, group: int, constants: Constants) -> Iterable[Work]:
    """Iterate over the row groups of a history."""
    for start in range(0, rows, group):
        count = min(group, rows - start)
        yield Work(0, count * (constants.stored + constants.sender), count * constants.signature)


def points(terms: int, workers: int, constants: Constants, bits: int = 253, width: int = 96) -> Iterable[Work]:
    """Iterate over the parts of a sum. Bases are files on every machine's disk or a shared one."""
    chosen = choose(terms, bits, workers, width=width + 32)
    for part in chosen.parts():
        count = part.end - part.first
        cost = additions(count, part.end_bit - part.first_bit) * constants.addition + count * constants.point
        # All windows of a range of points share its scalars in the object store.
        yield Work(32 * count if part.first_bit == 0 else 0, width * count, cost)


def time(seconds: float) -> str:
    """Write a time in the unit that suits it."""
    if seconds < 120:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.1f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"


def row(name: str, machines: int, cores: int, found: Simulated, start: float) -> str:
    """Return a line of a table."""
    ideal = found.core_seconds / (machines * cores)
    working = max(found.seconds - start, 1e-9)
    if found.driver > 0.5:
        limit = "driver"
    elif start > ideal:
        limit = "start"
    else:
        limit = "workers" if ideal > 0.8 * working else "last parts"
    return (
        f"| {name} | {machines} | {time(found.seconds)} | {found.core_seconds / 3600:.2f} | {found.moved / 1e9:,.1f} "
        f"| {100 * found.driver:.1f}% | {limit} |"
    )


HEAD = "| | Machines | Time | Core hours | GB moved | Driver busy | Limit |\n|---|---:|---:|---:|---:|---:|---|"


def tables(constants: Constants, cores: int, rows: int, group: int, exponents: list[int]) -> str:
    """Return the tables as text."""
    lines = [HEAD]
    for machines in (1, 10, 100):
        found = simulate(signatures(rows, group, constants), machines, cores, constants)
        lines.append(row(f"{rows / 1e9:g} billion signatures", machines, cores, found, constants.start))
    lines += ["", HEAD]
    for exponent in exponents:
        for machines in (1, 10, 100):
            units = points(1 << exponent, machines * cores, constants)
            found = simulate(units, machines, cores, constants)
            lines.append(row(f"2^{exponent} points", machines, cores, found, constants.start))
    return "\n".join(lines)


def measure(rows: int, terms: int) -> Constants:
    """Measure the constants on one core of this machine."""
    import hashlib

    import ray

    from vorpal.fields import Field
    from vorpal.msm import Bases, msm
    from vorpal.ray import Record, recover_senders, start_ray, write_bases
    from vorpal.ray.generate import write_signatures
    from vorpal.ray.workers import Doer

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        write_signatures(folder / "source", rows)
        done = recover_senders(folder / "source", folder / "sink", engine="local", workers=1, report_page=False)
        bases, scalars = Bases.multiples(terms, curve="bls12_377"), Field("bls12_377_scalar").random(terms, seed=1)
        times = []
        for _ in range(3):
            begin = perf_counter()
            msm(bases, scalars, threads=1)
            times.append(perf_counter() - begin)
        addition = min(times) / additions(terms, 253)
        written = write_bases(folder / "bases", bases)
        begin = perf_counter()
        written.read(0, terms)
        point = (perf_counter() - begin) / terms
        data = np.zeros(1 << 26, np.uint8)
        begin = perf_counter()
        start_ray(1, len(data))
        try:
            # The work returns the first item of its unit.
            doer = ray.remote(Doer).remote(partial(itemgetter, 0))
            ray.get(doer.do.remote([0]))
            start = perf_counter() - begin
            begin = perf_counter()
            for _ in range(200):
                ray.get(doer.do.remote([0]))
            unit = (perf_counter() - begin) / 200
            begin = perf_counter()
            hashlib.sha256(data.data).digest()
            ray.put(data)
            sent = (perf_counter() - begin) / len(data)
        finally:
            ray.shutdown()
    assert isinstance(done.record, Record)
    return Constants(done.record.seconds / rows, addition, point, unit, sent, start)


def main(arguments: list[str] | None = None) -> str:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cores", type=int, default=16)
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args(arguments)
    constants, text = Constants(), []
    if options.measure:
        constants = measure(20_000, 1 << 12) if options.small else measure(1 << 20, 1 << 20)
        text.append(
            json.dumps({name: value for name, value in asdict(constants).items() if name in MEASURED}, indent=1)
        )
    if options.small:
        text.append(tables(constants, options.cores, 3_000_000, 1 << 17, [16, 18]))
    else:
        text.append(tables(constants, options.cores, 3 * 10**9, 1 << 20, [24, 26, 28]))
    print("\n".join(text))
    return text[-1]


if __name__ == "__main__":
    main()
