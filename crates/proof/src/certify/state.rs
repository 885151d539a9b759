//! The state of a proof: the values that are left, the forms without the others, and the meanings of literals.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use cnfab_base::display::cut;
use cnfab_cnf::Lit;
use cnfab_solve::Budget;

use super::counts::Counts;
use super::gaps::Gaps;
use super::proof::{Id, Literal, Proof};
use super::propagation::Propagation;
use super::statement::{Form, Group, Statement};

/// Most characters of a clause in a message.
const CLAUSE: usize = 200;

/// Variable and coefficient.
pub(super) type Terms = Rc<[(u32, i128)]>;

/// A literal that is true if and only if a sum is at least a number.
#[derive(Clone, Debug)]
pub(super) struct Threshold {
    pub(super) terms: Terms,
    pub(super) at_least: i128,
    /// Says that the sum is at least the number, if the literal is true.
    pub(super) up: (Id, Half),
    /// Says that it is less, if the literal is false.
    pub(super) down: (Id, Half),
}

impl Threshold {
    /// True if it is true if and only if one of its terms is.
    pub(super) fn is_any(&self) -> bool {
        self.at_least == 1 && self.terms.iter().all(|&(_, coefficient)| coefficient > 0)
    }
}

/// A multiple of the terms, of either sign, plus a multiple of the literal, is at least a bound.
#[derive(Clone, Copy, Debug)]
pub(super) struct Half {
    pub(super) sign: i128,
    pub(super) weight: i128,
    pub(super) bound: i128,
}

/// A literal for some values of a variable, or some rows of a table.
#[derive(Clone, Debug)]
pub(super) struct Members {
    pub(super) group: u32,
    /// For each place of the group.
    pub(super) has: Rc<[bool]>,
    /// Says that the literal is true for these places, and false for the others.
    pub(super) ids: [Id; 2],
    /// The step that says that one of them is true where the literal is: rows may all be false.
    pub(super) some: Id,
}

/// The knowledge about a variable that the proof adds.
#[derive(Clone, Debug)]
pub(super) enum Known {
    Members(Members),
    Threshold(Threshold),
    /// True if all of these are. The clauses say that the literal implies each, and that all imply it.
    All {
        of: Vec<Literal>,
        ids: Vec<Id>,
    },
}

/// The state of a group.
pub(super) struct Alive {
    /// The places that are not ruled out.
    pub(super) places: Vec<bool>,
    /// Says that one of them is true, unless conditions do not hold.
    pub(super) some: Id,
    /// Says that at most one is.
    pub(super) one: Id,
    /// The groups of the variables that its conditions are about.
    conditions: Vec<u32>,
}

/// All of it, with the proof that establishes it.
pub(super) struct ProofState<'p> {
    pub(super) statement: &'p Statement<'p>,
    pub(super) proof: Proof<'p>,
    pub(super) groups: Vec<Alive>,
    /// Group and place of each variable of the statement.
    pub(super) places: Vec<(u32, u32)>,
    /// The step that rules a variable of the statement out.
    pub(super) ruled_out: HashMap<u32, Id>,
    /// The forms of the statement in which nothing is left that is ruled out; of sums in normal form.
    pub(super) reduced: HashMap<u32, (Rc<Form>, Id)>,
    /// The slack of each form of the statement: its largest value less its bound.
    pub(super) slacks: HashMap<u32, i128>,
    /// For each variable that the proof adds.
    pub(super) known: Vec<Option<Known>>,
    /// For each variable of the formula, from number 1 on.
    literals: Vec<Literal>,
    pub(super) thresholds: HashMap<(Terms, i128), u32>,
    pub(super) gaps: Gaps,
    pub(super) counts: Counts,
    /// The lower and upper bounds of parts of the sum that is being encoded.
    pub(super) bounds: Vec<(Rc<Form>, Id)>,
    /// Clauses of the constraint that is being encoded which say that some combination holds.
    pub(super) covers: Vec<(Vec<Literal>, Id)>,
    /// Serves propagation, and is empty elsewhere.
    pub(super) propagation: Propagation<'static>,
    /// The number of forms of the constraint that were not tried for the last clause, because there are too many.
    pub(super) untried: usize,
    /// The number of cases that were looked at of the last clause that is proved by cases.
    pub(super) cases: usize,
    /// The number of cases that there may be.
    pub(super) most_cases: usize,
    budget: Budget,
}

impl<'p> ProofState<'p> {
    /// Nothing but the statement.
    pub(super) fn new(statement: &'p Statement<'p>, proof: Proof<'p>, budget: &Budget) -> Self {
        let mut places = Vec::with_capacity(statement.variables() as usize);
        let mut groups = Vec::with_capacity(statement.groups.len());
        for (number, group) in (0..).zip(&statement.groups) {
            places.extend((0..group.len).map(|place| (number, place)));
            groups.push(Alive {
                places: vec![true; group.len as usize],
                some: proof.input(group.some),
                one: proof.input(group.one),
                conditions: Vec::new(),
            });
        }
        for (posted, stated) in statement.model.constraints().iter().zip(&statement.stated) {
            if let Some(group) = stated.rows {
                let conditions = posted.when.iter().map(|atom| atom.var.index() as u32);
                groups[group as usize].conditions = conditions.collect();
            }
        }
        // Groups are made in the order of their variables.
        ProofState {
            statement,
            proof,
            groups,
            places,
            ruled_out: HashMap::new(),
            reduced: HashMap::new(),
            slacks: HashMap::new(),
            known: Vec::new(),
            literals: Vec::new(),
            thresholds: HashMap::new(),
            gaps: Gaps::default(),
            counts: Counts::default(),
            bounds: Vec::new(),
            covers: Vec::new(),
            propagation: Propagation::default(),
            untried: 0,
            cases: 0,
            most_cases: usize::MAX,
            budget: budget.clone(),
        }
    }

    /// True if there is no time left. From then on nothing is justified.
    pub(super) fn is_over(&self) -> bool {
        self.budget.is_over()
    }

    /// Notes that variables of the statement are false by these steps.
    pub(super) fn rule_out(&mut self, by: &[(u32, Id)]) {
        let mut changed: BTreeMap<u32, Vec<(u32, Id)>> = BTreeMap::new();
        for &(variable, id) in by {
            let (group, place) = self.places[variable as usize];
            self.groups[group as usize].places[place as usize] = false;
            self.ruled_out.insert(variable, id);
            changed.entry(group).or_default().push((variable, id));
        }
        for (group, gone) in changed {
            let alive = &mut self.groups[group as usize];
            let without: Vec<(Id, i128)> =
                [(alive.some, 1)].into_iter().chain(gone.iter().map(|&(_, id)| (id, 1))).collect();
            alive.some = self.proof.sum(&without, &[], 1);
            let zero: Vec<(u32, i128)> = gone.iter().map(|&(variable, _)| (variable, 1)).collect();
            alive.one = self.proof.sum(&[(alive.one, 1)], &zero, 1);
        }
        if !by.is_empty() {
            self.reduced.clear();
        }
    }

    /// The constraints that speak of a variable of the statement, or of other values of the same variable of the model:
    /// the value 0 is in no sum.
    pub(super) fn with(&self, variable: u32) -> Vec<usize> {
        let Group { first, len, .. } = self.statement.groups[self.places[variable as usize].0 as usize];
        let speaks = |position: u32| {
            let terms = &self.statement.forms[position as usize].terms;
            let from = terms.partition_point(|&(of, _)| of < first);
            terms.get(from).is_some_and(|&(of, _)| of < first + len)
        };
        let stated = self.statement.stated.iter().enumerate();
        stated.filter(|(_, stated)| stated.forms.clone().any(speaks)).map(|(position, _)| position).collect()
    }

    /// The variables that stand for rows of tables.
    pub(super) fn rows(&self) -> std::ops::Range<u32> {
        let values = self.statement.groups[..self.statement.model.variables().len()].iter();
        values.map(|group| group.first + group.len).max().unwrap_or(0)..self.statement.variables()
    }

    /// A form of the statement without the variables that are ruled out, and its number.
    pub(super) fn form(&mut self, position: u32) -> (Rc<Form>, Id) {
        if let Some((form, id)) = self.reduced.get(&position) {
            return (Rc::clone(form), *id);
        }
        let id = self.proof.input(position);
        let (form, id) = self.reduced(self.statement.forms[position as usize].clone(), id);
        let form = Rc::new(form);
        self.reduced.insert(position, (Rc::clone(&form), id));
        (form, id)
    }

    /// A form without the variables that are ruled out, and its number.
    pub(super) fn reduced(&mut self, mut form: Form, id: Id) -> (Form, Id) {
        let (mut units, mut zero) = (vec![(id, 1)], Vec::new());
        form.terms.retain(|&(variable, coefficient)| match self.ruled_out.get(&variable) {
            None => true,
            Some(&id) if coefficient > 0 => {
                units.push((id, coefficient));
                false
            }
            Some(_) => {
                zero.push((variable, -coefficient));
                false
            }
        });
        let id = match units.len() + zero.len() {
            1 => units[0].0,
            _ => self.proof.sum(&units, &zero, 1),
        };
        (form, id)
    }

    /// The steps that say that one place of a group is true, and at most one.
    pub(super) fn exactly_one(&self, group: u32) -> impl Iterator<Item = Id> {
        let conditions = &self.groups[group as usize].conditions;
        let groups = [group].into_iter().chain(conditions.iter().copied());
        groups.flat_map(|group| [self.groups[group as usize].some, self.groups[group as usize].one])
    }

    /// True if a place of a group is not ruled out.
    pub(super) fn is_alive(&self, group: u32, place: usize) -> bool {
        self.groups[group as usize].places[place]
    }

    /// The values of a variable for which a literal is true, if it speaks of a variable.
    pub(super) fn places_of(&self, literal: Literal) -> Option<(u32, Vec<bool>)> {
        let (group, mut has) = match (self.places.get(literal.variable as usize), self.known(literal.variable)) {
            (Some(&(group, place)), _) => {
                let len = self.groups[group as usize].places.len() as u32;
                (group, (0..len).map(|other| other == place).collect::<Vec<bool>>())
            }
            (None, Some(Known::Members(members))) => (members.group, members.has.to_vec()),
            _ => return None,
        };
        let is_values = (group as usize) < self.statement.model.variables().len();
        if !literal.positive {
            has.iter_mut().for_each(|has| *has = !*has);
        }
        is_values.then_some((group, has))
    }

    /// Says of which clause no justification was found.
    pub(super) fn unjustified(&self, clause: &[Literal]) -> String {
        let untried = match self.untried {
            0 => String::new(),
            untried => format!("; the limit of forms that are tried left out {untried}"),
        };
        let clause: Vec<String> = clause.iter().map(|&literal| self.describe(literal)).collect();
        format!("found no justification of '{}'{untried}", cut(&clause.join("' or '"), CLAUSE))
    }

    /// The meaning of a literal, for people.
    pub(super) fn describe(&self, literal: Literal) -> String {
        let name = |&(variable, coefficient): &(u32, i128)| match variable < self.statement.variables() {
            true => format!("{coefficient:+} {}", self.statement.name(variable)),
            false => format!("{coefficient:+} ?"),
        };
        let positive = match self.known(literal.variable) {
            _ if literal.variable < self.statement.variables() => self.statement.name(literal.variable).to_owned(),
            Some(Known::Threshold(Threshold { terms, at_least, .. })) => {
                let terms: Vec<String> = terms.iter().map(name).collect();
                format!("{} >= {at_least}", terms.join(" "))
            }
            Some(Known::Members(Members { group, has, .. })) => {
                let first = self.statement.groups[*group as usize].first;
                let names = (first..).zip(&**has).filter(|(_, has)| **has);
                names.map(|(variable, _)| self.statement.name(variable)).collect::<Vec<_>>().join(" or ")
            }
            Some(Known::All { of, .. }) => {
                let parts: Vec<String> = of.iter().map(|&part| self.describe(part)).collect();
                parts.join(" and ")
            }
            None => "an auxiliary without a meaning".to_owned(),
        };
        if literal.positive { positive } else { format!("not {positive}") }
    }

    /// The next variable that the proof adds.
    pub(super) fn next(&mut self) -> u32 {
        self.known.push(None);
        self.statement.variables() + self.known.len() as u32 - 1
    }

    pub(super) fn known(&self, variable: u32) -> Option<&Known> {
        let number = variable.checked_sub(self.statement.variables())?;
        self.known.get(number as usize)?.as_ref()
    }

    pub(super) fn know(&mut self, variable: u32, known: Known) {
        let number = variable - self.statement.variables();
        self.known[number as usize] = Some(known);
    }

    /// The proof's literal for a literal of the formula.
    pub(super) fn literal(&self, lit: Lit) -> Literal {
        let literal = self.literals[lit.var() as usize - 1];
        if lit.is_positive() { literal } else { !literal }
    }

    /// Gives the next variable of the formula a literal.
    pub(super) fn push(&mut self, literal: Literal) -> Lit {
        self.literals.push(literal);
        Lit::from_dimacs(i32::try_from(self.literals.len()).expect("fewer than 2^31 variables"))
    }

    /// Proves the formula's clause for an excluded solution from the constraint that excludes it.
    pub(super) fn excluded(&mut self, clause: &[Lit], form: &Form, by: Id) -> Id {
        let clause: Vec<Literal> = clause.iter().map(|&lit| self.literal(lit)).collect();
        let mut hints = vec![by];
        for literal in &clause {
            if let Some(Known::Members(members)) = self.known(literal.variable) {
                hints.extend(members.ids);
            }
        }
        for &(variable, _) in &form.terms {
            hints.extend(self.exactly_one(self.places[variable as usize].0));
        }
        self.proof.rup(&clause, &hints)
    }
}
