"""Cardinality constraints as clauses, in the shape of ``pysat.card``.

A script that uses ``pysat.card`` changes its import only::

    from cnfab.card import CardEnc, EncType
    cnf = CardEnc.equals(lits=[1, 2, 3, 4], bound=2, encoding=EncType.totalizer)

Every encoding of cnfab is there as well, by its name: ``encoding="modulo-totalizer(4)"`` for counts, and
``encoding="amo:commander(3)"`` for at-most-ones. ``cnfab.encodings("card")`` lists them with sizes and sources.

What differs on purpose: more than all literals cannot be true, so ``atleast`` and ``equals`` are unsatisfiable formulas
there, not errors. ``equals`` has one counter. ``top_id`` beside ``vpool`` is a ``ValueError``. A totalizer that is merged
into another one is empty.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Iterable, Optional, Union

from . import _cnfab
from ._cnfab import NoSuchEncodingError
from ._encoders import Sum, described, literals, made, name, unmade
from .formula import CNFPlus, IDPool

__all__ = ["CardEnc", "EncType", "ITotalizer", "ISeqCounter", "NoSuchEncodingError", "UnsupportedBound"]


class UnsupportedBound(ValueError):
    """An encoding of at-most-ones was asked for another bound."""


class EncType:
    """The encodings by the numbers that PySAT has given them."""

    pairwise = 0
    seqcounter = 1
    sortnetwrk = 2
    cardnetwrk = 3
    bitwise = 4
    ladder = 5
    totalizer = 6
    mtotalizer = 7
    kmtotalizer = 8
    native = 9


_NAMES = {
    EncType.pairwise: "amo:pairwise",
    EncType.seqcounter: "sequential",
    EncType.sortnetwrk: "sorting-network",
    EncType.cardnetwrk: "cardinality-network",
    EncType.bitwise: "amo:bitwise",
    EncType.ladder: "amo:ladder",
    EncType.totalizer: "totalizer",
    EncType.mtotalizer: "modulo-totalizer",
    EncType.kmtotalizer: "modulo-totalizer",
    EncType.native: "native",
}


def _encode(
    cmp: str,
    lits: Iterable[int],
    bound: int = 1,
    top_id: Optional[int] = None,
    vpool: Optional[IDPool] = None,
    encoding: Union[int, str] = EncType.seqcounter,
) -> CNFPlus:
    given = literals(lits)
    if bound < 0:
        raise ValueError(f"found the bound {bound}, expected at least 0")
    by = name(encoding, _NAMES, NoSuchEncodingError)
    if by == "native":
        return _native(given, cmp, bound, top_id, vpool)
    count = Sum(given, [1] * len(given), cmp, bound, [])
    if by.startswith("amo:"):
        return _at_most_one(count, top_id, vpool, by)
    return made(_counter(given, cmp, bound, by), given, top_id, vpool, lambda: count.stated(f"card={by}"))


class CardEnc:
    """Counts of true literals as clauses.

    :param lits: literals, nonzero integers; one that comes twice counts twice.
    :param bound: the number that is compared with, at least 0.
    :param top_id: the highest number of a variable that is in use; new ones are larger.
    :param vpool: instead of it a pool that gives the numbers.
    :param encoding: a number of :class:`EncType`, or a name such as ``"totalizer"`` or ``"amo:product"``.
    :raises ValueError: for a negative bound, for 0 as a literal, or if both ``top_id`` and ``vpool`` are given.
    :raises NoSuchEncodingError: if no encoding has the number or the name.
    :raises UnsupportedBound: if an at-most-one is asked for another bound.
    """

    atmost = staticmethod(described(partial(_encode, "<="), "At most ``bound`` of the literals are true."))
    atleast = staticmethod(described(partial(_encode, ">="), "At least ``bound`` of the literals are true."))
    equals = staticmethod(
        described(partial(_encode, "="), "Exactly ``bound`` of the literals are true; one counter serves both directions.")
    )


def _native(lits: list[int], cmp: str, bound: int, top_id: Optional[int], vpool: Optional[IDPool]) -> CNFPlus:
    formula = unmade(lits, top_id, vpool)
    if cmp != ">=":
        formula.atmosts.append([list(lits), bound])
    if cmp != "<=":
        formula.atmosts.append([[-lit for lit in lits], len(lits) - bound])
    return formula


def _at_most_one(count: Sum, top_id: Optional[int], vpool: Optional[IDPool], by: str) -> CNFPlus:
    """What at-most-ones and clauses can state: at most none, one, all but one, or all; and the same of opposites."""
    lits, _, cmp, bound, _ = count
    formula = unmade(lits, top_id, vpool)
    formula._stated = stated = lambda: count.stated(f"amo={by[4:]}")
    opposite = [-lit for lit in lits]
    sides = ([(lits, bound)] if cmp != ">=" else []) + ([(opposite, len(lits) - bound)] if cmp != "<=" else [])
    for side, most in sides:
        if most < 0:
            formula.append([])
        elif most == 0:
            formula.extend([[-lit] for lit in side])
        elif most == len(side) - 1:
            formula.append([-lit for lit in side])
        elif most == 1:
            used = None if vpool is not None else formula.nv
            amo = made(_counter(side, "<=", 1, by), side, used, vpool, stated)
            formula.extend(amo)
            formula.contract, formula._again = amo.contract, amo._again
            formula.nv = max(formula.nv, amo.nv)
        elif most < len(side):
            raise UnsupportedBound(f"{by[4:]} states at most one of some literals, not {cmp} {bound} of {len(side)}")
    return formula


def _counter(lits: list[int], cmp: str, bound: int, by: str) -> Callable[[int, list[tuple[int, int]], bool], Any]:
    return lambda top, occupied, meanings: _cnfab.count(lits, cmp, bound, by, top, occupied, meanings)


class ITotalizer:
    """A count whose bound, literals and size may grow: a totalizer that keeps its outputs.

    ``rhs[k]`` is true if more than ``k`` of the literals are, so ``-rhs[k]``, assumed or as a clause, is "at most k".
    ``cnf`` has all clauses, ``nof_new`` says how many of them the last call added, ``top_id`` is the highest variable.
    Source: R. Martins, S. Joshi, V. Manquinho, I. Lynce, "Incremental Cardinality Constraints for MaxSAT", CP 2014.

    :param lits: the literals that are counted.
    :param ubound: the largest bound that will be asked for.
    :param top_id: the highest number of a variable that is in use.
    """

    def __init__(self, lits: Iterable[int] = (), ubound: int = 1, top_id: Optional[int] = None) -> None:
        self.new(lits, ubound, top_id)

    def new(self, lits: Iterable[int] = (), ubound: int = 1, top_id: Optional[int] = None) -> None:
        """Begin again with these literals."""
        self.lits = literals(lits)
        self.ubound = ubound
        self.top_id = max([abs(lit) for lit in self.lits] + [top_id or 0])
        self.cnf = CNFPlus()
        self.cnf.nv = self.top_id
        self.rhs: list[int] = []
        self.nof_new = 0
        self._count = _cnfab.Totalizer(self.lits, self.top_id)
        # The clauses of it that ``cnf`` has got.
        self._given = 0
        self._grow(ubound)

    def increase(self, ubound: int = 1, top_id: Optional[int] = None) -> None:
        """Ask for larger bounds; new variables come behind ``top_id``."""
        self.top_id = max(self.top_id, top_id or 0)
        self.ubound = max(self.ubound, ubound)
        self._grow(self.ubound)

    def extend(self, lits: Iterable[int] = (), ubound: Optional[int] = None, top_id: Optional[int] = None) -> None:
        """Count further literals, too; ``rhs`` is another one then. Literals that are counted already are passed."""
        known = set(self.lits)
        further = [lit for lit in dict.fromkeys(literals(lits)) if lit not in known]
        self.top_id = max([abs(lit) for lit in further] + [self.top_id, top_id or 0])
        self.ubound = max(self.ubound, ubound or 0)
        if further:
            self.lits += further
            self._count.extend(further)
        self._grow(self.ubound)

    def merge_with(self, another: ITotalizer, ubound: Optional[int] = None, top_id: Optional[int] = None) -> None:
        """Count what another one counts, too, and use its clauses; that one is empty then.

        :raises ValueError: if it is the same one.
        """
        if another is self:
            raise ValueError("a totalizer is not merged with itself")
        self.top_id = max(self.top_id, another.top_id, top_id or 0)
        self.ubound = max(self.ubound, another.ubound, ubound or 0)
        self.lits += another.lits
        self._count.merge(another._count)
        another.delete()
        self._grow(self.ubound)

    def _grow(self, ubound: int) -> None:
        try:
            self.rhs = self._count.increase(ubound, self.top_id)
        except ValueError:
            # It has no variables for what it would have.
            self.delete()
            raise
        added = self._count.clauses(self._given)
        self._given += len(added)
        self.cnf.clauses.extend(added)
        self.nof_new = len(added)
        self.top_id = self.cnf.nv = max(self.top_id, self._count.top)

    def delete(self) -> None:
        """Forget everything."""
        self.lits, self.rhs, self.cnf, self.nof_new = [], [], CNFPlus(), 0
        self.top_id = self.ubound = self._given = 0
        self._count = _cnfab.Totalizer([], 0)

    def __enter__(self) -> ITotalizer:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()


class ISeqCounter:
    """A sequential counter that keeps its registers, whose bound may grow.

    ``rhs[k]`` is true if more than ``k`` of the literals are; :meth:`get_constraint` has the same for the first
    literals only. Source: C. Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005.

    :param lits: the literals that are counted.
    :param ubound: the largest bound that will be asked for, at least 0.
    :param top_id: the highest number of a variable that is in use.
    """

    def __init__(self, lits: Iterable[int] = (), ubound: int = 1, top_id: Optional[int] = None) -> None:
        self.new(lits, ubound, top_id)

    def new(self, lits: Iterable[int] = (), ubound: int = 1, top_id: Optional[int] = None) -> None:
        """Begin again with these literals."""
        if ubound < 0:
            raise ValueError(f"found the bound {ubound}, expected at least 0")
        self.lits = literals(lits)
        self.ubound = ubound
        self.top_id = max([abs(lit) for lit in self.lits] + [top_id or 0])
        self.cnf = CNFPlus()
        self.cnf.nv = self.top_id
        self.rhs: list[int] = []
        self.nof_new = 0
        # By number of literals that came before and number of true ones: "more than k of the first".
        self._more: list[list[int]] = [[] for _ in range(len(self.lits) + 1)]
        self.increase(ubound)

    def increase(self, ubound: int = 1, top_id: Optional[int] = None) -> None:
        """Ask for larger bounds; new variables come behind ``top_id``."""
        self.top_id = max(self.top_id, top_id or 0)
        before = len(self.cnf)
        bounds = range(len(self.rhs), min(ubound, len(self.lits) - 1) + 1)
        if self.top_id + sum(len(self.lits) - k for k in bounds) >= 2**31:
            raise ValueError("found more variables than numbers of 31 bits, expected at most those")
        self.ubound = max(self.ubound, ubound)
        for k in bounds:
            for place in range(k + 1, len(self.lits) + 1):
                self._register(place, k)
            self.rhs = self._more[-1]
        self.cnf.nv = self.top_id
        self.nof_new = len(self.cnf) - before

    def _register(self, place: int, k: int) -> None:
        """The variable that is true if more than ``k`` of the first ``place`` literals are."""
        self.top_id += 1
        self._more[place].append(self.top_id)
        lit = self.lits[place - 1]
        if place > k + 1:
            self.cnf.append([-self._more[place - 1][k], self.top_id])
        self.cnf.append([-lit, self.top_id] if k == 0 else [-lit, -self._more[place - 1][k - 1], self.top_id])

    def get_constraint(self, prefix_len: int, bound: int) -> Optional[int]:
        """The literal that is true if more than ``bound`` of the first ``prefix_len`` literals are, if there is one."""
        if 0 <= bound < len(self.rhs) and bound < prefix_len <= len(self.lits):
            return self._more[prefix_len][bound]
        return None

    def delete(self) -> None:
        """Forget everything."""
        self.lits, self.rhs, self.cnf, self.nof_new, self._more = [], [], CNFPlus(), 0, [[]]
        self.top_id = self.ubound = 0

    def __enter__(self) -> ISeqCounter:
        return self

    def __exit__(self, *_: object) -> None:
        self.delete()
