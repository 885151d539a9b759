"""Models built in Python, which are asked all that :mod:`cnfab.problem` answers."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from typing import Any, Iterable, Optional, Sequence

from . import _cnfab
from ._cnfab import ParseError
from ._flatzinc import written
from .expressions import Expression, IntVar, number, sum_of
from .problem import Encoding, Problem, _Solvable

__all__ = ["Model"]


class Model(_Solvable):
    """Integer variables, constraints with names, and perhaps an objective.

    >>> m = Model()
    >>> x, y = m.int_var(0, 9, "x"), m.int_var(0, 9, "y")
    >>> m.add(x + 2 * y <= 7, name="load")
    x + 2*y <= 7
    >>> m.maximize(x * y)
    >>> m.solve().objective
    6
    """

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self.variables: list[IntVar] = []
        self.constraints: list[tuple[Expression, Optional[str]]] = []
        self.objective: Optional[tuple[str, Expression]] = None
        self._built: Optional[Problem] = None
        self._names: set[str] = set()

    def int_var(self, lb: Any, ub: Optional[int] = None, name: Optional[str] = None) -> IntVar:
        """An integer variable: from ``lb`` to ``ub``, both included, or with the values of a list ``lb``.

        :raises ValueError: if it has no value, or one that is not of 32 bits, or another variable has the name.
        """
        values = [(number(lb), number(ub))] if ub is not None else _intervals(lb)
        if not values or any(low > high for low, high in values):
            raise ValueError("found no values, expected at least one")
        if values[0][0] < -(2**31) or values[-1][1] >= 2**31:
            raise ValueError(f"found values from {values[0][0]} to {values[-1][1]}, expected 32 bits")
        return self._variable(values, name, False)

    def bool_var(self, name: Optional[str] = None) -> IntVar:
        """A variable that is true or false, which count as 1 and 0."""
        return self._variable([(0, 1)], name, True)

    def int_vars(self, count: int, lb: Any, ub: Optional[int] = None, name: str = "x") -> list[IntVar]:
        """Several integer variables: ``x[0]``, ``x[1]``, ..."""
        return [self.int_var(lb, ub, f"{name}[{index}]") for index in range(count)]

    def bool_vars(self, count: int, name: str = "b") -> list[IntVar]:
        """Several truth values: ``b[0]``, ``b[1]``, ..."""
        return [self.bool_var(f"{name}[{index}]") for index in range(count)]

    def _variable(self, domain: Sequence[tuple[int, int]], name: Optional[str], truth: bool) -> IntVar:
        names = self._names
        if name is not None and not isinstance(name, str):
            raise TypeError(f"found the name {name!r}, expected a string")
        if name is None:
            name = next(free for count in itertools.count(len(names) + 1) if (free := f"v{count}") not in names)
        if name in names:
            raise ValueError(f"there is a variable {name!r} already")
        names.add(name)
        var = IntVar(name, domain, truth)
        self.variables.append(var)
        self._built = None
        return var

    def add(self, constraint: Any, name: Optional[str] = None) -> Any:
        """What has to be true: an expression, or a list of them. ``name`` is its label for encodings and questions."""
        if isinstance(constraint, (list, tuple)):
            for one in constraint:
                self.add(one, name)
            return constraint
        if name is not None and not all(char.isprintable() and char not in '"\\' for char in name):
            raise ValueError(f"found the name {name!r}, expected printable characters without quotes and backslashes")
        if not isinstance(constraint, Expression):
            number(constraint)
        self.constraints.append((constraint, name))
        self._built = None
        return constraint

    def _post(self, kind: str, args: Sequence[Any], name: Optional[str]) -> Expression:
        return self.add(Expression(kind, args), name)

    def add_all_different(self, terms: Iterable[Any], name: Optional[str] = None) -> Expression:
        """No two of the terms have the same value."""
        return self._post("all_different", [list(terms)], name)

    def add_table(self, terms: Iterable[Any], rows: Iterable[Sequence[int]], name: Optional[str] = None) -> Expression:
        """The terms have the values of one of the rows."""
        return self._post("table", _checked_table(terms, rows), name)

    def add_circuit(self, successors: Iterable[Any], name: Optional[str] = None) -> Expression:
        """Going from each place to its successor, places counted from 0, is one circuit through all of them."""
        return self._post("circuit", [list(successors)], name)

    def add_element(self, index: Any, entries: Sequence[Any], value: Any, name: Optional[str] = None) -> Expression:
        """The entry with this index, from 0, has the value."""
        return self.add(Expression("element", [list(entries), index]) == value, name)

    def add_cumulative(
        self, starts: Sequence[Any], durations: Sequence[Any], demands: Sequence[Any], capacity: Any,
        name: Optional[str] = None,
    ) -> Expression:  # fmt: skip
        """At no time do the demands of the tasks that run add up to more than the capacity."""
        return self._post("cumulative", [list(starts), list(durations), list(demands), capacity], name)

    def add_no_overlap(self, starts: Sequence[Any], durations: Sequence[Any], name: Optional[str] = None) -> Expression:
        """No two tasks run at the same time."""
        return self._post("disjunctive", [list(starts), list(durations)], name)

    def add_regular(
        self, terms: Sequence[Any], transitions: Sequence[tuple[Any, int, Any]], start: Any, accepting: Sequence[Any],
        name: Optional[str] = None,
    ) -> Expression:  # fmt: skip
        """The values of the terms lead from the start to an accepting state, by triples of state, value and state."""
        return self._post("regular", [list(terms), list(transitions), start, list(accepting)], name)

    def add_cardinality(
        self, terms: Sequence[Any], values: Sequence[int], counts: Sequence[Any], closed: bool = False,
        name: Optional[str] = None,
    ) -> Expression:  # fmt: skip
        """Each of the values is taken as often as its count says; with ``closed`` there are no others."""
        return self._post("cardinality", [list(terms), list(values), list(counts), closed], name)

    def minimize(self, objective: Any) -> None:
        """Ask for a solution with the smallest value."""
        self._aim("minimize", objective)

    def maximize(self, objective: Any) -> None:
        """Ask for a solution with the largest value."""
        self._aim("maximize", objective)

    def _aim(self, sense: str, objective: Any) -> None:
        self.objective = (sense, objective if isinstance(objective, Expression) else sum_of([objective]))
        self._built = None

    def why(
        self, smallest: bool = False, hard: Iterable[str] = (), time_limit: Optional[float] = None
    ) -> list[tuple[Expression, Optional[str]]]:
        """Constraints that contradict each other, none of which can be left out, each with its name.

        One solver answers about all sets of constraints that are tried, and keeps what it learns (A. Belov, J.
        Marques-Silva, "Accelerating MUS extraction with recursive model rotation", FMCAD 2011).

        :param smallest: whether no other such set is smaller.
        :param hard: names of constraints that always hold.
        :param time_limit: seconds.
        :returns: none if there is a solution.
        :raises ValueError: if no constraint has a name that always holds.
        :raises TimeoutError: if the time is over before.
        """
        found = self._contradicting("smallest" if smallest else "one", hard, time_limit)
        return found[0] if found else []

    def conflicts(
        self, hard: Iterable[str] = (), time_limit: Optional[float] = None
    ) -> list[list[tuple[Expression, Optional[str]]]]:
        """All minimal sets of constraints that contradict each other, as :meth:`why` has one."""
        return self._contradicting("all", hard, time_limit)

    def _contradicting(
        self, which: str, hard: Iterable[str], time_limit: Optional[float]
    ) -> list[list[tuple[Expression, Optional[str]]]]:
        kept = list(hard)
        if unknown := set(kept).difference(name for _, name in self.constraints if name is not None):
            raise ValueError(f"found the names {sorted(unknown)}, expected names of constraints")
        text, _, lines = written(self.variables, self.constraints, apart=True)
        inner = self._read(text, lines)
        found = _cnfab.conflicts(inner, which, kept, time_limit, lines)
        return [[self.constraints[bisect_right(lines, line or 0) - 1] for _, _, line, _ in one] for one in found]

    def encode(self, encodings: str = "default") -> Encoding:
        """The model as clauses."""
        return Encoding(self._problem(), encodings, (name for _, name in self.constraints if name is not None))

    def to_flatzinc(self) -> str:
        """The model as FlatZinc."""
        return written(self.variables, self.constraints, self.objective).text

    def _problem(self) -> Problem:
        if self._built is None:
            text, names, lines = written(self.variables, self.constraints, self.objective)
            problem = Problem(self._read(text, lines))
            problem._renamed = {names[id(var)]: var.name for var in self.variables}
            self._built = problem
        return self._built

    def _read(self, text: str, lines: list[int]) -> _cnfab.Problem:
        """The model that its text states; what the library refuses is told of the constraint."""
        try:
            return _cnfab.Problem.of_text(text, "flatzinc", self.name)
        except ParseError as error:
            place = bisect_right(lines, error.line) - 1
            of = f"the constraint '{self.constraints[place][0]!r}'" if place >= 0 else "the model"
            why = str(error).partition(f"column {error.column}: ")[2] or str(error)
            raise ValueError(f"{of} cannot be stated: {why}") from None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_built": None}

    def __repr__(self) -> str:
        return f"Model({self.name!r}: {len(self.variables)} variables, {len(self.constraints)} constraints)"


def _intervals(values: Iterable[int]) -> list[tuple[int, int]]:
    intervals: list[tuple[int, int]] = []
    for value in sorted({number(value) for value in values}):
        if intervals and intervals[-1][1] == value - 1:
            intervals[-1] = (intervals[-1][0], value)
        else:
            intervals.append((value, value))
    return intervals


def _checked_table(terms: Iterable[Any], rows: Iterable[Sequence[int]]) -> list[Any]:
    columns, listed = list(terms), [list(row) for row in rows]
    for row in listed:
        if len(row) != len(columns):
            raise ValueError(f"found a row of {len(row)} values, expected {len(columns)}")
    return [columns, listed]
