//! The parts that the engine `rows` is made from: literals, their exclusions, and constraints that need an exact number
//! of them.

use cnfab_model::Model;

use super::super::bits::ones;
use super::program::BitProgram;

/// A constraint that needs an exact number of literals.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Share {
    /// The literals, in order.
    pub(in super::super) literals: Vec<u32>,
    /// The number of them that have to be true.
    pub(in super::super) needed: u32,
}

impl BitProgram {
    /// True if some variables are on a scale.
    pub(in super::super) fn has_scales(&self) -> bool {
        self.sliced.iter().any(|sliced| !sliced.duplicated)
    }

    /// True if all variables are on one scale, as the model shows them: then the first open one is a bit away.
    pub(in super::super) fn is_in_order(&self, model: &Model) -> bool {
        match &self.layout.scales[..] {
            [scale] => {
                let numbers = scale.vars.iter().map(|&var| var as usize);
                model.shown().iter().map(|var| var.index()).eq(numbers)
            }
            _ => false,
        }
    }

    /// The constraints; `None` if some constraint has a choice of how many literals are true, or belongs to a variable
    /// on a scale.
    pub(in super::super) fn shares(&self) -> Option<Vec<Share>> {
        if self.has_scales() {
            return None;
        }
        let mut shares = Vec::with_capacity(self.constraints.len());
        for (number, constraint) in self.constraints.iter().enumerate() {
            if self.open[number / 64] >> (number % 64) & 1 == 0 {
                continue;
            }
            if constraint.low != constraint.high {
                return None;
            }
            let parts = self.parts(constraint).iter();
            let literals = parts.flat_map(|&(word, mask)| ones(mask).map(move |bit| 64 * word + bit)).collect();
            shares.push(Share { literals, needed: constraint.low });
        }
        Some(shares)
    }

    /// The literals that no constraint rules out by itself.
    pub(in super::super) fn literals(&self) -> impl Iterator<Item = u32> + '_ {
        members(self.allowed[..self.primary].iter().copied())
    }

    /// True if a literal may be true at the start, as far as it is not on a scale.
    pub(in super::super) fn is_possible(&self, literal: u32) -> bool {
        self.possible[literal as usize / 64] >> (literal % 64) & 1 == 1
    }

    /// The literals that cannot be true if this one is.
    pub(in super::super) fn excluded_by(&self, literal: u32) -> impl Iterator<Item = u32> + '_ {
        let row = &self.compatible[literal as usize * self.words..][..self.primary];
        let excluded = row.iter().zip(&self.allowed).map(|(compatible, allowed)| !compatible & allowed);
        members(excluded)
    }
}

/// The members of a set that is given word by word.
fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = u32> {
    (0..).zip(words).flat_map(|(word, bits)| ones(bits).map(move |bit| 64 * word + bit))
}
