//! Elements of lists, least and largest values, and channels.

use std::sync::Arc;

use crate::ranges::Ranges;
use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::{Condition, Operator};
use crate::xcsp3::truth::Truth;
use crate::xcsp3::xml::{Element, malformed};
use cnfab_base::display::quoted;
use cnfab_model::{AllDifferent, Clause, Constraint, Domain, Element as Entry, Relation, Table, Var};

/// The rank of an index among several equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rank {
    Any,
    First,
    Last,
}

impl<'x> Build<'x> {
    fn rank(&self, element: Element<'_, 'x>) -> Result<Rank, Unread> {
        let Some(rank) = element.attribute("rank") else { return Ok(Rank::Any) };
        match rank.text.trim() {
            "any" => Ok(Rank::Any),
            "first" => Ok(Rank::First),
            "last" => Ok(Rank::Last),
            _ => Err(malformed(self.text, rank.at, quoted(rank.text), "'any', 'first' or 'last'")),
        }
    }

    pub(super) fn element(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        let [list, matrix, index, value, condition] =
            self.parts(element, ["list", "matrix", "index", "value", "condition"])?;
        let condition = self.condition_or_value(element, condition, value)?;
        match (list, matrix, index) {
            (Some(list), None, None) => {
                let values = self.list(list)?;
                let mut some = Vec::new();
                for value in &values {
                    some.push(self.meets(value, &condition)?);
                }
                self.clause(&[], &some)
            }
            (Some(list), None, Some(index)) => {
                let first = list.number_of("startIndex", 0)?;
                let values = self.list(list)?;
                let rank = self.rank(index)?;
                let index = self.only(index)?;
                let entry = self.entry(&values, first, &index, &condition)?;
                self.ranked(&values, first, &index, &entry, rank)
            }
            (None, Some(matrix), Some(index)) => self.entry_of_matrix(matrix, index, &condition),
            _ => Err(element.wrong("<element>", "either <list>, with <index> or without, or <matrix> with <index>")),
        }
    }

    /// The entry at an index, which meets a condition.
    fn entry(
        &mut self,
        values: &[Affine],
        first: i32,
        index: &Affine,
        condition: &Condition,
    ) -> Result<Affine, Unread> {
        let last = i64::from(first) + values.len() as i64 - 1;
        let inside = Condition::In(Ranges::from_to(first.into(), last), true);
        self.meet(index, &inside)?;
        if let Some(index) = index.fixed() {
            let place = usize::try_from(index - i64::from(first)).ok().filter(|&place| place < values.len());
            let entry = place.map_or(Affine::constant(0), |place| values[place].clone());
            self.meet(&entry, condition)?;
            return Ok(entry);
        }
        // A variable that has to equal the entry is its result.
        let result = match condition {
            Condition::Compares(Operator::Eq, value) => Some(self.var_of(value)?),
            _ => None,
        };
        let numbers: Option<Vec<i64>> = values.iter().map(Affine::fixed).collect();
        let place = self.var_of(index)?;
        let array = self.vars_of(values)?;
        let domain: Domain = array.iter().flat_map(|&var| self.model.domain(var).ranges()).collect();
        let entry = |result: Var| -> Constraint {
            let rows = |numbers: Vec<i64>| {
                let row = |(index, entry)| Some([index, i32::try_from(entry).ok()?]);
                Arc::new(Relation::new(2, (first..).zip(numbers).filter_map(row)))
            };
            match numbers {
                Some(numbers) => Table { vars: vec![place, result], relation: rows(numbers) }.into(),
                None => Entry { array, first, index: place, result }.into(),
            }
        };
        if let Some(result) = result {
            if self.open.is_some() && self.collected.is_none() {
                self.model.restrict(result, &domain);
            }
            self.add(&[], entry(result))?;
            return Ok(result.into());
        }
        // Where the index is none, which is so only where the constraint may not hold, the entry has some value.
        let some = domain.min().unwrap_or_default();
        let result = self.auxiliary("entry", domain);
        match self.collected.is_some().then(|| self.meets(index, &inside)).transpose()? {
            Some(Truth::Lit(inside)) => self.defining(|build| {
                build.add(&[inside], entry(result))?;
                build.add(&[], Clause(vec![inside, result.is(some)]))
            })?,
            _ => self.defining(|build| build.add(&[], entry(result)))?,
        }
        self.meet(&result.into(), condition)?;
        Ok(result.into())
    }

    /// States that no entry before the index, or none behind it, has the same value.
    fn ranked(
        &mut self,
        values: &[Affine],
        first: i32,
        index: &Affine,
        entry: &Affine,
        rank: Rank,
    ) -> Result<(), Unread> {
        for (place, value) in (i64::from(first)..).zip(values) {
            let operator = match rank {
                Rank::Any => continue,
                Rank::First => Operator::Le,
                Rank::Last => Operator::Ge,
            };
            let is_free = self.relates(index, operator, &Affine::constant(place))?;
            let differs = self.relates(value, Operator::Ne, entry)?;
            self.clause(&[], &[is_free, differs])?;
        }
        Ok(())
    }

    fn entry_of_matrix(
        &mut self,
        matrix: Element<'_, 'x>,
        index: Element<'_, 'x>,
        condition: &Condition,
    ) -> Result<(), Unread> {
        matrix.allow(&["startRowIndex", "startColIndex"])?;
        index.allow(&[])?;
        let firsts = [matrix.number_of("startRowIndex", 0)?, matrix.number_of("startColIndex", 0)?];
        let rows = self.rows_of(matrix)?;
        let width = self.transposed(matrix, &rows)?.len();
        let expressions = self.expressions(index)?;
        let indices = self.values(&expressions)?;
        let [row, column] = &indices[..] else {
            return Err(index.wrong(format!("{} indices", indices.len()), "two indices"));
        };
        for ((index, first), length) in [(row, firsts[0]), (column, firsts[1])].into_iter().zip([rows.len(), width]) {
            let last = i64::from(first) + length as i64 - 1;
            self.meet(index, &Condition::In(Ranges::from_to(first.into(), last), true))?;
        }
        // The number of an entry in the matrix row by row.
        let origin = Affine::constant(-(i64::from(firsts[0]) * width as i64 + i64::from(firsts[1])));
        let place = Affine::total([(width as i64, row), (1, column), (1, &origin)]);
        let place = place.ok_or_else(|| self.too_large())?;
        let entries: Vec<Affine> = rows.into_iter().flatten().collect();
        self.entry(&entries, 0, &place, condition)?;
        Ok(())
    }

    pub(super) fn extreme(&mut self, element: Element<'_, 'x>, is_largest: bool) -> Result<(), Unread> {
        let [list, index, condition] = self.parts(element, ["list", "index", "condition"])?;
        let list = self.needed(element, list, "list")?;
        let first = list.number_of("startIndex", 0)?;
        let values = self.list(list)?;
        if values.is_empty() {
            return Err(list.wrong("an empty list", "some values"));
        }
        let extremum = self.extremum(&values, is_largest)?;
        if condition.is_none() && index.is_none() {
            return Err(element.wrong(element.tag(), "<condition>"));
        }
        if let Some(condition) = condition {
            let condition = self.condition(condition)?;
            self.meet(&extremum, &condition)?;
        }
        let Some(index) = index else { return Ok(()) };
        let rank = self.rank(index)?;
        let index = self.only(index)?;
        self.entry(&values, first, &index, &Condition::Compares(Operator::Eq, extremum.clone()))?;
        self.ranked(&values, first, &index, &extremum, rank)
    }

    /// Some place of an extreme value meets a condition.
    pub(super) fn extreme_place(&mut self, element: Element<'_, 'x>, is_largest: bool) -> Result<(), Unread> {
        let rank = self.rank(element)?;
        let [list, condition] = self.parts(element, ["list", "condition"])?;
        let list = self.needed(element, list, "list")?;
        let first = list.number_of("startIndex", 0)?;
        let values = self.list(list)?;
        if values.is_empty() {
            return Err(list.wrong("an empty list", "some values"));
        }
        let extremum = self.extremum(&values, is_largest)?;
        let condition = self.needed(element, condition, "condition")?;
        let condition = self.condition(condition)?;
        let mut is_there = Vec::new();
        for value in &values {
            is_there.push(self.relates(value, Operator::Eq, &extremum)?);
        }
        let mut places: Vec<usize> = (0..values.len()).collect();
        if rank == Rank::Last {
            places.reverse();
        }
        // Where the place is the first of its rank, the ones before it are none.
        let mut before = Truth::Const(false);
        let mut some = Vec::new();
        for place in places {
            let fits = self.meets(&Affine::constant(i64::from(first) + place as i64), &condition)?;
            some.push(self.all(&[is_there[place], fits, !before])?);
            if rank != Rank::Any {
                before = self.any(&[before, is_there[place]])?;
            }
        }
        self.clause(&[], &some)
    }

    pub(super) fn channel(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        if !element.has_children() {
            let values = self.bare_list(element)?;
            return self.inverse(&values, 0, &values, 0);
        }
        let children = element.children()?;
        let names: Vec<&str> = children.iter().map(|child| child.name()).collect();
        let mut lists = Vec::new();
        for &child in children.iter().filter(|child| child.name() == "list") {
            lists.push((self.list(child)?, child.number_of("startIndex", 0)?));
        }
        match (&names[..], &lists[..]) {
            (["list"], [(values, first)]) => self.inverse(values, *first, values, *first),
            (["list", "list"], [(one, first), (other, second)]) => self.inverse(one, *first, other, *second),
            (["list", "value"], [(values, first)]) => {
                let place = self.only(children[1])?;
                let last = i64::from(*first) + values.len() as i64 - 1;
                self.meet(&place, &Condition::In(Ranges::from_to((*first).into(), last), true))?;
                for (index, value) in (i64::from(*first)..).zip(values) {
                    let is_one = self.relates(value, Operator::Eq, &Affine::constant(1))?;
                    let is_there = self.relates(&place, Operator::Eq, &Affine::constant(index))?;
                    self.clause(&[], &[is_one, !is_there])?;
                    self.clause(&[], &[!is_one, is_there])?;
                }
                Ok(())
            }
            _ => Err(element.wrong("<channel>", "a list, two lists, or a list and a value")),
        }
    }

    /// States that `one[i] = j` implies `other[j] = i`, and, for lists of one length, that it follows from it.
    fn inverse(&mut self, one: &[Affine], first: i32, other: &[Affine], second: i32) -> Result<(), Unread> {
        let (vars, others) = (self.vars_of(one)?, self.vars_of(other)?);
        self.mention(vars.len().saturating_mul(others.len()))?;
        let places = |first: i32, length: usize| (first..).zip(0..length).map(|(index, place)| (place, index));
        let last = |first: i32, length: usize| i64::from(first) + length as i64 - 1;
        let is_full = vars.len() == others.len();
        for (values, low, high) in [(one, second, last(second, others.len())), (other, first, last(first, vars.len()))]
            .into_iter()
            .take(1 + usize::from(is_full))
        {
            for value in values {
                self.meet(value, &Condition::In(Ranges::from_to(low.into(), high), true))?;
            }
        }
        for (i, own) in places(first, vars.len()) {
            for (j, theirs) in places(second, others.len()) {
                let (is_there, is_back) = (vars[i].is(theirs), others[j].is(own));
                self.add(&[], Clause(vec![!is_there, is_back]))?;
                if is_full && vars != others {
                    self.add(&[], Clause(vec![is_there, !is_back]))?;
                }
            }
        }
        // Values do not repeat, which the pairs say only one by one.
        for vars in [vars, others].into_iter().take(1 + usize::from(is_full)) {
            if vars.len() > 1 {
                let mut different = vars.clone();
                different.sort_unstable();
                different.dedup();
                if different.len() == vars.len() {
                    self.add(&[], AllDifferent(vars))?;
                }
            }
        }
        Ok(())
    }
}
