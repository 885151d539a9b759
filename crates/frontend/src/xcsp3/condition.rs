//! Conditions, `(le,10)` or `(in,1..5)`, and how values meet them.

use crate::ranges::Ranges;
use cnfab_base::display::quoted;
use cnfab_model::{Among, Atom, Cardinality, Clause, Cmp};

use super::Unread;
use super::affine::Affine;
use super::build::Build;
use super::truth::Truth;
use super::xml::{Element, Word, malformed};

/// The comparison of a sum with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Eq,
    Ne,
    Le,
}

/// An operator that compares two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Lt,
    Le,
    Ge,
    Gt,
    Eq,
    Ne,
}

impl Operator {
    /// The operator of a name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "lt" => Operator::Lt,
            "le" => Operator::Le,
            "ge" => Operator::Ge,
            "gt" => Operator::Gt,
            "eq" => Operator::Eq,
            "ne" => Operator::Ne,
            _ => return None,
        })
    }

    /// The operator that holds where this one does not.
    pub(super) fn opposite(self) -> Self {
        match self {
            Operator::Lt => Operator::Ge,
            Operator::Le => Operator::Gt,
            Operator::Ge => Operator::Lt,
            Operator::Gt => Operator::Le,
            Operator::Eq => Operator::Ne,
            Operator::Ne => Operator::Eq,
        }
    }

    /// The operator with its sides exchanged.
    pub(super) fn mirrored(self) -> Self {
        match self {
            Operator::Lt => Operator::Gt,
            Operator::Le => Operator::Ge,
            Operator::Ge => Operator::Le,
            Operator::Gt => Operator::Lt,
            Operator::Eq | Operator::Ne => self,
        }
    }

    /// The comparison with 0 that states how `left` compares with `right`.
    pub(super) fn of(self, left: &Affine, right: &Affine) -> Option<(Affine, Comparison)> {
        let one = Affine::constant(1);
        Some(match self {
            Operator::Eq => (left.plus(-1, right)?, Comparison::Eq),
            Operator::Ne => (left.plus(-1, right)?, Comparison::Ne),
            Operator::Le => (left.plus(-1, right)?, Comparison::Le),
            Operator::Lt => (left.plus(-1, right)?.plus(1, &one)?, Comparison::Le),
            Operator::Ge => (right.plus(-1, left)?, Comparison::Le),
            Operator::Gt => (right.plus(-1, left)?.plus(1, &one)?, Comparison::Le),
        })
    }
}

/// A condition on a value.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// It compares with another value.
    Compares(Operator, Affine),
    /// It is in a set, or it is not.
    In(Ranges, bool),
}

impl<'x> Build<'x> {
    /// Reads the condition of an element.
    pub(super) fn condition(&mut self, element: Element<'_, 'x>) -> Result<Condition, Unread> {
        element.allow(&[])?;
        let words = element.words()?;
        self.condition_of(&words, element)
    }

    /// Reads a condition from words of an element.
    pub(super) fn condition_of(&mut self, words: &[Word<'x>], element: Element<'_, 'x>) -> Result<Condition, Unread> {
        const EXPECTED: &str = "a condition, such as (le,10)";
        let at = words.first().map_or(element.at(), |word| word.at);
        let wrong = |word: Option<&Word<'x>>| match word {
            Some(word) => malformed(self.text, word.at, quoted(word.text), EXPECTED),
            None => malformed(self.text, at, element.tag(), EXPECTED),
        };
        let [open, operator, comma, operand @ .., close] = words else { return Err(wrong(words.first())) };
        if !open.is("(") || !comma.is(",") || !close.is(")") || operand.is_empty() {
            return Err(wrong(Some(if open.is("(") { comma } else { open })));
        }
        if let Some(operator) = Operator::named(operator.text) {
            let (expression, rest) = self.expression(operand)?;
            if let Some(word) = rest.first() {
                return Err(malformed(self.text, word.at, quoted(word.text), "')'"));
            }
            return Ok(Condition::Compares(operator, self.value(&expression)?));
        }
        let is_in = match operator.text {
            "in" => true,
            "notin" => false,
            _ => {
                let expected = "an operator: lt, le, ge, gt, eq, ne, in, notin";
                return Err(malformed(self.text, operator.at, quoted(operator.text), expected));
            }
        };
        let inner = match operand {
            [open, inner @ .., close] if open.is("{") && close.is("}") => inner,
            inner => inner,
        };
        let listed: Vec<Word<'x>> = inner.iter().filter(|word| !word.is(",")).copied().collect();
        Ok(Condition::In(self.ranges(&listed)?, is_in))
    }

    /// States that a value meets a condition.
    pub(super) fn meet(&mut self, value: &Affine, condition: &Condition) -> Result<(), Unread> {
        match condition {
            Condition::Compares(operator, other) => self.relate(value, *operator, other),
            Condition::In(values, is_in) => self.keep(value, values, *is_in),
        }
    }

    /// States that a value is in a set, or is not.
    fn keep(&mut self, value: &Affine, values: &Ranges, is_in: bool) -> Result<(), Unread> {
        let var = self.var_of(value)?;
        let domain = self.model.domain(var).clone();
        let (Some(low), Some(high)) = (domain.min(), domain.max()) else { return Ok(()) };
        let bounds = (low.into(), high.into());
        let outside = if is_in { values.gaps(bounds) } else { values.and(&Ranges::from_to(bounds.0, bounds.1)) };
        for &(from, to) in outside.ranges() {
            let [from, to] = [from, to].map(|value| i32::try_from(value).expect("between the bounds of a variable"));
            let first = from.checked_sub(1).map_or(0, |below| domain.rank(below));
            match domain.rank(to) - first {
                0 => {}
                1 => {
                    let only = domain.nth(first).expect("a value in the range");
                    self.add(&[], Clause(vec![var.is_not(only)]))?;
                }
                _ => self.add(&[], Clause(vec![!var.at_least(from), var.above(to)]))?,
            }
        }
        Ok(())
    }

    /// The truth that a value meets a condition.
    pub(super) fn meets(&mut self, value: &Affine, condition: &Condition) -> Result<Truth, Unread> {
        match condition {
            Condition::Compares(operator, other) => self.relates(value, *operator, other),
            Condition::In(values, is_in) => {
                let truth = self.is_in(value, values)?;
                Ok(if *is_in { truth } else { !truth })
            }
        }
    }

    /// States that two values compare.
    pub(super) fn relate(&mut self, left: &Affine, operator: Operator, right: &Affine) -> Result<(), Unread> {
        self.relate_when(&[], left, operator, right)
    }

    /// States that two values compare where all atoms of `when` are true.
    pub(super) fn relate_when(
        &mut self,
        when: &[Atom],
        left: &Affine,
        operator: Operator,
        right: &Affine,
    ) -> Result<(), Unread> {
        let (sum, comparison) = operator.of(left, right).ok_or_else(|| self.too_large())?;
        self.compare(when, &sum, comparison)
    }

    /// The truth of a comparison of two values.
    pub(super) fn relates(&mut self, left: &Affine, operator: Operator, right: &Affine) -> Result<Truth, Unread> {
        let (sum, comparison) = operator.of(left, right).ok_or_else(|| self.too_large())?;
        self.compares(&sum, comparison)
    }

    /// The refusal of sums with too many bits.
    pub(super) fn too_large(&self) -> Unread {
        self.refused("a sum beyond 64 bits", "smaller numbers")
    }

    /// The truth that a value is in a set.
    pub(super) fn is_in(&mut self, value: &Affine, values: &Ranges) -> Result<Truth, Unread> {
        if let Some(fixed) = value.fixed() {
            return Ok(Truth::Const(values.contains(fixed)));
        }
        let mut some = Vec::new();
        for &(low, high) in values.ranges() {
            if low == high {
                some.push(self.relates(value, Operator::Eq, &Affine::constant(low))?);
                continue;
            }
            let from = self.relates(value, Operator::Ge, &Affine::constant(low))?;
            let to = self.relates(value, Operator::Le, &Affine::constant(high))?;
            some.push(self.all(&[from, to])?);
        }
        self.any(&some)
    }

    /// States that the number of true ones meets a condition.
    pub(super) fn count(&mut self, truths: &[Truth], condition: &Condition) -> Result<(), Unread> {
        let mut atoms = Vec::with_capacity(truths.len());
        let mut sure = 0;
        for truth in truths {
            match *truth {
                Truth::Const(truth) => sure += i64::from(truth),
                Truth::Lit(atom) => atoms.push(atom),
            }
        }
        if let Condition::Compares(operator, other) = condition {
            if let Some(k) = other.fixed() {
                return self.count_fixed(atoms, *operator, k.saturating_sub(sure));
            }
            let cmp = match operator {
                Operator::Eq => Some(Cmp::Eq),
                Operator::Le => Some(Cmp::Le),
                Operator::Ge => Some(Cmp::Ge),
                Operator::Lt | Operator::Gt | Operator::Ne => None,
            };
            if let Some(cmp) = cmp.filter(|_| atoms.len() > 1) {
                let number = other.plus(-1, &Affine::constant(sure)).ok_or_else(|| self.too_large())?;
                let number = self.var_of(&number)?;
                return self.add(&[], Among { atoms, cmp, number });
            }
        }
        let number = self.number(truths)?;
        self.meet(&number, condition)
    }

    /// The number of true ones.
    pub(super) fn number(&mut self, truths: &[Truth]) -> Result<Affine, Unread> {
        let bits = truths.iter().map(|&truth| self.bit(truth)).collect::<Result<Vec<Affine>, Unread>>()?;
        Affine::total(bits.iter().map(|bit| (1, bit))).ok_or_else(|| self.too_large())
    }

    /// States that the number of true atoms compares with `k`.
    fn count_fixed(&mut self, mut atoms: Vec<Atom>, operator: Operator, k: i64) -> Result<(), Unread> {
        let n = atoms.len() as i64;
        let (cmp, k, is_positive) = match operator {
            Operator::Lt => (Cmp::Le, k.saturating_sub(1), true),
            Operator::Le => (Cmp::Le, k, true),
            Operator::Ge => (Cmp::Ge, k, true),
            Operator::Gt => (Cmp::Ge, k.saturating_add(1), true),
            Operator::Eq => (Cmp::Eq, k, true),
            Operator::Ne => (Cmp::Eq, k, false),
        };
        let always = match cmp {
            Cmp::Le => (k >= n).then_some(true).or((k < 0).then_some(false)),
            Cmp::Ge => (k <= 0).then_some(true).or((k > n).then_some(false)),
            Cmp::Eq => (k < 0 || k > n).then_some(false),
        };
        match (always, cmp, k) {
            (Some(truth), ..) => self.clause(&[], &[Truth::Const(truth == is_positive)]),
            (None, Cmp::Ge, 1) => self.add(&[], Clause(atoms)),
            (None, Cmp::Le, most) if most == n - 1 => {
                atoms.iter_mut().for_each(|atom| *atom = !*atom);
                self.add(&[], Clause(atoms))
            }
            _ => {
                let k = usize::try_from(k).expect("between 0 and the number of atoms");
                let count = Cardinality { atoms, cmp, k };
                if is_positive { self.add(&[], count) } else { self.add_not(&[], count) }
            }
        }
    }
}
