//! Equations `y = x + d` over consecutive values, in one direction: one domain is the other one, shifted.
//!
//! What it does: the words of the first domain are shifted by the difference of the bit numbers; the second one keeps
//! what they have.
//!
//! Whose idea: the rule `X in dom(Y) + d` of P. Codognet, D. Diaz, "Compiling Constraints in clp(FD)", 1996. Ours is
//! the same, word by word.
//!
//! When it runs: at `propagate=pairs` and `full`, among the first propagators, away from a domain that has changed.
//! Equations of more variables call it when two are unfixed (`linear`).

use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

impl<const W: usize> Propagation<'_, W> {
    /// Bit `i` of one domain goes with bit `i + by` of the other, of which only such bits stay.
    ///
    /// Post: if `Ok`, each bit of `to` has its support in `from`; running it again at once, in either direction,
    /// changes nothing that this one has dropped.
    pub(in super::super) fn shift(&mut self, from: u32, to: u32, by: i64) -> DomainStep {
        let mut some = false;
        for word in 0..self.store.width(to) {
            let mask = window(self.store.domain(from), 64 * word as i64 - by);
            some |= self.store.keep_word(to, word, mask);
        }
        if some { Ok(()) } else { Err(Conflict) }
    }
}

/// 64 bits of a set from a bit on, which may lie outside.
fn window(words: &[u64], from: i64) -> u64 {
    let word = |number: i64| usize::try_from(number).ok().and_then(|number| words.get(number)).copied().unwrap_or(0);
    let (number, shift) = (from.div_euclid(64), from.rem_euclid(64) as u32);
    let low = word(number) >> shift;
    if shift == 0 { low } else { low | word(number + 1) << (64 - shift) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_what_its_bits_are() {
        let words = [0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3211, 5];
        let has = |bit: i64| (0..192).contains(&bit) && words[bit as usize / 64] >> (bit % 64) & 1 == 1;
        for from in -130..260 {
            let expected = (0..64).filter(|bit| has(from + bit)).fold(0, |set, bit| set | 1u64 << bit);
            assert_eq!(window(&words, from), expected, "{from}");
        }
    }
}
