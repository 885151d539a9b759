//! Jodici: numbers in a disc of rings and sectors; every ring and every sector has its sum, every number comes equally often.
//!
#![doc = include_str!("jodici/help.md")]

mod picture;

use std::ops::RangeInclusive;

use crate::grid::ring::Ring;
use crate::model::{Assignment, Model, Move, ValueMap, Var};
use crate::picture::{Drawing, Ink, Picture};

use super::canvas::Canvas;
use super::text::is_blank;
use super::{Cells, Document, Kind, ParseError, Preset, Puzzle, Violation, clash, line, symmetry};

/// The kind's registry entry.
pub(super) const KIND: Kind = Kind {
    name: "jodici",
    aliases: &[],
    about: "rings and sectors with equal sums, each number equally often",
    page: include_str!("jodici/help.md"),
    keys: &["numbers", "ring-sum", "sector-sum"],
    views: &[("cell", "the number of each field")],
    presets: &[Preset {
        name: "sectors",
        view: "cell",
        strategy: "backtrack:order=closing,propagate=bounds",
        about: "sector after sector, small numbers first; sums and counts that cannot be met are cut",
    }],
    parse,
};

struct Jodici {
    rings: usize,
    sectors: usize,
    numbers: RangeInclusive<i32>,
    /// How often each number comes.
    times: usize,
    ring_sum: i64,
    sector_sum: i64,
    /// Ring by ring.
    givens: Vec<Option<i32>>,
}

fn parse(document: &Document<'_>) -> Result<Vec<Box<dyn Puzzle>>, ParseError> {
    let numbers = document.range("numbers", 256)?.unwrap_or(1..=9);
    let rows = line::table(document, 32, 64)?;
    let (rings, sectors) = (rows.len(), rows[0].len());
    let mut givens = Vec::with_capacity(rings * sectors);
    for token in rows.iter().flatten() {
        givens.push(if is_blank(token.text) {
            None
        } else {
            let bounds = i64::from(*numbers.start())..=i64::from(*numbers.end());
            Some(token.integer(bounds, " or _")? as i32)
        });
    }
    let kinds = numbers.clone().count();
    if !givens.len().is_multiple_of(kinds) {
        let expected = format!("a multiple of {kinds} fields, so that each number comes equally often");
        let found = format!("{rings} rings of {sectors} fields");
        return Err(ParseError::new(rows[0][0].line, 1, found, expected));
    }
    let times = givens.len() / kinds;
    let total = numbers.clone().map(i64::from).sum::<i64>() * times as i64;
    let sum = |key: &str, parts: usize| match document.integer(key, -1_000_000_000..=1_000_000_000)? {
        Some(sum) => Ok(sum),
        None if total % parts as i64 == 0 => Ok(total / parts as i64),
        None => document.need(key).map(|_| 0),
    };
    let (ring_sum, sector_sum) = (sum("ring-sum", rings)?, sum("sector-sum", sectors)?);
    Ok(vec![Box::new(Jodici { rings, sectors, numbers, times, ring_sum, sector_sum, givens })])
}

impl Jodici {
    fn sector<T: Copy>(&self, fields: &[T], sector: usize) -> Vec<T> {
        fields.iter().copied().skip(sector).step_by(self.sectors).collect()
    }
}

impl Puzzle for Jodici {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, _: &str) -> Model {
        let mut model = Model::new();
        let mut fields: Vec<Var> = Vec::with_capacity(self.givens.len());
        for (index, given) in self.givens.iter().enumerate() {
            let name = format!("field[{},{}]", index / self.sectors + 1, index % self.sectors + 1);
            fields.push(model.var(name, given.map_or(self.numbers.clone(), |number| number..=number)));
        }
        let by_sector = (0..self.sectors).flat_map(|sector| self.sector(&fields, sector));
        model.declare_order("closing", by_sector.collect());
        for ring in fields.chunks(self.sectors) {
            model.sum_eq("ring", ring.iter().copied(), self.ring_sum);
        }
        for sector in 0..self.sectors {
            model.sum_eq("sector", self.sector(&fields, sector), self.sector_sum);
        }
        for number in self.numbers.clone() {
            model.exactly("times", self.times, fields.iter().map(|field| field.is(number)));
        }
        model
    }

    /// The rules know neither the order of the rings nor that of the sectors; the eye does.
    fn declare_symmetries(&self, _: &str, model: &mut Model) {
        let fields = |field: fn(&[usize], usize, usize) -> (usize, usize), all: Vec<Vec<usize>>| -> Vec<Move> {
            let image = |one: &Vec<usize>| -> Vec<usize> {
                let places = (0..self.givens.len()).map(|index| field(one, index / self.sectors, index % self.sectors));
                places.map(|(ring, sector)| ring * self.sectors + sector).collect()
            };
            all.iter().map(|one| symmetry::of_variables(model, &image(one))).collect()
        };
        let sectors = |all| fields(|one, ring, sector| (ring, one[sector]), all);
        let geometric = sectors(Ring::new(self.sectors).symmetries());
        let any_sectors = sectors(symmetry::exchanges(self.sectors));
        let any_rings = fields(|one, ring, sector| (one[ring], sector), symmetry::exchanges(self.rings));
        let complement = ValueMap::reversed(*self.numbers.start(), *self.numbers.end());
        model.declare_symmetry("geometric", geometric);
        model.declare_wider_symmetry("complement", [Move::of_values(self.givens.len(), complement)]);
        model.declare_wider_symmetry("rings", any_rings);
        model.declare_wider_symmetry("sectors", any_sectors);
    }

    fn cells(&self, _: &str, solution: &Assignment) -> Cells {
        Cells(solution.values().to_vec())
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        let fields = &cells.0;
        if fields.len() != self.givens.len() {
            return Err(Violation(format!("{} fields, not {}", fields.len(), self.givens.len())));
        }
        for (index, (&found, given)) in fields.iter().zip(&self.givens).enumerate() {
            let place = format!("ring {}, sector {}", index / self.sectors + 1, index % self.sectors + 1);
            if let Some(given) = given
                && found != *given
            {
                return Err(Violation(format!("{place} holds {found}, but {given} is given")));
            }
        }
        let total = |part: &[i32]| part.iter().map(|&number| i64::from(number)).sum::<i64>();
        for (index, ring) in fields.chunks(self.sectors).enumerate() {
            if total(ring) != self.ring_sum {
                let found = total(ring);
                return Err(Violation(format!("ring {} adds up to {found}, not {}", index + 1, self.ring_sum)));
            }
        }
        for sector in 0..self.sectors {
            let found = total(&self.sector(fields, sector));
            if found != self.sector_sum {
                return Err(Violation(format!("sector {} adds up to {found}, not {}", sector + 1, self.sector_sum)));
            }
        }
        for number in self.numbers.clone() {
            let found = fields.iter().filter(|&&field| field == number).count();
            if found != self.times {
                return Err(Violation(format!("{number} comes {found} times, not {}", self.times)));
            }
        }
        Ok(())
    }

    fn contradiction(&self) -> Option<Violation> {
        let total = self.numbers.clone().map(i64::from).sum::<i64>() * self.times as i64;
        for (parts, count, sum) in [("rings", self.rings, self.ring_sum), ("sectors", self.sectors, self.sector_sum)] {
            if sum * count as i64 != total {
                let all = sum * count as i64;
                return Some(Violation(format!("{count} {parts} of {sum} make {all}, but all numbers make {total}")));
            }
        }
        let often = |number: &i32| self.givens.iter().filter(|given| **given == Some(*number)).count();
        if let Some(number) = self.numbers.clone().find(|number| often(number) > self.times) {
            let (given, times) = (often(&number), self.times);
            return Some(Violation(format!("{number} is given {given} times, but each number comes {times} times")));
        }
        let fields: Vec<usize> = (0..self.givens.len()).collect();
        let rings = fields.chunks(self.sectors).zip(1..);
        let rings = rings.map(|(ring, number)| (format!("ring {number}"), ring.to_vec(), self.ring_sum));
        let sectors = (0..self.sectors)
            .map(|sector| (format!("sector {}", sector + 1), self.sector(&fields, sector), self.sector_sum));
        clash::wrong_sum(rings.chain(sectors), |field| self.givens[field])
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let text = |index: usize| {
            let given = self.givens[index];
            let number = match cells {
                Some(cells) => cells.0.get(index).copied(),
                None => given,
            };
            let ink = if given.is_some() { Ink::Given } else { Ink::Found };
            (number.map(|number| number.to_string()).unwrap_or_default(), ink)
        };
        let texts: Vec<(String, Ink)> = (0..self.givens.len()).map(text).collect();
        let bounds = [self.numbers.start(), self.numbers.end()];
        let widest = bounds.map(|number| number.to_string().len()).into_iter().max().unwrap_or(1);
        disc(&texts, self.rings, self.sectors, widest)
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        line::plain(cells)
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        line::read_plain(line, self.givens.len())
    }
}

/// The fields' texts in their places around a middle, with lines between the fields.
fn disc(texts: &[(String, Ink)], rings: usize, sectors: usize, widest: usize) -> Drawing {
    let circle = Ring::new(sectors);
    let step = 2.5;
    // The innermost texts stand side by side on the circle through the middle of their ring.
    let hole = ((sectors * (widest + 2)) as f64 / (2.0 * std::f64::consts::TAU) - step / 2.0).max(1.0);
    let outer = hole + step * rings as f64;
    let mut canvas = Canvas::new(outer, 0);
    for ring in 0..=rings {
        canvas.circle(hole + step * ring as f64);
    }
    for sector in 0..sectors {
        canvas.spoke(circle, sector as f64, hole, outer);
    }
    for (index, (text, ink)) in texts.iter().enumerate() {
        let radius = outer - step * ((index / sectors) as f64 + 0.5);
        let (x, y) = circle.point((index % sectors) as f64 + 0.5);
        canvas.text(radius * x, radius * y, text, *ink);
    }
    canvas.lines()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, puzzle};
    use super::*;

    const SAMPLE: &str = "kind: jodici\nring-sum: 30\nsector-sum: 15\n\n3,7,_,_,_,_\n_,_,1,5,9,_\n6,_,_,_,_,_\n";
    const SOLUTION: &str = "3 7 5 8 4 3 6 1 1 5 9 8 6 7 9 2 2 4";

    #[test]
    fn the_sample_has_one_solution() {
        let puzzle = puzzle(SAMPLE);
        let found = testing::solutions(&*puzzle, "cell");
        assert_eq!(found.iter().map(|cells| puzzle.plain(cells)).collect::<Vec<_>>(), [SOLUTION]);
    }

    #[test]
    fn sums_default_to_what_they_must_be() {
        let text = SAMPLE.replace("ring-sum: 30\nsector-sum: 15\n", "");
        let puzzle = puzzle(&text);
        assert_eq!(testing::solutions(&*puzzle, "cell").len(), 1);
    }

    #[test]
    fn other_sizes_and_ranges() {
        // 0 and 1 twice each in two rings of two sectors: the two ways to put both ones on a diagonal.
        let puzzle = puzzle("kind: jodici\nnumbers: 0..1\n\n_ _\n_ _\n");
        assert_eq!(testing::solutions(&*puzzle, "cell"), [Cells(vec![0, 1, 1, 0]), Cells(vec![1, 0, 0, 1])]);
    }

    #[test]
    fn check_names_the_broken_rule() {
        let puzzle = puzzle(SAMPLE);
        let check = |line: &str| puzzle.check(&puzzle.read_plain(line).unwrap()).unwrap_err().to_string();
        assert_eq!(check("4 7 5 8 4 3 6 1 1 5 9 8 6 7 9 2 2 4"), "ring 1, sector 1 holds 4, but 3 is given");
        assert_eq!(check("3 7 5 8 4 4 6 1 1 5 9 8 6 7 9 2 2 4"), "ring 1 adds up to 31, not 30");
        assert_eq!(check("3 7 8 5 4 3 6 1 1 5 9 8 6 7 9 2 2 4"), "sector 3 adds up to 18, not 15");
        // Sectors 3 and 4 exchange 1 between two rings in opposite directions.
        assert_eq!(check("3 7 6 7 4 3 6 1 1 5 9 8 6 7 8 3 2 4"), "2 comes 1 times, not 2");
        assert_eq!(puzzle.check(&Cells(vec![1])).unwrap_err().to_string(), "1 fields, not 18");
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| testing::error(&KIND, text);
        assert_eq!(
            error("kind: jodici\n"),
            "line 1, column 1: found the end of the text, expected the rows of the puzzle"
        );
        assert_eq!(
            error(&SAMPLE.replace("7,_", "x,_")),
            "line 5, column 3: found 'x', expected a number from 1 to 9 or _"
        );
        assert_eq!(
            error(&SAMPLE.replace("7,_", "0,_")),
            "line 5, column 3: found '0', expected a number from 1 to 9 or _"
        );
        assert_eq!(
            error("kind: jodici\n\n1 2\n3 4\n"),
            "line 3, column 1: found 2 rings of 2 fields, expected a multiple of 9 fields, so that each number comes \
             equally often"
        );
        assert_eq!(
            error("kind: jodici\nnumbers: 1..3\n\n_\n_\n_\n_\n_\n_\n"),
            "no error",
            "a disc of one sector is a disc"
        );
        assert_eq!(error("kind: jodici\nnumbers: 0..1\n\n_ _ _ _\n_ _ _ _\n_ _ _ _\n_ _ _ _\n"), "no error");
        assert_eq!(
            error("kind: jodici\nnumbers: 1..2\n\n_ _ _ _\n"),
            "line 2, column 1: found no key 'sector-sum' up to here, expected a header line 'sector-sum: ...'"
        );
        assert_eq!(
            error("kind: jodici\nnumbers: 1..1\nring-sum: x\n\n_\n"),
            "line 3, column 11: found 'x', expected a number from -1000000000 to 1000000000"
        );
        assert_eq!(
            error("kind: jodici\nring: 3\n\n_\n"),
            "line 2, column 1: found key 'ring', expected 'ring-sum', or one of: kind, numbers, ring-sum, sector-sum"
        );
    }

    #[test]
    fn the_drawing_is_round() {
        let puzzle = puzzle(SAMPLE);
        let cells = puzzle.read_plain(SOLUTION).unwrap();
        let digits = |text: String| text.chars().filter(char::is_ascii_digit).collect::<String>();
        assert_eq!(digits(puzzle.draw(None)), "369751");
        assert_eq!(digits(puzzle.draw(Some(&cells))).len(), 18);
        assert!(puzzle.draw(Some(&Cells(vec![]))).lines().count() > 10);
    }
}
