//! For each step the node that a walk along the successors comes to.
//!
//! This is the decomposition of the class, whose head says whose idea it is. Each node has to be met at some step. For
//! n nodes and a arcs there are n variables of n values and at most n a clauses. The walk fixes one node after the
//! other as soon as successors are decided, so that it suits graphs of few arcs and circuits through all nodes.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Circuit, Class, Poster};

use super::SimplerConstraints;

pub(super) struct Walk;

impl Described for Walk {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "walk",
        "the node after each step of a walk along the successors, which has to meet all nodes",
    );
}

impl SimplerConstraints<Circuit> for Walk {
    fn decompose(&self, circuit: &Circuit, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(circuit, when, out);
    }
}
