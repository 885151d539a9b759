//! The page of `cnfab explain --html`: sheets of steps, each with a picture, in one file that needs nothing else.

use std::fmt::Write;
use std::path::Path;

use crate::construct::{BoardState, End, Explanation, ExplanationStep, PositionState};
use crate::picture::{Colour, Ink, MARKS, Picture, svg, svg_scaled};
use crate::puzzle::Puzzle;
use crate::report::escaped;
use crate::units::plural;

use super::explain_picture::{Board, colours};
use super::explain_sheets::{Sheet, change, sheets};

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,'Segoe UI','Helvetica Neue',Arial,'DejaVu Sans',sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #8886;padding:.5rem 0 1rem;break-inside:avoid}
h2{font-size:1.1rem;margin:.5rem 0}
svg{max-width:100%;height:auto}
ol{padding-left:2.5rem}
table{border-collapse:collapse}
td,th{padding:.1rem .6rem;text-align:left;vertical-align:top;border-bottom:1px solid #8884;font-weight:400}
.mark{display:inline-block;width:.7em;height:.7em;border:.15em solid;border-radius:.2em;margin-right:.4em}
";

/// The page.
pub(super) fn page(puzzle: &dyn Puzzle, instance: &str, explanation: &Explanation) -> String {
    let file = Path::new(instance).file_name().map_or(instance.into(), |name| name.to_string_lossy());
    let title = escaped(&format!("{}: {file}", puzzle.kind().name));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{}</style>\n</head>\n<body>\n<h1>{title}</h1>\n",
        mark_colours()
    );
    let sheets = match explanation.end {
        End::NoSolution => Vec::new(),
        _ => sheets(explanation),
    };
    let grade = &explanation.grade;
    let (steps, count) = (plural(explanation.steps.len() as u64, "step"), plural(sheets.len() as u64, "sheet"));
    let summary = match &explanation.end {
        End::NoSolution => "There is no solution.".to_owned(),
        End::Open => format!("{steps} on {count}; then nothing more follows: there are several solutions."),
        _ => format!("{steps} on {count}, grade {}, sum of levels {}.", grade.level, grade.sum()),
    };
    let _ = write!(out, "<p>{}</p>\n{}", escaped(&summary), svg(&puzzle.picture(None)));
    let board = Board::new(puzzle, sheets.iter().map(|sheet| &sheet.board));
    if !sheets.is_empty() {
        out.push_str(LEGEND);
    }
    let picture = |picture: &Picture| svg_scaled(picture, board.scale());
    for (number, sheet) in (1..).zip(&sheets) {
        let _ = write!(out, "<section id=\"sheet-{number}\">\n<h2>{}</h2>\n{}", heading(sheet), list(sheet));
        match board.has_cells() {
            true => out.push_str(&picture(&board.sheet(sheet))),
            false => out.push_str(&table(puzzle, &sheet.board)),
        }
        out.push_str("</section>\n");
    }
    match &explanation.end {
        End::Solved(cells) => {
            let solution = svg(&puzzle.picture(Some(cells)));
            let _ = write!(out, "<section id=\"solution\">\n<h2>Solution</h2>\n{solution}</section>\n");
        }
        End::Open => {
            let mut left = explanation.start.clone();
            explanation.steps.iter().for_each(|step| change(&mut left, step));
            let left = match board.has_cells() {
                true => picture(&board.plain(&left)),
                false => table(puzzle, &left),
            };
            let _ = write!(out, "<section id=\"open\">\n<h2>What is left</h2>\n{left}</section>\n");
        }
        End::NoSolution | End::Effort | End::Budget | End::More => {}
    }
    out.push_str("</body>\n</html>\n");
    out
}

const LEGEND: &str = "\
<p>Each sheet shows the board before its steps, with the values that are possible. \
A thick frame has a new value. Values that are excluded are struck out. \
Thin frames and small circles in the colour of a rule show what it is about. \
Where a value is excluded from many cells, circles show where it is left. \
A grey circle is a known value that it uses.</p>
";

/// The strong colours of pictures, as classes of the page.
fn mark_colours() -> String {
    let rules = |dark: bool| {
        let rule = |number: usize| {
            let Colour(red, green, blue) = Ink::mark(number).colour(dark);
            format!(".m{number}{{border-color:#{red:02x}{green:02x}{blue:02x}}}\n")
        };
        (0..MARKS).map(rule).collect::<String>()
    };
    format!("{}@media (prefers-color-scheme:dark){{\n{}}}\n", rules(false), rules(true))
}

/// The techniques of a sheet: `Steps 1 to 4: hidden single, naked single`.
fn heading(sheet: &Sheet<'_>) -> String {
    let mut techniques: Vec<&str> = Vec::new();
    for (_, step) in &sheet.steps {
        if !techniques.contains(&&step.technique[..]) {
            techniques.push(&step.technique);
        }
    }
    let techniques = escaped(&techniques.join(", "));
    match sheet.steps[..] {
        [(number, _)] => format!("Step {number}: {techniques}"),
        _ => format!("{} steps: {techniques}", sheet.steps.len()),
    }
}

/// The steps of a sheet with their numbers. Rules have the colours that they have in the picture.
fn list(sheet: &Sheet<'_>) -> String {
    let is_marked = sheet.steps.len() == 1 || !sheet.places();
    let all: Vec<_> = colours(sheet).collect();
    let reasons = |step: &ExplanationStep| {
        let own = all.iter().filter(|(_, other, _)| std::ptr::eq(*other, step));
        let reason = |&(colour, _, rule): &(usize, &ExplanationStep, usize)| {
            let mark = format!("<span class=\"mark m{}\"></span>", colour % MARKS);
            format!("{}{}", if is_marked { &mark[..] } else { "" }, escaped(&step.rules[rule].reason))
        };
        own.map(reason).collect::<Vec<String>>().join("; ")
    };
    let item = |&(number, step): &(usize, &ExplanationStep)| {
        format!("<li value=\"{number}\">{}, since {}</li>\n", escaped(&step.text), reasons(step))
    };
    format!("<ol>\n{}</ol>\n", sheet.steps.iter().map(item).collect::<String>())
}

/// The knowledge about the positions of a puzzle without cells.
fn table(puzzle: &dyn Puzzle, board: &BoardState) -> String {
    let row = |(&position, state): (&usize, &PositionState)| {
        let values: Vec<String> = state.possible.iter().map(|&value| puzzle.value(value)).collect();
        format!("<tr><th>{}</th><td>{}</td></tr>\n", escaped(&puzzle.place(position)), escaped(&values.join(", ")))
    };
    format!("<table>\n{}</table>\n", board.iter().map(row).collect::<String>())
}
