//! Sums over sets of inputs, as a list of additions that shares what the sets have in common.
//!
//! The pair of terms that most sums have in common is added first and replaces both, again and again:
//! C. Paar, "Optimized arithmetic for Reed-Solomon encoders", ISIT 1997.

use std::collections::BTreeSet;

use crate::tuning::frontier_rows::{LANES, MOST_SHARED};

/// For each output the sum of some inputs.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Kernel {
    inputs: usize,
    /// The inputs of each output, in order.
    sums: Vec<Vec<usize>>,
    /// Sums of two earlier terms; they are numbered on from the inputs.
    pairs: Vec<[u32; 2]>,
    /// The terms of each output.
    outputs: Vec<Vec<u32>>,
}

impl Kernel {
    /// From the inputs that each output adds.
    pub(super) fn new(inputs: usize, sums: Vec<Vec<usize>>) -> Self {
        let mut outputs: Vec<BTreeSet<u32>> =
            sums.iter().map(|sum| sum.iter().map(|&input| input as u32).collect()).collect();
        let mut pairs = Vec::new();
        if inputs <= MOST_SHARED && sums.len() <= MOST_SHARED {
            let mut shared = Shared::new(inputs, &sums);
            while let Some(pair) = shared.most_common() {
                let term = shared.replace(pair) as u32;
                pairs.push(pair.map(|term| term as u32));
                let pair = pair.map(|term| term as u32);
                for output in &mut outputs {
                    if pair.iter().all(|part| output.contains(part)) {
                        pair.iter().for_each(|part| {
                            output.remove(part);
                        });
                        output.insert(term);
                    }
                }
            }
        }
        let outputs = outputs.into_iter().map(|output| output.into_iter().collect()).collect();
        Kernel { inputs, sums, pairs, outputs }
    }

    /// Number of inputs.
    pub(super) fn inputs(&self) -> usize {
        self.inputs
    }

    /// The inputs of each output, in order.
    pub(super) fn sums(&self) -> &[Vec<usize>] {
        &self.sums
    }

    /// The number of terms that [`run`](Kernel::run) needs room for.
    pub(super) fn terms(&self) -> usize {
        self.inputs + self.pairs.len()
    }

    /// Adds up: the inputs stand at the start of `terms`.
    #[inline]
    pub(super) fn run<N: Lane>(&self, terms: &mut [[N; LANES]], outputs: &mut [[N; LANES]]) {
        for (place, &[a, b]) in (self.inputs..).zip(&self.pairs) {
            let (a, b) = (terms[a as usize], terms[b as usize]);
            let sum = &mut terms[place];
            for lane in 0..LANES {
                sum[lane] = a[lane].plus(b[lane]);
            }
        }
        for (sum, parts) in outputs.iter_mut().zip(&self.outputs) {
            let mut total = [N::ZERO; LANES];
            for &part in parts {
                let part = &terms[part as usize];
                for lane in 0..LANES {
                    total[lane] = total[lane].plus(part[lane]);
                }
            }
            *sum = total;
        }
    }
}

/// A number that fits a machine's registers.
pub(super) trait Lane: Copy {
    const ZERO: Self;
    const ONE: Self;

    /// The sum; the caller knows that it fits.
    fn plus(self, other: Self) -> Self;

    /// The bits of both.
    fn or(self, other: Self) -> Self;

    /// True if the sum of `numbers` numbers with no other bits than these fits.
    fn sum_fits(self, numbers: usize) -> bool;

    /// The number in 128 bits.
    fn wide(self) -> u128;
}

macro_rules! lane {
    ($type:ty) => {
        impl Lane for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }

            fn sum_fits(self, numbers: usize) -> bool {
                self.leading_zeros() >= usize::BITS - numbers.leading_zeros()
            }

            fn wide(self) -> u128 {
                self.into()
            }
        }
    };
}

lane!(u64);
lane!(u128);

/// The terms of sums, and the number of sums that each two of them share.
struct Shared {
    words: usize,
    /// For each term the sums it is in, as bits.
    sums: Vec<Vec<u64>>,
    /// For each term and each one before it, the number of sums that have both.
    common: Vec<Vec<u32>>,
}

impl Shared {
    fn new(inputs: usize, sums: &[Vec<usize>]) -> Self {
        let words = sums.len().div_ceil(64);
        let mut shared = Shared { words, sums: vec![vec![0; words]; inputs], common: Vec::new() };
        for (number, sum) in sums.iter().enumerate() {
            for &input in sum {
                shared.sums[input][number / 64] |= 1 << (number % 64);
            }
        }
        shared.common = (0..inputs).map(|a| (0..a).map(|b| shared.count(a, b)).collect()).collect();
        shared
    }

    fn count(&self, a: usize, b: usize) -> u32 {
        self.sums[a].iter().zip(&self.sums[b]).map(|(a, b)| (a & b).count_ones()).sum()
    }

    /// The two terms that most sums have in common, if there are two with at least two sums.
    fn most_common(&self) -> Option<[usize; 2]> {
        let mut best = (1, None);
        for (a, row) in self.common.iter().enumerate() {
            for (b, &count) in row.iter().enumerate() {
                if count > best.0 {
                    best = (count, Some([b, a]));
                }
            }
        }
        best.1
    }

    /// Makes a term of the two, and returns its number.
    fn replace(&mut self, [a, b]: [usize; 2]) -> usize {
        let new = self.sums.len();
        let both: Vec<u64> = (0..self.words).map(|word| self.sums[a][word] & self.sums[b][word]).collect();
        for term in [a, b] {
            self.sums[term].iter_mut().zip(&both).for_each(|(sums, both)| *sums &= !both);
        }
        self.sums.push(both);
        self.common.push(vec![0; new]);
        for term in [a, b, new] {
            for other in (0..=new).filter(|&other| other != term) {
                let (high, low) = (term.max(other), term.min(other));
                self.common[high][low] = self.count(high, low);
            }
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_right_and_share() {
        let mut rng = fastrand::Rng::with_seed(5);
        for inputs in [1, 7, 40, 200] {
            let sums: Vec<Vec<usize>> =
                (0..inputs).map(|_| (0..inputs).filter(|_| rng.u8(..3) > 0).collect()).collect();
            let kernel = Kernel::new(inputs, sums.clone());
            let mut terms = vec![[0u64; LANES]; kernel.terms()];
            terms[..inputs].iter_mut().flatten().for_each(|number| *number = rng.u64(..1000));
            let given = terms.clone();
            let mut outputs = vec![[0; LANES]; inputs];
            kernel.run(&mut terms, &mut outputs);
            for (sum, output) in sums.iter().zip(outputs) {
                for lane in 0..LANES {
                    assert_eq!(output[lane], sum.iter().map(|&input| given[input][lane]).sum::<u64>());
                }
            }
            let additions = kernel.pairs.len() + kernel.outputs.iter().map(Vec::len).sum::<usize>();
            let plain = sums.iter().map(Vec::len).sum::<usize>();
            assert!(inputs != 40 || additions * 2 < plain, "{additions} of {plain}");
        }
        assert!(255u64.sum_fits(91) && !(u64::MAX >> 6).sum_fits(91) && (u64::MAX >> 7).sum_fits(91));
    }
}
