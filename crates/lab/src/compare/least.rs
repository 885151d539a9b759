//! The least conflict budget: the smallest limit on conflicts with which a solver still decides an instance.
//!
//! It depends on the formula, its order and the solver, and not on the machine. The search doubles a limit until it is
//! enough. Then it goes down from the number of conflicts that the solver had, in growing steps, and ends with
//! bisection. Solvers whose course does not depend on the limit need two or three runs after the doubling. A limit that
//! is too large costs them nothing, so the first limit is well above the need of another order. The measure comes from
//! pindakaas, which takes it with CaDiCaL.

/// The first limit that is tried when nothing is known.
pub(super) const FIRST: u64 = 64;

/// The result of a run with a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Probe {
    /// It came to its end, after this number of conflicts.
    Decided(u64),
    /// The limit ended it.
    Undecided,
    /// Something else ended it: nothing more can be found out.
    Over,
}

/// The least budget of one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Least {
    Exactly(u64),
    /// Time was over before it was known.
    AtLeast(u64),
}

/// The least limit for which the probe decides, `first` being tried first. A limit that is enough stays so when it is
/// raised.
pub(super) fn least<E>(first: u64, probe: &mut dyn FnMut(u64) -> Result<Probe, E>) -> Result<Least, E> {
    // All limits below `low` are too small, `high` is enough.
    let (mut low, mut limit) = (0, first.max(1));
    let (mut high, conflicts) = loop {
        match probe(limit)? {
            Probe::Decided(conflicts) => break (limit, conflicts),
            Probe::Undecided => (low, limit) = (limit + 1, limit.saturating_mul(2)),
            Probe::Over => return Ok(Least::AtLeast(low)),
        }
    };
    // The same course needs no more than one conflict to spare.
    let mut guess = Some(conflicts.saturating_add(1));
    let mut step = 1u64;
    while low < high {
        let limit = guess.map_or(low + (high - low) / 2, |guess| guess.clamp(low, high - 1));
        match probe(limit)? {
            Probe::Decided(_) => {
                high = limit;
                guess = guess.map(|_| high.saturating_sub(step));
                step = step.saturating_mul(2);
            }
            Probe::Undecided => (low, guess) = (limit + 1, None),
            Probe::Over => return Ok(Least::AtLeast(low)),
        }
    }
    Ok(Least::Exactly(high))
}

/// The least budgets over several orders of the same formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LeastBudget {
    /// The median, the lower one of two; `None` if not all orders are known.
    pub(super) median: Option<u64>,
    /// The smallest; if no order is known, what the first one needs at least.
    pub(super) low: Option<u64>,
    /// The largest; `None` if no order is known.
    pub(super) high: Option<u64>,
    /// The number of orders that are known.
    pub(super) orders: u64,
}

impl LeastBudget {
    /// Of these orders, out of as many as were wanted.
    pub(super) fn of(found: &[Least], wanted: u64) -> Self {
        let mut known: Vec<u64> = Vec::new();
        let mut at_least = None;
        for least in found {
            match *least {
                Least::Exactly(budget) => known.push(budget),
                Least::AtLeast(budget) => at_least = Some(budget),
            }
        }
        known.sort_unstable();
        let all = known.len() as u64 == wanted;
        LeastBudget {
            median: known.get(known.len().saturating_sub(1) / 2).copied().filter(|_| all),
            low: known.first().copied().or(at_least),
            high: known.last().copied(),
            orders: known.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The least budget, and the limits that were tried, for a solver that decides from `enough` on and then tells
    /// `conflicts` of the limit.
    fn search(enough: u64, conflicts: impl Fn(u64) -> u64) -> (Least, Vec<u64>) {
        let mut tried = Vec::new();
        let least = least::<()>(FIRST, &mut |limit| {
            tried.push(limit);
            Ok(if limit >= enough { Probe::Decided(conflicts(limit)) } else { Probe::Undecided })
        });
        (least.unwrap(), tried)
    }

    #[test]
    fn any_threshold_is_found_whatever_the_solver_tells() {
        for enough in (0..200).chain([1023, 1024, 1025, 99_999, u64::MAX / 3]) {
            for tells in [|limit| limit, |_| 0, |limit: u64| limit / 2, |_| u64::MAX] {
                assert_eq!(search(enough, tells).0, Least::Exactly(enough));
            }
        }
    }

    #[test]
    fn a_course_that_does_not_depend_on_the_limit_needs_few_runs() {
        // With a model at the end after 5000 conflicts, 5001 must be allowed; without one it may be two less.
        for enough in [5001, 5000, 4999] {
            let (least, tried) = search(enough, |_| 5000);
            assert_eq!(least, Least::Exactly(enough));
            assert_eq!(tried[..8], [64, 128, 256, 512, 1024, 2048, 4096, 8192]);
            assert!(tried.len() <= 12, "{tried:?}");
        }
    }

    #[test]
    fn a_first_limit_that_is_enough_saves_the_doubling() {
        let mut tried = Vec::new();
        let least = least::<()>(8000, &mut |limit| {
            tried.push(limit);
            Ok(if limit >= 5000 { Probe::Decided(5000) } else { Probe::Undecided })
        });
        assert_eq!(least, Ok(Least::Exactly(5000)));
        assert_eq!(tried, [8000, 5001, 5000, 4998, 4999]);
    }

    #[test]
    fn when_time_is_over_what_is_known_stays() {
        let mut runs = 0;
        let least = least::<()>(FIRST, &mut |_| {
            runs += 1;
            Ok(if runs < 4 { Probe::Undecided } else { Probe::Over })
        });
        assert_eq!(least, Ok(Least::AtLeast(257)));
        use Least::{AtLeast, Exactly};
        let of = |found: &[Least]| {
            let budget = LeastBudget::of(found, 3);
            (budget.median, budget.low, budget.high, budget.orders)
        };
        assert_eq!(of(&[Exactly(9), Exactly(2), Exactly(5)]), (Some(5), Some(2), Some(9), 3));
        assert_eq!(of(&[Exactly(9), Exactly(2), AtLeast(5)]), (None, Some(2), Some(9), 2));
        assert_eq!(of(&[AtLeast(257)]), (None, Some(257), None, 0));
        assert_eq!(LeastBudget::of(&[Exactly(9), Exactly(2)], 2).median, Some(2));
        assert_eq!(super::least(FIRST, &mut |_| Err::<Probe, _>("broken")), Err("broken"));
    }
}
