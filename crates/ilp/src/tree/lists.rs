//! Many short lists in two flat arrays.

/// Lists by number, made once.
#[derive(Debug, Default)]
pub(super) struct Lists<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    /// The lists 0 to `count - 1` of items that come with the number of their list, in the order they come in.
    pub(super) fn new(count: usize, pairs: &[(usize, T)]) -> Self {
        let mut ends = vec![0u32; count + 1];
        pairs.iter().for_each(|&(list, _)| ends[list + 1] += 1);
        (0..count).for_each(|list| ends[list + 1] += ends[list]);
        let mut next = ends.clone();
        let mut items: Vec<T> = pairs.iter().map(|pair| pair.1).collect();
        for &(list, item) in pairs {
            items[next[list] as usize] = item;
            next[list] += 1;
        }
        Lists { ends, items }
    }

    /// One list.
    pub(super) fn get(&self, list: usize) -> &[T] {
        &self.items[self.range(list)]
    }

    /// The places of a list's items, for a loop that may not borrow.
    pub(super) fn range(&self, list: usize) -> std::ops::Range<usize> {
        self.ends[list] as usize..self.ends[list + 1] as usize
    }

    /// The item at a place.
    pub(super) fn at(&self, place: usize) -> T {
        self.items[place]
    }
}
