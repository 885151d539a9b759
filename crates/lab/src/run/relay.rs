//! Events of several threads, handed on in the order of their puzzles.
//!
//! Threads claim puzzles in blocks, one block after the other. Each block has a queue. The receiver takes all that is
//! in the queue of the first block, until that block is closed; so the order does not depend on the threads. It is
//! woken for the first event after a pause. While events keep coming it looks by itself, in a rhythm: a wake-up takes
//! longer than a puzzle may take.

use std::collections::VecDeque;
use std::mem;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use super::Event;

/// The number of events that may wait in the first block before its search does.
pub(super) const WAITING: usize = 4096;

/// How many events may wait in all blocks before the searches of others than the first do.
const AHEAD: usize = 1 << 16;

/// The most puzzles of a block.
const BLOCK: usize = 64;

/// How many blocks there are for each thread at least, so that threads end at about the same time.
const BLOCKS: usize = 32;

/// How long the receiver waits after events before it takes the next ones.
const RHYTHM: Duration = Duration::from_millis(8);

/// The message that the receiver waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sleep {
    /// It does not wait.
    Awake,
    /// It looks again by itself soon.
    Nap,
    /// The next event of the first block.
    Event,
}

/// The end of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Closed {
    /// Every puzzle has had its last event.
    Whole,
    /// The budget was over, or nobody wants more.
    Cut,
    /// Its thread panicked.
    Crashed,
}

/// A block that some thread has claimed.
#[derive(Default)]
struct Queue {
    events: VecDeque<Event>,
    closed: Option<Closed>,
}

struct RelayState {
    /// Claimed blocks, from the first that the receiver has not done with.
    queues: VecDeque<Queue>,
    /// The number of that block.
    first: usize,
    /// Events in all queues.
    events: usize,
    /// How many claimed blocks are not closed.
    open: usize,
    sleep: Sleep,
    /// Nothing of the blocks from this number on is wanted: the one before was not done to its end. If the receiver is
    /// gone, that is the first; with no such reason it is the largest number.
    end: usize,
}

impl RelayState {
    /// True if some block will never be wanted.
    fn is_ending(&self) -> bool {
        self.end < usize::MAX
    }
}

/// The message that the receiver finds.
pub(super) enum Taken {
    /// Events, in the deque that it gave.
    Events,
    /// Nothing yet.
    Nothing,
    /// Nothing more will come: how the last block ended.
    End(Closed),
}

/// Between the searching threads and the receiver.
pub(super) struct Relay {
    puzzles: usize,
    /// Puzzles of a block.
    size: usize,
    state: Mutex<RelayState>,
    /// The receiver waits for events.
    told: Condvar,
    /// Threads wait for room.
    room: Condvar,
}

impl Relay {
    /// For a number of puzzles, which threads share.
    pub(super) fn new(puzzles: usize, threads: usize) -> Self {
        let size = if threads == 1 { puzzles } else { (puzzles / (BLOCKS * threads)).clamp(1, BLOCK) };
        let sleep = Sleep::Awake;
        let state = RelayState { queues: VecDeque::new(), first: 0, events: 0, open: 0, sleep, end: usize::MAX };
        Relay { puzzles, size, state: Mutex::new(state), told: Condvar::new(), room: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, RelayState> {
        self.state.lock().expect("nobody panics with the queues in hand")
    }

    fn are_all_claimed(&self, state: &RelayState) -> bool {
        (state.first + state.queues.len()) * self.size >= self.puzzles
    }

    /// Claims the next puzzles; `None` if there are none, or no more are wanted.
    pub(super) fn claim(&self) -> Option<Block<'_>> {
        let mut state = self.lock();
        if state.is_ending() || self.are_all_claimed(&state) {
            return None;
        }
        let number = state.first + state.queues.len();
        state.queues.push_back(Queue::default());
        state.open += 1;
        let from = number * self.size;
        let puzzles = from..self.puzzles.min(from + self.size);
        Some(Block { relay: self, number, puzzles, closed: Closed::Crashed })
    }

    /// Takes the events that are there into `into`, which is empty. If there are none, waits for as long as `patience`.
    pub(super) fn take(&self, into: &mut VecDeque<Event>, patience: Option<Duration>) -> Taken {
        let mut state = self.lock();
        let was_busy = mem::replace(&mut state.sleep, Sleep::Awake) == Sleep::Nap;
        let until = patience.map(|patience| (Instant::now() + patience.min(RHYTHM), Instant::now() + patience));
        let mut nap = was_busy;
        loop {
            while let Some(queue) = state.queues.front_mut() {
                if !queue.events.is_empty() {
                    mem::swap(&mut queue.events, into);
                    state.events -= into.len();
                    // Remembered for the next call: more may come soon.
                    state.sleep = Sleep::Nap;
                    self.room.notify_all();
                    return Taken::Events;
                }
                match queue.closed {
                    None => break,
                    Some(Closed::Whole) => {
                        state.queues.pop_front();
                        state.first += 1;
                        self.room.notify_all();
                    }
                    Some(closed) => return Taken::End(closed),
                }
            }
            if state.queues.is_empty() && self.are_all_claimed(&state) {
                return Taken::End(Closed::Whole);
            }
            let Some((soon, end)) = until else {
                state.sleep = if nap { Sleep::Nap } else { Sleep::Awake };
                return Taken::Nothing;
            };
            let now = Instant::now();
            if now >= end {
                state.sleep = Sleep::Awake;
                return Taken::Nothing;
            }
            nap &= now < soon;
            state.sleep = if nap { Sleep::Nap } else { Sleep::Event };
            let time = if nap { soon } else { end } - now;
            state = self.told.wait_timeout(state, time).expect("nobody panics with the queues in hand").0;
        }
    }

    /// Nobody will take anything any more.
    pub(super) fn leave(&self) {
        self.lock().end = 0;
        self.room.notify_all();
    }
}

/// Puzzles that a thread has claimed. Dropped without [`Block::close`], as by a panic, it counts as crashed.
pub(super) struct Block<'r> {
    relay: &'r Relay,
    number: usize,
    pub(super) puzzles: Range<usize>,
    closed: Closed,
}

impl Block<'_> {
    /// Hands an event on; waits while there is no room. Whether more are wanted.
    pub(super) fn send(&self, event: Event) -> bool {
        let mut state = self.relay.lock();
        loop {
            if self.number >= state.end {
                return false;
            }
            let at = self.number - state.first;
            let waiting = state.queues[at].events.len();
            if waiting < WAITING && (at == 0 || state.events < AHEAD) {
                state.queues[at].events.push_back(event);
                state.events += 1;
                if at == 0 && (state.sleep == Sleep::Event || waiting == WAITING / 2 && state.sleep == Sleep::Nap) {
                    state.sleep = Sleep::Awake;
                    self.relay.told.notify_one();
                }
                return true;
            }
            state = self.relay.room.wait(state).expect("nobody panics with the queues in hand");
        }
    }

    /// No more events come of this block.
    pub(super) fn close(mut self, closed: Closed) {
        self.closed = closed;
    }
}

impl Drop for Block<'_> {
    fn drop(&mut self) {
        let mut state = self.relay.lock();
        let at = self.number - state.first;
        state.queues[at].closed = Some(self.closed);
        state.open -= 1;
        if self.closed != Closed::Whole {
            state.end = state.end.min(self.number + 1);
            self.relay.room.notify_all();
        }
        let last = state.open == 0 && (state.is_ending() || self.relay.are_all_claimed(&state));
        if last || at == 0 && state.sleep == Sleep::Event {
            self.relay.told.notify_one();
        }
    }
}
