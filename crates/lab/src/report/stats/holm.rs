//! Several tests at once: probabilities raised so that one wrong rejection among all is as unlikely as the level
//! requires.

/// The adjusted probabilities, in the order of the given ones.
///
/// S. Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6, 1979.
pub(crate) fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]).then(a.cmp(&b)));
    let mut adjusted = vec![1.0; probabilities.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((probabilities.len() - rank) as f64 * probabilities[index]).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R: `p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")` gives 0.03 0.06 0.06 0.02.
    #[test]
    fn as_r_gives_them() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
