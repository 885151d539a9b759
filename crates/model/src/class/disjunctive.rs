//! No two of some tasks run at the same time.
//!
//! J. Carlier, "The One-Machine Sequencing Problem", European Journal of Operational Research, 1982, has the pairs. For
//! each two tasks a variable says which of them comes first, if both take time. Otherwise each order has an atom of
//! its own, as both may hold.

use itertools::Itertools;

use super::super::{Assignment, Atom, Cmp, Model, ModelError, Poster, Var};
use super::cumulative::Amount;
use super::{Class, Clause, Linear, some_vars};

/// Of each two tasks, one ends before the other one starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Disjunctive {
    /// When the tasks start.
    pub starts: Vec<Var>,
    /// Their durations, in the same order.
    pub durations: Vec<Amount>,
    /// True if tasks that take no time may not lie within others either.
    pub is_strict: bool,
}

impl Disjunctive {
    /// The same with a number in place of each duration that has only one value.
    fn known(&self, out: &Poster<'_>) -> Self {
        let durations = self.durations.iter().map(|duration| duration.known(out)).collect();
        Disjunctive { starts: self.starts.clone(), durations, is_strict: self.is_strict }
    }

    /// `starts[a] + durations[a] <= starts[b]`
    fn precedes(&self, a: usize, b: usize) -> Linear {
        let mut sum = Linear { terms: vec![(1, self.starts[a]), (-1, self.starts[b])], cmp: Cmp::Le, rhs: 0 };
        self.durations[a].add(1, &mut sum);
        sum
    }

    /// Atoms of which one is true exactly if the pair does not overlap.
    fn apart(&self, a: usize, b: usize, out: &mut Poster<'_>) -> Vec<Atom> {
        let mut atoms = vec![out.holds(self.precedes(a, b)), out.holds(self.precedes(b, a))];
        if !self.is_strict {
            for task in [a, b] {
                atoms.extend(self.durations[task].is_positive(out).map(|atom| !atom));
            }
        }
        atoms
    }
}

impl Class for Disjunctive {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let starts = some_vars(model, choose, 3);
        let durations = starts.iter().map(|_| Amount::example(model, choose)).collect();
        Disjunctive { starts, durations, is_strict: choose(2) > 0 }
    }

    fn name(&self) -> &'static str {
        "disjunctive"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.starts.iter().copied().chain(self.durations.iter().filter_map(|duration| duration.var())))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.starts.iter_mut().for_each(|var| *var = to(*var));
        self.durations.iter_mut().for_each(|duration| duration.rename(to));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        (0..self.starts.len()).array_combinations().all(|[a, b]| {
            let takes_none = |task: usize| !self.is_strict && self.durations[task].value(assignment) <= 0;
            let precedes = |a: usize, b: usize| self.precedes(a, b).holds(assignment);
            takes_none(a) || takes_none(b) || precedes(a, b) || precedes(b, a)
        })
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        let (found, expected) = (self.durations.len(), self.starts.len());
        let error = ModelError::Lengths { class: self.name(), what: "durations", found, expected };
        if found == expected { Ok(()) } else { Err(error) }
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        let known = self.known(out);
        for [a, b] in (0..self.starts.len()).array_combinations() {
            let takes_time = |task: usize| known.durations[task].bounds(out).0 > 0;
            if takes_time(a) && takes_time(b) {
                out.one_of(when, [known.precedes(a, b), known.precedes(b, a)]);
            } else {
                let apart = known.apart(a, b, out);
                out.post(when, Clause(apart));
            }
        }
    }

    /// Some pair overlaps.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let known = self.known(out);
        let mut some = Vec::new();
        for [a, b] in (0..self.starts.len()).array_combinations() {
            let overlap: Vec<Atom> = known.apart(a, b, out).into_iter().map(|atom| !atom).collect();
            some.push(out.conjunction(&overlap));
        }
        out.post(when, Clause(some));
    }
}
