//! Soundness and completeness of a formula for different values, where the solutions are too many to be listed.
//!
//! *No assignment too many.* For each two variables and each value of both, the formula has no model in which both have
//! it.
//!
//! *No solution lost.* Clauses that share auxiliaries belong together; such a component shares only inputs with the
//! others. So the formula has a model for a solution exactly if each component has one. A component sees of a solution
//! only the values of its own inputs. What solutions look like there is listed: a choice of values is part of a
//! solution exactly if a matching of variables and values contains it. Each is then tried.
//!
//! Nothing is assumed of the formula. If a component sees too much, as where auxiliaries join all variables, the proof
//! is given up.
//!
//! H. Kuhn, "The Hungarian Method for the Assignment Problem", Naval Research Logistics Quarterly 2, 1955, for the
//! matching.

use std::collections::BTreeMap;

use cnfab_cnf::Lit;
use cnfab_encode::LitOrConst;
use cnfab_model::{AllDifferent, taken};

use super::meaning::values_of;
use super::proved::no_value;
use super::{AuditLimits, Meaning, Propagator, Searched, Subject};

taken! {
    /// The class that is proved here.
    enum Different { AllDifferent }
}

/// Compares the formula with a model whose one constraint is that all its variables are different. `None` for any other
/// model, or if that takes too many steps.
pub(super) fn measure(subject: &Subject, propagator: &mut Propagator, limits: &AuditLimits) -> Option<Meaning> {
    let [posted] = subject.model.constraints() else { return None };
    let Different::AllDifferent(AllDifferent(vars)) = Different::of(&posted.constraint)?;
    let mut named: Vec<usize> = vars.iter().map(|var| var.index()).collect();
    named.sort_unstable();
    let all = named.iter().copied().eq(0..subject.model.variables().len());
    if !all || subject.model.variables().iter().any(|variable| variable.domain.is_empty()) {
        return None;
    }
    if let Some(wrong) = no_value(subject, propagator, limits)? {
        return Some(wrong);
    }
    let mut proof = Proof { subject, values: Values::of(subject), decisions: limits.decisions, steps: limits.proof };
    match proof.too_many(propagator)? {
        Some(wrong) => Some(wrong),
        None => proof.lost().map(|lost| lost.map_or(Meaning::Exact, Meaning::Loses)),
    }
}

/// The values of all variables, numbered.
struct Values {
    all: Vec<i32>,
    /// The numbers of each variable's values, in the order of its domain.
    of: Vec<Vec<usize>>,
}

impl Values {
    fn of(subject: &Subject) -> Self {
        let domains = || subject.model.variables().iter().map(|variable| variable.domain.values());
        let mut all: Vec<i32> = domains().flatten().collect();
        all.sort_unstable();
        all.dedup();
        let number = |value: i32| all.binary_search(&value).expect("it is one of all");
        let of = domains().map(|values| values.map(number).collect()).collect();
        Values { all, of }
    }
}

struct Proof<'s> {
    subject: &'s Subject,
    values: Values,
    decisions: u64,
    steps: u64,
}

/// Clauses that share auxiliaries, directly or through others.
#[derive(Default)]
struct Component<'s> {
    clauses: Vec<&'s [Lit]>,
    auxiliaries: Vec<u32>,
    inputs: Vec<u32>,
}

impl Proof<'_> {
    /// The first model in which two variables have a value in common.
    fn too_many(&mut self, propagator: &mut Propagator) -> Option<Option<Meaning>> {
        let subject = self.subject;
        let everything: Vec<u32> = (1..=propagator.variables() as u32).collect();
        for x in 0..self.values.of.len() {
            for y in 0..x {
                for (place, value) in self.values.of[x].iter().enumerate() {
                    let Some(other) = self.values.of[y].iter().position(|it| it == value) else { continue };
                    let both = [subject.inputs[x][place], subject.inputs[y][other]];
                    let Some(lits) = literals(both.into_iter().map(|truth| (truth, true))) else { continue };
                    let mut found = None;
                    let searched = match propagator.push(&lits) {
                        true => propagator.each(&everything, &mut self.decisions, &mut |model, _| {
                            found = Some(values_of(subject, &|lit| model.value(lit) == Some(true)));
                            false
                        }),
                        false => Searched::All,
                    };
                    propagator.pop();
                    match (found, searched) {
                        (Some(Ok(values)), _) => return Some(Some(Meaning::Allows(values))),
                        (Some(Err(no_value)), _) => return Some(Some(no_value)),
                        (None, Searched::All) => {}
                        (None, _) => return None,
                    }
                }
            }
        }
        Some(None)
    }

    /// The first solution that the formula has no model for.
    fn lost(&mut self) -> Option<Option<Vec<i32>>> {
        let mut places: BTreeMap<u32, Vec<(usize, usize)>> = BTreeMap::new();
        for (variable, inputs) in self.subject.inputs.iter().enumerate() {
            for (place, input) in inputs.iter().enumerate() {
                if let LitOrConst::Lit(lit) = input {
                    places.entry(lit.var()).or_default().push((variable, place));
                }
            }
        }
        for component in components(self.subject) {
            if let ([clause], true) = (&component.clauses[..], component.auxiliaries.is_empty()) {
                let allowed = self.against(clause, &places);
                if let Some(lost) = self.matching(&allowed)? {
                    return Some(Some(self.named(&lost)));
                }
                continue;
            }
            let propagator = Propagator::new(self.subject.formula.variables(), component.clauses.iter().copied());
            // For each variable the positions of the values that the component sees.
            let seen: Vec<(usize, Vec<usize>)> = (0..self.values.of.len())
                .map(|variable| (variable, self.seen(&component, variable)))
                .filter(|(_, places)| !places.is_empty())
                .collect();
            let allowed = self.values.of.clone();
            if let Some(lost) = self.walk(&component, propagator, &seen, allowed)? {
                return Some(Some(lost));
            }
        }
        Some(None)
    }

    /// The values of the variables for which a clause of inputs is false.
    fn against(&self, clause: &[Lit], places: &BTreeMap<u32, Vec<(usize, usize)>>) -> Vec<Vec<usize>> {
        let mut allowed = self.values.of.clone();
        for &lit in clause {
            for &(variable, place) in places.get(&lit.var()).into_iter().flatten() {
                let value = self.values.of[variable][place];
                let is_wanted = self.subject.inputs[variable][place] == LitOrConst::Lit(!lit);
                allowed[variable].retain(|&other| (other == value) == is_wanted);
            }
        }
        allowed
    }

    /// The values with these numbers.
    fn named(&self, solution: &[usize]) -> Vec<i32> {
        solution.iter().map(|&value| self.values.all[value]).collect()
    }

    fn seen(&self, component: &Component<'_>, variable: usize) -> Vec<usize> {
        let sees = |truth: &LitOrConst| match truth {
            LitOrConst::Lit(lit) => component.inputs.binary_search(&lit.var()).is_ok(),
            LitOrConst::Const(_) => false,
        };
        let inputs = self.subject.inputs[variable].iter().enumerate();
        inputs.filter(|(_, truth)| sees(truth)).map(|(place, _)| place).collect()
    }

    /// Tries every choice of what the component sees that is part of a solution.
    fn walk(
        &mut self,
        component: &Component<'_>,
        mut propagator: Propagator,
        seen: &[(usize, Vec<usize>)],
        mut allowed: Vec<Vec<usize>>,
    ) -> Option<Option<Vec<i32>>> {
        // Of each variable the next choice: the positions that are seen, and last that it has a value that is not.
        let mut next = vec![0];
        loop {
            let matching = self.matching(&allowed)?;
            let deeper = matching.is_some() && next.len() <= seen.len();
            if let (Some(solution), false) = (matching, deeper)
                && !self.has_model(component, &mut propagator, seen, &solution)?
            {
                return Some(Some(self.named(&solution)));
            }
            if !deeper {
                next.pop();
            }
            // The next choice of the last variable that has one.
            loop {
                let depth = next.len();
                let Some(choice) = next.last_mut() else { return Some(None) };
                let (variable, places) = &seen[depth - 1];
                let all = &self.values.of[*variable];
                let place = *choice;
                *choice += 1;
                if place > places.len() {
                    allowed[*variable] = all.clone();
                    next.pop();
                    continue;
                }
                let others = || all.iter().enumerate().filter(|(place, _)| !places.contains(place));
                allowed[*variable] = match places.get(place) {
                    Some(&place) => vec![all[place]],
                    None => others().map(|(_, &value)| value).collect(),
                };
                next.push(0);
                break;
            }
        }
    }

    /// Tells whether the component has a model for the part of the solution that it sees.
    fn has_model(
        &mut self,
        component: &Component<'_>,
        propagator: &mut Propagator,
        seen: &[(usize, Vec<usize>)],
        solution: &[usize],
    ) -> Option<bool> {
        let subject = self.subject;
        let values = &self.values;
        let chosen = seen.iter().flat_map(|(variable, places)| {
            let is = |&place: &usize| values.of[*variable][place] == solution[*variable];
            places.iter().map(move |place| (subject.inputs[*variable][*place], is(place)))
        });
        let Some(lits) = literals(chosen) else { return Some(false) };
        let sound = propagator.push(&lits);
        let searched = match sound {
            true => propagator.each(&component.auxiliaries, &mut self.decisions, &mut |_, _| false),
            false => Searched::All,
        };
        propagator.pop();
        match searched {
            Searched::Stopped => Some(true),
            Searched::All => Some(false),
            Searched::GaveUp => None,
        }
    }

    /// The values of a solution that are among those allowed, if there is one; `None` at the outside without steps.
    fn matching(&mut self, allowed: &[Vec<usize>]) -> Option<Option<Vec<usize>>> {
        let values = self.values.all.len();
        // The value of each variable, and the variable of each value.
        let (mut value_of, mut taken): (Vec<Option<usize>>, Vec<Option<usize>>) =
            (vec![None; allowed.len()], vec![None; values]);
        for variable in 0..allowed.len() {
            // A breadth-first search for a value that is free, over values whose variables may take another.
            let mut from: Vec<Option<usize>> = vec![None; values];
            let mut queue = vec![variable];
            let mut head = 0;
            let mut free = 'search: loop {
                let Some(&at) = queue.get(head) else { return Some(None) };
                head += 1;
                self.steps = self.steps.checked_sub(allowed[at].len() as u64 + 1)?;
                for &value in &allowed[at] {
                    if from[value].is_none() {
                        from[value] = Some(at);
                        match taken[value] {
                            None => break 'search value,
                            Some(other) => queue.push(other),
                        }
                    }
                }
            };
            // Each variable on the way takes the value that was found from it, and leaves its own to the one before.
            while let Some(by) = from[free] {
                taken[free] = Some(by);
                match value_of[by].replace(free) {
                    Some(left) => free = left,
                    None => break,
                }
            }
        }
        Some(value_of.into_iter().collect())
    }
}

/// The clauses in components. A clause without auxiliaries stands alone.
fn components(subject: &Subject) -> Vec<Component<'_>> {
    let formula = &subject.formula;
    let inputs = subject.input_variables();
    let is_input = |variable: u32| inputs.binary_search(&variable).is_ok();
    let mut parent: Vec<u32> = (0..=formula.variables() as u32).collect();
    for clause in formula.clauses() {
        let mut auxiliaries = clause.iter().map(|lit| lit.var()).filter(|&variable| !is_input(variable));
        let Some(first) = auxiliaries.next() else { continue };
        for other in auxiliaries {
            let (one, other) = (root(&mut parent, first), root(&mut parent, other));
            parent[one as usize] = other;
        }
    }
    let mut alone = Vec::new();
    let mut joined: BTreeMap<u32, Component<'_>> = BTreeMap::new();
    for clause in formula.clauses() {
        let auxiliary = clause.iter().map(|lit| lit.var()).find(|&variable| !is_input(variable));
        let component = match auxiliary {
            Some(auxiliary) => joined.entry(root(&mut parent, auxiliary)).or_default(),
            None => {
                alone.push(Component::default());
                alone.last_mut().expect("it has been added")
            }
        };
        component.clauses.push(clause);
        for variable in clause.iter().map(|lit| lit.var()) {
            let list = if is_input(variable) { &mut component.inputs } else { &mut component.auxiliaries };
            list.push(variable);
        }
    }
    let mut all: Vec<Component<'_>> = alone.into_iter().chain(joined.into_values()).collect();
    for component in &mut all {
        for variables in [&mut component.inputs, &mut component.auxiliaries] {
            variables.sort_unstable();
            variables.dedup();
        }
    }
    all
}

/// The representative of a variable's component.
fn root(parent: &mut [u32], mut variable: u32) -> u32 {
    while parent[variable as usize] != variable {
        let above = parent[variable as usize];
        parent[variable as usize] = parent[above as usize];
        variable = above;
    }
    variable
}

/// The literals that state what is wanted; `None` if the formula has decided otherwise.
fn literals(wanted: impl IntoIterator<Item = (LitOrConst, bool)>) -> Option<Vec<Lit>> {
    let mut lits = Vec::new();
    for (truth, is) in wanted {
        match truth {
            LitOrConst::Lit(lit) => lits.push(if is { lit } else { !lit }),
            LitOrConst::Const(value) if value == is => {}
            LitOrConst::Const(_) => return None,
        }
    }
    Some(lits)
}

#[cfg(test)]
mod tests;
