//! Presets: the strategies of the founding documents, as data of the kinds.
//!
//! A preset is an argument of `--strategy` and a view; it holds no code. Its description notes where the engine
//! propagates more than the document does.

/// A strategy of a founding document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, as in `preset:NAME`.
    pub name: &'static str,
    /// The view.
    pub view: &'static str,
    /// The strategy with its options.
    pub strategy: &'static str,
    /// One line of description.
    pub about: &'static str,
}
