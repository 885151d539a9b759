//! A variable as a model has it.

use super::{Domain, Label};

/// A variable's name and the values it may take.
#[derive(Clone, Debug, Hash)]
pub struct Variable {
    /// The name, for example `cell[2,3]` or `x17`; the part before `[`, without digits at its end, is the variable's
    /// family.
    pub name: Label,
    /// The values the variable may take.
    pub domain: Domain,
    /// True if it is no part of a solution, because its value follows from those of the others.
    pub is_auxiliary: bool,
}

impl Variable {
    /// The part of the name before the first `[`, without digits at its end: what configurations select variables by.
    pub fn family(&self) -> &str {
        family_of(&self.name)
    }
}

/// The family of a variable of this name.
pub fn family_of(name: &str) -> &str {
    let before = name.split('[').next().unwrap_or(name);
    let letters = before.trim_end_matches(|c: char| c.is_ascii_digit());
    if letters.is_empty() { before } else { letters }
}
