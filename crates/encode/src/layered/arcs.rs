//! An atom for each state and each arc, without a variable that is the state.
//!
//! F. Bacchus, "GAC via Unit Propagation", CP 2007, has atoms for states and transitions. I. Abío, G. Gange, V.
//! Mayer-Eichberger, P. J. Stuckey, "On CNF Encodings of Decision Diagrams", CPAIOR 2016, compare such encodings of
//! diagrams. An arc is on the path if its state is and the variable has its value. A state is on the path if an arc to
//! it is, and then one that leaves it. A value needs an arc with it. Unit propagation is domain consistent.
//!
//! That at most one state of a layer is on the path follows from the values. It is stated, by `amo=`, for decisions
//! about states. For s states, a arcs and d values of the variables there are at most s + a variables, and 4 a + 2 s +
//! d clauses besides.

use crate::{Described, EncodingAbout};
use std::collections::BTreeMap;

use cnfab_model::{Atom, Cardinality, Clause, Cmp, Layered, Poster};

use super::SimplerConstraints;

pub(super) struct Arcs;

impl Described for Arcs {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "arcs",
        "an atom for each state and each arc, without a variable that is the state; domain consistent",
    );
}

/// An atom that is true if one of these is; `None` if there are none.
fn some_of(atoms: &[Atom], out: &mut Poster<'_>) -> Option<Atom> {
    let opposites: Vec<Atom> = atoms.iter().map(|&atom| !atom).collect();
    (!atoms.is_empty()).then(|| !out.conjunction(&opposites))
}

impl SimplerConstraints<Layered> for Arcs {
    fn decompose(&self, layered: &Layered, when: &[Atom], out: &mut Poster<'_>) {
        let domain = |var| out.domain(var);
        let graph = if when.is_empty() { layered.accepted(domain) } else { layered.all(domain) };
        let graph = match graph {
            Err(what) => return out.refuse(what),
            Ok(None) => return out.post(&[], Clause(when.iter().map(|&atom| !atom).collect())),
            Ok(Some(graph)) => graph,
        };
        // Of each state whether it is on the path; `None` for the first one, which always is.
        let mut states: Vec<Option<Atom>> = vec![None];
        for ((&var, steps), &size) in layered.vars.iter().zip(&graph.layers).zip(&graph.sizes[1..]) {
            let (mut leaving, mut coming) = (vec![Vec::new(); states.len()], vec![Vec::new(); size]);
            let mut with: BTreeMap<i32, Vec<Atom>> =
                out.domain(var).values().map(|value| (value, Vec::new())).collect();
            for &[from, value, to] in steps {
                let both: Vec<Atom> = states[from as usize].into_iter().chain([var.is(value)]).collect();
                let arc = out.conjunction(&both);
                leaving[from as usize].push(arc);
                coming[to as usize].push(arc);
                with.entry(value).or_default().push(arc);
            }
            for (state, leaving) in states.iter().zip(leaving) {
                out.post(&[], Clause(state.iter().map(|&state| !state).chain(leaving).collect()));
            }
            for (value, arcs) in with {
                out.post(&[], Clause(arcs.into_iter().chain([var.is_not(value)]).collect()));
            }
            states = coming.iter().map(|arcs| some_of(arcs, out)).collect();
            let several = states.iter().copied().flatten().collect();
            out.post(&[], Cardinality { atoms: several, cmp: Cmp::Le, k: 1 });
        }
        let wrong = states.iter().zip(&graph.accepts).filter(|&(_, &accepts)| !accepts);
        for state in wrong.map(|(&state, _)| state) {
            out.post(when, Clause(state.iter().map(|&state| !state).collect()));
        }
    }
}
