//! The negation of a clause: values that are ruled out, and inequalities that its auxiliaries stand for.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use itertools::Itertools;

use super::counts::Proved;
use super::lemmas::Different;
use super::proof::{Id, Literal};
use super::state::{Alive, Known, ProofState, Terms};

/// Most sums of inequalities that are tried for one clause.
const MOST_SUMS: usize = 12;

/// Most inequalities of which multiples are tried.
const MOST_MULTIPLES: usize = 3;

/// The values and inequalities that remain if a clause is false.
#[derive(Default)]
pub(super) struct NegatedClause {
    /// The places that are left, for groups of which the clause speaks.
    pub(super) allowed: BTreeMap<u32, Vec<bool>>,
    /// Variables that are neither values nor rows.
    pub(super) assigned: HashMap<u32, bool>,
    /// Inequalities that hold then.
    inequalities: Vec<Inequality>,
    pub(super) hints: Vec<Id>,
    /// The steps by which sums are large or small that the clause speaks of only as parts of literals.
    implied: Vec<Id>,
}

/// A multiple of some terms is at least a bound.
struct Inequality {
    /// The steps whose multiples say so.
    steps: Vec<(Id, i128)>,
    terms: Terms,
    sign: i128,
    bound: i128,
    /// True if it says that one of some values is taken, or that none is.
    is_any: bool,
}

/// The sum of some inequalities.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) used: Vec<(Id, i128)>,
    pub(super) terms: BTreeMap<u32, i128>,
    pub(super) bound: i128,
}

impl Sum {
    /// Its terms, and those of a form.
    pub(super) fn with(&self, form: Option<&Proved>) -> impl Iterator<Item = (u32, i128)> {
        let own = self.terms.iter().map(|(&variable, &coefficient)| (variable, coefficient));
        own.chain(form.into_iter().flat_map(|(form, _)| form.terms.iter().copied()))
    }
}

impl ProofState<'_> {
    /// The value of a literal where a clause is false, if its values alone tell.
    pub(super) fn truth(&self, literal: Literal, negated: &NegatedClause) -> Option<bool> {
        if let Some(&value) = negated.assigned.get(&literal.variable) {
            return Some(value == literal.positive);
        }
        let (group, has) = self.places_of(literal)?;
        let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
        let mut left = has.iter().zip(allowed).filter(|(_, allowed)| **allowed).map(|(&has, _)| has);
        let first = left.next()?;
        left.all(|has| has == first).then_some(first)
    }

    /// The opposite of a clause: all its literals are false.
    pub(super) fn negated(&self, clause: &[Literal]) -> NegatedClause {
        let mut negated = NegatedClause::default();
        clause.iter().for_each(|&literal| self.oppose(literal, &mut negated));
        negated
    }

    /// The steps that the checker needs to see what a clause says of values.
    pub(super) fn hints(&self, negated: &NegatedClause) -> Vec<Id> {
        let mut hints = [&negated.hints[..], &negated.implied].concat();
        for &group in negated.allowed.keys() {
            hints.extend(self.exactly_one(group));
        }
        hints
    }

    /// Notes what a literal being false means.
    fn oppose(&self, literal: Literal, negated: &mut NegatedClause) {
        let value = !literal.positive;
        if let Some(&(group, place)) = self.places.get(literal.variable as usize) {
            let allowed = negated.allowed.entry(group).or_insert_with(|| self.groups[group as usize].places.clone());
            for (other, allowed) in (0..).zip(allowed) {
                *allowed &= (other == place) == value;
            }
            // Of rows none may be true.
            if group as usize >= self.statement.model.variables().len() {
                negated.assigned.insert(literal.variable, value);
            }
            return;
        }
        match self.known(literal.variable) {
            None => {}
            Some(Known::Members(members)) => {
                let group = members.group;
                let alive = || self.groups[group as usize].places.clone();
                let allowed = negated.allowed.entry(group).or_insert_with(alive);
                allowed.iter_mut().zip(&*members.has).for_each(|(allowed, &has)| *allowed &= has == value);
                negated.hints.extend(members.ids);
            }
            Some(Known::Threshold(threshold)) => {
                let (id, half) = if value { &threshold.up } else { &threshold.down };
                let is_value = |&(variable, _): &(u32, i128)| (variable as usize) < self.places.len();
                let is_any = threshold.is_any() && threshold.terms.iter().all(is_value);
                let bound = half.bound - half.weight * i128::from(value);
                let terms = Terms::clone(&threshold.terms);
                let steps = vec![(*id, 1)];
                negated.inequalities.push(Inequality { steps, terms, sign: half.sign, bound, is_any });
            }
            Some(Known::All { of, ids }) => {
                // It is true: literals that are false are proved part by part.
                for (&part, &id) in of.iter().zip(ids).filter(|_| value) {
                    self.implied(part, id, negated);
                }
            }
        }
        negated.assigned.insert(literal.variable, value);
    }

    /// Disjoint sets of different variables, those first of which most occur.
    pub(super) fn covering<'d>(
        &self,
        different: &'d [Different],
        negated: &NegatedClause,
        sum: &Sum,
        candidates: &[u32],
    ) -> Vec<&'d Different> {
        let mut touched: BTreeSet<u32> = negated.allowed.keys().copied().collect();
        let forms = candidates.iter().take(2).flat_map(|&form| &self.statement.forms[form as usize].terms);
        let variables = sum.terms.keys().chain(forms.map(|(variable, _)| variable));
        touched.extend(variables.filter_map(|&variable| Some(self.places.get(variable as usize)?.0)));
        let occur = |different: &Different| different.groups.iter().filter(|group| touched.contains(group)).count();
        // The constraint that is being encoded comes first.
        let is_own = |different: &Different| different.once.values().any(|form| candidates.contains(form));
        let mut best: Vec<_> = different.iter().map(|one| ((is_own(one), occur(one)), one)).collect();
        best.retain(|&((_, occur), _)| occur > 1);
        best.sort_by_key(|&(order, _)| std::cmp::Reverse(order));
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
    fn implied(&self, part: Literal, step: Id, negated: &mut NegatedClause) {
        let before = negated.inequalities.len();
        self.oppose(!part, negated);
        // The checker knows the value by the step; in a sum, the step takes the literal's place.
        match (self.known(part.variable), negated.inequalities.get_mut(before)) {
            (Some(Known::Threshold(threshold)), Some(inequality)) => {
                let (_, half) = if part.positive { &threshold.up } else { &threshold.down };
                if half.weight != 0 {
                    inequality.steps.push((step, half.weight.abs()));
                }
                negated.implied.push(step);
            }
            _ => negated.hints.push(step),
        }
    }
}

impl NegatedClause {
    /// That variables have values at these places, for groups that are named.
    pub(super) fn within(allowed: BTreeMap<u32, Vec<bool>>) -> Self {
        NegatedClause { allowed, ..NegatedClause::default() }
    }

    /// The sums that are tried: of all inequalities, then with one side only of each sum that has two, then of one
    /// or none.
    pub(super) fn sums(&self) -> Vec<Sum> {
        let strongest: Vec<usize> = (0..self.inequalities.len()).filter(|&one| self.is_strongest(one)).collect();
        let mut choices = vec![strongest.clone()];
        for &position in &strongest {
            let of = &self.inequalities[position].terms;
            let mut before = strongest.iter().take_while(|&&other| other < position);
            let Some(&other) = before.find(|&&other| self.inequalities[other].terms == *of) else { continue };
            let without = |gone: usize| {
                choices
                    .iter()
                    .map(move |choice| choice.iter().copied().filter(|&one| one != gone).collect::<Vec<usize>>())
            };
            let more: Vec<Vec<usize>> = without(position).chain(without(other)).collect();
            choices.extend(more);
            choices.truncate(MOST_SUMS);
        }
        let single = strongest.iter().take(MOST_SUMS).map(|&one| vec![one]);
        for choice in single.chain([Vec::new()]) {
            if !choices.contains(&choice) {
                choices.push(choice);
            }
        }
        choices.iter().map(|choice| self.sum(choice.iter().map(|&one| (one, 1)))).collect()
    }

    /// The same with values ruled out that no variable may have, and a sum in which the values that some variable must
    /// have weigh more than anything else. `None` if nothing is said of such values.
    pub(super) fn pressed(
        &self,
        places: &[(u32, u32)],
        groups: &[Alive],
        weight: i128,
    ) -> Option<(NegatedClause, Sum)> {
        if !self.inequalities.iter().any(|one| one.is_any) {
            return None;
        }
        let (allowed, assigned) = (self.allowed.clone(), self.assigned.clone());
        let mut pressed = NegatedClause { allowed, assigned, hints: self.hints.clone(), ..NegatedClause::default() };
        let mut chosen = Vec::new();
        for (position, one) in self.inequalities.iter().enumerate().filter(|&(position, _)| self.is_strongest(position))
        {
            if !one.is_any || one.sign > 0 {
                chosen.push((position, if one.is_any { weight } else { 1 }));
                continue;
            }
            pressed.hints.extend(one.steps.iter().map(|&(id, _)| id));
            for &(variable, _) in one.terms.iter() {
                let (group, place) = places[variable as usize];
                let alive = || groups[group as usize].places.clone();
                pressed.allowed.entry(group).or_insert_with(alive)[place as usize] = false;
            }
        }
        Some((pressed, self.sum(chosen.into_iter())))
    }

    /// For few inequalities the sums of small multiples of them.
    pub(super) fn multiples(&self) -> Vec<Sum> {
        let count = self.inequalities.len();
        if count > MOST_MULTIPLES {
            return Vec::new();
        }
        let choices = (0..count).map(|_| [1, 2, 0]).multi_cartesian_product();
        choices.map(|multiples| self.sum(multiples.into_iter().enumerate().filter(|&(_, times)| times > 0))).collect()
    }

    /// The sum of all inequalities, each as often as its literals stand for others.
    pub(super) fn weighed(&self, unit: impl Fn(&Terms) -> i128) -> Sum {
        let strongest = (0..self.inequalities.len()).filter(|&one| self.is_strongest(one));
        self.sum(strongest.map(|one| (one, unit(&self.inequalities[one].terms))))
    }

    /// True if no other inequality says more of the same terms.
    fn is_strongest(&self, position: usize) -> bool {
        let one = &self.inequalities[position];
        !self.inequalities.iter().enumerate().any(|(number, other)| {
            let is_more = (other.bound, position) > (one.bound, number);
            number != position && is_more && other.sign == one.sign && other.terms == one.terms
        })
    }

    /// The sum of multiples of inequalities.
    fn sum(&self, of: impl Iterator<Item = (usize, i128)>) -> Sum {
        let mut sum = Sum::default();
        for (position, factor) in of {
            let Inequality { steps, terms, sign, bound, .. } = &self.inequalities[position];
            sum.used.extend(steps.iter().map(|&(id, times)| (id, times * factor)));
            sum.bound += bound * factor;
            for &(variable, coefficient) in terms.iter() {
                *sum.terms.entry(variable).or_default() += sign * coefficient * factor;
            }
        }
        sum
    }
}
