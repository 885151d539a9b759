//! What holds where a clause is false: values that are ruled out, and inequalities that its auxiliaries stand for.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::facts::{Facts, Half, Known, Terms};
use super::lemmas::Different;
use super::proof::{Id, Literal};

/// Most sums of inequalities that are tried for one clause.
const MOST_SUMS: usize = 12;

/// The values and inequalities that remain if a clause is false.
#[derive(Default)]
pub(super) struct Opposite {
    /// The places that are left, for groups of which the clause speaks.
    pub(super) allowed: BTreeMap<u32, Vec<bool>>,
    /// Variables that are neither values nor rows.
    pub(super) assigned: HashMap<u32, bool>,
    /// Inequalities that hold then.
    inequalities: Vec<Inequality>,
    pub(super) hints: Vec<Id>,
}

/// A multiple of some terms is at least a bound.
struct Inequality {
    /// The steps whose multiples say so.
    steps: Vec<(Id, i128)>,
    terms: Terms,
    sign: i128,
    bound: i128,
}

/// The sum of some inequalities.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) used: Vec<(Id, i128)>,
    pub(super) terms: BTreeMap<u32, i128>,
    pub(super) bound: i128,
}

impl Facts<'_> {
    /// Whether a literal is true where a clause is false, if its values alone tell.
    pub(super) fn truth(&self, literal: Literal, opposite: &Opposite) -> Option<bool> {
        if let Some(&value) = opposite.assigned.get(&literal.variable) {
            return Some(value == literal.positive);
        }
        let (group, has) = self.places_of(literal)?;
        let allowed = opposite.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
        let mut left = has.iter().zip(allowed).filter(|(_, allowed)| **allowed).map(|(&has, _)| has);
        let first = left.next()?;
        left.all(|has| has == first).then_some(first)
    }

    /// What the literals being false means.
    pub(super) fn opposite(&self, clause: &[Literal]) -> Opposite {
        let mut opposite = Opposite::default();
        clause.iter().for_each(|&literal| self.oppose(literal, &mut opposite));
        opposite
    }

    /// The steps that the checker needs to see what a clause says of values.
    pub(super) fn hints(&self, opposite: &Opposite) -> Vec<Id> {
        let mut hints = opposite.hints.clone();
        for &group in opposite.allowed.keys() {
            hints.extend(self.exactly_one(group));
        }
        hints
    }

    /// Notes what a literal being false means.
    fn oppose(&self, literal: Literal, opposite: &mut Opposite) {
        let value = !literal.positive;
        if let Some(&(group, place)) = self.places.get(literal.variable as usize) {
            let allowed = opposite.allowed.entry(group).or_insert_with(|| self.groups[group as usize].places.clone());
            for (other, allowed) in (0..).zip(allowed) {
                *allowed &= (other == place) == value;
            }
            return;
        }
        match self.known(literal.variable) {
            None => {}
            Some(Known::Members(members)) => {
                let group = members.group;
                let alive = || self.groups[group as usize].places.clone();
                let allowed = opposite.allowed.entry(group).or_insert_with(alive);
                allowed.iter_mut().zip(&*members.has).for_each(|(allowed, &has)| *allowed &= has == value);
                opposite.hints.extend(members.ids);
            }
            Some(Known::Threshold(threshold)) => {
                let (id, half) = if value { &threshold.up } else { &threshold.down };
                opposite.add(*id, &threshold.terms, *half, value);
            }
            Some(Known::All { of, ids }) => {
                // It is true: literals that are false are proved part by part.
                for (&part, &id) in of.iter().zip(ids).filter(|_| value) {
                    self.implied(part, id, opposite);
                }
            }
        }
        opposite.assigned.insert(literal.variable, value);
    }

    /// Disjoint sets of different variables, those first of which most occur.
    pub(super) fn covering<'d>(
        &self,
        different: &'d [Different],
        opposite: &Opposite,
        sum: &Sum,
        candidates: &[u32],
    ) -> Vec<&'d Different> {
        let mut touched: BTreeSet<u32> = opposite.allowed.keys().copied().collect();
        let forms = candidates.iter().take(2).flat_map(|&form| &self.statement.forms[form as usize].terms);
        let variables = sum.terms.keys().chain(forms.map(|(variable, _)| variable));
        touched.extend(variables.filter_map(|&variable| Some(self.places.get(variable as usize)?.0)));
        let occur = |different: &Different| different.groups.iter().filter(|group| touched.contains(group)).count();
        let mut best: Vec<(usize, &Different)> = different.iter().map(|one| (occur(one), one)).collect();
        best.retain(|&(occur, _)| occur > 1);
        best.sort_by_key(|&(occur, _)| std::cmp::Reverse(occur));
        let mut taken = BTreeSet::new();
        best.retain(|(_, different)| {
            let is_free = different.groups.iter().all(|group| !taken.contains(group));
            if is_free {
                taken.extend(different.groups.iter().copied());
            }
            is_free
        });
        best.into_iter().map(|(_, different)| different).collect()
    }

    /// Notes a literal that another one implies by a step.
    fn implied(&self, part: Literal, step: Id, opposite: &mut Opposite) {
        let before = opposite.inequalities.len();
        self.oppose(!part, opposite);
        // The checker knows the value by the step; in a sum, the step takes the literal's place.
        match (self.known(part.variable), opposite.inequalities.get_mut(before)) {
            (Some(Known::Threshold(threshold)), Some(inequality)) => {
                let (_, half) = if part.positive { &threshold.up } else { &threshold.down };
                if half.weight != 0 {
                    inequality.steps.push((step, half.weight.abs()));
                }
            }
            _ => opposite.hints.push(step),
        }
    }
}

impl Opposite {
    /// Adds an inequality about a literal with this value.
    fn add(&mut self, id: Id, terms: &Terms, half: Half, value: bool) {
        let bound = half.bound - half.weight * i128::from(value);
        let terms = Terms::clone(terms);
        self.inequalities.push(Inequality { steps: vec![(id, 1)], terms, sign: half.sign, bound });
    }

    /// The sums that are tried: of all inequalities, then with one side only of each sum that has two.
    pub(super) fn sums(&self) -> Vec<Sum> {
        let mut choices: Vec<Vec<usize>> = vec![(0..self.inequalities.len()).collect()];
        for (position, one) in self.inequalities.iter().enumerate() {
            let before = &self.alike_before(position);
            let Some(&other) = before.iter().find(|&&other| self.inequalities[other].sign != one.sign) else {
                continue;
            };
            let without = |gone: usize| {
                choices
                    .iter()
                    .map(move |choice| choice.iter().copied().filter(|&one| one != gone).collect::<Vec<usize>>())
            };
            let more: Vec<Vec<usize>> = without(position).chain(without(other)).collect();
            choices.extend(more);
            choices.truncate(MOST_SUMS);
        }
        choices.iter().map(|choice| self.sum(choice)).collect()
    }

    /// The inequalities before one that are about the same terms.
    fn alike_before(&self, position: usize) -> Vec<usize> {
        let of = &self.inequalities[position].terms;
        (0..position).filter(|&other| self.inequalities[other].terms == *of).collect()
    }

    fn sum(&self, of: &[usize]) -> Sum {
        let mut sum = Sum::default();
        for Inequality { steps, terms, sign, bound } in of.iter().map(|&position| &self.inequalities[position]) {
            sum.used.extend(steps);
            sum.bound += bound;
            for &(variable, coefficient) in terms.iter() {
                *sum.terms.entry(variable).or_default() += sign * coefficient;
            }
        }
        sum
    }
}
