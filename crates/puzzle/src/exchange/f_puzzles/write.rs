//! Writes links to f-puzzles.

use serde_json::{Map, Value, json};

use crate::{About, Puzzle};

use super::super::regions::{region_of, usual_boxes};
use super::super::{Inexpressible, base64, parts_of};
use super::lz;

/// The largest grid that f-puzzles shows.
const MOST_SHOWN: usize = 16;

/// Writes a link.
pub(in crate::exchange) fn write(puzzle: &dyn Puzzle, about: &About) -> Result<String, Inexpressible> {
    let parts = parts_of(puzzle);
    let (grid, size) = (parts.grid, parts.grid.rows);
    if size > MOST_SHOWN {
        return Err(Inexpressible::new(format!("{size} rows"), format!("at most {MOST_SHOWN}")));
    }
    let is_usual = parts.boxes == Some(usual_boxes(size));
    let region = |cell: usize| region_of(&parts, cell).filter(|_| !is_usual);
    let cell = |cell: usize| {
        let mut object = Map::new();
        if let Some(given) = parts.givens[cell] {
            object.insert("value".to_owned(), json!(given));
            object.insert("given".to_owned(), json!(true));
        }
        if let Some(region) = region(cell) {
            object.insert("region".to_owned(), json!(region));
        }
        Value::Object(object)
    };
    let rows: Vec<Vec<Value>> = (0..size).map(|row| grid.row(row).map(cell).collect()).collect();
    let name = |cell: &usize| format!("R{}C{}", cell / size + 1, cell % size + 1);
    let cage = |(cells, sum): &(Vec<usize>, i64)| json!({ "cells": cells.iter().map(name).collect::<Vec<_>>(), "value": sum.to_string() });
    let mut object = json!({ "size": size, "grid": rows });
    let said = [("title", &about.title), ("author", &about.author), ("ruleset", &about.rules)];
    for (key, text) in said.into_iter().filter_map(|(key, text)| Some((key, text.as_ref()?))) {
        object[key] = json!(text);
    }
    if !parts.cages.is_empty() {
        object["killercage"] = parts.cages.iter().map(cage).collect();
    }
    Ok(format!("https://www.f-puzzles.com/?load={}", base64::text(&lz::compress(&object.to_string()))))
}
