"""Faults of instructions of AArch64 on vectors, and of WebAssembly. Each replaces one instruction by another."""

import re

from disassembly import Instruction
from neon import VECTOR

NOTHING = Instruction("nop", (), "nothing")

# Instructions with the same operands and another effect.
NEON = {
    "difference for sum": {"add": "sub", "fadd": "fsub", "umlal": "umlsl"},
    "sum for difference": {"sub": "add", "fsub": "fadd", "umlsl": "umlal"},
    "unsigned shift": {"ssra": "usra", "sshr": "ushr"},
    "shift in the other direction": {"ushr": "shl"},
    "other words": {"zip1": "zip2", "zip2": "zip1", "trn1": "trn2", "trn2": "trn1"},
    "opposite selection": {"bif": "bit", "bit": "bif"},
    "mask ignored": {"and": "mov"},
    "one sum only": {"usra": "ushr", "fmla": "fadd"},
}
ORDERED = ("sub", "fsub", "zip1", "zip2", "bic", "bsl", "bif", "bit")
REPEATED = ("fmla", "add", "umlsl")
ELEMENT = re.compile(r"^(v\d+\.d)\[([01])\]$")

WASM = {
    "difference for sum": {"i64x2.add": "i64x2.sub", "f64x2.add": "f64x2.sub"},
    "sum for difference": {"i64x2.sub": "i64x2.add", "f64x2.sub": "f64x2.add"},
    "unsigned shift": {"i64x2.shr_s": "i64x2.shr_u"},
    "shift in the other direction": {"i64x2.shr_u": "i64x2.shl", "i64x2.shl": "i64x2.shr_u"},
    "other logic": {"v128.and": "v128.or", "v128.or": "v128.and"},
    "opposite comparison": {"i64x2.eq": "i64x2.ne", "i64x2.ne": "i64x2.eq"},
}


def is_neon(instruction):
    """Whether an instruction of AArch64 computes with vectors."""
    first = instruction.operands[0] if instruction.operands else None
    return isinstance(first, str) and VECTOR.match(first) is not None


def is_wasm(instruction):
    """Whether this is an instruction of WebAssembly."""
    return instruction.mnemonic in ("enter", "block", "loop", "end", "select") or any(
        instruction.mnemonic.startswith(f"{kind}.")
        for kind in ("i32", "i64", "v128", "i64x2", "f64x2", "i32x4", "i8x16", "local", "global", "memory")
    )


def _of_bytes(operand):
    return operand.replace(".2d", ".16b") if isinstance(operand, str) else operand


def neon_changes(instruction):
    name, operands = instruction.mnemonic, instruction.operands
    for kind, names in NEON.items():
        if name in names:
            kept = operands[:2] if kind == "mask ignored" else operands
            yield kind, instruction.but(names[name], kept)
    if ".2d" in operands[0] and name in ("add", "sub", "ushr", "zip1", "cmlt"):
        yield "bytes for words", instruction.but(operands=tuple(_of_bytes(operand) for operand in operands))
    if name in ORDERED and len(operands) == 3:
        yield "operands swapped", instruction.but(operands=(operands[0], operands[2], operands[1]))
    if name in REPEATED and operands[1] != operands[2] and "[" not in operands[2]:
        yield "operand twice", instruction.but(operands=(operands[0], operands[1], operands[1]))
    for i, operand in enumerate(operands):
        if isinstance(operand, str) and (match := ELEMENT.match(operand)):
            other = f"{match.group(1)}[{1 - int(match.group(2))}]"
            yield "other element", instruction.but(operands=(*operands[:i], other, *operands[i + 1 :]))


def wasm_changes(instruction):
    name, operands = instruction.mnemonic, instruction.operands
    for kind, names in WASM.items():
        if name in names:
            yield kind, instruction.but(names[name])
    if name == "local.set":
        yield "variable not written", instruction.but("drop", ())
    if name == "local.tee":
        yield "variable not written", NOTHING
    if ".load" in name or ".store" in name:
        align, offset, *lane = operands
        yield "next word", instruction.but(operands=(align, offset + 8, *lane))
        if lane:
            yield "other lane", instruction.but(operands=(align, offset, 1 - lane[0]))
    if name == "i32.const" and operands[0] > 0:
        yield "other number", instruction.but(operands=(operands[0] - 1,))
    if name == "v128.const":
        low, high, *others = operands
        yield "other constant", instruction.but(operands=(low ^ 1, high, others[0] ^ 1, others[1]))
    if name == "i8x16.shuffle":
        yield "other words", instruction.but(operands=(*operands[2:], *operands[:2]))
