//! Boards without clues to speak of: rows that need an exact number of literals, taken one after the other.
//!
//! What it does: every literal lies in one constraint of a first family, the rows, and in one of each further family; a
//! constraint needs an exact number, as with queens and stars. The search fills the rows in order. A state is one set
//! of the literals that are still possible, or one word (`frontier_state`). An assigned literal removes what it
//! excludes, and what its column holds when that is full. Each new row is checked for columns that cannot get what they
//! lack.
//!
//! Whose idea: bit patterns and a static order: M. Richards, "Backtracking algorithms in MCPL using bit patterns and
//! recursion", 1997. Failed states in a table (`nogoods`): B. M. Smith, "Caching search states in permutation
//! problems", 2005.
//!
//! How ours differs: a state also counts what columns lack. That all constraints of a further family are full at the
//! end is not checked: they need as many literals together as the rows give.
//!
//! When it runs: for few rows without regions; where givens or regions leave few solutions, `bit-parallel` has the far
//! smaller tree. It takes what `bit-parallel` takes if its constraints fall into such families.

mod build;
mod form;
mod frontier_state;
mod full_state;
mod nogoods;
mod search;

use cnfab_model::{Atom, Cardinality, Cmp, Flat, Model};

use super::engine::{EngineKind, is_tiny};
use crate::search::Walk;
use crate::tuning::bit_parallel::SLICED;
use crate::tuning::choice::{FEW_ROWS, ROWS};
use build::RowsPlan;

/// The entry of the registry.
pub(super) static KIND: EngineKind = EngineKind {
    name: "rows",
    about: "boards of rows and columns that need exact numbers, row by row in a fixed order with little propagation",
    follows: |_| false,
    estimate: |model| (is_board(model) && !is_tiny(model)).then_some(ROWS),
    prepare: |task| {
        let plan = RowsPlan::new(&*task.bit_program()?)?;
        Ok(Box::new(move |walk: &mut Walk<'_, '_>| search::search(&plan, walk)))
    },
};

/// True if a model looks like a board of few rows and as few columns, and no further regions: every value is in two
/// exact cardinality constraints. The values of a variable with more or fewer than two are one, too.
fn is_board(model: &Model) -> bool {
    let (mut exact, mut held, mut values) = (0, 0, 0);
    for variable in model.variables() {
        let len = variable.domain.len();
        if len == 2 {
            values += 1;
        } else {
            (exact, held, values) = (exact + 1, held + len, values + len);
        }
        if exact > 2 * FEW_ROWS {
            return false;
        }
    }
    // The constraints are counted before their atoms, which are many more.
    let mut counted: Vec<&[Atom]> = Vec::new();
    for posted in model.constraints() {
        match posted.flat() {
            Flat::Cardinality(Cardinality { atoms, cmp: Cmp::Eq, .. }) => counted.push(atoms),
            Flat::AllDifferent(different) if different.0.len() >= SLICED => return false,
            Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) => {}
            Flat::Linear(_) | Flat::Table(_) => return false,
        }
        if exact + counted.len() > 2 * FEW_ROWS {
            return false;
        }
    }
    for atoms in counted {
        held += atoms.iter().filter(|atom| model.domain(atom.var).contains(atom.value)).count();
        if held > 2 * values {
            return false;
        }
    }
    held == 2 * values
}
