//! Games with hidden information: players by name, advice, and games with a private world.

use patience_core::{Cancel, Limits, Meter};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Advice, ArrayGame, Fault, Field, Lengths, Line, MoveInfo, PlayOuts, Refused, Values};

/// What a puzzle with hidden information adds to its kit.
///
/// A puzzle crate implements it for its own positions `P`; surfaces see it with `P` = `Box<dyn Position>`.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::Shell;
/// use patience_kit::{Players, Values};
///
/// // A pea lies under one of three cups. A view keeps only what its player may see.
/// let game = Shell.deal(7, &Values::default())?;
/// let seen = game.visible();
/// assert_eq!((seen.pea, Shell.moves(&seen).len()), (None, 3));
/// // Nobody can hide what is not known.
/// assert!(Shell.hide(&seen, &Values::default()).is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::Shell;
/// use patience_kit::{Players, Values};
///
/// let player = Shell.players().remove(0);
/// let values = Values::from_iter([("first", 2)]);
/// assert_eq!(player.describe(&values), "right (first 2)");
/// assert!(player.check(&values).is_ok());
/// assert!(player.check(&Values::from_iter([("first", 4)])).is_err(), "there are three cups");
/// ```
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

    /// An error if a value is not one of a setting of this player.
    pub fn check(&self, values: &Values) -> Result<(), Fault> {
        values.refuse_unknown(&format!("the player {}", self.name), &self.settings)?;
        let given = self.settings.iter().filter_map(|field| Some((field, values.get(field.name)?)));
        given.into_iter().try_for_each(|(field, value)| field.check(value))
    }
}

/// A value as it is written on the command line.
///
/// ```
/// use patience_kit::shown;
///
/// // Text without quotation marks, other values as in JSON.
/// let shown = ["all".into(), 3.into(), true.into()].map(|value| shown(&value));
/// assert_eq!(shown, ["all", "3", "true"]);
/// ```
#[must_use]
pub fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Which player, and how it plays.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::Shell;
/// use patience_kit::{PlayerSetup, Players, Values};
///
/// let values = Values::from_iter([("first", 2)]);
/// let setup = PlayerSetup { player: Some("right"), settings: Some(&values) };
/// assert_eq!(Shell.prepare(&setup, &Values::default())?.settings(), values);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerSetup<'a> {
    /// The player; the usual one otherwise.
    pub player: Option<&'a str>,
    /// Values of its settings.
    pub settings: Option<&'a Values>,
}

/// A player with its settings and the rules that it plays by.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::Shell;
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// # use patience_kit::{PlayerSetup, Players, Values};
/// # let (setup, rules) = (PlayerSetup::default(), Values::default());
/// let player = Shell.prepare(&setup, &rules)?;
/// // The same seed is the same game; who watches it sees its moves.
/// let record = player.play(7, &mut meter)?;
/// let watched = player.watch(7, &mut meter)?;
/// assert_eq!(watched.record, record);
/// assert_eq!(watched.line.length(), record.moves);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::Shell;
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// # use patience_kit::{PlayerSetup, Players, Values};
/// # let (setup, rules) = (PlayerSetup::default(), Values::default());
/// // The player lifts the first cup, then the second.
/// let game = Shell.prepare(&setup, &rules)?.watch(7, &mut meter)?;
/// assert_eq!(game.line.words(), ["lifts cup 1", "lifts cup 2"]);
/// assert_eq!(game.record.won, Some(true));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct WatchedGame {
    /// How it ended.
    pub record: GameRecord,
    /// Its moves. What is hidden at a time is not shown by its words and its pictures of that time.
    pub line: Box<dyn Line>,
}

/// A game that a player played. Its fields are file format.
///
/// ```
/// use patience_kit::GameRecord;
///
/// // A limit stopped the game.
/// let record = GameRecord { seed: 7, won: None, moves: 30, decisions: 12 };
/// let text = serde_json::to_string(&record)?;
/// assert_eq!(text, r#"{"seed":7,"won":null,"moves":30,"decisions":12}"#);
/// assert_eq!(serde_json::from_str::<GameRecord>(&text)?, record);
/// # Ok::<(), serde_json::Error>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::Shell;
/// use patience_kit::{Players, Values};
///
/// let mut game = Shell.deal(7, &Values::default())?;
/// game.play("1")?;
/// assert_eq!((game.table(), game.visible().pea), ("- ? ?".to_owned(), None));
/// // A move can be taken back.
/// assert!(game.undo() && !game.undo());
/// game.play("1 2")?;
/// assert!(game.is_won() && !game.is_stuck());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
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
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::Shell;
/// use patience_kit::{HiddenPlay, Players, Values};
///
/// // No cup is lifted twice.
/// let HiddenPlay { played, refused } = Shell.deal(7, &Values::default())?.play("3 3")?;
/// assert_eq!(played, ["lifts cup 3"]);
/// assert_eq!(refused.map(|refused| (refused.step, refused.notation)), Some((2, "3".to_owned())));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenPlay {
    /// A sentence for every move that was played.
    pub played: Vec<String>,
    /// The first move that is not legal.
    pub refused: Option<Refused>,
}
