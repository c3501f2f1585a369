"""Commitments and multiproofs against plain identities."""

import numpy as np
import pytest

import vorpal
from vorpal.fields import Field
from vorpal.ipa import Committer, map_to_scalar_batch

F = Field("bandersnatch_scalar")


def dense(vectors):
    """The offsets, indices and values of whole vectors."""
    count, width = len(vectors), len(vectors[0])
    offsets = np.arange(0, count * width + 1, width, dtype=np.uint64)
    indices = np.tile(np.arange(width, dtype=np.uint8), count)
    return offsets, indices, np.concatenate([vector.to_bytes() for vector in vectors])


@pytest.fixture(scope="module")
def vectors():
    return [F.random(256, seed) for seed in range(6)]


@pytest.fixture(scope="module")
def commitments(committer, vectors):
    return committer.commit_batch(*dense(vectors))


def test_batches_are_single_commitments(committer, vectors, commitments):
    assert commitments.shape == (6, 32)
    for vector, commitment in zip(vectors, commitments):
        assert committer.commit(vector.to_bytes()) == commitment.tobytes()
    long = committer.commit_batch(*dense(vectors), compressed=False)
    assert long.shape == (6, 64) and committer.commit(vectors[2].to_bytes(), compressed=False) == long[2].tobytes()
    expected = map_to_scalar_batch(commitments)
    for trusted in (False, True):
        np.testing.assert_array_equal(map_to_scalar_batch(long, trusted=trusted), expected)
        np.testing.assert_array_equal(map_to_scalar_batch(commitments, trusted=trusted, threads=1), expected)
    assert all(int.from_bytes(row.tobytes(), "little") < F.modulus for row in expected)


def test_deltas(committer, vectors, commitments):
    deltas = [b - a for a, b in zip(vectors, vectors[1:])]
    for old in (commitments[:5], committer.commit_batch(*dense(vectors[:5]), compressed=False)):
        for trusted in (False, True):
            found = committer.commit_delta_batch(old, *dense(deltas), trusted=trusted)
            np.testing.assert_array_equal(found, commitments[1:])


def test_sparse_vectors_and_zeros(committer):
    offsets = np.array([0, 0, 1, 3], np.uint64)
    indices = np.array([255, 3, 3], np.uint8)
    values = F.vector([5, 7, F.modulus - 7]).to_bytes()
    found = committer.commit_batch(offsets, indices, values)
    padded = F.zeros(255).to_bytes().tobytes() + (5).to_bytes(32, "little")
    assert found[1].tobytes() == committer.commit(padded)
    assert found[0].tobytes() == found[2].tobytes() == committer.commit(b"") == bytes(32)
    assert committer.commit_batch(np.zeros(1, np.uint64), indices[:0], b"").shape == (0, 32)


def test_multiproofs(committer, vectors, commitments):
    openings = np.array([0, 3, 3, 5, 1], np.uint32)
    points = np.array([0, 255, 17, 9, 128], np.uint8)
    values = np.stack([vector.to_bytes() for vector in vectors])
    proof = committer.prove(commitments, values, openings, points)
    assert len(proof) == 576 and committer.prove(commitments, values.tobytes(), openings, points, label=b"vt") == proof
    claimed = values[openings, points]
    assert committer.verify(commitments, openings, points, claimed, proof)
    assert not committer.verify(commitments, openings, points, claimed, proof, label=b"other")
    wrong = claimed.copy()
    wrong[2, 0] ^= 1
    assert not committer.verify(commitments, openings, points, wrong, proof, threads=1)
    assert not committer.verify(commitments[::-1].copy(), openings, points, claimed, proof)


def test_wrong_openings(committer, vectors, commitments):
    values = np.stack([vector.to_bytes() for vector in vectors])
    one, point = np.zeros(1, np.uint32), np.zeros(1, np.uint8)
    proof = committer.prove(commitments, values, one, point)
    bad = bytearray(proof)
    bad[:32] = b"\xff" * 32
    none = np.zeros(0, np.uint32), np.zeros(0, np.uint8)
    for call, kind, text in [
        (lambda: committer.prove(commitments, values[:5], one, point), vorpal.ArgumentError, "values: 1280 rows"),
        (lambda: committer.prove(commitments, values[:, :9], one, point), vorpal.ArgumentError, r"\[6, 9, 32\]"),
        (lambda: committer.prove(commitments, values, one + 6, point), vorpal.ArgumentError, "vector 6 of 6"),
        (lambda: committer.prove(commitments, values, *none), vorpal.ArgumentError, "at least one opening"),
        (lambda: committer.prove(commitments, values, one, point[:0]), vorpal.ArgumentError, "points: 0 numbers"),
        (lambda: committer.prove(commitments, values, one.astype(np.int64), point), TypeError, "openings: an array"),
        (lambda: committer.verify(commitments, one, point, bytes(32), bytes(575)), vorpal.ArgumentError, "proof: 575"),
        (lambda: committer.verify(commitments, one, point, bytes(32), bytes(bad)), vorpal.InputError, "proof: "),
        (lambda: committer.verify(commitments, one, point, bytes(64), proof), vorpal.ArgumentError, "values: 2 rows"),
        (lambda: committer.verify(commitments, one + 9, point, bytes(32), proof), vorpal.ArgumentError, "commitment 9"),
        (lambda: committer.verify(b"\xff" * 32, one, point, bytes(32), proof), vorpal.InputError, "commitments: "),
    ]:
        with pytest.raises(kind, match=text):
            call()


def test_wrong_terms(committer, commitments):
    offsets, indices = np.array([0, 1], np.uint64), np.zeros(1, np.uint8)
    order = F.modulus.to_bytes(32, "little")
    two = np.array([0, 1, 2], np.uint64), np.zeros(2, np.uint8)
    off_curve = commitments[:2].copy()
    off_curve[1] = 0xFF
    for call, kind, text in [
        (lambda: committer.commit(bytes(32) + order), vorpal.InputError, "values: number 1: "),
        (lambda: committer.commit(bytes(257 * 32)), vorpal.ArgumentError, "values: 257 rows; at most 256"),
        (lambda: committer.commit_batch(*two, bytes(32) + order), vorpal.InputError, "values: number 1: "),
        (lambda: committer.commit_batch(offsets, indices, bytes(64)), vorpal.ArgumentError, "values: 2 rows; indices"),
        (lambda: committer.commit_batch(offsets[:0], indices, bytes(32)), vorpal.ArgumentError, "offsets"),
        (lambda: committer.commit_batch(offsets[::-1].copy(), indices, bytes(32)), vorpal.ArgumentError, "is below"),
        (lambda: committer.commit_batch(offsets + 1, indices, bytes(32)), vorpal.ArgumentError, "offsets"),
        (lambda: committer.commit_batch(offsets * 0, indices, bytes(32)), vorpal.ArgumentError, "the last 1"),
        (lambda: committer.commit_batch(offsets.tolist(), indices, bytes(32)), TypeError, "offsets: an array"),
        (lambda: committer.commit_delta_batch(off_curve, *two, bytes(64)), vorpal.InputError, "old: .*1"),
        (lambda: committer.commit_delta_batch(commitments, *two, bytes(64)), vorpal.ArgumentError, "old: 6 rows"),
        (lambda: map_to_scalar_batch(off_curve), vorpal.InputError, "points: .*1"),
        (lambda: map_to_scalar_batch(np.zeros((1, 33), np.uint8)), vorpal.ArgumentError, "32 or 64"),
        (lambda: Committer("huge"), vorpal.ArgumentError, 'profile: "huge"'),
    ]:
        with pytest.raises(kind, match=text):
            call()


def test_files(committer, tmp_path, vectors):
    file = tmp_path / "tables"
    committer.save(file)
    again = Committer.load(file)
    assert again.basis == committer.basis and again.memory == committer.memory <= 32 << 20
    assert again.commit(vectors[0].to_bytes()) == committer.commit(vectors[0].to_bytes())
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    for path in (file, tmp_path / "missing"):
        with pytest.raises(vorpal.StoreError, match=path.name):
            Committer.load(path)
    with pytest.raises(vorpal.StoreError):
        committer.save(tmp_path / "no" / "folder")
