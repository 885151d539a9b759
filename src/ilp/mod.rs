//! From a model to an integer program: plain rows, bounds and integrality, no solver.

use crate::names::Named;

mod assignment;

/// All formulations, by name.
pub static FORMULATIONS: &[&dyn Formulation] = &[&assignment::Assignment];

/// The formulation that is used when none is named.
pub static DEFAULT: &dyn Formulation = &assignment::Assignment;

/// A way to state a model as an integer program.
pub trait Formulation: Named + Sync {}
