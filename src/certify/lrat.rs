//! A solver's LRAT proof as steps of a certificate: each step with the clauses that it follows from.

use std::collections::HashMap;
use std::io::{self, BufRead};

use crate::cnf::Lit;

use super::facts::Facts;
use super::proof::Id;

/// Writes the steps of a proof about clauses that these steps prove; returns the step that is a contradiction, if there
/// is one.
///
/// # Errors
/// If the proof cannot be read.
pub(super) fn translate(facts: &mut Facts<'_>, clauses: &[Id], lrat: impl BufRead) -> io::Result<Option<Id>> {
    let mut steps: HashMap<u64, Id> = (1..).zip(clauses.iter().copied()).collect();
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the solver's proof is damaged");
    for line in lrat.lines() {
        let line = line?;
        let mut words = line.split_ascii_whitespace();
        let number: u64 = words.next().and_then(|word| word.parse().ok()).ok_or_else(damaged)?;
        let mut words = words.peekable();
        if words.next_if_eq(&"d").is_some() {
            let numbers = words.filter_map(|word| word.parse::<u64>().ok()).filter(|&number| number != 0);
            let gone: Vec<Id> = numbers.filter_map(|number| steps.remove(&number)).collect();
            if !gone.is_empty() {
                facts.proof.delete(&gone);
            }
            continue;
        }
        let mut numbers = words.map(|word| word.parse::<i64>().map_err(|_| damaged()));
        let mut clause = Vec::new();
        for number in numbers.by_ref() {
            match i32::try_from(number?).map_err(|_| damaged())? {
                0 => break,
                lit => clause.push(facts.literal(Lit::from_dimacs(lit))),
            }
        }
        let mut hints = Vec::new();
        for number in numbers {
            match u64::try_from(number?).map_err(|_| damaged())? {
                0 => break,
                number => hints.push(*steps.get(&number).ok_or_else(damaged)?),
            }
        }
        let id = facts.proof.rup(&clause, &hints);
        if clause.is_empty() {
            return Ok(Some(id));
        }
        steps.insert(number, id);
    }
    Ok(None)
}
