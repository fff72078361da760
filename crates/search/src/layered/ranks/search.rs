//! The search on all ranks: iterations of layers, resumption, and the path.

use patience_core::{Cut, Event, Layered, Meter};

use super::super::key_permutation::KeyPermutation;
use super::super::layer::Layer;
use super::super::{LayerStoreSettings, Method, SearchError, ShortestPath};
use super::checkpoint::{Checkpoint, Noted, Row};
use super::exchange::{Exchange, ExchangeError};
use super::level::{Level, LevelSum, gather, owner};

/// The cutoff of a search without estimates.
const NONE: u8 = u8::MAX;

/// A search on several ranks: by [`Method::Brute`] or [`Method::Bfida`].
///
/// ```
/// # mod doc {
/// #     include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/switches.rs"));
/// # }
/// # use doc::Switches;
/// use patience_core::{Cancel, Limits, Meter};
/// use patience_search::layered::Method;
/// use patience_search::layered::ranks::{LocalExchange, RankedSearch};
///
/// let search = RankedSearch::new(Method::Bfida).expect("BFIDA* runs on ranks");
/// let run = |mut rank: LocalExchange| {
/// # let (cancel, mut watch) = (Cancel::new(), ());
/// # let mut meter = Meter::start(&Limits::default(), &cancel, &mut watch);
///     // `Switches` is defined in the example of `LayeredSearch`.
///     search.run(&Switches { forwards: true }, &Switches { forwards: false }, &mut rank, &mut meter)
/// };
/// std::thread::scope(|scope| {
///     let spawn = |rank| scope.spawn(|| run(rank));
///     let threads: Vec<_> = LocalExchange::group(2).into_iter().map(spawn).collect();
///     for thread in threads {
///         let path = thread.join().expect("no rank panics").expect("nothing fails").expect("there is one");
///         assert_eq!(path.cost, 4);
///     }
/// });
/// assert_eq!(RankedSearch::new(Method::Best), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedSearch {
    /// The search method.
    pub method: Method,
    /// The most bytes that a rank sends in a round.
    pub round: usize,
    /// The folder of checkpoints, which all ranks share. Its limit is not kept.
    pub disk: Option<LayerStoreSettings>,
}

impl RankedSearch {
    /// The usual bytes of a round.
    pub const ROUND: usize = 64 << 20;

    /// A search without checkpoints; `None` if the method does not run on ranks.
    #[must_use]
    pub fn new(method: Method) -> Option<Self> {
        let is_known = matches!(method, Method::Brute | Method::Bfida);
        is_known.then_some(Self { method, round: Self::ROUND, disk: None })
    }

    /// Finds a shortest path, if there is one. All ranks get the same result.
    pub fn run<L: Layered>(
        &self,
        forward: &L,
        backward: &L,
        exchange: &mut dyn Exchange,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ShortestPath>, SearchError> {
        if forward.steps() == 0 {
            let ends = backward.roots();
            let met = forward.roots().into_iter().find(|key| ends.contains(key));
            return Ok(met.map(|key| ShortestPath { keys: vec![key], cost: 0 }));
        }
        let permutation = KeyPermutation::new(forward.key_bits());
        let is_first = exchange.rank() == 0;
        let opened =
            self.disk.as_ref().map(|it| Checkpoint::open(&it.folder, &it.problem, is_first));
        let opened = agree(exchange, opened.transpose())?;
        let (checkpoint, noted) =
            opened.map_or((None, Vec::new()), |(it, noted)| (Some(it), noted));
        // Only rank 0 has read the journal.
        let noted = gather(exchange, &noted)?.swap_remove(0);
        let least = |space: &L| space.roots().iter().map(|key| space.estimate(*key)).min();
        let estimate = least(forward).max(least(backward)).unwrap_or(0);
        let ends = backward.roots();
        let mut run = Run { search: self, forward, ends, estimate, permutation, checkpoint, noted };
        let found = run.all_cutoffs(exchange, meter)?;
        // Nobody reads any more.
        exchange.all_reduce(&[])?;
        if is_first && let Some(checkpoint) = run.checkpoint {
            checkpoint.clear()?;
        }
        Ok(found)
    }
}

/// The own result, unless another rank has failed.
fn agree<T, E: Into<SearchError>>(
    exchange: &mut dyn Exchange,
    result: Result<T, E>,
) -> Result<T, SearchError> {
    let failed = exchange.all_reduce(&[u64::from(result.is_err())])?;
    let value = result.map_err(Into::into)?;
    if failed.first() != Some(&0) {
        let what = "another rank has failed: its message says why".to_owned();
        return Err(ExchangeError(what).into());
    }
    Ok(value)
}

/// A search in progress.
struct Run<'r, L> {
    search: &'r RankedSearch,
    forward: &'r L,
    /// The roots of the other side.
    ends: Vec<u64>,
    /// The estimate of the roots.
    estimate: u8,
    permutation: KeyPermutation,
    checkpoint: Option<Checkpoint>,
    /// What an earlier process has noted.
    noted: Vec<Row>,
}

/// What an iteration came to.
struct Iteration {
    cut: Cut,
    path: Option<ShortestPath>,
}

/// What an earlier process has noted of a cutoff.
struct Recalled {
    noted: Vec<Noted>,
    path: Option<ShortestPath>,
    /// Whether it has noted nothing of later cutoffs.
    is_last: bool,
}

impl<L: Layered> Run<'_, L> {
    fn all_cutoffs(
        &mut self,
        exchange: &mut dyn Exchange,
        meter: &mut Meter<'_>,
    ) -> Result<Option<ShortestPath>, SearchError> {
        if self.search.method == Method::Brute {
            return Ok(self.iterate(NONE, exchange, meter)?.path);
        }
        let mut lower = self.estimate;
        let mut best: Option<ShortestPath> = None;
        loop {
            let Iteration { cut, path } = self.iterate(lower, exchange, meter)?;
            if let Some(path) = path
                && best.as_ref().is_none_or(|best| path.cost < best.cost)
            {
                best = Some(path);
            }
            let is_proven = |lower| best.as_ref().is_some_and(|best| best.cost <= lower);
            if is_proven(lower) || cut == Cut::Nothing {
                return Ok(best);
            }
            lower += 1;
            if is_proven(lower) {
                return Ok(best);
            }
        }
    }

    /// Runs through all layers with a cutoff.
    fn iterate(
        &mut self,
        cutoff: u8,
        exchange: &mut dyn Exchange,
        meter: &mut Meter<'_>,
    ) -> Result<Iteration, SearchError> {
        meter.emit(Event::Iteration { bound: cutoff.into() });
        let Recalled { noted, path, is_last } = self.recall(cutoff);
        let steps = self.forward.steps();
        let me = (exchange.rank(), exchange.size());
        let mut layers = vec![self.roots(me)];
        let (mut cut, mut last) = (Cut::Nothing, LevelSum::default());
        for noted in &noted {
            meter.generate_many(noted.sum.generated);
            meter.expand_many(noted.sum.expanded)?;
            (cut, last) = (cut.max(noted.sum.cut), noted.sum);
        }
        let is_over = noted.last().is_some_and(|it| it.layer == steps || it.sum.states == 0);
        if path.is_some() {
            return Ok(Iteration { cut, path });
        }
        let is_needed = is_last && (!is_over || last.meeting.is_some());
        if let Some(checkpoint) = &self.checkpoint {
            if noted.is_empty() {
                let forget = if me.0 == 0 { checkpoint.forget(Some(cutoff)) } else { Ok(()) };
                agree(exchange, forget)?;
            }
            if is_needed {
                let is_own = |key| owner(self.forward.locality(key), me.1) == me.0;
                let read = noted.iter().map(|it| checkpoint.read(it, self.permutation, me, is_own));
                let read = agree(exchange, read.collect::<Result<Vec<_>, _>>())?;
                layers.extend(read);
            }
        }
        if !is_over {
            for number in layers.len()..=steps {
                let kept = (
                    layers.iter().map(Layer::count).sum::<u64>(),
                    layers.iter().map(Layer::bytes).sum::<u64>(),
                );
                let level = Level {
                    space: self.forward,
                    permutation: self.permutation,
                    from: &layers[number - 1],
                    base: last.least.unwrap_or(0),
                    cutoff,
                    ends: (number == steps).then_some(&self.ends[..]),
                    round: self.search.round,
                    kept,
                };
                let (layer, sum) = level.make(exchange, meter)?;
                self.keep((cutoff, number), &layer, sum, exchange)?;
                let (memory, disk) = (kept.1 + layer.bytes(), 0);
                let bound = cutoff.into();
                layers.push(layer);
                let (layer, layers) = (number, steps);
                meter.emit(Event::Layer {
                    forward: true,
                    bound,
                    layer,
                    layers,
                    states: sum.states,
                    memory,
                    disk,
                });
                (cut, last) = (cut.max(sum.cut), sum);
                if sum.states == 0 {
                    break;
                }
            }
        }
        let Some((cost, key)) = last.meeting else { return Ok(Iteration { cut, path: None }) };
        let path = self.trace(&layers, key, cost, exchange)?;
        if let Some(checkpoint) = &mut self.checkpoint {
            let row = Row::Path { cutoff, path: path.clone() };
            agree(exchange, checkpoint.note(&row))?;
        }
        Ok(Iteration { cut, path: Some(path) })
    }

    /// What an earlier process has noted of a cutoff.
    fn recall(&self, cutoff: u8) -> Recalled {
        let (mut noted, mut path, mut is_last) = (Vec::new(), None, true);
        for row in &self.noted {
            match row {
                Row::Layer(layer) if layer.cutoff == cutoff => noted.push(layer.clone()),
                Row::Path { cutoff: found, path: keys } if *found == cutoff => {
                    path = Some(keys.clone());
                }
                Row::Layer(Noted { cutoff: other, .. }) | Row::Path { cutoff: other, .. } => {
                    is_last &= *other < cutoff;
                }
            }
        }
        Recalled { noted, path, is_last }
    }

    /// The states of the first layer that a rank owns.
    fn roots(&self, (rank, ranks): (usize, usize)) -> Layer {
        let mut roots = self.forward.roots();
        roots.retain(|key| owner(self.forward.locality(*key), ranks) == rank);
        Layer::of_roots(self.permutation, &roots)
    }

    /// Writes a finished layer, and notes it when all ranks have written theirs.
    fn keep(
        &mut self,
        (cutoff, number): (u8, usize),
        layer: &Layer,
        sum: LevelSum,
        exchange: &mut dyn Exchange,
    ) -> Result<(), SearchError> {
        let Some(checkpoint) = &mut self.checkpoint else { return Ok(()) };
        let me = (exchange.rank(), exchange.size());
        agree(exchange, checkpoint.write((cutoff, number), me, layer))?;
        let row = Row::Layer(Noted { cutoff, layer: number, ranks: me.1, sum });
        agree(exchange, checkpoint.note(&row))
    }

    /// The keys from the roots to a state of the last layer; each rank looks among its own states.
    fn trace(
        &self,
        layers: &[Layer],
        key: u64,
        cost: u8,
        exchange: &mut dyn Exchange,
    ) -> Result<ShortestPath, SearchError> {
        let mut keys = vec![key];
        let mut wanted = (key, cost, None);
        for layer in layers[..layers.len() - 1].iter().rev() {
            let mut parents = Vec::new();
            self.forward.parents(wanted.0, |parent| parents.push(parent));
            parents.sort_unstable();
            parents.dedup();
            let mut found = None;
            for parent in parents {
                let Some(record) = layer.find(parent)? else { continue };
                self.forward.expand(&record, u8::MAX, |step| {
                    let (key, cost, open): (u64, u8, Option<u8>) = wanted;
                    let fits = step.key == key
                        && step.cost == cost
                        && (open.is_none() || step.open == open);
                    if fits && found.is_none() {
                        found = Some((parent, record.cost, step.goes_on));
                    }
                });
                if found.is_some() {
                    break;
                }
            }
            // The least parent of all ranks, as in a search of one process.
            let found = gather(exchange, &found)?.into_iter().flatten().min();
            wanted = found.ok_or_else(|| layer.inconsistent())?;
            keys.push(wanted.0);
        }
        keys.reverse();
        Ok(ShortestPath { keys, cost })
    }
}
