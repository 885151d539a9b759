//! Resolves encoding configurations: runs the programs of external encodings, without a shell, reads what they print as
//! DIMACS, and judges it before it is used.
//!
//! That a formula states its task is checked as `cnfab audit` does it: on all assignments where that can be done, else
//! on some, and then a note reports it. The contract is bijective if all models were counted, else projected-only.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::audit::{AuditLimits, Meaning, Subject, verdict};
use cnfab_cnf::{ClauseStore, Lit};
use cnfab_encode::external::{ExternalFormula, ExternalTask, Formulas};
use cnfab_encode::{Contract, Recipe, Unsupported, wanted};
use cnfab_format::dimacs_reader::{Head, ReadError, read};
use cnfab_model::{Model, Var};
use cnfab_solve::process::UserProgram;

/// How long a program may go on that has printed something wrong.
const GRACE: Duration = Duration::from_millis(200);

/// How long a program is waited for before the next look at whether it shall go on.
const PAUSE: Duration = Duration::from_millis(20);

/// Why there is no formula of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GeneratorError {
    /// The program does not run, or does not print a formula.
    #[error("{0}")]
    Failed(String),
    /// The program was ended before its end.
    #[error("'{0}' was ended")]
    Stopped(String),
    /// The formula is not what it should be.
    #[error("'{command}' does not print '{task}': {why}")]
    Wrong {
        /// The program and its arguments.
        command: String,
        /// The statement of the formula.
        task: String,
        /// The error.
        why: String,
    },
    /// The configuration cannot state the model.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
}

/// Runs a program and reads the formula that it prints. It is ended when `stop`, which is asked again and again,
/// returns `true`.
///
/// # Errors
/// If it cannot be run, prints something else, or does not end well.
pub fn run(words: &[String], stop: &dyn Fn() -> bool) -> Result<(Head, ClauseStore), GeneratorError> {
    let shown = words.join(" ");
    let cannot = |why: &dyn fmt::Display| GeneratorError::Failed(format!("cannot run '{shown}': {why}"));
    let (program, arguments) = words.split_first().ok_or_else(|| cannot(&"there is no program"))?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut program = UserProgram::start(&mut command).map_err(|why| cannot(&why))?;
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
    // What a program does after it has printed something wrong is of no use, but how it ends may say why.
    let waited = Instant::now();
    let enough = || stop() || head.is_err() && waited.elapsed() > GRACE;
    let ended = program.wait(&enough).map_err(|why| cannot(&why))?;
    if ended.is_none() && head.is_ok() {
        return Err(GeneratorError::Stopped(shown));
    }
    let is_success = ended.is_none_or(|status| status.success());
    let found = match head {
        Ok(formula) if is_success => return Ok(formula),
        Ok(_) => String::new(),
        Err(ReadError::Io(why)) => format!("<{shown}>: cannot read: {why}"),
        Err(ReadError::Parse(error)) => {
            format!("<{shown}>:{}:{}: found {}, expected {}", error.line, error.column, error.found, error.expected)
        }
    };
    let ended = match ended {
        Some(status) if !is_success => format!("'{shown}' ended with {status}"),
        _ => String::new(),
    };
    let gap = if found.is_empty() || ended.is_empty() { "" } else { "; " };
    Err(GeneratorError::Failed(format!("{ended}{gap}{found}")))
}

/// Reads a formula and what stands behind its end, which is of no use; but the program shall be able to write it. One
/// that still writes after something wrong ends because nobody reads.
fn read_all(mut output: ChildStdout) -> Result<(Head, ClauseStore), ReadError> {
    let mut formula = ClauseStore::default();
    let head = read(&mut output, &mut formula)?;
    io::copy(&mut output, &mut io::sink())?;
    Ok((head, formula))
}

/// A configuration whose programs have run for a model.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The configuration with the formulas.
    pub recipe: Recipe,
    /// The notes for users on formulas that were not checked for every assignment.
    pub notes: Vec<String>,
}

/// Runs the programs that the configuration names, once for each task that the model needs and whose formula is not
/// there yet. A program is ended when `stop` returns `true`.
///
/// # Errors
/// If one of them fails or prints something that is not what it should be, or the configuration cannot state the model.
pub fn resolve(model: &Model, recipe: &Recipe, stop: &dyn Fn() -> bool) -> Result<Resolved, GeneratorError> {
    let wanted = wanted(model, recipe)?;
    let mut notes = Vec::new();
    let mut all: BTreeMap<String, Arc<Formulas>> = BTreeMap::new();
    for external in recipe.externals() {
        let spelling = external.spelling();
        // A configuration may name a program for several families.
        if all.contains_key(&spelling) {
            continue;
        }
        let mut formulas = Arc::clone(external.formulas());
        for task in wanted.get(&spelling).into_iter().flatten() {
            if !formulas.contains_key(task) {
                let (formula, note) = stated(&external.words(task), task, stop)?;
                notes.extend(note);
                Arc::make_mut(&mut formulas).insert(task.clone(), Arc::new(formula));
            }
        }
        all.insert(spelling, formulas);
    }
    Ok(Resolved { recipe: recipe.with_formulas(&all), notes })
}

/// Runs the program for a task and checks what it prints; with a note if not all of it was checked.
fn stated(
    words: &[String],
    task: &ExternalTask,
    stop: &dyn Fn() -> bool,
) -> Result<(ExternalFormula, Option<String>), GeneratorError> {
    let command = words.join(" ");
    let wrong = |why: String| GeneratorError::Wrong { command: command.clone(), task: task.to_string(), why };
    let (head, clauses) = run(words, stop)?;
    let n = task.coefficients.len();
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
    let (contract, sampled) = judge(&clauses, &inputs, task).map_err(wrong)?;
    let note = sampled.map(|sampled| format!("'{command}' is not proven to print '{task}': {sampled}"));
    Ok((ExternalFormula::new(clauses, inputs, contract), note))
}

/// How many models the formula has per solution of the task, and what was sampled if not all assignments were compared.
///
/// # Errors
/// If it does not state that: what it does instead.
fn judge(clauses: &ClauseStore, inputs: &[Lit], task: &ExternalTask) -> Result<(Contract, Option<String>), String> {
    let mut model = Model::new();
    let vars: Vec<Var> = (1..=inputs.len()).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    model.linear("task", task.coefficients.iter().copied().zip(vars), task.cmp, task.bound);
    let limits = AuditLimits { values: 400_000, steps: 100_000, proof: 40_000_000, ..AuditLimits::default() };
    let subject = Subject::given(model, clauses.clone(), inputs)?;
    let (meaning, models) = verdict(&subject, &limits);
    let bijective = models.is_some_and(|models| models.all && models.models == models.solutions);
    let contract = Contract::bijective_if(bijective);
    match meaning {
        Meaning::Exact => Ok((contract, None)),
        Meaning::Sampled { .. } => Ok((contract, Some(meaning.to_string()))),
        // Each input is a variable with two values.
        Meaning::Allows(_) | Meaning::Loses(_) | Meaning::NoValue { .. } => Err(format!("it {meaning}")),
        Meaning::Unknown(why) => Err(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_cnf::{ClauseSink, Name};
    use cnfab_model::Cmp;

    fn judged(variables: usize, clauses: &[&[i32]], n: i32) -> Result<Contract, String> {
        let mut store = ClauseStore::default();
        (0..variables).for_each(|number| {
            store.fresh(Name::aux("", number, 0));
        });
        clauses.iter().for_each(|clause| {
            store.clause(&clause.iter().map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>());
        });
        let task = ExternalTask::count(n as usize, Cmp::Le, 1);
        judge(&store, &(1..=n).map(Lit::from_dimacs).collect::<Vec<_>>(), &task).map(|(contract, sampled)| {
            assert_eq!(sampled, None);
            contract
        })
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

    /// With more pairs than are checked, no solution may be lost all the same.
    #[test]
    fn many_inputs_are_judged() {
        let pairs: Vec<[i32; 2]> = (1..=120).flat_map(|i| (i + 1..=120).map(move |j| [-i, -j])).collect();
        let mut clauses: Vec<&[i32]> = pairs.iter().map(|pair| &pair[..]).collect();
        assert_eq!(judged(120, &clauses, 120), Ok(Contract::Bijective));
        clauses.push(&[-77]);
        assert!(judged(120, &clauses, 120).unwrap_err().contains("loses"));
    }
}
