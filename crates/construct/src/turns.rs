//! Turns and mirror images of boards, found from where the cells of a picture are.

use std::collections::HashMap;

use cnfab_base::names::{Named, UnknownName, find};
use cnfab_puzzle::Puzzle;
use cnfab_puzzle::picture::Point;

/// A turn of the plane about a point, after a reflection if it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Motion {
    /// Top and bottom are exchanged first.
    is_mirrored: bool,
    /// Degrees, clockwise.
    turn: u16,
}

/// A symmetry of the cells that have givens: a given at a cell goes with one at each image of the cell.
#[derive(Debug)]
pub struct PatternSymmetry {
    name: &'static str,
    about: &'static str,
    /// The motions that generate it.
    motions: &'static [Motion],
}

const fn turned(turn: u16) -> Motion {
    Motion { is_mirrored: false, turn }
}

const fn mirrored(turn: u16) -> Motion {
    Motion { is_mirrored: true, turn }
}

/// The symmetries of a board's cells, from the fewest images to the most.
pub static PATTERN_SYMMETRIES: &[&PatternSymmetry] = &[
    PatternSymmetry::NONE,
    &PatternSymmetry {
        name: "half-turn",
        about: "a cell goes with the one across the middle",
        motions: &[turned(180)],
    },
    &PatternSymmetry { name: "rows", about: "the first row goes with the last one", motions: &[mirrored(0)] },
    &PatternSymmetry { name: "columns", about: "the first column goes with the last one", motions: &[mirrored(180)] },
    &PatternSymmetry {
        name: "diagonal",
        about: "the diagonal from the top left is a mirror; squares only",
        motions: &[mirrored(90)],
    },
    &PatternSymmetry {
        name: "antidiagonal",
        about: "the diagonal from the top right is a mirror; squares only",
        motions: &[mirrored(270)],
    },
    &PatternSymmetry { name: "third-turn", about: "by a third of a turn; hexagons only", motions: &[turned(120)] },
    &PatternSymmetry { name: "quarter-turn", about: "by a quarter of a turn; squares only", motions: &[turned(90)] },
    &PatternSymmetry { name: "lines", about: "'rows' and 'columns' together", motions: &[mirrored(0), mirrored(180)] },
    &PatternSymmetry {
        name: "diagonals",
        about: "both diagonals are mirrors; squares only",
        motions: &[mirrored(90), mirrored(270)],
    },
    &PatternSymmetry { name: "sixth-turn", about: "by a sixth of a turn; hexagons only", motions: &[turned(60)] },
    &PatternSymmetry {
        name: "full",
        about: "all turns and mirror images of a square",
        motions: &[turned(90), mirrored(0)],
    },
];

impl Named for PatternSymmetry {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }
}

impl PatternSymmetry {
    /// Each cell for itself.
    pub const NONE: &'static PatternSymmetry =
        &PatternSymmetry { name: "none", about: "each cell for itself", motions: &[] };

    /// Finds the symmetry of this name.
    ///
    /// # Errors
    /// If there is none; the error lists those there are.
    pub fn named(name: &str) -> Result<&'static PatternSymmetry, UnknownName> {
        find("symmetry", PATTERN_SYMMETRIES, name)
    }

    /// True if each cell is for itself.
    pub fn is_none(&self) -> bool {
        self.motions.is_empty()
    }

    /// The permutations of a puzzle's cells that generate it. `None` if the board does not have it.
    fn generators(&self, puzzle: &dyn Puzzle) -> Option<Vec<Vec<usize>>> {
        let board = Spots::of(puzzle);
        self.motions.iter().map(|&motion| board.permutation(motion)).collect()
    }

    /// For each cell of an output the cells that go with it, itself included, each such set once.
    ///
    /// # Errors
    /// The names of the symmetries that the board has, if this is none of them.
    pub fn orbits(&self, puzzle: &dyn Puzzle) -> Result<Vec<Vec<usize>>, Vec<&'static str>> {
        let Some(generators) = self.generators(puzzle) else {
            let is_there = |other: &&&PatternSymmetry| other.generators(puzzle).is_some();
            return Err(PATTERN_SYMMETRIES.iter().filter(is_there).map(|other| other.name).collect());
        };
        Ok(orbits(puzzle.spots().len(), &generators))
    }

    /// For each clue of a puzzle the clues that go with it, itself included, each such set once. A clue goes with the
    /// one about the images of its cells; of clues about several cells in order, the order counts.
    ///
    /// # Errors
    /// As [`PatternSymmetry::orbits`].
    pub fn orbits_of_clues(&self, puzzle: &dyn Puzzle) -> Result<Vec<ClueOrbit>, Vec<&'static str>> {
        self.orbits(puzzle)?;
        let generators = self.generators(puzzle).unwrap_or_default();
        let clues: Vec<Vec<usize>> = puzzle.clues().into_iter().map(|clue| clue.cells).collect();
        let sorted = |cells: &[usize]| {
            let mut cells = cells.to_vec();
            cells.sort_unstable();
            cells
        };
        let find = |cells: &[usize]| {
            let same = clues.iter().position(|other| other == cells);
            same.or_else(|| clues.iter().position(|other| sorted(other) == sorted(cells)))
        };
        let mut is_whole = vec![true; clues.len()];
        let mut images: Vec<Vec<usize>> = Vec::new();
        for generator in &generators {
            let image = |cells: &Vec<usize>| cells.iter().map(|&cell| generator[cell]).collect::<Vec<usize>>();
            let found: Vec<Option<usize>> = clues.iter().map(|cells| find(&image(cells))).collect();
            (0..clues.len()).filter(|&clue| found[clue].is_none()).for_each(|clue| is_whole[clue] = false);
            images.push(found.iter().enumerate().map(|(clue, found)| found.unwrap_or(clue)).collect());
        }
        let orbits = orbits(clues.len(), &images).into_iter();
        Ok(orbits.map(|clues| ClueOrbit { is_whole: clues.iter().all(|&clue| is_whole[clue]), clues }).collect())
    }
}

/// Clues that go with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClueOrbit {
    /// Their numbers.
    pub clues: Vec<usize>,
    /// True if each image of theirs is a clue, too.
    pub is_whole: bool,
}

/// The sets of points that maps tie to each other.
fn orbits(count: usize, maps: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut first: Vec<usize> = (0..count).collect();
    let root = |first: &[usize], mut point: usize| {
        while first[point] != point {
            point = first[point];
        }
        point
    };
    for (point, image) in maps.iter().flat_map(|map| map.iter().copied().enumerate()) {
        let (one, other) = (root(&first, point), root(&first, image));
        first[one.max(other)] = one.min(other);
    }
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); count];
    (0..count).for_each(|point| found[root(&first, point)].push(point));
    found.retain(|orbit| !orbit.is_empty());
    found
}

/// The turns and mirror images that map the cells of a board to each other, the identity first.
pub(super) fn board_turns(puzzle: &dyn Puzzle) -> Vec<Vec<usize>> {
    let board = Spots::of(puzzle);
    let mut found: Vec<Vec<usize>> = vec![(0..board.spots.len()).collect()];
    for turn in [0, 60, 90, 120, 180, 240, 270, 300] {
        for motion in [turned(turn), mirrored(turn)] {
            found.extend(board.permutation(motion).filter(|one| !found.contains(one)));
        }
    }
    found
}

/// Where the cells of a board are.
struct Spots {
    spots: Vec<Point>,
    middle: Point,
    /// Half the width of a cell, within which a point is taken for the middle of it.
    near: f64,
    /// Cells by the place of their middle in a grid of this width.
    buckets: HashMap<(i64, i64), Vec<usize>>,
}

impl Spots {
    fn of(puzzle: &dyn Puzzle) -> Self {
        let spots = puzzle.spots();
        let near = spots.iter().map(|spot| spot.size.0.min(spot.size.1) / 2.0).fold(f64::INFINITY, f64::min);
        let spots: Vec<Point> = spots.into_iter().map(|spot| spot.at).collect();
        let middle = |axis: fn(&Point) -> f64| {
            let least = spots.iter().map(axis).fold(f64::INFINITY, f64::min);
            (least + spots.iter().map(axis).fold(f64::NEG_INFINITY, f64::max)) / 2.0
        };
        let middle = (middle(|point| point.0), middle(|point| point.1));
        let mut board = Spots { spots, middle, near, buckets: HashMap::new() };
        for cell in 0..board.spots.len() {
            board.buckets.entry(board.bucket(board.spots[cell])).or_default().push(cell);
        }
        board
    }

    fn bucket(&self, point: Point) -> (i64, i64) {
        ((point.0 / self.near).floor() as i64, (point.1 / self.near).floor() as i64)
    }

    /// The cell whose middle is near a point.
    fn cell_at(&self, point: Point) -> Option<usize> {
        let (x, y) = self.bucket(point);
        let beside = (-1..=1).flat_map(|right| (-1..=1).map(move |down| (x + right, y + down)));
        let cells = beside.filter_map(|bucket| self.buckets.get(&bucket)).flatten();
        let is_near = |cell: &&usize| {
            let (x, y) = self.spots[**cell];
            (x - point.0).hypot(y - point.1) < self.near / 2.0
        };
        cells.copied().find(|cell| is_near(&cell))
    }

    /// Where a motion takes each cell. `None` if that is not always a cell.
    fn permutation(&self, motion: Motion) -> Option<Vec<usize>> {
        let (sin, cos) = f64::from(motion.turn).to_radians().sin_cos();
        let image = |&(x, y): &Point| {
            let (x, y) = (x - self.middle.0, y - self.middle.1);
            let y = if motion.is_mirrored { -y } else { y };
            (self.middle.0 + x * cos - y * sin, self.middle.1 + x * sin + y * cos)
        };
        self.spots.iter().map(|spot| self.cell_at(image(spot))).collect()
    }
}
