//! Every player of Klondike with hidden cards by name, and how it plays a game.

use std::num::NonZeroU32;

use patience_core::{End, Finisher, Game, Hidden, Meter, Player, SplitMix, Stop, play_game};
use patience_kit::{
    Choice as _, Fault, Field, GameRecord, PlayerAbout, Settings as _, Values, choices, settings,
};
use patience_search::monte_carlo::{
    Capped, Descent, Greedy, Hindsight, Planner, Preference, RandomPlay, Ties, Uct,
};
use serde_json::Value;

use super::determinization::DeterminizationPlayer;
use super::hidden::{
    KnownStock, PairedStock, Through, UnseenStock, UnseenStockWorld, paired_preference, preference,
    unseen_stock_preference,
};
use super::literature::{ActionSpace, HopPlanner, PlannerKind, TieBreak};
use super::suggestions::paired_steps;
use crate::{Klondike, MoveSet, PairedGame, Rules, SetupError, Step, Stock};

choices! {
    /// Our strongest player, and those of the literature *(Bjarnason, Fern and Tadepalli, 2009)*.
    ///
    /// ```
    /// use patience_kit::Choice;
    /// use patience_klondike::players::PlayerKind;
    ///
    /// let player = PlayerKind::named("hop-uct").map(PlayerKind::usual).expect("a player of the list");
    /// // Twenty trees of a hundred trajectories, in which each move has one outcome.
    /// assert_eq!((player.trees, player.trajectories, player.width), (20, 100, Some(1)));
    /// ```
    #[derive(Hash)]
    pub enum PlayerKind {
        /// samples the hidden cards, and plays what wins most samples
        Best = "best",
        /// plays any useful move
        Random = "random",
        /// plays the first move of the best of six classes
        Greedy = "greedy",
        /// hindsight optimisation: samples the hidden cards, and asks a planner that sees them
        Hop = "hop",
        /// one tree of random games, with a new sample each time
        Uct = "uct",
        /// one tree in which each move has a few outcomes
        SparseUct = "sparse-uct",
        /// the average of trees in which each move has one outcome
        HopUct = "hop-uct",
        /// the average of many small trees
        EnsembleUct = "ensemble-uct",
        /// the average of many small trees with few outcomes
        EnsembleSparseUct = "ensemble-sparse-uct",
    }
}

settings! {
    /// A player with its settings; those that it does not use are ignored.
    ///
    /// ```
    /// use patience_core::{Cancel, Limits, Meter};
    /// use patience_klondike::players::PlayerKind;
    /// use patience_klondike::{Instance, Line, Rules};
    ///
    /// let player = PlayerKind::Greedy.usual();
    /// let (limits, cancel, mut observer) = (Limits::default(), Cancel::new(), ());
    /// let mut meter = Meter::start(&limits, &cancel, &mut observer);
    /// let (record, steps) = player.watch(Rules::default(), 1, &mut meter)?;
    /// // The referee agrees with the record.
    /// let Instance { rules, position } = Instance::of_seed(1, Rules::default());
    /// let (line, unfinished) = Line::play(&rules, position, steps.clone());
    /// assert_eq!((line.steps(), record.won), (&*steps, Some(unfinished.is_none())));
    /// // With little effort, for many games.
    /// let cheap = PlayerKind::Best.usual().cheap();
    /// assert!(cheap.determinization().effort < PlayerKind::Best.usual().effort);
    /// assert_eq!(cheap.used().get("effort"), Some(&cheap.effort.into()));
    /// # Ok::<(), patience_klondike::SetupError>(())
    /// ```
    #[derive(Copy, Eq)]
    pub struct PlayerSettings {
        /// Which player
        player: PlayerKind = PlayerKind::Best;
        /// States that it may examine for one decision; 500000 by default for advice
        effort: u64 = 15_000, 1..=18_446_744_073_709_551_615;
        /// Worlds of a second look at close candidates, times the unseen cards; 0 for none
        second_look: u32 = 0, 0..=4_294_967_295;
        /// Sampled worlds in which each move is tried
        samples: u32 = 100, 1..=4_294_967_295;
        /// Rollouts nested in each other
        // Rollouts nested deeper than a few levels never end.
        level: u32 = 0, 0..=9;
        /// Trees to average
        trees: u32 = 1, 1..=4_294_967_295;
        /// Trajectories that each tree grows by
        trajectories: u32 = 2000, 1..=4_294_967_295;
        /// Outcomes of a move that a tree considers
        width: Option<u32> = None, 1..=4_294_967_295;
        /// The planner that sees sampled cards
        planner: PlannerKind = PlannerKind::Weighted;
        /// The moves that it considers
        moves: ActionSpace = ActionSpace::Useful;
        /// Which of equally good moves it plays
        ties: TieBreak = TieBreak::Random;
        /// Views that the greedy search for the end may enter once nothing is face down: little more than one descent by default. It changes
        /// win rates by less than a tenth of a per cent.
        finish: u64 = 60;
    }
}

impl PlayerKind {
    /// Its settings as they were published, those of the best row where there are several.
    #[must_use]
    pub fn usual(self) -> PlayerSettings {
        let plain = PlayerSettings { player: self, ..PlayerSettings::default() };
        let trees =
            |trees, trajectories, width| PlayerSettings { trees, trajectories, width, ..plain };
        match self {
            Self::Best | Self::Random | Self::Greedy | Self::Hop | Self::Uct => plain,
            Self::SparseUct => trees(1, 2000, Some(4)),
            Self::HopUct => trees(20, 100, Some(1)),
            Self::EnsembleUct => trees(20, 200, None),
            Self::EnsembleSparseUct => trees(50, 50, Some(2)),
        }
    }

    /// The names of the settings that it uses.
    fn settings(self) -> &'static [&'static str] {
        match self {
            Self::Best => &["effort", "second_look"],
            Self::Random | Self::Greedy => &["moves"],
            Self::Hop => &["samples", "level", "planner", "moves", "ties"],
            Self::Uct => &["trajectories", "moves"],
            Self::SparseUct => &["trajectories", "width", "moves"],
            Self::HopUct | Self::EnsembleUct => &["trees", "trajectories", "moves"],
            Self::EnsembleSparseUct => &["trees", "trajectories", "width", "moves"],
        }
    }

    /// The player as data, with its settings.
    pub(super) fn about(self) -> PlayerAbout {
        let usual = self.usual().values();
        let settings = PlayerSettings::fields().into_iter().filter_map(|field| {
            let default =
                usual.get(field.name).filter(|_| self.settings().contains(&field.name))?;
            Some(Field { default: default.clone(), ..field })
        });
        let summary = Self::ALL.iter().find(|(kind, _)| *kind == self);
        PlayerAbout {
            name: self.name(),
            summary: summary.map_or("", |(_, named)| named.summary),
            settings: settings.collect(),
        }
    }
}

impl PlayerSettings {
    /// The usual settings of a player with these values; an error for values that it does not take.
    ///
    /// ```
    /// use patience_kit::Values;
    /// use patience_klondike::players::{PlayerKind, PlayerSettings};
    ///
    /// let player = PlayerSettings::of(PlayerKind::EnsembleUct, &Values::from_iter([("trees", 10)]))?;
    /// assert_eq!((player.trees, player.trajectories), (10, 200));
    /// let wrong = PlayerSettings::of(PlayerKind::Greedy, &Values::from_iter([("trees", 10)]));
    /// assert_eq!(wrong.unwrap_err().message, "the player greedy has no setting `trees` (its settings: moves)");
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    pub fn of(player: PlayerKind, values: &Values) -> Result<Self, Fault> {
        player.about().check(values)?;
        Self::read(&values.clone().or(&player.usual().values()))
    }

    /// The values of the settings that the player uses; choices only where they differ from their defaults.
    #[must_use]
    pub fn used(&self) -> Values {
        let (mut values, usual) = (self.values(), Self::default().values());
        let is_usual =
            |name: &str, value: &Value| value.is_string() && usual.get(name) == Some(value);
        values.0.retain(|name, value| {
            self.player.settings().contains(&name.as_str()) && !is_usual(name, value)
        });
        values
    }
}

/// The most states that one rollout of a planner may enter: a guard, since rollouts end by themselves.
const ROLLOUT: u64 = 10_000_000;

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
        self.run(rules, seed, meter, None)
    }

    /// Plays the same game, and returns its steps as well.
    pub fn watch(
        &self,
        rules: Rules,
        seed: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(GameRecord, Vec<Step>), SetupError> {
        let mut steps = Vec::new();
        let record = self.run(rules, seed, meter, Some(&mut steps))?;
        Ok((record, steps))
    }

    fn run(
        &self,
        rules: Rules,
        seed: u64,
        meter: &mut Meter<'_>,
        steps: Option<&mut Vec<Step>>,
    ) -> Result<GameRecord, SetupError> {
        let world = Klondike::of_seed(seed, rules)?;
        // Another generator than that of the deal.
        let luck = SplitMix::new(!seed).bits();
        let Ended { is_won, moves, decisions } = self.play_world(world, luck, meter, steps)?;
        Ok(GameRecord { seed, won: is_won.ok(), moves, decisions })
    }

    /// Plays a world from its start, without seeing what its rules hide; writes the steps where they are wanted.
    pub(super) fn play_world(
        &self,
        world: Klondike,
        luck: u64,
        meter: &mut Meter<'_>,
        steps: Option<&mut Vec<Step>>,
    ) -> Result<Ended, SetupError> {
        let rules = *world.rules();
        match rules.stock {
            Stock::Visible => {
                let table = KnownStock::new(rules, world.deal())?;
                if self.moves == ActionSpace::Paired2007 {
                    let world = PairedGame::new(world);
                    let playing = Playing { world: &world, luck, meter };
                    let game = self.with_paired_moves(table, playing);
                    if let Some(steps) = steps {
                        *steps = paired_steps(&world, &game.moves);
                    }
                    return Ok(Ended::of(&game));
                }
                let playing = Playing { world: &world, luck, meter };
                let game = self.with_known_stock(table, playing);
                if let Some(steps) = steps {
                    *steps = world.expand(&game.moves);
                }
                Ok(Ended::of(&game))
            }
            Stock::Unseen => {
                let table = UnseenStock::new(rules, &world.deal().covered(&rules))?;
                let world = UnseenStockWorld::new(world);
                let playing = Playing { world: &world, luck, meter };
                let game = self.with_unseen_stock(table, playing)?;
                if let Some(steps) = steps {
                    *steps = world.expand(&game.moves);
                }
                Ok(Ended::of(&game))
            }
        }
    }

    /// The same player with little effort, for many games: 5 to 30 ms each.
    ///
    /// `best` then won 176 of 400 deals with the usual rules (in full 198), `ensemble-uct` with an unseen stock 22 of 100.
    #[must_use]
    pub fn cheap(self) -> Self {
        Self {
            effort: self.effort.min(300),
            second_look: 0,
            samples: self.samples.min(3),
            level: 0,
            trees: 1,
            trajectories: self.trajectories.min(20),
            ..self
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
        let planner = self.planner();
        self.seat(&table.with_moves(MoveSet::Useful), preference, planner, user)
    }

    /// Passes the player of a table with a known stock and paired moves to `user`. `Best` does not use them.
    pub(crate) fn with_paired_moves<U: Use<PairedStock>>(
        &self,
        table: KnownStock,
        user: U,
    ) -> U::Out {
        self.seat(&PairedStock::new(table), paired_preference, self.planner(), user)
    }

    /// Passes the player of a table with an unseen stock to `user`; an error for paired moves.
    pub(crate) fn with_unseen_stock<U: Use<UnseenStock>>(
        &self,
        table: UnseenStock,
        user: U,
    ) -> Result<U::Out, SetupError> {
        if self.player == PlayerKind::Best {
            return Ok(user.with(&table, &self.determinization(), &()));
        }
        if self.moves == ActionSpace::Paired2007 {
            return Err(SetupError::PairedMoves);
        }
        let planner = Capped { solver: Through(self.planner().solver), nodes: ROLLOUT };
        Ok(self.seat(&table.with_moves(MoveSet::Useful), unseen_stock_preference, planner, user))
    }

    fn planner(&self) -> Capped<HopPlanner> {
        Capped { solver: HopPlanner::new(self.planner, self.level), nodes: ROLLOUT }
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
            // `Best` was handled before.
            PlayerKind::Best | PlayerKind::Random => user.with(game, &RandomPlay, &finisher),
            PlayerKind::Greedy => {
                user.with(game, &Greedy { preference, ties: Ties::First }, &finisher)
            }
            PlayerKind::Hop => {
                let (samples, ties) = (self.samples, self.ties.into());
                user.with(game, &Hindsight { samples, planner, ties }, &finisher)
            }
            PlayerKind::Uct
            | PlayerKind::SparseUct
            | PlayerKind::HopUct
            | PlayerKind::EnsembleUct
            | PlayerKind::EnsembleSparseUct => {
                let Self { trees, trajectories, width, .. } = *self;
                let width = width.and_then(NonZeroU32::new);
                let player = Uct { trees, trajectories, width, ..Uct::new(finisher) };
                user.with(game, &player, &finisher)
            }
        }
    }
}

/// An operation on any player, so that one `match` over the players serves all operations.
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

/// How a game ended.
pub(super) struct Ended {
    /// Whether it was won, or what stopped it.
    pub(super) is_won: Result<bool, Stop>,
    moves: usize,
    decisions: usize,
}

impl Ended {
    fn of<M>(game: &Game<M>) -> Self {
        let is_won = match game.end {
            End::Stopped(stop) => Err(stop),
            _ => Ok(game.is_won()),
        };
        Self { is_won, moves: game.moves.len(), decisions: game.decisions }
    }
}
