//! The standard normal distribution.

/// The share of the standard normal distribution below `x`, by the series of G. Marsaglia, "Evaluating the Normal
/// Distribution", Journal of Statistical Software 11(4), 2004.
pub(super) fn cdf(x: f64) -> f64 {
    if x.abs() > 7.5 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut sum, mut term, mut power) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        power += 2.0;
        term *= x * x / power;
        sum += term;
    }
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

/// The `x` below which that share of the distribution lies, by bisection.
pub(super) fn quantile(share: f64) -> f64 {
    let (mut low, mut high) = (-7.5, 7.5);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if cdf(middle) < share { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_in_the_tables() {
        for (x, share) in [(0.0, 0.5), (1.0, 0.841_344_746), (1.96, 0.975_002_105), (-1.644_854, 0.05)] {
            assert!((cdf(x) - share).abs() < 1e-7, "{x}");
            assert!((quantile(share) - x).abs() < 1e-5, "{share}");
        }
        assert_eq!((cdf(9.0), cdf(-9.0)), (1.0, 0.0));
    }
}
