"""cnfab in Python: SAT encodings in PySAT's shape, finite-domain models, puzzles.

``cnfab.card`` and ``cnfab.pb`` state counts and sums over literals of your own.
"""

from ._cnfab import NoSuchEncodingError, Unsupported

__all__ = ["NoSuchEncodingError", "Unsupported"]
