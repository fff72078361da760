//! The state of a game: its moves, what is visible, and whether it is over.

use patience_kit::{Fault, Lengths, MoveInfo, Position, Values};

use super::{Session, Table};

impl Session {
    /// The moves so far.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("1. 5, 6")?;
    /// assert_eq!(game.moves(), ["5", "6"]);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        match &self.table {
            Table::Open(open) => open.notation(),
            Table::Hidden(game) => game.notation(),
        }
    }

    /// How many moves can be redone.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("5")?;
    /// game.undo();
    /// assert_eq!(game.undone(), 1);
    /// // A new move takes another way.
    /// game.play("4")?;
    /// assert_eq!(game.undone(), 0);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn undone(&self) -> usize {
        self.undone.len()
    }

    /// Every legal move.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// // The four tiles around the gap can slide.
    /// let mut tiles: Vec<String> = game.legal().into_iter().map(|mv| mv.text).collect();
    /// tiles.sort();
    /// assert_eq!(tiles, ["2", "4", "5", "8"]);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn legal(&self) -> Vec<MoveInfo> {
        match &self.table {
            Table::Open(open) => open.now().moves(),
            Table::Hidden(game) => game.moves(),
        }
    }

    /// What who plays may know of the position, to look at it or to ask for advice.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// assert!(!game.visible(|position| position.is_solved()));
    /// game.play("5 6")?;
    /// assert!(game.visible(|position| position.is_solved()));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn visible<T>(&self, look: impl FnOnce(&Box<dyn Position>) -> T) -> T {
        match &self.table {
            Table::Open(open) => look(open.now()),
            Table::Hidden(game) => look(&game.visible()),
        }
    }

    /// What who plays may know of the position of a hidden game; where everything is visible, the position itself.
    pub(crate) fn seen(self) -> Box<dyn Position> {
        match self.table {
            Table::Open(mut open) => open.steps.pop().map_or(open.start, |(_, position)| position),
            Table::Hidden(game) => game.visible(),
        }
    }

    /// What is visible, for a terminal that shows lines.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// // A line a row.
    /// assert_eq!(game.table()?.lines().count(), 3);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn table(&self) -> Result<String, Fault> {
        match &self.table {
            Table::Hidden(game) => Ok(game.table()),
            Table::Open(open) => {
                let about = self.kit.about();
                let format = about.formats.first().map_or(about.exchange, |format| format.name);
                let text = open.now().write(format)?;
                Ok(if text.ends_with('\n') { text } else { text + "\n" })
            }
        }
    }

    /// The lengths of the moves so far.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("5 6")?;
    /// assert_eq!(kit.about().describe(&game.lengths()?), "2 moves");
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn lengths(&self) -> Result<Lengths, Fault> {
        match &self.table {
            Table::Hidden(game) => Ok(game.lengths()),
            Table::Open(open) => {
                let play = open.start.replay(&open.notation().join(" "), &Values::default())?;
                Ok(play.line.lengths())
            }
        }
    }

    /// Whether the goal is reached.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// assert!(!game.is_won());
    /// game.play("5 6")?;
    /// assert!(game.is_won());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn is_won(&self) -> bool {
        match &self.table {
            Table::Open(open) => open.now().is_solved(),
            Table::Hidden(game) => game.is_won(),
        }
    }

    /// Whether no move changes anything any more.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// // A tile beside the gap can always slide.
    /// assert!(!game.is_stuck());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        match &self.table {
            Table::Open(_) => self.legal().is_empty() && !self.is_won(),
            Table::Hidden(game) => game.is_stuck(),
        }
    }
}
