"""Fields against plain integers."""

import copy
import pickle

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import vorpal
from vorpal.fields import Field, Vector, best_schedule, bounds, names, overflow_shares

PUBLISHED = {
    "secp256k1_base": 2**256 - 2**32 - 977,
    "secp256k1_scalar": 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
    "bn254_base": 21888242871839275222246405745257275088696311157297823662689037894645226208583,
    "bn254_scalar": 21888242871839275222246405745257275088548364400416034343698204186575808495617,
    "p256_base": 2**256 - 2**224 + 2**192 + 2**96 - 1,
    "p256_scalar": 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    "bls12_381_scalar": 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001,
}


def samples(field, count=2500):
    p = field.modulus
    values = [0, 1, 2, p - 1, p // 2, p // 2 + 1]
    return values + field.random(count - len(values), 9).to_ints()


def test_names_and_moduli():
    assert set(PUBLISHED) < set(names()) and len(names()) == 13
    for name, modulus in PUBLISHED.items():
        assert Field(name).modulus == modulus


@pytest.mark.parametrize("name", names())
def test_operations(name):
    f = Field(name)
    p = f.modulus
    assert (
        f.bits == p.bit_length()
        and f.limbs == (f.bits + 63) // 64
        and p - 1 == (p - 1 >> f.two_adicity) << f.two_adicity
    )
    a, b = samples(f), samples(f)[::-1]
    x, y = f.vector(a), f.vector(b)
    assert len(x) == len(a) and x.to_ints() == a == list(x) and x == f.from_bytes(x.to_bytes())
    assert (x + y).to_ints() == [(i + j) % p for i, j in zip(a, b)] == x.add(y, threads=1).to_ints()
    assert (x - y).to_ints() == [(i - j) % p for i, j in zip(a, b)] == x.sub(y).to_ints()
    assert (x * y).to_ints() == [i * j % p for i, j in zip(a, b)] == x.mul(y).to_ints()
    assert (-x).to_ints() == [-i % p for i in a]
    assert x.square().to_ints() == [i * i % p for i in a]
    assert x.inverse().to_ints() == [pow(i, -1, p) if i else 0 for i in a]
    for exponent in (0, 1, 2, 65537, p - 2, 3 << 400):
        assert (x**exponent).to_ints() == [pow(i, exponent, p) for i in a]
    assert (x + 1).to_ints() == [(i + 1) % p for i in a] == (1 + x).to_ints()
    assert (5 - x * 3).to_ints() == [(5 - 3 * i) % p for i in a]
    assert (x - 2**400).to_ints() == [(i - 2**400) % p for i in a]
    assert x.sum() == sum(a) % p and x.dot(y) == sum(i * j for i, j in zip(a, b)) % p
    nonzero = x[1:]
    assert (y[1:] / nonzero * nonzero) == y[1:] and (1 / nonzero) == nonzero.inverse() == nonzero**-1


@pytest.mark.parametrize("name", names())
def test_roots_and_symbols(name):
    f = Field(name)
    p, a = f.modulus, samples(f, 400)
    x = f.vector(a)
    symbols = [0 if i == 0 else 1 if pow(i, (p - 1) // 2, p) == 1 else -1 for i in a]
    found = x.legendre()
    assert found.dtype == np.int8 and found.tolist() == symbols
    roots, exists = x.sqrt()
    assert exists.tolist() == [symbol >= 0 for symbol in symbols]
    assert roots.square().to_ints() == [i if symbol >= 0 else 0 for i, symbol in zip(a, symbols)]
    assert f.vector([f.generator]).legendre()[0] == -1


def test_montgomery_form_is_that_of_other_libraries():
    f = Field("bn254_scalar")
    r = pow(2, 256, f.modulus)
    limbs = f.vector([1, 7]).limbs
    assert limbs.dtype == np.uint64 and limbs.shape == (2, 4)
    as_integers = [int.from_bytes(row.tobytes(), "little") for row in limbs]
    assert as_integers == [r, 7 * r % f.modulus]
    assert f.from_montgomery(limbs).to_ints() == [1, 7]


def test_vectors_share_memory_and_do_not_change():
    f = Field("bls12_381_base")
    limbs = np.zeros((3, 6), np.uint64)
    vector = f.from_montgomery(limbs)
    assert np.shares_memory(vector.limbs, limbs)
    with pytest.raises(ValueError, match="read-only"):
        vector.limbs[0] = 1
    assert limbs.flags.writeable


def test_slices_and_representation():
    f = Field("secp256k1_scalar")
    x = f.vector(range(10))
    assert x[3] == 3 and x[-1] == 9 and x[2:8:3].to_ints() == [2, 5] and len(f.zeros(4)) == 4
    assert repr(x[:2]) == "Vector(secp256k1_scalar, 2 elements: [0x0, 0x1])" and "..." in repr(x)
    assert x != Field("secp256k1_base").vector(range(10)) and x != list(range(10))
    assert f == Field("secp256k1_scalar") and hash(f) == hash(Field("secp256k1_scalar"))
    with pytest.raises(TypeError):
        hash(x)
    with pytest.raises(IndexError):
        x[10]
    for index in (None, True, 1.5, "1", np.array([1, 2])):
        with pytest.raises(TypeError, match="index: "):
            x[index]
    with pytest.raises(vorpal.ArgumentError, match="index: "):
        x[::0]
    assert f.vector([]).to_ints() == [] and f.vector([]).sum() == 0
    assert f.vector([-1, f.modulus + 2], reduce=True).to_ints() == [f.modulus - 1, 2]
    assert f.random(5, 1) == f.random(5, 1) != f.random(5, 2)


def test_integers_of_numpy():
    """Exponents, operands, values and numbers of elements."""
    f = Field("bn254_scalar")
    x = f.vector(range(1, 50))
    for kind in (np.int8, np.uint8, np.int64, np.uint64):
        assert x ** kind(3) == x**3 and x.pow(kind(3)) == x**3
        assert x + kind(7) == x + 7 == kind(7) + x and kind(7) - x == 7 - x and x / kind(7) == x / 7
        assert kind(2) * x == 2 * x and kind(2) / x == 2 / x and x[kind(3)] == 4 == x.to_ints()[3]
        assert f.vector(np.arange(1, 50).astype(kind)) == x and f.random(kind(5), kind(1)) == f.random(5, 1)
        assert len(f.zeros(kind(3))) == 3
    assert x ** np.int64(-2) == x**-2 and f.vector(pd.Series(range(1, 50))) == x
    assert f.vector(np.array([2**70, 3], object)).to_ints() == [2**70, 3]
    assert f.vector(pa.array(range(1, 50))) == x == f.vector(pa.chunked_array([range(1, 20), range(20, 50)]))
    assert bounds(np.int64(97))["largest"] == bounds(97)["largest"]
    for wrong in (np.float64(2), np.bool_(True), True, 2.0, "2", None, np.array([2])):
        with pytest.raises(TypeError):
            x**wrong
        with pytest.raises(TypeError):
            x + wrong
        with pytest.raises(TypeError, match="values: number 1 is no integer"):
            f.vector([1, wrong])
        with pytest.raises(TypeError, match="count"):
            f.zeros(wrong)


def test_vectors_of_length_one_on_both_sides():
    f = Field("bls12_381_base")
    p, a, b = f.modulus, [5], [0, 1, 7, f.modulus - 1]
    one, many = f.vector(a), f.vector(b)
    for x, y, left, right in [(one, many, a * 4, b), (many, one, b, a * 4)]:
        assert (x + y).to_ints() == [(i + j) % p for i, j in zip(left, right)] == x.add(y).to_ints()
        assert (x - y).to_ints() == [(i - j) % p for i, j in zip(left, right)] == x.sub(y, threads=1).to_ints()
        assert (x * y).to_ints() == [i * j % p for i, j in zip(left, right)] == x.mul(y).to_ints()
    assert (one / many[1:]).to_ints() == [5 * pow(i, -1, p) % p for i in b[1:]]
    assert (one - one).to_ints() == [0] and len(one - f.vector([])) == len(f.vector([]) - one) == 0
    with pytest.raises(vorpal.ArgumentError, match="other: 4 elements; self has 2"):
        many[:2] - many
    with pytest.raises(vorpal.InputError, match="division by zero: number 0"):
        one / many


def test_pickles():
    for name in ("bn254_base", "bls12_381_base"):
        f = Field(name)
        x = f.random(2000, 1)
        for again in (pickle.loads(pickle.dumps(x)), copy.copy(x), copy.deepcopy(x)):
            assert again == x and again.field == f and not again.limbs.flags.writeable
        assert pickle.loads(pickle.dumps(f)) == f and pickle.loads(pickle.dumps(x[:0])) == x[:0]
    rebuild, (name, limbs) = x.__reduce__()
    with pytest.raises(vorpal.InputError, match="number 0 is not below the modulus"):
        rebuild(name, np.full_like(limbs, 2**64 - 1))


def test_numbers_of_elements():
    f = Field("bn254_scalar")
    for call, name in [(f.zeros, "count"), (f.random, "count"), (lambda n: f.random(1, n), "seed")]:
        for wrong in (-1, 2**200, -(2**200)):
            with pytest.raises(vorpal.ArgumentError, match=name):
                call(wrong)


def test_wrong_values():
    f, g = Field("bn254_scalar"), Field("bn254_base")
    with pytest.raises(vorpal.ArgumentError, match='name: "f7"; there are bls12_377_base'):
        Field("f7")
    for value in (f.modulus, -1):
        with pytest.raises(vorpal.InputError, match="values: number 2 is not from 0 to the modulus"):
            f.vector([0, 1, value])
    for value in ("1", 1.0, None, True):
        with pytest.raises(TypeError, match="values: number 1 is no integer"):
            f.vector([0, value])
    with pytest.raises(vorpal.InputError, match="values: number 1500 is not below the modulus"):
        f.from_bytes(bytes(1500 * 32) + b"\xff" * 64)
    limbs = np.zeros((2000, 4), np.uint64)
    limbs[1999] = 2**64 - 1
    with pytest.raises(vorpal.InputError, match="limbs: number 1999 is not below the modulus"):
        f.from_montgomery(limbs)
    with pytest.raises(vorpal.ArgumentError, match=r"limbs: shape \(2, 5\); \(n, 4\) is expected"):
        f.from_montgomery(np.zeros((2, 5), np.uint64))
    with pytest.raises(TypeError, match="limbs: an array of uint64"):
        f.from_montgomery([[1, 2, 3, 4]])
    x = f.vector([1, 0, 3])
    for call in (lambda: 1 / x, lambda: x / x, lambda: x**-1, lambda: x / 0):
        with pytest.raises(vorpal.InputError, match="division by zero: number"):
            call()
    with pytest.raises(vorpal.ArgumentError, match="other: 2 elements; self has 3"):
        x + f.vector([1, 2])
    with pytest.raises(vorpal.ArgumentError, match="other: elements of bn254_base, not of bn254_scalar"):
        x * g.vector([1])
    with pytest.raises(vorpal.ArgumentError, match="other: 1 elements"):
        x.dot(f.vector([1]))
    for call in (lambda: x + 1.5, lambda: x + "1", lambda: x**0.5, lambda: x.dot([1, 2, 3]), lambda: x + np.ones(3)):
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match="made by"):
        Vector()


def test_bounds():
    table = pd.DataFrame(bounds("bn254_scalar"))
    assert len(table) == 18 and set(table.strategy) >= {"cios", "log_jump", "parallel_rounds"}
    row = table[(table.strategy == "log_jump") & (table.operands_below == "p")].iloc[0]
    assert row.schedule == "J2,J1,C" and row.word_multiplications == 33 and row.subtractions == 2
    assert round(row.multiple, 3) == 2.347 and not row.overflows
    p = Field("bn254_scalar").modulus
    for _, row in table.iterrows():
        assert row.largest // p == row.subtractions and row.overflows == (row.largest >= 1 << 256)
        assert row.largest / p == pytest.approx(row.multiple)
        assert np.isnan(row.witness_multiple) or row.multiple - 1 < row.witness_multiple <= row.multiple + 1e-9
    everything = pd.DataFrame(bounds())
    assert set(everything.field) == set(names()) and len(everything) == 13 * 18
    cios = everything[(everything.strategy == "cios") & (everything.operands_below == "p")]
    assert (cios.delta.abs() < 1e-12).all() and (cios.subtractions == 1).all()
    assert pd.DataFrame(bounds(97)).limbs.unique().tolist() == [1]
    assert pd.DataFrame(bounds(2**384 - 1)).limbs.unique().tolist() == [6]
    assert pd.DataFrame(bounds(2**2048 - 1, schedule="J16,J8,J4,J2,J1,C")).strategy.unique().tolist() == ["log_jump"]
    for wrong in (0, 1, 2, 96, -3, 2**2048 + 1, "f7"):
        with pytest.raises(vorpal.ArgumentError):
            bounds(wrong)
    for wrong in (1.5, True, [97]):
        with pytest.raises(TypeError):
            bounds(wrong)


def test_bounds_of_a_schedule():
    named = pd.DataFrame(bounds("bn254_scalar"))
    given = pd.DataFrame(bounds("bn254_scalar", schedule="J2,J1,C"))
    assert given.to_dict("list") == named[named.strategy == "log_jump"].to_dict("list")
    assert set(bounds("bn254_scalar", schedule="P1,P1,C,C")["strategy"]) == {"given"}
    assert set(bounds(schedule="P4,C,C")["field"]) == {"bls12_377_base", "bls12_381_base"}
    for modulus, steps, reason in [
        ("bn254_scalar", "C,C", "is for 2 limbs; the modulus has 4"),
        ("bn254_scalar", "J3,C", "step 1: 4 limbs remain"),
        ("bn254_scalar", "C;C", "step 1: a step is C"),
        (None, "C,C", "no field has 2 limbs"),
        (None, "", "step 1"),
    ]:
        with pytest.raises(vorpal.ArgumentError, match=reason):
            bounds(modulus, schedule=steps)


def test_best_schedule():
    best = best_schedule("bn254_scalar")
    assert (best["schedule"], best["subtractions"], best["word_multiplications"]) == ("P2,J1,C", 1, 33)
    table = pd.DataFrame(bounds("bn254_scalar", schedule=best["schedule"]))
    assert best["largest"] == table[table.operands_below == "p"].largest.iloc[0]
    assert best["multiple"] == pytest.approx(best["largest"] / Field("bn254_scalar").modulus)
    assert best_schedule("bn254_scalar", "2p", "2p")["schedule"] == "P2,C,C"
    # Two operands below 2^32: the share that the source publishes for a jump of one limb is 38 %.
    assert best_schedule("bn254_scalar", "2^32", "2^32")["share"] == pytest.approx(0.38, abs=0.01)
    assert best_schedule(2**2048 - 1)["subtractions"] >= 1
    for wrong in ("q", "0p", "2^4096", ""):
        with pytest.raises(vorpal.ArgumentError, match="a_below: a range of operands is p"):
            best_schedule("bn254_scalar", wrong)
    with pytest.raises(vorpal.ArgumentError):
        best_schedule(96)
    with pytest.raises(TypeError):
        best_schedule(None)


def plain_share(p, limbs, schedule, a, b):
    """Whether `a b R^-1` of a schedule is not below p, by plain integers."""
    base, s = 1 << 64, a * b
    for step in schedule.split(","):
        if step == "C":
            m = -s * pow(p, -1, base) % base
            s = (s + m * p) // base
            continue
        kind, k = step[0], int(step[1:])
        rho = [pow(base, -i, p) for i in range(k + 1)]
        low, s = s % base**k, s // base**k
        if kind == "J":
            s += low * rho[k]
        else:
            s += sum((low >> 64 * j) % base * rho[k - j] for j in range(k))
    assert s % p == a * b * pow(base**limbs, -1, p) % p
    return s >= p


def test_overflow_shares():
    name = "bn254_scalar"
    table = overflow_shares(name, products=1, samples=20_000)
    f = Field(name)
    a, b = f.random(1500, 1).to_ints(), f.random(1500, 2).to_ints()
    for schedule, share in zip(table["schedule"], table["share"]):
        plain = sum(plain_share(f.modulus, 4, schedule, x, y) for x, y in zip(a, b)) / 1500
        assert share == pytest.approx(plain, abs=0.05)
    assert overflow_shares(name, samples=50) == overflow_shares(name, samples=50)
    for wrong in ({"products": 0}, {"samples": 0}, {"operands": "odd"}):
        with pytest.raises(vorpal.ArgumentError):
            overflow_shares(name, **wrong)
    with pytest.raises(vorpal.ArgumentError, match="f7"):
        overflow_shares("f7")
