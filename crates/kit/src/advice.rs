//! Advice on positions with hidden information: what is certain, scores of moves, and chances by play-outs.

use patience_core::{Meter, Proportion, Stop};
use serde::Serialize;
use serde_json::Value;

use crate::{Fault, Values};

/// What is certain of a position with hidden information.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::{Cups, Shell};
/// use patience_core::{Cancel, Limits};
/// use patience_kit::{PlayerSetup, Players, ProvenStatus};
///
/// // A pea lies under one of three cups, and two may be lifted.
/// let advise = |cups: &Cups| Shell.advise(&PlayerSetup::default(), cups, 1, &Limits::default(), &Cancel::new());
/// assert_eq!(advise(&Cups::default())?.status, ProvenStatus::Open);
/// assert_eq!(advise(&Cups { lifted: vec![1, 2], pea: None })?.status, ProvenStatus::Lost);
/// assert_eq!(advise(&Cups { lifted: vec![1], pea: Some(1) })?.status, ProvenStatus::Won);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProvenStatus {
    /// The goal is reached.
    Won,
    /// Nothing is hidden, and a solution is known.
    Winning,
    /// Some arrangements of what is hidden are winnable.
    Open,
    /// No arrangement is winnable, and that is proven.
    Lost,
    /// Nothing is certain.
    Unknown,
}

/// Advice on a position. Its fields are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::{Cups, Shell};
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{PlayerSetup, Players};
/// # let cups = Cups::default();
/// # let (setup, limits, cancel) = (PlayerSetup::default(), Limits::default(), Cancel::new());
/// // A pea lies under one of three cups.
/// let advice = Shell.advise(&setup, &cups, 1, &limits, &cancel)?;
/// assert_eq!((advice.unseen, advice.moves.len()), (3, 3));
/// let json = serde_json::to_value(&advice).expect("it has no odd keys");
/// assert_eq!(json["outlook"], "open");
/// // What is not known is left out.
/// assert_eq!(json.get("winnable"), None);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// The rules.
    pub rules: Value,
    /// The rules in words.
    #[serde(skip)]
    pub rules_text: String,
    /// The number of hidden pieces.
    pub unseen: usize,
    /// What is certain: `outlook` in JSON.
    #[serde(rename = "outlook")]
    pub status: ProvenStatus,
    /// Why the position is lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Arrangements that are winnable with everything known, of those tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winnable: Option<u64>,
    /// Arrangements of what is hidden that were tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<u64>,
    /// Whether all arrangements were tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all: Option<bool>,
    /// The player that advises.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<&'static str>,
    /// The values of its settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<Values>,
    /// The player in words.
    #[serde(skip)]
    pub adviser: String,
    /// Which limit was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
    /// The solution, where nothing is hidden.
    pub next: Vec<String>,
    /// The games that measured the chances of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play_outs: Option<PlayOutSummary>,
    /// The moves, the recommended one first.
    pub moves: Vec<MoveAdvice>,
}

/// Which games measured the chances of moves. Its fields are file format.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::{Cups, Shell};
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{PlayerSetup, Players};
/// # let cups = Cups::default();
/// # let (setup, limits, cancel) = (PlayerSetup::default(), Limits::default(), Cancel::new());
/// let advice = Shell.advise(&setup, &cups, 1, &limits, &cancel)?;
/// let play_outs = Shell.play_outs(&setup, &cups, &advice, 1)?.expect("there is a player");
/// let json = serde_json::to_value(play_outs.summary()).expect("it has no odd keys");
/// assert_eq!(json, serde_json::json!({ "player": "right", "settings": { "first": 1 } }));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayOutSummary {
    /// The player that played them.
    pub player: &'static str,
    /// The values of its settings.
    pub settings: Values,
    /// The player in words.
    #[serde(skip)]
    pub words: String,
    /// The limit that ended them early.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<Stop>,
}

/// A move with the score of a player, and the games that were played on after it.
///
/// ```
/// use patience_core::Proportion;
/// use patience_kit::{GamesAfter, MoveAdvice};
///
/// let games = Some(GamesAfter::from(Proportion { successes: 30, trials: 40 }));
/// let (mv, words) = ("T".to_owned(), "turns the stock".to_owned());
/// let turn = MoveAdvice { mv, words, games, reveals: true, chance: None, score: None, visits: 0, then: vec![] };
/// // The games are fields of the move.
/// let json = serde_json::to_value(&turn).expect("it has no odd keys");
/// assert_eq!((&json["move"], &json["wins"], &json["games"]), (&"T".into(), &30.into(), &40.into()));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MoveAdvice {
    /// The move in notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in words.
    pub words: String,
    /// Whether it reveals something.
    pub reveals: bool,
    /// The same as `score`, which is no chance: the name is older than play-outs.
    pub chance: Option<f64>,
    /// The value from 0 to 1 by which the adviser compares moves; `None` for moves that were not tried.
    pub score: Option<f64>,
    /// How often it was tried.
    pub visits: u64,
    /// The moves to play after it, until something is revealed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<String>,
    /// The games that were played on after it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub games: Option<GamesAfter>,
}

/// Games that were played on after a move. Its fields are file format.
///
/// ```
/// use patience_core::Proportion;
/// use patience_kit::GamesAfter;
///
/// let after = GamesAfter::from(Proportion { successes: 30, trials: 40 });
/// let (low, high) = after.interval;
/// assert_eq!(after.chance(), 0.75);
/// assert!(low < 0.75 && 0.75 < high);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GamesAfter {
    /// Games won.
    pub wins: u64,
    /// Games played.
    pub games: u64,
    /// The 99 % confidence interval of the chance that their player wins (Wilson).
    pub interval: (f64, f64),
}

impl From<Proportion> for GamesAfter {
    fn from(won: Proportion) -> Self {
        let Proportion { successes: wins, trials: games } = won;
        Self { wins, games, interval: won.wilson(Proportion::Z99) }
    }
}

impl GamesAfter {
    /// Wins per game.
    #[must_use]
    pub fn chance(&self) -> f64 {
        Proportion { successes: self.wins, trials: self.games }.rate()
    }
}

/// Games that go on after the moves of an advice, with what is hidden drawn anew for each.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/cups.rs"));
/// # }
/// # use doc::{Cups, Shell};
/// # use patience_core::{Cancel, Limits};
/// # use patience_kit::{PlayerSetup, Players};
/// # let cups = Cups::default();
/// # let (setup, limits, cancel) = (PlayerSetup::default(), Limits::default(), Cancel::new());
/// # let mut watch = ();
/// # let mut meter = patience_core::Meter::start(&limits, &cancel, &mut watch);
/// // A pea lies under one of three cups, and two may be lifted.
/// let advice = Shell.advise(&setup, &cups, 1, &limits, &cancel)?;
/// let games = Shell.play_outs(&setup, &cups, &advice, 1)?.expect("there is a player");
/// let won = (0..300).filter(|&game| games.play(0, game, &mut meter) == Ok(Ok(true)));
/// assert_eq!(won.count(), 200);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait PlayOuts: Send + Sync {
    /// Who plays them.
    fn summary(&self) -> PlayOutSummary;

    /// Plays a game after a move of the advice, by its index: whether it is won, or the limit that stopped it. Games of one number
    /// have the same hidden pieces, whatever the move.
    fn play(
        &self,
        at: usize,
        game: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Result<bool, Stop>, Fault>;
}
