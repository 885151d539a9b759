//! Encodings as values: `AmoBy::Product` chooses what `amo=product` does.
//!
//! The registry of each class has an enum with its entries. A choice is read as its text is.

use crate::model::Breaking;

use super::literal_order::LiteralOrder;
use super::recipe::{Recipe, Root};

/// One part of a configuration: what it is for, and the encoding or setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingChoice {
    pub(crate) key: &'static str,
    pub(crate) specification: String,
}

impl EncodingChoice {
    /// The model chooses whatever is not chosen, as `auto` does.
    pub fn auto() -> Self {
        EncodingChoice { key: Recipe::AUTO, specification: String::new() }
    }

    /// The encoding with this number, as `commander(4)`.
    #[must_use]
    pub fn number(self, number: usize) -> Self {
        EncodingChoice { specification: format!("{}({number})", self.specification), ..self }
    }
}

impl From<Root> for EncodingChoice {
    fn from(root: Root) -> Self {
        EncodingChoice { key: "root", specification: root.name().to_owned() }
    }
}

impl From<LiteralOrder> for EncodingChoice {
    fn from(order: LiteralOrder) -> Self {
        EncodingChoice { key: "literal-order", specification: order.to_string() }
    }
}

impl From<Breaking> for EncodingChoice {
    fn from(breaking: Breaking) -> Self {
        let (name, _) = Recipe::SYMMETRIES.into_iter().find(|&(_, one)| one == breaking).expect("all are listed");
        EncodingChoice { key: "symmetry", specification: name.to_owned() }
    }
}
