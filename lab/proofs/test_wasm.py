"""Compares the model of instructions of WebAssembly with Node.js, as `test_neon.py` does with QEMU."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import native
from algebra import RADIX
from disassembly import Instruction, Unreadable
from emulated import Emulated
from lane_equations import UNIT, LaneEquations
from state import Pointer, Refused, State
from targets import WASM
from test_vectors import HIGH
from wasm_library import Module, parse_wasm

# The operands are local variables: 0 is the address of all, 2 to 4 are vectors, 5 and 6 are words. A body leaves a
# vector.
A, B, C, X = (f"local.get {i};" for i in (3, 4, 2, 5))
# An address on the stack in memory, kept in local variable 1.
PLACE = "global.get 0; i32.const 32; i32.sub; local.tee 1;"
THREE_TIMES = "i32.const 3; local.set 1; loop; {}; local.get 1; i32.const 1; i32.sub; local.tee 1; br_if 0; end;"
INTEGERS = [
    *(f"{A} {B} i64x2.{name}" for name in ("add", "sub")),
    *(f"{A} i32.const {count}; i64x2.{name}" for name in ("shl", "shr_u") for count in (0, 1, 12, 52, 63)),
    *(f"{A} {B} i8x16.shuffle {shuffle}" for shuffle in ("0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23",)),
    f"{A} {B} i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31",
    f"{A} {B} i8x16.shuffle 0 1 2 3 8 9 10 11 16 17 18 19 24 25 26 27",
    f"{A} i64x2.extend_low_i32x4_u",
    f"{A} {B} i64x2.extmul_low_i32x4_u",
    f"{A} {A} i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 0 1 2 3; {B} i64x2.extmul_low_i32x4_u",
    f"{A} {B} i32x4.mul; i64x2.extend_low_i32x4_u",
    f"{A} {B} i32x4.mul",
    f"{X} i64x2.splat",
    f"{X} i32.wrap_i64; i32x4.splat; i64x2.extend_low_i32x4_u",
    f"{A} i64x2.extract_lane 1; i64x2.splat",
    "local.get 0; v128.load64_splat offset=8",
    "local.get 0; v128.load64_zero offset=8",
    "local.get 0; v128.load32_splat offset=12; i64x2.extend_low_i32x4_u",
    f"local.get 0; {A} v128.load64_lane offset=8 1",
    "local.get 0; i32.load offset=20; i64.extend_i32_u; i64x2.splat",
    f"{A} local.tee 2; drop; {C}",
    f"v128.const i64x2 1 0xfffffffffffff; local.set 2; {C}",
    *(f"{X} i64.const {number}; i64.{name}; i64x2.splat" for name in ("add", "sub", "mul") for number in (33, -5)),
    *(f"{X} i64.const {number}; i64.{name}; i64x2.splat" for name in ("shl", "shr_u") for number in (1, 32, 63)),
    f"{X} i64.const 0xfffff; i64.and; i64x2.splat",
    f"{X} i64.const 32; i64.shr_u; {A} i64x2.extract_lane 0; i64.mul; i64x2.splat",
    f"{A} i32.const 32; i64x2.shr_u; {B} i32.const 32; i64x2.shr_u; i64x2.mul",
    # The stack in memory.
    f"{PLACE} {A} v128.store; local.get 1; v128.load",
    f"{PLACE} {A} v128.store; local.get 1; {B} v128.store64_lane offset=8 0; local.get 1; v128.load",
    f"{PLACE} i32.const -64; i32.and; local.tee 1; {X} i64.store; local.get 1; v128.load64_splat",
    f"{PLACE} local.get 0; i32.const 16; memory.copy; local.get 1; v128.load",
    f"{PLACE} i32.const 7; i32.const 16; memory.fill; local.get 1; v128.load",
    # Control.
    f"{A} local.set 2; {THREE_TIMES.format(f'{C} {A} i64x2.add; local.set 2')} {C}",
    f"{A} local.set 2; block; i32.const 1; br_if 0; {B} local.set 2; end; {C}",
    f"{A} local.set 2; block; loop; i32.const 0; br_if 0; {B} local.set 2; br 1; end; end; {C}",
    f"{A} {B} i32.const 0; select",
    f"{A} local.set 2; block; i64.const 7; i64.const 7; i64.ne; br_if 0; {B} local.set 2; end; {C}",
    "i64.const -1; i64.const 1; i64.add; i64.eqz; i64.extend_i32_u; i64x2.splat",
    "i64.const -1; i64.const 1; i64.add; i64.const 0; i64.ne; i64.extend_i32_u; i64x2.splat",
]
POSITIVE = [
    *(f"{A} i32.const {count}; i64x2.shr_s" for count in (1, 52, 63)),
    *(f"{A} {B} i64x2.sub; i32.const {count}; i64x2.shr_s" for count in (1, 52, 63)),
]
BITS_OF_LANES = (
    "i32.const -1; i32.xor; i32.const 3; i32.and; i64.extend_i32_u; i64x2.splat; v128.const i64x2 1 2; v128.and;"
    " v128.const i64x2 0 0; i64x2.ne"
)
COMPARISONS = [
    f"{A} i32.const 63; i64x2.shr_s",
    f"{B} {A} {A} i32.const 63; i64x2.shr_s; v128.bitselect",
    f"{B} {A} i32.const 63; i64x2.shr_s; v128.and",
    *(f"{A} {B} i64x2.{name}" for name in ("eq", "ne")),
    f"{A} {B} {A} {B} i64x2.eq; v128.bitselect",
    f"{A} v128.const i64x2 0 0; i64x2.eq",
    # Bits of both lanes in one word.
    f"{A} {B} i64x2.eq; i64x2.bitmask; {BITS_OF_LANES}",
]
HALVES = (
    f"local.get 0; v128.load offset=64; {A} {B} {C} f64x2.relaxed_madd; f64x2.sub; local.set 2; {A} {B} {C}"
    " f64x2.relaxed_madd"
)
DOUBLES = [
    (f"{A} {B} {C} f64x2.relaxed_madd", HIGH),
    (HALVES, HIGH),
    (f"{C} {A} f64x2.add", UNIT),
    (f"{C} {A} f64x2.sub", -UNIT),
    (f"{C} {A} f64x2.add; {C} {B} f64x2.add; i64x2.sub", UNIT),
]
TYPES = "(local v128 v128 v128 i64 i64)"
LOADS = [f"local.get 0; v128.load offset={16 * i}; local.set {2 + i}" for i in range(3)] + [
    f"local.get 0; i64.load offset={48 + 8 * i}; local.set {5 + i}" for i in range(2)
]


def lacking():
    tools = [tool for tool in ("wat2wasm", "wasm-objdump") if not shutil.which(tool)]
    return f"{tools[0]} (wabt) is not installed" if tools else native.missing(WASM)


def setUpModule():
    if lacking():
        print(f"SKIPPED: NO INSTRUCTION OF WEBASSEMBLY WAS COMPARED WITH NODE.JS: {lacking()}")


def assemble(folder, bodies):
    lines = ['(module (memory (export "memory") 2) (global $__stack_pointer (mut i32) (i32.const 1024))']
    lines.append('(global (export "__heap_base") i32 (i32.const 1024))')
    for i, body in enumerate(bodies):
        code = [part.strip() for part in "; ".join([*LOADS, "local.get 1", body, "v128.store"]).split(";")]
        # The address of the result is below it on the stack.
        lines.append(f'(func $t{i} (export "t{i}") (param i32 i32) {TYPES}')
        lines += [part for part in code if part] + [")"]
    source, path = Path(folder) / "t.wat", Path(folder) / "t.wasm"
    source.write_text("\n".join([*lines, ")"]) + "\n")
    options = ["--enable-relaxed-simd", "--debug-names"]
    subprocess.run(["wat2wasm", *options, "-o", str(path), str(source)], check=True)
    return Module(path, WASM)


@unittest.skipIf(lacking(), "no assembler, disassembler or engine for WebAssembly")
class InTheEngine(Emulated, unittest.TestCase):
    bodies, target, addresses = sys.modules[__name__], WASM, ("l0", "l1")

    def assembled(self, folder, bodies):
        return assemble(folder, bodies)

    def test_structure_that_is_not_read(self):
        for body in (f"i32.const 1; if; end; {A}", "block; br 1; end; unreachable"):
            with tempfile.TemporaryDirectory() as folder, self.assertRaises(Unreadable):
                assemble(folder, [body]).read_with_calls("t0", "t")


class Refuses(unittest.TestCase):
    def refuses(self, why, *lines):
        equations = LaneEquations()
        x, y = (equations.operand(name, RADIX - 1) for name in "xy")
        registers = {"l0": Pointer("in", 0), "l1": Pointer("out", 0), "g0": Pointer("stack", 0)}
        memory = {("in", 8 * i): value for i, value in enumerate((x, y))}
        machine = WASM.machine(equations, ["out"], lambda address: None)
        enter = Instruction("enter", (2, "i32", "i32", "v128", "i64"), "enter")
        ret = Instruction("ret", (), "the end")
        with self.assertRaises(Refused) as refused:
            machine.run([enter, *(parse_wasm(line) for line in lines), ret], State(registers, memory))
        self.assertIn(why, str(refused.exception))

    def test_what_is_not_modelled(self):
        vector = "local.get 0", "v128.load 3 0"
        self.refuses("does not support", *vector, *vector, "i8x16.swizzle")
        self.refuses("exclusive or", *vector, "local.get 0", "v128.load64_splat 3 8", "v128.xor")
        self.refuses("no mask", *vector, *vector, *vector, "v128.bitselect")
        self.refuses("parts of words", *vector, *vector, "i8x16.shuffle 0x04030201 0 0 0")
        self.refuses("a global variable", "global.get 1")

    def test_branches_and_addresses_that_depend_on_data(self):
        word = "local.get 0", "i64.load 3 0"
        self.refuses("depends on data", *word, "i32.wrap_i64", "br_if 0 0 0")
        self.refuses("depend on data", *word, "i64.const 1", "i64.ne")
        self.refuses("not one of an operand", *word, "i64.load 3 0")
        self.refuses("outside the result", "local.get 1", "local.get 0", "v128.load 3 0", "v128.store 3 0")

    def test_words_and_addresses(self):
        self.refuses("parts of two words", "local.get 0", "i32.load 2 6")
        far = "local.get 1", "i32.const 0x7fffffff", "i32.add", "i32.const 0x7fffffff", "i32.add"
        self.refuses("may wrap", *far, "i64.load 3 0")
        self.refuses("may wrap", "local.get 1", "i64.load 3 0xfffffff8")

    def test_the_stack(self):
        aligned = "global.get 0", "i32.const 64", "i32.sub", "i32.const 4294967232", "i32.and"
        self.refuses("of its caller", *aligned, "i64.const 0", "i64.store 3 64")
        self.refuses("alignment", "local.get 0", "i32.const 4294967232", "i32.and")

    def test_operand_stacks(self):
        self.refuses("empty stack", "i64x2.add")
        self.refuses("empty stack", "i32.const 1", "block", "local.set 3")
        self.refuses("operands on the stack", "i32.const 1")
        self.refuses("operands on the stack", "block", "i32.const 1", "end")

    def test_rounding_that_is_not_proved(self):
        self.refuses("exponent depends on data", *("local.get 0", "v128.load 3 0") * 2, "f64x2.add")


if __name__ == "__main__":
    unittest.main()
