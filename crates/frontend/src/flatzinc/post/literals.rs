//! Counts of literals, parities, and whether a value is in a set.

use crate::flatzinc::classes::{Compare, Lit, Term};
use crate::flatzinc::rows;
use crate::flatzinc::statement::{Reified, Relation};
use crate::ranges::Ranges;
use cnfab_base::parse_error::ParseError;
use cnfab_model::{AtomRelation, Cardinality, Cmp, Parity};

use super::Poster;

/// The most truth values whose count is stated by clauses.
const MOST_IN_ROWS: usize = 2;

impl Poster<'_, '_> {
    /// States a condition on a few literals and the truth of the reification.
    pub(super) fn by_rows(
        &mut self,
        lits: &[Lit],
        reified: Reified,
        holds: impl Fn(&[bool]) -> bool,
    ) -> Result<(), ParseError> {
        let n = lits.len();
        let clauses = match reified {
            Reified::No => rows::clauses(lits, holds),
            Reified::Full(lit) => rows::clauses(&[lits, &[lit]].concat(), |row| row[n] == holds(&row[..n])),
            Reified::Half(lit) => rows::clauses(&[lits, &[lit]].concat(), |row| !row[n] || holds(&row[..n])),
        };
        clauses.iter().try_for_each(|clause| self.clause(clause))
    }

    pub(super) fn or(&mut self, lits: &[Lit], reified: Reified) -> Result<(), ParseError> {
        match reified {
            Reified::No => self.clause(lits),
            Reified::Full(truth) => {
                lits.iter().try_for_each(|&lit| self.clause(&[!lit, truth]))?;
                self.clause(&[lits, &[!truth]].concat())
            }
            Reified::Half(truth) => self.clause(&[lits, &[!truth]].concat()),
        }
    }

    pub(super) fn odd(&mut self, lits: &[Lit], reified: Reified) -> Result<(), ParseError> {
        if lits.len() <= MOST_IN_ROWS {
            return self.by_rows(lits, reified, |row| row.iter().filter(|&&truth| truth).count() % 2 == 1);
        }
        let (mut atoms, mut is_odd) = (Vec::new(), true);
        // A number is odd exactly if it is even together with one that is true.
        let (truth, reified) = match reified {
            Reified::Full(truth) => (Some(!truth), Reified::No),
            reified => (None, reified),
        };
        for &lit in lits.iter().chain(&truth) {
            match self.atom(lit) {
                Err(truth) => is_odd ^= truth,
                Ok(atom) => atoms.push(atom),
            }
        }
        self.state(Parity { atoms, is_odd }.into(), true, reified)
    }

    pub(super) fn count(
        &mut self,
        lits: Vec<Lit>,
        relation: Relation,
        mut k: i64,
        reified: Reified,
    ) -> Result<(), ParseError> {
        let mut open: Vec<Lit> = Vec::with_capacity(lits.len());
        for lit in lits {
            match self.classes.lit(lit) {
                Lit::Const(truth) => k -= i64::from(truth),
                lit => open.push(lit),
            }
        }
        let n = open.len() as i64;
        if open.len() <= MOST_IN_ROWS {
            let number = |row: &[bool]| row.iter().filter(|&&truth| truth).count() as i64;
            return self.by_rows(&open, reified, |row| relation.holds(number(row), k));
        }
        // Few literals are opposites, so that counts read as they are meant.
        let opposites =
            open.iter().filter(|lit| matches!(lit, Lit::Lit(Compare { relation: AtomRelation::Ne, .. }))).count();
        let is_turned = 2 * opposites > open.len();
        if is_turned {
            open.iter_mut().for_each(|lit| *lit = !*lit);
            k = n - k;
        }
        let (cmp, is_positive) = match relation {
            Relation::Eq => (Cmp::Eq, true),
            Relation::Ne => (Cmp::Eq, false),
            Relation::Le if is_turned => (Cmp::Ge, true),
            Relation::Le => (Cmp::Le, true),
        };
        let always = match cmp {
            Cmp::Le => (k >= n).then_some(true).or((k < 0).then_some(false)),
            Cmp::Ge => (k <= 0).then_some(true).or((k > n).then_some(false)),
            Cmp::Eq => (k < 0 || k > n).then_some(false),
        };
        if let Some(truth) = always {
            return self.by_rows(&[], reified, |_| truth == is_positive);
        }
        // One true literal of several is a clause, and so is one that is false.
        match (cmp, k) {
            (Cmp::Ge, 1) => return self.or(&open, reified),
            (Cmp::Le, most) if most == n - 1 => {
                open.iter_mut().for_each(|lit| *lit = !*lit);
                return self.or(&open, reified);
            }
            _ => {}
        }
        let atoms = open.into_iter().map(|lit| self.atom(lit).expect("it is open")).collect();
        let k = usize::try_from(k).expect("between 0 and the number of literals");
        self.state(Cardinality { atoms, cmp, k }.into(), is_positive, reified)
    }

    /// States by bounds alone that a value is in a set: it is in no gap, else in no range.
    pub(super) fn membership(&mut self, term: Term, values: &Ranges, reified: Reified) -> Result<(), ParseError> {
        // Without simplification nothing is decided.
        let truth = match reified {
            Reified::Full(truth) | Reified::Half(truth) => truth,
            Reified::No => Lit::Const(true),
        };
        let id = match (term, self.classes.fixed(term)) {
            (Term::Var(id), None) => id,
            (_, value) => {
                let is_in = value.is_some_and(|value| values.contains(value));
                return self.by_rows(&[], reified, |_| is_in);
            }
        };
        let domain = self.classes.values(id).clone();
        let both = domain.and(values);
        let bounds = domain.bounds().expect("variables of a model have bounds");
        let outside = |(from, to): (i64, i64)| match domain.and(&Ranges::from_to(from, to)) {
            part if part.is_empty() => None,
            part if part.only().is_some() => part.only().map(|value| vec![term.is(AtomRelation::Ne, value)]),
            _ => Some(vec![term.is(AtomRelation::Le, from - 1), term.is(AtomRelation::Gt, to)]),
        };
        for clause in both.gaps(bounds).ranges().iter().copied().filter_map(outside) {
            self.clause(&[&clause[..], &[!truth]].concat())?;
        }
        if matches!(reified, Reified::Full(_)) {
            for clause in both.ranges().iter().copied().filter_map(outside) {
                self.clause(&[&clause[..], &[truth]].concat())?;
            }
        }
        Ok(())
    }
}
