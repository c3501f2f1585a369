"""The processors whose kernels are proved: their machine, calling convention and disassembler."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import disassembly
from a64 import A64
from fma import Lanes
from neon import Neon
from state import A64_NAMES, NAMES, WASM_NAMES, Pointer
from wasm import Wasm
from wasm_library import parse_wasm
from x86_64 import X86


@dataclass(frozen=True)
class Target:
    """A processor with its calling convention."""

    name: str
    machine: type
    # The registers of integer arguments. Further arguments are on the stack, above the return address.
    arguments: tuple
    # The registers that a function must preserve, and the stack pointer, which is one of them.
    kept: tuple
    stack: str
    # Whether a call puts the return address on the stack; otherwise it is in a kept register.
    pushes_return_address: bool
    disassembler: tuple
    parse: Callable
    # The registers of all widths, and the vectors of which a function must preserve the lowest word.
    names: dict
    kept_vectors: tuple = ()
    bytes_of_pointer: int = 8

    @property
    def kept_stack(self):
        """Where the stack pointer is after a return."""
        return Pointer("stack", 8 if self.pushes_return_address else 0)


X86_64 = Target(
    name="x86_64",
    machine=X86,
    arguments=("rdi", "rsi", "rdx", "rcx", "r8", "r9"),
    kept=("rbx", "rbp", "rsp", "r12", "r13", "r14", "r15"),
    stack="rsp",
    pushes_return_address=True,
    disassembler=("objdump", "--disassembler-options=intel"),
    parse=disassembly.parse_intel,
    names=NAMES,
)

# The same processor with vectors.
VECTORS = replace(X86_64, machine=Lanes)

AARCH64 = Target(
    name="aarch64",
    machine=A64,
    arguments=tuple(f"x{i}" for i in range(8)),
    kept=(*(f"x{i}" for i in range(19, 31)), "sp"),
    stack="sp",
    pushes_return_address=False,
    disassembler=("aarch64-linux-gnu-objdump",),
    parse=disassembly.parse_a64,
    names=A64_NAMES,
    kept_vectors=tuple(f"mm{i}" for i in range(8, 16)),
)

# The same processor with vectors.
NEON = replace(AARCH64, machine=Neon)


WASM = Target(
    name="wasm32",
    machine=Wasm,
    arguments=tuple(f"l{i}" for i in range(8)),
    kept=("g0",),
    stack="g0",
    pushes_return_address=False,
    disassembler=("wasm-objdump",),
    parse=parse_wasm,
    names=WASM_NAMES,
    bytes_of_pointer=4,
)


def for_lanes(vectors):
    """The processor of a kernel for these vectors."""
    return {"neon": NEON, "relaxed-simd": WASM}.get(vectors, VECTORS)


TARGETS = {target.name: target for target in (X86_64, AARCH64, WASM)}
