//! `lazy:ENCODING` in the place of an encoding: the solver propagates the constraint, and may encode it later.
//!
//! The solver gets the constraint as it is, the variables of the encoding, and its clauses aside. It uses either the
//! constraint or the clauses; until then the variables are free, so that counting needs the projection. `lazy` alone
//! takes the class's default. Where simpler constraints state a class, all their clauses are aside, and those of the
//! variables that they add; what the configuration propagates of them is propagated from the beginning. In a proof,
//! explanations are made when a literal becomes true, and all of them count: there constraints are encoded earlier.
//!
//! I. Abío, R. Nieuwenhuis, A. Oliveras, E. Rodríguez-Carbonell, P. Stuckey, "To Encode or to Propagate? The Best
//! Choice for Each Constraint in SAT", CP 2013.

use std::collections::HashSet;
use std::mem::take;

use cnfab_cnf::{ClauseSink, Lit, Name, NativeConstraint, Natives, Notes, PseudoBoolean};
use cnfab_model::{Atom, Cmp, Poster, Relation, Var};

use super::class::ClassEncoding;
use super::instance::EncodingInstance;
use crate::all_different::{AllDifferentClauses, AllDifferentEncoding};
use crate::amo::AmoEncoding;
use crate::card::{CardEncoding, OpenCount};
use crate::decomposition::{Decomposition, SimplerConstraints};
use crate::linear::{LinearEncoding, Statement, Sum, SumClauses};
use crate::propagated::{Propagated, Whole};
use crate::table::{TableClauses, TableEncoding};
use crate::{Encoding, EncodingAbout, VarMap};

/// Its text.
pub(crate) const LAZY: &str = "lazy";
/// One line about it.
pub(crate) const ABOUT: &str =
    "propagated by 'cdcl', and encoded when conflicts ask for many explanations: lazy:ENCODING";

/// A constraint that is propagated until it is encoded.
pub(crate) struct Lazy<T: ?Sized + 'static> {
    encoding: EncodingInstance<T>,
    spelling: String,
}

impl<T: ?Sized + ClassEncoding> Lazy<T> {
    pub(crate) fn new(encoding: EncodingInstance<T>) -> Self {
        let spelling = encoding.to_string();
        Lazy { encoding, spelling }
    }
}

/// Its entry in lists and pages.
const ENTRY: EncodingAbout = EncodingAbout {
    justification: Some([
        "those of the encoding",
        "explanations follow from the constraint alone, clauses as those of the encoding",
    ]),
    is_propagated: true,
    ..EncodingAbout::new(LAZY, ABOUT)
};

impl<T: ?Sized + ClassEncoding> Encoding for Lazy<T> {
    fn entry(&self) -> &'static EncodingAbout {
        &ENTRY
    }

    fn justification(&self) -> Option<[&'static str; 2]> {
        ENTRY.justification.filter(|_| !T::IS_DECOMPOSED)
    }

    fn argument(&self) -> Option<&str> {
        Some(&self.spelling)
    }
}

impl AmoEncoding for Lazy<dyn AmoEncoding> {
    fn at_most_one(&self, lits: &[Lit], out: &mut dyn ClauseSink) {
        lazily(out, |is_native, out| match is_native {
            true => Propagated.at_most_one(lits, out),
            false => self.encoding.at_most_one(lits, out),
        });
    }
}

impl OpenCount for Lazy<dyn CardEncoding> {
    fn can(&self, cmp: Cmp, k: usize, n: usize) -> Result<(), String> {
        self.encoding.can(cmp, k, n)
    }

    fn at_most(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        lazily(out, |is_native, out| match is_native {
            true => OpenCount::at_most(&Propagated, lits, k, out),
            false => self.encoding.at_most(lits, k, out),
        });
    }

    fn at_least(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        lazily(out, |is_native, out| match is_native {
            true => OpenCount::at_least(&Propagated, lits, k, out),
            false => self.encoding.at_least(lits, k, out),
        });
    }

    fn exactly(&self, lits: &[Lit], k: usize, out: &mut dyn ClauseSink) {
        lazily(out, |is_native, out| match is_native {
            true => OpenCount::exactly(&Propagated, lits, k, out),
            false => self.encoding.exactly(lits, k, out),
        });
    }
}

impl SumClauses for Lazy<dyn LinearEncoding> {
    fn most(&self) -> i64 {
        self.encoding.most()
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        let encoded = self.encoding.prepare(sum.clone(), vars)?;
        let mut statements = [Propagated.prepare(sum, vars)?, encoded].into_iter();
        Ok(Box::new(move |vars, out| {
            lazily(out, |_, out| statements.next().into_iter().for_each(|statement| statement(vars, out)));
        }))
    }
}

impl AllDifferentClauses for Lazy<dyn AllDifferentEncoding> {
    fn can(&self, of: &[Var], vars: &VarMap) -> Result<(), String> {
        self.encoding.can(of, vars)
    }

    fn encode(&self, of: &[Var], amo: &dyn AmoEncoding, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        lazily(out, |is_native, out| match is_native {
            true => AllDifferentClauses::encode(&Propagated, of, amo, vars, out),
            false => self.encoding.encode(of, amo, vars, out),
        });
    }
}

impl TableClauses for Lazy<dyn TableEncoding> {
    fn can(&self, of: &[Var], relation: &Relation, vars: &VarMap) -> Result<(), String> {
        TableClauses::can(&Propagated, of, relation, vars)?;
        self.encoding.can(of, relation, vars)
    }

    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        lazily(out, |is_native, out| match is_native {
            true => TableClauses::encode(&Propagated, of, relation, vars, out),
            false => self.encoding.encode(of, relation, vars, out),
        });
    }
}

impl<C: 'static> SimplerConstraints<C> for Lazy<dyn Decomposition<C>>
where
    Whole: SimplerConstraints<C>,
    dyn Decomposition<C>: ClassEncoding,
{
    fn decompose(&self, constraint: &C, when: &[Atom], out: &mut Poster<'_>) {
        Whole.decompose(constraint, when, out);
    }

    fn native(&self, constraint: &C, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        Whole.native(constraint, vars, out)
    }

    fn later(&self) -> Option<&(dyn Decomposition<C> + 'static)> {
        Some(&*self.encoding)
    }
}

/// Sends what a constraint is as a native one, and then its clauses, as one lazy constraint. Where it is nothing but
/// clauses as a native one, they are all.
pub(crate) fn lazily(out: &mut dyn ClauseSink, mut state: impl FnMut(bool, &mut dyn ClauseSink)) {
    let mut kept = Kept {
        inner: out,
        is_native: true,
        is_defining: false,
        own: HashSet::new(),
        defined: Vec::new(),
        definition: Vec::new(),
        parts: Parts::default(),
    };
    state(true, &mut kept);
    if kept.parts.natives.is_empty() {
        return;
    }
    kept.is_native = false;
    state(false, &mut kept);
    let Parts { natives, clauses, variables } = kept.parts;
    out.native(NativeConstraint::Lazy { natives, clauses, variables });
}

/// The parts of a lazy constraint.
#[derive(Default)]
struct Parts {
    natives: Vec<NativeConstraint<Lit>>,
    clauses: Vec<Vec<Lit>>,
    variables: Vec<Lit>,
}

/// A sink in front of a sink, which keeps native constraints, or the clauses and variables that take their place.
struct Kept<'s> {
    inner: &'s mut dyn ClauseSink,
    /// True if native constraints are being made, and clauses beside them.
    is_native: bool,
    /// True if a literal is being defined.
    is_defining: bool,
    /// The variables that are kept.
    own: HashSet<u32>,
    /// The literals that are being defined beside native constraints, and their clauses.
    defined: Vec<Lit>,
    definition: Vec<Vec<Lit>>,
    parts: Parts,
}

impl Kept<'_> {
    fn keep(&mut self, new: Lit) {
        self.own.insert(new.var());
        self.parts.variables.push(new);
    }

    /// Ends a definition. It is kept if it says something of a variable that is kept.
    fn end_definition(&mut self) {
        let (defined, definition) = (take(&mut self.defined), take(&mut self.definition));
        if definition.iter().flatten().any(|lit| self.own.contains(&lit.var())) {
            defined.into_iter().for_each(|new| self.keep(new));
            self.parts.clauses.extend(definition);
        } else {
            definition.iter().for_each(|clause| self.inner.clause(clause));
        }
    }
}

impl ClauseSink for Kept<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        let new = self.inner.fresh(name);
        match (self.is_native, self.is_defining) {
            (true, _) => {}
            (false, true) => self.defined.push(new),
            (false, false) => self.keep(new),
        }
        new
    }

    fn clause(&mut self, lits: &[Lit]) {
        match (self.is_native, self.is_defining) {
            (true, _) => self.inner.clause(lits),
            (false, true) => self.definition.push(lits.to_vec()),
            (false, false) => self.parts.clauses.push(lits.to_vec()),
        }
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()?;
        Some(self)
    }
}

impl Notes for Kept<'_> {
    fn next(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }

    fn defining(&mut self, begins: bool) {
        self.is_defining = begins;
        if !self.is_native && !begins {
            self.end_definition();
        }
        self.inner.note(|notes| notes.defining(begins));
    }
}

impl Natives for Kept<'_> {
    fn wanted(&mut self, program: &str, constraint: PseudoBoolean<'_>) {
        self.inner.natives().into_iter().for_each(|natives| natives.wanted(program, constraint));
    }

    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        match constraint {
            // It defines a literal of a variable.
            _ if self.is_defining => self.inner.native(constraint),
            _ if self.is_native => self.parts.natives.push(constraint),
            // What is encoded is encoded whole.
            NativeConstraint::Lazy { clauses, .. } => self.parts.clauses.extend(clauses),
            // Some of what the clauses stand beside is propagated as well, and stays.
            constraint => self.inner.native(constraint),
        }
    }
}
