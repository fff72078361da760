//! The one adapter from typed games to the erased kit.

use std::any::Any;
use std::ops::RangeInclusive;

use patience_core::{Cancel, Cost, Limits, Meter, Observer, Stop};
use patience_files::fingerprint;
use patience_learn::{Arena, GenomeFile, Lexicon, Settings as EvolutionSettings, Table};
use serde_json::{Value, json};

use crate::assess::{measure, prepared};
use crate::code::CODE;
use crate::players::Erased;
use crate::reading;
use crate::{
    About, Alphabet, Answer, ArrayGame, Assessment, Assessor, EngineAbout, Evolvable, Fault,
    FeatureAbout, Field, Game, Graded, Grading, Job, Judgement, Kit, Loaded, MoveInfo, Named,
    Packer, Play, Players, Policy, Position, Replay, Report, Setup, Solve, Values, View,
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
const PLAYS_ARRAYS: bool = EVOLVES;

/// A typed game as a [`Kit`]: `pub static KIT: KitOf<MyGame> = KitOf(&MyGame);`
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
        let game = self.0;
        let engines = game.engines();
        let usual = setup.policy.map(Policy::engine);
        let name = match setup.engine.or(usual) {
            Some(name) => name,
            None => engines.first().map_or("", |engine| engine.name),
        };
        let Some(about) = engines.iter().find(|engine| engine.name == name) else {
            if let Some((_, feature)) = game.absent_engines().iter().find(|(it, _)| *it == name) {
                return Err(Fault::input(format_args!(
                    "the engine {name}: this program was built without the feature `{feature}`; \
                     build it with `cargo build --release -p patience-cli --features {feature}`"
                )));
            }
            return Err(Fault::unknown("engine", name, engines.iter().map(|it| it.name)));
        };
        let metric = metric(game, setup.metric)?;
        let mut values = setup.settings.cloned().unwrap_or_default();
        values.refuse_unknown(&format!("the engine {name}"), &about.settings)?;
        if let Some(policy) = setup.policy {
            let takes = lexicon(game, Some(name));
            let is_made_of = |lexicon: Lexicon| {
                lexicon.words().iter().map(|word| word.name).eq(policy
                    .lexicon()
                    .words()
                    .iter()
                    .map(|word| word.name))
            };
            if policy.file().puzzle != game.about().name || !takes.is_some_and(is_made_of) {
                return Err(Fault::input(format_args!(
                    "the engine {name} does not take this policy: it was made for {} of {}",
                    policy.engine(),
                    policy.file().puzzle
                )));
            }
            if policy.engine() == name {
                values = values.or(policy.settings());
            }
        }
        let setup =
            Setup { engine: Some(name), metric: Some(metric), settings: Some(&values), ..*setup };
        let defaults = about.settings.iter().map(|field| (field.name, field.default.clone()));
        let identity = json!({
            "engine": name,
            "metric": metric,
            "settings": values.clone().or(&defaults.collect()),
            "policy": setup.policy.map(|policy| {
                let text = policy.file().to_text(policy.lexicon());
                json!({ "name": policy.file().name, "text": fingerprint(&text) })
            }),
        });
        Ok(Box::new(Prepared {
            game,
            about: about.clone(),
            metric,
            identity,
            policy: setup.policy.map(|policy| policy.file().name.clone()),
            engine: game.prepare(about, &setup)?,
        }))
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

    fn lexicon(&self, engine: Option<&str>) -> Option<Lexicon> {
        lexicon(self.0, engine)
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

/// A position with the game that knows it.
pub(crate) struct Held<G: Game> {
    pub(crate) game: &'static G,
    pub(crate) position: G::Position,
}

impl<G: Game> Held<G> {
    fn hold(&self, position: G::Position) -> Box<dyn Position> {
        Box::new(Self { game: self.game, position })
    }
}

impl<G: Game> Position for Held<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn write(&self, format: &str) -> Result<String, Fault> {
        let about = self.game.about();
        if format == CODE.name {
            return Ok(self.code());
        }
        let formats = about.formats.iter().map(|format| format.name).chain([CODE.name]);
        if format != about.exchange && !formats.clone().any(|name| name == format) {
            return Err(Fault::unknown("format", format, formats));
        }
        self.game.write(&self.position, format).ok_or_else(|| {
            Fault::input(format_args!("this position cannot be written as `{format}`"))
        })
    }

    fn code(&self) -> String {
        let mut packer = Packer::default();
        self.game.encode(&self.position, &mut packer);
        packer.code(self.game.about().name)
    }

    fn json(&self) -> Value {
        self.game.json(&self.position)
    }

    fn rules(&self) -> Option<Value> {
        self.game.rules_of(&self.position)
    }

    fn is_solved(&self) -> bool {
        self.game.is_solved(&self.position)
    }

    fn moves(&self) -> Vec<MoveInfo> {
        self.game.moves(&self.position)
    }

    fn safe_move(&self) -> Option<String> {
        self.game.safe_move(&self.position)
    }

    fn play(&self, mv: &str) -> Result<Box<dyn Position>, Fault> {
        Ok(self.hold(self.game.play(&self.position, mv)?))
    }

    fn replay(&self, moves: &str, values: &Values) -> Result<Play, Fault> {
        let Replay { line, end, refused, unfinished } =
            self.game.replay(&self.position, &reading::moves(moves)?, values)?;
        Ok(Play { line: Box::new(line), end: self.hold(end), refused, unfinished })
    }

    fn view(&self) -> View {
        self.game.view(&self.position)
    }

    fn alphabet(&self) -> Alphabet {
        self.game.alphabet(&self.position)
    }

    fn array_game(&self) -> Option<Box<dyn ArrayGame>> {
        if PLAYS_ARRAYS { self.game.array_game(&self.position) } else { None }
    }

    fn svg(&self) -> String {
        self.game.svg(&self.position)
    }

    fn judge(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Judgement, Fault> {
        self.game.judge(&self.position, Some(self::metric(self.game, metric)?), meter)
    }

    fn assess(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Assessment, Fault> {
        let (game, metric) = (self.game, Some(self::metric(self.game, metric)?));
        let engine = prepared(game, game.judge_with(), metric)?;
        let quick =
            |position: &G::Position, meter: &mut Meter<'_>| game.solve(&engine, position, meter);
        Assessor::new(game, &self.position, metric, quick)?.assess(&self.position, meter)
    }

    fn measure(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Assessment, Fault> {
        let metric = self::metric(self.game, metric)?;
        measure(self.game, &self.position, Some(metric), meter)
    }

    fn distance_effort(&self) -> u64 {
        self.game.distance_effort(&self.position)
    }

    fn cost(&self, mv: &str, metric: Option<&str>) -> Result<Cost, Fault> {
        self.game.cost(&self.position, mv, self::metric(self.game, metric)?)
    }

    fn grade(&self, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault> {
        self.game.grade(&self.position, meter)
    }

    fn feature_values(&self) -> Option<Vec<f64>> {
        self.game.feature_values(&self.position)
    }

    fn report(
        &self,
        name: &str,
        settings: &Values,
        meter: &mut Meter<'_>,
    ) -> Result<Report, Fault> {
        let reports = self.game.about().reports.iter().map(|report| report.name);
        match self.game.report(&self.position, name, settings, meter) {
            Some(report) => report,
            None => Err(Fault::unknown("report", name, reports)),
        }
    }
}

/// An engine with its settings and the game that it is of.
struct Prepared<G: Game> {
    game: &'static G,
    about: EngineAbout,
    metric: &'static str,
    policy: Option<String>,
    identity: Value,
    engine: G::Engine,
}

impl<G: Game> Solve for Prepared<G> {
    fn about(&self) -> &EngineAbout {
        &self.about
    }

    fn metric(&self) -> &'static str {
        self.metric
    }

    fn policy(&self) -> Option<&str> {
        self.policy.as_deref()
    }

    fn identity(&self) -> Value {
        self.identity.clone()
    }

    fn solve(
        &self,
        position: &dyn Position,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Fault> {
        let Some(held) = position.as_any().downcast_ref::<Held<G>>() else {
            return Err(foreign(self.game));
        };
        let mut meter = Meter::start(limits, cancel, observer);
        let answer = self.game.solve(&self.engine, &held.position, &mut meter)?;
        Ok(Answer { stats: meter.finish(), ..answer })
    }

    fn headline(&self, answer: &Answer) -> String {
        self.game.headline(self.metric, answer)
    }

    fn advice(&self, stop: Stop) -> Option<&'static str> {
        self.game.advice(&self.engine, stop)
    }

    fn is_resumable(&self) -> bool {
        self.game.is_resumable(&self.engine)
    }

    fn runs_on_ranks(&self) -> bool {
        self.game.runs_on_ranks(&self.engine)
    }
}

/// The metric of a name, or the default one.
fn metric(game: &impl Game, name: Option<&str>) -> Result<&'static str, Fault> {
    let mut metrics = game.about().metrics.iter().map(|metric| metric.name);
    let known = metrics.clone();
    let found = metrics.find(|known| name.is_none_or(|name| name == *known));
    found.ok_or_else(|| Fault::unknown("metric", name.unwrap_or_default(), known))
}

/// The vocabulary of an engine, or of the engine of policies that name none; `None` if no policy can guide it.
fn lexicon<G: Game>(game: &G, engine: Option<&str>) -> Option<Lexicon> {
    let name = engine.unwrap_or(game.policy_engine());
    let is_guided = |engine: &EngineAbout| engine.name == name && engine.guided;
    if game.engines().iter().any(is_guided) { game.lexicon(Some(name)) } else { None }
}
