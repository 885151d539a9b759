"""cnfab in Python: SAT encodings in PySAT's shape, finite-domain models, puzzles.

``cnfab.card`` and ``cnfab.pb`` state counts and sums over literals of your own. :class:`Model` is a model that is built
here, :func:`read` reads puzzles and the files of other programs; both are solved, counted, encoded and compared by
every strategy and encoding that cnfab has. ``cnfab.cpmpy`` is a solver for CPMpy.
"""

from ._cnfab import NoSuchEncodingError, ParseError, Unsupported, __version__
from ._lists import encodings, generate, strategies
from .expressions import Expression, IntVar, all_of, any_of, max_of, min_of, sum_of
from .model import Model
from .problem import Conflicting, Encoding, Explanation, Problem, read
from .results import Result, Solution, Table
from .study import rows, sweep

__all__ = [
    "Conflicting", "Encoding", "Explanation", "Expression", "IntVar", "Model", "NoSuchEncodingError", "ParseError", "Problem",
    "Result", "Solution", "Table", "Unsupported", "all_of", "any_of", "encodings", "generate", "max_of", "min_of", "read", "rows",
    "strategies", "sum_of", "sweep",
]  # fmt: skip
