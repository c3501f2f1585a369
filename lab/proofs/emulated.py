"""What tests that compare the model of instructions with an emulator have in common."""

import tempfile
from random import Random

import native
from algebra import RADIX, Polynomial
from doubles import Double, double_bits
from lane_equations import MASK, SIGN, UNIT, LaneEquations
from state import Opaque, Pointer, State
from test_vectors import LOW, bits_of, word

RUNS = 30


class Emulated:
    """A test case whose module `bodies` has code: `INTEGERS`, `POSITIVE`, `COMPARISONS` and `DOUBLES`."""

    bodies = target = None
    # The registers with the addresses of the operands and of the result, and further contents.
    addresses, registers = ("", ""), {}

    def assembled(self, folder, bodies, **options):
        """A library with a function for each body."""
        raise NotImplementedError

    def compare(self, bodies, operands, most=None, **options):
        """`operands(random, i)` returns the ten words in memory, as numbers and as values of the model."""
        random = Random(1)
        with tempfile.TemporaryDirectory() as folder:
            library = self.assembled(folder, bodies, **options)
            for i, body in enumerate(bodies):
                instructions = library.read_with_calls(f"t{i}", "t")
                cases = [operands(random, i) for _ in range(RUNS)]
                lines = [native.line([numbers, [0, 0]], ["@0", "@1"]) for numbers, _ in cases]
                results = native.emulated(library, f"t{i}", lines)
                for (numbers, values), (_, expected) in zip(cases, results, strict=True):
                    found = [bits_of(value, {}) for value in self.run_model(LaneEquations(), instructions, values)]
                    self.assertEqual(found, expected[: len(found)], (body, numbers))
                    if most is not None:
                        self.assertEqual(self.evaluated(instructions, values, most), expected, (body, numbers))

    def run_model(self, equations, instructions, values):
        memory = {("in", 8 * i): value for i, value in enumerate(values)}
        memory |= {("out", 8 * i): Opaque("before") for i in range(2)}
        registers = {name: Pointer(base, 0) for name, base in zip(self.addresses, ("in", "out"), strict=True)}
        registers |= {self.target.stack: Pointer("stack", 0), **self.registers}
        machine = self.target.machine(equations, ["out"], lambda address: None)
        (end,) = machine.run(instructions, State(registers, memory))
        words = [machine.joined(end.memory["out", 8 * i]) for i in range(2)]
        return [word for word in words if not isinstance(word, Opaque)]

    def evaluated(self, instructions, values, most):
        """The result with variables up to `most`, whose values are computed by the equations."""
        equations, inputs, operands = LaneEquations(), {}, []
        for i, value in enumerate(values):
            constant, double = (value.value, True) if isinstance(value, Double) else (value, False)
            # Constants of the code stay numbers.
            if i >= 8 or (double and (i < 2 or i >= 6)):
                operands.append(value)
                continue
            variable = equations.operand("word", MASK if double else most)
            inputs[variable.as_variable()] = constant.as_constant()
            operands.append(Double(variable) if double else variable)
        words = self.run_model(equations, instructions, operands)
        found = equations.evaluate(inputs)
        return [bits_of(value, found) for value in words]

    def words(self, random, _):
        numbers = [word(random) for _ in range(8)] + [1, 2]
        return numbers, [Polynomial.constant(n) for n in numbers]

    def test_integers(self):
        self.compare(self.bodies.INTEGERS, self.words, most=RADIX - 1)

    def test_signed_shifts(self):
        def operands(random, i):
            numbers = [number % SIGN for number in self.words(random, i)[0]]
            return numbers, [Polynomial.constant(n) for n in numbers]

        self.compare(self.bodies.POSITIVE, operands, most=SIGN - 1)

    def test_comparisons(self):
        def operands(random, i):
            numbers, _ = self.words(random, i)
            numbers[4:6] = [random.choice((number, word(random))) for number in numbers[2:4]]
            return numbers, [Polynomial.constant(n) for n in numbers]

        self.compare(self.bodies.COMPARISONS, operands)

    def test_doubles(self):
        def operands(random, i):
            digits = [random.choice((0, 1, 2, MASK, MASK - 1, 1 << 51, random.randrange(UNIT))) for _ in range(4)]
            integers = [self.bodies.DOUBLES[i][1]] * 2 + digits + [0, 0] + [LOW] * 2
            return [double_bits(n) for n in integers], [Double(Polynomial.constant(n)) for n in integers]

        self.compare([body for body, _ in self.bodies.DOUBLES], operands, most=MASK)
