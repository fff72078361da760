//! The beginning of a game: an instance that is read, or a random one.

use patience_core::Observer;
use patience_kit::{Fault, Field, Grade, Kit, Values, seed_of};
use serde_json::{Value, json};

use super::desk::Desk;
use super::make::Making;
use super::scene::Table;
use crate::random::random_instance;
use crate::read::{Opened, open as read_game};
use crate::session::Session;

/// The seed of the games of days. Another one would change the games of all days.
const DAILY: u64 = 0x6461_696c_7921;

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
        desk.caps().check_moves(moves.len())?;
        let table = if self.hidden {
            let name = name.clone().unwrap_or_default();
            let game = Session::hide(self.kit, &name, &start, hidden)?;
            Table::Hidden(desk.worlds().keep(self.kit, game.start().clone()), game)
        } else {
            Table::Open(self.kit, start)
        };
        self.answer(name.as_deref(), table, &moves)
    }

    /// A random game. Hidden ones have a seed that nobody knows, others a number that people can type.
    pub(super) fn deal(
        &self,
        desk: &Desk,
        making: &Making<'_>,
        observer: &mut dyn Observer,
    ) -> Result<Value, Fault> {
        if self.hidden {
            return self.secret(desk);
        }
        let text = self.random(desk.worlds().secret(), making, observer)?;
        self.open(desk, &text)
    }

    /// A random game that is winnable, and of a grade where one is given.
    pub(super) fn made(
        &self,
        desk: &Desk,
        making: &Making<'_>,
        grade: Option<Grade>,
        observer: &mut dyn Observer,
    ) -> Result<Value, Fault> {
        let (own, hidden) = self.split_rules()?;
        let text = making.one(desk.worlds().secret(), grade, &own, observer)?;
        if !self.hidden {
            return self.open(desk, &text);
        }
        // Its name would give it away.
        let position = crate::read(self.kit, &text, &own)?;
        let game = Session::hide(self.kit, "", &position, hidden)?;
        let key = desk.worlds().keep(self.kit, game.start().clone());
        self.answer(None, Table::Hidden(key, game), &[])
    }

    /// The game of a day.
    pub(super) fn daily(
        &self,
        desk: &Desk,
        making: &Making<'_>,
        date: &str,
        grade: Option<Grade>,
        observer: &mut dyn Observer,
    ) -> Result<Value, Fault> {
        let random = seed_of(DAILY, day(date)?);
        let text = match grade {
            None => self.random(random, making, observer)?,
            Some(grade) => making.one(random, Some(grade), self.rules, observer)?,
        };
        self.open(desk, &text)
    }

    /// The text of an instance that a random number chooses: a number, one of the usual instances, or one that is made.
    fn random(
        &self,
        random: u64,
        making: &Making<'_>,
        observer: &mut dyn Observer,
    ) -> Result<String, Fault> {
        match random_instance(self.kit, self.rules, random)? {
            Some(text) => Ok(text),
            None => making.one(random, None, self.rules, observer),
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
        let mut scenes = Vec::new();
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

/// The number of a day that is written as `2026-11-16`, counted in a calendar of months of 31 days.
fn day(date: &str) -> Result<u64, Fault> {
    let wrong = || Fault::input("date: expected a day such as 2026-11-16");
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else { return Err(wrong()) };
    let number = |text: &str, letters: usize| {
        let is_right = text.len() == letters && text.bytes().all(|it| it.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| is_right).ok_or_else(wrong)
    };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let is_leap = year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let days = match month {
        2 => 28 + u64::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    if (1..=days).contains(&day) { Ok((year * 12 + month) * 31 + day) } else { Err(wrong()) }
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
