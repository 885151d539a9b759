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

/// The bit of a number, if there is one.
#[inline]
pub(super) fn only(number: i64) -> u64 {
    if (0..64).contains(&number) { 1 << number } else { 0 }
}

/// The bits `sum - bit` for the bits of a word whose bits are given in reverse order.
#[inline]
pub(super) fn turned(reversed: u64, sum: i64) -> u64 {
    match sum {
        0..=63 => reversed >> (63 - sum),
        64..=126 => reversed << (sum - 63),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reflection_equals_its_definition() {
        for sum in -3..140 {
            for word in [0, 1, 0b1011, 1 << 63, u64::MAX, 0xF0F0_1234_0000_8001] {
                let expected = ones(word).fold(0, |set, bit| set | only(sum - i64::from(bit)));
                assert_eq!(turned(word.reverse_bits(), sum), expected, "{word:x} {sum}");
            }
        }
    }

    #[test]
    fn below_covers_both_ends() {
        assert_eq!((below(0), below(3), below(63), below(64)), (0, 7, u64::MAX >> 1, u64::MAX));
    }
}
