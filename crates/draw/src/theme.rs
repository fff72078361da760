//! Themes: the colours of pictures of positions and of films, as one style sheet for all puzzles.
//!
//! A picture has the colours of [`Theme::Table`] in its attributes, and names what it draws by classes: `ground`, `board`, `label` and
//! others, which the style sheet of another theme overrides. So a picture of a puzzle that uses the classes has every theme. Rules for
//! shapes that `use` places any number of times cannot name what they are placed in.

/// The colours of a picture.
///
/// ```
/// use patience_draw::theme::Theme;
///
/// let names = Theme::ALL.map(Theme::name);
/// assert_eq!(names.map(Theme::named), Theme::ALL.map(Some));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The colours of a table: dark ground.
    #[default]
    Table,
    /// Light ground.
    Light,
    /// White ground and little ink.
    Print,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Self; 3] = [Self::Table, Self::Light, Self::Print];

    /// The name on the command line.
    ///
    /// ```
    /// use patience_draw::theme::Theme;
    ///
    /// assert_eq!(Theme::default().name(), "table");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Light => "light",
            Self::Print => "print",
        }
    }

    /// What it looks like.
    ///
    /// ```
    /// use patience_draw::theme::Theme;
    ///
    /// let help: Vec<String> = Theme::ALL.map(|theme| format!("{}: {}", theme.name(), theme.summary())).into();
    /// assert_eq!(help[1], "light: Light ground");
    /// ```
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Self::Table => "Dark ground, as on a table",
            Self::Light => "Light ground",
            Self::Print => "White ground and little ink",
        }
    }

    /// The theme of a name.
    ///
    /// ```
    /// use patience_draw::theme::Theme;
    ///
    /// assert_eq!(Theme::named("print"), Some(Theme::Print));
    /// assert_eq!(Theme::named("neon"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.name() == name)
    }

    fn style(self) -> &'static str {
        match self {
            Self::Table => "",
            Self::Light => include_str!("light.css"),
            Self::Print => include_str!("print.css"),
        }
    }

    /// A picture or a film in this theme.
    ///
    /// ```
    /// use patience_draw::theme::Theme;
    ///
    /// let picture = "<svg>\n<rect class=\"ground\" fill=\"#000\"/></svg>\n";
    /// assert_eq!(Theme::Table.apply(picture), picture);
    /// assert!(Theme::Print.apply(picture).starts_with("<svg>\n<style>"));
    /// ```
    #[must_use]
    pub fn apply(self, svg: &str) -> String {
        match (self.style(), svg.split_once(">\n")) {
            ("", _) | (_, None) => svg.to_owned(),
            (style, Some((opening, rest))) => {
                format!("{opening}>\n<style>\n{style}</style>\n{rest}")
            }
        }
    }
}
