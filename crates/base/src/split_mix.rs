//! Spreading the bits of a number, for hashes and for a sequence of random numbers.

/// From one state to the next.
pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A number of which every bit depends on every bit of the given one: a step and the finish of SplitMix64 (G. Steele,
/// D. Lea, C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#[inline]
pub fn split_mix(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(STEP);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence_comes_out() {
        // The first numbers from the seed 1234567.
        let numbers = (0..3).map(|step: u64| split_mix(1_234_567u64.wrapping_add(step.wrapping_mul(STEP))));
        let published = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert!(numbers.eq(published));
    }
}
