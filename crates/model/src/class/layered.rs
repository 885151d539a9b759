//! The values of a sequence of variables are those along a path through a layered graph.
//!
//! G. Pesant, "A Regular Language Membership Constraint for Finite Sequences of Variables", CP 2004, has the graph of
//! an automaton unfolded over the sequence; decision diagrams are such graphs as well. The decomposition has a variable
//! for the state before each variable and a table for each step. It is after N. Beldiceanu, M. Carlsson, T. Petit,
//! "Deriving Filtering Algorithms from Constraint Checkers", CP 2004.
//!
//! A graph may have several steps from a state with one value. It is made deterministic by subsets of states, so that
//! each sequence has one path. A posted graph has only the states on paths that are accepted. Under conditions the
//! states are the ones of every sequence, with the empty subset as the state of those that have left the graph. States
//! of a layer from which the same sequences are accepted are one state (D. Revuz, "Minimisation of Acyclic
//! Deterministic Automata in Linear Time", 1992).

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use super::super::{Assignment, Atom, Domain, Model, ModelError, Poster, Relation, Var};
use super::{Class, Clause, Table, some_value, some_vars};

/// The most steps of a graph that was made deterministic.
const MOST_STEPS: usize = 5_000_000;

/// The most values of a variable that are looked at one by one if few of them have steps.
const MANY_VALUES: usize = 4096;

/// From a state with a value to a state of the next layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transition {
    /// The state before the variable.
    pub from: usize,
    /// The variable's value.
    pub value: i32,
    /// The state after it.
    pub to: usize,
}

/// Some path from the initial to an accepting state has the values of the variables, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layered {
    /// The sequence.
    pub vars: Vec<Var>,
    /// The state before the first variable.
    pub initial: usize,
    /// The steps of each variable, shared between equal layers.
    pub layers: Vec<Arc<Vec<Transition>>>,
    /// The states after the last variable with which a path may end.
    pub accepting: Vec<usize>,
}

/// A layered graph in which each state has at most one step with a value. States count from 0 in each layer, and no two
/// of a layer have the same sequences behind them.
pub struct LayeredGraph {
    /// The steps of each variable: from a state before it, with a value, to a state after it.
    pub layers: Vec<Vec<[i32; 3]>>,
    /// The numbers of states before each variable and at the end. The first number is 1.
    pub sizes: Vec<usize>,
    /// True if each of the last states accepts.
    pub accepts: Vec<bool>,
}

impl Layered {
    /// The sequence is a word of a finite automaton's language.
    pub fn regular(vars: Vec<Var>, initial: usize, steps: Vec<Transition>, accepting: Vec<usize>) -> Self {
        let steps = Arc::new(steps);
        let layers = vec![steps; vars.len()];
        Layered { vars, initial, layers, accepting }
    }

    /// The graph of the accepted sequences, all of whose last states accept. `Ok(None)` if there are none.
    ///
    /// # Errors
    /// If it is too large.
    pub fn accepted<'d>(&self, domain: impl Fn(Var) -> &'d Domain) -> Result<Option<LayeredGraph>, &'static str> {
        let graph = self.subsets(domain, false).ok_or(TOO_LARGE)?.trimmed();
        Ok((!graph.sizes.contains(&0)).then(|| graph.merged()))
    }

    /// The graph of all sequences, accepted or not. `Ok(None)` if there are none.
    ///
    /// # Errors
    /// If it is too large.
    pub fn all<'d>(&self, domain: impl Fn(Var) -> &'d Domain) -> Result<Option<LayeredGraph>, &'static str> {
        let graph = self.subsets(domain, true).ok_or(TOO_LARGE)?;
        Ok((!graph.sizes.contains(&0)).then(|| graph.merged()))
    }

    /// Subsets of states instead of states, with the empty one and without.
    fn subsets<'d>(&self, domain: impl Fn(Var) -> &'d Domain, with_empty: bool) -> Option<LayeredGraph> {
        let mut states: Vec<BTreeSet<usize>> = vec![BTreeSet::from([self.initial])];
        let (mut layers, mut sizes, mut number) = (Vec::new(), vec![1], 0);
        for (&var, layer) in self.vars.iter().zip(&self.layers) {
            let mut to: HashMap<usize, Vec<(i32, usize)>> = HashMap::new();
            let possible = layer.iter().filter(|step| domain(var).contains(step.value));
            possible.for_each(|step| to.entry(step.from).or_default().push((step.value, step.to)));
            let mut numbers: HashMap<BTreeSet<usize>, i32> = HashMap::new();
            let (mut next, mut steps) = (Vec::new(), Vec::new());
            for (from, state) in (0..).zip(&states) {
                let mut reached: BTreeMap<i32, BTreeSet<usize>> = BTreeMap::new();
                for &(value, next) in state.iter().filter_map(|one| to.get(one)).flatten() {
                    reached.entry(value).or_default().insert(next);
                }
                if with_empty {
                    if number + steps.len() + domain(var).len() > MOST_STEPS {
                        return None;
                    }
                    domain(var).values().for_each(|value| _ = reached.entry(value).or_default());
                }
                for (value, reached) in reached {
                    let number = *numbers.entry(reached.clone()).or_insert_with(|| {
                        next.push(reached);
                        next.len() as i32 - 1
                    });
                    steps.push([from, value, number]);
                }
                if number + steps.len() > MOST_STEPS {
                    return None;
                }
            }
            number += steps.len();
            layers.push(steps);
            sizes.push(next.len());
            states = next;
        }
        let accepts = states.iter().map(|state| self.accepting.iter().any(|one| state.contains(one))).collect();
        Some(LayeredGraph { layers, sizes, accepts })
    }

    /// The same over variables with few values: the values of steps, and one that stands for all others. A variable
    /// that has many others is replaced.
    fn over_symbols(&self, out: &mut Poster<'_>) -> Option<Self> {
        if !self.vars.iter().any(|&var| out.domain(var).len() > MANY_VALUES) {
            return None;
        }
        let mut symbols = self.clone();
        for (var, layer) in symbols.vars.iter_mut().zip(&self.layers) {
            let domain = out.domain(*var).clone();
            let own: Domain = layer.iter().map(|step| step.value).collect::<Domain>().and(&domain);
            if domain.len() <= MANY_VALUES || own.len() > domain.len() / 2 {
                continue;
            }
            let Some(other) = domain.values().find(|&value| !own.contains(value)) else { continue };
            let symbol = out.variable("symbol", own.values().chain([other]).collect::<Domain>());
            for value in own.values() {
                out.post(&[], Clause(vec![symbol.is_not(value), var.is(value)]));
                out.post(&[], Clause(vec![symbol.is(value), var.is_not(value)]));
            }
            *var = symbol;
        }
        Some(symbols)
    }

    /// States that the sequence is accepted or not, with states for all sequences.
    fn state(&self, is_accepted: bool, when: &[Atom], out: &mut Poster<'_>) {
        if let Some(symbols) = self.over_symbols(out) {
            return symbols.state_all(is_accepted, when, out);
        }
        self.state_all(is_accepted, when, out);
    }

    fn state_all(&self, is_accepted: bool, when: &[Atom], out: &mut Poster<'_>) {
        match self.all(|var| out.domain(var)) {
            Err(what) => out.refuse(what),
            // Some domain is empty.
            Ok(None) => {}
            Ok(Some(graph)) => {
                let last = self.tables(&graph, out);
                let wrong = (0..).zip(&graph.accepts).filter(|&(_, &accepts)| accepts != is_accepted);
                wrong.for_each(|(state, _)| out.post(when, Clause(vec![last.is_not(state)])));
            }
        }
    }

    /// The graph as tables over variables for the states. Returns the last of these variables.
    fn tables(&self, graph: &LayeredGraph, out: &mut Poster<'_>) -> Var {
        let domain = |size: usize| Domain::from(0..=size as i32 - 1);
        let mut before = out.variable("state", domain(graph.sizes[0]));
        for ((&var, steps), &size) in self.vars.iter().zip(&graph.layers).zip(&graph.sizes[1..]) {
            let after = out.variable("state", domain(size));
            let relation = Arc::new(Relation::new(3, steps));
            out.post(&[], Table { vars: vec![before, var, after], relation });
            before = after;
        }
        before
    }
}

const TOO_LARGE: &str = "a layered graph of more than 5,000,000 steps";

/// Numbers things by the first one that each is equal to, and says where these are.
fn numbered<K: Eq + Hash>(things: impl Iterator<Item = K>) -> (Vec<i32>, Vec<usize>) {
    let (mut known, mut first) = (HashMap::new(), Vec::new());
    let number = |(place, thing)| {
        *known.entry(thing).or_insert_with(|| {
            first.push(place);
            first.len() as i32 - 1
        })
    };
    (things.enumerate().map(number).collect(), first)
}

impl LayeredGraph {
    /// Only the states from which an accepting one is reached.
    fn trimmed(mut self) -> Self {
        let renumber = |lives: &[bool]| -> Vec<Option<i32>> {
            let mut next = 0..;
            lives.iter().map(|&lives| if lives { next.next() } else { None }).collect()
        };
        let mut lives = self.accepts.clone();
        for layer in (0..self.layers.len()).rev() {
            let numbers = renumber(&lives);
            self.sizes[layer + 1] = numbers.iter().flatten().count();
            lives = vec![false; self.sizes[layer]];
            let steps = self.layers[layer].iter();
            let kept = steps.filter_map(|&[from, value, to]| Some([from, value, numbers[to as usize]?]));
            self.layers[layer] = kept.inspect(|step| lives[step[0] as usize] = true).collect();
            if layer > 0 {
                let numbers = renumber(&lives);
                let steps = self.layers[layer].iter_mut();
                steps.for_each(|step| step[0] = numbers[step[0] as usize].unwrap_or_default());
            }
        }
        self.sizes[0] = usize::from(lives[0]);
        self.accepts.retain(|&accepts| accepts);
        self
    }

    /// One state in place of those of a layer from which the same sequences are accepted.
    fn merged(mut self) -> Self {
        let (mut numbers, first) = numbered(self.accepts.iter());
        let mut size = first.len();
        self.accepts = first.into_iter().map(|state| self.accepts[state]).collect();
        for layer in (0..self.layers.len()).rev() {
            self.sizes[layer + 1] = size;
            let mut own = vec![Vec::new(); self.sizes[layer]];
            for [from, value, to] in self.layers[layer].drain(..) {
                own[from as usize].push((value, numbers[to as usize]));
            }
            let (merged, first) = numbered(own.iter());
            let steps = (0..)
                .zip(&first)
                .flat_map(|(from, &state)| own[state].iter().map(move |&(value, to)| [from, value, to]));
            self.layers[layer] = steps.collect();
            (numbers, size) = (merged, first.len());
        }
        self
    }
}

impl Class for Layered {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let vars = some_vars(model, choose, 4);
        let mut step = |&var: &Var| {
            let value = some_value(model, choose, var);
            Transition { from: choose(3), value, to: choose(3) }
        };
        let layers = vars.iter().map(|var| Arc::new((0..8).map(|_| step(var)).collect())).collect();
        Layered { vars, initial: choose(3), layers, accepting: vec![choose(3), choose(3)] }
    }

    fn name(&self) -> &'static str {
        "layered"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.vars.iter().copied())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.vars.iter_mut().for_each(|var| *var = to(*var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let mut states = BTreeSet::from([self.initial]);
        for (&var, layer) in self.vars.iter().zip(&self.layers) {
            let fits = |step: &&Transition| step.value == assignment[var] && states.contains(&step.from);
            states = layer.iter().filter(fits).map(|step| step.to).collect();
        }
        self.accepting.iter().any(|state| states.contains(state))
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        let (found, expected) = (self.layers.len(), self.vars.len());
        let error = ModelError::Lengths { class: self.name(), what: "layers", found, expected };
        if found == expected { Ok(()) } else { Err(error) }
    }

    fn supports(&self) -> Vec<(Var, Domain)> {
        let values = |layer: &Arc<Vec<Transition>>| layer.iter().map(|step| step.value).collect();
        self.vars.iter().zip(&self.layers).map(|(&var, layer)| (var, values(layer))).collect()
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if !when.is_empty() {
            return self.state(true, when, out);
        }
        match self.accepted(|var| out.domain(var)) {
            Err(what) => out.refuse(what),
            Ok(None) => out.post(&[], Clause::default()),
            Ok(Some(graph)) => {
                self.tables(&graph, out);
            }
        }
    }

    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        self.state(false, when, out);
    }
}
