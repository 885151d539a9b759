//! Proves a formula while it is encoded: each auxiliary variable is defined by its meaning, each clause justified.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use itertools::Itertools;

use cnfab_cnf::{Carry, ClauseRule, ClauseSink, Definition, Lit, Name, NativeConstraint, Natives, Notes, Summand};
use cnfab_model::Var;

use super::CertifyError;
use super::counts::{Carries, Reading};
use super::explained::Explained;
use super::lemmas::{Different, Lemmas, all_different};
use super::lrat::Explanation;
use super::proof::{Id, Literal, NO_STEP};
use super::state::{Known, ProofState, Terms};
use super::statement::Form;

/// A sink that writes the proof of what passes through, and passes it on.
pub(super) struct Justified<'s, 'p> {
    state: ProofState<'p>,
    inner: &'s mut dyn ClauseSink,
    different: Rc<[Different]>,
    /// The position of each constraint, by label and number.
    constraints: BTreeMap<(String, usize), usize>,
    lemmas: Lemmas,
    /// The name of the constraint that is being encoded, for messages.
    place: String,
    /// True for each clause that is needed; those behind the last one are.
    needed: &'s [bool],
    /// The step that proves each clause.
    clauses: Vec<Id>,
    explained: Explained<'s>,
    /// As which literal of a number a variable of the formula is read: of the last one that it counts for.
    read: HashMap<u32, Reading>,
    /// The meaning of the variable that is made next.
    meaning: Option<Literal>,
    /// The first clause without a justification.
    failure: Option<String>,
}

impl<'s, 'p> Justified<'s, 'p> {
    /// Continues a proof about a model. It proves the clauses that are needed, and all behind the last one of the list.
    pub(super) fn new(state: ProofState<'p>, inner: &'s mut dyn ClauseSink, needed: &'s [bool]) -> Self {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut constraints = BTreeMap::new();
        for (position, posted) in state.statement.model.constraints().iter().enumerate() {
            let number = numbers.entry(&posted.label).or_default();
            constraints.insert((posted.label.to_string(), *number), position);
            *number += 1;
        }
        Justified {
            different: all_different(&state).into(),
            state,
            inner,
            constraints,
            lemmas: Lemmas::default(),
            place: String::new(),
            needed,
            clauses: Vec::new(),
            explained: Explained::default(),
            read: HashMap::new(),
            meaning: None,
            failure: None,
        }
    }

    /// Proves what a solver needs of the constraints that it propagates.
    pub(super) fn explains(&mut self, explanations: &'s [Explanation]) {
        self.explained = Explained::new(explanations);
    }

    /// The state of the proof, and the steps for the clauses and for the explanations.
    ///
    /// # Errors
    /// If the time is over; else the first clause that has no justification.
    pub(super) fn finish(self) -> Result<(ProofState<'p>, Vec<Id>, Vec<Id>), CertifyError> {
        match self.failure {
            _ if self.state.is_over() => Err(CertifyError::Stopped),
            Some(failure) => Err(CertifyError::Unjustified(failure)),
            None if !self.explained.is_complete() => {
                Err(CertifyError::Failed("an explanation of the solver belongs to no constraint".to_owned()))
            }
            None => Ok((self.state, self.clauses, self.explained.steps)),
        }
    }

    /// Proves a clause that is needed or serves others. [`NO_STEP`] for others, and where there is no justification.
    fn proved(&mut self, lits: &[Lit], is_needed: bool) -> Id {
        let clause: Vec<_> = lits.iter().map(|&lit| self.state.literal(lit)).collect();
        // The proofs of other clauses may rest on these.
        let serves_others = self.unit(&clause).is_some() || self.state.is_cover(&clause);
        if !is_needed && !serves_others {
            return NO_STEP;
        }
        (self.state.untried, self.state.cases) = (0, 0);
        let read = lits.iter().map(|&lit| {
            let (_, steps) = self.read.get(&lit.var())?;
            Some((self.plain(self.state.literal(lit)).0.variable, (self.counted(lit), Rc::clone(steps))))
        });
        self.state.counts.read = read.collect();
        let justified = self.state.justify(&clause, &self.lemmas);
        self.state.counts.read.clear();
        if let Some(id) = justified {
            self.state.note_cover(&clause, id);
            self.note_unit(&clause, id);
            return id;
        }
        self.failure = Some(format!("{}: {}", self.place, self.state.unjustified(&clause)));
        NO_STEP
    }

    /// A sum over variables of the statement and of the proof, and the constant that it lacks. If it is asked only
    /// whether some summand is true, the parts of summands that say the same of theirs stand for them.
    fn terms(&self, summands: &[Summand], is_any: bool) -> (Terms, i128) {
        let mut sums: BTreeMap<u32, i128> = BTreeMap::new();
        let mut constant = 0;
        for &summand in summands {
            match summand {
                Summand::Var(coefficient, index) => {
                    let domain = self.state.statement.model.domain(Var::from_index(index));
                    let first = self.state.statement.groups[index].first;
                    let alive = |place: usize| self.state.is_alive(index as u32, place);
                    let left = || domain.values().enumerate().filter(|&(place, _)| alive(place));
                    let product = |value: i32| i128::from(coefficient) * i128::from(value);
                    let base = left().map(|(_, value)| product(value)).min().unwrap_or(0);
                    constant += base;
                    for (place, value) in left() {
                        *sums.entry(first + place as u32).or_default() += product(value) - base;
                    }
                }
                Summand::Lit(coefficient, lit) => {
                    let literal = self.state.literal(lit);
                    let mut factor = i128::from(coefficient);
                    if let Some((group, mut has)) = self.state.places_of(literal) {
                        // Exactly one value is taken: what is not is a sum, too.
                        let first = self.state.statement.groups[group as usize].first;
                        if factor < 0 {
                            constant += factor;
                            has.iter_mut().for_each(|has| *has = !*has);
                        }
                        for place in (0..has.len()).filter(|&place| has[place] && self.state.is_alive(group, place)) {
                            *sums.entry(first + place as u32).or_default() += factor.abs();
                        }
                        continue;
                    }
                    if !literal.positive {
                        constant += factor;
                        factor = -factor;
                    }
                    match self.state.known(literal.variable) {
                        Some(Known::Threshold(threshold)) if is_any && literal.positive && threshold.is_any() => {
                            threshold.terms.iter().for_each(|&(variable, c)| *sums.entry(variable).or_default() += c);
                        }
                        _ => *sums.entry(literal.variable).or_default() += factor,
                    }
                }
            }
        }
        (sums.into_iter().filter(|&(_, coefficient)| coefficient != 0).collect(), constant)
    }

    /// True if a literal is about a variable of a condition.
    fn is_condition(&self, literal: Literal) -> bool {
        self.state.places_of(literal).is_some_and(|(group, _)| self.lemmas.allowed.contains_key(&group))
    }

    /// A literal without the conditions of the constraint, these conditions, and the steps that say that it is the same
    /// where they hold.
    fn plain(&self, literal: Literal) -> (Literal, &[Literal], &[Id]) {
        if let Some(Known::All { of, ids }) = self.state.known(literal.variable)
            && let Some((&own, conditions)) = of.split_first()
            && conditions.iter().all(|&part| self.is_condition(part))
        {
            return (if literal.positive { own } else { !own }, conditions, ids);
        }
        (literal, &[], &[])
    }

    /// The literal that is counted for one of the formula: without the conditions of the constraint, and of the last
    /// number that it counts for.
    fn counted(&self, lit: Lit) -> Literal {
        match self.read.get(&lit.var()) {
            Some(&(literal, _)) if lit.is_positive() => literal,
            Some(&(literal, _)) => !literal,
            None => self.plain(self.state.literal(lit)).0,
        }
    }

    /// The one literal of a clause, or the one of a number, if the others are about conditions.
    fn unit(&self, clause: &[Literal]) -> Option<Literal> {
        if let &[unit] = clause {
            return Some(unit);
        }
        let mut own = clause.iter().copied().filter(|&literal| !self.is_condition(literal));
        let is_counted = |unit: &Literal| self.state.counts.number(self.plain(*unit).0.variable).is_some();
        own.next().filter(|_| own.next().is_none()).filter(is_counted)
    }

    /// Remembers a clause with such a literal.
    fn note_unit(&mut self, clause: &[Literal], mut id: Id) {
        let Some(unit) = self.unit(clause) else { return };
        let (own, conditions, same) = self.plain(unit);
        let others = clause.iter().copied().filter(|&literal| literal != unit);
        let all = [own].into_iter().chain(conditions.iter().map(|&one| !one)).chain(others);
        let plain: Vec<Literal> = all.unique().collect();
        if plain.iter().any(|&literal| plain.contains(&!literal)) {
            return;
        }
        if !same.is_empty() {
            let hints = [&[id], same].concat();
            id = self.state.proof.rup(&plain, &hints);
        }
        let signed = |literal: &Literal| (literal.variable, if literal.positive { 1 } else { -1 });
        let bound = 1 - plain.iter().filter(|literal| !literal.positive).count() as i128;
        let form = Form { terms: plain.iter().map(signed).collect(), bound };
        // What holds under fewer conditions says more.
        let units = &mut self.state.counts.units;
        if units.get(&own.variable).is_none_or(|(known, _)| known.terms.len() > form.terms.len()) {
            units.insert(own.variable, (Rc::new(form), id));
        }
    }

    /// A sum of multiples of literals that are counted, and the constant that it lacks.
    fn multiples(&self, multiples: impl Iterator<Item = (i64, Lit)>) -> (Terms, i128) {
        let (mut sums, mut constant): (BTreeMap<u32, i128>, _) = (BTreeMap::new(), 0);
        for (multiple, lit) in multiples {
            let (literal, multiple) = (self.counted(lit), i128::from(multiple));
            if !literal.positive {
                constant += multiple;
            }
            *sums.entry(literal.variable).or_default() += if literal.positive { multiple } else { -multiple };
        }
        (sums.into_iter().filter(|&(_, coefficient)| coefficient != 0).collect(), constant)
    }

    /// Proves that literals say the same as those of the number that counts others.
    fn same(&mut self, lits: &[Lit], of: &[Lit]) -> Option<()> {
        let (terms, constant) = self.multiples(of.iter().map(|&lit| (1, lit)));
        for (at_least, &lit) in (1..).zip(lits) {
            let counts = self.state.gate(&terms, at_least - constant);
            let own = self.counted(lit);
            if own != counts && own.positive {
                let clauses = [[!own, counts], [own, !counts]];
                let mut steps = self.read.get(&lit.var()).map_or_else(Vec::new, |(_, steps)| steps.to_vec());
                for clause in &clauses {
                    steps.push(self.state.justify(clause, &self.lemmas)?);
                }
                self.read.insert(lit.var(), (if lit.is_positive() { counts } else { !counts }, steps.into()));
            }
        }
        Some(())
    }

    /// A variable of the model has one of the values for which this holds.
    fn members(&mut self, index: usize, holds: impl Fn(i32) -> bool) -> Literal {
        let domain = self.state.statement.model.domain(Var::from_index(index));
        let has: Vec<bool> = domain.values().map(holds).collect();
        self.state.members(index as u32, &has)
    }

    fn defined(&mut self, meaning: &Definition) -> Literal {
        match meaning {
            Definition::AtLeast(summands, bound) => {
                let (terms, constant) = self.terms(summands, *bound == 1);
                self.state.bound(&terms, &self.lemmas);
                self.state.threshold(&terms, i128::from(*bound) - constant)
            }
            Definition::Between(summands, low, high) => {
                let (terms, constant) = self.terms(summands, false);
                self.state.bound(&terms, &self.lemmas);
                self.state.between(&terms, i128::from(*low) - constant, i128::from(*high) - constant)
            }
            Definition::Gate(multiples, bound) => {
                let (terms, constant) = self.multiples(multiples.iter().copied());
                self.state.gate(&terms, i128::from(*bound) - constant)
            }
            Definition::All(lits) => {
                let all: Vec<Literal> = lits.iter().map(|&lit| self.state.literal(lit)).collect();
                self.state.all(&all)
            }
            Definition::Under(meaning, conditions) => {
                let all: Vec<Literal> = conditions.iter().map(|&lit| self.state.literal(lit)).collect();
                let own = self.defined(meaning);
                self.state.all(&[&[own][..], &all].concat())
            }
            Definition::Values(index, values) => self.members(*index, |value| values.contains(&value)),
            Definition::Rows(rows) => match &self.lemmas.table {
                None => self.state.free(),
                Some(table) => {
                    let mut has = vec![false; table.rows.len()];
                    rows.iter().filter_map(|row| table.numbers.binary_search(row).ok()).for_each(|row| has[row] = true);
                    let group = table.group;
                    self.state.members(group, &has)
                }
            },
        }
    }
}

impl ClauseSink for Justified<'_, '_> {
    fn fresh(&mut self, name: Name) -> Lit {
        let literal = match (self.meaning.take(), name.tag) {
            (Some(meaning), _) => meaning,
            (None, Name::IS) => self.members(name.a as usize, |value| value == name.b),
            (None, Name::AT_MOST) => self.members(name.a as usize, |value| value <= name.b),
            _ => self.state.free(),
        };
        self.state.push(literal);
        self.inner.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.failure.is_some() || self.state.is_over() {
            return;
        }
        self.inner.clause(lits);
        let is_needed = self.needed.get(self.clauses.len()).is_none_or(|&is_needed| is_needed);
        let id = self.proved(lits, is_needed);
        self.clauses.push(id);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()?;
        Some(self)
    }
}

impl Natives for Justified<'_, '_> {
    fn native(&mut self, constraint: NativeConstraint<Lit>) {
        for (clause, places) in self.explained.next(&constraint) {
            if self.failure.is_none() && !self.state.is_over() {
                let id = self.proved(&clause, !places.is_empty());
                places.into_iter().for_each(|place| self.explained.steps[place] = id);
            }
        }
        self.inner.native(constraint);
    }
}

impl Notes for Justified<'_, '_> {
    fn define(&mut self, meaning: &dyn Fn() -> Definition) {
        self.meaning = Some(if self.state.is_over() { self.state.free() } else { self.defined(&meaning()) });
    }

    fn why(&mut self, rule: ClauseRule) {
        self.lemmas.rule = rule;
    }

    fn normal(&mut self, added: &[(&str, usize, i64)]) {
        let position = |&(family, number, multiple): &(&str, usize, i64)| {
            Some((*self.constraints.get(&(family.to_owned(), number))?, multiple.into()))
        };
        let added: Vec<_> = added.iter().filter_map(position).collect();
        self.state.normal(&self.lemmas, &added);
    }

    fn total(&mut self, weights: &dyn Fn() -> Vec<(i64, Lit)>) {
        if self.failure.is_none() {
            let weights: Vec<_> = weights().into_iter().map(|(weight, lit)| (weight, self.counted(lit))).collect();
            self.state.total(&weights, &self.lemmas);
        }
    }

    fn unary(&mut self, lits: &[Lit], of: &[Lit]) {
        if self.failure.is_none() && self.same(lits, of).is_none() {
            self.failure = Some(format!("{}: found no proof that literals count others", self.place));
        }
    }

    fn carried(&mut self, lits: &[Lit], carries: &dyn Fn() -> Vec<Carry>) {
        let counted = |lits: &[Lit]| lits.iter().map(|&lit| self.counted(lit).variable).collect();
        let carries: Rc<[Carries]> = (carries().iter())
            .map(|carry| Carries { base: carry.base, from: counted(&carry.from), carried: counted(&carry.carried) })
            .collect();
        self.state.counts.carries.extend(counted(lits).iter().map(|&lit| (lit, Rc::clone(&carries))));
    }

    fn variable(&mut self, name: &str) {
        self.place = name.to_owned();
    }

    fn group(&mut self, family: &str, number: usize) {
        self.place = format!("{family}[{number}]");
        let position = self.constraints.get(&(family.to_owned(), number));
        self.lemmas = position.map_or_else(Lemmas::default, |&position| Lemmas::of(&self.state, position));
        self.lemmas.different = Rc::clone(&self.different);
        self.state.counts.totals.clear();
        self.state.counts.carries.clear();
        self.state.covers.clear();
        self.state.bounds.clear();
    }
}
