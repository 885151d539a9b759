//! `cnfab show --clauses`, `cnfab show --rows`: what each constraint has become.

use std::collections::BTreeSet;
use std::io::Write;

use crate::cnf::Lit;
use crate::format::{ClauseOrigin, Export, ExportError, OriginKind, States, clause_map, row_map, row_origin};
use crate::ilp::ProgramRow;
use crate::model::Model;
use crate::names::UnknownName;
use crate::units::plural;

use super::drive::Output;
use super::encode::EncodeArguments;
use super::failure::Failure;
use super::inputs::Input;

/// The problem whose clauses are asked for.
pub(super) struct Wish<'w> {
    pub(super) input: &'w Input,
    pub(super) index: usize,
    pub(super) model: &'w Model,
    pub(super) encode: &'w EncodeArguments,
}

impl Wish<'_> {
    /// Calls `use_it` with the export of the problem.
    fn export<R>(&self, use_it: impl FnOnce(&Export<'_>) -> Result<R, ExportError>) -> Result<R, Failure> {
        let recipe = self.encode.resolve(self.model)?;
        let view = self.input.view(self.index);
        let problem = &self.input.problems[self.index];
        let aliases = problem.aliases(view);
        let ilp = self.encode.encodings().formulation();
        let (model, kind, instance) = (self.model, problem.name(), "");
        let export = Export { model, recipe: &recipe, aliases: &aliases, ilp, instance, kind, view, comments: false };
        use_it(&export).map_err(|error| match error {
            ExportError::Unsupported(unsupported) => unsupported.into(),
            ExportError::Program(unsupported) => Failure::Input(format!("cnfab: {unsupported}")),
            ExportError::Io(error) => Failure::Output(error),
        })
    }

    fn heading(&self, out: &mut Output) -> Result<(), Failure> {
        if self.input.batch {
            writeln!(out, "{}", self.input.heading(self.index))?;
        }
        Ok(())
    }

    /// True if the name is a variable of the model: its literals are looked for.
    fn is_variable(&self, name: &str) -> bool {
        self.model.variables().iter().any(|variable| variable.name == name)
    }

    /// The error for a name that nothing has.
    fn unknown(&self, name: &str) -> Failure {
        let labels: BTreeSet<&str> = self.model.constraints().iter().map(|posted| &*posted.label).collect();
        let variables = self.model.variables().iter().map(|variable| &*variable.name);
        let what = "constraint or variable";
        Failure::Input(format!("cnfab: {}", UnknownName::new(what, name, labels.into_iter().chain(variables))))
    }
}

/// True if a literal stands for a value of the variable, or is one of its bits.
fn is_of(meaning: &str, variable: &str) -> bool {
    meaning.strip_prefix(variable).is_some_and(|rest| rest.starts_with([' ', '.']))
}

/// Prints the clauses of constraints, with their auxiliary variables.
pub(super) fn show_clauses(wish: &Wish<'_>, name: Option<&str>, out: &mut Output) -> Result<(), Failure> {
    let variable = name.filter(|name| wish.is_variable(name));
    let is_named = |origin: &ClauseOrigin| name.is_none_or(|name| name == origin.label || name == origin.name());
    let is_wanted = |origin: &ClauseOrigin, clause: &[Lit], meanings: &[String]| match variable {
        Some(variable) => clause.iter().any(|lit| is_of(&meanings[lit.var() as usize - 1], variable)),
        None => is_named(origin),
    };
    let map = wish.export(|export| clause_map(export, &is_wanted))?;
    let is_there = variable.is_some() || map.origins.iter().any(&is_named);
    if let Some(name) = name.filter(|_| !is_there) {
        let is_posted = wish.model.constraints().iter().any(|posted| *posted.label == *name);
        if !is_posted {
            return Err(wish.unknown(name));
        }
    }
    wish.heading(out)?;
    let mut clauses = map.clauses.iter().peekable();
    for origin in &map.origins {
        let of_origin = std::iter::from_fn(|| clauses.next_if(|(number, _)| origin.clauses.contains(number)));
        let of_origin: Vec<_> = of_origin.collect();
        let is_shown = if variable.is_some() { !of_origin.is_empty() } else { is_named(origin) };
        if !is_shown {
            continue;
        }
        let what = if origin.kind == OriginKind::Variable { "variable" } else { "constraint" };
        writeln!(out, "{what} {}: {}", origin.name(), plural(of_origin.len() as u64, "clause"))?;
        for number in origin.variables.clone() {
            let at = number as usize - 1;
            let meaning = map.definitions[at].as_ref().map(|when| format!(" <=> {when}")).unwrap_or_default();
            writeln!(out, "  {number}  {}{meaning}", map.meanings[at])?;
        }
        let texts: Vec<String> = of_origin.iter().map(|(_, clause)| map.text(clause)).collect();
        let width = texts.iter().map(|text| text.chars().count()).filter(|&width| width <= WIDTH).max().unwrap_or(0);
        for text in texts {
            writeln!(out, "  {text:width$}   {}", origin.name())?;
        }
    }
    Ok(())
}

/// Columns of clauses behind which constraints are aligned.
const WIDTH: usize = 60;

/// Prints the rows of constraints.
pub(super) fn show_rows(wish: &Wish<'_>, name: Option<&str>, out: &mut Output) -> Result<(), Failure> {
    let map = wish.export(|export| row_map(export, States::Program))?;
    let variable = name.filter(|name| wish.is_variable(name));
    let is_of_column = |column: &str, variable: &str| {
        column.strip_prefix(variable).is_some_and(|rest| rest.starts_with(['=', '<', '>', '.', ' ']))
    };
    let columns = map.made.program.columns();
    let is_wanted = |row: &ProgramRow<'_>| match (variable, name) {
        (Some(variable), _) => row.entries.iter().any(|&(column, _)| is_of_column(&columns[column].name, variable)),
        (None, Some(name)) => **row.label == *name || row_origin(row) == name,
        (None, None) => true,
    };
    let rows = map.made.program.rows().filter(is_wanted);
    let rows: Vec<(String, String)> = rows.map(|row| (map.text(&row), row_origin(&row))).collect();
    if let Some(name) = name.filter(|_| rows.is_empty() && variable.is_none()) {
        return Err(wish.unknown(name));
    }
    wish.heading(out)?;
    let width = rows.iter().map(|row| row.0.chars().count()).filter(|&width| width <= WIDTH).max().unwrap_or(0);
    for (text, origin) in rows {
        writeln!(out, "{text:width$}   {origin}")?;
    }
    Ok(())
}
