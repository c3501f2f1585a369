"""Contexts, which have no effect: no operation has a state."""

from __future__ import annotations

from vorpal._vorpal import ArgumentError
from vorpal.coincurve.flags import CONTEXT_FLAGS, CONTEXT_NONE


class Context:
    """A context. Operations take constant time without a seed, so all contexts are equivalent."""

    def __init__(self, seed: bytes | None = None, flag: int = CONTEXT_NONE, name: str = "") -> None:
        """A context with a name. ``seed`` is not used; a ``flag`` that is not in ``CONTEXT_FLAGS`` is an error."""
        if flag not in CONTEXT_FLAGS:
            raise ArgumentError(f"{flag} is an invalid context flag.")
        self.name = name

    def reseed(self, seed: bytes | None = None) -> None:
        """Do nothing: there is no state."""

    def __repr__(self) -> str:
        """The name."""
        return self.name or super().__repr__()


GLOBAL_CONTEXT = Context(name="GLOBAL_CONTEXT")
"""The context that functions use by default."""
