"""Changes the code of kernels, one instruction at a time (`faults.py`), and shows that their certificates are refused.

A change may be harmless: `add` may be `adc` where the carry is zero. A certificate that is accepted for changed code
needs the results of the processor for all samples.

code_faults.py TARGET LIBRARY CHECKER FOLDER SCRATCH NAME..
"""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from disassembly import Library
from faults import all_faults
from kernel_text import kernel
from kernels import kernels
from reading import code, read
from steps import Unproved
from targets import TARGETS


def changed_texts(library, name, claim, certificate):
    """Each fault whose code the checker can read, with the text of the changed kernel and the same proof."""
    instructions = code(library, name)
    statement = read(claim, instructions, library.constant, library.target)
    unchanged = kernel(statement)
    if not certificate.startswith(unchanged):
        raise SystemExit(f"{name}: its certificate is that of other code")
    for fault in all_faults(instructions):
        try:
            text = kernel(replace(statement, instructions=fault.apply(instructions)))
        except Unproved:
            continue
        yield fault, instructions[fault.position].text, text + certificate[len(unchanged) :]


def check(library, checker, folder, scratch, name):
    """Prints a line, and returns whether the checker refuses each fault that is not harmless."""
    certificate, samples = (folder / f"{name}.certificate").read_text(), folder / f"{name}.samples"
    if not samples.exists():
        print(f"SKIPPED: faults of {name}: the processor cannot run it")
        return True
    refused = harmless = 0
    wrong = []
    for i, (fault, text, changed) in enumerate(
        changed_texts(library, name, kernels(library.target.name)[name], certificate)
    ):
        path = scratch / f"{name}-{i}.certificate"
        path.write_text(changed)
        shutil.copy(samples, path.with_suffix(".samples"))
        printed = subprocess.run([checker, path], capture_output=True, text=True, check=False).stdout.splitlines()[0]
        refused += printed.startswith(f"{path}: REFUSED")
        harmless += printed == f"{path}: accepted"
        if not printed.startswith(f"{path}: REFUSED") and printed != f"{path}: accepted":
            wrong.append(f"{name}: {fault.kind}: `{text}`: {printed}")
        path.unlink()
        path.with_suffix(".samples").unlink()
    print(f"{name}: {refused + harmless + len(wrong)} faults of the code: {refused} refused, {harmless} harmless")
    print("\n".join(wrong), end="\n" * bool(wrong))
    return not wrong and refused > 0


def main():
    library, checker, folder, scratch = Library(sys.argv[2], TARGETS[sys.argv[1]]), *map(Path, sys.argv[3:6])
    scratch.mkdir(parents=True, exist_ok=True)
    well = [check(library, checker, folder, scratch, name) for name in sys.argv[6:]]
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
