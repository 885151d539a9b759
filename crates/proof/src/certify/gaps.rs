//! Values that a sum cannot have although larger and smaller ones occur.
//!
//! Encodings of sums leave out literals for such values. That a sum is not equal to a number is proved by the cases of
//! one of its variables, for each of which the others cannot make up the rest. Where the constraint is an equation,
//! what the remaining variables cannot be is left out as well. Each fact is proved once.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::lemmas::Lemmas;
use super::proof::{Id, Literal};
use super::state::{Known, ProofState, Terms};
use super::statement::Form;

/// The results about sums so far.
#[derive(Default)]
pub(super) struct Gaps {
    /// The step that says that a sum does not have a value, if there is one.
    unequal: HashMap<(Terms, i128), Option<Id>>,
    reached: HashMap<Terms, Option<Rc<BTreeSet<i128>>>>,
    /// The sums whose bounds have been looked for, with the constraint.
    bounded: HashSet<(Terms, Option<u32>)>,
}

/// Most values of a sum that are looked at.
const MOST_VALUES: usize = 20_000;

/// Most values that are left out between two others.
const MOST_STEPS: i128 = 200;

/// The addends of a variable to a sum, for each place that is left.
type Addends = Vec<(u32, i128)>;

/// The variables of an equation that are not in a sum.
struct Rest {
    terms: Terms,
    /// The sum of both.
    total: i128,
}

impl ProofState<'_> {
    /// Proves a clause in which sums are compared with values that they cannot have: with the next that they can.
    pub(super) fn by_rounding(&mut self, clause: &[Literal], lemmas: &Lemmas) -> Option<Id> {
        if lemmas.is_case || lemmas.is_rounded {
            return None;
        }
        let (mut rounded, mut hints) = (clause.to_vec(), Vec::new());
        for (position, &literal) in clause.iter().enumerate() {
            let Some(Known::Threshold(threshold)) = self.known(literal.variable) else { continue };
            let (terms, at_least) = (Rc::clone(&threshold.terms), threshold.at_least);
            let possible = self.possible(&terms, lemmas)?;
            // Where the clause is false, the sum is less than the number, or at least it.
            let to = match literal.positive {
                true => possible.range(..at_least).next_back().map_or(at_least - MOST_STEPS, |value| value + 1),
                false => possible.range(at_least..).next().copied().unwrap_or(at_least + MOST_STEPS),
            };
            if to == at_least || (to - at_least).abs() >= MOST_STEPS {
                continue;
            }
            for value in at_least.min(to)..at_least.max(to) {
                hints.push(self.unequal(&terms, value, lemmas)?);
            }
            let limit = self.threshold(&terms, to);
            rounded[position] = if literal.positive { limit } else { !limit };
        }
        if hints.is_empty() {
            return None;
        }
        let deeper = Lemmas { is_rounded: true, ..lemmas.forms_alone() };
        let step = self.justify(&rounded, &deeper)?;
        hints.push(step);
        let id = self.proof.rup(clause, &hints);
        self.proof.delete(&[step]);
        Some(id)
    }

    /// Notes what a part of the sum that is being encoded is at least and at most, where its variables alone do not say
    /// so.
    pub(super) fn bound(&mut self, terms: &Terms, lemmas: &Lemmas) {
        if !lemmas.is_sum || !self.gaps.bounded.insert((Rc::clone(terms), lemmas.forms.first().copied())) {
            return;
        }
        let Some(reached) = self.reached(terms) else { return };
        let Some(possible) = self.possible(terms, lemmas) else { return };
        let (Some(&least), Some(&most)) = (reached.first(), reached.last()) else { return };
        for (from, upwards) in [(least, true), (most, false)] {
            let plain = lemmas.case();
            let known = if upwards { self.threshold(terms, from) } else { !self.threshold(terms, from + 1) };
            let Some(mut last) = self.justify(&[known], &lemmas.case().alone()) else { continue };
            let mut at = from;
            while (at - from).abs() < MOST_STEPS {
                // That the sum is more than this, or less.
                let next = if upwards { self.threshold(terms, at + 1) } else { !self.threshold(terms, at) };
                let step = match possible.contains(&at) {
                    false => self.unequal(terms, at, lemmas).map(|id| self.proof.rup(&[next], &[id, last])),
                    true => self.justify(&[next], &plain),
                };
                let Some(step) = step else { break };
                last = step;
                at += if upwards { 1 } else { -1 };
            }
            if at == from {
                continue;
            }
            let limit = if upwards { self.threshold(terms, at) } else { self.threshold(terms, at + 1) };
            let Some(Known::Threshold(threshold)) = self.known(limit.variable) else { continue };
            let (id, half) = if upwards { threshold.up } else { threshold.down };
            let sign = half.sign;
            let id = self.proof.sum(&[(id, 1), (last, half.weight.abs())], &[], 1);
            let of = terms.iter().map(|&(variable, coefficient)| (variable, sign * coefficient)).collect();
            let bound = if upwards { at } else { -at };
            self.bounds.push((Rc::new(Form { terms: of, bound }), id));
        }
    }

    /// The values that a sum can have, given the equation that it is part of, if it is.
    fn possible(&mut self, terms: &Terms, lemmas: &Lemmas) -> Option<BTreeSet<i128>> {
        let reached = self.reached(terms)?;
        let Some(rest) = self.rest(terms, lemmas) else { return Some((*reached).clone()) };
        let others = self.reached(&rest.terms)?;
        Some(reached.iter().filter(|&&value| others.contains(&(rest.total - value))).copied().collect())
    }

    /// Proves that a sum does not have a value: that it is larger if it is at least the value.
    fn unequal(&mut self, terms: &Terms, value: i128, lemmas: &Lemmas) -> Option<Id> {
        let key = (Rc::clone(terms), value);
        if let Some(&known) = self.gaps.unequal.get(&key) {
            return known;
        }
        let from = !self.threshold(terms, value);
        let to = self.threshold(terms, value + 1);
        let plain = Lemmas { is_rounded: true, is_case: true, ..lemmas.forms_alone() }.alone();
        let mut id = self.beyond(&[from, to], &plain);
        if id.is_none() && !self.reached(terms)?.contains(&value) {
            id = self.unreached([from, to], terms, value, lemmas);
        } else if id.is_none()
            && let Some(rest) = self.rest(terms, lemmas)
        {
            // The rest would have to have a value that it cannot have.
            let other = rest.total - value;
            let (low, high) = (self.threshold(&rest.terms, other), self.threshold(&rest.terms, other + 1));
            let hints = [
                self.justify(&[from, !high], &plain)?,
                self.justify(&[to, low], &plain)?,
                self.unequal(&rest.terms, other, &Lemmas::default())?,
            ];
            id = Some(self.proof.rup(&[from, to], &hints));
        }
        self.gaps.unequal.insert(key, id);
        id
    }

    /// Proves that a sum is not even as large, or as small, as the first literals say.
    fn beyond(&mut self, clause: &[Literal], lemmas: &Lemmas) -> Option<Id> {
        let others = &clause[2..];
        let mut parts = [clause[0], clause[1]].into_iter().map(|end| [&[end], others].concat());
        parts.find_map(|part| self.justify(&part, lemmas))
    }

    /// Proves it by the cases of the last variable.
    fn unreached(&mut self, clause: [Literal; 2], terms: &Terms, value: i128, lemmas: &Lemmas) -> Option<Id> {
        let [from, to] = clause;
        let mut groups = self.addends(terms)?;
        let (group, addends) = groups.pop_last()?;
        let others: Terms =
            terms.iter().filter(|(variable, _)| self.places[*variable as usize].0 != group).copied().collect();
        let plain = Lemmas { is_rounded: true, is_case: true, ..Lemmas::default() };
        let mut hints = Vec::new();
        for (variable, addend) in addends {
            let not = !Literal::of(variable);
            if others.is_empty() {
                hints.push(self.beyond(&[from, to, not], &plain)?);
                continue;
            }
            let left = value - addend;
            let (low, high) = (self.threshold(&others, left), self.threshold(&others, left + 1));
            let steps = [
                self.justify(&[from, not, low], &plain)?,
                self.justify(&[to, not, !high], &plain)?,
                self.unequal(&others, left, lemmas)?,
            ];
            hints.push(self.proof.rup(&[from, to, not], &steps));
            self.proof.delete(&steps[..2]);
        }
        let cases = hints.clone();
        hints.push(self.groups[group as usize].some);
        let id = self.proof.rup(&clause, &hints);
        self.proof.delete(&cases);
        Some(id)
    }

    /// The addends of each variable to a sum; `None` if the sum is not one of variables of the model.
    fn addends(&self, terms: &[(u32, i128)]) -> Option<BTreeMap<u32, Addends>> {
        let mut groups: BTreeMap<u32, Addends> = BTreeMap::new();
        for &(variable, coefficient) in terms {
            let &(group, place) = self.places.get(variable as usize)?;
            let first = self.statement.groups[group as usize].first;
            let is_values = (group as usize) < self.statement.model.variables().len();
            let alive = || (first..).zip(&self.groups[group as usize].places).filter(|(_, alive)| **alive);
            let addends = groups.entry(group).or_insert_with(|| alive().map(|(variable, _)| (variable, 0)).collect());
            let at = addends.iter().position(|&(variable, _)| variable == first + place).filter(|_| is_values)?;
            addends[at].1 += coefficient;
        }
        Some(groups)
    }

    /// The values that a sum has for some values of its variables.
    fn reached(&mut self, terms: &Terms) -> Option<Rc<BTreeSet<i128>>> {
        if let Some(known) = self.gaps.reached.get(terms) {
            return known.clone();
        }
        let mut reached = Some(BTreeSet::from([0]));
        for addends in self.addends(terms).into_iter().flat_map(BTreeMap::into_values) {
            reached = reached.and_then(|before: BTreeSet<i128>| {
                let all = before.iter().flat_map(|&value| addends.iter().map(move |&(_, addend)| value + addend));
                let all: BTreeSet<i128> = all.collect();
                (all.len() <= MOST_VALUES).then_some(all)
            });
        }
        let reached = reached.filter(|_| self.addends(terms).is_some()).map(Rc::new);
        self.gaps.reached.insert(Rc::clone(terms), reached.clone());
        reached
    }

    /// The other variables of an equation that the sum is a part of.
    fn rest(&mut self, terms: &Terms, lemmas: &Lemmas) -> Option<Rest> {
        let &[one, other] = &lemmas.forms[..] else { return None };
        let (one, other) = (self.form(one).0, self.form(other).0);
        let is_equation = one.bound == -other.bound
            && one.terms.iter().map(|&(variable, c)| (variable, -c)).eq(other.terms.iter().copied());
        let of = self.addends(terms).filter(|_| is_equation)?;
        [one, other].iter().find_map(|form| {
            let mut whole = self.addends(&form.terms)?;
            let mut total = form.bound;
            for (group, addends) in &of {
                let part = whole.remove(group)?;
                let differences: BTreeSet<i128> = part.iter().zip(addends).map(|((_, a), (_, b))| a - b).collect();
                let (Some(&difference), 1) = (differences.first(), differences.len()) else { return None };
                total -= difference;
            }
            let terms: Terms = whole.into_values().flatten().filter(|&(_, addend)| addend != 0).collect();
            (!terms.is_empty()).then_some(Rest { terms, total })
        })
    }
}
