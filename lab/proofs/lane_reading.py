"""Reads one lane of a kernel for vectors as a statement for the checker in `lab/coq`, as `reading.py` does."""

from dataclasses import dataclass
from types import SimpleNamespace

from algebra import BITS, Polynomial
from kernel_text import Layout
from lane_claims import start
from lane_proof import check_kept, writable
from lane_residues import DIGIT
from lane_words import LaneReading, key
from reading import Program, Statement
from state import Opaque, Pointer, Refused, State
from targets import VECTORS


@dataclass
class LaneStatement(Statement):
    """The statement of a lane."""

    # The operands, and the positions of the instructions that are executed.
    given: SimpleNamespace = None
    executed: frozenset = frozenset()

    def equal_parts(self):
        """What a proof depends on, as lists that compare."""
        polynomials = (*self.equations, *self.conditions, self.congruent, self.modulus, *self.limits)
        divisions = [(n, key(value)) for n, value, _, _ in self.program.divisions]
        return (self.first, self.program.bounds, divisions, [key(polynomial) for polynomial in polynomials])


def entry(claim, state, lane):
    """What of the registers and the memory the checker is told: pointers, operands, and where results are."""
    places = set(claim.output().places(lane))
    registers = {
        name: value
        for name, value in state.registers.items()
        if isinstance(value, Pointer) or (name in VECTORS.kept and isinstance(value, Opaque))
    }
    memory = {
        place: value
        for place, value in state.memory.items()
        if isinstance(value, Pointer | Polynomial) or place in places
    }
    return State(registers, memory)


def read_lane(claim, instructions, lane, constant):
    """The statement of a lane of a kernel."""
    program = Program()

    def create(name, i, bits, top, _shift=0):
        # The modulus is odd, so its lowest word is not zero.
        least = 1 if (name, i) == ("p", 0) else 0
        return program.input(f"{name}[{i}]", (least, (top or 1 << bits) - 1))

    state, given = start(claim, lane, create, VECTORS)
    output, equations = claim.output(), []
    if output.signed or output.doubles or claim.compared or claim.exact_words:
        raise Refused("the checker has no such claim")
    modulus = getattr(given, "p", Polynomial())
    if hasattr(given, "p_words") and hasattr(given, "inverse"):
        # `p_0 inverse + 1` is some multiple of 2^52.
        multiple = program.input("(p[0] inverse + 1) / 2^52")
        equations.append(given.p_words[0] * given.inverse + 1 - multiple * (1 << DIGIT))
    for i, related in enumerate(claim.related(given)):
        multiple = program.input(f"multiple {i} of p")
        equations.append(related - modulus * multiple)
    conditions = []
    for fact in claim.given(given):
        conditions += map(Polynomial.of, fact if isinstance(fact, tuple) else [fact])
    first = len(program.names)
    state = State(state.registers, state.memory)
    told = entry(claim, state, lane)
    layout = Layout(told, dict.fromkeys(writable(claim)), output.places(lane))
    pointers = {value.base: name for name, value in told.registers.items() if _begins(value)}
    for (base, offset), value in told.memory.items():
        if isinstance(value, Pointer) and base in pointers:
            pointers.setdefault(value.base, (pointers[base], offset))
    machine = LaneReading(program, writable(claim), constant, pointers)
    (end,) = machine.run(instructions, state)
    check_kept(end, VECTORS)
    words = [end.memory[place] for place in output.places(lane)]
    if not all(isinstance(word, Polynomial) for word in words):
        raise Refused("a word of the result is not written, or comes from another lane")
    total = sum((word * (1 << output.bits * i) for i, word in enumerate(words)), Polynomial()) * claim.radix
    bounds = [] if claim.limit is None else [Polynomial.of(claim.limit(given))]
    digits = [] if output.bits == BITS else [(1 << output.bits) - 1 - word for word in words]
    return LaneStatement(
        target=VECTORS.name,
        program=program,
        first=first,
        equations=equations,
        conditions=conditions,
        congruent=total - claim.value(given),
        modulus=modulus,
        limits=[*(bound - 1 - total for bound in bounds), *digits],
        words=words,
        log=(),
        instructions=machine.lines,
        layout=layout,
        radix=claim.radix,
        digit=1 << output.bits,
        expected=Polynomial.of(claim.value(given)),
        bounds=bounds,
        given=given,
        executed=frozenset(machine.executed),
    )


def _begins(value):
    return isinstance(value, Pointer) and value.offset == 0 and value.base != "stack"
