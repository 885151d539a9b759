//! What of a model decides the shares of the engines.

use crate::model::{Flat, Model, Posted, Table};
use crate::solve::tuning::auto::{LIGHT_CELLS, LIGHT_VALUES, SMALL_CELLS, SMALL_VALUES};

/// Whether the model is one of chains: tables of two columns, and no other rule than that values differ.
pub(super) fn is_path(model: &Model) -> bool {
    let constraints = || model.constraints().iter().map(|posted| posted.flat());
    let is_link = |constraint: Flat<'_>| matches!(constraint, Flat::Table(Table { vars, .. }) if vars.len() == 2);
    constraints().any(is_link) && constraints().all(|one| is_link(one) || matches!(one, Flat::AllDifferent(_)))
}

/// Whether some table has more than two columns.
pub(super) fn has_wide_tables(model: &Model) -> bool {
    let mut constraints = model.constraints().iter().map(|posted| posted.flat());
    constraints.any(|constraint| matches!(constraint, Flat::Table(Table { vars, .. }) if vars.len() > 2))
}

/// Whether clauses for the model are made in a moment: not if there are many values, or many of them stand in tables.
pub(super) fn is_light(model: &Model) -> bool {
    // Two columns need no selectors.
    values(model) <= LIGHT_VALUES && cells(model, 2) <= LIGHT_CELLS
}

/// Whether every engine is ready for the model in a moment.
pub(super) fn is_small(model: &Model) -> bool {
    values(model) <= SMALL_VALUES && cells(model, 0) <= SMALL_CELLS
}

/// The values of all variables.
fn values(model: &Model) -> usize {
    model.variables().iter().map(|variable| variable.domain.len()).sum()
}

/// The variables of all constraints, in tables of more than `columns` columns once for each row.
fn cells(model: &Model, columns: usize) -> usize {
    let cells = |posted: &Posted| match posted.flat() {
        Flat::Table(Table { vars, relation }) if vars.len() > columns => vars.len() * relation.len(),
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) | Flat::Table(_) => {
            posted.constraint.vars().count()
        }
    };
    model.constraints().iter().map(cells).sum()
}
