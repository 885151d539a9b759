//! The classes that can be audited on their own, and the small models that stand for them.

use std::sync::Arc;

use fastrand::Rng;

use cnfab_base::names::{UnknownName, means};
use cnfab_encode::{self as encode, external::ExternalTask};
use cnfab_model::{Cardinality, Cmp, Linear, Model, Relation, Var, taken};

use super::decomposed::{
    circuit_cases, connected_cases, cumulative_cases, disjunctive_cases, element_cases, global_cardinality_cases,
    layered_cases, lex_cases, parity_cases,
};

/// The parameters of the model of a class. Each class reads its own part.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// Numbers of literals or of values, one model for each.
    pub n: Vec<usize>,
    /// The bound of a count.
    pub k: usize,
    /// The comparison of a count or a sum.
    pub cmp: Option<Cmp>,
    /// The number of integer variables.
    pub cells: usize,
    /// Their values, from the smallest to the largest.
    pub values: (i32, i32),
    /// Their coefficients; all 1 if not given.
    pub coefficients: Option<Vec<i64>>,
    /// The right-hand side of a sum; the middle of what can be reached if not given.
    pub sum: Option<i64>,
    /// True if the variables of a sum are all different.
    pub all_different: bool,
    /// The number of rows of a table.
    pub rows: usize,
    /// The seed of its rows.
    pub seed: u64,
    /// True if the formulas come from elsewhere: then a count may have any bound, also those that our encodings of the
    /// class never get, since they are clauses or at-most-ones.
    pub foreign: bool,
}

impl Default for Parameters {
    fn default() -> Self {
        Parameters {
            n: vec![7],
            k: 2,
            cmp: None,
            cells: 3,
            values: (1, 5),
            coefficients: None,
            sum: None,
            all_different: false,
            rows: 20,
            seed: 0,
            foreign: false,
        }
    }
}

taken! {
    /// The classes that programs are asked for.
    enum Asked { Cardinality, Linear }
}

/// A model to audit encodings with.
pub struct Case {
    /// Its particulars: `n=7`, `3 cells 1..5, sum = 9`.
    pub label: String,
    /// The number of literals or values, if that is what varies.
    pub n: Option<usize>,
    /// The model.
    pub model: Model,
}

impl Case {
    /// The task of a program that states the case, if that is a count, or a sum over variables of the values 0 and 1.
    pub fn task(&self) -> Option<ExternalTask> {
        match Asked::of(&self.model.constraints().last()?.constraint)? {
            Asked::Cardinality(Cardinality { atoms, cmp, k }) => Some(ExternalTask::count(atoms.len(), *cmp, *k)),
            Asked::Linear(Linear { terms, cmp, rhs }) => {
                let coefficients = terms.iter().map(|&(coefficient, _)| coefficient).collect();
                Some(ExternalTask { coefficients, cmp: *cmp, bound: *rhs })
            }
        }
    }
}

/// A class of encodings.
pub struct AuditClass {
    /// The name, as configurations spell it.
    pub name: &'static str,
    /// A description of its models and their parameters.
    pub about: &'static str,
    /// The models for the parameters, or the error in these.
    pub cases: fn(&Parameters) -> Result<Vec<Case>, String>,
}

/// All classes, by name.
pub static CLASSES: &[AuditClass] = &[
    AuditClass {
        name: "all-different",
        about: "--cells variables with --values, all different",
        cases: all_different_cases,
    },
    AuditClass { name: "amo", about: "at most (or with --cmp = exactly) one of --n literals", cases: amo_cases },
    AuditClass { name: "card", about: "--cmp --k of --n literals", cases: card_cases },
    AuditClass { name: "circuit", about: "the successors of --n nodes make a circuit", cases: circuit_cases },
    AuditClass {
        name: "connected",
        about: "of --n nodes in a circle, those that are in are connected",
        cases: connected_cases,
    },
    AuditClass {
        name: "cumulative",
        about: "at most --k of --cells tasks of length 2, which start at --values, run at once",
        cases: cumulative_cases,
    },
    AuditClass {
        name: "disjunctive",
        about: "no two of --cells tasks of length 2, which start at --values, run at once",
        cases: disjunctive_cases,
    },
    AuditClass { name: "domain", about: "a variable with --n values", cases: domain_cases },
    AuditClass {
        name: "element",
        about: "the last of --cells variables with --values is one of the others, chosen by an index",
        cases: element_cases,
    },
    AuditClass {
        name: "global-cardinality",
        about: "each of --values is taken by at most --k of --cells variables",
        cases: global_cardinality_cases,
    },
    AuditClass {
        name: "layered",
        about: "no two neighbours of --cells variables with --values are the same",
        cases: layered_cases,
    },
    AuditClass {
        name: "lex",
        about: "--cells variables with --values come before as many others, or are the same",
        cases: lex_cases,
    },
    AuditClass {
        name: "linear",
        about: "the sum of --cells variables with --values, --cmp --sum, with --coefficients, perhaps --all-different",
        cases: linear_cases,
    },
    AuditClass { name: "parity", about: "an odd number of --n literals", cases: parity_cases },
    AuditClass {
        name: "table",
        about: "--cells variables with --values form one of --rows random rows (--seed)",
        cases: table_cases,
    },
];

/// The class with this name.
///
/// # Errors
/// If there is none.
pub fn find_class(name: &str) -> Result<&'static AuditClass, UnknownName> {
    let found = CLASSES.iter().find(|class| means(name, class.name));
    found.ok_or_else(|| UnknownName::new("class", name, CLASSES.iter().map(|class| class.name)))
}

impl AuditClass {
    /// True if its encodings are decompositions, whose sizes depend on how the simpler constraints are encoded: they
    /// have no formulas, and the page of measurements leaves them out.
    pub fn is_decomposed(&self) -> bool {
        encode::find_class(self.name).expect("a class of the table").is_decomposed
    }

    /// The specifications of its encodings and their variants.
    pub fn encodings(&self) -> Vec<String> {
        encode::find_class(self.name).expect("a class of the table").catalogue()
    }
}

/// The most literals, values or variables.
const MOST: usize = 10_000;

pub(super) fn within(what: &str, number: usize, least: usize) -> Result<(), String> {
    if (least..=MOST).contains(&number) {
        return Ok(());
    }
    Err(format!("found {what} {number}, expected {least} to {MOST}"))
}

pub(super) fn literals(n: usize) -> (Model, Vec<Var>) {
    let mut model = Model::new();
    let vars = (1..=n).map(|i| model.var(format!("x[{i}]"), 0..=1)).collect();
    (model, vars)
}

fn count(n: usize, cmp: Cmp, k: usize) -> Model {
    let (mut model, vars) = literals(n);
    model.count("it", vars.iter().map(|var| var.is(1)), cmp, k);
    model
}

fn amo_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let cmp = parameters.cmp.unwrap_or(Cmp::Le);
    if cmp == Cmp::Ge {
        return Err("found --cmp >= for amo, expected <= or =: at least one of n literals is a clause".to_owned());
    }
    let case = |&n: &usize| {
        within("--n", n, 1)?;
        let label = format!("{} one of {n}", if cmp == Cmp::Le { "at most" } else { "exactly" });
        Ok(Case { label, n: Some(n), model: count(n, cmp, 1) })
    };
    parameters.n.iter().map(case).collect()
}

fn card_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (k, cmp) = (parameters.k, parameters.cmp.unwrap_or(Cmp::Le));
    let asked = parameters.n.len();
    let cases: Result<Vec<Case>, String> = (parameters.n.iter())
        .map(|&n| {
            within("--n", n, 1)?;
            let label = format!("{} {k} of {n}", word(cmp));
            Ok(Case { label, n: Some(n), model: count(n, cmp, k) })
        })
        .collect();
    if parameters.foreign {
        let usable: Vec<Case> = cases?.into_iter().filter(|case| case.n.is_some_and(|n| k <= n)).collect();
        return match usable.is_empty() {
            true => Err(format!("found --k {k}, expected 0 to n")),
            false => Ok(usable),
        };
    }
    // Other counts are clauses of all literals or encoded by amo.
    let usable: Vec<Case> = cases?.into_iter().filter(|case| k >= 2 && case.n.is_some_and(|n| k + 2 <= n)).collect();
    if usable.is_empty() && asked > 0 {
        return Err(format!(
            "found --k {k}, expected 2 to n-2 for card: other counts are clauses or encoded by amo, see 'cnfab audit amo'"
        ));
    }
    Ok(usable)
}

fn word(cmp: Cmp) -> &'static str {
    match cmp {
        Cmp::Le => "at most",
        Cmp::Eq => "exactly",
        Cmp::Ge => "at least",
    }
}

fn domain_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let case = |&n: &usize| {
        within("--n", n, 1)?;
        let mut model = Model::new();
        model.var("x", 1..=i32::try_from(n).expect("a small number"));
        Ok(Case { label: format!("{n} values"), n: Some(n), model })
    };
    parameters.n.iter().map(case).collect()
}

/// The variables and what to call them.
pub(super) fn cells(parameters: &Parameters) -> Result<(Model, Vec<Var>, String), String> {
    let (low, high) = parameters.values;
    within("--cells", parameters.cells, 1)?;
    let values = i64::from(high) - i64::from(low) + 1;
    if low > high || values > MOST as i64 {
        return Err(format!("found --values {low}..{high}, expected 1 to {MOST} values"));
    }
    let mut model = Model::new();
    let vars = (1..=parameters.cells).map(|i| model.var(format!("x[{i}]"), low..=high)).collect();
    Ok((model, vars, format!("{} cells {low}..{high}", parameters.cells)))
}

pub(super) fn one(label: String, model: Model) -> Vec<Case> {
    vec![Case { label, n: None, model }]
}

fn all_different_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, vars, label) = cells(parameters)?;
    model.all_different("it", vars);
    Ok(one(label, model))
}

fn linear_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, vars, mut label) = cells(parameters)?;
    let coefficients = parameters.coefficients.clone().unwrap_or_else(|| vec![1; vars.len()]);
    if coefficients.len() != vars.len() {
        return Err(format!(
            "found {} coefficients, expected one for each of {} cells",
            coefficients.len(),
            vars.len()
        ));
    }
    if coefficients.iter().any(|&coefficient| i32::try_from(coefficient).is_err()) {
        return Err("found a coefficient that does not fit 32 bits".to_owned());
    }
    let middle = i64::from(parameters.values.0) + i64::from(parameters.values.1);
    let sum = parameters.sum.unwrap_or_else(|| coefficients.iter().map(|c| c * middle).sum::<i64>().div_euclid(2));
    let cmp = parameters.cmp.unwrap_or(Cmp::Eq);
    if let Some(coefficients) = &parameters.coefficients {
        let texts: Vec<String> = coefficients.iter().map(i64::to_string).collect();
        label += &format!(", coefficients {}", texts.join(" "));
    }
    label += &format!(", sum {} {sum}", cmp.symbol());
    if parameters.all_different {
        model.all_different("different", vars.clone());
        label += ", all different";
    }
    model.linear("it", coefficients.into_iter().zip(vars), cmp, sum);
    Ok(one(label, model))
}

fn table_cases(parameters: &Parameters) -> Result<Vec<Case>, String> {
    let (mut model, vars, label) = cells(parameters)?;
    within("--rows", parameters.rows, 0)?;
    let (low, high) = parameters.values;
    let mut rng = Rng::with_seed(parameters.seed);
    let row = |_| -> Vec<i32> { vars.iter().map(|_| rng.i32(low..=high)).collect() };
    let rows: Vec<Vec<i32>> = (0..parameters.rows).map(row).collect();
    let relation = Relation::new(vars.len(), rows);
    let label = format!("{label}, {} rows", relation.rows().len());
    model.table("it", vars, &Arc::new(relation));
    Ok(one(label, model))
}
