//! A part of a configuration as a value, for classes of encodings and of formulations.
//!
//! The registry of each class has an enum with its entries: `AmoBy::Product` chooses what `amo=product` does. A choice
//! is read as its text is.

/// One part of a configuration: what it is for, and the encoding or setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodingChoice {
    /// The class or the setting.
    pub key: &'static str,
    /// The encoding or the value, as it is written.
    pub specification: String,
}

impl EncodingChoice {
    /// The key that leaves the parts that are not written to the model.
    pub const AUTO: &str = "auto";

    /// The model chooses whatever is not chosen, as `auto` does.
    pub fn auto() -> Self {
        EncodingChoice { key: Self::AUTO, specification: String::new() }
    }

    /// The encoding with this number, as `commander(4)`.
    #[must_use]
    pub fn number(self, number: usize) -> Self {
        EncodingChoice { specification: format!("{}({number})", self.specification), ..self }
    }
}
