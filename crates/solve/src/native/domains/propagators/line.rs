//! Equations with equal coefficients over one-word domains: the bit numbers add up to a target.
//!
//! What it does: the bounds of any sum. With two unfixed variables, the values that go with those of one are its domain
//! in reverse order, shifted. With three, this is done for each value of the smallest domain. Both are domain
//! consistent; if the variables are all different, so are the values that support each other. With more, see `subsets`.
//!
//! Whose idea: domains from domains: P. Codognet, D. Diaz, "Compiling Constraints in clp(FD)", 1996. The reversed word
//! is folklore of hand-written programs for magic squares and hexagons.
//!
//! How ours differs: in clp(FD) such rules are stated for two variables; here they apply to the unfixed variables of a
//! longer equation.
//!
//! When it runs: after cardinality constraints. Two unfixed variables are treated so at `propagate=pairs` and `full`;
//! three and more at `full`, by a second propagator that runs last.

use super::super::super::bits::{only, turned};
use super::super::compile::Thorough;
use super::super::propagation::Propagation;
use super::super::store::{Conflict, DomainStep};

impl<const W: usize> Propagation<'_, W> {
    /// The bit numbers of the variables add up to `target`.
    ///
    /// Pre: no domain is empty. Post: if `Ok`, running it again at once changes nothing. With two or three unfixed
    /// variables, as far as the level has it, each value left has a support.
    pub(in super::super) fn line(
        &mut self,
        scope: &[u32],
        target: i64,
        distinct: bool,
        thorough: Thorough,
    ) -> DomainStep {
        loop {
            let mut rest = target;
            let (mut low, mut high) = (0, 0);
            let mut unfixed = [0; 3];
            let mut count = 0;
            for &var in scope {
                let domain = self.store.word(var);
                let first = i64::from(domain.trailing_zeros());
                if domain & (domain - 1) == 0 {
                    rest -= first;
                } else {
                    if let Some(place) = unfixed.get_mut(count) {
                        *place = var;
                    }
                    count += 1;
                    low += first;
                    high += 63 - i64::from(domain.leading_zeros());
                }
            }
            if rest < low || rest > high {
                return Err(Conflict);
            }
            let before = self.store.changes;
            match count {
                0 => return Ok(()),
                1 => return self.store.fix(unfixed[0], rest as u32),
                2 if self.settings.level.has_pairs() => return self.pair(unfixed, rest, distinct),
                3 if thorough != Thorough::No => return self.triple(unfixed, rest, distinct),
                _ => match thorough {
                    Thorough::No => self.line_bounds(scope, rest, low, high)?,
                    Thorough::Triples => return Ok(()),
                    Thorough::Subsets(index) => self.subsets(scope, &self.program.subsets[index as usize])?,
                },
            }
            if self.store.changes == before {
                return Ok(());
            }
        }
    }

    /// Keeps the bits within the bounds: `low` and `high` are the least and the greatest sum of the unfixed variables,
    /// of which `rest` is wanted.
    fn line_bounds(&mut self, scope: &[u32], rest: i64, low: i64, high: i64) -> DomainStep {
        for &var in scope {
            let domain = self.store.word(var);
            if domain & (domain - 1) != 0 {
                let first = i64::from(domain.trailing_zeros());
                let last = 63 - i64::from(domain.leading_zeros());
                let (least, most) = (rest - (high - last), rest - (low - first));
                if least > first || most < last {
                    self.store.keep_between(var, least, most)?;
                }
            }
        }
        Ok(())
    }

    fn pair(&mut self, unfixed: [u32; 3], rest: i64, distinct: bool) -> DomainStep {
        let [x, y] = [0, 1].map(|place| self.store.word(unfixed[place]));
        let (x, y) = pair(x, y, rest, distinct);
        self.store.keep(unfixed[0], x)?;
        self.store.keep(unfixed[1], y)
    }

    fn triple(&mut self, mut unfixed: [u32; 3], rest: i64, distinct: bool) -> DomainStep {
        let size = |var| self.store.word(var).count_ones();
        let sizes = [size(unfixed[0]), size(unfixed[1]), size(unfixed[2])];
        let least = if sizes[1] < sizes[0] { 1 } else { 0 };
        unfixed.swap(0, if sizes[2] < sizes[least] { 2 } else { least });
        let [x, y, z] = [self.store.word(unfixed[0]), self.store.word(unfixed[1]), self.store.word(unfixed[2])];
        let kept = triple([x, y, z], rest, distinct);
        self.store.keep(unfixed[0], kept[0])?;
        self.store.keep(unfixed[1], kept[1])?;
        self.store.keep(unfixed[2], kept[2])
    }
}

/// All bits but the one that would pair with itself to `rest`.
#[inline]
fn unpaired(rest: i64, distinct: bool) -> u64 {
    if distinct && rest & 1 == 0 && (0..128).contains(&rest) { !(1 << (rest / 2)) } else { u64::MAX }
}

/// The remaining bits of two domains whose bits add up to `rest`.
fn pair(x: u64, y: u64, rest: i64, distinct: bool) -> (u64, u64) {
    let allowed = unpaired(rest, distinct);
    (x & turned(y.reverse_bits(), rest) & allowed, y & turned(x.reverse_bits(), rest) & allowed)
}

/// The remaining bits of three domains whose bits add up to `rest`. The first one should be the smallest.
fn triple([x, y, z]: [u64; 3], rest: i64, distinct: bool) -> [u64; 3] {
    let (y_reversed, z_reversed) = (y.reverse_bits(), z.reverse_bits());
    let mut kept = [0; 3];
    let mut left = x;
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        let rest = rest - i64::from(bit);
        let mut allowed = unpaired(rest, distinct);
        if distinct {
            // Neither partner takes the bit itself, nor the bit that would leave it to the other.
            allowed &= !(1 << bit) & !only(rest - i64::from(bit));
        }
        let of_y = y & turned(z_reversed, rest) & allowed;
        if of_y != 0 {
            kept[0] |= 1 << bit;
            kept[1] |= of_y;
            kept[2] |= z & turned(y_reversed, rest) & allowed;
            if kept == [x, y, z] {
                break;
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(word: u64) -> impl Iterator<Item = i64> + Clone {
        (0..64).filter(move |bit| word >> bit & 1 == 1)
    }

    #[test]
    fn pairs_and_triples_keep_just_what_has_support() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let [x, y, z] = [0; 3].map(|_: i32| random.u64(..) & random.u64(..) & 0xFFFF);
            let rest = random.i64(0..40);
            for distinct in [false, true] {
                let mut expected = [0u64; 3];
                for a in bits(x) {
                    for b in bits(y) {
                        let c = rest - a - b;
                        if bits(z).any(|bit| bit == c) && !(distinct && (a == b || a == c || b == c)) {
                            expected[0] |= 1 << a;
                            expected[1] |= 1 << b;
                            expected[2] |= 1 << c;
                        }
                    }
                }
                assert_eq!(triple([x, y, z], rest, distinct), expected);
            }
        }
    }
}
