"""Changes the code of kernels for vectors, one instruction at a time (`lane_faults.py`), and shows that their
certificates are refused. As in `code_faults.py`, a change may be harmless.

lane_code_faults.py LIBRARY CHECKER FOLDER NAME..
"""

import subprocess
import sys
from pathlib import Path

from certify_lanes import Lanes, certified, code, proved_lanes, tried, write
from disassembly import Library
from kernel_text import kernel
from lane_faults import some_faults
from lane_reading import read_lane
from state import Refused
from targets import X86_64

FAULTS = 60


def changed_lane(claim, instructions, constant, groups):
    """The first lane that a change affects, with the proof of the unchanged code. None if all lanes are as before."""
    for group in groups:
        for lane, statement in group.statements.items():
            changed = read_lane(claim, instructions, lane, constant)
            if kernel(changed) != kernel(statement):
                return Lanes({lane: changed}, group.proof)
    return None


def check(library, checker, folder, name):
    """Prints a line, and returns whether the checker refuses each fault that is not harmless."""
    claim = certified()[name]
    instructions, wrong = code(library, name, claim), []
    counts = {"unreadable": 0, "refused": 0, "harmless": 0}
    groups = proved_lanes(claim, instructions, library.constant)
    # One group for each lane, so that each has its samples.
    lanes = [Lanes({lane: statement}, group.proof) for group in groups for lane, statement in group.statements.items()]
    seen = tried(library, name, claim, lanes)
    if seen is None:
        print(f"SKIPPED: faults of {name}: the processor cannot run it")
        return True
    samples = {next(iter(lane.statements)): text for lane, text in zip(lanes, seen, strict=True)}
    for fault in some_faults(instructions, FAULTS, groups[0].statements[0].executed):
        where = f"{name}: {fault.kind}: `{instructions[fault.position].text}`"
        try:
            changed = changed_lane(claim, fault.apply(instructions), library.constant, groups)
        except Refused:
            counts["unreadable"] += 1
            continue
        if changed is None:
            wrong.append(f"{where}: NO LANE DIFFERS")
            continue
        write(folder, name, [changed], [samples[next(iter(changed.statements))]])
        path = folder / f"{name}.certificate"
        printed = subprocess.run([checker, path], capture_output=True, text=True, check=False).stdout
        verdict = printed.splitlines()[0].removeprefix(f"{path}: ")
        if verdict.startswith("REFUSED"):
            counts["refused"] += 1
        elif verdict == "accepted":
            counts["harmless"] += 1
        else:
            wrong.append(f"{where}: {verdict}")
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
