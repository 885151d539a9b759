//! One search by several threads; each has a state of its own over the same compiled model.
//!
//! What it does: each thread takes parts of the tree from the pool until the search is over. Solutions go through one
//! channel to the calling thread, which hands them over.
//!
//! Whose idea: C. Schulte, "Parallel Search Made Simple", TRICS 2000: threads that know nothing of each other but parts
//! of the tree, and recompute the state that a part begins with.
//!
//! How ours differs: the threads that work give parts away themselves (`pool`); there is no manager. The channel is
//! bounded, so that threads wait for a slow receiver.
//!
//! When it runs: in every search of a tree; with one thread, in that thread.

use crate::tuning::search::WAITING;
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::thread;

use crate::{Budget, Outcome};
use cnfab_model::Assignment;

use super::pool::Pool;
use super::walk::{Sink, Walk};

/// Runs `search` in this thread, or on several: then it is called once for each part of the tree. Returns the outcome,
/// the work done that the calls report, and the walk with all counts.
pub(crate) fn run<'w, 'f>(
    walk: Walk<'w, 'f>,
    threads: usize,
    search: impl Fn(&mut Walk<'_, '_>) -> (Outcome, u64) + Sync,
) -> (Outcome, u64, Walk<'w, 'f>) {
    run_with(walk, threads, || (), |(), walk| search(walk))
}

/// The same with something that each thread makes for itself and keeps from part to part.
///
/// Post: all threads have ended. Unless somebody stopped, each part was searched once, and its solutions were handed
/// over or counted.
pub(crate) fn run_with<'w, 'f, K>(
    mut walk: Walk<'w, 'f>,
    threads: usize,
    make: impl Fn() -> K + Sync,
    search: impl Fn(&mut K, &mut Walk<'_, '_>) -> (Outcome, u64) + Sync,
) -> (Outcome, u64, Walk<'w, 'f>) {
    if threads <= 1 {
        let (outcome, changes) = search(&mut make(), &mut walk);
        return (outcome, changes, walk);
    }
    let pool = Pool::new(threads);
    let counting = matches!(walk.sink, Sink::Count(_));
    let (budget, incumbent): (&Budget, _) = (walk.budget, walk.incumbent);
    let (mut outcome, mut changes) = (Outcome::Exhausted, 0);
    let work = |send: mpsc::SyncSender<Vec<i32>>, number: usize| {
        // A receiver that was dropped has had enough.
        let mut hand = |solution: &Assignment| match send.send(solution.values().to_vec()) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        };
        let sink = if counting { Sink::Count(0) } else { Sink::Hand(&mut hand) };
        let _watch = pool.watch();
        let mut walk = Walk::new(budget, sink);
        walk.random = fastrand::Rng::with_seed(budget.seed.wrapping_add(number as u64));
        (walk.pool, walk.incumbent) = (Some(&pool), incumbent);
        let (mut outcome, mut changes) = (Outcome::Exhausted, 0);
        let mut kept = make();
        while let Some(part) = pool.next() {
            walk.enter(part);
            let (ended, more) = search(&mut kept, &mut walk);
            changes += more;
            if ended != Outcome::Exhausted {
                outcome = ended;
                pool.end();
            }
        }
        let counted = if let Sink::Count(number) = walk.sink { number } else { 0 };
        (outcome, changes, walk.statistics, counted)
    };
    let work = &work;
    thread::scope(|scope| {
        let (send, receive) = mpsc::sync_channel::<Vec<i32>>(WAITING * threads);
        let handles: Vec<_> = (0..threads)
            .map(|number| {
                let send = send.clone();
                scope.spawn(move || work(send, number))
            })
            .collect();
        drop(send);
        if let Sink::Hand(on) = &mut walk.sink {
            let enough = receive.iter().any(|values| on(&Assignment::new(values)).is_break());
            if enough {
                outcome = Outcome::Satisfied;
                pool.end();
            }
        }
        drop(receive);
        for handle in handles {
            let (ended, more, statistics, counted) =
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            changes += more;
            walk.statistics.add(statistics);
            if let Sink::Count(number) = &mut walk.sink {
                *number += counted;
            }
            if outcome == Outcome::Exhausted {
                outcome = ended;
            }
        }
    });
    (outcome, changes, walk)
}
