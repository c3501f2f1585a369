"""Readers of the command's files."""

import doctest

import numpy as np
import pytest

import vorpal
from vorpal import blocks
from vorpal.secp256k1 import recover_batch
from vorpal.tree import Position, Tree, basic_data

ACCOUNT = '{"address":"0x%040x","nonce":7,"balance":"0x1bc","code_hash":"0x%064x"%s}'
HEADER = "signing_hash,r,s,y_parity,sender"


def test_doctests():
    done = doctest.testmod(blocks)
    assert done.attempted == 4 and done.failed == 0


def test_accounts():
    text = "\n".join(
        [ACCOUNT % (1, 5, ',"code_size":62,"storage":{"0x1":"0x2a","0xfF":"0x0"}'), "", ACCOUNT % (2, 6, "")]
    )
    found = blocks.Accounts.parse(text)
    assert found.positions.tolist() == [0, 1, 3, 3, 0, 1]
    assert found.addresses[:, -1].tolist() == [1, 1, 1, 1, 2, 2] and found.addresses.shape == (6, 20)
    assert found.arguments[:, -1].tolist() == [0, 0, 1, 255, 0, 0]
    expected = [basic_data(7, 0x1BC, 62), (5).to_bytes(32, "big"), bytes(31) + b"\x2a", bytes(32), basic_data(7, 0x1BC)]
    assert [bytes(row) for row in found.values[:5]] == expected
    # The operand of the last instruction of the first chunk begins the second chunk.
    code = 30 * "5b" + "60" + "07"
    for size in ("", ',"code_size":32'):
        found = blocks.Accounts.parse(ACCOUNT % (1, 5, f',"code":"0x{code}"{size}'))
        assert found.positions.tolist() == [0, 1, 2, 2] and found.arguments[:, -1].tolist() == [0, 0, 0, 1]
        assert bytes(found.values[0]) == basic_data(7, 0x1BC, 32)
        assert bytes(found.values[2]) == bytes.fromhex("00" + code[:62])
        assert bytes(found.values[3]) == b"\x01\x07" + bytes(30)
    assert blocks.Accounts.parse("").values.shape == (0, 32) and Position.STORAGE == 3
    with pytest.raises(TypeError, match="text: "):
        blocks.Accounts.parse(b"")


def test_a_generated_folder(committer, tmp_path):
    """Keys and values of one form are those of the other."""
    (tmp_path / "2.jsonl").write_text(ACCOUNT % (1, 5, ""))
    (tmp_path / "10.jsonl").write_text(ACCOUNT % (1, 6, "") + "\r\n")
    (tmp_path / "2.signatures.csv").write_text(HEADER + "\n" + "0x%064x," * 3 % (1, 2, 3) + "1,0x%040x" % 4)
    first, second = blocks.read_blocks(tmp_path)
    assert (first.name, second.name, first.root, second.signatures) == ("2", "10", None, None)
    assert first.signatures.signatures[0, [31, 63, 64]].tolist() == [2, 3, 1] and first.signatures.keys is None
    assert first.signatures.senders.shape == (1, 20) and first.signatures.hashes[0, 31] == 1
    one, other = Tree(), Tree()
    keys, values = first.entries(committer)
    root = one.apply(committer, keys, values)
    lines = [f"0x{bytes(key).hex()},0x{bytes(value).hex()}\n" for key, value in zip(keys, values)]
    (tmp_path / "a.csv").write_text("".join(lines))
    (tmp_path / "roots.json").write_text('[{"file": "a.csv", "keys": 2, "root": "0x%s"}]' % root.hex())
    [block] = blocks.read_blocks(tmp_path)
    assert block.name == "a" and other.apply(committer, *block.entries(committer), expected=block.root) == root
    assert blocks.read_roots(tmp_path) == [("a.csv", root, 2)]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", r"Expecting property name"),
        ("[]", "no object"),
        ("{}", "'address' is missing"),
        (ACCOUNT % (1, 5, "") + "x", "Extra data"),
        (ACCOUNT.replace("0x%040x", "0x%039x") % (1, 5, ""), "address: 0x and 40 digits"),
        (ACCOUNT.replace('"0x%040x"', "%d") % (1, 5, ""), "address: 0x and 40 digits"),
        (ACCOUNT.replace("0x1bc", "444") % (1, 5, ""), "balance: 0x and one to 32 digits"),
        (ACCOUNT.replace("0x1bc", "0x") % (1, 5, ""), "balance: 0x and one to 32 digits"),
        (ACCOUNT.replace("0x1bc", "0x1_0") % (1, 5, ""), "balance: 0x and one to 32 digits"),
        (ACCOUNT.replace("0x1bc", "0x" + "f" * 33) % (1, 5, ""), "balance: 0x and one to 32 digits"),
        (ACCOUNT.replace('"nonce":7', '"nonce":-1') % (1, 5, ""), "nonce: -1"),
        (ACCOUNT.replace('"nonce":7', '"nonce":"7"') % (1, 5, ""), "nonce"),
        (ACCOUNT % (1, 5, ',"code_size":16777216'), "code_size"),
        (ACCOUNT % (1, 5, ',"code":"0x600","code_size":1'), "code: 0x and 2 digits"),
        (ACCOUNT % (1, 5, ',"code":"6001"'), "code: 0x and two digits"),
        (ACCOUNT % (1, 5, ',"code":"0x6001","code_size":3'), "2 bytes, not code_size: 3"),
        (ACCOUNT % (1, 5, ',"storage":3'), "storage: an object"),
        (ACCOUNT % (1, 5, ',"storage":{"1":"0x1"}'), "slot: 0x and one to 64 digits"),
        (ACCOUNT % (1, 5, ',"storage":{"0x1":"0x1","0x01":"0x2"}'), "the slot 0x01 occurs twice"),
        (ACCOUNT % (1, 5, ',"storage":{"0x1":"0x1","0x1":"0x2"}'), "a name occurs twice"),
        (ACCOUNT % (9, 5, ""), "the account 0x0{39}9 occurs twice"),
        ("[" * 100_000, "64 levels"),
    ],
)
def test_malformed_accounts(tmp_path, line, text):
    (tmp_path / "1.jsonl").write_text(ACCOUNT % (9, 5, "") + "\n" + line)
    with pytest.raises(vorpal.InputError, match=rf"1\.jsonl:2: .*{text}"):
        blocks.read_accounts(tmp_path / "1.jsonl")


def test_malformed_tables(tmp_path):
    row = "0x%064x," * 3 % (1, 2, 3) + "1,0x%040x" % 4
    for content, place, text in [
        ("", ":1", "the header"),
        ("a,b\n", ":1", "the header"),
        (HEADER + "\n" + row + ",0x00", ":2", "6 fields instead of 5"),
        (HEADER + "\n" + row + "\n" + row.replace(",1,", ",4,"), ":3", "y_parity: 0 to 3"),
        (HEADER + "\n" + row.replace(",1,", ",\N{SUPERSCRIPT ONE},"), ":2", "y_parity: 0 to 3"),
        (HEADER + "\n" + row[1:], ":2", "signing_hash: 0x and 64 digits"),
        (HEADER + "\n" + row[:-1], ":2", "sender: 0x and 40 digits"),
        (HEADER + "\n" + row + "0" * 200_000, ":2", "sender: 0x and 40 digits"),
        ("a" * 200_000, ":1", "the header"),
    ]:
        (tmp_path / "1.signatures.csv").write_text(content)
        with pytest.raises(vorpal.InputError, match=rf"1\.signatures\.csv{place}: {text}"):
            blocks.read_signatures(tmp_path / "1.signatures.csv")
    pair = f"0x{'1' * 64},0x{'2' * 64}\n"
    for content, text in [(pair + "0x1", "2: no key"), (pair + pair, "2: the key occurs"), (pair[2:], "1: key: 0x")]:
        (tmp_path / "a.csv").write_text(content)
        with pytest.raises(vorpal.InputError, match=rf"a\.csv:{text}"):
            blocks.read_entries(tmp_path / "a.csv")
    for content, text in [
        ("{}", "no list"),
        ("[1]", "roots.json: "),
        ('[{"file": "../a", "root": ""}]', "'../a' is no name"),
        ('[{"file": "a", "root": "0x1"}]', "root: 0x and 64 digits"),
        ('[{"file": "a", "keys": -1, "root": "0x1"}]', "keys is no number"),
        (f'[{{"file": "a", "root": "0x{"1" * 64}"}}, {{"file": "a", "root": "0x{"1" * 64}"}}]', "occurs twice"),
    ]:
        (tmp_path / "roots.json").write_text(content)
        with pytest.raises(vorpal.InputError, match=rf"roots\.json: .*{text}|{text}"):
            blocks.read_roots(tmp_path)
    with pytest.raises(vorpal.StoreError, match="No such file"):
        blocks.read_accounts(tmp_path / "none")
    (tmp_path / "1.jsonl").write_bytes(b"\xff")
    with pytest.raises(vorpal.InputError, match="can't decode"):
        blocks.read_accounts(tmp_path / "1.jsonl")
    (tmp_path / "empty").mkdir()
    with pytest.raises(vorpal.StoreError, match="neither"):
        list(blocks.read_blocks(tmp_path / "empty"))


def test_real_blocks(data, committer):
    """Both forms: senders, roots, and the number of keys."""
    for folder, count in (("mainnet-state", 3), ("devnet7", 2)):
        tree = Tree()
        for block, root in zip(blocks.read_blocks(data / folder), blocks.read_roots(data / folder)[:count]):
            keys, values = block.entries(committer)
            tree.apply(committer, keys, values, expected=block.root)
            assert root.keys in (None, len({bytes(key) for key in keys}))
            if block.signatures is not None:
                found = recover_batch(block.signatures.hashes, block.signatures.signatures, addresses=True)
                np.testing.assert_array_equal(found.addresses, block.signatures.senders)
        assert tree.blocks == count
    signed = blocks.read_signatures(next((data / "mainnet-blocks").glob("*.signatures.csv")))
    np.testing.assert_array_equal(recover_batch(signed.hashes, signed.signatures).keys, signed.keys)
