//! `cnfab show`: the puzzle and its model in figures.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use serde_json::json;

use crate::display;
use crate::model::{Domain, Group, Model, Role, Selection, Symmetry, SymmetryError, narrow};
use crate::solve::{Count, EngineReport, Estimate, Ladder, Rung, engines, ladder};
use crate::units::{grouped, plural};

use super::colour;
use super::deadline::TimeArguments;
use super::drive::{Output, output};
use super::encode::EncodeArguments;
use super::failure::Failure;
use super::inputs::{FilesArguments, NOT_READ};
use super::show_clauses::{Wish, show_clauses, show_rows};

/// Draw the puzzle; list the variables and constraints of its model.
///
/// By family, with domains, and, unless in a batch, with the puzzle's symmetries.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: FilesArguments,

    #[command(flatten)]
    time: TimeArguments,

    /// The report of each engine that searches a model itself: its estimate, or why it does not take the model.
    ///
    /// 'backtrack' takes the engine with the smallest estimate. An estimate is the expected time as a multiple of what
    /// the engine 'domains' takes, or for 'frontier' the number of states that it fears. An engine that is not expected
    /// to be faster than 'domains' has none. Then comes the ladder of 'auto', which follows from the shape
    /// of the model: engines that have a moment alone, then those in turns, with their budgets in steps.
    #[arg(long)]
    engines: bool,

    /// The clauses of each constraint in words, or those of one label, constraint ('row[3]') or variable.
    ///
    /// Each constraint comes with its auxiliary variables, their numbers and when they are true, as far as encodings
    /// say so; then its clauses, each followed by the constraint. Numbers and names are those of 'cnfab export'. Of a
    /// variable come all clauses with one of its literals.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, conflicts_with_all = ["json", "engines", "rows"])]
    clauses: Option<Option<String>>,

    /// The same for the rows of the integer program, by the formulation of --encode.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, conflicts_with_all = ["json", "engines"])]
    rows: Option<Option<String>>,

    #[command(flatten)]
    encode: EncodeArguments,

    /// One JSON object per puzzle.
    ///
    /// {"instance", "kind", "view", "drawing", "variables": [{"family", "count", "smallest", "largest", "values",
    /// "values_left"}], "constraints": [{"label", "class", "role", "conditional", "count"}], "symmetries": [{"name",
    /// "usual", "declared_order", "order"}]}. 'values_left' is null if propagation alone shows that there is no
    /// solution; 'order' is the number of elements that keep the puzzle with its givens. Orders beyond 64 bits are
    /// strings of digits; one that takes too long to tell is null. With --engines also "engines": [{"strategy",
    /// "takes", "time", "states_log2", "refusal"}], where 'time' is a multiple of what 'domains' takes, and null if it
    /// is not expected to be less, and "ladder": {"shape": [..], "moments": [{"strategy", "steps"}],
    /// "first_turn", "turn", "rungs": [{"strategy", "recipe", "early_share", "late_share"}]}.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.time.start();
    let input = arguments.puzzle.read_to(false)?;
    let mut out = output();
    let not_read = |out: &mut Output, before: usize| {
        input.unread_before(before).try_for_each(|unread| match arguments.json {
            true => writeln!(out, "{}", unread.json()),
            false => writeln!(out, "{}\n{NOT_READ}", input.heading_of_unread(unread)),
        })
    };
    for (index, problem) in input.problems.iter().enumerate() {
        not_read(&mut out, index)?;
        let view = input.view(index);
        let model = problem.make_model(view);
        if arguments.clauses.is_some() || arguments.rows.is_some() {
            let wish = Wish { input: &input, index, model: &model, encode: &arguments.encode };
            match (&arguments.clauses, &arguments.rows) {
                (Some(name), _) => show_clauses(&wish, name.as_deref(), &mut out)?,
                (None, Some(name)) => show_rows(&wish, name.as_deref(), &mut out)?,
                (None, None) => {}
            }
            continue;
        }
        let (variables, constraints) = (variables(&model), constraints(&model));
        let mut declaring = model.clone();
        if !input.batch {
            problem.declare_symmetries(view, &mut declaring);
        }
        let symmetries = symmetries(&declaring);
        let drawing = problem.drawing(None);
        if arguments.json {
            let mut line = json!({
                "instance": input.instances[index],
                "kind": problem.name(),
                "view": view,
                "drawing": drawing.to_string(),
                "variables": variables.iter().map(Variables::json).collect::<Vec<_>>(),
                "constraints": constraints.iter().map(|((label, class, role, always), count)| json!({
                    "label": label, "class": class, "role": role, "conditional": !always, "count": count,
                })).collect::<Vec<_>>(),
                "objective": model.objective().map(|objective| json!({
                    "sense": objective.sense.name(),
                    "terms": objective.terms.iter().map(|&(c, var)| json!([c, model.name(var)])).collect::<Vec<_>>(),
                    "constant": objective.constant,
                })),
                "symmetries": symmetries.iter().map(|(symmetry, orders)| json!({
                    "name": symmetry.name,
                    "usual": symmetry.is_usual,
                    "declared_order": orders.declared,
                    "order": orders.order,
                })).collect::<Vec<_>>(),
            });
            if arguments.engines {
                line["engines"] = engines(&model).iter().map(engine_json).collect();
                line["ladder"] = ladder_json(&ladder(&model, false));
            }
            writeln!(out, "{}", display::json(&line.to_string()))?;
            continue;
        }
        if input.batch {
            writeln!(out, "{}", input.heading(index))?;
        }
        writeln!(out, "{}", colour::text(&drawing))?;
        writeln!(out, "kind {}, view {view}", problem.name())?;
        figures(&mut out, &model, &variables, &constraints)?;
        print_symmetries(&mut out, &symmetries)?;
        if arguments.engines {
            print_engines(&mut out, &engines(&model))?;
            print_ladder(&mut out, &ladder(&model, false))?;
        }
    }
    not_read(&mut out, input.problems.len())?;
    out.flush()?;
    input.all_read()
}

/// How many there are of each label, class, role, and whether they hold always.
type Constraints<'m> = BTreeMap<(&'m str, &'static str, &'static str, bool), u64>;

fn figures(
    out: &mut Output,
    model: &Model,
    variables: &[Variables],
    constraints: &Constraints<'_>,
) -> Result<(), Failure> {
    let shown = model.shown().len();
    let hidden = if shown < model.variables().len() {
        format!(", {} of them shown", grouped(shown as u64))
    } else {
        String::new()
    };
    writeln!(out, "\n{}{hidden}", plural(model.variables().len() as u64, "variable"))?;
    let width = variables.iter().map(|group| group.family.chars().count()).max().unwrap_or(0);
    for group in variables {
        let left = match group.left {
            Some(left) => format!("{} after propagation", grouped(left)),
            None => "propagation alone shows that there is no solution".to_owned(),
        };
        let range = match group.ends {
            Some((low, high)) if low == high => format!("always {low}"),
            Some((low, high)) => format!("from {low} to {high}"),
            None => "without a value".to_owned(),
        };
        writeln!(
            out,
            "  {:width$}  {:>6}  {range}; {}, {left}",
            group.family,
            grouped(group.count),
            plural(group.values, "value"),
        )?;
    }
    writeln!(out, "\n{}", plural(model.constraints().len() as u64, "constraint"))?;
    let width = constraints.keys().map(|key| key.0.chars().count()).max().unwrap_or(0);
    for ((label, class, role, always), count) in constraints {
        let role = if *role == "rule" { String::new() } else { format!(" ({role})") };
        let conditions = if *always { "" } else { ", with conditions" };
        writeln!(out, "  {label:width$}  {:>6}  {class}{conditions}{role}", grouped(*count))?;
    }
    if let Some(objective) = model.objective() {
        let terms = plural(objective.terms.len() as u64, "term");
        writeln!(out, "\n{} a sum of {terms}", objective.sense.name())?;
    }
    Ok(())
}

/// How many elements a symmetry has.
struct Orders {
    /// Of all together, if it can be computed.
    declared: Option<Count>,
    /// Of those that keep the puzzle with its givens, if it can be computed.
    order: Option<Count>,
    /// True if they are few enough to find solutions up to them.
    is_usable: bool,
}

fn symmetries(model: &Model) -> Vec<(&Symmetry, Orders)> {
    let orders = |symmetry: &Symmetry| match Group::of(model, &Selection::Named(vec![symmetry.name.to_owned()])) {
        Ok(group) => Orders {
            declared: Some(group.declared_order().clone().into()),
            order: Some((group.order() as u64).into()),
            is_usable: true,
        },
        Err(SymmetryError::TooLarge { declared, order, .. }) => {
            Orders { declared: Some(declared.into()), order: Some(order.into()), is_usable: false }
        }
        Err(SymmetryError::Unsettled { declared, .. }) => {
            Orders { declared: declared.map(Count::from), order: None, is_usable: false }
        }
        Err(SymmetryError::Unknown { .. }) => unreachable!("the symmetry is one of the model's"),
    };
    model.symmetries().iter().map(|symmetry| (symmetry, orders(symmetry))).collect()
}

fn print_symmetries(out: &mut Output, symmetries: &[(&Symmetry, Orders)]) -> Result<(), Failure> {
    if symmetries.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nsymmetry")?;
    let width = symmetries.iter().map(|(symmetry, _)| symmetry.name.chars().count()).max().unwrap_or(0);
    for (symmetry, orders) in symmetries {
        let keep = match (&orders.order, &orders.declared) {
            (Some(order), Some(declared)) => {
                format!("{} of {} keep the puzzle", grouped(order), plural(declared, "element"))
            }
            (_, Some(declared)) => {
                format!("which of {} keep the puzzle takes too long to tell", plural(declared, "element"))
            }
            _ => "how many elements there are takes too long to tell".to_owned(),
        };
        let many = if orders.order.is_some() && !orders.is_usable { ", too many to be listed" } else { "" };
        let usual = if symmetry.is_usual { " (used when none is named)" } else { "" };
        writeln!(out, "  {:width$}  {keep}{many}{usual}", symmetry.name)?;
    }
    Ok(())
}

fn engine_json(engine: &EngineReport) -> serde_json::Value {
    let (time, states) = match engine.estimate {
        Ok(Estimate::Time(times)) => (Some(times), None),
        Ok(Estimate::States(log)) => (None, Some(log)),
        Ok(Estimate::NotFaster) | Err(_) => (None, None),
    };
    json!({
        "strategy": engine.strategy,
        "takes": engine.estimate.is_ok(),
        "time": time,
        "states_log2": states,
        "refusal": engine.estimate.as_ref().err().map(ToString::to_string),
    })
}

fn print_engines(out: &mut Output, engines: &[EngineReport]) -> Result<(), Failure> {
    writeln!(out, "\nengines")?;
    let width = engines.iter().map(|engine| engine.strategy.len()).max().unwrap_or(0);
    for EngineReport { strategy, estimate, .. } in engines {
        match estimate {
            Ok(estimate) => writeln!(out, "  {strategy:width$}  takes it; {estimate}")?,
            Err(refusal) => writeln!(out, "  {strategy:width$}  does not take {refusal}")?,
        }
    }
    Ok(())
}

fn ladder_json(ladder: &Ladder) -> serde_json::Value {
    let moment = |(strategy, steps): &(String, u64)| json!({"strategy": strategy, "steps": steps});
    let rung = |Rung { strategy, recipe, early, late }: &Rung| json!({"strategy": strategy, "recipe": recipe, "early_share": early, "late_share": late});
    json!({
        "shape": ladder.shape,
        "moments": ladder.moments.iter().map(moment).collect::<Vec<_>>(),
        "first_turn": ladder.first,
        "turn": ladder.turn,
        "rungs": ladder.rungs.iter().map(rung).collect::<Vec<_>>(),
    })
}

fn print_ladder(out: &mut Output, ladder: &Ladder) -> Result<(), Failure> {
    writeln!(out, "\nladder of auto")?;
    writeln!(out, "  the model: {}", ladder.shape.join("; "))?;
    for (strategy, steps) in &ladder.moments {
        writeln!(out, "  first {strategy} for {} alone", plural(*steps, "step"))?;
    }
    let (first, turn, steps) =
        (plural(ladder.first, "step"), plural(ladder.turn, "step"), plural(ladder.early, "step"));
    let part = ladder.part;
    writeln!(out, "  then in turns: one of {first}, others of {turn}, or of 1/{part} of all steps if that is more")?;
    let sums =
        [|rung: &Rung| rung.early, |rung: &Rung| rung.late].map(|share| ladder.rungs.iter().map(share).sum::<u64>());
    let width = ladder.rungs.iter().map(|rung| rung.strategy.len()).max().unwrap_or(0);
    for Rung { strategy, recipe, early, late } in &ladder.rungs {
        let share = |own: u64, all: u64| if own == 0 { "waits".to_owned() } else { format!("{own}/{all}") };
        let (early_share, late_share) = (share(*early, sums[0]), share(*late, sums[1]));
        let recipe = recipe.as_ref().map(|recipe| format!("; {recipe}")).unwrap_or_default();
        writeln!(out, "  {strategy:width$}  {early_share}, after {steps} {late_share}{recipe}")?;
    }
    Ok(())
}

/// The variables of one family.
struct Variables {
    family: String,
    count: u64,
    /// The smallest and the largest value.
    ends: Option<(i32, i32)>,
    /// Values of all the variables together.
    values: u64,
    /// Those that root propagation leaves; `None` if it shows that there is no solution.
    left: Option<u64>,
}

impl Variables {
    fn json(&self) -> serde_json::Value {
        json!({
            "family": self.family,
            "count": self.count,
            "smallest": self.ends.map(|ends| ends.0),
            "largest": self.ends.map(|ends| ends.1),
            "values": self.values,
            "values_left": self.left,
        })
    }
}

/// The variables by family, in the order the families come.
fn variables(model: &Model) -> Vec<Variables> {
    let narrowed: Option<Vec<Domain>> = narrow(model);
    let mut groups: Vec<Variables> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (index, variable) in model.variables().iter().enumerate() {
        let family = variable.family();
        let place = *places.entry(family).or_insert_with(|| {
            let left = narrowed.as_ref().map(|_| 0);
            groups.push(Variables { family: family.to_owned(), count: 0, ends: None, values: 0, left });
            groups.len() - 1
        });
        let group = &mut groups[place];
        group.count += 1;
        group.values += variable.domain.len() as u64;
        if let (Some(left), Some(domains)) = (&mut group.left, &narrowed) {
            *left += domains[index].len() as u64;
        }
        if let (Some(min), Some(max)) = (variable.domain.min(), variable.domain.max()) {
            let (low, high) = group.ends.unwrap_or((min, max));
            group.ends = Some((low.min(min), high.max(max)));
        }
    }
    groups
}

fn constraints(model: &Model) -> Constraints<'_> {
    let mut counts = BTreeMap::new();
    for posted in model.constraints() {
        let role = match posted.role {
            Role::Rule => "rule",
            Role::Implied => "implied",
            Role::Symmetry => "symmetry",
        };
        let kind = (&*posted.label, posted.constraint.name(), role, posted.when.is_empty());
        *counts.entry(kind).or_insert(0) += 1;
    }
    counts
}
