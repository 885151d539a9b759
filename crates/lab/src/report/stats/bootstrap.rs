//! Confidence intervals by resampling.
//!
//! Instances are drawn with replacement, and within each instance its runs: runs of one instance are alike, so drawing
//! runs from one heap would make intervals too narrow. Means have the BCa interval of B. Efron ("Better Bootstrap
//! Confidence Intervals", Journal of the American Statistical Association 82, 1987); medians have the percentile
//! interval, because the jackknife that BCa needs does not work for medians. Everything random has one fixed seed.

use super::{median_of, normal, quantile};

/// How likely an interval holds the value.
const LEVEL: f64 = 0.95;

/// How many samples are drawn.
const REPLICATES: usize = 1000;

/// Fewer instances give no interval.
const LEAST: usize = 5;

/// The interval in which a value lies, at 95 percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    /// From here.
    pub low: f64,
    /// To here.
    pub high: f64,
}

/// The values of runs, by instance.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    values: Vec<f64>,
    ends: Vec<usize>,
}

impl Sample {
    /// Adds an instance; one without runs is passed over.
    pub(crate) fn add(&mut self, runs: impl IntoIterator<Item = f64>) {
        self.values.extend(runs);
        if self.ends.last().copied().unwrap_or(0) < self.values.len() {
            self.ends.push(self.values.len());
        }
    }

    /// The number of instances.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn runs(&self, instance: usize) -> &[f64] {
        let from = instance.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.values[from..self.ends[instance]]
    }

    /// One value per instance.
    fn each(&self, one: fn(&mut [f64]) -> Option<f64>) -> Vec<f64> {
        (0..self.len()).filter_map(|instance| one(&mut self.runs(instance).to_vec())).collect()
    }

    /// Draws a sample of as many instances into `drawn`: one value per instance.
    fn draw(&self, one: fn(&mut [f64]) -> Option<f64>, random: &mut fastrand::Rng, drawn: &mut Vec<f64>) {
        drawn.clear();
        let mut again = Vec::new();
        for _ in 0..self.len() {
            match self.runs(random.usize(..self.len())) {
                [value] => drawn.push(*value),
                runs => {
                    again.clear();
                    again.extend(runs.iter().map(|_| runs[random.usize(..runs.len())]));
                    drawn.extend(one(&mut again));
                }
            }
        }
    }

    /// The statistic of samples that are drawn, sorted.
    fn replicates(
        &self,
        one: fn(&mut [f64]) -> Option<f64>,
        statistic: &dyn Fn(&mut Vec<f64>) -> Option<f64>,
        number: usize,
    ) -> Vec<f64> {
        let mut random = fastrand::Rng::with_seed(0);
        let mut drawn = Vec::with_capacity(self.len());
        let mut replicates: Vec<f64> = (0..number)
            .filter_map(|_| {
                self.draw(one, &mut random, &mut drawn);
                statistic(&mut drawn)
            })
            .collect();
        replicates.sort_by(f64::total_cmp);
        replicates
    }
}

/// The median over the instances whose median run is finite, and where it lies. The number of these instances comes
/// last.
pub(crate) fn median(sample: &Sample) -> (Option<f64>, Option<Interval>, u64) {
    fn finite(drawn: &mut Vec<f64>) -> Option<f64> {
        drawn.retain(|value| value.is_finite());
        median_of(drawn)
    }
    let mut values = sample.each(median_of);
    let value = finite(&mut values);
    let interval = (values.len() >= LEAST).then(|| {
        let replicates = sample.replicates(median_of, &finite, REPLICATES);
        between(&replicates, (1.0 - LEVEL) / 2.0, (1.0 + LEVEL) / 2.0)
    });
    (value, interval.flatten(), values.len() as u64)
}

/// The mean over the instances of the mean over their runs, and where it lies.
pub(crate) fn mean(sample: &Sample) -> (Option<f64>, Option<Interval>) {
    fn of(values: &mut [f64]) -> Option<f64> {
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }
    let mut values = sample.each(of);
    let Some(value) = of(&mut values) else { return (None, None) };
    let interval = (values.len() >= LEAST).then(|| {
        let replicates = sample.replicates(of, &|drawn| of(drawn), REPLICATES);
        // Leaving a value out moves the mean by as much as the value lies off it, but for a factor that cancels.
        let moved: Vec<f64> = values.iter().map(|other| other - value).collect();
        bca(&replicates, value, &moved, LEVEL)
    });
    (Some(value), interval.flatten())
}

/// The BCa interval from sorted replicates. `moved` is, for each instance, how far the statistic without it lies below
/// the mean of all these; a common factor does not matter.
fn bca(replicates: &[f64], value: f64, moved: &[f64], level: f64) -> Option<Interval> {
    let below = replicates.partition_point(|&other| other < value);
    let equal = replicates.partition_point(|&other| other <= value) - below;
    let share = (below as f64 + equal as f64 / 2.0) / replicates.len() as f64;
    let bias = normal::quantile(share);
    let squares: f64 = moved.iter().map(|d| d * d).sum();
    let cubes: f64 = moved.iter().map(|d| d * d * d).sum();
    let acceleration = if squares > 0.0 { cubes / (6.0 * squares.powf(1.5)) } else { 0.0 };
    let place = |share: f64| {
        let z = bias + normal::quantile(share);
        normal::cdf(bias + z / (1.0 - acceleration * z).max(1e-6))
    };
    between(replicates, place((1.0 - level) / 2.0), place((1.0 + level) / 2.0))
}

fn between(replicates: &[f64], low: f64, high: f64) -> Option<Interval> {
    Some(Interval { low: quantile(replicates, low)?, high: quantile(replicates, high)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn singles(values: &[f64]) -> Sample {
        let mut sample = Sample::default();
        values.iter().for_each(|&value| sample.add([value]));
        sample
    }

    fn variance(values: &[f64]) -> f64 {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64
    }

    /// The spatial test data of B. Efron, R. J. Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 14: the
    /// variance is 171.5, its 90% percentile interval (100.8, 233.9) and its BCa interval (115.8, 259.6) from 2000
    /// replicates.
    #[test]
    fn the_example_of_the_text_book() {
        let data: [f64; 26] = [
            48., 36., 20., 29., 42., 42., 20., 42., 22., 41., 45., 14., 6., 0., 33., 28., 34., 4., 32., 24., 47., 41.,
            24., 26., 30., 41.,
        ];
        let value = variance(&data);
        assert!((value - 171.5).abs() < 0.1, "{value}");
        let one: fn(&mut [f64]) -> Option<f64> = median_of;
        let replicates = singles(&data).replicates(one, &|drawn| Some(variance(drawn)), 20_000);
        let near = |found: Interval, low: f64, high: f64| {
            assert!((found.low - low).abs() < 5.0 && (found.high - high).abs() < 6.0, "{found:?}");
        };
        near(between(&replicates, 0.05, 0.95).unwrap(), 100.8, 233.9);
        let without: Vec<f64> = (0..data.len())
            .map(|left_out| {
                let rest: Vec<f64> = (0..data.len()).filter(|&i| i != left_out).map(|i| data[i]).collect();
                variance(&rest)
            })
            .collect();
        let mean = without.iter().sum::<f64>() / without.len() as f64;
        let moved: Vec<f64> = without.iter().map(|other| mean - other).collect();
        near(bca(&replicates, value, &moved, 0.90).unwrap(), 115.8, 259.6);
    }

    /// The mean of 1..=100 is 50.5 with a standard error of 2.89: the interval is about 50.5 +- 1.96 * 2.89.
    #[test]
    fn a_mean_lies_within_two_standard_errors() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        let (mean, interval) = mean(&singles(&values));
        let interval = interval.unwrap();
        assert_eq!(mean, Some(50.5));
        assert!((interval.low - 44.84).abs() < 0.8 && (interval.high - 56.16).abs() < 0.8, "{interval:?}");
    }

    #[test]
    fn a_median_passes_over_what_was_not_solved_and_says_of_how_many() {
        let late = f64::INFINITY;
        let mut sample = singles(&[1.0, 2.0, 3.0, 4.0, 5.0, late, late]);
        sample.add([late, 9.0, 7.0]);
        sample.add([late, late, 7.0]);
        sample.add([]);
        assert_eq!(sample.len(), 9);
        let (value, interval, of) = median(&sample);
        assert_eq!((value, of), (Some(3.5), 6));
        let interval = interval.unwrap();
        assert!(
            interval.low >= 1.0 && interval.high <= 9.0 && interval.low < 3.5 && interval.high > 3.5,
            "{interval:?}"
        );
    }

    #[test]
    fn few_instances_have_no_interval_and_none_no_value() {
        assert_eq!(median(&singles(&[1.0, 2.0, 3.0, 4.0])), (Some(2.5), None, 4));
        assert_eq!(mean(&singles(&[1.0, 3.0])), (Some(2.0), None));
        assert_eq!(mean(&Sample::default()), (None, None));
        assert_eq!(median(&singles(&[f64::INFINITY])), (None, None, 0));
    }

    /// Ten runs of each of five instances: resampling runs alone would give an interval a third as wide.
    #[test]
    fn runs_of_an_instance_are_not_instances() {
        let mut grouped = Sample::default();
        let mut single = Sample::default();
        for instance in 1..=5 {
            let runs: Vec<f64> = (0..10).map(|run| f64::from(instance * 100 + run)).collect();
            runs.iter().for_each(|&run| single.add([run]));
            grouped.add(runs);
        }
        let width = |sample: &Sample| mean(sample).1.map(|interval| interval.high - interval.low).unwrap();
        assert!(width(&grouped) > 2.5 * width(&single), "{} {}", width(&grouped), width(&single));
    }

    #[test]
    fn the_same_every_time() {
        let sample = singles(&[3.0, 1.0, 4.0, 1.5, 9.0, 2.6]);
        assert_eq!(mean(&sample), mean(&sample));
        assert_eq!(median(&sample), median(&sample));
    }
}
