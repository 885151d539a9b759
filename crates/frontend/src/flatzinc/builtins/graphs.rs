//! Circuits and connected nodes.

use std::rc::Rc;

use cnfab_model::{Circuit, Connected, Edge, Var};

use super::{Args, Builtin, Wrong, class, keep_within, reifiable};
use crate::flatzinc::program::Kind::{Bools, Ints, Number, Numbers};
use crate::flatzinc::program::Program;
use crate::flatzinc::statement::{Form, Reified};

pub(super) const ALL: &[Builtin] = &[
    reifiable("cnfab_circuit", &[Ints, Number], |program, args, reified| circuit(program, args, false, reified)),
    reifiable("cnfab_connected", &[Numbers, Numbers, Bools, Bools], connected),
    reifiable("cnfab_subcircuit", &[Ints, Number], |program, args, reified| circuit(program, args, true, reified)),
];

/// The successors of nodes, whose numbers start with the given one, make a circuit.
fn circuit(program: &mut Program<'_>, args: &Args, is_partial: bool, reified: Reified) -> Result<(), Wrong> {
    let first = i32::try_from(args.number(1)).map_err(|_| Wrong {
        found: format!("the first index {}", args.number(1)),
        expected: "an index of at most 32 bits".to_owned(),
    })?;
    if args.terms(0).len() == 1 && !is_partial {
        // MiniZinc has no circuit from a node to itself.
        program.state(Form::Or(Vec::new()), reified);
        return Ok(());
    }
    if reified == Reified::No {
        let last = i64::from(first) + args.terms(0).len() as i64 - 1;
        args.terms(0).iter().for_each(|&term| keep_within(program, term, (first.into(), last)));
    }
    let make = Rc::new(move |successors| Circuit { successors, first, is_partial }.into());
    class(program, args.terms(0).to_vec(), make, reified)
}

/// From and to which node each edge goes, counted from 1, and which nodes and edges are in.
fn connected(program: &mut Program<'_>, args: &Args, reified: Reified) -> Result<(), Wrong> {
    args.same_length(0, 1)?;
    args.same_length(0, 3)?;
    let nodes = args.terms(2).len();
    let node = |number: i64| match usize::try_from(number).ok().and_then(|number| number.checked_sub(1)) {
        Some(node) if node < nodes => Ok(node),
        _ => Err(Wrong { found: format!("an edge to node {number}"), expected: format!("nodes from 1 to {nodes}") }),
    };
    let ends = args.numbers(0).into_iter().zip(args.numbers(1)).map(|(from, to)| Ok([node(from)?, node(to)?]));
    let ends: Vec<[usize; 2]> = ends.collect::<Result<_, Wrong>>()?;
    let make = Rc::new(move |mut vars: Vec<Var>| {
        let of_edges = vars.split_off(nodes);
        let edges = ends.iter().zip(of_edges).map(|(&ends, var)| Edge { ends, is_in: Some(var.is(1)) }).collect();
        Connected { nodes: vars.iter().map(|var| var.is(1)).collect(), edges }.into()
    });
    class(program, args.terms(2).iter().chain(args.terms(3).iter()).copied().collect(), make, reified)
}
