"""Questions about models and puzzles: what contradicts, what follows, what states what, what is proved."""

import itertools
import pathlib
import re
import shutil
import subprocess

import pytest

import cnfab

ROOT = pathlib.Path(__file__).resolve().parents[2]


def shifts():
    """Four people, of whom too few may work on one day."""
    model = cnfab.Model("shifts")
    work = model.bool_vars(4, "work")
    model.add(cnfab.sum_of(work) >= 3, name="three work")
    model.add(~work[0] & ~work[1], name="holidays")
    model.add(work[1] | work[2], name="cover")
    model.add(work[3].implies(work[0]), name="pairs")
    model.add(work[2] == 1)
    return model


def names(constraints):
    return {name for _, name in constraints}


def test_constraints_that_contradict_are_those_that_were_added():
    model = shifts()
    assert names(model.why()) == {"three work", "holidays"}
    assert [names(one) for one in model.conflicts()] == [{"three work", "holidays"}]
    assert all(any(one is added for added in model.constraints) for one in model.why())
    model.constraints = [one for one in model.constraints if one[1] != "holidays"]
    assert model.why() == [] == model.conflicts()


def test_parts_that_constraints_share_belong_to_each_of_them():
    model = cnfab.Model()
    x, y = model.int_var(0, 9, "x"), model.int_var(0, 9, "y")
    product = x * y
    model.add(product >= 50, name="large")
    model.add(product <= 30, name="small")
    model.add((product == 7) | (x == 9), name="other")
    assert names(model.why()) == {"large", "small"}


def test_smallest_sets_all_sets_and_constraints_that_always_hold():
    model = cnfab.Model()
    x = model.int_vars(4, 0, 9)
    for number in range(3):
        model.add(x[number] < x[number + 1], name=f"up {number}")
    model.add([x[0] >= 5, x[3] <= 5], name="bounds")
    model.add(x[3] < x[0], name="down")
    model.add(x[0] == x[1], name="same")
    assert names(model.why(smallest=True)) == {"up 0", "same"}
    up = {"up 0", "up 1", "up 2"}
    instead = {"same", "up 1", "up 2"}
    expected = [{"up 0", "same"}, up | {"down"}, up | {"bounds"}, instead | {"down"}, instead | {"bounds"}]
    assert sorted(map(sorted, map(names, model.conflicts()))) == sorted(map(sorted, expected))
    assert names(model.why(hard=["up 0", "up 2"], smallest=True)) == {"same"}
    with pytest.raises(ValueError, match="nowhere"):
        model.why(hard=["nowhere"])


def test_a_set_is_found_in_time_or_not_at_all():
    model = cnfab.Model()
    for place in range(11):
        model.add(cnfab.sum_of(model.bool_vars(10, f"hole {place}")) >= 1)
    for hole in range(10):
        for one, other in itertools.combinations(range(11), 2):
            model.add(~(model.variables[10 * one + hole] & model.variables[10 * other + hole]))
    with pytest.raises(TimeoutError):
        model.why(time_limit=0.2)


def test_clauses_are_found_by_the_constraint_that_they_state():
    model = cnfab.Model()
    x, y, z = (model.int_var(0, 5, name) for name in "xyz")
    model.add(x + y + z <= 7, name="load")
    model.add(cnfab.Expression("all_different", [[x, y, z]]), name="apart")
    model.add(x <= 5, name="nothing")
    encoding = model.encode("linear=mdd")
    parts = {name: encoding.clauses_of(name) for name in ("load", "apart", "nothing", "x", "y", "z")}
    assert parts["nothing"] == [] and all(parts[name] for name in parts if name != "nothing")
    key = lambda clauses: sorted(map(tuple, clauses))
    assert key(itertools.chain(*parts.values())) == key(encoding.cnf.clauses)
    of_values = {abs(lit) for codes in encoding.var_map.values() for lits in codes.values() for lit in lits}
    assert {abs(lit) for clause in parts["apart"] for lit in clause} <= of_values
    assert {abs(lit) for clause in parts["load"] for lit in clause} - of_values
    with pytest.raises(KeyError):
        encoding.clauses_of("nobody")


def test_variables_of_clauses_are_true_where_they_say():
    solvers = pytest.importorskip("pysat.solvers")
    model = cnfab.Model()
    x, y, z = (model.int_var(0, 3, name) for name in "xyz")
    model.add(x + 2 * y + z == 6)
    encoding = model.encode("domain=direct,linear=order-sum")
    assert encoding.contract == "bijective"
    meanings = {var: re.sub("(?<![<>])=", "==", encoding.cnf.meaning(var)) for var in range(1, encoding.cnf.nv + 1)}
    assert any("+" in meaning for meaning in meanings.values())
    with solvers.Solver(name="minisat22", bootstrap_with=encoding.cnf.clauses) as solver:
        for found in solver.enum_models():
            values = encoding.decode(found)
            for var, meaning in meanings.items():
                assert eval(meaning, {}, values) == (found[var - 1] > 0), (meaning, values)


def test_puzzles_are_explained():
    puzzle = cnfab.generate("sudoku", seed=3)
    explanation = puzzle.explain()
    assert explanation.end == "solved" and explanation.grade["complete"]
    assert str(explanation).startswith(f"1. {explanation.steps[0]['technique']}: ")
    solution = puzzle.solve().solution
    for step in explanation.steps:
        for fact in step["facts"]:
            row, column = (int(word.strip(",")) for word in fact["places"][0].split()[1::2])
            is_value = solution.grid[row - 1][column - 1] == int(fact["value"])
            assert len(fact["places"]) > 1 or is_value == fact["is"]
    first = puzzle.explain(steps=1)
    assert first.end == "more" and first.steps == explanation.steps[:1]


def test_models_are_explained_by_their_constraints():
    model = cnfab.read("* #variable= 3 #constraint= 2\n1 x1 1 x2 >= 2 ;\n1 x1 1 x3 <= 1 ;\n", "opb")
    explanation = model.explain()
    assert explanation.end == "solved" and len(explanation.steps) >= 2
    with pytest.raises(ValueError, match="objective"):
        cnfab.read("* #variable= 1 #constraint= 1\nmin: 1 x1 ;\n1 x1 >= 0 ;\n", "opb").explain()


def test_answers_are_certified(tmp_path):
    model = cnfab.Model()
    x, y = model.int_var(0, 5, "x"), model.int_var(0, 5, "y")
    model.add(2 * x + 3 * y == 12)
    assert model.certify(str(tmp_path / "all"), "linear=mdd") == "exactly 2 solutions"
    model.maximize(x)
    assert model.certify(str(tmp_path / "best")) == "the maximum is 3"
    assert {"README.md", "claim.json", "model.opb", "proof.pbp"} <= {file.name for file in (tmp_path / "best").iterdir()}
    with pytest.raises(FileExistsError):
        model.certify(str(tmp_path / "best"))
    model.objective = None
    model._built = None
    with pytest.raises(ValueError, match="more than 1 solution"):
        model.certify(str(tmp_path / "some"), most=1)
    assert not (tmp_path / "some").exists()
    if shutil.which("veripb"):
        proof = [str(tmp_path / "best" / name) for name in ("model.opb", "proof.pbp")]
        run = subprocess.run(["veripb", "--opb", *proof], capture_output=True, text=True)
        assert "s VERIFIED BOUNDS" in run.stdout
