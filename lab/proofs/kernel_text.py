"""Writes a kernel for the checker in `lab/coq/certificates`: its instructions, where its operands and results are, and
its claim. A certificate checks neither this nor the disassembler, `kernels.py`, `proof.start` and `reading.read`.
"""

from algebra import Polynomial
from disassembly import Memory
from state import NAMES, Opaque, Pointer
from steps import Unproved, integer, polynomial
from translation import NAMES as TRANSLATED

# The instructions that are written as they are, by their names.
PLAIN = {"mov", "mulx", "imul", "add", "adc", "adcx", "adox", "sub", "sbb", "and", "shlx", "shrx", "push", "pop"}
CONDITIONS = {"cmovb": 1, "cmovae": 0}
# Operands that must be registers, by position.
REGISTERS = {"mulx": (0, 1), "imul": (0,), "adcx": (0,), "adox": (0,), "and": (0,), "shlx": (0, 2), "shrx": (0, 2)}


def register(name, instruction):
    if not isinstance(name, str) or 64 not in (NAMES.get(name, ("", 0))[1], TRANSLATED.get(name, ("", 0))[1]):
        raise Unproved(f"`{instruction.text}`: the checker has no such operand")
    return name


def operand(value, instruction):
    if isinstance(value, Memory):
        if value.index or value.size != 64 or value.mask:
            raise Unproved(f"`{instruction.text}`: the checker has no such address")
        return f"memory {register(value.base, instruction)} {value.offset}"
    if isinstance(value, int):
        return f"immediate {integer(value)}"
    return f"register {register(value, instruction)}"


def code(instruction):
    """The words of an instruction, which those for lanes are already."""
    if isinstance(instruction, str):
        return instruction
    name, operands = instruction.mnemonic, instruction.operands
    same = len(operands) == 2 and operands[0] == operands[1] and isinstance(operands[0], str)
    if name == "xor" and same and NAMES[operands[0]][1] >= 32:
        return f"zero {NAMES[operands[0]][0]}"
    if name == "mov" and isinstance(operands[1], int) and NAMES.get(operands[0], ("", 0))[1] == 32:
        # A write to half of a register clears the other half.
        return f"mov register {NAMES[operands[0]][0]} immediate {integer(operands[1] % 2**32)}"
    if name == "sbb" and same:
        return f"sbbsame {register(operands[0], instruction)}"
    if name == "lea":
        target, address = operands
        if address.index is None:
            return f"lea {register(target, instruction)} {register(address.base, instruction)} {address.offset}"
        if address.base == address.index == target and (address.scale, address.offset) == (1, 0):
            return f"double {register(target, instruction)}"
    if name in CONDITIONS:
        return f"cmov {CONDITIONS[name]} {register(operands[0], instruction)} {operand(operands[1], instruction)}"
    if name not in PLAIN or (name == "imul" and len(operands) != 2):
        raise Unproved(f"`{instruction.text}`: the checker has no such instruction")
    plain = REGISTERS.get(name, ())
    words = [register(o, instruction) if i in plain else operand(o, instruction) for i, o in enumerate(operands)]
    return " ".join([name, *words])


class Layout:
    """The registers and the memory at the beginning of a call, with numbers for the names of memories."""

    def __init__(self, state, writable, places):
        self.bases, self.contents = {"stack": 1}, {}
        self.registers = [f"{name} {self.value(value, name)}" for name, value in state.registers.items()]
        self.memory = [f"{self.place(place)} {self.value(value)}" for place, value in state.memory.items()]
        self.writable = [str(self.base(name)) for name in writable]
        self.places = [self.place(place) for place in places]

    def base(self, name):
        return self.bases.setdefault(name, len(self.bases) + 1)

    def place(self, place):
        return f"{self.base(place[0])} {place[1]}"

    def value(self, value, name=None):
        if isinstance(value, Pointer):
            return f"address {self.base(value.base)} {value.offset}"
        if isinstance(value, Polynomial):
            return f"number {polynomial(value)}"
        if not isinstance(value, Opaque):
            raise Unproved("an operand that the checker does not know")
        return f"caller {name}" if name else f"content {100 + len(self.contents.setdefault(value, []))}"


def several(entries):
    return "\n".join([str(len(entries)), *entries])


def kernel(statement):
    """The text of a kernel."""
    s, layout = statement, statement.layout
    parts = [
        f"kernel {s.target}",
        *map(several, (layout.registers, layout.memory, layout.writable)),
        several([code(instruction) for instruction in s.instructions if getattr(instruction, "mnemonic", "") != "ret"]),
        several(layout.places),
        f"{s.digit} {s.first}",
        several([f"{v} {integer(low)} {integer(high)}" for v, (low, high) in s.program.bounds.items()]),
        several([*map(polynomial, s.equations)]),
        several([*map(polynomial, s.conditions)]),
        f"{integer(s.radix)} {polynomial(s.expected)} {polynomial(s.modulus)}",
        several([*map(polynomial, s.bounds)]),
    ]
    return "\n".join(parts)
