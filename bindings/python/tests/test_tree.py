"""Trees and witnesses."""

import hashlib
import pickle

import numpy as np
import pytest

import vorpal
from vorpal import tree as trees
from vorpal.tree import Position, Tree, Witness

EMPTY = bytes(32)


def entries(count, seed=1):
    random = np.random.default_rng(seed)
    return rows(random.bytes(32 * count)), rows(random.bytes(32 * count))


def rows(data):
    return np.frombuffer(data, np.uint8).reshape(-1, 32)


@pytest.fixture(params=["memory", "disk"])
def tree(request, tmp_path):
    with Tree() if request.param == "memory" else Tree.open(tmp_path / "tree", "create") as tree:
        yield tree


def test_writes_and_history(tree, committer):
    keys, values = entries(300)
    assert tree.root == EMPTY and tree.blocks == 0 and tree.label == ""
    tree.update(keys, values)
    found, present = tree.get(keys)
    assert present.all() and present.dtype == np.bool_ and (found == values).all() and tree.root == EMPTY
    next_root = tree.next_root(committer)
    assert tree.commit(committer, "first", threads=1) == next_root == tree.root == tree.head.root
    assert (tree.blocks, tree.label, tree.head.blocks, tree.head.label) == (1, "first", 1, "first")
    tree.remove(keys[:100])
    tree.update(list(map(bytes, keys[200:])), values[:100])
    second = tree.commit(committer)
    found, present = tree.get(keys)
    assert not present[:100].any() and not found[:100].any() and (found[200:] == values[:100]).all()
    old, was_present = tree.get_at(1, keys)
    assert was_present.all() and (old == values).all()
    assert tree.root_at(1) == next_root and tree.root_at(0) == EMPTY and tree.root_at(2) == second
    assert tree.check(committer) > 200
    tree.update(keys[:1], values[:1])
    tree.discard()
    assert tree.next_root(committer) == second
    with pytest.raises(vorpal.ArgumentError, match="3 blocks"):
        tree.rollback(3)
    tree.rollback(1)
    assert tree.root == next_root and tree.get(keys)[1].all()
    with pytest.raises(vorpal.ArgumentError, match="after block 2"):
        tree.root_at(2)
    with pytest.raises(vorpal.ArgumentError, match="after block 9"):
        tree.get_at(9, keys)


def test_apply(tree, committer):
    keys, values = entries(50)
    with pytest.raises(vorpal.RefusedError, match="expected") as refused:
        tree.apply(committer, keys, values, expected=bytes(32), label="one")
    assert tree.root == EMPTY and not tree.get(keys)[1].any()
    root = tree.apply(committer, keys, values, expected=refused.value.root, label="one")
    assert root == refused.value.root == tree.root and tree.label == "one"
    assert tree.apply(committer, keys[:1], values[1:2]) == tree.root != root
    tree.update(keys, values)
    with pytest.raises(vorpal.ArgumentError, match="uncommitted"):
        tree.apply(committer, keys, values)


def test_root_does_not_depend_on_the_order(committer):
    keys, values = entries(120)
    one, other = Tree(), Tree()
    one.apply(committer, keys, values)
    for part in (slice(60, 120), slice(0, 60)):
        other.update(keys[part], values[part])
    assert other.commit(committer) == one.root


def test_disk(committer, tmp_path):
    keys, values = entries(80)
    folder = tmp_path / "tree"
    with pytest.raises(vorpal.StoreError):
        Tree.open(folder)
    with Tree.open(folder, "open_or_create", window=2, cache=1 << 20) as tree:
        root = tree.apply(committer, keys, values, label="block 1")
        with pytest.raises(vorpal.StoreError, match="locked"):
            Tree.open(folder, wait=0.01)
    with pytest.raises(vorpal.StoreError):
        Tree.open(folder, "create")
    with Tree.open(str(folder), check=False) as tree:
        assert tree.root == root and tree.label == "block 1" and (tree.get(keys)[0] == values).all()
        tree.update(keys[:1], values[1:2])
    with Tree.open(folder) as tree:
        assert tree.root == root
    file = next(path for path in folder.iterdir() if path.is_file() and path.stat().st_size > 4096)
    data = bytearray(file.read_bytes())
    data[: len(data) // 2] = bytes(len(data) // 2)
    file.write_bytes(data)
    with pytest.raises(vorpal.StoreError):
        Tree.open(folder)


@pytest.mark.parametrize(
    ("keywords", "text"),
    [({"mode": "new"}, 'mode: "new"'), ({"wait": -1.0}, "wait"), ({"wait": float("nan")}, "wait")],
)
def test_wrong_options(tmp_path, keywords, text):
    with pytest.raises(vorpal.ArgumentError, match=text):
        Tree.open(tmp_path, **keywords)


def test_closed_trees(tree, committer):
    keys, values = entries(1)
    tree.close()
    tree.close()
    for call in (
        lambda: tree.root,
        lambda: tree.head,
        lambda: tree.get(keys),
        lambda: tree.update(keys, values),
        lambda: tree.commit(committer),
        lambda: tree.apply(committer, keys, values),
        lambda: tree.prove(committer, keys),
        lambda: tree.rollback(1),
        lambda: tree.discard(),
    ):
        with pytest.raises(vorpal.StoreError, match="the tree is closed"):
            call()


def test_wrong_values(committer):
    keys, values = entries(3)
    tree = Tree()
    for call, kind, text in [
        (lambda: tree.update(keys, values[:2]), vorpal.ArgumentError, "values: 2 rows; keys has 3"),
        (lambda: tree.update(keys[:, :31].copy(), values), vorpal.ArgumentError, "keys: shape"),
        (lambda: tree.get(1), TypeError, "keys: "),
        (lambda: tree.commit(committer, "a\nb"), vorpal.ArgumentError, "label"),
        (lambda: tree.commit("committer"), TypeError, "committer"),
        (lambda: tree.apply(committer, keys, values, expected=b"1"), vorpal.ArgumentError, "expected: 1 bytes"),
        (lambda: tree.prove(committer, b""), vorpal.ArgumentError, "at least one key"),
        (lambda: tree.prove(committer, keys, version="new"), vorpal.ArgumentError, 'version: "new"'),
    ]:
        with pytest.raises(kind, match=text):
            call()
    assert tree.root == EMPTY and tree.next_root(committer) == EMPTY


@pytest.mark.parametrize("version", ["plain", "bound"])
def test_witnesses(committer, version):
    keys, values = entries(200)
    tree = Tree()
    root = tree.apply(committer, keys, values)
    absent, new = entries(5, seed=2)
    asked = np.concatenate([keys[:20], absent])
    witness = tree.prove(committer, asked, version=version)
    assert len(witness) == 25 and witness.version == version
    assert {bytes(key) for key in witness.keys()} == {bytes(key) for key in asked}
    again = Witness.from_bytes(witness.to_bytes())
    assert again == witness == pickle.loads(pickle.dumps(witness))
    text = witness.to_json()
    for given in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
        assert Witness.from_json(given) == witness
    partial = again.verify(committer, root, version=version)
    found, present = partial.get(keys[:20])
    assert (found == values[:20]).all() and present.all()
    if version == "bound":
        assert partial.unbound == 0 and partial.get(asked)[1].tolist() == [True] * 20 + [False] * 5
    with pytest.raises(vorpal.InputError, match="keys: number 1: the witness does not"):
        partial.get(np.stack([keys[0], keys[150]]))
    writes = witness.with_writes(asked, np.concatenate([values[100:120], new]))
    after = partial.root_after(committer, writes)
    tree.update(asked, np.concatenate([values[100:120], new]))
    assert tree.commit(committer) == after != root
    with pytest.raises(vorpal.InputError, match="keys: "):
        witness.with_writes(keys[150:151], values[:1])
    with pytest.raises(vorpal.RefusedError):
        witness.verify(committer, after)
    with pytest.raises(vorpal.InputError, match="root"):
        witness.verify(committer, b"\xff" * 32)
    data = witness.to_bytes()
    for wrong in (b"", data[:-1], data[:100], data + b"\0"):
        with pytest.raises(vorpal.InputError, match="encoded: "):
            Witness.from_bytes(wrong)
    for wrong in ("", "{}", witness.to_json()[:-3], "[1]", b"\xff", text.encode() + b"\xff", "\udc80"):
        with pytest.raises(vorpal.InputError, match="text: "):
            Witness.from_json(wrong)


def test_what_an_untrusted_witness_does_not_prove(committer):
    """A plain witness with branches that are not proved to be branches is refused, unless its reader says otherwise."""
    keys, values = entries(600)
    tree = Tree()
    root = tree.apply(committer, keys, values)
    assert tree.prove(committer, keys[:1]).version == "bound"
    # 600 stems fill the second level: a key with two of their first bytes is absent below a branch.
    first = {bytes(key[:1]) for key in keys}
    shared = next(key for key in keys if sum(bytes(other[:1]) == bytes(key[:1]) for other in keys) > 1)
    absent = np.concatenate([shared[:1], ~shared[1:2], shared[2:]]).reshape(1, 32)
    assert not tree.get(absent)[1].any() and bytes(absent[0, :1]) in first
    plain = Witness.from_bytes(tree.prove(committer, absent, version="plain").to_bytes())
    with pytest.raises(vorpal.RefusedError, match="branch"):
        plain.verify(committer, root)
    with pytest.raises(vorpal.ArgumentError, match='version: "any"'):
        plain.verify(committer, root, version="any")
    partial = plain.verify(committer, root, version="plain")
    assert partial.unbound > 0
    with pytest.raises(vorpal.RefusedError, match="keys: number 0: "):
        partial.get(absent)
    bound = tree.prove(committer, absent).verify(committer, root)
    assert bound.unbound == 0 and not bound.get(absent)[1].any()


def test_uncommitted_writes_have_no_witness(committer):
    keys, values = entries(2)
    tree = Tree()
    tree.update(keys, values)
    with pytest.raises(vorpal.ArgumentError, match="uncommitted"):
        tree.prove(committer, keys)


def test_basic_data():
    value = trees.basic_data(5, 2**127 + 3, 70_000)
    assert value == bytes(5) + (70_000).to_bytes(3, "big") + (5).to_bytes(8, "big") + (2**127 + 3).to_bytes(16, "big")
    assert trees.basic_data(0, 0) == bytes(32)
    for wrong, name in [
        ((2**64, 0), "nonce"),
        ((0, -1), "balance"),
        ((0, 2**128), "balance"),
        ((0, 0, 2**24), "code_size"),
    ]:
        with pytest.raises(vorpal.ArgumentError, match=name):
            trees.basic_data(*wrong)
    with pytest.raises(TypeError):
        trees.basic_data("1", 0)


def test_code_chunks():
    code = bytes([0x62, 1, 2, 3]) + bytes(26) + bytes([0x7F]) + b"\5" * 40
    chunks = trees.code_chunks(code)
    assert chunks.shape == ((len(code) + 30) // 31, 32)
    assert chunks[:, 1:].tobytes().rstrip(b"\0") == code and chunks[:, 0].tolist() == [0, 31, 1]
    assert trees.code_chunks(b"").shape == (0, 32)


def test_keys(committer):
    address = hashlib.sha256(b"address").digest()[:20]
    chunk, slot = (200).to_bytes(32, "big"), (7).to_bytes(32, "big")
    positions = np.array([Position.BASIC_DATA, Position.CODE_HASH, Position.CODE_CHUNK, Position.STORAGE], np.uint8)
    keys = trees.keys(committer, [address] * 4, positions, [bytes(32), bytes(32), chunk, slot])
    assert (keys[0, :31] == keys[1, :31]).all() and (keys[0, :31] == keys[3, :31]).all()
    assert keys[:, 31].tolist() == [0, 1, (128 + 200) % 256, 64 + 7] and (keys[2, :31] != keys[0, :31]).any()
    np.testing.assert_array_equal(trees.keys(committer, address * 2, positions[:2]), keys[:2])
    for call, text in [
        (lambda: trees.keys(committer, [address], np.array([4], np.uint8)), "positions: number 0 is 4"),
        (lambda: trees.keys(committer, [address], positions), "positions: 4 numbers; addresses has 1"),
        (lambda: trees.keys(committer, [address], positions[2:3], [b"\1" + bytes(31)]), "arguments: number 0"),
        (lambda: trees.keys(committer, [address], positions[:1], bytes(64)), "arguments: 2 rows; addresses has 1"),
    ]:
        with pytest.raises(vorpal.Error, match=text):
            call()
