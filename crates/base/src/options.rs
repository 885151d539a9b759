//! Macros that declare values of options, and constants with their ranges.

/// Declares the values of an option, each with its text and its meaning. The first is the default.
#[macro_export]
macro_rules! values {
    ($($(#[$doc:meta])* $Name:ident { $($Variant:ident = $text:literal: $about:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $Name {
            $(#[doc = $about] $Variant,)*
        }

        impl $Name {
            /// All of them, first the default.
            pub const ALL: &[Self] = &[$(Self::$Variant),*];

            /// Their texts.
            pub const NAMES: &[&str] = &[$($text),*];

            /// Their meanings, in a line each.
            pub const MEANINGS: &[&str] = &[$($about),*];

            /// The text.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The one with this text.
            ///
            /// # Panics
            /// If there is none; a registry has checked the value.
            pub fn named(name: &str) -> Self {
                let position = Self::NAMES.iter().position(|known| *known == name);
                Self::ALL[position.expect("the registry has checked the value")]
            }
        }
    )*};
}

/// Makes a module of constants, and a test that each default is in its range.
#[macro_export]
macro_rules! tuning {
    ($($(#[$about:meta])* mod $module:ident {
        $($(#[$doc:meta])* $name:ident: $type:ty = $default:expr, $range:expr, $measured:literal;)*
    })*) => {
        $($(#[$about])*
        pub mod $module {
            $($(#[$doc])*
            #[doc = concat!("\n\nRange ", stringify!($range), "; measured on ", $measured, ".")]
            pub const $name: $type = $default;)*

            #[cfg(test)]
            #[test]
            fn defaults_are_in_their_ranges() {
                $(
                    let range: std::ops::RangeInclusive<$type> = $range;
                    assert!(range.contains(&$default), stringify!($name));
                )*
            }
        })*
    };
}
