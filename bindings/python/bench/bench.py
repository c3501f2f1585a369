"""Measure the Python interface against Rust and coincurve.

Usage: ``python bench.py RUST [--rounds N]``, where RUST is the program of ``bench/src/main.rs``.

Both sides of a comparison take turns, sample by sample, on the same input and one thread. A figure is the lower decile
of the samples of a side. Results are compared before anything is measured.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter_ns

import coincurve
import numpy as np

import vorpal
from vorpal.secp256k1 import recover_batch


class Rust:
    """The Rust program: a sample for each line."""

    def __init__(self, program: Path, rows: np.ndarray, folder: str) -> None:
        """Start the program."""
        file = Path(folder) / "signatures"
        file.write_bytes(rows.tobytes())
        self.process = subprocess.Popen([program, file, "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def sample(self) -> tuple[int, int]:
        """Return nanoseconds and the number of recovered keys."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        time, count = self.process.stdout.readline().split()
        return int(time), int(count)

    def close(self) -> None:
        """End the program."""
        self.process.stdin.close()
        self.process.wait()


def decile(samples: list[int]) -> float:
    """Return the lower decile in milliseconds."""
    return float(np.quantile(samples, 0.1)) / 1e6


def signatures(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return random hashes and signatures by 100 keys."""
    random = np.random.default_rng(1)
    keys = [coincurve.PrivateKey(random.bytes(31) + b"\1") for _ in range(100)]
    hashes = [random.bytes(32) for _ in range(count)]
    signed = [keys[i % 100].sign_recoverable(hash, hasher=None) for i, hash in enumerate(hashes)]
    return (
        np.frombuffer(b"".join(hashes), np.uint8).reshape(-1, 32),
        np.frombuffer(b"".join(signed), np.uint8).reshape(-1, 65),
    )


def against_rust(program: Path, count: int, rounds: int) -> None:
    """Compare a batch with the same batch from Rust."""
    hashes, signed = signatures(count)
    context = vorpal.Context(1)
    with tempfile.TemporaryDirectory() as folder:
        rust = Rust(program, np.concatenate([hashes, signed], axis=1), folder)
        assert rust.sample()[1] == count and not recover_batch(hashes, signed, threads=context).items.any()
        times: dict[str, list[int]] = {"python": [], "rust": []}
        for _ in range(rounds):
            start = perf_counter_ns()
            recover_batch(hashes, signed, threads=context)
            times["python"].append(perf_counter_ns() - start)
            times["rust"].append(rust.sample()[0])
        rust.close()
    python, other = decile(times["python"]), decile(times["rust"])
    print(f"recover_batch of {count}: {python:.2f} ms, from Rust {other:.2f} ms: ratio {python / other:.3f}")


def against_coincurve(count: int, rounds: int) -> None:
    """Compare a batch with a loop over coincurve."""
    hashes, signed = signatures(count)
    pairs = [(bytes(signature), bytes(hash)) for signature, hash in zip(signed, hashes)]
    context = vorpal.Context(1)

    def loop() -> list[bytes]:
        recover = coincurve.PublicKey.from_signature_and_message
        return [recover(signature, hash, hasher=None).format(compressed=False) for signature, hash in pairs]

    assert b"".join(loop()) == recover_batch(hashes, signed, threads=context).keys.tobytes()
    times: dict[str, list[int]] = {"batch": [], "loop": []}
    for _ in range(rounds):
        for name, call in (("batch", lambda: recover_batch(hashes, signed, threads=context)), ("loop", loop)):
            start = perf_counter_ns()
            call()
            times[name].append(perf_counter_ns() - start)
    batch, single = decile(times["batch"]), decile(times["loop"])
    print(f"recover_batch of {count}: {batch:.2f} ms, coincurve in a loop {single:.2f} ms: ratio {single / batch:.2f}")


def main() -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rust", type=Path)
    parser.add_argument("--rounds", type=int, default=60)
    options = parser.parse_args()
    print(f"{vorpal.backend()}, one thread, lower deciles of {options.rounds} samples")
    against_rust(options.rust, 10_000, options.rounds)
    against_coincurve(1_000, options.rounds)


if __name__ == "__main__":
    main()
