//! Compiled formulas: the sums and products of a count, from which models are drawn.
//!
//! What it does: each sum of a count is over branches that exclude each other, each product is over parts that share no
//! variable. So a model is drawn by going down: of a sum one branch is taken, as often as it has models; of a product
//! all parts are. A random word is compared with the share of a branch's models, scaled to 64 bits. Where the word does
//! not decide, further ones do, by the exact numbers. So all models are equally likely, not nearly so.
//!
//! Whose idea: A. Darwiche, "On the Tractable Counting of Theory Models and its Application to Belief Revision and
//! Truth Maintenance", 2001 (the form is d-DNNF); J. Huang, A. Darwiche, "DPLL with a Trace: From SAT to Knowledge
//! Compilation", IJCAI 2005; S. Sharma, R. Gupta, S. Roy, K. Meel, "Knowledge Compilation meets Uniform Sampling",
//! LPAR 2018.
//!
//! How ours differs: the graph is a further algebra of the same search, so there is one search for counts and graphs.
//! A component without shown variables is a leaf with one of its models, so what is drawn is a whole model.
//!
//! When it runs: in `compile`, for `cnfab sample`.

use std::mem;

use fastrand::Rng;
use num_bigint::BigUint;

use super::algebra::Algebra;
use super::formula::Literal;

/// A node; those below it come before it.
enum Node {
    /// Literals up to the second number, and free variables from there to the third.
    Leaf(u32, u32, u32),
    And(u32, u32),
    /// Two branches, and the share of the first in the models, times 2^64, rounded down.
    Or(u32, u32, u64),
}

/// The node of a component, and how many assignments of its shown variables it has.
#[derive(Clone)]
pub(super) struct Part {
    node: u32,
    models: BigUint,
}

/// The nodes of a formula.
#[derive(Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// The literals and the free variables of the leaves.
    words: Vec<u32>,
}

impl Graph {
    fn push(&mut self, node: Node, models: BigUint) -> Part {
        self.nodes.push(node);
        Part { node: self.nodes.len() as u32 - 1, models }
    }

    fn leaf(&mut self, literals: &[Literal], free: &[u32]) -> Part {
        let from = self.words.len() as u32;
        self.words.extend_from_slice(literals);
        let middle = self.words.len() as u32;
        self.words.extend_from_slice(free);
        self.push(Node::Leaf(from, middle, self.words.len() as u32), BigUint::from(1_u32) << free.len())
    }

    /// True for the leaf that assigns nothing.
    fn is_empty(&self, node: u32) -> bool {
        matches!(self.nodes[node as usize], Node::Leaf(from, _, to) if from == to)
    }

    /// For each node up to this one the number of its models.
    fn models(&self, last: u32) -> Vec<BigUint> {
        let mut models: Vec<BigUint> = Vec::with_capacity(last as usize + 1);
        for node in &self.nodes[..=last as usize] {
            models.push(match *node {
                Node::Leaf(_, middle, to) => BigUint::from(1_u32) << (to - middle),
                Node::And(a, b) => &models[a as usize] * &models[b as usize],
                Node::Or(a, b, _) => &models[a as usize] + &models[b as usize],
            });
        }
        models
    }

    /// True to take the first branch, by the exact numbers, where 64 bits were those of its share.
    #[cold]
    fn is_first(&self, [a, b]: [u32; 2], share: u64, rng: &mut Rng) -> bool {
        let models = self.models(a.max(b));
        let all = &models[a as usize] + &models[b as usize];
        // The share that is left, as a fraction of the whole.
        let mut left = (&models[a as usize] << 64_u32) - &all * share;
        loop {
            let scaled = left << 64_u32;
            let (share, rest) = (&scaled / &all, scaled % &all);
            match BigUint::from(rng.u64(..)).cmp(&share) {
                std::cmp::Ordering::Less => return true,
                std::cmp::Ordering::Greater => return false,
                std::cmp::Ordering::Equal => left = rest,
            }
        }
    }
}

impl Algebra for Graph {
    type Value = Part;

    fn zero(&self) -> Part {
        Part { node: 0, models: BigUint::ZERO }
    }

    fn is_zero(&self, value: &Part) -> bool {
        value.models == BigUint::ZERO
    }

    fn branch(&mut self, assigned: &[Literal], free: &[u32]) -> Part {
        self.leaf(assigned, free)
    }

    fn witness(&mut self, model: &[Literal]) -> Part {
        self.leaf(model, &[])
    }

    fn multiply(&mut self, branch: &mut Part, component: &Part) {
        if self.is_zero(branch) || self.is_zero(component) {
            *branch = self.zero();
        } else if self.is_empty(branch.node) {
            *branch = component.clone();
        } else if !self.is_empty(component.node) {
            let models = &branch.models * &component.models;
            *branch = self.push(Node::And(branch.node, component.node), models);
        }
    }

    fn add(&mut self, sum: &mut Part, branch: &Part) {
        if self.is_zero(sum) {
            *sum = branch.clone();
        } else if !self.is_zero(branch) {
            let models = &sum.models + &branch.models;
            let share = (&sum.models << 64_u32) / &models;
            let share = u64::try_from(share).expect("a share is less than one");
            *sum = self.push(Node::Or(sum.node, branch.node, share), models);
        }
    }

    fn bytes(&self, value: &Part) -> usize {
        usize::try_from(value.models.bits() / 8).expect("a number in memory")
    }

    fn held(&self) -> usize {
        mem::size_of::<Node>() * self.nodes.len() + mem::size_of::<u32>() * self.words.len()
    }

    fn now(&self) -> usize {
        self.nodes.len()
    }

    fn forget(&mut self, since: usize) {
        // Leaves have their words in the order in which they came.
        let first = self.nodes[since..].iter().find_map(|node| match node {
            Node::Leaf(from, ..) => Some(*from),
            Node::And(..) | Node::Or(..) => None,
        });
        self.nodes.truncate(since);
        first.into_iter().for_each(|first| self.words.truncate(first as usize));
    }
}

/// A formula from which models are drawn.
pub struct Compiled {
    graph: Graph,
    root: Part,
    variables: usize,
}

impl Compiled {
    pub(super) fn new(graph: Graph, root: Part, variables: usize) -> Self {
        Compiled { graph, root, variables }
    }

    /// The number of models, or of assignments of the shown variables that models extend.
    pub fn models(&self) -> &BigUint {
        &self.root.models
    }

    /// The number of nodes of the graph.
    pub fn nodes(&self) -> usize {
        self.graph.nodes.len()
    }

    /// Draws a model: the truth values of all variables. Each assignment of the shown variables is equally likely.
    ///
    /// # Panics
    /// If there is none.
    pub fn draw(&self, rng: &mut Rng) -> Vec<bool> {
        assert!(self.root.models != BigUint::ZERO, "only from models one is drawn");
        let mut values = vec![false; self.variables];
        let mut open = vec![self.root.node];
        while let Some(node) = open.pop() {
            match self.graph.nodes[node as usize] {
                Node::Leaf(from, middle, to) => {
                    let [literals, free] = [from..middle, middle..to].map(|at| at.start as usize..at.end as usize);
                    self.graph.words[literals].iter().for_each(|&lit| values[lit as usize / 2] = lit % 2 == 0);
                    self.graph.words[free].iter().for_each(|&variable| values[variable as usize] = rng.bool());
                }
                Node::And(a, b) => open.extend([a, b]),
                Node::Or(a, b, share) => {
                    let word = rng.u64(..);
                    let is_first = word < share || word == share && self.graph.is_first([a, b], share, rng);
                    open.push(if is_first { a } else { b });
                }
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a word tells nothing, the exact numbers do: the part of the share that 64 bits have lost.
    #[test]
    fn a_tie_is_decided_by_the_exact_numbers() {
        let mut graph = Graph::default();
        let [a, b] = [0, 1].map(|free| graph.leaf(&[], &vec![0; free]));
        let mut sum = graph.zero();
        graph.add(&mut sum, &a);
        graph.add(&mut sum, &b);
        let Node::Or(a, b, share) = graph.nodes[sum.node as usize] else { panic!("a sum") };
        assert_eq!(share, u64::MAX / 3);
        let mut rng = Rng::with_seed(5);
        // A third of 2^64 is not whole: a third is left over.
        let first = (0..3000).filter(|_| graph.is_first([a, b], share, &mut rng)).count();
        assert!((850..1150).contains(&first), "{first}");
    }
}
