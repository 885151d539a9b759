//! Paths through layered graphs.
//!
//! What it does: states are reached from the first one, and from the end, by steps whose values may be taken. A value
//! none of whose steps joins two such states is forbidden. So propagation is domain consistent.
//!
//! Whose idea: G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004;
//! explanations: G. Gange, P. J. Stuckey, R. Szymanek, "MDD propagators with explanation", Constraints 16, 2011.
//!
//! How ours differs: states are found anew at each run, by one pass either way over the steps. The explanation gives
//! values back from the end on, as long as no path comes to be: what cannot be given back is the reason.
//!
//! When it runs: for `layered=propagate`. The graph is deterministic and has only paths that are accepted.

use super::super::{Contradiction, Literal, Step};
use super::{Facts, Forbidden, Global};
use cnfab_cnf::Alternative;

/// The values of a variable, each with its steps from a state to a state of the next layer.
type Values = Vec<Alternative<Vec<[u32; 2]>, Literal>>;

pub(in super::super) struct Layered {
    /// Of each variable.
    values: Vec<Values>,
    /// How many states there are before each variable and at the end.
    sizes: Vec<usize>,
}

impl Layered {
    pub(in super::super) fn new(values: Vec<Values>) -> Self {
        let mut sizes = vec![1; values.len() + 1];
        for (number, own) in values.iter().enumerate() {
            for &[from, to] in own.iter().flat_map(|value| &value.0) {
                sizes[number] = sizes[number].max(from as usize + 1);
                sizes[number + 1] = sizes[number + 1].max(to as usize + 1);
            }
        }
        Layered { values, sizes }
    }

    /// Before each variable and at the end, the states that are reached from the first one by values that are open.
    fn reached(&self, is_open: impl Fn(&Values, Option<Literal>) -> bool) -> Vec<Vec<bool>> {
        let mut all = vec![(0..self.sizes[0]).map(|state| state == 0).collect::<Vec<bool>>()];
        for (own, &size) in self.values.iter().zip(&self.sizes[1..]) {
            let (before, mut after) = (all.last().expect("the first layer"), vec![false; size]);
            for (steps, _) in own.iter().filter(|value| is_open(own, value.1)) {
                steps.iter().for_each(|&[from, to]| after[to as usize] |= before[from as usize]);
            }
            all.push(after);
        }
        all
    }
}

/// True if a variable may take one of its values. What is assumed to be the value leaves no other one.
fn is_open(own: &Values, literal: Option<Literal>, facts: &Facts<'_>) -> bool {
    let fits = |assumed| literal == Some(assumed) || own.iter().all(|other| other.1 != Some(assumed));
    facts.may_hold(literal) && facts.assumed.is_none_or(fits)
}

impl Global for Layered {
    fn literals(&self) -> Vec<Literal> {
        self.values.iter().flatten().filter_map(|value| value.1).collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let reached = self.reached(|own, literal| is_open(own, literal, facts));
        let mut ends = vec![true; self.sizes[self.values.len()]];
        for (number, own) in self.values.iter().enumerate().rev() {
            let mut begins = vec![false; self.sizes[number]];
            for &(ref steps, literal) in own {
                if !facts.may_hold(literal) {
                    continue;
                }
                let mut is_on_path = false;
                for &[from, to] in steps {
                    if reached[number][from as usize] && ends[to as usize] {
                        (begins[from as usize], is_on_path) = (true, true);
                    }
                }
                if !is_on_path {
                    forbidden.extend(literal);
                }
            }
            if !begins.contains(&true) {
                return Err(Contradiction);
            }
            ends = begins;
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let reached = self.reached(|own, literal| is_open(own, literal, facts));
        if reached[self.values.len()].contains(&true) {
            return false;
        }
        // No state is both reached and one that leads to the end, by values that are open or were given back.
        let mut ends = vec![true; self.sizes[self.values.len()]];
        for (number, own) in self.values.iter().enumerate().rev() {
            let mut begins = vec![false; self.sizes[number]];
            for &(ref steps, literal) in own {
                if !is_open(own, literal, facts) && facts.may_hold(literal) {
                    // Another value is assumed.
                    continue;
                }
                let leading = || steps.iter().filter(|step| ends[step[1] as usize]).map(|step| step[0] as usize);
                if leading().any(|from| reached[number][from]) {
                    literal.into_iter().for_each(|literal| facts.because(literal ^ 1, out));
                } else {
                    leading().for_each(|from| begins[from] = true);
                }
            }
            ends = begins;
        }
        true
    }
}
