"""cnfab as a solver of CPMpy.

CPMpy has no place where solvers of others are announced; :func:`register` adds ours to its list::

    import cpmpy as cp, cnfab.cpmpy
    cnfab.cpmpy.register()
    x = cp.intvar(0, 9, shape=3)
    cp.Model(cp.AllDifferent(x), sum(x) == 5).solve(solver="cnfab", strategy="sat:cdcl", encodings="linear=mdd")

Constraints are translated as they are, nested as they stand; CPMpy decomposes what is in neither list of the class.
"""

from __future__ import annotations

import itertools
import math
import os
import time
from typing import Any, Callable, Iterable, Optional

import cpmpy
from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.core import Expression as Theirs
from cpmpy.expressions.utils import flatlist, is_any_list, is_num
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from . import Unsupported, __version__
from .expressions import Expression, IntVar, number
from .model import Model

__all__ = ["CPM_cnfab", "register"]


class CPM_cnfab(SolverInterface):
    """CPMpy's interface to cnfab.

    ``solve`` and ``solveAll`` take ``strategy``, ``encodings`` and ``seed`` beside CPMpy's own arguments.
    """

    supported_global_constraints = frozenset({
        "alldifferent", "alldifferent_except_n", "allequal", "circuit", "cumulative", "decreasing", "gcc", "increasing",
        "indomain", "inverse", "lex_less", "lex_lesseq", "negative_table", "no_overlap", "precedence", "regular",
        "short_table", "strictly_decreasing", "strictly_increasing", "table", "xor",
        "abs", "count", "div", "element", "max", "min", "mod", "mul", "nvalue", "pow",
    })  # fmt: skip
    supported_reified_global_constraints = frozenset({
        "alldifferent", "allequal", "decreasing", "increasing", "indomain", "lex_less", "lex_lesseq", "negative_table",
        "short_table", "strictly_decreasing", "strictly_increasing", "table", "xor",
        "abs", "count", "div", "element", "max", "min", "mod", "mul", "nvalue", "pow",
    })  # fmt: skip

    @staticmethod
    def supported() -> bool:
        """It is there when this module is."""
        return True

    @classmethod
    def version(cls) -> Optional[str]:
        """The version of cnfab."""
        return __version__

    def __init__(self, cpm_model: Any = None, subsolver: Optional[str] = None) -> None:
        if subsolver is not None:
            raise NotSupportedError("cnfab has no solvers within; use the argument strategy of solve")
        self._model = Model("cpmpy")
        self._assumed: Optional[list[Any]] = None
        self._hint: list[Any] = []
        self._proof: Optional[str] = None
        super().__init__(name="cnfab", cpm_model=cpm_model)

    @property
    def native_model(self) -> Model:
        """The model as cnfab has it."""
        return self._model

    def solver_var(self, cpm_var: Any) -> Any:
        """The variable of cnfab, made when it is first asked for; a constant is itself."""
        if is_num(cpm_var):
            return _constant(cpm_var)
        if isinstance(cpm_var, NegBoolView):
            return ~self.solver_var(cpm_var._bv)
        if not isinstance(cpm_var, _NumVarImpl):
            raise NotImplementedError(f"{cpm_var} is no variable")
        name = cpm_var.name
        found = self._varmap.get(name)
        if found is None:
            if cpm_var.is_bool():
                found = self._model.bool_var(name)
            else:
                found = self._model.int_var(int(cpm_var.lb), int(cpm_var.ub), name)
            self._varmap[name] = found
        return found

    def transform(self, cpm_expr: Any) -> list[Any]:
        """Constraints of which each part has a counterpart here."""
        constraints = no_partial_functions(toplevel_list(cpm_expr))
        return decompose_in_tree(
            constraints,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )

    def add(self, cpm_expr: Any) -> CPM_cnfab:
        """Constraints that have to hold."""
        get_variables(cpm_expr, collect=self.user_vars)
        for constraint in self.transform(cpm_expr):
            self._model.add(self._of(constraint))
        return self

    __add__ = add

    def objective(self, expr: Any, minimize: bool = True) -> None:
        """What is to be best; a later call takes the place of an earlier one."""
        get_variables(expr, collect=self.user_vars)
        aim, safe = safen_objective(expr)
        aim, defining = decompose_objective(
            aim,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        for constraint in self.transform(safe + defining):
            self._model.add(self._of(constraint))
        (self._model.minimize if minimize else self._model.maximize)(self._of(aim))

    def has_objective(self) -> bool:
        """Whether something is to be best."""
        return self._model.objective is not None

    def solve(
        self,
        time_limit: Optional[float] = None,
        display: Any = None,
        assumptions: Optional[Iterable[Any]] = None,
        strategy: str = "auto",
        encodings: str = "default",
        seed: int = 0,
        proof: Optional[str] = None,
    ) -> bool:
        """One solution, or a best one.

        :param assumptions: truth values that hold in this call; :meth:`get_core` says which of them cannot.
        :param strategy: as cnfab's command line takes it.
        :param encodings: for strategies that encode.
        :param proof: a folder that is made if there is no solution, or a best one: a proof of that, which VeriPB checks.
        :raises TimeoutError: if the time is over before the proof is made; the answer is there then.
        """
        _check_limit(time_limit)
        if proof is not None and os.path.lexists(proof):
            raise FileExistsError(f"'{proof}' is there already")
        self._show()
        self._proof = None
        self._assumed = None if assumptions is None else list(assumptions)
        self._limit = time_limit
        self._chosen: dict[str, Any] = {"strategy": strategy, "encodings": encodings, "seed": seed}
        started = time.time()
        shown = 0

        def on_better(solution: Any) -> None:
            nonlocal shown
            shown += 1
            self._take(solution)
            self.print_display(display)

        result = self._result(self._assumed or [], time_limit, None if display is None else on_better)
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.solve_time = time.time() - started
        self.cpm_status.exitstatus = {
            "solution": ExitStatus.FEASIBLE,
            "optimal": ExitStatus.OPTIMAL,
            "no-solution": ExitStatus.UNSATISFIABLE,
            "unknown": ExitStatus.FEASIBLE if result else ExitStatus.UNKNOWN,
        }[result.status]
        if self.cpm_status.exitstatus == ExitStatus.OPTIMAL and not self.has_objective():
            self.cpm_status.exitstatus = ExitStatus.FEASIBLE
        has_solution = self._solve_return(self.cpm_status)
        self.objective_value_ = None
        self._take(result.solution)
        if has_solution and self.has_objective():
            self.objective_value_ = result.objective
        if has_solution and display is not None and not shown:
            self.print_display(display)
        if proof is not None and result.status in ("optimal", "no-solution"):
            stated = [self._of(assumption) for assumption in self._assumed or []]
            left = None if time_limit is None else max(time_limit - (time.time() - started), 1e-3)
            self._under(stated, lambda: self._model.certify(proof, encodings, time_limit=left))
            self._proof = proof
        return has_solution

    def get_proof_files(self) -> tuple[str, ...]:
        """The files of the last call's proof: of the claim, the formula, and the steps."""
        if self._proof is None:
            raise ValueError("no proof was asked for by solve(proof=..), or the answer was a solution")
        return tuple(os.path.join(self._proof, name) for name in sorted(os.listdir(self._proof)))

    def solution_hint(self, cpm_vars: Any, vals: Any) -> None:
        """Values that the next calls try first: for a second, or for a tenth of a limit of less than ten seconds.

        A solution with these values is the answer, or, with an objective, what a better one has to beat.
        """
        variables, values = list(flatlist(cpm_vars)), list(flatlist(vals))
        if len(variables) != len(values):
            raise ValueError(f"found {len(values)} values, expected {len(variables)} as there are variables")
        get_variables(variables, collect=self.user_vars)
        self._hint = [
            Expression("==", [self.solver_var(variable), _constant(value)]) for variable, value in zip(variables, values)
        ]

    @classmethod
    def mus_native(cls, soft: Any, hard: Any = ()) -> list[Any]:
        """Soft constraints that contradict each other and the hard ones, none of which can be left out."""
        solver, kept = cls(), []
        for constraints, name in ((hard, "hard"), (soft, None)):
            for constraint in toplevel_list(constraints, merge_and=False):
                get_variables(constraint, collect=solver.user_vars)
                whole = Expression("and", [solver._of(part) for part in solver.transform(constraint)])
                solver._model.add(whole, name)
                kept.append((whole, constraint))
        found = solver._model.why(hard=["hard"] if any(name for _, name in solver._model.constraints) else [])
        # Hard constraints may contradict each other alone.
        assert found or not solver._model.solve(), "MUS: model must be UNSAT"
        return [constraint for whole, constraint in kept if any(whole is one for one, _ in found)]

    def _result(self, assumptions: list[Any], time_limit: Optional[float], on_better: Any = None) -> Any:
        """Solves under assumptions, which are not kept; what is hinted at first."""
        end = None if time_limit is None else time.time() + time_limit

        def solved(stated: list[Any], most: float = math.inf) -> Any:
            left = most if end is None else min(most, max(end - time.time(), 1e-3))
            return self._under(stated, lambda: self._model.solve(time_limit=left, on_better=on_better, **self._chosen))

        stated = [self._of(assumption) for assumption in assumptions]
        first = solved([*stated, *self._hint], min(1.0, (time_limit or 10.0) / 10)) if self._hint else None
        if first is None or first.solution is None:
            return solved(stated)
        if self._model.objective is None:
            return first
        sense, aim = self._model.objective
        worse, better = (first.objective, aim) if sense == "maximize" else (aim, first.objective)
        best = solved([*stated, Expression("<", [worse, better])])
        if best.solution is None:
            best.status, best.solution = "optimal" if best.status == "no-solution" else "solution", first.solution
        return best

    def _under(self, stated: list[Any], ask: Callable[[], Any]) -> Any:
        """What is answered under further constraints, which are not kept."""
        constraints = self._model.constraints
        before = len(constraints)
        try:
            for one in stated:
                self._model.add(one)
            return ask()
        except Unsupported as error:
            raise NotSupportedError(str(error)) from error
        finally:
            if len(constraints) > before:
                del constraints[before:]
                self._model._built = None

    def solveAll(
        self,
        display: Any = None,
        time_limit: Optional[float] = None,
        solution_limit: Optional[int] = None,
        call_from_model: bool = False,
        strategy: str = "auto",
        encodings: str = "default",
    ) -> int:
        """All solutions, listed by one search. Two that agree on the user's variables are one.

        :returns: their number.
        """
        if solution_limit == 0:
            return 0
        if self.has_objective():
            raise NotSupportedError("cnfab lists solutions of models without an objective")
        _check_limit(time_limit)
        self._show()
        self._proof = None
        started = time.time()
        found, is_complete = 0, True
        self.cpm_status = SolverStatus(self.name)
        solutions = self._model.solutions(strategy, encodings, solution_limit, time_limit)
        try:
            for solution in solutions:
                found += 1
                self._take(solution)
                self.print_display(display)
                if found == solution_limit:
                    is_complete = False
                    break
        except TimeoutError:
            is_complete = False
        self.cpm_status.solve_time = time.time() - started
        if found:
            self.cpm_status.exitstatus = ExitStatus.OPTIMAL if is_complete else ExitStatus.FEASIBLE
        else:
            self.cpm_status.exitstatus = ExitStatus.UNSATISFIABLE if is_complete else ExitStatus.UNKNOWN
            self._take(None)
        return found

    def get_core(self) -> list[Any]:
        """Assumptions of the last call that cannot all hold.

        None of them can be left out, as far as calls with the same limit of time can tell.
        """
        if self._assumed is None or self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise AssertionError("get_core() asks about a call with assumptions that had no solution")
        core, objective = list(self._assumed), self._model.objective
        try:
            # Any solution will do.
            self._model.objective = self._model._built = None
            for assumption in self._assumed:
                without = [other for other in core if other is not assumption]
                stated = [self._of(one) for one in without]
                if self._under(stated, lambda: self._model.solve(time_limit=self._limit, **self._chosen)).status == "no-solution":
                    core = without
        finally:
            self._model.objective, self._model._built = objective, None
        return core

    @classmethod
    def tunable_params(cls) -> dict[str, list[Any]]:
        """What CPMpy's tuner tries: strategies, and encodings of sums."""
        sums = ("default", "linear=mdd", "linear=ggpw", "linear=adder", "linear=tree", "domain=order")
        return {"strategy": ["auto", "sat:cdcl", "sat", "ilp", "backtrack"], "encodings": list(sums)}

    @classmethod
    def default_params(cls) -> dict[str, Any]:
        """What is taken if nothing is asked for."""
        return {"strategy": "auto", "encodings": "default"}

    def _show(self) -> None:
        """Solutions differ by the user's variables alone, which are all known."""
        for cpm_var in self.user_vars:
            self.solver_var(cpm_var)
        names = {cpm_var.name for cpm_var in self.user_vars}
        for name, var in self._varmap.items():
            if var.shown != (name in names):
                var.shown = name in names
                self._model._built = None

    def _take(self, solution: Any) -> None:
        """The values of the user's variables."""
        for cpm_var in self.user_vars:
            if solution is None:
                cpm_var.clear()
            else:
                value = solution[self._varmap[cpm_var.name]]
                cpm_var._value = bool(value) if cpm_var.is_bool() else value

    # Expressions.

    def _all(self, values: Any) -> list[Any]:
        return [self._of(value) for value in getattr(values, "flat", values)]

    def _of(self, value: Any) -> Any:
        """An expression of theirs as ours."""
        if isinstance(value, (_NumVarImpl, NegBoolView)):
            return self.solver_var(value)
        if isinstance(value, BoolVal):
            return Expression("and" if value.args[0] else "or", [])
        if not isinstance(value, Theirs):
            return _constant(value)
        name, args = value.name, value.args
        if isinstance(value, Comparison):
            left, right = self._of(args[0]), self._of(args[1])
            if name in (">", ">="):
                left, right, name = right, left, {">": "<", ">=": "<="}[name]
            return Expression(name, [left, right])
        if isinstance(value, Operator):
            return self._operator(name, args)
        if name in _SAME:
            return Expression(_SAME[name], self._all(args))
        if name == "alldifferent_except_n":
            terms, exceptions = self._all(args[0]), sorted({number(item) for item in args[1]})
            if exceptions == [0]:
                return Expression("all_different_except_0", [terms])
            pairs = itertools.combinations(terms, 2)
            return Expression("and", [Expression("or", [Expression("!=", [one, other]), _among(one, exceptions)]) for one, other in pairs])
        if name in _ORDERED:
            terms = self._all(args)[:: -1 if "decreasing" in name else 1]
            return Expression("and", [Expression(_ORDERED[name], pair) for pair in zip(terms, terms[1:])])
        if name == "short_table":
            terms = self._all(args[0])
            rows = [[(term, item) for term, item in zip(terms, row) if item != "*"] for row in args[1]]
            return Expression("or", [
                Expression("and", [Expression("==", [term, number(item)]) for term, item in row]) for row in rows
            ])  # fmt: skip
        if name in _LISTED:
            return Expression(_LISTED[name], [self._all(args[0] if len(args) == 1 and is_any_list(args[0]) else args)])
        if name in ("table", "negative_table"):
            return Expression(name, [self._all(args[0]), [[number(item) for item in row] for row in args[1]]])
        if name in ("lex_less", "lex_lesseq", "inverse"):
            return Expression(name, [self._all(args[0]), self._all(args[1])])
        if name in ("element", "count"):
            return Expression(name, [self._all(args[0]), self._of(args[1])])
        if name == "indomain":
            values = args[1]
            if any(isinstance(item, Theirs) for item in values):
                return Expression("or", [Expression("==", [self._of(args[0]), self._of(item)]) for item in values])
            return Expression("in", [self._of(args[0]), tuple(sorted({number(item) for item in values}))])
        if name == "gcc":
            counts = self._all(args[2])
            values = [number(item) for item in args[1]]
            return Expression("cardinality", [self._all(args[0]), values, counts, bool(value.closed)])
        if name == "precedence":
            return Expression("precede", [self._all(args[0]), [number(item) for item in args[1]]])
        if name == "regular":
            return Expression("regular", [self._all(args[0]), list(args[1]), args[2], list(args[3])])
        if name in ("cumulative", "no_overlap"):
            return self._tasks(name, args)
        raise NotImplementedError(f"cnfab has no counterpart of {value}")

    def _operator(self, name: str, args: Any) -> Any:
        if name == "sum":
            return Expression("sum", [(1, term) for term in self._all(args)])
        if name == "wsum":
            return Expression("sum", list(zip((number(weight) for weight in args[0]), self._all(args[1]))))
        if name == "sub":
            return Expression("sum", [(1, self._of(args[0])), (-1, self._of(args[1]))])
        if name == "-":
            return Expression("sum", [(-1, self._of(args[0]))])
        if name == "->":
            return Expression("or", [Expression("not", [self._of(args[0])]), self._of(args[1])])
        if name in ("and", "or", "not"):
            return Expression(name, self._all(args))
        raise NotImplementedError(f"cnfab has no counterpart of the operator {name}")

    def _tasks(self, name: str, args: Any) -> Any:
        """Tasks: no duration or demand is negative, and an end is where a task ends."""
        has_demands = name == "cumulative"
        parts = list(args[:-1] if has_demands else args)
        demands = self._all(parts.pop()) if has_demands else []
        starts, durations = self._all(parts[0]), self._all(parts[1])
        every = [Expression("<=", [0, part]) for part in (*durations, *demands)]
        if len(parts) == 3 and parts[2] is not None:
            ends = self._all(parts[2])
            sums = [Expression("sum", [(1, start), (1, length)]) for start, length in zip(starts, durations)]
            every += [Expression("==", [total, end]) for total, end in zip(sums, ends)]
        if has_demands:
            every.append(Expression("cumulative", [starts, durations, demands, self._of(args[-1])]))
        else:
            every.append(Expression("disjunctive", [starts, durations]))
        return Expression("and", every)


_SAME = {
    "abs": "abs", "div": "div", "mod": "mod", "mul": "times", "pow": "pow", "max": "max", "min": "min", "xor": "xor",
}  # fmt: skip
_ORDERED = {"increasing": "<=", "decreasing": "<=", "strictly_increasing": "<", "strictly_decreasing": "<"}
_LISTED = {
    "alldifferent": "all_different", "allequal": "all_equal", "circuit": "circuit", "nvalue": "nvalue",
}  # fmt: skip


def _among(term: Any, values: list[int]) -> Any:
    """What is true where a term, or a constant, has one of the values."""
    return term.is_in(values) if isinstance(term, Expression) else int(term in values)


def _constant(value: Any) -> int:
    """A constant of theirs, which may be a truth value or a number of numpy."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    try:
        return number(value)
    except TypeError:
        if type(value).__name__ in ("bool", "bool_"):
            return int(value)
        raise NotSupportedError(f"cnfab takes integers, not {value!r}") from None


def _check_limit(time_limit: Optional[float]) -> None:
    if time_limit is not None and time_limit <= 0:
        raise ValueError("Time limit must be positive")


def register(name: str = "cnfab") -> None:
    """Add cnfab to the solvers that CPMpy knows by name. A second call changes nothing."""
    lookup = cpmpy.SolverLookup
    theirs = lookup.base_solvers.__func__
    if getattr(theirs, "has_cnfab", False):
        return

    def base_solvers(cls: Any) -> list[Any]:
        return [*theirs(cls), (name, CPM_cnfab)]

    base_solvers.has_cnfab = True  # type: ignore[attr-defined]
    lookup.base_solvers = classmethod(base_solvers)  # type: ignore[method-assign]
