//! Programs that write formulas: run without a shell, read as DIMACS, and judged before the formula is used.
//!
//! That a formula states "at most one of n" is checked for every n: each assignment with one true input or none has to have a
//! model, and no two inputs may be true together. With many inputs some of the pairs have to do.

use std::fmt;
use std::io;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::audit::{Propagator, Searched};
use crate::cnf::{ClauseStore, Lit};
use crate::command::Program;
use crate::encode::amo::Formula;
use crate::encode::{Contract, Recipe, Unsupported, missing};
use crate::format::dimacs_reader::{Head, ReadError, read};
use crate::model::Model;

/// How many pairs of inputs are looked at: all of 100 inputs.
const PAIRS: usize = 4950;

/// How long a program is waited for before the next look at whether it shall go on.
const PAUSE: Duration = Duration::from_millis(20);

/// How many decisions the check of one formula may take.
const DECISIONS: u64 = 2_000_000;

/// Why there is no formula of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GeneratorError {
    /// The program does not run, or does not print a formula.
    #[error("{0}")]
    Failed(String),
    /// The program was ended before its end.
    #[error("'{0}' was ended")]
    Stopped(String),
    /// The formula is not what it should be.
    #[error("'{command}' does not print 'at most one of {n}': {why}")]
    Wrong {
        /// The program and its arguments.
        command: String,
        /// The number of literals.
        n: usize,
        /// What is wrong.
        why: String,
    },
    /// The recipe cannot state the model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// Runs a program and reads the formula that it prints. It is ended when `stop` says so, which is asked again and again.
///
/// # Errors
/// If it cannot be run, prints something else, or does not end well.
pub fn run(words: &[String], stop: &dyn Fn() -> bool) -> Result<(Head, ClauseStore), GeneratorError> {
    let shown = words.join(" ");
    let cannot = |why: &dyn fmt::Display| GeneratorError::Failed(format!("cannot run '{shown}': {why}"));
    let (program, arguments) = words.split_first().ok_or_else(|| cannot(&"there is no program"))?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut program = Program::start(&mut command).map_err(|why| cannot(&why))?;
    let output = program.stdout().expect("a pipe was asked for");
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let _ = sender.send(read_all(output));
    });
    let head = loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(head) => break head,
            Err(RecvTimeoutError::Disconnected) => return Err(cannot(&"its output cannot be read")),
            Err(RecvTimeoutError::Timeout) if stop() => {
                program.end();
                return Err(GeneratorError::Stopped(shown));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    };
    let ended = program.wait(stop).map_err(|why| cannot(&why))?;
    let status = ended.ok_or_else(|| GeneratorError::Stopped(shown.clone()))?;
    let found = match head {
        Ok(formula) if status.success() => return Ok(formula),
        Ok(_) => String::new(),
        Err(ReadError::Io(why)) => format!("<{shown}>: cannot read: {why}"),
        Err(ReadError::Parse(error)) => {
            format!("<{shown}>:{}:{}: found {}, expected {}", error.line, error.column, error.found, error.expected)
        }
    };
    let ended = if status.success() { String::new() } else { format!("'{shown}' ended with {status}") };
    let gap = if found.is_empty() || ended.is_empty() { "" } else { "; " };
    Err(GeneratorError::Failed(format!("{ended}{gap}{found}")))
}

/// Reads a formula and what stands behind its end, which is of no use; but the program shall be able to write it. One that
/// still writes after something wrong ends because nobody reads.
fn read_all(mut output: ChildStdout) -> Result<(Head, ClauseStore), ReadError> {
    let mut formula = ClauseStore::default();
    let head = read(&mut output, &mut formula)?;
    io::copy(&mut output, &mut io::sink())?;
    Ok((head, formula))
}

/// Runs the programs that the recipe names, once for each size that the model needs and that is not there yet. A program is
/// ended when `stop` says so.
///
/// # Errors
/// If one of them fails or prints something that is not what it should be, or the recipe cannot state the model.
pub fn fetch(model: &Model, recipe: &Recipe, stop: &dyn Fn() -> bool) -> Result<(), GeneratorError> {
    let missing = missing(model, recipe)?;
    for (i, (given, sizes)) in missing.iter().enumerate() {
        for &n in sizes {
            // A recipe may name a program for several families.
            let same = missing[..i].iter().filter(|(other, _)| other.command() == given.command());
            let formula = match same.filter_map(|(other, _)| other.formula(n)).next() {
                Some(formula) => formula,
                None => Arc::new(at_most_one(&given.words(n), n, stop)?),
            };
            given.keep(formula);
        }
    }
    Ok(())
}

/// Runs the program for so many literals.
fn at_most_one(words: &[String], n: usize, stop: &dyn Fn() -> bool) -> Result<Formula, GeneratorError> {
    let wrong = |why: String| GeneratorError::Wrong { command: words.join(" "), n, why };
    let (head, clauses) = run(words, stop)?;
    let inputs: Vec<u32> = match head.shown {
        Some(shown) if shown.len() == n => shown,
        Some(shown) => return Err(wrong(format!("its 'c p show' has {} inputs, expected {n}", shown.len()))),
        None if head.variables as usize >= n => (1..=n as u32).collect(),
        None => return Err(wrong(format!("it has {} variables, expected at least {n}", head.variables))),
    };
    let mut sorted = inputs.clone();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(wrong(format!("its 'c p show' has variable {} twice", pair[0])));
    }
    let inputs: Vec<Lit> = inputs.into_iter().map(|variable| Lit::from_dimacs(variable as i32)).collect();
    let contract = judge(&clauses, &inputs).map_err(wrong)?;
    Ok(Formula::new(clauses, inputs, contract))
}

/// How many models the formula has per solution of "at most one of the inputs".
///
/// # Errors
/// If it does not state that: what it does instead.
fn judge(clauses: &ClauseStore, inputs: &[Lit]) -> Result<Contract, String> {
    let n = inputs.len();
    let mut propagator = Propagator::new(clauses.variables(), clauses.clauses());
    let variables: Vec<u32> = (1..=clauses.variables() as u32).collect();
    let mut decisions = DECISIONS;
    let gave_up = || Err(format!("it takes more than {DECISIONS} decisions to check"));
    let mut contract = Contract::Bijective;
    for chosen in (0..n).map(Some).chain([None]) {
        let is = |i: usize| Some(i) == chosen;
        let assumed: Vec<Lit> = (0..n).map(|i| if is(i) { inputs[i] } else { !inputs[i] }).collect();
        let mut models = 0;
        let searched = match propagator.push(&assumed) {
            true => propagator.each(&variables, &mut decisions, &mut |_, _| {
                models += 1;
                models < 2
            }),
            false => Searched::All,
        };
        propagator.pop();
        match (models, searched) {
            (0, Searched::All) => return Err(format!("it loses the solution {}", bits((0..n).map(is)))),
            (0, _) => return gave_up(),
            (1, Searched::All) => {}
            _ => contract = Contract::ProjectedOnly,
        }
    }
    let step = (n * n.saturating_sub(1) / 2).div_ceil(PAIRS).max(1);
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    for (i, j) in pairs.step_by(step) {
        let mut found = None;
        let searched = match propagator.push(&[inputs[i], inputs[j]]) {
            true => propagator.each(&variables, &mut decisions, &mut |model, _| {
                found = Some(bits(inputs.iter().map(|&input| model.value(input) == Some(true))));
                false
            }),
            false => Searched::All,
        };
        propagator.pop();
        match (found, searched) {
            (Some(values), _) => return Err(format!("it allows {values}, which is no solution")),
            (None, Searched::All) => {}
            (None, _) => return gave_up(),
        }
    }
    Ok(contract)
}

fn bits(values: impl Iterator<Item = bool>) -> String {
    values.map(|is| if is { "1" } else { "0" }).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{ClauseSink, Name};

    fn judged(variables: usize, clauses: &[&[i32]], n: i32) -> Result<Contract, String> {
        let mut store = ClauseStore::default();
        (0..variables).for_each(|number| {
            store.fresh(Name::aux("", number, 0));
        });
        clauses.iter().for_each(|clause| {
            store.clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>());
        });
        judge(&store, &(1..=n).map(Lit::from_dimacs).collect::<Vec<_>>())
    }

    #[test]
    fn truth_and_contract_are_found_out() {
        let pairs: [&[i32]; 3] = [&[-1, -2], &[-1, -3], &[-2, -3]];
        assert_eq!(judged(3, &pairs, 3), Ok(Contract::Bijective));
        assert_eq!(judged(4, &pairs, 3), Ok(Contract::ProjectedOnly));
        assert_eq!(judged(3, &pairs[..2], 3).unwrap_err(), "it allows 0 1 1, which is no solution");
        let exactly = [&pairs[..], &[&[1, 2, 3]]].concat();
        assert_eq!(judged(3, &exactly, 3).unwrap_err(), "it loses the solution 0 0 0");
        // Equal auxiliaries of the last pair, which takes decisions to see.
        let hidden = [&pairs[..2], &[&[-2, -3, 4], &[-2, -3, -4]]].concat();
        assert_eq!(judged(4, &hidden, 3), Ok(Contract::ProjectedOnly));
        let defined = [&hidden[..], &[&[-4, 2], &[4, -2]]].concat();
        assert_eq!(judged(4, &defined, 3), Ok(Contract::Bijective));
        assert!(judged(0, &[&[]], 0).unwrap_err().contains("loses"));
    }

    /// With more pairs than are looked at, no solution may be lost all the same.
    #[test]
    fn many_inputs_are_judged() {
        let pairs: Vec<[i32; 2]> = (1..=120).flat_map(|i| (i + 1..=120).map(move |j| [-i, -j])).collect();
        let mut clauses: Vec<&[i32]> = pairs.iter().map(|pair| &pair[..]).collect();
        assert_eq!(judged(120, &clauses, 120), Ok(Contract::Bijective));
        clauses.push(&[-77]);
        assert!(judged(120, &clauses, 120).unwrap_err().contains("loses"));
    }
}
