//! The assignment: literals in the order they became true, each with its level and its reason.

use super::literal::ColumnLit;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was chosen, or its opposite was and everything with that has been searched.
    Branch,
    /// It is true in every solution.
    Fact,
    /// All other literals of a clause are false.
    Clause(u32),
    /// Another literal of an at-most-one is true.
    Clique(ColumnLit),
    /// All others of an exactly-one are false.
    OnlyOne(u32),
    /// A row leaves nothing else.
    Row(u32),
    /// A row made by the multipliers of a relaxation leaves nothing else.
    Relaxed(u32),
}

/// The level and the place of a literal that is true.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    level: u32,
    position: u32,
}

/// Literals in the order they became true.
#[derive(Debug, Default)]
pub(super) struct Trail {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    places: Vec<Place>,
    reasons: Vec<Reason>,
    literals: Vec<ColumnLit>,
    /// Where the levels from 1 on begin.
    starts: Vec<u32>,
}

impl Trail {
    pub(super) fn new(columns: usize) -> Self {
        Trail {
            values: vec![0; 2 * columns],
            places: vec![Place::default(); columns],
            reasons: vec![Reason::Branch; columns],
            literals: Vec::with_capacity(columns),
            starts: Vec::new(),
        }
    }

    pub(super) fn is_true(&self, lit: ColumnLit) -> bool {
        self.values[lit.index()] > 0
    }

    pub(super) fn is_false(&self, lit: ColumnLit) -> bool {
        self.values[lit.index()] < 0
    }

    pub(super) fn is_open(&self, lit: ColumnLit) -> bool {
        self.values[lit.index()] == 0
    }

    /// True if it is true and became so before this place of the trail.
    pub(super) fn is_true_before(&self, lit: ColumnLit, position: usize) -> bool {
        self.is_true(lit) && self.position(lit) < position
    }

    /// Makes an open literal true on the current level.
    pub(super) fn assign(&mut self, lit: ColumnLit, reason: Reason) {
        debug_assert!(self.is_open(lit));
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.places[lit.column()] = Place { level: self.starts.len() as u32, position: self.literals.len() as u32 };
        self.reasons[lit.column()] = reason;
        self.literals.push(lit);
    }

    /// The level on which the literal or its opposite became true.
    pub(super) fn level(&self, lit: ColumnLit) -> usize {
        self.places[lit.column()].level as usize
    }

    /// Its place on the trail.
    pub(super) fn position(&self, lit: ColumnLit) -> usize {
        self.places[lit.column()].position as usize
    }

    pub(super) fn reason(&self, lit: ColumnLit) -> Reason {
        self.reasons[lit.column()]
    }

    /// All literals that are true.
    pub(super) fn literals(&self) -> &[ColumnLit] {
        &self.literals
    }

    /// The number of levels above 0.
    pub(super) fn levels(&self) -> usize {
        self.starts.len()
    }

    /// Begins a level with a choice.
    pub(super) fn branch(&mut self, lit: ColumnLit) {
        self.starts.push(self.literals.len() as u32);
        self.assign(lit, Reason::Branch);
    }

    /// The choice that began a level.
    pub(super) fn choice(&self, level: usize) -> ColumnLit {
        self.literals[self.starts[level - 1] as usize]
    }

    /// Takes back all levels above this one; `undo` gets each literal, latest first.
    pub(super) fn back_to(&mut self, level: usize, mut undo: impl FnMut(ColumnLit)) {
        let Some(&start) = self.starts.get(level) else { return };
        while self.literals.len() > start as usize {
            let lit = self.literals.pop().expect("it is longer");
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            undo(lit);
        }
        self.starts.truncate(level);
    }

    /// Gives the clauses that are reasons their new numbers.
    pub(super) fn renumber(&mut self, new: &std::collections::HashMap<u32, u32>) {
        for &lit in &self.literals {
            if let Reason::Clause(clause) = &mut self.reasons[lit.column()] {
                *clause = new[clause];
            }
        }
    }
}
