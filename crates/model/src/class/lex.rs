//! A vector of variables comes before another one in lexicographic order.
//!
//! A. M. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh, "Global Constraints for Lexicographic Orderings", CP 2002.
//! The decomposition has a variable for the first place at which the vectors differ, in every assignment.

use std::iter::zip;

use super::super::{Assignment, Atom, Cmp, Model, Poster, Var};
use super::{Class, Clause, Linear, some_vars};

/// The values of `left` come before those of `right`, or are the same. A vector comes after its beginnings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lex {
    /// The first vector.
    pub left: Vec<Var>,
    /// The second one.
    pub right: Vec<Var>,
    /// True if they may not be the same.
    pub is_strict: bool,
}

impl Lex {
    /// True if vectors that are the same as far as both go are in the wrong order.
    pub fn is_strictly_before(&self) -> bool {
        self.left.len() > self.right.len() || self.is_strict && self.left.len() == self.right.len()
    }
}

impl Class for Lex {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let [left, right] = [(); 2].map(|()| some_vars(model, choose, 3));
        Lex { left, right, is_strict: choose(2) > 0 }
    }

    fn name(&self) -> &'static str {
        "lex"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.left.iter().chain(&self.right).copied())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.left.iter_mut().chain(&mut self.right).for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let [left, right] = [&self.left, &self.right].map(|vars| assignment.project(vars));
        if self.is_strict { left < right } else { left <= right }
    }

    /// At the first place where they differ, the left value is smaller.
    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        let last = self.left.len().min(self.right.len());
        let Ok(end) = i32::try_from(last) else { return out.refuse("vectors beyond 32 bits") };
        let place = out.variable("place", 0..=end);
        for (number, (&left, &right)) in (0..).zip(zip(&self.left, &self.right)) {
            let compare = |cmp: Cmp, rhs: i64| Linear { terms: vec![(1, left), (-1, right)], cmp, rhs };
            out.post(&[place.above(number)], compare(Cmp::Eq, 0));
            compare(Cmp::Eq, 0).negate(&[place.is(number)], out);
            let when: Vec<Atom> = when.iter().copied().chain([place.is(number)]).collect();
            out.post(&when, compare(Cmp::Le, -1));
        }
        if self.is_strictly_before() {
            out.post(when, Clause(vec![place.is_not(end)]));
        }
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let (left, right) = (self.right.clone(), self.left.clone());
        Lex { left, right, is_strict: !self.is_strict }.decompose(when, out);
    }
}
