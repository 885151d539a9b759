"""Pseudo-Boolean constraints as clauses, in the shape of ``pysat.pb``.

A script that uses ``pysat.pb`` changes its import only. Every encoding of cnfab is there by its name as well, such as
``encoding="ggt(1)"``; ``cnfab.encodings("linear")`` lists them with sizes and sources.

What differs on purpose: a sum of no terms is 0, so ``PBEnc.geq([], bound=3)`` cannot hold. ``equals`` is stated by one
encoding of both directions. Native constraints refuse conditionals, and ``top_id`` beside ``vpool`` is a ``ValueError``.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Iterable, Optional, Union

from . import _cnfab
from ._cnfab import NoSuchEncodingError
from ._encoders import Sum, described, literals, made, name, unmade
from .formula import CNFPlus, IDPool

__all__ = ["PBEnc", "EncType", "NoSuchEncodingError"]


class EncType:
    """The encodings by the numbers that PySAT has given them."""

    best = 0
    bdd = 1
    seqcounter = 2
    sortnetwrk = 3
    adder = 4
    binmerge = 5
    native = 6
    watchdog = 7
    totalizer = 8
    mixedradix = 9


_NAMES = {
    EncType.best: "ggpw(1)",
    EncType.bdd: "mdd",
    EncType.seqcounter: "gswc",
    EncType.sortnetwrk: "sorters",
    EncType.adder: "adder",
    EncType.binmerge: "binary-merge",
    EncType.native: "native",
    EncType.watchdog: "ggpw",
    EncType.totalizer: "ggt",
    EncType.mixedradix: "mixed-radix",
}


def _encode(
    cmp: str,
    lits: Iterable[Any],
    weights: Optional[Iterable[int]] = None,
    bound: int = 1,
    top_id: Optional[int] = None,
    vpool: Optional[IDPool] = None,
    encoding: Union[int, str] = EncType.best,
    conditionals: Optional[Iterable[int]] = None,
) -> CNFPlus:
    if bound < 0:
        raise ValueError(f"found the bound {bound}, expected at least 0")
    by = name(encoding, _NAMES, NoSuchEncodingError)
    given, conditions = list(lits), literals(conditionals or ())
    factors = list(weights if weights is not None else ())
    if not factors and all(isinstance(term, (list, tuple)) for term in given):
        given, factors = [lit for lit, _ in given], [weight for _, weight in given]
    elif not factors:
        factors = [1] * len(given)
    given = literals(given)
    if len(factors) != len(given):
        raise ValueError(f"found {len(factors)} weights, expected {len(given)} as there are literals")
    if by == "native":
        return _native(given, factors, cmp, bound, top_id, vpool, conditions)
    return made(
        lambda top, occupied, meanings: _cnfab.pseudo_boolean(
            given, factors, cmp, bound, by, top, occupied, conditions, meanings
        ),
        given + conditions,
        top_id,
        vpool,
        lambda: Sum(given, factors, cmp, bound, conditions).stated(f"linear={by}"),
    )


class PBEnc:
    """Sums of weights of true literals as clauses.

    :param lits: literals, or pairs of a literal and its weight.
    :param weights: a weight for each literal, integers; all 1 if not given. An encoding may refuse sums of over 31 bits,
        ``adder`` takes 56.
    :param bound: the number that is compared with, at least 0.
    :param top_id: the highest number of a variable that is in use; new ones are larger.
    :param vpool: instead of it a pool that gives the numbers.
    :param encoding: a number of :class:`EncType`, or a name such as ``"ggpw"``.
    :param conditionals: literals; the constraint holds wherever all of them are true.
    :raises ValueError: for a negative bound, for 0 as a literal, for literals and weights that do not match, or if both
        ``top_id`` and ``vpool`` are given.
    :raises NoSuchEncodingError: if no encoding has the number or the name.
    :raises cnfab.Unsupported: if the encoding cannot state the sum.
    """

    leq = staticmethod(described(partial(_encode, "<="), "The weights of the true literals add up to at most ``bound``."))
    atmost = leq
    geq = staticmethod(described(partial(_encode, ">="), "The weights of the true literals add up to at least ``bound``."))
    atleast = geq
    equals = staticmethod(
        described(partial(_encode, "="), "The weights of the true literals add up to exactly ``bound``.")
    )


def _native(
    lits: list[int],
    weights: list[int],
    cmp: str,
    bound: int,
    top_id: Optional[int],
    vpool: Optional[IDPool],
    conditions: list[int],
) -> CNFPlus:
    if conditions:
        raise ValueError("native constraints have no conditionals")
    formula = unmade(lits, top_id, vpool)
    if cmp != ">=":
        formula.atmosts.append([list(lits), bound, list(weights)])
    if cmp != "<=":
        formula.atmosts.append([[-lit for lit in lits], sum(weights) - bound, list(weights)])
    return formula
