"""Tests proofs of the example kernels, and failures of proofs of too strong claims."""

import unittest
from dataclasses import replace

import examples
from algebra import RADIX
from faults import some_faults, verdict
from kernels import accumulation, number, result
from proof import Argument, Claim, Failed, Operand, prove

INVERSE = Argument("word", (Operand("inverse", derived=lambda p: -pow(p, -1, RADIX) % RADIX),))
# The examples take the modulus and its inverse in the fourth and fifth register, independent of the number of operands.
UNUSED = Argument("word", (Operand("unused"),))


def multiplication(limbs):
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("a", limbs), number("b", limbs), number("p", limbs), INVERSE),
        given=lambda v: [v.p - 1 - v.a],
        value=lambda v: v.a * v.b,
        radix=radix,
        limit=lambda v: v.p * radix,
    )


def unreduced_multiplication(limbs):
    radix = RADIX**limbs
    return replace(
        multiplication(limbs),
        given=lambda v: [radix - v.a - v.p],
        limit=lambda v: v.a * v.b + v.p * radix,
    )


def full_square(limbs):
    return Claim((result(2 * limbs), number("a", limbs)), value=lambda v: v.a * v.a)


def unreduced_reduction(limbs):
    radix = RADIX**limbs
    return Claim(
        (result(limbs), number("t", 2 * limbs), UNUSED, number("p", limbs), INVERSE),
        given=lambda v: [radix**2 - v.t - v.p * radix],
        value=lambda v: v.t,
        radix=radix,
        limit=lambda v: v.t + v.p * radix,
    )


SECP256K1 = Claim(
    (result(5), number("t", 8)),
    value=lambda v: v.t,
    modulus=2**256 - examples.SECP256K1_GAP,
    radix=RADIX**4,
    limit=lambda v: v.t + v.p * RADIX**4,
)

BLS12_381 = Claim(
    (result(5), number("t", 5)),
    value=lambda v: v.t,
    modulus=examples.BLS12_381_SCALAR,
    radix=RADIX,
    limit=lambda v: v.t + v.p * RADIX,
)

POWER = Argument("in", (Operand("power", 4, derived=lambda p: pow(RADIX, -1, p)),))

FOLD = Claim(
    (result(5), number("t", 5), number("p", 4), POWER),
    given=lambda v: [v.p - 1 - v.power],
    related=lambda v: [v.power * RADIX - 1],
    value=lambda v: v.t,
    radix=RADIX,
    limit=lambda v: v.t + v.p * RADIX**2,
)


class Proved(unittest.TestCase):
    def proved(self, claim, instructions):
        return prove(claim, instructions)

    def test_six_limbs(self):
        self.proved(multiplication(6), examples.multiplication_6())
        report = self.proved(unreduced_multiplication(6), examples.multiplication_6(reduced=False))
        self.assertGreaterEqual(report.ignored, 12)

    def test_squares_doubled_by_shifts(self):
        for limbs in (4, 6):
            self.proved(full_square(limbs), examples.square(limbs))

    def test_sums_in_memory(self):
        for limbs in (4, 6):
            self.proved(accumulation(limbs), examples.accumulation(limbs))

    def test_single_chains(self):
        for limbs in (4, 6):
            self.proved(unreduced_reduction(limbs), examples.reduction(limbs))

    def test_known_moduli(self):
        self.proved(SECP256K1, examples.reduction_secp256k1())
        self.proved(BLS12_381, examples.fold_bls12_381())

    def test_a_reduction_by_a_power_of_the_radix(self):
        self.proved(FOLD, examples.fold())


class NotProved(unittest.TestCase):
    def refused(self, step, claim, instructions):
        with self.assertRaises(Failed) as failed:
            prove(claim, instructions)
        self.assertIn(step, failed.exception.step)

    def test_seven_words_do_not_hold_every_sum(self):
        claim = replace(unreduced_multiplication(6), given=lambda v: [v.p - 1 - v.a])
        self.refused("no carry is lost", claim, examples.multiplication_6(reduced=False))

    def test_an_unreduced_result_is_not_canonical(self):
        claim = unreduced_multiplication(6)
        claim = replace(claim, limit=lambda v: v.p * RADIX**6)
        self.refused("below its limit", claim, examples.multiplication_6(reduced=False))

    def test_one_subtraction_does_not_reduce_every_operand(self):
        claim = replace(multiplication(6), given=lambda v: [])
        self.refused("", claim, examples.multiplication_6())

    def test_sums_may_overflow_without_a_bound(self):
        claim = replace(accumulation(4), given=lambda v: [])
        self.refused("no carry is lost", claim, examples.accumulation(4))

    def test_an_unreduced_reduction_is_not_canonical(self):
        claim = replace(unreduced_reduction(4), limit=lambda v: v.p * RADIX**4)
        self.refused("", claim, examples.reduction(4))

    def test_another_modulus(self):
        self.refused("equals the claim", replace(SECP256K1, modulus=2**256 - 189), examples.reduction_secp256k1())
        other = examples.BLS12_381_SCALAR + (1 << 64)
        self.refused("equals the claim", replace(BLS12_381, modulus=other), examples.fold_bls12_381())

    def test_a_fold_needs_the_power(self):
        self.refused("equals the claim", replace(FOLD, related=lambda v: []), examples.fold())


class Faults(unittest.TestCase):
    def test_no_harmful_fault_is_proved(self):
        for claim, instructions in [
            (full_square(4), examples.square(4)),
            (accumulation(4), examples.accumulation(4)),
            (SECP256K1, examples.reduction_secp256k1()),
            (BLS12_381, examples.fold_bls12_381()),
            (FOLD, examples.fold()),
        ]:
            for fault in some_faults(instructions, 64):
                what, why = verdict(claim, instructions, fault)
                self.assertNotEqual(what, "WRONG", f"{fault.kind}: `{instructions[fault.position].text}`: {why}")
