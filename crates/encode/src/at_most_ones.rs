//! At-most-ones in a model, and the literals of a sum or count in groups of which at most one is true.
//!
//! Counts that allow one atom (or all but one), all-different constraints, by value, and the values of a variable are
//! cliques; clauses of two literals are edges. Literals go to groups greedily: the clique that has most ungrouped ones,
//! until none has two; the others grow along edges. Constraints under conditions say nothing here.
//!
//! Such groups beside a sum make its encodings smaller and stronger: M. Bofill, J. Coll, P. Nightingale, J. Suy,
//! F. Ulrich-Oltean, M. Villaret, "SAT encodings for Pseudo-Boolean constraints together with at-most-one constraints",
//! Artificial Intelligence 302, 2022. They find them as C. Ansótegui and others do, "Automatic Detection of At-Most-One
//! and Exactly-One Relations for Improved SAT Encodings of Pseudo-Boolean Constraints", CP 2019: by propagation of each
//! literal. Here they are taken as the model states them, in a time that grows with its length.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};

use itertools::Itertools;

use cnfab_model::{AllDifferent, Atom, AtomRelation, Cardinality, Clause, Cmp, Flat, Label, Model, Var};

/// A variable and a value, which it takes.
pub(crate) type Place = (usize, i32);

/// The cliques of places that exclude each other.
#[derive(Default)]
pub(crate) struct AtMostOnes {
    /// The cliques that each place is in.
    cliques: HashMap<Place, Vec<usize>>,
    /// The places of a clause with two literals.
    edges: HashMap<Place, Vec<Place>>,
    count: usize,
    /// The cliques of which exactly one is true.
    exactly: BTreeMap<usize, ExactlyOne>,
}

/// A count that says that exactly one place is taken.
pub(crate) struct ExactlyOne {
    /// Its label, and its number among those with the label.
    pub(crate) label: Label,
    pub(crate) number: usize,
    /// Variables and the values that count.
    pub(crate) places: Vec<Place>,
}

impl AtMostOnes {
    /// Those that the constraints of a model state.
    pub(crate) fn of(model: &Model) -> Self {
        let mut found = AtMostOnes::default();
        let place = |atom: Atom| place(atom, model);
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        for posted in model.constraints() {
            let next = numbers.entry(&posted.label).or_default();
            let number = *next;
            *next += 1;
            if !posted.when.is_empty() {
                continue;
            }
            match Flat::of(&posted.constraint) {
                Some(Flat::Cardinality(Cardinality { atoms, cmp, k })) => {
                    let places: Option<Vec<Place>> = atoms.iter().map(|&atom| place(atom)).collect();
                    if let Some(places) = places.filter(|_| (*cmp, *k) == (Cmp::Eq, 1)) {
                        found.exactly.insert(found.count, ExactlyOne { label: posted.label.clone(), number, places });
                    }
                    if *cmp != Cmp::Ge && *k == 1 {
                        found.clique(atoms.iter().map(|&atom| place(atom)));
                    }
                    if *cmp != Cmp::Le && *k + 1 == atoms.len() {
                        found.clique(atoms.iter().map(|&atom| place(!atom)));
                    }
                }
                Some(Flat::Clause(Clause(atoms))) => {
                    // A clause may name a literal twice.
                    if let &[one, other] = &atoms[..]
                        && let (Some(one), Some(other)) = (place(!one), place(!other))
                        && one != other
                    {
                        found.edges.entry(one).or_default().push(other);
                        found.edges.entry(other).or_default().push(one);
                    }
                }
                Some(Flat::AllDifferent(AllDifferent(vars))) => {
                    let mut takers: BTreeMap<i32, Vec<Var>> = BTreeMap::new();
                    for &var in vars {
                        model.domain(var).values().for_each(|value| takers.entry(value).or_default().push(var));
                    }
                    for (value, vars) in takers.into_iter().filter(|(_, vars)| vars.len() > 1) {
                        found.clique(vars.into_iter().map(|var| Some((var.index(), value))));
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn clique(&mut self, places: impl Iterator<Item = Option<Place>>) {
        for place in places.flatten() {
            let cliques = self.cliques.entry(place).or_default();
            if cliques.last() != Some(&self.count) {
                cliques.push(self.count);
            }
        }
        self.count += 1;
    }

    /// The positions of atoms in groups of two and more, at most one of each true. Atoms of no group are in none of
    /// them.
    pub(crate) fn groups(&self, atoms: &[Atom], model: &Model) -> Vec<Vec<usize>> {
        let places: Vec<Option<Place>> = atoms.iter().map(|&atom| place(atom, model)).collect();
        let mut members: BTreeMap<(bool, usize), Vec<usize>> = BTreeMap::new();
        for (position, &place) in places.iter().enumerate() {
            let Some(place) = place else { continue };
            members.entry((false, place.0)).or_default().push(position);
            for &clique in self.cliques.get(&place).into_iter().flatten() {
                members.entry((true, clique)).or_default().push(position);
            }
        }
        let cliques: Vec<Vec<usize>> = members.into_values().filter(|members| members.len() > 1).collect();
        let mut is_open = vec![true; atoms.len()];
        let mut heap: BinaryHeap<(usize, std::cmp::Reverse<usize>)> =
            (0..).zip(&cliques).map(|(clique, members)| (members.len(), std::cmp::Reverse(clique))).collect();
        let mut groups = Vec::new();
        while let Some((size, std::cmp::Reverse(clique))) = heap.pop() {
            let open: Vec<usize> = cliques[clique].iter().copied().filter(|&position| is_open[position]).collect();
            match open.len() {
                0 | 1 => {}
                left if left < size => heap.push((left, std::cmp::Reverse(clique))),
                _ => {
                    open.iter().for_each(|&position| is_open[position] = false);
                    groups.push(open);
                }
            }
        }
        groups.extend(self.grown(&places, &mut is_open));
        debug_assert!(groups.iter().flatten().all_unique(), "groups share nothing");
        groups
    }

    /// The counts all of whose places are among these, but for those that are not `open`: exactly one is taken. No two
    /// of them share a variable.
    pub(crate) fn exactly_ones(&self, vars: &[Var], open: impl Fn(Place) -> bool) -> Vec<&ExactlyOne> {
        let mut own: HashSet<usize> = vars.iter().map(|var| var.index()).collect();
        let places = vars.iter().flat_map(|var| [0, 1].map(|value| (var.index(), value)));
        let cliques: BTreeSet<usize> = places.filter_map(|place| self.cliques.get(&place)).flatten().copied().collect();
        let mut found = Vec::new();
        for one in cliques.iter().filter_map(|clique| self.exactly.get(clique)) {
            let places: Vec<usize> = one.places.iter().filter(|&&place| open(place)).map(|place| place.0).collect();
            let distinct: BTreeSet<usize> = places.iter().copied().collect();
            if places.len() > 1 && distinct.len() == places.len() && distinct.iter().all(|var| own.contains(var)) {
                for var in &distinct {
                    own.remove(var);
                }
                found.push(one);
            }
        }
        found
    }

    /// Groups that grow along edges.
    fn grown(&self, places: &[Option<Place>], is_open: &mut [bool]) -> Vec<Vec<usize>> {
        if self.edges.is_empty() {
            return Vec::new();
        }
        let at: HashMap<Place, usize> =
            (0..).zip(places).filter_map(|(position, &place)| Some((place?, position))).collect();
        let mut groups = Vec::new();
        for position in 0..places.len() {
            let edges = places[position].and_then(|place| self.edges.get(&place));
            let Some(edges) = edges.filter(|_| is_open[position]) else { continue };
            let mut group = vec![position];
            // The places that exclude all of the group.
            let mut common: HashSet<Place> = edges.iter().copied().collect();
            for place in edges {
                let Some(&other) = at.get(place).filter(|&&other| is_open[other] && common.contains(place)) else {
                    continue;
                };
                let of_other: HashSet<Place> = self.edges[place].iter().copied().collect();
                common.retain(|place| of_other.contains(place));
                group.push(other);
            }
            if group.len() > 1 {
                group.iter().for_each(|&position| is_open[position] = false);
                groups.push(group);
            }
        }
        groups
    }
}

/// The variable and its value, if an atom says no more than that.
fn place(atom: Atom, model: &Model) -> Option<Place> {
    let domain = model.domain(atom.var);
    let (min, max) = (domain.min()?, domain.max()?);
    let value = match (atom.relation, domain.len()) {
        (AtomRelation::Eq, _) => atom.value,
        (_, 2) if atom.holds(min) != atom.holds(max) => {
            if atom.holds(max) {
                max
            } else {
                min
            }
        }
        _ => return None,
    };
    domain.contains(value).then(|| (atom.var.index(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_at_most_ones_of_the_model() {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..9).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
        let is = |i: usize| vars[i].is(1);
        model.at_most("few", 1, [0, 1, 2].map(is));
        model.at_most("few", 1, [2, 3, 4, 5].map(is));
        for [a, b] in [[6, 7], [7, 8], [6, 8]] {
            model.clause("edge", [!is(a), !is(b)]);
        }
        model.clause("other", [is(0), is(8)]);
        model.post("twice", Clause(vec![!is(8), !is(8)]));
        model.post("twice", Cardinality { atoms: vec![is(1), is(1), is(2)], cmp: Cmp::Le, k: 1 });
        let found = AtMostOnes::of(&model);
        let atoms: Vec<Atom> = (0..9).map(is).collect();
        assert_eq!(found.groups(&atoms, &model), [vec![2, 3, 4, 5], vec![0, 1], vec![6, 7, 8]]);
        let negated: Vec<Atom> = [0, 8, 1].map(|i| !is(i)).to_vec();
        assert_eq!(found.groups(&negated, &model), [[0, 1]]);
    }

    #[test]
    fn values_and_different_variables_exclude_each_other() {
        let mut model = Model::new();
        let vars: Vec<Var> = (0..3).map(|i| model.var(format!("x[{i}]"), 1..=4)).collect();
        model.all_different("all", vars.clone());
        let atoms = [vars[0].is(1), vars[1].is(1), vars[2].is(1), vars[0].is(2), vars[0].is(3), vars[1].at_most(3)];
        let found = AtMostOnes::of(&model);
        assert_eq!(found.groups(&atoms, &model), [vec![0, 3, 4], vec![1, 2]]);
    }
}
