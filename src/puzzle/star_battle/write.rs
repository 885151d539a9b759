//! Writes Star Battles.

use crate::puzzle::clue::{file, rows};

use super::{KIND, StarBattle};

/// Writes the text of a Star Battle.
pub(super) fn text(battle: &StarBattle) -> String {
    let stars = ("stars", battle.stars.to_string());
    if battle.regions.is_empty() {
        return file(&KIND, &[stars, ("size", battle.size().to_string()), ("regions", "none".to_owned())], "");
    }
    let region = battle.region_of_cells();
    let is_free = |symbol: &String| battle.regions.iter().all(|(known, _)| known != symbol);
    let dashes = (1..).map(|length| "-".repeat(length));
    let outside = dashes.into_iter().find(is_free).expect("regions have finitely many symbols");
    let symbol = |cell: usize| battle.regions.get(region[cell]).map_or(outside.clone(), |(symbol, _)| symbol.clone());
    let body = rows((0..battle.size()).map(|row| battle.grid.row(row).map(symbol)));
    let headers =
        if region.contains(&battle.regions.len()) { vec![stars, ("outside", outside.clone())] } else { vec![stars] };
    file(&KIND, &headers, &body)
}
