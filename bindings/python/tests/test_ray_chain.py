"""Verification of chains on threads: real blocks, tampered roots, blocks and snapshots."""

import json
import shutil

import pytest

import vorpal
from chain import generate_chain
from vorpal.ray import verify_chain, write_snapshots
from vorpal.tree import Position, Tree

WRONG = "0x" + "11" * 32


def write_chain(folder, committer, blocks=9):
    """A generated chain in files, with the roots of a replay in memory."""
    folder.mkdir()
    state, roots = Tree(), []
    for block in generate_chain(blocks, 10):
        lines, writes = {}, block.writes
        for address, position, argument, value in zip(
            writes.addresses, writes.positions, writes.arguments, writes.values
        ):
            account = lines.setdefault(address, {"address": "0x" + address.hex(), "code_hash": "0x" + "33" * 32})
            if position == Position.BASIC_DATA:
                balance = "0x" + value[16:].hex()
                account.update(nonce=int.from_bytes(value[8:16], "big"), balance=balance)
            else:
                account["storage"] = {hex(int.from_bytes(argument, "big")): "0x" + value.hex()}
        name = f"{block.name}.jsonl"
        (folder / name).write_text("".join(json.dumps(line) + "\n" for line in lines.values()))
        for address in lines:
            writes.add(address, Position.CODE_HASH, b"\x33" * 32)
        root = state.apply(committer, writes.keys(committer), writes.values)
        roots.append({"file": name, "root": "0x" + root.hex()})
    (folder / "roots.json").write_text(json.dumps(roots))
    return folder


@pytest.fixture(scope="module")
def generated(tmp_path_factory, committer):
    folder = tmp_path_factory.mktemp("chain")
    blocks = write_chain(folder / "blocks", committer)
    assert write_snapshots(blocks, folder / "snapshots", 2) == [2, 4, 6, 8]
    return folder


@pytest.fixture
def copy(generated, tmp_path):
    shutil.copytree(generated, tmp_path / "copy")
    return tmp_path / "copy"


def local(folder, **options):
    return verify_chain(folder / "blocks", folder / "snapshots", engine="local", workers=2, **options)


def change_root(folder, number, root=WRONG):
    file = folder / "blocks/roots.json"
    roots = json.loads(file.read_text())
    roots[number]["root"] = root
    file.write_text(json.dumps(roots))


def test_generated(generated, tmp_path):
    calls = []
    page = tmp_path / "report.html"
    done = local(generated, progress=lambda *call: calls.append(call), report_page=page)
    last = json.loads((generated / "blocks/roots.json").read_text())[-1]["root"]
    assert (done.blocks, done.ranges, "0x" + done.root.hex()) == (9, 5, last)
    assert calls[-1] == (9, 9) and "<svg" in page.read_text()
    assert local(generated, check=False).root == done.root


def test_real_blocks(data, tmp_path):
    numbers = write_snapshots(data / "mainnet-state", tmp_path / "snapshots", 25)
    done = verify_chain(data / "mainnet-state", tmp_path / "snapshots", engine="local", workers=2)
    assert numbers == [25, 50] and (done.blocks, done.ranges) == (60, 3)


def test_without_snapshots(copy):
    shutil.rmtree(copy / "snapshots")
    with pytest.raises(vorpal.StoreError, match="snapshots"):
        local(copy)
    (copy / "snapshots").mkdir()
    assert local(copy).ranges == 1


@pytest.mark.parametrize("number", [0, 3, 4, 8])
def test_a_wrong_root(copy, number):
    """The block with the root is named, and the range that starts from it."""
    change_root(copy, number)
    with pytest.raises(vorpal.RefusedError, match=rf"blocks {number // 2 * 2} to .*: {number}.jsonl: .*root"):
        local(copy)
    if number == 3:
        with pytest.raises(vorpal.RefusedError, match=r"2 faults in 5 ranges: .*blocks 4 to 6: .*has the root"):
            local(copy)


def test_a_changed_block(copy):
    file = copy / "blocks/5.jsonl"
    file.write_text("\n".join(file.read_text().splitlines()[1:]))
    with pytest.raises(vorpal.RefusedError, match=r"1 fault in 5 ranges: blocks 4 to 6: 5.jsonl"):
        local(copy)


def test_exchanged_snapshots(copy):
    (copy / "snapshots/000000004").rename(copy / "snapshots/000000005")
    with pytest.raises(vorpal.RefusedError, match=r"blocks 5 to 6: .*has 4 blocks"):
        local(copy)


def test_a_snapshot_of_another_chain(copy, committer, tmp_path):
    """It has the number of blocks and a valid tree, but another root."""
    shutil.rmtree(copy / "snapshots/000000004")
    with Tree.open(copy / "snapshots/000000004", "create") as state:
        for i in range(4):
            state.apply(committer, bytes(32), bytes([i + 1]) * 32)
    with pytest.raises(vorpal.RefusedError, match=r"2 faults in 5 ranges: blocks 4 to 6: .*has the root.*end with"):
        local(copy)


def test_a_damaged_snapshot(copy):
    [file] = [
        file for file in (copy / "snapshots/000000006").rglob("*") if file.is_file() and file.stat().st_size > 999
    ]
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 64] = bytes(64)
    content[4096:8192] = b"\xaa" * 4096
    file.write_bytes(content)
    with pytest.raises(vorpal.RefusedError, match=r"blocks 6 to 8: "):
        local(copy)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", "Expecting property name"),
        ("[]", "no object"),
        ("{}", "'address' is missing"),
        ('{"address":"0x1","nonce":1,"balance":"0x1","code_hash":"0x1"}', "address: 0x and 40 digits"),
    ],
)
def test_malformed_lines(copy, line, text):
    with (copy / "blocks/4.jsonl").open("a") as file:
        file.write(line + "\n")
    with pytest.raises(vorpal.RefusedError, match=rf"blocks 4 to 6: .*4.jsonl:11: .*{text}"):
        local(copy)


@pytest.mark.parametrize("text", ["", "{}x", '{"a": 1}', "[1]", '[{"file": "a"}]', '[{"file": "../a", "root": "0x1"}]'])
def test_malformed_roots(copy, text):
    (copy / "blocks/roots.json").write_text(text)
    with pytest.raises((vorpal.InputError, vorpal.StoreError), match=r"roots\.json"):
        local(copy)


def test_arguments(copy):
    (copy / "blocks/roots.json").write_text("[]")
    with pytest.raises(vorpal.ArgumentError, match="no blocks"):
        local(copy)
    (copy / "blocks/roots.json").unlink()
    with pytest.raises(vorpal.StoreError, match="missing"):
        local(copy)
    for wrong, kind in ((0, vorpal.ArgumentError), (True, TypeError), ("1", TypeError)):
        with pytest.raises(kind, match="every"):
            write_snapshots(copy / "blocks", copy / "new", wrong)
    with pytest.raises(vorpal.StoreError, match="missing"):
        verify_chain(copy / "none", copy / "snapshots", engine="local")
