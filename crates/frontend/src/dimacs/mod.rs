//! DIMACS: a formula in conjunctive normal form as a model.
//!
#![doc = include_str!("help.md")]

mod groups;
mod lift;
#[cfg(test)]
mod tests;

pub use lift::Lifted;

use crate::file_kind::FileKind;
use cnfab_base::display::cut;
use cnfab_base::parse_error::ParseError;
use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Name};
use cnfab_format::ReadError;
use cnfab_format::dimacs_reader::{Memory, read_within};
use cnfab_model::problem::{ModelProblem, Problem};
use cnfab_model::{Atom, Clause, Cmp, GroupNames, Model, Var};

use super::FrontEnd;
use super::cursor::MOST_OF_TEXT;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "dimacs",
    about: "a formula in conjunctive normal form, with a projection or without",
    page: include_str!("help.md"),
    looks: FileKind::Cnf,
    endings: &[".cnf", ".gcnf"],
    read,
    groups,
};

/// The label of the clauses.
const LABEL: &str = "clause";

/// The memory of the parts of a formula as a model, in bytes.
const MEMORY: Memory = Memory { most: Memory::MOST, variable: 400, clause: 300, literal: 30 };

fn read(text: &str) -> Result<Box<dyn Problem>, ParseError> {
    if groups::is_grouped(text) {
        let model = groups::read(text)?.chosen();
        return Ok(Box::new(ModelProblem::new(FRONT_END.name, model)));
    }
    let mut posts = Posts(Model::new());
    let head = read_within(&MEMORY, &mut text.as_bytes(), &mut posts).map_err(of_text)?;
    let Posts(mut model) = posts;
    show(&mut model, head.shown);
    // Where all weights are 1, their sum is the number of solutions.
    let weights = head.weights.filter(|weights| !weights.of.is_empty());
    for (&variable, weights) in weights.iter().flat_map(|weights| &weights.of) {
        model.weigh(Var::from_index(variable as usize - 1), weights.clone());
    }
    let uncounted = weights.map(|weights| weights.refused());
    Ok(Box::new(ModelProblem::new(FRONT_END.name, model).without_counting(uncounted)))
}

fn groups(text: &str) -> Result<Model, ParseError> {
    if groups::is_grouped(text) {
        return groups::read(text);
    }
    let mut posts = Posts(Model::with_groups());
    let head = read_within(&MEMORY, &mut text.as_bytes(), &mut posts).map_err(of_text)?;
    let Posts(mut model) = posts;
    model.close_group();
    show(&mut model, head.shown);
    Ok(model)
}

/// The error of a text in memory.
fn of_text(error: ReadError) -> ParseError {
    match error {
        ReadError::Parse(error) => error,
        ReadError::Io(why) => unreachable!("a text in memory can be read: {why}"),
    }
}

fn show(model: &mut Model, shown: Option<Vec<u32>>) {
    if let Some(shown) = shown {
        model.show(&shown.into_iter().map(|number| Var::from_index(number as usize - 1)).collect::<Vec<Var>>());
    }
}

/// Posts clauses as they come.
struct Posts(Model);

impl ClauseSink for Posts {
    fn fresh(&mut self, _: Name) -> Lit {
        let number = self.0.variables().len() + 1;
        self.0.var(format!("x{number}"), 0..=1);
        Lit::from_dimacs(i32::try_from(number).expect("the reader has a limit on variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.0.open_group(|| {
            let literals: Vec<String> = lits.iter().map(|lit| lit.dimacs().to_string()).collect();
            let text = cut(&literals.join(" "), MOST_OF_TEXT);
            GroupNames { name: None, label: LABEL.to_owned(), line: None, text }
        });
        self.0.post(LABEL, Clause(lits.iter().map(|&lit| atom(lit.dimacs())).collect()));
    }
}

/// A formula whose cardinality constraints have been found.
#[derive(Clone, Debug)]
pub struct LiftedFormula {
    /// Number of variables.
    pub variables: u32,
    /// The variables that make up a solution, if the file says so.
    pub shown: Option<Vec<u32>>,
    /// The clauses as they stand in the file.
    pub clauses: Vec<Vec<i32>>,
    /// The constraints that some of them state together.
    pub found: Vec<Lifted>,
    /// The positions of the others.
    pub left: Vec<usize>,
}

impl LiftedFormula {
    /// Reads a formula.
    ///
    /// # Errors
    /// If the text is none, or has weights of literals, which a model does not have.
    pub fn read(text: &str) -> Result<Self, ParseError> {
        let mut store = ClauseStore::default();
        let mut head = read_within(&MEMORY, &mut text.as_bytes(), &mut store).map_err(of_text)?;
        head.weights.take().map_or(Ok(()), |weights| Err(weights.refused()))?;
        let clauses: Vec<Vec<i32>> =
            store.clauses().map(|clause| clause.iter().map(|literal| literal.dimacs()).collect()).collect();
        let (found, left) = lift::lift(&clauses);
        Ok(LiftedFormula { variables: head.variables, shown: head.shown, clauses, found, left })
    }

    /// The formula as a model: the constraints that were found, with the label `lifted`, and the clauses that are left.
    pub fn model(&self) -> Model {
        let mut model = variables(self.variables);
        self.found.iter().for_each(|one| model.post("lifted", one.constraint()));
        self.left.iter().for_each(|&number| model.post(LABEL, lift::clause(&self.clauses[number])));
        show(&mut model, self.shown.clone());
        model
    }

    /// The model of the clauses that state a constraint, where the constraint does not hold. It has no solution.
    pub fn counterexamples(&self, one: &Lifted) -> Vec<Model> {
        let Lifted { literals, cmp, k, clauses } = one;
        let opposite = |cmp: Cmp, k: usize| {
            let mut model = variables(self.variables);
            clauses.iter().for_each(|&number| model.post(LABEL, lift::clause(&self.clauses[number])));
            let atoms = literals.iter().map(|&literal| atom(literal));
            model.count("opposite", atoms, cmp, k);
            model
        };
        let less = || k.checked_sub(1).map(|less| opposite(Cmp::Le, less));
        let more = || opposite(Cmp::Ge, k + 1);
        match cmp {
            Cmp::Le => vec![more()],
            Cmp::Ge => less().into_iter().collect(),
            Cmp::Eq => less().into_iter().chain([more()]).collect(),
        }
    }
}

/// A model of the variables of a formula.
fn variables(count: u32) -> Model {
    let mut model = Model::new();
    for number in 1..=count {
        model.var(format!("x{number}"), 0..=1);
    }
    model
}

/// The atom of a literal of a formula.
pub(super) fn atom(literal: i32) -> Atom {
    Var::from_index(literal.unsigned_abs() as usize - 1).is(i32::from(literal > 0))
}
