//! Root-level propagation: what follows from unit clauses, and what it leaves of the constraints.

use super::{BooleanForm, Literal};
use cnfab_base::lists::Lists;

/// The literals that are true and false.
struct Fixed {
    /// Of each literal: 1 if true, -1 if false, 0 if open.
    values: Vec<i8>,
    /// The true literals in the order in which they followed.
    trail: Vec<Literal>,
}

impl Fixed {
    /// Makes a literal true; `false` if it is false.
    fn holds(&mut self, literal: Literal) -> bool {
        if self.values[literal as usize] == 0 {
            self.values[literal as usize] = 1;
            self.values[literal as usize ^ 1] = -1;
            self.trail.push(literal);
        }
        self.values[literal as usize] > 0
    }

    /// Makes all literals true that are not false.
    fn hold(&mut self, literals: &[Literal]) {
        for &literal in literals {
            if self.values[literal as usize] == 0 {
                self.holds(literal);
            }
        }
    }
}

impl BooleanForm {
    /// The consequences of the facts; `None` if they are a contradiction.
    fn fixed(&self) -> Option<Vec<i8>> {
        let mut fixed = Fixed { values: vec![0; 2 * self.items], trail: Vec::new() };
        let clauses_of = Lists::occurrences(self.clauses.iter(), 2 * self.items);
        // How many literals of each clause are not false, and how many more of each count may become false.
        let mut open: Vec<u32> = self.clauses.iter().map(|clause| clause.len() as u32).collect();
        let mut slack: Vec<usize> = self.counts.iter().map(|count| count.literals.len() - count.least).collect();
        if !self.facts.iter().all(|&fact| fixed.holds(fact)) {
            return None;
        }
        let mut head = 0;
        while let Some(&literal) = fixed.trail.get(head) {
            head += 1;
            for &group in self.groups_of.get(literal as usize) {
                let others = self.groups.get(group as usize).iter().filter(|&&other| other != literal);
                if !others.into_iter().all(|other| fixed.holds(other ^ 1)) {
                    return None;
                }
            }
            let falsified = literal as usize ^ 1;
            for &clause in clauses_of.get(falsified) {
                open[clause as usize] -= 1;
                if open[clause as usize] <= 1 {
                    let left =
                        self.clauses.get(clause as usize).iter().find(|&&other| fixed.values[other as usize] >= 0);
                    fixed.holds(*left?);
                }
            }
            for &number in self.counts_of.get(falsified) {
                slack[number as usize] = slack[number as usize].checked_sub(1)?;
                if slack[number as usize] == 0 {
                    fixed.hold(&self.counts[number as usize].literals);
                }
            }
        }
        Some(fixed.values)
    }

    /// The same with all that follows as unit clauses, and constraints over open literals only.
    pub fn narrowed(self) -> Self {
        if self.contradiction || self.facts.is_empty() {
            return self;
        }
        let Some(values) = self.fixed() else { return BooleanForm { contradiction: true, ..self } };
        let open = |literal: &Literal| values[*literal as usize] == 0;
        let is_true = |literal: &Literal| values[*literal as usize] > 0;
        let mut form = BooleanForm {
            items: self.items,
            meaning: self.meaning,
            otherwise: self.otherwise,
            hidden: self.hidden,
            ..BooleanForm::default()
        };
        form.facts = (0..2 * self.items as Literal).filter(is_true).collect();
        let left = |list: &[Literal]| list.iter().copied().filter(open).collect::<Vec<_>>();
        // The others of an at-most-one constraint with a true literal are false.
        self.groups.iter().for_each(|group| form.at_most_one(left(group)));
        for clause in self.clauses.iter().filter(|clause| !clause.iter().any(is_true)) {
            form.at_least_one(left(clause));
        }
        for count in &self.counts {
            let has = count.literals.iter().filter(|literal| is_true(literal)).count();
            form.at_least(left(&count.literals), count.least.saturating_sub(has));
        }
        form.find_holders();
        form
    }
}
