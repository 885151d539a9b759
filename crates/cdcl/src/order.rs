//! The decision order by activity: the variable that conflicts have met most often of late, from a binary heap.
//!
//! VSIDS of Chaff (2001) with MiniSat's exponential weights: each conflict counts more than the one before by a
//! constant factor (N. Eén, N. Sörensson, "An Extensible SAT-solver", SAT 2003).

/// Activities are made smaller when one passes this.
const LARGE: f64 = 1e100;

/// Not in the heap.
const OUT: u32 = u32::MAX;

/// The order of variables.
#[derive(Debug)]
pub struct Order {
    activity: Vec<f64>,
    /// The addition by the next conflict, and the factor by which it grows.
    step: f64,
    growth: f64,
    heap: Vec<u32>,
    /// Where in the heap each variable is.
    place: Vec<u32>,
}

impl Order {
    /// The order of no variables.
    pub(super) fn new(decay: f64) -> Self {
        Order { activity: Vec::new(), step: 1.0, growth: 1.0 / decay, heap: Vec::new(), place: Vec::new() }
    }

    /// Adds a variable that no conflict has met. Such variables are decided as they are numbered.
    pub(super) fn add(&mut self, variable: usize) {
        debug_assert_eq!(variable, self.activity.len());
        self.activity.push(0.0);
        self.place.push(OUT);
        self.insert(variable);
    }

    /// Notes that a conflict has met the variable.
    #[inline]
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.step;
        if self.activity[variable] > LARGE {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGE);
            self.step /= LARGE;
        }
        if self.place[variable] != OUT {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Ends a conflict.
    pub(super) fn age(&mut self) {
        self.step *= self.growth;
    }

    /// Puts a variable into the heap if it is not there.
    #[inline]
    pub(super) fn insert(&mut self, variable: usize) {
        if self.place[variable] == OUT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// The activity of a variable: how often conflicts have met it of late.
    pub fn activity(&self, variable: usize) -> f64 {
        self.activity[variable]
    }

    /// The same in units of the next conflict.
    pub fn weight(&self, variable: usize) -> f64 {
        self.activity[variable] / self.step
    }

    /// Takes the first variable out of the heap.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        let last = self.heap.pop().expect("not empty");
        self.place[first as usize] = OUT;
        if first != last {
            self.put(0, last);
            self.sink(0);
        }
        Some(first as usize)
    }

    #[inline]
    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.heap[at];
        let activity = self.activity[variable as usize];
        while at > 0 {
            let above = (at - 1) / 2;
            let other = self.heap[above];
            if self.activity[other as usize] >= activity {
                break;
            }
            self.put(at, other);
            at = above;
        }
        self.put(at, variable);
    }

    fn sink(&mut self, mut at: usize) {
        let variable = self.heap[at];
        let activity = self.activity[variable as usize];
        loop {
            let mut below = 2 * at + 1;
            let Some(&left) = self.heap.get(below) else { break };
            let mut other = left;
            if let Some(&right) = self.heap.get(below + 1)
                && self.activity[right as usize] > self.activity[left as usize]
            {
                (below, other) = (below + 1, right);
            }
            if self.activity[other as usize] <= activity {
                break;
            }
            self.put(at, other);
            at = below;
        }
        self.put(at, variable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_come_by_how_often_they_were_met() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut order = Order::new(0.98);
        (0..50).for_each(|variable| order.add(variable));
        let mut met = [0; 50];
        for _ in 0..2000 {
            let variable = rng.usize(..50);
            match rng.u8(..4) {
                0 => order.insert(variable),
                1 => {
                    let popped = order.pop();
                    let most = (0..50).filter(|&other| order.place[other] != OUT).map(|other| met[other]).max();
                    assert!(popped.is_none_or(|popped| most.is_none_or(|most| met[popped] >= most)));
                }
                _ => {
                    order.bump(variable);
                    met[variable] += 1;
                }
            }
        }
    }
}
