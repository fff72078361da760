//! The full-screen game: what each key does. It knows no terminal, so that tests press keys and read the screen.

use patience_kit::{MoveInfo, View};

use super::targets::{self, Way};
use crate::Game;

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Arrow(Way),
    Enter,
    Escape,
    Tab,
    Backspace,
    Letter(char),
    /// Ctrl-C, or the end of input.
    Quit,
}

/// What the terminal does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    On,
    /// Show the screen, then ask for a hint: it may take a second.
    Hint,
    Quit,
}

/// The longest move that is typed.
const LONGEST: usize = 200;

/// A game on the screen.
pub(super) struct App<'g, 'a> {
    pub(super) game: &'g mut Game<'a>,
    pub(super) view: View,
    pub(super) legal: Vec<MoveInfo>,
    /// The index of the place under the cursor.
    pub(super) cursor: usize,
    /// The index of the place that a move begins at.
    pub(super) selected: Option<usize>,
    /// What is typed so far.
    pub(super) typed: Option<String>,
    /// Moves to choose from by a digit, since they have the same source and target.
    pub(super) choices: Vec<MoveInfo>,
    /// Messages, a line each.
    pub(super) messages: Vec<String>,
}

impl<'g, 'a> App<'g, 'a> {
    pub(super) fn new(game: &'g mut Game<'a>) -> Self {
        let mut app = Self {
            game,
            view: View::default(),
            legal: Vec::new(),
            cursor: 0,
            selected: None,
            typed: None,
            choices: Vec::new(),
            messages: Vec::new(),
        };
        app.look();
        // A place from which something can move.
        let first = app.legal.first().and_then(|mv| targets::index(&app.view, &mv.from));
        app.cursor = first.unwrap_or(0);
        app
    }

    /// Looks at the position again.
    fn look(&mut self) {
        self.view = self.game.session.visible(|position| position.view());
        self.legal = self.game.session.legal();
        self.selected = None;
        self.choices.clear();
        self.cursor = self.cursor.min(self.view.places.len().saturating_sub(1));
    }

    fn say(&mut self, message: impl Into<String>) {
        self.messages = vec![message.into()];
    }

    /// What a key does.
    pub(super) fn press(&mut self, key: Key) -> Flow {
        if key == Key::Quit {
            return Flow::Quit;
        }
        if self.typed.is_some() {
            self.type_key(key);
            return Flow::On;
        }
        if !self.choices.is_empty() {
            self.choose(key);
            return Flow::On;
        }
        self.messages.clear();
        match key {
            Key::Arrow(way) => self.cursor = targets::step(&self.view, self.cursor, way),
            Key::Enter | Key::Letter(' ') => self.select(),
            Key::Escape | Key::Backspace => self.selected = None,
            Key::Tab => self.jump(),
            Key::Letter('q') => return Flow::Quit,
            Key::Letter('h' | '?') => return Flow::Hint,
            Key::Letter('u') => self.change("take back", |game| game.session.undo()),
            Key::Letter('r') => self.change("play again", |game| game.session.redo()),
            Key::Letter('x') => self.change("take back", |game| game.session.restart()),
            Key::Letter('s') => self.save(),
            Key::Letter('/') => self.typed = Some(String::new()),
            Key::Letter(letter) => self.typed = Some(letter.to_string()),
            Key::Quit => {}
        }
        Flow::On
    }

    fn type_key(&mut self, key: Key) {
        let Some(typed) = &mut self.typed else { return };
        match key {
            Key::Letter(letter) if typed.chars().count() < LONGEST => typed.push(letter),
            Key::Backspace if typed.pop().is_none() => self.typed = None,
            Key::Escape => self.typed = None,
            Key::Enter => {
                let typed = self.typed.take().unwrap_or_default();
                if !typed.trim().is_empty() {
                    self.play(&typed);
                }
            }
            _ => {}
        }
    }

    /// Digits choose; every other key leaves the choice.
    fn choose(&mut self, key: Key) {
        let chosen = match key {
            Key::Letter(letter) => letter.to_digit(10).and_then(|digit| digit.checked_sub(1)),
            Key::Enter => Some(0),
            _ => None,
        };
        let chosen = chosen.and_then(|at| self.choices.get(at as usize)).map(|mv| mv.text.clone());
        self.choices.clear();
        self.messages.clear();
        if let Some(text) = chosen {
            self.play_from_board(&text);
        }
    }

    /// Selects the piece under the cursor, or moves the selected piece there.
    fn select(&mut self) {
        let Some(selected) = self.selected else {
            let at = targets::owner(&self.view, self.cursor);
            let moves = targets::moves_from(&self.view, &self.legal, at);
            if let Some((to, _)) = moves.first() {
                (self.selected, self.cursor) = (Some(at), *to);
                return;
            }
            return self.select_into();
        };
        let moves = targets::moves_from(&self.view, &self.legal, selected);
        let mut here: Vec<MoveInfo> =
            moves.into_iter().filter(|(to, _)| *to == self.cursor).map(|(_, mv)| mv).collect();
        match here.len() {
            0 if targets::owner(&self.view, self.cursor) == selected => self.selected = None,
            0 => {
                let name = self.name(self.cursor);
                self.say(format!(
                    "no move goes to {name}; Tab shows where it can go, Esc puts it down"
                ));
            }
            1 => self.play_from_board(&here.remove(0).text),
            _ => {
                here.truncate(9);
                let each = here.iter().enumerate();
                let each: Vec<String> =
                    each.map(|(at, mv)| format!("{}: {}", at + 1, mv.text)).collect();
                self.say(format!("which one? {}", each.join("  ")));
                self.choices = here;
            }
        }
    }

    /// Nothing can move from under the cursor. If one move leads there, it is selected.
    fn select_into(&mut self) {
        let is_here = |mv: &&MoveInfo| targets::landing(&self.view, mv) == Some(self.cursor);
        let mut into = self.legal.iter().filter(is_here);
        match (into.next(), into.next()) {
            (Some(mv), None) => self.selected = targets::index(&self.view, &mv.from),
            _ => {
                let name = self.name(self.cursor);
                self.say(format!("nothing can move from {name}; Tab shows what can"));
            }
        }
    }

    /// The next target of what is selected, or the next place from which something can move.
    fn jump(&mut self) {
        let mut stops: Vec<usize> = match self.selected {
            Some(at) => {
                let moves = targets::moves_from(&self.view, &self.legal, at);
                moves.into_iter().map(|(to, _)| to).collect()
            }
            None => {
                let from = self.legal.iter();
                from.filter_map(|mv| targets::index(&self.view, &mv.from)).collect()
            }
        };
        stops.sort_unstable();
        let next = stops.iter().find(|&&stop| self.cursor < stop).or(stops.first());
        self.cursor = next.copied().unwrap_or(self.cursor);
    }

    /// Plays a move that was chosen on the board. The cursor stays where more can be moved from, or follows the piece.
    fn play_from_board(&mut self, text: &str) {
        let source = self.selected;
        self.play(text);
        let has_moves = |at: &usize| !targets::moves_from(&self.view, &self.legal, *at).is_empty();
        if let Some(source) = source.filter(has_moves) {
            self.cursor = source;
        }
    }

    fn play(&mut self, text: &str) {
        let played = match self.game.session.play(text) {
            Ok(played) => played,
            Err(fault) => {
                self.say(fault.message);
                return;
            }
        };
        let foul =
            played.refused.map(|it| format!("{} is not allowed: {}", it.notation, it.reason));
        if !played.moves.is_empty() {
            self.messages = played.sentences;
            self.changed();
        }
        if let Some(foul) = foul {
            self.say(foul);
        }
    }

    fn change(&mut self, what: &str, change: impl FnOnce(&mut Game<'_>) -> bool) {
        if self.game.is_strict {
            self.say("no move can be taken back: the game was begun with --strict");
        } else if change(self.game) {
            self.changed();
        } else {
            self.say(format!("there is no move to {what}"));
        }
    }

    /// Keeps what was changed, and reports the end of the game.
    fn changed(&mut self) {
        self.look();
        if let Err(error) = self.game.keeper.keep(&self.game.session) {
            self.say(format!("not saved: {error}"));
        }
        if self.game.session.is_won() {
            self.messages = vec![
                format!("* * *  Won in {}  * * *", self.game.lengths()),
                "Well played! q leaves, u and r look at the game again.".to_owned(),
            ];
        } else if self.game.session.is_stuck() {
            let next = if self.game.is_strict { "the game is lost" } else { "u takes one back" };
            self.say(format!("no moves are left: {next}"));
        }
    }

    fn save(&mut self) {
        match self.game.keeper.keep(&self.game.session) {
            Ok(()) => match self.game.keeper.written() {
                Some(path) => self.say(format!("saved to {path}")),
                None => self.say("not saved: the game was begun without a file"),
            },
            Err(error) => self.say(format!("not saved: {error}")),
        }
    }

    /// Asks for a hint, and points at the piece that it moves.
    pub(super) fn hint(&mut self) {
        let hint = match self.game.hints.ask(&self.game.session) {
            Ok(hint) => hint,
            Err(error) => {
                self.say(format!("no hint: {error}"));
                return;
            }
        };
        self.messages = hint.words.lines().map(str::to_owned).collect();
        let mv = hint.mv.and_then(|text| self.legal.iter().find(|mv| mv.text == text));
        let Some(mv) = mv else { return };
        let from = targets::index(&self.view, &mv.from);
        if let (Some(from), Some(to)) = (from, targets::landing(&self.view, mv)) {
            (self.selected, self.cursor) = (Some(from), to);
        }
    }

    /// The place under the cursor in words, with what lies there.
    pub(super) fn detail(&self) -> String {
        let at = targets::owner(&self.view, self.cursor);
        let Some(place) = self.view.places.get(at) else { return String::new() };
        let name = self.name(self.cursor);
        match &place.pieces[..] {
            [] => format!("{name}: empty"),
            [piece] => format!("{name}: {}", piece.name),
            [.., piece] => format!("{name}: {}, {} in all", piece.name, place.pieces.len()),
        }
    }

    fn name(&self, at: usize) -> String {
        self.view.places.get(at).map(|place| place.name.clone()).unwrap_or_default()
    }
}
