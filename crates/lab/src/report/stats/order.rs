//! Medians and quantiles. A run that was not solved may stand in as infinity: it is later than any that was.

/// The median: the middle value, or the mean of the two in the middle. `None` of nothing. Infinite if one of those two
/// is.
pub(crate) fn median_of(values: &mut [f64]) -> Option<f64> {
    let middle = values.len() / 2;
    if values.is_empty() {
        return None;
    }
    let odd = !values.len().is_multiple_of(2);
    let (below, &mut upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    if odd {
        return Some(upper);
    }
    let lower = below.iter().copied().max_by(f64::total_cmp).expect("two values at least");
    Some(if upper.is_infinite() { upper } else { lower + (upper - lower) / 2.0 })
}

/// The quantile of sorted values by linear interpolation between the order statistics (type 7 of R. J. Hyndman, Y. Fan,
/// "Sample Quantiles in Statistical Packages", The American Statistician 50, 1996). `None` of nothing.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    let (low, high) = (sorted[below], sorted[above]);
    Some(if low == high { low } else { low + (high - low) * (place - below as f64) })
}

/// The five numbers of a box plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Five {
    /// The smallest value within one and a half times the height of the box below it.
    pub low: f64,
    /// The first quartile.
    pub first: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub third: f64,
    /// The largest value within one and a half times the height of the box above it.
    pub high: f64,
}

/// The five numbers of a box plot with whiskers as J. W. Tukey drew them ("Exploratory Data Analysis", 1977), of sorted
/// values.
pub(crate) fn five(sorted: &[f64]) -> Option<Five> {
    let [first, median, third] = [0.25, 0.5, 0.75].map(|share| quantile(sorted, share));
    let (first, median, third) = (first?, median?, third?);
    let reach = 1.5 * (third - first);
    let low = sorted.iter().copied().find(|&value| value >= first - reach)?;
    let high = sorted.iter().copied().rfind(|&value| value <= third + reach)?;
    Some(Five { low: low.min(first), first, median, third, high: high.max(third) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median_of(&mut []), None);
        assert_eq!(median_of(&mut [7.0]), Some(7.0));
        assert_eq!(median_of(&mut [4.0, 1.0, 3.0]), Some(3.0));
        assert_eq!(median_of(&mut [4.0, 1.0, 3.0, 2.0]), Some(2.5));
        let late = f64::INFINITY;
        assert_eq!(median_of(&mut [late, 1.0, 2.0]), Some(2.0));
        assert_eq!(median_of(&mut [late, 1.0]), Some(late));
        assert_eq!(median_of(&mut [late, late, 1.0, late]), Some(late));
    }

    /// R: `quantile(c(1, 2, 3, 4, 10), c(.1, .25, .5, .9))` gives 1.4, 2, 3, 7.6.
    #[test]
    fn quantiles_as_r_gives_them() {
        let values = [1.0, 2.0, 3.0, 4.0, 10.0];
        for (share, expected) in [(0.0, 1.0), (0.1, 1.4), (0.25, 2.0), (0.5, 3.0), (0.9, 7.6), (1.0, 10.0)] {
            assert!((quantile(&values, share).unwrap() - expected).abs() < 1e-12, "{share}");
        }
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn whiskers_end_at_values_and_outliers_are_beyond() {
        let five = five(&[1.0, 2.0, 3.0, 4.0, 10.0]).unwrap();
        assert_eq!(five, Five { low: 1.0, first: 2.0, median: 3.0, third: 4.0, high: 4.0 });
    }
}
