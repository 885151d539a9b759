//! Variables and arrays of variables, their domains, and the names of parts of arrays, `x[1..3][]`.

use std::collections::HashMap;

use crate::MOST_VARIABLES;
use crate::ranges::Ranges;
use cnfab_base::display::quoted;
use cnfab_model::{Domain, Var};

use super::Unread;
use super::bounds::lacks;
use super::build::Build;
use super::expression::{Expression, Tree};
use super::xml::{Element, Word, items, malformed, unsupported};

/// The variables of a file by name.
#[derive(Default)]
pub(super) struct Variables<'x> {
    named: HashMap<&'x str, Var>,
    arrays: HashMap<&'x str, Array>,
    /// The elements that have an identifier, for those that take a domain from another one.
    elements: HashMap<&'x str, Element<'x, 'x>>,
    /// The lists that solutions print: variables, whole arrays, and cells of arrays that are not defined everywhere.
    pub(super) printed: Vec<String>,
}

/// An array.
#[derive(Debug)]
struct Array {
    /// The index of the first cell in each dimension.
    first: i32,
    sizes: Vec<usize>,
    /// The cells in order, the last index running fastest.
    cells: Vec<Option<Var>>,
}

/// The indices in one dimension that a name picks, from 0, and whether it picks only one.
type Picked = (std::ops::Range<usize>, bool);

impl<'x> Build<'x> {
    /// Reads the element `<variables>`.
    pub(super) fn declare_all(&mut self, variables: Element<'x, 'x>) -> Result<(), Unread> {
        variables.allow(&[])?;
        let declared = variables.children()?;
        for element in
            declared.iter().copied().chain(declared.iter().filter_map(|array| array.children().ok()).flatten())
        {
            if let Some(id) = element.attribute("id") {
                self.variables.elements.entry(id.text).or_insert(element);
            }
        }
        for element in declared {
            self.at = element.at();
            match element.name() {
                "var" => self.declare_var(element)?,
                "array" => self.declare_array(element)?,
                _ => return Err(element.wrong(element.tag(), "<var> or <array>")),
            }
        }
        Ok(())
    }

    /// The identifier of a variable or an array, which is new.
    fn new_name(&self, element: Element<'x, 'x>) -> Result<&'x str, Unread> {
        let Some(id) = element.attribute("id") else {
            return Err(element.wrong(format!("{} without a name", element.tag()), "the attribute id"));
        };
        let is_name = id.text.starts_with(|c: char| c.is_ascii_alphabetic())
            && id.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            let expected = "a name of letters, digits and '_' that begins with a letter";
            return Err(malformed(self.text, id.at, quoted(id.text), expected));
        }
        if self.variables.named.contains_key(id.text) || self.variables.arrays.contains_key(id.text) {
            let found = format!("{} a second time", quoted(id.text));
            return Err(malformed(self.text, id.at, found, "a new name"));
        }
        if let Some(kind) = element.attribute("type").filter(|kind| kind.text != "integer") {
            let found = format!("variables of the type {}", quoted(kind.text));
            return Err(unsupported(self.text, kind.at, found, "integer variables"));
        }
        Ok(id.text)
    }

    /// The element that an element takes its domain from, itself if it names no other.
    fn source(&self, element: Element<'x, 'x>) -> Result<Element<'x, 'x>, Unread> {
        let Some(other) = element.attribute("as") else { return Ok(element) };
        let found = self.variables.elements.get(other.text).copied().filter(|found| found.attribute("as").is_none());
        let expected = "the name of a variable, an array or a domain with values of its own";
        found.ok_or_else(|| malformed(self.text, other.at, quoted(other.text), expected))
    }

    /// The values that the text of an element lists. Where there is no bound, they go up to those of 32 bits.
    fn domain(&mut self, element: Element<'x, 'x>) -> Result<Domain, Unread> {
        let source = self.source(element)?;
        let words = source.words()?;
        if words.is_empty() {
            return Err(element.wrong(format!("{} without values", element.tag()), "a domain, such as 0..9"));
        }
        let is_open = |word: &&Word<'x>| word.text.contains("infinity");
        self.open = self.open.or(words.iter().find(is_open).copied());
        let values = words.iter().map(|word| self.interval(word, Some((i32::MIN.into(), i32::MAX.into()))));
        self.domain_of(&Ranges::joined(values.collect::<Result<_, Unread>>()?), words[0])
    }

    /// The values of a variable.
    fn domain_of(&self, ranges: &Ranges, word: Word<'x>) -> Result<Domain, Unread> {
        let small = |&(low, high): &(i64, i64)| Some(i32::try_from(low).ok()?..=i32::try_from(high).ok()?);
        let ranges: Option<Vec<_>> = ranges.ranges().iter().map(small).collect();
        let wide = || unsupported(self.text, word.at, "values of more than 32 bits", "values of at most 32 bits");
        let domain: Domain = ranges.ok_or_else(wide)?.into_iter().collect();
        if domain.is_empty() {
            Err(malformed(self.text, word.at, "an empty domain", "some values"))
        } else {
            Ok(domain)
        }
    }

    /// Reads numbers and intervals such as `1..5`.
    pub(super) fn ranges(&self, words: &[Word<'x>]) -> Result<Ranges, Unread> {
        let ranges = words.iter().map(|word| self.interval(word, None));
        Ok(Ranges::joined(ranges.collect::<Result<_, Unread>>()?))
    }

    /// Reads a number or an interval. `ends` stand for `-infinity` and `+infinity`, where these are taken.
    fn interval(&self, word: &Word<'x>, ends: Option<(i64, i64)>) -> Result<(i64, i64), Unread> {
        let (low, high) = word.text.split_once("..").unwrap_or((word.text, word.text));
        let least = ends.filter(|_| low == "-infinity").map(|ends| ends.0).or_else(|| low.parse().ok());
        let is_infinite = ["+infinity", "infinity"].contains(&high);
        let most = ends.filter(|_| is_infinite).map(|ends| ends.1).or_else(|| high.parse().ok());
        match (least, most) {
            (Some(least), Some(most)) => Ok((least, most)),
            _ if word.text.contains("infinity") => {
                Err(unsupported(self.text, word.at, quoted(word.text), "values with bounds"))
            }
            _ if word.text.starts_with(|c: char| c.is_alphabetic()) => {
                let found = format!("the symbol {}", quoted(word.text));
                Err(unsupported(self.text, word.at, found, "whole numbers: symbolic values are not taken"))
            }
            _ => Err(malformed(self.text, word.at, quoted(word.text), "a whole number or an interval, such as 0..9")),
        }
    }

    /// A new variable with this domain, or with the one that it is known to have.
    fn declare(&mut self, name: &str, domain: Domain) -> Var {
        let known = self.known.get(self.model.variables().len());
        // What can be left out narrows no domain but one without bounds.
        let known = known.filter(|_| !self.model.has_groups() || lacks(&domain) != [false; 2]).cloned();
        if let Some((low, high)) = known.as_ref().and_then(|known| Some((known.min()?, known.max()?))) {
            self.model.note_bounds(|| format!("{low} <= {name} <= {high}"));
        }
        self.model.var(name, known.unwrap_or(domain))
    }

    fn declare_var(&mut self, element: Element<'x, 'x>) -> Result<(), Unread> {
        element.allow(&["type", "as"])?;
        let name = self.new_name(element)?;
        let domain = self.domain(element)?;
        let var = self.declare(name, domain);
        self.variables.named.insert(name, var);
        self.variables.printed.push(name.to_owned());
        Ok(())
    }

    fn declare_array(&mut self, element: Element<'x, 'x>) -> Result<(), Unread> {
        element.allow(&["type", "as", "size", "startIndex"])?;
        let name = self.new_name(element)?;
        let (sizes, total) = self.sizes(element)?;
        let first = element.number_of("startIndex", 0)?;
        let source = self.source(element)?;
        let mut domains: Vec<Option<Domain>> = vec![None; total];
        let array = Array { first, sizes, cells: vec![None; total] };
        if source.has_children() {
            for part in source.children()? {
                if part.name() != "domain" {
                    return Err(part.wrong(part.tag(), "<domain>"));
                }
                part.allow(&["for", "as"])?;
                let domain = self.domain(part)?;
                for place in self.covered(part, &array, &domains)? {
                    domains[place] = Some(domain.clone());
                }
            }
        } else {
            domains.fill(Some(self.domain(source)?));
        }
        let is_whole = domains.iter().all(Option::is_some);
        let mut cells = Vec::with_capacity(total);
        for (place, domain) in domains.into_iter().enumerate() {
            let Some(domain) = domain else {
                cells.push(None);
                continue;
            };
            let name = format!("{name}{}", array.index(place));
            cells.push(Some(self.declare(&name, domain)));
            if !is_whole {
                self.variables.printed.push(name);
            }
        }
        if is_whole {
            self.variables.printed.push(format!("{name}{}", "[]".repeat(array.sizes.len())));
        }
        self.variables.arrays.insert(name, Array { cells, ..array });
        Ok(())
    }

    /// How many cells an array has in each dimension, and all together.
    fn sizes(&self, element: Element<'x, 'x>) -> Result<(Vec<usize>, usize), Unread> {
        let Some(size) = element.attribute("size") else {
            return Err(element.wrong("<array> without a size", "the attribute size, such as [3][4]"));
        };
        let expected = format!("a size such as [3][4], with at most {MOST_VARIABLES} variables");
        let wrong = || malformed(self.text, size.at, quoted(size.text), &expected);
        let inner = size.text.trim().strip_prefix('[').and_then(|text| text.strip_suffix(']')).ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
        let sizes: Vec<usize> = inner.split("][").map(number).collect::<Option<_>>().ok_or_else(wrong)?;
        let total = sizes.iter().try_fold(1usize, |total, &size| total.checked_mul(size));
        let free = (MOST_VARIABLES as usize).saturating_sub(self.model.variables().len());
        Ok((sizes, total.filter(|&total| total <= free).ok_or_else(wrong)?))
    }

    /// The cells of an array that a `<domain>` is for.
    fn covered(&self, part: Element<'x, 'x>, array: &Array, domains: &[Option<Domain>]) -> Result<Vec<usize>, Unread> {
        let Some(names) = part.attribute("for") else {
            return Err(part.wrong("<domain> without variables", "the attribute for"));
        };
        let mut places = Vec::new();
        for name in names.text.split_whitespace() {
            if name == "others" {
                places.extend((0..domains.len()).filter(|&place| domains[place].is_none()));
                continue;
            }
            // The array may have taken its domains from another one.
            let expected = "cells of the array, such as x[0..2][], or others";
            let picked = name.find('[').and_then(|begin| array.picked(&name[begin..]));
            let at = names.at + (name.as_ptr() as usize - names.text.as_ptr() as usize);
            let picked = picked.ok_or_else(|| malformed(self.text, at, quoted(name), expected))?;
            places.extend(array.places(&picked));
        }
        Ok(places)
    }

    /// The variable of a name.
    pub(super) fn variable(&self, word: Word<'x>, expected: &str) -> Result<Var, Unread> {
        if let Some(var) = word.var {
            return Ok(var);
        }
        if let Some(&var) = self.variables.named.get(word.text) {
            return Ok(var);
        }
        match self.part(word)?.as_deref() {
            Some([only]) => Ok(*only),
            Some(several) => {
                let found = format!("{}, {} variables", quoted(word.text), several.len());
                Err(malformed(self.text, word.at, found, expected))
            }
            None => Err(malformed(self.text, word.at, quoted(word.text), expected)),
        }
    }

    /// The cells of an array that a name picks; `None` if it is no such name. Cells that are not defined are left out,
    /// unless the name is of one cell.
    pub(super) fn part(&self, word: Word<'x>) -> Result<Option<Vec<Var>>, Unread> {
        if word.var.is_some() {
            return Ok(word.var.map(|var| vec![var]));
        }
        let Some((array, picked)) = self.picked(word)? else { return Ok(None) };
        let vars: Vec<Var> = array.places(&picked).filter_map(|place| array.cells[place]).collect();
        if vars.is_empty() {
            return Err(malformed(self.text, word.at, quoted(word.text), "a variable that has a domain"));
        }
        Ok(Some(vars))
    }

    fn picked(&self, word: Word<'x>) -> Result<Option<(&Array, Vec<Picked>)>, Unread> {
        let Some(begin) = word.text.find('[') else { return Ok(None) };
        let (name, indices) = word.text.split_at(begin);
        let Some(array) = self.variables.arrays.get(name) else {
            let found = format!("the unknown array {}", quoted(name));
            return Err(malformed(self.text, word.at, found, "an array of <variables>"));
        };
        let expected = || {
            let dimensions: String = array.sizes.iter().map(|size| format!("[{size}]")).collect();
            format!("indices from {} on in an array of the size {dimensions}", array.first)
        };
        let picked = array.picked(indices);
        let picked = picked.ok_or_else(|| malformed(self.text, word.at, quoted(word.text), &expected()))?;
        Ok(Some((array, picked)))
    }

    /// Reads rows: tuples of expressions, or a part of an array with two dimensions.
    pub(super) fn matrix(&mut self, element: Element<'_, 'x>) -> Result<Vec<Vec<Expression<'x>>>, Unread> {
        const EXPECTED: &str = "rows, such as (x,y)(z,w), or a part of an array with two dimensions";
        let words = element.words()?;
        let [word] = words[..] else { return self.tuples(&words, EXPECTED) };
        let wrong = || malformed(self.text, word.at, quoted(word.text), EXPECTED);
        let (array, picked) = self.picked(word)?.ok_or_else(wrong)?;
        let first = picked.iter().position(|(_, is_one)| !is_one).ok_or_else(wrong)?;
        let mut rows = Vec::new();
        for index in picked[first].0.clone() {
            let mut row = picked.clone();
            row[first] = (index..index + 1, true);
            let vars = array.places(&row).filter_map(|place| array.cells[place]);
            rows.push(vars.map(|var| Expression { at: word.at, tree: Tree::Var(var) }).collect());
        }
        self.mention(rows.iter().map(Vec::len).sum())?;
        Ok(rows)
    }

    /// Reads tuples of expressions.
    pub(super) fn tuples(&mut self, words: &[Word<'x>], expected: &str) -> Result<Vec<Vec<Expression<'x>>>, Unread> {
        let mut rows = Vec::new();
        for item in items(words) {
            let [open, inner @ .., close] = &item[..] else {
                return Err(malformed(self.text, item[0].at, quoted(item[0].text), expected));
            };
            if !open.is("(") || !close.is(")") {
                return Err(malformed(self.text, open.at, quoted(open.text), expected));
            }
            let mut row = Vec::new();
            let mut rest = inner;
            while !rest.is_empty() {
                let (expression, behind) = self.expression(rest)?;
                row.push(expression);
                rest = match behind.split_first() {
                    Some((comma, behind)) if comma.is(",") && !behind.is_empty() => behind,
                    Some((other, _)) => return Err(malformed(self.text, other.at, quoted(other.text), "',' or ')'")),
                    None => behind,
                };
            }
            rows.push(row);
        }
        Ok(rows)
    }
}

impl Array {
    /// The indices of a cell, `[1][2]`.
    fn index(&self, mut place: usize) -> String {
        let mut indices = Vec::with_capacity(self.sizes.len());
        for size in self.sizes.iter().rev() {
            indices.push(format!("[{}]", i64::from(self.first) + (place % size) as i64));
            place /= size;
        }
        indices.reverse();
        indices.concat()
    }

    /// Reads `[1..3][][2]`.
    fn picked(&self, text: &str) -> Option<Vec<Picked>> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let parts: Vec<&str> = inner.split("][").collect();
        if parts.len() != self.sizes.len() {
            return None;
        }
        let one = |(part, &size): (&&str, &usize)| {
            if part.is_empty() {
                return Some((0..size, false));
            }
            let (low, high) = part.split_once("..").unwrap_or((part, part));
            let index = |text: &str| usize::try_from(text.parse::<i64>().ok()? - i64::from(self.first)).ok();
            let (low, high) = (index(low)?, index(high)?);
            (low <= high && high < size).then_some((low..high + 1, !part.contains("..")))
        };
        parts.iter().zip(&self.sizes).map(one).collect()
    }

    /// The cells that are picked, in order.
    fn places(&self, picked: &[Picked]) -> impl Iterator<Item = usize> + use<> {
        let mut places: Vec<usize> = vec![0];
        for ((range, _), size) in picked.iter().zip(&self.sizes) {
            places = places.iter().flat_map(|place| range.clone().map(move |index| place * size + index)).collect();
        }
        places.into_iter()
    }
}
