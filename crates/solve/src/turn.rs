//! The turn of an engine: the work that it may do before another one's turn.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::scheduler::Scheduler;
use super::tuning::auto::SOLUTION;

/// The work that an engine may do before it is another one's turn.
#[derive(Debug)]
pub(super) enum Turn {
    /// It works alone, and stops after a number of steps.
    Alone {
        /// How many steps are left.
        left: AtomicU64,
        /// How many steps pass between two looks.
        look: u64,
        /// True if it may go on for ever.
        goes_on: AtomicBool,
    },
    /// A scheduler says when it works.
    Slot {
        /// Who says when.
        scheduler: Arc<Scheduler>,
        /// The slot of the engine.
        slot: usize,
    },
}

impl Turn {
    /// An engine that stops after `steps` steps.
    pub(super) fn alone(steps: u64, look: u64) -> Self {
        Turn::Alone { left: AtomicU64::new(steps), look, goes_on: AtomicBool::new(false) }
    }

    /// True if an engine that worked alone has been stopped.
    pub(super) fn is_spent(&self) -> bool {
        matches!(self, Turn::Alone { left, goes_on, .. } if is_zero(left) && !goes_on.load(Ordering::Relaxed))
    }

    /// Lets an engine that works alone go on for ever.
    pub(super) fn go_on(&self) {
        if let Turn::Alone { goes_on, .. } = self {
            goes_on.store(true, Ordering::Relaxed);
        }
    }

    /// Counts a solution that an engine hands over which works alone.
    pub(super) fn found(&self) {
        if let Turn::Alone { left, .. } = self {
            take(left, SOLUTION);
        }
    }

    /// Counts `steps` steps, or those between two looks; whether the engine has to stop. Sleeps until it is its turn.
    pub(super) fn is_over(&self, steps: Option<u64>) -> bool {
        match self {
            Turn::Alone { left, look, goes_on } => {
                take(left, steps.unwrap_or(*look));
                is_zero(left) && !goes_on.load(Ordering::Relaxed)
            }
            Turn::Slot { scheduler, slot } => !scheduler.look(*slot, steps),
        }
    }

    /// Takes an engine's word for how many states it fears.
    pub(super) fn announce(&self, states: f64) {
        if let Turn::Slot { scheduler, slot } = self {
            scheduler.announce(*slot, states);
        }
    }
}

fn is_zero(left: &AtomicU64) -> bool {
    left.load(Ordering::Relaxed) == 0
}

fn take(left: &AtomicU64, steps: u64) {
    // No step is lost: every thread takes away its own.
    let less = |left: u64| Some(left.saturating_sub(steps));
    let _ = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_alone_stops_at_its_last_look_unless_it_may_go_on() {
        let turn = Turn::alone(30, 10);
        assert_eq!([(); 4].map(|()| turn.is_over(None)), [false, false, true, true]);
        assert!(turn.is_spent());
        let turn = Turn::alone(10, 10);
        turn.go_on();
        assert!(!turn.is_over(None) && !turn.is_spent());
        let turn = Turn::alone(2 * SOLUTION, 1);
        turn.found();
        assert!(!turn.is_over(None));
        turn.found();
        assert!(turn.is_over(None) && turn.is_spent(), "solutions take steps");
    }
}
