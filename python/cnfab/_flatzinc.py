"""Expressions as FlatZinc, the language in which models reach the library.

N. Nethercote, P. J. Stuckey, R. Becket, S. Brand, G. J. Duck, G. Tack, "MiniZinc: Towards a Standard CP Modelling
Language", CP 2007. Sums are kept whole, comparisons take their offset in, and what is the same expression is one
variable. Functions that are not defined everywhere are taken where they have to be, and refused under connectives.
"""

from __future__ import annotations

import itertools
import re
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence

from ._cnfab import Unsupported
from ._globals import GLOBALS
from .expressions import Expression, IntVar, Known, bounds, number, of, summands

_ENTRY = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\[((?:0|[1-9][0-9]{0,8})(?:,(?:0|[1-9][0-9]{0,8}))*)\]\Z")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_RESERVED = frozenset(
    "annotation any array bool case constraint default diff div else elseif endif enum false float function if in "
    "include int intersect let list maximize minimize mod not of op opt output par predicate record satisfy set solve "
    "string subset superset symdiff test then true tuple type union var where xor".split()
)


# The most levels of terms that calls of each other write, before parts are written first.
_LEVELS = 40


class _Deep(Exception):
    """A term lies deeper than calls of each other reach: it has to be written first."""

    def __init__(self, key: Any, make: Callable[..., str], args: tuple[Any, ...]) -> None:
        super().__init__()
        self.key, self.make, self.args = key, make, args


class Writer:
    """Collects variables and constraints, and writes them as one text."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self.constraints: list[str] = []
        self.names: dict[int, str] = {}
        self._taken: set[str] = set()
        self._known: dict[Any, str] = {}
        self._introduced = 0
        # Keeps expressions alive while their identities are keys.
        self._kept: list[Any] = []
        self.label: Optional[str] = None
        # The names of variables that are entries of arrays, by their identities.
        self.entries: dict[int, str] = {}
        # Whether all variables have been declared.
        self.is_complete = False
        self._bounds: Known = {}
        self._terms: dict[Any, Expression] = {}
        self._level = 0
        # What has to be true, or false, and is not written yet; the last one is next.
        self._agenda: list[tuple[bool, Any]] = []

    # Variables.

    def arrays(self, variables: Sequence[IntVar]) -> list[str]:
        """Declares variables whose names are the entries of an array, and the arrays, by which they keep their names."""
        groups: dict[tuple[str, bool], list[tuple[tuple[int, ...], IntVar]]] = {}
        for var in variables:
            found = _ENTRY.match(var.name)
            if found and var.shown:
                index = tuple(map(int, found[2].split(",")))
                groups.setdefault((found[1], var.truth), []).append((index, var))
        lines = []
        for (name, truth), entries in groups.items():
            indices = [index for index, _ in entries]
            ranges = [(min(at), max(at)) for at in zip(*indices)]
            whole = itertools.product(*(range(low, high + 1) for low, high in ranges))
            if len({len(index) for index in indices}) > 1 or len(indices) != len(set(indices)):
                continue
            if name in _RESERVED or name in self._taken or sorted(indices) != list(whole):
                continue
            self._taken.add(name)
            entries.sort(key=lambda entry: entry[0])
            for _, var in entries:
                self.entries[id(var)] = var.name
            listed = ",".join(self.variable(var) for _, var in entries)
            sets = ",".join(f"{low}..{high}" for low, high in ranges)
            type_ = "bool" if truth else "int"
            shown = f"output_array([{sets}])"
            lines.append(f"array [1..{len(entries)}] of var {type_}: {name} :: {shown} = [{listed}];")
        return lines

    def variable(self, var: IntVar) -> str:
        """The identifier of a variable, which is declared when it is first met."""
        found = self.names.get(id(var))
        if found is None and self.is_complete:
            raise ValueError(f"the variable {var.name!r} is none of the model's")
        if found is None:
            found = self._identifier(var.name)
            self.names[id(var)] = found
            self._kept.append(var)
            shown = "" if id(var) in self.entries else " :: output_var" if var.shown else " :: var_is_introduced"
            self.declared[found] = f"var {'bool' if var.truth else _values(var.domain)}: {found}{shown};"
        return found

    def _identifier(self, name: str) -> str:
        plain = name if _IDENTIFIER.match(name) else "v_" + re.sub(r"[^A-Za-z0-9]+", "_", name)
        if plain in _RESERVED or plain.startswith("X_INTRODUCED"):
            plain = f"v_{plain}"
        found, count = plain, 1
        while found in self._taken:
            count += 1
            found = f"{plain}_{count}"
        self._taken.add(found)
        return found

    def _introduce(self, type_: str) -> str:
        self._introduced += 1
        name = f"X_INTRODUCED_{self._introduced}_"
        self.declared[name] = f"var {type_}: {name} :: var_is_introduced;"
        return name

    def post(self, name: str, *args: Any) -> None:
        """One constraint of FlatZinc."""
        listed = ",".join("[" + ",".join(map(str, arg)) + "]" if isinstance(arg, list) else str(arg) for arg in args)
        label = f' :: mzn_constraint_name("{self.label}")' if self.label is not None else ""
        self.constraints.append(f"constraint {name}({listed}){label};")

    # Terms.

    def forget(self) -> None:
        """Has each term written anew that comes again."""
        self._known.clear()

    def _once(self, key: Any, make: Callable[..., str], *args: Any) -> str:
        found = self._known.get(key)
        if found is None:
            if self._level == _LEVELS:
                raise _Deep(key, make, args)
            self._level += 1
            try:
                found = self._known[key] = make(*args)
            finally:
                self._level -= 1
        return found

    def _whole(self, make: Callable[..., Any], *args: Any) -> Any:
        """What a call makes; terms that lie deep come first."""
        deep: list[_Deep] = []
        while True:
            try:
                if not deep:
                    return make(*args)
                self._once(deep[-1].key, deep[-1].make, *deep[-1].args)
                deep.pop()
            except _Deep as deeper:
                deep.append(deeper)

    def _defined(self, type_: str, define: Callable[[str], None]) -> str:
        """A new variable, which is gone again if what defines it has to wait."""
        result = self._introduce(type_)
        try:
            define(result)
        except _Deep:
            del self.declared[result]
            raise
        return result

    def integer(self, value: Any, total: bool = False) -> str:
        """The identifier, or the constant, that has the value; ``total`` where it must have one in any case."""
        value = of(value)
        if not isinstance(value, Expression):
            return str(value)
        if isinstance(value, IntVar) and not value.truth:
            return self.variable(value)
        self._kept.append(value)
        return self._once(("int", id(value)), self._integer, value, total)

    def _integer(self, value: Expression, total: bool) -> str:
        if value.is_truth:
            truth = self.truth(value)
            if truth in ("true", "false"):
                return str(int(truth == "true"))
            return self._defined("0..1", lambda result: self.post("bool2int", truth, result))
        kind, args = value.kind, value.args
        if kind == "sum":
            terms, constant = self.linear(value, total)
            if not terms:
                return str(constant)
            if constant == 0 and list(terms.values()) == [1]:
                return next(iter(terms))
        low, high = bounds(value, self._bounds)
        if low < -(2**31) or high >= 2**31:
            raise Unsupported(f"'{value!r}' may be from {low} to {high}, which are not 32 bits")
        if kind == "sum":
            return self._defined(
                f"{low}..{high}",
                lambda result: self.post("int_lin_eq", [*terms.values(), -1], [*terms, result], -constant),
            )
        return self._defined(f"{low}..{high}", lambda result: self._function(value, total, result))

    def _function(self, value: Expression, total: bool, result: str) -> None:
        """States that a variable has the value of a function other than a sum."""
        kind, args = value.kind, value.args
        if kind in ("times", "div", "mod", "pow"):
            least, most = bounds(args[1], self._bounds)
            if least <= 0 <= most if kind in ("div", "mod") else kind == "pow" and least < 0:
                self._partial(value, total)
            self.post(f"int_{kind}", self.integer(args[0], total), self.integer(args[1], total), result)
        elif kind == "abs":
            self.post("int_abs", self.integer(args[0], total), result)
        elif kind in ("max", "min"):
            self.post(f"array_int_{kind}imum", result, self.integers(args, total))
        elif kind == "element":
            entries, index = args
            low, high = bounds(index, self._bounds)
            if low < 0 or high >= len(entries):
                self._partial(value, total)
            place = self.integer(self.plus(index, 1), total)
            if all(not isinstance(entry, Expression) for entry in entries):
                self.post("array_int_element", place, [number(entry) for entry in entries], result)
            else:
                self.post("array_var_int_element", place, self.integers(entries, total), result)
        elif kind == "count":
            self.post("fzn_count_eq", self.integers(args[0], total), self.integer(args[1], total), result)
        elif kind == "nvalue":
            self.post("fzn_nvalue", result, self.integers(args[0], total))
        else:
            raise Unsupported(f"'{value!r}' is no function that models have")

    def _partial(self, value: Expression, total: bool) -> None:
        if total:
            raise Unsupported(f"'{value!r}' is not defined for all values of its parts, and stands under a connective")

    def shared(self, key: Any, term: Expression) -> Expression:
        """The term that was made first for a key, so that it is known when it is asked for again."""
        return self._terms.setdefault(key, term)

    def plus(self, term: Any, constant: int) -> Expression:
        """A term plus a constant."""
        return self.shared(("plus", id(term), constant), Expression("sum", [(1, term), (1, constant)]))

    def linear(self, value: Expression, total: bool = False) -> tuple[dict[str, int], int]:
        """A sum as factors of terms and a constant."""
        terms: dict[str, int] = {}
        constant = 0
        for factor, term in summands(value):
            if not isinstance(term, Expression):
                constant += factor * term
                continue
            name = self.integer(term, total)
            if name.lstrip("-").isdigit():
                constant += factor * int(name)
            else:
                terms[name] = terms.get(name, 0) + factor
        return {name: factor for name, factor in terms.items() if factor}, constant

    def truth(self, value: Any) -> str:
        """The identifier of the truth value, or 'true' or 'false'."""
        value = of(value)
        if not isinstance(value, Expression):
            return "true" if value else "false"
        if isinstance(value, IntVar) and value.truth:
            return self.variable(value)
        self._kept.append(value)
        return self._once(("bool", id(value)), self._truth, value)

    def _truth(self, value: Expression) -> str:
        if not value.is_truth:
            value = Expression("!=", [value, 0])
        if value.kind == "and" and len(value.args) == 1 or value.kind == "or" and len(value.args) == 1:
            return self.truth(value.args[0])
        return self._defined("bool", lambda result: self._state(value, result))

    # Constraints.

    def require(self, value: Any) -> None:
        """What has to be true, once what is being written is done."""
        self._agenda.append((True, value))

    def write(self, value: Any) -> None:
        """Writes what has to be true."""
        self.require(value)
        while self._agenda:
            is_true, value = self._agenda.pop()
            self._whole(self._require if is_true else self._refuse, of(value))

    def _require(self, value: Any) -> None:
        if not isinstance(value, Expression):
            if not value:
                self.post("bool_eq", "true", "false")
        elif isinstance(value, IntVar) and value.truth:
            self.post("bool_eq", self.variable(value), "true")
        elif not value.is_truth:
            self._state(Expression("!=", [value, 0]), None)
        elif value.kind == "and":
            self._agenda.extend((True, part) for part in reversed(value.args))
        elif value.kind == "not":
            self._agenda.append((False, value.args[0]))
        else:
            self._state(value, None)

    def _refuse(self, value: Any) -> None:
        if isinstance(value, Expression) and value.kind == "or":
            self._agenda.extend((False, part) for part in reversed(value.args))
        elif isinstance(value, Expression) and value.kind == "not":
            self._agenda.append((True, value.args[0]))
        else:
            self.post("bool_eq", self.truth(value), "false")

    def _state(self, value: Expression, result: Optional[str]) -> None:
        """What is true, or exactly where ``result`` is."""
        kind, args = value.kind, value.args
        total = result is not None
        if kind in ("==", "!=", "<=", "<"):
            self._compare(kind, of(args[0]), of(args[1]), result)
        elif kind in ("and", "or"):
            self._connect(kind, args, result)
        elif kind == "xor":
            self._reified("array_bool_xor", [[self.truth(arg) for arg in args]], result)
        elif kind == "iff":
            self._reified("bool_eq", [self.truth(args[0]), self.truth(args[1])], result)
        elif kind == "not":
            truth = self.truth(args[0])
            self.post("bool_not", truth, result if result is not None else "true")
        elif kind == "in":
            values = "{" + ",".join(map(str, args[1])) + "}"
            self._reified("set_in", [self.integer(args[0], total), values], result)
        elif kind in GLOBALS:
            GLOBALS[kind](self, args, result)
        else:
            raise Unsupported(f"'{value!r}' is no constraint that models have")

    def _reified(self, name: str, args: Sequence[Any], result: Optional[str]) -> None:
        if result is None:
            self.post(name, *args)
        else:
            self.post(f"{name}_reif", *args, result)

    def _compare(self, kind: str, left: Any, right: Any, result: Optional[str]) -> None:
        both_truths = all(isinstance(side, Expression) and side.is_truth for side in (left, right))
        if kind in ("==", "!=") and both_truths:
            self._reified("bool_eq" if kind == "==" else "bool_xor" if result is None else "bool_ne",
                          [self.truth(left), self.truth(right)], result)
            return
        total = result is not None
        terms, constant = self.linear(Expression("sum", [(1, left), (-1, right)]), total)
        most = -constant - (kind == "<")
        names, factors = list(terms), list(terms.values())
        if not names:
            holds = {"==": 0 == most, "!=": 0 != most}.get(kind, 0 <= most)
            if result is not None:
                self.post("bool_eq", result, str(holds).lower())
            elif not holds:
                self.post("bool_eq", "true", "false")
            return
        name = {"==": "eq", "!=": "ne"}.get(kind, "le")
        if len(names) == 1 and abs(factors[0]) == 1 and name != "le":
            self._reified(f"int_{name}", [names[0], most * factors[0]], result)
        elif len(names) == 2 and most == 0 and sorted(factors) == [-1, 1]:
            first, second = names if factors[0] == 1 else reversed(names)
            self._reified(f"int_{name}", [first, second], result)
        else:
            self._reified(f"int_lin_{name}", [factors, names, most], result)

    def _connect(self, kind: str, args: Sequence[Any], result: Optional[str]) -> None:
        if result is not None:
            self.post(f"array_bool_{kind}", [self.truth(arg) for arg in args], result)
            return
        positive, negative = [], []
        for arg in alternatives(args):
            if isinstance(arg, Expression) and arg.kind == "not":
                negative.append(self.truth(arg.args[0]))
            else:
                positive.append(self.truth(arg))
        if kind == "or":
            self.post("bool_clause", positive, negative)

    def integers(self, values: Iterable[Any], total: bool = False) -> list[str]:
        """The identifiers of several values."""
        return [self.integer(value, total) for value in values]


def alternatives(args: Iterable[Any]) -> Iterator[Any]:
    """The parts of a disjunction; of those that an operator made of two their parts, each once."""
    stack, seen = list(args)[::-1], set()
    while stack:
        arg = stack.pop()
        if isinstance(arg, Expression) and arg.kind == "or" and len(arg.args) == 2:
            if id(arg) not in seen:
                seen.add(id(arg))
                stack.extend(reversed(arg.args))
        else:
            yield arg


def _values(domain: Sequence[tuple[int, int]]) -> str:
    if len(domain) == 1:
        return f"{domain[0][0]}..{domain[0][1]}"
    return "{" + ",".join(str(value) for low, high in domain for value in range(low, high + 1)) + "}"


class Written(NamedTuple):
    """A model as FlatZinc."""

    text: str
    # The identifiers of its variables by their identities.
    names: dict[int, str]
    # The line at which what states each constraint begins.
    lines: list[int]


def written(
    variables: Iterable[IntVar],
    constraints: Iterable[tuple[Any, Optional[str]]],
    objective: Optional[tuple[str, Any]] = None,
    apart: bool = False,
) -> Written:
    """A model as FlatZinc; with ``apart`` no two constraints share what states parts of them."""
    writer = Writer()
    declared = list(variables)
    arrays = writer.arrays(declared)
    for var in declared:
        writer.variable(var)
    writer.is_complete = True
    starts = []
    for constraint, label in constraints:
        starts.append(len(writer.constraints))
        writer.label = label
        if apart:
            writer.forget()
        writer.write(constraint)
    writer.label = None
    goal = "solve satisfy;"
    if objective is not None:
        sense, value = objective
        term = writer._whole(writer.integer, value)
        if term.lstrip("-").isdigit():
            # The objective of FlatZinc is a variable.
            term = writer._introduce(f"{term}..{term}")
        goal = f"solve {sense} {term};"
    lines = [*writer.declared.values(), *arrays, *writer.constraints, goal]
    first = len(writer.declared) + len(arrays) + 1
    return Written("\n".join(lines) + "\n", {**writer.names, **writer.entries}, [first + start for start in starts])


__all__ = ["Writer", "Written", "written"]
