//! Successors make one circuit through all nodes, or through those that are not their own successors.
//!
//! The constraint is from J.-L. Laurière, "A Language and a Program for Stating and Solving Combinatorial Problems",
//! 1978, and Y. Caseau, F. Laburthe, "Solving Small TSPs with Constraints", ICLP 1997. The decomposition walks along
//! the successors, one variable for the node after each step. These are the positions of N.-F. Zhou, "In Pursuit of an
//! Efficient SAT Encoding for the Hamiltonian Cycle Problem", CP 2020, seen from the other side. The walk has its nodes
//! in every assignment. So the variables have one value under conditions as well.

use super::super::{Assignment, Atom, Domain, Model, Poster, Var};
use super::{AllDifferent, Class, Clause, MOST_VALUES, some_value, some_vars};

/// The most clauses of a decomposition.
const MOST_CLAUSES: usize = 20_000_000;

/// The node of walks that have left the graph.
const OUTSIDE: i32 = -1;

/// The successors are a single circuit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Circuit {
    /// The successor of each node.
    pub successors: Vec<Var>,
    /// The number of the first node.
    pub first: i32,
    /// True if nodes that are their own successors are left out of the circuit; all may be.
    pub is_partial: bool,
}

impl Circuit {
    /// The place of a node among the successors.
    pub fn place(&self, node: i32) -> Option<usize> {
        let place = usize::try_from(i64::from(node) - i64::from(self.first)).ok()?;
        (place < self.successors.len()).then_some(place)
    }

    /// The atom that a place is its own successor.
    pub fn stays(&self, place: usize) -> Option<Atom> {
        let node = i32::try_from(i64::from(self.first) + place as i64).ok()?;
        Some(self.successors[place].is(node))
    }

    /// True if a decomposition with this number of clauses for each arc is too large. It is refused then.
    pub fn is_too_large(&self, clauses: usize, out: &mut Poster<'_>) -> bool {
        let arcs: usize = self.successors.iter().map(|&var| out.domain(var).len()).fold(0, usize::saturating_add);
        let is_too_large = arcs.saturating_mul(clauses) > MOST_CLAUSES;
        if is_too_large {
            out.refuse("a circuit by more than 20,000,000 clauses");
        }
        is_too_large
    }

    /// A variable for the place at which the circuit begins, in every assignment. A partial circuit begins at the first
    /// place that is not its own successor; if there is none, the value is -1.
    pub fn begin(&self, out: &mut Poster<'_>) -> Var {
        if !self.is_partial {
            return out.variable("at", 0..=0);
        }
        out.first("at", (0..self.successors.len()).map(|place| self.stays(place).map(|stays| !stays)))
    }

    /// States that the successors are different nodes if all atoms of `when` are true.
    pub fn permute(&self, when: &[Atom], out: &mut Poster<'_>) {
        out.post(when, AllDifferent(self.successors.clone()));
        for &var in &self.successors {
            if out.domain(var).len() > MOST_VALUES {
                self.beyond(var).into_iter().for_each(|atom| out.post(when, Clause(vec![!atom])));
                continue;
            }
            let outside = out.domain(var).values().filter(|&node| self.place(node).is_none()).collect::<Vec<_>>();
            outside.into_iter().for_each(|node| out.post(when, Clause(vec![var.is_not(node)])));
        }
    }

    /// The atoms that a successor is before the first node, or behind the last one.
    fn beyond(&self, var: Var) -> Vec<Atom> {
        let last = i64::from(self.first) + self.successors.len() as i64 - 1;
        let last = i32::try_from(last).ok().map(|last| var.above(last));
        self.first.checked_sub(1).map(|before| var.at_most(before)).into_iter().chain(last).collect()
    }

    /// The places where the walk is after 0, 1, ... steps, each with the variable that says so.
    fn walk(&self, out: &mut Poster<'_>) -> Option<Vec<Var>> {
        let n = self.successors.len();
        if self.is_too_large(n, out) {
            return None;
        }
        let mut at = self.begin(out);
        let mut places = out.domain(at).clone();
        let mut walk = vec![at];
        for _ in 1..n {
            let next = |place: i32| -> Vec<(i32, i32)> {
                let Ok(from) = usize::try_from(place) else { return Vec::new() };
                let to = |node: i32| self.place(node).map_or(OUTSIDE, |place| place as i32);
                out.domain(self.successors[from]).values().map(|node| (node, to(node))).collect()
            };
            let steps: Vec<(i32, Vec<(i32, i32)>)> = places.values().map(|place| (place, next(place))).collect();
            let is_left = places.contains(OUTSIDE);
            let reached = steps.iter().flat_map(|(_, steps)| steps.iter().map(|&(_, to)| to));
            places = reached.chain(is_left.then_some(OUTSIDE)).collect();
            let after = out.variable("at", places.clone());
            for (from, steps) in steps {
                if from == OUTSIDE {
                    out.post(&[], Clause(vec![at.is_not(OUTSIDE), after.is(OUTSIDE)]));
                }
                for (node, to) in steps {
                    let successor = self.successors[from as usize];
                    out.post(&[], Clause(vec![at.is_not(from), successor.is_not(node), after.is(to)]));
                }
            }
            at = after;
            walk.push(at);
        }
        Some(walk)
    }

    /// For each place the atoms of which one is true if the walk comes to it, or need not.
    fn visits(&self, out: &mut Poster<'_>) -> Option<Vec<Vec<Atom>>> {
        let walk = self.walk(out)?;
        let visits = (0..self.successors.len()).zip(0..).map(|(place, number)| {
            let may_stay = self.is_partial.then(|| self.stays(place)).flatten();
            walk.iter().map(|at| at.is(number)).chain(may_stay).collect()
        });
        Some(visits.collect())
    }
}

impl Class for Circuit {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let successors = some_vars(model, choose, 4);
        let first = some_value(model, choose, successors[0]).saturating_sub(choose(2) as i32);
        Circuit { successors, first, is_partial: choose(2) > 0 }
    }

    fn supports(&self) -> Vec<(Var, Domain)> {
        let last = i64::from(self.first) + self.successors.len() as i64 - 1;
        let nodes = Domain::from(self.first..=i32::try_from(last).unwrap_or(i32::MAX));
        self.successors.iter().map(|&var| (var, nodes.clone())).collect()
    }

    fn name(&self) -> &'static str {
        if self.is_partial { "subcircuit" } else { "circuit" }
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.successors.iter().copied())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.successors.iter_mut().for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let n = self.successors.len();
        let next: Option<Vec<usize>> = self.successors.iter().map(|&var| self.place(assignment[var])).collect();
        let Some(next) = next else { return false };
        let mut reached = vec![false; n];
        next.iter().for_each(|&place| reached[place] = true);
        let begin = (0..n).find(|&place| !self.is_partial || next[place] != place);
        let mut walk = begin.into_iter().flat_map(|begin| std::iter::successors(Some(begin), |&at| Some(next[at])));
        let visited: Vec<usize> = walk.by_ref().take(n).collect();
        let may_stay = |place: usize| self.is_partial && next[place] == place;
        reached.iter().all(|&reached| reached) && (0..n).all(|place| may_stay(place) || visited.contains(&place))
    }

    /// The successors are different nodes, and the walk comes to all.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if self.successors.is_empty() {
            return;
        }
        self.permute(when, out);
        let Some(visits) = self.visits(out) else { return };
        visits.into_iter().for_each(|atoms| out.post(when, Clause(atoms)));
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        if self.successors.is_empty() {
            return Clause::default().decompose(when, out);
        }
        let mut wrong = vec![!out.holds(AllDifferent(self.successors.clone()))];
        for &var in &self.successors {
            if out.domain(var).len() > MOST_VALUES {
                wrong.extend(self.beyond(var));
                continue;
            }
            let outside = out.domain(var).values().filter(|&node| self.place(node).is_none());
            wrong.extend(outside.map(|node| var.is(node)));
        }
        let Some(visits) = self.visits(out) else { return };
        for atoms in visits {
            let none: Vec<Atom> = atoms.into_iter().map(|atom| !atom).collect();
            wrong.push(out.conjunction(&none));
        }
        out.post(when, Clause(wrong));
    }
}
