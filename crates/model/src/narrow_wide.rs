//! Root propagation of variables with many values, of which only the bounds are kept.
//!
//! Their domains take no time and no space for each value. A value between the bounds is never dropped. Bounds that
//! creep, as those of `x < y` and `y < x` do, are left to the search after some steps.

use super::narrow::{Contradiction, NarrowStep, Narrowing};
use super::{Atom, AtomRelation, Domain, Model, Relation, Var};

/// The most values of a variable that are kept one by one.
pub(super) const MOST_LISTED: usize = 1 << 16;

/// Changes of bounds for each constraint.
pub(super) const CHANGES: usize = 64;

/// The bounds of all variables, if one of them has more values than are listed.
pub(super) fn ends(model: &Model, listed: usize) -> Vec<[i32; 2]> {
    let domains = || model.variables().iter().map(|variable| &variable.domain);
    if domains().all(|domain| domain.len() <= listed) {
        return Vec::new();
    }
    domains().map(|domain| [domain.min().unwrap_or_default(), domain.max().unwrap_or_default()]).collect()
}

impl Narrowing<'_> {
    /// The bounds that are left of a variable with many values; `None` of another one.
    #[inline]
    pub(super) fn wide(&self, var: Var) -> Option<[i32; 2]> {
        self.ends.get(var.index()).copied().filter(|_| self.start[var.index()] == self.start[var.index() + 1])
    }

    /// The values that are left of a variable with many values.
    pub(super) fn wide_domain(&self, var: Var) -> Option<Domain> {
        self.wide(var).map(|[low, high]| self.model.domain(var).and(&Domain::from(low..=high)))
    }

    /// Keeps the values of a variable with many values from the first number to the second one.
    pub(super) fn clip(&mut self, var: Var, [from, to]: [i128; 2]) -> NarrowStep {
        let Some([low, high]) = self.wide(var) else { return Ok(()) };
        if from > high.into() || to < low.into() {
            return Err(Contradiction);
        }
        // Both are between the bounds now.
        let (from, to) = (from.max(low.into()) as i32, to.min(high.into()) as i32);
        if [from, to] == [low, high] {
            return Ok(());
        }
        let domain = self.model.domain(var);
        let below = if from == i32::MIN { 0 } else { domain.rank(from - 1) };
        let up_to = domain.rank(to);
        let ends = |place: usize| domain.nth(place).expect("the place of a value");
        if below >= up_to {
            return Err(Contradiction);
        }
        self.ends[var.index()] = [ends(below), ends(up_to - 1)];
        let removed = self.left[var.index()] - (up_to - below);
        if removed == 0 {
            return Ok(());
        }
        if self.changes == 0 {
            self.left[var.index()] -= removed;
            return Ok(());
        }
        self.changes -= 1;
        self.touched(var, removed)
    }

    /// A multiple of a variable with many values is at most the limit.
    pub(super) fn clip_multiple(&mut self, var: Var, coefficient: i64, limit: i128) -> NarrowStep {
        let coefficient = i128::from(coefficient);
        match coefficient {
            0 => Ok(()),
            1.. => self.clip(var, [i128::MIN, limit.div_euclid(coefficient)]),
            _ => self.clip(var, [-limit.div_euclid(-coefficient), i128::MAX]),
        }
    }

    /// Makes an atom over a variable with many values true.
    pub(super) fn make_wide(&mut self, atom: Atom) -> NarrowStep {
        let value = i128::from(atom.value);
        match atom.relation {
            AtomRelation::Eq => self.clip(atom.var, [value, value]),
            AtomRelation::Ne => self.remove(atom.var, atom.value),
            AtomRelation::Le => self.clip(atom.var, [i128::MIN, value]),
            AtomRelation::Gt => self.clip(atom.var, [value + 1, i128::MAX]),
        }
    }

    /// A table with a column of many values: each variable keeps the values of rows, or what is between them.
    pub(super) fn wide_table(&mut self, vars: &[Var], relation: &Relation) -> NarrowStep {
        let is_left = |row: &&[i32]| vars.iter().zip(*row).all(|(&var, &value)| self.has(var, value));
        let left: Vec<&[i32]> = relation.rows().filter(is_left).collect();
        if left.is_empty() {
            return Err(Contradiction);
        }
        for (column, &var) in vars.iter().enumerate() {
            let values: Domain = left.iter().map(|row| row[column]).collect();
            match (self.wide(var), values.min(), values.max()) {
                (Some(_), Some(low), Some(high)) => self.clip(var, [low.into(), high.into()])?,
                _ => self.retain(var, |value| values.contains(value))?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::narrow::narrow_by;
    use super::super::{Assignment, EXAMPLES};
    use super::*;

    /// Bounds alone over small domains: no solution is lost, and what is left is no less than by values.
    #[test]
    fn bounds_keep_all_solutions() {
        let mut rng = Rng::with_seed(11);
        let mut narrowed = 0;
        for round in 0..600 {
            let mut model = Model::new();
            for index in 0..4 {
                let low = rng.i32(-3..3);
                let domain: Vec<i32> = (low..=low + rng.i32(0..6)).filter(|_| rng.u8(..5) > 0).chain([low]).collect();
                model.var(format!("x[{index}]"), domain);
            }
            for _ in 0..rng.usize(1..4) {
                let example = EXAMPLES[rng.usize(..EXAMPLES.len())](&model, &mut |below| rng.usize(..below));
                // Some are not well-formed over these variables.
                let _ = model.add_constraint("some", super::super::Role::Rule, Vec::new(), example);
            }
            let [bounds, values] = [2, 100].map(|listed| narrow_by(&model, listed));
            let mut all: Vec<Vec<i32>> = vec![Vec::new()];
            for variable in model.variables() {
                let longer =
                    |part: &Vec<i32>| variable.domain.values().map(|value| [&part[..], &[value]].concat()).collect();
                all = all.iter().flat_map(|part| -> Vec<Vec<i32>> { longer(part) }).collect();
            }
            for solution in all {
                let kept = |left: &Option<Vec<Domain>>| {
                    left.as_ref()
                        .is_some_and(|left| left.iter().zip(&solution).all(|(domain, value)| domain.contains(*value)))
                };
                if kept(&values) || model.violated(&Assignment::new(solution.clone())).is_none() {
                    assert!(kept(&bounds), "{round}: {solution:?} is lost");
                }
            }
            narrowed +=
                usize::from(bounds.is_none_or(|left| model.vars().any(|var| left[var.index()] != *model.domain(var))));
        }
        assert!(narrowed > 100, "{narrowed} of 600 are narrowed");
    }
}
