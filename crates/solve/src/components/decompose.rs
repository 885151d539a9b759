//! The variables that cut a formula into small parts: depths in a tree decomposition.
//!
//! What it does: variables that share a clause are neighbours. The one with the fewest neighbours is eliminated, which
//! makes these neighbours of each other, and so on. Each step gives a bag, and the bags a tree. Its centroid has level
//! 0: no part of the tree around it has more than half of the bags. The centroids of these parts have level 1, and so
//! on. The lower the levels of a variable's bags, the sooner it is decided.
//!
//! Whose idea: T. Korhonen, M. Järvisalo, "Integrating Tree Decompositions into Decision Heuristics of Propositional
//! Model Counters", CP 2021, from which the weight comes. Elimination by least degree: H. Markowitz, "The Elimination
//! Form of the Inverse and its Application to Linear Programming", 1957.
//!
//! How ours differs: the tree comes from elimination alone, where the authors give a solver for decompositions minutes.
//! They take the distance from one centroid; with centroids of parts, long thin formulas are cut in halves again and
//! again. A formula whose bags become too large has no tree, and its variables are chosen without.
//!
//! When it runs: once, before a count by components.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::mem;

use itertools::Itertools;

use crate::tuning::components as tuning;

use super::formula::Formula;

/// The addition of each variable's place in the tree to its score; none if there is no tree.
pub(super) fn scores(formula: &mut Formula) -> Option<Vec<f64>> {
    let bags = eliminate(neighbours(formula)?)?;
    let width = bags.iter().map(|bag| bag.others.len()).max()?.max(1);
    let variables = bags.len() as f64;
    let weight = (tuning::WEIGHT * (variables / width as f64).exp() / variables).min(tuning::HEAVIEST);
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
    let (mut bags, mut steps) = (Vec::with_capacity(heap.len()), 0);
    while let Some(Reverse((degree, variable))) = heap.pop() {
        // The number of neighbours may have changed since.
        if degree != neighbours[variable as usize].len() {
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

/// For each variable the least level of its bags, and the highest level there is.
fn depths(bags: &[Bag], variables: usize) -> (Vec<u32>, u32) {
    let levels = levels(&joined(bags, variables));
    let mut depths = vec![u32::MAX; variables];
    for (bag, &level) in bags.iter().zip(&levels) {
        for &variable in bag.others.iter().chain([&bag.variable]) {
            let depth = &mut depths[variable as usize];
            *depth = level.min(*depth);
        }
    }
    (depths, levels.into_iter().max().unwrap_or(0))
}

/// The neighbours of each bag in its tree. Its parent is the bag of the first of its others to be eliminated.
fn joined(bags: &[Bag], variables: usize) -> Vec<Vec<usize>> {
    let mut places = vec![0; variables];
    bags.iter().enumerate().for_each(|(place, bag)| places[bag.variable as usize] = place);
    let mut joined = vec![Vec::new(); bags.len()];
    for (place, bag) in bags.iter().enumerate() {
        if let Some(parent) = bag.others.iter().map(|&other| places[other as usize]).min() {
            joined[parent].push(place);
            joined[place].push(parent);
        }
    }
    joined
}

/// Levels of bags: the centroid of a tree has the first one, the centroids of what is left of it the next.
fn levels(joined: &[Vec<usize>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut levels = vec![NONE; joined.len()];
    let (mut from, mut sizes) = (vec![0; joined.len()], vec![0; joined.len()]);
    let mut parts = Vec::new();
    for first in 0..joined.len() {
        if levels[first] == NONE {
            parts.push((first, 0));
        }
        while let Some((start, level)) = parts.pop() {
            let mut part = vec![start];
            from[start] = start;
            let mut at = 0;
            while let Some(&place) = part.get(at) {
                at += 1;
                sizes[place] = 1;
                let came_from = from[place];
                let next = joined[place].iter().filter(|&&next| next != came_from && levels[next] == NONE);
                part.extend(next.inspect(|&&next| from[next] = place));
            }
            part.iter().skip(1).rev().for_each(|&place| sizes[from[place]] += sizes[place]);
            let is_half = |&&place: &&usize| 2 * sizes[place] >= part.len();
            let centroid = *part.iter().rev().find(is_half).expect("the whole is more than half");
            levels[centroid] = level;
            let left = joined[centroid].iter().filter(|&&next| levels[next] == NONE);
            parts.extend(left.map(|&next| (next, level + 1)));
        }
    }
    levels
}
