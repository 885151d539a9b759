//! Sets that are joined one after the other, each known by its smallest member.

use cnfab_model::{AllDifferent, Flat, Model};

/// A partition of the numbers below some bound. A parent is at most its child.
pub(super) struct UnionFind {
    parents: Vec<u32>,
    is_joined: bool,
}

impl UnionFind {
    /// Each number alone.
    pub(super) fn new(bound: usize) -> Self {
        UnionFind { parents: (0..bound as u32).collect(), is_joined: false }
    }

    /// The variables of a model, joined by its all-different constraints.
    pub(super) fn of_all_different(model: &Model) -> Self {
        let mut sets = Self::new(model.variables().len());
        for posted in model.constraints() {
            if let Flat::AllDifferent(AllDifferent(vars)) = posted.flat() {
                vars.windows(2).for_each(|pair| sets.join(pair[0].index(), pair[1].index()));
            }
        }
        sets
    }

    /// True if any two numbers have been joined.
    pub(super) fn is_joined(&self) -> bool {
        self.is_joined
    }

    /// Joins the sets of two numbers.
    pub(super) fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b) as u32;
        self.is_joined = true;
    }

    /// The smallest number of a number's set.
    pub(super) fn root(&mut self, mut number: usize) -> usize {
        while self.parents[number] as usize != number {
            self.parents[number] = self.parents[self.parents[number] as usize];
            number = self.parents[number] as usize;
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_known_by_their_smallest_members() {
        let mut sets = UnionFind::new(7);
        [(5, 6), (3, 5), (1, 4), (6, 4)].into_iter().for_each(|(a, b)| sets.join(a, b));
        assert_eq!([0, 1, 2, 3, 4, 5, 6].map(|number| sets.root(number)), [0, 1, 2, 1, 1, 1, 1]);
    }
}
