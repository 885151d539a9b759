//! Constraints that are propagated first, and encoded once conflicts ask for many explanations of them.
//!
//! What it does: the clauses of an encoding are kept aside, and its variables are not decided. Each explanation that
//! analysis asks for is counted. Where there are more different ones than half of the clauses, the search is on its way
//! to the whole encoding. At the next restart the clauses take the place of the propagator.
//!
//! Whose idea: I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, P. Stuckey, "To Encode or to Propagate?
//! The Best Choice for Each Constraint in SAT", CP 2013.
//!
//! How ours differs: any class and any of its encodings, under conditions as well. What was learned stays. The last
//! explanations need not have been new: a propagator that repeats itself is worth no more than its clauses.
//!
//! When it runs: in the SAT solver `cdcl`, for constraints with the encoding `lazy`.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::ops::Range;

use super::Literal;
use super::proof::Proof;
use super::solver::Solver;
use super::state::Reason;
use super::tuning::lazy;
use cnfab_base::split_mix::split_mix;

/// Not one of a group.
const NONE: u32 = u32::MAX;

/// A constraint: the native ones that state it, and its encoding.
struct Group {
    sums: Range<u32>,
    propagators: Range<u32>,
    clauses: Vec<Vec<Literal>>,
    /// The variables that only its clauses have.
    variables: Vec<u32>,
    /// The different explanations.
    known: HashSet<u64, BuildHasherDefault<DefaultHasher>>,
}

/// The encoding that takes the place of a native constraint.
pub(super) struct Encoded {
    pub(super) sums: Range<u32>,
    pub(super) propagators: Range<u32>,
    pub(super) clauses: Vec<Vec<Literal>>,
    pub(super) variables: Vec<u32>,
}

/// All such constraints.
pub(super) struct Lazy {
    groups: Vec<Group>,
    /// Of each sum and of each propagator, its group.
    of_sum: Vec<u32>,
    of_propagator: Vec<u32>,
    /// The groups to be encoded.
    due: Vec<u32>,
    /// Explanations, as a share of the clauses, before a constraint is encoded.
    pub(super) share: f64,
}

impl Lazy {
    pub(super) fn new() -> Self {
        Lazy { groups: Vec::new(), of_sum: Vec::new(), of_propagator: Vec::new(), due: Vec::new(), share: lazy::SHARE }
    }

    /// Adds a constraint that these native ones state.
    pub(super) fn add(
        &mut self,
        sums: Range<u32>,
        propagators: Range<u32>,
        clauses: Vec<Vec<Literal>>,
        variables: Vec<u32>,
    ) {
        let group = self.groups.len() as u32;
        for (all, own) in [(&mut self.of_sum, &sums), (&mut self.of_propagator, &propagators)] {
            all.resize(own.end.max(all.len() as u32) as usize, NONE);
            all[own.start as usize..own.end as usize].fill(group);
        }
        self.groups.push(Group { sums, propagators, clauses, variables, known: HashSet::default() });
    }

    /// The group that a reason belongs to.
    #[inline]
    fn group(&self, reason: Reason) -> Option<u32> {
        let group = match reason {
            Reason::Sum(sum) => self.of_sum.get(sum as usize),
            Reason::Propagator(propagator) => self.of_propagator.get(propagator as usize),
            Reason::None | Reason::Literal(_) | Reason::Clause(_) | Reason::Count(_) => None,
        };
        group.copied().filter(|&group| group != NONE)
    }

    /// True if explanations with this reason are noted.
    #[inline]
    pub(super) fn notes(&self, reason: Reason) -> bool {
        self.group(reason).is_some()
    }

    /// Notes an explanation of a literal with this reason.
    #[inline]
    pub(super) fn note(&mut self, reason: Reason, explanation: &[Literal]) {
        if let Some(group) = self.group(reason) {
            let hash = explanation.iter().map(|&literal| split_mix(literal.into()));
            let one = &mut self.groups[group as usize];
            one.known.insert(hash.fold(0, u64::wrapping_add));
            if one.known.len() as f64 > self.share * one.clauses.len() as f64 && !self.due.contains(&group) {
                self.due.push(group);
            }
        }
    }

    /// True if some constraint may be encoded yet.
    pub(super) fn waits(&self) -> bool {
        self.of_sum.iter().chain(&self.of_propagator).any(|&group| group != NONE)
    }

    /// True if some constraint is to be encoded.
    #[inline]
    pub(super) fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// The next constraint to be encoded.
    pub(super) fn take_due(&mut self) -> Option<Encoded> {
        let group = &mut self.groups[self.due.pop()? as usize];
        self.of_sum[group.sums.start as usize..group.sums.end as usize].fill(NONE);
        self.of_propagator[group.propagators.start as usize..group.propagators.end as usize].fill(NONE);
        group.known = HashSet::default();
        Some(Encoded {
            sums: group.sums.clone(),
            propagators: group.propagators.clone(),
            clauses: std::mem::take(&mut group.clauses),
            variables: std::mem::take(&mut group.variables),
        })
    }
}

impl Solver {
    /// Puts clauses in the place of the native constraints that asked for them.
    pub(super) fn encode_due(&mut self) {
        if !self.state.lazy.is_due() || self.floor() > 0 || self.is_chronological() && self.state.level() > 0 {
            return;
        }
        self.state.backtrack(0);
        while let Some(Encoded { sums, propagators, clauses, variables }) = self.state.lazy.take_due() {
            let part = sums.clone().map(Reason::Sum).chain(propagators.clone().map(Reason::Propagator)).next();
            sums.for_each(|sum| self.state.sums.remove(sum));
            propagators.for_each(|propagator| self.state.propagators.remove(propagator));
            variables.into_iter().for_each(|variable| self.state.wake(variable as usize));
            for clause in &clauses {
                let native = |proof: &mut Box<Proof>| {
                    proof.explained(clause, proof.native(part.expect("a constraint has native ones")))
                };
                let number = self.state.proof.as_mut().map_or(0, native);
                self.add_numbered(clause, number);
            }
            #[cfg(test)]
            {
                self.encoded += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use fastrand::Rng;

    use super::super::listing::{Jumps, ToList};
    use super::super::natives::tests::{Native, is_met, lazily, sum};
    use super::super::solver::Answer;
    use super::super::solver::tests::{clauses, solver};
    use super::*;

    /// The clauses that take the place of a sum have one more variable here, which may have either value.
    #[test]
    fn models_are_listed_once_each_whatever_is_encoded_meanwhile() {
        let mut encoded = 0;
        for seed in 0..1500 {
            let mut rng = Rng::with_seed(seed);
            let variables = rng.u32(4..=9);
            let of = rng.usize(1..2 * variables as usize);
            let clauses = clauses(&mut rng, variables, of);
            let mut solver = solver(seed, variables, None);
            solver.state.lazy.share = 0.01;
            clauses.iter().for_each(|clause| solver.add_clause(clause));
            let native = sum(&mut rng, variables);
            let Native::Lazy { natives, clauses: own, .. } = lazily(native.clone()) else { unreachable!() };
            solver.add_variable();
            let both = |clause: &Vec<Literal>| [0, 1].map(|sign| [&clause[..], &[2 * variables + sign]].concat());
            let own = own.iter().flat_map(both).collect();
            solver.add_native(Native::Lazy { natives, clauses: own, variables: vec![2 * variables] });
            let shown: Vec<Literal> = (0..variables).map(|variable| 2 * variable).collect();
            let jumps = if seed & 1 > 0 { Jumps::Single } else { Jumps::Far };
            solver.list(&ToList { shown, is_unique: false, jumps });
            solver.listing.as_mut().expect("models are listed").first *= rng.u32(..2);
            let is_true = |code: u32, literal: Literal| (code >> (literal / 2) & 1 == 1) ^ (literal & 1 == 1);
            let mut expected: BTreeSet<u32> = (0..1 << variables)
                .filter(|&code| clauses.iter().all(|clause| clause.iter().any(|&literal| is_true(code, literal))))
                .filter(|&code| is_met(&native, |literal| is_true(code, literal)))
                .collect();
            while solver.solve(&[], None, |_| false) == Answer::Sat {
                let code: u32 = (0..variables).map(|var| u32::from(solver.is_true(var as usize)) << var).sum();
                assert!(expected.remove(&code), "{seed}: {code:b} is no model, or comes twice");
                if !solver.exclude() {
                    break;
                }
            }
            assert!(expected.is_empty(), "{seed}: {expected:?} are missing");
            encoded += solver.encoded;
        }
        assert!(encoded > 40, "{encoded} constraints were encoded");
    }
}
