//! Search annotations: which variables are branched on first, and how they and their values are chosen.

use cnfab_model::{NextValue, NextVar};

use super::classes::Term;
use super::program::{Kind, Program, Value};
use super::syntax::{Node, NodeKind};

/// An `int_search` or `bool_search`.
pub(super) struct SearchAnnotation {
    pub(super) terms: Vec<Term>,
    pub(super) next: NextVar,
    pub(super) value: NextValue,
}

/// Notes what `int_search`, `bool_search` and `seq_search` say. Other annotations say nothing about the order, and an
/// annotation is never an error. A rule that is not known is the one of the first variable or the smallest value.
pub(super) fn collect<'t>(program: &mut Program<'t>, annotation: &Node<'t>) {
    match &annotation.kind {
        NodeKind::Call("seq_search", arguments) => {
            if let Some(Node { kind: NodeKind::Array(parts), .. }) = arguments.first() {
                parts.iter().for_each(|part| collect(program, part));
            }
        }
        NodeKind::Call(name @ ("int_search" | "bool_search"), arguments) => {
            let kind = if *name == "int_search" { Kind::Ints } else { Kind::Bools };
            if let Some(Ok(Value::Ints(terms) | Value::Bools(terms))) =
                arguments.first().map(|vars| program.value(vars, kind))
            {
                let terms = terms.iter().filter(|term| matches!(term, Term::Var(_))).copied().collect();
                let (next, value) = (next_var(arguments.get(1)), next_value(arguments.get(2)));
                program.search.push(SearchAnnotation { terms, next, value });
            }
        }
        _ => {}
    }
}

fn name<'t>(node: Option<&Node<'t>>) -> &'t str {
    match node {
        Some(Node { kind: NodeKind::Name(name), .. }) => name,
        _ => "",
    }
}

fn next_var(node: Option<&Node<'_>>) -> NextVar {
    match name(node) {
        "first_fail" => NextVar::FewestValues,
        "anti_first_fail" => NextVar::MostValues,
        "smallest" => NextVar::SmallestValue,
        "largest" => NextVar::LargestValue,
        "occurrence" => NextVar::MostConstraints,
        "most_constrained" => NextVar::MostConstrained,
        "max_regret" => NextVar::LargestRegret,
        "dom_w_deg" => NextVar::Heaviest,
        _ => NextVar::First,
    }
}

/// Native search branches over all values of a variable. So splitting and leaving out are orders of the values, and the
/// middle is the median.
fn next_value(node: Option<&Node<'_>>) -> NextValue {
    match name(node) {
        "indomain_max" | "indomain_reverse_split" | "outdomain_min" => NextValue::Largest,
        "indomain_median" | "indomain_middle" => NextValue::Middle,
        "indomain_random" | "indomain_split_random" | "outdomain_random" => NextValue::Random,
        _ => NextValue::Smallest,
    }
}
