//! Encodings that state a constraint by simpler ones, which are encoded then.
//!
//! The default of each such class is what every other strategy gets, too: the decomposition of the constraint class.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Atom, Constraint, Label, Model, Posted, Poster, Takes, taken};

use super::class::{CLASSES, ClassEncoding, Encoding, EncodingClass, Selections};
use super::selection::ClassSelection;
use super::{Recipe, Unsupported};

/// What certificates have for encodings of these classes.
pub(super) const STATED: [&str; 2] = [
    "variables of the model in `model.opb`, each with one value in every solution",
    "`model.opb`, which is trusted, has the simpler constraints, and clauses are proved from these",
];

/// Makes an encoding of a type that states constraints by simpler ones.
macro_rules! stated {
    ($Name:ident) => {
        impl crate::encode::Encoding for $Name {
            fn justification(&self) -> Option<[&'static str; 2]> {
                Some(crate::encode::decomposition::STATED)
            }
        }
    };
}

pub(super) use stated;

taken! {
    /// The classes that have such encodings.
    enum Decomposed { Circuit, Connected, Cumulative, Disjunctive, Lex, Parity }
}

/// A way to state constraints of a class by simpler ones.
pub trait Decomposition<C: ?Sized>: Encoding {
    /// The same with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn Decomposition<C>>> {
        None
    }

    /// States that the constraint holds if all atoms of `when` do. Each variable that this adds has exactly one value
    /// in every solution of the model, also where an atom of `when` is false.
    fn decompose(&self, constraint: &C, when: &[Atom], out: &mut Poster<'_>);
}

/// The model in terms that have encodings, by the decompositions of the configuration.
///
/// # Errors
/// If a decomposition cannot state a constraint.
pub fn lowered<'m>(model: &'m Model, recipe: &Recipe) -> Result<Cow<'m, Model>, Unsupported> {
    lowered_as_seen(model, recipe, &mut |_, _| {})
}

/// A constraint that encodings state: of the model, of its lowered form, or of a form in between.
pub(super) struct Stated {
    /// Its label.
    pub(super) label: Label,
    /// Its number, by which configurations select it.
    pub(super) number: usize,
    /// The classes of encodings for it.
    pub(super) classes: Vec<&'static str>,
}

impl Stated {
    /// The constraints that the configuration selects encodings for. If the model cannot be lowered, its own.
    pub(super) fn all(model: &Model, recipe: &Recipe) -> Vec<Self> {
        let classes = |constraint: &Constraint, is_seen: bool| {
            let uses = |class: &&EncodingClass| (!is_seen || class.is_decomposed) && (class.applies_to)(constraint);
            CLASSES.iter().filter(uses).map(|class| class.name).collect()
        };
        let mut all = Vec::new();
        let lowered = lowered_as_seen(model, recipe, &mut |posted, number| {
            all.push(Stated { label: posted.label.clone(), number, classes: classes(&posted.constraint, true) });
        });
        let lowered = lowered.as_deref().unwrap_or(model);
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for posted in lowered.constraints() {
            let next = numbers.entry(&posted.label).or_default();
            all.push(Stated {
                label: posted.label.clone(),
                number: *next,
                classes: classes(&posted.constraint, false),
            });
            *next += 1;
        }
        all
    }
}

/// The same, where each constraint that is decomposed is shown with its number.
pub(super) fn lowered_as_seen<'m>(
    model: &'m Model,
    recipe: &Recipe,
    see: &mut dyn FnMut(&Posted, usize),
) -> Result<Cow<'m, Model>, Unsupported> {
    let mut last = None;
    let lowered = model.lowered_by(Takes::CONDITIONS, &mut |posted, number, out| {
        see(posted, number);
        last = decomposed(&recipe.encodings, posted, number, out);
        last.is_some()
    });
    lowered.map_err(|what| {
        let encoding = last.map_or_else(|| "sat".to_owned(), |(class, name)| format!("{class}={name}"));
        Unsupported { encoding, what: what.to_owned() }
    })
}

/// States a constraint by the encoding that is selected for it: the class and the name. `None` if its class has no such
/// encodings.
fn decomposed(
    of: &Selections,
    posted: &Posted,
    number: usize,
    out: &mut Poster<'_>,
) -> Option<(&'static str, &'static str)> {
    let constraint = Decomposed::of(&posted.constraint)?;
    Some(match constraint {
        Decomposed::Circuit(circuit) => by(&of.circuit, circuit, posted, number, out),
        Decomposed::Connected(connected) => by(&of.connected, connected, posted, number, out),
        Decomposed::Cumulative(cumulative) => by(&of.cumulative, cumulative, posted, number, out),
        Decomposed::Disjunctive(disjunctive) => by(&of.disjunctive, disjunctive, posted, number, out),
        Decomposed::Lex(lex) => by(&of.lex, lex, posted, number, out),
        Decomposed::Parity(parity) => by(&of.parity, parity, posted, number, out),
    })
}

fn by<C>(
    selection: &ClassSelection<dyn Decomposition<C>>,
    constraint: &C,
    posted: &Posted,
    number: usize,
    out: &mut Poster<'_>,
) -> (&'static str, &'static str)
where
    dyn Decomposition<C>: ClassEncoding,
{
    let encoding = selection.of_constraint(&posted.label, number);
    encoding.decompose(constraint, &posted.when, out);
    (<dyn Decomposition<C>>::NAME, encoding.name())
}
