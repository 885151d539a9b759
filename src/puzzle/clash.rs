//! Contradictions that several kinds have: a value twice in a group, a full line with the wrong sum.

use std::collections::BTreeMap;

use super::Violation;

/// The first group that has a value twice. `place` names a member of the group.
pub(super) fn twice(
    groups: impl IntoIterator<Item = (String, Vec<usize>)>,
    given: impl Fn(usize) -> Option<i32>,
    place: impl Fn(usize) -> String,
) -> Option<Violation> {
    groups.into_iter().find_map(|(name, cells)| {
        let mut seen = BTreeMap::new();
        cells.into_iter().find_map(|cell| {
            let value = given(cell)?;
            let before = seen.insert(value, cell)?;
            Some(Violation(format!("{name} has {value} twice, in {} and {}", place(before), place(cell))))
        })
    })
}

/// The first line all of whose cells are given that has another sum.
pub(super) fn wrong_sum(
    lines: impl IntoIterator<Item = (String, Vec<usize>, i64)>,
    given: impl Fn(usize) -> Option<i32>,
) -> Option<Violation> {
    lines.into_iter().find_map(|(name, cells, sum)| {
        let found = cells.into_iter().map(|cell| given(cell).map(i64::from)).sum::<Option<i64>>()?;
        (found != sum).then(|| Violation(format!("{name} adds up to {found}, not {sum}")))
    })
}
