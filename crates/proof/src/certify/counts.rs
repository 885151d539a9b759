//! Unary numbers: literals that say that one sum is at least 1, at least 2 and so on, and what they come to.
//!
//! Adders, comparators, merges and digits all make such numbers: the sum of three bits less twice the carry is a unary
//! number of one literal. Two facts follow for each of them. The literals are in falling order. As many of them are
//! true as the sum says, which takes one division per literal and direction; it needs the ends of the sum, and those of
//! what a carry leaves follow from the carry. What a number beyond its last literal adds is a multiple of this literal.
//!
//! For adders that is S. Gocht, R. Martins, J. Nordström, A. Oertel, "Certified CNF Translations for Pseudo-Boolean
//! Solving", SAT 2022. Here one derivation serves all of them. It is made when a step first needs it.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use super::eliminate::Combination;
use super::meanings::ends;
use super::negated_clause::{NegatedClause, Sum};
use super::proof::{Id, Literal};
use super::state::{Known, ProofState, Terms};
use super::statement::Form;

/// A constraint and the step that proves it.
pub(super) type Proved = (Rc<Form>, Id);

/// The literals of one sum.
struct Unary {
    terms: Terms,
    /// By what the sum is at least.
    lits: BTreeMap<i128, u32>,
    /// That the literals are no fewer than the sum, and no more, with the number of literals then.
    equation: [Option<(usize, Option<Proved>)>; 2],
}

/// A literal of a number, and the steps that say that another one is the same.
pub(super) type Reading = (Literal, Rc<[Id]>);

/// Literals that count a digit, and those of them that are carried on: each that completes a multiple of the base.
pub(super) struct Carries {
    pub(super) base: usize,
    pub(super) from: Vec<u32>,
    pub(super) carried: Vec<u32>,
}

/// All unary numbers.
#[derive(Default)]
pub(super) struct Counts {
    numbers: Vec<Unary>,
    by_terms: HashMap<Terms, u32>,
    /// The number that a variable is a literal of.
    of: HashMap<u32, u32>,
    /// The steps that say that a literal implies one before it.
    falling: HashMap<(u32, u32), Id>,
    /// As what the literals of the clause that is proved are read, which have these variables without conditions.
    pub(super) read: Vec<Option<(u32, Reading)>>,
    /// The variables of which has been proved what they are, where conditions hold: the clauses that say so.
    pub(super) units: HashMap<u32, Proved>,
    /// The known totals in the constraint that is being encoded.
    pub(super) totals: Vec<Proved>,
    /// For a literal of the constraint that is being encoded, the carries by which it counts what others do.
    pub(super) carries: HashMap<u32, Rc<[Carries]>>,
}

impl Counts {
    /// The number that a variable is a literal of.
    pub(super) fn number(&self, variable: u32) -> Option<u32> {
        self.of.get(&variable).copied()
    }

    /// The units that a literal of a sum stands for, in terms of what is counted first of all. All literals stand for
    /// as many.
    pub(super) fn unit<'t>(&'t self, mut terms: &'t [(u32, i128)]) -> i128 {
        let mut unit = 1;
        while let Some(number) = terms.first().and_then(|&(variable, _)| self.number(variable)) {
            unit *= self.taken(number).unwrap_or(1);
            terms = &self.numbers[number as usize].terms;
        }
        unit
    }

    /// The part of its sum that the one literal of a carry takes.
    pub(super) fn taken(&self, number: u32) -> Option<i128> {
        let unary = &self.numbers[number as usize];
        let (&at_least, _) = unary.lits.first_key_value().filter(|_| unary.lits.len() == 1)?;
        let is_count = unary.terms.iter().all(|&(_, coefficient)| coefficient.abs() == 1);
        Some(at_least - ends(&unary.terms).0).filter(|&taken| is_count && taken > 1)
    }

    /// The newest number that counts all literals of a number.
    fn above(&self, number: u32) -> Option<u32> {
        let of = &self.numbers[number as usize].lits;
        let counts = |above: &Unary| of.values().all(|lit| above.terms.binary_search(&(*lit, 1)).is_ok());
        self.numbers.iter().rposition(counts).map(|above| above as u32)
    }

    /// The literals of a number, each with what the sum is at least.
    pub(super) fn lits(&self, number: u32) -> &BTreeMap<i128, u32> {
        &self.numbers[number as usize].lits
    }
}

impl ProofState<'_> {
    /// The literal that is true if a sum is at least a number, as a part of a unary number.
    pub(super) fn gate(&mut self, terms: &Terms, at_least: i128) -> Literal {
        let literal = self.threshold(terms, at_least);
        let counts = &mut self.counts;
        let next = counts.numbers.len() as u32;
        let number = *counts.by_terms.entry(Rc::clone(terms)).or_insert(next);
        if number == next {
            counts.numbers.push(Unary { terms: Rc::clone(terms), lits: BTreeMap::new(), equation: [None, None] });
        }
        counts.numbers[number as usize].lits.insert(at_least, literal.variable);
        counts.of.insert(literal.variable, number);
        literal
    }

    /// The step that says that a literal of a number implies one before it, which it has.
    pub(super) fn falls(&mut self, high: u32, low: u32) -> Proved {
        let form = Rc::new(Form { terms: vec![(low, 1), (high, -1)], bound: 0 });
        if let Some(&id) = self.counts.falling.get(&(high, low)) {
            return (form, id);
        }
        let hints = self.sides(high).into_iter().take(1).chain(self.sides(low).into_iter().skip(1));
        let steps: Vec<(Id, i128)> = hints.map(|(_, id)| (id, 1)).collect();
        let sum = self.proof.sum(&steps, &[], 1);
        let id = self.proof.rup(&[Literal::of(low), !Literal::of(high)], &[sum]);
        self.proof.delete(&[sum]);
        self.counts.falling.insert((high, low), id);
        (form, id)
    }

    /// Steps by which the last literal of a number is false, unless one of the others is true: it would make those
    /// above it true, one of which is not.
    pub(super) fn overflow(&mut self, mut lit: u32, others: &[Literal], negated: &NegatedClause) -> Option<Vec<Id>> {
        let mut hints = Vec::new();
        loop {
            let number = self.counts.number(lit)?;
            let lits = self.counts.lits(number);
            let down: Vec<u32> = lits.values().rev().copied().skip_while(|&other| other != lit).collect();
            if let Some(end) = down.iter().position(|lit| negated.assigned.get(lit) == Some(&false)) {
                for pair in down[..=end].windows(2) {
                    hints.push(self.falls(pair[0], pair[1]).1);
                }
                return Some(hints);
            }
            let Some(above) = self.counts.above(number) else {
                // The last number of all is bounded by what is known of the total.
                hints.push(self.by_propagation(&[&[!Literal::of(lit)], others].concat())?);
                return Some(hints);
            };
            let unary = &self.counts.numbers[above as usize];
            let at_least = down.len() as i128 + ends(&unary.terms).0;
            let next = *unary.lits.range(..=at_least).next_back()?.1;
            hints.push(self.by_propagation(&[!Literal::of(lit), Literal::of(next)])?);
            lit = next;
        }
    }

    /// The definition of a literal: of a number, where it is true and where it is false; of values, that it is at least
    /// their sum, if it has any, and that the others are at most what it lacks.
    pub(super) fn sides(&self, variable: u32) -> Vec<Proved> {
        match self.known(variable) {
            Some(Known::Threshold(threshold)) => {
                let side = |(id, half): (Id, super::state::Half)| {
                    let mut terms: Vec<(u32, i128)> =
                        threshold.terms.iter().map(|&(v, c)| (v, half.sign * c)).collect();
                    terms.push((variable, half.weight));
                    (Rc::new(Form { terms, bound: half.bound }), id)
                };
                vec![side(threshold.up), side(threshold.down)]
            }
            Some(Known::Members(members)) => {
                let first = self.statement.groups[members.group as usize].first;
                let left = (first..).zip(&self.groups[members.group as usize].places).zip(&*members.has);
                let left = left.filter(|((_, alive), _)| **alive).map(|((value, _), &has)| (has, (value, -1)));
                let (inside, outside): (Vec<_>, Vec<_>) = left.partition(|&(has, _)| has);
                let side = |of: Vec<(bool, (u32, i128))>, own: i128, bound: i128, id: Id| {
                    let terms = of.into_iter().map(|(_, term)| term).chain([(variable, own)]).collect();
                    (Rc::new(Form { terms, bound }), id)
                };
                let [at_least, at_most] = members.ids;
                if inside.is_empty() {
                    return vec![side(inside, -1, 0, at_most)];
                }
                vec![side(inside, 1, 0, at_least), side(outside, -1, -1, at_most)]
            }
            _ => Vec::new(),
        }
    }

    /// That the literals of a number come to no more than its sum, or to no less. Their multiples are all one, but for
    /// the last.
    pub(super) fn equation(&mut self, number: u32, is_upper: bool) -> Option<Proved> {
        let unary = &self.counts.numbers[number as usize];
        let (terms, count) = (Rc::clone(&unary.terms), unary.lits.len());
        if let Some((known, equation)) = &unary.equation[usize::from(is_upper)]
            && *known == count
        {
            return equation.clone();
        }
        let lits: Vec<(i128, u32)> = unary.lits.iter().map(|(&at_least, &lit)| (at_least, lit)).collect();
        let has_gaps = lits.windows(2).any(|pair| pair[0].0 + 1 != pair[1].0);
        let found = match is_upper {
            _ if has_gaps => None,
            true => self.no_more(&terms, &lits),
            false => self.no_less(&terms, &lits),
        };
        self.counts.numbers[number as usize].equation[usize::from(is_upper)] = Some((count, found.clone()));
        found
    }

    /// The literals come to no more than the sum: by induction, a literal after the other.
    fn no_more(&mut self, terms: &Terms, lits: &[(i128, u32)]) -> Option<Proved> {
        let (least, _) = ends(terms);
        let floor = lits.first()?.0 - 1;
        let mut previous = None;
        if floor > least {
            let (end, id) = self.end(terms, true);
            previous = Some(id.filter(|_| end >= floor)?);
        }
        let mut trivial = Vec::new();
        for &(at_least, lit) in lits {
            let divisor = at_least - least;
            if divisor <= 0 {
                trivial.push((lit, -1));
                continue;
            }
            let (_, up) = self.sides(lit).swap_remove(0);
            previous = Some(self.step(previous, up, divisor));
        }
        let id = self.proof.sum(&[(previous?, 1)], &trivial, 1);
        let form = terms.iter().copied().chain(lits.iter().map(|&(_, lit)| (lit, -1))).collect();
        Some((Rc::new(Form { terms: form, bound: floor }), id))
    }

    /// They come to no less: by induction from the last, which stands for what lies beyond it, too.
    fn no_less(&mut self, terms: &Terms, lits: &[(i128, u32)]) -> Option<Proved> {
        let (_, most) = ends(terms);
        let ((first, _), (last, last_lit)) = (*lits.first()?, *lits.last()?);
        let (mut previous, mut ceiling) = (None, most);
        let (end, id) = self.end(terms, false);
        if end <= last {
            (previous, ceiling) = (id, end);
        }
        let beyond = ceiling - last;
        let mut trivial = Vec::new();
        for &(at_least, lit) in lits.iter().rev() {
            let divisor = most - at_least + 1;
            if divisor <= 0 || at_least > ceiling {
                trivial.push((lit, 1));
                continue;
            }
            let (_, down) = self.sides(lit).swap_remove(1);
            previous = Some(if previous.is_none() { down } else { self.step(previous, down, divisor) });
        }
        let id = self.proof.sum(&[(previous?, 1)], &trivial, 1);
        let multiple = |lit: u32| if lit == last_lit { beyond.max(0) + 1 } else { 1 };
        let negated = terms.iter().map(|&(variable, coefficient)| (variable, -coefficient));
        let form = negated.chain(lits.iter().map(|&(_, lit)| (lit, multiple(lit)))).collect();
        Some((Rc::new(Form { terms: form, bound: 1 - first }), id))
    }

    /// One literal more: its definition and what is known of the others, divided.
    fn step(&mut self, previous: Option<Id>, definition: Id, divisor: i128) -> Id {
        let others = previous.filter(|_| divisor > 1).map(|id| (id, divisor - 1));
        let steps: Vec<(Id, i128)> = others.into_iter().chain([(definition, 1)]).collect();
        self.proof.sum(&steps, &[], divisor)
    }

    /// The lower or upper end of a sum, and the step that says so, if its terms alone do not. The rest that a carry
    /// leaves is neither negative nor as much as the carry takes.
    fn end(&mut self, terms: &Terms, is_least: bool) -> (i128, Option<Id>) {
        let (least, most) = ends(terms);
        for &(carry, taken) in terms.iter().filter(|&&(_, coefficient)| coefficient < 0) {
            let Some(Known::Threshold(threshold)) = self.known(carry) else { continue };
            if !terms.iter().filter(|&&(variable, _)| variable != carry).eq(threshold.terms.iter()) {
                continue;
            }
            let (id, half) = if is_least { threshold.up } else { threshold.down };
            // The carry counts as much as it takes.
            let lacks = if is_least { taken - half.weight } else { -taken - half.weight };
            let id = self.proof.sum(&[(id, 1)], &[(carry, lacks)], 1);
            let bound = half.bound + lacks.min(0);
            return (if is_least { bound } else { -bound }, Some(id));
        }
        if !is_least && let Some((end, id)) = self.room(terms) {
            return (end, Some(id));
        }
        (if is_least { least } else { most }, None)
    }

    /// The upper end of a sum of literals that stand for several others, by the number of these.
    fn room(&mut self, terms: &Terms) -> Option<(i128, Id)> {
        let unit = self.counts.unit(terms);
        if unit == 1 || terms.iter().any(|&(_, coefficient)| coefficient != 1) {
            return None;
        }
        let own = || terms.iter().map(|&(variable, _)| (variable, unit));
        let mut sum = Combination::from(&Sum { terms: own().collect(), ..Sum::default() });
        self.replace_numbers(&mut sum)?;
        let scale = sum.scale;
        let least: Vec<(u32, i128)> = sum.terms.iter().map(|(&variable, &c)| (variable, -c)).collect();
        least.into_iter().for_each(|(variable, factor)| sum.end(variable, factor));
        let end = -sum.bound.div_euclid(scale * unit) - i128::from(sum.bound.rem_euclid(scale * unit) > 0);
        let id = self.proof.sum(&sum.used, &sum.ends, scale * unit);
        (end < ends(terms).1 && sum.beyond.is_empty()).then_some((end, id))
    }
}
