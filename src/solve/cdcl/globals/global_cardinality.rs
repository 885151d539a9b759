//! Global cardinalities: a flow from variables to values, within the bounds of the counts.
//!
//! What it does: each variable gets a value, and each value as many variables as its count allows. Where that cannot
//! be, the constraint cannot hold. A variable may take another value if both are in one strongly connected component of
//! the graph in which such a flow can change. All other values are forbidden. So propagation over the variables is
//! domain consistent. A count is at least the number of variables that have its value, and at most of those that may.
//!
//! Whose idea: J.-C. Régin, "Generalized Arc Consistency for Global Cardinality Constraint", AAAI 1996. That least and
//! largest counts can be told apart: C.-G. Quimper, A. Golynski, A. López-Ortiz, P. van Beek, "An Efficient Bounds
//! Consistency Algorithm for the Global Cardinality Constraint", Constraints 10, 2005. Explanations: N. Downing, T.
//! Feydy, P. J. Stuckey, "Explaining Flow-Based Propagation", CPAIOR 2012.
//!
//! How ours differs: an explanation is a cut of one of two kinds. Either some variables have only values that together
//! take fewer, or some values need more variables than may take them. The flow is never undone: what no longer fits in
//! it is mended at the next run.
//!
//! When it runs: for `global-cardinality=propagate`. The sum of the counts is stated beside it.

use super::super::Literal;
use super::super::strongly_connected::Components;
use super::{Facts, Global, literals_of, lower, raise};
use crate::cnf::{Alternative, Integer};

/// No value.
const NONE: u32 = u32::MAX;

/// The values of a variable.
type Values = Vec<Alternative<u32, Literal>>;

pub(in super::super) struct GlobalCardinality {
    variables: Vec<Values>,
    counts: Vec<Integer<Literal>>,
    /// The value that each variable has in the flow, or none.
    flow: Vec<u32>,
    components: Components,
}

/// Why there is no flow.
struct Cut {
    /// Whether variables have only values that take fewer; else values need more variables than those that may take
    /// them.
    is_above: bool,
    /// The variables that have only these values, or that may take none of them.
    variables: Vec<bool>,
    values: Vec<bool>,
}

/// The values that variables may take, and the bounds of the counts.
struct Network {
    /// Of each variable the values that are open.
    open: Vec<Vec<u32>>,
    /// Of each value, the least and the largest count.
    bounds: Vec<[i64; 2]>,
}

impl GlobalCardinality {
    pub(in super::super) fn new(variables: Vec<Values>, counts: Vec<Integer<Literal>>) -> Self {
        let flow = vec![NONE; variables.len()];
        GlobalCardinality { variables, counts, flow, components: Components::default() }
    }

    /// The choice that a variable has in any case: a true literal, one that is assumed, or the only one.
    fn taken(&self, variable: usize, facts: &Facts<'_>) -> Option<Alternative<u32, Literal>> {
        self.variables[variable].iter().copied().find(|choice| facts.holds(choice.1))
    }

    fn network(&self, facts: &Facts<'_>) -> Network {
        let own = |variable: usize| match self.taken(variable, facts) {
            Some((value, _)) => vec![value],
            None => {
                let open = self.variables[variable].iter().filter(|choice| facts.may_hold(choice.1));
                open.map(|choice| choice.0).collect()
            }
        };
        let open: Vec<Vec<u32>> = (0..self.variables.len()).map(own).collect();
        let mut bounds: Vec<[i64; 2]> = self.counts.iter().map(|of| [facts.low(of), facts.high(of)]).collect();
        // Values that are not counted have no bounds.
        let largest = self.variables.iter().flatten().map(|choice| choice.0 as usize + 1).max();
        bounds.resize(bounds.len().max(largest.unwrap_or(0)), [0, i64::MAX]);
        Network { open, bounds }
    }

    /// Appends why a cut is there.
    fn because_cut(&self, cut: &Cut, network: &Network, facts: &Facts<'_>, out: &mut Vec<Literal>) {
        let Cut { is_above, variables, values } = cut;
        for (number, count) in self.counts.iter().enumerate().filter(|count| values[count.0]) {
            let [low, high] = network.bounds[number];
            match is_above {
                true => facts.because_at_most(count, high, out),
                false => facts.because_at_least(count, low, out),
            }
        }
        for (variable, own) in self.variables.iter().enumerate().filter(|own| variables[own.0]) {
            match self.taken(variable, facts) {
                Some((_, literal)) => literal.into_iter().for_each(|literal| facts.because(literal, out)),
                None => {
                    let closed = own.iter().filter(|choice| values[choice.0 as usize] != *is_above);
                    closed.filter_map(|choice| choice.1).for_each(|literal| facts.because(literal ^ 1, out));
                }
            }
        }
    }
}

impl Network {
    /// Makes a flow of what was one. Returns how many variables have each value.
    ///
    /// # Errors
    /// If there is none.
    fn mend(&self, flow: &mut [u32]) -> Result<Vec<i64>, Cut> {
        if let Some(value) = self.bounds.iter().position(|bounds| bounds[1] < 0) {
            let values = (0..self.bounds.len()).map(|other| other == value).collect();
            return Err(Cut { is_above: true, variables: vec![false; flow.len()], values });
        }
        let mut numbers = vec![0; self.bounds.len()];
        for (value, open) in flow.iter_mut().zip(&self.open).filter(|of| *of.0 != NONE) {
            let number = &mut numbers[*value as usize];
            match *number < self.bounds[*value as usize][1] && open.contains(value) {
                true => *number += 1,
                false => *value = NONE,
            }
        }
        for value in 0..self.bounds.len() {
            while numbers[value] < self.bounds[value][0] {
                self.fill(value as u32, flow, &mut numbers)?;
            }
        }
        for variable in 0..flow.len() {
            if flow[variable] == NONE {
                self.place(variable, flow, &mut numbers)?;
            }
        }
        Ok(numbers)
    }

    /// Gives a value one more variable: one without a value, or of a value that can do with fewer, at the end of a path
    /// along which variables change their values.
    fn fill(&self, value: u32, flow: &mut [u32], numbers: &mut [i64]) -> Result<(), Cut> {
        // Of each variable that was reached the value that it may take, and of each value the variable that has it.
        let (mut to, mut from) = (vec![NONE; flow.len()], vec![NONE; numbers.len()]);
        let mut is_in = vec![false; numbers.len()];
        is_in[value as usize] = true;
        let mut values = vec![value];
        let mut next = 0;
        while let Some(&needed) = values.get(next) {
            next += 1;
            for variable in 0..flow.len() {
                let own = flow[variable];
                if to[variable] != NONE || own == needed || !self.open[variable].contains(&needed) {
                    continue;
                }
                to[variable] = needed;
                if own == NONE || numbers[own as usize] > self.bounds[own as usize][0] {
                    numbers[value as usize] += 1;
                    if own != NONE {
                        numbers[own as usize] -= 1;
                    }
                    let mut last = variable;
                    while to[last] != value {
                        flow[last] = to[last];
                        last = from[to[last] as usize] as usize;
                    }
                    flow[last] = value;
                    return Ok(());
                }
                if !std::mem::replace(&mut is_in[own as usize], true) {
                    from[own as usize] = variable as u32;
                    values.push(own);
                }
            }
        }
        let has_none = |open: &Vec<u32>| !open.iter().any(|&value| is_in[value as usize]);
        Err(Cut { is_above: false, variables: self.open.iter().map(has_none).collect(), values: is_in })
    }

    /// Gives a variable a value, at the end of a path along which variables change theirs.
    fn place(&self, variable: usize, flow: &mut [u32], numbers: &mut [i64]) -> Result<(), Cut> {
        // Of each value that was reached, the variable that may take it.
        let mut from = vec![NONE; numbers.len()];
        let mut is_in = vec![false; flow.len()];
        is_in[variable] = true;
        let mut variables = vec![variable];
        let mut next = 0;
        while let Some(&leaving) = variables.get(next) {
            next += 1;
            for &value in &self.open[leaving] {
                if from[value as usize] != NONE {
                    continue;
                }
                from[value as usize] = leaving as u32;
                if numbers[value as usize] < self.bounds[value as usize][1] {
                    numbers[value as usize] += 1;
                    let mut free = value;
                    while free != NONE {
                        free = std::mem::replace(&mut flow[from[free as usize] as usize], free);
                    }
                    return Ok(());
                }
                for other in (0..flow.len()).filter(|&other| flow[other] == value) {
                    if !std::mem::replace(&mut is_in[other], true) {
                        variables.push(other);
                    }
                }
            }
        }
        let values = from.into_iter().map(|variable| variable != NONE).collect();
        Err(Cut { is_above: true, variables: is_in, values })
    }
}

impl Global for GlobalCardinality {
    fn literals(&self) -> Vec<Literal> {
        let mut all = literals_of(self.counts.iter());
        all.extend(self.variables.iter().flatten().filter_map(|choice| choice.1));
        all
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Vec<Literal>) -> bool {
        let network = self.network(facts);
        let Ok(numbers) = network.mend(&mut self.flow) else { return false };
        for (number, count) in self.counts.iter().enumerate() {
            let may = |open: &&Vec<u32>| open.contains(&(number as u32));
            let possible = network.open.iter().filter(may).count() as i64;
            let fixed = network.open.iter().filter(may).filter(|open| open.len() == 1).count() as i64;
            let [low, high] = network.bounds[number];
            if fixed > low && !raise(count, fixed, forbidden) || possible < high && !lower(count, possible, forbidden) {
                return false;
            }
        }
        // The nodes: variables, values, and one between values that may lose a variable and those that may get one.
        let (variables, values) = (self.flow.len(), numbers.len());
        let (flow, hub) = (&self.flow, variables + values);
        self.components.find(hub + 1, |node, next| {
            let (node, next) = (node as usize, next as usize);
            let step = |to: usize, place: usize| Some((to as u32, place as u32 + 1));
            if node == hub {
                let place = (next..values).find(|&value| numbers[value] > network.bounds[value][0])?;
                return step(variables + place, place);
            }
            let Some(value) = node.checked_sub(variables) else {
                let place = (next..network.open[node].len()).find(|&place| network.open[node][place] != flow[node])?;
                return step(variables + network.open[node][place] as usize, place);
            };
            match (next..variables).find(|&variable| flow[variable] as usize == value) {
                Some(variable) => step(variable, variable),
                None if next <= variables && numbers[value] < network.bounds[value][1] => step(hub, variables),
                None => None,
            }
        });
        let component = |node: usize| self.components.of[node];
        for (variable, own) in self.variables.iter().enumerate() {
            if network.open[variable].len() == 1 {
                continue;
            }
            for &(value, literal) in own.iter().filter(|choice| facts.may_hold(choice.1)) {
                if value != flow[variable] && component(variable) != component(variables + value as usize) {
                    forbidden.extend(literal);
                }
            }
        }
        true
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let network = self.network(facts);
        let cut = network.mend(&mut self.flow.clone()).err();
        cut.iter().for_each(|cut| self.because_cut(cut, &network, facts, out));
        cut.is_some()
    }
}
