//! Bit-parallel search: all 0/1 variables of a model in one bitset, for cardinality constraints and exclusions.
//!
//! What it does: a literal is an atom `x = v`. A state is three bitsets: literals that may be true, literals that are
//! true, and constraints that may still force something; it is copied at each decision. An assigned literal removes its
//! incompatible literals by one mask, word by word. The remaining work is on cardinality constraints: one without slack
//! forces its literals, one without hope is a conflict, the tightest is branched on.
//!
//! Whose idea: compatibility masks are the rows of the bit-parallel clique solvers of P. San Segundo, D.
//! Rodriguez-Losada, A. Jimenez, "An exact bit-parallel algorithm for the maximum clique problem", 2011. Boards as
//! bitsets are the common property of programs for queens and Sudoku.
//!
//! How ours differs: exactly-one constraints without common literals are bit-sliced (`slices`, `duplicates`), so that
//! 64 of them are propagated at once. Constructive disjunction (`disjunction`) is restricted to nearly decided
//! constraints, which `partitions` filters. Small rests of a cover are compacted (`compact`), and counted by components
//! (`components`).
//!
//! When it runs: for all but tiny models that it takes, unless `magic` or `rows` expect less time. It takes
//! all-different and cardinality constraints, clauses of one sign, and pairs of excluded values, up to a fixed number
//! of words; every variable is shown.

/// Evaluates an expression with the number of words of a set of literals as a constant.
macro_rules! at_words {
    ($words:expr, $constant:ident => $expression:expr) => {
        at_width!($words, [3, 23], [1, 2, 4, 5, 8, 18, 33, 48] or 72, $constant => $expression)
    };
}

mod build;
mod compact;
mod components;
mod cover;
mod disjunction;
mod duplicates;
mod front;
mod layout;
mod numbering;
mod partitions;
mod pick;
mod program;
mod reach;
mod search;
mod shares;
mod slices;
mod stack;
mod state;
mod sweep;

use crate::Refusal;

use super::engine::{EngineKind, is_tiny};
use super::settings::Order;
use crate::search::Walk;
use crate::tuning::choice::BIT_PARALLEL;
pub(super) use program::BitProgram;
#[cfg(doc)]
use program::WIDTHS;
pub(super) use shares::Share;

/// The entry of the registry.
pub(super) static KIND: EngineKind = EngineKind {
    name: "bit-parallel",
    about: "cardinality constraints and exclusions over one bitset of all atoms, 64 at a time",
    follows: |choice| choice == ("order", "input"),
    estimate: |model| (!is_tiny(model)).then_some(BIT_PARALLEL),
    prepare: |task| {
        let program = task.bit_program()?;
        let in_order = task.settings.order == Order::Input;
        if in_order && !program.is_in_order(task.model) {
            let what = "order=input where all-different constraints do not join all variables as shown";
            return Err(Refusal::new(what));
        }
        Ok(Box::new(move |walk: &mut Walk<'_, '_>| search::search(&program, in_order, walk)))
    },
};
