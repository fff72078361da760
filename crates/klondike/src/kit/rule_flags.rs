//! The rules as settings. Rules that are not given are those of the file, or the standard ones.

use patience_kit::{FieldKind, Setting, settings};
use serde_json::Value;

use crate::{Rules, Stock};

settings! {
    /// Deviations from the standard rules, or from those of a file.
    pub(crate) struct RuleFlags {
        /// Cards turned at once from the stock [default: 3, or as the file says]
        draw: Option<u8> = None, 1..=52;
        /// Passes through the stock, 1 to 255, or unlimited [default: unlimited, or as the file says]
        passes: Option<Passes> = None;
        /// No card comes back from a foundation
        no_bring_back: bool = false;
    }
}

settings! {
    /// What a player knows.
    pub(crate) struct HiddenFlags {
        /// What a player knows of the stock [default: visible, or as the file says]
        stock: Option<Stock> = None;
    }
}

impl RuleFlags {
    /// `given` with these deviations.
    pub(crate) fn over(&self, given: Rules) -> Rules {
        Rules {
            draw: self.draw.unwrap_or(given.draw),
            passes: self.passes.map_or(given.passes, |Passes(passes)| passes),
            bring_back: given.bring_back && !self.no_bring_back,
            ..given
        }
    }
}

impl HiddenFlags {
    /// `given` with these deviations.
    pub(crate) fn over(&self, given: Rules) -> Rules {
        Rules { stock: self.stock.unwrap_or(given.stock), ..given }
    }
}

/// A limit of passes through the stock; `None` for no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passes(Option<u8>);

impl Setting for Passes {
    fn kind() -> FieldKind {
        FieldKind::Text
    }

    fn read(value: &Value) -> Result<Self, Option<String>> {
        let text = value.as_str().unwrap_or_default();
        if text == "unlimited" {
            return Ok(Self(None));
        }
        let number = text.parse().ok().filter(|&number| number != 0);
        let expected = || Some("a number of passes from 1 to 255, or \"unlimited\"".to_owned());
        number.map(|number| Self(Some(number))).ok_or_else(expected)
    }

    fn write(&self) -> Value {
        self.0.map_or_else(|| "unlimited".to_owned(), |passes| passes.to_string()).into()
    }
}
