"""Compares the model of instructions of AArch64 for vectors with QEMU, instruction by instruction.

As in `test_vectors.py`, each body runs with numbers, and with variables, for which the equations are evaluated.
Without a compiler for AArch64 or QEMU these tests are skipped, and the output says so.
"""

import shutil
import subprocess
import sys
import unittest
from dataclasses import replace
from pathlib import Path

import native
from algebra import RADIX, Polynomial
from control import OTHER
from disassembly import Library, is_branch, parse_a64
from emulated import Emulated
from lane_equations import UNIT, LaneEquations
from lane_kernels import lane_kernels
from lane_proof import paths
from proof import Failed
from state import Opaque, Pointer, Refused, State
from targets import AARCH64, NEON
from test_vectors import HIGH, word

# The operands are v0, v1 and v2, at x0, and after them x8, x9 and two words of constants; the result is in v0.
INTEGERS = [
    *(f"{name} v0.2d,v1.2d,v2.2d" for name in ("add", "sub", "zip1", "zip2", "trn1", "trn2")),
    "neg v0.2d,v1.2d",
    *(f"ushr v0.2d,v1.2d,#{count}" for count in (1, 12, 52, 63)),
    *(f"usra v0.2d,v1.2d,#{count}" for count in (1, 12, 52, 63)),
    *(f"shl v0.2d,v1.2d,#{count}" for count in (1, 12, 52, 63)),
    *(f"sli v0.2d,v1.2d,#{count}" for count in (12, 48, 52)),
    "ext v0.16b,v1.16b,v2.16b,#8",
    *(f"dup v0.2d,v1.d[{lane}]" for lane in range(2)),
    "dup v0.2d,x8",
    "mov v0.d[1],x8",
    "mov v0.d[0],v1.d[1]",
    "mov d0,v1.d[1]",
    "mov v0.16b,v1.16b",
    "fmov d0,x8",
    "fmov x9,d1; dup v0.2d,x9",
    "mov x9,v1.d[1]; dup v0.2d,x9",
    "fmov w9,s1; dup v0.2d,x9",
    "mov w9,v1.s[2]; dup v0.2d,x9",
    "mov w9,v1.s[3]; dup v0.2d,x9",
    "movi v0.2d,#0xffffffffffff",
    # Halves.
    "uxtl v0.2d,v1.2s",
    "shll v0.2d,v1.2s,#32",
    "xtn v3.2s,v1.2d; uxtl v0.2d,v3.2s",
    "xtn v3.2s,v1.2d; mov v0.16b,v3.16b",
    "umlal v0.2d,v1.2s,v2.2s",
    "umlsl v0.2d,v1.2s,v2.2s",
    "xtn v3.2s,v1.2d; umlal v0.2d,v2.2s,v3.2s",
    "dup v3.2s,w8; uxtl v0.2d,v3.2s",
    "dup v3.2s,v1.s[1]; umlal v0.2d,v2.2s,v3.2s",
    "mul v3.2s,v1.2s,v2.2s; uxtl v0.2d,v3.2s",
    "mul v3.2s,v1.2s,v2.s[0]; uxtl v0.2d,v3.2s",
    # Memory.
    "ld1r {v0.2d},[x0]",
    "add x9,x0,#8; ld1r {v3.2s},[x9]; uxtl v0.2d,v3.2s",
    "add x9,x0,#16; ld1 {v0.d}[1],[x9],#8; ld1 {v0.d}[0],[x9]",
    "ldp q1,q0,[x0,#16]",
    "ldp d1,d0,[x0,#16]",
    "ldr d0,[x0,#24]",
    "ldr s0,[x0,#24]",
    "mov x9,#16; ldr q0,[x0,x9]",
    "mov x9,#2; ldr d0,[x0,x9,lsl #3]",
    "stp q1,q2,[sp,#-32]!; ldur q0,[sp,#16]; add sp,sp,#32",
    "str x8,[sp,#-16]!; ldr d0,[sp],#16",
    "stp x8,x9,[sp,#-16]!; ldp x9,x8,[sp]; add sp,sp,#16; dup v0.2d,x8",
    # Words of lanes in general registers.
    "lsr x9,x8,#32; neg x9,x9; dup v3.2s,w9; shll v0.2d,v3.2s,#32",
    "neg x9,x8,lsr #32; dup v0.2d,x9",
    "add x9,x8,x8,lsl #5; dup v0.2d,x9",
    "sub x9,x8,#0x400; dup v0.2d,x9",
    "lsl x9,x8,#5; dup v0.2d,x9",
    "and x9,x8,#0xfffff; dup v0.2d,x9",
    "lsr x9,x8,#32; fmov x10,d1; mul x9,x9,x10; dup v0.2d,x9",
    "mul w9,w8,w9; dup v0.2d,x9",
    "mov x9,#0x21; mul x9,x9,x8; dup v0.2d,x9",
]
# Words below 2^63, whose signs are known, and their differences.
POSITIVE = [
    *(f"sshr v0.2d,v1.2d,#{count}" for count in (1, 52, 63)),
    *(f"ssra v0.2d,v1.2d,#{count}" for count in (1, 52, 63)),
    *(f"sub v3.2d,v1.2d,v2.2d; ssra v0.2d,v3.2d,#{count}" for count in (1, 52, 63)),
]
BITS_OF_LANES = "orr v3.16b,v3.16b,v5.16b; fmov w9,s3; dup v3.4s,w9; and v3.16b,v3.16b,v4.16b; cmeq v0.2d,v3.2d,#0"
# Selections by signs, and by comparisons.
COMPARISONS = [
    "cmlt v0.2d,v1.2d,#0",
    *(f"cmlt v3.2d,v1.2d,#0; {name} v0.16b,v2.16b,v3.16b" for name in ("bif", "bit", "and")),
    "cmlt v3.2d,v1.2d,#0; bsl v3.16b,v1.16b,v2.16b; mov v0.16b,v3.16b",
    "cmlt v3.2d,v1.2d,#0; bic v0.16b,v2.16b,v3.16b",
    "cmgt v3.2d,v1.2d,#0; and v0.16b,v1.16b,v3.16b",
    "cmgt v3.2d,v1.2d,#0; and v0.16b,v3.16b,v1.16b",
    "cmeq v0.2d,v1.2d,v2.2d",
    "cmeq v0.2d,v1.2d,#0",
    "cmeq v3.2d,v1.2d,v2.2d; bif v0.16b,v2.16b,v3.16b",
    # Bits of both lanes in one word.
    f"cmeq v3.2d,v1.2d,v2.2d; ldr q4,[x0,#64]; and v3.16b,v3.16b,v4.16b; dup v5.2d,v3.d[1]; {BITS_OF_LANES}",
]
# General registers with known words: x8 and x9, and the result is x8.
KNOWN = [
    *(f"{name} {r}8,{r}8,{r}9" for name in ("add", "sub", "mul", "and", "orr", "eor", "bic") for r in "xw"),
    *(f"{name} {r}8,{r}8,#{count}" for name in ("lsl", "lsr") for r in "xw" for count in (1, 31)),
    *("and x9,x9,#31; lsl w8,w8,w9", "and x9,x9,#31; lsr w8,w8,w9", "and x9,x9,#63; lsr x8,x8,x9"),
    *("neg x8,x9", "neg x8,x9,lsl #4", "add x8,x8,x9,lsl #5", "ubfiz x8,x8,#1,#15", "movk x8,#0x466f,lsl #48"),
    *(
        f"{name} {r}10,{r}8,{r}9; csel x8,x8,x9,{condition}"
        for name in ("subs", "adds")
        for r in "xw"
        for condition in ("eq", "ne", "cs", "cc", "mi", "pl", "hi", "ls")
    ),
    *(f"cmp x8,x9; b.{condition} 1f; mov x8,#7; 1:" for condition in ("eq", "ne", "hs", "lo", "hi", "ls")),
    *(f"{name} w8,#3,1f; mov x8,#7; 1:" for name in ("tbz", "tbnz")),
    *(f"and x9,x9,#1; {name} w9,1f; mov x8,#7; 1:" for name in ("cbz", "cbnz")),
]
# Doubles: v0 holds a constant, v1 and v2 hold integers below 2^52.
DOUBLES = [
    ("fmla v0.2d,v1.2d,v2.2d", HIGH),
    ("fmla v0.2d,v1.2d,v2.d[1]", HIGH),
    (
        "mov v3.16b,v0.16b; fmla v3.2d,v1.2d,v2.2d; ldr q4,[x0,#64]; fsub v0.2d,v4.2d,v3.2d; fmla v0.2d,v1.2d,v2.2d",
        HIGH,
    ),
    ("fadd v0.2d,v0.2d,v1.2d", UNIT),
    ("fsub v0.2d,v0.2d,v1.2d", -UNIT),
    ("fadd v3.2d,v0.2d,v1.2d; fadd v4.2d,v0.2d,v2.2d; sub v0.2d,v3.2d,v4.2d", UNIT),
]
LOADS = "ldp q0,q1,[x0]", "ldr q2,[x0,#32]", "ldp x8,x9,[x0,#48]"
STORE, STORE_WORD = ("str q0,[x1]",), ("str x8,[x1]",)


def lacking():
    if reason := native.missing(AARCH64):
        return reason
    return None if shutil.which("aarch64-linux-gnu-objdump") else "no disassembler for AArch64"


def setUpModule():
    if lacking():
        print(f"SKIPPED: NO INSTRUCTION OF AARCH64 FOR VECTORS WAS COMPARED WITH QEMU: {lacking()}")


def assemble(folder, bodies, store):
    lines = [".text"]
    for i, body in enumerate(bodies):
        lines += [f".globl t{i}", f".type t{i},%function", f"t{i}:", *LOADS, *body.split(";"), *store, "ret"]
    source, path = Path(folder) / "t.s", Path(folder) / "t.so"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run([native.COMPILER, "-shared", "-nostdlib", "-o", str(path), str(source)], check=True)
    return Library(path, NEON)


@unittest.skipIf(lacking(), "no compiler, disassembler or emulator for AArch64")
class InTheEmulator(Emulated, unittest.TestCase):
    bodies, target, addresses = sys.modules[__name__], NEON, ("x0", "x1")
    registers = {"x30": Opaque("the caller's x30")}

    def assembled(self, folder, bodies, store=STORE):
        return assemble(folder, bodies, store)

    def test_known_words(self):
        def operands(random, i):
            numbers, _ = self.words(random, i)
            numbers[7] = random.choice((numbers[6], random.randrange(80), word(random)))
            return numbers, [Polynomial.constant(n) for n in numbers]

        self.compare(KNOWN, operands, store=STORE_WORD)


def instruction(line):
    """The instruction of a line, in which the target of a branch is the number of a line."""
    parsed = parse_a64(line)
    if is_branch(parsed):
        return replace(parsed, operands=(*parsed.operands[:-1], int(parsed.operands[-1])))
    return parsed


class Refuses(unittest.TestCase):
    def refuses(self, why, *lines):
        equations = LaneEquations()
        x, y = (equations.operand(name, RADIX - 1) for name in "xy")
        registers = {"sp": Pointer("stack", 0), "x0": Pointer("out", 0), "x8": x, "x9": Polynomial.constant(1)}
        registers |= {"mm0": [x] * 2, "mm1": [y] * 2, "mm2": [OTHER] * 2, "x30": Opaque("the caller's x30")}
        machine = NEON.machine(equations, ["out"], lambda address: None)
        with self.assertRaises(Refused) as refused:
            machine.run([instruction(line) for line in [*lines, "ret"]], State(registers, {}))
        self.assertIn(why, str(refused.exception))

    def test_what_is_not_modelled(self):
        self.refuses("does not support", "mla v0.2s, v0.2s, v1.2s")
        self.refuses("arrangement", "add v0.4s, v0.4s, v1.4s")
        self.refuses("exclusive or", "eor v0.16b, v0.16b, v1.16b")
        self.refuses("mask of adjacent bits", "and v0.16b, v0.16b, v1.16b")
        self.refuses("before it is written", "add v0.2d, v0.2d, v9.2d")
        self.refuses("no mask", "bif v0.16b, v0.16b, v1.16b")
        self.refuses(
            "mask of another word", "ushr v3.2d, v0.2d, #12", "cmgt v3.2d, v3.2d, #0", "and v0.16b, v1.16b, v3.16b"
        )

    def test_other_arrangements(self):
        for line in ("ushr v0.16b, v1.16b, #3", "zip1 v0.16b, v0.16b, v1.16b"):
            self.refuses("arrangement", line)
        for line in ("movi v0.4s, #0x1", "dup v0.16b, w8", "ld1r {v0.16b}, [x0]", "add v0.2d, v0.16b, v1.2d"):
            self.refuses("arrangement", line)
        self.refuses("operands", "movi v0.2d, #0x1, lsl #8")

    def test_masks_of_other_lanes(self):
        bits = "mov x9, #0x1", "dup v4.2d, x9", "and v3.16b, v2.16b, v4.16b", "fmov x9, d3"
        self.refuses("value of its caller", *bits, "eor x8, x9, x9")
        self.refuses("depends on data", *bits, "cbz x9, 0")

    def test_the_stack(self):
        self.refuses("below the stack pointer", "str x9, [sp, #-64]")
        self.refuses("not aligned", "str x9, [sp, #-8]!")
        aligned = "mov x10, sp", "sub x11, sp, #0x40", "and sp, x11, #0xffffffffffffffc0"
        # The word at 64 may be the caller's, for a stack pointer that was no multiple of 64.
        self.refuses("of its caller", *aligned, "str xzr, [sp, #64]")
        self.refuses("aligned part", *aligned, "ldr x9, [x10, #-64]")
        self.refuses("alignment of the stack", "and sp, x0, #0xfffffffffffffff0")
        self.refuses("alignment of the stack", "sub x11, sp, #0x8", "and sp, x11, #0xfffffffffffffff8")
        self.refuses("below the stack pointer", "str w9, [sp, #-64]")
        self.refuses("below the stack pointer", "str x9, [sp, #-16]!", "add sp, sp, #0x10", "ldr x9, [sp, #-16]")
        # The words of an aligned part, after another one that may be elsewhere.
        again = "str x9, [sp]", "mov x12, sp", "mov sp, x10", "sub x11, sp, #0x80", "and sp, x11, #0xffffffffffffffc0"
        self.refuses("was not written", *aligned, *again, "ldr x9, [x12]")
        self.refuses("above the stack pointer", "mov x11, sp", "sub sp, sp, #0x80", "and sp, x11, #0xffffffffffffffc0")

    def test_returns(self):
        self.refuses("another register", "mov x10, x9", "ret x10")
        self.refuses("depends on data", "bl 2", "ret", "add x30, x30, #0x4")
        self.refuses("does not support", "b 1", "end a function")

    def test_words_across_others(self):
        self.refuses("parts of two words", "mov x9, sp", "stp x8, x8, [sp, #-16]!", "ldur w9, [sp, #6]")

    def test_branches_and_addresses_that_depend_on_data(self):
        self.refuses("depends on data", "cbz x8, 0")
        self.refuses("depends on data", "tbz w8, #3, 0")
        self.refuses("depends on data", "cmp x8, #0x1", "b.ne 0")
        self.refuses("depends on data", "subs x8, x8, #0x1", "b.ne 0")
        self.refuses("not the address", "ldr q0, [x8]")
        self.refuses("outside the result", "str q0, [x0]")
        self.refuses("another address", "mov x30, x9")

    def test_rounding_that_is_not_proved(self):
        self.refuses("exponent depends on data", "fadd v0.2d, v0.2d, v1.2d")


class Paths(unittest.TestCase):
    """Code that copies an operand to the result."""

    COPY = [line for j in range(5) for line in (f"ldr q7, [x2, #{128 * j}]", f"str q7, [x0, #{128 * j}]")]

    def paths(self, name, *lines):
        return paths(lane_kernels()[name], [instruction(line) for line in [*lines, *self.COPY, "ret"]], 0)

    def test_a_branch_on_a_word_of_the_modulus(self):
        compared = "ldr q0, [x1, #184]", "cmeq v1.2d, v0.2d, #0"
        self.assertEqual(len(self.paths("neon_add_4", *compared, "and v1.16b, v1.16b, v0.16b")), 4)
        with self.assertRaisesRegex(Failed, "depend on data"):
            self.paths("neon_add_4", *compared, "fmov x9, d1", "cbz x9, 5", "nop")
        with self.assertRaisesRegex(Failed, "depend on data"):
            self.paths("neon_add_4", *compared, "fmov x9, d1", "and x9, x9, #0x8", "ldr x9, [x1, x9]")

    def test_numbers_of_steps_are_only_counted_down(self):
        self.assertEqual(len(self.paths("neon_square_4", "cbz x3, 3", "subs x3, x3, #0x1", "b.ne 1")), 1)
        for line in ("subs x9, x3, #0x1", "mov x9, x3"):
            with self.assertRaises(Failed, msg=line):
                self.paths("neon_square_4", line, "subs x9, x9, #0x1", "b.eq 3", "subs x9, x9, #0x1", "b.pl 5")
        for line in ("cmp x3, #0x7", "tbz w3, #0, 1", "subs x3, x3, #0x4", "and x9, x3, #0x3", "ldr x9, [x0, x3]"):
            with self.assertRaises(Failed, msg=line):
                self.paths("neon_square_4", line, "b.ne 2")


if __name__ == "__main__":
    unittest.main()
