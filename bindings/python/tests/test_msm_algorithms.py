"""The choice of the algorithm of a sum: options, and equal sums by all algorithms."""

import numpy as np
import pytest

import vorpal
from vorpal.fields import Field
from vorpal.msm import Bases, msm, plan


@pytest.mark.parametrize("algorithm", ["xyzz", "affine", "edwards", "jacobian"])
def test_options(algorithm):
    bases = Bases.multiples(400, curve="bls12_377")
    values = Field("bls12_377_scalar").random(400, 2)
    result = msm(bases, values)
    for options in ({"algorithm": algorithm}, {"algorithm": algorithm, "width": 5, "memory": 1 << 16}):
        assert msm(bases, values, **options) == result
        assert plan(bases, values, **options).algorithm == algorithm
    assert msm(bases, values, algorithm="planner") == result
    assert plan(bases, values, algorithm="planner").algorithm == plan(bases, values).algorithm
    found = plan(bases, values, threads=2)
    assert found.points == 400 and found.threads == 2 and found.additions > 400 and found.multiplications > 4000
    assert "400 points, 2 threads" in found.explain() and found.memory > 0 and found.windows > 0
    assert plan(bases, np.array([7, 0], np.uint64)).bits == 3
    for wrong in ({"width": 40}, {"width": 1}, {"algorithm": "straus"}):
        with pytest.raises(vorpal.NotPossibleError):
            msm(bases, values, **wrong)
    with pytest.raises(vorpal.ArgumentError, match='algorithm: "fast"; there are straus'):
        msm(bases, values, algorithm="fast")
    prepared = bases.prepare(1 << 20)
    with pytest.raises(vorpal.NotPossibleError):
        msm(prepared, values, width=5)
    with pytest.raises(vorpal.NotPossibleError):
        plan(prepared, values)


@pytest.mark.parametrize("curve", ["bls12_377", "bls12_381", "bn254"])
def test_algorithms_on_edge_inputs(curve):
    """Infinity, equal and opposite points, scalars 0, 1 and -1, no terms: every algorithm has the same sum."""
    order = Field(f"{curve}_scalar").modulus
    one = np.array(Bases.multiples(5, curve=curve).to_montgomery())
    opposite = msm(Bases.multiples(1, curve=curve), [order - 1]).to_montgomery()
    zero = np.zeros_like(opposite)
    rows = [*one, one[4], one[4], opposite, zero, one[0]] * 3
    bases = Bases.from_montgomery(np.array(rows), curve=curve)
    factors = [1, 2, 3, 4, 5, 5, 5, -1, 0, 1] * 3
    for scalars in ([order - 1] * 30, [0] * 30, list(range(30)), [3] * 9, [7], []):
        expected = sum(factor * scalar for factor, scalar in zip(factors, scalars)) % order
        result = msm(Bases.multiples(1, curve=curve), [expected])
        for algorithm in ("affine", "xyzz", "jacobian", "planner", *(["edwards"] if curve == "bls12_377" else [])):
            assert msm(bases, scalars, algorithm=algorithm) == result, (algorithm, scalars)
    if curve != "bls12_377":
        with pytest.raises(vorpal.NotPossibleError, match="the algorithm"):
            msm(bases, [1], algorithm="edwards")
