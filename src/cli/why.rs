//! `cnfab why`: why a puzzle or a model has no solution, or more than one.

use std::io::Write;
use std::ops::Range;

use serde_json::json;

use crate::construct::{Conflict, Conflicts, ConstructError, Occurrences, Selectable, occurrences, with_only};
use crate::model::Model;
use crate::picture::{Drawing, Ink, Look};
use crate::puzzle::Cells;
use crate::solve::{Backend, Encodings, Strategy};
use crate::units::plural;

use super::colour;
use super::failure::Failure;
use super::inputs::Input;
use super::question::{Asked, AskedModel, FromArguments, QuestionArguments, all_wanted, answer_any, write_json};
use super::why_model::{self, Answer, ModelArguments};

/// Name rules or constraints that contradict each other, or tell how solutions differ.
///
/// If there is no solution, the answer is a set of clues and rules that contradict each other, and of which none can be
/// left out. The puzzle is drawn with these clues only. A rule is named by its label and its number among the rules of
/// that label, from 1 as places are; a rule about few of many variables is named by them.
///
/// If there are several solutions, two of them that differ in few cells are drawn side by side: in the fewest, if there
/// are up to 256 solutions. With --most, they differ in the most variables of the model. A '>' stands before what
/// differs. The last line names clues, as the kind states them, that leave one solution, or one that excludes the
/// second.
///
/// Of a model, the set has constraints of its file, by line, name and text. 'clause[3]' is the fourth of its label: as
/// in 'cnfab show' and for --encode, numbers in brackets count from 0. If there are several solutions, two that
/// differ in the fewest variables stand side by side. If there is an objective, the answer is a set of constraints that
/// together keep better values away. Of each the answer says by how much leaving it out betters the optimum. A variable
/// without bounds keeps those that all constraints together imply; the answer names them.
///
/// With --json, an object for each file; 'cnfab schema why' has the fields.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    #[command(flatten)]
    from: FromArguments,

    /// Look at no more than this many solutions.
    #[arg(long, value_name = "NUMBER", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    cap: u64,

    #[command(flatten)]
    model: ModelArguments,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let backend = Strategy::default().backend(&Encodings::default());
    let json = arguments.question.json;
    let on_model = |asked: &AskedModel<'_>, out: &mut Vec<u8>| why_model::answer(&arguments.model, asked, json, out);
    let on_puzzle = |asked: &Asked<'_>, out: &mut Vec<u8>| {
        arguments.model.accept_puzzle(asked.instance)?;
        if contradictions(&arguments.model, asked, json, out)? {
            return Ok(());
        }
        if arguments.model.most {
            on_puzzle_model(&arguments.model, asked, json, &Model::with_groups()).pair(out)?;
        } else {
            let found = occurrences(asked.puzzle, asked.view, backend.as_ref(), arguments.cap, asked.budget)?;
            differences(asked, &found, backend.as_ref(), json, out)?;
            all_wanted(&found, arguments.cap)?;
        }
        arguments.model.nothing_written(asked.instance)
    };
    let accept = |input: &Input| arguments.model.accept(input);
    answer_any(&arguments.question, Some(&arguments.from), "", accept, on_puzzle, Some(&on_model))
}

/// The subject of an answer about a puzzle's own model.
fn on_puzzle_model<'a>(
    arguments: &'a ModelArguments,
    asked: &'a Asked<'a>,
    as_json: bool,
    model: &'a Model,
) -> Answer<'a> {
    let Asked { puzzle, view, instance, budget, .. } = *asked;
    Answer { arguments, problem: puzzle, view, instance, budget, model, hard: arguments.hard(model), as_json }
}

/// Prints clues and rules that contradict each other; false if there are none.
fn contradictions(
    model_arguments: &ModelArguments,
    asked: &Asked<'_>,
    as_json: bool,
    out: &mut Vec<u8>,
) -> Result<bool, Failure> {
    let (puzzle, arguments) = (asked.puzzle, &model_arguments.sets);
    let selectable = Selectable::with_rules(puzzle, asked.view).map_err(ConstructError::Clues)?;
    let texts: Vec<String> = puzzle.clues().into_iter().map(|clue| clue.text).collect();
    let clues = texts.iter().map(|text| [&**text; 2]);
    let rules = selectable.rules.iter().map(|rule| [&*rule.name, &*rule.label]);
    let names: Vec<[&str; 2]> = clues.chain(rules).collect();
    arguments.check_names("clue, or name or label of a rule", names.iter().copied())?;
    let is_hard = |part: usize| arguments.is_hard(names[part]);
    let has_hard = (0..names.len()).any(is_hard);
    let mut conflicts = Conflicts::of_puzzle(&selectable, is_hard, asked.budget)?;
    let has_groups = model_arguments.fine || model_arguments.certify.is_some();
    let groups = if has_groups { selectable.in_groups(&texts) } else { Model::with_groups() };
    let answer = on_puzzle_model(model_arguments, asked, as_json, &groups);
    arguments.print(&mut conflicts, "part", &mut |set, is_minimal| {
        if model_arguments.fine && is_minimal {
            return answer.pieces(set, out);
        }
        answer.certify(set, &format!("{} of its clues and rules", set.len()))?;
        let Conflict { clues, rules } = Conflict::of(&selectable, set);
        let clue_texts: Vec<&str> = clues.iter().map(|&clue| &*texts[clue]).collect();
        let rules: Vec<&str> = rules.iter().map(|rule| &*rule.name).collect();
        if as_json {
            let instance = asked.instance;
            write_json(
                out,
                &json!({
                    "instance": instance, "solutions": 0, "clues": clue_texts, "rules": rules, "minimal": is_minimal,
                }),
            )?;
        } else {
            let count = |texts: &[&str], noun| plural(texts.len() as u64, noun);
            let both = format!("{} and {}", count(&clue_texts, "clue"), count(&rules, "rule"));
            let minimal = if is_minimal { " contradict each other" } else { ", not known to be minimal" };
            writeln!(out, "no solution: {both}{minimal}")?;
            clue_texts.iter().try_for_each(|clue| writeln!(out, "  clue: {clue}"))?;
            rules.iter().try_for_each(|rule| writeln!(out, "  rule: {rule}"))?;
            if has_hard {
                writeln!(out, "always holds besides: what --hard names")?;
            }
            let left = with_only(puzzle, &clues).map_err(ConstructError::Clues)?;
            write!(out, "\n{}", left.draw(None))?;
        }
        if arguments.all { asked.show(out) } else { Ok(()) }
    })
}

fn differences(
    asked: &Asked<'_>,
    found: &Occurrences,
    backend: &dyn Backend,
    as_json: bool,
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let puzzle = asked.puzzle;
    let open = (0..found.cells.len()).filter(|&cell| found.cells[cell].len() > 1);
    let cells: Vec<String> = open.map(|cell| puzzle.place(cell)).collect();
    // Of solutions that are not all, nobody knows what the others have.
    let deciding = found.deciding().filter(|_| found.complete && found.solutions > 1);
    let deciding: Vec<String> = deciding.filter_map(|(cell, value)| puzzle.given(cell, value)).collect();
    let is_one = found.solutions == 1 && found.complete;
    let advice = match &found.pair[..] {
        [kept, excluded] => advice(asked, found, &deciding, backend, kept, excluded)?,
        _ => None,
    };
    if as_json {
        let value = json!({
            "instance": asked.instance,
            "solutions": found.solutions,
            "complete": found.complete,
            "cells": cells,
            "deciding": deciding,
            "pair": found.pair.iter().map(|cells| puzzle.plain(cells)).collect::<Vec<String>>(),
            "advice": advice,
        });
        return write_json(out, &value);
    }
    if is_one {
        return Ok(writeln!(out, "one solution: nothing contradicts, nothing is open")?);
    }
    let least = if found.complete { "" } else { "at least " };
    let (solutions, count) = (plural(found.solutions, "solution"), plural(cells.len() as u64, "cell"));
    let [one, other] = &found.pair[..] else { return Ok(writeln!(out, "{least}{solutions}")?) };
    let differ = one.0.iter().zip(&other.0).filter(|(one, other)| one != other).count() as u64;
    match found.solutions {
        2 => writeln!(out, "{least}{solutions}, which differ in {count}:")?,
        _ => writeln!(out, "{least}{solutions}, which differ in {count}; two that differ in {differ}:")?,
    }
    writeln!(out)?;
    out.write_all(colour::text(&beside(&puzzle.drawing(Some(one)), &puzzle.drawing(Some(other)))).as_bytes())?;
    let none = || format!("a text of kind {} has no clue that tells them apart", puzzle.kind().name);
    Ok(writeln!(out, "\n{}", advice.unwrap_or_else(none))?)
}

/// The most changes of a puzzle that are tried.
const MOST_TRIED: usize = 24;

/// The most clues that are listed.
const MOST_LISTED: usize = 3;

/// The clues that could be added or changed to leave one solution, or at least to exclude the second one.
fn advice(
    asked: &Asked<'_>,
    found: &Occurrences,
    deciding: &[String],
    backend: &dyn Backend,
    kept: &Cells,
    excluded: &Cells,
) -> Result<Option<String>, Failure> {
    let puzzle = asked.puzzle;
    if let [_, ..] = deciding {
        let more = match deciding.len().saturating_sub(MOST_LISTED) {
            0 => String::new(),
            more => format!("; or {more} others"),
        };
        let listed = deciding[..deciding.len().min(MOST_LISTED)].join("; or ");
        return Ok(Some(format!("a clue that leaves one solution: {listed}{more}")));
    }
    // Of the values in which the two differ, the one that the fewest solutions have.
    let differing = (0..kept.0.len()).filter(|&cell| kept.0[cell] != excluded.0[cell]);
    let clues = differing.filter_map(|cell| {
        let count = found.cells[cell].get(&kept.0[cell])?;
        Some((count, puzzle.given(cell, kept.0[cell])?))
    });
    if let Some((count, clue)) = clues.min_by_key(|(count, _)| **count) {
        let of = if found.complete { "no clue leaves one solution, but" } else { "a clue that excludes the second:" };
        let left = if found.complete { format!(" leaves {count} of {}", found.solutions) } else { String::new() };
        return Ok(Some(format!("{of} {clue}{left}")));
    }
    let changes = puzzle.changes(kept, excluded);
    for change in changes.iter().take(MOST_TRIED).filter(|_| found.complete) {
        let left = occurrences(change.puzzle.as_ref(), asked.view, backend, 2, asked.budget)?;
        if left.complete && left.solutions == 1 {
            return Ok(Some(format!("a change that leaves one solution: {}", change.text)));
        }
    }
    Ok(changes.first().map(|change| format!("a change that excludes the second: {}", change.text)))
}

/// The blanks between two drawings that stand side by side, and the most columns of both.
const APART: usize = 4;
const MOST_COLUMNS: usize = 118;

/// A character as it is drawn.
type Glyph = (char, Look);

/// Two drawings side by side, or one below the other where they are wide. Texts that differ are marked by a `>`, and
/// by a ground in colours.
pub(super) fn beside(one: &Drawing, other: &Drawing) -> Drawing {
    let (mut left, mut right) = (lines(one), lines(other));
    let count = left.len().max(right.len());
    left.resize(count, Vec::new());
    right.resize(count, Vec::new());
    for (one, other) in left.iter_mut().zip(&mut right) {
        let width = one.len().max(other.len());
        one.resize(width, (' ', Look::default()));
        other.resize(width, (' ', Look::default()));
        for word in different_words(one, other) {
            for line in [&mut *one, &mut *other] {
                line[word.clone()].iter_mut().for_each(|(_, look)| look.ground = Some(Ink::Path));
                line[word.start - 1].0 = MARK;
            }
        }
    }
    let width = left.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = Drawing::default();
    if 2 * width + APART > MOST_COLUMNS {
        left.iter().for_each(|line| out.push_line(line));
        out.push("\n");
        right.iter().for_each(|line| out.push_line(line));
        return out;
    }
    for (mut line, other) in left.into_iter().zip(right) {
        line.resize(width + APART, (' ', Look::default()));
        line.extend(other);
        out.push_line(&line);
    }
    out
}

/// The mark before a text that differs.
const MARK: char = '>';

/// The lines of a drawing, with a blank before each.
fn lines(drawing: &Drawing) -> Vec<Vec<Glyph>> {
    let mut lines = vec![vec![(' ', Look::default())]];
    for run in drawing.runs() {
        for c in run.text.chars() {
            match c {
                '\n' => lines.push(vec![(' ', Look::default())]),
                c => lines.last_mut().expect("a line was begun").push((c, run.look)),
            }
        }
    }
    if lines.last().is_some_and(|line| line.len() == 1) {
        lines.pop();
    }
    lines
}

/// The words in which two lines differ: what stands between blanks of both, or between lines of the drawing.
fn different_words(one: &[Glyph], other: &[Glyph]) -> Vec<Range<usize>> {
    let is_wall = |c: char| matches!(c, '\u{2500}'..='\u{257f}');
    let is_line = |c: char| is_wall(c) || matches!(c, '\u{2800}'..='\u{28ff}');
    let is_text = |at: usize| [one[at].0, other[at].0].iter().any(|c| !c.is_whitespace() && !is_line(*c));
    let mut words: Vec<Range<usize>> = Vec::new();
    for at in (1..one.len()).filter(|&at| is_text(at)) {
        match words.last_mut() {
            Some(word) if word.end == at => word.end += 1,
            _ => words.push(at..at + 1),
        }
    }
    words.retain(|word| {
        let differs = word.clone().any(|at| one[at].0 != other[at].0);
        differs && [one, other].iter().all(|line| !is_wall(line[word.start - 1].0))
    });
    words
}
