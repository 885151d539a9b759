//! A variable for the state before each variable of the sequence, and a table for each step.
//!
//! This is the decomposition of the class, whose head says whose idea it is. How much unit propagation sees depends on
//! `table=`: with `supports` it is domain consistent. For a graph of s states and a arcs, s values of variables are
//! added, and tables with a rows.

use crate::{Described, EncodingAbout};
use cnfab_model::{Atom, Class, Layered, Poster};

use super::SimplerConstraints;

pub(super) struct States;

impl Described for States {
    const ABOUT: EncodingAbout = EncodingAbout::decomposition(
        "states",
        "a variable for the state before each variable, and a table for each step",
    );
}

impl SimplerConstraints<Layered> for States {
    fn decompose(&self, layered: &Layered, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(layered, when, out);
    }
}
