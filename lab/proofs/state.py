"""The state of the processor model: names of registers, values and memory at one point of a path."""

from dataclasses import dataclass, field, replace

from algebra import Polynomial

NAMES = {}
for _wide, _narrow, _half, _byte in [
    ("rax", "eax", "ax", "al"),
    ("rbx", "ebx", "bx", "bl"),
    ("rcx", "ecx", "cx", "cl"),
    ("rdx", "edx", "dx", "dl"),
    ("rsi", "esi", "si", "sil"),
    ("rdi", "edi", "di", "dil"),
    ("rbp", "ebp", "bp", "bpl"),
    ("rsp", "esp", "sp", "spl"),
    *((f"r{i}", f"r{i}d", f"r{i}w", f"r{i}b") for i in range(8, 16)),
]:
    NAMES |= {_wide: (_wide, 64), _narrow: (_wide, 32), _half: (_wide, 16), _byte: (_wide, 8)}

A64_NAMES = {"sp": ("sp", 64)}
for _i in range(31):
    A64_NAMES |= {f"x{_i}": (f"x{_i}", 64), f"w{_i}": (f"x{_i}", 32)}


# WebAssembly has local variables, of which the first are the parameters, and the pointer to the stack.
WASM_NAMES = {"g0": ("g0", 32)}


class Refused(Exception):
    """The code does something that the model does not cover."""


@dataclass(frozen=True)
class Pointer:
    """An address in the memory called `base`."""

    base: str
    offset: int


@dataclass(frozen=True)
class Counter:
    """A number of steps. The code may copy it, count it down, and ask whether it is zero: once in each step, and once
    before the first.
    """

    value: int


@dataclass(frozen=True)
class Opaque:
    """A value that can be copied but not used in arithmetic."""

    name: str


@dataclass
class State:
    """Registers, flags and memory at one point of a path."""

    registers: dict
    memory: dict
    carry: Polynomial | None = None
    overflow: Polynomial | None = None
    # The flags on which the run was split, with their values.
    assumed: dict = field(default_factory=dict)
    at: int = 0
    # A number that stands for the addresses of memory, and on vectors for the instructions, up to here.
    trace: int = 0
    # The last result with flags as a signed number, and its borrow, as far as they do not depend on data.
    compared: tuple | None = None

    def copy(self):
        return replace(self, registers=dict(self.registers), memory=dict(self.memory), assumed=dict(self.assumed))
