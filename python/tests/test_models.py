"""Models against brute force in Python, and problems that are read."""

import _thread
import functools
import itertools
import pathlib
import random
import threading
import time
from fractions import Fraction

import pytest

import cnfab
from cnfab.expressions import parts
from cnfab.results import value_of

ROOT = pathlib.Path(__file__).resolve().parents[2]


def brute(model):
    """All solutions, by trying everything. Expressions are evaluated in Python, and no solver is asked."""
    found = set()
    ranges = [[value for low, high in var.domain for value in range(low, high + 1)] for var in model.variables]
    for values in itertools.product(*ranges):
        solution = {var.name: value for var, value in zip(model.variables, values)}
        try:
            holds = all(value_of(constraint, solution) for constraint, _ in model.constraints)
        except (ZeroDivisionError, IndexError):
            continue
        if holds:
            found.add(values)
    return found


def expression(rng, variables, depth):
    """A random number."""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(variables) if rng.random() < 0.8 else rng.randint(-2, 3)
    inner = [expression(rng, variables, depth - 1) for _ in range(3)]
    kind = rng.randrange(8)
    if kind == 0:
        return cnfab.sum_of(inner, [rng.randint(-2, 2) for _ in inner])
    if kind == 1:
        return rng.choice(variables) * inner[0]
    if kind == 2:
        return abs(cnfab.sum_of(inner[:1]))
    if kind == 3:
        return rng.choice((cnfab.max_of, cnfab.min_of))(inner)
    if kind == 4:
        return cnfab.sum_of(inner[:1]) // rng.choice((2, 3, -2))
    if kind == 5:
        return cnfab.sum_of(inner[:1]) % rng.choice((2, 3))
    if kind == 6:
        return cnfab.Expression("count", [variables, rng.randint(0, 2)])
    return truth(rng, variables, depth - 1)


def truth(rng, variables, depth):
    """A random condition."""
    left, right = expression(rng, variables, depth), expression(rng, variables, depth)
    if depth == 0 or rng.random() < 0.4:
        left = cnfab.sum_of([left])
        return rng.choice([left == right, left != right, left <= right, left < right, left >= right])
    first, second = truth(rng, variables, depth - 1), truth(rng, variables, depth - 1)
    return rng.choice([
        first & second, first | second, first ^ second, ~first, first.implies(second), first.iff(second),
        cnfab.any_of([first, second, left == right]), cnfab.sum_of([left]).is_in([0, 2, 5]),
    ])  # fmt: skip


def random_model(seed):
    rng = random.Random(seed)
    model = cnfab.Model()
    variables = [model.int_var(rng.randint(-2, 0), rng.randint(1, 3), f"x[{i}]") for i in range(3)]
    variables.append(model.int_var([0, 2, 5], name="odd name"))
    truths = [model.bool_var("t"), model.bool_var()]
    for _ in range(rng.randint(1, 3)):
        model.add(truth(rng, variables + truths, rng.randint(0, 3)))
    return rng, model


@pytest.mark.parametrize("seed", range(300))
def test_solutions_are_those_of_brute_force(seed):
    rng, model = random_model(seed)
    expected = brute(model)
    strategy = rng.choice(("auto", "sat", "sat:cdcl", "backtrack", "ilp"))
    found = [tuple(solution[var] for var in model.variables) for solution in model.solutions(strategy)]
    assert len(found) == len(set(found)) and set(found) == expected, (strategy, model.to_flatzinc())
    assert model.count() == len(expected)
    if expected:
        aim = cnfab.sum_of(model.variables, [rng.randint(-3, 3) for _ in model.variables])
        names = [var.name for var in model.variables]
        values = [value_of(aim, dict(zip(names, solution))) for solution in expected]
        model.maximize(aim)
        result = model.solve()
        assert result.status == "optimal" and result[aim] == max(values) == result.objective, model.to_flatzinc()
        found = {tuple(solution[var] for var in model.variables) for solution in model.solutions(strategy)}
        best = {solution for solution, value in zip(expected, values) if value == max(values)}
        assert found == best, (strategy, model.to_flatzinc())


DEEP = {
    "sum": lambda x, b: folded(lambda deep, one: deep + one, x) <= 3,
    "sum to the right": lambda x, b: folded(lambda deep, one: one - deep, x) == 0,
    "and": lambda x, b: folded(lambda deep, one: deep & one, b),
    "or": lambda x, b: folded(lambda deep, one: deep | one, b),
    "not and": lambda x, b: ~folded(lambda deep, one: one & deep, b),
    "xor": lambda x, b: folded(lambda deep, one: deep ^ one, b),
    "implies": lambda x, b: folded(lambda deep, one: deep.implies(one), b),
    "both": lambda x, b: folded(lambda deep, one: (deep & one) | ~one, b),
    "max": lambda x, b: folded(lambda deep, one: cnfab.max_of([deep, one]), x) == 1,
    "abs": lambda x, b: folded(lambda deep, one: abs(deep - one), x) == 1,
    "element": lambda x, b: folded(lambda deep, one: cnfab.Expression("element", [[one, 1], deep]), x) == 1,
    "all_equal": lambda x, b: folded(lambda deep, one: cnfab.Expression("all_equal", [[deep, one]]), b).iff(b[0]),
}


def folded(combine, values):
    return functools.reduce(combine, values)


@pytest.mark.parametrize("name", DEEP)
def test_expressions_may_be_deep(name):
    model = cnfab.Model()
    x, b = model.int_vars(3000, 0, 1), model.bool_vars(3000)
    constraint = model.add(DEEP[name](x, b))
    assert len(repr(constraint)) < 1000
    result = model.solve("sat:cdcl")
    assert result and result[constraint]
    # The same of fewer, against brute force.
    model = cnfab.Model()
    x, b = model.int_vars(6, 0, 1), model.bool_vars(6)
    model.add(DEEP[name](x, b))
    model.variables = x if any(var.name.startswith("x") for var in leaves(model.constraints[0][0])) else b
    found = {tuple(solution[var] for var in model.variables) for solution in model.solutions("sat:cdcl")}
    assert found == brute(model)


def leaves(value):
    if isinstance(value, cnfab.IntVar):
        return {value}
    return set().union(*map(leaves, parts(value)))


def test_terms_that_are_shared_are_looked_at_once():
    model = cnfab.Model()
    x = model.int_var(0, 1, "x")
    total, either = x, x == 1
    for _ in range(24):
        total, either = total + total, either | either
    model.add(total == 2**24)
    model.add(either)
    assert model.solve()[x] == 1
    with pytest.raises(cnfab.Unsupported, match="32 bits"):
        model.add((total * total).implies(x))
        model.solve()


GLOBALS = {
    "all_different": (lambda m, x: m.add_all_different(x), lambda v: len(set(v)) == len(v)),
    "table": (lambda m, x: m.add_table(x, [[0, 1, 2, 0], [3, 3, 1, 1]]), lambda v: v in ((0, 1, 2, 0), (3, 3, 1, 1))),
    "circuit": (lambda m, x: m.add_circuit(x), lambda v: sorted(v) == [0, 1, 2, 3] and v[v[0]] != 0 and v[0] != 0 and v[v[v[0]]] != 0),
    "element": (lambda m, x: m.add_element(x[0], x[1:], 2), lambda v: v[0] < 3 and v[1 + v[0]] == 2),
    "regular": (
        lambda m, x: m.add_regular(x, [("a", 0, "a"), ("a", 1, "b"), ("b", 1, "b"), ("b", 2, "a")], "a", ["b"]),
        lambda v: "".join(map(str, v)) in {"".join(w) for w in map("".join, itertools.product("012", repeat=4)) if run(w)},
    ),
    "cardinality": (
        lambda m, x: m.add_cardinality(x[:3], [1, 2], [x[3], 1]),
        lambda v: v[:3].count(1) == v[3] and v[:3].count(2) == 1,
    ),
    "no_overlap": (
        lambda m, x: m.add_no_overlap(x, [1, 1, 1, 1]),
        lambda v: len(set(v)) == 4,
    ),
    "cumulative": (
        lambda m, x: m.add_cumulative(x, [2, 1, 1, 1], [1, 1, 2, 1], 2),
        lambda v: all(sum(d for s, l, d in zip(v, (2, 1, 1, 1), (1, 1, 2, 1)) if s <= t < s + l) <= 2 for t in range(6)),
    ),
}  # fmt: skip


def run(word):
    state = "a"
    for letter in word:
        state = {("a", "0"): "a", ("a", "1"): "b", ("b", "1"): "b", ("b", "2"): "a"}.get((state, letter))
        if state is None:
            return False
    return state == "b"


@pytest.mark.parametrize("name", GLOBALS)
def test_globals_mean_what_they_say(name):
    post, holds = GLOBALS[name]
    model = cnfab.Model()
    x = model.int_vars(4, 0, 3)
    post(model, x)
    found = {tuple(solution[var] for var in x) for solution in model.solutions()}
    assert found == {values for values in itertools.product(range(4), repeat=4) if holds(values)}


def test_what_a_model_cannot_be_is_said():
    model = cnfab.Model()
    x, y = model.int_var(0, 3, "x"), model.int_var(-1, 3, "y")
    with pytest.raises(TypeError, match="truth"):
        assert x == y
    with pytest.raises(TypeError, match="expected an integer"):
        model.add(x <= 1.5)
        model.solve()
    model = cnfab.Model()
    with pytest.raises(ValueError, match="32 bits"):
        model.int_var(0, 2**31)
    with pytest.raises(ValueError, match="no values"):
        model.int_var(3, 2)
    x, y = model.int_var(0, 3, "x"), model.int_var(-1, 3, "y")
    model.add((x // y == 1).implies(x == 2))
    with pytest.raises(cnfab.Unsupported, match="not defined for all values"):
        model.solve()


def test_strategies_and_encodings_are_named():
    model = cnfab.Model()
    x, y = model.int_var(0, 5, "x"), model.int_var(0, 5, "y")
    model.add(x + y == 5)
    with pytest.raises(ValueError, match="strategy"):
        model.solve("backtrak")
    with pytest.raises(ValueError, match="linear"):
        model.count("sat", "linear=mddd")
    table = model.compare(["sat", "backtrack"], "linear=mdd,linear=adder")
    assert [row["solutions"] for row in table] == [6, 6, 6]
    assert [row["encodings"] for row in table] == ["linear=mdd", "linear=adder", None]
    assert "<table>" in table._repr_html_() and "linear=adder" in repr(table)


def test_every_variable_has_a_name_of_its_own():
    model = cnfab.Model()
    x = model.int_vars(3, 0, 3)
    with pytest.raises(ValueError, match="there is a variable 'x\\[0\\]' already"):
        model.int_vars(3, 0, 3)
    other = cnfab.Model().int_var(0, 3, "other")
    model.add(x[0] + other == 5)
    with pytest.raises(ValueError, match="none of the model's"):
        model.solve()
    odd = cnfab.Model()
    names = ["x[01]", "x[\u0660]", "x[1]", "x.1", "x_1", "if", "", "v6"]
    variables = [odd.int_var(index, index, name) for index, name in enumerate(names)]
    assert odd.int_var(9, 9).name == "v9" and odd.int_var(9, 9).name == "v10"
    solution = odd.solve().solution
    assert [solution[var] for var in variables] == list(range(len(names))) == [solution[name] for name in names]


def test_names_that_stand_for_others_are_encoded():
    model = cnfab.Model()
    b, x, y = model.bool_var("b"), model.int_var(0, 5, "x"), model.int_var(0, 5, "y")
    model.add(b.iff(x >= 3))
    model.add(x == y)
    encoding = model.encode("domain=order")
    assert {"b", "x", "y"} <= set(encoding.var_map)
    solvers = pytest.importorskip("pysat.solvers")
    with solvers.Solver(name="minisat22", bootstrap_with=encoding.cnf.clauses) as solver:
        found = {tuple(encoding.decode(found)[name] for name in "bxy") for found in solver.enum_models()}
    assert found == {(int(value >= 3), value, value) for value in range(6)}
    assert list(encoding.order_map["x"]) == [0, 1, 2, 3, 4] and encoding.order_map["x"] == encoding.order_map["y"]
    assert encoding.var_map["b"][0] == [encoding.order_map["x"][2]]
    assert "y=" in repr(model.solve().solution)


def test_encodings_are_decoded():
    solvers = pytest.importorskip("pysat.solvers")
    model = cnfab.Model()
    x, y = model.int_var(-3, 5, "x"), model.int_var(0, 5, "y")
    model.add(2 * x + y == 5)
    for domain in ("direct", "order", "log"):
        encoding = model.encode(f"domain={domain},linear=order-sum")
        with solvers.Solver(name="minisat22", bootstrap_with=encoding.cnf.clauses) as solver:
            models = [set(model) for model in solver.enum_models()]
        assert {tuple(encoding.decode(model).values()) for model in models} == {(0, 5), (1, 3), (2, 1)}
        orders = [(name, *step) for name, steps in encoding.order_map.items() for step in steps.items()]
        assert orders or domain != "order"
        for true, (name, value, lit) in itertools.product(models, orders):
            assert (lit in true) == (encoding.decode(true)[name] <= value), (name, value)
    assert model.export("opb").startswith("*")
    with pytest.raises(ValueError, match="format"):
        model.export("opbb")


def test_puzzles_are_read_and_drawn():
    puzzle = cnfab.read(str(ROOT / "models/hexagon/aristotle.txt"))
    assert puzzle.kind == "hexagon" and puzzle._repr_svg_().startswith("<svg") and puzzle.count() == 12
    result = puzzle.solve(time_limit=60)
    assert sum(result.solution.cells[:3]) == 38 and puzzle.check(result.solution.cells) is None
    assert puzzle.check(list(range(1, 20))) == "row 1 adds up to 6, not 38"
    queens = cnfab.read(str(ROOT / "models/star-battle/queens-7-113.txt"))
    assert queens.judge() == "several" and len(queens.solve().solution.grid) == 7


def test_texts_are_read():
    formula = cnfab.read("p cnf 3 2\n1 -2 0\n2 3 0\n")
    assert formula.kind == "dimacs" and formula.count() == 4
    opb = cnfab.read("* #variable= 2 #constraint= 1\nmin: 2 x1 3 x2 ;\n1 x1 1 x2 >= 1 ;\n")
    assert opb.solve().objective == 2
    with pytest.raises(cnfab.ParseError) as caught:
        cnfab.read("p cnf 3 2\n1 -2 0\n2 x 0\n")
    assert (caught.value.line, caught.value.column) == (3, 3)
    with pytest.raises(FileNotFoundError):
        cnfab.read("no-such-file.cnf")


def many():
    """A model with 79,833,600 solutions."""
    model = cnfab.Model()
    model.add_all_different(model.int_vars(9, 1, 12))
    return model


def test_time_is_a_limit_and_python_goes_on_meanwhile():
    model = many()
    started = time.monotonic()
    ends = []

    def count():
        try:
            model.count("sat:varisat", time_limit=1.0)
        except TimeoutError as error:
            ends.append(str(error))

    threads = [threading.Thread(target=count) for _ in range(2)]
    model._problem()
    for thread in threads:
        thread.start()
    ticks = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.01)
        ticks += 1
    assert ends == ["the time is over before the number is known"] * 2
    assert ticks > 20 and time.monotonic() - started < 3


def test_ctrl_c_ends_a_search():
    model = many()
    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        model.count("sat:varisat")
    assert time.monotonic() - started < 1.5
    with pytest.raises(TimeoutError):
        list(many().solutions("backtrack", time_limit=0.2))


def test_weights_are_summed_up():
    text = "c t wmc\np cnf 2 1\nc p weight 1 0.4 0\nc p weight -1 0.6 0\nc p weight 2 1/3 0\nc p weight -2 2 0\n1 2 0\n"
    formula = cnfab.read(text)
    assert formula.count() == Fraction(2, 5) * (Fraction(1, 3) + 2) + Fraction(3, 5) * Fraction(1, 3)
    assert len(list(formula.solutions())) == 3
    with pytest.raises(cnfab.Unsupported, match="weights"):
        formula.sample(2)


def test_draws_of_a_model_with_an_objective_are_its_best_ones():
    model = cnfab.Model()
    x, y = model.int_var(0, 5, "x"), model.int_var(0, 5, "y")
    model.add(x + y <= 5)
    model.maximize(x + y)
    assert {drawn[x] + drawn[y] for drawn in model.sample(200)} == {5}
    assert len({drawn[x] for drawn in model.sample(200)}) == 6


def test_the_number_of_solutions_may_be_large():
    model = cnfab.Model()
    model.bool_vars(100)
    assert model.count() == 2**100


def test_memory_is_given_back():
    resource = pytest.importorskip("resource")

    def make():
        model = cnfab.Model()
        x = model.int_vars(5, 0, 4)
        model.add_all_different(x)
        assert model.solve()

    for _ in range(200):
        make()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000):
        make()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000


@pytest.mark.parametrize("seed", range(60))
def test_questions_have_the_answers_of_brute_force(seed):
    rng, model = random_model(seed)
    model.add(truth(rng, model.variables, 1), name="another")
    expected = brute(model)
    candidates = model.candidates()
    columns = list(zip(*expected)) or [()] * len(model.variables)
    assert candidates == {var.name: sorted(set(column)) for var, column in zip(model.variables, columns)}
    drawn = {tuple(solution[var] for var in model.variables) for solution in model.sample(400, seed)}
    assert drawn <= expected and (len(expected) > 40 or drawn == expected)
    conflict = model.why()
    assert bool(conflict) == (not expected)
    if conflict:
        every = model.constraints
        model.constraints = conflict
        assert not brute(model)
        for left_out in conflict:
            model.constraints = [one for one in conflict if one is not left_out]
            assert brute(model)
        assert all(any(one is other for other in every) for one in conflict)


def test_constraints_of_files_that_contradict_are_named():
    text = "* #variable= 3 #constraint= 4\n1 x1 1 x2 >= 1 ;\n1 x3 >= 1 ;\n-1 x1 >= 0 ;\n-1 x2 >= 0 ;\n"
    problem = cnfab.read(text)
    assert [one.line for one in problem.why()] == [2, 4, 5] == [one.line for one in problem.why(smallest=True)]
    assert len(problem.conflicts()) == 1
    assert cnfab.read("p cnf 1 1\n1 0\n").why() == []
    with pytest.raises(ValueError, match="only the constraints of models"):
        cnfab.read(str(ROOT / "models/star-battle/queens-7-113.txt")).why()
