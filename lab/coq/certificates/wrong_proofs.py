"""Faults of certificates: each changes a proof in place, and is a function of the kernel and the proof."""

from copy import deepcopy


def steps(proof):
    """All steps of all cases."""
    while proof[0] == "then":
        yield proof[1]
        proof = proof[2]
    if proof[0] == "cases":
        yield from steps(proof[2])
        yield from steps(proof[3])


def last(proof):
    """The end of the first case."""
    while proof[0] != "done":
        proof = proof[2]
    return proof


def of_kind(proof, kind):
    found = next((step for step in steps(proof) if step[0] == kind), None)
    assert found is not None, f"no step {kind}"
    return found


def cases_of(proof):
    while proof[0] == "then":
        proof = proof[2]
    assert proof[0] == "cases"
    return proof


def reason_with(proof, part):
    """The first reason whose part is not empty: of the limits, then of steps."""
    reasons = [reason for step in steps(proof) for reason in step if isinstance(reason, dict)]
    return next(reason for reason in [*last(proof)[4], *reasons] if reason[part])


def other_coefficient(_, proof):
    of_kind(proof, "equal")[3][0][1][0][0] += 1


def other_coefficient_at_the_end(_, proof):
    last(proof)[3][0][1][0][0] += 1


def dropped_equation(_, proof):
    last(proof)[3].pop()


def dropped_equation_of_a_word(_, proof):
    of_kind(proof, "congruent")[6].pop()


def dropped_equations_of_a_reason(_, proof):
    reason_with(proof, "zeros")["zeros"].clear()


def dropped_fact(_, proof):
    reason = reason_with(proof, "positives")
    reason["positives"].clear()


def dropped_step(_, proof):
    while proof[2][0] == "then":
        proof = proof[2]
    proof[2] = proof[2][2] if proof[2][0] == "then" else proof[2]
    proof[1] = ["equal", proof[1][1], [], []]


def carry_without_reason(_, proof):
    step = of_kind(proof, "between")
    step[4] = step[5] = {"factor": 1, "positives": [], "zeros": []}


def tighter_between(_, proof):
    step = of_kind(proof, "between")
    step[3] -= 1


def other_quotient(_, proof):
    terms = last(proof)[2]
    terms[0][0] += 1


def radix_of_a_word(_, proof):
    step = of_kind(proof, "congruent")
    step[3] = 2 * step[3]


def factor_of_zero(_, proof):
    end = last(proof)
    end[1], end[3] = 0, []


def negative_factor(_, proof):
    reason = last(proof)[4][0]
    reason["factor"] = -reason["factor"]


def negative_multiple(_, proof):
    _, _, multiple = reason_with(proof, "positives")["positives"][0]
    multiple[0][0] = -multiple[0][0]


def one_case_twice(_, proof):
    cases = cases_of(proof)
    cases[3] = deepcopy(cases[2])


def cases_of_a_word(_, proof):
    cases_of(proof)[1] = 1


def value_of_a_variable(_, proof):
    of_kind(proof, "squeezed")[2] = [[1, [1]]]


def missing_reason(_, proof):
    last(proof)[4].pop()
