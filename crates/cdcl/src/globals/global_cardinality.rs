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

use super::super::strongly_connected::Components;
use super::super::{Contradiction, Literal, Step};
use super::{Facts, Forbidden, Global};
use cnfab_cnf::{Alternative, Integer};

/// No value.
const NONE: u32 = u32::MAX;

/// The values of a variable.
type Values = Vec<Alternative<u32, Literal>>;

pub(in super::super) struct GlobalCardinality {
    variables: Vec<Values>,
    counts: Vec<Integer<Literal>>,
    /// Of each value the variables that have it.
    takers: Vec<Vec<u32>>,
    /// The value that each variable has in the flow, or none.
    flow: Vec<u32>,
    components: Components,
}

/// Why there is no flow.
struct Cut {
    /// True if variables have only values that take fewer; else values need more variables than those that may take
    /// them.
    is_above: bool,
    /// The variables that have only these values, or that may take none of them.
    variables: Vec<bool>,
    values: Vec<bool>,
}

/// The values that variables may take, and the bounds of the counts.
struct Network<'c> {
    /// Of each variable the values that are open.
    open: Vec<Vec<u32>>,
    /// The same as bits, a row of words for each variable.
    is_open: Vec<u64>,
    words: usize,
    /// Of each value, the least and the largest count.
    bounds: Vec<[i64; 2]>,
    takers: &'c [Vec<u32>],
}

/// A flow: each variable has one value, or none yet.
struct Flow<'f> {
    of: &'f mut [u32],
    /// The variables that have each value.
    having: Vec<Vec<u32>>,
}

impl Flow<'_> {
    fn number(&self, value: u32) -> i64 {
        self.having[value as usize].len() as i64
    }

    /// Gives a variable a value. Returns the one that it had.
    fn set(&mut self, variable: u32, value: u32) -> u32 {
        let before = std::mem::replace(&mut self.of[variable as usize], value);
        if before != NONE {
            self.having[before as usize].retain(|&other| other != variable);
        }
        if value != NONE {
            self.having[value as usize].push(variable);
        }
        before
    }
}

impl GlobalCardinality {
    pub(in super::super) fn new(variables: Vec<Values>, counts: Vec<Integer<Literal>>) -> Self {
        let flow = vec![NONE; variables.len()];
        let largest = variables.iter().flatten().map(|choice| choice.0 as usize + 1).max();
        let mut takers = vec![Vec::new(); counts.len().max(largest.unwrap_or(0))];
        for (variable, own) in (0..).zip(&variables) {
            for &(value, _) in own {
                let takers: &mut Vec<u32> = &mut takers[value as usize];
                if takers.last() != Some(&variable) {
                    takers.push(variable);
                }
            }
        }
        GlobalCardinality { variables, counts, takers, flow, components: Components::default() }
    }

    /// The choice that a variable has in any case: a true literal, one that is assumed, or the only one.
    fn taken(&self, variable: usize, facts: &Facts<'_>) -> Option<Alternative<u32, Literal>> {
        self.variables[variable].iter().copied().find(|choice| facts.holds(choice.1))
    }

    fn network(&self, facts: &Facts<'_>) -> Network<'_> {
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
        bounds.resize(self.takers.len(), [0, i64::MAX]);
        let words = bounds.len().div_ceil(64);
        let mut is_open = vec![0; words * open.len()];
        for (row, own) in is_open.chunks_mut(words.max(1)).zip(&open) {
            own.iter().for_each(|&value| row[value as usize / 64] |= 1u64 << (value % 64));
        }
        Network { open, is_open, words, bounds, takers: &self.takers }
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

impl Network<'_> {
    fn may_take(&self, variable: u32, value: u32) -> bool {
        self.is_open[variable as usize * self.words + value as usize / 64] >> (value % 64) & 1 == 1
    }

    /// Makes a flow of what was one.
    ///
    /// # Errors
    /// If there is none.
    fn mend<'f>(&self, of: &'f mut [u32]) -> Result<Flow<'f>, Cut> {
        if let Some(value) = self.bounds.iter().position(|bounds| bounds[1] < 0) {
            let values = (0..self.bounds.len()).map(|other| other == value).collect();
            return Err(Cut { is_above: true, variables: vec![false; of.len()], values });
        }
        let mut having = vec![Vec::new(); self.bounds.len()];
        for (variable, value) in (0..).zip(of.iter_mut()).filter(|of| *of.1 != NONE) {
            let own: &mut Vec<u32> = &mut having[*value as usize];
            match (own.len() as i64) < self.bounds[*value as usize][1] && self.may_take(variable, *value) {
                true => own.push(variable),
                false => *value = NONE,
            }
        }
        let mut flow = Flow { of, having };
        for (value, &[least, _]) in (0..).zip(&self.bounds) {
            while flow.number(value) < least {
                self.fill(value, &mut flow)?;
            }
        }
        for variable in 0..flow.of.len() as u32 {
            if flow.of[variable as usize] == NONE {
                self.place(variable, &mut flow)?;
            }
        }
        Ok(flow)
    }

    /// Gives a value one more variable, along a path on which variables change their values. At its end is a variable
    /// without a value, or with one that can do with fewer.
    fn fill(&self, value: u32, flow: &mut Flow<'_>) -> Result<(), Cut> {
        // Of each variable that was reached the value that it may take, and of each value the variable that has it.
        let (mut to, mut from) = (vec![NONE; flow.of.len()], vec![NONE; self.bounds.len()]);
        let mut is_in = vec![false; self.bounds.len()];
        is_in[value as usize] = true;
        let mut values = vec![value];
        let mut next = 0;
        while let Some(&needed) = values.get(next) {
            next += 1;
            for &variable in &self.takers[needed as usize] {
                let own = flow.of[variable as usize];
                if to[variable as usize] != NONE || own == needed || !self.may_take(variable, needed) {
                    continue;
                }
                to[variable as usize] = needed;
                if own == NONE || flow.number(own) > self.bounds[own as usize][0] {
                    let mut last = variable;
                    while last != NONE {
                        let taken = to[last as usize];
                        flow.set(last, taken);
                        last = from[taken as usize];
                    }
                    return Ok(());
                }
                if !std::mem::replace(&mut is_in[own as usize], true) {
                    from[own as usize] = variable;
                    values.push(own);
                }
            }
        }
        let has_none = |open: &Vec<u32>| !open.iter().any(|&value| is_in[value as usize]);
        Err(Cut { is_above: false, variables: self.open.iter().map(has_none).collect(), values: is_in })
    }

    /// Gives a variable a value, at the end of a path along which variables change theirs.
    fn place(&self, variable: u32, flow: &mut Flow<'_>) -> Result<(), Cut> {
        // Of each value that was reached, the variable that may take it.
        let mut from = vec![NONE; self.bounds.len()];
        let mut is_in = vec![false; flow.of.len()];
        is_in[variable as usize] = true;
        let mut variables = vec![variable];
        let mut next = 0;
        while let Some(&leaving) = variables.get(next) {
            next += 1;
            for &value in &self.open[leaving as usize] {
                if from[value as usize] != NONE {
                    continue;
                }
                from[value as usize] = leaving;
                if flow.number(value) < self.bounds[value as usize][1] {
                    let mut free = value;
                    while free != NONE {
                        free = flow.set(from[free as usize], free);
                    }
                    return Ok(());
                }
                for &other in &flow.having[value as usize] {
                    if !std::mem::replace(&mut is_in[other as usize], true) {
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
        self.variables.iter().flatten().filter_map(|choice| choice.1).collect()
    }

    fn integers(&self) -> Vec<&Integer<Literal>> {
        self.counts.iter().collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let (mut of, mut components) = (std::mem::take(&mut self.flow), std::mem::take(&mut self.components));
        let network = self.network(facts);
        let Ok(flow) = network.mend(&mut of) else {
            (self.flow, self.components) = (of, components);
            return Err(Contradiction);
        };
        // How many variables have each value in any case, and how many may.
        let (mut fixed, mut possible) = (vec![0; network.bounds.len()], vec![0; network.bounds.len()]);
        for open in &network.open {
            let mut last = NONE;
            for &value in open.iter().filter(|&&value| std::mem::replace(&mut last, value) != value) {
                possible[value as usize] += 1;
                fixed[value as usize] += i64::from(open.len() == 1);
            }
        }
        let mut step = Ok(());
        for (number, count) in self.counts.iter().enumerate() {
            let [low, high] = network.bounds[number];
            if fixed[number] > low {
                step = step.and(facts.raise(count, fixed[number], forbidden));
            }
            if possible[number] < high {
                step = step.and(facts.lower(count, possible[number], forbidden));
            }
        }
        // The nodes: variables, values, and one between values that may lose a variable and those that may get one.
        let (variables, values) = (flow.of.len(), network.bounds.len());
        let hub = variables + values;
        components.find(hub + 1, |node, next| {
            let (node, next) = (node as usize, next as usize);
            let step = |to: usize, place: usize| Some((to as u32, place as u32 + 1));
            if node == hub {
                let place = (next..values).find(|&value| flow.number(value as u32) > network.bounds[value][0])?;
                return step(variables + place, place);
            }
            let Some(value) = node.checked_sub(variables) else {
                let open = &network.open[node];
                let place = (next..open.len()).find(|&place| open[place] != flow.of[node])?;
                return step(variables + open[place] as usize, place);
            };
            let having = &flow.having[value];
            match having.get(next) {
                Some(&variable) => step(variable as usize, next),
                None if next == having.len() && (next as i64) < network.bounds[value][1] => step(hub, next),
                None => None,
            }
        });
        for (variable, own) in self.variables.iter().enumerate().filter(|own| network.open[own.0].len() > 1) {
            for &(value, literal) in own.iter().filter(|choice| facts.may_hold(choice.1)) {
                let are_apart = components.of[variable] != components.of[variables + value as usize];
                if value != flow.of[variable] && are_apart {
                    forbidden.extend(literal);
                }
            }
        }
        (self.flow, self.components) = (of, components);
        step
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let network = self.network(facts);
        let cut = network.mend(&mut self.flow.clone()).err();
        cut.iter().for_each(|cut| self.because_cut(cut, &network, facts, out));
        cut.is_some()
    }
}
