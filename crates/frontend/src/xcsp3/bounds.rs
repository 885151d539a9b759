//! Domains without bounds, `0..+infinity`: the bounds that constraints give such variables, wherever they stand.
//!
//! The constraints are read in rounds for what they say of these variables alone, which then have the domains that are
//! left of all values of 32 bits. A round may tell bounds that the next one needs. What a constraint refuses in a round
//! is refused when the model is made, if it still is.

use crate::xcsp3::Unread;
use crate::xcsp3::build::Build;
use crate::xcsp3::xml::{Element, unsupported};
use cnfab_base::display::quoted;
use cnfab_model::{Cmp, Domain, Linear, Model, Var};

/// The most rounds.
const MOST_ROUNDS: usize = 50;

/// Tells whether a domain lacks its least and its largest value.
pub(super) fn lacks(domain: &Domain) -> [bool; 2] {
    [domain.min() == Some(i32::MIN), domain.max() == Some(i32::MAX)]
}

impl<'x> Build<'x> {
    /// A build that knows bounds of all variables.
    ///
    /// # Errors
    /// If constraints do not give a variable bounds that has none.
    pub(super) fn bounded(
        text: &'x str,
        has_groups: bool,
        variables: Element<'x, 'x>,
        constraints: Option<Element<'x, 'x>>,
    ) -> Result<Self, Unread> {
        let mut known: Vec<Domain> = Vec::new();
        for _ in 0..MOST_ROUNDS {
            let mut build = Build::new(text);
            (build.known, build.is_trial) = (known.clone(), true);
            build.declare_all(variables)?;
            let declared = build.model.variables().len();
            constraints.map_or(Ok(()), |constraints| build.constrain(constraints))?;
            let domains: Vec<Domain> =
                build.model.variables()[..declared].iter().map(|variable| variable.domain.clone()).collect();
            let is_done = domains == known || domains.iter().all(|domain| lacks(domain) == [false; 2]);
            known = domains;
            if is_done {
                break;
            }
        }
        let mut build = Build::new(text);
        build.known = known;
        if has_groups {
            build.model = Model::with_groups();
        }
        build.declare_all(variables)?;
        let open = build.model.variables().iter().find(|variable| lacks(&variable.domain) != [false; 2]);
        if let (Some(variable), Some(word)) = (open, build.open) {
            let found = format!("{} without bounds", quoted(&variable.name));
            return Err(unsupported(text, word.at, found, "values with bounds, or constraints that give them"));
        }
        Ok(build)
    }

    /// Gives variables without bounds those that a sum tells which holds in every solution.
    pub(super) fn bound_by(&mut self, sum: &Linear) {
        if sum.cmp != Cmp::Ge {
            self.bound_from_above(sum, 1);
        }
        if sum.cmp != Cmp::Le {
            self.bound_from_above(sum, -1);
        }
    }

    /// The same for `sign * sum <= sign * rhs`.
    fn bound_from_above(&mut self, sum: &Linear, sign: i128) {
        let least = |(factor, var): (i64, Var), build: &Self| {
            let domain = build.model.domain(var);
            let is_positive = sign * i128::from(factor) > 0;
            let end = if is_positive { domain.min() } else { domain.max() };
            let is_open = lacks(domain)[usize::from(!is_positive)];
            end.filter(|_| !is_open).map(|end| sign * i128::from(factor) * i128::from(end))
        };
        let ends: Vec<Option<i128>> = sum.terms.iter().map(|&term| least(term, self)).collect();
        let known: i128 = ends.iter().flatten().sum();
        let unknown = ends.iter().filter(|end| end.is_none()).count();
        for (&(factor, var), end) in sum.terms.iter().zip(&ends) {
            if unknown > usize::from(end.is_none()) || lacks(self.model.domain(var)) == [false; 2] {
                continue;
            }
            let most = sign * i128::from(sum.rhs) - (known - end.unwrap_or(0));
            let factor = sign * i128::from(factor);
            let bound = |value: i128| value.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            let kept = if factor > 0 {
                i32::MIN..=bound(most.div_euclid(factor))
            } else {
                bound(-most.div_euclid(-factor))..=i32::MAX
            };
            self.model.restrict(var, &kept.into());
        }
    }
}
