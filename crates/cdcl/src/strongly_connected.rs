//! Strongly connected components of graphs.
//!
//! What it does: nodes that lead to each other are in one component.
//!
//! Whose idea: R. Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972.
//!
//! How ours differs: the path is a list, so that deep graphs need no stack.
//!
//! When it runs: in the propagators of all-different constraints and global cardinalities, for the edges that no
//! matching has.

/// No number.
const NONE: u32 = u32::MAX;

/// The components, and what finding them needs.
#[derive(Default)]
pub(super) struct Components {
    /// Of each node its component; those of one component have the same number.
    pub(super) of: Vec<u32>,
    /// When each node was met, and the first node met that it leads to.
    met: Vec<u32>,
    low: Vec<u32>,
    open: Vec<u32>,
    /// Nodes on the path, with how many of their successors are done.
    path: Vec<(u32, u32)>,
}

impl Components {
    /// Finds the components of a graph: `successor` is the first one from this number on that a node has, and the
    /// number behind it.
    pub(super) fn find(&mut self, nodes: usize, successor: impl Fn(u32, u32) -> Option<(u32, u32)>) {
        for of in [&mut self.of, &mut self.met, &mut self.low] {
            of.clear();
            of.resize(nodes, NONE);
        }
        let (mut time, mut found) = (0, 0);
        for root in 0..nodes as u32 {
            if self.met[root as usize] != NONE {
                continue;
            }
            self.path.push((root, 0));
            while let Some((node, next)) = self.path.last_mut() {
                let at = *node as usize;
                if *next == 0 && self.met[at] == NONE {
                    (self.met[at], self.low[at]) = (time, time);
                    time += 1;
                    self.open.push(*node);
                }
                if let Some((to, behind)) = successor(*node, *next) {
                    *next = behind;
                    let to = to as usize;
                    if self.met[to] == NONE {
                        self.path.push((to as u32, 0));
                    } else if self.of[to] == NONE {
                        self.low[at] = self.low[at].min(self.met[to]);
                    }
                    continue;
                }
                self.path.pop();
                if let Some(&(parent, _)) = self.path.last() {
                    let parent = parent as usize;
                    self.low[parent] = self.low[parent].min(self.low[at]);
                }
                if self.low[at] == self.met[at] {
                    let begin = self.open.iter().rposition(|&other| other as usize == at).expect("it is open");
                    self.open.drain(begin..).for_each(|member| self.of[member as usize] = found);
                    found += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_those_of_paths_both_ways() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..300 {
            let nodes = rng.usize(1..12);
            let edges: Vec<Vec<u32>> =
                (0..nodes).map(|_| (0..rng.usize(..3)).map(|_| rng.u32(..nodes as u32)).collect()).collect();
            // Of each node, those it leads to, as bits.
            let mut leads: Vec<u32> = (0..nodes).map(|node| 1 << node).collect();
            for _ in 0..nodes {
                for (from, to) in edges.iter().enumerate() {
                    leads[from] |= to.iter().fold(0, |all, &to| all | leads[to as usize]);
                }
            }
            let mut components = Components::default();
            components.find(nodes, |node, next| edges[node as usize].get(next as usize).map(|&to| (to, next + 1)));
            for (a, b) in (0..nodes * nodes).map(|pair| (pair / nodes, pair % nodes)) {
                let both = leads[a] >> b & leads[b] >> a & 1 == 1;
                assert_eq!(components.of[a] == components.of[b], both, "{edges:?}");
            }
        }
    }
}
