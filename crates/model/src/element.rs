//! An element of a symmetry group: a symmetry of all variables, with its value maps by number.

use std::collections::HashMap;

use super::shape::Image;
use super::{ValueMap, Var};

/// Value maps, each once; number 0 is the identity.
pub(super) struct Maps {
    all: Vec<ValueMap>,
    numbers: HashMap<ValueMap, u32>,
}

impl Default for Maps {
    fn default() -> Self {
        let mut maps = Maps { all: Vec::new(), numbers: HashMap::new() };
        maps.number(ValueMap::default());
        maps
    }
}

impl Maps {
    /// The number of a map.
    pub(super) fn number(&mut self, map: ValueMap) -> u32 {
        if let Some(&found) = self.numbers.get(&map) {
            return found;
        }
        let number = self.all.len() as u32;
        self.all.push(map.clone());
        self.numbers.insert(map, number);
        number
    }

    /// The maps by number.
    pub(super) fn into_all(self) -> Vec<ValueMap> {
        self.all
    }
}

/// A symmetry of all variables.
pub(super) struct Element {
    /// For each variable the one that gets its value.
    pub(super) to: Vec<Var>,
    /// For each variable the number of the map that its value goes through.
    pub(super) through: Vec<u32>,
}

/// The source of a variable's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Source {
    pub(super) var: Var,
    pub(super) map: u32,
}

impl Element {
    /// For each of these variables the one that it gets its value from.
    pub(super) fn sources(&self, shown: &[Var]) -> Vec<Source> {
        let mut from = vec![Source { var: Var::from_index(0), map: 0 }; self.to.len()];
        for (index, (target, &map)) in self.to.iter().zip(&self.through).enumerate() {
            from[target.index()] = Source { var: Var::from_index(index), map };
        }
        shown.iter().map(|var| from[var.index()]).collect()
    }
}

/// An element with the maps that it names.
pub(super) struct With<'e> {
    pub(super) element: &'e Element,
    pub(super) maps: &'e Maps,
}

impl Image for With<'_> {
    fn target(&self, var: Var) -> Var {
        self.element.to[var.index()]
    }

    fn map(&self, var: Var) -> (u32, &ValueMap) {
        let number = self.element.through[var.index()];
        (number, &self.maps.all[number as usize])
    }
}
