"""Uses at the edge: what was once wrong, and what is refused."""

import copy
import itertools
import pathlib
import pickle
import random
import shutil
import signal
import subprocess
import threading
import time

import pytest

import cnfab
from cnfab.card import CardEnc, EncType, ISeqCounter, ITotalizer
from cnfab.formula import CNFPlus, IDPool

COUNTS = ["adder", "bdd", "cardinality-network", "modulo-totalizer", "naive", "sequential", "sinz", "sorting-network", "totalizer"]


@pytest.mark.parametrize("name", COUNTS)
def test_sizes_are_those_of_all_bounds(name):
    for size in range(8):
        for bound in range(size + 2):
            for encode in (CardEnc.atmost, CardEnc.equals, CardEnc.atleast):
                formula = encode(range(1, size + 1), bound, encoding=name)
                expected = {"auxiliaries": formula.nv - size, "clauses": len(formula.clauses), "literals": None}
                assert formula.size() == expected, (size, bound, encode)
                assert size > 4 or formula.audit()["fault"] is None


def test_constraints_of_solvers_reach_them():
    solvers = pytest.importorskip("pysat.solvers")
    formula = CardEnc.atmost([1, 2, 3], 1, encoding=EncType.native)
    assert bool(CNFPlus()) and len(formula) == 1
    with solvers.Solver(name="minicard", bootstrap_with=formula) as solver:
        assert not solver.solve(assumptions=[1, 2]) and solver.solve(assumptions=[1])


def test_totalizers_tell_all_their_clauses():
    count = ITotalizer([1, 2, 3, 4], 1)
    count.cnf.append([-count.rhs[1]])
    before = len(count.cnf)
    count.increase(3)
    fresh = ITotalizer([1, 2, 3, 4], 1)
    fresh.increase(3)
    assert count.nof_new == fresh.nof_new == len(count.cnf) - before
    count.cnf.clauses = []
    count.increase(4)
    assert len(count.cnf) == count.nof_new
    with pytest.raises(ValueError):
        ISeqCounter([1, 2, 3], 2, 2**31 - 2)
    assert ISeqCounter([1, 2, 3], 2).ubound == 2


def test_formulas_models_and_solutions_are_copied():
    formula = CardEnc.equals([1, 2, 3], 1, encoding="totalizer")
    assert formula.meaning(4) == copy.copy(formula).meaning(4) is not None
    for other in (copy.deepcopy(formula), pickle.loads(pickle.dumps(formula))):
        assert other.clauses == formula.clauses and other.nv == formula.nv and other.contract == formula.contract
        assert other.meaning(4) == formula.meaning(4)
        other.clauses.clear()
        assert formula.clauses
    assert copy.deepcopy(formula).audit()["fault"] is None
    model = cnfab.Model()
    x = model.int_vars(2, 0, 3)
    model.add(x[0] + x[1] == 5)
    solution = model.solve().solution
    again = copy.deepcopy(model)
    again.add(again.variables[0] == 2)
    assert (model.count(), again.count()) == (2, 1)
    assert dict(pickle.loads(pickle.dumps(solution))) == dict(solution)
    puzzle = pickle.loads(pickle.dumps(cnfab.generate("sudoku", seed=3)))
    assert puzzle.judge() == "one"
    crossword = pathlib.Path(__file__).parents[2] / "models/crossword/common-3x3.txt"
    assert str(pickle.loads(pickle.dumps(cnfab.read(crossword)))) == str(cnfab.read(crossword))


def test_objects_need_no_opposite():
    pool = IDPool(with_neg=True)
    assert (pool.id("a"), pool.id(7), pool.id(-7), pool.id("a")) == (1, 2, -2, 1)


def test_texts_of_expressions_are_read_back_as_the_same():
    model = cnfab.Model()
    a, b, c = (model.int_var(1, 4, name) for name in "abc")
    for made in ((a + (b - c)) * a, a // (3 * b), (a + b) // (b * c), (2 * a) ** b, ~((a < b) & (b < c)), (a * b) * (c + 1)):
        read = eval(repr(made), {"a": a, "b": b, "c": c})
        both = copy.copy(model)
        both.variables, both.constraints, both._built = list(model.variables), [], None
        both.add(made != read)
        assert repr(read) == repr(made) and both.count() == 0, repr(made)


def test_what_is_wrong_is_said_at_once():
    model = cnfab.Model()
    a = model.int_var(0, 3, "a")
    for wrong in (lambda: a <= 1.5, lambda: a == "1", lambda: a + None, lambda: model.int_var(0, 1, 5), lambda: cnfab.read(None)):
        with pytest.raises(TypeError):
            wrong()
    with pytest.raises(ValueError, match="at least one"):
        cnfab.max_of([])
    encoding = model.encode()
    with pytest.raises(ValueError, match="'a' no value"):
        encoding.decode([])
    assert list(model.solutions(limit=0)) == []
    for wrong in (lambda: list(model.solutions(limit=-1)), lambda: model.sample(-1), lambda: model.solve(seed=2**70)):
        with pytest.raises(ValueError):
            wrong()
    model.add(a <= 10**40, name="far")
    with pytest.raises(ValueError, match="the constraint 'a <= 1000.*cannot be stated"):
        model.solve()


def test_letters_of_automata_may_be_far_apart():
    model = cnfab.Model()
    word = model.int_vars(3, 0, 10**6)
    model.add_regular(word, [(0, 1, 1), (1, 10**6, 0), (0, 7, 0)], 0, [0])
    found = {tuple(solution[var] for var in word) for solution in model.solutions(limit=10)}
    assert found == {(7, 7, 7), (1, 10**6, 7), (7, 1, 10**6)}
    model = cnfab.Model()
    word, truth = model.int_vars(2, 0, 100), model.bool_var("b")
    model.add(truth.iff(cnfab.Expression("regular", [word, [(0, 0, 1), (1, 100, 0)], 0, [0]])))
    assert model.count() == 101**2


def test_marks_and_packed_files_are_read(tmp_path):
    gzip = pytest.importorskip("gzip")
    with gzip.open(tmp_path / "a.cnf.gz", "wt") as file:
        file.write("p cnf 2 1\n1 2 0\n")
    assert cnfab.read(tmp_path / "a.cnf.gz", format="dimacs").count() == 3
    assert cnfab.read("\ufeffp cnf 2 1\n1 2 0\n", format="dimacs").count() == 3


def hard():
    """A model that takes long to encode."""
    model = cnfab.Model()
    x = model.int_vars(20, 0, 200)
    for first, second, third in zip(x, x[1:], x[2:]):
        model.add(first * second - third * first <= 1000)
    return model


QUESTIONS = {
    "sample": lambda model: model.sample(1),
    "encode": lambda model: model.encode(),
    "candidates": lambda model: model.candidates(),
    "count": lambda _: CardEnc.atmost(range(1, 8001), 4000),
    "audit": lambda _: CardEnc.atmost(range(1, 161), 80).audit(),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_ctrl_c_ends_what_is_no_search(name):
    model, started, ended = hard(), [], []

    def interrupt():
        time.sleep(0.3)
        started.append(time.monotonic())
        signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        QUESTIONS[name](model)
        ended.append("before the signal")
        time.sleep(60)
    assert time.monotonic() - started[0] < 1 and not ended
    thread.join()


def test_limits_of_time_hold_for_questions():
    model = hard()
    for ask in (model.sample, model.candidates, lambda time_limit: CardEnc.atmost(range(1, 161), 80).audit(time_limit)):
        start = time.monotonic()
        with pytest.raises(TimeoutError):
            ask(time_limit=0.3)
        assert time.monotonic() - start < 1.5


def verified(solver, claim):
    """What the last proof claims, and what VeriPB says to it, if that is there."""
    folder = pathlib.Path(solver.get_proof_files()[0]).parent
    assert claim in (folder / "README.md").read_text(encoding="utf-8")
    if shutil.which("veripb"):
        check = ["veripb", "--opb", folder / "model.opb", folder / "proof.pbp"]
        assert "VERIFIED" in subprocess.run(check, capture_output=True, text=True).stdout


def test_cpmpy_has_hints_sets_proofs_and_a_tuner(tmp_path):
    cp = pytest.importorskip("cpmpy")
    import cnfab.cpmpy

    cnfab.cpmpy.register()
    x = cp.intvar(0, 9, shape=3, name="hint")
    model = cp.Model(cp.sum(x) <= 12, cp.AllDifferent(x))
    solver = cp.SolverLookup.get("cnfab", model)
    solver.solution_hint(x, [3, 1, 4])
    assert solver.solve() and list(x.value()) == [3, 1, 4]
    solver.objective(cp.sum(x), minimize=False)
    assert solver.solve(proof=str(tmp_path / "proof")) and solver.objective_value() == 12
    verified(solver, "maximum is 12")
    assumed = cp.boolvar(name="assumed")
    solver += assumed.implies(cp.sum(x) <= 5)
    assert solver.solve(assumptions=[assumed], proof=str(tmp_path / "assumed")) and solver.objective_value() == 5
    verified(solver, "maximum is 5")
    solver += assumed.implies(cp.sum(x) > 20)
    assert not solver.solve(assumptions=[assumed], proof=str(tmp_path / "none")) and solver.get_core() == [assumed]
    verified(solver, "no solution")
    with pytest.raises(FileExistsError):
        solver.solve(proof=str(tmp_path / "none"))
    soft = [x[0] > x[1], x[1] > x[2], x[2] > 3, x[2] > x[0]]
    found = cnfab.cpmpy.CPM_cnfab.mus_native(soft, [x[1] < 9])
    assert {str(one) for one in found} == {str(one) for one in (soft[0], soft[1], soft[3])}
    assert cnfab.cpmpy.CPM_cnfab.mus_native([x[0] > 5], x[1] > 9) == []
    with pytest.raises(AssertionError, match="UNSAT"):
        cnfab.cpmpy.CPM_cnfab.mus_native([x[0] > 5], [x[1] > 8])
    from cpmpy.tools.tune_solver import ParameterTuner

    tuner = ParameterTuner("cnfab", cp.Model(cp.sum(x) == 9, minimize=x[0] * x[1]))
    assert tuner.tune(max_tries=40, time_limit=60)


@pytest.mark.parametrize("seed", range(40))
def test_orders_and_rows_of_cpmpy_are_those_that_it_means(seed):
    cp = pytest.importorskip("cpmpy")
    import cnfab.cpmpy

    rng = random.Random(seed)
    x = [cp.intvar(rng.randint(-2, 0), rng.randint(1, 3), name=f"x{seed}_{place}") for place in range(3)]
    b = cp.boolvar(name=f"b{seed}")
    rows = [[rng.choice([-1, 0, 1, 2, "*"]) for _ in x] for _ in range(rng.randint(1, 3))]
    one = [
        cp.Increasing(x), cp.Decreasing([*x, 1]), cp.IncreasingStrict(x), cp.DecreasingStrict(x), cp.ShortTable(x, rows),
        cp.AllDifferentExceptN(x, rng.choice([[1], [0, 2]])), cp.AllDifferentExcept0(x),
    ][seed % 7]  # fmt: skip
    constraint = [one, b.implies(one), b == one][seed % 3]
    solver, found = cnfab.cpmpy.CPM_cnfab(cp.Model(constraint)), set()
    solver.user_vars.update([*x, b])
    solver.solveAll(display=lambda: found.add(tuple(int(var.value()) for var in (*x, b))))
    expected = set()
    for values in itertools.product(*(range(var.lb, var.ub + 1) for var in x), (0, 1)):
        for var, value in zip((*x, b), values):
            var._value = bool(value) if var is b else value
        if constraint.value():
            expected.add(values)
    assert found == expected, constraint
