"""Studies: many runs, of which none is lost, and what they came to."""

from __future__ import annotations

import json
import os
import sys
import warnings
from typing import Any, Callable, Optional

from . import _cnfab
from .results import Table

__all__ = ["rows", "sweep"]

# Each run is a process of its own. It imports from the same places, and Ctrl-C is for the one that has started it.
_WORKER = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.path[:] = sys.argv[1:]; "
    "from cnfab._cnfab import work; work()"
)


def sweep(
    study: Any,
    output: Any = None,
    jobs: int = 1,
    resume: bool = False,
    on_row: Optional[Callable[[dict[str, Any]], Any]] = None,
) -> Table:
    """Do all runs of a study file, each in a process of its own, and add a row of JSON for each to a file.

    ``cnfab help studies`` describes study files. A row is on the disk before the next run begins. If ``tqdm`` is there,
    a bar shows how far it is. Ctrl-C ends it, and ``resume`` goes on.

    :param study: the path of the study file.
    :param output: the file of the rows; the study file's name with ``.jsonl`` in this folder if not given.
    :param jobs: runs at the same time; more than one disturbs the times.
    :param resume: go on with a file that has rows already.
    :param on_row: is called with each new row.
    :returns: all rows of the file.
    :raises ParseError: if the study file is wrong; with ``line`` and ``column``.
    :raises ValueError: if the file has rows already, and ``resume`` is not set, or something else than rows of the study.
    :raises FileNotFoundError: if a program that the study names is not there.
    :raises RuntimeError: if complete runs disagree; the rows have been written.
    """
    if jobs < 1:
        raise ValueError(f"found {jobs} jobs, expected at least 1")
    if not sys.executable:
        raise RuntimeError("the program that runs Python is not known, and each run is a process of it")
    os.stat(study)
    path = os.fspath(output) if output is not None else f"{os.path.splitext(os.path.basename(study))[0]}.jsonl"
    bar = _bar()

    def told(done: int, all_runs: int, row: str) -> None:
        if bar is not None:
            bar.total = all_runs
            bar.update(done - bar.n)
        if on_row is not None:
            on_row(json.loads(row))

    try:
        # This package, whatever else has its name further on.
        home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
        _cnfab.sweep(os.fspath(study), path, [sys.executable, "-c", _WORKER, home, *sys.path], jobs, resume, told)
    finally:
        if bar is not None:
            bar.close()
    return rows(path)


def _bar() -> Any:
    """A bar of progress, if there is a package that draws one."""
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(unit="run")


def rows(path: Any) -> Table:
    """The rows of a file that :func:`sweep` or ``cnfab sweep`` has written; ``cnfab schema`` describes their fields.

    A last row that is cut off is left out, with a warning.

    :raises ParseError: if a line is no row; with ``line`` and ``column``.
    :raises FileNotFoundError: if there is no such file.
    """
    found, torn = _cnfab.rows(os.fspath(path))
    if torn is not None:
        warnings.warn(f"{path}:{torn}: the last row is cut off, and was left out", stacklevel=2)
    return Table([json.loads(row) for row in found])
