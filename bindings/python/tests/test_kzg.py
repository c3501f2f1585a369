"""Blobs and cells: the official vectors, the package ckzg, batches that name what is wrong, cells that arrive, wrong
arguments."""

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import ckzg
import numpy as np
import pytest
import yaml

import vorpal
from vorpal import kzg
from vorpal.kzg import CellVerifier, Setup

ORDER = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
INFINITY = b"\xc0" + bytes(47)
FUNCTIONS = {
    "blob_to_kzg_commitment": 11,
    "compute_blob_kzg_proof": 15,
    "compute_cells": 11,
    "compute_cells_and_kzg_proofs": 11,
    "compute_kzg_proof": 52,
    "recover_cells_and_kzg_proofs": 18,
    "verify_blob_kzg_proof": 29,
    "verify_blob_kzg_proof_batch": 24,
    "verify_cell_kzg_proof_batch": 32,
    "verify_kzg_proof": 122,
}
CHALLENGES = {"compute_challenge": 9, "compute_verify_cell_kzg_proof_batch_challenge": 10}


@pytest.fixture(scope="module")
def setup():
    """The setup of the ceremony, with tables."""
    return Setup(4 << 20)


@pytest.fixture(scope="module")
def file(data):
    return str(data / "evm/kzg/trusted_setup.txt")


@pytest.fixture(scope="module")
def peer(file):
    return ckzg.load_trusted_setup(file, 0)


def blobs_of(count, seed=1):
    """Blobs of random scalars below the order."""
    blobs = np.random.default_rng(seed).integers(256, size=(count, 4096, 32), dtype=np.uint8)
    blobs[:, :, 0] %= 0x73
    return blobs.reshape(count, -1)


@pytest.fixture(scope="module")
def batch(setup):
    """Three blobs with commitments, cells and proofs."""
    blobs = blobs_of(3)
    return blobs, setup.commit(blobs), *setup.cells_and_proofs(blobs)


def decode(value):
    """A value of a vector as the package takes and returns it."""
    if isinstance(value, list):
        return [decode(item) for item in value]
    return bytes.fromhex(value[2:]) if isinstance(value, str) else value


def vectors(folder):
    for path in sorted(folder.glob("*/*/data.yaml")):
        content = yaml.load(path.read_bytes(), yaml.CSafeLoader)
        yield path.parent.name, {name: decode(value) for name, value in content["input"].items()}, content["output"]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_vectors(data, setup, function):
    """Every vector by the function of its name, with and without tables: the output, or an error for null."""
    total = 0
    for name, values, output in vectors(data / "kzg" / function):
        total += 1
        arguments = list(values.values())
        for trusted_setup in (setup, Setup()):
            try:
                found = getattr(kzg, function)(*arguments, trusted_setup)
            except vorpal.Error as error:
                assert output is None, f"{name}: {error}"
            else:
                expected = decode(output)
                assert (tuple(expected) if isinstance(found, tuple) else expected) == found, name
    assert total == FUNCTIONS[function]


def test_the_vectors_of_challenges(data, setup):
    """The proof of a blob is that of the value at its challenge. The challenge of a batch of cells is no part of the
    package, whose weights are its own."""
    total = 0
    for name, values, output in vectors(data / "kzg/compute_challenge"):
        total += 1
        blob, challenge = values["blob"], decode(output)
        try:
            proof = kzg.compute_blob_kzg_proof(blob, values["commitment"], setup)
        except vorpal.Error:
            continue
        assert kzg.compute_kzg_proof(blob, challenge, setup)[0] == proof, name
    assert total == CHALLENGES["compute_challenge"]
    folders = {path.name for path in (data / "kzg").iterdir()}
    assert folders == {*FUNCTIONS, *CHALLENGES} and sum(FUNCTIONS.values()) + sum(CHALLENGES.values()) == 344


def test_the_functions_are_those_of_ckzg():
    assert {name for name in dir(ckzg) if not name.startswith("_")} == set(kzg.__all__) - {"CellVerifier", "Setup"}


def outcome(module, function, arguments, trusted_setup):
    """The result of a call, or that it fails."""
    try:
        return getattr(module, function)(*arguments, trusted_setup)
    except (ValueError, RuntimeError):
        return "an error"


def test_results_are_those_of_ckzg(setup, peer, batch):
    """Values, and errors and verdicts where bytes are changed."""
    blobs, commitments, cells, proofs = batch
    blob, commitment, cells, proofs = blobs[0].tobytes(), commitments[0].tobytes(), cells[0], proofs[0]
    z = bytes(31) + b"\5"
    proof, y = kzg.compute_kzg_proof(blob, z, setup)
    blob_proof = kzg.compute_blob_kzg_proof(blob, commitment, setup)
    cells, proofs = list(map(bytes, cells)), list(map(bytes, proofs))
    odd = list(range(1, 128, 2))
    calls = [
        ("blob_to_kzg_commitment", [blob]),
        ("compute_kzg_proof", [blob, z]),
        ("compute_blob_kzg_proof", [blob, commitment]),
        ("verify_kzg_proof", [commitment, z, y, proof]),
        ("verify_blob_kzg_proof", [blob, commitment, blob_proof]),
        ("verify_blob_kzg_proof_batch", [blob * 2, commitment * 2, blob_proof * 2]),
        ("verify_blob_kzg_proof_batch", [b"", b"", b""]),
        ("compute_cells", [blob]),
        ("compute_cells_and_kzg_proofs", [blob]),
        ("recover_cells_and_kzg_proofs", [odd, cells[1::2]]),
        ("recover_cells_and_kzg_proofs", [odd[1:], cells[3::2]]),
        ("recover_cells_and_kzg_proofs", [odd[::-1], cells[1::2]]),
        ("verify_cell_kzg_proof_batch", [[commitment] * 3, [5, 0, 5], [cells[i] for i in (5, 0, 5)], [proofs[5]] * 3]),
        ("verify_cell_kzg_proof_batch", [[commitment] * 2, [5, 0], [cells[i] for i in (5, 0)], [proofs[5], proofs[0]]]),
        ("verify_cell_kzg_proof_batch", [[], [], [], []]),
    ]
    random, errors, verdicts = np.random.default_rng(5), 0, set()
    for function, arguments in calls:
        kinds = [arguments]
        for position, argument in enumerate(arguments):
            if not isinstance(argument, bytes) or not argument:
                continue
            kinds.append([*arguments[:position], argument[:-1], *arguments[position + 1 :]])
            for change in (0, int(random.integers(len(argument))), len(argument) - 1):
                other = bytearray(argument)
                other[change] ^= 1 << int(random.integers(8))
                kinds.append([*arguments[:position], bytes(other), *arguments[position + 1 :]])
        for kind in kinds:
            found = outcome(kzg, function, kind, setup)
            assert found == outcome(ckzg, function, kind, peer), function
            errors += found == "an error"
            verdicts.add(found if isinstance(found, bool) else None)
    assert errors > 30 and verdicts == {True, False, None}


def test_more_than_64_cells_of_two_blobs(setup, peer, batch):
    """The one difference: ckzg returns cells that are those of no blob."""
    cells = [*map(bytes, batch[2][0][:64]), bytes(batch[2][1][64])]
    indices = list(range(65))
    assert outcome(ckzg, "recover_cells_and_kzg_proofs", [indices, cells], peer) != "an error"
    with pytest.raises(vorpal.InputError, match="the 65 cells are not those of one blob"):
        kzg.recover_cells_and_kzg_proofs(indices, cells, setup)


def test_many_blobs_are_single_ones(setup, batch):
    blobs, commitments, cells, proofs = batch
    assert cells.shape == (3, 128, 2048) and proofs.shape == (3, 128, 48)
    np.testing.assert_array_equal(cells[:, :64].reshape(3, -1), blobs)
    points = np.random.default_rng(3).integers(0x70, size=(3, 32), dtype=np.uint8)
    blob_proofs = setup.prove_blobs(blobs, commitments)
    value_proofs, values = setup.prove_values(blobs, points)
    assert value_proofs.shape == (3, 48) and values.shape == (3, 32)
    for i, blob in enumerate(map(bytes, blobs)):
        commitment = commitments[i].tobytes()
        assert kzg.blob_to_kzg_commitment(blob, setup) == commitment
        assert kzg.compute_blob_kzg_proof(blob, commitment, setup) == blob_proofs[i].tobytes()
        assert kzg.compute_kzg_proof(blob, points[i], setup) == (value_proofs[i].tobytes(), values[i].tobytes())
        assert kzg.compute_cells(blob, setup) == list(map(bytes, cells[i]))
        assert kzg.compute_cells_and_kzg_proofs(blob, setup) == (
            list(map(bytes, cells[i])),
            list(map(bytes, proofs[i])),
        )
    np.testing.assert_array_equal(setup.cells(blobs), cells)
    assert setup.verify_blobs(blobs, commitments, blob_proofs).tolist() == [True] * 3
    assert setup.verify_blobs(blobs, commitments, blob_proofs[[0, 2, 1]].copy()).tolist() == [True, False, False]
    assert setup.verify_values(commitments, points, values, value_proofs).tolist() == [True] * 3
    values[1, 31] ^= 1
    assert setup.verify_values(commitments, points, values, value_proofs).tolist() == [True, False, True]


def test_recovery_of_many_blobs(setup, batch):
    cells, proofs = batch[2:]
    random = np.random.default_rng(7)
    for count in (64, 65, 100, 128):
        indices = np.sort(random.permutation(128)[:count]).astype(np.uint64)
        given = np.ascontiguousarray(cells[:, indices])
        np.testing.assert_array_equal(setup.recover_cells(indices, given), cells)
        found = setup.recover_cells_and_proofs(indices.tolist(), given)
        np.testing.assert_array_equal(found[0], cells)
        np.testing.assert_array_equal(found[1], proofs)
        np.testing.assert_array_equal(setup.recover_cells(indices, given[1]), cells[1:2])
    wrong = given.copy()
    wrong[2, 5, 31] ^= 1
    with pytest.raises(vorpal.InputError, match="cells of blob 2: the 128 cells are not those of one blob"):
        setup.recover_cells(indices, wrong)
    wrong[1, 7, :32] = 255
    for call in (setup.recover_cells, setup.recover_cells_and_proofs):
        with pytest.raises(vorpal.InputError, match="cells of blob 1: cell 7: scalar 0 is not below the order"):
            call(indices, wrong)


def test_batches_of_cells_name_the_wrong_ones(setup, batch):
    _, commitments, cells, proofs = batch
    blobs, indices = np.repeat(np.arange(3, dtype=np.uint64), 128), np.tile(np.arange(128, dtype=np.uint64), 3)
    flat, flat_proofs = cells.reshape(-1, 2048).copy(), proofs.reshape(-1, 48).copy()
    of_cells = np.repeat(commitments, 128, axis=0)
    expected = np.ones(384, np.bool_)

    def check():
        found = setup.verify_cells(of_cells, indices, flat, flat_proofs)
        np.testing.assert_array_equal(found, expected)
        found = setup.verify_cells(commitments, indices.tolist(), flat, flat_proofs, blobs=blobs)
        np.testing.assert_array_equal(found, expected)
        lists = [list(map(bytes, rows)) for rows in (of_cells, flat, flat_proofs)]
        assert kzg.verify_cell_kzg_proof_batch(lists[0], indices.tolist(), *lists[1:], setup) == expected.all()

    check()
    flat[17, 31] ^= 1
    flat_proofs[200], flat_proofs[201] = flat_proofs[201].copy(), flat_proofs[200].copy()
    expected[[17, 200, 201]] = False
    check()
    assert setup.verify_cells(b"", [], b"", b"").shape == (0,)


OUTSIDE = bytes([0x80]) + bytes(47)
"""An encoding on the curve, of a point of order three: x is 0, and y is 2."""


def test_cells_that_arrive(setup, batch):
    _, commitments, cells, proofs = batch
    verifier = CellVerifier(setup, commitments)
    assert len(verifier) == 0 and verifier.is_valid() and verifier.finish().shape == (0,)
    verifier.add([], [], b"", b"")
    expected = []
    for blob, index in ((1, 90), (0, 3), (1, 90), (2, 127)):
        verifier.add([blob], [index], cells[blob, index], proofs[blob, index])
        expected.append(True)
        assert verifier.is_valid() and verifier.finish(threads=1).tolist() == expected
    # A wrong cell and a proof outside the subgroup are named; all others keep their verdicts.
    wrong = cells[0, 4:6].copy()
    wrong[0, 40] ^= 1
    blobs = np.zeros(2, np.uint64)
    verifier.add(blobs, np.arange(4, 6, dtype=np.uint64), wrong, [proofs[0, 4].tobytes(), OUTSIDE], threads=1)
    expected += [False, False]
    assert len(verifier) == 6 and not verifier.is_valid() and verifier.finish().tolist() == expected
    assert repr(verifier) == "<CellVerifier: 6 cells>"
    # A call that fails adds nothing.
    two, ones = cells[0, :2], proofs[0, :2]
    high = two.copy()
    high[1, 32:64] = 255
    for call, kind, match in [
        (lambda: verifier.add([0], [0, 1], two, ones), vorpal.ArgumentError, "blobs: 1 numbers; cells has 2"),
        (lambda: verifier.add([0, 0], [0], two, ones), vorpal.ArgumentError, "indices: 1 numbers; cells has 2"),
        (lambda: verifier.add([0, 0], [0, 1], two, ones[:1]), vorpal.ArgumentError, "proofs: 1 rows; cells has 2"),
        (lambda: verifier.add([0, 3], [0, 1], two, ones), vorpal.ArgumentError, "commitment index 7 is 3"),
        (lambda: verifier.add([0, 0], [0, 128], two, ones), vorpal.ArgumentError, "cell index 7 is 128"),
        (lambda: verifier.add([0, 0], [0, 1], high, ones), vorpal.InputError, "cell 7: scalar 1 is not below"),
        (lambda: verifier.add([0, 0], [0, 1], two, bytes(96)), vorpal.InputError, "proof 6: "),
        (lambda: verifier.add("00", [0, 1], two, ones), TypeError, "blobs: a list of integers or .*, not str"),
        (lambda: CellVerifier(setup, OUTSIDE), vorpal.InputError, "commitment 0: "),
        (lambda: CellVerifier(setup, bytes(47)), vorpal.ArgumentError, "commitments: 47 bytes"),
        (lambda: CellVerifier(None, commitments), TypeError, "setup"),
    ]:
        with pytest.raises(kind, match=match):
            call()
    assert verifier.finish().tolist() == expected


def test_cells_that_arrive_on_threads(setup, batch):
    _, commitments, cells, proofs = batch
    verifier = CellVerifier(setup, commitments)

    def column(index):
        columns = (np.ascontiguousarray(array[:, index]) for array in (cells, proofs))
        verifier.add([0, 1, 2], [index] * 3, *columns)
        return verifier.is_valid()

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(column, range(32)))
    assert len(verifier) == 96 and verifier.finish().all()


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no /dev/zero")
def test_files_without_an_end(tmp_path):
    with pytest.raises(vorpal.StoreError, match="/dev/zero: the file is longer than any trusted setup"):
        kzg.load_trusted_setup("/dev/zero", 0)
    (tmp_path / "latin").write_bytes(b"4096\n65\n\xff")
    with pytest.raises(vorpal.InputError, match="latin: byte 8 is not UTF-8"):
        kzg.load_trusted_setup(tmp_path / "latin", 0)


def test_batches_in_parts(setup):
    """Batches are computed in parts of 32 blobs: all are written, and errors have the index in the batch."""
    blobs = np.zeros((67, 131072), np.uint8)
    blobs[:, 31::32] = np.arange(67)[:, None]
    cells, proofs = setup.cells_and_proofs(blobs)
    assert (cells.reshape(67, -1)[:, : 1 << 17] == blobs).all() and (cells[:, :64] == cells[:, 64:]).all()
    assert (proofs == np.frombuffer(INFINITY, np.uint8)).all()
    np.testing.assert_array_equal(setup.cells(blobs), cells)
    bad = blobs.copy()
    bad[66, :32] = 255
    for call in (setup.commit, setup.cells, setup.cells_and_proofs):
        with pytest.raises(vorpal.InputError, match="blob 66: scalar 0 is not below the order of the field"):
            call(bad)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no interval timers")
def test_an_interrupt_ends_a_batch(setup):
    """It comes between two parts. The times are those of the processor."""
    blobs = np.zeros((160, 131072), np.uint8)
    begin = time.process_time()
    setup.cells(blobs, threads=1)
    whole = time.process_time() - begin
    before = signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    begin = time.process_time()
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_VIRTUAL, whole / 10)
            setup.cells(blobs, threads=1)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    assert time.process_time() - begin < 0.7 * whole


def test_setups(setup, file, batch, data):
    blobs, commitments = batch[:2]
    assert Setup().memory == 1_572_864 and 1_572_864 <= setup.memory <= 4 << 20 and setup.explain()
    text = (data / "evm/kzg/trusted_setup.txt").read_text()
    lines = text.split()
    names = {"g1_lagrange": lines[2:4098], "g2_monomial": lines[4098:4163], "g1_monomial": lines[4163:]}
    names = {name: ["0x" + point for point in points] for name, points in names.items()}
    for other in (
        Setup(threads=1),
        Setup.from_text(text),
        Setup.from_text(json.dumps(names), 2 << 20),
        kzg.load_trusted_setup(file, 0),
        kzg.load_trusted_setup(file, 3),
        Setup().with_tables(setup.tables()),
    ):
        np.testing.assert_array_equal(other.commit(blobs), commitments)
    assert Setup().tables() == b"" and kzg.load_trusted_setup(file, 3).memory <= 3 << 20
    assert kzg.load_trusted_setup(file, 1).memory <= 2 << 20
    tables = bytearray(setup.tables())
    tables[-100] ^= 1
    other = text.splitlines()
    other[2], other[3] = other[3], other[2]
    for call, kind, match in [
        (lambda: Setup(1000), vorpal.NotPossibleError, "memory: .*1572864"),
        (lambda: Setup.from_text("4096\n65\n"), vorpal.InputError, "trusted setup: line 3"),
        (lambda: Setup.from_text("{}"), vorpal.InputError, "trusted setup: no JSON"),
        (lambda: Setup.from_text("\n".join(other)), vorpal.InputError, "trusted setup: points of the Lagrange basis"),
        (lambda: Setup().with_tables(bytes(tables)), vorpal.StoreError, "tables: "),
        (lambda: Setup().with_tables(b""), vorpal.StoreError, "tables: "),
        (lambda: kzg.load_trusted_setup(file + ".none", 0), vorpal.StoreError, "trusted_setup.txt.none"),
        (lambda: kzg.load_trusted_setup(__file__, 0), vorpal.InputError, "test_kzg.py: trusted setup: line 1"),
        (lambda: kzg.load_trusted_setup(file, 16), vorpal.ArgumentError, "precompute: 16; 0 to 15"),
    ]:
        with pytest.raises(kind, match=match):
            call()


def test_wrong_arguments(setup, batch):
    blobs, commitments, cells, proofs = batch
    blob, one = blobs[0].tobytes(), commitments[0].tobytes()
    order = ORDER.to_bytes(32, "big")
    not_in_group = bytes([0x80]) + bytes(47)
    all_cells = list(range(128))
    for call, kind, match in [
        (lambda: setup.commit(blob[:-1]), vorpal.ArgumentError, "blobs: 131071 bytes are no multiple of 131072"),
        (lambda: kzg.blob_to_kzg_commitment(blob * 2, setup), vorpal.ArgumentError, "blob: 262144 bytes; 131072 are"),
        (lambda: kzg.blob_to_kzg_commitment(blob, ckzg), TypeError, "trusted_setup"),
        (lambda: kzg.blob_to_kzg_commitment(order + blob[32:], setup), vorpal.InputError, "blob: scalar 0 is not"),
        (lambda: kzg.compute_kzg_proof(blob, order, setup), vorpal.InputError, "z: scalar 0 is not below"),
        (lambda: kzg.compute_kzg_proof(blob, bytes(31), setup), vorpal.ArgumentError, "z: 31 bytes"),
        (lambda: kzg.compute_blob_kzg_proof(blob, not_in_group, setup), vorpal.InputError, "commitment: "),
        (lambda: setup.prove_blobs(blobs, commitments[:2]), vorpal.ArgumentError, "commitments: 2 rows; blobs has 3"),
        (lambda: setup.prove_blobs(blobs[:2], [one, not_in_group]), vorpal.InputError, "commitment 1: "),
        (lambda: setup.prove_values(blobs[:2], bytes(32) + order), vorpal.InputError, "z 1: scalar 0"),
        (lambda: setup.verify_values([one] * 2, bytes(64), bytes(32) + order, [one] * 2), vorpal.InputError, "y 1: "),
        (lambda: setup.verify_blobs(blobs[:2], [one, not_in_group], [one] * 2), vorpal.InputError, "commitment 1: "),
        (lambda: setup.recover_cells(all_cells[:63], cells[0][:63]), vorpal.ArgumentError, "63 cells; recovery needs"),
        (lambda: setup.recover_cells([], np.zeros((3, 0, 2048), np.uint8)), vorpal.ArgumentError, "0 cells"),
        (lambda: setup.recover_cells(all_cells, cells[0][:64]), vorpal.ArgumentError, "cells: 64 for a blob; indices"),
        (lambda: setup.recover_cells(all_cells[::-1], cells), vorpal.ArgumentError, "cell index 1 is 126"),
        (lambda: setup.recover_cells([*all_cells[:127], 128], cells), vorpal.ArgumentError, "cell index 127 is 128"),
        (lambda: setup.recover_cells(all_cells, cells[:, ::-1]), vorpal.ArgumentError, "not contiguous"),
        (lambda: setup.recover_cells(["0"], cells), TypeError, "indices: number 0 of the list is no integer"),
        (lambda: setup.recover_cells("0", cells), TypeError, "indices: a list of integers or .*, not str"),
        (lambda: setup.recover_cells(np.arange(128), cells), TypeError, "indices: an array of uint64"),
        (lambda: setup.recover_cells([-1], cells), vorpal.ArgumentError, "indices: -1; 0 to"),
        (
            lambda: setup.verify_cells([one], [0, 1], cells[0][:2], proofs[0][:2]),
            vorpal.ArgumentError,
            "commitments: 1",
        ),
        (lambda: setup.verify_cells([one], [0], cells[0][:2], proofs[0][:2]), vorpal.ArgumentError, "indices: 1 numb"),
        (
            lambda: setup.verify_cells([one], [0], cells[0][:1], proofs[0][:1], blobs=[1]),
            vorpal.ArgumentError,
            "commitment index 0 is 1; 1 and more",
        ),
        (
            lambda: setup.verify_cells([one] * 2, [0, 1], cells[0][:2], [one, not_in_group]),
            vorpal.InputError,
            "proof 1: ",
        ),
        (
            lambda: kzg.verify_cell_kzg_proof_batch([one], [0, 1], cells[0][:2], proofs[0][:2], setup),
            vorpal.ArgumentError,
            "2 arguments of kind cell index for 1 of kind commitment",
        ),
    ]:
        with pytest.raises(kind, match=match):
            call()
