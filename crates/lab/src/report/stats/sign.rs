//! The sign test: whether one way is faster more often than chance would have it.
//!
//! It asks for nothing but that instances are independent. Wilcoxon's test of signed ranks has more power and needs
//! ratios that lie symmetrically around their median, which those of running times do not.

/// The two-sided probability of signs at least as uneven as these if both were equally likely; 1 of no signs.
///
/// W. J. Dixon, A. M. Mood, "The Statistical Sign Test", Journal of the American Statistical Association 41, 1946.
pub(crate) fn sign_test(more: u64, less: u64) -> f64 {
    let (number, few) = (more + less, more.min(less));
    // The logarithm of C(number, k) / 2^number, from one k to the next.
    let mut log = -(number as f64) * std::f64::consts::LN_2;
    let mut tail = log.exp();
    for k in 1..=few {
        log += (((number - k + 1) as f64) / k as f64).ln();
        tail += log.exp();
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_by_hand() {
        for (more, less, expected) in [
            (0, 0, 1.0),
            (1, 1, 1.0),
            (5, 0, 2.0 / 32.0),
            (0, 6, 2.0 / 64.0),
            (8, 2, 2.0 * (1.0 + 10.0 + 45.0) / 1024.0),
            // Darwin's maize: of 15 pairs the crossed plant was taller in 13 (R. A. Fisher, "The Design of
            // Experiments", 1935).
            (13, 2, 2.0 * (1.0 + 15.0 + 105.0) / 32768.0),
        ] {
            assert!((sign_test(more, less) - expected).abs() < 1e-12, "{more} {less}");
        }
    }

    #[test]
    fn large_numbers_do_not_leave_the_range() {
        assert!((sign_test(50_000, 50_000) - 1.0).abs() < 1e-6);
        let probability = sign_test(50_500, 49_500);
        assert!((probability - 0.001_578).abs() < 2e-5, "{probability}");
        assert_eq!(sign_test(100_000, 0), 0.0);
    }
}
