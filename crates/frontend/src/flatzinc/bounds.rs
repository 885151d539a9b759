//! Bounds of variables that are declared without some, wherever in the text the constraints stand that tell them.
//!
//! Sums tell bounds of their terms, and other constraints those of their results once their arguments have some. Such
//! constraints wait until then. What nothing bounds is stated in the end as it is, and refused by the name of the
//! variable if that needs bounds.

use std::collections::{HashMap, VecDeque};

use super::classes::{Classes, Id, Term};
use super::program::Program;
use super::simplify::simpler;
use super::statement::{Form, Reified, Relation, Statement};
use cnfab_base::parse_error::ParseError;

/// The most rounds of constraints that wait for the bounds that others of them tell.
const MOST_ROUNDS: usize = 100;

/// The most terms of sums that are visited for bounds.
const MOST_VISITS: usize = 50_000_000;

impl Program<'_> {
    /// Simplifies the statements, and states all constraints that wait.
    ///
    /// # Errors
    /// If one of these cannot be stated.
    pub(super) fn settle(&mut self) -> Result<(), ParseError> {
        for round in 0.. {
            self.simplify();
            self.bound();
            if self.waiting.is_empty() {
                break;
            }
            let mut later = Vec::new();
            let mut is_any = false;
            for call in std::mem::take(&mut self.waiting) {
                if call.is_ready(self) && round < MOST_ROUNDS {
                    is_any = true;
                    call.state(self)?;
                } else {
                    later.push(call);
                }
            }
            if is_any {
                self.waiting = later;
            } else {
                later.into_iter().try_for_each(|call| call.state(self))?;
            }
        }
        Ok(())
    }

    /// Visits sums again while one of their variables gets a bound.
    fn bound(&mut self) {
        let mut users: HashMap<Id, Vec<usize>> = HashMap::new();
        let mut open_of: HashMap<usize, Vec<Id>> = HashMap::new();
        let mut queue: VecDeque<usize> = VecDeque::new();
        for (number, statement) in self.statements.iter().enumerate() {
            let Form::Sum { terms, relation: Relation::Eq | Relation::Le, .. } = &statement.form else { continue };
            if statement.reified != Reified::No {
                continue;
            }
            let mut open: Vec<Id> = terms.iter().filter_map(|&(_, term)| open_id(&mut self.classes, term)).collect();
            open.sort_unstable();
            open.dedup();
            if !open.is_empty() {
                open.iter().for_each(|&id| users.entry(id).or_default().push(number));
                open_of.insert(number, open);
                queue.push_back(number);
            }
        }
        if queue.is_empty() || self.classes.is_contradictory {
            return;
        }
        let mut is_queued = vec![false; self.statements.len()];
        queue.iter().for_each(|&number| is_queued[number] = true);
        let mut visits = 0;
        while let Some(number) = queue.pop_front() {
            is_queued[number] = false;
            let Statement { form: Form::Sum { terms, .. }, .. } = &self.statements[number] else { continue };
            visits += terms.len();
            if visits > MOST_VISITS {
                break;
            }
            let open = &open_of[&number];
            let before: Vec<[bool; 2]> = open.iter().map(|&id| ends(&mut self.classes, id)).collect();
            simpler(&mut self.classes, self.statements[number].clone(), false);
            if self.classes.is_contradictory {
                return;
            }
            for (&id, before) in open.iter().zip(before) {
                if ends(&mut self.classes, id) != before {
                    for &user in users.get(&id).into_iter().flatten() {
                        if !std::mem::replace(&mut is_queued[user], true) {
                            queue.push_back(user);
                        }
                    }
                }
            }
        }
        // What is known now may decide more.
        self.simplify();
    }
}

/// The variable of a term, if it lacks a bound.
fn open_id(classes: &mut Classes, term: Term) -> Option<Id> {
    let Term::Var(id) = term else { return None };
    let root = classes.root(id);
    (classes.values(root).bounds().is_none() && !classes.values(root).is_empty()).then_some(root)
}

/// Tells whether a variable has a least and a largest value.
fn ends(classes: &mut Classes, id: Id) -> [bool; 2] {
    use crate::ranges::{HIGHEST, LOWEST};
    let values = classes.values(id);
    [values.min() != Some(LOWEST), values.max() != Some(HIGHEST)]
}
