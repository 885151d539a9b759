//! The test whether a program is an exact cover and nothing besides.
//!
//! What it does: the constraints of a cover need one literal each. Then whatever else a program demands must follow
//! from them: literals that exclude each other have to be in a constraint together.
//!
//! Whose idea: exact cover is of R. Karp, "Reducibility among Combinatorial Problems", 1972; the test is ours.
//!
//! When it runs: once per program, when `compact` or `components` could take over, which keep neither masks of
//! exclusions nor other constraints.

use std::sync::Arc;

use super::super::bits::ones;
use super::program::BitProgram;
use cnfab_base::lists::Lists;

impl BitProgram {
    /// The constraints that a true literal satisfies.
    pub(super) fn constraints_of(&self, literal: u32) -> impl Iterator<Item = usize> + '_ {
        let words = (0..).zip(&self.satisfies[literal as usize]);
        words.flat_map(|(word, &bits)| ones(bits).map(move |bit| 64 * word + bit as usize))
    }

    /// The constraints of all literals, the same for all states.
    pub(super) fn constraint_lists(&self) -> Arc<Lists<u16>> {
        let is_allowed = |&literal: &u32| self.allowed[literal as usize / 64] >> (literal % 64) & 1 == 1;
        let of_one = |literal: u32| self.constraints_of(literal).map(move |constraint| (literal, constraint as u16));
        let pairs = || (0..64 * self.primary as u32).filter(is_allowed).flat_map(of_one);
        Arc::clone(self.lists.get_or_init(|| Arc::new(Lists::of_pairs(64 * self.primary, pairs))))
    }

    /// True if all constraints need one literal each and nothing else is required: every literal is in some constraint,
    /// and literals exclude each other only if they are in a constraint together.
    pub(super) fn is_cover(&self) -> bool {
        *self.cover.get_or_init(|| {
            self.constraints.iter().all(|constraint| (constraint.low, constraint.high) == (1, 1)) && self.joined()
        })
    }

    /// True if every literal is in some constraint and excludes nothing but literals of its constraints, each of which
    /// needs one literal.
    fn joined(&self) -> bool {
        let words = self.primary;
        let mut members = vec![0; self.constraints.len() * words];
        for literal in self.literals() {
            for constraint in self.constraints_of(literal) {
                members[constraint * words + literal as usize / 64] |= 1 << (literal % 64);
            }
        }
        let mut together = vec![0u64; words];
        self.literals().all(|literal| {
            together.fill(0);
            for constraint in self.constraints_of(literal) {
                let members = &members[constraint * words..][..words];
                together.iter_mut().zip(members).for_each(|(together, members)| *together |= members);
            }
            let is_in_some = together[literal as usize / 64] >> (literal % 64) & 1 == 1;
            let row = &self.compatible[literal as usize * self.words..][..words];
            let excluded = row.iter().zip(&self.allowed).map(|(compatible, allowed)| !compatible & allowed);
            is_in_some && excluded.zip(&together).all(|(excluded, together)| excluded & !together == 0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_model::{Cardinality, Clause, Cmp, Model};

    /// Two constraints of two variables each; the first of each may exclude each other besides, and a fifth may be in
    /// no constraint.
    fn program(apart: bool, alone: bool) -> BitProgram {
        let mut model = Model::new();
        let vars: Vec<_> = (0..4).map(|var| model.var(format!("x[{var}]"), 0..=1)).collect();
        for constraint in [[0, 2], [1, 3]] {
            let atoms = constraint.map(|var: usize| vars[var].is(1)).to_vec();
            model.post("constraint", Cardinality { atoms, cmp: Cmp::Eq, k: 1 });
        }
        if alone {
            model.var("alone", 0..=1);
        }
        if apart {
            let atoms = vec![vars[0].is(1), vars[1].is(1)];
            model.post("apart", Cardinality { atoms, cmp: Cmp::Le, k: 1 });
        }
        BitProgram::new(&model).expect("a bit-parallel model")
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
            model.post("constraint", Cardinality { atoms, cmp: Cmp::Eq, k: 1 });
            if let Some(pair) = pair {
                let atoms = pair.map(|(var, value): (usize, i32)| vars[var].is_not(value)).to_vec();
                model.post("not both", Clause(atoms));
            }
            BitProgram::new(&model).expect("a bit-parallel model").is_cover()
        };
        assert!(is_cover(None));
        assert!(is_cover(Some([(0, 0), (0, 2)])), "two values of a variable are in its constraint");
        assert!(is_cover(Some([(0, 1), (1, 1)])), "they are in the same constraint");
        assert!(!is_cover(Some([(0, 1), (1, 2)])), "they are in no constraint together");
    }
}
