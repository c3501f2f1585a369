"""Seeds faults into a kernel's instructions. Every harmful fault must make the proof fail.

A harmless change may be proved: the first `adcx` of a chain may also be `adox` if both flags are clear. A proved change
is then run on edge operands, by the same rules with numbers in place of polynomials, and the results must satisfy the
claim. So an accepted change is either harmless, and counted as such, or shows an error of the checker.
"""

from dataclasses import dataclass
from random import Random

from algebra import RADIX, Polynomial, number
from disassembly import Memory
from equations import Equations
from proof import Failed, nothing, operands_for, prove, run, start
from state import Refused
from targets import X86_64

CHAINS = ("adc", "adcx", "adox", "sbb", "adcs", "sbcs", "sbc")
OPPOSITE = {"b": "ae", "ae": "b", "c": "nc", "nc": "c"}
OPPOSITE_A64 = {"cs": "cc", "cc": "cs", "hs": "lo", "lo": "hs"}


@dataclass(frozen=True)
class Fault:
    kind: str
    position: int
    # The replacement of the instruction: one instruction, or none.
    replacement: tuple

    def apply(self, instructions):
        return [*instructions[: self.position], *self.replacement, *instructions[self.position + 1 :]]


def _changes(instruction, target):
    """The kinds of faults of one instruction, with their replacements."""
    name, operands = instruction.mnemonic, instruction.operands
    if name in ("push", "pop", "ret", "nop", "endbr64", "vzeroupper"):
        return
    yield "dropped", ()
    yield from _x86_changes(instruction) if target is X86_64 else _a64_changes(instruction)
    for i, operand in enumerate(operands):
        if isinstance(operand, Memory) and operand.base != target.stack:
            moved = (*operands[:i], operand.moved(8), *operands[i + 1 :])
            yield "next limb", (instruction.but(operands=moved),)
        if isinstance(operand, int) and operand > 1:
            other = (*operands[:i], operand - 1, *operands[i + 1 :])
            yield "other constant", (instruction.but(operands=other),)


def _x86_changes(instruction):
    name, operands = instruction.mnemonic, instruction.operands
    if name in ("adc", "adcx", "adox"):
        yield "carry ignored", (instruction.but("add"),)
    if name in ("adcx", "adox"):
        yield "other chain", (instruction.but("adox" if name == "adcx" else "adcx"),)
    if name == "sbb":
        yield "borrow ignored", (instruction.but("sub"),)
    if name in ("add", "sub"):
        yield "carry added", (instruction.but("adc" if name == "add" else "sbb"),)
    if name.startswith("cmov") and name[4:] in OPPOSITE:
        yield "condition turned", (instruction.but("cmov" + OPPOSITE[name[4:]]),)
    if name == "mulx":
        yield "halves swapped", (instruction.but(operands=(operands[1], operands[0], operands[2])),)


def _a64_changes(instruction):
    name, operands = instruction.mnemonic, instruction.operands
    if name in ("adcs", "adc"):
        yield "carry ignored", (instruction.but({"adcs": "adds", "adc": "add"}[name]),)
    if name in ("sbcs", "sbc"):
        yield "borrow ignored", (instruction.but({"sbcs": "subs", "sbc": "sub"}[name]),)
    if name in ("adds", "subs"):
        yield "carry added", (instruction.but({"adds": "adcs", "subs": "sbcs"}[name]),)
        yield "carry lost", (instruction.but({"adds": "add", "subs": "sub"}[name]),)
    if name == "adcs":
        yield "carry lost", (instruction.but("adc"),)
    if name in ("mul", "umulh"):
        yield "other half", (instruction.but("umulh" if name == "mul" else "mul"),)
        yield "other factor", (instruction.but(operands=(operands[0], operands[1], operands[1])),)
    if name == "cmp" and operands[1] == 1:
        yield "other constant", (instruction.but(operands=(operands[0], 2)),)
    if name == "ldp":
        yield "limbs swapped", (instruction.but(operands=(operands[1], operands[0], *operands[2:])),)
    if operands and operands[-1] in OPPOSITE_A64:
        yield "condition turned", (instruction.but(operands=(*operands[:-1], OPPOSITE_A64[operands[-1]])),)


def all_faults(instructions, target=X86_64):
    return [
        Fault(kind, position, replacement)
        for position, instruction in enumerate(instructions)
        for kind, replacement in _changes(instruction, target)
    ]


def some_faults(instructions, count, target=X86_64, seed=1):
    """Faults of every applicable kind, about `count` at most. Faults of carries come first, because carries are the
    subject of the proof.
    """
    random, kinds = Random(seed), {}
    for fault in all_faults(instructions, target):
        chain = instructions[fault.position].mnemonic in CHAINS
        kinds.setdefault((fault.kind, chain), []).append(fault)
    share = max(1, count // (len(kinds) + 2))
    chosen = []
    for (_, chain), faults in kinds.items():
        chosen += random.sample(faults, min(len(faults), share * (1 + chain)))
    return chosen


def outcome(claim, instructions, numbers, constant=nothing, target=X86_64):
    """The number that the code computes from concrete operands by the proof's rules, or None if the code is refused."""

    def word(operand, i):
        return Polynomial.constant(numbers[operand.name] >> 64 * i & RADIX - 1)

    state, _ = start(claim, word, target)
    try:
        _, results = run(claim, Equations(), instructions, state, constant, target)
    except Refused:
        return None
    return number(results[0]).as_constant()


def holds(claim, numbers, computed):
    """Whether a number computed from concrete operands satisfies the claim."""
    _, operands = start(claim, lambda operand, i: Polynomial.constant(numbers[operand.name] >> 64 * i & RADIX - 1))
    excess = claim.radix * computed - Polynomial.of(claim.value(operands)).as_constant()
    if hasattr(operands, "p"):
        excess %= operands.p.as_constant()
    limit = None if claim.limit is None else claim.limit(operands).as_constant()
    return excess == 0 and (limit is None or claim.radix * computed < limit)


def verdict(claim, instructions, fault, constant=nothing, target=X86_64, count=100):
    """`refused` with the failing step; `harmless`; or `WRONG` if the fault is proved but does not satisfy the claim."""
    changed = fault.apply(instructions)
    try:
        prove(claim, changed, constant, target)
    except Failed as failed:
        return "refused", str(failed)
    for numbers in operands_for(claim, count, seed=2):
        computed = outcome(claim, changed, numbers, constant, target)
        if computed is None or not holds(claim, numbers, computed):
            return "WRONG", f"proved, but false for {numbers}"
    return "harmless", "proved, and true for all samples"
