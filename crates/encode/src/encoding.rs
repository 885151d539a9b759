//! The entry of an encoding in lists and pages, and the trait that the encodings of all classes have.

use std::ops::RangeInclusive;

use super::Contract;

/// The entry of an encoding in lists and pages.
#[derive(Clone, Debug)]
pub struct EncodingAbout {
    /// The name that users write.
    pub name: &'static str,
    /// One line for `cnfab list`.
    pub about: &'static str,
    /// The meaning of its auxiliaries, and why its clauses follow from that and from what they encode; `None` if they
    /// cannot be proved.
    pub justification: Option<[&'static str; 2]>,
    /// It is here to be compared with: simpler than another one of its class, and expected to lose against it.
    pub is_baseline: bool,
    /// The constraint is left to the solver, without clauses.
    pub is_propagated: bool,
    /// The number that may be written behind the name, as in `commander(4)`; none if it takes none.
    pub number: Option<NumberRange>,
    /// Numbers that make formulas of another kind, so that lists and pages name them beside the encoding itself.
    pub variants: &'static [usize],
    /// The contract, where it is always the same.
    pub contract: Contract,
}

impl EncodingAbout {
    /// An encoding without a number and without proofs, and with the weakest contract.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        EncodingAbout {
            name,
            about,
            justification: None,
            is_baseline: false,
            is_propagated: false,
            number: None,
            variants: &[],
            contract: Contract::ProjectedOnly,
        }
    }

    /// A way to state constraints by simpler ones, which certificates have in the model.
    pub(super) const fn decomposition(name: &'static str, about: &'static str) -> Self {
        let justification = Some([
            "variables of the model in `model.opb`, each with one value in every solution",
            "`model.opb`, which is trusted, has the simpler constraints, and clauses are proved from these",
        ]);
        EncodingAbout { justification, ..EncodingAbout::new(name, about) }
    }
}

/// The number that an encoding may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// Its meaning: `group size`.
    pub about: &'static str,
    /// The numbers it may be.
    pub range: RangeInclusive<usize>,
}

/// The number that an encoding takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its meaning: `group size`.
    pub about: &'static str,
    /// The number of this instance; of a registered one, the number if none is written.
    pub value: usize,
    /// The numbers it may be.
    pub range: RangeInclusive<usize>,
}

/// An encoding that a constant describes.
pub trait Described {
    /// The entry in lists and pages.
    const ABOUT: EncodingAbout;

    /// The number, if it takes one.
    fn value(&self) -> usize {
        0
    }

    /// The justification goes for this number.
    fn has_definitions(&self) -> bool {
        true
    }
}

/// An encoding of some class.
pub trait Encoding: Send + Sync {
    /// The entry in lists and pages.
    fn entry(&self) -> &'static EncodingAbout;

    /// The name that users write.
    fn name(&self) -> &'static str {
        self.entry().name
    }

    /// One line for `cnfab list`.
    fn about(&self) -> &'static str {
        self.entry().about
    }

    /// The number that may be written behind the name, as in `commander(4)`; none if it takes none.
    fn number(&self) -> Option<Number> {
        None
    }

    /// See [`EncodingAbout::variants`].
    fn variants(&self) -> &'static [usize] {
        self.entry().variants
    }

    /// See [`EncodingAbout::is_baseline`].
    fn is_baseline(&self) -> bool {
        self.entry().is_baseline
    }

    /// See [`EncodingAbout::justification`].
    fn justification(&self) -> Option<[&'static str; 2]> {
        self.entry().justification
    }

    /// See [`EncodingAbout::is_propagated`].
    fn is_propagated(&self) -> bool {
        self.entry().is_propagated
    }

    /// The text behind the name and a colon, as in `cmd:PROGRAM {n}`; none if there is no colon.
    fn argument(&self) -> Option<&str> {
        None
    }
}

impl<E: Described + Send + Sync> Encoding for E {
    fn entry(&self) -> &'static EncodingAbout {
        &E::ABOUT
    }

    fn number(&self) -> Option<Number> {
        let NumberRange { about, range } = E::ABOUT.number?;
        Some(Number { about, value: self.value(), range })
    }

    fn justification(&self) -> Option<[&'static str; 2]> {
        E::ABOUT.justification.filter(|_| self.has_definitions())
    }
}

/// The name of an encoding, with the encoding behind it if it has one.
pub(super) fn spelled(encoding: &(impl Encoding + ?Sized)) -> String {
    encoding.argument().map_or_else(|| encoding.name().to_owned(), |argument| format!("{}:{argument}", encoding.name()))
}
