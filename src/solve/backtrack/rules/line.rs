//! Equations with unit coefficients over one-word domains: the bit numbers add up to a target.
//!
//! Bounds always. At level `full` lines with two, three or few open variables are domain consistent: the values that go
//! with a value of one variable are the reflected domain of the other, one reversal and one shift. If the variables are
//! all different, so are the values that support each other.

use super::super::engine::Engine;
use super::super::settings::Level;
use super::super::store::{Failed, Step};

/// Lines with four open variables are made consistent when the two smallest domains have at most this many pairs.
const PAIRS: u32 = 120;

impl<const W: usize> Engine<'_, W> {
    pub(in super::super) fn line(&mut self, scope: &[u32], target: i64, distinct: bool) -> Step {
        loop {
            let mut rest = target;
            let (mut low, mut high) = (0, 0);
            let mut open = [0; 4];
            let mut count = 0;
            for &var in scope {
                let domain = self.store.word(var);
                let first = i64::from(domain.trailing_zeros());
                if domain & (domain - 1) == 0 {
                    rest -= first;
                } else {
                    if let Some(place) = open.get_mut(count) {
                        *place = var;
                    }
                    count += 1;
                    low += first;
                    high += 63 - i64::from(domain.leading_zeros());
                }
            }
            if rest < low || rest > high {
                return Err(Failed);
            }
            let before = self.store.changes;
            match count {
                0 => return Ok(()),
                1 => return self.store.fix(open[0], rest as u32),
                2 if self.settings.level == Level::Full => return self.pair(open, rest, distinct),
                3 if self.settings.level == Level::Full => return self.triple(open, rest, distinct),
                _ => {
                    self.line_bounds(scope, rest, low, high)?;
                    if self.store.changes == before {
                        if count == 4 && self.settings.level == Level::Full {
                            return self.quadruple(open, rest, distinct);
                        }
                        return Ok(());
                    }
                }
            }
        }
    }

    fn line_bounds(&mut self, scope: &[u32], rest: i64, low: i64, high: i64) -> Step {
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

    fn pair(&mut self, open: [u32; 4], rest: i64, distinct: bool) -> Step {
        let [x, y] = [0, 1].map(|place| self.store.word(open[place]));
        let (x, y) = pair(x, y, rest, distinct);
        self.store.keep(open[0], x)?;
        self.store.keep(open[1], y)
    }

    fn triple(&mut self, mut open: [u32; 4], rest: i64, distinct: bool) -> Step {
        open[..3].sort_unstable_by_key(|&var| self.store.word(var).count_ones());
        let domains = [0, 1, 2].map(|place| self.store.word(open[place]));
        let kept = triple(domains, rest, distinct);
        for place in 0..3 {
            self.store.keep(open[place], kept[place])?;
        }
        Ok(())
    }

    fn quadruple(&mut self, mut open: [u32; 4], rest: i64, distinct: bool) -> Step {
        open.sort_unstable_by_key(|&var| self.store.word(var).count_ones());
        let domains = open.map(|var| self.store.word(var));
        if domains[0].count_ones() * domains[1].count_ones() > PAIRS {
            return Ok(());
        }
        let mut kept = [0; 4];
        let mut left = domains[0];
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let others = if distinct { !(1 << bit) } else { u64::MAX };
            let three = [domains[1] & others, domains[2] & others, domains[3] & others];
            let found = triple(three, rest - i64::from(bit), distinct);
            if found[0] != 0 {
                kept[0] |= 1 << bit;
                for place in 0..3 {
                    kept[place + 1] |= found[place];
                }
                if kept == domains {
                    return Ok(());
                }
            }
        }
        for place in 0..4 {
            self.store.keep(open[place], kept[place])?;
        }
        Ok(())
    }
}

/// The bits `rest - bit` for the bits of a word.
fn reflect(word: u64, rest: i64) -> u64 {
    match rest {
        0..=63 => word.reverse_bits() >> (63 - rest),
        64..=126 => word.reverse_bits() << (rest - 63),
        _ => 0,
    }
}

/// What is left of two domains whose bits add up to `rest`.
fn pair(x: u64, y: u64, rest: i64, distinct: bool) -> (u64, u64) {
    let mut y = y & reflect(x, rest);
    if distinct && rest % 2 == 0 && (0..128).contains(&rest) {
        y &= !(1 << (rest / 2));
    }
    (reflect(y, rest), y)
}

/// What is left of three domains whose bits add up to `rest`.
fn triple([x, y, z]: [u64; 3], rest: i64, distinct: bool) -> [u64; 3] {
    let mut kept = [0; 3];
    let mut left = x;
    while left != 0 {
        let bit = left.trailing_zeros();
        left &= left - 1;
        let others = if distinct { !(1 << bit) } else { u64::MAX };
        let (of_y, of_z) = pair(y & others, z & others, rest - i64::from(bit), distinct);
        if of_y != 0 {
            kept[0] |= 1 << bit;
            kept[1] |= of_y;
            kept[2] |= of_z;
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
    fn reflection_equals_its_definition() {
        for rest in -3..140 {
            for word in [0, 1, 0b1011, 1 << 63, u64::MAX, 0xF0F0_1234_0000_8001] {
                let expected = bits(word)
                    .map(|bit| rest - bit)
                    .filter(|bit| (0..64).contains(bit))
                    .fold(0, |set, bit| set | 1u64 << bit);
                assert_eq!(reflect(word, rest), expected, "{word:x} {rest}");
            }
        }
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
