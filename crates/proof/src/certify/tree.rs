//! Clauses that are proved by a tree of cases: those which say that one of several combinations of literals holds, and
//! those that no sum of inequalities proves.
//!
//! Combinations are rows of a table, or sets of values. A node of the tree fixes one more variable of the model, or one
//! more literal that the combinations are made of. It is a leaf if a combination holds, or if nothing can hold. Each
//! node is a step that follows from the nodes below, and speaks of the combinations that are left there, so a
//! combination costs as much as its path. Where these have one value of the next variable, a step rules out all others.
//! What is proved once is used again: a clause with some of the combinations follows from one with all of them if the
//! others are false.
//!
//! Where no combination tells what to fix next, it is whether some variable takes a value, if all are different: the
//! set of values tells their sum. Then it is a literal that the clause counts, and at last the value of a variable. The
//! number of nodes and the length of a path are limited.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::lemmas::Lemmas;
use super::negated_clause::NegatedClause;
use super::proof::{Id, Literal};
use super::state::{Known, ProofState, Terms};

/// Most cases of one clause, and of one with many combinations for each of them.
const MOST_CASES: usize = 20_000;
const MOST_CASES_EACH: usize = 20;

/// Most literals that are fixed one below the other.
const LONGEST_PATH: usize = 400;

/// Most literals of a number that are cases.
const MOST_COUNTED: usize = 3;

/// Literals that together imply one of the clause, by a step.
type Combination = (Vec<Literal>, Id);

impl ProofState<'_> {
    /// The parts of a literal that is true if several others are.
    fn parts(&self, literal: Literal) -> Option<(&[Literal], &[Id])> {
        match self.known(literal.variable) {
            Some(Known::All { of, ids }) if literal.positive => Some((of, ids)),
            _ => None,
        }
    }

    /// True if a clause says that some combination holds.
    pub(super) fn is_cover(&self, clause: &[Literal]) -> bool {
        clause.iter().filter(|&&literal| self.parts(literal).is_some()).count() > 1
    }

    /// Remembers a clause that says that some combination holds.
    pub(super) fn note_cover(&mut self, clause: &[Literal], id: Id) {
        if self.is_cover(clause) {
            self.covers.push((clause.to_vec(), id));
        }
    }

    /// Proves a clause from one that was proved, if what else that one allows is false.
    pub(super) fn by_cover(&mut self, clause: &[Literal], negated: &NegatedClause) -> Option<Id> {
        let (_, hints) = self.covers.iter().find_map(|(cover, id)| {
            let mut hints = vec![*id];
            let is_gone = cover.iter().filter(|literal| !clause.contains(literal)).all(|&literal| {
                let Some((of, ids)) = self.parts(literal) else { return false };
                let lost = of.iter().position(|&part| self.truth(part, negated) == Some(false));
                hints.extend(lost.map(|place| ids[place]));
                lost.is_some()
            });
            is_gone.then_some((id, hints))
        })?;
        let hints = [&hints[..], &self.hints(negated)].concat();
        Some(self.proof.rup(clause, &hints))
    }

    /// Proves a clause for each combination that an earlier clause allows.
    pub(super) fn by_combinations(
        &mut self,
        clause: &[Literal],
        lemmas: &Lemmas,
        negated: &NegatedClause,
    ) -> Option<Id> {
        if lemmas.is_case {
            return None;
        }
        let deeper = lemmas.case();
        let ways: Vec<Combination> = self.covers.iter().map(|(cover, id)| (cover.clone(), *id)).collect();
        ways.into_iter().find_map(|(cover, id)| {
            let mut steps = Vec::new();
            for &one in cover.iter().filter(|literal| !clause.contains(literal)) {
                let step = self.justify(&[clause, &[!one]].concat(), &deeper);
                let Some(step) = step else {
                    self.proof.delete(&steps);
                    return None;
                };
                steps.push(step);
            }
            let hints = [&steps[..], &[id], &self.hints(negated)].concat();
            let id = self.proof.rup(clause, &hints);
            self.proof.delete(&steps);
            Some(id)
        })
    }

    /// Proves a clause by cases, with combinations if it has some, where the literals of `path` are false as well.
    pub(super) fn by_tree(
        &mut self,
        clause: &[Literal],
        path: &[Literal],
        all: &[Combination],
        lemmas: &Lemmas,
    ) -> Option<Id> {
        if path.is_empty() && !lemmas.is_case {
            (self.cases, self.most_cases) = (0, MOST_CASES.max(MOST_CASES_EACH * all.len()));
        }
        self.cases += 1;
        if self.cases > self.most_cases || path.len() > LONGEST_PATH || self.is_over() {
            return None;
        }
        let is_other = |&one: &Literal| self.parts(one).is_none();
        let others: Vec<Literal> = clause.iter().copied().filter(is_other).chain(path.iter().copied()).collect();
        let negated = self.negated(&others);
        let is_value = |literal: Literal| (literal.variable as usize) < self.places.len();
        // Of combinations of values, a node speaks only of those that are left there.
        let (left_of_clause, left_of_all);
        let (clause, all) = if all.iter().take(1).flat_map(|(parts, _)| parts).all(|&part| is_value(part)) {
            let is_left = |parts: &[Literal]| !parts.iter().any(|&part| self.truth(part, &negated) == Some(false));
            let stays = |&&one: &&Literal| self.parts(one).is_none_or(|(parts, _)| is_left(parts));
            left_of_clause = clause.iter().filter(stays).copied().collect::<Vec<Literal>>();
            left_of_all = all.iter().filter(|(parts, _)| is_left(parts)).cloned().collect::<Vec<Combination>>();
            (&left_of_clause[..], &left_of_all[..])
        } else {
            (clause, all)
        };
        let whole = [clause, path].concat();
        let mut open: Option<Literal> = None;
        for (parts, id) in all {
            let truths: Vec<Option<bool>> = parts.iter().map(|&part| self.truth(part, &negated)).collect();
            if truths.contains(&Some(false)) {
                continue;
            }
            let left: Vec<Literal> =
                parts.iter().zip(truths).filter(|(_, truth)| truth.is_none()).map(|(&part, _)| part).collect();
            if left.is_empty() {
                let hints = [&self.hints(&negated)[..], &[*id]].concat();
                return Some(self.proof.rup(&whole, &hints));
            }
            // A value leaves few combinations. Sets are told apart by what they hold.
            let positive = || left.iter().copied().filter(|part| part.positive);
            let next = positive().find(|&part| is_value(part)).or_else(|| positive().next()).unwrap_or(left[0]);
            open = open.or(Some(next));
        }
        let is_any = |literal: Literal| match self.known(literal.variable) {
            Some(Known::Threshold(threshold)) => threshold.is_any(),
            _ => false,
        };
        let plain = lemmas.case();
        let undecided =
            || all.iter().flat_map(|(parts, _)| parts).copied().find(|&part| self.truth(part, &negated).is_none());
        let next = open.or_else(undecided);
        let step = match next {
            None => self.justify(&others, &plain),
            Some(part) if !is_any(part) && open.is_some() => None,
            Some(part) if !is_any(part) => self.justify(&others, &plain),
            Some(_) => {
                let forms: Vec<_> = lemmas.forms.iter().map(|&position| Some(self.form(position))).collect();
                self.by_assignment_duals(&others, &negated, &forms, &lemmas.different)
            }
        };
        if let Some(step) = step {
            let id = self.proof.rup(&whole, &[step]);
            self.proof.delete(&[step]);
            return Some(id);
        }
        let next = next.or_else(|| self.open_taken(lemmas, &negated));
        let next = next.or_else(|| self.open_counted(&others, &negated));
        let next = next.or_else(|| self.open_value(lemmas, &negated))?;
        let mut hints = self.hints(&negated);
        let mut steps = Vec::new();
        let values = self.statement.model.variables().len();
        let cases: Vec<Literal> = match self.places.get(next.variable as usize) {
            Some(&(group, _)) if (group as usize) < values => {
                hints.extend(self.exactly_one(group));
                let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
                let first = self.statement.groups[group as usize].first;
                let left = (first..).zip(allowed).filter(|(_, allowed)| **allowed);
                let mut cases: Vec<Literal> = left.map(|(variable, _)| !Literal::of(variable)).collect();
                // Where combinations have one value of it, all others may be gone at once.
                let mut of_combinations =
                    cases.iter().copied().filter(|&case| all.iter().any(|(parts, _)| parts.contains(&!case)));
                if let (Some(case), None) = (of_combinations.next(), of_combinations.next())
                    && cases.len() > 2
                    && let Some(step) = self.justify(&[&others[..], &[!case]].concat(), &plain)
                {
                    steps.push(step);
                    cases = vec![case];
                }
                cases
            }
            _ => vec![!next, next],
        };
        for case in cases {
            steps.push(self.by_tree(clause, &[path, &[case]].concat(), all, lemmas)?);
        }
        hints.extend(&steps);
        let id = self.proof.rup(&whole, &hints);
        self.proof.delete(&steps);
        Some(id)
    }

    /// A literal that says that one of the different variables of a sum has a value, which is still open. The values
    /// that are taken tell what the sum is, whoever takes them.
    fn open_taken(&mut self, lemmas: &Lemmas, negated: &NegatedClause) -> Option<Literal> {
        let form = lemmas.forms.first().filter(|_| lemmas.is_sum)?;
        let terms = &self.statement.forms[*form as usize].terms;
        let groups: BTreeSet<u32> = terms.iter().map(|&(variable, _)| self.places[variable as usize].0).collect();
        let all = lemmas.different.iter().find(|all| groups.iter().all(|group| all.groups.contains(group)))?;
        all.once.values().find_map(|&once| {
            let (form, _) = self.form(once);
            let takers = form.terms.iter().map(|&(variable, _)| variable);
            let own = takers.filter(|&variable| groups.contains(&self.places[variable as usize].0));
            let terms: Terms = own.map(|variable| (variable, 1)).collect();
            let taken = (terms.len() > 1).then(|| self.threshold(&terms, 1))?;
            (!negated.assigned.contains_key(&taken.variable)).then_some(taken)
        })
    }

    /// A literal that is counted by a literal of the clause, and is open.
    fn open_counted(&self, clause: &[Literal], negated: &NegatedClause) -> Option<Literal> {
        let gates = clause.iter().filter_map(|literal| match self.known(literal.variable) {
            Some(Known::Threshold(threshold)) if self.counts.number(literal.variable).is_some() => {
                Some(&threshold.terms)
            }
            _ => None,
        });
        let few = gates.filter(|terms| terms.len() <= MOST_COUNTED);
        let mut counted = few.flat_map(|terms| terms.iter().map(|&(variable, _)| variable));
        let is_open = |&variable: &u32| self.truth(Literal::of(variable), negated).is_none();
        counted.find(is_open).map(Literal::of)
    }

    /// A value of a variable of the constraint that has more than one left: best of one of which the clause does not
    /// speak, and then of one with few.
    fn open_value(&self, lemmas: &Lemmas, negated: &NegatedClause) -> Option<Literal> {
        let forms = lemmas.forms.iter().take(2).flat_map(|&form| &self.statement.forms[form as usize].terms);
        let columns = lemmas.table.iter().flat_map(|table| table.columns.iter().copied());
        let groups: BTreeSet<u32> =
            forms.map(|&(variable, _)| self.places[variable as usize].0).chain(columns).collect();
        let left = |&group: &u32| {
            let allowed = negated.allowed.get(&group).unwrap_or(&self.groups[group as usize].places);
            allowed.iter().filter(|allowed| **allowed).count()
        };
        // They come last in the sum, more often than not.
        let order = |group: &u32| (negated.allowed.contains_key(group), left(group), Reverse(*group));
        let group = groups.into_iter().filter(|group| left(group) > 1).min_by_key(order)?;
        Some(Literal::of(self.statement.groups[group as usize].first))
    }
}
