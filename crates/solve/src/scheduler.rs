//! Engines that search in turns (time slices): each on a thread of its own, but only one of them works at a time.
//!
//! What it does: an engine looks at its budget at regular steps. There its work is counted, and there it sleeps while
//! it is not its turn. The next turn goes to the engine that has had least of its share. Where solutions are handed
//! over, turns are measured in steps and not in time, so the same search takes the same turns again. Where they are
//! only counted, the order of turns shows nowhere. There turns are measured by the clock, since what a step takes
//! differs by the engine and the model.
//!
//! Whose idea: shares of a processor by C. Waldspurger, W. Weihl, "Stride Scheduling: Deterministic Proportional-Share
//! Resource Management", 1995.
//!
//! How ours differs: threads give the turn away themselves, at their next look. Shares change with what engines report:
//! solutions that they found, or how many states they expect.
//!
//! When it runs: in `auto`, when the engine that begins has not ended soon.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Instant;

use super::log::Log;
use super::on_panic::OnPanic;
use super::tuning::auto::{AHEAD, AHEAD_FROM, EARLY_TURNS, FEARED_LOG, HOPEFUL, SOLUTION, STEP_NANOSECONDS, TURN_PART};

/// Says which engine works.
#[derive(Debug)]
pub(super) struct Scheduler {
    state: Mutex<ScheduleState>,
    changed: Condvar,
    /// The names of the engines, for those who read what happens.
    names: Vec<String>,
    log: Log,
}

#[derive(Debug)]
struct ScheduleState {
    slots: Vec<Slot>,
    /// Whose turn it is.
    at: usize,
    /// How much of the turn is left.
    left: u64,
    /// The length of the first turns.
    turn: u64,
    /// True if turns are measured by the clock.
    by_clock: bool,
    /// Since when the time of the engine whose turn it is has not been counted, if its turn is measured by the clock.
    /// The first turn is not: it is for as much of the search as most models need.
    since: Option<Instant>,
    is_over: bool,
}

/// The shares that an engine begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    /// The number of steps that one look stands for where the engine reports no number.
    pub(super) look: u64,
    /// The share of the first work that is its own. Without a share it waits.
    pub(super) early: u64,
    /// The share of the later work that is its own.
    pub(super) late: u64,
    /// The steps that it counts as done before it begins: the others come first.
    pub(super) waits: u64,
}

/// The account of an engine.
#[derive(Clone, Debug)]
struct Slot {
    shares: Shares,
    used: u64,
    found: u64,
    is_out: bool,
}

impl Scheduler {
    /// A scheduler for these engines, with turns by the clock or by steps. The first engine begins, with `first` steps.
    pub(super) fn new(shares: &[Shares], first: u64, turn: u64, by_clock: bool) -> Self {
        let slot = |&shares: &Shares| Slot { shares, used: shares.waits, found: 0, is_out: false };
        let slots = shares.iter().map(slot).collect();
        let state = ScheduleState { slots, at: 0, left: first, turn, by_clock, since: None, is_over: false };
        Scheduler { state: Mutex::new(state), changed: Condvar::new(), names: Vec::new(), log: Log::default() }
    }

    /// The same with each turn told to those who read what happens.
    pub(super) fn logging(self, names: Vec<String>, log: Log) -> Self {
        let scheduler = Scheduler { names, log, ..self };
        scheduler.tell(&scheduler.lock(), "begins");
        scheduler
    }

    fn tell(&self, state: &ScheduleState, what: &str) {
        if let Some(name) = self.names.get(state.at) {
            self.log.say(|| format!("{name} {what}, with {} steps", state.left));
        }
    }

    fn lock(&self) -> MutexGuard<'_, ScheduleState> {
        self.state.lock().expect("nobody panics with the scheduler in hand")
    }

    /// Sleeps until it is the engine's turn; whether it is to work then.
    pub(super) fn wait(&self, slot: usize) -> bool {
        self.sleep(self.lock(), slot)
    }

    fn sleep(&self, mut state: MutexGuard<'_, ScheduleState>, slot: usize) -> bool {
        while state.at != slot && !state.is_over && !state.slots[slot].is_out {
            state = self.changed.wait(state).expect("nobody panics with the scheduler in hand");
        }
        !state.is_over && !state.slots[slot].is_out
    }

    /// Counts a look of the engine and `steps` steps; whether it goes on.
    pub(super) fn look(&self, slot: usize, steps: Option<u64>) -> bool {
        let mut state = self.lock();
        let steps = steps.unwrap_or(state.slots[slot].shares.look);
        self.count(&mut state, slot, steps);
        if state.at == slot && state.left == 0 && !state.is_over {
            self.pass(&mut state);
        }
        self.sleep(state, slot)
    }

    fn count(&self, state: &mut ScheduleState, slot: usize, steps: u64) {
        if state.at == slot {
            let steps = match &mut state.since {
                None => steps,
                Some(since) => {
                    let passed = since.elapsed().as_nanos() as u64 / STEP_NANOSECONDS;
                    *since = Instant::now();
                    passed
                }
            };
            state.slots[slot].used += steps;
            state.left = state.left.saturating_sub(steps);
        }
    }

    /// Chooses who is next: who has had least of its share.
    fn pass(&self, state: &mut ScheduleState) {
        let all: u64 = state.slots.iter().map(|slot| slot.used).sum();
        let is_early = all < EARLY_TURNS.saturating_mul(state.turn);
        let own = |slot: &Slot| if is_early { slot.shares.early } else { slot.shares.late };
        let most = state.slots.iter().map(own).max().unwrap_or_default();
        let ahead = state.ahead();
        let had = |&(index, slot): &(usize, &Slot)| {
            let share = if ahead == Some(index) { AHEAD * most } else { own(slot) };
            slot.used.checked_div(share).unwrap_or(u64::MAX)
        };
        let next = state.slots.iter().enumerate().filter(|(_, slot)| !slot.is_out).min_by_key(had);
        if let Some((next, _)) = next {
            // Who has a small share has short turns.
            let share = if ahead == Some(next) { most } else { own(&state.slots[next]) };
            state.left = (state.turn.max(all / TURN_PART) * share / most.max(1)).max(1);
            state.since = state.by_clock.then(Instant::now);
            if state.at != next {
                state.at = next;
                self.changed.notify_all();
            }
            self.tell(state, "has a turn");
        }
    }

    /// The engine expects `states` states.
    pub(super) fn announce(&self, slot: usize, states: f64) {
        let mut state = self.lock();
        // What it took to know that is no part of the turn to come.
        self.count(&mut state, slot, 0);
        if state.at == slot {
            state.left = if states.log2() <= f64::from(FEARED_LOG) { HOPEFUL * state.turn } else { 0 };
            if state.left == 0 {
                // As if it had worked until now: others first, and its shares stay small.
                state.slots[slot].used += state.turn;
                state.slots[slot].shares.early = 1;
                state.slots[slot].shares.late = 1;
            }
        }
    }

    /// The engine has found a solution.
    pub(super) fn found(&self, slot: usize) {
        let mut state = self.lock();
        state.slots[slot].found += 1;
        self.count(&mut state, slot, SOLUTION);
    }

    /// The engine goes, and the others go on.
    pub(super) fn leave(&self, slot: usize) {
        let mut state = self.lock();
        state.slots[slot].is_out = true;
        if let Some(name) = self.names.get(slot) {
            self.log.say(|| format!("{name} leaves"));
        }
        if state.at == slot {
            self.pass(&mut state);
        }
    }

    /// Of these engines the one stays that has found the most solutions. Returns which.
    pub(super) fn keep_first_of(&self, slots: &[usize]) -> usize {
        let mut state = self.lock();
        let stays = |slot: &&usize| !state.slots[**slot].is_out;
        let first = slots.iter().filter(stays).max_by_key(|&&slot| (state.slots[slot].found, slots.len() - slot));
        let first = *first.expect("one that has found a solution is still there");
        for &slot in slots {
            state.slots[slot].is_out |= slot != first;
        }
        if state.slots[state.at].is_out {
            self.pass(&mut state);
        }
        self.changed.notify_all();
        first
    }

    /// Ends the work of all.
    pub(super) fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Ends the work of all if the thread that holds this panics; the panic is then seen where threads are joined.
    pub(crate) fn watch(&self) -> impl Drop + '_ {
        OnPanic(|| self.end())
    }
}

impl ScheduleState {
    /// The engine that has found more solutions than each of the others.
    fn ahead(&self) -> Option<usize> {
        let most = self.slots.iter().map(|slot| slot.found).max().filter(|&most| most >= AHEAD_FROM)?;
        let mut first = (0..self.slots.len()).filter(|&slot| self.slots[slot].found == most);
        first.next().filter(|_| first.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Who took a look, one after the other; each engine leaves after `looks` looks, the first finds
    /// solutions.
    fn looks(shares: &[Shares], looks: u64, finds: bool) -> Vec<usize> {
        let scheduler = Scheduler::new(shares, 4, 4, false);
        let (send, receive) = channel();
        thread::scope(|scope| {
            for slot in 0..shares.len() {
                let (scheduler, send) = (&scheduler, send.clone());
                scope.spawn(move || {
                    let mut left = looks;
                    let mut goes_on = scheduler.wait(slot);
                    while goes_on && left > 0 {
                        left -= 1;
                        send.send(slot).expect("it is read below");
                        if finds && slot == 0 {
                            scheduler.found(slot);
                        }
                        goes_on = scheduler.look(slot, None);
                    }
                    scheduler.leave(slot);
                });
            }
        });
        drop(send);
        receive.iter().collect()
    }

    fn share(order: &[usize], slot: usize) -> usize {
        order.iter().filter(|&&other| other == slot).count()
    }

    fn shares<const N: usize>(shares: [(u64, u64, u64); N]) -> [Shares; N] {
        shares.map(|(look, early, late)| Shares { look, early, late, waits: 0 })
    }

    #[test]
    fn turns_are_the_same_again_and_shares_are_kept() {
        let three = shares([(1, 1, 1), (1, 1, 1), (2, 1, 1)]);
        let order = looks(&three, 200, false);
        assert_eq!(order, looks(&three, 200, false));
        assert_eq!(order.len(), 600, "each has all its looks in the end");
        assert_eq!(&order[..6], [0, 0, 0, 0, 1, 1]);
        let begin = &order[..250];
        let shares: Vec<usize> = (0..3).map(|slot| share(begin, slot)).collect();
        assert!((85..=115).contains(&shares[0]) && (85..=115).contains(&shares[1]), "{shares:?}");
        assert!((40..=60).contains(&shares[2]), "{shares:?}: its looks count twice");
    }

    #[test]
    fn who_has_no_early_share_waits() {
        let order = looks(&shares([(1, 1, 1), (1, 0, 1)]), 2000, false);
        let first = order.iter().position(|&slot| slot == 1).expect("its turn comes");
        assert!((4 * EARLY_TURNS as usize..500).contains(&first), "{first}");
    }

    #[test]
    fn who_finds_solutions_has_more() {
        let two = shares([(100, 1, 1), (100, 1, 1)]);
        let order = looks(&two, 1000, true);
        // Of 5 parts of the work, 4 are those of the first, which takes five times as long for a look with a solution.
        let shares: Vec<usize> = (0..2).map(|slot| share(&order[..700], slot)).collect();
        assert!((250..=400).contains(&shares[0]), "{shares:?}");
        assert_eq!(Scheduler::new(&two, 4, 4, false).keep_first_of(&[0, 1]), 0);
    }

    #[test]
    fn who_fears_many_states_comes_later() {
        let feared = f64::from(FEARED_LOG).exp2();
        for (states, left) in [(feared, 4 * HOPEFUL), (2.0 * feared, 0)] {
            let scheduler = Scheduler::new(&shares([(2, 1, 1), (2, 1, 1)]), 4, 4, false);
            scheduler.announce(0, states);
            assert_eq!(scheduler.lock().left, left, "{states}");
        }
    }

    #[test]
    fn the_first_turn_is_measured_in_steps_even_if_others_are_by_the_clock() {
        let scheduler = Scheduler::new(&shares([(2, 1, 1), (1, 1, 1)]), 7, 4, true);
        assert!([(); 3].map(|()| scheduler.look(0, None)) == [true; 3]);
        assert_eq!(scheduler.lock().left, 1);
        scheduler.leave(0);
        assert!(scheduler.lock().at == 1 && scheduler.lock().since.is_some());
    }

    #[test]
    fn what_a_plan_takes_is_no_part_of_the_turn_it_earns() {
        let scheduler = Scheduler::new(&shares([(2, 1, 1), (1, 1, 1)]), 1, 4, true);
        scheduler.leave(0);
        thread::sleep(Duration::from_millis(2));
        scheduler.announce(1, 2.0);
        let state = scheduler.lock();
        assert!(state.slots[1].used >= 2_000_000 / STEP_NANOSECONDS);
        assert_eq!(state.left, 4 * HOPEFUL);
    }

    #[test]
    fn an_engine_that_panics_ends_the_work_of_those_that_wait() {
        let scheduler = Scheduler::new(&shares([(1, 1, 1), (1, 1, 1)]), 4, 4, false);
        thread::scope(|scope| {
            let waiting = scope.spawn(|| scheduler.wait(1));
            let panic = catch_unwind(AssertUnwindSafe(|| {
                let _watch = scheduler.watch();
                panic!("as an engine with a mistake in it would");
            }));
            assert!(panic.is_err());
            assert!(!waiting.join().expect("no panic"), "there is nothing left to do");
        });
    }
}
