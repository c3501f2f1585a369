"""Real data: senders of mainnet, state roots of 60 blocks, execution witnesses, the sums of ZPrize 2022."""

import json

import numpy as np
import pyarrow as pa
import pytest

import vorpal
from chain import read_chain
from vorpal.blocks import read_signatures
from vorpal.ipa import map_to_scalar_batch
from vorpal.msm import Bases, msm
from vorpal.secp256k1 import recover_batch
from vorpal.tree import Tree, Witness

WITNESS_ROOTS = {
    "1": "1fbf85345a3cbba9a6d44f991b721e55620a22397c2a93ee8d5011136ac300ee",
    "72": "64e1a647f42e5c2e3c434531ccf529e1b3e93363a40db9fc8eec81f492123510",
    "73": "18d1dfcc6ccc6f34d14af48a865895bf34bde7f3571d9ba24a4b98122841048c",
}


def test_senders(data):
    total = 0
    for file in sorted((data / "mainnet-state").glob("*.signatures.csv")):
        hashes, signatures, senders, _ = read_signatures(file)
        result = recover_batch(hashes, signatures, keys=False, addresses=True)
        assert not result.items.any()
        np.testing.assert_array_equal(result.addresses, senders)
        if total == 0:
            columns = [
                pa.array([bytes(row) for row in rows], pa.binary(rows.shape[1])) for rows in (hashes, signatures)
            ]
            np.testing.assert_array_equal(recover_batch(*columns, addresses=True).addresses, senders)
        total += len(senders)
    assert total == 18_605


def test_roots(data, committer):
    tree, blocks = Tree(), 0
    for block in read_chain(data / "mainnet-state"):
        keys = block.writes.keys(committer)
        assert tree.apply(committer, keys, block.writes.values, expected=block.root, label=block.name) == block.root
        blocks += 1
    assert blocks == tree.blocks == 60


def vectors(file, width):
    """The vectors of a file: each a number of 64 bits and so many items."""
    content, start = file.read_bytes(), 0
    while start < len(content):
        end = start + 8 + width * int.from_bytes(content[start : start + 8], "little")
        yield content[start + 8 : end]
        start = end


def test_zprize(data):
    folder = data / "zprize"
    expected = (folder / "result.txt").read_bytes()
    sums = []
    for points, scalars in zip(vectors(folder / "points", 48), vectors(folder / "scalars", 32)):
        sums.append(msm(Bases.from_bytes(points, curve="bls12_377"), scalars).to_bytes())
    assert len(sums) == 5 and b"".join(sums) == expected


@pytest.mark.parametrize("name", ["valid_block_1", "valid_block_72", "valid_block_73"])
def test_valid_witnesses(data, committer, name):
    block = json.loads((data / f"witness/{name}.json").read_text())["executionWitness"]
    witness = Witness.from_json(json.dumps(block))
    partial = witness.verify(committer, bytes.fromhex(WITNESS_ROOTS[name.split("_")[-1]]), version="plain")
    values = [diff["currentValue"] for stem in block["stateDiff"] for diff in stem["suffixDiffs"]]
    unproved = 0
    for key, value in zip(witness.keys(), values):
        try:
            [found], [present] = partial.get(bytes(key))
        except vorpal.RefusedError:
            # An absence below a branch that might be a leaf.
            assert value is None
            unproved += 1
        else:
            assert (bytes(found) if present else None) == (value and unhex(value))
    assert len(witness) == len(values) and (partial.unbound > 0 or unproved == 0)
    if unproved:
        with pytest.raises(vorpal.RefusedError, match="branch"):
            witness.verify(committer, bytes.fromhex(WITNESS_ROOTS[name.split("_")[-1]]))


@pytest.mark.parametrize("name", ["invalid_block_72", "invalid_block_73"])
def test_invalid_witnesses(data, committer, name):
    root = bytes.fromhex(WITNESS_ROOTS[name.split("_")[-1]])
    block = json.loads((data / f"witness/{name}.json").read_text())["executionWitness"]
    with pytest.raises((vorpal.RefusedError, vorpal.InputError)):
        Witness.from_json(json.dumps(block)).verify(committer, root)


def test_published_commitments(data, committer):
    """The vectors of rust-verkle: the scalars of commitments, and an encoded commitment."""
    cases = json.loads((data / "witness/pedersen_commitment_test.json").read_text())
    commitments = [committer.commit(b"".join(map(unhex, case["frs"]))) for case in cases]
    assert list(map(bytes, map_to_scalar_batch(commitments))) == [unhex(case["commitment"]) for case in cases]
    [case] = json.loads((data / "witness/commit_root_test.json").read_text())
    assert committer.commit(b"".join(unhex(value)[::-1] for value in case["frs"])) == unhex(case["expected"])


def unhex(text):
    return bytes.fromhex(text.removeprefix("0x"))
