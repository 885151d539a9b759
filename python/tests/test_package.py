"""What is around the code: types, stubs, pages, notebooks, examples."""

import doctest
import importlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile

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


def test_an_archive_has_all_that_it_is_built_from(tmp_path):
    pytest.importorskip("maturin")
    command = [sys.executable, "-m", "maturin", "sdist", "-m", str(PYTHON / "Cargo.toml"), "-o", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True)
    (archive,) = tmp_path.glob("cnfab-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    folder = tmp_path / archive.name.replace(".tar.gz", "")
    # Packages that are named by a path have to be there, and so does what their code includes.
    metadata = [shutil.which("cargo"), "metadata", "--offline", "--no-deps", "--format-version", "1"]
    run = subprocess.run(metadata, cwd=folder, check=True, capture_output=True, text=True)
    packages = {package["name"] for package in json.loads(run.stdout)["packages"]}
    assert packages == {f"cnfab-{path.parent.name}" for path in ROOT.glob("crates/*/Cargo.toml")} | {"cnfab-python"}
    included = re.compile(r'include_(?:str|bytes)!\("([^"]+)"\)')
    sources = [path for path in folder.rglob("*.rs") if path.name != "tests.rs"]
    assert len(sources) > 500
    for path in sources:
        for name in included.findall(path.read_text(encoding="utf-8").split("#[cfg(test)]")[0]):
            assert (path.parent / name).is_file(), (path, name)


# Models of which their own texts say the optimum.
OPTIMA = [
    "flatzinc/golomb-5.fzn", "lp/depots.lp", "mps/trips.mps", "opb/knapsack.opb", "opb/soft.wbo", "opb/workshops.opb",
    "wcnf/petersen-cover.wcnf", "wcnf/random-12.wcnf", "xcsp3/bins.xml", "xcsp3/pipes.xml", "xcsp3/round-trip-6.xml",
    "xcsp3/warehouses.xml",
]  # fmt: skip


@pytest.mark.parametrize("name", OPTIMA)
def test_a_maxsat_loop_with_pysat_finds_the_optima(name, tmp_path):
    pytest.importorskip("pysat")
    text = (ROOT / "models" / name).read_text(encoding="utf-8")
    exported = tmp_path / "exported.wcnf"
    exported.write_text(cnfab.read(ROOT / "models" / name).export("wcnf"), encoding="utf-8")
    example = [sys.executable, str(PYTHON / "examples/maxsat.py"), str(exported)]
    run = subprocess.run(example, capture_output=True, text=True, check=True)
    assert run.stdout.split() == [str(exported), re.search(r"Optimum: (-?\d+)", text)[1]]


def test_a_maxsat_loop_finds_the_largest_value():
    pytest.importorskip("pysat")
    sys.path.insert(0, str(PYTHON / "examples"))
    import maxsat

    model = cnfab.Model()
    x, y = model.int_var(0, 5, "x"), model.int_var(0, 5, "y")
    model.add(2 * x + 3 * y <= 12)
    model.maximize(7 * x + 4 * y - 3)
    assert maxsat.objective(model.export("wcnf")) == 32 == model.solve().objective
    assert maxsat.objective("h 1 0\nh -1 0\n2 1 0\n") is None
