"""Problems that were read: solved, listed, counted, encoded, compared, proved, explained and exported."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence, Union

from . import _cnfab
from .expressions import natural
from .formula import CNFPlus
from .results import Result, Solution, Table

__all__ = ["Conflicting", "Encoding", "Explanation", "Problem", "read"]


class Encoding:
    """A model as clauses, and what its variables stand for.

    ``cnf`` has the clauses, ``contract`` says how many models a solution has, ``var_map`` maps the names of the model's
    variables to dictionaries of their values, each with the literals that all hold where the variable has the value.
    ``order_map`` does so with the literal that holds where the variable is at most the value, of the values for which the
    clauses have such a literal: all but the last one with ``domain=order``.
    ``cnf.meaning`` says when the variables of the clauses are true.
    """

    def __init__(self, problem: Problem, encodings: str, labels: Iterable[str] = ()) -> None:
        made, codes, steps = problem._inner.encode(encodings)
        self.cnf = CNFPlus._of(made, lambda: problem._inner.encode(encodings, True)[0])
        self.contract = made.contract
        # By name or label, from which clause to which.
        self._parts: dict[str, list[range]] = {label: [] for label in labels}
        for label, first, end in made.origins():
            if label:
                self._parts.setdefault(problem._renamed.get(label, label), []).append(range(first, end))
        self.var_map: dict[str, dict[int, list[int]]] = {}
        for own, value, lits in codes:
            name = problem._renamed.get(own, own)
            self.var_map.setdefault(name, {})[value] = lits
        self.order_map: dict[str, dict[int, int]] = {name: {} for name in self.var_map}
        for own, value, lit in steps:
            self.order_map[problem._renamed.get(own, own)][value] = lit

    def clauses_of(self, name: str) -> list[list[int]]:
        """The clauses that state the constraints with this label, or the values of the variable with this name.

        None may be left of a constraint that only narrows values, as these are narrowed before clauses are made.

        :raises KeyError: if nothing has the name.
        """
        return [self.cnf.clauses[place] for part in self._parts[name] for place in part]

    def decode(self, model: Iterable[int]) -> dict[str, int]:
        """The values of the model's variables in a model of the clauses, a list of literals.

        :raises ValueError: if a variable has no value in it.
        """
        true = set(model)
        values: dict[str, int] = {}
        for name, codes in self.var_map.items():
            found = next((value for value, lits in codes.items() if true.issuperset(lits)), None)
            if found is None:
                raise ValueError(f"the literals give {name!r} no value, so they are no model of the clauses")
            values[name] = found
        return values

    def __repr__(self) -> str:
        return f"Encoding({len(self.var_map)} variables as {self.cnf!r})"


class Conflicting(NamedTuple):
    """A constraint of a file: its name, its label, the line where it begins, and its text."""

    name: str
    label: str
    line: Optional[int]
    text: str


class Explanation(NamedTuple):
    """Steps from which the solution follows: their sentences as text.

    ``end`` is ``'solved'``, ``'open'`` if nothing more follows and there are several solutions, ``'none'`` if there is no
    solution, or ``'more'`` if there are further steps. Each of ``steps`` is a dictionary with ``technique``, ``level``,
    ``rules``, ``used``, ``facts`` and ``text``, as of ``cnfab explain --json``. ``grade`` has ``level`` and ``technique``
    of the hardest step, and more; None if there is no solution.
    """

    end: str
    steps: list[dict[str, Any]]
    grade: Optional[dict[str, Any]]

    def __str__(self) -> str:
        return "\n".join(f"{number}. {step['text']}" for number, step in enumerate(self.steps, 1))


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
        search = problem._inner.search(strategy, encodings, False, 1, time_limit, False, natural(seed, "seed"))
        last = None
        while (found := search.next()) is not None:
            last = problem._solution(*found)
            if on_better is not None and last.objective is not None:
                on_better(last)
        verdict, has_objective = search.verdict(), problem._inner.has_objective
        if verdict == "optimal" or verdict == "complete" and last is not None and has_objective:
            status = "optimal"
        elif verdict == "complete" and last is None:
            status = "no-solution"
        elif last is not None and (verdict in ("complete", "stopped") or not has_objective):
            status = "solution"
        else:
            status = "unknown"
        result = Result(status, last, search.bound(), search.statistics())
        if last is not None and last.objective is None and has_objective:
            last.objective = result.statistics.get("objective")
        return result

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
        if limit is not None and natural(limit, "limit") == 0:
            return
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
        # It takes a tenth of the time that the whole package takes to be imported.
        from fractions import Fraction

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
        count, seed = natural(count, "count"), natural(seed, "seed")
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

    def certify(
        self,
        folder: str,
        encodings: str = "default",
        most: Optional[int] = None,
        time_limit: Optional[float] = None,
    ) -> str:
        """Find all solutions, or the best one, and write what proves that into a new folder, for the checker VeriPB.

        The folder has a README of what is claimed, on what trust, and how it is checked. ``cnfab verify`` has it checked.

        :param most: the most solutions, 1000 if not given; of a model with an objective one best solution is proved.
        :param time_limit: seconds.
        :returns: the claim, such as ``'exactly 12 solutions'``.
        :raises Unsupported: if an encoding cannot state the model, or does not say why its clauses follow.
        :raises ValueError: if there are more solutions.
        :raises FileExistsError: if the folder is there already.
        :raises TimeoutError: if the time is over before.
        """
        most = None if most is None else natural(most, "most")
        return _cnfab.certify(self._problem()._inner, folder, encodings, most, time_limit)

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
        limit = None if limit is None else natural(limit, "limit")
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

    def explain(self, steps: Optional[int] = None, time_limit: Optional[float] = None) -> Explanation:
        """What follows from which rules, step by step; of a model that was read, from which of its constraints.

        :param steps: the most steps.
        :param time_limit: seconds.
        :raises ValueError: for a model with an objective, or with more than 1000 constraints.
        :raises TimeoutError: if the time is over before.
        """
        steps = None if steps is None else natural(steps, "steps")
        return Explanation(**json.loads(_cnfab.explain(self._inner, steps, time_limit)))

    def check(self, cells: Sequence[int]) -> Optional[str]:
        """What is wrong with a solution, by the rules alone; None if nothing is."""
        return self._inner.violation(list(cells))

    def __copy__(self) -> Problem:
        return self

    def __deepcopy__(self, _: Any) -> Problem:
        # Nothing changes it.
        return self

    def __reduce__(self) -> Any:
        return _again, (*self._inner.source(), self._renamed)

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
    :raises TypeError: if it is neither a path nor a text.
    """
    text = os.fspath(source)
    if not isinstance(text, str):
        raise TypeError(f"found {source!r}, expected a path or a text")
    # The mark at the beginning of a text, which some editors write.
    text = text[1:] if text.startswith("\ufeff") else text
    if format is not None:
        is_text = "\n" in text
        return Problem(_cnfab.Problem.of_text(text, format, format) if is_text else _cnfab.Problem.open_as(text, format))
    found = _cnfab.Problem.read(text, "text", "") if "\n" in text else _cnfab.Problem.open(text)
    problems = [Problem(inner) for inner in found]
    return problems[0] if len(problems) == 1 else problems


def _again(format: Optional[str], text: str, name: str, folder: str, renamed: dict[str, str]) -> Problem:
    """A problem that was pickled."""
    inner = _cnfab.Problem.read(text, name, folder)[0] if format is None else _cnfab.Problem.of_text(text, format, name)
    problem = Problem(inner)
    problem._renamed = renamed
    return problem
