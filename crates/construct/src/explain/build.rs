//! Makes the facts and the rules of a model.
//!
//! A constraint over shown variables is a rule, but for what is free. An all-different constraint over as many values
//! as variables gives one rule for each value: it has some place. A constraint that counts to exactly one gives the
//! rule that there is one. Variables that are no part of a solution tie constraints together: all constraints about
//! them are one rule, such as the clue of a long line of Skyscrapers with the highest building so far. If that would
//! make one rule of most of the model, such variables are facts like all others.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use cnfab_model::{Cmp, Flat, Model, Posted, Role, Var};

use crate::words::{RuleNumber, Words};

use super::network::{Chain, Fact, Link, Meaning, Network, Propagator, Rule, RulePart, Shape, TableRows};
use super::pairs::Pairs;
use super::rows::Rows;

/// The most values of different variables of a sum for which all sets of used values are visited.
const MOST_USED: usize = 10;

/// The most variables of one rule if these are most of the model's.
const MOST_TIED: usize = 8;

/// Makes the network of a lowered model. `origins` has for each of its constraints the number of the constraint of
/// `own`, the puzzle's model, that it helps to state.
pub(super) fn build(model: &Model, own: &Model, origins: &[usize], words: &Words<'_>) -> Network {
    let mut of_label: HashMap<&str, usize> = HashMap::new();
    let own: Vec<usize> = own
        .constraints()
        .iter()
        .map(|posted| *of_label.entry(&posted.label).and_modify(|number| *number += 1).or_insert(1))
        .collect();
    let posted = origins.iter().map(|&origin| own[origin]).collect();
    let mut builder = Builder { model, posted, words, network: Network::default(), rule_of_part: HashMap::new() };
    builder.candidates();
    let joined = builder.joined();
    builder.values(&joined);
    builder.constraints(&joined);
    builder.finish()
}

struct Builder<'b> {
    model: &'b Model,
    /// For each constraint the number of its origin among those of its label, from 1.
    posted: Vec<usize>,
    words: &'b Words<'b>,
    network: Network,
    /// The rule of constraints that hidden variables tie together, by the smallest number of them.
    rule_of_part: HashMap<usize, usize>,
}

/// For each hidden variable and for each constraint with some, the number of the first constraint tied to it.
struct Joined {
    of_var: Vec<Option<usize>>,
    of_constraint: Vec<Option<usize>>,
}

impl Builder<'_> {
    fn candidates(&mut self) {
        let network = &mut self.network;
        network.is_hidden = vec![true; self.model.variables().len()];
        self.model.shown().iter().for_each(|var| network.is_hidden[var.index()] = false);
        for (var, variable) in self.model.vars().zip(self.model.variables()) {
            let domain = variable.domain.clone();
            let is_boolean = domain == (0..=1).into();
            network.first.push(network.candidates.len());
            match is_boolean {
                true => network.candidates.push((var, 1)),
                false => network.candidates.extend(domain.values().map(|value| (var, value))),
            }
            network.is_boolean.push(is_boolean);
            network.domains.push(domain);
        }
        network.groups_of = vec![Vec::new(); 2 * network.candidates.len()];
        network.watchers = vec![Vec::new(); network.candidates.len()];
    }

    /// Ties constraints together by the hidden variables that they share. If that ties most of them, none is hidden.
    fn joined(&mut self) -> Joined {
        let constraints = self.model.constraints();
        let mut parent: Vec<usize> = (0..constraints.len()).collect();
        let mut of_var: Vec<Option<usize>> = vec![None; self.model.variables().len()];
        for (number, posted) in constraints.iter().enumerate() {
            for var in posted.constraint.vars().filter(|var| self.network.is_hidden[var.index()]) {
                let first = *of_var[var.index()].get_or_insert(number);
                let (a, b) = (root(&mut parent, first), root(&mut parent, number));
                parent[a.max(b)] = a.min(b);
            }
        }
        let is_tied = |posted: &Posted| posted.constraint.vars().any(|var| self.network.is_hidden[var.index()]);
        let mut of_constraint: Vec<Option<usize>> = constraints
            .iter()
            .enumerate()
            .map(|(number, posted)| is_tied(posted).then(|| root(&mut parent, number)))
            .collect();
        let parts: BTreeSet<usize> = of_constraint.iter().flatten().copied().collect();
        let whole = |first: &usize| {
            let shown = constraints.iter().zip(&of_constraint).filter(|(_, of)| **of == Some(*first));
            let mut shown: Vec<Var> = shown.flat_map(|(posted, _)| posted.constraint.vars()).collect();
            shown.retain(|var| !self.network.is_hidden[var.index()]);
            shown.sort_unstable();
            shown.dedup();
            shown.len() > MOST_TIED
                && 2 * shown.len() > self.network.is_hidden.iter().filter(|hidden| !**hidden).count()
        };
        if parts.iter().any(whole) {
            self.network.is_hidden.fill(false);
            of_var.fill(None);
            of_constraint.fill(None);
        }
        of_var.iter_mut().flatten().for_each(|first| *first = root(&mut parent, *first));
        Joined { of_var, of_constraint }
    }

    /// A variable has at most one value, and that it has one is a rule.
    fn values(&mut self, joined: &Joined) {
        for var in self.model.vars() {
            let facts: Vec<Fact> = self.network.facts(var).map(|(_, fact)| fact).collect();
            if self.network.is_boolean[var.index()] {
                continue;
            }
            self.group(facts.clone(), None);
            let part = RulePart::SomeValue(var);
            let propagator = Propagator::Count { facts, cmp: Cmp::Ge, k: 1 };
            match joined.of_var[var.index()].filter(|_| self.network.is_hidden[var.index()]) {
                Some(first) => self.tied(first, part, propagator),
                None => {
                    let atoms: Vec<_> = self.network.domains[var.index()].values().map(|value| var.is(value)).collect();
                    let (name, shape) = self.words.some_of(&atoms, None, self.model.name(var));
                    let label = self.model.variables()[var.index()].family().to_owned();
                    self.rule(Rule { name, shape, label, parts: vec![part], propagators: Vec::new() }, propagator);
                }
            }
        }
    }

    fn constraints(&mut self, joined: &Joined) {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut counted: HashSet<(&str, usize)> = HashSet::new();
        for (index, posted) in self.model.constraints().iter().enumerate() {
            if posted.role == Role::Symmetry {
                continue;
            }
            let tied = joined.of_constraint[index];
            // Constraints that are tied together have one number.
            let is_new = tied.is_none_or(|first| counted.insert((&*posted.label, first)));
            let number = numbers.entry(&posted.label).or_insert(0);
            *number += usize::from(is_new);
            let number = RuleNumber { posted: self.posted[index], number: *number };
            match posted.flat() {
                Flat::AllDifferent(all) => self.all_different(index, posted, number, &all.0, tied),
                Flat::Cardinality(count) => {
                    let (facts, fixed) = self.facts(&count.atoms);
                    let k = count.k.saturating_sub(fixed);
                    // More true atoms than may be: nothing may be true, and nothing is enough.
                    let never = fixed > count.k && count.cmp != Cmp::Ge;
                    match count.cmp {
                        _ if never => self.whole(index, posted, number, tied, never_true()),
                        Cmp::Le if k == 1 => self.group(facts, Some(index)),
                        Cmp::Eq if k == 1 => {
                            self.group(facts.clone(), Some(index));
                            self.whole(index, posted, number, tied, Propagator::Count { facts, cmp: Cmp::Ge, k });
                        }
                        cmp => self.whole(index, posted, number, tied, Propagator::Count { facts, cmp, k }),
                    }
                }
                Flat::Clause(clause) => {
                    let (facts, fixed) = self.facts(&clause.0);
                    if fixed == 0 {
                        let propagator = Propagator::Count { facts, cmp: Cmp::Ge, k: 1 };
                        self.whole(index, posted, number, tied, propagator);
                    }
                }
                Flat::Linear(sum) => {
                    let vars: Vec<Var> = sum.terms.iter().map(|&(_, var)| var).collect();
                    let mut values: Vec<i32> =
                        vars.iter().flat_map(|var| self.network.domains[var.index()].to_vec()).collect();
                    values.sort_unstable();
                    values.dedup();
                    let distinct = values.len() <= MOST_USED
                        && sum.terms.iter().all(|&(coefficient, _)| coefficient == 1)
                        && self.model.distinct(&vars);
                    let (terms, cmp, rhs) = (sum.terms.clone(), sum.cmp, sum.rhs);
                    self.whole(index, posted, number, tied, Propagator::Sum { terms, vars, cmp, rhs, distinct });
                }
                Flat::Table(table) => {
                    let facts = |row: &[i32]| -> Option<Vec<Fact>> {
                        row.iter().zip(&table.vars).map(|(&value, &var)| self.network.fact(var, value)).collect()
                    };
                    let rows: Vec<Fact> = table.relation.rows().filter_map(facts).flatten().collect();
                    // Of a 0/1 variable, both values are about one candidate.
                    let is_boolean = |var: Var| self.network.is_boolean[var.index()];
                    let pairs = match table.vars[..] {
                        [one, other] if one != other && ![one, other].map(is_boolean).contains(&true) => {
                            Pairs::new(&rows)
                        }
                        _ => None,
                    };
                    let rows = pairs.map_or_else(
                        || {
                            let values = table.vars.iter().map(|var| self.network.domains[var.index()].len()).sum();
                            TableRows::Rows(Rows::new(table.vars.len(), rows, values))
                        },
                        TableRows::Pairs,
                    );
                    let (vars, relation) = (table.vars.clone(), table.relation.clone());
                    self.whole(index, posted, number, tied, Propagator::Table { vars, relation, rows });
                }
            }
        }
    }

    /// No two of the variables have the same value; if there are not more values than variables, each has a place.
    fn all_different(&mut self, index: usize, posted: &Posted, number: RuleNumber, vars: &[Var], tied: Option<usize>) {
        let mut places: BTreeMap<i32, Vec<Fact>> = BTreeMap::new();
        for &var in vars {
            for (value, fact) in self.network.facts(var) {
                places.entry(value).or_default().push(fact);
            }
        }
        places.values().for_each(|facts| self.group(facts.clone(), Some(index)));
        if places.len() < vars.len() {
            return self.whole(index, posted, number, tied, never_true());
        }
        if places.len() > vars.len() {
            return;
        }
        let is_whole = vars.len() == self.model.shown().len();
        let unit = if is_whole { String::new() } else { self.words.unit(&posted.label, number) };
        for (value, facts) in places {
            let part = RulePart::SomePlace(index, value);
            let atoms: Vec<_> = facts.iter().map(|&fact| self.network.atom(fact)).collect();
            let propagator = Propagator::Count { facts, cmp: Cmp::Ge, k: 1 };
            match tied {
                Some(first) => self.tied(first, part, propagator),
                None => {
                    let (name, shape) = self.words.some_of(&atoms, Some((index, &unit)), &unit);
                    let label = posted.label.to_string();
                    self.rule(Rule { name, shape, label, parts: vec![part], propagators: Vec::new() }, propagator);
                }
            }
        }
    }

    /// A rule of one constraint, or a part of the rule that hidden variables make of several.
    fn whole(
        &mut self,
        index: usize,
        posted: &Posted,
        number: RuleNumber,
        tied: Option<usize>,
        propagator: Propagator,
    ) {
        let part = RulePart::Constraint(index);
        let label = posted.label.to_string();
        let mut vars: Vec<Var> = posted.constraint.vars().collect();
        vars.sort_unstable();
        vars.dedup();
        if let Some(first) = tied {
            self.tied(first, part, propagator);
            // The last constraint names what the others are for.
            let rule = self.rule_of_part[&first];
            self.network.rules[rule].name = self.words.unit(&label, number);
            self.network.rules[rule].label = label;
            return;
        }
        let name = self.words.rule(&label, number, &vars);
        self.rule(Rule { name, shape: Shape::Other, label, parts: vec![part], propagators: Vec::new() }, propagator);
    }

    fn tied(&mut self, first: usize, part: RulePart, propagator: Propagator) {
        match self.rule_of_part.get(&first) {
            Some(&rule) => {
                let number = self.propagator(rule, propagator);
                self.network.rules[rule].propagators.push(number);
                self.network.rules[rule].parts.push(part);
            }
            None => {
                self.rule_of_part.insert(first, self.network.rules.len());
                let label = self.model.constraints()[first].label.to_string();
                let rule = Rule {
                    name: label.clone(),
                    shape: Shape::Other,
                    label,
                    parts: vec![part],
                    propagators: Vec::new(),
                };
                self.rule(rule, propagator);
            }
        }
    }

    fn rule(&mut self, rule: Rule, propagator: Propagator) {
        let number = self.network.rules.len();
        self.network.rules.push(rule);
        let propagator = self.propagator(number, propagator);
        self.network.rules[number].propagators.push(propagator);
    }

    fn propagator(&mut self, rule: usize, propagator: Propagator) -> usize {
        let number = self.network.propagators.len();
        self.network.propagators.push(propagator);
        self.network.rule_of.push(rule as u32);
        match &self.network.propagators[number] {
            Propagator::Count { facts, .. } => {
                for fact in facts {
                    self.network.watchers[fact.candidate()].push((number as u32, fact.holds()));
                }
            }
            _ => {
                for candidate in self.network.candidates_of(number) {
                    self.network.watchers[candidate].push((number as u32, true));
                }
            }
        }
        number
    }

    fn group(&mut self, facts: Vec<Fact>, constraint: Option<usize>) {
        if facts.len() < 2 {
            return;
        }
        let number = self.network.groups.len() as u32;
        for fact in &facts {
            self.network.groups_of[fact.index()].push(number);
        }
        self.network.groups.push(facts);
        self.network.group_constraint.push(constraint);
    }

    /// The facts of atoms, and how many of the others are always true.
    fn facts(&self, atoms: &[cnfab_model::Atom]) -> (Vec<Fact>, usize) {
        let mut facts = Vec::with_capacity(atoms.len());
        let mut fixed = 0;
        for &atom in atoms {
            match self.network.meaning(atom) {
                Meaning::Fact(fact) => facts.push(fact),
                Meaning::Constant(is) => fixed += usize::from(is),
            }
        }
        (facts, fixed)
    }

    /// Finds the chains: tables over two variables with one label, each beginning where the one before ends.
    fn finish(mut self) -> Network {
        let mut chains: Vec<Chain> = Vec::new();
        for (number, rule) in self.network.rules.iter().enumerate() {
            let ([RulePart::Constraint(index)], [propagator]) = (&rule.parts[..], &rule.propagators[..]) else {
                continue;
            };
            let Propagator::Table { vars, .. } = &self.network.propagators[*propagator] else { continue };
            let &[from, to] = &vars[..] else { continue };
            if !self.words.puzzle.is_chain(&rule.label) {
                continue;
            }
            let link = Link { propagator: *propagator, constraint: *index, rule: number };
            match chains.iter_mut().find(|chain| chain.label == rule.label && chain.vars.last() == Some(&from)) {
                Some(chain) => {
                    chain.vars.push(to);
                    chain.links.push(link);
                }
                None => chains.push(Chain { label: rule.label.clone(), vars: vec![from, to], links: vec![link] }),
            }
        }
        self.network.chains = chains;
        self.network
    }
}

/// A rule that nothing satisfies.
fn never_true() -> Propagator {
    Propagator::Count { facts: Vec::new(), cmp: Cmp::Ge, k: 1 }
}

/// The smallest number that is tied to this one.
fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}
