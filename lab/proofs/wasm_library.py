"""Parses the functions and the constants of a WebAssembly module from the output of `wasm-objdump` (wabt)."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from disassembly import Instruction, Unreadable

FUNCTION = re.compile(r"^[0-9a-f]+ func\[(\d+)\] <(.*)>:$")
LINE = re.compile(r"^ [0-9a-f]+:(?: [0-9a-f]{2})+ +\| *(.*?)\s*$")
LOCALS = re.compile(r"^local\[(\d+)(?:\.\.(\d+))?\] type=(\w+)$")
SIGNATURE = re.compile(r"^ - type\[(\d+)\] \((.*)\) -> (\w+)$")
NAMED = re.compile(r"^ - func\[(\d+)\] sig=(\d+)(?: <(.*)>)?")
SEGMENT = re.compile(r"^ - segment\[\d+\]")
# Constants. Other data may change.
CONSTANTS = re.compile(r"^ - segment\[\d+\] <\.rodata[^>]*> memory=0 size=\d+ - init i32=(\d+)$")
BYTES = re.compile(r"^  - ([0-9a-f]+): ((?:[0-9a-f]{2,4} ?)+)  ")
POINTER = " - global[0] i32 mutable=1 <__stack_pointer> - init i32="
STRUCTURED = ("if", "else", "br_table", "try", "try_table", "catch", "catch_all", "delegate", "rethrow", "throw")
NUMBER = re.compile(r"^-?(?:0x[0-9a-f]+|\d+)$")


@dataclass(frozen=True)
class Function:
    """The types of all locals, of which the first are the parameters, and the instructions."""

    types: tuple
    parameters: int
    instructions: tuple


class Module:
    """A compiled module."""

    def __init__(self, path, target):
        self.path, self.target = Path(path), target
        details = self._printed("--details")
        types, self._functions, self.names = {}, {}, {}
        for line in details:
            if match := SIGNATURE.match(line):
                types[match.group(1)] = match.group(2).split(", ") if match.group(2) else [], match.group(3)
            elif (match := NAMED.match(line)) and match.group(3):
                if match.group(3) in self._functions:
                    raise Unreadable(f"{self.path} has two functions {match.group(3)}")
                self.names[int(match.group(1))] = match.group(3)
                self._functions[match.group(3)] = types[match.group(2)]
        if any(line.startswith("Start") for line in details):
            raise Unreadable(f"{self.path} has a function that runs at the start, which may change constants")
        if not any(line.startswith(POINTER) for line in details):
            raise Unreadable(f"{self.path} does not have the pointer to the stack as its first global variable")
        self._read_code()
        self._read_data(details)

    def _printed(self, option):
        command = [*self.target.disassembler, option, str(self.path)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()

    def _read_code(self):
        name, lines, found = None, [], {}
        for line in self._printed("--disassemble"):
            if heading := FUNCTION.match(line):
                name, lines = heading.group(2), []
                found[name] = lines
            elif (body := LINE.match(line)) and body.group(1):
                lines.append(body.group(1))
        self.functions = {name: self._function(name, lines) for name, lines in found.items()}

    def _function(self, name, lines):
        parameters, result = self._functions[name]
        if result != "nil":
            return None
        types = list(parameters)
        while lines and (match := LOCALS.match(lines[0])):
            first, last = int(match.group(1)), int(match.group(2) or match.group(1))
            types += [match.group(3)] * (last - first + 1)
            lines = lines[1:]
        return Function(tuple(types), len(parameters), tuple(parse_wasm(line) for line in lines))

    def _read_data(self, details):
        """The bytes of the data segments, by address."""
        self.data, base = {}, None
        for line in details:
            if SEGMENT.match(line):
                match = CONSTANTS.match(line)
                base, first = int(match.group(1)) if match else None, None
            elif base is not None and (match := BYTES.match(line)):
                at = int(match.group(1), 16)
                first = at if first is None else first
                # The addresses are those of memory, or begin with 0.
                start = at if at >= base else base + at - first
                for i, byte in enumerate(bytes.fromhex(match.group(2).replace(" ", ""))):
                    self.data[start + i] = byte

    def constant(self, address):
        """The word at an address of a data segment, or None."""
        found = [self.data.get(address + i) for i in range(8)]
        return None if None in found else int.from_bytes(bytes(found), "little")

    def read_with_calls(self, name, within):
        """The instructions of a function, and of those functions that it calls whose names contain `within`. The
        target of a branch or call is its index in the list.
        """
        if self.functions.get(name) is None:
            raise Unreadable(f"{self.path} has no function {name} without a result")
        places, instructions, waiting = {}, [], [name]
        while waiting:
            name = waiting.pop(0)
            if name in places:
                continue
            places[name] = len(instructions)
            function = self.functions[name]
            instructions.append(Instruction("enter", (function.parameters, *function.types), f"enter {name}"))
            instructions += _with_targets(function.instructions, len(instructions))
            waiting += [
                called
                for instruction in function.instructions
                if instruction.mnemonic == "call"
                and within in (called := self.names[instruction.operands[0]])
                and self.functions[called] is not None
            ]
        for i, instruction in enumerate(instructions):
            if instruction.mnemonic == "call":
                target = places.get(self.names[instruction.operands[0]], self.names[instruction.operands[0]])
                instructions[i] = instruction.but(operands=(target,), note="call")
        return instructions


def parse_wasm(line):
    """Parses one line. Operands are numbers; the name of a global is dropped."""
    text = re.sub(r" <.*>$", "", line)
    mnemonic, *operands = text.split()
    return Instruction(mnemonic, tuple(int(o, 0) if NUMBER.match(o) else o for o in operands), text)


def _with_targets(instructions, first):
    """Replaces the depth of each branch by the depth and the index of the target. The last `end` returns."""
    found, opened = [None] * len(instructions), []
    ends = {}
    for i, instruction in enumerate(instructions):
        if instruction.mnemonic in ("block", "loop", *STRUCTURED):
            if instruction.mnemonic not in ("block", "loop") or instruction.operands:
                raise Unreadable(f"`{instruction.text}` is not supported")
            opened.append(i)
        if instruction.mnemonic == "end" and opened:
            ends[opened.pop()] = i
    opened = []
    for i, instruction in enumerate(instructions):
        name = instruction.mnemonic
        found[i] = instruction
        if name in ("block", "loop"):
            opened.append(i)
        elif name == "end":
            found[i] = instruction if opened else Instruction("ret", (), "the end of a function")
            opened = opened[:-1]
        elif name in ("br", "br_if"):
            depth = instruction.operands[0]
            if depth >= len(opened):
                raise Unreadable(f"`{instruction.text}` leaves the function")
            start = opened[-1 - depth]
            loop = instructions[start].mnemonic == "loop"
            # A loop begins again after its first instruction, and a block ends after its last.
            target = start + 1 if loop else ends[start] + 1
            found[i] = Instruction(name, (depth, loop, first + target), instruction.text)
        elif name == "return":
            found[i] = Instruction("ret", (), "return")
    return found
