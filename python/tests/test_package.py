"""What is around the code: types, stubs, pages, notebooks, examples."""

import doctest
import importlib
import pathlib
import subprocess
import sys

import pytest

import cnfab.model

PYTHON = pathlib.Path(__file__).resolve().parents[1]
ROOT = PYTHON.parent
sys.path.insert(0, str(PYTHON))


def test_types_are_consistent():
    pytest.importorskip("mypy")
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=PYTHON, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_stubs_say_what_is_compiled(tmp_path):
    pytest.importorskip("mypy")
    stubtest = [sys.executable, "-m", "mypy.stubtest", "--mypy-config-file", PYTHON / "pyproject.toml", "cnfab._cnfab"]
    # Not beside the sources, which have nothing compiled.
    run = subprocess.run(stubtest, cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_reference_is_the_docstrings():
    import pages

    assert (ROOT / "docs/python.md").read_text(encoding="utf-8") == pages.reference(), "run python/pages.py"


def test_sizes_are_those_of_the_page():
    pytest.importorskip("pindakaas")
    pysat = pytest.importorskip("pysat")
    import pages

    page = (ROOT / "docs/pysat.md").read_text(encoding="utf-8")
    if f"PySAT {pysat.__version__} " not in page:
        pytest.skip("the page is about another version of PySAT")
    assert page == pages.sizes(), "run python/pages.py"


@pytest.mark.parametrize("path", sorted((ROOT / "docs/notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(path):
    pytest.importorskip("nbclient")
    if "cpmpy" in path.stem:
        pytest.importorskip("cpmpy")
    import pages

    pages.run_notebook(path)


def test_examples_of_docstrings_hold():
    assert doctest.testmod(cnfab.model).failed == 0


def test_every_public_name_says_what_it_is():
    import pages

    for module in map(importlib.import_module, pages.MODULES):
        for name in module.__all__:
            assert getattr(module, name).__doc__, f"{module.__name__}.{name}"


def test_a_maxsat_loop_with_pysat_finds_the_optima():
    pytest.importorskip("pysat")
    sys.path.insert(0, str(PYTHON / "examples"))
    import maxsat

    for path in sorted((ROOT / "models/opb").glob("*.opb")):
        wcnf = cnfab.read(str(path)).export("wcnf")
        assert maxsat.optimum(wcnf) == cnfab.read(wcnf, "wcnf").solve().objective
