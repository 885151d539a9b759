//! Exact fractions: weights of literals, and sums of their products.

use std::fmt;

use num_bigint::{BigInt, BigUint, Sign};

/// The most digits that an exponent of ten may add: more would be memory that a short text asks for.
const MOST_SHIFT: u32 = 10_000;

/// A fraction in lowest terms.
///
/// ```
/// use cnfab_base::Rational;
///
/// let weight = Rational::read("0.25").unwrap();
/// assert_eq!(weight.to_string(), "1/4");
/// assert_eq!(weight.complement(), Rational::read("3/4").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: BigInt,
    /// Never 0.
    denominator: BigUint,
}

impl Rational {
    /// The fraction of two numbers.
    ///
    /// # Panics
    /// If the denominator is 0.
    pub fn new(numerator: BigInt, denominator: BigUint) -> Self {
        assert!(denominator != BigUint::ZERO, "a fraction has a denominator");
        let common = common_divisor(numerator.magnitude().clone(), denominator.clone());
        Rational { numerator: numerator / BigInt::from(common.clone()), denominator: denominator / common }
    }

    /// The number one.
    pub fn one() -> Self {
        Rational { numerator: 1.into(), denominator: 1_u32.into() }
    }

    /// The number zero.
    pub fn zero() -> Self {
        Rational { numerator: BigInt::ZERO, denominator: 1_u32.into() }
    }

    /// Reads a decimal number such as `-0.25` or `1e-3`, or a fraction such as `1/3`. `None` if it is neither.
    pub fn read(text: &str) -> Option<Self> {
        let (sign, size) = match text.as_bytes().first()? {
            b'-' => (Sign::Minus, &text[1..]),
            b'+' => (Sign::Plus, &text[1..]),
            _ => (Sign::Plus, text),
        };
        let (numerator, denominator) = match size.split_once('/') {
            Some((above, below)) => (digits(above)?, digits(below).filter(|below| *below != BigUint::ZERO)?),
            None => decimal(size)?,
        };
        Some(Rational::new(BigInt::from_biguint(sign, numerator), denominator))
    }

    /// One minus the fraction.
    pub fn complement(&self) -> Self {
        Rational::new(BigInt::from(self.denominator.clone()) - &self.numerator, self.denominator.clone())
    }

    /// The product of two fractions.
    pub fn times(&self, other: &Self) -> Self {
        Rational::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    /// The number above the line.
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The number below the line.
    pub fn denominator(&self) -> &BigUint {
        &self.denominator
    }

    /// The logarithm of the size to base 10; minus infinity for 0.
    pub fn log10(&self) -> f64 {
        log10(self.numerator.magnitude()) - log10(&self.denominator)
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.numerator.fmt(f)?;
        if self.denominator == BigUint::from(1_u32) { Ok(()) } else { write!(f, "/{}", self.denominator) }
    }
}

/// The logarithm of a number to base 10, from its leading bits.
pub fn log10(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(64);
    let leading = u64::try_from(number >> shift).expect("64 bits are left");
    (leading as f64).log10() + shift as f64 * std::f64::consts::LOG10_2
}

fn digits(text: &str) -> Option<BigUint> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Numerator and denominator of a decimal number without a sign.
fn decimal(text: &str) -> Option<(BigUint, BigUint)> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, behind) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let number = digits(&format!("{whole}{behind}"))?;
    let (down, size) = match exponent.as_bytes().first()? {
        b'-' => (true, &exponent[1..]),
        b'+' => (false, &exponent[1..]),
        _ => (false, exponent),
    };
    let size = u32::try_from(digits(size)?).ok().filter(|&size| size <= MOST_SHIFT)?;
    let ten = |power: u32| BigUint::from(10_u32).pow(power);
    let below = ten(u32::try_from(behind.len()).ok()?);
    Some(if down { (number, below * ten(size)) } else { (number * ten(size), below) })
}

fn common_divisor(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_and_fractions_are_exact() {
        for (text, written) in [
            ("0.25", "1/4"),
            ("-2.50", "-5/2"),
            ("1e-3", "1/1000"),
            ("+1.5E2", "150"),
            (".5", "1/2"),
            ("7.", "7"),
            ("2/6", "1/3"),
            ("-0/5", "0"),
            (
                "0.1000000000000000000000000000000000001",
                "1000000000000000000000000000000000001/10000000000000000000000000000000000000",
            ),
        ] {
            assert_eq!(Rational::read(text).unwrap().to_string(), written, "{text}");
        }
        for text in
            ["", "-", ".", "1/0", "1/", "/2", "1e", "e5", "1.2.3", "--1", "0x1", "nan", "1/-2", "1e999999", "1e+-3"]
        {
            assert_eq!(Rational::read(text), None, "{text}");
        }
    }

    #[test]
    fn logarithms_are_near() {
        for (text, expected) in [("1000", 3.0), ("1e-300", -300.0), ("-1e4000", 4000.0), ("2/200", -2.0)] {
            assert!((Rational::read(text).unwrap().log10() - expected).abs() < 1e-9, "{text}");
        }
        assert_eq!(Rational::read("0").unwrap().log10(), f64::NEG_INFINITY);
    }
}
