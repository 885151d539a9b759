//! Encodings that state a constraint by simpler ones, which are encoded then.
//!
//! The default of each such class is what every other strategy gets, too: the decomposition of the constraint class.

use std::sync::Arc;

use cnfab_cnf::{ClauseSink, Lit, NativeConstraint};
use cnfab_model::{Atom, Poster};

use super::{Encoding, VarMap};

/// A way to state constraints of a class by simpler ones.
///
/// Models are the way to it: [`encode`](super::encode()) and [`encode_further`](super::encode_further) look at the
/// constraint first, and refuse what is not well-formed or cannot be stated.
#[expect(private_bounds, reason = "only `encode` calls it, with what it has looked at")]
pub trait Decomposition<C: ?Sized>: SimplerConstraints<C> {}

impl<C: ?Sized, E: SimplerConstraints<C>> Decomposition<C> for E {}

/// A way to state constraints of a class by simpler ones.
pub(crate) trait SimplerConstraints<C: ?Sized>: Encoding {
    /// The same with another number, if it takes one.
    fn with_number(&self, _number: usize) -> Option<Arc<dyn Decomposition<C>>> {
        None
    }

    /// States that the constraint holds if all atoms of `when` do. Each variable that this adds has exactly one value
    /// in every solution of the model, also where an atom of `when` is false.
    fn decompose(&self, constraint: &C, when: &[Atom], out: &mut Poster<'_>);

    /// The constraint that the solver gets beside the simpler ones, without conditions; `None` if they say all.
    fn native(&self, _: &C, _: &mut VarMap, _: &mut dyn ClauseSink) -> Option<NativeConstraint<Lit>> {
        None
    }

    /// The encoding that may take the place of the native constraint later.
    fn later(&self) -> Option<&(dyn Decomposition<C> + 'static)> {
        None
    }
}
