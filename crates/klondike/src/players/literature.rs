//! What players of the literature leave open: the planner, the action space, and how ties are broken.

use patience_core::{Meter, Puzzle, Search, Solver};
use patience_kit::choices;
use patience_search::NestedRollout;
use patience_search::monte_carlo::Ties;

use crate::WeightedSum;
use crate::engines::Planner2007;

choices! {
    /// What continues a sampled game with all cards known.
    ///
    /// ```
    /// use patience_kit::Values;
    /// use patience_klondike::players::{PlannerKind, PlayerKind, PlayerSettings};
    ///
    /// let chosen = Values::from_iter([("planner", "2007")]);
    /// let player = PlayerSettings::of(PlayerKind::Hop, &chosen)?;
    /// assert_eq!(player.planner, PlannerKind::Planner2007);
    /// assert_eq!(PlayerKind::Hop.usual().planner, PlannerKind::Weighted);
    /// // Only hindsight optimisation asks a planner.
    /// assert!(PlayerSettings::of(PlayerKind::Uct, &chosen).is_err());
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[derive(Default)]
    pub enum PlannerKind {
        /// rollouts by a weighted sum of counts
        #[default]
        Weighted = "weighted",
        /// the planner of Bjarnason, Tadepalli and Fern (2007), with its second stage only
        Planner2007 = "2007",
    }
}

choices! {
    /// Which moves a player considers.
    ///
    /// ```
    /// use patience_core::{Cancel, Limits, Meter};
    /// use patience_klondike::players::{ActionSpace, PlayerKind, PlayerSettings};
    /// use patience_klondike::{Rules, SetupError, Stock};
    ///
    /// let paired = ActionSpace::Paired2007;
    /// let player = PlayerSettings { moves: paired, ..PlayerKind::Greedy.usual() };
    /// let (limits, cancel, mut observer) = (Limits::default(), Cancel::new(), ());
    /// let mut meter = Meter::start(&limits, &cancel, &mut observer);
    /// assert!(player.play(Rules::default(), 1, &mut meter).is_ok());
    /// // None of its actions turns a stock that nobody has seen.
    /// let unseen = Rules { stock: Stock::Unseen, ..Rules::default() };
    /// assert_eq!(player.play(unseen, 1, &mut meter), Err(SetupError::PairedMoves));
    /// # Ok::<(), SetupError>(())
    /// ```
    #[derive(Default)]
    pub enum ActionSpace {
        /// moves that lead on at once
        #[default]
        Useful = "useful",
        /// those of Bjarnason, Tadepalli and Fern (2007): a move that the next one could undo exists only in a pair
        Paired2007 = "2007",
    }
}

choices! {
    /// Which of several equally good moves a player plays.
    ///
    /// ```
    /// use patience_kit::Values;
    /// use patience_klondike::players::{PlayerKind, PlayerSettings, TieBreak};
    /// use patience_search::monte_carlo::Ties;
    ///
    /// let chosen = Values::from_iter([("ties", "first")]);
    /// let player = PlayerSettings::of(PlayerKind::Hop, &chosen)?;
    /// assert_eq!((player.ties, PlayerKind::Hop.usual().ties), (TieBreak::First, TieBreak::Random));
    /// assert!(matches!(player.ties.into(), Ties::First));
    /// # Ok::<(), patience_kit::Fault>(())
    /// ```
    #[derive(Default)]
    pub enum TieBreak {
        /// any of them
        #[default]
        Random = "random",
        /// the first one; `--moves 2007` orders moves by six classes
        First = "first",
    }
}

impl From<TieBreak> for Ties {
    fn from(ties: TieBreak) -> Self {
        match ties {
            TieBreak::Random => Self::Random,
            TieBreak::First => Self::First,
        }
    }
}

/// Moves that a rollout makes without finding a better state than before.
const SLACK: u32 = 16;

/// A planner by its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum HopPlanner {
    Weighted(NestedRollout<WeightedSum>),
    Planner2007(Planner2007),
}

impl HopPlanner {
    pub(super) fn new(kind: PlannerKind, level: u32) -> Self {
        match kind {
            PlannerKind::Weighted => {
                let evaluator = WeightedSum::default();
                Self::Weighted(NestedRollout { evaluator, level, slack: SLACK })
            }
            PlannerKind::Planner2007 => {
                Self::Planner2007(Planner2007 { first_level: None, second_level: level })
            }
        }
    }
}

impl<P: Puzzle> Solver<P> for HopPlanner
where
    NestedRollout<WeightedSum>: Solver<P>,
    Planner2007: Solver<P>,
{
    fn search(&self, puzzle: &P, root: &P::State, meter: &mut Meter<'_>) -> Search<P::Move> {
        match self {
            Self::Weighted(planner) => planner.search(puzzle, root, meter),
            Self::Planner2007(planner) => planner.search(puzzle, root, meter),
        }
    }

    fn is_complete(&self) -> bool {
        false
    }
}
