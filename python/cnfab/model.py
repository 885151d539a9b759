"""Models built in Python, and problems that were read: solved, listed, counted, encoded, compared and exported."""

from __future__ import annotations

import itertools
import json
import time
from fractions import Fraction
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Optional, Sequence, Union

from . import _cnfab
from ._flatzinc import written
from .expressions import Expression, IntVar, number, sum_of
from .formula import CNFPlus

__all__ = ["Conflicting", "Encoding", "Model", "Problem", "Result", "Solution", "Table", "read"]

Named = Union[str, IntVar]


class Solution(Mapping[Any, int]):
    """The values of one solution: ``solution[x]`` for a variable or its name; of a puzzle ``solution.cells``.

    Truth values are 0 and 1. ``objective`` is the value of the objective, if there is one.
    """

    def __init__(self, problem: Problem, cells: list[int], objective: Optional[int]) -> None:
        self._problem, self.cells, self.objective = problem, cells, objective
        self._values: Optional[dict[str, int]] = None

    def _all(self) -> dict[str, int]:
        if self._values is None:
            inner = self._problem._inner
            self._values = dict(zip(self._problem._names(), inner.values(self.cells)))
        return self._values

    def __getitem__(self, key: Any) -> int:
        if isinstance(key, Expression):
            return value_of(key, self)
        return self._all()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    @property
    def grid(self) -> list[list[int]]:
        """The values as rows, of a puzzle whose values are the cells of a rectangle."""
        shape = self._problem._inner.rectangle()
        if shape is None:
            raise ValueError(f"a solution of {self._problem.kind} is no rectangle of cells")
        rows, columns = shape
        return [self.cells[row * columns : (row + 1) * columns] for row in range(rows)]

    def __str__(self) -> str:
        return self._problem._inner.draw(self.cells)

    def __repr__(self) -> str:
        if self._problem._inner.is_puzzle:
            return self._problem._inner.plain(self.cells)
        return " ".join(f"{name}={value}" for name, value in self._all().items())

    def _repr_svg_(self) -> Optional[str]:
        return self._problem._inner.svg(self.cells)


class Result:
    """The answer of a search. True if there is a solution.

    ``status`` is ``'solution'``, ``'optimal'``, ``'no-solution'`` or ``'unknown'`` if a limit came before the answer;
    ``solution`` is the best one found or None, ``bound`` what no solution is better than, ``statistics`` a dictionary
    of what the search took, in seconds and in steps of its engine.
    """

    def __init__(self, status: str, solution: Optional[Solution], bound: Optional[int], statistics: dict) -> None:
        self.status, self.solution, self.bound, self.statistics = status, solution, bound, statistics

    def __bool__(self) -> bool:
        return self.solution is not None

    def __getitem__(self, key: Any) -> int:
        if self.solution is None:
            raise KeyError(f"{key!r}: there is {self.status}")
        return self.solution[key]

    @property
    def objective(self) -> Optional[int]:
        """The value of the objective of the solution."""
        return self.solution.objective if self.solution is not None else None

    def __repr__(self) -> str:
        shown = f"{self.status}" if self.solution is None else f"{self.status}: {self.solution!r}"
        return shown + (f" (objective {self.objective})" if self.objective is not None else "")


class Table:
    """Rows of a comparison: dictionaries with the fields of ``cnfab compare --json``.

    ``encodings`` has those parts of a row's ``recipe`` in which it differs from another row.
    """

    def __init__(self, rows: Sequence[dict[str, Any]]) -> None:
        recipes = [(row.get("recipe") or "").split(",") for row in rows]
        shared = set.intersection(*told) if (told := [set(parts) for parts in recipes if parts != [""]]) else set()
        self.rows = [
            {**row, "encodings": ",".join(part for part in parts if part not in shared) or ("default" if parts[0] else None)}
            for row, parts in zip(rows, recipes)
        ]

    def to_pandas(self) -> Any:
        """The rows as a ``pandas.DataFrame``."""
        import pandas

        return pandas.DataFrame(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    _COLUMNS = (
        ("strategy", "strategy"), ("encodings", "encodings"), ("outcome", "outcome"), ("solutions", "solutions"),
        ("seconds", "time_total_s"), ("variables", "variables"), ("clauses", "clauses"), ("conflicts", "conflicts"),
    )  # fmt: skip

    def _lines(self) -> list[list[str]]:
        def shown(value: Any) -> str:
            return "" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)

        return [[shown(row.get(field)) for _, field in self._COLUMNS] for row in self.rows]

    def __repr__(self) -> str:
        lines = [[title for title, _ in self._COLUMNS], *self._lines()]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self._COLUMNS))]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        from html import escape

        head = "".join(f"<th>{escape(title)}</th>" for title, _ in self._COLUMNS)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in line) + "</tr>" for line in self._lines()
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class Encoding:
    """A model as clauses, and what its variables stand for.

    ``cnf`` has the clauses, ``contract`` says how many models a solution has, ``var_map`` maps the names of the model's
    variables to dictionaries of their values, each with the literals that all hold where the variable has the value.
    """

    def __init__(self, problem: Problem, encodings: str) -> None:
        made, codes = problem._inner.encode(encodings)
        self.cnf = CNFPlus._of(made, lambda: made)
        self.contract = made.contract
        self.var_map: dict[str, dict[int, list[int]]] = {}
        for own, value, lits in codes:
            name = problem._renamed.get(own, own)
            self.var_map.setdefault(name, {})[value] = lits

    def decode(self, model: Iterable[int]) -> dict[str, int]:
        """The values of the model's variables in a model of the clauses, a list of literals."""
        true = set(model)
        return {
            name: next(value for value, lits in codes.items() if true.issuperset(lits))
            for name, codes in self.var_map.items()
        }

    def __repr__(self) -> str:
        return f"Encoding({len(self.var_map)} variables as {self.cnf!r})"


class Conflicting(NamedTuple):
    """A constraint of a file: its name, its label, the line where it begins, and its text."""

    name: str
    label: str
    line: Optional[int]
    text: str


class _Solvable:
    """What models and problems have in common."""

    def _problem(self) -> Problem:
        raise NotImplementedError

    def solve(
        self,
        strategy: str = "auto",
        encodings: str = "default",
        time_limit: Optional[float] = None,
        seed: int = 0,
        on_better: Optional[Callable[[Solution], Any]] = None,
    ) -> Result:
        """One solution, or a best one if there is an objective.

        :param strategy: as the command line takes it: ``'auto'``, ``'sat:cdcl'``, ``'ilp'``, ``'backtrack'``, ...
        :param encodings: for strategies that encode: ``'linear=mdd,amo=product'``.
        :param time_limit: seconds; without it the search takes as long as it takes.
        :param on_better: is called with each solution that is better than all before, if there is an objective.
        :raises Unsupported: if the strategy or an encoding cannot state the model.
        :raises ValueError: if nothing has the name of the strategy or of an encoding.
        """
        problem = self._problem()
        search = problem._inner.search(strategy, encodings, False, 1, time_limit, False, seed)
        last = None
        while (found := search.next()) is not None:
            last = problem._solution(*found)
            if on_better is not None and last.objective is not None:
                on_better(last)
        status = {
            "complete": "no-solution" if last is None else "solution",
            "stopped": "unknown" if last is None else "solution",
            "optimal": "optimal",
        }.get(search.verdict(), "unknown")
        if status == "unknown" and last is not None and not problem._inner.has_objective:
            status = "solution"
        if status == "solution" and problem._inner.has_objective and search.verdict() == "complete":
            status = "optimal"
        statistics = json.loads(search.statistics())
        if last is not None and last.objective is None:
            last.objective = statistics.get("objective")
        return Result(status, last, search.bound(), statistics)

    def solutions(
        self,
        strategy: str = "auto",
        encodings: str = "default",
        limit: Optional[int] = None,
        time_limit: Optional[float] = None,
    ) -> Iterator[Solution]:
        """Solutions as they are found, all different; of a model with an objective the best ones.

        :raises TimeoutError: if the time is over before all have been listed.
        """
        problem = self._problem()
        search = problem._inner.search(strategy, encodings, False, limit, time_limit, True, 0)
        while (found := search.next()) is not None:
            # On the way to the best ones there are others.
            if found[1] is None:
                yield problem._solution(*found)
        if search.verdict() == "timeout":
            raise TimeoutError("the time is over before all solutions have been listed")

    def count(self, strategy: str = "auto", encodings: str = "default", time_limit: Optional[float] = None) -> Any:
        """The number of solutions, however large. Of a formula whose literals have weights their sum, a ``Fraction``.

        :raises TimeoutError: if the time is over before it is known.
        """
        problem = self._problem()
        search = problem._inner.search(strategy, encodings, True, None, time_limit, True, 0)
        while search.next() is not None:
            pass
        if search.verdict() not in ("complete", "optimal"):
            raise TimeoutError("the time is over before the number is known")
        if not problem._inner.is_weighed:
            return int(search.found())
        weight = search.weight()
        if weight is None:
            raise _cnfab.Unsupported(f"the strategy '{strategy}' does not sum up weights")
        return Fraction(weight)

    def sample(
        self, count: int = 1, seed: int = 0, encodings: str = "default", time_limit: Optional[float] = None
    ) -> list[Solution]:
        """Solutions that are drawn, each equally likely in each draw; none if there is no solution.

        Those of a model with an objective are its best ones, as in :meth:`solutions`.

        The clauses of the model are compiled to a graph that counts them, so draws are exact and fast.

        :raises TimeoutError: if the time is over before they are counted.
        :raises MemoryError: if that takes more than a gigabyte.
        """
        problem = self._problem()
        drawn = _cnfab.sample(problem._inner, count, seed, encodings, time_limit)
        return [problem._solution(cells, None) for cells in drawn]

    def candidates(self, time_limit: Optional[float] = None) -> Any:
        """The values that each variable takes in some solution: a dictionary by names, of a puzzle a list by cells.

        :returns: all empty if there is no solution.
        :raises TimeoutError: if the time is over before they are known.
        """
        problem = self._problem()
        cells = _cnfab.values_of_cells(problem._inner, time_limit)
        if problem._inner.is_puzzle:
            return cells
        if not cells:
            return {name: [] for name in problem._names()}
        # What is no cell of its own follows from one.
        width = max(map(len, cells))
        rows = [[values[min(place, len(values) - 1)] for values in cells] for place in range(width)]
        columns = zip(*(problem._inner.values(row) for row in rows))
        return {name: sorted(set(values)) for name, values in zip(problem._names(), columns)}

    def encode(self, encodings: str = "default") -> Encoding:
        """The model as clauses."""
        return Encoding(self._problem(), encodings)

    def export(self, format: str = "dimacs", encodings: str = "default") -> str:
        """The model as the text of another program's format: ``dimacs``, ``opb``, ``lp``, ``mps``, ``wcnf``."""
        return self._problem()._inner.export(format, encodings).decode()

    def compare(
        self,
        strategies: Union[str, Sequence[str]] = ("sat",),
        encodings: str = "default",
        time_limit: Optional[float] = 10.0,
        limit: Optional[int] = None,
    ) -> Table:
        """Runs of every strategy by every encoding: ``encodings='linear=*'`` is one run for each encoding of sums.

        :param time_limit: seconds for each run.
        :param limit: the number of solutions that are wanted; all if not given.
        """
        wanted = [strategies] if isinstance(strategies, str) else list(strategies)
        rows = self._problem()._inner.compare(wanted, encodings, time_limit, limit)
        return Table([json.loads(row) for row in rows])


class Problem(_Solvable):
    """A puzzle or a model that was read from a file or a text."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._listed: Optional[list[str]] = None
        # The names of a model that was built are those of its variables.
        self._renamed: dict[str, str] = {}

    def _problem(self) -> Problem:
        return self

    def _names(self) -> list[str]:
        if self._listed is None:
            self._listed = [self._renamed.get(name, name) for name in self._inner.names()]
        return self._listed

    def _solution(self, cells: list[int], objective: Optional[int]) -> Solution:
        return Solution(self, cells, objective)

    @property
    def kind(self) -> str:
        """The kind of the puzzle, or the format of the model."""
        return self._inner.kind

    @property
    def name(self) -> str:
        """The name of the file."""
        return self._inner.name

    def judge(self, time_limit: Optional[float] = None) -> str:
        """Whether it has no solution, one, or several: ``'none'``, ``'one'`` or ``'several'``.

        :raises TimeoutError: if the time is over before that is known.
        """
        found = 0
        for _ in self.solutions(limit=2, time_limit=time_limit):
            found += 1
        return ("none", "one", "several")[found]

    def why(self, smallest: bool = False, hard: Iterable[str] = (), time_limit: Optional[float] = None) -> list[Conflicting]:
        """Constraints of a model's file that contradict each other, none of which can be left out.

        :param smallest: whether no other such set is smaller.
        :param hard: names or labels of constraints that always hold.
        :returns: the constraints as the file has them; none if there is a solution.
        :raises ValueError: for puzzles.
        :raises TimeoutError: if the time is over before.
        """
        which = "smallest" if smallest else "one"
        found = _cnfab.conflicts(self._inner, which, list(hard), time_limit)
        return [Conflicting(*names) for names in found[0]] if found else []

    def conflicts(self, hard: Iterable[str] = (), time_limit: Optional[float] = None) -> list[list[Conflicting]]:
        """All minimal sets of constraints that contradict each other, as :meth:`why` has one."""
        found = _cnfab.conflicts(self._inner, "all", list(hard), time_limit)
        return [[Conflicting(*names) for names in one] for one in found]

    def check(self, cells: Sequence[int]) -> Optional[str]:
        """What is wrong with a solution, by the rules alone; None if nothing is."""
        return self._inner.violation(list(cells))

    def __str__(self) -> str:
        return self._inner.draw()

    def __repr__(self) -> str:
        variables, constraints = self._inner.size()
        return f"Problem({self.name!r}, {self.kind}: {variables} variables, {constraints} constraints)"

    def _repr_svg_(self) -> Optional[str]:
        return self._inner.svg()


def read(source: Any, format: Optional[str] = None) -> Union[Problem, list[Problem]]:
    """A problem from a file or a text: a puzzle, DIMACS, WCNF, OPB, FlatZinc, XCSP3, LP or MPS; compressed files, too.

    :param source: the path of a file, or the text itself if it has several lines.
    :param format: of a text that does not tell by itself what it is: ``'wcnf'``, ``'mps'``, ...
    :returns: the problem, or a list of them if there are several puzzles.
    :raises ParseError: if it cannot be read; with ``line`` and ``column``.
    :raises FileNotFoundError: if there is no such file.
    """
    text = str(source)
    if format is not None:
        if "\n" not in text:
            with open(text, encoding="utf-8") as file:
                return Problem(_cnfab.Problem.of_text(file.read(), format, text))
        return Problem(_cnfab.Problem.of_text(text, format, format))
    found = _cnfab.Problem.read(text, "text") if "\n" in text else _cnfab.Problem.open(text)
    problems = [Problem(inner) for inner in found]
    return problems[0] if len(problems) == 1 else problems


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

    def why(self, time_limit: Optional[float] = None) -> list[tuple[Expression, Optional[str]]]:
        """Constraints that contradict each other, none of which can be left out, each with its name.

        U. Junker, "QuickXplain: Preferred Explanations and Relaxations for Over-Constrained Problems", AAAI 2004: halves
        of the constraints are left out at once where that is possible.

        :returns: none if there is a solution.
        :raises TimeoutError: if the time is over before.
        """
        end = None if time_limit is None else time.monotonic() + time_limit

        def contradicts(constraints: list[tuple[Expression, Optional[str]]]) -> bool:
            part = Model(self.name)
            part.variables, part.constraints = self.variables, constraints
            left = None if end is None else max(end - time.monotonic(), 0.001)
            status = part.solve(time_limit=left).status
            if status == "unknown":
                raise TimeoutError("the time is over before a minimal set is known")
            return status == "no-solution"

        def needed(kept: list, has_new: bool, others: list) -> list:
            if has_new and contradicts(kept):
                return []
            if len(others) == 1:
                return others
            first, second = others[: len(others) // 2], others[len(others) // 2 :]
            of_second = needed(kept + first, True, second)
            of_first = needed(kept + of_second, bool(of_second), first)
            return of_first + of_second

        if not contradicts(self.constraints):
            return []
        return needed([], False, list(self.constraints))

    def to_flatzinc(self) -> str:
        """The model as FlatZinc."""
        return written(self.variables, self.constraints, self.objective)[0]

    def _problem(self) -> Problem:
        if self._built is None:
            text, names = written(self.variables, self.constraints, self.objective)
            problem = Problem(_cnfab.Problem.of_text(text, "flatzinc", self.name))
            problem._renamed = {names[id(var)]: var.name for var in self.variables}
            self._built = problem
        return self._built

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


_VALUES: dict[str, Callable[..., Any]] = {
    "times": lambda a, b: a * b,
    "div": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "mod": lambda a, b: (abs(a) % abs(b)) * (-1 if a < 0 else 1),
    "pow": lambda a, b: a**b,
    "abs": abs,
    "max": max,
    "min": min,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    "and": lambda *args: all(args),
    "or": lambda *args: any(args),
    "xor": lambda *args: sum(map(bool, args)) % 2 == 1,
    "iff": lambda a, b: bool(a) == bool(b),
    "not": lambda a: not a,
}


def value_of(expression: Any, solution: Mapping[str, int]) -> int:
    """The value of an expression in a solution."""
    if not isinstance(expression, Expression):
        return expression
    if isinstance(expression, IntVar):
        return solution[expression.name]
    kind, args = expression.kind, expression.args
    if kind == "sum":
        return sum(factor * value_of(term, solution) for factor, term in args)
    if kind == "in":
        return int(value_of(args[0], solution) in args[1])
    if kind == "element":
        return value_of(args[0][value_of(args[1], solution)], solution)
    if kind in ("count", "nvalue", "all_different"):
        values = [value_of(term, solution) for term in args[0]]
        if kind == "count":
            return values.count(value_of(args[1], solution))
        return len(set(values)) if kind == "nvalue" else int(len(set(values)) == len(values))
    if kind not in _VALUES:
        raise ValueError(f"'{expression!r}' is no expression of which the value is asked")
    return int(_VALUES[kind](*(value_of(arg, solution) for arg in args)))
