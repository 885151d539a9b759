"""What counts and sums have in common: numbers of variables, names of encodings."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Iterable, NamedTuple, Optional, TypeVar, Union

from . import _cnfab
from .expressions import number
from .formula import CNFPlus, IDPool

Method = TypeVar("Method", bound=partial)


def described(method: Method, text: str) -> Method:
    """A function for one comparison, with its docstring."""
    method.__doc__ = text
    return method


class Sum(NamedTuple):
    """A sum of weights of true literals that compares with a bound, wherever all of the conditions hold."""

    lits: list[int]
    weights: list[int]
    cmp: str
    bound: int
    conditions: list[int]

    def stated(self, encoding: str) -> Any:
        """It with the encoding that states it, such as ``'card=totalizer'``."""
        return _cnfab.Constraint(*self, encoding)


def made(
    encode: Callable[[int, list[tuple[int, int]], bool], Any],
    literals: Iterable[int],
    top_id: Optional[int],
    vpool: Optional[IDPool],
    stated: Callable[[], Any],
) -> CNFPlus:
    """What an encoder makes behind the highest number in use, outside of what a pool has occupied."""
    if top_id and vpool is not None:
        raise ValueError("use either a top id or a pool of variables, but not both")
    highest = max((abs(lit) for lit in literals), default=0)
    if vpool is None:
        top, occupied = max(highest, top_id or 0), []
    else:
        # Intervals of PySAT's own pools are lists.
        top, occupied = max(highest, vpool.top), [(start, stop) for start, stop in vpool._occupied]
    formula = CNFPlus._of(encode(top, occupied, False), lambda: encode(top, occupied, True))
    formula._stated = stated
    raised(vpool, formula.nv)
    return formula


def raised(vpool: Optional[IDPool], top: int) -> None:
    """Has a pool give out numbers behind this one only. Pools of PySAT have the same two attributes."""
    if vpool is not None and vpool.top < top:
        vpool.top = top
        vpool._occupied = [interval for interval in vpool._occupied if interval[1] > top]


def literals(lits: Iterable[Any]) -> list[int]:
    """Literals as integers of Python.

    :raises TypeError: if one is no integer.
    :raises ValueError: if one is 0, or too large.
    """
    checked = [number(lit) for lit in lits]
    for lit in checked:
        if lit == 0 or abs(lit) >= 2**31:
            raise ValueError(f"{lit} is no literal")
    return checked


def unmade(lits: Iterable[int], top_id: Optional[int], vpool: Optional[IDPool]) -> CNFPlus:
    """A formula over these literals without new variables."""
    formula = CNFPlus()
    formula.nv = max([abs(lit) for lit in lits] + [top_id or 0, vpool.top if vpool is not None else 0])
    raised(vpool, formula.nv)
    return formula


def name(encoding: Union[int, str], names: dict[int, str], error: type[Exception]) -> str:
    """The encoding's name among ours."""
    if isinstance(encoding, str):
        return encoding
    if encoding not in names:
        raise error(f"found encoding {encoding}, expected one of {sorted(names)} or a name")
    return names[encoding]
