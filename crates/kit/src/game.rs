//! The typed kit: what a puzzle crate implements.

use std::ops::RangeInclusive;

use patience_core::{Cost, Meter, Stop};
use patience_learn::{Arena, FeatureSet, GenomeFile, Settings as EvolutionSettings, Table};
use serde_json::Value;

use crate::{
    About, Alphabet, Answer, ArrayGame, End, EngineAbout, Evolvable, Fault, FeatureAbout, Field,
    Graded, Grading, Job, Judgement, Length, LengthLabel, Line, MoveInfo, Named, Packer, Players,
    Policy, Ranks, Refused, Report, Unpacker, Values, View, grouped, judge_each,
};

/// How an engine is to be prepared.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_kit::{Kit, Setup, Values};
///
/// // What a setup leaves out has the default.
/// let engine = KIT.prepare(&Setup::default())?;
/// assert_eq!((engine.about().name, engine.metric()), ("ida-star", "moves"));
/// let wrong = Values::from_iter([("heuristic", "Depth")]);
/// assert!(KIT.prepare(&Setup { settings: Some(&wrong), ..Setup::default() }).is_err());
/// # Ok::<(), patience_kit::Fault>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Setup<'a> {
    /// The engine; the policy's or the default one otherwise.
    pub engine: Option<&'a str>,
    /// The metric of solution cost; the default one otherwise.
    pub metric: Option<&'a str>,
    /// Values of the engine's settings.
    pub settings: Option<&'a Values>,
    /// The policy that guides it.
    pub policy: Option<&'a Policy>,
    /// Threads of one search, for engines that use several; 0 counts as 1.
    pub threads: usize,
    /// The ranks that search together, for engines that can; see [`Game::runs_on_ranks`].
    pub ranks: Option<&'a Ranks>,
}

/// A puzzle, typed. One value of a unit structure is the puzzle; [`KitOf`](crate::KitOf) makes it a [`Kit`](crate::Kit).
///
/// Required are names, reading, moves and engines. Everything else has a default that says that the puzzle cannot do it.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, Heaps};
/// use patience_kit::Game;
///
/// // A heap of stones, from which a move takes two or three, implements what is required. The rest follows.
/// assert_eq!(Heaps.play(&Heap(5), "3")?, Heap(2));
/// assert!(Heaps.play(&Heap(5), "3 2").is_err(), "it is not one move");
/// assert_eq!(Heaps.cost(&Heap(5), "3", "stones")?, 3);
/// assert_eq!(Heaps.cost_words("stones", 3), "3 stones");
/// assert!(Heaps.players().is_none(), "nothing is hidden");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub trait Game: Send + Sync + Sized + 'static {
    /// Rules, goal, and where everything is: all that `write` writes.
    type Position: Clone + Send + Sync + 'static;
    /// A line of play that the referee has replayed.
    type Line: Line + 'static;
    /// An engine with its settings.
    type Engine: Send + Sync + 'static;

    /// Names, metrics, formats.
    fn about(&self) -> &'static About;

    /// Settings that decide what is read: variant, rules, goal.
    fn rules(&self) -> Vec<Field> {
        Vec::new()
    }

    /// Settings of reading moves, such as auto-play.
    fn reading(&self) -> Vec<Field> {
        Vec::new()
    }

    /// The numbers or seeds that are instances.
    fn numbers(&self) -> Option<RangeInclusive<u64>> {
        None
    }

    /// The instance of a number or seed within [`numbers`](Self::numbers).
    fn deal(&self, number: u64, rules: &Values) -> Result<Self::Position, Fault>;

    /// The numbers of other programs, by the word before a colon: `pysol:617`.
    fn numberings(&self) -> &'static [Named] {
        &[]
    }

    /// The instance of a number of one of [`numberings`](Self::numberings).
    fn deal_by(
        &self,
        numbering: &str,
        _number: u64,
        _rules: &Values,
    ) -> Result<Self::Position, Fault> {
        Err(Fault::unknown("numbering", numbering, []))
    }

    /// Instances that go by a name, or a range of names; `None` if `word` is not one.
    #[allow(clippy::type_complexity, reason = "an alias would hide what it returns")]
    fn named(
        &self,
        _word: &str,
        _rules: &Values,
    ) -> Option<Result<Vec<(String, Self::Position)>, Fault>> {
        None
    }

    /// Every position of a text, in all formats of the puzzle, with a name where the text gives one.
    #[allow(clippy::type_complexity, reason = "an alias would hide what it returns")]
    fn read(
        &self,
        text: &str,
        rules: &Values,
    ) -> Result<Vec<(Option<String>, Self::Position)>, Fault>;

    /// The position in one of [`About::formats`] or in [`About::exchange`]; `None` if it cannot be written like that.
    fn write(&self, position: &Self::Position, format: &str) -> Option<String>;

    /// The position as JSON. Its fields are file format.
    fn json(&self, position: &Self::Position) -> Value;

    /// The position of an object that [`json`](Self::json) returned; `None` if it is another object. Rules that it does not have are `rules`.
    fn read_json(&self, _value: &Value, _rules: &Values) -> Option<Result<Self::Position, Fault>> {
        None
    }

    /// The numbers of a code: everything that the exchange format has, and nothing that it has not. They are file format. By default the
    /// exchange text itself, which a puzzle can make much shorter.
    fn encode(&self, position: &Self::Position, packer: &mut Packer) {
        packer.text(&self.write(position, self.about().exchange).unwrap_or_default());
    }

    /// The position of the numbers that [`encode`](Self::encode) added; an error for all others.
    fn decode(&self, unpacker: &mut Unpacker) -> Result<Self::Position, Fault> {
        let mut positions = self.read(&unpacker.text()?, &Values::default())?;
        match positions.len() {
            1 => Ok(positions.remove(0).1),
            count => Err(Fault::input(format_args!("expected a single position, found {count}"))),
        }
    }

    /// The rules, where records carry them.
    fn rules_of(&self, _position: &Self::Position) -> Option<Value> {
        None
    }

    /// Whether the goal is reached.
    fn is_solved(&self, position: &Self::Position) -> bool;

    /// The notation of moves with examples, a line each, for the help of interactive play.
    fn move_help(&self) -> &'static str {
        ""
    }

    /// Every legal move, as the referee allows it.
    fn moves(&self, position: &Self::Position) -> Vec<MoveInfo>;

    /// The legal move that safe auto-play makes next: it never turns a position that can be won into a lost one. By default none.
    fn safe_move(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The position after one move in notation.
    fn play(&self, position: &Self::Position, mv: &str) -> Result<Self::Position, Fault> {
        let played = self.replay(position, mv, &Values::default())?;
        match played.refused {
            Some(refused) => {
                Err(Fault::input(format_args!("{}: {}", refused.notation, refused.reason)))
            }
            None if played.line.length() == 1 => Ok(played.end),
            None => {
                let count = played.line.length();
                Err(Fault::input(format_args!("expected one move, found {count}")))
            }
        }
    }

    /// Plays moves in any notation that the puzzle reads, as far as they are legal.
    fn replay(
        &self,
        position: &Self::Position,
        moves: &str,
        reading: &Values,
    ) -> Result<Replay<Self::Position, Self::Line>, Fault>;

    /// What a renderer needs.
    fn view(&self, position: &Self::Position) -> View;

    /// Which pieces the arrays of programs that learn distinguish, on this board and all others by the same rules.
    fn alphabet(&self, _position: &Self::Position) -> Alphabet {
        Alphabet::default()
    }

    /// The game in arrays by a faster way than its views, which must give the same; `None` where there is none.
    fn array_game(&self, _position: &Self::Position) -> Option<Box<dyn ArrayGame>> {
        None
    }

    /// A picture.
    fn svg(&self, position: &Self::Position) -> String;

    /// The engines, the default first.
    fn engines(&self) -> Vec<EngineAbout>;

    /// Engines that this program was built without: their names, and the features that they need.
    fn absent_engines(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// An engine with its settings. The adapter has checked the names of the engine, the metric and the settings, has put the policy's
    /// settings below those of the setup, and has refused a policy that the engine does not take.
    fn prepare(&self, engine: &EngineAbout, setup: &Setup<'_>) -> Result<Self::Engine, Fault>;

    /// Searches, and has the referee replay what is found.
    fn solve(
        &self,
        engine: &Self::Engine,
        position: &Self::Position,
        meter: &mut Meter<'_>,
    ) -> Result<Answer, Fault>;

    /// The length of a solution in words: what follows `solved in`. By default the lengths, the one of the metric first, and the number of
    /// shortest solutions where they were counted.
    fn headline(&self, metric: &str, answer: &Answer) -> String {
        let (Some(line), End::Solved { optimal, .. }) = (&answer.line, &answer.end) else {
            return String::new();
        };
        let lengths = line.lengths();
        let mut words: Vec<(bool, String)> = self
            .about()
            .lengths
            .iter()
            .zip(&lengths.0)
            .map(|(length, &value)| (length.summary != Some(metric), length.with(value)))
            .collect();
        words.sort_by_key(|&(is_other, _)| is_other);
        let mut words = words.into_iter().map(|(_, word)| word);
        let first = words.next().unwrap_or_default();
        let others: Vec<String> = words.collect();
        let optimal = if *optimal { ", optimal" } else { "" };
        let others =
            if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
        let count = match answer.solutions {
            None => String::new(),
            Some(1) => ", a single shortest solution".to_owned(),
            Some(count) => {
                let count = u64::try_from(count).map_or_else(|_| count.to_string(), grouped);
                format!(", {count} shortest solutions")
            }
        };
        format!("{first}{optimal}{others}{count}")
    }

    /// What may help against a limit that was reached.
    fn advice(&self, _engine: &Self::Engine, _stop: Stop) -> Option<&'static str> {
        None
    }

    /// Whether a search that was interrupted has left what the next one with the same settings continues.
    fn is_resumable(&self, _engine: &Self::Engine) -> bool {
        false
    }

    /// Whether an engine that was prepared with ranks searches on all of them.
    fn runs_on_ranks(&self, _engine: &Self::Engine) -> bool {
        false
    }

    /// The engine that `judge` asks: complete and quick.
    fn judge_with(&self) -> &'static str {
        self.engines().first().map_or("", |engine| engine.name)
    }

    /// The engine that finds shortest solutions from positions such as this one, for distances.
    fn distance_with(&self, _position: &Self::Position) -> Option<&'static str> {
        None
    }

    /// How many expansions a distance is worth that nobody has asked for; 0 where distances are expensive.
    fn distance_effort(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// Whether every move can be taken back, so that a position and those after its moves are won together or lost together.
    fn is_reversible(&self) -> bool {
        false
    }

    /// The cost of a legal move in a metric. By default the length of that name, or 1 where no length has it.
    fn cost(&self, position: &Self::Position, mv: &str, metric: &str) -> Result<Cost, Fault> {
        let is_meant = |length: &Length| length.summary.unwrap_or(length.field) == metric;
        let Some(at) = self.about().lengths.iter().position(is_meant) else { return Ok(1) };
        let length = |moves: &str| -> Result<i64, Fault> {
            let lengths = self.replay(position, moves, &Values::default())?.line.lengths();
            Ok(lengths.0.get(at).copied().unwrap_or_default())
        };
        // A line may begin with a move in progress, or count what is not its own.
        Ok(Cost::try_from(length(mv)? - length("")?).unwrap_or_default())
    }

    /// A cost in words, such as `8 slides` or `94 moves (M2)`: with the unit or the name of its metric, where a length has its name.
    fn cost_words(&self, metric: &str, cost: Cost) -> String {
        let is_meant = |length: &&Length| length.summary.unwrap_or(length.field) == metric;
        match self.about().lengths.iter().find(is_meant) {
            None => cost.to_string(),
            Some(Length { label: LengthLabel::Before(name), .. }) => {
                format!("{cost} {} ({name})", if cost == 1 { "move" } else { "moves" })
            }
            Some(length) => length.with(cost.into()),
        }
    }

    /// Positions of the same class are solvable together, at the same distance, or not at all.
    fn class(&self, position: &Self::Position) -> String {
        self.write(position, self.about().exchange).unwrap_or_default()
    }

    /// Every legal move: whether it keeps the game winnable, and the distance where it is known.
    fn judge(
        &self,
        position: &Self::Position,
        metric: Option<&str>,
        meter: &mut Meter<'_>,
    ) -> Result<Judgement, Fault> {
        judge_each(self, position, metric, meter)
    }

    /// How positions are graded; `None` if they are not.
    fn grading(&self) -> Option<&'static Grading> {
        None
    }

    /// How hard a position is; `None` if it has no grade: it cannot be solved, or the puzzle grades none. A fault of the kind
    /// [`FaultKind::Limit`](crate::FaultKind::Limit) if the meter stops first.
    fn grade(
        &self,
        _position: &Self::Position,
        _meter: &mut Meter<'_>,
    ) -> Result<Option<Graded>, Fault> {
        Ok(None)
    }

    /// One of [`About::reports`]; `None` for a name that is not there.
    fn report(
        &self,
        _position: &Self::Position,
        _name: &str,
        _settings: &Values,
        _meter: &mut Meter<'_>,
    ) -> Option<Result<Report, Fault>> {
        None
    }

    /// Players of the game with hidden information.
    fn players(&self) -> Option<&'static dyn Players<Self::Position>> {
        None
    }

    /// Long computations: generators, enumerations.
    fn jobs(&self) -> &'static [&'static dyn Job] {
        &[]
    }

    /// What can be evolved besides policies.
    fn evolvables(&self) -> &'static [&'static dyn Evolvable] {
        &[]
    }

    /// The features that heuristics are chosen from and policies are made of.
    fn features(&self, _engine: Option<&str>) -> Vec<FeatureAbout> {
        Vec::new()
    }

    /// The values of these features, in their order; `None` if the position cannot be measured. See [`feature_values`](crate::feature_values).
    fn feature_values(&self, _position: &Self::Position) -> Option<Vec<f64>> {
        None
    }

    /// The vocabulary of policies for an engine that a policy can guide, or for the usual one.
    fn feature_set(&self, _engine: Option<&str>) -> Option<FeatureSet> {
        None
    }

    /// The engine of policies that name none.
    fn policy_engine(&self) -> &'static str {
        ""
    }

    /// The instances that a policy is tried on by default, as a command names them; the first twenty numbers if this is `None`.
    fn sample(&self) -> Option<&'static str> {
        None
    }

    /// An error if an engine cannot be guided by a genome, though it has the words for it.
    fn check_policy(&self, _engine: &str, _file: &GenomeFile) -> Result<(), String> {
        Ok(())
    }

    /// The default settings of an evolution of policies, given those that were chosen. The adapter adds the name of the puzzle.
    fn evolution(&self, _chosen: &Table) -> Option<EvolutionSettings> {
        None
    }

    /// The fitness cases of an evolution with these settings.
    fn arena(&self, _settings: &EvolutionSettings) -> Result<Box<dyn Arena>, Fault> {
        let name = self.about().name;
        Err(Fault::input(format_args!("{name} has no features that could be evolved")))
    }
}

/// Moves that were played as far as they are legal, typed.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, Heaps};
/// use patience_kit::{Game, Line, Replay, Values};
///
/// let Replay { line, end, refused, unfinished } = Heaps.replay(&Heap(5), "3 3", &Values::default())?;
/// assert_eq!((line.notation(), end), (vec!["3".to_owned()], Heap(2)));
/// assert_eq!(refused.map(|refused| (refused.step, refused.column)), Some((2, 3)));
/// assert_eq!(unfinished.as_deref(), Some("2 left"));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Replay<P, L> {
    /// The legal moves.
    pub line: L,
    /// The position after them.
    pub end: P,
    /// The first move that is not legal.
    pub refused: Option<Refused>,
    /// Why the end is not a solution; `None` if it is one.
    pub unfinished: Option<String>,
}
