//! Entries of arrays, by supports.
//!
//! What it does: an entry may be chosen if it has a value in common with the result. A value of the result needs an
//! entry that may be chosen and may have it. Once the entry is chosen, its values are those of the result.
//!
//! Whose idea: P. Van Hentenryck, J.-P. Carillon, "Generality versus Specificity: an Experience with AI and OR
//! Techniques", AAAI 1988.
//!
//! How ours differs: it is over values, and domain consistent. See `globals` for explanations.
//!
//! When it runs: for `element=propagate`.

use super::super::{Contradiction, Literal, Step};
use super::{Facts, Forbidden, Global};
use cnfab_cnf::Alternative;

pub(in super::super) struct Element {
    /// The entries that may be chosen.
    index: Vec<Alternative<u32, Literal>>,
    /// The values of the entries and of the result, in order.
    array: Vec<Vec<Alternative<u32, Literal>>>,
    result: Vec<Alternative<u32, Literal>>,
}

/// The literal for a value; `None` if it is none of them.
fn find(value: u32, of: &[Alternative<u32, Literal>]) -> Option<Option<Literal>> {
    of.binary_search_by_key(&value, |choice| choice.0).ok().map(|place| of[place].1)
}

impl Element {
    pub(in super::super) fn new(
        index: Vec<Alternative<u32, Literal>>,
        mut array: Vec<Vec<Alternative<u32, Literal>>>,
        mut result: Vec<Alternative<u32, Literal>>,
    ) -> Self {
        array.iter_mut().chain([&mut result]).for_each(|values| values.sort_unstable());
        Element { index, array, result }
    }

    /// The literals of the values that an entry and the result have in common.
    fn common(&self, entry: u32) -> impl Iterator<Item = [Option<Literal>; 2]> + '_ {
        let own = &self.array[entry as usize];
        own.iter().filter_map(|&(value, literal)| Some([literal, find(value, &self.result)?]))
    }

    /// True if the entry may be chosen.
    fn is_possible(&self, (entry, literal): Alternative<u32, Literal>, facts: &Facts<'_>) -> bool {
        let is_open = |both: [Option<Literal>; 2]| both.iter().all(|&literal| facts.may_hold(literal));
        facts.may_hold(literal) && self.common(entry).any(is_open)
    }
}

/// Appends the cheapest false literal.
fn because_false(of: impl IntoIterator<Item = Option<Literal>>, facts: &Facts<'_>, out: &mut Vec<Literal>) {
    let opposites = of.into_iter().flatten().map(|literal| literal ^ 1);
    facts.because_one(opposites.filter(|&literal| facts.is_true(literal)), out);
}

impl Global for Element {
    fn literals(&self) -> Vec<Literal> {
        let all = self.array.iter().flatten().chain(&self.index).chain(&self.result);
        all.filter_map(|choice| choice.1).collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let mut possible = Vec::with_capacity(self.index.len());
        for &choice in &self.index {
            match self.is_possible(choice, facts) {
                true => possible.push(choice),
                false => forbidden.extend(choice.1),
            }
        }
        if possible.is_empty() {
            return Err(Contradiction);
        }
        for &(value, literal) in &self.result {
            let has_it = |&(entry, _): &Alternative<u32, Literal>| {
                find(value, &self.array[entry as usize]).is_some_and(|literal| facts.may_hold(literal))
            };
            if !possible.iter().any(has_it) {
                forbidden.extend(literal);
            }
        }
        if let [(entry, _)] = possible[..] {
            let is_wrong = |&&(value, _): &&Alternative<u32, Literal>| {
                find(value, &self.result).is_none_or(|literal| !facts.may_hold(literal))
            };
            forbidden.extend(self.array[entry as usize].iter().filter(is_wrong).filter_map(|choice| choice.1));
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        // What is assumed to be the index, an entry or the result has no other value.
        let is_assumed = |choice: &&Alternative<u32, Literal>| choice.1.is_some() && choice.1 == facts.assumed;
        let chosen = self.index.iter().find(is_assumed);
        for &(entry, literal) in &self.index {
            if chosen.is_some_and(|chosen| chosen.0 != entry) {
                continue;
            }
            if !facts.may_hold(literal) {
                because_false([literal], facts, out);
                continue;
            }
            let own = &self.array[entry as usize];
            let (own_value, result) = (own.iter().find(is_assumed), self.result.iter().find(is_assumed));
            let is_left = |[one, other]: [Option<Literal>; 2]| {
                own_value.is_none_or(|choice| choice.1 == one) && result.is_none_or(|choice| choice.1 == other)
            };
            for both in self.common(entry).filter(|&both| is_left(both)) {
                if both.iter().all(|&literal| facts.may_hold(literal)) {
                    return false;
                }
                because_false(both, facts, out);
            }
        }
        true
    }
}
