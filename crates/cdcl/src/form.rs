//! 0/1 variables, at-most-one constraints, cardinality constraints and clauses: the form in which the strategy `cdcl`
//! searches a model. It keeps the first two as they are.

mod narrow;

use cnfab_base::lists::Lists;

use super::Literal;

/// Cardinality constraint: at least a given number of literals, of different variables, are true.
#[derive(Clone, Debug)]
pub struct AtLeast {
    /// The literals.
    pub literals: Vec<Literal>,
    /// The least number of true literals.
    pub least: usize,
}

/// A model in 0/1 form.
#[derive(Clone, Debug, Default)]
pub struct BooleanForm {
    /// Number of 0/1 variables.
    pub items: usize,
    /// At-most-one constraints: sets of literals.
    pub groups: Lists,
    /// Occurrence lists: the at-most-one constraints of each literal.
    pub groups_of: Lists,
    /// Clauses of at least two literals.
    pub clauses: Lists,
    /// Cardinality constraints that are neither clauses nor at-most-one constraints.
    pub counts: Vec<AtLeast>,
    /// Occurrence lists: the cardinality constraints of each literal.
    pub counts_of: Lists,
    /// True if each 0/1 variable says nothing of a shown variable; empty if all variables of the model are shown, as
    /// these determine what else there is.
    pub hidden: Vec<bool>,
    /// Unit clauses.
    pub facts: Vec<Literal>,
    /// Reverse map: variable and value that each literal stands for, if it is an equation.
    pub meaning: Vec<Option<(u32, i32)>>,
    /// Default values of the variables, which hold where no true literal gives another value.
    pub otherwise: Vec<i32>,
    /// There is no solution.
    pub contradiction: bool,
}

impl BooleanForm {
    /// Makes the occurrence lists.
    pub fn find_holders(&mut self) {
        self.groups_of = Lists::occurrences(self.groups.iter(), 2 * self.items);
        self.counts_of = Lists::occurrences(self.counts.iter().map(|count| &count.literals[..]), 2 * self.items);
    }

    /// Adds a clause.
    pub fn at_least_one(&mut self, mut literals: Vec<Literal>) {
        literals.sort_unstable();
        literals.dedup();
        match literals[..] {
            [] => self.contradiction = true,
            [only] => self.facts.push(only),
            _ if literals.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) => {}
            _ => self.clauses.push(literals),
        }
    }

    /// Adds an at-most-one constraint over literals of different variables.
    pub fn at_most_one(&mut self, literals: Vec<Literal>) {
        if literals.len() > 1 {
            self.groups.push(literals);
        }
    }

    /// Adds a cardinality constraint over literals of different variables.
    pub fn at_least(&mut self, literals: Vec<Literal>, least: usize) {
        match least {
            0 => {}
            1 => self.at_least_one(literals),
            _ if least > literals.len() => self.contradiction = true,
            _ if least == literals.len() => self.facts.extend(literals),
            _ if least + 1 == literals.len() => {
                self.at_most_one(literals.into_iter().map(|literal| literal ^ 1).collect());
            }
            _ => self.counts.push(AtLeast { literals, least }),
        }
    }
}
