"""Changes the code of kernels for vectors, one instruction at a time (`lane_faults.py`), and shows that their
certificates are refused. As in `code_faults.py`, a change may be harmless.

lane_code_faults.py LIBRARY CHECKER FOLDER NAME..
"""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from certify_lanes import Lanes, certified, code, proved_lanes, tried, write
from disassembly import Library
from kernel_text import kernel
from lane_faults import some_faults
from lane_reading import read_lane
from state import Refused
from targets import X86_64

FAULTS = 60


def changed_lanes(claim, instructions, constant, group):
    """Each fault that changes a lane, with the lane and the proof of the unchanged code. None if it cannot be read."""
    lane, statement = next(iter(group.statements.items()))
    for fault in some_faults(instructions, FAULTS, statement.executed):
        try:
            changed = read_lane(claim, fault.apply(instructions), lane, constant)
        except Refused:
            yield fault, None
            continue
        if kernel(changed) != kernel(statement):
            yield fault, Lanes({lane: changed}, group.proof)


def check(library, checker, folder, name):
    """Prints a line, and returns whether the checker refuses each fault that is not harmless."""
    claim = certified()[name]
    instructions, wrong = code(library, name, claim), []
    counts = {"unreadable": 0, "refused": 0, "harmless": 0}
    for group in proved_lanes(claim, instructions, library.constant):
        seen = tried(library, name, claim, [replace(group, statements=dict([next(iter(group.statements.items()))]))])
        if seen is None:
            print(f"SKIPPED: faults of {name}: the processor cannot run it")
            return True
        for fault, changed in changed_lanes(claim, instructions, library.constant, group):
            if changed is None:
                counts["unreadable"] += 1
                continue
            write(folder, name, [changed], seen)
            path = folder / f"{name}.certificate"
            printed = subprocess.run([checker, path], capture_output=True, text=True, check=False).stdout
            verdict = printed.splitlines()[0].removeprefix(f"{path}: ")
            if verdict.startswith("REFUSED"):
                counts["refused"] += 1
            elif verdict == "accepted":
                counts["harmless"] += 1
            else:
                wrong.append(f"{name}: {fault.kind}: `{instructions[fault.position].text}`: {verdict}")
    print(f"{name}: faults of the code: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
    print("\n".join(wrong), end="\n" * bool(wrong))
    return not wrong and counts["refused"] > 0


def main():
    library, checker, folder = Library(sys.argv[1], X86_64), sys.argv[2], Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    well = [check(library, checker, folder, name) for name in sys.argv[4:]]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
