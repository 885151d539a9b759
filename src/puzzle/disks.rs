//! Flower disks: stacked disks with solid places and holes; turn them so that each place is solid in exactly one disk.
//!
#![doc = include_str!("disks/help.md")]

mod picture;

use crate::grid::ring::Ring;
use crate::model::{Assignment, Model, Move, ValueMap, Var};
use crate::picture::{Drawing, Ink, Picture};

use super::{Alias, Cells, Document, Kind, ParseError, Preset, Puzzle, Violation, line};

/// The kind's registry entry.
pub(super) const KIND: Kind = Kind {
    name: "disks",
    aliases: &[Alias::same("flower-disks")],
    about: "rotate stacked disks so that each place is solid in exactly one",
    page: include_str!("disks/help.md"),
    keys: &[],
    views: &[("rotation", "the rotation of each disk")],
    presets: &[
        Preset {
            name: "best-first",
            view: "rotation",
            strategy: "backtrack:order=input,propagate=bounds,search=best-first",
            about: "the state with the most disks turned first, cut as 'breadth-first-cut'",
        },
        Preset {
            name: "breadth-first",
            view: "rotation",
            strategy: "backtrack:order=input,propagate=check,search=breadth-first",
            about: "all turns of the second disk, then of the third, ...; nothing is cut",
        },
        Preset {
            name: "breadth-first-cut",
            view: "rotation",
            strategy: "backtrack:order=input,propagate=bounds,search=breadth-first",
            about: "as 'breadth-first', without what covers a place twice or leaves it open",
        },
    ],
    parse,
};

const MOST_DISKS: usize = 64;
const MOST_PLACES: usize = 360;

struct Disks {
    /// Whether a place is solid, disk by disk.
    solid: Vec<Vec<bool>>,
    ring: Ring,
}

fn parse(document: &Document<'_>) -> Result<Vec<Box<dyn Puzzle>>, ParseError> {
    let mut solid: Vec<Vec<bool>> = Vec::new();
    for &(line, text) in document.body() {
        if solid.len() == MOST_DISKS {
            return Err(ParseError::new(line, 1, "another disk", format!("at most {MOST_DISKS} disks")));
        }
        let most = solid.first().map_or(MOST_PLACES, Vec::len);
        let mut disk = Vec::new();
        for (column, c) in text.chars().enumerate() {
            let wrong = |expected: String| ParseError::new(line, column + 1, format!("'{c}'"), expected);
            match c {
                '0' | '1' if disk.len() == most => {
                    let as_first = if solid.is_empty() { "at most" } else { "as on the first disk," };
                    return Err(wrong(format!("the end of the line: {as_first} {most} places")));
                }
                '0' | '1' => disk.push(c == '1'),
                ',' | ' ' | '\t' => {}
                _ => return Err(wrong("0 or 1".to_owned())),
            }
        }
        if disk.is_empty() {
            return Err(ParseError::new(line, 1, "a line without places", "0 or 1"));
        }
        if let Some(first) = solid.first()
            && disk.len() < first.len()
        {
            let found = format!("the end of the line after {} places", disk.len());
            let expected = format!("{} places, as on the first disk", first.len());
            return Err(ParseError::new(line, text.chars().count() + 1, found, expected));
        }
        solid.push(disk);
    }
    let Some(first) = solid.first() else { return Err(document.missing("a line of 0 and 1 per disk")) };
    let ring = Ring::new(first.len());
    Ok(vec![Box::new(Disks { solid, ring })])
}

impl Disks {
    /// Whether a disk is solid at a place when it is rotated.
    fn is_solid(&self, disk: usize, place: usize, rotation: usize) -> bool {
        self.solid[disk][self.ring.ahead(place, rotation)]
    }

    /// The shift for which a disk, read backwards if so, shows at place x what the other one shows at x and the shift.
    fn shift(&self, disk: usize, backwards: bool, other: usize) -> Option<usize> {
        let size = self.ring.size();
        let own = |place: usize| self.solid[disk][if backwards { (size - place) % size } else { place }];
        (0..size).find(|&shift| (0..size).all(|place| own(place) == self.is_solid(other, place, shift)))
    }

    /// The rotation r becomes `shift + r`, or `shift - r` if backwards.
    fn turn(&self, shift: usize, backwards: bool) -> ValueMap {
        let size = self.ring.size();
        let image = |rotation: usize| {
            if backwards { self.ring.ahead(shift, size - rotation) } else { self.ring.ahead(shift, rotation) }
        };
        ValueMap::new((0..size).map(|rotation| (rotation as i32, image(rotation) as i32)))
    }

    /// The whole stack turned over, if that is possible with the first disk staying as it is.
    fn turned_over(&self) -> Option<Move> {
        let size = self.ring.size();
        let first = self.shift(0, true, 0)?;
        let mut to = vec![Var::from_index(0)];
        let mut maps = vec![ValueMap::default()];
        for disk in 1..self.solid.len() {
            let free = |other: &usize| !to.contains(&Var::from_index(*other));
            let (other, shift) =
                (1..self.solid.len()).filter(free).find_map(|other| Some((other, self.shift(disk, true, other)?)))?;
            to.push(Var::from_index(other));
            // All turn so that the first disk comes back to where it was.
            maps.push(self.turn(self.ring.ahead(shift, size - first), true));
        }
        Some(Move::new(to, maps))
    }

    /// Turns of single disks that cannot be seen, and exchanges of two disks that look alike.
    fn alike(&self) -> Vec<Move> {
        let (disks, size) = (self.solid.len(), self.ring.size());
        let vars: Vec<Var> = (0..disks).map(Var::from_index).collect();
        let stay = vec![ValueMap::default(); disks];
        let mut moves = Vec::new();
        for disk in 1..disks {
            let period = (1..size)
                .find(|&shift| (0..size).all(|place| self.solid[disk][place] == self.is_solid(disk, place, shift)));
            if let Some(period) = period {
                let mut maps = stay.clone();
                maps[disk] = self.turn(period, false);
                moves.push(Move::new(vars.clone(), maps));
            }
            let before = (1..disk).rev().find_map(|other| Some((other, self.shift(disk, false, other)?)));
            if let Some((other, shift)) = before {
                let (mut to, mut maps) = (vars.clone(), stay.clone());
                to.swap(disk, other);
                maps[disk] = self.turn(shift, false);
                maps[other] = self.turn(size - shift, false);
                moves.push(Move::new(to, maps));
            }
        }
        moves
    }

    /// The rotations if there is one of each disk and each lies on the ring.
    fn rotations(&self, cells: &Cells) -> Result<Vec<usize>, Violation> {
        if cells.0.len() != self.solid.len() {
            return Err(Violation(format!("{} rotations for {} disks", cells.0.len(), self.solid.len())));
        }
        let size = self.ring.size();
        let rotation = |(disk, &value): (usize, &i32)| {
            let known = usize::try_from(value).ok().filter(|&rotation| rotation < size);
            known.ok_or_else(|| Violation(format!("disk {} has rotation {value}, not 0 to {}", disk + 1, size - 1)))
        };
        cells.0.iter().enumerate().map(rotation).collect()
    }
}

impl Puzzle for Disks {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, _: &str) -> Model {
        let mut model = Model::new();
        let size = self.ring.size();
        let disks: Vec<Var> = (0..self.solid.len())
            .map(|disk| {
                let last = if disk == 0 { 0 } else { size as i32 - 1 };
                model.var(format!("disk[{}]", disk + 1), 0..=last)
            })
            .collect();
        for place in 0..size {
            let mut atoms = Vec::new();
            for (disk, &var) in disks.iter().enumerate() {
                let rotations = (0..size).filter(|&rotation| self.is_solid(disk, place, rotation));
                atoms.extend(rotations.map(|rotation| var.is(rotation as i32)));
            }
            model.exactly("place", 1, atoms);
        }
        model
    }

    /// The first disk stays where it is, so only what keeps it is a symmetry: turning all the others, if the first then looks as
    /// before; turning the stack over; exchanging others that look alike.
    fn declare_symmetries(&self, _: &str, model: &mut Model) {
        let mut maps = vec![self.turn(1, false); self.solid.len()];
        maps[0] = ValueMap::default();
        let turn = Move::new(model.vars().collect(), maps);
        model.declare_symmetry("alike", self.alike());
        model.declare_symmetry("geometric", std::iter::once(turn).chain(self.turned_over()));
    }

    fn cells(&self, _: &str, solution: &Assignment) -> Cells {
        Cells(solution.values().to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        let rotations = self.rotations(cells)?;
        if rotations[0] != 0 {
            return Err(Violation(format!("the first disk is rotated by {}; it has to stay", rotations[0])));
        }
        let rows: Vec<Vec<bool>> = self
            .solid
            .iter()
            .zip(&rotations)
            .map(|(disk, &rotation)| [&disk[rotation..], &disk[..rotation]].concat())
            .collect();
        for place in 0..self.ring.size() {
            let layers = rows.iter().filter(|row| row[place]).count();
            if layers != 1 {
                return Err(Violation(format!("place {} is solid in {layers} disks, not in 1", place + 1)));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let solid = self.solid.iter().flatten().filter(|&&solid| solid).count();
        let places = self.ring.size();
        let disks = if self.solid.len() == 1 { "the disk has" } else { "all disks have" };
        (solid != places).then(|| Violation(format!("{disks} {solid} solid places, but there are {places} places")))
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let rotations = cells.and_then(|cells| self.rotations(cells).ok()).unwrap_or(vec![0; self.solid.len()]);
        let size = self.ring.size();
        let mut layers = vec![0; size];
        let mut out = Drawing::default();
        for (disk, &rotation) in rotations.iter().enumerate() {
            out.push(&format!("disk {:>2}, rotation {rotation:>3}  ", disk + 1));
            for (place, count) in layers.iter_mut().enumerate() {
                let solid = self.is_solid(disk, place, rotation);
                *count += usize::from(solid);
                out.push_in(if solid { " ●" } else { " ·" }, if solid { Ink::tint(disk) } else { Ink::Note });
            }
            out.push("\n");
        }
        out.push(&format!("{:<23}", "layers"));
        for count in layers {
            out.push(&format!("{:>2}", if count > 9 { "+".to_owned() } else { count.to_string() }));
        }
        out.push("\n");
        out
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.solid.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, puzzle};
    use super::*;

    const BOUGHT: &str = "kind: disks\n\n000001010010\n100100000001\n010000010100\n000100100001\n";
    const TURNED_OVER: &str =
        "kind: disks\n\n0,0,0,0,0,1,0,1,0,0,1,0\n100100000001\n0 1 0 0 0 0 0 1 0 1 0 0\n100001001000\n";

    fn disks(text: &str) -> Disks {
        let document = Document::parse(text, &|_| Err(String::new())).unwrap();
        let rows = document.body().iter().map(|(_, line)| line.chars().filter(|c| "01".contains(*c)).map(|c| c == '1'));
        let solid: Vec<Vec<bool>> = rows.map(Iterator::collect).collect();
        Disks { ring: Ring::new(solid[0].len()), solid }
    }

    #[test]
    fn the_bought_puzzle_has_no_solution_and_the_other_one_has_one() {
        assert_eq!(testing::solutions(&*puzzle(BOUGHT), "rotation"), []);
        assert_eq!(testing::solutions(&*puzzle(TURNED_OVER), "rotation"), [Cells(vec![0, 0, 5, 11])]);
    }

    #[test]
    fn open_places_over_all_rotations() {
        let histogram = |text: &str| {
            let disks = disks(text);
            let mut open = [0; 13];
            let mut solutions = 0;
            for number in 0..12 * 12 * 12 {
                let rotations = [0, number / 144, number / 12 % 12, number % 12];
                let is_open = |&place: &usize| (0..4).all(|disk| !disks.is_solid(disk, place, rotations[disk]));
                let places = (0..12).filter(is_open).count();
                open[places] += 1;
                let cells = Cells(rotations.map(|rotation| rotation as i32).to_vec());
                // Twelve solid places in all: none is open if and only if none is doubly covered.
                assert_eq!(disks.check(&cells).is_ok(), places == 0);
                solutions += usize::from(places == 0);
            }
            assert_eq!(solutions, open[0]);
            open
        };
        assert_eq!(histogram(BOUGHT), [0, 16, 126, 515, 672, 336, 61, 2, 0, 0, 0, 0, 0]);
        assert_eq!(histogram(TURNED_OVER), [1, 9, 146, 485, 697, 325, 63, 2, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn rotations_that_look_alike_are_told_apart() {
        let found = testing::solutions(&*puzzle("kind: disks\n\n1010\n1010\n"), "rotation");
        assert_eq!(found, [Cells(vec![0, 1]), Cells(vec![0, 3])]);
        assert_eq!(testing::solutions(&*puzzle("kind: disks\n\n1\n"), "rotation"), [Cells(vec![0])]);
    }

    #[test]
    fn check_names_the_broken_rule() {
        let puzzle = puzzle(TURNED_OVER);
        let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
        assert_eq!(check("1 1 6 0"), "the first disk is rotated by 1; it has to stay");
        assert_eq!(check("0 0 5 12"), "disk 4 has rotation 12, not 0 to 11");
        assert_eq!(check("0 0 -7 11"), "disk 3 has rotation -7, not 0 to 11");
        assert_eq!(check("0 0 5 10"), "place 2 is solid in 0 disks, not in 1");
        assert_eq!(puzzle.check(&Cells(vec![0])).unwrap_err().to_string(), "1 rotations for 4 disks");
    }

    #[test]
    fn errors_name_the_place() {
        let error = |body: &str| testing::error(&KIND, &format!("kind: disks\n\n{body}"));
        assert_eq!(error(""), "line 2, column 1: found the end of the text, expected a line of 0 and 1 per disk");
        assert_eq!(error("0102\n"), "line 3, column 4: found '2', expected 0 or 1");
        assert_eq!(error("01\n\n01\n"), "line 4, column 1: found a line without places, expected 0 or 1");
        assert_eq!(
            error("01\n0\n"),
            "line 4, column 2: found the end of the line after 1 places, expected 2 places, as on the first disk"
        );
        assert_eq!(
            error("01\n0,1,1\n"),
            "line 4, column 5: found '1', expected the end of the line: as on the first disk, 2 places"
        );
        assert_eq!(
            error(&"0".repeat(361)),
            "line 3, column 361: found '0', expected the end of the line: at most 360 places"
        );
        assert_eq!(error(&"1\n".repeat(65)), "line 67, column 1: found another disk, expected at most 64 disks");
        assert_eq!(
            testing::error(&KIND, "kind: disks\ndisks: 3\n\n01\n"),
            "line 2, column 1: found key 'disks', expected one of: kind"
        );
    }

    #[test]
    fn the_drawing_counts_layers() {
        let puzzle = puzzle("kind: disks\n\n100\n011\n");
        assert_eq!(
            puzzle.draw(None),
            "disk  1, rotation   0   ● · ·\ndisk  2, rotation   0   · ● ●\nlayers                  1 1 1\n"
        );
    }
}
