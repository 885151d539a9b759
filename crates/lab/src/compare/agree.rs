//! The comparison of the solutions that runs found.
//!
//! Complete runs on an instance have to find the same set: as many, with the same fingerprint, and, as far as they are
//! kept, one by one. Solutions of runs that are not complete have to be among those. All of them keep the rules
//! already; a disagreement is a solution that some run missed, or one that was reported twice. A run that only counts
//! has no set to compare: its number has to equal the others'. Where there is an objective, all runs that come to an
//! end have to find the same optimum (`optima`), and no other run anything better.

use std::collections::BTreeMap;
use std::fmt;

use crate::run::{Record, Verdict};
use cnfab_base::units::plural;
use cnfab_model::problem::Cells;
use cnfab_solve::Count;

use super::{Compared, Matrix};

/// The result of comparing the sets of solutions. Printed, it is one line.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// Number of complete runs.
    pub complete: u64,
    /// Number of instances with at least two complete runs.
    pub compared: u64,
    /// Number of complete runs on those instances.
    pub agreeing: u64,
    /// Number of those that only count.
    pub counting: u64,
    /// Number of those that list the solutions, on instances where there are two of them.
    pub listing: u64,
    /// Number of instances.
    pub instances: u64,
    /// Number of runs that are not complete and whose solutions are among those of a complete run.
    pub partial: u64,
    /// Number of solutions, if there is one instance with a complete run.
    pub solutions: Option<Count>,
    /// Number of runs that have proven an optimum.
    pub optimal: u64,
    /// The optimum, if there is one instance and it is known.
    pub optimum: Option<i64>,
    /// The first difference on each instance with one.
    pub differences: Vec<Difference>,
}

/// A solution that one run found and another, complete one did not.
#[derive(Clone, Debug)]
pub struct Difference {
    /// The instance.
    pub instance: String,
    /// The smallest such solution; `None` if the runs found more than are kept.
    pub cells: Option<Cells>,
    /// The solution on one line.
    pub plain: Option<String>,
    /// The run that found it, or the one that found more.
    pub found_by: String,
    /// A complete run that did not find it, or found fewer.
    pub missed_by: String,
}

impl Agreement {
    /// Compares the runs of a matrix.
    pub fn of(matrix: &Matrix, runs: &[Compared]) -> Self {
        let mut agreement = Agreement { instances: matrix.instances.len() as u64, ..Agreement::default() };
        let mut by_instance: BTreeMap<usize, Vec<&Compared>> = BTreeMap::new();
        for run in runs {
            by_instance.entry(run.instance).or_default().push(run);
        }
        for (position, runs) in by_instance {
            let problem = &matrix.instances[position].problem;
            if let Some(optimum) = agreement.optima(problem.as_ref(), &runs) {
                agreement.differences.extend(optimum);
                continue;
            }
            let (mut complete, others): (Vec<&Compared>, Vec<&Compared>) =
                runs.into_iter().partition(|run| run.record.outcome == Verdict::Complete);
            // One that lists is compared with all others, if there is one.
            complete.sort_by_key(|run| run.fingerprint.is_none());
            let listing = complete.iter().filter(|run| run.fingerprint.is_some()).count();
            let Some((first, rest)) = complete.split_first() else { continue };
            agreement.complete += complete.len() as u64;
            if !rest.is_empty() {
                agreement.compared += 1;
                agreement.agreeing += complete.len() as u64;
                agreement.counting += (complete.len() - listing) as u64;
                agreement.listing += if listing > 1 { listing as u64 } else { 0 };
            }
            if agreement.instances == 1 {
                agreement.solutions = Some(first.record.solutions.clone());
            }
            let mut difference = rest.iter().find_map(|run| differ(first, run));
            let is_of_set = |run: &&Compared| run.record.outcome == Verdict::Optimal || run.record.objective.is_none();
            for run in others.into_iter().filter(|run| !run.record.solutions.is_zero() && is_of_set(run)) {
                match beyond(run, first) {
                    Some(found) => difference = difference.or(found),
                    None => continue,
                }
                agreement.partial += 1;
            }
            agreement.differences.extend(difference.map(|mut difference| {
                difference.plain = difference.cells.as_ref().map(|cells| problem.plain(cells));
                difference
            }));
        }
        agreement
    }

    /// True if nothing contradicts that all runs are right.
    pub fn holds(&self) -> bool {
        self.differences.is_empty()
    }
}

/// The difference between two complete runs.
fn differ(a: &Compared, b: &Compared) -> Option<Difference> {
    let same_set = a.fingerprint.zip(b.fingerprint).is_none_or(|(a, b)| a == b);
    if a.record.solutions == b.record.solutions && same_set {
        return None;
    }
    let only = |a: &Compared, b: &Compared| -> Option<Cells> {
        is_kept(b).then(|| a.solutions.iter().find(|cells| b.solutions.binary_search(cells).is_err()).cloned())?
    };
    Some(match (only(a, b), only(b, a)) {
        (Some(cells), Some(other)) if other < cells => difference(b, a, Some(other)),
        (Some(cells), _) => difference(a, b, Some(cells)),
        (None, Some(cells)) => difference(b, a, Some(cells)),
        (None, None) if a.record.solutions < b.record.solutions => difference(b, a, None),
        (None, None) => difference(a, b, None),
    })
}

/// A solution of a run that is not complete that a complete run does not have; `None` if that is unknown, because too
/// many solutions were found to keep them.
fn beyond(run: &Compared, complete: &Compared) -> Option<Option<Difference>> {
    if run.record.solutions > complete.record.solutions && !is_kept(complete) {
        return Some(Some(difference(run, complete, None)));
    }
    if !is_kept(complete) {
        return None;
    }
    let missed = run.solutions.iter().find(|cells| complete.solutions.binary_search(cells).is_err());
    Some(missed.map(|cells| difference(run, complete, Some(cells.clone()))))
}

/// True if all solutions of the run are there one by one.
fn is_kept(run: &Compared) -> bool {
    run.record.solutions == run.solutions.len() as u64
}

pub(super) fn difference(found_by: &Compared, missed_by: &Compared, cells: Option<Cells>) -> Difference {
    Difference {
        instance: found_by.record.instance.clone(),
        cells,
        plain: None,
        found_by: run_name(&found_by.record),
        missed_by: run_name(&missed_by.record),
    }
}

fn run_name(record: &Record) -> String {
    let recipe = record.recipe.as_ref().map(|recipe| format!(" [{}]", super::parts_that_differ(recipe)));
    format!("{}{} (view {})", record.strategy, recipe.unwrap_or_default(), record.view)
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Difference { instance, plain, found_by, missed_by, .. }) = self.differences.first() {
            write!(f, "DISAGREEMENT on {instance}: {found_by} found ")?;
            match plain {
                Some(plain) => write!(f, "the solution '{plain}', which {missed_by} did not find")?,
                None => write!(f, "other solutions than {missed_by}")?,
            }
            let more = self.differences.len() - 1;
            return if more > 0 { write!(f, "; {} more", plural(more as u64, "instance")) } else { Ok(()) };
        }
        let partial = match self.partial {
            0 => String::new(),
            1 => "; what the other run found is among them".to_owned(),
            n => format!("; what the {n} other runs found is among them"),
        };
        self.write_optimum(f)?;
        if self.optimal > 0 {
            if self.compared == 0 {
                return Ok(());
            }
            f.write_str(" ")?;
        }
        let n = self.agreeing;
        match (self.complete, self.compared) {
            (0, _) => write!(f, "No run is complete: there are no sets of solutions to compare."),
            (1, _) => write!(f, "Only one run is complete: no two sets of solutions to compare{partial}."),
            (complete, 0) => write!(
                f,
                "{complete} runs are complete, no two of them on the same instance: nothing to compare{partial}."
            ),
            (_, compared) if self.counting > 0 => self.write_counting(f, compared, &partial),
            (_, compared) => match &self.solutions {
                Some(count) if count.is_zero() => {
                    write!(f, "All {n} complete runs agree: there is no solution{partial}.")
                }
                Some(count) => {
                    write!(f, "All {n} complete runs agree on the set of {}{partial}.", plural(count, "solution"))
                }
                None if compared < self.instances => write!(
                    f,
                    "All {n} complete runs on {compared} of {} agree on the set of solutions of each{partial}; \
                     the others have no two complete runs.",
                    plural(self.instances, "instance")
                ),
                None => write!(
                    f,
                    "All {n} complete runs agree on the set of solutions of each of {}{partial}.",
                    plural(self.instances, "instance")
                ),
            },
        }
    }
}

impl Agreement {
    /// The line when some of the agreeing runs only count.
    fn write_counting(&self, f: &mut fmt::Formatter<'_>, compared: u64, partial: &str) -> fmt::Result {
        let n = self.agreeing;
        let on_sets = match self.listing {
            0 => String::new(),
            listing => format!("; the {listing} of them that list the solutions agree on the set"),
        };
        match &self.solutions {
            Some(count) if count.is_zero() => write!(f, "All {n} complete runs agree: there is no solution{partial}."),
            Some(count) => {
                let number = plural(count, "solution");
                write!(f, "All {n} complete runs agree on the number: {number}{on_sets}{partial}.")
            }
            None => {
                let instances = plural(self.instances, "instance");
                let on =
                    if compared < self.instances { format!(" on {compared} of {instances}") } else { String::new() };
                write!(f, "All {n} complete runs{on} agree on the number of solutions of each{on_sets}{partial}.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::compare::{Fingerprint, Instance};
    use cnfab_puzzle::Puzzle;

    const PUZZLE: &str = "kind: jodici\n\n3,7,_,8,_,_\n6,_,1,5,9,_\n6,_,_,_,_,_\n";

    fn matrix(instances: usize) -> Matrix {
        let puzzle = || {
            let (_, mut puzzles) = cnfab_puzzle::read(PUZZLE, &|_| Err(String::new())).unwrap();
            Arc::<dyn Puzzle>::from(puzzles.remove(0))
        };
        let instance = |index: usize| Instance::here(format!("p{index}.txt"), puzzle(), Vec::new());
        Matrix { instances: (0..instances).map(instance).collect(), recipes: Vec::new(), base: Default::default() }
    }

    /// A run that found these solutions, of which `keep` are kept.
    fn run(instance: usize, strategy: &str, outcome: Verdict, found: &[i32], keep: usize) -> Compared {
        let backend = cnfab_solve::Strategy::parse("sat").unwrap().backend(&Default::default());
        let mut record = Record::new(&format!("p{instance}.txt"), backend.as_ref(), "cell", outcome);
        record.strategy = strategy.to_owned();
        record.recipe = None;
        record.solutions = (found.len() as u64).into();
        let mut fingerprint = Fingerprint::default();
        let mut solutions: Vec<Cells> = found.iter().map(|&value| Cells(vec![value; 18])).collect();
        solutions.iter().for_each(|cells| fingerprint.add(cells));
        solutions.sort();
        solutions.truncate(keep);
        Compared { instance, record, detail: None, solutions, fingerprint: Some(fingerprint) }
    }

    /// A run that counted without listing.
    fn counted(instance: usize, strategy: &str, number: u64) -> Compared {
        let mut run = run(instance, strategy, Verdict::Complete, &[], 0);
        run.record.solutions = number.into();
        run.fingerprint = None;
        run
    }

    #[track_caller]
    fn check(runs: &[Compared], holds: bool, line: &str) {
        let instances = runs.iter().map(|run| run.instance).max().unwrap_or(0) + 1;
        let agreement = Agreement::of(&matrix(instances), runs);
        assert_eq!(agreement.to_string(), line);
        assert_eq!(agreement.holds(), holds);
    }

    #[test]
    fn equal_sets_agree_in_any_order_and_beyond_what_is_kept() {
        use Verdict::Complete;
        check(
            &[run(0, "a", Complete, &[1, 2, 3], 9), run(0, "b", Complete, &[3, 1, 2], 9)],
            true,
            "All 2 complete runs agree on the set of 3 solutions.",
        );
        check(
            &[run(0, "a", Complete, &[1, 2, 3], 1), run(0, "b", Complete, &[3, 1, 2], 1)],
            true,
            "All 2 complete runs agree on the set of 3 solutions.",
        );
        check(
            &[run(0, "a", Complete, &[], 9), run(0, "b", Complete, &[], 9)],
            true,
            "All 2 complete runs agree: there is no solution.",
        );
        check(
            &[run(0, "a", Complete, &[1], 9), run(1, "a", Complete, &[2], 9), run(1, "b", Complete, &[2], 9)],
            true,
            "All 2 complete runs on 1 of 2 instances agree on the set of solutions of each; \
             the others have no two complete runs.",
        );
        let (a, b) = (run(0, "a", Complete, &[1], 9), run(1, "a", Complete, &[2], 9));
        check(
            &[a.clone(), a, b.clone(), b],
            true,
            "All 4 complete runs agree on the set of solutions of each of 2 instances.",
        );
    }

    #[test]
    fn the_smallest_solution_that_somebody_missed_is_named() {
        use Verdict::Complete;
        let plain = |digit: &str| vec![digit; 18].join(" ");
        let (a, b) = (run(0, "a", Complete, &[1, 2, 4], 9), run(0, "b", Complete, &[1, 3, 4], 9));
        let line = format!(
            "DISAGREEMENT on p0.txt: a (view cell) found the solution '{}', which b (view cell) did not find",
            plain("2")
        );
        check(&[a.clone(), b.clone()], false, &line);
        check(&[b.clone(), a.clone()], false, &line);
        check(&[a.clone(), a.clone(), b.clone()], false, &line);
        let more = run(0, "more", Complete, &[1, 2, 3, 4], 2);
        check(&[a, more], false, "DISAGREEMENT on p0.txt: more (view cell) found other solutions than a (view cell)");
    }

    #[test]
    fn runs_that_only_count_agree_on_the_number() {
        use Verdict::Complete;
        let (a, b) = (run(0, "a", Complete, &[1, 2, 3], 9), run(0, "b", Complete, &[3, 1, 2], 9));
        let number = "All 2 complete runs agree on the number: 3 solutions.";
        check(&[counted(0, "c", 3), a.clone()], true, number);
        check(&[counted(0, "c", 3), counted(0, "d", 3)], true, number);
        check(
            &[counted(0, "c", 3), a.clone(), b],
            true,
            "All 3 complete runs agree on the number: 3 solutions; the 2 of them that list the solutions agree on the set.",
        );
        check(
            &[counted(0, "c", 4), a.clone()],
            false,
            "DISAGREEMENT on p0.txt: c (view cell) found other solutions than a (view cell)",
        );
        check(
            &[a.clone(), counted(0, "c", 3), run(1, "a", Complete, &[1], 9)],
            true,
            "All 2 complete runs on 1 of 2 instances agree on the number of solutions of each.",
        );
        let part = run(0, "part", Verdict::Timeout, &[1, 2], 9);
        check(
            &[part, counted(0, "c", 1)],
            false,
            "DISAGREEMENT on p0.txt: part (view cell) found other solutions than c (view cell)",
        );
    }

    #[test]
    fn other_runs_have_to_find_a_part() {
        use Verdict::{Complete, Stopped, Timeout};
        let all = run(0, "all", Complete, &[1, 2, 3], 9);
        check(
            &[all.clone(), run(0, "part", Timeout, &[3, 1], 9)],
            true,
            "Only one run is complete: no two sets of solutions to compare; what the other run found is among them.",
        );
        let line = format!(
            "DISAGREEMENT on p0.txt: part (view cell) found the solution '{}', which all (view cell) did not find",
            vec!["7"; 18].join(" ")
        );
        check(&[run(0, "part", Stopped, &[1, 7], 9), all.clone()], false, &line);
        check(
            &[run(0, "part", Stopped, &[1], 9)],
            true,
            "No run is complete: there are no sets of solutions to compare.",
        );
        let too_many = run(0, "part", Timeout, &[1, 2, 3, 4], 1);
        let complete = run(0, "all", Complete, &[1, 2, 3], 1);
        check(
            &[too_many, complete],
            false,
            "DISAGREEMENT on p0.txt: part (view cell) found other solutions than all (view cell)",
        );
    }
}
