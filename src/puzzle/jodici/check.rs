//! The rules of a Jodici, checked without the model, and givens that contradict each other.

use crate::puzzle::{Cells, Violation, clash};

use super::Jodici;

/// The first rule that the cells break.
pub(super) fn check(jodici: &Jodici, cells: &Cells) -> Result<(), Violation> {
    let fields = &cells.0;
    if fields.len() != jodici.givens.len() {
        return Err(Violation(format!("{} fields, not {}", fields.len(), jodici.givens.len())));
    }
    for (index, (&found, given)) in fields.iter().zip(&jodici.givens).enumerate() {
        let place = format!("ring {}, sector {}", index / jodici.sectors + 1, index % jodici.sectors + 1);
        if let Some(given) = given
            && found != *given
        {
            return Err(Violation(format!("{place} holds {found}, but {given} is given")));
        }
    }
    let total = |part: &[i32]| part.iter().map(|&number| i64::from(number)).sum::<i64>();
    for (index, ring) in fields.chunks(jodici.sectors).enumerate() {
        if total(ring) != jodici.ring_sum {
            let found = total(ring);
            return Err(Violation(format!("ring {} adds up to {found}, not {}", index + 1, jodici.ring_sum)));
        }
    }
    for sector in 0..jodici.sectors {
        let found = total(&jodici.sector(fields, sector));
        if found != jodici.sector_sum {
            return Err(Violation(format!("sector {} adds up to {found}, not {}", sector + 1, jodici.sector_sum)));
        }
    }
    for number in jodici.numbers.clone() {
        let found = fields.iter().filter(|&&field| field == number).count();
        if found != jodici.times {
            return Err(Violation(format!("{number} comes {found} times, not {}", jodici.times)));
        }
    }
    Ok(())
}

/// A contradiction between givens or rules that is seen without a search.
pub(super) fn contradiction(jodici: &Jodici) -> Option<Violation> {
    let total = jodici.numbers.clone().map(i64::from).sum::<i64>() * jodici.times as i64;
    for (parts, count, sum) in
        [("rings", jodici.rings, jodici.ring_sum), ("sectors", jodici.sectors, jodici.sector_sum)]
    {
        if sum * count as i64 != total {
            let all = sum * count as i64;
            return Some(Violation(format!("{count} {parts} of {sum} make {all}, but all numbers make {total}")));
        }
    }
    let often = |number: &i32| jodici.givens.iter().filter(|given| **given == Some(*number)).count();
    if let Some(number) = jodici.numbers.clone().find(|number| often(number) > jodici.times) {
        let (given, times) = (often(&number), jodici.times);
        return Some(Violation(format!("{number} is given {given} times, but each number comes {times} times")));
    }
    let fields: Vec<usize> = (0..jodici.givens.len()).collect();
    let rings = fields.chunks(jodici.sectors).zip(1..);
    let rings = rings.map(|(ring, number)| (format!("ring {number}"), ring.to_vec(), jodici.ring_sum));
    let sectors = (0..jodici.sectors)
        .map(|sector| (format!("sector {}", sector + 1), jodici.sector(&fields, sector), jodici.sector_sum));
    clash::wrong_sum(rings.chain(sectors), |field| jodici.givens[field])
}
