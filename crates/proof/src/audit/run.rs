//! Audits of registered encodings.

use cnfab_encode::{Recipe, RecipeError, Unsupported};
use cnfab_model::Model;

use super::formula::{formula, least_clauses};
use super::report::{AuditOutcome, Measurement};
use super::{AuditClass, AuditLimits, Case, Measured, Subject, audit};

/// The rows for some encodings of a class in each case. `base` has the other parts of the configuration; root
/// propagation is off.
///
/// # Errors
/// If an encoding is unknown.
pub fn audit_class(
    class: &AuditClass,
    encodings: &[String],
    cases: &[Case],
    base: &Recipe,
    limits: Option<&AuditLimits>,
) -> Result<Vec<Measurement>, RecipeError> {
    let mut rows = Vec::new();
    for name in encodings {
        // Rows have the name as it is registered.
        let name = &name.to_ascii_lowercase();
        let mut recipe = base.clone();
        recipe.set("root", None, "none")?;
        recipe.set(class.name, None, name)?;
        for case in cases {
            let outcome = encoded(&case.model, &recipe, limits);
            let subject = format!("{}={name}", class.name);
            rows.push(Measurement {
                subject,
                case: case.label.clone(),
                formula: formula(class.name, name, &case.model, &recipe),
                least_clauses: least_clauses(&case.model),
                outcome,
            });
        }
    }
    Ok(rows)
}

/// The outcome of a configuration for a model: all measures, or the size alone without limits.
pub(super) fn encoded(model: &Model, recipe: &Recipe, limits: Option<&AuditLimits>) -> AuditOutcome {
    let outcome = match limits {
        Some(_) => Subject::encoded(model.clone(), recipe).map(|subject| measured(&subject, limits)),
        None => Measured::of(model, recipe).map(|size| AuditOutcome::Sized { size }),
    };
    outcome.unwrap_or_else(|unsupported| refused(&unsupported))
}

/// The outcome of an encoding that does not take the constraint.
fn refused(unsupported: &Unsupported) -> AuditOutcome {
    let why = unsupported.what.split_once(": ").map_or(&unsupported.what[..], |(_, why)| why);
    AuditOutcome::Refused { refused: why.to_owned() }
}

/// All measures, or the size alone without limits.
pub fn measured(subject: &Subject, limits: Option<&AuditLimits>) -> AuditOutcome {
    match limits {
        Some(limits) => AuditOutcome::Measured(Box::new(audit(subject, limits))),
        None => AuditOutcome::Sized { size: subject.size().clone() },
    }
}
