"""Global constraints as FlatZinc: for each kind what writes it, as true or exactly where a truth value is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional, Sequence

from ._cnfab import Unsupported
from .expressions import Expression, bounds, number

if TYPE_CHECKING:
    from ._flatzinc import Writer


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
    listed = writer._defined("bool", lambda listed: _table(writer, args, listed))
    writer.post("bool_not", listed, result if result is not None else "true")


def _inverse(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    if result is not None:
        raise Unsupported("inverse stands under a connective, where it has no form")
    writer.post("cnfab_inverse", writer.integers(args[0]), 0, writer.integers(args[1]), 0)


def _regular(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    """An automaton by its transitions; states are numbers from 1, and every letter is one of 1 to the largest."""
    variables, transitions, start, accepting = args
    total = result is not None
    states: dict[Any, int] = {}
    for state in (start, *(end for source, _, target in transitions for end in (source, target)), *accepting):
        states.setdefault(state, len(states) + 1)
    letters = sorted({number(letter) for _, letter, _ in transitions})
    # Letters that are far apart are numbered, other values excluded: what holds exactly where a truth value is has those.
    is_sparse = not total and bool(letters) and letters[-1] - letters[0] > 64 + 8 * len(letters)
    low, high = (letters[0], letters[-1]) if letters else (1, 0)
    places = {letter: place if is_sparse else letter - low + 1 for place, letter in enumerate(letters, 1)}
    table: list[list[set[int]]] = [[set() for _ in range(max(places.values(), default=1))] for _ in states]
    for source, letter, target in transitions:
        table[states[source] - 1][places[number(letter)] - 1].add(states[target])
    sets = ["{" + ",".join(map(str, sorted(targets))) + "}" for row in table for targets in row]
    accepted = "{" + ",".join(str(states[state]) for state in accepting) + "}"
    # Letters of no transition accept nothing, and the constraint asks for letters from 1 on.
    spans = [bounds(variable, writer._bounds) for variable in variables]
    outside = [variable for variable, (least, most) in zip(variables, spans) if is_sparse or least < low or most > high]
    if outside and total:
        raise Unsupported("regular stands under a connective, over values that no transition has")
    if is_sparse:
        word, rows = [], [part for pair in places.items() for part in pair]
        for name in writer.integers(variables):
            word.append(writer._introduce(f"1..{len(letters)}"))
            writer.post("fzn_table_int", [name, word[-1]], rows)
    else:
        for variable in outside:
            writer.require(Expression("and", [Expression("<=", [low, variable]), Expression("<=", [variable, high])]))
        shift = 1 - low
        word = writer.integers([writer.plus(variable, shift) if shift else variable for variable in variables], total)
    writer._reified("fzn_regular_nfa", [word, len(states), len(table[0]), sets, states[start], accepted], result)


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
    equal = (writer.shared(("equal", id(first), id(other)), Expression("==", [first, other])) for other in rest)
    every = Expression("and", list(equal))
    if result is None:
        writer.require(every)
    else:
        writer._state(every, result)


def _precede(writer: Writer, args: Sequence[Any], result: Optional[str]) -> None:
    cover = [number(value) for value in args[1]]
    writer._reified("fzn_value_precede_chain_int", [cover, writer.integers(args[0], result is not None)], result)


GLOBALS: dict[str, Callable[[Writer, Sequence[Any], Optional[str]], None]] = {
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
