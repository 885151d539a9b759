//! DIMACS: a formula in conjunctive normal form as a model.
//!
#![doc = include_str!("help.md")]

#[cfg(test)]
mod tests;

use crate::cnf::{ClauseSink, Lit, Name};
use crate::file_kind::FileKind;
use crate::format::ReadError;
use crate::format::dimacs_reader::{Memory, read_within};
use crate::model::{Atom, Clause, Model, Var};
use crate::parse_error::ParseError;
use crate::problem::{ModelProblem, Problem};

use super::FrontEnd;

/// Registers the front end.
pub(super) const FRONT_END: FrontEnd = FrontEnd {
    name: "dimacs",
    about: "a formula in conjunctive normal form, with a projection or without",
    page: include_str!("help.md"),
    looks: FileKind::Cnf,
    read,
};

/// What the parts of a formula take as a model, in bytes.
const MEMORY: Memory = Memory { most: Memory::MEGABYTES * 1_000_000, variable: 400, clause: 300, literal: 30 };

fn read(text: &str) -> Result<Box<dyn Problem>, ParseError> {
    let mut posts = Posts(Model::new());
    let head = read_within(&MEMORY, &mut text.as_bytes(), &mut posts).map_err(|error| match error {
        ReadError::Parse(error) => error,
        ReadError::Io(why) => unreachable!("a text in memory can be read: {why}"),
    })?;
    let Posts(mut model) = posts;
    if let Some(shown) = head.shown {
        let shown: Vec<Var> = shown.into_iter().map(|number| Var::from_index(number as usize - 1)).collect();
        model.show(&shown);
    }
    Ok(Box::new(ModelProblem::new(FRONT_END.name, model)))
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
        self.0.post("clause", Clause(lits.iter().map(|&lit| atom(lit.dimacs())).collect()));
    }
}

/// The atom of a literal of a formula.
pub(super) fn atom(literal: i32) -> Atom {
    Var::from_index(literal.unsigned_abs() as usize - 1).is(i32::from(literal > 0))
}
