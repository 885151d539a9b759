//! Whether a program is an exact cover and nothing besides.

use super::super::bits::ones;
use super::program::Program;

impl Program {
    /// The groups that a true item satisfies.
    pub(super) fn groups_of(&self, item: u32) -> impl Iterator<Item = usize> + '_ {
        let words = (0..).zip(&self.satisfies[item as usize]);
        words.flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit as usize))
    }

    /// Whether all that the rules say is that groups need one item each: every item is in some group, and items exclude
    /// each other only if they are in a group together.
    pub(super) fn is_cover(&self) -> bool {
        *self.cover.get_or_init(|| self.groups.iter().all(|group| (group.low, group.high) == (1, 1)) && self.joined())
    }

    /// Whether every item is in some group and excludes nothing but items of its groups, each of which needs one item.
    fn joined(&self) -> bool {
        let words = self.primary;
        let mut members = vec![0; self.groups.len() * words];
        for item in self.items() {
            for group in self.groups_of(item) {
                members[group * words + item as usize / 64] |= 1 << (item % 64);
            }
        }
        let mut together = vec![0u64; words];
        self.items().all(|item| {
            together.fill(0);
            for group in self.groups_of(item) {
                let members = &members[group * words..][..words];
                together.iter_mut().zip(members).for_each(|(together, members)| *together |= members);
            }
            let is_in_some = together[item as usize / 64] >> (item % 64) & 1 == 1;
            let row = &self.keep[item as usize * self.words..][..words];
            let excluded = row.iter().zip(&self.allowed).map(|(keep, allowed)| !keep & allowed);
            is_in_some && excluded.zip(&together).all(|(excluded, together)| excluded & !together == 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cardinality, Clause, Cmp, Model};

    /// Two groups of two variables each; the first of each may exclude each other besides, and a fifth may be in no group.
    fn program(apart: bool, alone: bool) -> Program {
        let mut model = Model::new();
        let vars: Vec<_> = (0..4).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
        for group in [[0, 2], [1, 3]] {
            let atoms = group.map(|var: usize| vars[var].is(1)).to_vec();
            model.post("group", Cardinality { atoms, cmp: Cmp::Eq, k: 1 });
        }
        if alone {
            model.var("alone", 0..=1);
        }
        if apart {
            let atoms = vec![vars[0].is(1), vars[1].is(1)];
            model.post("apart", Cardinality { atoms, cmp: Cmp::Le, k: 1 });
        }
        Program::new(&model).expect("a packed model")
    }

    #[test]
    fn a_cover_says_nothing_but_that_groups_need_an_item() {
        assert!(program(false, false).is_cover());
        assert!(!program(true, false).is_cover());
        assert!(!program(false, true).is_cover());
    }

    #[test]
    fn the_values_of_a_variable_are_a_group() {
        let is_cover = |pair: Option<[(usize, i32); 2]>| {
            let mut model = Model::new();
            let vars: Vec<_> = (0..2).map(|var| model.var(format!("x[{var}]"), 0..=2)).collect();
            let atoms = vars.iter().map(|var| var.is(1)).collect();
            model.post("group", Cardinality { atoms, cmp: Cmp::Eq, k: 1 });
            if let Some(pair) = pair {
                let atoms = pair.map(|(var, value): (usize, i32)| vars[var].is_not(value)).to_vec();
                model.post("not both", Clause(atoms));
            }
            Program::new(&model).expect("a packed model").is_cover()
        };
        assert!(is_cover(None));
        assert!(is_cover(Some([(0, 0), (0, 2)])), "two values of a variable are in its group");
        assert!(is_cover(Some([(0, 1), (1, 1)])), "they are in the same group");
        assert!(!is_cover(Some([(0, 1), (1, 2)])), "they are in no group together");
    }
}
