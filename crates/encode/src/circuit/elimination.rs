//! Nodes are eliminated one after the other, and the arcs that paths through them stand for may close no circuit.
//!
//! N.-F. Zhou, "Encoding the Hamiltonian Cycle Problem into SAT Based on Vertex Elimination", CP 2024, after M. F.
//! Rankooh, J. Rintanen, "Propositional Encodings of Acyclicity and Reachability by Using Vertex Elimination", AAAI
//! 2022. Without the arcs to its first node a circuit is a path, so that nothing may close a circuit. Where a node is
//! eliminated, each two arcs to it and from it become one arc, and two that lead back to where they begin may not both
//! be taken. The next node is always one with the fewest such pairs.
//!
//! How ours differs: new arcs are equal to what they stand for, not only implied by it, so that their variables have
//! one value in every assignment. Partial circuits begin at the first node that is on them.
//!
//! With p pairs there are up to 2 p variables and 6 p clauses. For sparse graphs p is small: of a graph that is cut in
//! halves by few nodes, again and again, most pairs are at these nodes. For complete graphs p is n^3 / 3.

use crate::{Described, EncodingAbout};
use std::collections::{BTreeMap, BTreeSet};

use cnfab_model::{Atom, Circuit, Clause, Poster};

use super::SimplerConstraints;

pub(super) struct Elimination;

impl Described for Elimination {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "elimination",
        "nodes are eliminated one by one, and paths through them become arcs, which close no circuit; for sparse graphs",
    );
}

/// The most pairs of arcs.
const MOST_PAIRS: usize = 1_000_000;

/// The arcs between nodes that are left, each with the atoms one of which is true if it is taken.
struct Remaining {
    arcs: BTreeMap<(usize, usize), Vec<Atom>>,
    /// Of each node where its arcs lead, and where those to it begin.
    next: Vec<BTreeSet<usize>>,
    before: Vec<BTreeSet<usize>>,
}

impl Remaining {
    fn add(&mut self, from: usize, to: usize, atom: Atom) {
        self.arcs.entry((from, to)).or_default().push(atom);
        self.next[from].insert(to);
        self.before[to].insert(from);
    }

    /// Takes an arc out. Returns an atom that is true if it is taken.
    fn take(&mut self, from: usize, to: usize, out: &mut Poster<'_>) -> Atom {
        self.next[from].remove(&to);
        self.before[to].remove(&from);
        let opposites: Vec<Atom> = self.arcs.remove(&(from, to)).into_iter().flatten().map(|atom| !atom).collect();
        !out.conjunction(&opposites)
    }

    /// How many pairs of arcs lead through a node.
    fn pairs(&self, node: usize) -> usize {
        self.next[node].len() * self.before[node].len()
    }
}

impl SimplerConstraints<Circuit> for Elimination {
    fn decompose(&self, circuit: &Circuit, when: &[Atom], out: &mut Poster<'_>) {
        let n = circuit.successors.len();
        if n == 0 {
            return;
        }
        circuit.permute(when, out);
        let begin = circuit.is_partial.then(|| circuit.begin(out));
        let mut remaining =
            Remaining { arcs: BTreeMap::new(), next: vec![BTreeSet::new(); n], before: vec![BTreeSet::new(); n] };
        for (from, &successor) in circuit.successors.iter().enumerate() {
            for node in out.domain(successor).to_vec() {
                let Some(to) = circuit.place(node) else { continue };
                let goes = successor.is(node);
                match begin {
                    Some(_) if to == from => {}
                    Some(begin) => {
                        let goes_on = out.conjunction(&[goes, begin.is_not(to as i32)]);
                        remaining.add(from, to, goes_on);
                    }
                    None if to == 0 => {}
                    None if to == from => out.post(when, Clause(vec![!goes])),
                    None => remaining.add(from, to, goes),
                }
            }
        }
        let mut pairs = 0;
        let mut waiting: BTreeSet<(usize, usize)> = (0..n).map(|node| (remaining.pairs(node), node)).collect();
        while let Some((number, node)) = waiting.pop_first() {
            pairs += number;
            if pairs > MOST_PAIRS {
                return out.refuse("a circuit in whose graph more than 1,000,000 pairs of arcs are eliminated");
            }
            let (next, before) = (remaining.next[node].clone(), remaining.before[node].clone());
            let around: BTreeSet<usize> = next.union(&before).copied().collect();
            around.iter().for_each(|&other| _ = waiting.remove(&(remaining.pairs(other), other)));
            let leaving: Vec<(usize, Atom)> = next.into_iter().map(|to| (to, remaining.take(node, to, out))).collect();
            for from in before {
                let comes = remaining.take(from, node, out);
                for &(to, goes) in &leaving {
                    if to == from {
                        out.post(when, Clause(vec![!comes, !goes]));
                    } else {
                        let both = out.conjunction(&[comes, goes]);
                        remaining.add(from, to, both);
                    }
                }
            }
            waiting.extend(around.into_iter().map(|other| (remaining.pairs(other), other)));
        }
    }
}
