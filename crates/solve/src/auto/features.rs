//! The features of a model that decide the shares of the engines.

use crate::defined::defined;
use crate::tuning::auto::{
    BARE_CELLS, BOUNDED_VALUES, LIGHT_CELLS, LIGHT_VALUES, LONG_TABLE, NARROW, ROW_CELLS, ROW_VALUES, SMALL_CELLS,
    SMALL_SUMS, SMALL_VALUES, WIDE,
};
use cnfab_ilp::{PLAIN, columns_of};
use cnfab_model::{AllDifferent, Cardinality, Clause, Constraint, Flat, Linear, Model, Posted, Table, Takes, Var};

/// The class of a model, which decides the engines and their shares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// Chains.
    Path,
    /// Rows to choose from, more than there is to learn of.
    Tables,
    /// Not all variables are shown, of tables, counts and values that differ.
    Hidden,
    /// Propagated constraints are to be learnt from soon: an optimum is asked, or there are sums with weights or over
    /// hidden variables, wide domains, or constraints that simpler ones state at length.
    Learnt,
    /// Large models of which most is given.
    Given,
    Other,
}

impl Class {
    /// The class of a model, as it is stated and by flat classes alone.
    pub(super) fn of(stated: &Model, model: &Model, is_given: impl FnOnce() -> bool) -> Self {
        // With hidden variables, short tables are functions, such as the largest of two, of which there is much to
        // learn.
        let rows = if model.shows_all() { 0 } else { LONG_TABLE };
        match () {
            () if stated.objective().is_some() || is_wide(stated) || has_sums(model, |one| one.abs() != 1) => {
                Class::Learnt
            }
            () if is_path(model) => Class::Path,
            () if is_given() => Class::Given,
            () if has_wide_tables(model, rows) => Class::Tables,
            () if !model.shows_all() && has_sums(model, |_| true) => Class::Learnt,
            () if !model.shows_all() => Class::Hidden,
            () => Class::Other,
        }
    }
}

/// True if the model is one of chains: tables of two columns, and no other rule than that values differ.
fn is_path(model: &Model) -> bool {
    let constraints = || model.constraints().iter().map(|posted| posted.flat());
    let is_link = |constraint: Flat<'_>| matches!(constraint, Flat::Table(Table { vars, .. }) if vars.len() == 2);
    constraints().any(is_link) && constraints().all(|one| is_link(one) || matches!(one, Flat::AllDifferent(_)))
}

/// True if the model has sums with such a coefficient.
fn has_sums(model: &Model, is_such: impl Fn(i64) -> bool) -> bool {
    model.constraints().iter().any(|posted| match posted.flat() {
        Flat::Linear(Linear { terms, .. }) => terms.iter().any(|term| is_such(term.0)),
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Table(_) => false,
    })
}

/// True if some table has more than two columns and at least `rows` rows.
fn has_wide_tables(model: &Model, rows: usize) -> bool {
    let mut constraints = model.constraints().iter().map(|posted| posted.flat());
    constraints.any(|constraint| match constraint {
        Flat::Table(Table { vars, relation }) => vars.len() > 2 && relation.len() >= rows,
        Flat::AllDifferent(_) | Flat::Cardinality(_) | Flat::Clause(_) | Flat::Linear(_) => false,
    })
}

/// True if clauses for the model are made in a moment: not if there are many values, or many of them stand in tables.
/// Values are cheaper in models with bounds or conditions, where sums of few variables are most of all.
pub(super) fn is_light(stated: &Model) -> bool {
    if has_wholes(stated) {
        let others = stated.constraints().iter().filter(|posted| Flat::of(&posted.constraint).is_some());
        return stated.values() <= BOUNDED_VALUES
            && others.map(|posted| cells_of(posted, 2)).sum::<usize>() <= LIGHT_CELLS;
    }
    let Ok(model) = stated.lowered(Takes::CONDITIONS) else { return false };
    // Two columns need no selectors.
    model.values() <= if is_flat(&model) { LIGHT_VALUES } else { BOUNDED_VALUES } && cells(&model, 2) <= LIGHT_CELLS
}

/// True if simpler constraints for all are made in a moment: there are none to make, or the model is neither large nor
/// has constraints that simpler ones state at length.
pub(super) fn is_lowered_soon(stated: &Model) -> bool {
    let vars = || stated.constraints().iter().map(|posted| posted.constraint.vars().count()).sum::<usize>();
    is_flat(stated) || !has_wholes(stated) && stated.values() <= LIGHT_VALUES && vars() <= LIGHT_CELLS
}

/// True if the model has flat classes over equations alone, without conditions.
fn is_flat(stated: &Model) -> bool {
    let is_one = |posted: &Posted| {
        let is_bound = || posted.constraint.atoms().iter().any(|atom| atom.is_bound());
        Flat::of(&posted.constraint).is_some() && posted.when.is_empty() && !is_bound()
    };
    stated.constraints().iter().all(is_one)
}

/// True if clauses for the sums of the model are made in a moment: as many as terms and values of sums.
pub(super) fn has_small_sums(stated: &Model) -> bool {
    let range = |var: Var| {
        let domain = stated.domain(var);
        i64::from(domain.max().unwrap_or(0)) - i64::from(domain.min().unwrap_or(0))
    };
    let size = |posted: &Posted| match &posted.constraint {
        Constraint::Linear(Linear { terms, .. }) => {
            let values = |&(coefficient, var): &(i64, Var)| coefficient.saturating_abs().saturating_mul(range(var));
            let all = terms.iter().map(values).fold(0, i64::saturating_add);
            all.saturating_mul(terms.len() as i64)
        }
        _ => 0,
    };
    stated.constraints().iter().map(size).fold(0, i64::saturating_add) <= SMALL_SUMS
}

/// True if no variable has many values, and clauses for all sums are made in a moment: there clauses are searched
/// sooner than propagated constraints.
pub(super) fn is_narrow(stated: &Model) -> bool {
    stated.variables().iter().all(|variable| variable.domain.len() <= NARROW) && has_small_sums(stated)
}

/// True if the model has bounds or conditions, and variables of many values, whose propagation value by value is slow.
pub(super) fn is_wide(stated: &Model) -> bool {
    stated.variables().iter().any(|variable| variable.domain.len() > WIDE) && !is_flat(stated)
}

/// The recipe by which every class of constraints is propagated, and literals of variables are made on demand.
pub(super) const PROPAGATED: &str = "domain=propagate,linear=propagate,all-different=propagate,table=propagate,\
    card=propagate,amo=propagate,element=propagate,cumulative=propagate,disjunctive=propagate,circuit=propagate,\
    connected=propagate,lex=propagate,global-cardinality=propagate";

/// The recipe of clauses for all constraints but those that simpler ones state at length.
pub(super) const ENCODED: &str =
    "domain=order,circuit=propagate,connected=propagate,cumulative=propagate,disjunctive=propagate";

/// True if the model has nothing but clauses and counts, which solvers of formulas are made for.
pub(super) fn is_bare(stated: &Model) -> bool {
    let is_one = |posted: &Posted| matches!(posted.constraint, Constraint::Clause(_) | Constraint::Cardinality(_));
    stated.constraints().iter().all(is_one) && stated.variables().iter().all(|variable| variable.domain.len() <= WIDE)
}

/// True if the model is an integer program that is not large: rows without conditions, a quarter of them sums or
/// counts.
pub fn is_program(stated: &Model) -> bool {
    let all = stated.constraints();
    let is_sum = |posted: &&Posted| !matches!(posted.constraint, Constraint::Clause(_));
    has_rows_alone(stated) && 4 * all.iter().filter(is_sum).count() >= all.len().max(1)
}

/// True if the model is not large and has sums, counts and clauses alone, without conditions.
fn has_rows_alone(stated: &Model) -> bool {
    let is_row = |posted: &Posted| {
        let is_class =
            matches!(posted.constraint, Constraint::Linear(_) | Constraint::Cardinality(_) | Constraint::Clause(_));
        is_class && posted.when.is_empty()
    };
    stated.constraints().iter().all(is_row) && cells(stated, 0) <= ROW_CELLS
}

/// True if the model is such a program, and columns are few. A variable that is the objective has none if a row
/// defines it.
pub(super) fn is_rows(stated: &Model) -> bool {
    if !is_program(stated) {
        return false;
    }
    let columns = columns_of(stated, PLAIN);
    let of_defined = defined(stated).map_or(0, |var| columns[var.index()]);
    columns.into_iter().fold(0, usize::saturating_add) - of_defined <= ROW_VALUES
}

/// True if the model has nothing but clauses and counts, and few of them. With an objective, relaxations of such a
/// model may be strong, and each takes a moment.
pub(super) fn is_bare_rows(stated: &Model) -> bool {
    let is_few = || stated.constraints().len().saturating_mul(stated.values()) <= BARE_CELLS;
    is_bare(stated) && has_rows_alone(stated) && is_few()
}

/// True if the model has constraints that are better propagated than stated by simpler ones.
pub(super) fn has_wholes(stated: &Model) -> bool {
    let is_whole = |posted: &Posted| {
        matches!(
            posted.constraint,
            Constraint::Circuit(_) | Constraint::Connected(_) | Constraint::Cumulative(_) | Constraint::Disjunctive(_)
        )
    };
    stated.constraints().iter().any(is_whole)
}

/// True if every engine is ready for the model in a moment.
pub(super) fn is_small(model: &Model) -> bool {
    is_flat(model) && model.values() <= SMALL_VALUES && cells(model, 0) <= SMALL_CELLS
}

/// True if native search is ready for a model in a moment, if it has flat classes alone.
pub(super) fn has_few_cells(model: &Model) -> bool {
    is_flat(model) && cells(model, 0) <= LIGHT_CELLS
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
