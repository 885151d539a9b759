//! What an encoding promises about the number of models per solution.

use std::fmt;

/// How the models of a formula relate to the solutions of what it encodes. Every encoding states its contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contract {
    /// Exactly one model per solution: counting models counts solutions.
    Bijective,
    /// At least one model per solution: counting needs the projection to the domain variables.
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
            Contract::ProjectedOnly => "projected-only",
        })
    }
}
