"""BLS signatures in batches: sets that name what is wrong, batches, tables of keys, committees, rounds of drand."""

import contextlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import vorpal
from vorpal.bls import Batch, Committee, DrandChain, KeyTable, SecretKey, Suite

POP = Suite("possession")
INFINITY = b"\xc0" + bytes(95)


def key(number):
    return SecretKey(number.to_bytes(32, "big"))


class Sets:
    """Sets of one, two and three keys, in turn; every third one has the message of the one before."""

    def __init__(self, count, keys="G1"):
        self.suite, self.count = Suite("possession", keys=keys), count
        numbers = [[1 + i + j for j in range(1 + i % 3)] for i in range(count)]
        self.messages = [b"message %d" % (i - (i % 3 == 1)) for i in range(count)]
        self.signatures = [key(sum(own)).sign(self.suite, message) for own, message in zip(numbers, self.messages)]
        self.all_keys = [key(i).public_key(self.suite) for i in range(1, count + 4)]
        self.indices = np.array([number - 1 for own in numbers for number in own], np.uint32)
        self.offsets = np.cumsum([0, *map(len, numbers)], dtype=np.uint64)
        self.keys = np.frombuffer(b"".join(self.all_keys), np.uint8).reshape(count + 3, -1)[self.indices].copy()

    def verify(self, signatures=None, keys=None, **options):
        given = (self.signatures if signatures is None else signatures, self.messages)
        return self.suite.verify_sets(*given, self.keys if keys is None else keys, key_offsets=self.offsets, **options)


@pytest.fixture(scope="module", params=["G1", "G2"])
def sets(request):
    return Sets(30, request.param)


def wrong(valid):
    return np.flatnonzero(~valid).tolist()


def test_sets_name_what_is_wrong(sets):
    assert sets.verify().all() and sets.verify().dtype == np.bool_ and sets.verify(threads=2).shape == (30,)
    for bad in ([0], [29], [3, 4], [1, 15, 16, 28]):
        signatures = list(sets.signatures)
        for i in bad:
            signatures[i] = sets.signatures[(i + 3) % 30]
        assert wrong(sets.verify(signatures)) == bad
    # Bytes that are no signature, infinity, and a key that is malformed or infinity: these sets alone.
    signatures, keys = list(sets.signatures), sets.keys.copy()
    width = len(signatures[0])
    signatures[2], signatures[7] = b"\xff" * width, INFINITY[:width]
    keys[sets.offsets[11]] = 0
    keys[sets.offsets[17] + 1] = np.frombuffer((b"\xc0" + bytes(95))[: keys.shape[1]], np.uint8)
    assert wrong(sets.verify(signatures, keys)) == [2, 7, 11, 17]


def test_sets_whose_signatures_cancel(sets):
    """Two faults of one message that would cancel under equal weights."""
    other = sets.suite.aggregate([sets.signatures[0], key(9).sign(sets.suite, sets.messages[0])])
    minus = bytes([(negative := key(9).sign(sets.suite, sets.messages[0]))[0] ^ 0x20]) + negative[1:]
    signatures = [other, sets.suite.aggregate([sets.signatures[1], minus]), *sets.signatures[2:]]
    assert sets.messages[0] == sets.messages[1] and wrong(sets.verify(signatures)) == [0, 1]


def test_keys_that_cancel():
    public = key(5).public_key(POP)
    opposite = bytes([public[0] ^ 0x20]) + public[1:]
    pair, offsets = [public, opposite], np.array([0, 2], np.uint64)
    assert not POP.verify_sets([INFINITY], [b"m"], pair, key_offsets=offsets).any()
    with pytest.raises(vorpal.InputError, match="keys: the sum of the public keys is the point at infinity"):
        POP.aggregate_keys(pair)


def test_messages_in_every_form():
    messages = np.random.default_rng(1).integers(256, size=(4, 32), dtype=np.uint8)
    keys = [key(i).public_key(POP) for i in range(1, 5)]
    signatures = [key(i).sign(POP, message) for i, message in enumerate(messages, 1)]
    flat, offsets = messages.tobytes(), np.arange(0, 129, 32).astype(np.uint64)
    for given, options in [
        (messages, {}),
        (flat, {}),
        (list(map(bytes, messages)), {}),
        (flat, {"message_offsets": offsets}),
    ]:
        assert POP.verify_sets(signatures, given, keys, **options).all()
    assert POP.verify_sets([], [], []).shape == (0,)
    uneven = np.array([0, 1, 1, 1, 128], np.uint64)
    assert wrong(POP.verify_sets(signatures, flat, keys, message_offsets=uneven)) == [0, 1, 2, 3]


def test_wrong_sets():
    public, signature, numbers = key(5).public_key(POP), key(5).sign(POP, b"m"), np.array([0, 1, 1], np.uint64)
    for call, kind, text in [
        (lambda: POP.verify_sets([signature], [b"m"], []), vorpal.ArgumentError, "keys: 0 of them for 1 signatures"),
        (lambda: POP.verify_sets([signature], [], [public]), vorpal.ArgumentError, "messages: 0 of them; 1 are"),
        (
            lambda: POP.verify_sets([public], [b"m"], [public]),
            vorpal.ArgumentError,
            "signatures: number 0 has 48 bytes",
        ),
        (
            lambda: POP.verify_sets([signature], [b"m"], [public], key_offsets=numbers),
            vorpal.ArgumentError,
            "key_offsets: 3 numbers; 2 are expected",
        ),
        (
            lambda: POP.verify_sets([signature] * 2, [b"m"] * 2, [], key_offsets=numbers),
            vorpal.ArgumentError,
            "key_offsets: number 2 is 1; keys has the length 0",
        ),
        (
            lambda: POP.verify_sets([signature] * 2, b"m", [public] * 2, message_offsets=numbers[::-1].copy()),
            vorpal.ArgumentError,
            "message_offsets: number 2 is below number 1",
        ),
        (lambda: POP.verify_sets([signature], [7], [public]), TypeError, "messages: number 0"),
        (lambda: POP.verify_sets([signature], [b"m"], [public], threads="2"), TypeError, "threads"),
    ]:
        with pytest.raises(kind, match=text):
            call()


def test_batches(sets):
    """Sets that arrive in parts, in two batches that are merged, in the order of arrival."""
    first, second = Batch(sets.suite), Batch(sets.suite)
    signatures = list(sets.signatures)
    signatures[4], signatures[20] = signatures[1], b"\xff" * len(signatures[0])

    def add(batch, start, end):
        offsets = sets.offsets[start : end + 1]
        keys = sets.keys[offsets[0] : offsets[-1]]
        batch.add(signatures[start:end], sets.messages[start:end], keys, key_offsets=offsets - offsets[0])

    add(first, 0, 3)
    add(first, 3, 7)
    add(second, 7, 21)
    first.merge(second, threads=2)
    add(first, 21, 30)
    assert len(first) == 30 and len(second) == 0 and "30 sets" in repr(first)
    assert wrong(first.finish()) == [4, 20] == wrong(sets.verify(signatures))
    for call in (first.finish, second.finish, lambda: add(second, 0, 1), lambda: first.merge(Batch(sets.suite))):
        with pytest.raises(vorpal.NotPossibleError, match="the batch is finished"):
            call()
    batch = Batch(sets.suite)
    for other in (batch, Batch(Suite("possession", tag=b"another", keys=sets.suite.keys)), Batch(Suite("basic"))):
        with pytest.raises(vorpal.ArgumentError, match="other: another batch of an equal suite"):
            batch.merge(other)
    assert Batch(POP).finish().shape == (0,)


def test_a_refused_merge_leaves_the_other_batch():
    done, batch = Batch(POP), Batch(POP)
    done.finish()
    batch.add([key(5).sign(POP, b"m")], [b"m"], [key(5).public_key(POP)])
    with pytest.raises(vorpal.NotPossibleError):
        done.merge(batch)
    assert batch.finish().tolist() == [True]


def test_batches_of_several_threads():
    """Threads add to one batch, and merge two batches with each other: nobody waits for ever, and nothing is lost."""
    public, total = key(5).public_key(POP), Batch(POP)
    pair = [Batch(POP), Batch(POP)]
    for batch in pair:
        batch.add([key(5).sign(POP, b"m")], [b"m"], [public])

    def work(number):
        message = b"%d" % number
        total.add([key(5 if number % 7 else 6).sign(POP, message)], [message], [public])
        with contextlib.suppress(vorpal.NotPossibleError):
            pair[number % 2].merge(pair[1 - number % 2])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(28)))
    valid = total.finish()
    assert valid.shape == (28,) and valid.sum() == 24
    found = []
    for batch in pair:
        with contextlib.suppress(vorpal.NotPossibleError):
            found += batch.finish().tolist()
    assert found == [True, True]


def test_tables(sets, tmp_path):
    table = KeyTable(sets.suite.keys)
    assert table.append(sets.all_keys[:10]) == range(10) and table.append(sets.all_keys[10:]) == range(10, 33)
    assert table.append([]) == range(33, 33) and (len(table), table.keys) == (33, sets.suite.keys)
    assert repr(table) == f"<KeyTable: 33 keys in {table.keys}>"
    assert table.get(7) == sets.all_keys[7]
    assert table.sum([0, 2]) == table.sum(np.array([2, 0], np.uint64)) == sets.all_keys[3]
    sums = table.sums(sets.indices, sets.offsets)
    assert [bytes(row) for row in sums[:3]] == [key(n).public_key(sets.suite) for n in (1, 5, 12)]
    arguments = (sets.suite, sets.signatures, sets.messages)
    assert table.verify_sets(*arguments, sets.indices, key_offsets=sets.offsets, threads=2).all()
    indices = sets.indices.astype(np.uint64)
    indices[sets.offsets[6]], indices[sets.offsets[8]] = 33, 2**40
    assert wrong(table.verify_sets(*arguments, indices.tolist(), key_offsets=sets.offsets)) == [6, 8]
    single = KeyTable(sets.suite.keys)
    single.append([key(sum(range(1 + i, 2 + i + i % 3))).public_key(sets.suite) for i in range(30)])
    assert single.verify_sets(*arguments, np.arange(30, dtype=np.uint32)).all()

    file = tmp_path / "keys"
    table.save(file)
    table.save(str(file))
    loaded = KeyTable.load(file, sets.suite.keys)
    assert len(loaded) == 33 and loaded.get(32) == sets.all_keys[32] and os.listdir(tmp_path) == ["keys"]
    other = "G2" if sets.suite.keys == "G1" else "G1"
    with pytest.raises(vorpal.StoreError, match=r"keys: keys of \d+ bytes where keys of"):
        KeyTable.load(file, other)
    damaged = bytearray(file.read_bytes())
    damaged[-1] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(vorpal.StoreError, match="keys: the hash at the end"):
        KeyTable.load(file, sets.suite.keys)
    with pytest.raises(vorpal.StoreError, match="none"):
        KeyTable.load(tmp_path / "none")
    with pytest.raises(vorpal.StoreError, match="missing"):
        table.save(tmp_path / "missing" / "keys")
    with pytest.raises(vorpal.ArgumentError, match=f"suite: keys in {other} instead of {sets.suite.keys}"):
        table.verify_sets(Suite("basic", keys=other), [], [], [])


def test_wrong_keys_and_indices():
    table, public = KeyTable(), key(5).public_key(POP)
    for call, kind, text in [
        (lambda: KeyTable("G3"), vorpal.ArgumentError, 'keys: "G3"; there are G1, G2'),
        (
            lambda: table.append([public, INFINITY[:48]]),
            vorpal.InputError,
            "keys: number 1: the public key is the point",
        ),
        (lambda: table.append(bytes(49)), vorpal.ArgumentError, "keys: 49 bytes are no multiple of 48"),
        (lambda: table.get(0), vorpal.ArgumentError, "index: the table has 0 keys, none with the index 0"),
        (lambda: table.sum([]), vorpal.ArgumentError, "indices: nothing to aggregate"),
        (lambda: table.sum([3]), vorpal.ArgumentError, "indices: the table has 0 keys, none with the index 3"),
        (lambda: table.sum([1.5]), TypeError, "indices: number 0 of the list is no integer"),
        (lambda: table.sum(np.zeros(2, np.int8)), TypeError, "indices: an array of uint64 is expected"),
        (lambda: table.sums([1], np.array([0, 1], np.uint64)), vorpal.ArgumentError, "sums: number 0: the table has 0"),
        (lambda: table.sums([1], np.array([], np.uint64)), vorpal.ArgumentError, "offsets: 0 numbers; 1 are expected"),
    ]:
        with pytest.raises(kind, match=text):
            call()
    assert len(table) == 0


def test_a_table_grows_while_others_read():
    table, keys = KeyTable(), [key(i).public_key(POP) for i in range(1, 33)]
    table.append(keys)
    done = threading.Event()

    def read():
        while not done.is_set():
            assert table.sum(list(range(32))) == key(528).public_key(POP)
        return len(table)

    with ThreadPoolExecutor(4) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        for _ in range(20):
            table.append(keys)
        done.set()
        assert [reader.result() for reader in readers] == [672] * 3


def test_committees(sets):
    committee = Committee(sets.suite, sets.all_keys)
    assert len(committee) == 33 and repr(committee) == "<Committee: 33 members>"
    for absent in ([], [3], [0, 32], list(range(1, 33))):
        present = np.ones(33, np.bool_)
        present[absent] = False
        total = key(int(sum(np.flatnonzero(present) + 1)))
        signature = total.sign(sets.suite, b"root")
        assert committee.sum(present) == total.public_key(sets.suite)
        assert committee.verify(sets.suite, present, b"root", signature, threads=1)
        assert committee.verify(sets.suite, present.tolist(), b"root", signature)
        present[5] ^= True
        assert not committee.verify(sets.suite, present, b"root", signature)
    assert not committee.verify(sets.suite, [False] * 33, b"root", INFINITY[: len(signature)])
    for call, kind, text in [
        (lambda: committee.sum([True]), vorpal.ArgumentError, "present: 1 flags for 33 keys"),
        (lambda: committee.sum([False] * 33), vorpal.ArgumentError, "present: nothing to aggregate"),
        (lambda: committee.sum([1] * 33), TypeError, "present: number 0 of the list is no truth value"),
        (lambda: committee.sum(np.ones(33)), TypeError, "present: an array of bool is expected"),
        (
            lambda: committee.verify(sets.suite, [], b"", signature),
            vorpal.ArgumentError,
            "present: 0 truth values for 33",
        ),
        (lambda: Committee(sets.suite, [INFINITY[:96]]), vorpal.Error, "keys: number 0"),
    ]:
        with pytest.raises(kind, match=text):
            call()


DEFAULT = "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"
PREVIOUS = (
    "80d95247ddf1bb3acf5738497a5f10406be283144603f63d714bb1a44ff6b93285ae2697fffeb50c68862bd9fbecd4b2"
    "04b1798d2686b4ac5d573615031d9d67e6168bde9a7adf1161430a498ca701a25c216aee3e38ffd5290369034fa050a2"
)
SIGNATURE = (
    "945b08dcb30e24da281ccf14a646f0630ceec515af5c5895e18cc1b19edd65d156b71c776a369af3487f1bc6af106250"
    "0b059e01095cc0eedce91713977d7735cac675554edfa0d0481bb991ed93d333d08286192c05bf6b65d20f23a37fc7bb"
)
QUICKNET = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)


def test_published_rounds():
    """Round 1337 of drand's default chain, and round 657413 of quicknet."""
    chain = DrandChain(bytes.fromhex(DEFAULT), "pedersen-bls-chained")
    previous, signature = bytes.fromhex(PREVIOUS), bytes.fromhex(SIGNATURE)
    random = chain.verify(1337, signature, previous)
    assert random.hex() == "2660664f8d4bc401194d80d81da20a1e79480f65b8e2d205aecbd143b5bfb0d3"
    assert chain.verify(1338, signature, previous) is None and chain.verify(1337, signature) is None
    rounds = chain.verify_rounds([1337, 1338, 1337], [signature] * 3, [previous, previous, signature])
    assert rounds.tolist() == [True, False, False]
    quicknet = DrandChain(bytes.fromhex(QUICKNET), "bls-unchained-g1-rfc9380")
    signature = bytes.fromhex(
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b"
    )
    random = quicknet.verify(657413, signature)
    assert random.hex() == "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
    assert len(quicknet.message(657413)) == 32
    assert wrong(quicknet.verify_rounds(np.array([657413, 5], np.uint64), [signature] * 2, threads=1)) == [1]
    fastnet = DrandChain(bytes.fromhex(QUICKNET), "bls-unchained-on-g1")
    assert fastnet.verify(657413, signature) is None
    for call, text in [
        (lambda: DrandChain(bytes.fromhex(DEFAULT), "quicknet"), 'scheme: "quicknet"; there are pedersen-bls-chained'),
        (lambda: DrandChain(bytes.fromhex(DEFAULT), "bls-unchained-on-g1"), "key: 48 bytes instead of 96"),
        (lambda: quicknet.verify_rounds([1], [signature] * 2), "rounds: 1 numbers; signatures has 2"),
        (lambda: quicknet.verify(-1, signature), "round: -1; 0 to"),
    ]:
        with pytest.raises(vorpal.ArgumentError, match=text):
            call()
