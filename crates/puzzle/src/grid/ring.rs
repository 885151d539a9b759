//! Places on a circle.

/// A circle of places, numbered from 0 clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ring {
    size: usize,
}

impl Ring {
    /// A ring with this many places.
    ///
    /// # Panics
    /// If there are none.
    pub(crate) fn new(size: usize) -> Self {
        assert!(size > 0, "a ring has places");
        Ring { size }
    }

    /// Number of places.
    pub(crate) fn size(self) -> usize {
        self.size
    }

    /// The place that lies `steps` clockwise from `place`.
    pub(crate) fn ahead(self, place: usize, steps: usize) -> usize {
        (place + steps % self.size) % self.size
    }

    /// The place before this one.
    pub(crate) fn before(self, place: usize) -> usize {
        self.ahead(place, self.size - 1)
    }

    /// The places next to this one in increasing order: two, one on a ring of two, none on a ring of one.
    pub(crate) fn neighbours(self, place: usize) -> Vec<usize> {
        let mut found = vec![self.before(place), self.ahead(place, 1)];
        found.sort_unstable();
        found.dedup();
        found.retain(|&other| other != place);
        found
    }

    /// The pairs of places next to each other, each once, the smaller place first.
    pub(crate) fn edges(self) -> Vec<(usize, usize)> {
        let pairs =
            (0..self.size).flat_map(|place| self.neighbours(place).into_iter().map(move |other| (place, other)));
        pairs.filter(|(a, b)| a < b).collect()
    }

    /// The turns and mirror images: for each place the one it goes to, without the identity. On a ring of two or one,
    /// some do the same.
    pub(crate) fn symmetries(self) -> Vec<Vec<usize>> {
        let turn = |steps: usize| (0..self.size).map(|place| self.ahead(place, steps)).collect();
        let mirror = |steps: usize| (0..self.size).map(|place| self.ahead(self.size - place, steps)).collect();
        (1..self.size).map(turn).chain((0..self.size).map(mirror)).collect()
    }

    /// The point of a place on the circle of radius 1: to the right and down from the middle. Place 0 is at the top.
    pub(crate) fn point(self, place: f64) -> (f64, f64) {
        let angle = std::f64::consts::TAU * place / self.size as f64;
        (angle.sin(), -angle.cos())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_on_small_and_large_rings() {
        assert!(Ring::new(1).neighbours(0).is_empty());
        assert_eq!(Ring::new(2).neighbours(0), [1]);
        assert_eq!(Ring::new(3).neighbours(0), [1, 2]);
        assert_eq!(Ring::new(8).neighbours(7), [0, 6]);
    }

    #[test]
    fn edges_come_once() {
        assert_eq!(Ring::new(1).edges(), []);
        assert_eq!(Ring::new(2).edges(), [(0, 1)]);
        assert_eq!(Ring::new(4).edges(), [(0, 1), (0, 3), (1, 2), (2, 3)]);
    }

    #[test]
    fn turns_and_mirror_images() {
        assert_eq!(Ring::new(3).symmetries(), [[1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]]);
        assert_eq!(Ring::new(1).symmetries(), [[0]]);
        assert_eq!(Ring::new(8).symmetries().len(), 15);
    }

    #[test]
    fn steps_wrap() {
        assert_eq!(Ring::new(12).ahead(10, 5), 3);
        assert_eq!(Ring::new(12).ahead(10, 24), 10);
        assert_eq!(Ring::new(12).before(0), 11);
    }

    #[test]
    fn a_quarter_turn_points_right() {
        let (x, y) = Ring::new(4).point(1.0);
        assert!((x - 1.0).abs() < 1e-9 && y.abs() < 1e-9);
    }
}
