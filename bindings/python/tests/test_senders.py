"""Senders one by one, and lists that mix curves: results beside batches, poisoned entries, cancellation, closing."""

import _thread
import asyncio
import ctypes
import gc
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import CancelledError, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late

import numpy as np
import pytest

import vorpal
from vorpal import secp256k1
from vorpal.secp256k1 import Claim, Item, SecretKey, SenderPool, recover, recover_batch, verify_mixed_batch

COUNT = 60


@pytest.fixture(scope="module")
def batch():
    """Hashes, signatures (some malformed), and the results of `recover_batch`, which are those of `recover`."""
    hashes = [os.urandom(32) for _ in range(COUNT)]
    signatures = [bytearray(SecretKey(bytes([1 + i % 7] * 32)).sign(hash)) for i, hash in enumerate(hashes)]
    for i, signature in enumerate(signatures):
        if i % 11 == 3:
            signature[64] = 9
        elif i % 11 == 5:
            signature[:32] = bytes(32)
        elif i % 11 == 7:
            signature[:32] = bytes(31) + b"\5"
        elif i % 11 == 9:
            signature[64] += 27
    signatures = [bytes(signature) for signature in signatures]
    _, addresses, items = recover_batch(hashes, signatures, keys=False, addresses=True)
    assert {int(items[i]) for i in (0, 3, 5, 7, 9)} == {Item.OK, Item.RECOVERY_ID, Item.SIGNATURE, Item.NO_POINT}
    for hash, signature, address, item in zip(hashes, signatures, addresses, items):
        if item == Item.OK:
            assert recover(hash, signature).address() == address.tobytes()
        else:
            with pytest.raises(vorpal.InputError):
                recover(hash, signature)
    return hashes, signatures, [row.tobytes() for row in addresses], list(items)


TEXTS = {
    Item.SIGNATURE: "r or s is out of range",
    Item.RECOVERY_ID: "the byte of the recovery identifier is not 0 to 3 or 27 to 30",
    Item.NO_POINT: "no curve point corresponds to r and the recovery identifier",
}


def check(batch, future, i):
    """The result of a future is that of the batch."""
    _, _, addresses, items = batch
    if items[i] == Item.OK:
        assert future.result(60) == addresses[i]
    else:
        with pytest.raises(vorpal.InputError) as error:
            future.result(60)
        assert str(error.value) == f"signature: {TEXTS[items[i]]}"


@pytest.mark.parametrize(
    "options",
    [{}, {"wait": 0, "group": 1, "cache": 0}, {"wait": 3e-5, "group": 5, "threads": 2, "queue": 7, "cache": 9}],
)
def test_senders_are_those_of_batches(batch, options):
    hashes, signatures, addresses, items = batch
    with SenderPool(**options) as pool:
        with ThreadPoolExecutor(8) as threads:
            for _ in range(2):
                for i, future in enumerate(threads.map(pool.submit, hashes, signatures)):
                    check(batch, future, i)
        block = pool.recover_block(hashes, signatures)
        assert block.items.tolist() == items
        assert [row.tobytes() for row in block.addresses] == addresses
        metrics = pool.metrics(50, 99)
        assert metrics.queued == 0
        assert metrics.capacity == options.get("queue", 4096)
        assert metrics.submitted == metrics.answered
        assert 0 < metrics.groups <= metrics.answered
        assert 0 < metrics.latencies[0] <= metrics.latencies[1]
        if not options:
            assert (metrics.answered, metrics.cached) == (COUNT, 2 * COUNT)


def test_coroutines(batch):
    hashes, signatures, addresses, items = batch

    async def all_of(pool):
        senders = (pool.recover(*pair) for pair in zip(hashes, signatures))
        found = await asyncio.gather(*senders, return_exceptions=True)
        for i, one in enumerate(found):
            assert one == addresses[i] if items[i] == Item.OK else isinstance(one, vorpal.InputError)
        task = asyncio.create_task(waiting.recover(hashes[0], signatures[0]))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        task = asyncio.create_task(waiting.recover(hashes[0], signatures[0]))
        await asyncio.sleep(0.02)
        waiting.close()
        with pytest.raises(vorpal.CancelledError, match="closed"):
            await task

    # A pool that is full at once, and one whose group never begins.
    with SenderPool(queue=3, group=3, wait=1e-4) as pool, SenderPool(wait=1e9, group=4, queue=4) as waiting:
        asyncio.run(all_of(pool))


def test_nothing_poisons_the_cache(batch):
    hashes, signatures, addresses, _ = batch
    others = [(hashes[0], signatures[1]), (hashes[1], signatures[0])]
    for at in (0, 31, 32, 63, 64):
        other = bytearray(signatures[0])
        other[at] ^= 1
        others.append((hashes[0], bytes(other)))
    _, alone, items = recover_batch([one[0] for one in others], [one[1] for one in others], keys=False, addresses=True)
    with SenderPool(group=1) as pool:
        for _ in range(2):
            for (hash, signature), address, item in zip(others, alone, items):
                future = pool.submit(hash, signature)
                assert (future.exception(60) is None) == (item == Item.OK)
                if item == Item.OK:
                    assert future.result() == address.tobytes() != addresses[0]
            check(batch, pool.submit(hashes[0], signatures[0]), 0)
        assert pool.metrics().cached == len(others) + 1


def test_cancelled_futures(batch):
    hashes, signatures, _, _ = batch
    with SenderPool(wait=1e9, group=4, queue=4) as pool:
        futures = [pool.submit(hashes[i], signatures[i]) for i in range(3)]
        with pytest.raises(Late):
            futures[0].result(0.02)
        assert futures[1].cancel()
        with pytest.raises(CancelledError):
            futures[1].result()
        futures.append(pool.submit(hashes[4], signatures[4]))
        for future, i in zip(futures, (0, 1, 2, 4)):
            if i != 1:
                check(batch, future, i)
        assert (pool.metrics().cancelled, pool.metrics().answered) == (1, 3)
        assert not futures[0].cancel()


def test_a_full_pool(batch):
    """It refuses, or waits without the GIL. An interrupt ends waiting."""
    hashes, signatures, _, _ = batch
    hash, signature = hashes[6], signatures[6]
    with SenderPool(wait=1e9, group=4, queue=4, cache=0) as pool:
        begun, stop, raw = threading.Event(), threading.Event(), []
        first = pool.submit(hash, signature)
        first.add_done_callback(lambda _: (begun.set(), stop.wait(60)))
        futures = [pool.submit(hash, signature) for _ in range(3)]
        # The thread of the pool takes nothing from now on, so the pool becomes full and remains so.
        assert begun.wait(60)
        while pool.try_submit(hash, signature) is not None:
            pass
        assert pool.metrics().refused > 0
        with pytest.raises(KeyboardInterrupt):
            threading.Timer(0.05, _thread.interrupt_main).start()
            pool.submit(hash, signature)
        # The second waits for ever in one call: this thread could not run if the call had the GIL.
        threads = [
            threading.Thread(target=lambda: futures.append(pool.submit(hash, signature))),
            threading.Thread(target=lambda: raw.append(pool._senders.submit(1 << 40, hash, signature, 1e9))),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(0.05)
            assert thread.is_alive()
        stop.set()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        assert raw == [True]
        assert first.result(60) == futures[0].result(60) == recover(hash, signature).address()


def fail(kind):
    raise kind("planted")


def test_a_callback_that_fails_ends_nothing(batch, caplog):
    hashes, signatures, _, _ = batch
    with SenderPool(wait=0.05, group=4) as pool:
        futures = [pool.submit(hashes[i], signatures[i]) for i in range(3)]
        for future, kind in zip(futures, (SystemExit, asyncio.CancelledError, ValueError)):
            future.add_done_callback(lambda _, kind=kind: fail(kind))
        for i, future in enumerate(futures):
            check(batch, future, i)
        check(batch, pool.submit(hashes[4], signatures[4]), 4)
    assert caplog.text.count(": planted") == 3


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_end_of_the_thread_closes_the_pool(batch):
    """An exception that another thread raises in the thread of the pool: no future waits for ever."""
    hashes, signatures, _, _ = batch
    before = set(threading.enumerate())
    with SenderPool(wait=1e9, group=4, queue=4) as pool:
        futures = [pool.submit(hashes[i], signatures[i]) for i in range(3)]
        [thread] = [one for one in threading.enumerate() if one not in before and one.name == "vorpal-senders"]
        raised = ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(SystemExit))
        assert raised == 1
        # The group is complete, the thread gets the results, and ends.
        futures.append(pool.submit(hashes[3], signatures[3]))
        for future in futures:
            with pytest.raises(vorpal.CancelledError, match="closed"):
                future.result(timeout=60)
        thread.join(60)
        assert not thread.is_alive()
        with pytest.raises(vorpal.CancelledError, match="closed"):
            pool.submit(hashes[4], signatures[4])


def test_closing_during_use(batch):
    hashes, signatures, _, _ = batch
    for round_ in range(10):
        pool = SenderPool(wait=5e-5, group=3, threads=2, queue=16, cache=4)
        submitted, failures = [0], []

        def work(number, pool=pool, submitted=submitted, failures=failures):
            futures = []
            try:
                with pytest.raises(vorpal.CancelledError, match="closed"):
                    while True:
                        i = (number + len(futures)) % COUNT
                        futures.append((i, pool.submit(hashes[i], signatures[i])))
                        submitted[0] += 1
                for i, future in futures:
                    try:
                        check(batch, future, i)
                    except vorpal.CancelledError as error:
                        assert "closed" in str(error)
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        while submitted[0] < 50 + 10 * round_:
            time.sleep(0.001)
        pool.close()
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        assert failures == []
        pool.close()


def senders_threads():
    return sum(thread.name == "vorpal-senders" for thread in threading.enumerate())


def test_unreachable_pools(batch):
    hashes, signatures, _, _ = batch
    before = senders_threads()
    futures = [SenderPool(wait=0.1).submit(hashes[i], signatures[i]) for i in range(8)]
    gc.collect()
    for i, future in enumerate(futures):
        check(batch, future, i)
    del futures, future
    for _ in range(500):
        gc.collect()
        if senders_threads() <= before:
            break
        time.sleep(0.01)
    assert senders_threads() <= before


def test_the_interpreter_ends_with_an_open_pool():
    code = (
        "from vorpal.secp256k1 import SenderPool\n"
        "pool = SenderPool(wait=1e9)\n"
        "future = pool.submit(bytes(32), bytes(65))\n"
        "print('end')"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert (result.stdout, result.stderr) == ("end\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
def test_a_forked_child(batch):
    hashes, signatures, _, _ = batch
    with SenderPool(wait=1e9) as pool:
        future = pool.submit(hashes[0], signatures[0])
        child = os.fork()
        if child == 0:
            code = 1
            try:
                for call in (
                    lambda: pool.submit(hashes[0], signatures[0]),
                    lambda: pool.recover_block(hashes, signatures),
                    pool.metrics,
                ):
                    with pytest.raises(vorpal.NotPossibleError, match="forked"):
                        call()
                assert future.cancel()
                pool.close()
                with SenderPool() as own:
                    check(batch, own.submit(hashes[0], signatures[0]), 0)
                code = 0
            finally:
                os._exit(code)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_long_blocks(batch):
    """The parts between checks for interrupts are one block."""
    hashes, signatures, addresses, items = batch
    many = (1 << 16) - 4
    with SenderPool(cache=0) as pool:
        block = pool.recover_block(bytes(32 * many) + b"".join(hashes), bytes(65 * many) + b"".join(signatures))
    assert (block.items[:many] == Item.SIGNATURE).all() and not block.addresses[:many].any()
    assert block.items[many:].tolist() == items
    assert block.addresses[many:].tobytes() == b"".join(addresses)


def test_misuse():
    for options, text in (
        ({"group": 0}, "`group`"),
        ({"group": 65}, "`group`"),
        ({"threads": 1025}, "`threads`"),
        ({"queue": 15}, "`queue`"),
        ({"wait": -1}, "wait: "),
        ({"wait": float("nan")}, "wait: "),
        ({"cache": -1}, "cache: -1"),
    ):
        with pytest.raises(vorpal.ArgumentError, match=text):
            SenderPool(**options)
    with SenderPool() as pool:
        with pytest.raises(vorpal.ArgumentError, match="hash: 31 bytes"):
            pool.submit(bytes(31), bytes(65))
        with pytest.raises(vorpal.ArgumentError, match="signature: 64 bytes"):
            pool.try_submit(bytes(32), bytes(64))
        with pytest.raises(TypeError, match="hash"):
            pool.submit(None, bytes(65))
        with pytest.raises(vorpal.ArgumentError, match="signatures: 1 rows; hashes has 2"):
            pool.recover_block(bytes(64), bytes(65))
        assert [part.shape for part in pool.recover_block(b"", b"")] == [(0, 20), (0,)]
        assert pool.metrics(50).latencies == [None]
        assert pool.metrics().submitted == 0
        assert pool._waiting == {}
    with pytest.raises(vorpal.CancelledError, match="closed"):
        pool.submit(bytes(32), bytes(65))


# The key of RFC 6979, A.2.5, its signature of the hash of "sample", and its addresses without a prefix and with 1.
P256_KEY = bytes.fromhex(
    "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
)
P256_HASH = bytes.fromhex("af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf")
P256_SIGNATURE = bytes.fromhex(
    "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda800"
)
P256_ADDRESSES = {
    b"": bytes.fromhex("db1cf7c2c5375aea1b363bd4a67803c7f704051b"),
    b"\1": bytes.fromhex("dd298b060a259e7e83d430fc9cd02c6b068d548d"),
}


def entry(claim, **changes):
    """A valid entry of a list, as claim, hash, signature, key, address, with changes."""
    if claim in (Claim.P256, Claim.P256_SIGNER):
        parts = {"hash": P256_HASH, "signature": P256_SIGNATURE, "key": P256_KEY, "address": P256_ADDRESSES[b"\1"]}
    else:
        key, hash = SecretKey(b"\5" * 32), b"\6" * 32
        public = key.public_key()
        parts = {
            "hash": hash,
            "signature": key.sign(hash),
            "key": public.to_bytes(compressed=False),
            "address": public.address(),
        }
    for name, (at, value) in changes.items():
        part = bytearray(parts[name])
        part[at : at + len(value)] = value
        parts[name] = bytes(part)
    return (claim, *parts.values())


ORDER = 0xFFFFFFFF_FFFFFFFF_FFFFFFFF_FFFFFFFE_BAAEDCE6_AF48A03B_BFD25E8C_D0364141


def mixed():
    """Entries with changes, and what is expected of them."""
    for claim in Claim:
        recovered, addressed = claim == Claim.SECP256K1_SIGNER, claim in (Claim.SECP256K1_SIGNER, Claim.P256_SIGNER)
        v = entry(claim)[2][64]
        for item, changes in (
            (Item.OK, {}),
            (Item.INVALID, {"hash": (0, b"\xee")}),
            (Item.SIGNATURE, {"signature": (0, bytes(32))}),
            (Item.SIGNATURE, {"signature": (32, b"\xff" * 32)}),
            (Item.OK if recovered else Item.KEY, {"key": (60, b"12345")}),
            (Item.INVALID if addressed else Item.OK, {"address": (0, b"12")}),
            (Item.RECOVERY_ID if recovered else Item.OK, {"signature": (64, b"\x09")}),
            (Item.INVALID if recovered else Item.OK, {"signature": (64, bytes([v ^ 1]))}),
            (Item.OK, {"signature": (64, bytes([v + 27]))}),
            # Identifiers of points with a larger x, and what is none.
            *((Item.INVALID if recovered else Item.OK, {"signature": (64, bytes([w]))}) for w in (2, 3, 29, 30)),
            *((Item.RECOVERY_ID if recovered else Item.OK, {"signature": (64, bytes([w]))}) for w in (4, 26, 31, 255)),
        ):
            yield item, entry(claim, **changes)
    # The other half of s, which only a signer may not use; each key on the other curve.
    for claim, item in ((Claim.SECP256K1, Item.OK), (Claim.SECP256K1_SIGNER, Item.INVALID)):
        signature = entry(claim)[2]
        high = (ORDER - int.from_bytes(signature[32:64], "big")).to_bytes(32, "big")
        yield item, entry(claim, signature=(32, high + bytes([signature[64] ^ 1])))
    yield Item.KEY, (Claim.P256, *entry(Claim.SECP256K1)[1:])
    yield Item.KEY, (Claim.SECP256K1, *entry(Claim.P256)[1:])


def test_mixed_lists():
    expected, entries = map(list, zip(*mixed()))
    claims, *rest = map(list, zip(*entries))
    assert verify_mixed_batch(claims, *rest, prefix=b"\1").tolist() == expected
    numbers = np.array(claims, np.uint8)
    assert verify_mixed_batch(numbers, *rest, prefix=b"\1", threads=1).tolist() == expected
    for one, item in zip(entries, expected):
        assert verify_mixed_batch(bytes([one[0]]), *one[1:], prefix=b"\1").tolist() == [item]
    without = verify_mixed_batch(numbers, *rest)
    signer = (numbers == Claim.P256_SIGNER) & (np.array(expected) == Item.OK)
    assert without.tolist() == np.where(signer, Item.INVALID, expected).tolist()
    one = entry(Claim.P256_SIGNER)
    assert verify_mixed_batch(b"\3", *one[1:4], P256_ADDRESSES[b""]).tolist() == [Item.OK]


def test_long_mixed_lists():
    """The parts between checks for interrupts are one list, also without columns that no claim uses."""
    many = (1 << 16) - 1
    _, hash, signature, key, address = entry(Claim.SECP256K1_SIGNER)
    columns = [bytes(32 * many) + 2 * hash, bytes(65 * many) + 2 * signature]
    for claim, rest in (
        (Claim.SECP256K1_SIGNER, (None, bytes(20 * many) + 2 * address)),
        (Claim.SECP256K1, (bytes(65 * many) + 2 * key, None)),
    ):
        items = verify_mixed_batch(bytes([claim]) * (many + 2), *columns, *rest)
        assert (items[:many] == Item.SIGNATURE).all() and items[many:].tolist() == [Item.OK, Item.OK]


def test_misuse_of_mixed_lists():
    assert verify_mixed_batch(b"", b"", b"", b"", b"").tolist() == []
    assert verify_mixed_batch([], [], [], None, None).tolist() == []
    one = entry(Claim.P256_SIGNER)
    two = [part * 2 for part in one[1:]]
    for claims, text in ((b"\0\4", "number 1 is 4;"), ([3, 300], "number 1 is 300;"), ([-1], "-1;")):
        with pytest.raises(vorpal.ArgumentError, match=f"^claims: {text} 0 to "):
            verify_mixed_batch(claims, *two)
    with pytest.raises(TypeError, match="claims: an array of uint8 is expected, not of int64"):
        verify_mixed_batch(np.array([3, 3], np.int64), *two)
    for i, name in enumerate(("hashes", "signatures", "keys", "addresses")):
        with pytest.raises(vorpal.ArgumentError, match=f"^{name}: 1 rows; .* has 2$"):
            verify_mixed_batch(b"\3\3", *two[:i], one[1 + i], *two[i + 1 :])
        with pytest.raises(vorpal.ArgumentError, match=f"^{name}: .* bytes are no multiple of"):
            verify_mixed_batch(b"\3\3", *two[:i], two[i][1:], *two[i + 1 :])
    for columns, text in (
        ((None, two[3]), "keys: None, but claim 1"),
        ((two[2], None), "addresses: None, but claim 0"),
    ):
        with pytest.raises(vorpal.ArgumentError, match=f"^{text} uses them$"):
            verify_mixed_batch([Claim.SECP256K1_SIGNER, Claim.P256], *two[:2], *columns)
    with pytest.raises(TypeError, match="prefix"):
        verify_mixed_batch(b"\3\3", *two, prefix="1")


def test_names():
    assert [claim.value for claim in Claim] == [0, 1, 2, 3]
    assert {"Claim", "SenderPool", "verify_mixed_batch"} <= set(secp256k1.__all__)
