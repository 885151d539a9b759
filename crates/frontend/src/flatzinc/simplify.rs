//! Passes over the statements: equal variables become one, values that are ruled out go, truth values become literals
//! of other variables, and what holds anyway is dropped.

use super::classes::{Classes, Compare, Id, Lit, Term};
use super::program::Program;
use super::statement::{Form, Reified, Relation, Statement};
use crate::ranges::{HIGHEST, LOWEST, Ranges};
use cnfab_model::{AtomRelation, Cmp};

/// The most passes of each kind.
const MOST_PASSES: usize = 10;

impl Program<'_> {
    /// Simplifies the statements while that tells something new, up to a number of passes.
    pub(super) fn simplify(&mut self) {
        // First all that is equal, then definitions, so that an integer stands for what is equal to it.
        for may_define in [false, true] {
            for _ in 0..MOST_PASSES {
                self.classes.has_changed = false;
                let statements = std::mem::take(&mut self.statements);
                let simpler = |statement| simpler(&mut self.classes, statement, may_define);
                self.statements = statements.into_iter().filter_map(simpler).collect();
                if !self.classes.has_changed || self.classes.is_contradictory {
                    break;
                }
            }
        }
    }
}

/// The statement as it has to be made, if there is something left of it.
pub(super) fn simpler(classes: &mut Classes, statement: Statement, may_define: bool) -> Option<Statement> {
    let Statement { form, reified, label, at } = statement;
    let reified = match reified {
        Reified::No => Reified::No,
        Reified::Full(lit) => Reified::Full(classes.lit(lit)),
        Reified::Half(lit) => match classes.lit(lit) {
            Lit::Const(true) => Reified::No,
            Lit::Const(false) => return None,
            lit => Reified::Half(lit),
        },
    };
    let again = |form: Form, reified: Reified| Some(Statement { form, reified, label, at });
    let settled = match form {
        Form::Sum { terms, relation, rhs } => {
            let Some(sum) = Sum::of(classes, &terms, rhs) else {
                return again(Form::Sum { terms, relation, rhs }, reified);
            };
            match sum.settle(classes, relation, reified, may_define) {
                Settled::Open => {
                    let terms = sum.terms.iter().map(|&(coefficient, id)| (coefficient, Term::Var(id))).collect();
                    return again(Form::Sum { terms, relation, rhs: sum.rhs }, reified);
                }
                settled => settled,
            }
        }
        Form::Or(lits) => {
            let mut open: Vec<Lit> = Vec::with_capacity(lits.len());
            let mut is_true = false;
            for lit in lits {
                match classes.lit(lit) {
                    Lit::Const(truth) => is_true |= truth,
                    lit => open.push(lit),
                }
            }
            match (is_true, open.len(), reified) {
                (true, _, _) => Settled::To(Lit::Const(true)),
                (false, 0, _) => Settled::To(Lit::Const(false)),
                (false, 1, _) => Settled::To(open[0]),
                (false, _, Reified::Full(Lit::Const(true))) => return again(Form::Or(open), Reified::No),
                (false, _, Reified::Full(Lit::Const(false))) => {
                    open.into_iter().for_each(|lit| classes.assert(!lit));
                    return None;
                }
                (false, _, Reified::Half(lit)) => {
                    open.push(!lit);
                    return again(Form::Or(open), Reified::No);
                }
                _ => return again(Form::Or(open), reified),
            }
        }
        Form::Odd(lits) => {
            let mut is_odd = false;
            let mut open: Vec<Lit> = Vec::with_capacity(lits.len());
            for lit in lits {
                match classes.lit(lit) {
                    Lit::Const(truth) => is_odd ^= truth,
                    lit => open.push(lit),
                }
            }
            match (&mut open[..], is_odd) {
                ([], _) => Settled::To(Lit::Const(is_odd)),
                ([only], _) => Settled::To(if is_odd { !*only } else { *only }),
                ([first, ..], true) => {
                    *first = !*first;
                    return again(Form::Odd(open), reified);
                }
                _ => return again(Form::Odd(open), reified),
            }
        }
        Form::Count { lits, relation, mut k } => {
            let mut open: Vec<Lit> = Vec::with_capacity(lits.len());
            for lit in lits {
                match classes.lit(lit) {
                    Lit::Const(truth) => k -= i64::from(truth),
                    lit => open.push(lit),
                }
            }
            match truth_within(relation, (0, open.len() as i128), k.into()) {
                Some(truth) => Settled::To(Lit::Const(truth)),
                None => return again(Form::Count { lits: open, relation, k }, reified),
            }
        }
        Form::Among { lits, cmp, number, is_positive } => {
            let Some(k) = classes.fixed(number) else {
                return again(Form::Among { lits, cmp, number, is_positive }, reified);
            };
            let (lits, relation, k) = against(lits, cmp, k, is_positive);
            return simpler(
                classes,
                Statement { form: Form::Count { lits, relation, k }, reified, label, at },
                may_define,
            );
        }
        Form::In(term, values) => match membership(classes, term, &values, reified) {
            Settled::Open => return again(Form::In(term, values), reified),
            settled => settled,
        },
        form @ (Form::Class { .. } | Form::Follows(..)) => return again(form, reified),
    };
    match settled {
        Settled::Done => None,
        Settled::To(lit) => equal(classes, lit, reified, may_define).and_then(|(form, reified)| again(form, reified)),
        Settled::Open => unreachable!("it came back before"),
    }
}

/// How a number of true literals compares with a constant, or how it does not, as a count.
fn against(lits: Vec<Lit>, cmp: Cmp, k: i64, is_positive: bool) -> (Vec<Lit>, Relation, i64) {
    let n = lits.len() as i64;
    // Beyond these all comparisons have the same truth.
    let k = k.clamp(-1, n + 1);
    match (cmp, is_positive) {
        (Cmp::Eq, true) => (lits, Relation::Eq, k),
        (Cmp::Eq, false) => (lits, Relation::Ne, k),
        (Cmp::Le, true) => (lits, Relation::Le, k),
        (Cmp::Ge, false) => (lits, Relation::Le, k - 1),
        (Cmp::Ge, true) => (lits.into_iter().map(|lit| !lit).collect(), Relation::Le, n - k),
        (Cmp::Le, false) => (lits.into_iter().map(|lit| !lit).collect(), Relation::Le, n - k - 1),
    }
}

/// The result for a form.
enum Settled {
    /// Nothing is left to state.
    Done,
    /// It is true if the literal is.
    To(Lit),
    Open,
}

/// States that a literal has the truth that the reification says, or returns what is to be stated.
fn equal(classes: &mut Classes, lit: Lit, reified: Reified, may_define: bool) -> Option<(Form, Reified)> {
    match reified {
        Reified::No => classes.assert(lit),
        Reified::Half(when) => {
            match lit {
                Lit::Const(true) => {}
                Lit::Const(false) => classes.assert(!when),
                _ => return Some((Form::Or(vec![!when, lit]), Reified::No)),
            };
        }
        Reified::Full(truth) => match (lit, classes.lit(truth)) {
            (lit, Lit::Const(truth)) => classes.assert(if truth { lit } else { !lit }),
            (Lit::Const(value), truth) => classes.assert(if value { truth } else { !truth }),
            (lit, truth) if lit == truth => {}
            (lit, truth) if lit == !truth => classes.is_contradictory = true,
            (lit, truth) if may_define && (classes.define(truth, lit) || classes.define(lit, truth)) => {}
            (lit, truth) => return Some((Form::Or(vec![lit]), Reified::Full(truth))),
        },
    }
    None
}

fn membership(classes: &mut Classes, term: Term, values: &Ranges, reified: Reified) -> Settled {
    let id = match term {
        Term::Const(value) => return Settled::To(Lit::Const(values.contains(value))),
        Term::Var(id) => id,
    };
    if reified == Reified::No {
        classes.restrict(id, values);
        return Settled::Done;
    }
    let domain = classes.values(id).clone();
    let both = domain.and(values);
    let (Some(low), Some(high)) = (both.min(), both.max()) else { return Settled::To(Lit::Const(false)) };
    let atom = |relation, value| Settled::To(term.is(relation, value));
    if both == domain {
        return Settled::To(Lit::Const(true));
    }
    if low == high {
        return atom(AtomRelation::Eq, low);
    }
    if both == domain.and(&Ranges::from_to(LOWEST, high)) {
        return atom(AtomRelation::Le, high);
    }
    if both == domain.and(&Ranges::from_to(low, HIGHEST)) {
        return atom(AtomRelation::Gt, low - 1);
    }
    // All values but one.
    let gaps = both.ranges().windows(2).map(|pair| (pair[0].1 + 1, pair[1].0 - 1));
    let missing: Vec<i64> = gaps.flat_map(|(from, to)| domain.and(&Ranges::from_to(from, to)).only()).take(2).collect();
    match missing[..] {
        [value] if both == domain.and(&Ranges::except(value)) => atom(AtomRelation::Ne, value),
        _ => Settled::Open,
    }
}

/// The truth of a comparison that holds for all values between two bounds or for none.
fn truth_within(relation: Relation, (low, high): (i128, i128), rhs: i128) -> Option<bool> {
    match relation {
        Relation::Le if high <= rhs => Some(true),
        Relation::Le if low > rhs => Some(false),
        Relation::Le => None,
        Relation::Eq if rhs < low || rhs > high => Some(false),
        Relation::Eq => (low == high).then_some(true),
        Relation::Ne => truth_within(Relation::Eq, (low, high), rhs).map(|truth| !truth),
    }
}

/// A sum over classes, each once, that are not fixed. Its coefficients have no common divisor if that divides the
/// right-hand side.
pub(super) struct Sum {
    pub(super) terms: Vec<(i64, Id)>,
    pub(super) rhs: i64,
}

impl Sum {
    /// The sum in this form, unless its numbers are beyond 64 bits.
    pub(super) fn of(classes: &mut Classes, terms: &[(i64, Term)], rhs: i64) -> Option<Self> {
        let mut rhs = i128::from(rhs);
        let mut open: Vec<(Id, i128)> = Vec::with_capacity(terms.len());
        for &(coefficient, term) in terms {
            match (classes.fixed(term), term) {
                (Some(value), _) => rhs -= i128::from(coefficient) * i128::from(value),
                (None, Term::Var(id)) => open.push((classes.root(id), coefficient.into())),
                (None, Term::Const(_)) => unreachable!("a constant is fixed"),
            }
        }
        // As they come, the equal ones at the place of the first.
        let mut order: Vec<(Id, usize)> = open.iter().zip(0..).map(|(&(id, _), place)| (id, place)).collect();
        order.sort_unstable();
        for same in order.chunk_by(|one, other| one.0 == other.0) {
            for &(_, place) in &same[1..] {
                let coefficient = std::mem::take(&mut open[place].1);
                open[same[0].1].1 += coefficient;
            }
        }
        open.retain(|&(_, coefficient)| coefficient != 0);
        let divisor = open.iter().fold(0, |divisor, &(_, coefficient)| gcd(divisor, coefficient));
        let divisor = if divisor > 1 && rhs % divisor == 0 { divisor } else { 1 };
        let small = |&(id, coefficient): &(Id, i128)| Some((i64::try_from(coefficient / divisor).ok()?, id));
        let terms = open.iter().map(small).collect::<Option<Vec<(i64, Id)>>>()?;
        Some(Sum { terms, rhs: i64::try_from(rhs / divisor).ok()? })
    }

    /// The least and the largest value of a term, where it has one.
    fn ends(classes: &mut Classes, (coefficient, id): (i64, Id)) -> (Option<i128>, Option<i128>) {
        let values = classes.values(id);
        let of = |value: i64, open: i64| (value != open).then_some(i128::from(coefficient) * i128::from(value));
        let low = values.min().and_then(|low| of(low, LOWEST));
        let high = values.max().and_then(|high| of(high, HIGHEST));
        if coefficient > 0 { (low, high) } else { (high, low) }
    }

    fn settle(&self, classes: &mut Classes, relation: Relation, reified: Reified, may_define: bool) -> Settled {
        let Sum { terms, rhs } = self;
        match terms[..] {
            [] => return Settled::To(Lit::Const(relation.holds(0, *rhs))),
            [(coefficient, id)] => return Settled::To(atom(coefficient, id, relation, *rhs)),
            _ => {}
        }
        if reified == Reified::No && self.is_absorbed(classes, relation, may_define) {
            return Settled::Done;
        }
        let divisor = terms.iter().fold(0, |divisor, &(coefficient, _)| gcd(divisor, coefficient.into()));
        if relation != Relation::Le && divisor > 1 && i128::from(*rhs) % divisor != 0 {
            return Settled::To(Lit::Const(relation == Relation::Ne));
        }
        let ends: Vec<_> = terms.iter().map(|&term| Self::ends(classes, term)).collect();
        let low: Option<i128> = ends.iter().map(|ends| ends.0).sum();
        let high: Option<i128> = ends.iter().map(|ends| ends.1).sum();
        let bounds = (low.unwrap_or(i128::MIN), high.unwrap_or(i128::MAX));
        if let Some(truth) = truth_within(relation, bounds, (*rhs).into()) {
            return Settled::To(Lit::Const(truth));
        }
        if reified == Reified::No && relation != Relation::Ne {
            self.narrow(classes, 1, ends.iter().map(|ends| ends.0).collect());
            if relation == Relation::Eq {
                self.narrow(classes, -1, ends.iter().map(|ends| ends.1.map(|high| -high)).collect());
            }
        }
        Settled::Open
    }

    /// Makes one class of two equal ones, or defines one by the other. Returns whether that says all of the sum.
    fn is_absorbed(&self, classes: &mut Classes, relation: Relation, may_define: bool) -> bool {
        match (self.terms.as_slice(), relation, self.rhs) {
            (&[(1, one), (-1, other)] | &[(-1, one), (1, other)], Relation::Eq, 0) => {
                classes.unite(one, other) || may_define && self.define(classes, one, other, true)
            }
            (&[(1, one), (-1, other)] | &[(-1, one), (1, other)], Relation::Ne, 0)
            | (&[(1, one), (1, other)], Relation::Eq, 1)
            | (&[(-1, one), (-1, other)], Relation::Eq, -1) => may_define && self.define(classes, one, other, false),
            _ => false,
        }
    }

    /// Defines one truth value by the other, as equal or as opposite; both have only the values 0 and 1 then.
    fn define(&self, classes: &mut Classes, one: Id, other: Id, equal: bool) -> bool {
        let (is_one, is_other) = (classes.is_boolean(one), classes.is_boolean(other));
        if !(is_one && is_other || equal && (is_one || is_other)) {
            return false;
        }
        [one, other].into_iter().for_each(|id| classes.restrict(id, &Ranges::bits()));
        let [one, other] = [one, other].map(|id| Term::Var(id).is_true());
        let other = if equal { other } else { !other };
        classes.define(one, other) || classes.define(other, one)
    }

    /// Drops what `sign * sum <= sign * rhs` rules out. `lowest` has the least value of each term times the sign.
    fn narrow(&self, classes: &mut Classes, sign: i128, lowest: Vec<Option<i128>>) {
        let known: i128 = lowest.iter().flatten().sum();
        let open = lowest.iter().filter(|low| low.is_none()).count();
        for (&(coefficient, id), low) in self.terms.iter().zip(&lowest) {
            if open > usize::from(low.is_none()) {
                continue;
            }
            let most = sign * i128::from(self.rhs) - (known - low.unwrap_or(0));
            let coefficient = sign * i128::from(coefficient);
            let bound = |value: i128| value.clamp(LOWEST.into(), HIGHEST.into()) as i64;
            let kept = if coefficient > 0 {
                Ranges::from_to(LOWEST, bound(most.div_euclid(coefficient)))
            } else {
                Ranges::from_to(bound(-most.div_euclid(-coefficient)), HIGHEST)
            };
            classes.restrict(id, &kept);
        }
    }
}

/// `coefficient * id relation rhs` as a literal.
fn atom(coefficient: i64, id: Id, relation: Relation, rhs: i64) -> Lit {
    let (coefficient, rhs) = (i128::from(coefficient), i128::from(rhs));
    // The bounds of 64 bits stand for no bounds.
    let atom = |relation: AtomRelation, value: i128| {
        let value = value.clamp(i128::from(LOWEST) + 1, i128::from(HIGHEST) - 1) as i64;
        Lit::Lit(Compare { id, relation, value })
    };
    match relation {
        Relation::Eq if rhs % coefficient == 0 => atom(AtomRelation::Eq, rhs / coefficient),
        Relation::Eq => Lit::Const(false),
        Relation::Ne if rhs % coefficient == 0 => atom(AtomRelation::Ne, rhs / coefficient),
        Relation::Ne => Lit::Const(true),
        Relation::Le if coefficient > 0 => atom(AtomRelation::Le, rhs.div_euclid(coefficient)),
        // From the least multiple on.
        Relation::Le => atom(AtomRelation::Gt, -(rhs.div_euclid(-coefficient)) - 1),
    }
}

fn gcd(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one.abs()
}
