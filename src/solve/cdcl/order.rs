//! Which item is chosen next: the one that conflicts have met most often of late, by a binary heap.

/// By how much conflicts count more than those before.
const GROWTH: f64 = 1.0 / 0.98;

/// Activities are made smaller when one passes this.
const LARGE: f64 = 1e100;

/// The order of items.
#[derive(Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    /// What the next conflict adds.
    step: f64,
    heap: Vec<u32>,
    /// Where in the heap each item is.
    place: Vec<u32>,
}

/// Not in the heap.
const OUT: u32 = u32::MAX;

impl Order {
    /// The order of so many items that no conflict has met: as they are numbered.
    pub(super) fn new(items: usize) -> Self {
        let all = 0..items as u32;
        Order { activity: vec![0.0; items], step: 1.0, heap: all.clone().collect(), place: all.collect() }
    }

    /// A conflict has met the item.
    pub(super) fn bump(&mut self, item: usize) {
        self.activity[item] += self.step;
        if self.activity[item] > LARGE {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGE);
            self.step /= LARGE;
        }
        if self.place[item] != OUT {
            self.rise(self.place[item] as usize);
        }
    }

    /// The conflict is over.
    pub(super) fn age(&mut self) {
        self.step *= GROWTH;
    }

    /// Puts an item into the heap if it is not there.
    #[inline]
    pub(super) fn insert(&mut self, item: usize) {
        if self.place[item] == OUT {
            self.place[item] = self.heap.len() as u32;
            self.heap.push(item as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// How often conflicts have met the item of late.
    pub(super) fn activity(&self, item: usize) -> f64 {
        self.activity[item]
    }

    /// Takes the first item out of the heap.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        let last = self.heap.pop().expect("not empty");
        self.place[first as usize] = OUT;
        if first != last {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(first as usize)
    }

    fn rise(&mut self, mut at: usize) {
        let item = self.heap[at];
        let activity = self.activity[item as usize];
        while at > 0 {
            let above = (at - 1) / 2;
            let other = self.heap[above];
            if self.activity[other as usize] >= activity {
                break;
            }
            self.heap[at] = other;
            self.place[other as usize] = at as u32;
            at = above;
        }
        self.heap[at] = item;
        self.place[item as usize] = at as u32;
    }

    fn sink(&mut self, mut at: usize) {
        let item = self.heap[at];
        let activity = self.activity[item as usize];
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
            self.heap[at] = other;
            self.place[other as usize] = at as u32;
            at = below;
        }
        self.heap[at] = item;
        self.place[item as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_by_how_often_they_were_met() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut order = Order::new(50);
        let mut met = [0; 50];
        for _ in 0..2000 {
            let item = rng.usize(..50);
            match rng.u8(..4) {
                0 => order.insert(item),
                1 => {
                    let popped = order.pop();
                    let most = (0..50).filter(|&item| order.place[item] != OUT).map(|item| met[item]).max();
                    assert!(popped.is_none_or(|popped| most.is_none_or(|most| met[popped] >= most)));
                }
                _ => {
                    order.bump(item);
                    met[item] += 1;
                }
            }
        }
    }
}
