//! The nodes that are in are connected by edges that are in.
//!
//! G. Dooms, Y. Deville, P. Dupont, "CP(Graph): Introducing a Graph Computation Domain in Constraint Programming", CP
//! 2005, have the constraint over variables for graphs. Decompositions, such as MiniZinc's, let each node choose a
//! parent and a distance from a root. Several trees would be several solutions. Ours has no parents: the root is the
//! first node that is in, and each node has its distance from it, as by a search in breadth. A node that is further
//! away than 0 has a neighbour one step nearer, and no neighbour is nearer than that.
//!
//! For n nodes and m edges there are n + 1 variables of about n values, n^2 clauses of a node's neighbours, and 2 m n
//! clauses. Edges that may be left out take m n variables more. The distances have their values in every assignment:
//! where the constraint need not hold, n stands for nodes that are out of reach.

use super::super::{Assignment, Atom, Domain, Model, ModelError, Poster, Var};
use super::{Class, Clause, some_atoms};

/// The distance of nodes that are left out.
const LEFT_OUT: i32 = -1;

/// The most clauses of a decomposition.
const MOST_CLAUSES: usize = 20_000_000;

/// An edge between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The numbers of the nodes, from 0.
    pub ends: [usize; 2],
    /// The atom that it is in, unless it always is.
    pub is_in: Option<Atom>,
}

/// Of the nodes that are in, each is reached from each other one along edges that are in, over nodes that are in. No
/// node and one node are connected.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Connected {
    /// For each node the atom that it is in.
    pub nodes: Vec<Atom>,
    /// The edges, without a direction.
    pub edges: Vec<Edge>,
}

impl Connected {
    /// The distance of each node from the first one that is in, in every assignment. Nodes out of reach have the number
    /// of nodes as their distance, if that is allowed.
    fn distances(&self, may_be_apart: bool, out: &mut Poster<'_>) -> Option<Vec<Var>> {
        let n = self.nodes.len();
        // With the literals of the distances, and twice for each direction.
        let clauses = n.saturating_add(self.edges.len()).saturating_mul(n).saturating_mul(6);
        let most = i32::try_from(n).ok().filter(|_| clauses <= MOST_CLAUSES);
        let Some(most) = most else {
            out.refuse("a graph whose distances take more than 20,000,000 clauses");
            return None;
        };
        let root = out.first("root", self.nodes.iter().map(|&atom| Some(atom)));
        let last = if may_be_apart { most } else { most - 1 };
        let domain = || Domain::from(LEFT_OUT..=last);
        let distances: Vec<Var> = self.nodes.iter().map(|_| out.variable("distance", domain())).collect();
        for ((&is_in, &distance), number) in self.nodes.iter().zip(&distances).zip(0..) {
            out.post(&[], Clause(vec![is_in, distance.is(LEFT_OUT)]));
            out.post(&[], Clause(vec![!is_in, distance.is_not(LEFT_OUT)]));
            out.post(&[], Clause(vec![root.is_not(number), distance.is(0)]));
            out.post(&[], Clause(vec![root.is(number), distance.is_not(0)]));
        }
        // From each node the edges to its neighbours.
        let mut neighbours: Vec<Vec<(Option<Atom>, Var)>> = vec![Vec::new(); n];
        for Edge { ends: [one, other], is_in } in self.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
            neighbours[*one].push((*is_in, distances[*other]));
            neighbours[*other].push((*is_in, distances[*one]));
        }
        for (&distance, neighbours) in distances.iter().zip(&neighbours) {
            for steps in 0..most {
                if steps > 0 {
                    let mut nearer = vec![distance.is_not(steps)];
                    for &(is_in, neighbour) in neighbours {
                        let both: Vec<Atom> = is_in.into_iter().chain([neighbour.is(steps - 1)]).collect();
                        nearer.push(out.conjunction(&both));
                    }
                    out.post(&[], Clause(nearer));
                }
                for &(is_in, neighbour) in neighbours.iter().filter(|_| steps + 1 < last) {
                    let left_out = is_in.map(|atom| !atom);
                    let near = [distance.is_not(steps), neighbour.at_most(steps + 1)];
                    out.post(&[], Clause(left_out.into_iter().chain(near).collect()));
                }
            }
        }
        Some(distances)
    }
}

impl Class for Connected {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        // Few nodes, since searches without propagation try all distances.
        let nodes = some_atoms(model, choose, 3);
        let mut edge = |_| {
            let ends = [choose(nodes.len()), choose(nodes.len())];
            Edge { ends, is_in: some_atoms(model, choose, 1).pop().filter(|_| choose(4) == 0) }
        };
        let edges = (0..nodes.len()).map(&mut edge).collect();
        Connected { nodes, edges }
    }

    fn name(&self) -> &'static str {
        "connected"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        let of_edges = self.edges.iter().filter_map(|edge| edge.is_in);
        Box::new(self.nodes.iter().copied().chain(of_edges).map(|atom| atom.var))
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        let of_edges = self.edges.iter_mut().filter_map(|edge| edge.is_in.as_mut());
        self.nodes.iter_mut().chain(of_edges).for_each(|atom| atom.var = to(atom.var));
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let is_in: Vec<bool> = self.nodes.iter().map(|&atom| assignment.satisfies(atom)).collect();
        let mut reached: Vec<bool> = vec![false; is_in.len()];
        if let Some(first) = is_in.iter().position(|&is_in| is_in) {
            reached[first] = true;
        }
        let is_open = |edge: &&Edge| {
            edge.ends.iter().all(|&end| is_in[end]) && edge.is_in.is_none_or(|atom| assignment.satisfies(atom))
        };
        let edges: Vec<[usize; 2]> = self.edges.iter().filter(is_open).map(|edge| edge.ends).collect();
        // A round reaches something or is the last one.
        while let Some([one, other]) = edges.iter().find(|[one, other]| reached[*one] != reached[*other]) {
            (reached[*one], reached[*other]) = (true, true);
        }
        reached == is_in
    }

    fn normalise(&mut self) -> Result<(), ModelError> {
        let nodes = self.nodes.len();
        match self.edges.iter().flat_map(|edge| edge.ends).find(|&end| end >= nodes) {
            Some(node) => Err(ModelError::Node { class: self.name(), node, nodes }),
            None => Ok(()),
        }
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        let Some(distances) = self.distances(!when.is_empty(), out) else { return };
        if !when.is_empty() {
            let apart = self.nodes.len() as i32;
            distances.into_iter().for_each(|distance| out.post(when, Clause(vec![distance.is_not(apart)])));
        }
    }

    /// Some node is out of reach.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let Some(distances) = self.distances(true, out) else { return };
        let apart = self.nodes.len() as i32;
        out.post(when, Clause(distances.into_iter().map(|distance| distance.is(apart)).collect()));
    }
}
