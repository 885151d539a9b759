//! Constraints in a form in which equal meaning is, as far as needed, equal form; and their images under a symmetry.
//!
//! A shape leaves out what the domains decide. Fixed variables of a sum become part of its right-hand side. Atoms
//! outside a domain are true or false. On a variable of two values `x != v` is `x = w`. Order counts nowhere.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{
    AllDifferent, Atom, AtomRelation, Cardinality, Clause, Cmp, Domain, Flat, Linear, Model, Objective, Posted,
    Relation, Table, ValueMap, Var,
};

/// A constraint without its order and without what the domains decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Shape {
    /// Holds by the domains alone.
    Always,
    AllDifferent(Vec<Var>),
    /// `=`, or else `<=`; the first coefficient of an equation is positive.
    Linear {
        terms: Vec<(Var, i128)>,
        is_equation: bool,
        rhs: i128,
    },
    Count {
        atoms: Vec<Atom>,
        cmp: Cmp,
        k: i64,
    },
    Clause(Vec<Atom>),
    /// The number of a relation whose columns are in the order of the variables.
    Table {
        vars: Vec<Var>,
        relation: usize,
    },
    /// The shape that has to hold where the atoms do.
    When(Vec<Atom>, Box<Shape>),
}

/// The images of variables under a symmetry, and the value maps that their values go through, with numbers that are
/// equal for equal maps.
pub(super) trait Image {
    fn target(&self, var: Var) -> Var;
    fn map(&self, var: Var) -> (u32, &ValueMap);
}

struct Identity(ValueMap);

impl Image for Identity {
    fn target(&self, var: Var) -> Var {
        var
    }

    fn map(&self, _: Var) -> (u32, &ValueMap) {
        (0, &self.0)
    }
}

/// A relation by its address, the order of its columns and the value maps of the columns.
type Seen = (*const Relation, Vec<usize>, Vec<u32>);

/// The constraints of a model, to be asked whether a symmetry keeps them.
pub(super) struct Shapes<'m> {
    model: &'m Model,
    known: HashSet<Shape>,
    relations: HashMap<Relation, usize>,
    seen: HashMap<Seen, usize>,
    /// How many variables, atoms and entries of relations were visited.
    work: usize,
}

impl<'m> Shapes<'m> {
    pub(super) fn of(model: &'m Model) -> Self {
        let (known, relations, seen) = (HashSet::new(), HashMap::new(), HashMap::new());
        let mut shapes = Shapes { model, known, relations, seen, work: 0 };
        let identity = Identity(ValueMap::default());
        for posted in model.constraints() {
            let shape = shapes.image(posted, &identity);
            shapes.known.extend(shape);
        }
        shapes
    }

    /// True if the symmetry maps each domain onto the domain of the target, and each constraint onto one of the model.
    ///
    /// That suffices for mapping solutions to solutions: some power of the symmetry undoes it, and so does the same.
    pub(super) fn kept_by(&mut self, symmetry: &dyn Image) -> bool {
        let model = self.model;
        let domains = model.vars().all(|var| {
            let (domain, target) = (model.domain(var), model.domain(symmetry.target(var)));
            let (_, map) = symmetry.map(var);
            domain.len() == target.len() && domain.values().all(|value| target.contains(map.apply(value)))
        });
        let objective = |objective: &Objective| {
            let image = |by: &dyn Image| self.linear(&objective.terms, Cmp::Le, 0, by);
            let own = image(&Identity(ValueMap::default()));
            own.is_some() && own == image(symmetry)
        };
        domains
            && model.objective().is_none_or(objective)
            && (0..model.constraints().len()).all(|number| self.is_kept(number, symmetry))
    }

    /// True if the symmetry maps the constraint of this number onto one of the model, if it keeps the domains.
    pub(super) fn is_kept(&mut self, number: usize, symmetry: &dyn Image) -> bool {
        let posted = &self.model.constraints()[number];
        let Some(shape) = self.image(posted, symmetry) else {
            // Of a class that is not looked into.
            let atoms = posted.when.iter().map(|atom| atom.var);
            return posted.constraint.vars().chain(atoms).all(|var| {
                Flat::of(&posted.constraint).is_none()
                    && symmetry.target(var) == var
                    && symmetry.map(var).1.is_identity()
            });
        };
        shape == Shape::Always || self.known.contains(&shape)
    }

    /// The number of variables, atoms and entries of relations that were visited since this was asked last.
    pub(super) fn take_work(&mut self) -> usize {
        std::mem::take(&mut self.work)
    }

    /// The image of a constraint; `None` if it is none of the constraint's class, or the class is not looked into.
    fn image(&mut self, posted: &Posted, by: &dyn Image) -> Option<Shape> {
        self.work += posted.constraint.vars().count() + posted.when.len();
        let shape = self.constraint(Flat::of(&posted.constraint)?, by)?;
        if posted.when.is_empty() || shape == Shape::Always {
            return Some(shape);
        }
        let (when, trues) = self.atoms(&posted.when, by)?;
        match (when.len() + trues as usize == posted.when.len(), when.is_empty()) {
            (false, _) => Some(Shape::Always),
            (true, true) => Some(shape),
            (true, false) => Some(Shape::When(sorted(when), Box::new(shape))),
        }
    }

    fn constraint(&mut self, constraint: Flat<'_>, by: &dyn Image) -> Option<Shape> {
        match constraint {
            Flat::AllDifferent(AllDifferent(vars)) => {
                // Different values have different images if all go through one map.
                let mut maps = vars.iter().map(|&var| by.map(var).0);
                let first = maps.next();
                if maps.any(|map| Some(map) != first) {
                    return None;
                }
                Some(Shape::AllDifferent(sorted(vars.iter().map(|&var| by.target(var)))))
            }
            Flat::Linear(Linear { terms, cmp, rhs }) => self.linear(terms, *cmp, *rhs, by),
            Flat::Cardinality(Cardinality { atoms, cmp, k }) => {
                let (open, trues) = self.atoms(atoms, by)?;
                Some(Shape::Count { atoms: sorted(open), cmp: *cmp, k: *k as i64 - trues })
            }
            Flat::Clause(Clause(atoms)) => {
                let (open, trues) = self.atoms(atoms, by)?;
                if trues > 0 {
                    return Some(Shape::Always);
                }
                let mut open = sorted(open);
                open.dedup();
                Some(Shape::Clause(open))
            }
            Flat::Table(Table { vars, relation }) => {
                let mut order: Vec<usize> = (0..vars.len()).collect();
                order.sort_by_key(|&column| by.target(vars[column]));
                let relation = self.relation(vars, relation, &order, by);
                Some(Shape::Table { vars: order.iter().map(|&column| by.target(vars[column])).collect(), relation })
            }
        }
    }

    fn linear(&self, terms: &[(i64, Var)], cmp: Cmp, rhs: i64, by: &dyn Image) -> Option<Shape> {
        let mut rhs = i128::from(rhs);
        let mut open: Vec<(Var, i128)> = Vec::with_capacity(terms.len());
        for &(coefficient, var) in terms {
            let coefficient = i128::from(coefficient);
            let domain = self.model.domain(var);
            if let Some(value) = domain.fixed() {
                rhs -= coefficient * i128::from(value);
                continue;
            }
            // The value becomes sign * value + shift, so that the term is sign * coefficient * (image - shift).
            let (sign, shift) = affine(by.map(var).1, domain)?;
            open.push((by.target(var), coefficient * i128::from(sign)));
            rhs += coefficient * i128::from(sign) * i128::from(shift);
        }
        open.sort_unstable();
        let negate = match cmp {
            Cmp::Le => false,
            Cmp::Ge => true,
            Cmp::Eq => open.first().is_some_and(|&(_, coefficient)| coefficient < 0),
        };
        if negate {
            open.iter_mut().for_each(|term| term.1 = -term.1);
            rhs = -rhs;
        }
        Some(Shape::Linear { terms: open, is_equation: cmp == Cmp::Eq, rhs })
    }

    /// The images of the atoms that the domains leave open, and the number of those that they make true. `None` if the
    /// image of a bound is none.
    fn atoms(&self, atoms: &[Atom], by: &dyn Image) -> Option<(Vec<Atom>, i64)> {
        let mut trues = 0;
        let mut open = Vec::with_capacity(atoms.len());
        for &atom in atoms {
            let domain = self.model.domain(atom.var);
            let all = match atom.relation {
                AtomRelation::Eq => usize::from(domain.contains(atom.value)),
                AtomRelation::Ne => domain.len() - usize::from(domain.contains(atom.value)),
                AtomRelation::Le => domain.rank(atom.value),
                AtomRelation::Gt => domain.len() - domain.rank(atom.value),
            };
            if all == 0 || all == domain.len() {
                trues += i64::from(all > 0);
                continue;
            }
            let (var, map) = (by.target(atom.var), by.map(atom.var).1);
            let image = |value: Option<i32>| map.apply(value.expect("a value that tells the atom's sides apart"));
            // Atoms of one value, or of all but one, are `=` and `!=`; with two values, `=`.
            open.push(match atom.relation {
                AtomRelation::Eq => var.is(map.apply(atom.value)),
                AtomRelation::Ne if domain.len() > 2 => var.is_not(map.apply(atom.value)),
                _ if all == 1 => var.is(image(domain.values().find(|&value| atom.holds(value)))),
                _ if all + 1 == domain.len() => var.is_not(image(domain.values().find(|&value| !atom.holds(value)))),
                _ => {
                    let holding = domain.values().filter(|&value| atom.holds(value));
                    bound(var, holding.map(|value| map.apply(value)), self.model.domain(var))?
                }
            });
        }
        Some((open, trues))
    }

    /// The number of the relation's image with its columns in this order.
    fn relation(&mut self, vars: &[Var], relation: &Arc<Relation>, order: &[usize], by: &dyn Image) -> usize {
        let maps: Vec<(u32, &ValueMap)> = order.iter().map(|&column| by.map(vars[column])).collect();
        let key = (Arc::as_ptr(relation), order.to_vec(), maps.iter().map(|map| map.0).collect());
        if let Some(&found) = self.seen.get(&key) {
            return found;
        }
        let row = |row: &[i32]| -> Vec<i32> {
            order.iter().zip(&maps).map(|(&column, (_, map))| map.apply(row[column])).collect()
        };
        self.work += relation.len() * relation.arity();
        let image = Relation::new(order.len(), relation.rows().map(row));
        let next = self.relations.len();
        let number = *self.relations.entry(image).or_insert(next);
        self.seen.insert(key, number);
        number
    }
}

/// The sign and the shift if the map is `sign * value + shift` on these values, of which there are at least two.
pub(super) fn affine(map: &ValueMap, domain: &Domain) -> Option<(i64, i64)> {
    if map.is_identity() {
        return Some((1, 0));
    }
    let image = |value: i32| i64::from(map.apply(value));
    let (first, second) = (domain.nth(0)?, domain.nth(1)?);
    let sign = if image(second) > image(first) { 1 } else { -1 };
    let shift = image(first) - sign * i64::from(first);
    domain.values().all(|value| image(value) == sign * i64::from(value) + shift).then_some((sign, shift))
}

/// The bound that has these values of the domain, some but not all, if there is one.
fn bound(var: Var, values: impl Iterator<Item = i32>, domain: &Domain) -> Option<Atom> {
    let values: Domain = values.collect();
    let (low, high) = (values.min()?, values.max()?);
    if domain.rank(high) == values.len() {
        return Some(var.at_most(high));
    }
    // The largest value that the bound leaves out.
    let below = domain.nth(domain.rank(low).checked_sub(2)?)?;
    (domain.len() - domain.rank(below) == values.len()).then(|| var.above(below))
}

fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items
}
