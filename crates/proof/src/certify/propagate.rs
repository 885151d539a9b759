//! Clauses about unary numbers by unit propagation: from the definitions of their literals, and what is known of
//! totals.
//!
//! A clause of an adder, of a merge or of a digit speaks of one number and of what it counts. If it is false, the
//! definition of the number, the definition of the carry and the falling order of literals contradict each other by
//! propagation alone. A comparison of a total with its bound follows from what has been proved of the total.
//! The checker does the same propagation, with those constraints as hints that ours came to use.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::counts::Proved;
use super::facts::{Facts, Known};
use super::lemmas::{Different, Lemmas};
use super::proof::{Id, Literal};
use super::statement::Form;

/// Where a constraint comes from.
enum Source {
    Step(Id),
    /// That the first literal of a number implies the second.
    Falls(u32, u32),
}

/// Constraints, and what follows from them.
#[derive(Default)]
struct Propagation {
    rules: Vec<(Form, Source)>,
    with: HashMap<u32, Vec<usize>>,
    /// The value of a variable, the rule that gave it, and when.
    values: HashMap<u32, (bool, Option<usize>, usize)>,
    queue: VecDeque<usize>,
}

impl Facts<'_> {
    /// Proves a clause about literals that have conditions from the same without them, and about those that stand for
    /// others from the same about these; `None` if there are none.
    pub(super) fn unconditional(
        &mut self,
        clause: &[Literal],
        lemmas: &Lemmas,
        different: &[Different],
    ) -> Option<Option<Id>> {
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
        let step = self.justify(&plain, lemmas, different);
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
        let mut propagation = Propagation::default();
        self.collect(clause, &mut propagation);
        let hints: Vec<Id> = (propagation.refute(clause)?.into_iter())
            .map(|rule| match propagation.rules[rule].1 {
                Source::Step(id) => id,
                Source::Falls(high, low) => self.falls(high, low).1,
            })
            .collect();
        Some(self.proof.rup(clause, &hints))
    }

    /// The constraints that speak of the variables of a clause.
    fn collect(&self, clause: &[Literal], to: &mut Propagation) {
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
                    let first = self.statement.groups[members.group as usize].first;
                    let places = || (first..).zip(&self.groups[members.group as usize].places);
                    let of = |is_inside: bool| {
                        let those =
                            places().zip(&*members.has).filter(move |&((_, &alive), &has)| alive && has == is_inside);
                        those.map(|((value, _), _)| (value, -1))
                    };
                    let [at_least, at_most] = members.ids;
                    let (inside, outside): (Vec<_>, Vec<_>) = (of(true).collect(), of(false).collect());
                    if inside.is_empty() {
                        to.add(Form { terms: vec![(variable, -1)], bound: 0 }, Source::Step(at_most));
                        continue;
                    }
                    let terms = inside.into_iter().chain([(variable, 1)]).collect();
                    to.add(Form { terms, bound: 0 }, Source::Step(at_least));
                    let terms = outside.into_iter().chain([(variable, -1)]).collect();
                    to.add(Form { terms, bound: -1 }, Source::Step(at_most));
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

impl Propagation {
    fn step(&mut self, (form, id): &Proved) {
        self.add(Form::clone(form), Source::Step(*id));
    }

    fn add(&mut self, form: Form, source: Source) {
        let rule = self.rules.len();
        for &(variable, _) in &form.terms {
            self.with.entry(variable).or_default().push(rule);
        }
        self.rules.push((form, source));
        self.queue.push_back(rule);
    }

    fn set(&mut self, variable: u32, value: bool, by: Option<usize>) {
        let order = self.values.len();
        self.values.insert(variable, (value, by, order));
        if by.is_some() {
            self.queue.extend(self.with.get(&variable).into_iter().flatten());
        }
    }

    /// The rules that contradict each other where the clause is false.
    fn refute(&mut self, clause: &[Literal]) -> Option<BTreeSet<usize>> {
        for literal in clause {
            self.set(literal.variable, !literal.positive, None);
        }
        while let Some(rule) = self.queue.pop_front() {
            let form = &self.rules[rule].0;
            let most = |&(variable, coefficient): &(u32, i128)| match self.values.get(&variable) {
                Some(&(value, ..)) => coefficient * i128::from(value),
                None => coefficient.max(0),
            };
            let slack = form.terms.iter().map(most).sum::<i128>() - form.bound;
            if slack < 0 {
                return Some(self.reasons(rule));
            }
            let is_forced = |&(variable, coefficient): &(u32, i128)| {
                coefficient.abs() > slack && !self.values.contains_key(&variable)
            };
            let forced: Vec<(u32, i128)> = form.terms.iter().copied().filter(is_forced).collect();
            for (variable, coefficient) in forced {
                self.set(variable, coefficient > 0, Some(rule));
            }
        }
        None
    }

    /// The rules that led to a contradiction of one.
    fn reasons(&self, last: usize) -> BTreeSet<usize> {
        let mut used = BTreeSet::from([last]);
        let mut open = vec![(last, usize::MAX)];
        let mut seen = BTreeSet::new();
        while let Some((rule, before)) = open.pop() {
            for &(variable, coefficient) in &self.rules[rule].0.terms {
                let Some(&(value, by, order)) = self.values.get(&variable) else { continue };
                let is_reason = order < before && value != (coefficient > 0);
                if let Some(by) = by.filter(|_| is_reason && seen.insert(variable)) {
                    used.insert(by);
                    open.push((by, order));
                }
            }
        }
        used
    }
}
