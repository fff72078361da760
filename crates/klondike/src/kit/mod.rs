//! Klondike as a kit: the interface of all surfaces.

mod about;
mod arrays;
mod engine;
mod moves;
mod rule_flags;
mod view;

pub(crate) use self::arrays::CardArrays;
pub(crate) use self::moves::legal_moves;
use self::moves::safe_step;
pub(crate) use self::rule_flags::{HiddenFlags, RuleFlags};

use std::ops::RangeInclusive;

use patience_cards::Card;
use patience_core::{Cost, Meter};
use patience_kit::{
    About, Alphabet, Answer, ArrayGame, Choice as _, End, EngineAbout, Fault, FeatureAbout, Field,
    Game, Graded, Grading, Job, KitOf, Make, MoveInfo, Named, Packer, Players, Refused, Replay,
    Settings as _, Setup, Unpacker, Values, View, feature_values, features,
};
use patience_learn::{Arena, FeatureSet, Settings as EvolutionSettings, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use self::about::ABOUT;
use self::engine::Engine;
use crate::arena::{self, KnownDeals};
use crate::generate::Deals;
use crate::grade;
use crate::picture;
use crate::players::KlondikePlayers;
use crate::rules::peers::{NUMBERINGS, deal_of_peer};
use crate::text::code;
use crate::text::deals::read_deals;
use crate::text::table::table_with_rules;
use crate::{
    Klondike, Line, Metric, NotASolution, Position, Rules, deal_of_seed, read_steps, write_digits,
    write_json, write_position,
};

/// Klondike.
pub static KIT: KitOf<KlondikeGame> = KitOf(&KlondikeGame);

/// The puzzle.
///
/// ```
/// use patience_kit::{Game, Values};
/// use patience_klondike::{Instance, KlondikeGame, Rules};
///
/// // Here positions have their own type; `KIT` erases it.
/// let deal = KlondikeGame.deal(1, &Values::from_iter([("draw", 1)]))?;
/// assert_eq!(deal, Instance::of_seed(1, Rules { draw: 1, ..Rules::default() }));
/// assert!(KlondikeGame.moves(&deal).iter().any(|mv| mv.text == "T"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KlondikeGame;

/// A position with its rules. Its fields in JSON are file format.
///
/// ```
/// use patience_klondike::{Instance, Rules};
///
/// let deal = Instance::of_seed(1, Rules::default());
/// let json = serde_json::to_value(&deal)?;
/// // The fields of the position lie beside the rules.
/// assert_eq!((&json["rules"]["draw"], &json["passes"]), (&3.into(), &1.into()));
/// assert_eq!(serde_json::from_value::<Instance>(json)?, deal);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// The rules.
    pub rules: Rules,
    /// The position.
    #[serde(flatten)]
    pub position: Position,
}

impl Instance {
    /// The deal of a seed.
    #[must_use]
    pub fn of_seed(seed: u64, rules: Rules) -> Self {
        Self { rules, position: Position::deal(&deal_of_seed(seed, &rules), &rules) }
    }

    /// The game for searches; an error that names the first unknown card.
    pub(crate) fn game(&self) -> Result<Klondike, Fault> {
        match self.position.every_card().find(|(_, card)| card.is_none()) {
            Some((spot, _)) => Err(Fault::input(format_args!(
                "{spot} is unknown: engines need all cards; `patience advise klondike` takes positions with unknown cards"
            ))),
            None => Klondike::new(self.rules, &self.position).map_err(Fault::input),
        }
    }
}

/// Plain data as JSON.
pub(crate) fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

impl Game for KlondikeGame {
    type Position = Instance;
    type Line = Line;
    type Engine = Engine;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self) -> Vec<Field> {
        RuleFlags::fields()
    }

    fn numbers(&self) -> Option<RangeInclusive<u64>> {
        Some(0..=u64::MAX)
    }

    fn deal(&self, number: u64, rules: &Values) -> Result<Instance, Fault> {
        Ok(Instance::of_seed(number, RuleFlags::read(rules)?.over(Rules::default())))
    }

    fn numberings(&self) -> &'static [Named] {
        &NUMBERINGS
    }

    fn deal_by(&self, numbering: &str, number: u64, rules: &Values) -> Result<Instance, Fault> {
        let rules = RuleFlags::read(rules)?.over(Rules::default());
        let position = deal_of_peer(numbering, number, &rules)?;
        Ok(Instance { rules, position })
    }

    fn read(&self, text: &str, rules: &Values) -> Result<Vec<(Option<String>, Instance)>, Fault> {
        let flags = RuleFlags::read(rules)?;
        let instance = |(rules, position): (Rules, Position)| {
            let rules = flags.over(rules);
            position.check(&rules).map_err(Fault::input)?;
            Ok((None, Instance { rules, position }))
        };
        read_deals(text)?.into_iter().map(instance).collect()
    }

    fn write(&self, Instance { rules, position }: &Instance, format: &str) -> Option<String> {
        match format {
            "table" => Some(table_with_rules(rules, position)),
            "text" => Some(write_position(rules, position)),
            "json" => Some(write_json(position)),
            "digits" => write_digits(position),
            _ => None,
        }
    }

    fn json(&self, position: &Instance) -> Value {
        to_json(position)
    }

    fn read_json(&self, value: &Value, rules: &Values) -> Option<Result<Instance, Fault>> {
        // The piles of peers have other names.
        value.get("columns").filter(|columns| columns.is_array())?;
        let instance = Instance::deserialize(value).map_err(Fault::input);
        Some(instance.and_then(|Instance { rules: given, position }| {
            let rules = RuleFlags::read(rules)?.over(given);
            rules.check().map_err(Fault::input)?;
            position.check(&rules).map_err(Fault::input)?;
            Ok(Instance { rules, position })
        }))
    }

    fn encode(&self, position: &Instance, packer: &mut Packer) {
        code::encode(position, packer);
    }

    fn decode(&self, unpacker: &mut Unpacker) -> Result<Instance, Fault> {
        code::decode(unpacker)
    }

    fn rules_of(&self, position: &Instance) -> Option<Value> {
        Some(to_json(&position.rules))
    }

    fn is_solved(&self, Instance { rules, position }: &Instance) -> bool {
        position.is_solved(rules)
    }

    fn move_help(&self) -> &'static str {
        crate::players::HELP
    }

    fn moves(&self, Instance { rules, position }: &Instance) -> Vec<MoveInfo> {
        legal_moves(rules, position, position)
    }

    fn safe_move(&self, Instance { rules, position }: &Instance) -> Option<String> {
        safe_step(rules, position).map(|step| step.to_string())
    }

    fn replay(
        &self,
        Instance { rules, position }: &Instance,
        moves: &str,
        _reading: &Values,
    ) -> Result<Replay<Instance, Line>, Fault> {
        let written = read_steps(moves, rules)?;
        let steps = written.iter().map(|written| written.step).collect();
        let (line, wrong) = Line::play(rules, position.clone(), steps);
        let refused = match &wrong {
            Some(NotASolution::Step { index, foul, .. }) => {
                written.get(*index).map(|written| Refused::new(*index, written, foul))
            }
            _ => None,
        };
        let end = Instance { rules: *rules, position: line.end().clone() };
        Ok(Replay { line, end, refused, unfinished: wrong.map(|wrong| wrong.to_string()) })
    }

    fn view(&self, position: &Instance) -> View {
        view::view(&position.position)
    }

    fn alphabet(&self, position: &Instance) -> Alphabet {
        let labels = Card::deck(position.rules.ranks).map(|card| card.to_string()).collect();
        Alphabet { labels, depth: arrays::depth(&position.rules), most_moved: 1 }
    }

    fn array_game(&self, position: &Instance) -> Option<Box<dyn ArrayGame>> {
        Some(Box::new(CardArrays::new(position, false)?))
    }

    fn svg(&self, position: &Instance) -> String {
        picture::svg(&position.position)
    }

    fn engines(&self) -> Vec<EngineAbout> {
        Engine::all()
    }

    fn prepare(&self, engine: &EngineAbout, setup: &Setup<'_>) -> Result<Engine, Fault> {
        Engine::prepare(engine.name, setup)
    }

    fn solve(
        &self,
        engine: &Engine,
        position: &Instance,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault> {
        engine.solve(position, meter)
    }

    /// First the steps, as a player counts them, then its parts. Without turns in the metric, only the moves are optimal.
    fn headline(&self, metric: &str, answer: &Answer) -> String {
        let (Some(line), End::Solved { optimal, .. }) = (&answer.line, &answer.end) else {
            return String::new();
        };
        let lengths = line.lengths();
        let total: i64 = lengths.0.iter().sum();
        let steps = if total == 1 { "step" } else { "steps" };
        let parts = ABOUT.describe(&lengths);
        match (optimal, metric == Metric::Turns.name()) {
            (false, _) => format!("{total} {steps} ({parts})"),
            (true, true) => format!("{total} {steps}, optimal ({parts})"),
            (true, false) => {
                format!("{total} {steps} ({})", parts.replacen(", ", ", optimal; ", 1))
            }
        }
    }

    fn grading(&self) -> Option<&'static Grading> {
        Some(&grade::GRADING)
    }

    fn grade(&self, position: &Instance, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
        grade::grade(position, meter)
    }

    fn distance_with(&self, _position: &Instance) -> Option<&'static str> {
        Some("shortest")
    }

    /// If turns count, the cost is the sum of moves and turns.
    fn cost(&self, position: &Instance, mv: &str, metric: &str) -> Result<Cost, Fault> {
        let lengths = self.replay(position, mv, &Values::default())?.line.lengths();
        Ok(match Metric::named(metric).unwrap_or_default() {
            Metric::Moves => lengths.moves,
            Metric::Turns => lengths.moves + lengths.turns,
        })
    }

    fn cost_words(&self, metric: &str, cost: Cost) -> String {
        if metric == Metric::Turns.name() {
            return format!("{cost} moves and turns");
        }
        ABOUT.lengths[0].with(cost.into())
    }

    fn players(&self) -> Option<&'static dyn Players<Instance>> {
        Some(&KlondikePlayers)
    }

    fn jobs(&self) -> &'static [&'static dyn Job] {
        &[&Make(Deals)]
    }

    fn features(&self, _engine: Option<&str>) -> Vec<FeatureAbout> {
        Klondike::of_seed(1, Rules::default()).map_or_else(|_| Vec::new(), |game| features(&game))
    }

    fn feature_values(&self, position: &Instance) -> Option<Vec<f64>> {
        Some(feature_values(&position.game().ok()?))
    }

    fn feature_set(&self, _engine: Option<&str>) -> Option<FeatureSet> {
        arena::vocabulary().ok()
    }

    fn policy_engine(&self) -> &'static str {
        arena::ENGINE
    }

    fn evolution(&self, _chosen: &Table) -> Option<EvolutionSettings> {
        Some(arena::settings())
    }

    fn arena(&self, settings: &EvolutionSettings) -> Result<Box<dyn Arena>, Fault> {
        Ok(Box::new(KnownDeals::new(settings)?))
    }
}
