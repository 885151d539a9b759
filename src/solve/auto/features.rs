//! What of a model decides the shares of the engines.

use std::borrow::Cow;

use crate::model::{AllDifferent, Cardinality, Clause, Constraint, Flat, Linear, Model, Posted, Table, Takes};
use crate::solve::tuning::auto::{
    BOUNDED_VALUES, LIGHT_CELLS, LIGHT_VALUES, LONG_TABLE, SMALL_CELLS, SMALL_VALUES, WIDE,
};

/// What decides which engines search with which shares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Chains.
    Path,
    /// Rows to choose from, more than there is to learn of.
    Tables,
    /// Not all variables are shown.
    Hidden,
    /// Large models of which most is given.
    Given,
    Other,
}

impl Class {
    /// The class of a model; `is_given` if most of it is.
    pub(super) fn of(model: &Model, is_given: bool) -> Self {
        // With hidden variables, short tables are functions, such as the largest of two, of which there is much to
        // learn.
        let rows = if model.shows_all() { 0 } else { LONG_TABLE };
        match () {
            () if is_path(model) => Class::Path,
            () if is_given => Class::Given,
            () if has_wide_tables(model, rows) => Class::Tables,
            () if !model.shows_all() => Class::Hidden,
            () => Class::Other,
        }
    }
}

/// Whether the model is one of chains: tables of two columns, and no other rule than that values differ.
fn is_path(model: &Model) -> bool {
    let constraints = || model.constraints().iter().map(|posted| posted.flat());
    let is_link = |constraint: Flat<'_>| matches!(constraint, Flat::Table(Table { vars, .. }) if vars.len() == 2);
    constraints().any(is_link) && constraints().all(|one| is_link(one) || matches!(one, Flat::AllDifferent(_)))
}

/// Whether some table has more than two columns and at least `rows` rows.
fn has_wide_tables(model: &Model, rows: usize) -> bool {
    let mut constraints = model.constraints().iter().map(|posted| posted.flat());
    constraints.any(|constraint| match constraint {
        Flat::Table(Table { vars, relation }) => vars.len() > 2 && relation.len() >= rows,
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) => false,
    })
}

/// Whether clauses for the model are made in a moment: not if there are many values, or many of them stand in tables.
/// Values are cheaper in models with bounds or conditions, where sums of few variables are most of all.
pub(super) fn is_light(stated: &Model) -> bool {
    if has_wholes(stated) {
        let others = stated.constraints().iter().filter(|posted| Flat::of(&posted.constraint).is_some());
        return stated.values() <= BOUNDED_VALUES
            && others.map(|posted| cells_of(posted, 2)).sum::<usize>() <= LIGHT_CELLS;
    }
    let Ok(model) = stated.lowered(Takes::CONDITIONS) else { return false };
    let is_flat = matches!(model.lowered(Takes::FLAT), Ok(Cow::Borrowed(_)));
    // Two columns need no selectors.
    model.values() <= if is_flat { LIGHT_VALUES } else { BOUNDED_VALUES } && cells(&model, 2) <= LIGHT_CELLS
}

/// Whether the model has bounds or conditions, and variables of many values, whose propagation value by value is slow.
pub(super) fn is_wide(stated: &Model) -> bool {
    let has_wide = stated.variables().iter().any(|variable| variable.domain.len() > WIDE);
    has_wide && !matches!(stated.lowered(Takes::FLAT), Ok(Cow::Borrowed(_)))
}

/// The recipe by which constraints are propagated that are better propagated than stated by simpler ones.
pub(super) const WHOLES: &str =
    "domain=order,circuit=propagate,connected=propagate,cumulative=propagate,disjunctive=propagate";

/// Whether the model has such constraints.
pub(super) fn has_wholes(stated: &Model) -> bool {
    let is_whole = |posted: &Posted| {
        matches!(
            posted.constraint,
            Constraint::Circuit(_) | Constraint::Connected(_) | Constraint::Cumulative(_) | Constraint::Disjunctive(_)
        )
    };
    stated.constraints().iter().any(is_whole)
}

/// Whether every engine is ready for the model in a moment.
pub(super) fn is_small(model: &Model) -> bool {
    model.values() <= SMALL_VALUES && cells(model, 0) <= SMALL_CELLS
}

/// The variables of all constraints, in tables of more than `columns` columns once for each row.
fn cells(model: &Model, columns: usize) -> usize {
    model.constraints().iter().map(|posted| cells_of(posted, columns)).sum()
}

/// The same of one constraint.
fn cells_of(posted: &Posted, columns: usize) -> usize {
    match posted.flat() {
        Flat::Table(Table { vars, relation }) if vars.len() > columns => vars.len() * relation.len(),
        Flat::AllDifferent(AllDifferent(vars)) | Flat::Table(Table { vars, .. }) => vars.len(),
        Flat::Cardinality(Cardinality { atoms, .. }) | Flat::Clause(Clause(atoms)) => atoms.len(),
        Flat::Linear(Linear { terms, .. }) => terms.len(),
    }
}
