//! The program of both walks: steps that lead from states to states, and the place of each piece of memory in a state.

/// A model as a sequence of steps over states of at most [`MOST_BITS`] bits. All bits are 0 before and after.
pub(super) struct Program {
    pub(super) steps: Vec<WalkStep>,
    /// The logarithm of the number of states to fear, to base 2.
    pub(super) estimate: f64,
}

impl Program {
    /// The program of these steps; after step i, `widths[i]` bits are in use.
    pub(super) fn new(steps: Vec<WalkStep>, widths: &[u32]) -> Self {
        // No more states than ways to get there.
        let mut ways = 0.0f64;
        let states = steps.iter().zip(widths).map(|(step, &width)| {
            ways += (step.choices.len().max(1) as f64).log2();
            f64::from(width).min(ways).exp2()
        });
        let estimate = states.sum::<f64>().log2();
        Program { steps, estimate }
    }
}

/// One decision: the choices, and the fields that it changes.
#[derive(Default)]
pub(super) struct WalkStep {
    /// Bits of the state that stay as they are.
    pub(super) keep: u128,
    pub(super) choices: Vec<Choice>,
    pub(super) fields: Vec<Field>,
}

/// A way to decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Choice {
    /// Bits that have to be set before.
    pub(super) need: u128,
    /// Bits that may not be set before.
    pub(super) forbid: u128,
    /// Bits that are set afterwards.
    pub(super) set: u128,
    /// The number of ways that this choice stands for.
    pub(super) times: u64,
}

/// A number of some bits in the state that a step changes.
pub(super) struct Field {
    pub(super) shift: u32,
    /// The number of its bits before the step; none if the step opens it, and its number is 0.
    pub(super) width: u32,
    pub(super) change: Change,
}

/// The change of a field.
pub(super) enum Change {
    /// A sum.
    Sum {
        /// The base of the number in the state.
        base: i64,
        /// The addition of each choice.
        add: Vec<i64>,
        /// The sums that can still come out right.
        least: i64,
        most: i64,
        /// Sums outside of these are as good as the nearest of them; the first is what the new number counts from.
        low: i64,
        high: i64,
    },
    /// A state of an automaton: for each old one, for each choice, the new one or [`DEAD`].
    Automaton { next: Vec<u32> },
}

/// No state.
pub(super) const DEAD: u32 = u32::MAX;

impl Field {
    /// The field's part of the new state, `None` if the choice cannot be made.
    #[inline]
    pub(super) fn apply(&self, key: u128, choice: usize, choices: usize) -> Option<u128> {
        let old = (key >> self.shift) as u64 & !(u64::MAX << self.width);
        let new = match &self.change {
            Change::Sum { base, add, least, most, low, high } => {
                let sum = base + old as i64 + add[choice];
                if sum < *least || sum > *most {
                    return None;
                }
                (sum.clamp(*low, *high) - low) as u64
            }
            Change::Automaton { next } => match next[old as usize * choices + choice] {
                DEAD => return None,
                state => state.into(),
            },
        };
        Some(u128::from(new) << self.shift)
    }
}

/// The most bits that a state can have.
pub(super) const MOST_BITS: u32 = 126;

/// Hands out the bits of states.
#[derive(Default)]
pub(super) struct Bits {
    used: u128,
}

impl Bits {
    /// Takes the first `width` free bits side by side; `None` if there are none.
    pub(super) fn take(&mut self, width: u32) -> Option<u32> {
        let mask = mask(width);
        let shift = (0..=MOST_BITS.checked_sub(width)?).find(|&shift| self.used & (mask << shift) == 0)?;
        self.used |= mask << shift;
        Some(shift)
    }

    pub(super) fn give_back(&mut self, shift: u32, width: u32) {
        self.used &= !(mask(width) << shift);
    }
}

/// The lowest `width` bits.
pub(super) fn mask(width: u32) -> u128 {
    (1 << width) - 1
}

/// The number of bits that tell `things` things apart.
pub(super) fn bits_for(things: u64) -> u32 {
    things.saturating_sub(1).checked_ilog2().map_or(0, |log| log + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_lie_side_by_side_and_come_back() {
        let mut bits = Bits::default();
        assert_eq!([bits.take(3), bits.take(0), bits.take(120), bits.take(4)], [Some(0), Some(0), Some(3), None]);
        bits.give_back(3, 120);
        assert_eq!([bits.take(4), bits.take(119), bits.take(1)], [Some(3), Some(7), None]);
        assert_eq!([0, 1, 2, 3, 4, 5, 8, 9].map(bits_for), [0, 0, 1, 2, 2, 3, 3, 4]);
    }
}
