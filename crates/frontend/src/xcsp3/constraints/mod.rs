//! The constraints: blocks, groups, slides, and the table of those that are taken.

mod comparison;
mod connection;
mod counting;
mod generic;
mod graph;
mod language;
mod logic;
mod order;
mod packing;
mod scheduling;
mod table;

pub(super) use language::Graph;

use cnfab_base::display::quoted;

use super::Unread;
use super::affine::Affine;
use super::build::Build;
use super::condition::{Condition, Operator};
use super::xml::{Arguments, Element, Word, items, malformed};

/// The most blocks within each other.
const MOST_NESTED: usize = 100;

/// States a constraint of an element.
type StateConstraint = for<'a, 'b, 'x> fn(&'b mut Build<'x>, Element<'a, 'x>) -> Result<(), Unread>;

/// The constraints that are taken: the names of their elements, and the attributes that these may have.
const CONSTRAINTS: &[(&str, &[&str], StateConstraint)] = &[
    ("allDifferent", &[], |build, element| build.all_different(element)),
    ("allEqual", &[], |build, element| build.all_equal(element)),
    ("binPacking", &[], |build, element| build.bin_packing(element)),
    ("cardinality", &["closed"], |build, element| build.cardinality(element)),
    ("channel", &[], |build, element| build.channel(element)),
    ("circuit", &[], |build, element| build.circuit(element)),
    ("clause", &[], |build, element| build.clause_of(element)),
    ("count", &[], |build, element| build.count_values(element)),
    ("cumulative", &[], |build, element| build.cumulative(element)),
    ("element", &[], |build, element| build.element(element)),
    ("extension", &["type"], |build, element| build.extension(element)),
    ("flow", &[], |build, element| build.flow(element)),
    ("instantiation", &[], |build, element| build.instantiation(element)),
    ("intension", &[], |build, element| build.intension(element)),
    ("knapsack", &[], |build, element| build.knapsack(element)),
    ("lex", &[], |build, element| build.lex(element)),
    ("maximum", &[], |build, element| build.extreme(element, true)),
    ("maximumArg", &["rank"], |build, element| build.extreme_place(element, true)),
    ("mdd", &[], |build, element| build.mdd(element)),
    ("minimum", &[], |build, element| build.extreme(element, false)),
    ("minimumArg", &["rank"], |build, element| build.extreme_place(element, false)),
    ("nValues", &[], |build, element| build.distinct_values(element)),
    ("noOverlap", &["zeroIgnored"], |build, element| build.no_overlap(element)),
    ("ordered", &[], |build, element| build.ordered(element)),
    ("precedence", &[], |build, element| build.precedence(element)),
    ("regular", &[], |build, element| build.regular(element)),
    ("sum", &[], |build, element| build.sum(element)),
];

/// The names of the constraints that are taken, with those that are made of others.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let logic = logic::NAMES.into_iter().map(|(name, ..)| name);
    CONSTRAINTS.iter().map(|constraint| constraint.0).chain(logic).chain(["block", "group", "slide"])
}

/// The name that an element has for its author: its identifier, or its first class.
fn own_label<'x>(element: Element<'_, 'x>) -> Option<&'x str> {
    let id = element.attribute("id").map(|id| id.text.trim()).filter(|id| !id.is_empty());
    id.or_else(|| element.attribute("class").and_then(|class| class.text.split_whitespace().next()))
}

impl<'x> Build<'x> {
    /// Reads the element `<constraints>`.
    pub(super) fn constrain(&mut self, constraints: Element<'_, 'x>) -> Result<(), Unread> {
        constraints.allow(&[])?;
        self.block(constraints, None, 0)
    }

    fn block(&mut self, block: Element<'_, 'x>, label: Option<&'x str>, depth: usize) -> Result<(), Unread> {
        if depth > MOST_NESTED {
            return Err(block.wrong("<block>", &format!("at most {MOST_NESTED} blocks within each other")));
        }
        for child in block.children()? {
            match child.name() {
                "block" => {
                    child.allow(&[])?;
                    self.block(child, own_label(child).or(label), depth + 1)?;
                }
                _ => self.member(child, label)?,
            }
        }
        Ok(())
    }

    /// A constraint or a group of them.
    fn member(&mut self, element: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        let label = own_label(element).or(label);
        if element.name() == "group" { self.group(element, label) } else { self.constraint(element, label) }
    }

    /// A template with the arguments of several constraints.
    fn group(&mut self, group: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        group.allow(&[])?;
        let children = group.children()?;
        let Some((&template, rest)) = children.split_first() else {
            return Err(group.wrong("<group> without a constraint", "a constraint and its <args>"));
        };
        let label = own_label(template).or(label);
        let named = template.parameters();
        for element in rest {
            let arguments = element;
            if arguments.name() != "args" {
                return Err(arguments.wrong(arguments.tag(), "<args>"));
            }
            let each = self.arguments(*arguments)?;
            let arguments = Arguments::new(each, named);
            self.constraint_at(template.with(&arguments), label, element.at())?;
        }
        Ok(())
    }

    /// The arguments that an element lists; those of a part of an array are its variables.
    fn arguments(&mut self, element: Element<'_, 'x>) -> Result<Vec<Vec<Word<'x>>>, Unread> {
        let words = element.words()?;
        let mut each = Vec::new();
        for item in items(&words) {
            match item[..] {
                [word] => match self.part(word)? {
                    Some(vars) => {
                        self.mention(vars.len())?;
                        each.extend(vars.into_iter().map(|var| vec![Word { var: Some(var), ..word }]));
                    }
                    None => each.push(item),
                },
                _ => each.push(item),
            }
        }
        Ok(each)
    }

    /// States one constraint, and refuses nothing in a trial.
    fn constraint(&mut self, element: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        self.constraint_at(element, label, element.at())
    }

    /// The same, with the place that names it.
    fn constraint_at(&mut self, element: Element<'_, 'x>, label: Option<&'x str>, at: usize) -> Result<(), Unread> {
        let nested = self.nested;
        let is_group = self.model.has_groups() && !self.is_in_group && element.name() != "slide";
        if is_group {
            self.open_group(element, label.unwrap_or(element.name()), at);
        }
        let stated = self.state(element, label);
        if is_group {
            self.is_in_group = false;
            self.model.close_group();
        }
        if self.is_trial && nested == 0 {
            (self.collected, self.nested) = (None, 0);
            self.defined.clear();
            return Ok(());
        }
        stated
    }

    /// Opens the group of a constraint that can be left out.
    fn open_group(&mut self, element: Element<'_, 'x>, label: &str, at: usize) {
        self.is_in_group = true;
        self.forget();
        let end = self.text[at..].find('\n').map_or(self.text.len(), |length| at + length);
        let own = element.attribute("id").filter(|id| at == element.at() && id.text.trim() == label);
        self.model.open_group(|| self.lines.names(at..end, label, own.map(|_| label.to_owned())));
    }

    fn state(&mut self, element: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        let name = element.name();
        if name == "slide" {
            return self.slide(element, label);
        }
        if element.is_reified() {
            return self.reified(element, label);
        }
        if logic::NAMES.iter().any(|known| known.0 == name) {
            label.unwrap_or(name).clone_into(&mut self.label);
            self.at = element.at();
            return self.logic(element, label);
        }
        let Some((_, attributes, state)) = CONSTRAINTS.iter().find(|constraint| constraint.0 == name) else {
            let expected = format!("a constraint that is taken: {}", names().collect::<Vec<&str>>().join(", "));
            return Err(element.refused(element.tag(), &expected));
        };
        label.unwrap_or(name).clone_into(&mut self.label);
        self.at = element.at();
        element.allow(attributes)?;
        state(self, element)?;
        let defined = std::mem::take(&mut self.defined);
        defined.into_iter().try_for_each(|truth| self.clause(&[], &[truth]))
    }

    /// A template over each part of a list.
    fn slide(&mut self, slide: Element<'_, 'x>, label: Option<&'x str>) -> Result<(), Unread> {
        slide.allow(&["circular"])?;
        let is_circular = slide.truth_of("circular", false)?;
        let children = slide.children()?;
        let Some((&template, lists)) = children.split_last().filter(|(_, lists)| !lists.is_empty()) else {
            return Err(slide.wrong("<slide> without a list or a constraint", "<list> and a constraint"));
        };
        let label = own_label(template).or(label);
        let named = template.parameters();
        let mut parts = Vec::new();
        for &list in lists {
            if list.name() != "list" {
                return Err(list.wrong(list.tag(), "<list>"));
            }
            list.allow(&["offset", "collect"])?;
            let collect = if lists.len() == 1 { named } else { 1 };
            let collect = list.number_of("collect", i32::try_from(collect).unwrap_or(i32::MAX))?;
            let offset = list.number_of("offset", 1)?;
            let (Ok(offset @ 1..), Ok(collect @ 1..)) = (usize::try_from(offset), usize::try_from(collect)) else {
                return Err(list.wrong("<list> that collects nothing", "positive numbers as offset and collect"));
            };
            parts.push((self.arguments(list)?, offset, collect));
        }
        for number in 0usize.. {
            let mut each = Vec::new();
            for (words, offset, collect) in &parts {
                let first = number.saturating_mul(*offset);
                let fits = first.saturating_add(*collect) <= words.len();
                if first >= words.len() || *collect > words.len() || !fits && !is_circular {
                    return Ok(());
                }
                self.mention(*collect)?;
                each.extend((first..first + collect).map(|place| words[place % words.len()].clone()));
            }
            let arguments = Arguments::new(each, named);
            self.constraint(template.with(&arguments), label)?;
        }
        Ok(())
    }

    /// The children of a constraint by name, of which these must and those may be there, each once.
    fn parts<'a, const N: usize>(
        &self,
        element: Element<'a, 'x>,
        names: [&str; N],
    ) -> Result<[Option<Element<'a, 'x>>; N], Unread> {
        let mut parts = [None; N];
        for child in element.children()? {
            let Some(place) = names.iter().position(|&name| name == child.name()) else {
                let expected = format!("in {} one of: {}", element.tag(), names.join(", "));
                return Err(child.refused(child.tag(), &expected));
            };
            if parts[place].replace(child).is_some() {
                return Err(child.wrong(format!("{} a second time", child.tag()), "one of each"));
            }
        }
        Ok(parts)
    }

    /// A part that has to be there.
    fn needed<'a>(
        &self,
        element: Element<'a, 'x>,
        part: Option<Element<'a, 'x>>,
        name: &str,
    ) -> Result<Element<'a, 'x>, Unread> {
        let found = || element.wrong(format!("{} without <{name}>", element.tag()), &format!("<{name}>"));
        part.ok_or_else(found)
    }

    /// The values of a list.
    fn list(&mut self, element: Element<'_, 'x>) -> Result<Vec<Affine>, Unread> {
        element.allow(&["startIndex"])?;
        let expressions = self.expressions(element)?;
        self.values(&expressions)
    }

    /// The one value of an element.
    fn only(&mut self, element: Element<'_, 'x>) -> Result<Affine, Unread> {
        element.allow(&["rank"])?;
        let mut expressions = self.expressions(element)?;
        let (Some(expression), true) = (expressions.pop(), expressions.is_empty()) else {
            return Err(element.wrong(format!("{} with several values or none", element.tag()), "one value"));
        };
        self.value(&expression)
    }

    /// The values of an element, as many as expected.
    fn list_of(&mut self, element: Element<'_, 'x>, length: usize) -> Result<Vec<Affine>, Unread> {
        let values = self.list(element)?;
        self.same_length(element, values.len(), length)?;
        Ok(values)
    }

    fn same_length(&self, element: Element<'_, 'x>, found: usize, expected: usize) -> Result<(), Unread> {
        if found == expected {
            return Ok(());
        }
        Err(element.wrong(format!("{} of length {found}", element.tag()), &format!("length {expected}")))
    }

    /// The values of the list that the element is, or has as its child.
    fn bare_list(&mut self, element: Element<'_, 'x>) -> Result<Vec<Affine>, Unread> {
        if !element.has_children() {
            let expressions = self.expressions(element)?;
            return self.values(&expressions);
        }
        let [list] = self.parts(element, ["list"])?;
        let list = self.needed(element, list, "list")?;
        self.list(list)
    }

    /// The operator of an element.
    fn operator(&self, element: Element<'_, 'x>) -> Result<Operator, Unread> {
        element.allow(&[])?;
        let words = element.words()?;
        let expected = "an operator: lt, le, ge, gt";
        let [word] = words[..] else { return Err(element.wrong("<operator>", expected)) };
        let operator = Operator::named(word.text).filter(|operator| !matches!(operator, Operator::Eq | Operator::Ne));
        operator.ok_or_else(|| malformed(self.text, word.at, quoted(word.text), expected))
    }

    /// The condition of an element, or equality with its value.
    fn condition_or_value(
        &mut self,
        element: Element<'_, 'x>,
        condition: Option<Element<'_, 'x>>,
        value: Option<Element<'_, 'x>>,
    ) -> Result<Condition, Unread> {
        match (condition, value) {
            (Some(condition), None) => self.condition(condition),
            (None, Some(value)) => Ok(Condition::Compares(Operator::Eq, self.only(value)?)),
            _ => Err(element.wrong(element.tag(), "either <condition> or <value>")),
        }
    }
}
