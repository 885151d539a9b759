//! External encodings: `amo=cmd:PROGRAM {n}`, `card=cmd:PROGRAM {n} {k}` and `linear=cmd:PROGRAM {coefficients}
//! {bound}` take the formula that a program of the user prints.
//!
//! In the words of the command stand in braces: `n`, the number of inputs; `coefficients`, one for each input, with
//! commas between them, none negative; `cmp`, the comparison `<=`, `=` or `>=`; and `k` or `bound`, what the inputs are
//! compared with. A program without `{cmp}` is asked for `<=` alone: `>=` is `<=` of the negated inputs, and `=` is
//! both. The inputs of a sum are literals of its variables' values; a program need not know which of them exclude each
//! other.
//!
//! Size and propagation are the program's. Contract: bijective if every formula that was asked for has exactly one
//! model per solution, else projected-only; it is measured when a formula comes, not believed.
//!
//! Encoding runs no programs. [`wanted`](crate::wanted()) walks a model and lists the formulas that it needs; whoever
//! resolves the configuration runs the programs and puts the formulas into a copy of it, before the first clause is
//! sent. A formula that is not there is reported to the sink.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cnfab_base::display::quoted;
use cnfab_base::words::words;
use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab_model::Cmp;

pub use super::task::ExternalTask;
use crate::amo::AmoEncoding;
use crate::card::OpenCount;
use crate::linear::{Statement, Sum, SumClauses};
use crate::{Contract, Encoding, EncodingAbout, LitOrConst, VarMap};

/// A formula that states a task.
#[derive(Clone, Debug)]
pub struct ExternalFormula {
    clauses: ClauseStore,
    inputs: Vec<Lit>,
    contract: Contract,
}

impl ExternalFormula {
    /// The clauses, which of their literals are the inputs, and how many models there are per solution.
    ///
    /// # Panics
    /// If an input is none of the clauses' variables, or two are of the same.
    pub fn new(clauses: ClauseStore, inputs: Vec<Lit>, contract: Contract) -> Self {
        let of: BTreeSet<u32> = inputs.iter().map(|input| input.var()).collect();
        assert!(of.len() == inputs.len() && of.iter().all(|&var| (1..=clauses.variables()).contains(&(var as usize))));
        ExternalFormula { clauses, inputs, contract }
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

/// The form in which the programs of a class are asked.
#[derive(Debug, PartialEq, Eq)]
pub struct ExternalForm {
    /// The parameters that a command has to name.
    pub names: &'static [&'static str],
    /// The statement of the formula.
    pub states: &'static str,
    /// The other parameters that a command may name.
    pub about: &'static str,
}

pub(crate) static AMO: ExternalForm = ExternalForm { names: &["{n}"], states: "at most one of n literals", about: "" };
pub(crate) static CARD: ExternalForm = ExternalForm {
    names: &["{n}", "{k}"],
    states: "k of n literals",
    about: "{cmp} is '<=', '=' or '>='; without it the program is asked for '<=' alone",
};
pub(crate) static LINEAR: ExternalForm = ExternalForm {
    names: &["{coefficients}", "{bound}"],
    states: "a sum",
    about: "{coefficients} is a list with commas; {cmp} is '<=', '=' or '>=', without it always '<='; {n} inputs",
};

/// Formulas by the task that they state.
pub type Formulas = BTreeMap<ExternalTask, Arc<ExternalFormula>>;

/// A program that states constraints, and the formulas it has written so far.
#[derive(Clone, Debug)]
pub struct External {
    class: &'static str,
    command: String,
    words: Vec<String>,
    formulas: Arc<Formulas>,
}

impl External {
    /// A program for a class, with the form that its commands have. Words are separated by blanks; quotes keep them
    /// together.
    ///
    /// # Errors
    /// If the command cannot be split into words, or lacks one of the names in braces that stand for the task.
    pub(crate) fn new(class: &'static str, form: &ExternalForm, command: &str) -> Result<Self, String> {
        let needed = form.names;
        if command.chars().any(char::is_control) {
            return Err("found a line break in a command, expected one line".to_owned());
        }
        let words = words(command)?;
        if let Some(name) = needed.iter().find(|&&name| !words.iter().any(|word| word.contains(name))) {
            return Err(format!(
                "found the command {} without {name}, expected {}",
                quoted(command),
                needed.join(" and ")
            ));
        }
        Ok(External { class, command: command.to_owned(), words, formulas: Arc::default() })
    }

    /// The class and the command as they are written: `amo=cmd:PROGRAM {n}`.
    pub fn spelling(&self) -> String {
        format!("{}=cmd:{}", self.class, self.command)
    }

    /// The command as it is written.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The program and its arguments for a task.
    pub fn words(&self, task: &ExternalTask) -> Vec<String> {
        self.words.iter().map(|word| task.fill(word)).collect()
    }

    /// The formulas that are here.
    pub fn formulas(&self) -> &Arc<Formulas> {
        &self.formulas
    }

    /// The same program with these formulas instead.
    pub(crate) fn with_formulas(&self, formulas: Arc<Formulas>) -> Self {
        External { formulas, ..self.clone() }
    }

    /// The weakest contract of the formulas of these tasks, or the first task that has no formula.
    pub(crate) fn contract_of<'t>(&self, tasks: &'t BTreeSet<ExternalTask>) -> Result<Contract, &'t ExternalTask> {
        let mut contracts =
            tasks.iter().map(|task| self.formulas.get(task).map(|formula| formula.contract).ok_or(task));
        contracts.try_fold(Contract::Bijective, |weakest, contract| Ok(weakest.max(contract?)))
    }

    /// States the task over the literals, or tells the sink that its formula is wanted. A task that always holds is not
    /// stated.
    fn state(&self, task: ExternalTask, lits: &[Lit], out: &mut dyn ClauseSink) {
        let most: i64 = task.coefficients.iter().sum();
        if task.cmp != Cmp::Le && !self.words.iter().any(|word| word.contains("{cmp}")) {
            if task.cmp == Cmp::Eq {
                self.state(ExternalTask { cmp: Cmp::Le, ..task.clone() }, lits, out);
            }
            let negated: Vec<Lit> = lits.iter().map(|&lit| !lit).collect();
            return self.state(ExternalTask { cmp: Cmp::Le, bound: most - task.bound, ..task }, &negated, out);
        }
        if task.cmp == Cmp::Le && task.bound >= most || task.cmp == Cmp::Ge && task.bound <= 0 {
            return;
        }
        match self.formulas.get(&task) {
            Some(formula) => formula.emit(lits, out),
            None => match out.natives() {
                Some(natives) => natives.wanted(&self.spelling(), task.pseudo_boolean()),
                None => panic!("{} has not been run for {task}", self.spelling()),
            },
        }
    }

    /// States a sum. Of each variable all values but the one that adds least are inputs, with what they add more.
    fn sum(&self, sum: &Sum, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let (mut coefficients, mut lits, mut bound) = (Vec::new(), Vec::new(), sum.rhs);
        for &(coefficient, var) in &sum.terms {
            let values = vars.domain(var).to_vec();
            let least = values.iter().map(|&value| coefficient * i64::from(value)).min().unwrap_or(0);
            bound -= least;
            for value in values {
                let more = coefficient * i64::from(value) - least;
                if more == 0 {
                    continue;
                }
                match vars.is(var, value, out) {
                    LitOrConst::Lit(lit) => {
                        coefficients.push(more);
                        lits.push(lit);
                    }
                    LitOrConst::Const(is) => bound -= if is { more } else { 0 },
                }
            }
        }
        self.state(ExternalTask { coefficients, cmp: sum.cmp, bound }, &lits, out);
    }
}

/// In each class the contract is the best there can be; what was measured is added when all formulas are known.
const ENTRY: EncodingAbout =
    EncodingAbout { contract: Contract::Bijective, ..EncodingAbout::new("cmd", "the formula that a program prints") };

impl Encoding for External {
    fn entry(&self) -> &'static EncodingAbout {
        &ENTRY
    }

    fn argument(&self) -> Option<&str> {
        Some(&self.command)
    }
}

impl AmoEncoding for External {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        self.state(ExternalTask::count(lits.len(), Cmp::Le, 1), lits, out);
    }
}

impl OpenCount for External {
    /// Nobody knows.
    fn is_domain_consistent(&self) -> bool {
        false
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.state(ExternalTask::count(lits.len(), Cmp::Le, k), lits, out);
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.state(ExternalTask::count(lits.len(), Cmp::Ge, k), lits, out);
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        self.state(ExternalTask::count(lits.len(), Cmp::Eq, k), lits, out);
    }
}

impl SumClauses for External {
    fn prepare(&self, sum: Sum, _: &VarMap) -> Result<Statement, String> {
        let external = self.clone();
        Ok(Box::new(move |vars, out| external.sum(&sum, vars, out)))
    }
}

#[cfg(test)]
mod tests {
    use crate::config::wanted::Wanted;

    use super::*;

    fn external(class: &'static str, command: &str) -> Result<External, String> {
        let form = crate::find_class(class).unwrap().external.expect("a class that takes programs");
        External::new(class, form, command)
    }

    #[test]
    fn commands_need_what_is_asked_for_and_whole_quotes() {
        let words = |class, command, task: ExternalTask| external(class, command).unwrap().words(&task);
        assert_eq!(words("amo", "prog -n={n} 'a b'", ExternalTask::count(12, Cmp::Le, 1)), ["prog", "-n=12", "a b"]);
        assert_eq!(words("card", "prog {n} {cmp} {k}", ExternalTask::count(7, Cmp::Ge, 3)), ["prog", "7", ">=", "3"]);
        let task = ExternalTask { coefficients: vec![2, 3, 5], cmp: Cmp::Eq, bound: 7 };
        assert_eq!(words("linear", "p {coefficients}{cmp}{bound} {n}", task.clone()), ["p", "2,3,5=7", "3"]);
        assert_eq!(task.to_string(), "2 x1 + 3 x2 + 5 x3 = 7");
        assert!(external("amo", "prog").unwrap_err().contains("without {n}"));
        assert!(external("card", "prog {n}").unwrap_err().contains("without {k}"));
        assert!(external("linear", "prog {n} {bound}").unwrap_err().contains("without {coefficients}"));
        assert!(external("amo", "prog '{n}").unwrap_err().contains("quote"));
        assert!(external("amo", "prog {n}\nc").unwrap_err().contains("line break"));
        assert!(external("amo", "").unwrap_err().contains("empty"));
    }

    #[test]
    fn inputs_may_be_negated_and_in_any_order() {
        // Variable 2 is the second input negated, variable 3 the first, and 1 an auxiliary.
        let mut clauses = ClauseStore::default();
        let [aux, second, first] = [1, 2, 3].map(|number| clauses.fresh(Name::aux("", number, 0)));
        clauses.clause(&[!first, aux]);
        clauses.clause(&[!aux, second]);
        let unresolved = external("amo", "prog {n}").unwrap();
        let two = ExternalTask::count(2, Cmp::Le, 1);
        let tasks = BTreeSet::from([two.clone()]);
        let mut wanted = Wanted::default();
        let lits = [1, 2].map(|number| wanted.fresh(Name::aux("", number, 0)));
        unresolved.at_most_one(&lits[..1], &mut wanted);
        assert!(wanted.tasks.is_empty());
        unresolved.at_most_one(&lits, &mut wanted);
        assert_eq!(wanted.tasks, BTreeMap::from([("amo=cmd:prog {n}".to_owned(), tasks.clone())]));
        assert_eq!(unresolved.contract_of(&tasks), Err(&two));

        let formula = ExternalFormula::new(clauses, vec![first, !second], Contract::ProjectedOnly);
        let resolved = unresolved.with_formulas(Arc::new([(two, Arc::new(formula))].into()));
        let mut out = ClauseStore::default();
        let lits = [1, 2].map(|number| out.fresh(Name::aux("", number, 0)));
        resolved.at_most_one(&lits, &mut out);
        let emitted: Vec<Vec<i32>> =
            out.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
        assert_eq!(emitted, [[-1, 3], [-3, -2]]);
        assert_eq!(resolved.contract_of(&tasks), Ok(Contract::ProjectedOnly));
        assert_eq!(resolved.contract_of(&BTreeSet::new()), Ok(Contract::Bijective));
    }

    #[test]
    fn without_a_comparison_everything_is_at_most() {
        let asked = |command: &str| {
            let external = external("card", command).unwrap();
            let mut out = Wanted::default();
            let lits: Vec<Lit> = (1..=5).map(|number| out.fresh(Name::aux("", number, 0))).collect();
            external.exactly(&lits, 2, &mut out);
            external.at_least(&lits, 1, &mut out);
            out.tasks.values().flatten().map(ExternalTask::to_string).collect::<Vec<_>>()
        };
        assert_eq!(asked("prog {n} {k}"), ["at most 2 of 5", "at most 3 of 5", "at most 4 of 5"]);
        assert_eq!(asked("prog {n} {k} {cmp}"), ["exactly 2 of 5", "at least one of 5"]);
    }
}
