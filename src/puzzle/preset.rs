//! Strategies that the founding documents describe, as data of the kinds.
//!
//! A preset is a strategy as `--strategy` takes it, and a viewpoint; it holds no code. Where the engine draws more
//! conclusions than a document does, the preset's line says so.

/// A strategy of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, as in `document:NAME`.
    pub name: &'static str,
    /// The view it is for.
    pub view: &'static str,
    /// The strategy with its options.
    pub strategy: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
}
