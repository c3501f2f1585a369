"""Sums of points against py_ecc and plain integers."""

import copy
import pickle
import resource
import zlib

import numpy as np
import py_ecc.optimized_bls12_381 as bls
import py_ecc.optimized_bn128 as bn
import pytest
from tqdm import tqdm

import vorpal
from vorpal.fields import Field
from vorpal.msm import Bases, Partial, Point, job, msm, partial, plan

CURVES = ["bls12_377", "bls12_381", "bn254"]
PEERS = {"bls12_381": bls, "bn254": bn}


def order(curve):
    return Field(f"{curve}_scalar").modulus


def integers(curve, count, seed=1):
    return Field(f"{curve}_scalar").random(count, seed).to_ints()


def encoded(values, byteorder="little"):
    return b"".join(value.to_bytes(32, byteorder) for value in values)


def expected(curve, values):
    """The sum over the multiples of the generator, by a textbook library or by one multiplication."""
    number = sum((i + 1) * value for i, value in enumerate(values)) % order(curve)
    if curve in PEERS:
        peer = PEERS[curve]
        if number == 0:
            return None
        return tuple(int(coordinate) for coordinate in peer.normalize(peer.multiply(peer.G1, number)))
    return msm(Bases.multiples(1, curve=curve), encoded([number])).coordinates


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("count", [0, 1, 3, 40, 700])
def test_sums(curve, count):
    bases, values = Bases.multiples(count, curve=curve), integers(curve, count)
    result = msm(bases, encoded(values))
    assert result.coordinates == expected(curve, values)
    assert result.is_identity == (count == 0) and result.curve == curve
    assert msm(bases, encoded(values, "big"), byteorder="big") == result
    assert hash(msm(bases, encoded(values), threads=1)) == hash(result)
    vector = Field(f"{curve}_scalar").vector(values)
    assert msm(bases, vector) == result
    assert msm(bases, vector.limbs) == result
    prepared = bases.prepare(1 << 22) if count else bases
    assert msm(prepared, vector) == result


def test_the_textbook_sum_term_by_term():
    values = integers("bn254", 5)
    total = bn.Z1
    for i, value in enumerate(values):
        total = bn.add(total, bn.multiply(bn.multiply(bn.G1, i + 1), value))
    assert msm(Bases.multiples(5, curve="bn254"), encoded(values)).coordinates == tuple(map(int, bn.normalize(total)))


@pytest.mark.parametrize("curve", CURVES)
def test_machine_integers(curve):
    values = np.array([0, 1, 2**64 - 1, 12345], np.uint64)
    bases = Bases.multiples(10, curve=curve)
    assert msm(bases, values).coordinates == expected(curve, [int(value) for value in values])


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("form", ["arkworks", "gnark", "arkworks-0.3", "zcash"])
@pytest.mark.parametrize("compressed", [False, True])
def test_formats(curve, form, compressed):
    bases = Bases.multiples(20, curve=curve)
    if (curve, form) in [("bn254", "arkworks-0.3"), ("bn254", "zcash"), ("bls12_377", "zcash")]:
        with pytest.raises(vorpal.ArgumentError, match=f'format: "{form}"; {curve} has arkworks, gnark'):
            bases.to_bytes(form)
        return
    points = bases.to_bytes(form, compressed=compressed)
    size = {"bn254": 32}.get(curve, 48)
    assert points.shape == (20, size if compressed else 2 * size)
    values = np.arange(20, dtype=np.uint64)
    result = msm(bases, values)
    for trust in ("nothing", "on_curve", "subgroup"):
        again = Bases.from_bytes(points, curve=curve, format=form, trust=trust)
        assert len(again) == 20 and again.curve == curve and msm(again, values) == result
    last = Point.from_bytes(points[-1], curve=curve, format=form)
    assert last.to_bytes(form, compressed=compressed) == points[-1].tobytes()
    if compressed:
        for count in (1, 2, 20):
            assert len(Bases.from_bytes(points[:count].tobytes(), curve=curve, format=form)) == count


@pytest.mark.parametrize("curve", CURVES)
def test_montgomery_memory(curve):
    base = Field(f"{curve}_base")
    points = [msm(Bases.multiples(9, curve=curve), np.eye(9, dtype=np.uint64)[i]) for i in range(9)]
    limbs = np.stack([point.to_montgomery() for point in points])
    assert limbs.shape == (9, 2, base.limbs)
    assert base.from_montgomery(limbs[4]).to_ints() == list(points[4].coordinates)
    limbs[7] = 0
    values = np.arange(9, dtype=np.uint64)
    result = msm(Bases.multiples(9, curve=curve), np.where(values == 7, 0, values).astype(np.uint64))
    for array in (limbs, limbs.reshape(9, -1)):
        for trust in ("nothing", "on_curve", "subgroup"):
            assert msm(Bases.from_montgomery(array, curve=curve, trust=trust), values) == result
    off = limbs.copy()
    off[3, 0, 0] ^= 1
    with pytest.raises(vorpal.InputError, match="points: number 3 is not on the curve"):
        Bases.from_montgomery(off, curve=curve)
    off[2] = 2**64 - 1
    with pytest.raises(vorpal.InputError, match="points: a coordinate of number 2 is not below the modulus"):
        Bases.from_montgomery(off, curve=curve, trust="subgroup")
    with pytest.raises(vorpal.ArgumentError, match="points: shape"):
        Bases.from_montgomery(limbs[:, :1].copy(), curve=curve)
    with pytest.raises(TypeError, match="points: an array of uint64 is expected, not of int64"):
        Bases.from_montgomery(limbs.astype(np.int64), curve=curve)


def outside_subgroup(curve):
    """The bytes (arkworks, uncompressed) of a point of the curve outside of the prime subgroup, as y^2 = x^3 + b."""
    field, b = Field(f"{curve}_base"), {"bls12_377": 1, "bls12_381": 4}[curve]
    x = 1
    while True:
        root, exists = (field.vector([x]).pow(3) + b).sqrt()
        if exists[0]:
            montgomery = np.stack([field.vector([x]).limbs, root.limbs], axis=1)
            bases = Bases.from_montgomery(montgomery, curve=curve, trust="on_curve")
            if msm(bases, (order(curve) - 1).to_bytes(32, "little")) != -msm(bases, np.ones(1, np.uint64)):
                return montgomery, bases.to_bytes(compressed=False)
        x += 1


@pytest.mark.parametrize("curve", ["bls12_377", "bls12_381"])
def test_points_outside_the_subgroup(curve):
    montgomery, points = outside_subgroup(curve)
    generator = Bases.multiples(2, curve=curve).to_bytes(compressed=False)
    with pytest.raises(vorpal.InputError, match=r"points: .*2.*subgroup"):
        Bases.from_bytes(np.concatenate([generator, points]), curve=curve)
    with pytest.raises(vorpal.InputError, match=r"points: .*subgroup"):
        Bases.from_montgomery(montgomery, curve=curve)
    bases = Bases.from_bytes(points, curve=curve, trust="on_curve")
    one = msm(bases, np.ones(1, np.uint64))
    total = one
    for _ in range(4):
        total = total + one
    assert msm(bases, np.array([5], np.uint64)) == total
    assert plan(bases, bytes(32)).endomorphism is False


def test_invalid_points_are_named():
    points = Bases.multiples(8, curve="bn254").to_bytes().copy()
    points[5] = 0xFF
    with pytest.raises(vorpal.InputError, match=r"points: .*5"):
        Bases.from_bytes(points, curve="bn254")
    with pytest.raises(vorpal.InputError, match="encoded: "):
        Point.from_bytes(points[5], curve="bn254")
    with pytest.raises(vorpal.ArgumentError, match=r"points: shape \(8, 31\); \(n, 32 or 64\)"):
        Bases.from_bytes(points[:, :31].copy(), curve="bn254")


@pytest.mark.parametrize(
    ("keywords", "text"),
    [
        ({"curve": "bn128"}, 'curve: "bn128"; there are bls12_377'),
        ({"curve": "bn254", "format": "zip"}, 'format: "zip"'),
        ({"curve": "bn254", "trust": "all"}, 'trust: "all"'),
    ],
)
def test_wrong_names(keywords, text):
    with pytest.raises(vorpal.ArgumentError, match=text):
        Bases.from_bytes(bytes(64), **keywords)


@pytest.mark.parametrize("curve", CURVES)
def test_scalars_not_below_the_order(curve):
    bases = Bases.multiples(5000, curve=curve)
    values = [1] * 5000
    values[3] = values[4000] = order(curve)
    with pytest.raises(vorpal.InputError, match="scalars: number 3 is not below the order"):
        msm(bases, encoded(values))
    limbs = np.zeros((5000, 4), np.uint64)
    limbs[77] = 2**64 - 1
    with pytest.raises(vorpal.InputError, match="scalars: number 77 is not below the order"):
        msm(bases, limbs)


def test_wrong_scalars():
    bases = Bases.multiples(3, curve="bn254")
    with pytest.raises(vorpal.ArgumentError, match="scalars: 4 of them for 3 bases"):
        msm(bases, np.zeros(4, np.uint64))
    with pytest.raises(vorpal.ArgumentError, match=r"scalars: shape \(3, 5\); \(n\) or \(n, 4\)"):
        msm(bases, np.zeros((3, 5), np.uint64))
    with pytest.raises(vorpal.ArgumentError, match='byteorder: "middle"'):
        msm(bases, bytes(32), byteorder="middle")
    with pytest.raises(TypeError):
        msm(bases, np.zeros(3))
    with pytest.raises(TypeError):
        msm("bases", bytes(32))
    with pytest.raises(vorpal.ArgumentError, match="scalars: elements of bn254_base; bn254_scalar is expected"):
        msm(bases, Field("bn254_base").zeros(2))


def test_prepared_files(tmp_path):
    bases, values = Bases.multiples(64, curve="bls12_381"), Field("bls12_381_scalar").random(64, 3)
    prepared = bases.prepare(1 << 20)
    assert prepared.is_prepared and not bases.is_prepared and len(prepared) == 64
    file = tmp_path / "tables"
    prepared.save(file)
    again = Bases.open(str(file), curve="bls12_381")
    assert msm(again, values) == msm(bases, values) and again.explain() == prepared.explain()
    with pytest.raises(vorpal.StoreError, match="tables"):
        prepared.save(file)
    with pytest.raises(vorpal.StoreError, match="tables"):
        Bases.open(file, curve="bls12_377")
    with pytest.raises(vorpal.StoreError, match="missing"):
        Bases.open(tmp_path / "missing", curve="bls12_381")
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(vorpal.StoreError, match="tables"):
        Bases.open(file, curve="bls12_381")
    for call in (lambda: bases.save(tmp_path / "x"), lambda: prepared.prepare(1 << 20), lambda: bases.prepare(10)):
        with pytest.raises(vorpal.NotPossibleError):
            call()


def test_a_file_on_a_full_disk_is_absent(tmp_path):
    """A limit of the size of files stands for the end of the disk."""
    prepared = Bases.multiples(64, curve="bls12_381").prepare(1 << 20)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 14, hard))
    try:
        with pytest.raises(vorpal.StoreError, match="tables: "):
            prepared.save(tmp_path / "tables")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "tables").write_text("mine")
    with pytest.raises(vorpal.StoreError, match="tables: "):
        prepared.save(tmp_path / "tables")
    assert [file.name for file in tmp_path.iterdir()] == ["tables"] and (tmp_path / "tables").read_text() == "mine"
    (tmp_path / "tables").unlink()
    prepared.save(tmp_path / "tables")
    (tmp_path / "usual").write_text("")
    assert (tmp_path / "tables").stat().st_mode == (tmp_path / "usual").stat().st_mode


@pytest.mark.parametrize("curve", CURVES)
def test_integers(curve):
    """Lists, ranges and arrays of numbers below the order."""
    bases, values = Bases.multiples(5, curve=curve), [0, 1, 2**64 + 3, order(curve) - 1, 7]
    result = msm(bases, encoded(values))
    for given in (values, tuple(values), np.array(values, object), [*values[:4], np.int64(7)]):
        assert msm(bases, given) == result
    small = msm(bases, np.arange(5, dtype=np.uint64))
    for given in (range(5), list(range(5)), [np.int32(i) for i in range(5)], np.arange(5)):
        assert msm(bases, given) == small
        assert plan(bases, given).points == 5 and len(job(bases, given)) == 32
        part = partial(bases, given, job=bytes(32), terms=np.int64(5), bits=np.uint16(256), first_term=np.int8(0))
        assert part.finish() == small
    assert msm(bases, []).is_identity and msm(bases, range(0)).is_identity
    for wrong, kind, text in [
        ([1, order(curve)], vorpal.InputError, "scalars: number 1 is not below the order"),
        ([1, -1], vorpal.InputError, "scalars: number 1 is not below the order"),
        ([1, 2.0], TypeError, "scalars: number 1 is no integer"),
        ([1, True], TypeError, "scalars: number 1 is no integer"),
        ([bytes(32), 1], TypeError, "scalars: number 0 is no integer"),
        (range(6), vorpal.ArgumentError, "scalars: 6 of them for 5 bases"),
    ]:
        with pytest.raises(kind, match=text):
            msm(bases, wrong)


@pytest.mark.parametrize("curve", CURVES)
def test_pickles(curve):
    bases, values = Bases.multiples(9, curve=curve), integers(curve, 9)
    point = msm(bases, values)
    infinity = point + -point
    for value in (point, infinity, partial(bases, values, job=bytes(32), terms=9)):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    again = pickle.loads(pickle.dumps(bases))
    assert msm(again, values) == point and again.trust == bases.trust == "subgroup"
    on_curve = Bases.from_montgomery(bases.to_montgomery(), curve=curve, trust="on_curve")
    assert pickle.loads(pickle.dumps(on_curve)).trust == on_curve.trust == "on_curve"
    with pytest.raises(vorpal.NotPossibleError, match="prepared"):
        pickle.dumps(bases.prepare(1 << 22))
    assert Point.from_montgomery(point.to_montgomery(), curve=curve) == point
    off = point.to_montgomery()
    off[0, 0] ^= 1
    for wrong, kind, text in [
        (off, vorpal.InputError, "limbs: the point is not on the curve"),
        (np.full_like(off, 2**64 - 1), vorpal.InputError, "limbs: a coordinate is not below"),
        (off[:1], vorpal.ArgumentError, "limbs: shape"),
        (np.stack([off, off]), vorpal.ArgumentError, "limbs: shape"),
    ]:
        with pytest.raises(kind, match=text):
            Point.from_montgomery(wrong, curve=curve)


def test_points_outside_the_subgroup_can_be_pickled():
    _, points = outside_subgroup("bls12_381")
    bases = Bases.from_bytes(points, curve="bls12_381", trust="on_curve")
    point = msm(bases, [1])
    assert pickle.loads(pickle.dumps(point)) == point


@pytest.fixture(scope="module")
def long_sum():
    """Enough additions for several reports."""
    small = Bases.multiples(1 << 11, curve="bls12_377").to_bytes(compressed=False)
    bases = Bases.from_bytes(np.tile(small, (32, 1)), curve="bls12_377", trust="subgroup")
    return bases, Field("bls12_377_scalar").random(1 << 16, 5)


def test_progress(long_sum):
    bases, values = long_sum
    calls = []
    result = msm(bases, values, progress=lambda done, total: calls.append((done, total)), threads=1)
    assert len(calls) > 3 and calls == sorted(calls) and all(0 < done <= total for done, total in calls)
    assert calls[-1][0] == calls[-1][1]
    assert msm(bases, values) == result
    for method in (False, True):
        with tqdm(disable=False, file=open("/dev/null", "w")) as bar:
            assert msm(bases, values, progress=bar.update if method else bar) == result
            assert bar.n == bar.total == calls[-1][1]


def test_cancellation(long_sum):
    bases, values = long_sum
    calls = []

    def stop(done, total):
        calls.append(done / total)
        return len(calls) < 2

    with pytest.raises(vorpal.CancelledError):
        msm(bases, values, progress=stop, threads=1)
    assert len(calls) == 2 and calls[-1] < 1
    with pytest.raises(vorpal.CancelledError):
        msm(Bases.multiples(2, curve="bn254"), bytes(64), progress=lambda done, total: False)


def test_exceptions_of_the_callback_propagate(long_sum):
    bases, values = long_sum

    class Mine(Exception):
        pass

    def fail(done, total):
        raise Mine(done)

    with pytest.raises(Mine):
        msm(bases, values, progress=fail)
    with pytest.raises(Mine):
        msm(bases.prepare(64 << 20), values, progress=fail)
    with pytest.raises(TypeError, match="progress"):
        msm(bases, values, progress=3)
    with pytest.raises(TypeError):
        msm(bases, values, progress=lambda: None)


@pytest.mark.parametrize("curve", CURVES)
def test_partial_sums(curve):
    bases, values = Bases.multiples(60, curve=curve), integers(curve, 60)
    encodings = bases.to_bytes()
    scalars = np.frombuffer(encoded(values), np.uint8).reshape(60, 32)
    name = job(bases, scalars)
    whole = {"job": name, "terms": 60}
    parts = [partial(bases, scalars[:20], **whole)]
    rest = Bases.from_bytes(encodings[20:], curve=curve)
    parts.append(partial(rest, scalars[20:], first_term=20, end_bit=100, **whole))
    parts.append(partial(rest, scalars[20:], first_term=20, first_bit=100, progress=lambda *_: None, **whole))
    parts = [Partial.from_bytes(part.to_bytes(), curve=curve) for part in parts]
    assert parts[1].covered == [(20, 60, 0, 100)] and parts[1].job == name and parts[1].curve == curve
    with pytest.raises(vorpal.ArgumentError, match="missing"):
        parts[0].merge(parts[2]).finish()
    with pytest.raises(vorpal.ArgumentError, match="in both"):
        parts[0].merge(parts[0])
    result = (parts[2] + parts[0] + parts[1]).finish()
    assert result == msm(bases, scalars) and result.coordinates == expected(curve, values)
    other = partial(bases, scalars, job=bytes(32), terms=60)
    with pytest.raises(vorpal.ArgumentError, match="job"):
        parts[0].merge(other)


def test_wrong_parts():
    bases, scalars = Bases.multiples(4, curve="bn254"), np.arange(4, dtype=np.uint64)
    part = partial(bases, scalars, job=bytes(32), terms=4, bits=64)
    elsewhere = partial(Bases.multiples(4, curve="bls12_377"), scalars, job=bytes(32), terms=4, bits=64)
    with pytest.raises(vorpal.ArgumentError, match="different curves"):
        part.merge(elsewhere)
    with pytest.raises(vorpal.ArgumentError, match="different curves"):
        part.finish() + elsewhere.finish()
    with pytest.raises(vorpal.ArgumentError, match="first_bit: 9 is above end_bit"):
        partial(bases, scalars, job=bytes(32), terms=4, first_bit=9, end_bit=8)
    with pytest.raises(vorpal.ArgumentError, match="outside"):
        partial(bases, scalars, job=bytes(32), terms=3)
    with pytest.raises(vorpal.ArgumentError, match="4 terms of 64 bits, and of 4 terms of 65 bits"):
        part.merge(partial(bases, scalars, job=bytes(32), terms=4, bits=65))
    with pytest.raises(vorpal.NotPossibleError):
        partial(bases, scalars, job=bytes(32), terms=4, bits=300)
    with pytest.raises(vorpal.InputError, match="bits"):
        partial(bases, np.full(4, 255, np.uint64), job=bytes(32), terms=4, bits=7)
    with pytest.raises(vorpal.ArgumentError, match="job: 31 bytes"):
        partial(bases, scalars, job=bytes(31), terms=4)
    for wrong in (b"", part.to_bytes()[:-1], part.to_bytes() + b"\0", bytes(200)):
        with pytest.raises(vorpal.InputError, match="encoded: "):
            Partial.from_bytes(wrong, curve="bn254")
    with pytest.raises(vorpal.NotPossibleError, match="prepared"):
        job(bases.prepare(1 << 16), scalars)


def test_too_many_rectangles():
    """A partial sum of 65,536 rectangles is possible, and one more is not."""
    empty = partial(Bases.multiples(0, curve="bn254"), np.zeros(0, np.uint64), job=bytes(32), terms=2**20, bits=64)

    def leb128(number):
        return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + leb128(number // 128)

    def of(rectangles):
        numbers = [2**20, 64, len(rectangles), *(number for rectangle in rectangles for number in rectangle)]
        data = empty.to_bytes()[: 4 + 1 + 8 + 32] + b"".join(map(leb128, numbers)) + b"\0"
        return Partial.from_bytes(data + zlib.crc32(data).to_bytes(4, "little"), curve="bn254")

    assert of([]).to_bytes() == empty.to_bytes()
    most = of([(2 * i, 2 * i + 1, 0, 1) for i in range(2**16)])
    assert len(most.merge(of([])).covered) == 2**16
    with pytest.raises(vorpal.NotPossibleError, match="more than 65536 rectangles"):
        most.merge(of([(2**19, 2**19 + 1, 0, 1)]))


def test_points():
    point = msm(Bases.multiples(1, curve="bn254"), np.array([2], np.uint64))
    assert point.coordinates == tuple(map(int, bn.normalize(bn.double(bn.G1))))
    zero = point + -point
    assert zero.is_identity and zero.coordinates is None and not zero.to_montgomery().any()
    assert "infinity" in repr(zero) and hex(point.coordinates[0])[2:] in repr(point)
    assert Point.from_bytes(zero.to_bytes(), curve="bn254") == zero != point


@pytest.mark.parametrize("curve", CURVES)
def test_bases_to_montgomery(curve):
    limbs = Bases.multiples(9, curve=curve).to_montgomery()
    assert limbs.dtype == np.uint64 and limbs.shape == (9, 2, Field(f"{curve}_base").limbs)
    for i in (0, 8):
        one = msm(Bases.multiples(9, curve=curve), np.eye(9, dtype=np.uint64)[i])
        np.testing.assert_array_equal(limbs[i], one.to_montgomery())
    again = Bases.from_montgomery(limbs, curve=curve)
    np.testing.assert_array_equal(again.to_bytes(), Bases.multiples(9, curve=curve).to_bytes())
    assert Bases.multiples(0, curve=curve).to_montgomery().shape[0] == 0
    with pytest.raises(vorpal.NotPossibleError, match="prepared"):
        Bases.multiples(9, curve=curve).prepare(1 << 20).to_montgomery()
