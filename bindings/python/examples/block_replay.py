"""Plot the time of a block replay by phase: senders, tree keys, writes, commitments.

Usage: ``python block_replay.py FOLDER [--data DIR] [--blocks N] [--threads N]`` writes ``block_replay.svg``.
``DIR`` has the files of ``vorpal replay``; without it, the blocks are generated. Senders and roots are checked.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from chain import generate_chain, read_chain
from vorpal.ipa import Committer
from vorpal.secp256k1 import recover_batch
from vorpal.tree import Tree

PHASES = ("senders", "keys", "writes", "commitments")


def replay(blocks, committer: Committer, threads: int) -> tuple[list[str], np.ndarray, Tree]:
    """Apply blocks to a new tree. Returns their names, and milliseconds of shape (phases, blocks)."""
    tree, names, times = Tree(), [], []
    for block in blocks:
        clock = [perf_counter()]
        senders = recover_batch(block.hashes, block.signatures, keys=False, addresses=True, threads=threads)
        clock.append(perf_counter())
        keys = block.writes.keys(committer, threads=threads)
        clock.append(perf_counter())
        tree.update(keys, block.writes.values, threads=threads)
        clock.append(perf_counter())
        root = tree.commit(committer, block.name, threads=threads)
        clock.append(perf_counter())
        if senders.items.any() or not np.array_equal(senders.addresses, block.senders):
            raise ValueError(f"block {block.name}: a sender differs")
        if block.root not in (None, root):
            raise ValueError(f"block {block.name}: the root differs")
        names.append(block.name)
        times.append(1000 * np.diff(clock))
    return names, np.array(times).T, tree


def main(arguments: list[str] | None = None) -> Path:
    """Draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--blocks", type=int, default=20)
    parser.add_argument("--transactions", type=int, default=200, help="of each generated block")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.data:
        blocks = read_chain(options.data, options.blocks)
    else:
        blocks = generate_chain(options.blocks, options.transactions)
    names, times, tree = replay(blocks, Committer(), options.threads)
    figure, axes = plt.subplots(figsize=(10, 4), layout="constrained")
    bottom = np.zeros(len(names))
    for phase, values in zip(PHASES, times):
        axes.bar(names, values, bottom=bottom, label=f"{phase}, {values.sum():.0f} ms")
        bottom += values
    axes.set(
        title=f"Replay of {tree.blocks} blocks, {options.threads} thread(s)", ylabel="milliseconds", xlabel="block"
    )
    axes.tick_params(axis="x", rotation=90)
    axes.legend()
    options.folder.mkdir(parents=True, exist_ok=True)
    file = options.folder / "block_replay.svg"
    figure.savefig(file)
    plt.close(figure)
    print(file)
    return file


if __name__ == "__main__":
    main()
