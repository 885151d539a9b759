//! Counting without listing: how many paths lead to each state of a frontier that passes through the model.
//!
//! What it does: a walk decides one thing after the other, and merges what it need not tell apart any more. The states
//! of a layer are what the open rules have to know, each with the exact number of paths to it. Counting takes as long
//! as there are states, however many solutions there are. `variables` takes variable by variable, for rules of every
//! class; `cover` the items of an exact cover; `rows` the rows of boards that are linked by their neighbours and by
//! counts.
//!
//! Whose idea: K. Sekine, H. Imai, S. Tani, "Computing the Tutte Polynomial of a Graph of Moderate Size", ISAAC 1995;
//! J. Kawahara, T. Inoue, H. Iwashita, S. Minato, "Frontier-Based Search for Enumerating All Constrained Subgraphs with
//! Compressed Representation", 2017.
//!
//! How ours differs: only the last layer is kept, no diagram. Several orders are compiled, and the one with the lowest
//! estimate is walked. Numbers are 64-bit words until one does not fit; then all is done again with larger ones.
//!
//! When it runs: as the strategy `frontier`, and within `auto` for tasks that count all solutions. A model with hidden
//! variables that the shown ones leave a choice is refused (`hidden`).

mod automaton;
mod cover;
mod hidden;
mod number;
mod order;
mod program;
mod rows;
mod rules;
mod states;
mod variables;
mod walk;

use std::time::Instant;

use num_bigint::BigUint;

use cnfab_model::{Model, Var, narrow};

use super::{
    Backend, Budget, Count, Counted, Encodings, FrontierWalk, Limit, OnSolution, Options, Outcome, Refusal, Report,
    SolveError, Stats,
};
use program::Program;
use rows::Board;
use rules::{NoRules, Rules};

/// Makes the backend.
pub(super) fn backend(options: &Options, _: &Encodings) -> Box<dyn Backend> {
    let walk = FrontierWalk::named(options.get("walk"));
    Box::new(Frontier { name: options.strategy(), walk, memory: options.number("memory") * 1_000_000 })
}

/// The logarithm of the number of states to fear, to base 2.
///
/// # Errors
/// Why the model cannot be counted.
pub(super) fn estimate(model: &Model) -> Result<f64, Refusal> {
    let frontier = Frontier { name: "frontier".to_owned(), walk: FrontierWalk::Auto, memory: 0 };
    match frontier.plan(model, &Budget::unlimited()) {
        Ok(plan) => Ok(plan.map_or(0.0, |plan| plan.estimate())),
        Err(NoPlan::Refused(why)) => Err(Refusal::new(why)),
        Err(NoPlan::Over) => unreachable!("the budget is unlimited"),
    }
}

struct Frontier {
    name: String,
    walk: FrontierWalk,
    /// Bytes for states.
    memory: u64,
}

/// The limits of a walk.
struct Limits<'b> {
    budget: &'b Budget,
    memory: u64,
}

/// The costs of a walk.
#[derive(Default)]
struct Effort {
    states: u64,
}

/// Why there is no plan.
enum NoPlan {
    /// The budget.
    Over,
    Refused(String),
}

impl From<&str> for NoPlan {
    fn from(why: &str) -> Self {
        NoPlan::Refused(why.to_owned())
    }
}

impl From<String> for NoPlan {
    fn from(why: String) -> Self {
        NoPlan::Refused(why)
    }
}

/// Why a walk ended early.
enum Stop {
    Budget,
    Memory,
    /// A number does not fit its type.
    TooLarge,
}

impl Backend for Frontier {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn lists(&self) -> bool {
        false
    }

    fn solve(&self, _: &Model, _: &Budget, _: OnSolution<'_>) -> Result<Report, SolveError> {
        Err(self.unsupported("finding solutions: it only counts them".to_owned()))
    }

    fn count(&self, model: &Model, budget: &Budget, _: OnSolution<'_>) -> Result<Counted, SolveError> {
        let begun = Instant::now();
        let plan = match self.plan(model, budget) {
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(counted(Count::zero(), Outcome::Exhausted, Stats::default())),
            Err(NoPlan::Over) => {
                return Ok(counted(Count::zero(), Outcome::Stopped(Limit::Time), Stats::default()));
            }
            Err(NoPlan::Refused(why)) => return Err(self.unsupported(why)),
        };
        let mut stats = Stats { encode_s: Some(begun.elapsed().as_secs_f64()), ..Stats::default() };
        budget.begin(&stats);
        budget.announce(plan.estimate().exp2());
        let limits = Limits { budget, memory: budget.memory_within(self.memory, 2) };
        let mut effort = Effort::default();
        let mut result = match (&plan.board, &plan.program) {
            (Some(board), _) => rows::walk(board, &limits, &mut effort),
            (None, Some(program)) => walk::walk::<u64>(program, &limits, &mut effort),
            (None, None) => Err(Stop::TooLarge),
        };
        // Boards take their memory in pieces, so the other walks can do with less.
        if let (Err(Stop::Memory), Some(_), Some(program)) = (&result, &plan.board, &plan.program) {
            result = walk::walk::<u64>(program, &limits, &mut effort);
        }
        if let (Err(Stop::TooLarge), Some(program)) = (&result, &plan.program) {
            result = walk::walk::<u128>(program, &limits, &mut effort);
            if matches!(result, Err(Stop::TooLarge)) {
                result = walk::walk::<BigUint>(program, &limits, &mut effort);
            }
        }
        stats.nodes = Some(effort.states);
        Ok(match result {
            Ok(number) => counted(number, Outcome::Exhausted, stats),
            Err(Stop::Budget) => counted(Count::zero(), Outcome::Stopped(Limit::Time), stats),
            Err(Stop::Memory) => counted(Count::zero(), Outcome::Stopped(Limit::Own(USED_UP)), stats),
            Err(Stop::TooLarge) => counted(Count::zero(), Outcome::Stopped(Limit::Own(TOO_LARGE)), stats),
        })
    }
}

/// Why it gives up.
const USED_UP: &str = "the memory for states is used up";
const TOO_LARGE: &str = "a number has more than 128 bits, which only the other walks can do";

/// How to count: by rows if there is a board. The program is there for numbers that are too large for that.
struct Plan {
    board: Option<Board>,
    program: Option<Program>,
}

impl Plan {
    /// The logarithm of the number of states to fear, to base 2.
    fn estimate(&self) -> f64 {
        let program = self.program.as_ref().map(|program| program.estimate);
        self.board.as_ref().map(|board| board.estimate).or(program).unwrap_or_default()
    }
}

fn counted(number: Count, outcome: Outcome, stats: Stats) -> Counted {
    Counted { number, report: Report { outcome, stats } }
}

impl Frontier {
    /// The plan that promises the fewest states; `None` if there is no solution. Looks at the budget now and then, as a
    /// plan may take longer than others need for the model.
    fn plan(&self, model: &Model, budget: &Budget) -> Result<Option<Plan>, NoPlan> {
        let look = || if budget.is_over() { Err(NoPlan::Over) } else { Ok(()) };
        if model.variables().iter().any(|variable| variable.domain.is_empty()) {
            return Ok(None);
        }
        let Some(domains) = narrow(model) else { return Ok(None) };
        let model = model.with_domains(domains);
        let rules = match Rules::new(&model) {
            Ok(rules) => rules,
            Err(NoRules::Impossible) => return Ok(None),
            Err(NoRules::Unsupported(what)) => return Err(what.into()),
        };
        if let Some(var) = hidden::undetermined(&rules, model.shown().into_iter().map(Var::index)) {
            let name = model.name(Var::from_index(var));
            let what = format!("hidden variables that may have a choice ({name}): it would count each of their values");
            return Err(what.into());
        }
        look()?;
        let mut programs = Vec::new();
        let mut reason = String::new();
        if matches!(self.walk, FrontierWalk::Auto | FrontierWalk::Cover) {
            match cover::compile(&rules) {
                Ok(covers) => programs.extend(covers),
                Err(why) => reason = why,
            }
        }
        if matches!(self.walk, FrontierWalk::Auto | FrontierWalk::Variables) {
            for order in orders(&model, &rules) {
                look()?;
                match variables::compile(&rules, &order) {
                    Ok(program) => programs.push(program),
                    Err(why) => reason = why,
                }
            }
        }
        let program = programs.into_iter().min_by(|a, b| a.estimate.total_cmp(&b.estimate));
        let mut board = None;
        if matches!(self.walk, FrontierWalk::Auto | FrontierWalk::Rows) {
            match Board::new(&model, &rules, budget) {
                Ok(found) => {
                    let is_better = program.as_ref().is_none_or(|program| found.estimate < program.estimate);
                    board = is_better.then_some(found);
                }
                Err(NoPlan::Refused(why)) if self.walk == FrontierWalk::Rows => reason = why,
                Err(NoPlan::Refused(_)) => {}
                Err(NoPlan::Over) => return Err(NoPlan::Over),
            }
        }
        if program.is_none() && board.is_none() {
            return Err(reason.into());
        }
        Ok(Some(Plan { board, program }))
    }
}

/// Orders of the variables that are worth a look.
fn orders(model: &Model, rules: &Rules) -> Vec<Vec<usize>> {
    let count = model.variables().len();
    let mut orders: Vec<Vec<usize>> = vec![(0..count).collect()];
    for (_, declared) in model.orders() {
        let mut order = Vec::with_capacity(count);
        let mut seen = vec![false; count];
        for var in declared.iter().flat_map(|phase| &phase.vars).map(|var| var.index()).chain(0..count) {
            if !std::mem::replace(&mut seen[var], true) {
                order.push(var);
            }
        }
        orders.push(order);
    }
    orders.push(order::breadth_first(count, rules.scopes()));
    orders
}
