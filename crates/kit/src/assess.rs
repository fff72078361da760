//! Whether a position is won: a search for the distance where that is cheap, otherwise one that only decides.

use patience_core::{Cost, Meter, Stop};

use crate::{Answer, End, Fault, Game, Line, OutcomeKind, Setup, Verdict};

/// What a search says of a position.
///
/// ```
/// use patience_core::{Stats, Stop};
/// use patience_kit::{Answer, Assessment, End, Verdict};
///
/// let answer = |end| Answer { end, line: None, solutions: None, stats: Stats::default() };
/// let found = Assessment::of("beam", answer(End::Solved { cost: 9, optimal: false }));
/// assert_eq!((found.verdict, found.distance, found.bound()), (Verdict::Wins, None, Some(9)));
/// assert!(!Assessment::of("beam", answer(End::Limit(Stop::Nodes))).is_decided());
/// ```
#[non_exhaustive]
pub struct Assessment {
    /// Whether it is won.
    pub verdict: Verdict,
    /// The least cost of a solution, where it is known.
    pub distance: Option<Cost>,
    /// The cost of the solution that was found, where no distance is known.
    pub at_most: Option<Cost>,
    /// The engine that decided, or that reached a limit; `None` if no search was needed.
    pub engine: Option<&'static str>,
    /// The solution that was found.
    pub line: Option<Box<dyn Line>>,
    /// The limit that left it undecided.
    pub stop: Option<Stop>,
    /// Why there is no solution, where the argument is not an exhausted search.
    pub reason: Option<String>,
}

impl Assessment {
    /// A position that is solved.
    #[must_use]
    pub fn solved() -> Self {
        Self { distance: Some(0), ..Self::bare(Verdict::Wins) }
    }

    /// A position that no search has looked at.
    #[must_use]
    pub fn unknown(stop: Option<Stop>) -> Self {
        Self { stop, ..Self::bare(Verdict::Unknown) }
    }

    /// A verdict and nothing else.
    #[must_use]
    pub fn bare(verdict: Verdict) -> Self {
        let (distance, at_most, engine) = (None, None, None);
        Self { verdict, distance, at_most, engine, line: None, stop: None, reason: None }
    }

    /// The answer of an engine.
    #[must_use]
    pub fn of(engine: &'static str, answer: Answer) -> Self {
        let verdict = Verdict::from(&answer.end);
        let mut found = Self { engine: Some(engine), line: answer.line, ..Self::bare(verdict) };
        match answer.end {
            End::Solved { cost, optimal: true } => found.distance = Some(cost),
            End::Solved { cost, optimal: false } => found.at_most = Some(cost),
            End::Unsolvable { reason } => found.reason = reason,
            End::Exhausted => {}
            End::Limit(stop) => found.stop = Some(stop),
        }
        found
    }

    /// Whether it is known if the position is won.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict != Verdict::Unknown
    }

    /// The distance, or an upper bound of it.
    #[must_use]
    pub fn bound(&self) -> Option<Cost> {
        self.distance.or(self.at_most)
    }

    /// The verdict as the outcome of a search.
    #[must_use]
    pub fn outcome(&self) -> OutcomeKind {
        self.verdict.outcome(self.stop)
    }
}

/// Node limits of the rounds in which several positions are assessed, so that an easy one does not wait for a hard one. `effort` is what a
/// distance is worth; each round has as many nodes again for the verdict.
///
/// ```
/// use patience_kit::rounds;
///
/// assert_eq!(rounds(0), [1 << 12, 1 << 16, 1 << 20, u64::MAX]);
/// // Every round has room for the distance and as much again.
/// assert_eq!(rounds(100_000), [200_000, 200_000, 1 << 20, u64::MAX]);
/// ```
#[must_use]
pub fn rounds(effort: u64) -> [u64; 4] {
    [1 << 12, 1 << 16, 1 << 20, u64::MAX].map(|nodes: u64| nodes.max(effort.saturating_mul(2)))
}

/// Assesses a position that an earlier round has left undecided, or that has not been looked at, with at most `nodes` expansions.
///
/// ```
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_core::Stop;
/// use patience_kit::{Assessment, Fault, retry};
///
/// let mut found = None;
/// let stopped = || Assessment::unknown(Some(Stop::Nodes));
/// retry(&mut found, 10, &mut meter, |_| Ok::<_, Fault>(stopped()))?;
/// // More nodes may help, so it is tried again until it is decided.
/// retry(&mut found, 100, &mut meter, |_| Ok::<_, Fault>(Assessment::solved()))?;
/// retry(&mut found, 1000, &mut meter, |_| Ok::<_, Fault>(stopped()))?;
/// assert!(found.is_some_and(|found| found.is_decided()));
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub fn retry<E>(
    found: &mut Option<Assessment>,
    nodes: u64,
    meter: &mut Meter<'_>,
    assess: impl FnOnce(&mut Meter<'_>) -> Result<Assessment, E>,
) -> Result<(), E> {
    // More nodes do not help against another limit, or where nothing is left to try.
    let is_open = found.as_ref().is_none_or(|it| !it.is_decided() && it.stop == Some(Stop::Nodes));
    if is_open && meter.spent().is_none() {
        let mut result = None;
        let part = |meter: &mut Meter<'_>| {
            result = Some(assess(meter));
            Ok(())
        };
        // The search stops by itself.
        let _ = meter.within(nodes, part);
        *found = result.transpose()?;
    }
    Ok(())
}

/// Assesses positions of a game, with one engine for verdicts and one for distances.
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs"));
/// # }
/// # use doc::{Heap, Heaps};
/// # let (cancel, mut watch) = (patience_core::Cancel::new(), ());
/// # let mut meter = patience_core::Meter::start(&patience_core::Limits::default(), &cancel, &mut watch);
/// use patience_core::Meter;
/// use patience_kit::{Assessor, Game, Setup, Verdict};
///
/// let engine = Heaps.prepare(&Heaps.engines()[0], &Setup::default())?;
/// let quick = |heap: &Heap, meter: &mut Meter<'_>| Heaps.solve(&engine, heap, meter);
/// let mut assessor = Assessor::new(&Heaps, &Heap(7), None, quick)?;
/// // A move takes two or three stones: a heap of one is stuck.
/// assert_eq!(assessor.assess(&Heap(7), &mut meter)?.distance, Some(3));
/// assert_eq!(assessor.assess(&Heap(1), &mut meter)?.verdict, Verdict::Loses);
/// # Ok::<(), patience_kit::Fault>(())
/// ```
pub struct Assessor<'g, G: Game, Q> {
    pub(crate) game: &'g G,
    pub(crate) metric: &'static str,
    /// The engine for verdicts.
    quick: Q,
    /// The engine for distances.
    shortest: Option<(&'static str, G::Engine)>,
}

impl<'g, G: Game, Q> Assessor<'g, G, Q>
where
    Q: FnMut(&G::Position, &mut Meter<'_>) -> Result<Answer, Fault>,
{
    /// An assessor for a position and those after it, in a metric. Verdicts come from `quick`, a search by the engine of
    /// [`Game::judge_with`].
    pub fn new(
        game: &'g G,
        position: &G::Position,
        metric: Option<&str>,
        quick: Q,
    ) -> Result<Self, Fault> {
        let shortest = match game.distance_with(position) {
            Some(name) => Some((name, prepared(game, name, metric)?)),
            None => None,
        };
        let metrics = game.about().metrics;
        let known = metrics.iter().find(|known| metric.is_none_or(|name| name == known.name));
        Ok(Self { game, metric: known.map_or("", |metric| metric.name), quick, shortest })
    }

    /// Whether the position is won, and the distance where it is cheap.
    pub fn assess(
        &mut self,
        position: &G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<Assessment, Fault> {
        if self.game.is_solved(position) {
            return Ok(Assessment::solved());
        }
        let name = self.game.judge_with();
        let effort = self.game.distance_effort(position);
        if let Some((shortest, engine)) = self.shortest.as_ref().filter(|_| 0 < effort) {
            let mut found = None;
            retry(&mut found, effort, meter, |meter| {
                Ok::<_, Fault>(Assessment::of(shortest, self.game.solve(engine, position, meter)?))
            })?;
            match found {
                Some(found) if found.is_decided() || *shortest == name => return Ok(found),
                _ => {}
            }
        }
        if let Some(stop) = meter.spent() {
            return Ok(Assessment::unknown(Some(stop)));
        }
        Ok(Assessment::of(name, (self.quick)(position, meter)?))
    }
}

/// The distance of a position, whatever it takes.
pub(crate) fn measure<G: Game>(
    game: &G,
    position: &G::Position,
    metric: Option<&str>,
    meter: &mut Meter<'_>,
) -> Result<Assessment, Fault> {
    if game.is_solved(position) {
        return Ok(Assessment::solved());
    }
    let name = game.distance_with(position).unwrap_or(game.judge_with());
    let engine = prepared(game, name, metric)?;
    Ok(Assessment::of(name, game.solve(&engine, position, meter)?))
}

/// An engine by name, with its default settings.
pub(crate) fn prepared<G: Game>(
    game: &G,
    name: &str,
    metric: Option<&str>,
) -> Result<G::Engine, Fault> {
    let engines = game.engines();
    let about = engines
        .iter()
        .find(|engine| engine.name == name)
        .ok_or_else(|| Fault::unknown("engine", name, engines.iter().map(|engine| engine.name)))?;
    game.prepare(about, &Setup { engine: Some(name), metric, ..Setup::default() })
}
