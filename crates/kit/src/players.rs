//! Games with hidden information: players by name, advice, and games with a private world.

use patience_core::{Cancel, Limits, Meter};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::adapter::foreign;
use crate::held::Held;
use crate::reading;
use crate::{
    Advice, ArrayGame, Fault, Field, Game, Lengths, Line, MoveInfo, PlayOuts, Position, Refused,
    Values,
};

/// What a puzzle with hidden information adds to its kit.
///
/// A puzzle crate implements it for its own positions `P`; surfaces see it with `P` = `Box<dyn Position>`.
pub trait Players<P>: Send + Sync {
    /// The players, the strongest first.
    fn players(&self) -> Vec<PlayerAbout>;

    /// Rules of hidden play besides those of the kit: what a player sees.
    fn rules(&self) -> Vec<Field>;

    /// A player with its settings, for games by these rules. The adapter has checked the names of player and settings.
    fn prepare(&self, setup: &PlayerSetup<'_>, rules: &Values) -> Result<Box<dyn Player>, Fault>;

    /// A position by other rules of hidden play, as its player sees it if `is_dealt`, or as it is.
    fn view(&self, position: &P, rules: &Values, is_dealt: bool) -> Result<P, Fault>;

    /// Every legal move of a position as its player sees it, with its words, which name nothing that is hidden.
    fn moves(&self, position: &P) -> Vec<(MoveInfo, String)>;

    /// An error if no adviser takes this setup.
    fn check_adviser(&self, setup: &PlayerSetup<'_>) -> Result<(), Fault>;

    /// What to play in a position as its player sees it; `seed` is the seed of the player's random numbers.
    fn advise(
        &self,
        setup: &PlayerSetup<'_>,
        position: &P,
        seed: u64,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Advice, Fault>;

    /// Games that go on after the moves of an advice on this position; `None` if the puzzle has no player that is cheap enough.
    fn play_outs(
        &self,
        setup: &PlayerSetup<'_>,
        position: &P,
        advice: &Advice,
        seed: u64,
    ) -> Result<Option<Box<dyn PlayOuts>>, Fault>;

    /// The game of a seed, to be played move by move.
    fn deal(&self, seed: u64, rules: &Values) -> Result<Box<dyn HiddenGame<P>>, Fault>;

    /// A game from a position of which everything is known, to be played with its hidden pieces hidden.
    fn hide(&self, position: &P, rules: &Values) -> Result<Box<dyn HiddenGame<P>>, Fault>;

    /// Rules of hidden play for a person, where they differ from those of players.
    fn personal_rules(&self) -> Values {
        Values::default()
    }
}

/// A player as data.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerAbout {
    /// The name on the command line and in files.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its settings.
    pub settings: Vec<Field>,
}

impl PlayerAbout {
    /// The player with values of its settings, such as `uct (trajectories 2000)`.
    #[must_use]
    pub fn describe(&self, values: &Values) -> String {
        let each = self.settings.iter().filter_map(|field| {
            let value = values.get(field.name)?;
            Some(format!("{} {}", field.name.replace('_', "-"), shown(value)))
        });
        match each.collect::<Vec<_>>()[..] {
            [] => self.name.to_owned(),
            ref each => format!("{} ({})", self.name, each.join(", ")),
        }
    }
}

/// A value as it is written on the command line.
#[must_use]
pub fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Which player, and how it plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerSetup<'a> {
    /// The player; the usual one otherwise.
    pub player: Option<&'a str>,
    /// Values of its settings.
    pub settings: Option<&'a Values>,
}

/// A player with its settings and the rules that it plays by.
pub trait Player: Send + Sync {
    /// What it is.
    fn about(&self) -> &PlayerAbout;

    /// The values of all its settings.
    fn settings(&self) -> Values;

    /// The rules. Their fields are file format.
    fn rules(&self) -> Value;

    /// The rules in words.
    fn describe_rules(&self) -> String;

    /// Plays the game of a seed, which is also the seed of its random numbers.
    fn play(&self, seed: u64, meter: &mut Meter<'_>) -> Result<GameRecord, Fault>;

    /// Plays the same game, and has the referee replay its moves.
    fn watch(&self, seed: u64, meter: &mut Meter<'_>) -> Result<WatchedGame, Fault>;
}

/// A game that a player played, with its moves.
pub struct WatchedGame {
    /// How it ended.
    pub record: GameRecord,
    /// Its moves. What is hidden at a time is not shown by its words and its pictures of that time.
    pub line: Box<dyn Line>,
}

/// A game that a player played. Its fields are file format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The seed.
    pub seed: u64,
    /// Whether the game was won; `None` if a limit stopped it.
    pub won: Option<bool>,
    /// The number of moves.
    pub moves: usize,
    /// How often the player was asked.
    pub decisions: usize,
}

/// A game in progress. Its holder plays; what is hidden stays inside.
pub trait HiddenGame<P>: Send {
    /// The rules in words.
    fn describe_rules(&self) -> String;

    /// The position as the player sees it.
    fn visible(&self) -> P;

    /// What the player sees, for a terminal.
    fn table(&self) -> String;

    /// Every legal move.
    fn moves(&self) -> Vec<MoveInfo>;

    /// Plays moves in notation as far as they are legal; an error if the text holds no moves.
    fn play(&mut self, moves: &str) -> Result<HiddenPlay, Fault>;

    /// Takes a move back; false if there is none.
    fn undo(&mut self) -> bool;

    /// The moves so far.
    fn notation(&self) -> Vec<String>;

    /// The lengths of the moves so far.
    fn lengths(&self) -> Lengths;

    /// Whether the goal is reached.
    fn is_won(&self) -> bool;

    /// Whether no move changes anything any more.
    fn is_stuck(&self) -> bool;

    /// The game from here in arrays by a faster way than its views; `None` where there is none.
    fn array_game(&self) -> Option<Box<dyn ArrayGame>> {
        None
    }
}

/// What moves of a hidden game did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenPlay {
    /// A sentence for every move that was played.
    pub played: Vec<String>,
    /// The first move that is not legal.
    pub refused: Option<Refused>,
}

/// The players of a typed game, erased.
pub(crate) struct Erased<G: Game> {
    pub(crate) game: &'static G,
    pub(crate) players: &'static dyn Players<G::Position>,
}

impl<G: Game> Erased<G> {
    fn position<'p>(&self, position: &'p dyn Position) -> Result<&'p G::Position, Fault> {
        match position.as_any().downcast_ref::<Held<G>>() {
            Some(held) => Ok(&held.position),
            None => Err(foreign(self.game)),
        }
    }

    /// An error if the player or a setting of it does not exist.
    fn check(&self, setup: &PlayerSetup<'_>) -> Result<(), Fault> {
        let Some(name) = setup.player else { return Ok(()) };
        let players = self.players();
        let Some(about) = players.iter().find(|player| player.name == name) else {
            return Err(Fault::unknown("player", name, players.iter().map(|it| it.name)));
        };
        setup.settings.map_or(Ok(()), |values| about.check(values))
    }
}

impl PlayerAbout {
    /// An error if a value is not one of a setting of this player.
    pub fn check(&self, values: &Values) -> Result<(), Fault> {
        values.refuse_unknown(&format!("the player {}", self.name), &self.settings)?;
        let given = self.settings.iter().filter_map(|field| Some((field, values.get(field.name)?)));
        given.into_iter().try_for_each(|(field, value)| field.check(value))
    }
}

impl<G: Game> Players<Box<dyn Position>> for Erased<G> {
    fn players(&self) -> Vec<PlayerAbout> {
        self.players.players()
    }

    fn rules(&self) -> Vec<Field> {
        self.players.rules()
    }

    fn prepare(&self, setup: &PlayerSetup<'_>, rules: &Values) -> Result<Box<dyn Player>, Fault> {
        let players = self.players();
        let usual = players.first().map(|player| player.name);
        let setup = PlayerSetup { player: setup.player.or(usual), ..*setup };
        self.check(&setup)?;
        self.players.prepare(&setup, rules)
    }

    fn view(
        &self,
        position: &Box<dyn Position>,
        rules: &Values,
        is_dealt: bool,
    ) -> Result<Box<dyn Position>, Fault> {
        let position = self.players.view(self.position(&**position)?, rules, is_dealt)?;
        Ok(Box::new(Held { game: self.game, position }))
    }

    /// There are none in positions of other puzzles.
    fn moves(&self, position: &Box<dyn Position>) -> Vec<(MoveInfo, String)> {
        let position = self.position(&**position);
        position.map_or_else(|_| Vec::new(), |position| self.players.moves(position))
    }

    fn check_adviser(&self, setup: &PlayerSetup<'_>) -> Result<(), Fault> {
        self.check(setup)?;
        self.players.check_adviser(setup)
    }

    fn advise(
        &self,
        setup: &PlayerSetup<'_>,
        position: &Box<dyn Position>,
        seed: u64,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Advice, Fault> {
        self.check(setup)?;
        self.players.advise(setup, self.position(&**position)?, seed, limits, cancel)
    }

    fn play_outs(
        &self,
        setup: &PlayerSetup<'_>,
        position: &Box<dyn Position>,
        advice: &Advice,
        seed: u64,
    ) -> Result<Option<Box<dyn PlayOuts>>, Fault> {
        self.check(setup)?;
        self.players.play_outs(setup, self.position(&**position)?, advice, seed)
    }

    fn deal(
        &self,
        seed: u64,
        rules: &Values,
    ) -> Result<Box<dyn HiddenGame<Box<dyn Position>>>, Fault> {
        let hidden = self.players.deal(seed, rules)?;
        Ok(Box::new(ErasedGame { game: self.game, hidden }))
    }

    fn hide(
        &self,
        position: &Box<dyn Position>,
        rules: &Values,
    ) -> Result<Box<dyn HiddenGame<Box<dyn Position>>>, Fault> {
        let hidden = self.players.hide(self.position(&**position)?, rules)?;
        Ok(Box::new(ErasedGame { game: self.game, hidden }))
    }

    fn personal_rules(&self) -> Values {
        self.players.personal_rules()
    }
}

/// A hidden game whose positions are erased.
struct ErasedGame<G: Game> {
    game: &'static G,
    hidden: Box<dyn HiddenGame<G::Position>>,
}

impl<G: Game> HiddenGame<Box<dyn Position>> for ErasedGame<G> {
    fn describe_rules(&self) -> String {
        self.hidden.describe_rules()
    }

    fn visible(&self) -> Box<dyn Position> {
        Box::new(Held { game: self.game, position: self.hidden.visible() })
    }

    fn table(&self) -> String {
        self.hidden.table()
    }

    fn moves(&self) -> Vec<MoveInfo> {
        self.hidden.moves()
    }

    fn play(&mut self, moves: &str) -> Result<HiddenPlay, Fault> {
        self.hidden.play(&reading::moves(moves)?)
    }

    fn undo(&mut self) -> bool {
        self.hidden.undo()
    }

    fn notation(&self) -> Vec<String> {
        self.hidden.notation()
    }

    fn lengths(&self) -> Lengths {
        self.hidden.lengths()
    }

    fn is_won(&self) -> bool {
        self.hidden.is_won()
    }

    fn is_stuck(&self) -> bool {
        self.hidden.is_stuck()
    }

    fn array_game(&self) -> Option<Box<dyn ArrayGame>> {
        self.hidden.array_game()
    }
}
