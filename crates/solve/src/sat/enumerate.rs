//! The enumeration of models: by a blocking clause, or by a solver that lists models.
//!
//! `block-shown` excludes the values of the shown variables: one literal per shown variable in direct encoding, two in
//! order encoding. Any number of models of one solution are excluded together. `block-full` excludes the one model over
//! all propositional variables; the baseline that shows what projection saves. A solution may come back in another
//! model, so it keeps the solutions it has seen. `flip` and `chrono` leave it to the solver, which projects to the
//! shown variables only where a solution may have several models.

use std::collections::HashSet;

use cnfab_base::names::Named;
use cnfab_cnf::Lit;
use cnfab_encode::{Contract, VarMap};
use cnfab_model::{Assignment, Var};

use super::{Jumps, SatSolver, ToList};

/// A way to get from one model to the next.
pub trait Enumerator: Named + Sync {
    /// True if it is here to be compared with: expected to lose against another one.
    fn is_baseline(&self) -> bool {
        false
    }

    /// Starts on a formula with this many variables.
    fn start<'v>(&self, vars: &'v VarMap, shown: &'v [Var], variables: u64) -> Box<dyn Enumeration + 'v>;
}

/// An enumeration under way.
pub trait Enumeration {
    /// Gets the solver ready, which has its whole formula.
    ///
    /// # Errors
    /// If the solver cannot list models in this way.
    fn begin(&mut self, _solver: &mut dyn SatSolver) -> Result<(), String> {
        Ok(())
    }

    /// The solution in the solver's model, unless it has been there before.
    fn next(&mut self, solver: &dyn SatSolver) -> Option<Assignment>;

    /// Excludes that model, and perhaps others of the same solution. `false` if nothing is left to exclude: no variable
    /// is open, so there was this one solution only.
    fn exclude(&mut self, solver: &mut dyn SatSolver) -> bool;
}

pub(super) struct BlockShown;

impl Named for BlockShown {
    fn name(&self) -> &'static str {
        "block-shown"
    }

    fn about(&self) -> &'static str {
        "excludes the values of the shown variables"
    }
}

impl Enumerator for BlockShown {
    fn start<'v>(&self, vars: &'v VarMap, shown: &'v [Var], _variables: u64) -> Box<dyn Enumeration + 'v> {
        Box::new(Shown { vars, shown, clause: Vec::new() })
    }
}

struct Shown<'v> {
    vars: &'v VarMap,
    shown: &'v [Var],
    clause: Vec<Lit>,
}

impl Enumeration for Shown<'_> {
    fn next(&mut self, solver: &dyn SatSolver) -> Option<Assignment> {
        let solution = self.vars.decode(&|lit| solver.holds(lit));
        self.clause.clear();
        self.vars.block(&solution, self.shown, &mut self.clause);
        Some(solution)
    }

    fn exclude(&mut self, solver: &mut dyn SatSolver) -> bool {
        if self.clause.is_empty() {
            return false;
        }
        solver.clause(&self.clause);
        true
    }
}

/// Listing by the solver. Its conflicts jump back in this way.
pub(super) struct ByFlips(pub(super) Jumps);

impl Named for ByFlips {
    fn name(&self) -> &'static str {
        match self.0 {
            Jumps::Far => "flip",
            Jumps::Single => "chrono",
        }
    }

    fn about(&self) -> &'static str {
        match self.0 {
            Jumps::Far => "flips the last decision, without clauses",
            Jumps::Single => {
                "flips the last decision, without clauses, and no conflict jumps back over more than one level"
            }
        }
    }
}

impl Enumerator for ByFlips {
    fn start<'v>(&self, vars: &'v VarMap, shown: &'v [Var], _variables: u64) -> Box<dyn Enumeration + 'v> {
        Box::new(Flipped { vars, shown, jumps: self.0 })
    }
}

struct Flipped<'v> {
    vars: &'v VarMap,
    shown: &'v [Var],
    jumps: Jumps,
}

impl Enumeration for Flipped<'_> {
    fn begin(&mut self, solver: &mut dyn SatSolver) -> Result<(), String> {
        let variables = self.shown.iter().flat_map(|&var| self.vars.variables(var));
        let shown: Vec<Lit> = variables.map(|variable| Lit::from_dimacs(variable as i32)).collect();
        let is_unique = self.vars.contract() == Contract::Bijective;
        match solver.list(&ToList { shown, is_unique, jumps: self.jumps }) {
            true => Ok(()),
            false => Err("listing models without clauses".to_owned()),
        }
    }

    fn next(&mut self, solver: &dyn SatSolver) -> Option<Assignment> {
        Some(self.vars.decode(&|lit| solver.holds(lit)))
    }

    fn exclude(&mut self, solver: &mut dyn SatSolver) -> bool {
        solver.exclude()
    }
}

pub(super) struct BlockFull;

impl Named for BlockFull {
    fn name(&self) -> &'static str {
        "block-full"
    }

    fn about(&self) -> &'static str {
        "excludes the whole model, auxiliaries included; the baseline"
    }
}

impl Enumerator for BlockFull {
    fn is_baseline(&self) -> bool {
        true
    }

    fn start<'v>(&self, vars: &'v VarMap, shown: &'v [Var], variables: u64) -> Box<dyn Enumeration + 'v> {
        let variables = i32::try_from(variables).expect("fewer than 2^31 variables");
        Box::new(Full { vars, shown, variables, seen: HashSet::new(), clause: Vec::new() })
    }
}

struct Full<'v> {
    vars: &'v VarMap,
    shown: &'v [Var],
    variables: i32,
    seen: HashSet<Vec<i32>>,
    clause: Vec<Lit>,
}

impl Enumeration for Full<'_> {
    fn next(&mut self, solver: &dyn SatSolver) -> Option<Assignment> {
        let solution = self.vars.decode(&|lit| solver.holds(lit));
        self.seen.insert(solution.project(self.shown)).then_some(solution)
    }

    fn exclude(&mut self, solver: &mut dyn SatSolver) -> bool {
        self.clause.clear();
        for variable in 1..=self.variables {
            let lit = Lit::from_dimacs(variable);
            self.clause.push(if solver.holds(lit) { !lit } else { lit });
        }
        if self.clause.is_empty() {
            return false;
        }
        solver.clause(&self.clause);
        true
    }
}
