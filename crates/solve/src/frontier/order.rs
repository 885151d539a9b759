//! Orders in which few things are open at a time.

use std::collections::VecDeque;

use crate::tuning::frontier::MOST_PAIRS;

/// The members of the scopes, near ones after each other: breadth-first from a far end, those with few neighbours
/// first. E. Cuthill, J. McKee, "Reducing the bandwidth of sparse symmetric matrices", ACM 1969.
///
/// A scope of more than half of all tells nothing about nearness and is left out. With more than [`MOST_PAIRS`]
/// neighbours besides, the members stay as they are: finding an order would take longer than a walk may.
pub(super) fn breadth_first(members: usize, scopes: impl Iterator<Item = Vec<usize>>) -> Vec<usize> {
    let mut scopes: Vec<Vec<usize>> = scopes.filter(|scope| scope.len() * 2 <= members.max(4)).collect();
    scopes.sort_unstable();
    scopes.dedup();
    if scopes.iter().map(|scope| scope.len() * scope.len()).sum::<usize>() > MOST_PAIRS {
        return (0..members).collect();
    }
    let mut neighbours = vec![Vec::new(); members];
    for scope in &scopes {
        for &a in scope {
            neighbours[a].extend(scope.iter().copied().filter(|&b| b != a));
        }
    }
    for near in &mut neighbours {
        near.sort_unstable();
        near.dedup();
    }
    let mut order = Vec::with_capacity(members);
    let mut seen = vec![false; members];
    for start in 0..members {
        if !seen[start] {
            // The last one of a first walk is at an end.
            let mut end = start;
            for _ in 0..2 {
                end = *walk(end, &neighbours, &mut vec![false; members]).last().expect("the start itself");
            }
            order.extend(walk(end, &neighbours, &mut seen));
        }
    }
    order
}

fn walk(start: usize, neighbours: &[Vec<usize>], seen: &mut [bool]) -> Vec<usize> {
    let mut queue = VecDeque::from([start]);
    let mut order = Vec::new();
    seen[start] = true;
    while let Some(member) = queue.pop_front() {
        order.push(member);
        let mut next: Vec<usize> = neighbours[member].iter().copied().filter(|&other| !seen[other]).collect();
        next.sort_by_key(|&other| neighbours[other].len());
        for other in next {
            seen[other] = true;
            queue.push_back(other);
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_taken_along_its_long_side() {
        // 3 columns, 8 rows, numbered column by column: the order goes row by row.
        let cell = |row: usize, column: usize| column * 8 + row;
        let down = (0..7).flat_map(|row| (0..3).map(move |column| vec![cell(row, column), cell(row + 1, column)]));
        let across = (0..8).flat_map(|row| (0..2).map(move |column| vec![cell(row, column), cell(row, column + 1)]));
        let order = breadth_first(24, down.chain(across));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..24));
        let place = |cell: usize| order.iter().position(|&other| other == cell).expect("in the order");
        let stretch = |a: usize, b: usize| place(a).abs_diff(place(b));
        let longest =
            (0..7).flat_map(|row| (0..3).map(move |column| stretch(cell(row, column), cell(row + 1, column))));
        assert!(longest.max() <= Some(4));
    }
}
