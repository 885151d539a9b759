//! The schedule of cubes over threads.
//!
//! A thread goes on with the cube that it has begun; the others are dealt anew for each slice. Threads without a cube
//! help with one that another thread has, unless models are listed. What is dealt depends on the answers so far and on
//! nothing else.

use super::super::{Cube, Literal};

/// A cube whose answer is not known.
struct Open {
    cube: Cube,
    /// The thread that has begun it.
    thread: Option<usize>,
}

/// The cubes that are left.
pub(super) struct Schedule(Vec<Open>);

impl Schedule {
    pub(super) fn new(cubes: Vec<Cube>) -> Self {
        Schedule(cubes.into_iter().map(|cube| Open { cube, thread: None }).collect())
    }

    /// The cubes that each thread has to search, in this order. Those without a cube help others or do nothing.
    ///
    /// Pre: some cubes are left.
    pub(super) fn deal(&self, threads: usize, helps: bool) -> Vec<Vec<Cube>> {
        let mut dealt = vec![Vec::new(); threads];
        let is_begun = |open: &&Open| open.thread.is_some_and(|thread| thread < threads);
        for open in self.0.iter().filter(is_begun) {
            dealt[open.thread.expect("it is begun")].push(open.cube.clone());
        }
        for open in self.0.iter().filter(|open| !is_begun(open)) {
            let thread = (0..threads).min_by_key(|&thread| dealt[thread].len()).expect("at least one thread works");
            dealt[thread].push(open.cube.clone());
        }
        for (thread, cubes) in dealt.iter_mut().enumerate().filter(|(_, cubes)| helps && cubes.is_empty()) {
            cubes.push(self.0[thread % self.0.len()].cube.clone());
        }
        dealt
    }

    /// A thread has begun a cube and goes on with it.
    pub(super) fn begin(&mut self, cube: &Cube, thread: usize) {
        // Of threads that search the same cube, the first one has it.
        if let Some(open) = self.0.iter_mut().find(|open| open.cube == *cube && open.thread.is_none()) {
            open.thread = Some(thread);
        }
    }

    /// Decisions have no model together: no cube with all of them has one.
    pub(super) fn refute(&mut self, core: &[Literal]) {
        self.0.retain(|open| !core.iter().all(|literal| open.cube.contains(literal)));
    }

    /// All models of a cube are found.
    pub(super) fn close(&mut self, cube: &Cube) {
        self.0.retain(|open| open.cube != *cube);
    }

    /// True if no cube is left.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
