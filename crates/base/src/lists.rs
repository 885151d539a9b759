//! Lists in one flat array, added one after the other or made at once from pairs of key and item; stretches of arrays.

/// A stretch of a flat array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    at: u32,
    len: u32,
}

impl Span {
    /// The items that were appended to an array that had `from` entries before.
    pub fn since(from: usize, to: usize) -> Self {
        Span { at: from as u32, len: (to - from) as u32 }
    }

    /// The positions.
    pub fn range(self) -> std::ops::Range<usize> {
        self.at as usize..(self.at + self.len) as usize
    }
}

/// Lists by number.
#[derive(Clone, Debug)]
pub struct Lists<T = u32> {
    /// Where each list begins, and where the last one ends.
    at: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { at: vec![0], items: Vec::new() }
    }
}

impl Lists {
    /// The lists of `keys` keys from pairs of key and item; items keep their order.
    pub fn new(keys: usize, pairs: &[(u32, u32)]) -> Self {
        Self::of_pairs(keys, || pairs.iter().copied())
    }

    /// The reverse map: for each number below `bound`, the lists that hold it.
    pub fn occurrences<'l>(lists: impl Iterator<Item = &'l [u32]> + Clone, bound: usize) -> Self {
        let of_one = |(number, list): (u32, &'l [u32])| list.iter().map(move |&held| (held, number));
        Self::of_pairs(bound, || (0..).zip(lists.clone()).flat_map(of_one))
    }
}

impl<T: Copy + Default> Lists<T> {
    /// The lists of `keys` keys from pairs that are iterated twice; items keep their order.
    pub fn of_pairs<I: Iterator<Item = (u32, T)>>(keys: usize, pairs: impl Fn() -> I) -> Self {
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
        at.pop();
        Lists { at, items }
    }

    /// Adds a list.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.items.extend(list);
        self.at.push(self.items.len() as u32);
    }

    /// True if all lists are empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The list with a number.
    #[inline]
    pub fn get(&self, number: usize) -> &[T] {
        &self.items[self.at[number] as usize..self.at[number + 1] as usize]
    }

    /// All lists, by number.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> + Clone {
        self.at.windows(2).map(|ends| &self.items[ends[0] as usize..ends[1] as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_keep_their_order() {
        let lists = Lists::new(3, &[(2, 7), (0, 5), (2, 6)]);
        assert_eq!((lists.get(0), lists.get(1), lists.get(2)), (&[5][..], &[][..], &[7, 6][..]));
    }
}
