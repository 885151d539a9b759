//! Threads that share the tree of an integer program, in rounds of a fixed amount of work.
//!
//! **What.** Each thread searches a part of the tree of its own, for [`ROUND`] steps. Then all wait for each other.
//! What they have found is handed over in their order, the best value is told to all, and those that are at their end
//! get parts that others give away.
//!
//! **Whose idea.** Parts are given away as by Zhang, Bonacina, Hsiang, "PSATO: a Distributed Propositional Prover and
//! its Application to Quasigroup Problems", 1996. Rounds that make runs repeat: Hamadi, Jabbour, Piette, Sais,
//! "Deterministic Parallel DPLL", JSAT 7, 2011.
//!
//! **Ours.** A round is as long as its work, which no clock measures, so that solutions, their order and all counts are
//! the same whenever as many threads search. The first rounds are one thread's: what ends there needs no other.
//!
//! **When.** `ilp` with `threads=2` and more.

use std::ops::ControlFlow;
use std::thread;

use cnfab_ilp::{IlpTree, Linearized, TooLarge, TreeEnd, TreePart, TreeStatistics, TreeWatch};
use cnfab_model::{Assignment, Model};

use super::tree::{Watch, checked};
use crate::{Budget, OnSolution};

/// The work of a round: about a tenth of a second, after which solutions are handed over. The first rounds are shorter,
/// and of one thread.
const ROUND: u64 = if cfg!(test) { 100 } else { 300_000 };
const FIRST: u64 = if cfg!(test) { 50 } else { 1_000 };

/// The tree of one thread, and the part of it that comes next.
struct Member<'p> {
    tree: Option<IlpTree<'p>>,
    part: Option<TreePart>,
    is_busy: bool,
}

/// The end of one thread's round.
struct Round {
    end: TreeEnd,
    found: Vec<Assignment>,
    failure: Option<String>,
    work: u64,
    /// The number that no objective is smaller than, if the whole tree says so.
    proved: Option<i64>,
}

/// Ends a round when its work is done.
struct RoundWatch<'b> {
    budget: &'b Budget,
    best: Option<i64>,
    length: u64,
    work: u64,
    proved: Option<i64>,
}

impl TreeWatch for RoundWatch<'_> {
    fn is_over(&mut self, work: u64) -> bool {
        self.breaks_off(work) || self.work >= self.length
    }

    fn breaks_off(&mut self, work: u64) -> bool {
        self.work += work;
        self.budget.is_over()
    }

    fn best(&mut self) -> Option<i64> {
        self.best
    }

    fn proves(&mut self, bound: i64) {
        self.proved = Some(bound);
    }
}

/// The end of a search by several threads, and what they have counted.
pub(super) struct Shared {
    pub(super) end: TreeEnd,
    pub(super) statistics: TreeStatistics,
    pub(super) failure: Option<String>,
}

/// Searches by several threads: the tree of the whole program, and others that `begin` makes of the same. For an
/// optimum, each solution that is handed over is better than those before.
///
/// # Errors
/// If the program's numbers are too large.
pub(super) fn search<'p>(
    threads: usize,
    (whole, is_optimum): (IlpTree<'p>, bool),
    (model, made): (&Model, &'p Linearized),
    budget: &Budget,
    begin: impl Fn(&'p Linearized) -> Result<IlpTree<'p>, TooLarge> + Sync,
    on: OnSolution<'_>,
) -> Result<Shared, TooLarge> {
    let mut watch = Watch::new(budget, model);
    let mut members: Vec<Member<'p>> =
        (0..threads).map(|_| Member { tree: None, part: None, is_busy: false }).collect();
    members[0] = Member { tree: Some(whole), part: None, is_busy: true };
    // The tree of the first one is the whole, until some of it is given away.
    let mut is_whole = true;
    let mut best: Option<i64> = None;
    let mut length = FIRST;
    let mut ended = None;
    let mut failure = None;
    while ended.is_none() {
        let known = [best, watch.best()].into_iter().flatten().min().filter(|_| is_optimum);
        let round = |member: &mut Member<'p>| member.round((budget, length), known, (model, made), &begin);
        let rounds: Vec<Result<Round, TooLarge>> = thread::scope(|scope| {
            let busy: Vec<&mut Member<'p>> = members.iter_mut().filter(|member| member.is_busy).collect();
            if busy.len() == 1 {
                return busy.into_iter().map(round).collect();
            }
            let round = &round;
            let handles: Vec<_> = busy.into_iter().map(|member| scope.spawn(move || round(member))).collect();
            let joined = handles.into_iter().map(|handle| handle.join());
            joined.map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
        });
        let mut work = 0;
        for (member, round) in members.iter_mut().filter(|member| member.is_busy).zip(rounds) {
            let Round { end, found, failure: failed, work: own, proved } = round?;
            work += own;
            failure = failure.or(failed);
            if let Some(bound) = proved.filter(|_| is_whole) {
                watch.proves(bound);
            }
            member.is_busy = end == TreeEnd::Stopped;
            for solution in found {
                if failure.is_some() || ended.is_some() {
                    break;
                }
                let value = watch.value(model, &solution).filter(|_| is_optimum);
                if value.is_some() && best.is_some() && value >= best {
                    continue;
                }
                best = value.or(best);
                if on(&solution).is_break() {
                    ended = Some(TreeEnd::Satisfied);
                }
            }
        }
        let is_over = watch.is_over(work);
        if members.iter().all(|member| !member.is_busy) {
            ended = ended.or(Some(TreeEnd::Exhausted));
        } else if is_over || failure.is_some() {
            ended = ended.or(Some(TreeEnd::Stopped));
        } else if length == ROUND {
            is_whole &= !share(&mut members);
        }
        length = ROUND.min(2 * length);
    }
    let mut statistics = TreeStatistics::default();
    members.iter().filter_map(|member| member.tree.as_ref()).for_each(|tree| statistics.add(tree.statistics()));
    Ok(Shared { end: ended.expect("that is why it ended"), statistics, failure })
}

/// Gives parts to those that are at their end, from others in turn. True if there was one.
fn share(members: &mut [Member<'_>]) -> bool {
    let idle: Vec<usize> = (0..members.len()).filter(|&number| !members[number].is_busy).collect();
    let (mut waiting, mut gives) = (Vec::new(), true);
    while waiting.len() < idle.len() && std::mem::take(&mut gives) {
        for member in members.iter_mut().filter(|member| member.is_busy) {
            if waiting.len() < idle.len()
                && let Some(part) = member.tree.as_mut().and_then(IlpTree::split)
            {
                waiting.push(part);
                gives = true;
            }
        }
    }
    let has_parts = !waiting.is_empty();
    for (number, part) in idle.into_iter().zip(waiting) {
        members[number].part = Some(part);
        members[number].is_busy = true;
    }
    has_parts
}

impl<'p> Member<'p> {
    /// Searches for the work of a round.
    fn round(
        &mut self,
        (budget, length): (&Budget, u64),
        best: Option<i64>,
        (model, made): (&Model, &'p Linearized),
        begin: &(impl Fn(&'p Linearized) -> Result<IlpTree<'p>, TooLarge> + Sync),
    ) -> Result<Round, TooLarge> {
        let tree = match &mut self.tree {
            Some(tree) => tree,
            none => none.insert(begin(made)?),
        };
        if let Some(part) = self.part.take() {
            tree.enter(part);
        }
        let mut watch = RoundWatch { budget, best, length, work: 0, proved: None };
        let (mut found, mut failure) = (Vec::new(), None);
        let end = tree.run(&mut watch, &mut |columns| match checked(model, made, columns) {
            Ok(solution) => {
                found.push(solution);
                ControlFlow::Continue(())
            }
            Err(detail) => {
                failure = Some(detail);
                ControlFlow::Break(())
            }
        });
        Ok(Round { end, found, failure, work: watch.work, proved: watch.proved })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;

    use cnfab_model::{Cmp, Model, Objective, Sense};

    use crate::{Budget, Encodings, Outcome, Strategy};

    /// Queens on a board, with the values of their places for an objective.
    fn queens(n: i32) -> Model {
        let mut model = Model::new();
        let rows: Vec<_> = (0..n).map(|row| model.var(format!("row[{row}]"), 0..=n - 1)).collect();
        model.all_different("column", rows.iter().copied());
        for (below, &queen) in rows.iter().enumerate() {
            for (above, &other) in rows[..below].iter().enumerate() {
                let far = (below - above) as i32;
                for column in 0..n {
                    for step in [-far, far] {
                        model.at_most("diagonal", 1, [queen.is(column), other.is(column + step)]);
                    }
                }
            }
        }
        model
    }

    /// All solutions in their order, and the counts of nodes and conflicts.
    fn listed(model: &Model, threads: usize) -> (Vec<Vec<i32>>, Option<u64>, Option<u64>) {
        let strategy = Strategy::parse(&format!("ilp:threads={threads}")).expect("an option of it");
        let mut found = Vec::new();
        let report = strategy.backend(&Encodings::default()).solve(model, &Budget::unlimited(), &mut |solution| {
            found.push(solution.values().to_vec());
            ControlFlow::Continue(())
        });
        let report = report.expect("it is stated");
        assert_eq!(report.outcome, Outcome::Exhausted);
        (found, report.stats.nodes, report.stats.conflicts)
    }

    #[test]
    fn threads_list_the_same_and_runs_repeat() {
        let model = queens(8);
        let alone = listed(&model, 1).0;
        assert_eq!(alone.len(), 92);
        for threads in [2, 3, 7] {
            let together = listed(&model, threads);
            assert_eq!(together.0.len(), 92);
            assert!(together.0.iter().collect::<BTreeSet<_>>() == alone.iter().collect());
            assert_ne!(together.0, alone, "parts were given away");
            assert_eq!(together, listed(&model, threads));
        }
    }

    #[test]
    fn threads_find_the_optimum() {
        for seed in 0..20 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let mut model = queens(7);
            let vars: Vec<_> = model.vars().collect();
            let terms: Vec<_> = vars.iter().map(|&var| (rng.i64(-9..=9), var)).collect();
            let sense = if rng.bool() { Sense::Minimise } else { Sense::Maximise };
            model.linear("weights", vars.iter().map(|&var| (rng.i64(-3..=3), var)).collect::<Vec<_>>(), Cmp::Le, 4);
            model.optimise(Objective { sense, terms, constant: 5 }).expect("small numbers");
            let best = |threads: usize| {
                let strategy = Strategy::parse(&format!("ilp:threads={threads}")).expect("an option of it");
                let mut values = Vec::new();
                let objective = model.objective().expect("it has one");
                let report =
                    strategy.backend(&Encodings::default()).optimise(&model, &Budget::unlimited(), &mut |solution| {
                        values.push(objective.value(solution));
                        ControlFlow::Continue(())
                    });
                let is_better =
                    |pair: &[i64]| if sense == Sense::Minimise { pair[1] < pair[0] } else { pair[1] > pair[0] };
                assert!(values.windows(2).all(is_better), "seed {seed}: {values:?}");
                (values.last().copied(), report.expect("it is stated").outcome)
            };
            assert_eq!(best(1), best(2), "seed {seed}");
            assert_eq!(best(1), best(4), "seed {seed}");
        }
    }
}
