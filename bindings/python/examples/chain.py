"""Blocks for examples and tests: senders and accounts of files, and a generated chain.

The files are those of ``vorpal replay`` (``docs/command.md``): ``N.signatures.csv`` with the columns signing_hash,
r, s, y_parity and sender, and ``N.jsonl`` with an account on each line.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vorpal import secp256k1, tree


@dataclass
class Block:
    """The signatures and the writes of a block."""

    name: str
    hashes: np.ndarray
    signatures: np.ndarray
    senders: np.ndarray
    writes: Writes
    root: bytes | None = None


@dataclass
class Writes:
    """Values at positions of accounts, one a row."""

    addresses: list[bytes] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    arguments: list[bytes] = field(default_factory=list)
    values: list[bytes] = field(default_factory=list)

    def add(self, address: bytes, position: tree.Position, value: bytes, argument: int = 0) -> None:
        """Append a value."""
        self.addresses.append(address)
        self.positions.append(position)
        self.arguments.append(argument.to_bytes(32, "big"))
        self.values.append(value)

    def keys(self, committer, threads=None) -> np.ndarray:
        """Return the tree's keys."""
        positions = np.array(self.positions, np.uint8)
        return tree.keys(committer, self.addresses, positions, self.arguments, threads=threads)


def rows(texts: list[str], width: int) -> np.ndarray:
    """Return an array of numbers in hexadecimal, right-aligned in rows of ``width`` bytes."""
    data = b"".join(int(text, 16).to_bytes(width, "big") for text in texts)
    return np.frombuffer(data, np.uint8).reshape(-1, width)


def read_signatures(file: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the hashes (n, 32), signatures (n, 65) and senders (n, 20) of a file."""
    with file.open(newline="") as lines:
        table = list(csv.DictReader(lines))
    column = {name: [line[name] for line in table] for name in ("signing_hash", "r", "s", "y_parity", "sender")}
    parts = [rows(column["r"], 32), rows(column["s"], 32), rows(column["y_parity"], 1)]
    return rows(column["signing_hash"], 32), np.concatenate(parts, axis=1), rows(column["sender"], 20)


def read_writes(file: Path) -> Writes:
    """Return the writes of a file of accounts."""
    writes = Writes()
    for line in file.read_text().splitlines():
        account = json.loads(line)
        address = int(account["address"], 16).to_bytes(20, "big")
        basic_data = tree.basic_data(account["nonce"], int(account["balance"], 16), account.get("code_size", 0))
        writes.add(address, tree.Position.BASIC_DATA, basic_data)
        writes.add(address, tree.Position.CODE_HASH, int(account["code_hash"], 16).to_bytes(32, "big"))
        for slot, value in account.get("storage", {}).items():
            writes.add(address, tree.Position.STORAGE, int(value, 16).to_bytes(32, "big"), int(slot, 16))
    return writes


def read_chain(folder: Path, limit: int | None = None):
    """Yield the blocks of a folder, in the order of its ``roots.json``."""
    for entry in json.loads((folder / "roots.json").read_text())[:limit]:
        name = Path(entry["file"]).stem
        root = int(entry["root"], 16).to_bytes(32, "big")
        yield Block(
            name, *read_signatures(folder / f"{name}.signatures.csv"), read_writes(folder / entry["file"]), root
        )


def generate_chain(blocks: int, transactions: int, seed: int = 1):
    """Yield generated blocks: each transaction writes an account and a storage slot."""
    random = np.random.default_rng(seed)
    keys = [secp256k1.SecretKey(random.bytes(31) + b"\1") for _ in range(64)]
    for number in range(blocks):
        hashes = [random.bytes(32) for _ in range(transactions)]
        signers = [keys[i] for i in random.integers(len(keys), size=transactions)]
        signatures = b"".join(key.sign(hash) for key, hash in zip(signers, hashes))
        senders = b"".join(key.public_key().address() for key in signers)
        writes = Writes()
        for i in range(transactions):
            address = random.bytes(20)
            writes.add(address, tree.Position.BASIC_DATA, tree.basic_data(number, int(random.integers(1 << 60))))
            writes.add(address, tree.Position.STORAGE, random.bytes(32), i)
        yield Block(
            str(number),
            np.frombuffer(b"".join(hashes), np.uint8).reshape(-1, 32),
            np.frombuffer(signatures, np.uint8).reshape(-1, 65),
            np.frombuffer(senders, np.uint8).reshape(-1, 20),
            writes,
        )
