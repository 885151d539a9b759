//! Fisher's distribution of ratios of variances, and the distribution of the range of normal variables.

use super::normal;

/// The share of the distribution F with these degrees of freedom above `x`, by the continued fraction of the incomplete
/// beta function (M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, 26.5.8 and 26.6.2).
pub(super) fn f_above(x: f64, above: f64, below: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let share = below / (below + above * x);
    let (a, b) = (below / 2.0, above / 2.0);
    // The fraction converges fast on this side of the mean.
    if share < (a + 1.0) / (a + b + 2.0) { beta(share, a, b) } else { 1.0 - beta(1.0 - share, b, a) }
}

/// The regularised incomplete beta function.
fn beta(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let front = (a * x.ln() + b * (1.0 - x).ln() + log_gamma(a + b) - log_gamma(a) - log_gamma(b)).exp() / a;
    let not_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut fraction, mut numerators, mut denominators) = (1.0, 1.0, 0.0);
    for term in 0..1000_u32 {
        let m = f64::from(term / 2);
        let factor = match term {
            0 => 1.0,
            _ if term % 2 == 0 => m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            _ => -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        };
        denominators = 1.0 / not_zero(1.0 + factor * denominators);
        numerators = not_zero(1.0 + factor / numerators);
        let change = numerators * denominators;
        fraction *= change;
        if term > 0 && (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * (fraction - 1.0)
}

/// The logarithm of the gamma function, by Stirling's series beyond 10.
fn log_gamma(mut x: f64) -> f64 {
    let mut shift = 0.0;
    while x < 10.0 {
        shift += x.ln();
        x += 1.0;
    }
    let square = x * x;
    let series = (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
}

/// The probability that the largest of this number of standard normal variables lies less than `range` above the
/// smallest: the studentized range with the variance known.
fn range_below(range: f64, number: usize) -> f64 {
    const STEPS: u32 = 200;
    let density = |z: f64| (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let others = i32::try_from(number).unwrap_or(i32::MAX) - 1;
    let at = |z: f64| density(z) * (normal::cdf(z) - normal::cdf(z - range)).powi(others);
    // Simpson's rule from -8 to 8, where the density is nothing.
    let step = 16.0 / f64::from(STEPS);
    let weight = |place: u32| match place {
        0 | STEPS => 1.0,
        _ if place % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let sum: f64 = (0..=STEPS).map(|place| weight(place) * at(-8.0 + step * f64::from(place))).sum();
    number as f64 * sum * step / 3.0
}

/// The range below which that share lies, by bisection.
pub(super) fn range_quantile(share: f64, number: usize) -> f64 {
    let (mut low, mut high) = (0.0, 16.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if range_below(middle, number) < share { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SciPy 1.17: `f.sf`.
    #[test]
    fn shares_of_f_as_scipy_has_them() {
        for (x, above, below, expected) in [
            (3.69, 3.0, 39.0, 0.019_744_099_689_488_88),
            (1.0, 1.0, 10.0, 0.340_893_132_302_06),
            (2.5, 4.0, 20.0, 0.075_146_629_635_274_73),
            (10.0, 12.0, 3.0, 0.041_525_029_855_858_68),
        ] {
            let found = f_above(x, above, below);
            assert!((found - expected).abs() < 1e-11, "{x} {found} {expected}");
        }
        assert_eq!(f_above(0.0, 2.0, 3.0), 1.0);
    }

    /// SciPy 1.17: `studentized_range.sf` with a billion degrees of freedom, and `ppf(0.95)` over the root of 2. The
    /// first ten are those of table 5 in J. Demsar's paper.
    #[test]
    fn ranges_as_scipy_has_them() {
        for (range, number, expected) in
            [(3.314, 3, 0.050_044_140_4), (2.0, 4, 0.490_369_41), (4.0, 10, 0.126_852_132), (5.0, 30, 0.099_381_639_2)]
        {
            let found = 1.0 - range_below(range, number);
            assert!((found - expected).abs() < 1e-6, "{range} {number} {found}");
        }
        for (number, expected) in
            [(2, 1.959_964), (3, 2.343_701), (5, 2.727_774), (10, 3.163_684), (15, 3.391_230), (20, 3.543_799)]
        {
            let found = range_quantile(0.95, number) / 2f64.sqrt();
            assert!((found - expected).abs() < 2e-5, "{number} {found}");
        }
    }
}
