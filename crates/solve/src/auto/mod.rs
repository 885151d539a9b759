//! The default strategy: picks an engine by the task and by the engines' estimates of the model.
//!
//! No engine is best at every model, and which one it is can be foreseen only in part: J. R. Rice, "The algorithm
//! selection problem", Advances in Computers 15, 1976. What cannot be foreseen is tried: engines work in turns. Native
//! search begins, because most puzzles take it no longer than others need to put them into their own form; on these,
//! nothing else happens. When it has made a number of steps (`steps`) without an end, others join.
//!
//! - Models with an objective, with sums that have weights or hidden variables, with wide domains, or with circuits,
//!   connected nodes and schedules are learnt from soon: `sat:cdcl` with every constraint propagated and literals made
//!   on demand has most of the turns, after few steps of native search. Where native search would list many values,
//!   `sat:cdcl` begins, and the others join after some seconds, or only if it cannot state the model. Clauses for all
//!   sums and tables have some turns as well, if they are not many. They begin, and have most of the turns, where no
//!   variable has many values. Integer programs that are not large have a moment before, by `ilp`, which has some of
//!   the turns as well where an optimum is searched. There it has turns for few clauses and counts, too.
//! - Of other models, `cdcl` comes to its turn now and then, and clauses after a second or so, if they are not many. A
//!   backtracker goes astray on chains (tables of two columns over different values, as in a Hidoku) without many
//!   givens, and only its slowest engine takes hidden variables: there `cdcl` joins soon and has most of the turns.
//!   Large models of which most is given begin with `cdcl`. Tables of more than two columns are left to clauses, as
//!   `cdcl` has to state each of their rows as well.
//! - Clauses go to batsat if the model has nothing but clauses and counts, otherwise to `sat:cdcl`, which propagates.
//! - If all solutions are to be counted, `frontier`, whose effort does not depend on their number. It tells how many
//!   states it fears. If these are not too many, it has a long turn first.
//!
//! Engines that search for an optimum tell each other the value of the best solution, and ask for better ones.
//!
//! Restarts with growing limits, as M. Luby, A. Sinclair and D. Zuckerman have them ("Optimal speedup of Las Vegas
//! algorithms", Information Processing Letters 47, 1993), would lose what was done before each. Here each engine has a
//! thread of its own and sleeps where it stands until it is its turn again (`solve::scheduler`). The engine that
//! begins has the first turn, and goes on with its search later. An engine whose share of the turns is a k-th needs k
//! times as long as alone. One that has found more solutions than the others gets more than its share. The first engine
//! that comes to an end has the answer: the search is complete exactly if that engine's search was.
//!
//! Most small models need less than a thread takes to start. They are first searched for a moment in the calling thread
//! (`at_once`). If that does not do, the few milliseconds are lost.
//!
//! A solution that another engine has found before is not handed over again (`known`). When the memory for them
//! (`memory`) is full, only the engine with the most solutions goes on.
//!
//! Where solutions are handed over, turns are measured in steps, so two searches do the same; counts take all but the
//! first turn by the clock. With several `threads`, each engine but frontier, batsat and ilp uses all of them in its
//! turn.
//!
//! What it is not: a portfolio in parallel. It never uses more threads than `threads`.

mod answer;
mod engines;
mod features;
mod known;
mod ladder;
mod moments;

use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread;

use cnfab_model::{Model, Takes};

use super::boolean::LazyForm;
use super::defined::Defined;
use super::lowered::own;
use super::scheduler::{Scheduler, Shares};
use super::tuning::auto::{SOON, STACK};
use super::tuning::search::WAITING;
use super::turn::Turn;
pub use ladder::{Ladder, Rung, ladder};

use super::{
    Backend, Budget, Count, Counted, Encodings, Limit, OnSolution, Options, Outcome, Report, SolveError, Stats,
    Strategy, cdcl,
};
use answer::{EnginePlace, answer};
use engines::{begins_briefly, begins_natively};
pub use features::is_program;
use features::{Class, ENCODED, PROPAGATED, is_light, is_lowered_soon};
use known::Known;

/// The recipe of batsat. Chains take it a little less time in order encoding than with one literal per value. Its
/// search then also differs more from the search of `cdcl`, which is of use where engines take turns.
const RECIPE: &str = "domain=order";

/// Makes the backend.
pub(super) fn backend(options: &Options, encodings: &Encodings) -> Box<dyn Backend> {
    Box::new(auto(options, encodings))
}

fn auto(options: &Options, encodings: &Encodings) -> Auto {
    let (threads, memory) = (options.number("threads"), options.number("memory"));
    // Not the encodings that were asked for, which are those of other strategies.
    let by = |recipe: &str| Encodings { recipe: recipe.parse().expect("registered names"), ..encodings.clone() };
    let strategy = |text: &str, options: &[(&str, u64)]| {
        let strategy = Strategy::parse(text).expect("a registered strategy");
        let with = |strategy: Strategy, &(name, value): &(&str, u64)| {
            strategy.with(name, &value.to_string()).expect("an option of the strategy")
        };
        options.iter().fold(strategy, with)
    };
    let engine = |text: &str, options: &[(&str, u64)]| strategy(text, options).backend(&by(RECIPE));
    let native = strategy("backtrack", &[("threads", threads)]);
    let ordered = native.with("order", options.get("order")).expect("an option of the strategy");
    Auto {
        name: options.strategy(),
        steps: options.number("steps"),
        memory: memory.saturating_mul(1_000_000),
        native: ordered.backend(&by(RECIPE)),
        cdcl: strategy("cdcl", &[("threads", threads)]),
        sat: engine("sat:batsat", &[]),
        clauses: strategy("sat:cdcl", &[]).backend(&by(ENCODED)),
        propagated: strategy("sat:cdcl", &[]).backend(&by(PROPAGATED)),
        rows: Box::new(Defined(engine("ilp", &[]))),
        frontier: engine("frontier", &[("memory", memory.max(1))]),
        components: engine("components", &[("memory", memory.max(1))]),
    }
}

struct Auto {
    name: String,
    /// How many steps the native engine makes before others join.
    steps: u64,
    /// Bytes for solutions that have been handed over.
    memory: u64,
    native: Box<dyn Backend>,
    cdcl: Strategy,
    sat: Box<dyn Backend>,
    /// Clauses, for an optimum of a model that has nothing else.
    clauses: Box<dyn Backend>,
    /// Constraints that are propagated, with literals made on demand.
    propagated: Box<dyn Backend>,
    frontier: Box<dyn Backend>,
    /// Counts of models whose solutions have weights.
    components: Box<dyn Backend>,
    /// An integer program.
    rows: Box<dyn Backend>,
}

/// The task: to list solutions, or to count them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Task {
    /// Solutions.
    List,
    /// The number of all solutions; they may be handed over.
    Count,
    /// The number of all solutions, none of which is handed over.
    CountOnly,
    /// Better and better solutions.
    Optimum,
}

/// An engine in the portfolio, and the model in the form that it gets.
struct Engine<'a> {
    backend: &'a dyn Backend,
    model: &'a Model,
    shares: Shares,
}

/// A model as it is stated and by flat classes alone, its class, and conflict-driven search of the model.
#[derive(Clone, Copy)]
struct Start<'a> {
    stated: &'a Model,
    flat: &'a Model,
    class: Class,
    /// True if clauses are made in a moment.
    is_light: bool,
    cdcl: &'a dyn Backend,
}

/// The result of a search: the number of solutions if they were counted, how it ended, and the engine.
type Answer = (Option<Count>, Report);

impl Backend for Auto {
    fn name(&self) -> String {
        self.name.clone()
    }

    /// Clauses get the model as it is stated: a bound is one literal then, not one for each value.
    fn takes(&self) -> Takes {
        Takes { class: |_| true, any_values: true, ..Takes::CONDITIONS }
    }

    fn weighs(&self) -> bool {
        true
    }

    fn optimise(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        Ok(self.run(model, &budget.for_one_optimum(), Task::Optimum, on)?.1)
    }

    fn solve(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Report, SolveError> {
        Ok(self.run(model, budget, Task::List, on)?.1)
    }

    fn count(&self, model: &Model, budget: &Budget, on: OnSolution<'_>) -> Result<Counted, SolveError> {
        if model.weights().is_some() {
            let mut counted = self.components.count(model, budget, on)?;
            counted.report.stats.course = Some(self.components.name());
            return Ok(counted);
        }
        let mut found: u64 = 0;
        // Counting up to a limit has to hand solutions over.
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
    fn run(&self, stated: &Model, budget: &Budget, task: Task, on: OnSolution<'_>) -> Result<Answer, SolveError> {
        if budget.is_over() {
            return Ok((None, Report { outcome: Outcome::Stopped(Limit::Time), stats: Stats::default() }));
        }
        let mut known = Known::new(stated, budget.memory_within(self.memory, 4));
        let lowered = if is_lowered_soon(stated) { stated.lowered(Takes::FLAT).map_err(drop) } else { Err(()) };
        let Ok(flat) = lowered else {
            // Simpler constraints may be very many, or too many for all others.
            let is_light = is_light(stated);
            let cdcl = self.propagated.as_ref();
            let start = Start { stated, flat: stated, class: Class::Learnt, is_light, cdcl };
            return match self.briefly(start, budget, task, &mut known, on)? {
                Some(answer) => Ok(answer),
                None => self.in_turns(budget, start, task, known, on),
            };
        };
        let (model, on): (&Model, OnSolution<'_>) = (&flat, &mut own(stated.variables().len(), on));
        let form = LazyForm::new(model);
        let cdcl = cdcl::backend_of(self.cdcl.options(), &form);
        let class = Class::of(stated, model, || cdcl::is_preferred(&form));
        // What takes long to know is not known yet.
        let mut start = Start { stated, flat: model, class, is_light: false, cdcl: &cdcl };
        if let Some(answer) = self.briefly(start, budget, task, &mut known, on)? {
            return Ok(answer);
        }
        start.is_light = is_light(stated);
        let counted = known.counted.take();
        let (number, report) = self.in_turns(budget, start, task, known, on)?;
        // Without an answer, each engine's number is a lower bound.
        Ok((if report.outcome == Outcome::Exhausted { number } else { number.max(counted) }, report))
    }

    /// The steps of the first engine before others join. Others know more soon.
    fn first_turn(&self, start: Start<'_>) -> u64 {
        match start.class {
            Class::Path | Class::Hidden => self.steps / SOON,
            Class::Learnt if begins_briefly(start) || begins_natively(start) => self.steps / SOON,
            Class::Given | Class::Tables | Class::Other | Class::Learnt => self.steps,
        }
    }

    /// The steps of the first turns after that.
    fn turn(&self) -> u64 {
        (self.steps / 2).max(1)
    }

    fn in_turns(
        &self,
        budget: &Budget,
        start: Start<'_>,
        task: Task,
        known: Known,
        on: OnSolution<'_>,
    ) -> Result<Answer, SolveError> {
        let between_looks = self.steps.min(budget.between_looks);
        let engines = self.engines(start, task, between_looks);
        let shares: Vec<Shares> = engines.iter().map(|engine| engine.shares).collect();
        let by_clock = matches!(task, Task::Count | Task::CountOnly);
        let names = engines.iter().map(|engine| title(engine.backend)).collect();
        let scheduler = Scheduler::new(&shares, self.first_turn(start), self.turn(), by_clock);
        let scheduler = Arc::new(scheduler.logging(names, budget.log.clone()));
        let known = Mutex::new(known);
        let listing: Vec<usize> = (0..engines.len()).filter(|&slot| engines[slot].backend.lists()).collect();
        let listing = &listing[..];
        let (send, receive) = sync_channel(WAITING);
        thread::scope(|scope| {
            for (slot, engine) in engines.iter().enumerate() {
                let (scheduler, known, send) = (Arc::clone(&scheduler), &known, send.clone());
                let work = move || {
                    let _watch = scheduler.watch();
                    if scheduler.wait(slot) {
                        let turn = Arc::new(Turn::Slot { scheduler: Arc::clone(&scheduler), slot });
                        let budget = budget.in_turn(turn, between_looks);
                        let place =
                            EnginePlace { slot, budget: &budget, task, scheduler: &scheduler, known, send: &send };
                        place.work(engine, listing);
                    }
                };
                let thread = thread::Builder::new().name("engine".to_owned()).stack_size(STACK);
                thread.spawn_scoped(scope, work).expect("the system lets a process start a thread");
            }
            drop(send);
            // If the receiver of solutions panics, nobody waits: neither for a turn nor for room in the channel.
            let (_watch, receive) = (scheduler.watch(), receive);
            answer(&receive, &scheduler, budget, on)
        })
    }
}

/// The name of an engine for those who read the log: there are two of one strategy.
fn title(engine: &dyn Backend) -> String {
    match engine.recipe() {
        Some(recipe) if recipe.contains("linear=propagate") => format!("{} by propagation", engine.name()),
        Some(_) => format!("{} by clauses", engine.name()),
        None => engine.name(),
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
    if task == Task::Optimum {
        return Ok((None, engine.optimise(model, budget, on)?));
    }
    if engine.lists() {
        return Ok((None, engine.solve(model, budget, on)?));
    }
    let Counted { number, report } = engine.count(model, budget, on)?;
    Ok((Some(number), report))
}
