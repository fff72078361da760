//! Every player of Klondike with hidden cards by name, and how it plays a game.

use std::num::NonZeroU32;

use patience_core::{End, Finisher, Game, Hidden, Meter, Player, SplitMix, play_game};
use patience_kit::{GameRecord, Named};
use patience_search::NestedRollout;
use patience_search::monte_carlo::{
    Capped, Descent, Greedy, Hindsight, Planner, Preference, RandomPlay, Ties, Uct,
};

use super::determinization::DeterminizationPlayer;
use super::hidden::{
    KnownStock, Through, UnseenStock, UnseenStockWorld, preference, unseen_stock_preference,
};
use crate::features::WeightedSum;
use crate::rules::game::{Klondike, SetupError};
use crate::rules::moves::MoveSet;
use crate::rules::rule_set::{Rules, Stock};

/// Our strongest player, and those of the literature *(Bjarnason, Fern and Tadepalli, 2009)*.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// Candidate moves raced in sampled worlds.
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

    /// Its name, and what it does.
    #[must_use]
    pub fn about(self) -> Named {
        let (name, summary) = match self {
            Self::Best => (
                "best",
                "samples the hidden cards, and plays what wins most samples; needs a known stock",
            ),
            Self::Random => ("random", "plays any useful move"),
            Self::Greedy => ("greedy", "plays the first move of the best of six classes"),
            Self::Hop => (
                "hop",
                "hindsight optimisation: samples the hidden cards, and asks a planner that sees them",
            ),
            Self::Uct => ("uct", "one tree of random games, with a new sample each time"),
            Self::SparseUct => ("sparse-uct", "one tree in which each move has a few outcomes"),
            Self::HopUct => ("hop-uct", "the average of trees in which each move has one outcome"),
            Self::EnsembleUct => ("ensemble-uct", "the average of many small trees"),
            Self::EnsembleSparseUct => {
                ("ensemble-sparse-uct", "the average of many small trees with few outcomes")
            }
        };
        Named { name, summary }
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

/// A player with its settings; those that it does not use are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerSettings {
    /// Which player.
    pub player: PlayerKind,
    /// `hop`: sampled worlds in which each move is tried.
    pub samples: u32,
    /// `hop`: how many rollouts are nested in each other.
    pub level: u32,
    /// Trees to average.
    pub trees: u32,
    /// Trajectories that each tree grows by.
    pub trajectories: u32,
    /// Outcomes of a move that a tree considers; `None` for any number.
    pub width: Option<NonZeroU32>,
    /// Views that the greedy search for the end may enter once nothing is face down: little more than one descent by default. It changes
    /// win rates by less than a tenth of a per cent.
    pub finish: u64,
    /// `best`: states that it may examine for one decision.
    pub effort: u64,
    /// `best`: worlds of its second look at close candidates, times the unseen cards; 0 for none.
    pub second_look: u32,
}

/// The most states that one rollout of a planner may enter: a guard, since rollouts end by themselves.
const ROLLOUT: u64 = 10_000_000;

/// Moves that a rollout makes without finding a better state than before.
const SLACK: u32 = 16;

impl PlayerSettings {
    /// Plays the deal of a seed.
    ///
    /// The player's moves are the useful ones ([`MoveSet::Useful`]); its random numbers come from the seed as well.
    ///
    /// ```
    /// use patience_core::{Cancel, Limits, Meter};
    /// use patience_klondike::Rules;
    /// use patience_klondike::players::PlayerKind;
    ///
    /// let mut observer = ();
    /// let mut meter = Meter::start(&Limits::default(), &Cancel::new(), &mut observer);
    /// let record = PlayerKind::Greedy.usual().play(Rules::default(), 1, &mut meter)?;
    /// assert!(record.won.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(
        &self,
        rules: Rules,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<GameRecord, SetupError> {
        let world = Klondike::of_seed(seed, rules)?;
        // Another generator than that of the deal.
        let luck = SplitMix::new(!seed).bits();
        match rules.stock {
            Stock::Visible => {
                let table = KnownStock::new(rules, world.deal())?;
                let playing = Playing { world: &world, luck, meter };
                Ok(record(seed, &self.with_known_stock(table, playing)))
            }
            Stock::Unseen => {
                let table = UnseenStock::new(rules, &world.deal().covered(&rules))?;
                let world = UnseenStockWorld::new(world);
                let playing = Playing { world: &world, luck, meter };
                Ok(record(seed, &self.with_unseen_stock(table, playing)?))
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

    /// Passes the player of a table with a known stock to `user`.
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

    /// Passes the player of a table with an unseen stock to `user`; an error for players that need to know the stock.
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
            // The best player takes a known stock only, and was passed on before.
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

/// What is done with a player at its table, so that one `match` over the players serves all uses.
pub(crate) trait Use<H: Hidden> {
    /// The result.
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

fn record<M>(seed: u64, game: &Game<M>) -> GameRecord {
    GameRecord {
        seed,
        won: (!matches!(game.end, End::Stopped(_))).then(|| game.is_won()),
        moves: game.moves.len(),
        decisions: game.decisions,
    }
}
