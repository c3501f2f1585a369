"""The command ``python -m vorpal.ray``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vorpal._vorpal import Error, NotPossibleError
from vorpal.ray import Record, msm, recover_senders, split, verify_chain, write_snapshots
from vorpal.ray.bases import open_bases
from vorpal.ray.workers import Cluster

if TYPE_CHECKING:
    from collections.abc import Sequence


def parser() -> argparse.ArgumentParser:
    """Return the parser of the arguments."""
    every = argparse.ArgumentParser(add_help=False)
    every.add_argument("--engine", choices=("ray", "local"), default="ray", help="actors of Ray, or threads")
    every.add_argument("--address", help="a running Ray, such as auto; without, one is started on this machine")
    every.add_argument("--workers", type=int, help="workers at the same time (default: as many as cores allow)")
    every.add_argument("--threads", type=int, default=1, help="threads of a worker")
    every.add_argument("--quiet", action="store_true", help="no progress bar")
    main = argparse.ArgumentParser(prog="python -m vorpal.ray", description="Jobs past one machine.")
    commands = main.add_subparsers(dest="command", required=True)

    recover = commands.add_parser("recover", parents=[every], help="senders of Parquet files")
    recover.add_argument("source", type=Path, help="a file, or a folder of *.parquet")
    recover.add_argument("sink", type=Path, help="the folder of the results")
    recover.add_argument("--high-s-before", type=int, default=0, metavar="BLOCK", help="mainnet: 1150000")

    sums = commands.add_parser("msm", parents=[every], help="a sum of points")
    sums.add_argument("bases", type=Path, help="a file of vorpal.ray.write_bases")
    sums.add_argument("scalars", type=Path, help="a file *.npy")
    sums.add_argument("--byteorder", choices=("little", "big"), default="little", help="of scalars of 32 bytes")
    sums.add_argument("--memory", type=int, default=1 << 30, help="bytes of a part on a worker")
    sums.add_argument("--ranges", type=int, help="ranges of points")
    sums.add_argument("--windows", type=int, help="ranges of bits")
    sums.add_argument("--explain", action="store_true", help="print the split")
    sums.add_argument("--report", type=Path, help="a page with charts")

    verify = commands.add_parser("verify", parents=[every], help="state roots of a chain")
    verify.add_argument("folder", type=Path, help="blocks and roots.json, as vorpal replay reads them")
    verify.add_argument("snapshots", type=Path, help="tree stores, named by their numbers of blocks")
    verify.add_argument("--no-check", action="store_true", help="trust the contents of snapshots")
    verify.add_argument("--report", type=Path, help="a page with charts")

    snapshots = commands.add_parser("snapshots", help="make snapshots of a chain by one replay")
    snapshots.add_argument("folder", type=Path)
    snapshots.add_argument("snapshots", type=Path)
    snapshots.add_argument("--every", type=int, required=True, help="blocks between snapshots")

    demo = commands.add_parser("demo", parents=[every], help="recover generated signatures; print the report's path")
    demo.add_argument("--rows", type=int, default=200_000)
    demo.add_argument("--folder", type=Path, help="where to (default: a new temporary folder)")
    return main


def connect(options: argparse.Namespace) -> None:
    """Connect to the Ray of ``--address``."""
    if options.engine == "ray" and options.address:
        import ray

        try:
            ray.init(address=options.address, log_to_driver=False)
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            reason = (str(error).splitlines() or [""])[0]
            raise NotPossibleError(f"address: {options.address}: {type(error).__name__}: {reason}") from None


def common(options: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of all jobs."""
    connect(options)
    progress = not options.quiet and sys.stderr.isatty()
    return {
        "engine": options.engine,
        "workers": options.workers,
        "threads": options.threads,
        "progress": progress,
    }


def run_recover(source: Path, sink: Path, options: argparse.Namespace, high_s_before: int) -> None:
    """Recover, and print what was done."""
    result = recover_senders(source, sink, high_s_before=high_s_before, **common(options))
    rate = result.record.items / result.record.seconds if result.record.seconds else 0
    print(f"{result.rows:,} rows, {result.invalid:,} without a sender; {result.kept} row groups were there already")
    print(f"{result.record.seconds:.2f} s, {rate:,.0f} rows a second, {result.record.retries} retries")
    print(f"report: {result.report}")


def run_msm(options: argparse.Namespace) -> None:
    """Sum, and print the point."""
    bases, record = open_bases(options.bases), Record()
    choices = {"memory": options.memory, "ranges": options.ranges, "windows": options.windows}
    arguments = common(options)
    if options.explain:
        with Cluster(options.engine, options.workers, options.threads) as cluster:
            print(split(bases, options.scalars, workers=cluster.count, **choices).explain())
    total = msm(
        bases,
        options.scalars,
        byteorder=options.byteorder,
        record=record,
        report_page=options.report,
        **choices,
        **arguments,
    )
    print(f"{record.seconds:.2f} s, {record.retries} retries")
    print(total.to_bytes().hex())


def run_demo(options: argparse.Namespace) -> None:
    """Generate signatures, recover them, compare."""
    import numpy as np
    import pyarrow.parquet as pq

    from vorpal.ray.columns import rows_of
    from vorpal.ray.generate import write_signatures

    folder = options.folder or Path(tempfile.mkdtemp(prefix="vorpal-ray-"))
    senders = write_signatures(folder / "source", options.rows, files=2, row_group=1 << 14)
    run_recover(folder / "source", folder / "sink", options, 0)
    found = pq.read_table(folder / "sink" / "senders")["sender"].combine_chunks()
    rows, _ = rows_of(found.chunk(0) if hasattr(found, "num_chunks") else found, 20)
    if not np.array_equal(rows, senders):
        raise Error("the senders are not those of the keys")


def printable(text: str) -> str:
    """Return a text whose names of files cannot control the terminal."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape", "replace").decode() for char in text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit code: 0, 1 for an error of Vorpal, 130 for Ctrl+C."""
    options = parser().parse_args(arguments)
    try:
        if options.command == "recover":
            run_recover(options.source, options.sink, options, options.high_s_before)
        elif options.command == "msm":
            run_msm(options)
        elif options.command == "verify":
            done = verify_chain(
                options.folder,
                options.snapshots,
                check=not options.no_check,
                report_page=options.report,
                **common(options),
            )
            print(f"{done.blocks:,} blocks in {done.ranges} ranges are right: root {done.root.hex()}")
        elif options.command == "snapshots":
            print(*write_snapshots(options.folder, options.snapshots, options.every))
        else:
            run_demo(options)
    except Error as error:
        print(f"error: {printable(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        rest = "; the same command goes on" if options.command == "recover" else ""
        print(f"interrupted{rest}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
