//! Rows whose fields are data too: names, meanings, units and JSON types stand in the struct and nowhere else.
//!
//! [`fields!`] declares a struct of a row. A field is one block: its meaning, its unit, by what it varies, its type and
//! its source. A field varies if two sweeps of one study with the same seeds may differ in it. It has a source if its
//! value comes from a search's statistics. The head of CSV files, the JSON Schema, the help of commands and the tests
//! are made from [`Fields::fields`].
//!
//! A macro and not `schemars`: its schemas keep no order of fields, which heads of CSV files need, and it adds six
//! crates.

use serde_json::{Value, json};

use cnfab_solve::Count;

use super::{Certified, Verdict};

/// A field of a row.
pub struct Field {
    /// Its name in JSON and CSV.
    pub name: &'static str,
    /// Its description as a sentence.
    pub about: &'static str,
    /// Its unit; empty if it has none.
    pub unit: &'static str,
    /// By what two sweeps of one study with the same seeds may differ in it: `no`, `time`, `memory` or `host`.
    pub varies: &'static str,
    /// The schema of its type.
    pub schema: fn() -> Value,
}

/// A struct of a row.
pub trait Fields {
    /// The fields in the order of the struct, those of flattened structs in their place.
    fn fields() -> Vec<Field>;
}

/// A type that a field may have.
pub(crate) trait JsonType {
    /// The type in a JSON Schema.
    fn schema() -> Value;
}

impl JsonType for String {
    fn schema() -> Value {
        json!({ "type": "string" })
    }
}

impl JsonType for f64 {
    fn schema() -> Value {
        json!({ "type": "number" })
    }
}

impl JsonType for i64 {
    fn schema() -> Value {
        json!({ "type": "integer" })
    }
}

impl JsonType for u64 {
    fn schema() -> Value {
        json!({ "type": "integer", "minimum": 0 })
    }
}

impl JsonType for u32 {
    fn schema() -> Value {
        u64::schema()
    }
}

impl JsonType for Count {
    fn schema() -> Value {
        json!({ "anyOf": [u64::schema(), { "type": "string", "pattern": "^[0-9]+$" }] })
    }
}

impl JsonType for Verdict {
    fn schema() -> Value {
        json!({ "enum": Verdict::ALL.map(Verdict::name) })
    }
}

impl JsonType for Certified {
    fn schema() -> Value {
        json!({ "enum": Certified::ALL.map(Certified::name) })
    }
}

impl<T: JsonType> JsonType for Option<T> {
    /// The same type, or `null`.
    fn schema() -> Value {
        or_null(T::schema())
    }
}

/// The schema of what another one permits, and of `null`, which it may permit already.
pub(crate) fn or_null(mut schema: Value) -> Value {
    let add = |list: &mut Vec<Value>, null: Value| {
        if !list.contains(&null) {
            list.push(null);
        }
    };
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        add(choices, json!({ "type": "null" }));
    } else if let Some(Value::Array(values)) = schema.get_mut("enum") {
        add(values, Value::Null);
    } else {
        match schema.get_mut("type") {
            Some(Value::Array(kinds)) => add(kinds, json!("null")),
            Some(kind) => *kind = json!([kind.take(), "null"]),
            None => return json!({ "anyOf": [schema, { "type": "null" }] }),
        }
    }
    schema
}

/// The value that a field reads.
pub(crate) fn read<S, T>(source: &S, value: fn(&S) -> T) -> T {
    value(source)
}

/// Declares the struct of a row, in which each field says what it is:
///
/// ```text
/// fields! {
///     pub struct Name reads Stats {
///         /// A sentence.
///         #[field(unit = "s", varies = "time")]
///         pub encode_s: Option<f64> = |stats| stats.encode_s,
///         #[serde(flatten)]
///         pub others: Others,
///     }
/// }
/// ```
///
/// A function behind `=` reads the value from the struct behind `reads`; `read` does it for all fields that have one.
macro_rules! fields {
    (
        $(#[doc = $doc:literal])+
        $(#[derive($($derived:ident),*)])?
        $(#[serde($($container:tt)*)])?
        pub struct $Name:ident $(reads $Source:ident)? {
            $(
                $(#[doc = $about:literal])+
                $(#[field($($key:ident = $value:literal),*)])?
                $(#[serde($flatten:ident)])?
                pub $field:ident: $type:ty $(= $read:expr)?,
            )*
        }
    ) => {
        $(#[doc = $doc])+
        $(#[derive($($derived),*)])?
        $(#[serde($($container)*)])?
        pub struct $Name {
            $(
                $(#[doc = $about])+
                $(#[serde($flatten)])?
                pub $field: $type,
            )*
        }

        impl $crate::run::Fields for $Name {
            fn fields() -> Vec<$crate::run::Field> {
                let mut fields = Vec::new();
                $(
                    $crate::run::fields::fields!(@field fields, $field, $type,
                        concat!($($about),+), [$($($key = $value),*)?] $($flatten)?);
                )*
                fields
            }
        }

        $crate::run::fields::fields!(@reads $Name, [$($Source)?], $($field: $type [$($read)?],)*);
    };
    (@field $fields:ident, $field:ident, $type:ty, $about:expr, [] flatten) => {
        $fields.extend(<$type as $crate::run::Fields>::fields());
    };
    (@field $fields:ident, $field:ident, $type:ty, $about:expr, [$($key:ident = $value:literal),*]) => {
        #[allow(unused_mut, reason = "most fields have neither a unit nor vary")]
        let mut field = $crate::run::Field {
            name: stringify!($field),
            about: $about.trim_start(),
            unit: "",
            varies: "no",
            schema: <$type as $crate::run::fields::JsonType>::schema,
        };
        $(field.$key = $value;)*
        $fields.push(field);
    };
    (@reads $Name:ident, [], $($rest:tt)*) => {};
    (@reads $Name:ident, [$Source:ident], $($field:ident: $type:ty [$($read:expr)?],)*) => {
        impl $Name {
            /// Takes over what the statistics say.
            pub(crate) fn read(&mut self, source: &$Source) {
                $($(self.$field = $crate::run::fields::read::<$Source, $type>(source, $read);)?)*
            }
        }
    };
}

pub(crate) use fields;

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the form of a type's schema, its option permits null, and lists it once.
    #[test]
    fn an_option_permits_null_once() {
        fn schema<T: JsonType>() -> Value {
            T::schema()
        }
        let digits = json!({ "type": "string", "pattern": "^[0-9]+$" });
        let count = json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, digits, { "type": "null" }] });
        let mut verdicts: Vec<Value> = Verdict::ALL.iter().map(|verdict| json!(verdict.name())).collect();
        verdicts.push(Value::Null);
        for (of_option, of_options, expected) in [
            (schema::<Option<f64>>(), schema::<Option<Option<f64>>>(), json!({ "type": ["number", "null"] })),
            (schema::<Option<Count>>(), schema::<Option<Option<Count>>>(), count),
            (schema::<Option<Verdict>>(), schema::<Option<Option<Verdict>>>(), json!({ "enum": verdicts })),
        ] {
            assert_eq!(of_option, expected);
            assert_eq!(of_options, expected);
        }
        let reference = json!({ "$ref": "#/$defs/side" });
        let nullable = json!({ "anyOf": [reference.clone(), { "type": "null" }] });
        assert_eq!(or_null(reference), nullable);
        assert_eq!(or_null(nullable.clone()), nullable);
    }
}
