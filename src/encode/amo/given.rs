//! At most one by a program: `amo=cmd:PROGRAM {n}` states it with the formula that the program prints for n literals.
//!
//! Size and propagation are the program's. Contract: bijective if every formula that was asked for has exactly one model per
//! solution, else projected-only; it is measured when a formula comes, not believed.
//!
//! Encoding runs no programs. A formula that is not here yet is noted as asked for, and [`encode`](crate::encode::encode)
//! refuses; [`missing`](crate::encode::missing) says what a model needs, so that it can be brought before.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cnf::{ClauseSink, ClauseStore, Lit, Name};
use crate::command::words;
use crate::display::quoted;
use crate::encode::{Contract, Encoding};
use crate::names::Named;

use super::AmoEncoding;

/// A formula that says that at most one of its inputs is true.
#[derive(Clone, Debug)]
pub struct Formula {
    clauses: ClauseStore,
    inputs: Vec<Lit>,
    contract: Contract,
}

impl Formula {
    /// The clauses, which of their literals are the inputs, and how many models there are per solution.
    ///
    /// # Panics
    /// If an input is none of the clauses' variables, or two are of the same.
    pub fn new(clauses: ClauseStore, inputs: Vec<Lit>, contract: Contract) -> Self {
        let of: BTreeSet<u32> = inputs.iter().map(|input| input.var()).collect();
        assert!(of.len() == inputs.len() && of.iter().all(|&var| (1..=clauses.variables()).contains(&(var as usize))));
        Formula { clauses, inputs, contract }
    }

    fn emit(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        let mut stands_for: Vec<Option<Lit>> = vec![None; self.clauses.variables() + 1];
        for (&lit, input) in lits.iter().zip(&self.inputs) {
            stands_for[input.var() as usize] = Some(if input.is_positive() { lit } else { !lit });
        }
        let mut made = 0;
        let lits: Vec<Lit> = stands_for[1..]
            .iter()
            .map(|lit| {
                lit.unwrap_or_else(|| {
                    made += 1;
                    out.fresh(Name::aux("given", made, 0))
                })
            })
            .collect();
        let mut emitted = Vec::new();
        for clause in self.clauses.clauses() {
            emitted.clear();
            emitted.extend(clause.iter().map(|lit| {
                let stands_for = lits[lit.var() as usize - 1];
                if lit.is_positive() { stands_for } else { !stands_for }
            }));
            out.clause(&emitted);
        }
    }
}

/// A program, and the formulas it has written so far, by the number of their inputs.
#[derive(Clone, Debug)]
pub struct Given {
    command: String,
    words: Vec<String>,
    formulas: Arc<Mutex<BTreeMap<usize, Arc<Formula>>>>,
    asked: Arc<Mutex<BTreeSet<usize>>>,
}

impl Given {
    /// A program that has not run yet. Words are separated by blanks; quotes keep them together; `{n}` is the number of literals.
    ///
    /// # Errors
    /// If the command cannot be split into words, or `{n}` is in none of them.
    pub fn new(command: &str) -> Result<Self, String> {
        if command.chars().any(char::is_control) {
            return Err("found a line break in a command, expected one line".to_owned());
        }
        let words = words(command)?;
        if !words.iter().any(|word| word.contains("{n}")) {
            return Err(format!(
                "found the command {} without {{n}}, which is the number of literals",
                quoted(command)
            ));
        }
        Ok(Given { command: command.to_owned(), words, formulas: Arc::default(), asked: Arc::default() })
    }

    /// The command as it was written.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The program and its arguments for so many literals.
    pub fn words(&self, n: usize) -> Vec<String> {
        self.words.iter().map(|word| word.replace("{n}", &n.to_string())).collect()
    }

    /// The formula of so many literals, if it is here.
    pub fn formula(&self, n: usize) -> Option<Arc<Formula>> {
        locked(&self.formulas).get(&n).cloned()
    }

    /// Takes a formula; every copy of the recipe that this is from has it too.
    pub fn keep(&self, formula: Arc<Formula>) {
        locked(&self.formulas).insert(formula.inputs.len(), formula);
    }

    /// The same, asked for nothing.
    pub(in crate::encode) fn renewed(&self) -> Self {
        Given { asked: Arc::default(), ..self.clone() }
    }

    /// The sizes that were asked for and have no formula.
    pub(in crate::encode) fn missing(&self) -> BTreeSet<usize> {
        let formulas = locked(&self.formulas);
        locked(&self.asked).iter().filter(|n| !formulas.contains_key(n)).copied().collect()
    }

    /// The weakest contract of the formulas that were asked for.
    pub(in crate::encode) fn measured(&self) -> Contract {
        let formulas = locked(&self.formulas);
        let asked = locked(&self.asked);
        let contracts = asked.iter().filter_map(|n| formulas.get(n)).map(|formula| formula.contract);
        contracts.max().unwrap_or(Contract::Bijective)
    }
}

/// Nobody panics while holding a lock, so that what it guards is whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Named for Given {
    fn name(&self) -> &'static str {
        "cmd"
    }

    fn about(&self) -> &'static str {
        "the formula that a program prints"
    }
}

impl Encoding for Given {
    fn argument(&self) -> Option<&str> {
        Some(&self.command)
    }
}

impl AmoEncoding for Given {
    fn given(&self) -> Option<&Given> {
        Some(self)
    }

    /// The best there can be; what was measured is added when all formulas are known.
    fn contract(&self, _n: usize) -> Contract {
        Contract::Bijective
    }

    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        if lits.len() < 2 {
            return;
        }
        locked(&self.asked).insert(lits.len());
        if let Some(formula) = self.formula(lits.len()) {
            formula.emit(lits, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_need_the_number_and_whole_quotes() {
        assert_eq!(Given::new("prog -n={n} 'a b'").unwrap().words(12), ["prog", "-n=12", "a b"]);
        assert!(Given::new("prog").unwrap_err().contains("without {n}"));
        assert!(Given::new("prog '{n}").unwrap_err().contains("quote"));
        assert!(Given::new("prog {n}\nc").unwrap_err().contains("line break"));
        assert!(Given::new("").unwrap_err().contains("empty"));
    }

    #[test]
    fn inputs_may_be_negated_and_in_any_order() {
        // Variable 2 is the second input negated, variable 3 the first, and 1 an auxiliary.
        let mut clauses = ClauseStore::default();
        let [aux, second, first] = [1, 2, 3].map(|number| clauses.fresh(Name::aux("", number, 0)));
        clauses.clause(&[!first, aux]);
        clauses.clause(&[!aux, second]);
        let given = Given::new("prog {n}").unwrap();
        let mut out = ClauseStore::default();
        let lits = [1, 2].map(|number| out.fresh(Name::aux("", number, 0)));
        given.at_most_one(&lits[..1], &mut out);
        assert!(given.missing().is_empty());
        given.at_most_one(&lits, &mut out);
        assert!(given.missing().contains(&2) && out.is_empty());
        given.keep(Arc::new(Formula::new(clauses, vec![first, !second], Contract::ProjectedOnly)));
        assert!(given.missing().is_empty());
        given.at_most_one(&lits, &mut out);
        let emitted: Vec<Vec<i32>> =
            out.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
        assert_eq!(emitted, [[-1, 3], [-3, -2]]);
        assert_eq!(given.measured(), Contract::ProjectedOnly);
        assert_eq!(given.renewed().measured(), Contract::Bijective);
    }
}
