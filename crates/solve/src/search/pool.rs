//! Sharing one search among threads: parts of the tree that wait for a thread, and threads that wait for a part.
//!
//! What it does: a part is a subproblem, known by its guiding path: the decisions that lead to it. A thread that works
//! looks now and then whether another one is idle, and then gives away the next decision of its uppermost state. So the
//! parts are large, the tree is split only where needed, and every node belongs to one thread.
//!
//! Whose idea: V. Rao, V. Kumar, "Parallel Depth First Search, Part I: Implementation", 1987; from guiding paths: H.
//! Zhang, M. Bonacina, J. Hsiang, "PSATO: a Distributed Propositional Prover and its Application to Quasigroup
//! Problems", 1996.
//!
//! How ours differs: work is offered, never taken, so that states need no locks. The set of solutions does not depend
//! on how many threads there are. Nor does the number of nodes, unless values come at random or something is learned
//! from failures.
//!
//! When it runs: in native search and in `cdcl` on models, with `threads=2` and more.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::on_panic::OnPanic;

/// A part of the tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Subproblem {
    /// Number of decisions that lead to it.
    pub(crate) level: usize,
    /// The steps from the root on, in the terms of the engine that searches.
    pub(crate) steps: Vec<(u32, u32)>,
}

/// The parts that wait, and the threads.
pub(crate) struct Pool {
    parts: Mutex<VecDeque<Subproblem>>,
    changed: Condvar,
    threads: usize,
    waiting: AtomicUsize,
    over: AtomicBool,
}

impl Pool {
    /// A pool with the whole tree as its only part.
    pub(crate) fn new(threads: usize) -> Self {
        Pool {
            parts: Mutex::new(VecDeque::from([Subproblem::default()])),
            changed: Condvar::new(),
            threads,
            waiting: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// A guard that ends the search for the other threads if this one panics; the panic is then seen where threads are
    /// joined.
    pub(crate) fn watch(&self) -> impl Drop + '_ {
        OnPanic(|| self.end())
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Subproblem>> {
        self.parts.lock().expect("nobody panics with the parts in hand")
    }

    /// The next part to search; waits for one. `None` if the search is over.
    ///
    /// Pre: the thread has searched its part to the end. Post: if `None`, it counts as waiting for good.
    pub(crate) fn next(&self) -> Option<Subproblem> {
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
                self.over.store(true, Ordering::Relaxed);
                self.changed.notify_all();
                return None;
            }
            parts = self.changed.wait(parts).expect("nobody panics with the parts in hand");
        }
    }

    /// True if some thread waits for a part.
    #[inline]
    pub(crate) fn has_idle(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) > 0
    }

    /// One thread more that waits, for good: whoever looks sees it.
    #[cfg(test)]
    pub(crate) fn add_idle(&self) {
        self.waiting.fetch_add(1, Ordering::Relaxed);
    }

    /// Gives a part away.
    ///
    /// Pre: this thread searches a part, and will not search this one. Post: one thread gets it, unless the search is
    /// ended.
    pub(crate) fn share(&self, part: Subproblem) {
        self.lock().push_back(part);
        self.changed.notify_one();
    }

    /// Ends the search for all threads.
    ///
    /// Post: no thread waits, and none gets a part.
    pub(crate) fn end(&self) {
        // With the parts in hand, so that no thread is between looking and waiting.
        let _parts = self.lock();
        self.over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// True if the search has been ended.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    use super::*;

    #[test]
    fn a_thread_that_panics_ends_the_search_for_those_that_wait() {
        let pool = Pool::new(2);
        let whole = pool.next().expect("the whole tree");
        assert_eq!((whole.level, whole.steps.len()), (0, 0));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| pool.next().is_none());
            while !pool.has_idle() {
                thread::yield_now();
            }
            let panic = catch_unwind(AssertUnwindSafe(|| {
                let _watch = pool.watch();
                panic!("as a rule with a mistake in it would");
            }));
            assert!(panic.is_err());
            assert!(waiting.join().expect("no panic"), "there is nothing left to search");
        });
        assert!(pool.is_over());
    }

    #[test]
    fn the_search_ends_when_all_threads_wait() {
        let pool = Pool::new(3);
        let searched: usize = thread::scope(|scope| {
            let work = || {
                let mut searched = 0;
                while let Some(part) = pool.next() {
                    searched += 1;
                    // A tree of 3 + 9 parts below the whole.
                    for step in 0..3 {
                        if part.level < 2 {
                            pool.share(Subproblem { level: part.level + 1, steps: vec![(step, 1)] });
                        }
                    }
                }
                searched
            };
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(work)).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum()
        });
        assert_eq!(searched, 13);
    }
}
