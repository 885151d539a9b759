//! The positions of nodes in binary, with one more along each arc.
//!
//! N.-F. Zhou, "In Pursuit of an Efficient SAT Encoding for the Hamiltonian Cycle Problem", CP 2020, adds one along
//! each arc by a binary adder. Ours adds one once for each node, not for each arc. The bits of that sum are functions
//! of the bits of the position, and an arc copies them to its end. The graph's distances from the first node, by which
//! Zhou drops positions beforehand, are not looked at. A second circuit would need as many nodes as there are
//! positions. That a position of ones only has no successor follows, and is stated. Positions are 0 where `order` has
//! them so.
//!
//! For n nodes and a arcs, a position has k = log2 n bits, rounded up. There are n k bits. Sums and carries take
//! 2 n (k - 1) more, in 7 n (k - 1) clauses. Each arc takes 2 k + 1 clauses. This is the smallest encoding for large
//! graphs. Unit propagation sees no bounds in bits, and less than in `order`.

use crate::bits::{OneMore, below};
use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Circuit, Clause, Poster};

use super::SimplerConstraints;
use super::arcs::Arcs;

pub(super) struct LogDistance;

impl Described for LogDistance {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "log-distance",
        "the position of each node in binary, with one more along each arc",
    );
}

impl SimplerConstraints<Circuit> for LogDistance {
    fn decompose(&self, circuit: &Circuit, when: &[Atom], out: &mut Poster<'_>) {
        let n = circuit.successors.len();
        // Two for each bit, and one.
        let clauses = 2 * n.checked_ilog2().map_or(0, |log| log as usize + 1) + 1;
        let Some(Arcs { zeros, inner, last }) = Arcs::of(circuit, clauses, when, out) else { return };
        let bits: Vec<Vec<Atom>> = (0..n).map(|_| below(n, out)).collect();
        for (conditions, place) in zeros {
            bits[place].iter().for_each(|&bit| out.post(&conditions, Clause(vec![!bit])));
        }
        let sums: Vec<OneMore> = bits.iter().map(|bits| OneMore::of(bits, out)).collect();
        for (conditions, from, to) in inner {
            // No position follows the one of ones only; with one node there is none at all.
            out.post(&conditions, Clause(sums[from].overflow.map(|overflow| !overflow).into_iter().collect()));
            for (&next, &bit) in sums[from].bits.iter().zip(&bits[to]) {
                out.post(&conditions, Clause(vec![!next, bit]));
                out.post(&conditions, Clause(vec![next, !bit]));
            }
        }
        for (conditions, from) in last {
            for (place, &bit) in bits[from].iter().enumerate() {
                out.post(&conditions, Clause(vec![if (n - 1) >> place & 1 == 1 { bit } else { !bit }]));
            }
        }
    }
}
