//! The engines that search a model in turns, with their shares.
//!
//! What it does: the class of a model says which engine begins, and how much of the work each of them gets. The shares
//! are measured in steps, and steps of propagated constraints take longer than those of clauses.
//!
//! When it runs: in `auto`, once a model is known to be neither easy nor large.

use cnfab_model::Model;

use super::features::{
    Class, has_few_cells, has_small_sums, has_wholes, is_bare, is_bare_rows, is_lowered_soon, is_narrow, is_rows,
    is_wide,
};
use super::{Auto, Engine, Start, Task};
use crate::Backend;
use crate::scheduler::Shares;
use crate::tuning::auto::{
    ASSIGNED_LITERAL, EARLY_SHARE, ENCODED_SHARE, FRONTIER_SHARE, GIVEN_LITERAL, LATE_LIST_SHARE, LATE_SHARE,
    LEARNING_SHARE, NARROW_ALONE, NARROW_LEARNING_SHARE, NARROW_SHARE, PLANNING_SHARE, ROWS_SHARE, SAT_LOOK,
};

impl Auto {
    /// Conflict-driven search of the model as it is stated.
    fn learner(&self, stated: &Model, task: Task) -> &dyn Backend {
        match is_bare(stated) {
            true if task == Task::Optimum => self.clauses.as_ref(),
            true => self.sat.as_ref(),
            false => self.propagated.as_ref(),
        }
    }

    /// The engines that search in turns, with their shares; the first begins.
    pub(super) fn engines<'a>(&'a self, start: Start<'a>, task: Task, between_looks: u64) -> Vec<Engine<'a>> {
        let class = start.class;
        let cdcl_look = between_looks * if class == Class::Given { GIVEN_LITERAL } else { ASSIGNED_LITERAL };
        let engine = |backend: &'a dyn Backend, look: u64, early: u64, late: u64| Engine {
            backend,
            model: start.flat,
            shares: Shares { look, early, late, waits: 0 },
        };
        let native = |early, late| engine(self.native.as_ref(), between_looks, early, late);
        let cdcl = |early, late| engine(start.cdcl, cdcl_look, early, late);
        let learner = |early, late| Engine {
            model: start.stated,
            ..engine(self.learner(start.stated, task), SAT_LOOK, early, late)
        };
        // If it fears too many states, its shares get small.
        let frontier = |early, late| engine(self.frontier.as_ref(), between_looks, early, late);
        let late = if task == Task::List { LATE_LIST_SHARE } else { LATE_SHARE };
        let clauses =
            |early, late| Engine { model: start.stated, ..engine(self.clauses.as_ref(), SAT_LOOK, early, late) };
        let begins_by_clauses = begins_by_clauses(start);
        let mut engines = match class {
            Class::Learnt if begins_by_clauses => {
                let mut others =
                    vec![clauses(NARROW_SHARE, NARROW_SHARE), learner(NARROW_LEARNING_SHARE, NARROW_LEARNING_SHARE)];
                // Its share of what clauses do alone.
                others[1].shares.waits = NARROW_ALONE * NARROW_LEARNING_SHARE / NARROW_SHARE;
                match begins_briefly(start) {
                    true => others.insert(0, native(1, 1)),
                    false => others.push(native(0, late_share(start))),
                }
                others
            }
            Class::Learnt if begins_natively(start) => vec![native(1, 1), learner(LEARNING_SHARE, LEARNING_SHARE)],
            // What others need to be ready takes long, and no turn ends it: they have theirs if this one leaves.
            Class::Learnt => vec![learner(LEARNING_SHARE, LEARNING_SHARE), native(0, late_share(start))],
            Class::Path | Class::Hidden => vec![native(1, 1), cdcl(LEARNING_SHARE, LEARNING_SHARE)],
            Class::Given => vec![cdcl(EARLY_SHARE, LATE_SHARE), native(0, 1)],
            Class::Tables => vec![native(EARLY_SHARE, late)],
            Class::Other => vec![native(EARLY_SHARE, late), cdcl(1, 1)],
        };
        if start.is_light {
            match class {
                Class::Learnt if is_bare(start.stated) || begins_by_clauses => {}
                Class::Learnt => {
                    let is_soon = has_small_sums(start.stated) && !has_wholes(start.stated);
                    engines.push(if is_soon { clauses(ENCODED_SHARE, ENCODED_SHARE) } else { clauses(0, 1) });
                }
                _ => engines.push(learner(0, 1)),
            }
        }
        if task == Task::Optimum && (is_rows(start.stated) || is_bare_rows(start.stated)) {
            engines
                .push(Engine { model: start.stated, ..engine(self.rows.as_ref(), SAT_LOOK, ROWS_SHARE, ROWS_SHARE) });
        }
        if matches!(task, Task::Count | Task::CountOnly) {
            let (early, late) =
                if class == Class::Path { (LEARNING_SHARE, 1) } else { (PLANNING_SHARE, FRONTIER_SHARE) };
            engines.insert(1, frontier(early, late));
        }
        engines
    }
}

/// The share of engines that need simpler constraints, if these are made in a moment.
fn late_share(start: Start<'_>) -> u64 {
    u64::from(is_lowered_soon(start.stated))
}

/// True if clauses have most of the turns: they are made in a moment, and no variable has many values.
fn begins_by_clauses(start: Start<'_>) -> bool {
    !is_bare(start.stated) && start.is_light && is_narrow(start.stated)
}

/// True if native search has a short turn before the clauses, as it is ready in a moment.
pub(super) fn begins_briefly(start: Start<'_>) -> bool {
    start.class == Class::Learnt
        && begins_by_clauses(start)
        && has_few_cells(start.flat)
        && is_lowered_soon(start.stated)
}

/// True if native search is ready for the model in a moment: it lists all values, all rows of tables, and
/// the values of sums.
pub(super) fn begins_natively(start: Start<'_>) -> bool {
    let is_ready = !has_wholes(start.stated) && !is_wide(start.stated) && has_small_sums(start.stated);
    is_ready && start.is_light
}
