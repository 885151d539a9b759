//! The state of a search: what is assigned, what follows, and why.

use super::clauses::Clauses;
use super::cliques::{CliqueClash, Cliques};
use super::literal::ColumnLit;
use super::multipliers::RelaxedRow;
use super::refutation::{Ledger, NO_STEP};
use super::rows::Rows;
use super::trail::{Reason, Trail};

/// A constraint that cannot hold any more.
#[derive(Clone, Copy, Debug)]
pub(super) enum Conflict {
    Clause(u32),
    Clique(CliqueClash),
    Row(u32),
    Relaxed(u32),
}

/// The assignment and everything that propagates.
#[derive(Debug)]
pub(super) struct State {
    pub(super) trail: Trail,
    pub(super) cliques: Cliques,
    pub(super) clauses: Clauses,
    pub(super) rows: Rows,
    /// Rows made by multipliers, those of deeper levels behind.
    pub(super) relaxed: Vec<RelaxedRow>,
    /// How many literals of the trail have been noted.
    noted: usize,
    /// Work so far, in literals of the trail and rows looked at.
    pub(super) work: u64,
    /// The steps of a refutation.
    pub(super) ledger: Option<Ledger>,
}

impl State {
    pub(super) fn new(columns: usize, cliques: Cliques, clauses: Clauses, rows: Rows, ledger: Option<Ledger>) -> Self {
        let trail = Trail::new(columns);
        State { trail, cliques, clauses, rows, relaxed: Vec::new(), noted: 0, work: 0, ledger }
    }

    /// Everything that follows from what is assigned.
    pub(super) fn propagate(&mut self) -> Result<(), Conflict> {
        let result = self.follow();
        if result.is_err() {
            self.rows.clear_queue();
        }
        result
    }

    fn follow(&mut self) -> Result<(), Conflict> {
        loop {
            while let Some(&lit) = self.trail.literals().get(self.noted) {
                self.noted += 1;
                self.work += 1;
                self.cliques.note(lit);
                self.rows.note(lit, &self.trail);
                self.cliques.propagate(lit, &mut self.trail).map_err(Conflict::Clique)?;
                self.clauses.propagate(lit, &mut self.trail).map_err(Conflict::Clause)?;
            }
            let Some(row) = self.rows.next() else { return Ok(()) };
            self.work += 1;
            if !self.rows.propagate(row, &mut self.trail) {
                return Err(Conflict::Row(row));
            }
        }
    }

    /// Takes back all levels above this one; `undo` gets each literal.
    pub(super) fn back_to(&mut self, level: usize, mut undo: impl FnMut(ColumnLit)) {
        if level >= self.trail.levels() {
            return;
        }
        let mut length = self.trail.literals().len();
        let State { trail, cliques, rows, noted, .. } = self;
        trail.back_to(level, |lit| {
            length -= 1;
            if length < *noted {
                *noted = length;
                cliques.undo(lit);
                rows.undo();
            }
            undo(lit);
        });
        let stay = self.relaxed.partition_point(|row| row.level <= level);
        if let Some(ledger) = &mut self.ledger {
            self.relaxed[stay..].iter().for_each(|row| ledger.passes(row.steps[0]));
        }
        self.relaxed.truncate(stay);
    }

    /// Literals, all true, that cannot be true together.
    pub(super) fn explain(&mut self, conflict: Conflict, out: &mut Vec<ColumnLit>) {
        self.note_facts();
        let position = self.trail.literals().len();
        match conflict {
            Conflict::Clause(clause) => {
                self.clauses.used(clause);
                out.extend(self.clauses.get(clause).iter().map(|&lit| !lit));
            }
            Conflict::Clique(CliqueClash::Two(first, second)) => out.extend([first, second]),
            Conflict::Clique(CliqueClash::None(clique)) => {
                out.extend(self.cliques.literals(clique).iter().map(|&lit| !lit));
            }
            Conflict::Row(row) => self.rows.explain(row, None, position, &self.trail, out),
            Conflict::Relaxed(row) => self.relaxed[row as usize].explain(None, &self.trail, out),
        }
        match conflict {
            Conflict::Clause(clause) => self.rests_on(Reason::Clause(clause), None),
            Conflict::Clique(CliqueClash::Two(first, second)) => self.rests_on(Reason::Clique(first), Some(!second)),
            Conflict::Clique(CliqueClash::None(clique)) => self.rests_on(Reason::OnlyOne(clique), None),
            Conflict::Row(row) => self.rests_on(Reason::Row(row), None),
            Conflict::Relaxed(row) => self.rests_on(Reason::Relaxed(row), None),
        }
        if let (Some(ledger), Conflict::Clique(CliqueClash::Two(_, second))) = (&mut self.ledger, conflict) {
            ledger.fact(second, &self.trail);
        }
    }

    /// Notes for a refutation that the next clause rests on a reason, of a literal if it is not a conflict's. Rows are
    /// asked after they have been explained.
    pub(super) fn rests_on(&mut self, reason: Reason, implied: Option<ColumnLit>) {
        let Some(ledger) = &mut self.ledger else { return };
        let facts = |literals: &[ColumnLit], ledger: &mut Ledger| {
            literals.iter().filter(|&&lit| implied != Some(lit)).for_each(|&lit| ledger.fact(lit, &self.trail));
        };
        match reason {
            Reason::Branch | Reason::Fact => {}
            Reason::Clause(clause) => {
                ledger.hints.push(self.clauses.step(clause));
                facts(self.clauses.get(clause), ledger);
            }
            Reason::Clique(other) => {
                let clique = implied.and_then(|lit| self.cliques.of_both(other, !lit)).expect("a clique of both");
                ledger.hints.push(self.cliques.at_most(clique));
                facts(&[other], ledger);
            }
            Reason::OnlyOne(clique) => {
                ledger.hints.push(self.cliques.at_least(clique));
                facts(self.cliques.literals(clique), ledger);
            }
            Reason::Row(row) => self.rows.derive(row, implied, &self.trail, &self.cliques, ledger),
            Reason::Relaxed(row) => ledger.hints.extend(&self.relaxed[row as usize].steps),
        }
    }

    /// Notes for a refutation what is known for good and was not yet.
    pub(super) fn note_facts(&mut self) {
        while let Some(ledger) = &mut self.ledger {
            let Some(&lit) = self.trail.literals().get(ledger.noted).filter(|&&lit| self.trail.level(lit) == 0) else {
                return;
            };
            ledger.noted += 1;
            if ledger.units[lit.column()] != NO_STEP {
                continue;
            }
            let reason = self.trail.reason(lit);
            if let Reason::Row(row) = reason {
                let position = self.trail.position(lit);
                self.rows.explain(row, Some(lit), position, &self.trail, &mut Vec::new());
            }
            self.rests_on(reason, Some(lit));
            self.ledger.as_mut().expect("it is there").unit(lit);
        }
    }

    /// Literals, all true before, from which a literal follows.
    pub(super) fn premises(&mut self, lit: ColumnLit, out: &mut Vec<ColumnLit>) {
        let position = self.trail.position(lit);
        match self.trail.reason(lit) {
            Reason::Branch | Reason::Fact => {}
            Reason::Clause(clause) => {
                self.clauses.used(clause);
                out.extend(self.clauses.get(clause).iter().filter(|&&other| other != lit).map(|&other| !other));
            }
            Reason::Clique(other) => out.push(other),
            Reason::OnlyOne(clique) => {
                out.extend(self.cliques.literals(clique).iter().filter(|&&other| other != lit).map(|&other| !other));
            }
            Reason::Row(row) => self.rows.explain(row, Some(lit), position, &self.trail, out),
            Reason::Relaxed(row) => self.relaxed[row as usize].explain(Some(lit), &self.trail, out),
        }
        self.rests_on(self.trail.reason(lit), Some(lit));
    }

    /// Forgets learned clauses, all but reasons if `all`.
    pub(super) fn reduce(&mut self, all: bool, mut renumbered: impl FnMut(u32, u32)) {
        let State { trail, clauses, .. } = self;
        let mut reasons = std::collections::HashSet::new();
        for &lit in trail.literals() {
            if let Reason::Clause(clause) = trail.reason(lit) {
                reasons.insert(clause);
            }
        }
        let mut new = std::collections::HashMap::new();
        let gone = clauses.reduce(
            all,
            |clause| reasons.contains(&clause),
            |old, number| {
                if reasons.contains(&old) {
                    new.insert(old, number);
                }
                renumbered(old, number);
            },
        );
        trail.renumber(&new);
        if let Some(ledger) = &mut self.ledger {
            ledger.forget(gone);
        }
    }
}
