"""Compares the divisions that are read from instructions of vectors with their meaning in the proofs, on numbers.

The code for the checker is compared with the processor when certificates are replayed.
"""

import unittest
from random import Random

from algebra import RADIX, Polynomial
from disassembly import parse_intel
from lane_equations import MASK, SIGN, UNIT, LaneEquations
from lane_words import LaneReading
from processor import value
from reading import Program
from state import Opaque, Pointer, Refused, State
from targets import VECTORS

EDGES = (0, 1, MASK, UNIT, UNIT + 1, SIGN - 1, SIGN, SIGN + 1, RADIX - UNIT, RADIX - 1)
# The operands are zmm1 to zmm3. zmm5 holds `2^52 - 1`, zmm6 zeros and zmm7 all bits. The result is zmm0.
BODIES = [
    "vpaddq zmm0,zmm1,zmm2",
    "vpaddq zmm0,zmm1,zmm1",
    "vpsubq zmm0,zmm1,zmm2",
    "vpaddq zmm0,zmm1,zmm2; vpsubq zmm0,zmm3,zmm0",
    "vmovdqa64 zmm0,zmm1; vpmadd52luq zmm0,zmm2,zmm3",
    "vmovdqa64 zmm0,zmm1; vpmadd52huq zmm0,zmm2,zmm3; vpmadd52luq zmm0,zmm0,zmm1",
    "vmovdqa64 zmm0,zmm6; vpmadd52luq zmm0,zmm2,zmm5; vpmadd52huq zmm0,zmm2,zmm2",
    *(f"vpsrlq zmm0,zmm1,{count}; vpaddq zmm0,zmm0,zmm2" for count in (1, 12, 52, 63)),
    *(f"vpsllq zmm0,zmm1,{count}; vpsubq zmm0,zmm0,zmm2" for count in (1, 12, 52, 63)),
    *(f"vpsraq zmm0,zmm1,{count}; vpaddq zmm0,zmm0,zmm2" for count in (1, 12, 52, 63)),
    *(f"vpshldq zmm0,zmm1,zmm2,{count}" for count in (1, 12, 63)),
    "vpandq zmm0,zmm1,zmm5",
    "vpandq zmm0,zmm7,zmm2; vpandq zmm0,zmm0,zmm5",
    "vpcmpgtq ymm0,ymm6,ymm1; vpandq ymm0,ymm0,ymm2",
    "vpcmpgtq ymm0,ymm6,ymm1; vpandq ymm0,ymm2,ymm0; vpaddq ymm0,ymm0,ymm3",
    "vpcmpgtq k1,zmm6,zmm1; vmovdqa64 zmm0,zmm2; vmovdqa64 zmm0{k1},zmm3",
    "vpcmpgtq k1,zmm6,zmm1; vmovdqa64 zmm0,zmm2; vpaddq zmm0{k1},zmm2,zmm3",
    "vpcmpgtq k1,zmm6,zmm1; vpsubq zmm0{k1}{z},zmm2,zmm3",
    "vblendvpd ymm0,ymm2,ymm3,ymm1",
    "vpcmpgtq ymm4,ymm6,ymm1; vblendvpd ymm0,ymm2,ymm3,ymm4",
    "vpsrlq zmm1,zmm1,12; vpsllq zmm2,zmm2,52; vporq zmm0,zmm1,zmm2",
    "vpandq zmm1,zmm1,zmm5; vpsllq zmm2,zmm2,53; vpord zmm0,zmm2,zmm1",
    "vpsrlq zmm4,zmm5,12; vpsllq zmm4,zmm4,12; vpandq zmm0,zmm1,zmm4",
    *(f"vpblendw ymm0,ymm1,ymm2,{control}" for control in (0x11, 0x33, 0xEE, 0x78)),
    *(f"vpblendd ymm0,ymm1,ymm2,{control}" for control in (0xAA, 0x55)),
    "vpunpcklqdq zmm0,zmm1,zmm2; vpunpckhqdq zmm4,zmm1,zmm3; vpaddq zmm0,zmm0,zmm4",
    "vmovdqa64 zmm0,zmm1; vpternlogq zmm0,zmm0,zmm0,0xff; vpsubq zmm0,zmm0,zmm2",
]
REFUSED = [
    "vpcmpgtq k1,zmm6,zmm1; kandw k2,k1,k1; vmovdqa64 zmm0,zmm2; vmovdqa64 zmm0{k2},zmm3",
    "vpcmpgtq k1,zmm6,zmm1; vmovdqa32 zmm0{k1},zmm2",
    "vpcmpgtq k1,zmm6,zmm1; vpandd zmm0{k1},zmm5,zmm2",
    "vmovddup ymm0,ymm1",
    "valignq zmm0,zmm1,zmm2,8",
    "vextracti128 xmm0,ymm1,2",
    "vinserti128 ymm0,ymm1,xmm2,2",
    "vmovq rax,xmm1; cs mov rcx,rax; neg rcx",
    "vmovq rax,xmm1; shr rax,1; cmovae rcx,rdx",
    "vmovq rax,xmm1; sub rax,0x5; sbb rcx,rcx",
    "vmovq rax,xmm1; sub rax,0x5; setb cl",
    "vmovq rax,xmm1; imul rax,rax,0x5",
    "vmovdqu64 [rsp-0x4000],zmm1",
    "vpmuludq zmm0,zmm1,zmm2",
    "vporq zmm0,zmm1,zmm2",
    "vpsrlq zmm1,zmm1,12; vpsllq zmm2,zmm2,51; vporq zmm0,zmm1,zmm2",
    "vpandq zmm0,zmm1,zmm2",
    "vpternlogq zmm0,zmm1,zmm2,0xfe",
    "vpxorq zmm0,zmm1,zmm2",
    "vpcmpgtq k1,zmm1,zmm2",
    "vpcmpgtq ymm0,ymm1,ymm2",
    "vptestmq k1,zmm1,zmm1",
    "vaddpd zmm0,zmm1,zmm2",
    "vpsrlq zmm0,zmm1,zmm2",
]
WORDS = 8


def state(words):
    """The registers with the words of the operands."""
    known = {5: MASK, 6: 0, 7: RADIX - 1}
    registers = {f"mm{n}": [Polynomial.constant(word)] * WORDS for n, word in known.items()}
    registers |= {f"mm{n}": list(words[WORDS * n - WORDS : WORDS * n]) for n in (1, 2, 3)}
    return State(registers | {"rsp": Pointer("stack", 0)}, {("stack", 0): Opaque("the return address")})


def instructions(body):
    return [parse_intel(line.strip()) for line in [*body.split(";"), "ret"]]


def read(body):
    """The words of the result in variables, and the program."""
    program = Program()
    words = [program.input(f"word {i}", (0, RADIX - 1)) for i in range(3 * WORDS)]
    machine = LaneReading(program, [], lambda address: None, {})
    machine.registers |= {frozenset(word.terms.items()): f"v{i}" for i, word in enumerate(words)}
    (end,) = machine.run(instructions(body), state(words))
    return end.registers["mm0"], program


def meaning(body, numbers):
    """The words of the result by the rules of the proofs."""
    machine = VECTORS.machine(LaneEquations(), [], lambda address: None)
    (end,) = machine.run(instructions(body), state([Polynomial.constant(number) for number in numbers]))
    return [word.as_constant() % RADIX for word in end.registers["mm0"]]


class LaneReadings(unittest.TestCase):
    def test_meaning(self):
        random = Random(1)
        for body in BODIES:
            words, program = read(body)
            for _ in range(20):
                numbers = [random.choice((*EDGES, random.randrange(RADIX))) for _ in range(3 * WORDS)]
                values = dict(enumerate(numbers, 1))
                for n, number, quotient, remainder in program.divisions:
                    values[quotient], values[remainder] = divmod(value(number, values), n)
                self.assertEqual([value(word, values) for word in words], meaning(body, numbers), (body, numbers))

    def test_refused(self):
        for body in REFUSED:
            with self.assertRaises(Refused, msg=body):
                read(body)


if __name__ == "__main__":
    unittest.main()
