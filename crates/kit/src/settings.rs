//! Settings, declared once: flags, JSON, TOML and pages are made from the same fields.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Fault, Named};

pub use crate::setting::{Bytes, Choice, Content, Setting};

/// Declares a settings structure: its fields with documentation, defaults and, for numbers, ranges.
///
/// It writes the structure, `Default`, and [`Settings`](crate::Settings).
///
/// ```
/// use patience_kit::{Settings, Values, settings};
///
/// settings! {
///     /// Settings of a beam search.
///     pub struct Beam {
///         /// States per level.
///         width: usize = 4096, 1..=1_048_576;
///         /// Seed of the tie-breaks.
///         seed: Option<u64> = None;
///     }
/// }
///
/// let values = Values::from_iter([("width", 8)]);
/// assert_eq!(Beam::read(&values)?.width, 8);
/// let fault = Beam::read(&Values::from_iter([("width", 0)])).unwrap_err();
/// assert_eq!(fault.message, "width: expected a whole number from 1 to 1048576, found 0");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[macro_export]
macro_rules! settings {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $( $(#[doc = $doc:literal])+ $field:ident : $type:ty = $default:expr $(, $low:literal ..= $high:literal)? ; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        $vis struct $name { $( $(#[doc = $doc])+ pub $field: $type, )* }

        impl Default for $name {
            fn default() -> Self {
                Self { $( $field: $default, )* }
            }
        }

        impl $crate::Settings for $name {
            fn fields() -> Vec<$crate::Field> {
                vec![ $( {
                    let default: $type = $default;
                    let field = $crate::Field::new(stringify!($field), concat!($($doc),+), &default);
                    $( let field = field.within($low, $high); )?
                    field
                } ),* ]
            }

            fn read(values: &$crate::Values) -> Result<Self, $crate::Fault> {
                #[allow(unused_mut, reason = "there may be no fields")]
                let mut settings = Self::default();
                let fields = Self::fields();
                #[allow(unused_mut, unused_variables, reason = "there may be no fields")]
                let mut fields = fields.iter();
                $( if let Some(field) = fields.next() {
                    if let Some(value) = values.get(field.name) {
                        settings.$field = field.read(value)?;
                    }
                } )*
                Ok(settings)
            }

            fn values(&self) -> $crate::Values {
                $crate::Values::from_iter::<[(&str, _); _]>([
                    $( (stringify!($field), $crate::Setting::write(&self.$field)) ),*
                ])
            }
        }
    };
}

/// A structure that [`settings!`](crate::settings!) wrote.
pub trait Settings: Sized + Default {
    /// Its fields in the order of their declaration.
    fn fields() -> Vec<Field>;

    /// Reads the values that are given, and takes defaults for the others. Values of other names are ignored: see
    /// [`Values::refuse_unknown`].
    fn read(values: &Values) -> Result<Self, Fault>;

    /// The values of all fields.
    fn values(&self) -> Values;
}

/// Values by the names of their fields.
///
/// ```
/// use patience_kit::Values;
///
/// let chosen = Values::from_iter([("cells", 2)]);
/// let usual = Values::from_iter([("cells", 4), ("columns", 8)]);
/// assert_eq!(chosen.or(&usual), Values::from_iter([("cells", 2), ("columns", 8)]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Values(pub BTreeMap<String, Value>);

impl Values {
    /// The value of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Sets a value; a dash in the name is the same as an underscore.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.replace('-', "_"), value.into());
    }

    /// These values, and those of `others` where these have none.
    #[must_use]
    pub fn or(mut self, others: &Self) -> Self {
        for (name, value) in &others.0 {
            self.0.entry(name.clone()).or_insert_with(|| value.clone());
        }
        self
    }

    /// An error if there is a value of a name that no field has; it lists the names that exist.
    pub fn refuse_unknown(&self, owner: &str, fields: &[Field]) -> Result<(), Fault> {
        let is_known = |name: &&String| fields.iter().any(|field| field.name == **name);
        match self.0.keys().find(|name| !is_known(name)) {
            None => Ok(()),
            Some(name) => {
                let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                Err(Fault::input(format_args!(
                    "{owner} has no setting `{name}` (its settings: {known})"
                )))
            }
        }
    }
}

impl<K: AsRef<str>, V: Into<Value>> FromIterator<(K, V)> for Values {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(pairs: I) -> Self {
        let mut values = Self::default();
        for (name, value) in pairs {
            values.set(name.as_ref(), value);
        }
        values
    }
}

/// One setting. Its name is file format; on the command line its underscores are dashes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub doc: Cow<'static, str>,
    /// What values it takes.
    #[serde(flatten)]
    pub kind: FieldKind,
    /// The default; null where there is none.
    pub default: Value,
}

/// What values a setting takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum FieldKind {
    /// True or false; on the command line a switch.
    Flag,
    /// A whole number.
    Integer {
        /// The least.
        min: u64,
        /// The greatest.
        max: u64,
    },
    /// A number.
    Number {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// One of several names.
    Choice {
        /// The names.
        choices: Vec<Named>,
    },
    /// Text that the puzzle reads.
    Text,
    /// Text that a surface may read from a file.
    Content,
    /// The path of a file or folder.
    Path,
    /// A number of bytes.
    Size,
}

impl Field {
    /// A field of a type with its default.
    pub fn new<T: Setting>(name: &'static str, doc: &'static str, default: &T) -> Self {
        Self { name, doc: doc.trim().into(), kind: T::kind(), default: default.write() }
    }

    /// The same with a narrower range.
    #[must_use]
    pub fn within(mut self, low: u64, high: u64) -> Self {
        match &mut self.kind {
            FieldKind::Integer { min, max } => (*min, *max) = (low, high),
            FieldKind::Number { min, max } => (*min, *max) = (low as f64, high as f64),
            _ => {}
        }
        self
    }

    /// Reads a value, and checks its range.
    pub fn read<T: Setting>(&self, value: &Value) -> Result<T, Fault> {
        self.check(value)?;
        T::read(value)
            .map_err(|expected| self.wrong(value, expected.unwrap_or_else(|| self.expected())))
    }

    /// An error if a value is not of the field's kind, or not in its range.
    pub fn check(&self, value: &Value) -> Result<(), Fault> {
        let is_right = match &self.kind {
            _ if value.is_null() && self.default.is_null() => true,
            FieldKind::Flag => value.is_boolean(),
            FieldKind::Integer { min, max } => {
                value.as_u64().is_some_and(|it| *min <= it && it <= *max)
            }
            FieldKind::Number { min, max } => {
                value.as_f64().is_some_and(|it| *min <= it && it <= *max)
            }
            FieldKind::Choice { choices } => {
                choices.iter().any(|choice| value.as_str() == Some(choice.name))
            }
            FieldKind::Text | FieldKind::Content | FieldKind::Path => value.is_string(),
            FieldKind::Size => value.is_u64(),
        };
        if is_right { Ok(()) } else { Err(self.wrong(value, self.expected())) }
    }

    fn wrong(&self, value: &Value, expected: impl std::fmt::Display) -> Fault {
        Fault::input(format_args!("{}: expected {expected}, found {value}", self.name))
    }

    /// What values are expected, in words.
    #[must_use]
    pub fn expected(&self) -> String {
        match &self.kind {
            FieldKind::Flag => "true or false".to_owned(),
            FieldKind::Integer { min, max: u64::MAX } => format!("a whole number from {min}"),
            FieldKind::Integer { min, max } => format!("a whole number from {min} to {max}"),
            FieldKind::Number { min, max } => format!("a number from {min} to {max}"),
            FieldKind::Choice { choices } => {
                let names: Vec<String> =
                    choices.iter().map(|choice| format!("\"{}\"", choice.name)).collect();
                names.join(" or ")
            }
            FieldKind::Text | FieldKind::Content | FieldKind::Path => "text".to_owned(),
            FieldKind::Size => "a number of bytes".to_owned(),
        }
    }
}
