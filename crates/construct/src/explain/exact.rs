//! Contradictions that propagation does not find, by a SAT solver.
//!
//! Each candidate is a 0/1 variable, and each propagator holds under an atom of its own. For a candidate that no
//! solution has, the solver names rules that exclude it, and those that are not needed are left out one by one. What
//! the solver shows to be possible is not asked again.

use cnfab_cnf::Lit;
use cnfab_model::{Assignment, Atom, Cardinality, Clause, Linear, Model, Table, Var};
use cnfab_solve::Budget;

use super::super::ConstructError;
use super::super::oracle::{Answer, Oracle};
use super::network::{Fact, Network, Propagator};
use super::state::KnowledgeState;

/// For how many facts rules are asked for before the fewest are taken.
const ASKED: usize = 48;

/// How many of these sets are made minimal.
const REDUCED: usize = 4;

/// The model of the facts.
pub(super) struct FactModel {
    model: Model,
    /// For each candidate its variable.
    candidates: Vec<Var>,
    /// For each propagator the atom under which it holds.
    propagators: Vec<Atom>,
}

impl FactModel {
    pub(super) fn new(network: &Network) -> Self {
        let mut model = Model::new();
        let candidates: Vec<Var> =
            (0..network.candidates.len()).map(|number| model.var(format!("candidate[{number}]"), 0..=1)).collect();
        let atom = |fact: Fact| candidates[fact.candidate()].is(i32::from(fact.holds()));
        for group in &network.groups {
            model.at_most("free", 1, group.iter().map(|&fact| atom(fact)));
        }
        // The value of a variable in tables and sums.
        let mut values: Vec<Option<Var>> = vec![None; network.domains.len()];
        let mut propagators = Vec::with_capacity(network.propagators.len());
        for (number, propagator) in network.propagators.iter().enumerate() {
            let rule = model.var(format!("rule[{number}]"), 0..=1).is(1);
            propagators.push(rule);
            for &var in propagator.vars() {
                let value = *values[var.index()].get_or_insert_with(|| {
                    model.var(format!("value[{}]", var.index()), network.domains[var.index()].clone())
                });
                for (number, fact) in network.facts(var) {
                    model.post_when("value", [rule], Clause(vec![value.is_not(number), atom(fact)]));
                }
            }
            let value = |var: Var| values[var.index()].expect("made above");
            match propagator {
                Propagator::Count { facts, cmp, k } => {
                    let atoms = facts.iter().map(|&fact| atom(fact)).collect();
                    model.post_when("count", [rule], Cardinality { atoms, cmp: *cmp, k: *k });
                }
                Propagator::Table { vars, relation, .. } => {
                    let vars = vars.iter().map(|&var| value(var)).collect();
                    model.post_when("table", [rule], Table { vars, relation: relation.clone() });
                }
                Propagator::Sum { terms, cmp, rhs, .. } => {
                    let terms = terms.iter().map(|&(coefficient, var)| (coefficient, value(var))).collect();
                    model.post_when("sum", [rule], Linear { terms, cmp: *cmp, rhs: *rhs });
                }
            }
        }
        FactModel { model, candidates, propagators }
    }
}

/// The answer of the solver.
pub(super) enum Exact {
    /// These rules exclude the fact, and none of them can be left out.
    Excluded(Fact, Vec<usize>),
    /// Some solution has each of the facts.
    Nothing,
}

/// The solver, and what it has shown to be possible.
pub(super) struct Asker<'m> {
    facts: &'m FactModel,
    oracle: Oracle<'m>,
    rules: Vec<Lit>,
    lits: Vec<Lit>,
    /// Facts that some solution has.
    is_possible: Vec<bool>,
    /// Candidates that the solver knows about.
    is_told: Vec<bool>,
}

impl<'m> Asker<'m> {
    pub(super) fn new(facts: &'m FactModel, budget: &Budget) -> Result<Self, ConstructError> {
        let mut oracle = Oracle::new(&facts.model, budget)?;
        let rules = oracle.lits(facts.propagators.iter().copied());
        let lits = oracle.lits(facts.candidates.iter().map(|candidate| candidate.is(1)));
        let count = facts.candidates.len();
        Ok(Asker { facts, oracle, rules, lits, is_possible: vec![false; 2 * count], is_told: vec![false; count] })
    }

    fn lit(&self, fact: Fact) -> Lit {
        let lit = self.lits[fact.candidate()];
        if fact.holds() { lit } else { !lit }
    }

    fn see(&mut self, solution: &Assignment) {
        for (number, &candidate) in self.facts.candidates.iter().enumerate() {
            self.is_possible[Fact::new(number, solution[candidate] == 1).index()] = true;
        }
    }

    /// True if some solution is known to have the fact.
    pub(super) fn is_possible(&self, fact: Fact) -> bool {
        self.is_possible[fact.index()]
    }

    /// Finds out which of these facts some solution has; false if there is no solution.
    ///
    /// Each question asks for a solution with a fact that none has had (M. Janota, I. Lynce, J. Marques-Silva,
    /// "Algorithms for computing backbones of propositional formulae", 2015).
    pub(super) fn settle(
        &mut self,
        network: &Network,
        state: &KnowledgeState,
        open: &[Fact],
    ) -> Result<bool, ConstructError> {
        self.tell(network, state);
        let mut assumptions = self.rules.clone();
        let mut has_solution = false;
        loop {
            let Answer::Solution(solution) = self.oracle.ask(&assumptions)? else { return Ok(has_solution) };
            has_solution = true;
            self.see(&solution);
            let unseen: Vec<Lit> =
                open.iter().filter(|fact| !self.is_possible(**fact)).map(|&fact| self.lit(fact)).collect();
            if unseen.is_empty() {
                return Ok(true);
            }
            assumptions.truncate(self.rules.len());
            let some = self.oracle.some_of(&unseen);
            assumptions.push(some);
        }
    }

    /// Tells the solver what is known.
    fn tell(&mut self, network: &Network, state: &KnowledgeState) {
        for candidate in 0..self.is_told.len() {
            // What is known within a rule, other rules may use only with that rule.
            let truth = state.truth(Fact::new(candidate, true)).filter(|_| !network.hides(candidate));
            if let Some(truth) = truth.filter(|_| !self.is_told[candidate]) {
                self.is_told[candidate] = true;
                let lit = self.lit(Fact::new(candidate, !truth));
                self.oracle.forbid(lit);
            }
        }
    }

    /// Finds rules that exclude one of these facts.
    pub(super) fn exclude(
        &mut self,
        network: &Network,
        state: &KnowledgeState,
        open: &[Fact],
    ) -> Result<Exact, ConstructError> {
        self.tell(network, state);
        let mut found: Vec<(Vec<usize>, Fact)> = Vec::new();
        for &fact in open {
            if self.is_possible[fact.index()] {
                continue;
            }
            let assumptions = [&self.rules[..], &[self.lit(fact)]].concat();
            match self.oracle.ask(&assumptions)? {
                Answer::Solution(solution) => self.see(&solution),
                Answer::Core(core) => {
                    found.push((self.named(network, &core), fact));
                    if found.len() == ASKED {
                        break;
                    }
                }
            }
        }
        found.sort_by_key(|(rules, _)| rules.len());
        found.truncate(REDUCED);
        let mut least: Option<(Vec<usize>, Fact)> = None;
        for (rules, fact) in found {
            let rules = self.reduced(network, rules, fact)?;
            if least.as_ref().is_none_or(|(least, _)| rules.len() < least.len()) {
                least = Some((rules, fact));
            }
        }
        Ok(least.map_or(Exact::Nothing, |(rules, fact)| Exact::Excluded(fact, rules)))
    }

    /// The rules whose propagators are part of a core.
    fn named(&self, network: &Network, core: &[Lit]) -> Vec<usize> {
        let is_needed = |propagator: &usize| core.contains(&self.rules[*propagator]);
        let mut rules: Vec<usize> =
            (0..self.rules.len()).filter(is_needed).map(|propagator| network.rule_of[propagator] as usize).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// Tells whether rules exclude a fact.
    pub(super) fn excludes(
        &mut self,
        network: &Network,
        state: &KnowledgeState,
        rules: &[usize],
        fact: Fact,
    ) -> Result<bool, ConstructError> {
        self.tell(network, state);
        let mut assumptions = vec![self.lit(fact)];
        for &rule in rules {
            assumptions.extend(network.rules[rule].propagators.iter().map(|&propagator| self.rules[propagator]));
        }
        Ok(matches!(self.oracle.ask(&assumptions)?, Answer::Core(_)))
    }

    /// Leaves out rules as long as the others exclude the fact.
    fn reduced(&mut self, network: &Network, mut rules: Vec<usize>, fact: Fact) -> Result<Vec<usize>, ConstructError> {
        for rule in rules.clone() {
            if !rules.contains(&rule) {
                continue;
            }
            let others: Vec<usize> = rules.iter().copied().filter(|&other| other != rule).collect();
            let mut assumptions = vec![self.lit(fact)];
            for &other in &others {
                assumptions.extend(network.rules[other].propagators.iter().map(|&propagator| self.rules[propagator]));
            }
            if let Answer::Core(core) = self.oracle.ask(&assumptions)? {
                rules = self.named(network, &core);
            }
        }
        Ok(rules)
    }
}
