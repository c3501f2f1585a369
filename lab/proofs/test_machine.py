"""Tests the results and refusals of the processor model."""

import unittest
from random import Random

from algebra import RADIX, Polynomial
from disassembly import parse
from equations import Equations
from machine import Machine
from state import Opaque, Pointer, Refused, State

X, Y = 0x8123456789ABCDEF, 0xF0E1D2C3B4A59687


def run(lines, registers=(), memory=(), symbolic=False):
    """The final states of the paths of some lines of code, with words in registers."""
    equations = Equations()

    def word(value):
        if isinstance(value, int):
            return equations.input("word") if symbolic else Polynomial.constant(value)
        return value

    state = State({"rsp": Pointer("stack", 0), "rdi": Pointer("out", 0)}, {("out", 0): Opaque("before")})
    state.registers |= {name: word(value) for name, value in dict(registers).items()}
    state.memory |= {place: word(value) for place, value in dict(memory).items()}
    return Machine(equations, ["out"]).run([parse(line) for line in [*lines, "ret"]], state)


class Computes(unittest.TestCase):
    def computes(self, expected, *lines, register="rax", x=X, y=Y):
        (end,) = run(lines, {"rax": x, "rdx": y, "rcx": 0})
        self.assertEqual(end.registers[register].as_constant(), expected % RADIX, lines)

    def test_sums_and_differences(self):
        random = Random(1)
        for _ in range(200):
            x, y = (random.choice((0, 1, RADIX - 1, random.randrange(RADIX))) for _ in range(2))
            self.computes(x + y, "add rax,rdx", x=x, y=y)
            self.computes(x - y, "sub rax,rdx", x=x, y=y)
            self.computes((x + y) // RADIX, "add rax,rdx", "adc rcx,0x0", register="rcx", x=x, y=y)
            self.computes(-(x < y), "cmp rax,rdx", "sbb rcx,rcx", register="rcx", x=x, y=y)
            self.computes(y if x < y else x, "cmp rax,rdx", "cmovb rax,rdx", x=x, y=y)
            self.computes(x if x < y else y, "cmp rax,rdx", "cmovae rax,rdx", x=x, y=y)
            self.computes(x < y, "cmp rax,rdx", "setb cl", register="rcx", x=x, y=y)
            self.computes(-x, "neg rax", x=x)
            self.computes(x != 0, "neg rax", "adc rcx,0x0", register="rcx", x=x)
            self.computes(
                2 * x + (x + y) // RADIX, "xor rcx,rcx", "mov rcx,rax", "add rcx,rdx", "adc rax,rax", x=x, y=y
            )

    def test_carry_chains_are_independent(self):
        ones = RADIX - 1
        lines = ["xor r8,r8", "adcx rax,rdx", "adox rcx,r8", "mov r9,0x0", "adox r9,r8"]
        self.computes(0, *lines, register="r9", x=ones, y=ones)
        self.computes(1, *lines[:3], "mov r9,0x0", "adcx r9,r8", register="r9", x=ones, y=ones)

    def test_products(self):
        self.computes(X * Y, "mulx r8,rax,rax")
        self.computes(X * Y >> 64, "mulx r8,rax,rax", register="r8")
        self.computes(X * Y >> 64, "mulx rax,rax,rax")
        self.computes(X * Y, "imul rax,rdx")
        self.computes(X * 5, "imul rax,rax,0x5")
        self.computes(X * Y >> 64, "mul rdx", register="rdx")

    def test_bits(self):
        self.computes(X << 3, "shl rax,0x3")
        self.computes(X >> 3, "shr rax,0x3")
        self.computes(X << 3 | Y >> 61, "shld rax,rdx,0x3")
        self.computes(X >> 3 | Y << 61, "shrd rax,rdx,0x3")
        self.computes(Y >> 3 | Y << 61, "rorx rax,rdx,0x3")
        self.computes(~X, "not rax")
        self.computes(X & Y, "and rax,rdx")
        self.computes(X % 2**32, "mov eax,eax")
        self.computes(X + 4 * Y + 7, "lea rax,[rax+rdx*4+0x7]")
        self.computes(X >> 63, "shl rax,1", "adc rcx,0x0", register="rcx")

    def test_copies_of_arrays(self):
        memory = {("in", 8 * i): i + 1 for i in range(4)} | {("out", 8 * i): 0 for i in range(4)}
        lines = ["vmovups ymm0,YMMWORD PTR [rsi]", "vmovups YMMWORD PTR [rsp-0x28],ymm0"]
        lines += ["movups xmm1,XMMWORD PTR [rsp-0x20]", "movups XMMWORD PTR [rdi],xmm1"]
        (end,) = run(lines, {"rsi": Pointer("in", 0)}, memory)
        self.assertEqual([end.memory["out", 8 * i].as_constant() for i in range(3)], [2, 3, 0])


class Refuses(unittest.TestCase):
    def refuses(self, why, *lines):
        with self.assertRaises(Refused) as refused:
            run(
                lines,
                {"rax": X, "rdx": Y, "rsi": Pointer("in", 0), "r12": Opaque("kept")},
                {("in", 0): X},
                True,
            )
        self.assertIn(why, str(refused.exception))

    def test_flags_that_hold_no_carry(self):
        self.refuses("flag holds no carry", "adc rax,rdx")
        self.refuses("flag holds no carry", "xor ecx,ecx", "imul rax,rdx", "adcx rax,rcx")
        self.refuses("flag holds no carry", "xor ecx,ecx", "add rax,rdx", "adox rax,rcx")
        self.refuses("another flag", "sub rax,rdx", "cmovs rax,rdx")

    def test_branches_and_unknown_instructions(self):
        self.refuses("branch", "jmp 10")
        self.refuses("branch", "call 10 <somewhere>")
        self.refuses("does not support", "div rdx")

    def test_memory_beyond_the_operands(self):
        self.refuses("outside the operands", "mov rax,QWORD PTR [rsi+0x8]")
        self.refuses("outside the operands", "mov rax,QWORD PTR [rsp-0x8]")
        self.refuses("writes to in", "mov QWORD PTR [rsi],rax")
        self.refuses("outside the result", "mov QWORD PTR [rdi+0x8],rax")
        self.refuses("caller", "mov QWORD PTR [rsp],rax")
        self.refuses("depends on data", "mov rax,QWORD PTR [rsi+rax*8]")
        self.refuses("another width", "mov eax,DWORD PTR [rsi]")

    def test_values_that_are_not_words(self):
        self.refuses("value of its caller", "mulx rax,rcx,r12")
        self.refuses("before it is written", "mov rax,rbx")
        self.refuses("and of two words", "and rax,rdx")
