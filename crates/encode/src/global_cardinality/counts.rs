//! One count for each value.
//!
//! This is the decomposition of the class, whose head says whose idea it is. Unit propagation sees each value alone: it
//! does not see that several values together are asked for by too many variables, or by too few.

use cnfab_base::names::Named;
use cnfab_model::{Atom, Class, GlobalCardinality, Poster};

use super::{SimplerConstraints, stated};

pub(super) struct Counts;

impl Named for Counts {
    fn name(&self) -> &'static str {
        "counts"
    }

    fn about(&self) -> &'static str {
        "one count for each value"
    }
}

stated!(Counts);

impl SimplerConstraints<GlobalCardinality> for Counts {
    fn decompose(&self, of: &GlobalCardinality, when: &[Atom], out: &mut Poster<'_>) {
        Class::decompose(of, when, out);
    }
}
