//! Writes Star Battles, and moves cells from region to region.

use std::collections::BTreeSet;

use crate::board::is_connected;
use crate::clue::{ClueChange, file, rows};
use crate::grid::rect::Neighbours;
use crate::{Cells, Puzzle};
use cnfab_base::display::quoted;

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

/// Lists the moves of a cell to a region beside it that keep a solution and exclude another. The cell has a star in the
/// second alone, so its region has too few there. Regions that hang together go on doing so.
pub(super) fn moves(battle: &StarBattle, kept: &Cells, excluded: &Cells) -> Vec<ClueChange> {
    let region = battle.region_of_cells();
    let mut moves = Vec::new();
    for cell in (0..battle.grid.len()).filter(|&cell| (kept.0[cell], excluded.0[cell]) == (0, 1)) {
        let from = region[cell];
        let beside = battle.grid.neighbours(cell, Neighbours::Four).map(|other| region[other]);
        let to: BTreeSet<usize> = beside.filter(|&to| to != from && to < battle.regions.len()).collect();
        let Some((_, own)) = battle.regions.get(from) else { continue };
        let left: Vec<usize> = own.iter().copied().filter(|&other| other != cell).collect();
        if left.is_empty() || is_connected(battle.grid, own) && !is_connected(battle.grid, &left) {
            continue;
        }
        for to in to {
            let mut moved = battle.clone();
            moved.regions[from].1.clone_from(&left);
            moved.regions[to].1.push(cell);
            moved.regions[to].1.sort_unstable();
            let [from, to] = [from, to].map(|region| quoted(&battle.regions[region].0));
            let text = format!("move {} from region {from} to region {to}", battle.place(cell));
            moves.push(ClueChange { text, puzzle: Box::new(moved) });
        }
    }
    moves
}
