"""Prints, as OPB, an instance of a family of problems with weights: `sums.py FAMILY SIZE SEED [BOUND]`.

With a bound the objective is a constraint (at most, or at least, the bound), so that the optimum and the number beyond it
make a pair of instances: one with a solution and one without. Without a bound the objective is minimised.
"""

import sys

from park_miller import Random


class Program:
    """Constraints over the variables x1, x2, ..; terms are pairs of a coefficient and a literal (negative: its negation)."""

    def __init__(self):
        self.variables, self.rows, self.objective, self.sense = 0, [], None, "<="

    def new(self, count):
        first = self.variables + 1
        self.variables += count
        return list(range(first, first + count))

    def add(self, terms, relation, bound):
        if relation == "<=":
            terms, relation, bound = [(-a, x) for a, x in terms], ">=", -bound
        words = [f"{a:+} {'~' if x < 0 else ''}x{abs(x)}" for a, x in terms]
        self.rows.append(f"{' '.join(words)} {relation} {bound} ;")

    def clause(self, *literals):
        self.add([(1, x) for x in literals], ">=", 1)

    def exactly_one(self, literals):
        self.add([(1, x) for x in literals], "=", 1)

    def at_most_one(self, literals):
        self.add([(1, x) for x in literals], "<=", 1)

    def optimise(self, terms, sense):
        """`<=` for the least sum, `>=` for the greatest."""
        self.objective, self.sense = terms, sense

    def print(self, bound):
        objective = ""
        if self.objective is not None and bound is not None:
            self.add(self.objective, self.sense, bound)
        elif self.objective is not None:
            sign = 1 if self.sense == "<=" else -1
            words = [f"{sign * a:+} {'~' if x < 0 else ''}x{abs(x)}" for a, x in self.objective]
            objective = f"min: {' '.join(words)} ;\n"
        print(f"* #variable= {self.variables} #constraint= {len(self.rows)}\n{objective}" + "\n".join(self.rows))


def choices(p, n, r):
    """Multiple-choice knapsacks with several dimensions: one of five items per group, the most profit."""
    groups = [p.new(5) for _ in range(n)]
    for group in groups:
        p.exactly_one(group)
    items = [x for group in groups for x in group]
    for _ in range(3):
        weights = [r.between(1, 60) for _ in items]
        p.add(list(zip(weights, items)), "<=", n * 24)
    p.optimise([(r.between(1, 40), x) for x in items], ">=")


def knapsacks(p, n, r):
    """Knapsacks with five dimensions, profits near the sums of weights (Chu and Beasley's way, 1998)."""
    items = p.new(n)
    profit = [r.between(0, 20) for _ in items]
    for _ in range(5):
        weights = [r.between(1, 100) for _ in items]
        profit = [a + b // 5 for a, b in zip(profit, weights)]
        p.add(list(zip(weights, items)), "<=", sum(weights) // 2)
    p.optimise(list(zip(profit, items)), ">=")


def assignment(p, n, r):
    """Generalised assignment: n jobs, each for one of four machines with capacities, the least cost."""
    x = [p.new(4) for _ in range(n)]
    for job in x:
        p.exactly_one(job)
    for machine in range(4):
        weights = [r.between(5, 25) for _ in x]
        p.add([(w, job[machine]) for w, job in zip(weights, x)], "<=", sum(weights) // 5)
    p.optimise([(r.between(10, 50), cell) for job in x for cell in job], "<=")


def packing(p, n, r):
    """Bin packing: n things into the least bins that their weight needs; the bound is the capacity."""
    weights = sorted((r.between(20, 60) for _ in range(n)), reverse=True)
    bins = (n + 2) // 3
    x = [p.new(bins) for _ in weights]
    for thing in x:
        p.exactly_one(thing)
    return weights, x, bins


def conflicts(p, n, r):
    """A knapsack whose items exclude each other (a random graph of density 0.3), the most profit."""
    items = p.new(n)
    weights = [r.between(10, 50) for _ in items]
    for i in range(n):
        for j in range(i):
            if r.below(10) < 3:
                p.clause(-items[i], -items[j])
    p.add(list(zip(weights, items)), "<=", sum(weights) // 6)
    p.optimise([(w + r.between(0, 20), x) for w, x in zip(weights, items)], ">=")


def domination(p, n, r):
    """A dominating set of least weight on a board of n x n cells."""
    cell = [p.new(n) for _ in range(n)]
    for i in range(n):
        for j in range(n):
            near = [(i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
            p.clause(*(cell[a][b] for a, b in near if 0 <= a < n and 0 <= b < n))
    p.optimise([(r.between(1, 20), x) for row in cell for x in row], "<=")


def cut(p, n, r):
    """A cut of greatest weight in a random graph of density 0.4."""
    side = p.new(n)
    terms = []
    for i in range(n):
        for j in range(i):
            if r.below(10) < 4:
                (edge,) = p.new(1)
                p.clause(-edge, side[i], side[j])
                p.clause(-edge, -side[i], -side[j])
                terms.append((r.between(1, 15), edge))
    p.clause(-side[0])
    p.optimise(terms, ">=")


def split(p, n, r):
    """Market split (Cornuejols and Dawande, 1998): equations with coefficients below 100, half of each sum."""
    items = p.new(n)
    half = [r.below(2) for _ in items]
    for _ in range(2):
        weights = [r.below(100) for _ in items]
        p.add(list(zip(weights, items)), "=", sum(w for w, h in zip(weights, half) if h))
    p.optimise([(r.between(1, 30), x) for x in items], "<=")


def tardiness(p, n, r):
    """One machine, n jobs with due dates and weights: the least weighted tardiness, a literal per job and start."""
    length = [r.between(1, 4) for _ in range(n)]
    total = sum(length)
    start = [p.new(total - d + 1) for d in length]
    for job in start:
        p.exactly_one(job)
    for time in range(total):
        p.exactly_one([job[s] for job, d in zip(start, length) for s in range(max(0, time - d + 1), time + 1) if s < len(job)])
    cost = []
    for job, d in zip(start, length):
        weight, due = r.between(1, 9), d + r.below(total * 2 // 3)
        cost += [(weight * (s + d - due), x) for s, x in enumerate(job) if s + d > due]
    p.optimise(cost, "<=")


def project(p, n, r):
    """A project: n activities with two resources and precedences, all started in time; the bound is the end."""
    activities = [(r.between(1, 5), r.between(1, 6), r.between(1, 6)) for _ in range(n)]
    before = [(i, j) for j in range(n) for i in range(j) if j - i < 6 and r.below(8) == 0]
    return activities, before


def roster(p, n, r):
    """n nurses, seven days, three shifts with demands in skill points; forbidden sequences, the least cost of wishes."""
    skill = [r.between(2, 9) for _ in range(n)]
    work = [[p.new(3) for _ in range(7)] for _ in range(n)]
    for nurse in work:
        for day in nurse:
            p.at_most_one(day)
        for today, tomorrow in zip(nurse, nurse[1:]):
            p.clause(-today[2], -tomorrow[0])
            p.clause(-today[2], -tomorrow[1])
        p.add([(1, x) for day in nurse for x in day], "<=", 5)
    for day in range(7):
        for shift in range(3):
            p.add([(s, nurse[day][shift]) for s, nurse in zip(skill, work)], ">=", sum(skill) * (5, 4, 3)[shift] // 21)
    p.optimise([(r.between(0, 12), x) for nurse in work for day in nurse for x in day], "<=")


def bounded(family, p, n, r, bound):
    """The families whose bound is a number in the constraints."""
    if family == "packing":
        weights, x, bins = packing(p, n, r)
        for b in range(bins):
            p.add([(w, thing[b]) for w, thing in zip(weights, x)], "<=", bound)
        for i, thing in enumerate(x[:bins]):
            for b in range(i + 1, bins):
                p.clause(-thing[b])
        return
    activities, before = project(p, n, r)
    start = [p.new(max(1, bound - d + 1)) for d, _, _ in activities]
    for x in start:
        p.exactly_one(x)
    for i, j in before:
        for t, x in enumerate(start[j]):
            p.clause(-x, *(y for s, y in enumerate(start[i]) if s + activities[i][0] <= t))
    for resource in (1, 2):
        for time in range(bound):
            running = [
                (a[resource], x[s])
                for a, x in zip(activities, start)
                for s in range(max(0, time - a[0] + 1), min(time + 1, len(x)))
            ]
            p.add(running, "<=", 9)


def main():
    family, n, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    bound = int(sys.argv[4]) if len(sys.argv) > 4 else None
    p, r = Program(), Random(seed)
    if family in ("packing", "project"):
        bounded(family, p, n, r, bound)
        bound = None
    else:
        families = (choices, knapsacks, assignment, conflicts, domination, cut, split, tardiness, roster)
        {f.__name__: f for f in families}[family](p, n, r)
    p.print(bound)


main()
