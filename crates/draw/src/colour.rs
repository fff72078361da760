//! Colours that are computed.

use std::fmt;

/// Parts of red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// A colour for letters that stands out from this one.
    #[must_use]
    pub fn ink(self) -> &'static str {
        if self.brightness() < 120 { "#fff" } else { "#1d1d24" }
    }

    /// A colour between this one and another, at a share of the way from 0 to 1.
    #[must_use]
    pub fn towards(self, other: Self, share: f64) -> Self {
        let mix = |at: usize| {
            let [from, to] = [self, other].map(|colour| f64::from(colour.0[at]));
            // Between two bytes.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let part = (from + (to - from) * share.clamp(0.0, 1.0)).round() as u8;
            part
        };
        Self([mix(0), mix(1), mix(2)])
    }

    /// How bright it looks, from 0 to 255.
    pub fn brightness(self) -> u32 {
        let [red, green, blue] = self.0.map(u32::from);
        (299 * red + 587 * green + 114 * blue) / 1000
    }
}

impl fmt::Display for Colour {
    /// As SVG writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}
