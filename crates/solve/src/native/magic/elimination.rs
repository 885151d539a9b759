//! The consequences of sums together: combinations of equations with one or two variables left that are not known yet.
//!
//! What it does: magic squares of order 4 have corners that sum to a line, which no line states. The equations are kept
//! in reduced echelon form over the unknown variables. Then an equation with one unknown is a row, and one with two is
//! a row or made of two rows that are multiples of each other outside their pivots. `r` independent equations over `n`
//! variables are `r n` integers; to make a variable known takes at most `r n` steps, to list the pairs `r^2 n`.
//!
//! Whose idea: Gauss-Jordan elimination. In integers without fractions: E. Bareiss, "Sylvester's Identity and Multistep
//! Integer-Preserving Gaussian Elimination", 1968.
//!
//! How ours differs: rows are divided by their greatest common divisor, and the plan is given up when numbers become
//! too large. Which variables are known changes, and with it the pivots.
//!
//! When it runs: before the search, for each variable that is put in order.

/// An equation `sum of coefficients * variables = sum`.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) coefficients: Vec<i64>,
    pub(super) sum: i64,
    /// The variable that has a coefficient in this row only.
    pivot: usize,
}

/// Some number does not fit.
#[derive(Debug)]
pub(super) struct TooLarge;

/// The largest size of a coefficient.
const MOST: u64 = i32::MAX as u64;

/// The largest size of a sum: far more than so large coefficients reach with values up to 63, and so small that taking
/// terms from it stays within 64 bits.
const MOST_SUM: u64 = 1 << 60;

/// Equations, and which of their variables are known.
#[derive(Clone, Debug)]
pub(super) struct System {
    rows: Vec<Row>,
    unknown: Vec<bool>,
    /// The equations contradict each other.
    pub(super) is_contradictory: bool,
}

impl System {
    /// Sums of different variables, each from 0 to 63.
    pub(super) fn new(count: usize, lines: &[Vec<u32>], sums: &[i64]) -> Result<Self, TooLarge> {
        let mut system = System { rows: Vec::new(), unknown: vec![true; count], is_contradictory: false };
        for (line, &sum) in lines.iter().zip(sums) {
            if sum < 0 || sum > 63 * line.len() as i64 {
                system.is_contradictory = true;
                continue;
            }
            let mut row = Row { coefficients: vec![0; count], sum, pivot: 0 };
            line.iter().for_each(|&var| row.coefficients[var as usize] = 1);
            for other in &system.rows {
                row.eliminate(other)?;
            }
            match row.coefficients.iter().rposition(|&coefficient| coefficient != 0) {
                Some(pivot) => {
                    row.pivot = pivot;
                    for other in &mut system.rows {
                        other.eliminate(&row)?;
                    }
                    system.rows.push(row);
                }
                None => system.is_contradictory |= row.sum != 0,
            }
        }
        Ok(system)
    }

    /// Makes a variable known.
    ///
    /// Pre: it is unknown. Post: the rows are in reduced echelon form over the others.
    pub(super) fn know(&mut self, var: usize) -> Result<(), TooLarge> {
        self.unknown[var] = false;
        let Some(number) = self.rows.iter().position(|row| row.pivot == var) else { return Ok(()) };
        let mut row = self.rows.swap_remove(number);
        if let Some(pivot) = self.unknowns(&row).last() {
            row.pivot = pivot;
            for other in &mut self.rows {
                other.eliminate(&row)?;
            }
            self.rows.push(row);
        }
        Ok(())
    }

    /// The unknown variables of a row.
    fn unknowns(&self, row: &Row) -> impl Iterator<Item = usize> {
        let coefficients = row.coefficients.iter().zip(&self.unknown).enumerate();
        coefficients.filter(|&(_, (&coefficient, &unknown))| unknown && coefficient != 0).map(|(var, _)| var)
    }

    /// The equation that gives an unknown variable from the known ones.
    pub(super) fn alone(&self, var: usize) -> Option<&Row> {
        self.rows.iter().find(|row| row.pivot == var && self.unknowns(row).nth(1).is_none())
    }

    /// All equations with exactly two unknown variables, and these.
    ///
    /// Pre: the rows are in reduced echelon form over the unknown variables.
    pub(super) fn pairs(&self) -> Result<Vec<([usize; 2], Row)>, TooLarge> {
        let mut pairs = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let mut unknowns = self.unknowns(row);
            let [Some(one), Some(other), third] = [unknowns.next(), unknowns.next(), unknowns.next()] else { continue };
            if third.is_none() {
                pairs.push(([one, other], row.clone()));
            }
            let free = if one == row.pivot { other } else { one };
            for other in &self.rows[..number] {
                if self.is_multiple(row, other, free) {
                    let mut combined = row.clone();
                    combined.eliminate_at(other, free)?;
                    pairs.push(([row.pivot, other.pivot], combined));
                }
            }
        }
        Ok(pairs)
    }

    /// True if two rows are multiples of each other in the unknown variables outside their pivots, of which `free` is
    /// one.
    fn is_multiple(&self, row: &Row, other: &Row, free: usize) -> bool {
        let (a, b) = (i128::from(row.coefficients[free]), i128::from(other.coefficients[free]));
        let outside = |&(var, &unknown): &(usize, &bool)| unknown && var != row.pivot && var != other.pivot;
        let agrees =
            |(var, _): (usize, &bool)| i128::from(row.coefficients[var]) * b == i128::from(other.coefficients[var]) * a;
        b != 0 && self.unknown.iter().enumerate().filter(outside).all(agrees)
    }
}

impl Row {
    /// Takes the pivot of another row out of this one.
    fn eliminate(&mut self, other: &Row) -> Result<(), TooLarge> {
        if self.coefficients[other.pivot] == 0 { Ok(()) } else { self.eliminate_at(other, other.pivot) }
    }

    /// The combination of two rows without a variable that both have.
    ///
    /// Pre: neither coefficient of the variable is 0. Post: this row has none there, and its numbers have no common
    /// divisor.
    fn eliminate_at(&mut self, other: &Row, var: usize) -> Result<(), TooLarge> {
        let (a, b) = (other.coefficients[var], self.coefficients[var]);
        let combined = |own: i64, of_other: i64| {
            own.checked_mul(a).zip(of_other.checked_mul(b)).and_then(|(x, y)| x.checked_sub(y)).ok_or(TooLarge)
        };
        self.sum = combined(self.sum, other.sum)?;
        let mut divisor = self.sum.unsigned_abs();
        for (own, &of_other) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *own = combined(*own, of_other)?;
            divisor = if divisor == 1 { 1 } else { greatest_common_divisor(divisor, own.unsigned_abs()) };
        }
        if divisor > 1 {
            let divisor = i64::try_from(divisor).map_err(|_| TooLarge)?;
            self.sum /= divisor;
            self.coefficients.iter_mut().for_each(|coefficient| *coefficient /= divisor);
        }
        let is_large = |coefficient: &i64| coefficient.unsigned_abs() > MOST;
        if self.coefficients.iter().any(is_large) || self.sum.unsigned_abs() > MOST_SUM {
            Err(TooLarge)
        } else {
            Ok(())
        }
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRIME: i64 = 1_000_003;

    /// The rank of rows over a field in which no number that occurs here vanishes.
    fn rank(mut rows: Vec<Vec<i64>>) -> usize {
        let mut rank = 0;
        for column in 0..rows.first().map_or(0, Vec::len) {
            let Some(found) = (rank..rows.len()).find(|&row| rows[row][column] != 0) else { continue };
            rows.swap(rank, found);
            let pivot = rows[rank].clone();
            for row in &mut rows[rank + 1..] {
                let factor = row[column];
                for (own, of_pivot) in row.iter_mut().zip(&pivot) {
                    *own = (*own * pivot[column] - of_pivot * factor).rem_euclid(PRIME);
                }
            }
            rank += 1;
        }
        rank
    }

    #[test]
    fn what_follows_from_random_sums_is_what_their_span_says() {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut alone, mut pairs) = (0, 0);
        for _ in 0..400 {
            let count = random.usize(2..8);
            let solution: Vec<i64> = (0..count).map(|_| random.i64(0..20)).collect();
            let line = |random: &mut fastrand::Rng| {
                let vars: Vec<u32> = (0..count as u32).filter(|_| random.bool()).collect();
                if vars.is_empty() { vec![0] } else { vars }
            };
            let lines: Vec<Vec<u32>> = (0..random.usize(1..7)).map(|_| line(&mut random)).collect();
            let value = |row: &Row| row.coefficients.iter().zip(&solution).map(|(a, b)| a * b).sum::<i64>();
            let sums: Vec<i64> =
                lines.iter().map(|line| line.iter().map(|&var| solution[var as usize]).sum()).collect();
            let mut system = System::new(count, &lines, &sums).unwrap();
            assert!(!system.is_contradictory);
            let unit = |var: usize| (0..count).map(|other| i64::from(other == var)).collect::<Vec<i64>>();
            let mut span: Vec<Vec<i64>> = lines
                .iter()
                .map(|line| (0..count as u32).map(|var| i64::from(line.contains(&var))).collect())
                .collect();
            let mut order: Vec<usize> = (0..count).collect();
            random.shuffle(&mut order);
            for (place, &next) in order.iter().enumerate() {
                let follows = |span: &Vec<Vec<i64>>, var: usize| {
                    let with = [span.clone(), vec![unit(var)]].concat();
                    rank(with) == rank(span.clone())
                };
                let found = system.pairs().unwrap();
                for &var in &order[place..] {
                    let row = system.alone(var);
                    assert_eq!(row.is_some(), follows(&span, var), "{lines:?} {order:?} {place} {var}");
                    alone += usize::from(row.is_some());
                    assert!(row.is_none_or(|row| value(row) == row.sum && row.coefficients[var] != 0));
                    for &other in &order[place..] {
                        let with_other = [span.clone(), vec![unit(other)]].concat();
                        let expected =
                            other != var && !follows(&span, var) && !follows(&span, other) && follows(&with_other, var);
                        let pair = found.iter().filter(|(vars, _)| *vars == [var, other] || *vars == [other, var]);
                        assert_eq!(pair.clone().count(), usize::from(expected), "{lines:?} {order:?} {place}");
                        pairs += usize::from(expected);
                        let only = |row: &Row| {
                            order[place..].iter().all(|&at| (row.coefficients[at] != 0) == (at == var || at == other))
                        };
                        assert!(pair.clone().all(|(_, row)| only(row) && value(row) == row.sum));
                    }
                }
                system.know(next).unwrap();
                span.push(unit(next));
            }
        }
        assert!(alone > 500 && pairs > 500, "{alone} {pairs}");
    }

    #[test]
    fn sums_that_contradict_each_other_are_told() {
        let lines = [vec![0, 1], vec![2, 3], vec![0, 2], vec![1, 3]];
        assert!(!System::new(4, &lines, &[5, 6, 4, 7]).unwrap().is_contradictory);
        assert!(System::new(4, &lines, &[5, 6, 4, 8]).unwrap().is_contradictory);
    }

    #[test]
    fn numbers_that_are_too_large_are_refused() {
        let combined = |coefficient: i64, sum: i64| {
            let mut row = Row { coefficients: vec![2, coefficient], sum, pivot: 1 };
            row.eliminate_at(&Row { coefficients: vec![3, 1], sum: 0, pivot: 1 }, 0)
        };
        assert!(combined(1, 1 << 50).is_ok());
        assert!(combined(1, (1 << 60) + 1).is_err());
        assert!(combined(i64::from(i32::MAX), 1).is_err());
    }
}
