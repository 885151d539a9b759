//! Front ends: texts of other languages that become models.

pub mod flatzinc;
