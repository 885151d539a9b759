//! Tasks that run at the same time share a capacity.
//!
//! A. Aggoun, N. Beldiceanu, "Extending CHIP in Order to Solve Complex Scheduling and Placement Problems", 1993. The
//! two decompositions are those of A. Schutt, T. Feydt, P. J. Stuckey, M. G. Wallace, "Why Cumulative Decomposition Is
//! Not as Bad as It Sounds", CP 2009. By time: for each time at which a task may start, the demands of the tasks that
//! run are added up. By task: the same for the start of each task. Ours looks at starts only in both, as no peak begins
//! elsewhere. It goes by time while the times are few for the number of tasks and nothing can be negative. Variables
//! that say which task runs have their value in every assignment; only the sums have the conditions.

use super::super::{Assignment, Atom, Cmp, Domain, Model, Poster, Var};
use super::{Class, Clause, Linear, some_vars};

/// The number of pairs of a task and a time up to which times are looked at in any case.
const FEW_CELLS: usize = 5000;

/// The most of them that are looked at.
const MOST_CELLS: usize = 20_000_000;

/// A number or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// The number.
    Fixed(i32),
    /// The value of the variable.
    Of(Var),
}

impl From<i32> for Amount {
    fn from(number: i32) -> Self {
        Amount::Fixed(number)
    }
}

impl From<Var> for Amount {
    fn from(var: Var) -> Self {
        Amount::Of(var)
    }
}

impl Amount {
    pub(super) fn var(self) -> Option<Var> {
        match self {
            Amount::Fixed(_) => None,
            Amount::Of(var) => Some(var),
        }
    }

    /// The number, if the variable has only this value.
    pub(super) fn known(self, out: &Poster<'_>) -> Self {
        match self {
            Amount::Of(var) => out.domain(var).fixed().map_or(self, Amount::Fixed),
            Amount::Fixed(_) => self,
        }
    }

    pub(super) fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        if let Amount::Of(var) = self {
            *var = to(*var);
        }
    }

    pub(super) fn value(self, assignment: &Assignment) -> i64 {
        match self {
            Amount::Fixed(number) => number.into(),
            Amount::Of(var) => assignment[var].into(),
        }
    }

    /// The least and the largest value.
    pub(super) fn bounds(self, out: &Poster<'_>) -> (i32, i32) {
        match self {
            Amount::Fixed(number) => (number, number),
            Amount::Of(var) => {
                let domain = out.domain(var);
                (domain.min().unwrap_or_default(), domain.max().unwrap_or_default())
            }
        }
    }

    /// Adds a multiple to the left-hand side of a sum.
    pub(super) fn add(self, factor: i64, sum: &mut Linear) {
        match self {
            Amount::Fixed(number) => sum.rhs -= factor * i64::from(number),
            Amount::Of(var) => sum.terms.push((factor, var)),
        }
    }

    /// The atom that the amount is positive; `None` if it always is.
    pub(super) fn is_positive(self, out: &mut Poster<'_>) -> Option<Atom> {
        match self {
            Amount::Fixed(number) if number > 0 => None,
            Amount::Fixed(_) => Some(!out.conjunction(&[])),
            Amount::Of(var) => (self.bounds(out).0 <= 0).then(|| var.above(0)),
        }
    }

    pub(super) fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        match choose(3) {
            0 => Amount::Of(some_vars(model, choose, 1)[0]),
            _ => Amount::Fixed(choose(4) as i32),
        }
    }
}

/// An activity that takes a part of a capacity for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Activity {
    /// The first time at which it runs.
    pub start: Var,
    /// For how long it runs; it does not run at all if that is below 1.
    pub duration: Amount,
    /// The part of the capacity that it takes.
    pub demand: Amount,
}

/// When an activity starts that runs, the demands of all that run then are at most the capacity together.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cumulative {
    /// The activities that share the capacity.
    pub activities: Vec<Activity>,
    /// The most that may be taken at once.
    pub capacity: Amount,
}

/// `terms <= rhs`, to be added to.
fn at_most(rhs: i64) -> Linear {
    Linear { terms: Vec::new(), cmp: Cmp::Le, rhs }
}

impl Cumulative {
    /// The same with a number in place of each variable that has only one value.
    fn known(&self, out: &Poster<'_>) -> Self {
        let known = |activity: &Activity| Activity {
            duration: activity.duration.known(out),
            demand: activity.demand.known(out),
            ..*activity
        };
        Cumulative { activities: self.activities.iter().map(known).collect(), capacity: self.capacity.known(out) }
    }

    /// The demand of the activity if an atom is true, else 0, as a term of the sum. The atom's value is given.
    fn add_demand(activity: &Activity, runs: Atom, sum: &mut Linear, out: &mut Poster<'_>) {
        match activity.demand {
            Amount::Fixed(demand) => sum.terms.push((demand.into(), out.indicator(&[runs]))),
            Amount::Of(demand) => {
                let values = out.domain(demand).ranges().chain([0..=0]).collect::<Domain>();
                let taken = out.variable("demand", values);
                out.post(&[!runs], Clause(vec![taken.is(0)]));
                out.post(&[runs], Linear { terms: vec![(1, taken), (-1, demand)], cmp: Cmp::Eq, rhs: 0 });
                sum.terms.push((1, taken));
            }
        }
    }

    /// For each activity the atom that it runs at all, unless it always does, and the sum at its start.
    fn by_task(&self, out: &mut Poster<'_>) -> Vec<(Option<Atom>, Linear)> {
        let mut sums = Vec::new();
        for (number, own) in self.activities.iter().enumerate() {
            let mut sum = at_most(0);
            self.capacity.add(-1, &mut sum);
            own.demand.add(1, &mut sum);
            for (_, other) in self.activities.iter().enumerate().filter(|&(place, _)| place != number) {
                // other.start <= own.start < other.start + other.duration
                let begun = Linear { terms: vec![(1, other.start), (-1, own.start)], cmp: Cmp::Le, rhs: 0 };
                let mut not_ended = at_most(-1);
                not_ended.terms = vec![(1, own.start), (-1, other.start)];
                other.duration.add(-1, &mut not_ended);
                let both = [out.holds(begun), out.holds(not_ended)];
                let runs = out.conjunction(&both);
                Self::add_demand(other, runs, &mut sum, out);
            }
            sums.push((own.duration.is_positive(out), sum));
        }
        sums
    }

    /// States that the constraint holds if all atoms of `when` do, with a sum at the start of each activity.
    pub fn decompose_by_task(&self, when: &[Atom], out: &mut Poster<'_>) {
        for (runs, sum) in self.known(out).by_task(out) {
            let when: Vec<Atom> = when.iter().copied().chain(runs).collect();
            out.post(&when, sum);
        }
    }

    /// The times at which activities may start.
    fn times(&self, out: &Poster<'_>) -> Vec<i32> {
        let starts = self.activities.iter().flat_map(|activity| out.domain(activity.start).values());
        starts.collect::<Domain>().to_vec()
    }

    /// True if the activity may run at the time.
    fn may_run(activity: &Activity, time: i32, out: &Poster<'_>) -> bool {
        let (first, last) = Amount::Of(activity.start).bounds(out);
        let (_, longest) = activity.duration.bounds(out);
        longest > 0 && first <= time && i64::from(time) < i64::from(last) + i64::from(longest)
    }

    /// The same with a sum for each time at which an activity may start. Refuses what may be negative.
    pub fn decompose_by_time(&self, when: &[Atom], out: &mut Poster<'_>) {
        let known = self.known(out);
        if !known.is_natural(out) {
            return out.refuse("demands or a capacity below 0, by time");
        }
        if known.cells(out) > MOST_CELLS {
            return out.refuse("more than 20,000,000 pairs of a task and a time");
        }
        known.by_time(out).into_iter().for_each(|sum| out.post(when, sum));
    }

    /// True if demands and the capacity are never negative: then no activity has to start for a sum to be true.
    pub fn is_natural(&self, out: &Poster<'_>) -> bool {
        let amounts = self.activities.iter().map(|activity| activity.demand).chain([self.capacity]);
        amounts.into_iter().all(|amount| amount.bounds(out).0 >= 0)
    }

    /// About the number of pairs of a task and a time.
    fn cells(&self, out: &Poster<'_>) -> usize {
        let starts = self.activities.iter().map(|activity| out.domain(activity.start).len());
        starts.fold(0, usize::saturating_add).saturating_mul(self.activities.len())
    }

    /// True if sums are by time: nothing is negative, and there are few times.
    fn is_by_time(&self, out: &Poster<'_>) -> bool {
        let n = self.activities.len();
        self.is_natural(out) && self.cells(out) <= FEW_CELLS.max(3 * n * n)
    }

    fn by_time(&self, out: &mut Poster<'_>) -> Vec<Linear> {
        let mut sums = Vec::new();
        for time in self.times(out) {
            let running: Vec<&Activity> =
                self.activities.iter().filter(|activity| Self::may_run(activity, time, out)).collect();
            let most: i64 = running.iter().map(|activity| i64::from(activity.demand.bounds(out).1)).sum();
            if most <= self.capacity.bounds(out).0.into() {
                continue;
            }
            let mut sum = at_most(0);
            self.capacity.add(-1, &mut sum);
            for activity in running {
                let mut atoms = vec![activity.start.at_most(time)];
                match activity.duration {
                    Amount::Fixed(duration) => {
                        atoms.extend(time.checked_sub(duration).map(|before| activity.start.above(before)));
                    }
                    Amount::Of(duration) => atoms.push(out.holds(Linear {
                        terms: vec![(1, activity.start), (1, duration)],
                        cmp: Cmp::Ge,
                        rhs: i64::from(time) + 1,
                    })),
                }
                let runs = out.conjunction(&atoms);
                Self::add_demand(activity, runs, &mut sum, out);
            }
            sums.push(sum);
        }
        sums
    }
}

impl Class for Cumulative {
    fn example(model: &Model, choose: &mut dyn FnMut(usize) -> usize) -> Self {
        let starts = some_vars(model, choose, 3);
        let mut activity = |start: Var| {
            let [duration, demand] = [(); 2].map(|()| Amount::example(model, choose));
            Activity { start, duration, demand }
        };
        let activities = starts.into_iter().map(&mut activity).collect();
        Cumulative { activities, capacity: Amount::example(model, choose) }
    }

    fn name(&self) -> &'static str {
        "cumulative"
    }

    fn vars(&self) -> Box<dyn Iterator<Item = Var> + '_> {
        let of = |activity: &Activity| [Some(activity.start), activity.duration.var(), activity.demand.var()];
        Box::new(self.activities.iter().flat_map(of).chain([self.capacity.var()]).flatten())
    }

    fn rename(&mut self, to: &dyn Fn(Var) -> Var) {
        for activity in &mut self.activities {
            activity.start = to(activity.start);
            activity.duration.rename(to);
            activity.demand.rename(to);
        }
        self.capacity.rename(to);
    }

    fn holds(&self, assignment: &Assignment) -> bool {
        let runs = |activity: &Activity, time: i64| {
            let start = i64::from(assignment[activity.start]);
            start <= time && time < start + activity.duration.value(assignment)
        };
        self.activities.iter().all(|own| {
            let time = i64::from(assignment[own.start]);
            let running = self.activities.iter().filter(|activity| runs(activity, time));
            let taken: i64 = running.map(|activity| activity.demand.value(assignment)).sum();
            !runs(own, time) || taken <= self.capacity.value(assignment)
        })
    }

    fn decompose(&self, when: &[Atom], out: &mut Poster<'_>) {
        if self.known(out).is_by_time(out) {
            self.decompose_by_time(when, out);
        } else {
            self.decompose_by_task(when, out);
        }
    }

    /// At the start of some activity that runs, the sum is more.
    fn negate(&self, when: &[Atom], out: &mut Poster<'_>) {
        let mut some = Vec::new();
        for (runs, sum) in self.known(out).by_task(out) {
            let exceeds = !out.holds(sum);
            let both: Vec<Atom> = runs.into_iter().chain([exceeds]).collect();
            some.push(out.conjunction(&both));
        }
        out.post(when, Clause(some));
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::check::stated_exactly;
    use super::*;

    /// Small models are stated by time, unless something is negative.
    #[test]
    fn starts_of_tasks_are_enough() {
        let mut rng = Rng::with_seed(11);
        for _ in 0..150 {
            let mut model = Model::new();
            for index in 0..3 {
                model.var(format!("x[{index}]"), rng.i32(0..2)..=rng.i32(2..5));
            }
            let cumulative = Cumulative::example(&model, &mut |below| rng.usize(..below));
            let when = [Var::from_index(0).above(1)];
            let when = &when[..rng.usize(..2)];
            stated_exactly(&model, &cumulative, when, |out| cumulative.decompose_by_task(when, out));
        }
    }
}
