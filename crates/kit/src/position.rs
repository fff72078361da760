//! The erased kit: what surfaces see of a puzzle.

use std::any::Any;
use std::fmt;
use std::ops::RangeInclusive;

use patience_core::text::Written;
use patience_core::{Cancel, Cost, Limits, Meter, Observer};
use patience_learn::{Arena, FeatureSet, GenomeFile, Settings as EvolutionSettings, Table};
use serde::Serialize;
use serde_json::Value;

use crate::{
    About, Alphabet, Answer, ArrayGame, Assessment, EngineAbout, Evolvable, Fault, FeatureAbout,
    Field, Graded, Grading, Job, Judgement, Line, Named, Players, Setup, Values, View,
};

/// A puzzle with everything that surfaces need of it. Object safe.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// use patience_core::{Cancel, Limits};
/// use patience_kit::{Answer, End, Fault, Kit, Setup, Values};
///
/// /// Solves a position of a text with an engine, in any puzzle.
/// fn solve(kit: &dyn Kit, text: &str, engine: &str) -> Result<Option<Answer>, Fault> {
///     let positions = kit.read(text, &Values::default())?;
///     let solve = kit.prepare(&Setup { engine: Some(engine), ..Setup::default() })?;
///     let Some(first) = positions.first() else { return Ok(None) };
///     solve.solve(&*first.position, &Limits::default(), &Cancel::new(), &mut ()).map(Some)
/// }
///
/// // A heap of one is stuck: a move takes two or three.
/// let answer = solve(&KIT, "1", "ida-star")?.expect("there is a position");
/// assert_eq!(answer.end, End::Unsolvable { reason: None });
/// assert!(solve(&KIT, "1", "magic").is_err());
/// # Ok::<(), Fault>(())
/// ```
pub trait Kit: Send + Sync {
    /// Names, metrics, formats.
    fn about(&self) -> &'static About;

    /// Settings that decide what is read: variant, rules, goal.
    fn rules(&self) -> Vec<Field>;

    /// Settings of reading moves, such as auto-play.
    fn reading(&self) -> Vec<Field>;

    /// The notation of moves with examples, a line each, for the help of interactive play.
    fn move_help(&self) -> &'static str;

    /// The engines, the default first.
    fn engines(&self) -> Vec<EngineAbout>;

    /// Engines that this program was built without: their names, and the features that they need.
    fn absent_engines(&self) -> &'static [(&'static str, &'static str)];

    /// The numbers or seeds that are instances; `None` if none is.
    fn numbers(&self) -> Option<RangeInclusive<u64>>;

    /// The instance of a number or seed.
    fn deal(&self, number: u64, rules: &Values) -> Result<Box<dyn Position>, Fault>;

    /// The numbers of other programs, by the word before a colon: `pysol:617`.
    fn numberings(&self) -> &'static [Named];

    /// The instance of a number of one of [`numberings`](Self::numberings).
    fn deal_by(
        &self,
        numbering: &str,
        number: u64,
        rules: &Values,
    ) -> Result<Box<dyn Position>, Fault>;

    /// Instances that go by a name, or a range of names; `None` if `word` is not one.
    fn named(&self, word: &str, rules: &Values) -> Option<Result<Vec<Loaded>, Fault>>;

    /// Every position of a text, in all formats of the puzzle, as codes or as JSON.
    fn read(&self, text: &str, rules: &Values) -> Result<Vec<Loaded>, Fault>;

    /// An engine with its settings, ready for many searches.
    fn prepare(&self, setup: &Setup<'_>) -> Result<Box<dyn Solve>, Fault>;

    /// The engine that hints and judgements ask: complete and quick.
    fn judge_with(&self) -> &'static str;

    /// How positions are graded; `None` if they are not.
    fn grading(&self) -> Option<&'static Grading>;

    /// A cost in a metric, in words: `8 slides`, `94 moves (M2)`.
    fn cost_words(&self, metric: &str, cost: Cost) -> String;

    /// Players of the game with hidden information; `None` if nothing is hidden.
    fn players(&self) -> Option<Box<dyn Players<Box<dyn Position>>>> {
        None
    }

    /// Long computations: generators, enumerations.
    fn jobs(&self) -> &'static [&'static dyn Job];

    /// What can be evolved besides policies.
    fn evolvables(&self) -> &'static [&'static dyn Evolvable];

    /// The features that heuristics are chosen from and policies are made of, for an engine or the usual one.
    fn features(&self, engine: Option<&str>) -> Vec<FeatureAbout>;

    /// The vocabulary of policies for an engine or the usual one; `None` if no policy can guide it.
    fn feature_set(&self, engine: Option<&str>) -> Option<FeatureSet>;

    /// The engine of policies that name none.
    fn policy_engine(&self) -> &'static str;

    /// The instances that a policy is tried on by default, as a command names them; `None` if the puzzle has no usual ones.
    fn sample(&self) -> Option<String>;

    /// An error if an engine cannot be guided by a genome, though it has the words for it.
    fn check_policy(&self, engine: &str, file: &GenomeFile) -> Result<(), String>;

    /// The default settings of an evolution, given those that were chosen; `None` if nothing can be evolved.
    fn evolution(&self, chosen: &Table) -> Option<EvolutionSettings>;

    /// The fitness cases of an evolution with these settings.
    fn arena(&self, settings: &EvolutionSettings) -> Result<Box<dyn Arena>, Fault>;
}

/// A position that was read, with a name where the text gives it one.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, KIT};
/// use patience_kit::Loaded;
///
/// let loaded = Loaded { name: Some("*, board 2".to_owned()), position: KIT.hold(Heap(5)) };
/// assert_eq!(loaded.name_in("boards.txt").as_deref(), Some("boards.txt, board 2"));
/// ```
pub struct Loaded {
    /// The name in the text; a `*` stands for the name of the text itself.
    pub name: Option<String>,
    /// The position.
    pub position: Box<dyn Position>,
}

impl Loaded {
    /// The name, given that of the text: its file, or the text itself.
    #[must_use]
    pub fn name_in(&self, origin: &str) -> Option<String> {
        self.name.as_ref().map(|name| name.replace('*', origin))
    }
}

/// A position of some puzzle: rules, goal, and where everything is. Object safe.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_kit::{Kit, Values};
/// use patience_kit::{Fault, Position};
///
/// /// Plays the first legal move until the position is solved, or no move is left, or some moves are made.
/// fn wander(position: Box<dyn Position>, most: usize) -> Result<Box<dyn Position>, Fault> {
///     let mut at = position;
///     for _ in 0..most {
///         let moves = at.moves();
///         let Some(first) = moves.first().filter(|_| !at.is_solved()) else { break };
///         at = at.play(&first.text)?;
///     }
///     Ok(at)
/// }
///
/// // The first move takes two: an even heap is emptied in time.
/// let end = |stones, most| wander(KIT.deal(stones, &Values::default())?, most)?.write("number");
/// assert_eq!((end(8, 9)?, end(8, 3)?, end(9, 9)?), ("0".into(), "2".into(), "1".into()));
/// # Ok::<(), Fault>(())
/// ```
pub trait Position: Send + Sync {
    /// For the adapter, which knows the type.
    fn as_any(&self) -> &dyn Any;

    /// The position in one of [`About::formats`], or as a [`CODE`](crate::CODE).
    fn write(&self, format: &str) -> Result<String, Fault>;

    /// The position as one short word for links; see [`CODE`](crate::CODE).
    fn code(&self) -> String;

    /// The position as JSON. Its fields are file format.
    fn json(&self) -> Value;

    /// The rules, where records carry them.
    fn rules(&self) -> Option<Value>;

    /// Whether the goal is reached.
    fn is_solved(&self) -> bool;

    /// Every legal move, as the referee allows it.
    fn moves(&self) -> Vec<MoveInfo>;

    /// The legal move that safe auto-play makes next, in notation: it never turns a position that can be won into a lost one.
    fn safe_move(&self) -> Option<String>;

    /// The position after a move in notation; forgiving in spelling, strict in rules.
    fn play(&self, mv: &str) -> Result<Box<dyn Position>, Fault>;

    /// Plays moves in any notation that the puzzle reads and in whatever we print, as far as they are legal.
    fn replay(&self, moves: &str, reading: &Values) -> Result<Play, Fault>;

    /// What a renderer needs.
    fn view(&self) -> View;

    /// Which pieces arrays distinguish; see [`Codec`](crate::Codec).
    fn alphabet(&self) -> Alphabet;

    /// The game from here in arrays, by the puzzle's own way; `None` where it has none.
    fn array_game(&self) -> Option<Box<dyn ArrayGame>>;

    /// A picture.
    fn svg(&self) -> String;

    /// Every legal move: whether it keeps the game winnable, and the distance where it is known.
    fn judge(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Judgement, Fault>;

    /// How hard it is; `None` if it has no grade.
    fn grade(&self, meter: &mut Meter<'_>) -> Result<Option<Graded>, Fault>;

    /// Whether the position is won, and the distance where that is cheap: see [`distance_effort`](Self::distance_effort).
    fn assess(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Assessment, Fault>;

    /// The distance, whatever it takes.
    fn measure(&self, metric: Option<&str>, meter: &mut Meter<'_>) -> Result<Assessment, Fault>;

    /// How many expansions a distance is worth that nobody has asked for; 0 where distances are expensive.
    fn distance_effort(&self) -> u64;

    /// The cost of a legal move in a metric, or in the default one.
    fn cost(&self, mv: &str, metric: Option<&str>) -> Result<Cost, Fault>;

    /// The values of the [features](Kit::features) of the usual engine, in their order; `None` if the position cannot be measured.
    fn feature_values(&self) -> Option<Vec<f64>>;

    /// One of [`About::reports`].
    fn report(&self, name: &str, settings: &Values, meter: &mut Meter<'_>)
    -> Result<Report, Fault>;
}

/// A legal move.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_kit::{Fault, Kit, Values};
/// use patience_kit::{MoveInfo, Position};
///
/// /// The moves of the piece that a player has touched.
/// fn moves_of(position: &dyn Position, piece: &str) -> Vec<MoveInfo> {
///     position.moves().into_iter().filter(|mv| mv.piece == piece).collect()
/// }
///
/// // Of five stones a move takes the upper two or three: the fourth is the lowest of two.
/// let moves = moves_of(&*KIT.deal(5, &Values::default())?, "stone-4");
/// assert_eq!(moves.iter().map(|mv| &*mv.text).collect::<Vec<_>>(), ["2"]);
/// # Ok::<(), Fault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveInfo {
    /// The move in notation.
    pub text: String,
    /// The id of the piece that moves, or of the lowest of several.
    pub piece: String,
    /// The id of the place that it leaves.
    pub from: String,
    /// The id of the place that it goes to.
    pub to: String,
}

/// Moves that were played as far as they are legal.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_kit::Kit;
/// use patience_kit::{Fault, Position, Values};
///
/// /// What a referee says of a line of play.
/// fn verdict(start: &dyn Position, moves: &str) -> Result<String, Fault> {
///     let play = start.replay(moves, &Values::default())?;
///     Ok(match (play.refused, play.unfinished) {
///         (Some(refused), _) => format!("move {}: {}", refused.step, refused.reason),
///         (None, Some(why)) => why,
///         (None, None) => format!("a solution of {} moves", play.line.length()),
///     })
/// }
///
/// let heap = KIT.deal(5, &Values::default())?;
/// assert_eq!(verdict(&*heap, "3 2")?, "a solution of 2 moves");
/// assert_eq!(verdict(&*heap, "3")?, "2 left");
/// assert_eq!(verdict(&*heap, "3 3")?, "move 2: 3 cannot be taken from 2");
/// # Ok::<(), Fault>(())
/// ```
pub struct Play {
    /// The legal moves.
    pub line: Box<dyn Line>,
    /// The position after them.
    pub end: Box<dyn Position>,
    /// The first move that is not legal.
    pub refused: Option<Refused>,
    /// Why the end is not a solution; `None` if it is one.
    pub unfinished: Option<String>,
}

/// A move that is not legal.
///
/// ```
/// use patience_core::text::words_of_moves;
/// use patience_kit::Refused;
///
/// # let word = words_of_moves("83 9x").nth(1).expect("there are two words");
/// let refused = Refused::new(1, &word.written(word.text), "there is no column 9");
/// assert_eq!((refused.step, refused.line, refused.column), (2, 1, 4));
/// assert_eq!(refused.notation, "9x");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// Its number, from 1.
    pub step: usize,
    /// Its line in the text, from 1.
    pub line: usize,
    /// Its column in the text, from 1.
    pub column: usize,
    /// The move in notation.
    pub notation: String,
    /// Which rule it breaks.
    #[serde(skip)]
    pub reason: String,
}

impl Refused {
    /// The refusal of the move at an index, from 0.
    pub fn new<S: fmt::Display>(
        index: usize,
        written: &Written<S>,
        reason: impl fmt::Display,
    ) -> Self {
        Self {
            step: index + 1,
            line: written.line,
            column: written.column,
            notation: written.step.to_string(),
            reason: reason.to_string(),
        }
    }
}

/// A report about a position, in up to three forms.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_kit::{Kit, Values};
///
/// let heap = KIT.deal(5, &Values::default())?;
/// let report = heap.report("parity", &Values::default(), &mut meter)?;
/// assert_eq!((report.text, report.json), ("odd\n".to_owned(), serde_json::json!({ "even": false })));
/// assert!(heap.report("colour", &Values::default(), &mut meter).is_err(), "there is none");
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Report {
    /// For a terminal.
    pub text: String,
    /// For programs. Its fields are file format.
    pub json: Value,
    /// A picture, where there is one.
    pub svg: Option<String>,
}

/// An engine with its settings.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::KIT;
/// # use patience_kit::{Kit, Setup, Values};
/// use patience_core::{Cancel, Limits};
/// use patience_kit::{Fault, Position, Solve};
///
/// /// The moves of a solution within a number of nodes.
/// fn moves(engine: &dyn Solve, position: &dyn Position, nodes: u64) -> Result<Option<Vec<String>>, Fault> {
///     let limits = Limits { nodes: Some(nodes), ..Limits::default() };
///     let answer = engine.solve(position, &limits, &Cancel::new(), &mut ())?;
///     Ok(answer.line.map(|line| line.notation()))
/// }
///
/// let (heap, engine) = (KIT.deal(6, &Values::default())?, KIT.prepare(&Setup::default())?);
/// assert_eq!(moves(&*engine, &*heap, 100)?, Some(vec!["3".to_owned(), "3".to_owned()]));
/// assert_eq!(moves(&*engine, &*heap, 0)?, None);
/// # Ok::<(), Fault>(())
/// ```
pub trait Solve: Send + Sync {
    /// What it is.
    fn about(&self) -> &EngineAbout;

    /// The metric of the costs that it reports.
    fn metric(&self) -> &'static str;

    /// The name of the policy that guides it.
    fn policy(&self) -> Option<&str>;

    /// Everything about it that decides an answer: engine, metric, all settings, the text of the policy. Kept files are compared by it.
    fn identity(&self) -> Value;

    /// Searches from a position of the same puzzle, and has the referee replay what it finds.
    fn solve(
        &self,
        position: &dyn Position,
        limits: &Limits,
        cancel: &Cancel,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Fault>;

    /// The length of a solution in words: what follows `solved in`.
    fn headline(&self, answer: &Answer) -> String;

    /// What may help against a limit that was reached.
    fn advice(&self, stop: patience_core::Stop) -> Option<&'static str>;

    /// Whether a search that was interrupted has left what the next one with the same settings continues.
    fn is_resumable(&self) -> bool;

    /// Whether it searches on all ranks that it was prepared with.
    fn runs_on_ranks(&self) -> bool;
}
