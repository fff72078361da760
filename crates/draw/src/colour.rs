//! Colours that are computed.

use std::fmt;

/// Parts of red, green and blue.
///
/// ```
/// use patience_draw::colour::Colour;
///
/// let (black, white) = (Colour([0; 3]), Colour([255; 3]));
/// let grey = black.towards(white, 0.5);
/// assert_eq!(grey.to_string(), "#808080");
/// assert!(black.brightness() < grey.brightness() && grey.brightness() < white.brightness());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// A colour for letters that stands out from this one.
    ///
    /// ```
    /// use patience_draw::colour::Colour;
    ///
    /// // Light letters on dark ground, dark ones on light ground.
    /// assert_eq!(Colour([0, 0, 80]).ink(), "#fff");
    /// assert_ne!(Colour([255, 240, 200]).ink(), "#fff");
    /// ```
    #[must_use]
    pub fn ink(self) -> &'static str {
        if self.brightness() < 120 { "#fff" } else { "#1d1d24" }
    }

    /// A colour between this one and another, at a share of the way from 0 to 1.
    ///
    /// ```
    /// use patience_draw::colour::Colour;
    ///
    /// let (red, blue) = (Colour([200, 0, 0]), Colour([0, 0, 200]));
    /// assert_eq!(red.towards(blue, 0.0), red);
    /// assert_eq!(red.towards(blue, 0.25), Colour([150, 0, 50]));
    /// assert_eq!(red.towards(blue, 7.0), blue, "shares are clamped");
    /// ```
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
    ///
    /// ```
    /// use patience_draw::colour::Colour;
    ///
    /// // Green looks brighter than blue.
    /// assert!(Colour([0, 0, 255]).brightness() < Colour([0, 255, 0]).brightness());
    /// assert_eq!(Colour([255; 3]).brightness(), 255);
    /// ```
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
