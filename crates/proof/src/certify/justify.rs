//! The default justification of a clause: a sum of inequalities that its opposite contradicts.
//!
//! Suppose that the clause is false. Then some values are ruled out, and each auxiliary of the clause says that a sum
//! is large or small. These inequalities and at most one form of the constraint are added up. In the sum, each variable
//! contributes at most its largest coefficient among the values that are left. If that is less than the bound, the
//! clause follows. The proof adds the right multiple of "one value" for each variable, so that the checker sees it by
//! unit propagation. Where this is not enough and variables are all different, prices of an assignment problem are the
//! multiples of "each value once" (see [`matching`](super::matching)). A table is refuted row by row.
//!
//! That one principle covers most encodings was found with a prototype for order-encoded sums. Derivations by hand for
//! counters, totalizers and adders: S. Gocht, R. Martins, J. Nordström, A. Oertel, "Certified CNF Translations for
//! Pseudo-Boolean Solving", SAT 2022.

use std::collections::BTreeMap;

use cnfab_cnf::ClauseRule;

use super::counts::Proved;
use super::lemmas::{Different, Lemmas, Rows};
use super::matching::prices;
use super::negated_clause::{NegatedClause, Sum};
use super::proof::{Id, Literal};
use super::state::{Known, ProofState};
use super::statement::Group;

/// Most forms of a constraint that are tried for one clause.
const MOST_LEMMAS: usize = 40;

/// The multiples that make a sum contradictory.
#[derive(Default)]
pub(super) struct Shift {
    pub(super) used: Vec<(Id, i128)>,
    /// Variables that are at least 0, or at most 1.
    pub(super) ends: Vec<(u32, i128)>,
    /// Steps by which the rest of the sum is false.
    pub(super) hints: Vec<Id>,
    groups: Vec<u32>,
}

impl ProofState<'_> {
    /// Proves a clause by the tactic for its rule; `None` if that does not, or the time is over.
    pub(super) fn justify(&mut self, clause: &[Literal], lemmas: &Lemmas) -> Option<Id> {
        if self.is_over() {
            return None;
        }
        if clause.iter().any(|&literal| clause.contains(&!literal)) {
            return Some(self.proof.rup(clause, &[]));
        }
        if clause.is_empty()
            && let Some(some) = self.without_value()
        {
            return Some(self.proof.rup(clause, &[some]));
        }
        if let Some(position) = self.implying(clause, lemmas).filter(|_| self.proof.is_draft()) {
            return Some(self.proof.input(position));
        }
        if lemmas.rule == ClauseRule::Count {
            if let Some(known) = self.unconditional(clause, lemmas) {
                return known;
            }
            if let Some(id) = self.by_propagation(clause) {
                return Some(id);
            }
        }
        if let Some(known) = self.by_parts(clause, lemmas) {
            return known;
        }
        let negated = self.negated(clause);
        let groups: Vec<u32> = negated.allowed.keys().copied().collect();
        if negated.allowed.values().any(|allowed| !allowed.contains(&true)) {
            return Some(self.conclude(clause, &negated, &Sum::default(), Shift { groups, ..Shift::default() }));
        }
        let sums = negated.sums();
        let found = match lemmas.rule {
            ClauseRule::Rows => lemmas.table.as_ref().and_then(|table| self.refute_rows(clause, table, &negated)),
            ClauseRule::Count => self.by_counting(clause, lemmas, &negated),
            ClauseRule::Sum | ClauseRule::Equal | ClauseRule::Cases => None,
        };
        let found = found.or_else(|| self.by_sum(clause, lemmas, &negated, &sums));
        found.or_else(|| if lemmas.is_case { None } else { self.by_tree(clause, &[], &[], lemmas) })
    }

    /// Proves a clause by sums of inequalities: one that cannot reach its bound, or several, each of which excludes
    /// values of one variable, or sums that are rounded to values that they can have.
    fn by_sum(&mut self, clause: &[Literal], lemmas: &Lemmas, negated: &NegatedClause, sums: &[Sum]) -> Option<Id> {
        let candidates = self.candidates(negated, &sums[0], lemmas);
        let mut tries: Vec<Option<Proved>> = vec![None];
        tries.extend(candidates.iter().map(|&position| Some(self.form(position))));
        tries.extend(self.bounds.iter().cloned().map(Some));
        if lemmas.is_sum
            && let Some(id) = self.by_assignment_duals(clause, negated, &tries, &lemmas.different)
        {
            return Some(id);
        }
        let covering = self.covering(&lemmas.different, negated, &sums[0], &candidates);
        let ways = [&[][..], &covering];
        for different in ways.into_iter().take(if covering.is_empty() { 1 } else { 2 }) {
            for sum in sums {
                // Forms that say "each value once" are among the prices.
                let lemmas = if different.is_empty() || lemmas.is_sum { &tries[..] } else { &tries[..1] };
                for lemma in lemmas {
                    if let Some(shift) = self.with_lemma(negated, sum, lemma.as_ref(), different) {
                        return Some(self.conclude(clause, negated, sum, shift));
                    }
                }
            }
        }
        let found = self.by_split(clause, negated, sums, &tries);
        let found = found.or_else(|| self.by_rounding(clause, lemmas));
        found.or_else(|| self.by_combinations(clause, lemmas, negated))
    }

    /// The step that says that a variable of the model has a value, if none is left for it.
    fn without_value(&self) -> Option<Id> {
        let values = &self.groups[..self.statement.model.variables().len()];
        values.iter().find(|group| !group.places.contains(&true)).map(|group| group.some)
    }

    /// A form of the statement that implies a clause by itself: in a proof, the form can stand for the clause.
    fn implying(&mut self, clause: &[Literal], lemmas: &Lemmas) -> Option<u32> {
        let statement = self.statement;
        let first = clause.first().filter(|_| clause.iter().all(|literal| literal.variable < statement.variables()))?;
        let Group { some, one, .. } = statement.groups[self.places[first.variable as usize].0 as usize];
        let with = lemmas.with.get(&first.variable).into_iter().flatten().copied();
        [some, one].into_iter().chain(with).find(|&position| {
            let form = &statement.forms[position as usize];
            let most = || form.terms.iter().map(|&(_, coefficient)| coefficient.max(0)).sum::<i128>() - form.bound;
            let slack = *self.slacks.entry(position).or_insert_with(most);
            // A literal of the formula may be the same as another one.
            let once = clause.iter().enumerate().filter(|&(at, literal)| !clause[..at].contains(literal));
            let lost = once.map(|(_, literal)| {
                let place = form.terms.binary_search_by_key(&literal.variable, |&(variable, _)| variable);
                let coefficient = place.map_or(0, |place| form.terms[place].1);
                // The literal is false.
                if literal.positive { coefficient.max(0) } else { (-coefficient).max(0) }
            });
            slack < lost.sum()
        })
    }

    /// Proves a clause with literals that say which values are taken by prices: the best assignment without values that
    /// are not taken, and with those that are.
    pub(super) fn by_assignment_duals(
        &mut self,
        clause: &[Literal],
        negated: &NegatedClause,
        lemmas: &[Option<Proved>],
        different: &[Different],
    ) -> Option<Id> {
        let mut size = 1;
        for (form, _) in lemmas.iter().flatten() {
            size += form.terms.iter().map(|(_, coefficient)| coefficient.abs()).sum::<i128>() + form.bound.abs();
        }
        let (pressed, sum) = negated.pressed(&self.places, &self.groups, size)?;
        if pressed.allowed.values().any(|allowed| !allowed.contains(&true)) {
            let shift = Shift::default();
            return Some(self.conclude(clause, &pressed, &Sum::default(), shift));
        }
        let covering = self.covering(different, &pressed, &sum, &[]);
        let mut ways = lemmas.iter().flat_map(|lemma| [&[][..], &covering].map(|way| (lemma.as_ref(), way)));
        let (lemma, way) = ways.find(|&(lemma, way)| self.with_lemma(&pressed, &sum, lemma, way).is_some())?;
        let shift = self.with_lemma(&pressed, &sum, lemma, way)?;
        Some(self.conclude(clause, &pressed, &sum, shift))
    }

    /// The forms of the constraint that share a variable with what is left, those that share most first.
    fn candidates(&mut self, negated: &NegatedClause, sum: &Sum, lemmas: &Lemmas) -> Vec<u32> {
        if lemmas.forms.len() <= 2 {
            return lemmas.forms.clone();
        }
        let mut shared: BTreeMap<u32, usize> = BTreeMap::new();
        let mut note = |variable: u32| {
            for &form in lemmas.with.get(&variable).into_iter().flatten() {
                *shared.entry(form).or_default() += 1;
            }
        };
        sum.terms.keys().for_each(|&variable| note(variable));
        for (&group, allowed) in &negated.allowed {
            let first = self.statement.groups[group as usize].first;
            (first..).zip(allowed).filter(|&(_, &allowed)| allowed).for_each(|(variable, _)| note(variable));
        }
        let mut candidates: Vec<(usize, u32)> = shared.into_iter().map(|(form, count)| (count, form)).collect();
        candidates.sort_unstable_by_key(|&(count, form)| (std::cmp::Reverse(count), form));
        self.untried = self.untried.max(candidates.len().saturating_sub(MOST_LEMMAS));
        candidates.into_iter().take(MOST_LEMMAS).map(|(_, form)| form).collect()
    }

    /// The multiples that show that the sum, with a lemma, cannot reach its bound.
    pub(super) fn with_lemma(
        &mut self,
        negated: &NegatedClause,
        sum: &Sum,
        lemma: Option<&Proved>,
        different: &[&Different],
    ) -> Option<Shift> {
        let bound = sum.bound + lemma.map_or(0, |(form, _)| form.bound);
        let mut shift = self.shift(sum.with(lemma), bound, negated, different)?;
        shift.used.extend(lemma.map(|&(_, id)| (id, 1)));
        Some(shift)
    }

    /// The coefficients of a sum by group and place, and what its other variables come to at most.
    pub(super) fn weights(
        &self,
        sum: impl Iterator<Item = (u32, i128)>,
        negated: &NegatedClause,
    ) -> (BTreeMap<u32, Vec<i128>>, i128) {
        let (mut weights, mut others): (BTreeMap<u32, Vec<i128>>, BTreeMap<u32, i128>) = Default::default();
        for (variable, coefficient) in sum {
            let Some(&(group, place)) = self.places.get(variable as usize) else {
                *others.entry(variable).or_default() += coefficient;
                continue;
            };
            let len = self.groups[group as usize].places.len();
            weights.entry(group).or_insert_with(|| vec![0; len])[place as usize] += coefficient;
        }
        let most = others.into_iter().map(|(variable, coefficient)| match negated.assigned.get(&variable) {
            Some(&value) => coefficient * i128::from(value),
            None => coefficient.max(0),
        });
        (weights, most.sum())
    }

    /// The most that a group contributes to a sum.
    pub(super) fn largest(&self, group: u32, weights: &[i128], negated: &NegatedClause) -> i128 {
        let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
        let left = weights.iter().zip(allowed).filter(|(_, allowed)| **allowed);
        let largest = left.map(|(&weight, _)| weight).max().unwrap_or(0);
        // A table may have no row where its conditions do not hold.
        let is_values = (group as usize) < self.statement.model.variables().len();
        if is_values { largest } else { largest.max(0) }
    }

    pub(super) fn shift(
        &mut self,
        sum: impl Iterator<Item = (u32, i128)>,
        bound: i128,
        negated: &NegatedClause,
        different: &[&Different],
    ) -> Option<Shift> {
        let (mut weights, mut most) = self.weights(sum, negated);
        let mut shift = Shift { groups: negated.allowed.keys().copied().collect(), ..Shift::default() };
        for different in different {
            most += self.by_prices(&mut weights, bound, different, negated, &mut shift);
        }
        for (&group, weights) in &weights {
            let largest = self.largest(group, weights, negated);
            let alive = &self.groups[group as usize];
            most += largest;
            match largest {
                0 => {}
                1.. => shift.used.push((alive.one, largest)),
                _ => shift.used.push((alive.some, -largest)),
            }
        }
        (most < bound).then_some(shift)
    }

    /// Adds multiples of "each value once"; returns by how much the bound falls.
    fn by_prices(
        &mut self,
        weights: &mut BTreeMap<u32, Vec<i128>>,
        bound: i128,
        different: &Different,
        negated: &NegatedClause,
        shift: &mut Shift,
    ) -> i128 {
        let touched =
            |group: &&u32| weights.is_empty() || weights.contains_key(group) || negated.allowed.contains_key(group);
        let groups: Vec<u32> = different.groups.iter().filter(touched).copied().collect();
        let values: Vec<i32> = different.once.keys().copied().collect();
        let size: i128 = weights.values().flatten().map(|weight| weight.abs()).sum();
        let forbidden = -(size + bound.abs() + 1);
        let mut table = Vec::with_capacity(groups.len());
        for &group in &groups {
            let domain = self.domain(group);
            let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
            let weight = |value: &i32| match domain.binary_search(value) {
                Ok(place) if allowed[place] => weights.get(&group).map_or(0, |weights| weights[place]),
                _ => forbidden,
            };
            let mut row: Vec<i128> = values.iter().map(weight).collect();
            // Values that nobody else has need no price.
            let is_own = |place: &usize| allowed[*place] && !different.once.contains_key(&domain[*place]);
            let own =
                (0..domain.len()).filter(is_own).map(|place| weights.get(&group).map_or(0, |all| all[place])).max();
            row.extend(
                (0..groups.len())
                    .map(|other| if groups[other] == group { own.unwrap_or(forbidden) } else { forbidden }),
            );
            table.push(row);
        }
        let Some(prices) = prices(&table) else { return 0 };
        let mut fallen = 0;
        for (value, &price) in values.iter().zip(&prices).filter(|(_, price)| **price > 0) {
            let (form, id) = self.form(different.once[value]);
            shift.used.push((id, price));
            fallen += price;
            for &(variable, coefficient) in &form.terms {
                let (group, place) = self.places[variable as usize];
                let len = self.groups[group as usize].places.len();
                weights.entry(group).or_insert_with(|| vec![0; len])[place as usize] += price * coefficient;
            }
        }
        shift.groups.extend(&groups);
        fallen
    }

    /// The values of a variable's group.
    pub(super) fn domain(&self, group: u32) -> Vec<i32> {
        self.statement.model.variables()[group as usize].domain.to_vec()
    }

    /// Proves a clause under which no row of the table is left.
    fn refute_rows(&mut self, clause: &[Literal], table: &Rows, negated: &NegatedClause) -> Option<Id> {
        let columns: Vec<(usize, &Vec<bool>)> =
            table.columns.iter().enumerate().filter_map(|(i, group)| Some((i, negated.allowed.get(group)?))).collect();
        if let Some(id) = self.refute_row_by_condition(clause, table, negated) {
            return Some(id);
        }
        let allowed = negated.allowed.get(&table.group).unwrap_or(&self.groups[table.group as usize].places);
        let is_left = |row: usize| columns.iter().all(|(i, allowed)| allowed[table.rows[row][*i] as usize]);
        if (0..table.rows.len()).any(|row| allowed[row] && is_left(row)) {
            return None;
        }
        let mut gone = Vec::new();
        for (i, allowed) in columns {
            let first = self.statement.groups[table.columns[i] as usize].first;
            let lost = (first..).zip(allowed).filter(|(_, allowed)| !**allowed);
            gone.extend(lost.flat_map(|(variable, _)| table.channel.get(&variable).into_iter().flatten().copied()));
        }
        gone.sort_unstable();
        gone.dedup();
        let mut used: Vec<Id> = gone.into_iter().map(|position| self.form(position).1).collect();
        used.extend(&negated.hints);
        for &group in negated.allowed.keys().chain([&table.group]) {
            used.extend(self.exactly_one(group));
        }
        used.sort_unstable();
        used.dedup();
        Some(self.proof.rup(clause, &used))
    }

    /// Proves a clause without which a row is taken where a condition fails.
    fn refute_row_by_condition(&mut self, clause: &[Literal], table: &Rows, negated: &NegatedClause) -> Option<Id> {
        // The literal of a row that the clause rules out, and why a row is taken where it is true.
        let row = |literal: &Literal| match (self.places.get(literal.variable as usize), self.known(literal.variable)) {
            (Some(&(group, _)), _) => (group == table.group).then_some(None),
            (None, Some(Known::Members(members))) => (members.group == table.group).then_some(Some(members.some)),
            _ => None,
        };
        let some = clause.iter().filter(|literal| !literal.positive).find_map(row)?;
        let fails = |(group, holds, _): &&(u32, Vec<bool>, u32)| {
            let allowed = negated.allowed.get(group);
            allowed.is_some_and(|allowed| !allowed.iter().zip(holds).any(|(&allowed, &holds)| allowed && holds))
        };
        let &(group, _, form) = table.conditions.iter().find(fails)?;
        let mut used = negated.hints.clone();
        used.extend(some);
        used.push(self.form(form).1);
        used.extend(self.exactly_one(group));
        Some(self.proof.rup(clause, &used))
    }

    /// Writes the steps.
    pub(super) fn conclude(&mut self, clause: &[Literal], negated: &NegatedClause, sum: &Sum, shift: Shift) -> Id {
        let used: Vec<(Id, i128)> = sum.used.iter().chain(&shift.used).copied().collect();
        let mut hints = [&negated.hints[..], &shift.hints].concat();
        let mut groups = shift.groups;
        groups.extend(negated.allowed.keys());
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            hints.extend(self.exactly_one(group));
        }
        let sum = match used[..] {
            [] => None,
            [(id, _)] if shift.ends.is_empty() => {
                hints.push(id);
                None
            }
            _ => Some(self.proof.sum(&used, &shift.ends, 1)),
        };
        hints.extend(sum);
        let id = self.proof.rup(clause, &hints);
        self.proof.delete(sum.as_slice());
        id
    }
}
