"""Expressions as FlatZinc, the language in which models reach the library.

N. Nethercote, P. J. Stuckey, R. Becket, S. Brand, G. J. Duck, G. Tack, "MiniZinc: Towards a Standard CP Modelling
Language", CP 2007. Sums are kept whole, comparisons take their offset in, and what is the same expression is one
variable. Functions that are not defined everywhere are taken where they have to be, and refused under connectives.
"""

from __future__ import annotations

import itertools
import re
from typing import Any, Iterable, Optional, Sequence

from ._cnfab import Unsupported
from .expressions import Expression, IntVar, bounds, number, of, text

_ENTRY = re.compile(r"([A-Za-z][A-Za-z0-9_]*)\[((?:0|[1-9][0-9]{0,8})(?:,(?:0|[1-9][0-9]{0,8}))*)\]\Z")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_RESERVED = frozenset(
    "annotation any array bool case constraint default diff div else elseif endif enum false float function if in "
    "include int intersect let list maximize minimize mod not of op opt output par predicate record satisfy set solve "
    "string subset superset symdiff test then true tuple type union var where xor".split()
)


class Writer:
    """Collects variables and constraints, and writes them as one text."""

    def __init__(self) -> None:
        self.declared: list[str] = []
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
            self.declared.append(f"var {'bool' if var.truth else _values(var.domain)}: {found}{shown};")
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
        self.declared.append(f"var {type_}: {name} :: var_is_introduced;")
        return name

    def post(self, name: str, *args: Any) -> None:
        """One constraint of FlatZinc."""
        listed = ",".join("[" + ",".join(map(str, arg)) + "]" if isinstance(arg, list) else str(arg) for arg in args)
        label = f' :: mzn_constraint_name("{self.label}")' if self.label is not None else ""
        self.constraints.append(f"constraint {name}({listed}){label};")

    # Terms.

    def _once(self, key: Any, make: Any) -> str:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = make()
        return found

    def integer(self, value: Any, total: bool = False) -> str:
        """The identifier, or the constant, that has the value; ``total`` where it must have one in any case."""
        value = of(value)
        if not isinstance(value, Expression):
            return str(value)
        if isinstance(value, IntVar) and not value.truth:
            return self.variable(value)
        self._kept.append(value)
        return self._once(("int", id(value)), lambda: self._integer(value, total))

    def _integer(self, value: Expression, total: bool) -> str:
        if value.is_truth:
            truth = self.truth(value)
            if truth in ("true", "false"):
                return str(int(truth == "true"))
            result = self._introduce("0..1")
            self.post("bool2int", truth, result)
            return result
        kind, args = value.kind, value.args
        if kind == "sum":
            terms, constant = self.linear(value, total)
            if not terms:
                return str(constant)
            if constant == 0 and list(terms.values()) == [1]:
                return next(iter(terms))
        low, high = bounds(value)
        if low < -(2**31) or high >= 2**31:
            raise Unsupported(f"'{value!r}' may be from {low} to {high}, which are not 32 bits")
        result = self._introduce(f"{low}..{high}")
        if kind == "sum":
            self.post("int_lin_eq", [*terms.values(), -1], [*terms, result], -constant)
        elif kind in ("times", "div", "mod", "pow"):
            least, most = bounds(args[1])
            if least <= 0 <= most if kind in ("div", "mod") else kind == "pow" and least < 0:
                self._partial(value, total)
            self.post(f"int_{kind}", self.integer(args[0], total), self.integer(args[1], total), result)
        elif kind == "abs":
            self.post("int_abs", self.integer(args[0], total), result)
        elif kind in ("max", "min"):
            self.post(f"array_int_{kind}imum", result, [self.integer(arg, total) for arg in args])
        elif kind == "element":
            entries, index = args
            low, high = bounds(index)
            if low < 0 or high >= len(entries):
                self._partial(value, total)
            place = self.integer(Expression("sum", [(1, index), (1, 1)]), total)
            if all(not isinstance(entry, Expression) for entry in entries):
                self.post("array_int_element", place, [number(entry) for entry in entries], result)
            else:
                self.post("array_var_int_element", place, [self.integer(entry, total) for entry in entries], result)
        elif kind == "count":
            self.post("fzn_count_eq", [self.integer(arg, total) for arg in args[0]], self.integer(args[1], total), result)
        elif kind == "nvalue":
            self.post("fzn_nvalue", result, [self.integer(arg, total) for arg in args[0]])
        else:
            raise Unsupported(f"'{value!r}' is no function that models have")
        return result

    def _partial(self, value: Expression, total: bool) -> None:
        if total:
            raise Unsupported(f"'{value!r}' is not defined for all values of its parts, and stands under a connective")

    def linear(self, value: Any, total: bool = False) -> tuple[dict[str, int], int]:
        """A sum as factors of terms and a constant."""
        terms: dict[str, int] = {}
        constant = 0
        stack = [(1, of(value))]
        while stack:
            factor, term = stack.pop()
            if not isinstance(term, Expression):
                constant += factor * term
            elif term.kind == "sum":
                stack.extend((factor * inner, of(part)) for inner, part in reversed(term.args))
            else:
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
        return self._once(("bool", id(value)), lambda: self._truth(value))

    def _truth(self, value: Expression) -> str:
        if not value.is_truth:
            value = Expression("!=", [value, 0])
        if value.kind == "and" and len(value.args) == 1 or value.kind == "or" and len(value.args) == 1:
            return self.truth(value.args[0])
        result = self._introduce("bool")
        self._state(value, result)
        return result

    # Constraints.

    def require(self, value: Any) -> None:
        """What has to be true."""
        value = of(value)
        if not isinstance(value, Expression):
            if not value:
                self.post("bool_eq", "true", "false")
            return
        if isinstance(value, IntVar) and value.truth:
            self.post("bool_eq", self.variable(value), "true")
        elif not value.is_truth:
            self._state(Expression("!=", [value, 0]), None)
        elif value.kind == "and":
            for part in value.args:
                self.require(part)
        elif value.kind == "not":
            self._refuse(of(value.args[0]))
        else:
            self._state(value, None)

    def _refuse(self, value: Any) -> None:
        """What has to be false."""
        if isinstance(value, Expression) and value.kind == "or":
            for part in value.args:
                self._refuse(of(part))
        elif isinstance(value, Expression) and value.kind == "not":
            self.require(value.args[0])
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
        elif kind in _GLOBALS:
            _GLOBALS[kind](self, args, result)
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
        for arg in args:
            if isinstance(arg, Expression) and arg.kind == "not":
                negative.append(self.truth(arg.args[0]))
            else:
                positive.append(self.truth(arg))
        if kind == "or":
            self.post("bool_clause", positive, negative)

    def integers(self, values: Iterable[Any], total: bool = False) -> list[str]:
        """The identifiers of several values."""
        return [self.integer(value, total) for value in values]


def _values(domain: Sequence[tuple[int, int]]) -> str:
    if len(domain) == 1:
        return f"{domain[0][0]}..{domain[0][1]}"
    return "{" + ",".join(str(value) for low, high in domain for value in range(low, high + 1)) + "}"


def _plain(name: str, offset: bool = False) -> Any:
    """A constraint over one list of variables that is there with a truth value as well."""

    def state(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
        extra = [0] if offset else []
        writer._reified(name, [writer.integers(args[0], result is not None), *extra], result)

    return state


def _only(name: str) -> Any:
    """A constraint that has no truth value, over lists and numbers."""

    def state(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
        if result is not None:
            raise Unsupported(f"{name} stands under a connective, where it has no form")
        writer.post(name, *(writer.integers(arg) if isinstance(arg, (list, tuple)) else writer.integer(arg) for arg in args))

    return state


def _table(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    rows = [number(value) for row in args[1] for value in row]
    writer._reified("fzn_table_int", [writer.integers(args[0], result is not None), rows], result)


def _negative_table(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    listed = writer._introduce("bool")
    _table(writer, args, listed)
    writer.post("bool_not", listed, result if result is not None else "true")


def _inverse(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    if result is not None:
        raise Unsupported("inverse stands under a connective, where it has no form")
    writer.post("cnfab_inverse", writer.integers(args[0]), 0, writer.integers(args[1]), 0)


def _regular(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    """An automaton by its transitions; states are numbers from 1, and every letter is one of 1 to the largest."""
    variables, transitions, start, accepting = args
    states: dict[Any, int] = {}
    for state in (start, *(end for source, _, target in transitions for end in (source, target)), *accepting):
        states.setdefault(state, len(states) + 1)
    letters = sorted({number(letter) for _, letter, _ in transitions})
    shift = 1 - letters[0] if letters else 0
    count = letters[-1] + shift if letters else 1
    table: list[list[set[int]]] = [[set() for _ in range(count)] for _ in states]
    for source, letter, target in transitions:
        table[states[source] - 1][number(letter) + shift - 1].add(states[target])
    sets = ["{" + ",".join(map(str, sorted(targets))) + "}" for row in table for targets in row]
    accepted = "{" + ",".join(str(states[state]) for state in accepting) + "}"
    total = result is not None
    # Letters of no transition accept nothing, and the constraint asks for letters from 1 on.
    word = []
    for variable in variables:
        low, high = bounds(variable)
        if low + shift < 1 or high + shift > count:
            inside = Expression("and", [Expression("<=", [letters[0] if letters else 1, variable]),
                                        Expression("<=", [variable, letters[-1] if letters else 0])])
            if total:
                raise Unsupported("regular stands under a connective, over values that no transition has")
            writer.require(inside)
        word.append(writer.integer(Expression("sum", [(1, variable), (1, shift)]) if shift else variable, total))
    writer._reified("fzn_regular_nfa", [word, len(states), count, sets, states[start], accepted], result)


def _cardinality(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    variables, values, counts, closed = args
    name = "fzn_global_cardinality_closed" if closed else "fzn_global_cardinality"
    total = result is not None
    cover = [number(value) for value in values]
    writer._reified(name, [writer.integers(variables, total), cover, writer.integers(counts, total)], result)


def _lex(name: str) -> Any:
    def state(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
        total = result is not None
        writer._reified(name, [writer.integers(args[0], total), writer.integers(args[1], total)], result)

    return state


def _all_equal(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    first, *rest = args[0]
    every = Expression("and", [Expression("==", [first, other]) for other in rest])
    if result is None:
        writer.require(every)
    else:
        writer._state(every, result)


def _precede(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    cover = [number(value) for value in args[1]]
    writer._reified("fzn_value_precede_chain_int", [cover, writer.integers(args[0], result is not None)], result)


_GLOBALS = {
    "all_different": _plain("fzn_all_different_int"),
    "all_different_except_0": _only("fzn_alldifferent_except_0"),
    "all_equal": _all_equal,
    "table": _table,
    "negative_table": _negative_table,
    "circuit": _plain("cnfab_circuit", offset=True),
    "subcircuit": _plain("cnfab_subcircuit", offset=True),
    "inverse": _inverse,
    "regular": _regular,
    "cumulative": _only("fzn_cumulative"),
    "disjunctive": _only("fzn_disjunctive"),
    "cardinality": _cardinality,
    "lex_less": _lex("fzn_lex_less_int"),
    "lex_lesseq": _lex("fzn_lex_lesseq_int"),
    "precede": _precede,
}


def written(
    variables: Iterable[IntVar],
    constraints: Iterable[tuple[Any, Optional[str]]],
    objective: Optional[tuple[str, Any]],
) -> tuple[str, dict[int, str]]:
    """A model as FlatZinc, and the identifiers of its variables by their identities."""
    writer = Writer()
    declared = list(variables)
    arrays = writer.arrays(declared)
    for var in declared:
        writer.variable(var)
    writer.is_complete = True
    for constraint, label in constraints:
        writer.label = label
        writer.require(constraint)
    writer.label = None
    if objective is None:
        goal = "solve satisfy;"
    else:
        sense, value = objective
        term = writer.integer(value)
        if term.lstrip("-").isdigit():
            # The objective of FlatZinc is a variable.
            term = writer._introduce(f"{term}..{term}")
        goal = f"solve {sense} {term};"
    lines = [*writer.declared, *arrays, *writer.constraints, goal]
    return "\n".join(lines) + "\n", {**writer.names, **writer.entries}


__all__ = ["Writer", "text", "written"]
