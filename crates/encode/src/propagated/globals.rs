//! `propagate` for the classes that are stated by simpler ones: the solver gets the constraint in their place.
//!
//! Integers go to it by their bounds, as `linear=propagate` has them, and successors, indices and entries by their
//! values. With `domain=propagate`, integers of many values go to it by number. Entries of many values have sums in its
//! place. There are no auxiliary variables but order literals, so it is bijective. Circuits state beside it that the
//! successors are different, by `all-different=`. What each of them propagates is in the heads of the propagators.
//!
//! There are no certificates. The model of a certificate has the simpler constraints. An explanation does not follow
//! from these by one of the steps that certificates know.

use std::collections::{BTreeMap, BTreeSet};
use std::iter::zip;

use cnfab_cnf::{Alternative, ClauseSink, Integer, Lit, Name, NativeConstraint};
use cnfab_model::{
    Activity, Amount, Atom, Circuit, Clause, Cmp, Connected, Cumulative, Disjunctive, Element, GlobalCardinality,
    Layered, Lex, Linear, Parity, Poster, Var,
};

use super::super::global_cardinality::total;
use super::super::linear::at_least_literals;
use super::{PROPAGATE, linear};
use crate::condition::Condition;
use crate::decomposition::SimplerConstraints;
use crate::{Described, EncodingAbout, LitOrConst, VarMap};

/// A variable with more values has its order literals made during the search. With all of them explanations are
/// weaker, so that jobs on machines with fewer times are scheduled sooner.
const MOST_LISTED: usize = 2048;

/// Entries of arrays and results with more values together have sums in the place of the constraint.
const MOST_ENTRIES: usize = 10_000;

/// A constraint that is propagated as it is, not by simpler ones.
pub(in super::super) struct Whole;

impl Described for Whole {
    const ABOUT: EncodingAbout = EncodingAbout { is_propagated: true, ..EncodingAbout::new(PROPAGATE, super::ABOUT) };
}

/// The literal of what may hold, none if it does in any case; `None` if it does not.
fn possible(truth: LitOrConst) -> Option<Option<Lit>> {
    match truth {
        LitOrConst::Const(false) => None,
        LitOrConst::Const(true) => Some(None),
        LitOrConst::Lit(lit) => Some(Some(lit)),
    }
}

/// The values of a variable that stand for something.
fn values<T>(
    var: Var,
    mut of: impl FnMut(i32) -> Option<T>,
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
) -> Vec<Alternative<T, Lit>> {
    let all = vars.domain(var).to_vec();
    all.into_iter().filter_map(|value| Some((of(value)?, possible(vars.is(var, value, out))?))).collect()
}

/// These values of a variable, with their places among them. It has no others.
fn named(var: Var, own: &[i32], vars: &mut VarMap, out: &mut dyn ClauseSink) -> Vec<Alternative<u32, Lit>> {
    (0..).zip(own).filter_map(|(place, &value)| Some((place, possible(vars.is(var, value, out))?))).collect()
}

/// The meanings of a variable's values: of each of `own`, which are in order, and of all others. The others of a
/// variable of many values have one literal together.
fn symbols<T>(
    var: Var,
    own: &[i32],
    mut of: impl FnMut(Option<i32>) -> T,
    vars: &mut VarMap,
    out: &mut dyn ClauseSink,
) -> Vec<Alternative<T, Lit>> {
    if vars.domain(var).len() <= MOST_LISTED {
        return values(var, |value| Some(of(own.binary_search(&value).is_ok().then_some(value))), vars, out);
    }
    let mut all = Vec::with_capacity(own.len() + 1);
    for &value in own {
        if let Some(Some(lit)) = possible(vars.is(var, value, out)) {
            all.push((of(Some(value)), Some(lit)));
        }
    }
    let none = out.fresh(Name::aux("other", var.index(), 0));
    let mut some = vec![none];
    for lit in all.iter().filter_map(|choice| choice.1) {
        out.clause(&[!none, !lit]);
        some.push(lit);
    }
    out.clause(&some);
    all.push((of(None), Some(none)));
    all
}

/// Different variables of many values: tasks of one unit of time. Of two variables, a literal says which one is less.
pub(super) fn different(of: &[Var], vars: &mut VarMap, out: &mut dyn ClauseSink) {
    if let &[x, y] = of {
        let less = out.fresh(Name::aux("less", x.index(), 0));
        for (lit, sign) in [(less, 1), (!less, -1)] {
            linear(&[(sign, x), (-sign, y)], -1, vars, &mut Condition::new(out, &[lit]));
        }
        return;
    }
    let unit = Amount::Fixed(1);
    let tasks = of.iter().map(|&var| [integer(var, vars, out), amount(unit, vars, out)]).collect();
    out.native(NativeConstraint::Disjunctive { tasks, is_strict: false, when: Vec::new() });
}

/// A variable by its bounds.
fn integer(var: Var, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Integer<Lit> {
    let least = vars.domain(var).min().unwrap_or_default().into();
    let mut integer = Integer { least, steps: Vec::new(), number: vars.integer(var) };
    if integer.number.is_some() && vars.domain(var).len() > MOST_LISTED {
        return integer;
    }
    integer.number = None;
    let values = vars.domain(var).to_vec();
    for (value, truth) in zip(values, at_least_literals((1, var), vars, out)) {
        match possible(truth) {
            None => break,
            Some(None) => (integer.least, integer.steps) = (value.into(), Vec::new()),
            Some(Some(lit)) => integer.steps.push((value.into(), lit)),
        }
    }
    integer
}

/// A number or a variable by its bounds.
fn amount(amount: Amount, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Integer<Lit> {
    match amount {
        Amount::Fixed(number) => Integer { least: number.into(), steps: Vec::new(), number: None },
        Amount::Of(var) => integer(var, vars, out),
    }
}

impl SimplerConstraints<Circuit> for Whole {
    fn decompose(&self, circuit: &Circuit, when: &[Atom], out: &mut Poster<'_>) {
        if !circuit.successors.is_empty() {
            circuit.permute(when, out);
        }
    }

    fn native(&self, circuit: &Circuit, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        // By nodes, as a successor may have many values that are none.
        let nodes: Vec<i32> = (i64::from(circuit.first)..)
            .take(circuit.successors.len())
            .map_while(|node| i32::try_from(node).ok())
            .collect();
        let arcs = circuit.successors.iter().map(|&var| named(var, &nodes, vars, out)).collect();
        Some(NativeConstraint::Circuit { arcs, is_partial: circuit.is_partial, when: Vec::new() })
    }
}

impl SimplerConstraints<Connected> for Whole {
    fn decompose(&self, _: &Connected, _: &[Atom], _: &mut Poster<'_>) {}

    fn native(
        &self,
        connected: &Connected,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Option<NativeConstraint<Lit>> {
        let (mut nodes, mut places) = (Vec::new(), vec![None; connected.nodes.len()]);
        for (place, &atom) in zip(&mut places, &connected.nodes) {
            if let Some(node) = possible(vars.atom(atom, out)) {
                *place = Some(nodes.len() as u32);
                nodes.push(node);
            }
        }
        let mut edges = Vec::new();
        for edge in &connected.edges {
            if let [Some(one), Some(other)] = edge.ends.map(|end| places[end])
                && let Some(lit) = edge.is_in.map_or(Some(None), |atom| possible(vars.atom(atom, out)))
            {
                edges.push(([one, other], lit));
            }
        }
        Some(NativeConstraint::Connected { nodes, edges, when: Vec::new() })
    }
}

impl SimplerConstraints<Cumulative> for Whole {
    fn decompose(&self, cumulative: &Cumulative, _: &[Atom], out: &mut Poster<'_>) {
        if !cumulative.is_natural(out) {
            out.refuse("demands or a capacity below 0, by propagation");
        }
    }

    fn native(
        &self,
        cumulative: &Cumulative,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Option<NativeConstraint<Lit>> {
        let mut task = |&Activity { start, duration, demand }: &Activity| {
            [Amount::Of(start), duration, demand].map(|part| amount(part, vars, out))
        };
        let tasks = cumulative.activities.iter().map(&mut task).collect();
        let capacity = amount(cumulative.capacity, vars, out);
        Some(NativeConstraint::Cumulative { tasks, capacity, when: Vec::new() })
    }
}

impl SimplerConstraints<Disjunctive> for Whole {
    fn decompose(&self, _: &Disjunctive, _: &[Atom], _: &mut Poster<'_>) {}

    fn native(
        &self,
        disjunctive: &Disjunctive,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Option<NativeConstraint<Lit>> {
        let parts = zip(&disjunctive.starts, &disjunctive.durations);
        let tasks = parts.map(|(&start, &duration)| [integer(start, vars, out), amount(duration, vars, out)]).collect();
        Some(NativeConstraint::Disjunctive { tasks, is_strict: disjunctive.is_strict, when: Vec::new() })
    }
}

impl SimplerConstraints<Element> for Whole {
    /// That an entry is chosen; and of many values, the sums that state it, which are propagated in its place.
    fn decompose(&self, element: &Element, when: &[Atom], out: &mut Poster<'_>) {
        if element.size(|var| out.domain(var).len()) > MOST_ENTRIES {
            return element.decompose_by_sums(when, out);
        }
        out.post(when, Clause(element.entries().map(|(index, _)| element.index.is(index)).collect()));
    }

    fn native(&self, element: &Element, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        if element.size(|var| vars.domain(var).len()) > MOST_ENTRIES {
            return None;
        }
        let entries: Vec<(i32, Var)> = element.entries().collect();
        let all: BTreeSet<i32> = entries
            .iter()
            .map(|entry| entry.1)
            .chain([element.result])
            .flat_map(|var| vars.domain(var).to_vec())
            .collect();
        let all: Vec<i32> = all.into_iter().collect();
        let value = |value: i32| all.binary_search(&value).ok().map(|number| number as u32);
        let indices: Vec<i32> = entries.iter().map(|entry| entry.0).collect();
        Some(NativeConstraint::Element {
            index: named(element.index, &indices, vars, out),
            array: entries.iter().map(|&(_, var)| values(var, value, vars, out)).collect(),
            result: values(element.result, value, vars, out),
            when: Vec::new(),
        })
    }
}

impl SimplerConstraints<GlobalCardinality> for Whole {
    /// The sum of the counts, that variables take no other values, and that a value that comes twice has one count.
    fn decompose(&self, of: &GlobalCardinality, when: &[Atom], out: &mut Poster<'_>) {
        of.close(when, out);
        total(of, when, out);
        let mut counts = BTreeMap::new();
        for (value, &count) in zip(&of.values, &of.counts) {
            let first = *counts.entry(value).or_insert(count);
            if first != count {
                out.post(when, Linear { terms: vec![(1, first), (-1, count)], cmp: Cmp::Eq, rhs: 0 });
            }
        }
    }

    fn native(
        &self,
        of: &GlobalCardinality,
        vars: &mut VarMap,
        out: &mut dyn ClauseSink,
    ) -> Option<NativeConstraint<Lit>> {
        let counts: BTreeMap<i32, Var> =
            zip(&of.values, &of.counts).rev().map(|(&value, &count)| (value, count)).collect();
        let counted: Vec<i32> = counts.keys().copied().collect();
        let number = |value: Option<i32>| {
            value.map_or(counts.len(), |value| counted.partition_point(|&other| other < value)) as u32
        };
        let variables = of.vars.iter().map(|&var| symbols(var, &counted, number, vars, out)).collect();
        let counts = counts.values().map(|&count| integer(count, vars, out)).collect();
        Some(NativeConstraint::GlobalCardinality { variables, counts, when: Vec::new() })
    }
}

impl SimplerConstraints<Layered> for Whole {
    fn decompose(&self, layered: &Layered, when: &[Atom], out: &mut Poster<'_>) {
        match layered.accepted(|var| out.domain(var)) {
            Err(what) => out.refuse(what),
            Ok(None) => out.post(&[], Clause(when.iter().map(|&atom| !atom).collect())),
            Ok(Some(_)) => {}
        }
    }

    fn native(&self, layered: &Layered, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        let mut own = Vec::with_capacity(layered.vars.len());
        // Propagation before the search may have dropped values, so that no sequence is left; it is not too large, as
        // `decompose` has seen it.
        let graph = layered.accepted(|var| vars.domain(var));
        let Ok(Some(graph)) = graph else {
            return Some(NativeConstraint::Layered { values: vec![Vec::new()], when: Vec::new() });
        };
        for (&var, steps) in zip(&layered.vars, &graph.layers) {
            let mut of: BTreeMap<i32, Vec<[u32; 2]>> = BTreeMap::new();
            for &[from, value, to] in steps {
                of.entry(value).or_default().push([from as u32, to as u32]);
            }
            let with_steps: Vec<i32> = of.keys().copied().collect();
            let steps = |value: Option<i32>| value.and_then(|value| of.remove(&value)).unwrap_or_default();
            own.push(symbols(var, &with_steps, steps, vars, out));
        }
        Some(NativeConstraint::Layered { values: own, when: Vec::new() })
    }
}

impl SimplerConstraints<Lex> for Whole {
    fn decompose(&self, _: &Lex, _: &[Atom], _: &mut Poster<'_>) {}

    fn native(&self, lex: &Lex, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        let pair = |(&left, &right): (&Var, &Var)| [left, right].map(|var| integer(var, vars, out));
        let pairs = zip(&lex.left, &lex.right).map(pair).collect();
        Some(NativeConstraint::Lex { pairs, is_strict: lex.is_strictly_before(), when: Vec::new() })
    }
}

impl SimplerConstraints<Parity> for Whole {
    fn decompose(&self, _: &Parity, _: &[Atom], _: &mut Poster<'_>) {}

    fn native(&self, parity: &Parity, vars: &mut VarMap, out: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        let (mut literals, mut is_odd) = (Vec::new(), parity.is_odd);
        for &atom in &parity.atoms {
            match vars.atom(atom, out) {
                LitOrConst::Const(is_true) => is_odd ^= is_true,
                LitOrConst::Lit(lit) => literals.push(lit),
            }
        }
        Some(NativeConstraint::Parity { literals, is_odd, when: Vec::new() })
    }
}
