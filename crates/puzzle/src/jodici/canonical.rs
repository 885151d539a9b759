//! A form that Jodicis have in common if they are equal up to exchanges of rings and of sectors, and complements.

use super::Jodici;

/// Returns the form: the least list of sectors, over all orders of the rings.
pub(super) fn form(jodici: &Jodici) -> Vec<i32> {
    let (low, high) = (*jodici.numbers.start(), *jodici.numbers.end());
    let ends = i64::from(low) + i64::from(high);
    let is_complement = |sum: i64, fields: usize| 2 * sum == ends * fields as i64;
    let has_complement =
        is_complement(jodici.ring_sum, jodici.sectors) && is_complement(jodici.sector_sum, jodici.rings);
    let complements: &[bool] = if has_complement { &[false, true] } else { &[false] };
    let number = |given: Option<i32>, complement: bool| match given {
        None => i32::MIN,
        Some(number) if complement => (ends - i64::from(number)) as i32,
        Some(number) => number,
    };
    let mut least: Option<Vec<Vec<i32>>> = None;
    for_each_order(&mut (0..jodici.rings).collect(), 0, &mut |rings| {
        for &complement in complements {
            let field = |ring: usize, sector: usize| number(jodici.givens[ring * jodici.sectors + sector], complement);
            let sector = |sector: usize| rings.iter().map(|&ring| field(ring, sector)).collect();
            let mut sectors: Vec<Vec<i32>> = (0..jodici.sectors).map(sector).collect();
            sectors.sort_unstable();
            if least.as_ref().is_none_or(|least| sectors < *least) {
                least = Some(sectors);
            }
        }
    });
    least.expect("there is an order").concat()
}

/// Calls a function with each order of some numbers; those before `from` stay.
fn for_each_order(numbers: &mut Vec<usize>, from: usize, visit: &mut dyn FnMut(&[usize])) {
    if from == numbers.len() {
        visit(numbers);
    }
    for at in from..numbers.len() {
        numbers.swap(from, at);
        for_each_order(numbers, from + 1, visit);
        numbers.swap(from, at);
    }
}
