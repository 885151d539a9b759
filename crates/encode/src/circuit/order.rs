//! Each node has a position, which is one more than the position of its predecessor.
//!
//! C. E. Miller, A. W. Tucker, R. A. Zemlin, "Integer Programming Formulation of Traveling Salesman Problems", Journal
//! of the ACM, 1960, have positions that rise along arcs. S. Prestwich, "SAT Problems with Chains of Dependent
//! Variables", Discrete Applied Mathematics, 2003, has them in clauses. Positions that rise only would not be unique in
//! partial circuits. Ours count: the first node has 0, and each arc that does not lead back to it adds one. The
//! successors are different nodes, so that a second circuit would have to rise for ever. Nodes that are left out have
//! the position 0, and so has each node where a condition is false.
//!
//! For n nodes and a arcs there are n variables of n values and a sums of two variables under conditions. `linear=`
//! chooses how these are stated; by order literals it takes about 2 n a clauses. Compared with `walk`, the bounds of
//! positions are propagated along arcs from both ends. This suits partial circuits and loose graphs.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Circuit, Clause, Cmp, Linear, Poster, Var};

use super::SimplerConstraints;
use super::arcs::Arcs;

pub(super) struct Order;

impl Described for Order {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "order",
        "a position for each node, one more than the position of its predecessor",
    );
}

impl SimplerConstraints<Circuit> for Order {
    fn decompose(&self, circuit: &Circuit, when: &[Atom], out: &mut Poster<'_>) {
        let n = circuit.successors.len();
        let Some(Arcs { zeros, inner, last }) = Arcs::of(circuit, 2 * n, when, out) else { return };
        let end = n as i32 - 1;
        let is_fixed = |place: usize| place == 0 && !circuit.is_partial;
        // Where a circuit has all nodes, only the first one is at 0.
        let least = i32::from(!circuit.is_partial && when.is_empty());
        let domain = |place: usize| if is_fixed(place) { 0..=0 } else { least..=end };
        let positions: Vec<Var> = (0..n).map(|place| out.variable("position", domain(place))).collect();
        for (conditions, place) in zeros.into_iter().filter(|&(_, place)| !is_fixed(place)) {
            out.post(&conditions, Clause(vec![positions[place].is(0)]));
        }
        for (conditions, from, to) in inner {
            let terms = vec![(1, positions[to]), (-1, positions[from])];
            out.post(&conditions, Linear { terms, cmp: Cmp::Eq, rhs: 1 });
        }
        for (conditions, from) in last {
            out.post(&conditions, Clause(vec![positions[from].is(end)]));
        }
    }
}
