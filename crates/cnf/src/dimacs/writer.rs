//! Writes formulas without comments, and the clauses of files that have some.

use std::io::{self, Write};

use crate::buffered::Buffered;
use crate::{ClauseSink, Lit, Meter, Name, Size, number};

/// Writes what `emit` puts into a sink as DIMACS CNF, without comments: the header needs the numbers of variables and
/// clauses, so `emit` is called twice, first to count. Returns the size. For encoders used by themselves.
///
/// # Errors
/// If the text cannot be written.
pub fn write(out: &mut dyn Write, emit: &dyn Fn(&mut dyn ClauseSink)) -> io::Result<Size> {
    let mut meter = Meter::default();
    emit(&mut meter);
    let size = meter.size();
    let mut out = Buffered::new(out);
    out.line(format_args!("p cnf {} {}", size.variables, size.clauses));
    let mut clauses = ClauseWriter { out, made: 0, mark: b"" };
    emit(&mut clauses);
    clauses.out.finish()?;
    Ok(size)
}

/// Writes clauses as they come.
pub struct ClauseWriter<'w> {
    /// The writer that they go to.
    pub out: Buffered<'w>,
    /// The number of variables.
    pub made: i32,
    /// The text before each clause.
    pub mark: &'w [u8],
}

impl ClauseSink for ClauseWriter<'_> {
    fn fresh(&mut self, _: Name) -> Lit {
        self.made += 1;
        Lit::from_dimacs(self.made)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.out.bytes.extend_from_slice(self.mark);
        for lit in lits {
            number::push_spaced(&mut self.out.bytes, lit.dimacs());
        }
        self.out.bytes.extend_from_slice(b"0\n");
        self.out.flush_if_full();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_by_itself() {
        let emit = |out: &mut dyn ClauseSink| {
            let lits: Vec<Lit> = (0..12_345).map(|number| out.fresh(Name::aux("x", number, 0))).collect();
            out.clause(&[lits[0], !lits[9], lits[98], !lits[999], lits[12_344]]);
            out.clause(&[]);
        };
        let mut text = Vec::new();
        let size = write(&mut text, &emit).unwrap();
        assert_eq!((size.variables, size.clauses, size.literals), (12_345, 2, 5));
        assert_eq!(String::from_utf8(text).unwrap(), "p cnf 12345 2\n1 -10 99 -1000 12345 0\n0\n");
    }
}
