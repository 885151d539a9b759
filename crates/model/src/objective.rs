//! The objective: what makes one solution better than another.

use super::{Assignment, Cmp, Linear, Model, Var};

/// The direction in which values of the objective are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Sense {
    /// Smaller ones.
    Minimise,
    /// Larger ones.
    Maximise,
}

impl Sense {
    /// `minimise` or `maximise`.
    pub fn name(self) -> &'static str {
        match self {
            Sense::Minimise => "minimise",
            Sense::Maximise => "maximise",
        }
    }
}

/// A sum of multiples of variables, and a constant, that should be small or large.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// The direction in which values are better.
    pub sense: Sense,
    /// Coefficient and variable.
    pub terms: Vec<(i64, Var)>,
    /// The constant that is added to the sum.
    pub constant: i64,
}

impl Objective {
    /// The largest value that a model takes, either way from 0. One more and one less can be asked for.
    pub const MOST: i64 = (1 << 62) - 1;

    /// The value of the objective under a complete assignment of values of the domains.
    pub fn value(&self, assignment: &Assignment) -> i64 {
        let term = |&(coefficient, var): &(i64, Var)| i128::from(coefficient) * i128::from(assignment[var]);
        let value = self.terms.iter().map(term).sum::<i128>() + i128::from(self.constant);
        i64::try_from(value).expect("a model has only objectives of at most 64 bits")
    }

    /// True if one value is better than another.
    pub fn improves(&self, value: i64, on: i64) -> bool {
        match self.sense {
            Sense::Minimise => value < on,
            Sense::Maximise => value > on,
        }
    }

    /// The least and the greatest value that the domains allow.
    pub fn bounds(&self, model: &Model) -> (i64, i64) {
        self.wide_bounds(model).expect("a model has only objectives of at most 64 bits")
    }

    /// The same; `None` if they have more than 64 bits.
    pub(super) fn wide_bounds(&self, model: &Model) -> Option<(i64, i64)> {
        let (mut least, mut most) = (i128::from(self.constant), i128::from(self.constant));
        for &(coefficient, var) in &self.terms {
            let domain = model.domain(var);
            let of = |value: Option<i32>| i128::from(coefficient) * i128::from(value.unwrap_or_default());
            let (one, other) = (of(domain.min()), of(domain.max()));
            (least, most) = (least + one.min(other), most + one.max(other));
        }
        let fits = |value: i128| i64::try_from(value).ok().filter(|value| (-Self::MOST..=Self::MOST).contains(value));
        Some((fits(least)?, fits(most)?))
    }
}

impl Model {
    /// The objective, by which one solution is better than another, if there is one.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// The same model without an objective.
    pub fn without_objective(&self) -> Model {
        Model { objective: None, ..self.clone() }
    }

    /// The same model without its objective, whose value has to compare with a number instead. The constraint has the
    /// label `objective`.
    ///
    /// # Panics
    /// If the model has no objective.
    pub fn with_objective_value(&self, cmp: Cmp, value: i64) -> Model {
        let mut model = self.without_objective();
        let Objective { terms, constant, .. } = self.objective.clone().expect("a model with an objective");
        model.post("objective", Linear { terms, cmp, rhs: value.saturating_sub(constant) });
        model
    }
}
