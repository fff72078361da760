//! The beginning of a game: an instance that is read, or a random one.

use patience_kit::{Fault, Field, Kit, Values};
use serde_json::{Value, json};

use super::desk::Desk;
use super::scene::Table;
use crate::read::{Opened, open as read_game};
use crate::session::Session;

/// Random numbers go up to this one where a puzzle has more: people can type them.
const MOST_NUMBER: u64 = 1_000_000;

/// What a game begins with.
pub(super) struct Beginning<'a> {
    pub(super) kit: &'static dyn Kit,
    pub(super) rules: &'a Values,
    pub(super) hidden: bool,
}

impl Beginning<'_> {
    /// The game of a text.
    pub(super) fn open(&self, desk: &Desk, text: &str) -> Result<Value, Fault> {
        if self.hidden && text.trim().is_empty() {
            return self.secret(desk);
        }
        let (own, hidden) = self.split_rules()?;
        let Opened { name, start, moves } = read_game(self.kit, text, &own)?;
        let table = if self.hidden {
            let name = name.clone().unwrap_or_default();
            let game = Session::hide(self.kit, &name, &start, hidden)?;
            Table::Hidden(desk.worlds().keep(self.kit, game.start().clone()), game)
        } else {
            Table::Open(self.kit, start)
        };
        self.answer(name.as_deref(), table, &moves)
    }

    /// A random game: hidden ones have a seed that nobody knows, others a number that people can type.
    pub(super) fn deal(&self, desk: &Desk) -> Result<Value, Fault> {
        if self.hidden {
            return self.secret(desk);
        }
        let about = self.kit.about();
        let random = desk.worlds().secret();
        if let Some(numbers) = self.kit.numbers() {
            let (first, last) = (*numbers.start(), *numbers.end());
            let count = (last - first).min(MOST_NUMBER - 1) + 1;
            return self.open(desk, &(first + random % count).to_string());
        }
        if let Some(sample) = self.kit.sample()
            && let Some(Ok(named)) = self.kit.named(&sample, self.rules)
            && let Ok(count) = u64::try_from(named.len())
            && 0 < count
            && let Ok(at) = usize::try_from(random % count)
            && let Some(name) = named.get(at).and_then(|loaded| loaded.name.clone())
        {
            return self.open(desk, &name);
        }
        match about.default_instance {
            Some(usual) => self.open(desk, usual),
            None => Err(Fault::input(format_args!("{} has no random {}", about.title, about.many))),
        }
    }

    /// The game of a seed that nobody knows.
    fn secret(&self, desk: &Desk) -> Result<Value, Fault> {
        let (own, hidden) = self.split_rules()?;
        let game = Session::deal(self.kit, desk.worlds().secret(), own.or(&hidden))?;
        let key = desk.worlds().keep(self.kit, game.start().clone());
        self.answer(None, Table::Hidden(key, game), &[])
    }

    /// The rules of the puzzle, and those of hidden play, with those for a person where nothing was chosen.
    fn split_rules(&self) -> Result<(Values, Values), Fault> {
        let own = self.kit.rules();
        let players = self.kit.players().filter(|_| self.hidden);
        let hidden = players.as_ref().map(|players| players.rules()).unwrap_or_default();
        let all: Vec<Field> = own.iter().chain(&hidden).cloned().collect();
        self.rules.refuse_unknown(self.kit.about().name, &all)?;
        let chosen = |fields: &[Field]| {
            let given = self.rules.0.iter();
            let known = |name: &str| fields.iter().any(|field| field.name == name);
            Values(
                given
                    .filter(|(name, _)| known(name))
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect(),
            )
        };
        let personal = players.map(|players| players.personal_rules()).unwrap_or_default();
        Ok((chosen(&own), chosen(&hidden).or(&personal)))
    }

    /// What the start goes by in a link: its name where that says everything and fits into one, or its code. A hidden start has only its name.
    fn link(&self, name: Option<&str>, start: &Table) -> Option<String> {
        let is_word = |name: &&str| {
            self.rules.0.is_empty() && !name.contains(|it: char| it.is_whitespace() || it == '/')
        };
        let name = name.filter(is_word);
        match start {
            Table::Hidden(..) => name.map(str::to_owned),
            Table::Open(kit, position) => {
                let code = position.code();
                let is_meant = |name: &&str| {
                    crate::read(*kit, name, self.rules).is_ok_and(|read| read.code() == code)
                };
                Some(name.filter(is_meant).map_or_else(|| code.clone(), str::to_owned))
            }
        }
    }

    /// The scenes of a game.
    fn answer(&self, name: Option<&str>, start: Table, moves: &[String]) -> Result<Value, Fault> {
        let link = self.link(name, &start);
        let first = start.scene()?;
        let mut table = start;
        let mut scenes = Vec::with_capacity(moves.len());
        for mv in moves {
            table = table.play(mv)?;
            scenes.push(json!({ "text": mv, "scene": table.scene()? }));
        }
        Ok(json!({
            "name": name,
            "puzzle": self.kit.about().name,
            "link": link,
            "rules": self.rules,
            "hidden": self.hidden,
            "start": first,
            "moves": scenes,
        }))
    }
}

/// Where a hidden game began, for who gives it up.
pub(super) fn revealed(game: &Session) -> Result<Value, Fault> {
    let (kit, position) = (game.kit(), game.known_start()?);
    Ok(json!({
        "start": position.code(),
        "text": position.write(kit.about().exchange)?,
        "moves": game.moves(),
    }))
}
