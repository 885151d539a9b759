//! The table of constraints that a text may have: a file per group, and what they share.

mod arithmetic;
mod arrays;
mod automata;
mod bools;
mod counting;
mod globals;
mod graphs;
mod ints;
mod sequencing;

use std::rc::Rc;

use cnfab_base::display::quoted;
use cnfab_base::names::UnknownName;
use cnfab_base::parse_error::ParseError;
use cnfab_model::AtomRelation;

use super::classes::{Lit, Term};
use super::program::{Kind, Program, Value};
use super::statement::{Form, Make, Reified, Relation};
use super::syntax::Node;
use crate::ranges::Ranges;

/// An error in the arguments: found and expected.
pub(super) struct Wrong {
    found: String,
    expected: String,
}

/// States a constraint.
type StateBuiltin = fn(&mut Program<'_>, &Args, Reified) -> Result<(), Wrong>;

/// A constraint, and whether it is there with a truth value behind its arguments.
pub(super) struct Builtin {
    name: &'static str,
    kinds: &'static [Kind],
    /// With `_reif` and `_imp` behind the name.
    is_reifiable: bool,
    /// The places of the arguments whose bounds it needs to tell those of others, or to be stated well.
    needs: &'static [usize],
    state: StateBuiltin,
}

impl Builtin {
    /// The same, which waits for the bounds of these arguments.
    const fn needing(self, needs: &'static [usize]) -> Self {
        Builtin { needs, ..self }
    }
}

/// One that is also there with `_reif` and `_imp`.
const fn reifiable(name: &'static str, kinds: &'static [Kind], state: StateBuiltin) -> Builtin {
    Builtin { name, kinds, is_reifiable: true, needs: &[], state }
}

/// One that is there only as it is.
const fn plain(name: &'static str, kinds: &'static [Kind], state: StateBuiltin) -> Builtin {
    Builtin { name, kinds, is_reifiable: false, needs: &[], state }
}

/// The groups.
const GROUPS: [&[Builtin]; 9] = [
    arithmetic::ALL,
    arrays::ALL,
    automata::ALL,
    bools::ALL,
    counting::ALL,
    globals::ALL,
    graphs::ALL,
    ints::ALL,
    sequencing::ALL,
];

/// The names of all constraints that are taken.
pub(super) fn names() -> impl Iterator<Item = String> + Clone {
    GROUPS.into_iter().flatten().flat_map(|builtin| {
        let ends: &[&str] = if builtin.is_reifiable { &["", "_imp", "_reif"] } else { &[""] };
        ends.iter().map(|end| format!("{}{end}", builtin.name))
    })
}

/// The predicates by which MiniZinc calls constraints of its library as they are, by the files that it looks into:
/// those with `fzn_` before the name. In a context that needs only one direction it calls the one with `_imp`.
pub(super) fn predicates() -> impl Iterator<Item = (String, String)> {
    GROUPS.into_iter().flatten().filter(|builtin| builtin.name.starts_with("fzn_")).flat_map(|builtin| {
        let params: Vec<String> =
            ('a'..).zip(builtin.kinds).map(|(name, kind)| format!("{}: {name}", kind.type_name())).collect();
        let (name, params) = (builtin.name, params.join(", "));
        let plain = format!("predicate {name}({params});\n");
        let with = |end: &str| format!("predicate {name}{end}({params}, var bool: holds);\n");
        let file = |end: &str, text: String| (format!("{name}{end}.mzn"), text);
        if builtin.is_reifiable {
            vec![file("", plain + &with("_imp")), file("_reif", with("_reif"))]
        } else {
            vec![file("", plain)]
        }
    })
}

/// The constraint of this name with this number of arguments, else any of the name.
fn named(name: &str, count: usize) -> Option<&'static Builtin> {
    let mut all = GROUPS.into_iter().flatten().filter(|builtin| builtin.name == name);
    let first = all.next()?;
    let fits = |builtin: &&Builtin| builtin.kinds.len() == count;
    Some(Some(first).filter(fits).or_else(|| all.find(fits)).unwrap_or(first))
}

/// The reification that follows the name of a constraint, if there is one.
#[derive(Clone, Copy, PartialEq)]
enum Variant {
    Plain,
    Full,
    Half,
}

fn find(name: &str, count: usize) -> Option<(&'static Builtin, Variant)> {
    if let Some(builtin) = named(name, count) {
        return Some((builtin, Variant::Plain));
    }
    let of = |end: &str, variant: Variant| {
        let builtin = named(name.strip_suffix(end)?, count.saturating_sub(1)).filter(|builtin| builtin.is_reifiable)?;
        Some((builtin, variant))
    };
    of("_reif", Variant::Full).or_else(|| of("_imp", Variant::Half))
}

/// States the constraint of this name, which stands at `at`.
pub(super) fn state<'t>(
    program: &mut Program<'t>,
    name: &'t str,
    at: usize,
    arguments: &[Node<'t>],
) -> Result<(), ParseError> {
    let Some((builtin, variant)) = find(name, arguments.len()) else { return Err(unknown(program, name, at)) };
    let mut kinds = builtin.kinds.to_vec();
    if variant != Variant::Plain {
        kinds.push(Kind::Bool);
    }
    if kinds.len() != arguments.len() {
        let listed: Vec<&str> = kinds.iter().map(|kind| kind.about()).collect();
        let found = format!("{} with {} arguments", quoted(name), arguments.len());
        return Err(program.error(at, found, format!("{}: {}", kinds.len(), listed.join(", "))));
    }
    let values = arguments.iter().zip(&kinds).map(|(node, &kind)| program.value(node, kind));
    let mut values = values.collect::<Result<Vec<Value>, ParseError>>()?;
    let reified = match variant {
        Variant::Plain => Reified::No,
        Variant::Full | Variant::Half => {
            let Some(Value::Bool(term)) = values.pop() else { unreachable!("it is of this kind") };
            let of = if variant == Variant::Full { Reified::Full } else { Reified::Half };
            of(term.is_true())
        }
    };
    let call = Call { builtin, args: Args(values), reified, at };
    if !program.is_grouped && call.is_ready(program) {
        return call.state(program);
    }
    program.waiting.push(call);
    Ok(())
}

/// A constraint with its arguments that has not been stated yet.
pub(super) struct Call {
    builtin: &'static Builtin,
    args: Args,
    reified: Reified,
    at: usize,
}

impl Call {
    /// True if the arguments have bounds that should.
    pub(super) fn is_ready(&self, program: &mut Program<'_>) -> bool {
        self.builtin.needs.iter().all(|&place| match &self.args.0[place] {
            Value::Int(term) => bounds(program, *term).is_some(),
            Value::Ints(terms) => terms.iter().all(|&term| bounds(program, term).is_some()),
            _ => true,
        })
    }

    /// States the constraint.
    pub(super) fn state(self, program: &mut Program<'_>) -> Result<(), ParseError> {
        (program.label, program.at) = (self.builtin.name, self.at);
        let stated = (self.builtin.state)(program, &self.args, self.reified);
        stated.map_err(|wrong| program.error(self.at, wrong.found, wrong.expected))
    }
}

fn unknown(program: &Program<'_>, name: &str, at: usize) -> ParseError {
    let found = format!("the constraint {}", quoted(name));
    if name.starts_with("float_") || name.contains("_float") || name == "int2float" {
        return program.error(at, found, "constraints over bool and int variables, not over floats");
    }
    if name.starts_with("set_") || name.contains("_set") {
        return program.error(at, found, "constraints over bool and int variables, not over sets");
    }
    if name.contains("_nonshifted") {
        let expected = "the standard library's form of it: FlatZinc does not tell the index sets of its arrays";
        return program.error(at, found, expected);
    }
    let nearest =
        UnknownName::new("constraint", name, names()).nearest().map(|name| format!("; did you mean '{name}'?"));
    program.error(at, found, "a constraint of the FlatZinc library").advising(&nearest.unwrap_or_default())
}

/// The arguments of a constraint, which are of the kinds that it takes.
pub(super) struct Args(Vec<Value>);

impl Args {
    /// An integer or a truth value.
    fn term(&self, place: usize) -> Term {
        match self.0[place] {
            Value::Int(term) | Value::Bool(term) => term,
            _ => unreachable!("the table says that it is one"),
        }
    }

    fn bool(&self, place: usize) -> Lit {
        self.term(place).is_true()
    }

    /// The terms of an array of integers or truth values.
    fn terms(&self, place: usize) -> &Rc<[Term]> {
        match &self.0[place] {
            Value::Ints(terms) | Value::Bools(terms) => terms,
            _ => unreachable!("the table says that it is an array"),
        }
    }

    fn bools(&self, place: usize) -> Vec<Lit> {
        self.terms(place).iter().map(|term| term.is_true()).collect()
    }

    /// Constants.
    fn numbers(&self, place: usize) -> Vec<i64> {
        let number = |term: &Term| match term {
            Term::Const(value) => *value,
            Term::Var(_) => unreachable!("the table says that they are constants"),
        };
        self.terms(place).iter().map(number).collect()
    }

    fn number(&self, place: usize) -> i64 {
        match self.term(place) {
            Term::Const(value) => value,
            Term::Var(_) => unreachable!("the table says that it is a constant"),
        }
    }

    fn set(&self, place: usize) -> &Ranges {
        match &self.0[place] {
            Value::Set(values) => values,
            _ => unreachable!("the table says that it is a set"),
        }
    }

    fn sets(&self, place: usize) -> &[Rc<Ranges>] {
        match &self.0[place] {
            Value::Sets(sets) => sets,
            _ => unreachable!("the table says that it is an array of sets"),
        }
    }

    /// Refuses two arrays of different lengths.
    fn same_length(&self, one: usize, other: usize) -> Result<(), Wrong> {
        let [one, other] = [one, other].map(|place| self.terms(place).len());
        if one == other {
            return Ok(());
        }
        Err(Wrong {
            found: format!("arrays of {one} and {other} entries"),
            expected: "arrays of one length".to_owned(),
        })
    }
}

/// States a form, as the last step of a constraint.
fn stated(program: &mut Program<'_>, form: Form, reified: Reified) -> Result<(), Wrong> {
    program.state(form, reified);
    Ok(())
}

/// States a sum.
fn sum(
    program: &mut Program<'_>,
    terms: Vec<(i64, Term)>,
    relation: Relation,
    rhs: i64,
    reified: Reified,
) -> Result<(), Wrong> {
    stated(program, Form::Sum { terms, relation, rhs }, reified)
}

/// The difference of the first two arguments compares with a constant.
fn compare(
    program: &mut Program<'_>,
    args: &Args,
    relation: Relation,
    rhs: i64,
    reified: Reified,
) -> Result<(), Wrong> {
    sum(program, vec![(1, args.term(0)), (-1, args.term(1))], relation, rhs, reified)
}

/// The literal that a term is a value.
fn is(term: Term, value: i64) -> Lit {
    term.is(AtomRelation::Eq, value)
}

/// States a constraint of a class of which no variable follows from the others.
fn class(program: &mut Program<'_>, terms: Vec<Term>, make: Make, reified: Reified) -> Result<(), Wrong> {
    stated(program, Form::Class { terms, make, result: None }, reified)
}

/// The bounds of a term, if it has some.
fn bounds(program: &mut Program<'_>, term: Term) -> Option<(i64, i64)> {
    match term {
        Term::Const(value) => Some((value, value)),
        Term::Var(id) => program.classes.values(id).bounds(),
    }
}

/// Keeps a term between two bounds.
fn keep_within(program: &mut Program<'_>, term: Term, (low, high): (i64, i64)) {
    keep_among(program, term, &Ranges::from_to(low, high));
}

/// Keeps a term among some values. What is stated next sees no others.
fn keep_among(program: &mut Program<'_>, term: Term, values: &Ranges) {
    match term {
        Term::Var(id) if !program.is_grouped => program.classes.restrict(id, values),
        _ => program.state(Form::In(term, values.clone()), Reified::No),
    }
}

/// Gives a term without bounds those of the values that it may have.
fn bound(program: &mut Program<'_>, term: Term, values: impl FnOnce() -> Ranges) {
    if bounds(program, term).is_none() {
        keep_among(program, term, &values());
    }
}
