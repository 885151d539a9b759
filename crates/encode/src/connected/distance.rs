//! For each node its distance from the first one that is in.
//!
//! This is the decomposition of the class, whose head says whose idea it is. For n nodes and m edges there are n
//! variables of about n values, n^2 clauses of a node's neighbours, and 2 m n clauses. Distances are seen by unit
//! propagation from both ends. That suits graphs of up to some hundred nodes.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Class, Connected, Poster};

use super::SimplerConstraints;

pub(super) struct Distance;

impl Described for Distance {
    const ABOUT: EncodingAbout =
        EncodingAbout::decomposition("distance", "the distance of each node from the first one that is in");
}

impl SimplerConstraints<Connected> for Distance {
    fn decompose(&self, connected: &Connected, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(connected, when, out);
    }
}
