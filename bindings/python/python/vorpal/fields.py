"""Prime fields: vectors of elements, and exact bounds of Montgomery multiplications.

    >>> from vorpal.fields import Field
    >>> f = Field("bn254_scalar")
    >>> (f.vector([2, 3]) * f.vector([5, 7]) + 1).to_ints()
    [11, 22]

A vector is an array of limbs in Montgomery form, the layout of gnark-crypto and arkworks, which
:func:`vorpal.msm.msm` uses as scalars.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Union, overload

import numpy as np

from vorpal import _vorpal
from vorpal._integers import integer, integers, is_integer
from vorpal._vorpal import ArgumentError, FieldOps, InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    from vorpal._types import Operands, Rows, Threads

    Operand = Union["Vector", int]

__all__ = ["Field", "Vector", "best_schedule", "bounds", "names", "overflow_shares"]

MOST = 2**32
"""The largest number of new elements."""


def names() -> list[str]:
    """Return the names of all fields, such as ``bls12_381_scalar``."""
    return FieldOps.names()


class Field:
    """A prime field: its constants, and the ways to make vectors."""

    __slots__ = {
        "_ops": "The arithmetic on arrays.",
        "bits": "The number of bits of the modulus.",
        "generator": "The smallest generator of the multiplicative group.",
        "limbs": "The number of 64-bit limbs of an element.",
        "modulus": "The modulus.",
        "name": "The name.",
        "two_adicity": "The exponent of 2 in the order of the multiplicative group.",
    }

    def __init__(self, name: str) -> None:
        """Make the field of a name: see :func:`names`."""
        self._ops = FieldOps(name)
        self.name: str = self._ops.name
        self.modulus: int = sum(limb << (64 * i) for i, limb in enumerate(self._ops.modulus))
        self.bits: int = self._ops.bits
        self.limbs: int = self._ops.limbs
        self.generator: int = self._ops.generator
        self.two_adicity: int = self._ops.two_adicity

    def vector(self, values: Iterable[int], *, reduce: bool = False) -> Vector:
        """Make a vector of integers from 0 to the modulus, exclusive, or with ``reduce`` of any integers."""
        modulus, width = self.modulus, 8 * self.limbs
        parts = []
        for i, value in enumerate(integers(values, "values")):
            if not reduce and not 0 <= value < modulus:
                raise InputError(f"values: number {i} is not from 0 to the modulus")
            parts.append((value % modulus).to_bytes(width, "little"))
        return Vector._of(self, self._ops.decode(b"".join(parts)))

    from_ints = vector

    def from_bytes(self, values: Rows, *, threads: Threads = None) -> Vector:
        """Make a vector of canonical integers of 8 limbs bytes each, little-endian, below the modulus."""
        return Vector._of(self, self._ops.decode(values, threads))

    def from_montgomery(self, limbs: NDArray[np.uint64]) -> Vector:
        """Make a vector of limbs in Montgomery form, shape (n, limbs), without a copy. They must not change."""
        self._ops.check(limbs)
        return Vector._of(self, limbs)

    def random(self, count: int, seed: int | None = None) -> Vector:
        """Make a vector of pseudorandom elements, for tests and measurements; not for secrets."""
        width = 8 * self.limbs + 16
        seed = None if seed is None else integer(seed, "seed", most=2**128)
        values = np.random.default_rng(seed).bytes(integer(count, "count", most=MOST) * width)
        return Vector._of(self, self._ops.reduce(values, width))

    def zeros(self, count: int) -> Vector:
        """Make a vector of zeros."""
        return Vector._of(self, np.zeros((integer(count, "count", most=MOST), self.limbs), np.uint64))

    def __reduce__(self) -> tuple[type[Field], tuple[str]]:
        """Pickle the name."""
        return Field, (self.name,)

    def __eq__(self, other: object) -> bool:
        """Tell whether the fields have the same name."""
        return isinstance(other, Field) and self.name == other.name

    def __hash__(self) -> int:
        """Hash the name."""
        return hash(self.name)

    def __repr__(self) -> str:
        """Show the name."""
        return f"Field({self.name!r})"


class Vector:
    """Elements of a field. It does not change.

    ``+``, ``-``, ``*``, ``/`` and ``**`` work element by element. The other operand is a vector of the same length or
    an integer; one of two vectors may have length 1. An exponent is an integer. Division by zero, and
    powers of zero with negative exponents, are errors; :meth:`inverse` maps zero to zero. Vectors can be pickled.
    """

    __slots__ = {
        "field": "The field.",
        "limbs": "The elements in Montgomery form, least significant limb first: uint64, shape (n, limbs).",
    }
    __array_priority__ = 1000
    __array_ufunc__ = None

    field: Field
    limbs: NDArray[np.uint64]

    def __init__(self) -> None:
        """Refuse: a field makes vectors."""
        raise TypeError("vectors are made by Field.vector, from_bytes, from_montgomery, random or zeros")

    @classmethod
    def _of(cls, field: Field, limbs: NDArray[np.uint64]) -> Vector:
        vector = object.__new__(cls)
        vector.field = field
        vector.limbs = limbs.view()
        vector.limbs.flags.writeable = False
        return vector

    def to_ints(self) -> list[int]:
        """Return the elements as integers."""
        data, width = self.to_bytes().tobytes(), 8 * self.field.limbs
        return [int.from_bytes(data[i : i + width], "little") for i in range(0, len(data), width)]

    def to_bytes(self, *, threads: Threads = None) -> NDArray[np.uint8]:
        """Return the elements as canonical integers, little-endian: shape (n, 8 limbs)."""
        return self.field._ops.to_bytes(self.limbs, threads)

    def add(self, other: Operand, *, threads: Threads = None) -> Vector:
        """Add."""
        return self._binary("add", other, threads)

    def sub(self, other: Operand, *, threads: Threads = None) -> Vector:
        """Subtract."""
        return self._binary("sub", other, threads)

    def mul(self, other: Operand, *, threads: Threads = None) -> Vector:
        """Multiply."""
        return self._binary("mul", other, threads)

    def neg(self, *, threads: Threads = None) -> Vector:
        """Negate."""
        return self._of(self.field, self.field._ops.neg(self.limbs, threads))

    def square(self, *, threads: Threads = None) -> Vector:
        """Square."""
        return self._of(self.field, self.field._ops.square(self.limbs, threads))

    def inverse(self, *, threads: Threads = None) -> Vector:
        """Invert, with one inversion for many elements. Zeros remain zero."""
        return self._of(self.field, self.field._ops.inverse(self.limbs, threads))

    def pow(self, exponent: int, *, threads: Threads = None) -> Vector:
        """Raise to a power, an integer. Variable time."""
        if not is_integer(exponent):
            raise TypeError("exponent: an integer is expected")
        base, exponent = self, operator.index(exponent)
        if exponent < 0:
            base, exponent = self._divisor().inverse(threads=threads), -exponent
        digits = exponent.to_bytes((exponent.bit_length() + 7) // 8, "little")
        return self._of(self.field, self.field._ops.pow(base.limbs, digits, threads))

    def sqrt(self, *, threads: Threads = None) -> tuple[Vector, NDArray[np.bool_]]:
        """Return a square root of each element, zero where there is none, and whether there is one: shape (n,)."""
        roots, exists = self.field._ops.sqrt(self.limbs, threads)
        return self._of(self.field, roots), exists

    def legendre(self, *, threads: Threads = None) -> NDArray[np.int8]:
        """Return the Legendre symbols, shape (n,): 0 for zero, 1 for other squares, -1 for non-squares."""
        return self.field._ops.legendre(self.limbs, threads)

    def dot(self, other: Vector) -> int:
        """Return the sum of the products, as an integer."""
        if not isinstance(other, Vector):
            raise TypeError("other: a vector is expected")
        self._check_field(other)
        if len(other) != len(self):
            raise ArgumentError(f"other: {len(other)} elements; self has {len(self)}")
        return self._of(self.field, self.field._ops.dot(self.limbs, other.limbs)).to_ints()[0]

    def sum(self) -> int:
        """Return the sum of the elements, as an integer."""
        return self._of(self.field, self.field._ops.sum(self.limbs)).to_ints()[0]

    def _check_field(self, other: Vector) -> None:
        if self.field != other.field:
            raise ArgumentError(f"other: elements of {other.field.name}, not of {self.field.name}")

    def _operand(self, other: Operand) -> Vector:
        if isinstance(other, Vector):
            self._check_field(other)
            return other
        if not is_integer(other):
            raise TypeError("other: a vector or an integer is expected")
        return self.field.vector([other], reduce=True)

    def _binary(self, op: str, other: Operand, threads: Threads = None) -> Vector:
        one, two = self, self._operand(other)
        swapped = len(one) == 1 != len(two)
        if swapped:
            one, two = two, one
        result = self._of(self.field, self.field._ops.binary(op, one.limbs, two.limbs, threads))
        return result.neg(threads=threads) if swapped and op == "sub" else result

    def _divisor(self) -> Vector:
        zeros = np.flatnonzero(~self.limbs.any(axis=1))
        if zeros.size:
            raise InputError(f"division by zero: number {zeros[0]}")
        return self

    def __reduce__(self) -> tuple[Callable[[str, NDArray[np.uint64]], Vector], tuple[str, NDArray[np.uint64]]]:
        """Pickle the name of the field and the limbs."""
        return _vector, (self.field.name, np.asarray(self.limbs))

    def __len__(self) -> int:
        """Return the number of elements."""
        return len(self.limbs)

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Vector: ...
    def __getitem__(self, index: int | slice) -> int | Vector:
        """Return an element as an integer, or a part as a vector."""
        if isinstance(index, slice):
            if is_integer(index.step) and operator.index(index.step) == 0:
                raise ArgumentError("index: a slice has the step 0")
            return self._of(self.field, np.ascontiguousarray(self.limbs[index]))
        if not is_integer(index):
            raise TypeError(f"index: an integer or a slice is expected, not {type(index).__name__}")
        number = operator.index(index)
        return self._of(self.field, np.ascontiguousarray(self.limbs[number : number + 1 or None])).to_ints()[0]

    def __iter__(self) -> Iterator[int]:
        """Iterate over the elements as integers."""
        return iter(self.to_ints())

    def __eq__(self, other: object) -> bool:
        """Tell whether the fields and all elements are equal."""
        return isinstance(other, Vector) and self.field == other.field and np.array_equal(self.limbs, other.limbs)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Operand) -> Vector:
        """Add."""
        return self._binary("add", other)

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Vector:
        """Subtract."""
        return self._binary("sub", other)

    def __rsub__(self, other: int) -> Vector:
        """Subtract from an integer."""
        return self.neg() + other

    def __mul__(self, other: Operand) -> Vector:
        """Multiply."""
        return self._binary("mul", other)

    __rmul__ = __mul__

    def __truediv__(self, other: Operand) -> Vector:
        """Divide. A zero divisor is an error."""
        return self * self._operand(other)._divisor().inverse()

    def __rtruediv__(self, other: int) -> Vector:
        """Divide an integer. A zero divisor is an error."""
        return self._divisor().inverse() * other

    def __pow__(self, exponent: int) -> Vector:
        """Raise to a power."""
        return self.pow(exponent)

    def __neg__(self) -> Vector:
        """Negate."""
        return self.neg()

    def __repr__(self) -> str:
        """Show the field and the first elements."""
        shown = ", ".join(map(hex, self[:4].to_ints()))
        return f"Vector({self.field.name}, {len(self)} elements: [{shown}{', ...' if len(self) > 4 else ''}])"


def _vector(name: str, limbs: NDArray[np.uint64]) -> Vector:
    """Return a pickled vector. Its elements are checked to be below the modulus."""
    return Field(name).from_montgomery(limbs)


def bounds(modulus: str | int | None = None, *, schedule: str | None = None) -> dict[str, list[Any]]:
    """Return the exact bounds of every named Montgomery strategy as a dict of columns, for ``pandas.DataFrame``.

    ``modulus`` is the name of a field, or an odd number from 3 to 2^2048; None stands for all fields. With
    ``schedule``, such as ``"J2,J1,C"``, only this one, and of all fields those with its number of limbs. The columns:

    * ``field``, ``bits``, ``limbs`` (64-bit limbs n; R = 2^(64 n));
    * ``strategy``, ``schedule``: the name (``given`` if it has none) and the steps, as ``log_jump``, ``J2,J1,C``;
    * ``word_multiplications`` of one multiplication;
    * ``delta``: results are below ``p (a b / (p R) + 1 + delta)``;
    * ``operands_below``: both operands are below ``p``, ``2p`` or ``R``;
    * ``largest``: the largest possible result, an integer; ``multiple``: the same as a multiple of p, rounded;
    * ``subtractions``: the conditional subtractions that make every result canonical;
    * ``overflows``: whether the largest result has more limbs than the modulus;
    * ``witness_multiple``: the result of operands that are near the bound, or None if there are none of n limbs.
    """
    columns = [
        *("field", "bits", "limbs", "strategy", "schedule", "word_multiplications", "delta", "operands_below"),
        *("largest", "multiple", "subtractions", "overflows", "witness_multiple"),
    ]
    table: dict[str, list[Any]] = {column: [] for column in columns}
    moduli = [(name, Field(name).modulus) for name in names()] if modulus is None else [_modulus(modulus)]
    if modulus is None and schedule is not None:
        limbs_of = _vorpal.schedule_limbs(schedule)
        moduli = [(name, p) for name, p in moduli if len(_limbs(p)) == limbs_of]
        if not moduli:
            raise ArgumentError(f"schedule: no field has {limbs_of} limbs")
    for name, p in moduli:
        limbs = _limbs(p)
        for row in _vorpal.bounds_rows(limbs, schedule):
            strategy, steps, multiplications, delta, below, largest, multiple, subtractions, overflows, witness = row
            values = [name, p.bit_length(), len(limbs), strategy, steps, multiplications, delta, below]
            values += [int(largest, 16), multiple, subtractions, overflows, witness]
            for column, value in zip(columns, values):
                table[column].append(value)
    return table


def best_schedule(modulus: str | int, a_below: str = "p", b_below: str = "p") -> dict[str, Any]:
    """Return the cheapest schedule for operands below two limits, as a dict.

    ``modulus`` is the name of a field, or an odd number from 3 to 2^2048. A limit is ``p``, a multiple such as ``2p``,
    ``R`` or a power such as ``2^64``. The entries:

    * ``schedule``, ``word_multiplications``;
    * ``largest``: the largest possible result; ``multiple``: the same as a multiple of p, rounded;
    * ``subtractions``: the conditional subtractions that make every result canonical;
    * ``share``: the expected share of results not below p, for random operands.
    """
    row = _vorpal.best_schedule(_limbs(_modulus(modulus)[1]), a_below, b_below)
    schedule, multiplications, largest, multiple, subtractions, share = row
    return {
        "schedule": schedule,
        "word_multiplications": multiplications,
        "largest": int(largest, 16),
        "multiple": multiple,
        "subtractions": subtractions,
        "share": share,
    }


def _modulus(modulus: str | int) -> tuple[str, int]:
    """Return the name and the modulus of a field, or of a number."""
    if isinstance(modulus, str):
        return modulus, Field(modulus).modulus
    if not is_integer(modulus):
        raise TypeError("modulus: the name of a field or an integer is expected")
    modulus = operator.index(modulus)
    if not 3 <= modulus < 1 << 2048:
        raise ArgumentError("modulus: an odd number of 3 to 2^2048 is expected")
    return hex(modulus), modulus


def _limbs(p: int) -> list[int]:
    """Return the 64-bit limbs of a number, least significant first."""
    return [p >> shift & (1 << 64) - 1 for shift in range(0, p.bit_length(), 64)]


def overflow_shares(
    field: str, *, products: int = 100, samples: int = 2000, operands: Operands = "random", seed: int = 1
) -> dict[str, list[Any]]:
    """Measure how many results of Montgomery multiplications without subtraction are not below the modulus.

    ``field`` is one of BLS12-377, BLS12-381, BN254 or secp256k1, or ``bandersnatch_scalar``. Each of ``samples`` chains
    multiplies a random number below the modulus by ``products`` others, which are below the modulus (``random``), below
    2^64 (``small``) or below R (``unreduced``). Only a result with more limbs than the modulus is reduced. Returns a
    dict of columns: ``strategy``, ``schedule``, ``share`` of last results not below it.
    """
    rows = _vorpal.overflow_shares(field, products=products, samples=samples, operands=operands, seed=seed)
    strategies, schedules, shares = map(list, zip(*rows))
    return {"strategy": strategies, "schedule": schedules, "share": shares}
