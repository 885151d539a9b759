//! Decision diagram of the relation, column by column, with a literal per edge.
//!
//! Rows that go on alike share their nodes. With v inner nodes and e edges, over m columns of d values: e+v variables
//! and at most 3e + 2v + m*d + 2 clauses, which is smaller than row selectors where many rows share beginnings and
//! ends. Domain consistent. Bijective: the values select one path.
//! K. C. K. Cheng, R. H. C. Yap, "An MDD-based generalized arc consistency algorithm for positive and negative table
//! constraints and some global constraints", Constraints 15, 2010; I. Abío, G. Gange, V. Mayer-Eichberger, P. J.
//! Stuckey, "On CNF Encodings of Decision Diagrams", CPAIOR 2016.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crate::layer::{Edge, layer};
use crate::{Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::{ClauseSink, Definition, Name};
use cnfab_model::{Relation, Var};

use super::TableClauses;

pub(super) struct Mdd;

impl Described for Mdd {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some([
            "a node: the rows that lead through it; an edge: those of its node that take its value",
            "no row of the table is left",
        ]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("mdd", "decision diagram of the rows with a literal per edge; domain consistent")
    };
}

impl TableClauses for Mdd {
    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let possible = |row: &[i32]| of.iter().zip(row).all(|(&var, &value)| vars.domain(var).contains(value));
        let rows: Vec<usize> = (0..relation.len()).filter(|&index| possible(relation.row(index))).collect();
        if rows.is_empty() {
            out.clause(&[]);
            return;
        }
        let mut diagram = Diagram { relation, levels: vec![BTreeMap::new(); of.len()] };
        diagram.node(&rows, 0);
        diagram.encode(of, vars, out);
    }
}

struct Diagram<'r> {
    relation: &'r Relation,
    /// For each column the nodes: which values lead to which node of the next, and the node's number.
    levels: Vec<BTreeMap<Vec<(i32, usize)>, usize>>,
}

/// For each node of a level which values lead to which node of the next.
type Children<'d> = BTreeMap<usize, &'d [(i32, usize)]>;

impl Diagram<'_> {
    /// The node of these rows, which are sorted and agree on the columns before.
    fn node(&mut self, rows: &[usize], column: usize) -> usize {
        if column == self.levels.len() {
            return 0;
        }
        let relation = self.relation;
        let same = |a: &usize, b: &usize| relation.row(*a)[column] == relation.row(*b)[column];
        let children = rows.chunk_by(same).map(|chunk| (relation.row(chunk[0])[column], self.node(chunk, column + 1)));
        let children: Vec<(i32, usize)> = children.collect();
        let level = &mut self.levels[column];
        let next = level.len();
        *level.entry(children).or_insert(next)
    }

    /// Per column and node the numbers of the rows that lead through it.
    fn through(&self) -> Vec<Vec<Vec<usize>>> {
        let nodes = |level: &BTreeMap<_, usize>| vec![Vec::new(); level.len()];
        let mut through: Vec<Vec<Vec<usize>>> = self.levels.iter().map(nodes).chain([vec![Vec::new()]]).collect();
        let children: Vec<Children> = self
            .levels
            .iter()
            .map(|level| level.iter().map(|(children, &node)| (node, &children[..])).collect())
            .collect();
        for number in 0..self.relation.len() {
            let mut at = Some(0);
            let step = |(level, value): (&Children, &i32)| {
                let all = level.get(&at?)?;
                at = all.iter().find(|(of, _)| of == value).map(|&(_, child)| child);
                at
            };
            let nodes: Vec<usize> = children.iter().zip(self.relation.row(number)).map_while(step).collect();
            if nodes.len() == self.levels.len() {
                [0].iter().chain(&nodes).zip(&mut through).for_each(|(&node, level)| level[node].push(number));
            }
        }
        through
    }

    fn encode(&self, of: &[Var], vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let through = OnceCell::new();
        let through = || through.get_or_init(|| self.through());
        let mut before = vec![LitOrConst::Const(true)];
        for (column, (level, &var)) in self.levels.iter().zip(of).enumerate() {
            let values: Vec<i32> = vars.domain(var).to_vec();
            let taken: Vec<LitOrConst> = values.iter().map(|&value| vars.is(var, value, out)).collect();
            let after: Vec<LitOrConst> = match self.levels.get(column + 1) {
                None => vec![LitOrConst::Const(true)],
                Some(next) => (0..next.len())
                    .map(|node| {
                        let meaning = || Definition::Rows(through()[column + 1][node].clone());
                        out.define(Name::aux("node", column + 1, node as i64), &meaning).into()
                    })
                    .collect(),
            };
            let place = |value: i32| values.binary_search(&value).expect("the rows are within the domains");
            let mut edges: Vec<Edge> = Vec::new();
            for (children, &node) in level {
                edges.extend(children.iter().map(|&(value, child)| [node, place(value), child]));
            }
            // By its rows an edge is ruled out with them; by node and value it would be one of two cases.
            let rows = |[node, value, _]: Edge| {
                let takes = |&&number: &&usize| self.relation.row(number)[column] == values[value];
                Definition::Rows(through()[column][node].iter().filter(takes).copied().collect())
            };
            layer(column, &before, &taken, &after, &edges, &rows, out);
            before = after;
        }
    }
}
