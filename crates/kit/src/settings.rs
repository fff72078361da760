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
///
/// ```
/// use patience_kit::{Settings, Values, settings};
///
/// settings! {
///     /// Settings of a beam search.
///     pub struct Beam {
///         /// States per level.
///         width: usize = 4096, 1..=1_048_576;
///     }
/// }
///
/// // What is written is read back.
/// let narrow = Beam { width: 8 };
/// assert_eq!(Beam::read(&narrow.values())?, narrow);
/// assert_eq!(Beam::read(&Values::default())?, Beam::default());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait Settings: Sized + Default {
    /// Its fields in the order of their declaration.
    ///
    /// ```
    /// use patience_kit::{Settings, settings};
    ///
    /// settings! {
    ///     /// Settings of a beam search.
    ///     pub struct Beam {
    ///         /// States per level.
    ///         width: usize = 4096, 1..=1_048_576;
    ///     }
    /// }
    ///
    /// // The help of a program is made from the fields.
    /// let help: Vec<String> = Beam::fields().iter().map(|it| format!("--{}: {}", it.name, it.doc)).collect();
    /// assert_eq!(help, ["--width: States per level."]);
    /// ```
    fn fields() -> Vec<Field>;

    /// Reads the values that are given, and takes defaults for the others. Values of other names are ignored: see
    /// [`Values::refuse_unknown`].
    ///
    /// ```
    /// # use patience_kit::settings;
    /// use patience_kit::{Settings, Values};
    ///
    /// # settings! {
    /// #     /// Settings of a beam search.
    /// #     pub struct Beam {
    /// #         /// States per level.
    /// #         width: usize = 4096, 1..=1_048_576;
    /// #     }
    /// # }
    /// assert_eq!(Beam::read(&Values::from_iter([("width", 8)]))?.width, 8);
    /// assert!(Beam::read(&Values::from_iter([("width", "wide")])).is_err());
    /// // Other names are ignored.
    /// assert_eq!(Beam::read(&Values::from_iter([("depth", 8)]))?, Beam::default());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    fn read(values: &Values) -> Result<Self, Fault>;

    /// The values of all fields.
    ///
    /// ```
    /// # use patience_kit::settings;
    /// use patience_kit::{Settings, Values};
    ///
    /// # settings! {
    /// #     /// Settings of a beam search.
    /// #     pub struct Beam {
    /// #         /// States per level.
    /// #         width: usize = 4096, 1..=1_048_576;
    /// #     }
    /// # }
    /// assert_eq!(Beam { width: 8 }.values(), Values::from_iter([("width", 8)]));
    /// ```
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
    ///
    /// ```
    /// use patience_kit::Values;
    ///
    /// let values = Values::from_iter([("cells", 2)]);
    /// assert_eq!(values.get("cells").and_then(|value| value.as_u64()), Some(2));
    /// assert_eq!(values.get("columns"), None);
    /// ```
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Sets a value; a dash in the name is the same as an underscore.
    ///
    /// ```
    /// use patience_kit::Values;
    ///
    /// // `--no-auto 3` on the command line sets `no_auto`.
    /// let mut values = Values::default();
    /// values.set("no-auto", 3);
    /// assert_eq!(values, Values::from_iter([("no_auto", 3)]));
    /// ```
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.replace('-', "_"), value.into());
    }

    /// These values, and those of `others` where these have none.
    ///
    /// ```
    /// use patience_kit::Values;
    ///
    /// let (chosen, usual) = (Values::from_iter([("cells", 2)]), Values::from_iter([("cells", 4)]));
    /// assert_eq!(chosen.clone().or(&usual), chosen);
    /// assert_eq!(Values::default().or(&usual), usual);
    /// ```
    #[must_use]
    pub fn or(mut self, others: &Self) -> Self {
        for (name, value) in &others.0 {
            self.0.entry(name.clone()).or_insert_with(|| value.clone());
        }
        self
    }

    /// An error if there is a value of a name that no field has; it lists the names that exist.
    ///
    /// ```
    /// use patience_kit::{Field, Values};
    ///
    /// let fields = [Field::new("width", "States per level.", &4096_usize)];
    /// assert!(Values::from_iter([("width", 8)]).refuse_unknown("beam", &fields).is_ok());
    /// let fault = Values::from_iter([("depth", 8)]).refuse_unknown("beam", &fields).unwrap_err();
    /// assert_eq!(fault.message, "beam has no setting `depth` (its settings: width)");
    /// ```
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
///
/// ```
/// use patience_kit::Field;
///
/// let width = Field::new("width", "States per level.", &4096_usize).within(1, 1_048_576);
/// assert_eq!(width.default, 4096);
/// assert_eq!(width.read::<usize>(&8.into())?, 8);
/// assert!(width.check(&0.into()).is_err(), "it is out of range");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// use patience_kit::{Field, FieldKind};
///
/// // The kind follows from the type of the default.
/// let kind = |field: Field| field.kind;
/// assert_eq!(kind(Field::new("auto", "Plays safe moves.", &true)), FieldKind::Flag);
/// assert_eq!(kind(Field::new("cells", "Free cells.", &4_u8)), FieldKind::Integer { min: 0, max: 255 });
/// ```
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
    ///
    /// ```
    /// use patience_kit::Field;
    ///
    /// // What a page needs to show the setting; a setting without a default may be left out.
    /// let seed = Field::new("seed", "Seed of the tie-breaks.", &None::<u64>);
    /// assert!(seed.default.is_null());
    /// assert!(seed.check(&seed.default).is_ok());
    /// ```
    pub fn new<T: Setting>(name: &'static str, doc: &'static str, default: &T) -> Self {
        Self { name, doc: doc.trim().into(), kind: T::kind(), default: default.write() }
    }

    /// The same with a narrower range.
    ///
    /// ```
    /// use patience_kit::Field;
    ///
    /// let cells = Field::new("cells", "Free cells.", &4_u8);
    /// assert!(cells.check(&9.into()).is_ok());
    /// assert!(cells.within(0, 8).check(&9.into()).is_err());
    /// ```
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
    ///
    /// ```
    /// use patience_kit::Field;
    ///
    /// let cells = Field::new("cells", "Free cells.", &4_u8).within(0, 8);
    /// assert_eq!(cells.read::<u8>(&2.into())?, 2);
    /// let fault = cells.read::<u8>(&9.into()).unwrap_err();
    /// assert_eq!(fault.message, "cells: expected a whole number from 0 to 8, found 9");
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn read<T: Setting>(&self, value: &Value) -> Result<T, Fault> {
        self.check(value)?;
        T::read(value)
            .map_err(|expected| self.wrong(value, expected.unwrap_or_else(|| self.expected())))
    }

    /// An error if a value is not of the field's kind, or not in its range.
    ///
    /// ```
    /// use patience_kit::Field;
    ///
    /// let auto = Field::new("auto", "Plays safe moves.", &true);
    /// assert!(auto.check(&false.into()).is_ok());
    /// assert_eq!(auto.check(&"no".into()).unwrap_err().message, r#"auto: expected true or false, found "no""#);
    /// ```
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
    ///
    /// ```
    /// use patience_kit::Field;
    ///
    /// let width = Field::new("width", "States per level.", &4096_u64);
    /// assert_eq!(width.expected(), "a whole number from 0");
    /// assert_eq!(width.within(1, 9).expected(), "a whole number from 1 to 9");
    /// ```
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
