"""Forked children: every exported function works in them, and a store belongs to the process that opened it."""

import multiprocessing
import os
import subprocess
import sys

import numpy as np
import pytest

import vorpal
from conftest import ROOT
from vorpal.fields import Field
from vorpal.secp256k1 import recover_batch
from vorpal.tree import Tree

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork"),
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),
]
FORKS = 100


def test_every_function_in_a_forked_child():
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests"), "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, ROOT / "tests/every_function.py"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    *faults, last = done.stdout.splitlines()
    assert faults == [], done.stderr
    assert last.endswith(" calls") and int(last.split()[0]) > 150


def child(queue, hashes, signatures, vector):
    found = recover_batch(hashes, signatures, threads=None).keys.tobytes()
    queue.put((found, vector.square()))


def test_vectors_and_arrays_pass_between_processes(signed):
    """A child has threads of its own, and values go there and back by pickle."""
    recover_batch(signed.hashes, signed.recoverable)
    vector = Field("bn254_scalar").random(2000, 1)
    for method in ("fork", "spawn"):
        context = multiprocessing.get_context(method)
        queue = context.Queue()
        process = context.Process(target=child, args=(queue, signed.hashes, signed.recoverable, vector))
        process.start()
        assert queue.get(timeout=120) == (signed.keys.tobytes(), vector.square())
        process.join(60)
        assert process.exitcode == 0


def entries(number):
    random = np.random.default_rng(number)
    return random.integers(256, size=(20, 32), dtype=np.uint8), random.integers(256, size=(20, 32), dtype=np.uint8)


def ends(tree, committer, number):
    """A child that ends in one of the usual ways with the store of its parent."""
    keys, values = entries(number)
    way = number % 5
    if way == 0:
        tree.close()
    elif way == 1:
        for call in (
            lambda: tree.apply(committer, keys, values),
            lambda: tree.get(keys),
            lambda: tree.root_at(0),
            lambda: tree.rollback(1),
            lambda: tree.check(committer),
            lambda: tree.prove(committer, keys),
        ):
            try:
                call()
            except vorpal.StoreError as error:
                assert "process" in str(error), error
            else:
                raise AssertionError("a child used the store of its parent")
    elif way == 2:
        with tree:
            pass
    elif way == 3:
        sys.exit(0)


def test_a_hundred_forks_of_an_open_store(committer, tmp_path):
    """Children that close, collect, use and leave the store: all blocks of the parent remain."""
    context = multiprocessing.get_context("fork")
    tree, roots = Tree.open(tmp_path / "tree", "create", window=1000), []
    for number in range(FORKS):
        process = context.Process(target=ends, args=(tree, committer, number))
        process.start()
        keys, values = entries(number)
        if number % 2:
            # At the same time as the child, and after its end.
            roots.append(tree.apply(committer, keys, values, label=f"block {number}"))
            process.join(120)
        else:
            process.join(120)
            roots.append(tree.apply(committer, keys, values, label=f"block {number}"))
        assert process.exitcode == 0, number
    assert tree.check(committer) > 0
    tree.close()
    with Tree.open(tmp_path / "tree", wait=5.0) as tree:
        assert (tree.blocks, tree.label, tree.root) == (FORKS, f"block {FORKS - 1}", roots[-1])
        assert [tree.root_at(number + 1) for number in range(FORKS)] == roots
        assert tree.check(committer) > 0
