//! The sets that `cnfab why` prints: one, all of them or a smallest one, without what always holds.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::construct::{Conflicts, ConstructError};
use crate::names::UnknownName;
use crate::units::plural;

use super::drive::limit_name;
use super::failure::Failure;

/// Prints a set, with whether it is minimal.
pub(super) type PrintSet<'p> = dyn FnMut(&[usize], bool) -> Result<(), Failure> + 'p;

/// The sets that are asked for.
#[derive(clap::Args)]
pub(crate) struct SetArguments {
    /// Print every minimal set of constraints, or of clues and rules, that contradict each other, until -n sets have
    /// been found.
    #[arg(long, conflicts_with = "smallest")]
    pub(super) all: bool,

    /// The most sets to print; 0 is all there are.
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, requires = "all")]
    number: u64,

    /// Find a smallest set of constraints, or of clues and rules, that contradict each other. This can take very long.
    #[arg(long)]
    smallest: bool,

    /// Constraints or rules of this name or label, and clues of this text, always hold, and are in no set.
    #[arg(long, value_name = "LABEL")]
    hard: Vec<String>,
}

impl SetArguments {
    /// True if one of these names is of what always holds.
    pub(super) fn is_hard(&self, names: [&str; 2]) -> bool {
        self.hard.iter().any(|hard| names.contains(&&**hard))
    }

    /// Refuses names that nothing has; `what` has them.
    pub(super) fn check_names<'n>(&self, what: &str, names: impl Iterator<Item = [&'n str; 2]>) -> Result<(), Failure> {
        if self.hard.is_empty() {
            return Ok(());
        }
        let names: BTreeSet<&str> = names.flatten().collect();
        match self.hard.iter().find(|hard| !names.contains(&***hard)) {
            None => Ok(()),
            Some(hard) => {
                let unknown = UnknownName::new(what, hard, names);
                Err(Failure::Input(format!("cnfab: --hard: {unknown}")))
            }
        }
    }

    /// Hands on the sets that are asked for, each with whether it is minimal; false if there is a solution, and so
    /// none. `noun` is what a set has.
    pub(super) fn print(
        &self,
        conflicts: &mut Conflicts<'_>,
        noun: &str,
        print: &mut PrintSet<'_>,
    ) -> Result<bool, Failure> {
        if self.all {
            return self.print_all(conflicts, print);
        }
        let found = if self.smallest { conflicts.smallest() } else { conflicts.one() };
        match found {
            Ok(Some(set)) => print(&set, true).map(|()| true),
            Ok(None) => Ok(false),
            Err(ConstructError::OutOfBudget) if !conflicts.best().is_empty() => {
                print(&conflicts.best(), false)?;
                let missing = match self.smallest {
                    true => format!("a smallest set has at least {}", plural(conflicts.least() as u64, noun)),
                    false => format!("there may be {noun}s that can be left out"),
                };
                Err(Failure::Limit(format!("{}: {missing}", limit_name())))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn print_all(&self, conflicts: &mut Conflicts<'_>, print: &mut PrintSet<'_>) -> Result<bool, Failure> {
        let (mut found, mut printed) = (0, Ok(()));
        let result = conflicts.all(&mut |set| {
            found += 1;
            printed = print(set, true);
            let is_enough = printed.is_err() || found == self.number;
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        printed?;
        match result {
            Err(ConstructError::OutOfBudget) => {
                Err(Failure::Limit(format!("{}: there may be more sets", limit_name())))
            }
            result => Ok(result.map(|()| found > 0)?),
        }
    }
}
