//! Native constraints of a formula: what propagates each.
//!
//! Sums of literals are counted (`sums`). Others have propagators (`propagator`), most of which explain a literal as
//! they explain a conflict (`globals`). A lazy one has either, and clauses for later (`lazy`).

use cnfab_cnf::{Multiple, NativeConstraint};

use super::all_different::AllDifferent;
use super::globals::{Circuit, Connected, Cumulative, Disjunctive, Element, GlobalCardinality, Layered, Lex, Parity};
use super::propagator::Propagator;
use super::solver::Solver;
use super::table::Table;
use super::{Literal, variable};

impl Solver {
    /// Adds a constraint over variables that there are. Those of a lazy one are in no clause before it.
    ///
    /// Pre: a proof can hold its explanations.
    pub(crate) fn add_native(&mut self, constraint: NativeConstraint<Literal>) {
        debug_assert!(self.state.level() == 0 && self.propagates());
        if let Some(proof) = &mut self.state.proof {
            proof.begin_native();
        }
        self.add_parts(constraint.map(|literal| self.numbering.inner(literal)));
    }

    fn add_parts(&mut self, mut constraint: NativeConstraint<Literal>) {
        self.freeze(&constraint.literals());
        for integer in constraint.integers() {
            integer.number = integer.number.map(|number| self.state.integers.number(number));
        }
        match constraint {
            NativeConstraint::Integer { number, most } => self.add_integer(number, most),
            NativeConstraint::Order { number, value, literal } => self.state_order(number, value, literal),
            NativeConstraint::Linear { terms, integers, bound } => {
                let ladder = |of: &Multiple| (self.state.integers.ladder(of.number, of.factor < 0), of.factor.abs());
                let ladders: Vec<_> = integers.iter().map(ladder).collect();
                if !self.refuted && self.state.add_sum(&terms, &ladders, bound).is_err() {
                    self.refute();
                }
            }
            NativeConstraint::AllDifferent { variables, when } => self.add_one(AllDifferent::new(&variables), when),
            NativeConstraint::Table { columns, rows, when } => self.add_one(Table::new(&columns, &rows), when),
            NativeConstraint::Circuit { arcs, is_partial, when } => self.add_one(Circuit::new(&arcs, is_partial), when),
            NativeConstraint::Connected { nodes, edges, when } => self.add_one(Connected::new(nodes, edges), when),
            NativeConstraint::Cumulative { tasks, capacity, when } => {
                self.add_one(Cumulative::new(tasks, capacity), when);
            }
            NativeConstraint::Disjunctive { tasks, is_strict, when } => {
                self.add_one(Disjunctive::new(tasks, is_strict), when);
            }
            NativeConstraint::Lex { pairs, is_strict, when } => self.add_one(Lex::new(pairs, is_strict), when),
            NativeConstraint::Parity { literals, is_odd, when } => self.add_one(Parity::new(literals, is_odd), when),
            NativeConstraint::Element { index, array, result, when } => {
                self.add_one(Element::new(index, array, result), when);
            }
            NativeConstraint::GlobalCardinality { variables, counts, when } => {
                self.add_one(GlobalCardinality::new(variables, counts), when);
            }
            NativeConstraint::Layered { values, when } => self.add_one(Layered::new(values), when),
            NativeConstraint::Lazy { natives, clauses, variables } => {
                let (sums, propagators) = (self.state.sums.len(), self.state.propagators.len());
                natives.into_iter().for_each(|native| self.add_parts(native));
                let (sums, propagators) = (sums..self.state.sums.len(), propagators..self.state.propagators.len());
                let variables: Vec<u32> = variables.into_iter().map(|literal| variable(literal) as u32).collect();
                variables.iter().for_each(|&own| self.state.idle[own as usize] = true);
                self.state.lazy.add(sums, propagators, clauses, variables);
            }
        }
    }

    fn add_one(&mut self, propagator: impl Propagator + 'static, when: Vec<Literal>) {
        self.state.add_propagator(Box::new(propagator), when);
    }
}

#[cfg(test)]
pub(super) mod tests;
