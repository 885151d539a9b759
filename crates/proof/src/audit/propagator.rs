//! Unit propagation over a fixed formula, by two watched literals in flat arrays.
//!
//! Made for walking trees of partial assignments: [`Propagator::push`] assumes some literals on top of what is assumed
//! already, [`Propagator::pop`] takes them back, and neither looks at clauses that the step does not touch. Nothing is
//! learnt, so that the result is the one of unit propagation in the clauses as they were given.
//! M. Moskewicz et al., "Chaff: Engineering an Efficient SAT Solver", DAC 2001, for the watched literals.

use cnfab_cnf::Lit;

/// A formula and a stack of assumptions with all that unit propagation derives from them.
pub struct Propagator {
    /// Clauses of three literals and more, one after the other; the first two of each are watched.
    lits: Vec<u32>,
    /// Where each clause begins in `lits`, and the end of the last.
    starts: Vec<u32>,
    /// For each literal that may become false: the clauses that watch it, each with another literal of the clause.
    watches: Vec<Vec<(u32, u32)>>,
    /// For each literal, from where to where in `implied` the literals are that it implies by a clause of two literals.
    implied_starts: Vec<u32>,
    implied: Vec<u32>,
    /// For each literal whether it is true; a literal and its negation both `false` are open.
    is_true: Vec<bool>,
    trail: Vec<u32>,
    head: usize,
    /// Length of the trail before each push.
    levels: Vec<usize>,
    /// True if the formula alone is contradictory by unit propagation.
    refuted: bool,
    variables: usize,
}

/// The end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searched {
    /// Everything was seen.
    All,
    /// The caller had enough.
    Stopped,
    /// The number of decisions that were allowed is used up.
    GaveUp,
}

/// Variable `v` (from 1) has the literals `2v` and `2v + 1`.
fn index(lit: Lit) -> u32 {
    2 * lit.var() + u32::from(!lit.is_positive())
}

impl Propagator {
    /// Propagates the formula's clauses of one literal.
    pub fn new<'c>(variables: usize, clauses: impl IntoIterator<Item = &'c [Lit]>) -> Self {
        let literals = 2 * variables + 2;
        let (mut lits, mut starts, mut units) = (Vec::new(), vec![0], Vec::new());
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        let mut refuted = false;
        let mut clause: Vec<u32> = Vec::new();
        for given in clauses {
            clause.clear();
            clause.extend(given.iter().map(|&lit| index(lit)));
            clause.sort_unstable();
            clause.dedup();
            // The two literals of a variable are neighbours.
            if clause.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) {
                continue;
            }
            match clause[..] {
                [] => refuted = true,
                [lit] => units.push(lit),
                [a, b] => pairs.push([a, b]),
                _ => {
                    lits.extend_from_slice(&clause);
                    starts.push(u32::try_from(lits.len()).expect("fewer than 2^32 literals"));
                }
            }
        }
        let mut implied_starts = vec![0u32; literals + 1];
        pairs.iter().flatten().for_each(|&lit| implied_starts[(lit ^ 1) as usize + 1] += 1);
        for i in 0..literals {
            implied_starts[i + 1] += implied_starts[i];
        }
        let mut next = implied_starts.clone();
        let mut implied = vec![0; 2 * pairs.len()];
        for &[a, b] in &pairs {
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut next[(from ^ 1) as usize];
                implied[*place as usize] = to;
                *place += 1;
            }
        }
        let mut watches = vec![Vec::new(); literals];
        for (number, start) in starts[..starts.len() - 1].iter().enumerate() {
            let [a, b] = [lits[*start as usize], lits[*start as usize + 1]];
            watches[a as usize].push((number as u32, b));
            watches[b as usize].push((number as u32, a));
        }
        let mut made = Propagator {
            lits,
            starts,
            watches,
            implied_starts,
            implied,
            is_true: vec![false; literals],
            trail: Vec::with_capacity(variables),
            head: 0,
            levels: Vec::new(),
            refuted,
            variables,
        };
        made.refuted = made.refuted || !(units.into_iter().all(|lit| made.assign(lit)) && made.propagate());
        made
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// True if unit propagation refutes the formula without assumptions.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// The literal's value, if it has one.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        let lit = index(lit);
        match (self.is_true[lit as usize], self.is_true[(lit ^ 1) as usize]) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// Assumes the literals and propagates; whether no clause became false. In either case [`Propagator::pop`] undoes
    /// it, and after a false clause that is the only thing to do.
    pub fn push(&mut self, assumed: &[Lit]) -> bool {
        self.levels.push(self.trail.len());
        !self.refuted && assumed.iter().all(|&lit| self.assign(index(lit))) && self.propagate()
    }

    /// Takes back the last push.
    ///
    /// # Panics
    /// If there is none.
    pub fn pop(&mut self) {
        let length = self.levels.pop().expect("every pop has its push");
        for lit in self.trail.drain(length..) {
            self.is_true[lit as usize] = false;
        }
        self.head = length;
    }

    /// The number of pushes that have not been undone.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Calls `on` at each assignment of the variables that unit propagation does not refute, on top of what is assumed
    /// now. `decisions` is how many may still be made. `on` leaves the stack as it finds it and returns whether to go
    /// on.
    pub fn each(
        &mut self,
        variables: &[u32],
        decisions: &mut u64,
        on: &mut dyn FnMut(&mut Self, &mut u64) -> bool,
    ) -> Searched {
        let lit = |variable: u32, is: bool| Lit::from_dimacs(if is { variable as i32 } else { -(variable as i32) });
        // Positions of the variables decided, and whether both values have been tried.
        let mut decided: Vec<(usize, bool)> = Vec::new();
        let mut at = 0;
        let mut sound = !self.refuted;
        let ended = loop {
            if sound {
                while at < variables.len() && self.value(lit(variables[at], true)).is_some() {
                    at += 1;
                }
                if at < variables.len() {
                    if *decisions == 0 {
                        break Searched::GaveUp;
                    }
                    *decisions -= 1;
                    decided.push((at, false));
                    sound = self.push(&[lit(variables[at], true)]);
                    continue;
                }
                if !on(self, decisions) {
                    break Searched::Stopped;
                }
            }
            let Some((place, both)) = decided.pop() else { return Searched::All };
            self.pop();
            sound = !both && {
                decided.push((place, true));
                at = place;
                self.push(&[lit(variables[place], false)])
            };
        };
        decided.iter().for_each(|_| self.pop());
        ended
    }

    /// Makes a literal true; whether it was not false.
    fn assign(&mut self, lit: u32) -> bool {
        if self.is_true[lit as usize] {
            return true;
        }
        if self.is_true[(lit ^ 1) as usize] {
            return false;
        }
        self.is_true[lit as usize] = true;
        self.trail.push(lit);
        true
    }

    /// Propagates the new literals on the trail; whether no clause became false.
    fn propagate(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            for i in self.implied_starts[lit as usize]..self.implied_starts[lit as usize + 1] {
                if !self.assign(self.implied[i as usize]) {
                    return false;
                }
            }
            if !self.visit(lit ^ 1) {
                return false;
            }
        }
        true
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit(&mut self, gone: u32) -> bool {
        let mut watches = std::mem::take(&mut self.watches[gone as usize]);
        let (mut kept, mut sound) = (0, true);
        for i in 0..watches.len() {
            let (clause, other) = watches[i];
            let moved = sound && !self.is_true[other as usize] && {
                let start = self.starts[clause as usize] as usize;
                let end = self.starts[clause as usize + 1] as usize;
                if self.lits[start] == gone {
                    self.lits.swap(start, start + 1);
                }
                let first = self.lits[start];
                let open = (start + 2..end).find(|&place| !self.is_true[(self.lits[place] ^ 1) as usize]);
                match open {
                    _ if self.is_true[first as usize] => false,
                    Some(place) => {
                        self.lits.swap(start + 1, place);
                        self.watches[self.lits[start + 1] as usize].push((clause, first));
                        true
                    }
                    None => {
                        sound = self.assign(first);
                        false
                    }
                }
            };
            if !moved {
                watches[kept] = watches[i];
                kept += 1;
            }
        }
        watches.truncate(kept);
        self.watches[gone as usize] = watches;
        sound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number)).collect()
    }

    fn of(variables: usize, clauses: &[&[i32]]) -> Propagator {
        let clauses: Vec<Vec<Lit>> = clauses.iter().map(|clause| lits(clause)).collect();
        Propagator::new(variables, clauses.iter().map(Vec::as_slice))
    }

    #[test]
    fn what_follows_is_found_and_taken_back() {
        let mut formula = of(5, &[&[-1, 2], &[-2, -3, 4], &[-4, -1, 5, 5], &[3, -3, 1]]);
        let value = |formula: &Propagator, number| formula.value(Lit::from_dimacs(number));
        assert!(formula.push(&lits(&[1])));
        assert_eq!([1, 2, 3, -2].map(|number| value(&formula, number)), [Some(true), Some(true), None, Some(false)]);
        assert!(formula.push(&lits(&[3])));
        assert_eq!(value(&formula, 5), Some(true));
        formula.pop();
        assert!(!formula.push(&lits(&[3, -5])));
        formula.pop();
        formula.pop();
        assert_eq!([1, 2, 3, 4, 5].map(|number| value(&formula, number)), [None; 5]);
    }

    #[test]
    fn a_contradiction_without_assumptions_is_known_at_once() {
        for clauses in [&[&[][..]][..], &[&[1], &[-1]], &[&[1], &[-1, 2], &[-2, -1]]] {
            let mut formula = of(2, clauses);
            assert!(formula.is_refuted());
            assert!(!formula.push(&[]));
            formula.pop();
            assert_eq!(formula.each(&[1, 2], &mut 9, &mut |_, _| panic!("no model")), Searched::All);
        }
    }

    #[test]
    fn searches_end_as_they_say() {
        let mut formula = of(3, &[&[1, 2, 3]]);
        let mut count = 0;
        let mut search = |decisions: u64, most: u32| {
            count = 0;
            let ended = formula.each(&[1, 2, 3], &mut decisions.clone(), &mut |_, _| {
                count += 1;
                count < most
            });
            (ended, count)
        };
        assert_eq!(search(100, 100), (Searched::All, 7));
        assert_eq!(search(100, 3), (Searched::Stopped, 3));
        assert_eq!(search(2, 100), (Searched::GaveUp, 0));
        assert_eq!(search(100, 100), (Searched::All, 7));
    }
}
