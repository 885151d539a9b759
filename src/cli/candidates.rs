//! `cnfab candidates`: which values the cells take.

use std::io::Write;

use serde_json::{Value, json};

use crate::construct::{Candidates, Occurrences, candidates, occurrences};
use crate::solve::{Encodings, Strategy};
use crate::units::plural;

use super::candidates_model::{self, Wanted};
use super::failure::Failure;
use super::question::{Asked, AskedModel, FromArguments, QuestionArguments, all_wanted, answer_any, write_json};

/// Print for each cell, or variable, the values that it takes in some solution.
///
/// They are the true candidates: each of them is part of a solution. Cells with one value are the same in all
/// solutions.
///
/// Of a model, cells are the variables of a solution, and of one with an objective solutions are the optimal ones.
///
/// With --json: {"instance", "cells": [{"place", "values"}]}, and with --count "values" is an object with a number of
/// solutions for each value, next to "solutions" and "complete".
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    #[command(flatten)]
    from: FromArguments,

    /// Print how many solutions have each value.
    #[arg(long)]
    count: bool,

    /// List at most this many solutions for --count; the numbers are lower bounds then.
    #[arg(long, value_name = "NUMBER", default_value_t = 1_000_000, requires = "count",
        value_parser = clap::value_parser!(u64).range(1..))]
    cap: u64,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let backend = Strategy::default().backend(&Encodings::default());
    let json = arguments.question.json;
    let on_puzzle = |asked: &Asked<'_>, out: &mut Vec<u8>| {
        if arguments.count {
            let found = occurrences(asked.puzzle, asked.view, backend.as_ref(), arguments.cap, asked.budget)?;
            print_counts(asked, &found, json, out)?;
            return all_wanted(&found, arguments.cap);
        }
        print_values(asked, &candidates(asked.puzzle, asked.view, asked.budget)?, json, out)
    };
    let count = arguments.count.then_some(arguments.cap);
    let wanted = Wanted { backend: backend.as_ref(), count, as_json: json };
    let on_model = |asked: &AskedModel<'_>, out: &mut Vec<u8>| candidates_model::answer(&wanted, asked, out);
    answer_any(&arguments.question, Some(&arguments.from), "", |_| Ok(()), on_puzzle, Some(&on_model))
}

fn print_values(asked: &Asked<'_>, found: &Candidates, as_json: bool, out: &mut Vec<u8>) -> Result<(), Failure> {
    let puzzle = asked.puzzle;
    let cells = found.cells.iter().enumerate().filter(|&(position, _)| puzzle.is_cell(position));
    let texts =
        cells.map(|(position, values)| (position, values.iter().map(|&value| puzzle.value(value)).collect::<Vec<_>>()));
    if as_json {
        let cell = |(position, values)| json!({"place": puzzle.place(position), "values": values});
        let cells: Vec<Value> = texts.map(cell).collect();
        return write_json(out, &json!({"instance": asked.instance, "cells": cells}));
    }
    if found.cells.is_empty() {
        writeln!(out, "no solution")?;
    }
    for (position, values) in texts {
        writeln!(out, "{}: {}", puzzle.place(position), values.join(" "))?;
    }
    Ok(())
}

fn print_counts(asked: &Asked<'_>, found: &Occurrences, as_json: bool, out: &mut Vec<u8>) -> Result<(), Failure> {
    let puzzle = asked.puzzle;
    let cells = found.cells.iter().enumerate().filter(|&(position, _)| puzzle.is_cell(position));
    if as_json {
        let cell = |(position, values): (usize, &std::collections::BTreeMap<i32, u64>)| {
            let values: serde_json::Map<String, Value> =
                values.iter().map(|(&value, &count)| (puzzle.value(value), json!(count))).collect();
            json!({"place": puzzle.place(position), "values": values})
        };
        let cells: Vec<Value> = cells.map(cell).collect();
        let (solutions, complete) = (found.solutions, found.complete);
        let value = json!({"instance": asked.instance, "solutions": solutions, "complete": complete, "cells": cells});
        return write_json(out, &value);
    }
    let least = if found.complete { "" } else { ">=" };
    writeln!(out, "{least}{}", plural(found.solutions, "solution"))?;
    for (position, values) in cells {
        let values = values.iter().map(|(&value, count)| format!("{} ({least}{count})", puzzle.value(value)));
        writeln!(out, "{}: {}", puzzle.place(position), values.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}
