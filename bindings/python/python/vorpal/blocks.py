"""The files of the ``vorpal`` command: blocks as writes of accounts or as keys and values, signatures, roots.

``docs/command.md`` describes them. Bytes, balances, slots and values are ``0x`` and hexadecimal digits. An error names
the file, the reason, and the line if one is wrong.

    >>> from vorpal.blocks import Accounts
    >>> address, code_hash = "0x" + 40 * "1", "0x" + 64 * "0"
    >>> line = f'{{"address":"{address}","nonce":7,"balance":"0x2a","code_hash":"{code_hash}"}}'
    >>> Accounts.parse(line).positions.tolist()
    [0, 1]
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from vorpal import tree
from vorpal._integers import integer
from vorpal._vorpal import Error, InputError, StoreError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vorpal._types import Threads
    from vorpal.ipa import Committer

    PathLike = Union[str, os.PathLike[str]]

__all__ = [
    "Accounts",
    "Block",
    "Root",
    "Signatures",
    "read_accounts",
    "read_block",
    "read_blocks",
    "read_entries",
    "read_roots",
    "read_signatures",
]

COLUMNS = ["signing_hash", "r", "s", "y_parity", "sender"]
NUMBER = re.compile(r"0x([0-9a-fA-F]+)", re.ASCII)
DECIMAL = re.compile(r"[0-9]", re.ASCII)
NESTING = 64
"""The deepest nesting of JSON: deeper text exhausts the stack of the parser."""


class Signatures(NamedTuple):
    """The signatures of a block."""

    hashes: NDArray[np.uint8]
    """The signed hashes, shape (n, 32)."""
    signatures: NDArray[np.uint8]
    """``r || s || v``, shape (n, 65), as :func:`vorpal.secp256k1.recover_batch` reads them."""
    senders: NDArray[np.uint8]
    """The addresses of the senders, shape (n, 20)."""
    keys: NDArray[np.uint8] | None
    """Public keys ``04 || x || y``, shape (n, 65), if the file has them."""


class Accounts(NamedTuple):
    """Values at positions of accounts, one a row, as :func:`vorpal.tree.keys` reads them."""

    addresses: NDArray[np.uint8]
    """Addresses, shape (n, 20)."""
    positions: NDArray[np.uint8]
    """Numbers of :class:`vorpal.tree.Position`, shape (n,)."""
    arguments: NDArray[np.uint8]
    """Storage slots or numbers of code chunks, big-endian, or zeros: shape (n, 32)."""
    values: NDArray[np.uint8]
    """Values of the tree, shape (n, 32)."""

    @classmethod
    def parse(cls, text: str, name: str = "text") -> Accounts:
        """Return the writes of lines of JSON, an account each. No account occurs twice."""
        if not isinstance(text, str):
            raise TypeError(f"text: str is expected, not {type(text).__name__}")
        found: list[list[bytes]] = [[], [], [], []]
        seen: set[bytes] = set()
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip():
                with _Place(f"{name}:{number}"):
                    _add_account(found, seen, parse_json(line))
        addresses, positions, arguments, values = found
        return cls(_rows(addresses, 20), _rows(positions, 1).reshape(-1), _rows(arguments, 32), _rows(values, 32))

    def keys(self, committer: Committer, *, threads: Threads = None) -> NDArray[np.uint8]:
        """Return the keys of the tree, shape (n, 32)."""
        return tree.keys(committer, self.addresses, self.positions, self.arguments, threads=threads)


class Root(NamedTuple):
    """An entry of ``roots.json``."""

    file: str
    """The name of the file of the block."""
    root: bytes
    """The root of 32 bytes after the block."""
    keys: int | None
    """The number of different keys that the block writes, if the entry has it."""


class Block(NamedTuple):
    """A block of a folder."""

    name: str
    """The name of its file without the ending."""
    writes: Accounts | tuple[NDArray[np.uint8], NDArray[np.uint8]]
    """Writes of accounts (``NAME.jsonl``), or keys and values of shape (n, 32) (``NAME.csv``)."""
    signatures: Signatures | None
    """The signatures, if there is a file ``NAME.signatures.csv``."""
    root: bytes | None
    """The root after the block, if there is a file ``roots.json``."""

    def entries(self, committer: Committer, *, threads: Threads = None) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return the keys and values that the block writes, shape (n, 32) each."""
        if isinstance(self.writes, Accounts):
            return self.writes.keys(committer, threads=threads), self.writes.values
        return self.writes


def read_signatures(file: PathLike) -> Signatures:
    """Read a file ``N.signatures.csv``: a header, and a line for each signature."""
    # As the command reads them: fields have no quotes.
    lines = (line.split(",") for line in _text(file).splitlines())
    header = next(lines, [])
    if header not in (COLUMNS, [*COLUMNS, "public_key"]):
        raise InputError(f"{file}:1: the header is not {','.join(COLUMNS)}, with or without public_key")
    widths = [32, 32, 32, 0, 20, 65][: len(header)]
    columns: list[list[bytes]] = [[] for _ in header]
    for number, line in enumerate(lines, 2):
        with _Place(f"{file}:{number}"):
            if len(line) != len(header):
                raise ValueError(f"{len(line)} fields instead of {len(header)}")
            for column, name, width, text in zip(columns, header, widths, line):
                column.append(_digits(text, width, name) if width else _parity(text))
    hashes, r, s, parity, senders = (_rows(column, width or 1) for column, width in zip(columns, widths[:5]))
    keys = _rows(columns[5], 65) if len(header) == 6 else None
    return Signatures(hashes, np.concatenate([r, s, parity], axis=1), senders, keys)


def read_accounts(file: PathLike) -> Accounts:
    """Read a file ``N.jsonl``: a line of JSON for each account that a block writes."""
    return Accounts.parse(_text(file), str(file))


def read_entries(file: PathLike) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Read a file ``NAME.csv``: lines ``key,value``. Return the keys and the values, shape (n, 32) each."""
    keys, values, seen = [], [], set()
    for number, line in enumerate(_text(file).splitlines(), 1):
        with _Place(f"{file}:{number}"):
            key, comma, value = line.partition(",")
            if not comma:
                raise ValueError("no key and value")
            keys.append(_digits(key, 32, "key"))
            values.append(_digits(value, 32, "value"))
            if keys[-1] in seen:
                raise ValueError("the key occurs twice")
            seen.add(keys[-1])
    return _rows(keys, 32), _rows(values, 32)


def read_roots(folder: PathLike) -> list[Root]:
    """Read ``roots.json`` of a folder: the order of its files, and the roots after them."""
    file = Path(folder) / "roots.json"
    with _Place(str(file)):
        entries = parse_json(_text(file))
        if not isinstance(entries, list):
            raise ValueError("no list")
        found = []
        for entry in entries:
            name, keys = entry["file"], entry.get("keys")
            if not isinstance(name, str) or Path(name).name != name:
                raise ValueError(f"{name!r} is no name of a file in the folder")
            if keys is not None and (not isinstance(keys, int) or isinstance(keys, bool) or keys < 0):
                raise ValueError(f"{name}: keys is no number")
            found.append(Root(name, _digits(entry["root"], 32, "root"), keys))
        names = [root.file for root in found]
        if len(set(names)) < len(names):
            raise ValueError("a file occurs twice")
    return found


def read_blocks(folder: PathLike) -> Iterator[Block]:
    """Iterate over the blocks of a folder, in the order of ``roots.json``, or without it of their numbers."""
    place = Path(folder)
    if (place / "roots.json").exists():
        order: Iterable[tuple[str, bytes | None]] = [(root.file, root.root) for root in read_roots(place)]
    else:
        numbered = [file.name for file in place.glob("*.jsonl") if file.stem.isdecimal()]
        order = [(name, None) for name in sorted(numbered, key=lambda name: int(Path(name).stem))]
        if not numbered:
            raise StoreError(f"folder: {place} has neither roots.json nor files N.jsonl")
    for name, root in order:
        yield read_block(place / name, root)


def read_block(file: PathLike, root: bytes | None = None) -> Block:
    """Read a file ``N.jsonl`` or ``NAME.csv``, and the file of signatures beside it, if there is one."""
    path = Path(file)
    writes = read_accounts(path) if path.suffix == ".jsonl" else read_entries(path)
    signatures = path.with_name(f"{path.stem}.signatures.csv")
    return Block(path.stem, writes, read_signatures(signatures) if signatures.exists() else None, root)


def parse_json(text: str) -> Any:
    """Return the value of JSON, without a name that occurs twice in an object, and with limited nesting."""
    depth = 0
    for bracket in re.findall(r"[][{}]", text):
        depth += 1 if bracket in "[{" else -1
        if depth > NESTING:
            raise ValueError(f"more than {NESTING} levels of JSON")
    return json.loads(text, object_pairs_hook=_object)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name occurs twice in an object")
    return found


def _add_account(found: list[list[bytes]], seen: set[bytes], account: Any) -> None:
    if not isinstance(account, dict):
        raise ValueError("no object")
    address = _digits(account["address"], 20, "address")
    if address in seen:
        raise ValueError(f"the account 0x{address.hex()} occurs twice")
    seen.add(address)
    balance = int.from_bytes(_number(account["balance"], 16, "balance"), "big")

    def add(position: tree.Position, value: bytes, argument: bytes = bytes(32)) -> None:
        for column, item in zip(found, (address, bytes([position]), argument, value)):
            column.append(item)

    nonce = integer(account["nonce"], "nonce", most=2**64 - 1)
    code = _bytes(account.get("code", "0x"), "code")
    code_size = integer(account.get("code_size", len(code)), "code_size", most=2**24 - 1)
    if code and code_size != len(code):
        raise ValueError(f"the code has {len(code)} bytes, not code_size: {code_size}")
    add(tree.Position.BASIC_DATA, tree.basic_data(nonce, balance, code_size))
    add(tree.Position.CODE_HASH, _digits(account["code_hash"], 32, "code_hash"))
    for index, chunk in enumerate(tree.code_chunks(code)):
        add(tree.Position.CODE_CHUNK, bytes(chunk), index.to_bytes(32, "big"))
    slots = set()
    storage = account.get("storage", {})
    if not isinstance(storage, dict):
        raise ValueError("storage: an object is expected")
    for slot, value in storage.items():
        number = _number(slot, 32, "slot")
        if number in slots:
            raise ValueError(f"the slot {slot} occurs twice")
        slots.add(number)
        add(tree.Position.STORAGE, _number(value, 32, "value"), number)


def _digits(text: Any, width: int, name: str) -> bytes:
    """Return the bytes of ``0x`` and two digits for each byte."""
    matched = NUMBER.fullmatch(text) if isinstance(text, str) else None
    if matched is None or len(matched[1]) != 2 * width:
        raise ValueError(f"{name}: 0x and {2 * width} digits are expected")
    return bytes.fromhex(matched[1])


def _bytes(text: Any, name: str) -> bytes:
    """Return the bytes of ``0x`` and two digits for each byte; there may be none."""
    if not isinstance(text, str) or not text.startswith("0x"):
        raise ValueError(f"{name}: 0x and two digits for each byte are expected")
    return _digits(text, len(text) // 2 - 1, name) if len(text) > 2 else b""


def _number(text: Any, width: int, name: str) -> bytes:
    """Return the bytes, big-endian, of ``0x`` and at least one digit."""
    matched = NUMBER.fullmatch(text) if isinstance(text, str) else None
    if matched is None or len(matched[1]) > 2 * width:
        raise ValueError(f"{name}: 0x and one to {2 * width} digits are expected")
    return bytes.fromhex(matched[1].zfill(2 * width))


def _parity(text: str) -> bytes:
    """Return the recovery identifier, 0 to 3, as a byte."""
    if not DECIMAL.fullmatch(text) or int(text) > 3:
        raise ValueError("y_parity: 0 to 3 is expected")
    return bytes([int(text)])


def _rows(items: list[bytes], width: int) -> NDArray[np.uint8]:
    return np.frombuffer(b"".join(items), np.uint8).reshape(-1, width)


def _text(file: PathLike) -> str:
    try:
        return Path(file).read_text("utf-8")
    except OSError as error:
        raise StoreError(f"{os.fspath(file)!r}: {error.strerror or error}") from None
    except ValueError as error:
        # A name with a zero byte, or bytes that are no text.
        raise InputError(f"{os.fspath(file)!r}: {error}") from None


class _Place:
    """Names the place of what is wrong in a file."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, _kind: Any, error: BaseException | None, _trace: Any) -> None:
        """Turn an error of the contents into one that names the place."""
        if isinstance(error, StoreError) or (isinstance(error, InputError) and str(error).startswith(self._place)):
            return
        if isinstance(error, (Error, ValueError, TypeError, AttributeError)):
            raise InputError(f"{self._place}: {error}") from None
        if isinstance(error, KeyError):
            raise InputError(f"{self._place}: {error} is missing") from None
