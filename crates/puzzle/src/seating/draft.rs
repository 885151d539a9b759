//! Makes seatings: a random seating, and random true rules until no other seating keeps to them.

use std::ops::RangeInclusive;

use fastrand::Rng;

use crate::draft::{Begun, BoardCriteria, BoardMaker, Draft};
use crate::{Cells, Puzzle};

use super::rules::SeatingRule;
use super::{Seating, check};

/// The maker of seatings.
pub(super) const MAKER: BoardMaker =
    BoardMaker { takes: &["minimal"], changes: "rules are added", repairs: 1000, decisions: Some(20_000), begin };

/// The least and the most guests.
const GUESTS: RangeInclusive<usize> = 2..=20;

/// The guests, in the order of their names.
const NAMES: [&str; 20] = [
    "Alex", "Bob", "Cathy", "Dave", "Edgar", "Fay", "Gus", "Hal", "Ida", "Jack", "Kate", "Leo", "Mia", "Ned", "Olga",
    "Pat", "Quin", "Rosa", "Sam", "Tess",
];

/// The true rules of which one is chosen.
const CHOICES: usize = 6;

/// The random rules that are tried for one that is true and excludes something.
const MOST_TRIES: usize = 400;

/// Begins a seating without rules.
fn begin(wish: &BoardCriteria, rng: &mut Rng) -> Begun {
    let round = wish.rows == wish.columns;
    let count = wish.columns;
    if !GUESTS.contains(&count) || !round && wish.rows != 1 {
        let (least, most) = (GUESTS.start(), GUESTS.end());
        return Err(format!("from {least} to {most} guests round a table, such as 8, or in one row, such as 1x8"));
    }
    let mut order: Vec<i32> = (1..=count as i32).collect();
    rng.shuffle(&mut order);
    let guests = NAMES[..count].iter().map(|&name| name.to_owned()).collect();
    Ok(Some(Box::new(SeatingDraft { board: Seating { round, guests, rules: Vec::new() }, solution: Cells(order) })))
}

/// A seating while it is made.
struct SeatingDraft {
    board: Seating,
    solution: Cells,
}

/// Chooses some different numbers below `count`.
fn some(number: usize, count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    rng.shuffle(&mut all);
    all.truncate(number);
    all.sort_unstable();
    all
}

impl SeatingDraft {
    /// Returns a random rule about a guest; it need not be true.
    fn rule(&self, guest: usize, rng: &mut Rng) -> SeatingRule {
        let count = self.board.guests.len();
        let others = |number: usize, rng: &mut Rng| {
            let others = some(number, count - 1, rng).into_iter();
            others.map(|other| other + usize::from(other >= guest)).collect::<Vec<usize>>()
        };
        match rng.usize(0..16) {
            0..=2 => SeatingRule::Next { guest, is: true, others: others(1, rng) },
            3..=5 => SeatingRule::Next { guest, is: true, others: others(2, rng) },
            6 => SeatingRule::Next { guest, is: false, others: others(1, rng) },
            7..=9 => SeatingRule::Next { guest, is: false, others: others(2, rng) },
            10..=11 => {
                let group = others(rng.usize(2..=3), rng);
                SeatingRule::Apart([vec![guest], group].concat())
            }
            12 => SeatingRule::At { guest, is: true, seats: some(rng.usize(1..=2), count, rng) },
            13 => SeatingRule::At { guest, is: false, seats: some(rng.usize(1..=2), count, rng) },
            _ => {
                let one = SeatingRule::Next { guest, is: true, others: others(1, rng) };
                let other = others(1, rng)[0];
                let seat = SeatingRule::At { guest: other, is: true, seats: some(1, count, rng) };
                SeatingRule::Any(vec![one, seat])
            }
        }
    }

    /// Returns a rule that the solution keeps and the first of other seatings breaks: the one of some that most of them
    /// break.
    fn next_rule(&self, others: &[&Cells], rng: &mut Rng) -> SeatingRule {
        let breaks = |cells: &Cells, rule: &SeatingRule| {
            let seats = check::seats(&self.board, cells).expect("each guest has a seat");
            check::broken(&self.board, rule, &seats).is_some()
        };
        let mut rules: Vec<SeatingRule> = Vec::new();
        for _ in 0..MOST_TRIES {
            let rule = self.rule(rng.usize(0..self.board.guests.len()), rng);
            if !breaks(&self.solution, &rule) && breaks(others[0], &rule) {
                rules.push(rule);
                if rules.len() == CHOICES {
                    break;
                }
            }
        }
        let count = |rule: &SeatingRule| others.iter().filter(|other| breaks(other, rule)).count();
        rules.into_iter().max_by_key(count).unwrap_or_else(|| {
            // Turns and mirror images have the same neighbours.
            let pairs = || self.solution.0.iter().zip(&others[0].0);
            let differ: Vec<usize> = pairs().enumerate().filter(|(_, (a, b))| a != b).map(|(seat, _)| seat).collect();
            let seat = *rng.choice(&differ).expect("another seating");
            SeatingRule::At { guest: self.solution.0[seat] as usize - 1, is: true, seats: vec![seat] }
        })
    }
}

impl Draft for SeatingDraft {
    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(self.board.clone())
    }

    fn solution(&self) -> &Cells {
        &self.solution
    }

    /// Adds rules until all counter-solutions break one. Rules stay, so earlier ones need no further look.
    fn repair(&mut self, counter_solutions: &[Cells], rng: &mut Rng) -> bool {
        let mut left: Vec<&Cells> = counter_solutions.iter().collect();
        while !left.is_empty() {
            let rule = self.next_rule(&left, rng);
            let keeps = |cells: &&Cells| {
                let seats = check::seats(&self.board, cells).expect("each guest has a seat");
                check::broken(&self.board, &rule, &seats).is_none()
            };
            left.retain(keeps);
            self.board.rules.push(rule);
        }
        true
    }
}
