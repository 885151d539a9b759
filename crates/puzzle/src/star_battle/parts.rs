//! Star Battles by the parts that formats of other programs share.

use crate::exchange::GridParts;

use super::{StarBattle, write};

/// Describes a Star Battle.
pub(super) fn of(battle: &StarBattle) -> GridParts {
    let count = battle.regions.len();
    let region = |number: usize| (number < count).then_some(number);
    let regions = if count == 0 { Vec::new() } else { battle.region_of_cells().into_iter().map(region).collect() };
    GridParts { regions, stars: battle.stars, ..GridParts::new(battle.grid) }
}

/// Writes the text of a Star Battle.
pub(super) fn text(parts: &GridParts) -> String {
    let count = parts.regions.iter().flatten().max().map_or(0, |last| last + 1);
    let mut regions: Vec<(String, Vec<usize>)> = (1..=count).map(|number| (number.to_string(), Vec::new())).collect();
    for (cell, region) in parts.regions.iter().enumerate() {
        if let Some(region) = region {
            regions[*region].1.push(cell);
        }
    }
    write::text(&StarBattle { grid: parts.grid, stars: parts.stars, regions })
}
