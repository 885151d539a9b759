//! The core for lines of different numbers: every variable takes another value, and lines of them have given sums.
//!
//! What is known of a state is one word, the values not used yet, and what each line lacks. The order of the variables is
//! fixed before the search, so that it is known how many variables of each line are still open when a variable's turn
//! comes: none, and the line names the value; one, and the values are those whose partner is unused as well, which a
//! reversed and shifted word tells at once; more, and bounds by the least and the greatest unused values cut the choice.
//! What several lines say together is worked out beforehand by elimination: a variable may be known long before a line
//! ends with it, or make up an equation with one other variable. Nothing is propagated to other variables, so a node costs
//! a few instructions.
//!
//! It takes models of one all-different constraint over all variables, with values less than 64 apart, equations with
//! coefficients 1, and any sums and tables of one or two variables; every variable shown.

mod build;
mod elimination;
mod order;
mod search;

pub(super) use build::Plan;
pub(super) use search::search;
