//! The one adapter from typed games to the erased kit.

use std::ops::RangeInclusive;

use patience_core::Cost;
use patience_learn::{Arena, FeatureSet, GenomeFile, Settings as EvolutionSettings, Table};

use crate::erased_players::Erased;
use crate::held::Held;
use crate::prepared::Prepared;
use crate::reading;
use crate::{
    About, EngineAbout, Evolvable, Fault, FeatureAbout, Field, Game, Grading, Job, Kit, Loaded,
    Named, Players, Position, Setup, Solve, Values,
};

/// The error for a position of another puzzle.
pub(crate) fn foreign(game: &impl Game) -> Fault {
    Fault::input(format_args!("the position is not one of {}", game.about().name))
}

/// The number of numbered instances in a sample.
const SAMPLED: u64 = 20;
/// Nothing evolves in a browser: its module does without the code and the tables for that.
const EVOLVES: bool = cfg!(not(target_family = "wasm"));

/// Nor does a program learn to play there.
pub(crate) const PLAYS_ARRAYS: bool = EVOLVES;

/// A typed game as a [`Kit`]: `pub static KIT: KitOf<MyGame> = KitOf(&MyGame);`
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, KIT};
/// use patience_kit::{Kit, Values};
///
/// let heap = KIT.hold(Heap(5));
/// assert_eq!(heap.write("number")?, "5");
/// // What a position writes, its kit reads; what is no instance is an error.
/// let read = KIT.read(&heap.code(), &Values::default())?;
/// assert_eq!(read[0].position.json(), heap.json());
/// assert!(KIT.deal(10, &Values::default()).is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct KitOf<G: Game>(pub &'static G);

impl<G: Game> KitOf<G> {
    /// A position of the game for surfaces.
    #[must_use]
    pub fn hold(&self, position: G::Position) -> Box<dyn Position> {
        Box::new(Held { game: self.0, position })
    }
}

impl<G: Game> Kit for KitOf<G> {
    fn about(&self) -> &'static About {
        self.0.about()
    }

    fn rules(&self) -> Vec<Field> {
        self.0.rules()
    }

    fn reading(&self) -> Vec<Field> {
        self.0.reading()
    }

    fn engines(&self) -> Vec<EngineAbout> {
        self.0.engines()
    }

    fn absent_engines(&self) -> &'static [(&'static str, &'static str)] {
        self.0.absent_engines()
    }

    fn numbers(&self) -> Option<RangeInclusive<u64>> {
        self.0.numbers()
    }

    fn move_help(&self) -> &'static str {
        self.0.move_help()
    }

    fn deal(&self, number: u64, rules: &Values) -> Result<Box<dyn Position>, Fault> {
        match self.0.numbers() {
            Some(numbers) if numbers.contains(&number) => {
                Ok(self.hold(self.0.deal(number, rules)?))
            }
            Some(numbers) => {
                let About { one, many, .. } = self.0.about();
                let (first, last) = (numbers.start(), numbers.end());
                Err(Fault::input(format_args!(
                    "there is no {one} {number}: {many} are numbered {first} to {last}"
                )))
            }
            None => {
                let About { many, .. } = self.0.about();
                Err(Fault::input(format_args!("{many} have no numbers")))
            }
        }
    }

    fn numberings(&self) -> &'static [Named] {
        self.0.numberings()
    }

    fn deal_by(
        &self,
        numbering: &str,
        number: u64,
        rules: &Values,
    ) -> Result<Box<dyn Position>, Fault> {
        let known = self.0.numberings().iter().map(|numbering| numbering.name);
        if !known.clone().any(|name| name == numbering) {
            return Err(Fault::unknown("numbering", numbering, known));
        }
        Ok(self.hold(self.0.deal_by(numbering, number, rules)?))
    }

    fn named(&self, word: &str, rules: &Values) -> Option<Result<Vec<Loaded>, Fault>> {
        let named = self.0.named(word, rules)?;
        let load = |(name, position)| Loaded { name: Some(name), position: self.hold(position) };
        Some(named.map(|named| named.into_iter().map(load).collect()))
    }

    fn read(&self, text: &str, rules: &Values) -> Result<Vec<Loaded>, Fault> {
        let load = |(name, position)| Loaded { name, position: self.hold(position) };
        Ok(reading::read(self.0, text, rules)?.into_iter().map(load).collect())
    }

    fn prepare(&self, setup: &Setup<'_>) -> Result<Box<dyn Solve>, Fault> {
        Ok(Box::new(Prepared::new(self.0, setup)?))
    }

    fn judge_with(&self) -> &'static str {
        self.0.judge_with()
    }

    fn grading(&self) -> Option<&'static Grading> {
        self.0.grading()
    }

    fn cost_words(&self, metric: &str, cost: Cost) -> String {
        self.0.cost_words(metric, cost)
    }

    fn players(&self) -> Option<Box<dyn Players<Box<dyn Position>>>> {
        let players = self.0.players()?;
        Some(Box::new(Erased { game: self.0, players }))
    }

    fn jobs(&self) -> &'static [&'static dyn Job] {
        self.0.jobs()
    }

    fn evolvables(&self) -> &'static [&'static dyn Evolvable] {
        if EVOLVES { self.0.evolvables() } else { &[] }
    }

    fn features(&self, engine: Option<&str>) -> Vec<FeatureAbout> {
        self.0.features(engine)
    }

    fn feature_set(&self, engine: Option<&str>) -> Option<FeatureSet> {
        feature_set(self.0, engine)
    }

    fn policy_engine(&self) -> &'static str {
        self.0.policy_engine()
    }

    fn sample(&self) -> Option<String> {
        let numbered = || {
            let first = *self.0.numbers()?.start();
            Some(format!("{first}..={}", first.saturating_add(SAMPLED - 1)))
        };
        self.0.sample().map(str::to_owned).or_else(numbered)
    }

    fn check_policy(&self, engine: &str, file: &GenomeFile) -> Result<(), String> {
        self.0.check_policy(engine, file)
    }

    fn evolution(&self, chosen: &Table) -> Option<EvolutionSettings> {
        if !EVOLVES {
            return None;
        }
        let puzzle = self.0.about().name.to_owned();
        Some(EvolutionSettings { puzzle, ..self.0.evolution(chosen)? })
    }

    fn arena(&self, settings: &EvolutionSettings) -> Result<Box<dyn Arena>, Fault> {
        if !EVOLVES {
            return Err(Fault::input("nothing evolves in a browser"));
        }
        self.0.arena(settings)
    }
}

/// The metric of a name, or the default one.
pub(crate) fn metric(game: &impl Game, name: Option<&str>) -> Result<&'static str, Fault> {
    let mut metrics = game.about().metrics.iter().map(|metric| metric.name);
    let known = metrics.clone();
    let found = metrics.find(|known| name.is_none_or(|name| name == *known));
    found.ok_or_else(|| Fault::unknown("metric", name.unwrap_or_default(), known))
}

/// The vocabulary of an engine, or of the engine of policies that name none; `None` if no policy can guide it.
pub(crate) fn feature_set<G: Game>(game: &G, engine: Option<&str>) -> Option<FeatureSet> {
    let name = engine.unwrap_or(game.policy_engine());
    let is_guided = |engine: &EngineAbout| engine.name == name && engine.guided;
    if game.engines().iter().any(is_guided) { game.feature_set(Some(name)) } else { None }
}
