"""Multi-scalar multiplication: sums of multiples of points on BLS12-377, BLS12-381 and BN254 (G1).

:class:`Bases` are read once and used in many sums; with tables (:meth:`Bases.prepare`) sums take less time.
:func:`plan` tells what :func:`msm` will do. :func:`partial` computes a part of a sum, for several machines.

The type of scalars tells their format: rows of 32 bytes below the order (``byteorder`` ``little`` or ``big``),
``uint64`` of shape (n, 4) (limbs in Montgomery form, least significant first, as gnark-crypto and arkworks store them),
a :class:`vorpal.fields.Vector` of the curve's scalar field, or integers: a list of numbers below the order, or an array
of shape (n,) of any type of integers but ``uint8``, whose rows are bytes. Such ``uint64`` integers are not copied. All
sums take variable time. Points, partial sums and bases without tables can be pickled.
"""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Callable, Union

import numpy as np

from vorpal import _vorpal
from vorpal._integers import integers, is_integer, words
from vorpal._vorpal import ArgumentError, Bases, InputError, Partial, Plan, Point
from vorpal.fields import Field, Vector

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vorpal._types import Algorithm, ByteOrder, Bytes, Curve, Rows, Threads, Trust

    Scalars = Union[Rows, Sequence[int], NDArray[np.integer[Any]], Vector]
    Progress = Union[Callable[[int, int], Any], Any, None]

__all__ = ["Bases", "Partial", "Plan", "Point", "job", "msm", "partial", "plan"]


def scalars_of(curve: str, scalars: Any) -> Any:
    """Return scalars as the extension reads them: a vector's limbs, and integers as ``uint64`` or as limbs."""
    expected = f"{curve}_scalar"
    if isinstance(scalars, Vector):
        if scalars.field.name != expected:
            raise ArgumentError(f"scalars: elements of {scalars.field.name}; {expected} is expected")
        return scalars.limbs
    if isinstance(scalars, np.ndarray):
        if scalars.ndim == 1 and scalars.dtype.kind in "iu" and scalars.dtype not in (np.uint8, np.uint64):
            return words(scalars, "scalars")
        if scalars.ndim != 1 or scalars.dtype.kind != "O":
            return scalars
    elif not isinstance(scalars, range) and not (isinstance(scalars, (list, tuple)) and any(map(is_integer, scalars))):
        return scalars
    field, numbers = Field(expected), integers(scalars, "scalars")
    wrong = next((i for i, number in enumerate(numbers) if not 0 <= number < field.modulus), None)
    if wrong is not None:
        raise InputError(f"scalars: number {wrong} is not below the order")
    return np.array(numbers, np.uint64) if max(numbers, default=0) < 1 << 64 else field.vector(numbers).limbs


def _scalars(bases: Bases, scalars: Scalars) -> Rows | NDArray[np.uint64]:
    if not isinstance(bases, Bases):
        raise TypeError(f"bases: Bases are expected, not {type(bases).__name__}")
    found: Rows | NDArray[np.uint64] = scalars_of(bases.curve, scalars)
    return found


def _point(curve: Curve, limbs: NDArray[np.uint64]) -> Point:
    return Point.from_montgomery(limbs, curve=curve)


def _bases(curve: Curve, limbs: NDArray[np.uint64], trust: Trust) -> Bases:
    return Bases.from_montgomery(limbs, curve=curve, trust=trust)


def _partial(curve: Curve, encoded: bytes) -> Partial:
    return Partial.from_bytes(encoded, curve=curve)


copyreg.pickle(Point, lambda point: (_point, (point.curve, point.to_montgomery())))
copyreg.pickle(Bases, lambda bases: (_bases, (bases.curve, bases.to_montgomery(), bases.trust)))
copyreg.pickle(Partial, lambda part: (_partial, (part.curve, part.to_bytes())))


def _progress(progress: Progress) -> Callable[[int, int], Any] | None:
    """Turn a progress bar, or its method ``update``, into a function of the additions done and expected."""
    if progress is None:
        return None
    bar = progress
    if getattr(progress, "__name__", None) == "update":
        bar = getattr(progress, "__self__", progress)
    if hasattr(bar, "update") and hasattr(bar, "total") and hasattr(bar, "n"):

        def report(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        return report
    if callable(progress):
        return progress
    raise TypeError("progress: a function of two integers, or a progress bar of tqdm, is expected")


def msm(
    bases: Bases,
    scalars: Scalars,
    *,
    byteorder: ByteOrder = "little",
    progress: Progress = None,
    threads: Threads = None,
    algorithm: Algorithm = None,
    endomorphism: bool | None = None,
    width: int | None = None,
    memory: int | None = None,
) -> Point:
    """Compute the sum of ``scalars[i] bases[i]`` over as many bases as there are scalars.

    ``progress`` is a function that is called from time to time, on the calling thread, with the numbers of point
    additions done and expected, and once at the end with two equal numbers; or a progress bar of tqdm, or its method
    ``update``. The sum is cancelled if the function returns False (:class:`vorpal.CancelledError`) or raises, and by an
    interrupt (Ctrl+C).

    The planner chooses the options that are None: ``algorithm``, ``endomorphism`` (whether scalars are split),
    ``width`` (of windows, 2 to 16 bits), ``memory`` (in bytes). Bases with tables have none of these options.
    """
    return _vorpal.msm(
        bases,
        _scalars(bases, scalars),
        byteorder=byteorder,
        progress=_progress(progress),
        threads=threads,
        algorithm=algorithm,
        endomorphism=endomorphism,
        width=width,
        memory=memory,
    )


def plan(
    bases: Bases,
    scalars: Scalars,
    *,
    byteorder: ByteOrder = "little",
    threads: Threads = None,
    algorithm: Algorithm = None,
    endomorphism: bool | None = None,
    width: int | None = None,
    memory: int | None = None,
) -> Plan:
    """Return the plan of :func:`msm` for the same arguments. :meth:`Plan.explain` describes it.

    Bases with tables have no plan for each sum; :meth:`Bases.explain` describes the tables.
    """
    return _vorpal.plan(
        bases,
        _scalars(bases, scalars),
        byteorder=byteorder,
        threads=threads,
        algorithm=algorithm,
        endomorphism=endomorphism,
        width=width,
        memory=memory,
    )


def job(bases: Bases, scalars: Scalars, *, byteorder: ByteOrder = "little", threads: Threads = None) -> bytes:
    """Return the identifier of a sum: 32 bytes that all its parts carry. Any other name of 32 bytes will do as well."""
    return _vorpal.job(bases, _scalars(bases, scalars), byteorder=byteorder, threads=threads)


def partial(
    bases: Bases,
    scalars: Scalars,
    *,
    job: Bytes,
    terms: int,
    bits: int = 256,
    first_term: int = 0,
    first_bit: int = 0,
    end_bit: int | None = None,
    byteorder: ByteOrder = "little",
    progress: Progress = None,
    threads: Threads = None,
) -> Partial:
    """Compute a part of the sum ``job`` of ``terms`` terms with integers of up to ``bits`` bits, at most 256.

    The part has the bits from ``first_bit`` to ``end_bit``, exclusive (None: ``bits``), of the terms from number
    ``first_term`` on. These terms are the first bases and the scalars of the call.
    """
    return _vorpal.partial(
        bases,
        _scalars(bases, scalars),
        job=job,
        terms=terms,
        bits=bits,
        first_term=first_term,
        first_bit=first_bit,
        end_bit=end_bit,
        byteorder=byteorder,
        progress=_progress(progress),
        threads=threads,
    )
