//! KNF: clauses, and cardinality constraints as they are.
//!
//! The comments are those of DIMACS. A line `k 2 1 2 3 0` says that at least two of the literals are true; its header
//! `p knf` counts clauses and these lines. At-most-ones and cardinality constraints of the model are such lines, all
//! else is clauses by the recipe. Format: J. Reeves, M. Heule, R. Bryant, "From Clauses to Klauses", CAV 2024.

use std::io::Write;

use cnfab_cnf::{ClauseSink, Lit, Meter, Name, NativeConstraint, Natives, Notes};
use cnfab_encode::Recipe;

use super::dimacs::{Commented, Dialect, write_as};
use super::map::Map;
use super::{Export, ExportError};
use cnfab_cnf::number;

pub(super) const ABOUT: &str = "KNF: cardinality constraints as they are, all else as clauses; comments as in dimacs";

pub(super) const HELP: &str = "\
knf: as dimacs, with the header 'p knf', and cardinality constraints as they are:
  k 2 17 18 -19 0             at least two of the literals are true";

/// Writes the model's clauses and cardinality constraints.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Cardinalities, &Export { recipe: &recipe(export.recipe), ..*export }, out)
}

/// The recipe that leaves cardinality constraints as they are.
pub(super) fn recipe(of: &Recipe) -> Recipe {
    let mut recipe = of.clone();
    for class in ["amo", "card"] {
        recipe.set(class, None, "propagate").expect("an encoding of the class");
    }
    recipe
}

/// True for such a recipe.
pub(super) fn is_recipe(other: &Recipe) -> bool {
    other.to_string() == recipe(other).to_string()
}

/// A sink of the passes over a model.
pub(super) trait Pass: ClauseSink {
    /// At least this number of the literals are true.
    fn at_least(&mut self, k: usize, lits: &[Lit]);
}

impl Pass for Meter {
    fn at_least(&mut self, _: usize, lits: &[Lit]) {
        self.clause(lits);
    }
}

impl Pass for Map<'_, '_> {
    fn at_least(&mut self, _: usize, _: &[Lit]) {}
}

impl Pass for Commented<'_> {
    fn at_least(&mut self, k: usize, lits: &[Lit]) {
        self.comment();
        let bytes = &mut self.clauses.out.bytes;
        bytes.extend_from_slice(b"k ");
        number::push_spaced(bytes, k as i32);
        self.clauses.clause(lits);
    }
}

/// Takes cardinality constraints that are no clauses in front of a pass.
pub(super) struct Cardinalities<'p, P: ?Sized> {
    pub(super) pass: &'p mut P,
    /// True if a constraint came that is no cardinality constraint.
    pub(super) is_refused: bool,
}

impl<P: Pass + ?Sized> ClauseSink for Cardinalities<'_, P> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.pass.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.pass.clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        self.pass.notes()
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        Some(self)
    }
}

impl<P: Pass + ?Sized> Natives for Cardinalities<'_, P> {
    /// At most `bound` literals are true: of their opposites at least the rest.
    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        if let NativeConstraint::Linear { terms, integers, bound } = &constraint
            && integers.is_empty()
            && let Some(lits) = terms.iter().map(|term| only(term)).collect::<Option<Vec<Lit>>>()
        {
            match usize::try_from(*bound) {
                Ok(bound) if bound >= lits.len() => {}
                Ok(bound) => self.pass.at_least(lits.len() - bound, &lits),
                Err(_) => self.pass.clause(&[]),
            }
        } else {
            self.is_refused = true;
        }
    }
}

/// The opposite of the one literal of a term that counts it once.
fn only(term: &[(i64, Lit)]) -> Option<Lit> {
    match *term {
        [(1, lit)] => Some(!lit),
        _ => None,
    }
}
