"""A MaxSAT loop of PySAT's CaDiCaL over an incremental totalizer of cnfab: ``python maxsat.py FILE.wcnf ..``.

``cnfab export MODEL --format wcnf -o FILE.wcnf`` writes such files of any model with an objective, and says in a comment
how the weights that are lost give its value. Soft clauses of weight w count w times. The bound falls until no solution
is better.
"""

import math
import re
import sys
from typing import Optional

from pysat.formula import WCNF
from pysat.solvers import Solver

from cnfab.card import ITotalizer


def optimum(text: str) -> Optional[int]:
    """The least weight of soft clauses that are not satisfied; None if the hard ones contradict each other."""
    formula = WCNF(from_string=text)
    unit = math.gcd(*formula.wght) or 1
    top, violated = formula.nv, []
    with Solver(name="cadical153", bootstrap_with=formula.hard) as solver:
        for clause, weight in zip(formula.soft, formula.wght):
            top += 1
            solver.add_clause([*clause, top])
            violated += [top] * (weight // unit)
        count, best = None, None
        while solver.solve(assumptions=[] if count is None else [-count.rhs[best - 1]]):
            true = set(solver.get_model())
            best = sum(lit in true for lit in violated)
            if best == 0:
                break
            if count is None:
                count = ITotalizer(violated, ubound=best - 1, top_id=top)
                solver.append_formula(count.cnf.clauses)
    return None if best is None else best * unit


def objective(text: str) -> Optional[int]:
    """The best value of the objective of which ``cnfab export`` has written the text; of other texts the optimum."""
    cost = optimum(text)
    said = re.search(r"^c objective (minimise|maximise)\b.*; constant (-?\d+)$", text, re.MULTILINE)
    if cost is None or said is None:
        return cost
    least = cost + int(said[2])
    return least if said[1] == "minimise" else -least


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            print(path, objective(file.read()))
