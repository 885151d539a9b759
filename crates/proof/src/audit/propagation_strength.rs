//! Propagation strength: what unit propagation derives, against what follows.
//!
//! The inputs are restricted to a subdomain, that is a non-empty set of values for each variable; for 0/1 variables
//! these are the partial assignments. A subdomain without a solution (a dead end in reports) is an undetected
//! inconsistency if propagation finds no conflict. In a subdomain with a solution, a value that no solution in it takes
//! is inconsistent, and is missed if propagation leaves it. All subdomains are walked as a tree.
//!
//! If there are too many, some are drawn, so that the figures estimate what the tree would give. Dead ends come from
//! subdomains drawn uniformly. Most of these have no solution, so inconsistent values come from others: a solution is
//! drawn and then a subdomain around it, uniformly. One with m solutions is drawn m times as often and counts 1/m. The
//! estimator is the one of R. M. Karp, M. Luby, N. Madras, "Monte-Carlo Approximation Algorithms for Enumeration
//! Problems", Journal of Algorithms 10, 1989, for a union of sets.
//!
//! Parts that are drawn have intervals in which the exact ones lie at 95 percent. They are those of E. B. Wilson,
//! "Probable Inference, the Law of Succession, and Statistical Inference", Journal of the American Statistical
//! Association 22, 1927. The part of the values is a ratio of weighted sums, with the variance of the linearised ratio
//! (W. G. Cochran, "Sampling Techniques", 3rd edition, 1977, section 6.5). It gives the number of independent draws
//! that would vary as much.

use fastrand::Rng;
use serde::Serialize;

use cnfab_cnf::Lit;
use cnfab_encode::LitOrConst;

use super::{AuditLimits, Propagator, Subject};

/// The interval in which a part lies at 95 percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PartInterval {
    /// From this part.
    pub low: f64,
    /// To this part.
    pub high: f64,
}

/// The part of the consequences that unit propagation derived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct PropagationStrength {
    /// Subdomains tried.
    pub boxes: u64,
    /// True if these are all there are.
    pub all: bool,
    /// Boxes without a solution.
    pub dead_ends: u64,
    /// Those that propagation does not refute.
    pub dead_ends_missed: u64,
    /// Values that no solution takes, in subdomains with a solution; if these are drawn, in as many of them as `boxes`.
    pub superfluous: u64,
    /// Those that propagation leaves.
    pub superfluous_missed: u64,
    /// The part of the subdomains without a solution that are missed, if they are drawn.
    pub dead_ends_missed_part: Option<PartInterval>,
    /// The part of the inconsistent values that are missed, if they are drawn.
    pub superfluous_missed_part: Option<PartInterval>,
    /// Boxes with a solution that propagation refutes, and values of solutions that it drops; none if the formula is
    /// right.
    pub wrong: u64,
}

/// The most values of a variable.
const WIDTH: usize = u128::BITS as usize;

/// Measures the strength; the reason if it cannot.
pub(super) fn measure(
    subject: &Subject,
    solutions: &[Vec<i32>],
    propagator: &mut Propagator,
    limits: &AuditLimits,
) -> Result<PropagationStrength, String> {
    let domains: Vec<Vec<i32>> = subject.model.variables().iter().map(|variable| variable.domain.to_vec()).collect();
    if let Some(wide) = domains.iter().find(|values| values.len() > WIDTH) {
        return Err(format!("a variable with {} values, more than {WIDTH}", wide.len()));
    }
    let index = |(value, values): (&i32, &Vec<i32>)| values.binary_search(value).expect("solutions lie in the domains");
    let places: Vec<u8> =
        solutions.iter().flat_map(|solution| solution.iter().zip(&domains)).map(|one| index(one) as u8).collect();
    let mut walk = Walk {
        inputs: &subject.inputs,
        places: &places,
        found: PropagationStrength::default(),
        masks: vec![0; domains.len()],
        left: vec![Vec::new(); domains.len() + 1],
        dropped: Vec::new(),
    };
    walk.left[0] = (0..solutions.len() as u32).collect();
    let boxes = domains.iter().try_fold(1u64, |product, values| {
        let sets = if values.len() < 63 { (1u64 << values.len()) - 1 } else { u64::MAX };
        product.checked_mul(sets)
    });
    walk.found.all = boxes.is_some_and(|boxes| boxes <= limits.boxes);
    if walk.found.all {
        walk.tree(0, propagator);
    } else {
        let mut rng = Rng::with_seed(limits.seed);
        let draws = limits.samples.min(limits.work / (places.len() as u64).max(1)).max(100);
        for _ in 0..draws {
            walk.uniform(&mut rng, propagator);
        }
        let (missed, dead) = (walk.found.dead_ends_missed as f64, walk.found.dead_ends as f64);
        walk.found.dead_ends_missed_part = (dead > 0.0).then(|| wilson(missed / dead, dead));
        walk.around_solutions(draws, solutions.len(), &mut rng, propagator);
    }
    Ok(walk.found)
}

struct Walk<'s> {
    inputs: &'s [Vec<LitOrConst>],
    /// For each solution and variable the position of its value in the domain.
    places: &'s [u8],
    found: PropagationStrength,
    /// The values of the subdomain.
    masks: Vec<u128>,
    /// For each number of first variables: the solutions that agree with their values.
    left: Vec<Vec<u32>>,
    dropped: Vec<Lit>,
}

/// The set of the first `values` values.
fn full(values: usize) -> u128 {
    if values == WIDTH { u128::MAX } else { (1 << values) - 1 }
}

/// The interval of a part that was seen in this number of independent draws.
fn wilson(part: f64, draws: f64) -> PartInterval {
    // The quantile of the normal distribution for 95 percent on both sides.
    let z = 1.959_964;
    let spread = z * z / draws;
    let middle = (part + spread / 2.0) / (1.0 + spread);
    let reach = z / (1.0 + spread) * (part * (1.0 - part) / draws + spread / (4.0 * draws)).sqrt();
    PartInterval { low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) }
}

/// The number of independent draws whose part varies as the ratio of the weighted sums does: `[all, missed]` per draw.
fn draws_worth(drawn: &[[f64; 2]], part: f64) -> f64 {
    let all: f64 = drawn.iter().map(|[all, _]| all).sum();
    let squares: f64 = drawn.iter().map(|[all, missed]| (missed - part * all).powi(2)).sum();
    let variance = squares / (all * all);
    if variance > 0.0 {
        return part * (1.0 - part) / variance;
    }
    // All values are missed, or none.
    all * all / drawn.iter().map(|[all, _]| all * all).sum::<f64>()
}

impl Walk<'_> {
    /// Looks at all subdomains in which the first variables are restricted as they are.
    fn tree(&mut self, depth: usize, propagator: &mut Propagator) {
        if depth == self.inputs.len() {
            return self.leaf(propagator);
        }
        for mask in 1..=full(self.inputs[depth].len()) {
            let sound = self.restrict(depth, mask, propagator);
            self.filter(depth);
            if sound {
                self.tree(depth + 1, propagator);
            } else {
                self.refuted(depth + 1);
            }
            propagator.pop();
        }
    }

    /// Looks at one subdomain of all, for its dead ends.
    fn uniform(&mut self, rng: &mut Rng, propagator: &mut Propagator) {
        let sound = self.draw(|_, values| rng.u128(1..=full(values)), propagator);
        let dead = self.left[self.inputs.len()].is_empty();
        self.found.boxes += 1;
        self.found.dead_ends += u64::from(dead);
        self.found.dead_ends_missed += u64::from(dead && sound);
        self.found.wrong += u64::from(!dead && !sound);
        while propagator.depth() > 0 {
            propagator.pop();
        }
    }

    /// Looks at subdomains around solutions, for the values that no solution in them takes.
    fn around_solutions(&mut self, draws: u64, solutions: usize, rng: &mut Rng, propagator: &mut Propagator) {
        if solutions == 0 {
            return;
        }
        let width = self.inputs.len();
        let mut weights = 0.0;
        // Per draw the weighted values that no solution takes, and those of them that are missed.
        let mut drawn: Vec<[f64; 2]> = Vec::new();
        for _ in 0..draws {
            let first = rng.usize(..solutions) * width;
            let places = self.places;
            let around = |depth: usize, values| rng.u128(..) & full(values) | 1 << places[first + depth];
            if self.draw(around, propagator) {
                let weight = 1.0 / self.left[width].len() as f64;
                let values = self.inconsistent(propagator);
                weights += weight;
                drawn.push([values.0, values.1].map(|values| weight * values as f64));
            } else {
                self.found.wrong += 1;
            }
            while propagator.depth() > 0 {
                propagator.pop();
            }
        }
        let [superfluous, missed] = [0, 1].map(|which| drawn.iter().map(|values| values[which]).sum::<f64>());
        if superfluous > 0.0 {
            let part = missed / superfluous;
            self.found.superfluous_missed_part = Some(wilson(part, draws_worth(&drawn, part)));
        }
        if weights > 0.0 {
            let in_all = |sum: f64| (sum / weights * draws as f64).round() as u64;
            (self.found.superfluous, self.found.superfluous_missed) = (in_all(superfluous), in_all(missed));
        }
    }

    /// Restricts all variables to values that are drawn; whether propagation finds no conflict. Leaves it in the
    /// propagator.
    fn draw(&mut self, mut mask: impl FnMut(usize, usize) -> u128, propagator: &mut Propagator) -> bool {
        let mut sound = true;
        for depth in 0..self.inputs.len() {
            let mask = mask(depth, self.inputs[depth].len());
            sound = sound && self.restrict(depth, mask, propagator);
            self.masks[depth] = mask;
            self.filter(depth);
        }
        sound
    }

    /// Restricts a variable to the values; whether propagation finds no conflict.
    fn restrict(&mut self, depth: usize, mask: u128, propagator: &mut Propagator) -> bool {
        self.masks[depth] = mask;
        self.dropped.clear();
        let mut possible = true;
        for (value, &input) in self.inputs[depth].iter().enumerate() {
            if mask >> value & 1 == 0 {
                match input {
                    LitOrConst::Lit(lit) => self.dropped.push(!lit),
                    LitOrConst::Const(is) => possible &= !is,
                }
            }
        }
        propagator.push(&self.dropped) && possible
    }

    /// Keeps the solutions that agree with the variable's values.
    fn filter(&mut self, depth: usize) {
        let (before, after) = self.left.split_at_mut(depth + 1);
        let (width, mask) = (self.inputs.len(), self.masks[depth]);
        after[0].clear();
        let agrees = |solution: &u32| mask >> self.places[*solution as usize * width + depth] & 1 == 1;
        after[0].extend(before[depth].iter().copied().filter(agrees));
    }

    /// All subdomains below are refuted.
    fn refuted(&mut self, depth: usize) {
        let sets = |values: &Vec<LitOrConst>| u64::try_from(full(values.len())).expect("few boxes");
        let boxes: u64 = self.inputs[depth..].iter().map(sets).product();
        self.found.boxes += boxes;
        if self.left[depth].is_empty() {
            self.found.dead_ends += boxes;
        } else {
            self.found.wrong += 1;
        }
    }

    /// The subdomain is not refuted.
    fn leaf(&mut self, propagator: &Propagator) {
        self.found.boxes += 1;
        if self.left[self.inputs.len()].is_empty() {
            self.found.dead_ends += 1;
            self.found.dead_ends_missed += 1;
            return;
        }
        let (superfluous, missed) = self.inconsistent(propagator);
        self.found.superfluous += superfluous;
        self.found.superfluous_missed += missed;
    }

    /// The values of the subdomain that no solution in it takes, and those of them that propagation leaves.
    fn inconsistent(&mut self, propagator: &Propagator) -> (u64, u64) {
        let width = self.inputs.len();
        let (mut superfluous, mut missed) = (0, 0);
        for (variable, inputs) in self.inputs.iter().enumerate() {
            let place = |&solution: &u32| self.places[solution as usize * width + variable];
            let taken = self.left[width].iter().map(place).fold(0u128, |taken, place| taken | 1 << place);
            for (value, &input) in inputs.iter().enumerate() {
                let bit = 1 << value;
                let gone = match input {
                    LitOrConst::Const(is) => !is,
                    LitOrConst::Lit(lit) => propagator.value(lit) == Some(false),
                };
                if taken & bit != 0 {
                    self.found.wrong += u64::from(gone);
                } else if self.masks[variable] & bit != 0 {
                    superfluous += 1;
                    missed += u64::from(!gone);
                }
            }
        }
        (superfluous, missed)
    }
}
