//! The order of the variables, and what each has to look at when its turn comes.
//!
//! What it does: variables with one value come first, then always one that the earlier ones determine. Without such,
//! the next is one that brings some line nearest to its end and has most equations with two unknowns. Each step notes
//! its lines, with the number of variables to come, the derived equations, and masks for pairs of variables.
//!
//! Whose idea: ours. A static order costs nothing per node, and lets each step be compiled.
//!
//! When it runs: once, before the search; all threads share the plan.

use std::cmp::Reverse;
use std::ops::Range;

use cnfab_model::Var;

use super::elimination::{Row, System, TooLarge};

/// A line that a variable is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnLine {
    /// The line.
    pub(super) line: u32,
    /// The number of its variables that come later.
    pub(super) later: u32,
}

/// A relation to a variable that came earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Related {
    /// The position in the order of the earlier variable.
    pub(super) with: u32,
    /// The place of the bits in [`MagicPlan::masks`] that go with bit 0 of the earlier variable; those for bit 1
    /// follow, and so on.
    pub(super) masks: u32,
}

/// A variable in the order of the search.
#[derive(Clone, Debug)]
pub(super) struct MagicStep {
    /// The model's number of the variable.
    pub(super) var: u32,
    /// Its values, as bits.
    pub(super) domain: u64,
    /// Its lines; those that imply most come first.
    pub(super) lines: Vec<OnLine>,
    /// Its relations to earlier variables.
    pub(super) related: Vec<Related>,
    /// The consequences of several lines together for it.
    pub(super) derived: Vec<Derived>,
}

/// The consequence of a derived equation for a variable; `value` is the value of the equation over the known variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// The variable is `value`.
    Value,
    /// The variable and a later one sum to `value`.
    Sum,
    /// The variable is larger than a later one by `value`.
    Difference,
}

/// An equation that follows from several lines: `own * value + sum of coefficients * earlier variables = sum`, in bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Derived {
    pub(super) says: Says,
    /// The place of the earlier variables in [`MagicPlan::terms`](super::MagicPlan::terms).
    pub(super) terms: Range<usize>,
    pub(super) sum: i64,
    /// Positive.
    pub(super) own: i64,
}

/// A test whether values are allowed.
pub(super) type Holds<'m> = dyn Fn(&[i32]) -> bool + 'm;

/// A constraint on the values of one or two variables.
pub(super) struct Small<'m> {
    pub(super) vars: Vec<Var>,
    pub(super) holds: Box<Holds<'m>>,
}

/// Puts the variables in order: those with one value first, then always one that the earlier ones determine. If there
/// is none, the next is one that brings some line nearest to its end and most others to one equation with it.
pub(super) struct Order<'m> {
    /// The values of each variable, as bits.
    domains: &'m [u64],
    /// The value of bit 0.
    base: i32,
    lines: &'m [Vec<u32>],
    small: &'m [Small<'m>],
    /// The lines of each variable.
    on: Vec<Vec<u32>>,
    /// How many variables of each line have no position yet.
    open: Vec<usize>,
    /// Where each variable comes.
    place: Vec<Option<u32>>,
    system: System,
    pub(super) steps: Vec<MagicStep>,
    pub(super) masks: Vec<u64>,
    pub(super) terms: Vec<(u32, i64)>,
}

impl<'m> Order<'m> {
    /// The order of variables on lines that lack `lacks`, in bits.
    pub(super) fn new(
        domains: &'m [u64],
        base: i32,
        lines: &'m [Vec<u32>],
        lacks: &[i64],
        small: &'m [Small<'m>],
    ) -> Result<Self, TooLarge> {
        let count = domains.len();
        let mut on: Vec<Vec<u32>> = vec![Vec::new(); count];
        for (line, vars) in lines.iter().enumerate() {
            for &var in vars {
                on[var as usize].push(line as u32);
            }
        }
        let mut order = Order {
            domains,
            base,
            lines,
            small,
            on,
            open: lines.iter().map(Vec::len).collect(),
            place: vec![None; count],
            system: System::new(count, lines, lacks)?,
            steps: Vec::with_capacity(count),
            masks: Vec::new(),
            terms: Vec::new(),
        };
        for _ in 0..count {
            order.add()?;
        }
        if order.system.is_contradictory {
            order.steps.iter_mut().for_each(|step| step.domain = 0);
        }
        Ok(order)
    }

    /// How near the lines of a variable are to their end: the variables left on the nearest one, and then the more of
    /// them the better.
    fn urgency(&self, var: usize) -> (usize, Reverse<usize>) {
        let left = self.on[var].iter().map(|&line| self.open[line as usize]);
        (left.clone().min().unwrap_or(usize::MAX), Reverse(left.map(|left| 1000 / left).sum()))
    }

    /// Gives the next variable its position.
    fn add(&mut self) -> Result<(), TooLarge> {
        let rest = || (0..self.domains.len()).filter(|&var| self.place[var].is_none());
        let single = rest().find(|&var| self.domains[var].count_ones() <= 1);
        let known = || rest().filter(|&var| self.system.alone(var).is_some()).min_by_key(|&var| self.urgency(var));
        let (var, pairs) = match single.or_else(known) {
            Some(var) => (var, Vec::new()),
            None => {
                let pairs = self.system.pairs()?;
                let with = |var: usize| pairs.iter().filter(|(vars, _)| vars.contains(&var)).count();
                let key = |&var: &usize| {
                    let (nearest, lines) = self.urgency(var);
                    (nearest, Reverse(with(var)), lines)
                };
                (rest().min_by_key(key).expect("a variable without a place"), pairs)
            }
        };
        let number = self.steps.len() as u32;
        let derived = self.derived(var, &pairs);
        let related = self.related(var, number);
        self.place[var] = Some(number);
        self.system.know(var)?;
        let mut lines: Vec<OnLine> = Vec::with_capacity(self.on[var].len());
        for &line in &self.on[var] {
            self.open[line as usize] -= 1;
            lines.push(OnLine { line, later: self.open[line as usize] as u32 });
        }
        lines.sort_by_key(|on| on.later);
        // All lines that end here imply the same value of the variable, given the equations before.
        let ending = lines.iter().take_while(|on| on.later == 0).count();
        if ending > 1 {
            lines.drain(1..ending);
        }
        self.steps.push(MagicStep { var: var as u32, domain: self.domains[var], lines, related, derived });
        Ok(())
    }

    /// The consequences of several lines together for a variable that no line has alone, `pairs` being the equations
    /// with two unknowns.
    fn derived(&mut self, var: usize, pairs: &[([usize; 2], Row)]) -> Vec<Derived> {
        if let Some(row) = self.system.alone(var) {
            let ends = self.on[var].iter().any(|&line| self.open[line as usize] == 1);
            let row = row.clone();
            return if ends { Vec::new() } else { vec![self.equation(&row, var, Says::Value)] };
        }
        let mut derived = Vec::new();
        for (vars, row) in pairs {
            let other = match *vars {
                [one, other] if one == var => other,
                [other, one] if one == var => other,
                _ => continue,
            };
            let says_so =
                |&&line: &&u32| self.open[line as usize] == 2 && self.lines[line as usize].contains(&(other as u32));
            if self.on[var].iter().any(|line| says_so(&line)) {
                continue;
            }
            let says = match (row.coefficients[var], row.coefficients[other]) {
                (own, its) if own == its => Says::Sum,
                (own, its) if own == -its => Says::Difference,
                _ => continue,
            };
            derived.push(self.equation(row, var, says));
        }
        derived
    }

    /// An equation, for the search.
    fn equation(&mut self, row: &Row, var: usize, says: Says) -> Derived {
        let from = self.terms.len();
        let sign = row.coefficients[var].signum();
        let places = self.place.iter().zip(&row.coefficients);
        let terms = places.filter(|&(_, &coefficient)| coefficient != 0);
        self.terms.extend(terms.filter_map(|(place, coefficient)| Some(((*place)?, sign * coefficient))));
        Derived { says, terms: from..self.terms.len(), sum: sign * row.sum, own: sign * row.coefficients[var] }
    }

    /// The relations between a variable and earlier ones that constraints of two variables state.
    fn related(&mut self, var: usize, number: u32) -> Vec<Related> {
        let mut related = Vec::new();
        for one in self.small {
            let [x, y] = one.vars[..] else { continue };
            let (other, swapped) = match var {
                _ if x.index() == var => (y, true),
                _ if y.index() == var => (x, false),
                _ => continue,
            };
            // The later of the two looks at it.
            let Some(with) = self.place[other.index()].filter(|&with| with < number) else { continue };
            related.push(Related { with, masks: self.masks.len() as u32 });
            let value = |bit: i32| self.base.saturating_add(bit);
            let holds = |earlier: i32, own: i32| {
                let pair = if swapped { [value(own), value(earlier)] } else { [value(earlier), value(own)] };
                (one.holds)(&pair)
            };
            let bits = |set: u64| (0..64).filter(move |bit| set >> bit & 1 == 1);
            self.masks.extend((0..64).map(|earlier| match self.domains[other.index()] >> earlier & 1 {
                1 => bits(self.domains[var]).filter(|&own| holds(earlier, own)).fold(0, |set, own| set | 1 << own),
                _ => 0,
            }));
        }
        related
    }
}
