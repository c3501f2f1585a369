"""Integers of callers: those of Python and of NumPy. Errors name the argument."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from vorpal._vorpal import ArgumentError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray


def is_integer(value: Any) -> bool:
    """Whether a value is an integer of Python or of NumPy, and no truth value."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    return hasattr(value, "__index__") and not isinstance(value, (np.ndarray, np.bool_))


def integer(value: Any, name: str, least: int = 0, most: int = 2**63 - 1) -> int:
    """Return an integer from ``least`` to ``most``."""
    if not is_integer(value):
        raise TypeError(f"{name}: an integer is expected, not {type(value).__name__}")
    number = operator.index(value)
    if not least <= number <= most:
        raise ArgumentError(f"{name}: {shown(number)}; {least} to {most} are possible")
    return number


def shown(number: int) -> str:
    """Return the decimal digits of a number, or for a very long one the number of its bits."""
    return str(number) if number.bit_length() <= 256 else f"a number of {number.bit_length()} bits"


def integers(values: Iterable[Any], name: str) -> list[int]:
    """Return a list, an array or another sequence of integers as integers of Python."""
    if hasattr(values, "to_pylist"):
        values = values.to_pylist()
    found = []
    for i, value in enumerate(values):
        if value is np.ma.masked:
            raise InputError(f"{name}: number {i} is masked")
        if not is_integer(value):
            raise TypeError(f"{name}: number {i} is no integer")
        found.append(operator.index(value))
    return found


def words(array: NDArray[Any], name: str) -> NDArray[np.uint64]:
    """Return an array of integers of any width and byte order, shape (n,), as ``uint64``. No value may be hidden."""
    hidden = np.flatnonzero(np.ma.getmaskarray(array))
    if len(hidden):
        raise InputError(f"{name}: number {hidden[0]} is masked")
    negative = np.flatnonzero(np.asarray(array) < 0)
    if len(negative):
        raise InputError(f"{name}: number {negative[0]} is negative")
    return np.ascontiguousarray(np.asarray(array), np.uint64)
