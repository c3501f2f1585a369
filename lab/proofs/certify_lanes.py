"""Writes a certificate for each kernel for vectors that the checker in `lab/coq/certificates` can read.

A file has a kernel for each lane, and their proof. Lanes with other equations have a file of their own.

certify_lanes.py LIBRARY FOLDER [NAME..].
"""

import argparse
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from disassembly import Library
from kernel_text import kernel
from lane_certificate import LaneCertificate, operands
from lane_claims import samples
from lane_kernels import lane_kernels
from lane_native import missing, results
from lane_reading import read_lane
from processor import Contradiction, tested
from state import Refused
from steps import Unproved
from targets import X86_64

# What is certified of the kernels for AVX-512 IFMA and for AVX-IFMA.
CERTIFIED = (
    r"ifma(256)?_(mul|square)_(4|6|pseudo_mersenne_4)(_in_[ab]|_by_itself|_no_step)?",
    r"ifma(256)?_(add|sub)_(4|6|pseudo_mersenne_4)(_in_[ab])?",
    r"ifma(256)?_unscale_(4|6|pseudo_mersenne_4)",
    r"ifma(256)?_load_(4|raw_4|raw_6|signed_4|signed_6|pseudo_mersenne_4)",
    r"ifma_load_6",
    r"ifma(256)?_store_(raw_)?[46]",
    r"ifma_scale_[46]",
)
RUNS = 4


def certified():
    """The claims, by name."""
    return {
        name: claim
        for name, claim in lane_kernels().items()
        if any(re.fullmatch(pattern, name) for pattern in CERTIFIED)
    }


def code(library, name, claim):
    return library.read_with_calls(claim.function or name, "vorpal_limbs")


@dataclass
class Lanes:
    """Lanes with the same equations: their statements by lane, and their proof."""

    statements: dict
    proof: str


def proved_lanes(claim, instructions, constant):
    """The lanes of a kernel, in groups with the same equations."""
    groups = []
    for lane in range(claim.lanes):
        statement = read_lane(claim, instructions, lane, constant)
        parts = statement.equal_parts()
        group = next((statements for its, statements in groups if its == parts), None)
        if group is None:
            groups.append((parts, {lane: statement}))
        else:
            group[lane] = statement
    return [Lanes(s, LaneCertificate(claim, next(iter(s.values()))).text()) for _, s in groups]


def tried(library, name, claim, groups):
    """The text of samples for the lanes of each group, with results of the processor. None if it cannot run them."""
    if missing(claim.vectors):
        return None
    random, lines = Random(7), {}
    for _ in range(RUNS):
        numbers = samples(claim, random, claim.lanes)
        computed = results(library, claim.native or claim.function or name, claim, numbers)
        for group in groups:
            for lane, statement in group.statements.items():
                line = tested(statement, operands(statement, numbers[lane]), computed[lane], numbers[lane])
                lines.setdefault(lane, [str(RUNS), str(statement.first - 1)]).append(line)
    return ["\n".join([line for lane in group.statements for line in lines[lane]] + [""]) for group in groups]


def write(folder, name, groups, seen):
    for old in (*folder.glob(f"{name}.*"), *folder.glob(f"{name}-*.*")):
        old.unlink()
    for i, group in enumerate(groups):
        path = folder / (f"{name}-{i + 1}" if i else name)
        kernels = map(kernel, group.statements.values())
        path.with_suffix(".certificate").write_text("\n".join([*kernels, group.proof, ""]))
        if seen is not None:
            path.with_suffix(".samples").write_text(seen[i])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    library, claims, failed, skipped = Library(arguments.library, X86_64), certified(), 0, set()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for name in arguments.names or claims:
        begin = time.monotonic()
        try:
            groups = proved_lanes(claims[name], code(library, name, claims[name]), library.constant)
            seen = tried(library, name, claims[name], groups)
        except (Unproved, Refused) as unproved:
            print(f"{name}: NO CERTIFICATE: {unproved}", flush=True)
            failed += 1
            continue
        except Contradiction as contradiction:
            print(f"{name}: THE PROCESSOR CONTRADICTS THE CLAIM: {contradiction}", flush=True)
            failed += 1
            continue
        write(arguments.folder, name, groups, seen)
        if seen is None:
            skipped.add(missing(claims[name].vectors))
        lanes, steps = claims[name].lanes, sum(group.proof.count("\n") + 1 for group in groups)
        print(f"{name}: {lanes} lanes, {steps} steps; {time.monotonic() - begin:.1f} s", flush=True)
    for reason in skipped:
        print(f"SKIPPED: the comparison with the processor: {reason}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
