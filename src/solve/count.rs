//! Exact numbers of solutions, however large.

use std::fmt;
use std::ops::{Add, AddAssign};

use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::Report;

/// An exact number of solutions.
///
/// In JSON it is an integer if it fits 64 bits, else a string of decimal digits.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Count(BigUint);

impl Count {
    /// No solution.
    pub fn zero() -> Self {
        Self::default()
    }

    /// Whether there is no solution.
    pub fn is_zero(&self) -> bool {
        self.0.bits() == 0
    }

    /// That many times the number.
    pub fn times(&self, factor: u64) -> Self {
        Count(&self.0 * factor)
    }

    /// The number divided by that, rounded down.
    ///
    /// # Panics
    /// If that is 0.
    pub fn divided_by(&self, divisor: u64) -> Self {
        Count(&self.0 / divisor)
    }

    /// The number, if it fits 64 bits.
    pub fn to_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Count(number.into())
    }
}

impl From<u128> for Count {
    fn from(number: u128) -> Self {
        Count(number.into())
    }
}

impl From<BigUint> for Count {
    fn from(number: BigUint) -> Self {
        Count(number)
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
        Count(self.0 + other.0)
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        self.0 += &other.0;
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
            Written::Digits(digits) => digits.parse().map(Count).map_err(de::Error::custom),
        }
    }
}

/// What counting gave.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The number of solutions; if the search was not complete, the number of solutions found.
    pub number: Count,
    /// How the search ended and what it took.
    pub report: Report,
}

#[cfg(test)]
mod tests {
    use super::*;

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
