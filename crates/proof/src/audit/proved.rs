//! Soundness and completeness of a formula whose solutions are too many to be listed.
//!
//! Variables are assigned one after the other, by dynamic programming. A partial assignment is known by its residual
//! formula and its residual constraints, and those that agree in both are followed once. So all assignments are
//! compared; formulas that count need a polynomial number of steps.
//!
//! Nothing is assumed of the formula. After each assignment its clauses are reduced by unit propagation and by pure
//! literals of auxiliaries. That keeps whether there is a model for each choice of the other inputs, but not how many.
//! If the residuals are too many, the proof is given up.

use std::collections::HashSet;
use std::rc::Rc;

use cnfab_cnf::Lit;
use cnfab_encode::LitOrConst;
use cnfab_model::{Assignment, Cardinality, Cmp, Constraint, Linear, taken};

use super::{AuditLimits, Meaning, Propagator, Searched, Subject};

/// The most literals of reduced clauses that are kept, and as how many literals each node counts besides.
const MOST_KEPT: usize = 12_000_000;
const PLACE: usize = 24;

/// Compares the formula with the model on all assignments. `None` if that takes too many steps, or if the model has a
/// constraint that is neither a count nor a sum.
pub(super) fn measure(subject: &Subject, propagator: &mut Propagator, limits: &AuditLimits) -> Option<Meaning> {
    let variables = subject.model.variables();
    if variables.iter().any(|variable| variable.domain.is_empty()) {
        return None;
    }
    let sums: Option<Vec<Sum>> =
        subject.model.constraints().iter().map(|posted| Sum::new(&posted.constraint, subject)).collect();
    let sums = sums?;
    if let Some(wrong) = no_value(subject, propagator, limits)? {
        return Some(wrong);
    }
    let mut is_input = vec![false; propagator.variables() + 1];
    subject.input_variables().iter().for_each(|&variable| is_input[variable as usize] = true);
    let mut proof = Proof { is_input, values: vec![0; propagator.variables() + 1], steps: limits.proof, kept: 0 };
    let all: Vec<Vec<i32>> =
        subject.formula.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect();
    let clauses = proof.reduce(&flat(all), &[])?;
    proof.compare(subject, &sums, clauses)
}

/// The first model in which a variable has no value or several; `None` if that is not found out.
pub(super) fn no_value(
    subject: &Subject,
    propagator: &mut Propagator,
    limits: &AuditLimits,
) -> Option<Option<Meaning>> {
    let all: Vec<u32> = (1..=propagator.variables() as u32).collect();
    let mut decisions = limits.decisions;
    for (variable, inputs) in subject.model.variables().iter().zip(&subject.inputs) {
        if let [no, yes] = inputs[..]
            && no == !yes
        {
            continue;
        }
        let pairs = (0..inputs.len()).flat_map(|i| (i + 1..inputs.len()).map(move |j| vec![inputs[i], inputs[j]]));
        let none: Vec<LitOrConst> = inputs.iter().map(|&input| !input).collect();
        for wanted in std::iter::once(none).chain(pairs) {
            if wanted.contains(&LitOrConst::Const(false)) {
                continue;
            }
            let lits: Vec<Lit> = wanted.iter().filter_map(|truth| truth.lit()).collect();
            let mut found = None;
            let searched = match propagator.push(&lits) {
                true => propagator.each(&all, &mut decisions, &mut |model, _| {
                    let holds = |&input: &LitOrConst| match input {
                        LitOrConst::Const(value) => value,
                        LitOrConst::Lit(lit) => model.value(lit) == Some(true),
                    };
                    let taken = variable.domain.values().zip(inputs).filter(|(_, input)| holds(input));
                    found = Some(taken.map(|(value, _)| value).collect());
                    false
                }),
                false => Searched::All,
            };
            propagator.pop();
            match (found, searched) {
                (Some(values), _) => {
                    return Some(Some(Meaning::NoValue { variable: variable.name.to_string(), values }));
                }
                (None, Searched::All) => {}
                (None, _) => return None,
            }
        }
    }
    Some(None)
}

taken! {
    /// The classes that are sums.
    enum Summed { Cardinality, Linear }
}

/// A constraint as a sum: what each value of each variable adds, and what the variables from each on add at least and
/// most.
struct Sum {
    adds: Vec<Vec<i128>>,
    rest: Vec<(i128, i128)>,
    cmp: Cmp,
    rhs: i128,
}

impl Sum {
    fn new(constraint: &Constraint, subject: &Subject) -> Option<Self> {
        let variables = subject.model.variables();
        let mut adds: Vec<Vec<i128>> = variables.iter().map(|variable| vec![0; variable.domain.len()]).collect();
        let (cmp, rhs) = match Summed::of(constraint)? {
            Summed::Cardinality(Cardinality { atoms, cmp, k }) => {
                for atom in atoms {
                    let values = variables[atom.var.index()].domain.values();
                    for (add, value) in adds[atom.var.index()].iter_mut().zip(values) {
                        *add += i128::from(atom.holds(value));
                    }
                }
                (*cmp, *k as i128)
            }
            Summed::Linear(Linear { terms, cmp, rhs }) => {
                for &(coefficient, var) in terms {
                    let values = variables[var.index()].domain.values();
                    for (add, value) in adds[var.index()].iter_mut().zip(values) {
                        *add += i128::from(coefficient) * i128::from(value);
                    }
                }
                (*cmp, i128::from(*rhs))
            }
        };
        let mut rest = vec![(0, 0); adds.len() + 1];
        for (i, add) in adds.iter().enumerate().rev() {
            let (low, high) = (add.iter().min()?, add.iter().max()?);
            rest[i] = (rest[i + 1].0 + low, rest[i + 1].1 + high);
        }
        Some(Sum { adds, rest, cmp, rhs })
    }

    /// The rest of the constraint when the first variables add `sum`.
    fn left(&self, variables: usize, sum: i128) -> Left {
        let (low, high) = (sum + self.rest[variables].0, sum + self.rest[variables].1);
        let (below, above) = (self.cmp != Cmp::Ge, self.cmp != Cmp::Le);
        if below && low > self.rhs || above && high < self.rhs {
            Left::Fails
        } else if (!below || high <= self.rhs) && (!above || low >= self.rhs) {
            Left::Holds
        } else {
            Left::Open(sum)
        }
    }
}

/// The rest of a constraint under some values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Left {
    Fails,
    Holds,
    Open(i128),
}

/// The rest of all constraints; `None` if one cannot hold any more.
type Model = Option<Vec<Left>>;
/// Clauses, each followed by a 0; `None` if they are contradictory.
type Clauses = Option<Rc<[i32]>>;

/// A position on the way through the variables.
struct Node {
    model: Model,
    clauses: Clauses,
    /// The next value to try.
    next: usize,
}

struct Proof {
    is_input: Vec<bool>,
    /// For each variable 1 or -1 while clauses are reduced, else 0.
    values: Vec<i8>,
    /// How many literals may still be visited.
    steps: u64,
    kept: usize,
}

impl Proof {
    fn compare(&mut self, subject: &Subject, sums: &[Sum], clauses: Clauses) -> Option<Meaning> {
        let variables = subject.model.variables();
        let left = |depth: usize, values: &[i128]| -> Model {
            let left: Vec<Left> = sums.iter().zip(values).map(|(sum, &value)| sum.left(depth, value)).collect();
            (!left.contains(&Left::Fails)).then_some(left)
        };
        let mut seen: HashSet<(usize, Model, Clauses)> = HashSet::new();
        let mut path: Vec<usize> = Vec::new();
        let mut stack = vec![Node { model: left(0, &vec![0; sums.len()]), clauses, next: 0 }];
        while let Some(node) = stack.last_mut() {
            let depth = path.len();
            let over = match variables.get(depth) {
                None => {
                    let has_model = match &node.clauses {
                        Some(clauses) => self.satisfiable(&Rc::clone(clauses))?,
                        None => false,
                    };
                    if has_model != node.model.is_some() {
                        let value = |(variable, &place): (usize, &usize)| {
                            variables[variable].domain.nth(place).expect("a place in the domain")
                        };
                        let values: Vec<i32> = path.iter().enumerate().map(value).collect();
                        let is_solution = subject.model.violated(&Assignment::new(values.clone())).is_none();
                        debug_assert_eq!(is_solution, node.model.is_some(), "sums are the model");
                        return Some(if has_model { Meaning::Allows(values) } else { Meaning::Loses(values) });
                    }
                    true
                }
                Some(variable) => node.next == variable.domain.len() || node.model.is_none() && node.clauses.is_none(),
            };
            if over {
                stack.pop();
                path.pop();
                continue;
            }
            let place = node.next;
            node.next += 1;
            let clauses = match &node.clauses {
                Some(clauses) => match decided(&subject.inputs[depth], place) {
                    Some(lits) => {
                        let clauses = Rc::clone(clauses);
                        self.reduce(&clauses, &lits)?
                    }
                    None => None,
                },
                None => None,
            };
            path.push(place);
            let model = stack.last().expect("just looked at").model.as_ref().and_then(|_| {
                let sum = |sum: &Sum| path.iter().enumerate().map(|(variable, &place)| sum.adds[variable][place]).sum();
                left(depth + 1, &sums.iter().map(sum).collect::<Vec<i128>>())
            });
            if seen.insert((depth + 1, model.clone(), clauses.clone())) {
                self.kept += clauses.as_ref().map_or(0, |clauses| clauses.len()) + sums.len() + PLACE;
                if self.kept > MOST_KEPT {
                    return None;
                }
                stack.push(Node { model, clauses, next: 0 });
            } else {
                path.pop();
            }
        }
        Some(Meaning::Exact)
    }

    /// The rest of the clauses under the literals; `None` at the outside if there are no steps left. Inputs that follow
    /// stay as clauses of one literal.
    fn reduce(&mut self, clauses: &[i32], assumed: &[i32]) -> Option<Clauses> {
        let mut trail: Vec<i32> = Vec::new();
        let sound = assumed.iter().all(|&lit| self.assign(lit, &mut trail));
        let given = trail.len();
        let mut left = clauses.to_vec();
        let reduced = if sound { self.propagate(&mut left, &mut trail) } else { Some(false) };
        let follows: Vec<i32> =
            trail[given..].iter().copied().filter(|lit| self.is_input[lit.unsigned_abs() as usize]).collect();
        trail.iter().for_each(|lit| self.values[lit.unsigned_abs() as usize] = 0);
        if !reduced? {
            return Some(None);
        }
        let units = follows.iter().flat_map(|&lit| [lit, 0]);
        let with_units: Vec<i32> = left.into_iter().chain(units).collect();
        let split = with_units.split(|&lit| lit == 0).filter(|clause| !clause.is_empty());
        Some(Some(flat(split.map(<[i32]>::to_vec).collect())))
    }

    fn assign(&mut self, lit: i32, trail: &mut Vec<i32>) -> bool {
        let (value, wanted) = (&mut self.values[lit.unsigned_abs() as usize], lit.signum() as i8);
        if *value == 0 {
            *value = wanted;
            trail.push(lit);
        }
        *value == wanted
    }

    /// Drops true clauses and false literals until nothing follows; whether no clause is false, `None` without steps.
    fn propagate(&mut self, clauses: &mut Vec<i32>, trail: &mut Vec<i32>) -> Option<bool> {
        loop {
            self.steps = self.steps.checked_sub(clauses.len() as u64 + 1)?;
            let before = trail.len();
            let (mut kept, mut start) = (0, 0);
            while start < clauses.len() {
                let first = kept;
                let (mut end, mut is_true) = (start, false);
                while clauses[end] != 0 {
                    let lit = clauses[end];
                    match self.values[lit.unsigned_abs() as usize] * lit.signum() as i8 {
                        1 => is_true = true,
                        0 => {
                            clauses[kept] = lit;
                            kept += 1;
                        }
                        _ => {}
                    }
                    end += 1;
                }
                start = end + 1;
                match kept - first {
                    _ if is_true => kept = first,
                    0 => return Some(false),
                    1 => {
                        self.assign(clauses[first], trail);
                        kept = first;
                    }
                    _ => {
                        clauses[kept] = 0;
                        kept += 1;
                    }
                }
            }
            clauses.truncate(kept);
            if trail.len() == before && !self.assign_pure(clauses, trail) {
                return Some(true);
            }
        }
    }

    /// Makes auxiliaries true that are nowhere negated, and false that are everywhere; whether there was one.
    fn assign_pure(&mut self, clauses: &[i32], trail: &mut Vec<i32>) -> bool {
        let mut signs = vec![0u8; self.values.len()];
        clauses.iter().for_each(|&lit| signs[lit.unsigned_abs() as usize] |= if lit > 0 { 1 } else { 2 });
        let before = trail.len();
        for (variable, &signs) in signs.iter().enumerate().skip(1) {
            if (signs == 1 || signs == 2) && !self.is_input[variable] {
                self.assign(if signs == 1 { variable as i32 } else { -(variable as i32) }, trail);
            }
        }
        trail.len() > before
    }

    /// True if the clauses, in which no input is left, have a model; `None` without steps.
    fn satisfiable(&mut self, clauses: &[i32]) -> Option<bool> {
        let mut open: Vec<Rc<[i32]>> = vec![clauses.into()];
        while let Some(clauses) = open.pop() {
            let Some(&lit) = clauses.first() else { return Some(true) };
            for lit in [-lit, lit] {
                open.extend(self.reduce(&clauses, &[lit])?);
            }
        }
        Some(false)
    }
}

/// The literals that give the variable the value at this position; `None` if the formula has decided otherwise.
fn decided(inputs: &[LitOrConst], place: usize) -> Option<Vec<i32>> {
    let mut lits = Vec::with_capacity(inputs.len());
    for (other, &input) in inputs.iter().enumerate() {
        match input {
            LitOrConst::Lit(lit) => lits.push(if other == place { lit.dimacs() } else { -lit.dimacs() }),
            LitOrConst::Const(is) if is == (other == place) => {}
            LitOrConst::Const(_) => return None,
        }
    }
    Some(lits)
}

/// The clauses in order, each once and followed by a 0.
fn flat(mut clauses: Vec<Vec<i32>>) -> Rc<[i32]> {
    clauses.iter_mut().for_each(|clause| {
        clause.sort_unstable();
        clause.dedup();
    });
    clauses.sort_unstable();
    clauses.dedup();
    clauses.iter().flat_map(|clause| clause.iter().copied().chain([0])).collect()
}

#[cfg(test)]
mod tests;
