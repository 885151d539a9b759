//! Arithmetic over bits: what the classes over large domains are stated by.
//!
//! A number is a list of bits in two's complement, lowest first. Every gate is a 0/1 variable whose value follows from
//! its inputs, in every assignment. So conditions only concern what is finally stated. Gates with constant or equal
//! inputs are folded.
//!
//! Products are added up row by row (shift and add), as in the log encodings of N.-F. Zhou, H. Kjellerstrand,
//! "Optimizing SAT Encodings for Arithmetic Constraints", CP 2017. Ours has two's complement instead of sign and
//! magnitude, and the clauses of a gate are the prime implicates of its truth table. Quotients are long division. Unit
//! propagation computes both from their arguments.

use std::ops::Not;

use super::super::{Atom, Cmp, Linear, Poster, Var};
use super::Clause;

/// A constant or an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bit {
    Constant(bool),
    Atom(Atom),
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        match self {
            Bit::Constant(value) => Bit::Constant(!value),
            Bit::Atom(atom) => Bit::Atom(!atom),
        }
    }
}

/// A number in two's complement, lowest bit first; the last bit is the sign.
pub(super) type Number = Vec<Bit>;

const ZERO: Bit = Bit::Constant(false);
const ONE: Bit = Bit::Constant(true);

/// The most values of a variable that are named one by one where its bits are stated.
const MOST_VALUES: usize = 4096;

/// States gates to a poster.
pub(super) struct Circuit<'p, 'm> {
    pub(super) out: &'p mut Poster<'m>,
    /// The bits of variables that have some.
    known: Vec<(Var, Number)>,
}

impl<'p, 'm> Circuit<'p, 'm> {
    pub(super) fn new(out: &'p mut Poster<'m>) -> Self {
        Circuit { out, known: Vec::new() }
    }

    /// The bits of a variable: the sum of their weights is its value.
    pub(super) fn bits_of(&mut self, var: Var) -> Number {
        if let Some((_, known)) = self.known.iter().find(|(other, _)| *other == var) {
            return known.clone();
        }
        let domain = self.out.domain(var);
        let (low, high) = (domain.min().unwrap_or_default(), domain.max().unwrap_or_default());
        let width = |value: i32| 32 - if value < 0 { !value } else { value }.leading_zeros();
        let width = width(low).max(width(high));
        let mut number = if low == high {
            (0..width).map(|place| Bit::Constant(low >> place & 1 > 0)).collect()
        } else {
            self.free(width as usize)
        };
        number.push(match (low < 0, high < 0) {
            (true, false) => self.free(1)[0],
            (is_negative, _) => Bit::Constant(is_negative),
        });
        if low < high {
            self.channel(var, &number);
        }
        self.known.push((var, number.clone()));
        number
    }

    /// States that the bits are those of the variable: value by value, or as a sum if there are many.
    fn channel(&mut self, var: Var, number: &[Bit]) {
        let domain = self.out.domain(var);
        if domain.len() <= MOST_VALUES {
            for value in domain.to_vec() {
                for (place, &bit) in number.iter().enumerate() {
                    let is_set = i64::from(value) >> place & 1 > 0;
                    self.clause(&[var.is(value)], &[if is_set { bit } else { !bit }]);
                }
            }
            return;
        }
        // Encodings that add up term by term are smallest with the largest first.
        let sign_place = number.len() - 1;
        let mut terms = vec![(-1, var)];
        let mut rhs = 0;
        for (place, &bit) in number.iter().enumerate().rev() {
            let weight = if place == sign_place { -(1 << place) } else { 1i64 << place };
            match bit {
                Bit::Constant(value) => rhs -= weight * i64::from(value),
                Bit::Atom(atom) => terms.push((weight, atom.var)),
            }
        }
        self.out.post(&[], Linear { terms, cmp: Cmp::Eq, rhs });
    }

    /// New bits.
    fn free(&mut self, width: usize) -> Number {
        (0..width).map(|_| Bit::Atom(self.out.variable("bit", 0..=1).is(1))).collect()
    }

    /// States that one of the bits is true if all atoms of `when` are.
    fn clause(&mut self, when: &[Atom], bits: &[Bit]) {
        if bits.contains(&ONE) {
            return;
        }
        let atoms = bits.iter().filter_map(|&bit| if let Bit::Atom(atom) = bit { Some(atom) } else { None });
        let clause = Clause(atoms.collect());
        self.out.post(when, clause);
    }

    /// A bit that is this function of some bits.
    fn gate<const N: usize>(&mut self, inputs: [Bit; N], of: fn([bool; N]) -> bool) -> Bit {
        let mut free: Vec<Atom> = Vec::with_capacity(N);
        for input in inputs {
            if let Bit::Atom(atom) = input
                && !free.contains(&atom)
                && !free.contains(&!atom)
            {
                free.push(atom);
            }
        }
        // The value where the free atoms have the values of the mask's bits.
        let value = |mask: usize| {
            of(inputs.map(|input| match input {
                Bit::Constant(value) => value,
                Bit::Atom(atom) => (0..free.len())
                    .find(|&place| free[place].var == atom.var)
                    .is_some_and(|place| (mask >> place & 1 > 0) == (free[place] == atom)),
            }))
        };
        let all = 0..1usize << free.len();
        if all.clone().all(|mask| value(mask) == value(0)) {
            return Bit::Constant(value(0));
        }
        for (place, &atom) in free.iter().enumerate() {
            for is in [true, false] {
                if all.clone().all(|mask| value(mask) == ((mask >> place & 1 > 0) == is)) {
                    return Bit::Atom(if is { atom } else { !atom });
                }
            }
        }
        let gate = self.free(1)[0];
        // The least sets of inputs, with their values, that decide the gate.
        let mut kept: Vec<(usize, usize)> = Vec::new();
        let mut sets: Vec<usize> = all.clone().collect();
        sets.sort_by_key(|set| set.count_ones());
        for set in sets {
            for values in all.clone().filter(|values| values & !set == 0) {
                let fits = |mask: &usize| mask & set == values;
                let decided = all.clone().filter(fits).all(|mask| value(mask) == value(values));
                if decided && !kept.iter().any(|&(less, of)| less & set == less && values & less == of) {
                    kept.push((set, values));
                    let differs = |(place, &atom): (usize, &Atom)| {
                        (set >> place & 1 > 0).then_some(Bit::Atom(if values >> place & 1 > 0 { !atom } else { atom }))
                    };
                    let mut bits: Vec<Bit> = free.iter().enumerate().filter_map(differs).collect();
                    bits.push(if value(values) { gate } else { !gate });
                    self.clause(&[], &bits);
                }
            }
        }
        gate
    }

    fn differs(&mut self, a: Bit, b: Bit) -> Bit {
        self.gate([a, b], |[a, b]| a != b)
    }

    /// The sum of two numbers and a carry, of the given width; what does not fit is lost.
    fn sum(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit, width: usize) -> Number {
        let mut sum = Number::with_capacity(width);
        for place in 0..width {
            let cell = [at(a, place), at(b, place), carry];
            sum.push(self.gate(cell, |[a, b, c]| a ^ b ^ c));
            if place + 1 < width {
                carry = self.gate(cell, |[a, b, c]| a & b | a & c | b & c);
            }
        }
        sum
    }

    /// `a - b` in as many bits as hold every difference.
    pub(super) fn difference(&mut self, a: &[Bit], b: &[Bit]) -> Number {
        let opposite: Number = b.iter().map(|&bit| !bit).collect();
        self.sum(a, &opposite, ONE, a.len().max(b.len()) + 1)
    }

    /// `a * b` in as many bits as hold every product.
    pub(super) fn product(&mut self, a: &[Bit], b: &[Bit]) -> Number {
        let width = a.len() + b.len();
        let mut product: Number = vec![ZERO; width];
        for (place, &bit) in a.iter().enumerate() {
            let row: Number = b.iter().map(|&other| self.gate([bit, other], |[a, b]| a & b)).collect();
            // The sign's row is taken away.
            let is_sign = place + 1 == a.len();
            let row: Number = if is_sign { row.iter().map(|&bit| !bit).collect() } else { row };
            let carry = Bit::Constant(is_sign);
            let upper = self.sum(&product[place..], &row, carry, width - place);
            product.splice(place.., upper);
        }
        product
    }

    /// The number, or its opposite if the flag is true, in this many bits.
    fn negated_if(&mut self, flag: Bit, number: &[Bit], width: usize) -> Number {
        let flipped: Number = number.iter().map(|&bit| self.differs(flag, bit)).collect();
        self.sum(&flipped, &[ZERO], flag, width)
    }

    /// The quotient truncated towards zero and its remainder. Some numbers if the divisor is 0.
    ///
    /// From the highest bit of the dividend on, the divisor is taken away from what is left where it is not more.
    pub(super) fn quotient(&mut self, x: &[Bit], y: &[Bit]) -> (Number, Number) {
        let [dividend, divisor] = [x, y].map(|number| self.negated_if(sign(number), number, number.len() + 1));
        let mut quotient: Number = vec![ZERO; dividend.len()];
        let mut rest = vec![ZERO];
        for place in (0..dividend.len() - 1).rev() {
            rest.insert(0, dividend[place]);
            let less = self.difference(&rest, &divisor);
            let is_less = sign(&less);
            quotient[place] = !is_less;
            let both = rest.iter().zip(less).take(divisor.len() - 1);
            rest =
                both.map(|(&a, b)| self.gate([is_less, a, b], |[is_less, a, b]| if is_less { a } else { b })).collect();
            rest.push(ZERO);
        }
        let is_negative = self.differs(sign(x), sign(y));
        let (wide, long) = (quotient.len(), rest.len());
        (self.negated_if(is_negative, &quotient, wide), self.negated_if(sign(x), &rest, long))
    }

    /// States that two numbers are equal if all atoms of `when` are true.
    pub(super) fn equal(&mut self, when: &[Atom], a: &[Bit], b: &[Bit]) {
        for place in 0..a.len().max(b.len()) {
            let (a, b) = (at(a, place), at(b, place));
            self.clause(when, &[!a, b]);
            self.clause(when, &[a, !b]);
        }
    }

    /// States that two numbers are different if all atoms of `when` are true.
    pub(super) fn different(&mut self, when: &[Atom], a: &[Bit], b: &[Bit]) {
        let places = 0..a.len().max(b.len());
        let bits: Vec<Bit> = places.map(|place| self.differs(at(a, place), at(b, place))).collect();
        self.clause(when, &bits);
    }
}

/// The bit at a place; behind the last one is the sign again.
fn at(number: &[Bit], place: usize) -> Bit {
    number.get(place).or(number.last()).copied().unwrap_or(ZERO)
}

/// The sign of a number: true if it is negative.
fn sign(number: &[Bit]) -> Bit {
    number.last().copied().unwrap_or(ZERO)
}
