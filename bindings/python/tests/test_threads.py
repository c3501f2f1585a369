"""Threads, contexts, processes and interrupts."""

import signal
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import vorpal
from vorpal import msm
from vorpal.secp256k1 import recover_batch
from vorpal.tree import Tree


def test_contexts(signed):
    context = vorpal.Context(3)
    assert context.threads == 3 and "3" in repr(context)
    assert vorpal.Context().threads == vorpal.Context(0).threads >= 1
    expected = recover_batch(signed.hashes, signed.recoverable).keys
    for threads in (1, 2, 0, None, context):
        np.testing.assert_array_equal(recover_batch(signed.hashes, signed.recoverable, threads=threads).keys, expected)


def test_many_python_threads(signed, committer):
    context = vorpal.Context(2)
    tree = Tree()
    bases = msm.Bases.multiples(500, curve="bn254")
    sum_of_bases = msm.msm(bases, np.arange(500, dtype=np.uint64))

    def work(number):
        result = recover_batch(signed.hashes, signed.recoverable, threads=context)
        np.testing.assert_array_equal(result.keys, signed.keys)
        assert msm.msm(bases, np.arange(500, dtype=np.uint64), threads=context) == sum_of_bases
        keys = np.full((4, 32), number, np.uint8)
        keys[:, 31] = range(4)
        tree.update(keys, keys, threads=context)
        tree.commit(committer, f"block {number}", threads=context)
        values, present = tree.get(keys)
        assert present.all() and (values == keys).all()
        assert tree.check(committer, threads=context) > 0
        return number

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(work, range(24))) == list(range(24))
    assert tree.blocks == 24


def test_the_gil_is_released(committer):
    """Another thread runs Python code during a sum."""
    bases = msm.Bases.multiples(20_000, curve="bls12_377")
    scalars = np.random.default_rng(1).bytes(31 * 20_000)
    scalars = np.insert(np.frombuffer(scalars, np.uint8).reshape(-1, 31), 31, 0, axis=1)
    running, counts = threading.Event(), [0]

    def count():
        running.set()
        while running.is_set():
            counts[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    running.wait()
    before = counts[0]
    msm.msm(bases, scalars, threads=1)
    after = counts[0]
    running.clear()
    thread.join()
    assert after > before


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers")
def test_an_interrupt_ends_a_long_sum():
    """It ends the sum long before its end: the times are those of the processor, so other programs do not matter."""
    code = """
        import signal, time
        import numpy as np
        from vorpal import msm
        n = 1 << 18
        bases = msm.Bases.multiples(1 << 10, curve="bls12_377").to_bytes(compressed=False)
        bases = msm.Bases.from_bytes(np.tile(bases, (n >> 10, 1)), curve="bls12_377", trust="subgroup")
        scalars = np.frombuffer(np.random.default_rng(1).bytes(32 * n), np.uint8).reshape(n, 32).copy()
        scalars[:, 31] = 0
        begin = time.process_time()
        msm.msm(bases, scalars, threads=1)
        whole = time.process_time() - begin
        signal.signal(signal.SIGVTALRM, signal.default_int_handler)
        begin = time.process_time()
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, whole / 10)
            msm.msm(bases, scalars, threads=1)
        except KeyboardInterrupt:
            print((time.process_time() - begin) / whole)
    """
    run = [sys.executable, "-c", textwrap.dedent(code)]
    done = subprocess.run(run, capture_output=True, text=True, timeout=300, check=True)
    assert 0.05 < float(done.stdout) < 0.7
