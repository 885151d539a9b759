//! Constraints that smallest solutions keep, so that a search does not visit the others.
//!
//! A smallest solution `x` is not greater than any image of it. The image differs from `x` at some shown variable
//! first, and there `x` must be smaller. So for each element of the group, at the first variable `y` that it does not
//! leave as it is and that gets the value of `z`:
//! - the variables are different and the value stays: `y < z`, strict if both are known to be different, and then the
//!   element needs nothing else;
//! - for variables with few values, one inequality over several such positions, weighted so that it compares like
//!   words;
//! - the value changes and the variable stays: the values that become smaller are dropped; where a value may stay,
//!   together with the next such variable;
//! - otherwise a table of the pairs that are allowed, if it is small.
//!
//! For most elements that is necessary and not sufficient; what remains is for [`Group::orbit_of_least`] to sort out.
//! J. Crawford, M. Ginsberg, E. Luks, A. Roy, "Symmetry-Breaking Predicates for Search Problems", KR 1996; for
//! different values: J.-F. Puget, "Breaking symmetries in all different problems", IJCAI 2005.

use cnfab_base::EncodingChoice;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::element::Source;
use super::shape::affine;
use super::{Cmp, Constraint, Group, Linear, Model, Relation, Role, Table, Var};

/// The family of the constraints.
const FAMILY: &str = "symmetry";
/// The most constraints that are posted.
const MOST_POSTED: usize = 2000;
/// The most rows of a table that is made.
const MOST_ROWS: usize = 20_000;
/// The most that the weight of a position in an inequality over several may be.
const MOST_WEIGHT: i64 = 128;

/// A model whose solutions include the smallest of each orbit.
#[derive(Clone, Debug)]
pub struct Leaders {
    /// The model, with constraints of [`Role::Symmetry`].
    pub model: Model,
    /// True if its solutions are those and no others, and every orbit is as large as the group.
    pub is_exact: bool,
}

/// The elements of a group that the constraints come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Breaking {
    /// All of them, which for different values is complete.
    #[default]
    Elements,
    /// Some that generate the group: fewer constraints, which keep fewer solutions out.
    Generators,
    /// None of them.
    None,
}

impl Breaking {
    /// All, in the order of their names.
    pub const ALL: [Self; 3] = [Breaking::Elements, Breaking::Generators, Breaking::None];

    /// The name in a configuration: `symmetry=NAME`.
    pub fn name(self) -> &'static str {
        match self {
            Breaking::Elements => "elements",
            Breaking::Generators => "generators",
            Breaking::None => "none",
        }
    }
}

impl From<Breaking> for EncodingChoice {
    fn from(breaking: Breaking) -> Self {
        EncodingChoice { key: "symmetry", specification: breaking.name().to_owned() }
    }
}

impl Group {
    /// The model with constraints that the smallest solution of each orbit keeps, and some of the others do not.
    pub fn leaders(&self, model: &Model) -> Leaders {
        self.leaders_by(Breaking::Elements, model)
    }

    /// The same with constraints from some elements only.
    pub fn leaders_by(&self, breaking: Breaking, model: &Model) -> Leaders {
        let elements: Vec<&[Source]> = match breaking {
            Breaking::Elements => self.elements().collect(),
            Breaking::Generators => self.generators().collect(),
            Breaking::None => Vec::new(),
        };
        let mut posts = BTreeSet::new();
        let mut is_exact = elements.len() + 1 == self.order();
        for element in elements {
            let moved: Vec<LeaderPlace> = self.moved(model, element).take(16).collect();
            let Some((post, is_strict)) = self.first_place(model, &moved) else {
                is_exact = false;
                continue;
            };
            is_exact &= is_strict;
            posts.extend(post);
        }
        is_exact &= posts.len() <= MOST_POSTED;
        let mut broken = model.clone();
        for post in posts.into_iter().take(MOST_POSTED) {
            broken.post_as(FAMILY, Role::Symmetry, post.constraint());
        }
        Leaders { model: broken, is_exact }
    }

    /// The shown variables that get another value than their own, in order.
    fn moved<'g>(&'g self, model: &'g Model, element: &'g [Source]) -> impl Iterator<Item = LeaderPlace> + 'g {
        self.shown().iter().zip(element).filter_map(|(&var, &from)| {
            let mut values = model.domain(from.var).values();
            let stays = values.all(|value| self.map(from).apply(value) == value);
            (!stays || var != from.var).then_some(LeaderPlace { var, from, stays })
        })
    }

    /// The constraint to post for an element that moves these positions first, if any. The flag says whether it keeps
    /// out every solution that the element makes smaller or leaves as it is. `None` if nothing is known.
    fn first_place(&self, model: &Model, moved: &[LeaderPlace]) -> Option<(Option<Post>, bool)> {
        let &first = moved.first()?;
        if first.var != first.from.var {
            if first.stays && model.distinct(&[first.var, first.from.var]) {
                let terms = vec![(first.var, 1), (first.from.var, -1)];
                return Some((Some(Post::Sum { terms, most: -1 }), true));
            }
            return Some((self.inequality(model, moved).or_else(|| self.pairs(model, first)), false));
        }
        let second = moved.get(1).filter(|second| second.var == second.from.var).copied();
        let (smaller, same): (Vec<i32>, Vec<i32>) = {
            let values = model.domain(first.var).values();
            let values: Vec<i32> = values.filter(|&value| value <= self.image(first, value)).collect();
            values.iter().partition(|&&value| value < self.image(first, value))
        };
        match second {
            Some(second) if !same.is_empty() => {
                let (all, most) = (model.domain(second.var).to_vec(), model.domain(first.var).len());
                if all.len() * most <= MOST_ROWS {
                    let free = smaller.iter().flat_map(|&a| all.iter().map(move |&b| vec![a, b]));
                    let kept = all.iter().filter(|&&b| b <= self.image(second, b));
                    let tied = same.iter().flat_map(|&a| kept.clone().map(move |&b| vec![a, b]));
                    let rows = free.chain(tied).collect();
                    return Some((Some(Post::Rows { vars: vec![first.var, second.var], rows }), false));
                }
            }
            _ => {}
        }
        let is_strict = same.is_empty();
        let rows = smaller.into_iter().chain(same).map(|value| vec![value]).collect();
        Some((Some(Post::Rows { vars: vec![first.var], rows }), is_strict))
    }

    fn image(&self, place: LeaderPlace, value: i32) -> i32 {
        self.map(place.from).apply(value)
    }

    /// One inequality over as many of the first positions as the weights allow.
    fn inequality(&self, model: &Model, moved: &[LeaderPlace]) -> Option<Post> {
        // Own variable, the other one with its sign, the shift, and how far the two values can be apart.
        let mut places: Vec<(LeaderPlace, i64, i64, i64)> = Vec::new();
        let mut weight = 1;
        for &place in moved {
            let repeated =
                |other: &LeaderPlace| other.stays && (other.from.var, other.var) == (place.var, place.from.var);
            if place.stays && places.iter().any(|(other, ..)| repeated(other)) {
                // Equal before, so equal here.
                continue;
            }
            let (own, values) = (model.domain(place.var), model.domain(place.from.var));
            let Some((sign, shift)) = affine(self.map(place.from), values) else { break };
            let (Some(low), Some(high)) = (own.min(), own.max()) else { break };
            let apart = i64::from(high) - i64::from(low);
            // Domains that a symmetry maps onto each other: the image lies between the same ends.
            weight = apart.saturating_add(1).saturating_mul(weight);
            if !places.is_empty() && weight > MOST_WEIGHT {
                break;
            }
            places.push((place, sign, shift, apart));
        }
        let mut terms = Vec::new();
        let (mut weight, mut most) = (1, 0);
        for &(place, sign, shift, apart) in places.iter().rev() {
            terms.extend([(place.var, weight), (place.from.var, -sign * weight)]);
            most += shift * weight;
            weight *= apart + 1;
        }
        (!terms.is_empty()).then_some(Post::Sum { terms, most })
    }

    /// The pairs of values of the two variables that a smallest solution can have.
    fn pairs(&self, model: &Model, place: LeaderPlace) -> Option<Post> {
        let (own, other) = (model.domain(place.var).values(), model.domain(place.from.var).values());
        if own.len() * other.len() > MOST_ROWS {
            return None;
        }
        let all = own.flat_map(|a| other.clone().map(move |b| (a, b)));
        let rows = all.filter(|&(a, b)| a <= self.image(place, b)).map(|(a, b)| vec![a, b]).collect();
        Some(Post::Rows { vars: vec![place.var, place.from.var], rows })
    }
}

/// A variable whose value in the image comes from elsewhere or changes.
#[derive(Clone, Copy, Debug)]
struct LeaderPlace {
    var: Var,
    from: Source,
    /// True if no value of its domain changes on the way.
    stays: bool,
}

/// A constraint to be posted, once however many elements ask for it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Post {
    Sum { terms: Vec<(Var, i64)>, most: i64 },
    Rows { vars: Vec<Var>, rows: Vec<Vec<i32>> },
}

impl Post {
    fn constraint(self) -> Constraint {
        match self {
            Post::Sum { terms, most } => {
                let terms = terms.into_iter().map(|(var, coefficient)| (coefficient, var)).collect();
                Linear { terms, cmp: Cmp::Le, rhs: most }.into()
            }
            Post::Rows { vars, rows } => {
                let relation = Arc::new(Relation::new(vars.len(), rows));
                Table { vars, relation }.into()
            }
        }
    }
}
