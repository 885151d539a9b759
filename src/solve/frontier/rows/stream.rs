//! A queue of numbers in pieces that are given back as they are read.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::kernel::Lane;

/// Numbers in one piece.
const PIECE: usize = 1 << 12;

/// The bytes that all queues of a count hold.
pub(super) type Held = Rc<Cell<u64>>;

/// Numbers that are written at one end and read at the other.
pub(super) struct Stream<N> {
    pieces: VecDeque<Box<[N]>>,
    /// How many numbers of the first piece have been read.
    read: usize,
    /// How many numbers of the last piece have been written.
    written: usize,
    held: Held,
}

impl<N: Lane> Stream<N> {
    pub(super) fn new(held: &Held) -> Self {
        Stream { pieces: VecDeque::new(), read: 0, written: PIECE, held: Rc::clone(held) }
    }

    /// Adds the number if it is `wanted`.
    #[inline]
    pub(super) fn push(&mut self, number: N, wanted: bool) {
        if self.written == PIECE {
            self.push_piece();
        }
        // Whether it is wanted cannot be foreseen: it is written anyway, and overwritten if not.
        if let Some(piece) = self.pieces.back_mut() {
            piece[self.written] = number;
            self.written += usize::from(wanted);
        }
    }

    #[cold]
    fn push_piece(&mut self) {
        self.pieces.push_back(vec![N::ZERO; PIECE].into_boxed_slice());
        self.written = 0;
        self.held.set(self.held.get() + (PIECE * size_of::<N>()) as u64);
    }

    /// The next number; there has to be one.
    #[inline]
    pub(super) fn pop(&mut self) -> N {
        let number = self.pieces[0][self.read];
        self.read += 1;
        if self.read == PIECE {
            self.drop_piece();
        }
        number
    }

    #[cold]
    fn drop_piece(&mut self) {
        self.read = 0;
        self.pieces.pop_front();
        self.held.set(self.held.get() - (PIECE * size_of::<N>()) as u64);
    }

    /// The number at this place of a stream from which none has been read.
    #[inline]
    pub(super) fn get(&self, index: usize) -> N {
        self.pieces[index / PIECE][index % PIECE]
    }

    /// How many numbers are left to read.
    pub(super) fn len(&self) -> usize {
        (self.pieces.len() * PIECE + self.written) - PIECE - self.read
    }
}

impl<N> Drop for Stream<N> {
    fn drop(&mut self) {
        self.held.set(self.held.get() - (self.pieces.len() * PIECE * size_of::<N>()) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_out_as_they_went_in_and_memory_comes_back() {
        let held = Held::default();
        let mut stream = Stream::new(&held);
        (0..10_000u64).for_each(|number| stream.push(number, true));
        stream.push(7, false);
        assert_eq!((stream.len(), stream.get(9_999), held.get()), (10_000, 9_999, 3 * 8 * PIECE as u64));
        assert!((0..5_000).all(|number| stream.pop() == number));
        assert_eq!((stream.len(), held.get()), (5_000, 2 * 8 * PIECE as u64));
        drop(stream);
        assert_eq!(held.get(), 0);
    }
}
