//! The cost of a state of local search, constraint by constraint, and the change by a swap.
//!
//! What it does: the cost of a sum or a count is how far it is off. For an all-different group it is how many values
//! are too many. A clause or a table that does not hold costs 1. The cost is 0 just if all constraints hold.
//!
//! Whose idea: errors of constraints: P. Codognet, D. Diaz, "Yet Another Local Search Method for Constraint Solving",
//! 2001; invariants kept under moves: P. Van Hentenryck, L. Michel, "Constraint-Based Local Search", 2005.
//!
//! How ours differs: only swaps are priced, and costs are not weighted. Sums, counts and value histograms are kept, so
//! that a swap looks only at the constraints of the two variables. Each takes constant time, except tables.
//!
//! When it runs: for each swap that `anneal` tries.

use std::sync::Arc;

use cnfab_model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Constraint, Flat, Linear, Model, Relation, Table};

/// A constraint and its present state.
enum Term {
    /// Sums, counts and clauses: a total compared with a right-hand side.
    Total { total: i64, cmp: Cmp, rhs: i64, most: i64 },
    /// How many variables have each value, values counted from `first`.
    Distinct { first: i32, times: Vec<u32> },
    /// The columns and the allowed rows.
    Table { vars: Vec<usize>, relation: Arc<Relation>, broken: bool },
}

/// How a variable takes part in a constraint.
#[derive(Clone)]
struct Link {
    term: usize,
    /// The share of a value in the total.
    share: Share,
}

#[derive(Clone)]
enum Share {
    Coefficient(i64),
    /// Atoms of the variable.
    Atoms(Vec<(i32, bool)>),
    None,
}

impl Share {
    fn of(&self, value: i32) -> i64 {
        match self {
            Share::Coefficient(coefficient) => coefficient * i64::from(value),
            Share::Atoms(atoms) => atoms.iter().filter(|&&(other, is)| (other == value) == is).count() as i64,
            Share::None => 0,
        }
    }
}

/// The state of a local search.
pub(super) struct SwapState {
    /// The value of each variable.
    pub(super) values: Vec<i32>,
    /// The cost; 0 if all constraints hold.
    pub(super) cost: i64,
    terms: Vec<Term>,
    links: Vec<Vec<Link>>,
    row: Vec<i32>,
}

/// How far a total is off.
fn off(total: i64, cmp: Cmp, rhs: i64, most: i64) -> i64 {
    let gap = match cmp {
        Cmp::Le => (total - rhs).max(0),
        Cmp::Ge => (rhs - total).max(0),
        Cmp::Eq => (total - rhs).abs(),
    };
    gap.min(most)
}

impl SwapState {
    /// The constraints of a model but those that are settled. Sums have to fit 64 bits; `None` if one does not.
    pub(super) fn new(model: &Model, settled: &[usize]) -> Option<Self> {
        let mut state = SwapState {
            values: vec![0; model.variables().len()],
            cost: 0,
            terms: Vec::new(),
            links: vec![Vec::new(); model.variables().len()],
            row: Vec::new(),
        };
        for (number, posted) in model.constraints().iter().enumerate() {
            if !settled.contains(&number) {
                state.add(&posted.constraint, model)?;
            }
        }
        Some(state)
    }

    fn add(&mut self, constraint: &Constraint, model: &Model) -> Option<()> {
        let term = self.terms.len();
        match constraint.flat() {
            Flat::Linear(Linear { terms, cmp, rhs }) => {
                let mut largest = i128::from(*rhs).abs();
                for &(coefficient, var) in terms {
                    let ends = [model.domain(var).min()?, model.domain(var).max()?];
                    let size = ends.map(|end| (i128::from(coefficient) * i128::from(end)).abs());
                    largest += size[0].max(size[1]);
                    self.links[var.index()].push(Link { term, share: Share::Coefficient(coefficient) });
                }
                if largest > i128::from(i64::MAX / 4) {
                    return None;
                }
                self.terms.push(Term::Total { total: 0, cmp: *cmp, rhs: *rhs, most: i64::MAX });
            }
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
                self.add_atoms(term, atoms);
                let rhs = i64::try_from(*k).ok().filter(|&k| k < i64::MAX / 4)?;
                self.terms.push(Term::Total { total: 0, cmp: *cmp, rhs, most: i64::MAX });
            }
            Flat::Clause(Clause(atoms)) => {
                self.add_atoms(term, atoms);
                self.terms.push(Term::Total { total: 0, cmp: Cmp::Ge, rhs: 1, most: 1 });
            }
            Flat::AllDifferent(AllDifferent(vars)) if (1..vars.len()).any(|at| vars[..at].contains(&vars[at])) => {
                // A variable does not differ from itself: never met.
                self.terms.push(Term::Total { total: 0, cmp: Cmp::Ge, rhs: 1, most: 1 });
            }
            Flat::AllDifferent(AllDifferent(vars)) => {
                let first = vars.iter().filter_map(|&var| model.domain(var).min()).min().unwrap_or(0);
                let last = vars.iter().filter_map(|&var| model.domain(var).max()).max().unwrap_or(0);
                for var in vars {
                    self.links[var.index()].push(Link { term, share: Share::None });
                }
                let range = usize::try_from(i64::from(last) - i64::from(first) + 1).ok()?;
                self.terms.push(Term::Distinct { first, times: vec![0; range] });
            }
            Flat::Table(Table { vars, relation }) => {
                let vars: Vec<usize> = vars.iter().map(|var| var.index()).collect();
                for &var in &vars {
                    if self.links[var].last().is_none_or(|link| link.term != term) {
                        self.links[var].push(Link { term, share: Share::None });
                    }
                }
                self.terms.push(Term::Table { vars, relation: Arc::clone(relation), broken: false });
            }
        }
        Some(())
    }

    fn add_atoms(&mut self, term: usize, atoms: &[Atom]) {
        for atom in atoms {
            let links = &mut self.links[atom.var.index()];
            match links.last_mut() {
                Some(Link { term: last, share: Share::Atoms(list) }) if *last == term => {
                    list.push((atom.value, atom.is_equality()))
                }
                _ => links.push(Link { term, share: Share::Atoms(vec![(atom.value, atom.is_equality())]) }),
            }
        }
    }

    /// Works everything out anew from the values.
    ///
    /// Post: totals, histograms and the cost are those of the values.
    pub(super) fn recount(&mut self) {
        for term in &mut self.terms {
            match term {
                Term::Total { total, .. } => *total = 0,
                Term::Distinct { times, .. } => times.fill(0),
                Term::Table { vars, relation, broken } => {
                    self.row.clear();
                    self.row.extend(vars.iter().map(|&var| self.values[var]));
                    *broken = !relation.contains(&self.row);
                }
            }
        }
        for (links, &value) in self.links.iter().zip(&self.values) {
            for link in links {
                match &mut self.terms[link.term] {
                    Term::Total { total, .. } => *total += link.share.of(value),
                    Term::Distinct { first, times } => times[(value - *first) as usize] += 1,
                    Term::Table { .. } => {}
                }
            }
        }
        self.cost = self
            .terms
            .iter()
            .map(|term| match term {
                Term::Total { total, cmp, rhs, most } => off(*total, *cmp, *rhs, *most),
                Term::Distinct { times, .. } => times.iter().map(|&times| i64::from(times.saturating_sub(1))).sum(),
                Term::Table { broken, .. } => i64::from(*broken),
            })
            .sum();
    }

    /// The change of the cost by swapping the values of two variables.
    ///
    /// Pre: all is counted, and each of the two has the other's value in its domain. Post: nothing has changed.
    pub(super) fn difference(&mut self, a: usize, b: usize) -> i64 {
        let (of_a, of_b) = (self.values[a], self.values[b]);
        if of_a == of_b {
            return 0;
        }
        let mut difference = 0;
        let (mut i, mut j) = (0, 0);
        loop {
            // The links of both are in the order of the terms.
            let (left, right) = (self.links[a].get(i), self.links[b].get(j));
            let term = match (left, right) {
                (None, None) => return difference,
                (Some(left), None) => left.term,
                (None, Some(right)) => right.term,
                (Some(left), Some(right)) => left.term.min(right.term),
            };
            let left = left.filter(|link| link.term == term);
            let right = right.filter(|link| link.term == term);
            difference += match &self.terms[term] {
                Term::Total { total, cmp, rhs, most } => {
                    let of_left = left.map_or(0, |link| link.share.of(of_b) - link.share.of(of_a));
                    let of_right = right.map_or(0, |link| link.share.of(of_a) - link.share.of(of_b));
                    off(total + of_left + of_right, *cmp, *rhs, *most) - off(*total, *cmp, *rhs, *most)
                }
                Term::Distinct { .. } if left.is_some() && right.is_some() => 0,
                Term::Distinct { first, times } => {
                    let (goes, comes) = if left.is_some() { (of_a, of_b) } else { (of_b, of_a) };
                    let many = times[(goes - first) as usize] > 1;
                    // A value from outside the group's range is in no domain of the group; no such swap is tried.
                    let there = times.get((comes - first) as usize).is_some_and(|&times| times > 0);
                    i64::from(there) - i64::from(many)
                }
                Term::Table { vars, relation, broken } => {
                    self.row.clear();
                    self.row.extend(vars.iter().map(|&var| match var {
                        var if var == a => of_b,
                        var if var == b => of_a,
                        var => self.values[var],
                    }));
                    i64::from(!relation.contains(&self.row)) - i64::from(*broken)
                }
            };
            i += usize::from(left.is_some());
            j += usize::from(right.is_some());
        }
    }

    /// Swaps the values of two variables.
    ///
    /// Pre: `difference` was computed for these two in this state. Post: totals, histograms and the cost are those of
    /// the new values.
    pub(super) fn swap(&mut self, a: usize, b: usize, difference: i64) {
        let (of_a, of_b) = (self.values[a], self.values[b]);
        self.values.swap(a, b);
        self.cost += difference;
        for (var, old, new) in [(a, of_a, of_b), (b, of_b, of_a)] {
            for link in &self.links[var] {
                match &mut self.terms[link.term] {
                    Term::Total { total, .. } => *total += link.share.of(new) - link.share.of(old),
                    Term::Distinct { first, times } => {
                        times[(old - *first) as usize] -= 1;
                        times[(new - *first) as usize] += 1;
                    }
                    Term::Table { vars, relation, broken } => {
                        self.row.clear();
                        self.row.extend(vars.iter().map(|&var| self.values[var]));
                        *broken = !relation.contains(&self.row);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn differences_add_up_to_the_cost_worked_out_anew() {
        let mut rng = Rng::with_seed(3);
        for _ in 0..200 {
            let mut model = Model::new();
            let vars: Vec<_> = (0..6).map(|i| model.var(format!("x[{i}]"), 0..=5)).collect();
            let some = |rng: &mut Rng| rng.choose_multiple(vars.iter().copied(), 4);
            model.all_different("a", some(&mut rng));
            let terms: Vec<_> = some(&mut rng).into_iter().map(|var| (rng.i64(-2..4), var)).collect();
            model.linear("l", terms, [Cmp::Le, Cmp::Eq, Cmp::Ge][rng.usize(..3)], rng.i64(-3..12));
            model.at_most("c", 1, some(&mut rng).into_iter().map(|var| var.is(rng.i32(0..6))));
            model.clause("o", some(&mut rng).into_iter().map(|var| var.is_not(rng.i32(0..6))));
            let rows: Vec<[i32; 4]> = (0..40).map(|_| [0; 4].map(|_| rng.i32(0..6))).collect();
            model.table("t", some(&mut rng), &Arc::new(Relation::new(4, rows)));
            let mut state = SwapState::new(&model, &[]).expect("small sums");
            for value in &mut state.values {
                *value = rng.i32(0..6);
            }
            state.recount();
            for _ in 0..20 {
                let (a, b) = (rng.usize(..6), rng.usize(..6));
                if a != b {
                    let difference = state.difference(a, b);
                    state.swap(a, b, difference);
                    let kept = state.cost;
                    state.recount();
                    assert_eq!(state.cost, kept);
                    let assignment = cnfab_model::Assignment::new(state.values.clone());
                    assert_eq!(kept == 0, model.violated(&assignment).is_none());
                }
            }
        }
    }
}
