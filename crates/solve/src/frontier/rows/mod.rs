//! The walk that takes row by row, for boards of many columns whose rows have few patterns.
//!
//! Between two rows a state is what the counters over rows have come to, and the pattern of the last row. States with
//! the same counters stand together, and the next row's patterns are counted for all of them by one list of additions
//! (`kernel`). States need no searching. For each pattern, counters only grow by what the pattern adds. So the next
//! layer, in order of its counters, is a merger of sorted sequences, one per pattern (`stream`). If all counters have
//! to come out exactly, the walk begins at both ends and meets in the middle; if the rows read the same from both ends,
//! one walk does for both.

mod board;
mod kernel;
mod patterns;
mod stream;

use num_bigint::BigUint;

use super::{Effort, Limits, Stop};
use crate::Count;
use crate::tuning::frontier_rows::{AHEAD_BITS, BETWEEN_LOOKS, LANES, LOOK};
pub(in crate::frontier) use board::Board;
use kernel::Lane;
use stream::{Held, Stream};

/// The states before a row: the counters that come up, in order, and for each pattern of the row that fits the
/// counters, in how many ways it can follow.
struct Layer<N> {
    keys: Vec<u64>,
    streams: Vec<Stream<N>>,
}

/// The number of ways to fill the board.
pub(super) fn walk(board: &Board, limits: &Limits<'_>, effort: &mut Effort) -> Result<Count, Stop> {
    match count::<u64>(board, limits, effort) {
        Err(Stop::TooLarge) => count::<u128>(board, limits, effort),
        result => result,
    }
}

fn count<N: Lane>(board: &Board, limits: &Limits<'_>, effort: &mut Effort) -> Result<Count, Stop> {
    let rows = board.adds.len();
    let held = Held::default();
    if !board.is_exact {
        let layer = reach::<N>(board, rows - 1, limits, effort, &held)?;
        return Ok(last(board, &layer));
    }
    let middle = (rows - 1) / 2;
    let layer = reach::<N>(board, middle, limits, effort, &held)?;
    let back = rows - 1 - middle;
    if board.is_palindrome && back == middle {
        return meet(board, middle, &layer, &layer, limits);
    }
    let other = reach::<N>(board.reversed.as_deref().unwrap_or(board), back, limits, effort, &held)?;
    meet(board, middle, &layer, &other, limits)
}

/// The states before this row.
fn reach<N: Lane>(
    board: &Board,
    row: usize,
    limits: &Limits<'_>,
    effort: &mut Effort,
    held: &Held,
) -> Result<Layer<N>, Stop> {
    let mut layer = Layer { keys: vec![0], streams: board.adds[0].iter().map(|_| Stream::new(held)).collect() };
    for stream in &mut layer.streams {
        stream.push(N::ONE, 0, true);
    }
    for row in 0..row {
        layer = Merger::new(board, row, layer, held).run(limits)?;
        effort.states += layer.streams.iter().map(|stream| stream.len() as u64).sum::<u64>();
    }
    Ok(layer)
}

/// A step from before a row to before the next one.
struct Merger<'b, N> {
    board: &'b Board,
    row: usize,
    old: Layer<N>,
    new: Layer<N>,
    held: &'b Held,
    /// For each pattern its next numbers, what the counters are after each, and which of them is the next one.
    ahead: Vec<Ahead<N>>,
    /// For each pattern what the counters are after its next number.
    heads: Vec<u64>,
    /// States that wait to be treated at once: their counters, and the terms of the kernel.
    batch: Vec<u64>,
    terms: Vec<[N; LANES]>,
    outputs: Vec<[N; LANES]>,
    /// All bits that came up in the batch's numbers.
    bits: N,
}

/// How many numbers of a pattern are read at once: they come from memory far apart.
const AHEAD: usize = 1 << AHEAD_BITS;

/// The next numbers of a pattern.
#[derive(Clone)]
struct Ahead<N> {
    keys: [u64; AHEAD],
    numbers: [N; AHEAD],
    next: usize,
}

/// No key is left.
const NONE: u64 = u64::MAX;

impl<'b, N: Lane> Merger<'b, N> {
    fn new(board: &'b Board, row: usize, old: Layer<N>, held: &'b Held) -> Self {
        let patterns = board.adds[row].len();
        let next = board.adds[row + 1].len();
        let new = Layer { keys: Vec::new(), streams: (0..next).map(|_| Stream::new(held)).collect() };
        let mut merger = Merger {
            board,
            row,
            old,
            new,
            held,
            ahead: vec![Ahead { keys: [NONE; AHEAD], numbers: [N::ZERO; AHEAD], next: AHEAD }; patterns],
            heads: vec![NONE; patterns],
            batch: Vec::with_capacity(LANES),
            terms: vec![[N::ZERO; LANES]; board.kernels[row].terms()],
            outputs: vec![[N::ZERO; LANES]; next],
            bits: N::ZERO,
        };
        (0..patterns).for_each(|pattern| merger.seek(pattern));
        merger
    }

    /// Goes on to the pattern's next number.
    #[inline]
    fn seek(&mut self, pattern: usize) {
        if self.ahead[pattern].next == AHEAD {
            self.read(pattern);
        }
        let ahead = &self.ahead[pattern];
        self.heads[pattern] = ahead.keys[ahead.next];
    }

    /// Reads the pattern's next numbers.
    fn read(&mut self, pattern: usize) {
        let add = self.board.adds[self.row][pattern];
        let ahead = &mut self.ahead[pattern];
        let (numbers, places) = self.old.streams[pattern].read(AHEAD);
        ahead.numbers[..numbers.len()].copy_from_slice(numbers);
        for (key, &place) in ahead.keys.iter_mut().zip(places) {
            *key = self.old.keys[place as usize] + add;
        }
        ahead.keys[places.len()..].fill(NONE);
        ahead.next = 0;
    }

    fn run(mut self, limits: &Limits<'_>) -> Result<Layer<N>, Stop> {
        let enough = self.board.enough[self.row + 1];
        let mut batches = 0;
        loop {
            let key = least(&self.heads);
            if key == NONE {
                break;
            }
            let lane = (key + enough) & self.board.guards == self.board.guards;
            let lane = lane.then_some(self.batch.len());
            for start in (0..self.heads.len()).step_by(64) {
                let heads = &self.heads[start..self.heads.len().min(start + 64)];
                let mut hits = 0;
                for (index, &head) in heads.iter().enumerate() {
                    hits |= u64::from(head == key) << index;
                }
                while hits != 0 {
                    self.take(start + hits.trailing_zeros() as usize, lane);
                    hits &= hits - 1;
                }
            }
            if lane.is_some() {
                self.batch.push(key);
                if self.batch.len() == LANES {
                    self.flush(limits)?;
                    batches += 1;
                    if batches % BETWEEN_LOOKS == 0 && limits.budget.is_over_after(LOOK) {
                        return Err(Stop::Budget);
                    }
                }
            }
        }
        self.flush(limits)?;
        Ok(self.new)
    }

    /// Takes the next number of a pattern, for this lane if it is wanted.
    #[inline]
    fn take(&mut self, pattern: usize, lane: Option<usize>) {
        if let Some(lane) = lane {
            let ahead = &self.ahead[pattern];
            let number = ahead.numbers[ahead.next];
            let term = &mut self.terms[self.board.inputs[self.row][pattern]][lane];
            *term = term.plus(number);
            self.bits = self.bits.or(number);
        }
        self.ahead[pattern].next += 1;
        self.seek(pattern);
    }

    /// Treats the states that wait.
    fn flush(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        if !self.bits.sum_fits(self.heads.len()) {
            return Err(Stop::TooLarge);
        }
        let kernel = &self.board.kernels[self.row];
        let Ok(end) = u32::try_from(self.new.keys.len() + LANES) else { return Err(Stop::Memory) };
        kernel.run(&mut self.terms, &mut self.outputs);
        for ((stream, output), &add) in
            self.new.streams.iter_mut().zip(&self.outputs).zip(&self.board.adds[self.row + 1])
        {
            for ((&key, &number), place) in self.batch.iter().zip(output).zip(end - LANES as u32..end) {
                stream.push(number, place, self.board.fits(key + add));
            }
        }
        self.new.keys.extend_from_slice(&self.batch);
        self.batch.clear();
        self.terms[..kernel.inputs()].fill([N::ZERO; LANES]);
        self.bits = N::ZERO;
        let keys = (self.old.keys.capacity() + self.new.keys.capacity()) * size_of::<u64>();
        if self.held.get() + keys as u64 > limits.memory { Err(Stop::Memory) } else { Ok(()) }
    }
}

/// The least of some numbers; several at a time.
#[inline]
fn least(numbers: &[u64]) -> u64 {
    let mut least = [NONE; 4];
    let chunks = numbers.chunks_exact(4);
    let rest = chunks.remainder().iter().copied().fold(NONE, u64::min);
    for chunk in chunks {
        for (least, &number) in least.iter_mut().zip(chunk) {
            *least = number.min(*least);
        }
    }
    least.into_iter().fold(rest, u64::min)
}

/// The ways to fill the last row, when the counters are what they have to be.
fn last<N: Lane>(board: &Board, layer: &Layer<N>) -> Count {
    let mut total = Total::default();
    for (stream, &add) in layer.streams.iter().zip(&board.adds[board.adds.len() - 1]) {
        for (number, place) in stream.iter() {
            if (layer.keys[place as usize] + add) & board.exact_bits == board.exact {
                total.add(number.wide(), 1);
            }
        }
    }
    total.count()
}

/// The ways to fill this row between what came from the one end and what came from the other.
fn meet<N: Lane>(
    board: &Board,
    row: usize,
    layer: &Layer<N>,
    other: &Layer<N>,
    limits: &Limits<'_>,
) -> Result<Count, Stop> {
    let mut total = Total::default();
    for (pattern, &add) in board.adds[row].iter().enumerate() {
        if limits.budget.is_over_after(1 + layer.streams[pattern].len() as u64 / 8) {
            return Err(Stop::Budget);
        }
        // From the other end the counters have to be the missing amounts: as these grow, those fall.
        let mut behind = other.streams[pattern].iter().rev().peekable();
        for (number, place) in layer.streams[pattern].iter() {
            let missing = board.exact - layer.keys[place as usize] - add;
            while behind.next_if(|&(_, place)| other.keys[place as usize] > missing).is_some() {}
            if let Some((other, _)) = behind.next_if(|&(_, place)| other.keys[place as usize] == missing) {
                total.add(number.wide(), other.wide());
            }
        }
    }
    Ok(total.count())
}

/// A sum of products.
#[derive(Default)]
struct Total {
    small: u128,
    large: BigUint,
}

impl Total {
    fn add(&mut self, a: u128, b: u128) {
        match a.checked_mul(b).and_then(|product| self.small.checked_add(product)) {
            Some(sum) => self.small = sum,
            None => self.large += BigUint::from(a) * b,
        }
    }

    fn count(self) -> Count {
        (self.large + self.small).into()
    }
}
