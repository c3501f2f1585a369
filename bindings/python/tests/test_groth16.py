"""Groth16 with the files of circom and snarkjs: own circuits on both curves, those of others, wrong arguments."""

import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import vorpal
from conftest import ROOT
from vorpal import groth16
from vorpal.groth16 import Prover, Verifier

FILES = ROOT.parent / "testdata/groth16"
CURVES = {"bn254": "bn128", "bls12_381": "bls12381"}


class Circuit:
    """The files of a circuit."""

    def __init__(self, curve):
        self.path = FILES / curve / "circuit.zkey"
        self.zkey, self.witness = self.path.read_bytes(), (FILES / curve / "witness.wtns").read_bytes()
        names = ("verification_key.json", "public.json", "proof.json")
        self.key, self.public, self.proof = ((FILES / curve / name).read_text() for name in names)


@pytest.fixture(scope="module", params=CURVES)
def curve(request):
    return request.param


@pytest.fixture(scope="module")
def circuit(curve):
    return Circuit(curve)


@pytest.fixture(scope="module")
def prover(circuit):
    return Prover(circuit.zkey, check=True)


@pytest.fixture(scope="module")
def verifier(circuit):
    return Verifier(circuit.key)


def test_proofs_are_valid_and_differ(curve, circuit, prover, verifier):
    assert prover.curve == verifier.curve == CURVES[curve] and prover.public == verifier.public == 3
    assert prover.verification_key() == circuit.key
    for given in (circuit.witness, bytearray(circuit.witness), np.frombuffer(circuit.witness, np.uint8)):
        proof, public = prover.prove(given)
        assert public == circuit.public and proof != circuit.proof
        assert verifier.verify(public, proof) and json.loads(proof)["curve"] == CURVES[curve]
    assert verifier.verify(circuit.public, circuit.proof)
    opened = Prover.open(circuit.path, threads=1)
    assert verifier.verify(*reversed(opened.prove(circuit.witness, threads=2)), threads=1)
    assert groth16.verify(circuit.key, *reversed(groth16.prove(circuit.zkey, circuit.witness)))
    assert repr(prover) == f"<Prover: {CURVES[curve]}, 3 public signals>"
    assert repr(verifier) == f"<Verifier: {CURVES[curve]}, 3 public signals>"


def test_a_wrong_witness_has_a_proof_that_is_not_valid(circuit, prover, verifier):
    wrong = bytearray(circuit.witness)
    wrong[-32] ^= 1
    proof, public = prover.prove(wrong)
    assert not verifier.verify(public, proof)


def test_other_signals_are_not_valid(circuit, verifier):
    signals = json.loads(circuit.public)
    for i in range(3):
        other = [*signals]
        other[i] = str(int(other[i]) + 1)
        assert not verifier.verify(json.dumps(other), circuit.proof)


def test_batches_name_what_is_wrong(circuit, prover, verifier):
    proofs, publics = zip(*(prover.prove(circuit.witness) for _ in range(7)))
    proofs, publics = [*proofs], [*publics]
    assert verifier.verify_batch(publics, proofs).tolist() == [True] * 7
    assert verifier.verify_batch([], []).shape == (0,)
    signals = json.loads(circuit.public)
    publics[4] = json.dumps([signals[1], signals[0], signals[2]])
    publics[1] = json.dumps(signals[:2])
    expected = [i not in (1, 4) for i in range(7)]
    found = verifier.verify_batch(publics, proofs, threads=2)
    assert found.dtype == bool and found.tolist() == expected
    with pytest.raises(vorpal.ArgumentError, match="proofs: 6 texts; publics has 7"):
        verifier.verify_batch(publics, proofs[:6])
    with pytest.raises(vorpal.InputError, match="proofs: text 5"):
        verifier.verify_batch(publics, [*proofs[:5], "{}", proofs[6]])
    with pytest.raises(vorpal.InputError, match="publics: text 6"):
        verifier.verify_batch([*publics[:6], "[1"], proofs)
    # No memory is reserved for a length that a sequence only says that it has.
    with pytest.raises(TypeError, match="publics: number 0 of the list"):
        verifier.verify_batch(range(2**62), proofs)
    for wrong in ("text", None, 5, iter(proofs)):
        with pytest.raises(TypeError, match="proofs: a list is expected, not"):
            verifier.verify_batch(publics, wrong)


def test_threads_share_a_prover(circuit, prover, verifier):
    with ThreadPoolExecutor(4) as pool:
        for proof, public in pool.map(prover.prove, [circuit.witness] * 8):
            assert verifier.verify(public, proof)


def test_malformed_files(circuit, prover, tmp_path):
    for wrong in (b"", circuit.zkey[:-1], circuit.zkey[1:], circuit.witness, circuit.zkey + b"\0"):
        with pytest.raises(vorpal.InputError, match="zkey: "):
            Prover(wrong)
    for wrong in (b"", circuit.witness[:-1], circuit.zkey, circuit.witness[:-32] + b"\xff" * 32):
        with pytest.raises(vorpal.InputError, match="witness: "):
            prover.prove(wrong)
    file = tmp_path / "circuit.zkey"
    with pytest.raises(vorpal.StoreError, match=r"circuit\.zkey"):
        Prover.open(file)
    file.write_bytes(circuit.zkey[:-1])
    with pytest.raises(vorpal.StoreError, match=r"circuit\.zkey: zkey file"):
        Prover.open(file)


def test_a_point_off_the_curve_is_found_by_the_check_alone(circuit, tmp_path):
    zkey, place = bytearray(circuit.zkey), 12
    while int.from_bytes(zkey[place : place + 4], "little") != 9:
        place += 12 + int.from_bytes(zkey[place + 4 : place + 12], "little")
    zkey[place + 12] ^= 1
    Prover(zkey)
    with pytest.raises(vorpal.InputError, match="section 9, point 0"):
        Prover(zkey, check=True)
    (tmp_path / "circuit.zkey").write_bytes(zkey)
    with pytest.raises(vorpal.StoreError, match="section 9, point 0"):
        Prover.open(tmp_path / "circuit.zkey", check=True)


def test_malformed_texts(circuit, verifier):
    for wrong in ("", "{}", "[]", circuit.proof[:-1], circuit.proof.replace("groth16", "plonk")):
        with pytest.raises(vorpal.InputError, match="proof: "):
            verifier.verify(circuit.public, wrong)
    for wrong in ("", "{}", '["x"]', '["-1"]', f'["{2**256}", "1", "1"]'):
        with pytest.raises(vorpal.InputError, match="public: "):
            verifier.verify(wrong, circuit.proof)
    with pytest.raises(vorpal.InputError, match="2 public signals instead of 3"):
        verifier.verify('["1", "2"]', circuit.proof)
    other = Circuit(next(name for name in CURVES if CURVES[name] != verifier.curve))
    with pytest.raises(vorpal.InputError, match="proof: "):
        verifier.verify(circuit.public, other.proof)
    for wrong in ("", "{}", circuit.key[:-1], circuit.proof):
        with pytest.raises(vorpal.InputError, match="key: "):
            Verifier(wrong)


def test_a_key_without_contributions_is_for_development(circuit):
    key = json.loads(circuit.key)
    key["vk_delta_2"] = key["vk_gamma_2"]
    with pytest.raises(vorpal.InputError, match="nobody contributed"):
        Verifier(json.dumps(key))
    assert not Verifier(json.dumps(key), development=True).verify(circuit.public, circuit.proof)


def test_files_of_others(data):
    """The proofs of snarkjs, and our proofs of its keys."""
    found = 0
    for folder in sorted((data / "groth16").glob("*/*")):
        key, zkey = folder / "verification_key.json", next(folder.glob("*.zkey"), None)
        if not key.exists():
            continue
        verifier = Verifier(key.read_text(), development=True)
        if (proof := folder / "circom.proof").exists():
            assert verifier.verify((folder / "public.json").read_text(), proof.read_text())
            found += 1
        if zkey is not None and (folder / "witness.wtns").exists():
            prover = Prover.open(zkey, check=True)
            assert verifier.verify(*reversed(prover.prove((folder / "witness.wtns").read_bytes())))
            found += 1
    assert found >= 7
