"""Proves every kernel of a compiled library, and checks that proofs of seeded faults fail.

check.py LIBRARY [--target aarch64|wasm32] [--all-faults] [NAME..].
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from functools import partial

import lane_bases
import lane_faults
import lane_logic
import lane_loops
import lane_native
import native
from disassembly import Library, Unreadable
from faults import all_faults, holds, outcome, some_faults, verdict
from kernels import kernels
from lane_kernels import lane_kernels
from proof import Failed, operands_for, prove
from targets import TARGETS, WASM, X86_64, for_lanes
from wasm_library import Module

# Number of faults per kernel, smaller for long kernels, so that a run takes minutes. `--all-faults` tries all, several
# hundred.
FAULTS = 48
RUNS = 100

# The functions of the product that a kernel for vectors may call.
PRODUCT = "vorpal_limbs"
# Number of faults per kernel for vectors, and of runs on the processor, each with operands in all lanes.
LANE_FAULTS = 20
LANE_RUNS = 3


def compare_with_processor(library, name, claim):
    """Checks that the result of the processor, the result by the proof's rules and the claim agree on the same
    operands.
    """
    instructions, samples = library.read(name), operands_for(claim, RUNS, seed=3)
    for numbers, computed in zip(samples, native.results(library, name, claim, samples), strict=True):
        by_rules = outcome(claim, instructions, numbers, library.constant, library.target)
        if not holds(claim, numbers, computed) or by_rules != computed:
            raise Failed("the processor", f"computes {computed:#x} from {numbers}")


def check(library, name, claim, every_fault):
    """Prints the line of one kernel, and returns whether its proof succeeded."""
    begin = time.monotonic()
    instructions = library.read(name)
    try:
        report = prove(claim, instructions, library.constant, library.target)
        if native.missing(library.target) is None:
            compare_with_processor(library, name, claim)
    except Failed as failed:
        print(f"{name}: NOT PROVED: {failed}", flush=True)
        return False
    faults = (
        all_faults(instructions, library.target)
        if every_fault
        else some_faults(instructions, min(FAULTS, 6000 // len(instructions)), library.target)
    )
    verdicts, well = Counter(), True
    for fault in faults:
        what, why = verdict(claim, instructions, fault, library.constant, library.target)
        verdicts[what] += 1
        if what == "WRONG":
            print(f"{name}: {fault.kind}: `{instructions[fault.position].text}`: {why}", flush=True)
            well = False
    print(
        f"{name}: proved for all operands: {report.instructions} instructions, {report.equations} equations,"
        f" {report.paths} path{'s' * (report.paths > 1)}, {report.ignored} ignored carries are zero;"
        f" {len(faults)} faults: {verdicts['refused']} refused, {verdicts['harmless']} harmless;"
        f" {time.monotonic() - begin:.1f} s",
        flush=True,
    )
    return well


def check_lanes(library, name, claim, every_fault):
    """As `check`, for a kernel for vectors."""
    begin = time.monotonic()
    function = claim.function or name
    instructions = library.read_with_calls(function, PRODUCT)
    try:
        report = lane_loops.prove_claim(claim, instructions, library.constant)
    except Failed as failed:
        print(f"{name}: NOT PROVED: {failed}", flush=True)
        return False
    runs = 0 if lane_native.missing(claim.vectors) else 1 if claim.same_code else LANE_RUNS
    if difference := lane_native.disagreement(library, function, claim, instructions, runs):
        print(f"{name}: NOT PROVED: the processor: {difference}", flush=True)
        return False
    # One of each kind at least, for long kernels.
    count = max(1, min(LANE_FAULTS, 5000 // len(report.executed))) if not claim.same_code else 0
    faults = lane_faults.some_faults(instructions, count, report.executed) if count else []
    if every_fault:
        faults = [fault for fault in lane_faults.all_faults(instructions) if fault.position in report.executed]
    verdicts, well = Counter(), True
    for fault in faults:
        what, why = lane_faults.verdict(claim, instructions, fault, library.constant)
        verdicts[what] += 1
        if what == "WRONG":
            print(f"{name}: {fault.kind}: `{instructions[fault.position].text}`: {why}", flush=True)
            well = False
    print(
        f"{name}: proved for all operands in {report.lanes} lanes: {len(report.executed)} instructions,"
        f" {report.equations} equations, {report.paths} path{'s' * (report.paths > 1)}"
        f"{', any number of steps' * report.repeated};"
        f" {len(faults)} faults: {verdicts['refused']} refused, {verdicts['harmless']} harmless;"
        f" {time.monotonic() - begin:.1f} s",
        flush=True,
    )
    return well


def check_zero_lanes(library, name, claim, every_fault):
    """As `check`, for a kernel that computes the mask of the lanes that are zero."""
    begin = time.monotonic()
    instructions = library.read_with_calls(name, PRODUCT)
    try:
        executed = lane_logic.prove_zero_lanes(claim, instructions, library.constant)
    except Failed as failed:
        print(f"{name}: NOT PROVED: {failed}", flush=True)
        return False
    runs = 0 if lane_native.missing(claim.vectors) else RUNS
    if difference := lane_logic.disagreement(library, name, claim, runs):
        print(f"{name}: NOT PROVED: the processor: {difference}", flush=True)
        return False
    faults = [fault for fault in lane_faults.all_faults(instructions) if fault.position in executed]
    faults = faults if every_fault else faults[:: max(1, len(faults) // FAULTS)]
    refused, well = 0, True
    for fault in faults:
        changed = fault.apply(instructions)
        try:
            lane_logic.prove_zero_lanes(claim, changed, library.constant)
        except Failed:
            refused += 1
            continue
        if lane_logic.is_wrong(claim, changed, library.constant):
            print(f"{name}: {fault.kind}: `{instructions[fault.position].text}`: proved, but false", flush=True)
            well = False
    print(
        f"{name}: proved for all operands in {claim.lanes} lanes: {len(executed)} instructions;"
        f" {len(faults)} faults: {refused} refused, {len(faults) - refused} harmless; {time.monotonic() - begin:.1f} s",
        flush=True,
    )
    return well


def check_bases(library, name, claim, every_fault):
    """As `check`, for a kernel for residue number systems."""
    begin = time.monotonic()
    instructions = library.read_with_calls(claim.function or name, PRODUCT)
    try:
        run = lane_bases.prove(claim, instructions, library.constant)
    except Failed as failed:
        print(f"{name}: NOT PROVED: {failed}", flush=True)
        return False
    runs = 0 if lane_native.missing(claim.vectors) else LANE_RUNS
    if difference := lane_bases.disagreement(library, name, claim, instructions, runs):
        print(f"{name}: NOT PROVED: the processor: {difference}", flush=True)
        return False
    executed = run.machine.executed
    faults = lane_faults.some_faults(instructions, claim.faults, executed) if claim.faults else []
    if every_fault:
        faults = [fault for fault in lane_faults.all_faults(instructions) if fault.position in executed]
    verdicts, well = Counter(), True
    for fault in faults:
        what, why = lane_bases.verdict(claim, instructions, fault, library.constant)
        verdicts[what] += 1
        if what == "WRONG":
            print(f"{name}: {fault.kind}: `{instructions[fault.position].text}`: {why}", flush=True)
            well = False
    print(
        f"{name}: proved for all operands in {claim.lanes} lanes of both bases: {len(executed)} instructions,"
        f" {len(run.equations.equations)} equations;"
        f" {len(faults)} faults: {verdicts['refused']} refused, {verdicts['harmless']} harmless;"
        f" {time.monotonic() - begin:.1f} s",
        flush=True,
    )
    return well


def _is_for(library, claim):
    """Whether a kernel for vectors is one of the library's processor."""
    return for_lanes(claim.vectors).name == library.target.name


# What remains to be done. A process that is forked has them; claims contain functions, which cannot be sent to it.
TASKS = []


def result(index):
    return TASKS[index]()


def in_processes(tasks):
    """The results of all tasks, computed by as many processes as there are processors."""
    TASKS[:] = tasks
    with multiprocessing.get_context("fork").Pool(len(os.sched_getaffinity(0))) as pool:
        return pool.map(result, range(len(tasks)), chunksize=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("names", nargs="*", help="prove only these kernels")
    parser.add_argument("--target", choices=TARGETS, default="x86_64", help="the processor of the library")
    parser.add_argument("--all-faults", action="store_true", help="try a fault at every instruction, not a sample")
    arguments = parser.parse_intermixed_args()
    target = TARGETS[arguments.target]
    library = (Module if target is WASM else Library)(arguments.library, target)
    try:
        claims = kernels(arguments.target)
        vectors = {name: claim for name, claim in lane_kernels().items() if _is_for(library, claim)}
        masks = {name: claim for name, claim in lane_logic.ZEROS.items() if _is_for(library, claim)}
        bases = lane_bases.KERNELS if library.target is X86_64 else {}
        if unknown := set(arguments.names) - claims.keys() - vectors.keys() - masks.keys() - bases.keys():
            parser.error(f"no such kernel: {', '.join(sorted(unknown))}")
        kinds = [(claims, check), (vectors, check_lanes), (masks, check_zero_lanes), (bases, check_bases)]
        names = arguments.names or [name for kind, _ in kinds for name in kind]
        well = in_processes(
            [
                partial(run, library, name, kind[name], arguments.all_faults)
                for name in names
                for kind, run in kinds
                if name in kind
            ]
        )
    except Unreadable as unreadable:
        print(unreadable)
        return 1
    if reason := native.missing(library.target):
        print(f"SKIPPED: the comparison with the processor: {reason}")
    of_vectors = vectors | masks | bases
    for kind in sorted({of_vectors[name].vectors for name in names if name in of_vectors}):
        if reason := lane_native.missing(kind):
            print(f"SKIPPED: the comparison of the kernels for {kind} with the processor: {reason}")
    print(f"{sum(well)} of {len(well)} kernels proved")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
