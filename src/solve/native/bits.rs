//! Sets of small numbers as bits of a word.

/// The numbers of the bits that are set, in order.
#[inline]
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

/// A word with the lowest `count` bits set.
#[inline]
pub(super) fn below(count: u32) -> u64 {
    if count >= 64 { u64::MAX } else { (1 << count) - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_covers_both_ends() {
        assert_eq!((below(0), below(3), below(63), below(64)), (0, 7, u64::MAX >> 1, u64::MAX));
    }
}
