//! One binary per variable and value.

use crate::names::Named;

use super::Formulation;

pub(super) struct Assignment;

impl Named for Assignment {
    fn name(&self) -> &'static str {
        "assignment"
    }

    fn about(&self) -> &'static str {
        "one binary per variable and value, sums as rows"
    }
}

impl Formulation for Assignment {}
