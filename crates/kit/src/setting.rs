//! Types that a setting can have: numbers, choices, texts, paths, sizes.

use std::path::PathBuf;

use serde_json::Value;

use crate::{FieldKind, Named};

/// A type that a setting can have.
///
/// ```
/// use patience_kit::{FieldKind, Setting};
///
/// assert!(matches!(f64::kind(), FieldKind::Number { .. }));
/// assert_eq!(bool::read(&true.write()), Ok(true));
/// assert!(u8::read(&256_u64.write()).is_err());
/// // An option may be left out: null.
/// assert_eq!(Option::<u8>::read(&None::<u8>.write()), Ok(None));
/// ```
pub trait Setting: Sized {
    /// What values it takes.
    fn kind() -> FieldKind;

    /// Reads a value, or says what was expected where the kind does not say it.
    fn read(value: &Value) -> Result<Self, Option<String>>;

    /// The value as JSON.
    fn write(&self) -> Value;
}

/// An enumeration whose values have names.
///
/// ```
/// use patience_kit::{Choice, Grade};
///
/// assert_eq!(Grade::named("hard"), Some(Grade::Hard));
/// assert_eq!(Grade::Hard.name(), "hard");
/// assert_eq!(Grade::ALL.len(), 4);
/// ```
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value with its name.
    const ALL: &'static [(Self, Named)];

    /// The value of a name.
    #[must_use]
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, named)| named.name == name).map(|&(choice, _)| choice)
    }

    /// The name.
    #[must_use]
    fn name(self) -> &'static str {
        Self::ALL.iter().find(|(choice, _)| *choice == self).map_or("", |(_, named)| named.name)
    }
}

impl<T: Choice> Setting for T {
    fn kind() -> FieldKind {
        FieldKind::Choice { choices: T::ALL.iter().map(|&(_, named)| named).collect() }
    }

    fn read(value: &Value) -> Result<Self, Option<String>> {
        value.as_str().and_then(T::named).ok_or(None)
    }

    fn write(&self) -> Value {
        self.name().into()
    }
}

macro_rules! whole_numbers {
    ($($type:ty),*) => { $(
        impl Setting for $type {
            fn kind() -> FieldKind {
                // A `usize` is at most 64 bits wide.
                FieldKind::Integer { min: 0, max: u64::try_from(<$type>::MAX).unwrap_or(u64::MAX) }
            }

            fn read(value: &Value) -> Result<Self, Option<String>> {
                value.as_u64().and_then(|it| it.try_into().ok()).ok_or(None)
            }

            fn write(&self) -> Value {
                (*self).into()
            }
        }
    )* };
}

whole_numbers!(u8, u16, u32, u64, usize);

impl Setting for f64 {
    fn kind() -> FieldKind {
        FieldKind::Number { min: f64::MIN, max: f64::MAX }
    }

    fn read(value: &Value) -> Result<Self, Option<String>> {
        value.as_f64().ok_or(None)
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

impl Setting for bool {
    fn kind() -> FieldKind {
        FieldKind::Flag
    }

    fn read(value: &Value) -> Result<Self, Option<String>> {
        value.as_bool().ok_or(None)
    }

    fn write(&self) -> Value {
        (*self).into()
    }
}

/// A number of bytes.
///
/// ```
/// use patience_kit::Field;
/// use patience_kit::settings::Bytes;
///
/// let memory = Field::new("memory", "Bytes of the table.", &Bytes(1 << 30));
/// assert_eq!(memory.expected(), "a number of bytes");
/// assert_eq!(memory.read::<Bytes>(&4096.into())?, Bytes(4096));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

/// Text that a surface may read from a file.
///
/// ```
/// use patience_kit::settings::Content;
/// use patience_kit::{Field, FieldKind};
///
/// // A page offers a file for it; its value is the text of the file.
/// let opening = Field::new("opening", "Moves to begin with.", &Content(String::new()));
/// assert_eq!(opening.kind, FieldKind::Content);
/// assert_eq!(opening.read::<Content>(&"83 2a".into())?, Content("83 2a".to_owned()));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content(pub String);

macro_rules! texts {
    ($($type:ty, $kind:ident, $make:expr, $text:expr);*) => { $(
        impl Setting for $type {
            fn kind() -> FieldKind {
                FieldKind::$kind
            }

            fn read(value: &Value) -> Result<Self, Option<String>> {
                let make: fn(&Value) -> Option<Self> = $make;
                make(value).ok_or(None)
            }

            fn write(&self) -> Value {
                let text: fn(&Self) -> Value = $text;
                text(self)
            }
        }
    )* };
}

texts! {
    String, Text, |value| value.as_str().map(str::to_owned), |it| it.as_str().into();
    Content, Content, |value| value.as_str().map(|it| Self(it.to_owned())), |it| it.0.as_str().into();
    PathBuf, Path, |value| value.as_str().map(Self::from), |it| it.to_string_lossy().into();
    Bytes, Size, |value| value.as_u64().map(Self), |it| it.0.into()
}

impl<T: Setting> Setting for Option<T> {
    fn kind() -> FieldKind {
        T::kind()
    }

    fn read(value: &Value) -> Result<Self, Option<String>> {
        if value.is_null() { Ok(None) } else { T::read(value).map(Some) }
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, T::write)
    }
}
