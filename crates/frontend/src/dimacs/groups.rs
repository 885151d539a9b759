//! Formulas whose clauses are in groups, `p gcnf VARIABLES CLAUSES GROUPS`: each clause begins with its group, `{2}`.
//!
//! The clauses of group 0 always hold. It is the format of the MUS track of the SAT competition of 2011.

use cnfab_base::parse_error::ParseError;
use cnfab_model::{Clause, GroupNames, Model};

use super::super::MOST_VARIABLES;
use super::super::cursor::Cursor;
use super::{LABEL, atom};

/// The most groups.
const MOST_GROUPS: u32 = 10_000_000;

/// True if the first line that is no comment says so.
pub(super) fn is_grouped(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines.find(|line| line.starts_with('p')).is_some_and(|line| line.split_whitespace().nth(1) == Some("gcnf"))
}

/// Reads a text as a model in which groups can be left out.
pub(super) fn read(text: &str) -> Result<Model, ParseError> {
    let mut cursor = Cursor::new(text, Some(b'c'));
    cursor.skip();
    let start = cursor.offset();
    let words: Vec<&str> = cursor.skip_line().split_whitespace().collect();
    let numbers: Option<Vec<u32>> = words.iter().skip(2).map(|word| word.parse().ok()).collect();
    let (["p", "gcnf", ..], Some(&[variables, clauses, groups])) = (&words[..], numbers.as_deref()) else {
        return Err(cursor.wrong_at(start, "'p gcnf VARIABLES CLAUSES GROUPS'"));
    };
    if variables > MOST_VARIABLES || groups > MOST_GROUPS {
        let most = format!("at most {MOST_VARIABLES} variables and {MOST_GROUPS} groups");
        return Err(cursor.wrong_at(start, &most));
    }
    let mut model = Model::with_groups();
    for number in 1..=variables {
        model.var(format!("x{number}"), 0..=1);
    }
    for number in 1..=groups {
        let (name, label) = (Some(format!("group[{number}]")), "group".to_owned());
        model.open_group(|| GroupNames { name, label, line: None, text: String::new() });
    }
    let mut found = 0;
    cursor.skip();
    while cursor.peek().is_some() {
        let at = cursor.offset();
        let expected = format!("a group from {{0}} to {{{groups}}}");
        if !cursor.eat("{") {
            return Err(cursor.wrong_at(at, &expected));
        }
        let group = u32::try_from(cursor.number(&expected)?).ok().filter(|&group| group <= groups);
        let group = group.filter(|_| cursor.eat("}")).ok_or_else(|| cursor.wrong_at(at, &expected))?;
        let clause = clause(&mut cursor, variables)?;
        match group {
            0 => model.close_group(),
            group => model.reopen_group(group as usize - 1),
        }
        model.post(LABEL, clause);
        found += 1;
        cursor.skip();
    }
    model.close_group();
    if found != clauses {
        let expected = format!("{clauses} clauses, as the header says");
        return Err(cursor.error_at(cursor.offset(), format!("the end after {found} clauses"), &expected));
    }
    Ok(model)
}

/// Literals up to 0.
fn clause(cursor: &mut Cursor<'_>, variables: u32) -> Result<Clause, ParseError> {
    let mut atoms = Vec::new();
    loop {
        cursor.skip();
        let at = cursor.offset();
        let literal = cursor.number("a literal, or the 0 that ends the clause")?;
        if literal == 0 {
            return Ok(Clause(atoms));
        }
        if literal.unsigned_abs() > variables.into() {
            return Err(cursor.wrong_at(at, &format!("a literal of variables 1 to {variables}")));
        }
        atoms.push(atom(literal as i32));
    }
}
