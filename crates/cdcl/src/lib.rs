//! Conflict-driven clause learning over 0/1 variables, with constraints that are propagated and not encoded.
//!
//! What it does: clauses have two watched literals (`clauses`). A conflict becomes a learned clause at its first unique
//! implication point (`analyze`, `shrink`). Decisions go to the variables that conflicts have met most often of late
//! (`order`), or last (`queue`), with saved or target phases (`phase`), some of which local search finds (`walk`).
//! Restarts follow the glue of learned clauses (`restart`), and clauses of high glue that no conflict uses are deleted
//! (`clauses`).
//!
//! Whose idea: J. Marques-Silva, K. Sakallah, "GRASP", 1999; M. Moskewicz and others, "Chaff", DAC 2001; N. Eén, N.
//! Sörensson, "An Extensible SAT-solver", SAT 2003; G. Audemard, L. Simon, "Predicting Learnt Clauses Quality in Modern
//! SAT Solvers", IJCAI 2009; enumeration by M. Gebser, B. Kaufmann, A. Neumann, T. Schaub, LPNMR 2007 (`listing`).
//!
//! How ours differs: beside clauses a formula may have sums (`sums`), all-different constraints and tables
//! (`propagator`), some of which are encoded later (`lazy`). Literals of large integers are made during the search
//! (`integers`, `numbering`). Clauses become shorter between restarts, and variables go (`inprocess`, `vivify`,
//! `probe`, `subsume`, `eliminate`). Models are listed in flat memory without blocking clauses (`listing`). A state may
//! have at-most-ones as flat lists and counts as counters (`form`, `propagate`). They are explained when analysis asks,
//! by the literals that cost a learned clause least (`explain`).
//!
//! When it runs: as the SAT solver `cdcl` (`solver`), by several threads as well (`portfolio`). DRAT and LRAT proofs
//! (`proof`) cannot hold explanations of constraints; one for `cnfab certify` can (`explained`). The strategy `cdcl` of
//! `cnfab-solve` searches models by the same state and analysis, in the form of `form`. Every constant stands in
//! `tuning`, every switch in `settings`.

mod all_different;
pub mod analyze;
mod branching;
mod clauses;
mod eliminate;
mod exchange;
mod explain;
mod explained;
mod extension;
mod fewest;
mod form;
mod globals;
pub mod implied;
mod inprocess;
mod integers;
mod lazy;
mod limits;
mod listing;
mod lookahead;
mod natives;
mod numbering;
mod options;
mod order;
mod phase;
mod portfolio;
mod probe;
pub mod proof;
mod propagate;
mod propagator;
mod queue;
pub mod restart;
mod settings;
mod shrink;
mod solver;
pub mod state;
mod strongly_connected;
mod subsume;
mod sums;
mod table;
mod technique;
pub mod tuning;
mod vivify;
mod walk;

pub use form::{AtLeast, BooleanForm};
pub use limits::{Asked, AskedAfter, SearchLimits};
pub use listing::{Jumps, ToList};
pub use lookahead::{Cube, Cutoff};
pub use options::{BumpedVariables, DecisionPhase, ModalOrder, RestartPolicy};
pub use portfolio::{Portfolio, Shares};
pub use proof::{Proof, ProofSyntax};
pub use settings::Settings;
pub use solver::{Answer, Solver};
pub use technique::{TECHNIQUES, Technique};

/// A constraint is violated, or there is no solution on the current level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction;

/// The end of a step of the search; `?` passes conflicts on.
pub type Step = Result<(), Contradiction>;

/// A 0/1 variable doubled, and one more if it is negated.
pub type Literal = u32;

/// A conflict, if there is one.
fn unless(is_conflict: bool) -> Step {
    if is_conflict { Err(Contradiction) } else { Ok(()) }
}

/// The 0/1 variable of a literal.
pub fn variable(literal: Literal) -> usize {
    (literal >> 1) as usize
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
