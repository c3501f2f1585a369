"""Makes certificates, claims and code wrong, one place at a time, and shows that the checker refuses each.

planted.py CHECKER FOLDER SCRATCH: the program, the folder of accepted certificates, and a folder to write to.
"""

import subprocess
import sys
from pathlib import Path

import wrong_kernels as k
import wrong_proofs as p
from certificate import parse, text

FAULTS = {
    "mul_4": [
        *(p.other_coefficient, p.other_coefficient_at_the_end, p.dropped_equation, p.dropped_equation_of_a_word),
        *(
            k.dropped_inverse,
            k.other_modulus,
            k.swapped_limbs_of_the_modulus,
            k.swapped_limb,
            k.missing_carry,
            k.other_radix,
        ),
        *(
            p.carry_without_reason,
            p.tighter_between,
            p.other_quotient,
            p.factor_of_zero,
            p.one_case_twice,
            k.dropped_precondition,
        ),
        *(k.turned_condition, k.swapped_halves, k.register_not_restored, k.fewer_variables),
    ],
    "mul_6": [
        *(
            k.swapped_limb,
            k.missing_carry_of_a_chain,
            k.other_chain,
            k.tighter_limit,
            p.radix_of_a_word,
            k.wider_operands,
        ),
        k.other_equation_of_an_operand,
    ],
    "square_4": [
        k.swapped_words_of_the_result,
        p.dropped_step,
        p.value_of_a_variable,
        k.dropped_instruction,
        k.missing_borrow,
    ],
    "product_4": [
        k.other_claim,
        k.claim_of_a_multiple,
        k.missing_carry,
        k.swapped_words_of_an_operand,
        k.write_to_an_operand,
    ],
    "accumulate_4": [k.dropped_precondition, k.dropped_range_of_an_operand],
    "add_4": [
        *(
            p.dropped_fact,
            k.dropped_precondition,
            p.negative_factor,
            p.negative_multiple,
            k.tighter_limit,
            k.limit_of_nothing,
        ),
        *(p.missing_reason, k.missing_borrow, k.write_to_the_stack_of_the_caller),
    ],
    "sub_4": [
        p.dropped_equations_of_a_reason,
        p.cases_of_a_word,
        k.claim_of_a_multiple,
        p.one_case_twice,
        k.missing_borrow,
    ],
    "ifma_mul_4": [
        *(k.other_half, k.other_factor, k.other_mask, k.smaller_digits, k.digits_of_words, k.dropped_inverse),
        *(p.other_coefficient_at_the_end, p.dropped_step, p.radix_of_a_word, p.missing_reason, p.other_quotient),
        *(k.dropped_precondition, k.other_equation_of_an_operand, k.wider_operands, k.tighter_limit),
        k.swapped_words_of_the_result,
    ],
    "ifma_sub_4": [
        *(p.one_case_twice, p.cases_of_a_word, p.value_of_a_variable),
        *(k.other_sign, k.turned_condition, k.missing_selection),
    ],
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
        kernels, proof = parse(source)
        assert words(text(kernels, proof)) == words(source), f"{name}: the text differs after parsing"
        for fault in faults:
            kernels, proof = parse(source)
            # The last lane of a kernel for vectors.
            fault(kernels[-1], proof)
            changed = text(kernels, proof)
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
