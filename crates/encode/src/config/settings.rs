//! The settings of a whole encoding configuration: order of literals, root-level propagation and symmetry breaking.

use cnfab_base::names::{UnknownName, means};
use cnfab_model::Breaking;

use super::error::RecipeError;
use super::literal_order::LiteralOrder;
use super::recipe::{Recipe, Root};

/// A setting of a whole configuration, for all classes.
pub struct EncodingSetting {
    /// The name, as configurations write it.
    pub name: &'static str,
    /// The values, each with one line about it; the first is the default.
    pub values: &'static [(&'static str, &'static str)],
    /// The position of the value that may have a number behind it, as in `random(7)`; 0 if none is written.
    numbered: Option<usize>,
    /// Takes the value at this position, with its number, for what the selector names.
    pub(crate) set: fn(&mut Recipe, usize, u64, Option<&str>),
    /// True if families and single constraints may have values of their own.
    pub(crate) is_selected: bool,
}

/// All settings.
pub static SETTINGS: &[EncodingSetting] = &[
    EncodingSetting::LITERAL_ORDER,
    EncodingSetting {
        name: "root",
        values: &[
            ("narrow", "values that propagation drops before the search get no variables"),
            ("none", "every value of the puzzle's domains gets its variables"),
        ],
        numbered: None,
        is_selected: false,
        set: |recipe, position, _, _| recipe.root = [Root::Narrow, Root::None][position],
    },
    EncodingSetting {
        name: "symmetry",
        values: &[
            ("elements", "with --up-to-symmetry, constraints from every element of the group"),
            ("generators", "with --up-to-symmetry, constraints from elements that generate the group"),
            ("none", "with --up-to-symmetry, no constraints: images are left out when they are found"),
        ],
        numbered: None,
        is_selected: false,
        set: |recipe, position, _, _| recipe.symmetry = Breaking::ALL[position],
    },
];

impl EncodingSetting {
    /// The order of literals.
    pub(crate) const LITERAL_ORDER: EncodingSetting = EncodingSetting {
        name: "literal-order",
        values: &[
            ("weight", "sums begin with their largest coefficients, counts are in the order of the model"),
            ("given", "counts and sums have their literals in the order of the model"),
            ("occurrence", "counts and sums begin with the variables that are in most constraints"),
            ("pamo", "counts and sums have literals side by side of which at most one is true"),
            ("proximity", "counts and sums have variables side by side that are in the same constraints"),
            ("random", "counts and sums are shuffled, by the seed N with random(N)"),
        ],
        numbered: Some(5),
        is_selected: true,
        set: |recipe, position, seed, selector| recipe.literal_order.set(selector, LiteralOrder::at(position, seed)),
    };

    /// The position of a value, and its number.
    pub(crate) fn value(&self, text: &str) -> Result<(usize, u64), RecipeError> {
        let (value, number) = text.split_once('(').map_or((text, None), |(value, number)| (value, Some(number)));
        let found = self.values.iter().position(|(name, _)| means(value, name));
        let position =
            found.ok_or_else(|| UnknownName::new(self.name, value, self.values.iter().map(|&(name, _)| name)))?;
        let Some(number) = number else { return Ok((position, 0)) };
        let wrong = |expected: String| RecipeError::Number { part: format!("{}={text}", self.name), expected };
        if self.numbered != Some(position) {
            return Err(wrong(format!("{value} without a number")));
        }
        let read = number.strip_suffix(')').and_then(|number| number.parse().ok());
        Ok((position, read.ok_or_else(|| wrong(format!("{value}(N), N a seed from 0 to {}", u64::MAX)))?))
    }
}
