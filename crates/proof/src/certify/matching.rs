//! The best assignment of different columns to rows, with the prices that prove that there is no better one.
//!
//! H. W. Kuhn, "The Hungarian method for the assignment problem", Naval Research Logistics Quarterly 2, 1955, in the
//! form with shortest augmenting paths: N. Tomizawa, Networks 1, 1971. The prices are whole numbers, so that they are
//! factors of a proof.

/// The prices of the columns, none below 0, with which the heaviest assignment weighs as much as all prices and, for
/// each row, its largest weight less the price. `None` if there are fewer columns than rows.
pub(super) fn prices(weights: &[Vec<i128>]) -> Option<Vec<i128>> {
    let (rows, columns) = (weights.len(), weights.first()?.len());
    if rows > columns {
        return None;
    }
    // Row and column 0 are none at all; costs are weights below zero.
    let (mut row_price, mut column_price) = (vec![0i128; rows + 1], vec![0i128; columns + 1]);
    let mut row_of = vec![0usize; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut column = 0;
        let mut distance = vec![i128::MAX; columns + 1];
        let mut before = vec![0usize; columns + 1];
        let mut done = vec![false; columns + 1];
        while row_of[column] != 0 {
            done[column] = true;
            let from = row_of[column];
            let (mut least, mut next) = (i128::MAX, 0);
            for other in (1..=columns).filter(|&other| !done[other]) {
                let cost = -weights[from - 1][other - 1] - row_price[from] - column_price[other];
                if cost < distance[other] {
                    (distance[other], before[other]) = (cost, column);
                }
                if distance[other] < least {
                    (least, next) = (distance[other], other);
                }
            }
            for other in 0..=columns {
                if done[other] {
                    row_price[row_of[other]] += least;
                    column_price[other] -= least;
                } else {
                    distance[other] = distance[other].saturating_sub(least);
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    Some(column_price[1..].iter().map(|price| -price).collect())
}

#[cfg(test)]
mod tests {
    use itertools::Itertools;

    use super::prices;

    #[test]
    fn prices_prove_the_best_of_all_assignments() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let (rows, columns) = (random.usize(1..4), random.usize(3..6));
            let weights: Vec<Vec<i128>> =
                (0..rows).map(|_| (0..columns).map(|_| random.i64(-9..10).into()).collect()).collect();
            let total = |columns: &Vec<usize>| columns.iter().enumerate().map(|(r, &c)| weights[r][c]).sum::<i128>();
            let best = (0..columns).permutations(rows).map(|columns| total(&columns)).max().expect("an assignment");
            let found = prices(&weights).expect("enough columns");
            assert!(found.iter().all(|&price| price >= 0));
            let largest = |row: &Vec<i128>| row.iter().zip(&found).map(|(weight, price)| weight - price).max();
            let rows: i128 = weights.iter().filter_map(largest).sum();
            assert_eq!(rows + found.iter().sum::<i128>(), best);
        }
    }
}
