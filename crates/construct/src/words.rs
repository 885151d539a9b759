//! Facts and rules in the words of the puzzle.

use itertools::Itertools;

use cnfab_model::{Atom, AtomRelation, Model, Var};
use cnfab_puzzle::Puzzle;

use super::explain::Shape;

/// The most variables that name a rule.
const MOST_NAMED: usize = 4;

/// The most rules of one label that are named by their numbers although they have few variables.
const MOST_NUMBERED: usize = 4;

/// The most places, or ranges of values, that are listed.
const MOST_LISTED: usize = 12;

/// The number of a rule, from 1, among those of its label.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleNumber {
    /// The number of its constraint, or of its last constraint, in the order in which the puzzle posts them.
    pub(super) posted: usize,
    /// The number of the rule. It is smaller where several constraints make one rule.
    pub(super) number: usize,
}

/// Says what facts and variables are called.
pub(super) struct Words<'p> {
    pub(super) puzzle: &'p dyn Puzzle,
    pub(super) view: &'p str,
    pub(super) model: &'p Model,
    /// For each variable its number among the shown ones.
    shown: Vec<Option<usize>>,
    /// True if the values of a variable are about one place, and not about places of one value.
    are_places: bool,
}

impl<'p> Words<'p> {
    /// The words for the model of a view.
    pub(super) fn new(puzzle: &'p dyn Puzzle, view: &'p str, model: &'p Model) -> Self {
        let mut shown = vec![None; model.variables().len()];
        model.shown().iter().enumerate().for_each(|(number, var)| shown[var.index()] = Some(number));
        let mut words = Words { puzzle, view, model, shown, are_places: true };
        let open = model.shown().into_iter().find(|&var| model.domain(var).len() > 1);
        words.are_places = open.is_none_or(|var| {
            let values = model.domain(var).values().take(2);
            words.position(&values.map(|value| var.is(value)).collect::<Vec<Atom>>()).is_some()
        });
        words
    }

    /// True if variables are about places, and their values are those of an output.
    pub(super) fn are_places(&self) -> bool {
        self.are_places
    }

    /// The positions of an output that take a value if the variable has this one, and that value. `None` for a variable
    /// that is no part of a solution.
    pub(super) fn entry(&self, var: Var, value: i32) -> Option<(Vec<usize>, i32)> {
        Some(self.puzzle.entry(self.view, self.shown[var.index()]?, value))
    }

    /// States facts, those about one place together. Where a variable has no more values `left` than it loses, these
    /// are stated, and only their number if there are many on both sides.
    pub(super) fn facts(&self, atoms: &[Atom], left: impl Fn(Var) -> Vec<Atom>) -> String {
        let same = |a: &Atom, b: &Atom| {
            let negative = a.relation == AtomRelation::Ne && b.relation == AtomRelation::Ne;
            negative && (a.var == b.var || self.position(&[*a, *b]).is_some())
        };
        let state = |atoms: &[Atom]| {
            let var = atoms[0].var;
            let is_one = atoms.len() > 1 && atoms.iter().all(|atom| atom.var == var);
            let left = if is_one { left(var) } else { Vec::new() };
            let are_fewer = !left.is_empty() && left.len() <= atoms.len();
            let stated = if are_fewer { &left[..] } else { atoms };
            let is_placed = is_one && self.position(atoms).is_none();
            match self.value(atoms).filter(|_| is_placed) {
                Some(value) if stated.len() > MOST_LISTED || self.is_wide(stated) => {
                    let places = if left.len() == 1 { "place" } else { "places" };
                    format!("{} is in one of {} {places}", self.puzzle.value(value), left.len())
                }
                // One value, and its places.
                Some(value) => {
                    let (not, between) = if are_fewer { ("", " or ") } else { ("not ", "; ") };
                    let places = stated.iter().map(|&atom| self.place_of(atom)).join(between);
                    format!("{} is {not}in {places}", self.puzzle.value(value))
                }
                None if is_one && self.ranges(stated) > MOST_LISTED => {
                    let ends = [left.first(), left.last()].into_iter().flatten();
                    let (place, ends) = (self.place_of(atoms[0]), ends.map(|&end| self.value_of(end)).join(" to "));
                    format!("{place} is one of {} values from {ends}", left.len())
                }
                None => self.statement(stated),
            }
        };
        atoms.chunk_by(same).map(state).join("; ")
    }

    /// True if facts are about several places each, too many to be listed.
    fn is_wide(&self, atoms: &[Atom]) -> bool {
        let is_wide = |atom: &Atom| self.entry(atom.var, atom.value).is_some_and(|(places, _)| places.len() > 1);
        atoms.len() > 1 && atoms.iter().any(is_wide)
    }

    /// How many ranges the values of facts about one variable make.
    fn ranges(&self, atoms: &[Atom]) -> usize {
        1 + atoms.windows(2).filter(|pair| pair[1].value != pair[0].value + 1).count()
    }

    /// States one fact.
    pub(super) fn fact(&self, atom: Atom) -> String {
        self.statement(&[atom])
    }

    /// States facts about one place, or one fact.
    fn statement(&self, atoms: &[Atom]) -> String {
        let first = atoms[0];
        let is = first.relation == AtomRelation::Eq;
        let entries: Option<Vec<(Vec<usize>, i32)>> =
            atoms.iter().map(|atom| self.entry(atom.var, atom.value)).collect();
        match entries.as_deref() {
            Some([(positions, value), others @ ..]) if positions.len() == 1 => {
                let values: Vec<i32> = [*value].into_iter().chain(others.iter().map(|&(_, value)| value)).collect();
                self.puzzle.statement(positions[0], &values, is)
            }
            Some([(positions, value), ..]) => {
                let places = positions.iter().map(|&position| self.puzzle.place(position)).join("; ");
                let not = if is { "" } else { "not all " };
                format!("{places} are {not}{}", self.puzzle.value(*value))
            }
            _ => {
                let values = atoms.iter().map(|atom| atom.value).join(if is { " or " } else { ", " });
                format!("{} is {}{values}", self.model.name(first.var), if is { "" } else { "not " })
            }
        }
    }

    /// The value of a fact in words.
    pub(super) fn value_of(&self, atom: Atom) -> String {
        match self.entry(atom.var, atom.value) {
            Some((_, value)) => self.puzzle.value(value),
            None => atom.value.to_string(),
        }
    }

    /// The place of a fact in words.
    pub(super) fn place_of(&self, atom: Atom) -> String {
        match self.entry(atom.var, atom.value) {
            Some((positions, _)) => positions.iter().map(|&position| self.puzzle.place(position)).join("; "),
            None => self.model.name(atom.var).to_owned(),
        }
    }

    /// The only position that these facts are about.
    pub(super) fn position(&self, atoms: &[Atom]) -> Option<usize> {
        let mut positions = atoms.iter().map(|atom| match &self.entry(atom.var, atom.value)?.0[..] {
            &[position] => Some(position),
            _ => None,
        });
        let first = positions.next()??;
        positions.all(|position| position == Some(first)).then_some(first)
    }

    /// The only value that these facts are about.
    pub(super) fn value(&self, atoms: &[Atom]) -> Option<i32> {
        let mut values = atoms.iter().map(|atom| Some(self.entry(atom.var, atom.value)?.1));
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// The name and the shape of the rule that one of these facts holds.
    pub(super) fn some_of(&self, atoms: &[Atom], unit: Option<(usize, &str)>, otherwise: &str) -> (String, Shape) {
        let number = unit.map(|(number, _)| number);
        if let Some(position) = self.position(atoms) {
            return (format!("some value for {}", self.puzzle.place(position)), Shape::Value);
        }
        if let Some(value) = self.value(atoms) {
            let unit = unit.map(|(_, name)| name).filter(|name| !name.is_empty());
            let within = unit.map_or(String::new(), |name| format!(" in {name}"));
            return (format!("some place for {}{within}", self.puzzle.value(value)), Shape::Place(number));
        }
        (format!("some value for {otherwise}"), Shape::Value)
    }

    /// The subject of a variable: a place, or a value that is placed.
    pub(super) fn variable(&self, var: Var) -> Option<String> {
        let (positions, value) = self.entry(var, self.model.domain(var).min()?)?;
        match self.are_places {
            true => Some(self.puzzle.place(*positions.first()?)),
            false => Some(self.puzzle.value(value)),
        }
    }

    /// The name of a rule by the label of its constraint.
    pub(super) fn unit(&self, label: &str, RuleNumber { posted, number }: RuleNumber) -> String {
        self.puzzle.rule(label, posted).unwrap_or_else(|| format!("{label} {number}"))
    }

    /// The name of a rule by the label of its constraint and its variables.
    pub(super) fn rule(&self, label: &str, RuleNumber { posted, number }: RuleNumber, vars: &[Var]) -> String {
        if let Some(name) = self.puzzle.rule(label, posted) {
            return name;
        }
        let alike = || self.model.constraints().iter().filter(|other| &*other.label == label).count();
        match self.few(vars).filter(|_| alike() > MOST_NUMBERED) {
            Some(few) => format!("{label}: {few}"),
            None => format!("{label} {number}"),
        }
    }

    /// The variables of a rule that is about few.
    fn few(&self, vars: &[Var]) -> Option<String> {
        if vars.len() > MOST_NAMED {
            return None;
        }
        Some(vars.iter().map(|&var| self.variable(var)).collect::<Option<Vec<String>>>()?.join(" and "))
    }
}
