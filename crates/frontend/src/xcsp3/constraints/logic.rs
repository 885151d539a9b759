//! Constraints of constraints: and, or, not, xor, iff, ifThen, ifThenElse, and constraints with a truth value.
//!
//! What a part requires is collected instead of posted. Then it is posted under a condition, or a truth value says
//! whether all of it holds.

use crate::xcsp3::Unread;
use crate::xcsp3::build::{Build, Requirement};
use crate::xcsp3::truth::Truth;
use crate::xcsp3::xml::{Element, REIFICATIONS, malformed};
use cnfab_model::{Clause, Constraint};

use super::MOST_NESTED;

/// The names of constraints of constraints, with the fewest and the most parts.
pub(super) const NAMES: [(&str, usize, usize); 7] = [
    ("and", 1, usize::MAX),
    ("ifThen", 2, 2),
    ("ifThenElse", 3, 3),
    ("iff", 2, usize::MAX),
    ("not", 1, 1),
    ("or", 1, usize::MAX),
    ("xor", 1, usize::MAX),
];

impl<'x> Build<'x> {
    /// States a constraint of constraints.
    pub(super) fn logic(&mut self, element: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        element.allow(&[])?;
        let name = element.name();
        let parts = element.children()?;
        let (_, least, most) = NAMES.into_iter().find(|known| known.0 == name).expect("one of the names");
        if !(least..=most).contains(&parts.len()) {
            let expected = if least == most { format!("{least}") } else { format!("at least {least}") };
            return Err(element.wrong(format!("{} with {} constraints", element.tag(), parts.len()), &expected));
        }
        if self.nested == MOST_NESTED {
            return Err(element.wrong(element.tag(), &format!("at most {MOST_NESTED} constraints within each other")));
        }
        self.nested += 1;
        let stated = match (name, &parts[..]) {
            ("and", parts) => parts.iter().try_for_each(|&part| self.member(part, label)),
            ("ifThen", &[premise, conclusion]) => self.choice_of(premise, conclusion, None, label),
            ("ifThenElse", &[premise, one, other]) => self.choice_of(premise, one, Some(other), label),
            ("not", &[part]) => self.opposite_of(part, label),
            (_, parts) => self.combined(name, parts, label),
        };
        self.nested -= 1;
        stated
    }

    /// Some of the parts hold, an odd number of them, or all and else none.
    fn combined(&mut self, name: &str, parts: &[Element<'_, 'x>], label: Option<&'x str>) -> Result<(), Unread> {
        let truths: Vec<Truth> =
            parts.iter().map(|&part| self.truth_of_part(part, label)).collect::<Result<_, Unread>>()?;
        match name {
            "or" => self.clause(&[], &truths),
            "xor" => self.require_odd(&truths, true),
            _ => truths.windows(2).try_for_each(|pair| self.require_odd(pair, false)),
        }
    }

    /// Where the premise holds, so does one part, and elsewhere the other one, if there is one.
    fn choice_of(
        &mut self,
        premise: Element<'_, 'x>,
        one: Element<'_, 'x>,
        other: Option<Element<'_, 'x>>,
        label: Option<&'x str>,
    ) -> Result<(), Unread> {
        let premise = self.truth_of_part(premise, label)?;
        for (truth, part) in std::iter::once((premise, one)).chain(other.map(|other| (!premise, other))) {
            let required = self.required(part, label)?;
            self.demand_when(truth, required)?;
        }
        Ok(())
    }

    fn opposite_of(&mut self, part: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        let mut required = self.required(part, label)?;
        if let [Requirement { when, .. }] = &required[..]
            && when.is_empty()
        {
            required[0].is_positive ^= true;
            return self.demand(required.remove(0));
        }
        let truth = self.truth_of_all(required)?;
        self.clause(&[], &[!truth])
    }

    /// States a constraint with the truth values of its attributes: it holds exactly if one is 1 (`reifiedBy`), if it
    /// is (`hreifiedFrom`), or only if it is (`hreifiedTo`).
    pub(super) fn reified(&mut self, element: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        let mut truths = Vec::new();
        for name in REIFICATIONS {
            let Some(word) = element.attribute(name) else { continue };
            let word = word.trimmed();
            let var = self.variable(word, "a variable of 0 and 1")?;
            let domain = self.model.domain(var);
            let (low, high) = (domain.min().unwrap_or_default(), domain.max().unwrap_or_default());
            if low < 0 || high > 1 {
                let found = format!("a variable from {low} to {high}");
                return Err(malformed(self.text, word.at, found, "a variable of 0 and 1"));
            }
            truths.push((name, if low < high { Truth::Lit(var.is(1)) } else { Truth::Const(low == 1) }));
        }
        let required = self.required(element.without_reifications(), label)?;
        if let [("hreifiedFrom", truth)] = truths[..] {
            return self.demand_when(truth, required);
        }
        let holds = self.truth_of_all(required)?;
        for (name, truth) in truths {
            match name {
                "reifiedBy" => self.require_odd(&[holds, truth], false)?,
                "hreifiedFrom" => self.clause(&[], &[!truth, holds])?,
                _ => self.clause(&[], &[!holds, truth])?,
            }
        }
        Ok(())
    }

    /// The requirements of a constraint, which are not posted.
    fn required(&mut self, element: Element<'_, 'x>, label: Option<&'x str>) -> Result<Vec<Requirement>, Unread> {
        let outer = self.collected.replace(Vec::new());
        let stated = self.member(element, label);
        let own = std::mem::replace(&mut self.collected, outer);
        stated?;
        Ok(own.unwrap_or_default())
    }

    /// Requires all of it where something is true.
    fn demand_when(&mut self, truth: Truth, required: Vec<Requirement>) -> Result<(), Unread> {
        let condition = match truth {
            Truth::Const(false) => return Ok(()),
            Truth::Const(true) => None,
            Truth::Lit(atom) => Some(atom),
        };
        for mut one in required {
            match one {
                Requirement { when, constraint: Constraint::Clause(Clause(atoms)), is_positive: true } => {
                    let atoms: Vec<Truth> = atoms.into_iter().map(Truth::Lit).collect();
                    self.clause(&when.into_iter().chain(condition).collect::<Vec<_>>(), &atoms)?;
                }
                _ => {
                    one.when.extend(condition);
                    self.demand(one)?;
                }
            }
        }
        Ok(())
    }

    fn truth_of_part(&mut self, part: Element<'_, 'x>, label: Option<&'x str>) -> Result<Truth, Unread> {
        let required = self.required(part, label)?;
        self.truth_of_all(required)
    }

    /// The truth that all of it holds.
    fn truth_of_all(&mut self, required: Vec<Requirement>) -> Result<Truth, Unread> {
        let mut truths = Vec::with_capacity(required.len());
        for Requirement { when, constraint, is_positive } in required {
            let mut some: Vec<Truth> = when.into_iter().map(|atom| Truth::Lit(!atom)).collect();
            match constraint {
                Constraint::Clause(Clause(atoms)) if is_positive => some.extend(atoms.into_iter().map(Truth::Lit)),
                constraint => {
                    let holds = Truth::Lit(self.holds(constraint)?);
                    some.push(if is_positive { holds } else { !holds });
                }
            }
            truths.push(self.any(&some)?);
        }
        self.all(&truths)
    }
}
