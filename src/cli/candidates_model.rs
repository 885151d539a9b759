//! `cnfab candidates` of models: the values of each variable of a solution, and the state that is known.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use serde_json::{Value, json};

use crate::construct::{candidates_of, occurrences_of, without_optimum};
use crate::display::quoted;
use crate::model::{Domain, Model, StandsFor};
use crate::parse_error::ParseError;
use crate::solve::Backend;
use crate::source::{Source, SourceError};
use crate::units::plural;

use super::failure::Failure;
use super::question::{AskedModel, all_wanted, write_json};

/// The form of the answer.
pub(crate) struct Wanted<'a> {
    pub(crate) backend: &'a dyn Backend,
    /// The most solutions to list for numbers of solutions; without it none are wanted.
    pub(crate) count: Option<u64>,
    pub(crate) as_json: bool,
}

/// Answers for one model.
pub(crate) fn answer(wanted: &Wanted<'_>, asked: &AskedModel<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
    let mut model = asked.problem.make_model(asked.view);
    if let Some(name) = asked.from {
        know(&mut model, &Source::open(name)?)?;
    }
    let names: Vec<String> = model.shown().into_iter().map(|var| model.name(var).to_owned()).collect();
    let Some(cap) = wanted.count else {
        let found = candidates_of(asked.problem.as_ref(), asked.view, model.clone(), asked.budget)?;
        let mut named: Vec<(String, Vec<i32>)> = names
            .into_iter()
            .zip(&found.cells)
            .map(|(name, values)| (name, values.iter().copied().collect()))
            .collect();
        named.extend(aliases(asked, &model, &found.cells));
        if wanted.as_json {
            let cells: Vec<Value> =
                named.iter().map(|(name, values)| json!({"place": name, "values": values})).collect();
            return write_json(out, &json!({"instance": asked.instance, "cells": cells}));
        }
        if found.met == 0 {
            writeln!(out, "no solution")?;
        }
        for (name, values) in named {
            let values: Vec<String> = values.iter().map(i32::to_string).collect();
            writeln!(out, "{name}: {}", values.join(" "))?;
        }
        return Ok(());
    };
    let found = match without_optimum(model, asked.budget)? {
        Some(model) => occurrences_of(asked.problem.as_ref(), asked.view, &model, wanted.backend, cap, asked.budget)?,
        None => crate::construct::Occurrences { complete: true, ..Default::default() },
    };
    let cells = || names.iter().zip(&found.cells);
    if wanted.as_json {
        let cell = |(name, values): (&String, &BTreeMap<i32, u64>)| {
            let values: serde_json::Map<String, Value> =
                values.iter().map(|(value, count)| (value.to_string(), json!(count))).collect();
            json!({"place": name, "values": values})
        };
        let cells: Vec<Value> = cells().map(cell).collect();
        let (instance, solutions, complete) = (asked.instance, found.solutions, found.complete);
        let value = json!({"instance": instance, "solutions": solutions, "complete": complete, "cells": cells});
        write_json(out, &value)?;
    } else {
        let least = if found.complete { "" } else { ">=" };
        writeln!(out, "{least}{}", plural(found.solutions, "solution"))?;
        for (name, values) in cells() {
            let values = values.iter().map(|(value, count)| format!("{value} ({least}{count})"));
            writeln!(out, "{name}: {}", values.collect::<Vec<_>>().join(", "))?;
        }
    }
    all_wanted(&found, cap)
}

/// The values of the names that stand for a comparison of a variable, as the text prints them.
fn aliases(asked: &AskedModel<'_>, model: &Model, cells: &[BTreeSet<i32>]) -> Vec<(String, Vec<i32>)> {
    let shown = model.shown();
    let values = |stands_for: &StandsFor| match *stands_for {
        StandsFor::Value(value) => Some(BTreeSet::from([i32::try_from(value).ok()?])),
        StandsFor::Var(var) => {
            let cell = shown.iter().position(|&shown| shown == var)?;
            cells.get(cell).cloned()
        }
        StandsFor::Truth(atom) => {
            let cell = shown.iter().position(|&shown| shown == atom.var)?;
            Some(cells.get(cell)?.iter().map(|&value| i32::from(atom.holds(value))).collect())
        }
    };
    let aliases = asked.problem.aliases(asked.view).into_iter().filter(|_| !cells.is_empty());
    aliases.filter_map(|alias| Some((alias.name, values(&alias.stands_for)?.into_iter().collect()))).collect()
}

/// Restricts variables to what is known: a line for each, as `cnfab candidates` prints them, or `x = 3`.
fn know(model: &mut Model, source: &Source) -> Result<(), Failure> {
    let wrong = |line: usize, column: usize, found: String, expected: &str| {
        let (name, error) = (source.name.clone(), ParseError::new(line, column, found, expected));
        Failure::from(SourceError::Parse { name, error, looks: None })
    };
    let mut domains: Vec<Domain> = model.variables().iter().map(|variable| variable.domain.clone()).collect();
    let by_name: BTreeMap<&str, usize> = model.shown().iter().map(|var| (model.name(*var), var.index())).collect();
    for (number, line) in (1..).zip(source.text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let split = line.rsplit_once(':').or_else(|| line.rsplit_once('='));
        let Some((name, values)) = split else {
            return Err(wrong(number, 1, quoted(line), "a variable and its values, such as 'x: 1 3'"));
        };
        let name = name.trim();
        let Some(&var) = by_name.get(name) else {
            return Err(wrong(number, 1, quoted(name), "a variable of a solution"));
        };
        let mut kept = Vec::new();
        for value in values.trim_end_matches(';').split_whitespace() {
            let column = 1 + value.as_ptr() as usize - line.as_ptr() as usize;
            kept.push(value.parse::<i32>().map_err(|_| wrong(number, column, quoted(value), "a whole number"))?);
        }
        domains[var] = domains[var].and(&kept.into_iter().collect());
    }
    model.set_domains(domains.into_iter());
    Ok(())
}
