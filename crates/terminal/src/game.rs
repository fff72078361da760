//! A game with what surrounds it.

use patience_workbench::session::Session;

use crate::{Hints, Keeper};

/// A game with what surrounds it: the file that keeps it, and hints.
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

    /// How to continue the game, or where it is kept if it is won; `None` if nothing was played and no file holds it.
    #[must_use]
    pub fn how_to_continue(&self) -> Option<String> {
        if !self.session.is_won() && !self.session.moves().is_empty() {
            return Some(format!("Resume with: {}", self.keeper.command(&self.session)));
        }
        self.keeper.written().map(|path| format!("The game is kept in {path}"))
    }
}
