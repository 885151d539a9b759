//! Splitting a model's variables into groups whose values are known but for their order.
//!
//! An all-different group with as many values as variables is a permutation of these values. Exact counts over one set
//! of variables that leave no choice, such as each digit twice or two stars in a row, fix a group's values too.
//! Swapping two values within a group keeps these constraints satisfied.
//!
//! Whose idea: ours. Which values a group's variables have first is a matching that respects the domains, found by
//! augmenting paths: C. Berge, "Two Theorems in Graph Theory", 1957. Paths are tried in random order, so that each
//! round begins elsewhere.
//!
//! When it runs: the groups are found once; values are dealt before each round.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;

use cnfab_model::{AllDifferent, Cardinality, Cmp, Flat, Model, Var};

/// Variables and the values that they take in some order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The variables.
    pub(super) vars: Vec<usize>,
    /// As many values, sorted.
    pub(super) values: Vec<i32>,
    /// The constraints that hold however the values are ordered.
    pub(super) settled: Vec<usize>,
}

/// Groups that hold each variable once, or the first variable that no group takes.
pub(super) fn partition(model: &Model) -> Result<Vec<Group>, Var> {
    let mut candidates = permutations(model);
    candidates.extend(multisets(model));
    // Large groups leave fewer constraints to be met by luck.
    candidates.sort_by_key(|group| std::cmp::Reverse(group.vars.len()));
    let mut taken = vec![false; model.variables().len()];
    let mut groups = Vec::new();
    for group in candidates {
        if group.vars.iter().all(|&var| !taken[var]) {
            group.vars.iter().for_each(|&var| taken[var] = true);
            groups.push(group);
        }
    }
    for var in model.vars().filter(|var| !taken[var.index()]) {
        let value = model.domain(var).fixed().ok_or(var)?;
        groups.push(Group { vars: vec![var.index()], values: vec![value], settled: Vec::new() });
    }
    Ok(groups)
}

fn permutations(model: &Model) -> Vec<Group> {
    let mut groups = Vec::new();
    for (number, posted) in model.constraints().iter().enumerate() {
        if let Flat::AllDifferent(AllDifferent(vars)) = posted.flat() {
            let values: BTreeSet<i32> = vars.iter().flat_map(|&var| model.domain(var).values()).collect();
            let distinct: BTreeSet<Var> = vars.iter().copied().collect();
            if values.len() == vars.len() && distinct.len() == vars.len() {
                let vars = vars.iter().map(|var| var.index()).collect();
                groups.push(Group { vars, values: values.into_iter().collect(), settled: vec![number] });
            }
        }
    }
    groups
}

fn multisets(model: &Model) -> Vec<Group> {
    /// How often each counted value comes, and the constraints that state it.
    type Counted = (BTreeMap<i32, usize>, Vec<usize>);
    let mut counted: BTreeMap<Vec<usize>, Counted> = BTreeMap::new();
    let mut order: Vec<Vec<usize>> = Vec::new();
    for (number, posted) in model.constraints().iter().enumerate() {
        let Flat::Cardinality(Cardinality { atoms, cmp: Cmp::Eq, k }) = posted.flat() else { continue };
        let Some(first) = atoms.first() else { continue };
        if atoms.iter().any(|atom| !atom.is_equality() || atom.value != first.value) {
            continue;
        }
        let mut vars: Vec<usize> = atoms.iter().map(|atom| atom.var.index()).collect();
        vars.sort_unstable();
        vars.dedup();
        if vars.len() == atoms.len() {
            let entry = counted.entry(vars.clone()).or_insert_with(|| {
                order.push(vars);
                Default::default()
            });
            entry.0.insert(first.value, *k);
            entry.1.push(number);
        }
    }
    let mut groups = Vec::new();
    for vars in order {
        let (mut times, settled) = counted.remove(&vars).expect("each set is in the list once");
        let total: usize = times.values().sum();
        let all: BTreeSet<i32> = vars.iter().flat_map(|&var| model.variables()[var].domain.values()).collect();
        let mut uncounted = all.iter().filter(|value| !times.contains_key(value));
        let rest = (uncounted.next().copied(), uncounted.next());
        match (vars.len().checked_sub(total), rest) {
            (Some(0), _) => {}
            (Some(left), (Some(other), None)) => {
                times.insert(other, left);
            }
            _ => continue,
        }
        let values = times.iter().flat_map(|(&value, &times)| std::iter::repeat_n(value, times)).collect();
        groups.push(Group { vars, values, settled });
    }
    groups
}

impl Group {
    /// A random order of the values that respects the domains, put into `values` by variable. `false` if there is none.
    ///
    /// Post: if `true`, each value of the group is taken once.
    pub(super) fn deal(&self, model: &Model, rng: &mut Rng, values: &mut [i32]) -> bool {
        let count = self.vars.len();
        let mut slots: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut slots);
        let mut holder: Vec<Option<usize>> = vec![None; count];
        let mut order: Vec<usize> = (0..count).collect();
        // Those with little choice first; augmenting paths put right what that does not.
        rng.shuffle(&mut order);
        order.sort_by_key(|&place| model.variables()[self.vars[place]].domain.len());
        for place in order {
            let mut visited = vec![false; count];
            if !self.place(model, place, &slots, &mut holder, &mut visited) {
                return false;
            }
        }
        for (slot, place) in holder.into_iter().enumerate() {
            let place = place.expect("as many places as values");
            values[self.vars[place]] = self.values[slot];
        }
        true
    }

    /// Gives a variable a value by an augmenting path; `false` if there is none.
    ///
    /// Pre: `visited` has the values that were tried before. Post: variables that had a value have one.
    fn place(
        &self,
        model: &Model,
        place: usize,
        slots: &[usize],
        holder: &mut [Option<usize>],
        visited: &mut [bool],
    ) -> bool {
        let domain = &model.variables()[self.vars[place]].domain;
        for &slot in slots {
            if visited[slot] || !domain.contains(self.values[slot]) {
                continue;
            }
            visited[slot] = true;
            if holder[slot].is_none_or(|other| self.place(model, other, slots, holder, visited)) {
                holder[slot] = Some(place);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_and_counts_make_groups() {
        let mut model = Model::new();
        let a: Vec<Var> = (0..3).map(|i| model.var(format!("a[{i}]"), 1..=3)).collect();
        let b: Vec<Var> = (0..4).map(|i| model.var(format!("b[{i}]"), 0..=1)).collect();
        let c = model.var("c", 7);
        model.all_different("a", a);
        model.exactly("b", 1, b.iter().map(|var| var.is(1)));
        let groups = partition(&model).expect("every variable is in a group");
        assert_eq!(
            groups.iter().map(|group| group.values.clone()).collect::<Vec<_>>(),
            [vec![0, 0, 0, 1], vec![1, 2, 3], vec![7]]
        );
        let d = model.var("d", 1..=2);
        assert_eq!(partition(&model), Err(d));
        let _ = c;
    }

    #[test]
    fn dealing_respects_domains_where_greed_would_not() {
        let mut model = Model::new();
        let vars = [model.var("a", 1..=3), model.var("b", 1..=2), model.var("c", 1..=2)];
        model.all_different("all", vars);
        let groups = partition(&model).expect("a permutation");
        let mut rng = Rng::with_seed(1);
        for _ in 0..20 {
            let mut values = [0; 3];
            assert!(groups[0].deal(&model, &mut rng, &mut values));
            assert_eq!(values[0], 3);
            assert_eq!(values[1] + values[2], 3);
        }
    }
}
