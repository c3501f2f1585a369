"""Runs the compiled kernels on the processor, to compare the results with those of the proof's rules.

Kernels of AArch64 run by a program in C, `native.c`, under the runner that the environment names. Those of WebAssembly
run by Node.js.
"""

import ctypes
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from algebra import RADIX
from targets import WASM, X86_64

# The environment variable with an emulator and its arguments, such as `qemu-aarch64 -L /usr/aarch64-linux-gnu`.
RUNNER = "VORPAL_TEST_RUNNER"
COMPILER = "aarch64-linux-gnu-gcc"


@cache
def node():
    """The command of Node.js with relaxed SIMD, for which Node.js 20 needs an option."""
    option = "--experimental-wasm-relaxed-simd"
    accepted = subprocess.run(["node", option, "-e", "0"], capture_output=True, check=False).returncode == 0
    return ["node", *[option] * accepted]


def missing(target):
    """What is missing to run kernels of the target, or None."""
    if target in (X86_64, WASM):
        try:
            flags = set(Path("/proc/cpuinfo").read_text().split())
        except OSError:
            return "the processor is unknown"
        # Engines of WebAssembly fuse multiply-adds where the processor does.
        lacks = ({"fma"} if target is WASM else {"bmi2", "adx"}) - flags
        if lacks:
            return f"it lacks {', '.join(sorted(lacks)).upper()}"
        return "node is not installed" if target is WASM and not shutil.which("node") else None
    if not os.environ.get(RUNNER):
        return f"{RUNNER} is not set"
    return None if shutil.which(COMPILER) else f"{COMPILER} is not installed"


def results(library, name, claim, samples):
    """The results of a function of the library for concrete operands, one for each sample."""
    calls = [_arguments(claim, numbers) for numbers in samples]
    place = _place(claim)
    if library.target is X86_64:
        return [_number(_call(library.path, name, arguments), place) for arguments in calls]
    return [_number(words, place) for words in emulated(library, name, [_line(arguments) for arguments in calls])]


def emulated(library, name, lines):
    """The words of all buffers after each call, by `native.c` or `native.mjs`."""
    if library.target is WASM:
        command = [*node(), str(Path(__file__).with_name("native.mjs")), str(library.path), name]
        return _printed(command, lines)
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/native"
        source = str(Path(__file__).with_name("native.c"))
        subprocess.run([COMPILER, "-O1", "-Wall", "-Werror", "-o", program, source, "-ldl"], check=True)
        return _printed([*os.environ[RUNNER].split(), program, str(library.path), name], lines)


def _printed(command, lines):
    printed = subprocess.run(command, input="".join(lines), capture_output=True, text=True, check=True).stdout
    return [[[int(word, 16) for word in part.split()] for part in line.split(",")] for line in printed.splitlines()]


def _arguments(claim, numbers):
    """The arguments: a number, or the words of a buffer."""
    arguments = []
    for argument in claim.arguments:
        if argument.kind == "word":
            arguments.append(numbers[argument.operands[0].name])
            continue
        words = [0] * max(operand.offset // 8 + operand.words for operand in argument.operands)
        for operand in argument.operands:
            for i in range(operand.words):
                words[operand.offset // 8 + i] = numbers.get(operand.name, 0) >> 64 * i & RADIX - 1
        arguments.append(words)
    return arguments


def _place(claim):
    """The argument with the result, and its first and last word in it."""
    argument, operand = claim.find(claim.result)
    first = operand.offset // 8
    return claim.arguments.index(argument), first, first + operand.words


def _number(buffers, place):
    argument, first, end = place
    return sum(word << 64 * i for i, word in enumerate(buffers[argument][first:end]))


def _call(path, name, arguments):
    """Calls a function in this process. Returns the contents of all buffers afterwards."""
    passed = [
        ctypes.c_uint64(value) if isinstance(value, int) else (ctypes.c_uint64 * len(value))(*value)
        for value in arguments
    ]
    function = getattr(ctypes.CDLL(str(path)), name)
    function.restype = None
    function(*passed)
    return [[] if isinstance(value, ctypes.c_uint64) else list(value) for value in passed]


def _line(arguments):
    """A line of input for `native.c`. A number has a buffer without words."""
    buffers = [[] if isinstance(value, int) else value for value in arguments]
    passed = [value if isinstance(value, int) else f"@{i:x}" for i, value in enumerate(arguments)]
    return line(buffers, passed)


def line(buffers, passed):
    """A line of input for `native.c`: words are numbers, or the text `@2` for the address of a buffer."""
    parts = [len(buffers), *(word for buffer in buffers for word in (len(buffer), *buffer)), len(passed), *passed]
    return " ".join(part if isinstance(part, str) else f"{part:x}" for part in parts) + "\n"
