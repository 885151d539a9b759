//! All-different constraints that are propagated as they are: a matching of variables to values.
//!
//! What it does: a matching that gives each variable a value of its own is kept and repaired. Where there is none, the
//! constraint cannot hold. An edge between a variable and a value that is not in it is in another one if both ends are
//! in the same strongly connected component of a graph. There, matched edges lead from the value to the variable, the
//! others from the variable to the value, and free values to all variables. All other edges are forbidden, so that
//! propagation is domain consistent.
//!
//! Whose idea: J.-C. Régin, "A Filtering Algorithm for Constraints of Difference in CSPs", AAAI 1994; explanations by
//! Hall sets: G. Katsirelos, F. Bacchus, "Generalized NoGoods in CSPs", AAAI 2005.
//!
//! How ours differs: an edge is explained by the least Hall set that has the value and not the variable, not by the
//! whole component. Alternating paths from the value reach just this set. The matching is never undone: it also holds
//! with the fewer literals of an earlier position of the trail. A variable of the Hall set that has a value is one
//! premise, not one per value that it lost.
//!
//! When it runs: see `propagator`. That two variables do not take the same value is also said by at-most-ones, which
//! find it sooner.

use std::ops::Range;

use super::propagator::{Forbidden, Propagator, View};
use super::strongly_connected::Components;
use super::{Contradiction, Literal, Step};

/// No edge, no variable, no component.
const NONE: u32 = u32::MAX;

/// A value that a variable can take.
#[derive(Clone, Copy, Debug)]
struct Edge {
    value: u32,
    literal: Literal,
}

/// A variable for each of some values, and the other way round.
#[derive(Clone, Default)]
struct Matching {
    /// Of each variable its edge.
    edges: Vec<u32>,
    /// Of each value its variable.
    variables: Vec<u32>,
}

/// A constraint.
pub(super) struct AllDifferent {
    edges: Vec<Edge>,
    /// Of each variable, its edges.
    edges_of: Vec<Range<u32>>,
    /// The variable of each edge.
    variables: Vec<u32>,
    /// The edges by their literals.
    by_literal: Vec<(Literal, u32)>,
    matching: Matching,
    /// The next matching, until it is complete.
    repaired: Matching,
    components: Components,
}

/// The variables and values that alternating paths reach.
struct Reached {
    variables: Vec<u32>,
    values: Vec<bool>,
}

impl AllDifferent {
    /// Of the values of each variable, which count from 0, with the literals for them.
    pub(super) fn new(variables: &[Vec<(u32, Literal)>]) -> Self {
        let mut edges = Vec::new();
        let mut edges_of = Vec::with_capacity(variables.len());
        for own in variables {
            let begin = edges.len() as u32;
            edges.extend(own.iter().map(|&(value, literal)| Edge { value, literal }));
            edges_of.push(begin..edges.len() as u32);
        }
        let values = edges.iter().map(|edge| edge.value as usize + 1).max().unwrap_or(0);
        let owner = |(variable, own): (usize, &Vec<_>)| std::iter::repeat_n(variable as u32, own.len());
        let mut by_literal: Vec<(Literal, u32)> =
            (0..).zip(&edges).map(|(at, edge): (u32, &Edge)| (edge.literal, at)).collect();
        by_literal.sort_unstable();
        AllDifferent {
            by_literal,
            edges,
            edges_of,
            variables: variables.iter().enumerate().flat_map(owner).collect(),
            matching: Matching { edges: vec![NONE; variables.len()], variables: vec![NONE; values] },
            repaired: Matching::default(),
            components: Components::default(),
        }
    }

    /// The edges of a variable that are not excluded.
    fn open<'s>(&'s self, variable: u32, view: View<'s>) -> impl Iterator<Item = (u32, u32)> + 's {
        let edges = self.edges_of[variable as usize].clone();
        edges
            .map(|edge| (edge, self.edges[edge as usize]))
            .filter(move |(_, edge)| !view.is_false(edge.literal))
            .map(|(number, edge)| (number, edge.value))
    }

    /// Gives each variable a value of its own.
    ///
    /// Pre: no value is matched twice. Post: if `Ok`, each variable has an edge that is not excluded.
    ///
    /// # Errors
    /// If there are too few values for some variables: these, and the values, of which there is one less.
    fn repair(&self, matching: &mut Matching, view: View<'_>) -> Result<(), Reached> {
        for variable in 0..self.edges_of.len() {
            let edge = matching.edges[variable];
            if edge != NONE && view.is_false(self.edges[edge as usize].literal) {
                matching.edges[variable] = NONE;
                matching.variables[self.edges[edge as usize].value as usize] = NONE;
            }
        }
        let free: Vec<u32> =
            (0..).zip(&matching.edges).filter(|&(_, &edge)| edge == NONE).map(|(variable, _)| variable).collect();
        free.into_iter().try_for_each(|variable| self.augment(variable, matching, view))
    }

    /// Gives a variable a value by an alternating path to a free one.
    ///
    /// Pre: the variable is not matched, and no matched edge is excluded. Post: if `Ok`, it is matched as well as those
    /// before; if `Err`, the matching is unchanged.
    fn augment(&self, variable: u32, matching: &mut Matching, view: View<'_>) -> Result<(), Reached> {
        // Of each value that was reached, the edge by which it was.
        let mut by = vec![NONE; matching.variables.len()];
        let mut reached = vec![variable];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            next += 1;
            for (edge, value) in self.open(from, view) {
                if by[value as usize] != NONE {
                    continue;
                }
                by[value as usize] = edge;
                match matching.variables[value as usize] {
                    NONE => {
                        self.flip(value, &by, matching);
                        return Ok(());
                    }
                    other => reached.push(other),
                }
            }
        }
        Err(Reached { variables: reached, values: by.into_iter().map(|edge| edge != NONE).collect() })
    }

    /// Changes the matching along the path that ends with this value.
    fn flip(&self, mut value: u32, by: &[u32], matching: &mut Matching) {
        loop {
            let edge = by[value as usize];
            let variable = self.variables[edge as usize];
            matching.variables[value as usize] = variable;
            let before = std::mem::replace(&mut matching.edges[variable as usize], edge);
            if before == NONE {
                return;
            }
            value = self.edges[before as usize].value;
        }
    }

    /// The Hall set that alternating paths reach from the value of an edge; `None` if it has the variable of the edge
    /// or a free value.
    fn hall_set(&self, edge: u32, view: View<'_>) -> Option<Reached> {
        let (first, excluded) = (self.edges[edge as usize].value, self.variables[edge as usize]);
        let mut values = vec![false; self.matching.variables.len()];
        values[first as usize] = true;
        let mut variables = vec![self.matching.variables[first as usize]];
        let mut next = 0;
        while let Some(&from) = variables.get(next) {
            next += 1;
            if from == NONE || from == excluded {
                return None;
            }
            for (_, value) in self.open(from, view) {
                if !std::mem::replace(&mut values[value as usize], true) {
                    variables.push(self.matching.variables[value as usize]);
                }
            }
        }
        Some(Reached { variables, values })
    }

    /// Appends the false literals for which the variables take no other values.
    fn write(&self, Reached { variables, values }: &Reached, view: View<'_>, out: &mut Vec<Literal>) {
        for &variable in variables {
            let Range { start, end } = self.edges_of[variable as usize].clone();
            let edges = &self.edges[start as usize..end as usize];
            match edges.iter().find(|edge| view.is_true(edge.literal)) {
                Some(taken) => out.push(taken.literal ^ 1),
                None => out.extend(edges.iter().filter(|edge| !values[edge.value as usize]).map(|edge| edge.literal)),
            }
        }
    }
}

impl Propagator for AllDifferent {
    fn watched(&self) -> Vec<Literal> {
        self.edges.iter().map(|edge| edge.literal ^ 1).collect()
    }

    fn propagate(&mut self, view: View<'_>, forbidden: &mut Forbidden) -> Step {
        let mut repaired = std::mem::take(&mut self.repaired);
        repaired.clone_from(&self.matching);
        let fine = self.repair(&mut repaired, view).is_ok();
        if fine {
            std::mem::swap(&mut self.matching, &mut repaired);
        }
        self.repaired = repaired;
        if !fine {
            return Err(Contradiction);
        }
        // The nodes: variables, values, and one between free values and all variables.
        let (variables, values) = (self.edges_of.len() as u32, self.matching.variables.len() as u32);
        let mut components = std::mem::take(&mut self.components);
        components.find((variables + values) as usize + 1, |node, next| match node.checked_sub(variables) {
            None => {
                let Range { start, end } = self.edges_of[node as usize].clone();
                let is_open = |&edge: &u32| {
                    edge != self.matching.edges[node as usize] && !view.is_false(self.edges[edge as usize].literal)
                };
                let edge = (start + next..end).find(is_open)?;
                Some((variables + self.edges[edge as usize].value, edge - start + 1))
            }
            Some(value) if value == values => (next < variables).then_some((next, next + 1)),
            Some(value) => {
                let variable = self.matching.variables[value as usize];
                (next == 0).then_some((if variable == NONE { variables + values } else { variable }, 1))
            }
        });
        for (number, (edge, &variable)) in (0..).zip(self.edges.iter().zip(&self.variables)) {
            if self.matching.edges[variable as usize] != number
                && components.of[variable as usize] != components.of[(variables + edge.value) as usize]
                && !view.is_false(edge.literal)
            {
                forbidden.push(edge.literal);
            }
        }
        self.components = components;
        Ok(())
    }

    fn explain(&self, view: View<'_>, literal: Option<Literal>, _: &dyn Fn(usize) -> bool, out: &mut Vec<Literal>) {
        let set = match literal {
            None => self.repair(&mut self.matching.clone(), view).err(),
            // A literal may stand for values of several variables, and be forbidden for one of them.
            Some(literal) => {
                let begin = self.by_literal.partition_point(|&(other, _)| other < literal);
                let mut own = self.by_literal[begin..].iter().take_while(|&&(other, _)| other == literal);
                own.find_map(|&(_, edge)| self.hall_set(edge, view))
            }
        };
        let set = set.expect("what is explained follows from a Hall set");
        debug_assert_eq!(
            set.variables.len(),
            set.values.iter().filter(|&&is_in| is_in).count() + usize::from(literal.is_none()),
            "a set of variables with as many values, or one too few"
        );
        self.write(&set, view, out);
    }
}
