"""Sample operands with the results of the processor. The checker runs its own meaning of the code on them."""

import native
from algebra import RADIX
from proof import operands_for

RUNS = 100


class Contradiction(Exception):
    """Sample operands that contradict what is assumed of operands, or the claim."""


def value(polynomial, values):
    total = 0
    for monomial, coefficient in polynomial.terms.items():
        for variable in monomial:
            coefficient *= values[variable]
        total += coefficient
    return total


def with_multiples(statement, values):
    """The values of operands, and those of operands without bounds, which follow from the equations."""
    for equation in statement.equations:
        (multiple,) = {v for m in equation.terms for v in m if v not in statement.program.bounds}
        values[multiple] = 0
        rest = value(equation, values)
        values[multiple] = 1
        values[multiple] = rest // (rest - value(equation, values))
    return values


def operands(claim, statement, numbers):
    """The values of all operands."""
    values = {}
    for _, operand in claim.operands("in", "inout", "word"):
        for i in range(operand.words):
            name = f"{operand.name}[{i}]"
            if name in statement.program.names:
                values[statement.program.names.index(name)] = numbers[operand.name] >> 64 * i & RADIX - 1
    return with_multiples(statement, values)


def tested(statement, values, computed, sample):
    """A line with the result and the values of all operands, which must satisfy what is assumed and claimed."""
    modulus, claimed = value(statement.modulus, values), value(statement.expected, values)
    difference = statement.radix * computed - claimed
    well = (
        all(value(equation, values) == 0 for equation in statement.equations)
        and all(value(condition, values) >= 0 for condition in statement.conditions)
        and all(low <= values[variable] <= high for variable, (low, high) in statement.program.bounds.items())
        and all(statement.radix * computed < value(bound, values) for bound in statement.bounds)
        and (difference % modulus if modulus else difference) == 0
    )
    if not well:
        raise Contradiction(f"{computed:#x} from {sample}")
    return " ".join([str(computed), *(str(values[v]) for v in range(1, statement.first))])


def samples(library, name, claim, statement):
    """The text of samples: for each, the result and the values of all operands. None if the processor cannot run it."""
    if native.missing(library.target):
        return None
    lines, numbers = [], operands_for(claim, RUNS, seed=7)
    for sample, computed in zip(numbers, native.results(library, name, claim, numbers), strict=True):
        lines.append(tested(statement, operands(claim, statement, sample), computed, sample))
    return "\n".join([str(len(lines)), str(statement.first - 1), *lines, ""])
