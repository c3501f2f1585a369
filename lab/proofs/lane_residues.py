"""Residues modulo 2^104, for reductions of two digits at once.

One round of twice the width computes `m = m_0 + 2^52 m_1 = -t p^-1 mod 2^104`. That the low half of the second word is
zero follows from both digits of the inverse. `2^52 word` is rewritten modulo 2^104, from the last equation to the
first: `2^52 high = sum - low` and `low = sum - 2^52 high`, until everything cancels.
"""

from algebra import Polynomial

DIGIT = 52
UNIT = 1 << DIGIT
WIDE = UNIT * UNIT
# Sums of more steps or terms belong to no reduction.
MOST_STEPS, MOST_TERMS = 80, 2_000


def wide_residue(equations, value):
    """The constant to which a word is equal modulo 2^52, by the inverse modulo 2^104, or None."""
    if not _mentions_modulus(equations, value):
        return None
    terms = _reduced(equations, {m: c * UNIT for m, c in value.terms.items()})
    for _ in range(MOST_STEPS):
        variable = _last(equations, terms)
        if variable is None or len(terms) > MOST_TERMS:
            break
        terms = _reduced(equations, _expanded(equations, terms, variable))
    if any(terms) or terms.get((), 0) % UNIT:
        return None
    return Polynomial.constant(terms.get((), 0) // UNIT)


def _mentions_modulus(equations, value):
    """Whether the value contains a half of a product by the lowest digit of the modulus."""
    modulus = equations.wide_inverse[0]
    origins = (equations.origins[m[0]] for m in value.terms if len(m) == 1)
    return any(o is not None and modulus in equations.equations[o].factors for o in origins)


def _reduced(equations, terms):
    """The terms modulo 2^104, with `p inverse = -1 mod 2^104`. Low halves of sums are replaced where they count modulo
    2^52 only.
    """
    p0, p1, inverse0, inverse1 = equations.wide_inverse
    waiting, total = list(terms.items()), {}
    while waiting:
        monomial, coefficient = waiting.pop()
        coefficient %= WIDE
        if coefficient == 0:
            continue
        if len(total) + len(waiting) > MOST_TERMS:
            return {(): 1}
        if p0 in monomial and inverse0 in monomial:
            rest = list(monomial)
            rest.remove(p0)
            rest.remove(inverse0)
            waiting.append((tuple(rest), -coefficient))
            for pair in ((p1, inverse0), (p0, inverse1)):
                waiting.append((tuple(sorted((*rest, *pair))), -coefficient * UNIT))
            continue
        sums = [v for v in monomial if v in equations.sums_of_lows or _has_residue(equations, v)]
        if coefficient % UNIT == 0 and sums:
            rest = list(monomial)
            rest.remove(sums[0])
            known = equations.sums_of_lows.get(sums[0]) or equations.residues[sums[0]]
            waiting += [(tuple(sorted((*rest, *m))), coefficient * c) for m, c in known.terms.items()]
            continue
        total[monomial] = (total.get(monomial, 0) + coefficient) % WIDE
    return {m: c for m, c in total.items() if c}


def _has_residue(equations, variable):
    return equations.residues[variable].as_variable() != variable


def _last(equations, terms):
    """The variable with the last equation among those that can be rewritten."""
    found = {v for m, c in terms.items() for v in m if _replacement(equations, v, m, c) is not None}
    return max(found, key=lambda v: (equations.origins[v], v), default=None)


def _replacement(equations, variable, monomial, coefficient):
    """What equals the variable, or `2^52` times the variable if the coefficient is a multiple of that."""
    if equations.origins[variable] is None:
        return None
    equation = equations.equations[equations.origins[variable]]
    weight = dict(equation.outputs)[variable]
    others = Polynomial({(v,): w for v, w in equation.outputs if v != variable})
    if weight == 1 and coefficient % UNIT:
        return equation.right - others
    if weight == UNIT and coefficient % UNIT == 0 and monomial == (variable,):
        return equation.right - others
    return None


def _expanded(equations, terms, variable):
    total = {}
    for monomial, coefficient in terms.items():
        known = _replacement(equations, variable, monomial, coefficient) if variable in monomial else None
        if known is None:
            total[monomial] = total.get(monomial, 0) + coefficient
            continue
        if dict(equations.equations[equations.origins[variable]].outputs)[variable] == UNIT:
            coefficient //= UNIT
        rest = list(monomial)
        rest.remove(variable)
        for m, c in known.terms.items():
            product = tuple(sorted((*rest, *m)))
            total[product] = total.get(product, 0) + coefficient * c
    return total
