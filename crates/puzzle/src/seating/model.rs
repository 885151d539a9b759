//! Builds the model of seatings.

use std::sync::Arc;

use cnfab_model::{Atom, Domain, Model, Relation, Var};

use super::Seating;
use super::rules::SeatingRule;

/// Builds the model of a view of the kind.
pub(super) fn make(seating: &Seating, view: &str) -> Model {
    match view {
        "guest" => by_guest(seating),
        "seat" => by_seat(seating),
        _ => panic!("seating has no view '{view}'"),
    }
}

/// Builds the model with a variable per guest, the seat. Tables over two seats state which guests are neighbours.
pub(super) fn by_guest(puzzle: &Seating) -> Model {
    let count = puzzle.guests.len();
    let mut model = Model::new();
    let domains = allowed_seats(puzzle).into_iter().enumerate();
    let seats: Vec<Var> = domains
        .map(|(guest, allowed)| {
            let values: Vec<i32> = allowed.into_iter().map(|seat| seat as i32 + 1).collect();
            model.var(format!("seat[{}]", guest + 1), values)
        })
        .collect();
    model.all_different("seats", seats.iter().copied());
    let pairs = |beside: bool| {
        let all = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let rows = all.filter(|&(a, b)| a != b && puzzle.beside(a).contains(&b) == beside);
        Arc::new(Relation::new(2, rows.map(|(a, b)| [a as i32 + 1, b as i32 + 1])))
    };
    let (together, apart) = (pairs(true), pairs(false));
    for rule in &puzzle.rules {
        match rule {
            SeatingRule::Next { guest, is: true, others } => match others[..] {
                [other] => model.table("next", [seats[*guest], seats[other]], &together),
                _ => {
                    for seat in 0..count {
                        let beside = puzzle.beside(seat);
                        let near = others.iter().flat_map(|&other| {
                            beside.iter().map(move |&neighbour| (other, neighbour)).collect::<Vec<_>>()
                        });
                        let atoms: Vec<Atom> =
                            near.map(|(other, neighbour)| seats[other].is(neighbour as i32 + 1)).collect();
                        model.implies("next", seats[*guest].is(seat as i32 + 1), atoms);
                    }
                }
            },
            SeatingRule::Next { guest, is: false, others } => {
                for &other in others {
                    model.table("apart", [seats[*guest], seats[other]], &apart);
                }
            }
            SeatingRule::Apart(group) => {
                for (position, &a) in group.iter().enumerate() {
                    for &b in &group[position + 1..] {
                        model.table("apart", [seats[a], seats[b]], &apart);
                    }
                }
            }
            // The domains state these rules.
            SeatingRule::At { .. } => {}
            SeatingRule::Any(rules) => any(&mut model, puzzle, rules, &|guest, seat| seats[guest].is(seat as i32 + 1)),
        }
    }
    model.show(&seats);
    model
}

/// Builds the model with a variable per seat, the guest. One table over each two neighbouring seats keeps guests apart.
pub(super) fn by_seat(puzzle: &Seating) -> Model {
    let count = puzzle.guests.len();
    let mut model = Model::new();
    let allowed = allowed_seats(puzzle);
    let guests: Vec<Var> = (0..count)
        .map(|seat| {
            let may = (0..count).filter(|&guest| allowed[guest].contains(&seat)).map(|guest| guest as i32 + 1);
            model.var(format!("guest[{}]", seat + 1), Domain::from(may.collect::<Vec<i32>>()))
        })
        .collect();
    model.all_different("guests", guests.iter().copied());
    let mut apart = vec![vec![false; count]; count];
    let mut part = |a: usize, b: usize| {
        apart[a][b] = true;
        apart[b][a] = true;
    };
    for rule in &puzzle.rules {
        match rule {
            SeatingRule::Next { guest, is: true, others } => {
                for (seat, here) in guests.iter().enumerate() {
                    let mut atoms: Vec<Atom> = Vec::new();
                    for neighbour in puzzle.beside(seat) {
                        atoms.extend(others.iter().map(|&other| guests[neighbour].is(other as i32 + 1)));
                    }
                    model.implies("next", here.is(*guest as i32 + 1), atoms);
                }
            }
            SeatingRule::Next { guest, is: false, others } => others.iter().for_each(|&other| part(*guest, other)),
            SeatingRule::Apart(group) => {
                for (position, &a) in group.iter().enumerate() {
                    group[position + 1..].iter().for_each(|&b| part(a, b));
                }
            }
            SeatingRule::At { .. } => {}
            SeatingRule::Any(rules) => any(&mut model, puzzle, rules, &|guest, seat| guests[seat].is(guest as i32 + 1)),
        }
    }
    model.show(&guests);
    if apart.iter().flatten().any(|&apart| apart) {
        let all = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
        let rows = all.filter(|&(a, b)| a != b && !apart[a][b]).map(|(a, b)| [a as i32 + 1, b as i32 + 1]);
        let relation = Arc::new(Relation::new(2, rows));
        for seat in 0..count {
            for neighbour in puzzle.beside(seat).into_iter().filter(|&neighbour| neighbour > seat) {
                model.table("apart", [guests[seat], guests[neighbour]], &relation);
            }
        }
    }
    model
}

/// Posts that one of the rules holds: a hidden variable selects it. `at` is the atom that a guest has a seat.
fn any(model: &mut Model, puzzle: &Seating, rules: &[SeatingRule], at: &dyn Fn(usize, usize) -> Atom) {
    let count = puzzle.guests.len();
    let number = model.vars().len();
    let which = model.var(format!("holds[{}]", number - count + 1), 1..=rules.len() as i32);
    for (rule, number) in rules.iter().zip(1..) {
        let mut clause = |atoms: Vec<Atom>| model.implies("any", which.is(number), atoms);
        let mut part = |a: usize, b: usize| {
            for seat in 0..count {
                puzzle.beside(seat).into_iter().for_each(|neighbour| clause(vec![!at(a, seat), !at(b, neighbour)]));
            }
        };
        match rule {
            SeatingRule::Next { guest, is: true, others } => {
                for seat in 0..count {
                    let neighbours = puzzle.beside(seat);
                    let near =
                        others.iter().flat_map(|&other| neighbours.iter().map(move |&neighbour| at(other, neighbour)));
                    clause(std::iter::once(!at(*guest, seat)).chain(near).collect());
                }
            }
            SeatingRule::Next { guest, is: false, others } => others.iter().for_each(|&other| part(*guest, other)),
            SeatingRule::At { guest, is: true, seats } => clause(seats.iter().map(|&seat| at(*guest, seat)).collect()),
            SeatingRule::At { guest, is: false, seats } => {
                seats.iter().for_each(|&seat| clause(vec![!at(*guest, seat)]))
            }
            SeatingRule::Apart(group) => {
                for (position, &a) in group.iter().enumerate() {
                    group[position + 1..].iter().for_each(|&b| part(a, b));
                }
            }
            SeatingRule::Any(_) => unreachable!("no rule that is joined joins others"),
        }
    }
}

/// Returns the seats that the rules about seats allow each guest.
pub(super) fn allowed_seats(puzzle: &Seating) -> Vec<Vec<usize>> {
    let count = puzzle.guests.len();
    let mut allowed = vec![(0..count).collect::<Vec<usize>>(); count];
    for rule in &puzzle.rules {
        if let SeatingRule::At { guest, is, seats } = rule {
            allowed[*guest].retain(|seat| seats.contains(seat) == *is);
        }
    }
    allowed
}
