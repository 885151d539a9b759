//! Clauses learned from conflicts, up to the first unique implication point (Marques-Silva, Sakallah, "GRASP", 1996;
//! Zhang, Madigan, Moskewicz, Malik, 2001). Rows take part by the literals that explain them.

use super::activity::Activity;
use super::literal::ColumnLit;
use super::refutation::{NO_STEP, StepId};
use super::state::{Conflict, State};
use super::trail::Reason;

/// A learned clause.
#[derive(Debug, Default)]
pub(super) struct Learned {
    /// The literal that it asserts comes first, behind it one of the level to go back to.
    pub(super) literals: Vec<ColumnLit>,
    /// The level on which it asserts its first literal.
    pub(super) back: usize,
    /// The number of its levels.
    pub(super) levels: u32,
    /// The step that says it.
    pub(super) step: StepId,
}

/// Scratch of the analysis.
#[derive(Debug)]
pub(super) struct Analysis {
    seen: Vec<bool>,
    premises: Vec<ColumnLit>,
    of_levels: Vec<usize>,
}

impl Analysis {
    pub(super) fn new(columns: usize) -> Self {
        Analysis { seen: vec![false; columns], premises: Vec::new(), of_levels: Vec::new() }
    }

    /// The literals of a conflict, and the highest of their levels.
    pub(super) fn begin(&mut self, conflict: Conflict, state: &mut State) -> usize {
        self.premises.clear();
        state.explain(conflict, &mut self.premises);
        let trail = &state.trail;
        let facts = |&lit: &ColumnLit| if trail.reason(lit) == Reason::Fact { 0 } else { trail.level(lit) };
        self.premises.iter().map(facts).max().unwrap_or(0)
    }

    /// The clause that a conflict teaches, after [`begin`](Self::begin) has told its level, to which the search has
    /// gone back.
    pub(super) fn learn(&mut self, level: usize, state: &mut State, activity: &mut Activity) -> Learned {
        let mut literals = vec![ColumnLit::one(0)];
        let mut open = 0;
        let mut next = state.trail.literals().len();
        loop {
            for &lit in &self.premises {
                let column = lit.column();
                if self.seen[column] || state.trail.level(lit) == 0 || state.trail.reason(lit) == Reason::Fact {
                    continue;
                }
                self.seen[column] = true;
                activity.bump(column);
                if state.trail.level(lit) == level {
                    open += 1;
                } else {
                    literals.push(!lit);
                }
            }
            let lit = loop {
                next -= 1;
                let lit = state.trail.literals()[next];
                if self.seen[lit.column()] && state.trail.level(lit) == level {
                    break lit;
                }
            };
            self.seen[lit.column()] = false;
            open -= 1;
            if open == 0 {
                literals[0] = !lit;
                break;
            }
            self.premises.clear();
            state.premises(lit, &mut self.premises);
        }
        let marked: Vec<usize> = literals[1..].iter().map(|lit| lit.column()).collect();
        let mut kept = 1;
        for index in 1..literals.len() {
            if self.is_redundant(!literals[index], state) {
                state.rests_on(state.trail.reason(!literals[index]), Some(!literals[index]));
            } else {
                literals[kept] = literals[index];
                kept += 1;
            }
        }
        literals.truncate(kept);
        marked.iter().for_each(|&column| self.seen[column] = false);
        activity.decay();
        self.of_levels.clear();
        self.of_levels.extend(literals.iter().map(|&lit| state.trail.level(lit)));
        self.of_levels.sort_unstable();
        self.of_levels.dedup();
        let mut back = 0;
        if let Some(last) = (1..literals.len()).max_by_key(|&index| state.trail.level(literals[index])) {
            literals.swap(1, last);
            back = state.trail.level(literals[1]);
        }
        let step = state.ledger.as_mut().map_or(NO_STEP, |ledger| ledger.clause(&literals));
        Learned { literals, back, levels: self.of_levels.len() as u32, step }
    }

    /// True if a literal of the clause follows from its others. Rows, whose explanations take long, are not asked.
    fn is_redundant(&self, lit: ColumnLit, state: &State) -> bool {
        let is_known = |other: ColumnLit| self.seen[other.column()] || state.trail.level(other) == 0;
        match state.trail.reason(lit) {
            Reason::Clause(clause) => state.clauses.get(clause).iter().all(|&other| other == lit || is_known(other)),
            Reason::OnlyOne(clique) => {
                state.cliques.literals(clique).iter().all(|&other| other == lit || is_known(other))
            }
            Reason::Clique(other) => is_known(other),
            Reason::Branch | Reason::Fact | Reason::Row(_) | Reason::Relaxed(_) => false,
        }
    }
}
