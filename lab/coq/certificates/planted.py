"""Makes certificates, claims and code wrong, one place at a time, and shows that the checker refuses each.

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


def instruction(kernel, *names, number=0):
    """An instruction with one of these names."""
    return [entry for entry in kernel["code"] if entry[0] in names][number]


# Each fault changes a kernel and a proof in place.


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


def dropped_precondition(kernel, _):
    kernel["not_less"][0] = []


def dropped_inverse(kernel, _):
    kernel["zero"][0] = []


def other_equation_of_an_operand(kernel, _):
    kernel["zero"][-1][0][0] += 1


def dropped_range_of_an_operand(kernel, _):
    kernel["ranges"].pop(0)


def wider_operands(kernel, _):
    for bounds in kernel["ranges"]:
        bounds[2] = 2 * bounds[2] + 1


def tighter_limit(kernel, _):
    kernel["limits"][0][0][0] -= 1 << 256


def limit_of_nothing(kernel, _):
    kernel["limits"][0] = []


def other_claim(kernel, _):
    kernel["expected"][-1][0] += 1


def claim_of_a_multiple(kernel, _):
    for term in kernel["expected"]:
        term[0] *= 2


def other_radix(kernel, _):
    kernel["radix"] *= 2


def other_modulus(kernel, _):
    kernel["divisor"][0][0] += 1


def swapped_limbs_of_the_modulus(kernel, _):
    first, second = kernel["divisor"][:2]
    first[1], second[1] = second[1], first[1]


def swapped_words_of_the_result(kernel, _):
    places = kernel["places"]
    places[0], places[1] = places[1], places[0]


def swapped_words_of_an_operand(kernel, _):
    words = [entry for entry in kernel["memory"] if entry[2][0] == "number"]
    words[-1][2], words[-2][2] = words[-2][2], words[-1][2]


# Faults of the code.


def swapped_limb(kernel, _):
    entry = next(entry for entry in kernel["code"] if entry[0] == "mulx" and entry[3][0] == "memory")
    entry[3][2] += 8


def swapped_halves(kernel, _):
    entry = instruction(kernel, "mulx", number=1)
    entry[1], entry[2] = entry[2], entry[1]


def missing_carry(kernel, _):
    instruction(kernel, "adc", number=-1)[0] = "add"


def missing_carry_of_a_chain(kernel, _):
    entry = instruction(kernel, "adcx", number=-1)
    entry[0], entry[1] = "add", ["register", entry[1]]


def other_chain(kernel, _):
    instruction(kernel, "adox", number=-1)[0] = "adcx"


def missing_borrow(kernel, _):
    instruction(kernel, "sbb", number=-1)[0] = "sub"


def turned_condition(kernel, _):
    entry = instruction(kernel, "cmov")
    entry[1] = 1 - entry[1]


def dropped_instruction(kernel, _):
    kernel["code"].remove(instruction(kernel, "adox", number=3))


def register_not_restored(kernel, _):
    kernel["code"].remove(instruction(kernel, "pop"))


def write_to_an_operand(kernel, _):
    kernel["writable"].clear()


def write_to_the_stack_of_the_caller(kernel, _):
    kernel["code"].insert(0, ["mov", ["memory", "rsp", 8], ["immediate", 0]])


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


def fewer_variables(kernel, _):
    kernel["variables"] -= 1


FAULTS = {
    "mul_4": [
        *(other_coefficient, other_coefficient_at_the_end, dropped_equation, dropped_equation_of_a_word),
        *(dropped_inverse, other_modulus, swapped_limbs_of_the_modulus, swapped_limb, missing_carry, other_radix),
        *(carry_without_reason, tighter_between, other_quotient, factor_of_zero, one_case_twice, dropped_precondition),
        *(turned_condition, swapped_halves, register_not_restored, fewer_variables),
    ],
    "mul_6": [
        *(swapped_limb, missing_carry_of_a_chain, other_chain, tighter_limit, radix_of_a_word, wider_operands),
        other_equation_of_an_operand,
    ],
    "square_4": [swapped_words_of_the_result, dropped_step, value_of_a_variable, dropped_instruction, missing_borrow],
    "product_4": [other_claim, claim_of_a_multiple, missing_carry, swapped_words_of_an_operand, write_to_an_operand],
    "accumulate_4": [dropped_precondition, dropped_range_of_an_operand],
    "add_4": [
        *(dropped_fact, dropped_precondition, negative_factor, negative_multiple, tighter_limit, limit_of_nothing),
        *(missing_reason, missing_borrow, write_to_the_stack_of_the_caller),
    ],
    "sub_4": [dropped_equations_of_a_reason, cases_of_a_word, claim_of_a_multiple, one_case_twice, missing_borrow],
}


def words(source):
    """The words of a text, with integers in one notation."""
    return [str(int(word, 0)) if word.lstrip("-")[:1].isdigit() else word for word in source.split()]


def other_result(checker, folder, scratch):
    """Whether the checker sees a sample with another result than that of the code."""
    path = scratch / "samples.certificate"
    path.write_text((folder / "add_4.certificate").read_text())
    lines = (folder / "add_4.samples").read_text().splitlines()
    result, *operands = lines[-1].split()
    lines[-1] = " ".join([str(int(result) ^ 1), *operands])
    path.with_suffix(".samples").write_text("\n".join(lines))
    printed = subprocess.run([checker, path], capture_output=True, text=True, check=False).stdout
    return printed.startswith(f"{path}: accepted: the processor has OTHER RESULTS")


def main():
    checker, folder, scratch = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    scratch.mkdir(parents=True, exist_ok=True)
    names, accepted = [], []
    for name, faults in FAULTS.items():
        source = (folder / f"{name}.certificate").read_text()
        kernel, proof = parse(source)
        assert words(text(kernel, proof)) == words(source), f"{name}: the text differs after parsing"
        for fault in faults:
            kernel, proof = parse(source)
            fault(kernel, proof)
            changed = text(kernel, proof)
            assert words(changed) != words(source), f"{name}: {fault.__name__} changes nothing"
            path = scratch / f"{name}.{fault.__name__}"
            path.write_text(changed)
            names.append(path)
    printed = subprocess.run([checker, *names], capture_output=True, text=True, check=False).stdout.splitlines()
    for path, line in zip(names, printed, strict=False):
        if line != f"{path}: REFUSED":
            accepted.append(path.name)
            print(f"{path.name.replace('.', ': ')}: NOT REFUSED: {line}")
    if not other_result(checker, folder, scratch):
        accepted.append("a wrong result of the processor")
        print("a wrong result of the processor: NOT SEEN")
    names.append(None)
    refused = len(names) - len(accepted)
    print(f"{refused} of {len(names)} planted wrong certificates refused")
    return 1 if accepted else 0


if __name__ == "__main__":
    sys.exit(main())
