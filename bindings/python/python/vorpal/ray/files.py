"""Files that are whole or absent, and the lock of a sink."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import io
import json
import os
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vorpal._vorpal import StoreError
from vorpal.ray.workers import here

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "senders"
"""The folder in a sink with the files of senders."""
TEMPORARY = ".tmp"
"""The end of the names of files that are not whole."""
UNFINISHED = re.compile(r"\..+:\d+\.[0-9a-f]+\.tmp", re.DOTALL)
"""The names of temporary files: a dot, the name of the file, host, process, a random number."""
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


class SinkError(Exception):
    """A file of the sink cannot be written. The file does not exist, and neither does its temporary file."""

    def __init__(self, file: str, reason: str, full: bool) -> None:
        """Tell the file, the reason, and whether the disk is full."""
        super().__init__(file, reason, full)
        self.file, self.reason, self.full = file, reason, full

    def __str__(self) -> str:
        """Describe the error."""
        return f"{self.file}: {self.reason}"


@contextlib.contextmanager
def writing(file: Path) -> Iterator[Target]:
    """Open a file that is whole or absent: a temporary one, which is renamed at the end, when it is on the disk."""
    temporary = file.with_name(f".{file.name}.{here().replace('/', '_')}.{secrets.token_hex(4)}{TEMPORARY}")
    try:
        try:
            with temporary.open("xb") as opened:
                yield Target(opened)
                opened.flush()
                os.fsync(opened.fileno())
            temporary.replace(file)
        except BaseException:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise SinkError(str(file), error.strerror or str(error), error.errno in FULL) from None


class Target(io.RawIOBase):
    """A file that is being written."""

    def __init__(self, file: Any) -> None:
        """Write to an open file."""
        self._file = file

    def writable(self) -> bool:
        """Tell that it is written."""
        return True

    def write(self, data: Any) -> int:
        """Write bytes."""
        put(self._file, data)
        return memoryview(data).nbytes

    def tell(self) -> int:
        """Return the number of bytes that were written."""
        return int(self._file.tell())


def write(file: Path, data: Any) -> None:
    """Write bytes to a file that is whole or absent."""
    with writing(file) as target:
        target.write(data)


def put(target: Any, data: Any) -> None:
    """Write bytes to an open file."""
    target.write(data)


def write_json(file: Path, value: Any) -> None:
    """Write a value as JSON: equal bytes for equal values."""
    write(file, (json.dumps(value, indent=1, sort_keys=True) + "\n").encode())


# All bytes but brackets.
_OTHERS = bytes(set(range(256)) - set(b"[]{}"))


def parse_json(text: bytes) -> Any:
    """Return the value of JSON. Nesting is limited first: deep nesting exhausts the stack of the parser, and its own
    limit depends on the interpreter's settings.
    """
    depth = 0
    for bracket in text.translate(None, _OTHERS):
        depth += 1 if bracket in b"[{" else -1
        if depth > 64:
            raise ValueError("more than 64 levels of JSON")
    return json.loads(text)


def read_json(file: Path) -> Any:
    """Return the value in a file of :func:`write_json`; None if there is none."""
    try:
        return parse_json(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise StoreError(f"{file}: {error}") from None


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder for one job, and remove temporary files that dead jobs left in it and in its own folders."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / ".lock").open("a+b")
    except OSError as error:
        raise StoreError(f"sink: {folder}: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(f"sink: {folder}: another job writes to it") from None
        except OSError as error:
            raise StoreError(f"sink: {folder}: cannot be locked: {error.strerror}") from None
        _clean(folder)
        try:
            yield
        finally:
            _clean(folder)


def _clean(folder: Path) -> None:
    """Remove the files that :func:`writing` names. Other folders may be another job's sink, with files under way."""
    for file in (*folder.glob(f".*{TEMPORARY}"), *(folder / FOLDER).rglob(f".*{TEMPORARY}")):
        if UNFINISHED.fullmatch(file.name):
            with contextlib.suppress(OSError):
                file.unlink()
