"""For CPMpy's own tests, whose source archive has them without what is here: cnfab is the solver of all of them."""

import cpmpy
import pytest

import cnfab.cpmpy

cnfab.cpmpy.register()
_all = cpmpy.SolverLookup.base_solvers.__func__


def _ours_first(cls):
    return sorted(_all(cls), key=lambda entry: entry[0] != "cnfab")


# `Model.solve()` takes the first of them.
cpmpy.SolverLookup.base_solvers = classmethod(_ours_first)

def pytest_configure(config):
    config.addinivalue_line("markers", "requires_solver(name): only for this solver")
    config.addinivalue_line("markers", "generate_constraints(generator): for each constraint that it makes")
    config.addinivalue_line("markers", "requires_dependency(name): only where this package is")
    config.addinivalue_line("markers", "dataset_download: asks for files of others")


def pytest_generate_tests(metafunc):
    for mark in metafunc.definition.iter_markers("generate_constraints"):
        metafunc.parametrize("constraint", list(mark.args[0]("cnfab")), ids=str)


@pytest.fixture
def solver():
    return "cnfab"


def pytest_runtest_setup(item):
    for mark in item.iter_markers("requires_solver"):
        if "cnfab" not in mark.args:
            pytest.skip(f"for {', '.join(mark.args)}")
    for mark in item.iter_markers("requires_dependency"):
        for name in mark.args:
            pytest.importorskip(name)
    if item.get_closest_marker("dataset_download"):
        pytest.skip("asks for files of others")

