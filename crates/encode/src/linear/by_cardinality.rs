//! By cardinality: terms with the same coefficient are counted together, and a decision diagram bounds the counts.
//!
//! For each coefficient, its sign apart, a balanced tree adds up its variables in order encoding: over 0/1 variables a
//! totalizer. The diagram then has a level per coefficient, the largest first: a node for each interval of what may
//! still come, and "node and at least c of this count, then the next node". With q coefficients, m_i variables of d
//! values for the i-th, and v inner nodes: the trees have O(d*m_i*log m_i) variables and O((d*m_i)^2) clauses, the
//! diagram v variables and at most d*m_i + 1 clauses for each node of the i-th level. Small where coefficients are few
//! and terms many. With one coefficient there is no diagram, and what is left is `tree`.
//! Domain consistent for `<=` and `>=`. `=` is two inequalities: both bounds are consistent. Implications one way
//! (projected-only). Sums that differ only in numbers that nothing depends on have the same diagram.
//! The published encoding also states counts first and the sum by them, as a formula over cardinality constraints that
//! any encoding of these may state. Ours fixes a totalizer for them and takes integer variables.
//! Y. Minami, T. Soh, M. Banbara, N. Tamura, "A SAT Encoding of Pseudo-Boolean Constraints via Boolean Cardinality
//! Constraints", Computer Software 35(3), 2018.

use crate::{Contract, Described, EncodingAbout, VarMap};
use cnfab_cnf::ClauseSink;

use super::balanced::Node;
use super::diagram::Diagram;
use super::order_sum::AtLeastLits;
use super::tree::in_order;
use super::weights::Weights;
use super::{Statement, Sum, SumClauses};

pub(super) struct ByCardinality;

impl Described for ByCardinality {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["counts as in tree; a node: the sum before it is at least v", "bounds add up"]),
        contract: Contract::ProjectedOnly,
        ..EncodingAbout::new("by-cardinality", "a count for each coefficient, and a decision diagram over the counts")
    };
}

impl SumClauses for ByCardinality {
    fn prepare(&self, mut sum: Sum, vars: &VarMap) -> Result<Statement, String> {
        // Stable, so that variables with one coefficient stay in their order.
        sum.terms.sort_by_key(|&(coefficient, _)| std::cmp::Reverse(coefficient.abs()));
        let all: Result<Vec<Bounded>, String> =
            Weights::inequalities(&sum, vars).into_iter().map(|weights| Bounded::new(&sum, weights)).collect();
        let all = all?;
        Ok(Box::new(move |vars, out| all.iter().for_each(|bounded| bounded.encode(vars, out))))
    }
}

/// One inequality.
struct Bounded {
    weights: Weights,
    /// For each coefficient, the largest first, the tree of its terms.
    counts: Vec<Node>,
    diagram: Diagram,
    /// The most pairs of values that a node may have to look at.
    most: usize,
}

impl Bounded {
    fn new(sum: &Sum, weights: Weights) -> Result<Self, String> {
        let tree = in_order(&weights, false, sum.most);
        let mut counts = Vec::new();
        for terms in sum.terms.chunk_by(|a, b| a.0.abs() == b.0.abs()) {
            let from = counts.last().map_or(0, |last: &Node| last.to);
            counts.push(tree.node(from, from + terms.len())?);
        }
        let groups: Vec<Vec<i64>> = counts.iter().map(|count| count.values.clone()).collect();
        let diagram = Diagram::new(&groups, weights.bound)?;
        Ok(Bounded { weights, counts, diagram, most: sum.most })
    }

    fn encode(&self, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let tree = in_order(&self.weights, false, self.most);
        let counts: Vec<AtLeastLits> = self.counts.iter().map(|count| tree.at_least(count, true, vars, out)).collect();
        let before = |group: usize| 0..group.checked_sub(1).map_or(0, |last| self.counts[last].to);
        let of = |group: usize| (self.weights.summands(before(group)), self.weights.least(before(group)));
        self.diagram.encode(&of, |group, _| (counts[group].clone(), true), out);
    }
}
