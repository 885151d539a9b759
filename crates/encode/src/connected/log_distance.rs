//! The distances of nodes in binary.
//!
//! The distances are those of `distance`, from the first node that is in. Their bits are as the positions of N.-F.
//! Zhou, "In Pursuit of an Efficient SAT Encoding for the Hamiltonian Cycle Problem", CP 2020, with one sum for each
//! node. For both directions of an edge, variables say how far the bits of one end agree with the sum of the other end,
//! from the highest bit on. So they say as well which node is one step nearer. The first bit that differs is the
//! smaller one. Where a condition is false, all distances are 0.
//!
//! For n nodes and m edges, a distance has k = log2 n bits, rounded up. There are 3 n k variables for distances and
//! 2 m (k + 1) for edges, in about 7 n k + 12 m k clauses. This is for large graphs; unit propagation sees less of
//! distances in bits.

use crate::bits::{OneMore, below};
use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Clause, Connected, Edge, Poster};

use super::SimplerConstraints;

pub(super) struct LogDistance;

impl Described for LogDistance {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition("log-distance", "the distance of each node in binary");
}

impl SimplerConstraints<Connected> for LogDistance {
    fn decompose(&self, connected: &Connected, when: &[Atom], out: &mut Poster<'_>) {
        let n = connected.nodes.len();
        if n == 0 {
            return;
        }
        let root = out.first("root", connected.nodes.iter().map(|&atom| Some(atom)));
        let bits: Vec<Vec<Atom>> = (0..n).map(|_| below(n, out)).collect();
        let sums: Vec<OneMore> = bits.iter().map(|bits| OneMore::of(bits, out)).collect();
        // For each node the atoms that a neighbour is one step nearer.
        let mut nearer: Vec<Vec<Atom>> = vec![Vec::new(); n];
        for &Edge { ends: [a, b], is_in } in connected.edges.iter().filter(|edge| edge.ends[0] != edge.ends[1]) {
            for [near, far] in [[a, b], [b, a]] {
                let OneMore { bits: sum, overflow } = &sums[near];
                let are_in = [connected.nodes[near], connected.nodes[far]].into_iter().chain(is_in);
                let mut open: Vec<Atom> = when.iter().copied().chain(are_in.clone()).collect();
                // Beyond all bits, the sum is larger anyway.
                let fits = overflow.map(|overflow| !overflow);
                open.extend(fits);
                let agree = agreements(&bits[far], sum, out);
                for (&bit, &agree) in bits[far].iter().rev().zip(&agree) {
                    // Up to here they agreed, but here not.
                    out.post(&open, Clause(vec![agree, !bit]));
                    open.push(agree);
                }
                let one_step: Vec<Atom> = are_in.chain(fits).chain(agree.last().copied()).collect();
                nearer[far].push(out.conjunction(&one_step));
            }
        }
        for (((&is_in, bits), nearer), number) in connected.nodes.iter().zip(&bits).zip(nearer).zip(0..) {
            let zeros = when.iter().map(|&atom| !atom).chain([!is_in, root.is(number)]);
            for zero in zeros {
                bits.iter().for_each(|&bit| out.post(&[zero], Clause(vec![!bit])));
            }
            let is_further: Vec<Atom> = when.iter().copied().chain([is_in, root.is_not(number)]).collect();
            out.post(&is_further, Clause(nearer));
        }
    }
}

/// Defines for each bit, the highest first, whether both numbers agree from the highest bit to it.
fn agreements(one: &[Atom], other: &[Atom], out: &mut Poster<'_>) -> Vec<Atom> {
    let mut all: Vec<Atom> = Vec::with_capacity(one.len());
    for (&one, &other) in one.iter().zip(other).rev() {
        let agree = out.variable("agree", 0..=1).is(1);
        let before = all.last().copied();
        out.post(&[agree], Clause(vec![one, !other]));
        out.post(&[agree], Clause(vec![!one, other]));
        before.into_iter().for_each(|before| out.post(&[agree], Clause(vec![before])));
        for (one, other) in [(one, other), (!one, !other)] {
            let if_both = before.into_iter().chain([one, other]).map(|atom| !atom);
            out.post(&[], Clause(if_both.chain([agree]).collect()));
        }
        all.push(agree);
    }
    all
}
