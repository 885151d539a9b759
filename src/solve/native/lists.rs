//! Lists by key in one flat array, made at once from pairs of key and item; stretches of such arrays.
//!
//! Lists of numbers that are added one after the other are those of `boolean/lists.rs`.

/// A stretch of a flat array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    at: u32,
    len: u32,
}

impl Span {
    /// What was appended to an array that had `from` entries before.
    pub(super) fn since(from: usize, to: usize) -> Self {
        Span { at: from as u32, len: (to - from) as u32 }
    }

    /// The positions.
    pub(super) fn range(self) -> std::ops::Range<usize> {
        self.at as usize..(self.at + self.len) as usize
    }
}

/// One list per key.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists<T = u32> {
    at: Vec<u32>,
    items: Vec<T>,
}

impl Lists {
    /// The lists of `keys` keys from pairs of key and item; items keep their order.
    pub(super) fn new(keys: usize, pairs: &[(u32, u32)]) -> Self {
        Self::of_pairs(keys, || pairs.iter().copied())
    }
}

impl<T: Copy + Default> Lists<T> {
    /// The same from pairs that are iterated twice.
    pub(super) fn of_pairs<I: Iterator<Item = (u32, T)>>(keys: usize, pairs: impl Fn() -> I) -> Self {
        // Where each list ends, shifted by one list: after filling, that is where it begins.
        let mut at = vec![0; keys + 2];
        pairs().for_each(|(key, _)| at[key as usize + 2] += 1);
        for key in 1..at.len() {
            at[key] += at[key - 1];
        }
        let mut items = vec![T::default(); at[keys + 1] as usize];
        for (key, item) in pairs() {
            let next = &mut at[key as usize + 1];
            items[*next as usize] = item;
            *next += 1;
        }
        Lists { at, items }
    }

    /// Whether all lists are empty.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The list of a key.
    pub(super) fn of(&self, key: usize) -> &[T] {
        &self.items[self.at[key] as usize..self.at[key + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_order() {
        let lists = Lists::new(3, &[(2, 7), (0, 5), (2, 6)]);
        assert_eq!((lists.of(0), lists.of(1), lists.of(2)), (&[5][..], &[][..], &[7, 6][..]));
    }
}
