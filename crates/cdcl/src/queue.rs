//! The decision order by recency: the variable that a conflict has met last, from a linked list.
//!
//! Variables of a conflict move to the front of the list, in their order. Stamps say how recent a variable is. The
//! search for an unassigned one goes on where the last one ended, until a more recent variable is unassigned.
//!
//! L. Ryan, "Efficient Algorithms for Clause-Learning SAT Solvers", 2004 (the Siege solver, "variable move to front");
//! A. Biere, A. Fröhlich, "Evaluating CDCL Variable Scoring Schemes", SAT 2015, on stamps. Ours is the same.
//!
//! It runs in the focused mode of formulas, where restarts are many; in stable mode and in models activities decide
//! (`order`).

/// No variable.
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Link {
    /// The next less recent variable.
    before: u32,
    /// The next more recent one.
    after: u32,
    stamp: u64,
}

/// The list.
#[derive(Debug)]
pub(super) struct Queue {
    links: Vec<Link>,
    /// The most recent variable.
    last: u32,
    /// All variables after this one are assigned.
    search: u32,
    stamp: u64,
}

impl Queue {
    pub(super) fn new() -> Self {
        Queue { links: Vec::new(), last: NONE, search: NONE, stamp: 0 }
    }

    /// Adds a variable that no conflict has met, as the most recent one.
    pub(super) fn add(&mut self) {
        self.links.push(Link { before: NONE, after: NONE, stamp: 0 });
        self.append(self.links.len() as u32 - 1);
    }

    fn append(&mut self, variable: u32) {
        self.stamp += 1;
        self.links[variable as usize] = Link { before: self.last, after: NONE, stamp: self.stamp };
        if self.last != NONE {
            self.links[self.last as usize].after = variable;
        }
        self.last = variable;
        self.search = variable;
    }

    /// The recency of a variable.
    #[inline]
    pub(super) fn stamp(&self, variable: usize) -> u64 {
        self.links[variable].stamp
    }

    /// Moves variables to the front, in their order.
    ///
    /// Post: the next search begins at the front.
    pub(super) fn bump(&mut self, variables: &mut [u32]) {
        variables.sort_unstable_by_key(|&variable| self.links[variable as usize].stamp);
        for &mut variable in variables {
            let Link { before, after, .. } = self.links[variable as usize];
            if after == NONE {
                continue;
            }
            self.links[after as usize].before = before;
            if before != NONE {
                self.links[before as usize].after = after;
            }
            self.append(variable);
        }
        self.rewind();
    }

    /// Begins the next search at the front.
    pub(super) fn rewind(&mut self) {
        self.search = self.last;
    }

    /// Notes that a variable is unassigned.
    #[inline]
    pub(super) fn unassign(&mut self, variable: usize) {
        if self.links[variable].stamp > self.links[self.search as usize].stamp {
            self.search = variable as u32;
        }
    }

    /// The most recent of the unassigned variables; `None` if all are assigned.
    pub(super) fn next(&mut self, is_assigned: impl Fn(usize) -> bool) -> Option<usize> {
        let mut variable = self.search;
        while variable != NONE && is_assigned(variable as usize) {
            variable = self.links[variable as usize].before;
        }
        if variable == NONE {
            return None;
        }
        self.search = variable;
        Some(variable as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_recent_unassigned_variable_comes_next() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut queue = Queue::new();
        (0..20).for_each(|_| queue.add());
        let mut recency: Vec<u32> = (0..20).collect();
        let mut assigned = [false; 20];
        for _ in 0..3000 {
            match rng.u8(..3) {
                0 => {
                    let next = queue.next(|variable| assigned[variable]);
                    let expected = recency.iter().rev().find(|&&variable| !assigned[variable as usize]);
                    assert_eq!(next, expected.map(|&variable| variable as usize));
                    next.into_iter().for_each(|variable| assigned[variable] = true);
                }
                1 => {
                    let variable = rng.usize(..20);
                    assigned[variable] = false;
                    queue.unassign(variable);
                }
                _ => {
                    let mut met: Vec<u32> = (0..20).filter(|_| rng.u8(..5) == 0).collect();
                    let moved: Vec<u32> = recency.iter().copied().filter(|variable| met.contains(variable)).collect();
                    recency.retain(|variable| !met.contains(variable));
                    recency.extend(moved);
                    queue.bump(&mut met);
                }
            }
        }
    }
}
