//! Builds the model of a Jodici.

use crate::grid::ring::Ring;
use crate::symmetry;
use cnfab_model::{Model, Move, ValueMap, Var};

use super::Jodici;

/// Builds the model.
pub(super) fn make(jodici: &Jodici, _: &str) -> Model {
    let mut model = Model::new();
    let mut fields: Vec<Var> = Vec::with_capacity(jodici.givens.len());
    for (index, given) in jodici.givens.iter().enumerate() {
        let name = format!("field[{},{}]", index / jodici.sectors + 1, index % jodici.sectors + 1);
        fields.push(model.var(name, given.map_or(jodici.numbers.clone(), |number| number..=number)));
    }
    let by_sector = (0..jodici.sectors).flat_map(|sector| jodici.sector(&fields, sector));
    model.declare_order("closing", by_sector.collect());
    for ring in fields.chunks(jodici.sectors) {
        model.sum_eq("ring", ring.iter().copied(), jodici.ring_sum);
    }
    for sector in 0..jodici.sectors {
        model.sum_eq("sector", jodici.sector(&fields, sector), jodici.sector_sum);
    }
    for number in jodici.numbers.clone() {
        model.exactly("times", jodici.times, fields.iter().map(|field| field.is(number)));
    }
    model
}

/// Declares the rotations and reflections of the disc as geometric symmetries, and complement and exchanges as wider
/// ones.
pub(super) fn declare_symmetries(jodici: &Jodici, _: &str, model: &mut Model) {
    let fields = |field: fn(&[usize], usize, usize) -> (usize, usize), all: Vec<Vec<usize>>| -> Vec<Move> {
        let image = |one: &Vec<usize>| -> Vec<usize> {
            let coordinates =
                (0..jodici.givens.len()).map(|index| field(one, index / jodici.sectors, index % jodici.sectors));
            coordinates.map(|(ring, sector)| ring * jodici.sectors + sector).collect()
        };
        all.iter().map(|one| symmetry::of_variables(model, &image(one))).collect()
    };
    let sectors = |all| fields(|one, ring, sector| (ring, one[sector]), all);
    let geometric = sectors(Ring::new(jodici.sectors).symmetries());
    let any_sectors = sectors(symmetry::exchanges(jodici.sectors));
    let any_rings = fields(|one, ring, sector| (one[ring], sector), symmetry::exchanges(jodici.rings));
    let complement = ValueMap::reversed(*jodici.numbers.start(), *jodici.numbers.end());
    model.declare_symmetry("geometric", geometric);
    model.declare_wider_symmetry("complement", [Move::of_values(jodici.givens.len(), complement)]);
    model.declare_wider_symmetry("rings", any_rings);
    model.declare_wider_symmetry("sectors", any_sectors);
}
