"""Runs compiled kernels for vectors on the processor and by the proof's rules, with numbers in all lanes."""

import ctypes
from pathlib import Path
from random import Random

import native
from algebra import RADIX, Polynomial, number
from doubles import Double, Reciprocal, double_bits
from lane_claims import LaneMask, Pointers, Value, samples, start, words_of
from lane_equations import LaneEquations
from lane_proof import run
from lane_ranges import SIGN
from proof import nothing
from state import Pointer, Refused
from targets import VECTORS, X86_64, for_lanes

# The flags in /proc/cpuinfo that a kernel requires.
FLAGS = {
    "avx512ifma": {"avx512f", "avx512dq", "avx512bw", "avx512ifma", "avx512vbmi", "avx512_vbmi2"},
    # Run in the encoding of AVX-512.
    "avxifma": {"avx2", "avx512vl", "avx512ifma"},
    "avx512f": {"avx512f"},
    "avx512vl": {"avx2", "avx512f", "avx512vl", "avx512ifma"},
    "fma": {"avx2", "fma"},
}
ALIGNMENT = 64
# The words that a function may read.
KNOWN = Polynomial | Double | Reciprocal | Pointer


def missing(vectors):
    """What this processor lacks to run kernels for these vectors, or None. Those of other processors are emulated."""
    if for_lanes(vectors) is not VECTORS:
        return native.missing(for_lanes(vectors))
    try:
        flags = set(Path("/proc/cpuinfo").read_text().split())
    except OSError:
        return "the processor is unknown"
    lacks = FLAGS[vectors] - flags
    return f"it lacks {', '.join(sorted(lacks)).upper()}" if lacks else None


def concrete(claim, lane, numbers):
    """The initial state and the operands of a lane with numbers."""

    def create(name, i, bits, limit, shift=0):
        if isinstance(numbers[name], tuple):
            # A word with a sign.
            return Polynomial.constant(numbers[name][i] + limit // 2)
        # The highest word may have more bits.
        bits_of_word = max(bits, ((limit or 1) - 1).bit_length())
        return Polynomial.constant((numbers[name] >> bits * i & (1 << bits_of_word) - 1) >> shift)

    return start(claim, lane, create, for_lanes(claim.vectors))


def outcome(claim, instructions, lane, numbers, constant=nothing):
    """The number in a lane by the proof's rules, or None if the code is refused."""
    state, _ = concrete(claim, lane, numbers)
    try:
        _, words = run(claim, LaneEquations(), instructions, state, lane, constant)
    except Refused:
        return None
    bits = claim.output().bits
    return sum(word.as_constant() << bits * i for i, word in enumerate(words))


def holds(claim, lane, numbers, computed):
    """Whether a number that was computed in a lane satisfies the claim."""
    _, operands = concrete(claim, lane, numbers)
    is_zero = claim.compared is not None and numbers[claim.compared] == 0
    value = claim.value_if_zero(operands) if is_zero else claim.value(operands)
    excess = claim.radix * computed - Polynomial.of(value).as_constant()
    if hasattr(operands, "p"):
        excess %= operands.p.as_constant()
    limit = None if claim.limit is None else Polynomial.of(claim.limit(operands)).as_constant()
    return excess == 0 and (limit is None or claim.radix * computed < limit)


def results(library, name, claim, numbers):
    """The numbers in all lanes that the processor computes, for operands of all lanes."""
    placed, output = call(library, name, claim, numbers), claim.output()
    return [_number(output, [placed[base][i // 8] for base, i in output.places(lane)]) for lane in range(claim.lanes)]


def call(library, name, claim, numbers):
    """Calls a function for operands of all lanes. Returns the contents of all memory afterwards."""
    memory = {}
    for lane, operands in enumerate(numbers):
        state, _ = concrete(claim, lane, operands)
        for place, value in state.memory.items():
            if isinstance(value, KNOWN) or place not in memory:
                memory[place] = value
    passed = []
    for argument in claim.arguments:
        entry = argument.entry(0)
        if isinstance(argument, LaneMask):
            passed.append(argument.bit * (RADIX - 1 >> 48))
        else:
            passed.append(argument.value if isinstance(argument, Value) else entry.base)
    return call_with(library, name, memory, passed)


def call_with(library, name, memory, passed):
    """Calls a function with words in memory. `passed` are its arguments: words, and names of memory."""
    buffers = {}
    for (*_, base, offset), value in memory.items():
        known = isinstance(value, KNOWN)
        buffers.setdefault(base, {})[offset] = value if known else Polynomial()
    buffers.pop("stack", None)
    if library.target is not X86_64:
        return _call_emulated(library, name, buffers, passed)
    placed = {base: _aligned(max(words) + 8) for base, words in buffers.items()}
    for base, buffer in placed.items():
        for offset, value in buffers[base].items():
            buffer[offset // 8] = _bits(value, lambda pointer: ctypes.addressof(placed[pointer.base]) + pointer.offset)
    function = getattr(ctypes.CDLL(str(library.path)), name)
    function.restype = None
    words = (word if isinstance(word, int) else ctypes.addressof(placed[word]) for word in passed)
    function(*(ctypes.c_uint64(word) for word in words))
    return placed


def _call_emulated(library, name, buffers, passed):
    """As `call_with`, in QEMU or Node.js."""
    places = {base: f"@{i:x}" for i, base in enumerate(buffers)}
    words = [[0] * (max(buffer) // 8 + 1) for buffer in buffers.values()]
    for in_order, buffer in zip(words, buffers.values(), strict=True):
        for offset, value in sorted(buffer.items()):
            word, before = _bits(value, lambda pointer: places[pointer.base]), in_order[offset // 8]
            # Two addresses of 32 bits.
            in_order[offset // 8] = before + word if isinstance(before, str) else word
    arguments = [word if isinstance(word, int) else places[word] for word in passed]
    (after,) = native.emulated(library, name, [native.line(words, arguments)])
    return dict(zip(buffers, after, strict=True))


def _aligned(size):
    """A buffer at a multiple of 64 bytes."""
    memory = (ctypes.c_uint8 * (size + ALIGNMENT))()
    offset = -ctypes.addressof(memory) % ALIGNMENT
    return (ctypes.c_uint64 * (size // 8)).from_buffer(memory, offset)


def _bits(value, address):
    if isinstance(value, Pointer):
        return address(value)
    if isinstance(value, Double):
        return double_bits(value.value.as_constant())
    if isinstance(value, Reciprocal):
        return value.pattern.as_constant()
    return value.as_constant() % RADIX


def _number(output, words):
    if output.signed:
        words = [(word + SIGN) % RADIX - SIGN for word in words]
    if output.doubles:
        words = [int(ctypes.c_double.from_buffer(ctypes.c_uint64(word)).value) for word in words]
    return sum(word << output.bits * i for i, word in enumerate(words))


def disagreement(library, name, claim, instructions, runs, seed=3):
    """The first difference between the processor, the proof's rules and the claim, or None."""
    random = Random(seed)
    for _ in range(runs):
        numbers = samples(claim, random, claim.lanes)
        for lane, computed in enumerate(results(library, claim.native or name, claim, numbers)):
            by_rules = outcome(claim, instructions, lane, numbers[lane], library.constant)
            if by_rules != computed or not holds(claim, lane, numbers[lane], computed):
                by_rules = "nothing" if by_rules is None else f"{by_rules:#x}"
                return f"lane {lane} computes {computed:#x}, by the rules {by_rules}, from {numbers[lane]}"
    return None


__all__ = ["Pointers", "disagreement", "holds", "missing", "number", "outcome", "results", "words_of"]
