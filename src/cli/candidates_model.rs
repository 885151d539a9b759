//! `cnfab candidates` of models: the values of each variable of a solution, and the state that is known.

use std::collections::BTreeMap;
use std::io::Write;

use serde_json::{Value, json};

use crate::construct::{CandidateSearch, Candidates, Occurrences, occurrences_of, without_optimum};
use crate::display::quoted;
use crate::model::{Clause, Domain, Model, OutputAlias, StandsFor, Var};
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

/// The values of each name, with the number of solutions that have each.
type Named = Vec<(String, BTreeMap<i32, u64>)>;

/// Answers for one model.
pub(crate) fn answer(wanted: &Wanted<'_>, asked: &AskedModel<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
    let (problem, view) = (asked.problem.as_ref(), asked.view);
    let mut model = asked.stating(|| problem.make_model(view));
    if let Some(name) = asked.from {
        know(&mut model, problem.names(view), &Source::open(name)?)?;
    }
    let named = |cells: Vec<BTreeMap<i32, u64>>, solutions: u64| -> Named {
        let aliases = named_by(&problem.aliases(view), &model, &cells, solutions);
        let shown = model.shown().into_iter().map(|var| model.name(var).to_owned());
        shown.zip(cells).chain(aliases).collect()
    };
    let optimal = without_optimum(model.clone(), asked.budget)?;
    let Some(cap) = wanted.count else {
        let found = match &optimal {
            Some(model) => asked.stating(|| CandidateSearch::new(model, asked.budget))?.run(problem, view)?,
            None => Candidates::default(),
        };
        let cells = found.cells.iter().map(|values| values.iter().map(|&value| (value, 1)).collect()).collect();
        let named = named(cells, found.met);
        if wanted.as_json {
            let cell = |(name, values): &(String, BTreeMap<i32, u64>)| json!({"place": name, "values": values.keys().collect::<Vec<_>>()});
            let cells: Vec<Value> = named.iter().map(cell).collect();
            return write_json(out, &json!({"instance": asked.instance, "cells": cells}));
        }
        if found.met == 0 {
            writeln!(out, "no solution")?;
        }
        for (name, values) in named {
            let values: Vec<String> = values.keys().map(i32::to_string).collect();
            writeln!(out, "{name}: {}", values.join(" "))?;
        }
        return Ok(());
    };
    let mut found = match optimal {
        Some(model) => occurrences_of(problem, view, &model, wanted.backend, cap, asked.budget)?,
        None => Occurrences { complete: true, ..Occurrences::default() },
    };
    let named = named(std::mem::take(&mut found.cells), found.solutions);
    if wanted.as_json {
        let cell = |(name, values): &(String, BTreeMap<i32, u64>)| {
            let values: serde_json::Map<String, Value> =
                values.iter().map(|(value, count)| (value.to_string(), json!(count))).collect();
            json!({"place": name, "values": values})
        };
        let cells: Vec<Value> = named.iter().map(cell).collect();
        let (instance, solutions, complete) = (asked.instance, found.solutions, found.complete);
        let value = json!({"instance": instance, "solutions": solutions, "complete": complete, "cells": cells});
        write_json(out, &value)?;
    } else {
        let least = if found.complete { "" } else { ">=" };
        writeln!(out, "{least}{}", plural(found.solutions, "solution"))?;
        for (name, values) in &named {
            let values = values.iter().map(|(value, count)| format!("{value} ({least}{count})"));
            writeln!(out, "{name}: {}", values.collect::<Vec<_>>().join(", "))?;
        }
    }
    all_wanted(&found, cap)
}

/// The values of the names that stand for others, as the text prints them; none without a solution.
fn named_by(aliases: &[OutputAlias], model: &Model, cells: &[BTreeMap<i32, u64>], solutions: u64) -> Named {
    let shown: BTreeMap<Var, &BTreeMap<i32, u64>> = model.shown().into_iter().zip(cells).collect();
    let values = |stands_for: &StandsFor| match *stands_for {
        StandsFor::Value(value) => Some(BTreeMap::from([(i32::try_from(value).ok()?, solutions)])),
        StandsFor::Var(var) => shown.get(&var).map(|&values| values.clone()),
        StandsFor::Truth(atom) => {
            let mut truths = BTreeMap::new();
            for (&value, count) in *shown.get(&atom.var)? {
                *truths.entry(i32::from(atom.holds(value))).or_default() += count;
            }
            Some(truths)
        }
    };
    let aliases = aliases.iter().filter(|_| solutions > 0);
    aliases.filter_map(|alias| Some((alias.name.clone(), values(&alias.stands_for)?))).collect()
}

/// The label of what is known.
const STATE: &str = "state";

/// Restricts the names of a text to what is known: a line for each, as `cnfab candidates` prints them, or `x = 3`.
fn know(model: &mut Model, names: Vec<OutputAlias>, source: &Source) -> Result<(), Failure> {
    let wrong = |line: usize, column: usize, found: String, expected: &str| {
        let (name, error) = (source.name.clone(), ParseError::new(line, column, found, expected));
        Failure::from(SourceError::Parse { name, error, looks: None })
    };
    let own = model.vars().map(|var| (model.name(var).to_owned(), StandsFor::Var(var)));
    let by_name: BTreeMap<String, StandsFor> =
        names.into_iter().map(|alias| (alias.name, alias.stands_for)).chain(own).collect();
    let mut domains: Vec<Domain> = model.variables().iter().map(|variable| variable.domain.clone()).collect();
    let mut clauses: Vec<Clause> = Vec::new();
    for (number, line) in (1..).zip(source.text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let split = line.rsplit_once(':').or_else(|| line.rsplit_once('='));
        let Some((name, values)) = split else {
            return Err(wrong(number, 1, quoted(line), "a variable and its values, such as 'x: 1 3'"));
        };
        let name = name.trim();
        let Some(stands_for) = by_name.get(name) else {
            return Err(wrong(number, 1, quoted(name), "a variable that the model has"));
        };
        let mut kept = Vec::new();
        for word in values.trim_end_matches(';').split_whitespace() {
            let column = 1 + word.as_ptr() as usize - line.as_ptr() as usize;
            let value = match word {
                "false" => Some(0),
                "true" => Some(1),
                number => number.parse::<i32>().ok(),
            };
            kept.push(value.ok_or_else(|| wrong(number, column, quoted(word), "a whole number"))?);
        }
        match *stands_for {
            StandsFor::Var(var) => domains[var.index()] = domains[var.index()].and(&kept.into_iter().collect()),
            StandsFor::Truth(atom) => match (kept.contains(&0), kept.contains(&1)) {
                (true, true) => {}
                (false, true) => clauses.push(Clause(vec![atom])),
                (true, false) => clauses.push(Clause(vec![!atom])),
                (false, false) => clauses.push(Clause(Vec::new())),
            },
            StandsFor::Value(value) => {
                if !kept.iter().any(|&kept| i64::from(kept) == value) {
                    clauses.push(Clause(Vec::new()));
                }
            }
        }
    }
    model.set_domains(domains.into_iter());
    clauses.into_iter().for_each(|clause| model.post(STATE, clause));
    Ok(())
}
