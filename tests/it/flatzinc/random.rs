//! Random FlatZinc over few variables, and its solutions by trying every assignment.

use std::collections::BTreeSet;
use std::fmt::Write;

use fastrand::Rng;

use super::semantics::{Kind, Value, holds};

/// The most assignments of a text, so that trying them all is cheap.
const MOST_ASSIGNMENTS: usize = 2500;

/// A variable: whether it is Boolean, its values, and whether it is printed.
#[derive(Clone, Debug)]
struct Variable {
    is_bool: bool,
    values: Vec<i64>,
    is_printed: bool,
}

/// A constant or the number of a variable.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Constant(i64),
    Variable(usize),
}

/// An argument of a constraint: of this kind, made from these operands.
#[derive(Clone, Debug)]
struct Argument {
    kind: Kind,
    operands: Vec<Operand>,
    /// The entries of an array of sets.
    sets: Vec<Vec<i64>>,
}

/// A text in parts.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    variables: Vec<Variable>,
    calls: Vec<(String, Vec<Argument>)>,
}

impl Text {
    /// A text with up to `most` variables and with constraints of these names.
    pub(crate) fn random(rng: &mut Rng, most: usize, names: &[(String, Vec<Kind>)], prints_all: bool) -> Self {
        let mut variables = Vec::new();
        let mut assignments = 1;
        for _ in 0..rng.usize(1..=most) {
            let is_bool = rng.u8(..5) < 2;
            let values = if is_bool { vec![0, 1] } else { random_values(rng) };
            if assignments * values.len() > MOST_ASSIGNMENTS {
                break;
            }
            assignments *= values.len();
            variables.push(Variable { is_bool, values, is_printed: prints_all || rng.u8(..4) > 0 });
        }
        let mut text = Text { variables, calls: Vec::new() };
        for (name, kinds) in names {
            let arguments = text.arguments(rng, name, kinds);
            text.calls.push((name.clone(), arguments));
        }
        text
    }

    fn arguments(&self, rng: &mut Rng, name: &str, kinds: &[Kind]) -> Vec<Argument> {
        let mut length = rng.usize(0..=4);
        if name.contains("table") {
            length = rng.usize(1..=3);
        }
        let mut arguments: Vec<Argument> = Vec::new();
        if let Some(of_one) = self.structure(rng, name, length) {
            let truth = Argument::of(Kind::Bool, vec![self.operand(rng, Kind::Bool)]);
            return of_one.into_iter().chain((kinds.last() == Some(&Kind::Bool)).then_some(truth)).collect();
        }
        for &kind in kinds {
            let count = match kind {
                Kind::Int | Kind::Bool | Kind::Number => 1,
                Kind::Truths | Kind::Numbers if name.contains("table") => length * rng.usize(0..=5),
                // These have two lists, each of its own length.
                Kind::Bools if name.starts_with("bool_clause") => rng.usize(0..=3),
                Kind::Ints | Kind::Bools if name.starts_with("fzn_lex") => rng.usize(0..=3),
                Kind::Ints | Kind::Bools | Kind::Numbers | Kind::Truths => length,
                Kind::Set => rng.usize(0..=4),
                Kind::Sets => unreachable!("only automata have arrays of sets"),
            };
            let operands = (0..count).map(|_| self.operand(rng, kind)).collect();
            arguments.push(Argument::of(kind, operands));
        }
        arguments
    }

    /// The arguments of automata, decision diagrams and graphs, without the truth value behind them.
    fn structure(&self, rng: &mut Rng, name: &str, length: usize) -> Option<Vec<Argument>> {
        let numbers = |kind: Kind, values: &[i64]| {
            Argument::of(kind, values.iter().map(|&value| Operand::Constant(value)).collect())
        };
        let word = |rng: &mut Rng, length: usize| {
            Argument::of(Kind::Ints, (0..length).map(|_| self.operand(rng, Kind::Ints)).collect())
        };
        let some = |rng: &mut Rng, values: std::ops::RangeInclusive<i64>| -> Vec<i64> {
            values.filter(|_| rng.bool()).collect()
        };
        let costs = |rng: &mut Rng, count: usize| {
            numbers(Kind::Numbers, &(0..count).map(|_| rng.i64(-2..=3)).collect::<Vec<i64>>())
        };
        let total = |rng: &mut Rng| Argument::of(Kind::Int, vec![self.operand(rng, Kind::Int)]);
        if name.starts_with("fzn_mdd") || name.starts_with("fzn_cost_mdd") {
            let length = length.max(1);
            let mut levels: Vec<i64> = (0..rng.usize(0..=4)).map(|_| rng.i64(1..=length as i64)).collect();
            levels.insert(0, 1);
            let edges: Vec<[i64; 2]> = (0..rng.usize(0..=8))
                .filter_map(|_| {
                    let from = rng.usize(1..=levels.len());
                    let level = levels[from - 1];
                    let next = (1..).zip(&levels).filter(|(_, other)| **other == level + 1).map(|(node, _)| node);
                    let next: Vec<i64> = if level == length as i64 { vec![0] } else { next.collect() };
                    (!next.is_empty()).then(|| [from as i64, next[rng.usize(..next.len())]])
                })
                .collect();
            let labels = edges.iter().map(|_| some(rng, -2..=4)).collect();
            let mut arguments = vec![
                word(rng, length),
                numbers(Kind::Number, &[levels.len() as i64]),
                numbers(Kind::Numbers, &levels),
                numbers(Kind::Number, &[edges.len() as i64]),
                numbers(Kind::Numbers, &edges.iter().map(|edge| edge[0]).collect::<Vec<i64>>()),
                Argument { kind: Kind::Sets, operands: Vec::new(), sets: labels },
                numbers(Kind::Numbers, &edges.iter().map(|edge| edge[1]).collect::<Vec<i64>>()),
            ];
            if name.starts_with("fzn_cost") {
                arguments.insert(6, costs(rng, edges.len()));
                arguments.push(total(rng));
            }
            return Some(arguments);
        }
        if name.starts_with("cnfab_connected") {
            let edges = if length > 0 { rng.usize(0..=4) } else { 0 };
            let truths = |rng: &mut Rng, length: usize| {
                Argument::of(Kind::Bools, (0..length).map(|_| self.operand(rng, Kind::Bools)).collect())
            };
            let ends = |rng: &mut Rng| {
                let ends: Vec<i64> = (0..edges).map(|_| rng.i64(1..=length as i64)).collect();
                numbers(Kind::Numbers, &ends)
            };
            return Some(vec![ends(rng), ends(rng), truths(rng, length), truths(rng, edges)]);
        }
        if !name.starts_with("fzn_regular") && !name.starts_with("fzn_cost_regular") {
            return None;
        }
        let (states, symbols) = (rng.i64(1..=3), rng.i64(1..=3));
        let cells = if name.contains("nfa") {
            let sets = (0..states * symbols).map(|_| some(rng, 1..=states)).collect();
            Argument { kind: Kind::Sets, operands: Vec::new(), sets }
        } else {
            numbers(Kind::Numbers, &(0..states * symbols).map(|_| rng.i64(0..=states)).collect::<Vec<i64>>())
        };
        let ends: Vec<i64> = (1..=states).filter(|_| rng.u8(..3) > 0).collect();
        let mut arguments = vec![
            word(rng, length),
            numbers(Kind::Number, &[states]),
            numbers(Kind::Number, &[symbols]),
            cells,
            numbers(Kind::Number, &[rng.i64(1..=states)]),
            numbers(Kind::Set, &ends),
        ];
        if name.starts_with("fzn_cost") {
            arguments.push(costs(rng, (states * symbols) as usize));
            arguments.push(total(rng));
        }
        Some(arguments)
    }

    fn operand(&self, rng: &mut Rng, kind: Kind) -> Operand {
        let is_bool = matches!(kind, Kind::Bool | Kind::Bools | Kind::Truths);
        let may_vary = matches!(kind, Kind::Int | Kind::Ints | Kind::Bool | Kind::Bools);
        let fitting: Vec<usize> =
            (0..self.variables.len()).filter(|&number| self.variables[number].is_bool == is_bool).collect();
        if may_vary && !fitting.is_empty() && rng.u8(..8) > 0 {
            return Operand::Variable(fitting[rng.usize(..fitting.len())]);
        }
        Operand::Constant(if is_bool { rng.i64(0..=1) } else { rng.i64(-3..=4) })
    }

    /// As FlatZinc.
    pub(crate) fn text(&self) -> String {
        self.declaring(None)
    }

    /// The same, where integers are declared with this type, and constraints at the end say which values they have.
    pub(crate) fn declaring(&self, integers: Option<&str>) -> String {
        let (mut text, mut last_calls) = (String::new(), String::new());
        for (number, variable) in self.variables.iter().enumerate() {
            let listed: Vec<String> = variable.values.iter().map(i64::to_string).collect();
            let first = variable.values[0];
            let last = variable.values[variable.values.len() - 1];
            let domain = match variable.is_bool {
                true => "bool".to_owned(),
                false if last - first + 1 == variable.values.len() as i64 => format!("{first}..{last}"),
                false => format!("{{{}}}", listed.join(",")),
            };
            let domain = match integers.filter(|_| !variable.is_bool) {
                Some(integers) => {
                    let _ = writeln!(last_calls, "constraint set_in(x{number},{domain});");
                    integers.to_owned()
                }
                None => domain,
            };
            let printed = if variable.is_printed { " :: output_var" } else { "" };
            let _ = writeln!(text, "var {domain}: x{number}{printed};");
        }
        for (name, arguments) in &self.calls {
            let arguments: Vec<String> = arguments.iter().map(Argument::text).collect();
            let _ = writeln!(text, "constraint {name}({});", arguments.join(","));
        }
        text + &last_calls + "solve satisfy;\n"
    }

    /// The texts that the solutions print, each once.
    pub(crate) fn solutions(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let mut values = vec![0; self.variables.len()];
        self.extend(0, &mut values, &mut found);
        found
    }

    fn extend(&self, number: usize, values: &mut [i64], found: &mut BTreeSet<String>) {
        if let Some(variable) = self.variables.get(number) {
            for &value in &variable.values {
                values[number] = value;
                self.extend(number + 1, values, found);
            }
        } else if self.calls.iter().all(|(name, arguments)| {
            holds(name, &arguments.iter().map(|argument| argument.value(values)).collect::<Vec<Value>>())
        }) {
            found.insert(self.printed(values));
        }
    }

    /// The text that a solution prints.
    fn printed(&self, values: &[i64]) -> String {
        let is_any = self.variables.iter().any(|variable| variable.is_printed);
        let shown = self.variables.iter().zip(values).enumerate();
        let shown = shown.filter(|(_, (variable, _))| variable.is_printed || !is_any);
        let value = |is_bool: bool, value: i64| if is_bool { (value == 1).to_string() } else { value.to_string() };
        shown.map(|(number, (variable, &of))| format!("x{number} = {};\n", value(variable.is_bool, of))).collect()
    }
}

impl Argument {
    fn of(kind: Kind, operands: Vec<Operand>) -> Self {
        Argument { kind, operands, sets: Vec::new() }
    }

    fn text(&self) -> String {
        let is_bool = matches!(self.kind, Kind::Bool | Kind::Bools | Kind::Truths);
        let one = |operand: &Operand| match operand {
            Operand::Variable(number) => format!("x{number}"),
            Operand::Constant(value) if is_bool => (*value == 1).to_string(),
            Operand::Constant(value) => value.to_string(),
        };
        let listed: Vec<String> = self.operands.iter().map(one).collect();
        match self.kind {
            Kind::Int | Kind::Bool | Kind::Number => listed.concat(),
            Kind::Ints | Kind::Bools | Kind::Numbers | Kind::Truths => format!("[{}]", listed.join(",")),
            Kind::Set => format!("{{{}}}", listed.join(",")),
            Kind::Sets => {
                let set = |set: &Vec<i64>| {
                    let values: Vec<String> = set.iter().map(i64::to_string).collect();
                    format!("{{{}}}", values.join(","))
                };
                format!("[{}]", self.sets.iter().map(set).collect::<Vec<String>>().join(","))
            }
        }
    }

    fn value(&self, values: &[i64]) -> Value {
        let of = |operand: &Operand| match operand {
            Operand::Variable(number) => values[*number],
            Operand::Constant(value) => *value,
        };
        let all: Vec<i64> = self.operands.iter().map(of).collect();
        match self.kind {
            Kind::Int | Kind::Number => Value::Int(all[0]),
            Kind::Bool => Value::Bool(all[0] == 1),
            Kind::Ints | Kind::Numbers => Value::Ints(all),
            Kind::Bools | Kind::Truths => Value::Bools(all.iter().map(|&value| value == 1).collect()),
            Kind::Set => Value::Set(all),
            Kind::Sets => Value::Sets(self.sets.clone()),
        }
    }
}

fn random_values(rng: &mut Rng) -> Vec<i64> {
    let mut values: Vec<i64> = if rng.bool() {
        let low = rng.i64(-3..=2);
        (low..=low + rng.i64(0..=4)).collect()
    } else {
        (0..rng.usize(1..=5)).map(|_| rng.i64(-4..=5)).collect()
    };
    values.sort_unstable();
    values.dedup();
    values
}
