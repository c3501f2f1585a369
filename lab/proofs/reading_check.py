"""Compares statements (`reading.py`) with the processor: for sample operands, the divisions yield the words that the
processor computes, and what is assumed and claimed holds.
"""

import native
from algebra import RADIX
from proof import operands_for
from targets import X86_64

RUNS = 100


def value(polynomial, values):
    total = 0
    for monomial, coefficient in polynomial.terms.items():
        for variable in monomial:
            coefficient *= values[variable]
        total += coefficient
    return total


def inputs(claim, statement, numbers):
    """The values of all inputs, of which those without bounds follow from the equations."""
    values = {}
    for _, operand in claim.operands("in", "inout", "word"):
        for i in range(operand.words):
            name = f"{operand.name}[{i}]"
            if name in statement.program.names:
                values[statement.program.names.index(name)] = numbers[operand.name] >> 64 * i & RADIX - 1
    for equation in statement.equations:
        (multiple,) = {v for m in equation.terms for v in m if v not in statement.program.bounds}
        values[multiple] = 0
        rest = value(equation, values)
        values[multiple] = 1
        values[multiple] = rest // (rest - value(equation, values))
    return values


def disagreement(library, name, claim, statement):
    """The first sample whose values contradict the statement, or None."""
    if native.missing(X86_64):
        return None
    samples = operands_for(claim, RUNS, seed=7)
    for numbers, computed in zip(samples, native.results(library, name, claim, samples), strict=True):
        values = inputs(claim, statement, numbers)
        for n, dividend, quotient, remainder in statement.program.divisions:
            values[quotient], values[remainder] = divmod(value(dividend, values), n)
        well = (
            all(value(equation, values) == 0 for equation in statement.equations)
            and all(value(number, values) >= 0 for number in (*statement.conditions, *statement.limits))
            and all(low <= values[variable] <= high for variable, (low, high) in statement.program.bounds.items())
            and sum(value(word, values) << 64 * i for i, word in enumerate(statement.words)) == computed
        )
        modulus = value(statement.modulus, values)
        congruent = value(statement.congruent, values)
        if not well or (congruent % modulus if modulus else congruent):
            return f"{computed:#x} from {numbers}"
    return None
