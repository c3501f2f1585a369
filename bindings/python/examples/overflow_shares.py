"""Plot how often results of the Montgomery family are not below the modulus, beside the exact bounds.

A multiplication by folds needs fewer word multiplications than CIOS, and its results are larger. The left plot has the
shares of results that are not below the modulus of BN254's scalar field, after one product and after 100 chained
products without subtraction: 5 % for CIOS (c-mul), 68 % for the logarithmic jumps (h-mul), 27 % for one jump (a-mul).
The right plot has the exact bounds, and results of operands that come near them.

Usage: ``python overflow_shares.py FOLDER [--samples N]`` writes ``overflow_shares.svg``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from vorpal.fields import bounds, overflow_shares

FIELD = "bn254_scalar"
PUBLISHED = {"cios": 5, "log_jump": 68, "one_jump": 27}
"""Shares in percent after 100 products, as published for c-mul, h-mul and a-mul."""


def main(arguments: list[str] | None = None) -> Path:
    """Draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=int, default=20_000)
    options = parser.parse_args(arguments)
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.5), layout="constrained")
    for shift, products in ((-0.2, 1), (0.2, 100)):
        table = overflow_shares(FIELD, products=products, samples=options.samples)
        shares = 100 * np.array(table["share"])
        bars = left.bar(np.arange(len(shares)) + shift, shares, 0.4, label=f"after {products} product(s)")
        left.bar_label(bars, fmt="%.0f", fontsize=7, padding=5)
    names = table["strategy"]
    left.plot(
        [names.index(name) + 0.2 for name in PUBLISHED], list(PUBLISHED.values()), "kx", label="published, after 100"
    )
    left.set(title=f"Results not below p, {FIELD}", ylabel="percent", ylim=(0, 105))
    exact = bounds(FIELD)
    chosen = [i for i, below in enumerate(exact["operands_below"]) if below == "p"]
    right.bar(names, [exact["multiple"][i] for i in chosen], label="largest result")
    right.plot(names, [exact["witness_multiple"][i] for i in chosen], "kx", label="found operands")
    right.axhline(1, color="black", linewidth=0.8)
    right.set(title="Exact bounds, operands below p", ylabel="multiple of p")
    for axes in (left, right):
        axes.set_xticks(range(len(names)), names, rotation=30, ha="right")
        axes.legend()
    options.folder.mkdir(parents=True, exist_ok=True)
    file = options.folder / "overflow_shares.svg"
    figure.savefig(file)
    plt.close(figure)
    print(file)
    return file


if __name__ == "__main__":
    main()
