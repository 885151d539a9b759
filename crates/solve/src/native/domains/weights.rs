//! The failures of the constraints of each variable, for the order `dom-wdeg`.
//!
//! Every constraint has a weight: one, and one more for each time that its propagator failed. A variable's weighted
//! degree is the sum over its constraints, kept as one number per variable; the constraints whose other variables have
//! their values count as well, unlike in the paper. All-different constraints and exclusions that act through lists of
//! neighbours fail by two variables, and weigh more for these two only. Weights are never taken back. F. Boussemart, F.
//! Hemery, C. Lecoutre and L. Sais, "Boosting Systematic Search by Weighting Constraints", ECAI 2004.

use super::propagation::Propagation;

impl<const W: usize> Propagation<'_, W> {
    /// The variable with the fewest values left for its weighted degree.
    pub(super) fn heaviest(&self, mask: impl Fn(usize) -> u64) -> Option<u32> {
        let mut best = None;
        let (mut least, mut most) = (0, 0);
        for (word, &unfixed) in self.store.unfixed().iter().enumerate() {
            let mut unfixed = unfixed & mask(word);
            while unfixed != 0 {
                let var = 64 * word as u32 + unfixed.trailing_zeros();
                unfixed &= unfixed - 1;
                let (size, degree) = (u64::from(self.store.size(var)), self.degrees[var as usize]);
                if best.is_none() || size * most < least * degree {
                    (best, least, most) = (Some(var), size, degree);
                }
            }
        }
        best
    }

    /// A propagator has failed.
    pub(super) fn blame_propagator(&mut self, propagator: u32) {
        if !self.degrees.is_empty() {
            let program = self.program;
            for &var in program.scope(&program.propagators[propagator as usize]) {
                self.degrees[var as usize] += 1;
            }
        }
    }

    /// A clause has failed.
    pub(super) fn blame_clause(&mut self, clause: u32) {
        if !self.degrees.is_empty() {
            let program = self.program;
            for &literal in &program.literals[program.clauses[clause as usize].range()] {
                self.degrees[program.owner[literal as usize / 128] as usize] += 1;
            }
        }
    }

    /// The value of a variable has taken the last one of another.
    pub(super) fn blame_pair(&mut self, var: u32, mut others: impl Iterator<Item = u32>) {
        if !self.degrees.is_empty()
            && let Some(other) = others.find(|&other| self.store.size(other) == 0)
        {
            self.degrees[var as usize] += 1;
            self.degrees[other as usize] += 1;
        }
    }
}
