//! A 128-bit number for a set of solutions that does not depend on the order they come in.
//!
//! The sum, modulo 2^128, of a hash of each solution. Two sets that differ have the same sum only by a coincidence of 1
//! in 2^128, as far as the hash is random; it is not meant to withstand somebody who looks for such sets. The mixing
//! function is the finaliser of G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators",
//! OOPSLA 2014.

use std::fmt;

use serde::{Deserialize, Serialize};

use cnfab_base::split_mix::split_mix;
use cnfab_model::problem::Cells;

/// A fingerprint of a set of solutions; the default is for the empty set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    high: u64,
    low: u64,
}

impl Fingerprint {
    /// Adds a solution.
    pub fn add(&mut self, cells: &Cells) {
        let hash = |seed: u64| {
            let start = split_mix(seed ^ cells.0.len() as u64);
            cells.0.iter().fold(start, |state, &value| split_mix(state.rotate_left(5) ^ u64::from(value as u32)))
        };
        let added = u128::from(hash(0x243f_6a88_85a3_08d3)) << 64 | u128::from(hash(0x1319_8a2e_0370_7344));
        let sum = (u128::from(self.high) << 64 | u128::from(self.low)).wrapping_add(added);
        (self.high, self.low) = ((sum >> 64) as u64, sum as u64);
    }
}

impl fmt::Display for Fingerprint {
    /// 32 hexadecimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}{:016x}", self.high, self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(solutions: &[&[i32]]) -> Fingerprint {
        let mut fingerprint = Fingerprint::default();
        solutions.iter().for_each(|cells| fingerprint.add(&Cells(cells.to_vec())));
        fingerprint
    }

    #[test]
    fn the_order_of_solutions_does_not_matter_but_that_of_cells_does() {
        assert_eq!(of(&[&[1, 2], &[3, 4], &[5]]), of(&[&[5], &[1, 2], &[3, 4]]));
        let different: [&[&[i32]]; 8] =
            [&[], &[&[]], &[&[0]], &[&[0, 0]], &[&[1, 2]], &[&[2, 1]], &[&[1], &[2]], &[&[1, 2], &[1, 2]]];
        for (index, a) in different.iter().enumerate() {
            for b in &different[index + 1..] {
                assert_ne!(of(a), of(b), "{a:?} {b:?}");
            }
        }
    }
}
