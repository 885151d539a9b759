//! The rest of a cover: the options of each constraint, and what has changed since.
//!
//! What it does: a constraint keeps its options in one span of an array, those that are left before the others. So one
//! leaves by an exchange with the last that is left, and all come back when the constraint's size does.
//!
//! Whose idea: P. Briggs, L. Torczon, "An Efficient Representation for Sparse Sets", 1993; sizes as all there is to
//! restore: V. le Clément de Saint-Marcq, P. Schaus, C. Solnon, C. Lecoutre, "Sparse-Sets for Domain Implementation",
//! TRICS 2013.
//!
//! How ours differs: what is restored is a list of constraints, one for each option that left. The order of options in
//! the constraint that was branched on is the same after backtracking, so that the search counts through it.
//!
//! When it runs: in every search of this engine; each thread has its own.

use super::super::bits::ones;
use super::build::CoverPlan;

/// An option in one of its constraints.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    option: u32,
    constraint: u32,
    /// Where it lies.
    place: u32,
}

/// A constraint's stretch.
#[derive(Clone, Copy, Debug, Default)]
struct Stretch {
    start: u32,
    /// How many options are left; these come first.
    left: u32,
}

/// Some constraint that needs an option has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict;

/// A position in the history of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    removed: usize,
    chosen: usize,
}

/// A state.
#[derive(Debug)]
pub(super) struct CoverState<'p> {
    pub(super) plan: &'p CoverPlan,
    /// The options, one after the other, in each of their constraints.
    nodes: Vec<Node>,
    /// Where the nodes of each option begin, and where the last ones end.
    first: Vec<u32>,
    /// The nodes of each constraint, one constraint after the other.
    places: Vec<u32>,
    stretches: Vec<Stretch>,
    /// The constraints that need an option and have none chosen.
    open: Vec<u64>,
    /// The constraint of each node that is removed, in the order in which they went.
    removed: Vec<u32>,
    /// The options that are chosen.
    chosen: Vec<u32>,
    /// Constraints that may have a single option.
    single: Vec<u32>,
    /// The number of options that were chosen, nodes that went and constraints that were checked.
    pub(super) work: u64,
}

impl<'p> CoverState<'p> {
    pub(super) fn new(plan: &'p CoverPlan) -> Self {
        let mut state = CoverState {
            plan,
            nodes: Vec::new(),
            first: vec![0],
            places: Vec::new(),
            stretches: Vec::new(),
            open: vec![0; plan.exact.div_ceil(64)],
            removed: Vec::new(),
            chosen: Vec::with_capacity(plan.meaning.len()),
            single: Vec::new(),
            work: 0,
        };
        for constraint in plan.constraints.iter() {
            let start = state.places.len() as u32;
            state.stretches.push(Stretch { start, left: 0 });
            state.places.resize(state.places.len() + constraint.len(), 0);
        }
        for (option, constraints) in (0..).zip(plan.constraints_of.iter()) {
            for &constraint in constraints {
                let stretch = &mut state.stretches[constraint as usize];
                let place = stretch.start + stretch.left;
                stretch.left += 1;
                state.places[place as usize] = state.nodes.len() as u32;
                state.nodes.push(Node { option, constraint, place });
            }
            state.first.push(state.nodes.len() as u32);
        }
        state.removed.reserve(state.nodes.len());
        for constraint in 0..plan.exact {
            state.open[constraint / 64] |= 1 << (constraint % 64);
        }
        state.single.extend(
            (0..).zip(&state.stretches[..plan.exact]).filter(|(_, constraint)| constraint.left == 1).map(|one| one.0),
        );
        state
    }

    /// The options of a constraint that are left.
    pub(super) fn left(&self, constraint: u32) -> usize {
        self.stretches[constraint as usize].left as usize
    }

    /// One of these options.
    pub(super) fn option(&self, constraint: u32, at: usize) -> u32 {
        self.nodes[self.places[self.stretches[constraint as usize].start as usize + at] as usize].option
    }

    #[inline]
    fn is_open(&self, constraint: u32) -> bool {
        self.open.get(constraint as usize / 64).is_some_and(|word| word >> (constraint % 64) & 1 == 1)
    }

    /// Chooses an option of a constraint, and all that then are the only ones of their constraints. The remaining nodes
    /// of the constraint keep their positions.
    ///
    /// Pre: the option is left, and the constraint is one of its. Post: if `Ok`, every open constraint has two options
    /// or more.
    pub(super) fn choose(&mut self, option: u32, constraint: u32) -> Result<(), Conflict> {
        self.single.clear();
        self.cover(option, constraint)?;
        self.fixpoint()
    }

    /// Chooses the only options of constraints.
    ///
    /// Pre: each open constraint with a single option is in `single`. Post: if `Ok`, there are none.
    pub(super) fn fixpoint(&mut self) -> Result<(), Conflict> {
        while let Some(constraint) = self.single.pop() {
            if self.is_open(constraint) {
                if self.left(constraint) == 0 {
                    return Err(Conflict);
                }
                self.cover(self.option(constraint, 0), constraint)?;
            }
        }
        Ok(())
    }

    /// Covers the constraints of an option, one of them before the others: the other options of these leave all
    /// constraints else.
    ///
    /// Pre: the option is left in all its constraints. Post: none of them is open. If `Ok`, their other options are
    /// left in no open constraint, and constraints that they leave with one option are in `single`.
    fn cover(&mut self, option: u32, before: u32) -> Result<(), Conflict> {
        self.work += 1;
        self.chosen.push(option);
        let plan = self.plan;
        let constraints = plan.constraints_of.get(option as usize);
        for &constraint in constraints {
            if let Some(word) = self.open.get_mut(constraint as usize / 64) {
                *word &= !(1 << (constraint % 64));
            }
        }
        let others = constraints.iter().copied().filter(|&constraint| constraint != before);
        for constraint in [before].into_iter().chain(others) {
            let Stretch { start, left } = self.stretches[constraint as usize];
            for place in start..start + left {
                let other = self.nodes[self.places[place as usize] as usize].option;
                if other != option {
                    self.remove(other, constraint)?;
                }
            }
        }
        Ok(())
    }

    /// Takes an option out of all its constraints but one, which is covered.
    ///
    /// Pre: it is left in all of them. Post: if `Ok`, in the covered one only. If `Err`, in some of them still, which
    /// backtracking takes back.
    fn remove(&mut self, option: u32, covered: u32) -> Result<(), Conflict> {
        for node in self.first[option as usize]..self.first[option as usize + 1] {
            let Node { constraint, place, .. } = self.nodes[node as usize];
            if constraint == covered {
                continue;
            }
            self.work += 1;
            self.removed.push(constraint);
            let stretch = &mut self.stretches[constraint as usize];
            stretch.left -= 1;
            let Stretch { start, left } = *stretch;
            let last = start + left;
            let moved = self.places[last as usize];
            self.places[place as usize] = moved;
            self.places[last as usize] = node;
            self.nodes[moved as usize].place = place;
            self.nodes[node as usize].place = last;
            if left <= 1 && self.is_open(constraint) {
                if left == 0 {
                    return Err(Conflict);
                }
                self.single.push(constraint);
            }
        }
        Ok(())
    }

    /// The position in the history, for [`backtrack`](Self::backtrack).
    pub(super) fn limits(&self) -> Limits {
        Limits { removed: self.removed.len(), chosen: self.chosen.len() }
    }

    /// Takes back what has changed since.
    ///
    /// Pre: what is taken back came after these limits. Post: the same options are left in each constraint, and the
    /// same constraints are open.
    pub(super) fn backtrack(&mut self, limits: Limits) {
        for &constraint in &self.removed[limits.removed..] {
            self.stretches[constraint as usize].left += 1;
        }
        self.removed.truncate(limits.removed);
        for &option in &self.chosen[limits.chosen..] {
            for &constraint in self.plan.constraints_of.get(option as usize) {
                if (constraint as usize) < self.plan.exact {
                    self.open[constraint as usize / 64] |= 1 << (constraint % 64);
                }
            }
        }
        self.chosen.truncate(limits.chosen);
    }

    /// The first of the open constraints with the fewest options; a Boolean variable that nothing needs only if no
    /// other constraint is open.
    pub(super) fn smallest(&mut self) -> Option<u32> {
        let mut best = None;
        let mut least = u32::MAX;
        for (word, &open) in self.open.iter().enumerate() {
            for bit in ones(open) {
                let constraint = 64 * word as u32 + bit;
                self.work += 1;
                if constraint as usize >= self.plan.bound && best.is_some() {
                    return best;
                }
                let left = self.stretches[constraint as usize].left;
                if left < least {
                    (best, least) = (Some(constraint), left);
                    if left == 2 {
                        return best;
                    }
                }
            }
        }
        best
    }

    /// Writes the values of all variables.
    pub(super) fn write_solution(&self, values: &mut Vec<i32>) {
        values.clone_from(&self.plan.otherwise);
        for &option in &self.chosen {
            let (var, value) = self.plan.meaning[option as usize];
            values[var as usize] = value;
        }
    }
}
