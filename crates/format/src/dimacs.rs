//! DIMACS CNF with the projection and a map from variables to meanings in comments.
//!
//! ```text
//! c t pmc
//! c cnfab 0.1.0
//! c instance aristotle.txt
//! c kind hexagon
//! c view cell
//! c recipe domain=direct,amo=pairwise-product,...
//! c contract projected-only
//! c fixed cell[1,1] = 15
//! c domain cell[2,3] 1..9
//! c map 17 cell[2,3] = 5
//! c map 40 cell[2,3] <= 5
//! c map 100 row[0].count[3,1]
//! c map 101 cell[2,3].product[1,2]
//! c p show 17 18 19 0
//! p cnf 101 512
//! -17 -18 0
//! ```
//!
//! - The first line names the count to take. `mc` counts models. It stands if each solution is exactly one model: all
//!   variables are shown, or every model variable is shown and all encodings used are bijective (`c contract`). Else
//!   `pmc` counts the different values of the shown variables in all models.
//! - `c recipe` is complete: `--encode` with it gives the same file again.
//! - `c fixed`: the model variable has one value left and no variable here. `c domain`: the values that are left.
//! - `c alias`: a name of the text that is no model variable, such as a truth value that the front end has replaced.
//! - `c map`: a variable is true exactly if its model variable has the value, or one that is not larger. Of a model
//!   variable with two values only the larger is there. The name of an auxiliary begins with its constraint (its family
//!   and its number within it, from 0) or its model variable. The name that its encoding gives it follows, and a number
//!   if the encoding gives it again. `x.bit[I,0]` of `domain=log` is bit I of the position of the value of `x` in the
//!   domain, from 0; of `domain=sign-magnitude`, of the value without its sign.
//! - `c p show`: the variables that tell the values of the shown model variables. Models that agree on them are one
//!   solution.
//!
//! The model is encoded three times, for the sizes, for the map and for the clauses, so that no clause is ever held.
//! Comments stand before the header, as the oldest readers want them.
//! Format: "Satisfiability: Suggested Format", DIMACS, 1993; projection lines: Model Counting Competition, 2021 and
//! later.

use std::io::Write;

use cnfab_cnf::dimacs::ClauseWriter;
use cnfab_cnf::{ClauseSink, Lit, Meter, Name, Notes};
use cnfab_encode::{Contract, Costs, Recipe, Unsupported, VarMap, encode, lowered};
use cnfab_model::{Model, Sense};

use super::knf::{Cardinalities, Pass};
use super::map::Map;
use super::origin::{one_line, origin};
use super::{Export, ExportError, legend};
use cnfab_cnf::buffered::Buffered;
use cnfab_cnf::number;

pub(super) const ABOUT: &str = "DIMACS CNF with the projection and a map of the variables in comments";

pub(super) const HELP: &str = concat!(
    "\
dimacs: DIMACS CNF. Comments before the header:
  c t mc | c t pmc            models are solutions | models have to be projected to be counted
  c cnfab, instance, kind, view, recipe    what made the file; --encode takes the recipe
  c contract bijective | functional | projected-only    what the encodings promise about models per solution
",
    legend::help!("c"),
    "\
\x20 c constraint row[0]         with --comments: the next clauses state this constraint (or 'c variable x')
  c map 17 cell[2,3] = 5      variable 17 is true exactly if cell[2,3] is 5
  c map 40 cell[2,3] <= 5     variable 40 is true exactly if cell[2,3] is at most 5
  c map 60 cell[3,1].bit[2,0] of domain=log: bit 2 of the position of the value in the domain, from 0
  c map 100 row[0].count[3,1] an auxiliary of the first constraint of family 'row'
  c map 101 row[0].count[3,1].2    another one that has the same name
  c p show 17 18 19 0         the variables that make up a solution"
);

/// Writes the model's clauses.
pub(super) fn write(export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    write_as(&Dialect::Cnf, export, out)
}

/// The formats that differ from DIMACS in their header and in what stands around the clauses only.
pub(super) enum Dialect {
    /// DIMACS itself.
    Cnf,
    /// Each clause begins with an `h`, and there is no header.
    Hard,
    /// The header has the weight of clauses that have to hold, and each clause begins with it.
    Weights,
    /// The header has no numbers, and cubes follow.
    Cubes,
    /// Cardinality constraints stand among the clauses.
    Cardinalities,
}

/// Writes the model's clauses in a dialect.
pub(super) fn write_as(dialect: &Dialect, export: &Export<'_>, out: &mut dyn Write) -> Result<(), ExportError> {
    let (model, recipe) = (export.model, &export.recipe.for_model(export.model));
    if model.objective().is_some() && matches!(dialect, Dialect::Cnf | Dialect::Cubes | Dialect::Cardinalities) {
        let (encoding, what) = ("this format".to_owned(), "an objective; the format wcnf states it".to_owned());
        return Err(Unsupported { encoding, what }.into());
    }
    let mut meter = Meter::default();
    let (vars, costs) = pass(dialect, model, recipe, &mut meter)?;
    let size = meter.size();

    let mut shown: Vec<u32> = model.shown().into_iter().flat_map(|var| vars.variables(var)).collect();
    shown.sort_unstable();
    shown.dedup();
    let determined = vars.contract() == Contract::Bijective;
    let kind_of_count = if determined || shown.len() as u64 == size.variables { "mc" } else { "pmc" };
    let mut out = Buffered::new(out);
    out.line(format_args!("c t {kind_of_count}"));
    for (key, value) in origin(export) {
        out.line(format_args!("c {key} {value}"));
    }
    out.line(format_args!("c recipe {}", vars.recipe(recipe)));
    out.line(format_args!("c contract {}", vars.contract()));
    if let Some(objective) = model.objective() {
        let opposite = if objective.sense == Sense::Maximise { ", as the least opposite" } else { "" };
        out.line(format_args!("c objective {}{opposite}; constant {}", objective.sense.name(), costs.constant));
    }
    let stated = lowered(model, recipe)?;
    legend::write(export, "c", &|var| vars.domain(var), &mut out);
    for var in stated.vars().skip(model.variables().len()) {
        if vars.domain(var).len() > 1 {
            legend::values("c", stated.name(var), vars.domain(var), &mut out);
        }
    }
    // More than all soft clauses together.
    let top = costs.of_literals.iter().map(|cost| u128::from(cost.1)).sum::<u128>() + 1;
    let cubes = match dialect {
        Dialect::Cubes => cubes(model, &vars),
        _ => Vec::new(),
    };
    drop(vars);

    let mut map = Map::new(&stated, out);
    pass(dialect, model, recipe, &mut map)?;
    let mut out = map.out;
    out.bytes.extend_from_slice(b"c p show");
    out.bytes.push(b' ');
    for var in shown {
        number::push_spaced(&mut out.bytes, var as i32);
        out.flush_if_full();
    }
    out.line(format_args!("0"));
    match dialect {
        Dialect::Cnf => out.line(format_args!("p cnf {} {}", size.variables, size.clauses)),
        Dialect::Hard => {}
        Dialect::Weights => {
            let clauses = size.clauses + costs.of_literals.len() as u64;
            out.line(format_args!("p wcnf {} {clauses} {top}", size.variables));
        }
        Dialect::Cubes => out.line(format_args!("p inccnf")),
        Dialect::Cardinalities => out.line(format_args!("p knf {} {}", size.variables, size.clauses)),
    }

    let mark = match dialect {
        Dialect::Cnf | Dialect::Cubes | Dialect::Cardinalities => String::new(),
        Dialect::Hard => "h ".to_owned(),
        Dialect::Weights => format!("{top} "),
    };
    let clauses = ClauseWriter { out, made: 0, mark: mark.as_bytes() };
    let mut clauses = Commented { clauses, comments: export.comments, next: None };
    pass(dialect, model, recipe, &mut clauses)?;
    let mut out = clauses.clauses.out;
    for (lit, cost) in costs.of_literals {
        out.line(format_args!("{cost} {} 0", (!lit).dimacs()));
    }
    for cube in cubes {
        out.bytes.extend_from_slice(b"a ");
        cube.iter().for_each(|lit| number::push_spaced(&mut out.bytes, lit.dimacs()));
        out.line(format_args!("0"));
    }
    Ok(out.finish()?)
}

/// Writes a comment before the clauses of each constraint and variable, if comments are wanted.
pub(super) struct Commented<'w> {
    pub(super) clauses: ClauseWriter<'w>,
    comments: bool,
    /// The comment before the next clause.
    next: Option<String>,
}

impl Commented<'_> {
    /// Writes the comment that is to be written.
    pub(super) fn comment(&mut self) {
        if let Some(comment) = self.next.take() {
            self.clauses.out.line(format_args!("c {comment}"));
        }
    }
}

impl ClauseSink for Commented<'_> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.clauses.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.comment();
        self.clauses.clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        if self.comments { Some(self) } else { None }
    }
}

impl Notes for Commented<'_> {
    fn variable(&mut self, name: &str) {
        self.next = Some(format!("variable {}", one_line(name)));
    }

    fn group(&mut self, family: &str, number: usize) {
        self.next = Some(format!("constraint {}[{number}]", one_line(family)));
    }
}

/// Sends the clauses of a model to one of the passes over it, and what stands among them in a dialect.
pub(super) fn pass(
    dialect: &Dialect,
    model: &Model,
    recipe: &Recipe,
    out: &mut dyn Pass,
) -> Result<(VarMap, Costs), Unsupported> {
    if !matches!(dialect, Dialect::Cardinalities) {
        return formula(model, recipe, out);
    }
    let mut taken = Cardinalities { pass: out, is_refused: false };
    let made = formula(model, recipe, &mut taken)?;
    if taken.is_refused {
        let (encoding, what) = ("this format".to_owned(), "cardinality constraints under conditions".to_owned());
        return Err(Unsupported { encoding, what });
    }
    Ok(made)
}

/// The family of the clauses of the objective.
pub(super) const OBJECTIVE: &str = "objective";

/// Sends the clauses of a model, and those that its objective needs besides.
pub(super) fn formula(
    model: &Model,
    recipe: &Recipe,
    out: &mut dyn ClauseSink,
) -> Result<(VarMap, Costs), Unsupported> {
    let mut vars = encode(model, recipe, out)?;
    let costs = model.objective().map(|objective| {
        out.note(|notes| notes.group(OBJECTIVE, 0));
        Costs::of(objective, &mut vars, out)
    });
    Ok((vars, costs.unwrap_or_default()))
}

/// A cube for each value of the first shown variable that has a choice; without one, the cube without literals.
fn cubes(model: &Model, vars: &VarMap) -> Vec<Vec<Lit>> {
    match model.shown().into_iter().find(|&var| vars.domain(var).len() > 1) {
        Some(var) => vars.domain(var).values().map(|value| vars.code(var, value)).collect(),
        None => vec![Vec::new()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfab_model::{Cmp, Model};

    fn text(model: &Model, recipe: &str) -> String {
        let recipe: Recipe = recipe.parse().unwrap();
        let mut out = Vec::new();
        let export = Export {
            model,
            recipe: &recipe,
            aliases: &[],
            ilp: cnfab_ilp::DEFAULT,
            instance: "a\nb.txt",
            kind: "",
            view: "cell",
            comments: false,
        };
        write(&export, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let version = format!("c cnfab {}\n", env!("CARGO_PKG_VERSION"));
        assert!(text.contains(&version));
        text.replace(&version, "").replace(&format!("c recipe {recipe}\n"), "")
    }

    #[test]
    fn every_kind_of_comment() {
        let mut model = Model::new();
        let [x, y, z] = [("x[1]", 4), ("x[2]", 3), ("x[3]", 1)].map(|(name, high)| model.var(name, 1..=high));
        model.at_least("some", 2, [x.is(1), y.is(2), x.is_not(3), y.is(3)]);
        model.linear("order", [(1, x), (1, z)], Cmp::Le, 4);
        model.show(&[x, z]);
        assert_eq!(
            text(&model, "domain=order,amo=pairwise,card=sequential"),
            "\
c t pmc
c instance a?b.txt
c view cell
c contract projected-only
c domain x[1] 1..3
c domain x[2] 1..3
c fixed x[3] = 1
c map 1 x[1] <= 1
c map 2 x[1] <= 2
c map 3 x[2] <= 1
c map 4 x[2] <= 2
c map 5 x[2] = 2
c map 6 some[0].count[1,1]
c map 7 some[0].count[2,1]
c map 8 some[0].count[2,2]
c map 9 some[0].count[3,2]
c p show 1 2 0
p cnf 9 13
-1 2 0
-3 4 0
-5 4 0
-5 -3 0
5 -4 3 0
1 6 0
-6 7 0
5 7 0
5 -6 8 0
-8 9 0
2 -7 9 0
2 -8 0
-4 -9 0
"
        );
    }

    #[test]
    fn a_contradiction_is_the_empty_clause() {
        let mut model = Model::new();
        model.var("x", Vec::new());
        let text = text(&model, "");
        assert!(text.contains("\nc p show 0\np cnf 0 ") && text.ends_with("\n0\n"), "{text}");
    }
}
