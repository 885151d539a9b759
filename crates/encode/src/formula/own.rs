//! A sink in front of the caller's: measures what passes, and tells what new variables mean over the caller's literals.

use cnfab_cnf::{ClauseSink, Definition, Lit, Name, Natives, Notes, Size, Summand};

use super::{Contract, FormulaPart, ValueLiterals};

/// Passes on one constraint.
pub(super) struct Own<'s, 'l> {
    inner: &'s mut dyn ClauseSink,
    /// The literals of each variable.
    over: &'l [ValueLiterals],
    size: Size,
    auxiliaries: Vec<(Lit, Name)>,
}

impl<'s, 'l> Own<'s, 'l> {
    /// Nothing yet.
    pub(super) fn new(over: &'l [ValueLiterals], inner: &'s mut dyn ClauseSink) -> Self {
        Own { inner, over, size: Size::default(), auxiliaries: Vec::new() }
    }

    /// The part that has been sent, with this contract.
    pub(super) fn part(self, contract: Contract) -> FormulaPart {
        FormulaPart { size: self.size, contract, auxiliaries: self.auxiliaries }
    }
}

impl ClauseSink for Own<'_, '_> {
    fn fresh(&mut self, name: Name) -> Lit {
        let lit = self.inner.fresh(name);
        self.size.variables += 1;
        self.auxiliaries.push((lit, name));
        lit
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.size.clauses += 1;
        self.size.literals += lits.len() as u64;
        self.inner.clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()?;
        Some(self)
    }

    fn natives(&mut self) -> Option<&mut dyn Natives> {
        self.inner.natives()
    }
}

impl Notes for Own<'_, '_> {
    fn next(&mut self) -> Option<&mut dyn Notes> {
        self.inner.notes()
    }

    // The model and its names are ours alone.
    fn variable(&mut self, _: &str) {}

    fn group(&mut self, _: &str, _: usize) {}

    fn define(&mut self, meaning: &dyn Fn() -> Definition) {
        let over = self.over;
        self.inner.note(|notes| notes.define(&|| translated(meaning(), over)));
    }
}

/// The same over literals of the variables.
fn translated(meaning: Definition, over: &[ValueLiterals]) -> Definition {
    let of = |sum: Vec<Summand>| {
        let products = |summand: Summand| match summand {
            Summand::Var(coefficient, index) if index < over.len() => {
                let product = |&(value, lit): &(i32, Lit)| Summand::Lit(coefficient * i64::from(value), lit);
                over[index].iter().filter(|(value, _)| *value != 0).map(product).collect()
            }
            other => vec![other],
        };
        sum.into_iter().flat_map(products).collect()
    };
    match meaning {
        Definition::AtLeast(sum, least) => Definition::AtLeast(of(sum), least),
        Definition::Between(sum, least, most) => Definition::Between(of(sum), least, most),
        Definition::Values(index, values) if index < over.len() => {
            let has = |(value, _): &&(i32, Lit)| values.contains(value);
            Definition::any(&over[index].iter().filter(has).map(|&(_, lit)| lit).collect::<Vec<Lit>>())
        }
        Definition::Under(meaning, conditions) => Definition::Under(translated(*meaning, over).into(), conditions),
        other => other,
    }
}
