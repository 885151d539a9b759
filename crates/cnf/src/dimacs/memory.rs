//! The memory of a formula, estimated before it is taken.

/// The memory that a formula and its parts may take, in bytes. Solvers were measured on formulas of a million
/// variables and of a million clauses; the figures are bounds, since lists double when they grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The limit of the whole formula.
    pub most: u64,
    /// The memory of a variable.
    pub variable: u64,
    /// The memory of a clause besides its literals.
    pub clause: u64,
    /// The memory of a literal of a clause.
    pub literal: u64,
}

impl Memory {
    /// The limit of a formula if nothing is said and the system tells nothing, in bytes.
    pub const MOST: u64 = 3_000_000_000;

    /// A formula in a solver, or kept for inspection, within a number of bytes.
    pub fn of_solver(bytes: Option<u64>) -> Self {
        Memory { most: bytes.unwrap_or(Self::MOST), variable: 150, clause: 100, literal: 20 }
    }

    /// A formula in a solver whose derivation is written or checked.
    pub fn of_proof(bytes: Option<u64>) -> Self {
        Memory { variable: 300, clause: 300, literal: 40, ..Self::of_solver(bytes) }
    }

    /// The limit, in megabytes.
    pub(super) fn megabytes(&self) -> u64 {
        self.most / 1_000_000
    }
}
