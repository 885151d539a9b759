//! A queue of numbers in pieces that are given back as they are read.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::kernel::Lane;
use crate::tuning::frontier_rows::PIECE_BITS;

/// Numbers in one piece.
const PIECE: usize = 1 << PIECE_BITS;

/// The bytes that all queues of a count hold.
pub(super) type Held = Rc<Cell<u64>>;

/// Numbers, each with the index of its key, that are written at one end and read at the other.
pub(super) struct Stream<N> {
    /// The piece that is read.
    front: Piece<N>,
    /// How much of it has been read.
    read: usize,
    /// The pieces after it; the last one is written.
    pieces: VecDeque<Piece<N>>,
    /// How much of the last piece has been written.
    written: usize,
    held: Held,
}

struct Piece<N> {
    numbers: Box<[N]>,
    places: Box<[u32]>,
}

impl<N: Lane> Stream<N> {
    pub(super) fn new(held: &Held) -> Self {
        let front = Piece { numbers: Box::default(), places: Box::default() };
        Stream { front, read: 0, pieces: VecDeque::new(), written: PIECE, held: Rc::clone(held) }
    }

    /// Adds a number and its key's index if it is `wanted`.
    #[inline]
    pub(super) fn push(&mut self, number: N, place: u32, wanted: bool) {
        if self.written == PIECE {
            self.push_piece();
        }
        // Whether it is wanted cannot be foreseen: it is written anyway, and overwritten if not.
        if let Some(piece) = self.pieces.back_mut() {
            piece.numbers[self.written] = number;
            piece.places[self.written] = place;
            self.written += usize::from(wanted);
        }
    }

    #[cold]
    fn push_piece(&mut self) {
        let piece =
            Piece { numbers: vec![N::ZERO; PIECE].into_boxed_slice(), places: vec![0; PIECE].into_boxed_slice() };
        self.pieces.push_back(piece);
        self.written = 0;
        self.held.set(self.held.get() + Self::piece_bytes());
    }

    fn piece_bytes() -> u64 {
        (PIECE * (size_of::<N>() + size_of::<u32>())) as u64
    }

    /// The next numbers and their indices, as many as `most` if there are and `most` divides the size of pieces. After
    /// the last one of a stream that is not written any more, none.
    #[inline]
    pub(super) fn read(&mut self, most: usize) -> (&[N], &[u32]) {
        if self.read == self.front.numbers.len() {
            self.next_piece();
        }
        let from = self.read;
        self.read = self.front.numbers.len().min(from + most);
        (&self.front.numbers[from..self.read], &self.front.places[from..self.read])
    }

    /// Goes on to the next piece, if there is one.
    #[cold]
    fn next_piece(&mut self) {
        if !self.front.numbers.is_empty() {
            self.held.set(self.held.get() - Self::piece_bytes());
            self.front = Piece { numbers: Box::default(), places: Box::default() };
        }
        self.read = 0;
        let Some(mut piece) = self.pieces.pop_front() else { return };
        if self.pieces.is_empty() {
            piece.numbers = piece.numbers[..self.written].into();
            piece.places = piece.places[..self.written].into();
            self.written = PIECE;
        }
        if piece.numbers.is_empty() {
            self.held.set(self.held.get() - Self::piece_bytes());
        }
        self.front = piece;
    }

    /// The numbers and indices of a stream from which none has been read.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (N, u32)> {
        let last = self.pieces.len().saturating_sub(1);
        self.pieces.iter().enumerate().flat_map(move |(index, piece)| {
            let length = if index == last { self.written } else { PIECE };
            piece.numbers[..length].iter().copied().zip(piece.places[..length].iter().copied())
        })
    }

    /// The number of numbers in a stream from which none has been read.
    pub(super) fn len(&self) -> usize {
        self.pieces.len() * PIECE + self.written - PIECE
    }
}

impl<N> Drop for Stream<N> {
    fn drop(&mut self) {
        let pieces = self.pieces.len() + usize::from(!self.front.numbers.is_empty());
        self.held.set(self.held.get() - (pieces * PIECE * (size_of::<N>() + size_of::<u32>())) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_out_as_they_went_in_and_memory_comes_back() {
        let held = Held::default();
        for count in [0, 1, PIECE as u32, 10_000] {
            let mut stream = Stream::new(&held);
            for place in 0..count {
                stream.push(u64::from(place) * 3, place, true);
                stream.push(1, 7, false);
            }
            let expected = || (0..count).map(|place| (u64::from(place) * 3, place));
            assert!(stream.iter().eq(expected()) && stream.iter().rev().eq(expected().rev()));
            assert_eq!(stream.len(), count as usize);
            // The last number was not wanted, but it took a slot.
            let pieces = if count == 0 { 0 } else { count as usize / PIECE + 1 };
            assert_eq!(held.get(), (pieces * PIECE * 12) as u64);
            let mut read = Vec::new();
            loop {
                let (numbers, places) = stream.read(16);
                if numbers.is_empty() {
                    break;
                }
                read.extend(numbers.iter().copied().zip(places.iter().copied()));
            }
            assert!(expected().eq(read));
            drop(stream);
            assert_eq!(held.get(), 0);
        }
    }
}
