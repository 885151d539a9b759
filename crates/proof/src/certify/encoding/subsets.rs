//! Proves that a formula allows at most k of some literals, from the sets of k + 1 literals that propagation refutes.
//!
//! The proof has a counter of its own: after each literal, k outputs of which as many are true as literals were. A new
//! literal goes through them: where an output and what goes on are both true, something goes on, else the output is
//! true. So nothing is lost, which is one inequality for each output, and their sum says that at most k literals are
//! true if nothing ever leaves the last output. This is proved with sets: if output j is true and k + 1 - j later
//! literals are, there is a contradiction. Each such fact follows from those before, and where all literals are named,
//! by unit propagation in the formula.
//!
//! The formula is only asked by propagation, so every encoding in which that finds each violation is proved by this
//! alone. There are about as many facts as sets: n choose k + 1.
//!
//! Counters as proofs: S. Gocht, R. Martins, J. Nordström, A. Oertel, "Certified CNF Translations for Pseudo-Boolean
//! Solving", SAT 2022. There the encoding is known, and its own variables are the outputs.

use std::collections::HashMap;

use crate::certify::facts::Facts;
use crate::certify::proof::{Id, Literal};

use super::units::Units;

/// Most facts.
const MOST: u128 = 1_500_000;

/// Most literals in them.
const MOST_LITERALS: u128 = 30_000_000;

/// Two literals with the same sum as two others.
struct Comparator {
    low: Literal,
    /// If the high one is true, one of both inputs is.
    either: Id,
    /// If the low one is true, each input is.
    both: [Id; 2],
    /// Nothing is lost.
    kept: Id,
}

/// The proof as far as it is.
struct Counting<'c, 'p> {
    facts: &'c mut Facts<'p>,
    units: &'c mut Units,
    of: &'c [Literal],
    most: usize,
    /// By the sets of later literals: not all of them are true together with the output that is left to them.
    before: HashMap<Vec<usize>, Id>,
    now: HashMap<Vec<usize>, Id>,
}

/// The literals that are true if an output is, by one more literal.
struct Step<'s> {
    number: usize,
    /// The output, from 1 on.
    place: usize,
    output: Literal,
    /// By which clause the output is what it was, or what goes on to it.
    either: Option<Id>,
    /// By which clauses what goes on to it means that the outputs before it and the literal are true.
    chain: &'s [Id],
}

/// How many facts there are, and literals in them.
fn size(n: usize, most: usize) -> (u128, u128) {
    let (mut facts, mut literals) = (0_u128, 0_u128);
    for number in 0..n {
        for place in 1..=most.min(number + 1) {
            let (of, chosen) = ((n - 1 - number) as u128, (most + 1 - place) as u128);
            if chosen > of {
                continue;
            }
            let sets = (0..chosen.min(of - chosen)).try_fold(1_u128, |sets, i| {
                let sets = sets * (of - i) / (i + 1);
                (sets <= MOST).then_some(sets)
            });
            let Some(sets) = sets else { return (u128::MAX, u128::MAX) };
            facts += sets;
            literals += sets * (chosen + 1);
        }
    }
    (facts, literals)
}

/// True if there are not too many sets.
pub(super) fn are_few(n: usize, most: usize) -> bool {
    let (facts, literals) = size(n, most);
    facts <= MOST && literals <= MOST_LITERALS
}

/// Proves that at most `most` of the literals are true; returns the steps whose sum says so.
///
/// # Errors
/// Literals of which propagation in the formula does not find that they are too many; none if the time is over.
pub(super) fn at_most(
    facts: &mut Facts<'_>,
    units: &mut Units,
    of: &[Literal],
    most: usize,
) -> Result<Vec<(Id, i128)>, Vec<Literal>> {
    let mut counting = Counting { facts, units, of, most, before: HashMap::new(), now: HashMap::new() };
    let mut outputs: Vec<Literal> = Vec::new();
    let mut sum = Vec::new();
    for (number, &literal) in of.iter().enumerate() {
        let mut going = literal;
        let mut chain = Vec::new();
        for place in 1..=most.min(number + 1) {
            let Some(output) = outputs.get_mut(place - 1) else {
                outputs.push(going);
                counting.all(&Step { number, place, output: going, either: None, chain: &chain })?;
                break;
            };
            let next = counting.facts.free();
            let comparator = counting.comparator(next, *output, going);
            *output = next;
            let either = Some(comparator.either);
            counting.all(&Step { number, place, output: next, either, chain: &chain })?;
            sum.push((comparator.kept, 1));
            chain.extend(comparator.both);
            going = comparator.low;
            if place == most {
                chain.push(counting.before[&vec![number]]);
                sum.push((counting.facts.proof.rup(&[!going], &chain), 1));
            }
        }
        if most == 0 {
            let ids = counting.alone(number)?;
            sum.push((counting.facts.proof.rup(&[!going], &ids), 1));
        }
        let now = std::mem::take(&mut counting.now);
        let gone: Vec<Id> = std::mem::replace(&mut counting.before, now).into_values().collect();
        counting.facts.proof.delete(&gone);
    }
    Ok(sum)
}

impl Counting<'_, '_> {
    fn alone(&mut self, number: usize) -> Result<Vec<Id>, Vec<Literal>> {
        let depth = self.units.depth();
        let ids = self.units.assume(self.of[number]);
        self.units.back(depth);
        ids.ok_or_else(|| vec![self.of[number]])
    }

    /// Puts the larger of two on a literal, the smaller on a new one.
    fn comparator(&mut self, high: Literal, a: Literal, b: Literal) -> Comparator {
        let low = self.facts.free();
        let proof = &mut self.facts.proof;
        let from = [a, b].map(|input| proof.red_clause(&[!input, high], high.variable, true));
        let either = proof.red_clause(&[!high, a, b], high.variable, false);
        let both = [a, b].map(|input| proof.red_clause(&[!low, input], low.variable, false));
        let all = proof.red_clause(&[low, !a, !b], low.variable, true);
        let kept = proof.sum(&[(from[0], 1), (from[1], 1), (all, 1)], &[(low.variable, 1)], 2);
        Comparator { low, either, both, kept }
    }

    /// Proves the facts about one output.
    fn all(&mut self, step: &Step<'_>) -> Result<(), Vec<Literal>> {
        let depth = self.units.depth();
        let mut conflict = None;
        if step.place == 1 {
            conflict = self.units.assume(self.of[step.number]);
        }
        let mut set = Vec::new();
        let done = self.sets(step, step.number + 1, &mut set, conflict.as_deref());
        self.units.back(depth);
        done
    }

    fn sets(
        &mut self,
        step: &Step<'_>,
        from: usize,
        set: &mut Vec<usize>,
        conflict: Option<&[Id]>,
    ) -> Result<(), Vec<Literal>> {
        let missing = self.most + 1 - step.place - set.len();
        if missing == 0 {
            return self.fact(step, set, conflict);
        }
        for next in from..=self.of.len().saturating_sub(missing) {
            let depth = self.units.depth();
            let found = match conflict {
                None if step.place == 1 => self.units.assume(self.of[next]),
                _ => None,
            };
            set.push(next);
            let done = self.sets(step, next + 1, set, conflict.or(found.as_deref()));
            set.pop();
            self.units.back(depth);
            done?;
        }
        Ok(())
    }

    fn fact(&mut self, step: &Step<'_>, set: &[usize], conflict: Option<&[Id]>) -> Result<(), Vec<Literal>> {
        if self.facts.is_over() {
            return Err(Vec::new());
        }
        let mut hints: Vec<Id> = step.chain.to_vec();
        if let Some(either) = step.either {
            hints.extend([either, self.before[set]]);
        }
        let with: Vec<usize> = [&[step.number], set].concat();
        if step.place > 1 {
            hints.push(self.before[&with]);
        } else {
            let all = || with.iter().map(|&number| self.of[number]).collect::<Vec<_>>();
            hints.extend(conflict.ok_or_else(all)?);
        }
        let mut clause = vec![!step.output];
        clause.extend(set.iter().map(|&number| !self.of[number]));
        let id = self.facts.proof.rup(&clause, &hints);
        self.now.insert(set.to_vec(), id);
        Ok(())
    }
}
