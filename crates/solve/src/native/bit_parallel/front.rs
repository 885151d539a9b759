//! The current state of the bit-parallel search: a state of the whole program, or of the rest of it.
//!
//! What it does: it keeps the states to go back to as copies, and moves between wide states and compact ones
//! (`compact`) without the search knowing.
//!
//! Whose idea: copies instead of a trail: C. Schulte, "Comparing Trailing and Copying for Constraint Programming", ICLP
//! 1999. The two lengths of states are ours.
//!
//! When it runs: in every search of this engine; each thread has its own.

use super::compact::Compact;
use super::pick::Pick;
use super::program::BitProgram;
use super::search::{Decision, USUAL_DEPTH};
use super::state::{BitSearch, BitState, Conflict};
use crate::tuning::bit_parallel::COMPACTED_FROM;

/// The present state, and those to go back to: each [`branch`](Front::branch) adds one, each [`pop`](Front::pop) takes
/// the last one away.
pub(super) struct Front<'p, const W: usize> {
    search: BitSearch<'p, W>,
    pushed: Vec<BitState<W>>,
    /// For covers over long words that take long enough.
    compact: Option<Box<Compact>>,
    /// True if the present state is one of `compact`; the state of `BitSearch` is then the one that `compact` was made
    /// of.
    is_compact: bool,
    /// Work done before states become compact.
    earliest: u64,
    /// The true literals of the solution written last.
    reported: [u64; W],
}

impl<'p, const W: usize> Front<'p, W> {
    pub(super) fn new(program: &'p BitProgram, in_order: bool) -> Self {
        Front {
            search: BitSearch::new(program, in_order),
            pushed: Vec::with_capacity(USUAL_DEPTH),
            compact: None,
            is_compact: false,
            earliest: COMPACTED_FROM,
            reported: [0; W],
        }
    }

    /// The part of the state that is undecided, if the search is in there.
    #[inline]
    fn compacted(&mut self) -> Option<&mut Compact> {
        self.compact.as_deref_mut().filter(|_| self.is_compact)
    }

    /// The search, which is in the present state while that is wide.
    pub(super) fn search(&mut self) -> &mut BitSearch<'p, W> {
        debug_assert!(!self.is_compact, "the search waits in the state that the compact ones were made of");
        &mut self.search
    }

    /// Work done so far.
    pub(super) fn work(&self) -> u64 {
        self.search.work + self.compact.as_ref().map_or(0, |compact| compact.work)
    }

    /// Decides a literal and draws all conclusions.
    ///
    /// Pre: the present state is the one that was branched on. Post: if `Ok`, it is at its fixpoint; if `Err`, the next
    /// step is to backtrack.
    pub(super) fn decide(&mut self, (literal, take): Decision) -> Result<Pick, Conflict> {
        if let Some(compact) = self.compacted() {
            debug_assert!(take, "literals of a cover are taken one after the other");
            compact.take(literal);
            return compact.fixpoint();
        }
        if take {
            self.search.take(literal as usize)?
        } else {
            self.search.leave(literal as usize)?
        }
        self.search.fixpoint()
    }

    /// Leaves the wide states if that is worth it. Returns what to branch on there.
    ///
    /// Pre: the state is at its fixpoint. Post: if some, the present state is the same in compact form.
    fn narrow_down(&mut self) -> Option<Pick> {
        let program = self.search.program;
        if self.is_compact || !program.sweeping || self.search.work < self.earliest || !program.is_cover() {
            return None;
        }
        let compact = self.compact.get_or_insert_with(|| Box::new(Compact::new(program)));
        self.is_compact = compact.enter(&self.search);
        self.is_compact.then(|| compact.fixpoint().expect("nothing new follows from the same state"))
    }

    /// Appends what to try at a branch, decisions of which exactly one holds, and remembers the state.
    ///
    /// Pre: the state is at its fixpoint, and something is open.
    pub(super) fn branch(&mut self, pick: Pick, out: &mut Vec<Decision>) {
        let pick = self.narrow_down().unwrap_or(pick);
        match self.compacted() {
            Some(compact) => {
                let Pick::Bounded(constraint) = pick else {
                    unreachable!("all literals of a cover are in constraints")
                };
                compact.each(constraint, |literal| out.push((literal, true)));
                compact.push();
            }
            None => {
                self.search.decisions(pick, out);
                self.pushed.push(self.search.state);
            }
        }
    }

    /// Restores the state that was branched on last.
    ///
    /// Pre: a state was branched on and is not popped.
    pub(super) fn backtrack(&mut self) {
        match self.compacted() {
            Some(compact) => compact.backtrack(),
            None => self.search.state = self.pushed[self.pushed.len() - 1],
        }
    }

    /// Forgets the state that was branched on last.
    pub(super) fn pop(&mut self) {
        match self.compacted() {
            Some(compact) => self.is_compact = compact.pop(),
            None => {
                self.pushed.pop();
            }
        }
    }

    /// Makes the values of all variables of those of the solution written last, if there are any.
    pub(super) fn write_solution(&mut self, values: &mut Vec<i32>) {
        let search = &mut self.search;
        match self.compact.as_deref().filter(|_| self.is_compact) {
            Some(compact) => {
                let before = search.state.assigned;
                for &literal in compact.taken() {
                    search.state.assigned[literal as usize / 64] |= 1 << (literal % 64);
                }
                search.write_solution(&mut self.reported, values);
                search.state.assigned = before;
            }
            None => search.write_solution(&mut self.reported, values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Subproblem;
    use cnfab_model::{Cardinality, Cmp, Model};

    /// A random cover by literals in three to five constraints each; it has a solution.
    fn cover(random: &mut fastrand::Rng, constraints: usize, literals: usize) -> BitProgram {
        let mut model = Model::new();
        let mut members: Vec<Vec<usize>> = Vec::new();
        let mut hidden: Vec<usize> = (0..constraints).collect();
        random.shuffle(&mut hidden);
        members.extend(hidden.chunks(4).map(<[usize]>::to_vec));
        for _ in 0..literals {
            let mut of: Vec<usize> = (0..random.usize(3..=5)).map(|_| random.usize(..constraints)).collect();
            of.sort_unstable();
            of.dedup();
            members.push(of);
        }
        random.shuffle(&mut members);
        let vars: Vec<_> = (0..members.len()).map(|literal| model.var(format!("x[{literal}]"), 0..=1)).collect();
        for constraint in 0..constraints {
            let atoms = vars.iter().zip(&members).filter(|(_, of)| of.contains(&constraint)).map(|(var, _)| var.is(1));
            model.post("constraint", Cardinality { atoms: atoms.collect(), cmp: Cmp::Eq, k: 1 });
        }
        BitProgram::new(&model).expect("a bit-parallel model")
    }

    /// The result of a decision.
    #[derive(PartialEq)]
    enum End {
        Contradiction,
        Solution(Vec<i32>),
        Others,
    }

    /// The width of programs with 18 words.
    const WIDTH: usize = if cfg!(debug_assertions) { 23 } else { 18 };

    /// The first decisions of a search, and how many of them were compact.
    fn first_choices(program: &BitProgram, earliest: u64, most: usize) -> (Vec<(Decision, End)>, usize) {
        let mut front = Front::<WIDTH>::new(program, false);
        front.earliest = earliest;
        let (mut found, mut compact) = (Vec::new(), 0);
        let mut levels: Vec<Vec<Decision>> = Vec::new();
        let mut pick = front.search().fixpoint().expect("a solution is hidden here");
        loop {
            let mut decisions = Vec::new();
            front.branch(pick, &mut decisions);
            decisions.reverse();
            levels.push(decisions);
            pick = loop {
                let Some(decisions) = levels.last_mut() else { return (found, compact) };
                let Some(decision) = decisions.pop() else {
                    levels.pop();
                    front.pop();
                    continue;
                };
                if found.len() == most {
                    return (found, compact);
                }
                front.backtrack();
                compact += usize::from(front.is_compact);
                match front.decide(decision) {
                    Err(_) => found.push((decision, End::Contradiction)),
                    Ok(Pick::Done) => {
                        let mut values = Vec::new();
                        front.write_solution(&mut values);
                        found.push((decision, End::Solution(values)));
                    }
                    Ok(pick) => {
                        found.push((decision, End::Others));
                        break pick;
                    }
                }
            };
        }
    }

    #[test]
    fn narrow_states_are_searched_as_wide_ones_are() {
        let mut random = fastrand::Rng::with_seed(8);
        let (mut solutions, mut all_narrow, mut half_narrow) = (0, 0, 0);
        for round in 0..60 {
            let constraints = random.usize(36..100);
            let program = cover(&mut random, constraints, if round % 2 == 0 { 600 } else { 1050 });
            assert!(program.words > 17 && program.sweeping && program.is_cover());
            let (wide, none) = first_choices(&program, u64::MAX, 3000);
            let (compact, some) = first_choices(&program, 0, 3000);
            assert!(wide == compact, "round {round}");
            assert_eq!(none, 0);
            solutions += wide.iter().filter(|(_, end)| matches!(end, End::Solution(_))).count();
            all_narrow += usize::from(some == compact.len());
            half_narrow += usize::from(some > 0 && some < compact.len());
        }
        assert!(solutions > 20 && all_narrow > 5 && half_narrow > 5, "{solutions} {all_narrow} {half_narrow}");
    }

    /// A square board of which rows, columns and boxes have different numbers, with some numbers given.
    fn board(random: &mut fastrand::Rng, (high, wide): (usize, usize), given: usize) -> Model {
        let size = high * wide;
        let mut model = Model::new();
        let (rows, columns) = (random.usize(..high), random.usize(..wide));
        let number = |row: usize, column: usize| ((row % high) * wide + row / high + column + rows + columns) % size;
        let mut domains: Vec<Vec<i32>> = vec![(0..size as i32).collect(); size * size];
        for _ in 0..given {
            let cell = random.usize(..size * size);
            domains[cell] = vec![number(cell / size, cell % size) as i32];
        }
        let vars: Vec<_> = (0..).zip(domains).map(|(cell, domain)| model.var(format!("x[{cell}]"), domain)).collect();
        for unit in 0..size {
            let cells = |at: &dyn Fn(usize) -> usize| (0..size).map(|place| vars[at(place)]).collect::<Vec<_>>();
            model.all_different("row", cells(&|place| size * unit + place));
            model.all_different("column", cells(&|place| size * place + unit));
            let corner = unit / high * high * size + unit % high * wide;
            model.all_different("box", cells(&|place| corner + place / wide * size + place % wide));
        }
        model
    }

    #[test]
    fn a_part_of_the_tree_is_the_same_for_whoever_enters_it() {
        let mut random = fastrand::Rng::with_seed(9);
        let (mut parts, mut late) = (0, 0);
        for _ in 0..300 {
            let (shape, given) =
                if random.bool() { ((2, 3), random.usize(4..8)) } else { ((2, 4), random.usize(16..26)) };
            let model = board(&mut random, shape, given);
            let program = BitProgram::new(&model).expect("a bit-parallel model");
            match program.words {
                3 => enter_parts::<3>(&program, &mut parts, &mut late),
                8 => enter_parts::<8>(&program, &mut parts, &mut late),
                18 => enter_parts::<18>(&program, &mut parts, &mut late),
                23 => enter_parts::<23>(&program, &mut parts, &mut late),
                33 => enter_parts::<33>(&program, &mut parts, &mut late),
                72 => enter_parts::<72>(&program, &mut parts, &mut late),
                words => panic!("{words} words"),
            }
        }
        assert!(parts > 500 && late > 100, "{parts} {late}");
    }

    /// Compares what follows from the decisions at the root with what another search makes of them.
    fn enter_parts<const W: usize>(program: &BitProgram, parts: &mut usize, late: &mut usize) {
        let mut front = Front::<W>::new(program, false);
        let Ok(pick) = front.search().enter(&Subproblem::default()) else { return };
        if pick == Pick::Done {
            return;
        }
        let mut decisions = Vec::new();
        front.branch(pick, &mut decisions);
        for (literal, take) in decisions {
            front.backtrack();
            let chosen = front.decide((literal, take)).is_ok();
            let mut other = BitSearch::<W>::new(program, false);
            let part = Subproblem { level: 1, steps: vec![(literal, take.into())] };
            assert_eq!(other.enter(&part).is_ok(), chosen);
            let BitState { possible, assigned, .. } = front.search().state;
            if chosen {
                assert!((possible, assigned) == (other.state.possible, other.state.assigned));
                *parts += 1;
                *late += usize::from(other.is_late());
            }
        }
    }
}
