//! Counter-solutions without a search: exchanges of values, or of lines, in a part of a solution.
//!
//! If all constraints are all-different and all domains are equal, the cells with one of two values fall into
//! components of cells that have to differ. Exchanging the values in one component makes another solution (a Kempe
//! chain in the colouring of maps). So each component needs a given; in a Sudoku, they are called unavoidable sets.
//!
//! The same holds of two lines whose cells are paired: both cells of a pair are in the same other constraints. In a
//! Sudoku, these are the rows of a band. Pairs are exchanged until both lines have all values again.

use cnfab_model::{AllDifferent, Constraint, Model, Var};

/// A set of variables.
#[derive(Clone, Debug, Default)]
pub(super) struct VarSet(Vec<u64>);

impl VarSet {
    pub(super) fn insert(&mut self, var: Var) {
        let (word, bit) = (var.index() / 64, var.index() % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }

    pub(super) fn remove(&mut self, var: Var) {
        if let Some(word) = self.0.get_mut(var.index() / 64) {
            *word &= !(1 << (var.index() % 64));
        }
    }

    pub(super) fn has(&self, var: Var) -> bool {
        self.0.get(var.index() / 64).is_some_and(|word| word >> (var.index() % 64) & 1 == 1)
    }
}

/// Sets of variables each of which needs a given.
#[derive(Clone, Debug, Default)]
pub(super) struct Cuts {
    /// Words of a set.
    width: usize,
    /// The words of all sets, one set after the other.
    words: Vec<u64>,
}

impl Cuts {
    /// Adds an empty set, and returns its words.
    fn add(&mut self) -> &mut [u64] {
        let from = self.words.len();
        self.words.resize(from + self.width, 0);
        &mut self.words[from..]
    }

    /// Finds orbits of givens that are needed among those that are present, since some set has no others. Sets that
    /// have one of those that stay are forgotten. `orbit_of` has the orbit of each variable that has a given. An orbit
    /// has at most `largest`.
    pub(super) fn needed(
        &mut self,
        present: &VarSet,
        staying: &VarSet,
        orbit_of: &[usize],
        largest: usize,
        found: &mut Vec<usize>,
    ) {
        let mut at = 0;
        while let Some(set) = self.words[at..].get(..self.width).filter(|set| !set.is_empty()) {
            if set.iter().zip(&staying.0).any(|(set, staying)| set & staying != 0) {
                let last = self.words.len() - self.width;
                self.words.copy_within(last.., at);
                self.words.truncate(last);
                continue;
            }
            at += self.width;
            let left = || set.iter().zip(&present.0).map(|(set, present)| set & present);
            if left().map(u64::count_ones).sum::<u32>() as usize > largest {
                continue;
            }
            let mut orbits = left().enumerate().flat_map(|(word, mut left)| {
                std::iter::from_fn(move || {
                    let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                    left &= left - 1;
                    Some(orbit_of[64 * word + bit])
                })
            });
            if let Some(orbit) = orbits.next()
                && orbits.all(|other| other == orbit)
            {
                found.push(orbit);
            }
        }
    }
}

/// A board whose solutions stay solutions when two values are exchanged in a component, or two lines in part.
#[derive(Clone, Debug)]
pub(super) struct Swaps {
    /// The values of every variable.
    values: Vec<i32>,
    /// The all-different constraints of each variable.
    groups_of: Vec<Vec<usize>>,
    groups: usize,
    lines: Vec<Lines>,
}

/// Two constraints whose variables are paired.
#[derive(Clone, Debug)]
struct Lines {
    first: usize,
    /// The variables of the first one.
    vars: Vec<usize>,
    /// The partner of each variable; nothing for those that are not in the first one.
    partner: Vec<usize>,
}

impl Swaps {
    /// Prepares a model; `None` if values cannot be exchanged.
    pub(super) fn new(model: &Model) -> Option<Self> {
        if !model.shows_all() {
            return None;
        }
        let mut groups_of = vec![Vec::new(); model.variables().len()];
        let mut members = Vec::new();
        for (group, posted) in model.constraints().iter().enumerate() {
            let Constraint::AllDifferent(AllDifferent(vars)) = &posted.constraint else { return None };
            if !posted.when.is_empty() {
                return None;
            }
            vars.iter().for_each(|var| groups_of[var.index()].push(group));
            members.push(vars.iter().map(|var| var.index()).collect());
        }
        let domain = &model.variables().first()?.domain;
        let are_equal = model.variables().iter().all(|variable| variable.domain == *domain);
        let lines = lines(&members, &groups_of, domain.len());
        are_equal.then(|| Swaps { values: domain.to_vec(), groups_of, groups: members.len(), lines })
    }

    /// The parts of a solution, which has a value for each variable.
    pub(super) fn cuts(&self, solution: impl Iterator<Item = (Var, i32)>) -> Cuts {
        let (vars, count) = (self.groups_of.len(), self.values.len());
        let mut numbers = vec![0; vars];
        for (var, value) in solution {
            numbers[var.index()] = self.values.binary_search(&value).expect("a value of the domain");
        }
        // The variable that has each value in each constraint.
        let mut places = vec![usize::MAX; self.groups * count];
        let mut vars_of: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (var, &number) in numbers.iter().enumerate() {
            self.groups_of[var].iter().for_each(|group| places[group * count + number] = var);
            vars_of[number].push(var);
        }
        let mut cuts = Cuts { width: vars.div_ceil(64), words: Vec::new() };
        // The round in which a variable was put into a set.
        let mut seen = vec![usize::MAX; vars];
        let mut round = 0;
        let mut stack = Vec::new();
        for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
            for &first in vars_of[a].iter().chain(&vars_of[b]) {
                if seen[first] == round {
                    continue;
                }
                let set = cuts.add();
                seen[first] = round;
                stack.push(first);
                while let Some(var) = stack.pop() {
                    set[var / 64] |= 1 << (var % 64);
                    let partner = a + b - numbers[var];
                    for group in &self.groups_of[var] {
                        let other = places[group * count + partner];
                        if other < vars && seen[other] != round {
                            seen[other] = round;
                            stack.push(other);
                        }
                    }
                }
            }
            round += 1;
        }
        for lines in &self.lines {
            for &first in lines.vars.iter() {
                if seen[first] == round {
                    continue;
                }
                let set = cuts.add();
                let mut var = first;
                while seen[var] != round {
                    seen[var] = round;
                    let partner = lines.partner[var];
                    [var, partner].into_iter().for_each(|var| set[var / 64] |= 1 << (var % 64));
                    // Its value comes into the first line, so that the variable that has it there is exchanged, too.
                    var = places[lines.first * count + numbers[partner]];
                }
            }
            round += 1;
        }
        cuts
    }
}

/// Pairs of constraints over as many variables as there are values, whose variables are paired: both of a pair are in
/// the same other constraints, of which there is one.
fn lines(members: &[Vec<usize>], groups_of: &[Vec<usize>], count: usize) -> Vec<Lines> {
    let others = |var: usize, but: usize| groups_of[var].iter().filter(move |&&group| group != but);
    let mut found = Vec::new();
    for (first, vars) in members.iter().enumerate().filter(|(_, vars)| vars.len() == count) {
        for (second, to) in members.iter().enumerate().skip(first + 1).filter(|(_, to)| to.len() == count) {
            let mut partner = vec![usize::MAX; groups_of.len()];
            let are_paired = vars.iter().all(|&var| {
                let is_its = |&&other: &&usize| {
                    other != var && others(var, first).next().is_some() && others(var, first).eq(others(other, second))
                };
                let other = to.iter().find(is_its).copied();
                partner[var] = other.unwrap_or(usize::MAX);
                other.is_some()
            });
            let mut paired: Vec<usize> = vars.iter().map(|&var| partner[var]).collect();
            paired.sort_unstable();
            paired.dedup();
            if are_paired && paired.len() == count {
                found.push(Lines { first, vars: vars.clone(), partner });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_model::Assignment;
    use cnfab_puzzle as puzzle;

    /// An empty Sudoku and a solution of it.
    fn board(high: usize, wide: usize) -> (Model, Vec<i32>) {
        let size = high * wide;
        let rows = format!("{}\n", ".".repeat(size)).repeat(size);
        let text = format!("kind: sudoku\nbox: {high}x{wide}\n\n{rows}");
        let (kind, puzzles) = puzzle::read(&text, &|_| Err("no file".to_owned())).expect("a Sudoku");
        let number = |row: usize, column: usize| ((row % high) * wide + row / high + column) % size + 1;
        let solution = (0..size * size).map(|cell| number(cell / size, cell % size) as i32).collect();
        (puzzles[0].make_model(kind.views[0].0), solution)
    }

    /// True if a solution agrees with another one outside a set, and nowhere within.
    fn has_counter_solution(model: &Model, solution: &[i32], set: &[usize]) -> bool {
        let mut values: Vec<Vec<i32>> = solution.iter().map(|&value| vec![value]).collect();
        let count = model.domain(Var::from_index(0)).len() as i32;
        set.iter().for_each(|&var| values[var] = (1..=count).filter(|&value| value != solution[var]).collect());
        fn extend(model: &Model, values: &[Vec<i32>], chosen: &mut Vec<i32>) -> bool {
            let Some(open) = values.get(chosen.len()) else {
                return model.violated(&Assignment::new(chosen.clone())).is_none();
            };
            open.iter().any(|&value| {
                chosen.push(value);
                let number = chosen.len() - 1;
                let clashes = model.constraints().iter().any(|posted| {
                    let vars: Vec<usize> = posted.constraint.vars().map(|var| var.index()).collect();
                    let same = |&var: &usize| var < number && chosen[var] == value;
                    vars.contains(&number) && vars.iter().any(same)
                });
                let found = !clashes && extend(model, values, chosen);
                chosen.pop();
                found
            })
        }
        extend(model, &values, &mut Vec::new())
    }

    #[test]
    fn each_set_has_a_counter_solution() {
        for ((high, wide), least) in [((2, 2), 12), ((2, 3), 30), ((3, 3), 40)] {
            let (model, solution) = board(high, wide);
            let swaps = Swaps::new(&model).expect("values can be exchanged");
            assert_eq!(swaps.lines.len(), wide * high * (high - 1) / 2 + high * wide * (wide - 1) / 2);
            let cuts = swaps.cuts(model.vars().zip(solution.iter().copied()));
            let sets: Vec<Vec<usize>> = cuts
                .words
                .chunks_exact(cuts.width)
                .map(|set| (0..solution.len()).filter(|var| set[var / 64] >> (var % 64) & 1 == 1).collect())
                .collect();
            assert!(sets.len() >= least, "{} sets", sets.len());
            for set in sets {
                assert!(set.len() >= 4 && has_counter_solution(&model, &solution, &set), "{high}x{wide}: {set:?}");
            }
        }
    }

    #[test]
    fn other_constraints_are_not_taken() {
        let (mut model, _) = board(2, 2);
        let vars: Vec<Var> = model.vars().take(2).collect();
        model.post("more", cnfab_model::Clause(vec![vars[0].is(1), vars[1].is(1)]));
        assert!(Swaps::new(&model).is_none());
    }
}
