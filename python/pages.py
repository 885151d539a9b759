"""Makes ``docs/python.md`` from the docstrings, ``docs/pysat.md`` from sizes, and runs the notebooks.

``python python/pages.py`` writes all of them anew, with cnfab, python-sat, pindakaas and nbclient installed.
"""

import importlib
import inspect
import pathlib
import random
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
MODULES = [
    "cnfab", "cnfab.card", "cnfab.pb", "cnfab.formula", "cnfab.model", "cnfab.expressions", "cnfab.problem", "cnfab.results",
    "cnfab.study",
]  # fmt: skip


def _text(thing) -> str:
    """A docstring as Markdown."""
    text = inspect.cleandoc(thing.__doc__ or "")
    text = re.sub(r":(?:meth|class|func|mod|attr):`~?([^`]+)`", r"`\1`", text).replace("``", "`")
    text = re.sub(r"^:param (\w+): ", r"- `\1`: ", text, flags=re.MULTILINE)
    text = re.sub(r"^:raises (\w[\w.]*): ", r"- raises `\1` ", text, flags=re.MULTILINE)
    text = re.sub(r"^:returns: ", "- returns ", text, flags=re.MULTILINE)
    # Examples are indented behind a line that ends with two colons.
    return re.sub(r"::$", ":", text, flags=re.MULTILINE)


def _signature(name: str, thing) -> str:
    signature = str(inspect.signature(thing)).replace("self, ", "").replace("(self)", "()").replace("cls, ", "")
    return f"`{name}{signature}`".replace("'", "")


def _members(thing):
    for name, member in vars(thing).items():
        if isinstance(member, (classmethod, staticmethod)):
            member = member.__func__
        if not name.startswith("_") and callable(member) and member.__doc__:
            yield name, member


def reference() -> str:
    """All public names, from their docstrings."""
    lines = ["# The Python package cnfab", "", "Made by `python python/pages.py` from the docstrings."]
    seen = set()
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        lines += ["", f"## {module_name}", "", _text(module)]
        for name in module.__all__:
            thing = getattr(module, name)
            if id(thing) in seen or not getattr(thing, "__doc__", None):
                continue
            if module_name == "cnfab" and getattr(thing, "__module__", "") in MODULES[1:]:
                continue
            seen.add(id(thing))
            is_error = inspect.isclass(thing) and issubclass(thing, Exception)
            head = f"`{name}`" if is_error or inspect.isclass(thing) else _signature(name, thing)
            lines += ["", f"### {head}", "", _text(thing)]
            if inspect.isclass(thing) and not is_error:
                for base in [thing, *(base for base in thing.__mro__[1:] if base.__name__ == "_Solvable")]:
                    for member_name, member in _members(base):
                        lines += ["", f"#### {_signature(member_name, member)}", "", _text(member)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def sizes() -> str:
    """Clauses and variables of the same calls, PySAT's and ours."""
    import pysat
    import pysat.card
    import pysat.pb

    import cnfab
    from cnfab import card, pb

    lines = [
        "# Sizes beside PySAT's", "",
        f"The same calls of PySAT {pysat.__version__} and of cnfab {cnfab.__version__}: variables that were made, and",
        "clauses. Both state the same assignments (`python/tests/test_encoders.py`). Made by `python python/pages.py`.",
    ]  # fmt: skip

    def row(title, theirs, ours, lits):
        made = [(one.nv - lits, len(one.clauses)) for one in (theirs, ours)]
        return f"| {title} | {made[0][0]} | {made[1][0]} | {made[0][1]} | {made[1][1]} |"

    head = ["| call | variables, PySAT | cnfab | clauses, PySAT | cnfab |", "|---|---:|---:|---:|---:|"]
    names = [(name, number) for name, number in vars(card.EncType).items() if isinstance(number, int) and number < 9]
    for method, bound, count in [("atmost", 1, 50), ("atmost", 10, 50), ("equals", 25, 50), ("atleast", 190, 200)]:
        lines += ["", f"## CardEnc.{method}, {bound} of {count} literals", "", *head]
        for name, number in names:
            if number in (0, 4, 5) and bound != 1:
                continue
            calls = [getattr(m.CardEnc, method)(list(range(1, count + 1)), bound, encoding=number) for m in (pysat.card, card)]
            lines.append(row(f"`{name}`", *calls, count))
    rng = random.Random(1)
    names = [(name, number) for name, number in vars(pb.EncType).items() if isinstance(number, int) and number != 6]
    for count, most in [(10, 9), (20, 50)]:
        weights = [rng.randint(1, most) for _ in range(count)]
        bound = sum(weights) // 2
        lines += ["", f"## PBEnc.leq, {count} weights up to {most}, bound {bound}", "", f"Weights {weights}.", "", *head]
        for name, number in names:
            calls = [m.PBEnc.leq(list(range(1, count + 1)), weights, bound, encoding=number) for m in (pysat.pb, pb)]
            lines.append(row(f"`{name}`", *calls, count))
    return "\n".join(lines) + "\n"


def run_notebook(path: pathlib.Path):
    """Executes a notebook, whose outputs are kept; an error of a cell is one here."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(ROOT)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata.pop("language_info", None)
    return notebook


if __name__ == "__main__":
    import nbformat

    (ROOT / "docs/python.md").write_text(reference(), encoding="utf-8")
    (ROOT / "docs/pysat.md").write_text(sizes(), encoding="utf-8")
    for path in sorted((ROOT / "docs/notebooks").glob("*.ipynb")):
        nbformat.write(run_notebook(path), path)
