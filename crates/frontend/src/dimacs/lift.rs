//! Cardinality constraints in a formula: clauses that say together that at most k of some literals are true.
//!
//! At most k of n literals are true exactly if of each k + 1 of them one is false. So clauses of k + 1 literals that
//! are all subsets of a set of n are one constraint. For k = 1 the clauses are the edges of a graph, and the sets are
//! its cliques; for larger k they are those of a hypergraph. A set grows from a clause that no set has yet, by literals
//! with which all subsets are there. What a set has of the formula is left out, since the constraint says the same. So
//! the two formulas have the same models, over the same variables.
//!
//! A. Biere, D. Le Berre, E. Lonca, N. Manthey, "Detecting Cardinality Constraints in CNF", SAT 2014, call this
//! syntactic detection. Theirs by propagation also finds constraints that have auxiliary variables; what it finds
//! cannot be left out. That more than half of the formulas of competitions hold one: J. Reeves, M. Heule, R. Bryant,
//! "From Clauses to Klauses", CAV 2024. Ours detects any k up to [`MOST_K`], and joins bounds from both sides.

use std::collections::{BTreeMap, HashMap, HashSet};

use cnfab_model::{Cardinality, Clause, Cmp, Constraint};

use super::atom;

/// The largest k of "at most k" that is looked for. Beyond, clauses are too many for anybody to have written them.
const MOST_K: usize = 4;

/// The most literals that are tried for a set to grow by.
const MOST_CANDIDATES: usize = 2000;

/// A constraint, and how many clauses stated it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifted {
    /// The literals that are counted, in increasing order of variables.
    pub literals: Vec<i32>,
    /// The comparison of their number.
    pub cmp: Cmp,
    /// With what.
    pub k: usize,
    /// The clauses, by their position in the formula.
    pub clauses: Vec<usize>,
}

impl Lifted {
    /// As a constraint of a model whose variables are those of the formula.
    pub fn constraint(&self) -> Constraint {
        let atoms = self.literals.iter().map(|&literal| atom(literal)).collect();
        Cardinality { atoms, cmp: self.cmp, k: self.k }.into()
    }
}

/// A clause as a constraint.
pub(super) fn clause(literals: &[i32]) -> Constraint {
    Clause(literals.iter().map(|&literal| atom(literal)).collect()).into()
}

/// The constraints of a formula, and the positions of the clauses that are in none of them.
pub(super) fn lift(clauses: &[Vec<i32>]) -> (Vec<Lifted>, Vec<usize>) {
    let mut is_taken = vec![false; clauses.len()];
    let mut found = Vec::new();
    for size in 2..=MOST_K + 1 {
        Sized::of(clauses, size).sets(&mut is_taken, &mut found);
    }
    let found = joined(found, clauses, &mut is_taken);
    let left = (0..clauses.len()).filter(|&number| !is_taken[number]).collect();
    (found, left)
}

/// The clauses of one size.
struct Sized<'c> {
    clauses: &'c [Vec<i32>],
    size: usize,
    /// Sorted literals to the position of the first such clause.
    places: HashMap<Vec<i32>, usize>,
    /// For each literal the clauses that have it.
    of_literal: BTreeMap<i32, Vec<usize>>,
}

impl<'c> Sized<'c> {
    fn of(clauses: &'c [Vec<i32>], size: usize) -> Self {
        let mut sized = Sized { clauses, size, places: HashMap::new(), of_literal: BTreeMap::new() };
        for (number, clause) in clauses.iter().enumerate().filter(|(_, clause)| clause.len() == size) {
            let sorted = sorted(clause);
            let is_plain = sorted.windows(2).all(|pair| pair[0] != pair[1] && pair[0] != -pair[1]);
            if is_plain && !sized.places.contains_key(&sorted) {
                sorted.iter().for_each(|&literal| sized.of_literal.entry(literal).or_default().push(number));
                sized.places.insert(sorted, number);
            }
        }
        sized
    }

    /// Adds the sets of literals of which all subsets of the size are there, and takes their clauses.
    fn sets(&self, is_taken: &mut [bool], found: &mut Vec<Lifted>) {
        for (number, clause) in self.clauses.iter().enumerate() {
            let first = sorted(clause);
            if clause.len() != self.size || is_taken[number] || self.places.get(&first) != Some(&number) {
                continue;
            }
            let set = self.grown(first);
            if set.len() == self.size {
                continue;
            }
            let mut clauses = Vec::new();
            for_subsets(&set, self.size, &mut |subset| {
                clauses.push(self.places[subset]);
                true
            });
            clauses.sort_unstable();
            clauses.iter().for_each(|&number| is_taken[number] = true);
            let literals = sorted(&set.iter().map(|literal| -literal).collect::<Vec<i32>>());
            found.push(Lifted { literals, cmp: Cmp::Le, k: self.size - 1, clauses });
        }
    }

    /// The set with all literals that can join it, one after the other.
    fn grown(&self, mut set: Vec<i32>) -> Vec<i32> {
        // Who joins has a clause with the literal that has the fewest.
        let rarest = set.iter().min_by_key(|literal| self.of_literal[*literal].len()).expect("a literal");
        let beside = self.of_literal[rarest].iter().flat_map(|&number| self.clauses[number].iter().copied());
        let mut seen: HashSet<i32> = set.iter().flat_map(|&literal| [literal, -literal]).collect();
        let candidates: Vec<i32> = beside.filter(|&literal| seen.insert(literal)).take(MOST_CANDIDATES).collect();
        for literal in candidates {
            if set.contains(&-literal) {
                continue;
            }
            let is_there = |subset: &[i32]| {
                let with: Vec<i32> = subset.iter().copied().chain([literal]).collect();
                self.places.contains_key(&sorted(&with))
            };
            if for_subsets(&set, self.size - 1, &mut |subset| is_there(subset)) {
                set.push(literal);
            }
        }
        sorted(&set)
    }
}

/// By variable; of a variable the negative literal first.
fn sorted(literals: &[i32]) -> Vec<i32> {
    let mut sorted = literals.to_vec();
    sorted.sort_unstable_by_key(|literal| (literal.unsigned_abs(), *literal));
    sorted
}

/// Calls `on` for each subset of a size, as long as it returns `true`. Returns whether it always did.
fn for_subsets(set: &[i32], size: usize, on: &mut dyn FnMut(&[i32]) -> bool) -> bool {
    fn deeper(set: &[i32], size: usize, chosen: &mut Vec<i32>, on: &mut dyn FnMut(&[i32]) -> bool) -> bool {
        if size == 0 {
            return on(chosen);
        }
        (0..=set.len().saturating_sub(size)).filter(|&at| at < set.len()).all(|at| {
            chosen.push(set[at]);
            let all = deeper(&set[at + 1..], size - 1, chosen, on);
            chosen.pop();
            all
        })
    }
    set.len() < size || deeper(set, size, &mut Vec::new(), on)
}

/// Bounds from both sides on the same literals become equations; bounds of which the opposite counts fewer become that.
fn joined(found: Vec<Lifted>, clauses: &[Vec<i32>], is_taken: &mut [bool]) -> Vec<Lifted> {
    // At least one is a clause of its own.
    let mut whole: HashMap<Vec<i32>, usize> = HashMap::new();
    for (number, clause) in clauses.iter().enumerate().filter(|&(number, _)| !is_taken[number]) {
        whole.entry(sorted(clause)).or_insert(number);
    }
    let opposite = |literals: &[i32]| literals.iter().map(|literal| -literal).collect::<Vec<i32>>();
    let mut joined: Vec<Lifted> = Vec::new();
    // Of sets of literals the place in the list.
    let mut places: HashMap<Vec<i32>, usize> = HashMap::new();
    for mut one in found {
        let n = one.literals.len();
        if one.k == 1
            && let Some(&number) = whole.get(&one.literals)
        {
            is_taken[number] = true;
            one.clauses.push(number);
            one.cmp = Cmp::Eq;
        } else if let Some(&place) = places.get(&opposite(&one.literals)).filter(|&&place| joined[place].k == n - one.k)
        {
            // At most n - k of the opposites: at least k.
            joined[place].cmp = Cmp::Eq;
            joined[place].clauses.append(&mut one.clauses);
            continue;
        }
        places.insert(one.literals.clone(), joined.len());
        joined.push(one);
    }
    for one in &mut joined {
        let n = one.literals.len();
        if 2 * one.k > n {
            one.literals = opposite(&one.literals);
            one.k = n - one.k;
            one.cmp = if one.cmp == Cmp::Le { Cmp::Ge } else { one.cmp };
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_model::{Assignment, Model};

    fn holds(literal: i32, bits: u32) -> bool {
        (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (literal > 0)
    }

    /// All clauses of `size` literals of a set.
    fn subsets(set: &[i32], size: usize) -> Vec<Vec<i32>> {
        let mut all = Vec::new();
        for_subsets(set, size, &mut |subset| {
            all.push(subset.to_vec());
            true
        });
        all
    }

    #[test]
    fn constraints_are_found_whole() {
        // At most two of 1, -2, 3, 4, 5; exactly one of 6, 7, 8; at least two of 9, 10, 11; exactly two of 12 to 15.
        let mut clauses = subsets(&[-1, 2, -3, -4, -5], 3);
        clauses.extend(subsets(&[-6, -7, -8], 2));
        clauses.extend([vec![8, 6, 7], vec![1, 6], vec![-1, -6, 9, -9]]);
        clauses.extend(subsets(&[9, 10, 11], 2));
        clauses.extend(subsets(&[12, 13, 14, 15], 3));
        clauses.extend(subsets(&[-12, -13, -14, -15], 3));
        let mut rng = fastrand::Rng::with_seed(3);
        rng.shuffle(&mut clauses);
        let (mut found, left) = lift(&clauses);
        found.sort_by_key(|one| one.literals[0].abs());
        let shown: Vec<_> = found.iter().map(|one| (&one.literals[..], one.cmp, one.k, one.clauses.len())).collect();
        let expected: [(&[i32], Cmp, usize, usize); 4] = [
            (&[1, -2, 3, 4, 5], Cmp::Le, 2, 10),
            (&[6, 7, 8], Cmp::Eq, 1, 4),
            (&[9, 10, 11], Cmp::Ge, 2, 3),
            (&[12, 13, 14, 15], Cmp::Eq, 2, 8),
        ];
        let opposite: (&[i32], Cmp, usize, usize) = (&[-12, -13, -14, -15], Cmp::Eq, 2, 8);
        assert_eq!(shown[0], expected[0]);
        assert_eq!(shown[1], expected[1]);
        assert!(shown[2] == expected[2] || shown[2] == (&[-9, -10, -11][..], Cmp::Le, 1, 3), "{shown:?}");
        assert!(shown[3] == expected[3] || shown[3] == opposite, "{shown:?}");
        assert_eq!(left.len(), 2);
    }

    /// Over all assignments, what is found and what is left say what the clauses do.
    #[test]
    fn a_lifted_formula_means_the_same() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut lifted = 0;
        for _ in 0..2000 {
            let mut clauses: Vec<Vec<i32>> = Vec::new();
            let literal = |rng: &mut fastrand::Rng| rng.i32(1..=6) * if rng.bool() { 1 } else { -1 };
            for _ in 0..rng.usize(0..3) {
                let set: Vec<i32> = (0..rng.usize(2..6)).map(|_| literal(&mut rng)).collect();
                clauses.extend(subsets(&set, rng.usize(1..4)));
            }
            for _ in 0..rng.usize(0..12) {
                clauses.push((0..rng.usize(0..4)).map(|_| literal(&mut rng)).collect());
            }
            rng.shuffle(&mut clauses);
            let (found, left) = lift(&clauses);
            lifted += found.len();
            let mut model = Model::new();
            for number in 1..=6 {
                model.var(format!("x{number}"), 0..=1);
            }
            found.iter().for_each(|one| model.post("found", one.constraint()));
            left.iter().for_each(|&number| model.post("clause", clause(&clauses[number])));
            for bits in 0..64 {
                let expected = clauses.iter().all(|clause| clause.iter().any(|&literal| holds(literal, bits)));
                let values = (0..6).map(|var| (bits >> var & 1) as i32).collect();
                let found = model.violated(&Assignment::new(values)).is_none();
                assert_eq!(found, expected, "{bits:b}: {clauses:?} {model:#?}");
            }
        }
        assert!(lifted > 500, "{lifted}");
    }
}
