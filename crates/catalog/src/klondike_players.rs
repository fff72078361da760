//! Every player of Klondike with hidden cards by name, and how it plays a game.

use std::num::NonZeroU32;

use cpu_time::ThreadTime;
use patience_core::{
    Cancel, End, Finisher, Game, Hidden, Limits, Meter, Player, SplitMix, play_game,
};
use patience_klondike::determinization::DeterminizationPlayer;
use patience_klondike::hidden::{
    KnownStock, Through, UnseenStock, UnseenStockWorld, preference, unseen_stock_preference,
};
use patience_klondike::{Klondike, MoveSet, Rules, SetupError, Stock, WeightedSum};
use patience_search::NestedRollout;
use patience_search::monte_carlo::{
    Capped, Descent, Greedy, Hindsight, Planner, Preference, RandomPlay, Ties, Uct,
};
use serde::{Deserialize, Serialize};

use crate::About;
pub use crate::klondike_settings::{NoSuchSetting, Setting};

/// Our strongest player, and those of the literature *(Bjarnason, Fern and Tadepalli, 2009)*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerKind {
    /// A race of ways in worlds that may be.
    Best,
    /// Any move.
    Random,
    /// The first move of the best class.
    Greedy,
    /// Hindsight optimisation with nested rollouts.
    Hop,
    /// One tree.
    Uct,
    /// One tree with few outcomes of each move.
    SparseUct,
    /// Many trees with one outcome of each move.
    HopUct,
    /// Many trees.
    EnsembleUct,
    /// Many trees with few outcomes of each move.
    EnsembleSparseUct,
}

impl PlayerKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Best,
        Self::Random,
        Self::Greedy,
        Self::Hop,
        Self::Uct,
        Self::SparseUct,
        Self::HopUct,
        Self::EnsembleUct,
        Self::EnsembleSparseUct,
    ];

    /// The player of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.about().name == name)
    }

    /// What people should know of it.
    #[must_use]
    pub fn about(self) -> About {
        let (name, summary) = match self {
            Self::Best => (
                "best",
                "finds out what wins in worlds that may lie behind what it sees; needs a known stock",
            ),
            Self::Random => ("random", "plays any move that leads on"),
            Self::Greedy => ("greedy", "plays the first move of the best of six classes"),
            Self::Hop => {
                ("hop", "lays the hidden cards open at random and asks a planner that sees them")
            }
            Self::Uct => ("uct", "one tree of random games, chance drawn anew each time"),
            Self::SparseUct => {
                ("sparse-uct", "one tree in which each move leads to a few outcomes")
            }
            Self::HopUct => {
                ("hop-uct", "the average of trees in which each move leads to one outcome")
            }
            Self::EnsembleUct => ("ensemble-uct", "the average of many small trees"),
            Self::EnsembleSparseUct => {
                ("ensemble-sparse-uct", "the average of many small trees with few outcomes")
            }
        };
        About { name, summary }
    }

    /// Whether it can play while the cards of the stock are unknown ([`Stock::Unseen`]).
    #[must_use]
    pub fn plays_blind(self) -> bool {
        self != Self::Best
    }

    /// Its settings as they were published, those of the best row where there are several.
    #[must_use]
    pub fn usual(self) -> PlayerSettings {
        let plain = PlayerSettings {
            player: self,
            samples: 0,
            level: 0,
            trees: 0,
            trajectories: 0,
            width: None,
            finish: 60,
            effort: DeterminizationPlayer::default().effort,
            second_look: DeterminizationPlayer::default().second_look,
        };
        let trees = |trees, trajectories, width| PlayerSettings {
            trees,
            trajectories,
            width: NonZeroU32::new(width),
            ..plain
        };
        match self {
            Self::Best | Self::Random | Self::Greedy => plain,
            Self::Hop => PlayerSettings { samples: 100, ..plain },
            Self::Uct => trees(1, 2000, 0),
            Self::SparseUct => trees(1, 2000, 4),
            Self::HopUct => trees(20, 100, 1),
            Self::EnsembleUct => trees(20, 200, 0),
            Self::EnsembleSparseUct => trees(50, 50, 2),
        }
    }
}

/// A player with its settings; those that it has no use for are not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerSettings {
    /// Which player.
    pub player: PlayerKind,
    /// `hop`: worlds that each move is tried in.
    pub samples: u32,
    /// `hop`: how many rollouts are nested in each other.
    pub level: u32,
    /// Trees to average.
    pub trees: u32,
    /// Trajectories that each tree grows by.
    pub trajectories: u32,
    /// Outcomes of a move that a tree looks at; `None` for any number.
    pub width: Option<NonZeroU32>,
    /// Views that the greedy search for the end may enter, each time that it is asked once nothing is face down: a plunge and little more
    /// by default. It makes a difference of less than a tenth of a per cent.
    pub finish: u64,
    /// `best`: positions that it may look into for one decision.
    pub effort: u64,
    /// `best`: worlds of its second look at close ways, times the cards that nobody has seen; 0 for none.
    pub second_look: u32,
}

/// The most states that one rollout of a planner may enter: rollouts end by themselves, this one only if something is wrong.
const ROLLOUT: u64 = 10_000_000;

/// Moves that a rollout makes without finding a better state than before.
const SLACK: u32 = 16;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The seed of the deal, and of the player's luck.
    pub seed: u64,
    /// Whether it was won; `None` if it was stopped.
    pub won: Option<bool>,
    /// How many moves were made.
    pub moves: usize,
    /// How often the player was asked.
    pub decisions: usize,
    /// CPU time of the thread that played.
    pub cpu_seconds: f64,
}

impl PlayerSettings {
    /// Plays the deal of a seed.
    ///
    /// The player's moves are those that lead on ([`MoveSet::Useful`]); its random numbers come from the seed as well.
    ///
    /// ```
    /// use patience_catalog::klondike_players::PlayerKind;
    /// use patience_core::{Cancel, Limits};
    /// use patience_klondike::Rules;
    ///
    /// let record = PlayerKind::Greedy.usual().play(Rules::default(), 1, &Limits::default(), &Cancel::new())?;
    /// assert!(record.won.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(
        &self,
        rules: Rules,
        seed: u64,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<GameRecord, SetupError> {
        let mut watcher = ();
        let mut meter = Meter::start(limits, cancel, &mut watcher);
        let started = ThreadTime::now();
        let world = Klondike::of_seed(seed, rules)?;
        // Another generator than that of the deal.
        let luck = SplitMix::new(!seed).bits();
        match rules.stock {
            Stock::Visible => {
                let table = KnownStock::new(rules, world.deal())?;
                let playing = Playing { world: &world, luck, meter: &mut meter };
                Ok(record(seed, &self.with_known_stock(table, playing), started))
            }
            Stock::Unseen => {
                let table = UnseenStock::new(rules, &world.deal().covered(&rules))?;
                let world = UnseenStockWorld::new(world);
                let playing = Playing { world: &world, luck, meter: &mut meter };
                Ok(record(seed, &self.with_unseen_stock(table, playing)?, started))
            }
        }
    }

    /// Our strongest player, with these settings.
    #[must_use]
    pub fn determinization(&self) -> DeterminizationPlayer {
        DeterminizationPlayer {
            effort: self.effort,
            second_look: self.second_look,
            ..DeterminizationPlayer::default()
        }
    }

    /// Has the player sit down at a table with a known stock.
    pub(crate) fn with_known_stock<U: Use<KnownStock>>(
        &self,
        table: KnownStock,
        user: U,
    ) -> U::Out {
        if self.player == PlayerKind::Best {
            return user.with(&table, &self.determinization(), &());
        }
        let planner = Capped { solver: self.planner(), nodes: ROLLOUT };
        self.seat(&table.with_moves(MoveSet::Useful), preference, planner, user)
    }

    /// Has the player sit down at a table with an unseen stock; an error for players that need to know it.
    pub(crate) fn with_unseen_stock<U: Use<UnseenStock>>(
        &self,
        table: UnseenStock,
        user: U,
    ) -> Result<U::Out, SetupError> {
        if !self.player.plays_blind() {
            return Err(SetupError::UnknownStock);
        }
        let planner = Capped { solver: Through(self.planner()), nodes: ROLLOUT };
        Ok(self.seat(&table.with_moves(MoveSet::Useful), unseen_stock_preference, planner, user))
    }

    fn planner(&self) -> NestedRollout<WeightedSum> {
        NestedRollout { evaluator: WeightedSum::default(), level: self.level, slack: SLACK }
    }

    fn seat<H: Hidden, U: Use<H>>(
        &self,
        game: &H,
        preference: impl Preference<H> + Copy,
        planner: impl Planner<H::World>,
        user: U,
    ) -> U::Out {
        let finisher = Descent { preference, nodes: self.finish };
        match self.player {
            // The best one knows only one game, and has been asked before.
            PlayerKind::Best | PlayerKind::Random => user.with(game, &RandomPlay, &finisher),
            PlayerKind::Greedy => {
                user.with(game, &Greedy { preference, ties: Ties::First }, &finisher)
            }
            PlayerKind::Hop => {
                user.with(game, &Hindsight { samples: self.samples, planner }, &finisher)
            }
            PlayerKind::Uct
            | PlayerKind::SparseUct
            | PlayerKind::HopUct
            | PlayerKind::EnsembleUct
            | PlayerKind::EnsembleSparseUct => {
                let Self { trees, trajectories, width, .. } = *self;
                let player = Uct { trees, trajectories, width, ..Uct::new(finisher) };
                user.with(game, &player, &finisher)
            }
        }
    }
}

/// What is done with a player at its table: one `match` over the players serves whoever asks them.
pub(crate) trait Use<H: Hidden> {
    /// What comes of it.
    type Out;

    fn with(self, game: &H, player: &impl Player<H>, finisher: &impl Finisher<H>) -> Self::Out;
}

/// Plays a whole game.
struct Playing<'a, 'm, W> {
    world: &'a W,
    luck: u64,
    meter: &'a mut Meter<'m>,
}

impl<H: Hidden> Use<H> for Playing<'_, '_, H::World> {
    type Out = Game<H::Move>;

    fn with(self, game: &H, player: &impl Player<H>, finisher: &impl Finisher<H>) -> Self::Out {
        play_game(game, player, finisher, self.world, self.luck, self.meter)
    }
}

fn record<M>(seed: u64, game: &Game<M>, started: ThreadTime) -> GameRecord {
    GameRecord {
        seed,
        won: (!matches!(game.end, End::Stopped(_))).then(|| game.is_won()),
        moves: game.moves.len(),
        decisions: game.decisions,
        cpu_seconds: started.elapsed().as_secs_f64(),
    }
}
