//! The distance between a solution and the bound at which an optimisation may end.

use std::str::FromStr;

/// The distance from the bound that a value of the objective may have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gap {
    /// A part of the value itself.
    Part(f64),
    /// A difference of the two, in the objective's units.
    Difference(f64),
}

impl Gap {
    /// The same in units of which one of these has several, or which are several of these.
    #[must_use]
    pub fn in_units_of(self, unit: f64) -> Self {
        match self {
            Gap::Difference(difference) => Gap::Difference(difference / unit),
            part @ Gap::Part(_) => part,
        }
    }

    /// True if the value is as near to the bound as it has to be.
    pub(super) fn is_met(self, value: i64, bound: i64) -> bool {
        let far = i128::from(value).abs_diff(i128::from(bound)) as f64;
        match self {
            Gap::Part(part) => far <= part * (value as f64).abs(),
            Gap::Difference(difference) => far <= difference,
        }
    }
}

/// `5%` and numbers below 1 are parts, numbers from 1 on differences.
impl FromStr for Gap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, is_percentage) = text.strip_suffix('%').map_or((text, false), |number| (number, true));
        match number.parse::<f64>() {
            Ok(number) if !number.is_finite() || number < 0.0 => Err(()),
            Ok(number) if is_percentage => Ok(Gap::Part(number / 100.0)),
            Ok(number) if number < 1.0 => Ok(Gap::Part(number)),
            Ok(number) => Ok(Gap::Difference(number)),
            Err(_) => Err(()),
        }
        .map_err(|()| "expected a part of the value, such as 5% or 0.05, or a difference from 1 on".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_differences_are_told_apart() {
        for (text, gap) in [
            ("0", Gap::Part(0.0)),
            ("5%", Gap::Part(0.05)),
            ("0.05", Gap::Part(0.05)),
            ("100%", Gap::Part(1.0)),
            ("1", Gap::Difference(1.0)),
            ("2.5", Gap::Difference(2.5)),
        ] {
            assert_eq!(text.parse(), Ok(gap), "{text}");
        }
        for text in ["", "%", "x", "-1", "inf", "NaN", "5 %", "5%%"] {
            assert!(text.parse::<Gap>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_distance_counts_either_way() {
        assert!(Gap::Part(0.05).is_met(-100, -105) && !Gap::Part(0.05).is_met(-100, -106));
        assert!(Gap::Difference(5.0).is_met(0, 5) && !Gap::Difference(5.0).is_met(0, -6));
        assert!(Gap::Difference(2.5).in_units_of(0.5).is_met(20, 15));
        assert!(Gap::Part(0.0).is_met(i64::MAX, i64::MAX) && !Gap::Part(0.5).is_met(i64::MAX, -i64::MAX));
    }
}
