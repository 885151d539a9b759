//! Clauses for a condition on a few truth values.

use super::classes::Lit;

/// The clauses that say that some of at most 8 truth values are as `allows` says: all shortest ones.
pub(super) fn clauses(lits: &[Lit], allows: impl Fn(&[bool]) -> bool) -> Vec<Vec<Lit>> {
    let n = lits.len();
    let rows = 1usize << n;
    let is_allowed: Vec<bool> =
        (0..rows).map(|row| allows(&(0..n).map(|place| row >> place & 1 == 1).collect::<Vec<bool>>())).collect();
    // Partial rows: which values are given, and these.
    let mut forbidden: Vec<(usize, usize)> = Vec::new();
    let mut partial: Vec<(usize, usize)> = (0..rows)
        .flat_map(|given| (0..rows).filter(move |row| row & !given == 0).map(move |row| (given, row)))
        .collect();
    partial.sort_by_key(|&(given, _)| given.count_ones());
    for (given, row) in partial {
        let is_known = forbidden.iter().any(|&(less, part)| less & given == less && row & less == part);
        if !is_known && (0..rows).all(|whole| whole & given != row || !is_allowed[whole]) {
            forbidden.push((given, row));
        }
    }
    let clause = |(given, row): (usize, usize)| {
        let places = (0..n).filter(|place| given >> place & 1 == 1);
        places.map(|place| if row >> place & 1 == 1 { !lits[place] } else { lits[place] }).collect()
    };
    forbidden.into_iter().map(clause).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flatzinc::classes::Term;

    #[test]
    fn clauses_are_short() {
        let [a, b, c] = [0, 1, 2].map(|id| Term::Var(id).is_true());
        assert_eq!(clauses(&[a, b, c], |x| x[2] == (x[0] && x[1])), [vec![a, !c], vec![b, !c], vec![!a, !b, c]]);
        assert_eq!(clauses(&[a, b], |x| x[0] == x[1]).len(), 2);
        assert_eq!(clauses(&[a, b], |_| true), Vec::<Vec<Lit>>::new());
        assert_eq!(clauses(&[a, b], |_| false), [Vec::new()]);
    }
}
