"""Parses the instructions of a compiled function from the output of `objdump`, for x86-64 and AArch64."""

import re
import struct
import subprocess
from dataclasses import dataclass, replace
from pathlib import Path

SIZES = {"BYTE": 8, "WORD": 16, "DWORD": 32, "QWORD": 64, "XMMWORD": 128, "YMMWORD": 256, "ZMMWORD": 512}
# The base of addresses in the library itself, which contain constants.
IMAGE = "image"

MEMORY = re.compile(r"^(?:(\w+) (?:PTR|BCST) )?\[([^\]]+)\](?:\{(\w+)\})?$")
TERM = re.compile(r"([+-]?)([^+-]+)")


@dataclass(frozen=True)
class Memory:
    """The operand `[base + index * scale + offset]` of `size` bits (0 if the instruction does not state the size, as in
    `lea`).
    """

    base: str | None
    index: str | None
    scale: int
    offset: int
    size: int
    # The mask register that selects the words of a vector that are written.
    mask: str | None = None

    def moved(self, bytes_):
        return replace(self, offset=self.offset + bytes_)


@dataclass(frozen=True)
class Instruction:
    """A mnemonic and its operands: names of registers, integers, `Memory`."""

    mnemonic: str
    operands: tuple
    text: str

    def but(self, mnemonic=None, operands=None, note="changed"):
        """The instruction that replaces this one, for seeded faults."""
        mnemonic = mnemonic or self.mnemonic
        operands = self.operands if operands is None else operands
        return Instruction(mnemonic, operands, f"{self.text}  [{note}]")


class Unreadable(Exception):
    """A function is missing, or this parser does not support a line."""


def _memory(size, inside, mask=None):
    base = index = None
    scale, offset = 1, 0
    for sign, term in TERM.findall(inside):
        if "*" in term:
            index, scale = term.split("*")[0], int(term.split("*")[1])
        elif re.fullmatch(r"0x[0-9a-f]+|\d+", term):
            offset += int(sign + term, 0)
        elif base is None:
            base = term
        else:
            index = term
    return Memory(base, index, scale, offset, SIZES.get(size, 0), mask)


def _operand(text):
    text = text.strip()
    match = MEMORY.match(text)
    if match:
        return _memory(*match.groups())
    if re.fullmatch(r"-?(0x[0-9a-f]+|\d+)", text):
        return int(text, 0)
    return text


def parse_intel(line):
    """Parses one line in Intel syntax."""
    code, _, comment = line.partition("#")
    text = " ".join(code.split("<")[0].split())
    # The encoding of an instruction that has several.
    text = text.removeprefix("{vex} ").removeprefix("{evex} ")
    mnemonic, _, rest = text.partition(" ")
    operands = [_operand(part) for part in rest.split(",")] if rest else []
    for i, operand in enumerate(operands):
        if isinstance(operand, Memory) and operand.base == "rip" and comment.strip():
            # objdump prints the address in a comment.
            operands[i] = replace(operand, base=IMAGE, offset=int(comment.split()[0], 16))
    return Instruction(mnemonic, tuple(operands), text)


A64_PART = re.compile(r"\[[^\]]*\]!?|[^,\s][^,]*")


def _a64_operands(part):
    """The operands for one part of a line in the syntax of A64. The address `[x0, #8]!` yields also "!"."""
    if part.startswith("["):
        base, *offset = [inside.strip() for inside in part.rstrip("!").strip("[]").split(",")]
        if offset and not offset[0].startswith("#"):
            scaled = re.fullmatch(r"lsl #(\d+)", offset[1]) if len(offset) > 1 else None
            if len(offset) > 1 and scaled is None:
                raise Unreadable(f"an address with an index that is not supported: {part}")
            return [Memory(base, offset[0], 1 << int(scaled.group(1)) if scaled else 1, 0, 64)]
        memory = Memory(base, None, 1, int(offset[0][1:], 0) if offset else 0, 64)
        return [memory, "!"] if part.endswith("!") else [memory]
    if re.fullmatch(r"#-?(0x[0-9a-f]+|\d+)", part):
        return [int(part[1:], 0)]
    return [part.strip()]


def parse_a64(line):
    """Parses one line in the syntax of A64."""
    text = " ".join(line.split("//")[0].split("<")[0].split())
    mnemonic, _, rest = text.partition(" ")
    operands = [operand for part in A64_PART.findall(rest) for operand in _a64_operands(part.strip())]
    return Instruction(mnemonic, tuple(operands), text)


IMPORTED = re.compile(r"^(?:call|bl)\s.*<(\w+)@[\w.]+>$")
BRANCH = re.compile(r"^(?:j\w+|call|bl?|b\.\w+|cbn?z|tbn?z)\s+(?:.*,\s*)?([0-9a-f]+) <")


# What follows the last instruction of a function. No model has it: another function may follow.
END = Instruction("end", ("a function",), "the end of a function")


def is_branch(instruction):
    """Whether the last operand is the target of a jump or of a call."""
    name = instruction.mnemonic
    return name.startswith(("j", "call", "b.", "cb", "tb")) or name in ("b", "bl", "br", "br_if")


def _address(text):
    return int(text, 16) if re.fullmatch(r"[0-9a-f]+", text) else None


class Library:
    """A compiled library: the instructions of its functions and its constants."""

    def __init__(self, path, target):
        self.path, self.target = Path(path), target
        command = [*target.disassembler, "--disassemble", "--no-show-raw-insn", str(path)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        self.functions, self.starts, current = {}, {}, []
        for line in printed.splitlines():
            if heading := re.match(r"^([0-9a-f]+) <([^>]+)>:$", line):
                name = heading.group(2)
                # Instances of generic functions may have the same name.
                if name in self.functions:
                    name += f" at {heading.group(1)}"
                current = self.functions[name] = []
                self.starts[int(heading.group(1), 16)] = name
            elif body := re.match(r"^\s*([0-9a-f]+):\s+(.+)$", line):
                current.append((int(body.group(1), 16), body.group(2)))
        self._add_other_names()

    def _add_other_names(self):
        """Adds functions with equal code, of which the compiler has kept one, by all their names."""
        command = [self.target.disassembler[0], "--syms", str(self.path)]
        for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines():
            if match := re.match(r"^([0-9a-f]+) g .*\.text\s.*\s(\S+)$", line):
                kept = self.starts.get(int(match.group(1), 16))
                if kept is not None:
                    self.functions.setdefault(match.group(2), self.functions[kept])

    def read(self, name):
        """The instructions of a function up to the first `ret`. No branch can skip it, because branches are refused."""
        if name not in self.functions:
            raise Unreadable(f"{self.path} has no function {name}")
        instructions = []
        for _, line in self.functions[name]:
            instructions.append(self.target.parse(line))
            if instructions[-1].mnemonic == "ret":
                return instructions
        raise Unreadable(f"{name} does not end in ret")

    def read_with_calls(self, name, within):
        """The instructions of a function, and of those functions that it calls whose names contain `within`. The target
        of a branch or call is its index in the list; a target elsewhere is its text.
        """
        if name not in self.functions:
            raise Unreadable(f"{self.path} has no function {name}")
        places, instructions, waiting, seen = {}, [], [name], {name}
        while waiting:
            for address, line in self.functions[waiting.pop(0)]:
                places[address] = len(instructions)
                instruction = self.target.parse(line)
                target = BRANCH.match(line)
                if imported := IMPORTED.match(line):
                    instruction = replace(instruction, operands=(imported.group(1),))
                elif target:
                    instruction = replace(instruction, operands=(*instruction.operands[:-1], target.group(1)))
                    called = self.starts.get(int(target.group(1), 16), "")
                    if within in called and called not in seen:
                        seen.add(called)
                        waiting.append(called)
                instructions.append(instruction)
            instructions.append(END)
        for i, instruction in enumerate(instructions):
            if is_branch(instruction) and isinstance(instruction.operands[-1], str):
                place = places.get(_address(instruction.operands[-1]))
                if place is not None:
                    instructions[i] = replace(instruction, operands=(*instruction.operands[:-1], place))
        return instructions

    def constant(self, address):
        """The word at a read-only address, or None. The library is a 64-bit ELF file; `objdump` prints its contents."""
        data = self.path.read_bytes()
        (table,) = struct.unpack_from("<Q", data, 0x20)
        size, count = struct.unpack_from("<HH", data, 0x36)
        for i in range(count):
            kind, flags, offset, start, _, length = struct.unpack_from("<IIQQQQ", data, table + i * size)
            if kind == 1 and not flags & 2 and start <= address <= start + length - 8:
                return struct.unpack_from("<Q", data, offset + address - start)[0]
        return None
