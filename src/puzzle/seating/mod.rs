//! Seatings: guests round a table or in a row, with rules about who sits next to whom.
//!
#![doc = include_str!("help.md")]

mod clash;
mod picture;
mod rules;
mod symmetries;
mod views;

use crate::display::{excerpt, list, quoted};
use crate::grid::ring::Ring;
use crate::model::{Assignment, Model};
use crate::picture::{Drawing, Ink, Picture};

use self::rules::Rule;
use super::canvas::Canvas;
use super::text::tokens;
use super::{Alias, Cells, Document, Kind, ParseError, Preset, Puzzle, Violation};

/// The kind's registry entry.
pub(super) const KIND: Kind = Kind {
    name: "seating",
    aliases: &[Alias::same("seatings")],
    about: "guests round a table or in a row, who may and who must be neighbours",
    page: include_str!("help.md"),
    keys: &["guests", "table"],
    views: &[("guest", "the seat of each guest"), ("seat", "the guest on each seat")],
    presets: &[Preset {
        name: "fewest-candidates",
        view: "guest",
        strategy: "backtrack:order=fewest-candidates,propagate=forward",
        about: "the guest with the fewest seats left first; a rule with one open guest narrows it",
    }],
    parse,
};

const MOST_GUESTS: usize = 100;
const MOST_LETTERS: usize = 100;
const MOST_RULES: usize = 10_000;

struct Seating {
    round: bool,
    guests: Vec<String>,
    rules: Vec<Rule>,
}

fn parse(document: &Document<'_>) -> Result<Vec<Box<dyn Puzzle>>, ParseError> {
    let table = document.need("table")?;
    let round = match table.value {
        "round" => true,
        "row" => false,
        _ => return Err(table.error("round or row")),
    };
    let header = document.need("guests")?;
    let mut guests: Vec<String> = Vec::new();
    for mut token in tokens(header.line, header.value) {
        token.column += header.column - 1;
        if guests.len() == MOST_GUESTS {
            return Err(token.error(format!("at most {MOST_GUESTS} guests")));
        }
        if token.text.is_empty() || token.text.contains(char::is_whitespace) || rules::WORDS.contains(&token.text) {
            return Err(token.error("a name of one word that is no word of the rules"));
        }
        if token.text.chars().count() > MOST_LETTERS {
            return Err(token.error(format!("a name of at most {MOST_LETTERS} characters")));
        }
        if guests.iter().any(|guest| guest == token.text) {
            return Err(ParseError::new(
                token.line,
                token.column,
                format!("{} again", quoted(token.text)),
                "another name",
            ));
        }
        guests.push(token.text.to_owned());
    }
    if guests.is_empty() {
        return Err(header.error("the names of the guests"));
    }
    let mut rules = Vec::new();
    for &(line, text) in document.body() {
        if text.trim().is_empty() {
            continue;
        }
        if rules.len() == MOST_RULES {
            return Err(ParseError::new(line, 1, "another rule", format!("at most {MOST_RULES} rules")));
        }
        rules.push(rules::read(line, text, &guests)?);
    }
    Ok(vec![Box::new(Seating { round, guests, rules })])
}

impl Seating {
    /// The seats next to a seat, all counted from 0.
    fn beside(&self, seat: usize) -> Vec<usize> {
        let mut seats = Ring::new(self.guests.len()).neighbours(seat);
        if !self.round {
            seats.retain(|other| other.abs_diff(seat) == 1);
        }
        seats
    }

    /// The name of a guest numbered from 1.
    fn guest(&self, number: i32) -> Option<&String> {
        self.guests.get(usize::try_from(number.wrapping_sub(1)).ok()?)
    }

    /// The seat of each guest if everybody has one.
    fn seats(&self, cells: &Cells) -> Result<Vec<usize>, Violation> {
        let count = self.guests.len();
        if cells.0.len() != count {
            return Err(Violation(format!("{} seats, not {count}", cells.0.len())));
        }
        let mut seats = vec![None; count];
        for (seat, &guest) in cells.0.iter().enumerate() {
            let known = usize::try_from(guest).ok().filter(|guest| (1..=count).contains(guest));
            let guest =
                known.ok_or_else(|| Violation(format!("seat {} holds {guest}, who is no guest", seat + 1)))? - 1;
            if let Some(before) = seats[guest].replace(seat) {
                let (name, before) = (excerpt(&self.guests[guest]), before + 1);
                return Err(Violation(format!("{name} has two seats, {before} and {}", seat + 1)));
            }
        }
        Ok(seats.into_iter().map(|seat| seat.expect("as many seats as guests, and nobody has two")).collect())
    }

    /// How guests on these seats break a rule, if they do.
    fn broken(&self, rule: &Rule, seats: &[usize]) -> Option<String> {
        let name = |guest: &usize| excerpt(&self.guests[*guest]);
        let names = |guests: &[usize]| guests.iter().map(name).collect::<Vec<_>>().join(" or ");
        let neighbours = |a: usize, b: usize| {
            let distance = seats[a].abs_diff(seats[b]);
            distance == 1 || self.round && distance == seats.len() - 1
        };
        match rule {
            Rule::Next { guest, is: true, others } => {
                let beside = others.iter().any(|&other| neighbours(*guest, other));
                (!beside).then(|| format!("{} does not sit next to {}", name(guest), names(others)))
            }
            Rule::Next { guest, is: false, others } => {
                let other = others.iter().find(|&&other| neighbours(*guest, other))?;
                Some(format!("{} sits next to {}", name(guest), name(other)))
            }
            Rule::At { guest, is, seats: allowed } => {
                let wrong = allowed.contains(&seats[*guest]) != *is;
                wrong.then(|| format!("{} sits at {}", name(guest), seats[*guest] + 1))
            }
            Rule::Apart(group) => group.iter().enumerate().find_map(|(position, &a)| {
                let b = group[..position].iter().find(|&&b| neighbours(a, b))?;
                Some(format!("{} and {} are neighbours", name(b), name(&a)))
            }),
            Rule::Any(rules) => {
                let broken: Option<Vec<String>> = rules.iter().map(|rule| self.broken(rule, seats)).collect();
                broken.map(|broken| broken.join(", and "))
            }
        }
    }
}

impl Puzzle for Seating {
    fn kind(&self) -> &'static Kind {
        &KIND
    }

    fn make_model(&self, view: &str) -> Model {
        match view {
            "guest" => views::by_guest(self),
            "seat" => views::by_seat(self),
            _ => panic!("seating has no view '{view}'"),
        }
    }

    fn declare_symmetries(&self, view: &str, model: &mut Model) {
        symmetries::declare(self, view, model);
    }

    fn cells(&self, view: &str, solution: &Assignment) -> Cells {
        // What follows says which of joined rules holds.
        let values = &solution.values()[..self.guests.len()];
        if view == "seat" {
            return Cells(values.to_vec());
        }
        let mut guests = vec![0; self.guests.len()];
        for (guest, &seat) in values.iter().enumerate() {
            guests[seat as usize - 1] = guest as i32 + 1;
        }
        Cells(guests)
    }

    fn check(&self, cells: &Cells) -> Result<(), Violation> {
        let seats = self.seats(cells)?;
        match self.rules.iter().find_map(|rule| self.broken(rule, &seats)) {
            Some(why) => Err(Violation(why)),
            None => Ok(()),
        }
    }

    fn contradiction(&self) -> Option<Violation> {
        clash::of(self)
    }

    fn drawing(&self, cells: Option<&Cells>) -> Drawing {
        let count = self.guests.len();
        let guest = |seat: usize| cells.and_then(|cells| self.guest(*cells.0.get(seat)?));
        let seats: Vec<String> =
            (0..count).map(|seat| guest(seat).cloned().unwrap_or_else(|| (seat + 1).to_string())).collect();
        let widest = seats.iter().map(|name| name.chars().count()).max().unwrap_or(1);
        let ink = if cells.is_some() { Ink::Found } else { Ink::Note };
        let mut out = if self.round { table(&seats, widest, ink) } else { row(&seats, widest, ink) };
        if cells.is_none() {
            out.push(&format!("\n{}\n", self.guests.join(", ")));
        }
        out
    }

    fn picture(&self, cells: Option<&Cells>) -> Picture {
        picture::picture(self, cells)
    }

    fn plain(&self, cells: &Cells) -> String {
        let name = |&guest: &i32| self.guest(guest).map_or("?", String::as_str);
        cells.0.iter().map(name).collect::<Vec<_>>().join(" ")
    }

    fn read_plain(&self, line: &str) -> Result<Cells, ParseError> {
        let names = tokens(1, line);
        let mut cells = Vec::with_capacity(names.len());
        for token in &names {
            if cells.len() == self.guests.len() {
                return Err(token.error(format!("the end of the line after {} guests", cells.len())));
            }
            let guest = self.guests.iter().position(|guest| guest == token.text);
            let guest = guest.ok_or_else(|| token.error(format!("a guest: {}", list(&self.guests))))?;
            cells.push(guest as i32 + 1);
        }
        if cells.len() < self.guests.len() {
            let found = format!("the end of the line after {} guests", cells.len());
            let expected = format!("{} guests, seat by seat", self.guests.len());
            return Err(ParseError::new(1, line.chars().count() + 1, found, expected));
        }
        Ok(Cells(cells))
    }
}

/// The names side by side in boxes.
fn row(seats: &[String], widest: usize, ink: Ink) -> Drawing {
    let rule = |left: &str, middle: &str, right: &str| {
        format!("{left}{}{right}\n", vec!["─".repeat(widest + 2); seats.len()].join(middle))
    };
    let mut out = Drawing::from(rule("┌", "┬", "┐"));
    for name in seats {
        out.push("│ ");
        out.push_in(&format!("{name:^widest$}"), ink);
        out.push(" ");
    }
    out.push("│\n");
    out.push(&rule("└", "┴", "┘"));
    out
}

/// A round table with the names around it.
fn table(seats: &[String], widest: usize, ink: Ink) -> Drawing {
    let ring = Ring::new(seats.len());
    // Names near the top and the bottom stand side by side.
    let radius = ((seats.len() * (widest + 3)) as f64 / (2.0 * std::f64::consts::TAU)).max(3.0);
    let mut canvas = Canvas::new(radius + 1.0, widest + 1);
    canvas.circle(radius - 1.0);
    for (seat, name) in seats.iter().enumerate() {
        let (x, y) = ring.point(seat as f64);
        let aside = (x * (name.chars().count() as f64 + 1.0)) / 4.0;
        canvas.text((radius + 0.5) * x + aside, (radius + 0.5) * y, name, ink);
    }
    canvas.lines()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, puzzle, refused};
    use super::*;

    /// The number of solutions, the same from both views.
    fn count(text: &str) -> usize {
        let puzzle = puzzle(text);
        let by_guest = testing::solutions(&*puzzle, "guest");
        assert_eq!(by_guest, testing::solutions(&*puzzle, "seat"), "both views have the same solutions");
        by_guest.len()
    }

    #[test]
    fn menage_and_couples() {
        assert_eq!(count(include_str!("../../../models/seating/menage-3.txt")), 12);
        assert_eq!(count(include_str!("../../../models/seating/menage-4.txt")), 96);
        assert_eq!(count(include_str!("../../../models/seating/couples-in-a-row-2.txt")), 8);
        assert_eq!(count(include_str!("../../../models/seating/couples-in-a-row-3.txt")), 60);
        assert_eq!(count(include_str!("../../../models/seating/hobbies.txt")), 16);
    }

    #[test]
    fn small_tables() {
        let round =
            |guests: &str, rules: &str| count(&format!("kind: seating\ntable: round\nguests: {guests}\n\n{rules}"));
        assert_eq!(round("a", ""), 1);
        assert_eq!(round("a, b", "a next to b\n"), 2);
        assert_eq!(round("a b", "a not next to b\n"), 0);
        assert_eq!(round("a b c", "a next to b\n"), 6);
        assert_eq!(round("a b c d", "a not next to b or c\n"), 0);
        assert_eq!(round("a b c d", "no two of a, b are neighbours\na at 1\n"), 2);
        assert_eq!(round("a b c d", "a at 2 or 3\nb not at 1 or 2\n"), 6);
        assert_eq!(round("a b", "a at 1\nb at 1\n"), 0);
        let row = |rules: &str| count(&format!("kind: seating\ntable: row\nguests: a b c d\n\n{rules}"));
        assert_eq!(row("a next to b\n"), 12);
        assert_eq!(row("a next to b or c\n"), 20);
    }

    /// Every seating, straight from `check`: permutations of up to eight guests.
    fn permutations(puzzle: &dyn Puzzle, count: usize) -> usize {
        fn extend(puzzle: &dyn Puzzle, count: usize, start: &mut Vec<i32>, found: &mut usize) {
            if start.len() == count {
                *found += usize::from(puzzle.check(&Cells(start.clone())).is_ok());
                return;
            }
            for guest in 1..=count as i32 {
                if !start.contains(&guest) {
                    start.push(guest);
                    extend(puzzle, count, start, found);
                    start.pop();
                }
            }
        }
        let mut found = 0;
        extend(puzzle, count, &mut Vec::new(), &mut found);
        found
    }

    #[test]
    fn joined_rules_agree_with_every_permutation() {
        let rules = [
            "a next to b or c next to d",
            "a next to b or c or c next to d",
            "a not next to b or c not next to d or e",
            "a at 1 or b at 2 or 3",
            "a not at 1 or 2 or b not at 3",
            "no two of a, b, c are neighbours or d at 5",
            "a at 1 or no two of c d e are neighbours or b next to c",
        ];
        let mut counts = Vec::new();
        for table in ["round", "row"] {
            for (index, rule) in rules.iter().enumerate() {
                let other = rules[(index + 3) % rules.len()];
                for lines in [format!("{rule}\n"), format!("{rule}\n{other}\ne not at 2\n")] {
                    let text = format!("kind: seating\ntable: {table}\nguests: a b c d e\n\n{lines}");
                    counts.push(count(&text));
                    assert_eq!(counts.last(), Some(&permutations(&*puzzle(&text), 5)), "{text}");
                }
            }
        }
        assert!(counts.iter().all(|&count| 0 < count && count < 120), "{counts:?}");
        // A pair shares one of the table's 5 sides (1/2), both pairs two sides that do not touch: 5 * 2 * 4 ways of 120.
        assert_eq!(counts[0], 60 + 60 - 40);
        // A row of 5 has 4 such sides, 48 ways for one pair; 3 ways to place two pairs, 24 ways for both.
        assert_eq!(counts[14], 48 + 48 - 24);
    }

    #[test]
    fn the_rules_admit_the_published_numbers() {
        let dinner = puzzle(include_str!("../../../models/seating/dinner-party.txt"));
        assert_eq!(permutations(&*dinner, 8), 4320);
        assert_eq!(permutations(&*puzzle(include_str!("../../../models/seating/couples-in-a-row-4.txt")), 8), 816);
        assert_eq!(permutations(&*puzzle(include_str!("../../../models/seating/menage-4.txt")), 8), 96);
    }

    #[test]
    fn check_names_the_broken_rule() {
        let text = "kind: seating\ntable: round\nguests: a b c d e\n\na next to b or c\nd not next to e\nb not at 5\n\
                    e at 1 or 2\nno two of a d are neighbours\n";
        let puzzle = puzzle(text);
        let check = |line: &str| refused(&*puzzle, &puzzle.read_plain(line).unwrap());
        assert_eq!(puzzle.check(&puzzle.read_plain("a e b d c").unwrap()), Ok(()));
        assert_eq!(check("a d b c e"), "a does not sit next to b or c");
        assert_eq!(check("a b e d c"), "d sits next to e");
        assert_eq!(check("e a c d b"), "b sits at 5");
        assert_eq!(check("a b d c e"), "e sits at 5");
        assert_eq!(check("c e b a d"), "a and d are neighbours");
        let text = "kind: seating\ntable: row\nguests: a b c\n\na next to b or c at 1\n";
        let joined = testing::puzzle(text);
        let line = joined.read_plain("a c b").unwrap();
        assert_eq!(refused(&*joined, &line), "a does not sit next to b, and c sits at 2");
        assert_eq!(joined.check(&joined.read_plain("c a b").unwrap()), Ok(()));
        assert_eq!(check("a a b c d"), "a has two seats, 1 and 2");
        assert_eq!(refused(&*puzzle, &Cells(vec![1, 2, 3, 4, 6])), "seat 5 holds 6, who is no guest");
        assert_eq!(refused(&*puzzle, &Cells(vec![1, 2])), "2 seats, not 5");
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| testing::error(&KIND, &format!("kind: seating\n{text}"));
        assert_eq!(
            error("guests: a b\n"),
            "line 2, column 1: found no key 'table' up to here, expected a header line 'table: ...'"
        );
        assert_eq!(error("table: square\nguests: a\n"), "line 2, column 8: found 'square', expected round or row");
        assert_eq!(error("table: row\nguests:\n"), "line 3, column 8: found nothing, expected the names of the guests");
        assert_eq!(error("table: row\nguests: a b a\n"), "line 3, column 13: found 'a' again, expected another name");
        let name = "expected a name of one word that is no word of the rules";
        assert_eq!(error("table: row\nguests: a next\n"), format!("line 3, column 11: found 'next', {name}"));
        assert_eq!(error("table: row\nguests: a,,b\n"), format!("line 3, column 11: found nothing, {name}"));
        assert_eq!(error("table: row\nguests: a, b c\n"), format!("line 3, column 12: found 'b c', {name}"));
        assert_eq!(
            error("table: row\nguests: a b\n\na near b\n"),
            "line 5, column 3: found 'near', expected 'next to', 'not next to', 'at' or 'not at'"
        );
        let many: Vec<String> = (0..101).map(|number| format!("g{number}")).collect();
        assert_eq!(
            error(&format!("table: row\nguests: {}\n", many.join(" "))),
            "line 3, column 399: found 'g100', expected at most 100 guests"
        );
    }

    #[test]
    fn solutions_are_read_seat_by_seat() {
        let puzzle = puzzle("kind: seating\ntable: row\nguests: Al Bo Cy\n\n");
        let error = |line: &str| puzzle.read_plain(line).unwrap_err().to_string();
        assert_eq!(puzzle.read_plain("Cy Al Bo"), Ok(Cells(vec![3, 1, 2])));
        assert_eq!(
            error("Cy Al"),
            "line 1, column 6: found the end of the line after 2 guests, expected 3 guests, seat by seat"
        );
        assert_eq!(error("Cy Al Bo Bo"), "line 1, column 10: found 'Bo', expected the end of the line after 3 guests");
        assert_eq!(error("Cy Al Di"), "line 1, column 7: found 'Di', expected a guest: Al, Bo, Cy");
        assert_eq!(puzzle.draw(Some(&Cells(vec![3, 1, 2]))), "┌────┬────┬────┐\n│ Cy │ Al │ Bo │\n└────┴────┴────┘\n");
        assert!(puzzle.draw(None).ends_with("Al, Bo, Cy\n"));
    }

    #[test]
    fn the_table_is_round() {
        let dinner = puzzle(include_str!("../../../models/seating/dinner-party.txt"));
        let drawn = dinner.draw(Some(&Cells((1..=8).collect())));
        for name in ["Alex", "Bob", "Cathy", "Dave", "Edgar", "Fay", "Gus", "Hal"] {
            assert!(drawn.contains(name), "{drawn}");
        }
    }
}
