"""Expressions over variables: sums, comparisons, connectives and functions, with Python's operators.

A truth value counts as 0 or 1 wherever a number is asked for, and a number is true where it is not 0. Comparisons make
expressions, so that two expressions cannot be compared by Python: ``x == y`` has no truth value of its own.
"""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterable, Iterator, Optional, Sequence, Union

__all__ = ["Expression", "IntVar", "all_of", "any_of", "max_of", "min_of", "sum_of"]

Number = Union[int, "Expression"]


class Expression:
    """Something with an integer value: a variable, or a function of others.

    ``kind`` names the function, ``args`` are what it is a function of. Division and remainder round towards zero, as in
    MiniZinc and CPMpy, not as Python does.
    """

    __slots__ = ("kind", "args")

    def __init__(self, kind: str, args: Sequence[Any]) -> None:
        self.kind, self.args = kind, tuple(args)

    @property
    def is_truth(self) -> bool:
        """Whether it is true or false rather than a number."""
        return self.kind in _TRUTHS

    def __add__(self, other: Number) -> Expression:
        return Expression("sum", [(1, self), (1, of(other))])

    def __radd__(self, other: Number) -> Expression:
        return Expression("sum", [(1, of(other)), (1, self)])

    def __sub__(self, other: Number) -> Expression:
        return Expression("sum", [(1, self), (-1, of(other))])

    def __rsub__(self, other: Number) -> Expression:
        return Expression("sum", [(1, of(other)), (-1, self)])

    def __neg__(self) -> Expression:
        return Expression("sum", [(-1, self)])

    def __mul__(self, other: Number) -> Expression:
        if isinstance(other, Expression):
            return Expression("times", [self, other])
        return Expression("sum", [(number(other), self)])

    __rmul__ = __mul__

    def __floordiv__(self, other: Number) -> Expression:
        return Expression("div", [self, of(other)])

    def __rfloordiv__(self, other: Number) -> Expression:
        return Expression("div", [of(other), self])

    def __mod__(self, other: Number) -> Expression:
        return Expression("mod", [self, of(other)])

    def __rmod__(self, other: Number) -> Expression:
        return Expression("mod", [of(other), self])

    def __pow__(self, other: Number) -> Expression:
        return Expression("pow", [self, of(other)])

    def __abs__(self) -> Expression:
        return Expression("abs", [self])

    def __eq__(self, other: object) -> Expression:  # type: ignore[override]
        return Expression("==", [self, of(other)])

    def __ne__(self, other: object) -> Expression:  # type: ignore[override]
        return Expression("!=", [self, of(other)])

    def __le__(self, other: Number) -> Expression:
        return Expression("<=", [self, of(other)])

    def __lt__(self, other: Number) -> Expression:
        return Expression("<", [self, of(other)])

    def __ge__(self, other: Number) -> Expression:
        return Expression("<=", [of(other), self])

    def __gt__(self, other: Number) -> Expression:
        return Expression("<", [of(other), self])

    def __and__(self, other: Number) -> Expression:
        return Expression("and", [self, of(other)])

    __rand__ = __and__

    def __or__(self, other: Number) -> Expression:
        return Expression("or", [self, of(other)])

    __ror__ = __or__

    def __xor__(self, other: Number) -> Expression:
        return Expression("xor", [self, of(other)])

    __rxor__ = __xor__

    def __invert__(self) -> Expression:
        return Expression("not", [self])

    def implies(self, other: Number) -> Expression:
        """True unless this is true and the other one is not."""
        return Expression("or", [Expression("not", [self]), of(other)])

    def iff(self, other: Number) -> Expression:
        """True if both are true, or both false."""
        return Expression("iff", [self, of(other)])

    def is_in(self, values: Iterable[int]) -> Expression:
        """True if the value is one of these constants."""
        return Expression("in", [self, tuple(sorted({number(value) for value in values}))])

    def __bool__(self) -> bool:
        raise TypeError(f"the truth of '{self!r}' is known in solutions only; use &, |, ~ and implies")

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return text(self)


class IntVar(Expression):
    """A variable with a name and values: ``domain`` has them as ascending intervals, both ends included.

    Solutions that differ only in variables for which ``shown`` is false are the same.
    """

    __slots__ = ("name", "domain", "truth", "shown")

    def __init__(self, name: str, domain: Sequence[tuple[int, int]], truth: bool = False) -> None:
        super().__init__("variable", ())
        self.name, self.domain, self.truth, self.shown = name, tuple(domain), truth, True

    @property
    def is_truth(self) -> bool:
        return self.truth

    @property
    def lb(self) -> int:
        """The smallest value."""
        return self.domain[0][0]

    @property
    def ub(self) -> int:
        """The largest value."""
        return self.domain[-1][1]


_TRUTHS = frozenset(
    "== != <= < and or xor not iff in all_different all_different_except_0 all_equal table negative_table circuit "
    "subcircuit inverse regular cumulative disjunctive cardinality lex_less lex_lesseq precede".split()
)
_INFIX = {"and": " & ", "or": " | ", "xor": " ^ ", "iff": " iff ", "times": "*", "div": " // ", "mod": " % ", "pow": "**"}


def number(value: Any) -> int:
    """A constant as an integer of Python.

    :raises TypeError: if it is none.
    """
    try:
        return value.__index__()
    except AttributeError:
        raise TypeError(f"found {value!r}, expected an integer or an expression") from None


def natural(value: Any, what: str) -> int:
    """A number from 0 on that 64 bits hold.

    :raises TypeError: if it is no integer.
    :raises ValueError: if it is another one.
    """
    found = number(value)
    if not 0 <= found < 2**63:
        raise ValueError(f"found {what}={found}, expected 0 to 2**63 - 1")
    return found


def of(value: Any) -> Number:
    """An expression, or a constant."""
    return value if isinstance(value, Expression) else number(value)


# The most levels of an expression that its text shows.
_SHOWN = 12


def text(value: Any, levels: int = _SHOWN) -> str:
    """An expression as Python would have it; what lies deeper than some levels is three dots."""
    if not isinstance(value, Expression):
        return str(value)
    if isinstance(value, IntVar):
        return value.name
    if levels == 0:
        return "..."
    kind, args = value.kind, value.args
    if kind == "sum":
        parts: list[str] = []
        for factor, term in args:
            shown = text(term, levels - 1) if abs(factor) == 1 and _is_product(term) else _inner(term, levels)
            sign = ("-" if not parts else " - ") if factor < 0 else ("" if not parts else " + ")
            parts.append(sign + (shown if abs(factor) == 1 else f"{abs(factor)}*{shown}"))
        return "".join(parts) or "0"
    if kind in ("==", "!=", "<=", "<"):
        return f"{text(args[0], levels - 1)} {kind} {text(args[1], levels - 1)}"
    if kind in _INFIX:
        return _INFIX[kind].join(_inner(arg, levels) for arg in args)
    if kind == "not":
        return f"~{_inner(args[0], levels)}"
    return f"{kind}({', '.join(_listed(arg, levels) for arg in args)})"


def _is_product(value: Any) -> bool:
    """True for a positive number times something."""
    return is_sum(value) and len(value.args) == 1 and value.args[0][0] > 0


def _inner(value: Any, levels: int) -> str:
    shown = text(value, levels - 1)
    if not isinstance(value, Expression) or isinstance(value, IntVar) or shown == "...":
        return shown
    is_call = value.kind not in _INFIX and value.kind not in ("sum", "==", "!=", "<=", "<", "not")
    return shown if is_call else f"({shown})"


def _listed(value: Any, levels: int) -> str:
    if isinstance(value, (list, tuple)):
        shown = [_listed(item, levels) for item in value[:8]]
        return f"[{', '.join(shown)}{', ...' if len(value) > 8 else ''}]"
    return text(value, levels - 1)


def sum_of(terms: Iterable[Any], weights: Optional[Iterable[int]] = None) -> Expression:
    """The sum of terms, each times its weight if there are weights. One expression, however many terms."""
    given = list(terms)
    factors = [1] * len(given) if weights is None else [number(weight) for weight in weights]
    if len(factors) != len(given):
        raise ValueError(f"found {len(factors)} weights, expected {len(given)} as there are terms")
    return Expression("sum", list(zip(factors, given)))


def all_of(terms: Iterable[Any]) -> Expression:
    """True if all of the terms are; of none it is true."""
    return Expression("and", list(terms))


def any_of(terms: Iterable[Any]) -> Expression:
    """True if one of the terms is; of none it is false."""
    return Expression("or", list(terms))


def max_of(terms: Iterable[Any]) -> Expression:
    """The largest of the terms."""
    return Expression("max", _some(terms))


def min_of(terms: Iterable[Any]) -> Expression:
    """The smallest of the terms."""
    return Expression("min", _some(terms))


def _some(terms: Iterable[Any]) -> list[Any]:
    found = list(terms)
    if not found:
        raise ValueError("found no terms, expected at least one")
    return found


def parts(value: Expression) -> Iterator[Expression]:
    """The expressions that one is a function of."""
    if value.kind == "sum":
        yield from (term for _, term in value.args if isinstance(term, Expression))
        return
    for arg in value.args:
        if isinstance(arg, Expression):
            yield arg
        elif isinstance(arg, (list, tuple)):
            yield from (item for item in arg if isinstance(item, Expression))


Known = dict[int, tuple[Expression, Any]]


def folded(
    value: Any,
    combine: Callable[[Expression, Callable[[Any], Any]], Any],
    known: Optional[Known] = None,
    inside: Callable[[Expression], Iterable[Expression]] = parts,
) -> Any:
    """The result about an expression from those about its parts, however deep they lie; each is made once.

    ``combine`` gets an expression, and a function from its parts to their results, which leaves constants as they are.
    ``known`` has results by identities, and the expressions, which live as long as it does.
    """
    if not isinstance(value, Expression):
        return value
    made: Known = {} if known is None else known

    def of_part(part: Any) -> Any:
        return made[id(part)][1] if isinstance(part, Expression) else part

    stack = [value]
    while stack:
        top = stack[-1]
        if id(top) not in made:
            missing = [part for part in inside(top) if id(part) not in made]
            if missing:
                stack.extend(missing)
                continue
            made[id(top)] = top, combine(top, of_part)
        stack.pop()
    return of_part(value)


def is_sum(value: Any) -> bool:
    """True for an expression that is a sum."""
    return isinstance(value, Expression) and value.kind == "sum"


def summands(value: Expression) -> Iterator[tuple[int, Any]]:
    """The terms of a sum, each with its factor; of terms that are sums their terms, each sum once."""
    # Sums with those after them of which they are terms.
    order: list[Expression] = []
    stack, seen = [(value, False)], set()
    while stack:
        top, is_done = stack.pop()
        if is_done:
            order.append(top)
        elif id(top) not in seen:
            seen.add(id(top))
            stack.append((top, True))
            stack.extend((term, False) for _, term in reversed(top.args) if is_sum(term))
    factors = {id(value): 1}
    for top in reversed(order):
        for factor, term in top.args:
            if is_sum(term):
                factors[id(term)] = factors.get(id(term), 0) + factors[id(top)] * factor
    for top in order:
        yield from ((factors[id(top)] * factor, of(term)) for factor, term in top.args if not is_sum(term))


def bounds(value: Any, known: Optional[Known] = None) -> tuple[int, int]:
    """The smallest and the largest value that an expression may have, by those of its parts."""
    if not isinstance(value, Expression):
        return number(value), number(value)
    return folded(value, _within, known, lambda value: () if value.is_truth else parts(value))


# Numbers that are larger have more bits than any value of a model.
_MOST = 2**64


def _within(value: Expression, of_part: Callable[[Any], Any]) -> tuple[int, int]:
    low, high = _bounds(value, of_part)
    return max(low, -_MOST), min(high, _MOST)


def _power(base: int, exponent: int) -> int:
    """A power, or one of the same sign that is too large as well."""
    return base ** (exponent if exponent < 64 else 64 + exponent % 2)


def _bounds(value: Expression, of_part: Callable[[Any], Any]) -> tuple[int, int]:
    if isinstance(value, IntVar):
        return value.lb, value.ub
    if value.is_truth:
        return 0, 1

    def ends(part: Any) -> tuple[int, int]:
        return of_part(part) if isinstance(part, Expression) else (number(part), number(part))

    kind, args = value.kind, value.args
    if kind == "sum":
        low = high = 0
        for factor, term in args:
            least, most = (factor * end for end in ends(term))
            low, high = low + min(least, most), high + max(least, most)
        return low, high
    inner = [ends(arg) for arg in (args[0] if kind in ("element", "count", "nvalue") else args)]
    if kind == "times":
        products = [a * b for a, b in itertools.product(*inner)]
        return min(products), max(products)
    if kind == "div":
        most = max(abs(end) for end in inner[0])
        low = 0 if min(inner[0]) >= 0 and min(inner[1]) >= 0 else -most
        return low, most
    if kind == "mod":
        most = max(abs(end) for end in inner[1]) - 1
        return (0 if inner[0][0] >= 0 else -most), (0 if inner[0][1] <= 0 else most)
    if kind == "pow":
        powers = [_power(base, exponent) for base in (*inner[0], 0, 1) for exponent in inner[1] if exponent >= 0]
        low = min([*powers, *(-abs(power) for power in powers if inner[0][0] < 0)])
        return low, max(powers)
    if kind == "abs":
        low, high = inner[0]
        return (0 if low <= 0 <= high else min(abs(low), abs(high))), max(abs(low), abs(high))
    if kind == "max":
        return max(low for low, _ in inner), max(high for _, high in inner)
    if kind == "min":
        return min(low for low, _ in inner), min(high for _, high in inner)
    if kind == "element":
        return min(low for low, _ in inner), max(high for _, high in inner)
    if kind in ("count", "nvalue"):
        return int(kind == "nvalue" and bool(inner)), len(inner)
    raise ValueError(f"no bounds are known of '{value!r}'")
