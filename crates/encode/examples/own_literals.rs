//! A MaxSAT loop over literals of one's own: as few of eight things as possible, worth at least 20, and at most one of
//! the first four.

use batsat::{BasicSolver, SolverInterface, lbool};
use cnfab_cnf::{LitOrConst, Name};
use cnfab_encode::formula::{Bounded, ClauseSink, Cmp, Lit, at_most_one, sum};
use cnfab_encode::{AmoBy, LinearBy, Unsupported};

struct Sink(BasicSolver);

fn of(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var() - 1), lit.is_positive())
}

impl ClauseSink for Sink {
    fn fresh(&mut self, _: Name) -> Lit {
        Lit::from_dimacs(self.0.new_var_default().idx() as i32 + 1)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.0.add_clause_reuse(&mut lits.iter().map(|&lit| of(lit)).collect());
    }
}

fn main() -> Result<(), Unsupported> {
    let mut out = Sink(BasicSolver::default());
    let things: Vec<Lit> = (0..8).map(|i| out.fresh(Name::aux("thing", i, 0))).collect();
    let worth: Vec<(i64, Lit)> = (1..).zip(things.iter().copied()).collect();
    let pairs = at_most_one(&things[..4], AmoBy::Product, &mut out)?;
    let total = sum(&worth, Cmp::Ge, 20, LinearBy::Ggpw, &mut out)?;
    println!("{} and {} clauses, {}", pairs.size.clauses, total.size.clauses, total.contract);
    let (mut count, mut taken) = (Bounded::new(&things), things.clone());
    while let LitOrConst::Lit(fewer) = count.at_most(taken.len() as i64 - 1, &mut out)
        && out.0.solve_limited(&[of(fewer)]) == lbool::TRUE
    {
        taken = things.iter().copied().filter(|&lit| out.0.value_lit(of(lit)) == lbool::TRUE).collect();
    }
    println!("{} things: {taken:?}", taken.len());
    assert_eq!(taken.len(), 3);
    Ok(())
}
