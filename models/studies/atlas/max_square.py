"""Prints as KNF: at least K cells of an N x N board, no four of them the corners of a square with sides along the board.

J. E. Reeves, M. J. H. Heule, R. E. Bryant, "From Clauses to Klauses", CAV 2024, have these as max squares.
"""

import sys

n, k = map(int, sys.argv[1:])
cell = lambda row, column: row * n + column + 1
squares = [
    (cell(row, column), cell(row + side, column), cell(row, column + side), cell(row + side, column + side))
    for side in range(1, n)
    for row in range(n - side)
    for column in range(n - side)
]
print(f"p knf {n * n} {len(squares) + 1}")
print("k", k, *range(1, n * n + 1), 0)
for square in squares:
    print(*(-corner for corner in square), 0)
