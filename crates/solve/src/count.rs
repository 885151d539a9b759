//! Exact numbers of solutions, however large.

use std::fmt;
use std::ops::{Add, AddAssign};

use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use cnfab_base::log10;

use super::Report;

/// An exact number of solutions.
///
/// In JSON it is an integer if it fits 64 bits, else a string of decimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(Number);

/// A number by its size: most need no memory of their own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Number {
    Word(u64),
    /// One that fits no word.
    Large(BigUint),
}

impl Default for Count {
    fn default() -> Self {
        Count::from(0_u64)
    }
}

impl Count {
    /// No solution.
    pub fn zero() -> Self {
        Self::default()
    }

    /// True if there is no solution.
    pub fn is_zero(&self) -> bool {
        self.0 == Number::Word(0)
    }

    /// Two to the power of `exponent`.
    pub fn power_of_two(exponent: usize) -> Self {
        (BigUint::from(1_u32) << exponent).into()
    }

    /// That many times the number.
    pub fn times(&self, factor: u64) -> Self {
        (self.large() * factor).into()
    }

    /// The number divided by that, rounded down.
    ///
    /// # Panics
    /// If that is 0.
    pub fn divided_by(&self, divisor: u64) -> Self {
        (self.large() / divisor).into()
    }

    /// The number, if it fits 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Number::Word(word) => Some(word),
            Number::Large(_) => None,
        }
    }

    /// The logarithm to base 10; minus infinity for 0.
    pub fn log10(&self) -> f64 {
        log10(&self.large())
    }

    fn large(&self) -> BigUint {
        match &self.0 {
            Number::Word(word) => (*word).into(),
            Number::Large(number) => number.clone(),
        }
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Count(Number::Word(number))
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        u64::try_from(number).map_or_else(|_| Count(Number::Large(number.into())), Count::from)
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        u64::try_from(&number).map_or_else(|_| Count(Number::Large(number)), Count::from)
    }
}

impl PartialEq<u64> for Count {
    fn eq(&self, other: &u64) -> bool {
        self.to_u64() == Some(*other)
    }
}

impl Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        let mut sum = self;
        sum += &other;
        sum
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        *self = match (&self.0, &other.0) {
            (&Number::Word(a), &Number::Word(b)) => (u128::from(a) + u128::from(b)).into(),
            _ => (self.large() + other.large()).into(),
        };
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Number::Word(word) => word.fmt(f),
            Number::Large(number) => number.fmt(f),
        }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(number) => to.serialize_u64(number),
            None => to.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u64),
            Digits(String),
        }
        match Written::deserialize(from)? {
            Written::Number(number) => Ok(number.into()),
            Written::Digits(digits) => digits.parse::<BigUint>().map(Count::from).map_err(de::Error::custom),
        }
    }
}

/// The result of counting.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of solutions; if the search was not complete, the number of solutions found.
    pub number: Count,
    /// The end of the search and its costs.
    pub report: Report,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number has one form, whichever way it was come to.
    #[test]
    fn sums_products_and_quotients_are_those_of_wider_words() {
        let numbers: [u128; 6] = [0, 1, 7, u64::MAX.into(), 1 << 64, u128::MAX >> 10];
        for a in numbers {
            for b in numbers {
                let mut sum = Count::from(a);
                sum += &Count::from(b);
                assert_eq!((&sum, sum.to_string()), (&Count::from(a + b), (a + b).to_string()));
                assert_eq!(Count::from(a) + Count::from(b), sum);
                assert_eq!(Count::from(a).cmp(&Count::from(b)), a.cmp(&b));
            }
            for factor in [1, 3, 1000] {
                let product = Count::from(a >> 1).times(factor);
                assert_eq!(product, Count::from((a >> 1) * u128::from(factor)));
                assert_eq!(product.divided_by(factor), Count::from(a >> 1));
            }
            assert_eq!(Count::from(a).to_u64(), u64::try_from(a).ok());
        }
    }

    #[test]
    fn numbers_survive_json() {
        for (number, json) in [
            (Count::zero(), "0"),
            (Count::from(u64::MAX), "18446744073709551615"),
            (Count::from(u64::MAX) + Count::from(1u64), "\"18446744073709551616\""),
        ] {
            assert_eq!(serde_json::to_string(&number).unwrap(), json);
            assert_eq!(serde_json::from_str::<Count>(json).unwrap(), number);
        }
        assert!(serde_json::from_str::<Count>("\"x\"").is_err());
        assert!(serde_json::from_str::<Count>("-1").is_err());
    }
}
