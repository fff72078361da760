//! Searches, their limits and their answers, each with an example.

pub use patience_core::{Cancel, Limits, Meter, Observer};

/// ```
/// use patience::{Cancel, Event, Limits, Setup, Stats, Values};
///
/// let kit = patience::puzzle("tiles")?;
/// let position = patience::read(kit, "8 1 3/4 . 2/7 6 5", &Values::default())?;
/// let engine = kit.prepare(&Setup { engine: Some("ida-star"), ..Setup::default() })?;
/// let mut bounds = 0;
/// let mut watch = |event: Event, _: &Stats| bounds += u32::from(matches!(event, Event::Iteration { .. }));
/// engine.solve(&*position, &Limits::default(), &Cancel::new(), &mut watch)?;
/// assert!(bounds > 0, "IDA* begins again with larger bounds");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_core::Event;

/// ```
/// use patience::{Cancel, Limits, Setup, Stats, Values};
///
/// let kit = patience::puzzle("freecell")?;
/// let deal = kit.deal(617, &Values::default())?;
/// let engine = kit.prepare(&Setup::default())?;
/// let stats: Stats = engine.solve(&*deal, &Limits::default(), &Cancel::new(), &mut ())?.stats;
/// assert_eq!(stats.expanded, 3_801, "on every machine");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_core::Stats;

/// ```
/// use patience::{Cancel, End, Limits, Setup, Stop, Values};
///
/// let kit = patience::puzzle("freecell")?;
/// let limits = Limits { nodes: Some(10), ..Limits::default() };
/// let engine = kit.prepare(&Setup::default())?;
/// let answer = engine.solve(&*kit.deal(617, &Values::default())?, &limits, &Cancel::new(), &mut ())?;
/// assert_eq!(answer.end, End::Limit(Stop::Nodes));
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_core::Stop;

/// ```
/// use patience::{Setup, Values};
///
/// let kit = patience::puzzle("rushhour")?;
/// let settings = Values::from_iter([("heuristic", "Hc")]);
/// let setup = Setup { engine: Some("ida-star"), metric: Some("steps"), settings: Some(&settings), ..Setup::default() };
/// assert_eq!(kit.prepare(&setup)?.metric(), "steps");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Setup;

/// ```
/// use patience::{Setup, Solve};
///
/// let engine: Box<dyn Solve> = patience::puzzle("freecell")?.prepare(&Setup::default())?;
/// assert_eq!(engine.about().name, "fast");
/// assert!(engine.policy().is_none());
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Solve;

/// ```
/// use patience::{Answer, Cancel, Limits, Setup, Values};
///
/// let kit = patience::puzzle("peg")?;
/// let position = patience::read(kit, "oo.o.", &Values::default())?;
/// let engine = kit.prepare(&Setup::default())?;
/// let answer: Answer = engine.solve(&*position, &Limits::default(), &Cancel::new(), &mut ())?;
/// assert!(answer.line.is_some());
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Answer;

/// ```
/// use patience::{Cancel, End, Limits, Setup, Values};
///
/// let kit = patience::puzzle("tiles")?;
/// let position = patience::read(kit, "1 2 3/4 5 6/8 7 .", &Values::default())?;
/// let engine = kit.prepare(&Setup::default())?;
/// let answer = engine.solve(&*position, &Limits::default(), &Cancel::new(), &mut ())?;
/// assert!(matches!(answer.end, End::Unsolvable { .. }), "two tiles are swapped");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::End;

/// ```
/// use patience::{OutcomeKind, End};
///
/// let end = End::Solved { cost: 7, optimal: true };
/// assert_eq!(OutcomeKind::from(&end).word(), "solved");
/// ```
pub use patience_kit::OutcomeKind;

/// ```
/// use patience::{Line, Values};
///
/// let deal = patience::puzzle("freecell")?.deal(617, &Values::default())?;
/// let line: Box<dyn Line> = deal.replay("83 2a", &Values::default())?.line;
/// assert_eq!(line.notation(), ["83", "2a"]);
/// assert_eq!(line.words().len(), 2);
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Line;

/// ```
/// use patience::{Lengths, Values};
///
/// let kit = patience::puzzle("freecell")?;
/// let lengths: Lengths = kit.deal(617, &Values::default())?.replay("83 2a", &Values::default())?.line.lengths();
/// assert_eq!(lengths.0.len(), kit.about().lengths.len());
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Lengths;

/// ```
/// use patience::{Cancel, Limits, Record, Setup, Values};
///
/// let kit = patience::puzzle("freecell")?;
/// let deal = kit.deal(617, &Values::default())?;
/// let engine = kit.prepare(&Setup::default())?;
/// let answer = engine.solve(&*deal, &Limits::default(), &Cancel::new(), &mut ())?;
/// let record = Record::new(kit.about(), "617", deal.rules(), &*engine, &answer, true);
/// assert_eq!((record.outcome.word(), record.expanded), ("solved", 3_801));
/// assert_eq!(record.moves[0], "83");
/// # Ok::<(), patience::Fault>(())
/// ```
pub use patience_kit::Record;
