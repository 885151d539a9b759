//! `cnfab why` of models: constraints that contradict each other, two solutions, or what holds an optimum.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::cnf::dimacs::write;
use crate::cnf::{Lit, Name};
use crate::construct::{Conflicts, ConstructError, Pair, fine, holding, optimum, pair, relaxed};
use crate::model::{Atom, Clause, Constraint, ConstraintGroup, Model, Objective};
use crate::problem::Problem;
use crate::solve::Budget;
use crate::units::plural;

use super::args::new_folder;
use super::certify::{self, new_place};
use super::colour;
use super::drive::limit_name;
use super::failure::Failure;
use super::file::{FilePlace, distinct, to_file, try_out};
use super::inputs::Input;
use super::question::{AskedModel, write_json};
use super::why::beside;
use super::why_json::{constraint_json, measured, pair_json};
use super::why_sets::SetArguments;

/// The sets that are asked for, and what is to be said of them.
#[derive(clap::Args)]
pub(crate) struct ModelArguments {
    #[command(flatten)]
    pub(super) sets: SetArguments,

    /// Name the pieces of the set's constraints, clues and rules that contradict each other: single bounds, those of
    /// domains, too, and pairs.
    ///
    /// Where a bound of a domain is left out, its variable may go up to 1000 values beyond it.
    #[arg(long, conflicts_with_all = ["all", "output", "certify"])]
    pub(super) fine: bool,

    /// Of several solutions, show two that differ most instead of least.
    #[arg(long)]
    pub(super) most: bool,

    /// Certify that the set alone has no solution: a folder with a proof for VeriPB, as 'cnfab certify' makes it.
    #[arg(long, value_name = "FOLDER", value_parser = new_folder, conflicts_with = "all")]
    pub(super) certify: Option<PathBuf>,

    /// Write the clauses of the set as a formula in DIMACS; the model has to be one.
    #[arg(short, value_name = "FILE", conflicts_with = "all")]
    output: Option<String>,
}

impl ModelArguments {
    /// Refuses what a puzzle cannot have.
    pub(super) fn accept_puzzle(&self, instance: &str) -> Result<(), Failure> {
        match &self.output {
            None => Ok(()),
            Some(_) => Err(no_formula(instance)),
        }
    }

    /// The option that names what is to be written, if one is given.
    fn written(&self) -> Option<&'static str> {
        let certify = self.certify.as_ref().map(|_| "--certify");
        certify.or_else(|| self.output.as_ref().map(|_| "-o"))
    }

    /// Refuses places for what is written that would lose something.
    pub(crate) fn accept(&self, input: &Input) -> Result<(), Failure> {
        let Some(option) = self.written() else { return Ok(()) };
        if input.batch {
            return Err(Failure::Input(format!("cnfab: {option} is about one puzzle: {}", input.choose())));
        }
        if let Some(name) = &self.output {
            distinct(&[FilePlace::output(name), FilePlace::output("-")], &input.files)?;
            try_out(Path::new(name))?;
        }
        self.certify.iter().try_for_each(|folder| new_place(folder))
    }

    /// The failure where a set was to be written and there is none.
    pub(super) fn nothing_written(&self, instance: &str) -> Result<(), Failure> {
        let Some(option) = self.written() else { return Ok(()) };
        let found = format!("found {option} for '{instance}', which has a solution");
        Err(Failure::Input(format!("cnfab: {found}, expected a model without: nothing has been written")))
    }

    fn is_hard(&self, group: &ConstraintGroup) -> bool {
        self.sets.is_hard(names(group))
    }

    /// The number of groups of a model that always hold.
    pub(super) fn hard(&self, model: &Model) -> usize {
        model.groups().iter().filter(|group| self.is_hard(group)).count()
    }
}

/// The names by which a constraint can be chosen.
fn names(group: &ConstraintGroup) -> [&str; 2] {
    [&group.name, &group.label]
}

fn no_formula(instance: &str) -> Failure {
    Failure::Input(format!("cnfab: found -o for '{instance}', which is no formula, expected one in DIMACS"))
}

/// Answers for one model.
pub(crate) fn answer(
    arguments: &ModelArguments,
    asked: &AskedModel<'_>,
    as_json: bool,
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    if asked.from.is_some() {
        let found = format!("found --from for '{}', which is a model", asked.instance);
        return Err(Failure::Input(format!("cnfab: {found}, expected a puzzle")));
    }
    let model = asked.groups()?;
    arguments.sets.check_names("name or label of a constraint", model.groups().iter().map(names))?;
    if arguments.output.is_some() && !asked.front_end.looks.is_formula() {
        return Err(no_formula(asked.instance));
    }
    let mut conflicts = asked.stating(|| Conflicts::new(&model, |group| arguments.is_hard(group), asked.budget))?;
    let AskedModel { view, instance, budget, .. } = *asked;
    let (problem, hard) = (&**asked.problem, arguments.hard(&model));
    let answer = Answer { arguments, problem, view, instance, budget, model: &model, hard, as_json };
    let found = arguments.sets.print(&mut conflicts, "constraint", &mut |set, is_minimal| {
        match arguments.fine && is_minimal {
            true => answer.pieces(set, out),
            false => answer.conflict(set, is_minimal, out),
        }?;
        if arguments.sets.all { asked.show(out) } else { Ok(()) }
    })?;
    if found { Ok(()) } else { answer.solutions(asked, out).and_then(|()| arguments.nothing_written(asked.instance)) }
}

/// The subject of an answer.
pub(super) struct Answer<'a> {
    pub(super) arguments: &'a ModelArguments,
    pub(super) problem: &'a dyn Problem,
    pub(super) view: &'static str,
    pub(super) instance: &'a str,
    pub(super) budget: &'a Budget,
    /// The model in which each constraint can be left out.
    pub(super) model: &'a Model,
    /// The number of those that always hold.
    pub(super) hard: usize,
    pub(super) as_json: bool,
}

impl Answer<'_> {
    /// A constraint in a line: where it stands, its name, its text.
    fn line(&self, position: usize) -> String {
        let ConstraintGroup { name, line, text, .. } = &self.model.groups()[position];
        let line = line.map_or_else(String::new, |line| format!("line {line}: "));
        let text = if text.is_empty() || text == name { String::new() } else { format!(": {text}") };
        format!("{line}{name}{text}")
    }

    /// Names of constraints and bounds that always hold, if there are such.
    fn besides(&self) -> String {
        let bounds = self.model.implied_bounds();
        let mut besides: Vec<String> = Vec::new();
        if self.hard > 0 {
            besides.push(format!("{} of --hard", plural(self.hard as u64, "constraint")));
        }
        if !bounds.is_empty() {
            besides.push(format!("bounds that follow from all constraints: {}", bounds.join(", ")));
        }
        besides.join("; ")
    }

    fn conflict(&self, set: &[usize], is_minimal: bool, out: &mut Vec<u8>) -> Result<(), Failure> {
        if let Some(name) = &self.arguments.output {
            let clauses = self.clauses(set);
            let variables = self.model.variables().len() - self.model.groups().len();
            to_file(Path::new(name), |file| {
                write(file, &|sink| {
                    for number in 0..variables {
                        sink.fresh(Name::aux("x", number, 0));
                    }
                    clauses.iter().for_each(|clause| sink.clause(clause));
                })?;
                Ok(())
            })?;
        }
        self.certify(set, &format!("{} of its constraints", set.len()))?;
        if self.as_json {
            let constraints: Vec<Value> =
                set.iter().map(|&position| constraint_json(&self.model.groups()[position])).collect();
            let bounds = self.model.implied_bounds();
            let instance = self.instance;
            let value = json!({
                "instance": instance,
                "solutions": 0,
                "constraints": constraints,
                "minimal": is_minimal,
                "bounds": bounds,
            });
            return write_json(out, &value);
        }
        let besides = self.besides();
        match (set.len(), is_minimal) {
            (0, _) if besides.is_empty() => writeln!(out, "no solution: the values of the variables alone allow none")?,
            (0, _) => writeln!(out, "no solution: what always holds allows none")?,
            (1, _) => writeln!(out, "no solution: 1 constraint cannot hold")?,
            (count, true) => writeln!(out, "no solution: {count} constraints contradict each other")?,
            (count, false) => writeln!(out, "no solution: {count} constraints, not known to be minimal")?,
        }
        for &position in set {
            writeln!(out, "  {}", self.line(position))?;
        }
        if !besides.is_empty() {
            writeln!(out, "always holds besides: {besides}")?;
        }
        Ok(())
    }

    /// Proves, if that is asked for, that a set has no solution.
    pub(super) fn certify(&self, set: &[usize], what: &str) -> Result<(), Failure> {
        let Some(folder) = &self.arguments.certify else { return Ok(()) };
        let about = format!("{}, {what}", self.problem.name());
        let model = self.chosen(set).without_objective();
        certify::of_model(folder, &model, self.instance, about, self.problem, self.budget)
    }

    /// The pieces of a set that contradict each other.
    pub(super) fn pieces(&self, set: &[usize], out: &mut Vec<u8>) -> Result<(), Failure> {
        let pieces = fine(self.model, set, |position| self.arguments.is_hard(&self.model.groups()[position]));
        let found = Conflicts::new(&pieces, |_| false, self.budget)?.one();
        match found {
            Ok(Some(found)) => Answer { model: &pieces, ..*self }.conflict(&found, true, out),
            Ok(None) => Err(Failure::Own("the pieces of a conflict have a solution".to_owned())),
            Err(ConstructError::OutOfBudget) => {
                self.conflict(set, true, out)?;
                Err(Failure::Limit(format!("{}: their pieces are not known", limit_name())))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The model of a set, with what always holds.
    fn chosen(&self, set: &[usize]) -> Model {
        let groups = self.model.groups();
        let model = self.model.clone();
        model.choosing(|position| set.binary_search(&position).is_ok() || self.arguments.is_hard(&groups[position]))
    }

    /// The clauses of a set of a formula, with those that always hold.
    fn clauses(&self, set: &[usize]) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for posted in self.chosen(set).constraints() {
            let Constraint::Clause(Clause(atoms)) = &posted.constraint else { continue };
            let lit = |atom: &Atom| {
                let lit = Lit::from_dimacs(i32::try_from(atom.var.index() + 1).expect("a variable of a formula"));
                if atom.holds(1) { lit } else { !lit }
            };
            clauses.push(atoms.iter().map(lit).collect::<Vec<Lit>>());
        }
        clauses
    }

    /// The answer where there is a solution.
    fn solutions(&self, asked: &AskedModel<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        match self.model.objective() {
            Some(objective) => self.holds_optimum(objective, asked, out),
            None => self.pair(out),
        }
    }

    /// Two solutions that differ least, or most.
    pub(super) fn pair(&self, out: &mut Vec<u8>) -> Result<(), Failure> {
        let Answer { problem, view, instance, .. } = *self;
        let model = problem.make_model(view);
        let most = self.arguments.most;
        let Some(found) = pair(&model, most, self.budget)? else {
            return match self.as_json {
                true => write_json(out, &pair_json(instance, &[], &[], true)),
                false => Ok(writeln!(out, "one solution: nothing contradicts, nothing is open")?),
            };
        };
        let Pair { solutions, distance, is_proven } = found;
        let outputs = solutions.each_ref().map(|solution| problem.output(view, solution));
        let differing: Vec<&str> = model
            .shown()
            .into_iter()
            .filter(|&var| solutions[0][var] != solutions[1][var])
            .map(|var| model.name(var))
            .collect();
        if self.as_json {
            let pair = outputs.each_ref().map(|output| problem.plain(output));
            write_json(out, &pair_json(instance, &pair, &differing, is_proven))?;
        } else {
            let (which, other) = if most { ("most", "more") } else { ("least", "fewer") };
            let of = plural(model.shown().len() as u64, "variable");
            let proven = if is_proven { String::new() } else { format!("; others may differ in {other}") };
            writeln!(out, "several solutions; two that differ {which}, in {distance} of {of}{proven}:\n")?;
            let [one, other] = outputs.map(|output| problem.drawing(Some(&output)));
            out.write_all(colour::text(&beside(&one, &other)).as_bytes())?;
        }
        match is_proven {
            true => Ok(()),
            false => Err(Failure::Limit(format!("{}: there may be a better pair", limit_name()))),
        }
    }

    /// The constraints that hold the optimum, and what relaxing each of them betters.
    fn holds_optimum(&self, objective: &Objective, asked: &AskedModel<'_>, out: &mut Vec<u8>) -> Result<(), Failure> {
        let Answer { problem, budget, .. } = *self;
        let own = problem.make_model(self.view);
        let Some((best, _)) = optimum(&own, budget)? else {
            return Err(Failure::Own("the model has a solution and none".to_owned()));
        };
        let held = holding(self.model, best, |group| self.arguments.is_hard(group), budget)?;
        let Some(set) = held else { return Err(Failure::Own("there is a better solution than the best".to_owned())) };
        let measure = |value| problem.measure(value);
        if !self.as_json {
            let text = match set.len() {
                0 => "what always holds keeps better values away".to_owned(),
                1 => "1 constraint keeps better values away".to_owned(),
                count => format!("{count} constraints together keep better values away"),
            };
            writeln!(out, "optimum {}: {text}", measure(best))?;
            asked.show(out)?;
        }
        let mut values = Vec::new();
        let mut is_cut = false;
        for &position in &set {
            let found = relaxed(self.model, position, budget)?;
            is_cut |= !found.is_proven;
            let better = found.value.filter(|&value| objective.improves(value, best));
            if self.as_json {
                let without = better.map(|value| measured(measure(value)));
                let by = better.map(|value| measured(measure((value - best).abs())));
                let (constraint, proven) = (constraint_json(&self.model.groups()[position]), found.is_proven);
                values.push(json!({"constraint": constraint, "without": without, "by": by, "proven": proven}));
                continue;
            }
            let least = if found.is_proven { "" } else { "at least " };
            let text = match better {
                Some(value) => {
                    let by = measure((value - best).abs());
                    format!("without it {}, better by {least}{by}", measure(value))
                }
                None if found.is_proven => "without it alone no better".to_owned(),
                None => "without it not known".to_owned(),
            };
            writeln!(out, "  {}\n    {text}", self.line(position))?;
            asked.show(out)?;
        }
        let besides = self.besides();
        if self.as_json {
            let (instance, optimum) = (self.instance, measured(measure(best)));
            let bounds = self.model.implied_bounds();
            write_json(out, &json!({"instance": instance, "optimum": optimum, "holding": values, "bounds": bounds}))?;
        } else if !besides.is_empty() {
            writeln!(out, "always holds besides: {besides}")?;
        }
        match is_cut {
            true => Err(Failure::Limit(format!("{}: better values may be possible", limit_name()))),
            false => Ok(()),
        }
    }
}
