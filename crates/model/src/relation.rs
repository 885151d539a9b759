//! The rows of a table constraint, in one flat array that many constraints can share.

/// A set of rows of equal length: sorted, without repetition, stored one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    arity: usize,
    cells: Vec<i32>,
    /// Number of rows; needed for arity 0, where a row has no cells.
    rows: usize,
    /// The values of the first column, increasing, each with the number of its first row.
    heads: Vec<(i32, usize)>,
}

impl Relation {
    /// A relation from its rows. Repeated rows are kept once.
    ///
    /// # Panics
    /// If a row is not `arity` long.
    pub fn new<R: AsRef<[i32]>>(arity: usize, rows: impl IntoIterator<Item = R>) -> Self {
        let mut cells = Vec::new();
        let mut count = 0;
        for row in rows {
            let row = row.as_ref();
            assert_eq!(row.len(), arity, "every row has the relation's arity");
            cells.extend_from_slice(row);
            count += 1;
        }
        if arity == 0 {
            return Relation { arity, cells, rows: usize::from(count > 0), heads: Vec::new() };
        }
        let sorted = cells.chunks_exact(arity).is_sorted_by(|a, b| a < b);
        if !sorted {
            let mut order: Vec<&[i32]> = cells.chunks_exact(arity).collect();
            order.sort_unstable();
            order.dedup();
            cells = order.concat();
        }
        let rows = cells.len() / arity;
        let mut heads: Vec<(i32, usize)> = Vec::new();
        for (number, row) in cells.chunks_exact(arity).enumerate() {
            if heads.last().is_none_or(|&(head, _)| head != row[0]) {
                heads.push((row[0], number));
            }
        }
        Relation { arity, cells, rows, heads }
    }

    /// Number of columns.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// True if no row is allowed.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The row at position `index` in sorted order.
    pub fn row(&self, index: usize) -> &[i32] {
        &self.cells[index * self.arity..(index + 1) * self.arity]
    }

    /// The rows in sorted order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[i32]> + Clone {
        (0..self.rows).map(|index| self.row(index))
    }

    /// The rows that begin with the value, in sorted order; none for arity 0.
    pub fn rows_from(&self, first: i32) -> impl ExactSizeIterator<Item = &[i32]> + Clone {
        let (from, to) = match self.heads.binary_search_by_key(&first, |&(head, _)| head) {
            Ok(found) => (self.heads[found].1, self.heads.get(found + 1).map_or(self.rows, |&(_, next)| next)),
            Err(_) => (0, 0),
        };
        (from..to).map(|index| self.row(index))
    }

    /// True if the row is allowed; by binary search.
    pub fn contains(&self, row: &[i32]) -> bool {
        debug_assert_eq!(row.len(), self.arity);
        let (mut low, mut high) = (0, self.rows);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.row(middle).cmp(row) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }
}
