//! Two ways side by side, on the instances that both solved.

use super::figures::{Cell, MedianEstimate, Ratio};
use super::stats::{self, Sample, holm, sign_test};

/// Less time than this is below the resolution, so ratios raise it to this.
const LEAST_SECONDS: f64 = 1e-6;

/// The time of the first way against the time of the second. Each slice has the cells of one way, in the order of
/// tasks.
pub(super) fn times(of: &[&Cell], against: &[&Cell]) -> Ratio {
    ratio(of, against, |cell| cell.time.map(|time| time.max(LEAST_SECONDS)))
}

/// The conflicts of the first against those of the second, each raised by one. `None` if no instance has both.
pub(super) fn conflicts(of: &[&Cell], against: &[&Cell]) -> Option<Ratio> {
    Some(ratio(of, against, |cell| cell.conflicts.map(|number| number + 1.0))).filter(|ratio| ratio.ratio.of > 0)
}

fn ratio(of: &[&Cell], against: &[&Cell], value: fn(&Cell) -> Option<f64>) -> Ratio {
    let mut result = Ratio::default();
    let mut sample = Sample::default();
    let mut others = against.iter().peekable();
    for cell in of {
        while others.next_if(|other| other.task < cell.task).is_some() {}
        let Some(other) = others.next_if(|other| other.task == cell.task) else { continue };
        result.both_run += 1;
        let (Some(a), Some(b)) = (value(cell), value(other)) else { continue };
        sample.add([(a / b).ln()]);
        result.less += u64::from(a < b);
        result.more += u64::from(a > b);
    }
    let (mean, interval) = stats::mean(&sample);
    result.ratio = MedianEstimate {
        value: mean.map(f64::exp),
        low: interval.map(|interval| interval.low.exp()),
        high: interval.map(|interval| interval.high.exp()),
        of: sample.len() as u64,
    };
    result.sign_p = (result.less + result.more > 0).then(|| sign_test(result.less, result.more));
    result
}

/// Raises the probabilities for the number of comparisons.
pub(super) fn adjust<'a>(ratios: impl Iterator<Item = &'a mut Ratio>) {
    let mut ratios: Vec<&mut Ratio> = ratios.filter(|ratio| ratio.sign_p.is_some()).collect();
    let probabilities: Vec<f64> = ratios.iter().filter_map(|ratio| ratio.sign_p).collect();
    for (ratio, adjusted) in ratios.iter_mut().zip(holm(&probabilities)) {
        ratio.sign_p_holm = Some(adjusted);
    }
}
