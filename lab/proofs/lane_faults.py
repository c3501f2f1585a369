"""Seeds faults into a kernel for vectors. Every harmful fault must make the proof fail.

As for single numbers, a changed kernel may be proved only if it still satisfies the claim for edge operands.
"""

from random import Random

from disassembly import Memory, is_branch
from faults import Fault
from lane_claims import Array, samples
from lane_loops import prove_claim
from lane_native import holds, outcome
from proof import Failed, nothing
from two_word_faults import NOTHING, is_neon, is_wasm, neon_changes, wasm_changes

SKIPPED = ("push", "pop", "ret", "nop", "nopw", "nopl", "data16", "cs", "int3", "vzeroupper", "xchg", "ud2")

# Instructions with the same operands and another effect.
SWAPS = {
    "low for high half": {"vpmadd52huq": "vpmadd52luq"},
    "high for low half": {"vpmadd52luq": "vpmadd52huq"},
    "difference for sum": {"vpaddq": "vpsubq", "vaddpd": "vsubpd"},
    "sum for difference": {"vpsubq": "vpaddq", "vsubpd": "vaddpd"},
    "unsigned shift": {"vpsraq": "vpsrlq"},
    "shift in the other direction": {"vpsrlq": "vpsllq"},
    "shift to the right": {"vpsllq": "vpsrlq"},
    "other words": {
        "vpunpcklqdq": "vpunpckhqdq",
        "vpunpckhqdq": "vpunpcklqdq",
        "vunpcklpd": "vunpckhpd",
        "vunpckhpd": "vunpcklpd",
    },
    "opposite comparison": {"vpcmpneqq": "vpcmpeqq", "vptestmq": "vptestnmq", "vptestnmq": "vptestmq"},
    "other order of a fused product": {"vfmadd231pd": "vfmadd213pd", "vfmadd213pd": "vfmadd231pd"},
}
MASKS = ("vpand", "vpandq")
UNPACKED = ("vpunpcklqdq", "vpunpckhqdq", "vunpcklpd", "vunpckhpd")
ORDERED = ("vpsubq", "vsubpd", "vpcmpgtq", *UNPACKED, "vpshldq", "vblendvpd")
REPEATED = ("vpmadd52luq", "vpmadd52huq", "vfmadd231pd", "vpaddq")


def _changes(instruction):
    name, operands = instruction.mnemonic, instruction.operands
    if name in SKIPPED or is_branch(instruction):
        return
    if is_wasm(instruction):
        yield from wasm_changes(instruction)
        return
    yield "dropped", NOTHING
    if is_neon(instruction):
        yield from neon_changes(instruction)
    for kind, names in SWAPS.items():
        if name in names:
            yield kind, instruction.but(names[name])
    if name in MASKS:
        yield "mask ignored", instruction.but("vmovdqa64", operands[:2])
    if name in ORDERED and len(operands) >= 3 and not isinstance(operands[2], Memory):
        yield "operands swapped", instruction.but(operands=(operands[0], operands[2], operands[1], *operands[3:]))
    if name in REPEATED and not isinstance(operands[2], Memory) and operands[1] != operands[2]:
        yield "operand twice", instruction.but(operands=(operands[0], operands[1], operands[1]))
    for i, operand in enumerate(operands):
        if isinstance(operand, str) and "{k" in operand:
            changed = (*operands[:i], operand.split("{")[0], *operands[i + 1 :])
            yield "lanes not masked", instruction.but(operands=changed)
        if isinstance(operand, Memory) and operand.base not in ("rsp", "rbp", "image", "sp") and name != "lea":
            changed = (*operands[:i], operand.moved(8), *operands[i + 1 :])
            yield "next word", instruction.but(operands=changed)
        if isinstance(operand, int) and operand > 0 and (name.startswith("v") or is_neon(instruction)):
            changed = (*operands[:i], operand - 1, *operands[i + 1 :])
            yield "other constant", instruction.but(operands=changed)


def all_faults(instructions):
    return [
        Fault(kind, position, (replacement,))
        for position, instruction in enumerate(instructions)
        for kind, replacement in _changes(instruction)
    ]


def some_faults(instructions, count, executed, seed=1):
    """Faults of every kind, about `count`, at instructions that are executed. Each kind has an equal share."""
    random, kinds = Random(seed), {}
    for fault in all_faults(instructions):
        if fault.position in executed:
            instruction = instructions[fault.position]
            vector = instruction.mnemonic.startswith(("v", "k")) or is_neon(instruction)
            kinds.setdefault((fault.kind, vector), []).append(fault)
    share = max(1, count // max(1, len(kinds)))
    return [fault for faults in kinds.values() for fault in random.sample(faults, min(len(faults), share))]


def verdict(claim, instructions, fault, constant=nothing, runs=8):
    """`refused` with the failing step; `harmless`; or `WRONG` if the fault is proved but does not satisfy the claim."""
    changed, lanes = fault.apply(instructions), _lanes(claim)
    try:
        prove_claim(claim, changed, constant, lanes)
    except Failed as failed:
        return "refused", str(failed)
    random = Random(2)
    for _ in range(max(1, runs // len(lanes))):
        for lane, numbers in zip(lanes, samples(claim, random, len(lanes)), strict=True):
            computed = outcome(claim, changed, lane, numbers, constant)
            if computed is None or not holds(claim, lane, numbers, computed):
                return "WRONG", f"proved, but false in lane {lane} for {numbers}"
    return "harmless", "proved, and true for all samples"


# A lane of each vector that has instructions of its own.
LANES = {vectors: (3, 5, 8, 13) for vectors in ("fma", "avxifma")} | {
    vectors: (3, 4, 9, 14) for vectors in ("neon", "relaxed-simd")
}


def _lanes(claim):
    """The lanes in which faults are sought: a lane of each vector, or all if instructions only permute lanes."""
    if claim.moves or claim.radix == 1 and any(isinstance(argument, Array) for argument in claim.arguments):
        return range(claim.lanes)
    lanes = LANES.get(claim.vectors, (3, 13))
    return [lane for lane in lanes if lane < claim.lanes]
