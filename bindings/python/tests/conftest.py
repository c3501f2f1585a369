"""Fixtures: real data, a committer, keys and signatures."""

import os
import sys
import warnings
from pathlib import Path

import coincurve
import numpy as np
import pytest

from vorpal import ipa

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples"))


@pytest.fixture(scope="session")
def data():
    """The folder of real data; tests without it are skipped, with a warning in the summary."""
    given = os.environ.get("VORPAL_DATA")
    folder = Path(given) if given else ROOT / "../../../shared/data"
    if not folder.is_dir():
        assert not given, f"VORPAL_DATA is {given}, no folder"
        warnings.warn("SKIPPED: real data: no VORPAL_DATA and no ../../../shared/data", stacklevel=1)
        pytest.skip("real data: no VORPAL_DATA and no ../../../shared/data")
    return folder.resolve()


@pytest.fixture(scope="session")
def committer():
    return ipa.Committer("small")


class Signed:
    """Signatures by coincurve: hashes (n, 32), recoverable (n, 65), keys (n, 65)."""

    def __init__(self, count, seed=7):
        random = np.random.default_rng(seed)
        self.secrets = [random.bytes(31) + b"\1" for _ in range(count)]
        hashes = [random.bytes(32) for _ in range(count)]
        keys = [coincurve.PrivateKey(secret) for secret in self.secrets]
        signed = [key.sign_recoverable(hash, hasher=None) for key, hash in zip(keys, hashes)]
        self.hashes = rows(hashes, 32)
        self.recoverable = rows(signed, 65)
        self.signatures = np.ascontiguousarray(self.recoverable[:, :64])
        self.keys = rows([key.public_key.format(compressed=False) for key in keys], 65)
        self.compressed = rows([key.public_key.format() for key in keys], 33)


def rows(items, width):
    return np.frombuffer(b"".join(items), np.uint8).reshape(-1, width)


@pytest.fixture(scope="session")
def signed():
    return Signed(300)
