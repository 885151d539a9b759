//! Declared orders of decisions over the literals of a solver that makes them on demand.
//!
//! An order in phases is what search annotations of MiniZinc say. Bounds are all that the solver has of an integer:
//! where a rule asks for more, the nearest rule about bounds takes its place. The number of constraints of a variable
//! is known beforehand, so that variables are sorted by it. A middle value becomes the lower half.

use cnfab_cnf::{BranchingPhase, ClauseSink, Integer, Lit, NextHalf, NextInteger};
use cnfab_model::{Model, NextValue, NextVar, Phase, Var};

use super::{LitOrConst, VarMap};

/// The phases of an order, without variables that have few literals of no use to it.
pub(super) fn branching(
    model: &Model,
    phases: &[Phase],
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
) -> Vec<BranchingPhase<Lit>> {
    let mut degrees = vec![0usize; model.variables().len()];
    for posted in model.constraints() {
        posted.constraint.vars().for_each(|var| degrees[var.index()] += 1);
    }
    let mut of = |phase: &Phase| {
        let (next, half) = (next(phase.next), half(phase.value));
        let mut own = phase.vars.clone();
        if matches!(phase.next, NextVar::MostConstraints | NextVar::MostConstrained) {
            own.sort_by_key(|var| std::cmp::Reverse(degrees[var.index()]));
        }
        let integers = own.into_iter().filter_map(|var| integer(var, vars, out)).collect();
        BranchingPhase { integers, next, half }
    };
    phases.iter().map(&mut of).collect()
}

fn next(rule: NextVar) -> NextInteger {
    match rule {
        NextVar::First | NextVar::MostConstraints => NextInteger::First,
        NextVar::FewestValues | NextVar::MostConstrained | NextVar::Heaviest => NextInteger::Fewest,
        NextVar::MostValues => NextInteger::Most,
        NextVar::SmallestValue | NextVar::LargestRegret => NextInteger::Least,
        NextVar::LargestValue => NextInteger::Largest,
    }
}

fn half(rule: NextValue) -> NextHalf {
    match rule {
        NextValue::Smallest | NextValue::Random => NextHalf::Least,
        NextValue::Largest => NextHalf::Largest,
        NextValue::Middle => NextHalf::Lower,
    }
}

/// A variable by its number, or by its only literal; none if it has one value, or literals from the beginning.
fn integer(var: Var, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<Integer<Lit>> {
    let domain = vars.domain(var);
    let (least, largest, values) = (domain.min()?, domain.max()?, domain.len());
    if let Some(number) = vars.integer(var) {
        return Some(Integer { least: least.into(), steps: Vec::new(), number: Some(number) });
    }
    match (values, vars.is(var, largest, out)) {
        (2, LitOrConst::Lit(lit)) => {
            Some(Integer { least: least.into(), steps: vec![(largest.into(), lit)], number: None })
        }
        _ => None,
    }
}
