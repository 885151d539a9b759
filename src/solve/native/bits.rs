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
