//! The constraint classes: one file each, and their list.
//!
//! A class defines the variables that it is over, when it holds, and how simpler classes state it. Nothing else of the
//! crate has to know a class: [`Model::lowered`](super::Model::lowered) replaces those that a consumer does not take.
//! The five of [`Flat`] are taken by all.
//!
//! A new class is a file, its `mod` line and its line in the list below; every strategy has it then. A consumer that
//! has a form of its own for it declares what it takes with `taken!`, as [`Flat`] does.

mod all_different;
mod among;
mod bits;
mod cardinality;
#[cfg(test)]
mod check;
mod circuit;
mod clause;
mod connected;
mod costed_path;
mod cumulative;
mod disjunctive;
mod element;
mod extremum;
mod function;
mod global_cardinality;
mod layered;
mod lex;
mod linear;
mod parity;
mod short_table;
mod table;

use std::fmt;

pub use connected::Edge;
pub use cumulative::{Activity, Amount};
pub use function::Term;
pub use layered::Transition;

use super::{Assignment, Atom, Cmp, Domain, Model, ModelError, Poster, Var};

/// The most values of the variables of a constraint that are stated one by one where sums do as well.
const MOST_VALUES: usize = 100_000;

/// True if these variables have more values than are stated one by one.
fn have_many_values(vars: impl IntoIterator<Item = Var>, out: &Poster<'_>) -> bool {
    vars.into_iter().map(|var| out.domain(var).len()).fold(0, usize::saturating_add) > MOST_VALUES
}

/// A constraint class.
pub trait Class: fmt::Debug {
    /// A constraint of the class over variables of the model, which has some, for tests that loop over [`EXAMPLES`].
    /// Its content is up to `choose`, which returns a number below the given one.
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self
    where
        Self: Sized;

    /// The name of the class in help and reports.
    fn name(&self) -> &'static str;

    /// The variables in the order they are named; one may come more than once.
    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_>;

    /// Replaces its variables by others.
    fn rename(&mut self, to: &dyn Fn(Var) -> Var);

    /// True if the constraint holds under a complete assignment.
    fn holds(&self, assignment: &Assignment) -> bool;

    /// The same constraint in the form that consumers expect.
    ///
    /// # Errors
    /// If it is not well-formed.
    fn normalise(&mut self) -> Result<(), ModelError> {
        Ok(())
    }

    /// States that the constraint holds if all atoms of `when` do, by classes that are simpler, or by the class itself
    /// without atoms. Each solution has exactly one extension to the variables that this adds.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>);

    /// States that the constraint does not hold if all atoms of `when` do. Each solution has exactly one extension to
    /// the variables that this adds.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>);

    /// Variables of which each has to have one of some values where the constraint holds, for classes that list or
    /// bound values. A variable may come more than once.
    fn supports(&self) -> Vec<(Var, Domain)> {
        Vec::new()
    }

    /// The atoms, for classes over atoms that may be bounds, to be replaced where bounds are not taken.
    fn atoms_mut(&mut self) -> Option<&mut Vec<Atom>> {
        None
    }

    /// The same to be read.
    fn atoms(&self) -> &[Atom] {
        &[]
    }
}

/// Makes the enum of all classes from their files and names.
macro_rules! classes {
    ($($file:ident::$class:ident),* $(,)?) => {
        $(pub use $file::$class;)*

        /// A constraint of one of the classes.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Constraint {
            $(#[doc = concat!("See [`", stringify!($class), "`].")] $class($class),)*
        }

        impl Constraint {
            /// The constraint as what every class is.
            pub fn class(&self) -> &dyn Class {
                match self {
                    $(Constraint::$class(class) => class,)*
                }
            }

            fn class_mut(&mut self) -> &mut dyn Class {
                match self {
                    $(Constraint::$class(class) => class,)*
                }
            }
        }

        /// Makes a constraint over variables of a model from choices below a number; see [`Class::example`].
        pub type Example = fn(&Model, &mut dyn FnMut(usize) -> usize) -> Constraint;

        /// One for each class.
        pub static EXAMPLES: &[Example] = &[$(|model, choose| $class::example(model, choose).into()),*];

        $(impl From<$class> for Constraint {
            fn from(class: $class) -> Self {
                Constraint::$class(class)
            }
        })*
    };
}

// For the links in the documents of `taken!`, which other crates call, too.
extern crate self as cnfab_model;

/// Declares which classes a consumer takes, as an enum to match on.
#[macro_export]
macro_rules! taken {
    ($(#[$doc:meta])* $vis:vis enum $name:ident { $($class:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $vis enum $name<'c> {
            $(#[doc = concat!("See [`", stringify!($class), "`](cnfab_model::", stringify!($class), ").")]
            $class(&'c $crate::$class),)*
        }

        impl<'c> $name<'c> {
            /// The constraint, if its class is taken.
            $vis fn of(constraint: &'c $crate::Constraint) -> Option<Self> {
                match constraint {
                    $($crate::Constraint::$class(class) => Some($name::$class(class)),)*
                    #[allow(unreachable_patterns, reason = "some take all there are")]
                    _ => None,
                }
            }
        }
    };
}

classes! {
    all_different::AllDifferent,
    among::Among,
    cardinality::Cardinality,
    circuit::Circuit,
    clause::Clause,
    connected::Connected,
    costed_path::CostedPath,
    cumulative::Cumulative,
    disjunctive::Disjunctive,
    element::Element,
    extremum::Extremum,
    function::Function,
    global_cardinality::GlobalCardinality,
    layered::Layered,
    lex::Lex,
    linear::Linear,
    parity::Parity,
    short_table::ShortTable,
    table::Table,
}

taken! {
    /// The classes that every consumer takes; all others can be stated by them.
    pub enum Flat { AllDifferent, Cardinality, Clause, Linear, Table }
}

impl Constraint {
    /// The constraint as one of the flat classes.
    ///
    /// # Panics
    /// If it is of another class. A lowered model has none.
    pub fn flat(&self) -> Flat<'_> {
        Flat::of(self).unwrap_or_else(|| panic!("lowering leaves no {}", self.name()))
    }

    /// The name of the class in help and reports.
    pub fn name(&self) -> &'static str {
        self.class().name()
    }

    /// The variables in the order they are named; one may come more than once.
    pub fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        self.class().vars()
    }

    /// The constraint over other variables.
    #[must_use]
    pub fn renamed(&self, to: &dyn Fn(Var) -> Var) -> Constraint {
        let mut renamed = self.clone();
        renamed.class_mut().rename(to);
        renamed
    }

    /// True if the constraint holds under a complete assignment.
    pub fn holds(&self, assignment: &Assignment) -> bool {
        self.class().holds(assignment)
    }

    /// The atoms, for classes over atoms.
    pub fn atoms(&self) -> &[Atom] {
        self.class().atoms()
    }

    pub(super) fn atoms_mut(&mut self) -> Option<&mut Vec<Atom>> {
        self.class_mut().atoms_mut()
    }

    pub(super) fn normalise(&mut self) -> Result<(), ModelError> {
        self.class_mut().normalise()
    }
}

/// Some variables of the model, for examples; one may come more than once.
fn some_vars(model: &Model, choose: &mut dyn FnMut(usize) -> usize, most: usize) -> Vec<Var> {
    (0..=choose(most)).map(|_| Var::from_index(choose(model.variables().len()))).collect()
}

/// A value of the variable's domain, for examples; now and then one that it may not have.
fn some_value(model: &Model, choose: &mut dyn FnMut(usize) -> usize, var: Var) -> i32 {
    let domain = model.domain(var);
    let value = domain.nth(choose(domain.len().max(1))).unwrap_or_default();
    value.saturating_add(i32::from(choose(8) == 0))
}

/// Some atoms over variables of the model, for examples.
fn some_atoms(model: &Model, choose: &mut dyn FnMut(usize) -> usize, most: usize) -> Vec<Atom> {
    let vars = some_vars(model, choose, most);
    let mut atom = |var: Var| {
        let value = some_value(model, choose, var);
        [var.is(value), var.is_not(value), var.at_most(value), var.above(value)][choose(4)]
    };
    vars.into_iter().map(&mut atom).collect()
}

fn some_cmp(choose: &mut dyn FnMut(usize) -> usize) -> Cmp {
    [Cmp::Le, Cmp::Eq, Cmp::Ge][choose(3)]
}
