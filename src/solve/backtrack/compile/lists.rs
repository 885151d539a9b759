//! Lists of numbers, many in one flat array.

/// A stretch of a flat array.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) struct Span {
    at: u32,
    len: u32,
}

impl Span {
    /// What was appended to an array that had `from` entries before.
    pub(in super::super) fn since(from: usize, to: usize) -> Self {
        Span { at: from as u32, len: (to - from) as u32 }
    }

    /// The positions.
    pub(in super::super) fn range(self) -> std::ops::Range<usize> {
        self.at as usize..(self.at + self.len) as usize
    }
}

/// One list per key.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Lists {
    at: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// The lists of `keys` keys from pairs of key and item; items keep their order.
    pub(in super::super) fn new(keys: usize, pairs: &[(u32, u32)]) -> Self {
        let mut at = vec![0; keys + 1];
        for &(key, _) in pairs {
            at[key as usize + 1] += 1;
        }
        for key in 0..keys {
            at[key + 1] += at[key];
        }
        let mut next = at.clone();
        let mut items = vec![0; pairs.len()];
        for &(key, item) in pairs {
            items[next[key as usize] as usize] = item;
            next[key as usize] += 1;
        }
        Lists { at, items }
    }

    /// The list of a key.
    pub(in super::super) fn of(&self, key: usize) -> &[u32] {
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
