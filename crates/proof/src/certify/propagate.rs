//! Clauses about unary numbers by unit propagation: from the definitions of their literals, and what is known of
//! totals.
//!
//! A clause of an adder, of a merge or of a digit speaks of one number and of what it counts. If it is false, the
//! definition of the number, the definition of the carry and the falling order of literals contradict each other by
//! propagation alone. A comparison of a total with its bound follows from what has been proved of the total.
//! The checker does the same propagation, with those constraints as hints that ours came to use.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::counts::Proved;
use super::lemmas::Lemmas;
use super::proof::{Id, Literal};
use super::propagation::Propagation;
use super::state::{Known, ProofState};
use super::statement::Form;

/// Where a constraint comes from.
enum Source {
    Step(Id),
    /// That the first literal of a number implies the second.
    Falls(u32, u32),
}

/// Constraints, and where each comes from.
#[derive(Default)]
struct Collected {
    propagation: Propagation<'static>,
    sources: Vec<Source>,
}

impl ProofState<'_> {
    /// Proves a clause about literals that have conditions from the same without them, and about those that stand for
    /// others from the same about these; `None` if there are none.
    pub(super) fn unconditional(&mut self, clause: &[Literal], lemmas: &Lemmas) -> Option<Option<Id>> {
        let (mut plain, mut hints) = (clause.to_vec(), Vec::new());
        let read = std::mem::take(&mut self.counts.read);
        for (literal, read) in plain.iter_mut().zip(read.iter().chain(std::iter::repeat(&None))) {
            let with = |own: Literal, literal: &Literal| if literal.positive { own } else { !own };
            if let Some(Known::All { of, ids }) = self.known(literal.variable)
                && let Some((&own, conditions)) = of.split_first()
                && conditions.iter().all(|&condition| clause.contains(&!condition))
            {
                *literal = with(own, literal);
                hints.extend(ids);
            }
            if let Some((own, (same, ids))) = read
                && *own == literal.variable
            {
                *literal = *same;
                hints.extend(ids.iter());
            }
        }
        let is_counted = |literal: &Literal| self.counts.number(literal.variable).is_some();
        if hints.is_empty() || !plain.iter().any(is_counted) && self.counts.totals.is_empty() {
            return None;
        }
        let step = self.justify(&plain, lemmas);
        Some(step.map(|step| {
            hints.push(step);
            let id = self.proof.rup(clause, &hints);
            self.proof.delete(&[step]);
            id
        }))
    }

    /// Proves a clause so, if it is about unary numbers or totals.
    pub(super) fn by_propagation(&mut self, clause: &[Literal]) -> Option<Id> {
        let is_counted = |literal: &Literal| self.counts.number(literal.variable).is_some();
        if !clause.iter().any(is_counted) && self.counts.totals.is_empty() {
            return None;
        }
        let mut to = Collected { propagation: std::mem::take(&mut self.propagation), sources: Vec::new() };
        self.collect(clause, &mut to);
        let Collected { mut propagation, sources } = to;
        clause.iter().for_each(|literal| propagation.set(literal.variable, !literal.positive));
        let used = propagation.run().map(|form| propagation.why(Ok(form), Id::from, |_| None));
        propagation.clear();
        self.propagation = propagation;
        let steps = used?.into_iter().map(|number| match sources[number as usize] {
            Source::Step(id) => id,
            Source::Falls(high, low) => self.falls(high, low).1,
        });
        let hints: Vec<Id> = steps.collect();
        Some(self.proof.rup(clause, &hints))
    }

    /// The constraints that speak of the variables of a clause.
    fn collect(&self, clause: &[Literal], to: &mut Collected) {
        let mut numbers = BTreeSet::new();
        let mut groups = BTreeSet::new();
        let mut variables: Vec<u32> = clause.iter().map(|literal| literal.variable).collect();
        for (form, id) in &self.counts.totals {
            to.add(Form::clone(form), Source::Step(*id));
            numbers.extend(form.terms.iter().filter_map(|&(variable, _)| self.counts.number(variable)));
        }
        let mut next = 0;
        while let Some(&variable) = variables.get(next) {
            next += 1;
            if let Some(&(group, _)) = self.places.get(variable as usize) {
                groups.insert(group);
            }
            match self.known(variable) {
                Some(Known::Threshold(threshold)) => {
                    self.sides(variable).iter().for_each(|side| to.step(side));
                    numbers.extend(self.counts.number(variable));
                    for &(term, coefficient) in threshold.terms.iter() {
                        numbers.extend(self.counts.number(term));
                        // What a carry takes is known by its own definition. What is true for some values of a variable
                        // may be for others that the clause speaks of.
                        let is_known = coefficient < 0 || matches!(self.known(term), Some(Known::Members(_)));
                        if is_known && !variables.contains(&term) {
                            variables.push(term);
                        }
                    }
                }
                Some(Known::Members(members)) => {
                    groups.insert(members.group);
                    self.sides(variable).iter().for_each(|side| to.step(side));
                }
                _ => {}
            }
        }
        for group in groups {
            self.one_of(group).iter().for_each(|side| to.step(side));
        }
        for number in numbers {
            for lit in self.counts.lits(number).values() {
                self.counts.units.get(lit).iter().for_each(|unit| to.step(unit));
            }
            let lits: Vec<(&i128, &u32)> = self.counts.lits(number).iter().collect();
            for pair in lits.windows(2) {
                let (&low, &high) = (pair[0].1, pair[1].1);
                to.add(Form { terms: vec![(low, 1), (high, -1)], bound: 0 }, Source::Falls(high, low));
            }
        }
    }
}

impl Collected {
    fn step(&mut self, (form, id): &Proved) {
        self.add(Form::clone(form), Source::Step(*id));
    }

    fn add(&mut self, form: Form, source: Source) {
        self.propagation.add(Cow::Owned(form.terms), form.bound);
        self.sources.push(source);
    }
}
