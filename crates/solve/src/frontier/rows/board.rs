//! The model as rows: blocks of variables such that each rule is about one row, about two neighbours, or a count over
//! rows.

use std::collections::{BTreeMap, BTreeSet};

use super::super::NoPlan;
use super::super::program::bits_for;
use super::super::rules::Rules;
use super::kernel::Kernel;
use super::patterns::{Pair, patterns};
use crate::Budget;
use crate::union_find::UnionFind;
use cnfab_model::{Cmp, Model};

/// A model as rows. Counters stand side by side in one word, each with a bit above it that is never in use.
pub(in crate::frontier) struct Board {
    /// For each row what its patterns add to the counters.
    pub(super) adds: Vec<Vec<u64>>,
    /// For each row but the last: from the numbers of its patterns to those of the next one's, as far as they get
    /// along.
    pub(super) kernels: Vec<Kernel>,
    /// For each kernel the input of each pattern: those that the next row cannot tell apart have the same.
    pub(super) inputs: Vec<Vec<usize>>,
    /// The unused bit of each counter.
    pub(super) guards: u64,
    /// Added to counters, sets the unused bits of those that are too large.
    pub(super) bias: u64,
    /// For each row, added to the counters before it, sets the unused bits of those that can still become large enough.
    pub(super) enough: Vec<u64>,
    /// The final values of the counters, as far as they are exact.
    pub(super) exact: u64,
    /// The bits of the exact counters.
    pub(super) exact_bits: u64,
    /// True if all counters are exact, so that counts from both ends can meet.
    pub(super) is_exact: bool,
    /// The same rows from the other end, if counts from both ends can meet and it differs.
    pub(super) reversed: Option<Box<Board>>,
    /// True if the rows read the same from the other end.
    pub(super) is_palindrome: bool,
    /// The logarithm of the number of states to fear, to base 2.
    pub(in crate::frontier) estimate: f64,
}

/// A count over rows: what each pattern of each row adds, how much it is at most, and whether it is that exactly.
struct Counter {
    adds: Vec<Vec<u64>>,
    most: u64,
    is_exact: bool,
}

impl Board {
    /// The best board that a family of constraints makes; `Err` has the reason if there is none.
    pub(in crate::frontier) fn new(model: &Model, rules: &Rules, budget: &Budget) -> Result<Board, NoPlan> {
        let mut partitions: Vec<Vec<Vec<usize>>> = Vec::new();
        let families: BTreeSet<&str> = model.constraints().iter().map(|posted| &*posted.label).collect();
        for family in families.into_iter().map(Some).chain([None]) {
            let partition = blocks(model, family);
            if !partitions.contains(&partition) {
                partitions.push(partition);
            }
        }
        let mut best: Option<(Board, Vec<Vec<usize>>)> = None;
        let mut reason = String::new();
        for rows in partitions {
            match Board::of(rules, &rows, budget) {
                Ok(board) if best.as_ref().is_none_or(|(best, _)| board.estimate < best.estimate) => {
                    best = Some((board, rows));
                }
                Ok(_) => {}
                Err(NoPlan::Refused(why)) => reason = why,
                Err(NoPlan::Over) => return Err(NoPlan::Over),
            }
        }
        let (mut board, mut rows) = best.ok_or(reason)?;
        if board.is_exact && !board.is_palindrome {
            rows.reverse();
            board.reversed = Some(Box::new(Board::of(rules, &rows, budget)?));
        }
        Ok(board)
    }

    /// True if the counters are not too large.
    #[inline]
    pub(super) fn fits(&self, counters: u64) -> bool {
        (counters + self.bias) & self.guards == 0
    }

    fn of(rules: &Rules, rows: &[Vec<usize>], budget: &Budget) -> Result<Board, NoPlan> {
        if rows.len() < 2 {
            return Err("a model that is no sequence of rows".into());
        }
        let mut row_of = vec![0; rules.allowed.len()];
        for (row, vars) in rows.iter().enumerate() {
            vars.iter().for_each(|&var| row_of[var] = row);
        }
        let span = |scope: &[usize]| {
            let rows = scope.iter().map(|&var| row_of[var]);
            (rows.clone().min().unwrap_or(0), rows.max().unwrap_or(0))
        };
        for [a, b] in &rules.conflicts {
            if row_of[a.var].abs_diff(row_of[b.var]) > 1 {
                return Err("conflicts between rows that are no neighbours".into());
            }
        }
        if rules.tables.iter().map(|table| span(&table.vars)).any(|(first, last)| last - first > 1) {
            return Err("tables over rows that are no neighbours".into());
        }
        let is_local = |scope: &[usize]| {
            let (first, last) = span(scope);
            last - first <= 1
        };
        let patterns = rows.iter().map(|vars| {
            let found = patterns(rules, vars).ok_or("rows with too many patterns")?;
            if budget.is_over() { Err(NoPlan::Over) } else { Ok(found) }
        });
        let patterns: Vec<Vec<Vec<u32>>> = patterns.collect::<Result<_, _>>()?;
        let place = |var: usize| {
            let row = row_of[var];
            (row, rows[row].iter().position(|&other| other == var).expect("in its row"))
        };
        let mut counters: Vec<Counter> = Vec::new();
        let zeros = || patterns.iter().map(|patterns| vec![0u64; patterns.len()]).collect::<Vec<_>>();
        for sum in &rules.sums {
            let scope: Vec<usize> = sum.terms.iter().map(|term| term.var).collect();
            if is_local(&scope) {
                continue;
            }
            // `sum >= rhs` means that at most `total - rhs` is missing from the total.
            let total: i64 = sum.terms.iter().map(|term| term.most).sum();
            let most = if sum.cmp == Cmp::Ge { total - sum.rhs } else { sum.rhs } as u64;
            let mut adds = zeros();
            for term in &sum.terms {
                let (row, column) = place(term.var);
                for (add, pattern) in adds[row].iter_mut().zip(&patterns[row]) {
                    let value = term.adds[pattern[column] as usize];
                    *add += if sum.cmp == Cmp::Ge { term.most - value } else { value } as u64;
                }
            }
            counters.push(Counter { adds, most, is_exact: sum.cmp == Cmp::Eq });
        }
        for group in rules.different.iter().filter(|group| !is_local(group)) {
            let mut by_value: BTreeMap<i32, Vec<Vec<u64>>> = BTreeMap::new();
            for &var in group {
                let (row, column) = place(var);
                for (number, pattern) in patterns[row].iter().enumerate() {
                    let value = rules.value(var, pattern[column] as usize);
                    by_value.entry(value).or_insert_with(zeros)[row][number] += 1;
                }
            }
            let is_exact = by_value.len() == group.len();
            counters.extend(by_value.into_values().map(|adds| Counter { adds, most: 1, is_exact }));
        }
        let allowed =
            |row: usize, number: usize| counters.iter().all(|counter| counter.adds[row][number] <= counter.most);
        let kept: Vec<Vec<usize>> = patterns
            .iter()
            .enumerate()
            .map(|(row, patterns)| (0..patterns.len()).filter(|&number| allowed(row, number)).collect())
            .collect();
        let mut board = Board::count(&counters, &kept)?;
        for row in 1..rows.len() {
            let mut pair = Pair::new(rules, &rows[row - 1], &rows[row]);
            let mut sums: Vec<Vec<usize>> = vec![Vec::new(); kept[row].len()];
            for (sum, &below) in sums.iter_mut().zip(&kept[row]) {
                pair.put_below(&patterns[row][below]);
                for (number, &above) in kept[row - 1].iter().enumerate() {
                    if pair.holds(&patterns[row - 1][above]) {
                        sum.push(number);
                    }
                }
            }
            board.join(kept[row - 1].len(), &sums);
            if budget.is_over() {
                return Err(NoPlan::Over);
            }
        }
        let count = board.adds.len();
        let same = |row: usize| board.adds[row] == board.adds[count - 1 - row];
        let same_kernel = |row: usize| {
            board.kernels[row] == board.kernels[count - 2 - row] && board.inputs[row] == board.inputs[count - 2 - row]
        };
        board.is_palindrome = board.is_exact
            && (0..count).all(same)
            && (0..count - 1).all(same_kernel)
            && (0..count - 1)
                .all(|row| row > 0 && board.kernels[row] == board.kernels[row - 1] || board.is_symmetric(row));
        Ok(board)
    }

    /// The board's counters.
    fn count(counters: &[Counter], kept: &[Vec<usize>]) -> Result<Board, String> {
        let mut board = Board {
            adds: kept.iter().map(|kept| vec![0; kept.len()]).collect(),
            kernels: Vec::new(),
            inputs: Vec::new(),
            guards: 0,
            bias: 0,
            enough: vec![0; kept.len()],
            exact: 0,
            exact_bits: 0,
            is_exact: counters.iter().all(|counter| counter.is_exact),
            reversed: None,
            is_palindrome: false,
            estimate: 0.0,
        };
        let mut shift = 0;
        let mut states = 0.0;
        for counter in counters {
            let width = bits_for(counter.most.saturating_add(1));
            if shift + width + 1 > 64 {
                return Err("counts over rows of more than 64 bits".to_owned());
            }
            let guard = 1u64 << width;
            board.guards |= guard << shift;
            board.bias |= (guard - 1 - counter.most) << shift;
            if counter.is_exact {
                board.exact |= counter.most << shift;
                board.exact_bits |= (guard - 1) << shift;
            }
            let mut later = 0;
            for row in (0..kept.len()).rev() {
                let adds = kept[row].iter().map(|&number| counter.adds[row][number]);
                later += adds.clone().max().unwrap_or(0);
                let least = if counter.is_exact { counter.most.saturating_sub(later) } else { 0 };
                board.enough[row] |= (guard - least) << shift;
                for (sum, add) in board.adds[row].iter_mut().zip(adds) {
                    *sum |= add << shift;
                }
            }
            states += ((counter.most + 1) as f64).log2();
            shift += width + 1;
        }
        let mut ways = 0.0f64;
        let work = board.adds.iter().map(|adds| {
            let before = ways.min(states);
            ways += (adds.len().max(1) as f64).log2();
            before.exp2() * adds.len() as f64
        });
        board.estimate = work.sum::<f64>().log2();
        Ok(board)
    }

    /// Adds the kernel from the last row with kernels to the next one, which adds these patterns for each of its own.
    fn join(&mut self, patterns: usize, sums: &[Vec<usize>]) {
        let mut followers: Vec<Vec<usize>> = vec![Vec::new(); patterns];
        for (below, sum) in sums.iter().enumerate() {
            sum.iter().for_each(|&above| followers[above].push(below));
        }
        let mut classes: BTreeMap<&Vec<usize>, usize> = BTreeMap::new();
        let mut inputs = Vec::with_capacity(patterns);
        let mut first = Vec::new();
        for (number, followers) in followers.iter().enumerate() {
            let class = *classes.entry(followers).or_insert_with(|| {
                first.push(number);
                first.len() - 1
            });
            inputs.push(class);
        }
        let sums: Vec<Vec<usize>> = sums
            .iter()
            .map(|sum| sum.iter().filter(|&&above| first[inputs[above]] == above).map(|&above| inputs[above]).collect())
            .collect();
        let kernel = match self.kernels.last() {
            Some(kernel) if kernel.inputs() == first.len() && kernel.sums() == sums => kernel.clone(),
            _ => Kernel::new(first.len(), sums),
        };
        self.kernels.push(kernel);
        self.inputs.push(inputs);
    }

    /// True if each two patterns of this row and the next get along as well the other way round.
    fn is_symmetric(&self, row: usize) -> bool {
        let (inputs, sums) = (&self.inputs[row], self.kernels[row].sums());
        let fits = |above: usize, below: usize| sums[below].binary_search(&inputs[above]).is_ok();
        inputs.len() == sums.len()
            && (0..sums.len()).all(|above| (0..above).all(|below| fits(above, below) == fits(below, above)))
    }
}

/// The variables that the constraints of a family tie together, in order of their first; each alone without a family.
fn blocks(model: &Model, family: Option<&str>) -> Vec<Vec<usize>> {
    let count = model.variables().len();
    let mut sets = UnionFind::new(count);
    for posted in model.constraints().iter().filter(|posted| Some(&*posted.label) == family) {
        let mut vars = posted.constraint.vars().map(|var| var.index());
        if let Some(first) = vars.next() {
            vars.for_each(|var| sets.join(first, var));
        }
    }
    let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for var in 0..count {
        blocks.entry(sets.root(var)).or_default().push(var);
    }
    blocks.into_values().collect()
}
