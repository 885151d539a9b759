"""Formulas in clausal form and pools of variables, in the shape of ``pysat.formula``."""

from __future__ import annotations

import json
from typing import Any, Callable, Hashable, Iterable, Iterator, Optional, TextIO

__all__ = ["CNFPlus", "IDPool"]


class IDPool:
    """Numbers of variables for objects of any kind.

    :param start_from: the smallest number that is given out, at least 1.
    :param occupied: intervals ``[start, stop]`` of numbers that are never given out.
    :param with_neg: whether ``-obj`` has the opposite number; of objects that have ``__neg__``.

    ``top`` is the highest number that was given out. Source of the interface: ``pysat.formula.IDPool``.
    """

    def __init__(self, start_from: int = 1, occupied: Iterable[Iterable[int]] = (), with_neg: bool = False) -> None:
        self.restart(start_from, occupied, with_neg)

    def restart(self, start_from: int = 1, occupied: Iterable[Iterable[int]] = (), with_neg: bool = False) -> None:
        """Forget everything and begin again."""
        if start_from < 1:
            raise ValueError(f"found start_from={start_from}, expected at least 1")
        self.top = start_from - 1
        self.obj2id: dict[Hashable, int] = {}
        self.id2obj: dict[int, Hashable] = {}
        self.with_neg = with_neg
        self._occupied: list[tuple[int, int]] = []
        for start, stop in occupied:
            self.occupy(start, stop)

    def id(self, obj: Optional[Hashable] = None) -> int:
        """The number of an object, a new one if it has none; without an object a new number of nothing."""
        if obj is None:
            return self._next()
        if obj in self.obj2id:
            return self.obj2id[obj]
        number = self._next()
        self.obj2id[obj], self.id2obj[number] = number, obj
        if self.with_neg and hasattr(obj, "__neg__"):
            opposite = -obj  # type: ignore[operator]
            self.obj2id[opposite], self.id2obj[-number] = -number, opposite
        return number

    def obj(self, vid: int) -> Optional[Hashable]:
        """The object that has this number, or None."""
        return self.id2obj.get(vid)

    def occupy(self, start: int, stop: int) -> None:
        """Never give out the numbers from ``start`` to ``stop``, both included."""
        if stop >= start:
            self._occupied.append((start, stop))
            self._occupied.sort()

    def _next(self) -> int:
        self.top += 1
        while self._occupied and self._occupied[0][0] <= self.top:
            self.top = max(self.top, self._occupied[0][1] + 1)
            del self._occupied[0]
        return self.top

    def __repr__(self) -> str:
        return f"IDPool(start_from={self.top + 1}, occupied={[list(pair) for pair in self._occupied]})"


class CNFPlus:
    """Clauses, and at-most constraints that a solver takes as they are.

    ``clauses`` are lists of nonzero integers, ``atmosts`` are ``[literals, bound]`` or ``[literals, bound, weights]``,
    ``nv`` is the highest number of a variable and ``comments`` are lines for :meth:`to_fp`.

    What an encoder returns has more: :attr:`contract`, :meth:`meaning`, :meth:`to_numpy`, and its own judges:
    :meth:`size`, :meth:`audit` and :meth:`certify`. Source of the interface: ``pysat.formula.CNFPlus``.
    """

    def __init__(self, from_clauses: Optional[Iterable[Iterable[int]]] = None) -> None:
        self.nv = 0
        self.comments: list[str] = []
        self.atmosts: list[list[Any]] = []
        self._clauses: list[list[int]] = []
        self._made: Any = None
        # How to make it again with meanings, and the constraint that it states.
        self._again: Optional[Callable[[], Any]] = None
        self._meanings: Optional[dict[int, str]] = None
        self._stated: Optional[Callable[[], Any]] = None
        self.contract: Optional[str] = None
        for clause in from_clauses or ():
            self.append(clause)

    @classmethod
    def _of(cls, made: Any, again: Callable[[], Any]) -> CNFPlus:
        """A formula of the library; ``again`` makes it with meanings."""
        formula = cls()
        formula.nv, formula.contract = made.top, made.contract
        formula._made, formula._again = made, again
        return formula

    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, as lists of literals."""
        if self._made is not None:
            self._clauses, self._made = self._made.clauses(), None
        return self._clauses

    @clauses.setter
    def clauses(self, clauses: list[list[int]]) -> None:
        self._clauses, self._made = clauses, None

    def to_numpy(self) -> Any:
        """The literals of all clauses as one array of 32-bit integers, each clause with a 0 behind it.

        No Python object is made for a literal. Needs ``numpy``.
        """
        import numpy

        if self._made is not None:
            return numpy.frombuffer(self._made.flat(), dtype=numpy.intc)
        return numpy.array([lit for clause in self._clauses for lit in (*clause, 0)], dtype=numpy.intc)

    def meaning(self, var: int) -> Optional[str]:
        """When an auxiliary variable that the encoder made is true, such as ``'1 + 2 + 3 >= 2'``; None for others.

        An encoding that does not define its variables has a name there, such as ``'commander[0,1]'``.
        """
        if self._meanings is None:
            self._meanings = dict(self._again().meanings()) if self._again is not None else {}
        return self._meanings.get(abs(var))

    def _constraint(self) -> Any:
        if self._stated is None:
            raise ValueError("expected a formula that an encoder has made for one constraint")
        return self._stated()

    def size(self) -> Optional[dict[str, Optional[int]]]:
        """The size that the encoding has by the formula of the literature, where there is one for the constraint.

        :returns: ``auxiliaries``, ``clauses`` and ``literals``, of which the last may be None; or None.
        :raises ValueError: if no encoder has made the formula.
        """
        found = self._constraint().size()
        return None if found is None else dict(zip(("auxiliaries", "clauses", "literals"), found))

    def audit(self, time_limit: Optional[float] = None) -> dict[str, Any]:
        """Measure the clauses: size, truth, models per solution, strength of unit propagation.

        Nothing here asks the encoder: solutions are listed from the constraint alone. Each value of a constraint's
        variables is tried if there are not too many, else some of them.

        :param time_limit: seconds.
        :returns: the fields of ``cnfab audit --json``. ``fault`` says what is wrong, ``unproven`` what was only sampled;
            both are None if the clauses are proven to state the constraint. Values are in the order of the literals.
        :raises TimeoutError: if the time is over before.
        :raises ValueError: if no encoder has made the formula, or it has at-most constraints.
        """
        constraint = self._constraint()
        if self.atmosts:
            raise ValueError("an audit is about clauses, and there are at-most constraints")
        return json.loads(constraint.audit(self.clauses, self.contract, time_limit))

    def certify(
        self, folder: Optional[str] = None, checker: str = "veripb", time_limit: Optional[float] = None
    ) -> int:
        """Prove that the encoding means the constraint, for any number of literals, and have VeriPB check the proofs.

        :param folder: where the proofs are kept, a folder that is made; without it they are not kept.
        :param checker: the program that checks.
        :param time_limit: seconds.
        :returns: the number of proofs, all of which the checker has accepted.
        :raises Unsupported: if there is no proof.
        :raises FileNotFoundError: if the checker does not run.
        :raises FileExistsError: if the folder is there already.
        :raises RuntimeError: if the checker refuses a proof.
        :raises TimeoutError: if the time is over before.
        """
        return self._constraint().certify(folder, checker, time_limit)

    def append(self, clause: Iterable[Any], is_atmost: bool = False) -> None:
        """Add a clause, or an at-most constraint ``[literals, bound]`` or ``[literals, bound, weights]``."""
        if is_atmost:
            constraint = list(clause)
            self.nv = max([abs(lit) for lit in constraint[0]] + [self.nv])
            self.atmosts.append(constraint)
        else:
            lits = list(clause)
            self.nv = max([abs(lit) for lit in lits] + [self.nv])
            self.clauses.append(lits)

    def extend(self, formula: Any) -> None:
        """Add everything of another formula, or of a list of clauses."""
        for clause in getattr(formula, "clauses", formula):
            self.append(clause)
        for constraint in getattr(formula, "atmosts", ()) or ():
            self.append(constraint, is_atmost=True)

    def copy(self) -> CNFPlus:
        """A formula of its own with the same clauses."""
        other = CNFPlus()
        other.nv, other.comments, other.contract = self.nv, list(self.comments), self.contract
        other._clauses = [list(clause) for clause in self.clauses]
        other.atmosts = [list(constraint) for constraint in self.atmosts]
        other._again, other._stated, other._meanings = self._again, self._stated, self._meanings
        return other

    def to_fp(self, file_pointer: TextIO, comments: Optional[Iterable[str]] = None) -> None:
        """Write DIMACS; with at-most constraints the extended form ``p cnf+`` of MiniCard."""
        for line in [*self.comments, *(comments or ())]:
            file_pointer.write(line if line.startswith("c") else f"c {line}")
            file_pointer.write("\n")
        form = "cnf+" if self.atmosts else "cnf"
        file_pointer.write(f"p {form} {self.nv} {len(self.clauses) + len(self.atmosts)}\n")
        for clause in self.clauses:
            file_pointer.write(" ".join(map(str, clause)) + " 0\n" if clause else "0\n")
        for lits, bound, *weights in self.atmosts:
            if weights:
                terms = " ".join(f"{weight}*{lit}" for weight, lit in zip(weights[0], lits))
                file_pointer.write(f"w {terms} <= {bound}\n")
            else:
                file_pointer.write(" ".join(map(str, lits)) + f" <= {bound}\n")

    def to_file(self, fname: str, comments: Optional[Iterable[str]] = None) -> None:
        """Write DIMACS to a file, which is replaced."""
        with open(fname, "w", encoding="utf-8") as file:
            self.to_fp(file, comments)

    def to_dimacs(self) -> str:
        """The text of :meth:`to_fp`."""
        from io import StringIO

        text = StringIO()
        self.to_fp(text)
        return text.getvalue().rstrip("\n")

    def __iter__(self) -> Iterator[list[Any]]:
        yield from self.clauses
        yield from self.atmosts

    def __len__(self) -> int:
        return (len(self._made) if self._made is not None else len(self._clauses)) + len(self.atmosts)

    def __bool__(self) -> bool:
        # Solvers of PySAT ask for it before they look into a formula.
        return True

    def __copy__(self) -> CNFPlus:
        return self.copy()

    def __deepcopy__(self, _: Any) -> CNFPlus:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        # What can be pickled: the clauses, and not how they were made; meanings if somebody has asked for them.
        return {**self.__dict__, "_clauses": self.clauses, "_made": None, "_again": None, "_stated": None}

    def __repr__(self) -> str:
        shown = f"CNFPlus({self.nv} variables, {len(self) - len(self.atmosts)} clauses"
        return shown + (f", {len(self.atmosts)} at-most constraints)" if self.atmosts else ")")
