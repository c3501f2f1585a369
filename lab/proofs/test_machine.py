"""Tests the results and refusals of the processor model."""

import unittest
from random import Random

from a64 import A64
from algebra import RADIX, Polynomial
from disassembly import parse_a64, parse_intel
from equations import Equations
from state import Opaque, Pointer, Refused, State
from x86_64 import X86

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
    return X86(equations, ["out"]).run([parse_intel(line) for line in [*lines, "ret"]], state)


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
            self.computes(max(x, y), "cmp rax,rdx", "cmovb rax,rdx", x=x, y=y)
            self.computes(min(y, x), "cmp rax,rdx", "cmovae rax,rdx", x=x, y=y)
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


def run_a64(lines, registers, symbolic=False):
    """As `run`, for A64."""
    equations = Equations()
    state = State({"sp": Pointer("stack", 0), "x0": Pointer("out", 0)}, {("out", 0): Opaque("before")})
    state.memory |= {("in", 8 * i): Polynomial.constant(i + 1) for i in range(4)}
    state.registers |= {"x1": Pointer("in", 0), "x19": Opaque("kept")}
    for name, value in registers.items():
        state.registers[name] = equations.input(name) if symbolic else Polynomial.constant(value)
    return A64(equations, ["out"]).run([parse_a64(line) for line in [*lines, "ret"]], state)


class ComputesA64(unittest.TestCase):
    def computes(self, expected, *lines, register="x2", x=X, y=Y):
        (end,) = run_a64(lines, {"x2": x, "x3": y, "x4": 0})
        self.assertEqual(end.registers[register].as_constant(), expected % RADIX, lines)

    def test_sums_and_differences(self):
        random = Random(1)
        for _ in range(200):
            x, y = (random.choice((0, 1, RADIX - 1, random.randrange(RADIX))) for _ in range(2))
            self.computes(x + y, "adds x2, x2, x3", x=x, y=y)
            self.computes(x - y, "subs x2, x2, x3", x=x, y=y)
            self.computes((x + y) // RADIX, "adds x2, x2, x3", "adc x4, xzr, xzr", register="x4", x=x, y=y)
            self.computes(x >= y, "cmp x2, x3", "cset x4, cs", register="x4", x=x, y=y)
            self.computes(x < y, "cmp x2, x3", "cinc x4, x4, cc", register="x4", x=x, y=y)
            self.computes(-(x < y), "cmp x2, x3", "sbc x4, xzr, xzr", register="x4", x=x, y=y)
            self.computes(y - x - (x < y), "cmp x2, x3", "sbcs x4, x3, x2", register="x4", x=x, y=y)
            self.computes(max(x, y), "cmp x2, x3", "csel x2, x2, x3, cs", x=x, y=y)
            self.computes(min(y, x), "cmp x2, x3", "csel x2, x2, x3, lo", x=x, y=y)
            self.computes(x != 0, "cmp x2, #0x1", "adc x4, xzr, xzr", register="x4", x=x)
            self.computes(2 * x + 1, "cmp x2, x2", "adcs x2, x2, x2", x=x)
            self.computes(x >> 63, "adds x3, x2, x2", "adc x4, xzr, xzr", register="x4", x=x)
            self.computes(-x, "neg x2, x2", x=x)
            self.computes(x + y, "cmp x3, x3", "add x2, x2, x3", x=x, y=y)

    def test_products_and_bits(self):
        self.computes(X * Y, "mul x2, x2, x3")
        self.computes(X * Y >> 64, "umulh x2, x2, x3")
        self.computes(X << 3, "lsl x2, x2, #3")
        self.computes(X >> 3, "lsr x2, x2, #3")
        self.computes(X >> 3 | Y << 61, "extr x2, x3, x2, #3")

    def test_memory(self):
        self.computes(2, "ldp x2, x3, [x1]", register="x3")
        self.computes(4, "ldr x2, [x1, #24]")
        self.computes(1, "ldr x2, [x1], #16")
        self.computes(3, "ldr x2, [x1], #16", "ldr x2, [x1]")
        self.computes(Y, "stp x2, x3, [sp, #-16]!", "ldr x2, [sp, #8]", "add sp, sp, #0x10")
        self.computes(X, "stp x2, x3, [sp, #-32]!", "ldp x4, x3, [sp], #32", register="x4")
        self.computes(2, "ldp x1, x2, [x1]")

    def test_the_flag_of_a_round_is_the_carry_of_the_uncomputed_half(self):
        """`cmp t, #1` after `mul m, t, inverse` gives a single carry with `t + low(m p_0) = 2^64 carry`."""
        equations = Equations()
        names = ("x2", "x3", "x4")
        t, p, inverse = (equations.input(name, least=1 if name == "x3" else 0) for name in names)
        equations.declare_negated_inverse(p, inverse)
        state = State(dict(zip(names, (t, p, inverse), strict=True)) | {"sp": Pointer("stack", 0)}, {})
        lines = ["mul x5, x2, x4", "cmp x2, #0x1", "cset x6, cs", "ret"]
        (end,) = A64(equations, []).run([parse_a64(line) for line in lines], state)
        carry = end.registers["x6"]
        self.assertIsNotNone(carry.as_variable())
        for word in (0, 1, 2, X, RADIX - 1):
            values = equations.evaluate({0: word, 1: Y | 1, 2: -pow(Y | 1, -1, RADIX) % RADIX})
            self.assertEqual(values[carry.as_variable()], word != 0)


class RefusesA64(unittest.TestCase):
    def refuses(self, why, *lines):
        with self.assertRaises(Refused) as refused:
            run_a64(lines, {"x2": X, "x3": Y}, symbolic=True)
        self.assertIn(why, str(refused.exception))

    def test_flags(self):
        self.refuses("flag holds no carry", "adc x2, x2, x3")
        self.refuses("another flag", "cmp x2, x3", "csel x2, x2, x3, eq")
        self.refuses("another flag", "cmp x2, x3", "cset x2, mi")
        self.refuses("does not support", "mrs x2, nzcv")

    def test_branches_and_unknown_instructions(self):
        for line in ("b 10", "b.ne 10", "bl 10 <somewhere>", "cbz x2, 10", "tbz x2, #3, 10"):
            self.refuses("branch", line)
        self.refuses("does not support", "udiv x2, x2, x3")
        self.refuses("operands that the model does not support", "add x2, x2, x3, lsl #3")

    def test_memory_beyond_the_operands(self):
        self.refuses("outside the operands", "ldr x2, [x1, #32]")
        self.refuses("below the stack pointer", "ldr x2, [sp, #-8]")
        self.refuses("writes to in", "str x2, [x1]")
        self.refuses("outside the result", "str x2, [x0, #8]")
        self.refuses("caller", "str x2, [sp]")
        self.refuses("depends on data", "ldr x2, [x1, x2]")
        self.refuses("not the address", "ldr x2, [x3]")
        self.refuses("that it transfers", "ldr x1, [x1], #8")

    def test_values_that_are_not_words(self):
        self.refuses("value of its caller", "mul x2, x2, x19")
        self.refuses("before it is written", "mov x2, x9")
        self.refuses("not a register of 64 bits", "mov x2, w3")
        self.refuses("not a register of 64 bits", "mov w2, x3")
