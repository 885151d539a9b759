"""What there is: encodings, strategies, and new puzzles."""

from __future__ import annotations

from typing import Optional

from . import _cnfab
from .expressions import natural
from .problem import Problem, read

__all__ = ["encodings", "generate", "strategies"]


def encodings(name: str) -> dict[str, str]:
    """The encodings of a class, such as ``'amo'``, ``'card'`` or ``'linear'``, each with one line about it.

    :raises ValueError: if there is no such class.
    """
    return dict(_cnfab.encodings(name))


def strategies() -> dict[str, str]:
    """The strategies, each with one line about it."""
    return dict(_cnfab.strategies())


def generate(kind: str, seed: int = 0, time_limit: Optional[float] = None) -> Problem:
    """A new puzzle of a kind, of the usual size, with one solution; the same for the same seed.

    :param time_limit: seconds.
    :raises ValueError: if there is no such kind.
    :raises TimeoutError: if the time is over before.
    """
    made = read(_cnfab.generate(kind, natural(seed, "seed"), time_limit))
    assert isinstance(made, Problem)
    return made
