//! Which variables cut a formula into small parts: depths in a tree decomposition.
//!
//! What it does: variables that share a clause are neighbours. The one with the fewest neighbours is eliminated, which
//! makes these neighbours of each other, and so on. Each step gives a bag, and the bags a tree. The tree hangs from its
//! centroid, below which no subtree has more than half of the bags. The nearer to that a variable's bags come, the
//! sooner it is decided.
//!
//! Whose idea: T. Korhonen, M. Järvisalo, "Integrating Tree Decompositions into Decision Heuristics of Propositional
//! Model Counters", CP 2021, from which the weight comes. Elimination by least degree: H. Markowitz, "The Elimination
//! Form of the Inverse and its Application to Linear Programming", 1957.
//!
//! How ours differs: the tree comes from elimination alone, where the authors give a solver for decompositions minutes.
//! A formula whose bags become too large has no tree, and its variables are chosen without.
//!
//! When it runs: once, before a count by components.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::mem;

use itertools::Itertools;

use crate::solve::tuning::components as tuning;

use super::formula::Formula;

/// What each variable's place in the tree adds to its score; none if there is no tree.
pub(super) fn scores(formula: &mut Formula) -> Option<Vec<f64>> {
    let bags = eliminate(neighbours(formula)?)?;
    let width = bags.iter().map(|bag| bag.others.len()).max()?.max(1);
    let variables = bags.len() as f64;
    let weight = (100.0 * (variables / width as f64).exp() / variables).min(tuning::HEAVIEST);
    let mut scores = vec![0.0; formula.variables()];
    let (depths, deepest) = depths(&bags, formula.variables());
    for bag in &bags {
        let depth = f64::from(depths[bag.variable as usize]);
        scores[bag.variable as usize] = weight * (1.0 - depth / f64::from(deepest.max(1)));
    }
    Some(scores)
}

/// A variable and its neighbours when it was eliminated.
struct Bag {
    variable: u32,
    others: Vec<u32>,
}

/// For each variable the sorted others in its open clauses.
fn neighbours(formula: &mut Formula) -> Option<Vec<Vec<u32>>> {
    let mut neighbours = vec![Vec::new(); formula.variables()];
    let mut pairs = 0;
    for component in formula.components() {
        formula.open_clauses(&component, |clause| {
            pairs += clause.len() * clause.len();
            if pairs <= tuning::ELIMINATION {
                for &lit in clause {
                    let others = clause.iter().filter(|&&other| other != lit).map(|other| other / 2);
                    neighbours[lit as usize / 2].extend(others);
                }
            }
        });
    }
    neighbours.iter_mut().for_each(|list| {
        list.sort_unstable();
        list.dedup();
    });
    (pairs <= tuning::ELIMINATION).then_some(neighbours)
}

/// Bags in the order of elimination; none if that takes too many steps.
fn eliminate(mut neighbours: Vec<Vec<u32>>) -> Option<Vec<Bag>> {
    let is_open = |&variable: &u32| !neighbours[variable as usize].is_empty();
    let all = (0..neighbours.len() as u32).filter(is_open);
    let mut heap: BinaryHeap<_> =
        all.map(|variable| Reverse((neighbours[variable as usize].len(), variable))).collect();
    let mut is_done = vec![false; neighbours.len()];
    let (mut bags, mut steps) = (Vec::with_capacity(heap.len()), 0);
    while let Some(Reverse((degree, variable))) = heap.pop() {
        // An entry of an earlier degree is out of date.
        if mem::replace(&mut is_done[variable as usize], true) {
            continue;
        }
        if degree != neighbours[variable as usize].len() {
            is_done[variable as usize] = false;
            continue;
        }
        let others = mem::take(&mut neighbours[variable as usize]);
        for &other in &others {
            let merged = merge(&neighbours[other as usize], &others, [variable, other]);
            steps += merged.len() + others.len();
            heap.push(Reverse((merged.len(), other)));
            neighbours[other as usize] = merged;
        }
        if steps > tuning::ELIMINATION {
            return None;
        }
        bags.push(Bag { variable, others });
    }
    Some(bags)
}

/// The union of two sorted lists without two variables.
fn merge(a: &[u32], b: &[u32], without: [u32; 2]) -> Vec<u32> {
    a.iter().merge(b).copied().filter(|variable| !without.contains(variable)).dedup().collect()
}

/// For each variable how far the nearest of its bags is from the centroid of its tree, and the largest such distance.
fn depths(bags: &[Bag], variables: usize) -> (Vec<u32>, u32) {
    let mut places = vec![0; variables];
    bags.iter().enumerate().for_each(|(place, bag)| places[bag.variable as usize] = place);
    // A bag hangs from that of the first of its others to be eliminated.
    let parents: Vec<Option<usize>> =
        bags.iter().map(|bag| bag.others.iter().map(|&other| places[other as usize]).min()).collect();
    let mut joined = vec![Vec::new(); bags.len()];
    let mut sizes = vec![1; bags.len()];
    for (place, parent) in parents.iter().enumerate() {
        if let &Some(parent) = parent {
            sizes[parent] += sizes[place];
            joined[parent].push(place);
            joined[place].push(parent);
        }
    }
    let mut roots: Vec<usize> = (0..bags.len()).collect();
    for place in (0..bags.len()).rev() {
        if let Some(parent) = parents[place] {
            roots[place] = roots[parent];
        }
    }
    // The first bag with half of the tree below it.
    let mut distances = vec![u32::MAX; bags.len()];
    let mut has_centroid = vec![false; bags.len()];
    let mut queue = VecDeque::new();
    for place in 0..bags.len() {
        let root = roots[place];
        if 2 * sizes[place] >= sizes[root] && !mem::replace(&mut has_centroid[root], true) {
            distances[place] = 0;
            queue.push_back(place);
        }
    }
    while let Some(place) = queue.pop_front() {
        for &next in &joined[place] {
            if distances[next] == u32::MAX {
                distances[next] = distances[place] + 1;
                queue.push_back(next);
            }
        }
    }
    let mut depths = vec![u32::MAX; variables];
    for (bag, &distance) in bags.iter().zip(&distances) {
        for &variable in bag.others.iter().chain([&bag.variable]) {
            let depth = &mut depths[variable as usize];
            *depth = distance.min(*depth);
        }
    }
    let deepest = bags.iter().map(|bag| depths[bag.variable as usize]).max().unwrap_or(0);
    (depths, deepest)
}
