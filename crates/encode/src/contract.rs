//! The contract of an encoding: a promise about the number of models per solution.

use std::fmt;

/// The contract of a formula: how its models relate to the solutions of what it encodes. Every encoding states its
/// contract, and a formula has the weakest of its encodings'.
///
/// The inputs are the literals or variables that the encoded constraints are about; everything else is auxiliary. Where
/// all inputs are shown, as in a single constraint, the first two are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contract {
    /// Exactly one model per solution: counting models counts solutions.
    Bijective,
    /// The inputs determine the auxiliaries, so that there is exactly one model per assignment of all inputs that meets
    /// the constraints; but some inputs are hidden, and a solution may have several such assignments.
    Functional,
    /// The auxiliaries are free to some extent: at least one model per solution, and counting needs the projection to
    /// the domain variables.
    ProjectedOnly,
}

impl Contract {
    /// Bijective if the condition holds.
    pub fn bijective_if(condition: bool) -> Self {
        if condition { Contract::Bijective } else { Contract::ProjectedOnly }
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Contract::Bijective => "bijective",
            Contract::Functional => "functional",
            Contract::ProjectedOnly => "projected-only",
        })
    }
}
