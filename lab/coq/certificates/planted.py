"""Makes certificates and statements wrong, one place at a time, and shows that the checker refuses each.

planted.py CHECKER FOLDER SCRATCH: the program, the folder of accepted certificates, and a folder to write to.
"""

import subprocess
import sys
from copy import deepcopy
from pathlib import Path

from certificate import parse, text


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


def product_of_inputs(statement):
    """A division of a product of two inputs."""
    for division in statement["program"]:
        ((_, monomial), *more) = division[1]
        if not more and len(monomial) == 2 and max(monomial) < statement["first"]:
            return division
    raise AssertionError("no product of inputs")


def sum_with_carry(statement):
    """A division of a sum that contains the quotient of another sum: the place of that carry."""
    sums, variable = set(), statement["first"]
    for i, (_, dividend) in enumerate(statement["program"]):
        linear = all(len(monomial) <= 1 for _, monomial in dividend) and len(dividend) > 1
        for j, (_, monomial) in enumerate(dividend):
            if linear and monomial and monomial[0] in sums:
                return i, j
        if linear:
            sums.add(variable)
        variable += 2
    raise AssertionError("no carry")


# Each fault changes a statement and a proof in place.


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
    proof[1] = ["fixed", proof[1][1], proof[1][1]]


def dropped_precondition(statement, _):
    statement["conditions"][0] = []


def dropped_inverse(statement, _):
    statement["equations"][0] = []


def other_equation_of_an_input(statement, _):
    statement["equations"][-1][0][0] += 1


def dropped_bound_of_an_input(statement, _):
    statement["inputs"].pop(0)


def wider_input(statement, _):
    for bounds in statement["inputs"]:
        bounds[2] = 2 * bounds[2] + 1


def tighter_limit(statement, _):
    statement["limits"][0][0][0] -= 2**256


def other_claim(statement, _):
    statement["congruent"][-1][0] += 1


def claim_of_a_multiple(statement, _):
    for term in statement["congruent"]:
        if max(term[1], default=0) < statement["first"]:
            term[0] *= 2


def other_modulus(statement, _):
    statement["modulus"][0][0] += 1


def swapped_limbs_of_the_modulus(statement, _):
    first, second = statement["modulus"][:2]
    first[1], second[1] = second[1], first[1]


def swapped_limb(statement, _):
    monomial = product_of_inputs(statement)[1][0][1]
    monomial[1] += 1


def swapped_results(statement, _):
    terms = statement["congruent"]
    results = [term for term in terms if len(term[1]) == 1 and term[1][0] >= statement["first"]]
    results[0][1], results[1][1] = results[1][1], results[0][1]


def missing_carry(statement, _):
    i, j = sum_with_carry(statement)
    statement["program"][i][1].pop(j)


def doubled_carry(statement, _):
    i, j = sum_with_carry(statement)
    statement["program"][i][1][j][0] *= 2


def other_radix(statement, _):
    product_of_inputs(statement)[0] //= 2


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
    of_kind(proof, "fixed")[2] = 1


def missing_reason(_, proof):
    last(proof)[4].pop()


def forward_reference(statement, _):
    statement["program"][0][1][0][1] = [statement["first"]]


FAULTS = {
    "mul_4": [
        *(other_coefficient, other_coefficient_at_the_end, dropped_equation, dropped_equation_of_a_word),
        *(dropped_inverse, other_modulus, swapped_limbs_of_the_modulus, swapped_limb, missing_carry, other_radix),
        *(carry_without_reason, tighter_between, other_quotient, factor_of_zero, one_case_twice, dropped_precondition),
    ],
    "mul_6": [swapped_limb, missing_carry, tighter_limit, radix_of_a_word, wider_input, other_equation_of_an_input],
    "square_4": [doubled_carry, swapped_results, dropped_step, value_of_a_variable],
    "product_4": [other_claim, claim_of_a_multiple, missing_carry, forward_reference],
    "accumulate_4": [dropped_precondition, dropped_bound_of_an_input],
    "add_4": [dropped_fact, dropped_precondition, negative_factor, negative_multiple, tighter_limit, missing_reason],
    "sub_4": [dropped_equations_of_a_reason, cases_of_a_word, claim_of_a_multiple, one_case_twice],
}


def main():
    checker, folder, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    scratch.mkdir(parents=True, exist_ok=True)
    names, accepted = [], []
    for kernel, faults in FAULTS.items():
        source = (folder / f"{kernel}.certificate").read_text()
        statement, proof = parse(source)
        assert text(statement, proof).split() == source.split(), f"{kernel}: the text differs after parsing"
        for fault in faults:
            statement, proof = parse(source)
            fault(statement, proof)
            changed = text(statement, proof)
            assert changed.split() != source.split(), f"{kernel}: {fault.__name__} changes nothing"
            path = scratch / f"{kernel}.{fault.__name__}"
            path.write_text(changed)
            names.append(path)
    printed = subprocess.run([checker, *names], capture_output=True, text=True, check=False).stdout.splitlines()
    for path, line in zip(names, printed, strict=False):
        if line != f"{path}: REFUSED":
            accepted.append(path.name)
            print(f"{path.name.replace('.', ': ')}: NOT REFUSED: {line}")
    refused = len(names) - len(accepted)
    print(f"{refused} of {len(names)} planted wrong certificates refused")
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
