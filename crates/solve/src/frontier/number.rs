//! Numbers that states are counted with: machine words, or unlimited when those do not hold.

use num_bigint::BigUint;

use crate::Count;

/// A natural number that knows when it is too small a type.
pub(super) trait Number: Clone {
    /// 1.
    fn one() -> Self;

    /// Adds `times` times `other`; `false` if the sum does not fit.
    #[must_use]
    fn add(&mut self, other: &Self, times: u64) -> bool;

    /// The number as an answer.
    fn count(self) -> Count;

    /// Bytes that it takes besides its own size.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

macro_rules! number {
    ($type:ty) => {
        impl Number for $type {
            fn one() -> Self {
                1
            }

            #[inline]
            fn add(&mut self, other: &Self, times: u64) -> bool {
                let (product, too_large) = other.overflowing_mul(times.into());
                let (sum, carry) = self.overflowing_add(product);
                *self = sum;
                !(too_large | carry)
            }

            fn count(self) -> Count {
                self.into()
            }
        }
    };
}

number!(u64);
number!(u128);

impl Number for BigUint {
    fn one() -> Self {
        1u32.into()
    }

    fn add(&mut self, other: &Self, times: u64) -> bool {
        *self += other * times;
        true
    }

    fn heap_bytes(&self) -> u64 {
        self.bits().div_ceil(64) * 8
    }

    fn count(self) -> Count {
        self.into()
    }
}
