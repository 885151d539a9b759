//! Sums of literals of unary numbers in terms of the values of variables: the newest number first, each replaced by
//! what it counts.
//!
//! A number whose literals all have one multiple is replaced by its equation. Literals with different multiples, such
//! as every second one of a count that is carried on, first get one multiple by steps down from literal to literal: the
//! one that loses least, or the average of the first two. A literal for some values of a variable is replaced by these
//! values. What a constraint says of values then bounds a total, and the comparison of a total with a number follows by
//! unit propagation. An encoding counts no further than its bound, so values that the constraint rules out by itself
//! are ruled out in the total as well.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::counts::Proved;
use super::lemmas::Lemmas;
use super::negated_clause::{NegatedClause, Sum};
use super::proof::{Id, Literal};
use super::state::{Known, Members, ProofState};
use super::statement::Form;

/// The sum of multiples of constraints.
#[derive(Clone)]
pub(super) struct Combination {
    pub(super) used: Vec<(Id, i128)>,
    /// Variables that are at least 0, or, where the multiple is negative, at most 1.
    pub(super) ends: Vec<(u32, i128)>,
    pub(super) terms: BTreeMap<u32, i128>,
    pub(super) bound: i128,
    /// By what all has been multiplied.
    pub(super) scale: i128,
    /// Last literals of numbers, left out with these positive multiples, that are to be proved false.
    pub(super) beyond: Vec<(u32, i128)>,
    /// The multiple of all its literals that takes the place of different multiples.
    pub(super) slope: Slope,
}

/// One multiple of all literals for different ones, as a fraction.
pub(super) type Slope = fn(&[i128]) -> (i128, i128);

impl From<&Sum> for Combination {
    fn from(sum: &Sum) -> Self {
        let terms = sum.terms.iter().filter(|(_, coefficient)| **coefficient != 0).map(|(&v, &c)| (v, c)).collect();
        let (used, ends, beyond) = (sum.used.clone(), Vec::new(), Vec::new());
        Combination { used, ends, terms, bound: sum.bound, scale: 1, beyond, slope: smoothest }
    }
}

impl Combination {
    pub(super) fn add(&mut self, (form, id): &Proved, factor: i128) {
        if factor == 0 {
            return;
        }
        self.used.push((*id, factor));
        self.bound += factor * form.bound;
        for &(variable, coefficient) in &form.terms {
            self.term(variable, factor * coefficient);
        }
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = (u32, i128)> {
        self.terms.iter().map(|(&variable, &coefficient)| (variable, coefficient))
    }

    fn term(&mut self, variable: u32, coefficient: i128) {
        let sum = self.terms.entry(variable).or_default();
        *sum += coefficient;
        if *sum == 0 {
            self.terms.remove(&variable);
        }
    }

    /// A multiple of the same.
    pub(super) fn times(&mut self, times: i128) {
        self.used.iter_mut().for_each(|(_, factor)| *factor *= times);
        self.ends.iter_mut().for_each(|(_, factor)| *factor *= times);
        self.terms.values_mut().for_each(|coefficient| *coefficient *= times);
        self.bound *= times;
        self.scale *= times;
    }

    /// Adds a multiple of "at least 0", or of "at most 1".
    pub(super) fn end(&mut self, variable: u32, factor: i128) {
        if factor != 0 {
            self.ends.push((variable, factor));
            self.term(variable, factor);
            self.bound += factor.min(0);
        }
    }
}

impl ProofState<'_> {
    /// Notes what the constraint that is being encoded says of a sum of literals.
    pub(super) fn total(&mut self, weights: &[(i64, Literal)], lemmas: &Lemmas) {
        let mut tops: BTreeMap<u32, i128> = BTreeMap::new();
        for &(weight, literal) in weights {
            *tops.entry(literal.variable).or_default() += i128::from(if literal.positive { weight } else { -weight });
        }
        let (impossible, others) = (self.impossible(lemmas), self.unmet(lemmas));
        for sign in [1, -1] {
            let own = || tops.iter().map(|(&variable, &weight)| (variable, sign * weight));
            let mut sum = Combination::from(&Sum { terms: own().collect(), ..Sum::default() });
            if self.eliminate(&mut sum).is_none() || self.cut_off(&mut sum, &others).is_none() {
                continue;
            }
            for &position in &lemmas.forms {
                let mut sum = sum.clone();
                let form = self.form(position);
                let scale = sum.scale;
                sum.add(&form, scale);
                self.level(&mut sum, lemmas, &impossible);
                own().for_each(|(variable, weight)| sum.term(variable, -weight * scale));
                let least: i128 = sum.terms.values().map(|&coefficient| coefficient.min(0)).sum();
                if least < sum.bound {
                    let id = self.proof.sum(&sum.used, &sum.ends, 1);
                    let form = Form { terms: sum.terms.into_iter().collect(), bound: sum.bound };
                    self.counts.totals.push((Rc::new(form), id));
                }
            }
        }
    }

    /// Proves that what was left out of a sum with a positive multiple is false, unless one of these values is taken.
    fn cut_off(&mut self, sum: &mut Combination, others: &[Literal]) -> Option<()> {
        for (lit, multiple) in std::mem::take(&mut sum.beyond) {
            let clause = [&[!Literal::of(lit)], others].concat();
            let negated = self.negated(&clause);
            let hints = self.overflow(lit, others, &negated)?;
            let id = self.proof.rup(&clause, &hints);
            sum.used.push((id, multiple));
            others.iter().for_each(|other| sum.term(other.variable, multiple));
        }
        Some(())
    }

    /// Replaces all literals that are neither values nor rows; `None` if that cannot be done.
    pub(super) fn eliminate(&mut self, sum: &mut Combination) -> Option<()> {
        self.replace_numbers(sum)?;
        let values = self.statement.variables();
        while let Some((&variable, &coefficient)) = sum.terms.range(values..).next_back() {
            let Some(Known::Members(members)) = self.known(variable) else { return None };
            let members = members.clone();
            self.expand(variable, coefficient, &members, sum);
        }
        Some(())
    }

    /// Replaces all literals of numbers, the newest first.
    pub(super) fn replace_numbers(&mut self, sum: &mut Combination) -> Option<()> {
        let newest = |state: &Self, sum: &Combination| {
            sum.terms.keys().rev().find_map(|&variable| state.counts.number(variable))
        };
        while let Some(number) = newest(self, sum) {
            self.replace(number, sum)?;
        }
        Some(())
    }

    /// Replaces the literals of a number by what it counts.
    pub(super) fn replace(&mut self, number: u32, sum: &mut Combination) -> Option<()> {
        let lits: Vec<u32> = self.counts.lits(number).values().copied().collect();
        if let Some(taken) = self.counts.taken(number)
            && let Some(&multiple) = sum.terms.get(&lits[0])
            && multiple > 0
            && multiple % taken == 0
        {
            // A carry takes no more than there is.
            let up = self.sides(lits[0]).swap_remove(0);
            sum.add(&up, multiple / taken);
            return Some(());
        }
        let of = |lit: &u32| sum.terms.get(lit).copied().unwrap_or(0);
        let mut multiples: Vec<i128> = lits.iter().map(of).collect();
        let (multiple, times) = (sum.slope)(&multiples);
        sum.times(times);
        multiples.iter_mut().for_each(|multiple| *multiple *= times);
        let surplus: Vec<i128> = (multiples.iter())
            .scan(0, |before, &coefficient| {
                *before += coefficient - multiple;
                Some(*before)
            })
            .collect();
        // No matter how many are true, that is the most by which the literals exceed the same multiple of all.
        let most = surplus.iter().copied().max()?.max(0);
        sum.end(lits[0], -most);
        for (pair, &surplus) in lits.windows(2).zip(&surplus) {
            if most > surplus {
                let falls = self.falls(pair[1], pair[0]);
                sum.add(&falls, most - surplus);
            }
        }
        let (&last, &surplus) = (lits.last()?, surplus.last()?);
        sum.end(last, most - surplus);
        if multiple != 0 {
            let equation = self.equation(number, multiple > 0)?;
            sum.add(&equation, multiple.abs());
        }
        if let Some(&multiple) = sum.terms.get(&last)
            && multiple > 0
        {
            sum.terms.remove(&last);
            sum.beyond.push((last, multiple));
        }
        lits.iter().all(|lit| !sum.terms.contains_key(lit)).then_some(())
    }

    /// Makes of the literals of each number one, by steps along their falling order: as much as the sum can have of
    /// them. Returns the multiples of the steps, each from a literal to the one before it.
    pub(super) fn order(&mut self, sum: &mut Combination, negated: &NegatedClause) -> Vec<(u32, u32, i128)> {
        let values = self.statement.variables();
        let mut falls = Vec::new();
        let own: Vec<u32> = sum.terms.range(values..).map(|(&variable, _)| variable).collect();
        for variable in own {
            let Some(&coefficient) = sum.terms.get(&variable) else { continue };
            let Some(number) = self.counts.number(variable) else {
                if let Some(Known::Members(members)) = self.known(variable) {
                    let members = members.clone();
                    self.expand(variable, coefficient, &members, sum);
                }
                continue;
            };
            let lits: Vec<u32> = self.counts.lits(number).values().copied().collect();
            let mut multiples: Vec<i128> = lits.iter().map(|lit| sum.terms.get(lit).copied().unwrap_or(0)).collect();
            let is = |value: bool| move |lit: &u32| negated.assigned.get(lit) == Some(&value);
            let from = lits.iter().rposition(is(true)).map_or(0, |last| last + 1);
            let to = lits.iter().position(is(false)).unwrap_or(lits.len());
            let mut step = |low: usize, factor: i128, multiples: &mut Vec<i128>| {
                if factor > 0 {
                    falls.push((lits[low + 1], lits[low], factor));
                    multiples[low] += factor;
                    multiples[low + 1] -= factor;
                }
            };
            // What is true anyway goes to the last such literal, what is false anyway to the first.
            for low in 0..from.saturating_sub(1) {
                step(low, -multiples[low], &mut multiples);
            }
            for low in (to..lits.len().saturating_sub(1)).rev() {
                step(low, multiples[low + 1], &mut multiples);
            }
            let ends = (from..to).scan(0, |before, place| {
                *before += multiples[place];
                Some(*before)
            });
            let most = ends.max().unwrap_or(0).max(0);
            for low in from..to.saturating_sub(1) {
                let kept = if low == from { most } else { 0 };
                step(low, kept - multiples[low], &mut multiples);
            }
            for (&lit, &multiple) in lits.iter().zip(&multiples) {
                if multiple == 0 {
                    sum.terms.remove(&lit);
                } else {
                    sum.terms.insert(lit, multiple);
                }
            }
        }
        falls
    }

    /// Replaces a literal for some values by these values.
    fn expand(&mut self, variable: u32, coefficient: i128, members: &Members, sum: &mut Combination) {
        match &self.sides(variable)[..] {
            [_] if coefficient < 0 => sum.end(variable, -coefficient),
            [at_least, _] if coefficient < 0 => sum.add(at_least, -coefficient),
            [at_most] => sum.add(at_most, coefficient),
            sides => {
                sides.iter().skip(1).for_each(|at_most| sum.add(at_most, coefficient));
                let [some, _] = self.one_of(members.group);
                sum.add(&some, coefficient);
            }
        }
    }

    /// That at least one place of a group is taken, unless conditions do not hold, and that at most one is.
    pub(super) fn one_of(&self, group: u32) -> [Proved; 2] {
        let (first, alive) = (self.statement.groups[group as usize].first, &self.groups[group as usize]);
        let side = |sign: i128, id: Id| {
            let left = (first..).zip(&alive.places).filter(|(_, alive)| **alive);
            let terms = left.map(|(variable, _)| (variable, sign)).collect();
            (Rc::new(Form { terms, bound: sign }), id)
        };
        [side(1, alive.some), side(-1, alive.one)]
    }

    /// The values by which a condition is false.
    fn unmet(&self, lemmas: &Lemmas) -> Vec<Literal> {
        let mut unmet = Vec::new();
        for (&group, allowed) in &lemmas.allowed {
            let first = self.statement.groups[group as usize].first;
            let places = allowed.iter().zip(&self.groups[group as usize].places);
            let left = (first..).zip(places).filter(|(_, (allowed, alive))| !**allowed && **alive);
            unmet.extend(left.map(|(variable, _)| Literal::of(variable)));
        }
        unmet
    }

    /// The values that a form of the constraint rules out by itself where the conditions hold, each with a step that
    /// says so. Encodings of totals cut off what such values would add.
    fn impossible(&mut self, lemmas: &Lemmas) -> BTreeMap<u32, Proved> {
        let allowed = lemmas.allowed.iter().map(|(&group, of)| (group, of.clone())).collect();
        let others = self.unmet(lemmas);
        let negated = NegatedClause::within(allowed);
        let mut impossible = BTreeMap::new();
        for &position in lemmas.forms.iter().take(2) {
            let form = self.form(position);
            let (weights, _) = self.weights(form.0.terms.iter().copied(), &negated);
            let largest = |group: u32, weights: &[i128]| self.largest(group, weights, &negated);
            let most: i128 = weights.iter().map(|(&group, weights)| largest(group, weights)).sum();
            let mut gone = Vec::new();
            for (&group, weights) in &weights {
                let (left, first) = (most - largest(group, weights), self.statement.groups[group as usize].first);
                let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
                let too_little =
                    |&(_, (&weight, &allowed)): &(u32, (&i128, &bool))| allowed && left + weight < form.0.bound;
                gone.extend((first..).zip(weights.iter().zip(allowed)).filter(too_little).map(|(value, _)| value));
            }
            let plain = Lemmas { forms: vec![position], is_case: true, is_rounded: true, ..Lemmas::default() };
            for value in gone {
                let clause = [&[!Literal::of(value)], &others[..]].concat();
                if let Some(id) = self.justify(&clause, &plain) {
                    let terms =
                        [(value, -1)].into_iter().chain(others.iter().map(|other| (other.variable, 1))).collect();
                    impossible.insert(value, (Rc::new(Form { terms, bound: 0 }), id));
                }
            }
        }
        impossible
    }

    /// Adds multiples of "one value", so that no value that conditions allow contributes more than 0.
    fn level(&self, sum: &mut Combination, lemmas: &Lemmas, impossible: &BTreeMap<u32, Proved>) {
        let groups: BTreeSet<u32> =
            sum.terms.keys().filter_map(|&variable| Some(self.places.get(variable as usize)?.0)).collect();
        for group in groups {
            let first = self.statement.groups[group as usize].first;
            let allowed = lemmas.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
            let left = || (first..).zip(allowed).filter(|(_, allowed)| **allowed).map(|(value, _)| value);
            let of = |sum: &Combination, value: u32| sum.terms.get(&value).copied().unwrap_or(0);
            let possible = left().filter(|value| !impossible.contains_key(value));
            let largest = possible.map(|value| of(sum, value)).max().unwrap_or(0);
            let [some, one] = self.one_of(group);
            sum.add(if largest < 0 { &some } else { &one }, largest.abs());
            for value in left() {
                if let Some(not) = impossible.get(&value) {
                    let more = of(sum, value).max(0);
                    sum.add(not, more);
                }
            }
        }
    }
}

/// The one multiple of all literals that falling literals with these multiples differ least from.
pub(super) fn smoothest(multiples: &[i128]) -> (i128, i128) {
    let spread = |multiple: i128, times: i128| {
        let (mut least, mut most, mut at) = (0, 0, 0);
        for coefficient in multiples {
            at += times * coefficient - multiple;
            (least, most) = (i128::min(least, at), i128::max(most, at));
        }
        (most - least) * (3 - times)
    };
    let whole = multiples.iter().map(|&coefficient| (coefficient, 1));
    let means = multiples.windows(2).map(|pair| match pair[0] + pair[1] {
        even if even % 2 == 0 => (even / 2, 1),
        odd => (odd, 2),
    });
    let all: BTreeSet<(i128, i128)> = whole.chain(means).collect();
    all.into_iter().min_by_key(|&(multiple, times)| (spread(multiple, times), times)).unwrap_or((0, 1))
}

/// The multiple of the first literal for all of a count that goes no further.
pub(super) fn first(multiples: &[i128]) -> (i128, i128) {
    (multiples.first().copied().unwrap_or(0), 1)
}

/// The one multiple of all literals that the first two have on average: of a count of which every second literal is
/// carried on, also if only the first ones are.
pub(super) fn leading(multiples: &[i128]) -> (i128, i128) {
    match *multiples {
        [a, b, ..] if (a + b) % 2 == 0 => ((a + b) / 2, 1),
        [a, b, ..] => (a + b, 2),
        [a] => (a, 1),
        [] => (0, 1),
    }
}
