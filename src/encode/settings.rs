//! What goes for a whole encoding configuration: root-level propagation and how symmetry is broken.

use crate::names::{UnknownName, means};

use super::recipe::{Recipe, Root};

/// A setting of a whole configuration, for all classes.
pub struct EncodingSetting {
    /// The name, as configurations write it.
    pub name: &'static str,
    /// The values, each with one line about it; the first is the default.
    pub values: &'static [(&'static str, &'static str)],
    /// Takes the value at this position.
    pub(super) set: fn(&mut Recipe, usize),
}

/// All settings.
pub static SETTINGS: &[EncodingSetting] = &[
    EncodingSetting {
        name: "root",
        values: &[
            ("narrow", "values that propagation drops before the search get no variables"),
            ("none", "every value of the puzzle's domains gets its variables"),
        ],
        set: |recipe, position| recipe.root = [Root::Narrow, Root::None][position],
    },
    EncodingSetting {
        name: "symmetry",
        values: &[
            ("elements", "with --up-to-symmetry, constraints from every element of the group"),
            ("generators", "with --up-to-symmetry, constraints from elements that generate the group"),
            ("none", "with --up-to-symmetry, no constraints: images are left out when they are found"),
        ],
        set: |recipe, position| recipe.symmetry = Recipe::SYMMETRIES[position].1,
    },
];

impl EncodingSetting {
    /// The position of a value.
    pub(super) fn position(&self, value: &str) -> Result<usize, UnknownName> {
        let found = self.values.iter().position(|(name, _)| means(value, name));
        found.ok_or_else(|| UnknownName::new(self.name, value, self.values.iter().map(|&(name, _)| name)))
    }
}
