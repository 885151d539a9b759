//! Truth where all assignments are too many to be compared: some of them, which prove nothing.
//!
//! Some assignments are always tried: all variables at their least or greatest values, and these with one variable at
//! its other end. Of a count, as many successive literals as the bound allows are true, one fewer and one more. Random
//! values follow, every second assignment near the bound.

use fastrand::Rng;

use cnfab_cnf::Lit;
use cnfab_encode::LitOrConst;
use cnfab_model::{AllDifferent, Assignment, Cardinality, Constraint, Linear, Model, taken};

use super::{AuditLimits, Meaning, Propagator, Searched, Subject};

taken! {
    /// The class with a bound on a number of literals.
    enum Counted { Cardinality }
}

taken! {
    /// The classes that values can be near to, or far from.
    enum Edged { AllDifferent, Cardinality, Linear }
}

/// Compares the formula with the model on random assignments.
pub(super) fn measure(subject: &Subject, propagator: &mut Propagator, limits: &AuditLimits) -> Meaning {
    if subject.model.variables().iter().any(|variable| variable.domain.is_empty()) {
        return Meaning::Unknown("a variable has no value".to_owned());
    }
    let mut rng = Rng::with_seed(limits.seed);
    let inputs = subject.input_variables();
    let others: Vec<u32> =
        (1..=propagator.variables() as u32).filter(|variable| inputs.binary_search(variable).is_err()).collect();
    let mut decisions = limits.decisions;
    let (mut assignments, mut solutions) = (0, 0);
    let ends = Ends::of(&subject.model);
    let last = subject.model.constraints().last();
    let bound = last.and_then(|posted| Counted::of(&posted.constraint)).map(|Counted::Cardinality(count)| count.k);
    let mut corners = ends.corners(bound);
    let mut samples = limits.samples;
    while let Some(values) = corners.next().or_else(|| {
        samples = samples.checked_sub(1)?;
        Some(draw(&subject.model, &mut rng))
    }) {
        let is_solution = subject.model.violated(&Assignment::new(values.clone())).is_none();
        let possible = assume(subject, &values).is_some_and(|assumed| propagator.push(&assumed));
        let searched = match possible {
            true => propagator.each(&others, &mut decisions, &mut |_, _| false),
            false => Searched::All,
        };
        while propagator.depth() > 0 {
            propagator.pop();
        }
        match (searched, is_solution) {
            (Searched::GaveUp, _) => break,
            (Searched::Stopped, false) => return Meaning::Allows(values),
            (Searched::All, true) => return Meaning::Loses(values),
            _ => {}
        }
        assignments += 1;
        solutions += u64::from(is_solution);
    }
    if assignments == 0 {
        return Meaning::Unknown(format!("not compared within {} decisions", limits.decisions));
    }
    Meaning::Sampled { assignments, solutions }
}

/// The literals of the values; `None` if the formula has decided otherwise.
fn assume(subject: &Subject, values: &[i32]) -> Option<Vec<Lit>> {
    let mut assumed = Vec::new();
    for ((variable, inputs), &taken) in subject.model.variables().iter().zip(&subject.inputs).zip(values) {
        for (value, &input) in variable.domain.values().zip(inputs) {
            match input {
                LitOrConst::Lit(lit) => assumed.push(if value == taken { lit } else { !lit }),
                LitOrConst::Const(is) if is == (value == taken) => {}
                LitOrConst::Const(_) => return None,
            }
        }
    }
    Some(assumed)
}

/// At about how many positions a run of true literals begins.
const STARTS: usize = 1000;

/// The smallest and the largest value of each variable.
struct Ends(Vec<[i32; 2]>);

impl Ends {
    fn of(model: &Model) -> Self {
        let domains = model.variables().iter().map(|variable| variable.domain.to_vec());
        Ends(domains.map(|values| [values[0], values[values.len() - 1]]).collect())
    }

    /// The variables at these positions at their larger end, the others at their smaller.
    fn at(&self, is_large: impl Fn(usize) -> bool) -> Vec<i32> {
        self.0.iter().enumerate().map(|(place, ends)| ends[usize::from(is_large(place))]).collect()
    }

    /// The assignments that are always tried; `k` is the bound of a count.
    fn corners(&self, k: Option<usize>) -> impl Iterator<Item = Vec<i32>> {
        let n = self.0.len();
        let same = [false, true].into_iter().map(move |is_large| self.at(|_| is_large));
        let ones = (0..n).flat_map(|one| [true, false].map(|is_large| (one, is_large)));
        let ones = ones.map(move |(one, is_large)| self.at(|place| (place == one) == is_large));
        let lengths = k.into_iter().flat_map(move |k| k.saturating_sub(1)..=(k + 1).min(n));
        let runs = lengths.flat_map(move |length| (0..n).step_by(n / STARTS + 1).map(move |start| (length, start)));
        let runs = runs.map(move |(length, start)| self.at(|place| (place + n - start) % n < length));
        same.chain(ones).chain(runs)
    }
}

/// Steps that bring random values near the edge.
const STEPS: usize = 200;

/// Random values of all variables. Every second draw is changed value by value until what the last constraint is about
/// is at the edge or next to it.
fn draw(model: &Model, rng: &mut Rng) -> Vec<i32> {
    let domains: Vec<Vec<i32>> = model.variables().iter().map(|variable| variable.domain.to_vec()).collect();
    let any = |rng: &mut Rng, index: usize| domains[index][rng.usize(..domains[index].len())];
    let mut values: Vec<i32> = (0..domains.len()).map(|index| any(rng, index)).collect();
    let Some(posted) = model.constraints().last().filter(|_| rng.bool()) else { return values };
    let slack = rng.i128(-1..=1);
    for _ in 0..STEPS {
        let before = distance(&posted.constraint, &values, slack);
        if before == 0 {
            break;
        }
        let index = rng.usize(..values.len());
        let kept = std::mem::replace(&mut values[index], any(rng, index));
        if distance(&posted.constraint, &values, slack) > before {
            values[index] = kept;
        }
    }
    values
}

/// How far the values are from the edge, moved by the slack; 0 for classes without one.
fn distance(constraint: &Constraint, values: &[i32], slack: i128) -> u128 {
    let Some(constraint) = Edged::of(constraint) else { return 0 };
    match constraint {
        Edged::Linear(Linear { terms, rhs, .. }) => {
            let sum: i128 = terms.iter().map(|&(c, var)| i128::from(c) * i128::from(values[var.index()])).sum();
            (sum - i128::from(*rhs) - slack).unsigned_abs()
        }
        Edged::Cardinality(Cardinality { atoms, k, .. }) => {
            let trues = atoms.iter().filter(|atom| atom.holds(values[atom.var.index()])).count();
            (trues as i128 - *k as i128 - slack).unsigned_abs()
        }
        Edged::AllDifferent(AllDifferent(vars)) => {
            let mut taken: Vec<i32> = vars.iter().map(|var| values[var.index()]).collect();
            taken.sort_unstable();
            let repeated = taken.windows(2).filter(|pair| pair[0] == pair[1]).count();
            repeated.abs_diff(slack.unsigned_abs() as usize) as u128
        }
    }
}
