//! Clues that can be left out together with those that a symmetry ties to them.

use super::{ClueOrbit, ConstructError, Minimal, Reduction};

impl Reduction<'_> {
    /// A set of whole orbits that is enough, and not without any of them: orbits are tried in the order given, so that
    /// the first ones go first. `None` if the whole orbits together are not enough.
    ///
    /// # Errors
    /// If the budget ends.
    pub fn minimal_orbits(&mut self, orbits: &[ClueOrbit]) -> Result<Option<Minimal>, ConstructError> {
        let mut kept: Vec<&ClueOrbit> = orbits.iter().filter(|orbit| orbit.is_whole).collect();
        let all: Vec<&ClueOrbit> = kept.clone();
        if self.enough(&numbers(&kept))?.is_none() {
            return Ok(None);
        }
        for orbit in all {
            let others: Vec<&ClueOrbit> = kept.iter().copied().filter(|other| *other != orbit).collect();
            if others.len() == kept.len() {
                continue;
            }
            if let Some(core) = self.enough(&numbers(&others))? {
                // Orbits with a clue of the core are enough, too.
                let is_used = |orbit: &&ClueOrbit| orbit.clues.iter().any(|clue| core.contains(clue));
                kept = others.into_iter().filter(is_used).collect();
            }
        }
        Ok(Some(numbers(&kept)))
    }
}

/// The clues of orbits, in order.
fn numbers(orbits: &[&ClueOrbit]) -> Minimal {
    let mut numbers: Minimal = orbits.iter().flat_map(|orbit| orbit.clues.iter().copied()).collect();
    numbers.sort_unstable();
    numbers
}
