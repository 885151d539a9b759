//! Constraints become propagators: all-different, sums and clauses.
//!
//! What the domains decide already is settled here: constraints that always hold vanish, those that never hold make the
//! program a contradiction.

use crate::Refusal;
use crate::search::Incumbent;
use crate::tuning::domains::HALL_PAIRS_FROM;
use cnfab_model::{AllDifferent, Atom, Cardinality, Clause, Cmp, Flat, Linear, Model, Objective, Posted, Table, Var};

use super::{Builder, Kind, Propagator, Span, Thorough, literal};
use crate::native::settings::Level;

/// Sums stay below this, so that differences of two fit 64 bits.
const LARGEST_SUM: i128 = 1 << 60;

impl Builder {
    /// Adds what one constraint asks for.
    pub(super) fn constraint(&mut self, posted: &Posted, model: &Model) -> Result<(), Refusal> {
        match posted.flat() {
            Flat::AllDifferent(AllDifferent(vars)) => self.all_different(vars),
            Flat::Linear(Linear { terms, cmp, rhs }) => {
                self.linear(terms, *cmp, *rhs, model).map_err(|what| Refusal::of(posted, what))?;
            }
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
                let k = i64::try_from(*k).map_err(|_| Refusal::of(posted, "a count of more than 2^63"))?;
                self.count(atoms, *cmp, k);
            }
            Flat::Clause(Clause(atoms)) if self.level.has_bounds() => self.clause(atoms),
            Flat::Clause(Clause(atoms)) => self.count(atoms, Cmp::Ge, 1),
            Flat::Table(Table { vars, relation }) => self.table(vars, relation),
        }
        Ok(())
    }

    /// Adds a propagator over variables of the program.
    pub(super) fn propagator(&mut self, scope: &[u32], kind: Kind) {
        let from = self.program.scope.len();
        self.program.scope.extend_from_slice(scope);
        let threshold = match (self.level, &kind) {
            (Level::Check, _) => 0,
            (Level::Pairs, Kind::Line { .. } | Kind::Shift { .. } | Kind::Linear { cmp: Cmp::Eq, .. }) => 2,
            (Level::Forward | Level::Pairs, _) => 1,
            (Level::Bounds, Kind::Binary { .. } | Kind::Table { .. }) => 1,
            // No wildcard, so that a further kind says whether `bounds` runs it always.
            (
                Level::Bounds,
                Kind::Below { .. }
                | Kind::Count { .. }
                | Kind::Distinct { .. }
                | Kind::Line { .. }
                | Kind::Linear { .. }
                | Kind::Pairs
                | Kind::Shift { .. }
                | Kind::Some { .. }
                | Kind::Weighted { .. },
            )
            | (Level::Full, _) => u32::MAX,
        };
        let priority = match kind {
            Kind::Count { .. } | Kind::Some { .. } | Kind::Binary { .. } | Kind::Shift { .. } => 0,
            Kind::Line { thorough: Thorough::No, .. }
            | Kind::Linear { .. }
            | Kind::Below { .. }
            | Kind::Weighted { .. } => 1,
            Kind::Distinct { .. } => 2,
            Kind::Line { .. } | Kind::Pairs => 3,
            Kind::Table { .. } => 3,
        };
        let watched = if matches!(kind, Kind::Binary { .. } | Kind::Shift { .. }) { 1 } else { scope.len() as u32 };
        let scope = Span::since(from, self.program.scope.len());
        self.program.propagators.push(Propagator { scope, watched, echo: 0, threshold, priority, kind });
    }

    fn numbers(&self, vars: &[Var]) -> Vec<u32> {
        vars.iter().map(|var| self.number[var.index()]).collect()
    }

    fn all_different(&mut self, vars: &[Var]) {
        let scope = self.numbers(vars);
        let set_at = self.group_sets.pop().expect("one for each constraint");
        let mut sorted = scope.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            self.program.contradiction = true;
        } else if scope.len() > 1 && matches!(self.level, Level::Full | Level::Check) {
            // At the levels between, removal from the disequality neighbours is all there is to do.
            self.propagator(&scope, Kind::Distinct { set_at });
            let neighbours = |var: u32| self.program.neighbours_of[var as usize].range().len();
            let overlaps = || scope.iter().any(|&var| neighbours(var) > scope.len());
            if self.level == Level::Full && self.program.width == 1 && scope.len() >= HALL_PAIRS_FROM && overlaps() {
                self.propagator(&scope, Kind::Pairs);
            }
        }
    }

    /// Adds what a sum asks for.
    pub(super) fn linear(
        &mut self,
        terms: &[(i64, Var)],
        cmp: Cmp,
        rhs: i64,
        model: &Model,
    ) -> Result<(), &'static str> {
        let (mut least, mut most, mut largest) = (0, 0, 0);
        for &(coefficient, var) in terms {
            let domain = model.domain(var);
            let (Some(low), Some(high)) = (domain.min(), domain.max()) else { return Ok(()) };
            let ends = [low, high].map(|value| i128::from(coefficient) * i128::from(value));
            least += ends[0].min(ends[1]);
            most += ends[0].max(ends[1]);
            largest += ends[0].abs().max(ends[1].abs());
        }
        let wide = i128::from(rhs);
        let holds = match cmp {
            Cmp::Le => most <= wide,
            Cmp::Ge => least >= wide,
            Cmp::Eq => least == wide && most == wide,
        };
        let fails = match cmp {
            Cmp::Le => least > wide,
            Cmp::Ge => most < wide,
            Cmp::Eq => least > wide || most < wide,
        };
        if holds || fails {
            self.program.contradiction |= fails;
            return Ok(());
        }
        if largest >= LARGEST_SUM {
            return Err("sums of 2^60 and more");
        }
        let scope: Vec<u32> = terms.iter().map(|&(_, var)| self.number[var.index()]).collect();
        if let Some(by) = self.shift(terms, &scope, cmp, rhs) {
            self.both_ways(&scope, Kind::Shift { by }, Kind::Shift { by: -by });
            return Ok(());
        }
        let kind = self.line(terms, &scope, cmp, rhs, model).unwrap_or_else(|| {
            let coefficients_at = self.program.coefficients.len() as u32;
            self.program.coefficients.extend(terms.iter().map(|&(coefficient, _)| coefficient));
            Kind::Linear { coefficients_at, cmp, rhs }
        });
        if let (Level::Full, Kind::Line { target, distinct, .. }) = (self.level, &kind)
            && scope.len() > 2
        {
            let (target, distinct) = (*target, *distinct);
            let subsets = if distinct { self.subsets(&scope, target) } else { None };
            let thorough = subsets.map_or(Thorough::Triples, Thorough::Subsets);
            self.propagator(&scope, Kind::Line { target, distinct, thorough });
        }
        self.propagator(&scope, kind);
        Ok(())
    }

    /// Adds the bound of an objective.
    pub(super) fn objective(&mut self, objective: &Objective, model: &Model) -> Result<(), Refusal> {
        let terms: Vec<(i64, Var)> = Incumbent::terms(objective).filter(|term| term.0 != 0).collect();
        let (least, most) = objective.bounds(model);
        if i128::from(least.unsigned_abs().max(most.unsigned_abs())) >= LARGEST_SUM {
            return Err(Refusal::new("an objective of 2^60 and more".to_owned()));
        }
        let scope: Vec<u32> = terms.iter().map(|&(_, var)| self.number[var.index()]).collect();
        let coefficients_at = self.program.coefficients.len() as u32;
        self.program.coefficients.extend(terms.iter().map(|&(coefficient, _)| coefficient));
        self.propagator(&scope, Kind::Below { coefficients_at });
        Ok(())
    }

    /// A propagator over two variables, which loses values of the second one for those of the first, and its opposite.
    pub(super) fn both_ways(&mut self, scope: &[u32], there: Kind, back: Kind) {
        let first = self.program.propagators.len();
        self.propagator(scope, there);
        self.propagator(&[scope[1], scope[0]], back);
        // What one direction removes is no support, so the other direction misses nothing.
        self.program.propagators[first].echo = 1;
        self.program.propagators[first + 1].echo = -1;
    }

    /// By how much the bits of the second variable are above those of the first. `None` except for an equation of two
    /// variables with opposite unit coefficients over dense domains, at a level that propagates pairs.
    fn shift(&self, terms: &[(i64, Var)], scope: &[u32], cmp: Cmp, rhs: i64) -> Option<i64> {
        let &[(a, _), (b, _)] = terms else { return None };
        if cmp != Cmp::Eq || a.abs() != 1 || a != -b || scope[0] == scope[1] || !self.level.has_pairs() {
            return None;
        }
        let base = |var: u32| {
            let scale = &self.scales.all[self.scale(var) as usize];
            scale.dense.then_some(i64::from(scale.base))
        };
        // The second value is the first one and `b * rhs`.
        Some(base(scope[0])? + b * rhs - base(scope[1])?)
    }

    /// An equation with equal coefficients over dense one-word domains, as a sum of bit numbers.
    fn line(&self, terms: &[(i64, Var)], scope: &[u32], cmp: Cmp, rhs: i64, model: &Model) -> Option<Kind> {
        let factor = terms[0].0;
        let equal = cmp == Cmp::Eq && rhs % factor == 0 && terms.iter().all(|&(coefficient, _)| coefficient == factor);
        if !equal || self.program.width != 1 {
            return None;
        }
        let mut target = rhs / factor;
        for &var in scope {
            let scale = &self.scales.all[self.scale(var) as usize];
            if !scale.dense {
                return None;
            }
            target -= i64::from(scale.base);
        }
        let vars: Vec<Var> = terms.iter().map(|&(_, var)| var).collect();
        Some(Kind::Line { target, distinct: model.distinct(&vars), thorough: Thorough::No })
    }

    /// At least one of the atoms is true, as literals; clauses over one variable become counts.
    fn clause(&mut self, atoms: &[Atom]) {
        let from = self.program.literals.len();
        let mut vars = Vec::with_capacity(atoms.len());
        for atom in atoms {
            let var = self.number[atom.var.index()];
            let domain = self.domain(var);
            let bit = self.scales.bit(self.scale(var), atom.value).map(|bit| bit as usize);
            let has = bit.is_some_and(|bit| domain[bit / 64] >> (bit % 64) & 1 == 1);
            let only = domain.iter().map(|word| word.count_ones()).sum::<u32>() == 1;
            match (has, atom.is_equality()) {
                // Always true: then so is the clause.
                (false, false) => return self.program.literals.truncate(from),
                (true, true) if only => return self.program.literals.truncate(from),
                // Never true.
                (false, true) => {}
                (true, false) if only => {}
                _ => {
                    let at = 64 * self.program.start[var as usize] as usize + bit.expect("a bit of the domain");
                    let literal = literal(at, atom.is_equality());
                    if self.program.literals[from..].contains(&(literal ^ 1)) {
                        return self.program.literals.truncate(from);
                    }
                    if !self.program.literals[from..].contains(&literal) {
                        self.program.literals.push(literal);
                        vars.push(var);
                    }
                }
            }
        }
        if vars.is_empty() {
            self.program.contradiction = true;
        } else if vars.iter().all(|&var| var == vars[0]) {
            self.program.literals.truncate(from);
            self.count(atoms, Cmp::Ge, 1);
        } else {
            self.program.clauses.push(Span::since(from, self.program.literals.len()));
        }
    }
}
