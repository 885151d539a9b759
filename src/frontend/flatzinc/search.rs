//! Search annotations: which variables are branched on first.

use super::classes::Term;
use super::program::{Kind, Program, Value};
use super::syntax::{Node, NodeKind};

/// Notes the variables of `int_search`, `bool_search` and `seq_search`. Other annotations say nothing about the order,
/// and an annotation is never an error.
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
                program.search.extend(terms.iter().filter(|term| matches!(term, Term::Var(_))));
            }
        }
        _ => {}
    }
}
