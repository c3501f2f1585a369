"""Processes that a test started: Ray's workers, and where they listen."""

import ipaddress
import os
import random
import signal
import threading
from pathlib import Path


def descendants(root=None):
    """The numbers and command lines of all processes below one."""
    parents, lines = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
            lines[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
    root, found = root or os.getpid(), {}
    for process in parents:
        ancestor = process
        while ancestor in parents and ancestor != root:
            ancestor = parents[ancestor]
        if ancestor == root and process != root:
            found[process] = lines[process]
    return found


def doers():
    """The processes of the actors of this test."""
    return [process for process, line in descendants().items() if line.startswith("ray::Doer")]


class Killer:
    """Kills workers at random moments while a job runs."""

    def __init__(self, most, shortest=0.3, longest=1.5, seed=None):
        self.killed, self._most = 0, most
        self._random, self._times = random.Random(seed), (shortest, longest)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self):
        while self.killed < self._most and not self._ended.wait(self._random.uniform(*self._times)):
            workers = doers()
            if workers:
                try:
                    os.kill(self._random.choice(workers), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                self.killed += 1

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_exception):
        self._ended.set()
        self._thread.join()


def listening(processes):
    """The addresses on which processes listen."""
    addresses = {}
    for name in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A":
                data = bytes.fromhex(fields[1].split(":")[0])
                words = b"".join(data[i : i + 4][::-1] for i in range(0, len(data), 4))
                address = ipaddress.ip_address(words)
                addresses[fields[9]] = getattr(address, "ipv4_mapped", None) or address
    found = set()
    for process in processes:
        for link in Path(f"/proc/{process}/fd").glob("*"):
            try:
                target = os.readlink(link)
            except OSError:
                continue
            if target.startswith("socket:["):
                found.add(addresses.get(target[8:-1]))
    return found - {None}
