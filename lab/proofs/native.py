"""Runs the compiled kernels on the processor, to compare the results with those of the proof's rules."""

import ctypes
from pathlib import Path

from algebra import RADIX


def can_run():
    """Whether this processor has BMI2 and ADX."""
    try:
        flags = Path("/proc/cpuinfo").read_text().split()
    except OSError:
        return False
    return "bmi2" in flags and "adx" in flags


def call(path, name, claim, numbers):
    """The result of a function of the library at `path` for concrete operands."""
    arguments, buffers = [], {}
    for argument in claim.arguments:
        if argument.kind == "word":
            arguments.append(ctypes.c_uint64(numbers[argument.operands[0].name]))
            continue
        size = max(operand.offset // 8 + operand.words for operand in argument.operands)
        words = (ctypes.c_uint64 * size)()
        for operand in argument.operands:
            buffers[operand.name] = words, operand
            for i in range(operand.words):
                words[operand.offset // 8 + i] = numbers.get(operand.name, 0) >> 64 * i & RADIX - 1
        arguments.append(words)
    function = getattr(ctypes.CDLL(str(path)), name)
    function.restype = None
    function(*arguments)
    words, operand = buffers[claim.result]
    return sum(words[operand.offset // 8 + i] << 64 * i for i in range(operand.words))
