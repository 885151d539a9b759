//! The default strategy: picks an engine by the task and by what the engines say of the model.
//!
//! No engine is best at every model, and which one it is can be foreseen only in part: J. R. Rice, "The algorithm selection
//! problem", Advances in Computers 15, 1976. What cannot be foreseen is tried. The native engine begins, because most models
//! take it no longer than others need to put them into their own form; on these, nothing else happens. Large models of which
//! most is given begin with `cdcl` and its shares, as they are settled by few conflicts. When the first has made a number of
//! steps (`steps`) without an end, others join, and from then on the engines work in turns:
//!
//! - conflict-driven search: `cdcl`, and clauses with batsat. Chains (tables of two columns over different values, as in a
//!   Hidoku) are where a backtracker without many givens goes astray, so the native engine has made few of its steps only
//!   when they join, and they have most of the turns. Elsewhere they come to their turn now and then, and batsat only after
//!   a second or so, unless the formula would be large;
//! - if all solutions are to be counted, `frontier`, whose effort does not depend on their number. It tells how many states
//!   it fears; if these are not too many, it has a long turn first.
//!
//! Restarts with growing limits, as M. Luby, A. Sinclair and D. Zuckerman have them ("Optimal speedup of Las Vegas
//! algorithms", Information Processing Letters 47, 1993), would lose what was done before each. Here each engine sleeps
//! where it stands until it is its turn again (`turns`). An engine whose share of the turns is a k-th needs k times as long
//! as alone, besides the first steps; one that has found more solutions than the others gets more than its share. The first engine that
//! comes to an end has the answer: the search is complete exactly if that engine's search was.
//!
//! A solution that another engine has found before is not handed over again (`known`). When the memory for them (`memory`)
//! is full, only the engine with the most solutions goes on.
//!
//! Where solutions are handed over, turns are measured in steps, so two searches do the same; counts take turns by the clock. With several `threads`, each engine but frontier and batsat uses
//! all of them in its turn.
//!
//! What it is not: a portfolio in parallel. It never uses more threads than it is told to.

mod known;
mod turns;

pub(super) use turns::Turn;

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::model::{Assignment, Flat, Model, Posted, Table};

use super::{
    Backend, Budget, Count, Counted, Encodings, NumberOption, OnSolution, Options, Outcome, Report, SolveError, Stats,
    Strategy, cdcl,
};
use known::{Known, Verdict};
use turns::{Chair, RoundTable};

/// The numbers as the registry lists them.
pub(super) static NUMBERS: &[NumberOption] = &[
    NumberOption {
        name: "memory",
        range: 0..=1_000_000,
        default: 500,
        about: "megabytes (of a million bytes) for solutions that must not come again, and as many for frontier's states",
    },
    NumberOption {
        name: "steps",
        range: 1..=1_000_000_000_000,
        default: STEPS,
        about: "how many steps the native engine makes before others join",
    },
    NumberOption {
        name: "threads",
        range: 1..=1024,
        default: 1,
        about: "how many threads share the search of the native engine",
    },
];

/// Most models take a few milliseconds for so many.
const STEPS: u64 = 400_000;

/// On chains, the first engine makes so many times fewer steps alone.
const CHAINS: u64 = 16;

/// How many steps of the native engine take as long as an assigned literal of `cdcl`, and as what batsat
/// does between two looks at the budget. Frontier tells what it does.
const ASSIGNED_LITERAL: u64 = 20;
const SAT_LOOK: u64 = 40_000;

/// What batsat gets. Chains take it a little less time in order encoding than as one literal per value, and what it does
/// then differs more from what `cdcl` does, which is of use where engines take turns.
const RECIPE: &str = "domain=order";

/// How deep the recursion of solvers of other crates goes is not known here.
const STACK: usize = 64 << 20;

/// How many solutions wait for the receiver at most.
const WAITING: usize = 256;

/// Makes the backend.
pub(super) fn backend(options: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    let (threads, memory) = (options.number("threads"), options.number("memory"));
    // Not the encodings that were asked for, which are those of other strategies.
    let encodings = &Encodings { recipe: RECIPE.parse().expect("registered names"), ..encodings.clone() };
    let engine = |text: &str, options: &[(&str, u64)]| {
        let strategy = Strategy::parse(text).expect("a registered strategy");
        let with = |strategy: Strategy, &(name, value): &(&str, u64)| {
            strategy.with(name, &value.to_string()).expect("an option of the strategy")
        };
        options.iter().fold(strategy, with).backend(encodings)
    };
    Box::new(Auto {
        name: options.strategy(),
        steps: options.number("steps"),
        memory: memory.saturating_mul(1_000_000),
        native: engine("backtrack", &[("threads", threads)]),
        cdcl: engine("cdcl", &[("threads", threads)]),
        sat: engine("sat:batsat", &[]),
        frontier: engine("frontier", &[("memory", memory.max(1))]),
    })
}

struct Auto {
    name: String,
    /// How many steps the native engine makes before others join.
    steps: u64,
    /// Bytes for solutions that have been handed over.
    memory: u64,
    native: Box<dyn Backend>,
    cdcl: Box<dyn Backend>,
    sat: Box<dyn Backend>,
    frontier: Box<dyn Backend>,
}

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Solutions.
    List,
    /// The number of all solutions; they may be handed over.
    Count,
    /// The number of all solutions, none of which is handed over.
    CountOnly,
}

/// What an engine tells while it works.
enum Message {
    Solution {
        seat: usize,
        values: Vec<i32>,
    },
    /// With the name of the backend that searched.
    Ended {
        seat: usize,
        name: String,
        result: Box<Result<Answer, SolveError>>,
    },
}

/// An engine at the table.
struct Engine<'a> {
    backend: &'a dyn Backend,
    chair: Chair,
}

/// What a search came to: the number of solutions if they were counted, how it ended, and the engine.
type Answer = (Option<Count>, Report);

impl Backend for Auto {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn recipe(&self) -> Option<String> {
        None
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        Ok(self.run(model, budget, Task::List, on)?.1)
    }

    fn count(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Counted, SolveError> {
        let mut found: u64 = 0;
        // What is to be counted up to a limit has to be handed over.
        let task = if budget.wanted.is_none() { Task::Count } else { Task::List };
        let (number, report) = self.run(model, budget, task, &mut |solution| {
            found += 1;
            on(solution)
        })?;
        let number = number.map_or(found.into(), |number| number.max(found.into()));
        Ok(Counted { number, report })
    }

    fn count_only(&self, model: &Model, budget: &Budget) -> Result<Counted, SolveError> {
        let (number, report) = self.run(model, budget, Task::CountOnly, &mut |_| ControlFlow::Continue(()))?;
        Ok(Counted { number: number.unwrap_or_default(), report })
    }
}

impl Auto {
    fn run(&self, model: &Model, budget: &Budget, task: Task, on: OnSolution<'_>) -> Result<Answer, SolveError> {
        if budget.is_over() {
            return Ok((None, Report { outcome: Outcome::OutOfBudget, stats: Stats::default() }));
        }
        let between_looks = self.steps.min(budget.between_looks);
        // Of chains, others know more soon.
        let steps = if is_path(model) { self.steps / CHAINS } else { self.steps };
        let turn = Arc::new(Turn::alone(steps, between_looks));
        let mut known = Known::new(model, self.memory);
        let alone = budget.in_turn(Arc::clone(&turn), between_looks);
        let first = if cdcl::is_preferred(model) { self.cdcl.as_ref() } else { self.native.as_ref() };
        let ended = search(first, model, &alone, task, &mut |solution| {
            turn.found();
            if !known.note(solution) {
                turn.go_on();
            }
            on(solution)
        });
        match ended {
            Ok((_, Report { outcome: Outcome::OutOfBudget, .. })) if turn.is_spent() && !budget.is_over() => {}
            // Perhaps others can state it.
            Err(SolveError::Unsupported { .. }) => {}
            Ok((number, mut report)) => {
                report.stats.course = Some(first.name());
                return Ok((number, report));
            }
            Err(why) => return Err(why),
        }
        known.join();
        self.in_turns(model, budget, first, task, known, on)
    }

    /// The engines that search in turns, with their shares; the first begins.
    fn engines<'a>(&'a self, model: &Model, first: &dyn Backend, task: Task, between_looks: u64) -> Vec<Engine<'a>> {
        let mut engines = Vec::new();
        let mut add = |backend: &'a dyn Backend, look: u64, early: u64, late: u64| {
            engines.push(Engine { backend, chair: Chair { look, early, late } });
        };
        let cdcl_look = between_looks * ASSIGNED_LITERAL;
        let mut shares = [(self.native.as_ref(), between_looks), (self.cdcl.as_ref(), cdcl_look)];
        if first.name() == self.cdcl.name() {
            shares.reverse();
        }
        let [(first, first_look), (other, other_look)] = shares;
        if task != Task::List {
            // If it fears too many states, its share gets small.
            add(self.frontier.as_ref(), between_looks, 1, if is_path(model) { 1 } else { 6 });
        }
        match (is_path(model), task) {
            (true, Task::List) => {
                add(self.sat.as_ref(), SAT_LOOK, 3, 3);
                add(self.cdcl.as_ref(), cdcl_look, 3, 3);
                add(self.native.as_ref(), between_looks, 1, 1);
            }
            (true, Task::Count | Task::CountOnly) => {
                add(self.cdcl.as_ref(), cdcl_look, 6, 6);
                add(self.sat.as_ref(), SAT_LOOK, 1, 1);
                add(self.native.as_ref(), between_looks, 1, 1);
            }
            (false, Task::Count | Task::CountOnly) => {
                add(first, first_look, 12, 8);
                add(other, other_look, 1, 1);
                if is_light(model) {
                    add(self.sat.as_ref(), SAT_LOOK, 0, 1);
                }
            }
            (false, Task::List) => {
                add(first, first_look, 12, 2);
                add(other, other_look, 1, 1);
                if is_light(model) {
                    add(self.sat.as_ref(), SAT_LOOK, 0, 1);
                }
            }
        }
        engines
    }

    fn in_turns(
        &self,
        model: &Model,
        budget: &Budget,
        first: &dyn Backend,
        task: Task,
        known: Known,
        on: OnSolution<'_>,
    ) -> Result<Answer, SolveError> {
        let between_looks = self.steps.min(budget.between_looks);
        let engines = self.engines(model, first, task, between_looks);
        let chairs: Vec<Chair> = engines.iter().map(|engine| engine.chair).collect();
        let table = Arc::new(RoundTable::new(&chairs, (self.steps / 2).max(1), task != Task::List));
        let known = Mutex::new(known);
        let listing: Vec<usize> = (0..engines.len()).filter(|&seat| engines[seat].backend.lists()).collect();
        let listing = &listing[..];
        let (send, receive) = sync_channel(WAITING);
        thread::scope(|scope| {
            for (seat, engine) in engines.iter().enumerate() {
                let (table, known, send) = (Arc::clone(&table), &known, send.clone());
                let work = move || {
                    let _watch = table.watch();
                    if table.wait(seat) {
                        let turn = Arc::new(Turn::Seat { table: Arc::clone(&table), seat });
                        let budget = budget.in_turn(turn, between_looks);
                        let place = Place { seat, model, budget: &budget, task, table: &table, known, send: &send };
                        place.work(engine, listing);
                    }
                };
                let thread = thread::Builder::new().name("engine".to_owned()).stack_size(STACK);
                thread.spawn_scoped(scope, work).expect("the system lets a process start a thread");
            }
            drop(send);
            // If the receiver of solutions panics, nobody waits: neither for a turn nor for room in the channel.
            let (_watch, receive) = (table.watch(), receive);
            answer(&receive, &table, budget, &first.name(), on)
        })
    }
}

/// Searches with one engine.
fn search(
    engine: &dyn Backend,
    model: &Model,
    budget: &Budget,
    task: Task,
    on: OnSolution<'_>,
) -> Result<Answer, SolveError> {
    if task == Task::CountOnly {
        let Counted { number, report } = engine.count_only(model, budget)?;
        return Ok((Some(number), report));
    }
    if engine.lists() {
        return Ok((None, engine.solve(model, budget, on)?));
    }
    let Counted { number, report } = engine.count(model, budget, on)?;
    Ok((Some(number), report))
}

/// A place at the table.
struct Place<'p> {
    seat: usize,
    model: &'p Model,
    budget: &'p Budget,
    task: Task,
    table: &'p RoundTable,
    known: &'p Mutex<Known>,
    send: &'p SyncSender<Message>,
}

impl Place<'_> {
    /// Searches with the engine, tells what it finds, and leaves. `listing` are those that hand solutions over.
    fn work(&self, engine: &Engine<'_>, listing: &[usize]) {
        let hand: OnSolution<'_> = &mut |solution: &Assignment| {
            self.table.found(self.seat);
            // Until it is sent, nobody else finds it known: with several threads, an engine may hand solutions over while it
            // is another one's turn, and what that one takes for known has to be with the receiver when it comes to its end.
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            match known.take(self.seat, solution, || self.table.keep_first_of(listing)) {
                Verdict::New => {
                    let message = Message::Solution { seat: self.seat, values: solution.values().to_vec() };
                    self.send.send(message).map_or(ControlFlow::Break(()), ControlFlow::Continue)
                }
                Verdict::Known => ControlFlow::Continue(()),
                Verdict::Over => ControlFlow::Break(()),
            }
        };
        let backend = engine.backend;
        let result = search(backend, self.model, self.budget, self.task, hand);
        let goes_on = !matches!(&result, Ok((_, report)) if report.outcome == Outcome::Complete);
        // Nobody reads it only if the thread that asked has panicked.
        let _ = self.send.send(Message::Ended { seat: self.seat, name: backend.name(), result: Box::new(result) });
        if goes_on {
            self.table.leave(self.seat);
        }
    }
}

/// Hands over what the engines find until one of them has the answer or the receiver has enough, and says what it came to.
fn answer(
    receive: &Receiver<Message>,
    table: &RoundTable,
    budget: &Budget,
    native: &str,
    on: OnSolution<'_>,
) -> Result<Answer, SolveError> {
    let mut ended: Vec<(usize, String, Option<Count>, Report)> = Vec::new();
    // The engine that has the answer.
    let mut decided = None;
    let mut refused = None;
    let mut stopped = false;
    let mut failed = None;
    for message in receive {
        match message {
            Message::Solution { .. } if decided.is_some() || failed.is_some() => {}
            Message::Solution { seat, values } => {
                if on(&Assignment::new(values)).is_break() {
                    (decided, stopped) = (Some(seat), true);
                    table.end();
                }
            }
            Message::Ended { seat, name, result } => {
                let (number, report) = match *result {
                    Ok(answer) => answer,
                    Err(why @ SolveError::Unsupported { .. }) => {
                        refused.get_or_insert(why);
                        continue;
                    }
                    Err(why) => {
                        failed.get_or_insert(why);
                        table.end();
                        continue;
                    }
                };
                let is_answer = decided.is_none() && report.outcome == Outcome::Complete;
                if is_answer {
                    decided = Some(seat);
                }
                if is_answer || budget.is_over() {
                    table.end();
                }
                ended.push((seat, name, number, report));
            }
        }
    }
    if let Some(why) = failed {
        return Err(why);
    }
    // Without an answer, an engine tells why there is none that would have gone on, if there is one.
    let by = |(seat, _, _, report): &(usize, String, Option<Count>, Report)| {
        (decided != Some(*seat), report.outcome != Outcome::OutOfBudget, *seat)
    };
    ended.sort_by_key(by);
    let most = ended.iter().filter_map(|(_, _, number, _)| number.clone()).max();
    let mut others: Vec<String> = ended.iter().skip(1).map(|(_, name, ..)| name.clone()).collect();
    let Some((_, name, number, mut report)) = ended.into_iter().next() else {
        return Err(refused.expect("an engine has ended one way or the other"));
    };
    if stopped {
        report.outcome = Outcome::Stopped;
    }
    // It began, if only alone.
    if name != native && !others.iter().any(|other| other == native) {
        others.insert(0, native.to_owned());
    }
    let course = if others.is_empty() { name } else { format!("{name}, in turns with {}", others.join(" and ")) };
    report.stats = Stats { course: Some(course), ..report.stats };
    // Without an answer, each engine's number is a lower bound.
    let number = if report.outcome == Outcome::Complete { number } else { most };
    Ok((number, report))
}

/// Whether the model is one of chains: tables of two columns, and no other rule than that values differ.
fn is_path(model: &Model) -> bool {
    let constraints = || model.constraints().iter().map(|posted| posted.flat());
    let is_link = |constraint: Flat<'_>| matches!(constraint, Flat::Table(Table { vars, .. }) if vars.len() == 2);
    constraints().any(is_link) && constraints().all(|one| is_link(one) || matches!(one, Flat::AllDifferent(_)))
}

/// Whether clauses for the model are made in a moment: not if there are many values, or many of them stand in tables.
fn is_light(model: &Model) -> bool {
    let values: usize = model.variables().iter().map(|variable| variable.domain.len()).sum();
    let cells = |posted: &Posted| match posted.flat() {
        // Two columns need no selectors.
        Flat::Table(Table { vars, relation }) if vars.len() > 2 => vars.len() * relation.len(),
        _ => posted.constraint.vars().count(),
    };
    let cells: usize = model.constraints().iter().map(cells).sum();
    values <= 40_000 && cells <= 100_000
}
