//! Tests on ranks: whether several ways differ at all, which of them do, and whether two do.
//!
//! M. Friedman, "The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of Variance", Journal
//! of the American Statistical Association 32, 1937, in the form of R. L. Iman and J. M. Davenport, "Approximations of
//! the Critical Region of the Friedman Statistic", Communications in Statistics A9, 1980. P. B. Nemenyi,
//! "Distribution-free Multiple Comparisons", thesis, Princeton, 1963. F. Wilcoxon, "Individual Comparisons by Ranking
//! Methods", Biometrics Bulletin 1, 1945. J. Demsar, "Statistical Comparisons of Classifiers over Multiple Data Sets",
//! Journal of Machine Learning Research 7, 2006, says how they go together.
//!
//! How ours differs: equal values share the mean of their ranks everywhere. Wilcoxon's distribution is exact for up to
//! 50 pairs, ties included, as all signs are counted; beyond, it is the normal one with the correction for ties.

use super::{distribution, normal};

/// As many pairs have the exact distribution of Wilcoxon's sum.
const EXACT: usize = 50;

/// The outcome of Friedman's test over some blocks of values, and Nemenyi's distance.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Friedman {
    /// The number of blocks.
    pub blocks: usize,
    /// The mean rank of each treatment; the smallest value has rank 1.
    pub ranks: Vec<f64>,
    /// Friedman's statistic, corrected for ties.
    pub chi_square: f64,
    /// The probability of a statistic at least as large if no treatment differed.
    pub p: f64,
    /// Mean ranks that lie this far apart differ at the level of 5 percent.
    pub critical_difference: f64,
}

/// The outcome of Wilcoxon's test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SignedRanks {
    /// The number of pairs that differ.
    pub pairs: usize,
    /// The sum of the ranks of positive differences.
    pub above: f64,
    /// The sum of the ranks of negative ones.
    pub below: f64,
    /// The two-sided probability of sums as uneven if differences were symmetric around 0.
    pub p: f64,
}

/// Ranks from 1 on; equal values share the mean of theirs.
pub(crate) fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let mean = first as f64 + (group.len() + 1) as f64 / 2.0;
        group.iter().for_each(|&place| ranks[place] = mean);
        first += group.len();
    }
    ranks
}

/// The test over blocks with a value for each of several treatments. `None` if there are fewer than two of either, or
/// if all ranks are equal in each block.
pub(crate) fn friedman(blocks: &[Vec<f64>]) -> Option<Friedman> {
    let treatments = blocks.first()?.len();
    if blocks.len() < 2 || treatments < 2 {
        return None;
    }
    let (n, k) = (blocks.len() as f64, treatments as f64);
    let mut sums = vec![0.0; treatments];
    let mut squares = 0.0;
    for block in blocks {
        for (sum, rank) in sums.iter_mut().zip(ranks(block)) {
            *sum += rank;
            squares += rank * rank;
        }
    }
    let expected = n * (k + 1.0) / 2.0;
    let between: f64 = sums.iter().map(|sum| (sum - expected).powi(2)).sum();
    let within = squares - n * k * (k + 1.0).powi(2) / 4.0;
    if within <= 0.0 {
        return None;
    }
    let chi_square = (k - 1.0) * between / within;
    let left = n * (k - 1.0) - chi_square;
    let p = if left <= 1e-9 {
        0.0
    } else {
        distribution::f_above((n - 1.0) * chi_square / left, k - 1.0, (k - 1.0) * (n - 1.0))
    };
    let critical_difference =
        distribution::range_quantile(0.95, treatments) / 2f64.sqrt() * (k * (k + 1.0) / (6.0 * n)).sqrt();
    let ranks = sums.iter().map(|sum| sum / n).collect();
    Some(Friedman { blocks: blocks.len(), ranks, chi_square, p, critical_difference })
}

/// Wilcoxon's test of the differences of pairs; those that are 0 are left out.
pub(crate) fn signed_ranks(differences: &[f64]) -> SignedRanks {
    let differ: Vec<f64> = differences.iter().copied().filter(|&difference| difference != 0.0).collect();
    let sizes: Vec<f64> = differ.iter().map(|difference| difference.abs()).collect();
    let ranks = ranks(&sizes);
    let signed = || differ.iter().zip(&ranks);
    let above: f64 = signed().filter(|(difference, _)| **difference > 0.0).map(|(_, rank)| rank).sum();
    let below: f64 = signed().filter(|(difference, _)| **difference < 0.0).map(|(_, rank)| rank).sum();
    let p = if differ.len() <= EXACT { exact(&ranks, above.min(below)) } else { approximate(&ranks, above.min(below)) };
    SignedRanks { pairs: differ.len(), above, below, p }
}

/// The probability of a sum at most that small, or as large on the other side, over all signs.
fn exact(ranks: &[f64], least: f64) -> f64 {
    // Ranks with ties are multiples of one half.
    let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * rank).round() as usize).collect();
    let all: usize = doubled.iter().sum();
    let mut shares = vec![0.0; all + 1];
    shares[0] = 1.0;
    for &rank in &doubled {
        for sum in (0..=all).rev() {
            let with = if sum >= rank { shares[sum - rank] } else { 0.0 };
            shares[sum] = (shares[sum] + with) / 2.0;
        }
    }
    let least = (2.0 * least).round() as usize;
    (2.0 * shares[..=least].iter().sum::<f64>()).min(1.0)
}

/// The same by the normal distribution.
fn approximate(ranks: &[f64], least: f64) -> f64 {
    let (sum, squares): (f64, f64) = (ranks.iter().sum(), ranks.iter().map(|rank| rank * rank).sum());
    (2.0 * normal::cdf((least - sum / 2.0) / (squares / 4.0).sqrt())).min(1.0)
}

/// Groups of treatments, in the order of their ranks, whose ranks lie less than the distance apart: the bars of a
/// critical-difference diagram. Groups within others and single treatments are left out.
pub(crate) fn cliques(sorted: &[f64], distance: f64) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for (first, low) in sorted.iter().enumerate() {
        let last = sorted.iter().rposition(|high| high - low < distance).unwrap_or(first);
        if last > first && all.last().is_none_or(|&(_, before)| last > before) {
            all.push((first, last));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6 * expected.abs().max(1.0), "{found} {expected}");
    }

    /// SciPy 1.17: `friedmanchisquare` gives 7.650485436893199, and `f.sf` of Iman and Davenport's form of it, with 4
    /// and 20 degrees of freedom, 0.09013884821012495.
    #[test]
    fn friedman_with_ties_as_scipy_has_it() {
        let blocks = [
            vec![9.0, 9.5, 5.0, 8.5, 9.5],
            vec![7.0, 6.5, 7.0, 7.0, 6.0],
            vec![6.0, 8.0, 4.0, 6.0, 8.0],
            vec![9.0, 9.0, 5.0, 7.0, 9.0],
            vec![8.0, 8.0, 6.0, 7.0, 7.0],
            vec![10.0, 10.0, 10.0, 9.0, 9.5],
        ];
        let found = friedman(&blocks).unwrap();
        near(found.chi_square, 7.650_485_436_893_199);
        near(found.p, 0.090_138_848_210_124_95);
        for (rank, expected) in found.ranks.iter().zip([22.0 / 6.0, 23.5 / 6.0, 2.0, 14.0 / 6.0, 18.5 / 6.0]) {
            near(*rank, expected);
        }
        // Table 5 of Demsar has 2.728 for five treatments at 0.05.
        assert!((found.critical_difference - 2.728 * (30.0f64 / 36.0).sqrt()).abs() < 1e-3);
        assert_eq!(friedman(&[vec![1.0, 1.0], vec![2.0, 2.0]]), None);
        assert_eq!(friedman(&[vec![1.0, 2.0]]), None);
        assert!(friedman(&[vec![1.0, 2.0], vec![1.0, f64::INFINITY]]).unwrap().p < 1e-9);
    }

    /// Demsar's example (section 3.2.2) has four treatments on 14 blocks: its F(3, 39) is 3.69 for a chi-square of
    /// 9.28, 2.85 is the critical value at 0.05, and Nemenyi's distance is 1.25.
    #[test]
    fn the_critical_values_of_an_example_of_demsar() {
        assert!((13.0f64 * 9.28 / (14.0 * 3.0 - 9.28) - 3.69).abs() < 0.005);
        let [critical, found] = [2.85, 3.69].map(|value| distribution::f_above(value, 3.0, 39.0));
        assert!((critical - 0.05).abs() < 5e-4 && found < 0.05, "{critical} {found}");
        let blocks: Vec<Vec<f64>> = (0..14).map(|block| vec![0.0, 1.0, 2.0, f64::from(block % 4)]).collect();
        assert!((friedman(&blocks).unwrap().critical_difference - 1.25).abs() < 0.005);
    }

    /// M. Hollander, D. A. Wolfe, "Nonparametric Statistical Methods", 1973, p. 29: depression scores before and after.
    /// SciPy 1.17: `wilcoxon` gives the sum 5 and p = 0.0390625; the others are its values too, that with ties by
    /// counting all signs.
    #[test]
    fn wilcoxon_as_scipy_has_it() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 314.0 / 100.0, 1.29];
        let differences: Vec<f64> = before.iter().zip(after).map(|(a, b)| a - b).collect();
        let found = signed_ranks(&differences);
        assert_eq!((found.pairs, found.above, found.below), (9, 40.0, 5.0));
        near(found.p, 0.039_062_5);
        let ties = [0.6, -0.6, 1.2, 1.2, -1.2, 3.0, 4.0, 5.0, 6.0, -7.0, 0.0];
        let found = signed_ranks(&ties);
        assert_eq!((found.pairs, found.above, found.below), (10, 39.5, 15.5));
        near(found.p, 0.246_093_75);
        let many: Vec<f64> = [
            1, 2, 2, -3, 4, 4, 4, -5, 6, 7, 7, -8, 9, 10, 11, 12, -13, 14, 15, 16, 17, 18, -19, 20, 21, 22, 23, -24,
            25, 26,
        ]
        .map(f64::from)
        .to_vec();
        let sizes: Vec<f64> = many.iter().map(|difference| difference.abs()).collect();
        near(approximate(&ranks(&sizes), 92.0), 0.003_848_617_900_033_149_5);
        assert_eq!(signed_ranks(&[0.0, 0.0]).p, 1.0);
    }

    #[test]
    fn bars_join_what_does_not_differ() {
        assert_eq!(cliques(&[1.0, 1.5, 2.2, 4.0], 1.0), [(0, 1), (1, 2)]);
        assert_eq!(cliques(&[1.0, 1.5, 1.9, 4.0], 1.0), [(0, 2)]);
        assert_eq!(cliques(&[1.0, 3.0], 1.0), []);
    }
}
