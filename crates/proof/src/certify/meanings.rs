//! Literals with a meaning: each is defined once, by two or more `red` steps.

use std::rc::Rc;

use super::proof::{Id, Literal};
use super::state::{Half, Known, Members, ProofState, Terms, Threshold};
use super::statement::Form;

impl ProofState<'_> {
    /// A variable of which nothing is known.
    pub(super) fn free(&mut self) -> Literal {
        Literal::of(self.next())
    }

    /// The literal for some places of a group. It is a literal of the statement where that is possible.
    pub(super) fn members(&mut self, group: u32, has: &[bool]) -> Literal {
        let alive = &self.groups[group as usize].places;
        let first = self.statement.groups[group as usize].first;
        let inside: Vec<usize> = (0..has.len()).filter(|&place| alive[place] && has[place]).collect();
        let outside: Vec<usize> = (0..has.len()).filter(|&place| alive[place] && !has[place]).collect();
        // Where conditions do not hold, a table has no row.
        let of_values = (group as usize) < self.statement.model.variables().len();
        match (&inside[..], &outside[..]) {
            (&[one], _) => return Literal::of(first + one as u32),
            (_, &[one]) if of_values => return !Literal::of(first + one as u32),
            _ => {}
        }
        let variable = self.next();
        if inside.is_empty() {
            let never = self.proof.red(&Form { terms: vec![(variable, -1)], bound: 0 }, variable, false);
            self.know(variable, Known::Members(Members { group, has: has.into(), ids: [never, never], some: never }));
            return Literal::of(variable);
        }
        let one = self.groups[group as usize].one;
        let mut terms: Vec<(u32, i128)> = inside.iter().map(|&place| (first + place as u32, 1)).collect();
        terms.push((variable, -1));
        let up = self.proof.red(&Form { terms: terms.clone(), bound: 0 }, variable, false);
        let number = inside.len() as i128;
        terms.iter_mut().for_each(|(_, coefficient)| *coefficient = -*coefficient);
        terms.last_mut().expect("the literal itself").1 = number;
        let down = self.proof.red(&Form { terms, bound: 0 }, variable, true);
        // At most one of the members is true, so the literal is at least their sum.
        let others: Vec<(u32, i128)> = outside.iter().map(|&place| (first + place as u32, number - 1)).collect();
        let at_least = match number {
            1 => down,
            _ => self.proof.sum(&[(down, 1), (one, number - 1)], &others, number),
        };
        let at_most = self.proof.sum(&[(up, 1), (one, 1)], &[], 1);
        let has: Rc<[bool]> = has.into();
        self.know(variable, Known::Members(Members { group, has, ids: [at_least, at_most], some: up }));
        Literal::of(variable)
    }

    /// The literal that is true if a sum is at least a number.
    pub(super) fn threshold(&mut self, terms: &Terms, at_least: i128) -> Literal {
        if let Some(&variable) = self.thresholds.get(&(Rc::clone(terms), at_least)) {
            return Literal::of(variable);
        }
        let variable = self.next();
        let (least, most) = ends(terms);
        let missing = (at_least - least).max(0);
        let up = Half { sign: 1, weight: -missing, bound: at_least - missing };
        let down = Half { sign: -1, weight: (most + 1 - at_least).max(0), bound: 1 - at_least };
        let mut ids = [0; 2];
        for (half, id) in [up, down].into_iter().zip(&mut ids) {
            let mut all: Vec<(u32, i128)> = terms.iter().map(|&(v, c)| (v, half.sign * c)).collect();
            all.push((variable, half.weight));
            *id = self.proof.red(&Form { terms: all, bound: half.bound }, variable, half.sign < 0);
        }
        let threshold = Threshold { terms: Rc::clone(terms), at_least, up: (ids[0], up), down: (ids[1], down) };
        self.know(variable, Known::Threshold(threshold));
        self.thresholds.insert((Rc::clone(terms), at_least), variable);
        Literal::of(variable)
    }

    /// The literal that is true if all of these are.
    pub(super) fn all(&mut self, of: &[Literal]) -> Literal {
        if let &[one] = of {
            return one;
        }
        let mut parts = Vec::with_capacity(of.len());
        for &one in of {
            match self.known(one.variable) {
                Some(Known::All { of, .. }) if one.positive => parts.extend(of.iter().copied()),
                _ => parts.push(one),
            }
        }
        let of = &parts[..];
        let variable = self.next();
        let own = Literal::of(variable);
        let mut ids: Vec<Id> = of.iter().map(|&one| self.proof.red_clause(&[!own, one], variable, false)).collect();
        let whole: Vec<Literal> = [own].into_iter().chain(of.iter().map(|&one| !one)).collect();
        ids.push(self.proof.red_clause(&whole, variable, true));
        self.know(variable, Known::All { of: of.to_vec(), ids });
        own
    }

    /// The literal that is true if a sum lies between two numbers.
    pub(super) fn between(&mut self, terms: &Terms, low: i128, high: i128) -> Literal {
        let (least, most) = ends(terms);
        if high >= most {
            return self.threshold(terms, low);
        }
        if low <= least {
            return !self.threshold(terms, high + 1);
        }
        let (low, high) = (self.threshold(terms, low), self.threshold(terms, high + 1));
        self.all(&[low, !high])
    }
}

/// The least and the greatest sum if every variable may be 0 or 1.
pub(super) fn ends(terms: &[(u32, i128)]) -> (i128, i128) {
    terms.iter().fold((0, 0), |(least, most), &(_, c)| (least + c.min(0), most + c.max(0)))
}
