//! The values of a sequence of variables are those along a path through a layered graph, and what its steps cost is the
//! value of a variable.
//!
//! S. Demassey, G. Pesant, L.-M. Rousseau, "A Cost-Regular Based Hybrid Column Generation Approach", Constraints 2006.
//! Two decompositions are possible. States that know what was paid so far make it a layered graph without costs. The
//! total is the last value of the sequence then, and the tables see the costs of whole paths. Or each step has a
//! variable for its cost, and the total is their sum, which needs a graph with one step for each state and value. Ours
//! takes the first one while its graph is small, and for all other graphs.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::super::{Assignment, Atom, Cmp, Domain, Model, ModelError, Poster, Relation, Var};
use super::{Class, Clause, Layered, Linear, Table, Transition, some_vars};

/// The most steps of a graph whose states know the costs, if sums could take its place.
const FEW_STEPS: usize = 20_000;

/// The most steps of such a graph.
const MOST_STEPS: usize = 2_000_000;

/// The state of those that have left the graph.
const OUTSIDE: i32 = 0;

/// Some path from the initial to an accepting state has the values of the variables, in order, and costs the total.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CostedPath {
    /// The sequence, and its graph.
    pub path: Layered,
    /// The cost of each step, in the order of the layers' steps.
    pub costs: Vec<Arc<Vec<i32>>>,
    /// The cost of all steps of the path together.
    pub total: Var,
}

impl CostedPath {
    /// The steps of each layer with their costs.
    fn steps(&self) -> impl DoubleEndedIterator<Item = (Var, impl Iterator<Item = (Transition, i32)> + '_)> + '_ {
        let layers = self.path.layers.iter().zip(&self.costs);
        self.path
            .vars
            .iter()
            .copied()
            .zip(layers.map(|(steps, costs)| steps.iter().copied().zip(costs.iter().copied())))
    }

    /// The graph whose states know the costs; `None` if it has more steps.
    fn unfolded(&self, most: usize, out: &Poster<'_>) -> Option<Layered> {
        let mut states = BTreeMap::from([((self.path.initial, 0i64), 0)]);
        let mut layers = Vec::with_capacity(self.path.vars.len() + 1);
        let mut number = 0;
        for (var, steps) in self.steps() {
            let mut from: HashMap<usize, Vec<(i64, usize)>> = HashMap::new();
            states.iter().for_each(|(&(state, paid), &place)| from.entry(state).or_default().push((paid, place)));
            let mut next: BTreeMap<(usize, i64), usize> = BTreeMap::new();
            let mut layer = Vec::new();
            for (step, cost) in steps.filter(|(step, _)| out.domain(var).contains(step.value)) {
                for &(paid, from) in from.get(&step.from).into_iter().flatten() {
                    let end = next.len();
                    let to = *next.entry((step.to, paid + i64::from(cost))).or_insert(end);
                    layer.push(Transition { from, value: step.value, to });
                }
                if number + layer.len() > most {
                    return None;
                }
            }
            number += layer.len();
            layers.push(Arc::new(layer));
            states = next;
        }
        let pays = |(&(state, paid), &from): (&(usize, i64), &usize)| {
            let value = i32::try_from(paid).ok().filter(|_| self.path.accepting.contains(&state))?;
            Some(Transition { from, value, to: 0 })
        };
        layers.push(Arc::new(states.iter().filter_map(pays).collect()));
        let vars = self.path.vars.iter().copied().chain([self.total]).collect();
        Some(Layered { vars, initial: 0, layers, accepting: vec![0] })
    }

    /// Adds variables for the states and the costs, and returns what has to hold of them. `None` if a state has several
    /// steps with one value, or there are too many.
    fn by_sum(&self, out: &mut Poster<'_>) -> Option<(Clause, Linear)> {
        let (mut layers, mut number) = (Vec::with_capacity(self.path.vars.len()), 0usize);
        let mut states: BTreeMap<usize, i32> = BTreeMap::from([(self.path.initial, 1)]);
        for (var, steps) in self.steps() {
            let mut to: HashMap<(usize, i32), (usize, i32)> = HashMap::new();
            let domain = out.domain(var);
            for (Transition { from, value, to: state }, cost) in steps.filter(|(step, _)| domain.contains(step.value)) {
                if *to.entry((from, value)).or_insert((state, cost)) != (state, cost) {
                    return None;
                }
            }
            number += (states.len() + 1).saturating_mul(domain.len());
            if number > MOST_STEPS {
                return None;
            }
            let (mut next, mut rows) = (BTreeMap::new(), Vec::new());
            for (state, place) in
                std::iter::once((None, OUTSIDE)).chain(states.iter().map(|(&one, &at)| (Some(one), at)))
            {
                for value in out.domain(var).values() {
                    let row = state.and_then(|state| to.get(&(state, value))).map_or([OUTSIDE, 0], |&(to, cost)| {
                        let end = next.len() as i32 + 1;
                        [*next.entry(to).or_insert(end), cost]
                    });
                    rows.push([place, value, row[0], row[1]]);
                }
            }
            layers.push((var, rows));
            states = next;
        }
        let mut before = out.variable("state", OUTSIDE..=1);
        out.post(&[], Clause(vec![before.is(1)]));
        let mut terms = vec![(-1, self.total)];
        for (var, rows) in layers {
            let domain = |column: usize| rows.iter().map(|row| row[column]).collect::<Domain>();
            let (after, cost) = (out.variable("state", domain(2)), out.variable("cost", domain(3)));
            let relation = Arc::new(Relation::new(4, &rows));
            out.post(&[], Table { vars: vec![before, var, after, cost], relation });
            terms.push((1, cost));
            before = after;
        }
        let accepts = states.iter().filter(|(state, _)| self.path.accepting.contains(state));
        let ends = Clause(accepts.map(|(_, &place)| before.is(place)).collect());
        Some((ends, Linear { terms, cmp: Cmp::Eq, rhs: 0 }))
    }

    /// The graph whose states know the costs where it is small, or else sums, or else that graph if it is not too
    /// large.
    fn state(
        &self,
        out: &mut Poster<'_>,
        unfolded: impl Fn(&Layered, &mut Poster<'_>),
        by_sum: impl FnOnce(Clause, Linear, &mut Poster<'_>),
    ) {
        if let Some(path) = self.unfolded(FEW_STEPS, out) {
            unfolded(&path, out);
        } else if let Some((ends, sum)) = self.by_sum(out) {
            by_sum(ends, sum, out);
        } else if let Some(path) = self.unfolded(MOST_STEPS, out) {
            unfolded(&path, out);
        } else {
            out.refuse(TOO_LARGE);
        }
    }
}

const TOO_LARGE: &str = "paths with costs through a layered graph of more than 2,000,000 steps";

impl Class for CostedPath {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let mut path = Layered::example(model, choose);
        // Few steps, since searches without propagation try all that could have been paid.
        path.vars.truncate(2);
        path.layers.truncate(2);
        let mut costs = |layer: &Arc<Vec<Transition>>| Arc::new(layer.iter().map(|_| choose(2) as i32).collect());
        let costs = path.layers.iter().map(&mut costs).collect();
        CostedPath { path, costs, total: some_vars(model, choose, 1)[0] }
    }

    fn name(&self) -> &'static str {
        "costed-path"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        Box::new(self.path.vars().chain([self.total]))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        self.path.rename(to);
        self.total = to(self.total);
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let mut states = vec![(self.path.initial, 0i64)];
        for (var, steps) in self.steps() {
            let mut next: Vec<(usize, i64)> = Vec::new();
            for (step, cost) in steps.filter(|(step, _)| step.value == assignment[var]) {
                let reached = states.iter().filter(|state| state.0 == step.from);
                next.extend(reached.map(|state| (step.to, state.1 + i64::from(cost))));
            }
            next.sort_unstable();
            next.dedup();
            states = next;
        }
        let total = i64::from(assignment[self.total]);
        states.iter().any(|&(state, paid)| paid == total && self.path.accepting.contains(&state))
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        self.path.normalise()?;
        let steps = |costs: bool| -> Vec<usize> {
            if costs {
                self.costs.iter().map(|layer| layer.len()).collect()
            } else {
                self.path.layers.iter().map(|layer| layer.len()).collect()
            }
        };
        let [found, expected] = [true, false].map(steps);
        if found == expected {
            return Ok(());
        }
        let [found, expected] = [found, expected].map(|lengths| lengths.iter().sum());
        Err(ModelError::Lengths { class: self.name(), what: "costs", found, expected })
    }

    fn supports(&self) -> Vec<(Var, Domain)> {
        self.path.supports()
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        let by_sum = |ends: Clause, sum: Linear, out: &mut Poster<'_>| {
            out.post(when, ends);
            out.post(when, sum);
        };
        self.state(out, |path, out| out.post(when, path.clone()), by_sum);
    }

    /// It ends elsewhere, or costs something else.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let by_sum = |ends: Clause, sum: Linear, out: &mut Poster<'_>| {
            let both = [out.holds(ends), out.holds(sum)];
            out.post(when, Clause(both.map(|atom| !atom).to_vec()));
        };
        self.state(out, |path, out| path.negate(when, out), by_sum);
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::check::stated_exactly;
    use super::*;

    /// Small graphs are unfolded, unless that is asked for.
    #[test]
    fn sums_of_costs_state_graphs_with_one_step_for_each_value() {
        let mut rng = Rng::with_seed(7);
        let mut taken = 0;
        for _ in 0..400 {
            let mut model = Model::new();
            for index in 0..3 {
                model.var(format!("x[{index}]"), rng.i32(0..2)..=rng.i32(2..4));
            }
            let mut path = CostedPath::example(&model, &mut |below| rng.usize(..below));
            // Keep one step for each state and value.
            for (layer, costs) in path.path.layers.iter_mut().zip(&mut path.costs) {
                let mut seen = std::collections::BTreeSet::new();
                let steps: Vec<Transition> =
                    layer.iter().copied().filter(|step| seen.insert((step.from, step.value))).collect();
                *costs = Arc::new(costs[..steps.len()].to_vec());
                *layer = Arc::new(steps);
            }
            let when = [Var::from_index(0).above(1)];
            let when = &when[..rng.usize(..2)];
            stated_exactly(&model, &path, when, |out| {
                let (ends, sum) = path.by_sum(out).expect("one step for each state and value");
                out.post(when, ends);
                out.post(when, sum);
                taken += 1;
            });
        }
        assert!(taken >= 400, "{taken} were stated");
    }
}
