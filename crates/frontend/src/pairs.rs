//! Equations of two variables, value by value.

/// The most values of a variable for which an equation of two is stated value by value.
pub(super) const MOST_PAIRS: usize = 200;

/// For each value of `x` the one of `y` with which `a * x + b * y = rhs`, if `y` has it.
pub(super) fn partners(
    values: impl Iterator<Item = i64>,
    (a, b): (i64, i64),
    rhs: i64,
    has: impl Fn(i64) -> bool,
) -> impl Iterator<Item = (i64, Option<i64>)> {
    values.map(move |value| {
        let left = i128::from(rhs) - i128::from(a) * i128::from(value);
        let partner = (left % i128::from(b) == 0).then(|| left / i128::from(b));
        let partner = partner.and_then(|partner| i64::try_from(partner).ok());
        (value, partner.filter(|&value| has(value)))
    })
}
