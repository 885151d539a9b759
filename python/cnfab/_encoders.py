"""What counts and sums have in common: numbers of variables, names of encodings."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional, Union

from .formula import CNFPlus, IDPool


def made(
    encode: Callable[[int, list[tuple[int, int]], bool], Any],
    literals: Iterable[int],
    top_id: Optional[int],
    vpool: Optional[IDPool],
) -> CNFPlus:
    """What an encoder makes behind the highest number in use, outside of what a pool has occupied."""
    if top_id and vpool is not None:
        raise ValueError("use either a top id or a pool of variables, but not both")
    highest = max((abs(lit) for lit in literals), default=0)
    if max(highest, top_id or 0) >= 2**31:
        raise ValueError(f"found the variable {max(highest, top_id or 0)}, expected less than 2^31")
    if vpool is None:
        top, occupied = max(highest, top_id or 0), []
    else:
        # Intervals of PySAT's own pools are lists.
        top, occupied = max(highest, vpool.top), [(start, stop) for start, stop in vpool._occupied]
    formula = CNFPlus._of(encode(top, occupied, False), lambda: encode(top, occupied, True))
    if vpool is not None:
        while vpool.top < formula.nv:
            vpool._next()
    return formula


def name(encoding: Union[int, str], names: dict[int, str], error: type[Exception]) -> str:
    """The encoding's name among ours."""
    if isinstance(encoding, str):
        return encoding
    if encoding not in names:
        raise error(f"found encoding {encoding}, expected one of {sorted(names)} or a name")
    return names[encoding]
