//! The formula under an assignment, for counts by components.
//!
//! What it does: a literal is twice its variable, counted from 0, and one more if it is negated. Propagation and
//! learning are those of `cnfab-cdcl`. Binary clauses are lists of implied literals besides, and the long clauses have
//! lists of occurrences, from which components are split off.
//!
//! Whose idea: clause learning for counting: T. Sang and others, "Combining Component Caching and Clause Learning for
//! Effective Model Counting", SAT 2004.
//!
//! How ours differs: the search goes back one decision at a time, since each branch must be counted. So what a learned
//! clause asserts on a lower level is assigned with each decision from that level on, until the level is taken back. A
//! second branch is a decision like the first, so clauses follow from the formula alone.
//!
//! When it runs: in counts by components.

use cnfab_base::lists::Lists;
use cnfab_cdcl::analyze::Analysis;
use cnfab_cdcl::implied::Implied;
use cnfab_cdcl::proof::Hints;
use cnfab_cdcl::state::{Reason, SolverState};
pub(super) use cnfab_cdcl::{Literal, Step};
use cnfab_cnf::{ClauseStore, Lit};

use crate::tuning::components as tuning;

/// Clauses and the values of their variables.
pub(super) struct Formula {
    is_shown: Vec<bool>,
    pub(super) state: SolverState<'static>,
    analysis: Analysis,
    /// The literals that learned clauses assert from lower levels on.
    implied: Implied,
    conflicts: u64,
    /// The number of conflicts at which learned clauses are deleted.
    next_reduction: u64,
    /// For each literal the other literals of its binary clauses.
    pub(super) binary: Lists,
    /// The clauses of three literals and more.
    pub(super) long: Lists,
    /// For each literal the long clauses that it is in.
    pub(super) occurrences: Lists,
    /// True if a clause is empty, or propagation of units comes to a conflict.
    pub(super) contradicts: bool,
    /// The last split that saw the variable or the clause.
    pub(super) seen_variables: Vec<u64>,
    pub(super) seen_clauses: Vec<u64>,
    pub(super) splits: u64,
    /// The literals and the free shown variables that the last split has met.
    pub(super) assigned: Vec<Literal>,
    pub(super) free: Vec<u32>,
}

impl Formula {
    /// The formula without tautologies and without clauses and literals that come twice. Units are propagated.
    pub(super) fn new(clauses: &ClauseStore, variables: usize, shown: Option<&[u32]>) -> Self {
        let mut is_shown = vec![shown.is_none(); variables];
        shown.unwrap_or_default().iter().for_each(|&variable| is_shown[variable as usize - 1] = true);
        let mut sorted: Vec<Vec<Literal>> = clauses.clauses().filter_map(cleaned).collect();
        sorted.sort_unstable();
        sorted.dedup();
        let mut state = SolverState::of_variables(variables);
        let (mut units, mut pairs, mut long) = (Vec::new(), Vec::new(), Lists::default());
        for clause in sorted.iter().filter(|clause| clause.len() > 1) {
            state.clauses.add(clause, 0);
        }
        for clause in &sorted {
            match clause[..] {
                [] => {}
                [lit] => units.push(lit),
                [a, b] => pairs.extend([(a, b), (b, a)]),
                [..] => long.push(clause.iter().copied()),
            }
        }
        let contradicts = sorted.first().is_some_and(Vec::is_empty) || state.begin(&units).is_err();
        let mut analysis = Analysis::default();
        analysis.add_variables(variables);
        Formula {
            is_shown,
            state,
            analysis,
            implied: Implied::default(),
            conflicts: 0,
            next_reduction: tuning::LEARNED,
            binary: Lists::new(2 * variables, &pairs),
            occurrences: Lists::occurrences(long.iter(), 2 * variables),
            contradicts,
            seen_variables: vec![0; variables],
            seen_clauses: vec![0; long.iter().count()],
            long,
            splits: 0,
            assigned: Vec::new(),
            free: Vec::new(),
        }
    }

    pub(super) fn variables(&self) -> usize {
        self.is_shown.len()
    }

    pub(super) fn is_shown(&self, variable: u32) -> bool {
        self.is_shown[variable as usize]
    }

    pub(super) fn is_open(&self, lit: Literal) -> bool {
        self.state.values[lit as usize] == 0
    }

    /// The activity of a variable: how often conflicts have met it, in units of the last one.
    pub(super) fn activity(&self, variable: u32) -> f64 {
        self.state.order.weight(variable as usize)
    }

    /// Decides an open literal and assigns what follows. Learns from a conflict.
    ///
    /// Pre: the formula is propagated. Post: the level is one higher, on a conflict as well. What was learned follows
    /// from the formula alone.
    pub(super) fn decide(&mut self, lit: Literal) -> Step {
        if self.conflicts >= self.next_reduction {
            self.next_reduction = self.conflicts + tuning::MORE_LEARNED;
            self.implied.reduce(&mut self.state);
        }
        self.state.decide(lit);
        // If some of it is false, the levels below have no model.
        self.implied.assign(&mut self.state)?;
        self.state.propagate().inspect_err(|_| self.learn())
    }

    fn learn(&mut self) {
        // A clause may be false on a lower level already.
        if !self.state.is_of_this_level() {
            return;
        }
        self.conflicts += 1;
        let (level, glue) = self.analysis.learn(&mut self.state, &mut Hints::default());
        let learned = &self.analysis.learned;
        let reason = match learned[..] {
            [_] => Reason::None,
            _ => Reason::Clause(self.state.clauses.learn(learned, glue, 0)),
        };
        self.implied.push(learned[0], level, reason);
    }

    /// Takes back the last decision and what followed.
    pub(super) fn undo(&mut self) {
        let level = self.state.level() - 1;
        self.state.backtrack(level);
        self.implied.undo(level);
    }
}

/// The sorted literals of a clause, each once; `None` for a tautology.
fn cleaned(clause: &[Lit]) -> Option<Vec<Literal>> {
    let mut lits: Vec<Literal> = clause.iter().map(|lit| 2 * (lit.var() - 1) + u32::from(!lit.is_positive())).collect();
    lits.sort_unstable();
    lits.dedup();
    lits.windows(2).all(|pair| pair[0] ^ 1 != pair[1]).then_some(lits)
}
