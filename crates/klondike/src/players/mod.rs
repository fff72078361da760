//! Klondike with hidden cards: players, advice, proofs of loss, and games that a person plays.

mod advice;
pub mod determinization;
mod game;
pub mod hidden;
mod kind;
mod literature;
mod loss_proof;
mod play_outs;
mod suggestions;

pub use kind::{PlayerKind, PlayerSettings};
pub use literature::{ActionSpace, PlannerKind, TieBreak};
pub use loss_proof::{Argument, LossProof, prove_loss};
pub use suggestions::{Suggestion, Suggestions, ask};

use patience_core::{Cancel, Limits, Meter};
use patience_kit::{
    Advice, Choice as _, Fault, Field, GameRecord, HiddenGame, MoveInfo, PlayOuts, Player,
    PlayerAbout, PlayerSetup, Players, Settings as _, Values, WatchedGame,
};
use serde_json::Value;

use crate::kit::{HiddenFlags, RuleFlags, legal_moves, to_json};
use crate::text::sentence::{describe_rules, last_step};
use crate::{Instance, Line, NotASolution, Rules, SetupError, Step, Stock, read_steps};

/// The players as the kit offers them.
pub(crate) struct KlondikePlayers;

/// The notation of steps.
pub(crate) const HELP: &str = "\
T       turn the stock            R       turn the waste over
w-h     waste to its foundation   w-3     waste to column 3
5-h     column 5 to foundation    hS-4    the highest spade back to column 4
5-2     as many cards of column 5 as fit to column 2; 5-2x3 for three of them
";

/// The effort of `best` for advice: less than a second, and chances to a few per cent.
const ADVICE_EFFORT: u64 = 500_000;

/// The rules of games by seed.
fn rules_of(values: &Values) -> Result<Rules, Fault> {
    Ok(HiddenFlags::read(values)?.over(RuleFlags::read(values)?.over(Rules::default())))
}

/// The player of a setup, or `best`, with its settings.
fn read_player(setup: &PlayerSetup<'_>) -> Result<PlayerSettings, Fault> {
    let known = || PlayerKind::ALL.iter().map(|(_, named)| named.name);
    let kind = match setup.player {
        Some(name) => {
            PlayerKind::named(name).ok_or_else(|| Fault::unknown("player", name, known()))?
        }
        None => PlayerKind::Best,
    };
    PlayerSettings::of(kind, setup.settings.unwrap_or(&Values::default()))
}

/// The player that advises, with more effort than in games, where many decisions follow.
fn read_adviser(setup: &PlayerSetup<'_>) -> Result<PlayerSettings, Fault> {
    let player = read_player(setup)?;
    let has_effort = setup.settings.is_some_and(|values| values.get("effort").is_some());
    let is_more = player.player == PlayerKind::Best && !has_effort;
    Ok(if is_more { PlayerSettings { effort: ADVICE_EFFORT, ..player } } else { player })
}

impl Players<Instance> for KlondikePlayers {
    fn players(&self) -> Vec<PlayerAbout> {
        PlayerKind::ALL.iter().map(|(kind, _)| kind.about()).collect()
    }

    fn rules(&self) -> Vec<Field> {
        HiddenFlags::fields()
    }

    fn prepare(&self, setup: &PlayerSetup<'_>, rules: &Values) -> Result<Box<dyn Player>, Fault> {
        let settings = read_player(setup)?;
        let rules = rules_of(rules)?;
        let about = settings.player.about();
        if rules.stock == Stock::Unseen && settings.moves == ActionSpace::Paired2007 {
            return Err(Fault::input(SetupError::PairedMoves));
        }
        Ok(Box::new(Prepared { about, settings, rules }))
    }

    fn view(&self, position: &Instance, rules: &Values, is_dealt: bool) -> Result<Instance, Fault> {
        let rules = HiddenFlags::read(rules)?.over(position.rules);
        let seen = &position.position;
        Ok(Instance { rules, position: if is_dealt { seen.covered(&rules) } else { seen.clone() } })
    }

    /// Which moves are legal does not depend on hidden cards.
    fn moves(&self, Instance { rules, position }: &Instance) -> Vec<(MoveInfo, String)> {
        let world = position.filled(&position.unseen(rules));
        let words = |info: MoveInfo| {
            let steps = read_steps(&info.text, rules).unwrap_or_default();
            let steps: Vec<Step> = steps.into_iter().map(|written| written.step).collect();
            let words = last_step(rules, position, &steps);
            (info, words)
        };
        legal_moves(rules, &world, position).into_iter().map(words).collect()
    }

    fn check_adviser(&self, setup: &PlayerSetup<'_>) -> Result<(), Fault> {
        read_adviser(setup).map(|_| ())
    }

    fn advise(
        &self,
        setup: &PlayerSetup<'_>,
        position: &Instance,
        seed: u64,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Advice, Fault> {
        advice::advise(setup, position, seed, limits, cancel)
    }

    fn play_outs(
        &self,
        setup: &PlayerSetup<'_>,
        position: &Instance,
        advice: &Advice,
        seed: u64,
    ) -> Result<Option<Box<dyn PlayOuts>>, Fault> {
        Ok(Some(Box::new(play_outs::Continued::new(setup, position, advice, seed)?)))
    }

    fn deal(&self, seed: u64, rules: &Values) -> Result<Box<dyn HiddenGame<Instance>>, Fault> {
        Ok(Box::new(game::Game::new(Instance::of_seed(seed, rules_of(rules)?))))
    }

    fn hide(
        &self,
        position: &Instance,
        rules: &Values,
    ) -> Result<Box<dyn HiddenGame<Instance>>, Fault> {
        let rules = HiddenFlags::read(rules)?.over(position.rules);
        let position = position.position.clone();
        let down = position.columns.iter().flat_map(|column| &column.down);
        let unknown = down.chain(&position.stock).filter(|card| card.is_none()).count();
        if 0 < unknown {
            return Err(Fault::input(format_args!(
                "{unknown} cards of the position are unknown (`??`): a game can be played only if all of them are given"
            )));
        }
        Ok(Box::new(game::Game::new(Instance { rules, position })))
    }

    /// A person plays as with real cards.
    fn personal_rules(&self) -> Values {
        Values::from_iter([("stock", "unseen")])
    }
}

/// A player with its settings and rules.
struct Prepared {
    about: PlayerAbout,
    settings: PlayerSettings,
    rules: Rules,
}

impl Player for Prepared {
    fn about(&self) -> &PlayerAbout {
        &self.about
    }

    fn settings(&self) -> Values {
        self.settings.used()
    }

    fn rules(&self) -> Value {
        to_json(&self.rules)
    }

    fn describe_rules(&self) -> String {
        describe_rules(&self.rules)
    }

    fn play(&self, seed: u64, meter: &mut Meter<'_>) -> Result<GameRecord, Fault> {
        self.settings.play(self.rules, seed, meter).map_err(Fault::input)
    }

    /// # Panics
    ///
    /// If the referee refuses a move: a bug of the rules or of the player, never the fault of the input.
    fn watch(&self, seed: u64, meter: &mut Meter<'_>) -> Result<WatchedGame, Fault> {
        let (record, steps) = self.settings.watch(self.rules, seed, meter).map_err(Fault::input)?;
        let Instance { rules, position } = Instance::of_seed(seed, self.rules);
        let (line, wrong) = Line::play(&rules, position, steps);
        assert!(
            !matches!(wrong, Some(NotASolution::Step { .. })),
            "the referee refuses a game: {wrong:?}"
        );
        Ok(WatchedGame { record, line: Box::new(line) })
    }
}
