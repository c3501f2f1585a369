"""Plot the growth of the cost of a sum with the number of points n: measured time, and planned multiplications.

Usage: ``python msm_growth.py FOLDER [--largest K] [--threads N]`` writes ``msm_growth.svg`` for n = 2^4 to 2^K.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from vorpal.fields import Field
from vorpal.msm import Bases, msm, plan

CURVES = ("bls12_377", "bls12_381", "bn254")


def measure(curve: str, sizes: list[int], threads: int) -> tuple[list[float], list[float]]:
    """Return, for each size, microseconds and planned multiplications for each point."""
    bases = Bases.multiples(sizes[-1], curve=curve)
    scalars = Field(f"{curve}_scalar").random(sizes[-1], seed=1)
    times, multiplications = [], []
    for size in sizes:
        part, samples = scalars[:size], []
        for _ in range(3 if size > 4096 else 20):
            start = perf_counter()
            msm(bases, part, threads=threads)
            samples.append(perf_counter() - start)
        times.append(1e6 * float(np.quantile(samples, 0.1)) / size)
        multiplications.append(plan(bases, part, threads=threads).multiplications / size)
    return times, multiplications


def main(arguments: list[str] | None = None) -> Path:
    """Draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--largest", type=int, default=16, help="the exponent K of the largest n")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    sizes = [1 << k for k in range(4, options.largest + 1)]
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    for curve in CURVES:
        times, multiplications = measure(curve, sizes, options.threads)
        left.loglog(sizes, times, "o-", base=2, label=curve)
        right.semilogx(sizes, multiplications, "o-", base=2, label=curve)
    left.set(title=f"Time, {options.threads} thread(s)", xlabel="points n", ylabel="microseconds for each point")
    right.set(title="Plan", xlabel="points n", ylabel="field multiplications for each point", ylim=(0, None))
    for axes in (left, right):
        axes.grid(alpha=0.3)
        axes.legend()
    options.folder.mkdir(parents=True, exist_ok=True)
    file = options.folder / "msm_growth.svg"
    figure.savefig(file)
    plt.close(figure)
    print(file)
    return file


if __name__ == "__main__":
    main()
