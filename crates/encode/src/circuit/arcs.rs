//! Circuits by positions that count along arcs: the positions that are 0, and the arcs along which they grow by one.

use cnfab_model::{Atom, Circuit, Clause, Poster};

/// The constraints on the positions of places under conditions. Each place has one position in every assignment that
/// they allow.
pub(super) struct Arcs {
    /// Places at 0: the first one, those that are left out, and all where the circuit need not hold.
    pub(super) zeros: Vec<(Vec<Atom>, usize)>,
    /// From a place to another one, whose position is one more.
    pub(super) inner: Vec<(Vec<Atom>, usize, usize)>,
    /// From the last place of a circuit that has all places.
    pub(super) last: Vec<(Vec<Atom>, usize)>,
}

impl Arcs {
    /// States that the successors are different nodes, and tells what positions have to be, for a decomposition with a
    /// number of clauses for each arc. `None` if there is nothing left to be stated, or that is too large.
    pub(super) fn of(circuit: &Circuit, clauses: usize, when: &[Atom], out: &mut Poster<'_>) -> Option<Self> {
        let n = circuit.successors.len();
        if n == 0 || circuit.is_too_large(clauses, out) {
            return None;
        }
        circuit.permute(when, out);
        let mut arcs = Arcs { zeros: Vec::new(), inner: Vec::new(), last: Vec::new() };
        let begin = circuit.is_partial.then(|| circuit.begin(out));
        let with = |atoms: &[Atom]| -> Vec<Atom> { when.iter().chain(atoms).copied().collect() };
        for (from, number) in (0..n).zip(0..) {
            match begin {
                Some(begin) => arcs.zeros.extend(
                    [Some(begin.is(number)), circuit.stays(from)].into_iter().flatten().map(|atom| (vec![atom], from)),
                ),
                None if from == 0 => arcs.zeros.push((Vec::new(), 0)),
                None => {}
            }
            arcs.zeros.extend(when.iter().map(|&atom| (vec![!atom], from)));
            let successor = circuit.successors[from];
            for node in out.domain(successor).to_vec() {
                let Some(to) = circuit.place(node) else { continue };
                let goes = successor.is(node);
                match begin {
                    Some(_) if to == from => {}
                    Some(begin) => arcs.inner.push((with(&[goes, begin.is_not(to as i32)]), from, to)),
                    None if to == 0 => arcs.last.push((with(&[goes]), from)),
                    None if to == from => out.post(when, Clause(vec![!goes])),
                    None => arcs.inner.push((with(&[goes]), from, to)),
                }
            }
        }
        Some(arcs)
    }
}
