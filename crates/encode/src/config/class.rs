//! The table of encoding classes, and what the encodings of all classes have in common.
//!
//! A class is a folder with a trait, a registry and one file per encoding, and one entry of [`CLASSES`].
//! Configurations, their texts, help, lists, audits and tests go over the table.

use std::sync::{Arc, PoisonError, RwLock};

use cnfab_base::EncodingChoice;
use cnfab_base::names::{UnknownName, means};
use cnfab_model::{
    Circuit, Connected, Constraint, Cumulative, Disjunctive, Element, GlobalCardinality, Layered, Lex, Parity,
};

use super::external::{self, External};
use super::instance::{CustomEncoding, EncodingInstance};
use super::lazy::{self, LAZY, Lazy};
use super::selection::{ClassSelection, Selects};
use crate::all_different::{self, AllDifferentEncoding};
use crate::amo::{self, AmoEncoding};
use crate::card::{self, CardEncoding};
use crate::decomposition::Decomposition;
use crate::domain::{self, DomainEncoding, OnDemand};
use crate::linear::{self, LinearEncoding};
use crate::propagated::{self, PROPAGATE, Propagated, Whole};
use crate::table::{self, TableEncoding};
use crate::{
    Encoding, Number, circuit, connected, cumulative, disjunctive, element, global_cardinality, layered, lex, parity,
};

/// The common part of the trait objects of a class of encodings.
pub trait ClassEncoding: Encoding + 'static {
    /// The class as configurations write it.
    const NAME: &'static str;

    /// The encoding that is used if none is written.
    const DEFAULT: &'static str;

    /// True if its encodings state constraints by simpler ones. Configurations name the class only where its encoding
    /// is not the default.
    const IS_DECOMPOSED: bool;

    /// The registry.
    fn all() -> &'static [&'static Self];

    /// The same encoding with another number out of its range; `None` if it takes none.
    fn with(&self, number: usize) -> Option<Arc<Self>>;

    /// The encoding by this program; `None` if the class takes none.
    fn of_program(program: External) -> Option<Arc<Self>>;

    /// The encoding of somebody else's that is registered by this name.
    fn custom(name: &str) -> Option<Arc<Self>>;

    /// The instance that leaves constraints to the solver; `None` if no solver propagates those of the class.
    fn propagated() -> Option<Arc<Self>>;

    /// The instance that leaves constraints to the solver until this encoding takes their place; `None` if no solver
    /// propagates those of the class.
    fn lazy(encoding: EncodingInstance<Self>) -> Option<Arc<Self>>;
}

/// A class of encodings.
pub struct EncodingClass {
    /// The name, as configurations write it.
    pub name: &'static str,
    /// The encoding if none is written.
    pub default: &'static str,
    /// True if variables select an encoding of it, by name and family.
    pub of_variables: bool,
    /// True if its encodings are decompositions: they state constraints by simpler ones, which are encoded then.
    pub is_decomposed: bool,
    /// True if the encoding of a constraint uses it.
    pub applies_to: fn(&Constraint) -> bool,
    /// The form in which programs of the user state what the class states, if they may.
    pub external: Option<&'static external::ExternalForm>,
    /// The words in the place of an encoding that leave constraints to the solver, and one line about each.
    pub natives: &'static [(&'static str, &'static str)],
    /// The registered encodings, by name.
    pub registry: fn() -> Vec<Registered>,
    /// The specifications of all registered encodings; those that take a number also with the smallest, the next and a
    /// larger one.
    pub specifications: fn() -> Vec<String>,
}

/// A registered encoding of some class.
pub struct Registered {
    /// The name.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The number that it takes, if it does.
    pub number: Option<Number>,
    /// The numbers that make formulas of another kind.
    pub variants: &'static [usize],
    /// True if it is here to be compared with.
    pub is_baseline: bool,
    /// True if its auxiliaries have meanings, so that its clauses can be proved from what they encode.
    pub has_definitions: bool,
    /// See [`Encoding::justification`].
    pub justification: Option<[&'static str; 2]>,
}

impl EncodingClass {
    /// The names of the registered encodings.
    pub fn names(&self) -> Vec<&'static str> {
        (self.registry)().into_iter().map(|registered| registered.name).collect()
    }

    /// The names, and behind each the specifications of its variants.
    pub fn catalogue(&self) -> Vec<String> {
        let all = |one: Registered| {
            let variants = one.variants.iter().map(move |number| format!("{}({number})", one.name));
            std::iter::once(one.name.to_owned()).chain(variants)
        };
        (self.registry)().into_iter().flat_map(all).collect()
    }

    /// Each specification as `class=specification`.
    pub fn parts(&self) -> Vec<String> {
        (self.specifications)().into_iter().map(|text| format!("{}={text}", self.name)).collect()
    }
}

/// The class with this name.
///
/// # Errors
/// If there is none.
pub fn find_class(name: &str) -> Result<&'static EncodingClass, UnknownName> {
    let found = CLASSES.iter().find(|class| means(name, class.name));
    found.ok_or_else(|| UnknownName::new("encoding class", name, CLASSES.iter().map(|class| class.name)))
}

/// Declares the classes: field of [`Selections`], name, trait, enum of its encodings, folder, default, whether of
/// variables, classes of constraints. Then whether its encodings are decompositions, the form of commands, if programs
/// may state the constraints, and the type that leaves them to the solver, if one propagates them: in place of clauses,
/// in place of simpler constraints, or in place of literals that are there from the beginning.
macro_rules! classes {
    ($($(#[$doc:meta])* $field:ident: $name:literal, $class:ident $(<$of:ident>)? by $By:ident in $folder:ident, default $default:literal,
        variables $variables:literal, constraints [$($constraint:ident),*] $(, decomposed $decomposed:literal)?
        $(, external $form:ident)? $(, propagated $propagated:ident)? $(, whole $whole:ident)?
        $(, literals $literals:ident)?;)*) => {
        /// All classes of encodings, in the order in which configurations are written.
        pub static CLASSES: &[EncodingClass] = &[$(EncodingClass {
            name: $name,
            default: $default,
            of_variables: $variables,
            is_decomposed: classes!(@decomposed $($decomposed)?),
            applies_to: |constraint| {
                let classes: &[fn(&Constraint) -> bool] = &[$(|one| matches!(one, Constraint::$constraint(_))),*];
                classes.iter().any(|is_it| is_it(constraint))
            },
            external: classes!(@form $($form)?),
            natives: classes!(@natives $($propagated)? $($whole)? $(literals $literals)?),
            registry: registry::<dyn $class $(<$of>)?>,
            specifications: specifications::<dyn $class $(<$of>)?>,
        }),*];

        /// The encodings of each class that others have registered.
        mod others {
            use super::*;

            $(pub(super) fn $field() -> &'static RwLock<Vec<Arc<dyn $class $(<$of>)?>>> {
                static ALL: RwLock<Vec<Arc<dyn $class $(<$of>)?>>> = RwLock::new(Vec::new());
                &ALL
            })*
        }

        /// The selection of each class.
        #[derive(Clone)]
        pub struct Selections {
            $($(#[$doc])* pub $field: ClassSelection<dyn $class $(<$of>)?>,)*
        }

        impl Default for Selections {
            fn default() -> Self {
                Selections { $($field: ClassSelection::new($default).expect("the default is registered"),)* }
            }
        }

        impl Selections {
            /// The selections in the order of [`CLASSES`].
            pub(crate) fn all(&self) -> Vec<&dyn Selects> {
                vec![$(&self.$field),*]
            }

            /// Gives a class its default encoding again.
            pub(crate) fn reset(&mut self, class: &str) {
                $(if class == $name {
                    self.$field = Selections::default().$field;
                })*
            }

            /// The same, to be changed.
            pub(crate) fn all_mut(&mut self) -> Vec<&mut dyn Selects> {
                vec![$(&mut self.$field),*]
            }
        }

        $(impl ClassEncoding for dyn $class $(<$of>)? {
            const NAME: &'static str = $name;
            const DEFAULT: &'static str = $default;
            const IS_DECOMPOSED: bool = classes!(@decomposed $($decomposed)?);

            fn all() -> &'static [&'static Self] {
                $folder::ALL
            }

            fn with(&self, number: usize) -> Option<Arc<Self>> {
                self.with_number(number)
            }

            fn of_program(_program: External) -> Option<Arc<Self>> {
                classes!(@program _program $($form)?)
            }

            fn custom(name: &str) -> Option<Arc<Self>> {
                let customs = others::$field().read().unwrap_or_else(PoisonError::into_inner);
                customs.iter().rev().find(|custom| means(name, custom.name())).map(Arc::clone)
            }

            fn propagated() -> Option<Arc<Self>> {
                classes!(@propagated $($propagated)? $($whole)? $($literals)?)
            }

            fn lazy(_encoding: EncodingInstance<Self>) -> Option<Arc<Self>> {
                classes!(@lazy _encoding $($propagated)? $($whole)?)
            }
        }

        pub use $folder::$By;

        impl From<$By> for EncodingChoice {
            fn from(by: $By) -> Self {
                EncodingChoice { key: $name, specification: by.entry().name().to_owned() }
            }
        }

        impl From<$By> for EncodingInstance<dyn $class $(<$of>)?> {
            fn from(by: $By) -> Self {
                EncodingInstance::registered(by.entry())
            }
        }

        impl<E: $class $(<$of>)? + 'static> From<Arc<E>> for EncodingInstance<dyn $class $(<$of>)?> {
            fn from(custom: Arc<E>) -> Self {
                EncodingInstance::custom(custom)
            }
        }

        impl<E: $class $(<$of>)? + 'static> CustomEncoding<dyn $class $(<$of>)?> for Arc<E> {
            fn set(self, selections: &mut Selections) {
                selections.$field = ClassSelection::of(self.into());
            }

            fn register(self) {
                others::$field().write().unwrap_or_else(PoisonError::into_inner).push(self);
            }
        }

        classes!(@choices $By, $name, $($propagated)? $($whole)? $(literals $literals)?);

        impl $By {
            /// The encoding with this number, as `commander(4)`.
            pub fn number(self, number: usize) -> EncodingChoice {
                EncodingChoice::from(self).number(number)
            }
        }

        $(impl $By {
            #[doc = concat!("What a program prints, in the form `", stringify!($form), "` that [`encode`](crate) describes.")]
            pub fn program(command: &str) -> EncodingChoice {
                EncodingChoice { key: $name, specification: format!("cmd:{command}") }
            }
        })?)*
    };
    (@decomposed) => { false };
    (@decomposed $decomposed:literal) => { $decomposed };
    (@form) => { None };
    (@form $form:ident) => { Some(&external::$form) };
    (@natives) => { &[] };
    (@natives literals $literals:ident) => { &[(PROPAGATE, domain::ABOUT)] };
    (@natives $propagated:ident) => { &[(PROPAGATE, propagated::ABOUT), (LAZY, lazy::ABOUT)] };
    (@lazy $encoding:ident) => { None };
    (@lazy $encoding:ident $propagated:ident) => { Some(Arc::new(Lazy::new($encoding))) };
    (@choices $By:ident, $name:literal,) => {};
    (@choices $By:ident, $name:literal, literals $literals:ident) => {
        impl $By {
            /// No encoding: the solver propagates the constraints, or makes literals when it needs them.
            pub fn propagated() -> EncodingChoice {
                EncodingChoice { key: $name, specification: PROPAGATE.to_owned() }
            }
        }
    };
    (@choices $By:ident, $name:literal, $propagated:ident) => {
        classes!(@choices $By, $name, literals $propagated);

        impl $By {
            /// The solver propagates the constraints until it takes the encoding instead.
            pub fn lazy(self) -> EncodingChoice {
                EncodingChoice { key: $name, specification: format!("{LAZY}:{}", self.entry().name()) }
            }
        }
    };
    (@propagated) => { None };
    (@propagated $propagated:ident) => { Some(Arc::new($propagated)) };
    (@program $program:ident) => { None };
    (@program $program:ident $form:ident) => { Some(Arc::new($program)) };
}

classes! {
    /// Integer variables; selected by the variable's family.
    domain: "domain", DomainEncoding by DomainBy in domain, default "direct", variables true, constraints [], literals OnDemand;
    /// At most one: of a variable's values (by the variable's family), in counts and in all-different constraints.
    amo: "amo", AmoEncoding by AmoBy in amo, default "pairwise-product", variables true,
        constraints [AllDifferent, Cardinality], external AMO, propagated Propagated;
    /// Counts with k > 1.
    card: "card", CardEncoding by CardBy in card, default "sequential", variables false, constraints [Cardinality], external CARD,
        propagated Propagated;
    /// Sums.
    linear: "linear", LinearEncoding by LinearBy in linear, default "tree", variables false, constraints [Linear],
        external LINEAR, propagated Propagated;
    /// All-different.
    all_different: "all-different", AllDifferentEncoding by AllDifferentBy in all_different, default "bijection", variables false,
        constraints [AllDifferent], propagated Propagated;
    /// Tables.
    table: "table", TableEncoding by TableBy in table, default "supports", variables false, constraints [Table],
        propagated Propagated;
    /// Circuits and subcircuits.
    circuit: "circuit", Decomposition<Circuit> by CircuitBy in circuit, default "walk", variables false, constraints [Circuit],
        decomposed true, whole Whole;
    /// Connected nodes.
    connected: "connected", Decomposition<Connected> by ConnectedBy in connected, default "distance", variables false,
        constraints [Connected], decomposed true, whole Whole;
    /// Tasks that share a capacity.
    cumulative: "cumulative", Decomposition<Cumulative> by CumulativeBy in cumulative, default "auto", variables false,
        constraints [Cumulative], decomposed true, whole Whole;
    /// Tasks that do not run at the same time.
    disjunctive: "disjunctive", Decomposition<Disjunctive> by DisjunctiveBy in disjunctive, default "pairs", variables false,
        constraints [Disjunctive], decomposed true, whole Whole;
    /// Entries of arrays.
    element: "element", Decomposition<Element> by ElementBy in element, default "pairs", variables false, constraints [Element],
        decomposed true, whole Whole;
    /// Values that are taken as often as counts say.
    global_cardinality: "global-cardinality", Decomposition<GlobalCardinality> by GlobalCardinalityBy in global_cardinality,
        default "counts", variables false, constraints [GlobalCardinality], decomposed true, whole Whole;
    /// Paths through layered graphs.
    layered: "layered", Decomposition<Layered> by LayeredBy in layered, default "states", variables false, constraints [Layered],
        decomposed true, whole Whole;
    /// Lexicographic orders.
    lex: "lex", Decomposition<Lex> by LexBy in lex, default "place", variables false, constraints [Lex], decomposed true, whole Whole;
    /// Parities.
    parity: "parity", Decomposition<Parity> by ParityBy in parity, default "tree", variables false, constraints [Parity],
        decomposed true, whole Whole;
}

fn registry<T: ?Sized + ClassEncoding>() -> Vec<Registered> {
    let registered = |encoding: &&'static T| Registered {
        name: encoding.name(),
        about: encoding.about(),
        number: encoding.number(),
        variants: encoding.variants(),
        is_baseline: encoding.is_baseline(),
        has_definitions: encoding.justification().is_some(),
        justification: encoding.justification(),
    };
    T::all().iter().map(registered).collect()
}

/// The specifications of all registered encodings of a class; those that take a number also with the smallest, the next
/// and a larger one.
fn specifications<T: ?Sized + ClassEncoding>() -> Vec<String> {
    let mut specifications = Vec::new();
    for encoding in T::all() {
        specifications.push(encoding.name().to_owned());
        if let Some(number) = encoding.number() {
            let (low, high) = (*number.range.start(), *number.range.end());
            let mut values = vec![low, low + 1, (number.value + 3).min(high)];
            values.dedup();
            values.retain(|value| *value != number.value && *value <= high);
            specifications.extend(values.iter().map(|value| format!("{}({value})", encoding.name())));
        }
    }
    specifications
}
