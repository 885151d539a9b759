//! The layout of literals: sorting variables into all-different scales and others, and giving each atom its bit.

use std::collections::HashMap;

use crate::boolean::Truth;
use crate::tuning::bit_parallel::SLICED;
use crate::union_find::UnionFind;
use cnfab_model::{Cardinality, Clause, Domain, Flat, Model};

/// A variable's position.
#[derive(Clone, Debug)]
enum LiteralPlace {
    /// Two values, and no all-different constraint: one literal, true for the larger value.
    Boolean { literal: u32, low: i32, high: i32 },
    /// One literal per value of the scale: bit `base + slice * stride`.
    Values { scale: usize, base: u32, stride: u32 },
    /// One literal per value, anywhere.
    Scattered(HashMap<i32, u32>),
}

/// Values that stand for slices.
#[derive(Clone, Debug)]
pub(in super::super) struct ValueIndex {
    /// The values of any of its variables, sorted.
    pub(super) values: Vec<i32>,
    /// True if they are consecutive.
    dense: bool,
    /// Its variables, in order.
    pub(super) vars: Vec<u32>,
    /// First word of its literals.
    pub(super) at: usize,
    /// Words per slice.
    pub(super) width: usize,
}

impl ValueIndex {
    /// True if a domain is known to have all its values and no other.
    pub(super) fn is_all_of(&self, domain: &Domain) -> bool {
        let ends = (self.values.first().copied(), self.values.last().copied());
        self.dense && domain.len() == self.values.len() && (domain.min(), domain.max()) == ends
    }

    /// True if a domain has all its values and no other.
    pub(super) fn has_just(&self, values: &[i32]) -> bool {
        let ends_alike = values.first() == self.values.first() && values.last() == self.values.last();
        values.len() == self.values.len() && ends_alike && (self.dense || values == self.values)
    }

    /// The slice of a value.
    pub(super) fn slice(&self, value: i32) -> Option<usize> {
        if self.dense {
            let slice = value.checked_sub(*self.values.first()?).and_then(|slice| usize::try_from(slice).ok());
            return slice.filter(|&slice| slice < self.values.len());
        }
        self.values.binary_search(&value).ok()
    }
}

/// All positions.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct BitLayout {
    places: Vec<LiteralPlace>,
    /// The all-different scales.
    pub(super) scales: Vec<ValueIndex>,
    /// Number of words.
    pub(super) words: usize,
}

impl BitLayout {
    /// Lays out a model; `None` if it needs more than `most` words.
    pub(super) fn new(model: &Model, most: usize) -> Option<Self> {
        let values: usize = model.values();
        if values > 64 * 2 * most {
            return None;
        }
        let mut layout = BitLayout::default();
        let count = model.variables().len();
        let mut sets = UnionFind::of_all_different(model);
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
        for var in 0..count {
            members[sets.root(var)].push(var as u32);
        }
        layout.places = vec![LiteralPlace::Scattered(HashMap::new()); count];
        for vars in members.iter().filter(|vars| vars.len() >= SLICED) {
            layout.add_scale(model, vars);
            if layout.words > most {
                return None;
            }
        }
        let rest = members.iter().filter(|vars| vars.len() < SLICED).flatten().copied();
        layout.others(model, rest);
        (layout.words <= most).then_some(layout)
    }

    fn add_scale(&mut self, model: &Model, vars: &[u32]) {
        let domain = |&var: &u32| model.variables()[var as usize].domain.values();
        let mut values: Vec<i32> = vars.iter().flat_map(domain).collect();
        values.sort_unstable();
        values.dedup();
        let width = vars.len().div_ceil(64);
        let scale = self.scales.len();
        for (position, &var) in vars.iter().enumerate() {
            let base = (64 * self.words + position) as u32;
            self.places[var as usize] = LiteralPlace::Values { scale, base, stride: 64 * width as u32 };
        }
        let at = self.words;
        self.words += width * values.len();
        let dense = values.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
        self.scales.push(ValueIndex { values, dense, vars: vars.to_vec(), at, width });
    }

    /// Variables that no all-different constraint joins. Literals that occur in the same constraints lie near each
    /// other.
    fn others(&mut self, model: &Model, vars: impl Iterator<Item = u32>) {
        let mut next = 64 * self.words as u32;
        let mut atoms = Vec::new();
        for var in vars {
            match model.variables()[var as usize].domain.to_vec()[..] {
                [low, high] => {
                    self.places[var as usize] = LiteralPlace::Boolean { literal: next, low, high };
                    next += 1;
                }
                ref values => atoms.extend(values.iter().map(|&value| (var, value))),
            }
        }
        if !atoms.is_empty() {
            let mut first: HashMap<(u32, i32), u32> = HashMap::with_capacity(atoms.len());
            for (number, posted) in model.constraints().iter().enumerate() {
                let atoms = match posted.flat() {
                    Flat::Cardinality(Cardinality { atoms, .. }) | Flat::Clause(Clause(atoms)) => &atoms[..],
                    Flat::AllDifferent(_) | Flat::Linear(_) | Flat::Table(_) => &[],
                };
                for atom in atoms {
                    first.entry((atom.var.index() as u32, atom.value)).or_insert(number as u32);
                }
            }
            atoms.sort_by_key(|atom| first.get(atom).copied().unwrap_or(u32::MAX));
        }
        for (var, value) in atoms {
            if let LiteralPlace::Scattered(literals) = &mut self.places[var as usize] {
                literals.insert(value, next);
                next += 1;
            }
        }
        self.words = (next as usize).div_ceil(64);
    }

    /// The literal or constant of an atom `var = value`. Variables on a scale have a literal for each of its values,
    /// even outside their domains, so that models which differ in such domains only have one bit-parallel form.
    pub(super) fn equation(&self, var: u32, value: i32) -> Truth {
        let bit = match &self.places[var as usize] {
            LiteralPlace::Boolean { literal, low, .. } if value == *low => return Truth::Literal(2 * literal + 1),
            LiteralPlace::Boolean { literal, high, .. } => (value == *high).then_some(*literal),
            LiteralPlace::Values { scale, base, stride } => {
                self.scales[*scale].slice(value).map(|slice| base + slice as u32 * stride)
            }
            LiteralPlace::Scattered(literals) => literals.get(&value).copied(),
        };
        bit.map_or(Truth::Never, |bit| Truth::Literal(2 * bit))
    }

    /// The values of any variable of the scale that a variable is on, if it is on one.
    pub(super) fn scale(&self, var: u32) -> Option<&ValueIndex> {
        match &self.places[var as usize] {
            LiteralPlace::Values { scale, .. } => Some(&self.scales[*scale]),
            _ => None,
        }
    }

    /// The scale that a variable is on, if it is on one, the literal of the scale's first value, and from each literal
    /// to the next.
    pub(super) fn stretch(&self, var: u32) -> Option<(&ValueIndex, usize, usize)> {
        match &self.places[var as usize] {
            LiteralPlace::Values { scale, base, stride } => {
                Some((&self.scales[*scale], *base as usize, *stride as usize))
            }
            _ => None,
        }
    }

    /// True if the layout has a bit for all values of a domain, and no bit too many.
    pub(super) fn fits(&self, var: u32, domain: &Domain) -> bool {
        let ends = (domain.min(), domain.max());
        match &self.places[var as usize] {
            LiteralPlace::Boolean { low, high, .. } => domain.len() == 2 && ends == (Some(*low), Some(*high)),
            LiteralPlace::Values { scale, .. } => {
                let scale = &self.scales[*scale];
                match ends {
                    (Some(first), Some(last)) if scale.dense => {
                        scale.slice(first).is_some() && scale.slice(last).is_some()
                    }
                    _ => domain.values().all(|value| scale.slice(value).is_some()),
                }
            }
            LiteralPlace::Scattered(literals) => {
                domain.len() == literals.len() && domain.values().all(|value| literals.contains_key(&value))
            }
        }
    }

    /// True if a variable is a single literal.
    pub(super) fn is_boolean(&self, var: u32) -> bool {
        matches!(self.places[var as usize], LiteralPlace::Boolean { .. })
    }
}
