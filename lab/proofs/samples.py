"""Sample operands that satisfy a claim's preconditions: random values, and edge values with many carries.

Samples prove nothing. They show quickly which carries are not zero, so that no proof is attempted. They also
distinguish faulty code from changed code that still satisfies the claim.
"""

from random import Random

from algebra import RADIX

EDGES = (0, 1, 2, RADIX // 2 - 1, RADIX // 2, RADIX - 2, RADIX - 1)
MOST_ATTEMPTS = 20_000


def operands(claim, given, count, seed):
    """`count` dictionaries from operand names to numbers; `given(numbers)` returns whether the preconditions hold."""
    random, found = Random(seed), []
    for _ in range(MOST_ATTEMPTS):
        numbers = _numbers(random, claim)
        if given(numbers):
            found.append(numbers)
            if len(found) == count:
                return found
    raise ValueError(f"only {len(found)} operands of {count} satisfy the preconditions")


def _numbers(random, claim):
    shapes = [operand for _, operand in claim.operands("in", "inout", "word")]
    numbers = {operand.name: _number(random, operand) for operand in shapes}
    if claim.modulus is not None:
        p = claim.modulus
    elif "p" in numbers:
        p = numbers["p"] = max(3, numbers["p"] | 1)
    else:
        return numbers
    for operand in shapes:
        if operand.derived is not None:
            numbers[operand.name] = operand.derived(p)
        elif operand.name != "p":
            # Mostly residues and numbers slightly below the modulus, or below its product with a power of the radix.
            choice, factor = random.randrange(4), random.choice((1, RADIX ** (operand.words // 2)))
            if choice < 2:
                numbers[operand.name] %= p * factor
            elif choice == 2:
                numbers[operand.name] = (p * factor - 1 - random.randrange(3)) % RADIX**operand.words
    return numbers


def _number(random, operand):
    """An edge value, a dense number, or a number with zero words at the top."""
    style = random.randrange(4)
    words = [_word(random) if style == 1 else random.randrange(RADIX) for _ in range(operand.words)]
    if style == 0:
        words = [RADIX - 1 - random.choice((0, 0, 1, 2, 0x1000003D0)), *[RADIX - 1] * (operand.words - 1)]
    if style == 3:
        for i in range(random.randrange(1, operand.words + 1), operand.words):
            words[i] = 0
    for i, fixed in enumerate(operand.fixed):
        words[i] = words[i] if fixed is None else fixed
    return sum(word << 64 * i for i, word in enumerate(words))


def _word(random):
    return random.choice(EDGES) if random.random() < 0.4 else random.randrange(RADIX)
