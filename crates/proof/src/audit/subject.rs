//! The subject of an audit: a formula, and the small model that it is meant to state.

use std::collections::BTreeMap;

use cnfab_cnf::{ClauseSink, ClauseStore, Lit, Meter, Name, Notes};
use cnfab_encode::{Contract, LitOrConst, Recipe, Unsupported, VarMap, encode};
use cnfab_model::{Domain, Model};

/// The numbers of variables and clauses of a constraint, on top of what represents its variables.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Measured {
    /// Variables that are not those of the domains.
    pub auxiliaries: u64,
    /// Clauses that are not those of the domains.
    pub clauses: u64,
    /// Literals in these clauses.
    pub literals: u64,
    /// The numbers of these clauses by their numbers of literals.
    pub lengths: BTreeMap<usize, u64>,
}

impl Measured {
    /// The size of the formula that a configuration makes of the model. No clause is kept.
    ///
    /// # Errors
    /// If the configuration cannot state the model.
    pub fn of(model: &Model, recipe: &Recipe) -> Result<Self, Unsupported> {
        let mut sink = Split::new(model, Meter::default());
        encode(model, recipe, &mut sink)?;
        Ok(sink.finish().1)
    }

    pub(super) fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        self.literals += lits.len() as u64;
        *self.lengths.entry(lits.len()).or_default() += 1;
    }
}

/// A formula whose inputs are known, and the model whose solutions it shall have.
pub struct Subject {
    /// The meaning.
    pub(super) model: Model,
    pub(super) formula: ClauseStore,
    /// For each variable of the model and each of its values the literal, or constant, that means it.
    pub(super) inputs: Vec<Vec<LitOrConst>>,
    /// Size without what represents the variables.
    pub(super) size: Measured,
    /// The promise of the encoding about models per solution, if it is known.
    pub contract: Option<Contract>,
}

impl Subject {
    /// The formula that a configuration makes of the model.
    ///
    /// # Errors
    /// If the configuration cannot state the model.
    pub fn encoded(model: Model, recipe: &Recipe) -> Result<Self, Unsupported> {
        let mut sink = Split::new(&model, ClauseStore::default());
        let mut vars = encode(&model, recipe, &mut sink)?;
        let contract = Some(vars.contract());
        let (mut formula, size) = sink.finish();
        let inputs = inputs(&model, &mut vars, &mut formula);
        Ok(Subject { model, formula, inputs, size, contract })
    }

    /// A formula from elsewhere. `inputs` are the literals of `variable = value`, variable by variable and value by
    /// value; of a variable with the values 0 and 1 there is only the literal of 1.
    ///
    /// # Errors
    /// If there are not as many inputs as the model needs, or the formula does not have one of them.
    pub fn given(model: Model, formula: ClauseStore, inputs: &[Lit]) -> Result<Self, String> {
        let all = Self::inputs_needed(&model);
        if all != inputs.len() {
            return Err(format!("found {} inputs, expected {all}", inputs.len()));
        }
        if let Some(lit) = inputs.iter().find(|lit| lit.var() as usize > formula.variables()) {
            return Err(format!("found input {}, expected variables up to {}", lit.dimacs(), formula.variables()));
        }
        let mut size = Measured::default();
        formula.clauses().for_each(|clause| size.clause(clause));
        let mut of: Vec<u32> = inputs.iter().map(|lit| lit.var()).collect();
        of.sort_unstable();
        if let Some(pair) = of.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("found input {} twice, expected different variables", pair[0]));
        }
        size.auxiliaries = (formula.variables() - inputs.len()) as u64;
        let mut rest = inputs.iter().copied();
        let mut next = || LitOrConst::Lit(rest.next().expect("counted before"));
        let inputs = model.variables().iter().map(|variable| match &variable.domain {
            values if boolean(values) => {
                let one = next();
                vec![!one, one]
            }
            values => (0..values.len()).map(|_| next()).collect(),
        });
        let inputs = inputs.collect();
        Ok(Subject { model, formula, inputs, size, contract: None })
    }

    /// The number of inputs that a formula from elsewhere has to have for the model.
    pub fn inputs_needed(model: &Model) -> usize {
        let needed = |values: &Domain| if boolean(values) { 1 } else { values.len() };
        model.variables().iter().map(|variable| needed(&variable.domain)).sum()
    }

    /// The model that the formula is meant to state.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Size of the formula without what represents the variables.
    pub fn size(&self) -> &Measured {
        &self.size
    }

    /// The variables of the formula that tell the values of the model's variables.
    pub(super) fn input_variables(&self) -> Vec<u32> {
        let lits = self.inputs.iter().flatten().filter_map(|input| match input {
            LitOrConst::Lit(lit) => Some(lit.var()),
            LitOrConst::Const(_) => None,
        });
        let mut found: Vec<u32> = lits.collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn boolean(values: &Domain) -> bool {
    *values == Domain::from(0..=1)
}

/// The literals of all values; those that the encoding did without are made now.
fn inputs(model: &Model, vars: &mut VarMap, formula: &mut ClauseStore) -> Vec<Vec<LitOrConst>> {
    let of = |var| model.domain(var).values().map(|value| vars.is(var, value, formula)).collect();
    model.vars().map(of).collect()
}

/// Most clauses are shorter than this.
const SHORT: usize = 8;

/// Passes the formula on and measures what does not represent the model's own variables.
struct Split<'m, S> {
    model: &'m Model,
    formula: S,
    /// Without the clauses that are short.
    size: Measured,
    /// How many clauses have how many literals.
    short: [u64; SHORT],
    counting: bool,
}

impl<'m, S> Split<'m, S> {
    fn new(model: &'m Model, formula: S) -> Self {
        // A model without constraints is audited for its variables.
        let counting = model.constraints().is_empty();
        Split { model, formula, size: Measured::default(), short: [0; SHORT], counting }
    }

    fn finish(self) -> (S, Measured) {
        let Split { formula, mut size, short, .. } = self;
        for (length, &clauses) in short.iter().enumerate().filter(|&(_, &clauses)| clauses > 0) {
            size.clauses += clauses;
            size.literals += clauses * length as u64;
            size.lengths.insert(length, clauses);
        }
        (formula, size)
    }
}

impl<S: ClauseSink> ClauseSink for Split<'_, S> {
    fn fresh(&mut self, name: Name) -> Lit {
        self.size.auxiliaries += u64::from(self.counting);
        self.formula.fresh(name)
    }

    fn clause(&mut self, lits: &[Lit]) {
        if self.counting {
            match self.short.get_mut(lits.len()) {
                Some(clauses) => *clauses += 1,
                None => self.size.clause(lits),
            }
        }
        self.formula.clause(lits);
    }

    fn notes(&mut self) -> Option<&mut dyn Notes> {
        Some(self)
    }
}

impl<S> Notes for Split<'_, S> {
    fn variable(&mut self, name: &str) {
        // What decompositions add is no input.
        self.counting |= self.model.variables().iter().all(|variable| *variable.name != *name);
    }

    fn group(&mut self, _: &str, _: usize) {
        self.counting = true;
    }
}
