//! cdcl, the solver of this crate: incremental, interruptible, deterministic, with DRAT and LRAT proofs.
//!
//! It runs the search of the strategy `cdcl`, here over clauses and native constraints.

use std::io::Write;
use std::sync::Arc;

use crate::builders::SatCdcl;
use crate::cdcl::{Answer, Portfolio, Proof, ProofSyntax, Settings, Shares, settings_of};
use crate::strategy::StrategyKind;
use crate::{Budget, Options};
use cnfab_base::names::Named;
use cnfab_cnf::{BranchingPhase, ClauseSink, Lit, Name, NativeConstraint, Natives};

use super::{Certificate, Counters, NoProofs, ProofForm, Prover, SatResult, SatSolver, SolverKind, ToList, WithSolver};

/// The solver with its switches.
pub(super) struct Cdcl {
    settings: Settings,
    shares: Shares,
}

impl Cdcl {
    pub(super) const DEFAULT: Self = Cdcl { settings: Settings::DEFAULT, shares: Shares::ALONE };
}

/// The solver's own options. No entry of the registry of strategies: who asks the solver encodes nothing.
static SWITCHES: StrategyKind = StrategyKind {
    name: "cdcl",
    about: "the solver of this crate",
    options: SatCdcl::SWITCHES,
    numbers: SatCdcl::NUMBERS,
    make: |options, encodings| super::backend("cdcl", options, encodings),
};

impl Named for Cdcl {
    fn name(&self) -> &'static str {
        "cdcl"
    }

    fn about(&self) -> &'static str {
        "the solver of this crate, with proofs and limits on conflicts"
    }
}

impl SolverKind for Cdcl {
    fn start(&self, budget: &Budget) -> Box<dyn SatSolver> {
        Box::new(Adapter::new(None, self, budget))
    }

    fn switches(&self) -> Option<&'static StrategyKind> {
        Some(&SWITCHES)
    }

    fn with(&self, options: &Options) -> Arc<dyn SolverKind> {
        let [threads, cubes] = ["threads", "cubes"].map(|name| options.number(name) as usize);
        Arc::new(Cdcl { settings: settings_of(options), shares: Shares { threads, cubes } })
    }

    fn limits_conflicts(&self) -> Result<(), &'static str> {
        Ok(())
    }

    fn tells_work(&self) -> bool {
        matches!(self.shares, Shares::ALONE)
    }

    fn prover(&self, check: bool) -> Result<&dyn Prover, NoProofs> {
        match self.shares {
            _ if check => Err(NoProofs::Unchecked { solver: self.name() }),
            Shares::ALONE => Ok(self),
            Shares { threads, cubes } => Err(NoProofs::Shared { solver: self.name(), threads, cubes }),
        }
    }
}

impl Prover for Cdcl {
    fn prove(&self, certificate: &Certificate<'_>, budget: &Budget, run: WithSolver<'_>) -> Result<SatResult, String> {
        self.prover(certificate.check || certificate.out.is_none()).map_err(|why| why.to_string())?;
        let out = certificate.out.map_or_else(|| Box::new(std::io::sink()) as Box<dyn Write>, |out| out());
        let proof = Proof::new(form(certificate), certificate.clauses, out);
        let mut adapter = Adapter::new(Some(proof), self, budget);
        let answer = run(&mut adapter)?;
        adapter.solver.close().map_err(|error| error.to_string())?;
        Ok(answer)
    }

    fn propagates(&self) -> bool {
        true
    }
}

/// The form of a proof that is wanted.
pub(super) fn form(certificate: &Certificate<'_>) -> ProofSyntax {
    match certificate.form {
        ProofForm::Drat => ProofSyntax::Drat,
        ProofForm::BinaryDrat => ProofSyntax::BinaryDrat,
        ProofForm::Lrat if certificate.explains => ProofSyntax::Explained,
        ProofForm::Lrat => ProofSyntax::Lrat,
    }
}

struct Adapter {
    solver: Portfolio,
    clause: Vec<u32>,
}

impl Adapter {
    fn new(proof: Option<Proof>, kind: &Cdcl, budget: &Budget) -> Self {
        Adapter { solver: Portfolio::new(proof, kind.settings, kind.shares, &budget.limits()), clause: Vec::new() }
    }
}

/// A variable doubled, counted from 0, and one more if it is negated.
pub(super) fn convert(lit: Lit) -> u32 {
    2 * (lit.var() - 1) + u32::from(!lit.is_positive())
}

/// The literal that this stands for.
pub(super) fn lit_of(literal: u32) -> Lit {
    let lit = Lit::from_dimacs(literal as i32 / 2 + 1);
    if literal & 1 == 0 { lit } else { !lit }
}

impl ClauseSink for Adapter {
    fn fresh(&mut self, _name: Name) -> Lit {
        self.solver.add_variable();
        Lit::from_dimacs(i32::try_from(self.solver.variables()).expect("fewer than 2^31 variables"))
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|&lit| convert(lit)));
        self.solver.add_clause(&self.clause);
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        if self.solver.propagates() { Some(self) } else { None }
    }
}

impl Natives for Adapter {
    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        self.solver.add_native(constraint.map(convert));
    }

    fn branching(&mut self, phases: Vec<BranchingPhase<Lit>>) {
        self.solver.branch_on(phases.into_iter().map(|phase| phase.map(convert)).collect());
    }
}

impl SatSolver for Adapter {
    fn solve(&mut self, assumptions: &[Lit]) -> Result<SatResult, String> {
        let assumed: Vec<u32> = assumptions.iter().map(|&lit| convert(lit)).collect();
        let answer = self.solver.solve(&assumed);
        if let Some(why) = self.solver.failure() {
            return Err(why.to_string());
        }
        Ok(match answer {
            Answer::Sat => SatResult::Sat,
            Answer::Unsat(core) => {
                let is_in = |lit: &Lit| core.binary_search(&convert(*lit)).is_ok();
                SatResult::Unsat(assumptions.iter().copied().filter(is_in).collect())
            }
            Answer::Unknown => SatResult::Unknown,
        })
    }

    fn list(&mut self, to_list: &ToList<Lit>) -> bool {
        let can = !self.solver.proves();
        if can {
            self.solver.list(to_list.map(convert));
        }
        can
    }

    fn widen(&mut self) -> usize {
        self.solver.widen()
    }

    fn exclude(&mut self) -> bool {
        self.solver.exclude()
    }

    fn holds(&self, lit: Lit) -> bool {
        self.solver.is_true(lit.var() as usize - 1) == lit.is_positive()
    }

    fn counters(&self) -> Counters {
        let work = self.solver.work();
        Counters {
            conflicts: Some(work.conflicts),
            decisions: Some(work.decisions),
            propagations: Some(work.propagations),
            restarts: Some(work.restarts),
            techniques: work.techniques,
        }
    }
}
