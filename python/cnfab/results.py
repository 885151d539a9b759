"""What searches come to: solutions, results, and tables of runs."""

from __future__ import annotations

import json
from functools import cached_property
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence

from .expressions import Expression, IntVar, folded

if TYPE_CHECKING:
    from .problem import Problem

__all__ = ["Result", "Solution", "Table", "value_of"]


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

    def __init__(self, status: str, solution: Optional[Solution], bound: Optional[int], statistics: str) -> None:
        self.status, self.solution, self.bound = status, solution, bound
        self._text = statistics

    @cached_property
    def statistics(self) -> dict[str, Any]:
        """What the search took."""
        return json.loads(self._text)

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

    def value(one: Expression, of_part: Callable[[Any], Any]) -> int:
        if isinstance(one, IntVar):
            return solution[one.name]
        kind, args = one.kind, one.args
        if kind == "sum":
            return sum(factor * of_part(term) for factor, term in args)
        if kind == "in":
            return int(of_part(args[0]) in args[1])
        if kind == "element":
            place = of_part(args[1])
            if place < 0:
                raise IndexError(f"'{one!r}' has no entry {place}")
            return of_part(args[0][place])
        if kind in ("count", "nvalue", "all_different", "all_equal"):
            values = [of_part(term) for term in args[0]]
            if kind == "count":
                return values.count(of_part(args[1]))
            different = len(set(values))
            return different if kind == "nvalue" else int(different == (len(values) if kind == "all_different" else 1))
        if kind not in _VALUES:
            raise ValueError(f"'{one!r}' is no expression of which the value is asked")
        return int(_VALUES[kind](*map(of_part, args)))

    return folded(expression, value)
