//! Constraints over literals of the caller's, without a model.
//!
//! Each function checks what it gets and states it by one encoding: any bound, any coefficients, repeated and opposite
//! literals, empty lists. What cannot be met becomes the empty clause; what the encoding cannot state is an error, and
//! nothing has been sent then. [`Bounded`] counts literals under bounds that change.
//!
//! An encoding is an enum's value, such as [`AmoBy::Product`](crate::AmoBy::Product), an instance that was read,
//! `EncodingInstance::parse("commander(4)")?`, or one of the caller's own in an [`Arc`](std::sync::Arc).

use std::collections::HashMap;

use cnfab_cnf::{Clean, Name, Size};
use cnfab_model::{AllDifferent, Domain, Linear, Model, Parity, Relation, Table, Var};

use super::all_different::AllDifferentEncoding;
use super::amo::AmoEncoding;
use super::card::{self, CardEncoding};
use super::decomposition::Decomposition;
use super::driver::encode_over;
use super::linear::LinearEncoding;
use super::table::TableEncoding;
use super::{ClassEncoding, ClassSelection, Contract, EncodingInstance, Recipe, Root, Unsupported};

mod bounded;
mod own;

pub use bounded::Bounded;
pub use cnfab_cnf::{ClauseSink, Lit};
pub use cnfab_model::Cmp;

use own::Own;

/// An integer variable as a list of its values with their literals, of which the caller has exactly one true.
pub type ValueLiterals = Vec<(i32, Lit)>;

/// The part of a formula that states one constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct FormulaPart {
    /// Its variables, clauses and literals.
    pub size: Size,
    /// Its models for each solution.
    pub contract: Contract,
    /// Its variables and what each stands for. A sink with [`Notes`](cnfab_cnf::Notes) also gets definitions over the
    /// caller's literals.
    pub auxiliaries: Vec<(Lit, Name)>,
}

/// At most one of the literals is true. One that comes twice is false.
///
/// # Errors
/// If the encoding is a program, or leaves constraints to a solver that the sink is not.
pub fn at_most_one(
    lits: &[Lit],
    by: impl Into<EncodingInstance<dyn AmoEncoding>>,
    out: &mut dyn ClauseSink,
) -> Result<FormulaPart, Unsupported> {
    let by = by.into();
    can_send(&by, out)?;
    let mut own = Own::new(&[], out);
    let mut out = Clean::new(&mut own);
    let mut times: HashMap<Lit, usize> = HashMap::new();
    lits.iter().for_each(|&lit| *times.entry(lit).or_default() += 1);
    let mut once: Vec<Lit> = Vec::with_capacity(lits.len());
    for &lit in lits {
        match times.insert(lit, 0) {
            Some(1) => once.push(lit),
            Some(0) | None => {}
            Some(_) => out.clause(&[!lit]),
        }
    }
    // Where a literal and its opposite are among them, one of the two is true, and no other.
    if let Some(&pair) = lits.iter().find(|&&lit| times.contains_key(&!lit)) {
        once.iter().filter(|lit| lit.var() != pair.var()).for_each(|&lit| out.clause(&[!lit]));
        return Ok(own.part(Contract::Bijective));
    }
    by.at_most_one(&once, &mut out);
    Ok(own.part(by.contract(once.len())))
}

/// The number of true literals compares with `k`. A literal that comes twice counts twice.
///
/// # Errors
/// If the encoding cannot state the bound, is a program, or leaves constraints to a solver that the sink is not.
pub fn count(
    lits: &[Lit],
    cmp: Cmp,
    k: i64,
    by: impl Into<EncodingInstance<dyn CardEncoding>>,
    out: &mut dyn ClauseSink,
) -> Result<FormulaPart, Unsupported> {
    let by = by.into();
    can_send(&by, out)?;
    let (lits, pairs) = without_opposites(lits);
    let Ok(k) = usize::try_from(k.saturating_sub(pairs)) else {
        let mut own = Own::new(&[], out);
        if cmp != Cmp::Ge {
            own.clause(&[]);
        }
        return Ok(own.part(Contract::Bijective));
    };
    let refused = |why: String| Unsupported {
        encoding: format!("card={by}"),
        what: format!("{} {k} of {} literals: {why}", cmp.symbol(), lits.len()),
    };
    by.can(cmp, k, lits.len()).map_err(refused)?;
    let mut own = Own::new(&[], out);
    card::bound(&*by, (cmp, k), &lits, &mut Clean::new(&mut own));
    Ok(own.part(by.contract(cmp)))
}

/// The coefficients of the true literals add up to what compares with `rhs`.
///
/// # Errors
/// If the encoding cannot state the sum, is a program, or leaves constraints to a solver that the sink is not.
pub fn sum(
    terms: &[(i64, Lit)],
    cmp: Cmp,
    rhs: i64,
    by: impl Into<EncodingInstance<dyn LinearEncoding>>,
    out: &mut dyn ClauseSink,
) -> Result<FormulaPart, Unsupported> {
    let mut rest = i128::from(rhs);
    let mut places: HashMap<u32, usize> = HashMap::new();
    let mut merged: Vec<(i128, Lit)> = Vec::with_capacity(terms.len());
    for &(coefficient, lit) in terms {
        let coefficient = i128::from(coefficient);
        let place = *places.entry(lit.var()).or_insert(merged.len());
        match merged.get_mut(place) {
            None => merged.push((coefficient, lit)),
            Some((known, first)) if *first == lit => *known += coefficient,
            Some((known, _)) => {
                // The opposite counts where the literal does not.
                *known -= coefficient;
                rest -= coefficient;
            }
        }
    }
    merged.retain(|&(coefficient, _)| coefficient != 0);
    let (below, above): (Vec<i128>, Vec<i128>) = merged.iter().map(|&(c, _)| (c.min(0), c.max(0))).unzip();
    // Beyond what the sum may come to, one bound is as good as another.
    let rest = rest.clamp(below.iter().sum::<i128>() - 1, above.iter().sum::<i128>() + 1);
    let recipe = over_values(|recipe| recipe.encodings.linear = ClassSelection::of(by.into()));
    let too_large = || Unsupported {
        encoding: "any encoding".to_owned(),
        what: format!("a sum that comes to {}", below.iter().chain(&above).map(|c| c.abs()).sum::<i128>()),
    };
    let small = |number: i128| i64::try_from(number).map_err(|_| too_large());
    let (model, over) = booleans(merged.iter().map(|&(_, lit)| lit));
    let terms = model.vars().zip(&merged).map(|(var, &(c, _))| Ok((small(c)?, var)));
    let terms = terms.collect::<Result<Vec<(i64, Var)>, Unsupported>>()?;
    stated(model, Linear { terms, cmp, rhs: small(rest)? }, &recipe, &over, out)
}

/// No two of the variables have the same value.
///
/// # Errors
/// If the encoding cannot state it, is a program, or leaves constraints to a solver that the sink is not; or a list has
/// a value twice.
pub fn all_different(
    variables: &[ValueLiterals],
    by: impl Into<EncodingInstance<dyn AllDifferentEncoding>>,
    amo: impl Into<EncodingInstance<dyn AmoEncoding>>,
    out: &mut dyn ClauseSink,
) -> Result<FormulaPart, Unsupported> {
    let recipe = over_values(|recipe| {
        recipe.encodings.all_different = ClassSelection::of(by.into());
        recipe.encodings.amo = ClassSelection::of(amo.into());
    });
    let (model, over) = integers(variables)?;
    let all = model.vars().collect();
    stated(model, AllDifferent(all), &recipe, &over, out)
}

/// The variables have the values of one of the rows.
///
/// # Errors
/// If the encoding cannot state it, is a program, or leaves constraints to a solver that the sink is not; or a list has
/// a value twice, or a row is not as long as there are variables.
pub fn table(
    variables: &[ValueLiterals],
    rows: &[Vec<i32>],
    by: impl Into<EncodingInstance<dyn TableEncoding>>,
    out: &mut dyn ClauseSink,
) -> Result<FormulaPart, Unsupported> {
    let recipe = over_values(|recipe| recipe.encodings.table = ClassSelection::of(by.into()));
    let arity = variables.len();
    if let Some(row) = rows.iter().find(|row| row.len() != arity) {
        return Err(wrong(format!("a row of {} values, expected {arity}", row.len())));
    }
    let (model, over) = integers(variables)?;
    let vars = model.vars().collect();
    let relation = Relation::new(arity, rows).into();
    stated(model, Table { vars, relation }, &recipe, &over, out)
}

/// The number of true literals is odd, or else even. A literal that comes twice counts twice.
///
/// # Errors
/// If the encoding leaves constraints to a solver that the sink is not.
pub fn parity(
    lits: &[Lit],
    mut is_odd: bool,
    by: impl Into<EncodingInstance<dyn Decomposition<Parity>>>,
    out: &mut dyn ClauseSink,
) -> Result<FormulaPart, Unsupported> {
    let recipe = over_values(|recipe| recipe.encodings.parity = ClassSelection::of(by.into()));
    let (lits, pairs) = without_opposites(lits);
    is_odd ^= pairs % 2 == 1;
    let mut odd: HashMap<Lit, bool> = HashMap::new();
    lits.iter().for_each(|&lit| *odd.entry(lit).or_default() ^= true);
    let once: Vec<Lit> = lits.into_iter().filter(|lit| odd.insert(*lit, false) == Some(true)).collect();
    let (model, over) = booleans(once.into_iter());
    let atoms = model.vars().map(|var| var.is(1)).collect();
    stated(model, Parity { atoms, is_odd }, &recipe, &over, out)
}

/// The literals without pairs of opposites, and the number of these pairs, of which one is true each.
fn without_opposites(lits: &[Lit]) -> (Vec<Lit>, i64) {
    let mut times: HashMap<Lit, usize> = HashMap::new();
    lits.iter().for_each(|&lit| *times.entry(lit).or_default() += 1);
    let common = |lit: Lit| times.get(&lit).copied().unwrap_or(0).min(times.get(&!lit).copied().unwrap_or(0));
    let pairs: usize = times.keys().filter(|lit| lit.is_positive()).map(|&lit| common(lit)).sum();
    let mut left: HashMap<Lit, usize> = times.keys().map(|&lit| (lit, common(lit))).collect();
    let is_left = |lit: &&Lit| match left.get_mut(lit) {
        Some(paired) if *paired > 0 => {
            *paired -= 1;
            false
        }
        _ => true,
    };
    (lits.iter().filter(is_left).copied().collect(), pairs as i64)
}

/// Refuses an encoding that cannot send what it states to the sink.
fn can_send<T: ?Sized + ClassEncoding>(by: &EncodingInstance<T>, out: &mut dyn ClauseSink) -> Result<(), Unsupported> {
    let what = match by.is_propagated() && out.natives().is_none() {
        _ if by.external().is_some() => "literals: only for models are programs run",
        true => "literals for this sink, which takes clauses only",
        false => return Ok(()),
    };
    Err(Unsupported { encoding: format!("{}={by}", T::NAME), what: what.to_owned() })
}

/// The configuration for one constraint, whose variables keep all values.
fn over_values(change: impl FnOnce(&mut Recipe)) -> Recipe {
    let mut recipe = Recipe { root: Root::None, ..Recipe::default() };
    change(&mut recipe);
    recipe
}

/// A model whose variables are these literals.
fn booleans(lits: impl Iterator<Item = Lit>) -> (Model, Vec<ValueLiterals>) {
    let over: Vec<ValueLiterals> = lits.map(|lit| vec![(0, !lit), (1, lit)]).collect();
    let mut model = Model::new();
    for number in 0..over.len() {
        model.var(format!("x[{number}]"), 0..=1);
    }
    (model, over)
}

/// A model of variables with these values, and their literals in the order of the values.
fn integers(variables: &[ValueLiterals]) -> Result<(Model, Vec<ValueLiterals>), Unsupported> {
    let (mut model, mut over) = (Model::new(), Vec::with_capacity(variables.len()));
    for (number, own) in variables.iter().enumerate() {
        let mut own = own.clone();
        own.sort_by_key(|&(value, _)| value);
        if let Some(pair) = own.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(wrong(format!("a variable that has the value {} twice", pair[0].0)));
        }
        model.var(format!("x[{number}]"), own.iter().map(|&(value, _)| value).collect::<Domain>());
        over.push(own);
    }
    Ok((model, over))
}

fn wrong(what: String) -> Unsupported {
    Unsupported { encoding: "any encoding".to_owned(), what }
}

/// States one constraint of a model over literals that its variables have already.
fn stated(
    mut model: Model,
    constraint: impl Into<cnfab_model::Constraint>,
    recipe: &Recipe,
    over: &[ValueLiterals],
    out: &mut dyn ClauseSink,
) -> Result<FormulaPart, Unsupported> {
    let constraint = model.well_formed("given", &[], constraint.into()).map_err(|error| wrong(error.to_string()))?;
    if recipe.runs_programs() {
        let by = recipe.externals().next().map(|external| external.spelling()).unwrap_or_default();
        return Err(Unsupported { encoding: by, what: "literals: only for models are programs run".to_owned() });
    }
    let mut own = Own::new(over, out);
    if over.iter().any(Vec::is_empty) {
        own.clause(&[]);
        return Ok(own.part(Contract::Bijective));
    }
    model.post("given", constraint);
    let contract = encode_over(&model, recipe, over, &mut own)?.contract();
    Ok(own.part(contract))
}
