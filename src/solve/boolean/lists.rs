//! Lists of numbers in one flat array, added one after the other.
//!
//! Lists by key, made at once from pairs of key and item, are those of `native/lists.rs`.

/// Lists of numbers.
#[derive(Clone, Debug)]
pub(in crate::solve) struct Lists {
    all: Vec<u32>,
    /// Where each list ends, and before them a 0.
    ends: Vec<usize>,
}

impl Default for Lists {
    fn default() -> Self {
        Lists { all: Vec::new(), ends: vec![0] }
    }
}

impl Lists {
    pub(in crate::solve) fn is_empty(&self) -> bool {
        self.ends.len() <= 1
    }

    pub(in crate::solve) fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.all.extend(list);
        self.ends.push(self.all.len());
    }

    /// The reverse map: for each number below `bound`, the lists that hold it.
    pub(in crate::solve) fn occurrences<'l>(lists: impl Iterator<Item = &'l [u32]> + Clone, bound: usize) -> Self {
        let mut ends = vec![0_usize; bound + 1];
        lists.clone().flatten().for_each(|&held| ends[held as usize + 1] += 1);
        for at in 0..bound {
            ends[at + 1] += ends[at];
        }
        let mut next = ends.clone();
        let mut all = vec![0; ends[bound]];
        for (number, list) in (0..).zip(lists) {
            for &held in list {
                all[next[held as usize]] = number;
                next[held as usize] += 1;
            }
        }
        Lists { all, ends }
    }

    #[inline]
    pub(in crate::solve) fn get(&self, number: usize) -> &[u32] {
        &self.all[self.ends[number]..self.ends[number + 1]]
    }

    pub(in crate::solve) fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        self.ends.windows(2).map(|ends| &self.all[ends[0]..ends[1]])
    }
}
