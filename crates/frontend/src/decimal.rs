//! Decimal numbers as texts write them, without rounding.

use std::ops::Neg;

/// A number with fewer than 19 digits, at most 18 of them behind the point; or one that stands for infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    /// The number, times ten to the power of `decimals`. Its last digit is not 0 where there are decimals.
    mantissa: i64,
    decimals: u8,
}

/// The most digits, and the most behind the point.
const MOST_DIGITS: u32 = 18;

/// The number of zeros of the least number that stands for infinity, as for all solvers.
const INFINITE: i64 = 20;

/// The form that is expected.
pub(super) const NUMBER: &str = "a number of at most 18 digits";

impl Decimal {
    pub(super) const ZERO: Decimal = Decimal::whole(0);
    const INFINITY: Decimal = Decimal::whole(i64::MAX);

    pub(super) const fn whole(mantissa: i64) -> Self {
        Decimal { mantissa, decimals: 0 }
    }

    /// The number that a text is: with a sign or without, as words for infinity, too. `None` if it is none, or has too
    /// many digits.
    pub(super) fn read(text: &str) -> Option<Self> {
        let size = text.strip_prefix(['+', '-']).unwrap_or(text);
        let number = if is_infinity(size) {
            Self::INFINITY
        } else if !size.is_empty() && length(size) == size.len() {
            Self::unsigned(size)?
        } else {
            return None;
        };
        Some(if text.starts_with('-') { -number } else { number })
    }

    /// The number that digits are, with a point and an exponent or without.
    fn unsigned(text: &str) -> Option<Self> {
        let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        // An exponent beyond 64 bits is beyond all others.
        let far = if exponent.starts_with('-') { i64::MIN } else { i64::MAX };
        let exponent = exponent.parse().unwrap_or(far);
        let (mut mantissa, mut zeros, mut behind) = (0_i64, 0_i64, None);
        for byte in digits.bytes() {
            match byte {
                b'.' => behind = Some(0_i64),
                b'0' => zeros += i64::from(mantissa != 0),
                _ => {
                    let shift = power(zeros + 1)?;
                    let digit = i64::from(byte - b'0');
                    mantissa = mantissa.checked_mul(shift)?.checked_add(digit)?;
                    zeros = 0;
                }
            }
            behind = behind.map(|behind| behind + i64::from(byte != b'.'));
        }
        if mantissa == 0 {
            return Some(Self::ZERO);
        }
        let shift = exponent.saturating_add(zeros).saturating_sub(behind.unwrap_or(0));
        if shift.saturating_add(i64::from(mantissa.ilog10())) >= INFINITE {
            return Some(Self::INFINITY);
        }
        Self::of(mantissa.into(), shift)
    }

    /// A number times a power of ten.
    fn of(mut mantissa: i128, mut shift: i64) -> Option<Self> {
        while shift < 0 && mantissa % 10 == 0 && mantissa != 0 {
            (mantissa, shift) = (mantissa / 10, shift + 1);
        }
        let mantissa = if shift > 0 { mantissa.checked_mul(power(shift)?.into())? } else { mantissa };
        let decimals = u8::try_from((-shift).max(0)).ok().filter(|&decimals| u32::from(decimals) <= MOST_DIGITS)?;
        let fits = mantissa.unsigned_abs() < 10_u128.pow(MOST_DIGITS);
        fits.then_some(Decimal { mantissa: mantissa as i64, decimals: if mantissa == 0 { 0 } else { decimals } })
    }

    /// The sum; `None` if it has too many digits.
    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let decimals = self.decimals.max(other.decimals);
        Self::of(self.times_power(decimals) + other.times_power(decimals), -i64::from(decimals))
    }

    pub(super) fn abs(self) -> Self {
        if self.mantissa < 0 { -self } else { self }
    }

    /// True if it stands for infinity or its opposite.
    pub(super) fn is_infinite(self) -> bool {
        self.abs() == Self::INFINITY
    }

    pub(super) fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    pub(super) fn is_zero(self) -> bool {
        self.mantissa == 0
    }

    /// The number of digits behind the point.
    pub(super) fn decimals(self) -> u8 {
        self.decimals
    }

    /// The number times ten to the power of `decimals`, of which it has no more.
    pub(super) fn times_power(self, decimals: u8) -> i128 {
        i128::from(self.mantissa) * 10_i128.pow((decimals - self.decimals).into())
    }

    /// The largest whole number that is not larger.
    pub(super) fn floor(self) -> i64 {
        self.mantissa.div_euclid(10_i64.pow(self.decimals.into()))
    }

    /// The smallest whole number that is not smaller.
    pub(super) fn ceil(self) -> i64 {
        -(-self).floor()
    }
}

impl Neg for Decimal {
    type Output = Self;

    fn neg(self) -> Self {
        Decimal { mantissa: -self.mantissa, ..self }
    }
}

/// Ten to this power, if it has 64 bits.
fn power(exponent: i64) -> Option<i64> {
    10_i64.checked_pow(exponent.try_into().ok()?)
}

/// True for the words that stand for infinity.
pub(super) fn is_infinity(word: &str) -> bool {
    ["inf", "infinity"].iter().any(|name| word.eq_ignore_ascii_case(name))
}

/// The length of the number without a sign that a text begins with; 0 if there is none.
pub(super) fn length(text: &str) -> usize {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(text);
    let behind = text[whole..].strip_prefix('.').map(digits);
    if whole + behind.unwrap_or(0) == 0 {
        return 0;
    }
    let length = whole + behind.map_or(0, |behind| 1 + behind);
    let Some(exponent) = text[length..].strip_prefix(['e', 'E']) else { return length };
    let unsigned = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    match digits(unsigned) {
        0 => length,
        digits => length + 1 + (exponent.len() - unsigned.len()) + digits,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_exact() {
        for (text, mantissa, decimals) in [
            ("0", 0, 0),
            ("-0.00", 0, 0),
            ("+12", 12, 0),
            ("1200.", 1200, 0),
            (".25", 25, 2),
            ("-0.250", -25, 2),
            ("1e3", 1000, 0),
            ("2.5E-3", 25, 4),
            ("1.5e+1", 15, 0),
            ("100.010", 10001, 2),
            ("999999999999999999", 999_999_999_999_999_999, 0),
            ("0e99999999999999999999", 0, 0),
        ] {
            assert_eq!(Decimal::read(text), Some(Decimal { mantissa, decimals }), "{text}");
        }
        for text in ["1e30", "inf", "+Infinity", "1e99999999999999999999", "100000000000000000000000"] {
            assert!(Decimal::read(text).unwrap().is_infinite(), "{text}");
            assert!(Decimal::read(&format!("-{}", text.trim_start_matches('+'))).unwrap().is_negative(), "{text}");
        }
        for text in ["", "-", ".", "e5", "1e", "1.2.3", "--1", "0x1", "nan", "1e19", "1e-19", "1234567890123456789"] {
            assert_eq!(Decimal::read(text), None, "{text}");
        }
    }

    #[test]
    fn sums_and_roundings_are_exact() {
        let of = |text: &str| Decimal::read(text).unwrap();
        assert_eq!(of("0.75").plus(of("-0.25")), Some(of("0.5")));
        assert_eq!(of("999999999999999999").plus(of("0.1")), None);
        assert_eq!((of("-2.5").floor(), of("-2.5").ceil(), of("2.5").floor(), of("7").ceil()), (-3, -2, 2, 7));
        assert_eq!(of("0.25").times_power(4), 2500);
        assert_eq!((length("3e"), length("2e1x"), length("1.x"), length("x1")), (1, 3, 2, 0));
    }
}
