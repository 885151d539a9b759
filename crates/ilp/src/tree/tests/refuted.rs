//! Refutations against a checker of this test's own, which reads the rules of the steps and nothing else.

use std::collections::{BTreeMap, HashMap};

use super::*;

/// `sum of coefficient * column >= bound`.
#[derive(Clone, Debug, Default)]
struct Constraint {
    terms: BTreeMap<usize, i128>,
    bound: i128,
}

impl Constraint {
    fn add(&mut self, other: &Constraint, factor: i128) {
        assert!(factor > 0, "multiples are positive");
        for (&column, coefficient) in &other.terms {
            *self.terms.entry(column).or_default() += factor * coefficient;
        }
        self.bound += factor * other.bound;
    }

    /// Its positive multiples of literals, and the bound of their sum.
    fn normal(&self) -> (Vec<(usize, bool, i128)>, i128) {
        let terms = self.terms.iter().filter(|term| *term.1 != 0);
        let bound = self.bound - self.terms.values().map(|&by| by.min(0)).sum::<i128>();
        (terms.map(|(&column, &by)| (column, by > 0, by.abs())).collect(), bound)
    }

    fn of(normal: &[(usize, bool, i128)], bound: i128) -> Self {
        let negative: i128 = normal.iter().filter(|term| !term.1).map(|term| term.2).sum();
        let terms = normal.iter().map(|&(column, is_one, by)| (column, if is_one { by } else { -by })).collect();
        Constraint { terms, bound: bound - negative }
    }

    fn divided(&self, by: i64) -> Self {
        let (mut terms, bound) = self.normal();
        let up = |number: i128| -(-number).div_euclid(by.into());
        terms.iter_mut().for_each(|term| term.2 = up(term.2));
        Self::of(&terms, up(bound))
    }

    fn saturated(&self) -> Self {
        let (mut terms, bound) = self.normal();
        terms.iter_mut().for_each(|term| term.2 = term.2.min(bound.max(0)));
        Self::of(&terms, bound)
    }
}

/// True if unit propagation of some constraints contradicts the opposite of a clause.
fn follows(clause: &[(usize, bool)], hints: &[&Constraint]) -> bool {
    let mut values: HashMap<usize, bool> = clause.iter().map(|&(column, is_one)| (column, !is_one)).collect();
    loop {
        let before = values.len();
        for constraint in hints {
            let (terms, bound) = constraint.normal();
            let can = |values: &HashMap<usize, bool>, term: &(usize, bool, i128)| {
                values.get(&term.0).is_none_or(|&value| value == term.1)
            };
            let most: i128 = terms.iter().filter(|term| can(&values, term)).map(|term| term.2).sum();
            if most < bound {
                return true;
            }
            for &(column, is_one, by) in &terms {
                if most - by < bound {
                    values.entry(column).or_insert(is_one);
                }
            }
        }
        if values.len() == before {
            return false;
        }
    }
}

/// Checks each step; the last clause is the contradiction.
fn check(mut known: HashMap<StepId, Constraint>, mut next: StepId, steps: &[RefutationStep]) -> Result<(), String> {
    let mut is_refuted = false;
    for step in steps {
        let get = |id: &StepId| known.get(id).ok_or(format!("{step:?} has no {id}"));
        let new = match step {
            RefutationStep::Sum { of, ends, divisor } => {
                let mut sum = Constraint::default();
                for (id, factor) in of {
                    sum.add(get(id)?, *factor);
                }
                for &(column, factor) in ends {
                    let (by, bound) = if factor > 0 { (1, 0) } else { (-1, -1) };
                    sum.add(&Constraint { terms: [(column, by)].into(), bound }, factor.abs());
                }
                sum.divided(*divisor)
            }
            RefutationStep::Saturated(of) => get(of)?.saturated(),
            RefutationStep::Clause { literals, hints } => {
                let hints = hints.iter().map(get).collect::<Result<Vec<_>, _>>()?;
                if !follows(literals, &hints) {
                    return Err(format!("{step:?} does not follow from {hints:?}"));
                }
                is_refuted = literals.is_empty();
                Constraint::of(&literals.iter().map(|&(column, is_one)| (column, is_one, 1)).collect::<Vec<_>>(), 1)
            }
            RefutationStep::Forget(ids) => {
                for id in ids {
                    known.remove(id).ok_or(format!("{id} is forgotten twice"))?;
                }
                continue;
            }
        };
        known.insert(next, new);
        next += 1;
    }
    if is_refuted { Ok(()) } else { Err("no contradiction".to_owned()) }
}

/// A program over 0/1 columns, with the constraints that its rows are and their numbers.
struct Stated {
    program: Program,
    known: HashMap<StepId, Constraint>,
    rows: Vec<[StepId; 2]>,
}

impl Stated {
    fn new(columns: usize) -> Self {
        let mut program = Program::new();
        (0..columns).for_each(|index| _ = program.binary(format!("x[{index}]")));
        Stated { program, known: HashMap::new(), rows: Vec::new() }
    }

    fn add(&mut self, terms: &BTreeMap<usize, i128>, bound: i128) -> StepId {
        let id = self.known.len() as StepId + 1;
        self.known.insert(id, Constraint { terms: terms.clone(), bound });
        id
    }

    /// States a row as the program has it, which is in normal form.
    fn state(&mut self, number: usize) {
        let row = self.program.rows().nth(number).expect("it was added");
        let terms: BTreeMap<usize, i128> = row.entries.iter().map(|&(column, by)| (column, by.into())).collect();
        let opposite: BTreeMap<usize, i128> = terms.iter().map(|(&column, by)| (column, -by)).collect();
        let (cmp, rhs) = (row.cmp, i128::from(row.rhs));
        let steps = match cmp {
            Cmp::Le => [self.add(&opposite, -rhs), 0],
            Cmp::Ge => [self.add(&terms, rhs), 0],
            Cmp::Eq => [self.add(&opposite, -rhs), self.add(&terms, rhs)],
        };
        self.rows.push(steps);
    }
}

/// Groups of columns of which exactly one is 1, sums over all, and an objective.
fn random_stated(rng: &mut Rng) -> Stated {
    let columns = rng.usize(4..=11);
    let mut stated = Stated::new(columns);
    let mut first = 0;
    let mut rows: Vec<(Expr, Cmp, i64)> = Vec::new();
    while first < columns {
        let count = rng.usize(1..=4).min(columns - first);
        let mut sum = Expr::new();
        (first..first + count).for_each(|column| sum.add(1, column));
        match rng.u32(0..4) {
            0..2 => rows.push((sum, Cmp::Eq, 1)),
            2 => rows.push((sum, Cmp::Le, 1)),
            _ => {}
        }
        first += count;
    }
    for _ in 0..rng.usize(1..=5) {
        let mut sum = Expr::new();
        let most = [2, 6, 60][rng.usize(0..3)];
        for column in 0..columns {
            sum.add(if rng.u32(0..3) > 0 { rng.i64(-most..=most) } else { 0 }, column);
        }
        rows.push((sum, [Cmp::Le, Cmp::Ge, Cmp::Eq][rng.usize(0..3)], rng.i64(-most..=most)));
    }
    for (sum, cmp, rhs) in rows {
        let before = stated.program.rows().len();
        stated.program.row("row", sum, cmp, rhs).expect("small numbers");
        let after = stated.program.rows().len();
        (before..after).for_each(|number| stated.state(number));
    }
    let mut sum = Expr::new();
    let by = rng.i64(1..=3);
    (0..columns).for_each(|column| sum.add(by * rng.i64(-9..=9), column));
    stated.program.minimise(sum).expect("small numbers");
    stated
}

#[test]
fn refutations_are_checked_step_by_step() {
    let (mut refuted, mut mutants) = (0, (0, 0));
    for seed in 0..3_000 * scale() {
        let mut rng = Rng::with_seed(seed);
        let mut stated = random_stated(&mut rng);
        if stated.program.is_contradictory() {
            continue;
        }
        let best = brute_force(&stated.program).iter().map(|point| value(&stated.program, point)).min();
        let most = best.map(|best| {
            let opposite = stated.program.objective().iter().map(|&(column, by)| (column, -i128::from(by))).collect();
            (best - 1, stated.add(&opposite, 1 - i128::from(best)))
        });
        let next = stated.known.len() as StepId + 1;
        let what = Refuted { rows: &stated.rows, most, next };
        let options = random_options(&mut rng);
        let mut tree = IlpTree::refuting(&stated.program, &what, options).expect("small numbers");
        let end = tree.run(&mut |_| false, &mut |_| panic!("seed {seed}: a solution"));
        assert_eq!(end, TreeEnd::Exhausted);
        let steps = tree.refutation();
        if let Err(why) = check(stated.known.clone(), next, steps) {
            panic!("seed {seed}, {options:?}: {why}");
        }
        refuted += 1;
        // A multiplier that somebody changed.
        let mut changed = steps.to_vec();
        let last = changed.iter_mut().rev().find_map(|step| match step {
            RefutationStep::Sum { of, .. } if of.len() > 1 => Some(of),
            _ => None,
        });
        if let Some(of) = last {
            of[0].1 = 3 * of[0].1 + 1;
            mutants.0 += 1;
            mutants.1 += u32::from(check(stated.known, next, &changed).is_err());
        }
    }
    assert!(refuted > 1_000);
    // The others are right: the sum is not needed, or has room to spare.
    assert!(mutants.1 > 200 && 3 * mutants.1 > mutants.0, "{mutants:?}");
}
