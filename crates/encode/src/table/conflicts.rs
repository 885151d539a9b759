//! Every combination outside the relation is forbidden.
//!
//! No auxiliaries. One clause per shortest combination of first values that no row begins with. For two columns: one
//! clause per value of the first column that is in no row, and one per forbidden pair of the others. Bijective.
//! Unit propagation does forward checking: a value falls when all other columns are assigned and no row is left for it;
//! for more columns only as far as they are assigned from the first one on. That is weaker than the supports.
//! The direct encoding of T. Walsh, "SAT v CSP", CP 2000.

use crate::{ClauseBuf, Contract, Described, EncodingAbout, LitOrConst, VarMap};
use cnfab_cnf::ClauseSink;
use cnfab_model::{Relation, Var};

use super::TableClauses;

/// More clauses than this are refused.
const MOST_CLAUSES: usize = 2_000_000;

pub(super) struct Conflicts;

impl Described for Conflicts {
    const ABOUT: EncodingAbout = EncodingAbout {
        justification: Some(["there are none", "no row of the table is left"]),
        contract: Contract::Bijective,
        ..EncodingAbout::new("conflicts", "one clause per forbidden combination of values")
    };
}

impl TableClauses for Conflicts {
    fn can(&self, of: &[Var], relation: &Relation, vars: &VarMap) -> Result<(), String> {
        let outside = Outside::new(of, relation, vars);
        let mut count = 0;
        outside.walk(&mut |_| {
            count += 1;
            count <= MOST_CLAUSES
        });
        if count > MOST_CLAUSES {
            return Err(format!("forbidding what is outside its relation needs more than {MOST_CLAUSES} clauses"));
        }
        Ok(())
    }

    fn encode(&self, of: &[Var], relation: &Relation, vars: &mut VarMap, out: &mut dyn ClauseSink) {
        let outside = Outside::new(of, relation, vars);
        let mut negated: Vec<Vec<LitOrConst>> = Vec::with_capacity(of.len());
        for (&var, values) in of.iter().zip(&outside.values) {
            negated.push(values.iter().map(|&value| !vars.is(var, value, out)).collect());
        }
        let mut clause = ClauseBuf::new();
        outside.walk(&mut |path| {
            for (column, &index) in path.iter().enumerate() {
                clause.push(negated[column][index]);
            }
            clause.emit(out);
            true
        });
    }
}

/// The combinations of values that are not in a relation.
struct Outside<'r> {
    relation: &'r Relation,
    /// The values of each column's variable.
    values: Vec<Vec<i32>>,
    /// The rows that the domains leave, sorted.
    rows: Vec<usize>,
}

impl<'r> Outside<'r> {
    fn new(of: &[Var], relation: &'r Relation, vars: &VarMap) -> Self {
        let possible = |row: &[i32]| of.iter().zip(row).all(|(&var, &value)| vars.domain(var).contains(value));
        Outside {
            relation,
            values: of.iter().map(|&var| vars.domain(var).to_vec()).collect(),
            rows: (0..relation.len()).filter(|&index| possible(relation.row(index))).collect(),
        }
    }

    /// Calls `each` with the shortest combinations of first values that no row begins with, as positions in the
    /// domains, until it returns `false`.
    fn walk(&self, each: &mut dyn FnMut(&[usize]) -> bool) {
        let mut path = Vec::with_capacity(self.values.len());
        if self.rows.is_empty() {
            each(&path);
        } else {
            self.descend(&self.rows, &mut path, each);
        }
    }

    /// Goes through the values of the next column after a beginning that these rows share; whether to go on.
    fn descend(&self, rows: &[usize], path: &mut Vec<usize>, each: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        let column = path.len();
        let Some(values) = self.values.get(column) else { return true };
        let mut rest = rows;
        for (index, &value) in values.iter().enumerate() {
            let count = rest.iter().take_while(|&&row| self.relation.row(row)[column] == value).count();
            let (here, after) = rest.split_at(count);
            rest = after;
            path.push(index);
            let go_on = if here.is_empty() { each(path) } else { self.descend(here, path, each) };
            path.pop();
            if !go_on {
                return false;
            }
        }
        true
    }
}
