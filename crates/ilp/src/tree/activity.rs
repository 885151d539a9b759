//! The columns by activity in conflicts (Moskewicz and others, "Chaff", 2001; decayed as in MiniSat, Eén and Sörensson,
//! 2003): a binary heap.

const DECAY: f64 = 0.95;
const LARGEST: f64 = 1e100;
const NONE: u32 = u32::MAX;

/// Activities, and the columns that may be open, most active first.
#[derive(Debug)]
pub(super) struct Activity {
    scores: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    places: Vec<u32>,
}

impl Activity {
    /// All columns, those with the higher score first.
    pub(super) fn new(scores: Vec<f64>) -> Self {
        let count = scores.len();
        let mut all = Activity { scores, step: 1.0, heap: Vec::with_capacity(count), places: vec![NONE; count] };
        (0..count).for_each(|column| all.insert(column));
        all
    }

    pub(super) fn score(&self, column: usize) -> f64 {
        self.scores[column]
    }

    /// The score that a conflict adds at present.
    pub(super) fn step(&self) -> f64 {
        self.step
    }

    /// Notes that a column took part in a conflict.
    pub(super) fn bump(&mut self, column: usize) {
        self.scores[column] += self.step;
        if self.scores[column] > LARGEST {
            self.scores.iter_mut().for_each(|score| *score /= LARGEST);
            self.step /= LARGEST;
        }
        if self.places[column] != NONE {
            self.up(self.places[column] as usize);
        }
    }

    /// Makes what comes later weigh more.
    pub(super) fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Puts a column back.
    pub(super) fn insert(&mut self, column: usize) {
        if self.places[column] == NONE {
            self.places[column] = self.heap.len() as u32;
            self.heap.push(column as u32);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes the most active column out.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[top as usize] = NONE;
        if last != top {
            self.heap[0] = last;
            self.places[last as usize] = 0;
            self.down(0);
        }
        Some(top as usize)
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.scores[a as usize], self.scores[b as usize]);
        x > y || x == y && a < b
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.heap.swap(a, b);
        self.places[self.heap[a] as usize] = a as u32;
        self.places[self.heap[b] as usize] = b as u32;
    }

    fn up(&mut self, mut place: usize) {
        while place > 0 && self.is_before(self.heap[place], self.heap[(place - 1) / 2]) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn down(&mut self, mut place: usize) {
        loop {
            let child = [2 * place + 1, 2 * place + 2].into_iter().filter(|&child| child < self.heap.len());
            let Some(best) = child.reduce(|a, b| if self.is_before(self.heap[b], self.heap[a]) { b } else { a }) else {
                return;
            };
            if !self.is_before(self.heap[best], self.heap[place]) {
                return;
            }
            self.swap(best, place);
            place = best;
        }
    }
}
