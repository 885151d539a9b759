//! The small models that stand for classes of encodings that are decompositions.

use cnfab_model::{
    Activity, Amount, Circuit, Cumulative, Disjunctive, Element, GlobalCardinality, Layered, Lex, Model, Parity,
    Transition, Var,
};

use super::class::{Case, Parameters, cells, literals, one, within};

/// Tasks that begin at the variables take so long.
const DURATION: i32 = 2;

pub(super) fn circuit_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let case = |&n: &usize| {
        within("--n", n, 1)?;
        let mut model = Model::new();
        let last = i32::try_from(n).expect("a small number");
        let successors = (1..=n).map(|node| model.var(format!("x[{node}]"), 1..=last)).collect();
        model.post("it", Circuit { successors, first: 1, is_partial: false });
        Ok(Case { label: format!("a circuit of {n} nodes"), n: Some(n), model })
    };
    parameters.n.iter().map(case).collect()
}

pub(super) fn connected_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let case = |&n: &usize| {
        within("--n", n, 1)?;
        let (mut model, vars) = literals(n);
        model.connected("it", vars.iter().map(|var| var.is(1)), (0..n).map(|node| [node, (node + 1) % n]));
        Ok(Case { label: format!("a circle of {n} nodes"), n: Some(n), model })
    };
    parameters.n.iter().map(case).collect()
}

/// Tasks that begin at the variables.
fn tasks(parameters: &Parameters) -> Result<(Model, Vec<Var>, String), String> {
    let (model, starts, _) = cells(parameters)?;
    let (low, high) = parameters.values;
    Ok((model, starts, format!("{} tasks of length {DURATION} from {low}..{high} on", parameters.cells)))
}

pub(super) fn cumulative_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, starts, label) = tasks(parameters)?;
    let capacity = i32::try_from(parameters.k).map_err(|_| format!("found --k {}, expected 32 bits", parameters.k))?;
    let (duration, demand) = (Amount::Fixed(DURATION), Amount::Fixed(1));
    let activities = starts.into_iter().map(|start| Activity { start, duration, demand }).collect();
    model.post("it", Cumulative { activities, capacity: capacity.into() });
    Ok(one(format!("{label}, {capacity} at once"), model))
}

pub(super) fn disjunctive_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, starts, label) = tasks(parameters)?;
    let durations = vec![Amount::Fixed(DURATION); starts.len()];
    model.post("it", Disjunctive { starts, durations, is_strict: false });
    Ok(one(format!("{label}, one at once"), model))
}

pub(super) fn element_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, mut array, _) = cells(parameters)?;
    let Some(result) = array.pop().filter(|_| !array.is_empty()) else {
        return Err(format!("found --cells {}, expected 2 or more", parameters.cells));
    };
    let last = i32::try_from(array.len()).expect("a small number");
    let index = model.var("index", 1..=last);
    model.post("it", Element { array, first: 1, index, result });
    let (low, high) = parameters.values;
    Ok(one(format!("an entry of {last} cells {low}..{high}"), model))
}

pub(super) fn global_cardinality_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, vars, label) = cells(parameters)?;
    let most = i32::try_from(parameters.k).map_err(|_| format!("found --k {}, expected 32 bits", parameters.k))?;
    let values: Vec<i32> = (parameters.values.0..=parameters.values.1).collect();
    let counts = values.iter().map(|value| model.var(format!("count[{value}]"), 0..=most)).collect();
    model.post("it", GlobalCardinality { vars, values, counts, is_closed: true });
    Ok(one(format!("{label}, each value at most {most} times"), model))
}

pub(super) fn layered_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, vars, label) = cells(parameters)?;
    let (low, high) = parameters.values;
    // The state is the last value, from 1 on; 0 is the first state.
    let state = |value: i32| value.abs_diff(low) as usize + 1;
    let states = (low..=high).map(|last| (state(last), Some(last))).chain([(0, None)]);
    let steps = states.flat_map(|(from, last)| {
        let others = (low..=high).filter(move |&value| last != Some(value));
        others.map(move |value| Transition { from, value, to: state(value) })
    });
    let accepting = (low..=high).map(state).collect();
    model.post("it", Layered::regular(vars, 0, steps.collect(), accepting));
    Ok(one(format!("{label}, no two neighbours the same"), model))
}

pub(super) fn lex_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let both = Parameters { cells: parameters.cells.saturating_mul(2), ..parameters.clone() };
    let (mut model, mut left, _) = cells(&both)?;
    let right = left.split_off(parameters.cells);
    model.post("it", Lex { left, right, is_strict: false });
    let (low, high) = parameters.values;
    Ok(one(format!("two vectors of {} cells {low}..{high}", parameters.cells), model))
}

pub(super) fn parity_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let case = |&n: &usize| {
        within("--n", n, 1)?;
        let (mut model, vars) = literals(n);
        model.post("it", Parity { atoms: vars.iter().map(|var| var.is(1)).collect(), is_odd: true });
        Ok(Case { label: format!("an odd number of {n}"), n: Some(n), model })
    };
    parameters.n.iter().map(case).collect()
}
