"""Compares the model of instructions for vectors with the processor, instruction by instruction.

Each instruction is assembled into a function, which runs on the processor and in the model: with numbers, and with
variables, for which the equations are evaluated afterwards. A processor without the instructions skips its tests, and
the output says so.
"""

import ctypes
import shutil
import struct
import subprocess
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path
from random import Random

from algebra import RADIX, Polynomial
from control import OTHER, Bits
from disassembly import Library, parse_intel
from doubles import ROUNDING, Double, double_bits
from lane_equations import MASK, SIGN, UNIT, LaneEquations
from lane_native import missing
from state import Opaque, Pointer, Refused, State
from targets import VECTORS

EDGES = (0, 1, 2, MASK, MASK - 1, UNIT, UNIT + 1, RADIX - 1, RADIX - 2, RADIX // 2, RADIX // 2 - 1, 1 << 51)
# Two vectors of words, of which the instruction uses some, and the mask 0b10100110 in k1. The result is in zmm0.
MASK_BITS = 0b10100110

# Words of lanes.
INTEGERS = [
    *(f"{name} zmm0,zmm1,zmm2" for name in ("vpaddq", "vpsubq", "vpmadd52luq", "vpmadd52huq")),
    *(f"{name} zmm0{{k1}},zmm1,zmm2" for name in ("vpaddq", "vpsubq")),
    "vpaddq zmm0{k1}{z},zmm1,zmm2",
    *(f"{name} ymm0,ymm1,ymm2" for name in ("vpaddq", "vpsubq", "vpunpcklqdq", "vpunpckhqdq")),
    *(f"{name} ymm0,ymm1,ymm2" for name in ("vpmadd52luq", "vpmadd52huq", "vpmuludq")),
    "vpmuludq zmm0,zmm1,QWORD PTR [rdi+72]{1to8}",
    "vpmovzxdq xmm0,QWORD PTR [rdi+72]",
    *(f"{name} ymm0,ymm1,ymm2,{control}" for control in (0xAA, 0x55, 0xF0, 0x0C) for name in ("vpblendd", "vblendps")),
    "vmovsd xmm0,QWORD PTR [rdi+72]",
    *(f"vpsrlq zmm0,zmm1,{count}" for count in (1, 12, 52, 63)),
    *(f"vpsllq zmm0,zmm1,{count}" for count in (1, 12, 52, 63)),
    *(f"vpshldq zmm0,zmm1,zmm2,{count}" for count in (1, 12, 28, 63)),
    "vpandq zmm0,zmm1,QWORD PTR [rdi+192]{1to8}",
    "vpand ymm0,ymm1,YMMWORD PTR [rdi+192]",
    "vpxord zmm0,zmm0,zmm0",
    *(f"{name} zmm0,zmm1,zmm2" for name in ("vpunpcklqdq", "vpunpckhqdq", "vunpcklpd", "vunpckhpd")),
    *(f"vinserti64x4 zmm0,zmm1,ymm2,{place}" for place in (0, 1)),
    *(f"vinserti32x4 zmm0,zmm1,xmm2,{place}" for place in range(4)),
    *(f"vinsertf32x4 zmm0,zmm1,xmm2,{place}" for place in range(4)),
    *(f"vinserti128 ymm0,ymm1,xmm2,{place}" for place in (0, 1)),
    *(f"vextracti32x4 xmm0,zmm1,{place}" for place in range(4)),
    *(f"vextractf32x4 xmm0,zmm1,{place}" for place in range(4)),
    *(f"vperm2i128 ymm0,ymm1,ymm2,{control}" for control in (0x20, 0x31, 0x02)),
    *(f"vpermq ymm0,ymm1,{control}" for control in (0xFF, 0x1B, 0x4E)),
    *(f"vpshufd xmm0,xmm1,{control}" for control in (0xEE, 0x44, 0x4E)),
    *(f"vpblendw ymm0,ymm1,ymm2,{control}" for control in (0x11, 0x33, 0xEE)),
    "vpbroadcastq zmm0,xmm1",
    "vbroadcastsd ymm0,QWORD PTR [rdi+72]",
    "vmovddup xmm0,QWORD PTR [rdi+72]",
    "vmovdqa64 zmm0{k1},zmm1",
    "vmovdqa64 zmm0{k1}{z},zmm1",
    "vmovdqu ymm0,YMMWORD PTR [rdi+64]",
    "vmovdqa ymm0,ymm1",
    "movdqa xmm1,xmm2; vmovdqa64 zmm0,zmm1",
    *(f"valignq zmm0,zmm1,zmm2,{count}" for count in (0, 1, 3, 7)),
    "xorps xmm1,xmm1; vmovdqa64 zmm0,zmm1",
    *(f"vpalignr {r}mm0,{r}mm1,{r}mm2,8" for r in "xy"),
    "vpermpd ymm0,YMMWORD PTR [rdi+64],0xff",
    "vpsubq zmm3,zmm1,QWORD PTR [rdi+192]{1to8}; vpminuq zmm0,zmm3,zmm1",
    "vpaddq zmm3,zmm1,QWORD PTR [rdi+192]{1to8}; vpminuq zmm0,zmm3,zmm1",
    "vpxorq zmm3,zmm3,zmm3; vpsadbw zmm0,zmm1,zmm3",
    "mov rax,QWORD PTR [rdi+72]; vmovd xmm0,eax",
    "mov rax,QWORD PTR [rdi+72]; vmovd xmm3,eax; vpbroadcastd ymm3,xmm3; vpmuludq ymm0,ymm3,ymm2",
    "mov rax,QWORD PTR [rdi+72]; imul rax,rax,0x21; vmovq xmm3,rax; vpbroadcastq ymm0,xmm3",
    # The word of a negative number, and its high half as a factor.
    *(
        f"mov rcx,0xffffffff00000000; mov rax,QWORD PTR [rdi+72]; shr rax,0x20; imul rax,rcx; vmovq xmm3,rax; {end}"
        for end in ("vpbroadcastq ymm0,xmm3", "vpbroadcastq ymm3,xmm3; vpsrlq ymm3,ymm3,32; vpmuludq ymm0,ymm3,ymm2")
    ),
]
# Words below 2^63, whose signs are known.
POSITIVE = [
    *(f"vpsraq zmm0,zmm1,{count}" for count in (1, 52, 63)),
    *(f"vpsubq zmm0,zmm1,zmm2; vpsraq zmm0,zmm0,{count}" for count in (1, 52, 63)),
]
# Words without common bits, and masks.
DISJOINT = [
    "vporq zmm0,zmm1,zmm2",
    "vpternlogq zmm0,zmm1,zmm2,0xf8",
    "vpternlogq zmm0,zmm1,zmm2,0xea",
    "vpternlogq zmm0,zmm1,zmm2,0xec",
]
# As above, before a mask of the lower bits.
MASKED = [
    "vpternlogq zmm0,zmm1,zmm2,0xa8",
    "vpternlogq zmm0,zmm2,zmm1,0xc8",
    "vpternlogq zmm2,zmm0,zmm1,0xe0; vmovdqa64 zmm0,zmm2",
]
# Two instructions: a comparison, and a selection by its result.
COMPARISONS = [
    "vpcmpgtq k2,zmm1,zmm2; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpneqq k2,zmm1,zmm2; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpneqq k2{k1},zmm1,zmm2; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpeqq k2,zmm1,zmm2; knotw k2,k2; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpgtq ymm3,ymm1,ymm2; vpand ymm0,ymm3,ymm1",
    "vpcmpgtq ymm3,ymm1,ymm2; vpandn ymm0,ymm3,ymm1",
    "vpcmpeqq ymm3,ymm1,ymm2; vpand ymm0,ymm3,ymm1",
    "vptestmq k2,zmm1,zmm1; vmovdqa64 zmm0{k2},zmm2",
    "vptestnmq k2,zmm1,zmm1; korw k2,k1,k2; vmovdqa64 zmm0{k2},zmm2",
    "vptestmq k2,zmm1,zmm1; kandw k2,k1,k2; vmovdqa64 zmm0{k2},zmm2",
    "vpcmpgtq ymm3,ymm1,ymm2; vblendvpd ymm0,ymm0,ymm1,ymm3",
    "vpxor xmm3,xmm3,xmm3; vpcmpgtq ymm0,ymm3,ymm1",
    "vpxor xmm3,xmm3,xmm3; vpcmpgtq ymm3,ymm3,ymm1; vpand ymm0,ymm3,ymm2",
    "vpxor xmm3,xmm3,xmm3; vpcmpgtq ymm3,ymm3,ymm1; vblendvpd ymm0,ymm0,ymm2,ymm3",
    "vblendvpd ymm0,ymm0,ymm2,ymm1",
    # Bits of lanes, in masks, general registers and vectors.
    "vpcmpneqq k2,zmm1,zmm2; kmovd eax,k2; not eax; kmovd k2,eax; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpneqq k2,zmm1,zmm2; kmovw eax,k2; and eax,esi; kmovd k2,eax; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpneqq k2,zmm1,zmm2; kmovw eax,k2; or eax,esi; kmovd k2,eax; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpneqq k2,zmm1,zmm2; kunpckbw k2,k1,k2; kshiftrd k2,k2,4; vmovdqa64 zmm0{k2},zmm1",
    "vpcmpeqq ymm3,ymm1,ymm2; vmovmskpd eax,ymm3; kmovd k2,eax; vmovdqa64 zmm0{k2},zmm1",
    "vmovd xmm3,esi; vpbroadcastd ymm3,xmm3; vpand ymm0,ymm3,YMMWORD PTR [rdi+192]",
]
# General registers with known words: rax and rcx, and the result is in rax.
KNOWN = [
    *("inc eax", "dec rax", "not eax", "not rax", "neg rax", "neg eax", "lea eax,[rax+rcx*4-0x2]"),
    *(f"{name} {x},{y}" for name in ("add", "sub", "and", "or", "xor") for x, y in (("rax", "rcx"), ("eax", "ecx"))),
    *(f"{name} {register},cl" for name in ("shl", "shr") for register in ("rax", "eax")),
    *("and al,cl", "or al,cl", "add al,cl", "xor eax,0x3f", "add eax,0xfffffffe", "or rcx,0x1; bsr rax,rcx"),
    *(f"bt rax,rcx; set{condition} al" for condition in ("b", "ae")),
    *(f"cmp {x},{y}; set{c} al" for c in ("b", "ae", "a", "be", "e", "ne") for x, y in (("rax", "rcx"), ("al", "cl"))),
    *(
        f"sub {x},{y}; set{c} cl; mov rax,rcx"
        for c in ("b", "e", "s", "ns")
        for x, y in (("rax", "rcx"), ("eax", "ecx"))
    ),
    *(f"add rax,rcx; set{condition} al" for condition in ("b", "ae", "a", "be")),
    *("neg rax; cmovs rax,rcx", "neg rax; setb al", "test rax,rcx; cmove eax,ecx", "cmp rax,rcx; cmovb rax,rcx"),
    "mov BYTE PTR [rsp-0x7],cl; movzx eax,BYTE PTR [rsp-0x7]",
    "mov QWORD PTR [rsp-0x8],rax; mov BYTE PTR [rsp-0x7],cl; mov QWORD PTR [rsp-0x8],rcx; mov rax,QWORD PTR [rsp-0x8]",
]
# The indices of `vpermt2w`: words of parts of both vectors.
INDICES = (0x0003000200010000, 0x0022002100200003, 0x0001000000230022, 0x001F001E001D001C, 0x003F003E003D003C)
HIGH, LOW = 1 << 104, (1 << 104) - 3 * (1 << 51)
# Both halves of a product: the low one is exact.
BOTH_HALVES = (
    "vmovapd ymm3,ymm0; vfmadd231pd ymm3,ymm1,ymm2; vbroadcastsd ymm4,QWORD PTR [rdi+200];"
    " vsubpd ymm0,ymm4,ymm3; vfmadd231pd ymm0,ymm1,ymm2"
)
# Doubles: zmm0 holds a constant, the others hold integers below 2^52.
DOUBLES = [
    ("vfmadd231pd ymm0,ymm1,ymm2", HIGH),
    ("vfmadd231pd zmm0,zmm1,zmm2", HIGH),
    ("vmovapd ymm3,ymm0; vfmadd213pd ymm1,ymm2,ymm3; vmovapd ymm0,ymm1", HIGH),
    ("vmovapd ymm3,ymm0; vfmadd132pd ymm1,ymm3,ymm2; vmovapd ymm0,ymm1", HIGH),
    (BOTH_HALVES, HIGH),
    ("vaddpd ymm0,ymm0,ymm1", UNIT),
    ("vsubpd ymm0,ymm0,ymm1", -UNIT),
    ("vsubpd ymm0,ymm1,ymm0", UNIT),
    ("vaddpd ymm3,ymm0,ymm1; vaddpd ymm4,ymm0,ymm2; vpsubq ymm0,ymm3,ymm4", UNIT),
]


LOADS = (*(f"vmovdqu64 zmm{j},ZMMWORD PTR [rdi+{64 * j}]" for j in range(3)), "kmovw k1,esi")
STORES = ("vmovdqu64 ZMMWORD PTR [rdx],zmm0", "vzeroupper")


def assemble(folder, bodies, loads=LOADS, stores=STORES):
    """A library with a function for each body, between loads of its operands and the store of its result."""
    lines = [".intel_syntax noprefix", ".text"]
    for i, body in enumerate(bodies):
        lines += [f".globl t{i}", f"t{i}:", *loads, *body.split(";"), *stores, "ret"]
    source, path = Path(folder) / "t.s", Path(folder) / "t.so"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run(["as", "-o", f"{folder}/t.o", str(source)], check=True)
    subprocess.run(["ld", "-shared", "-o", str(path), f"{folder}/t.o"], check=True)
    return Library(path, VECTORS)


def word(random):
    return random.choice((random.randrange(RADIX), random.randrange(UNIT), random.choice(EDGES)))


def lacking():
    """Why instructions cannot be compared with the processor, or None."""
    if missing("avx512ifma") is not None:
        return f"the processor: {missing('avx512ifma')}"
    return None if shutil.which("as") and shutil.which("ld") else "no assembler or linker"


def setUpModule():
    if lacking():
        print(f"SKIPPED: NO INSTRUCTION FOR VECTORS WAS COMPARED WITH THE PROCESSOR: {lacking()}")


@unittest.skipIf(lacking(), "no processor or assembler")
class OnTheProcessor(unittest.TestCase):
    """The operands are three vectors and two more words, at rdi."""

    def compare(self, bodies, operands, most=None):
        """`operands(random, i)` returns the words in memory, as numbers and as values of the model. With `most`, they
        are also compared as variables.
        """
        with tempfile.TemporaryDirectory() as folder:
            library = assemble(folder, bodies)
            loaded, random = ctypes.CDLL(str(library.path)), Random(1)
            for i, body in enumerate(bodies):
                instructions = library.read_with_calls(f"t{i}", "t")
                for _ in range(40):
                    numbers, values = operands(random, i)
                    expected = self.native(getattr(loaded, f"t{i}"), numbers)
                    self.assertEqual(self.modelled(instructions, values), expected, (body, numbers))
                    if most is not None:
                        self.assertEqual(self.evaluated(instructions, values, most), expected, (body, numbers))

    def native(self, function, numbers):
        memory, result = (ctypes.c_uint64 * len(numbers))(*numbers), (ctypes.c_uint64 * 8)()
        function.restype = None
        function(memory, ctypes.c_uint64(MASK_BITS), result)
        return list(result)

    def run_model(self, equations, instructions, values):
        bits = Bits(tuple(MASK_BITS >> i & 1 for i in range(16)))
        registers = {"rsp": Pointer("stack", 0), "rdi": Pointer("in", 0), "rsi": bits, "rdx": Pointer("out", 0)}
        memory = {("in", 8 * i): value for i, value in enumerate(values)}
        memory |= {("out", 8 * i): Opaque("before") for i in range(8)}
        memory["stack", 0] = Opaque("the return address")
        machine = VECTORS.machine(equations, ["out"], lambda address: None)
        (end,) = machine.run(instructions, State(registers, memory))
        return [end.memory["out", 8 * i] for i in range(8)]

    def modelled(self, instructions, values):
        return [bits_of(value, {}) for value in self.run_model(LaneEquations(), instructions, values)]

    def evaluated(self, instructions, values, most):
        """The result with variables up to `most`, whose values are computed by the equations."""
        equations, inputs, operands = LaneEquations(), {}, []
        for value in values:
            value, number = (value.value, True) if isinstance(value, Double) else (value, False)
            constant = value.as_constant()
            # Constants of the code, and masks in memory, stay numbers.
            known = not 0 <= constant < RADIX or len(operands) >= 24 or (number and len(operands) < 8)
            variable = value if known else equations.operand("word", MASK if number else most)
            if not known:
                inputs[variable.as_variable()] = constant
            operands.append(Double(variable) if number else variable)
        words = self.run_model(equations, instructions, operands)
        found = equations.evaluate(inputs)
        return [bits_of(value, found) for value in words]

    def words(self, random, _):
        numbers = [word(random) for _ in range(24)] + [MASK] * 8
        return numbers, [Polynomial.constant(n) for n in numbers]

    def test_functions_with_equal_code_have_all_their_names(self):
        """The compiler keeps one of them, with several symbols."""
        with tempfile.TemporaryDirectory() as folder:
            library = assemble(folder, ["nop", ".globl other; .set other,t0; .type other,@function; inc eax"])
            self.assertEqual(library.read("other"), library.read("t0"))
            self.assertNotEqual(library.read("other"), library.read("t1"))

    def test_known_words(self):
        loads = "mov rax,QWORD PTR [rdi]", "mov rcx,QWORD PTR [rdi+8]"
        with tempfile.TemporaryDirectory() as folder:
            library = assemble(folder, KNOWN, loads, ["mov QWORD PTR [rdx],rax"])
            loaded, random = ctypes.CDLL(str(library.path)), Random(1)
            for i, body in enumerate(KNOWN):
                instructions = library.read_with_calls(f"t{i}", "t")
                for _ in range(40):
                    x = word(random)
                    numbers = [x, random.choice((x, random.randrange(80), word(random)))]
                    expected = self.native(getattr(loaded, f"t{i}"), numbers)[0]
                    values = [Polynomial.constant(number) for number in numbers]
                    found = self.run_model(LaneEquations(), instructions, values)[0]
                    self.assertEqual(bits_of(found, {}), expected, (body, numbers))

    def test_integers(self):
        self.compare(INTEGERS, self.words, most=RADIX - 1)

    def test_signed_shifts(self):
        def operands(random, i):
            numbers, _ = self.words(random, i)
            numbers = [number % SIGN for number in numbers]
            return numbers, [Polynomial.constant(n) for n in numbers]

        self.compare(POSITIVE, operands, most=SIGN - 1)

    def test_comparisons(self):
        def operands(random, i):
            numbers, _ = self.words(random, i)
            numbers[24:] = [MASK_BITS & 1 << lane for lane in range(8)]
            return numbers, [Polynomial.constant(n) for n in numbers]

        self.compare(COMPARISONS, operands)

    def test_permutations_of_parts(self):
        def operands(random, i):
            numbers, _ = self.words(random, i)
            numbers[16:24] = [random.choice(INDICES) for _ in range(8)]
            return numbers, [Polynomial.constant(n) for n in numbers]

        bodies = "vmovdqa64 zmm3,zmm0; vpermt2w zmm3,zmm2,zmm1; vmovdqa64 zmm0,zmm3", "vpermb zmm0,zmm2,zmm1"
        self.compare(bodies, operands)

    def test_words_without_common_bits(self):
        def operands(random, i):
            low, high = ([random.randrange(UNIT) for _ in range(8)] for _ in range(2))
            high = [h << 52 & RADIX - 1 for h in high]
            masks = [MASK] * 8
            numbers = [[low, low, high], [high, low, masks], [low, masks, high], [low, high, masks]][i]
            numbers = [n for vector in numbers for n in vector] + [MASK] * 8
            return numbers, [Polynomial.constant(n) for n in numbers]

        self.compare(DISJOINT, operands)

    def test_masks_of_words_without_common_bits(self):
        def operands(random, _):
            low, high = ([random.randrange(UNIT) for _ in range(8)] for _ in range(2))
            numbers = [*low, *(h << 52 & RADIX - 1 for h in high), *[(1 << 60) - 1] * 8] + [MASK] * 8
            return numbers, [Polynomial.constant(n) for n in numbers]

        self.compare(MASKED, operands)

    def test_ternary_logic_with_known_masks(self):
        """A table of three words, of which two are all ones or zero, is the third one, or all ones or zero."""

        def operands(random, _):
            numbers = [word(random) for _ in range(24)]
            for other in {0, 1, 2} - {place}:
                numbers[8 * other : 8 * other + 8] = [random.choice((0, RADIX - 1)) for _ in range(8)]
            numbers += [MASK] * 8
            return numbers, [Polynomial.constant(n) for n in numbers]

        # Words do not appear inverted: their bit is copied or ignored.
        for place, bit in ((0, 4), (1, 2), (2, 1)):
            tables = [t for t in range(256) if all(t >> i & 1 <= t >> (i | bit) & 1 for i in range(8))]
            self.compare([f"vpternlogq zmm0,zmm1,zmm2,{t}" for t in tables[::4]], operands)

    def test_doubles(self):
        def operands(random, i):
            first = [DOUBLES[i][1]] * 8
            digits = [random.choice((random.randrange(UNIT), 1 << 51, 1, MASK, 3, 0)) for _ in range(16)]
            constants = [LOW] * 8
            integers = [*first, *digits, *constants]
            return [double_bits(n) for n in integers], [Double(Polynomial.constant(n)) for n in integers]

        self.compare([body for body, _ in DOUBLES], operands, most=MASK)


class Reciprocals(unittest.TestCase):
    def test_quotients_by_reciprocals(self):
        """The bounds of `doubles.Reciprocal`, by the processor's fused product."""
        fused = ctypes.CDLL("libm.so.6").fma
        fused.restype, fused.argtypes = ctypes.c_double, [ctypes.c_double] * 3
        random = Random(4)
        for _ in range(20_000):
            d = random.choice((1 << 10, (1 << 45) - 1, random.randrange(1 << 10, 1 << random.randrange(11, 46))))
            multiple = random.randrange(1, 66)
            edges = d, d + 1, multiple * d, multiple * (d + 1), multiple * (d + 1) - 1, 65 * (d + 1) - 1
            top = max(d, random.choice((*edges, random.randrange(d, 65 * (d + 1)))))
            (c,) = struct.unpack("<d", struct.pack("<Q", double_bits(1 / (d + 1)) - 1))
            exact, bound = Fraction(c), Fraction(1, d + 1)
            self.assertTrue(bound * (1 - Fraction(1, 1 << 51)) <= exact <= bound)
            quotient = int(fused(top, c, ROUNDING)) - UNIT
            self.assertTrue(top * exact - 1 <= quotient <= top * exact)
            self.assertEqual(quotient, round(top * exact - Fraction(1, 2)))


def bits_of(value, found):
    """The word of a value, with the values of variables."""
    polynomial = value.value if isinstance(value, Double) else value
    total = 0
    for monomial, coefficient in polynomial.terms.items():
        for variable in monomial:
            coefficient *= found[variable]
        total += coefficient
    return double_bits(total) if isinstance(value, Double) else total % RADIX


class ControlFlow(unittest.TestCase):
    def run_code(self, *lines):
        """The register rcx at the end. The target of a branch is the number of a line."""
        state = State({"rsp": Pointer("stack", 0)}, {("stack", 0): Opaque("the return address")})
        state.registers |= {name: Opaque(name) for name in ("rax", "rcx", "rdx")}
        machine = VECTORS.machine(LaneEquations(), [], lambda address: None)
        (end,) = machine.run([parse_intel(line) for line in [*lines, "ret"]], state)
        return end.registers["rcx"].as_constant()

    def test_loops(self):
        self.assertEqual(self.run_code("xor ecx,ecx", "mov eax,0x3", "inc rcx", "dec rax", "jne 2"), 3)
        self.assertEqual(self.run_code("xor ecx,ecx", "mov eax,0x3", "inc rcx", "cmp rcx,rax", "jb 2"), 3)
        self.assertEqual(self.run_code("xor ecx,ecx", "add rcx,0x2", "cmp ecx,0x6", "jne 1"), 6)
        self.assertEqual(self.run_code("mov ecx,0x5", "mov eax,0x7", "cmp rax,rcx", "cmovae rcx,rax"), 7)
        self.assertEqual(self.run_code("mov ecx,0x5", "mov eax,0x7", "test rax,rax", "cmove rcx,rax"), 5)
        self.assertEqual(self.run_code("mov ecx,0x5", "mov eax,0x7", "sub rcx,rax", "cmovb rcx,rax"), 7)
        self.assertEqual(self.run_code("mov ecx,0x5", "mov al,0x1", "test al,0x1", "jne 5", "mov ecx,0x0"), 5)

    def test_calls(self):
        self.assertEqual(self.run_code("mov ecx,0x1", "call 4", "inc rcx", "jmp 6", "inc rcx", "ret"), 3)

    def test_words_of_which_a_byte_was_written(self):
        stored = "mov ecx,0x5", "mov QWORD PTR [rsp-0x8],rcx", "mov BYTE PTR [rsp-0x7],cl"
        with self.assertRaises(Refused):
            self.run_code(*stored, "mov rcx,QWORD PTR [rsp-0x8]")
        with self.assertRaises(Refused):
            self.run_code(*stored, "mov ecx,DWORD PTR [rsp-0x8]")
        with self.assertRaises(Refused):
            self.run_code("mov ecx,0x5", "mov BYTE PTR [rsp+0x1],cl")

    def test_bits_of_zero_have_no_place(self):
        with self.assertRaises(Refused):
            self.run_code("xor ecx,ecx", "bsr rcx,rcx")

    def test_flags_that_are_not_known(self):
        for lines in (("mov eax,0x1", "inc rax", "jb 0"), ("mov eax,0x1", "shl eax,0x1f", "jae 0")):
            with self.assertRaises(Refused):
                self.run_code(*lines)
        with self.assertRaises(Refused):
            self.run_code("mov al,0x1", "add rcx,rax")


class Flags(unittest.TestCase):
    def test_only_a_sum_of_words_that_is_zero_makes_its_words_zero(self):
        for difference, zero in ((0, True), (-5, False)):
            equations = LaneEquations()
            x = equations.operand("x", 100, least=-difference)
            flag = equations.is_positive(x + difference, 100, "test")
            equations.assume(flag.as_variable(), 0)
            self.assertEqual(equations.most[x.as_variable()] == 0, zero)


class Refuses(unittest.TestCase):
    def refuses(self, why, *lines):
        equations = LaneEquations()
        x, y = (equations.operand(name, RADIX - 1) for name in "xy")
        registers = {"rsp": Pointer("stack", 0), "rdi": Pointer("out", 0), "rax": x}
        registers |= {"mm0": [x] * 8, "mm1": [y] * 8, "mm2": [OTHER] * 8, "k1": [OTHER] * 64}
        machine = VECTORS.machine(equations, ["out"], lambda address: None)
        with self.assertRaises(Refused) as refused:
            machine.run([parse_intel(line) for line in [*lines, "ret"]], State(registers, {}))
        self.assertIn(why, str(refused.exception))

    def test_what_is_not_modelled(self):
        self.refuses("does not support", "vpmullq zmm0,zmm0,zmm1")
        self.refuses("table", "vpternlogq zmm0,zmm0,zmm1,0x96")
        self.refuses("exclusive or", "vpxorq zmm0,zmm0,zmm1")
        self.refuses("mask of adjacent bits", "vpandq zmm0,zmm0,zmm1")
        self.refuses("before it is written", "vpaddq zmm0,zmm0,zmm9")
        self.refuses("both depend on data", "vpminuq zmm0,zmm0,zmm1")
        self.refuses("depends on data", "vpermb zmm0,zmm0,zmm1")
        self.refuses("differences of bytes", "vpsadbw zmm0,zmm0,zmm1")

    def test_branches_and_addresses_that_depend_on_data(self):
        self.refuses("depends on data", "test rax,rax", "je 0")
        self.refuses("does not support", "bt rax,0x1", "jb 0")
        self.refuses("not the address", "vmovdqu64 zmm0,ZMMWORD PTR [rax]")
        self.refuses("outside the result", "vmovdqu64 ZMMWORD PTR [rdi],zmm0")

    def test_rounding_that_is_not_proved(self):
        self.refuses("exponent depends on data", "vaddpd ymm0,ymm0,ymm1")


if __name__ == "__main__":
    unittest.main()
