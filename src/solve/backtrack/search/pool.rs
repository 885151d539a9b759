//! Sharing one search among threads: parts of the tree that wait for a thread, and threads that wait for a part.
//!
//! A part is the list of choices that leads to it. A thread that works looks now and then whether another one has nothing
//! to do, and then gives away the next choice of its uppermost state. So the parts are large, the tree is split only
//! where needed, and every node belongs to one thread; the set of solutions does not depend on how many threads there are,
//! nor does the number of nodes, unless values come at random or an order learns from failures.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

/// A part of the tree.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Part {
    /// Number of choices that lead to it.
    pub(in super::super) level: usize,
    /// What to do from the root on, in the terms of the core that searches.
    pub(in super::super) steps: Vec<(u32, u32)>,
}

/// The parts that wait, and the threads.
pub(in super::super) struct Pool {
    parts: Mutex<VecDeque<Part>>,
    changed: Condvar,
    threads: usize,
    waiting: AtomicUsize,
    over: AtomicBool,
}

impl Pool {
    /// A pool with the whole tree as its only part.
    pub(in super::super) fn new(threads: usize) -> Self {
        Pool {
            parts: Mutex::new(VecDeque::from([Part::default()])),
            changed: Condvar::new(),
            threads,
            waiting: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Part>> {
        self.parts.lock().expect("nobody panics with the parts in hand")
    }

    /// The next part to search; waits for one. `None` if the search is over.
    pub(in super::super) fn next(&self) -> Option<Part> {
        let mut parts = self.lock();
        self.waiting.fetch_add(1, Ordering::Relaxed);
        loop {
            if self.over.load(Ordering::Relaxed) {
                return None;
            }
            if let Some(part) = parts.pop_front() {
                self.waiting.fetch_sub(1, Ordering::Relaxed);
                return Some(part);
            }
            if self.waiting.load(Ordering::Relaxed) == self.threads {
                self.end();
                return None;
            }
            parts = self.changed.wait(parts).expect("nobody panics with the parts in hand");
        }
    }

    /// Whether some thread waits for a part.
    #[inline]
    pub(in super::super) fn is_hungry(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// Gives a part away.
    pub(in super::super) fn give(&self, part: Part) {
        self.lock().push_back(part);
        self.changed.notify_one();
    }

    /// Ends the search for all threads.
    pub(in super::super) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Whether the search has been ended.
    pub(in super::super) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}
