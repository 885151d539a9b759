//! Connected nodes: a search in depth finds what cannot be reached, and what cannot be left out.
//!
//! What it does: from a node that is in, those that may be in are visited along edges that may be in. A node that is
//! not reached is out. Where the tree of the search has a node that is in below a node or an edge by which alone it is
//! reached, these are in.
//!
//! Whose idea: G. Dooms, Y. Deville, P. Dupont, "CP(Graph): Introducing a Graph Computation Domain in Constraint
//! Programming", CP 2005; cut nodes by J. Hopcroft, R. Tarjan, "Efficient Algorithms for Graph Manipulation", CACM
//! 1973; clauses about borders, added when they are violated: G. Gange, P. J. Stuckey, "Reachability Propagation in
//! Constraint Programming", CP 2018.
//!
//! How ours differs: any two nodes that are in will do, there is no root. Explanations are the border of what is
//! reached, and two nodes. See `globals`.
//!
//! When it runs: for `connected=propagate`.

use super::super::{Contradiction, Literal, Step};
use super::{Facts, Forbidden, Global};
use cnfab_cnf::Alternative;

/// An edge of a node: its number, and the node at the other end.
type Way = (u32, u32);

pub(in super::super) struct Connected {
    nodes: Vec<Option<Literal>>,
    edges: Vec<Alternative<[u32; 2], Literal>>,
    ways: Vec<Vec<Way>>,
}

/// A search in depth.
struct DepthSearch {
    /// When each node was reached, from 1; 0 if it was not.
    reached: Vec<u32>,
    /// The earliest node that is seen from those below it, but for the edge by which it was reached.
    lowest: Vec<u32>,
    /// True if a node that is in is at it or below it.
    has_own: Vec<bool>,
}

impl Connected {
    pub(in super::super) fn new(nodes: Vec<Option<Literal>>, edges: Vec<Alternative<[u32; 2], Literal>>) -> Self {
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); nodes.len()];
        for (number, &([one, other], _)) in (0..).zip(&edges) {
            if one != other {
                ways[one as usize].push((number, other));
                ways[other as usize].push((number, one));
            }
        }
        Connected { nodes, edges, ways }
    }

    /// A node that is in.
    fn root(&self, facts: &Facts<'_>) -> Option<usize> {
        self.nodes.iter().position(|&node| facts.holds(node))
    }

    /// True if a search may take the edge and come to the node.
    fn is_open(&self, (edge, node): Way, facts: &Facts<'_>) -> bool {
        facts.may_hold(self.edges[edge as usize].1) && facts.may_hold(self.nodes[node as usize])
    }

    /// Visits all that may be reached, and notes which nodes and edges cannot be left out.
    fn search(&self, root: usize, facts: &Facts<'_>, needed: &mut Vec<Option<Literal>>) -> DepthSearch {
        let n = self.nodes.len();
        let mut search = DepthSearch { reached: vec![0; n], lowest: vec![0; n], has_own: vec![false; n] };
        let mut number = 1;
        // Nodes with the edge by which they were reached, and how many of their own were taken.
        let mut path: Vec<(usize, Option<u32>, usize)> = vec![(root, None, 0)];
        (search.reached[root], search.lowest[root]) = (1, 1);
        while let Some((node, by, taken)) = path.last_mut() {
            let Some(&(edge, next)) = self.ways[*node].get(*taken) else {
                let (node, by) = (*node, *by);
                path.pop();
                search.has_own[node] |= facts.holds(self.nodes[node]);
                let Some(&(parent, ..)) = path.last() else { break };
                search.lowest[parent] = search.lowest[parent].min(search.lowest[node]);
                search.has_own[parent] |= search.has_own[node];
                if search.has_own[node] && search.lowest[node] >= search.reached[parent] {
                    needed.push(self.nodes[parent]);
                    if search.lowest[node] > search.reached[parent] {
                        needed.extend(by.map(|edge| self.edges[edge as usize].1));
                    }
                }
                continue;
            };
            *taken += 1;
            let next_node = next as usize;
            if *by == Some(edge) || !self.is_open((edge, next), facts) {
                continue;
            }
            match search.reached[next_node] {
                0 => {
                    number += 1;
                    (search.reached[next_node], search.lowest[next_node]) = (number, number);
                    path.push((next_node, Some(edge), 0));
                }
                seen => search.lowest[*node] = search.lowest[*node].min(seen),
            }
        }
        search
    }
}

impl Global for Connected {
    fn literals(&self) -> Vec<Literal> {
        self.nodes.iter().copied().chain(self.edges.iter().map(|edge| edge.1)).flatten().collect()
    }

    fn forbid(&mut self, facts: &Facts<'_>, forbidden: &mut Forbidden) -> Step {
        let Some(root) = self.root(facts) else { return Ok(()) };
        let mut needed = Vec::new();
        let search = self.search(root, facts, &mut needed);
        forbidden.extend(needed.into_iter().flatten().map(|literal| literal ^ 1));
        for (&node, _) in self.nodes.iter().zip(&search.reached).filter(|(_, reached)| **reached == 0) {
            if facts.holds(node) {
                return Err(Contradiction);
            }
            forbidden.extend(node);
        }
        Ok(())
    }

    fn conflict(&self, facts: &Facts<'_>, out: &mut Vec<Literal>) -> bool {
        let Some(root) = self.root(facts) else { return false };
        let DepthSearch { reached, .. } = self.search(root, facts, &mut Vec::new());
        let apart = (0..self.nodes.len()).find(|&node| reached[node] == 0 && facts.holds(self.nodes[node]));
        let Some(apart) = apart else { return false };
        for node in [root, apart] {
            self.nodes[node].into_iter().for_each(|literal| facts.because(literal, out));
        }
        for node in (0..self.nodes.len()).filter(|&node| reached[node] > 0) {
            for &(edge, next) in self.ways[node].iter().filter(|way| reached[way.1 as usize] == 0) {
                let closed = [self.edges[edge as usize].1, self.nodes[next as usize]].into_iter().flatten();
                facts.because_one(closed.map(|literal| literal ^ 1).filter(|&other| facts.is_true(other)), out);
            }
        }
        true
    }
}
