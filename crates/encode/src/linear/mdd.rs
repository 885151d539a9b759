//! Multi-valued decision diagram: a node for each way the rest of a sum can go on, term by term.
//!
//! For `<=` and `>=` a node stands for an interval of partial sums after which the same is possible, so the diagram is
//! reduced. Node and "this value or a larger one" imply the next node: one variable per node, at most d clauses each
//! for d values per variable, implications one way (projected-only), domain consistent.
//! For `=` a node is a partial sum, and each of its edges has a variable: an edge implies its node, its value and its
//! next node, a node has an edge in and one out, a value has an edge. With e edges and v inner nodes: e+v variables and
//! at most 3e + 2v + m*d clauses. Domain consistent on the sum, unlike two inequalities, and bijective.
//! M. Bofill, J. Coll, J. Suy, M. Villaret, "An MDD-based SAT encoding for pseudo-Boolean constraints with at-most-one
//! relations", Artificial Intelligence Review 53, 2020; I. Abío, G. Gange, V. Mayer-Eichberger, P. J. Stuckey, "On CNF
//! Encodings of Decision Diagrams", CPAIOR 2016.

use crate::layer::{Edge, layer, node_and_value};
use crate::{Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseRule, ClauseSink, Name};
use cnfab_model::Cmp;

use super::diagram::Diagram;
use super::partial::Partials;
use super::weights::Weights;
use super::{Statement, Sum, SumClauses, sum_of};

pub(super) struct Mdd;

impl Described for Mdd {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "a node: the sum before it lies in its interval; an edge: node and value",
            "two known sums leave the third one value, by cases of the edge's variable",
        ]),
        ..EncodingAbout::new("mdd", "decision diagram over the terms; with edges for =, domain consistent")
    };
}

impl SumClauses for Mdd {
    fn contract(&self, cmp: Cmp) -> Contract {
        Contract::bijective_if(cmp == Cmp::Eq)
    }

    fn uses_at_most_ones(&self) -> bool {
        true
    }

    fn prepare(&self, sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        if sum.cmp == Cmp::Eq {
            let partials = Partials::new(&sum, vars)?;
            return Ok(Box::new(move |vars, out| edges(&partials, vars, out)));
        }
        let mut diagrams = Vec::with_capacity(1);
        for weights in Weights::inequalities(&sum, vars) {
            let diagram = Diagram::new(&weights.groups, weights.bound)?;
            diagrams.push((weights, diagram));
        }
        Ok(Box::new(move |vars, out| {
            for (weights, diagram) in &diagrams {
                let of = |groups: usize| (weights.summands(0..groups), weights.least(0..groups));
                let more = |group: usize, out: &mut dyn ClauseSink| {
                    if !weights.is_of_literals(group) {
                        return (weights.at_least(group, vars, out), true);
                    }
                    let mut taken = weights.taken(group, vars, out);
                    taken[0] = LitOrConst::Const(true);
                    (taken, false)
                };
                diagram.encode(&of, more, out);
            }
        }))
    }
}

/// The paths through the partial sums, edge by edge.
fn edges(partials: &Partials, vars: &mut VarMap, out: &mut dyn ClauseSink) {
    out.why(ClauseRule::Equal);
    let mut here = vec![LitOrConst::Const(true)];
    let mut from = vec![0];
    for (i, level) in partials.levels.iter().enumerate() {
        if level.values.is_empty() {
            return out.clause(&[]);
        }
        let is_last = i + 1 == partials.levels.len();
        let next: Vec<LitOrConst> = level
            .values
            .iter()
            .map(|&value| match is_last {
                true => LitOrConst::Const(true),
                false => {
                    let meaning = || level.meaning(sum_of(&partials.terms[..=i]), value, 0);
                    out.define(Name::aux("sum=", i, value), meaning).into()
                }
            })
            .collect();
        let (coefficient, var) = partials.terms[i];
        let taken: Vec<LitOrConst> =
            partials.addends[i].iter().map(|&addend| vars.is(var, (addend / coefficient) as i32, out)).collect();
        let mut edges: Vec<Edge> = Vec::new();
        for (node, &before) in from.iter().enumerate() {
            for (place, &addend) in partials.addends[i].iter().enumerate() {
                edges.extend(level.position(before + addend).map(|after| [node, place, after]));
            }
        }
        layer(i, &here, &taken, &next, &edges, &node_and_value(&here, &taken), out);
        (here, from) = (next, level.values.clone());
    }
}
