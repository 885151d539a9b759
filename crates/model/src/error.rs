//! The errors of models: items that cannot be added to one.

/// Why a variable, a constraint or an objective cannot be added to a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A table has another number of columns than its relation.
    #[error("a table over {columns} variables with a relation of {arity} columns")]
    Arity {
        /// How many variables.
        columns: usize,
        /// How many columns.
        arity: usize,
    },
    /// The coefficients of a variable that comes more than once, or the values of an objective, have too many bits.
    #[error("coefficients that add up to more than 64 bits hold, or an objective of more than 62")]
    Coefficients,
    /// A variable has no values.
    #[error("no values for the variable {name}")]
    EmptyDomain {
        /// Its name.
        name: String,
    },
    /// Two variables have one name.
    #[error("a second variable named {name}")]
    EqualNames {
        /// The name.
        name: String,
    },
    /// A constraint is over a variable that the model does not have.
    #[error("a constraint '{label}' over a variable that this model does not have")]
    ForeignVariable {
        /// The constraint's label.
        label: String,
    },
    /// Lists of a constraint that go together are not equally long.
    #[error("a constraint '{class}' with {found} {what}, not {expected}")]
    Lengths {
        /// The name of the constraint's class.
        class: &'static str,
        /// The things that are listed.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there have to be.
        expected: usize,
    },
    /// An edge of a constraint ends at a node that it does not have.
    #[error("a constraint '{class}' with an edge to node {node} of {nodes}, counted from 0")]
    Node {
        /// The name of the constraint's class.
        class: &'static str,
        /// The node.
        node: usize,
        /// How many nodes there are.
        nodes: usize,
    },
    /// The opposite of a constraint cannot be stated.
    #[error("a constraint that cannot be stated: {what}")]
    NotStated {
        /// The reason that keeps it from that.
        what: &'static str,
    },
}
