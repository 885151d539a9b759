//! The known sizes: published formulas and lower bounds.
//!
//! The formulas are worked out from the definitions at the heads of the encodings and from the literature, and share no
//! code with the encoders: closed forms where there are some, else recurrences and sums over what can be reached.

use cnfab_encode::Recipe;
use cnfab_model::{AllDifferent, Cardinality, Cmp, Linear, Model, Table, Var, taken};

mod all_different;
mod amo;
mod card;
mod domain;
mod linear;
mod modulo;
mod table;
mod tally;

pub use amo::at_most_one;
pub use card::{cardinality, totalizer_tree};
pub use tally::SizeFormula;

taken! {
    /// The classes with formulas over variables.
    enum Known { AllDifferent, Linear, Table }
}

taken! {
    /// The class with formulas over literals.
    enum Counts { Cardinality }
}

/// The size that an encoding of the class has by the literature or by its head, if it has a formula for the model. For
/// variables, sums, tables and all-different constraints the rest of the configuration has to be the default.
pub fn formula(class: &str, spelling: &str, model: &Model, recipe: &Recipe) -> Option<SizeFormula> {
    let counted = |(auxiliaries, clauses): (usize, usize)| SizeFormula {
        auxiliaries: auxiliaries as u64,
        clauses: clauses as u64,
        literals: None,
    };
    match class {
        "amo" | "card" => {
            let (n, cmp, k) = count(model)?;
            match class {
                "amo" if k == 1 && cmp != Cmp::Ge => {
                    let (auxiliaries, clauses) = at_most_one(spelling, n)?;
                    Some(counted((auxiliaries, clauses + usize::from(cmp == Cmp::Eq))))
                }
                "card" => cardinality(spelling, cmp, k, n).map(counted),
                _ => None,
            }
        }
        _ if !is_plain(class, spelling, recipe) => None,
        "domain" => match model.variables() {
            [variable] => domain::domain(spelling, "pairwise-product", variable.domain.len()),
            _ => None,
        },
        _ => constraint(class, spelling, model),
    }
}

/// True if all but the class's encoding is the default.
fn is_plain(class: &str, spelling: &str, recipe: &Recipe) -> bool {
    let mut plain = Recipe::default();
    let set = plain.set("root", None, "none").and_then(|()| plain.set(class, None, spelling));
    set.is_ok() && plain.to_string() == recipe.to_string()
}

/// A constraint over variables with the same successive values, at least three, perhaps with one that says that they
/// are all different; or the product of two of them.
fn constraint(class: &str, spelling: &str, model: &Model) -> Option<SizeFormula> {
    let constraints: Option<Vec<Known<'_>>> =
        model.constraints().iter().map(|posted| Known::of(&posted.constraint)).collect();
    let constraints = constraints?;
    let (different, constraint) = match constraints[..] {
        [Known::AllDifferent(AllDifferent(of)), other @ Known::Linear(_)] => (Some(of), other),
        [other] => (None, other),
        _ => return None,
    };
    let domain = |var: Var| model.domain(var).to_vec();
    let of: Vec<Var> = match constraint {
        Known::AllDifferent(AllDifferent(of)) => of.clone(),
        Known::Linear(Linear { terms, .. }) => terms.iter().map(|&(_, var)| var).collect(),
        Known::Table(Table { vars, .. }) => vars.clone(),
    };
    let (m, values) = (of.len(), domain(*of.first()?));
    let (low, d) = (i64::from(*values.first()?), values.len());
    let alike = of.iter().all(|&var| domain(var) == values);
    let successive = i64::from(values[d - 1]) - low + 1 == d as i64;
    let once = of.iter().enumerate().all(|(place, var)| !of[..place].contains(var));
    if d < 3 || !once || !successive {
        return None;
    }
    let size = match (class, constraint) {
        ("all-different", Known::AllDifferent(_)) if alike => all_different::all_different(spelling, m, d)?,
        ("linear", Known::Linear(Linear { terms, cmp, rhs })) if alike && terms.iter().all(|term| term.0 == 1) => {
            if m < 2 || different.is_some_and(|vars| *vars != of) {
                return None;
            }
            let most = (m * (d - 1)) as i64;
            let above = rhs - m as i64 * low;
            let bound = if *cmp == Cmp::Ge { most - above } else { above };
            if bound < 0 || bound > most || *cmp != Cmp::Eq && bound == most {
                return None;
            }
            let (bound, exact, distinct) = (bound as usize, *cmp == Cmp::Eq, different.is_some());
            if distinct && (m > d || exact && !(m * (m - 1) / 2..=most as usize - m * (m - 1) / 2).contains(&bound)) {
                return None;
            }
            let mut size = linear::linear(spelling, &linear::Sum { m, d, bound, exact, distinct })?;
            if distinct {
                size.and(all_different::all_different("bijection", m, d)?);
            }
            size
        }
        ("table", Known::Table(Table { relation, .. })) => {
            let columns: Vec<Vec<i32>> = of.iter().map(|&var| domain(var)).collect();
            let possible = |row: &&[i32]| row.iter().zip(&columns).all(|(value, values)| values.contains(value));
            let rows: Vec<Vec<i32>> = relation.rows().filter(possible).map(<[i32]>::to_vec).collect();
            let sizes: Vec<usize> = columns.iter().map(|values| values.len()).collect();
            let is_product = low == 1 && m == 3 && columns[1] == values && columns[2] == products(d);
            match table::table(spelling, &sizes, &rows) {
                Some(size) => size,
                None if is_product => table::product(spelling, d)?,
                None => return None,
            }
        }
        _ => return None,
    };
    Some(size.into())
}

/// The products of two numbers from 1 to d.
fn products(d: usize) -> Vec<i32> {
    let factors = 1..=d as i32;
    let mut products: Vec<i32> = factors.clone().flat_map(|a| factors.clone().map(move |b| a * b)).collect();
    products.sort_unstable();
    products.dedup();
    products
}

/// The number of clauses that every encoding of the model has at least, where that is known.
///
/// At most one of n: A. Krapivin, B. Przybocki, B. Subercaseaux, "Near-Optimal Encodings of Cardinality Constraints",
/// 2026. Stated there for every n; but for six and fewer literals there are encodings with less (12 clauses for six, by
/// commander with groups of two), so it is used from seven on.
pub fn least_clauses(model: &Model) -> Option<u64> {
    match count(model)? {
        (n, Cmp::Le, 1) if n >= 7 => Some((2.0 * n as f64 + (n as f64 + 1.0).sqrt() - 2.0).ceil() as u64),
        _ => None,
    }
}

/// The number of literals, the comparison and the bound, if the model is one count.
fn count(model: &Model) -> Option<(usize, Cmp, usize)> {
    match model.constraints() {
        [posted] => {
            let Counts::Cardinality(Cardinality { atoms, cmp, k }) = Counts::of(&posted.constraint)?;
            Some((atoms.len(), *cmp, *k))
        }
        _ => None,
    }
}
