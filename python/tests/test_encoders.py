"""Counts and sums: the truth for all assignments, and what PySAT states for the same calls."""

import itertools
import os
import random
import shutil

import pytest

import cnfab
from cnfab import card, pb
from cnfab.card import CardEnc, ISeqCounter, ITotalizer
from cnfab.formula import CNFPlus, IDPool
from cnfab.pb import PBEnc

COUNTS = ["adder", "bdd", "cardinality-network", "modulo-totalizer(3)", "naive", "sequential", "sinz", "sorting-network", "totalizer"]
SUMS = [
    "adder", "binary-merge", "binary-merge(1)", "by-cardinality", "ggpw", "ggpw(1)", "ggt", "ggt(1)", "glpw", "gswc", "mdd",
    "mixed-radix", "modulo", "one-hot-forward", "one-hot-sum", "order-sum", "sorters", "tree",
    "tuple-table",
]  # fmt: skip
# Random calls of each encoding; CNFAB_SCALE=10 makes ten times more.
SCALE = int(os.environ.get("CNFAB_SCALE", "1"))
HOLDS = {"<=": lambda a, b: a <= b, "=": lambda a, b: a == b, ">=": lambda a, b: a >= b}


def models(formula, variables):
    """The assignments of variables, as tuples of literals, that some model extends."""
    solvers = pytest.importorskip("pysat.solvers")
    found = set()
    with solvers.Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:
        for signs in itertools.product((-1, 1), repeat=len(variables)):
            lits = tuple(sign * var for sign, var in zip(signs, variables))
            if solver.solve(assumptions=lits):
                found.add(lits)
    return found


def truth(terms, cmp, bound, variables, conditions=()):
    found = set()
    for signs in itertools.product((-1, 1), repeat=len(variables)):
        lits = {sign * var for sign, var in zip(signs, variables)}
        total = sum(weight for weight, lit in terms if lit in lits)
        if HOLDS[cmp](total, bound) or not lits.issuperset(conditions):
            found.add(tuple(sign * var for sign, var in zip(signs, variables)))
    return found


def calls(module, rounds, seed):
    """Random arguments: literals of five variables, opposite ones and repeated ones among them."""
    rng = random.Random(seed)
    for _ in range(rounds):
        size = rng.randint(1, 6)
        lits = [rng.choice((-1, 1)) * rng.randint(1, 5) for _ in range(size)]
        if rng.random() < 0.5:
            lits = [rng.choice((-1, 1)) * var for var in rng.sample(range(1, 6), min(size, 5))]
        yield rng, lits, rng.choice(list(HOLDS)), rng.randint(0, len(lits) + 1)


def method(encoder, cmp):
    return {"<=": encoder.atmost, "=": encoder.equals, ">=": encoder.atleast}[cmp]


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_true_for_all_assignments(name):
    for _, lits, cmp, bound in calls(card, 60 * SCALE, name):
        formula = method(CardEnc, cmp)(lits, bound, top_id=5, encoding=name)
        expected = truth([(1, lit) for lit in lits], cmp, bound, range(1, 6))
        assert models(formula, range(1, 6)) == expected, (lits, cmp, bound)


@pytest.mark.parametrize("name", SUMS)
def test_sums_are_true_for_all_assignments(name):
    for rng, lits, cmp, _ in calls(pb, 60 * SCALE, name):
        weights = [rng.randint(-3, 9) for _ in lits]
        bound = rng.randint(0, 12)
        conditions = rng.choice(([], [6], [6, -7]))
        formula = method(PBEnc, cmp)(lits, weights, bound, top_id=7, encoding=name, conditionals=conditions)
        variables = [*range(1, 6), *(abs(lit) for lit in conditions)]
        expected = truth(list(zip(weights, lits)), cmp, bound, variables, conditions)
        assert models(formula, variables) == expected, (lits, weights, cmp, bound, conditions)


@pytest.mark.parametrize("number", range(9))
def test_counts_are_those_of_pysat(number):
    theirs = pytest.importorskip("pysat.card")
    for _, lits, cmp, bound in calls(theirs, 500 * SCALE, number):
        # Theirs count a literal that comes twice in ways of their own.
        lits = list({abs(lit): lit for lit in lits}.values())
        results = []
        for module in (theirs, card):
            try:
                results.append(models(method(module.CardEnc, cmp)(lits, bound, top_id=5, encoding=number), range(1, 6)))
            except (ValueError, theirs.UnsupportedBound) as error:
                results.append(type(error).__name__)
        if results[0] == "ValueError":
            # More than there are: theirs refuse it, ours cannot hold.
            assert bound > len(lits) and results[1] == set()
        else:
            assert results[0] == results[1], (lits, cmp, bound)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5, 7, 8, 9])
def test_sums_are_those_of_pysat(number):
    pytest.importorskip("pindakaas")
    theirs = pytest.importorskip("pysat.pb")
    for rng, lits, cmp, _ in calls(theirs, 500 * SCALE, number):
        lits = list({abs(lit): lit for lit in lits}.values())
        weights = [rng.randint(1, 9) for _ in lits]
        bound = rng.randint(0, sum(weights))
        pairs = list(zip(lits, weights))
        found = [
            models(method(module.PBEnc, cmp)(pairs, bound=bound, top_id=5, encoding=number), range(1, 6))
            for module in (theirs, pb)
        ]
        assert found[0] == found[1], (pairs, cmp, bound)


def test_numbers_of_variables_are_respected():
    assert min(abs(lit) for clause in CardEnc.atmost([1, 2, 3, 4], 2, top_id=90).clauses for lit in clause if abs(lit) > 4) == 91
    pool = IDPool(start_from=5, occupied=[[6, 8], [10, 10]])
    formula = CardEnc.atmost([1, 2, 3, 4], 2, vpool=pool)
    made = {abs(lit) for clause in formula.clauses for lit in clause} - {1, 2, 3, 4}
    assert not made & {6, 7, 8, 10} and min(made) == 5 and pool.top == max(made) == formula.nv
    assert pool.id("next") == formula.nv + 1 and pool.obj(formula.nv + 1) == "next"
    for encoding in (0, 1, 9, "amo:product"):
        pool = IDPool()
        CardEnc.equals([2, -3, 2**31 - 900], 2, encoding=encoding, vpool=pool)
        assert pool.id("new") > 2**31 - 900
    with pytest.raises(ValueError, match="not both"):
        CardEnc.atmost([1, 2], 1, top_id=5, vpool=pool)


def test_meanings_are_what_the_variables_count():
    formula = CardEnc.equals([1, 2, 3, 4], 2, encoding="totalizer")
    assert formula.contract == "bijective"
    assert formula.meaning(5) == "1 + 2 >= 1" and formula.meaning(1) is None
    for model in models(formula, range(1, formula.nv + 1)):
        for var in range(5, formula.nv + 1):
            terms, bound = formula.meaning(var).split(" >= ")
            assert (model[var - 1] > 0) == (sum(model[int(term) - 1] > 0 for term in terms.split(" + ")) >= int(bound))


@pytest.mark.parametrize("by", ["totalizer", "adder", "amo:product", "amo:pairwise", "sequential"])
def test_formulas_are_judged(by):
    bound = 1 if by.startswith("amo:") else 3
    formula = CardEnc.atmost([3, -5, 7, 9, 11, 12, 14], bound, top_id=40, encoding=by)
    audit = formula.audit()
    assert audit["fault"] is None and audit["unproven"] is None and audit["meaning"] == {"verdict": "exact"}
    size = formula.size()
    assert size["clauses"] == len(formula.clauses) == audit["size"]["clauses"]
    assert size["auxiliaries"] == audit["size"]["auxiliaries"] == formula.nv - 40
    bijective = audit["models"]["models"] == audit["models"]["solutions"]
    assert bijective or formula.contract != "bijective"
    del formula.clauses[0]
    assert formula.audit()["fault"]
    formula.append([-7])
    assert "loses" in formula.audit()["fault"] or "allows" in formula.audit()["fault"]


def test_sums_with_conditions_are_judged():
    for cmp in ("<=", "=", ">="):
        formula = method(PBEnc, cmp)([1, -2, 3, 3], [3, -4, 5, 2], bound=4, encoding="mdd", conditionals=[8, -9])
        assert formula.audit()["fault"] is None, cmp
        formula.append([-8])
        assert formula.audit()["fault"].startswith("loses"), cmp
    with pytest.raises(ValueError, match="encoder"):
        CNFPlus([[1]]).audit()
    with pytest.raises(ValueError, match="encoder"):
        CardEnc.atmost([1, 2, 3], 1, encoding="native").size()


def test_encodings_are_certified(tmp_path):
    formula = CardEnc.equals(range(1, 9), 3, encoding="totalizer")
    with pytest.raises(FileNotFoundError, match="no-such-program"):
        formula.certify(checker="no-such-program")
    if shutil.which("veripb") is None:
        pytest.skip("the checker is not there")
    assert formula.certify(str(tmp_path / "proofs")) > 0 and (tmp_path / "proofs/kept.pbp").is_file()
    with pytest.raises(FileExistsError):
        formula.certify(str(tmp_path / "proofs"))


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: CardEnc.atmost([1, 2], -1), ValueError),
        (lambda: CardEnc.atmost([1, 0], 1), ValueError),
        (lambda: CardEnc.atmost([1, 2**40], 1), ValueError),
        *((lambda encoding=encoding: CardEnc.atmost([1, 0], 1, encoding=encoding), ValueError) for encoding in range(10)),
        (lambda: ISeqCounter([0, 2, 3]), ValueError),
        (lambda: CardEnc.atmost([2**31 - 1, 5, 7], 1), ValueError),
        (lambda: PBEnc.leq([1, 5, 7, 9], [2, 3, 4, 6], 8, top_id=2**31 - 2), ValueError),
        (lambda: ITotalizer([1, 2, 3], 2, top_id=2**31 - 2), ValueError),
        (lambda: CardEnc.atmost([1, 2, 3], 1, vpool=IDPool(occupied=[[4, 2**31 - 2]])), ValueError),
        (lambda: CardEnc.atmost([1.5, 2], 1), TypeError),
        (lambda: CardEnc.atmost([1, 2], 1, encoding=77), cnfab.NoSuchEncodingError),
        (lambda: CardEnc.atmost([1, 2], 1, encoding="totalizr"), cnfab.NoSuchEncodingError),
        (lambda: CardEnc.atmost([1, 2], 1, encoding="cmd:sh -c true {n} {k}"), cnfab.Unsupported),
        (lambda: CardEnc.atmost([1, 2, 3, 4], 2, encoding="amo:product"), card.UnsupportedBound),
        (lambda: PBEnc.leq([1, 2], [1], 1), ValueError),
        (lambda: PBEnc.leq([1, 2, 3], [3, 5, 7], 9, encoding="subset-table"), cnfab.Unsupported),
        (lambda: PBEnc.leq([1, 2], [2**80, 1], 1), OverflowError),
    ],
)
def test_what_is_wrong_is_an_exception(call, error):
    with pytest.raises(error):
        call()


def test_a_sum_of_nothing_is_zero():
    assert PBEnc.geq([], bound=3).clauses == [[]] and PBEnc.leq([], bound=3).clauses == []


def test_native_constraints_are_kept():
    formula = CardEnc.equals([1, -2, 3], 2, encoding=card.EncType.native)
    assert formula.atmosts == [[[1, -2, 3], 2], [[-1, 2, -3], 1]] and formula.clauses == []
    assert formula.to_dimacs().splitlines() == ["p cnf+ 3 2", "1 -2 3 <= 2", "-1 2 -3 <= 1"]
    formula = PBEnc.leq([1, 2], [3, 4], 5, encoding=pb.EncType.native)
    assert formula.to_dimacs().splitlines()[1] == "w 3*1 4*2 <= 5"


def counted(counter, lits, bound):
    """The assignments of the literals under a bound."""
    formula = CNFPlus(counter.cnf.clauses)
    formula.append([-counter.rhs[bound]])
    return models(formula, [abs(lit) for lit in lits])


@pytest.mark.parametrize("kind", [ITotalizer, ISeqCounter])
def test_bounds_grow(kind):
    lits = [1, -2, 3, 4, -5, 6]
    counter = kind(lits, ubound=1, top_id=20)
    before = len(counter.cnf.clauses)
    assert len(counter.rhs) == 2 and min(counter.rhs) > 20
    counter.increase(ubound=4, top_id=counter.top_id + 7)
    assert len(counter.rhs) == 5 and counter.nof_new == len(counter.cnf.clauses) - before > 0
    for bound in range(5):
        assert counted(counter, lits, bound) == truth([(1, lit) for lit in lits], "<=", bound, range(1, 7))
    counter.increase(ubound=4)
    assert counter.nof_new == 0
    if kind is ITotalizer:
        with pytest.raises(ValueError, match="itself"):
            counter.merge_with(counter)


def test_prefixes_are_bounded():
    counter = ISeqCounter([1, 2, 3, 4], ubound=2)
    formula = CNFPlus(counter.cnf.clauses)
    formula.append([-counter.get_constraint(3, 1)])
    assert models(formula, range(1, 5)) == truth([(1, var) for var in (1, 2, 3)], "<=", 1, range(1, 5))
    assert counter.get_constraint(1, 1) is None and counter.get_constraint(5, 0) is None


def test_totalizers_are_extended_and_merged():
    with ITotalizer([1, 2], ubound=1, top_id=6) as one, ITotalizer([3, 4], ubound=2, top_id=40) as other:
        one.extend([2, 5], ubound=2)
        assert one.lits == [1, 2, 5]
        one.merge_with(other, ubound=3)
        for bound in range(4):
            assert counted(one, [1, 2, 3, 4, 5], bound) == truth([(1, v) for v in range(1, 6)], "<=", bound, range(1, 6))
        assert other.cnf.clauses == []


def test_arrays_hold_the_clauses():
    numpy = pytest.importorskip("numpy")
    flat = CardEnc.atmost([1, 2, 3, 4], 2).to_numpy()
    formula = CardEnc.atmost([1, 2, 3, 4], 2)
    assert flat.dtype == numpy.int32 and flat.tolist() == [lit for clause in formula.clauses for lit in (*clause, 0)]
    assert formula.to_numpy().tolist() == flat.tolist()


def test_formulas_are_copied_and_extended(tmp_path):
    formula = CardEnc.atmost([1, 2, 3], 1)
    other = formula.copy()
    other.extend(CardEnc.atleast([1, 2, 3], 1, encoding="native"))
    other.append([9])
    assert (len(formula), formula.nv, other.nv, len(other.atmosts)) == (len(other) - 2, formula.nv, 9, 1)
    other.to_file(tmp_path / "formula.cnf", comments=["three"])
    assert (tmp_path / "formula.cnf").read_text().startswith("c three\np cnf+ 9 ")
