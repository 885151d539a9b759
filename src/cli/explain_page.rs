//! The page of `cnfab explain --html`: a picture for each step, in one file that needs nothing else.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::construct::{End, Explanation, ExplanationStep};
use crate::model::AtomRelation;
use crate::picture::{Anchor, Ink, Picture, Shape, Text, ems, svg};
use crate::puzzle::Puzzle;
use crate::report::escaped;

use super::explain::sentence;

/// The most possible values that are written into a cell, and how many of them side by side.
const MOST_VALUES: usize = 9;
const IN_A_ROW: usize = 3;

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #8886;padding:.5rem 0 1rem}
h2{font-size:1.1rem;margin:.5rem 0}
svg{max-width:100%;height:auto}
";

/// The page.
pub(super) fn page(puzzle: &dyn Puzzle, instance: &str, explanation: &Explanation) -> String {
    let file = Path::new(instance).file_name().map_or(instance.into(), |name| name.to_string_lossy());
    let title = escaped(&format!("{}: {file}", puzzle.kind().name));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    let grade = &explanation.grade;
    let summary = match &explanation.end {
        End::NoSolution => "There is no solution.".to_owned(),
        End::Open => {
            format!("{} steps; then nothing more follows: there are several solutions.", explanation.steps.len())
        }
        _ => format!("{} steps, grade {}, sum of levels {}.", explanation.steps.len(), grade.level, grade.sum()),
    };
    let _ = write!(out, "<p>{}</p>\n{}", escaped(&summary), svg(&puzzle.picture(None)));
    let steps = if explanation.end == End::NoSolution { &[] } else { &explanation.steps[..] };
    let given: BTreeSet<usize> = steps.first().map(known).unwrap_or_default();
    for (number, step) in (1..).zip(steps) {
        let _ = write!(
            out,
            "<section id=\"step-{number}\">\n<h2>{number}. {}</h2>\n<p>{}</p>\n{}</section>\n",
            escaped(&step.technique),
            escaped(&sentence(step)),
            svg(&drawn(puzzle, step, &given))
        );
    }
    if let End::Solved(cells) = &explanation.end {
        let _ = write!(
            out,
            "<section id=\"solution\">\n<h2>Solution</h2>\n{}</section>\n",
            svg(&puzzle.picture(Some(cells)))
        );
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// The positions whose values are known before a step.
fn known(step: &ExplanationStep) -> BTreeSet<usize> {
    step.board.iter().filter(|(_, values)| values.len() == 1).map(|(&position, _)| position).collect()
}

/// The board before a step, with what the step says.
fn drawn(puzzle: &dyn Puzzle, step: &ExplanationStep, given: &BTreeSet<usize>) -> Picture {
    let mut picture = puzzle.picture(None);
    let spots = puzzle.spots();
    for (&position, values) in &step.board {
        let Some(&((x, y), width)) = spots.get(position) else { continue };
        let facts = step.facts.iter().filter(|fact| fact.positions.contains(&position));
        let (is, is_not): (Vec<_>, Vec<_>) = facts.partition(|fact| fact.atom.relation == AtomRelation::Eq);
        if !is.is_empty() || !is_not.is_empty() {
            let (at, side) = ((x - 0.44 * width, y - 0.44 * width), 0.88 * width);
            picture.line(Shape::Rect { at, width: side, height: side, round: 4.0 }, Ink::Star, 2.4);
        }
        let mut small = |dy: f64, ink: Ink, values: &[i32]| {
            let signs: Vec<String> = values.iter().map(|&value| puzzle.sign(value)).collect();
            let rows: Vec<String> = signs.chunks(IN_A_ROW).map(|row| row.join(" ")).collect();
            let size = rows.iter().map(|row| 0.8 * width / ems(row).max(0.1)).fold(0.24 * width, f64::min);
            for (row, text) in rows.iter().enumerate() {
                let down = dy + 0.25 * (row as f64 - (rows.len() as f64 - 1.0) / 2.0);
                let text = if ink == Ink::Star && row == 0 { format!("\u{2260} {text}") } else { text.clone() };
                let at = (x, y + down * width);
                picture.fill(Shape::Text(Text { at, size, anchor: Anchor::Middle, bold: false, text }), ink);
            }
        };
        let excluded: Vec<i32> = is_not.iter().map(|fact| fact.value).collect();
        if let [fact, ..] = &is[..] {
            picture.fitted((x, y), 0.55 * width, 0.8 * width, Ink::Star, puzzle.sign(fact.value));
        } else if let (1, Some(&value)) = (values.len(), values.first()) {
            if !given.contains(&position) {
                picture.fitted((x, y), 0.55 * width, 0.8 * width, Ink::Found, puzzle.sign(value));
            }
        } else if values.len() <= MOST_VALUES && !values.iter().eq(&[0, 1]) {
            let left: Vec<i32> = values.iter().copied().filter(|value| !excluded.contains(value)).collect();
            small(if excluded.is_empty() { 0.0 } else { -0.18 }, Ink::Note, &left);
            if !excluded.is_empty() {
                small(0.26, Ink::Star, &excluded);
            }
        } else if (1..=MOST_VALUES).contains(&excluded.len()) {
            small(0.0, Ink::Star, &excluded);
        }
    }
    picture
}
