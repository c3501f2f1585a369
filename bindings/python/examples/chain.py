"""Blocks for examples and tests: those of files (``vorpal.blocks``), and a generated chain."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from vorpal import blocks as files
from vorpal import secp256k1, tree


@dataclass
class Block:
    """The signatures and the writes of a block."""

    name: str
    hashes: np.ndarray
    signatures: np.ndarray
    senders: np.ndarray
    writes: Writes | files.Accounts
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

    def keys(self, committer, *, threads=None) -> np.ndarray:
        """Return the tree's keys."""
        positions = np.array(self.positions, np.uint8)
        return tree.keys(committer, self.addresses, positions, self.arguments, threads=threads)


def read_chain(folder: Path, limit: int | None = None):
    """Yield the blocks of a folder, in the order of its ``roots.json``."""
    for found in islice(files.read_blocks(folder), limit):
        signed = found.signatures
        yield Block(found.name, signed.hashes, signed.signatures, signed.senders, found.writes, found.root)


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
