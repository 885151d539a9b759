//! Axes: where values lie and which of them are labelled. Logarithmic ones hold the logarithms to base 10.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// An axis.
#[derive(Clone)]
pub(super) struct Axis {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) ticks: Vec<f64>,
    pub(super) title: String,
    pub(super) labels: Labels,
}

/// The labels at the ticks.
#[derive(Clone)]
pub(super) enum Labels {
    Seconds,
    Numbers,
    /// The value itself, on a linear axis.
    Plain,
    Percent,
    /// One text per tick, in the order of the ticks.
    Texts(Vec<String>),
}

/// The quantity on the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Measure {
    /// Seconds.
    Time,
    /// Conflicts of a SAT solver.
    Conflicts,
}

impl Measure {
    /// The place of a value on a logarithmic axis. Conflicts begin with 0, which lies where 1 would; so do times that
    /// are too short.
    pub(in crate::report) fn place(self, value: f64) -> f64 {
        match self {
            Measure::Time => value.max(1e-6).log10(),
            Measure::Conflicts => value.max(1.0).log10(),
        }
    }
}

impl Axis {
    /// A logarithmic axis that holds these positions.
    pub(super) fn log(measure: Measure, places: impl Iterator<Item = f64>, title: &str) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in places.filter(|place| place.is_finite()) {
            (low, high) = (low.min(place), high.max(place));
        }
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let (mut from, mut to) = (low.floor(), high.ceil());
        // Nothing lies on the edge, and a single value has room on both sides.
        let factors: &[f64] = if to - from <= 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        if low - from < 0.04 {
            from -= 0.1;
        }
        if to - high < 0.04 {
            to += 0.1;
        }
        let powers = from.floor() as i32..=to as i32;
        let ticks = powers.flat_map(|power| factors.iter().map(move |factor| f64::from(power) + factor.log10()));
        let ticks = ticks.filter(|&tick| from <= tick && tick <= to).collect();
        let labels = if measure == Measure::Time { Labels::Seconds } else { Labels::Numbers };
        Axis { from, to, ticks, title: title.to_owned(), labels }
    }

    /// A linear axis from 0 to an integer.
    pub(super) fn count(most: u64, title: &str) -> Self {
        let step = step(most as f64);
        let ticks = (0..).map(|tick| f64::from(tick) * step).take_while(|&tick| tick <= most as f64 + 0.01).collect();
        Axis { from: 0.0, to: most.max(1) as f64 * 1.01, ticks, title: title.to_owned(), labels: Labels::Plain }
    }

    /// A linear axis of integers.
    pub(super) fn integers(low: i64, high: i64, title: &str) -> Self {
        let (low, high) = (low as f64, high as f64);
        let step = step(high - low).max(1.0);
        let first = (low / step).ceil() * step;
        let ticks = (0..).map(|tick| first + f64::from(tick) * step).take_while(|&tick| tick <= high).collect();
        let room = ((high - low) * 0.03).max(0.1);
        Axis { from: low - room, to: high + room, ticks, title: title.to_owned(), labels: Labels::Plain }
    }

    /// From 0 to 100 percent.
    pub(super) fn percent(title: &str) -> Self {
        let ticks = (0..=5).map(|tick| f64::from(tick) * 20.0).collect();
        Axis { from: -3.0, to: 103.0, ticks, title: title.to_owned(), labels: Labels::Percent }
    }

    /// One position per name, the first one uppermost.
    pub(super) fn names(names: Vec<String>) -> Self {
        let ticks = (1..=names.len()).map(|place| -(place as f64)).collect();
        let to = names.len() as f64;
        Axis { from: -to - 0.6, to: -0.4, ticks, title: String::new(), labels: Labels::Texts(names) }
    }

    /// Room for what has no value, above all others; where that lies.
    pub(super) fn with_late(&mut self) -> f64 {
        let late = self.to + 0.3;
        self.to += 0.5;
        late
    }

    /// The label at a position.
    fn label(&self, at: f64) -> String {
        match &self.labels {
            Labels::Seconds => seconds(at),
            Labels::Numbers => number(at),
            Labels::Plain => format!("{at:.0}"),
            Labels::Percent => format!("{at:.0}%"),
            Labels::Texts(texts) => texts.get((-at).round() as usize - 1).cloned().unwrap_or_default(),
        }
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, (first, last): (i32, i32)) -> i32 {
        let share = (place - self.from) / (self.to - self.from);
        first + (share * f64::from(last - first)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, hint: H) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(place: &f64) -> String {
        place.to_string()
    }

    fn format_ext(&self, place: &f64) -> String {
        self.label(*place)
    }
}

/// A step of 1, 2 or 5 times a power of ten, about eight of which make the range.
fn step(range: f64) -> f64 {
    let rough = (range / 8.0).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= rough * 0.999)
        .unwrap_or(power * 10.0)
}

/// 1, 2 or 5 times a power of ten, and the power, from the logarithm.
fn parts(at: f64) -> (f64, i32) {
    let power = (at + 1e-9).floor();
    (10f64.powf(at - power).round(), power as i32)
}

/// Seconds from their logarithm.
fn seconds(at: f64) -> String {
    let (factor, power) = parts(at);
    let (unit, below) = match power {
        ..-3 => ("\u{b5}s", -6),
        -3..0 => ("ms", -3),
        0.. => ("s", 0),
    };
    format!("{} {unit}", factor * 10f64.powi(power - below))
}

/// A number from its logarithm.
fn number(at: f64) -> String {
    let (factor, power) = parts(at);
    let (unit, below) = match power {
        ..4 => ("", 0),
        4..6 => (" k", 3),
        6..9 => (" M", 6),
        9.. => (" G", 9),
    };
    format!("{}{unit}", factor * 10f64.powi(power - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels() {
        let logs = [1e-6, 1e-4, 1e-3, 0.2, 1.0, 5.0, 1e3].map(f64::log10);
        assert_eq!(logs.map(seconds), ["1 \u{b5}s", "100 \u{b5}s", "1 ms", "200 ms", "1 s", "5 s", "1000 s"]);
        let logs = [1.0, 2.0, 1e3, 5e4, 1e6, 1e9].map(f64::log10);
        assert_eq!(logs.map(number), ["1", "2", "1000", "50 k", "1 M", "1 G"]);
        assert_eq!(Axis::count(23, "").ticks, [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(Axis::count(0, "").ticks, [0.0]);
        assert_eq!(Axis::integers(9, 25, "").ticks, [10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 22.0, 24.0]);
        assert_eq!(Axis::integers(-1, 1, "").ticks, [-1.0, 0.0, 1.0]);
    }

    #[test]
    fn an_axis_holds_all_values_and_is_never_empty() {
        for places in [vec![], vec![0.0], vec![-2.0, 1.3], vec![f64::INFINITY]] {
            let axis = Axis::log(Measure::Time, places.iter().copied(), "");
            assert!(axis.from < axis.to && !axis.ticks.is_empty(), "{places:?}");
            assert!(places.iter().filter(|place| place.is_finite()).all(|&place| axis.from < place && place < axis.to));
        }
    }
}
