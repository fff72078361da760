//! The macro that declares enumerations whose values have names.

/// Declares an enumeration with a name for each value: the documentation of a value is also its summary.
///
/// It writes the enumeration and [`Choice`](crate::Choice), in the order of the declaration.
///
/// ```
/// use patience_kit::{Choice, choices};
///
/// choices! {
///     /// How the length of a solution is measured.
///     #[derive(Default)]
///     pub enum Metric {
///         /// Every slide counts one
///         #[default]
///         Moves = "moves",
///         /// Every cell of a slide counts one
///         Steps = "steps",
///     }
/// }
///
/// assert_eq!(Metric::named("steps"), Some(Metric::Steps));
/// assert_eq!(Metric::ALL[0].1.summary, "Every slide counts one");
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $(#[doc = $doc:literal])+ $(#[default $($mark:tt)?])? $variant:ident = $text:literal ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $( $(#[doc = $doc])+ $(#[default] $($mark)?)? $variant, )*
        }

        impl $crate::Choice for $name {
            const ALL: &'static [(Self, $crate::Named)] = &[ $( (
                Self::$variant,
                $crate::Named { name: $text, summary: concat!($($doc),+).trim_ascii() },
            ), )* ];
        }
    };
}
