//! A game that a person plays: moves, undo and redo without limit, restart, and the file that keeps it.

mod saved;
mod state;

pub use saved::{Saved, Start, is_game};

use patience_kit::{Fault, HiddenGame, HiddenPlay, Kit, Play, Position, Refused, Values};

use crate::read::read;

/// A game in progress, of a puzzle with or without hidden information.
///
/// ```
/// use patience_workbench::session::Session;
/// use patience_workbench::{find, read};
///
/// let kit = find("tiles")?;
/// let position = read(kit, "1 2 3 / 4 5 0 / 7 8 6", &Default::default())?;
/// let mut game = Session::open(kit, "example", position);
/// game.play("6")?;
/// assert!(game.is_won());
/// assert!(game.undo() && !game.is_won());
/// assert!(game.redo() && game.is_won());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Session {
    kit: &'static dyn Kit,
    start: Start,
    table: Table,
    /// Moves that were taken back, the next one to be played again last.
    undone: Vec<String>,
}

/// Where a game is played.
enum Table {
    Open(Open),
    /// What is hidden stays inside.
    Hidden(Box<dyn HiddenGame<Box<dyn Position>>>),
}

/// A game of which everything is visible.
struct Open {
    start: Box<dyn Position>,
    /// The moves in notation, with the position after each.
    steps: Vec<(String, Box<dyn Position>)>,
}

impl Open {
    #[allow(clippy::borrowed_box, reason = "players take positions as they are held")]
    fn now(&self) -> &Box<dyn Position> {
        self.steps.last().map_or(&self.start, |(_, position)| position)
    }

    fn step(&mut self, mv: &str) -> Result<(), Fault> {
        let next = self.now().play(mv)?;
        self.steps.push((mv.to_owned(), next));
        Ok(())
    }

    fn notation(&self) -> Vec<String> {
        self.steps.iter().map(|(mv, _)| mv.clone()).collect()
    }
}

/// What a line of moves did.
///
/// ```
/// # use patience_workbench::{find, read};
/// use patience_workbench::session::Session;
///
/// # let kit = find("tiles")?;
/// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
/// # let mut game = Session::open(kit, "example", position);
/// // The second 5 is not beside the gap.
/// let played = game.play("5 6 5")?;
/// assert_eq!(played.moves, ["5", "6"]);
/// assert_eq!(played.refused.map(|refused| refused.step), Some(3));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The moves in notation.
    pub moves: Vec<String>,
    /// A sentence for each of them, where the puzzle has sentences.
    pub sentences: Vec<String>,
    /// The first move that is not legal.
    pub refused: Option<Refused>,
}

impl Session {
    /// A game of which everything is visible.
    ///
    /// ```
    /// use patience_workbench::session::Session;
    /// use patience_workbench::{find, read};
    ///
    /// let kit = find("tiles")?;
    /// let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// let game = Session::open(kit, "example", position);
    /// assert_eq!((game.start().name(), game.moves().len()), ("example".to_owned(), 0));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn open(kit: &'static dyn Kit, name: &str, position: Box<dyn Position>) -> Self {
        let text = position.write(kit.about().exchange).unwrap_or_default();
        let start = Start::Position { name: name.to_owned(), text, rules: Values::default() };
        let table = Table::Open(Open { start: position, steps: Vec::new() });
        Self { kit, start, table, undone: Vec::new() }
    }

    /// The game of a seed, with hidden information.
    ///
    /// ```
    /// use patience_kit::Values;
    /// use patience_workbench::find;
    /// use patience_workbench::session::Session;
    ///
    /// let game = Session::deal(find("klondike")?, 617, Values::default())?;
    /// assert_eq!(game.start().name(), "617");
    /// let nothing_hidden = Session::deal(find("tiles")?, 617, Values::default());
    /// assert!(nothing_hidden.is_err());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn deal(kit: &'static dyn Kit, seed: u64, rules: Values) -> Result<Self, Fault> {
        let players = kit.players().ok_or_else(|| nothing_hidden(kit))?;
        let table = Table::Hidden(players.deal(seed, &rules)?);
        Ok(Self { kit, start: Start::Seed { seed, rules }, table, undone: Vec::new() })
    }

    /// A game from a position of which everything is known to the program, and only some of it to who plays.
    ///
    /// ```
    /// use patience_kit::Values;
    /// use patience_workbench::find;
    /// use patience_workbench::session::Session;
    ///
    /// let kit = find("klondike")?;
    /// let position = kit.deal(4, &Values::default())?;
    /// let hidden = Session::hide(kit, "four", &position, Values::default())?;
    /// // Who plays sees the same as in the game of the seed.
    /// assert_eq!(hidden.table()?, Session::deal(kit, 4, Values::default())?.table()?);
    /// // The position itself shows more.
    /// assert_ne!(hidden.visible(|it| it.write("text"))?, position.write("text")?);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[allow(clippy::borrowed_box, reason = "players take positions as they are held")]
    pub fn hide(
        kit: &'static dyn Kit,
        name: &str,
        position: &Box<dyn Position>,
        rules: Values,
    ) -> Result<Self, Fault> {
        let players = kit.players().ok_or_else(|| nothing_hidden(kit))?;
        let table = Table::Hidden(players.hide(position, &rules)?);
        let text = position.write(kit.about().exchange)?;
        let start = Start::Position { name: name.to_owned(), text, rules };
        Ok(Self { kit, start, table, undone: Vec::new() })
    }

    /// The game of a file.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    /// use patience_workbench::session::Saved;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("5")?;
    /// let text = game.saved().write("a note");
    /// let resumed = Session::resume(Saved::read(&text)?)?;
    /// assert_eq!(resumed.moves(), ["5"]);
    /// assert_eq!(resumed.table()?, game.table()?);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn resume(saved: Saved) -> Result<Self, Fault> {
        let Saved { kit, start, moves, undone } = saved;
        let mut session = match start {
            Start::Seed { seed, rules } => Self::deal(kit, seed, rules)?,
            Start::Position { name, text, rules } => {
                let position = read(kit, &text, &Values::default())?;
                if kit.players().is_some() {
                    Self::hide(kit, &name, &position, rules)?
                } else {
                    Self::open(kit, &name, position)
                }
            }
        };
        for (at, mv) in moves.iter().enumerate() {
            session.step(mv).map_err(|fault| {
                Fault::input(format_args!("move {} ({mv}): {}", at + 1, fault.message))
            })?;
        }
        session.undone = undone;
        session.undone.reverse();
        Ok(session)
    }

    /// Everything that a file needs to resume the game.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("5 6")?;
    /// game.undo();
    /// let saved = game.saved();
    /// assert_eq!((saved.moves, saved.undone), (vec!["5".to_owned()], vec!["6".to_owned()]));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn saved(&self) -> Saved {
        let undone = self.undone.iter().rev().cloned().collect();
        Saved { kit: self.kit, start: self.start.clone(), moves: self.moves(), undone }
    }

    /// The puzzle.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// assert_eq!(game.kit().about().name, "tiles");
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn kit(&self) -> &'static dyn Kit {
        self.kit
    }

    /// Where the game began.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// use patience_workbench::session::Start;
    ///
    /// game.play("5 6")?;
    /// let Start::Position { text, .. } = game.start() else { panic!("it began with a position") };
    /// // The text is the position before the moves.
    /// assert_eq!(read(kit, text, &Default::default())?.moves().len(), 4);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The position that the game began with, everything visible.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// let before = game.table()?;
    /// game.play("5 6")?;
    /// // However the game goes on, it began there.
    /// assert_eq!(game.known_start()?.write("table")?.trim_end(), before.trim_end());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn known_start(&self) -> Result<Box<dyn Position>, Fault> {
        let kit = self.kit;
        match &self.start {
            Start::Seed { seed, rules } => {
                let own = kit.rules();
                let mut rules = rules.clone();
                rules.0.retain(|name, _| own.iter().any(|field| field.name == name));
                kit.deal(*seed, &rules)
            }
            Start::Position { text, .. } => read(kit, text, &Values::default()),
        }
    }

    /// The rules in words, where the puzzle has hidden information.
    ///
    /// ```
    /// use patience_kit::Values;
    /// use patience_workbench::find;
    /// use patience_workbench::session::Session;
    ///
    /// let rules = Values::from_iter([("draw", 3)]);
    /// let game = Session::deal(find("klondike")?, 617, rules)?;
    /// assert!(game.describe_rules().is_some_and(|rules| rules.contains("draw 3")));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[must_use]
    pub fn describe_rules(&self) -> Option<String> {
        match &self.table {
            Table::Open(_) => None,
            Table::Hidden(game) => Some(game.describe_rules()),
        }
    }

    /// Plays moves in notation as far as they are legal; an error if the text holds no moves. What was taken back can no longer be redone.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("5 6")?;
    /// assert!(game.is_won());
    /// assert!(game.play("").is_err(), "there is no move");
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn play(&mut self, moves: &str) -> Result<Played, Fault> {
        let played = match &mut self.table {
            Table::Hidden(game) => {
                let before = game.notation().len();
                let HiddenPlay { played, refused } = game.play(moves)?;
                let moves = game.notation().split_off(before);
                Played { moves, sentences: played, refused }
            }
            Table::Open(open) => {
                let Play { line, refused, .. } = open.now().replay(moves, &Values::default())?;
                let moves = line.notation();
                moves.iter().try_for_each(|mv| open.step(mv))?;
                Played { moves, sentences: Vec::new(), refused }
            }
        };
        if played.moves.is_empty() && played.refused.is_none() {
            return Err(Fault::input("expected a move"));
        }
        if !played.moves.is_empty() {
            self.undone.clear();
        }
        Ok(played)
    }

    /// Plays one move in notation; what was taken back stays.
    fn step(&mut self, mv: &str) -> Result<(), Fault> {
        match &mut self.table {
            Table::Hidden(game) => match game.play(mv)?.refused {
                None => Ok(()),
                Some(refused) => Err(Fault::input(refused.reason)),
            },
            Table::Open(open) => open.step(mv),
        }
    }

    /// Takes the last move back; false if there is none.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// assert!(!game.undo(), "nothing was played yet");
    /// game.play("5 6")?;
    /// assert!(game.undo());
    /// assert_eq!(game.moves(), ["5"]);
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.moves().pop() else { return false };
        let is_undone = match &mut self.table {
            Table::Hidden(game) => game.undo(),
            Table::Open(open) => open.steps.pop().is_some(),
        };
        if is_undone {
            self.undone.push(last);
        }
        is_undone
    }

    /// Plays the move again that was taken back last; false if there is none.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("5 6")?;
    /// game.undo();
    /// assert!(game.redo() && game.is_won());
    /// assert!(!game.redo(), "nothing is taken back any more");
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn redo(&mut self) -> bool {
        let Some(mv) = self.undone.pop() else { return false };
        self.step(&mv).is_ok()
    }

    /// Takes all moves back; false if there are none. They can be redone.
    ///
    /// ```
    /// # use patience_workbench::{find, read};
    /// use patience_workbench::session::Session;
    ///
    /// # let kit = find("tiles")?;
    /// # let position = read(kit, "1 2 3 / 4 0 5 / 7 8 6", &Default::default())?;
    /// # let mut game = Session::open(kit, "example", position);
    /// game.play("5 6")?;
    /// assert!(game.restart());
    /// assert_eq!((game.moves().len(), game.undone()), (0, 2));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn restart(&mut self) -> bool {
        let mut is_changed = false;
        while self.undo() {
            is_changed = true;
        }
        is_changed
    }
}

fn nothing_hidden(kit: &dyn Kit) -> Fault {
    Fault::input(format_args!("nothing is hidden in {}", kit.about().title))
}
