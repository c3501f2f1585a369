"""Sums in parts on threads: against one sum, with damaged files and parts of other sums."""

import json

import numpy as np
import pytest

import vorpal
from vorpal.fields import Field
from vorpal.msm import Bases, Partial, partial
from vorpal.msm import msm as one
from vorpal.ray import Record, bases, msm, open_bases, split, sums, write_bases
from vorpal.ray.split import Part, additions, choose
from vorpal.ray.sums import Unit, merged

CURVES = ["bls12_377", "bls12_381", "bn254"]
COUNT = (1 << 14) + 77


@pytest.fixture(scope="module", params=CURVES)
def problem(request, tmp_path_factory):
    """A file of bases, a vector of scalars, the sum."""
    curve = request.param
    points = Bases.multiples(COUNT, curve=curve)
    file = tmp_path_factory.mktemp("bases") / "bases.points"
    write_bases(file, points)
    scalars = Field(f"{curve}_scalar").random(COUNT, seed=1)
    return file, points, scalars, one(points, scalars)


def local(file, scalars, **options):
    return msm(file, scalars, engine="local", **{"workers": 2, **options})


@pytest.mark.parametrize(
    "options", [{}, {"ranges": 7}, {"windows": 3}, {"ranges": 3, "windows": 5}, {"memory": 1 << 20}]
)
def test_splits(problem, options, tmp_path):
    file, _, scalars, expected = problem
    calls, record = [], Record()
    progress = lambda done, total: calls.append((done, total))  # noqa: E731
    page = tmp_path / "report.html"
    assert local(file, scalars, progress=progress, record=record, report_page=page, **options) == expected
    chosen = split(file, scalars, workers=2, **options)
    assert len(record.spans) == chosen.count and calls[-1][0] == calls[-1][1] == COUNT * chosen.windows
    assert "by" in chosen.explain() and page.read_text().count("<svg") == 2
    if "memory" in options:
        assert chosen.memory <= 1 << 20 and chosen.ranges > 2


def test_forms_of_scalars(problem, tmp_path):
    file, points, scalars, expected = problem
    rows = scalars.to_bytes()
    np.save(tmp_path / "rows.npy", rows)
    np.save(tmp_path / "limbs.npy", scalars.limbs)
    for form in (rows, scalars.limbs, tmp_path / "rows.npy", str(tmp_path / "limbs.npy")):
        assert local(file, form, ranges=3) == expected
    assert local(file, np.ascontiguousarray(rows[:, ::-1]), byteorder="big", windows=2) == expected
    integers = np.random.default_rng(1).integers(2**64, size=1000, dtype=np.uint64)
    integers[:3] = 0, 1, 2**64 - 1
    assert local(file, integers, ranges=2, windows=3) == one(points, integers)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_small_sums(problem, count):
    file, points, scalars, _ = problem
    expected = one(points, scalars[:count])
    assert local(file, scalars[:count], workers=4) == expected
    assert local(file, scalars[:count], windows=100) == expected


def test_adversarial_scalars(problem):
    file, points, _, _ = problem
    order = Field(f"{points.curve}_scalar").modulus
    values = [0, 1, order - 1, 2, order - 2, (order - 1) // 2, 2**200] * 30
    rows = np.frombuffer(b"".join(value.to_bytes(32, "little") for value in values), np.uint8).reshape(-1, 32)
    for options in ({"ranges": 11}, {"windows": 7}, {"windows": 253}):
        assert local(file, rows, **options) == one(points, rows)
    with pytest.raises(vorpal.InputError, match=r"scalars: number .* is not below the order"):
        local(file, np.full((4, 32), 255, np.uint8))


def test_files(problem, tmp_path):
    file, points, scalars, expected = problem
    opened = open_bases(file)
    assert (opened.curve, opened.points, len(opened.digests)) == (points.curve, COUNT, 2)
    for first, end in [(0, 0), (0, 1), (5, bases.PIECE + 3), (bases.PIECE, COUNT), (COUNT, COUNT)]:
        part = opened.read(first, end)
        np.testing.assert_array_equal(part.to_montgomery(), points.to_montgomery()[first:end])
        assert not len(part) or "subgroup" in part.explain()
    limbs = points.to_montgomery()
    parts = [Bases.from_montgomery(limbs[i : i + 999], curve=points.curve) for i in range(0, COUNT, 999)]
    assert write_bases(tmp_path / "parts", iter(parts)).digest == opened.digest
    assert local(tmp_path / "parts", scalars) == expected
    on_curve = Bases.from_montgomery(limbs, curve=points.curve, trust="on_curve")
    other = write_bases(tmp_path / "curve", on_curve)
    assert other.digest != opened.digest and local(other, scalars) == expected
    with pytest.raises(vorpal.StoreError, match="exists"):
        write_bases(file, points)
    with pytest.raises(vorpal.ArgumentError, match="no parts"):
        write_bases(tmp_path / "none", [])
    with pytest.raises(vorpal.InputError, match="parts of"):
        write_bases(tmp_path / "two", [Bases.multiples(1, curve=curve) for curve in CURVES])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["curve", "curve.json", "parts", "parts.json"]


def test_damaged_files(problem, tmp_path):
    file, points, scalars, _ = problem
    path, index = tmp_path / "bases", tmp_path / "bases.json"

    def copy(change_points=None, change_index=None):
        content = bytearray(file.read_bytes())
        path.write_bytes(change_points(content) if change_points else content)
        value = json.loads((file.parent / "bases.points.json").read_text())
        value.update(change_index or {})
        index.write_text(json.dumps(value))
        return path

    flipped = lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:]  # noqa: E731
    with pytest.raises(vorpal.StoreError, match="piece 1 is damaged or of another file"):
        local(copy(flipped), scalars)
    with pytest.raises(vorpal.StoreError, match="bytes; its index says"):
        local(copy(lambda content: content[:-1]), scalars)
    for change in ({"format": 2}, {"curve": "x"}, {"points": -1}, {"points": "3"}, {"digests": []}, {"trust": "all"}):
        with pytest.raises(vorpal.StoreError, match="damaged"):
            local(copy(change_index=change), scalars)
    index.write_text("{")
    with pytest.raises(vorpal.StoreError, match=r"bases\.json"):
        local(path, scalars)
    index.unlink()
    with pytest.raises(vorpal.StoreError, match="missing"):
        local(path, scalars)
    copy()
    path.unlink()
    with pytest.raises(vorpal.StoreError, match="bases"):
        local(path, scalars)
    assert len(points) == COUNT


def test_parts_of_another_sum(problem, monkeypatch):
    file, points, scalars, _ = problem
    parts = [
        partial(points, scalars[:10], job=bytes([job]) * 32, terms=20, first_term=first)
        for job, first in ((1, 0), (1, 10), (2, 10))
    ]
    assert merged(parts[:2]).covered == [(0, 20, 0, 256)]
    for wrong in ([parts[0], parts[2]], [parts[0], parts[0]]):
        with pytest.raises(vorpal.ArgumentError):
            merged(wrong)
    job, unit = parts[0].job, Unit(Part(0, 10, 0, 256), None)
    opened = open_bases(file)
    sums._checked(parts[0].to_bytes(), opened, job, unit)
    for encoded, other in [(parts[2], job), (parts[1], job), (parts[0], bytes(32))]:
        with pytest.raises(vorpal.InputError, match=r"terms 0 to 10, bits 0 to 256: .*another sum"):
            sums._checked(encoded.to_bytes(), opened, other, unit)
    monkeypatch.setattr(sums.Sum, "__call__", lambda self, unit: parts[2].to_bytes())
    with pytest.raises(vorpal.InputError, match="another sum"):
        local(file, scalars)
    assert isinstance(parts[0], Partial)


def test_jobs_differ(problem):
    file, _, scalars, _ = problem
    opened = open_bases(file)
    rows = scalars.to_bytes()
    changed = rows.copy()
    changed[-1, 0] ^= 1
    jobs = {
        sums.job_of(opened, rows, "little"),
        sums.job_of(opened, rows, "big"),
        sums.job_of(opened, changed, "little"),
        sums.job_of(opened, rows[:-1], "little"),
        sums.job_of(opened, scalars.limbs, "little"),
    }
    assert len(jobs) == 5 and sums.job_of(opened, rows.copy(), "little") in jobs


def test_arguments(problem, tmp_path):
    file, points, scalars, _ = problem
    for options, text in [
        ({"ranges": 0}, "ranges: 0"),
        ({"windows": 999}, "windows: 999"),
        ({"memory": 1}, "memory"),
        ({"byteorder": "x"}, "byteorder"),
    ]:
        with pytest.raises(vorpal.Error, match=text):
            local(file, scalars, **options)
    for wrong in (np.zeros((3, 31), np.uint8), np.zeros((3, 3), np.uint64), np.zeros(3)):
        with pytest.raises(vorpal.ArgumentError, match="scalars"):
            local(file, wrong)
    with pytest.raises(TypeError, match="scalars"):
        local(file, ["1", 2.5])
    with pytest.raises(vorpal.StoreError, match="scalars"):
        local(file, tmp_path / "none.npy")
    (tmp_path / "bad.npy").write_bytes(b"bad")
    with pytest.raises(vorpal.StoreError, match="scalars"):
        local(file, tmp_path / "bad.npy")
    field = "bn254_scalar" if points.curve != "bn254" else "bls12_381_scalar"
    with pytest.raises(vorpal.ArgumentError, match="is expected"):
        local(file, Field(field).random(3, 1))
    with pytest.raises(vorpal.ArgumentError, match="there are"):
        local(file, np.ones(COUNT + 1, np.uint64))


def test_the_choice():
    """Windows pay with few points for each worker; memory bounds parts; parts cover everything once."""
    assert choose(1 << 26, 255, 16, width=128).windows == 1
    assert choose(1 << 12, 255, 64, width=128).windows > 1
    for terms, workers in [(0, 1), (1, 3), (1000, 2), (1 << 20, 7), (1 << 28, 100)]:
        chosen = choose(terms, 255, workers, width=128, memory=1 << 28)
        assert chosen.memory <= 1 << 28 and chosen.count <= max(workers * 16, terms * 512 // (1 << 28) + 1)
        parts = list(chosen.parts())
        assert sum((part.end - part.first) * (part.end_bit - part.first_bit) for part in parts) == terms * 255
        assert len(parts) == chosen.count
    assert additions(1 << 20, 255) < 255 * (1 << 20)
