//! A game with what surrounds it.

use patience_workbench::session::Session;

use crate::{Hints, Keeper};

/// A game with what surrounds it: the file that keeps it, and hints.
///
/// ```
#[doc = include_str!("../doc/game.rs")]
///
/// assert_eq!((game.title(), game.lengths()), ("Sliding tiles, board example".into(), "0 moves".into()));
/// assert_eq!(game.how_to_continue(), None, "nothing was played");
/// game.session.play("7")?;
/// assert_eq!(game.lengths(), "1 move");
/// let how = game.how_to_continue().unwrap_or_default();
/// assert!(how.starts_with("Resume with: patience play tiles --interactive ") && how.ends_with("--after '7'"));
/// # Ok::<(), patience_terminal::Error>(())
/// ```
pub struct Game<'a> {
    /// The game itself.
    pub session: Session,
    /// The file that keeps it.
    pub keeper: Keeper,
    /// Who is asked for hints.
    pub hints: Hints<'a>,
    /// Whether no move can be taken back.
    pub is_strict: bool,
}

impl Game<'_> {
    /// The lengths of the game in words.
    #[must_use]
    pub fn lengths(&self) -> String {
        if self.session.moves().is_empty() {
            return "0 moves".to_owned();
        }
        let about = self.session.kit().about();
        let values = self.session.lengths().map(|lengths| lengths.0).unwrap_or_default();
        let each = about.lengths.iter().zip(values).map(|(length, value)| length.with(value));
        each.collect::<Vec<_>>().join(" and ")
    }

    /// The title, what the game goes by, and its rules.
    #[must_use]
    pub fn title(&self) -> String {
        let about = self.session.kit().about();
        let rules = self.session.describe_rules();
        let rules = rules.map_or_else(String::new, |rules| format!(": {rules}"));
        format!("{}, {} {}{rules}", about.title, about.one, self.session.start().name())
    }

    /// How to continue the game; where it is kept if it is won or not begun; `None` if it is neither to be continued nor kept.
    #[must_use]
    pub fn how_to_continue(&self) -> Option<String> {
        if !self.session.is_won() && !self.session.moves().is_empty() {
            return Some(format!("Resume with: {}", self.keeper.command(&self.session)));
        }
        self.keeper.written().map(|path| format!("The game is kept in {path}"))
    }
}
