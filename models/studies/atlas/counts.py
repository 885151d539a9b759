"""Prints, as KNF, an instance of a family of problems with counts: `counts.py FAMILY SIZE SEED BOUND`."""

import sys

from park_miller import Random


class Formula:
    def __init__(self):
        self.variables, self.lines = 0, []

    def new(self, count):
        first = self.variables + 1
        self.variables += count
        return list(range(first, first + count))

    def clause(self, *literals):
        self.lines.append(" ".join(map(str, literals)) + " 0")

    def at_least(self, bound, literals):
        if bound == 1:
            self.clause(*literals)
        elif bound > 0:
            self.lines.append(f"k {bound} {' '.join(map(str, literals))} 0")

    def at_most(self, bound, literals):
        self.at_least(len(literals) - bound, [-x for x in literals])

    def exactly(self, bound, literals):
        self.at_least(bound, literals)
        self.at_most(bound, literals)


def graph(f, n, r, of_ten):
    """The edges of a random graph; its vertices are in no order that the edges know."""
    return [(i, j) for j in range(n) for i in range(j) if r.below(10) < of_ten]


def cover(f, n, r, bound):
    """At most `bound` of n vertices that cover the edges of a random graph of density 0.2."""
    x = f.new(n)
    for i, j in graph(f, n, r, 2):
        f.clause(x[i], x[j])
    f.at_most(bound, r.shuffled(x))


def dominate(f, n, r, bound):
    """At most `bound` knights that reach or fill each cell of a board of n x n."""
    x = f.new(n * n)
    jumps = [(a * s, b * t) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)]
    for i in range(n):
        for j in range(n):
            near = [(i + a, j + b) for a, b in jumps + [(0, 0)]]
            f.clause(*(x[a * n + b] for a, b in near if 0 <= a < n and 0 <= b < n))
    f.at_most(bound, r.shuffled(x))


def hit(f, n, r, bound):
    """At most `bound` of n things that hit 2n random sets of four."""
    x = f.new(n)
    for _ in range(2 * n):
        f.clause(*sorted(r.shuffled(x)[:4]))
    f.at_most(bound, x)


def truths(f, n, r, bound):
    """A random formula with three literals per clause, 3.4 clauses per variable, and at most `bound` variables true."""
    x = f.new(n)
    for _ in range(n * 34 // 10):
        f.clause(*(y if r.below(2) else -y for y in r.shuffled(x)[:3]))
    f.at_most(bound, x)


def colours(f, n, r, bound):
    """A random graph of density 0.2 in four colours, none for more than `bound` vertices."""
    x = [f.new(4) for _ in range(n)]
    for vertex in x:
        f.exactly(1, vertex)
    for i, j in graph(f, n, r, 2):
        for a, b in zip(x[i], x[j]):
            f.clause(-a, -b)
    for colour in range(4):
        f.at_most(bound, r.shuffled(vertex[colour] for vertex in x))


def cars(f, n, r, bound):
    """n cars in sequence, of six kinds with three options: `bound` of six and of five with two of them, two of three with one."""
    kinds = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0, 1, 1), (0, 0, 0)]
    counts = [n // 6 + (k < n % 6) for k in range(6)]
    x = [f.new(6) for _ in range(n)]
    for place in x:
        f.exactly(1, place)
    for k, count in enumerate(counts):
        f.exactly(count, r.shuffled(place[k] for place in x))
    for option, (most, window) in enumerate(((bound, 6), (2, 3), (bound, 5))):
        has = [k for k in range(6) if kinds[k][option]]
        for first in range(n - window + 1):
            f.at_most(most, [x[p][k] for p in range(first, first + window) for k in has])


def discrepancy(f, n, r, bound):
    """Signs for 1..n so that no sum along an arithmetic progression from its own step exceeds `bound` (Erdos; Konev, Lisitsa)."""
    x = f.new(n)
    for step in range(1, n // (bound + 1) + 1):
        terms = x[step - 1 :: step]
        for length in range(bound + 1, len(terms) + 1):
            if (length - bound) % 2 == 1:
                part = terms[:length]
                f.at_most((length + bound) // 2, part)
                f.at_least((length - bound + 1) // 2, part)


def pigeons(f, n, r, bound):
    """n pigeons in `bound` holes, at most one in each."""
    x = [f.new(bound) for _ in range(n)]
    for pigeon in x:
        f.clause(*pigeon)
    for hole in range(bound):
        f.at_most(1, r.shuffled(pigeon[hole] for pigeon in x))


def langford(f, n, r, bound):
    """Langford's sequences: two of each of 1..n, k other places between the two k; `bound` is not used."""
    at = [[] for _ in range(2 * n)]
    for k in range(1, n + 1):
        x = f.new(2 * n - k - 1)
        f.exactly(1, x)
        for i, y in enumerate(x):
            at[i].append(y)
            at[i + k + 1].append(y)
    for place in at:
        f.at_most(1, r.shuffled(place))


def latin(f, n, r, bound):
    """A Latin square with `bound` holes, made from a shuffled cyclic one: those of Gomes and Selman (1997)."""
    rows, columns, names = r.shuffled(range(n)), r.shuffled(range(n)), r.shuffled(range(n))
    x = [[f.new(n) for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            f.exactly(1, x[i][j])
            f.at_most(1, [x[i][k][j] for k in range(n)])
            f.at_most(1, [x[k][i][j] for k in range(n)])
    for place in r.shuffled(range(n * n))[bound:]:
        i, j = divmod(place, n)
        f.clause(x[i][j][names[(rows[i] + columns[j]) % n]])


def colouring(f, n, r, bound):
    """A random graph of density 0.5 in `bound` colours, at most one per vertex."""
    x = [f.new(bound) for _ in range(n)]
    for vertex in x:
        f.exactly(1, vertex)
    for i, j in graph(f, n, r, 5):
        for a, b in zip(x[i], x[j]):
            f.clause(-a, -b)


def main():
    family, n, seed, bound = sys.argv[1], *map(int, sys.argv[2:])
    f = Formula()
    families = (cover, dominate, hit, truths, colours, cars, discrepancy, pigeons, langford, latin, colouring)
    {g.__name__: g for g in families}[family](f, n, Random(seed), bound)
    print(f"p knf {f.variables} {len(f.lines)}", *f.lines, sep="\n")


main()
