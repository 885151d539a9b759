//! All different and all equal.

use std::collections::BTreeMap;

use crate::ranges::Ranges;
use crate::xcsp3::Unread;
use crate::xcsp3::affine::Affine;
use crate::xcsp3::build::Build;
use crate::xcsp3::condition::Operator;
use crate::xcsp3::truth::Truth;
use crate::xcsp3::xml::Element;
use cnfab_model::{AllDifferent, Atom, Cardinality, Cmp};

impl<'x> Build<'x> {
    pub(super) fn all_different(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        if !element.has_children() {
            let values = self.bare_list(element)?;
            return self.different(&values);
        }
        let children = element.children()?;
        let named = |name: &str| children.iter().copied().filter(|child| child.name() == name).collect::<Vec<_>>();
        let (lists, matrices, excepts) = (named("list"), named("matrix"), named("except"));
        if let Some(other) = children.iter().find(|child| !["list", "matrix", "except"].contains(&child.name())) {
            let found = other.tag();
            return Err(other.refused(found, "in <allDifferent> one of: list, matrix, except"));
        }
        if let [_, other, ..] = excepts[..] {
            return Err(other.wrong("<except> a second time", "one of each"));
        }
        match (&lists[..], &matrices[..], excepts.first()) {
            ([list], [], None) => {
                let values = self.list(*list)?;
                self.different(&values)
            }
            ([list], [], Some(except)) => {
                let values = self.list(*list)?;
                let except = self.numbers(*except)?;
                self.different_except(&values, &except)
            }
            ([], [matrix], except) => {
                matrix.allow(&[])?;
                let rows = self.rows_of(*matrix)?;
                let columns = self.transposed(*matrix, &rows)?;
                let except = except.map(|&except| self.numbers(except)).transpose()?;
                for line in rows.iter().chain(&columns) {
                    match &except {
                        None => self.different(line)?,
                        Some(except) => self.different_except(line, except)?,
                    }
                }
                Ok(())
            }
            ([_, _, ..], [], except) => {
                let vectors = self.vectors(&lists)?;
                let except = self.excepted_vectors(except.copied())?;
                self.different_vectors(&vectors, &except)
            }
            _ => Err(element.wrong("<allDifferent>", "a list, several lists, or one matrix")),
        }
    }

    /// Lists of one length.
    fn vectors(&mut self, lists: &[Element<'_, 'x>]) -> Result<Vec<Vec<Affine>>, Unread> {
        let mut vectors: Vec<Vec<Affine>> = Vec::with_capacity(lists.len());
        for &list in lists {
            let values = self.list(list)?;
            if let Some(first) = vectors.first() {
                self.same_length(list, values.len(), first.len())?;
            }
            vectors.push(values);
        }
        Ok(vectors)
    }

    /// The tuples of an element, if there is one.
    fn excepted_vectors(&mut self, except: Option<Element<'_, 'x>>) -> Result<Vec<Vec<Affine>>, Unread> {
        let Some(except) = except else { return Ok(Vec::new()) };
        except.allow(&[])?;
        let words = except.words()?;
        let tuples = self.tuples(&words, "tuples, such as (0,0)")?;
        tuples.iter().map(|tuple| self.values(tuple)).collect()
    }

    /// The rows of a matrix.
    pub(super) fn rows_of(&mut self, element: Element<'_, 'x>) -> Result<Vec<Vec<Affine>>, Unread> {
        let rows = self.matrix(element)?;
        rows.iter().map(|row| self.values(row)).collect()
    }

    /// The columns of a matrix.
    pub(super) fn transposed(
        &self,
        element: Element<'_, 'x>,
        rows: &[Vec<Affine>],
    ) -> Result<Vec<Vec<Affine>>, Unread> {
        let width = rows.first().map_or(0, Vec::len);
        if let Some(row) = rows.iter().find(|row| row.len() != width) {
            let found = format!("rows of length {width} and {}", row.len());
            return Err(element.wrong(found, "rows of one length"));
        }
        Ok((0..width).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect())
    }

    /// States that values are pairwise different.
    fn different(&mut self, values: &[Affine]) -> Result<(), Unread> {
        if values.len() < 2 {
            return Ok(());
        }
        let mut vars = self.vars_of(values)?;
        vars.sort_unstable();
        if vars.windows(2).any(|pair| pair[0] == pair[1]) {
            return self.clause(&[], &[]);
        }
        let vars = self.vars_of(values)?;
        self.add(&[], AllDifferent(vars))
    }

    /// States that equal values are among those that are excepted.
    fn different_except(&mut self, values: &[Affine], except: &[i32]) -> Result<(), Unread> {
        let vars = self.vars_of(values)?;
        if self.have_many_values(&vars)? {
            let except = Ranges::listed(except.iter().map(|&value| value.into()).collect());
            for (place, value) in values.iter().enumerate() {
                let is_excepted = self.is_in(value, &except)?;
                for other in &values[..place] {
                    let differs = self.relates(value, Operator::Ne, other)?;
                    self.clause(&[], &[is_excepted, differs])?;
                }
            }
            return Ok(());
        }
        let mut takers: BTreeMap<i32, Vec<Atom>> = BTreeMap::new();
        for var in vars {
            for value in self.model.domain(var).values().filter(|value| !except.contains(value)) {
                takers.entry(value).or_default().push(var.is(value));
            }
        }
        for atoms in takers.into_values().filter(|atoms| atoms.len() > 1) {
            self.add(&[], Cardinality { atoms, cmp: Cmp::Le, k: 1 })?;
        }
        Ok(())
    }

    /// States that vectors are pairwise different, unless they are excepted.
    fn different_vectors(&mut self, vectors: &[Vec<Affine>], except: &[Vec<Affine>]) -> Result<(), Unread> {
        for (place, one) in vectors.iter().enumerate() {
            let mut excepted = Vec::new();
            for tuple in except {
                excepted.push(self.equal_vectors(one, tuple)?);
            }
            for other in &vectors[..place] {
                let mut truths = excepted.clone();
                for (x, y) in one.iter().zip(other) {
                    truths.push(self.relates(x, Operator::Ne, y)?);
                }
                self.clause(&[], &truths)?;
            }
        }
        Ok(())
    }

    fn equal_vectors(&mut self, one: &[Affine], other: &[Affine]) -> Result<Truth, Unread> {
        if one.len() != other.len() {
            return Ok(Truth::Const(false));
        }
        let mut truths = Vec::new();
        for (x, y) in one.iter().zip(other) {
            truths.push(self.relates(x, Operator::Eq, y)?);
        }
        self.all(&truths)
    }

    /// Values that are not among the excepted ones are equal.
    pub(super) fn all_equal(&mut self, element: Element<'_, 'x>) -> Result<(), Unread> {
        if !element.has_children() {
            let values = self.bare_list(element)?;
            return values.windows(2).try_for_each(|pair| self.relate(&pair[0], Operator::Eq, &pair[1]));
        }
        let children = element.children()?;
        let lists: Vec<_> = children.iter().copied().take_while(|child| child.name() == "list").collect();
        if let [_, _, ..] = lists[..] {
            let except = match children[lists.len()..] {
                [] => None,
                [except] if except.name() == "except" => Some(except),
                [other, ..] => return Err(other.refused(other.tag(), "in <allEqual> lists, and then <except>")),
            };
            let vectors = self.vectors(&lists)?;
            let except = self.excepted_vectors(except)?;
            return self.equal_all(&vectors, &except);
        }
        let [list, except] = self.parts(element, ["list", "except"])?;
        let list = self.needed(element, list, "list")?;
        let values = self.list(list)?;
        let Some(except) = except else {
            return values.windows(2).try_for_each(|pair| self.relate(&pair[0], Operator::Eq, &pair[1]));
        };
        let except = Ranges::listed(self.numbers(except)?.into_iter().map(i64::from).collect());
        let mut is_excepted = Vec::new();
        for (place, value) in values.iter().enumerate() {
            is_excepted.push(self.is_in(value, &except)?);
            for other in 0..place {
                let equal = self.relates(value, Operator::Eq, &values[other])?;
                self.clause(&[], &[equal, is_excepted[place], is_excepted[other]])?;
            }
        }
        Ok(())
    }

    /// States that vectors are equal that are not excepted.
    fn equal_all(&mut self, vectors: &[Vec<Affine>], except: &[Vec<Affine>]) -> Result<(), Unread> {
        if except.is_empty() {
            return vectors.windows(2).try_for_each(|pair| {
                let mut both = pair[0].iter().zip(&pair[1]);
                both.try_for_each(|(x, y)| self.relate(x, Operator::Eq, y))
            });
        }
        let mut excepted: Vec<Truth> = Vec::with_capacity(vectors.len());
        for (place, one) in vectors.iter().enumerate() {
            let equal = except.iter().map(|tuple| self.equal_vectors(one, tuple));
            let equal = equal.collect::<Result<Vec<Truth>, Unread>>()?;
            excepted.push(self.any(&equal)?);
            for other in 0..place {
                let equal = self.equal_vectors(one, &vectors[other])?;
                self.clause(&[], &[equal, excepted[place], excepted[other]])?;
            }
        }
        Ok(())
    }
}
