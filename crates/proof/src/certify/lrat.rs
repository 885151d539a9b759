//! The solver's part of a proof: what it derives from the clauses of the formula, from its LRAT file.
//!
//! A solver learns much that it never uses again. The file is read twice: from the last step back it is marked what the
//! empty clause rests on, and only that is written, with a deletion after the last use. This is what `lrat-trim` does:
//! F. Pollitt, M. Fleury, A. Biere, "Faster LRAT Checking Than Solving with CaDiCaL", SAT 2023.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek};

use cnfab_cnf::Lit;

use super::CertifyError;
use super::proof::{Id, Literal};
use super::state::ProofState;

/// Stands before the number of a native constraint, in the place of hints.
const EXPLAINS: char = 'e';

/// An LRAT proof of a contradiction, and what of it is needed.
pub(super) struct Derivation {
    file: BufReader<File>,
    /// True if the contradiction rests on each clause that was given.
    rests_on: Vec<bool>,
    /// For each step that it rests on, the numbers of the steps that no later one needs.
    expiring: Vec<Option<Vec<u64>>>,
    steps: Steps,
    /// Those that the contradiction rests on, in the order of the proof.
    explanations: Vec<Explanation>,
}

/// A clause that a constraint implies which the solver propagates.
pub(super) struct Explanation {
    /// The number of the constraint among those that are propagated.
    pub(super) native: usize,
    pub(super) clause: Vec<Lit>,
}

/// Steps of an LRAT proof, and what they rest on.
#[derive(Default)]
struct Steps {
    numbers: Vec<u64>,
    /// For each step, whether it is an explanation.
    are_explanations: Vec<bool>,
    /// Where the hints of each step begin, and of all hints the last end.
    ends: Vec<usize>,
    hints: Vec<u64>,
}

impl Derivation {
    /// Reads a proof from this number of clauses.
    ///
    /// # Errors
    /// If it cannot be read, or has no end.
    pub(super) fn read(lrat: File, clauses: usize) -> Result<Self, CertifyError> {
        let mut file = BufReader::new(lrat);
        file.rewind()?;
        let steps = Steps::read(&mut file)?.ok_or_else(endless)?;
        let mut rests_on = vec![false; clauses];
        let expiring = steps.expiring(&mut rests_on)?;
        let explanations =
            if steps.are_explanations.contains(&true) { explanations(&mut file, &expiring)? } else { Vec::new() };
        Ok(Derivation { file, rests_on, expiring, steps, explanations })
    }

    /// The explanations that the contradiction rests on.
    pub(super) fn explanations(&self) -> &[Explanation] {
        &self.explanations
    }

    /// For each clause that was given, true if the contradiction rests on it.
    pub(super) fn rests_on(&self) -> &[bool] {
        &self.rests_on
    }

    /// Writes what is needed. The clauses that it rests on are proved by these steps, and so are the explanations.
    /// Returns the step that is a contradiction.
    ///
    /// # Errors
    /// If the proof cannot be read.
    pub(super) fn translate(
        mut self,
        state: &mut ProofState<'_>,
        clauses: &[Id],
        explanations: &[Id],
    ) -> Result<Id, CertifyError> {
        self.file.rewind()?;
        let mut ids: HashMap<u64, Id> = (1..).zip(clauses.iter().copied()).collect();
        let mut explanations = explanations.iter();
        let mut line = String::new();
        let mut step = 0;
        while step < self.steps.numbers.len() {
            line.clear();
            self.file.read_line(&mut line)?;
            let Some((number, lits, _)) = addition(&line)? else { continue };
            if self.expiring[step].is_some() && self.steps.are_explanations[step] {
                ids.insert(number, *explanations.next().ok_or_else(damaged)?);
            } else if let Some(gone) = &self.expiring[step] {
                let id = |hint: &u64| ids.get(hint).copied().ok_or_else(damaged);
                // One constraint may stand for several clauses.
                let mut hints: Vec<Id> = self.steps.of(step).iter().map(id).collect::<io::Result<_>>()?;
                let mut met = HashSet::new();
                hints.retain(|&hint| met.insert(hint));
                let clause: Vec<Literal> = clause(lits)?.into_iter().map(|lit| state.literal(lit)).collect();
                let id = state.proof.rup(&clause, &hints);
                if clause.is_empty() {
                    return Ok(id);
                }
                ids.insert(number, id);
                let gone: Vec<Id> = gone.iter().filter_map(|number| ids.remove(number)).collect();
                state.proof.delete(&gone);
            }
            step += 1;
        }
        Err(endless())
    }
}

impl Steps {
    /// The steps up to the empty clause, if the proof has it.
    fn read(lrat: &mut impl BufRead) -> io::Result<Option<Self>> {
        let mut steps = Steps { ends: vec![0], ..Steps::default() };
        let mut line = String::new();
        while lrat.read_line(&mut line)? > 0 {
            if let Some((number, lits, hints)) = addition(&line)? {
                steps.numbers.push(number);
                let is_explanation = hints.starts_with(EXPLAINS);
                steps.are_explanations.push(is_explanation);
                let hints = if is_explanation { "" } else { hints };
                for hint in hints.split_ascii_whitespace() {
                    steps.hints.push(hint.parse().map_err(|_| damaged())?);
                }
                steps.ends.push(steps.hints.len());
                if lits.is_empty() && !is_explanation {
                    return Ok(Some(steps));
                }
            }
            line.clear();
        }
        Ok(None)
    }

    /// The numbers of the clauses that a step rests on.
    fn of(&self, step: usize) -> &[u64] {
        &self.hints[self.ends[step]..self.ends[step + 1]]
    }

    /// For each step that the last one needs, the numbers of the steps that no later one needs. Marks the clauses that
    /// were given and are needed.
    fn expiring(&self, rests_on: &mut [bool]) -> io::Result<Vec<Option<Vec<u64>>>> {
        // Numbers grow from step to step.
        if !self.numbers.is_sorted_by(|a, b| a < b) {
            return Err(damaged());
        }
        let mut expiring: Vec<Option<Vec<u64>>> = vec![None; self.numbers.len()];
        expiring[self.numbers.len() - 1] = Some(Vec::new());
        for step in (0..self.numbers.len()).rev() {
            let Some(mut gone) = expiring[step].take() else { continue };
            for &hint in self.of(step) {
                let place = usize::try_from(hint).ok().and_then(|hint| hint.checked_sub(1)).ok_or_else(damaged)?;
                if let Some(given) = rests_on.get_mut(place) {
                    *given = true;
                    continue;
                }
                let used = self.numbers[..step].binary_search(&hint).map_err(|_| damaged())?;
                if expiring[used].is_none() {
                    expiring[used] = Some(Vec::new());
                    // A constraint of the model may stand for an explanation: it stays.
                    if !self.are_explanations[used] {
                        gone.push(hint);
                    }
                }
            }
            expiring[step] = Some(gone);
        }
        Ok(expiring)
    }
}

/// Reads the explanations among the steps that are needed.
fn explanations(file: &mut BufReader<File>, expiring: &[Option<Vec<u64>>]) -> io::Result<Vec<Explanation>> {
    file.rewind()?;
    let (mut all, mut line) = (Vec::new(), String::new());
    let mut steps = expiring.iter();
    while file.read_line(&mut line)? > 0 {
        if let Some((_, lits, hints)) = addition(&line)? {
            let Some(expiring) = steps.next() else { break };
            if let Some(native) = hints.strip_prefix(EXPLAINS).filter(|_| expiring.is_some()) {
                let native = native.trim_end().parse().map_err(|_| damaged())?;
                all.push(Explanation { native, clause: clause(lits)? });
            }
        }
        line.clear();
    }
    Ok(all)
}

fn clause(lits: &str) -> io::Result<Vec<Lit>> {
    lits.split_ascii_whitespace().map(|word| Ok(Lit::from_dimacs(word.parse().map_err(|_| damaged())?))).collect()
}

/// Number, literals and hints of a line that adds a clause; `None` if it deletes.
///
/// # Errors
/// If it is no line of a proof.
fn addition(line: &str) -> io::Result<Option<(u64, &str, &str)>> {
    let (number, rest) = line.trim().split_once(' ').ok_or_else(damaged)?;
    if rest.starts_with("d ") || rest == "d" {
        return Ok(None);
    }
    let number = number.parse().map_err(|_| damaged())?;
    let (lits, hints) = match rest.strip_prefix("0 ") {
        Some(hints) => ("", hints),
        None => rest.split_once(" 0 ").ok_or_else(damaged)?,
    };
    Ok(Some((number, lits, hints.strip_suffix('0').ok_or_else(damaged)?)))
}

fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the solver's proof is damaged")
}

fn endless() -> CertifyError {
    CertifyError::Failed("the solver's proof does not end".to_owned())
}
